import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitmapFromRows,
  encodeBmp,
  encodeGroupGraphic,
  encodeNgg,
  encodeNlm,
  encodeNol,
  encodeNpm,
  encodeWbmp,
  formatOtaHex,
  parseOtaHex,
} from '../../src/bitmap/index.js';
import { toHex } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { anyBitmap, noise } from '../support/bitmaps.js';
import { refusal } from '../support/hostile.js';

const bitmap = bitmapFromRows(['#.#.#.#.']);
const bare = '00080101AA';

describe('what hex can hold', () => {
  it.each<[hex: string, parsed: object]>([
    [bare, { form: 'bitmap', bitmap }],
    [`32F401${bare}`, { form: 'operatorLogo', mcc: '234', mnc: '10', bitmap }],
    [`3032F4010A${bare}`, { form: 'operatorLogo', mcc: '234', mnc: '10', bitmap }],
    [`30020005${bare}`, { form: 'pictureMessage', bitmap }],
    [`30020005${bare}0000024869`, { form: 'pictureMessage', bitmap, text: 'Hi' }],
    [`06050415820000${'32F401'}${bare}`, { form: 'operatorLogo', mcc: '234', mnc: '10', bitmap, port: 5506 }],
    [`06050415830000${bare}`, { form: 'bitmap', bitmap, port: 5507 }],
    [`060504158A000030020005${bare}`, { form: 'pictureMessage', bitmap, port: 5514 }],
    [`0B05041583000000037F0101${bare}`, { form: 'bitmap', bitmap, port: 5507 }],
    [`0B00037F0101050415830000${bare}`, { form: 'bitmap', bitmap, port: 5507 }],
    [`0C0804007F0101050415830000${bare}`, { form: 'bitmap', bitmap, port: 5507 }],
    // An operator in country 001, whose code begins like an infofield, and one whose code looks like a header's length.
    [`00F110${bare}`, { form: 'operatorLogo', mcc: '001', mnc: '01', bitmap }],
    ['15F0000001010100', { form: 'operatorLogo', mcc: '510', mnc: '00' }],
    [`06F510${bare}`, { form: 'operatorLogo', mcc: '605', mnc: '01', bitmap }],
    [`100100000101${'A5'.repeat(32)}`, { form: 'bitmap' }],
  ])('%s', (hex, parsed) => {
    expect(parseOtaHex(hex)).toMatchObject(parsed);
    expect(parseOtaHex(hex.toLowerCase())).toEqual(parseOtaHex(hex));
  });

  it('every bitmap is written in capitals, and read in a message', () => {
    fc.assert(
      fc.property(anyBitmap(), (picture) => {
        const hex = formatOtaHex(picture);
        expect(hex).toMatch(/^[0-9A-F]+$/);
        expect(parseOtaHex(`06050415830000${toHex(encodeGroupGraphic({ bitmap: picture }))}`)).toMatchObject({ port: 5507 });
      }),
    );
  });

  it('padded rows by option', () => {
    const picture = noise(9, 2);
    expect(parseOtaHex(formatOtaHex(picture, { packing: 'padded' }))).toEqual({ form: 'bitmap', bitmap: picture });
  });
});

