/* Reads an orientation: a quaternion, an axis and an angle, or three angles. */
#include "base/quat.h"
#include "input/record.h"
#include "input/value.h"

static const double unit_radians[] = {[UNIT_RADIANS] = 1.0, [UNIT_DEGREES] = M_PI / 180.0};

/* q = exp(angle a / |a|) for a rotation about one axis, exp(e_i angle_1) o exp(e_j angle_2) o exp(e_k angle_3) for three. */
static void orientation_quaternion(const Field *euler, const OrientationInput *input, double q[4])
{
  const double unit = unit_radians[input->unit];

  if (!input->euler) {
    double turn[3] = {0.0};
    vec_add(3, unit * input->angle / vec_norm(3, input->axis), input->axis, turn);
    quat_exp(turn, q);
    return;
  }
  const char *axes = euler->words[input->euler - 1];
  vec_copy(4, (const double[4]){1.0}, q);
  for (int i = 0; i < 3; i++) {
    double turn[3]      = {0.0}, one[4], product[4];
    turn[axes[i] - 'x'] = unit * input->angles[i];
    quat_exp(turn, one);
    quat_multiply(q, one, product);
    vec_copy(4, product, q);
  }
}

bool orientation_read(Reader *reader, const Field *field, Node *node, void *value)
{
  static const Field quaternion = {.expected = "4 numbers", .columns = 4};
  OrientationInput   input;
  double             q[4];

  if (node->kind == NODE_SEQUENCE) return vector_read(reader, &quaternion, node, value);
  if (node->kind != NODE_MAPPING) {
    if (node->kind != NODE_VOID) reader_expect(reader, R0216_VALUE_LIST, node, field->expected);
    return false;
  }
  field->table->init(&input);
  if (!record_read(reader, field->table, node, &input)) return false;
  orientation_quaternion(table_find(field->table, "euler"), &input, q);
  memcpy(value, q, sizeof q);
  return true;
}
