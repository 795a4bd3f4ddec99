/* The example problems that come with Rigel. */
#ifndef RIGEL_CLI_PROBLEM_LIST_H
#define RIGEL_CLI_PROBLEM_LIST_H

/* Prints path and title of every problem file below problems/ here, or of the installed ones. */
void problem_list_print(void);

#endif
