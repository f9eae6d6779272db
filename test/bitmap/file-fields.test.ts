import { describe, expect, it } from 'vitest';
import { constant, magic, required, side, skipTrailing } from '../../src/bitmap/file-fields.js';
import { ByteReader } from '../../src/bytes/reader.js';
import { Reading } from '../../src/bytes/reading.js';
import { traceOf } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';

/** A cursor at the second of these octets. */
const second = (octets: string) => new ByteReader(hex(octets), undefined, 1);

describe('a side', () => {
  it.each<[written: Parameters<typeof side>[2], octets: string, sidePx: number]>([
    ['u8', '81', 0x81],
    ['u16', '0102', 0x102],
    ['u16le', '0102', 0x201],
    ['uintvar', '8102', 0x82],
  ])('written as %s', (written, octets, sidePx) => {
    const reader = second(`FF ${octets}`);
    expect(side(reader, 'x/width', written)).toBe(sidePx);
    expect(reader.remaining).toBe(0);
    expect(refusal(() => side(second('FF 0000'), 'x/width', written))).toEqual({
      code: 'bad-value',
      field: 'x/width',
      offset: 1,
    });
    expect(refusal(() => side(second('FF'), 'x/width', written))).toEqual({ code: 'truncated', field: 'x/width', offset: 1 });
  });

  it('has at most 65535 pixels', () => {
    expect(side(second('00 FFFF'), 'x/width', 'u16')).toBe(65535);
    // 7 bits an octet: 3, 127, 127, and 4, 0, 0.
    expect(side(second('00 83FF7F'), 'x/width', 'uintvar')).toBe(65535);
    const reason = 'is 65536, at most 65535';
    const error = { name: 'LimitError', code: 'limit-exceeded', field: 'x/width', offset: 1, reason };
    expect(() => side(second('00 848000'), 'x/width', 'uintvar')).toThrowError(expect.objectContaining(error));
  });

  it('is a field in pixels', () => {
    const { children } = traceOf(hex('012C'), (reader) => side(reader, 'x/width', 'u16', 'a section'));
    expect(children).toMatchObject([{ name: 'width', value: 300, meaning: '300 px', start: 0, end: 2, spec: 'a section' }]);
  });
});

describe('a number of one allowed value', () => {
  it('is read, and any other one refused', () => {
    const reader = second('00 0A');
    required(reader, 'x/line-feed', 'u8', 10, 'a section');
    expect(reader.remaining).toBe(0);
    const error = { name: 'DecodeError', code: 'bad-value', field: 'x/line-feed', offset: 1, reason: 'is 11, allowed: 10' };
    const other = () => required(second('00 0B'), 'x/line-feed', 'u8', 10, 'a section');
    expect(other).toThrowError(expect.objectContaining(error));
  });

  it('has a meaning in a trace, when one is given', () => {
    const meaningOf = (octets: string, meaning?: string) => {
      const [field] = traceOf(hex(octets), (reader) => required(reader, 'x/type', 'u8', 3, 'a section', meaning)).children;
      expect(field).toMatchObject({ name: 'type', value: hex(octets)[0], spec: 'a section' });
      return field?.meaning;
    };
    expect([meaningOf('03', 'picture'), meaningOf('04', 'picture')]).toEqual(['picture', 'unknown']);
    expect([meaningOf('03'), meaningOf('04')]).toEqual([undefined, undefined]);
    expect(() => required(second('00 03'), 'x/type', 'u8', 3, 'a section', 'picture')).not.toThrow();
  });
});

describe('a text at the start of a file', () => {
  it('is a field where it is', () => {
    const { children } = traceOf(hex('07 4E4C4D 08'), (reader) => {
      reader.u8('x/before');
      magic(reader, 'NLM', 'x/magic');
      reader.u8('x/after');
    });
    expect(children).toMatchObject([
      { name: 'before', value: 7 },
      { name: 'magic', value: 'NLM', start: 1, end: 4 },
      { name: 'after', value: 8 },
    ]);
  });

  it.each(['4F4C4D', '4E4F4D', '4E4C4F'])('is refused with one other octet: %s', (octets) => {
    const error = { code: 'bad-value', field: 'x/magic', offset: 1, reason: 'does not begin with "NLM"' };
    expect(() => magic(second(`00 ${octets}`), 'NLM', 'x/magic')).toThrowError(expect.objectContaining(error));
  });
});

describe('a number of unknown meaning', () => {
  it('that differs is refused, and an issue of the lenient reading', () => {
    const read = (octets: string, reading: Reading) => constant(second(octets), 'x/one', 'u16le', 1, reading);
    const fault = { code: 'bad-value', field: 'x/one', offset: 1 };
    expect(refusal(() => read('00 0101', new Reading()))).toEqual(fault);
    const { issues, options } = lenient();
    read('00 0101', new Reading(options));
    expect(issues).toEqual([['bad-value', 'x/one', 1]]);
    read('00 0100', new Reading(options));
    expect(issues).toHaveLength(1);
    read('00 0100', new Reading());
  });
});

describe('the end', () => {
  it('with nothing left over is accepted', () => {
    const { issues, options } = lenient();
    skipTrailing(second('00'), 'x', new Reading(options));
    skipTrailing(second('00'), 'x', new Reading());
    expect(issues).toEqual([]);
    expect(traceOf(hex(''), (reader) => skipTrailing(reader, 'x', new Reading())).children).toEqual([]);
  });

  it('with octets left over is refused; the lenient reading shows them with a warning', () => {
    expect(refusal(() => skipTrailing(second('00 0102'), 'x', new Reading()))).toEqual({
      ...{ code: 'trailing-bytes', field: 'x', offset: 1 },
    });
    const { issues, options } = lenient();
    const reader = second('00 0102');
    skipTrailing(reader, 'x', new Reading(options));
    expect(issues).toEqual([['trailing-bytes', 'x', 1]]);
    expect(reader.remaining).toBe(0);
    const { children } = traceOf(hex('0102'), (traced) => skipTrailing(traced, 'x', new Reading(options)));
    expect(children).toMatchObject([{ name: 'trailing', value: '0102', warnings: ['not part of the picture'] }]);
  });
});
