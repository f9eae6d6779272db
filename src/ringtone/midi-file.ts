/**
 * Standard MIDI Files on the wire: the chunks and the header.
 *
 *   MThd length  format  tracks  division          format 0 one track, 1 tracks side by side, 2 one after the other
 *   MTrk length  ( delta event )*                  midi-track.ts reads the events; other chunks are passed over
 *
 * Source: Standard MIDI Files 1.0 (RP-001).
 * @module
 */
import { u32be } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import { DecodeError } from '../errors.js';
import { reportLoss } from './issues.js';
import { emptyFile, type FileOptions, type MidiFile, SPEC } from './midi-model.js';
import { TrackReader } from './midi-track.js';

/**
 * Reads a whole file and leaves the cursor behind its last chunk.
 * @throws DecodeError `truncated`, or `bad-value` for what is reserved or not supported.
 */
export function readFile(reader: ByteReader, options: FileOptions): MidiFile {
  const lenient = options.lenient === true;
  const { format, trackCount, division } = readHeader(reader, options);
  const file = emptyFile(format, division);
  const tracks = new TrackReader(file, options);
  const missing = () => `the header promises ${trackCount} tracks, there are ${file.tracks.length}`;
  while (file.tracks.length < trackCount && (reader.remaining > 0 || !lenient)) {
    const at = reader.offset;
    const name = `MTrk[${file.tracks.length}]`;
    if (reader.remaining === 0) throw new DecodeError('truncated', `MIDI/${name}`, at, missing());
    const chunk = openChunk(reader, name, lenient, options.onIssue);
    if (!chunk.isTrack) passOver(chunk.body);
    else if (format === 2) readSequence(tracks, file, chunk.body, at);
    else tracks.read(chunk.body, at);
    reader.close();
  }
  if (file.tracks.length < trackCount) {
    reportLoss(options.onIssue, 'junk', 'midi-file', reader.offset, missing(), 'no more tracks');
  }
  while (isAlienChunk(reader)) {
    passOver(openChunk(reader, 'chunk', lenient, undefined).body);
    reader.close();
  }
  return file;
}

/** The sequences of format 2 follow one another, each with tempos of its own: the first that has notes is the tune. */
function readSequence(tracks: TrackReader, file: MidiFile, body: ByteReader, at: number): void {
  if (file.keys.length > 0) {
    passOver(body);
    file.tracks.push({ name: '', end: 0, at });
    return;
  }
  file.changes.length = 0;
  tracks.read(body, at);
}

// Chunks

interface Header {
  readonly format: number;
  readonly trackCount: number;
  readonly division: number;
}

function readHeader(reader: ByteReader, { lenient, onIssue }: FileOptions): Header {
  reader.open('MThd', SPEC);
  const magic = reader.skip(4, 'MIDI/MThd/chunk-type');
  if (!isAt('MThd', reader.octets, magic)) {
    const message = `is ${JSON.stringify(asciiAt(reader.octets, magic))}, allowed: "MThd"`;
    throw new DecodeError('bad-value', 'MIDI/MThd/chunk-type', magic, message);
  }
  reader.trace?.leaf('chunk-type', 'MThd', magic * 8, magic * 8 + 32);
  const lengthAt = reader.offset;
  const length = readLength(reader, 'MIDI/MThd/chunk-length');
  if (length < 6) throw new DecodeError('bad-value', 'MIDI/MThd/chunk-length', lengthAt, `is ${length}, allowed: 6 or more`);
  const body = reader.sub(length, 'MIDI/MThd');
  const formatAt = body.offset;
  const format = body.u16('MIDI/MThd/format', SPEC);
  if (format > 2) throw new DecodeError('bad-value', 'MIDI/MThd/format', formatAt, `is ${format}, allowed: 0 or 1`);
  body.trace?.mean(['one track', 'tracks side by side', 'tracks one after the other'][format] as string);
  if (format === 2) {
    const message = 'is 2 (independent sequences), allowed: 0 or 1';
    if (lenient !== true) throw new DecodeError('bad-value', 'MIDI/MThd/format', formatAt, message);
    reportLoss(onIssue, 'dropped', 'midi-file', formatAt, 'several independent sequences', 'the first with notes');
  }
  const countAt = body.offset;
  const trackCount = body.u16('MIDI/MThd/ntrks', SPEC);
  if (format === 0 && trackCount !== 1) {
    const message = `is ${trackCount}, allowed in format 0: 1`;
    if (lenient !== true) throw new DecodeError('bad-value', 'MIDI/MThd/ntrks', countAt, message);
    reportLoss(onIssue, 'junk', 'midi-file', countAt, `${trackCount} tracks in format 0`, 'format 1');
  }
  const division = readDivision(body, onIssue);
  if (body.remaining > 0) body.take(body.remaining, 'MIDI/MThd/more');
  reader.close();
  return { format, trackCount, division };
}

