import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapToRows } from '../../src/bitmap/bitmap.js';
import { findFocus } from '../../src/bitmap/focus.js';
import { settleDither } from '../../src/bitmap/from-pixels.js';
import { bitmapFromPixels, type Pixels } from '../../src/bitmap/index.js';
import { inkedText } from '../support/logos.js';
import { paint, sourceOf } from '../support/pictures.js';

/** A word of a size in a larger ground. */
function logo(
  word: string,
  [inkWidth, inkHeight]: [number, number],
  [widthPx, heightPx]: [number, number],
  ink: number[],
  ground: number[],
) {
  const rows = inkedText(word, inkWidth, inkHeight);
  const [left, top] = [(widthPx - inkWidth) >> 1, (heightPx - inkHeight) >> 1];
  return paint(widthPx, heightPx, (x, y) => (rows[y - top]?.[x - left] === '#' ? ink : ground));
}

/** The rectangle that holds all `#`: its width and height. */
function inkedBox(rows: string[]): [number, number] {
  const inked = rows.filter((row) => row.includes('#'));
  const left = Math.min(...inked.map((row) => row.indexOf('#')));
  const right = Math.max(...inked.map((row) => row.lastIndexOf('#')));
  return [right - left + 1, inked.length];
}

describe('margins of logos', () => {
  const [BLACK, WHITE, BLUE] = [
    [0, 0, 0],
    [255, 255, 255],
    [0, 0x33, 0x66],
  ];
  // Ratio of the ink: five letters of five columns and four gaps, seven rows.
  const orange = logo('Tele2', [290, 70], [600, 400], BLACK!, WHITE!);

  it.each([
    [72, 14],
    [78, 21],
    [84, 48],
    [72, 28],
  ])('are left out, so that the ink fills %ix%i', (widthPx, heightPx) => {
    const rows = bitmapToRows(bitmapFromPixels(orange, { widthPx, heightPx }));
    const [wide, high] = inkedBox(rows);
    expect(wide === widthPx || high === heightPx).toBe(true);
    const kept = inkedBox(bitmapToRows(bitmapFromPixels(orange, { widthPx, heightPx, trim: false })));
    expect(wide * high).toBeGreaterThan(2 * kept[0] * kept[1]);
  });

  it('are cut the same at every size: a threshold is decided by the source', () => {
    for (const [widthPx, heightPx] of [
      [72, 14],
      [96, 65],
      [20, 9],
    ] as const) {
      const given = { widthPx, heightPx };
      expect(bitmapFromPixels(orange, given)).toEqual(
        bitmapFromPixels(orange, { ...given, dither: 'none', threshold: 'auto' }),
      );
    }
  });

  it('of a dark ground keep a pixel, as the margins of the box are white', () => {
    const rows = bitmapToRows(
      bitmapFromPixels(logo('Tele2', [290, 70], [600, 400], WHITE!, BLUE!), { widthPx: 72, heightPx: 28 }),
    );
    const ground = rows.filter((row) => row.includes('#'));
    expect(ground[0]).toMatch(/^\.*#+\.*$/);
    expect(ground.at(-1)).toMatch(/^\.*#+\.*$/);
    expect(rows.every((row) => row.startsWith('#') || !row.includes('#'))).toBe(true);
    expect(ground.length).toBeGreaterThan(14);
    // Inverted, the same ground is white.
    const inverted = { widthPx: 72, heightPx: 28, invert: true };
    const tight = bitmapToRows(bitmapFromPixels(logo('Tele2', [290, 70], [600, 400], WHITE!, BLUE!), inverted));
    expect(inkedBox(tight)[0]).toBe(72);
  });

  it('stay where the picture fits, is the box enlarged, has no side given, is stretched, or has shades or no ink', () => {
    const whole = (pixels: Pixels, options: Parameters<typeof bitmapFromPixels>[1]) =>
      expect(bitmapFromPixels(pixels, options)).toEqual(bitmapFromPixels(pixels, { ...options, trim: false }));
    whole(logo('D1', [20, 9], [40, 20], BLACK!, WHITE!), { widthPx: 72, heightPx: 28 });
    whole(logo('D1', [40, 20], [216, 84], BLACK!, WHITE!), { widthPx: 72, heightPx: 28 });
    whole(orange, { widthPx: 72 });
    whole(orange, { widthPx: 72, heightPx: 28, fit: 'stretch' });
    whole(
      paint(200, 100, (x, y) => (x > 50 && x < 150 && y > 20 && y < 80 ? [x, x, x] : [255, 255, 255])),
      { widthPx: 72, heightPx: 28 },
    );
    whole(
      paint(200, 100, () => WHITE!),
      { widthPx: 72, heightPx: 28 },
    );
    // Corners of two tones are no margin.
    whole(
      paint(200, 100, (x, y) => (x < 100 || y === 50 ? BLACK! : WHITE!)),
      { widthPx: 72, heightPx: 28 },
    );
  });

  it('stay where the picture was made for the box: of its size, or each of its pixels a square of several', () => {
    // Ink in the upper left, which goes to the middle when its margins are left out.
    const isTrimmed = (widthPx: number, heightPx: number) => {
      const inked = paint(widthPx, heightPx, (x, y) =>
        x >= 4 && x < 40 && y >= 2 && y < 12 && (x + y) % 3 > 0 ? BLACK! : WHITE!,
      );
      const given = { widthPx: 72, heightPx: 28 } as const;
      const [own, whole] = [undefined, false].map((trim) => bitmapToRows(bitmapFromPixels(inked, { ...given, trim })));
      return own!.join() !== whole!.join();
    };
    expect([isTrimmed(72, 28), isTrimmed(50, 28), isTrimmed(72, 20), isTrimmed(73, 28), isTrimmed(72, 29)]).toEqual([
      ...[false, false, false, true, true],
    ]);
    expect([isTrimmed(144, 56), isTrimmed(216, 84), isTrimmed(144, 84), isTrimmed(108, 42), isTrimmed(216, 56)]).toEqual([
      ...[false, false, true, true, true],
    ]);
  });

  it('left out give what the picture without them gives', () => {
    const margin = fc.nat({ max: 40 });
    fc.assert(
      fc.property(margin, margin, margin, margin, (left, top, right, bottom) => {
        const ink = (x: number, y: number) =>
          x === 0 || y === 0 || x === 149 || y === 79 || (x * y) % 7 < 3 ? BLACK! : WHITE!;
        const bare = paint(150, 80, ink);
        const inside = (x: number, y: number) => x >= 0 && y >= 0 && x < 150 && y < 80;
        const framed = paint(150 + left + right, 80 + top + bottom, (x, y) =>
          inside(x - left, y - top) ? ink(x - left, y - top) : WHITE!,
        );
        fc.pre(left > 0 && top > 0 && right > 0 && bottom > 0);
        const given = { widthPx: 72, heightPx: 28, dither: 'none', threshold: 128 } as const;
        expect(bitmapFromPixels(framed, given)).toEqual(bitmapFromPixels(bare, given));
      }),
    );
  });
});

describe('what cover keeps', () => {
  const texture = (x: number, y: number) => ((x * 7919 + y * 104_729) % 97) - 48;
  // A wide sky that fades, and a face-like shape at one side.
  const scene = (centre: number) =>
    paint(400, 100, (x, y) => {
      const isThing = Math.hypot(x - centre, y - 50) < 36;
      const level = isThing ? 120 + texture(x >> 2, y >> 2) : 210 - y + x / 20;
      const grain = (by: number) => ((x * 31 + y * 17 + x * y) * by) % 23;
      return isThing ? [level + 50, level, level - 30] : [level * 0.8 + grain(3), level * 0.9 + grain(5), level + grain(7)];
    });
  const box = { x: 0, y: 0, widthPx: 100, heightPx: 100 };
  const keeps = (pixels: ReturnType<typeof paint>) => findFocus(sourceOf(pixels), box);

  it.each([60, 150, 200, 330])('of a photograph is the part where most is to be seen: around %i', (centre) => {
    const { x, y, widthPx, heightPx } = keeps(scene(centre));
    expect([y, widthPx, heightPx]).toEqual([0, 100, 100]);
    expect(x).toBeLessThanOrEqual(centre - 34);
    expect(x + 100).toBeGreaterThanOrEqual(centre + 34);
  });

  it('is the middle where nothing stands out, for drawings, and when it is asked for', () => {
    expect(keeps(paint(400, 100, () => [90, 120, 200])).x).toBe(150);
    const given = { widthPx: 28, heightPx: 28, fit: 'cover' } as const;
    const middle = { crop: { x: 150, y: 0, widthPx: 100, heightPx: 100 } };
    const photograph = scene(60);
    expect(bitmapFromPixels(photograph, { ...given, focus: 'centre' })).toEqual(
      bitmapFromPixels(photograph, { ...given, ...middle }),
    );
    expect(bitmapFromPixels(photograph, given)).not.toEqual(bitmapFromPixels(photograph, { ...given, focus: 'centre' }));
    const drawing = paint(400, 100, (x, y) =>
      Math.hypot(x - 60, y - 50) < 36 ? [0, 0, 0] : x > 200 ? [128, 128, 128] : [255, 255, 255],
    );
    expect(bitmapFromPixels(drawing, given)).toEqual(bitmapFromPixels(drawing, { ...given, focus: 'centre' }));
    // Three tones count as shades, and most is to be seen at one side.
    const tones = [
      [0, 0, 0],
      [128, 128, 128],
      [255, 255, 255],
    ];
    const areas = paint(400, 100, (x, y) => (Math.hypot(x - 60, y - 50) < 20 ? tones[2]! : tones[Math.floor(x / 134)]!));
    expect(settleDither(areas, given).dither).toBe('floyd-steinberg');
    expect(keeps(areas).x).not.toBe(150);
    expect(bitmapFromPixels(areas, given)).toEqual(bitmapFromPixels(areas, { ...given, focus: 'centre' }));
  });

  it('is inside of the source, down as across, in a crop as in the whole', () => {
    const side = fc.integer({ min: 1, max: 90 });
    fc.assert(
      fc.property(side, side, side, fc.nat({ max: 9 }), fc.boolean(), (widthPx, heightPx, window, offset, isAcross) => {
        const { rgba } = paint(widthPx + offset, heightPx + offset, (x, y) => [(x * y) & 255, (x + y) & 255, (x * 3) & 255]);
        const source = {
          x: offset,
          y: offset,
          widthPx,
          heightPx,
          pitchPx: widthPx + offset,
          samples: rgba,
          channels: 4,
          background: [0, 0, 0],
        } as const;
        const size = isAcross
          ? { widthPx: Math.min(window, widthPx), heightPx }
          : { widthPx, heightPx: Math.min(window, heightPx) };
        fc.pre(size.widthPx < widthPx || size.heightPx < heightPx);
        const found = findFocus(source, { x: 0, y: 0, ...size });
        expect([found.widthPx, found.heightPx]).toEqual([size.widthPx, size.heightPx]);
        expect(found.x >= offset && found.y >= offset).toBe(true);
        expect(found.x + found.widthPx <= offset + widthPx && found.y + found.heightPx <= offset + heightPx).toBe(true);
      }),
    );
  });
});
