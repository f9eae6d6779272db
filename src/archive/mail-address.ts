/**
 * Addresses in headers of mail. A number has the type that MMS gives it in place of a domain.
 *
 *   Ada <+447700900123/TYPE=PLMN>, "O'Hara, B." <b@mail.example>, =?UTF-8?B?...?= <c@mail.example>
 *
 * Source: RFC 5322 section 3.4; OMA-TS-MMS_ENC section 8 and TS 23.140 for the type.
 * @module
 */
import { decodeWords, encodeWords } from './mime.js';

/** An address and a name. */
export interface MailAddress {
  readonly address: string;
  readonly name?: string | undefined;
}

const PLMN = /\/TYPE=PLMN(?:@.*)?$/is;

/** The addresses of a header. */
export function readMailAddresses(header: string): MailAddress[] {
  const addresses: MailAddress[] = [];
  for (const item of splitList(header)) {
    const angle = item.angle;
    const words = item.words.trim();
    const raw = (angle ?? words).trim();
    const address = plainNumber(raw.replace(/^"((?:[^"\\]|\\.)*)"$/s, (_, inner: string) => inner.replace(/\\(.)/gs, '$1')));
    const name = angle === undefined ? '' : decodeWords(words);
    if (address !== '' || name !== '') addresses.push({ address, ...(name !== '' && { name }) });
  }
  return addresses;
}

function plainNumber(address: string): string {
  return address.replace(PLMN, '');
}

interface Item {
  words: string;
  angle: string | undefined;
}

/** Items of a list: quoted texts without their quotes, comments left out. */
function splitList(header: string): Item[] {
  const items: Item[] = [];
  let item: Item = { words: '', angle: undefined };
  let depth = 0;
  const { length } = header;
  for (let i = 0; i < length; i++) {
    const character = header[i] as string;
    if (depth > 0) {
      if (character === '\\') i++;
      else if (character === '(') depth++;
      else if (character === ')') depth--;
    } else if (character === '"') {
      let end = i + 1;
      let text = '';
      for (; end < length && header[end] !== '"'; end++) {
        if (header[end] === '\\' && end + 1 < length) end++;
        text += header[end];
      }
      i = end;
      item.words += text;
    } else if (character === '<') {
      const end = angleEnd(header, i + 1);
      item.angle = header.slice(i + 1, end);
      i = end;
    } else if (character === '(') depth = 1;
    else if (character === ',' || character === ';') {
      items.push(item);
      item = { words: '', angle: undefined };
    } else if (character === ':' && item.angle === undefined && !item.words.includes('@')) item.words = '';
    else item.words += character;
  }
  items.push(item);
  return items;
}

/** Where the angle brackets end: not at one inside of quotation marks. */
function angleEnd(header: string, start: number): number {
  let isQuoted = false;
  for (let i = start; i < header.length; i++) {
    if (isQuoted && header[i] === '\\') i++;
    else if (header[i] === '"') isQuoted = !isQuoted;
    else if (header[i] === '>' && !isQuoted) return i;
  }
  return header.length;
}

/** An address as a header has it; undefined for one that mail has no form for. */
export function formatMailAddress({ address, name }: MailAddress): string | undefined {
  const spec = formatSpec(address);
  if (spec === undefined) return undefined;
  if (name === undefined || name === '') return `<${spec}>`;
  const words = /^[A-Za-z0-9][A-Za-z0-9 '+-]*$/.test(name) ? encodeWords(name) : quotedName(name);
  return `${words} <${spec}>`;
}

function quotedName(name: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(name) && !name.includes('=?')) return `"${name.replace(/["\\]/g, '\\$&')}"`;
  return encodeWords(name);
}

function formatSpec(address: string): string | undefined {
  if (/^\+?[0-9*#]+$/.test(address)) return `${address}/TYPE=PLMN`;
  if (PLMN.test(address)) return undefined;
  if (/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+$/.test(address)) return address;
  return /^[ -~]+$/.test(address) ? `"${address.replace(/["\\]/g, '\\$&')}"` : undefined;
}
