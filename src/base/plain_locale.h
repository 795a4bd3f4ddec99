/* The C locale for the thread that runs: numbers have a decimal point, whatever locale the program around the library has chosen. */
#ifndef RIGEL_BASE_PLAIN_LOCALE_H
#define RIGEL_BASE_PLAIN_LOCALE_H

#include <locale.h>

/* Selects the C locale for this thread; returns the locale to go back to. */
locale_t plain_locale_enter(void);
void     plain_locale_leave(locale_t before);

#endif
