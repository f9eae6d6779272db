/**
 * The npm packages we are measured against: how each is called, what it cannot do, what it gets wrong.
 *
 * An adapter's `run` is the documented call and nothing else, but for {@link usable}. What has to be brought to one form for the
 * comparison (SMSC prefix, case) is done in `view`, outside the clock.
 * @module
 */
import trt2 from '@trt2/gsm-charset-utils';
import gsm7 from 'gsm7';
import { Jimp } from 'jimp';
import * as nodePdu from 'node-pdu';
import nodeSmsPdu from 'node-sms-pdu';
import pdu from 'pdu';
import { SegmentedMessage } from 'sms-segments-calculator';
import splitSms from 'split-sms';
import { versionOf } from './environment.js';
import type { Contender } from './harness.js';

/** Versions, with the limits found by reading their sources and running them. */
export const PEERS: readonly { readonly name: string; readonly version: string; readonly limits: string }[] = (
  [
    [
      'node-sms-pdu',
      'writes no TP-VP, TP-SRR, TP-RP, TP-PID, DCS 00 and 08 only, reference always 0; counts a CR filler in TP-UDL when septets mod 8 ' +
        'is 7, and then throws for some texts of several parts; drops what follows an @ in several parts; cuts ESC and surrogate pairs; ' +
        'takes ç for Ç; reads concatenation with IEI 00 only, no status reports, drops a final @',
    ],
    [
      'node-pdu',
      '133 septets or 63 units a part, also when 160 or 70 would fit in one; random 16-bit reference; characters above U+00C0 force ' +
        'UCS-2 (é and € too); writes § as a blank; relative TP-VP over 30 days wrong',
    ],
    [
      'pdu',
      '7-bit: ASCII codes as septets, octets instead of septets in TP-UDL, no fill bits behind a header; UCS-2: 66 units a part; ' +
        'TP-SRR always set, type of address always 81; reads no SUBMIT; text read from 7 bits ends in hundreds of NULs',
    ],
    ['gsm7', 'packs and unpacks text only, no PDU; no septet count, so 7 septets mod 8 come back with a filler'],
    ['sms-segments-calculator', 'counts only; cuts at grapheme clusters, which can take a part more than carriers bill'],
    ['split-sms', 'counts and splits only'],
    ['@trt2/gsm-charset-utils', 'counts only'],
    [
      'rtttl-parse',
      'reads only, into milliseconds and hertz: no octaves, lengths or dots; loses a dot behind an octave number; no RTX; writes to the ' +
        'console for a tempo off the table',
    ],
    ['midi-file', 'reads and writes events, knows no tune; throws strings; a file cut short is read as if it were whole'],
    [
      'jimp',
      'no bitmap of one bit, no error diffusion: its dither is an ordered one for 5 and 6 bits a colour; greys without linear light; ' +
        "resize() without a mode weighs every pixel, the modes read 4 to 16 of the source's pixels for each of the result; GIFs by their " +
        'first frame; what transparent pixels hide shows in a JPEG',
    ],
    ['vcard-creator', 'writes 3.0 only; this module builds on it'],
    ['ical.js', 'gives arrays of arrays; knows no 2.1 and no vCalendar 1.0; this module builds on it'],
    ['saxes', 'the XML parser below SI and SOAP: timed alone, without a handler, as a part of our own path'],
    ['gifwrap', 'whole animations in memory, a palette for each frame'],
    [
      'sharp',
      "libvips, compiled: shown for information, on one thread; no picture of one bit but by threshold or a palette's dither",
    ],
  ] as const
).map(([name, limits]) => ({ name, version: versionOf(name), limits }));

/**
 * The text, made flat. Text built with `+=` is a tree of pieces in V8 that its first reader has to join; whoever sends the PDU will,
 * so every contender that builds hex, ours included, pays for it here.
 */
export function usable(text: string): string {
  text.charCodeAt(0);
  return text;
}

/** A text for a number, as the encoders take it. */
export interface Message {
  readonly to: string;
  readonly text: string;
}

/** Hex of PDUs to compare: upper case, without the empty SMSC address. */
export function bareHex(parts: readonly string[]): string[] {
  return parts.map((part) => part.toUpperCase().replace(/^00/, ''));
}

