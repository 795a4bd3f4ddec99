// Where everything is: how large the scene is, which way is up, what is drawn of bodies, joints, springs and forces.
const PALETTE = ['#4f83e3', '#f08c3c', '#2fae8f', '#c8609f', '#d7a72a', '#8069d8', '#de5f57', '#4fa9c9'];
const AXES = ['#e0524a', '#3fa55a', '#4a7fe8'];
const SAMPLES = 200000; // points of all bodies together, to measure the scene

const TRAILS_MOST = 8; // bodies that leave a trail

const paint = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255);

class Layout {
  constructor(run, motion) {
    this.run = run;
    this.motion = motion;
    const g = run.gravity.map(Number), up = norm(g) > 0 ? unit(g.map(v => -v)) : [0, 0, 1];
    const a = Math.abs(up[0]) < 0.9 ? unit(add([1, 0, 0], -up[0], up)) : unit(add([0, 1, 0], -up[1], up));
    this.basis = [a, cross(up, a), up];
    this.hulls = run.bodies.map(bodyHull);
    this.reach = this.hulls.map(hull => Math.max(0, ...hull.map(norm))); // 0: a dot
    this.reaches = run.joints.map(joint => this.jointReach(joint));
    this.measure(this.samples());
    const largest = Math.max(...this.reach);
    this.dot = largest > 0 ? Math.min(0.25 * largest, 0.03 * this.radius) : 0.03 * this.radius;
    this.marker = largest > 0 ? clamp(0.055 * largest, 0.007 * this.radius, 0.022 * this.radius) : 0.7 * this.dot;
    this.trailed = this.trailBodies();
    this.tips = run.bodies.map((body, b) => this.travel[b] < 1e-3 * this.reach[b] ? this.tip(body) : [0, 0, 0]);
  }

  // Red, green, blue of a body; ghosts are pale.
  color(b) {
    const body = this.run.bodies[b], index = body.ghost ? b - this.run.runs[0].bodies.length : b;
    const own = body.color ?? paint(body.clamped ? '#98a2b0' : PALETTE[index % PALETTE.length]);
    return body.ghost ? own.map(v => 0.45 * v + 0.5) : own;
  }

  // All bodies that move or, if they are many, some of them: the last one and others at equal distances.
  trailBodies() {
    const moving = this.run.bodies.map((body, b) => b).filter(b => !this.run.bodies[b].clamped && !this.run.bodies[b].hidden), n = moving.length;
    if (n <= 12) return moving;
    return Array.from({ length: TRAILS_MOST }, (_, i) => moving[n - 1 - Math.round(i * (n - 1) / TRAILS_MOST)]);
  }

  // A point of one side of a joint in space.
  pointAt(body, at, time) {
    if (body < 0) return at;
    const { x, q } = this.motion.at(body, time);
    return carry(x, quatColumns(q), at);
  }

  // Smallest and largest distance of the second point along the axis of the first side.
  jointReach({ bodies, points, axes }) {
    const { t, count } = this.motion, n = axes ? Math.min(count, 60) : 0, range = [0, 0];
    for (let i = 0; i < n; i++) {
      const time = t[n < 2 ? 0 : Math.round(i * (count - 1) / (n - 1))], a = bodies[0];
      const axis = a < 0 ? axes[0] : carry([0, 0, 0], quatColumns(this.motion.at(a, time).q), axes[0]);
      const x = dot(unit(axis), add(this.pointAt(bodies[1], points[1], time), -1, this.pointAt(a, points[0], time)));
      range[0] = Math.min(range[0], x);
      range[1] = Math.max(range[1], x);
    }
    return range;
  }

  // The centre of mass of a body and the columns of its frame.
  center(b, time) {
    const { x, q } = this.motion.at(b, time), columns = quatColumns(q);
    return { x: carry(x, columns, this.run.bodies[b].center), columns };
  }

  // Points of all that is ever seen. Also: how far each body gets from its start, how large the system is.
  samples() {
    const { bodies, joints } = this.run, { t, count } = this.motion, points = [], start = [];
    const n = Math.min(count, Math.max(20, Math.ceil(SAMPLES / (this.hulls.flat().length || 1))));
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
    for (const joint of [...joints, ...this.run.loads.filter(load => load.type === 'spring')])
      points.push(...joint.points.filter((_, side) => joint.bodies[side] < 0 && (joint.axes || side < 2)));
    joints.forEach(({ bodies: [a], points: [x], axes }, j) => { // ends of rails
      if (a < 0 && axes) points.push(...this.reaches[j].map(reach => add(x, reach, unit(axes[0]))));
    });
    if (!points.length) points.push([0, 0, 0]);
    const stride = Math.ceil(points.length / 4000);
    this.outline = points.filter((_, i) => i % stride === 0);
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
    const flat = h[1] - h[0] < 0.3 * Math.min(a[1] - a[0], b[1] - b[0]);
    this.pitch = flat ? 0.85 : 0.3; // what lies on the floor is seen from above
    this.yaw = (b[1] - b[0] > 1.2 * (a[1] - a[0]) ? 0 : -Math.PI / 2) + 0.55;
  }

