/**
 * The tunes that the ringing tones share: made up, the same in each run.
 * @module
 */

import type { Modules } from './modules.js';
import { boundEncode, PITCHES } from './ringtone-bounds.js';

type Module = NonNullable<Modules['ringtone']>;
export type Tune = Parameters<Module['encodeNokiaRingtone']>[0];
export type Note = Tune['notes'][number];

export interface Song {
  readonly tune: Tune;
  readonly octets: Uint8Array;
  readonly rtttl: string;
}

const TEMPOS = [100, 112, 125, 140, 160, 180, 200, 225] as const;
const DURATIONS = [4, 8, 16, 8, 4, 2, 8, 16] as const;

/** A tune that moves like one: steps of a few semitones over two octaves, mixed lengths, a pause now and then. */
export function tuneOf(seed: number, count: number): Tune {
  let state = 12345 + seed * 7919;
  const next = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  let height = 12;
  const notes = Array.from({ length: count }, (_, i): Note => {
    const duration = DURATIONS[next(8)]!;
    if (i > 0 && next(10) === 0) return { pitch: null, octave: null, duration, dots: 0 };
    height = Math.min(23, Math.max(0, height + next(9) - 4));
    const octave = height < 12 ? 5 : 6;
    return { pitch: PITCHES[height % 12]!, octave, duration, dots: next(8) === 0 ? 1 : 0 };
  });
  return { title: `Tune ${seed}`, tempoBpm: TEMPOS[seed % 8]!, style: 'N', loops: 0, notes };
}

export function rtttlOf(tune: Tune): string {
  const notes = tune.notes.map(({ pitch, octave, duration, dots }) => {
    const length = duration === 4 ? '' : String(duration);
    return `${length}${pitch ?? 'p'}${octave === null || octave === 5 ? '' : octave}${dots === 1 ? '.' : ''}`;
  });
  return `${tune.title}:d=4,o=5,b=${tune.tempoBpm}:${notes.join(',')}`;
}

export function songOf(seed: number, count: number): Song {
  const tune = tuneOf(seed, count);
  return { tune, octets: boundEncode(tune), rtttl: rtttlOf(tune) };
}
