/**
 * Pictures in the ways of those that are sent: twelve photographs, and eight drawings, pages and ramps. All are computed here, the same on every
 * machine, so that what becomes of them in black and white can be shown and measured.
 * @module
 */
import { findGlyphs, GLYPH_HEIGHT } from '../../src/bitmap/pixel-font.js';

/** A picture of four octets a pixel. */
export interface Scene {
  readonly name: string;
  readonly isPhotograph: boolean;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array;
}

type Rgb = readonly [number, number, number];
/** The colour at a place: across 0 to its ratio, down 0 to 1. */
type Shade = (u: number, v: number) => Rgb;

const { abs, cos, exp, floor, hypot, max, min, sin, sqrt } = Math;
const clamp = (value: number, low = 0, high = 1) => max(low, min(high, value));
const smooth = (from: number, to: number, at: number) => {
  const t = clamp((at - from) / (to - from));
  return t * t * (3 - 2 * t);
};
const mix = (one: Rgb, other: Rgb, share: number): Rgb => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];
const scale = (colour: Rgb, by: number): Rgb => [colour[0] * by, colour[1] * by, colour[2] * by];

/** A number of 0 to 1 for a place of whole numbers. */
function hash(x: number, y: number): number {
  let state = (Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263)) | 0;
  state = Math.imul(state ^ (state >>> 13), 1_274_126_177);
  return ((state ^ (state >>> 16)) >>> 0) / 4_294_967_296;
}

function noise(x: number, y: number): number {
  const [left, top] = [floor(x), floor(y)];
  const [across, down] = [smooth(0, 1, x - left), smooth(0, 1, y - top)];
  const above = hash(left, top) * (1 - across) + hash(left + 1, top) * across;
  const below = hash(left, top + 1) * (1 - across) + hash(left + 1, top + 1) * across;
  return above * (1 - down) + below * down;
}

/** Clouds of several sizes, 0 to 1. */
function clouds(x: number, y: number, octaves = 5): number {
  let [sum, total] = [0, 0];
  for (let i = 0, size = 1; i < octaves; i++, size *= 2) {
    sum += noise(x * size + i * 17, y * size + i * 31) / size;
    total += 1 / size;
  }
  return sum / total;
}

/** A ball's light from above on the left; undefined outside of it. */
function ball(u: number, v: number, x: number, y: number, radius: number, stretch = 1): number | undefined {
  const [a, b] = [(u - x) / radius, (v - y) / (radius * stretch)];
  const inside = 1 - a * a - b * b;
  return inside < 0 ? undefined : clamp(0.25 + 0.75 * (-0.45 * a - 0.5 * b + 0.74 * sqrt(inside)));
}

const near = (u: number, v: number, x: number, y: number, wide: number, high: number) =>
  hypot((u - x) / wide, (v - y) / high) < 1;

/** A head and shoulders; places in units of its size, the chin at 1. */
function portrait(u: number, v: number, x: number, y: number, size: number, skin: Rgb, hair: Rgb, coat: Rgb): Rgb | undefined {
  const [a, b] = [(u - x) / size, (v - y) / size];
  if (near(a, b, -0.28, -0.12, 0.15, 0.055) || near(a, b, 0.28, -0.12, 0.15, 0.055)) {
    const pupil = near(a, b, -0.26, -0.12, 0.06, 0.06) || near(a, b, 0.3, -0.12, 0.06, 0.06);
    return pupil ? [25, 20, 20] : [225, 220, 215];
  }
  if (
    near(a, b, -0.28, -0.28 + 0.4 * (a + 0.28) ** 2, 0.2, 0.035) ||
    near(a, b, 0.28, -0.28 + 0.4 * (a - 0.28) ** 2, 0.2, 0.035)
  )
    return scale(hair, 0.8);
  if (near(a, b, 0, 0.5 - 0.3 * a * a, 0.25, 0.055)) return [150, 60, 60];
  const isFringe = hypot(a / 0.85, (b + 0.15) / 1.05) < 1 && b < -0.5 + 0.25 * sin(a * 4 + 1);
  const face = ball(a, b, 0, 0, 0.72, 1.32);
  if (face !== undefined && !isFringe) {
    const nose = 0.2 * exp(-(((a - 0.08) / 0.07) ** 2)) * smooth(-0.15, 0.2, b) * (1 - smooth(0.22, 0.28, b));
    const lids = 0.25 * exp(-(((abs(a) - 0.28) / 0.2) ** 2) - ((b + 0.12) / 0.14) ** 2);
    const cheek = 0.12 * exp(-(((a + 0.35) / 0.2) ** 2) - ((b - 0.2) / 0.2) ** 2);
    return scale(skin, 0.35 + 0.75 * face - nose - lids + cheek);
  }
  if (hypot(a / 0.88, (b + 0.12) / 1.12) < 1) return scale(hair, 0.75 + 0.5 * clouds(a * 14, b * 3));
  if (abs(a) < 0.3 && b > 0.5 && b < 1.35) return scale(skin, 0.55);
  const shoulder = ball(a, b, 0, 2.3, 1.6, 0.75);
  return shoulder === undefined ? undefined : scale(coat, 0.5 + 0.7 * shoulder + 0.15 * clouds(a * 9, b * 9));
}

