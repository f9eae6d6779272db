/** SIP requests with short messages: headers as RFC 3261 has them, bodies in octets, base64 and hex, and what is damaged. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { identify, inspect } from '../../src/inspect/index.js';
import { describeAnswer } from '../../src/show/answer.js';
import { findEffects } from '../../src/show/effects.js';
import { octets } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { expectTiling } from '../support/tiling.js';

// The SMS-SUBMIT that tutorials on PDUs have, in an RP-DATA from the handset; headers after the flows of TS 24.341 annex B.
const RP = hex('00 01 00 07914477000900F0 16 01000B917283010010F500000AE8329BFD4697D9EC37');
const HEAD = [
  'MESSAGE sip:sc.home1.net SIP/2.0',
  'Via: SIP/2.0/UDP [5555::aaa:bbb:ccc:ddd];comp=sigcomp;',
  ' branch=z9hG4bKnashds7',
  'f: <sip:user1_public1@home1.net>;tag=171828',
  't: <sip:sc.home1.net>',
  'Call-ID: cb03a0s09a2sdfglkj490333',
];

const request = (body: Uint8Array, headers: readonly string[], end = '\r\n') =>
  Uint8Array.of(...encodeUtf8(`${[...HEAD, ...headers].join(end)}${end}${end}`), ...body);
const TYPE = 'Content-Type: application/vnd.3gpp.sms';
const SAYS = 'SMS to +27381000015: hellohello';

const find = (tree: Field, name: string) => tree.children.find((child) => child.name === name);
const sentence = (octets: Uint8Array) =>
  describeAnswer({ octets, format: identify(octets)[0]?.format, field: inspect(octets) }).sentence;

describe('a request MESSAGE', () => {
  it('is known by its first line, with the type of its body', () => {
    expect(identify(request(RP, [TYPE]))[0]).toEqual({
      ...{ format: 'sip', confidence: 0.98, reason: 'SIP MESSAGE with application/vnd.3gpp.sms' },
    });
  });

  it('has its headers, with lines that go on, and the message of the relay layer at its octets', () => {
    const octets = request(RP, [TYPE, `Content-Length: ${RP.length}`]);
    const tree = inspect(octets);
    expectTiling(tree);
    expect(tree.meaning).toBe('MESSAGE to sip:sc.home1.net');
    expect(find(tree, 'Via')?.value).toBe('SIP/2.0/UDP [5555::aaa:bbb:ccc:ddd];comp=sigcomp; branch=z9hG4bKnashds7');
    const body = find(tree, 'body');
    expect(toHex(octets.subarray(body?.start, body?.end))).toBe(toHex(RP));
    expect(body?.children.map(({ name, start }) => [name, start])).toEqual([['RP', body?.start]]);
    expect(sentence(octets)).toBe(SAYS);
  });

  it.each([
    ['short names of headers, line feeds', request(RP, ['c: application/vnd.3gpp.sms;x=y', `l:${RP.length}`], '\n')],
    ['hex, as logs have it', request(encodeUtf8(toHex(RP)), [TYPE, `Content-Length: ${RP.length}`])],
    [
      'hex in pairs over lines',
      request(
        encodeUtf8(
          toHex(RP)
            .replace(/(..){1,16}/g, '$&\n')
            .replace(/../g, '$& '),
        ),
        [TYPE],
      ),
    ],
    ['base64', request(encodeUtf8(Buffer.from(RP).toString('base64')), [TYPE, 'Content-Transfer-Encoding: base64'])],
    ['the whole request in hex', encodeUtf8(toHex(request(RP, [TYPE])))],
  ])('%s', (_, octets) => {
    const { field, octets: inner } = unhexed(octets);
    expectTiling(field);
    expect(sentence(inner)).toBe(SAYS);
    expect(findEffects(field, inner)).toEqual([]);
  });

  it('tells what its message does to a phone', () => {
    const silent = hex('01 02 07914477000900F0 00 15 040B915121551532F44000621112810300400178 00 00');
    const octets = request(silent, [TYPE]);
    expect(findEffects(inspect(octets), octets)).toMatchObject([{ effect: 'silent', message: 'SMS-DELIVER' }]);
  });

  it('another body is shown as what it is', () => {
    expect(find(inspect(request(encodeUtf8('Hello'), ['Content-Type: text/plain'])), 'body')?.value).toBe('Hello');
    const card = encodeUtf8('BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe\r\nEND:VCARD\r\n');
    expect(find(inspect(request(card, ['Content-Type: text/x-vcard'])), 'body')?.children[0]?.name).toBe('vCard');
  });

  it('a body that is cut says so', () => {
    const tree = inspect(request(RP.subarray(0, 9), [TYPE, `Content-Length: ${RP.length}`]));
    expect(tree.warnings).toEqual([`Content-Length is ${RP.length}, but the body has 9 octets`]);
    expectTiling(tree);
  });

  it('another request, and a text that begins alike, are not one', () => {
    for (const text of ['MESSAGE to all: SIP/2.0\r\n', 'INVITE sip:a@b SIP/2.0\r\n\r\n', 'MESSAGE sip:a@b HTTP/1.1\r\n\r\n']) {
      expect(identify(encodeUtf8(text)).map(({ format }) => format)).not.toContain('sip');
    }
    expect(inspect(encodeUtf8('INVITE'), { as: 'sip' }).warnings).toEqual(['not a SIP request MESSAGE']);
  });

  it('with any headers and body tiles', () => {
    const line = fc.constantFrom(
      'c: application/vnd.3gpp.sms',
      ' more',
      'x',
      ':',
      '',
      '\t',
      'a:b',
      'l: 99999999999',
      'Content-Length: 3',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), octets(40), fc.constantFrom('\r\n', '\n'), (lines, body, end) => {
        expectTiling(inspect(request(body, lines, end), { as: 'sip' }));
      }),
    );
  });
});

/** What is inside of a text of hex. */
function unhexed(octets: Uint8Array): { readonly field: Field; readonly octets: Uint8Array } {
  const field = inspect(octets);
  const [holder] = field.children;
  return field.name === 'hex' && holder?.octets !== undefined
    ? { field: holder.children[0] as Field, octets: holder.octets }
    : { field, octets };
}
