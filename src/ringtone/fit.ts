/**
 * Measuring a tune in the form it is to be sent in, and making it fit.
 *
 * First come changes that nobody hears: a tempo, style or volume that names what is in force already goes, and a tune that
 * consists of one passage several times over becomes that passage with `loops`. Only then is music lost: repeats that the form
 * cannot hold, or not with as many notes, and the end, which is cut off at the best place near the last note that fits. Notes are
 * never changed: another octave would save instructions, but would be another tune.
 *
 * A place to end is the better, the more of these hold: a pause follows, the last note is a long one, the notes so far make whole
 * bars of 4/4 (or half ones), what follows begins like the tune itself. It costs as much as it drops.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { omitUndefined } from '../bytes/omit-undefined.js';
import { EncodeError, LimitError } from '../errors.js';
import { DATAGRAM_OCTETS, DATAGRAM_PART_OCTETS } from '../text/part-sizes.js';
import { countSegments } from '../text/segment.js';
import { fitToDevice, roomBelow, transpose } from './device-fit.js';
import { deviceProfile, type TuneDevice, type TuneDeviceProfile } from './devices.js';
import { encodeEmsSound } from './ems-sound.js';
import { measureEscMelody } from './esc-melody.js';
import type { FitChange } from './fit-change.js';
import { formatImelody } from './imelody-format.js';
import { encodeMidi } from './midi.js';
import { encodeNokiaRingtone } from './nokia.js';
import { MAX_TITLE } from './nokia-wire.js';
import { formatRtttl, formatRtx } from './rtttl-format.js';
import { badField, checkTune, isWhole, type Note, type Tune, toUnits, WHOLE } from './tune.js';

/** The forms in which a tune can be measured; `bluejay` and `am32` are ESC startup melodies. */
export type TuneForm = 'nokia' | 'ems' | 'rtttl' | 'rtx' | 'imelody' | 'midi' | 'bluejay' | 'am32';

/** Options of {@link measureTune}. */
export interface MeasureOptions {
  /** The form in which the size is measured. */
  readonly form: TuneForm;
  /** Whether a Nokia ringing tone may use patterns, as in `NokiaRingtoneOptions`; `none` by default. */
  readonly patterns?: 'none' | 'repeat';
}

/** The size of a tune. */
export interface TuneSize {
  /** The number of notes and pauses, without repeats. */
  readonly notes: number;
  /** Size in octets: of EMS that of all objects, of a startup melody up to its last note; for RTTTL and RTX UTF-16 units. */
  readonly octets: number;
  /**
   * The number of short messages: of text for RTTTL and RTX, one for each object of EMS, otherwise of data for a port (133 octets, or 128 a part).
   */
  readonly segments: number;
}

/** The limits for {@link fitTune}. */
export interface FitBudget {
  /** The form in which the size is measured; required for `maxOctets` and `maxSegments`. */
  readonly form?: TuneForm;
  /** The device that plays the tune: tempos, lengths, pitches and size become those that it can play. */
  readonly device?: TuneDevice;
  /** Maximum number of notes and pauses. */
  readonly maxNotes?: number;
  /** Maximum size in octets, in `form`. */
  readonly maxOctets?: number;
  /** Maximum number of short messages, in `form`. */
  readonly maxSegments?: number;
  /** As in {@link MeasureOptions}. */
  readonly patterns?: 'none' | 'repeat';
  /** Called for each change, in order. */
  readonly onChange?: (change: FitChange) => void;
}

/** Share of the notes that fit, at the end of which a place to end is looked for. */
const SEARCHED = 0.25;
/** What a place costs if it drops all that fits; the points it can win are at ENDING. */
const COST_OF_ALL = 32;
const ENDING = { beforePause: 4, likeTheBeginning: 4, longNote: 3, wholeBar: 2, halfBar: 1 } as const;
/** Notes that have to be the same for a passage to begin like the tune. */
const OPENING = 4;

/**
 * Measures the size of a tune in a form.
 * @throws EncodeError as the form's encoder, if the form cannot hold the tune.
 * @example
 * ```ts
 * import { measureTune, parseRtttl } from 'handset/ringtone';
 *
 * measureTune(parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6'), { form: 'nokia' }); // -> { notes: 4, octets: 22, segments: 1 }
 * ```
 */
