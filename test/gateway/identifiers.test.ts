import { expect, it } from 'vitest';
import { newMessageIdentifier, newMessageIdentifiers, newToken } from '../../src/gateway/store/accept.js';
import { randomDigits } from '../../src/gateway/store/accounts.js';

it('G-RES-07: message identifiers are 15 characters of A-Z and 0-9, each as likely, none twice', () => {
  const identifiers = Array.from({ length: 20_000 }, newMessageIdentifier);
  expect(new Set(identifiers).size).toBe(identifiers.length);
  const counts = new Map<string, number>();
  for (const identifier of identifiers) {
    expect(identifier).toMatch(/^[A-Z0-9]{15}$/);
    for (const character of identifier) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  // 300,000 characters: some 8,333 of each, with a deviation of 90. Octets taken modulo 36 would give four of them 1,000 more.
  expect(counts.size).toBe(36);
  for (const [character, count] of counts) expect(Math.abs(count - 300_000 / 36), character).toBeLessThan(700);
});

it('identifiers of one request begin alike, differ, and begin unlike those of the next', () => {
  const requests = Array.from({ length: 50 }, () => newMessageIdentifiers(400));
  expect(new Set(requests.flat()).size).toBe(20_000);
  for (const identifiers of requests) {
    for (const identifier of identifiers) expect(identifier).toMatch(/^[A-Z0-9]{15}$/);
    expect(new Set(identifiers.map((identifier) => identifier.slice(0, 4))).size).toBe(1);
  }
  // One in 1.7 million begins as another one does.
  expect(new Set(requests.map(([first = '']) => first.slice(0, 4))).size).toBeGreaterThan(48);
  expect(newMessageIdentifiers(0)).toEqual([]);
});

it('tokens can stand in an address and do not repeat', () => {
  const tokens = Array.from({ length: 1_000 }, newToken);
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/);
});

it('random digits, leading zeros too', () => {
  const pins = Array.from({ length: 500 }, () => randomDigits(8));
  for (const pin of pins) expect(pin).toMatch(/^\d{8}$/);
  expect(pins.some((pin) => pin.startsWith('0'))).toBe(true);
});