const PALE: Rgb = [236, 190, 165];
const BROWN: Rgb = [150, 98, 70];
const DARK_HAIR: Rgb = [45, 32, 28];

const mountains: Shade = (u, v) => {
  const ridge = (at: number, height: number, seed: number) => v > at - height * (clouds(u * 3 + seed, seed, 6) - 0.3);
  if (ridge(0.95, 0.45, 3)) return scale([60, 85, 45], 0.6 + 0.8 * clouds(u * 30, v * 30));
  if (ridge(0.75, 0.9, 8)) {
    const snow = smooth(0.52, 0.42, v + 0.2 * clouds(u * 12, v * 12));
    return scale(mix([95, 90, 100], [235, 240, 250], snow), 0.6 + 0.7 * clouds(u * 9 + v * 6, v * 4, 6));
  }
  return mix([90, 140, 215], [210, 225, 240], clamp(v * 1.4 + 0.5 * smooth(0.5, 0.7, clouds(u * 3, v * 6))));
};

const sea: Shade = (u, v) => {
  const sun = hypot(u - 0.9, v - 0.42);
  if (v < 0.55)
    return sun < 0.08
      ? [255, 245, 200]
      : mix([250, 170, 90], [60, 60, 120], clamp(sun * 1.1 + 0.3 * clouds(u * 3, v * 12) - 0.1));
  const wave = clouds((u * 6) / (v - 0.5 + 0.1), 60 * (v - 0.5) ** 0.5, 4);
  const glitter = exp(-(((u - 0.9) / (0.1 + 0.4 * (v - 0.55))) ** 2)) * smooth(0.45, 0.65, wave);
  return mix(scale([40, 60, 90], 0.5 + wave), [255, 220, 150], glitter);
};

const forest: Shade = (u, v) => {
  for (let i = 0; i < 9; i++) {
    const [x, wide] = [hash(i, 5) * 1.4, 0.02 + 0.03 * hash(i, 6)];
    if (abs(u - x - 0.03 * sin(v * 4 + i)) < wide)
      return scale([90, 70, 55], 0.35 + 1.1 * clamp(0.5 - (u - x) / (2 * wide)) * clouds(u * 40, v * 8));
  }
  if (v > 0.78) return scale([80, 90, 45], 0.4 + clouds(u * 25, v * 50));
  const leaves = clouds(u * 12, v * 12, 6);
  return mix(scale([50, 85, 35], 0.3 + leaves), [230, 240, 220], smooth(0.56, 0.66, leaves) * (1 - v));
};

const street: Shade = (u, v) => {
  const house = floor(u / 0.24);
  const [inside, roof] = [u / 0.24 - house, 0.15 + 0.25 * hash(house, 1)];
  if (v > 0.85)
    return scale([90, 90, 95], 0.7 + 0.5 * clouds(u * 20, v * 60) + (abs(v - 0.93) < 0.01 && (u * 8) % 1 < 0.5 ? 1.2 : 0));
  if (v < roof) return mix([150, 180, 220], [225, 230, 240], v * 2 + 0.3 * clouds(u * 4, v * 8));
  const row = ((v - roof - 0.03) / 0.13) % 1;
  const column = (inside * 3) % 1;
  const isWindow = v > roof + 0.03 && v < 0.82 && row > 0.25 && row < 0.8 && column > 0.25 && column < 0.75;
  if (isWindow) return scale([60, 75, 95], 0.6 + 1.2 * hash(floor(inside * 3) + house * 5, floor((v - roof) / 0.13)));
  const wall: Rgb = mix([200, 150, 110], [150, 155, 165], hash(house, 2));
  return scale(wall, 0.75 + 0.3 * clouds(u * 30, v * 30) - 0.25 * smooth(0.85, 1, inside));
};

