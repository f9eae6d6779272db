/**
 * TP-PI, the parameter indicator, and the optional fields that it announces at the end of reports.
 *
 *   TP-PI [, another octet of it] ... | [TP-PID] | [TP-DCS] | [TP-UDL | TP-UD]
 *
 * The first octet of TP-PI announces the fields; bit 7 of each says that another octet follows. No release defines bits of the others, and
 * receivers ignore them.
 * Source: 3GPP TS 23.040 section 9.2.3.27.
 * @module
 */
import { copyOctets, requireOctets } from '../bytes/octets.js';
import type { ByteReader, OctetLayout } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { EncodeError } from '../errors.js';
import type { InformationElement } from './information-element.js';
import { MAX_PI_EXTENSION, type Mutable, octet, readDcs, readPid } from './tpdu-fields.js';
import { readUserData, writeUserData } from './user-data.js';

/** The optional fields of reports (TS 23.040 section 9.2.3.27); absent when TP-PI does not announce them. */
export interface OptionalParameters {
  /** Octets of TP-PI after the first, verbatim. Writing sets their extension bits. */
  readonly tpPiExtension?: Uint8Array | undefined;
  /** TP-PID, 0 to 255. */
  readonly tpPid?: number | undefined;
  /** TP-DCS, 0 to 255. */
  readonly tpDcs?: number | undefined;
  /** Elements of the user data header; empty without one. */
  readonly udh?: readonly InformationElement[] | undefined;
  /** TP-UD as text, if TP-DCS names a text coding or is absent. */
  readonly text?: string | undefined;
  /** TP-UD as octets, if TP-DCS names another coding. */
  readonly data?: Uint8Array | undefined;
}

const EXTENSION_BIT = 0x80;
/** Bits of the first octet that announce nothing. */
const RESERVED_BITS = 0x78;
const PI: OctetLayout = {
  name: 'TP-PI',
  spec: '23.040 9.2.3.27',
  bits: [
    { name: 'extension', width: 1 },
    { name: 'reserved', width: 4 },
    { name: 'TP-UDL', width: 1, values: ['absent', 'present'] },
    { name: 'TP-DCS', width: 1, values: ['absent', 'present'] },
    { name: 'TP-PID', width: 1, values: ['absent', 'present'] },
  ],
};

const MORE: OctetLayout = {
  name: 'TP-PI extension',
  spec: '23.040 9.2.3.27',
  bits: [
    { name: 'extension', width: 1 },
    { name: 'reserved', width: 7 },
  ],
};

/** The bits of TP-PI for the fields that are there. */
function announcing(parameters: OptionalParameters): number {
  const hasUserData = parameters.text !== undefined || parameters.data !== undefined || (parameters.udh?.length ?? 0) > 0;
  return (parameters.tpPid === undefined ? 0 : 1) | (parameters.tpDcs === undefined ? 0 : 2) | (hasUserData ? 4 : 0);
}

/** TP-PI as read: the first octet, and those after it. */
type Indicator = { readonly tpPi: number } & Pick<OptionalParameters, 'tpPiExtension'>;

/**
 * Reads TP-PI itself. An indicator that does not end, such as padding of FF, or is longer than any message, leniently counts as missing.
 * @throws DecodeError `truncated`, `bad-value`
 */
export function readIndicator(reader: ByteReader, reading: Reading): Indicator | undefined {
  const { octets, offset: start, end } = reader;
  let last = start;
  while (last < end && (octets[last] as number) >= EXTENSION_BIT) last++;
  if (last === end && last > start) {
    reading.fault('truncated', 'TP-PI', end, 'the extension bit says that another octet follows');
    reader.take(end - start, 'trailing octets');
    return undefined;
  }
  if (last - start > MAX_PI_EXTENSION) {
    reading.fault('bad-value', 'TP-PI', start, `${last - start} further octets, ${MAX_PI_EXTENSION} at most`);
    reader.take(end - start, 'trailing octets');
    return undefined;
  }
  const tpPi = reader.octet(PI);
  if (last === start) return { tpPi };
  while (reader.offset <= last) reader.octet(MORE, 'TP-PI');
  return { tpPi, tpPiExtension: copyOctets(octets.subarray(start + 1, last + 1)) };
}

/** Reads the fields after TP-PI. */
export function readParameters(
  reader: ByteReader,
  indicator: number,
  hasHeader: boolean,
  reading: Reading,
): OptionalParameters {
  const parameters: Mutable<OptionalParameters> = {};
  if ((indicator & 1) !== 0) parameters.tpPid = readPid(reader);
  if ((indicator & 2) !== 0) parameters.tpDcs = readDcs(reader);
  if ((indicator & 4) !== 0) Object.assign(parameters, readUserData(reader, parameters.tpDcs ?? 0, hasHeader, reading));
  return parameters;
}

/** What is written: TP-PI follows from the fields that are there, but for its reserved bits. */
type ParametersInput = OptionalParameters & { readonly tpPi?: number | undefined };

/** Writes TP-PI, unless it would be empty and was not asked for, and the fields after it; returns where they end. @throws EncodeError */
export function writeParameters(parameters: ParametersInput, target: Uint8Array, start: number): number {
  const { tpPi, tpPiExtension = [] } = parameters;
  if (announcing(parameters) === 0 && tpPi === undefined && tpPiExtension.length === 0) return start;
  return writeAnnounced(parameters, target, writeIndicator(parameters, target, start));
}

/** Writes TP-PI; returns where it ends. @throws EncodeError */
export function writeIndicator(parameters: ParametersInput, target: Uint8Array, start: number): number {
  const { tpPi = 0, tpPiExtension: extension = new Uint8Array(0) } = parameters;
  requireOctets(extension, 'tpPiExtension');
  const more = extension.length;
  if (more > MAX_PI_EXTENSION)
    throw new EncodeError('too-long', 'tpPiExtension', undefined, `${more} octets, ${MAX_PI_EXTENSION} at most`);
  let at = start;
  target[at++] = (octet(tpPi, 'tpPi') & RESERVED_BITS) | announcing(parameters) | (more > 0 ? EXTENSION_BIT : 0);
  for (let i = 1; i <= more; i++) target[at++] = ((extension[i - 1] as number) & 0x7f) | (i < more ? EXTENSION_BIT : 0);
  return at;
}

/** Writes the fields that TP-PI announces; returns where they end. @throws EncodeError */
export function writeAnnounced(parameters: ParametersInput, target: Uint8Array, start: number): number {
  let at = start;
  if (parameters.tpPid !== undefined) target[at++] = octet(parameters.tpPid, 'tpPid');
  if (parameters.tpDcs !== undefined) target[at++] = octet(parameters.tpDcs, 'tpDcs');
  if ((announcing(parameters) & 4) === 0) return at;
  return writeUserData(parameters, parameters.tpDcs ?? 0, target, at);
}
