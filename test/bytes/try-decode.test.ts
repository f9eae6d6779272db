import { describe, expect, it } from 'vitest';
import { tryDecode } from '../../src/bytes/try-decode.js';
import { DecodeError, EncodeError, LimitError } from '../../src/errors.js';

describe('tryDecode', () => {
  it('gives the value of what succeeds', () => {
    expect(tryDecode(() => 5)).toBe(5);
    expect(tryDecode(() => null)).toBeNull();
  });

  it.each([
    new DecodeError('bad-value', 'field', 0, 'reason'),
    new EncodeError('bad-value', 'field', 0, 'reason'),
    new LimitError('too-long', 'field', 0, 'reason'),
  ])('is silent about a %s', (error) => {
    expect(
      tryDecode(() => {
        throw error;
      }),
    ).toBeUndefined();
  });

  it('lets every other error pass', () => {
    const error = new TypeError('a fault of our own');
    expect(() =>
      tryDecode(() => {
        throw error;
      }),
    ).toThrow(error);
  });
});
