/**
 * Reading Standard MIDI Files: chunks, header and tracks, into what bears on a tune, before a melody is made of it.
 *
 *   MThd length  format  tracks  division          format 0 one track, 1 tracks side by side, 2 one after the other
 *   MTrk length  ( delta event )*                  other chunks are skipped
 *
 *   delta   ticks since the event before
 *   event   8n key velocity   note off             9n key velocity   note on (velocity 0: off)
 *           An key pressure   Bn number value   Cn program   Dn pressure   En low high
 *           F0 length data    F7 length data       system exclusive, skipped
 *           FF type length data                    meta event: 03 name, 51 tempo, 2F end of track, 01 text
 *
 * A first octet below 80 repeats the status before it (running status), here also across meta events, after which the standard
 * would not have it but writers do. The notes of all tracks are in one list, so that a file of many tracks takes no more than one of few.
 *
 * Source: Standard MIDI Files 1.0 (RP-001); MIDI 1.0, channel messages.
 * @module
 */
import { u32be } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import type { ByteReader } from '../bytes/reader.js';
import { DecodeError } from '../errors.js';
import type { TuneReading } from './issues.js';
import {
  END_OF_TRACK,
  NAME,
  quantityLength,
  readQuantity,
  readText,
  SPEC,
  TEMPO,
  TEXT,
  traceEvent,
  truncated,
  u24be,
  VOLUME_CONTROLLER,
} from './midi-events.js';
import { STYLES, type Style } from './tune.js';

/** Something that holds from a tick on. */
export interface Change {
  readonly tick: number;
  readonly kind: 'tempo' | 'style' | 'volume';
  /** Microseconds per quarter; 0, 1, 2 for N, C, S; 0 to 127. */
  readonly value: number;
  /** Which voice's volume. */
  readonly voice: number;
  /** Offset of the event. */
  readonly at: number;
}

/** One channel of one track. */
export interface Voice {
  readonly track: number;
  /** 0 to 15. */
  readonly channel: number;
  notes: number;
  /** Sum of its keys. */
  keys: number;
}

/** One track, or sequence of format 2. */
export interface Track {
  name: string;
  /** Tick of its end. */
  end: number;
  /** Offset of the chunk. */
  readonly at: number;
}

/** A note that was struck; times are in ticks. */
export interface MidiNote {
  /** Index of its voice. */
  readonly voice: number;
  key: number;
  readonly on: number;
  /** -1 as long as it sounds. */
  off: number;
  /** Offset of its note-on event. */
  readonly at: number;
}

/** What a file says that bears on a tune. */
export interface MidiFile {
  readonly format: number;
  /** Ticks to a quarter note. */
  readonly division: number;
  readonly tracks: Track[];
  readonly voices: Voice[];
  readonly changes: Change[];
  /** Of a text event `l=n`; -1 without one. */
  loops: number;
  /** Offsets of the first events of kinds that a tune has no place for, by their name. */
  skipped: Map<string, number> | undefined;
  /** Offset of the first note that nothing ends, or -1. */
  unended: number;
  /** In the order of the file. */
  readonly notes: MidiNote[];
}

/** A file of which nothing was read but its header. */
function emptyFile(format: number, division: number): MidiFile {
  return {
    format,
    division,
    tracks: [],
    voices: [],
    changes: [],
    loops: -1,
    skipped: undefined,
    unended: -1,
    notes: [],
  };
}

/**
 * Reads a whole file and leaves the cursor after its last chunk.
 * @throws DecodeError `truncated`, or `bad-value` for what is reserved or not supported.
 */
export function readFile(reader: ByteReader, reading: TuneReading): MidiFile {
  const { format, trackCount, division } = readHeader(reader, reading);
  const file = emptyFile(format, division);
  const tracks = new TrackReader(file, reading);
  while (file.tracks.length < trackCount) {
    const at = reader.offset;
    const name = `MTrk[${file.tracks.length}]`;
    if (reader.remaining === 0) {
      const reason = `the header promises ${trackCount} tracks, there are ${file.tracks.length}`;
      reading.fault('junk', `MIDI/${name}`, at, reason, { assumed: 'no more tracks' }, 'truncated');
      break;
    }
    const chunk = openChunk(reader, name, reading);
    if (!chunk.isTrack) skipChunk(chunk.body);
    else if (format === 2) readSequence(tracks, file, chunk.body, at);
    else tracks.read(chunk.body, at);
    reader.close();
  }
  while (isAlienChunk(reader)) {
    skipChunk(openChunk(reader, 'chunk', reading).body);
    reader.close();
  }
  return file;
}

