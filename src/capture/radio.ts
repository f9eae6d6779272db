/**
 * Messages on the radio, in the header of GSMTAP: frames of LAPDm on the channels of GSM, blocks of cell broadcast, what goes between a base station and its
 * controller, NAS messages of LTE, and commands to a SIM.
 *
 * Source: osmocom's gsmtap.h; 3GPP TS 44.006 sections 2 and 5.8 (LAPDm), TS 44.012 section 3 (CBCH), TS 48.058 sections 8.3 and 9 (RSL), TS 24.301 sections 8.2 and 9 (NAS),
 * TS 31.111 section 7.1 and TS 51.011 section 9.2 (SIM).
 * @module
 */
import { u16be } from '../bytes/octets.js';
import { FormatError } from '../errors.js';
import { type Direction, decodeTpdu } from '../sms/index.js';
import { joinPieces, type Piece } from './fragments.js';

/** What a packet of GSMTAP has: a message that is complete, a reason for none, or undefined for a part of one. */
export type RadioFound =
  | {
      readonly format: 'cp' | 'tpdu-mt' | 'pdu-mo' | 'pdu-mt' | 'cbs';
      readonly octets: Uint8Array;
      readonly packets: readonly number[];
      readonly layers: readonly string[];
    }
  | string
  | undefined;

/** Types of payload. */
export const GSMTAP_TYPE = { Um: 1, Abis: 2, Sim: 4, LteNas: 18 } as const;
/** Channels of the radio that handsets have to themselves. */
const DEDICATED: readonly number[] = [6, 7, 8, 9, 10];
/** Channels of cell broadcast, beside SDCCH/8 and SDCCH/4. */
const BROADCAST: readonly number[] = [12, 15];
/** A channel beside one of them. */
const ASSOCIATED = 0x80;
/** Protocol discriminator of short messages. */
const SMS_PROTOCOL = 9;

/** Reads packets of GSMTAP. What a channel has so far is kept. */
export class RadioReader {
  readonly #links = new Map<string, Link>();
  /** The blocks of a page that a channel of cell broadcast has so far. */
  readonly #pages = new Map<string, Piece[]>();
  /** Channels on which a schedule goes on. */
  readonly #schedules = new Set<string>();

  read(octets: Uint8Array, packet: number, key: string): RadioFound {
    if (octets.length < 16 || octets[0] !== 2) return 'GSMTAP that is not version 2';
    const headerOctets = 4 * (octets[1] as number);
    if (headerOctets < 16 || headerOctets > octets.length) return 'GSMTAP that is cut';
    const payload = octets.subarray(headerOctets);
    const type = octets[2] as number;
    switch (type) {
      case GSMTAP_TYPE.Um:
        return this.#readUm(octets, payload, packet, key);
      case GSMTAP_TYPE.Abis:
        return layered('RSL', readAbis(payload), packet);
      case GSMTAP_TYPE.LteNas:
        return layered('NAS', readNas(payload), packet);
      case GSMTAP_TYPE.Sim:
        return readSim(payload, packet);
      default:
        return `GSMTAP of type ${type}`;
    }
  }

