/**
 * fixtures/vectors/ringtones.json as cases: texts, instructions of the binary form, messages, melodies, tempos.
 * @module
 */
import { type Common, upper, vectorFile, withLevel } from './read.js';
import type { BareCase, Converted, Json, JsonObject } from './shape.js';

const FILE = 'vectors/ringtones.json';
const SMART = 'Nokia Smart Messaging 3.0, ringing tone';

/** Beats per minute by the code of a tempo instruction. */
const TEMPOS = [
  25, 28, 31, 35, 40, 45, 50, 56, 63, 70, 80, 90, 100, 112, 125, 140, 160, 180, 200, 225, 250, 285, 320, 355, 400, 450, 500,
  565, 635, 715, 800, 900,
];
const PITCHES = ['p', 'c', 'c#', 'd', 'd#', 'e', 'f', 'f#', 'g', 'g#', 'a', 'a#', 'b'];

type Code = readonly [kind: string, ...codes: number[]];

/** An instruction with the names of its codes. */
function instruction([kind, ...codes]: Code): JsonObject {
  const [value, duration, specifier] = codes as [number, number, number];
  return kind === 'note' ? { kind, value, duration, specifier } : { kind, code: value };
}

/**
 * The notes that instructions mean, with everything in force spelled out: the tables of the specification, and nothing else. It begins with
 * scale 1 (A = 880 Hz), style natural and 63 beats.
 */
function notesOf(instructions: readonly Code[]): Json[] {
  let [octave, bpm, style] = [5, 63, 'N'];
  return instructions.flatMap(([kind, ...codes]): Json[] => {
    const [value, duration, specifier] = codes as [number, number, number];
    if (kind === 'scale') octave = value + 4;
    if (kind === 'tempo') bpm = TEMPOS[value] as number;
    if (kind === 'style') style = 'NCS'[value] as string;
    if (kind !== 'note') return [];
    if (specifier > 2) throw new Error('a note of two thirds');
    const note = PITCHES[value] as string;
    return [{ note, octave: note === 'p' ? null : octave, duration: 1 << duration, dots: specifier, bpm, style }];
  });
}

function songValue(title: string, loop: number, instructions: readonly Code[]): JsonObject {
  return { title, loop, instructions: instructions.map(instruction), notes: notesOf(instructions) };
}

interface Part {
  readonly udh: string;
  readonly ud: string;
}

/** A header with its reference replaced, in which gammu counts up from run to run. */
const wire = ({ udh, ud }: Part): string => upper(udh + ud);

/** iMelody of gammu's message: behind UDHL, IEI, IEDL and the position. */
const melodyOf = ([part]: readonly Part[]): string =>
  Buffer.from((part as Part).udh, 'hex')
    .subarray(4)
    .toString('latin1');

// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
function tuneCases(vector: any, programs: any): BareCase[] {
  const { id, text, why, expect: tune, oracles, formValue, gammuSms = {} } = vector;
  const origin = { file: FILE, id };
  const common = (specification: string, ...by: string[]): Common => ({ source: { specification, programs: by }, origin });
  const { name: title, defaults, notes, totalMs } = tune;
  const rtttl = withLevel({
    id: `ringtones/${id}`,
    format: 'rtttl',
    title: why,
    direction: 'decode',
    input: { text },
    expected: { value: { title, loop: defaults.l, notes, totalMs } },
    tolerance: 0.001,
    ...common('RTTTL 1.0 and RTX', 'written by hand from the grammar'),
  });
  const form = withLevel({
    id: `ringtones/${id}/form-value`,
    format: 'percent-encoding',
    title: 'the text as a value of a form',
    direction: 'both',
    input: { text: formValue },
    expected: { value: { text } },
    ...common('RFC 3986 section 2', programs.formValue),
  });
  const songs = ['gammu', 'gnokii'].map((program) => {
    const { hex, title: name, loop, instructions } = oracles[program];
    return withLevel({
      id: `ringtones/${id}/${program}`,
      format: 'nokia-ringtone',
      title: `as ${program} writes ${id}`,
      direction: 'both',
      input: { hex: upper(hex) },
      expected: { value: songValue(name, loop, instructions) },
      ...common(SMART, programs[program]),
    });
  });
  const messages = Object.entries(gammuSms as Record<string, Part[]>).flatMap(([kind, parts]): BareCase[] => {
    const of = (rest: Pick<BareCase, 'format' | 'title' | 'direction' | 'input' | 'expected'>, clause: string) =>
      withLevel({ id: `ringtones/${id}/${kind}`, ...rest, ...common(clause, programs.gammu) });
    if (kind === 'EMSSound10Long') return [];
    if (kind.startsWith('NokiaRingtone')) {
      const value = { destinationPort: 5505, originatorPort: 0, data: upper(parts.map(({ ud }) => ud).join('')) };
      const rest = { format: 'smart-message', title: 'a ringing tone in messages of gammu', direction: 'decode' as const };
      return [of({ ...rest, input: { hexList: parts.map(wire) }, expected: { value } }, '3GPP TS 23.040 section 9.2.3.24.4')];
    }
    const melody = melodyOf(parts);
    const value = { sounds: [{ position: 0, melody }] };
    const udh = of(
      {
        format: 'ems-sound',
        title: `${kind} of gammu`,
        direction: 'both',
        input: { hex: upper((parts[0] as Part).udh) },
        expected: { value },
      },
      '3GPP TS 23.040 section 9.2.3.24.10.1.3; iMelody',
    );
    // gammu fills 128 octets and leaves the rest of the notes out; version 1.0 of its text says nothing of tempo and style.
    if (kind !== 'EMSSound12') return [udh];
    const inMelody = notes.slice(0, (melody.match(/[a-gr]\d/g) ?? []).length);
    const imelody = withLevel({
      id: `ringtones/${id}/imelody`,
      format: 'imelody',
      title: 'the melody inside the message of gammu',
      direction: 'decode',
      input: { text: melody },
      // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
      expected: { value: { title, notes: inMelody.map((note: any) => note) } },
      ...common('iMelody 1.2', programs.gammu),
    });
    return [udh, imelody];
  });
  return [rtttl, form, ...songs, ...messages];
}

