/* Damaged problem files, assignments and CSV files: 10 000 inputs made from the catalogue with a fixed seed. The reader must never crash, say
 * something about each file it refuses, and read again, as the same problem, what is written for each it accepts.
 * Meant for the address and undefined-behaviour sanitizers, useful without. */
#include "input/csv_read.h"
#include "input/reader.h"
#include "output/manifest.h"
#include "problem_same.h"

#include <glob.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

enum { INPUTS = 10000, FILES_MOST = 64, TEXT_MOST = 16384, DAMAGES_MOST = 6 };

typedef struct {
  size_t length;
  char   bytes[TEXT_MOST];
} Text;

static char     file[] = "/tmp/rigel_fuzz_XXXXXX", copy[] = "/tmp/rigel_fuzz_XXXXXX";
static char     run[] = "/tmp/rigel_fuzz_run_XXXXXX", tables[2][100]; /* an earlier run */
static Text     seeds[FILES_MOST];
static int      nseeds;
static uint64_t random_state = 20250401;

void setUp(void) {}

void tearDown(void) {}

/* xorshift64*: the same sequence everywhere; a number below `limit` */
static size_t random_below(size_t limit)
{
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return limit ? (size_t)((random_state * 2685821657736338717u) >> 33) % limit : 0;
}

/* --- damages */

/* Puts `count` bytes in the place of `length` ones. */
static void text_replace(Text *text, size_t at, size_t length, const char *bytes, size_t count)
{
  if (at > text->length) at = text->length;
  if (length > text->length - at) length = text->length - at;
  if (text->length - length + count > TEXT_MOST) return;
  memmove(text->bytes + at + count, text->bytes + at + length, text->length - at - length);
  memcpy(text->bytes + at, bytes, count);
  text->length += count - length;
}

static void damage_flip(Text *text)
{
  if (text->length) text->bytes[random_below(text->length)] ^= (char)(1 << random_below(8));
}

static void damage_delete(Text *text)
{
  text_replace(text, random_below(text->length), 1 + random_below(30), "", 0);
}

static void damage_duplicate(Text *text)
{
  char   piece[200];
  size_t at = random_below(text->length), length = 1 + random_below(sizeof piece);
  if (length > text->length - at) length = text->length - at;
  memcpy(piece, text->bytes + at, length);
  text_replace(text, random_below(text->length + 1), 0, piece, length);
}

static void damage_splice(Text *text)
{
  const Text *other = &seeds[random_below((size_t)nseeds)];
  size_t      from = random_below(other->length), length = 1 + random_below(300);
  if (length > other->length - from) length = other->length - from;
  text_replace(text, random_below(text->length + 1), random_below(60), other->bytes + from, length);
}

static void damage_number(Text *text)
{
  static const char *const numbers[] = {
    "0",   "-1",     "1e999", ".nan", "-.inf", "1e-320", "99999999999999999999", "1.0x", "",
    "2",   "0.5",    "~",     "[]",   "{}",    "1e308",  "-2147483648",          "auto", "\"1\"",
    "1 2", "100000", "3"};
  size_t      at     = random_below(text->length), end;
  const char *number = numbers[random_below(sizeof numbers / sizeof numbers[0])];
  while (at < text->length && (text->bytes[at] < '0' || text->bytes[at] > '9')) at++;
  for (end = at;
       end < text->length && ((text->bytes[end] >= '0' && text->bytes[end] <= '9') || text->bytes[end] == '.');)
    end++;
  text_replace(text, at, end - at, number, strlen(number));
}

static void damage_word(Text *text)
{
  static const char *const words[] = {"mass: 1\n",
                                      "director",
                                      "BG",
                                      "box: {position: [0, 0, 0]}\n",
                                      "boundary: ",
                                      "guess: file\n",
                                      "particle",
                                      "rigid: false",
                                      "project",
                                      "&a ",
                                      "*a ",
                                      "!!int ",
                                      "---\n",
                                      "<<: ",
                                      "\t",
                                      "\r\n",
                                      "\xff",
                                      "\xef\xbb\xbf",
                                      "? ",
                                      "- ",
                                      "'",
                                      "\"\\0\"",
                                      "{sites: [[1, 2, 3, 4]]}",
                                      "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
                                      "|\n",
                                      "%YAML 9\n",
                                      "ground",
                                      "#",
                                      "[[[[[[[[",
                                      "}}}}",
                                      ": ",
                                      "\xc2\x85"};
  const char              *word    = words[random_below(sizeof words / sizeof words[0])];
  text_replace(text, random_below(text->length + 1), random_below(12), word, strlen(word));
}

