/**
 * What the parameters of Kannel's sendsms service mean, and the user data that they make; and the user data in its access log.
 *
 *   username=..&password=..&to=..&udh=%06%05%04%15%81%00%00&text=%02%4A..&coding=1&mclass=1
 *   Sent SMS [SMSC:a] ... [to:447700900123] [flags:-1:1:-1:-1:-1] [msg:16:024A...] [udh:7:06050415810000]
 *
 * Source: Kannel 1.4.5 User's Guide, "SMS Push (SendSMS)".
 * @module
 */

import { decodeUtf8, encodeUtf8, fromHex, toHex } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import type { Pair } from './name-value-pairs.js';
import { userDataOptions } from './smpp-messages.js';
import type { UserDataOptions } from './user-data.js';

/** Parameters that nearly every request to Kannel has. */
const ACCOUNT = ['username', 'password', 'user', 'pass'];
const CONTENT = ['text', 'udh', 'coding', 'mclass', 'dlr-mask'];

/** Whether an address and its parameters are those of the service: by its path, or by what it needs. */
export function isKannel(address: string, pairs: readonly Pair[]): boolean {
  const names = new Set(pairs.map(({ name }) => name.toLowerCase()));
  const hasContent = CONTENT.some((name) => names.has(name));
  if (/\/sendsms\?$/i.test(address.trim())) return hasContent || names.has('to');
  const hasAccount = ACCOUNT.filter((name) => names.has(name)).length === 2;
  return hasAccount && names.has('to') && names.has('text') && (names.has('udh') || names.has('coding'));
}

const CODINGS = ['GSM 7-bit', '8-bit data', 'UCS-2'] as const;
const CLASSES = ['class 0, shown at once', 'class 1, handset', 'class 2, SIM', 'class 3, terminal'] as const;
const WAITING = ['voice mail', 'fax', 'email', 'other'] as const;
const DCS_FORMS = ['the form 1x of data coding', 'the form Fx of data coding'] as const;
const RECEIPTS = ['delivered', 'not delivered', 'queued', 'accepted', 'refused'] as const;

/** What the value of a parameter means; undefined for values that need no explanation. */
export function meaningOfKannel(name: string, value: string): string | undefined {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : undefined;
  if (number === undefined) return undefined;
  switch (name.toLowerCase()) {
    case 'coding':
      return CODINGS[number];
    case 'mclass':
      return CLASSES[number];
    case 'mwi':
      return number > 7 ? undefined : `${WAITING[number % 4]} waiting ${number < 4 ? 'on' : 'off'}`;
    case 'alt-dcs':
      return DCS_FORMS[number];
    case 'validity':
    case 'deferred':
      return `${number} minutes`;
    case 'dlr-mask': {
      const wanted = RECEIPTS.filter((_, bit) => (number >> bit) & 1);
      return wanted.length === 0 ? 'no receipts' : `receipts: ${wanted.join(', ')}`;
    }
    case 'rpi':
      return number === 1 ? 'a reply path' : undefined;
    default:
      return undefined;
  }
}

/** The user data of a request, with its recipient. */
export interface KannelUserData {
  readonly udh: Uint8Array;
  /** Of coding 1; text of the other codings is in `text`. */
  readonly data?: Uint8Array;
  readonly text?: string;
  readonly to: string;
}

/** The user data of a request; undefined for text alone. */
export function userDataOfKannel(pairs: readonly Pair[]): KannelUserData | undefined {
  const findPair = (name: string) => pairs.find((pair) => pair.name.toLowerCase() === name);
  const udh = findPair('udh')?.octets ?? new Uint8Array(0);
  const text = findPair('text');
  const to = findPair('to')?.text ?? '';
  // By default it is 8-bit data after a header, and GSM 7-bit without one.
  const coding = findPair('coding')?.text ?? (udh.length > 0 ? '1' : '0');
  if (coding === '1') return { udh, data: text?.octets ?? new Uint8Array(0), to };
  return udh.length === 0 ? undefined : { udh, text: text?.text ?? '', to };
}

/** User data in a line of the access log, as it is sent. */
export interface AccessData {
  readonly octets: Uint8Array;
  readonly options: UserDataOptions;
  /** Characters of the line that hold it. */
  readonly start: number;
  readonly end: number;
}

/** The user data of a message in the access log; undefined for any other line, and for a message of text alone. */
export function findAccessData(line: string): AccessData | undefined {
  const start = line.indexOf('[msg:');
  const udhAt = line.lastIndexOf('] [udh:');
  if (start < 0 || udhAt < start) return undefined;
  const coding = /\[flags:-?\d+:(-?\d+):[-\d:]*\]\s*$/.exec(line.slice(Math.max(0, start - MAX_FLAGS), start))?.[1];
  const [, text] = /^\[msg:\d+:(.*)$/s.exec(line.slice(start, udhAt)) ?? [];
  const [matched = '', udh = ''] = /^\] \[udh:\d+:([0-9A-F]*)\]/i.exec(line.slice(udhAt)) ?? [];
  const isBinary = coding === '1' || coding === '2';
  if (text === undefined || matched === '' || (udh === '' && !isBinary)) return undefined;
  const octets = tryDecode(() => fromHex(udh + (isBinary ? text : toHex(encodeUtf8(text)))));
  const from = /\[to:([^\]]{0,40})\]/.exec(line)?.[1] ?? '';
  const options = coding === '0' || coding === undefined ? OWN_TEXT : userDataOptions(0, coding === '1' ? DATA : UCS2);
  return octets && { octets, options: { ...options, hasHeader: udh !== '', from }, start, end: udhAt + matched.length };
}

/** Characters of the flags. */
const MAX_FLAGS = 64;
/** data_coding of SMPP. */
const [DATA, UCS2] = [4, 8];
/** Text that the log has decoded already. */
const OWN_TEXT: UserDataOptions = { textOf: (data) => ({ text: decodeUtf8(data, 'msg'), warnings: [] }) };
