/**
 * iMelody, the tunes of EMS and of Ericsson, Siemens and Motorola phones.
 *
 *   BEGIN:IMELODY CR LF  VERSION:1.2 CR LF  FORMAT:CLASS1.0 CR LF
 *   [NAME:text] [COMPOSER:text] [BEAT:25..900] [STYLE:S0|S1|S2] [VOLUME:V0..V15] [COPYRIGHT:text]
 *   MELODY:melody CR LF  END:IMELODY CR LF
 *
 *   note      [ "*" 0..8 ] [ "#" | "&" ] a..g  0..5 [ "." | ":" | ";" ]     0 full ... 5 1/32; dotted, double dotted, 2/3
 *   silence   "r" 0..5 [ "." | ":" | ";" ]
 *   repeat    "(" element... "@" count [ "V+" | "V-" ] ")"                  count 0: for ever; no nesting
 *   volume    "V" 0..15 | "V+" | "V-"
 *   others    ledon ledoff vibeon vibeoff backon backoff
 *
 * `*3` has A = 440 Hz and is octave 4 of a Tune; a note without a prefix is in `*4`, whatever came before: so the text says, so
 * gammu writes and Qualcomm's player reads. Sonivox (Android) and Tizen let a prefix hold until the next one, and play what
 * follows a prefixed note in the wrong octave.
 *
 * `@n` repeats n times after the first: it plays n + 1 times. The text does not say so, but Sonivox and Qualcomm's player both
 * do that. It is also what `loops` of a Tune means, so a repeat around the whole melody becomes `loops`.
 *
 * Sources: iMelody 1.2; iMelody 1.0 in Ericsson's manuals; Sonivox (eas_imelody.c) and Qualcomm (audimy.c) where it is silent;
 * gammu for the order of lines.
 * @module
 */
import { DecodeError } from '../errors.js';
import { Complaints } from './complaints.js';
import { readNotation } from './imelody-notation.js';
import { Player } from './imelody-player.js';
import { DEFAULT_BEAT, DEFAULT_VOLUME, STYLES } from './imelody-values.js';
import type { TuneTextOptions } from './issues.js';
import { type MelodyLine, melodyLines } from './melody-lines.js';
import { FASTEST_TEXT_BPM, SLOWEST_TEXT_BPM } from './tempo.js';
import type { Style, Tune } from './tune.js';

/**
 * Reads a tune from iMelody. VOLUME and volumes become `volume` of the next note, flats become sharps. A repeat around the whole
 * melody that sounds the same each time becomes `loops` (more than 14 of them are played out, as all other repeats are); an
 * endless repeat that something goes before or after is played once and reported.
 * Lights, vibration, the composer and the copyright are reported as dropped.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `iMelody/note[3]/octave`, its offset
 *   the index of the offending character. In lenient mode only a text without a MELODY line is refused.
 * @throws LimitError `limit-exceeded` past `tuneCharacters`, or past `tuneNotes` with repeats played out.
 * @throws TypeError when `text` is not a string.
 */
export function parseImelody(text: string, options: TuneTextOptions = {}): Tune {
  if (typeof text !== 'string') throw new TypeError('iMelody is a string');
  const complaints = new Complaints('iMelody', text, options);
  const lines = melodyLines(text, 'IMELODY', complaints);
  const { melody, title, tempoBpm, style, volume } = readHeader(text, lines, complaints);
  if (melody === undefined) throw new DecodeError('truncated', 'iMelody/MELODY', text.length, 'no MELODY line');
  const player = new Player(volume, complaints);
  player.play(readNotation(text, melody.valueAt, melody.valueEnd, complaints));
  return { title, tempoBpm, style, loops: player.loops, notes: player.notes };
}

/** What the lines say; the last of a keyword counts. */
interface Header {
  title: string;
  tempoBpm: number;
  style: Style;
  volume: number | undefined;
  melody: MelodyLine | undefined;
}

