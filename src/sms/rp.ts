/**
 * The relay layer of short messages: RP-DATA, RP-ACK, RP-ERROR and RP-SMMA, which carry a TPDU between handset and network. SIP MESSAGE has
 * them as `application/vnd.3gpp.sms`, GSM and its successors in a CP-DATA.
 *
 *   RP-DATA    RP-MTI | RP-MR | RP-OA | RP-DA | length, TPDU
 *   RP-ACK     RP-MTI | RP-MR | [ 41, length, TPDU ]
 *   RP-ERROR   RP-MTI | RP-MR | length, RP-Cause, [diagnostic] | [ 41, length, TPDU ]
 *   RP-SMMA    RP-MTI | RP-MR
 *
 * RP-MTI names the type and the direction. From the handset RP-OA is empty and RP-DA the service centre, to it the other way round.
 * Source: 3GPP TS 24.011 sections 7.3 and 8.2.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError, EncodeError } from '../errors.js';
import { type Address, type AddressInput, readServiceCentre, writeServiceCentre } from './address.js';
import type { Direction } from './tpdu.js';
import { type CarriedField, expectEnd, octet, readCarried } from './tpdu-fields.js';

/** What all messages of the relay layer have. */
interface RpHeader {
  /** From the handset (`MO`) or to it (`MT`); its TPDU goes the same way. */
  readonly direction: Direction;
  /** RP-Message Reference, 0 to 255: the answer repeats it. */
  readonly rpMr: number;
}

/** RP-DATA: carries a TPDU (TS 24.011 section 7.3.1). */
export interface RpData extends RpHeader {
  readonly type: 'RP-DATA';
  /** RP-Originator Address: the service centre, in direction `MT`. */
  readonly rpOa?: Address | undefined;
  /** RP-Destination Address: the service centre, in direction `MO`. */
  readonly rpDa?: Address | undefined;
  /** RP-User Data: the TPDU, for `decodeTpdu` with the same direction. */
  readonly rpUd: Uint8Array;
}

/** RP-ACK: acknowledges an RP-DATA or RP-SMMA (TS 24.011 section 7.3.3). */
export interface RpAck extends RpHeader {
  readonly type: 'RP-ACK';
  /** RP-User Data: an SMS-DELIVER-REPORT or SMS-SUBMIT-REPORT. */
  readonly rpUd?: Uint8Array | undefined;
}

/** RP-ERROR: refuses an RP-DATA or RP-SMMA (TS 24.011 section 7.3.4). */
export interface RpError extends RpHeader {
  readonly type: 'RP-ERROR';
  /** RP-Cause, 0 to 127; see {@link describeRpCause}. */
  readonly rpCause: number;
  /** The diagnostic octet after the cause, if there is one; lenient reading keeps more octets. */
  readonly diagnostic?: Uint8Array | undefined;
  /** RP-User Data: an SMS-DELIVER-REPORT or SMS-SUBMIT-REPORT with TP-FCS. */
  readonly rpUd?: Uint8Array | undefined;
}

/** RP-SMMA: tells the network that the handset has memory for messages again (TS 24.011 section 7.3.2). */
export interface RpSmma extends RpHeader {
  readonly type: 'RP-SMMA';
  readonly direction: 'MO';
}

/** A message of the relay layer of short messages (TS 24.011 section 7.3) that was read. */
export type RpMessage = RpData | RpAck | RpError | RpSmma;

/** A message of the relay layer to write. */
export type RpMessageInput =
  | (Omit<RpData, 'rpOa' | 'rpDa'> & {
      /** RP-Originator Address: the service centre, in direction `MT`. */
      readonly rpOa?: AddressInput | undefined;
      /** RP-Destination Address: the service centre, in direction `MO`. */
      readonly rpDa?: AddressInput | undefined;
    })
  | RpAck
  | RpError
  | RpSmma;

/** Media type of an encoded RpMessage in a SIP MESSAGE request (TS 24.341). */
export const RP_CONTENT_TYPE = 'application/vnd.3gpp.sms';

/** The types by RP-MTI, from the handset and to it in turns. */
const TYPES = ['RP-DATA', 'RP-ACK', 'RP-ERROR', 'RP-SMMA'] as const;

const RESERVED_MTI = 7;

