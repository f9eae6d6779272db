import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskNumber, parseAddressBook, parseNumber, parseNumbers } from '../../src/protocol/numbers.js';
import { number } from '../support/gateway-requests.js';

describe('numbers', () => {
  it('G-SMS-15: 7 to 15 digits; one + or 00, blanks and hyphens go', () => {
    const same = [
      '447700900123',
      '+447700900123',
      '00447700900123',
      ' +44 7700 900-123 ',
      '0044-7700-900123',
      '+ 44 7700900123',
    ];
    for (const text of same) expect(parseNumber(text)).toBe('447700900123');
    expect(parseNumber('1234567')).toBe('1234567');
    expect(parseNumber('123456789012345')).toBe('123456789012345');
    // One of the two goes; a second one is digits.
    expect(parseNumber('+00447700900123')).toBe('00447700900123');
    // The document says digits, and nothing about the first one.
    expect(parseNumber('07700900123')).toBe('07700900123');
    const none = ['', ' ', '+', '00', '123456', '1234567890123456', '++447700900123', '-447700900123'];
    for (const text of [
      ...none,
      '447700900123-',
      '44(0)7700900123',
      '4477009001x3',
      '４４７７００９００１２３',
      '44.7700.900123',
    ]) {
      expect(parseNumber(text)).toBeUndefined();
    }
    expect(parseNumber(' '.repeat(1_000_000))).toBeUndefined();
    expect(parseNumber(`44${'-'.repeat(1_000_000)}7700900123`)).toBeUndefined();
  });

  it('blanks and hyphens anywhere between digits change nothing', () => {
    fc.assert(
      fc.property(
        number,
        fc.array(fc.constantFrom('', ' ', '-', '- ', '  ')),
        fc.constantFrom('', '+', '00'),
        (digits, gaps, front) => {
          const text = [...digits]
            .map((digit, index) => digit + (index < digits.length - 1 ? (gaps[index] ?? '') : ''))
            .join('');
          expect(parseNumber(front + text)).toBe(digits);
        },
      ),
    );
  });

  it('G-CLI-05: a masked number shows its beginning and its end', () => {
    expect(maskNumber('447700900123')).toBe('4477*****123');
    expect(maskNumber('123456789')).toBe('1234**789');
    expect(maskNumber('12345678')).toBe('********');
    expect(maskNumber('')).toBe('');
    fc.assert(
      fc.property(number, (digits) => {
        const masked = maskNumber(digits);
        expect(masked).toHaveLength(digits.length);
        expect(masked.replaceAll('*', '').length).toBeLessThanOrEqual(7);
        expect(masked).toContain('**');
      }),
    );
  });

  it('G-SMS-15: a list skips what is empty and keeps what is no number', () => {
    expect(parseNumbers('', 'SendTo', undefined)).toEqual([]);
    expect(parseNumbers(',, ,', 'SendTo', undefined)).toEqual([]);
    expect(parseNumbers('x,+447700900123,', 'SendTo', undefined)).toEqual(['x', '447700900123']);
    expect(() => parseNumbers('1,2,3', 'SendTo', { recipients: 2 })).toThrow('SendTo at 4: more than 2 numbers');
  });
});

describe('address books', () => {
  it('G-BOOK-01: a name is split at the first ::', () => {
    expect(parseAddressBook('Staff')).toEqual({ book: 'Staff' });
    expect(parseAddressBook('Staff::Night')).toEqual({ book: 'Staff', group: 'Night' });
    expect(parseAddressBook('a::b::c')).toEqual({ book: 'a', group: 'b::c' });
    expect(parseAddressBook('a:b')).toEqual({ book: 'a:b' });
    expect(parseAddressBook('a:::b')).toEqual({ book: 'a', group: ':b' });
    expect(parseAddressBook('::')).toEqual({ book: '', group: '' });
  });
});
