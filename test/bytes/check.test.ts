import { describe, expect, it } from 'vitest';
import {
  checkChoice,
  checkInteger,
  requireFlag,
  requireList,
  requireObject,
  requirePairs,
  requireText,
} from '../../src/bytes/check.js';
import { refusal } from '../support/hostile.js';

describe('values of a message', () => {
  it.each([0, 7, 255])('%i is an octet', (value) => {
    expect(() => checkInteger(value, 'tag', 0, 255)).not.toThrow();
  });

  it.each([-1, 256, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '7', null, undefined])('%j is none', (value) => {
    expect(refusal(() => checkInteger(value, 'tag', 0, 255))).toEqual({ code: 'bad-value', field: 'tag', offset: undefined });
    expect(() => checkInteger(value, 'tag', 0, 255)).toThrow('is not 0 to 255');
  });

  it('one of some', () => {
    expect(() => checkChoice('mid', 'type', ['mid', 'bmp'])).not.toThrow();
    for (const value of ['MID', '', undefined, 0]) {
      const check = () => checkChoice(value, 'type', ['mid', 'bmp']);
      expect(refusal(check)).toEqual({ code: 'bad-value', field: 'type', offset: undefined });
      expect(check).toThrow('allowed: mid, bmp');
    }
  });
});

/** The words of the TypeError that a value is refused with; undefined when it is allowed. */
function refusalOf(check: () => void): string | undefined {
  try {
    check();
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as TypeError).message;
  }
  return undefined;
}

describe('arguments that callers without types pass', () => {
  it.each([
    ['', undefined],
    ['x', undefined],
    [1, 'text is 1, not a string'],
    [undefined, 'text is undefined, not a string'],
    [null, 'text is null, not a string'],
  ])('a text: %j', (value, words) => {
    expect(refusalOf(() => requireText(value, 'text'))).toBe(words);
  });

  it.each([
    [undefined, undefined],
    [true, undefined],
    [false, undefined],
    [0, 'flash is 0, not true or false'],
    ['yes', 'flash is "yes", not true or false'],
    [null, 'flash is null, not true or false'],
  ])('a flag: %j', (value, words) => {
    expect(refusalOf(() => requireFlag(value, 'flash'))).toBe(words);
  });

  it.each([
    ['an object', {}, undefined],
    ['an error', new RangeError('x'), undefined],
    ['null', null, 'options is null, not an object'],
    ['a text', 'x', 'options is "x", not an object'],
    ['a list', [], 'options is Array, not an object'],
    ['octets', new Uint8Array(1), 'options is Uint8Array, not an object'],
    ['a function', () => 0, 'options is function, not an object'],
  ])('an object: %s', (_, value, words) => {
    expect(refusalOf(() => requireObject(value, 'options'))).toBe(words);
  });

  it('a list, and its members by their index', () => {
    expect(refusalOf(() => requireList([1, 'x'], 'names'))).toBeUndefined();
    expect(refusalOf(() => requireList(['x', 'y'], 'names', requireText))).toBeUndefined();
    expect(refusalOf(() => requireList(['x', 2], 'names', requireText))).toBe('names[1] is 2, not a string');
    expect(refusalOf(() => requireList('x', 'names', requireText))).toBe('names is "x", not an array');
    expect(refusalOf(() => requireList({ length: 0 }, 'names'))).toBe('names is Object, not an array');
  });

  it.each([
    ['a list', [['a', 1]], undefined],
    ['a map', new Map([['a', 1]]), undefined],
    ['a generator', (function* () {})(), undefined],
    ['an object', { a: 1 }, 'headers is Object, not an iterable of [name, value]'],
    ['a text', 'ab', 'headers is "ab", not an iterable of [name, value]'],
    ['octets', new Uint8Array(2), 'headers is Uint8Array, not an iterable of [name, value]'],
    ['null', null, 'headers is null, not an iterable of [name, value]'],
    ['nothing', undefined, 'headers is undefined, not an iterable of [name, value]'],
    ['a number', 7, 'headers is 7, not an iterable of [name, value]'],
  ])('pairs: %s', (_, value, words) => {
    expect(refusalOf(() => requirePairs(value, 'headers'))).toBe(words);
  });
});
