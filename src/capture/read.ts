/**
 * Packets of captures, from octets.
 * @module
 */
import { opaque } from '../bytes/file-fields.js';
import { u32le } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import type { Capture, CapturePacket } from './capture.js';
import { findPcapForm, readPcapHeader, readPcapRecord } from './pcap.js';
import { beginsAsPcapng, type CaptureSection, readBlock } from './pcapng.js';

/** Whether octets begin as a capture that is read here. */
export function beginsAsCapture(octets: Uint8Array): boolean {
  return octets.length >= MAGIC_OCTETS && (findPcapForm(octets) !== undefined || beginsAsPcapng(octets));
}

/** Octets that tell a capture: those of a section up to its order. */
const MAGIC_OCTETS = 12;

/**
 * Decodes a network capture: pcap in either byte order, with microseconds or nanoseconds, or pcapng, whose blocks without packets are skipped. The
 * packets are views of the file.
 * @param options.lenient return the complete packets of a truncated capture, such as one that is still being written.
 * @param options.limits `capturePackets` bounds the number of packets.
 * @throws DecodeError `truncated` or `bad-value`.
 * @throws LimitError `limit-exceeded` above `capturePackets`.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeCapture } from 'handset/capture';
 *
 * // A pcap file of one packet of three octets.
 * const file = fromHex('D4C3B2A1020004000000000000000000FFFF000093000000' + '00CA9A3B050000000300000003000000' + '010203');
 * const [packet] = decodeCapture(file).packets;
 * [packet?.at, packet?.octets]; // -> [40, Uint8Array.of(1, 2, 3)]
 * ```
 */
export function decodeCapture(octets: Uint8Array, options?: DecodeOptions): Capture {
  return readCapture(new ByteReader(octets), options);
}

/** {@link decodeCapture} on a cursor, which is left at the end. A trace gets the records, not what is in the packets. */
export function readCapture(reader: ByteReader, options?: DecodeOptions): Capture {
  const reading = Reading.of(options);
  const isBlocks = beginsAsPcapng(reader.octets, reader.offset);
  const packets: CapturePacket[] = [];
  const add = (packet: CapturePacket, number: number) => {
    reading.limit('capturePackets', number, 'capture/packets', packet.start);
    packets.push(packet);
  };
  const mark = reader.trace?.mark();
  try {
    if (isBlocks) readBlocks(reader, reading, add);
    else readRecords(reader, reading, add);
  } catch (error) {
    if (packets.length === 0 || !(error instanceof DecodeError) || error.code !== 'truncated') throw error;
    reading.reportOrThrow(error);
    if (mark !== undefined) reader.trace?.closeSince(mark);
    opaque(reader, reader.remaining, 'capture/cut record');
  }
  return { format: isBlocks ? 'pcapng' : 'pcap', packets };
}

/**
 * Reads the record of a packet once more, for a trace. @param reader at its beginning, in the octets of the whole capture
 * @param open reads what is in the packet
 */
export function readRecord(reader: ByteReader, format: Capture['format'], packet: CapturePacket, open: () => void): void {
  const reading = new Reading({ lenient: true });
  if (format === 'pcap') {
    const form = findPcapForm(reader.octets);
    if (form === undefined) return;
    readPcapRecord(reader, { ...form, linkType: packet.linkType }, reading);
    open();
    return;
  }
  // A block says how long it is in the order of its section.
  const isLittle = u32le(reader.octets, packet.start + 4) === packet.end - packet.start;
  readBlock(reader, { order: isLittle ? 'little' : 'big', interfaces: [] }, reading, open);
}

type Add = (packet: CapturePacket, number: number) => void;

function readBlocks(reader: ByteReader, reading: Reading, add: Add): void {
  let section: CaptureSection | undefined;
  let count = 0;
  do {
    const { section: current, packet } = traced(reader, 'block', () => readBlock(reader, section, reading, showing(reader)));
    section = current;
    if (packet !== undefined) add(packet, ++count);
  } while (reader.remaining > 0);
}

function readRecords(reader: ByteReader, reading: Reading, add: Add): void {
  const header = traced(reader, 'header', () => readPcapHeader(reader, reading));
  for (let count = 1; reader.remaining > 0; count++) {
    add(
      traced(reader, `packet ${count}`, () => {
        const packet = readPcapRecord(reader, header, reading);
        showing(reader)?.(packet);
        return packet;
      }),
      count,
    );
  }
}

function traced<T>(reader: ByteReader, name: string, read: () => T): T {
  reader.open(name);
  const value = read();
  reader.close();
  return value;
}

/** Shows the octets of a packet as they are. */
function showing({ octets, trace }: ByteReader): ((packet: CapturePacket) => void) | undefined {
  if (trace === undefined) return undefined;
  return ({ at, octets: packet }) => {
    if (packet.length > 0) new ByteReader(octets, trace, at, at + packet.length).take(packet.length, 'packet');
  };
}
