import { expect, it } from 'vitest';
import { readBerLength } from '../../src/bytes/ber.js';
import { ByteReader } from '../../src/bytes/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

it.each([
  ['00', 0],
  ['7F', 127],
  // The long form may be longer than it needs to be (X.690 section 8.1.3.5).
  ['81 05', 5],
  ['81 80', 128],
  ['82 0100', 256],
  ['82 FFFF', 65_535],
])('the length %s is %i', (octets, length) => {
  const reader = new ByteReader(hex(`${octets} AA`));
  expect(readBerLength(reader, 'x/length')).toBe(length);
  expect(reader.remaining).toBe(1);
});

it.each([
  ['', 'truncated', 0],
  ['81', 'truncated', 1],
  ['82 01', 'truncated', 1],
  ['80', 'bad-value', 0],
  ['83 010000', 'bad-value', 0],
  ['FF', 'bad-value', 0],
])('%j is none: %s', (octets, code, offset) => {
  expect(refusal(() => readBerLength(new ByteReader(hex(octets)), 'x/length'))).toEqual({ code, field: 'x/length', offset });
});
