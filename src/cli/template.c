/* The texts of the templates; tests/runs/init.sh checks and runs each of them. */
#include "cli/template.h"

#include <stddef.h>

#define METHOD "method:  {scheme: mG, degree: 2}        # finite elements in time; rigel list schemes\n"

static const char pendulum[] =
  "title: a rod that swings about a pin\n"
  "\n"
  "time:    {end: 5, step: 0.02}             # from 0 to 5 in elements of 0.02\n" METHOD "gravity: [0, 0, -9.81]\n"
  "\n"
  "bodies:\n"
  "  - name: rod\n"
  "    shape: {cuboid: [0.1, 2, 0.1]}        # edges along the body's axes; or inertia: [J1, J2, J3]\n"
  "    mass: 3\n"
  "    position: [0, 1, 0]                   # of the centre of mass at the start\n"
  "\n"
  "joints:\n"
  "  - {name: pin, type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [1, 0, 0]}\n";

static const char top[] =
  "title: a heavy top on a spherical joint\n"
  "\n"
  "time:    {end: 1, step: 0.005}\n" METHOD "gravity: [0, 0, -9.81]\n"
  "\n"
  "bodies:\n"
  "  - name: top\n"
  "    inertia: [0.234375, 0.46875, 0.234375] # about the centre of mass, principal axes\n"
  "    mass: 15\n"
  "    position: [0, 1, 0]\n"
  "    velocity: [4.61538, 0, 0]             # angular velocity x (0, 1, 0): the pivot is at rest\n"
  "    angular_velocity: [0, 50, -4.61538]   # in body axes\n"
  "\n"
  "joints:\n"
  "  - {name: pivot, type: spherical, bodies: [ground, top], at: [0, 0, 0]}\n";

static const char mechanism[] =
  "title: a planar slider-crank with a spring and a driven crank\n"
  "\n"
  "time:      {end: 2, step: 0.01}\n"
  "method:    {scheme: mG, degree: 2}      # finite elements in time; rigel list schemes\n"
  "gravity:   [0, -9.81, 0]\n"
  "redundant: drop                         # a planar loop in space: Rigel drops dependent rows of the joints\n"
  "initial:   assemble                     # velocities follow from the motion of the crank\n"
  "\n"
  "bodies:\n"
  "  - {name: crank, mass: 2, inertia: [0.01, 0.2, 0.2], position: [0.5, 0, 0]}\n"
  "  - {name: rod, mass: 1, inertia: [0.01, 0.4, 0.4], position: [2, 0, 0]}\n"
  "  - {name: slider, mass: 3, inertia: [0.1, 0.1, 0.1], position: [3, 0, 0]}\n"
  "\n"
  "joints:                                 # points and axes in space at the start\n"
  "  - {name: bearing, type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}\n"
  "  - {name: pin, type: revolute, bodies: [crank, rod], at: [1, 0, 0], axis: [0, 0, 1]}\n"
  "  - {name: wrist, type: revolute, bodies: [rod, slider], at: [3, 0, 0], axis: [0, 0, 1]}\n"
  "  - {name: guide, type: prismatic, bodies: [ground, slider], at: [3, 0, 0], axis: [1, 0, 0]}\n"
  "\n"
  "loads:\n"
  "  - {name: buffer, type: spring, bodies: [ground, slider], at: [[4, 0, 0], [0, 0, 0]], stiffness: 20, length: 1}\n"
  "\n"
  "motion:                                 # reactions.csv has the torque of this drive\n"
  "  - {name: drive, type: angle, joint: bearing, value: {polynomial: [0, 6]}}\n";

static const char control[] = "title: a body turned from rest to rest with the least effort\n"
                              "\n"
                              "time:   {end: 5, elements: 20}\n"
                              "method: {scheme: mG, degree: 3, window: all}   # all elements are solved at once\n"
                              "\n"
                              "bodies:\n"
                              "  - {name: body, inertia: [6, 8, 3], mass: 1, translation: fixed}\n"
                              "\n"
                              "boundary:                               # prescribed at both ends\n"
                              "  start: {body: {orientation: [1, 0, 0, 0], angular_velocity: [0, 0, 0]}}\n"
                              "  end:   {body: {orientation: [0.5, 0.5, 0.5, 0.5], angular_velocity: [0, 0, 0]}}\n"
                              "\n"
                              "controls:                               # loads whose size the objective decides\n"
                              "  - {name: u, type: torque, body: body, frame: body}\n"
                              "objective:\n"
                              "  - effort: {controls: [u], weight: 1}  # 1/2 int u.u dt\n";

static const char boundary[] =
  "title: a free box between two given orientations\n"
  "\n"
  "time:   {end: 1, step: 0.05}\n"
  "method: {scheme: mG, degree: 2, window: all}   # all elements are solved at once\n"
  "solver: {guess: stepping}               # Newton's method starts from a run with the start values below\n"
  "\n"
  "bodies:\n"
  "  - name: box\n"
  "    shape: {cuboid: [5, 2, 1]}\n"
  "    mass: 12\n"
  "    angular_velocity: [0, 5, 1]         # of the first guess only\n"
  "\n"
  "boundary:                               # what is named is prescribed, everything else is found\n"
  "  start: {box: {position: [0, 0, 0], orientation: [1, 0, 0, 0]}}\n"
  "  end:   {box: {position: [0, 0, 0], orientation: [-0.5143431909822589, 0.5687816197083293, 0.2358377974781140, 0.5969246889288708]}}\n";

static const char study[] = "title: errors of three degrees on a spinning box\n"
                            "\n"
                            "time:   {end: 1, step: 0.05}\n"
                            "method: {scheme: mG, degree: 2}\n"
                            "\n"
                            "bodies:\n"
                            "  - {name: box, shape: {cuboid: [5, 2, 1]}, mass: 12, angular_velocity: [0, 5, 1]}\n"
                            "\n"
                            "study:                                  # rigel study FILE; rigel run FILE ignores it\n"
                            "  measure: convergence\n"
                            "  reference: self                       # a finer mesh with a higher degree\n"
                            "  sweep:\n"
                            "    method.degree: [1, 2, 3]\n"
                            "    time.step: [0.1, 0.05, 0.025]\n";

static const char hamiltonian[] = "title: a planet about the sun, as a Hamiltonian system with its own coordinates\n"
                                  "\n"
                                  "time:   {end: 20, step: 0.1}\n"
                                  "method: {scheme: mG, degree: 2}\n"
                                  "\n"
                                  "hamiltonian: {system: kepler, eccentricity: 0.3}   # rigel list hamiltonian\n";

const Template templates[] = {
  {"pendulum", "a rod on a pin under gravity: body, joint", pendulum},
  {"top", "a heavy top: spherical joint, start velocities", top},
  {"mechanism", "a driven slider-crank: loop of joints, spring, prescribed motion", mechanism},
  {"control", "optimal control from rest to rest: boundary values, control, objective", control},
  {"boundary", "two-point boundary values: one global solve", boundary},
  {"study", "a convergence study in the problem file", study},
  {"hamiltonian", "a Hamiltonian system instead of bodies", hamiltonian},
  {NULL, NULL, NULL}};
