/**
 * WAVE sounds chunk by chunk; no sample is read.
 *
 *   "RIFF" length(4) "WAVE" | id(4) length(4) data, filled to an even length | ...        numbers have their low octet first
 *   fmt    format(2) channels(2) samples a second(4) octets a second(4) octets of a frame(2) bits of a sample(2) | more
 *
 * Source: Multimedia Programming Interface and Data Specifications 1.0 (IBM, Microsoft 1991); format tags of RFC 2361.
 * @module
 */
import {
  brief,
  type FileSummary,
  formatDuration,
  latin1,
  opaque,
  pluralize,
  tracedReading,
  u16le,
  u32le,
} from '../bytes/file-fields.js';
import { u32le as u32leAt } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import type { DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { isOfType } from './signatures.js';

/** Format tags that sounds of handsets have (RFC 2361 appendix A). */
const FORMATS: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [0x0001, 'PCM'],
  [0x0002, 'ADPCM'],
  [0x0003, 'floating point'],
  [0x0006, 'A-law'],
  [0x0007, 'mu-law'],
  [0x0011, 'IMA ADPCM'],
  [0x0031, 'GSM 06.10'],
  [0x0055, 'MP3'],
  [0xfffe, 'extensible'],
]);

const FORMAT_OCTETS = 16;

/** What the chunks before have said. */
interface State {
  readonly reading: Reading;
  words: string;
  octetsPerSecond: number;
  ms: number | undefined;
}

/**
 * Reads a WAVE file up to the length that it gives.
 * @throws DecodeError `bad-value` for other octets at the beginning, `truncated`.
 */
export function readWav(reader: ByteReader, options: DecodeOptions = {}): FileSummary & { readonly ms: number | undefined } {
  const { octets, offset: start } = reader;
  if (reader.remaining >= 12 && !isOfType(octets, 'audio/x-wav', start)) {
    throw new DecodeError('bad-value', 'WAV/RIFF', start, 'bad WAVE signature');
  }
  latin1(reader, 4, 'WAV/RIFF');
  const length = u32le(reader, 'WAV/length');
  latin1(reader, 4, 'WAV/form');
  const state: State = { reading: tracedReading(reader, options), words: '', octetsPerSecond: 0, ms: undefined };
  const body = reader.sub(Math.max(0, Math.min(length - 4, reader.remaining)), 'WAV/chunks');
  while (body.remaining > 0) readChunk(body, state);
  if (start + 8 + length > reader.end) {
    const reason = `the file should have ${8 + length} octets, and has ${reader.end - start}`;
    throw new DecodeError('truncated', 'WAV', reader.end, reason);
  }
  const { words, ms, reading } = state;
  const shown = [words, ms === undefined ? '' : formatDuration(ms)].filter((word) => word !== '').join(', ');
  if (ms === undefined) reading.note('bad-value', 'WAV', start, 'has no sound');
  return { words: shown, ms };
}

function readChunk(reader: ByteReader, state: State): void {
  const { octets, offset, end, trace } = reader;
  const id = String.fromCharCode(...octets.subarray(offset, Math.min(offset + 4, end)));
  reader.open(`chunk ${id.trimEnd()}`, 'RIFF');
  latin1(reader, 4, 'WAV/chunk/id');
  const field = `WAV/${id.trimEnd()}`;
  const length = u32le(reader, `${field}/length`);
  const body = reader.sub(length, field);
  const words = readBody(body, id, field, state);
  if (body.remaining > 0) opaque(body, body.remaining, `${field}/octets`);
  // Some programs leave out the octet that makes the length of the last chunk even.
  if (length % 2 === 1 && reader.remaining > 0) reader.u8(`${field}/filler`);
  reader.close();
  if (words !== undefined) trace?.mean(words);
}

function readBody(body: ByteReader, id: string, field: string, state: State): string | undefined {
  switch (id) {
    case 'fmt ':
      return readFormat(body, field, state);
    case 'data': {
      const { octetsPerSecond, reading } = state;
      const isKnown = octetsPerSecond > 0;
      if (!isKnown) reading.note('bad-value', field, body.offset, 'no format before it tells how long it is');
      const ms = isKnown ? (body.remaining * 1000) / octetsPerSecond : undefined;
      if (ms !== undefined) state.ms ??= ms;
      const words = `${pluralize(body.remaining, 'octet')}${ms === undefined ? '' : `, ${formatDuration(ms)}`}`;
      opaque(body, body.remaining, `${field}/samples`, words);
      return words;
    }
    case 'fact':
      if (body.remaining >= 4) u32le(body, `${field}/samples`);
      return undefined;
    case 'LIST':
      return readList(body, field);
    default:
      return undefined;
  }
}

function readFormat(body: ByteReader, field: string, state: State): string | undefined {
  if (body.remaining < FORMAT_OCTETS) {
    state.reading.note('bad-value', field, body.offset, `needs ${FORMAT_OCTETS} octets, ${body.remaining} left`);
    return undefined;
  }
  const tag = u16le(body, `${field}/format`);
  const name = FORMATS.get(tag) ?? `format ${tag}`;
  body.trace?.mean(name);
  const channels = u16le(body, `${field}/channels`);
  const rate = u32le(body, `${field}/samples-per-second`);
  state.octetsPerSecond = u32le(body, `${field}/octets-per-second`);
  u16le(body, `${field}/octets-per-frame`);
  const bits = u16le(body, `${field}/bits-per-sample`);
  if (body.remaining >= 2) u16le(body, `${field}/more`);
  const sound = channels === 1 ? 'mono' : channels === 2 ? 'stereo' : pluralize(channels, 'channel');
  state.words = `${name}, ${rate} Hz, ${bits === 0 ? '' : `${bits} bits, `}${sound}`;
  return state.words;
}

/** Names, dates and remarks: a list of the form INFO. */
function readList(body: ByteReader, field: string): string | undefined {
  if (body.remaining < 4) return undefined;
  const form = latin1(body, 4, `${field}/form`);
  if (form !== 'INFO') return brief(form);
  while (body.remaining >= 8) {
    const length = u32leAt(body.octets, body.offset + 4);
    if (length > body.remaining - 8) break;
    const id = String.fromCharCode(...body.octets.subarray(body.offset, body.offset + 4));
    body.open(id);
    latin1(body, 4, `${field}/id`);
    u32le(body, `${field}/length`);
    const text = latin1(body, length, `${field}/text`).replace(/\0+$/, '');
    if (length % 2 === 1 && body.remaining > 0) body.u8(`${field}/filler`);
    body.close();
    body.trace?.mean(brief(text));
  }
  return form;
}
