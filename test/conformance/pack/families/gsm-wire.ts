/**
 * What short messages are made of, by plain code from the tables of TS 23.038 and TS 23.040: septets, semi-octets, addresses, times, headers.
 * @module
 */
import { hexOf, sizeOf } from './wire.js';

/** The default alphabet in the order of its codes (TS 23.038 section 6.2.1); the escape at 0x1B is a NUL here. */
export const DEFAULT_ALPHABET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\0ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** The extension table (TS 23.038 section 6.2.1.1). */
export const EXTENSION: readonly (readonly [code: number, character: string])[] = [
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
];

const ESCAPE = 0x1b;
const CODES = new Map<string, readonly number[]>([
  ...[...DEFAULT_ALPHABET].map((character, code): [string, readonly number[]] => [character, [code]]),
  ...EXTENSION.map(([code, character]): [string, readonly number[]] => [character, [ESCAPE, code]]),
]);

/** The septets of a text. */
export const septetsOf = (text: string): number[] =>
  [...text].flatMap((character) => CODES.get(character) as readonly number[]);

/** Octets as hex. */
export const octetsHex = (octets: readonly number[]): string => octets.map((octet) => hexOf(octet)).join('');

/** Septets one after the other, the low bit of each first, after some bits that are zero (TS 23.038 section 6.1.2.1). */
export function packed(septets: readonly number[], fillBits = 0): string {
  const bits = [
    ...Array(fillBits).fill(0),
    ...septets.flatMap((septet) => [0, 1, 2, 3, 4, 5, 6].map((bit) => (septet >> bit) & 1)),
  ];
  const octets: number[] = Array(Math.ceil(bits.length / 8)).fill(0);
  bits.forEach((bit, index) => {
    octets[index >> 3] = (octets[index >> 3] as number) | (bit << (index & 7));
  });
  return octetsHex(octets);
}

/** Semi-octets in pairs, the first in the low half, with a filler where their number is odd (TS 23.040 section 9.1.2.3). */
export function semiOctets(digits: string): string {
  const codes = digits
    .replaceAll('*', 'A')
    .replaceAll('#', 'B')
    .replace(/[abc]/g, (letter) => 'CDE'['abc'.indexOf(letter)] as string);
  const even = codes.length % 2 === 0 ? codes : `${codes}F`;
  return even.replace(/(.)(.)/g, '$2$1');
}

/** Type and digits of an address, or the packed septets of a name. */
export function typeAndDigits(TON: number, NPI: number, address: string): string {
  return hexOf(0x80 | (TON << 4) | NPI) + (TON === 5 ? packed(septetsOf(address)) : semiOctets(address));
}

/** An address whose length counts the semi-octets that are in use (TS 23.040 section 9.1.2.5). */
export function addressHex(TON: number, NPI: number, address: string): string {
  const length = TON === 5 ? Math.ceil((7 * septetsOf(address).length) / 4) : address.length;
  return hexOf(length) + typeAndDigits(TON, NPI, address);
}

/** Year, month, day, hour, minute, second. */
export type Clock = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number];

const two = (value: number) => String(value).padStart(2, '0');
const swapped = (value: number) => semiOctets(two(value));

/** Seven octets of a time and its zone, in quarters of an hour; bit 4 of the last is their sign (TS 23.040 section 9.2.3.11). */
export function timeHex([year, ...rest]: Clock, quarters: number): string {
  const zone = Number.parseInt(swapped(Math.abs(quarters)), 16) | (quarters < 0 ? 8 : 0);
  return [year % 100, ...rest].map(swapped).join('') + hexOf(zone);
}

/** The same time as the pack writes it. */
export function timeText([year, month, day, hour, minute, second]: Clock, quarters: number): string {
  const size = Math.abs(quarters);
  const zone = `${quarters < 0 ? '-' : '+'}${two(Math.floor(size / 4))}:${two(15 * (size % 4))}`;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${zone}`;
}

/** An element of a header. */
export type Element = readonly [iei: number, data: string];

/** Elements with the length of them all before them (TS 23.040 section 9.2.3.24). */
export function headerHex(elements: readonly Element[]): string {
  const body = elements.map(([iei, data]) => hexOf(iei) + hexOf(sizeOf(data)) + data).join('');
  return hexOf(sizeOf(body)) + body;
}

/** Elements as the pack has them. */
export const headerValue = (elements: readonly Element[]) => elements.map(([IEI, IED]) => ({ IEI, IED }));

/** Text in UCS-2. */
export const ucs2Hex = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => hexOf(text.charCodeAt(index), 2)).join('');

/** How the octets after a header are coded. */
export type Alphabet = 'gsm7' | 'ucs2' | 'data';

/** TP-UDL and TP-UD: septets are counted from the first bit of the header, which fill bits follow (TS 23.040 section 9.2.3.24). */
export function userDataHex(alphabet: Alphabet, content: string, elements: readonly Element[] = []): string {
  const header = elements.length === 0 ? '' : headerHex(elements);
  if (alphabet !== 'gsm7') {
    const octets = header + (alphabet === 'ucs2' ? ucs2Hex(content) : content);
    return hexOf(sizeOf(octets)) + octets;
  }
  const bits = 8 * sizeOf(header);
  const before = Math.ceil(bits / 7);
  const septets = septetsOf(content);
  return hexOf(before + septets.length) + header + packed(septets, 7 * before - bits);
}
