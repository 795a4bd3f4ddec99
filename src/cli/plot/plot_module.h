/* The Python module of all plots, src/python/rigel_plot.py, which the program contains as text and starts with python3. */
#ifndef RIGEL_CLI_PLOT_PLOT_MODULE_H
#define RIGEL_CLI_PLOT_PLOT_MODULE_H

enum { PLOT_WORDS = 128 };

/* Runs the module with these words, NULL-terminated, at most PLOT_WORDS. Returns an exit code of the program: EXIT_INTERNAL after a
 * message if there is no Python with matplotlib. `command` begins the message. */
int plot_module_run(const char *command, const char *const *words);

/* The text of the module, which the build makes, with a zero at its end. */
extern const unsigned char plot_module[];

#endif
