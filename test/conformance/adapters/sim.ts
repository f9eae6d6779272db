/**
 * handset's readers and writers of what is on a SIM card and what goes to it, in the terms of the pack.
 * @module
 */
import { fromHex, toHex } from '../../../src/bytes/index.js';
import {
  type CommandPacket,
  decodeAdn,
  decodeAlpha,
  decodeCommandPacket,
  decodeEnvelope,
  decodeExt1,
  decodeResponsePacket,
  decodeSimSms,
  decodeSmsParameters,
  type Ext1Record,
  encodeAdn,
  encodeAlpha,
  encodeExt1,
  encodeSimSms,
  encodeSmsParameters,
  type ResponsePacket,
} from '../../../src/sim/index.js';
import { defined } from '../pack/read.js';
import type { JsonObject } from '../pack/shape.js';
import type { Adapters, How } from './adapter.js';
import { addressFrom } from './relay.js';
import { type PlainAddress, plainAddress } from './sms.js';

/** A value of the pack by its names. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the format
type Plain = Readonly<Record<string, any>>;

const hexOf = (octets: Uint8Array | undefined) => (octets === undefined ? undefined : toHex(octets));
const octetsFrom = (hex: string | undefined) => (hex === undefined ? undefined : fromHex(hex));
const fixedHex = (value: number | undefined, octets: number) =>
  value
    ?.toString(16)
    .toUpperCase()
    .padStart(2 * octets, '0');
const optional = (address: PlainAddress | undefined) => (address === undefined ? undefined : addressFrom(address));

/** How many octets a name takes; as few as it needs where a case does not say. */
const sizeOf = ({ options }: How) => (options.alphaOctets === undefined ? {} : { alphaOctets: options.alphaOctets as number });

const plainExt1 = (record: Ext1Record): JsonObject => {
  const own: Plain = { ...record };
  return defined({ type: record.kind, digits: own.digits, data: hexOf(own.data), next: own.next });
};

/** What both packets have. */
const plainPacket = (packet: CommandPacket | ResponsePacket) => {
  const { tar, counter, paddingOctets, check, data } = packet;
  const clear = { CNTR: fixedHex(counter, 5), PCNTR: paddingOctets, 'RC/CC/DS': hexOf(check) };
  return { TAR: fixedHex(tar, 3), ...clear, data: toHex(data) };
};

export const simAdapters: Adapters = {
  'sim-alpha': {
    decode: (wire: Uint8Array, { lenient }) => ({ text: decodeAlpha(wire, { lenient }) }),
    encode: ({ text }: { text: string }, how) => encodeAlpha(text, sizeOf(how)),
  },
  'sim-adn': {
    decode: (wire: Uint8Array, { lenient }): JsonObject => {
      const { alpha, number, capability, extension } = decodeAdn(wire, { lenient });
      return defined({ alpha, number: number && plainAddress(number), CCP: capability, EXT1: extension });
    },
    encode: ({ alpha, number, CCP: capability, EXT1: extension }: Plain, how) => {
      const dialled = number && { ton: number.TON, npi: number.NPI, digits: number.address };
      return encodeAdn({ alpha, number: dialled, capability, extension }, sizeOf(how));
    },
  },
  'sim-ext1': {
    decode: (wire: Uint8Array, { lenient }) => plainExt1(decodeExt1(wire, { lenient })),
    encode: ({ type: kind, data, ...rest }: Plain) =>
      encodeExt1({ kind, ...rest, ...(data !== undefined && { data: fromHex(data) }) } as Ext1Record),
  },
  'sim-smsp': {
    decode: (wire: Uint8Array, { lenient }): JsonObject => {
      const { alpha, tpDa, smsc, tpPid, tpDcs, validityMinutes } = decodeSmsParameters(wire, { lenient });
      const addresses = { 'TP-DA': tpDa && plainAddress(tpDa), SMSC: smsc && plainAddress(smsc) };
      return defined({ alpha, ...addresses, 'TP-PID': tpPid, 'TP-DCS': tpDcs, validityMinutes });
    },
    encode: (value: Plain, how) => {
      const { alpha, validityMinutes, SMSC } = value;
      const addresses = { tpDa: optional(value['TP-DA']), smsc: optional(SMSC) };
      return encodeSmsParameters(
        { alpha, ...addresses, tpPid: value['TP-PID'], tpDcs: value['TP-DCS'], validityMinutes },
        sizeOf(how),
      );
    },
  },
  'sim-sms': {
    decode: (wire: Uint8Array, { lenient }): JsonObject => {
      const { status, smsc, tpdu, remains } = decodeSimSms(wire, { lenient });
      return defined({ status, SMSC: smsc && plainAddress(smsc), TPDU: hexOf(tpdu), remains: hexOf(remains) });
    },
    encode: ({ status, SMSC, TPDU, remains }: Plain) =>
      encodeSimSms({ status, smsc: optional(SMSC), tpdu: octetsFrom(TPDU), remains: octetsFrom(remains) }),
  },
  'sim-command-packet': {
    decode: (wire: Uint8Array, { lenient }): JsonObject => {
      const packet = decodeCommandPacket(wire, { lenient });
      const { spi, kic, kid } = packet;
      const keys = { SPI: fixedHex(spi, 2), KIc: fixedHex(kic, 1), KID: fixedHex(kid, 1) };
      return defined({ ...keys, ...plainPacket(packet) });
    },
  },
  'sim-response-packet': {
    decode: (wire: Uint8Array, { lenient }): JsonObject => {
      const packet = decodeResponsePacket(wire, { lenient });
      return defined({ ...plainPacket(packet), status: packet.status });
    },
  },
  'sim-envelope': {
    decode: (wire: Uint8Array, { lenient }): JsonObject => {
      const { tag, items } = decodeEnvelope(wire, { lenient });
      return { tag, items: items.map((item) => ({ tag: item.tag, CR: item.isRequired ? 1 : 0, value: toHex(item.value) })) };
    },
  },
};
