import { describe, expect, it } from 'vitest';
import { alphabetOfDcs, type Dcs, decodeDcs, describeDcs, encodeDcs, messageClassOfDcs } from '../../src/sms/index.js';
import { naiveAlphabet } from '../support/arbitraries.js';
import { refusal } from '../support/hostile.js';

const ALL = Array.from({ length: 256 }, (_, octet) => octet);

describe('worked examples (sms-text.md section 8)', () => {
  it.each([
    [0x00, 'gsm7', undefined],
    [0x04, '8bit', undefined],
    [0x08, 'ucs2', undefined],
    [0x0c, 'gsm7', undefined],
    [0x10, 'gsm7', 0],
    [0x13, 'gsm7', 3],
    [0x15, '8bit', 1],
    [0x18, 'ucs2', 0],
    [0x1b, 'ucs2', 3],
    [0x20, '8bit', undefined],
    [0x50, 'gsm7', 0],
    [0x84, 'gsm7', undefined],
    [0xc8, 'gsm7', undefined],
    [0xd8, 'gsm7', undefined],
    [0xe8, 'ucs2', undefined],
    [0xf0, 'gsm7', 0],
    [0xf4, '8bit', 0],
    [0xf5, '8bit', 1],
  ] as const)('%i is %s, class %s', (octet, alphabet, messageClass) => {
    expect(alphabetOfDcs(octet)).toBe(alphabet);
    expect(messageClassOfDcs(octet)).toBe(messageClass);
  });

  it.each<[number, Dcs]>([
    [0x00, { group: 'general', alphabet: 'gsm7', compressed: false, autoDelete: false }],
    [0x0e, { group: 'general', alphabet: 'reserved', compressed: false, autoDelete: false, reservedBits: 2 }],
    [0x79, { group: 'general', alphabet: 'ucs2', messageClass: 1, compressed: true, autoDelete: true }],
    [0x9a, { group: 'reserved', octet: 0x9a }],
    [0xc9, { group: 'waiting', alphabet: 'gsm7', store: false, active: true, waiting: 'fax' }],
    [0xd6, { group: 'waiting', alphabet: 'gsm7', store: true, active: false, waiting: 'email', reservedBits: 4 }],
    [0xe3, { group: 'waiting', alphabet: 'ucs2', store: true, active: false, waiting: 'other' }],
    [0xf5, { group: 'class', alphabet: '8bit', messageClass: 1 }],
    [0xf8, { group: 'class', alphabet: 'gsm7', messageClass: 0, reservedBits: 8 }],
  ])('%i in words', (octet, dcs) => {
    expect(decodeDcs(octet)).toStrictEqual(dcs);
    expect(encodeDcs(dcs)).toBe(octet);
  });

  it.each([
    [0x00, 'GSM 7-bit, no class'],
    [0x18, 'UCS-2, class 0 (flash)'],
    [0x70, 'GSM 7-bit, class 0 (flash), compressed, automatic deletion'],
    [0x0c, 'reserved alphabet, read as GSM 7-bit, no class'],
    [0x80, 'reserved group, read as GSM 7-bit'],
    [0xc8, 'voicemail waiting on, discard, GSM 7-bit'],
    [0xe1, 'fax waiting off, store, UCS-2'],
    [0xf7, '8-bit data, class 3 (terminal)'],
  ])('%i is described as %s', (octet, words) => {
    expect(describeDcs(octet)).toBe(words);
  });
});

describe('properties', () => {
  it('all 256 octets come back, and no two have the same reading', () => {
    expect(ALL.map((octet) => encodeDcs(decodeDcs(octet)))).toEqual(ALL);
    expect(new Set(ALL.map((octet) => JSON.stringify(decodeDcs(octet)))).size).toBe(256);
  });

  it('the alphabet of all 256 octets is that of the table', () => {
    expect(ALL.map(alphabetOfDcs)).toEqual(ALL.map(naiveAlphabet));
  });

  it('a message class is there where bit 4 of the general groups says so, and always in F0 to FF', () => {
    const expected = ALL.map((octet) => ((octet < 0x80 && (octet & 0x10) !== 0) || octet >= 0xf0 ? octet & 3 : undefined));
    expect(ALL.map(messageClassOfDcs)).toEqual(expected);
  });

  it('all 256 octets have words', () => {
    for (const octet of ALL) expect(describeDcs(octet)).not.toMatch(/undefined|^$/);
  });
});

describe('refusals', () => {
  const general = { group: 'general', alphabet: 'gsm7', compressed: false, autoDelete: false } as const;
  it.each([
    [{ ...general, alphabet: 'latin1' }, 'alphabet'],
    [{ ...general, messageClass: 4 }, 'messageClass'],
    [{ ...general, messageClass: -1 }, 'messageClass'],
    [{ group: 'waiting', alphabet: 'ucs2', store: false, active: true, waiting: 'fax' }, 'store'],
    [{ group: 'waiting', alphabet: 'gsm7', store: false, active: true, waiting: 'pager' }, 'waiting'],
    [{ group: 'class', alphabet: 'ucs2', messageClass: 0 }, 'alphabet'],
    [{ group: 'class', alphabet: 'gsm7', messageClass: 1.5 }, 'messageClass'],
    [{ group: 'reserved', octet: 0x7f }, 'octet'],
    [{ group: 'reserved', octet: 0xc0 }, 'octet'],
    [{ group: 'reserved', octet: Number.NaN }, 'octet'],
    [{ group: 'reserved', octet: 128.5 }, 'octet'],
    [{ group: 'waiting', alphabet: '8bit', store: true, active: true, waiting: 'fax' }, 'alphabet'],
  ])('%o: %s', (dcs, part) => {
    expect(refusal(() => encodeDcs(dcs as unknown as Dcs))).toEqual({
      code: 'bad-value',
      field: `TP-DCS/${part}`,
      offset: undefined,
    });
  });
});
