/**
 * docs/pictures/one-bit.png: twenty pictures at the sizes of four screens, plain dots beside what bitmapFromPixels makes. And how alike the
 * photographs are.
 *
 *   tsx bench/image/sheet.ts [FILE]
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import open from 'sharp';
import { bitmapFromPixels } from '../../src/bitmap/index.js';
import { findGlyphs } from '../../src/bitmap/pixel-font.js';
import { fitted, gradientLikeness, inkOf, plainDots } from './dots.js';
import { drawScenes, type Scene } from './scenes.js';

const SIZES = [
  [72, 14],
  [72, 28],
  [84, 48],
  [96, 65],
] as const;

/** Pixels of the sheet for one of a screen. */
const SCALE = 2;
const GAP = 8;
const THUMB = [112, 84] as const;
const LABEL = 12;
const ROW = 65 * SCALE + LABEL + GAP;
const WIDTH = GAP + THUMB[0] + SIZES.reduce((sum, [wide]) => sum + 2 * (wide * SCALE + GAP), 0) + GAP;
const [PAPER, INK, SCREEN, DOT] = [250, 20, 205, 35];

class Sheet {
  readonly levels: Uint8Array;
  readonly #heightPx: number;

  constructor(rows: number) {
    this.#heightPx = rows * ROW + LABEL + 2 * GAP;
    this.levels = new Uint8Array(WIDTH * this.#heightPx).fill(PAPER);
  }

  text(text: string, left: number, top: number): void {
    let x = left;
    for (const { rows, widthPx } of findGlyphs(text)) {
      for (const [y, row] of rows.entries()) {
        for (const [at, pixel] of [...row].entries()) if (pixel === '#') this.levels[(top + y) * WIDTH + x + at] = INK;
      }
      x += widthPx + 1;
    }
  }

  dots(ink: Uint8Array, [wide, high]: readonly [number, number], left: number, top: number): void {
    for (let y = 0; y < high * SCALE; y++) {
      for (let x = 0; x < wide * SCALE; x++) {
        const black = ink[Math.floor(y / SCALE) * wide + Math.floor(x / SCALE)] === 1;
        this.levels[(top + y) * WIDTH + left + x] = black ? DOT : SCREEN;
      }
    }
  }

  async thumb(scene: Scene, left: number, top: number): Promise<void> {
    const { widthPx: width, heightPx: height, rgba } = scene;
    const small = open(rgba, { raw: { width, height, channels: 4 } })
      .toColourspace('b-w')
      .resize(...THUMB, { fit: 'fill' });
    const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
    for (let i = 0; i < info.width * info.height; i++) {
      const place = (top + Math.floor(i / info.width)) * WIDTH + left + (i % info.width);
      // Few levels make a small file.
      this.levels[place] = Math.round(data[i * info.channels]! / 28) * 28;
    }
  }

  png(): Promise<Buffer> {
    const raw = { width: WIDTH, height: this.#heightPx, channels: 1 } as const;
    return open(this.levels, { raw })
      .png({ palette: true, colours: 16, dither: 0, compressionLevel: 9, effort: 10 })
      .toBuffer();
  }
}

const scenes = drawScenes();
const sheet = new Sheet(scenes.length);
let left = GAP + THUMB[0] + GAP;
for (const [wide, high] of SIZES) {
  for (const when of ['plain', 'here']) {
    sheet.text(`${wide}x${high} ${when}`, left, GAP);
    left += wide * SCALE + GAP;
  }
}
for (const [row, scene] of scenes.entries()) {
  const top = LABEL + 2 * GAP + row * ROW;
  sheet.text(`${row + 1} ${scene.name}`, GAP, top);
  await sheet.thumb(scene, GAP, top + LABEL);
  let x = GAP + THUMB[0] + GAP;
  for (const size of SIZES) {
    const after = inkOf(bitmapFromPixels(scene, { widthPx: size[0], heightPx: size[1] }));
    for (const ink of [plainDots(scene, size), after]) {
      sheet.dots(ink, size, x, top + LABEL);
      x += size[0] * SCALE + GAP;
    }
  }
}
const path = process.argv[2] ?? fileURLToPath(new URL('../../docs/pictures/one-bit.png', import.meta.url));
const octets = await sheet.png();
writeFileSync(path, octets);
console.log(`${path}: ${octets.length} octets`);

const photographs = scenes.filter(({ isPhotograph }) => isPhotograph);
for (const size of [SIZES[1], SIZES[3]]) {
  const means = [0, 0];
  for (const scene of photographs) {
    const [wide, high] = fitted(scene, size);
    const made = [
      plainDots(scene, [wide, high]),
      inkOf(bitmapFromPixels(scene, { widthPx: wide, heightPx: high, fit: 'stretch' })),
    ];
    for (const [i, ink] of made.entries()) means[i]! += (await gradientLikeness(ink, scene, wide, high)) / photographs.length;
  }
  console.log(`${size.join('x')}: gradients ${means.map((mean) => mean.toFixed(3)).join(' plain, ')} here`);
}
