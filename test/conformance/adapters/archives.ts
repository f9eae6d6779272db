/**
 * handset's readers of archives and captures, in the terms of the pack.
 * @module
 */
import {
  type Archive,
  type ArchiveMessage,
  type ArchiveTime,
  decodeEml,
  parseGammuBackup,
  parseSmsBackupRestore,
  parseSmsIe,
  parseVmg,
} from '../../../src/archive/index.js';
import { encodeUtf8, fromHex, toHex } from '../../../src/bytes/index.js';
import {
  type CapturePacketInput,
  type CaptureTime,
  decodeCapture,
  encodeCapture,
  findMessages,
  formatCaptureTime,
} from '../../../src/capture/index.js';
import { formatTimestamp } from '../../../src/sms/index.js';
import { defined } from '../pack/read.js';
import type { JsonObject } from '../pack/shape.js';
import type { Adapter, Adapters } from './adapter.js';

/** A time with its zone, as far as it has one. */
function plainTime(time: ArchiveTime | undefined): string | undefined {
  if (time === undefined) return undefined;
  const { ms, isLocal, offsetMinutes } = time;
  if (offsetMinutes !== undefined) return formatTimestamp({ at: new Date(ms), offsetMinutes });
  const text = new Date(ms).toISOString().replace('.000Z', 'Z');
  return isLocal ? text.slice(0, -1) : text;
}

function plainMessage(message: ArchiveMessage): JsonObject {
  const { kind, direction, state, addresses, time, sentTime, subject, text, parts, udh, serviceCentre, folder, id } = message;
  return defined({
    ...{ kind, direction, state, subject, text, serviceCentre, folder, id },
    addresses: addresses.map(({ role, address, name }) => defined({ role, address, name })),
    ...{ time: plainTime(time), sentTime: plainTime(sentTime), udh: udh && toHex(udh) },
    parts: parts.map(({ contentType, charset, name, location, contentId, data }) =>
      defined({ contentType, charset, name, location, contentId, octets: toHex(data) }),
    ),
  });
}

const plainArchive = ({ messages, unknown }: Archive): JsonObject => ({
  messages: messages.map(plainMessage),
  unknown: unknown.map(({ name }) => ({ name })),
});

const reader = (read: (text: string, options: { lenient: boolean }) => Archive): Adapter => ({
  decode: (wire: string, { lenient }) => plainArchive(read(wire, { lenient })),
});

/** A packet as the pack has it. */
interface PlainPacket {
  readonly linkType: number;
  readonly octets: string;
  readonly length: number;
  readonly time?: string;
  readonly direction?: 'in' | 'out';
}

/** The nanoseconds of `2026-11-27T03:14:56.000001Z` are digits that a Date does not hold. */
function timeFrom(time: string): CaptureTime {
  const [, second, fraction = ''] = /^([^.]*?)(?:\.(\d+))?Z$/.exec(time) ?? [];
  return { seconds: Date.parse(`${second}Z`) / 1000, nanoseconds: Number(fraction.padEnd(9, '0')) };
}

const packetFrom = ({ octets, time, ...rest }: PlainPacket): CapturePacketInput => ({
  ...rest,
  octets: fromHex(octets),
  ...(time !== undefined && { time: timeFrom(time) }),
});

export const archiveAdapters: Adapters = {
  vmg: reader(parseVmg),
  'sms-backup-restore': reader(parseSmsBackupRestore),
  'gammu-backup': reader(parseGammuBackup),
  'sms-ie': reader(parseSmsIe),
  eml: reader((text, options) => decodeEml(encodeUtf8(text), options)),
  capture: {
    decode: (wire: Uint8Array, { lenient }): JsonObject => {
      const capture = decodeCapture(wire, { lenient });
      const packets = capture.packets.map(({ linkType, octets, length, time, direction }) =>
        defined({ linkType, octets: toHex(octets), length, time: time && formatCaptureTime(time), direction }),
      );
      const messages = findMessages(capture, { lenient }).messages.map(({ packet, format, octets }) =>
        defined({ packet, format, octets: toHex(octets) }),
      );
      return { format: capture.format, packets, messages };
    },
    encode: ({ format, packets }: { format: 'pcap' | 'pcapng'; packets: readonly PlainPacket[] }) =>
      encodeCapture({ format, packets: packets.map(packetFrom) }),
  },
};
