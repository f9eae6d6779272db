/**
 * What a MIDI file says that bears on a tune, as it is read from the tracks and before a melody is made of it.
 *
 * Notes are kept in flat arrays, so that a file of many tracks takes no more than one of few.
 *
 * Source: Standard MIDI Files 1.0 (RP-001); MIDI 1.0, channel messages.
 * @module
 */
import type { Issue } from './issues.js';
import type { Style } from './tune.js';

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

/** Styles by the value of their change. */
export const STYLES: readonly Style[] = ['N', 'C', 'S'];

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

/** What a file says that bears on a tune. The note arrays run in parallel, in the order of the file. */
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
  readonly passedOver: Map<string, number>;
  /** Offset of the first note that nothing ends, or -1. */
  unended: number;
  readonly voiceOf: number[];
  readonly keys: number[];
  readonly ons: number[];
  readonly offs: number[];
  /** Offsets of the note-on events. */
  readonly offsets: number[];
}

/** How to read a file. */
export interface FileOptions {
  readonly lenient?: boolean;
  readonly onIssue?: (issue: Issue) => void;
}

/** A file of which nothing was read but its header. */
export function emptyFile(format: number, division: number): MidiFile {
  return {
    format,
    division,
    tracks: [],
    voices: [],
    changes: [],
    loops: -1,
    passedOver: new Map(),
    unended: -1,
    voiceOf: [],
    keys: [],
    ons: [],
    offs: [],
    offsets: [],
  };
}