/** Octets of RP-User Data (TS 24.011 8.2.5.3). */
const MAX_USER_DATA = 232;
const USER_DATA: CarriedField = { field: 'RP-UD', spec: '24.011 8.2.5.3', maxOctets: MAX_USER_DATA, content: 'TPDU' };
/** RP-Cause has 2 to 3 octets with its length (TS 24.011 8.2.5.4). */
const MAX_DIAGNOSTIC = 1;
const USER_DATA_IEI = 0x41;
/** Any message fits: the fixed fields, two addresses, a cause with its diagnostic, and user data. */
const MAX_OCTETS = 2 + 2 * 14 + 2 + MAX_DIAGNOSTIC + 2 + MAX_USER_DATA;

const MESSAGE_TYPE: OctetLayout = {
  name: 'RP-MTI',
  spec: '24.011 8.2.2',
  bits: [
    { name: 'spare', width: 5 },
    {
      name: 'type',
      width: 3,
      values: Array.from({ length: 7 }, (_, mti) => `${TYPES[mti >> 1]} ${mti % 2 === 0 ? 'from' : 'to'} the handset`),
    },
  ],
};

const CAUSE: OctetLayout = {
  name: 'RP-Cause',
  spec: '24.011 8.2.5.4',
  bits: [
    { name: 'extension', width: 1 },
    { name: 'cause', width: 7 },
  ],
};

/**
 * Encodes a message of the relay layer (TS 24.011 section 7.3).
 * @throws EncodeError `bad-value`, `too-long`, naming the field.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeRp } from 'handset/sms';
 *
 * toHex(encodeRp({ type: 'RP-ERROR', direction: 'MT', rpMr: 42, rpCause: 38 })); // -> '052A0126'
 * ```
 */
export function encodeRp(message: RpMessageInput): Uint8Array {
  requireObject(message, 'message');
  const { type, direction } = message;
  const kind = TYPES.indexOf(type);
  if (kind < 0) throw new TypeError(`type is ${TYPES.join(', ')}`);
  if (direction !== 'MO' && direction !== 'MT') throw new TypeError("direction is 'MO' or 'MT'");
  if (type === 'RP-SMMA' && (direction as Direction) === 'MT')
    throw EncodeError.badValue('direction', 'RP-SMMA comes from the handset');
  const target = new Uint8Array(MAX_OCTETS);
  target[0] = 2 * kind + (direction === 'MT' ? 1 : 0);
  target[1] = octet(message.rpMr, 'rpMr');
  let at = 2;
  switch (type) {
    case 'RP-DATA':
      at = writeServiceCentre(message.rpOa, target, at, 'rpOa');
      at = writeServiceCentre(message.rpDa, target, at, 'rpDa');
      at = writeUserData(message.rpUd, target, at);
      break;
    case 'RP-ERROR':
      at = writeCause(message, target, at);
  }
  if (type === 'RP-ACK' || type === 'RP-ERROR') {
    if (message.rpUd === undefined) return target.slice(0, at);
    target[at++] = USER_DATA_IEI;
    at = writeUserData(message.rpUd, target, at);
  }
  return target.slice(0, at);
}

function writeUserData(rpUd: Uint8Array, target: Uint8Array, at: number): number {
  requireOctets(rpUd, 'rpUd');
  if (rpUd.length > MAX_USER_DATA)
    throw new EncodeError('too-long', 'rpUd', undefined, `${rpUd.length} octets, limit is ${MAX_USER_DATA}`);
  target[at] = rpUd.length;
  target.set(rpUd, at + 1);
  return at + 1 + rpUd.length;
}

function writeCause({ rpCause, diagnostic = new Uint8Array(0) }: RpError, target: Uint8Array, at: number): number {
  requireOctets(diagnostic, 'diagnostic');
  if ((rpCause & 0x7f) !== rpCause) throw EncodeError.badValue('rpCause', `${rpCause} is not 0 to 127`);
  if (diagnostic.length > MAX_DIAGNOSTIC)
    throw new EncodeError('too-long', 'diagnostic', undefined, `${diagnostic.length} octets, limit is ${MAX_DIAGNOSTIC}`);
  target[at] = 1 + diagnostic.length;
  target[at + 1] = rpCause;
  target.set(diagnostic, at + 2);
  return at + 2 + diagnostic.length;
}

/**
 * Decodes a message of the relay layer (TS 24.011 section 7.3).
 * @param options.lenient continue past faults of addresses, a cause of more than two octets, user data that are too long, and octets after the last
 * field.
 * @throws DecodeError `truncated`; `bad-value` for a reserved RP-MTI, a cause of no or more than two octets, or an invalid address; `trailing-bytes`.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeRp, decodeTpdu } from 'handset/sms';
 *
 * const rp = decodeRp(fromHex('002A0007914477000900100A01050491214300000141'));
 * if (rp.type !== 'RP-DATA') throw new Error(rp.type);
 * const { type } = decodeTpdu(rp.rpUd, { direction: rp.direction });
 * type; // -> 'SMS-SUBMIT'
 * ```
 */
