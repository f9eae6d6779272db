/**
 * handset's readers and writers of short messages, in the terms of the pack.
 * @module
 */
import { fromHex, percentDecode, percentEncode, toHex } from '../../../src/bytes/index.js';
import { toAtCommands } from '../../../src/carrier/index.js';
import {
  type Address,
  decodeSubmit,
  decodeUdh,
  type EnhancedValidity,
  encodeSubmit,
  encodeUdh,
  findPorts,
  formatTimestamp,
  type InformationElement,
  parseSckl,
  Reassembler,
  type Submit,
  type SubmitInput,
  submitDatagram,
  submitText,
  type Timestamp,
  type ValidityPeriod,
} from '../../../src/sms/index.js';
import { countSegments, decodeGsm7, encodeGsm7, packSeptets, segmentText, unpackSeptets } from '../../../src/text/index.js';
import { formatVObjectSckl, parseVObjectSckl } from '../../../src/vobject/index.js';
import { defined } from '../pack/read.js';
import type { JsonObject } from '../pack/shape.js';
import type { Adapters, How } from './adapter.js';

/** An address as the pack has it. */
export interface PlainAddress {
  readonly TON: number;
  readonly NPI: number;
  readonly address: string;
}

/** The fields of an SMS-SUBMIT that the pack has values for. */
interface PlainSubmit extends JsonObject {
  readonly 'TP-RD': number;
  readonly 'TP-SRR': number;
  readonly 'TP-RP': number;
  readonly 'TP-MR': number;
  readonly 'TP-DA': PlainAddress & JsonObject;
  readonly 'TP-PID': number;
  readonly 'TP-DCS': number;
}

export const bit = (flag: boolean): number => (flag ? 1 : 0);

export const plainAddress = (address: Address): JsonObject => ({
  TON: address.ton,
  NPI: address.npi,
  address: 'text' in address ? address.text : address.digits,
});

/** Elements as identifier and data; none where there is no header. */
export function plainHeader(udh: readonly InformationElement[] | undefined): JsonObject[] | undefined {
  if (udh === undefined || udh.length === 0) return undefined;
  return udh.map((element) => {
    const octets = encodeUdh([element]);
    return { IEI: octets[1] as number, IED: toHex(octets.subarray(3)) };
  });
}

export function headerFrom(elements: readonly { readonly IEI: number; readonly IED: string }[] = []): InformationElement[] {
  return elements.flatMap(({ IEI, IED }) => {
    const data = fromHex(IED);
    return [...decodeUdh(Uint8Array.of(data.length + 2, IEI, data.length, ...data)).elements];
  });
}

function plainValidity(vp: ValidityPeriod | undefined): JsonObject | undefined {
  if (vp === undefined) return undefined;
  if (vp.kind === 'relative') return { format: 'relative', seconds: vp.minutes * 60 };
  return vp.kind === 'absolute' ? { format: 'absolute', time: formatTimestamp(vp) } : plainEnhanced(vp);
}

function plainEnhanced(vp: EnhancedValidity): JsonObject {
  if (vp.format === 'raw') return { format: 'enhanced', octets: toHex(vp.octets) };
  const { hours = 0, minutes = 0, seconds = 0 } = vp as { hours?: number; minutes?: number; seconds?: number };
  const period = vp.format === 'none' ? {} : { seconds: 3600 * hours + 60 * minutes + seconds };
  return { format: 'enhanced', kind: vp.format, singleShot: bit(vp.singleShot), ...period };
}

/** A period of the enhanced format. */
function enhancedFrom({ kind, singleShot, seconds }: Record<string, unknown>): EnhancedValidity {
  const whole = seconds as number;
  const own = {
    none: {},
    relative: { minutes: whole / 60 },
    seconds: { seconds: whole },
    time: { hours: Math.floor(whole / 3600), minutes: Math.floor(whole / 60) % 60, seconds: whole % 60 },
  }[kind as 'none'];
  return { kind: 'enhanced', format: kind, singleShot: singleShot === 1, ...own } as EnhancedValidity;
}

/** A time with its zone. */
export function timestampFrom(time: string): Timestamp {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(time) ?? ['', '+', '0', '0'];
  return { at: new Date(time), offsetMinutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) };
}

function validityFrom(vp: { readonly format: string; readonly seconds: number; readonly time: string } | undefined) {
  if (vp === undefined) return undefined;
  if (vp.format === 'relative') return { kind: 'relative' as const, minutes: vp.seconds / 60 };
  if (vp.format === 'enhanced') return enhancedFrom({ ...vp });
  return { kind: 'absolute' as const, ...timestampFrom(vp.time) };
}

export const content = ({ text, data }: { readonly text?: string; readonly data?: Uint8Array }) =>
  defined({ text, data: data === undefined ? undefined : toHex(data) });

function plainSubmit(submit: Submit): JsonObject {
  return defined({
    'TP-MTI': 'SMS-SUBMIT',
    'TP-RD': bit(submit.tpRd),
    'TP-SRR': bit(submit.tpSrr),
    'TP-RP': bit(submit.tpRp),
    'TP-MR': submit.tpMr,
    'TP-DA': plainAddress(submit.tpDa),
    'TP-PID': submit.tpPid,
    'TP-DCS': submit.tpDcs,
    'TP-VP': plainValidity(submit.tpVp),
    UDH: plainHeader(submit.udh),
    ...content(submit),
  });
}

