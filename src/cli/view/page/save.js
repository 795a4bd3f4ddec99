// Pictures to save: the scene and single plots, as PNG and SVG.
function download(blob, name) {
  const link = element('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  return blob;
}

const svgBlob = text => new Blob([text], { type: 'image/svg+xml' });
const pngBlob = canvas => new Promise(done => canvas.toBlob(done, 'image/png'));
const fileName = (what, kind) => `${run.name}_${what.toLowerCase().replace(/[^a-z0-9]+/g, '_')}.${kind.toLowerCase()}`;

// The scene with its names on a plain ground, in the pixels of the canvas.
function scenePicture() {
  draw();
  const canvas = element('canvas'), c = canvas.getContext('2d');
  [canvas.width, canvas.height] = [scene.canvas.width, scene.canvas.height];
  c.fillStyle = dark() ? '#181e28' : '#ffffff';
  c.fillRect(0, 0, canvas.width, canvas.height);
  c.drawImage(scene.canvas, 0, 0);
  c.drawImage(scene.overlay.canvas, 0, 0);
  return canvas;
}

async function saveScene(kind) {
  if (!scene) return null;
  draw();
  const blob = kind === 'SVG' ? svgBlob(sceneSvg(scene, camera, dark())) : await pngBlob(scenePicture());
  return download(blob, fileName(`t_${timeText(time)}`, kind));
}

// --- plots: 640 x 320 points with title and legend, black on white

const PAPER = { text: '#333a45', grid: '#e3e7ed', axis: '#98a2b3', accent: '#2563d9', panel: '#ffffff' };

function paintPlot(plot, c, width, height) {
  const copy = Object.assign(Object.create(Plot.prototype), plot, { width, height: height - 30, style: PAPER });
  c.fillStyle = '#ffffff';
  c.beginPath();
  c.rect(0, 0, width, height);
  c.fill();
  c.textBaseline = 'middle';
  c.textAlign = 'left';
  c.font = '600 14px system-ui, sans-serif';
  c.fillStyle = '#17202e';
  c.fillText(plot.title, 12, 16);
  let x = 24 + c.measureText(plot.title).width;
  c.font = '12px system-ui, sans-serif';
  for (const curve of plot.curves) {
    c.fillStyle = curve.color;
    c.beginPath();
    c.rect(x, 15, 14, 3);
    c.fill();
    c.fillStyle = '#333a45';
    c.fillText(subscript(curve.name), x + 19, 16);
    x += 32 + c.measureText(curve.name).width;
  }
  return copy;
}

async function savePlot(plot, kind) {
  const width = 640, height = 320;
  if (kind === 'SVG') {
    const c = new SvgContext(width, height), copy = paintPlot(plot, c, width, height);
    c.out.push('<g transform="translate(0 30)">');
    copy.drawStill(c);
    c.out.push('</g>');
    return download(svgBlob(c.toString()), fileName(plot.title, kind));
  }
  const canvas = element('canvas'), c = canvas.getContext('2d'), scale = 3;
  [canvas.width, canvas.height] = [scale * width, scale * height];
  c.scale(scale, scale);
  const copy = paintPlot(plot, c, width, height);
  c.translate(0, 30);
  copy.drawStill(c);
  return download(await pngBlob(canvas), fileName(plot.title, kind));
}
