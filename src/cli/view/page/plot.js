// One plot over time: curves on a linear or logarithmic scale, a cursor that follows the slider, values at the cursor.
const MARGIN = { left: 58, right: 8, top: 20, bottom: 20 };
const FONT = '11px system-ui, sans-serif';

class Plot {
  constructor(spec, times, range, seek) {
    this.log = spec.scale === 'log';
    this.range = range; // of time, the same in all plots
    this.seek = seek;
    this.curves = spec.curves.map((curve, i) => {
      const value = decode(curve.value), low = curve.low ? decode(curve.low) : value;
      const high = curve.high ? decode(curve.high) : value;
      const color = PALETTE[(curve.hue ?? i) % PALETTE.length];
      return { name: curve.name, color, dashed: curve.dashed, t: times[curve.table], value, low, high };
    });
    this.title = spec.title;
    this.unit = unitText(spec.unit);
    this.scale();
    this.build(spec);
  }

  build(spec) {
    const title = element('span', '', spec.title);
    title.title = spec.note;
    const keys = this.curves.map(curve => {
      const bar = element('i');
      bar.style.background = curve.color;
      curve.output = element('b');
      return element('span', 'key', bar, subscript(curve.name), curve.output);
    });
    this.canvas = element('canvas');
    const save = ['PNG', 'SVG'].map(kind => {
      const button = element('button', '', kind);
      button.title = `Save this plot as ${kind}`;
      button.addEventListener('click', () => savePlot(this, kind));
      return button;
    });
    if (spec.close) {
      const button = element('button', 'close', '×');
      button.title = 'Remove this plot';
      button.addEventListener('click', () => spec.close(this));
      save.push(button);
    }
    this.element = element('article', 'plot', element('h2', '', title, ...keys), this.canvas, element('div', 'save', ...save));
    this.still = element('canvas'); // everything but the cursor
    this.canvas.addEventListener('pointerdown', e => {
      this.canvas.setPointerCapture(e.pointerId);
      this.down = true;
      this.point(e);
    });
    this.canvas.addEventListener('pointermove', e => this.point(e));
    this.canvas.addEventListener('pointerup', () => { this.down = false; });
    this.canvas.addEventListener('pointercancel', () => { this.down = false; });
    this.canvas.addEventListener('pointerleave', () => { this.hover = null; this.draw(); });
  }

  point(e) {
    const box = this.canvas.getBoundingClientRect(), width = box.width - MARGIN.left - MARGIN.right;
    const part = clamp((e.clientX - box.left - MARGIN.left) / width, 0, 1);
    const time = this.range[0] + part * (this.range[1] - this.range[0]);
    this.hover = e.pointerType === 'mouse' && !this.down ? time : null;
    if (this.down) this.seek(time);
    this.draw();
  }

  // --- scales

  scale() {
    let low = Infinity, high = -Infinity;
    for (const curve of this.curves)
      for (let i = 0; i < curve.t.length; i++) {
        if (!this.log || curve.low[i] > 0) low = Math.min(low, curve.low[i]);
        if (!this.log || curve.high[i] > 0) {
          low = Math.min(low, curve.high[i]);
          high = Math.max(high, curve.high[i]);
        }
      }
    if (this.log) this.scaleLog(low, high); else this.scaleLinear(low, high);
  }

  scaleLinear(low, high) {
    if (!(low <= high)) [low, high] = [-1, 1];
    const size = Math.max(Math.abs(low), Math.abs(high));
    // what changes by rounding only is shown as constant
    if (high - low < 1e-9 * size || size === 0) [low, high] = [low - 0.1 * (size || 1), high + 0.1 * (size || 1)];
    const step = niceAbove((high - low) / 3.6), margin = 0.06 * (high - low);
    this.low = low - margin;
    this.high = high + margin;
    this.ticks = [];
    for (let k = Math.ceil(this.low / step); k * step <= this.high; k++) this.ticks.push(k * step);
    // as many digits as tell neighbouring ticks apart
    const power = x => Math.floor(Math.log10(x) + 1e-9);
    this.digits = clamp(1 + power(Math.max(Math.abs(this.low), Math.abs(this.high))) - power(step), 1, 15);
  }

  scaleLog(low, high) {
    if (!(low <= high)) [low, high] = [1e-17, 1e-15]; // all zero
    low = Math.max(low, Math.min(1e-2 * high, 1e-17)); // less than rounding says nothing
    let from = Math.floor(Math.log10(low) - 0.15), to = Math.ceil(Math.log10(high) + 0.15);
    if (to - from < 2) from = to - 2;
    const step = Math.ceil((to - from) / 4);
    this.low = from;
    this.high = to;
    this.ticks = [];
    for (let k = Math.ceil(from / step) * step; k <= to; k += step) this.ticks.push(k);
  }

  x(time) {
    const part = (time - this.range[0]) / (this.range[1] - this.range[0]);
    return MARGIN.left + part * (this.width - MARGIN.left - MARGIN.right);
  }

  y(value) {
    const v = this.log ? (value > 0 ? Math.log10(value) : -Infinity) : value;
    return MARGIN.top + (1 - Math.max(0, (v - this.low) / (this.high - this.low))) * (this.height - MARGIN.top - MARGIN.bottom);
  }

  // --- drawing

  layout(style) {
    const ratio = Math.min(2, window.devicePixelRatio || 1), { clientWidth, clientHeight } = this.canvas;
    this.width = clientWidth;
    this.height = clientHeight;
    this.ratio = ratio;
    this.style = style;
    for (const canvas of [this.canvas, this.still]) {
      canvas.width = Math.max(1, Math.round(clientWidth * ratio));
      canvas.height = Math.max(1, Math.round(clientHeight * ratio));
    }
    const c = this.still.getContext('2d');
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.drawStill(c);
  }

