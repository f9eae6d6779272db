import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExtendedObject, isPicture } from '../../src/bitmap/ems.js';
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
/** A row of 13 black pixels as an extended object: the width is not a multiple of 8. */
const THIRTEEN = extended('00 0004 00 02 0000 0D01 FFF8');
/** A white row. */
const line = (widthPx: number): Bitmap => ({ widthPx, heightPx: 1, rows: new Uint8Array(Math.ceil(widthPx / 8)) });
/** Widths of variable pictures in octets; other elements as they are. */
const widthsOf = (elements: readonly InformationElement[]) =>
  elements.map((element) => (element.kind === 'variablePicture' ? element.widthOctets : element));

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
    expect(widthsOf(elements)).toEqual([{ kind: 'userPrompt', objects: 7 }, 1, 2, 2, 2, 2, 2, 1]);
  });

  // A part has 140 octets: UDHL 1, concatenation 5 or 6, the head of a column 5. That leaves 129 or 128, less 3 for the prompt in the first.
  it.each([
    [8, line(8 * 255), [126, 128, 1]],
    [16, line(8 * 255), [125, 128, 2]],
    [8, pattern(56, 43), [2, 2, 2, 1]],
  ] as const)('with a %i-bit reference no column has more than 128 octets, even if one more fits', (concat, bitmap, widths) => {
    const elements = encodeEmsPicture({ bitmap }, { concat });
    expect(widthsOf(elements)).toEqual([{ kind: 'userPrompt', objects: widths.length }, ...widths]);
  });

  it.each([
    [8, 8],
    [24, 24],
    [16, 32],
    [32, 16],
  ])('%ix%i is a variable picture: only 16x16 and 32x32 have elements of their own', (widthPx, heightPx) => {
    expect(widthsOf(encodeEmsPicture({ bitmap: pattern(widthPx, heightPx) }))).toEqual([widthPx / 8]);
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

  it('an extended object may have no data at all', () => {
    expect(decodeExtendedObject(extended('FF 0000 02 05 FFFF'))).toEqual({
      reference: 255,
      control: 2,
      type: EXTENDED_OBJECT.PredefinedAnimation,
      position: 65535,
      data: new Uint8Array(0),
    });
  });

  it.each<[what: string, element: InformationElement, isOne: boolean]>([
    ['16x16', { kind: 'smallPicture', position: 0, data: new Uint8Array(32) }, true],
    ['32x32', { kind: 'largePicture', position: 0, data: new Uint8Array(128) }, true],
    ['a variable picture', picture(1, 8, 8), true],
    ['an extended bitmap', THIRTEEN, true],
    ['an extended melody', extended('00 0001 00 01 0000 42'), false],
    ['another raw element with the same octets', { kind: 'raw', iei: 0x15, data: hex('00 0004 00 02 0000 0D01 FFF8') }, false],
    ['an animation', { kind: 'smallAnimation', position: 0, data: new Uint8Array(32).fill(2) }, false],
    ['a prompt', { kind: 'userPrompt', objects: 2 }, false],
  ])('tells what is a picture: %s', (_, element, isOne) => {
    expect(isPicture(element)).toBe(isOne);
  });

  it('tells the type of an extended object by its octets', () => {
    const octets = '00 0099 00 01 0000';
    const melody = extended(octets);
    expect(isExtendedObject(melody, EXTENDED_OBJECT.IMelody)).toBe(true);
    expect(isExtendedObject(melody, EXTENDED_OBJECT.PredefinedSound)).toBe(false);
    expect(isExtendedObject({ kind: 'raw', iei: 0x15, data: hex(octets) }, EXTENDED_OBJECT.IMelody)).toBe(false);
    expect(isExtendedObject(extended('00 0001 00'), EXTENDED_OBJECT.IMelody)).toBe(false);
    expect(isExtendedObject({ kind: 'userPrompt', objects: 1 }, EXTENDED_OBJECT.IMelody)).toBe(false);
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
    ['smallAnimation', 8, 8],
    ['largeAnimation', 16, 32],
  ] as const)('%s is four frames of %i pixels a side, one after the other', (kind, sidePx, octets) => {
    const element = (length: number) => ({
      kind,
      position: 9,
      data: Uint8Array.from({ length }, (_, i) => Math.floor(i / octets)),
    });
    const frames = [0, 1, 2, 3].map((i) => ({ widthPx: sidePx, heightPx: sidePx, rows: new Uint8Array(octets).fill(i) }));
    expect(decodeEmsAnimation(element(4 * octets))).toEqual({ frames, position: 9 });
    const refused = (length: number) => refusal(() => decodeEmsAnimation(element(length)));
    expect(refused(4 * octets - 1)).toEqual({ code: 'truncated', field: 'UDH/IE/data', offset: undefined });
    expect(refused(4 * octets + 1)).toEqual({ code: 'trailing-bytes', field: 'UDH/IE/data', offset: undefined });
  });

  it('refuses a position past 255', () => {
    expect(encodeEmsAnimation({ frames: [a], position: 255 })).toMatchObject([{ position: 255 }]);
    expect(refusal(() => encodeEmsAnimation({ frames: [a], position: 256 }))).toEqual({
      code: 'bad-value',
      field: 'position',
      offset: undefined,
    });
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
    const alike: ArrayLike<Bitmap> = { 0: a, length: 1 };
    expect(() => encodeEmsAnimation({ frames: alike as never })).toThrow(new TypeError('frames are an array of bitmaps'));
    expect(() => encodeEmsAnimation({ frames: [null as never] })).toThrow(new TypeError('frames[0] is not a bitmap'));
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
    ['another raw element', { kind: 'raw', iei: 0x15, data: hex('00 0004 00 02 0000 0D01 FFF8') }, 'bad-value', 'UDH/IEI'],
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

  it('as an extended object: another raw element', () => {
    const element: InformationElement = { kind: 'raw', iei: 0x15, data: hex('00 0001 00 01 0000 42') };
    expect(refusal(() => decodeExtendedObject(element))).toEqual({ code: 'bad-value', field: 'UDH/IEI', offset: undefined });
  });

  it('as an animation and as an extended object: another element', () => {
    expect(refusal(() => decodeEmsAnimation(picture(1, 8, 8)))).toMatchObject({ code: 'bad-value', field: 'UDH/IEI' });
    expect(refusal(() => decodeExtendedObject(picture(1, 8, 8)))).toMatchObject({ code: 'bad-value', field: 'UDH/IEI' });
  });

  it.each([
    ['no pictures', [], 'truncated', 'pictures'],
    ['fewer than announced', [{ kind: 'userPrompt', objects: 2 }, picture(1, 8, 8)], 'truncated', 'pictures'],
    [
      'fewer than announced after another element',
      [{ kind: 'concat8', reference: 1, total: 2, sequence: 1 }, { kind: 'userPrompt', objects: 2 }, picture(1, 8, 8)],
      'truncated',
      'pictures',
    ],
    [
      'more than announced',
      [{ kind: 'userPrompt', objects: 1 }, picture(1, 8, 8), picture(1, 8, 8)],
      'trailing-bytes',
      'pictures',
    ],
    ['columns of two heights', [picture(1, 8, 8), picture(1, 9, 9)], 'bad-value', 'pictures[1]'],
    ['a column 13 pixels wide', [picture(1, 1, 1), THIRTEEN], 'bad-value', 'pictures[1]'],
    ['a first column 13 pixels wide', [THIRTEEN, picture(1, 1, 1)], 'bad-value', 'pictures[0]'],
  ] as [string, InformationElement[], string, string][])('joining: %s', (_, elements, code, field) => {
    expect(refusal(() => joinEmsPictures(elements))).toEqual({ code, field, offset: undefined });
  });

  it('joins pictures of 16x16', () => {
    const square = (octet: number): InformationElement => ({
      kind: 'smallPicture',
      position: octet,
      data: new Uint8Array(32).fill(octet),
    });
    const rows = Uint8Array.from({ length: 64 }, (_, i) => (i % 4 < 2 ? 1 : 2));
    expect(joinEmsPictures([square(1), square(2)])).toEqual({ bitmap: { widthPx: 32, heightPx: 16, rows }, position: 1 });
  });

  it('a single picture may have any width', () => {
    expect(joinEmsPictures([THIRTEEN])).toEqual({ bitmap: bitmapFromRows(['#'.repeat(13)]), position: 0 });
  });

  it.each<[what: string, call: () => unknown, message: string]>([
    ['the widest picture', () => encodeEmsPicture({ bitmap: line(65529) }), 'bitmap.widthPx: 65529, at most 65528'],
    [
      'the highest column',
      () => encodeEmsPicture({ bitmap: pattern(16, 127) }),
      'bitmap.heightPx: 127: columns have at most 126 pixels here',
    ],
    [
      'the most columns',
      () => encodeEmsPicture({ bitmap: { widthPx: 2048, heightPx: 100, rows: new Uint8Array(25600) } }),
      'bitmap.widthPx: 2048 makes 256 columns, at most 255',
    ],
    ['the most frames', () => encodeEmsAnimation({ frames: Array(5).fill(pattern(8, 8)) }), 'frames: 5, an animation has 4'],
    [
      'the height of the other columns',
      () => joinEmsPictures([picture(1, 8, 8), picture(2, 9, 18)]),
      'pictures[1]: 16x9: columns have a height of 8 and widths of whole octets',
    ],
    ['the octets of a head', () => decodeExtendedObject(extended('00 0001 00 02 00')), 'UDH/IE/data: 6 octets, the head has 7'],
    ['the element', () => decodeEmsPicture({ kind: 'userPrompt', objects: 1 }), 'UDH/IEI: userPrompt is not a picture'],
    [
      'the number of a raw element',
      () => decodeEmsPicture({ kind: 'raw', iei: 0x15, data: new Uint8Array(7) }),
      'UDH/IEI: element 21 is not a picture',
    ],
    ['that it wants an animation', () => decodeEmsAnimation(picture(1, 8, 8)), 'UDH/IEI: variablePicture is not an animation'],
    [
      'that it wants an extended object',
      () => decodeExtendedObject({ kind: 'raw', iei: 0x15, data: new Uint8Array(7) }),
      'UDH/IEI: element 21 is not an extended object',
    ],
  ])('a message says %s', (_, call, message) => {
    expect(call).toThrow(message);
  });

  it.each([
    ['encodeEmsPicture', 'picture', encodeEmsPicture],
    ['encodeEmsAnimation', 'animation', encodeEmsAnimation],
    ['decodeEmsPicture', 'element', decodeEmsPicture],
    ['decodeEmsAnimation', 'element', decodeEmsAnimation],
    ['decodeExtendedObject', 'element', decodeExtendedObject],
  ])('%s names an argument of the wrong type %s', (_, name, call) => {
    expect(() => call(5 as never)).toThrow(new TypeError(`${name} is 5, not an object`));
  });

  it('the elements to join are an array', () => {
    expect(() => joinEmsPictures(picture(1, 8, 8) as never)).toThrow(new TypeError('elements is Object, not an array'));
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
