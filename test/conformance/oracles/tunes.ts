/**
 * gammu and gnokii on tunes: a text as the binary form that they write (read with handset's reader, which the pack's instructions hold to
 * their octets), and a binary as the text that they write.
 * @module
 */
import { FormatError } from '../../../src/errors.js';
import { decodeNokiaRingtone, decodeNokiaSong } from '../../../src/ringtone/index.js';
import type { Converted } from '../../interop/drivers/files.js';
import { gammuObjects } from '../../interop/drivers/gammu.js';
import { type Converter, convertRingtones, fromText } from '../../interop/drivers/ringtone-files.js';
import { gammuRingtone, readOracleText } from '../../interop/tunes.js';
import { wireOf } from '../adapters/index.js';
import { plainNotes } from '../adapters/tunes.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import type { Oracle, Shown } from './oracle.js';

/** Notes, styles and tempos apart, so that a fault in one hides none in another. */
function plainBinary(octets: Uint8Array, bare: BareCase): JsonObject {
  const { title, patterns } = decodeNokiaSong(octets);
  const empty = patterns.every(({ instructions }) => instructions.length === 0);
  const notes = empty ? [] : plainNotes(decodeNokiaRingtone(octets));
  return { title, loop: patterns[0]?.loop ?? 0, notes: withKnownTempos(notes, bare) };
}

/** The binary form has 32 tempos: where the text has another one, the tempo is not compared. */
function withKnownTempos(notes: readonly JsonObject[], { expected }: BareCase): JsonObject[] {
  const told = 'value' in expected ? (expected.value.notes as readonly JsonObject[]) : [];
  return notes.map(({ bpm, ...note }, index) =>
    TABLE.has(told[index]?.bpm as number) ? { ...note, bpm: bpm as number } : note,
  );
}

/** Beats per minute that a tempo instruction can say. */
const TABLE = new Set([
  25, 28, 31, 35, 40, 45, 50, 56, 63, 70, 80, 90, 100, 112, 125, 140, 160, 180, 200, 225, 250, 285, 320, 355, 400, 450, 500,
  565, 635, 715, 800, 900,
]);

/** A text that the program wrote, in the pack's terms; it names no loops. */
function plainText(octets: Uint8Array): JsonObject {
  const { title, notes } = readOracleText(Buffer.from(octets).toString('latin1').trim());
  const plain = notes.map(({ pitch: note, octave, duration, dots, tempo: bpm, style }) => ({
    ...{ note, octave: note === 'p' ? null : octave, duration, dots, bpm, style },
  }));
  return { title, notes: plain };
}

/** A text without notes: its defaults alone. */
const isEmpty = (octets: Uint8Array) => /^[^:]*:[^:]*[,:]\s*$/.test(Buffer.from(octets).toString('latin1'));

function shownBy(converted: Converted, read: (octets: Uint8Array) => JsonObject): Shown {
  if (!('octets' in converted) || converted.octets.length === 0 || isEmpty(converted.octets)) return { refused: true };
  try {
    return { shows: read(converted.octets) };
  } catch (error) {
    // What it makes of a text that is to be refused may be no tune either.
    if (error instanceof FormatError) return { refused: true };
    throw error;
  }
}

/** Melodies that gammu writes into a header: UDHL, the element's identifier and length, and a position stand before the text. */
export async function writeMelodies(cases: readonly BareCase[]): Promise<Shown[]> {
  const asked = cases.filter(({ expected }) => 'value' in expected);
  const { answers } = await gammuObjects(
    asked.map(({ expected }) => {
      const { title, notes } = (expected as { value: JsonObject }).value;
      const plain = (notes as readonly JsonObject[]).map(({ note, octave, duration, dots, bpm, style }) => ({
        ...{ pitch: note, octave: octave ?? 5, duration, dots, tempo: bpm, style, twoThirds: false },
      }));
      const tune = gammuRingtone({ title, loops: 0, notes: plain } as never);
      return { info: { Class: -1, Entries: [{ ID: 'EMSSound12', Ringtone: tune }] } };
    }),
  );
  return cases.map((bare): Shown => {
    const answer = answers[asked.indexOf(bare)];
    if (answer === undefined) return { cannot: 'it writes melodies, and reads none' };
    if ('error' in answer) return { refused: true };
    return {
      shows: {
        $text: Buffer.from(answer.headers[0] as string, 'hex')
          .subarray(4)
          .toString('latin1'),
      },
    };
  });
}

/** What a converter makes of the tunes of the pack. */
export function tuneAsks(program: Converter): Oracle['asks'] {
  return [
    {
      formats: ['rtttl'],
      ask: async (cases) => {
        // A text file ends with a line end.
        const files = await fromText(
          program,
          'ott',
          cases.map(({ input }) => `${wireOf(input) as string}\n`),
        );
        return files.map((file, index) => shownBy(file, (octets) => plainBinary(octets, cases[index]!)));
      },
    },
    {
      formats: ['nokia-ringtone'],
      ask: async (cases) => {
        const files = await convertRingtones(
          program,
          'ott',
          'txt',
          cases.map(({ input }) => wireOf(input) as Uint8Array),
        );
        return files.map((file, index) => {
          const { notes } = 'value' in cases[index]!.expected ? cases[index]!.expected.value : {};
          const played = notes as readonly JsonObject[] | undefined;
          if (played?.length === 0) return { cannot: 'its text of a tune without notes has no notes to read' };
          // It writes what is in memory that it did not set.
          if (program === 'gnokii' && played?.some(({ dots }) => dots === 2))
            return { cannot: 'its text of a note with two dots differs from run to run' };
          // It reads what is in memory past the end: the tune is refused, or is not.
          if (program === 'gnokii' && /^tunes\/song\/cut-(?:9|11)$/.test(cases[index]!.id))
            return { cannot: 'what it makes of a tune that is cut in its notes differs from run to run' };
          return shownBy(file, plainText);
        });
      },
    },
  ];
}
