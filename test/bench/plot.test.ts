import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { count, drawingSvg, type Plot, scaleOf, spread, ticksOf } from '../../bench/plot.js';

describe('ticks', () => {
  it.each([
    [0.08, 12, [0.1, 0.2, 0.5, 1, 2, 5, 10]],
    [9, 50_000, [10, 100, 1000, 10_000]],
    [0.003, 4, [0.01, 0.1, 1]],
    [1, 1, [1]],
  ])('from %d to %d', (from, to, ticks) => {
    expect(ticksOf(from, to)).toEqual(ticks);
  });

  it.each([
    [0.1, '0.1'],
    [20, '20'],
    [5000, '5k'],
    [2_000_000, '2M'],
  ])('%d is written %s', (value, text) => {
    expect(count(value)).toBe(text);
  });
});

describe('a scale', () => {
  it('puts equal ratios at equal distances, and all values inside', () => {
    const { at } = scaleOf([1, 1000], 300);
    expect(at(10) - at(1)).toBeCloseTo(at(1000) - at(100));
    expect(at(1)).toBeGreaterThan(0);
    expect(at(1000)).toBeLessThan(300);
  });
});

describe('names that lie on each other', () => {
  it('are moved apart around where they want to be', () => {
    expect(spread([100, 101], 10, 300)).toEqual([95.5, 105.5]);
    expect(spread([5, 200, 1], 10, 300)).toEqual([10, 200, 0]);
  });

  it('keep order, distance and bounds', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 12 }), (wanted) => {
        const placed = spread(wanted, 17, 300);
        const order = wanted.map((_, i) => i).sort((a, b) => placed[a]! - placed[b]!);
        for (const [rank, i] of order.entries()) {
          expect(placed[i]).toBeGreaterThanOrEqual(0);
          expect(placed[i]).toBeLessThanOrEqual(300);
          const next = order[rank + 1];
          if (next === undefined) continue;
          expect(wanted[i]).toBeLessThanOrEqual(wanted[next]!);
          expect(placed[next]! - placed[i]!).toBeGreaterThanOrEqual(17 - 1e-9);
        }
      }),
    );
  });
});

describe('a drawing', () => {
  const plot: Plot = {
    title: 'a & b',
    x: { label: 'characters' },
    y: { label: 'µs' },
    guide: { slope: 1 },
    lines: [
      {
        name: 'handset',
        kind: 'ours',
        colour: 0,
        points: [
          [10, 1],
          [1000, 90],
        ],
      },
      {
        name: '<peer>',
        remark: 'slow',
        kind: 'peer',
        colour: 1,
        points: [
          [10, 5],
          [100, 70],
        ],
      },
      { name: 'absent', kind: 'peer', colour: 2, points: [] },
    ],
  };
  const svg = drawingSvg({ title: 'Title', subtitle: 'How to read "it"', panels: [plot, plot], columns: 2 });

  it('is XML with a name for each line that has points, and asks for nothing outside', () => {
    const texts: string[] = [];
    const parser = new SaxesParser({ xmlns: true });
    parser.on('text', (text) => texts.push(text));
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(svg).close();
    for (const wanted of ['Title', 'a & b', 'handset', '<peer>', 'slow', 'characters', 'µs']) {
      expect(texts.some((text) => text.includes(wanted))).toBe(true);
    }
    expect(texts).not.toContain('absent');
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|url\(|<script/);
  });

  it('has no number that is none, and a dark form', () => {
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(svg).toContain('prefers-color-scheme:dark');
  });
});
