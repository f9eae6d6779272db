/**
 * Captures in blocks (pcapng): sections, each with its interfaces and their packets. Blocks of other types are passed over.
 *
 *   type | length | body, padded to four octets | length
 *
 * Source: draft-ietf-opsawg-pcapng.
 * @module
 */
import { type Column, opaque, readColumns } from '../bytes/file-fields.js';
import { u16be, u16le, u32be, u32le } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { type CapturePacket, describeLinkType, type PacketDirection, timeOfUnits } from './capture.js';

/** Types of blocks. */
export const BLOCK = { Section: 0x0a0d0d0a, Interface: 1, Packet: 2, SimplePacket: 3, EnhancedPacket: 6 } as const;
/** What a section begins with, in its order of octets. */
export const ORDER_MAGIC = 0x1a2b3c4d;

/** Options: of an interface, of a packet. */
export const OPTION = { End: 0, TimeResolution: 9, TimeOffset: 14, PacketFlags: 2 } as const;

/** An interface of a section. */
export interface CaptureInterface {
  readonly linkType: number;
  /** Octets of a packet that are kept at most; 0 for all. */
  readonly snapLength: number;
  /** Units of a second. */
  readonly perSecond: bigint;
  readonly offsetSeconds: bigint;
}

/** The section that is being read. */
export interface CaptureSection {
  readonly order: 'little' | 'big';
  readonly interfaces: CaptureInterface[];
}

/** Whether octets begin with a section. */
export function beginsAsPcapng(octets: Uint8Array, at = 0): boolean {
  return u32be(octets, at) === BLOCK.Section && sectionOrder(octets, at) !== undefined;
}

function sectionOrder(octets: Uint8Array, at: number): 'little' | 'big' | undefined {
  if (u32le(octets, at + 8) === ORDER_MAGIC) return 'little';
  return u32be(octets, at + 8) === ORDER_MAGIC ? 'big' : undefined;
}

/** Octets of a type, a length, and the length again. */
const FRAME = 12;

const NAMES = new Map<number, string>([
  [BLOCK.Section, 'section'],
  [BLOCK.Interface, 'interface'],
  [BLOCK.Packet, 'packet (obsolete)'],
  [BLOCK.SimplePacket, 'simple packet'],
  [4, 'names'],
  [5, 'statistics'],
  [BLOCK.EnhancedPacket, 'enhanced packet'],
  [10, 'secrets'],
]);

const BLOCK_HEADER: readonly Column[] = [
  { name: 'type', octets: 4, means: (value) => NAMES.get(value) },
  { name: 'block length', octets: 4 },
];
const BLOCK_END: readonly Column[] = [{ name: 'block length again', octets: 4 }];

/** Columns of a block, by type. */
const SECTION: readonly Column[] = [
  { name: 'order', octets: 4 },
  { name: 'major version', octets: 2 },
  { name: 'minor version', octets: 2 },
  { name: 'section length, low', octets: 4 },
  { name: 'section length, high', octets: 4 },
];
const INTERFACE: readonly Column[] = [
  { name: 'link type', octets: 2, means: describeLinkType },
  { name: 'reserved', octets: 2 },
  { name: 'snapshot length', octets: 4 },
];
const PACKET: readonly Column[] = [
  { name: 'time, high', octets: 4 },
  { name: 'time, low', octets: 4 },
  { name: 'captured octets', octets: 4 },
  { name: 'octets', octets: 4 },
];
const ENHANCED: readonly Column[] = [{ name: 'interface', octets: 4 }, ...PACKET];
const OBSOLETE: readonly Column[] = [{ name: 'interface', octets: 2 }, { name: 'drops', octets: 2 }, ...PACKET];
const SIMPLE: readonly Column[] = [{ name: 'octets', octets: 4 }];
const FIELDS = 'pcapng/block';

/** A block: the section that it begins, the packet that it holds, or neither. */
export interface BlockRead {
  readonly section: CaptureSection;
  readonly packet: CapturePacket | undefined;
}

/**
 * Reads a block. Over the octets of a packet the cursor moves without a field, unless `open` reads them.
 * @param section the one before it; undefined at the beginning of a file
 * @throws DecodeError `truncated`, `bad-value`
 */
export function readBlock(
  reader: ByteReader,
  section: CaptureSection | undefined,
  reading: Reading,
  open?: (packet: CapturePacket) => void,
): BlockRead {
  const { offset: start, octets } = reader;
  const isSection = reader.remaining >= FRAME && u32be(octets, start) === BLOCK.Section;
  const order = isSection ? sectionOrder(octets, start) : section?.order;
  if (order === undefined) throw new DecodeError('bad-value', 'pcapng/section', start, 'is not the beginning of a section');
  const [type, length] = readColumns(reader, FIELDS, BLOCK_HEADER, order) as [number, number];
  if (length < FRAME || length % 4 !== 0)
    throw new DecodeError('bad-value', `${FIELDS}/length`, start + 4, `${length} is not a multiple of 4 from ${FRAME} on`);
  const body = reader.sub(length - FRAME, FIELDS);
  const current = isSection ? { order, interfaces: [] } : (section as CaptureSection);
  let packet: CapturePacket | undefined;
  try {
    packet = readBody(body, type, current, { start, end: start + length }, reading, open);
  } catch (error) {
    // The blocks after this one are where its length says.
    if (!(error instanceof DecodeError) || error.code !== 'truncated') throw error;
    reading.fault('bad-value', error.field, error.offset, `${error.reason} of the block`);
  }
  opaque(body, body.remaining, 'rest');
  const [again] = readColumns(reader, FIELDS, BLOCK_END, order);
  if (again !== length) reading.fault('bad-value', `${FIELDS}/length`, start + length - 4, `${again} is not ${length}`);
  return { section: current, packet };
}

