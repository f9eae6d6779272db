/**
 * Secured packets: what a network sends to a card by SMS, and what the card answers. They are read, never written: only the card and its issuer have
 * the keys, so ciphered data stays ciphered and checks are not verified.
 *
 *   command    CPL (2) | CHL | SPI (2) | KIc | KID | TAR (3) | CNTR (5) | PCNTR | RC, CC or DS | data
 *   response   RPL (2) | RHL | TAR (3) | CNTR (5) | PCNTR | status | RC, CC or DS | data
 *
 * In a message they follow a user data header with the element 70 (command) or 71 (response), TP-PID 7F and 8-bit data; TPDUs to a SIM go by EF_SMS
 * or an envelope to the card.
 * Source: ETSI TS 102 225 sections 5.1 and 5.2, TS 131 115 section 4; 3GPP TS 23.048 before them.
 * @module
 */
import { toHex } from '../bytes/hex.js';
import { copyOctets } from '../bytes/octets.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';

/** Identifiers of the user data header elements that announce secured packets (TS 23.040 section 9.2.3.24.7, TS 31.115 section 4.1). */
export const SECURED_PACKET_IEI = { command: 0x70, response: 0x71 } as const;

/** What both packets have. */
interface SecuredPacket {
  /** Toolkit Application Reference (TAR): the application on the card, three octets as a number; see {@link describeTar}. */
  readonly tar: number;
  /** Counter (CNTR), 40 bits; undefined if ciphered. */
  readonly counter?: number | undefined;
  /** The number of octets that fill the last block of the cipher (PCNTR); undefined if ciphered. */
  readonly paddingOctets?: number | undefined;
  /** Redundancy check, cryptographic checksum or digital signature; undefined if there is none or it is ciphered. */
  readonly check?: Uint8Array | undefined;
  /** The data with their padding; of a ciphered packet everything from the counter on. */
  readonly data: Uint8Array;
}

/** A command packet from the network to a card (TS 102 225 section 5.1). */
export interface CommandPacket extends SecuredPacket {
  /** Security Parameter Indicator (SPI), two octets as a number, 0 to 65535; see {@link describeSpi}. */
  readonly spi: number;
  /** KIc: key and algorithm of the cipher, 0 to 255. */
  readonly kic: number;
  /** KID: key and algorithm of the check, 0 to 255. */
  readonly kid: number;
}

/** A response packet from a card to the network (TS 102 225 section 5.2). */
export interface ResponsePacket extends SecuredPacket {
  /** Response status code, 0 to 255; see {@link describeResponseStatus}. Undefined if ciphered. */
  readonly status?: number | undefined;
}

const SPEC = '102 225';
const CHECKS = ['none', 'redundancy check', 'cryptographic checksum', 'digital signature'] as const;
const COUNTERS = ['none', 'not checked', 'is higher', 'is higher by one'] as const;
const CIPHERED = 0x0400;

const SPI_1: OctetLayout = {
  name: 'for the command',
  spec: `${SPEC} 5.1.1`,
  bits: [
    { name: 'reserved', width: 3 },
    { name: 'counter', width: 2, values: COUNTERS },
    { name: 'ciphering', width: 1, values: ['no', 'yes'] },
    { name: 'check', width: 2, values: CHECKS },
  ],
};

const SPI_2: OctetLayout = {
  name: 'for the response',
  spec: `${SPEC} 5.1.1`,
  bits: [
    { name: 'reserved', width: 2 },
    { name: 'sent as', width: 1, values: ['SMS-DELIVER-REPORT', 'SMS-SUBMIT'] },
    { name: 'ciphering', width: 1, values: ['no', 'yes'] },
    { name: 'check', width: 2, values: CHECKS },
    { name: 'response', width: 2, values: ['none', 'always', 'on errors', 'reserved'] },
  ],
};

const ALGORITHMS = ['known to both sides', 'DES', 'AES', 'of a maker'] as const;
const DES_CHECKS = ['DES in CBC', 'triple DES with two keys', 'triple DES with three keys', 'reserved'] as const;
const DES_CIPHERS = [...DES_CHECKS.slice(0, 3), 'DES in ECB'] as const;

function keyLayout(name: string, octet: number, isRedundancy: boolean): OctetLayout {
  const algorithm = octet & 3;
  const des = name === 'KIc' ? DES_CIPHERS : DES_CHECKS;
  const modes = algorithm !== 1 ? undefined : isRedundancy ? ['CRC 16', 'CRC 32', 'reserved', 'reserved'] : des;
  return {
    name,
    spec: `${SPEC} 5.1.${name === 'KIc' ? 2 : 3}`,
    bits: [
      { name: 'key', width: 4 },
      { name: 'mode', width: 2, ...(modes !== undefined && { values: modes }) },
      {
        name: 'algorithm',
        width: 2,
        values: isRedundancy ? ['known to both sides', 'CRC', 'reserved', 'of a maker'] : ALGORITHMS,
      },
    ],
  };
}

