/**
 * The form for tunes: a text in RTTTL, and controls that change it. What they show follows from the text. No DOM here.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { DecodeError, FormatError } from '../../errors.js';
import { fitTune, lintRtttl, type Note, parseRtttl, type Style, type Tune, type TuneIssue } from '../../ringtone/index.js';
import { STYLE_NAMES } from '../../show/roll.js';
import { field, select } from '../ui/fields.js';
import { type FormKind, orFault } from './form.js';
import { tuneFiles } from './tune-files.js';

// ---- samples ----

/** A tune as RTTTL or RTX. */
export interface TuneSample {
  readonly name: string;
  readonly text: string;
}

export const TUNE_SAMPLES: readonly TuneSample[] = [
  {
    name: 'Ode to Joy (Beethoven)',
    text: 'OdeToJoy:d=4,o=5,b=125:e,e,f,g,g,f,e,d,c,c,d,e,e.,8d,2d,e,e,f,g,g,f,e,d,c,c,d,e,d.,8c,2c,d,d,e,c,d,8e,8f,e,c,d,8e,8f,e,d,c,d,2g4,e,e,f,g,g,f,e,d,c,c,d,e,d.,8c,2c',
  },
  {
    name: 'Für Elise (Beethoven)',
    text: 'FurElise:d=16,o=6,b=80:e,d#,e,d#,e,b5,d,c,8a5,p,c5,e5,a5,8b5,p,e5,g#5,b5,8c,p,e5,e,d#,e,d#,e,b5,d,c,8a5,p,c5,e5,a5,8b5,p,e5,c,b5,4a5',
  },
  {
    name: 'Greensleeves (RTX, continuous)',
    text: 'Greensleeves:d=8,o=5,b=100,s=C,l=1:a4,4c,d,e.,16f#,e,4d,b4,g4.,16a4,b4,4c,a4,a4.,16g#4,a4,4b4,g#4,4e4,a4,4c,d,e.,16f#,e,4d,b4,g4.,16a4,b4,c.,16b4,a4,g#4.,16f#4,g#4,2a4.',
  },
  {
    name: 'Morning Mood (Grieg)',
    text: 'Morning:d=8,o=5,b=112:g,e,d,c,d,e,g,e,d,c,16d,16e,16d,16e,g,e,g,a,e,a,g,e,d,4c.',
  },
  {
    name: 'Frère Jacques (staccato)',
    text: 'FrereJacqu:d=4,o=5,b=125,s=S:c,d,e,c,c,d,e,c,e,f,2g,e,f,2g,8g,8a,8g,8f,e,c,8g,8a,8g,8f,e,c,c,g4,2c,c,g4,2c',
  },
  {
    name: 'With faults to mend',
    text: 'A tune from the wild:d=4,o=5,b=100:8.c,e#,h,c_,,5.g 8a5#;\n2c8',
  },
];

// ---- what the controls do ----

/** Tempos of the text forms, and the fastest that is usual. */
export const TEMPO = { slowest: 25, fastest: 900, usual: 320 } as const;

/** The tune at another tempo; tempos that change inside of it change in proportion. */
export function withTempo(tune: Tune, tempoBpm: number): Tune {
  // The first note's own tempo is what is heard first.
  const heard = tune.notes[0]?.tempoBpm ?? tune.tempoBpm;
  const scaled = (bpm: number) => {
    const { slowest, fastest } = TEMPO;
    return Math.min(fastest, Math.max(slowest, Math.round((bpm * tempoBpm) / heard)));
  };
  const notes = tune.notes.map((note, i): Note => {
    if (note.tempoBpm === undefined) return note;
    const { tempoBpm: own, ...rest } = note;
    return i === 0 ? rest : { ...rest, tempoBpm: scaled(own) };
  });
  return { ...tune, tempoBpm, notes };
}

/** The tempo that is heard first. */
export function tempoOf(tune: Tune): number {
  return tune.notes[0]?.tempoBpm ?? tune.tempoBpm;
}

/** The tune in one style throughout. */
export function withStyle(tune: Tune, style: Style): Tune {
  const notes = tune.notes.map((note): Note => {
    if (note.style === undefined) return note;
    const { style: _, ...rest } = note;
    return rest;
  });
  return { ...tune, style, notes };
}

/** The style that is heard first. */
export function styleOf(tune: Tune): Style {
  return tune.notes[0]?.style ?? tune.style;
}

/** Line and column, from 1, of an index in a text; a line ends with LF, CR or both. */
export function placeOf(text: string, index: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, index).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}

// ---- the form ----

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
  readonly issues: readonly TuneIssue[];
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
  [1, 2, 3].map((n) => [`${form} ${n}`, `${form === 'nokia' ? 'Nokia' : 'EMS'}, ${pluralize(n, 'message')}`] as const),
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
    field('text', 'RTTTL or RTX', {
      control: 'textarea',
      attributes: { rows: 5, dir: false, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' },
    }),
    { slot: 'issues' },
    {
      row: [
        field('name', 'Name', { attributes: { size: 14, maxlength: 64 } }),
        {
          ...field('tempo', 'Tempo', { control: 'range', attributes: { min: TEMPO.slowest, max: TEMPO.usual, step: 1 } }),
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
