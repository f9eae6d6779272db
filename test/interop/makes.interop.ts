/**
 * Messages of every content for every make, as tshark shows them: parts, ports, codings, and the objects in their headers.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bitmap } from '../../src/bitmap/index.js';
import { EncodeError } from '../../src/errors.js';
import { buildSubmits, type Content, type MessageForm, PHONE_MAKES } from '../../src/message/index.js';
import { encodeSubmit } from '../../src/sms/index.js';
import { utf16be } from './alphabets.js';
import { draw, SEED } from './arbitraries.js';
import { type DissectedElement, type Dissection, dissect, tsharkVersion } from './drivers/tshark.js';
import type { Fields } from './expected.js';
import { judge } from './judge.js';
import { crop, network, picture, pictureText, pixelsOf } from './pictures.js';
import { hex } from './report.js';
import { shownFields } from './shown.js';
import { fromPlain, noteText, type PlainTune, tune } from './tunes.js';

const NUMBER = '+27381000015';
const CONTENTS = 500;

/** A content, and whom it is for. */
interface Job {
  readonly content: Content;
  /** What a ringtone was made from. */
  readonly tune?: PlainTune;
  readonly make: string;
  readonly model?: string;
  readonly form?: MessageForm;
  readonly concat: 8 | 16;
}

const words = fc.oneof(
  fc.constant(''),
  fc.string({ unit: fc.constantFrom(...'abc XYZ 019.,!?'), maxLength: 120 }),
  fc.string({ unit: fc.constantFrom(...'abc XYZ ЖдÄ中'), maxLength: 90 }),
);

const exactly = (widthPx: number, heightPx: number) => picture(fc.constant(widthPx), fc.constant(heightPx));
const anySize = fc.oneof(
  exactly(16, 16),
  exactly(32, 32),
  picture(fc.integer({ min: 1, max: 101 }), fc.integer({ min: 1, max: 80 })),
);

/** Contents for a handset that takes pictures of these sizes. */
const contentFor = (nokia: boolean): fc.Arbitrary<Pick<Job, 'content' | 'tune'>> =>
  fc.oneof(
    fc
      .record({ bitmap: nokia ? fc.oneof(exactly(72, 14), exactly(78, 21)) : anySize, network })
      .map(({ bitmap, network }) => ({ content: { kind: 'operatorLogo' as const, ...network, bitmap } })),
    exactly(72, 14).map((bitmap) => ({ content: { kind: 'groupGraphic' as const, bitmap } })),
    fc
      .record({ bitmap: nokia ? exactly(72, 28) : anySize, text: words })
      .map((each) => ({ content: { kind: 'pictureMessage' as const, ...each } })),
    tune({ everyLength: true, changes: false, mostNotes: nokia ? 120 : 70 }).map((plain) => {
      const once = { ...plain, loops: 0 };
      return { content: { kind: 'ringtone' as const, tune: fromPlain(once) }, tune: once };
    }),
  );

const job: fc.Arbitrary<Job> = fc
  .record({ make: fc.constantFrom(...PHONE_MAKES), old: fc.boolean(), concat: fc.constantFrom(8 as const, 16 as const) })
  .chain(({ make, old, concat }) =>
    contentFor(make === 'Nokia').map((each): Job => {
      const model = { Siemens: 'S45', Ericsson: 'T28' }[make as string];
      const { kind } = each.content;
      const form = make === 'Alcatel' && kind === 'pictureMessage' ? ('alcatel-picture' as const) : undefined;
      return {
        ...each,
        make,
        concat,
        ...(old && model !== undefined && { model }),
        ...(old && form !== undefined && { form }),
      };
    }),
  );

