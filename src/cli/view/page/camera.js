// The view: turns about a target, with `up` always upwards. Lengths are in units of the scene's radius.
class Camera {
  constructor(canvas, basis, yaw, changed) {
    this.canvas = canvas;
    this.basis = basis; // two horizontal directions and up
    this.changed = changed;
    this.first = { yaw, pitch: 0.3, distance: 3.6, target: [0, 0, 0] };
    this.angle = 0.62;
    this.reset();
    this.pointers = new Map();
    canvas.addEventListener('pointerdown', e => this.press(e));
    canvas.addEventListener('pointermove', e => this.move(e));
    for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, e => this.pointers.delete(e.pointerId));
    canvas.addEventListener('wheel', e => {
      e.preventDefault();
      this.zoom(Math.exp(clamp(e.deltaY, -200, 200) * 0.0015));
    }, { passive: false });
    canvas.addEventListener('contextmenu', e => e.preventDefault());
    canvas.addEventListener('dblclick', () => this.reset());
  }

  // The first view: near enough to fill the picture.
  reset() {
    Object.assign(this, structuredClone(this.first));
    if (this.outline) this.fit(this.outline, this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight));
    this.first.distance = this.distance;
    this.touched = false;
    this.changed();
  }

  // Another size of the picture: the first view fits anew.
  resize() { if (!this.touched) this.reset(); }

  // Looks from a direction in space; up stays up.
  look(direction) {
    this.touched = true;
    const [a, b, up] = this.basis, d = unit(direction);
    this.pitch = Math.asin(clamp(dot(d, up), -1, 1));
    if (Math.abs(this.pitch) < 1.5) this.yaw = Math.atan2(dot(d, b), dot(d, a));
    else this.yaw = -Math.PI / 2;
    this.changed();
  }

  // Moves as near as all points remain in the picture, with a margin. points: in units of the scene.
  fit(points, aspect, margin = 0.86) {
    const { right, top, back } = this.axes(), high = margin * Math.tan(this.angle / 2), wide = high * Math.max(1, aspect);
    const seen = points.map(p => [dot(p, right), dot(p, top), dot(p, back)]);
    let x = 0, y = 0, distance = 1;
    for (let round = 0; round < 12; round++) {
      let left = Infinity, rightmost = -Infinity, low = Infinity, upper = -Infinity;
      distance = Math.max(...seen.map(p => Math.max(Math.abs(p[0] - x) / wide, Math.abs(p[1] - y) / high) + p[2]), 0.05);
      for (const p of seen) {
        const depth = Math.max(0.01, distance - p[2]);
        left = Math.min(left, (p[0] - x) / depth);
        rightmost = Math.max(rightmost, (p[0] - x) / depth);
        low = Math.min(low, (p[1] - y) / depth);
        upper = Math.max(upper, (p[1] - y) / depth);
      }
      x += (left + rightmost) / 2 * distance;
      y += (low + upper) / 2 * distance;
    }
    this.target = add(right.map(v => v * x), y, top);
    this.distance = clamp(distance, 0.02, 40);
    this.changed();
  }

  zoom(factor) {
    this.touched = true;
    this.distance = clamp(this.distance * factor, 0.02, 40);
    this.changed();
  }

  press(e) {
    this.touched = true;
    this.canvas.setPointerCapture(e.pointerId);
    this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
  }

  move(e) {
    const last = this.pointers.get(e.pointerId);
    if (!last) return;
    const dx = e.clientX - last[0], dy = e.clientY - last[1];
    if (this.pointers.size === 1) {
      if (e.shiftKey || e.buttons & 6) this.pan(dx, dy);
      else {
        this.yaw -= 0.008 * dx;
        this.pitch = clamp(this.pitch + 0.008 * dy, -1.55, 1.55);
      }
    } else {
      // each of two fingers moves the middle by half, and their distance by its own part
      const other = [...this.pointers].find(([id]) => id !== e.pointerId)[1];
      const before = Math.hypot(last[0] - other[0], last[1] - other[1]);
      const after = Math.hypot(e.clientX - other[0], e.clientY - other[1]);
      if (after > 0) this.zoom(before / after);
      this.pan(dx / 2, dy / 2);
    }
    this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    this.changed();
  }

  pan(dx, dy) {
    const { right, top } = this.axes(), s = 2 * this.distance * Math.tan(this.angle / 2) / this.canvas.clientHeight;
    this.target = add(add(this.target, -dx * s, right), dy * s, top);
  }

  axes() {
    const [a, b, up] = this.basis, c = Math.cos(this.pitch), s = Math.sin(this.pitch);
    const level = add(a.map(v => v * Math.cos(this.yaw)), Math.sin(this.yaw), b);
    const back = add(level.map(v => v * c), s, up), right = unit(cross(up, level));
    return { right, top: cross(back, right), back };
  }

  // `center` is added to the target: what the camera follows.
  view(aspect, center) {
    const { right, top, back } = this.axes(), target = add(this.target, 1, center);
    const far = aspect < 1 ? this.distance / aspect : this.distance;
    const eye = add(target, far, back);
    const matrix = multiply(perspective(this.angle, aspect, 0.01 * far, far + 14), lookFrom(eye, right, top, back));
    return { matrix, eye, right, top, back };
  }
}
