/**
 * Captures in the format of libpcap: a header, then a record for each packet. The order of octets is that of the machine that captured.
 *
 *   A1B2C3D4 | version 2.4 | zone | accuracy | longest packet | link type
 *   seconds | micro- or nanoseconds | octets captured | octets on the network | the packet
 *
 * Source: draft-ietf-opsawg-pcap.
 * @module
 */
import type { Column } from '../bytes/file-fields.js';
import { readColumns } from '../bytes/file-fields.js';
import { u32be, u32le } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { type CapturePacket, describeLinkType } from './capture.js';

/** How the numbers of a file are read. */
export interface PcapForm {
  readonly order: 'little' | 'big';
  readonly isNano: boolean;
  /** Whether records have eight octets more, as those of an old patch. */
  readonly isPatched: boolean;
}

/** Magic numbers: of micro-, of nanoseconds. */
export const [PCAP_MICRO, PCAP_NANO] = [0xa1b2c3d4, 0xa1b23c4d] as const;
/** That of a patch by Alexey Kuznetzov, which distributions of Linux had around 2000. */
const PCAP_PATCHED = 0xa1b2cd34;

/** The form that a beginning tells; undefined for what is no such file. */
export function findPcapForm(octets: Uint8Array, at = 0): PcapForm | undefined {
  for (const order of ['little', 'big'] as const) {
    const magic = order === 'little' ? u32le(octets, at) : u32be(octets, at);
    if (magic === PCAP_MICRO || magic === PCAP_NANO || magic === PCAP_PATCHED) {
      return { order, isNano: magic === PCAP_NANO, isPatched: magic === PCAP_PATCHED };
    }
  }
  return undefined;
}

const HEADER: readonly Column[] = [
  { name: 'magic', octets: 4 },
  { name: 'major version', octets: 2 },
  { name: 'minor version', octets: 2 },
  { name: 'time zone', octets: 4 },
  { name: 'accuracy', octets: 4 },
  { name: 'snapshot length', octets: 4 },
  { name: 'link type', octets: 4, means: (value) => describeLinkType(value & LINK_TYPE_BITS) },
];

/** The other bits of the last number are about frame check sequences. */
const LINK_TYPE_BITS = 0xffff;
const MAJOR = 2;

/** What a header says. */
export interface PcapHeader extends PcapForm {
  readonly linkType: number;
}

/** Reads the header. @throws DecodeError `truncated`, `bad-value` */
export function readPcapHeader(reader: ByteReader, reading: Reading): PcapHeader {
  const { offset, octets } = reader;
  const form = findPcapForm(octets, offset);
  if (form === undefined) throw new DecodeError('bad-value', 'pcap/magic', offset, 'is not that of a capture');
  const [, major, minor, , , , last] = readColumns(reader, 'pcap/header', HEADER, form.order) as number[];
  if (major !== MAJOR) reading.fault('bad-value', 'pcap/version', offset + 4, `is ${major}.${minor}, known: 2.4`);
  return { ...form, linkType: (last as number) & LINK_TYPE_BITS };
}

function recordColumns(isNano: boolean): readonly Column[] {
  return [
    { name: 'seconds', octets: 4 },
    { name: isNano ? 'nanoseconds' : 'microseconds', octets: 4 },
    { name: 'captured octets', octets: 4 },
    { name: 'octets', octets: 4 },
  ];
}

const [MICRO_RECORD, NANO_RECORD] = [/* @__PURE__ */ recordColumns(false), /* @__PURE__ */ recordColumns(true)];

const PATCH: readonly Column[] = [
  { name: 'interface', octets: 4 },
  { name: 'protocol', octets: 2 },
  { name: 'packet type', octets: 1 },
  { name: 'padding', octets: 1 },
];

/** Reads a record up to its packet, over which the cursor moves without a field. @throws DecodeError `truncated` */
export function readPcapRecord(reader: ByteReader, header: PcapHeader, reading: Reading): CapturePacket {
  const { order, isNano, isPatched, linkType } = header;
  const start = reader.offset;
  const columns = isNano ? NANO_RECORD : MICRO_RECORD;
  const [seconds, fraction, captured, length] = readColumns(reader, 'pcap/record', columns, order) as [
    number,
    number,
    number,
    number,
  ];
  if (isPatched) readColumns(reader, 'pcap/record', PATCH, order);
  const nanoseconds = isNano ? fraction : fraction * 1000;
  const isTime = nanoseconds < 1_000_000_000;
  if (!isTime) reading.fault('bad-value', 'pcap/record/time', start + 4, `${fraction} is more than a second`);
  const at = reader.skip(captured, 'pcap/record/packet');
  return {
    linkType,
    octets: reader.octets.subarray(at, at + captured),
    time: { seconds, nanoseconds: isTime ? nanoseconds : 999_999_999 },
    length: Math.max(length, captured),
    ...{ start, end: at + captured, at },
  };
}
