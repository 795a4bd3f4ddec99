/* Reproducible pseudo-random numbers for probes and checks. */
#ifndef RIGEL_BASE_RANDOM_H
#define RIGEL_BASE_RANDOM_H

/* The next number in [0, 1): a linear congruential generator modulo 2^64 with the multiplier of Knuth's MMIX, of which the upper
 * 53 bits are used. */
static inline double random_next(unsigned long *seed)
{
  *seed = *seed * 6364136223846793005UL + 1442695040888963407UL;
  return (double)(*seed >> 11) / 9007199254740992.0;
}

#endif
