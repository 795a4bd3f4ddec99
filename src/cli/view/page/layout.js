// Where everything is: how large the scene is, which way is up, what is drawn of bodies and joints.
const PALETTE = ['#4f83e3', '#f08c3c', '#2fae8f', '#c8609f', '#d7a72a', '#8069d8', '#de5f57', '#4fa9c9'];
const AXES = ['#e0524a', '#3fa55a', '#4a7fe8'];
const MEETING = ['spherical', 'revolute', 'universal', 'fixed']; // joints whose two points stay one
const SAMPLES = 200000; // points of all bodies together, to measure the scene

const paint = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255);

class Layout {
  constructor(run, motion) {
    this.run = run;
    this.motion = motion;
    const g = run.gravity.map(Number), up = norm(g) > 0 ? unit(g.map(v => -v)) : [0, 0, 1];
    const a = Math.abs(up[0]) < 0.9 ? unit(add([1, 0, 0], -up[0], up)) : unit(add([0, 1, 0], -up[1], up));
    this.basis = [a, cross(up, a), up];
    this.hulls = run.bodies.map(bodyHull);
    this.reach = this.hulls.map(hull => Math.max(...hull.map(norm))); // 0: a dot
    this.measure(this.samples());
    const largest = Math.max(...this.reach);
    this.dot = largest > 0 ? Math.min(0.25 * largest, 0.03 * this.radius) : 0.03 * this.radius;
    this.marker = largest > 0 ? clamp(0.055 * largest, 0.007 * this.radius, 0.022 * this.radius) : 0.7 * this.dot;
    this.tips = run.bodies.map((body, b) => this.travel[b] < 1e-3 * this.reach[b] ? this.tip(body) : [0, 0, 0]);
  }

  color(b) { return this.run.bodies[b].clamped ? '#98a2b0' : PALETTE[b % PALETTE.length]; }

  // The centre of mass of a body and the columns of its frame.
  center(b, time) {
    const { x, q } = this.motion.at(b, time), columns = quatColumns(q);
    return { x: carry(x, columns, this.run.bodies[b].center), columns };
  }

  // Points of all that is ever seen. Also: how far each body gets from its start, how large the system is.
  samples() {
    const { bodies, joints } = this.run, { t, count } = this.motion, points = [], start = [];
    const n = Math.min(count, Math.max(20, Math.ceil(SAMPLES / this.hulls.flat().length)));
    this.travel = bodies.map(() => 0);
    this.cluster = 0;
    for (let i = 0; i < n; i++) {
      const time = t[n < 2 ? 0 : Math.round(i * (count - 1) / (n - 1))], middle = this.middle(time);
      bodies.forEach((body, b) => {
        const { x, columns } = this.center(b, time);
        start[b] ??= x;
        this.travel[b] = Math.max(this.travel[b], norm(add(x, -1, start[b])));
        for (const corner of this.hulls[b]) {
          const point = carry(x, columns, corner);
          this.cluster = Math.max(this.cluster, norm(add(point, -1, middle)));
          points.push(point);
        }
      });
    }
    for (const joint of joints) points.push(...joint.points.filter((_, side) => joint.bodies[side] < 0));
    return points;
  }

  // The centre of mass of all bodies.
  middle(time) {
    let sum = [0, 0, 0], mass = 0;
    this.run.bodies.forEach((body, b) => {
      sum = add(sum, body.mass, this.center(b, time).x);
      mass += body.mass;
    });
    return sum.map(v => v / mass);
  }

