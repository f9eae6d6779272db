/**
 * Tunes: Nokia's ringing tones, MIDI, and the forms that are text.
 * @module
 */
import { DEFAULT_LIMITS } from '../../errors.js';
import { guessNoteBits, readAnyRtttl } from '../../ringtone/any-rtttl.js';
import { ESC_HEADER_OCTETS, ESC_OCTETS } from '../../ringtone/esc-limits.js';
import { readBluejayMelody } from '../../ringtone/esc-melody.js';
import { parseRtttl, type Tune } from '../../ringtone/index.js';
import { readMidi } from '../../ringtone/midi.js';
import { readNokiaSong } from '../../ringtone/nokia-song.js';
import { readTwice } from '../read-twice.js';
import { describeTune, readTuneText, rtttlTree, type TuneTextFormat, tuneTextFormat, tuneTextTree } from '../tune-texts.js';
import { NAMES, type Names } from './names.js';
import { ascii, beginsWith, marked, octetRow, type Reads } from './octets.js';
import { type Evidence, type Input, type Payload, payloadRow, type Row } from './row.js';

/** Names of the formats here. */
export type TuneFormat = 'nokia-ringtone' | 'midi' | 'rtttl' | 'any-rtttl' | 'bluejay-melody' | TuneTextFormat;

/** The rows of tunes. */
export const TUNES: Readonly<Record<TuneFormat, Row & Payload>> = /* @__PURE__ */ tuneRows();

function tuneRows() {
  // Two command parts, ringing tone programming, sound: the 3A has the first bit of the song type in it.
  const ringtone = [[0x02, 0x4a, 0x3a]];
  // With a title in UCS-2 there are three: unicode comes before sound. Only lenient reading takes that, though it is not a fault.
  const unicode = [[0x03, 0x4a, 0x44, 0x3a]];
  const command = 'ringing tone programming command';
  const sniffRingtone = marked(command, ringtone);
  return {
    rtttl: payloadRow({
      label: 'ringtone text (RTTTL)',
      ...NAMES.rtttl,
      roots: ['RTTTL'],
      sniff: sniffRtttl,
      tree: rtttlTree,
    }),
    imelody: textRow('imelody', 'iMelody', 'iMelody tune', NAMES.imelody),
    emelody: textRow('emelody', 'eMelody', 'eMelody tune', NAMES.emelody),
    motorola: textRow('motorola', 'Motorola tune', 'Motorola tune', { kind: 'tune' }),
    'flipper-music': textRow('flipper-music', 'Flipper music', 'Flipper Music Format', NAMES['flipper-music']),
    'arduino-melody': textRow('arduino-melody', 'Arduino', 'Arduino sketch with a tune', NAMES['arduino-melody']),
    'nokia-ringtone': octetRow(
      {
        label: 'Nokia ringing tone',
        ...NAMES['nokia-ringtone'],
        sniff: (input, reads) => {
          if (!beginsWith(input.octets, unicode)) return sniffRingtone(input, reads);
          const { refusal } = reads.twice(input);
          if (refusal === undefined) return { confidence: 0.99, reason: `a whole ${command}` };
          return { confidence: 0.7, reason: `begins as a ${command}, but ${refusal.message}` };
        },
      },
      { root: 'Nokia ringtone', read: (reader, options) => readNokiaSong(reader, options) },
    ),
    midi: octetRow(
      {
        label: 'MIDI file',
        ...NAMES.midi,
        sniff: marked('MIDI file', [ascii('MThd')]),
      },
      { root: 'MIDI', read: (reader, options) => readMidi(reader, options) },
    ),
    'any-rtttl': octetRow<Tune>(
      { label: 'binary RTTTL of AnyRtttl', ...NAMES['any-rtttl'], sniff: sniffAnyRtttl },
      {
        root: 'AnyRtttl',
        read: (reader, options) => {
          const noteBits = guessNoteBits(reader.octets.subarray(reader.offset, reader.end));
          return readAnyRtttl(reader, { ...options, noteBits });
        },
        describe: describeTune,
      },
    ),
    'bluejay-melody': octetRow<Tune>(
      { label: 'startup melody of an ESC', ...NAMES['bluejay-melody'], sniff: sniffBluejay },
      { root: 'Bluejay', read: (reader, options) => readBluejayMelody(reader, options), describe: describeTune },
    ),
  };
}

/** Pairs of a startup melody, at least: fewer occur by chance. */
const MIN_PAIRS = 3;

/** Nothing marks a startup melody but its length, the header, and that nothing comes after the count that ends it. */
function sniffBluejay(input: Input, { strict }: Reads<Tune>): Evidence | undefined {
  const { octets, text } = input;
  const tempo = ((octets[0] ?? 0) << 8) | (octets[1] ?? 0);
  const octave = octets[2] ?? 0;
  if (text !== undefined || tempo < 25 || tempo > 900 || octave < 3 || octave > 8) return undefined;
  if (octets.length !== ESC_OCTETS) return undefined;
  if (![1, 2, 4, 8, 16, 32].includes(octets[3] as number)) return undefined;
  let end = ESC_HEADER_OCTETS;
  while (end < ESC_OCTETS && octets[end] !== 0) end += 2;
  const pairs = (end - ESC_HEADER_OCTETS) / 2;
  if (pairs < MIN_PAIRS || octets.subarray(end).some((octet) => octet !== 0)) return undefined;
  const tune = strict(input);
  if (tune === undefined) return undefined;
  return { confidence: 0.9, reason: `${pairs} pairs of pulses at ${tempo} bpm, and nothing after them` };
}

