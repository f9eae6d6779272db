import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPicture } from '../../src/bitmap/ems.js';
import {
  type Bitmap,
  bitmapFromRows,
  bitmapToRows,
  decodeEmsAnimation,
  decodeEmsPicture,
  decodeExtendedObject,
  EXTENDED_OBJECT,
  encodeEmsAnimation,
  encodeEmsPicture,
  joinEmsPictures,
  PREDEFINED_ANIMATIONS,
} from '../../src/bitmap/index.js';
import { toHex } from '../../src/bytes/index.js';
import { decodeUdh, encodeUdh, type InformationElement } from '../../src/sms/index.js';
import { bitmapVectors, vectorsWith } from '../support/bitmaps.js';
import { sizedBitmap } from '../support/contents.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { costly } from '../support/runs.js';

const { animations } = bitmapVectors();

/** A picture of which every octet is different from its neighbours, so that no cut goes unseen. */
const pattern = (widthPx: number, heightPx: number): Bitmap =>
  bitmapFromRows(
    Array.from({ length: heightPx }, (_, y) =>
      Array.from({ length: widthPx }, (_, x) => ((x * 7 + y * 5 + ((x * y) >> 3)) % 3 === 0 ? '#' : '.')).join(''),
    ),
  );
const picture = (widthOctets: number, heightPx: number, octets: number): InformationElement => ({
  kind: 'variablePicture',
  position: 0,
  widthOctets,
  heightPx,
  data: new Uint8Array(octets),
});
const extended = (text: string): InformationElement => ({ kind: 'raw', iei: 0x14, data: hex(text) });

describe('published vectors', () => {
  const fixed = vectorsWith('emsFixedGammu');
  const variable = vectorsWith('emsVariableGammu');
  const whole = variable.filter(({ emsVariableGammu }) => (emsVariableGammu[0]?.udh.length ?? 0) <= 280);

  it.each(fixed)('$id as gammu writes it: 16x16 and 32x32', ({ rows, emsFixedGammu }) => {
    const bitmap = bitmapFromRows(rows);
    expect(toHex(encodeUdh(encodeEmsPicture({ bitmap })))).toBe(emsFixedGammu[0]?.udh);
    const { elements } = decodeUdh(hex(emsFixedGammu[0]?.udh ?? ''));
    expect(elements.map(decodeEmsPicture)).toEqual([{ bitmap, position: 0 }]);
  });

  it.each(whole)('$id as gammu writes it: a variable picture', ({ rows, emsVariableGammu }) => {
    const bitmap = bitmapFromRows(rows);
    expect(toHex(encodeUdh(encodeEmsPicture({ bitmap }, { form: 'variable' })))).toBe(emsVariableGammu[0]?.udh);
    expect(joinEmsPictures(decodeUdh(hex(emsVariableGammu[0]?.udh ?? '')).elements)).toEqual({ bitmap, position: 0 });
  });

  it('joins the columns that gammu puts in one header of 802 octets', () => {
    const { rows, emsVariableGammu } = variable.find(({ id }) => id === 'g19') as (typeof variable)[number];
    // The length octet has wrapped: read element by element.
    const octets = hex(emsVariableGammu[0]?.udh ?? '');
    const elements: InformationElement[] = [];
    for (let at = 1; at < octets.length; at += 2 + (octets[at + 1] as number)) {
      const element = octets.subarray(at, at + 2 + (octets[at + 1] as number));
      elements.push(...decodeUdh(Uint8Array.of(element.length, ...element)).elements);
    }
    expect(elements[0]).toEqual({ kind: 'userPrompt', objects: 6 });
    expect(bitmapToRows(joinEmsPictures(elements).bitmap)).toEqual(rows);
  });

  it('four frames of 8x8 as gammu writes them; of two frames gammu writes two, and the specification has four', () => {
    const [small, large] = animations;
    const udh = (animation: typeof small) => animation?.emsAnimationGammu?.[0]?.udh ?? '';
    const frames = (small?.frames ?? []).map(bitmapFromRows);
    expect(toHex(encodeUdh(encodeEmsAnimation({ frames })))).toBe(udh(small));
    expect(decodeEmsAnimation(decodeUdh(hex(udh(small))).elements[0] as InformationElement)).toEqual({ frames, position: 0 });

    const two = (large?.frames ?? []).map(bitmapFromRows);
    const [element] = encodeEmsAnimation({ frames: two });
    const pixels = udh(large).slice(8);
    expect(element).toEqual({ kind: 'largeAnimation', position: 0, data: hex(pixels + pixels) });
  });
});