/** Ticks to a quarter note. A file that counts film frames has none; at 120 bpm, MIDI's own default, a quarter lasts half a second. */
function readDivision(body: ByteReader, onIssue: FileOptions['onIssue']): number {
  const at = body.offset;
  const division = body.u16('MIDI/MThd/division', SPEC);
  if (division < 0x8000) {
    if (division === 0) throw new DecodeError('bad-value', 'MIDI/MThd/division', at, 'is 0 ticks to a quarter');
    body.trace?.mean(`${division} ticks to a quarter`);
    return division;
  }
  const frames = 256 - (division >> 8);
  const ticks = division & 0xff;
  if ((frames !== 24 && frames !== 25 && frames !== 29 && frames !== 30) || ticks === 0) {
    const message = `is ${frames} frames of ${ticks} ticks, allowed: 24, 25, 29 or 30 of 1 to 255`;
    throw new DecodeError('bad-value', 'MIDI/MThd/division', at, message);
  }
  body.trace?.mean(`${frames} frames a second, ${ticks} ticks a frame`);
  const message = `time in ${frames} frames a second, not in quarters`;
  reportLoss(onIssue, 'approximated', 'midi-file', at, message, '120 quarters a minute');
  // 29 stands for the 30000/1001 frames of drop-frame time code.
  return ((frames === 29 ? 30_000 / 1001 : frames) * ticks) / 2;
}

/** A chunk whose head was read. */
interface Chunk {
  readonly isTrack: boolean;
  readonly body: ByteReader;
}

/** Reads a chunk's type and length; the group in the trace stays open for its body. */
function openChunk(reader: ByteReader, name: string, lenient: boolean, onIssue: FileOptions['onIssue']): Chunk {
  const at = reader.offset;
  const isTrack = reader.remaining >= 4 && isAt('MTrk', reader.octets, at);
  reader.open(isTrack ? name : 'chunk', SPEC);
  reader.skip(4, `MIDI/${name}/chunk-type`);
  reader.trace?.leaf('chunk-type', asciiAt(reader.octets, at), at * 8, at * 8 + 32);
  const lengthAt = reader.offset;
  const length = readLength(reader, `MIDI/${name}/chunk-length`);
  const { remaining } = reader;
  if (length <= remaining || !lenient) return { isTrack, body: reader.sub(length, `MIDI/${name}`) };
  const message = `a chunk of ${length} octets with ${remaining} left`;
  reportLoss(onIssue, 'junk', 'midi-file', lengthAt, message, 'a chunk up to the end');
  return { isTrack, body: reader.sub(remaining, `MIDI/${name}`) };
}

function readLength(reader: ByteReader, field: string): number {
  const at = reader.skip(4, field);
  const length = u32be(reader.octets, at);
  reader.trace?.leaf('chunk-length', length, at * 8, at * 8 + 32, SPEC);
  return length;
}

/** A chunk that says nothing of the tune. */
function passOver(body: ByteReader): void {
  if (body.remaining > 0) body.take(body.remaining, 'MIDI/chunk/data');
}

/** Whether a whole chunk of another type follows; anything else there is no part of the file. */
function isAlienChunk({ octets, offset, remaining }: ByteReader): boolean {
  if (remaining < 8) return false;
  for (let i = offset; i < offset + 4; i++) {
    const octet = octets[i] as number;
    if (octet < 0x20 || octet > 0x7e) return false;
  }
  const type = asciiAt(octets, offset);
  return type !== 'MTrk' && type !== 'MThd' && u32be(octets, offset + 4) <= remaining - 8;
}

/** Four octets as characters. */
function asciiAt(octets: Uint8Array, at: number): string {
  return String.fromCharCode(...octets.subarray(at, at + 4));
}

function isAt(type: 'MThd' | 'MTrk', octets: Uint8Array, at: number): boolean {
  for (let i = 0; i < 4; i++) {
    if (octets[at + i] !== type.charCodeAt(i)) return false;
  }
  return true;
}
