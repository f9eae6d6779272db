import { expect, it } from 'vitest';
import { fromSwappedBcd, toSwappedBcd } from '../../src/bytes/index.js';

it('swaps the digits of 0 to 99 (23.040 9.1.2.3)', () => {
  expect([toSwappedBcd(0), toSwappedBcd(5), toSwappedBcd(26), toSwappedBcd(99)]).toEqual([0x00, 0x50, 0x62, 0x99]);
  for (let value = 0; value < 100; value++) {
    const [tens, units] = String(value).padStart(2, '0');
    expect(toSwappedBcd(value)).toBe(Number.parseInt(`${units}${tens}`, 16));
    expect(fromSwappedBcd(toSwappedBcd(value))).toBe(value);
  }
});

it('of 256 octets, the 156 with a half over 9 have no reading', () => {
  const without = Array.from({ length: 256 }, (_, octet) => octet).filter((octet) => fromSwappedBcd(octet) < 0);
  expect(without).toHaveLength(156);
  expect(without.every((octet) => /[a-f]/.test(octet.toString(16)))).toBe(true);
  expect([fromSwappedBcd(0x0a), fromSwappedBcd(0xa0), fromSwappedBcd(0xff)]).toEqual([-1, -1, -1]);
});