export function measureTune(tune: Tune, options: MeasureOptions): TuneSize {
  requireObject(tune, 'tune');
  requireObject(options, 'options');
  const notes = tune.notes.length;
  switch (options.form) {
    case 'nokia':
      return asData(notes, encodeNokiaRingtone(tune, { patterns: options.patterns ?? 'none' }).length);
    case 'ems': {
      let octets = 0;
      let segments = 0;
      for (const element of encodeEmsSound(tune)) {
        if (element.kind !== 'userSound') continue;
        octets += element.data.length;
        segments++;
      }
      return { notes, octets, segments };
    }
    case 'rtttl':
      return asText(notes, formatRtttl(tune));
    case 'rtx':
      return asText(notes, formatRtx(tune));
    case 'imelody':
      return asData(notes, formatImelody(tune).length);
    case 'midi':
      return asData(notes, encodeMidi(tune).length);
    case 'bluejay':
    case 'am32':
      return asData(notes, measureEscMelody(tune, options.form).at(-1) as number);
    default:
      throw badField('form', options.form, 'nokia, ems, rtttl, rtx, imelody, midi, bluejay or am32');
  }
}

function asData(notes: number, octets: number): TuneSize {
  return { notes, octets, segments: octets <= DATAGRAM_OCTETS ? 1 : Math.ceil(octets / DATAGRAM_PART_OCTETS) };
}

function asText(notes: number, text: string): TuneSize {
  return { notes, octets: text.length, segments: countSegments(text).segments };
}

/**
 * Fits a tune, or as much of its beginning as possible, into a budget; returns the tune itself if it fits unchanged. The same input always
 * gives the same result.
 * @throws LimitError `limit-exceeded` naming the limit that even the first note exceeds.
 * @throws EncodeError `bad-value` for an invalid budget; otherwise as the form's encoder, except for size.
 * @example
 * ```ts
 * import { fitTune, formatRtttl, parseRtttl } from 'handset/ringtone';
 *
 * const long = parseRtttl('Long:d=8,o=5,b=160:c,d,e,f,4g,4g,a,a,a,a,2g,8p,a,a,a,a,2g,8p,f,f,f,f');
 * formatRtttl(fitTune(long, { form: 'rtttl', maxOctets: 60 }));
 * // -> 'Long:d=8,o=5,b=160:c,d,e,f,4g,4g,a,a,a,a,2g,p,a,a,a,a,2g'
 * ```
 */
export function fitTune(tune: Tune, budget: FitBudget): Tune {
  requireObject(tune, 'tune');
  requireObject(budget, 'budget');
  checkTune(tune);
  const { device, form, onChange } = budget;
  const octets = device === undefined ? undefined : deviceProfile(device).octets;
  // The octets of a device are counted apart from those of another form.
  const isOtherForm = octets !== undefined && form !== undefined && form !== octets.firmware;
  const made = isOtherForm ? fitTune(tune, { ...omitUndefined({ device, onChange }) }) : tune;
  return new Fitter(budget).fit(made);
}

class Fitter {
  readonly #budget: FitBudget;

  readonly #device: TuneDeviceProfile | undefined;

