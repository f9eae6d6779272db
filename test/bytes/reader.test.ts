import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter, type OctetLayout, Trace } from '../../src/bytes/index.js';
import { FieldBudget } from '../../src/bytes/trace.js';
import { DecodeError, LimitError } from '../../src/errors.js';
import { hex } from '../support/hex.js';
import { expectValueOrFormatError, refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const LAYOUT: OctetLayout = {
  name: 'TPDU/first octet',
  spec: '23.040',
  bits: [
    { name: 'RP', width: 1 },
    { name: 'rest', width: 5 },
    { name: 'MTI', width: 2, values: ['deliver', undefined, 'status'] },
  ],
};

describe('worked examples', () => {
  it('reads numbers with the high octet first', () => {
    const reader = new ByteReader(hex('01 15 81 AA BB FF'));
    expect([reader.u8('a'), reader.u16('b')]).toEqual([1, 5505]);
    expect(reader.take(2, 'c')).toEqual(hex('AA BB'));
    expect([reader.offset, reader.remaining]).toEqual([5, 1]);
    expect(refusal(() => reader.expectEnd('end'))).toEqual({ code: 'trailing-bytes', field: 'end', offset: 5 });
    reader.u8('d');
    reader.expectEnd('end');
  });

  it('take gives a view into the input', () => {
    const octets = hex('01 02 03');
    const view = new ByteReader(octets).take(2, 'x');
    expect([view.buffer, view.byteOffset, view.length]).toEqual([octets.buffer, 0, 2]);
  });

  it('counts offsets from the start of the whole input, also in a part', () => {
    const reader = new ByteReader(hex('00 01 02 03 04'));
    reader.u8('lead');
    const part = reader.sub(2, 'part');
    expect(reader.offset).toBe(3);
    expect(part.u8('x')).toBe(1);
    expect(refusal(() => part.u16('IE/port'))).toEqual({ code: 'truncated', field: 'IE/port', offset: 2 });
    expect(refusal(() => part.take(2, 'IE/data'))).toEqual({ code: 'truncated', field: 'IE/data', offset: 2 });
    expect(refusal(() => part.sub(2, 'IE'))).toEqual({ code: 'truncated', field: 'IE', offset: 2 });
    expect(part.u8('x')).toBe(2);
    expect(refusal(() => part.u8('x'))).toEqual({ code: 'truncated', field: 'x', offset: 3 });
    expect(refusal(() => part.octet(LAYOUT))).toEqual({ code: 'truncated', field: 'TPDU/first octet', offset: 3 });
    expect(refusal(() => part.uintvar('length'))).toEqual({ code: 'truncated', field: 'length', offset: 3 });
  });

  it('starts and ends where it is told', () => {
    const reader = new ByteReader(hex('00 01 02 03'), undefined, 1, 3);
    expect(reader.take(reader.remaining, 'x')).toEqual(hex('01 02'));
    expect(refusal(() => reader.u8('y'))).toEqual({ code: 'truncated', field: 'y', offset: 3 });
  });

  it('says how much there was and how much was wanted', () => {
    expect(() => new ByteReader(hex('')).u8('TP-MR')).toThrow('TP-MR at 0: needs 1 octet, 0 left');
    expect(() => new ByteReader(hex('01')).u16('port')).toThrow('port at 0: needs 2 octets, 1 left');
    expect(() => new ByteReader(hex('01'), undefined, 2).u8('x')).toThrow('x at 2: needs 1 octet, 0 left');
  });

  it('names the bit fields of an octet, and reads the same without a trace', () => {
    const trace = new Trace('root');
    expect(new ByteReader(hex('86'), trace).octet(LAYOUT)).toBe(0x86);
    expect(new ByteReader(hex('86')).octet(LAYOUT)).toBe(0x86);
    const [octet] = trace.finish(1).children;
    expect(octet).toMatchObject({ name: 'first octet', value: 0x86, start: 0, end: 1, spec: '23.040' });
    expect(octet?.children.map(({ name, value, meaning, bits }) => ({ name, value, meaning, bits }))).toEqual([
      { name: 'RP', value: 1, meaning: undefined, bits: { order: 'msb', from: 0, to: 1 } },
      { name: 'rest', value: 1, meaning: undefined, bits: { order: 'msb', from: 1, to: 6 } },
      { name: 'MTI', value: 2, meaning: 'status', bits: { order: 'msb', from: 6, to: 8 } },
    ]);
    expect(refusal(() => new ByteReader(hex(''), new Trace('x')).octet(LAYOUT))).toEqual({
      code: 'truncated',
      field: 'TPDU/first octet',
      offset: 0,
    });
  });

  it('skips what the caller reads by itself, and no more than there is', () => {
    const reader = new ByteReader(hex('01 02 03 04'));
    reader.u8('a');
    expect(reader.skip(2, 'b')).toBe(1);
    expect(reader.offset).toBe(3);
    expect(refusal(() => reader.skip(2, 'c'))).toEqual({ code: 'truncated', field: 'c', offset: 3 });
    expect(reader.skip(1, 'd')).toBe(3);
  });

  it('reads on behind an octet of bits, and records where each read stands', () => {
    const trace = new Trace('root');
    const reader = new ByteReader(hex('FF 86 1581 86'), trace);
    reader.u8('lead');
    expect([reader.octet(LAYOUT), reader.u16('port'), reader.octet(LAYOUT)]).toEqual([0x86, 5505, 0x86]);
    expect(reader.remaining).toBe(0);
    const root = trace.finish(5);
    expect(root.children.map(({ name, start, end, bits }) => [name, start, end, bits])).toEqual([
      ['lead', 0, 1, undefined],
      ['first octet', 1, 2, undefined],
      ['port', 2, 4, undefined],
      ['first octet', 4, 5, undefined],
    ]);
    expect(root.children[0]).not.toHaveProperty('spec');
  });

  it('records every read with its last name', () => {
    const trace = new Trace('root');
    const reader = new ByteReader(hex('01 0002 AABB 8101'), trace);
    reader.open('group', 'spec');
    reader.u8('a/one', 's1');
    reader.u16('a/b/two');
    reader.close();
    reader.take(2, 'three');
    reader.uintvar('four');
    const root = trace.finish(7);
    const shape = (fields: typeof root.children): unknown[] =>
      fields.map(({ name, value, start, end, children }) => [name, value, start, end, ...shape(children)]);
    expect(shape(root.children)).toEqual([
      ['group', undefined, 0, 3, ['one', 1, 0, 1], ['two', 2, 1, 3]],
      ['three', 'AABB', 3, 5],
      ['four', 129, 5, 7],
    ]);
  });
});

describe('uintvar (WAP-230-WSP 8.1.2)', () => {
  const BORDERS: [number, string][] = [
    [0, '00'],
    [1, '01'],
    [0x7f, '7F'],
    [0x80, '81 00'],
    [0x87a5, '82 8F 25'],
    [0x3fff, 'FF 7F'],
    [0x4000, '81 80 00'],
    [0x1fffff, 'FF FF 7F'],
    [0x200000, '81 80 80 00'],
    [0xfffffff, 'FF FF FF 7F'],
    [0x10000000, '81 80 80 80 00'],
    [0x7fffffff, '87 FF FF FF 7F'],
    [0x80000000, '88 80 80 80 00'],
    [0xffffffff, '8F FF FF FF 7F'],
  ];

  it.each(BORDERS)('%i is %s', (value, octets) => {
    expect(new ByteWriter().uintvar(value).finish()).toEqual(hex(octets));
    const reader = new ByteReader(hex(octets));
    expect(reader.uintvar('length')).toBe(value);
    reader.expectEnd('length');
  });

  it('reads leading zero groups up to five octets', () => {
    expect(new ByteReader(hex('80 80 80 80 01')).uintvar('x')).toBe(1);
  });

  it.each([
    ['90 80 80 80 00', 'bad-value'],
    ['FF FF FF FF 7F', 'bad-value'],
    ['80 80 80 80 80 00', 'bad-value'],
    ['81 80 80 80 80 00', 'bad-value'],
    ['', 'truncated'],
    ['81', 'truncated'],
    ['8F FF FF FF', 'truncated'],
  ])('%s is refused where it begins', (octets, code) => {
    const reader = new ByteReader(hex(`00 ${octets}`));
    reader.u8('lead');
    expect(refusal(() => reader.uintvar('WSP/length'))).toEqual({ code, field: 'WSP/length', offset: 1 });
    expect(reader.offset).toBe(1);
  });

  it('every 32-bit number comes back', () => {
    const number = fc.oneof(
      fc.nat({ max: 0xffffffff }),
      fc.nat({ max: 35 }).map((bits) => Math.min(0xffffffff, 2 ** bits - 1)),
    );
    fc.assert(
      fc.property(number, (value) => {
        const octets = new ByteWriter(1).uintvar(value).finish();
        expect(octets.length).toBe(Math.max(1, Math.ceil(value.toString(2).length / 7)));
        expect(new ByteReader(octets).uintvar('x')).toBe(value);
      }),
    );
  });

  it('arbitrary octets give a number or a FormatError inside them', () => {
    const octets = fc.array(fc.oneof(fc.nat({ max: 255 }), fc.integer({ min: 128, max: 255 })), { maxLength: 8 });
    fc.assert(
      fc.property(octets, (values) => {
        const reader = new ByteReader(Uint8Array.from(values));
        const result = expectValueOrFormatError(() => reader.uintvar('x'), values.length);
        if (typeof result === 'number') expect(result >= 0 && result <= 0xffffffff && reader.offset >= 1).toBe(true);
      }),
    );
  });
});

describe('attempt', () => {
  const octets = hex('0102030405');

  it('moves past what is read, wherever the reading ends', () => {
    const reader = new ByteReader(octets);
    expect(reader.attempt(3, (part) => part.u8('a'))).toBe(1);
    expect(reader.offset).toBe(3);
  });

  it.each([
    ['undefined', () => undefined],
    [
      'a DecodeError',
      () => {
        throw new DecodeError('bad-value', 'x', 1, 'is wrong');
      },
    ],
  ])('of %s neither the cursor nor the trace has anything', (_, end) => {
    const trace = new Trace('root');
    const reader = new ByteReader(octets, trace);
    reader.u8('first');
    const read = () =>
      reader.attempt(4, (part) => {
        part.open('group');
        part.u8('a');
        part.open('inner');
        part.u8('b');
        return end();
      });
    if (_ === 'undefined') expect(read()).toBeUndefined();
    else expect(read).toThrow(DecodeError);
    expect(reader.offset).toBe(1);
    trace.mean('of the first');
    reader.take(4, 'rest');
    const tree = trace.finish(5);
    expectTiling(tree);
    expect(tree.children.map(({ name, meaning }) => [name, meaning])).toEqual([
      ['first', 'of the first'],
      ['rest', undefined],
    ]);
  });

  it('fields that were dropped count no more, and one field too many ends the reading for good', () => {
    const budget = new FieldBudget(3);
    const trace = new Trace('root', 0, budget);
    const reader = new ByteReader(octets, trace);
    reader.attempt(3, (part) => {
      part.u8('a');
      part.u8('b');
      return undefined;
    });
    expect(budget.left).toBe(3);
    const four = (part: ByteReader) => {
      for (const name of ['a', 'b', 'c', 'd']) part.u8(name);
      return true;
    };
    expect(() => reader.attempt(5, four)).toThrow(LimitError);
    expect(budget.isSpent).toBe(true);
  });
});

describe('input that is cut', () => {
  const octets = hex('03 41 42');

  it('is refused without a trace, and by one that shows nothing of it or ends elsewhere', () => {
    const found = { code: 'truncated', field: 'x/value', offset: 1 };
    for (const trace of [undefined, new Trace('root'), new Trace('root', 0, undefined, 9)]) {
      const reader = new ByteReader(octets, trace);
      reader.u8('x/length');
      expect(refusal(() => reader.subToCut(3, 'x/value'))).toEqual(found);
      expect([reader.offset, trace?.cut]).toEqual([1, undefined]);
    }
  });

  it('is read to its end by a trace that shows it, which keeps the first error', () => {
    const trace = new Trace('root', 0, undefined, 3);
    const reader = new ByteReader(octets, trace);
    const part = reader.subToCut(reader.u8('x/length'), 'x/value');
    expect([part.remaining, reader.remaining]).toEqual([2, 0]);
    part.take(2, 'x/value');
    expect(reader.subToCut(1, 'x/more').remaining).toBe(0);
    expect(trace.cut).toMatchObject({ code: 'truncated', field: 'x/value', offset: 1 });
    expectTiling(trace.finish(3));
  });

  it('what is read in another way is read from the same place, without a trace too', () => {
    const reader = new ByteReader(octets);
    expect(reader.attempt(2, () => undefined)).toBeUndefined();
    expect(reader.offset).toBe(0);
    expect(reader.attempt(2, (part) => part.u8('x'))).toBe(3);
    expect(reader.offset).toBe(2);
  });
});
