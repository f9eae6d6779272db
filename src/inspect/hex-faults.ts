/**
 * What is wrong with the digits of a payload, in words: where one is missing or surplus, as far as the payload's own lengths tell.
 * @module
 */
import { type Field, fromHex } from '../bytes/index.js';
import { DecodeError, type FormatError } from '../errors.js';
import type { Format } from './formats.js';
import type { HexRun } from './hex-digits.js';
import type { Announced } from './modem-lines.js';
import type { BoundedOpening } from './nested-payloads.js';

/** What a payload was read as. */
export interface ReadRun {
  readonly format: Format | undefined;
  readonly field: Field;
  /** What a modem says of its length. */
  readonly announced: Announced | undefined;
  readonly refusal: BoundedOpening['refusal'];
}

/**
 * The faults of a run's digits. The offset is that of a character in the line.
 * @param where what the line is called
 */
export function findFaults(run: HexRun, read: ReadRun, where: string): DecodeError[] {
  const found = run.faults.map(({ index, reason }) => new DecodeError('bad-value', where, index, reason));
  if (run.digits.length % 2 !== 0) found.unshift(new DecodeError('truncated', where, run.end - 1, describeOdd(run, read)));
  return found;
}

/** Where a PDU is not as long as a modem announces it; undefined when it is, and when nothing is announced. */
export function describeLength({ octets, digits }: HexRun, announced: Announced | undefined): string | undefined {
  const wanted = announcedOctets(octets, announced);
  if (announced === undefined || wanted === undefined || digits.length % 2 !== 0 || octets.length === wanted) return undefined;
  const { command, isBroadcast } = announced;
  if (isBroadcast) return `${command} announces ${wanted} octets, ${octets.length} are there`;
  const found = Math.max(0, octets.length - 1 - (octets[0] as number));
  return `${command} announces ${announced.octets} octets after the service centre, ${found} are there`;
}

/** Octets that an announced PDU has with the service centre's address; cell broadcast has none. */
export function announcedOctets(octets: Uint8Array, announced: Announced | undefined): number | undefined {
  if (announced?.isBroadcast === true) return announced.octets;
  const [centre] = octets;
  return announced?.octets === undefined || centre === undefined ? undefined : 1 + centre + announced.octets;
}

function describeOdd(run: HexRun, read: ReadRun): string {
  const { octets, digits } = run;
  const { announced } = read;
  const wanted = announcedOctets(octets, announced);
  const more = wanted === undefined ? 0 : 2 * wanted - digits.length;
  const hint = more === 1 || more === -1 ? `; ${announced?.command} announces one digit ${more === 1 ? 'more' : 'less'}` : '';
  return `${digits.length} hex digits, an odd number: ${describePlace(octets, fromHex(`${digits}0`), read)}${hint}`;
}

/** @param padded the octets with the odd digit in a further one */
function describePlace(octets: Uint8Array, padded: Uint8Array, { format, field, refusal }: ReadRun): string {
  const read = (all: Uint8Array) => (format === undefined ? 'any' : refusal(all, format));
  const strict = read(octets);
  const last = octets.length;
  if (strict === undefined) return `one is surplus at or before octet ${last}, where the payload ends`;
  if (read(padded) === undefined) {
    const userData = field.children.find(({ name }) => name === 'TP-UD');
    const place = userData === undefined ? `at or before octet ${last}` : `in TP-UD, octets ${userData.start} to ${last}`;
    return `one is missing ${place}`;
  }
  const { field: path, offset }: Partial<FormatError> = strict === 'any' ? {} : strict;
  const fault = offset === undefined ? `octet ${last}` : `${path} at octet ${Math.min(offset, last)}`;
  return `one is missing or surplus in or before ${fault}`;
}
