/**
 * handset's readers and writers of what is around a short message: the layers that carry it, what a handset gets, commands and reports.
 * @module
 */
import { fromHex, toHex } from '../../../src/bytes/index.js';
import {
  type AddressInput,
  type CpMessage,
  type Deliver,
  decodeCommand,
  decodeCp,
  decodeDeliver,
  decodeDeliverReport,
  decodeRp,
  decodeStatusReport,
  decodeSubmitReport,
  encodeCommand,
  encodeCp,
  encodeDeliver,
  encodeDeliverReport,
  encodeRp,
  encodeStatusReport,
  encodeSubmitReport,
  formatTimestamp,
  type RpMessage,
  type RpMessageInput,
  type StatusReport,
} from '../../../src/sms/index.js';
import { defined } from '../pack/read.js';
import type { JsonObject } from '../pack/shape.js';
import type { Adapters } from './adapter.js';
import { bit, content, headerFrom, type PlainAddress, plainAddress, plainHeader, timestampFrom } from './sms.js';

/** A value of the pack by its names. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the format
type Plain = Readonly<Record<string, any>>;

const hexOf = (octets: Uint8Array | undefined) => (octets === undefined ? undefined : toHex(octets));
const octetsFrom = (hex: string | undefined) => (hex === undefined ? undefined : fromHex(hex));

/** An address of the pack. */
export function addressFrom({ TON: ton, NPI: npi, address }: PlainAddress): AddressInput {
  return ton === 5 ? { ton, npi, text: address } : { ton, npi, digits: address };
}
const optional = (address: PlainAddress | undefined) => (address === undefined ? undefined : addressFrom(address));

/** Members that are given: writers take none that are undefined for text and data. */
const given = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;

function plainRp(message: RpMessage): JsonObject {
  const { type, direction, rpMr } = message;
  const own: Plain = { ...message };
  const address = (name: string) => (own[name] === undefined ? undefined : plainAddress(own[name]));
  return defined({
    ...{ 'RP-MTI': type, direction, 'RP-MR': rpMr },
    ...{ 'RP-OA': address('rpOa'), 'RP-DA': address('rpDa') },
    ...{ 'RP-Cause': own.rpCause, diagnostic: hexOf(own.diagnostic), 'RP-UD': hexOf(own.rpUd) },
  });
}

function rpFrom(value: Plain): RpMessageInput {
  return given({
    ...{ type: value['RP-MTI'], direction: value.direction, rpMr: value['RP-MR'] },
    ...{ rpOa: optional(value['RP-OA']), rpDa: optional(value['RP-DA']) },
    ...{ rpCause: value['RP-Cause'], diagnostic: octetsFrom(value.diagnostic), rpUd: octetsFrom(value['RP-UD']) },
  });
}

function plainCp(message: CpMessage): JsonObject {
  const { type, ti, tiFlag } = message;
  const own: Plain = { ...message };
  return defined({ message: type, TI: ti, 'TI flag': bit(tiFlag), 'CP-Cause': own.cpCause, 'CP-UD': hexOf(own.cpUd) });
}

function cpFrom(value: Plain): CpMessage {
  return given({
    ...{ type: value.message, ti: value.TI, tiFlag: value['TI flag'] === 1 },
    ...{ cpCause: value['CP-Cause'], cpUd: octetsFrom(value['CP-UD']) },
  });
}

/** What TP-PI announces. */
const plainParameters = (report: Plain) => ({
  ...{ 'TP-PI': report.tpPi, 'TP-PID': report.tpPid, 'TP-DCS': report.tpDcs },
  ...{ UDH: plainHeader(report.udh), ...content(report) },
});

const parametersFrom = (value: Plain) => ({
  ...{ tpPi: value['TP-PI'], tpPid: value['TP-PID'], tpDcs: value['TP-DCS'] },
  udh: value.UDH === undefined ? undefined : headerFrom(value.UDH),
  ...{ text: value.text, data: octetsFrom(value.data) },
});

function plainDeliver(message: Deliver): JsonObject {
  return defined({
    'TP-MTI': 'SMS-DELIVER',
    'TP-MMS': bit(message.tpMms),
    'TP-LP': bit(message.tpLp),
    'TP-RP': bit(message.tpRp),
    'TP-SRI': bit(message.tpSri),
    'TP-OA': plainAddress(message.tpOa),
    'TP-PID': message.tpPid,
    'TP-DCS': message.tpDcs,
    'TP-SCTS': formatTimestamp(message.tpScts),
    UDH: plainHeader(message.udh),
    ...content(message),
  });
}

