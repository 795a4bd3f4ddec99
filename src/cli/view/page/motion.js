// The motion between the stored states: a body's point and quaternion at any time.
class Motion {
  constructor(run) {
    this.t = decode(run.frames.t);
    this.count = this.t.length;
    this.start = this.t[0];
    this.end = this.t[this.count - 1];
    // a body that turns too far from state to state cannot be followed in between: only states are shown
    this.stored = run.frames.turn > Math.PI;
    this.bodies = run.bodies.map((body, b) => this.readBody(body, decode(run.frames.bodies[b])));
  }

  // Rows of 7 numbers, and their rates by differences.
  readBody(body, data) {
    const n = this.count, rows = new Float64Array(7 * n);
    for (let i = 0; i < n; i++) {
      const from = data.subarray(i * body.width, (i + 1) * body.width);
      rows.set(from.subarray(0, 3), 7 * i);
      let q = [1, 0, 0, 0];
      if (body.width === 7) q = from.subarray(3);
      if (body.width === 12) {
        q = quatFromDirectors(from.subarray(3));
        // q and -q are the same rotation: take the one next to the state before
        const before = rows.subarray(7 * i - 4, 7 * i);
        if (i && q[0] * before[0] + q[1] * before[1] + q[2] * before[2] + q[3] * before[3] < 0) q = q.map(v => -v);
      }
      rows.set(q, 7 * i + 3);
    }
    return { rows, rates: this.ratesOf(rows), scales: !body.rigid };
  }

  // Three-point differences on a mesh that need not be even; one-sided at the ends.
  ratesOf(rows) {
    const n = this.count, t = this.t, rates = new Float64Array(rows.length);
    if (n < 2) return rates;
    const slope = (i, c) => (rows[7 * (i + 1) + c] - rows[7 * i + c]) / (t[i + 1] - t[i]);
    for (let c = 0; c < 7; c++) {
      for (let i = 1; i + 1 < n; i++) {
        const left = t[i] - t[i - 1], right = t[i + 1] - t[i];
        rates[7 * i + c] = (right * slope(i - 1, c) + left * slope(i, c)) / (left + right);
      }
      rates[c] = n > 2 ? 2 * slope(0, c) - rates[7 + c] : slope(0, c);
      rates[7 * (n - 1) + c] = n > 2 ? 2 * slope(n - 2, c) - rates[7 * (n - 2) + c] : slope(n - 2, c);
    }
    return rates;
  }

  // { x: point, q: quaternion } at this time, or at the state next to it
  at(b, time) {
    const { rows, rates, scales } = this.bodies[b];
    if (this.count < 2) return { x: [...rows.subarray(0, 3)], q: [...rows.subarray(3, 7)] };
    const i = bracket(this.t, time), h = this.t[i + 1] - this.t[i], exact = clamp((time - this.t[i]) / h, 0, 1), u = this.stored ? Math.round(exact) : exact;
    const a = 7 * i, z = a + 7, v = new Array(7);
    const w1 = u * u * (3 - 2 * u), w0 = 1 - w1, r0 = h * u * (1 - u) * (1 - u), r1 = -h * u * u * (1 - u);
    for (let c = 0; c < 7; c++) v[c] = w0 * rows[a + c] + w1 * rows[z + c] + r0 * rates[a + c] + r1 * rates[z + c];
    const x = v.slice(0, 3);
    let q = v.slice(3);
    if (u === 0 || u === 1) return { x, q };
    if (scales) return { x, q };
    let along = 0;
    for (let c = 3; c < 7; c++) along += rows[a + c] * rows[z + c];
    if (along < 0.7) q = this.turn(rows.subarray(a + 3, a + 7), rows.subarray(z + 3, z + 7), u, along);
    const n = Math.hypot(...q);
    return { x, q: q.map(c => c / n) };
  }

  // A large turn in one step: at constant rate along the arc on the sphere.
  turn(a, b, u, along) {
    const angle = Math.acos(clamp(along, -1, 1)), s = Math.sin(angle);
    if (s < 1e-6) return [...(u < 0.5 ? a : b)];
    const wa = Math.sin((1 - u) * angle) / s, wb = Math.sin(u * angle) / s;
    return [0, 1, 2, 3].map(i => wa * a[i] + wb * b[i]);
  }
}
