import { describe, expect, it, vi } from 'vitest';
import { toHex } from '../../../src/bytes/index.js';
import { encodeSi, encodeSl, encodeWbxml, type PushDocument, type ServiceIndication } from '../../../src/push/index.js';

const utf8Hex = (text: string) => toHex(new TextEncoder().encode(text));

describe('the octets of a document', () => {
  // What is written into has 1,024 octets at first: a text of three octets a character passes its end here.
  it.each([337, 338, 339, 340, 341, 342, 682])('a first text of %d characters is written whole', async (length) => {
    vi.resetModules();
    const fresh = await import('../../../src/push/wbxml/documents.js');
    const text = '你'.repeat(length);
    expect(toHex(fresh.encodeSi({ text }))).toBe(`02056A00454603${utf8Hex(text)}000101`);
  });

  it.each<[what: string, si: ServiceIndication, octets: string]>([
    ['the longest start that a value begins with', { href: 'https://www.a' }, '0F0361000101'],
    ['http://www.', { href: 'http://www.a' }, '0D0361000101'],
    ['https://', { href: 'https://a' }, '0E0361000101'],
    ['a start alone', { href: 'http://www.' }, '0D0101'],
    ['no start but the name', { href: 'ftp://a' }, `0B03${utf8Hex('ftp://a')}000101`],
    ['no start of another attribute: an action', { href: 'delete' }, `0B03${utf8Hex('delete')}000101`],
    ['no start of another attribute: an address', { id: 'http://a' }, `1103${utf8Hex('http://a')}000101`],
  ])('an attribute has %s', (_, si, octets) => {
    expect(toHex(encodeSi(si))).toBe(`02056A004586${octets}`);
  });

  it.each([
    ['.com/', '85'],
    ['.edu/', '86'],
    ['.net/', '87'],
    ['.org/', '88'],
  ])('a piece of an address: %s', (piece, token) => {
    expect(toHex(encodeSl({ href: `http://a${piece}b` }))).toBe(`02066A008509036100${token}03620001`);
    expect(toHex(encodeSl({ href: `http://${piece}` }))).toBe(`02066A008509${token}01`);
    expect(toHex(encodeSl({ href: `http://a${piece.slice(0, -1)}` }))).toBe(
      `02066A00850903${utf8Hex(`a${piece.slice(0, -1)}`)}0001`,
    );
  });

  it('what is no document is named in the error', () => {
    expect(() => encodeWbxml(undefined as unknown as PushDocument)).toThrow(/^document is undefined, not an object$/);
    expect(() => encodeWbxml({ kind: 'wml' } as unknown as PushDocument)).toThrow(/^a document's kind is si, sl, co$/);
  });
});
