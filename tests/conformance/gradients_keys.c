/* Gradients in every key of the problem file that holds real numbers: the tables of keys are walked, and one that no problem below covers
 * fails. */
#include "gradient_check.h"
#include "input/schema/schema.h"
#include "unity.h"

#include <string.h>

void setUp(void) {}
void tearDown(void) {}

/* --- problems, and the numbers of each that are tried */

typedef struct {
  const char *text;
  const char *functional; /* NULL: squares of all states */
  const char *parameters[40];
} Case;

static const Case cases[] = {
  {"time: {start: 0.1, end: 0.3, elements: 4}\n"
   "method: {scheme: mG, degree: 2}\n"
   "solver: {tolerance: 1.0e-14}\n"
   "gravity: [0.3, -0.2, -9.81]\n"
   "bodies:\n"
   "  - {name: rod, mass: 2, inertia: [0.4, 0.5, 0.2], position: [0.5, 0.1, 0], angular_velocity: [0.3, 1, -0.5],\n"
   "     velocity: [0.2, 0, 0]}\n"
   "  - {name: bar, formulation: director, mass: 1.5, shape: {cuboid: [1, 0.2, 0.3]}, position: [1.4, 0.1, 0.2],\n"
   "     velocity: [0.1, 0, 0]}\n"
   "joints:\n"
   "  - {name: pivot, type: spherical, bodies: [ground, rod], at: [0, 0, 0]}\n"
   "  - {name: hinge, type: revolute, bodies: [rod, bar], at: [1, 0.1, 0.1], axis: [0, 1, 0.2]}\n"
   "loads:\n"
   "  - {name: s, type: spring, bodies: [ground, bar], at: [[2, 1, 0], [0.3, 0, 0.1]], stiffness: 30, damping: 2, length: 0.5}\n"
   "  - {name: t, type: force, body: bar, at: [0.4, 0, 0], value: [1, 2, 3], scale: {table: [[0, 0], [0.17, 2], [0.4, 1]]}}\n"
   "  - {name: w, type: torque, body: rod, value: [5, 0, 2], frame: body,\n"
   "     scale: {sine: {amplitude: 2, omega: 5, phase: 0.3, offset: 0.4}}}\n"
   "  - {name: r, type: force, body: rod, value: [9, 0, 2], scale: {ramp: {start: 0.13, end: 0.22, from: 0.5, to: 2}}}\n"
   "  - {name: j, type: force, body: rod, value: [0, 9, 2], scale: {step: {at: 0.18, from: 0.5, to: 2}}}\n"
   "  - {name: m, type: force, body: rod, value: [0, 2, 9], scale: {smooth: {start: 0.14, end: 0.26, from: 0.5, to: 3}}}\n"
   "  - {name: p, type: force, body: rod, value: [5, 3, 0], scale: {polynomial: [1, 2, 3]}}\n"
   "  - {name: c, type: torque, body: bar, value: [0, 3, 0], scale: {cubic: [[0, 1], [0.15, 2], [0.35, 0]]}}\n"
   "initial: project\n",
   NULL,
   {"time.start",
    "time.end",
    "gravity[1]",
    "bodies.rod.mass",
    "bodies.rod.inertia[1]",
    "bodies.bar.shape.cuboid[2]",
    "bodies.rod.position[0]",
    "bodies.rod.velocity[0]",
    "bodies.rod.angular_velocity[2]",
    "joints.hinge.at[0]",
    "joints.hinge.axis[2]",
    "loads.s.stiffness",
    "loads.s.damping",
    "loads.s.length",
    "loads.s.at[1][0]",
    "loads.t.value[2]",
    "loads.t.at[0]",
    "loads.t.scale.table[1][0]",
    "loads.t.scale.table[1][1]",
    "loads.w.value[0]",
    "loads.w.scale.sine.amplitude",
    "loads.w.scale.sine.omega",
    "loads.w.scale.sine.phase",
    "loads.w.scale.sine.offset",
    "loads.r.scale.ramp.start",
    "loads.r.scale.ramp.end",
    "loads.r.scale.ramp.from",
    "loads.r.scale.ramp.to",
    "loads.j.scale.step.at",
    "loads.j.scale.step.from",
    "loads.j.scale.step.to",
    "loads.m.scale.smooth.start",
    "loads.m.scale.smooth.end",
    "loads.m.scale.smooth.from",
    "loads.m.scale.smooth.to",
    "loads.p.scale.polynomial[1]",
    "loads.c.scale.cubic[1][0]",
    "loads.c.scale.cubic[1][1]"}},

  {"time: {end: 0.16, step: 0.05}\n"
   "solver: {tolerance: 1.0e-14}\n"
   "gravity: [0, 0, -3]\n"
   "bodies:\n"
   "  - {name: a, density: 3, shape: {cylinder: {radius: 0.4, height: 0.9}}, orientation: [0.8, 0, 0.6, 0], angular_velocity: [1, 2, 3]}\n"
   "  - {name: b, mass: 1.5, inertia: [[0.4, 0.01, 0], [0.01, 0.5, 0.02], [0, 0.02, 0.3]], position: [2, 0.1, 0],\n"
   "     velocity: [0, 1, 0], angular_velocity_spatial: [2, 1, -1]}\n"
   "  - {name: c, mass: 2, inertia: [0.4, 0.3, 0.2], translation: fixed, center_of_mass: [0.1, 0.2, 0], position: [0, 3, 0],\n"
   "     angular_velocity: [0, 0, 2]}\n"
   "  - {name: d, density: 2, shape: {cone: {radius: 0.5, height: 0.8}}, position: [3, 3, 0],\n"
   "     orientation: {axis: [0, 1, 2], angle: 30, unit: degrees}, angular_velocity: [1, 0, 2]}\n"
   "  - {name: e, density: 2, shape: {sphere: {radius: 0.4}}, position: [3, 0, 2],\n"
   "     orientation: {euler: zxz, angles: [0.2, 0.4, -0.3]}, angular_velocity: [1, 1, 2]}\n"
   "  - {name: f, shape: {sites: [[1, 0.3, 0, 0], [2, -0.2, 0.3, 0], [1.5, 0, -0.4, 0.1], [1, 0, 0, 0.5]]}, position: [0, 0, 3],\n"
   "     angular_velocity: [2, 1, 0]}\n"
   "joints:\n"
   "  - {name: rod, type: distance, bodies: [a, b], at_body: [[0.1, 0, 0], [0, 0.2, 0]], length: 2}\n"
   "  - {name: bar, type: distance, bodies: [d, e], at: [3, 2.5, 0.2], at2: [3, 0.3, 2]}\n"
   "loads:\n"
   "  - {name: bush, type: bushing, bodies: [a, b], at: [[0.2, 0, 0], [-0.3, 0, 0.1]], stiffness: [1, 2, 3, 4, 5, 6], damping: 0.3}\n"
   "  - {name: mo, type: morse, bodies: [a, c], depth: 2, width: 1.3, length: 1}\n"
   "  - {name: q, type: coulomb, bodies: [b, c], strength: 4}\n"
   "  - {name: h, type: harmonic, bodies: [ground, b], stiffness: 7, length: 0.3}\n"
   "  - {name: lj, type: lennard_jones, bodies: [f, a], epsilon: 5, sigma: 2}\n"
   "initial: project\n",
   NULL,
   {"time.step",
    "bodies.a.density",
    "bodies.a.shape.cylinder.radius",
    "bodies.a.shape.cylinder.height",
    "bodies.a.orientation[2]",
    "bodies.d.orientation.axis[1]",
    "bodies.d.orientation.angle",
    "bodies.e.orientation.angles[1]",
    "bodies.b.inertia[1][1]",
    "bodies.b.angular_velocity_spatial[0]",
    "bodies.c.center_of_mass[1]",
    "bodies.d.shape.cone.radius",
    "bodies.d.shape.cone.height",
    "bodies.e.shape.sphere.radius",
    "bodies.f.shape.sites[1][0]",
    "bodies.f.shape.sites[1][2]",
    "joints.rod.at_body[1][1]",
    "joints.rod.length",
    "joints.bar.at[1]",
    "joints.bar.at2[2]",
    "loads.bush.stiffness[4]",
    "loads.bush.damping",
    "loads.bush.at[1][0]",
    "loads.mo.depth",
    "loads.mo.width",
    "loads.mo.length",
    "loads.q.strength",
    "loads.h.stiffness",
    "loads.h.length",
    "loads.lj.epsilon",
    "loads.lj.sigma"}},

  {"time: {end: 0.2, elements: 4}\n"
   "solver: {tolerance: 1.0e-14}\n"
   "bodies:\n"
   "  - {name: a, mass: 2, inertia: [0.4, 0.5, 0.2], angular_velocity: [0, 0, 1]}\n"
   "  - {name: b, mass: 1, inertia: [0.1, 0.2, 0.3], position: [1, 0, 0], angular_velocity: [1, 0, 2]}\n"
   "  - {name: s, mass: 1, inertia: [0.3, 0.3, 0.3], kinetic: scalable, rigid: false, scale: 1.2, scale_rate: 0.4,\n"
   "     position: [5, 0, 0], angular_velocity: [1, 0, 2]}\n"
   "joints:\n"
   "  - {name: hinge, type: revolute, bodies: [ground, a], at_body: [[0, 0, 0], [0.1, 0, 0]], axis_body: [[0, 0, 1], [0, 0.1, 1]]}\n"
   "  - {name: cross, type: universal, bodies: [a, b], at: [0.5, 0, 0], axis: [0, 0, 1], axis2: [0, 1, 0]}\n"
   "loads:\n"
   "  - {name: coil, type: torsion, bodies: [ground, a], axis_body: [[0, 0, 1], [0, 0.1, 1]], stiffness: 3, damping: 0.2, angle: 0.4}\n"
   "initial: project\n",
   NULL,
   {"bodies.s.scale", "bodies.s.scale_rate", "joints.hinge.axis_body[1][0]", "joints.cross.axis2[0]",
    "loads.coil.stiffness", "loads.coil.damping", "loads.coil.angle", "loads.coil.axis_body[0][0]"}},

  {"time: {end: 0.2, elements: 4}\n"
   "solver: {tolerance: 1.0e-14}\n"
   "gravity: [0, 0, 9.81]\n"
   "bodies:\n"
   "  - {name: hoist, formulation: particle, mass: 10, position: [0, 4, 0], velocity: [1, 0.3, 0]}\n"
   "  - {name: load, formulation: particle, mass: 100, position: [1, 0, 4], velocity: [0, 0, 0.2]}\n"
   "joints:\n"
   "  - {name: rail, type: point_in_plane, bodies: [ground, hoist], at: [0, 4, 0], axis: [0, 0, 1]}\n"
   "  - {name: rope, type: winch, bodies: [hoist, load], at_body: [[0, 0, 0], [0, 0, 0]], axis: [0, 1, 0], ratio: 1.1}\n"
   "initial: project\n",
   NULL,
   {"joints.rope.ratio"}},

  {"time: {end: 0.2, elements: 4}\n"
   "solver: {tolerance: 1.0e-14}\n"
   "bodies:\n"
   "  - {name: t, mass: 2, inertia: [0.4, 0.5, 0.2], translation: fixed}\n"
   "  - {name: p, mass: 2, inertia: [0.4, 0.5, 0.2], position: [0.6, 0, 0], angular_velocity: [0, 1, 2]}\n"
   "  - {name: o, mass: 2, inertia: [0.4, 0.5, 0.2], translation: fixed}\n"
   "motion:\n"
   "  - {name: turn, type: rotation, body: t, axis: [0.1, 0, 1], value: {sine: {amplitude: 0.3, omega: 5}}}\n"
   "  - {name: path, type: position, body: p, at: [0.2, 0.1, 0], x: {polynomial: [0.6, 0.3, 1]}, y: {sine: {amplitude: 0.3, omega: 5}},\n"
   "     z: {smooth: {start: 0, end: 0.3, to: 0.4}}}\n"
   "  - {name: roll, type: orientation, body: o, x: {sine: {amplitude: 0.3, omega: 5}}, y: {polynomial: [0, 0, 2]}}\n"
   "initial: project\n",
   NULL,
   {"motion.turn.axis[0]", "motion.turn.value.sine.amplitude", "motion.path.at[1]", "motion.path.x.polynomial[1]",
    "motion.path.y.sine.omega", "motion.path.z.smooth.to", "motion.roll.x.sine.amplitude",
    "motion.roll.y.polynomial[2]"}},

  {"time: {end: 1, elements: 10}\n"
   "method: {scheme: mG, degree: 2, window: all}\n"
   "solver: {tolerance: 1.0e-14}\n"
   "gravity: [0, 0, -2]\n"
   "bodies:\n"
   "  - {name: box, mass: 3, inertia: [6, 8, 3]}\n"
   "  - {name: ball, mass: 2, inertia: [1, 2, 2]}\n"
   "loads:\n"
   "  - {name: twist, type: torque, body: box, value: [0.5, 0, 0.2]}\n"
   "  - {name: s, type: spring, bodies: [box, ball], at: [[0.2, 0, 0], [0, 0.3, 0]], stiffness: 3, length: 0.5}\n"
   "boundary:\n"
   "  start: {box: {position: [0, 0.1, 0.2], orientation: [1, 0, 0, 0]}, ball: {position: [1, 0, 0], orientation: [1, 0, 0, 0], velocity: [0, 1, 0],\n"
   "    angular_velocity: [1, 0, 0]}}\n"
   "  end: {box: {velocity: [0.4, 0, 0.3], angular_velocity: [0, 0, 0.5]}}\n",
   NULL,
   {"boundary.start.box.position[1]", "boundary.start.ball.velocity[1]", "boundary.start.ball.angular_velocity[0]",
    "boundary.end.box.velocity[2]", "boundary.end.box.angular_velocity[2]"}},

  {"time: {end: 1, elements: 10}\n"
   "method: {scheme: mG, degree: 2, window: all}\n"
   "solver: {tolerance: 1.0e-14}\n"
   "initial: project\n"
   "bodies:\n"
   "  - {name: box, mass: 3, inertia: [6, 8, 3]}\n"
   "loads:\n"
   "  - {name: twist, type: torque, body: box, value: [0.5, 0, 0.2]}\n"
   "boundary:\n"
   "  start: {box: {position: [0, 0.1, 0.2], orientation: [0.8, 0, 0.6, 0]}}\n"
   "  end: {box: {position: [0.4, 0, 0.3], orientation: [0.8, 0.6, 0, 0]}}\n",
   NULL,
   {"boundary.end.box.position[2]"}},

  {"time: {end: 1, elements: 8}\nhamiltonian: {system: harmonic, mass: 2, stiffness: 5, coordinates: [1], rates: [0.5]}\n",
   NULL,
   {"hamiltonian.mass", "hamiltonian.stiffness", "hamiltonian.coordinates[0]", "hamiltonian.rates[0]"}},
  {"time: {end: 1, elements: 8}\nhamiltonian: {system: pendulum, coupling: 0.2, coordinates: [1], momenta: [0.5]}\n",
   NULL,
   {"hamiltonian.coupling", "hamiltonian.momenta[0]"}},
  {"time: {end: 1, elements: 8}\nhamiltonian: {system: kepler, eccentricity: 0.6}\n",
   NULL,
   {"hamiltonian.eccentricity"}},
  {"time: {end: 1, elements: 8}\nhamiltonian: {system: galaxy, axes: [1.25, 1, 0.75], strength: 1.1, core: 1.2, rotation: 0.25,\n"
   "  coordinates: [2.5, 0.1, 0.2], momenta: [0.1, 1.6, 0.2]}\n",
   NULL,
   {"hamiltonian.axes[1]", "hamiltonian.strength", "hamiltonian.core", "hamiltonian.rotation"}},
  {"time: {end: 1, elements: 8}\nhamiltonian: {system: top, inertia: [2, 1.5], mass: 1.3, length: 0.7, gravity: 9.81,\n"
   "  coordinates: [0.1, 0.6, 0.2], rates: [0.5, 0.3, 6]}\n",
   NULL,
   {"hamiltonian.inertia[0]", "hamiltonian.inertia[1]", "hamiltonian.mass", "hamiltonian.length",
    "hamiltonian.gravity"}},

  {"time: {end: 1, elements: 6}\n"
   "method: {scheme: mG, degree: 2, window: all}\n"
   "solver: {tolerance: 1.0e-14}\n"
   "gravity: [0, 0, -2]\n"
   "bodies: [{name: box, mass: 3, inertia: [0.6, 0.8, 0.3]}]\n"
   "controls:\n"
   "  - {name: f, type: force, body: box, at: [0.1, 0.2, 0]}\n"
   "  - {name: g, type: force, body: box, axis: [1, 0.2, 0], lower: -0.4, upper: 0.3}\n"
   "  - {name: u, type: torque, body: box, frame: body}\n"
   "objective:\n"
   "  - effort: {controls: [f, g, u], weight: 0.7}\n"
   "  - track: {body: box, at: [0.1, 0, 0.2], along: [1, 0.5, 2], path: [{polynomial: [0, 1]}, {sine: {amplitude: 0.3, omega: 2}}, {polynomial: [0, 0, 1]}],\n"
   "     weight: 2}\n"
   "  - energy: {weight: 0.3}\n"
   "  - end: {body: box, position: [1, 0.2, 0.3], weight: 5}\n"
   "  - end: {body: box, velocity: [0, 0.3, 0], weight: 3}\n"
   "  - end: {body: box, angular_velocity: [0.2, 0, 0.1], weight: 4}\n",
   NULL,
   {"controls.f.at[1]", "controls.g.axis[1]", "controls.g.lower", "controls.g.upper", "objective[0].effort.weight",
    "objective[1].track.at[2]", "objective[1].track.along[1]", "objective[1].track.path[1].sine.omega",
    "objective[1].track.weight", "objective[2].energy.weight", "objective[3].end.position[1]",
    "objective[4].end.velocity[1]", "objective[5].end.angular_velocity[0]", "objective[3].end.weight",
    "bodies.box.mass", "time.end"}},

  {"time: {end: 2, elements: 6, free: true}\n"
   "method: {scheme: mG, degree: 2, window: all}\n"
   "solver: {tolerance: 1.0e-14}\n"
   "bodies: [{name: box, mass: 1, inertia: [0.6, 0.8, 0.3], translation: fixed}]\n"
   "controls: [{name: u, type: torque, body: box, frame: body}]\n"
   "objective: [{effort: {weight: 1}}, {time: {weight: 0.5}}, {end: {body: box, orientation: [0.8, 0.6, 0, 0], weight: 30}}]\n",
   NULL,
   {"objective[1].time.weight", "objective[0].effort.weight", "bodies.box.inertia[0]"}},

  {"time: {end: 1, elements: 6}\n"
   "method: {scheme: mG, degree: 2, window: all}\n"
   "solver: {tolerance: 1.0e-14}\n"
   "bodies: [{name: box, mass: 3, inertia: [0.6, 0.8, 0.3]}]\n"
   "boundary: {end: {box: {position: [1, 0, 0], orientation: [1, 0, 0, 0], velocity: [0, 0.1, 0], angular_velocity: [0, 0, 0.2]}}}\n"
   "controls: [{name: f, type: force, body: box}, {name: u, type: torque, body: box, frame: body}]\n"
   "objective:\n"
   "  - effort: {weight: [0.7, 0.5, 0.9]}\n"
   "  - start: {body: box, position: [0.1, 0.2, 0.3], weight: 5}\n"
   "  - start: {body: box, velocity: [0, 0.3, 0], weight: 3}\n"
   "  - start: {body: box, orientation: [0.8, 0.6, 0, 0], weight: 4}\n"
   "  - start: {body: box, angular_velocity: [0.2, 0, 0.1], weight: 2}\n",
   NULL,
   {"objective[0].effort.weight[1]", "objective[1].start.position[1]", "objective[2].start.velocity[1]",
    "objective[4].start.angular_velocity[0]", "objective[1].start.weight", "bodies.box.mass"}},

  {"time: {end: 0.5, step: 0.06, parts: [{from: 0.2, to: 0.31, step: 0.03}]}\n"
   "method: {scheme: mG, degree: 2}\n"
   "solver: {tolerance: 1.0e-14}\n"
   "bodies: [{name: box, mass: 3, inertia: [0.6, 0.8, 0.3], angular_velocity: [3, 8, 1]}]\n",
   NULL,
   {"time.parts[0].from", "time.parts[0].to", "time.step"}},

  {"time: {end: 0.2, elements: 4}\n"
   "method: {scheme: mG, degree: 2}\n"
   "solver: {tolerance: 1.0e-14}\n"
   "gravity: [0, 0, -9.81]\n"
   "initial: assemble\n"
   "bodies:\n"
   "  - {name: rod, mass: 2, inertia: [0.4, 0.5, 0.2], position: [0.55, 0.03, -0.02], orientation: [1, 0.03, 0, 0.05]}\n"
   "  - {name: ring, mass: 1, inertia: [0.1, 0.1, 0.15], position: [0.8, 0.04, 0.05]}\n"
   "joints:\n"
   "  - {name: hinge, type: revolute, bodies: [ground, rod], at_body: [[0, 0, 0], [-0.5, 0, 0.1]],\n"
   "     axis_body: [[0, 1, 0], [0, 1, 0]], rate: 2}\n"
   "  - {name: guide, type: cylindrical, bodies: [rod, ring], at_body: [[0, 0, 0], [0, 0.02, 0]],\n"
   "     axis_body: [[1, 0, 0], [1, 0, 0.1]], rate: 3, rate_along: 0.7}\n",
   NULL,
   {"joints.hinge.rate", "joints.guide.rate", "joints.guide.rate_along", "bodies.rod.position[2]",
    "bodies.ring.position[0]", "joints.hinge.at_body[1][2]", "joints.guide.axis_body[1][2]", "bodies.ring.mass"}},
};
enum { CASES = sizeof cases / sizeof cases[0] };

