import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError, LimitError } from '../../src/errors.js';
import { FormFields, formatForm, parseForm } from '../../src/protocol/form.js';
import { entriesOf, formFields, likeForm } from '../support/gateway-requests.js';
import { expectValueOrFormatError, refusal } from '../support/hostile.js';

const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Text without characters outside ASCII, which Node's reader loses next to a malformed escape. */
const asciiOf = (text: string): string => text.replace(/[^\0-\x7f]+/g, encodeURIComponent);

/** What the platform reads, with names in lower case and the first of equals. */
const platformEntries = (text: string): [string, string][] => {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(asciiOf(text))) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, value);
  }
  return [...values];
};

const ownEntries = (body: string | Uint8Array): [string, string][] =>
  entriesOf(parseForm(body)).map(([name, value]) => [name.toLowerCase(), value]);

describe('what the gateway document and the URL standard say', () => {
  it('G-GEN-01: tag=value pairs joined by &, percent-encoded', () => {
    const text = 'Username=ANOther.12345&PIN=0012&Message=Hello%20%26%20goodbye%3D%25';
    const pairs = [
      ['Username', 'ANOther.12345'],
      ['PIN', '0012'],
      ['Message', 'Hello & goodbye=%'],
    ] as const;
    expect(formatForm(pairs)).toBe(text);
    expect(entriesOf(parseForm(text))).toEqual(pairs);
    expect(entriesOf(parseForm(octetsOf(text)))).toEqual(pairs);
  });

  it('G-GEN-08: + is a blank, escapes have any case, octets are UTF-8', () => {
    expect(entriesOf(parseForm('a=1+2%2b3%2B4&b=%e2%82%aC%F0%9f%98%80'))).toEqual([
      ['a', '1 2+3+4'],
      ['b', '€😀'],
    ]);
  });

  it('G-GEN-08: a malformed escape stays as it is', () => {
    for (const kept of ['%', '%%', '100%', '%4', '%4G', '%G4', '%u20AC', '%%41', '50%25%', '%é']) {
      const expected = kept.replace('%%41', '%A').replace('50%25%', '50%%');
      expect(parseForm(`Message=${kept}`).get('Message')).toBe(expected);
      expect(parseForm(octetsOf(`Message=${kept}`)).get('Message')).toBe(expected);
    }
    // Next to escapes that are none, those that are one are still read.
    expect(parseForm('m=%zz%C3%A9+%').get('m')).toBe('%zzé %');
  });

  it('G-GEN-08: invalid UTF-8 is refused with the name of the field and the place in the body', () => {
    const at = (text: string | Uint8Array) => refusal(() => parseForm(text));
    expect(at('a=1&Message=ab%FFcd')).toEqual({ code: 'bad-value', field: 'Message', offset: 14 });
    expect(at('a=é&Message=é%zz%C3')).toEqual({ code: 'truncated', field: 'Message', offset: 16 });
    expect(at(octetsOf('a=é&Message=é%zz%C3'))).toEqual({ code: 'truncated', field: 'Message', offset: 18 });
    // A surrogate, an overlong form, and past U+10FFFF.
    for (const bad of ['%ED%A0%80', '%C0%80', '%F4%90%80%80']) {
      expect(at(`x=+${bad}`)).toEqual({ code: 'bad-value', field: 'x', offset: 3 });
    }
    expect(at(Uint8Array.of(...octetsOf('n=ok&Text=a'), 0xe9, 0x26))).toEqual({ code: 'truncated', field: 'Text', offset: 11 });
    expect(at('na%FFme=1')).toEqual({ code: 'bad-value', field: 'form', offset: 2 });
    expect(at('=%FF')).toEqual({ code: 'bad-value', field: 'form', offset: 1 });
    // Not even in a field that nobody asks for, or that counts for nothing.
    expect(at('a=1&a=%80').field).toBe('a');
    expect(at(`${'n'.repeat(50)}=%80`).field).toBe('n'.repeat(40));
  });

  it('G-CLI-05: a piece of a text or a PIN behind a raw & is no name that an error shows', () => {
    for (const body of [
      'PIN=47&11%FF',
      'PIN=47&11=%FF',
      'Message=we & my secret%FF',
      'Message=we & my+secret=plan%FF',
      'Message=a&b%FF',
    ]) {
      expect(refusal(() => parseForm(body))).toEqual({ code: 'bad-value', field: 'form', offset: body.indexOf('%') });
    }
    expect(refusal(() => formatForm([['my secret', '\ud800']])).field).toBe('form');
  });

  it('a byte order mark in front of the body is passed over, and places are counted with it', () => {
    expect(entriesOf(parseForm('\ufeffUsername=a&b=%41'))).toEqual([
      ['Username', 'a'],
      ['b', 'A'],
    ]);
    expect(entriesOf(parseForm(octetsOf('\ufeffUsername=a&b=é')))).toEqual([
      ['Username', 'a'],
      ['b', 'é'],
    ]);
    expect(entriesOf(parseForm('\ufeff'))).toEqual([]);
    expect(refusal(() => parseForm('\ufeffa=%FF')).offset).toBe(3);
    expect(refusal(() => parseForm(octetsOf('\ufeffa=%FF'))).offset).toBe(5);
  });

  it('G-GEN-08: an octet and an escape make a character together', () => {
    expect(parseForm(Uint8Array.of(...octetsOf('m='), 0xc3, ...octetsOf('%A9'))).get('m')).toBe('é');
  });

  it('G-GEN-13: names have no case, values do; of equal names the first counts', () => {
    const fields = parseForm('UserName=Ab&USERNAME=cd&PIN=&pin=1');
    expect(fields.get('username')).toBe('Ab');
    expect(fields.get('PIN')).toBe('');
    expect(fields.names()).toEqual(['UserName', 'PIN']);
    expect(fields.has('Pin')).toBe(true);
    expect(fields.has('Message')).toBe(false);
    expect(fields.get('Message')).toBeUndefined();
    expect(new FormFields().names()).toEqual([]);
  });

  it('names of objects are names like any other', () => {
    const fields = parseForm('__proto__=1&constructor=2&toString=3');
    expect(fields.get('__proto__')).toBe('1');
    expect(fields.get('valueOf')).toBeUndefined();
    expect(parseForm('a=1').get('constructor')).toBeUndefined();
  });

  it('G-GEN-04: the query of a GET is read as a body is', () => {
    const { search } = new URL('http://a/webservices/http/sendsms?Username=a&Message=x%20y+z&AvailableCredit');
    expect(entriesOf(parseForm(search.slice(1)))).toEqual([
      ['Username', 'a'],
      ['Message', 'x y z'],
      ['AvailableCredit', ''],
    ]);
  });

  it('G-CLI-06, G-SMS-11: octets of UTF-8 as escapes, upper-case hex, a blank as %20', () => {
    expect(formatForm([['Message', "é €+ ~-._!'()*\n"]])).toBe('Message=%C3%A9%20%E2%82%AC%2B%20~-._%21%27%28%29%2A%0A');
    expect(formatForm([['a b', 'c']])).toBe('a%20b=c');
    expect(formatForm([['x', Uint8Array.of(0, 0xab)]])).toBe('x=00AB');
    expect(formatForm([])).toBe('');
  });

  it('what has no UTF-8 form is refused', () => {
    expect(refusal(() => formatForm([['Message', 'ab\ud800']]))).toEqual({ code: 'unencodable', field: 'Message', offset: 2 });
    expect(refusal(() => parseForm('a=é&Message=x\udc00'))).toEqual({ code: 'bad-value', field: 'Message', offset: 13 });
  });

  it('empty fields are none, and a byte order mark in a value stays', () => {
    expect(entriesOf(parseForm('&&a=1&&b&=c&'))).toEqual([
      ['a', '1'],
      ['b', ''],
      ['', 'c'],
    ]);
    expect(entriesOf(parseForm(''))).toEqual([]);
    expect(parseForm('a=%EF%BB%BFx').get('a')).toBe('\ufeffx');
  });

  it('another type is a TypeError', () => {
    expect(() => parseForm(['a=1'] as unknown as string)).toThrow(TypeError);
    expect(() => parseForm(undefined as unknown as string)).toThrow(TypeError);
  });

  it('octets of a pooled buffer are read where they are', () => {
    const pool = Buffer.from('....a=%C3%A9&b=\u00e9....');
    expect(entriesOf(parseForm(pool.subarray(4, pool.length - 4)))).toEqual([
      ['a', 'é'],
      ['b', 'é'],
    ]);
  });
});

