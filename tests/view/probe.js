// Runs inside a page of `rigel view`: uses its controls as a user does and leaves what it saw in <pre id="probe">, one
// `key=value` per line. `probeTimes` (set before) lists times to look at.
const probeErrors = [];
addEventListener('error', e => probeErrors.push(e.message));
addEventListener('securitypolicyviolation', e => probeErrors.push(`policy: ${e.violatedDirective}`));
const seen = [];
const note = (key, ...values) => seen.push(`${key}=${values.join(' ')}`);
const wait = ms => new Promise(done => setTimeout(done, ms));
const press = (key, more = {}) => dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));

function pixelsOfScene() {
  draw();
  const gl = scene.gl, { width, height } = $('scene'), pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

// A checksum of the scene, and the names above it.
const picture = () => new Uint32Array(pixelsOfScene().buffer).reduce((sum, word) => (Math.imul(sum, 31) + word) | 0, 17);
const names = () => { draw(); return $('overlay').toDataURL(); };

// The part of the picture that carries a saturated colour: bodies, not floor or sky.
function painted() {
  const pixels = pixelsOfScene();
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4)
    if (pixels[i + 3] > 200 && Math.max(pixels[i], pixels[i + 1], pixels[i + 2]) - Math.min(pixels[i], pixels[i + 1], pixels[i + 2]) > 60) count++;
  return 4 * count / pixels.length;
}

function slide(to) {
  $('slider').value = to;
  $('slider').dispatchEvent(new Event('input', { bubbles: true }));
}

// Where the bodies are drawn, in units of the problem.
const places = () => scene.frames.map(frame => [...frame.x.map((v, i) => v * scene.layout.radius + scene.layout.origin[i]), ...frame.columns.flat()].join(',')).join(' ');

function pointer(target, type, x, y, more = {}) {
  const box = target.getBoundingClientRect();
  target.setPointerCapture = () => {}; // there is no real pointer
  target.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: 'mouse', clientX: box.left + x * box.width, clientY: box.top + y * box.height, bubbles: true, ...more }));
}

const meshes = layer => layer.flatMap(group => group.items.map(item => item.mesh + (item.type && !item.color ? `:${item.type}` : '')));

// Saves a picture as the page does and looks at the file: is it a PNG or SVG that the browser can draw, with something in it?
async function saved(make) {
  const blob = await make(), url = URL.createObjectURL(blob), image = new Image();
  const loaded = await new Promise(done => { image.onload = () => done(true); image.onerror = () => done(false); image.src = url; });
  if (!loaded) return false;
  const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 150 }), c = canvas.getContext('2d');
  c.drawImage(image, 0, 0, 200, 150);
  const data = c.getImageData(0, 0, 200, 150).data;
  const shades = new Set();
  for (let i = 0; i < data.length; i += 4) shades.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
  const head = new Uint8Array(await blob.slice(0, 8).arrayBuffer()), png = [137, 80, 78, 71, 13, 10, 26, 10].every((v, i) => head[i] === v);
  const xml = blob.type === 'image/svg+xml' && !new DOMParser().parseFromString(await blob.text(), 'image/svg+xml').querySelector('parsererror');
  return shades.size > 8 && (png || xml);
}

async function probePictures() {
  HTMLAnchorElement.prototype.click = () => {}; // a headless browser keeps no files
  note('scene_png', await saved(() => saveScene('PNG')));
  note('scene_svg', await saved(() => saveScene('SVG')));
  note('plot_png', await saved(() => savePlot(plots[0], 'PNG')));
  note('plot_svg', await saved(() => savePlot(plots[0], 'SVG')));
}

function probeViews() {
  press('r');
  const first = picture();
  press('x');
  const along = Math.abs(dot(camera.axes().back, [1, 0, 0]));
  const other = picture();
  press('i');
  note('views', along > 1 - 1e-12, other !== first && picture() !== other);
  press('0');
  draw();
  const inside = scene.layout.outline.map(x => scene.above.project(scene.toCard(x)))
    .every(p => p && p[0] > 0 && p[0] < $('scene').clientWidth && p[1] > 0 && p[1] < $('scene').clientHeight);
  note('fit_inside', inside || Boolean(show.follow));
  press('r');
  show.names = true;
  draw();
  const boxes = scene.above.labels;
  note('labels_apart', boxes.length > 0 && boxes.every((a, i) => boxes.every((b, j) =>
    j <= i || a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top)));
}

