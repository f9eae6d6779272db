import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLatin1, encodeLatin1, firstOutsideLatin1 } from '../../src/bytes/latin1.js';
import { EncodeError } from '../../src/errors.js';

describe('ISO 8859-1', () => {
  it('is the number of each character', () => {
    const octets = Uint8Array.from({ length: 256 }, (_, i) => i);
    const text = decodeLatin1(octets);
    expect(text).toBe(String.fromCharCode(...octets));
    expect(encodeLatin1(text, 'text')).toEqual(octets);
    expect(firstOutsideLatin1(text)).toBe(-1);
    expect([decodeLatin1(new Uint8Array()), encodeLatin1('', 'text').length, firstOutsideLatin1('')]).toEqual(['', 0, -1]);
  });

  it('agrees with the platform, however long the text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (octets) => {
        const text = Buffer.from(octets).toString('latin1');
        expect(decodeLatin1(octets)).toBe(text);
        expect(encodeLatin1(text, 'text')).toEqual(octets);
      }),
    );
  });

  it('reads a view alone, not the memory around it', () => {
    expect(decodeLatin1(Uint8Array.from([0x61, 0xe9, 0x62]).subarray(1, 2))).toBe('é');
  });

  it.each([
    ['\u0100', 0, '"\u0100"'],
    ['aé€', 2, '"€"'],
    ['ÿ😀', 1, '"😀"'],
    ['a\ud83d', 1, '"\\ud83d"'],
  ])('%j has a character outside at %i', (text, index, shown) => {
    expect(firstOutsideLatin1(text)).toBe(index);
    let caught: unknown;
    try {
      encodeLatin1(text, 'note');
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(EncodeError);
    expect(caught).toMatchObject({
      code: 'unencodable',
      field: 'note',
      offset: index,
      reason: `${shown} is not in ISO 8859-1`,
    });
  });
});
