/* The cyclic redundancy check of POSIX `cksum` over bytes, files and folders.
 *
 * The checksum is the remainder of the bytes, followed by those of their number, as a polynomial over GF(2) modulo
 * x^32 + x^26 + x^23 + x^22 + x^16 + x^12 + x^11 + x^10 + x^8 + x^7 + x^5 + x^4 + x^2 + x + 1 (IEEE Std 1003.1). */
#include "output/folder/checksum.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SLICES = 8, BLOCK = 1 << 16 };

/* entry[s][b]: remainder of the byte b, followed by s + 4 zero bytes. Eight bytes are divided at a time. */
typedef struct {
  uint32_t entry[SLICES][256];
} Division;

static void division_create(Division *d)
{
  const uint32_t divisor = 0x04C11DB7u;

  for (uint32_t b = 0; b < 256; b++) {
    uint32_t r = b << 24;
    for (int bit = 0; bit < 8; bit++) r = r << 1 ^ (r & 0x80000000u ? divisor : 0u);
    d->entry[0][b] = r;
  }
  for (int s = 1; s < SLICES; s++)
    for (int b = 0; b < 256; b++) {
      const uint32_t r = d->entry[s - 1][b];
      d->entry[s][b]   = r << 8 ^ d->entry[0][r >> 24];
    }
}

static uint32_t divide(const Division *d, const unsigned char *at, size_t n, uint32_t r)
{
  for (; n >= SLICES; n -= SLICES, at += SLICES)
    r = d->entry[7][at[0] ^ r >> 24] ^ d->entry[6][at[1] ^ (r >> 16 & 255u)] ^ d->entry[5][at[2] ^ (r >> 8 & 255u)] ^
        d->entry[4][at[3] ^ (r & 255u)] ^ d->entry[3][at[4]] ^ d->entry[2][at[5]] ^ d->entry[1][at[6]] ^
        d->entry[0][at[7]];
  for (; n > 0; n--, at++) r = r << 8 ^ d->entry[0][r >> 24 ^ *at];
  return r;
}

void checksum_add(const void *bytes, size_t n, Checksum *sum)
{
  Division division;

  division_create(&division);
  sum->remainder = divide(&division, bytes, n, sum->remainder);
  sum->size += n;
}

/* The number of bytes follows with its lowest byte first, without leading zeros. */
uint32_t checksum_value(const Checksum *sum)
{
  Checksum      end = *sum;
  unsigned char bytes[sizeof sum->size];
  size_t        n = 0;

  for (uint64_t size = sum->size; size > 0; size >>= 8) bytes[n++] = size & 255u;
  checksum_add(bytes, n, &end);
  return ~end.remainder;
}

/* Bytes of an open file, from `skip` on. */
static bool descriptor_add(int fd, uint64_t skip, uint64_t most, Checksum *sum)
{
  Division       division;
  unsigned char *block = malloc(BLOCK);
  ssize_t        n     = block ? 1 : -1;

  division_create(&division);
  while (n > 0 && sum->size < most) {
    const uint64_t rest = most - sum->size;
    n                   = pread(fd, block, rest < BLOCK ? (size_t)rest : BLOCK, (off_t)skip);
    if (n < 0 && errno == EINTR) n = 1;
    else if (n > 0) {
      sum->remainder = divide(&division, block, (size_t)n, sum->remainder);
      sum->size += (uint64_t)n;
      skip += (uint64_t)n;
    }
  }
  free(block);
  return n >= 0;
}

/* Shorter names first, so that numbers without leading zeros follow each other. */
static int names_compare(const struct dirent **a, const struct dirent **b)
{
  const size_t m = strlen((*a)->d_name), n = strlen((*b)->d_name);

  if (m != n) return m < n ? -1 : 1;
  return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
  return entry->d_name[0] != '.';
}

/* The files of a folder from its beginning. */
static bool folder_add(int fd, const char *path, uint64_t most, Checksum *sum)
{
  struct dirent **names;
  const int       n    = scandir(path, &names, is_visible, names_compare);
  bool            good = n >= 0;

  for (int i = 0; i < n; i++) {
    const int file = good && sum->size < most ? openat(fd, names[i]->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    if (good && sum->size < most) good = file >= 0 && descriptor_add(file, 0, most, sum);
    if (file >= 0) close(file);
    free(names[i]);
  }
  if (n >= 0) free(names);
  return good;
}

bool checksum_path(const char *path, uint64_t most, Checksum *sum)
{
  const int   fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat found;
  bool        good = fd >= 0 && fstat(fd, &found) == 0;

  if (good && S_ISDIR(found.st_mode)) {
    *sum = (Checksum){0};
    good = folder_add(fd, path, most, sum);
  } else if (good) good = descriptor_add(fd, sum->size, most, sum);
  if (fd >= 0) {
    const int error = errno;
    close(fd);
    errno = error;
  }
  return good;
}
