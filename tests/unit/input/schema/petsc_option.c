/* PETSc options that a file may set: names and values of the table pass, everything else is rejected and separated. */
#include "input/schema/petsc_option.h"

#include "unity.h"

#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static Notice why;

static void check_allowed(const char *options)
{
  TEST_ASSERT_TRUE_MESSAGE(petsc_options_allowed(options, &why), options);
}

static void check_rejected(const char *options, const char *says)
{
  TEST_ASSERT_FALSE_MESSAGE(petsc_options_allowed(options, &why), options);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(why.text, says), why.text);
}

static void test_allowed(void)
{
  check_allowed("");
  check_allowed("  ");
  check_allowed("-snes_rtol 1e-8");
  check_allowed(" -snes_rtol  -1e-8   -snes_max_it 7 ");
  check_allowed("-ts_type rk -ts_rk_type 5dp");
  check_allowed("-ts_theta_endpoint");
  check_allowed("-ts_theta_endpoint false -ksp_type gmres");
}

static void test_names(void)
{
  check_rejected("-snes_view", "found -snes_view, expected an option that a file may set");
  check_rejected("-snes_rtol 1 -python", "found -python, ");
  check_rejected("--snes_rtol 1", "found --snes_rtol, ");
  check_rejected("-snes_rtol_x 1", "found -snes_rtol_x, ");
  check_rejected("-snes_rto 1", "found -snes_rto, ");
  check_rejected("-SNES_RTOL 1", "found -SNES_RTOL, ");
  check_rejected("-mat_mumps_icntl_1 6", "found -mat_mumps_icntl_1, "); /* the unit to which MUMPS writes */
  check_rejected("snes_rtol 1", "found snes_rtol, ");
}

static void test_values(void)
{
  char text[400] = "-ts_theta_endpoint ";

  check_rejected("-snes_rtol", "found -snes_rtol without a value, expected a number");
  check_rejected("-snes_rtol x", "found -snes_rtol x, expected a number");
  check_rejected("-snes_rtol 0x10", "expected a number");
  check_rejected("-snes_rtol nan", "expected a number");
  check_rejected("-snes_max_it 1.5", "found -snes_max_it 1.5, expected an integer");
  check_rejected("-snes_max_it 99999999999", "expected an integer");
  check_rejected("-ksp_type python", "expected one of preonly");
  check_rejected("-pc_type shell", "expected one of none");
  check_rejected("-ts_theta_endpoint maybe", "expected true or false");
  check_rejected("-snes_rtol 1e-8;id", "expected a number");
  memset(text + strlen(text), 'x', 300); /* longer than any value: not cut to one that fits */
  check_rejected(text, "expected true or false");
}

static void test_split(void)
{
  char allowed[200], others[200];

  petsc_options_split("-snes_monitor ascii:x -snes_rtol 1e-8  -log_view -ksp_type python -snes_max_it 3", allowed,
                      others);
  TEST_ASSERT_EQUAL_STRING("-snes_rtol 1e-8 -snes_max_it 3", allowed);
  TEST_ASSERT_EQUAL_STRING("-snes_monitor ascii:x -log_view -ksp_type python", others);
  check_allowed(allowed);
  petsc_options_split("", allowed, others);
  TEST_ASSERT_EQUAL_STRING("", allowed);
  TEST_ASSERT_EQUAL_STRING("", others);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_allowed);
  RUN_TEST(test_names);
  RUN_TEST(test_values);
  RUN_TEST(test_split);
  return UNITY_END();
}
