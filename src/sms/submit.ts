/**
 * SMS-SUBMIT, from the handset to the network.
 *
 *   first octet | TP-MR | TP-DA | TP-PID | TP-DCS | [TP-VP] | TP-UDL | TP-UD
 *
 * Source: 3GPP TS 23.040 section 9.2.2.2.
 * @module
 */
import { requireFlag, requireObject } from '../bytes/check.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { type Address, type AddressInput, readAddress, writeAddress } from './address.js';
import { findVpf, readValidity, type ValidityPeriod, writeValidity } from './time.js';
import { expectEnd, expectType, type Mutable, octet, readDcs, readPid, tpduScratch, withContent } from './tpdu-fields.js';
import { hasElements, readUserData, type UserData, type UserDataInput, writeUserData } from './user-data.js';

/** An SMS-SUBMIT that was read or built: a message from a handset (TS 23.040 section 9.2.2.2). */
export interface Submit extends UserData {
  /** TP-MR, the message reference, 0 to 255; a phone replaces it. */
  readonly tpMr: number;
  /** TP-DA: the recipient. */
  readonly tpDa: Address;
  /** TP-PID, the protocol identifier, 0 to 255; see `describePid`. */
  readonly tpPid: number;
  /** TP-DCS, the data coding scheme, 0 to 255; see `decodeDcs`. */
  readonly tpDcs: number;
  /** TP-VP, the validity period; absent when TP-VPF says there is none. */
  readonly tpVp?: ValidityPeriod;
  /** TP-SRR: a status report is requested. */
  readonly tpSrr: boolean;
  /** TP-RD: the service centre is to reject duplicates. */
  readonly tpRd: boolean;
  /** TP-RP: a reply path is set. */
  readonly tpRp: boolean;
}

/** An SMS-SUBMIT to write: absent members are 0 or false, and there is no validity period by default. */
export interface SubmitInput extends UserDataInput {
  /** TP-MR, the message reference, 0 to 255. */
  readonly tpMr?: number | undefined;
  /** TP-DA: the recipient. */
  readonly tpDa: AddressInput;
  /** TP-PID, 0 to 255. */
  readonly tpPid?: number | undefined;
  /** TP-DCS, 0 to 255; text codings need `text`, the others `data`. */
  readonly tpDcs?: number | undefined;
  /** TP-VP, the validity period; the service centre's own when absent. */
  readonly tpVp?: ValidityPeriod | undefined;
  /** TP-SRR: request a status report. */
  readonly tpSrr?: boolean | undefined;
  /** TP-RD: let the service centre reject duplicates. */
  readonly tpRd?: boolean | undefined;
  /** TP-RP: set a reply path. */
  readonly tpRp?: boolean | undefined;
}

const SPEC = '23.040 9.2.2.2';

const FIRST_OCTET: OctetLayout = {
  name: 'first octet',
  spec: SPEC,
  bits: [
    { name: 'TP-RP', width: 1, values: ['no reply path', 'reply path'] },
    { name: 'TP-UDHI', width: 1, values: ['no header', 'header'] },
    { name: 'TP-SRR', width: 1, values: ['no status report', 'status report requested'] },
    { name: 'TP-VPF', width: 2, values: ['none', 'enhanced', 'relative', 'absolute'] },
    { name: 'TP-RD', width: 1, values: ['accept duplicates', 'reject duplicates'] },
    { name: 'TP-MTI', width: 2, values: [undefined, 'SMS-SUBMIT'] },
  ],
};

/**
 * Encodes an SMS-SUBMIT, without a service centre address (TS 23.040 section 9.2.2.2).
 * @throws EncodeError `bad-value`, `too-long` or `unencodable` with the field's path and, in a text, the index.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeSubmit } from 'handset/sms';
 *
 * toHex(encodeSubmit({ tpDa: '27381000015', tpMr: 200, tpSrr: true, text: 'report please' }));
 * // -> '21C80B917283010010F500000DF232FC2DA783E0EC72785E06'
 * ```
 */
