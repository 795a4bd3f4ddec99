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

// A tube around a helix about z, |z| <= 1, from axis to axis; thin along z, where springs stretch it.
function coilMesh(turns, segments) {
  const at = s => {
    const z = 2 * s - 1, r = clamp(9 * (1 - Math.abs(z)), 0, 1), a = 2 * Math.PI * turns * s;
    return [r * Math.cos(a), r * Math.sin(a), z];
  };
  const point = (i, j) => {
    const [x, y, z] = at(i), a = 2 * Math.PI * turns * i, b = 2 * Math.PI * j, c = Math.cos(b), s = Math.sin(b);
    const n = [c * Math.cos(a), c * Math.sin(a), s];
    return [[x + 0.17 * n[0], y + 0.17 * n[1], z + 0.03 * n[2]], n];
  };
  return new Mesh().sheet(turns * segments, 6, point, FACE.plain);
}

// |z| <= 1, cross-section |x|, |y| <= 1: a box without lines
const plainBox = () => {
  const mesh = boxMesh();
  for (let i = 6; i < mesh.vertices.length; i += 7) mesh.vertices[i] = FACE.plain;
  return mesh;
};

// fine: segments of round shapes
const allMeshes = fine => ({
  box: boxMesh(), cylinder: cylinderMesh(fine), cone: coneMesh(fine), sphere: sphereMesh(fine),
  ball: sphereMesh(Math.max(8, fine / 2), true), rod: cylinderMesh(Math.max(8, fine / 3), true),
  arrow: coneMesh(Math.max(8, fine / 3), true), block: plainBox(), coil: coilMesh(9, Math.max(8, fine / 3)),
});

// --- meshes of bodies, from files

// Middle and edges of the box around the points of a mesh.
function meshBox(visual) {
  visual.place ??= decode(visual.points);
  const low = [Infinity, Infinity, Infinity], high = low.map(v => -v);
  if (!visual.box) {
    visual.place.forEach((x, i) => { low[i % 3] = Math.min(low[i % 3], x); high[i % 3] = Math.max(high[i % 3], x); });
    visual.box = { at: low.map((v, i) => (v + high[i]) / 2), size: high.map((v, i) => v - low[i]) };
  }
  return visual.box;
}

// Triangles about the middle of their box, each with its own normal.
function fileMesh(visual) {
  const { at } = meshBox(visual), mesh = new Mesh();
  const corner = i => [0, 1, 2].map(d => visual.place[3 * visual.corners[i] + d] - at[d]);
  for (let i = 0; i < visual.corners.length; i += 3) {
    const p = [corner(i), corner(i + 1), corner(i + 2)], n = unit(cross(add(p[1], -1, p[0]), add(p[2], -1, p[0])));
    mesh.indices.push(...p.map(x => mesh.vertex(x, n, FACE.plain)));
  }
  return mesh;
}

// The meshes of all bodies by their names, which are given here.
function bodyMeshes(bodies) {
  return Object.fromEntries(bodies.filter(body => body.visual?.kind === 'mesh').map(({ visual }, i) => {
    visual.name = `file ${i}`;
    return [visual.name, visual.mesh ??= fileMesh(visual)];
  }));
}