describe('properties', () => {
  it('text and octets are read as the platform reads them, where that reads them at all', () => {
    fc.assert(
      fc.property(likeForm, (text) => {
        // The platform takes a byte order mark for a part of the first name.
        fc.pre(!text.startsWith('\ufeff'));
        for (const input of [text, octetsOf(text)]) {
          let own: [string, string][];
          try {
            own = ownEntries(input);
          } catch (error) {
            if (!(error instanceof DecodeError)) throw error;
            // The platform puts U+FFFD where the octets are no UTF-8.
            expect(new URLSearchParams(asciiOf(text)).toString()).toContain('%EF%BF%BD');
            continue;
          }
          expect(own).toEqual(platformEntries(text));
        }
      }),
    );
  });

  it('what is written is read by the platform', () => {
    fc.assert(
      fc.property(formFields, (given) => {
        const written = formatForm(given);
        expect(written).toMatch(/^[A-Za-z0-9._~%=&-]*$/);
        expect([...new URLSearchParams(written)]).toEqual(given);
      }),
    );
  });

  it('text with lone surrogates is refused where they stand, or gives fields', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '=', '&', '%41', '\ud83d', '\ude00', '%C3', '+') }), (text) => {
        const result = expectValueOrFormatError(() => parseForm(text), text.length);
        if (result instanceof FormFields) expect(entriesOf(result).join('')).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});

