// What a body is made of: parts { mesh, columns, at } in body coordinates about its centre of mass.
const DIAGONAL = (a, b, c) => [[a, 0, 0], [0, b, 0], [0, 0, c]];
const UNIT = DIAGONAL(1, 1, 1), HERE = [0, 0, 0];
const PROFILE = 24; // corners of a round outline

// Columns of a frame whose third axis runs along `axis`, scaled by r, r, h.
function alongAxis(axis, r, h) {
  const z = unit(axis), x = unit(cross(Math.abs(z[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0], z)), y = cross(z, x);
  return [x.map(v => v * r), y.map(v => v * r), z.map(v => v * h)];
}

function rodPart(from, to, radius, mesh = 'rod') {
  const d = add(to, -1, from), n = norm(d);
  return { mesh, columns: alongAxis(d, radius, n / 2), at: add(from, 0.5, d) };
}

// Columns of a matrix written by rows.
const columnsOf = rows => [0, 1, 2].map(j => [0, 1, 2].map(i => rows[3 * i + j]));

// Semi-axes; flat bodies get a thickness to be seen.
const thicken = size => size.map(v => Math.max(v, 0.04 * Math.max(...size)));

// What is drawn of a body: a primitive and its pose about the centre of mass.
function drawn(body) {
  if (body.hidden) return { kind: 'none', size: [], at: HERE, columns: UNIT };
  const at = body.pose ? body.pose.at : HERE, turn = body.pose ? columnsOf(body.pose.rows) : UNIT;
  if (body.visual?.kind === 'mesh') return { kind: 'mesh', ...meshBox(body.visual), name: body.visual.name, columns: UNIT };
  if (body.visual) return { ...body.visual, at, columns: turn };
  const own = body.axes ? columnsOf(body.axes) : UNIT;
  return { kind: body.kind, size: body.size || [], sites: body.sites, at, columns: own.map(c => carry(HERE, turn, c)) };
}

// Points about its own centre whose hull holds a primitive; a single one: a dot whose size depends on the scene.
function primitiveHull({ kind, size, sites }) {
  const [a, b, c] = size, sides = [-1, 1];
  const ring = (r, z) => Array.from({ length: PROFILE }, (_, i) => 2 * Math.PI * i / PROFILE)
    .map(angle => [r * Math.cos(angle), r * Math.sin(angle), z]);
  switch (kind) {
    case 'none': return [];
    case 'mesh':
    case 'cuboid': return sides.flatMap(x => sides.flatMap(y => sides.map(z => [x * a / 2, y * b / 2, z * c / 2])));
    case 'cylinder': return [...ring(a, b / 2), ...ring(a, -b / 2)];
    case 'capsule': return [...ring(a, b / 2), ...ring(a, -b / 2), [0, 0, a + b / 2], [0, 0, -a - b / 2]];
    case 'cone': return [...ring(a, b / 4), [0, 0, -0.75 * b]];
    case 'sphere': return [...ring(0.7 * a, 0.7 * a), ...ring(a, 0), ...ring(0.7 * a, -0.7 * a), [0, 0, a], [0, 0, -a]];
    case 'ellipsoid': {
      const [x, y, z] = thicken(size);
      return primitiveHull({ kind: 'sphere', size: [1] }).map(p => [p[0] * x, p[1] * y, p[2] * z]);
    }
    case 'sites': return sites.map(s => s.slice(1).map(x => 1.25 * x)); // with the balls around them
  }
  return [[0, 0, 0]];
}

// The same about the centre of mass of the body.
function bodyHull(body) {
  const shape = drawn(body);
  return primitiveHull(shape).map(p => carry(shape.at, shape.columns, p));
}

// Parts of a primitive about its own centre; dot: radius of a point.
function primitiveParts({ kind, size, sites, name }, dot) {
  const [a, b, c] = size, part = (mesh, x, y, z, at = HERE) => ({ mesh, columns: DIAGONAL(x, y, z), at });
  switch (kind) {
    case 'none': return [];
    case 'mesh': return [part(name, 1, 1, 1)];
    case 'cuboid': return [part('box', a / 2, b / 2, c / 2)];
    case 'cylinder': return [part('cylinder', a, a, b / 2)];
    case 'cone': return [part('cone', a, a, b, [0, 0, -0.75 * b])];
    case 'sphere': return [part('sphere', a, a, a)];
    case 'ellipsoid': return [part('sphere', ...thicken(size))];
    case 'capsule': return [part('rod', a, a, b / 2), part('ball', a, a, a, [0, 0, b / 2]), part('ball', a, a, a, [0, 0, -b / 2])];
    case 'sites': return siteParts(sites, dot);
  }
  return [part('ball', dot, dot, dot)];
}

// Balls whose volume is in proportion to the masses, and rods to the centre.
function siteParts(sites, dot) {
  const heaviest = Math.max(...sites.map(s => s[0])), reach = Math.max(...sites.map(s => norm(s.slice(1)))) || 4 * dot;
  return sites.flatMap(([m, ...x]) => {
    const r = 0.22 * reach * Math.cbrt(m / heaviest), ball = { mesh: 'ball', columns: DIAGONAL(r, r, r), at: x };
    return norm(x) > 0 ? [ball, rodPart(HERE, x, 0.04 * reach)] : [ball];
  });
}

function bodyParts(body, dot) {
  const shape = drawn(body);
  return primitiveParts(shape, dot).map(({ mesh, columns, at }) =>
    ({ mesh, columns: columns.map(c => carry(HERE, shape.columns, c)), at: carry(shape.at, shape.columns, at) }));
}

// Whether a point in body coordinates about the centre of mass lies outside of the drawn shape.
function outside(body, x) {
  const shape = drawn(body), [a, b, c] = shape.size, d = add(x, -1, shape.at), eps = 1.02;
  const y = shape.columns.map(column => dot(column, d)), r = Math.hypot(y[0], y[1]);
  switch (shape.kind) {
    case 'none': return false;
    case 'mesh':
    case 'cuboid': return Math.abs(y[0]) > eps * a / 2 || Math.abs(y[1]) > eps * b / 2 || Math.abs(y[2]) > eps * c / 2;
    case 'cylinder': return r > eps * a || Math.abs(y[2]) > eps * b / 2;
    case 'capsule': return Math.hypot(r, Math.max(0, Math.abs(y[2]) - b / 2)) > eps * a;
    case 'cone': return y[2] < -0.76 * b || y[2] > 0.26 * b || r > eps * a;
    case 'sphere': return norm(y) > eps * a;
    case 'ellipsoid': return norm(thicken(shape.size).map((s, i) => y[i] / s)) > eps;
  }
  return true;
}
