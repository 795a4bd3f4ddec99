/* Checksums of files: the cyclic redundancy check of POSIX `cksum`, so that users can verify them. */
#ifndef RIGEL_OUTPUT_FOLDER_CHECKSUM_H
#define RIGEL_OUTPUT_FOLDER_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes read so far; {0} before the first one. */
typedef struct {
  uint32_t remainder;
  uint64_t size;
} Checksum;

void checksum_add(const void *bytes, size_t n, Checksum *sum);
/* Continues with the bytes of a file from sum->size on, to its end or until sum->size reaches `most`. A folder counts as its files one
 * after the other, sorted by name: `cat` of its files into `cksum`. False: errno states the reason. */
bool checksum_path(const char *path, uint64_t most, Checksum *sum);
/* The number that `cksum` prints. */
uint32_t checksum_value(const Checksum *sum);

#endif
