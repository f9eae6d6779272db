/**
 * Writing iMelody: the lines of the object and the elements of its melody. The form is described in imelody.ts.
 *
 * A melody has one tempo and one style. Volumes are between its notes; a repeat goes on with the volume that it ended with, so
 * that one whose volume changes begins with its first volume.
 *
 * Sources: iMelody 1.2; gammu for the order of lines and for version 1.0.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { EncodeError } from '../errors.js';
import { reportLoss, type TuneIssue } from './issues.js';
import { checkLines, DEFAULT_OCTAVE } from './melody-object.js';
import { checkTextTempo } from './tempo.js';
import { badField, checkTune, countHalvings, type Note, STYLES, type Style, type Tune } from './tune.js';

/** Volume that V+ and V- start from when none is named (iMelody 1.2). */
export const DEFAULT_VOLUME = 7;

/** Options of {@link formatImelody}. */
export interface ImelodyOptions {
  /** `1.2` by default; `1.0` is that of the Ericsson R320 and T39, which gammu writes without NAME, BEAT and STYLE. */
  readonly version?: '1.2' | '1.0';
  /** Whether to write the title; by default true for 1.2, false for 1.0. */
  readonly name?: boolean;
  /** Omit tempo and style changes inside the tune instead of throwing; false by default. */
  readonly lossy?: boolean;
  /** Called for each loss with `lossy`. The offset is that of the note. */
  readonly onIssue?: (issue: TuneIssue) => void;
}

/**
 * Formats a tune as iMelody 1.2 or 1.0, with lines that end in CR LF. The title becomes NAME, the first note's volume VOLUME, `loops` a repeat of the
 * whole melody.
 * @throws EncodeError `unencodable` for a control character in the title, a tempo or style that changes inside the tune (without `lossy`), a repeated
 *   tune whose volume changes but whose first note has none, and a tune without notes; `bad-value` for a field out of its range
 *   (the tempo is a whole number from 25 to 900).
 * @example
 * ```ts
 * import { formatImelody, parseRtttl } from 'handset/ringtone';
 *
 * formatImelody(parseRtttl('x:d=4,o=4,b=160:a,a5,8p,f#6.')).split('\r\n')[6]; // -> 'MELODY:*3a2a2r3*5#f2.'
 * ```
 */
export function formatImelody(tune: Tune, options: ImelodyOptions = {}): string {
  requireObject(tune, 'tune');
  const { version = '1.2', name = version === '1.2' } = options;
  if (version !== '1.2' && version !== '1.0') throw badField('version', version, '1.2 or 1.0');
  checkTune(tune);
  checkTextTempo('tempoBpm', tune.tempoBpm);
  const title = name ? tune.title : '';
  checkLines(title, tune);
  const { melody, volume } = imelodyMelody(tune, options);
  return imelodyText({ version, title, tempoBpm: tune.tempoBpm, style: tune.style, volume, melody });
}

/** The lines of a melody object. */
export interface ImelodyParts {
  readonly version?: '1.2' | '1.0';
  /** Left out when empty. */
  readonly title?: string;
  readonly tempoBpm?: number | undefined;
  readonly style?: Style | undefined;
  readonly volume?: number | undefined;
  readonly melody: string;
}

/** The lines of a melody object. */
export function imelodyText({ version = '1.2', title = '', tempoBpm, style, volume, melody }: ImelodyParts): string {
  const lines = ['BEGIN:IMELODY', `VERSION:${version}`, 'FORMAT:CLASS1.0'];
  if (title !== '') lines.push(`NAME:${title}`);
  if (tempoBpm !== undefined) lines.push(`BEAT:${tempoBpm}`);
  if (style !== undefined) lines.push(`STYLE:S${STYLES.indexOf(style)}`);
  if (volume !== undefined) lines.push(`VOLUME:V${volume}`);
  lines.push(`MELODY:${melody}`, 'END:IMELODY', '');
  return lines.join('\r\n');
}

/** A note or silence in the melody, without its volume. */
export function imelodyNote(note: Note): string {
  const length = `${countHalvings(note.duration)}${note.twoThirds === true ? ';' : (DOTS[note.dots] as string)}`;
  if (note.pitch === null) return `r${length}`;
  const letter = note.pitch.length === 2 ? `#${note.pitch[0]}` : note.pitch;
  return `${note.octave === DEFAULT_OCTAVE ? '' : `*${note.octave - 1}`}${letter}${length}`;
}

/** What follows the length of a note with that many dots. */
const DOTS: readonly string[] = ['', '.', ':'];

/** One tempo and one style, or, when something may be lost, those of the tune. */
function checkConstant(tune: Tune, { lossy, onIssue }: ImelodyOptions): void {
  for (let i = 0; i < tune.notes.length; i++) {
    const { tempoBpm, style } = tune.notes[i] as Note;
    const drop = (name: string, value: number | Style) => {
      const message = `${name} ${value} from here on; one melody has one ${name}`;
      if (lossy !== true) throw new EncodeError('unencodable', `notes[${i}].${name}`, undefined, message);
      reportLoss(onIssue, 'dropped', `notes[${i}].${name}`, i, message, 'no change');
    };
    if (tempoBpm !== undefined) checkTextTempo(`notes[${i}].tempoBpm`, tempoBpm);
    if (tempoBpm !== undefined && tempoBpm !== tune.tempoBpm) drop('tempoBpm', tempoBpm);
    if (style !== undefined && style !== tune.style) drop('style', style);
  }
}

/**
 * The melody of a tune that has notes, and the volume that it begins with. A repeat goes on with the volume that it ended with,
 * unless the first thing in it is a volume.
 * @throws EncodeError `unencodable` as {@link formatImelody}.
 */
export function imelodyMelody(tune: Tune, options: ImelodyOptions): { melody: string; volume: number | undefined } {
  checkConstant(tune, options);
  const { notes, loops } = tune;
  const { lossy, onIssue } = options;
  let first = (notes[0] as Note).volume;
  const isVolumeInside = loops > 0 && notes.some(({ volume }, i) => i > 0 && volume !== undefined);
  if (isVolumeInside && first === undefined) {
    const message = 'a repeated melody that changes its volume has to begin with one';
    if (lossy !== true) throw new EncodeError('unencodable', 'notes[0].volume', undefined, message);
    first = DEFAULT_VOLUME;
    reportLoss(onIssue, 'approximated', 'notes[0].volume', 0, message, `volume ${first}`);
  }
  const pieces: string[] = [];
  if (isVolumeInside) pieces.push(`V${first}`);
  for (let i = 0; i < notes.length; i++) {
    const note = notes[i] as Note;
    if (i > 0 && note.volume !== undefined) pieces.push(`V${note.volume}`);
    pieces.push(imelodyNote(note));
  }
  const once = pieces.join('');
  const melody = loops === 0 ? once : `(${once}@${loops === 15 ? 0 : loops})`;
  return { melody, volume: isVolumeInside ? undefined : first };
}