/* Keys whose numbers do not change what is computed, or cannot be changed by themselves. */
static const char *const without[][2] = {
  {"solver.tolerance", "of the solver, not of the solution"},
  {"method.accuracy", "decides the elements, which gradients hold fixed"},
  {"bodies[].visual.color", "of the picture, not of the solution"},
  {"bodies[].visual.orientation", "of the picture, not of the solution"},
  {"bodies[].visual.position", "of the picture, not of the solution"},
  {"bodies[].visual.shape.ellipsoid", "of the picture, not of the solution"},
  {"bodies[].visual.shape.capsule.height", "of the picture, not of the solution"},
  {"bodies[].visual.shape.capsule.radius", "of the picture, not of the solution"},
  {"bodies[].visual.shape.cylinder.height", "of the picture, not of the solution"},
  {"bodies[].visual.shape.cylinder.radius", "of the picture, not of the solution"},
  {"bodies[].visual.shape.sphere.radius", "of the picture, not of the solution"},
  {"bodies[].visual.shape.mesh.scale", "of the picture, not of the solution"},
  {"bodies[].visual.shape.box", "of the picture, not of the solution"},
  {"reference.least_cost", "of the comparison, not of the solution"},
  {"reference.accuracy", "of the comparison, not of the solution"},
  {"output.checkpoint", "of the files, not of the solution"},
  {"units.length", "scales of the solver"},
  {"units.mass", "scales of the solver"},
  {"units.time", "scales of the solver"},
  {"controls[].initial", "where the solver starts"},
  {"boundary.start.BODY.orientation", "of unit length: no component can be changed by itself"},
  {"boundary.end.BODY.orientation", "of unit length"},
  {"objective[].track.from", "of unit length"},
  {"objective[].start.orientation", "of unit length"},
  {"objective[].end.orientation", "of unit length"},
  {"time.parts[].step", "decides the number of elements"},
  {"reference.time", "what results are compared with"},
  {"reference.orientation", "what results are compared with"},
  {"reference.position", "what results are compared with"},
};

