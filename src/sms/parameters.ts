/**
 * TP-PI, the parameter indicator, and the optional fields that it announces at the end of reports.
 *
 *   TP-PI | [TP-PID] | [TP-DCS] | [TP-UDL | TP-UD]
 *
 * Source: 3GPP TS 23.040 section 9.2.3.27.
 * @module
 */
import type { ByteReader, OctetLayout } from '../bytes/reader.js';
import { DecodeError } from '../errors.js';
import type { InformationElement } from './information-element.js';
import type { DecodeOptions } from './options.js';
import { type Mutable, octet, readDcs, readPid } from './submit.js';
import { readUserData, writeUserData } from './user-data.js';

/** The optional fields; each is absent when TP-PI does not announce it. */
export interface OptionalParameters {
  /** TP-PID, when it is there. */
  readonly tpPid?: number | undefined;
  /** TP-DCS, when it is there. */
  readonly tpDcs?: number | undefined;
  /** Elements of the user data header; empty without one. */
  readonly udh?: readonly InformationElement[] | undefined;
  /** TP-UD as text, when TP-DCS names a text coding. */
  readonly text?: string | undefined;
  /** TP-UD as octets, when it does not. */
  readonly data?: Uint8Array | undefined;
}

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

/** TP-PI for the fields that are there. */
export function parameterIndicator(parameters: OptionalParameters): number {
  const hasUserData = parameters.text !== undefined || parameters.data !== undefined || (parameters.udh?.length ?? 0) > 0;
  return (parameters.tpPid === undefined ? 0 : 1) | (parameters.tpDcs === undefined ? 0 : 2) | (hasUserData ? 4 : 0);
}

/** Reads TP-PI itself. @throws DecodeError `bad-value` for an extended one, whose fields nobody has defined. */
export function readIndicator(reader: ByteReader): number {
  const start = reader.offset;
  const indicator = reader.octet(PI);
  if (indicator >= 0x80) throw new DecodeError('bad-value', 'TP-PI', start, 'an extended indicator is not defined');
  return indicator;
}

/** Reads the fields behind TP-PI. */
export function readParameters(
  reader: ByteReader,
  indicator: number,
  hasHeader: boolean,
  options: DecodeOptions | undefined,
): OptionalParameters {
  const parameters: Mutable<OptionalParameters> = {};
  if ((indicator & 1) !== 0) parameters.tpPid = readPid(reader);
  if ((indicator & 2) !== 0) parameters.tpDcs = readDcs(reader);
  if ((indicator & 4) !== 0) Object.assign(parameters, readUserData(reader, parameters.tpDcs ?? 0, hasHeader, options));
  return parameters;
}

/** Writes the fields behind TP-PI and returns where they end. */
export function writeParameters(parameters: OptionalParameters, target: Uint8Array, start: number): number {
  let at = start;
  if (parameters.tpPid !== undefined) target[at++] = octet(parameters.tpPid, 'tpPid');
  if (parameters.tpDcs !== undefined) target[at++] = octet(parameters.tpDcs, 'tpDcs');
  if ((parameterIndicator(parameters) & 4) === 0) return at;
  return writeUserData(parameters, parameters.tpDcs ?? 0, target, at);
}
