// Shaders write premultiplied colours. Lengths are in units of the scene's radius.
const SHADERS = {
  solid: [`#version 300 es
    layout(location = 0) in vec3 point;
    layout(location = 1) in vec3 normal;
    layout(location = 2) in float kind;
    layout(location = 3) in vec3 column0;
    layout(location = 4) in vec3 column1;
    layout(location = 5) in vec3 column2;
    layout(location = 6) in vec3 offset;
    layout(location = 7) in vec3 color;
    uniform mat4 camera;
    uniform vec3 ground;      // shadows: direction to the light, tilted; zero: none
    uniform vec4 plane;       // up, height of the floor
    out vec3 at, n, paint, place;
    flat out int face;
    void main() {
      place = offset + column0 * point.x + column1 * point.y + column2 * point.z;
      n = column0 * (normal.x / dot(column0, column0)) + column1 * (normal.y / dot(column1, column1))
        + column2 * (normal.z / dot(column2, column2));
      at = point;
      paint = color;
      face = int(kind);
      if (ground != vec3(0)) place -= ground * ((dot(place, plane.xyz) - plane.w) / dot(ground, plane.xyz));
      gl_Position = camera * vec4(place, 1);
    }`, `#version 300 es
    precision highp float;
    in vec3 at, n, paint, place;
    flat in int face;
    uniform vec3 ground, eye, light, up;
    uniform float alpha, dark;
    out vec4 result;
    // 1 on a line where d = 0, about w pixels wide
    float mark(float d, float w) { return 1. - smoothstep(.35, 1., abs(d) / (w * max(fwidth(d), 1e-7))); }
    void main() {
      if (ground != vec3(0)) {
        float fade = 1. - smoothstep(1.2, 3.2, length(place));
        result = vec4(0, 0, 0, alpha * fade);
        return;
      }
      vec3 a = abs(at), m = normalize(n), v = normalize(eye - place);
      float edge = 0., fine = 0., tint = 0.;
      if (face >= 5) {
        vec2 d = 1. - (face == 5 ? a.yz : face == 6 ? a.zx : a.xy);
        edge = max(mark(d.x, 1.5), mark(d.y, 1.5));
      } else if (face == 1) {
        edge = mark(1. - a.z, 1.5);
        fine = max(mark(at.x, 1.), mark(at.y, 1.));
        tint = at.x * at.y > 0. ? 1. : 0.;
      } else if (face == 2) {
        edge = mark(1. - length(at.xy), 1.5);
        fine = max(mark(at.x, 1.), mark(at.y, 1.));
        tint = at.x * at.y > 0. ? 1. : 0.;
      } else if (face == 3) {
        fine = max(mark(at.x, 1.), max(mark(at.y, 1.), mark(at.z, 1.)));
        tint = at.x * at.y * at.z > 0. ? 1. : 0.;
      } else if (face == 4) {
        edge = mark(1. - at.z, 1.5);
        fine = max(mark(at.x, 1.), mark(at.y, 1.));
        tint = at.x * at.y > 0. ? 1. : 0.;
      }
      vec3 base = pow(paint, vec3(2.2)) * (1. - .22 * tint);
      float key = max(dot(m, light), 0.), fill = max(dot(m, v), 0.), sky = .5 + .5 * dot(m, up);
      vec3 h = normalize(light + v);
      vec3 c = base * (.14 + .34 * sky + .95 * key + .10 * fill);
      c += vec3(.10) * pow(max(dot(m, h), 0.), 40.) + base * .25 * pow(1. - fill, 4.);
      c = mix(c, c * .45, .8 * edge);
      c = mix(c, c * .62, .7 * fine);
      result = vec4(pow(c, vec3(1. / 2.2)), 1) * alpha;
    }`],

  // straight pieces, `width` pixels wide; w of a point is its time
  line: [`#version 300 es
    layout(location = 0) in vec2 corner;
    layout(location = 1) in vec4 a;
    layout(location = 2) in vec4 b;
    layout(location = 3) in vec3 color;
    uniform mat4 camera;
    uniform vec2 screen;
    uniform float width, now, span, steady;
    out vec3 paint;
    out float side, strength;
    void main() {
      vec4 p = camera * vec4(a.xyz, 1), q = camera * vec4(b.xyz, 1);
      vec2 along = (q.xy / q.w - p.xy / p.w) * screen;
      vec2 across = length(along) > 0. ? normalize(vec2(-along.y, along.x)) : vec2(0);
      float t = corner.x < .5 ? a.w : b.w;
      gl_Position = corner.x < .5 ? p : q;
      gl_Position.xy += across * corner.y * (width + 1.) / screen * gl_Position.w;
      paint = color;
      side = corner.y * (width + 1.);
      strength = steady > 0. ? steady : t > now ? .2 : .38 + .55 * exp(-9. * (now - t) / span);
      if (b.w < a.w || p.w <= 0. || q.w <= 0.) gl_Position = vec4(2, 2, 2, 1);
    }`, `#version 300 es
    precision highp float;
    in vec3 paint;
    in float side, strength;
    uniform float width;
    out vec4 result;
    void main() {
      float cover = clamp(.5 * (width + 1. - abs(side)), 0., 1.);
      result = vec4(paint, 1) * (strength * cover);
    }`],

  // the floor: a grid that fades out
  floor: [`#version 300 es
    layout(location = 0) in vec2 corner;
    uniform mat4 camera;
    uniform vec3 across0, across1, middle;
    uniform float scale;
    out vec2 at;
    void main() {
      at = corner * 6. * scale;
      gl_Position = camera * vec4(middle + across0 * at.x + across1 * at.y, 1);
    }`, `#version 300 es
    precision highp float;
    in vec2 at;
    uniform float cell, scale;
    uniform vec2 shift;
    uniform vec4 ink;
    out vec4 result;
    float lines(float step) {
      vec2 x = (at + shift) / step, w = max(fwidth(x), vec2(1e-6));
      vec2 d = abs(fract(x - .5) - .5) / w;
      // where cells become smaller than a few pixels the lines melt away
      vec2 near = (1. - smoothstep(.25, .9, d)) * (1. - smoothstep(.15, .5, w));
      return max(near.x, near.y);
    }
    void main() {
      float fade = 1. - smoothstep(.8, 5.2, length(at) / scale);
      result = ink * (fade * max(.45 * lines(cell), lines(5. * cell)));
    }`],
};