/* Exchanges two lines, the damage most likely to leave valid YAML. */
static void damage_line(Text *text)
{
  size_t from = random_below(text->length), end;
  char   line[200];
  while (from > 0 && text->bytes[from - 1] != '\n') from--;
  for (end = from; end < text->length && text->bytes[end] != '\n';) end++;
  if (end < text->length) end++;
  if (end - from > sizeof line) return;
  size_t length = end - from;
  memcpy(line, text->bytes + from, length);
  if (random_below(2)) text_replace(text, from, length, "", 0);
  size_t to = random_below(text->length + 1);
  while (to > 0 && text->bytes[to - 1] != '\n') to--;
  text_replace(text, to, 0, line, length);
}

static void text_damage(Text *text)
{
  static void (*const damages[])(Text *) = {damage_flip,   damage_delete, damage_duplicate, damage_splice,
                                            damage_number, damage_number, damage_word,      damage_line};
  size_t count                           = 1 + random_below(DAMAGES_MOST);
  for (size_t i = 0; i < count; i++) damages[random_below(sizeof damages / sizeof damages[0])](text);
}

/* --- the test */

static void text_save(const Text *text)
{
  FILE *stream = fopen(file, "wb");
  TEST_ASSERT_NOT_NULL(stream);
  fwrite(text->bytes, 1, text->length, stream);
  fclose(stream);
}

static void check_accepted(const Problem *problem)
{
  Problem   again;
  FaultList faults;
  FILE     *stream = fopen(copy, "w");

  TEST_ASSERT_NOT_NULL(stream);
  problem_write(problem, stream);
  fclose(stream);
  fault_init(&faults, copy);
  bool good = problem_read(copy, 0, NULL, &test_words, &again, &faults);
  TEST_ASSERT_TRUE_MESSAGE(good, faults.kept ? faults.text[0] : "refused without a word");
  TEST_ASSERT_TRUE(problem_same(problem, &again));
  problem_clear(&again);
  fault_clear(&faults);
}

/* True: the damaged file was accepted. */
static bool input_check(void)
{
  static Text text;
  Problem     problem;
  FaultList   faults;

  text = seeds[random_below((size_t)nseeds)];
  text_damage(&text);
  text_save(&text);
  fault_init(&faults, file);
  bool good = problem_read(file, 0, NULL, &test_words, &problem, &faults);
  if (good) check_accepted(&problem);
  TEST_ASSERT_EQUAL(good, faults.count == 0);
  for (int i = 0; i < faults.kept; i++) TEST_ASSERT_GREATER_THAN(strlen(file) + 2, strlen(faults.text[i]));
  TEST_ASSERT_TRUE(good || faults.kept > 0);
  problem_clear(&problem);
  fault_clear(&faults);
  return good;
}

static void test_damaged_files(void)
{
  int accepted = 0;
  for (int i = 0; i < INPUTS; i++) accepted += input_check();
  printf("%d of %d accepted\n", accepted, INPUTS);
  TEST_ASSERT_GREATER_THAN(INPUTS / 100, accepted); /* else the damages are too coarse to test anything */
  TEST_ASSERT_LESS_THAN(INPUTS / 2, accepted);
}

/* Assignments of the command line, damaged in the same way. */
static void test_damaged_assignments(void)
{
  static const char *const good[] = {"time.step=0.1",
                                     "bodies.box.velocity=[1, 0, 0]",
                                     "bodies[0].mass=3",
                                     "reference=",
                                     "method={degree: 2, gauss: 3}",
                                     "bodies.0.shape.cuboid[1]=2",
                                     "boundary={end: {box: {position: [1, 0, 0]}}}",
                                     "solver.guess={file: x}"};
  static Text              text;
  for (int i = 0; i < INPUTS; i++) {
    const char *seed = good[random_below(sizeof good / sizeof good[0])];
    memcpy(text.bytes, seed, text.length = strlen(seed));
    text_damage(&text);
    if (text.length == TEXT_MOST) text.length--;
    text.bytes[text.length] = '\0';
    const char *const set[] = {text.bytes};
    Problem           problem;
    FaultList         faults;
    fault_init(&faults, "problems/spinning_box.yaml");
    bool accepted = problem_read("problems/spinning_box.yaml", 1, set, &test_words, &problem, &faults);
    TEST_ASSERT_TRUE(accepted || faults.kept > 0);
    if (accepted) check_accepted(&problem);
    problem_clear(&problem);
    fault_clear(&faults);
  }
}

