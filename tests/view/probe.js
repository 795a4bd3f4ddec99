// Runs inside a page of `rigel view`: uses its controls as a user does and leaves what it saw in <pre id="probe">, one
// `key=value` per line. `probeTimes` (set before) lists times to look at.
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

async function probe() {
  note('title', document.title);
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
    note(`gap:${to}`, Math.max(0, ...run.joints.filter(joint => MEETING.includes(joint.type)).map(({ bodies, points }) =>
      scene.layout.radius * norm(add(scene.pointOf({ body: bodies[0], at: points[0] }), -1, scene.pointOf({ body: bodies[1], at: points[1] }))))));
    note(`cursor:${to}`, plots[0].time, plots[0].curves.map(curve => curve.output.textContent).join(' '));
  }
  if (!(span > 0) || run.bodies.length > 100) return; // nothing moves; too slow without a graphics card

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
  for (const key of ['t', 'a', 'n', 'g']) {
    const look = key === 'n' ? names : picture, as = look();
    press(key);
    const other = look();
    press(key);
    note(`key_${key}`, other !== as, look() === as);
  }
  const follow = show.follow;
  press('f');
  note('key_f', show.follow !== follow);
  press('d');
  note('theme', document.documentElement.dataset.theme);
  const slower = speed;
  press('-');
  note('slower', speed === slower - 1);
}

(async () => {
  try { await wait(100); await probe(); } catch (error) { probeErrors.push(error.stack); }
  note('errors', probeErrors.join(' | '));
  const pre = document.createElement('pre');
  pre.id = 'probe';
  pre.textContent = '\n' + seen.join('\n') + '\n';
  $('run').remove();
  document.body.append(pre);
})();
