/**
 * The events of one MIDI track, read into the file's arrays.
 *
 *   delta event, delta event ...       delta: ticks since the event before
 *
 *   event   8n key velocity   note off             9n key velocity   note on (velocity 0: off)
 *           An key pressure   Bn number value   Cn program   Dn pressure   En low high
 *           F0 length data    F7 length data       system exclusive, passed over
 *           FF type length data                    meta event: 03 name, 51 tempo, 2F end of track, 01 text
 *
 * A first octet below 80 repeats the status before it (running status), here also across meta events, after which the standard
 * would not have it but writers do.
 *
 * Source: Standard MIDI Files 1.0 (RP-001); MIDI 1.0, channel messages.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import { DecodeError } from '../errors.js';
import { reportLoss } from './issues.js';
import {
  END_OF_TRACK,
  type FileOptions,
  type MidiFile,
  NAME,
  STYLES,
  TEMPO,
  TEXT,
  type Track,
  VOLUME_CONTROLLER,
  type Voice,
} from './midi-model.js';
import { traceEvent } from './midi-trace.js';
import { quantityLength, readQuantity, textOf, truncated, u24be } from './midi-values.js';
import type { Style } from './tune.js';

/** Reads track after track into the file's arrays. */
export class TrackReader {
  readonly #file: MidiFile;
  readonly #lenient: boolean;
  readonly #onIssue: FileOptions['onIssue'];
  /** By channel: the note that sounds on a key, counted from 1; 0 for none. */
  readonly #sounding: (Int32Array | undefined)[] = new Array(16).fill(undefined);
  /** The track's voice of a channel, or -1. */
  readonly #voiceOfChannel = new Int32Array(16);

  constructor(file: MidiFile, { lenient, onIssue }: FileOptions) {
    this.#file = file;
    this.#lenient = lenient === true;
    this.#onIssue = onIssue;
  }

  /**
   * Reads the track of a chunk that begins at `at`. Notes that nothing ends sound up to its end.
   * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes`; in lenient mode a damaged track ends at the damage.
   */
  read(body: ByteReader, at: number): void {
    const { tracks, ons, offs, voices, voiceOf, keys } = this.#file;
    const index = tracks.length;
    const track: Track = { name: '', end: 0, at };
    tracks.push(track);
    this.#voiceOfChannel.fill(-1);
    const firstNote = ons.length;
    try {
      this.#readEvents(body, track, index);
    } catch (error) {
      if (!this.#lenient || !(error instanceof DecodeError)) throw error;
      const message = `track ${index} is damaged: ${error.reason}`;
      reportLoss(this.#onIssue, 'junk', 'midi-track', error.offset as number, message, 'the end of the track');
      if (body.remaining > 0) body.take(body.remaining, `MIDI/MTrk[${index}]/unread`);
    }
    for (let i = firstNote; i < ons.length; i++) {
      if ((offs[i] as number) >= 0) continue;
      offs[i] = track.end;
      const { channel } = voices[voiceOf[i] as number] as Voice;
      (this.#sounding[channel] as Int32Array)[keys[i] as number] = 0;
      if (this.#file.unended < 0) this.#file.unended = this.#file.offsets[i] as number;
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
      if (delta >= 0x80) {
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
    const message = `${remaining} octets after the end of the track`;
    if (!this.#lenient) throw new DecodeError('trailing-bytes', `MIDI/MTrk[${index}]`, offset, message);
    reportLoss(this.#onIssue, 'junk', 'midi-track', offset, message, 'nothing');
    body.take(remaining, `MIDI/MTrk[${index}]/unread`);
  }

  #channelEvent(status: number, first: number, second: number, tick: number, track: number, at: number): void {
    const channel = status & 15;
    const kind = status & 0xf0;
    if (kind === 0x90 || kind === 0x80) {
      const sounding = this.#sounding[channel] ?? new Int32Array(128);
      this.#sounding[channel] = sounding;
      const before = sounding[first] as number;
      if (before > 0) this.#file.offs[before - 1] = tick;
      sounding[first] = kind === 0x90 && second > 0 ? this.#startNote(channel, first, tick, track, at) : 0;
    } else if (kind === 0xb0) this.#controller(channel, first, second, tick, track, at);
    else if (kind !== 0xc0) this.#passOver(kind === 0xe0 ? 'pitch bends' : 'key pressure', at);
  }

  /** Returns the number of notes with it. */
  #startNote(channel: number, key: number, tick: number, track: number, at: number): number {
    const { voiceOf, keys, ons, offs, offsets, voices } = this.#file;
    const voice = this.#voice(channel, track);
    const record = voices[voice] as Voice;
    record.notes++;
    record.keys += key;
    voiceOf.push(voice);
    keys.push(key);
    ons.push(tick);
    offs.push(-1);
    offsets.push(at);
    return ons.length;
  }

  #voice(channel: number, track: number): number {
    let voice = this.#voiceOfChannel[channel] as number;
    if (voice < 0) {
      voice = this.#file.voices.length;
      this.#file.voices.push({ track, channel, notes: 0, keys: 0 });
      this.#voiceOfChannel[channel] = voice;
    }
    return voice;
  }

  #controller(channel: number, number: number, value: number, tick: number, track: number, at: number): void {
    if (number === VOLUME_CONTROLLER) {
      this.#file.changes.push({ tick, kind: 'volume', value, voice: this.#voice(channel, track), at });
    } else if (number !== 0 && number !== 32 && number < 120) {
      // Not a loss: 0 and 32 belong to a program number, 120 and up are channel mode messages.
      this.#passOver('controllers other than volume', at);
    }
  }

  #passOver(what: string, at: number): void {
    const { passedOver } = this.#file;
    if (!passedOver.has(what)) passedOver.set(what, at);
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
      track.name = textOf(octets, from, length);
    } else if (type === TEXT && length >= 3 && length <= 4 && octets[from + 1] === 0x3d) {
      this.#controlText(textOf(octets, from, length), tick, from);
    } else if (type === END_OF_TRACK && length !== 0) {
      throw new DecodeError('bad-value', field, from, `an end of track with ${length} octets, allowed: none`);
    }
  }

  /** The two controls that encodeMidi writes as text. */
  #controlText(text: string, tick: number, at: number): void {
    const style = text.length === 3 && text.startsWith('s=') ? STYLES.indexOf(text.charAt(2) as Style) : -1;
    if (style >= 0) this.#file.changes.push({ tick, kind: 'style', value: style, voice: -1, at });
    else if (/^l=([1-9]|1[0-5])$/.test(text) && this.#file.loops < 0) this.#file.loops = Number(text.slice(2));
  }
}
