import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../src/bytes/index.js';
import { Reading } from '../../src/bytes/reading.js';
import { readAddress, readServiceCentre, toAddress, writeAddress } from '../../src/sms/address.js';
import { type Address, encodeServiceCentre, formatAddress } from '../../src/sms/index.js';
import { address, telephoneNumber } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';

const STRICT = Reading.of(undefined);

function write(input: Address | string): Uint8Array {
  const target = new Uint8Array(32);
  return target.slice(0, writeAddress(input, target, 0, 'tpDa'));
}

function read(octets: Uint8Array, lenient = false, issues: string[] = []): Address {
  const reader = new ByteReader(octets);
  const found = readAddress(
    reader,
    'TP-DA',
    new Reading({ lenient, onIssue: ({ code, field, offset }) => issues.push(`${code} ${field} ${offset}`) }),
  );
  reader.expectEnd('TP-DA');
  return found;
}

describe('worked examples (sms-pdu.md section 2)', () => {
  it.each<[string, Address]>([
    ['0B 91 72 83 01 00 10 F5', { ton: 1, npi: 1, digits: '27381000015' }],
    ['0B 91 64 07 95 03 03 F1', { ton: 1, npi: 1, digits: '46705930301' }],
    ['04 81 21 43', { ton: 0, npi: 1, digits: '1234' }],
    ['03 A1 21 F3', { ton: 2, npi: 1, digits: '123' }],
    ['05 81 BA DC FE', { ton: 0, npi: 1, digits: '*#abc' }],
    ['14 91 10 32 54 76 98 10 32 54 76 98', { ton: 1, npi: 1, digits: '01234567890123456789' }],
    ['00 81', { ton: 0, npi: 1, digits: '' }],
    ['0D D0 C6 F7 5B 18 96 C7 00', { ton: 5, npi: 0, text: 'FooBar1' }],
    ['00 D0', { ton: 5, npi: 0, text: '' }],
    // One septet of @ takes ceil(7 / 4) = 2 semi-octets, eleven take 20.
    ['02 D0 00', { ton: 5, npi: 0, text: '@' }],
    ['14 D1 E8 32 9B FD 46 97 D9 EC 37 00', { ton: 5, npi: 1, text: 'hellohello@' }],
  ])('%s is %o', (octets, value) => {
    const expected = hex(octets);
    expect(write(value)).toEqual(expected);
    expect(read(expected)).toStrictEqual(value);
  });

  it('a text is an international number, with or without its plus sign', () => {
    for (const input of ['+27381000015', '27381000015']) {
      expect(write(input)).toEqual(hex('0B 91 72 83 01 00 10 F5'));
      expect(toAddress(input, 'to')).toEqual({ ton: 1, npi: 1, digits: '27381000015' });
    }
    expect(write({ ton: 1, npi: 1, digits: '12C' })).toEqual(write({ ton: 1, npi: 1, digits: '12c' }));
  });

  it.each(['+27 38 1000 015', '27-381-000-015', ' +27 (381) 000.015', '+27 (0)381000015', '+27\u00a0381000015'])(
    'leaves out what people write in a number: %s',
    (input) => {
      expect(write(input)).toEqual(hex('0B 91 72 83 01 00 10 F5'));
      expect(toAddress(input, 'to')).toEqual({ ton: 1, npi: 1, digits: '27381000015' });
    },
  );

  it('a text without digits, or with a second plus sign, is refused', () => {
    for (const input of ['', '+', ' ', '()', '+.', '44 +7700']) {
      expect(() => write(input)).toThrow(expect.objectContaining({ code: 'bad-value', field: 'tpDa' }));
    }
    expect(() => write(`+44${' '.repeat(1_000_000)}x`)).toThrow(expect.objectContaining({ offset: 1_000_003 }));
    // Two recipients are not one.
    expect(() => write('12345\n67890')).toThrow(expect.objectContaining({ code: 'bad-value', offset: 5 }));
    expect(write('12345\n')).toEqual(write('12345'));
    expect(() => write('+44 7700 x')).toThrow(/"x" is not a digit; a number is \+447700900123/);
  });

  it('a text with anything else is refused where it stands, the plus sign counted', () => {
    const refused = expect.objectContaining({ code: 'bad-value', offset: 3 });
    expect(() => toAddress('+44x', 'to')).toThrow(refused);
    expect(() => write('+44x')).toThrow(refused);
  });

  it('shows a plus sign before international digits only', () => {
    expect(formatAddress({ ton: 1, npi: 1, digits: '2738' })).toBe('+2738');
    expect(formatAddress({ ton: 2, npi: 1, digits: '038' })).toBe('038');
    expect(formatAddress({ ton: 5, npi: 0, text: 'Bank' })).toBe('Bank');
  });

  it('a service centre counts octets, its type included', () => {
    expect(encodeServiceCentre('+27381000015')).toEqual(hex('07 91 72 83 01 00 10 F5'));
    expect(encodeServiceCentre(undefined)).toEqual(hex('00'));
    expect(encodeServiceCentre({ ton: 0, npi: 1, digits: '12' })).toEqual(hex('02 81 21'));
    const centre = (octets: string) => readServiceCentre(new ByteReader(hex(octets)), STRICT);
    expect(centre('07 91 72 83 01 00 10 F5')).toEqual({ ton: 1, npi: 1, digits: '27381000015' });
    expect(centre('00')).toBeUndefined();
    // gammu writes a type without digits for none.
    expect(centre('01 81')).toEqual({ ton: 0, npi: 1, digits: '' });
  });
});

