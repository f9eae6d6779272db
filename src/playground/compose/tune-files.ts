/**
 * A tune as files to download, and what each form leaves out. No DOM here.
 * @module
 */
import { encodeUtf8 } from '../../bytes/index.js';
import { FormatError } from '../../errors.js';
import { TUNE_FILES } from '../../inspect/formats/tune-files.js';
import { measureTune, type Tune, type TuneForm, type TuneSize } from '../../ringtone/index.js';
import { MAX_TITLE } from '../../ringtone/nokia-wire.js';
import type { NamedFile } from '../composed.js';

/** The files of a tune. */
export interface TuneFiles {
  readonly files: readonly NamedFile[];
  /** What is lost in which of them, or why it cannot be made: `siren.emy: ...`. */
  readonly losses: readonly string[];
}

/** The forms that are offered. */
const OFFERED = ['.rtttl', '.ott', '.imy', '.emy', '.mid', '.wav'] as const;

/** Writes a tune in every form of a file. */
export function tuneFiles(tune: Tune): TuneFiles {
  const files: NamedFile[] = [];
  const losses = new Set<string>();
  for (const extension of OFFERED) {
    const name = `${fileName(tune.title)}${extension}`;
    const { contentType: type, form, write } = TUNE_FILES[extension];
    const lose = (reason: string, assumed: string | undefined) => losses.add(`${extension}: ${reason}, written as ${assumed}`);
    try {
      const file = write(tune, ({ reason, assumed }) => lose(reason, assumed), { cutTitle: true });
      files.push({ name, type, octets: typeof file === 'string' ? encodeUtf8(file) : file });
      if (form === 'nokia' && tune.title.length > MAX_TITLE) lose('the title', JSON.stringify(tune.title.slice(0, MAX_TITLE)));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      losses.add(`${extension}: ${error.message}`);
    }
  }
  return { files, losses: [...losses] };
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