  // Everything but the cursor, on a canvas or on its likeness for SVG.
  drawStill(c) {
    c.font = FONT;
    this.drawAxes(c);
    c.save();
    c.beginPath();
    c.rect(MARGIN.left - 1, MARGIN.top - 4, this.width - MARGIN.left - MARGIN.right + 2, this.height - MARGIN.bottom - MARGIN.top + 6);
    c.clip();
    for (const curve of this.curves) this.drawCurve(c, curve);
    c.restore();
  }

  drawAxes(c) {
    const bottom = this.height - MARGIN.bottom, right = this.width - MARGIN.right;
    c.lineWidth = 1;
    c.textBaseline = 'middle';
    c.textAlign = 'right';
    for (const tick of this.ticks) {
      const y = Math.round(this.y(this.log ? 10 ** tick : tick)) + 0.5;
      const zero = !this.log && Math.abs(tick) < 1e-12 * (this.high - this.low);
      c.strokeStyle = zero ? this.style.axis : this.style.grid;
      c.beginPath();
      c.moveTo(MARGIN.left, y);
      c.lineTo(right, y);
      c.stroke();
      c.fillStyle = this.style.text;
      c.fillText(this.log ? '10' + superscript(tick) : format(zero ? 0 : tick, this.digits), MARGIN.left - 7, y);
    }
    c.textAlign = 'left';
    c.fillStyle = this.style.text;
    c.fillText(`[${this.unit}]`, 4, 8);
    this.drawTimes(c, bottom, right);
    c.strokeStyle = this.style.axis;
    c.beginPath();
    c.moveTo(MARGIN.left, bottom + 0.5);
    c.lineTo(right, bottom + 0.5);
    c.stroke();
  }

  drawTimes(c, bottom, right) {
    const [from, to] = this.range, name = 't [time]', free = right - 48, step = niceAbove((to - from) / Math.max(2, this.width / 90));
    c.textBaseline = 'top';
    c.textAlign = 'center';
    for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * (to - from); k++) {
      const x = this.x(k * step);
      c.strokeStyle = this.style.axis;
      c.beginPath();
      c.moveTo(Math.round(x) + 0.5, bottom);
      c.lineTo(Math.round(x) + 0.5, bottom + 3);
      c.stroke();
      c.fillStyle = this.style.text;
      c.textAlign = 'center';
      if (x < free - 8) c.fillText(format(Number((k * step).toPrecision(12)), 6), x, bottom + 6);
    }
    c.textAlign = 'right';
    c.fillStyle = this.style.text;
    c.fillText(name, right + 4, bottom + 6);
  }

  drawCurve(c, curve) {
    const { t, value } = curve, n = t.length;
    if (curve.low !== curve.high) { // from state to state, all that lies between
      c.fillStyle = curve.color + '40';
      c.beginPath();
      for (let i = 1; i < n; i++) {
        const x = this.x(t[i - 1]), high = this.y(Math.max(curve.high[i], curve.value[i - 1]));
        c.rect(x, high, this.x(t[i]) - x + 0.3, this.y(Math.min(curve.low[i], curve.value[i - 1])) - high);
      }
      c.fill();
    }
    c.strokeStyle = curve.color;
    c.lineWidth = 1.6;
    c.lineJoin = 'round';
    c.setLineDash(curve.dashed ? [5, 4] : []);
    c.beginPath();
    // on a logarithmic scale nothing is drawn to and from a zero
    for (let i = 0; i < n; i++) {
      if (this.log && !(value[i] > 0)) continue;
      if (this.log && i && !(value[i - 1] > 0)) c.moveTo(this.x(t[i]), this.y(value[i]));
      else c.lineTo(this.x(t[i]), this.y(value[i]));
    }
    c.stroke();
    c.setLineDash([]);
    if (n > 1) return;
    c.fillStyle = curve.color;
    c.beginPath();
    if (n) c.arc(this.x(t[0]), this.y(value[0]), 3, 0, 7);
    c.fill();
  }

  // The state next to this time.
  nearest(t, time) {
    if (t.length < 2) return 0;
    const i = bracket(t, time);
    return time - t[i] <= t[i + 1] - time ? i : i + 1;
  }

  draw(time = this.time) {
    this.time = time;
    if (!this.width) return;
    const c = this.canvas.getContext('2d'), at = this.hover ?? time;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.canvas.width, this.canvas.height);
    c.drawImage(this.still, 0, 0);
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.drawCursor(c, time, this.style.accent, 1.5);
    if (this.hover !== null && this.hover !== undefined) this.drawCursor(c, this.hover, this.style.text, 1);
    for (const curve of this.curves) {
      const { t } = curve, i = this.nearest(t, at), value = curve.value[i];
      const rough = this.log || Math.abs(value) < 1e-6 * (this.high - this.low);
      curve.output.textContent = value === undefined ? '–' : format(value, rough ? 2 : 5);
      if (value === undefined) continue;
      c.fillStyle = curve.color;
      c.strokeStyle = this.style.panel;
      c.lineWidth = 1.5;
      c.beginPath();
      c.arc(this.x(t[i]), this.y(value), 3.6, 0, 7);
      c.fill();
      c.stroke();
    }
  }

  drawCursor(c, time, color, width) {
    c.strokeStyle = color;
    c.lineWidth = width;
    c.beginPath();
    c.moveTo(this.x(time), MARGIN.top - 4);
    c.lineTo(this.x(time), this.height - MARGIN.bottom);
    c.stroke();
  }
}
