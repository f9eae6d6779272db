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

describe('texts and octets', () => {
  it('ISO 8859-1, and up to a NUL', () => {
    const reader = new ByteReader(hex('41 E9 00 42'));
    expect(lengthToNul(reader)).toBe(2);
    expect(latin1(reader, 2, 'text')).toBe('Aé');
    reader.u8('NUL');
    expect(lengthToNul(reader)).toBe(1);
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
