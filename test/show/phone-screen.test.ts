import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapFromRows, bitmapToRows } from '../../src/bitmap/index.js';
import { findGlyphs, GLYPH_HEIGHT } from '../../src/bitmap/pixel-font.js';
import type { PhoneScreen } from '../../src/show/handsets.js';
import {
  type Block,
  drawPage,
  type Frame,
  fontScale,
  INK,
  type Page,
  screenLines,
  scrollStep,
  textColumns,
  viewHeight,
} from '../../src/show/phone-screen.js';
import { sizedBitmap } from '../support/contents.js';

const small: PhoneScreen = { widthPx: 84, heightPx: 48, look: 'lcd', greys: 2, isAssumed: false };
const large: PhoneScreen = { widthPx: 176, heightPx: 208, look: 'colour', greys: 2, isAssumed: false };

const page = (blocks: readonly Block[], more: Partial<Page> = {}): Page => ({
  kind: 'list',
  title: 'Title',
  blocks,
  softKey: 'Options',
  ...more,
});
const text = (words: string): Block => ({ kind: 'text', text: words });

/** Rows of a frame, `.` blank, `#` ink, `=` bar, `o` ink on a bar. */
function rowsOf({ widthPx, heightPx, pixels }: Frame): string[] {
  const signs = '.#=o';
  return Array.from({ length: heightPx }, (_, y) =>
    Array.from(pixels.subarray(y * widthPx, (y + 1) * widthPx), (ink) => signs[ink]).join(''),
  );
}

/** What a line of the font looks like at a column. */
function lineRows(words: string, left: number, widthPx: number): string[] {
  return Array.from({ length: GLYPH_HEIGHT }, (_, row) =>
    (
      '.'.repeat(left) +
      findGlyphs(words)
        .map(({ rows, widthPx: wide }) => rows[row]?.slice(0, wide))
        .join('.')
    ).padEnd(widthPx, '.'),
  );
}

describe('a picture message on 84 x 48', () => {
  const bitmap = bitmapFromRows(
    Array.from({ length: 28 }, (_, y) => Array.from({ length: 72 }, (_, x) => ((x * y) % 5 === 1 ? '#' : '.')).join('')),
  );

  it('has exactly its pixels in the middle, its text below, and the soft key at the bottom', () => {
    const rows = rowsOf(drawPage(page([{ kind: 'bitmap', bitmap }, text('Hello')]), small));
    const blank = '.'.repeat(84);
    expect(rows).toEqual([
      ...bitmapToRows(bitmap).map((row) => `......${row}......`),
      blank,
      blank,
      ...lineRows('Hello', 1, 84),
      ...Array.from({ length: 3 }, () => blank),
      ...lineRows('Options', 24, 84),
      blank,
    ]);
  });

  it('is cut where it is larger than the screen, at the right and at the soft key', () => {
    const wide = bitmapFromRows(Array.from({ length: 60 }, () => '#'.repeat(96)));
    const frame = drawPage(page([{ kind: 'bitmap', bitmap: wide }]), small);
    expect(rowsOf(frame).slice(0, 38)).toEqual(Array.from({ length: 38 }, () => '#'.repeat(84)));
    expect(rowsOf(frame)[38]).toBe('.'.repeat(84));
    expect([frame.viewTop, frame.viewBottom, frame.mostScrollPx]).toEqual([0, 38, 22]);
  });

  it('scrolls by rows, no further than to its end', () => {
    const two = page([
      { kind: 'bitmap', bitmap },
      { kind: 'bitmap', bitmap },
    ]);
    const frame = drawPage(two, small, { scrollPx: 9 });
    expect(rowsOf(frame)[0]).toBe(`......${bitmapToRows(bitmap)[9]}......`);
    expect(frame).toMatchObject({ scrollPx: 9, mostScrollPx: 28 + 2 + 28 - 38 });
    const end = drawPage(two, small, { scrollPx: 10_000 });
    expect(end.scrollPx).toBe(20);
    expect(rowsOf(end)[37]).toBe(`......${bitmapToRows(bitmap)[27]}......`);
    expect(drawPage(two, small, { scrollPx: -4 }).scrollPx).toBe(0);
  });
});