const night: Shade = (u, v) => {
  let light = 0;
  for (let i = 0; i < 14; i++) light += 0.004 / (0.002 + hypot(u - hash(i, 11) * 1.33, v - 0.45 - 0.35 * hash(i, 12)) ** 2);
  const isTower = abs(u - 0.55) < 0.05 && v > 0.15 && v < 0.8;
  const lit = isTower && (u * 90) % 1 < 0.55 && (v * 30) % 1 < 0.5 && hash(floor(u * 90), floor(v * 30)) > 0.4;
  const ground: Rgb = v > 0.8 ? [22, 20, 26] : isTower ? [30, 28, 34] : mix([8, 10, 26], [40, 30, 50], v);
  return lit ? [250, 220, 150] : mix(ground, [255, 210, 140], clamp(light * 0.06));
};

const flower: Shade = (u, v) => {
  const [a, b] = [u - 0.67, v - 0.48];
  const [away, angle] = [hypot(a, b), Math.atan2(b, a)];
  if (away < 0.1) return scale([200, 150, 30], 0.5 + clouds(u * 60, v * 60));
  if (away < 0.3 + 0.08 * abs(cos(angle * 6)))
    return scale([240, 225, 235], 0.55 + 0.45 * abs(cos(angle * 6)) + 0.2 * (away - 0.2) - 0.12 * clouds(u * 20, v * 20));
  if (abs(a + 0.05 * sin(v * 6)) < 0.015 && b > 0) return [60, 110, 50];
  return scale([50, 80, 45], 0.4 + 0.9 * clouds(u * 3, v * 3, 3));
};

const cat: Shade = (u, v) => {
  const [a, b] = [(u - 0.66) / 0.42, (v - 0.52) / 0.42];
  const fur = 0.55 + 0.5 * clouds(a * 3 + 20, b * 14) + 0.25 * sin(hypot(a * 1.2, b + 1) * 22) * smooth(0.3, -0.4, b);
  for (const side of [-1, 1]) {
    const eye = hypot((a - side * 0.38) / 0.2, (b + 0.1) / 0.14);
    if (eye < 1) return abs(a - side * 0.38) < 0.05 ? [10, 12, 8] : scale([190, 200, 80], 1.1 - 0.5 * eye);
    const ear = abs(a - side * 0.62) / 0.34 + (b < -0.55 ? (-b - 0.55) / 0.75 : 9);
    if (ear < 1) return scale([175, 125, 95], ear < 0.6 ? 0.6 : fur);
  }
  if (abs(a) < 0.12 - (b - 0.22) * 0.6 && b > 0.22 && b < 0.36) return [200, 120, 120];
  if (b > 0.36 && b < 0.6 && abs(abs(a) - 0.3 * (b - 0.36)) < 0.02) return [60, 40, 35];
  if (b > 0.25 && b < 0.55 && abs(a) > 0.35 && abs(a) < 1.3 && abs(((b - 0.4) / (abs(a) + 0.4)) % 0.1) < 0.008)
    return [240, 240, 240];
  if (hypot(a, b * 1.1) < 0.95) return scale(mix([185, 140, 100], [240, 225, 205], smooth(0.25, 0.5, b)), fur);
  return mix([120, 130, 120], [70, 75, 85], clouds(u * 2, v * 2, 3));
};

const cup: Shade = (u, v) => {
  const saucer = hypot(u - 0.66, (v - 0.66) * 1.7);
  const wood = scale([150, 100, 65], 0.6 + 0.5 * clouds(u * 3, v * 40));
  const [a, b] = [(u - 0.66) / 0.25, (v - 0.35) / 0.09];
  if (hypot(a, b) < 1)
    return hypot(a, b) < 0.86 ? scale([70, 40, 25], 0.8 + 1.6 * smooth(0.5, 0.7, clouds(u * 12, v * 30))) : [250, 248, 244];
  const low = 0.35 + 0.33 * sqrt(max(0, 1 - a * a));
  if (abs(a) < 1 && v > 0.35 && v < low)
    return scale([245, 242, 238], 0.95 - 0.45 * smooth(-1, 1, a) - 0.2 * smooth(0.4, 0.7, v));
  if (abs(hypot((u - 0.95) / 0.09, (v - 0.47) / 0.1) - 0.8) < 0.2) return [190, 186, 182];
  if (saucer < 0.5)
    return scale(
      [235, 232, 228],
      0.95 - 0.5 * smooth(0.5, 0.2, saucer) * smooth(0.3, 1, u) - (abs(saucer - 0.4) < 0.01 ? 0.25 : 0),
    );
  return scale(wood, saucer < 0.56 && v > 0.6 ? 0.5 : 1);
};