/** Describes a Security Parameter Indicator, 0 to 65535, in words (TS 102 225 section 5.1.1): check, cipher, counter and response. */
export function describeSpi(spi: number): string {
  const [first, second] = [spi >> 8, spi & 255];
  const words = [
    first & 3 ? (CHECKS[first & 3] as string) : 'no check',
    first & 4 ? 'ciphered' : 'not ciphered',
    `counter ${COUNTERS[(first >> 3) & 3]}`,
    ['no response', 'a response', 'a response on errors', 'reserved'][second & 3] as string,
  ];
  return words.join(', ');
}

const STATUSES = [
  'no error',
  'the check failed',
  'counter too low',
  'counter too high',
  'counter is blocked',
  'ciphering error',
  'unidentified security error',
  'not enough memory',
  'more time is needed',
  'TAR unknown',
  'insufficient security level',
  'the response follows by SMS-SUBMIT',
  'the response follows by USSD',
];

/** Describes a response status code in words (TS 102 225 table 5): `reserved N` for a value that the table lacks. */
export function describeResponseStatus(status: number): string {
  return STATUSES[status] ?? `reserved ${status}`;
}

/** Describes the application of a Toolkit Application Reference, three octets as a number (TS 101 220 annex D); undefined for an unknown one. */
export function describeTar(tar: number): string | undefined {
  if (tar === 0) return 'remote application management (issuer security domain)';
  return tar >> 16 === 0xb0 ? 'remote file management' : undefined;
}

/** What a packet is, in a few words. */
export function describePacket(packet: CommandPacket | ResponsePacket): string {
  const { tar } = packet;
  const application = describeTar(tar) ?? `application ${tar.toString(16).toUpperCase().padStart(6, '0')}`;
  if ('spi' in packet) return `${application}: ${describeSpi(packet.spi)}`;
  return `${application}: ${packet.status === undefined ? 'ciphered' : describeResponseStatus(packet.status)}`;
}

/**
 * Decodes a command packet (TS 102 225 section 5.1): the user data after a header with the element 0x70. Ciphered data stay ciphered, and checks are
 * not verified.
 * @param options.lenient continue past lengths that contradict each other.
 * @throws DecodeError `truncated`, `bad-value`, `trailing-bytes`.
 */
export function decodeCommandPacket(octets: Uint8Array, options?: DecodeOptions): CommandPacket {
  return readCommandPacket(new ByteReader(octets), options);
}

/** {@link decodeCommandPacket} on a cursor, which is left at the end. */
export function readCommandPacket(reader: ByteReader, options?: DecodeOptions): CommandPacket {
  const reading = Reading.of(options);
  return skipTrailing(reader, readCommand(readLength(reader, 'CPL', reading), reading));
}

function readCommand(packet: ByteReader, reading: Reading): CommandPacket {
  const [headerAt, headerOctets] = [packet.offset, packet.u8('CHL', `${SPEC} 5.1`)];
  const spiAt = packet.offset;
  packet.open('SPI', `${SPEC} 5.1.1`);
  const spi = (packet.octet(SPI_1, 'SPI') << 8) | packet.octet(SPI_2, 'SPI');
  packet.close();
  packet.trace?.mean(describeSpi(spi));
  const isRedundancy = ((spi >> 8) & 3) === 1;
  const kic = packet.octet(keyLayout('KIc', packet.octets[packet.offset] ?? 0, false));
  const kid = packet.octet(keyLayout('KID', packet.octets[packet.offset] ?? 0, isRedundancy));
  const tar = readTar(packet);
  const common = { spi, kic, kid, tar };
  const checkOctets = checkLength('CHL', headerAt, headerOctets - FIXED_COMMAND, reading);
  if ((spi & CIPHERED) !== 0) return { ...common, ...readCiphered(packet) };
  const { counter, paddingOctets } = readCounter(packet);
  const check = readCheck(packet, checkOctets);
  if (check !== undefined && ((spi >> 8) & 3) === 0)
    reading.note('bad-value', 'SPI', spiAt, 'announces no check, and the header has one');
  return { ...common, counter, paddingOctets, ...(check !== undefined && { check }), data: readRest(packet) };
}

