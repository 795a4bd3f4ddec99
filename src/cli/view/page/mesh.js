// Unit meshes: seven numbers per vertex: point, normal, and the kind of the face, which tells the shader where lines run.
const FACE = { plain: 0, side: 1, cap: 2, sphere: 3, cone: 4, box: 5 }; // box + axis of the face's normal

class Mesh {
  constructor() { this.vertices = []; this.indices = []; }

  vertex(p, n, kind) {
    this.vertices.push(...p, ...n, kind);
    return this.vertices.length / 7 - 1;
  }

  // Rows of vertices joined to quads, row by row.
  sheet(rows, columns, point, kind) {
    const first = this.vertices.length / 7;
    for (let i = 0; i <= rows; i++)
      for (let j = 0; j <= columns; j++) {
        const [p, n] = point(i / rows, j / columns);
        this.vertex(p, n, kind);
      }
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) {
        const a = first + i * (columns + 1) + j, b = a + columns + 1;
        this.indices.push(a, a + 1, b, b, a + 1, b + 1);
      }
    return this;
  }

  disc(z, up, segments, kind) {
    const n = [0, 0, up], center = this.vertex([0, 0, z], n, kind);
    for (let j = 0; j <= segments; j++) {
      const angle = 2 * Math.PI * j / segments;
      this.vertex([Math.cos(angle), Math.sin(angle), z], n, kind);
      if (j && up > 0) this.indices.push(center, center + j, center + j + 1);
      if (j && up < 0) this.indices.push(center, center + j + 1, center + j);
    }
    return this;
  }
}

// |x|, |y|, |z| <= 1
function boxMesh() {
  const mesh = new Mesh();
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const n = [0, 0, 0], u = (axis + 1) % 3, v = (axis + 2) % 3;
      n[axis] = side;
      mesh.sheet(1, 1, (i, j) => {
        const p = [0, 0, 0];
        p[axis] = side;
        p[u] = 2 * i - 1;
        p[v] = side * (1 - 2 * j);
        return [p, n];
      }, FACE.box + axis);
    }
  return mesh;
}

// radius 1, |z| <= 1
function cylinderMesh(segments, plain) {
  const ring = (i, j) => {
    const angle = 2 * Math.PI * j, c = Math.cos(angle), s = Math.sin(angle);
    return [[c, s, 1 - 2 * i], [c, s, 0]];
  };
  const mesh = new Mesh().sheet(1, segments, ring, plain ? FACE.plain : FACE.side);
  return mesh.disc(1, 1, segments, plain ? FACE.plain : FACE.cap).disc(-1, -1, segments, plain ? FACE.plain : FACE.cap);
}

// tip at z = 0, base of radius 1 at z = 1
function coneMesh(segments, plain) {
  const ring = (i, j) => {
    const angle = 2 * Math.PI * j, c = Math.cos(angle), s = Math.sin(angle), r = 1 - i;
    return [[r * c, r * s, r], [c / Math.SQRT2, s / Math.SQRT2, -1 / Math.SQRT2]];
  };
  return new Mesh().sheet(8, segments, ring, plain ? FACE.plain : FACE.cone).disc(1, 1, segments, plain ? FACE.plain : FACE.cap);
}

function sphereMesh(segments, plain) {
  const point = (i, j) => {
    const a = Math.PI * i, b = 2 * Math.PI * j, p = [Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a)];
    return [p, p];
  };
  return new Mesh().sheet(segments / 2, segments, point, plain ? FACE.plain : FACE.sphere);
}

// --- what a body is made of: parts { mesh, columns, at } in body coordinates about its centre of mass

const DIAGONAL = (a, b, c) => [[a, 0, 0], [0, b, 0], [0, 0, c]];