  // Middle and radius of the scene, the height of the floor, and from where to look: across the wider horizontal direction.
  measure(points) {
    const range = axis => points.map(x => dot(x, axis))
      .reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [Infinity, -Infinity]);
    const [a, b, h] = this.basis.map(range);
    this.origin = [a, b, h].reduce((sum, [low, high], i) => add(sum, (low + high) / 2, this.basis[i]), [0, 0, 0]);
    this.radius = points.reduce((most, x) => Math.max(most, norm(add(x, -1, this.origin))), 0);
    if (!(this.radius > 0)) this.radius = 1;
    this.floor = ((h[0] - h[1]) / 2 - 0.05 * (Math.min(this.cluster, this.radius) || 1)) / this.radius;
    this.yaw = (b[1] - b[0] > 1.2 * (a[1] - a[0]) ? 0 : -Math.PI / 2) + 0.55;
  }

  // A body that only turns leaves no trail at its centre: the end of its longest axis is followed instead.
  tip(body) {
    const [a, b] = body.size || [];
    if (body.kind === 'sites') return body.sites.reduce((far, s) => norm(s.slice(1)) > norm(far) ? s.slice(1) : far, [0, 0, 0]);
    if (body.kind === 'sphere') return [0, 0, a];
    if (body.kind === 'cylinder') return [0, 0, b / 2];
    if (body.kind === 'cone') return [0, 0, b / 4];
    const part = bodyParts(body, this.dot)[0];
    return part.columns.reduce((far, column) => norm(column) > norm(far) ? column : far, [0, 0, 0]);
  }

  // --- layers: items { mesh, body, columns, at, color }; `at` counts from the body's reference point, body -1 is the ground.
  // A rod between two bodies has { mesh, from, to, radius } instead.

  solids() {
    const heaviest = Math.max(...this.run.bodies.map(body => body.mass));
    const items = this.run.bodies.flatMap((body, b) => bodyParts(body, this.dot * Math.cbrt(body.mass / heaviest))
      .map(part => ({ ...part, body: b, at: add(part.at, 1, body.center), color: paint(this.color(b)) })));
    // what holds a body to a point outside of its shape
    const hold = (b, point) => {
      const body = this.run.bodies[b], x = add(point, -1, body.center);
      if (norm(x) > this.marker && outside(body, x))
        items.push({ ...rodPart(body.center, point, 0.35 * this.marker), body: b, color: paint(this.color(b)).map(c => 0.75 * c) });
    };
    for (const { bodies, points } of this.run.joints) bodies.forEach((b, side) => { if (b >= 0) hold(b, points[side]); });
    this.run.bodies.forEach((body, b) => { if (body.fixed) hold(b, [0, 0, 0]); });
    return items;
  }

  axes() {
    return this.run.bodies.flatMap((body, b) => body.width === 3 ? [] : AXES.flatMap((color, i) => {
      const reach = this.reach[b] || 4 * this.dot, r = 0.012 * reach, axis = [0, 0, 0];
      const length = 0.3 * reach + Math.max(...this.hulls[b].map(point => point[i]));
      axis[i] = 1;
      const end = add(body.center, length, axis);
      const arrow = { mesh: 'arrow', columns: alongAxis(axis.map(v => -v), 3 * r, 8 * r), at: add(end, 6 * r, axis) };
      return [rodPart(body.center, end, r), arrow].map(part => ({ ...part, body: b, color: paint(color) }));
    }));
  }

  // A ball at each of the joint's points, a line along its axis where it has one, and a rod between points that may part.
  // Fixed points of bodies look the same.
  joints() {
    const r = this.marker, joint = true;
    const ball = (body, at) => ({ mesh: 'ball', columns: DIAGONAL(r, r, r), at, body, joint });
    const line = (body, at, axis) => ({ ...rodPart(add(at, -5 * r, axis), add(at, 5 * r, axis), 0.35 * r), body, joint });
    const items = this.run.joints.flatMap(({ type, bodies, points, axes }) => {
      const a = bodies[1] < 0 ? 1 : 0, b = 1 - a, list = [ball(bodies[a], points[a])];
      if (axes) list.push(line(bodies[a], points[a], axes[a]));
      if (type === 'universal') list.push(line(bodies[b], points[b], axes[b]));
      if (MEETING.includes(type)) return list;
      const [from, to] = [0, 1].map(side => ({ body: bodies[side], at: points[side] }));
      return [...list, ball(bodies[b], points[b]), { mesh: 'rod', from, to, radius: 0.25 * r, joint }];
    });
    this.run.bodies.forEach((body, b) => { if (body.fixed) items.push(ball(b, [0, 0, 0])); });
    return items;
  }

  // Points of the ground that something is fixed to.
  anchors() {
    const list = this.run.joints.flatMap(joint => joint.points.filter((_, side) => joint.bodies[side] < 0));
    this.run.bodies.forEach((body, b) => { if (body.fixed) list.push(this.motion.at(b, this.motion.start).x); });
    return list;
  }
}