static void seeds_load(const char *pattern)
{
  glob_t found;
  if (glob(pattern, 0, NULL, &found)) return;
  for (size_t i = 0; i < found.gl_pathc && nseeds < FILES_MOST; i++) {
    FILE *stream = fopen(found.gl_pathv[i], "rb");
    if (!stream) continue;
    seeds[nseeds].length = fread(seeds[nseeds].bytes, 1, TEXT_MOST / 2, stream);
    fclose(stream);
    nseeds++;
  }
  globfree(&found);
}

/* Boundary values, with a guess from files: no such case is in the catalogue. */
static void seed_add(const char *format)
{
  Text *seed   = &seeds[nseeds++];
  seed->length = (size_t)snprintf(seed->bytes, sizeof seed->bytes, format, run);
}

static const char boundary_text[] = "name: turn_over\ntime:\n  end: 1\n  elements: 8\n"
                                    "method:\n  scheme: BG\n  degree: 2\n  window: all\n  multipliers: continuous\n"
                                    "solver:\n  scaling: none\n  guess: geodesic\n  turns: -1\n"
                                    "bodies:\n  - {name: box, mass: 3, shape: {cuboid: [5, 2, 1]}}\n"
                                    "  - {name: dot, mass: 1, formulation: particle}\n"
                                    "  - name: top\n    mass: 1\n    inertia: [1, 1, 2]\n    translation: fixed\n"
                                    "boundary:\n  start:\n    box: {orientation: [1, 0, 0, 0], position: [1, 2, 3]}\n"
                                    "    dot: {position: [0, 0, 0]}\n    top:\n      angular_velocity: [0, 0, 1]\n"
                                    "  end:\n    box: {orientation: [0.6, 0.8, 0, 0], velocity: [0, 0, 1]}\n"
                                    "    dot: {velocity: [0, 1, 0]}\n    top: {orientation: [0, 1, 0, 0]}\n";

static const char guess_text[] = "time: {end: 1, step: 0.1}\nmethod: {window: all}\n"
                                 "solver:\n  guess: file\n  guess_file: %s\n"
                                 "bodies:\n  - {name: box, mass: 3, shape: {cuboid: [5, 2, 1]}}\n";

static const char guess_short_text[] = "time: {end: 1, step: 0.1}\nsolver: {guess: {file: %s}}\n"
                                       "bodies:\n  - {name: box, mass: 3, shape: {cuboid: [5, 2, 1]}}\n";

static const char table_text[] = "t,box.x,box.q0\n0,1,-2.5e-3\n0.25,0.5,1e+300\n1,0.10000000000000001,7\n";

/* The CSV files of an earlier run, damaged in the same way. */
static void test_damaged_tables(void)
{
  static Text text;
  Problem     problem;
  char        error[CSV_ERROR_LEN];
  int         accepted = 0;

  for (int i = 0; i < INPUTS; i++) {
    memcpy(text.bytes, table_text, text.length = sizeof table_text - 1);
    text_damage(&text);
    text_save(&text);
    problem_init(&problem);
    error[0]  = '\0';
    bool good = csv_read(file, 2, &problem.guess_state, error);
    TEST_ASSERT_EQUAL(good, error[0] == '\0');
    for (int n = 0; good && n < problem.guess_state.rows * problem.guess_state.columns; n++)
      TEST_ASSERT_TRUE(isfinite(problem.guess_state.values[n]));
    accepted += good;
    problem_clear(&problem);
  }
  printf("%d of %d accepted\n", accepted, INPUTS);
  TEST_ASSERT_GREATER_THAN(INPUTS / 100, accepted);
}

static bool run_make(void)
{
  static const char *const names[] = {"state.csv", "multipliers.csv"};
  for (int i = 0; i < 2; i++) {
    snprintf(tables[i], sizeof tables[i], "%s/%s", run, names[i]);
    FILE *stream = fopen(tables[i], "w");
    if (!stream) return false;
    fputs(table_text, stream);
    fclose(stream);
  }
  return true;
}

int main(void)
{
  int first = mkstemp(file), second = mkstemp(copy);
  if (first < 0 || second < 0) return 1;
  close(first);
  close(second);
  if (!mkdtemp(run) || !run_make()) return 1;
  seeds_load("problems/*.yaml");
  if (nseeds == 0 || nseeds + 3 > FILES_MOST) return 1;
  seed_add(boundary_text);
  seed_add(guess_text);
  seed_add(guess_short_text);
  UNITY_BEGIN();
  RUN_TEST(test_damaged_files);
  RUN_TEST(test_damaged_assignments);
  RUN_TEST(test_damaged_tables);
  remove(file);
  remove(copy);
  for (int i = 0; i < 2; i++) remove(tables[i]);
  remove(run);
  return UNITY_END();
}
