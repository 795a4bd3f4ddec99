// The page: what the run was, the controls, and the clock.
const $ = id => document.getElementById(id);
const runs = JSON.parse($('run').textContent);
const run = mergeRuns(runs);
const motion = new MergedMotion(runs.map(one => new Motion(one)));
const wanted = new URLSearchParams(location.hash.slice(1));
const bodies = run.bodies.length;
const acts = run.loads.some(load => load.value || load.input !== undefined);
const show = { trails: true, axes: bodies <= 2, names: bodies > 1 && bodies <= 12, floor: true, follow: false, loop: true,
  loads: acts && bodies <= 20, reactions: false, bare: false };
for (const key of Object.keys(show)) if (wanted.has(key)) show[key] = wanted.get(key) !== '0';
let time = motion.start, playing = false, last = 0, dirty = true, scene = null, camera = null;

// --- what the run was

function describe() {
  const { results, totals, method } = run, number = key => Number(results[key]);
  const name = run.title || run.name.replaceAll('_', ' ');
  document.title = `${name} – Rigel`;
  $('title').textContent = name;
  $('source').textContent = $('source').title = runs.length > 1 ? `drawn over it, pale and dashed: ${runs[1].title || runs[1].name}` : run.source || '';
  const tile = (label, value, small = '', tone = '') =>
    $('summary').append(element('div', '', element('dt', '', label), element('dd', tone, value, element('small', '', small))));
  const exact = key => totals.exact && totals.exact[key] === 'true' ? 'exact by construction' : '';
  tile('Verdict', results.verdict, `at t = ${format(number('time'), 6)}`, results.verdict === 'done' ? 'good' : 'bad');
  tile('Method', `${method.scheme}(${method.degree})`, `${totals.gauss} Gauss point${totals.gauss === '1' ? '' : 's'}`);
  tile('Elements', totals.completed === totals.elements ? totals.elements : `${totals.completed} of ${totals.elements}`,
    `${totals.newton_iterations} Newton iterations`);
  if ('error_e_loc' in results)
    tile('Error', format(number('error_e_loc'), 2), `e_loc at t = ${format(number('error_time'), 6)}`);
  if ('cost' in results) tile('Cost', format(number('cost'), 5), results.optimum || '');
  tile('Energy drift', format(number('drift_H_relative'), 2), exact('energy') || 'of H − W, relative');
  if ('drift_L_relative' in results)
    tile('Momentum drift', format(number('drift_L_relative'), 2), exact('angular_momentum') || 'angular, relative');
  const violation = Math.max(number('phi_max_scaled'), number('psi_max_scaled'));
  if (violation > 0) tile('Constraints', format(violation, 2), exact('phi') && exact('psi') || 'largest, scaled');
  $('version').textContent = `Rigel ${run.versions.rigel}`;
  if (results.message) {
    $('message').hidden = false;
    $('message').textContent = `${results.message}. What was computed until then is shown.`;
  }
  const { rows, stride, count, turn } = run.frames;
  let text = `${rows} state${rows === 1 ? '' : 's'}`;
  if (stride > 1) text = `${count} of ${rows} states, every ${ordinal(stride)}; bands in the plots span what is left out`;
  if (motion.stored) text += `. A body turns by up to ${format(turn, 3)} rad from one to the next: nothing is drawn in between`;
  else if (count > 1) text += '; smooth curves in between';
  $('frames').textContent = text;
}

// --- the clock

const span = motion.end - motion.start;
const decimals = span > 0 ? clamp(3 - Math.floor(Math.log10(span)), 0, 8) : 3;
const timeText = t => span > 0 && span < 1e-4 ? format(t, 5) : t.toFixed(decimals);

// Speeds are 1, 2 or 5 times a power of ten; a motion first takes between 5 and 12 seconds, real time where that fits.
const SPEEDS = [];
for (let power = -12; power <= 12; power++) for (const part of [1, 2, 5]) SPEEDS.push(Number(`${part}e${power}`));
let speed = SPEEDS.indexOf(1);
const lasts = i => span / SPEEDS[i];
if (span > 0 && (span < 3 || span > 20)) {
  while (speed > 0 && lasts(speed) < 5) speed--;
  while (speed < SPEEDS.length - 1 && lasts(speed) > 13) speed++;
}

function showSpeed() {
  $('speed').textContent = `${format(SPEEDS[speed], 2)}×`;
}

function changeSpeed(by) {
  speed = clamp(speed + by, 0, SPEEDS.length - 1);
  showSpeed();
}

