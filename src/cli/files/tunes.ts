/**
 * Tunes as files: texts (RTTTL, RTX, iMelody, eMelody), the Smart Messaging binary, MIDI, and sound to listen to.
 * @module
 */
import { type Command, Option } from 'commander';
import { encodeUtf8 } from '../../bytes/index.js';
import { FORMAT_ERROR_CODES } from '../../errors.js';
import {
  reportRoundedTempos,
  TUNE_FILES,
  type TuneExtension,
  type TuneFault,
  type TuneLoss,
} from '../../inspect/formats/tune-files.js';
import { fitTune, renderWav, TUNE_DEVICES, type Tune, type TuneDevice, type TuneForm } from '../../ringtone/index.js';
import { inFile, inputName, isFile, type Session, UsageError } from '../io.js';
import { numberOption } from '../options.js';
import { type FileContent, openFile } from './recognise.js';

/** How tunes are read and written. */
export interface TuneOptions {
  readonly lenient?: boolean;
  readonly tempo?: 'nearest' | 'up';
  readonly cutTitle?: boolean;
  readonly maxNotes?: number;
  readonly device?: TuneDevice;
  readonly maxSegments?: number;
  readonly patterns?: 'none' | 'repeat';
}

/** How sound is made. */
export interface SoundOptions {
  readonly wave?: 'square' | 'sine';
  readonly rate?: number;
}

/** Adds what {@link TuneOptions} holds, but --lenient, which pictures have too. */
export function addTuneOptions(command: Command): Command {
  const binary = command
    .addOption(new Option('--tempo <rule>', 'where a tempo between two of a ringing tone goes').choices(['nearest', 'up']))
    .option('--cut-title', 'cut a title of more than 15 characters')
    .addOption(new Option('--patterns <how>', 'write what a ringing tone repeats once').choices(['none', 'repeat']));
  return addLengthOptions(binary);
}

/** Adds how long a tune may be. */
export function addLengthOptions(command: Command): Command {
  return command
    .option('--max-notes <number>', 'cut the end off a tune with more notes', numberOption('max-notes', 1, 16_384))
    .option('--max-segments <number>', 'cut the end off a tune that takes more messages', numberOption('max-segments', 1, 255));
}

/** The option that names a device. */
export function deviceOption(what: string): Option {
  return new Option('--device <name>', what).choices(Object.keys(TUNE_DEVICES));
}

/** Adds what {@link SoundOptions} holds. */
export function addSoundOptions(command: Command): Command {
  return command
    .addOption(new Option('--wave <form>', 'sound of a .wav, square when left out').choices(['square', 'sine']))
    .option('--rate <hertz>', 'samples a second of a .wav, 44100 when left out', numberOption('rate', 4000, 192_000));
}

/**
 * A file that holds a tune, or the tune's text itself; standard input when there is neither.
 * @throws UsageError for a file of something else.
 */
export async function openTune(session: Session, file: string | undefined, as: string | undefined): Promise<FileContent> {
  const path = file ?? '-';
  // Title, defaults and notes; no path of Windows has two colons.
  if (/^[^:]{0,64}:[^:]*:/.test(path) && !isFile(path))
    return { path: 'the tune', octets: encodeUtf8(path), extension: '.rtttl', kind: 'tune' };
  return openFile(session, path, as, 'a tune', 'tune');
}

/** The tune of a file. Departures from its grammar, and what a tune cannot hold, become warnings. */
export function readTune(session: Session, { path, octets, extension }: FileContent, options: TuneOptions): Tune {
  const lenient = options.lenient === true;
  const onIssue = ({ code, offset, reason, assumed, message }: TuneFault) => {
    // A tempo that only one binary form lacks is told where that form is written.
    if (code === 'off-table-tempo') return;
    // The fields of octets have names, the characters of a text have places.
    if (isFormatErrorCode(code)) session.warn(`${inputName(path)}: ${message}`);
    else session.warn(`${inputName(path)} at ${offset}: ${reason}${assumed ? ` (${assumed})` : ''}`);
  };
  return inFile(path, () => TUNE_FILES[extension as TuneExtension].load(octets, { lenient, onIssue }));
}

function isFormatErrorCode(code: string): boolean {
  return FORMAT_ERROR_CODES.some((known) => known === code);
}

/** A tune in the form that an extension names, and the tune that went into it. What the form cannot hold becomes a warning. */
export function writeTune(
  session: Session,
  tune: Tune,
  extension: TuneExtension | '.wav',
  options: TuneOptions & SoundOptions,
): { readonly file: string | Uint8Array; readonly tune: Tune } {
  const { form, write } = TUNE_FILES[extension];
  const fitted = fittedTune(session, tune, form, options);
  const losses = new LossReport();
  const file = write(fitted, (loss) => losses.add(loss), options);
  losses.warn(session);
  return { file, tune: fitted };
}

/** The tune, or as much of it as --device, --max-notes and --max-segments let pass; each change becomes a warning. */
export function fittedTune(session: Session, tune: Tune, form: TuneForm | undefined, options: TuneOptions): Tune {
  const { maxNotes, maxSegments, patterns, device } = options;
  if (maxNotes === undefined && maxSegments === undefined && device === undefined) return tune;
  if (form === undefined && maxSegments !== undefined)
    throw new UsageError('--max-segments: this form is not sent in messages');
  return fitTune(tune, {
    ...(form !== undefined && { form }),
    ...(maxNotes !== undefined && { maxNotes }),
    ...(maxSegments !== undefined && { maxSegments }),
    ...(patterns !== undefined && { patterns }),
    ...(device !== undefined && { device }),
    onChange: ({ message }) => session.warn(message),
  });
}

/** Tells the tempos that a ringing tone has not. */
export function tellTempos(session: Session, tune: Tune, options: TuneOptions): void {
  const losses = new LossReport();
  reportRoundedTempos(tune, options.tempo, (loss) => losses.add(loss));
  losses.warn(session);
}

/** Losses, each kind reported once: a long tune loses the same thing at many notes. */
class LossReport {
  readonly #kinds = new Map<string, { first: number; count: number }>();

  add({ offset = 0, reason, assumed }: TuneLoss): void {
    const kind = `${reason}, written as ${assumed}`;
    const known = this.#kinds.get(kind);
    if (known === undefined) this.#kinds.set(kind, { first: offset, count: 1 });
    else known.count++;
  }

  warn(session: Session): void {
    for (const [kind, { first, count }] of this.#kinds) {
      session.warn(count === 1 ? kind : `${kind}, at ${count} notes from note ${first + 1} on`);
    }
  }
}

/** A tune as a WAV. */
export function renderSound(tune: Tune, { wave, rate }: SoundOptions): Uint8Array {
  return renderWav(tune, { ...(rate !== undefined && { sampleRate: rate }), ...(wave !== undefined && { wave }) });
}
