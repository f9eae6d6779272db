/**
 * A tune as files to download, and what each form leaves out. No DOM here.
 * @module
 */
import { encodeUtf8 } from '../bytes/index.js';
import { FormatError } from '../errors.js';
import {
  encodeMidi,
  encodeNokiaRingtone,
  formatEmelody,
  formatImelody,
  formatRtttl,
  type Issue,
  measureTune,
  renderWav,
  TEMPO_TABLE,
  type Tune,
  type TuneForm,
  type TuneSize,
  tempoCode,
} from '../ringtone/index.js';
import { MAX_TITLE } from '../ringtone/nokia-wire.js';
import type { NamedFile } from './composed.js';

/** The files of a tune. */
export interface TuneFiles {
  readonly files: readonly NamedFile[];
  /** What is lost in which of them, or why it cannot be made: `siren.emy: ...`. */
  readonly losses: readonly string[];
}

/** What a form cannot hold. */
type Loss = Pick<Issue, 'reason' | 'assumed'>;

interface TuneFile {
  readonly extension: string;
  readonly type: string;
  readonly write: (tune: Tune, onIssue: (loss: Loss) => void) => string | Uint8Array;
}

const FILES: readonly TuneFile[] = [
  { extension: '.rtttl', type: 'text/plain', write: (tune) => `${formatRtttl(tune)}\n` },
  { extension: '.ott', type: 'application/vnd.nokia.ringing-tone', write: writeNokia },
  { extension: '.imy', type: 'audio/imelody', write: (tune, onIssue) => formatImelody(tune, { lossy: true, onIssue }) },
  { extension: '.emy', type: 'text/x-emelody', write: (tune, onIssue) => formatEmelody(tune, { onIssue }) },
  { extension: '.mid', type: 'audio/midi', write: (tune) => encodeMidi(tune) },
  { extension: '.wav', type: 'audio/wav', write: writeWav },
];

/** Writes a tune in every form of a file. */
export function tuneFiles(tune: Tune): TuneFiles {
  const files: NamedFile[] = [];
  const losses = new Set<string>();
  for (const { extension, type, write } of FILES) {
    const name = `${fileName(tune.title)}${extension}`;
    try {
      const file = write(tune, ({ reason, assumed }) => losses.add(`${extension}: ${reason}, written as ${assumed}`));
      files.push({ name, type, octets: typeof file === 'string' ? encodeUtf8(file) : file });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      losses.add(`${extension}: ${error.message}`);
    }
  }
  return { files, losses: [...losses] };
}

function writeNokia(tune: Tune, onIssue: (loss: Loss) => void): Uint8Array {
  for (const { tempoBpm } of [tune, ...tune.notes]) {
    if (tempoBpm === undefined || TEMPO_TABLE.includes(tempoBpm)) continue;
    const assumed = String(TEMPO_TABLE[tempoCode(tempoBpm, 'nearest')]);
    onIssue({ reason: `a tempo of ${tempoBpm}`, assumed });
  }
  const octets = encodeNokiaRingtone(tune, { title: 'cut' });
  if (tune.title.length > MAX_TITLE) {
    const assumed = JSON.stringify(tune.title.slice(0, MAX_TITLE));
    onIssue({ reason: 'the title', assumed });
  }
  return octets;
}

function writeWav(tune: Tune, onIssue: (loss: Loss) => void): Uint8Array {
  if (tune.loops !== 0) {
    onIssue({ reason: 'repeats of the whole tune', assumed: 'one pass' });
  }
  return renderWav(tune);
}

/** A title as the beginning of a file's name. */
export function fileName(title: string): string {
  const name = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32)
    .toLowerCase();
  return name === '' ? 'tune' : name;
}

/** Forms in which tunes are sent, in words. */
export const SENT_AS: readonly (readonly [form: TuneForm, words: string])[] = [
  ['nokia', 'Nokia ringing tone'],
  ['ems', 'EMS (iMelody)'],
  ['midi', 'MIDI (Siemens)'],
  ['rtttl', 'RTTTL as text'],
];

/** What a tune takes in a form; or why it has none. */
export function sizeIn(tune: Tune, form: TuneForm): TuneSize | FormatError {
  try {
    // A title that is too long for the form is cut when it is sent.
    const titled = form === 'nokia' ? { ...tune, title: tune.title.slice(0, MAX_TITLE) } : tune;
    return measureTune(titled, { form });
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}
