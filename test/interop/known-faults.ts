/**
 * Where the oracles are wrong about messages, texts and ringing tones, rule by rule (see ledger.ts).
 * @module
 */
import type { DeliverInput, StatusReportInput, SubmitInput } from '../../src/sms/index.js';
import { DEFAULT_ALPHABET, readPlainly, septetsOf } from './alphabets.js';
import { addressFrom, alphabetOf, type Fields, headerOf, relativeOctet, tablesOf, userDataOf } from './expected.js';
import { type KnownFault, UNPREDICTABLE } from './ledger.js';
import { type PlainTune, type RtttlCase, TEMPOS } from './tunes.js';

// ---- tshark 4.0, gsm_sms ----

const TSHARK = 'tshark 4.0.17';

type Message = SubmitInput | DeliverInput | StatusReportInput;

const isGsm7 = (message: Message) => message.text !== undefined && alphabetOf(message.tpDcs ?? 0) === 'gsm7';

const nationalTables: KnownFault<Message> = {
  id: 'tshark-national-tables',
  oracle: TSHARK,
  fault: 'ignores the shift elements: shows the default alphabet, and U+FFFD for a code that its extension table lacks',
  applies: (message) => {
    const { locking, single } = tablesOf(message.udh ?? []);
    return isGsm7(message) && (locking !== undefined || single !== undefined);
  },
  shows: (message) => {
    const text = readPlainly(userDataOf(message).septets, () => '\ufffd');
    return { text: text === '' ? undefined : text };
  },
};

const formFeed: KnownFault<Message> = {
  id: 'tshark-form-feed',
  oracle: TSHARK,
  fault: 'PDML shows a form feed as the four characters \\xc, not told from a backslash and letters',
  applies: (message) => {
    const party = addressFrom('tpDa' in message ? message.tpDa : 'tpOa' in message ? message.tpOa : message.tpRa);
    return message.text?.includes('\f') === true || ('text' in party && party.text.includes('\f'));
  },
  shows: (_, { text, address }) => {
    const shown = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\f', '\\xc') : value);
    return { text: shown(text), address: shown(address) };
  },
};

const enhancedRelative: KnownFault<SubmitInput> = {
  id: 'tshark-enhanced-relative',
  oracle: TSHARK,
  fault: 'reads on behind the first octet of a TP-VP in enhanced format 1, so that the period is taken for TP-UDL',
  applies: ({ tpVp }) => tpVp?.kind === 'enhanced' && tpVp.format === 'relative',
  shows: ({ tpVp }) => ({
    udl: tpVp?.kind === 'enhanced' && tpVp.format === 'relative' ? relativeOctet(tpVp.minutes) : undefined,
    ...Object.fromEntries(
      ['malformed', 'userData', 'udhl', 'elements', 'concat', 'ports', 'data', 'text'].map((field) => [field, UNPREDICTABLE]),
    ),
  }),
};

/** Ports of WAP: push, connectionless and connection-oriented, each with and without security. */
const WAP_PORTS = [2948, 2949, 9200, 9201, 9202, 9203];

const wapPorts: KnownFault<Message> = {
  id: 'tshark-wap-ports',
  oracle: TSHARK,
  fault: 'hands a whole datagram for a WAP port, or from one, to another dissector and shows no SMS body',
  applies: ({ udh = [], data = new Uint8Array() }) =>
    data.length > 0 &&
    !udh.some((element) => 'total' in element && element.total > 1) &&
    udh.some(
      (element) =>
        element.kind === 'ports16' && (WAP_PORTS.includes(element.destination) || WAP_PORTS.includes(element.source)),
    ),
  shows: () => ({ data: undefined }),
};

/** For SMS-SUBMIT. */
export const SUBMIT_FAULTS: readonly KnownFault<SubmitInput>[] = [nationalTables, formFeed, wapPorts, enhancedRelative];

/** For SMS-DELIVER. */
export const DELIVER_FAULTS: readonly KnownFault<Message>[] = [nationalTables, formFeed, wapPorts];

/** For SMS-STATUS-REPORT. */
export const STATUS_REPORT_FAULTS: readonly KnownFault<Message>[] = [nationalTables, formFeed];

const shortData: KnownFault<Message> = {
  id: 'tshark-short-data',
  oracle: TSHARK,
  fault: 'accepts 8-bit data and UCS-2 text of fewer octets than TP-UDL says',
  applies: (message) => {
    const content = message.text ?? message.data ?? '';
    return content.length > 0 && alphabetOf(message.tpDcs ?? 0) !== 'gsm7';
  },
  shows: () => ({ tshark: 'accepted' }),
};

