import { describe, expect, it } from 'vitest';
import { EncodeError } from '../../src/errors.js';
import { formatMoney, MAX_MONEY, parseMoney } from '../../src/gateway/store/money.js';

describe('known amounts', () => {
  it.each([
    ['15.2345', 152_345],
    ['0.0450', 450],
    ['0.0000', 0],
    ['99999999999.9999', MAX_MONEY],
  ])('%s', (text, amount) => {
    expect(parseMoney(text)).toBe(amount);
    expect(formatMoney(amount)).toBe(text);
  });

  it.each([
    ['10', 100_000],
    ['12.50', 125_000],
    ['0.1', 1_000],
    ['007.5', 75_000],
  ])('%s has fewer places', (text, amount) => {
    expect(parseMoney(text)).toBe(amount);
  });

  it('writes what is below nothing', () => {
    expect(formatMoney(-450)).toBe('-0.0450');
    expect(formatMoney(-10_000)).toBe('-1.0000');
  });
});

describe('refusals', () => {
  it.each(['', '-1.0000', '+1', '1.23456', '1.', '.5', '1e3', '1,5', ' 1', '123456789012', '１'])('%j is no amount', (text) => {
    expect(() => parseMoney(text, 'credit')).toThrowError(expect.objectContaining({ code: 'bad-value', field: 'credit' }));
  });

  it('what is no safe integer is not written', () => {
    for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => formatMoney(amount)).toThrow(EncodeError);
  });
});