const fog: Shade = (u, v) => {
  const tree = (x: number, wide: number, high: number) =>
    (abs(u - x) < wide * 0.08 && v > 0.85 - high) ||
    hypot((u - x) / wide, (v - 0.85 + high) / (wide * 1.2)) < 0.8 + 0.5 * clouds(u * 20, v * 20);
  const base = 178 + 10 * clouds(u * 2, v * 2) - 14 * smooth(0.75, 1, v);
  const level = tree(0.4, 0.16, 0.35) ? 138 : tree(0.85, 0.12, 0.3) ? 152 : tree(1.15, 0.1, 0.25) ? 163 : base;
  return [level, level + 2, level + 5];
};

/** Whether a place is within the ink of words; in units of the font's pixels. */
function isInk(lines: readonly string[], pitch: number): (x: number, y: number) => boolean {
  const drawn = lines.map((text) => {
    const glyphs = findGlyphs(text);
    return Array.from({ length: GLYPH_HEIGHT }, (_, y) => glyphs.map(({ rows }) => rows[y]).join('.'));
  });
  return (x, y) => drawn[floor(y / pitch)]?.[floor(y % pitch)]?.[floor(x)] === '#';
}

const page = isInk(
  ['Dear Sir or Madam,', 'the parcel 40 71 10', 'is ready. Fetch it', 'until Friday noon.', 'Kind regards, Post'],
  11,
);
const isOnPage = (u: number, v: number) => page((u - 0.07) * 88, (v - 0.1) * 70);
const wordInk = (text: string, x: number, y: number, size: number) => {
  const ink = isInk([text], 9);
  return (u: number, v: number) => v >= y && u >= x && ink((u - x) / size, (v - y) / size);
};
const orange = wordInk('ORBITEL', 0.25, 0.42, 0.02);
const sonar = wordInk('SONAR', 0.62, 0.36, 0.023);

const boat: Shade = (u, v) => {
  const line = 0.012;
  const hull = v > 0.68 && v < 0.84 && u > 0.25 + (v - 0.68) * 0.7 && u < 1.1 - (v - 0.68) * 0.9;
  const inner = v > 0.68 + line && v < 0.84 - line && u > 0.27 + (v - 0.68) * 0.7 && u < 1.08 - (v - 0.68) * 0.9;
  const sail = (x: number, high: number, wide: number) => {
    const t = (v - high) / (0.64 - high);
    return v > high && v < 0.64 && (wide > 0 ? u > x && u < x + wide * t : u < x && u > x + wide * t);
  };
  const edge = (x: number, high: number, wide: number) =>
    sail(x, high, wide) && !(sail(x + 0.02 * Math.sign(wide), high + 0.05, wide * 0.88) && v < 0.64 - line);
  const mast = abs(u - 0.66) < line / 1.5 && v > 0.1 && v < 0.68;
  const waves = abs(v - 0.88 - 0.015 * sin(u * 30)) < line / 2 || abs(v - 0.94 - 0.015 * sin(u * 30 + 2)) < line / 2;
  const gull = abs(v - 0.2 - 0.04 * abs(sin((u - 0.14) * 20))) < line / 2 && u > 0.14 - 0.1 && u < 0.24;
  return (hull && !inner) || edge(0.69, 0.14, 0.34) || edge(0.63, 0.2, -0.3) || mast || waves || gull
    ? [0, 0, 0]
    : [255, 255, 255];
};

const cartoon: Shade = (u, v) => {
  const away = hypot(u - 0.66, v - 0.5);
  const isLine = (at: number, wide = 0.014) => abs(at) < wide;
  if (isLine(away - 0.38)) return [0, 0, 0];
  if (near(u, v, 0.54, 0.4, 0.04, 0.07) || near(u, v, 0.78, 0.4, 0.04, 0.07)) return [0, 0, 0];
  if (isLine(hypot(u - 0.66, v - 0.5) - 0.22, 0.018) && v > 0.58) return [0, 0, 0];
  if (away < 0.38) return [255, 205, 40];
  return v > 0.8 ? [60, 150, 70] : [120, 180, 235];
};