/** No fault of an oracle, but a choice of ours, kept in this list so that it is counted. */
const headerOnly: KnownFault<Message> = {
  id: 'handset-header-without-fill-octet',
  oracle: 'handset',
  fault: 'accepts a GSM 7-bit header without text whose last octet, fill bits only, is missing: both forms are in use',
  applies: (message) => {
    const header = headerOf(message.udh ?? []).length;
    return header > 0 && isGsm7(message) && message.text === '' && userDataOf(message).octets.length > header;
  },
  shows: () => ({ ours: 'accepted' }),
};

/** For TPDUs that lack their last octet. */
export const TRUNCATION_FAULTS: readonly KnownFault<Message>[] = [shortData, headerOnly];

// ---- gammu 1.42.0 ----

const GAMMU = 'gammu 1.42.0';

const gammuValidity: KnownFault<SubmitInput> = {
  id: 'gammu-enhanced-validity',
  oracle: GAMMU,
  fault: 'refuses a TP-VP in the enhanced format',
  applies: ({ tpVp }) => tpVp?.kind === 'enhanced',
  shows: (_, expected) => ({ ...blank(expected), refused: 'ERR_UNKNOWN' }),
};

const gammuClass: KnownFault<SubmitInput> = {
  id: 'gammu-class-automatic-deletion',
  oracle: GAMMU,
  fault: 'finds no message class in a coding marked for automatic deletion',
  applies: ({ tpDcs = 0 }) => (tpDcs & 0xd0) === 0x50,
  shows: () => ({ class: -1 }),
};