// Columns of a frame whose third axis runs along `axis`, scaled by r, r, h.
function alongAxis(axis, r, h) {
  const z = unit(axis), x = unit(cross(Math.abs(z[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0], z)), y = cross(z, x);
  return [x.map(v => v * r), y.map(v => v * r), z.map(v => v * h)];
}

function rodPart(from, to, radius, mesh = 'rod') {
  const d = add(to, -1, from), n = norm(d);
  return { mesh, columns: alongAxis(d, radius, n / 2), at: add(from, 0.5, d) };
}

// Points about the centre of mass whose hull holds the shape; a single one: a dot whose size depends on the scene.
function bodyHull(body) {
  const [a, b, c] = body.size || [], square = (r, z) => [[r, r, z], [r, -r, z], [-r, -r, z], [-r, r, z]];
  const ring = (r, z) => [...square(r * Math.SQRT1_2, z), [r, 0, z], [0, r, z], [-r, 0, z], [0, -r, z]];
  switch (body.kind) {
    case 'cuboid': return [-c / 2, c / 2].flatMap(z => [[a, b], [a, -b], [-a, b], [-a, -b]].map(([x, y]) => [x / 2, y / 2, z]));
    case 'box': return boxCorners(body);
    case 'cylinder': return [...ring(a, b / 2), ...ring(a, -b / 2)];
    case 'cone': return [...ring(a, b / 4), [0, 0, -0.75 * b]];
    case 'sphere': return [...ring(a, 0), [0, 0, a], [0, 0, -a]];
    case 'sites': return body.sites.map(s => s.slice(1));
  }
  return [[0, 0, 0]];
}

// The box with the body's inertia; axes holds its principal axes as columns of a matrix written by rows. Flat bodies get a
// thickness to be seen.
function boxColumns(body) {
  const thin = 0.04 * Math.max(...body.size);
  return [0, 1, 2].map(j => [0, 1, 2].map(i => body.axes[3 * i + j] * Math.max(body.size[j], thin) / 2));
}

function boxCorners(body) {
  const columns = boxColumns(body), sides = [-1, 1];
  return sides.flatMap(x => sides.flatMap(y => sides.map(z => carry([0, 0, 0], columns, [x, y, z]))));
}

function bodyParts(body, dot) {
  const [a, b, c] = body.size || [], here = [0, 0, 0];
  if (body.kind === 'cuboid') return [{ mesh: 'box', columns: DIAGONAL(a / 2, b / 2, c / 2), at: here }];
  if (body.kind === 'cylinder') return [{ mesh: 'cylinder', columns: DIAGONAL(a, a, b / 2), at: here }];
  if (body.kind === 'cone') return [{ mesh: 'cone', columns: DIAGONAL(a, a, b), at: [0, 0, -0.75 * b] }];
  if (body.kind === 'sphere') return [{ mesh: 'sphere', columns: DIAGONAL(a, a, a), at: here }];
  if (body.kind === 'box') return [{ mesh: 'box', columns: boxColumns(body), at: here }];
  if (body.kind === 'sites') {
    const heaviest = Math.max(...body.sites.map(s => s[0])), reach = Math.max(...bodyHull(body).map(norm)) || 4 * dot;
    return body.sites.flatMap(([m, ...x]) => {
      const r = 0.22 * reach * Math.cbrt(m / heaviest);
      return [{ mesh: 'ball', columns: DIAGONAL(r, r, r), at: x }, ...(norm(x) > 0 ? [rodPart(here, x, 0.04 * reach)] : [])];
    });
  }
  return [{ mesh: 'ball', columns: DIAGONAL(dot, dot, dot), at: here }];
}

// Whether a point in body coordinates about the centre of mass lies outside of the drawn shape.
function outside(body, x) {
  const [a, b, c] = body.size || [], eps = 1.02, r = Math.hypot(x[0], x[1]);
  switch (body.kind) {
    case 'cuboid': return Math.abs(x[0]) > eps * a / 2 || Math.abs(x[1]) > eps * b / 2 || Math.abs(x[2]) > eps * c / 2;
    case 'cylinder': return r > eps * a || Math.abs(x[2]) > eps * b / 2;
    case 'cone': return x[2] < -0.76 * b || x[2] > 0.26 * b || r > eps * a;
    case 'sphere': return norm(x) > eps * a;
  }
  return true;
}