// Chooses a column as a user does.
function probePicker() {
  const before = plots.length, name = [...COLUMNS.keys()][0], choose = text => {
    $('column').value = text;
    $('column').dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose('no such column');
  note('picker_unknown', plots.length === before && $('column').value !== '');
  choose(name);
  const plot = plots[plots.length - 1], made = plots.length === before + 1 && plot.title === name && plot.unit === 'length';
  const start = motion.at(0, motion.start).x[0];
  note('picker', made && plot.curves[0].value[0] === start && $('column').value === '');
  plot.element.querySelector('.close').click();
  press('?');
  note('keys_help', $('keys').open && plots.length === before);
  $('keys').close();
}

function probeScene() {
  note('solids', meshes(scene.layers.solids).map(name => name.split(':')[0]).join(' '));
  note('paints', scene.layers.solids.find(group => group.items.some(item => item.mesh === 'ball'))?.items.find(item => item.mesh === 'ball').color.join(',') ?? '');
  note('springs', meshes(scene.layers.springs).map(name => name.split(':')[0]).join(' '));
  note('glyphs', [...new Set(meshes(scene.layers.joints))].filter(name => name.includes(':')).sort().join(' '));
  note('trails', scene.layout.trailed.length);
  note('foreign', document.querySelectorAll('img').length, document.scripts.length - 3); // the probe, the data, the page
}

const curveOf = (title, name) => plots.find(plot => plot.title === title)?.curves.find(curve => curve.name === name);

async function probe() {
  note('title', document.title);
  note('panels', plots.map(plot => `${plot.title}: ${plot.curves.map(curve => curve.name).join(' ')}`).join('|'));
  note('units', plots.map(plot => plot.unit).join('|'));
  note('drift', Math.max(-1, ...(curveOf('Drift', 'H − W')?.value ?? [])));
  note('cost', curveOf('Cost', 'effort')?.value.at(-1));
  probeScene();
  note('plots', plots.length, plots.map(plot => plot.canvas.height > 60).join(' '));
  note('message', $('message').hidden ? '' : $('message').textContent);
  note('frames', $('frames').textContent);
  note('summary', [...document.querySelectorAll('#summary dd')].map(dd => dd.firstChild.textContent).join('|'));
  note('overflow', document.documentElement.scrollWidth > innerWidth);
  play(false);
  for (const to of probeTimes) {
    slide(to);
    draw();
    note(`at:${to}`, time, places());
    note(`painted:${to}`, painted());
    const force = forceArrows(runs[0], motion.motions[0], 0).find(arrow => !arrow.reaction);
    note(`arrow:${to}`, force ? force.vector(to)[0] : '');
    note(`gap:${to}`, Math.max(0, ...run.joints.filter(joint => MEETING.includes(joint.type)).map(({ bodies, points }) =>
      scene.layout.radius * norm(add(scene.pointOf({ body: bodies[0], at: points[0] }), -1, scene.pointOf({ body: bodies[1], at: points[1] }))))));
    note(`cursor:${to}`, plots[0].time, plots[0].curves.map(curve => curve.output.textContent).join(' '));
  }
  if (!probeFull) return; // without a graphics card pictures take long

  slide(motion.start);
  const first = picture();
  slide(motion.start + 0.37 * span);
  note('slider_moves', picture() !== first);
  press('Home');
  note('home', time === motion.start, picture() === first);
  press('ArrowRight');
  note('right', time === motion.t[1]);
  press('End');
  note('end', time === motion.end);
  press('ArrowLeft');
  note('left', time === motion.t[motion.count - 2]);
  slide((motion.t[0] + motion.t[1]) / 2);
  press('ArrowLeft');
  note('left_between', time === motion.t[0]);

  press('Home');
  press(' ');
  note('playing', playing);
  last = 0; // two pictures, a tenth of a second apart
  tick(1000);
  tick(1100);
  note('time_runs', Math.abs(time - motion.start - 0.1 * SPEEDS[speed]) < 1e-12 * span);
  press(' ');
  const rest = time;
  await wait(200);
  note('pause', !playing, time === rest);

  pointer(plots[0].canvas, 'pointerdown', 0.5, 0.5);
  pointer(plots[0].canvas, 'pointerup', 0.5, 0.5);
  const width = plots[0].canvas.getBoundingClientRect().width;
  note('plot_click', Math.abs((time - motion.start) / span - (width / 2 - MARGIN.left) / (width - MARGIN.left - MARGIN.right)) < 0.01);
  const before = picture();
  pointer($('scene'), 'pointerdown', 0.5, 0.5);
  pointer($('scene'), 'pointermove', 0.6, 0.4, { buttons: 1 });
  pointer($('scene'), 'pointerup', 0.6, 0.4);
  note('turn', picture() !== before);
  press('r');
  note('reset', picture() === before);
  $('scene').dispatchEvent(new WheelEvent('wheel', { deltaY: -100, cancelable: true }));
  note('zoom', picture() !== before, camera.distance < camera.first.distance);
  press('r');
  for (const key of ['t', 'a', 'n', 'g', 'v', 'c']) {
    const look = key === 'n' ? names : picture, as = look();
    press(key);
    const other = look();
    press(key);
    note(`key_${key}`, other !== as, look() === as);
  }
  await probePictures();
  probeViews();
  probePicker();
  const follow = show.follow;
  press('f');
  note('key_f', show.follow !== follow);
  press('d');
  note('theme', document.documentElement.dataset.theme);
  const slower = speed;
  press('-');
  note('slower', speed === slower - 1);
}

addEventListener('load', async () => {
  try { await wait(100); await probe(); } catch (error) { probeErrors.push(error.stack); }
  note('finished', true);
  note('errors', probeErrors.join(' | '));
  const pre = document.createElement('pre');
  pre.id = 'probe';
  pre.textContent = '\n' + seen.join('\n') + '\n';
  $('run').remove();
  document.body.append(pre);
});