describe('pictures', () => {
  it('72x14 is one variable picture, its position in front of it', () => {
    const [element, ...more] = encodeEmsPicture({ bitmap: pattern(72, 14), position: 5 });
    expect(more).toEqual([]);
    expect(element).toMatchObject({ kind: 'variablePicture', position: 5, widthOctets: 9, heightPx: 14 });
  });

  it('96x64 is cut into columns of which the first leaves room for the prompt', () => {
    const elements = encodeEmsPicture({ bitmap: pattern(96, 64) });
    const widths = elements.map((element) => (element.kind === 'variablePicture' ? element.widthOctets : element));
    expect(widths).toEqual([{ kind: 'userPrompt', objects: 7 }, 1, 2, 2, 2, 2, 2, 1]);
  });

  it('fills a width up with white, and lets nothing behind the last pixel out', () => {
    const bitmap = { widthPx: 13, heightPx: 2, rows: hex('FFFF FFFF') };
    expect(encodeEmsPicture({ bitmap })).toEqual([
      { kind: 'variablePicture', position: 0, widthOctets: 2, heightPx: 2, data: hex('FFF8 FFF8') },
    ]);
    expect(bitmap.rows).toEqual(hex('FFFF FFFF'));
  });

  it.each([
    [8, 126],
    [16, 125],
  ] as const)('with a %i-bit reference columns have at most %i pixels', (concat, most) => {
    expect(encodeEmsPicture({ bitmap: pattern(16, most) }, { concat })).toHaveLength(3);
    expect(refusal(() => encodeEmsPicture({ bitmap: pattern(16, most + 1) }, { concat }))).toEqual({
      code: 'too-long',
      field: 'bitmap.heightPx',
      offset: undefined,
    });
  });

  it('8x128 fits in one element, 8x129 in none', () => {
    expect(encodeEmsPicture({ bitmap: pattern(8, 128) })).toHaveLength(1);
    expect(refusal(() => encodeEmsPicture({ bitmap: pattern(8, 129) }))).toMatchObject({ field: 'bitmap.heightPx' });
  });

  it('an extended object holds one with rows that begin anywhere', () => {
    const element = extended('07 0005 00 02 0102 0D03 FFF8 00');
    expect(isPicture(element)).toBe(true);
    const { bitmap, position } = decodeEmsPicture(extended('07 0007 00 02 0102 0D03 FFF8 000000'));
    expect(position).toBe(0x102);
    expect(bitmapToRows(bitmap)).toEqual(['#############', '.............', '.............']);
    expect(decodeExtendedObject(extended('07 0003 03 01 0000 424547'))).toEqual({
      reference: 7,
      control: 3,
      type: EXTENDED_OBJECT.IMelody,
      position: 0,
      data: hex('424547'),
    });
  });

  it('names the predefined animations', () => {
    expect(PREDEFINED_ANIMATIONS).toHaveLength(15);
    expect(PREDEFINED_ANIMATIONS[5]).toBe('crying');
  });
});

describe('animations', () => {
  const square = (side: 8 | 16, character: '#' | '.') => bitmapFromRows(Array(side).fill(character.repeat(side)));
  const [a, b, c, d] = [square(8, '#'), square(8, '.'), pattern(8, 8), bitmapFromRows(bitmapToRows(pattern(8, 8)).reverse())];

  it.each([
    [[a], [a, a, a, a]],
    [
      [a, b],
      [a, b, a, b],
    ],
    [
      [a, b, c],
      [a, b, c, c],
    ],
    [
      [a, b, c, d],
      [a, b, c, d],
    ],
  ])('fills up to four frames (%#)', (given, shown) => {
    const [element] = encodeEmsAnimation({ frames: given, position: 3 });
    expect(decodeEmsAnimation(element as InformationElement)).toEqual({ frames: shown, position: 3 });
  });

  it('of 16x16 too', () => {
    expect(encodeEmsAnimation({ frames: [square(16, '#')] })).toEqual([
      { kind: 'largeAnimation', position: 0, data: new Uint8Array(128).fill(255) },
    ]);
  });

  it.each([
    ['no frames', [], 'bad-value', 'frames'],
    ['five frames', [a, a, a, a, a], 'too-long', 'frames'],
    ['two sizes', [a, square(16, '#')], 'bad-value', 'frames[1]'],
    ['another size', [pattern(32, 32)], 'bad-value', 'frames[0]'],
    ['a frame that is not square', [pattern(8, 16)], 'bad-value', 'frames[0]'],
    ['a frame without its rows', [{ ...a, rows: new Uint8Array(7) }], 'bad-value', 'frames[0].rows'],
  ])('refuses %s', (_, frames, code, field) => {
    expect(refusal(() => encodeEmsAnimation({ frames }))).toEqual({ code, field, offset: undefined });
  });

  it('takes nothing but bitmaps', () => {
    expect(() => encodeEmsAnimation({ frames: 'x' as never })).toThrow(TypeError);
    expect(() => encodeEmsAnimation({ frames: [null as never] })).toThrow(TypeError);
  });
});

