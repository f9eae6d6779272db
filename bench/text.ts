/**
 * Text: septet packing, and counting segments exactly.
 * @module
 */
import { type GrowthResult, growthJob } from './growth.js';
import { type Contender, type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { BORDERS, cyrillicTexts, flat, gsmTextsWithBorders, plainTexts, stringKinds, ucs2TextsWithEmoji } from './inputs.js';
import type { Modules } from './modules.js';
import { COUNTERS, type Count, hexOf, PACKERS, type Packed, UNPACKERS } from './peers.js';
import { type SeriesResult, seriesJob } from './series.js';

type Module = NonNullable<Modules['text']>;

export function textTasks({ text, bytes }: Modules): Job<TaskResult>[] {
  if (text === undefined) return [];
  const counting = [
    ['count segments, GSM 7-bit, 100 characters', plainTexts(100), { must: 3 }],
    [
      'count segments, GSM 7-bit, 403 characters with extension characters at both borders',
      gsmTextsWithBorders(),
      { must: 6, aim: 8 },
    ],
    ['count segments, UCS-2, 200 units with emoji at a border', ucs2TextsWithEmoji(), { must: 5, aim: 8 }],
    ['count segments, UCS-2, 60 characters', cyrillicTexts(60), { must: 3 }],
  ] as const;
  return [
    ...counting.map(([name, texts, times]) => taskJob(countTask(text, name, texts, times))),
    taskJob(packTask(text, bytes)),
    taskJob(unpackTask(text, bytes)),
  ];
}

/** For a plot: the exact counters at growing lengths. */
export function textSeries({ text }: Modules): Job<SeriesResult>[] {
  if (text === undefined) return [];
  const lengths = [10, 20, 40, 80, 160, ...[2, 5, 10, 50, 255].map((parts) => 153 * parts)];
  const steps = lengths.map((characters) => {
    const task = countTask(text, `count ${characters} characters`, plainTexts(characters, characters > 2000 ? 2 : 8), {});
    return { parts: Math.ceil(characters / (characters > 160 ? 153 : 160)), characters, task };
  });
  return [seriesJob('count segments, GSM 7-bit', steps)];
}

/** Which counters are right on every border text; ours and the plain loop have to be. */
export function exactness({ text }: Modules): { readonly name: string; readonly wrong: readonly string[] }[] {
  const counters = [...COUNTERS, ...(text === undefined ? [] : [ourCounter(text)]), boundCounter];
  return counters.map(({ name, run, view }) => ({
    name,
    wrong: BORDERS.flatMap((border) => {
      let found: number | string;
      try {
        found = (view as (output: never) => Count)(run(border.text) as never).segments;
      } catch (error) {
        found = String(error);
      }
      return found === border.segments ? [] : [`${border.name}: ${found} for ${border.segments}`];
    }),
  }));
}

/** How many times the best peer, wanted and hoped for. */
type Lines = { readonly must?: number; readonly aim?: number };

function countTask(text: Module, name: string, texts: readonly string[], times: Lines): Task<string> {
  const wrong = new Map(exactness({ text } as Modules).map((entry) => [entry.name, entry.wrong]));
  const exact = COUNTERS.filter((counter) => wrong.get(counter.name)?.length === 0);
  return {
    name,
    inputs: texts,
    bytesPerOp: texts[0]!.length * 2,
    bytesOf: 'UTF-16 octets of text',
    seenBefore: stringKinds(texts[0]!),
    expected: boundCount,
    contenders: [
      ourCounter(text),
      ...exact.map(({ name, run, view }): Contender<string> => ({ name, role: 'peer', form: 'text', run, view })),
      boundCounter,
    ],
    unable: [
      ...COUNTERS.filter((counter) => !exact.includes(counter)).map((counter) => ({
        name: counter.name,
        reason: `inexact on ${wrong.get(counter.name)?.length} of ${BORDERS.length} border texts, such as ${wrong.get(counter.name)?.[0]}`,
      })),
      { name: 'pdu, gsm7', reason: 'give no count before encoding' },
    ],
    targets: [{ against: 'peer', form: 'text', rivals: 'text', ...times }],
  };
}

function ourCounter({ countSegments }: Module): Contender<string> {
  return {
    name: 'handset',
    role: 'handset',
    form: 'text',
    run: (text) => countSegments(text),
    view: ({ encoding, segments }: Count) => ({ encoding, segments }),
  };
}

const boundCounter: Contender<string> = {
  name: 'plain loop',
  role: 'bound',
  form: 'text',
  run: (text) => boundCount(text),
  view: (count: Count) => count,
};

function packedInputs(): Packed[] {
  return plainTexts(160).map((text) => {
    const octets = boundPack(text);
    return { text, octets, buffer: Buffer.from(octets), hex: hexOf(octets) };
  });
}

function packTask({ encodeGsm7, packSeptets }: Module, { toHex }: Modules['bytes']): Task<Packed> {
  return {
    name: 'pack a text of 160 characters in 140 octets',
    inputs: packedInputs(),
    bytesPerOp: 140,
    bytesOf: 'packed octets',
    seenBefore: stringKinds(plainTexts(160)[0]!).map((text) => ({ ...packedInputs()[0]!, text })),
    expected: ({ text }) => hexOf(boundPack(text)),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ text }) => packSeptets(encodeGsm7(text)), view: hexOf },
      {
        name: 'handset + toHex',
        role: 'handset',
        form: 'hex',
        run: ({ text }) => toHex(packSeptets(encodeGsm7(text))),
        view: (hex: string) => hex,
      },
      ...PACKERS,
      { name: 'plain loop', role: 'bound', form: 'octets', run: ({ text }) => boundPack(text), view: hexOf },
    ],
    targets: [],
  };
}

