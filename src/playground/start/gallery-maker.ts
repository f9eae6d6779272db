/**
 * The gallery of samples: payloads by kind, each with a small picture of what it holds, painted from the payload by what paints answers. No DOM
 * here.
 * @module
 */
import type { Bitmap } from '../../bitmap/index.js';
import { toBase64 } from '../../bytes/base64.js';
import { encodeUtf8, toHex } from '../../bytes/index.js';
import { type Format, identify, inspect } from '../../inspect/index.js';
import { readText } from '../../inspect/texts.js';
import { buildSubmits, type Content } from '../../message/index.js';
import { parseRtttl, type Tune } from '../../ringtone/index.js';
import { type Answer, describeAnswer, listPayloads } from '../../show/answer.js';
import { fillRect, newCanvas } from '../../show/canvas.js';
import { encodeBitmapPng, encodeIndexedPng } from '../../show/png.js';
import { findRoll } from '../../show/roll.js';
import { encodeServiceCentre, encodeStatusReport, encodeSubmit } from '../../sms/index.js';
import { drawSample } from '../compose/picture-samples.js';
import { sampleOf } from '../inspect/samples.js';
import { mmsItems } from '../ui/mms-items.js';

/** What a card shows of its sample: a picture, what a message says, facts, or lines of a log. */
export type Thumb =
  | { readonly kind: 'picture'; readonly type: string; readonly base64: string }
  | { readonly kind: 'bubble' | 'card' | 'lines'; readonly lines: readonly string[] };

/** A sample of the gallery. */
export interface GalleryItem {
  readonly id: string;
  /** The heading it is under. */
  readonly group: string;
  readonly title: string;
  readonly about: string;
  /** The payload, in base64. */
  readonly base64: string;
  readonly thumb: Thumb;
}

/** Makes every sample of the gallery and paints it. */
export function makeGallery(): GalleryItem[] {
  return Object.entries(GROUPS).flatMap(([group, items]) =>
    items.map(([id, title, about, make]) => {
      const octets = make();
      return { id, group, title, about, base64: toBase64(octets), thumb: paint(octets) };
    }),
  );
}

type Row = readonly [id: string, title: string, about: string, make: () => Uint8Array];

const TO = { to: '447700900123' } as const;
const SENT = new Date(Date.UTC(2026, 10, 21, 18, 30));

const GROUPS: Readonly<Record<string, readonly Row[]>> = {
  Messages: [
    ['sms', 'SMS', 'a text with its service centre', sample('pdu-mt')],
    ['long-sms', 'Long SMS', 'two parts, joined', sample('hex')],
    ['report', 'Delivery report', 'what became of an SMS', report],
    ['ems', 'EMS', 'a text with a picture in it', ems],
    ['mms', 'MMS', 'text and picture on a slide', sample('mms')],
    ['cut', 'Cut SMS', 'the last octets are missing', () => sample('pdu-mt')().slice(0, -14)],
  ],
  Pictures: [
    ['logo', 'Operator logo', 'user data for port 5506', sample('udh')],
    ['picture-message', 'Picture message', 'a picture with its text', sample('picture-message')],
    ['wbmp', 'WAP bitmap', 'WBMP, one bit a pixel', sample('wbmp')],
    ['siemens', 'Siemens picture', 'an exchange object', sample('seo')],
  ],
  Tunes: [
    ['ringtone', 'Ringtone', 'as Nokia phones take it', sample('nokia-ringtone')],
    ['rtttl', 'RTTTL', 'a tune as text', sample('rtttl')],
    ['ems-tune', 'EMS melody', 'in the header of an SMS', emsTune],
    ['midi', 'MIDI', 'a file for later phones', sample('midi')],
  ],
  'Cards and pushes': [
    ['vcard', 'vCard', 'a business card', sample('vcard')],
    ['vcalendar', 'vCalendar', 'an appointment', sample('vcalendar')],
    ['push', 'WAP push', 'a service indication', sample('wsp-push')],
  ],
  'Logs and interfaces': [
    ['log', 'Log', 'several payloads among words', log],
    ['archive', 'Archive', 'messages that a Nokia phone kept', sample('vmg')],
    ['at', 'AT commands', 'a modem is told to send', sample('at')],
    ['smpp', 'SMPP', 'submit_sm with a logo', sample('smpp')],
    ['kannel', 'Kannel', 'the same as a URL', sample('kannel')],
  ],
};

function sample(format: Format): () => Uint8Array {
  return () => (sampleOf(format) as { make(): Uint8Array }).make();
}

// ---- samples that no other part of the page has ----

function report(): Uint8Array {
  const at = (minutes: number) => ({ at: new Date(SENT.getTime() + minutes * 60_000), offsetMinutes: 60 });
  const tpdu = encodeStatusReport({ tpMr: 7, tpRa: TO.to, tpScts: at(0), tpDt: at(2), tpSt: 0 });
  return Uint8Array.of(...encodeServiceCentre('447700900999'), ...tpdu);
}