describe('text', () => {
  it('is broken to the screen, and lines are seen whole or not at all', () => {
    const words = 'one two three four five six seven eight nine ten eleven twelve';
    const lines = screenLines(words, small);
    expect(lines.length).toBeGreaterThan(4);
    const shown = rowsOf(drawPage(page([text(words)]), small));
    for (const [i, line] of lines.slice(0, 4).entries()) {
      expect(shown.slice(i * 9 + 1, i * 9 + 8)).toEqual(lineRows(line, 1, 84));
    }
    for (const y of [0, 35, 36, 37, 38, 39, 47]) expect(shown[y]).toBe('.'.repeat(84));
  });

  it('every line is seen at one of the steps of scrolling', () => {
    const lines = Array.from({ length: 11 }, (_, i) => `line ${i}`);
    const list = page([text(lines.join('\n'))]);
    for (const screen of [small, { ...small, heightPx: 30 }, { ...small, heightPx: 65 }]) {
      const seen = new Set<string>();
      const { mostScrollPx } = drawPage(list, screen);
      for (let scrollPx = 0; scrollPx < mostScrollPx + scrollStep(screen); scrollPx += scrollStep(screen)) {
        const rows = rowsOf(drawPage(list, screen, { scrollPx }));
        for (const line of lines) {
          const wanted = lineRows(line, 1, 84).join();
          if (rows.some((_, y) => rows.slice(y, y + GLYPH_HEIGHT).join() === wanted)) seen.add(line);
        }
      }
      expect([...seen].sort()).toEqual([...lines].sort());
    }
  });

  it('that the font lacks is left to the browser, in its place', () => {
    const { foreign } = drawPage(page([text('a Жук b')]), small);
    expect(foreign).toEqual([{ text: 'Жук', x: 1 + 9 + 1, y: 1, widthPx: 17, heightPx: 7, ink: INK.ink }]);
    expect(drawPage(page([text('Grüße, 5 € “x”')]), small).foreign).toEqual([]);
    const [title] = drawPage(page([], { title: '東京' }), large).foreign;
    expect(title).toMatchObject({ text: '東京', ink: INK.barInk });
  });

  it('is cut where no message has more', () => {
    const lines = screenLines('x\n'.repeat(30_000), small);
    expect([lines.length, lines.at(-1)]).toEqual([20_001, '...']);
    expect(screenLines('x'.repeat(40_000), small).join('')).toBe('x'.repeat(40_000));
  });

  it('in the middle stands in the middle', () => {
    const rows = rowsOf(drawPage(page([{ kind: 'text', text: 'OK', isCentred: true }]), small));
    expect(rows.slice(1, 8)).toEqual(lineRows('OK', 36, 84));
  });
});

describe('margins', () => {
  const size = fc.constantFrom([84, 48], [96, 65], [101, 33], [128, 128], [128, 160], [176, 208], [240, 320], [320, 240]);
  const isInk = (ink: number | undefined) => ink === INK.ink || ink === INK.barInk;

  it('no text touches an edge of the screen, at any size and place', () => {
    fc.assert(
      fc.property(
        size,
        fc.string({ minLength: 1, maxLength: 200 }),
        fc.string(),
        fc.option(fc.string({ maxLength: 6 }), { nil: undefined }),
        fc.boolean(),
        fc.nat(60),
        ([widthPx = 0, heightPx = 0], words, title, rightKey, isCentred, lines) => {
          const screen: PhoneScreen = { ...small, widthPx, heightPx };
          const list = page([{ kind: 'text', text: words, isCentred }], { title, rightKey });
          const { pixels } = drawPage(list, screen, { scrollPx: lines * scrollStep(screen) });
          for (let x = 0; x < widthPx; x++) {
            expect([isInk(pixels[x]), isInk(pixels[(heightPx - 1) * widthPx + x])]).toEqual([false, false]);
          }
          for (let y = 0; y < heightPx; y++) {
            expect([isInk(pixels[y * widthPx]), isInk(pixels[(y + 1) * widthPx - 1])]).toEqual([false, false]);
          }
        },
      ),
    );
  });
});

