import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf, ProtocolError } from '../../src/protocol/errors.js';

describe('excerpts', () => {
  it.each([
    ['Username=anna&PIN=4711&SendTo=1', 'Username=anna&PIN=***&SendTo=1'],
    ['pin: 4711, ok', 'pin: ***, ok'],
    ['{"pin": "4711", "a": 1}', '{"pin": "***", "a": 1}'],
    ['UserPIN = 4711', 'UserPIN = ***'],
    ['x%26PIN%3D4711%26', 'x%26PIN%3D***'],
    ['the PIN 4711 is wrong', 'the PIN *** is wrong'],
    ['password=hush', 'password=***'],
    ['<PIN xsi:type="xsd:string">4711</PIN>', '<PIN ***"xsd:string">***</PIN>'],
    ['<m:TextMessage>see you</m:TextMessage>', '<m:TextMessage>***</m:TextMessage>'],
    ['FlashMessage=see+you&ReplyTo=x', 'FlashMessage=***&ReplyTo=x'],
    ['UN=anna&M=see you', 'UN=anna&M=***'],
    ['M=see you&UN=anna', 'M=***&UN=anna'],
    ['UN%3Danna%26M%3Dsee%20you', 'UN%3Danna%26M%3D***'],
    ['MessageIdentifier=ABC&Report=x', 'MessageIdentifier=ABC&Report=x'],
    ['to 447700900123, 1234567', 'to 4477*****123, *****'],
    ['a\r\nb\u001b[2Jc\u2028d', 'a b [2Jc d'],
  ])('G-CLI-05: %j', (text, shown) => {
    expect(excerptOf(text)).toBe(shown);
  });

  it('G-CLI-05: secrets are blanked out in every usual spelling', () => {
    const secret = 'Träume & "Schäume" <3';
    const spellings = [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase().replaceAll('tr', 'Tr').replaceAll('sc', 'Sc'),
      encodeURIComponent(secret).replaceAll('%20', '+'),
      secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
      JSON.stringify(secret).slice(1, -1),
    ];
    for (const spelling of spellings) expect(excerptOf(`(${spelling})`, [secret])).toBe('(***)');
    expect(excerptOf('abcd', ['', 'b', 'abc'])).toBe('***d');
    expect(excerptOf('a\ud800b', ['\ud800'])).toBe('a***b');
    expect(excerptOf('a\ud800b', ['ud'])).toBe('a\ud800b');
  });

  it('G-CLI-14: no excerpt is longer than 200 characters or ends in half a character', () => {
    expect(excerptOf('x'.repeat(1000))).toBe('x'.repeat(200));
    expect(excerptOf(`${'x'.repeat(199)}😀`)).toBe('x'.repeat(199));
    expect(excerptOf(`${'x'.repeat(198)}😀y`)).toBe(`${'x'.repeat(198)}😀`);
  });

  it('a secret does not show through an end of the part that is looked at', () => {
    const secret = 'S'.repeat(1000);
    expect(excerptOf(secret.repeat(100), [secret])).toMatch(/^[*]*$/);
    expect(excerptOf(`${'x'.repeat(190)}${secret}`, [secret])).toBe(`${'x'.repeat(190)}***`);
  });

  it('no text with a secret in it shows the secret', () => {
    const secret = fc.string({ unit: fc.constantFrom(...'aB3&= +é"<'), minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(secret, fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (hidden, before, after) => {
        for (const spelling of [hidden, encodeURIComponent(hidden)]) {
          const shown = excerptOf(`${before}${spelling}${after}`, [hidden]);
          expect(shown.length).toBeLessThanOrEqual(200);
          expect(shown.includes(spelling)).toBe(false);
        }
      }),
    );
  });
});

describe('ProtocolError', () => {
  it('G-CLI-14: shows reason, status and a clean excerpt, in every way of printing it', () => {
    const cause = new Error('cut');
    const error = new ProtocolError('status', 'status 302', { status: 302, body: 'PIN=4711&x=hush', secrets: ['hush'], cause });
    expect(error).toMatchObject({ name: 'ProtocolError', reason: 'status', status: 302, excerpt: 'PIN=***&x=***', cause });
    for (const shown of [String(error), JSON.stringify(error), inspect(error)]) expect(shown).not.toMatch(/4711|hush/);
    const bare = new ProtocolError('empty', 'nothing');
    expect([bare.status, bare.excerpt, 'cause' in bare]).toEqual([undefined, undefined, false]);
  });
});