/** The messages of a content for a phone that knows EMS, a line of hex each when there are several. */
function submits(content: Content): Uint8Array {
  const pdus = buildSubmits(content, { ...TO, make: 'Ericsson' }).map((submit) => Uint8Array.of(0, ...encodeSubmit(submit)));
  const [pdu] = pdus;
  if (pdu !== undefined && pdus.length === 1) return pdu;
  return encodeUtf8(pdus.map((each) => `${toHex(each)}\n`).join(''));
}

function log(): Uint8Array {
  const line = (second: number, words: string, octets: Uint8Array) => `18:30:0${second} ${words}${toHex(octets)}`;
  const lines = [
    '18:30:01 INFO connected to 10.0.0.7:2775',
    line(2, 'INFO deliver pdu=', sample('pdu-mt')()),
    line(3, 'INFO udh+ud=', sample('udh')()),
    line(4, 'INFO push body=', sample('wsp-push')()),
    line(5, 'INFO report pdu=', report()),
    line(6, 'WARN pdu=', sample('pdu-mt')()).slice(0, -9),
  ];
  return encodeUtf8(`${lines.join('\n')}\n`);
}

function ems(): Uint8Array {
  return submits({ kind: 'pictureMessage', bitmap: drawSample('ball', 32, 32), text: 'Match at 8!' });
}

function emsTune(): Uint8Array {
  return submits({ kind: 'ringtone', tune: parseRtttl('Siren:d=8,o=5,b=160:c,e,g,c6,g,e,c,e,g,c6,g,e,4c') });
}

// ---- thumbnails ----

/** Lines of a card at most, and characters of one. */
const [MAX_LINES, MAX_CHARACTERS] = [3, 60];

function paint(octets: Uint8Array): Thumb {
  const format = identify(octets)[0]?.format;
  const payload = { octets, format, field: inspect(octets, { as: format }) };
  const found = listPayloads(payload, MAX_LINES);
  const answer = describeAnswer(payload);
  return paintAnswer(answer) ?? (found.length > 1 && format === 'log' ? linesOf(octets) : wordsOf(answer));
}

function paintAnswer({ shown, file, carried }: Answer): Thumb | undefined {
  for (const each of shown) {
    if (each.kind === 'picture' && each.frames[0] !== undefined) return picture(each.frames[0]);
    if (each.kind === 'tune') return png(paintTune(each.tune));
  }
  if (file !== undefined) return { kind: 'picture', type: file.type, base64: toBase64(file.octets) };
  if (carried?.kind !== 'mms') return undefined;
  const part = mmsItems(carried.message).find((item) => item.shown.kind === 'picture');
  return part && { kind: 'picture', type: part.type, base64: toBase64(part.octets) };
}

function picture(bitmap: Bitmap): Thumb {
  return png(encodeBitmapPng(bitmap));
}

function png(octets: Uint8Array): Thumb {
  return { kind: 'picture', type: 'image/png', base64: toBase64(octets) };
}

/** Paper, its lines, and notes. */
const PALETTE = [0xffffff, 0xe4e4da, 0x2f6f4f];
const [ROLL_WIDTH, LANE] = [96, 3];

/** The notes of a tune, a semitone a lane. */
function paintTune(tune: Tune): Uint8Array {
  const roll = findRoll(tune);
  const lanes = roll.high - roll.low + 3;
  const canvas = newCanvas(ROLL_WIDTH, lanes * LANE, PALETTE);
  for (let lane = 1; lane < lanes; lane += 2) fillRect(canvas, 0, lane * LANE, ROLL_WIDTH, LANE, 1);
  const scale = ROLL_WIDTH / roll.lengthMs;
  for (const { startMs, soundsUntilMs, midi } of roll.notes) {
    if (midi === undefined) continue;
    const [from, to] = [Math.round(startMs * scale), Math.round(soundsUntilMs * scale)];
    fillRect(canvas, from, (roll.high + 1 - midi) * LANE, Math.max(1, to - from), LANE, 2);
  }
  return encodeIndexedPng(canvas);
}

function linesOf(octets: Uint8Array): Thumb {
  const lines = (readText(octets) ?? '').trim().split(/\r?\n/);
  return { kind: 'lines', lines: lines.slice(0, MAX_LINES + 1).map(clip) };
}

/** What a message says, or the facts of a card. */
function wordsOf({ sentence, facts, carried }: Answer): Thumb {
  const content = carried?.kind === 'content' ? carried.content : undefined;
  if (content?.kind === 'text') return { kind: 'bubble', lines: [clip(content.text)] };
  const said = sentence.replace(/^.*?: /, '');
  if (facts.length === 0) return { kind: 'bubble', lines: [clip(said)] };
  return { kind: 'card', lines: [said, ...facts.map(({ value }) => value)].slice(0, MAX_LINES).map(clip) };
}

function clip(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
