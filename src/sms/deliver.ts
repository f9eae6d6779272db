/**
 * SMS-DELIVER, from the network to the handset.
 *
 *   first octet | TP-OA | TP-PID | TP-DCS | TP-SCTS (7) | TP-UDL | TP-UD
 *
 * Source: 3GPP TS 23.040 section 9.2.2.1.
 * @module
 */
import { requireFlag, requireObject } from '../bytes/check.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { type Address, type AddressInput, readAddress, writeAddress } from './address.js';
import { readTimestamp, type Timestamp, writeTimestamp } from './time.js';
import {
  expectEnd,
  expectType,
  type Mutable,
  octet,
  RESERVED_TYPE,
  readDcs,
  readPid,
  tpduScratch,
  withContent,
} from './tpdu-fields.js';
import { hasElements, readUserData, type UserData, type UserDataInput, writeUserData } from './user-data.js';

/** An SMS-DELIVER that was read: a message to a handset (TS 23.040 section 9.2.2.1). */
export interface Deliver extends UserData {
  /** TP-OA: the sender. */
  readonly tpOa: Address;
  /** TP-PID, 0 to 255. */
  readonly tpPid: number;
  /** TP-DCS, 0 to 255; see `decodeDcs`. */
  readonly tpDcs: number;
  /** TP-SCTS: when the service centre received the message. */
  readonly tpScts: Timestamp;
  /** The bit TP-MMS verbatim: true means that NO more messages wait. */
  readonly tpMms: boolean;
  /** TP-LP, loop prevention: the message was forwarded or spawned. */
  readonly tpLp: boolean;
  /** A status report will be returned. */
  readonly tpSri: boolean;
  /** A reply path is set. */
  readonly tpRp: boolean;
}

/** An SMS-DELIVER to write: absent members are 0 or false, except `tpMms`, which is true (no more messages). */
export interface DeliverInput extends UserDataInput {
  /** TP-OA: the sender. */
  readonly tpOa: AddressInput;
  /** TP-PID, 0 by default. */
  readonly tpPid?: number | undefined;
  /** TP-DCS, 0 by default. */
  readonly tpDcs?: number | undefined;
  /** TP-SCTS: when the service centre received the message. */
  readonly tpScts: Timestamp;
  /** The bit TP-MMS verbatim: true, the default, means that NO more messages wait. */
  readonly tpMms?: boolean | undefined;
  /** TP-LP, loop prevention: the message was forwarded or spawned; false by default. */
  readonly tpLp?: boolean | undefined;
  /** A status report will be returned; false by default. */
  readonly tpSri?: boolean | undefined;
  /** A reply path is set; false by default. */
  readonly tpRp?: boolean | undefined;
}

const FIRST_OCTET: OctetLayout = {
  name: 'first octet',
  spec: '23.040 9.2.2.1',
  bits: [
    { name: 'TP-RP', width: 1, values: ['no reply path', 'reply path'] },
    { name: 'TP-UDHI', width: 1, values: ['no header', 'header'] },
    { name: 'TP-SRI', width: 1, values: ['no status report', 'status report will be returned'] },
    { name: 'reserved', width: 1 },
    { name: 'TP-LP', width: 1 },
    { name: 'TP-MMS', width: 1, values: ['more messages wait', 'no more messages'] },
    { name: 'TP-MTI', width: 2, values: ['SMS-DELIVER'] },
  ],
};

/**
 * Encodes an SMS-DELIVER, without a service centre address (TS 23.040 section 9.2.2.1).
 * @throws EncodeError as `encodeSubmit`.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeDeliver } from 'handset/sms';
 *
 * const tpScts = { at: new Date('2026-11-21T09:00:00Z'), offsetMinutes: 0 };
 * toHex(encodeDeliver({ tpOa: { ton: 5, npi: 0, text: 'Bistro' }, tpScts, text: 'Hello' }));
 * // -> '040BD0C2F49C2E7F0300006211129000000005C8329BFD06'
 * ```
 */
export function encodeDeliver(deliver: DeliverInput): Uint8Array {
  requireObject(deliver, 'deliver');
  requireFlag(deliver.tpMms, 'tpMms');
  requireFlag(deliver.tpLp, 'tpLp');
  requireFlag(deliver.tpSri, 'tpSri');
  requireFlag(deliver.tpRp, 'tpRp');
  const target = tpduScratch();
  const tpDcs = octet(deliver.tpDcs ?? 0, 'tpDcs');
  const hasHeader = hasElements(deliver);
  target[0] =
    (deliver.tpMms === false ? 0 : 0x04) |
    (deliver.tpLp === true ? 0x08 : 0) |
    (deliver.tpSri === true ? 0x20 : 0) |
    (hasHeader ? 0x40 : 0) |
    (deliver.tpRp === true ? 0x80 : 0);
  let at = writeAddress(deliver.tpOa, target, 1, 'tpOa');
  target[at++] = octet(deliver.tpPid ?? 0, 'tpPid');
  target[at++] = tpDcs;
  at = writeTimestamp(deliver.tpScts, target, at, 'tpScts');
  return target.slice(0, writeUserData(deliver, tpDcs, target, at));
}

/**
 * Decodes an SMS-DELIVER, without a service centre address (TS 23.040 section 9.2.2.1).
 * @param options.lenient continue past the faults that `decodeSubmit` accepts.
 * @throws DecodeError as `decodeSubmit`.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeDeliver, formatAddress } from 'handset/sms';
 *
 * const { tpOa, text } = decodeDeliver(fromHex('040B917283010010F500086211129000002A0A041E0442043204350442'));
 * [formatAddress(tpOa), text]; // -> ['+27381000015', 'Ответ']
 * ```
 */
export function decodeDeliver(octets: Uint8Array, options?: DecodeOptions): Deliver {
  return readDeliver(new ByteReader(octets), options);
}

/** {@link decodeDeliver} on a cursor, which is left at the end. Leniently the reserved type is an SMS-DELIVER, as for a handset (TS 23.040 9.2.3.1). */
export function readDeliver(reader: ByteReader, options?: DecodeOptions): Deliver {
  const reading = Reading.of(options);
  const start = reader.offset;
  const first = reader.octet(FIRST_OCTET);
  if ((first & 3) === 3) reading.fault('bad-value', 'TP-MTI', start, RESERVED_TYPE);
  else expectType(first, 0, 'SMS-DELIVER', start);
  const tpOa = readAddress(reader, 'TP-OA', reading);
  const tpPid = readPid(reader);
  const tpDcs = readDcs(reader);
  const tpScts = readTimestamp(reader, 'TP-SCTS', reading);
  const content = readUserData(reader, tpDcs, (first & 0x40) !== 0, reading);
  expectEnd(reader, reading);
  const deliver: Mutable<Deliver> = {
    tpOa,
    tpPid,
    tpDcs,
    tpScts,
    tpMms: (first & 0x04) !== 0,
    tpLp: (first & 0x08) !== 0,
    tpSri: (first & 0x20) !== 0,
    tpRp: (first & 0x80) !== 0,
    udh: content.udh,
  };
  return withContent(deliver, content);
}
