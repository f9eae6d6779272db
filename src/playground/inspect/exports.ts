/**
 * What can be taken away: the octets as one line, in a language's own notation, and the name of a file. No DOM here.
 * @module
 */
import { toHex } from '../../bytes/index.js';
import { TABLE } from '../../inspect/formats/table.js';
import type { Format } from '../../inspect/index.js';

/** Octets in a line of an array. */
const WIDTH = 12;

/** An array of C, twelve octets a line. */
export function toCArray(octets: Uint8Array, name = 'payload'): string {
  const lines: string[] = [];
  for (let at = 0; at < octets.length; at += WIDTH) {
    const row = Array.from(octets.subarray(at, at + WIDTH), (octet) => `0x${octet.toString(16).padStart(2, '0')}`);
    lines.push(`  ${row.join(', ')},`);
  }
  return `const unsigned char ${name}[${octets.length}] = {\n${lines.join('\n')}${lines.length === 0 ? '' : '\n'}};\n`;
}

/** Bytes of Python, in one line. */
export function toPythonBytes(octets: Uint8Array): string {
  return `bytes.fromhex("${toHex(octets).toLowerCase()}")\n`;
}

/** Notations of octets that are copied, by their names. */
export const NOTATIONS: Readonly<Record<string, { readonly words: string; readonly write: (octets: Uint8Array) => string }>> = {
  hex: { words: 'hex, one line', write: toHex },
  c: { words: 'C array', write: (octets) => toCArray(octets) },
  python: { words: 'Python bytes', write: toPythonBytes },
  json: { words: 'JSON array', write: (octets) => `${JSON.stringify([...octets])}\n` },
};

/** Extension and media type where the row of the format does not tell them. */
const FILES: { readonly [F in Format]?: readonly [extension: string, type: string] } = {
  seo: ['.seo', 'application/octet-stream'],
  rtttl: ['.rtttl', 'text/plain'],
  motorola: ['.txt', 'text/plain'],
  wbxml: ['.wbxml', 'application/octet-stream'],
  'push-xml': ['.xml', 'text/xml'],
  mms: ['.mms', 'application/vnd.wap.mms-message'],
  smil: ['.smil', 'application/smil'],
  zip: ['.zip', 'application/zip'],
  sckl: ['.txt', 'text/plain'],
  at: ['.txt', 'text/plain'],
  hex: ['.txt', 'text/plain'],
  text: ['.txt', 'text/plain'],
  wav: ['.wav', 'audio/wav'],
  jad: ['.jad', 'text/vnd.sun.j2me.app-descriptor'],
  form: ['.txt', 'application/x-www-form-urlencoded'],
  kannel: ['.txt', 'text/plain'],
  soap: ['.xml', 'text/xml'],
  xml: ['.xml', 'text/xml'],
  html: ['.html', 'text/html'],
  json: ['.json', 'application/json'],
  'smpp-json': ['.json', 'application/json'],
  base64: ['.txt', 'text/plain'],
};

/** What the octets are downloaded as. A page of HTML is named text, so that nothing opens it. */
export function fileOf(format: Format | undefined): { readonly name: string; readonly type: string } {
  const { extensions = [], contentTypes = [] } = format === undefined ? {} : TABLE[format];
  const byRow = [extensions[0] ?? '.bin', contentTypes[0] ?? 'application/octet-stream'] as const;
  const [extension, type] = (format && FILES[format]) ?? byRow;
  return { name: `payload${extension}`, type: format === 'html' ? 'text/plain' : type };
}
