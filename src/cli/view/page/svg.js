// Vector pictures: the likeness of a 2D canvas that writes SVG, and the scene as polygons.
const escapeXml = text => String(text).replace(/[&<>"']/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]);
const round2 = x => Number(x.toFixed(2));

// The part of CanvasRenderingContext2D that plots and names use.
class SvgContext {
  constructor(width, height) {
    Object.assign(this, { width, height, out: [], path: '', open: 0, clips: 0, dash: [], font: '12px sans-serif', lineWidth: 1,
      fillStyle: '#000', strokeStyle: '#000', textAlign: 'left', textBaseline: 'alphabetic' });
    this.measure = document.createElement('canvas').getContext('2d');
  }

  beginPath() { this.path = ''; }
  moveTo(x, y) { this.path += `M${round2(x)} ${round2(y)}`; }
  lineTo(x, y) { this.path += `${this.path ? 'L' : 'M'}${round2(x)} ${round2(y)}`; }
  rect(x, y, w, h) { this.path += `M${round2(x)} ${round2(y)}h${round2(w)}v${round2(h)}h${round2(-w)}z`; }
  arc(x, y, r) { this.path += `M${round2(x - r)} ${round2(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`; }
  setLineDash(dash) { this.dash = dash; }
  save() { this.open = 0; }
  restore() { while (this.open-- > 0) this.out.push('</g>'); this.open = 0; }

  clip() {
    const id = `clip${this.clips++}`;
    this.out.push(`<clipPath id="${id}"><path d="${this.path}"/></clipPath><g clip-path="url(#${id})">`);
    this.open++;
  }

  stroke() {
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.join(' ')}"` : '';
    if (this.path) this.out.push(`<path d="${this.path}" fill="none" stroke="${escapeXml(this.strokeStyle)}" stroke-width="${this.lineWidth}" stroke-linejoin="round"${dash}/>`);
  }

  fill() { if (this.path) this.out.push(`<path d="${this.path}" fill="${escapeXml(this.fillStyle)}"/>`); }

  measureText(text) {
    this.measure.font = this.font;
    return this.measure.measureText(text);
  }

  text(text, x, y, paints) {
    const anchor = { left: 'start', center: 'middle', right: 'end' }[this.textAlign], size = parseFloat(this.font.match(/([\d.]+)px/)[1]);
    const dy = { middle: 0.35, top: 0.8 }[this.textBaseline] ?? 0, weight = this.font.startsWith('600') ? ' font-weight="600"' : '';
    this.out.push(`<text x="${round2(x)}" y="${round2(y + dy * size)}" font-size="${size}" text-anchor="${anchor}"${weight} ${paints}>${escapeXml(text)}</text>`);
  }

  fillText(text, x, y) { this.text(text, x, y, `fill="${escapeXml(this.fillStyle)}"`); }
  strokeText(text, x, y) { this.text(text, x, y, `fill="none" stroke="${escapeXml(this.strokeStyle)}" stroke-width="${this.lineWidth}" stroke-linejoin="round"`); }

  toString() {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}" ` +
      `font-family="DejaVu Sans, Arial, sans-serif">\n${this.out.join('\n')}\n</svg>\n`;
  }
}

// --- the scene: triangles from far to near, lines of trails, names

const POLYGONS_MOST = 60000;

const hexOf = color => '#' + color.map(v => Math.round(255 * clamp(v, 0, 1)).toString(16).padStart(2, '0')).join('');

// The colour of a face with this normal, as the shader has it but for lines and highlights.
function shade(color, normal, light, up, toEye) {
  const key = Math.max(dot(normal, light), 0), fill = Math.max(dot(normal, toEye), 0), sky = 0.5 + 0.5 * dot(normal, up);
  return color.map(v => (v ** 2.2 * (0.14 + 0.34 * sky + 0.95 * key + 0.1 * fill)) ** (1 / 2.2));
}

// Triangles of one item on the screen: { points, depth, color }.
function itemPolygons(scene, mesh, item, light, dark) {
  const { columns, at } = scene.itemPlace(item), { above, view, layout } = scene, list = [];
  const color = item.joint ? scene.jointColor(dark) : item.color, corner = i => carry(at, columns, mesh.vertices.slice(7 * i, 7 * i + 3));
  if (norm(columns[0]) < 1e-7) return list;
  for (let k = 0; k < mesh.indices.length; k += 3) {
    const points = [0, 1, 2].map(i => corner(mesh.indices[k + i])), n = cross(add(points[1], -1, points[0]), add(points[2], -1, points[0]));
    const middle = points.reduce((sum, p) => add(sum, 1 / 3, p), [0, 0, 0]), toEye = unit(add(view.eye, -1, middle));
    const seen = points.map(p => above.project(p));
    if (!(norm(n) > 0) || seen.some(p => !p)) continue;
    const normal = unit(n), facing = dot(normal, toEye);
    if (facing <= 0) continue;
    list.push({ seen, depth: dot(view.back, middle), color: hexOf(shade(color, normal, light, layout.basis[2], toEye)) });
  }
  return list;
}

function svgTrails(scene, c) {
  const { points, colors } = scene.trails, step = Math.ceil(points.length / 4 / 6000);
  let before = null;
  c.lineWidth = 1.5;
  for (let i = 0; 4 * i < points.length; i += step) {
    const time = points[4 * i + 3], at = scene.above.project(points.slice(4 * i, 4 * i + 3)), color = hexOf(colors.slice(3 * i, 3 * i + 3));
    if (before && (time < before.time || color !== before.color || !at)) { c.stroke(); before = null; }
    if (!at) continue;
    if (!before) { c.beginPath(); c.strokeStyle = color; c.moveTo(...at); } else c.lineTo(...at);
    before = { time, color };
  }
  if (before) c.stroke();
}

// The picture that is seen now, as SVG.
function sceneSvg(scene, camera, dark) {
  const { clientWidth: width, clientHeight: height } = scene.canvas, c = new SvgContext(width, height), meshes = { ...allMeshes(16), ...bodyMeshes(scene.layout.run.bodies) };
  const up = scene.layout.basis[2], light = unit(add(add(up, 0.5, scene.lightFrom(camera)), 0.1, up)), polygons = [];
  c.fillStyle = dark ? '#181e28' : '#ffffff';
  c.beginPath();
  c.rect(0, 0, width, height);
  c.fill();
  for (const group of scene.visible().flat())
    for (const item of group.items) if (polygons.length < POLYGONS_MOST) polygons.push(...itemPolygons(scene, meshes[item.mesh], item, light, dark));
  if (scene.show.trails) svgTrails(scene, c);
  for (const { seen, color } of polygons.sort((p, q) => p.depth - q.depth))
    c.out.push(`<path d="M${seen.map(p => p.map(round2).join(' ')).join('L')}z" fill="${color}" stroke="${color}" stroke-width=".4"/>`);
  scene.above.draw(c, dark);
  return c.toString();
}