describe(`messages for every make (seed ${SEED})`, () => {
  it(`tshark shows ${CONTENTS} contents as they were given`, async () => {
    const built = draw(job, CONTENTS).map((each, index) => ({ each, pdus: build(each, index % 256) }));
    const flat = built.flatMap(({ pdus }) => pdus);
    const dissections = await dissect(flat.map((octets) => ({ octets, direction: 'MO' as const })));
    let at = 0;
    const kinds = new Map<string, number>();
    judge(
      `tshark ${await tsharkVersion()}, contents for all makes`,
      [],
      built.map(({ each, pdus }) => {
        const parts = dissections.slice(at, at + pdus.length);
        at += pdus.length;
        const { fields, form } = expected(each, parts.length);
        const kind = `${each.make} ${each.content.kind} ${form}`;
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        return {
          input: undefined,
          right: fields,
          shown: shown(each, form, parts),
          label: `${kind} ${pdus.map(hex).join(' ')}`,
        };
      }),
    );
    console.log(Object.fromEntries([...kinds].sort()));
    // Each make with each content, and the forms that are asked for by model or by name.
    expect(kinds.size).toBeGreaterThanOrEqual(4 * PHONE_MAKES.length + 4);
  });
});

/** The messages; none where the content has no form for the handset. */
function build({ content, tune: _, ...options }: Job, reference: number): Uint8Array[] {
  try {
    return buildSubmits(content, { to: NUMBER, reference, ...options }).map((submit) => encodeSubmit(submit));
  } catch (error) {
    if (error instanceof EncodeError && error.code === 'unencodable' && /^(make|model)$/.test(error.field)) return [];
    throw error;
  }
}

const PORTS: Readonly<Record<string, number>> = {
  ringtone: 5505,
  operatorLogo: 5506,
  groupGraphic: 5507,
  pictureMessage: 5514,
};

/** The form that the make takes, by the table of the gateway interface and the sources of makes.ts. */
function formOf({ content, make, model, form }: Job): MessageForm | 'refused' {
  const { kind } = content;
  if (form !== undefined) return form;
  if (make === 'Nokia') return 'smart-messaging';
  if (kind === 'groupGraphic' || (kind === 'ringtone' && model === 'T28')) return 'refused';
  return model === 'S45' ? 'seo' : 'ems';
}

/** What has to be shown, in the fields of {@link shown}. */
function expected(each: Job, parts: number): { readonly fields: Fields; readonly form: string } {
  const { content, concat } = each;
  const form = formOf(each);
  if (form === 'refused') return { fields: { parts: 0 }, form };
  // As many as it takes; what each holds is compared below.
  const common = {
    malformed: false,
    tooLong: 0,
    // Exchange objects number their blocks themselves.
    concat: parts === 1 || form === 'seo' ? 'none' : `${concat} bits, 1 to ${parts} of ${parts}`,
    parts,
  };
  const text = 'text' in content && form !== 'smart-messaging' ? (content.text ?? '') : '';
  const isUcs2 = /[Жд中]/.test(text);
  switch (form) {
    case 'smart-messaging':
      return { form, fields: { ...common, dcs: [0xf5], ports: [PORTS[content.kind], 0], data: smartData(content) } };
    case 'seo':
      // A text goes behind the object, in a message like any other.
      return {
        form,
        fields: { ...common, dcs: text === '' ? [0xf5] : [0xf5, isUcs2 ? 0x08 : 0x00], head: '2F2F53454F01', text },
      };
    case 'alcatel-picture':
      return { form, fields: { ...common, dcs: [0xf5], head: '80' } };
    default: {
      if (each.tune !== undefined) {
        return { form, fields: { ...common, dcs: [0x00], prompted: 'as many as there are', ...tuneText(each.tune) } };
      }
      const { bitmap } = content as { readonly bitmap: Bitmap };
      const whole = crop(bitmap, 0, 0, Math.ceil(bitmap.widthPx / 8) * 8, bitmap.heightPx);
      return {
        form,
        fields: { ...common, dcs: [isUcs2 ? 0x08 : 0x00], prompted: 'as many as there are', picture: pictureText(whole), text },
      };
    }
  }
}

