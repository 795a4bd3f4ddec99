/* Versions of a function for processors with and without wide registers, chosen when the program starts. */
#ifndef RIGEL_BASE_PROCESSOR_H
#define RIGEL_BASE_PROCESSOR_H

#include <stdlib.h> /* says which C library it is */

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12 &&         \
  !defined(__SANITIZE_ADDRESS__)
#define FOR_EVERY_PROCESSOR __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FOR_EVERY_PROCESSOR
#endif

#endif
