#include "child_case.h"

#include "rigel/rigel.h"
#include "unity.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { CASE_SECONDS = 10 };

static int cases, crashes, wrong;

bool child_begins(const char *text)
{
  int status = 0;

  fflush(NULL);
  cases++;
  const pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 4; i++) signal((int[]){SIGSEGV, SIGBUS, SIGFPE, SIGABRT}[i], SIG_DFL); /* not PETSc's */
    alarm(CASE_SECONDS);
    return true;
  }
  if (child < 0 || waitpid(child, &status, 0) != child) status = 1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return false;
  const bool answered = WIFEXITED(status) && WEXITSTATUS(status) == 1;
  *(answered ? &wrong : &crashes) += 1;
  if (answered) printf("wrong answer: %s\n", text);
  else printf("crash (signal %d, exit %d): %s\n", WTERMSIG(status), WEXITSTATUS(status), text);
  return false;
}

void cases_end(const char *group)
{
  const int failed[2] = {crashes, wrong};

  printf("%s: %d cases, %d crashes, %d wrong answers\n", group, cases, crashes, wrong);
  cases = crashes = wrong = 0;
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, failed[0], "crashes");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, failed[1], "wrong answers");
}

bool message_expects(void)
{
  const char *code = rigel_error_message_code();
  return code[0] && strstr(rigel_error_message(), "expected") && strstr(rigel_error_message(), code);
}