export function encodeSubmit(submit: SubmitInput): Uint8Array {
  requireObject(submit, 'submit');
  const target = tpduScratch();
  const tpDcs = octet(submit.tpDcs ?? 0, 'tpDcs');
  const hasHeader = hasElements(submit);
  const at = writeHead(submit, submit.tpDa, submit.tpMr ?? 0, tpDcs, hasHeader, target);
  return target.slice(0, writeUserData(submit, tpDcs, target, at));
}

/** What precedes TP-UDL and has no member of its own in {@link writeHead}. */
type Head = Pick<SubmitInput, 'tpPid' | 'tpVp' | 'tpSrr' | 'tpRd' | 'tpRp'>;

/** @throws TypeError for a flag that is neither left out nor true or false. */
export function requireFlags({ tpSrr, tpRd, tpRp }: Head): void {
  requireFlag(tpSrr, 'tpSrr');
  requireFlag(tpRd, 'tpRd');
  requireFlag(tpRp, 'tpRp');
}

/**
 * Writes what precedes TP-UDL and returns where it ends.
 * @throws EncodeError `bad-value` or `too-long` with the field.
 */
export function writeHead(
  head: Head,
  tpDa: AddressInput,
  tpMr: number,
  tpDcs: number,
  hasHeader: boolean,
  target: Uint8Array,
): number {
  requireFlags(head);
  const { tpPid, tpVp, tpSrr, tpRd, tpRp } = head;
  target[0] =
    0x01 |
    (tpRd === true ? 0x04 : 0) |
    (findVpf(tpVp) << 3) |
    (tpSrr === true ? 0x20 : 0) |
    (hasHeader ? 0x40 : 0) |
    (tpRp === true ? 0x80 : 0);
  target[1] = octet(tpMr, 'tpMr');
  let at = writeAddress(tpDa, target, 2, 'tpDa');
  target[at++] = octet(tpPid ?? 0, 'tpPid');
  target[at++] = tpDcs;
  return tpVp === undefined ? at : writeValidity(tpVp, target, at);
}

/**
 * Decodes an SMS-SUBMIT, without a service centre address (TS 23.040 section 9.2.2.2).
 * @param options.lenient continue past faults of addresses, times and lengths, characters that the alphabet lacks, and octets after the last field.
 * @throws DecodeError `truncated`, `trailing-bytes` or `bad-value` with the field and the octet at which it begins.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeSubmit } from 'handset/sms';
 *
 * const { tpDa, text } = decodeSubmit(fromHex('01000B917283010010F500000CE8329BFD066D789BF2C607'));
 * [tpDa, text]; // -> [{ ton: 1, npi: 1, digits: '27381000015' }, 'hello [€]']
 * ```
 */
export function decodeSubmit(octets: Uint8Array, options?: DecodeOptions): Submit {
  return readSubmit(new ByteReader(octets), options);
}

/** {@link decodeSubmit} on a cursor, which is left at the end. */
export function readSubmit(reader: ByteReader, options?: DecodeOptions): Submit {
  const reading = Reading.of(options);
  const start = reader.offset;
  const first = reader.octet(FIRST_OCTET);
  expectType(first, 1, 'SMS-SUBMIT', start);
  const tpMr = reader.u8('TP-MR', '23.040 9.2.3.6');
  const tpDa = readAddress(reader, 'TP-DA', reading);
  const tpPid = readPid(reader);
  const tpDcs = readDcs(reader);
  const tpVp = readValidity(reader, (first >> 3) & 3, reading);
  const content = readUserData(reader, tpDcs, (first & 0x40) !== 0, reading);
  expectEnd(reader, reading);
  const tpSrr = (first & 0x20) !== 0;
  const tpRd = (first & 0x04) !== 0;
  const tpRp = (first & 0x80) !== 0;
  const submit: Mutable<Submit> = { tpMr, tpDa, tpPid, tpDcs, tpSrr, tpRd, tpRp, udh: content.udh };
  if (tpVp !== undefined) submit.tpVp = tpVp;
  return withContent(submit, content);
}