/** SMS-SUBMIT encoders, from number and text to hex with an empty SMSC address. */
export function submitEncoders(encoding: '7bit' | '16bit'): Contender<Message>[] {
  return [
    {
      name: 'node-sms-pdu',
      role: 'peer',
      form: 'hex',
      run: ({ to, text }) => nodeSmsPdu.generateSubmit(to, text).map(({ hex }) => usable(hex)),
      view: bareHex,
    },
    {
      name: 'node-pdu',
      role: 'peer',
      form: 'hex',
      run: ({ to, text }) => new nodePdu.Submit(to, text).getPartStrings().map(usable),
      view: bareHex,
      known: `cuts at ${encoding === '7bit' ? '133 septets instead of 153' : '63 units instead of 67'}, 16-bit random reference`,
    },
    {
      name: 'pdu',
      role: 'peer',
      form: 'hex',
      run: ({ to, text }) => pdu.generate({ text, receiver: to.slice(1), encoding }).map(usable),
      view: bareHex,
      known:
        encoding === '7bit'
          ? 'TP-UDL in octets instead of septets; TP-SRR always set; type of address always 81'
          : 'cuts at 66 units instead of 67; TP-SRR always set; type of address always 81',
    },
  ];
}

/** One TPDU in the forms that readers take. */
export interface Wire {
  readonly octets: Uint8Array;
  readonly hex: string;
  /** With an empty SMSC address. */
  readonly hexSmsc: string;
  readonly bufferSmsc: Buffer;
  /** With an SMSC address of seven octets: one peer reads no other. */
  readonly hexFullSmsc: string;
}

export function wireOf(octets: Uint8Array): Wire {
  const buffer = Buffer.from(octets);
  const hex = buffer.toString('hex').toUpperCase();
  return {
    octets,
    hex,
    hexSmsc: `00${hex}`,
    bufferSmsc: Buffer.concat([Buffer.of(0), buffer]),
    hexFullSmsc: `0791947122723303${hex}`,
  };
}

/** What all readers must find. */
export interface Found {
  readonly digits: string;
  readonly tpPid: number;
  readonly tpDcs: number;
  readonly text: string;
  readonly tpMr?: number;
  readonly atMs?: number;
}

type ParsedBySmsPdu = ReturnType<typeof nodeSmsPdu.parse>;

function foundBySmsPdu(parsed: ParsedBySmsPdu, { octets }: Wire, kind: 'submit' | 'deliver'): Found {
  const address = (kind === 'submit' ? parsed.destination : parsed.origination) ?? '';
  const common = { digits: address.replace('+', ''), tpPid: parsed.details.pid, text: parsed.text };
  // It gives the DCS in pieces; with DCS 00 they say no more than that it is 00.
  const tpDcs = octets[kind === 'submit' ? 11 : 10] as number;
  return kind === 'submit'
    ? { ...common, tpDcs, tpMr: parsed.reference ?? -1 }
    : { ...common, tpDcs, atMs: Date.parse(parsed.timestamp ?? '') };
}

function foundByNodePdu(parsed: ReturnType<typeof nodePdu.parse>): Found {
  if (parsed instanceof nodePdu.Report) throw new Error('a report');
  const common = {
    digits: parsed.address.phone ?? '',
    tpPid: parsed.protocolIdentifier.getValue(),
    tpDcs: parsed.dataCodingScheme.getValue(),
    text: parsed.data.getText(),
  };
  return parsed instanceof nodePdu.Submit
    ? { ...common, tpMr: parsed.messageReference }
    : { ...common, atMs: Date.parse(parsed.serviceCenterTimeStamp.getIsoString()) };
}

/** Readers of one PDU. */
export function readers(kind: 'submit' | 'deliver'): Contender<Wire>[] {
  return [
    {
      name: 'node-sms-pdu',
      role: 'peer',
      form: 'hex',
      run: ({ hexSmsc }) => nodeSmsPdu.parse(hexSmsc),
      view: (parsed: ParsedBySmsPdu, wire) => foundBySmsPdu(parsed, wire, kind),
    },
    {
      name: 'node-sms-pdu (Buffer)',
      role: 'peer',
      form: 'octets',
      run: ({ bufferSmsc }) => nodeSmsPdu.parse(bufferSmsc),
      view: (parsed: ParsedBySmsPdu, wire) => foundBySmsPdu(parsed, wire, kind),
    },
    { name: 'node-pdu', role: 'peer', form: 'hex', run: ({ hexSmsc }) => nodePdu.parse(hexSmsc), view: foundByNodePdu },
    ...(kind === 'submit'
      ? []
      : [
          {
            name: 'pdu',
            role: 'peer',
            form: 'hex',
            run: ({ hexFullSmsc }) => pdu.parse(hexFullSmsc),
            view: (parsed: ReturnType<typeof pdu.parse>, { octets }) => ({
              digits: parsed.sender,
              tpPid: octets[9],
              tpDcs: octets[10],
              text: parsed.text,
              atMs: Math.floor(parsed.time.getTime() / 1000) * 1000,
            }),
            known: 'the text ends in 604 NULs; its time carries the milliseconds of the call',
          } satisfies Contender<Wire>,
        ]),
  ];
}

