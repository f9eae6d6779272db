/**
 * The defaults of RTTTL and RTX, between the two colons.
 *
 *   [ pair *( "," pair ) ]       pair  key [ "=" ] value
 *
 *   d  duration   o  octave   b  tempo          RTTTL; what is missing is d=4, o=6, b=63
 *   s  style      l  loops                      RTX
 *   v  volume                                   one Perl reader; here it is the first note's
 *
 * Sources: RTTTL 1.0 (J. Mostelo), RTX.
 * @module
 */
import type { Complaints } from './complaints.js';
import { B, COMMA, D, edit, isDefaultKey, isLetter, O, type RtttlCursor, S, styleOf, V } from './rtttl-cursor.js';
import { DEFAULT_TEMPO_BPM } from './tempo.js';
import type { Duration, Octave, Style } from './tune.js';

/** What holds for the notes that say nothing else. */
export interface RtttlDefaults {
  duration: Duration;
  octave: Octave;
  tempoBpm: number;
  style: Style;
  loops: number;
  volume: number | undefined;
}

/** What holds in a text without a single pair (RTTTL 1.0). */
export function initialDefaults(): RtttlDefaults {
  return { duration: 4, octave: 6, tempoBpm: DEFAULT_TEMPO_BPM, style: 'N', loops: 0, volume: undefined };
}

/**
 * Reads the pairs from `start` up to `end` into `defaults`.
 * @param lead what the edit that puts missing pairs in begins with.
 * @returns whether pairs are missing.
 */
export function readDefaults(cursor: RtttlCursor, start: number, end: number, defaults: RtttlDefaults, lead = ''): boolean {
  return new DefaultsReader(cursor, defaults).read(start, end, lead);
}

/** A pair that was read: where its item begins, and the comma or the end behind it. */
interface SeenPair {
  readonly start: number;
  readonly end: number;
}

class DefaultsReader {
  readonly #cursor: RtttlCursor;
  readonly #complaints: Complaints;
  readonly #defaults: RtttlDefaults;
  readonly #seen = new Map<number, SeenPair>();

  constructor(cursor: RtttlCursor, defaults: RtttlDefaults) {
    this.#cursor = cursor;
    this.#complaints = cursor.complaints;
    this.#defaults = defaults;
  }

  read(start: number, end: number, lead: string): boolean {
    const cursor = this.#cursor;
    cursor.startItems(start);
    cursor.end = end;
    cursor.skipBlanks();
    const isEmpty = cursor.at === end;
    while (!isEmpty) {
      cursor.skipBlanks();
      if (cursor.at === end || cursor.code() === COMMA) {
        const at = Math.min(cursor.at, end - 1);
        this.#complaints.report('empty-default', at, 'a comma without a default', 'no default', cursor.cut());
      } else this.#readPair();
      if (cursor.at === end) break;
      // Anything but a comma is a pair whose comma is missing.
      if (cursor.code() === COMMA) cursor.passComma();
    }
    cursor.isJoined = false;
    return this.#reportMissing(start, lead);
  }