describe('properties', () => {
  const options = fc.record({ form: fc.constantFrom('auto', 'variable'), concat: fc.constantFrom(8, 16) }) as fc.Arbitrary<{
    form: 'auto' | 'variable';
    concat: 8 | 16;
  }>;

  it('a picture comes back with its width filled up, each element fits in a part, and the prompt counts them', () => {
    fc.assert(
      fc.property(sizedBitmap(300, 125), fc.nat({ max: 255 }), options, (bitmap, position, how) => {
        const elements = encodeEmsPicture({ bitmap, position }, how);
        const rows = bitmapToRows(bitmap).map((row) => row.padEnd(Math.ceil(bitmap.widthPx / 8) * 8, '.'));
        const joined = joinEmsPictures(decodeAll(elements));
        expect(bitmapToRows(joined.bitmap)).toEqual(rows);
        expect(joined.position).toBe(position);
        const isCut = elements.length > 1;
        if (isCut) expect(elements[0]).toEqual({ kind: 'userPrompt', objects: elements.length - 1 });
        const concatOctets = how.concat === 16 ? 6 : 5;
        for (const [i, element] of elements.entries()) {
          if (element.kind === 'userPrompt') continue;
          const inPart = i === 1 ? elements.slice(0, 2) : [element];
          expect(encodeUdh(inPart).length + concatOctets).toBeLessThanOrEqual(140);
          if ('data' in element) expect(element.data.length).toBeLessThanOrEqual(128);
        }
      }),
      costly(300),
    );
  });

  function decodeAll(elements: readonly InformationElement[]): InformationElement[] {
    return elements.flatMap((element) => decodeUdh(encodeUdh([element])).elements);
  }
});

