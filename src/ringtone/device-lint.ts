/**
 * Why a device refuses a tune, or plays another one: what of the text of a tune does not have the shapes of its row in TUNE_DEVICES.
 * @module
 */
import { type Fix, Issue } from '../bytes/reading.js';
import type { DeviceEffect, DeviceText, TuneDeviceProfile } from './devices.js';
import { measureEscMelody } from './esc-melody.js';
import type { TuneIssue, TuneIssueCode } from './issues.js';
import { countUtf8, edit } from './rtttl-cursor.js';
import { appendRtttlNote } from './rtttl-format.js';
import type { RtttlPlaces } from './rtttl-notes.js';
import { FASTEST_TEXT_BPM, SLOWEST_TEXT_BPM } from './tempo.js';
import { type Note, noteMidi, type Tune } from './tune.js';

/** A way to write a note, by which devices differ. */
export interface Spelling {
  readonly code: TuneIssueCode;
  /** A note in it: a device takes the spelling when the shape of its notes matches this. */
  readonly sample: string;
  /** Whether a note is written so. */
  readonly pattern: RegExp;
  /** What was found. */
  readonly reason: string;
}

/** The spellings, in the order in which they are looked for. */
export const SPELLINGS: readonly Spelling[] = [
  {
    code: 'control',
    sample: 'b=140',
    pattern: /^\s*(?:[osv]|b\s*=|b\s*\d\d)/i,
    reason: 'a tempo, octave, style or volume between notes',
  },
  { code: 'line-break', sample: '\n8c', pattern: /^\s*[\r\n]/, reason: 'a line break before a note' },
  { code: 'line-break', sample: 'c\n', pattern: /[\r\n]/, reason: 'a line break after a note' },
  { code: 'letter-case', sample: 'C', pattern: /[A-H]/, reason: 'a note in capitals' },
  { code: 'letter-case', sample: 'P', pattern: /P/, reason: 'a pause in capitals' },
  { code: 'letter-h', sample: 'h', pattern: /h/i, reason: 'h for B natural' },
  { code: 'underscore-sharp', sample: 'c_', pattern: /_/, reason: '_ for #' },
  { code: 'dot-place', sample: '8.c', pattern: /\.\s*[a-hp]/i, reason: 'a dot before the note' },
  { code: 'dot-place', sample: 'c.6', pattern: /\.\s*\d/, reason: 'a dot before the octave' },
  { code: 'dot-place', sample: 'c6.', pattern: /\d\s*\./, reason: 'a dot after the octave' },
  { code: 'blank', sample: ' c', pattern: /^[^\S\r\n]/, reason: 'a blank before a note' },
  { code: 'blank', sample: '8 c', pattern: /\S[^\S\r\n]+\S/, reason: 'a blank inside a note' },
  { code: 'blank', sample: 'c ', pattern: /[^\S\r\n]$/, reason: 'a blank after a note' },
  { code: 'terminator', sample: 'c;', pattern: /;/, reason: 'a semicolon after the last note' },
  { code: 'pause-octave', sample: 'p9', pattern: /p\D*\d/i, reason: 'an octave at a pause' },
  { code: 'leading-zero', sample: 'c06', pattern: /(?:^|\D)0/, reason: 'a number with leading zeros' },
];

/** What a device does with a spelling. */
export function spellingEffect({ note, refusedNote }: DeviceText, sample: string): DeviceEffect | 'taken' {
  if (note.test(sample)) return 'taken';
  return refusedNote?.test(sample) === true ? 'refused' : 'other';
}

/**
 * What the device takes otherwise than it is meant.
 * @param faults what no reader is sure of: where one is, nothing else is said.
 */
export function findDeviceIssues(
  text: string,
  profile: TuneDeviceProfile,
  tune: Tune,
  places: RtttlPlaces,
  faults: readonly TuneIssue[],
): TuneIssue[] {
  return new DeviceLint(text, profile, tune, places, faults).run();
}

class DeviceLint {
  readonly #text: string;
  readonly #profile: TuneDeviceProfile;
  readonly #tune: Tune;
  readonly #places: RtttlPlaces;
  /** Where faults are, rising. */
  readonly #faults: readonly number[];
  readonly #found: TuneIssue[] = [];

  constructor(text: string, profile: TuneDeviceProfile, tune: Tune, places: RtttlPlaces, faults: readonly TuneIssue[]) {
    this.#text = text;
    this.#profile = profile;
    this.#tune = tune;
    this.#places = places;
    this.#faults = faults.flatMap(({ offset }) => (offset === undefined ? [] : [offset])).sort((a, b) => a - b);
  }