const gammuDigits: KnownFault<SubmitInput> = {
  id: 'gammu-digits',
  oracle: GAMMU,
  fault: 'drops the digits * # a b c of a number',
  applies: ({ tpDa }) => {
    const address = addressFrom(tpDa);
    return 'digits' in address && /[^0-9]/.test(address.digits);
  },
  shows: (_, { number }) => ({ number: String(number).replace(/[*#abc]/g, '') }),
};

const gammuNames: KnownFault<SubmitInput> = {
  id: 'gammu-names',
  oracle: GAMMU,
  fault: 'shows the septets of a name as ASCII codes, and ends it at an @ (septet 0)',
  applies: ({ tpDa }) => 'text' in addressFrom(tpDa),
  shows: ({ tpDa }) => {
    const address = addressFrom(tpDa);
    const septets = 'text' in address ? septetsOf(address.text, {}) : [];
    return { number: String.fromCharCode(...septets).split('\0')[0] };
  },
};

const gammuTables: KnownFault<SubmitInput> = {
  id: 'gammu-national-tables',
  oracle: GAMMU,
  fault:
    'ignores the shift elements: shows the default alphabet, and for a code that its extension table lacks \u00b9 and a character',
  applies: nationalTables.applies,
  shows: (message) => ({
    text: readPlainly(userDataOf(message).septets, (code) => `\u00b9${DEFAULT_ALPHABET[code]}`),
  }),
};

const gammuTail: KnownFault<SubmitInput> = {
  id: 'gammu-escape-tail',
  oracle: `python3-gammu 3.2 with ${GAMMU}`,
  fault: 'takes the count of septets for the length of the text: escapes make it show a NUL and leftovers behind the text',
  applies: (message) => isGsm7(message) && userDataOf(message).septets.includes(0x1b),
  shows: (_, { text }, shown) => (String(shown.text).startsWith(`${text}\0`) ? { text: shown.text } : {}),
};

/** Headers that gammu knows by heart, with the places where the reference, total and number of a part stand. */
const GAMMU_LAYOUTS = /^(050003|060804|0B0504(00E40000|0B8423F0|15810000|15820000|158A0000|23F40000|C34F0000)0003)/;

const gammuHeaders: KnownFault<SubmitInput> = {
  id: 'gammu-header-layouts',
  oracle: GAMMU,
  fault: 'finds a concatenation only in a header that holds nothing else, or just one of seven pairs of ports in front of it',
  applies: ({ udh = [] }) => !GAMMU_LAYOUTS.test(Buffer.from(headerOf(udh)).toString('hex').toUpperCase()),
  shows: () => ({ concat: undefined }),
};

/** Every field that was expected, as one that is not shown. */
function blank(expected: Fields): Fields {
  return Object.fromEntries(Object.keys(expected).map((name) => [name, undefined]));
}

/** For SMS-SUBMITs that gammu reads. */
export const GAMMU_DECODE_FAULTS: readonly KnownFault<SubmitInput>[] = [
  gammuClass,
  gammuDigits,
  gammuNames,
  gammuTables,
  gammuTail,
  gammuHeaders,
  gammuValidity,
];

/** For the parts of texts that gammu reads. */
export const GAMMU_PART_FAULTS: readonly KnownFault<SubmitInput>[] = [gammuTail];

/** A text that gammu is to send. */
export interface GammuText {
  readonly text: string;
  readonly encoding: 'gsm7' | 'ucs2';
  readonly concat: 8 | 16;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const isLead = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isMark = (unit: number) =>
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/.test(String.fromCharCode(unit));
const endsInFlagLetter = (text: string) => /[\u{1f1e6}-\u{1f1ff}]$/u.test(text);
const beginsWithFlagLetter = (text: string) => /^[\u{1f1e6}-\u{1f1ff}]/u.test(text);

/** Where gammu cuts UCS-2: it backs up one unit from a surrogate pair or a mark, and one letter from between any two letters of flags. */
function gammuParts(text: string, room: number): string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== ''; ) {
    let end = Math.min(room, rest.length);
    if (end < rest.length) {
      if (isLead(rest.charCodeAt(end - 1)) || isMark(rest.charCodeAt(end))) end--;
      if (end + 2 < rest.length && endsInFlagLetter(rest.slice(0, end)) && beginsWithFlagLetter(rest.slice(end))) end -= 2;
    }
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return parts;
}

const gammuGraphemes: KnownFault<GammuText> = {
  id: 'gammu-graphemes',
  oracle: GAMMU,
  fault:
    'knows no clusters but one mark behind a letter: cuts families, skin tones and syllables, and a flag behind another flag',
  applies: ({ text }) => [...text].length !== [...graphemes.segment(text)].length,
  shows: ({ text, concat }) => ({ parts: text.length <= 70 ? [text] : gammuParts(text, concat === 8 ? 67 : 66) }),
};

/** For texts that gammu encodes. */
export const GAMMU_ENCODE_FAULTS: readonly KnownFault<GammuText>[] = [gammuGraphemes];

// ---- ringing tones ----

const GNOKII = 'gnokii 0.6.30';

/** Fields of a tune, as `tuneFields` makes them. */
interface TuneLists {
  readonly notes: readonly string[];
  readonly tempos: readonly number[];
  readonly styles: readonly string[];
}

const lists = (expected: Fields) => expected as unknown as TuneLists;

/** The lists from one note to another. */
const between = ({ notes, tempos, styles }: TuneLists, from: number, to?: number) => ({
  notes: notes.slice(from, to),
  tempos: tempos.slice(from, to),
  styles: styles.slice(from, to),
});

const isPause = (note: string | undefined) => note?.includes('p') === true;

/** Without the pauses in front of the first note that sounds. */
function withoutLeadingPauses(expected: Fields): Fields {
  const { notes } = lists(expected);
  const first = notes.findIndex((note) => !isPause(note));
  return between(lists(expected), first < 0 ? notes.length : first);
}

/** The next tempo of the table that is not slower. */
const tempoUp = (tempo: number) => TEMPOS.find((each) => each >= tempo) ?? 900;

const loopsNotShown = (program: string, oracle: string): KnownFault<PlainTune> => ({
  id: `${program}-loops`,
  oracle,
  fault: 'passes over the loop value of a pattern',
  applies: ({ loops }) => loops > 0,
  shows: () => ({ loops: 0 }),
});

const leadingPauses = <Input>(program: string, oracle: string, notesOf: (input: Input) => PlainTune): KnownFault<Input> => ({
  id: `${program}-leading-pauses`,
  oracle,
  fault: 'drops the pauses in front of the first note that sounds',
  applies: (input) => notesOf(input).notes[0]?.pitch === 'p',
  shows: (_, expected) => withoutLeadingPauses(expected),
});

const tempoTable = (program: string, oracle: string): KnownFault<RtttlCase> => ({
  id: `${program}-tempo-up`,
  oracle,
  fault: 'takes the next faster tempo of the table where the nearest is slower',
  applies: ({ says }) => !TEMPOS.includes(says.notes[0]?.tempo ?? 63),
  shows: (_, expected) => ({ tempos: lists(expected).tempos.map(tempoUp) }),
});

const gammuDoubleDots: KnownFault<PlainTune> = {
  id: 'gammu-double-dots',
  oracle: GAMMU,
  fault: 'writes a note with two dots as a note of the next longer length (a whole note: as a whole note)',
  applies: ({ notes }) => notes.some(({ dots }) => dots === 2),
  shows: (_, expected) => ({
    notes: lists(expected).notes.map((note) =>
      note.endsWith('..') ? `${Math.max(1, Number.parseInt(note, 10) / 2)}${note.replace(/^\d+|\.\.$/g, '')}` : note,
    ),
  }),
};

const gammuTwoThirds: KnownFault<PlainTune> = {
  id: 'gammu-two-thirds',
  oracle: GAMMU,
  fault: 'writes a note of two thirds of a length as one of the whole length',
  applies: ({ notes }) => notes.some(({ twoThirds }) => twoThirds),
  shows: (_, expected) => ({ notes: lists(expected).notes.map((note) => note.replace('/', '')) }),
};

const gammuContinuous: KnownFault<PlainTune> = {
  id: 'gammu-continuous',
  oracle: GAMMU,
  fault: 'leaves out the style continuous in the defaults, where RTX then means natural',
  applies: ({ notes }) => notes[0]?.style === 'C',
  shows: (_, expected) => {
    const { styles } = lists(expected);
    const change = styles.findIndex((style) => style !== 'C');
    return { styles: styles.map((style, index) => (change < 0 || index < change ? 'N' : style)) };
  },
};

/** For messages of ours that python-gammu reads. */
export const GAMMU_TUNE_FAULTS: readonly KnownFault<PlainTune>[] = [loopsNotShown('gammu', GAMMU)];

/** For files of ours that gammu writes as RTTTL. */
export const GAMMU_RTTTL_WRITE_FAULTS: readonly KnownFault<PlainTune>[] = [
  loopsNotShown('gammu', GAMMU),
  gammuDoubleDots,
  gammuTwoThirds,
  gammuContinuous,
];

const gnokiiStyles: KnownFault<PlainTune> = {
  id: 'gnokii-no-styles',
  oracle: GNOKII,
  fault: 'passes over the style, so that its text means natural',
  applies: ({ notes }) => notes.some(({ style }) => style !== 'N'),
  shows: ({ notes }) => ({ styles: notes.map(() => 'N') }),
};

const gnokiiOneTempo: KnownFault<PlainTune> = {
  id: 'gnokii-one-tempo',
  oracle: GNOKII,
  fault: 'knows one tempo a tune, the last that the file names',
  applies: ({ notes }) => notes.some(({ tempo }) => tempo !== notes[0]?.tempo),
  shows: ({ notes }) => ({ tempos: notes.map(() => notes.at(-1)?.tempo) }),
};

const tempoOctet = (tempos: readonly number[]) => tempos.map((tempo) => tempo % 256);

const gnokiiTempoOctet: KnownFault<PlainTune> = {
  id: 'gnokii-tempo-octet',
  oracle: GNOKII,
  fault: 'keeps a tempo in one octet: 285 becomes 29',
  applies: ({ notes }) => (notes.at(-1)?.tempo ?? 0) > 255,
  shows: (_, expected) => ({ tempos: tempoOctet(lists(expected).tempos) }),
};

/** For files of ours that gnokii writes as RTTTL. */
export const GNOKII_RTTTL_WRITE_FAULTS: readonly KnownFault<PlainTune>[] = [
  loopsNotShown('gnokii', GNOKII),
  gnokiiStyles,
  gnokiiOneTempo,
  gnokiiTempoOctet,
];

const gammuLoop: KnownFault<unknown> = {
  id: 'gammu-loop-5',
  oracle: GAMMU,
  fault: 'writes the loop value 5 in every tune (it writes 0x15 into four bits, meaning an endless loop)',
  applies: () => true,
  shows: () => ({ loops: 5 }),
};

const gammuLateDot: KnownFault<RtttlCase> = {
  id: 'gammu-dot-behind-octave',
  oracle: GAMMU,
  fault: 'loses a dot that stands behind the octave, where the grammar puts it',
  applies: ({ lateDots }) => lateDots.length > 0,
  shows: ({ lateDots }, expected) => ({
    notes: lists(expected).notes.map((note, index) => (lateDots.includes(index) ? note.slice(0, -1) : note)),
  }),
};

const gammuDefaultOctave: KnownFault<RtttlCase> = {
  id: 'gammu-default-octave',
  oracle: GAMMU,
  fault: 'takes octave 5 where the text names none; the default is 6',
  applies: ({ without, plainOctaves }) => without.includes('o') && plainOctaves.length > 0,
  shows: ({ plainOctaves }, expected) => ({
    notes: lists(expected).notes.map((note, index) => (plainOctaves.includes(index) ? note.replace(/6(?=\.?$)/, '5') : note)),
  }),
};

const gammuLastNote: KnownFault<RtttlCase> = {
  id: 'gammu-last-note',
  oracle: GAMMU,
  fault: 'loses the last note when the file ends right behind it',
  applies: ({ text, says, lateDots }) => !text.endsWith('\n') && !lateDots.includes(says.notes.length - 1),
  shows: (_, expected) => between(lists(expected), 0, -1),
};

/** For RTTTL texts that gammu writes as binary. */
export const GAMMU_RTTTL_READ_FAULTS: readonly KnownFault<RtttlCase>[] = [
  gammuLoop,
  gammuLateDot,
  gammuDefaultOctave,
  gammuLastNote,
  tempoTable('gammu', GAMMU),
  leadingPauses('gammu', GAMMU, ({ says }) => says),
];

const gnokiiLoop: KnownFault<RtttlCase> = {
  id: 'gnokii-no-loop',
  oracle: GNOKII,
  fault: 'does not know the key l: writes the loop value 0',
  applies: ({ says }) => says.loops > 0,
  shows: () => ({ loops: 0 }),
};

const gnokiiContinuous: KnownFault<RtttlCase> = {
  id: 'gnokii-continuous',
  oracle: GNOKII,
  fault: 'does not know the key s: writes the style continuous in every tune',
  applies: ({ says }) => says.notes[0]?.style !== 'C',
  shows: (_, expected) => ({ styles: lists(expected).styles.map(() => 'C') }),
};

const gnokiiDefaultDuration: KnownFault<RtttlCase> = {
  id: 'gnokii-default-duration',
  oracle: GNOKII,
  fault: 'takes 1/32 for the duration where the text names none; the default is 1/4',
  applies: ({ without, plainDurations }) => without.includes('d') && plainDurations.length > 0,
  shows: ({ plainDurations }, expected) => ({
    notes: lists(expected).notes.map((note, index) => (plainDurations.includes(index) ? note.replace(/^4/, '32') : note)),
  }),
};

const gnokiiTempoOctetRead: KnownFault<RtttlCase> = {
  id: 'gnokii-tempo-octet',
  oracle: GNOKII,
  fault: gnokiiTempoOctet.fault,
  applies: ({ says }) => (says.notes[0]?.tempo ?? 0) > 255,
  shows: (_, expected) => ({ tempos: tempoOctet(lists(expected).tempos).map(tempoUp) }),
};

/** For RTTTL texts that gnokii writes as binary. */
export const GNOKII_RTTTL_READ_FAULTS: readonly KnownFault<RtttlCase>[] = [
  gnokiiLoop,
  gnokiiContinuous,
  gnokiiDefaultDuration,
  gnokiiTempoOctetRead,
  tempoTable('gnokii', GNOKII),
  leadingPauses('gnokii', GNOKII, ({ says }) => says),
];

const gammuPauseStyle: KnownFault<PlainTune> = {
  id: 'gammu-pause-style',
  oracle: GAMMU,
  fault: 'writes a change of style at a pause with the next note that sounds only',
  applies: ({ notes }) =>
    notes.some(({ pitch, style }, index) => pitch === 'p' && index > 0 && style !== notes[index - 1]?.style),
  shows: (_, expected) => {
    const { notes, styles } = lists(expected);
    let written: string | undefined;
    return {
      styles: styles.map((style, index) => {
        if (!isPause(notes[index])) written = style;
        return written ?? style;
      }),
    };
  },
};

/** For messages that gammu builds from a tune. */
export const GAMMU_SMS_RINGTONE_FAULTS: readonly KnownFault<PlainTune>[] = [
  gammuLoop,
  gammuPauseStyle,
  leadingPauses('gammu', GAMMU, (tune) => tune),
];