function seek(to) {
  time = clamp(to, motion.start, motion.end);
  const slider = $('slider'), part = span > 0 ? (time - motion.start) / span : 0;
  slider.value = time;
  slider.style.setProperty('--part', `calc(${part} * (100% - 17px) + 8px)`);
  slider.setAttribute('aria-valuetext', `t = ${timeText(time)}`);
  $('time').replaceChildren(`t = ${timeText(time)} `, element('small', '', `/ ${timeText(motion.end)}`));
  dirty = true;
}

function play(on) {
  playing = on && span > 0;
  if (playing && time >= motion.end) seek(motion.start);
  last = 0;
  document.body.classList.toggle('playing', playing);
}

// To the stored state `by` steps from here.
function step(by) {
  play(false);
  const i = bracket(motion.t, time), exact = motion.t[i] === time || motion.t[Math.min(i + 1, motion.count - 1)] === time;
  const here = motion.t[Math.min(i + 1, motion.count - 1)] === time ? i + 1 : i;
  seek(motion.t[clamp(here + by + (!exact && by < 0 ? 1 : 0), 0, motion.count - 1)]);
}

function tick(now) {
  requestAnimationFrame(tick);
  if (playing) {
    const next = time + (last ? Math.min(0.1, (now - last) / 1000) : 0) * SPEEDS[speed];
    last = now;
    if (next < motion.end) seek(next);
    else if (show.loop) seek(motion.start);
    else { seek(motion.end); play(false); }
  }
  if (!dirty) return;
  dirty = false;
  draw();
}

// --- drawing

const dark = () => document.documentElement.dataset.theme === 'dark';
const times = run.times.map(decode);
const range = span > 0 ? [motion.start, motion.end] : [motion.start - 0.5, motion.start + 0.5];
const goTo = to => { play(false); seek(to); };
const plots = run.plots.filter(spec => spec.curves.length).map(spec => new Plot(spec, times, range, goTo));

function draw() {
  if (scene) scene.draw(time, camera, dark());
  for (const plot of plots) plot.draw(time);
}

function layoutPlots() {
  const style = getComputedStyle(document.documentElement), color = name => style.getPropertyValue(`--${name}`).trim();
  const colors = { text: color('muted'), grid: color('line'), axis: color('faint'), accent: color('accent'), panel: color('panel') };
  for (const plot of plots) plot.layout(colors);
  draw();
}

// --- any column as a plot

const COLUMNS = new Map(run.tables.flatMap(table => table.columns.map(column => [`${table.label} ${column.name}`, { table, column }])));

function removePlot(plot) {
  plots.splice(plots.indexOf(plot), 1);
  plot.element.remove();
  layoutPlots();
}

// Adds a plot of the column with this name; false: there is none.
function plotColumn(name) {
  const found = COLUMNS.get(name.trim());
  if (!found) return false;
  const { table, column } = found, curve = { ...column, table: 0 };
  const spec = { title: name.trim(), note: `column of ${table.name}.csv`, unit: column.unit, scale: 'linear', curves: [curve], close: removePlot };
  const plot = new Plot(spec, [decode(table.t)], range, goTo);
  plots.push(plot);
  $('plots').append(plot.element);
  layoutPlots();
  plot.element.scrollIntoView({ block: 'nearest' });
  return true;
}

function fillPicker() {
  const names = [...COLUMNS.keys()];
  $('columns').append(...names.slice(0, 5000).map(name => Object.assign(element('option'), { value: name })));
  $('column').addEventListener('change', e => { if (plotColumn(e.target.value)) e.target.value = ''; });
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  layoutPlots();
}

const toggles = document.querySelectorAll('[data-toggle]');

function toggle(key) {
  show[key] = !show[key];
  if (key === 'follow') $('followed').value = show.follow ? 'all' : '';
  showToggles();
  dirty = true;
}

function showToggles() {
  for (const button of toggles) button.setAttribute('aria-pressed', Boolean(show[button.dataset.toggle]));
}

function makeScene() {
  try {
    const layout = new Layout(run, motion);
    // a system that travels far, held by nothing, is hard to see from afar
    const held = layout.anchors().length > 0 || run.bodies.some(body => body.clamped);
    show.follow = layout.cluster > 0 && layout.radius > (held ? 12 : 3) * layout.cluster;
    camera = new Camera($('scene'), layout.basis, layout.yaw, () => { dirty = true; });
    camera.first.pitch = layout.pitch;
    if (show.follow) camera.first.distance *= 1.3 * layout.cluster / layout.radius;
    scene = new Scene($('scene'), $('overlay'), layout, show);
    if (!show.follow) camera.outline = layout.outline.map(x => scene.toCard(x));
    camera.reset();
    for (const name of ['loads', 'reactions'])
      for (const button of document.querySelectorAll(`[data-toggle=${name}]`)) button.hidden = !scene.layers[name].length;
    $('followed').append(...run.bodies.slice(0, 500).map((body, b) => Object.assign(element('option', '', `follow ${body.name}`), { value: b + 1 })));
    $('followed').value = show.follow ? 'all' : '';
  } catch (error) {
    $('stage').append(element('p', 'nothing', error.message));
  }
}

