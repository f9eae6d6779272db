/**
 * What is wrong with the digits of a payload, in words: where one is missing or surplus, as far as the payload's own lengths tell.
 * @module
 */
import { ByteReader, type Field, fromHex } from '../bytes/index.js';
import { DecodeError, FormatError } from '../errors.js';
import { decodeTpdu } from '../sms/index.js';
import { type Format, TPDU_FORMS } from './formats.js';
import type { HexRun } from './hex-digits.js';
import type { Announced } from './modem-lines.js';
import { isPayloadKind, readPayload } from './payloads.js';
import { readSmpp } from './smpp.js';

/** What a payload was read as. */
export interface ReadRun {
  readonly format: Format | undefined;
  readonly field: Field;
  /** What a modem says of its length. */
  readonly announced: Announced | undefined;
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
  const found = Math.max(0, octets.length - 1 - (octets[0] as number));
  return `${announced.command} announces ${announced.octets} octets after the service centre, ${found} are there`;
}

/** Octets that an announced PDU has with the service centre's address. */
export function announcedOctets(octets: Uint8Array, announced: Announced | undefined): number | undefined {
  const [centre] = octets;
  return announced?.octets === undefined || centre === undefined ? undefined : 1 + centre + announced.octets;
}

function describeOdd(run: HexRun, { format, field, announced }: ReadRun): string {
  const { octets, digits } = run;
  const wanted = announcedOctets(octets, announced);
  const more = wanted === undefined ? 0 : 2 * wanted - digits.length;
  const hint = more === 1 || more === -1 ? `; ${announced?.command} announces one digit ${more === 1 ? 'more' : 'less'}` : '';
  return `${digits.length} hex digits, an odd number: ${describePlace(octets, fromHex(`${digits}0`), format, field)}${hint}`;
}

/** @param padded the octets with the odd digit in a further one */
function describePlace(octets: Uint8Array, padded: Uint8Array, format: Format | undefined, field: Field): string {
  const strict = readStrictly(octets, format);
  const last = octets.length;
  if (strict?.isWhole === true) return `one is surplus at or before octet ${last}, where the payload ends`;
  if (readStrictly(padded, format)?.isWhole === true) {
    const userData = field.children.find(({ name }) => name === 'TP-UD');
    const place = userData === undefined ? `at or before octet ${last}` : `in TP-UD, octets ${userData.start} to ${last}`;
    return `one is missing ${place}`;
  }
  const fault = strict?.offset === undefined ? `octet ${last}` : `${strict.field} at octet ${Math.min(strict.offset, last)}`;
  return `one is missing or surplus in or before ${fault}`;
}

/** What came of a strict reading. */
interface Strict {
  readonly isWhole: boolean;
  readonly field?: string;
  readonly offset?: number | undefined;
}

/** Whether octets are exactly a payload, and where a strict reading stops; undefined for formats that any octets fit. */
function readStrictly(octets: Uint8Array, format: Format | undefined): Strict | undefined {
  if (format === undefined) return undefined;
  try {
    if (TPDU_FORMS[format] !== undefined) decodeTpdu(octets, TPDU_FORMS[format]);
    else if (format === 'smpp') readSmpp(new ByteReader(octets));
    else if (isPayloadKind(format)) {
      const reading = readPayload(format, octets, false, undefined);
      if ('error' in reading) throw reading.error;
    } else return undefined;
    return { isWhole: true };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { isWhole: false, field: error.field, offset: error.offset };
  }
}
