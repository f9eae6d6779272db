import { describe, expect, it } from 'vitest';
import { findCoding } from '../../src/smpp/data-coding.js';

describe('data_coding (SMPP 3.4 section 5.2.19)', () => {
  it.each([
    [0, 'gsm7'],
    [1, 'iso-8859-1'],
    [2, 'octets'],
    [3, 'iso-8859-1'],
    [4, 'octets'],
    [5, 'octets'],
    [6, 'iso-8859-5'],
    [7, 'iso-8859-8'],
    [8, 'ucs2'],
    [9, 'octets'],
    [0x0e, 'octets'],
    // From here on TP-DCS: general group, and the class of F0 to FF.
    [0x10, 'gsm7'],
    [0x14, 'octets'],
    [0x18, 'ucs2'],
    [0xf0, 'gsm7'],
    [0xf5, 'octets'],
  ] as const)('%i is %s', (dataCoding, coding) => {
    expect(findCoding(dataCoding)).toBe(coding);
  });
});