/** What tshark shows of all parts together. */
function shown({ content }: Job, form: string, parts: readonly Dissection[]): Fields {
  if (parts.length === 0) return { parts: 0 };
  const all = parts.map(shownFields);
  const elements = parts.flatMap((part) => part.elements);
  const of = (...ieis: number[]) => elements.filter(({ iei }) => ieis.includes(iei));
  const fields = {
    malformed: all.some(({ malformed }) => malformed),
    tooLong: all.filter(({ userData }) => String(userData ?? '').length > 280).length,
    concat: concatOf(all, of(0x08).length > 0 ? 16 : 8),
    parts: parts.length,
    dcs: [...new Set(all.map(({ dcs }) => dcs))],
  };
  const data = all.map((each) => each.data ?? '').join('');
  switch (form) {
    case 'smart-messaging':
      return { ...fields, ports: all[0]?.ports, data: content.kind === 'ringtone' ? data.slice(0, 6) : data };
    case 'seo': {
      const heads = all.flatMap((each) => (typeof each.data === 'string' ? [each.data.slice(0, 12)] : []));
      expect(elements).toEqual([]);
      return { ...fields, head: [...new Set(heads)].join(), text: all.map((each) => each.text ?? '').join('') };
    }
    case 'alcatel-picture':
      return { ...fields, head: of(0x80).length === parts.length ? '80' : 'missing' };
    default: {
      const objects = of(0x0c, 0x10, 0x11, 0x12);
      const announced = of(0x13).map(({ values }) => Number(values['dis_iei_upi.num_corresponding_objects']));
      const wanted = objects.length > 1 ? [objects.length] : [];
      const prompted = announced.join() === wanted.join() ? 'as many as there are' : announced;
      const text = all.map((each) => each.text ?? '').join('');
      if (content.kind === 'ringtone') return { ...fields, prompted, ...readSounds(objects) };
      return { ...fields, prompted, picture: joinPictures(objects), text };
    }
  }
}

/** How the parts are numbered, in words. */
function concatOf(all: readonly Fields[], bits: number): string {
  const numbers = all.map(({ concat }) => concat as readonly [number, number, number] | undefined);
  if (numbers.every((each) => each === undefined)) return 'none';
  const references = new Set(numbers.map((each) => each?.[0]));
  const isInOrder = numbers.every((each, index) => each?.[1] === all.length && each[2] === index + 1);
  return references.size === 1 && isInOrder ? `${bits} bits, 1 to ${all.length} of ${all.length}` : JSON.stringify(numbers);
}

// ---- Smart Messaging, put together here ----

const octet = (value: number) => value.toString(16).toUpperCase().padStart(2, '0');
const length = (octets: string) => octet(Math.floor(octets.length / 512)) + octet((octets.length / 2) % 256);

/** The pixels in one stream of bits. */
function otaBitmap(bitmap: Bitmap): string {
  const isBlack = pixelsOf(bitmap);
  const { widthPx, heightPx } = bitmap;
  let bits = '';
  for (let y = 0; y < heightPx; y++) for (let x = 0; x < widthPx; x++) bits += isBlack(x, y) ? '1' : '0';
  const octets = bits.match(/.{1,8}/g)!.map((eight) => octet(Number.parseInt(eight.padEnd(8, '0'), 2)));
  return `00${octet(widthPx)}${octet(heightPx)}01${octets.join('')}`;
}

function smartData(content: Content): string {
  switch (content.kind) {
    case 'operatorLogo': {
      const [a, b, c] = content.mcc;
      const [d, e] = content.mnc;
      return `${b}${a}F${c}${e}${d}${otaBitmap(content.bitmap)}`;
    }
    case 'groupGraphic':
      return otaBitmap(content.bitmap);
    case 'pictureMessage': {
      const { text = '' } = content;
      const picture = otaBitmap(content.bitmap);
      const isLatin = /^[\0-\xff]*$/.test(text);
      const words = hex(isLatin ? Uint8Array.from(Buffer.from(text, 'latin1')) : utf16be(text));
      return `3002${length(picture)}${picture}${text === '' ? '' : `${isLatin ? '00' : '01'}${length(words)}${words}`}`;
    }
    default:
      // Two command parts: ringing tone programming, sound.
      return '024A3A';
  }
}

// ---- EMS, taken apart here ----

const octetsOf = (show: string | undefined) => Uint8Array.from(Buffer.from((show ?? '').replaceAll(':', ''), 'hex'));

