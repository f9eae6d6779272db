/**
 * Events of MIDI files: the numbers and texts in them, their names, and how a trace shows them: each with its delta, its status unless
 * that is the running one, and its data.
 *
 *   quantity   1 to 4 octets of 7 bits, the high bit on all but the last
 *
 * Source: Standard MIDI Files 1.0 (RP-001); MIDI 1.0, channel messages.
 * @module
 */
import type { Trace } from '../bytes/trace.js';
import { decodeUtf8 } from '../bytes/utf8.js';
import { textOfUnits } from '../bytes/utf16.js';
import { DecodeError } from '../errors.js';
import { isOctave, PITCHES } from './tune.js';

/** Meta event types. */
export const TEXT = 0x01;
export const NAME = 0x03;
export const END_OF_TRACK = 0x2f;
export const TEMPO = 0x51;

/** Controller of the channel's volume. */
export const VOLUME_CONTROLLER = 7;

/** Drums have channel 10 (General MIDI); channels count from 0 here. */
export const DRUMS = 9;

/** The document that a trace names. */
export const SPEC = 'SMF 1.0';

/** The highest quantity: four octets of seven bits. */
export const MAX_QUANTITY = 0x0fffffff;

/**
 * A quantity, which begins at `from` and has to end before `end`.
 * @throws DecodeError `truncated`, or `bad-value` for more than four octets.
 */
export function readQuantity(octets: Uint8Array, from: number, end: number, field: string): number {
  let value = 0;
  for (let at = from; at < from + 4; at++) {
    if (at >= end) throw truncated(field, from, 'a variable-length quantity without its last octet');
    const octet = octets[at] as number;
    value = (value << 7) | (octet & 0x7f);
    if (octet < 0x80) return value;
  }
  throw new DecodeError('bad-value', field, from, 'a variable-length quantity of more than four octets');
}

/** Octets of a quantity that was read. */
export function quantityLength(octets: Uint8Array, from: number): number {
  let at = from;
  while ((octets[at] as number) >= 0x80) at++;
  return at + 1 - from;
}

/** Three octets as a number, of a tempo: microseconds per quarter note. */
export function u24be(octets: Uint8Array, at: number): number {
  return ((octets[at] as number) << 16) | ((octets[at + 1] as number) << 8) | (octets[at + 2] as number);
}

/** Text of a meta event. The standard says ASCII or better; what is not UTF-8 is read as ISO 8859-1. */
export function readText(octets: Uint8Array, from: number, length: number): string {
  const end = from + length;
  let ascii = '';
  for (let at = from; at < end; at++) {
    const octet = octets[at] as number;
    if (octet >= 0x80) return wideText(octets.subarray(from, end));
    ascii += String.fromCharCode(octet);
  }
  return ascii;
}

function wideText(octets: Uint8Array): string {
  try {
    return decodeUtf8(octets);
  } catch {
    return textOfUnits(octets, octets.length);
  }
}

/** The error for what the track has no room for. */
export function truncated(field: string, at: number, message: string): DecodeError {
  return new DecodeError('truncated', field, at, message);
}

/** By the status of channel 1. */
const CHANNEL_EVENTS: Readonly<Record<number, readonly [name: string, first: string, second?: string]>> = {
  128: ['note-off', 'key', 'velocity'],
  144: ['note-on', 'key', 'velocity'],
  160: ['key-pressure', 'key', 'pressure'],
  176: ['controller', 'number', 'value'],
  192: ['program', 'program'],
  208: ['channel-pressure', 'pressure'],
  224: ['pitch-bend', 'low', 'high'],
};

/** By type. */
const META_EVENTS: Readonly<Record<number, string>> = {
  0: 'sequence-number',
  1: 'text',
  2: 'copyright',
  3: 'track-name',
  4: 'instrument-name',
  5: 'lyric',
  6: 'marker',
  7: 'cue-point',
  32: 'channel-prefix',
  33: 'port-prefix',
  47: 'end-of-track',
  81: 'tempo',
  84: 'smpte-offset',
  88: 'time-signature',
  89: 'key-signature',
  127: 'sequencer-specific',
};

/**
 * Records the event from `at` up to `end`.
 * @param statusAt where its delta ends; where its status is, unless that is the running one.
 * @param dataAt where its data begin, or in a meta event its type.
 */
export function traceEvent(
  trace: Trace,
  octets: Uint8Array,
  at: number,
  delta: number,
  statusAt: number,
  status: number,
  dataAt: number,
  end: number,
): void {
  const type = octets[dataAt] as number;
  const channelEvent = CHANNEL_EVENTS[status & 0xf0];
  const name =
    status < 0xf0 && channelEvent !== undefined
      ? channelEvent[0]
      : status === 0xff
        ? (META_EVENTS[type] ?? 'meta-event')
        : 'system-exclusive';
  trace.open(name, at * 8, SPEC);
  trace.leaf('delta-time', delta, at * 8, statusAt * 8);
  if (statusAt < dataAt) {
    trace.leaf('status', status, statusAt * 8, dataAt * 8);
    if (status < 0xf0) trace.mean(`${name}, channel ${(status & 15) + 1}`);
  }
  let meaning: string | undefined;
  if (status < 0xf0 && channelEvent !== undefined) {
    trace.leaf(channelEvent[1], type, dataAt * 8, dataAt * 8 + 8);
    if (channelEvent[1] === 'key') trace.mean(keyName(type));
    if (end > dataAt + 1) trace.leaf(channelEvent[2] as string, octets[dataAt + 1] as number, dataAt * 8 + 8, end * 8);
    if (channelEvent[1] === 'key') meaning = keyName(type) + (status >= 0x90 && octets[dataAt + 1] === 0 ? ', ends' : '');
  } else meaning = traceSystemEvent(trace, octets, status, dataAt, end);
  trace.close(end * 8);
  if (meaning !== undefined) trace.mean(meaning);
}

function traceSystemEvent(trace: Trace, octets: Uint8Array, status: number, dataAt: number, end: number): string | undefined {
  const isMeta = status === 0xff;
  const type = octets[dataAt] as number;
  if (isMeta) trace.leaf('type', type, dataAt * 8, dataAt * 8 + 8);
  const lengthAt = isMeta ? dataAt + 1 : dataAt;
  const from = lengthAt + quantityLength(octets, lengthAt);
  trace.leaf('length', end - from, lengthAt * 8, from * 8);
  if (end === from) return undefined;
  const isText = isMeta && type >= 1 && type <= 7;
  const isTempo = isMeta && type === TEMPO;
  const micros = u24be(octets, from);
  const text = isText ? readText(octets, from, end - from) : undefined;
  trace.leaf('data', isTempo ? micros : (text ?? `${end - from} octets`), from * 8, end * 8);
  return isTempo ? `${(60_000_000 / micros).toFixed(2)} bpm` : text;
}

/** A key in a tune's own words where it has them. */
function keyName(key: number): string {
  const octave = Math.floor(key / 12) - 1;
  return `${PITCHES[key % 12]}${octave}${isOctave(octave) ? '' : ', outside octaves 4 to 7'}`;
}