  // A body that only turns leaves no trail at its centre: the farthest point of its outline is followed instead.
  tip(body) {
    const hull = bodyHull(body), far = hull.reduce((most, p) => norm(p) > norm(most) ? p : most, [0, 0, 0]);
    if (drawn(body).kind === 'cylinder' || drawn(body).kind === 'cone') return [0, 0, far[2]];
    if (drawn(body).kind !== 'cuboid') return far;
    const part = bodyParts(body, this.dot)[0];
    return part.columns.reduce((most, column) => norm(column) > norm(most) ? column : most, [0, 0, 0]);
  }

  // --- layers: items { mesh, body, columns, at, color }; `at` counts from the body's reference point, body -1 is the ground.
  // A rod between two bodies has { mesh, from, to, radius } instead.

  solids() {
    const heaviest = Math.max(...this.run.bodies.map(body => body.mass));
    const items = this.run.bodies.flatMap((body, b) => bodyParts(body, this.dot * Math.cbrt(body.mass / heaviest))
      .map(part => ({ ...part, body: b, at: add(part.at, 1, body.center), color: this.color(b) })));
    // what holds a body to a point outside of its shape
    const hold = (b, point) => {
      const body = this.run.bodies[b], x = add(point, -1, body.center);
      if (norm(x) > this.marker && outside(body, x))
        items.push({ ...rodPart(body.center, point, 0.35 * this.marker), body: b, color: this.color(b).map(c => 0.75 * c) });
    };
    for (const { bodies, points } of this.run.joints) bodies.forEach((b, side) => { if (b >= 0) hold(b, points[side]); });
    this.run.bodies.forEach((body, b) => { if (body.fixed) hold(b, [0, 0, 0]); });
    return items;
  }

  axes() {
    return this.run.bodies.flatMap((body, b) => body.width === 3 ? [] : AXES.flatMap((color, i) => {
      const reach = this.reach[b] || 4 * this.dot, r = 0.009 * reach, axis = [0, 0, 0];
      const length = 0.3 * reach + Math.max(...this.hulls[b].map(point => point[i]));
      axis[i] = 1;
      const end = add(body.center, length, axis);
      const arrow = { mesh: 'arrow', columns: alongAxis(axis.map(v => -v), 3 * r, 8 * r), at: add(end, 6 * r, axis) };
      return [rodPart(body.center, end, r), arrow].map(part => ({ ...part, body: b, color: paint(color) }));
    }));
  }

  // Small bodies have small joints.
  jointSize({ bodies }) {
    const reach = Math.max(...bodies.map(b => b < 0 ? 0 : this.reach[b]));
    return reach > 0 ? Math.min(this.marker, 0.22 * reach) : this.marker;
  }

  // Signs of all joints, pedestals on the ground, fixed points of bodies.
  joints() {
    const r = this.marker, up = this.basis[2];
    const items = this.run.joints.flatMap((joint, j) => jointGlyph(joint, this.reaches[j], this.jointSize(joint)));
    for (const joint of this.run.joints)
      if (STANDING.includes(joint.type))
        joint.bodies.forEach((b, side) => { if (b < 0) items.push(pedestal(joint.points[side], up, this.jointSize(joint))); });
    this.run.bodies.forEach((body, b) => {
      if (!body.fixed) return;
      items.push({ ...glyphBall(b, [0, 0, 0], 1.3 * r), joint: true }, pedestal(this.motion.at(b, this.motion.start).x, up, r));
    });
    return items;
  }

  springs() { return this.run.loads.slice(0, 400).flatMap(load => loadGlyph({ ...load, points: this.loadPoints(load) }, this.marker)); }

  // A torsion spring has no point of its own: it is drawn at the joint of its bodies.
  loadPoints({ type, bodies, points }) {
    const joint = type === 'torsion' && this.run.joints.find(j => bodies.every(b => j.bodies.includes(b)));
    return joint ? bodies.map(b => joint.points[joint.bodies.indexOf(b)]) : points;
  }

  // Arrows of loads and controls, or of reactions.
  arrows(reactions) {
    let first = 0;
    const all = this.run.runs.flatMap((run, k) => {
      const list = forceArrows(run, this.motion.motions[k], first);
      first += run.bodies.length;
      return list;
    });
    const size = Math.min(this.cluster, this.radius) || this.radius;
    return arrowItems(all.filter(arrow => !!arrow.reaction === reactions), this.motion, 0.7 * size, 0.013 * size);
  }

  // Points of the ground that something is fixed to.
  anchors() {
    const list = this.run.joints.flatMap(joint => joint.points.filter((_, side) => joint.bodies[side] < 0));
    this.run.bodies.forEach((body, b) => { if (body.fixed) list.push(this.motion.at(b, this.motion.start).x); });
    return list;
  }
}
