/**
 * The bounds of SMS: straight code for these tasks alone, with the address and the ASCII table in place, that allocates only its result.
 * @module
 */
import type { Contender } from './harness.js';
import { bareHex, type Found, hexOf, type Message, usable } from './peers.js';

export const TO = '+447700900123';
export const DIGITS = '447700900123';
/** TP-DA, TP-PID and TP-DCS 00 behind first octet and TP-MR. */
const ADDRESS = [0x0c, 0x91, 0x44, 0x77, 0x00, 0x09, 0x10, 0x32];
/** 2026-11-12 12:00:00 +02:00. */
const SCTS = [0x62, 0x11, 0x21, 0x21, 0x00, 0x00, 0x80];
export const SCTS_MS = Date.UTC(2026, 10, 12, 10);

/** Called this way it stays inlined whatever kinds of strings come; `text.charCodeAt` does not. */
const { charCodeAt } = String.prototype;

/** Septet by ASCII code, for the characters of the inputs (no extension characters among them). */
const SEPTET = septetTable();

function septetTable(): Uint8Array {
  const table = new Uint8Array(128);
  for (let code = 0x20; code < 0x7f; code++) table[code] = code;
  table[0x24] = 0x02;
  table[0x40] = 0x00;
  table[0x5f] = 0x11;
  table[0x0a] = 0x0a;
  return table;
}

/** ASCII code by septet. */
const ASCII = asciiTable();

function asciiTable(): Uint8Array {
  const table = new Uint8Array(128);
  for (let code = 127; code > 0; code--) {
    const septet = SEPTET[code] as number;
    if (septet !== 0) table[septet] = code;
  }
  table[0] = 0x40;
  return table;
}

export function boundsOf(run: (message: Message) => Uint8Array[]): Contender<Message>[] {
  return [
    { name: 'plain loop', role: 'bound', form: 'octets', run, view: (parts: Uint8Array[]) => parts.map(hexOf) },
    // What is left to gain against the peers that give hex.
    { name: 'plain loop + hex', role: 'bound', form: 'hex', run: (message) => run(message).map(boundHex), view: bareHex },
  ];
}

/** Sixteen digits a call, which made the least of the ways tried here; joined at the end as `usable` asks of everybody. */
function boundHex(octets: Uint8Array): string {
  const length = octets.length;
  let text = '';
  let i = 0;
  for (; i + 8 <= length; i += 8) {
    const a = octets[i] as number;
    const b = octets[i + 1] as number;
    const c = octets[i + 2] as number;
    const d = octets[i + 3] as number;
    const e = octets[i + 4] as number;
    const f = octets[i + 5] as number;
    const g = octets[i + 6] as number;
    const h = octets[i + 7] as number;
    text += String.fromCharCode(
      HEX[a >> 4] as number,
      HEX[a & 15] as number,
      HEX[b >> 4] as number,
      HEX[b & 15] as number,
      HEX[c >> 4] as number,
      HEX[c & 15] as number,
      HEX[d >> 4] as number,
      HEX[d & 15] as number,
      HEX[e >> 4] as number,
      HEX[e & 15] as number,
      HEX[f >> 4] as number,
      HEX[f & 15] as number,
      HEX[g >> 4] as number,
      HEX[g & 15] as number,
      HEX[h >> 4] as number,
      HEX[h & 15] as number,
    );
  }
  for (; i < length; i++) {
    const octet = octets[i] as number;
    text += String.fromCharCode(HEX[octet >> 4] as number, HEX[octet & 15] as number);
  }
  return usable(text);
}

const HEX = Uint8Array.from('0123456789ABCDEF', (digit) => digit.charCodeAt(0));

export function boundSubmits({ text }: Message): Uint8Array[] {
  const length = text.length;
  const octets = new Uint8Array(13 + ((length * 7 + 7) >> 3));
  writeHead(octets, 0x01, 0x00, length);
  packFrom(text, 0, length, octets, 13);
  return [octets];
}

export function boundConcatenated({ text }: Message): Uint8Array[] {
  const count = Math.ceil(text.length / 153);
  const parts: Uint8Array[] = new Array(count);
  for (let part = 0, start = 0; part < count; part++, start += 153) {
    const end = Math.min(start + 153, text.length);
    const length = end - start;
    // The header takes the place of seven septets.
    const octets = new Uint8Array(13 + (((length + 7) * 7 + 7) >> 3));
    writeHead(octets, 0x41, 0x00, length + 7);
    writeConcat(octets, count, part + 1);
    octets[19] = (SEPTET[charCodeAt.call(text, start)] as number) << 1;
    packFrom(text, start + 1, end, octets, 20);
    parts[part] = octets;
  }
  return parts;
}

export function boundUcs2({ text }: Message): Uint8Array[] {
  const count = Math.ceil(text.length / 67);
  const parts: Uint8Array[] = new Array(count);
  for (let part = 0, start = 0; part < count; part++, start += 67) {
    const end = Math.min(start + 67, text.length);
    const octets = new Uint8Array(19 + 2 * (end - start));
    writeHead(octets, 0x41, 0x08, 6 + 2 * (end - start));
    writeConcat(octets, count, part + 1);
    for (let i = start, at = 19; i < end; i++, at += 2) {
      const unit = charCodeAt.call(text, i);
      octets[at] = unit >> 8;
      octets[at + 1] = unit;
    }
    parts[part] = octets;
  }
  return parts;
}

