/* The time mesh: equal elements, a shortened last one, no accumulated times. */
#include "time/mesh.h"

#include "unity.h"

#include <math.h>

void setUp(void) {}
void tearDown(void) {}

static Mesh by_step(double start, double end, double step)
{
  const ProblemTime time = {.start = start, .end = end, .step = step, .elements = RIGEL_UNSET};
  Mesh              mesh;

  TEST_ASSERT_TRUE(mesh_create(&time, &mesh)); /* without corners nothing is allocated */
  TEST_ASSERT_EQUAL_INT(mesh.n, mesh_elements(&time));
  return mesh;
}

static Mesh by_elements(double start, double end, int elements)
{
  const ProblemTime time = {.start = start, .end = end, .step = NAN, .elements = elements};
  Mesh              mesh;

  TEST_ASSERT_TRUE(mesh_create(&time, &mesh));
  TEST_ASSERT_EQUAL_INT(mesh.n, mesh_elements(&time));
  return mesh;
}

/* steps add up to the span, times ascend and end where the run ends */
static void check_mesh(const Mesh *mesh)
{
  double sum = 0.0;

  TEST_ASSERT_TRUE(mesh_time(mesh, 0) == mesh->start && mesh_time(mesh, mesh->n) == mesh->end);
  for (int n = 0; n < mesh->n; n++) {
    const double h = mesh_step(mesh, n);
    sum += h;
    TEST_ASSERT_TRUE(h > 0.0 && h <= mesh->h * (1.0 + 1e-9));
    TEST_ASSERT_TRUE(mesh_time(mesh, n) < mesh_time(mesh, n + 1));
    TEST_ASSERT_DOUBLE_WITHIN(2e-9 * mesh->h, mesh_time(mesh, n + 1) - mesh_time(mesh, n), h);
  }
  TEST_ASSERT_DOUBLE_WITHIN(2e-9 * mesh->h, mesh->end - mesh->start, sum);
}

static void test_step_that_divides(void)
{
  /* 0.1 and 0.01 are not binary numbers: the quotients miss whole numbers by rounding */
  static const struct {
    double end, step;
    int    n;
  } cases[] = {{5, 0.05, 100}, {1, 0.1, 10}, {0.3, 0.1, 3}, {0.7, 0.1, 7}, {2, 0.002, 1000}, {1, 1e-6, 1000000}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const Mesh mesh = by_step(0, cases[i].end, cases[i].step);
    TEST_ASSERT_EQUAL_INT(cases[i].n, mesh.n);
    TEST_ASSERT_TRUE(mesh.last == mesh.h && mesh.h == cases[i].step);
    if (mesh.n <= 1000) check_mesh(&mesh);
  }
}

static void test_step_that_does_not_divide(void)
{
  const Mesh mesh = by_step(0, 1, 0.3);

  TEST_ASSERT_EQUAL_INT(4, mesh.n);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.1, mesh.last);
  TEST_ASSERT_TRUE(mesh_step(&mesh, 2) == 0.3 && mesh_step(&mesh, 3) == mesh.last);
  check_mesh(&mesh);
}

/* what is left over below 1e-9 of a step is rounding, above it is an element */
static void test_sliver(void)
{
  const Mesh without = by_step(0, 1.0 + 1e-11, 0.1), with = by_step(0, 1.0 + 1e-6, 0.1);

  TEST_ASSERT_EQUAL_INT(10, without.n);
  TEST_ASSERT_TRUE(without.last == without.h);
  check_mesh(&without);
  TEST_ASSERT_EQUAL_INT(11, with.n);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1e-6, with.last);
  check_mesh(&with);
}

static void test_step_longer_than_the_run(void)
{
  const Mesh mesh = by_step(2, 2.5, 10);

  TEST_ASSERT_EQUAL_INT(1, mesh.n);
  TEST_ASSERT_TRUE(mesh_step(&mesh, 0) == 0.5);
  check_mesh(&mesh);
}