function readBody(
  body: ByteReader,
  type: number,
  section: CaptureSection,
  place: { readonly start: number; readonly end: number },
  reading: Reading,
  open: ((packet: CapturePacket) => void) | undefined,
): CapturePacket | undefined {
  const { order, interfaces } = section;
  const columns = (all: readonly Column[]) => readColumns(body, FIELDS, all, order);
  const take = (
    captured: number,
    length: number,
    of: CaptureInterface | undefined,
    more?: () => Partial<CapturePacket>,
  ): CapturePacket => {
    const at = body.skip(captured, `${FIELDS}/packet`);
    const packet = {
      linkType: of?.linkType ?? -1,
      octets: body.octets.subarray(at, at + captured),
      length: Math.max(length, captured),
      ...place,
      at,
    };
    open?.(packet);
    opaque(body, Math.min(-captured & 3, body.remaining), 'padding');
    return { ...packet, ...more?.() };
  };
  const findInterface = (index: number): CaptureInterface | undefined => {
    const found = interfaces[index];
    if (found === undefined)
      reading.fault('bad-value', `${FIELDS}/interface`, place.start + 8, `${index}, of ${interfaces.length} so far`);
    return found;
  };
  switch (type) {
    case BLOCK.Section: {
      const [, major, minor] = columns(SECTION) as [number, number, number];
      if (major !== 1) reading.fault('bad-value', 'pcapng/version', place.start + 12, `is ${major}.${minor}, known: 1.0`);
      return undefined;
    }
    case BLOCK.Interface: {
      const [linkType, , snapLength] = columns(INTERFACE) as [number, number, number];
      interfaces.push({ linkType, snapLength, ...readTimeOptions(body, order, reading) });
      return undefined;
    }
    case BLOCK.EnhancedPacket:
    case BLOCK.Packet: {
      const isObsolete = type === BLOCK.Packet;
      const [index, ...values] = columns(isObsolete ? OBSOLETE : ENHANCED) as [number, ...number[]];
      const [high, low, captured, length] = values.slice(isObsolete ? 1 : 0) as [number, number, number, number];
      const of = findInterface(index);
      const time = of && timeOfUnits(high, low, of.perSecond, of.offsetSeconds);
      return take(captured, length, of, () => ({ ...(time && { time }), ...readDirection(body, order) }));
    }
    case BLOCK.SimplePacket: {
      const [length] = columns(SIMPLE) as [number];
      const of = findInterface(0);
      const most = of === undefined || of.snapLength === 0 ? body.remaining : of.snapLength;
      return take(Math.min(length, most), length, of);
    }
    default:
      return undefined;
  }
}

/** Options up to their end, each with its octets. They are left to a field `rest`. */
function* options(
  { octets, offset, end }: ByteReader,
  order: 'little' | 'big',
): Generator<{ code: number; value: Uint8Array }> {
  const number = order === 'little' ? u16le : u16be;
  for (let at = offset; at + 4 <= end; ) {
    const [code, length] = [number(octets, at), number(octets, at + 2)];
    const to = at + 4 + length;
    if (code === OPTION.End || to > end) return;
    yield { code, value: octets.subarray(at + 4, to) };
    at = to + (-length & 3);
  }
}

function readTimeOptions(
  body: ByteReader,
  order: 'little' | 'big',
  reading: Reading,
): Pick<CaptureInterface, 'perSecond' | 'offsetSeconds'> {
  let [perSecond, offsetSeconds] = [1_000_000n, 0n];
  for (const { code, value } of options(body, order)) {
    const [first] = value;
    if (code === OPTION.TimeResolution && first !== undefined) {
      // Above the octet's highest bit: a power of two, else of ten.
      perSecond = first & 0x80 ? 2n ** BigInt(first & 0x7f) : 10n ** BigInt(first);
    } else if (code === OPTION.TimeOffset && value.length === 8) {
      const view = new DataView(value.buffer, value.byteOffset, 8);
      offsetSeconds = view.getBigInt64(0, order === 'little');
      if (offsetSeconds > MAX_SECONDS || offsetSeconds < -MAX_SECONDS) {
        reading.fault('bad-value', `${FIELDS}/if_tsoffset`, body.offset, `${offsetSeconds} seconds`);
        offsetSeconds = 0n;
      }
    }
  }
  return { perSecond, offsetSeconds };
}

/** Seconds that a Date has, both ways; with them every sum is a number of its own. */
const MAX_SECONDS = 8_640_000_000_000n;

function readDirection(body: ByteReader, order: 'little' | 'big'): { readonly direction?: PacketDirection } {
  const number = order === 'little' ? u32le : u32be;
  for (const { code, value } of options(body, order)) {
    if (code !== OPTION.PacketFlags || value.length !== 4) continue;
    const way = number(value, 0) & 3;
    return way === 1 ? { direction: 'in' } : way === 2 ? { direction: 'out' } : {};
  }
  return {};
}