  #reportMissing(start: number, lead: string): boolean {
    const { duration, octave, tempoBpm } = this.#defaults;
    const missing: string[] = [];
    if (!this.#seen.has(D)) missing.push(`d=${duration}`);
    if (!this.#seen.has(O)) missing.push(`o=${octave}`);
    if (!this.#seen.has(B)) missing.push(`b=${tempoBpm}`);
    if (missing.length === 0) return false;
    const pairs = missing.join(',');
    const fix = edit(start, start, `${lead}${pairs}${this.#cursor.isKept ? ',' : ''}`);
    this.#complaints.report('missing-defaults', start, 'not all of d, o and b are given', pairs, fix);
    return true;
  }

  #readPair(): void {
    const cursor = this.#cursor;
    const keyAt = cursor.at;
    const { itemAt } = cursor;
    const key = this.#readKey();
    if (key < 0) {
      cursor.skipToComma();
      return;
    }
    const field = `RTTTL/defaults/${String.fromCharCode(key)}`;
    cursor.skipEquals(keyAt);
    const valueAt = cursor.at;
    if (key === S) this.#readStyle(field, keyAt);
    else this.#readNumber(key, field, keyAt);
    const hasValue = cursor.at > valueAt;
    // A volume without a value was cut out; any other key stays, with the value in force.
    const stays = hasValue || key !== V;
    if (stays) cursor.reportJoin(true);
    const earlier = this.#seen.get(key);
    if (earlier !== undefined) {
      const isBeforeComma = cursor.text.charCodeAt(earlier.end) === COMMA;
      const fix = isBeforeComma && stays ? edit(earlier.start, earlier.end + 1, '') : undefined;
      this.#complaints.fault('repeated-key', field, keyAt, 'given twice', 'the later value', fix);
    }
    // A value that could not be read was reported, with all that stands for it.
    if (hasValue) cursor.expectComma(field, true);
    else cursor.skipToComma();
    this.#seen.set(key, { start: itemAt, end: cursor.at });
  }

  /** Passes a key; -1 for one that is not known, reported. */
  #readKey(): number {
    const cursor = this.#cursor;
    const { text, at } = cursor;
    while (cursor.at < cursor.end && isLetter(cursor.code())) cursor.at++;
    const length = cursor.at - at;
    const key = text.charCodeAt(at) | 0x20;
    if (length === 1 && isDefaultKey(key)) return key;
    // "sS" is the key s with its value; any other run of letters is a key that we do not know.
    if (length === 2 && key === S && styleOf(text.charCodeAt(at + 1)) !== undefined) {
      cursor.at--;
      return key;
    }
    if (length === 0) {
      const message = `${cursor.shown(at)} where a key should be`;
      this.#complaints.fault('junk', 'RTTTL/defaults', at, message, 'no default', cursor.cut());
    } else {
      const name = JSON.stringify(text.slice(at, Math.min(cursor.at, at + 20)));
      this.#complaints.report('unknown-key', at, `the key ${name} is not known`, 'no default', cursor.cut());
    }
    return -1;
  }

  #readStyle(field: string, keyAt: number): void {
    const style = this.#cursor.readStyle();
    if (style !== undefined) this.#defaults.style = style;
    else this.#missingValue(field, keyAt, 'N, C or S', this.#defaults.style);
    this.#cursor.isKept = true;
  }

  #readNumber(key: number, field: string, keyAt: number): void {
    const cursor = this.#cursor;
    const defaults = this.#defaults;
    const at = cursor.at;
    const value = cursor.readNumber();
    if (value < 0 && key === V) {
      const message = `${cursor.shown(at)} where a number should be`;
      this.#complaints.fault('missing-value', field, at, message, 'no volume', cursor.cut());
      return;
    }
    if (value < 0) this.#missingValue(field, keyAt, 'a number', String(this.#inForce(key)));
    else if (key === O) defaults.octave = cursor.asOctave(value, field, at);
    else if (key === B) defaults.tempoBpm = cursor.asTempo(value, field, at);
    else if (key === V) defaults.volume = cursor.asVolume(value, field, at);
    else if (key === D) defaults.duration = cursor.asDuration(value, field, at);
    else defaults.loops = cursor.asLoops(value, field, at);
    cursor.isKept = true;
  }

  #inForce(key: number): number {
    const { duration, octave, tempoBpm, loops } = this.#defaults;
    return key === D ? duration : key === O ? octave : key === B ? tempoBpm : loops;
  }

  /** A key without a readable value: the value in force stays. */
  #missingValue(field: string, keyAt: number, allowed: string, inForce: string): void {
    const cursor = this.#cursor;
    const message = `${cursor.shown(cursor.at)} where ${allowed} should be`;
    const fix = edit(keyAt, cursor.itemEnd(), `${cursor.text[keyAt]}=${inForce}`);
    this.#complaints.fault('missing-value', field, cursor.at, message, inForce, fix);
  }
}