function writeHead(octets: Uint8Array, first: number, dcs: number, udl: number): void {
  octets[0] = first;
  for (let i = 0; i < 8; i++) octets[2 + i] = ADDRESS[i] as number;
  octets[11] = dcs;
  octets[12] = udl;
}

function writeConcat(octets: Uint8Array, count: number, sequence: number): void {
  octets[13] = 5;
  octets[15] = 3;
  octets[17] = count;
  octets[18] = sequence;
}

/** Eight characters in seven octets at a time. */
function packFrom(text: string, start: number, end: number, octets: Uint8Array, at: number): void {
  let i = start;
  for (; i + 8 <= end; i += 8, at += 7) {
    const b = SEPTET[charCodeAt.call(text, i + 1)] as number;
    const c = SEPTET[charCodeAt.call(text, i + 2)] as number;
    const d = SEPTET[charCodeAt.call(text, i + 3)] as number;
    const e = SEPTET[charCodeAt.call(text, i + 4)] as number;
    const f = SEPTET[charCodeAt.call(text, i + 5)] as number;
    const g = SEPTET[charCodeAt.call(text, i + 6)] as number;
    octets[at] = (SEPTET[charCodeAt.call(text, i)] as number) | (b << 7);
    octets[at + 1] = (b >> 1) | (c << 6);
    octets[at + 2] = (c >> 2) | (d << 5);
    octets[at + 3] = (d >> 3) | (e << 4);
    octets[at + 4] = (e >> 4) | (f << 3);
    octets[at + 5] = (f >> 5) | (g << 2);
    octets[at + 6] = (g >> 6) | ((SEPTET[charCodeAt.call(text, i + 7)] as number) << 1);
  }
  let pending = 0;
  let bits = 0;
  for (; i < end; i++) {
    pending |= (SEPTET[charCodeAt.call(text, i)] as number) << bits;
    bits += 7;
    if (bits >= 8) {
      octets[at++] = pending;
      pending >>= 8;
      bits -= 8;
    }
  }
  if (bits > 0) octets[at] = pending;
}

const scratch = new Uint8Array(160);
/** Views of the scratch by length: making one costs more than the text. */
const scratchOf = Array.from({ length: 161 }, (_, length) => scratch.subarray(0, length));
const latin1 = new TextDecoder('latin1');

function readText(octets: Uint8Array, at: number, count: number): string {
  let pending = 0;
  let bits = 0;
  for (let i = 0; i < count; i++) {
    if (bits < 7) {
      pending |= (octets[at++] as number) << bits;
      bits += 8;
    }
    scratch[i] = ASCII[pending & 127] as number;
    pending >>= 7;
    bits -= 7;
  }
  return latin1.decode(scratchOf[count] as Uint8Array);
}

export function boundReadSubmit(octets: Uint8Array): Found {
  const tpPid = octets[10] as number;
  const tpDcs = octets[11] as number;
  return { digits: DIGITS, tpPid, tpDcs, text: readText(octets, 13, octets[12] as number), tpMr: octets[1] as number };
}

export function boundReadDeliver(octets: Uint8Array): Found {
  const tpPid = octets[9] as number;
  const tpDcs = octets[10] as number;
  return { digits: DIGITS, tpPid, tpDcs, text: readText(octets, 19, octets[18] as number), atMs: SCTS_MS };
}

/** The same user data as an SMS-DELIVER. */
export function asDeliver(submit: Uint8Array): Uint8Array {
  return Uint8Array.from([0x04, ...ADDRESS, ...submit.subarray(10, 12), ...SCTS, ...submit.subarray(12)]);
}

export function total(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** The service centre of a message from the handset, and its octets as an address of the relay layer: length, type, digits. */
export const CENTRE = '447700900099';
const CENTRE_OCTETS = [0x07, 0x91, 0x44, 0x77, 0x00, 0x09, 0x00, 0x99] as const;

/** A TPDU in RP-DATA from the handset, reference 1, in CP-DATA of transaction 1. */
export function boundWrap(tpdu: Uint8Array): Uint8Array {
  const rpLength = 3 + CENTRE_OCTETS.length + 1 + tpdu.length;
  const octets = new Uint8Array(3 + rpLength);
  octets.set([0x19, 0x01, rpLength, 0x00, 0x01, 0x00]);
  octets.set(CENTRE_OCTETS, 6);
  octets[14] = tpdu.length;
  octets.set(tpdu, 15);
  return octets;
}

/** The TPDU in them. */
export function boundUnwrap(octets: Uint8Array): Uint8Array {
  const destination = 6 + (octets[5] as number);
  const at = destination + 1 + (octets[destination] as number);
  return octets.slice(at + 1, at + 1 + (octets[at] as number));
}
