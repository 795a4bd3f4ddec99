// Signs of joints and springs. r is the size of a marker; items are those of a layer (layout.js).
const MEETING = ['spherical', 'revolute', 'universal', 'fixed']; // joints whose two points stay one
const STANDING = ['revolute', 'spherical', 'universal', 'fixed', 'cylindrical']; // on a pedestal where they meet the ground

const glyphBall = (body, at, r) => ({ mesh: 'ball', columns: DIAGONAL(r, r, r), at, body });
const glyphAlong = (mesh, body, at, axis, r, h) => ({ mesh, columns: alongAxis(axis, r, h), at, body });
const glyphRod = (from, to, radius, mesh = 'rod') => ({ mesh, from, to, radius });

// Each kind of joint: a and b are its sides { body, at, axis }, a is fixed to the ground if one of them is.
const JOINT_GLYPHS = {
  revolute: (a, b, r) => [glyphAlong('rod', a.body, a.at, a.axis, 1.5 * r, 1.7 * r), glyphAlong('rod', a.body, a.at, a.axis, 0.55 * r, 3.4 * r)],
  spherical: (a, b, r) => [glyphBall(a.body, a.at, 1.55 * r)],
  universal: (a, b, r) => [glyphBall(a.body, a.at, 0.9 * r), glyphAlong('rod', a.body, a.at, a.axis, 0.5 * r, 3 * r),
    glyphAlong('rod', b.body, b.at, b.axis, 0.5 * r, 3 * r)],
  fixed: (a, b, r) => [{ mesh: 'block', columns: DIAGONAL(1.3 * r, 1.3 * r, 1.3 * r), at: a.at, body: a.body }],
  prismatic: (a, b, r) => [...rail(a, b, r), glyphAlong('block', b.body, b.at, b.axis, 1.5 * r, 2.4 * r)],
  cylindrical: (a, b, r) => [...rail(a, b, r), glyphAlong('rod', b.body, b.at, b.axis, 1.5 * r, 2.4 * r)],
  planar: (a, b, r) => [glyphAlong('rod', a.body, a.at, a.axis, 6 * r, 0.15 * r), glyphAlong('rod', b.body, b.at, b.axis, 2.2 * r, 0.5 * r)],
  distance: (a, b, r) => [glyphBall(a.body, a.at, 1.1 * r), glyphBall(b.body, b.at, 1.1 * r), glyphRod(a, b, 0.4 * r)],
  winch: (a, b, r) => [glyphAlong('rod', a.body, a.at, drumAxis(a.axis), 2 * r, 1.4 * r), glyphBall(b.body, b.at, r), glyphRod(a, b, 0.22 * r)],
  point_on_line: (a, b, r) => [...rail(a, b, r), glyphBall(b.body, b.at, 1.2 * r)],
  point_in_plane: (a, b, r) => [glyphAlong('rod', a.body, a.at, a.axis, 6 * r, 0.15 * r), glyphBall(b.body, b.at, 1.2 * r)],
};

// A line along the axis of the first side that reaches as far as the second one travels.
const rail = (a, b, r) => [{ ...glyphAlong('rod', a.body, add(a.at, (a.reach[0] + a.reach[1]) / 2, a.axis), a.axis, 0.4 * r,
  (a.reach[1] - a.reach[0]) / 2 + 4 * r), rail: true }];

// A drum turns about an axis across that of its travel.
const drumAxis = axis => unit(cross(axis, Math.abs(axis[2]) < 0.8 ? [0, 0, 1] : [0, 1, 0]));

// A joint's items; `reach` is how far the second side goes along the axis of the first. Kinds of other versions: a ball.
function jointGlyph(joint, reach, r) {
  const first = joint.bodies[1] < 0 ? 1 : 0;
  const side = i => ({ body: joint.bodies[i], at: joint.points[i], axis: unit(joint.axes?.[i] ?? [0, 0, 1]), reach });
  const make = JOINT_GLYPHS[joint.type] ?? ((a, b) => [glyphBall(a.body, a.at, r)]);
  const sides = ['prismatic', 'cylindrical', 'planar', 'winch', 'point_on_line', 'point_in_plane'].includes(joint.type) ? [0, 1] : [first, 1 - first];
  return make(...sides.map(side), r).map(item => ({ ...item, joint: true, type: joint.type }));
}

// A cone below a joint of the ground.
const pedestal = (at, up, r) => ({ mesh: 'cone', columns: alongAxis(up.map(v => -v), 2.6 * r, 3.6 * r), at, body: -1, color: [.55, .60, .68], foot: true });

// Springs: coils between two points or about an axis; potentials between single points as thin lines.
function loadGlyph(load, r) {
  const [a, b] = [0, 1].map(i => ({ body: load.bodies[i], at: load.points[i] })), color = paint('#7a8699');
  const item = part => ({ ...part, color, type: load.type });
  switch (load.type) {
    case 'spring': case 'harmonic': return [glyphBall(a.body, a.at, 0.7 * r), glyphBall(b.body, b.at, 0.7 * r), glyphRod(a, b, 1.5 * r, 'coil')].map(item);
    case 'torsion': return [item(glyphAlong('coil', a.body, a.at, load.axes[0], 2.6 * r, 1.6 * r))];
    case 'bushing': return [item({ mesh: 'block', columns: DIAGONAL(1.7 * r, 1.7 * r, 1.7 * r), at: a.at, body: a.body }), item(glyphRod(a, b, 1.2 * r))];
  }
  return [];
}
