import { describe, expect, it } from 'vitest';
import {
  applicationOfCode,
  charsetOfMib,
  codeOfApplication,
  codeOfContentType,
  contentTypeOfCode,
  headerNameOfCode,
  mibOfCharset,
} from '../../src/wsp/registers.js';
import { fixture } from '../support/vectors.js';

interface Register {
  types: { code: number; type: string | null }[];
  registered: { code: number; type: string }[];
  charsets: { mib: number; name: string }[];
  pushApplicationIds: { code: number; uri: string }[];
}

const { types, registered, charsets, pushApplicationIds } = fixture('data/wsp-content-types.json') as Register;
const named = (rows: { code: number; type: string | null }[]) =>
  rows.flatMap(({ code, type }) => (type === null ? [] : [{ code, type }]));

describe('content types (WAP-230-WSP table 40, OMNA)', () => {
  const all = [...named(types), ...registered];

  it('each type has its code, in any letter case', () => {
    const codes = all.map(({ code }) => code);
    expect(all.map(({ type }) => codeOfContentType(type))).toEqual(codes);
    expect(all.map(({ type }) => codeOfContentType(type.toUpperCase()))).toEqual(codes);
    expect(all.map(({ type }) => codeOfContentType(type.toLowerCase()))).toEqual(codes);
  });

  it('each code has its type, as the register writes it', () => {
    expect(all.map(({ code }) => contentTypeOfCode(code))).toEqual(all.map(({ type }) => type));
  });

  it.each([0x59, 0x5b, 0x7f, 0x80, 0x200, 0x31f, -1])('the code %i has no type', (code) => {
    expect(contentTypeOfCode(code)).toBeUndefined();
  });

  it.each(['', 'text', 'text/plain; charset=utf-8', 'application/x-foo', 'undefined', 'constructor'])(
    '%j has no code',
    (type) => {
      expect(codeOfContentType(type)).toBeUndefined();
    },
  );
});

describe('charsets (WAP-230-WSP table 42, IANA MIBenum)', () => {
  it('each charset has its number, in any letter case', () => {
    const mibs = charsets.map(({ mib }) => mib);
    expect(charsets.map(({ name }) => mibOfCharset(name))).toEqual(mibs);
    expect(charsets.map(({ name }) => mibOfCharset(name.toUpperCase()))).toEqual(mibs);
    expect(charsets.map(({ name }) => mibOfCharset(name.toLowerCase()))).toEqual(mibs);
  });

  it('each number has its charset', () => {
    expect(charsets.map(({ mib }) => charsetOfMib(mib))).toEqual(charsets.map(({ name }) => name));
  });

  it('KOI8-R (2084) is not listed', () => {
    expect(mibOfCharset('koi8-r')).toBeUndefined();
    expect(charsetOfMib(2084)).toBeUndefined();
  });
});

describe('push applications (OMNA)', () => {
  it('each URI has its code, with and without x-wap-application:, in any letter case', () => {
    const codes = pushApplicationIds.map(({ code }) => code);
    const short = pushApplicationIds.map(({ uri }) => uri.replace('x-wap-application:', ''));
    expect(pushApplicationIds.map(({ uri }) => codeOfApplication(uri))).toEqual(codes);
    expect(pushApplicationIds.map(({ uri }) => codeOfApplication(uri.toUpperCase()))).toEqual(codes);
    expect(short.map(codeOfApplication)).toEqual(codes);
    expect(short).toContain('mms.ua');
  });

  it('each code has its URI', () => {
    expect(pushApplicationIds.map(({ code }) => applicationOfCode(code))).toEqual(pushApplicationIds.map(({ uri }) => uri));
  });

  it('an unregistered code and an unknown URI have no other', () => {
    expect(applicationOfCode(0x0b)).toBeUndefined();
    expect(codeOfApplication('x-other:wml.ua')).toBeUndefined();
  });
});

describe('header names (WAP-230-WSP table 39)', () => {
  it.each([
    [0x00, 'Accept'],
    [0x01, 'Accept-Charset'],
    [0x08, 'Cache-Control'],
    [0x0d, 'Content-Length'],
    [0x0e, 'Content-Location'],
    [0x11, 'Content-Type'],
    [0x12, 'Date'],
    [0x14, 'Expires'],
    [0x1d, 'Last-Modified'],
    [0x29, 'User-Agent'],
    [0x2e, 'Content-Disposition'],
    [0x2f, 'X-Wap-Application-Id'],
    [0x30, 'X-Wap-Content-URI'],
    [0x31, 'X-Wap-Initiator-URI'],
    [0x34, 'Push-Flag'],
    [0x3b, 'Accept-Charset'],
    [0x3d, 'Cache-Control'],
    [0x40, 'Content-ID'],
    [0x43, 'Encoding-Version'],
    [0x45, 'Content-Disposition'],
    [0x47, 'Cache-Control'],
    [0x48, undefined],
  ])('the code %i is %s', (code, name) => {
    expect(headerNameOfCode(code)).toBe(name);
  });
});

describe('arguments of the wrong type', () => {
  it.each<[string, (name: never) => unknown]>([
    ['contentType', codeOfContentType],
    ['charset', mibOfCharset],
    ['application', codeOfApplication],
  ])('%s is named in a TypeError', (argument, lookUp) => {
    expect(() => lookUp(3 as never)).toThrow(new TypeError(`${argument} is 3, not a string`));
  });
});