function unpackTask({ decodeGsm7, unpackSeptets }: Module, { fromHex }: Modules['bytes']): Task<Packed> {
  const view = (text: string): string => text;
  return {
    name: 'unpack a text of 160 characters from 140 octets',
    inputs: packedInputs(),
    bytesPerOp: 140,
    bytesOf: 'packed octets',
    expected: ({ text }) => text,
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ octets }) => decodeGsm7(unpackSeptets(octets, 160)), view },
      {
        name: 'fromHex + handset',
        role: 'handset',
        form: 'hex',
        run: ({ hex }) => decodeGsm7(unpackSeptets(fromHex(hex), 160)),
        view,
      },
      ...UNPACKERS,
    ],
    targets: [],
  };
}

export function textGrowth({ text }: Modules): Job<GrowthResult>[] {
  if (text === undefined) return [];
  const { countSegments, segmentText } = text;
  const parts = [1, 2, 5, 10, 50, 255];
  const series = (make: (parts: number) => string) =>
    parts.map((n) => {
      const input = make(n);
      return { parts: n, characters: input.length, input, other: flat(`${input.slice(0, -1)}Ä`) };
    });
  // Each part ends one septet early, since an extension character would not fit whole.
  const extensions = series((n) => flat('x'.repeat(152) + `€${'x'.repeat(150)}`.repeat(n - 1)));
  // A family of eight units lies across every border, so that the cutter asks at each whether keeping it whole costs a part.
  const families = series((n) => flat('Ж'.repeat(63) + `👨‍👩‍👧${'Ж'.repeat(59)}`.repeat(n - 1)));
  return [
    growthJob('countSegments, GSM 7-bit with extension characters', extensions, countSegments),
    growthJob('segmentText, GSM 7-bit with extension characters', extensions, segmentText),
    growthJob('segmentText, UCS-2, a ZWJ family at every border', families, segmentText),
  ];
}

/** Called this way it stays inlined whatever kinds of strings come; `text.charCodeAt` does not. */
const { charCodeAt } = String.prototype;

/** Septets by UTF-16 unit: 1, 2 for an extension character, 0 for none. */
const COST = costTable();

function costTable(): Uint8Array {
  const table = new Uint8Array(0x10000);
  const main =
    '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
  for (const character of main) table[character.charCodeAt(0)] = 1;
  for (const character of '\f^{}\\[~]|€') table[character.charCodeAt(0)] = 2;
  return table;
}

function boundCount(text: string): Count {
  const length = text.length;
  let total = 0;
  let part = 0;
  let segments = 1;
  for (let i = 0; i < length; i++) {
    const cost = COST[charCodeAt.call(text, i)] as number;
    if (cost === 0) return boundCountUcs2(text);
    total += cost;
    part += cost;
    if (part > 153) {
      segments++;
      part = cost;
    }
  }
  return { encoding: 'gsm7', segments: total <= 160 ? 1 : segments };
}

function boundCountUcs2(text: string): Count {
  const length = text.length;
  if (length <= 70) return { encoding: 'ucs2', segments: 1 };
  let segments = 0;
  for (let at = 0; at < length; segments++) {
    at += 67;
    if (at < length && (charCodeAt.call(text, at) & 0xfc00) === 0xdc00) at--;
  }
  return { encoding: 'ucs2', segments };
}

/** ASCII letters and digits only, which are their own septets; straight and without a check. */
function boundPack(text: string): Uint8Array {
  const length = text.length;
  const octets = new Uint8Array((length * 7 + 7) >> 3);
  let pending = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < length; i++) {
    pending |= charCodeAt.call(text, i) << bits;
    bits += 7;
    if (bits >= 8) {
      octets[at++] = pending;
      pending >>= 8;
      bits -= 8;
    }
  }
  if (bits > 0) octets[at] = pending;
  return octets;
}
