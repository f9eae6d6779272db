/**
 * Packages of npm on short messages: PDUs as they read them, texts as they count and split them.
 * @module
 */
import { decodeGsm7 } from '../../../src/text/index.js';
import { defined } from '../pack/read.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import { load, npmOracle, quietly } from './npm.js';
import type { Oracle, Shown } from './oracle.js';

const hexOf = ({ input }: BareCase) => (input as { hex: string }).hex;
/** With the empty address of a service centre, as a modem has it. */
const pduOf = (bare: BareCase) => `00${hexOf(bare)}`;
const isText = ({ expected }: BareCase) => 'value' in expected && expected.value.data === undefined;
const textOf = (bare: BareCase, text: string | undefined) => (isText(bare) ? text : undefined);

/** A time with its zone, from seconds since 1970 and minutes. */
function zoned(seconds: number, minutes: number): string {
  const local = new Date((seconds + 60 * minutes) * 1000).toISOString().slice(0, 19);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((n) => String(n).padStart(2, '0'));
  return `${local}${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

interface NodePduAddress {
  readonly type: { readonly type: number; readonly plan: number };
  readonly phone: string | null;
}

interface NodePduTime {
  readonly time: number;
  readonly tzOff: number;
}

interface NodePduMessage {
  readonly address: NodePduAddress;
  readonly protocolIdentifier: { readonly pid: number };
  readonly data: { getText(): string };
  readonly messageReference: number;
  readonly serviceCenterTimeStamp: NodePduTime;
  readonly reference: number;
  readonly dateTime: NodePduTime;
  readonly discharge: NodePduTime;
  readonly status: number;
}

interface NodePdu {
  parse(pdu: string): NodePduMessage;
}

const plainTime = ({ time, tzOff }: NodePduTime) => zoned(time, tzOff);
const plainAddress = ({ type, phone }: NodePduAddress): JsonObject => ({
  TON: type.type,
  NPI: type.plan,
  address: (phone ?? '').replace(/^\+/, ''),
});

export const nodePdu: Oracle = npmOracle('node-pdu', 'parse', {
  'sms-deliver': (bare) => {
    const message = load<NodePdu>('node-pdu').parse(pduOf(bare));
    return {
      shows: defined({
        'TP-OA': plainAddress(message.address),
        'TP-PID': message.protocolIdentifier.pid,
        'TP-SCTS': plainTime(message.serviceCenterTimeStamp),
        text: textOf(bare, message.data.getText()),
      }),
    };
  },
  'sms-submit': (bare) => {
    const message = load<NodePdu>('node-pdu').parse(pduOf(bare));
    return {
      shows: defined({
        'TP-DA': plainAddress(message.address),
        'TP-MR': message.messageReference,
        'TP-PID': message.protocolIdentifier.pid,
        text: textOf(bare, message.data.getText()),
      }),
    };
  },
  'sms-status-report': (bare) => {
    const report = load<NodePdu>('node-pdu').parse(pduOf(bare));
    return {
      shows: {
        'TP-MR': report.reference,
        'TP-RA': plainAddress(report.address),
        'TP-SCTS': plainTime(report.dateTime),
        'TP-DT': plainTime(report.discharge),
        'TP-ST': report.status,
      },
    };
  },
});

interface NodeSmsPdu {
  parse(pdu: string): {
    readonly error?: Error;
    readonly type: string;
    readonly reference?: number;
    readonly timestamp?: string;
    readonly text: string | null;
    readonly details: { readonly oa?: NodeSmsAddress; readonly da?: NodeSmsAddress; readonly pid: number };
  };
}

interface NodeSmsAddress {
  readonly type: number;
  readonly address: string;
}

const readNodeSmsPdu = (bare: BareCase): Shown => {
  const { error, type, reference, timestamp, text, details } = load<NodeSmsPdu>('node-sms-pdu').parse(pduOf(bare));
  if (error !== undefined) return { refused: true };
  const { oa, da, pid } = details;
  const plain = (address: NodeSmsAddress | undefined) => address && { TON: address.type, address: address.address };
  return {
    shows: defined({
      ...{ 'TP-MTI': type, 'TP-MR': reference, 'TP-OA': plain(oa), 'TP-DA': plain(da) },
      ...{ 'TP-PID': pid, 'TP-SCTS': timestamp, text: textOf(bare, text ?? '') },
    }),
  };
};

export const nodeSmsPdu: Oracle = npmOracle('node-sms-pdu', 'parse', {
  'sms-deliver': readNodeSmsPdu,
  'sms-submit': readNodeSmsPdu,
});

interface Pdu {
  parse(pdu: string): { readonly sender: string; readonly text: string | undefined };
}

export const pdu: Oracle = npmOracle('pdu', 'parse', {
  'sms-deliver': (bare) => {
    const { sender, text } = quietly(() => load<Pdu>('pdu').parse(pduOf(bare)));
    return { shows: defined({ 'TP-OA': { address: sender }, text: textOf(bare, text ?? '') }) };
  },
});

interface Gsm7 {
  encode(text: string): Buffer;
  decode(octets: Buffer): string;
}

/** It packs texts: a case's septets are one in the default alphabet. */
export const gsm7: Oracle = npmOracle('gsm7', 'encode and decode; texts in place of septets', {
  'gsm7-packing': (bare) => {
    if (bare.options?.fillBits !== 0) return { cannot: 'it knows no fill bits' };
    const { septets } = (bare.expected as unknown as { value: { septets: string } }).value;
    const text = decodeGsm7(Buffer.from(septets, 'hex'));
    const { encode, decode } = load<Gsm7>('gsm7');
    const read = decode(Buffer.from(hexOf(bare), 'hex'));
    const written = encode(text).toString('hex').toUpperCase();
    return { shows: { ...(read === text ? { septets } : { septets: read }), $hex: written } };
  },
});

const valueText = ({ input }: BareCase) => (input as unknown as { value: { text: string } }).value.text;
const encodingOf = (name: string) => (/^gsm/i.test(name) ? 'gsm7' : 'ucs2');
/** Counts are of messages whose header has a reference of eight bits. */
const eightBits =
  (ask: (text: string) => JsonObject) =>
  (bare: BareCase): Shown =>
    bare.options?.referenceBits === 16 ? { cannot: 'it knows references of eight bits' } : { shows: ask(valueText(bare)) };

interface CharCount {
  getCharCount(text: string): { readonly msgCount: number; readonly encoding: string };
}

export const gsmCharsetUtils: Oracle = npmOracle('@trt2/gsm-charset-utils', 'getCharCount', {
  'sms-segmentation': eightBits((text) => {
    const { msgCount, encoding } = load<CharCount>('@trt2/gsm-charset-utils').getCharCount(text);
    return { count: msgCount, encoding: encodingOf(encoding) };
  }),
});

interface SplitSms {
  split(text: string): { readonly characterSet: string; readonly parts: readonly { readonly content: string }[] };
}

export const splitSms: Oracle = npmOracle('split-sms', 'split', {
  'sms-segmentation': eightBits((text) => {
    const { characterSet, parts } = load<SplitSms>('split-sms').split(text);
    return { encoding: encodingOf(characterSet), count: parts.length, parts: parts.map(({ content }) => content) };
  }),
});

interface Segments {
  SegmentedMessage: new (text: string) => { readonly encodingName: string; readonly segmentsCount: number };
}

export const segmentsCalculator: Oracle = npmOracle('sms-segments-calculator', 'SegmentedMessage', {
  'sms-segmentation': eightBits((text) => {
    const { encodingName, segmentsCount } = new (load<Segments>('sms-segments-calculator').SegmentedMessage)(text);
    return { encoding: encodingOf(encodingName), count: segmentsCount };
  }),
});
