/**
 * Files of tunes: how each is read and written, by extension. Apart from the rows, so that what only inspects carries no encoder.
 * @module
 */
import { decodeUtf8 } from '../../bytes/index.js';
import { guessNoteBits } from '../../ringtone/any-rtttl.js';
import {
  decodeAnyRtttl,
  decodeBluejayMelody,
  decodeMidi,
  decodeNokiaRingtone,
  type EscFirmware,
  encodeAnyRtttl,
  encodeBluejayMelody,
  encodeMidi,
  encodeNokiaRingtone,
  formatArduinoTable,
  formatEmelody,
  formatFlipperMusic,
  formatImelody,
  formatRtttl,
  formatRtx,
  type NokiaRingtoneOptions,
  parseArduinoTable,
  parseEmelody,
  parseFlipperMusic,
  parseImelody,
  parseRtttl,
  renderWav,
  TEMPO_TABLE,
  type TempoRounding,
  type Tune,
  type TuneDevice,
  type TuneForm,
  type TuneIssue,
  tempoCode,
} from '../../ringtone/index.js';
import type { TuneFormat } from './tunes.js';

/** What a reader reports: an issue, whatever the form. */
export interface TuneFault {
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  readonly offset?: number | undefined;
  readonly assumed?: string;
}

/** How the file of a tune is read. */
export interface LoadTuneOptions {
  readonly lenient?: boolean;
  readonly onIssue?: (fault: TuneFault) => void;
}

/** What the file of a tune cannot hold. */
export type TuneLoss = Pick<TuneIssue, 'code' | 'offset' | 'reason' | 'assumed'>;

/** How the file of a tune is written. Each form takes the options that concern it. */
export interface WriteTuneOptions {
  readonly tempo?: TempoRounding;
  readonly cutTitle?: boolean;
  readonly patterns?: 'none' | 'repeat';
  readonly device?: TuneDevice;
  readonly wave?: 'square' | 'sine';
  readonly rate?: number;
}

/** A file of a tune. */
export interface TuneFile {
  /** What the inspector calls it; undefined for one that is only written. */
  readonly format: TuneFormat | undefined;
  readonly contentType: string;
  /** The form in which its length is measured. */
  readonly form?: TuneForm;
  /** @throws FormatError as its decoder */
  readonly load?: (octets: Uint8Array, options: LoadTuneOptions) => Tune;
  /** @throws EncodeError as its encoder */
  readonly write: (tune: Tune, onLoss: (loss: TuneLoss) => void, options: WriteTuneOptions) => string | Uint8Array;
}

/** Extensions of tunes that are read and written. */
export type TuneExtension =
  | ('.rtttl' | '.rtx' | '.txt' | '.ott' | '.rng' | '.imy' | '.emy' | '.mid' | '.brtttl')
  | ('.fmf' | '.ino' | '.bluejay' | '.am32');

/** The files of tunes; `.wav` is written only. */
export const TUNE_FILES: Readonly<
  Record<TuneExtension, Required<Pick<TuneFile, 'load'>> & TuneFile> & Record<'.wav', TuneFile>
> = /* @__PURE__ */ tuneFiles();