function readHeader(text: string, lines: readonly MelodyLine[], complaints: Complaints): Header {
  const header: Header = { title: '', tempoBpm: DEFAULT_BEAT, style: 'N', volume: undefined, melody: undefined };
  const seen = new Set<string>();
  for (const line of lines) {
    const { key, keyAt, valueAt, valueEnd } = line;
    const field = `iMelody/${key}`;
    if (key === '') {
      complaints.fault('junk', 'iMelody', keyAt, 'a line without a keyword', 'nothing');
      continue;
    }
    if (seen.has(key)) complaints.fault('repeated-key', field, keyAt, 'given twice', 'the later line');
    seen.add(key);
    if (key === 'MELODY') header.melody = line;
    else if (key === 'NAME') header.title = complaints.title(text, valueAt, valueEnd, field);
    else if (key === 'COMPOSER' || key === 'COPYRIGHT') {
      complaints.report('dropped', keyAt, `a tune has no ${key.toLowerCase()}`, 'nothing');
    } else readLine(header, line, text.slice(valueAt, valueEnd), complaints);
  }
  for (const key of ['VERSION', 'FORMAT']) {
    if (!seen.has(key)) complaints.missing(`iMelody/${key}`, lines[0]?.keyAt ?? text.length, `no ${key} line`, 'a usual one');
  }
  return header;
}

/** A line whose value says something about the tune. */
function readLine(header: Header, { key, keyAt, valueAt }: MelodyLine, value: string, complaints: Complaints): void {
  if (key === 'BEAT') header.tempoBpm = beatOf(value, valueAt, complaints);
  else if (key === 'STYLE') header.style = styleOf(value, valueAt, complaints);
  else if (key === 'VOLUME') header.volume = volumeOf(value, valueAt, complaints);
  else if (key === 'VERSION') expectOneOf(['1.2', '1.0'], key, value, valueAt, complaints);
  else if (key === 'FORMAT') expectOneOf(['CLASS1.0'], key, value, valueAt, complaints);
  else complaints.report('unknown-key', keyAt, `the keyword ${key} is not known`, 'nothing');
}

function expectOneOf(allowed: readonly string[], key: string, value: string, at: number, complaints: Complaints): void {
  if (allowed.includes(value)) return;
  const message = `is ${shown(value)}, allowed: ${allowed.join(' or ')}`;
  complaints.fault('out-of-range', `iMelody/${key}`, at, message, allowed[0] as string);
}

function styleOf(value: string, at: number, complaints: Complaints): Style {
  const style = /^S[0-2]$/.test(value) ? STYLES[Number(value[1])] : undefined;
  if (style !== undefined) return style;
  complaints.fault('missing-value', 'iMelody/STYLE', at, `${shown(value)} where S0, S1 or S2 should be`, 'S0');
  return 'N';
}

function beatOf(value: string, at: number, complaints: Complaints): number {
  const bpm = /^[0-9]{1,9}$/.test(value) ? Number(value) : -1;
  if (bpm >= SLOWEST_TEXT_BPM && bpm <= FASTEST_TEXT_BPM) return bpm;
  const assumed = bpm < 0 ? DEFAULT_BEAT : bpm < SLOWEST_TEXT_BPM ? SLOWEST_TEXT_BPM : FASTEST_TEXT_BPM;
  complaints.fault('out-of-range', 'iMelody/BEAT', at, `is ${shown(value)}, allowed: 25 to 900`, String(assumed));
  return assumed;
}

/** VOLUME may be relative too: to what the phone plays at anyhow. */
function volumeOf(value: string, at: number, complaints: Complaints): number | undefined {
  if (value === 'V+') return DEFAULT_VOLUME + 1;
  if (value === 'V-') return DEFAULT_VOLUME - 1;
  const volume = /^V[0-9]{1,2}$/.test(value) ? Number(value.slice(1)) : -1;
  if (volume >= 0 && volume <= 15) return volume;
  const assumed = volume < 0 ? 'no volume' : '15';
  complaints.fault('out-of-range', 'iMelody/VOLUME', at, `is ${shown(value)}, allowed: V0 to V15`, assumed);
  return volume < 0 ? undefined : 15;
}

/** The beginning of a value, as a message names it. */
function shown(value: string): string {
  return JSON.stringify(value.length > 20 ? `${value.slice(0, 20)}...` : value);
}