describe('limits', () => {
  it('octets are counted before anything else', () => {
    const limits = { formOctets: 10 };
    expect(parseForm('a=12345678', { limits }).get('a')).toBe('12345678');
    for (const input of ['a=123456789', octetsOf('a=123456789')]) {
      expect(refusal(() => parseForm(input, { limits }))).toEqual({ code: 'limit-exceeded', field: 'form', offset: 10 });
    }
    expect(() => parseForm(new Uint8Array(67_108_865))).toThrow(LimitError);
  });

  it('fields are counted before any is read', () => {
    const limits = { formFields: 3 };
    expect(parseForm('a=1&b=2&c=3', { limits }).names()).toHaveLength(3);
    expect(refusal(() => parseForm('%FF&b&c&d', { limits }))).toEqual({ code: 'limit-exceeded', field: 'form', offset: 7 });
    expect(() => parseForm('&'.repeat(100_000))).toThrow(LimitError);
    expect(() => parseForm(octetsOf('a=é&'.repeat(100_000)))).toThrow(LimitError);
    expect(parseForm(Array.from({ length: 1_000 }, (_, i) => `n${i}=${i}`).join('&')).names()).toHaveLength(1_000);
  });

  it('large bodies of every kind are read in one pass', () => {
    const million = 1_000_000;
    expect(parseForm(`a=${'%41'.repeat(million)}`).get('a')).toBe('A'.repeat(million));
    expect(parseForm(`a=${'%'.repeat(million)}`).get('a')).toBe('%'.repeat(million));
    expect(parseForm(`a=${'+'.repeat(million)}`).get('a')).toBe(' '.repeat(million));
    expect(parseForm(octetsOf(`a=${'é'.repeat(million)}`)).get('a')).toBe('é'.repeat(million));
    // Names without a value in front of one long value: nothing is looked for twice.
    const names = Array.from({ length: 999 }, (_, i) => `n${i}`).join('&');
    const fields = parseForm(`${names}&${'x'.repeat(20 * million)}`);
    expect(fields.names()).toHaveLength(1_000);
  });
});