  run(): TuneIssue[] {
    const { text: shapes } = this.#profile;
    const first = this.#text.indexOf(':');
    const second = this.#text.indexOf(':', first + 1);
    // What has other sections than a tune has a fault that says so.
    const isWhole = second >= 0 && this.#text.indexOf(':', second + 1) < 0;
    if (shapes !== undefined && isWhole) {
      this.#checkTitle(shapes, first);
      this.#checkDefaults(shapes, first + 1, second);
    }
    this.#checkSettings(first + 1, isWhole ? this.#defaultsFix(first + 1, second) : undefined);
    if (shapes !== undefined && isWhole) this.#checkNotes(shapes, second + 1);
    this.#checkTune();
    return this.#found;
  }

  #report(
    code: TuneIssueCode,
    effect: DeviceEffect,
    field: string,
    at: number,
    reason: string,
    plays: string,
    fix?: Fix,
  ): void {
    const assumed = effect === 'refused' ? 'the tune is refused' : plays;
    const severity = effect === 'refused' ? 'error' : 'warning';
    this.#found.push(new Issue(code, severity, `RTTTL/${field}`, at, reason, { assumed, fix }));
  }

  /** Whether a fault is from `start` up to `end`. */
  #hasFault(start: number, end: number): boolean {
    let low = 0;
    let high = this.#faults.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#faults[middle] as number) < start) low = middle + 1;
      else high = middle;
    }
    return (this.#faults[low] ?? Number.POSITIVE_INFINITY) <= end;
  }

  #checkTitle({ titleOctets: most }: DeviceText, colon: number): void {
    const length = countUtf8(this.#text.slice(0, colon));
    if (most === undefined || length <= most) return;
    this.#report('long-title', 'refused', 'title', Math.min(most, colon), `a title of ${length} octets, at most ${most}`, '');
  }

  // Defaults

  #defaultsFix(start: number, end: number): Fix {
    const { d, o } = this.#places.defaults;
    return edit(start, end, `d=${d},o=${o},b=${this.#tune.tempoBpm}`);
  }

  #checkDefaults(shapes: DeviceText, start: number, end: number): void {
    const { pair, refusedPair, order, required } = shapes;
    const keys: string[] = [];
    let at = start;
    for (const item of this.#text.slice(start, end).split(',')) {
      const key = item.trim().charAt(0).toLowerCase();
      if (key !== '') keys.push(key);
      if (!pair.test(item) && !this.#hasFault(at, at + item.length)) {
        const effect = refusedPair?.test(item) === true ? 'refused' : 'other';
        const [code, reason] = explainPair(item);
        this.#report(code, effect, 'defaults', at, reason, 'another default, or none', this.#defaultsFix(start, end));
      }
      at += item.length + 1;
    }
    const missing = [...(required?.keys ?? '')].filter((key) => !keys.includes(key));
    // What a fault makes of the keys is not known.
    const isSure = !this.#hasFault(start, end - 1);
    if (required !== undefined && missing.length > 0 && isSure) {
      const reason = `no default ${missing.join(', ')}`;
      // Any three values do, where their place alone counts.
      const effect = this.#text.split('=').length > 3 ? (order ?? required.effect) : required.effect;
      this.#report('missing-defaults', effect, 'defaults', start, reason, 'other defaults', this.#defaultsFix(start, end));
    } else if (isSure && order !== undefined && !isInOrder(keys, order)) {
      const reason = `defaults in the order ${keys.join(', ')}`;
      const plays = 'each value as the one that it expects there';
      this.#report('default-order', order, 'defaults', start, reason, plays, this.#defaultsFix(start, end));
    }
    const [slowest, fastest] = this.#profile.tempos ?? [SLOWEST_TEXT_BPM, FASTEST_TEXT_BPM];
    const { tempoBpm } = this.#tune;
    if (tempoBpm >= slowest && tempoBpm <= fastest) return;
    const reason = `a tempo of ${tempoBpm}, allowed: ${slowest} to ${fastest}`;
    this.#report('out-of-range', 'other', 'defaults/b', start, reason, 'another tempo');
  }

  /** Settings of the whole tune that no device has. */
  #checkSettings(at: number, fix: Fix | undefined): void {
    const { style, loops, notes } = this.#tune;
    const lost = [
      ...(style === 'N' ? [] : [`style ${style}`]),
      ...(loops === 0 ? [] : ['repeats']),
      ...(notes[0]?.volume === undefined ? [] : ['a volume']),
    ];
    if (lost.length > 0) this.#report('dropped', 'other', 'defaults', at, lost.join(' and '), 'the tune without', fix);
  }

  // Notes

  #checkNotes(shapes: DeviceText, start: number): void {
    const text = this.#text.trimEnd();
    let next = 0;
    for (let at = start, end = 0; at <= text.length; at = end + 1) {
      const comma = text.indexOf(',', at);
      end = comma < 0 ? text.length : comma;
      const item = text.slice(at, end);
      const from = next;
      while ((this.#places.notes[next] ?? Number.POSITIVE_INFINITY) < end) next++;
      if (shapes.note.test(item) || this.#hasFault(at, end - 1)) continue;
      const isRefused = shapes.refusedNote?.test(item) === true;
      const field = `note[${from}]`;
      if (item.trim() === '' && comma < 0) {
        // A comma at the end.
        if (isRefused)
          this.#report('trailing-comma', 'refused', 'notes', at - 1, 'a comma after the last note', '', edit(at - 1, end, ''));
        continue;
      }
      const { code, reason } = explainNote(item, shapes);
      const fix = code === 'control' ? undefined : this.#respelled(shapes, from, next, at, end);
      this.#report(code, isRefused ? 'refused' : 'other', field, at + leadingBlanks(item), reason, shapes.plays, fix);
    }
  }

  /** The notes of an item as the device reads them. */
  #respelled({ dot }: DeviceText, from: number, to: number, start: number, end: number): Fix | undefined {
    const { d, o } = this.#places.defaults;
    const notes = this.#tune.notes.slice(from, to);
    if (notes.length === 0) return undefined;
    const spelled = notes.map((note) => appendRtttlNote('', note, d, o, dot === 'before-octave'));
    return edit(start, end, spelled.join(','));
  }

  // Limits of the device

  #checkTune(): void {
    const { text: shapes, highestMidi = 127, octets } = this.#profile;
    const { notes } = this.#tune;
    const at = (index: number) => this.#places.notes[index] ?? 0;
    notes.forEach((note, i) => {
      const { tempoBpm, style, volume } = note;
      const hasChange = tempoBpm !== undefined || style !== undefined || (volume !== undefined && i > 0);
      // In a text the control that made it was reported.
      if (hasChange && shapes === undefined) {
        this.#report('dropped', 'other', `note[${i}]`, at(i), 'a tempo, style or volume from here on', 'no change');
      }
      if (isAbove(note, highestMidi)) {
        this.#report(
          'out-of-range',
          'other',
          `note[${i}]/octave`,
          at(i),
          `${note.pitch}${note.octave} is too high`,
          'the note is left out',
        );
      }
    });
    if (octets === undefined) return;
    const played = notes.flatMap((note, i) => (isAbove(note, highestMidi) ? [] : [i]));
    const sizes = measureEscMelody({ ...this.#tune, notes: played.map((i) => notes[i] as Note) }, octets.firmware);
    const past = sizes.findIndex((size) => size > octets.most);
    if (past < 0) return;
    const index = played[past - 1] as number;
    const reason = `${sizes.at(-1)} octets, at most ${octets.most}`;
    this.#report('long-tune', 'other', `note[${index}]`, at(index), reason, 'the tune ends in this note');
  }
}

