/**
 * Names and numbers of WSP: content types, charsets and push applications.
 *
 * A name is matched in any case and comes back as the register writes it. Where two programs name a code differently (8A, 8E, 96),
 * the name is that of WAP-230-WSP table 40.
 * Source: WAP-230-WSP appendix A; OMNA registers of content types and push application ids; IANA MIBenum numbers.
 * @module
 */
import { APPLICATIONS, CHARSETS, CONTENT_TYPES, REGISTERED_CONTENT_TYPES } from './wsp-tables.js';

/** The content type of a code, or undefined when none is registered. */
export function contentTypeOfCode(code: number): string | undefined {
  return CONTENT_TYPES[code] ?? REGISTERED_CONTENT_TYPES[code];
}

/** The code of a content type without parameters, or undefined when it has none. */
export function codeOfContentType(contentType: string): number | undefined {
  typeCodes ??= codesByName([...CONTENT_TYPES.entries(), ...numbered(REGISTERED_CONTENT_TYPES)]);
  return typeCodes.get(contentType.toLowerCase());
}

/** The name of a MIBenum number, or undefined for one that WSP does not list. */
export function charsetOfMib(mib: number): string | undefined {
  return CHARSETS[mib];
}

/** The MIBenum number of a charset, or undefined for one that WSP does not list. */
export function mibOfCharset(charset: string): number | undefined {
  charsetMibs ??= codesByName(numbered(CHARSETS));
  return charsetMibs.get(charset.toLowerCase());
}

/** The URI of a push application's code, such as `x-wap-application:wml.ua` of 2; undefined when none is registered. */
export function applicationOfCode(code: number): string | undefined {
  return APPLICATIONS[code];
}

/** The code of a push application, given as URI or as what follows `x-wap-application:`; undefined when it has none. */
export function codeOfApplication(application: string): number | undefined {
  applicationCodes ??= codesByName(APPLICATIONS.entries());
  const name = application.toLowerCase();
  return applicationCodes.get(name) ?? applicationCodes.get(`x-wap-application:${name}`);
}

let typeCodes: ReadonlyMap<string, number> | undefined;
let charsetMibs: ReadonlyMap<string, number> | undefined;
let applicationCodes: ReadonlyMap<string, number> | undefined;

function codesByName(entries: Iterable<readonly [code: number, name: string | undefined]>): ReadonlyMap<string, number> {
  const codes = new Map<string, number>();
  for (const [code, name] of entries) if (name !== undefined) codes.set(name.toLowerCase(), code);
  return codes;
}

function numbered(table: Readonly<Record<number, string>>): [number, string][] {
  return Object.entries(table).map(([code, name]) => [Number(code), name]);
}
