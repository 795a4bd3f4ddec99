// Above the scene: names that do not cover each other, the axes of space, the size of a grid cell.
class Overlay {
  constructor(scene) { this.scene = scene; }

  project(x) {
    const { view, canvas } = this.scene, m = view.matrix, w = m[3] * x[0] + m[7] * x[1] + m[11] * x[2] + m[15];
    if (w <= 0) return null;
    return [0, 1].map(i => (m[i] * x[0] + m[4 + i] * x[1] + m[8 + i] * x[2] + m[12 + i]) / w)
      .map((v, i) => (i ? 1 - v : 1 + v) / 2 * (i ? canvas.clientHeight : canvas.clientWidth));
  }

  draw(c, dark) {
    const { canvas, show, cell } = this.scene, height = canvas.clientHeight;
    c.font = '600 12px system-ui, sans-serif';
    c.textBaseline = 'middle';
    c.lineJoin = 'round';
    this.labels = [];
    if (show.names) this.drawNames(c, dark);
    if (show.bare) return;
    this.drawAxes(c, 46, height - 46);
    if (!show.floor) return;
    c.font = '12px system-ui, sans-serif';
    c.textAlign = 'left';
    c.fillStyle = dark ? '#8b97a8' : '#68748a';
    c.fillText(`grid ${format(cell, 2)} length`, 92, height - 18);
  }

  drawAxes(c, x, y) {
    const { view } = this.scene;
    AXES.map((color, i) => {
      const axis = [0, 0, 0];
      axis[i] = 1;
      return { color, i, dx: 26 * dot(axis, view.right), dy: -26 * dot(axis, view.top), depth: dot(axis, view.back) };
    }).sort((p, q) => p.depth - q.depth).forEach(({ color, i, dx, dy }) => {
      c.strokeStyle = c.fillStyle = color;
      c.lineWidth = 2;
      c.beginPath();
      c.moveTo(x, y);
      c.lineTo(x + dx, y + dy);
      c.stroke();
      c.textAlign = 'center';
      c.fillText('e' + subscript(String(i + 1)), x + 1.38 * dx, y + 1.38 * dy);
    });
  }

  // Each name tries places around its point, near ones first; one that finds none is left out.
  drawNames(c, dark) {
    const { layout, canvas } = this.scene, { run } = layout, most = [canvas.clientWidth, canvas.clientHeight];
    const taken = [{ left: 0, right: most[0], top: 0, bottom: 44 }, { left: 0, right: 160, top: most[1] - 92, bottom: most[1] }];
    const label = (text, x) => {
      const at = this.project(x), width = c.measureText(text).width;
      if (!at) return;
      for (const [dx, dy] of this.offsets(width)) {
        const left = at[0] + dx, y = at[1] + dy, box = { text, left: left - 2, right: left + width + 2, top: y - 8, bottom: y + 8 };
        if (box.left < 4 || box.right > most[0] - 4 || box.bottom > most[1] - 4) continue;
        if (taken.some(b => b.left < box.right && box.left < b.right && b.top < box.bottom && box.top < b.bottom)) continue;
        taken.push(box);
        this.labels.push(box);
        this.write(c, text, left, y, dark);
        return;
      }
    };
    const own = run.bodies.map((body, b) => b).filter(b => !run.bodies[b].ghost && !run.bodies[b].hidden).slice(0, 300);
    for (const b of own) label(run.bodies[b].name, this.scene.pointOf({ body: b, at: run.bodies[b].center }));
    for (const { name, bodies, points } of run.joints.filter(joint => !joint.run).slice(0, 300))
      label(name, this.scene.pointOf({ body: bodies[1], at: points[1] }));
    for (const load of run.loads.filter(l => !l.run && ['spring', 'torsion', 'bushing'].includes(l.type)).slice(0, 50)) {
      const points = layout.loadPoints(load), [a, b] = [0, 1].map(i => this.scene.pointOf({ body: load.bodies[i], at: points[i] }));
      label(load.name, add(a, 0.5, add(b, -1, a)));
    }
  }

  offsets(width) {
    const right = 10, left = -width - 10, middle = -width / 2;
    return [[right, -11], [right, 13], [left, -11], [left, 13], [middle, -20], [middle, 22], [right, -28], [right, 30], [left, -28], [left, 30]];
  }

  write(c, text, x, y, dark) {
    c.lineWidth = 3.5;
    c.strokeStyle = dark ? 'rgb(14 18 24 / .8)' : 'rgb(255 255 255 / .85)';
    c.fillStyle = dark ? '#e7ebf1' : '#17202e';
    c.textAlign = 'left';
    c.strokeText(text, x, y);
    c.fillText(text, x, y);
  }
}