function plainStatusReport(report: StatusReport): JsonObject {
  return defined({
    'TP-MTI': 'SMS-STATUS-REPORT',
    'TP-MMS': bit(report.tpMms),
    'TP-LP': bit(report.tpLp),
    'TP-SRQ': bit(report.tpSrq),
    'TP-MR': report.tpMr,
    'TP-RA': plainAddress(report.tpRa),
    'TP-SCTS': formatTimestamp(report.tpScts),
    'TP-DT': formatTimestamp(report.tpDt),
    'TP-ST': report.tpSt,
    ...plainParameters({ ...report }),
  });
}

export const relayAdapters: Adapters = {
  rp: {
    decode: (wire: Uint8Array, { lenient }) => plainRp(decodeRp(wire, { lenient })),
    encode: (value: Plain) => encodeRp(rpFrom(value)),
  },
  cp: {
    decode: (wire: Uint8Array, { lenient }) => plainCp(decodeCp(wire, { lenient })),
    encode: (value: Plain) => encodeCp(cpFrom(value)),
  },
  'sms-deliver': {
    decode: (wire: Uint8Array, { lenient }) => plainDeliver(decodeDeliver(wire, { lenient })),
    encode: (value: Plain) =>
      encodeDeliver(
        given({
          ...{
            tpMms: value['TP-MMS'] === 1,
            tpLp: value['TP-LP'] === 1,
            tpRp: value['TP-RP'] === 1,
            tpSri: value['TP-SRI'] === 1,
          },
          ...{ tpOa: addressFrom(value['TP-OA']), tpPid: value['TP-PID'], tpDcs: value['TP-DCS'] },
          ...{ tpScts: timestampFrom(value['TP-SCTS']), udh: headerFrom(value.UDH) },
          ...{ text: value.text, data: octetsFrom(value.data) },
        }),
      ),
  },
  'sms-status-report': {
    decode: (wire: Uint8Array, { lenient }) => plainStatusReport(decodeStatusReport(wire, { lenient })),
    encode: (value: Plain) =>
      encodeStatusReport(
        given({
          ...{ tpMms: value['TP-MMS'] === 1, tpLp: value['TP-LP'] === 1, tpSrq: value['TP-SRQ'] === 1 },
          ...{ tpMr: value['TP-MR'], tpRa: addressFrom(value['TP-RA']), tpSt: value['TP-ST'] },
          ...{ tpScts: timestampFrom(value['TP-SCTS']), tpDt: timestampFrom(value['TP-DT']) },
          ...parametersFrom(value),
        }),
      ),
  },
  'sms-command': {
    decode: (wire: Uint8Array, { lenient }): JsonObject => {
      const command = decodeCommand(wire, { lenient });
      return defined({
        ...{ 'TP-MTI': 'SMS-COMMAND', 'TP-SRR': bit(command.tpSrr), 'TP-MR': command.tpMr, 'TP-PID': command.tpPid },
        ...{ 'TP-CT': command.tpCt, 'TP-MN': command.tpMn, 'TP-DA': plainAddress(command.tpDa) },
        ...{ UDH: plainHeader(command.udh), data: toHex(command.data) },
      });
    },
    encode: (value: Plain) =>
      encodeCommand({
        ...{ tpSrr: value['TP-SRR'] === 1, tpMr: value['TP-MR'], tpPid: value['TP-PID'], tpCt: value['TP-CT'] },
        ...{ tpMn: value['TP-MN'], tpDa: addressFrom(value['TP-DA']), udh: headerFrom(value.UDH), data: fromHex(value.data) },
      }),
  },
  'sms-deliver-report': {
    decode: (wire: Uint8Array, { lenient }): JsonObject => {
      const report = decodeDeliverReport(wire, { lenient });
      return defined({ 'TP-MTI': 'SMS-DELIVER-REPORT', 'TP-FCS': report.tpFcs, ...plainParameters({ ...report }) });
    },
    encode: (value: Plain) => encodeDeliverReport(given({ tpFcs: value['TP-FCS'], ...parametersFrom(value) })),
  },
  'sms-submit-report': {
    decode: (wire: Uint8Array, { lenient }): JsonObject => {
      const report = decodeSubmitReport(wire, { lenient });
      const own = { 'TP-FCS': report.tpFcs, 'TP-SCTS': formatTimestamp(report.tpScts) };
      return defined({ 'TP-MTI': 'SMS-SUBMIT-REPORT', ...own, ...plainParameters({ ...report }) });
    },
    encode: (value: Plain) =>
      encodeSubmitReport(given({ tpFcs: value['TP-FCS'], tpScts: timestampFrom(value['TP-SCTS']), ...parametersFrom(value) })),
  },
};