  #readUm(header: Uint8Array, payload: Uint8Array, packet: number, key: string): RadioFound {
    const channel = header[12] as number;
    // The number of the frequency tells the direction, too.
    const id = [key, u16be(header, 4), header[3], channel, header[14]].join(' ');
    if (BROADCAST.includes(channel)) return this.#readBlock(id, payload, packet);
    if (!DEDICATED.includes(channel & ~ASSOCIATED)) return 'GSM on a common channel';
    // On a slow associated channel, two octets about power and timing come first.
    const frame = (channel & ASSOCIATED) === 0 ? payload : payload.subarray(2);
    const [address = 0, control = 0, length] = frame;
    if (length === undefined) return 'LAPDm that is cut';
    const information = frame.subarray(3, 3 + (length >> 2));
    if (information.length < length >> 2) return 'LAPDm that is cut';
    const sapi = (address >> 2) & 7;
    const found = this.#readLink(`${id} ${sapi}`, control, (length & 2) !== 0, { octets: information, packets: [packet] });
    return typeof found !== 'object' ? found : layered('LAPDm', found.octets, ...found.packets);
  }

  /** A block of a page, whose first octet says which one it is: the last completes the page. */
  #readBlock(id: string, block: Uint8Array, packet: number): RadioFound {
    const [type = 0] = block;
    if (block.length < BLOCK_OCTETS) return 'CBCH that is cut';
    const number = type & 15;
    if (number === NULL_BLOCK) return 'CBCH without a message';
    if (((type >> 5) & 3) !== 1 || (number >= PAGE_BLOCKS && number !== SCHEDULE)) return 'CBCH of another protocol';
    const isLast = (type & LAST_BLOCK) !== 0;
    if (number === SCHEDULE || (number > 0 && this.#schedules.has(id))) {
      this.#pages.delete(id);
      if (isLast) this.#schedules.delete(id);
      else this.#schedules.add(id);
      return 'CBCH schedule';
    }
    this.#schedules.delete(id);
    const page = number === 0 ? [] : this.#pages.get(id);
    this.#pages.delete(id);
    if (page?.length !== number) return 'CBCH blocks with a gap';
    page.push({ octets: block.subarray(1, BLOCK_OCTETS), packets: [packet] });
    if (!isLast && page.length < PAGE_BLOCKS) {
      this.#pages.set(id, page);
      return undefined;
    }
    return { format: 'cbs', layers: ['CBCH'], ...joinPieces(page) };
  }

  /** A frame of a link; its information frames have a number, and say whether the message goes on. */
  #readLink(id: string, control: number, isMore: boolean, piece: Piece): Piece | string | undefined {
    const isInformation = (control & 1) === 0;
    if (!isInformation) {
      // Supervisory frames leave the link as it is; the others, UI apart, set it up or end it.
      if ((control & 3) === 3 && (control & 0xef) !== 3) this.#links.delete(id);
      return piece.octets.length === 0 || isMore ? 'LAPDm without a message' : piece;
    }
    const number = (control >> 1) & 7;
    const link = this.#links.get(id);
    if (link?.last === number) return 'LAPDm frame sent again';
    const isNext = link === undefined || number === ((link.last + 1) & 7);
    const pieces = isNext ? (link?.pieces ?? []) : [];
    // The beginning of a message may have been missed.
    const isLost = !isNext && link.pieces.length > 0;
    pieces.push(piece);
    if (pieces.length > MAX_FRAMES) {
      this.#links.delete(id);
      return 'LAPDm message that is too long';
    }
    this.#links.set(id, { last: number, pieces: isMore ? pieces : [] });
    if (isMore) return isLost ? 'LAPDm frames with a gap' : undefined;
    return isLost ? 'LAPDm frames with a gap' : joinPieces(pieces);
  }
}

interface Link {
  /** Number of its last frame. */
  readonly last: number;
  /** What a message has so far. */
  readonly pieces: Piece[];
}

/** Octets of a block with its type; blocks of a page. */
const [BLOCK_OCTETS, PAGE_BLOCKS] = [23, 4] as const;
/** Of the type of a block: its number where it begins a schedule, or where nothing is sent; the bit of the last one. */
const [SCHEDULE, NULL_BLOCK, LAST_BLOCK] = [8, 15, 0x10] as const;

/** Frames of a message: one of 251 octets takes 14. */
const MAX_FRAMES = 32;

/** A message of layer 3, when it is a short message's. */
function layered(name: string, message: Uint8Array | string, ...packets: readonly number[]): RadioFound {
  if (typeof message === 'string') return message;
  return isShortMessage(message)
    ? { format: 'cp', octets: message, packets, layers: [name, 'CP'] }
    : `${name} with another protocol`;
}

const CP_DATA = 1;
/** Value of a transaction identifier that another octet has. */
const EXTENDED_TI = 7;

/** Whether octets begin as a message of the connection layer, and have what it says. */
function isShortMessage(octets: Uint8Array): boolean {
  const [first = 0] = octets;
  if ((first & 15) !== SMS_PROTOCOL) return false;
  const typeAt = ((first >> 4) & 7) === EXTENDED_TI && ((octets[1] ?? 0) & 0x80) !== 0 ? 2 : 1;
  const [type, length = 0] = octets.subarray(typeAt, typeAt + 2);
  return type !== undefined && (type !== CP_DATA || octets.length >= typeAt + 2 + length);
}

// ---- between base station and controller ----

const INFORMATION = 0x0b;
/** Values without a length that come before the message: channel number, link identifier. */
const FIXED = new Map([
  [0x01, 2],
  [0x02, 2],
]);

