import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BitReader, ByteReader, type Field, FieldBudget, Trace } from '../../src/bytes/index.js';
import { DEFAULT_LIMITS, DecodeError, LimitError } from '../../src/errors.js';
import { hex } from '../support/hex.js';
import { expectTiling } from '../support/tiling.js';

describe('worked examples', () => {
  it('an empty trace is its root', () => {
    expect(new Trace('TPDU').finish(0)).toEqual({ name: 'TPDU', value: undefined, start: 0, end: 0, children: [] });
    expect(new Trace('part', 5).finish(9)).toMatchObject({ name: 'part', start: 5, end: 9 });
  });

  it('meanings and warnings go to the last field: the group when it was just closed', () => {
    const trace = new Trace('root');
    trace.open('group', 0, 'spec');
    trace.leaf('a', 1, 0, 8);
    trace.mean('one');
    trace.warn('first');
    trace.warn('second');
    trace.groupValue('value');
    trace.close(8);
    trace.mean('a group');
    const [group] = trace.finish(1).children;
    expect(group).toMatchObject({ name: 'group', value: 'value', meaning: 'a group', spec: 'spec' });
    expect(group?.children[0]).toMatchObject({ meaning: 'one', warnings: ['first', 'second'] });
    expect(group).not.toHaveProperty('warnings');
  });

  it('bits are given only where a field does not begin and end at octets', () => {
    const trace = new Trace('root');
    trace.open('text', 3, undefined, 'lsb');
    trace.leaf('septet', 1, 3, 10, undefined, 'lsb');
    trace.close(10);
    trace.leaf('rest', undefined, 10, 16, undefined, 'lsb');
    trace.leaf('octet', 2, 16, 24);
    const [text, rest, octet] = trace.finish(3).children;
    expect(text).toMatchObject({ start: 0, end: 2, bits: { order: 'lsb', from: 3, to: 10 } });
    expect(rest).toMatchObject({ start: 1, end: 2, bits: { order: 'lsb', from: 10, to: 16 } });
    expect(octet).toMatchObject({ start: 2, end: 3 });
    expect(octet).not.toHaveProperty('bits');
  });

  it('finish closes what is open where the last field ended', () => {
    const trace = new Trace('root');
    trace.open('outer', 0);
    trace.open('inner', 0);
    trace.leaf('a', 1, 0, 8);
    const root = trace.finish(1);
    expect(root.children[0]).toMatchObject({ name: 'outer', start: 0, end: 1 });
    expectTiling(root);
  });

  it('an error leaves what was not read as a field of its own', () => {
    const trace = new Trace('root');
    trace.open('outer', 0);
    trace.leaf('a', 1, 0, 8);
    const error = new DecodeError('truncated', 'b', 1, 'short');
    const root = trace.fail(error, 4);
    expect(root.error).toBe(error);
    expect(root.children.map(({ name, start, end }) => [name, start, end])).toEqual([
      ['outer', 0, 1],
      ['undecoded', 1, 4],
    ]);
    expectTiling(root);
    const atEnd = new Trace('root');
    atEnd.leaf('a', 1, 0, 8);
    expect(atEnd.fail(error, 1).children.map(({ name }) => name)).toEqual(['a']);
  });

  it('a tree over octets of its own hangs below the last field', () => {
    const inner = new Trace('payload');
    new ByteReader(hex('AA BB'), inner).take(2, 'x');
    const trace = new Trace('root');
    trace.leaf('hex', '41414242', 0, 32);
    trace.attach(inner.finish(2), hex('AA BB'));
    const root = trace.finish(4);
    expect(root.children[0]?.children[0]).toMatchObject({ name: 'payload', start: 0, end: 2, octets: hex('AA BB') });
  });
});