static void test_elements(void)
{
  for (int n = 1; n < 200; n++) {
    const Mesh mesh = by_elements(-1.5, 0.7, n);
    TEST_ASSERT_EQUAL_INT(n, mesh.n);
    TEST_ASSERT_TRUE(mesh.last == mesh.h);
    TEST_ASSERT_EQUAL_DOUBLE(2.2 / n, mesh.h);
    check_mesh(&mesh);
  }
}

/* t_n = t_0 + n h to the last bit; a running sum of 0.1 is off by 1e-4 steps after 1e7 of them */
static void test_times_are_not_accumulated(void)
{
  const Mesh mesh = by_step(0, 1e6, 0.1);

  TEST_ASSERT_EQUAL_INT(10000000, mesh.n);
  for (int n = 1; n < mesh.n; n += 9973) TEST_ASSERT_TRUE(mesh_time(&mesh, n) == n * 0.1);
  TEST_ASSERT_TRUE(mesh_time(&mesh, mesh.n) == 1e6);
}

/* far from zero: the grid of representable times is 1.2e-7 wide there, and still every step is a step */
static void test_late_start(void)
{
  const Mesh mesh = by_step(1e9, 1e9 + 1.0, 0.25);

  TEST_ASSERT_EQUAL_INT(4, mesh.n);
  check_mesh(&mesh);
}

/* corners are element ends; between them elements are equal and no longer than the step */
static void test_corners(void)
{
  double            corners[] = {0.5, 0.52, 0.7}; /* the rest, 0.35, ends with a shorter element */
  const ProblemTime time      = {.end = 1.05, .step = 0.1, .elements = RIGEL_UNSET, .ncorners = 3, .corners = corners};
  Mesh              mesh;

  TEST_ASSERT_TRUE(mesh_create(&time, &mesh));
  TEST_ASSERT_EQUAL_INT(mesh.n, mesh_elements(&time));
  TEST_ASSERT_EQUAL_INT(5 + 1 + 2 + 4, mesh.n);
  TEST_ASSERT_TRUE(mesh_time(&mesh, 5) == 0.5 && mesh_time(&mesh, 6) == 0.52 && mesh_time(&mesh, 8) == 0.7);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.09, mesh_step(&mesh, 6));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.05, mesh.last);
  TEST_ASSERT_TRUE(mesh_step(&mesh, 8) == 0.1);
  check_mesh(&mesh);
  mesh_destroy(&mesh);
}

/* lookups by bisection find what a walk over the corners finds, in any order; a stretched mesh has the same elements */
static void test_many_corners(void)
{
  double            corners[50];
  const ProblemTime time = {
    .start = -1.0, .end = 6.05, .step = 0.07, .elements = RIGEL_UNSET, .ncorners = 50, .corners = corners};
  Mesh mesh;
  int  first[52] = {0};

  for (int c = 0; c < 50; c++) corners[c] = 0.11 * (c + 1);
  for (int c = 0; c <= 50; c++) {
    const double from = c == 0 ? time.start : corners[c - 1], to = c == 50 ? time.end : corners[c];
    first[c + 1] = first[c] + (int)ceil((to - from) / 0.07 - 1e-9);
  }
  TEST_ASSERT_TRUE(mesh_create(&time, &mesh));
  const Mesh half = mesh_stretch(&mesh, 0.5);
  TEST_ASSERT_EQUAL_INT(first[51], mesh.n);
  for (int i = 0, n = 0; i < 3 * mesh.n; i++, n = (n + 37) % mesh.n) {
    int c = 0;
    while (n >= first[c + 1]) c++;
    const double from = c == 0 ? time.start : corners[c - 1];
    const double h    = c == 50 ? 0.07 : (corners[c] - from) / (first[c + 1] - first[c]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, from + (n - first[c]) * h, mesh_time(&mesh, n));
    TEST_ASSERT_TRUE(mesh_step(&mesh, n) == (n == mesh.n - 1 ? mesh.last : h));
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, -1.0 + 0.5 * (mesh_time(&mesh, n) + 1.0), mesh_time(&half, n));
    TEST_ASSERT_TRUE(mesh_step(&half, n) == 0.5 * mesh_step(&mesh, n));
  }
  check_mesh(&mesh);
  check_mesh(&half);
  mesh_destroy(&mesh);
}

