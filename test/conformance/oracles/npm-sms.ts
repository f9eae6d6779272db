/**
 * Packages of npm on texts of short messages, as they pack, count and split them.
 * @module
 */
import { decodeGsm7 } from '../../../src/text/index.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import { load, npmOracle } from './npm.js';
import type { Oracle, Shown } from './oracle.js';

const hexOf = ({ input }: BareCase) => (input as { hex: string }).hex;
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