/* --- the walk */

/* "bodies.rod.inertia[1]" as the tables have it, "bodies[].inertia"; "objective[1].track.path[1].sine.omega" keeps its lists. */
static void key_of(const char *path, char *key)
{
  static const char *const lists[] = {"bodies", "joints", "loads", "motion", "controls"};

  for (int i = 0; i < 5; i++) {
    const size_t n = strlen(lists[i]);
    if (strncmp(path, lists[i], n) != 0 || path[n] != '.') continue;
    key += sprintf(key, "%s[]", lists[i]);
    path = strchr(path + n + 1, '.');
  }
  if (strncmp(path, "boundary.", 9) == 0) {
    const char *body = strchr(path + 9, '.') + 1;
    key += sprintf(key, "%.*sBODY", (int)(body - path), path);
    path = strchr(body, '.');
  }
  while (*path) {
    const char *close = *path == '[' ? strchr(path, ']') + 1 : path;
    if (close == path) *key++ = *path++;
    else if (*close == '.') key += sprintf(key, "[]");
    path = close > path ? close : path;
  }
  *key = '\0';
}

/* A case has it; of `below`, anything below it. */
static bool is_covered(const char *key, bool below)
{
  const size_t n = strlen(key);
  char         found[200];

  for (int c = 0; c < CASES; c++)
    for (int p = 0; cases[c].parameters[p]; p++) {
      key_of(cases[c].parameters[p], found);
      if (below ? strncmp(found, key, n) == 0 : strcmp(found, key) == 0) return true;
    }
  for (size_t i = 0; i < sizeof without / sizeof without[0]; i++)
    if (strcmp(without[i][0], key) == 0) return true;
  return false;
}