/** Octets of a header after its length, without the check. */
const FIXED_COMMAND = 13;
const FIXED_RESPONSE = 10;

/**
 * Decodes a response packet (TS 102 225 section 5.2): the user data after a header with the element 0x71. Only the command says whether the response
 * is ciphered; here it counts as ciphered when the octets of status and padding are not possible values.
 * @param options.lenient continue past lengths that contradict each other.
 * @throws DecodeError `truncated`, `bad-value`, `trailing-bytes`.
 */
export function decodeResponsePacket(octets: Uint8Array, options?: DecodeOptions): ResponsePacket {
  return readResponsePacket(new ByteReader(octets), options);
}

/** {@link decodeResponsePacket} on a cursor, which is left at the end. */
export function readResponsePacket(reader: ByteReader, options?: DecodeOptions): ResponsePacket {
  const reading = Reading.of(options);
  return skipTrailing(reader, readResponse(readLength(reader, 'RPL', reading), reading));
}

function readResponse(packet: ByteReader, reading: Reading): ResponsePacket {
  const [headerAt, headerOctets] = [packet.offset, packet.u8('RHL', `${SPEC} 5.2`)];
  const tar = readTar(packet);
  const checkOctets = checkLength('RHL', headerAt, headerOctets - FIXED_RESPONSE, reading);
  const { octets, offset, remaining } = packet;
  const [padding = 0, status = 0] = octets.subarray(offset + 5, offset + 7);
  if (remaining >= 7 && (padding >= MAX_BLOCK || status >= STATUSES.length)) return { tar, ...readCiphered(packet) };
  const { counter, paddingOctets } = readCounter(packet);
  const code = packet.u8('status', `${SPEC} 5.2`);
  packet.trace?.mean(describeResponseStatus(code));
  const check = readCheck(packet, checkOctets);
  return { tar, counter, paddingOctets, status: code, ...(check !== undefined && { check }), data: readRest(packet) };
}

/** Octets of a block of AES: one less fill it at most. */
const MAX_BLOCK = 16;

/** What the length of a packet counts. */
function readLength(reader: ByteReader, field: string, reading: Reading): ByteReader {
  const length = reader.u16(field, SPEC);
  const packet = reader.subToCut(length, field);
  if (reader.remaining > 0)
    reading.fault('trailing-bytes', field, reader.offset, `${reader.remaining} octets follow the packet`);
  return packet;
}

/** What follows a packet, after the packet's own fields. */
function skipTrailing<T>(reader: ByteReader, packet: T): T {
  if (reader.remaining > 0) reader.take(reader.remaining, 'trailing octets');
  return packet;
}

function checkLength(field: string, at: number, octets: number, reading: Reading): number {
  if (octets < 0) reading.fault('bad-value', field, at, `is ${-octets} short of the fixed fields`);
  return Math.max(0, octets);
}

function readTar(packet: ByteReader): number {
  const octets = packet.take(3, 'TAR', `${SPEC} 5.1`);
  const tar = ((octets[0] as number) << 16) | ((octets[1] as number) << 8) | (octets[2] as number);
  const words = describeTar(tar);
  if (words !== undefined) packet.trace?.mean(words);
  return tar;
}

function readCounter(packet: ByteReader): { readonly counter: number; readonly paddingOctets: number } {
  const octets = packet.take(5, 'CNTR', `${SPEC} 5.1.4`);
  const counter = octets.reduce((sum, octet) => sum * 256 + octet, 0);
  packet.trace?.mean(String(counter));
  return { counter, paddingOctets: packet.u8('PCNTR', `${SPEC} 5.1`) };
}

function readCheck(packet: ByteReader, lengthOctets: number): Uint8Array | undefined {
  if (lengthOctets === 0) return undefined;
  const at = packet.skip(lengthOctets, 'RC/CC/DS');
  const check = copyOctets(packet.octets.subarray(at, packet.offset));
  // The name has slashes, and is not a path of which a trace shows the end.
  packet.trace?.leaf('RC/CC/DS', toHex(check), at * 8, packet.offset * 8, `${SPEC} 5.1`);
  return check;
}

function readRest(packet: ByteReader, name = 'secured data'): Uint8Array {
  const { octets, offset, end, remaining } = packet;
  const data = copyOctets(octets.subarray(offset, end));
  if (remaining > 0) packet.take(remaining, name);
  return data;
}

function readCiphered(packet: ByteReader): { readonly data: Uint8Array } {
  const data = readRest(packet, 'ciphered');
  packet.trace?.mean('counter, padding, check and data, which only the keys open');
  return { data };
}