describe('refusals', () => {
  it.each([
    ['a position past 255', { bitmap: pattern(8, 8), position: 256 }, {}, 'position'],
    ['half a position', { bitmap: pattern(8, 8), position: 0.5 }, {}, 'position'],
    ['a form that there is none of', { bitmap: pattern(8, 8) }, { form: 'fixed' }, 'form'],
    ['a reference of another width', { bitmap: pattern(8, 8) }, { concat: 7 }, 'concat'],
    ['what is no bitmap', { bitmap: { ...pattern(8, 8), widthPx: 0 } }, {}, 'bitmap.widthPx'],
  ])('%s', (_, input, options, field) => {
    expect(refusal(() => encodeEmsPicture(input, options as never))).toEqual({ code: 'bad-value', field, offset: undefined });
  });

  it.each([
    ['another element', { kind: 'userPrompt', objects: 1 }, 'bad-value', 'UDH/IEI'],
    ['another raw element', { kind: 'raw', iei: 0x10, data: hex('00') }, 'bad-value', 'UDH/IEI'],
    ['no width', picture(0, 8, 0), 'bad-value', 'UDH/IE/widthOctets'],
    ['no height', picture(1, 0, 0), 'bad-value', 'UDH/IE/heightPx'],
    ['too few pixels', picture(1, 8, 7), 'truncated', 'UDH/IE/data'],
    ['too many pixels', picture(1, 8, 9), 'trailing-bytes', 'UDH/IE/data'],
    ['an extended object of another type', extended('00 0001 00 03 0000 00'), 'bad-value', 'UDH/IE/type'],
    ['an extended object without a head', extended('00 0001 00 02 00'), 'truncated', 'UDH/IE/data'],
    ['an extended object that goes on elsewhere', extended('00 0099 00 02 0000 0808'), 'truncated', 'UDH/IE/data'],
    ['an extended bitmap without sizes', extended('00 0001 00 02 0000 08'), 'truncated', 'UDH/IE/data'],
    ['an extended bitmap without width', extended('00 0002 00 02 0000 0008'), 'bad-value', 'UDH/IE/widthPx'],
    ['an extended bitmap without height', extended('00 0002 00 02 0000 0800'), 'bad-value', 'UDH/IE/heightPx'],
    ['an extended bitmap with too few pixels', extended('00 0003 00 02 0000 0802 00'), 'truncated', 'UDH/IE/data'],
  ] as [string, InformationElement, string, string][])('as a picture: %s', (_, element, code, field) => {
    expect(refusal(() => decodeEmsPicture(element))).toEqual({ code, field, offset: undefined });
  });

  it('as an animation and as an extended object: another element', () => {
    expect(refusal(() => decodeEmsAnimation(picture(1, 8, 8)))).toMatchObject({ code: 'bad-value', field: 'UDH/IEI' });
    expect(refusal(() => decodeExtendedObject(picture(1, 8, 8)))).toMatchObject({ code: 'bad-value', field: 'UDH/IEI' });
    const short: InformationElement = { kind: 'smallAnimation', position: 0, data: new Uint8Array(31) };
    expect(refusal(() => decodeEmsAnimation(short))).toMatchObject({ code: 'truncated', field: 'UDH/IE/data' });
  });

  it.each([
    ['no pictures', [], 'truncated', 'pictures'],
    ['fewer than announced', [{ kind: 'userPrompt', objects: 2 }, picture(1, 8, 8)], 'truncated', 'pictures'],
    [
      'more than announced',
      [{ kind: 'userPrompt', objects: 1 }, picture(1, 8, 8), picture(1, 8, 8)],
      'trailing-bytes',
      'pictures',
    ],
    ['columns of two heights', [picture(1, 8, 8), picture(1, 9, 9)], 'bad-value', 'pictures[1]'],
    [
      'a column whose width is no whole octets',
      [picture(1, 1, 1), extended('00 0003 00 02 0000 0501 00')],
      'bad-value',
      'pictures[1]',
    ],
  ] as [string, InformationElement[], string, string][])('joining: %s', (_, elements, code, field) => {
    expect(refusal(() => joinEmsPictures(elements))).toEqual({ code, field, offset: undefined });
  });

  it('passes over what is no picture', () => {
    const elements: InformationElement[] = [{ kind: 'concat8', reference: 1, total: 1, sequence: 1 }, picture(2, 1, 2)];
    expect(joinEmsPictures(elements).bitmap).toEqual({ widthPx: 16, heightPx: 1, rows: new Uint8Array(2) });
  });
});

describe('limits', () => {
  it('255 columns fit, 256 do not', () => {
    const column = (count: number) => ({ widthPx: 8 * count, heightPx: 100, rows: new Uint8Array(100 * count) });
    expect(encodeEmsPicture({ bitmap: column(255) })).toHaveLength(256);
    expect(refusal(() => encodeEmsPicture({ bitmap: column(256) }))).toEqual({
      code: 'too-long',
      field: 'bitmap.widthPx',
      offset: undefined,
    });
  });

  it('a picture that is wider than a bitmap can be is neither written nor joined', () => {
    const line = (widthPx: number) => ({ widthPx, heightPx: 1, rows: new Uint8Array(Math.ceil(widthPx / 8)) });
    expect(joinEmsPictures(encodeEmsPicture({ bitmap: line(65528) })).bitmap).toEqual(line(65528));
    expect(refusal(() => encodeEmsPicture({ bitmap: line(65529) }))).toEqual({
      code: 'too-long',
      field: 'bitmap.widthPx',
      offset: undefined,
    });
    // 255 parts have room for more than four bitmaps: 132 octets of a row are in each.
    const columns = Array.from({ length: 63 }, () => picture(132, 1, 132));
    expect(refusal(() => joinEmsPictures(columns))).toEqual({ code: 'bad-value', field: 'pictures', offset: undefined });
    expect(joinEmsPictures(columns.slice(1)).bitmap.widthPx).toBe(62 * 132 * 8);
  });

  it('the widest bitmap is refused at once', () => {
    const bitmap = { widthPx: 65535, heightPx: 65535, rows: new Uint8Array(0) };
    expect(refusal(() => encodeEmsPicture({ bitmap }))).toMatchObject({ code: 'bad-value', field: 'bitmap.rows' });
  });

  it('what goes in and what comes out are not the same octets', () => {
    const bitmap = pattern(16, 16);
    const [element] = encodeEmsPicture({ bitmap }) as [{ kind: 'smallPicture'; position: 0; data: Uint8Array }];
    const before = decodeEmsPicture(element);
    element.data.fill(0);
    expect(bitmap).toEqual(pattern(16, 16));
    expect(before.bitmap).toEqual(bitmap);
  });
});