static bool is_real(FieldKind kind)
{
  return kind == FIELD_REAL || kind == FIELD_VECTOR || kind == FIELD_MATRIX || kind == FIELD_INERTIA ||
         kind == FIELD_SITES || kind == FIELD_ROWS || kind == FIELD_POINTS || kind == FIELD_EACH ||
         kind == FIELD_ORIENTATION;
}

static int seen;

/* Functions of time are the same everywhere: all of their keys with loads, one of them elsewhere. So are orientations by angles: all of
 * their keys with bodies. */
static void table_walk(const Table *table, const char *prefix)
{
  for (int i = 0; i < table->nfields; i++) {
    const Field *field = &table->fields[i];
    const char  *dots  = field->kind == FIELD_LIST ? "[]." : field->kind == FIELD_NAMED ? ".BODY." : ".";
    char         key[200], below[210];
    snprintf(key, sizeof key, "%s%s", prefix, field->key);
    snprintf(below, sizeof below, "%s%s", key, dots);
    const bool function = field->table == &schema_scale || field->table == &schema_path;
    const bool once     = function && strcmp(key, "loads[].scale") != 0;
    seen += is_real(field->kind);
    TEST_ASSERT_TRUE_MESSAGE(!is_real(field->kind) || is_covered(key, false), key);
    TEST_ASSERT_TRUE_MESSAGE(!once || is_covered(below, true), key);
    const bool same = field->table == &schema_orientation && strcmp(key, "bodies[].orientation") != 0;
    if (field->table && !once && !same) table_walk(field->table, below);
  }
}

static void test_every_key(void)
{
  seen = 0;
  table_walk(&schema_problem, "");
  TEST_ASSERT_GREATER_THAN_INT(90, seen);
}

static int current;

static void test_case(void)
{
  const Case         *c = &cases[current];
  char                name[20];
  const GradientCheck check = {
    .name = name, .text = c->text, .parameters = c->parameters, .how = "adjoint", .functional = c->functional};

  snprintf(name, sizeof name, "case %d", current);
  check_gradient(&check);
}

int main(void)
{
  UNITY_BEGIN();
  if (rigel_initialize()) return 1;
  RUN_TEST(test_every_key);
  for (current = 0; current < CASES; current++) RUN_TEST(test_case);
  if (rigel_finalize()) return 1;
  return UNITY_END();
}