/** The pictures of elements side by side, by the values that tshark names. */
function joinPictures(elements: readonly DissectedElement[]): string {
  const pieces = elements.map(({ iei, values }): { readonly position: number; readonly bitmap: Bitmap } => {
    if (iei === 0x12) {
      const widthPx = 8 * Number(values['dis_iei_vp.horizontal_dimension']);
      const heightPx = Number(values['dis_iei_vp.vertical_dimension']);
      const rows = octetsOf(values['dis_iei_vp.variable_picture']);
      return { position: Number(values['dis_iei_vp.position']), bitmap: { widthPx, heightPx, rows } };
    }
    const [name, long, sidePx] = iei === 0x10 ? (['lp', 'large', 32] as const) : (['sp', 'small', 16] as const);
    const rows = octetsOf(values[`dis_iei_${name}.${long}_picture`]);
    return { position: Number(values[`dis_iei_${name}.position`]), bitmap: { widthPx: sidePx, heightPx: sidePx, rows } };
  });
  expect(pieces.map(({ position }) => position)).toEqual(pieces.map(() => 0));
  const heights = new Set(pieces.map(({ bitmap }) => bitmap.heightPx));
  if (heights.size !== 1) return `heights ${[...heights].join()}`;
  const heightPx = pieces[0]!.bitmap.heightPx;
  const widthPx = pieces.reduce((sum, { bitmap }) => sum + bitmap.widthPx, 0);
  const rows: number[] = [];
  for (let y = 0; y < heightPx; y++) {
    for (const { bitmap } of pieces)
      rows.push(...bitmap.rows.subarray((y * bitmap.widthPx) / 8, ((y + 1) * bitmap.widthPx) / 8));
  }
  return pictureText({ widthPx, heightPx, rows: Uint8Array.from(rows) });
}

/** A tune as the fields of {@link readSounds}. */
function tuneText({ notes }: PlainTune): Fields {
  const { tempo, style } = notes[0]!;
  return { notes: notes.map(noteText), tempo: [tempo], style: [style], whole: true };
}

/** The tune of iMelody objects, read by the grammar of iMelody 1.2. */
function readSounds(elements: readonly DissectedElement[]): Fields {
  const sounds = elements.map(({ values }) =>
    Buffer.from(octetsOf(values['dis_iei_uds.user_defined_sound'])).toString('latin1'),
  );
  const lines = sounds.map((sound) => sound.split('\r\n'));
  const value = (name: string) =>
    new Set(lines.flatMap((each) => each.flatMap((line) => (line.startsWith(name) ? [line.slice(name.length)] : []))));
  const melodies = lines.map((each) => each.find((line) => line.startsWith('MELODY:'))?.slice(7) ?? '');
  const token = /(?:\*([0-8]))?(#?[a-g]|r)([0-5])([.:;]?)/g;
  const notes = melodies.flatMap((melody) =>
    [...melody.matchAll(token)].map(([, octave, letter = '', digit, dots]) => {
      const pitch = letter === 'r' ? 'p' : letter.length === 2 ? `${letter[1]}#` : letter;
      return noteText({
        pitch,
        octave: pitch === 'p' ? 0 : octave === undefined ? 5 : Number(octave) + 1,
        duration: 2 ** Number(digit),
        dots: dots === '.' ? 1 : dots === ':' ? 2 : 0,
        twoThirds: dots === ';',
        tempo: 0,
        style: '',
      });
    }),
  );
  const isWhole = (each: readonly string[], melody: string) =>
    each[0] === 'BEGIN:IMELODY' && each.at(-2) === 'END:IMELODY' && each.at(-1) === '' && melody.replace(token, '') === '';
  return {
    notes,
    tempo: [...value('BEAT:')].map(Number),
    // S0 where no line says another one.
    style: [...(value('STYLE:S').size === 0 ? ['0'] : value('STYLE:S'))].map((digit) => 'NCS'[Number(digit)]),
    whole: sounds.every((sound, index) => sound.length <= 128 && isWhole(lines[index]!, melodies[index]!)),
  };
}
