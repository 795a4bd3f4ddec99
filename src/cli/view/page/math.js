// Vectors are arrays of 3, quaternions arrays of 4 with the scalar part first, 4x4 matrices columns first.
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const add = (a, s, b) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const norm = a => Math.hypot(a[0], a[1], a[2]);
const unit = a => { const n = norm(a) || 1; return [a[0] / n, a[1] / n, a[2] / n]; };
const clamp = (x, low, high) => Math.min(high, Math.max(low, x));

// Columns d1, d2, d3 of R(q); a rotation for |q| = 1, scaled by |q|^2 otherwise.
function quatColumns(q) {
  const [w, x, y, z] = q;
  return [
    [w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z],
  ];
}

// The unit quaternion of directors d1, d2, d3 (nine numbers): the largest component is found first.
function quatFromDirectors(d) {
  const t = [d[0] + d[4] + d[8], d[0] - d[4] - d[8], d[4] - d[0] - d[8], d[8] - d[0] - d[4]];
  const largest = t.indexOf(Math.max(...t));
  const s = Math.sqrt(Math.max(1e-30, 1 + t[largest])) / 2, f = 1 / (4 * s);
  const q = [[s, (d[5] - d[7]) * f, (d[6] - d[2]) * f, (d[1] - d[3]) * f],
    [(d[5] - d[7]) * f, s, (d[1] + d[3]) * f, (d[2] + d[6]) * f],
    [(d[6] - d[2]) * f, (d[1] + d[3]) * f, s, (d[5] + d[7]) * f],
    [(d[1] - d[3]) * f, (d[2] + d[6]) * f, (d[5] + d[7]) * f, s]][largest];
  const n = Math.hypot(...q);
  return q.map(v => v / n);
}

// a + sum_i x_i columns_i
function carry(a, columns, x) {
  return [0, 1, 2].map(i => a[i] + columns[0][i] * x[0] + columns[1][i] * x[1] + columns[2][i] * x[2]);
}

function perspective(angle, aspect, near, far) {
  const f = 1 / Math.tan(angle / 2), d = 1 / (near - far);
  return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) * d, -1, 0, 0, 2 * far * near * d, 0];
}

function lookFrom(eye, right, up, back) {
  return [right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
    -dot(right, eye), -dot(up, eye), -dot(back, eye), 1];
}

function multiply(a, b) {
  const c = new Array(16);
  for (let j = 0; j < 4; j++)
    for (let i = 0; i < 4; i++)
      c[4 * j + i] = a[i] * b[4 * j] + a[4 + i] * b[4 * j + 1] + a[8 + i] * b[4 * j + 2] + a[12 + i] * b[4 * j + 3];
  return c;
}

// Base64 of little-endian doubles.
function decode(text) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  return new Float64Array(bytes.buffer);
}

// 1, 2 or 5 times a power of ten, at least x.
function niceAbove(x) {
  const power = 10 ** Math.floor(Math.log10(x)), part = x / power;
  return (part <= 1.0001 ? 1 : part <= 2.0001 ? 2 : part <= 5.0001 ? 5 : 10) * power;
}

// Index i with t[i] <= x < t[i + 1], within the table.
function bracket(t, x) {
  let low = 0, high = t.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (t[middle] <= x) low = middle; else high = middle;
  }
  return low;
}

// An element of the page with what it holds.
function element(tag, name = '', ...children) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...children);
  return made;
}

// --- numbers for people
const superscript = n => String(n).replace(/[-0-9]/g, c => c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[c]);
const subscript = text => text.replace(/[0-9]/g, c => '₀₁₂₃₄₅₆₇₈₉'[c]);

// "mass length^2 / time^2" with raised digits
const unitText = unit => unit === '1' ? 'dimensionless' : unit.replace(/\^(\d)/g, (_, n) => superscript(n));

function ordinal(n) {
  const last = n % 100 > 10 && n % 100 < 14 ? 0 : n % 10;
  return n + (['th', 'st', 'nd', 'rd'][last] ?? 'th');
}

function format(x, digits = 4) {
  if (!Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  let text;
  if (size >= 1e-3 && size < 10 ** Math.max(5, digits)) {
    text = String(Number(x.toPrecision(digits)));
  } else {
    const [mantissa, power] = x.toExponential(digits - 1).split('e');
    const head = String(Number(mantissa));
    text = (head === '1' ? '' : head === '-1' ? '-' : head + '×') + '10' + superscript(Number(power));
  }
  return text.replace('-', '−');
}