/** Notes of an RTTTL text that has no changes between them: its defaults, and notes in the grammar's own form. */
function plainTextNotes(text: string): { readonly bpm: number; readonly notes: Json[] } {
  const [, defaults = '', commands = ''] = text.split(':');
  const { d, o, b } = Object.fromEntries(defaults.split(',').map((pair) => pair.split('='))) as Record<string, string>;
  const notes = commands.split(',').map((command): Json => {
    const [, duration, note, octave, dot] = /^(\d*)([a-gp]#?)(\d?)(\.?)$/.exec(command) as RegExpExecArray;
    const height = note === 'p' ? null : Number(octave || o);
    return {
      note: note as string,
      octave: height,
      duration: Number(duration || d),
      dots: dot === '.' ? 1 : 0,
      bpm: Number(b),
      style: 'N',
    };
  });
  return { bpm: Number(b), notes };
}

/** A tune in both widths of AnyRtttl's binary form. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
function anyRtttlCases({ id, text, bits10, bits16, provenance }: any): BareCase[] {
  return [[10, bits10] as const, [16, bits16] as const].map(([noteBits, hex]) =>
    withLevel({
      id: `ringtones/${id}/bits-${noteBits}`,
      format: 'any-rtttl',
      title: `published octets, ${noteBits} bits a note`,
      direction: 'both',
      options: { noteBits },
      input: { hex: upper(hex) },
      expected: { value: plainTextNotes(text) },
      source: { specification: 'AnyRtttl, BinaryRTTTL.md', programs: [provenance] },
      origin: { file: FILE, id },
    }),
  );
}

/** All of it. */
export function convertRingtones(): Converted {
  const file = vectorFile(FILE);
  const { provenance } = file;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const published = file.published.map((vector: any) => {
    const [pattern] = vector.decoded.patterns;
    const value = songValue(vector.decoded.title, pattern.loop, pattern.instructions);
    const events = notesOf(pattern.instructions).map((note) => Object.values(note as JsonObject));
    if (JSON.stringify(events) !== JSON.stringify(vector.events)) throw new Error(`${vector.id}: other notes than published`);
    return withLevel({
      id: `ringtones/${vector.id}`,
      format: 'nokia-ringtone',
      title: 'published octets',
      direction: 'both',
      input: { hex: upper(vector.hex) },
      expected: { value },
      source: { specification: SMART, programs: [vector.provenance] },
      origin: { file: FILE, id: vector.id },
    });
  });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const tempos = file.tempoTable.map(({ bpm, codeUp, codeNearest, gammu, gnokii }: any) =>
    withLevel({
      id: `ringtones/tempo-${bpm}`,
      format: 'nokia-tempo',
      title: `${bpm} beats per minute`,
      direction: 'encode',
      input: { value: { bpm } },
      expected: { value: { nearest: codeNearest, notSlower: codeUp } },
      source: {
        specification: `${SMART}: the 32 tempos of the table`,
        programs: [provenance.gammu, provenance.gnokii].filter((_, index) => [gammu, gnokii][index] === codeUp),
      },
      origin: { file: FILE, id: `tempo-${bpm}` },
    }),
  );
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const motorola = file.motorola.flatMap((vector: any): BareCase[] => {
    const source = {
      specification: 'the checksum of a Motorola text: the exclusive or of the octets of its music',
      programs: [vector.provenance],
    };
    const of = (id: string, rest: Pick<BareCase, 'title' | 'input' | 'expected'>) =>
      withLevel({
        id: `ringtones/${id}`,
        format: 'motorola-ringtone',
        direction: 'decode',
        ...rest,
        source,
        origin: { file: FILE, id: vector.id },
      });
    const { id, text, musicalData, checksumHighFirst } = vector;
    const title = 'a text whose checksum comes out';
    const whole = { text: `L35&3 ${musicalData}&&${checksumHighFirst}` };
    const expected = { value: { checksum: checksumHighFirst } };
    if (text === undefined) return [of(id, { title, input: whole, expected })];
    const refused = { reason: 'bad-value' as const, field: 'checksum', offset: text.length - 2 };
    return [
      of(id, { title: 'as published: the checksum does not come out', input: { text }, expected: { refused } }),
      of(`${id}/checksum`, { title, input: whole, expected }),
    ];
  });
  const midi = file.midi.map((_: unknown, index: number) => ({
    id: `midi-${index + 1}`,
    why: 'a MIDI file of gammu: an octave below what it says of the same tune elsewhere, so that no independent reading exists to expect',
  }));
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const tunes = file.vectors.flatMap((vector: any) => tuneCases(vector, provenance));
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);
  return {
    file: FILE,
    vectors: [
      ...ids(file.vectors),
      ...ids(file.published),
      ...file.tempoTable.map(({ bpm }: { bpm: number }) => `tempo-${bpm}`),
      ...ids(file.motorola),
      ...ids(midi),
      ...ids(file.anyRtttl),
    ],
    cases: [...tunes, ...published, ...tempos, ...motorola, ...file.anyRtttl.flatMap(anyRtttlCases)],
    left: [
      ...midi,
      {
        id: 'r23-two-parts',
        why: 'EMSSound10Long alone: one header of 482 octets, whose length octet has wrapped; no handset can be sent it',
      },
    ],
  };
}