describe('what is refused', () => {
  it.each<[type: string, hex: string]>([
    ['image/png', '89504E470D0A1A0A'],
    ['image/gif', '474946383961'],
    ['image/jpeg', 'FFD8FFE000104A46'],
    ['audio/x-ott', '024A3A51D195CDD0'],
    ['image/bmp', toHex(encodeBmp(bitmap))],
    ['image/vnd.wap.wbmp', toHex(encodeWbmp(bitmap))],
    ['image/x-nol', toHex(encodeNol({ mcc: '234', mnc: '10', bitmap }))],
    ['image/x-ngg', toHex(encodeNgg({ bitmap }))],
    ['image/x-nlm', toHex(encodeNlm({ kind: 'picture', frames: [bitmap] }))],
    ['image/x-npm', toHex(encodeNpm({ bitmap }))],
  ])('a file of type %s', (type, hex) => {
    for (const lenient of [false, true]) {
      const error = { code: 'bad-value', field: 'ota', offset: 0, reason: `is a file of type ${type}, not an OTA bitmap` };
      expect(() => parseOtaHex(hex, { lenient })).toThrowError(expect.objectContaining(error));
    }
  });

  it.each<[why: string, hex: string, code: string, field: string, offset: number]>([
    ['nothing', '', 'truncated', 'ota/infofield', 0],
    ['no digit', '0008x1', 'bad-value', 'hex', 4],
    ['half an octet', '000801010', 'truncated', 'hex', 8],
    ['white space', '0008 0101AA', 'bad-value', 'hex', 4],
    ['a width of 0', '10000000010180', 'bad-value', 'ota/width', 2],
    ['pixels cut short', '00080201AA', 'truncated', 'ota/pixels', 8],
    ['an octet too many', `${bare}00`, 'trailing-bytes', 'ota', 10],
    ['unknown infofield bits', '80080101AA', 'bad-value', 'ota/infofield', 0],
    ['one part of several', `0B0504158300000003010201${bare}`, 'bad-value', 'UDH', 0],
    ['a header for ringing tones', '06050415810000024A3A', 'bad-value', 'UDH', 0],
    ['a logo in a header without its network', `06050415820000${bare}`, 'bad-value', 'network-code/filler', 16],
    ['a header that runs out', '0B050415820000000301', 'truncated', 'UDH', 2],
    ['a version octet in front of a bitmap', `30${bare}`, 'bad-value', 'group-graphic/version', 0],
    ['a version octet alone', '30', 'truncated', 'multipart/item/type', 2],
    ['items without a version octet', `060504158A0000020005${bare}`, 'bad-value', 'multipart/version', 14],
    ['the same without a header', `020005${bare}`, 'bad-value', 'multipart/version', 0],
  ])('%s', (_why, hex, code, field, offset) => {
    expect(refusal(() => parseOtaHex(hex))).toMatchObject({ code, field, offset });
  });

  it('what is no string is a TypeError', () => {
    expect(() => parseOtaHex(Uint8Array.of(0) as unknown as string)).toThrowError(TypeError);
  });
});

describe('lenient', () => {
  const collect = () => {
    const issues: Issue[] = [];
    return { issues, options: { lenient: true, onIssue: (issue: Issue) => issues.push(issue) } };
  };

  it('white space; other offsets still count characters of the text', () => {
    const { issues, options } = collect();
    expect(parseOtaHex(' 01 08\n01 01 AA 55\n', options)).toEqual({ form: 'bitmap', bitmap });
    expect(issues.map(({ field, offset }) => [field, offset])).toEqual([
      ['hex', 0],
      ['ota/infofield', 1],
      ['ota', 16],
    ]);
    expect(refusal(() => parseOtaHex('00 08 0g', { lenient: true }))).toMatchObject({ field: 'hex', offset: 7 });
    expect(refusal(() => parseOtaHex('00 08 01 01 ', { lenient: true }))).toMatchObject({ field: 'ota/pixels', offset: 12 });
  });

  it('without anybody to tell', () => {
    expect(parseOtaHex(`${bare}00`, { lenient: true })).toEqual({ form: 'bitmap', bitmap });
  });

  it('smsj and netpbm', () => {
    const { issues, options } = collect();
    expect(parseOtaHex(`30${bare}`, options)).toEqual({ form: 'bitmap', bitmap });
    expect(parseOtaHex(`020005${bare}`, options)).toEqual({ form: 'pictureMessage', bitmap });
    expect(issues.map(({ field, offset }) => [field, offset])).toEqual([
      ['group-graphic/version', 0],
      ['multipart/version', 0],
    ]);
  });
});