export function decodeRp(octets: Uint8Array, options?: DecodeOptions): RpMessage {
  return readRp(new ByteReader(octets), options);
}

/** {@link decodeRp} on a cursor, which is left at the end. */
export function readRp(reader: ByteReader, options?: DecodeOptions): RpMessage {
  const reading = Reading.of(options);
  const start = reader.offset;
  const mti = reader.octet(MESSAGE_TYPE) & 7;
  if (mti === RESERVED_MTI) throw new DecodeError('bad-value', 'RP-MTI', start, `${RESERVED_MTI} is reserved`);
  const header = { direction: mti % 2 === 0 ? 'MO' : 'MT', rpMr: reader.u8('RP-MR', '24.011 8.2.3') } as const;
  const message = readByType(reader, TYPES[mti >> 1] as RpMessage['type'], header, reading);
  expectEnd(reader, reading, message.type);
  return message;
}

function readByType(reader: ByteReader, type: RpMessage['type'], header: RpHeader, reading: Reading): RpMessage {
  switch (type) {
    case 'RP-DATA': {
      const rpOa = readServiceCentre(reader, reading, 'RP-OA');
      const rpDa = readServiceCentre(reader, reading, 'RP-DA');
      const rpUd = readCarried(reader, USER_DATA, reading);
      return { type, ...header, ...(rpOa !== undefined && { rpOa }), ...(rpDa !== undefined && { rpDa }), rpUd };
    }
    case 'RP-ACK':
      return { type, ...header, ...readReport(reader, reading) };
    case 'RP-ERROR':
      return { type, ...header, ...readCause(reader, reading), ...readReport(reader, reading) };
    case 'RP-SMMA':
      return { type, rpMr: header.rpMr, direction: 'MO' };
  }
}

/** The user data of an answer, where it has any. */
function readReport(reader: ByteReader, reading: Reading): { readonly rpUd?: Uint8Array } {
  // Any other element is what follows the last field.
  if (reader.octets[reader.offset] !== USER_DATA_IEI || reader.remaining === 0) return {};
  reader.u8('IEI', '24.011 8.2.5.3');
  return { rpUd: readCarried(reader, USER_DATA, reading) };
}

function readCause(reader: ByteReader, reading: Reading): Pick<RpError, 'rpCause' | 'diagnostic'> {
  const at = reader.offset;
  const length = reader.u8('RP-Cause/length', '24.011 8.2.5.4');
  if (length === 0) throw new DecodeError('bad-value', 'RP-Cause/length', at, 'needs an octet for the cause, found none');
  const limit = 1 + MAX_DIAGNOSTIC;
  if (length > limit) reading.fault('bad-value', 'RP-Cause/length', at, `${length} octets, limit is ${limit}`);
  const body = reader.sub(length, 'RP-Cause');
  const rpCause = body.octet(CAUSE) & 0x7f;
  reader.trace?.mean(describeRpCause(rpCause));
  return body.remaining === 0 ? { rpCause } : { rpCause, diagnostic: copyOctets(body.take(body.remaining, 'diagnostic')) };
}

const CAUSES: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [1, 'unassigned number'],
  [8, 'operator determined barring'],
  [10, 'call barred'],
  [11, 'reserved'],
  [21, 'short message transfer rejected'],
  [22, 'memory capacity exceeded'],
  [27, 'destination out of order'],
  [28, 'unidentified subscriber'],
  [29, 'facility rejected'],
  [30, 'unknown subscriber'],
  [38, 'network out of order'],
  [41, 'temporary failure'],
  [42, 'congestion'],
  [47, 'resources unavailable'],
  [50, 'requested facility not subscribed'],
  [69, 'requested facility not implemented'],
  [81, 'invalid short message transfer reference'],
  [95, 'semantically incorrect message'],
  [96, 'invalid mandatory information'],
  [97, 'unknown message type'],
  [98, 'message not compatible with the protocol state'],
  [99, 'unknown information element'],
  [111, 'protocol error'],
  [127, 'interworking error'],
]);

/** Describes RP-Cause in words (TS 24.011 table 8.4): `reserved N` for a value that the table lacks. */
export function describeRpCause(rpCause: number): string {
  return CAUSES.get(rpCause) ?? `reserved ${rpCause}`;
}