/* ranks own contiguous ranges that cover all elements and differ by one at most */
static void test_shares(void)
{
  for (int n = 1; n < 40; n++)
    for (int ranks = 1; ranks <= n; ranks++) {
      TEST_ASSERT_EQUAL_INT(0, mesh_share(n, 0, ranks));
      TEST_ASSERT_EQUAL_INT(n, mesh_share(n, ranks, ranks));
      for (int r = 0; r < ranks; r++) {
        const int own = mesh_share(n, r + 1, ranks) - mesh_share(n, r, ranks);
        TEST_ASSERT_TRUE(own == n / ranks || own == n / ranks + 1);
      }
    }
}

/* parts with smaller steps: equal elements between their ends, the step elsewhere; the last part goes on with its own step */
static void test_parts(void)
{
  double            corners[] = {0.25, 0.5, 0.9};
  ProblemRefinement parts[]   = {{0.25, 0.5, 0.03}, {0.9, 3.0, 0.04}, {0.3, 0.4, 7.0}};
  ProblemTime       time      = {.end          = 1.0,
                                 .step         = 0.1,
                                 .elements     = RIGEL_UNSET,
                                 .nrefinements = 3,
                                 .refinements  = parts,
                                 .ncorners     = 3,
                                 .corners      = corners};
  Mesh              mesh;

  TEST_ASSERT_TRUE(mesh_create(&time, &mesh));
  TEST_ASSERT_EQUAL_INT(3 + 9 + 4 + 3, mesh.n);
  TEST_ASSERT_TRUE(mesh_time(&mesh, 3) == 0.25 && mesh_time(&mesh, 12) == 0.5 && mesh_time(&mesh, 16) == 0.9);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.25 / 3, mesh_step(&mesh, 2));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.25 / 9, mesh_step(&mesh, 3));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.1, mesh_step(&mesh, 12));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.04, mesh_step(&mesh, 16));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.02, mesh.last);
  check_mesh(&mesh);
  mesh_destroy(&mesh);
  /* a part over the whole run */
  time.nrefinements = 1, parts[0] = (ProblemRefinement){-1.0, 2.0, 0.025}, time.ncorners = 0;
  TEST_ASSERT_TRUE(mesh_create(&time, &mesh));
  TEST_ASSERT_EQUAL_INT(40, mesh.n);
  TEST_ASSERT_TRUE(mesh_step(&mesh, 0) == 0.025 && mesh.last == 0.025);
  check_mesh(&mesh);
  mesh_destroy(&mesh);
}

/* an end that was moved takes from the next element what it gives to the one before; all others stay as they are */
static void test_moved_end(void)
{
  const double moved[] = {0.0, 0.0, 0.37, 0.0, 0.0};
  Mesh         mesh    = by_step(0.0, 1.0, 0.25);

  mesh.moved = moved;
  TEST_ASSERT_TRUE(mesh_time(&mesh, 1) == 0.25 && mesh_time(&mesh, 3) == 0.75 && mesh_step(&mesh, 3) == 0.25);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.5 + 0.37 * 0.25, mesh_time(&mesh, 2));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 1.37 * 0.25, mesh_step(&mesh, 1));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.63 * 0.25, mesh_step(&mesh, 2));
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_step_that_divides);
  RUN_TEST(test_step_that_does_not_divide);
  RUN_TEST(test_sliver);
  RUN_TEST(test_step_longer_than_the_run);
  RUN_TEST(test_elements);
  RUN_TEST(test_times_are_not_accumulated);
  RUN_TEST(test_late_start);
  RUN_TEST(test_corners);
  RUN_TEST(test_many_corners);
  RUN_TEST(test_shares);
  RUN_TEST(test_parts);
  RUN_TEST(test_moved_end);
  return UNITY_END();
}
