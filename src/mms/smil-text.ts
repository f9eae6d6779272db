/**
 * The text of a SMIL part or file, whose encoding a byte order mark, the part, or its own XML declaration may give.
 * @module
 */

import type { Part } from './body.js';
import { decodeText, partText } from './charsets.js';

const DECLARATION = /^<\?xml[^>]{0,100}?\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["'][^>]{0,100}\?>\s*/;

/** The text; a declaration of another encoding than UTF-8 is removed, since UTF-8 is written. */
export function smilText({ data, charset }: Pick<Part, 'data' | 'charset'>): string {
  const isWide = isUtf16(data);
  const text = partText({ data, ...(isWide ? { charset: 'utf-16' } : charset !== undefined && { charset }) });
  const [found, encoding = ''] = DECLARATION.exec(text) ?? [];
  if (found === undefined || /^utf-8$/i.test(encoding)) return text;
  if (isWide) return text.slice(found.length);
  // A declaration that cannot be read in the encoding it names is wrong.
  const decoded = decodeText(data, encoding);
  const declared = decoded && DECLARATION.exec(decoded)?.[0];
  return declared ? decoded.slice(declared.length) : text.slice(found.length);
}

/** Whether octets begin with the byte order mark of UTF-16. */
export function isUtf16(data: Uint8Array): boolean {
  return (data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff);
}
