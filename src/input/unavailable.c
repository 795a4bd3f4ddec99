/* The table of words that problem files of other programs use, each with the feature that Rigel offers instead. */
#include "input/unavailable.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { WORDS_MOST = 6 };

static const struct {
  const char *words[WORDS_MOST];
  const char *name; /* of the feature that is not available */
  const char *instead;
} entries[] = {
  {{"friction", "stiction"},
   "friction",
   "loads of type spring, torsion and bushing have damping proportional to rates"},
  {{"contact", "collision", "collide", "impact", "restitution"},
   "contact",
   "loads of type lennard_jones, morse or coulomb repel smoothly"},
  {{"unilateral", "stopper", "end_stop", "limit", "clearance", "backlash"},
   "a limit",
   "springs act on both sides; controls have lower and upper bounds, and solver.max_iterations limits Newton's method"},
  {{"gear", "rack", "worm", "belt", "chain_drive"},
   "a gear or belt",
   "motions prescribe angles of joints, and a winch couples a displacement with the length of a rope"},
  {{"cam", "follower", "screw", "helical"},
   "a cam or screw joint",
   "`rigel list` names the joints; motions prescribe their coordinates as functions of time"},
  {{"wheel", "tire", "tyre", "rolling", "nonholonomic"},
   "rolling",
   "joints constrain positions only; point_in_plane keeps a point in a plane"},
  {{"flexible", "elastic", "modal", "deformable"},
   "a flexible body",
   "bodies are rigid; springs and bushings between them model elasticity"},
  {{"beam", "cable", "shell", "plate", "fem"},
   "a finite element in space",
   "chains of rigid bodies with bushings or torsion springs approximate beams and cables"},
  {{"mesh", "stl", "geometry"},
   "a mesh that gives mass and inertia",
   "shapes are cuboid, cylinder, cone, sphere and sites, inertia gives any other body, and visual.shape.mesh draws it from a file; "
   "time.elements divides the time"},
  {{"actuator", "motor", "servo_motor"},
   "an actuator of its own",
   "motion prescribes a joint's coordinate, loads of type torque act on bodies, and controls are found by an objective"},
  {{"controller", "pid", "feedback", "sensor"},
   "feedback control",
   "controls are functions of time that an objective decides; C and Python callers may define loads by functions of the state"},
  {{"fluid", "drag", "aerodynamic", "buoyancy"},
   "a force of a fluid",
   "loads of type force and torque are functions of time; C and Python callers may define loads by functions of the state"},
  {{"thermal", "temperature"}, "heat", "Rigel computes motions and forces"},
  {{"euler_angles", "euler", "rpy", "roll_pitch_yaw"},
   "a key of its own for angles",
   "orientation accepts {euler: xyz, angles: [a, b, c]}, {axis: [x, y, z], angle: a} and a unit quaternion"},
  {{"degrees", "deg"}, "an angle in degrees", "angles are in rad, except in an orientation with unit: degrees"},
};

/* Whether a word of a table is a part of `word` between underscores, in any case, also in the plural. */
static bool word_contains(const char *word, const char *part)
{
  const size_t length = strlen(part);

  for (const char *c = word; *c; c++) {
    if (c != word && c[-1] != '_' && c[-1] != '-') continue;
    if (strncasecmp(c, part, length) != 0) continue;
    const char *end = c + length + (c[length] == 's');
    if (!*end || *end == '_' || *end == '-') return true;
  }
  return false;
}

/* Whether a valid word differs by one letter: a slip of the pen. */
static bool word_is_near(const char *word, const char *const valid[])
{
  const char *nearest = word_nearest(word, valid);

  return nearest && word_distance(word, nearest) <= 1;
}

bool unavailable_explain(const char *word, const char *const valid[], char out[LIST_LEN])
{
  if (word_is_near(word, valid)) return false;
  for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
    for (int k = 0; k < WORDS_MOST && entries[i].words[k]; k++) {
      if (!word_contains(word, entries[i].words[k])) continue;
      snprintf(out, LIST_LEN, "%s is not available in Rigel: %s", entries[i].name, entries[i].instead);
      return true;
    }
  return false;
}
