import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fit, type Frame, findCrop, layOut } from '../../src/bitmap/fit.js';
import { refusal } from '../support/hostile.js';

const whole = (widthPx: number, heightPx: number) => ({ x: 0, y: 0, widthPx, heightPx });
const frame = (fit: Fit, enlarge: boolean, widthPx?: number, heightPx?: number): Frame => ({ widthPx, heightPx, fit, enlarge });
const words = ({ x, y, widthPx, heightPx }: ReturnType<typeof whole>): string => `${widthPx}x${heightPx}+${x}+${y}`;

describe('placing by hand', () => {
  it.each([
    // source, frame, box, from, to
    [[640, 480], frame('contain', false, 72, 28), '72x28', '640x480+0+0', '37x28+17+0'],
    [[640, 480], frame('cover', true, 72, 28), '72x28', '640x249+0+115', '72x28+0+0'],
    [[640, 480], frame('stretch', true, 72, 28), '72x28', '640x480+0+0', '72x28+0+0'],
    [[480, 640], frame('contain', false, 72, 28), '72x28', '480x640+0+0', '21x28+25+0'],
    [[1000, 10], frame('contain', false, 72, 14), '72x14', '1000x10+0+0', '72x1+0+6'],
    [[10_000, 1], frame('contain', false, 72, 14), '72x14', '10000x1+0+0', '72x1+0+6'],
    [[20, 10], frame('contain', false, 72, 14), '72x14', '20x10+0+0', '20x10+26+2'],
    [[20, 10], frame('contain', true, 72, 14), '72x14', '20x10+0+0', '28x14+22+0'],
    [[20, 10], frame('cover', true, 72, 14), '72x14', '20x4+0+3', '72x14+0+0'],
    [[20, 40], frame('cover', false, 72, 14), '72x14', '20x14+0+13', '20x14+26+0'],
    [[144, 40], frame('cover', false, 72, 14), '72x14', '144x28+0+6', '72x14+0+0'],
    [[640, 480], frame('cover', false, 28, 72), '28x72', '187x480+226+0', '28x72+0+0'],
    [[20, 40], frame('stretch', false, 72, 14), '72x14', '20x40+0+0', '20x14+26+0'],
    [[640, 480], frame('contain', false, 72), '72x54', '640x480+0+0', '72x54+0+0'],
    [[640, 480], frame('contain', false, undefined, 28), '37x28', '640x480+0+0', '37x28+0+0'],
    [[20, 10], frame('contain', false, 72), '72x10', '20x10+0+0', '20x10+26+0'],
    [[20, 10], frame('contain', true, 72), '72x36', '20x10+0+0', '72x36+0+0'],
    [[20, 10], frame('contain', false, undefined, 15), '20x15', '20x10+0+0', '20x10+0+2'],
    [[20, 10], frame('cover', true, undefined, 15), '30x15', '20x10+0+0', '30x15+0+0'],
    [[1000, 1], frame('contain', false, 10), '10x1', '1000x1+0+0', '10x1+0+0'],
    [[33, 7], frame('contain', false), '33x7', '33x7+0+0', '33x7+0+0'],
  ] as const)('%j in %j', ([widthPx, heightPx], asked, box, from, to) => {
    const layout = layOut(whole(widthPx, heightPx), asked);
    expect(`${layout.box.widthPx}x${layout.box.heightPx}`).toBe(box);
    expect(words(layout.from)).toBe(from);
    expect(words(layout.to)).toBe(to);
  });
});

