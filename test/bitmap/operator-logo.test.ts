import { describe, expect, it } from 'vitest';
import { readGroupGraphic } from '../../src/bitmap/group-graphic.js';
import {
  bitmapFromRows,
  decodeGroupGraphic,
  decodeNetworkCode,
  decodeOperatorLogo,
  encodeGroupGraphic,
  encodeNetworkCode,
  encodeOperatorLogo,
  type NetworkCode,
  type OperatorLogo,
  type OperatorLogoOptions,
} from '../../src/bitmap/index.js';
import { readNetworkCode } from '../../src/bitmap/network-code.js';
import { logoHeaderOctets, readOperatorLogo } from '../../src/bitmap/operator-logo.js';
import { ByteReader, Trace, toHex } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { fieldsNamed, noise, traceOf } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const bitmap = bitmapFromRows(['#.#.#.#.']);

describe('network codes', () => {
  // Posts of the Kannel list, a test of GSM::SMS, notes on handset formats, and gammu's output.
  it.each([
    ['234', '10', '32F401'],
    ['302', '37', '03F273'],
    ['206', '01', '02F610'],
    ['460', '00', '64F000'],
    ['244', '05', '42F450'],
    // The highest digit, in every place.
    ['139', '86', '31F968'],
    ['999', '99', '99F999'],
  ])('%s %s is %s', (mcc, mnc, code) => {
    expect(toHex(encodeNetworkCode({ mcc, mnc }))).toBe(code);
    expect(decodeNetworkCode(hex(code))).toEqual({ mcc, mnc });
  });

  it.each<[code: string, field: string, network: unknown]>([
    ['unencodable', 'mnc', { mcc: '310', mnc: '410' }],
    ['bad-value', 'mnc', { mcc: '310', mnc: '4' }],
    ['bad-value', 'mnc', { mcc: '310', mnc: 10 }],
    ['bad-value', 'mnc', { mcc: '310', mnc: 410 }],
    ['bad-value', 'mnc', { mcc: '310', mnc: '4101' }],
    ['bad-value', 'mnc', { mcc: '310', mnc: '4a' }],
    ['bad-value', 'mnc', { mcc: '310', mnc: 'a4' }],
    ['bad-value', 'mnc', { mcc: '310', mnc: '\u0664\u0661' }],
    ['bad-value', 'mcc', { mcc: '31', mnc: '10' }],
    ['bad-value', 'mcc', { mcc: 310, mnc: '10' }],
    ['bad-value', 'mcc', { mnc: '10' }],
  ])('refuses with %s, field %s: %j', (code, field, network) => {
    expect(refusal(() => encodeNetworkCode(network as NetworkCode))).toEqual({ code, field, offset: undefined });
  });

  it('three digits are refused with the reason', () => {
    expect(() => encodeNetworkCode({ mcc: '310', mnc: '410' })).toThrowError(/two digits/);
    expect(() => decodeNetworkCode(hex('130014'))).toThrowError(/three digits/);
  });

  it.each([
    ['A2F401', 'bad-value', 'network-code/mcc', 0],
    ['3AF401', 'bad-value', 'network-code/mcc', 0],
    ['320401', 'bad-value', 'network-code/filler', 1],
    ['32FA01', 'bad-value', 'network-code/mcc', 1],
    ['32F4F1', 'bad-value', 'network-code/mnc', 2],
    ['', 'truncated', 'network-code', 0],
    ['32', 'truncated', 'network-code', 1],
    ['32F4', 'truncated', 'network-code', 2],
    ['32F40100', 'trailing-bytes', 'network-code', 3],
  ])('refuses %s', (code, reason, field, offset) => {
    expect(refusal(() => decodeNetworkCode(hex(code)))).toEqual({ code: reason, field, offset });
  });

  it('a trace shows the digits', () => {
    const root = traceOf(hex('32F401'), readNetworkCode);
    expectTiling(root);
    expect(root.children).toMatchObject([{ name: 'network-code', meaning: 'MCC 234, MNC 10' }]);
    expect(fieldsNamed(root, 'filler')[0]?.value).toBe(15);
  });
});