describe('menus', () => {
  const items = (chosen: number) =>
    Array.from({ length: 9 }, (_, i): Block => ({ kind: 'item', text: `item ${i}`, isChosen: i === chosen }));

  it('the chosen item is dark across the screen, and in sight', () => {
    for (const screen of [small, large, { ...small, heightPx: 33 }]) {
      for (let chosen = 0; chosen < 9; chosen++) {
        const frame = drawPage(page(items(chosen)), screen);
        const dark = rowsOf(frame)
          .slice(frame.viewTop, frame.viewBottom)
          .filter((row) => /^[=o]+$/.test(row));
        expect(dark.length, `item ${chosen} on ${screen.heightPx} rows`).toBe(9 * fontScale(screen));
        expect(dark.join('')).toContain('o');
      }
    }
  });

  it('two keys are at both sides', () => {
    const rows = rowsOf(drawPage(page(items(0), { softKey: 'Select', rightKey: 'Back' }), small));
    const both = lineRows('Select', 1, 84).map((row, y) => row.slice(0, 62) + lineRows('Back', 0, 22)[y]);
    expect(rows.slice(40, 47)).toEqual(both);
  });

  it('digits are large, and a long number has several lines', () => {
    const rows = rowsOf(drawPage(page([{ kind: 'digits', text: '11' }]), small));
    const large = lineRows('11', 0, 41).map((row) => row.replace(/./g, '$&$&'));
    expect(rows.filter((_, y) => y < 14 && y % 2 === 0).map((row) => row.slice(1, 83))).toEqual(large);
    expect(drawPage(page([{ kind: 'digits', text: '0'.repeat(32) }]), small).mostScrollPx).toBeGreaterThan(0);
  });
});

