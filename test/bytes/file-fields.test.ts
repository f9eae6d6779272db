import { describe, expect, it } from 'vitest';
import {
  brief,
  type Column,
  formatDuration,
  latin1,
  lengthToNul,
  opaque,
  pluralize,
  readColumns,
  tracedReading,
  u16le,
  u32,
  u32le,
  warn,
} from '../../src/bytes/file-fields.js';
import { ByteReader, Trace } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

describe('numbers', () => {
  it('in both orders of octets, up to the highest', () => {
    const reader = new ByteReader(hex('0102 01020304 01020304 FFFFFFFF FFFFFFFF'));
    expect([u16le(reader, 'a'), u32le(reader, 'b'), u32(reader, 'c')]).toEqual([0x0201, 0x04030201, 0x01020304]);
    expect([u32le(reader, 'd'), u32(reader, 'e')]).toEqual([0xffffffff, 0xffffffff]);
    expect(refusal(() => u16le(reader, 'x/f'))).toEqual({ code: 'truncated', field: 'x/f', offset: 18 });
  });

  it('are fields of a trace by the last name of their path', () => {
    const trace = new Trace('root');
    const reader = new ByteReader(hex('01000000 00000002'), trace);
    expect([u32le(reader, 'x/low'), u32(reader, 'x/high', 'a section')]).toEqual([1, 2]);
    const tree = trace.finish(8);
    expectTiling(tree);
    expect(tree.children.map(({ name, value, start, spec }) => [name, value, start, spec])).toEqual([
      ['low', 1, 0, undefined],
      ['high', 2, 4, 'a section'],
    ]);
    for (const read of [u32le, u32]) {
      expect(refusal(() => read(new ByteReader(hex('010203')), 'x'))).toEqual({ code: 'truncated', field: 'x', offset: 0 });
    }
  });

  it('of a fixed layout, with what they mean and what is wrong', () => {
    const columns: readonly Column[] = [
      { name: 'one', octets: 1, means: (value) => `is ${value}` },
      { name: 'two', octets: 2, fault: (value) => (value > 9 ? 'too high' : undefined) },
      { name: 'four', octets: 4 },
    ];
    const issues: Issue[] = [];
    const trace = new Trace('root');
    const reader = new ByteReader(hex('01 0002 00000003'), trace);
    const reading = tracedReading(reader, { onIssue: (issue) => issues.push(issue) });
    expect(readColumns(reader, 'x', columns, 'big', reading)).toEqual([1, 2, 3]);
    const tree = trace.finish(7);
    expectTiling(tree);
    expect(tree.children.map(({ name, value, meaning }) => [name, value, meaning])).toEqual([
      ['one', 1, 'is 1'],
      ['two', 2, undefined],
      ['four', 3, undefined],
    ]);
    expect(issues).toEqual([]);

    const little = new ByteReader(hex('01 0A00 03000000'));
    expect(readColumns(little, 'x', columns, 'little', reading)).toEqual([1, 10, 3]);
    expect(issues).toMatchObject([{ code: 'bad-value', severity: 'warning', field: 'x/two', offset: 1, reason: 'too high' }]);
    expect(refusal(() => readColumns(little, 'x', columns, 'little'))).toEqual({ code: 'truncated', field: 'x', offset: 7 });
  });
});

describe('a fault that does not end the reading', () => {
  it('is a warning of the last field and an issue, in both readings', () => {
    for (const lenient of [false, true]) {
      const issues: Issue[] = [];
      const trace = new Trace('root');
      const reader = new ByteReader(hex('0102'), trace);
      u16le(reader, 'x/size');
      warn(reader, { lenient, onIssue: (issue) => issues.push(issue) }, 'x/size', 0, 'counts one octet too few');
      expect(trace.finish(2).children[0]).toMatchObject({ name: 'size', warnings: ['counts one octet too few'] });
      expect(issues).toMatchObject([
        { code: 'bad-value', severity: 'warning', field: 'x/size', offset: 0, reason: 'counts one octet too few' },
      ]);
    }
  });

  it('is an issue without a trace, and nothing when nobody wants to know', () => {
    const issues: Issue[] = [];
    const reader = new ByteReader(hex('01'));
    warn(reader, { onIssue: (issue) => issues.push(issue) }, 'x', 1, 'why');
    expect(issues).toMatchObject([{ severity: 'warning', field: 'x', offset: 1 }]);
    expect(() => warn(reader, {}, 'x', 1, 'why')).not.toThrow();
    tracedReading(reader, {}).note('bad-value', 'x', 1, 'why');
  });

  it('of a value out of range is noted only where a reading is given', () => {
    const fault = (value: number) => (value > 9 ? 'too high' : undefined);
    const trace = new Trace('root');
    const reader = new ByteReader(hex('0A'), trace);
    expect(readColumns(reader, 'x', [{ name: 'one', octets: 1, means: () => undefined, fault }], 'big')).toEqual([10]);
    const [one] = trace.finish(1).children;
    expect([one?.value, one?.meaning, one?.warnings]).toEqual([10, undefined, undefined]);
  });
});

describe('texts and octets', () => {
  it('ISO 8859-1, and up to a NUL', () => {
    const reader = new ByteReader(hex('41 E9 00 42'));
    expect(lengthToNul(reader)).toBe(2);
    expect(latin1(reader, 2, 'text')).toBe('Aé');
    reader.u8('NUL');
    expect(lengthToNul(reader)).toBe(1);
  });

  it('ISO 8859-1 is a field with its text; without octets there is none', () => {
    const trace = new Trace('root');
    const reader = new ByteReader(hex('41 E9'), trace);
    expect([latin1(reader, 0, 'x/nothing'), latin1(reader, 2, 'x/text', 'ISO 8859-1')]).toEqual(['', 'Aé']);
    const { children } = trace.finish(2);
    expect(children.map(({ name, value, spec }) => [name, value, spec])).toEqual([['text', 'Aé', 'ISO 8859-1']]);
    expect(refusal(() => latin1(reader, 1, 'x/text'))).toEqual({ code: 'truncated', field: 'x/text', offset: 2 });
  });

  it('octets that are not opened are shown by the first 24 of them', () => {
    const trace = new Trace('root');
    const reader = new ByteReader(new Uint8Array(26), trace);
    opaque(reader, 25, 'x/data');
    opaque(reader, 0, 'x/nothing');
    opaque(reader, 1, 'x/rest', 'the rest');
    const { children } = trace.finish(26);
    expect(children.map(({ name, value, meaning }) => [name, value, meaning])).toEqual([
      ['data', `${'00'.repeat(24)}…`, '25 octets'],
      ['rest', '00', 'the rest'],
    ]);
  });

  it('words', () => {
    expect([pluralize(1, 'octet'), pluralize(0, 'octet')]).toEqual(['1 octet', '0 octets']);
    expect([formatDuration(250), formatDuration(1500)]).toEqual(['250 ms', '1.5 s']);
    expect(brief('a'.repeat(80))).toHaveLength(80);
    expect(brief('a'.repeat(81))).toBe(`${'a'.repeat(80)}...`);
  });
});
