#include "cli/line/command_line.h"

#include <string.h>
#include <unity.h>

enum { ID_OUTPUT = 1, ID_JOBS, ID_FLAG };

static const Option options[] = {
  {.name = "--output", .letter = "-o", .value = "DIR", .missing = "a directory", .help = "", .id = ID_OUTPUT},
  {.name = "-j", .value = "N", .missing = "a number", .help = "", .id = ID_JOBS},
  {.name = "--flag", .help = "", .id = ID_FLAG},
  {.name = NULL}};

static const Command command = {.name = "test", .options = options, .petsc = true, .json = true};
static const Command bare    = {.name = "bare"};

static CommandLine line;

void setUp(void) {}

void tearDown(void)
{
  command_line_clear(&line);
}

/* Reads the words of one text. */
static bool reads(const Command *of, const char *words)
{
  static char buffer[400], *argv[32];
  char       *rest;
  int         argc = 0;

  snprintf(buffer, sizeof buffer, "%s %s", of->name, words);
  for (char *word = strtok_r(buffer, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) argv[argc++] = word;
  return command_line_read(of, argc, argv, &line);
}

static void word_is(int i, int id, const char *text)
{
  TEST_ASSERT_LESS_THAN(line.nwords, i);
  TEST_ASSERT_EQUAL_INT(id, line.words[i].option ? line.words[i].option->id : 0);
  TEST_ASSERT_EQUAL_STRING(text, line.words[i].text);
}

static void test_options_and_operands_in_order(void)
{
  TEST_ASSERT_TRUE(reads(&command, "file -o a --output=b -j4 -j 5 --flag - -- -snes_monitor -x 1"));
  TEST_ASSERT_EQUAL_INT(7, line.nwords);
  word_is(0, 0, "file");
  word_is(1, ID_OUTPUT, "a");
  word_is(2, ID_OUTPUT, "b");
  word_is(3, ID_JOBS, "4");
  word_is(4, ID_JOBS, "5");
  word_is(5, ID_FLAG, "");
  word_is(6, 0, "-");
  TEST_ASSERT_EQUAL_STRING("-snes_monitor -x 1", line.petsc);
}

static void test_common_options_are_settings(void)
{
  TEST_ASSERT_TRUE(reads(&command, "-q --verbose --color never --json file"));
  TEST_ASSERT_TRUE(line.quiet && line.verbose && line.json && !line.help);
  TEST_ASSERT_EQUAL_INT(COLOR_NEVER, line.color);
  TEST_ASSERT_EQUAL_INT(1, line.nwords);
  command_line_clear(&line);
  TEST_ASSERT_TRUE(reads(&command, "--nonsense -h"));
  TEST_ASSERT_TRUE(line.help);
  command_line_clear(&line);
  TEST_ASSERT_TRUE(reads(&command, "file -- --help"));
  TEST_ASSERT_FALSE(line.help);
}

static void test_faults(void)
{
  static const char *const bad[] = {"--nonsense", "-x",      "-ofile",      "--output",   "-o -- -a",
                                    "--flag=1",   "--color", "--color red", "a -- stray", NULL};

  for (int i = 0; bad[i]; i++) {
    TEST_ASSERT_FALSE_MESSAGE(reads(&command, bad[i]), bad[i]);
    command_line_clear(&line);
  }
  TEST_ASSERT_FALSE(reads(&bare, "--json"));
  command_line_clear(&line);
  TEST_ASSERT_FALSE(reads(&bare, "-- -snes_monitor"));
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_options_and_operands_in_order);
  RUN_TEST(test_common_options_are_settings);
  RUN_TEST(test_faults);
  return UNITY_END();
}