const PHOTOGRAPHS: readonly (readonly [name: string, shade: Shade])[] = [
  [
    'face, light skin',
    (u, v) =>
      portrait(u, v, 0.66, 0.48, 0.36, PALE, [120, 75, 40], [60, 70, 110]) ??
      scale([120, 140, 150], 0.6 + 0.7 * clouds(u * 2, v * 2, 3)),
  ],
  [
    'face, dark skin',
    (u, v) =>
      portrait(u, v, 0.66, 0.48, 0.36, BROWN, DARK_HAIR, [170, 60, 60]) ??
      scale([200, 195, 175], 0.7 + 0.4 * clouds(u * 2, v * 2, 3)),
  ],
  [
    'two faces',
    (u, v) =>
      portrait(u, v, 0.42, 0.52, 0.25, BROWN, DARK_HAIR, [220, 215, 200]) ??
      portrait(u, v, 0.95, 0.47, 0.25, PALE, [170, 130, 70], [40, 90, 70]) ??
      forest(u, v),
  ],
  ['mountains', mountains],
  ['sea at dusk', sea],
  ['forest', forest],
  ['street', street],
  ['night', night],
  ['flower', flower],
  ['cat', cat],
  ['coffee', cup],
  ['fog, low contrast', fog],
];

const OTHERS: readonly (readonly [name: string, shade: Shade, grain?: number])[] = [
  ['logo on white', (u, v) => (orange(u, v) || abs(hypot(u - 0.14, v - 0.49) - 0.06) < 0.02 ? [200, 70, 0] : [255, 255, 255])],
  [
    'logo on blue',
    (u, v) =>
      sonar(u, v) || (hypot(u - 0.4, v - 0.45) < 0.14 && (hypot(u - 0.4, v - 0.45) * 28) % 2 < 1)
        ? [255, 255, 255]
        : [0, 60, 130],
  ],
  ['page of text', (u, v) => (isOnPage(u, v) ? [20, 20, 20] : [255, 255, 255])],
  [
    'page in a shadow',
    (u, v) => scale([250, 246, 232], (isOnPage(u, v) ? 0.3 : 1) * (0.95 - 0.6 * smooth(0.1, 1.3, u + 0.3 * v))),
    3,
  ],
  ['line art', boat],
  ['cartoon', cartoon],
  ['ramp', (u) => [u * 191, u * 191, u * 191]],
  [
    'pale ramps',
    (u, v) => {
      const level = 150 + 45 * sin(u * 7) * cos(v * 5);
      return [level, level, level];
    },
  ],
];

/** Pixels of each way that one of a scene is the mean of. */
const TAPS = 2;

/** All twenty, photographs first. */
export function drawScenes(heightPx = 240): Scene[] {
  const photographs = PHOTOGRAPHS.map(([name, shade]) => draw(name, true, shade, 5, heightPx));
  return [...photographs, ...OTHERS.map(([name, shade, grain = 0]) => draw(name, false, shade, grain, heightPx))];
}

function draw(name: string, isPhotograph: boolean, shade: Shade, grain: number, heightPx: number): Scene {
  const widthPx = Math.round((heightPx * 4) / 3);
  const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
  for (let i = 0; i < widthPx * heightPx; i++) {
    const [x, y] = [i % widthPx, floor(i / widthPx)];
    const sum = [0, 0, 0];
    for (let tap = 0; tap < TAPS * TAPS; tap++) {
      const colour = shade((x + ((tap % TAPS) + 0.5) / TAPS) / heightPx, (y + (floor(tap / TAPS) + 0.5) / TAPS) / heightPx);
      for (let channel = 0; channel < 3; channel++) sum[channel]! += clamp(colour[channel]!, 0, 255) / TAPS ** 2;
    }
    for (let channel = 0; channel < 3; channel++) {
      rgba[i * 4 + channel] = Math.round(clamp(sum[channel]! + 2 * grain * (hash(x * 3 + channel, y) - 0.5), 0, 255));
    }
  }
  return { name, isPhotograph, widthPx, heightPx, rgba };
}
