import { describe, expect, it } from 'vitest';
import { attempt } from '../../src/bytes/attempt.js';
import { DecodeError, EncodeError, LimitError } from '../../src/errors.js';

describe('attempt', () => {
  it('gives the value of what succeeds', () => {
    expect(attempt(() => 5)).toBe(5);
    expect(attempt(() => null)).toBeNull();
  });

  it.each([
    new DecodeError('bad-value', 'field', 0, 'reason'),
    new EncodeError('bad-value', 'field', 0, 'reason'),
    new LimitError('too-long', 'field', 0, 'reason'),
  ])('is silent about a %s', (error) => {
    expect(
      attempt(() => {
        throw error;
      }),
    ).toBeUndefined();
  });

  it('lets every other error pass', () => {
    const error = new TypeError('a fault of our own');
    expect(() =>
      attempt(() => {
        throw error;
      }),
    ).toThrow(error);
  });
});