/** The message in a frame of LAPD. */
function readAbis(octets: Uint8Array): Uint8Array | string {
  // Information frames have two octets of address, two of control.
  if (octets.length < 6 || ((octets[2] as number) & 1) !== 0) return 'LAPD without a message';
  if (((octets[4] as number) & 0xfe) !== 2) return 'RSL without a message';
  for (let at = 6; at < octets.length; ) {
    const element = octets[at] as number;
    const fixed = FIXED.get(element);
    if (fixed !== undefined) at += fixed;
    else if (element === INFORMATION) {
      const end = at + 3 + u16be(octets, at + 1);
      return end <= octets.length ? octets.subarray(at + 3, end) : 'RSL that is cut';
    } else break;
  }
  return 'RSL without a message';
}

// ---- LTE ----

const [PLAIN_EMM, DOWNLINK_TRANSPORT, UPLINK_TRANSPORT] = [7, 0x62, 0x63] as const;
/** Octets of a security header: its own, a code, a number. */
const SECURITY_OCTETS = 6;

/** The message in a NAS transport, when it is not enciphered. */
function readNas(octets: Uint8Array): Uint8Array | string {
  const [first = 0] = octets;
  if ((first & 15) !== PLAIN_EMM) return 'NAS without a short message';
  const plain = first >> 4 === 0 ? octets : octets.subarray(SECURITY_OCTETS);
  const [protocol, type, length = 0] = plain;
  if (protocol !== PLAIN_EMM || (type !== DOWNLINK_TRANSPORT && type !== UPLINK_TRANSPORT))
    return 'NAS without a short message';
  return plain.length >= 3 + length ? plain.subarray(3, 3 + length) : 'NAS that is cut';
}

// ---- SIM ----

const [ENVELOPE, UPDATE_RECORD] = [0xc2, 0xdc] as const;
const SMS_PP_DOWNLOAD = 0xd1;
/** Octets of a record of EF-SMS. */
const RECORD_OCTETS = 176;
/** Status of a record (TS 51.011 10.5.3), its higher bits apart: from the network, or of the handset. */
const RECEIVED: readonly number[] = [1, 3];
const OWN: readonly number[] = [5, 7];

/** The message that a command hands to a SIM: for a program of its own, or to be kept. */
function readSim(octets: Uint8Array, packet: number): RadioFound {
  const [, instruction, , , length = 0] = octets;
  const data = octets.subarray(5, 5 + length);
  const found = (format: 'tpdu-mt' | 'pdu-mo' | 'pdu-mt', message: Uint8Array): RadioFound => ({
    ...{ format, octets: message, packets: [packet], layers: ['SIM'] },
  });
  if (instruction === ENVELOPE && data[0] === SMS_PP_DOWNLOAD) {
    const [from, to] = lengthField(data, 1);
    for (let at = from; at < to; ) {
      const [start, end] = lengthField(data, at + 1);
      // A message that the command or the capture cut is none.
      if (end > to || end > data.length) break;
      if (((data[at] as number) & 0x7f) === 0x0b) return found('tpdu-mt', data.subarray(start, end));
      at = end;
    }
  }
  if (instruction === UPDATE_RECORD && data.length === RECORD_OCTETS) {
    const status = (data[0] as number) & 7;
    const direction = RECEIVED.includes(status) ? 'MT' : OWN.includes(status) ? 'MO' : undefined;
    const message = direction && messageOfRecord(data.subarray(1), direction);
    if (message !== undefined) return found(direction === 'MT' ? 'pdu-mt' : 'pdu-mo', message);
  }
  return 'SIM command without a message';
}

/** A message without what fills its record up. */
function messageOfRecord(record: Uint8Array, direction: Direction): Uint8Array | undefined {
  try {
    decodeTpdu(record, { direction, smsc: true });
    return record;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return error.code === 'trailing-bytes' ? record.subarray(0, error.offset) : undefined;
  }
}

/** Where the value begins and ends whose length is at an offset: one octet, or one after 81. */
function lengthField(octets: Uint8Array, at: number): readonly [start: number, end: number] {
  const [first = 0, second = 0] = octets.subarray(at, at + 2);
  return first === 0x81 ? [at + 2, at + 2 + second] : [at + 1, at + 1 + first];
}
