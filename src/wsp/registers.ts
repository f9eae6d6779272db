/**
 * Names and numbers of WSP: content types, charsets, push applications and headers.
 *
 * A name is matched in any case and comes back as the register writes it. Where two programs name a code differently (8A, 8E, 96),
 * the name is that of WAP-230-WSP table 40.
 * Source: WAP-230-WSP appendix A; OMNA registers of content types and push application ids; IANA MIBenum numbers.
 * @module
 */
import { requireText } from '../bytes/check.js';
import { APPLICATIONS, CHARSETS, CONTENT_TYPES, REGISTERED_CONTENT_TYPES } from './tables.js';

/** Returns the content type of a WSP code (WAP-230-WSP table 40, OMNA); undefined for an unregistered code. */
export function contentTypeOfCode(code: number): string | undefined {
  return CONTENT_TYPES[code] ?? REGISTERED_CONTENT_TYPES[code];
}

/** Returns the WSP code of a content type without parameters (WAP-230-WSP table 40, OMNA); undefined for one without a code. */
export function codeOfContentType(contentType: string): number | undefined {
  requireText(contentType, 'contentType');
  typeCodes ??= codesByName([...CONTENT_TYPES.entries(), ...numbered(REGISTERED_CONTENT_TYPES)]);
  return typeCodes.get(contentType.toLowerCase());
}

/** Returns the name of a charset by its MIBenum number, such as `utf-8` for 106; undefined for one that WSP does not list (WAP-230-WSP table 42). */
export function charsetOfMib(mib: number): string | undefined {
  return CHARSETS[mib];
}

/** Returns the MIBenum number of a charset by its name, such as 106 for `utf-8`; undefined for one that WSP does not list (WAP-230-WSP table 42). */
export function mibOfCharset(charset: string): number | undefined {
  requireText(charset, 'charset');
  charsetMibs ??= codesByName(numbered(CHARSETS));
  return charsetMibs.get(charset.toLowerCase());
}

/** Returns the URI of a push application by its code (OMNA), such as `x-wap-application:wml.ua` for 2; undefined for an unregistered code. */
export function applicationOfCode(code: number): string | undefined {
  return APPLICATIONS[code];
}

/** Returns the code of a push application (OMNA) by its URI, with or without `x-wap-application:`; undefined for one without a code. */
export function codeOfApplication(application: string): number | undefined {
  requireText(application, 'application');
  applicationCodes ??= codesByName(APPLICATIONS.entries());
  const name = application.toLowerCase();
  return applicationCodes.get(name) ?? applicationCodes.get(`x-wap-application:${name}`);
}

/** Returns the name of a header by its code on the first page, as HTTP writes it (WAP-230-WSP table 39); undefined for an unknown code. */
export function headerNameOfCode(code: number): string | undefined {
  headerNames ??= HEADER_NAMES.split(' ');
  return headerNames[code];
}

/** Names of header codes on the first page, from 0 on (table 39). */
const HEADER_NAMES =
  'Accept Accept-Charset Accept-Encoding Accept-Language Accept-Ranges Age Allow Authorization Cache-Control Connection ' +
  'Content-Base Content-Encoding Content-Language Content-Length Content-Location Content-MD5 Content-Range Content-Type Date Etag ' +
  'Expires From Host If-Modified-Since If-Match If-None-Match If-Range If-Unmodified-Since Location Last-Modified ' +
  'Max-Forwards Pragma Proxy-Authenticate Proxy-Authorization Public Range Referer Retry-After Server Transfer-Encoding ' +
  'Upgrade User-Agent Vary Via Warning WWW-Authenticate Content-Disposition X-Wap-Application-Id X-Wap-Content-URI X-Wap-Initiator-URI ' +
  'Accept-Application Bearer-Indication Push-Flag Profile Profile-Diff Profile-Warning Expect TE Trailer Accept-Charset ' +
  'Accept-Encoding Cache-Control Content-Range X-Wap-Tod Content-ID Set-Cookie Cookie Encoding-Version Profile-Warning Content-Disposition ' +
  'X-WAP-Security Cache-Control';

let typeCodes: ReadonlyMap<string, number> | undefined;
let charsetMibs: ReadonlyMap<string, number> | undefined;
let applicationCodes: ReadonlyMap<string, number> | undefined;
let headerNames: readonly string[] | undefined;

function codesByName(entries: Iterable<readonly [code: number, name: string | undefined]>): ReadonlyMap<string, number> {
  const codes = new Map<string, number>();
  for (const [code, name] of entries) if (name !== undefined) codes.set(name.toLowerCase(), code);
  return codes;
}

function numbered(table: Readonly<Record<number, string>>): [number, string][] {
  return Object.entries(table).map(([code, name]) => [Number(code), name]);
}
