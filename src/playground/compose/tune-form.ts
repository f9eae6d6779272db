/**
 * The form for tunes: a text in RTTTL, and controls that change it. What they show follows from the text. No DOM here.
 * @module
 */
import { DecodeError, FormatError } from '../../errors.js';
import { counted } from '../../inspect/printable.js';
import { fitTune, type Issue, lintRtttl, parseRtttl, type Style, type Tune } from '../../ringtone/index.js';
import { STYLE_NAMES } from '../../show/roll.js';
import { select, text } from '../ui/fields.js';
import { type FormKind, orFault } from './form.js';
import { styleOf, TEMPO, tempoOf, withStyle, withTempo } from './tune-edit.js';
import { tuneFiles } from './tune-files.js';
import { TUNE_SAMPLES } from './tune-samples.js';

/** What the controls of a tune show. */
export type TuneControls = Readonly<Record<'name' | 'tempo' | 'style' | 'repeats', string>>;

/** What the form holds. */
export interface TuneState extends TuneControls {
  /** Index of the sample that was chosen last. */
  readonly sample: string;
  readonly text: string;
  /** The form, and messages, that the tune is to fit: `nokia 2`. */
  readonly fit: string;
}

/** A text as a tune. */
export interface TuneReading {
  /** Undefined for a text that is none, or has no notes. */
  readonly tune: Tune | undefined;
  readonly issues: readonly Issue[];
  /** The text without faults. */
  readonly fixed: string | undefined;
  /** Why there is no tune; undefined for a blank text too. */
  readonly fault: FormatError | undefined;
}

/** Reads the text of a tune. */
export function readTuneText(text: string): TuneReading {
  if (text.trim() === '') return { tune: undefined, issues: [], fixed: undefined, fault: undefined };
  const { issues, tune, fixed } = lintRtttl(text);
  if (tune !== undefined && tune.notes.length > 0) return { tune, issues, fixed, fault: undefined };
  return { tune: undefined, issues, fixed, fault: tune === undefined ? unreadable(text) : noNotes(text) };
}

/** The error that a reader gives. */
function unreadable(text: string): FormatError {
  try {
    parseRtttl(text, { lenient: true });
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return noNotes(text);
}

function noNotes(text: string): FormatError {
  return new DecodeError('truncated', 'RTTTL/notes', text.length, 'there is no note');
}

/** What the controls show of a tune. */
export function controlsOf(tune: Tune): TuneControls {
  return { name: tune.title, tempo: String(tempoOf(tune)), style: styleOf(tune), repeats: String(tune.loops) };
}

/** What each control does to the tune. */
export const TUNE_EDITS: { readonly [Name in keyof TuneControls]: (tune: Tune, value: string) => Tune } = {
  name: (tune, title) => ({ ...tune, title }),
  tempo: (tune, bpm) => withTempo(tune, Number(bpm)),
  style: (tune, style) => withStyle(tune, style as Style),
  repeats: (tune, loops) => ({ ...tune, loops: Number(loops) }),
};

/** Limits that a tune can be fitted to. */
const FITS = (['nokia', 'ems'] as const).flatMap((form) =>
  [1, 2, 3].map((n) => [`${form} ${n}`, `${form === 'nokia' ? 'Nokia' : 'EMS'}, ${counted(n, 'message')}`] as const),
);

const REPEATS = Array.from(
  { length: 16 },
  (_, n) => [String(n), n === 0 ? 'none' : n === 15 ? 'without end' : `${n}×`] as const,
);

export const TUNE_FORM: FormKind<TuneState> = {
  id: 'tune',
  title: 'Tune',
  rows: [
    select(
      'sample',
      'Sample',
      TUNE_SAMPLES.map(({ name }, i) => [String(i), name]),
    ),
    text('text', 'RTTTL or RTX', {
      control: 'textarea',
      attributes: { rows: 5, dir: false, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' },
    }),
    { slot: 'issues' },
    {
      row: [
        text('name', 'Name', { attributes: { size: 14, maxlength: 64 } }),
        {
          ...text('tempo', 'Tempo', { control: 'range', attributes: { min: TEMPO.slowest, max: TEMPO.usual, step: 1 } }),
          output: ({ tempo }) => `${tempo} bpm`,
        },
        select('style', 'Style', Object.entries(STYLE_NAMES)),
        select('repeats', 'Repeats', REPEATS),
        select('fit', 'Fit into', [['', 'As it is'], ...FITS]),
      ],
    },
    ...['changes', 'player', 'fault', 'roll', 'notes', 'sizes', 'losses'].map((slot) => ({ slot })),
  ],
  initial() {
    const rtttl = TUNE_SAMPLES[0]?.text ?? '';
    return { sample: '0', text: rtttl, ...controlsOf(parseRtttl(rtttl)), fit: '' };
  },
  compose({ text: rtttl, fit }) {
    const { tune, fault } = readTuneText(rtttl);
    return tune === undefined ? fault : composeTune(tune, fit);
  },
};

/** A tune that fits, in all its files. */
const composeTune = orFault((tune: Tune, fit: string) => {
  const remarks: string[] = [];
  const [form, segments] = fit.split(' ');
  const onChange = ({ message }: { readonly message: string }) => remarks.push(`Fitted: ${message}`);
  const isFitted = form === 'nokia' || form === 'ems';
  const sent = isFitted ? fitTune(tune, { form, maxSegments: Number(segments), onChange }) : tune;
  return { content: { kind: 'ringtone', tune: sent }, build: { ringtone: { title: 'cut' } }, ...tuneFiles(sent), remarks };
});