// Views by name: along an axis of space, from a corner, or the present one moved until all is in the picture.
const VIEWS = { x: [1, 0, 0], y: [0, -1, 0], z: [0, 0, 1], iso: [1, -1, 0.8] };

function lookAlong(name) {
  if (!camera) return;
  camera.touched = true;
  const { clientWidth, clientHeight } = $('scene');
  if (VIEWS[name]) camera.look(name === 'iso' ? isoDirection() : VIEWS[name]);
  const now = show.follow ? scene.layout.hulls.flatMap((hull, b) => hull.map(p => scene.pointOf({ body: b, at: add(p, 1, run.bodies[b].center) })))
    .map(p => add(p, -1, scene.followed(time))) : scene.layout.outline.map(x => scene.toCard(x));
  if (now.length) camera.fit(now, clientWidth / Math.max(1, clientHeight));
}

// From a corner above the floor.
function isoDirection() {
  const [a, b, up] = scene.layout.basis;
  return add(add(a, -1, b), 0.816, up);
}

// --- controls

const KEYS = {
  ' ': () => play(!playing),
  ArrowLeft: e => step(e.shiftKey ? -10 : -1),
  ArrowRight: e => step(e.shiftKey ? 10 : 1),
  Home: () => seek(motion.start),
  End: () => { play(false); seek(motion.end); },
  '-': () => changeSpeed(-1),
  '+': () => changeSpeed(1),
  '=': () => changeSpeed(1),
  t: () => toggle('trails'),
  a: () => toggle('axes'),
  n: () => toggle('names'),
  g: () => toggle('floor'),
  f: () => toggle('follow'),
  l: () => toggle('loop'),
  v: () => toggle('loads'),
  c: () => toggle('reactions'),
  x: () => lookAlong('x'),
  y: () => lookAlong('y'),
  z: () => lookAlong('z'),
  i: () => lookAlong('iso'),
  0: () => lookAlong('fit'),
  p: () => saveScene('PNG'),
  s: () => saveScene('SVG'),
  d: () => setTheme(dark() ? 'light' : 'dark'),
  r: () => camera?.reset(),
  '?': () => $('keys').showModal(),
};

function connect() {
  Object.assign($('slider'), { min: motion.start, max: motion.end, disabled: !(span > 0) });
  $('slider').addEventListener('input', e => { play(false); seek(Number(e.target.value)); });
  $('play').addEventListener('click', () => play(!playing));
  $('slower').addEventListener('click', () => changeSpeed(-1));
  $('faster').addEventListener('click', () => changeSpeed(1));
  $('reset').addEventListener('click', () => camera?.reset());
  $('theme').addEventListener('click', () => setTheme(dark() ? 'light' : 'dark'));
  $('help').addEventListener('click', () => $('keys').showModal());
  for (const button of toggles) button.addEventListener('click', () => toggle(button.dataset.toggle));
  for (const button of document.querySelectorAll('[data-view]')) button.addEventListener('click', () => lookAlong(button.dataset.view));
  for (const button of document.querySelectorAll('[data-save]')) button.addEventListener('click', () => saveScene(button.dataset.save));
  $('followed').addEventListener('change', e => {
    show.follow = e.target.value === 'all' ? true : Number(e.target.value) || false;
    lookAlong('fit');
  });
  addEventListener('keydown', e => {
    const act = KEYS[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!act || e.ctrlKey || e.metaKey || e.altKey || $('keys').open) return;
    if (e.key === ' ' && e.target.tagName === 'BUTTON') return; // a button takes its own
    if (['INPUT', 'SELECT'].includes(e.target.tagName) && e.target.type !== 'range') return; // and so does a field
    e.preventDefault();
    act(e);
  });
  addEventListener('hashchange', () => {
    const hash = new URLSearchParams(location.hash.slice(1));
    if (hash.has('t')) { play(false); seek(Number(hash.get('t')) || 0); }
  });
  new ResizeObserver(() => { camera?.resize(); layoutPlots(); }).observe(document.querySelector('main'));
}

describe();
$('plots').append(...plots.map(plot => plot.element));
fillPicker();
connect();
makeScene();
showToggles();
showSpeed();
if (wanted.has('view')) lookAlong(wanted.get('view'));
setTheme(wanted.get('theme') || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
seek(wanted.has('t') ? Number(wanted.get('t')) || 0 : motion.start);
play(!wanted.has('t') && !matchMedia('(prefers-reduced-motion: reduce)').matches);
requestAnimationFrame(tick);