function submitFrom(value: PlainSubmit): SubmitInput {
  const { TON: ton, NPI: npi, address: digits } = value['TP-DA'];
  const { UDH, text, data } = value;
  return {
    tpRd: value['TP-RD'] === 1,
    tpSrr: value['TP-SRR'] === 1,
    tpRp: value['TP-RP'] === 1,
    tpMr: value['TP-MR'],
    tpDa: { ton, npi, digits },
    tpPid: value['TP-PID'],
    tpDcs: value['TP-DCS'],
    tpVp: validityFrom(value['TP-VP'] as never),
    udh: headerFrom(UDH as never),
    ...(data === undefined ? { text: text as string } : { data: fromHex(data as string) }),
  };
}

const tablesOf = ({ options }: How) =>
  defined({ locking: options.lockingShift, single: options.singleShift }) as { locking?: number; single?: number };

interface PlainDatagram {
  readonly destinationPort: number;
  readonly originatorPort: number;
  readonly data: string;
}

export const smsAdapters: Adapters = {
  'gsm7-packing': {
    decode: (wire: Uint8Array, { options }) => ({
      septets: toHex(unpackSeptets(wire, options.septets as number, options.fillBits as number)),
    }),
    encode: ({ septets }: { septets: string }, { options }) => packSeptets(fromHex(septets), options.fillBits as number),
  },
  'gsm7-text': {
    decode: (wire: Uint8Array, how) => ({ text: decodeGsm7(wire, tablesOf(how)) }),
    encode: ({ text }: { text: string }, how) => encodeGsm7(text, tablesOf(how)),
  },
  'sms-submit': {
    decode: (wire: Uint8Array, { lenient }) => plainSubmit(decodeSubmit(wire, { lenient })),
    encode: (value: PlainSubmit) => encodeSubmit(submitFrom(value)),
  },
  'sms-segmentation': {
    encode: ({ text }: { text: string }, { options }): JsonObject => {
      const concat = options.referenceBits as 8;
      const { encoding, units, segments } = countSegments(text, { concat });
      return { encoding, units, count: segments, parts: segmentText(text, { concat }).map((part) => part.text) };
    },
  },
  'sms-concatenation': {
    decode: (wire: readonly Uint8Array[]): JsonObject => {
      const parts = wire.map((octets) => decodeSubmit(octets));
      const reassembler = new Reassembler();
      const whole = parts.map((part) => reassembler.add(part, { from: '', at: 0 })).at(-1);
      const [first] = parts as [Submit];
      const concat = first.udh?.find(({ kind }) => kind === 'concat8') as { reference: number };
      return { 'TP-DA': plainAddress(first.tpDa), 'TP-MR': first.tpMr, reference: concat.reference, text: whole?.text ?? '' };
    },
    encode: (value: { 'TP-DA': PlainAddress; 'TP-MR': number; reference: number; text: string }) => {
      const { TON: ton, NPI: npi, address: digits } = value['TP-DA'];
      const options = { to: { ton, npi, digits }, tpMr: value['TP-MR'], reference: value.reference };
      return submitText(value.text, options).map((submit) => encodeSubmit(submit));
    },
  },
  udh: {
    decode: (wire: Uint8Array): JsonObject => {
      const { elements } = decodeUdh(wire);
      const ports = findPorts(elements);
      return defined({
        portBits: elements.some(({ kind }) => kind === 'ports8') ? 8 : 16,
        destinationPort: ports?.destination,
        originatorPort: ports?.source,
      });
    },
    encode: ({ portBits, destinationPort: destination, originatorPort: source }: Record<string, number>) =>
      encodeUdh([{ kind: portBits === 8 ? 'ports8' : 'ports16', destination, source } as InformationElement]),
  },
  'at-cmgs': {
    encode: ({ tpdu }: { tpdu: string }): JsonObject => {
      const [, command = '', line = ''] = toAtCommands([decodeSubmit(fromHex(tpdu))]);
      return { length: Number(/=(\d+)$/.exec(command)?.[1]), pdu: line.replace('\x1a', '') };
    },
  },
  'smart-message': {
    decode: (wire: readonly Uint8Array[]): JsonObject => {
      const reassembler = new Reassembler();
      const parts = wire.map((octets) => {
        const { elements, lengthOctets } = decodeUdh(octets);
        return reassembler.add({ udh: elements, data: octets.subarray(lengthOctets) }, { from: '', at: 0 });
      });
      const whole = parts.at(-1);
      return defined({
        destinationPort: whole?.ports?.destination,
        originatorPort: whole?.ports?.source,
        data: toHex(whole?.data ?? new Uint8Array()),
      });
    },
    encode: ({ destinationPort, originatorPort: sourcePort, data }: PlainDatagram, { options }) =>
      submitDatagram(
        { destinationPort, sourcePort, data: fromHex(data) },
        { to: '447700900123', ...(options.reference !== undefined && { reference: options.reference as number }) },
      ).map(({ udh = [], data = new Uint8Array() }) => Uint8Array.of(...encodeUdh(udh), ...data)),
  },
  sckl: {
    decode: (wire: string): JsonObject => {
      const { sourcePort: originatorPort, ...message } = parseSckl(wire);
      // The line end behind the header belongs to it.
      return defined({ originatorPort, ...message, text: parseVObjectSckl(wire).text });
    },
    encode: ({ destinationPort: port, text }: { destinationPort: number; text: string }) =>
      formatVObjectSckl(text, { kind: 'vcard', port })[0] as string,
  },
  'percent-encoding': {
    decode: (wire: string) => ({ text: percentDecode(wire) }),
    encode: ({ text }: { text: string }) => percentEncode(text),
  },
};
