// Arrows of loads, controls and reactions: { body, at, vector(time) in space, torque, reaction }.
const FORCE_COLORS = { force: '#d6336c', torque: '#7048e8', reaction: '#e8730c', couple: '#b08900' };

// Values of a column of a table between its rows.
class Column {
  constructor(table, index) {
    this.t = table.times ??= decode(table.t);
    this.value = decode(table.columns[index].value);
  }

  at(time) {
    const { t, value } = this, n = t.length;
    if (n < 2) return value[0] ?? 0;
    const i = bracket(t, clamp(time, t[0], t[n - 1])), h = t[i + 1] - t[i], u = h > 0 ? clamp((time - t[i]) / h, 0, 1) : 0;
    return (1 - u) * value[i] + u * value[i + 1];
  }
}

const tableOf = (run, name) => run.tables.find(table => table.name === name && table.columns.length);

// Forces and torques of one run, bodies counted from `first`.
function forceArrows(run, motion, first) {
  const list = [], turned = (b, time, v) => carry([0, 0, 0], quatColumns(motion.at(b, time).q), v);
  const controls = tableOf(run, 'controls'), frames = decode(run.frames.t);
  for (const load of run.loads) {
    if (!['force', 'torque', 'joint_turn', 'joint_shift'].includes(load.type)) continue;
    if (load.input !== undefined && !controls) continue;
    const factor = load.input !== undefined ? new Column(controls, load.input)
      : new Column({ t: run.frames.t, times: frames, columns: [{ value: load.factors }] }, 0);
    const torque = load.type === 'torque' || load.type === 'joint_turn', drive = load.type.startsWith('joint'), side = drive ? 1 : 0;
    const b = load.bodies[side], axis = drive ? load.axes[side] : load.value, turns = drive ? b >= 0 : load.follows;
    const vector = time => { const s = factor.at(time), v = axis.map(x => s * x); return turns ? turned(b, time, v) : v; };
    const same = list.find(arrow => arrow.name === load.name && arrow.torque === torque && arrow.parts.length < 3 && load.input !== undefined);
    if (same) same.parts.push(vector); // components of one control
    else list.push({ body: b < 0 ? -1 : b + first, at: load.points[side], torque, name: load.name, parts: [vector] });
  }
  for (const arrow of list) arrow.vector = time => arrow.parts.reduce((sum, part) => add(sum, 1, part(time)), [0, 0, 0]);
  const reactions = tableOf(run, 'reactions');
  if (reactions && run.joints.length <= 60)
    run.joints.forEach((joint, j) => {
      for (const torque of [false, true]) {
        const columns = [0, 1, 2].map(i => new Column(reactions, 6 * j + i + (torque ? 3 : 0))), b = joint.bodies[1];
        list.push({ body: b < 0 ? -1 : b + first, at: joint.points[1], torque, reaction: true, name: joint.name,
          vector: time => columns.map(column => column.at(time)) });
      }
    });
  return list;
}

// Items of a layer: shaft and head of each arrow. Forces share one scale and torques another: the largest of the run has `length`.
function arrowItems(arrows, motion, length, radius) {
  const most = { true: 0, false: 0 }, n = Math.min(200, motion.count);
  for (const arrow of arrows)
    for (let i = 0; i < n; i++) {
      const time = motion.t[n < 2 ? 0 : Math.round(i * (motion.count - 1) / (n - 1))];
      most[arrow.torque] = Math.max(most[arrow.torque], norm(arrow.vector(time)));
    }
  return arrows.filter(arrow => most[arrow.torque] > 0).flatMap(arrow => {
    const scale = length / most[arrow.torque], head = 3.4 * radius;
    const color = paint(FORCE_COLORS[arrow.reaction ? (arrow.torque ? 'couple' : 'reaction') : arrow.torque ? 'torque' : 'force']);
    const common = { body: arrow.body, at: arrow.at, color, vector: time => arrow.vector(time).map(v => v * scale), radius, head };
    const parts = [{ ...common, mesh: 'rod', piece: 'shaft' }, { ...common, mesh: 'arrow', piece: 'head' }];
    return arrow.torque ? [...parts, { ...common, mesh: 'arrow', piece: 'second' }] : parts;
  });
}

// Columns and offset of a piece of an arrow from `tail` along `vector`.
function arrowPlace({ piece, radius, head }, tail, vector) {
  const size = norm(vector), along = unit(vector), nothing = { columns: DIAGONAL(1e-9, 1e-9, 1e-9), at: tail };
  if (size < 0.4 * head) return nothing;
  const tip = add(tail, size, along), neck = Math.max(0.05 * size, size - head);
  if (piece === 'shaft') return rodPart(tail, add(tail, neck, along), radius);
  const end = piece === 'second' ? add(tip, -0.62 * head, along) : tip;
  return { columns: alongAxis(along.map(v => -v), 0.36 * head, Math.min(head, size)), at: end };
}