function tuneFiles(): typeof TUNE_FILES {
  const text = (parse: (text: string, options: LoadTuneOptions) => Tune) => (octets: Uint8Array, options: LoadTuneOptions) =>
    parse(decodeUtf8(octets), options);
  const rtttl = {
    format: 'rtttl',
    contentType: 'text/plain',
    form: 'rtttl',
    load: text(parseRtttl),
    write: (tune, _onLoss, { device }) => `${formatRtttl(tune, device === undefined ? {} : { device })}\n`,
  } as const satisfies TuneFile;
  const nokia = {
    format: 'nokia-ringtone',
    contentType: 'application/vnd.nokia.ringing-tone',
    form: 'nokia',
    load: decodeNokiaRingtone,
    write: writeNokia,
  } as const satisfies TuneFile;
  return {
    '.rtttl': rtttl,
    '.rtx': { ...rtttl, form: 'rtx', write: (tune) => `${formatRtx(tune)}\n` },
    '.txt': rtttl,
    '.ott': nokia,
    '.rng': nokia,
    '.imy': {
      format: 'imelody',
      contentType: 'audio/imelody',
      form: 'imelody',
      load: text(parseImelody),
      write: (tune, onIssue) => formatImelody(tune, { lossy: true, onIssue }),
    },
    '.emy': {
      format: 'emelody',
      contentType: 'text/x-emelody',
      load: text(parseEmelody),
      write: (tune, onIssue) => formatEmelody(tune, { onIssue }),
    },
    '.mid': { format: 'midi', contentType: 'audio/midi', form: 'midi', load: decodeMidi, write: (tune) => encodeMidi(tune) },
    '.brtttl': {
      format: 'any-rtttl',
      contentType: 'application/octet-stream',
      load: (octets, options) => decodeAnyRtttl(octets, { ...options, noteBits: guessNoteBits(octets) }),
      write: (tune, onIssue) => encodeAnyRtttl(tune, { onIssue }),
    },
    '.fmf': {
      format: 'flipper-music',
      contentType: 'text/plain',
      load: text(parseFlipperMusic),
      write: (tune, onIssue) => formatFlipperMusic(tune, { onIssue }),
    },
    '.ino': {
      format: 'arduino-melody',
      contentType: 'text/plain',
      load: text(parseArduinoTable),
      write: (tune, onIssue) => formatArduinoTable(tune, { onIssue }),
    },
    '.bluejay': escFile('bluejay'),
    '.am32': escFile('am32'),
    '.wav': { format: undefined, contentType: 'audio/wav', write: writeWav },
  };
}

function escFile(firmware: EscFirmware) {
  return {
    format: 'bluejay-melody',
    contentType: 'application/octet-stream',
    form: firmware,
    load: (octets, options) => decodeBluejayMelody(octets, { ...options, firmware }),
    write: (tune, onIssue) => encodeBluejayMelody(tune, { firmware, onIssue }),
  } as const satisfies TuneFile;
}

function writeNokia(tune: Tune, onLoss: (loss: TuneLoss) => void, options: WriteTuneOptions): Uint8Array {
  reportRoundedTempos(tune, options.tempo, onLoss);
  return encodeNokiaRingtone(tune, nokiaOptions(options));
}

/** What the options say of a ringing tone. */
export function nokiaOptions({ tempo, cutTitle, patterns }: WriteTuneOptions): NokiaRingtoneOptions {
  return {
    ...(tempo !== undefined && { tempo }),
    ...(cutTitle === true && { title: 'cut' }),
    ...(patterns !== undefined && { patterns }),
  };
}

/** Reports the tempos that a ringing tone has not. */
export function reportRoundedTempos(
  { tempoBpm: first, notes }: Tune,
  tempo: TempoRounding = 'nearest',
  onLoss: (loss: TuneLoss) => void,
): void {
  for (const [index, bpm] of [first, ...notes.map(({ tempoBpm }) => tempoBpm)].entries()) {
    if (bpm === undefined || TEMPO_TABLE.includes(bpm)) continue;
    const assumed = String(TEMPO_TABLE[tempoCode(bpm, tempo)]);
    onLoss({ code: 'approximated', offset: Math.max(0, index - 1), reason: `a tempo of ${bpm}`, assumed });
  }
}

function writeWav(tune: Tune, onLoss: (loss: TuneLoss) => void, { wave, rate }: WriteTuneOptions): Uint8Array {
  if (tune.loops !== 0) onLoss({ code: 'dropped', offset: 0, reason: 'repeats of the whole tune', assumed: 'one pass' });
  return renderWav(tune, { ...(rate !== undefined && { sampleRate: rate }), ...(wave !== undefined && { wave }) });
}
