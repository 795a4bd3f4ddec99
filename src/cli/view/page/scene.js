// Draws the layout with WebGL. On the card lengths are measured from the scene's middle, in units of its radius.
const TRAIL_POINTS = 150000; // of all bodies together

class Scene {
  constructor(canvas, overlay, layout, show) {
    this.canvas = canvas;
    this.overlay = overlay.getContext('2d');
    this.layout = layout;
    this.show = show;
    this.gl = canvas.getContext('webgl2', { antialias: true, stencil: true, alpha: true });
    if (!this.gl) throw new Error('This browser offers no WebGL 2: the motion cannot be drawn, the plots can.');
    canvas.addEventListener('webglcontextlost', e => e.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => location.reload());
    this.programs = Object.fromEntries(Object.entries(SHADERS).map(([name, source]) => [name, this.program(...source)]));
    this.meshes = { ...allMeshes(layout.run.bodies.length > 200 ? 16 : 48), ...bodyMeshes(layout.run.bodies) };
    for (const mesh of Object.values(this.meshes)) this.upload(mesh);
    const items = { solids: layout.solids(), springs: layout.springs(), axes: layout.axes(), joints: layout.joints(),
      loads: layout.arrows(false), reactions: layout.arrows(true) };
    this.layers = Object.fromEntries(Object.entries(items).map(([name, list]) => [name, this.layer(list)]));
    this.corners = this.buffer(new Float32Array([0, -1, 0, 1, 1, -1, 1, 1]));
    this.square = this.vertexArray([[this.buffer(new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1])), 0, 2, 8, 0, 0]]);
    this.makeTrails();
    this.makeDrops();
    this.above = new Overlay(this);
  }

  // --- set-up

  program(vertex, fragment) {
    const gl = this.gl, program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const uniforms = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
      const { name } = gl.getActiveUniform(program, i);
      uniforms[name] = gl.getUniformLocation(program, name);
    }
    return { program, uniforms };
  }

  use(name, values) {
    const gl = this.gl, { program, uniforms } = this.programs[name];
    gl.useProgram(program);
    for (const [key, value] of Object.entries(values)) {
      if (!Array.isArray(value)) gl.uniform1f(uniforms[key], value);
      else if (value.length === 16) gl.uniformMatrix4fv(uniforms[key], false, value);
      else gl[`uniform${value.length}fv`](uniforms[key], value);
    }
  }

  buffer(data, target = this.gl.ARRAY_BUFFER, usage = this.gl.STATIC_DRAW) {
    const buffer = this.gl.createBuffer();
    this.gl.bindBuffer(target, buffer);
    this.gl.bufferData(target, data, usage);
    return buffer;
  }

  // attributes: [buffer, location, size, stride in bytes, offset in bytes, divisor]
  vertexArray(attributes, indices) {
    const gl = this.gl, array = gl.createVertexArray();
    gl.bindVertexArray(array);
    for (const [buffer, location, size, stride, offset, divisor] of attributes) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, stride, offset);
      gl.vertexAttribDivisor(location, divisor);
    }
    if (indices) gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    gl.bindVertexArray(null);
    return array;
  }

  upload(mesh) {
    mesh.buffer = this.buffer(new Float32Array(mesh.vertices));
    const wide = mesh.vertices.length / 7 > 65536, elements = wide ? new Uint32Array(mesh.indices) : new Uint16Array(mesh.indices);
    mesh.type = wide ? this.gl.UNSIGNED_INT : this.gl.UNSIGNED_SHORT;
    mesh.elements = this.buffer(elements, this.gl.ELEMENT_ARRAY_BUFFER);
    this.gl.bindBuffer(this.gl.ELEMENT_ARRAY_BUFFER, null);
  }

  // Items of one mesh are drawn at once: 15 numbers each, three columns, offset, colour.
  layer(items) {
    return Object.keys(this.meshes).map(name => {
      const own = items.filter(item => item.mesh === name), mesh = this.meshes[name], data = new Float32Array(15 * own.length);
      const buffer = this.buffer(data, this.gl.ARRAY_BUFFER, this.gl.DYNAMIC_DRAW);
      const corner = [[mesh.buffer, 0, 3, 28, 0, 0], [mesh.buffer, 1, 3, 28, 12, 0], [mesh.buffer, 2, 1, 28, 24, 0]];
      const array = this.vertexArray([...corner, ...[0, 1, 2, 3, 4].map(i => [buffer, 3 + i, 3, 60, 12 * i, 1])], mesh.elements);
      return { items: own, data, buffer, array, count: mesh.indices.length, type: mesh.type };
    }).filter(group => group.items.length);
  }

  // Segments from point i to point i + 1, points of four numbers (place, time); a time that falls back is a gap.
  segments(points, colors) {
    const buffer = this.buffer(new Float32Array(points)), color = this.buffer(new Float32Array(colors));
    const ends = [[buffer, 1, 4, 16, 0, 1], [buffer, 2, 4, 16, 16, 1]];
    const array = this.vertexArray([[this.corners, 0, 2, 8, 0, 0], ...ends, [color, 3, 3, 12, 0, 1]]);
    return { array, count: Math.max(0, points.length / 4 - 1) };
  }

  toCard(x) { return add(x, -1, this.layout.origin).map(v => v / this.layout.radius); }

  makeTrails() {
    const { run, motion, tips } = this.layout, points = [], colors = [];
    const n = motion.stored ? motion.count
      : clamp(Math.floor(TRAIL_POINTS / (run.bodies.length || 1)), 20, Math.max(600, Math.min(motion.count, 6000)));
    this.layout.trailed.forEach(b => {
      for (let i = 0; i < n; i++) {
        const span = motion.end - motion.start, time = motion.stored ? motion.t[i] : motion.start + i / (n - 1) * span;
        const { x, columns } = this.layout.center(b, time);
        points.push(...this.toCard(carry(x, columns, tips[b])), span > 0 ? (time - motion.start) / span : i);
        colors.push(...this.layout.color(b));
      }
    });
    this.trails = Object.assign(this.segments(points, colors), { points, colors });
  }

  // From what is fixed to the ground down to the floor.
  makeDrops() {
    const up = this.layout.basis[2], points = [], colors = [];
    this.feet = this.layout.anchors().slice(0, 200).map(x => {
      const top = this.toCard(x), foot = add(top, this.layout.floor - dot(top, up), up);
      points.push(...foot, 0, ...top, 1);
      colors.push(.5, .55, .62, .5, .55, .62);
      return foot;
    });
    this.drops = this.segments(points, colors);
  }

  // --- drawing

  // Frames of all bodies at this time, in units of the card.
  place(time) {
    this.time = time;
    this.frames = this.layout.run.bodies.map((body, b) => {
      const { x, q } = this.layout.motion.at(b, time);
      return { x: this.toCard(x), columns: quatColumns(q) };
    });
    this.ground = { x: this.toCard([0, 0, 0]), columns: DIAGONAL(1, 1, 1) };
  }

  frameOf(body) { return body < 0 ? this.ground : this.frames[body]; }

  // A point of a body, given in its own coordinates.
  pointOf({ body, at }) {
    const frame = this.frameOf(body), s = 1 / this.layout.radius;
    return carry(frame.x, frame.columns, [at[0] * s, at[1] * s, at[2] * s]);
  }

  // Columns and offset of an item now.
  itemPlace(item) {
    const s = 1 / this.layout.radius;
    if (item.vector) {
      const scaled = { ...item, radius: item.radius * s, head: item.head * s };
      return arrowPlace(scaled, this.pointOf(item), item.vector(this.time).map(v => v * s));
    }
    if (item.from) {
      const part = rodPart(this.pointOf(item.from), this.pointOf(item.to), item.radius * s);
      return norm(part.columns[2]) > 1e-6 ? part : { columns: DIAGONAL(1e-9, 1e-9, 1e-9), at: part.at };
    }
    const { columns } = this.frameOf(item.body), zero = [0, 0, 0];
    return { columns: item.columns.map(([a, b, c]) => carry(zero, columns, [a * s, b * s, c * s])), at: this.pointOf(item) };
  }

  fill(layer, jointColor) {
    for (const group of layer) {
      group.items.forEach((item, i) => {
        const { columns, at } = this.itemPlace(item);
        columns.forEach((column, j) => group.data.set(column, 15 * i + 3 * j));
        group.data.set(at, 15 * i + 9);
        group.data.set(item.joint ? jointColor : item.color, 15 * i + 12);
      });
      this.gl.bindBuffer(this.gl.ARRAY_BUFFER, group.buffer);
      this.gl.bufferSubData(this.gl.ARRAY_BUFFER, 0, group.data);
    }
  }

  drawLayer(layer) {
    for (const group of layer) {
      this.gl.bindVertexArray(group.array);
      this.gl.drawElementsInstanced(this.gl.TRIANGLES, group.count, group.type, 0, group.items.length);
    }
  }

  drawLines(lines, values) {
    this.use('line', values);
    this.gl.bindVertexArray(lines.array);
    this.gl.drawArraysInstanced(this.gl.TRIANGLE_STRIP, 0, 4, lines.count);
  }

  resize() {
    const ratio = Math.min(2, window.devicePixelRatio || 1), { clientWidth: w, clientHeight: h } = this.canvas;
    for (const canvas of [this.canvas, this.overlay.canvas]) {
      const width = Math.max(1, Math.round(w * ratio)), height = Math.max(1, Math.round(h * ratio));
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    }
    this.overlay.canvas.style.width = `${w}px`;
    this.overlay.canvas.style.height = `${h}px`;
    this.ratio = ratio;
  }

  draw(time, camera, dark) {
    const gl = this.gl, { layout, show } = this, up = layout.basis[2];
    this.resize();
    this.place(time);
    const center = this.followed(time), view = this.view = camera.view(this.canvas.width / this.canvas.height, center);
    const light = unit(add(add(up, 0.5, this.lightFrom(camera)), 0.1, up));
    for (const layer of this.visible()) this.fill(layer, this.jointColor(dark));
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    gl.disable(gl.DEPTH_TEST);
    const solid = { camera: view.matrix, eye: view.eye, light, up, plane: [...up, layout.floor], ground: [0, 0, 0], alpha: 1 };
    if (show.floor) {
      this.drawFloor(view, camera, center, dark);
      this.drawShadows(solid, light, dark);
    }
    gl.depthMask(true);
    gl.enable(gl.DEPTH_TEST);
    this.use('solid', solid);
    for (const layer of this.visible()) this.drawLayer(layer);
    gl.depthMask(false);
    gl.depthFunc(gl.GREATER); // joints shine through what hides them
    this.use('solid', { ...solid, alpha: .28 });
    this.drawLayer(this.layers.joints);
    this.use('solid', { ...solid, alpha: .65 }); // and arrows more so
    for (const name of ['loads', 'reactions']) if (show[name]) this.drawLayer(this.layers[name]);
    gl.depthFunc(gl.LEQUAL);
    const { start, end } = layout.motion, now = end > start ? (time - start) / (end - start) : 1;
    const screen = [this.canvas.width, this.canvas.height];
    const lines = { camera: view.matrix, screen, now, span: 1, width: 1.7 * this.ratio, steady: 0 };
    if (show.floor) this.drawLines(this.drops, { ...lines, steady: .45, width: this.ratio });
    if (show.trails) this.drawLines(this.trails, lines);
    gl.depthMask(true);
    gl.bindVertexArray(null);
    const c = this.overlay;
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    c.clearRect(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
    this.above.draw(c, dark);
  }

  jointColor(dark) { return dark ? [.93, .95, .98] : [.16, .20, .27]; }

  // Layers that are shown now.
  visible() {
    const { solids, springs, joints, axes, loads, reactions } = this.layers, { show } = this;
    return [solids, springs, joints, show.axes ? axes : [], show.loads ? loads : [], show.reactions ? reactions : []];
  }

  // What the camera stays with: the centre of mass of all bodies, one body, or nothing.
  followed(time) {
    const { follow } = this.show;
    if (!follow) return [0, 0, 0];
    const x = follow === true ? this.layout.middle(time) : this.layout.center(follow - 1, time).x;
    return this.toCard(x);
  }

  // The light stays where it was first: above, to the left of the first view.
  lightFrom(camera) {
    const [a, b] = this.layout.basis, yaw = camera.first.yaw - 0.9;
    return add(a.map(v => v * Math.cos(yaw)), Math.sin(yaw), b);
  }

  drawFloor(view, camera, center, dark) {
    const [a, b, up] = this.layout.basis, { radius, origin, floor } = this.layout;
    const size = camera.distance / 3.6, below = add(camera.target, 1, center);
    const middle = add(below, floor - dot(below, up), up);
    this.cell = niceAbove(0.16 * Math.min(size, 2) * radius); // in units of the problem
    const cell = this.cell / radius, scale = Math.max(size, 1);
    const shift = [a, b].map(axis => (dot(middle, axis) + dot(origin, axis) / radius) % (5 * cell)); // lines at whole numbers
    this.use('floor', { camera: view.matrix, across0: a, across1: b, middle, cell, shift, scale,
      ink: (dark ? [.62, .70, .82, 1] : [.42, .48, .58, 1]).map(v => v * (dark ? .38 : .50)) });
    this.gl.bindVertexArray(this.square);
    this.gl.drawArrays(this.gl.TRIANGLE_STRIP, 0, 4);
  }

  // Several lights side by side give soft edges; the stencil keeps one light from darkening a place twice.
  drawShadows(solid, light, dark) {
    const gl = this.gl, bodies = this.layout.run.bodies.length, n = bodies <= 60 ? 14 : bodies <= 300 ? 5 : 1;
    const [a, b] = this.layout.basis;
    gl.enable(gl.STENCIL_TEST);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
    for (let i = 0; i < n; i++) {
      const r = n > 1 ? 0.11 * Math.sqrt((i + .5) / n) : 0, angle = 2.39996 * i;
      const ground = add(add(light, r * Math.cos(angle), a), r * Math.sin(angle), b);
      gl.stencilFunc(gl.NOTEQUAL, i + 1, 0xff);
      this.use('solid', { ...solid, ground, alpha: (dark ? .55 : .24) / n });
      this.drawLayer(this.layers.solids);
    }
    gl.disable(gl.STENCIL_TEST);
  }
}