/** Counters of segments; `count` is what exactness is decided on. */
export const COUNTERS: readonly {
  readonly name: string;
  readonly run: (text: string) => unknown;
  readonly view: (output: never) => Count;
}[] = [
  {
    name: 'sms-segments-calculator',
    run: (text) => new SegmentedMessage(text),
    view: (message: SegmentedMessage) => ({
      encoding: message.encodingName === 'GSM-7' ? 'gsm7' : 'ucs2',
      segments: message.segmentsCount,
    }),
  },
  {
    name: 'split-sms',
    run: (text) => splitSms.split(text, { summary: true }),
    view: (result: ReturnType<typeof splitSms.split>) => ({
      encoding: result.characterSet === 'GSM' ? 'gsm7' : 'ucs2',
      segments: result.parts.length,
    }),
  },
  {
    name: '@trt2/gsm-charset-utils',
    run: (text) => trt2.getCharCount(text),
    view: (result: ReturnType<typeof trt2.getCharCount>) => ({
      encoding: result.encoding === 'GSM' ? 'gsm7' : 'ucs2',
      segments: result.msgCount,
    }),
  },
  {
    name: 'node-sms-pdu',
    run: (text) => nodeSmsPdu.generateSubmit('+447700900123', text),
    view: (parts: ReturnType<typeof nodeSmsPdu.generateSubmit>) => ({
      encoding: parts[0]?.buffer[13] === 0 ? 'gsm7' : 'ucs2',
      segments: parts.length,
    }),
  },
  {
    name: 'node-pdu',
    run: (text) => new nodePdu.Submit('+447700900123', text),
    view: (submit: nodePdu.Submit) => ({
      encoding: submit.dataCodingScheme.getValue() === 0 ? 'gsm7' : 'ucs2',
      segments: submit.getParts().length,
    }),
  },
];

export interface Count {
  readonly encoding: 'gsm7' | 'ucs2';
  readonly segments: number;
}

/** Text packed alone, without a PDU: 160 septets in 140 octets. */
export interface Packed {
  readonly text: string;
  readonly octets: Uint8Array;
  readonly buffer: Buffer;
  readonly hex: string;
}

export const PACKERS: readonly Contender<Packed>[] = [
  { name: 'gsm7', role: 'peer', form: 'octets', run: ({ text }) => gsm7.encode(text), view: (octets: Buffer) => hexOf(octets) },
  {
    name: 'node-pdu Helper',
    role: 'peer',
    form: 'hex',
    run: ({ text }) => usable(nodePdu.utils.Helper.encode7Bit(text).result),
    view: (hex: string) => hex,
  },
];

export const UNPACKERS: readonly Contender<Packed>[] = [
  { name: 'gsm7', role: 'peer', form: 'octets', run: ({ buffer }) => gsm7.decode(buffer), view: (text: string) => text },
  {
    name: 'node-pdu Helper',
    role: 'peer',
    form: 'hex',
    run: ({ hex }) => nodePdu.utils.Helper.decode7Bit(hex, 160),
    view: (text: string) => text,
  },
];

export function hexOf(octets: Uint8Array): string {
  return Buffer.from(octets).toString('hex').toUpperCase();
}

/** A picture of four octets a pixel, all opaque. */
export interface Photo {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array;
}

type JimpImage = ReturnType<typeof Jimp.fromBitmap>;

/** A photograph made smaller and brought to two greys (0 and not 0), as jimp does it; `pack` makes the bitmap of it. */
export function jimpPictures(
  widthPx: number,
  heightPx: number,
  pack: (rgba: Uint8Array) => Uint8Array,
  view: Contender<Photo>['view'],
): Contender<Photo>[] {
  const resized = ({ rgba: data, widthPx: width, heightPx: height }: Photo): JimpImage =>
    Jimp.fromBitmap({ data, width, height }).resize({ w: widthPx, h: heightPx });
  const threshold = { max: 128 };
  return [
    {
      name: 'jimp resize, threshold',
      role: 'peer',
      form: 'octets',
      // threshold() brings to grey first.
      run: (photo) => pack(resized(photo).threshold(threshold).bitmap.data),
      view,
    },
    {
      name: 'jimp resize, dither, threshold',
      role: 'peer',
      form: 'octets',
      run: (photo) => pack(resized(photo).greyscale().dither().threshold(threshold).bitmap.data),
      view,
    },
  ];
}
