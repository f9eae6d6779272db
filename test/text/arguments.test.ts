import { describe, expect, it } from 'vitest';
import {
  chooseShiftTables,
  countSegments,
  decodeGsm7,
  decodeUcs2,
  encodeGsm7,
  encodeUcs2,
  packSeptets,
  type SegmentOptions,
  segmentText,
  transliterate,
  unpackSeptets,
} from '../../src/text/index.js';
import { refusal } from '../support/hostile.js';

/** What a program without types may give. */
const wrong = 5 as never;

describe('an argument of a wrong type is a TypeError that names it', () => {
  it.each([
    ['encodeGsm7', 'text', () => encodeGsm7(wrong)],
    ['decodeGsm7', 'septets', () => decodeGsm7(wrong)],
    ['packSeptets', 'septets', () => packSeptets(wrong)],
    ['unpackSeptets', 'octets', () => unpackSeptets(wrong, 1)],
    ['encodeUcs2', 'text', () => encodeUcs2(wrong)],
    ['decodeUcs2', 'octets', () => decodeUcs2(wrong)],
    ['transliterate', 'text', () => transliterate(wrong)],
    ['countSegments', 'text', () => countSegments(wrong)],
    ['countSegments', 'transliterate', () => countSegments('a', { transliterate: wrong })],
    ['segmentText', 'text', () => segmentText(wrong)],
    ['segmentText', 'transliterate', () => segmentText('a', { transliterate: wrong })],
    ['chooseShiftTables', 'text', () => chooseShiftTables(wrong)],
    ['chooseShiftTables', 'languages', () => chooseShiftTables('a', wrong)],
  ])('%s: %s', (_, name, call) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(new RegExp(`^${name} is `));
  });
});

describe('an option outside its values is refused under its name', () => {
  it.each([
    ['encoding', { encoding: 'utf8' }],
    ['encoding', { encoding: '' }],
    ['concat', { concat: 0 }],
    ['concat', { concat: 12 }],
    ['concat', { concat: '16' }],
  ])('%s: %o', (field, options) => {
    for (const call of [countSegments, segmentText]) {
      expect(refusal(() => call('a', options as SegmentOptions))).toEqual({ code: 'bad-value', field, offset: undefined });
    }
  });

  it.each([
    [() => countSegments('a', { headerOctets: -1 }), 'headerOctets: -1 is not a count of octets'],
    [() => packSeptets(new Uint8Array(1), 7), 'fillBits: 7 is not 0 to 6'],
    [() => encodeGsm7('a', { locking: 2 }), 'locking: TS 23.038 has no locking shift table 2'],
    [() => encodeGsm7('a', { single: 14 }), 'single: TS 23.038 has no single shift table 14'],
  ])('the message tells the value and what is allowed (%#)', (call, message) => {
    expect(call).toThrow(message);
  });
});
