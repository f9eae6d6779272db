import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loneSurrogateIndex, textOfUnits, toWellFormed, unitAt } from '../../src/bytes/utf16.js';

describe('lone surrogates', () => {
  it.each([
    ['', -1],
    ['a😀', -1],
    ['\ud800', 0],
    ['\udc00', 0],
    ['\udc00\udc00', 0],
    ['\udfff', 0],
    ['\ud83da', 0],
    ['😀\ud83d', 2],
    ['😀\ude00', 2],
    ['😀\ud83da', 2],
    ['\ud83d\ud83d\ude00', 0],
    ['\ud7ff\ue000\udbff', 2],
    ['ab😀c\udbff', 5],
  ])('of %j: %i', (text, index) => {
    expect(loneSurrogateIndex(text)).toBe(index);
  });

  it('are found where a string without them is well-formed, and nowhere else', () => {
    const unit = fc.constantFrom('a', '€', '😀', '\ud83d', '\ude00');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), (units) => {
        const text = units.join('');
        const alone = /(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/.exec(text);
        expect(loneSurrogateIndex(text)).toBe(alone?.index ?? -1);
      }),
    );
  });
});

it('texts of units, in pieces', () => {
  for (const length of [0, 1, 1023, 1024, 1025, 2048, 2049, 5000]) {
    const units = Uint16Array.from({ length }, (_, i) => (i * 7919) & 0xffff);
    const text = textOfUnits(units, length);
    expect(text.length).toBe(length);
    for (let i = 0; i < length; i++) if (unitAt(text, i) !== units[i]) expect.fail(`unit ${i} of ${length}`);
  }
  expect(textOfUnits([0x61, 0x62, 0x63], 2)).toBe('ab');
});

it.each([
  ['', ''],
  ['a😀b', 'a😀b'],
  ['\ud83d', '\ufffd'],
  ['\ude00', '\ufffd'],
  ['a\ud83d😀\ude00b', 'a\ufffd😀\ufffdb'],
  ['\ud83d\ud83d\ude00', '\ufffd😀'],
  ['\ude00\ud83d', '\ufffd\ufffd'],
])('%j without lone surrogates is %j', (text, expected) => {
  expect(toWellFormed(text)).toBe(expected);
  // As the platform does it, which puts U+FFFD for each of them in UTF-8.
  expect(new TextDecoder().decode(new TextEncoder().encode(text))).toBe(expected);
});