describe('laws of placing', () => {
  // A side that follows from the others stays below 65536.
  const side = fc.integer({ min: 1, max: 250 });
  const asked = fc.record({
    widthPx: fc.option(side, { nil: undefined }),
    heightPx: fc.option(side, { nil: undefined }),
    fit: fc.constantFrom<Fit>('contain', 'cover', 'stretch'),
    enlarge: fc.boolean(),
  });

  it('what is seen lies in the source, and where it goes in the box, in the middle', () => {
    fc.assert(
      fc.property(side, side, fc.nat({ max: 9 }), asked, (widthPx, heightPx, at, frame) => {
        const source = { x: at, y: 2 * at, widthPx, heightPx };
        const { box, from, to } = layOut(source, frame);
        expect(from.x).toBeGreaterThanOrEqual(at);
        expect(from.y).toBeGreaterThanOrEqual(2 * at);
        expect(from.x + from.widthPx).toBeLessThanOrEqual(at + widthPx);
        expect(from.y + from.heightPx).toBeLessThanOrEqual(2 * at + heightPx);
        expect(Math.min(from.widthPx, from.heightPx, to.widthPx, to.heightPx)).toBeGreaterThanOrEqual(1);
        expect([0, 1]).toContain(box.widthPx - to.widthPx - 2 * to.x);
        expect([0, 1]).toContain(box.heightPx - to.heightPx - 2 * to.y);
        expect(box.widthPx).toBe(frame.widthPx ?? box.widthPx);
        expect(box.heightPx).toBe(frame.heightPx ?? box.heightPx);
        if (frame.fit !== 'cover') expect(from).toEqual(source);
        if (!frame.enlarge) {
          expect(to.widthPx).toBeLessThanOrEqual(from.widthPx);
          expect(to.heightPx).toBeLessThanOrEqual(from.heightPx);
        } else if (frame.fit !== 'contain') expect(to).toEqual({ x: 0, y: 0, ...box });
      }),
    );
  });

  it('contain keeps the ratio within a pixel and touches the box on two sides', () => {
    fc.assert(
      fc.property(side, side, side, side, fc.boolean(), (widthPx, heightPx, boxWidth, boxHeight, enlarge) => {
        const { to } = layOut(whole(widthPx, heightPx), frame('contain', enlarge, boxWidth, boxHeight));
        const most = Math.min(boxWidth / widthPx, boxHeight / heightPx);
        const factor = enlarge ? most : Math.min(1, most);
        expect(to.widthPx).toBe(Math.max(1, Math.round(widthPx * factor + 1e-9)));
        expect(to.heightPx).toBe(Math.max(1, Math.round(heightPx * factor + 1e-9)));
      }),
    );
  });

  it('cover shows as much as the ratio of the box allows', () => {
    fc.assert(
      fc.property(side, side, side, side, (widthPx, heightPx, boxWidth, boxHeight) => {
        const { from } = layOut(whole(widthPx, heightPx), frame('cover', true, boxWidth, boxHeight));
        const factor = Math.max(boxWidth / widthPx, boxHeight / heightPx);
        expect(Math.abs(from.widthPx - boxWidth / factor)).toBeLessThanOrEqual(1);
        expect(Math.abs(from.heightPx - boxHeight / factor)).toBeLessThanOrEqual(1);
        expect(from.widthPx === widthPx || from.heightPx === heightPx).toBe(true);
      }),
    );
  });
});

describe('refusals', () => {
  it.each([0, -1, 1.5, 65_536, Number.NaN, Number.POSITIVE_INFINITY, '72'])('a side of %s', (side) => {
    const widthPx = side as number;
    expect(refusal(() => layOut(whole(9, 9), frame('contain', false, widthPx)))).toEqual({
      code: 'bad-value',
      field: 'widthPx',
      offset: undefined,
    });
    expect(refusal(() => layOut(whole(9, 9), frame('contain', false, 9, widthPx))).field).toBe('heightPx');
  });

  it('a side that follows from the other and is too long', () => {
    expect(refusal(() => layOut(whole(1, 900), frame('contain', true, 100))).field).toBe('heightPx');
    expect(refusal(() => layOut(whole(900, 1), frame('contain', true, undefined, 100))).field).toBe('widthPx');
  });

  it.each([
    ['crop.x', { x: -1, y: 0, widthPx: 1, heightPx: 1 }],
    ['crop.x', { x: 10, y: 0, widthPx: 1, heightPx: 1 }],
    ['crop.x', { x: Number.NaN, y: 0, widthPx: 1, heightPx: 1 }],
    ['crop.y', { x: 0, y: 5, widthPx: 1, heightPx: 1 }],
    ['crop.y', { x: 0, y: 0.5, widthPx: 1, heightPx: 1 }],
    ['crop.widthPx', { x: 4, y: 0, widthPx: 7, heightPx: 1 }],
    ['crop.widthPx', { x: 4, y: 0, widthPx: 0, heightPx: 1 }],
    ['crop.heightPx', { x: 0, y: 4, widthPx: 1, heightPx: 2 }],
    ['crop.heightPx', { x: 0, y: 4, widthPx: 1, heightPx: Number.NaN }],
  ] as const)('%s of %j', (field, crop) => {
    expect(refusal(() => findCrop({ widthPx: 10, heightPx: 5 }, crop))).toEqual({
      code: 'bad-value',
      field,
      offset: undefined,
    });
  });

  it('a crop that is no rectangle', () => {
    for (const crop of ['all', null]) {
      const find = () => findCrop({ widthPx: 10, heightPx: 5 }, crop as never);
      expect(find).toThrow(new TypeError('crop is not a rectangle'));
    }
  });

  it('the whole and a corner are taken', () => {
    expect(findCrop({ widthPx: 10, heightPx: 5 }, undefined)).toEqual(whole(10, 5));
    const corner = { x: 9, y: 4, widthPx: 1, heightPx: 1 };
    expect(findCrop({ widthPx: 10, heightPx: 5 }, corner)).toEqual(corner);
  });
});