describe('properties', () => {
  it('whatever is read, in groups or not, tiles the input, also when reading ends at an error', () => {
    const step = fc.oneof(
      fc.constant({ act: 'open' as const }),
      fc.constant({ act: 'close' as const }),
      fc.nat({ max: 6 }).map((length) => ({ act: 'take' as const, length })),
      fc.constantFrom({ act: 'u8' as const }, { act: 'u16' as const }, { act: 'uintvar' as const }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), fc.array(step, { maxLength: 20 }), (octets, steps) => {
        const trace = new Trace('root');
        const reader = new ByteReader(octets, trace);
        let depth = 0;
        let root: Field | undefined;
        try {
          for (const it of steps) {
            if (it.act === 'open') {
              reader.open('group');
              depth++;
            } else if (it.act === 'close') {
              if (depth === 0) continue;
              reader.close();
              depth--;
            } else if (it.act === 'take') reader.take(it.length, 'take');
            else reader[it.act](it.act);
          }
          reader.take(reader.remaining, 'rest');
        } catch (error) {
          if (!(error instanceof DecodeError)) throw error;
          root = trace.fail(error, octets.length);
          expect(root.error).toBe(error);
        }
        root ??= trace.finish(octets.length);
        expect([root.start, root.end]).toEqual([0, octets.length]);
        expectTiling(root);
      }),
    );
  });

  it('bit fields of any width tile too, in both orders', () => {
    const widths = fc.array(fc.integer({ min: 1, max: 32 }), { maxLength: 30 });
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        widths,
        fc.constantFrom('msb' as const, 'lsb' as const),
        (octets, fields, order) => {
          const trace = new Trace('root');
          const reader = new BitReader(octets, order, trace);
          reader.open('bits');
          for (const width of fields) if (width <= reader.remaining) reader.read(width, 'field');
          reader.align('fill bits');
          reader.close();
          const root = trace.finish(reader.position / 8);
          expectTiling(root);
          expect(root.children[0]?.end).toBe(reader.position / 8);
        },
      ),
    );
  });
});

describe('limits', () => {
  it('traces that share a budget stop together, and still tile', () => {
    const budget = new FieldBudget(5);
    const octets = hex('00 01 02 03');
    const read = () => {
      const trace = new Trace('part', 0, budget);
      const reader = new ByteReader(octets, trace);
      try {
        reader.open('group');
        while (reader.remaining > 0) reader.u8('octet');
        reader.close();
        return trace.finish(4);
      } catch (error) {
        return trace.fail(error as LimitError, 4);
      }
    };
    const [whole, refused] = [read(), read()];
    expect(whole.error).toBeUndefined();
    expect(whole.children[0]?.children).toHaveLength(4);
    expect(budget.isSpent).toBe(true);
    expect(refused.error).toBeInstanceOf(LimitError);
    expect(refused.error).toMatchObject({ code: 'limit-exceeded', field: 'part', offset: 0 });
    expect(refused.children.map(({ name }) => name)).toEqual(['undecoded']);
    expectTiling(whole);
    expectTiling(refused);
  });

  it('the error says where the first field too many begins', () => {
    const trace = new Trace('root', 0, new FieldBudget(2));
    const reader = new ByteReader(hex('00 01 02 03'), trace);
    reader.u8('a');
    reader.u8('b');
    expect(() => reader.u8('c')).toThrow(LimitError);
    expect(() => trace.open('group', 24)).toThrow('root at 3: more than 2 fields to show');
  });

  it('what is left of septets counts its bits as they do', () => {
    const trace = new Trace('root', 0, new FieldBudget(2));
    const reader = new BitReader(hex('FF FF'), 'lsb', trace);
    reader.open('text');
    reader.read(7, 'septet');
    const error = new LimitError('limit-exceeded', 'root', 0, 'full');
    expect(() => reader.read(7, 'septet')).toThrow(LimitError);
    const root = trace.fail(error, 2);
    expect(root.children.at(-1)).toMatchObject({ name: 'undecoded', bits: { order: 'lsb', from: 7, to: 16 } });
    expectTiling(root);
  });

  it('by default no more than inspectFields', () => {
    const octets = new Uint8Array(DEFAULT_LIMITS.inspectFields + 1);
    const trace = new Trace('root');
    const reader = new ByteReader(octets, trace);
    expect(() => {
      while (reader.remaining > 0) reader.u8('octet');
    }).toThrow(LimitError);
    expect(trace.finish(octets.length).children).toHaveLength(DEFAULT_LIMITS.inspectFields);
  });
});