function isAbove(note: Note, highestMidi: number): boolean {
  return (noteMidi(note) ?? 0) > highestMidi;
}

function leadingBlanks(item: string): number {
  return item.trim() === '' ? 0 : item.length - item.trimStart().length;
}

/** Whether d, o and b come in this order; where their place alone counts, before all others. */
function isInOrder(keys: readonly string[], order: DeviceEffect): boolean {
  const known = [...'dob'].filter((key) => keys.includes(key));
  const relevant = order === 'refused' ? keys.filter((key) => known.includes(key)) : keys;
  return relevant.slice(0, known.length).join() === known.join();
}

function explainPair(item: string): readonly [TuneIssueCode, string] {
  if (item.trim() === '') return ['empty-default', 'a comma without a default'];
  if (!item.includes('=')) return ['missing-equals', 'a default without an equals sign'];
  if (/\s/.test(item)) return ['blank', 'a blank in a default'];
  if (/^[A-Z]/.test(item)) return ['letter-case', 'a default in capitals'];
  return /^[dob]=/.test(item) ? ['leading-zero', 'a number in another form'] : ['unknown-key', 'a key that it does not know'];
}

function explainNote(item: string, shapes: DeviceText): Pick<Spelling, 'code' | 'reason'> {
  const found = SPELLINGS.find(({ pattern, sample }) => pattern.test(item) && !shapes.note.test(sample));
  return found ?? { code: 'junk', reason: 'a note in a form that it does not read' };
}
