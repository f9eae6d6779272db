/** MIDI files for the tests: made of events in hex or of notes, and what is read of them in short. */
import fc from 'fast-check';
import { ByteReader, type Field, Trace, toHex } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import { decodeMidi, type Note, type Tune, type TuneIssue } from '../../src/ringtone/index.js';
import { readMidi } from '../../src/ringtone/midi.js';
import { hex } from '../support/hex.js';
import { nokiaTune } from '../support/tunes.js';
import { fixture } from '../support/vectors.js';

/** Texts, and the files that gammu makes of them. */
export const { midi: published } = fixture('vectors/ringtones.json') as { midi: { text: string; smf: string }[] };

/** Tunes in which no pause follows another, with any tempo: what comes back equal. */
export function midiTune(maxLength = 60): fc.Arbitrary<Tune> {
  return fc.tuple(nokiaTune(maxLength), fc.integer({ min: 25, max: 900 })).map(([tune, tempoBpm]) => ({
    ...tune,
    ...(!tune.notes.some((note) => note.tempoBpm === tempoBpm) && { tempoBpm }),
    // The second of two pauses sounds.
    notes: tune.notes.map((note, i) =>
      tune.notes[i - 1]?.pitch === null ? ({ ...note, pitch: 'e', octave: 5 } as Note) : note,
    ),
  }));
}

/** What is reported of a file. */
export function issuesOf(octets: Uint8Array, lenient = false): TuneIssue[] {
  const issues: TuneIssue[] = [];
  decodeMidi(octets, { lenient, onIssue: (issue) => issues.push(issue) });
  return issues;
}

/** A file from its events in hex; `tracks` are what stands in the MTrk chunks. */
export function file(tracks: readonly string[], { format = tracks.length > 1 ? 1 : 0, division = '0060' } = {}): Uint8Array {
  const header = `4D546864 00000006 000${format} ${tracks.length.toString(16).padStart(4, '0')} ${division}`;
  const chunks = tracks.map((track) => {
    const length = hex(track).length;
    return `4D54726B ${length.toString(16).padStart(8, '0')} ${track}`;
  });
  return hex([header, ...chunks].join(' '));
}

/** The event that ends a track. */
export const END = '00 FF2F00';

/** The notes in short: `c5/4.` */
export function short(notes: readonly Note[]): string {
  return notes
    .map((n) => `${n.pitch ?? 'p'}${n.octave ?? ''}/${n.duration}${'.'.repeat(n.dots)}${n.twoThirds ? 't' : ''}`)
    .join(' ');
}

/** Notes from pairs of key and times in ticks, as one track on a channel. */
export function track(
  notes: readonly (readonly [key: number, on: number, off: number])[],
  { channel = 0, end = 0, name = '' } = {},
): string {
  const events = notes.flatMap(([key, on, off]) => [
    { at: on, order: 1, data: [0x90 + channel, key, 0x40] },
    { at: off, order: 0, data: [0x80 + channel, key, 0x40] },
  ]);
  events.sort((a, b) => a.at - b.at || a.order - b.order);
  const octets: number[] = [];
  if (name !== '') octets.push(0, 0xff, 3, name.length, ...[...name].map((c) => c.charCodeAt(0)));
  let tick = 0;
  for (const { at, data } of events) {
    const delta = at - tick;
    tick = at;
    octets.push(
      ...(delta < 128
        ? [delta]
        : delta < 16384
          ? [0x80 | (delta >> 7), delta & 127]
          : [0x80 | (delta >> 14), 0x80 | ((delta >> 7) & 127), delta & 127]),
      ...data,
    );
  }
  const rest = Math.max(0, end - tick);
  octets.push(0x80 | (rest >> 7), rest & 127, 0xff, 0x2f, 0);
  return toHex(Uint8Array.from(octets));
}

/** The tree of a file, and the error that ended its reading. */
export function traced(octets: Uint8Array, lenient = false): { field: Field; error: FormatError | undefined } {
  const trace = new Trace('midi');
  const reader = new ByteReader(octets, trace);
  try {
    readMidi(reader, { lenient });
    if (reader.remaining > 0) reader.take(reader.remaining, 'rest');
    return { field: trace.finish(octets.length), error: undefined };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { field: trace.fail(error, octets.length), error };
  }
}
