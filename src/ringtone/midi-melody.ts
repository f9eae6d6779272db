/**
 * From the notes of a MIDI file to a tune: one voice (midi-line.ts), in lengths that a tune has (midi-clock.ts). Time signatures,
 * keys and instruments mean nothing here.
 * @module
 */
import { blankControls } from '../bytes/controls.js';
import { DEFAULT_LIMITS, type Limits } from '../errors.js';
import type { Issue } from './issues.js';
import { LossReport } from './losses.js';
import { Clock, DEFAULT_BPM } from './midi-clock.js';
import { chooseVoice, lineOf } from './midi-line.js';
import type { MidiFile } from './midi-model.js';
import type { Tune } from './tune.js';

/** How to choose and report. */
export interface MelodyOptions {
  readonly onIssue?: (issue: Issue) => void;
  /** 1 to 16. */
  readonly channel?: number;
  readonly limits?: Partial<Limits>;
}

/**
 * The tune of a file, without notes where it has none.
 * @throws LimitError `limit-exceeded` for more than `tuneNotes` notes and pauses.
 */
export function melodyOf(file: MidiFile, options: MelodyOptions): Tune {
  const losses = new LossReport();
  const chosen = chooseVoice(file, options.channel, losses);
  const line = chosen < 0 ? [] : lineOf(file, chosen, losses);
  const track = file.tracks[file.voices[chosen]?.track ?? 0];
  const clock = new Clock(file, chosen, options.limits?.tuneNotes ?? DEFAULT_LIMITS.tuneNotes, losses);
  clock.play(line, track?.end ?? 0, track?.at ?? 0);
  for (const [what, at] of file.passedOver) losses.note('dropped', at, what, 'nothing');
  if (file.unended >= 0) losses.note('approximated', file.unended, 'a note that nothing ends', 'the end of the track');
  if (line.length === 0) losses.note('no-notes', 0, 'not a single note', 'an empty tune');
  const named = file.tracks[0]?.name ? file.tracks[0] : track;
  const name = named?.name ?? '';
  const title = blankControls(name);
  if (title !== name) losses.note('approximated', named?.at ?? 0, 'control characters in the title', 'blanks');
  losses.report(options.onIssue);
  return {
    title,
    tempoBpm: clock.states.tuneTempo ?? DEFAULT_BPM,
    style: clock.states.tuneStyle ?? 'N',
    loops: Math.max(0, file.loops),
    notes: clock.notes,
  };
}