/** Notes of a tune of AnyRtttl, at least: shorter ones occur by chance. */
const MIN_NOTES = 8;

/**
 * Nothing marks this form, so that its notes have to tell: all of them are possible, few are whole notes, which octets of 0 are, and there are several
 * pitches. Confidence grows with their number.
 */
function sniffAnyRtttl(input: Input, { strict }: Reads<Tune>): Evidence | undefined {
  const { octets, text } = input;
  const [first = 0, second = 0] = octets;
  const tempo = (first >> 5) | (second << 3);
  if (text !== undefined || octets.length < 2 + (MIN_NOTES * 10) / 8 || (first & 7) > 5 || tempo < 25 || tempo > 900)
    return undefined;
  // Most octets are not notes, which is found out without an error: that takes longer.
  const width = guessNoteBits(octets);
  if (!areNotes(octets, width)) return undefined;
  const tune = strict(input);
  if (tune === undefined || tune.notes.length < MIN_NOTES) return undefined;
  const { notes } = tune;
  const whole = notes.filter(({ duration }) => duration === 1).length;
  const pitches = new Set(notes.map(({ pitch }) => pitch)).size;
  if (whole * 3 > notes.length || pitches < 3) return undefined;
  const confidence = Math.min(0.85, width === 16 ? 0.6 + notes.length / 40 : 0.3 + notes.length / 60);
  return { confidence, reason: `${notes.length} notes of ${width} bits at ${tempo} bpm` };
}

/** Whether every note has a length, and no sharp that there is not. */
function areNotes(octets: Uint8Array, width: 10 | 16): boolean {
  for (let bit = 16; bit + 10 <= octets.length * 8; bit += width) {
    const at = bit >> 3;
    const pair = (octets[at] as number) | ((octets[at + 1] ?? 0) << 8);
    const note = pair >> (bit & 7);
    const letter = (note >> 3) & 7;
    if ((note & 7) > 5 || ((note & 0x40) !== 0 && (letter === 2 || letter > 5))) return false;
  }
  return true;
}

/** A form that a key or a command at its beginning announces. */
function textRow(format: TuneTextFormat, root: string, label: string, names: Names): Row & Payload {
  return payloadRow({
    label,
    ...names,
    roots: [root],
    sniff: (input) => (input.text !== undefined && input.once(findForm) === format ? evidenceOfText(format, input) : undefined),
    tree: (octets, start, end, bounds) => tuneTextTree(format, octets, start, end, bounds),
  });
}

/** The form that the text of an input begins as. */
function findForm({ text }: Input): TuneTextFormat | undefined {
  return text === undefined || text.length > DEFAULT_LIMITS.tuneCharacters ? undefined : tuneTextFormat(text);
}

/** The words at the beginning of the Ericsson forms say enough; Motorola's four characters may begin any text, so its notes have to tell. */
function evidenceOfText(format: TuneTextFormat, { text = '', limits }: Input): Evidence {
  const { value: tune, fault: error, issues } = readTuneText(format, text, limits);
  const isMarked = format !== 'motorola';
  if (tune === undefined) return { confidence: isMarked ? 0.7 : 0.1, reason: `begins as a tune, but ${error?.message}` };
  const count = `a tune of ${tune.notes.length} notes`;
  if (error === undefined) return { confidence: 0.98, reason: count };
  const share = tune.notes.length / (tune.notes.length + issues.length);
  const confidence = isMarked ? 0.7 + 0.2 * share : share < 0.5 ? 0.1 : 0.9 * share;
  return { confidence, reason: `${count} with faults: ${error.message}` };
}

function sniffRtttl(input: Input): Evidence | undefined {
  const { text } = input;
  if (text === undefined || text.length > DEFAULT_LIMITS.tuneCharacters) return undefined;
  if (input.once(findForm) !== undefined || !/^[^:]*:[^:]*:/.test(text)) return undefined;
  const { value: tune, issues, fault } = readTwice((options) => parseRtttl(text, options));
  if (tune === undefined) return undefined;
  if (fault === undefined) {
    // Readers ignore keys they do not know, so that any text with two colons and a few letters would pass.
    const hasUnknownKeys = issues.some(({ code }) => code === 'unknown-key');
    // Two colons and a note or two, with no default named, may be anything: std::a.
    const isBare = tune.notes.length < 3 && /^[^:]*:\s*:/.test(text);
    return { confidence: hasUnknownKeys ? 0.15 : isBare ? 0.5 : 0.97, reason: `a tune of ${tune.notes.length} notes` };
  }
  const all = tune.notes.length + issues.length;
  const share = tune.notes.length / all;
  if (tune.notes.length < 2 || share < 0.5) return undefined;
  // A few letters in a row are notes in any text, and do not make it a tune: a title is a line, and the rest is notes.
  const isTune = /^\s*[^:\r\n]*:/.test(text) && text.length <= MAX_TITLE + MAX_NOTE * all;
  if (!isTune) return undefined;
  return { confidence: 0.8 * share, reason: `a tune of ${tune.notes.length} notes with ${issues.length} faults` };
}

/** Characters of a title with the defaults after it, and of a note with blanks and options. */
const [MAX_TITLE, MAX_NOTE] = [200, 16];