  constructor({ device, ...given }: FitBudget) {
    this.#device = device === undefined ? undefined : deviceProfile(device);
    const budget = withOctetsOf(given, this.#device);
    const { form, maxNotes, maxOctets, maxSegments } = budget;
    for (const [name, value] of Object.entries({ maxNotes, maxOctets, maxSegments })) {
      if (value !== undefined && !isWhole(value, 1, Number.MAX_SAFE_INTEGER)) throw badField(name, value, '1 or more');
      if (value !== undefined && name !== 'maxNotes' && form === undefined) throw badField('form', form, `given with ${name}`);
    }
    this.#budget = budget;
  }

  fit(given: Tune): Tune {
    if (this.#device !== undefined) return this.#fitDevice(given, this.#device);
    const titled = this.#withTitle(given);
    if (this.#fits(titled)) return titled;
    const merged = this.#merged(titled);
    if (merged !== titled && this.#fits(merged)) return merged;
    const folded = this.#folded(merged);
    if (folded !== merged && this.#fits(folded)) return folded;
    return this.#trimmed(folded);
  }

  /** Lower notes take fewer pulses, and so fewer octets: a tune that is too long goes down before its end does. */
  #fitDevice(given: Tune, device: TuneDeviceProfile): Tune {
    const taken = fitToDevice(given, device, (code, message, kept) => this.#report(code, message, kept));
    if (this.#fits(taken)) return taken;
    let best = taken;
    let most = this.#longest(taken);
    for (
      let octaves = 1;
      octaves <= roomBelow(taken.notes) && most < taken.notes.length && device.octets !== undefined;
      octaves++
    ) {
      const lower = transpose(taken, octaves);
      const longest = this.#longest(lower);
      if (longest <= most) continue;
      best = lower;
      most = longest;
    }
    if (best !== taken) this.#report('transposed', 'the whole tune is lower, so that more of it fits', taken.notes.length);
    return most === taken.notes.length ? best : this.#trimmed(best);
  }

  #report(code: FitChange['code'], message: string, notesKept: number, notesDropped = 0): void {
    this.#budget.onChange?.({ code, message, notesKept, notesDropped });
  }

  /** What exceeds the budget first; undefined when nothing does. */
  #excess(tune: Tune): { field: 'maxNotes' | 'maxOctets' | 'maxSegments' | 'form'; reason: string } | undefined {
    const { form, maxNotes, maxOctets, maxSegments, patterns = 'none' } = this.#budget;
    const notes = tune.notes.length;
    if (maxNotes !== undefined && notes > maxNotes) return { field: 'maxNotes', reason: `${notes}, at most ${maxNotes}` };
    if (form === undefined) return undefined;
    try {
      const { octets, segments } = measureTune(tune, { form, patterns });
      if (maxOctets !== undefined && octets > maxOctets)
        return { field: 'maxOctets', reason: `${octets}, at most ${maxOctets}` };
      if (maxSegments === undefined || segments <= maxSegments) return undefined;
      return { field: 'maxSegments', reason: `${segments}, at most ${maxSegments}` };
    } catch (error) {
      if (!(error instanceof EncodeError) || notes === 0) throw error;
      // The form's own limits: too many instructions, too many to repeat them, or tempos and volumes that it cannot repeat.
      const isSize = error.field === 'notes' || error.field === 'loops';
      if (!isSize && !(error.code === 'unencodable' && tune.loops > 0)) throw error;
      return { field: 'form', reason: error.message };
    }
  }

  #fits(tune: Tune): boolean {
    return this.#excess(tune) === undefined;
  }

  /** Whether the form can repeat such a tune: iMelody and EMS repeat only what has one tempo and one style. */
  #canRepeat(tune: Tune): boolean {
    const { form, patterns = 'none' } = this.#budget;
    if (form === undefined) return true;
    try {
      measureTune(tune, { form, patterns });
      return true;
    } catch (error) {
      if (error instanceof EncodeError) return error.field === 'notes' || error.field === 'loops';
      throw error;
    }
  }

  #withTitle(tune: Tune): Tune {
    if (this.#budget.form !== 'nokia' || tune.title.length <= MAX_TITLE) return tune;
    const title = tune.title.slice(0, MAX_TITLE);
    this.#report('title-cut', `the title has ${tune.title.length} characters, kept: ${MAX_TITLE}`, tune.notes.length);
    return { ...tune, title };
  }

  /** Without tempos, styles and volumes that are in force already; those of the first note are the tune's. */
  #merged(tune: Tune): Tune {
    const firstTempo = tune.notes[0]?.tempoBpm ?? tune.tempoBpm;
    const firstStyle = tune.notes[0]?.style ?? tune.style;
    let tempoBpm = firstTempo;
    let style = firstStyle;
    let volume = -1;
    let count = 0;
    const notes = tune.notes.map((note): Note => {
      const { tempoBpm: newTempo, style: newStyle, volume: newVolume, ...rest } = note;
      const named = [newTempo, newStyle, newVolume].filter((value) => value !== undefined).length;
      const merged = {
        ...rest,
        ...(newTempo !== undefined && newTempo !== tempoBpm && { tempoBpm: newTempo }),
        ...(newStyle !== undefined && newStyle !== style && { style: newStyle }),
        ...(newVolume !== undefined && newVolume !== volume && { volume: newVolume }),
      } as Note;
      const kept = [merged.tempoBpm, merged.style, merged.volume].filter((value) => value !== undefined).length;
      count += named - kept;
      tempoBpm = newTempo ?? tempoBpm;
      style = newStyle ?? style;
      volume = newVolume ?? volume;
      return merged;
    });
    if (count === 0) return tune;
    this.#report('states-merged', `${count} tempos, styles and volumes that changed nothing`, notes.length);
    return { ...tune, tempoBpm: firstTempo, style: firstStyle, notes };
  }

  /** One passage with loops, when the tune is nothing but that passage again and again. */
  #folded(tune: Tune): Tune {
    const { notes, loops } = tune;
    const sounds = listSounds(tune);
    for (let period = 1; period * 2 <= notes.length; period++) {
      const times = notes.length / period;
      if (!Number.isInteger(times) || (loops < 15 && times * (loops + 1) > 15)) continue;
      if (!sounds.every((sound, i) => i < period || sound === sounds[i - period])) continue;
      const folded = { ...tune, loops: loops === 15 ? 15 : times * (loops + 1) - 1, notes: notes.slice(0, period) };
      if (!this.#canRepeat(folded)) break;
      this.#report('repeats-folded', `${times} times the same ${period} notes, now a loop`, period);
      return folded;
    }
    return tune;
  }

  #trimmed(tune: Tune): Tune {
    const once = tune.loops > 0 ? { ...tune, loops: 0 } : undefined;
    let base = tune;
    let most = this.#longest(tune);
    // Some forms repeat only what is short; more notes are more music than the same ones again.
    if (once !== undefined) {
      const more = this.#longest(once);
      if (more > most) {
        base = once;
        most = more;
        this.#report('loops-dropped', 'repeated, fewer notes would fit', tune.notes.length);
      }
    }
    const total = tune.notes.length;
    if (most === 0) {
      const { field, reason } = this.#excess(cut(base, 1)) ?? { field: 'form', reason: 'nothing to cut' };
      throw new LimitError('limit-exceeded', field, undefined, `not even the first note fits: ${reason}`);
    }
    if (most === total) return base;
    const length = this.#bestEnd(base, most);
    this.#report('trimmed', `the first ${length} of ${total} notes and pauses`, length, total - length);
    return cut(base, length);
  }