describe('operator logos', () => {
  it('both forms', () => {
    const logo = { mcc: '234', mnc: '10', bitmap };
    expect(toHex(encodeOperatorLogo(logo))).toBe('32F40100080101AA');
    expect(toHex(encodeOperatorLogo(logo, { form: 'version3' }))).toBe('3032F4010A00080101AA');
    expect(decodeOperatorLogo(hex('32F40100080101AA'))).toEqual(logo);
    expect(decodeOperatorLogo(hex('3032F4010A00080101AA'))).toEqual(logo);
  });

  it('in the short form a country code may begin like a version octet: the filler tells', () => {
    const logo = { mcc: '034', mnc: '10', bitmap };
    expect(toHex(encodeOperatorLogo(logo))).toBe('30F40100080101AA');
    expect(decodeOperatorLogo(hex('30F40100080101AA'))).toEqual(logo);
  });

  it('a trace of the longer form names the version octet and the line feed', () => {
    const root = traceOf(hex('3032F4010A00080101AA'), readOperatorLogo);
    expectTiling(root);
    expect(root.children).toMatchObject([
      { name: 'version', value: 0x30, meaning: 'version 3.0' },
      { name: 'network-code', meaning: 'MCC 234, MNC 10' },
      { name: 'line-feed', value: 10 },
      { name: 'bitmap', start: 5, end: 10 },
    ]);
  });

  it('a part of a message is read to its end only', () => {
    const partTrace = (wire: string, end: number) => {
      const trace = new Trace('payload');
      const error = refusal(() => readOperatorLogo(new ByteReader(hex(wire), trace, 0, end)));
      return [error, trace.finish(end).children.map(({ name }) => name)];
    };
    const error = { code: 'truncated', field: 'network-code', offset: 0 };
    expect(partTrace('3032F4010A', 0)).toEqual([error, ['network-code']]);
    expect(partTrace('30F401', 1)).toEqual([{ ...error, offset: 1 }, ['version', 'network-code']]);
  });

  it('the short form of a 72x14 logo fills one message, the other does not', () => {
    const logo = { mcc: '234', mnc: '10', bitmap: noise(72, 14) };
    expect(encodeOperatorLogo(logo).length).toBe(133);
    expect(encodeOperatorLogo(logo, { form: 'version3' }).length).toBe(135);
  });

  it.each<[wire: string, code: string, field: string, offset: number]>([
    ['', 'truncated', 'network-code', 0],
    ['30', 'truncated', 'network-code', 1],
    ['32F4', 'truncated', 'network-code', 2],
    ['32F401', 'truncated', 'ota/infofield', 3],
    ['3032F401', 'truncated', 'operator-logo/line-feed', 4],
    ['3032F4010000080101AA', 'bad-value', 'operator-logo/line-feed', 4],
    ['3032F401800A00080101AA', 'bad-value', 'operator-logo/line-feed', 4],
    ['32F40100080101', 'truncated', 'ota/pixels', 7],
    ['32F40100000101AA', 'bad-value', 'ota/width', 4],
    ['32F40100080101AA00', 'trailing-bytes', 'ota', 8],
  ])('refuses %s', (wire, code, field, offset) => {
    expect(refusal(() => decodeOperatorLogo(hex(wire)))).toEqual({ code, field, offset });
  });

  it('refuses another form, and what is no bitmap', () => {
    const logo = { mcc: '234', mnc: '10', bitmap };
    const options = { form: 'long' } as unknown as OperatorLogoOptions;
    expect(refusal(() => encodeOperatorLogo(logo, options))).toMatchObject({ code: 'bad-value', field: 'form' });
    const broken = { ...logo, bitmap: { ...bitmap, widthPx: 0 } };
    expect(refusal(() => encodeOperatorLogo(broken))).toMatchObject({ code: 'bad-value', field: 'bitmap.widthPx' });
    expect(() => encodeOperatorLogo({ mcc: '234', mnc: '10' } as OperatorLogo)).toThrowError(TypeError);
  });

  it('lenient: as an OTA bitmap', () => {
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (issue: Issue) => issues.push(issue) };
    expect(decodeOperatorLogo(hex('32F40101080101AAFF'), options)).toEqual({ mcc: '234', mnc: '10', bitmap });
    expect(issues.map(({ field, offset }) => [field, offset])).toEqual([
      ['ota/infofield', 3],
      ['ota', 8],
    ]);
  });
});

describe('how many octets of a logo come before its bitmap', () => {
  it.each<[wire: string, at: number, count: number | undefined]>([
    ['32F401', 0, 3],
    ['30F401', 0, 3],
    ['3032F4010A', 0, 5],
    ['3032F4010B', 0, undefined],
    ['3032F401', 0, undefined],
    ['3032E4010A', 0, undefined],
    ['3132F4010A', 0, undefined],
    ['320401000A', 0, undefined],
    ['', 0, undefined],
    ['FF3032F4010A', 1, 5],
    ['FF32F401', 1, 3],
  ])('%s from %i on: %s', (wire, at, count) => {
    expect(logoHeaderOctets(hex(wire), at)).toBe(count);
  });
});

describe('group graphics', () => {
  it('are the bitmap alone', () => {
    expect(toHex(encodeGroupGraphic({ bitmap }))).toBe('00080101AA');
    expect(decodeGroupGraphic(hex('00080101AA'))).toEqual({ bitmap });
  });

  it('a version octet in front, as smsj writes it, is for the lenient reading', () => {
    const error = { code: 'bad-value', field: 'group-graphic/version', offset: 0 };
    expect(refusal(() => decodeGroupGraphic(hex('3000080101AA')))).toEqual(error);
    expect(() => decodeGroupGraphic(hex('3000080101AA'))).toThrowError(/version octet 30/);
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (issue: Issue) => issues.push(issue) };
    expect(decodeGroupGraphic(hex('3000080101AA'), options)).toEqual({ bitmap });
    expect(issues).toMatchObject([error]);
    const root = traceOf(hex('3000080101AA'), (reader) => readGroupGraphic(reader, { lenient: true }));
    expectTiling(root);
    expect(root.children).toMatchObject([
      { name: 'version', warnings: ['group graphics have none'] },
      { name: 'bitmap', start: 1, end: 6 },
    ]);
  });

  it('nothing at all, or an empty part before a version octet', () => {
    const error = { code: 'truncated', field: 'ota/infofield', offset: 0 };
    expect(refusal(() => decodeGroupGraphic(new Uint8Array()))).toEqual(error);
    expect(refusal(() => readGroupGraphic(new ByteReader(hex('30'), undefined, 0, 0)))).toEqual(error);
  });
});

describe('arguments of the wrong type', () => {
  it.each<[message: string, call: () => unknown]>([
    ['networkCode is 5, not an object', () => encodeNetworkCode(5 as never)],
    ['logo is 5, not an object', () => encodeOperatorLogo(5 as never)],
    ['graphic is 5, not an object', () => encodeGroupGraphic(5 as never)],
  ])('%s', (message, call) => {
    expect(call).toThrow(new TypeError(message));
  });
});
