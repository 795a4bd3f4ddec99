/* The C locale as an object, created once for all threads. */
#include "base/plain_locale.h"

#include <pthread.h>

static locale_t       plain;
static pthread_once_t plain_once = PTHREAD_ONCE_INIT;

static void plain_create(void)
{
  plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

/* uselocale(0) changes nothing: so do both functions where newlocale has failed. */
locale_t plain_locale_enter(void)
{
  pthread_once(&plain_once, plain_create);
  return uselocale(plain);
}

void plain_locale_leave(locale_t before)
{
  uselocale(before);
}