  /** Notes of the longest beginning that fits. */
  #longest(tune: Tune): number {
    let fits = 0;
    let tooMany = tune.notes.length + 1;
    while (tooMany - fits > 1) {
      const middle = (fits + tooMany) >> 1;
      if (this.#fits(cut(tune, middle))) fits = middle;
      else tooMany = middle;
    }
    return fits;
  }

  /** Where to end, given that so many notes fit. */
  #bestEnd(tune: Tune, most: number): number {
    const points = endings(tune);
    const ends: { length: number; value: number }[] = [];
    for (let length = most; length >= 1 && length > most * (1 - SEARCHED); length--) {
      ends.push({ length, value: (points[length] as number) - (COST_OF_ALL * (most - length)) / most });
    }
    // The longest of equally good ones; a sort keeps their order.
    ends.sort((a, b) => b.value - a.value);
    for (const { length } of ends) {
      // Patterns can make a shorter tune the longer one, so each is measured.
      if (length === most || this.#fits(cut(tune, length))) return length;
    }
    return most;
  }
}

/** The budget that a device sets, which another one may only narrow. */
function withOctetsOf(budget: Omit<FitBudget, 'device'>, device: TuneDeviceProfile | undefined): Omit<FitBudget, 'device'> {
  const octets = device?.octets;
  if (octets === undefined || (budget.form !== undefined && budget.form !== octets.firmware)) return budget;
  return { ...budget, form: octets.firmware, maxOctets: Math.min(octets.most, budget.maxOctets ?? octets.most) };
}

function cut(tune: Tune, length: number): Tune {
  return { ...tune, notes: tune.notes.slice(0, length) };
}

/** Each note with all that is in force, as text to compare. */
function listSounds({ tempoBpm, style, notes }: Tune): string[] {
  let tempo = tempoBpm;
  let current = style;
  let volume = -1;
  return notes.map((note) => {
    tempo = note.tempoBpm ?? tempo;
    current = note.style ?? current;
    volume = note.volume ?? volume;
    return [note.pitch ?? 'p', note.pitch === null ? '' : note.octave, toUnits(note), tempo, current, volume].join(' ');
  });
}

/** For every number of notes kept, how good an end it makes. */
function endings(tune: Tune): number[] {
  const { notes } = tune;
  const units = notes.map(toUnits);
  const sorted = [...units].sort((a, b) => a - b);
  const long = 2 * (sorted[sorted.length >> 1] as number);
  const sounds = listSounds(tune);
  const points = [0];
  let time = 0;
  for (let kept = 1; kept <= notes.length; kept++) {
    const last = notes[kept - 1] as Note;
    time += units[kept - 1] as number;
    let value = time % WHOLE === 0 ? ENDING.wholeBar : time % (WHOLE / 2) === 0 ? ENDING.halfBar : 0;
    if (last.pitch !== null && notes[kept]?.pitch === null) value += ENDING.beforePause;
    if (last.pitch !== null && (units[kept - 1] as number) >= long) value += ENDING.longNote;
    // A pause at the end is worth something only where the tune goes on after it.
    if (last.pitch === null && tune.loops === 0) value -= ENDING.beforePause;
    if (isOpening(sounds, kept)) value += ENDING.likeTheBeginning;
    points.push(value);
  }
  return points;
}

function isOpening(sounds: readonly string[], at: number): boolean {
  if (at + OPENING > sounds.length) return false;
  for (let i = 0; i < OPENING; i++) {
    if (sounds[at + i] !== sounds[i]) return false;
  }
  return true;
}
