import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCost, MAX_RECIPIENTS, readPrice, readRecipients } from '../../src/playground/compose/cost.js';
import { refusal } from '../support/hostile.js';

const costs = (price: string, times: number) => {
  const read = readPrice(price);
  return read === undefined ? undefined : formatCost(read, times);
};

describe('costs', () => {
  it.each([
    ['0.075', 2, '0.15'],
    ['0.0079', 12_000, '94.80'],
    ['$0.0079', 200_000, '$1,580.00'],
    ['USD 0.05', 3, 'USD 0.15'],
    ['0,075 €', 20_000, '1.500,00 €'],
    ['.5', 1, '0.50'],
    ['7 ct', 2, '14.00 ct'],
    ['0.000000001', MAX_RECIPIENTS, '1.00'],
    ['999999999', MAX_RECIPIENTS, '999,999,999,000,000,000.00'],
    [' ', 2, undefined],
  ])('%s, %i times: %s', (price, times, total) => {
    expect(costs(price, times)).toBe(total);
  });

  it('are exact', () => {
    const digits = fc.integer({ min: 0, max: 99_999_999 });
    fc.assert(
      fc.property(digits, fc.integer({ min: 1, max: 1_000_000 }), (price, times) => {
        const written = `0.${String(price).padStart(8, '0')}`;
        const total = costs(written, times)?.replaceAll(',', '') ?? '';
        const [whole = '', fraction = ''] = total.split('.');
        expect(BigInt(whole + fraction.padEnd(8, '0'))).toBe(BigInt(price) * BigInt(times));
      }),
    );
  });

  it.each(['-1', '1.2.3', '1,000.50', 'free', '1e5', '0x10', '$', '1234567890', '0.0000000001', '<b>1'])(
    'a price is not %s',
    (text) => {
      expect(refusal(() => readPrice(text))).toMatchObject({ code: 'bad-value', field: 'price' });
    },
  );
});

describe('recipients', () => {
  it.each([
    ['', 1],
    ['1', 1],
    ['12000', 12_000],
    ['12,000', 12_000],
    ['12 000 000', 12_000_000],
    ['1000000000', MAX_RECIPIENTS],
  ])('%j: %i', (text, count) => {
    expect(readRecipients(text)).toBe(count);
  });

  it.each(['0', '-1', '1.5', '1e3', '12,00', '1000000001', 'all'])('are not %s', (text) => {
    expect(refusal(() => readRecipients(text))).toMatchObject({ code: 'bad-value', field: 'recipients' });
  });
});
