/* FOR_EVERY_PROCESSOR compiles a function for processors with and without AVX2; the program chooses one when it starts.
 *
 * Clang, other C libraries and the address sanitizer do not support function clones; there the macro is empty. */
#ifndef RIGEL_BASE_PROCESSOR_H
#define RIGEL_BASE_PROCESSOR_H

#include <stdlib.h> /* defines __GLIBC__ */

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12 &&         \
  !defined(__SANITIZE_ADDRESS__)
#define FOR_EVERY_PROCESSOR __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FOR_EVERY_PROCESSOR
#endif

#endif