describe('properties', () => {
  it('every number and name comes back', () => {
    fc.assert(
      fc.property(address, (value) => {
        expect(read(write(value))).toStrictEqual(value);
      }),
    );
  });

  it('every number comes back as a service centre', () => {
    fc.assert(
      fc.property(telephoneNumber, (value) => {
        const octets = encodeServiceCentre(value);
        expect(octets[0]).toBe(octets.length - 1);
        expect(readServiceCentre(new ByteReader(octets), STRICT)).toStrictEqual(value);
      }),
    );
  });

  it('arbitrary and damaged octets give an address or a FormatError inside them, strictly and leniently', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged(address.map(write))), fc.boolean(), (octets, lenient) => {
        expectValueOrFormatError(() => read(octets, lenient), octets.length);
        expectValueOrFormatError(() => readServiceCentre(new ByteReader(octets), new Reading({ lenient })), octets.length);
      }),
    );
  });
});

describe('refusals', () => {
  it.each([
    ['', 'truncated', 'TP-DA/length', 0],
    ['0B', 'truncated', 'TP-DA/type of address', 1],
    ['0B 91 72', 'truncated', 'TP-DA/digits', 2],
    ['0D D0 C6', 'truncated', 'TP-DA/text', 2],
    ['15 91 10 32 54 76 98 10 32 54 76 98 F0', 'bad-value', 'TP-DA/length', 0],
    ['02 11 21', 'bad-value', 'TP-DA/type of address', 1],
    ['04 91 21 4F', 'bad-value', 'TP-DA/digits', 3],
    ['04 91 F1 43', 'bad-value', 'TP-DA/digits', 2],
    ['03 91 21 43', 'bad-value', 'TP-DA/digits', 3],
    ['02 D0 1B', 'truncated', 'septet', 2],
  ])('%s', (octets, code, field, offset) => {
    expect(refusal(() => read(hex(octets)))).toEqual({ code, field, offset });
  });

  it.each([
    ['15 91 10 32 54 76 98 10 32 54 76 98 F0', '012345678901234567890', ['bad-value TP-DA/length 0']],
    ['02 11 21', '12', ['bad-value TP-DA/type of address 1']],
    ['04 91 21 4F', '124', ['bad-value TP-DA/digits 3']],
    ['03 91 21 43', '123', ['bad-value TP-DA/digits 3']],
  ])('%s is read leniently as %s', (octets, digits, expected) => {
    const issues: string[] = [];
    expect(read(hex(octets), true, issues)).toMatchObject({ digits });
    expect(issues).toEqual(expected);
  });

  it('a name that ends with an escape is read leniently', () => {
    const issues: string[] = [];
    expect(read(hex('02 D0 1B'), true, issues)).toEqual({ ton: 5, npi: 0, text: '\u001b' });
    expect(issues).toEqual(['truncated septet 2']);
  });

  it.each<[unknown, string, number | undefined]>([
    ['', 'bad-value', undefined],
    ['+', 'bad-value', undefined],
    ['+27 3x', 'bad-value', 5],
    ['++27', 'bad-value', 1],
    ['12d', 'bad-value', 2],
    ['123456789012345678901', 'too-long', undefined],
    [{ ton: 8, npi: 1, digits: '1' }, 'bad-value', undefined],
    [{ ton: 1, npi: 16, digits: '1' }, 'bad-value', undefined],
    [{ ton: -1, npi: 1, digits: '1' }, 'bad-value', undefined],
    [{ ton: 5, npi: 0, digits: '1' }, 'bad-value', undefined],
    [{ ton: 1, npi: 1, text: 'x' }, 'bad-value', undefined],
    // What ASCII has around the letters of an address, a to c.
    ...['@', '`', 'd', 'D', '/', ':', ')', '+'].map((odd): [unknown, string, number] => [
      { ton: 1, npi: 1, digits: `1${odd}` },
      'bad-value',
      1,
    ]),
    [{ ton: 5, npi: 0, text: 'Ж' }, 'unencodable', 0],
    [{ ton: 5, npi: 0, text: 'abcdefghijkl' }, 'too-long', 11],
    [{ ton: 5, npi: 0, text: 'abcdefghij[' }, 'too-long', 10],
  ])('%o cannot be written', (input, code, offset) => {
    expect(refusal(() => write(input as Address))).toEqual({ code, field: 'tpDa', offset });
  });

  it('a name or digits that are no text are named', () => {
    expect(() => write({ ton: 5, npi: 0, text: 5 } as never)).toThrow(new TypeError('tpDa.text is 5, not a string'));
    expect(() => write({ ton: 1, npi: 1, digits: 5 } as never)).toThrow(new TypeError('tpDa.digits is 5, not a string'));
  });

  it.each([
    [447700900123, 'tpDa is 447700900123'],
    [null, 'tpDa is null'],
    [['1'], 'tpDa is Array'],
    [new Uint8Array(2), 'tpDa is Uint8Array'],
  ])('%o is neither a text nor an address', (input, words) => {
    expect(() => write(input as never)).toThrow(
      new TypeError(`${words}, not a string such as '447700900123' or { ton, npi, digits }`),
    );
  });

  it('a recipient needs digits', () => {
    expect(refusal(() => toAddress('+', 'to'))).toEqual({ code: 'bad-value', field: 'to', offset: undefined });
  });

  it('a service centre of more than 20 digits is refused like any address', () => {
    // TS 24.011 8.2.5.1: the address element has 12 octets at most, its length octet included.
    const octets = Uint8Array.of(12, 0x91, ...new Uint8Array(11).fill(0x11));
    expect(refusal(() => readServiceCentre(new ByteReader(octets), STRICT))).toEqual({
      code: 'bad-value',
      field: 'SMSC/length',
      offset: 0,
    });
  });
});