/** The sequences of format 2 follow one another, each with tempos of its own: the first that has notes is the tune. */
function readSequence(tracks: TrackReader, file: MidiFile, body: ByteReader, at: number): void {
  if (file.notes.length > 0) {
    skipChunk(body);
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

function readHeader(reader: ByteReader, reading: TuneReading): Header {
  reader.open('MThd', SPEC);
  const magic = reader.skip(4, 'MIDI/MThd/chunk-type');
  if (!isAt('MThd', reader.octets, magic)) {
    const reason = `is ${quote(asciiAt(reader.octets, magic))}, allowed: "MThd"`;
    throw new DecodeError('bad-value', 'MIDI/MThd/chunk-type', magic, reason);
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
    const details = { assumed: 'the first with notes' };
    reading.fault('dropped', 'MIDI/MThd/format', formatAt, 'is 2 (independent sequences), allowed: 0 or 1', details);
  }
  const countAt = body.offset;
  const trackCount = body.u16('MIDI/MThd/ntrks', SPEC);
  if (format === 0 && trackCount !== 1) {
    const reason = `is ${trackCount}, allowed in format 0: 1`;
    reading.fault('junk', 'MIDI/MThd/ntrks', countAt, reason, { assumed: 'format 1' });
  }
  const division = readDivision(body, reading);
  if (body.remaining > 0) body.take(body.remaining, 'MIDI/MThd/more');
  reader.close();
  return { format, trackCount, division };
}

/** Ticks to a quarter note. A file that counts film frames has none; at 120 bpm, MIDI's own default, a quarter lasts half a second. */
function readDivision(body: ByteReader, reading: TuneReading): number {
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
  const reason = `time in ${frames} frames a second, not in quarters`;
  reading.note('approximated', 'MIDI/MThd/division', at, reason, { assumed: '120 quarters a minute' });
  // 29 means the 30000/1001 frames of drop-frame time code.
  return ((frames === 29 ? 30_000 / 1001 : frames) * ticks) / 2;
}

/** A chunk whose head was read. */
interface Chunk {
  readonly isTrack: boolean;
  readonly body: ByteReader;
}

/** Reads a chunk's type and length; the group in the trace stays open for its body. */
function openChunk(reader: ByteReader, name: string, reading: TuneReading): Chunk {
  const at = reader.offset;
  const isTrack = reader.remaining >= 4 && isAt('MTrk', reader.octets, at);
  reader.open(isTrack ? name : 'chunk', SPEC);
  reader.skip(4, `MIDI/${name}/chunk-type`);
  reader.trace?.leaf('chunk-type', asciiAt(reader.octets, at), at * 8, at * 8 + 32);
  const lengthAt = reader.offset;
  const length = readLength(reader, `MIDI/${name}/chunk-length`);
  const { remaining } = reader;
  if (length <= remaining || !reading.lenient) return { isTrack, body: reader.sub(length, `MIDI/${name}`) };
  const reason = `a chunk of ${length} octets with ${remaining} left`;
  reading.fault('junk', `MIDI/${name}/chunk-length`, lengthAt, reason, { assumed: 'a chunk up to the end' });
  return { isTrack, body: reader.sub(remaining, `MIDI/${name}`) };
}

function readLength(reader: ByteReader, field: string): number {
  const at = reader.skip(4, field);
  const length = u32be(reader.octets, at);
  reader.trace?.leaf('chunk-length', length, at * 8, at * 8 + 32, SPEC);
  return length;
}

/** A chunk that has nothing of the tune. */
function skipChunk(body: ByteReader): void {
  if (body.remaining > 0) body.take(body.remaining, 'MIDI/chunk/data');
}

/** Whether a whole chunk of another type follows; anything else there is not part of the file. */
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

// Tracks

/** One of the 16 channels. */
interface Channel {
  readonly number: number;
  /** Its voice in the track that is read, or -1. */
  voice: number;
  /** By key: the note that sounds. */
  readonly sounding: (MidiNote | undefined)[];
}

/** Reads track after track into the file's arrays. */
class TrackReader {
  readonly #file: MidiFile;
  readonly #reading: TuneReading;
  readonly #channels: (Channel | undefined)[] = new Array(16);
  /** Notes that sound. */
  #open = 0;

  constructor(file: MidiFile, reading: TuneReading) {
    this.#file = file;
    this.#reading = reading;
  }

  /**
   * Reads the track of a chunk that begins at `at`. Notes that nothing ends sound up to its end.
   * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes`; in lenient mode a damaged track ends at the damage.
   */
  read(body: ByteReader, at: number): void {
    const { tracks, notes, voices } = this.#file;
    const index = tracks.length;
    const track: Track = { name: '', end: 0, at };
    tracks.push(track);
    for (const channel of this.#channels) if (channel !== undefined) channel.voice = -1;
    const firstNote = notes.length;
    try {
      this.#readEvents(body, track, index);
    } catch (error) {
      if (!this.#reading.lenient || !(error instanceof DecodeError)) throw error;
      const reason = `track ${index} is damaged: ${error.reason}`;
      this.#reading.fault('junk', error.field, error.offset, reason, { assumed: 'the end of the track' });
      if (body.remaining > 0) body.take(body.remaining, `MIDI/MTrk[${index}]/unread`);
    }
    for (let i = firstNote; i < notes.length && this.#open > 0; i++) {
      const note = notes[i] as MidiNote;
      if (note.off >= 0) continue;
      note.off = track.end;
      const { channel } = voices[note.voice] as Voice;
      (this.#channels[channel] as Channel).sounding[note.key] = undefined;
      this.#open--;
      if (this.#file.unended < 0) this.#file.unended = note.at;
    }
  }

  /** Every turn of the loop reads one event whole, or throws with the cursor at the event's beginning. */
  #readEvents(body: ByteReader, track: Track, index: number): void {
    const { octets, end, trace } = body;
    const field = `MIDI/MTrk[${index}]/event`;
    let tick = 0;
    let running = 0;
    let at = body.offset;
    while (at < end) {
      let next = at;
      let delta = octets[next++] as number;
      const second = octets[next] as number;
      if (delta >= 0x80 && next < end && second < 0x80) {
        // As most of them are, and without a path of the field.
        delta = ((delta & 0x7f) << 7) | second;
        next++;
      } else if (delta >= 0x80) {
        delta = readQuantity(octets, at, end, `MIDI/MTrk[${index}]/delta-time`);
        next = at + quantityLength(octets, at);
      }
      tick += delta;
      const statusAt = next;
      let status = next < end ? (octets[next] as number) : -1;
      if (status >= 0x80) next++;
      else if (status >= 0) status = running;
      if (status < 0x80) {
        if (status < 0) throw truncated(field, statusAt, 'no event after its delta');
        throw new DecodeError('bad-value', field, statusAt, 'a data octet with no status before it');
      }
      const dataAt = next;
      if (status < 0xf0) {
        running = status;
        const length = (status & 0xe0) === 0xc0 ? 1 : 2;
        next += length;
        if (next > end) throw truncated(field, statusAt, `needs ${length} data octets`);
        const first = octets[dataAt] as number;
        const second = length === 2 ? (octets[dataAt + 1] as number) : 0;
        if ((first | second) >= 0x80) {
          const wrongAt = first >= 0x80 ? dataAt : dataAt + 1;
          throw new DecodeError('bad-value', field, wrongAt, `data is ${octets[wrongAt]}, allowed: 0 to 127`);
        }
        this.#channelEvent(status, first, second, tick, index, statusAt);
      } else {
        next = this.#systemEvent(octets, status, dataAt, end, track, tick, field);
      }
      if (trace !== undefined) traceEvent(trace, octets, at, delta, statusAt, status, dataAt, next);
      at = next;
      body.offset = at;
      track.end = tick;
      if (status === 0xff && octets[dataAt] === END_OF_TRACK) {
        this.#endTrack(body, index);
        return;
      }
    }
    throw truncated(`MIDI/MTrk[${index}]/end-of-track`, end, 'the track has no end event');
  }

  #endTrack(body: ByteReader, index: number): void {
    if (body.remaining === 0) return;
    const { offset, remaining } = body;
    const reason = `${remaining} octets after the end of the track`;
    this.#reading.fault('junk', `MIDI/MTrk[${index}]`, offset, reason, { assumed: 'nothing' }, 'trailing-bytes');
    body.take(remaining, `MIDI/MTrk[${index}]/unread`);
  }

  #channelEvent(status: number, first: number, second: number, tick: number, track: number, at: number): void {
    const kind = status & 0xf0;
    const channel = this.#channels[status & 15] ?? this.#addChannel(status & 15);
    if (kind <= 0x90) {
      const { sounding } = channel;
      const before = sounding[first];
      if (before !== undefined) {
        before.off = tick;
        this.#open--;
      }
      if (kind === 0x90 && second > 0) {
        const voice = channel.voice < 0 ? this.#addVoice(channel, track) : channel.voice;
        const note: MidiNote = { voice, key: first, on: tick, off: -1, at };
        const record = this.#file.voices[voice] as Voice;
        record.notes++;
        record.keys += first;
        this.#file.notes.push(note);
        sounding[first] = note;
        this.#open++;
      } else if (before !== undefined) sounding[first] = undefined;
    } else if (kind === 0xb0) this.#controller(channel, first, second, tick, track, at);
    else if (kind !== 0xc0) this.#skip(kind === 0xe0 ? 'pitch bends' : 'key pressure', at);
  }

  #addChannel(number: number): Channel {
    const channel = { number, voice: -1, sounding: new Array<MidiNote | undefined>(128) };
    this.#channels[number] = channel;
    return channel;
  }

  /** Gives the track a voice of a channel. */
  #addVoice(channel: Channel, track: number): number {
    const { voices } = this.#file;
    channel.voice = voices.length;
    voices.push({ track, channel: channel.number, notes: 0, keys: 0 });
    return channel.voice;
  }

  #controller(channel: Channel, number: number, value: number, tick: number, track: number, at: number): void {
    if (number === VOLUME_CONTROLLER) {
      const { voice } = channel;
      this.#file.changes.push({ tick, kind: 'volume', value, voice: voice < 0 ? this.#addVoice(channel, track) : voice, at });
    } else if (number !== 0 && number !== 32 && number < 120) {
      // Not a loss: 0 and 32 belong to a program number, 120 and up are channel mode messages.
      this.#skip('controllers other than volume', at);
    }
  }

  #skip(what: string, at: number): void {
    this.#file.skipped ??= new Map();
    const { skipped } = this.#file;
    if (!skipped.has(what)) skipped.set(what, at);
  }

  /** A meta or system exclusive event; returns where the next event begins. */
  #systemEvent(
    octets: Uint8Array,
    status: number,
    dataAt: number,
    end: number,
    track: Track,
    tick: number,
    field: string,
  ): number {
    if (status !== 0xff && status !== 0xf0 && status !== 0xf7) {
      throw new DecodeError('bad-value', field, dataAt - 1, `status ${status.toString(16).toUpperCase()} is not for files`);
    }
    if (dataAt === end) throw truncated(field, dataAt, 'an event without type or length');
    const lengthAt = status === 0xff ? dataAt + 1 : dataAt;
    const length = readQuantity(octets, lengthAt, end, field);
    const from = lengthAt + quantityLength(octets, lengthAt);
    if (length > end - from) throw truncated(field, lengthAt, `needs ${length} octets, ${end - from} left`);
    if (status === 0xff) this.#metaEvent(octets, octets[dataAt] as number, from, length, track, tick, field);
    return from + length;
  }

  #metaEvent(octets: Uint8Array, type: number, from: number, length: number, track: Track, tick: number, field: string): void {
    const { changes } = this.#file;
    if (type === TEMPO) {
      if (length !== 3) throw new DecodeError('bad-value', field, from, `a tempo of ${length} octets, allowed: 3`);
      changes.push({ tick, kind: 'tempo', value: u24be(octets, from), voice: -1, at: from });
    } else if (type === NAME && track.name === '') {
      track.name = readText(octets, from, length);
    } else if (type === TEXT && length >= 3 && length <= 4 && octets[from + 1] === 0x3d) {
      this.#controlText(octets, from, length, tick);
    } else if (type === END_OF_TRACK && length !== 0) {
      throw new DecodeError('bad-value', field, from, `an end of track with ${length} octets, allowed: none`);
    }
  }

  /** The two controls that encodeMidi writes as text. */
  #controlText(octets: Uint8Array, from: number, length: number, tick: number): void {
    const key = octets[from] as number;
    const style = key === 0x73 && length === 3 ? STYLES.indexOf(String.fromCharCode(octets[from + 2] as number) as Style) : -1;
    if (style >= 0) this.#file.changes.push({ tick, kind: 'style', value: style, voice: -1, at: from });
    else if (key === 0x6c && this.#file.loops < 0) {
      const text = readText(octets, from, length);
      if (/^l=([1-9]|1[0-5])$/.test(text)) this.#file.loops = Number(text.slice(2));
    }
  }
}