describe('large screens', () => {
  it('have bars with title and soft key, and a larger font', () => {
    const frame = drawPage(page([text('x')]), large);
    const rows = rowsOf(frame);
    expect(fontScale(large)).toBe(2);
    expect([frame.viewTop, frame.viewBottom]).toEqual([22, 186]);
    expect(rows[0]).toBe('='.repeat(176));
    expect(rows.slice(0, 22).join('')).toContain('o');
    expect(rows.slice(186).join('')).toContain('o');
    expect(rows.slice(22, 186).join('')).toMatch(/^[.#]+$/);
    expect(viewHeight(large)).toBe(164);
    expect(textColumns(large)).toBe(84);
  });

  it('as fine as a smartphone’s leave their text to the browser, a line at a time', () => {
    const fine: PhoneScreen = { ...large, widthPx: 1080, heightPx: 2400, isFine: true };
    const frame = drawPage(page([text('Grüße')], { title: 'Me', rightKey: 'Back' }), fine);
    expect(frame.foreign.map((line) => line.text)).toEqual(['Me', 'Options', 'Back', 'Grüße']);
    expect(textColumns(fine) / 6).toBeGreaterThan(15);
    const logo = bitmapFromRows(Array.from({ length: 14 }, () => '#'.repeat(72)));
    const { pixels } = drawPage(page([{ kind: 'bitmap', bitmap: logo }]), fine);
    expect(pixels.filter((ink) => ink === INK.ink).length).toBe(72 * 9 * 14 * 9);
    expect(frame.pixels.some((ink) => ink === INK.ink || ink === INK.barInk)).toBe(false);
  });

  it('tell where pictures with colours go, as far as they are seen', () => {
    const part = { name: 'a.jpg', contentType: 'image/jpeg', data: new Uint8Array() };
    const list = page([{ kind: 'image', part, widthPx: 100, heightPx: 300 }, { kind: 'rule' }, text('below')]);
    expect(drawPage(list, large).images).toEqual([{ part, x: 38, y: 26, widthPx: 100, heightPx: 300 }]);
    const end = drawPage(list, large, { scrollPx: 10_000 });
    expect(end.images[0]?.y).toBe(26 - end.scrollPx);
    const further = page([{ kind: 'image', part, widthPx: 9, heightPx: 9 }, text('\n'.repeat(60))]);
    expect(drawPage(further, large, { scrollPx: 400 }).images).toEqual([]);
  });
});

describe('standby', () => {
  const logo = bitmapFromRows(Array.from({ length: 14 }, (_, y) => '#.'.repeat(36).slice(y % 2) + (y % 2 ? '#' : '')));

  it('shows the logo in place of the name, the clock, signal and battery', () => {
    const frame = drawPage({ kind: 'standby', blocks: [{ kind: 'bitmap', bitmap: logo }], softKey: 'Menu' }, small, {
      clock: '12:34',
    });
    const rows = rowsOf(frame);
    expect(frame.isStandby).toBe(true);
    const top = 17;
    expect(rows.slice(top, top + 14).map((row) => row.slice(6, 78))).toEqual(bitmapToRows(logo));
    expect(rows.slice(1, 8).map((row) => row.slice(54, 77))).toEqual(lineRows('12:34', 0, 23));
    expect(rows.slice(40, 47)).toEqual(lineRows('Menu', 30, 84));
    expect([rows[6]?.startsWith('.####.'), rows[6]?.endsWith('.####.')]).toEqual([true, true]);
  });

  it('cuts a logo that is larger than the screen', () => {
    const huge = bitmapFromRows(Array.from({ length: 100 }, () => '#'.repeat(200)));
    const frame = drawPage({ kind: 'standby', blocks: [{ kind: 'bitmap', bitmap: huge }], softKey: 'Menu' }, small);
    expect(rowsOf(frame).every((row) => row === '#'.repeat(84))).toBe(true);
  });
});

describe('properties', () => {
  const screen = fc.record({
    widthPx: fc.integer({ min: 1, max: 260 }),
    heightPx: fc.integer({ min: 1, max: 330 }),
    look: fc.constant('lcd' as const),
    greys: fc.constant(2),
    isAssumed: fc.boolean(),
  });
  const block: fc.Arbitrary<Block> = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }).map((words) => text(words)),
    sizedBitmap(100, 60).map((bitmap) => ({ kind: 'bitmap', bitmap }) as const),
    fc.constant({ kind: 'rule' } as const),
  );

  it('any page on any screen has all its pixels, nothing of the blocks on the bars, and a scroll within its bounds', () => {
    fc.assert(
      fc.property(
        screen,
        fc.array(block, { maxLength: 4 }),
        fc.constantFrom('list' as const, 'standby' as const),
        fc.nat({ max: 600 }),
        (on, blocks, kind, scrollPx) => {
          const frame = drawPage(page(blocks, { kind }), on, { scrollPx, clock: '23:59' });
          expect(frame.pixels.length).toBe(on.widthPx * on.heightPx);
          expect(frame.scrollPx).toBeLessThanOrEqual(frame.mostScrollPx);
          expect(frame.scrollPx).toBeLessThanOrEqual(scrollPx);
          const onBars = frame.pixels.filter((ink) => ink === INK.bar || ink === INK.barInk).length;
          const bars =
            kind === 'list' && frame.viewTop > 0 ? on.widthPx * (on.heightPx - (frame.viewBottom - frame.viewTop)) : 0;
          expect(onBars).toBe(bars);
        },
      ),
    );
  });

  it('a bitmap that fits is there bit by bit, wherever it stands', () => {
    fc.assert(
      fc.property(sizedBitmap(84, 38), (bitmap) => {
        const rows = rowsOf(drawPage(page([{ kind: 'bitmap', bitmap }]), small));
        const left = (84 - bitmap.widthPx) >> 1;
        expect(rows.slice(0, bitmap.heightPx).map((row) => row.slice(left, left + bitmap.widthPx))).toEqual(
          bitmapToRows(bitmap),
        );
      }),
    );
  });
});
