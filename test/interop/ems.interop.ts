/**
 * EMS objects in headers, pictures in Alcatel's form and exchange objects of Siemens: gammu's own read by us, ours read by gammu.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bitmap,
  decodeAlcatelPicture,
  decodeEmsAnimation,
  decodeEmsPicture,
  encodeAlcatelPicture,
  encodeBmp,
  encodeEmsAnimation,
  encodeEmsPicture,
  joinEmsPictures,
} from '../../src/bitmap/index.js';
import { buildSubmits, readSubmits } from '../../src/message/index.js';
import {
  decodeSubmit,
  decodeUdh,
  encodeDeliver,
  encodeSeo,
  encodeSubmit,
  encodeUdh,
  type InformationElement,
  Reassembler,
} from '../../src/sms/index.js';
import { draw, SEED } from './arbitraries.js';
import { type GammuEntry, gammuEncode, gammuObjects, gammuRead, pdusOf } from './drivers/gammu.js';
import { type EmsCase, type EmsFormat, GAMMU_EMS_FAULTS, GAMMU_EMS_READ_FAULTS } from './ems-faults.js';
import type { Fields } from './expected.js';
import { judge } from './judge.js';
import { centre, crop, fromGammuBitmap, picture, pictureFields, pictureText, toGammuBitmap } from './pictures.js';
import { hex } from './report.js';
import { gammuRingtone, noteText, plainTune, tune } from './tunes.js';

const NUMBER = '+27381000015';
const BUILT = 400;
const READ = 300;
const SENT = 120;
const ALCATEL = 80;
const OBJECTS = 60;

const exactly = (widthPx: number, heightPx: number) => picture(fc.constant(widthPx), fc.constant(heightPx));
const small = fc.integer({ min: 1, max: 40 });

/** Octets of a picture in one object at most. */
const OBJECT_OCTETS = 128;

const pictures: fc.Arbitrary<EmsCase> = fc
  .tuple(
    fc.oneof(
      fc.oneof(exactly(16, 16), exactly(32, 32), picture(small, small)).map((bitmap) => ['fixed' as const, [bitmap]] as const),
      picture(fc.integer({ min: 8, max: 64 }), fc.integer({ min: 1, max: 60 })).map(
        (bitmap) => ['variable' as const, [bitmap]] as const,
      ),
      fc
        .constantFrom(8, 16)
        .chain((sidePx) => fc.array(exactly(sidePx, sidePx), { minLength: 1, maxLength: 4 }))
        .map((frames) => ['animation' as const, frames] as const),
    ),
    fc.boolean(),
  )
  .map(([[kind, frames], isProtected]) => ({ kind, frames, isProtected }));

/** gammu keeps 6912 pixels. */
const pictureInColumns: fc.Arbitrary<EmsCase> = picture(fc.integer({ min: 40, max: 96 }), fc.integer({ min: 30, max: 72 }))
  .filter(({ widthPx, heightPx }) => Math.floor(widthPx / 8) * heightPx > OBJECT_OCTETS && widthPx * heightPx < 6900)
  .map((bitmap) => ({ kind: 'columns' as const, frames: [bitmap], isProtected: false }));

const predefined: fc.Arbitrary<EmsCase> = fc.oneof(
  fc.nat({ max: 9 }).map((number) => ({ kind: 'predefinedSound' as const, number })),
  fc.nat({ max: 14 }).map((number) => ({ kind: 'predefinedAnimation' as const, number })),
);

const format: fc.Arbitrary<EmsCase> = fc
  .record({
    align: fc.constantFrom<EmsFormat['align']>('left', 'centre', 'right', 'language'),
    styles: fc.subarray<EmsFormat['styles'][number]>(['Bold', 'Italic', 'Underlined', 'Strikethrough'], { minLength: 1 }),
    size: fc.constantFrom<EmsFormat['size']>('', 'Large', 'Small'),
    text: fc.string({ unit: fc.constantFrom(...'abc XYZ 019'), minLength: 1, maxLength: 40 }),
  })
  .map((each) => ({ kind: 'format' as const, format: each }));

const emsCase = fc.oneof(
  { weight: 6, arbitrary: pictures },
  { weight: 1, arbitrary: pictureInColumns },
  { weight: 1, arbitrary: predefined },
  { weight: 1, arbitrary: format },
);

describe(`EMS (seed ${SEED})`, () => {
  it(`${BUILT} objects that gammu makes are what we write, and we read them`, async () => {
    const cases = draw(emsCase, BUILT);
    const { version, answers } = await gammuObjects(
      cases.map((input) => ({ info: { Class: -1, Entries: [gammuEntry(input)] } })),
    );
    judge(
      `gammu ${version}, EMS objects of its own`,
      GAMMU_EMS_FAULTS,
      cases.map((input, index) => {
        const answer = answers[index]!;
        if ('error' in answer) throw new Error(`gammu: ${answer.error} ${answer.text}`);
        return { input, right: rightHeader(input), shown: readHeaders(input, answer.headers), label: answer.headers.join(' ') };
      }),
    );
  });

  it(`gammu reads ${READ} messages of ours with pictures, animations and texts`, async () => {
    const text = fc.string({ unit: fc.constantFrom(...'abc XYZ 019äßЖ中'), maxLength: 60 });
    const cases = draw(
      fc.record({
        bitmap: fc.oneof(
          exactly(16, 16),
          exactly(32, 32),
          picture(fc.integer({ min: 1, max: 101 }), fc.integer({ min: 1, max: 80 })),
        ),
        text,
      }),
      READ,
    );
    const messages = cases.map(({ bitmap, text }) => {
      const submits = buildSubmits({ kind: 'pictureMessage', bitmap, text }, { to: NUMBER, make: 'EMS' });
      const { widthPx, heightPx } = bitmap;
      // The picture as it was given, but for the white columns at its right that make the width a whole number of octets.
      const whole = crop(bitmap, 0, 0, Math.ceil(widthPx / 8) * 8, heightPx);
      return {
        pdus: submits.map((submit) => hex(encodeSubmit(submit))),
        columns: submits.flatMap(({ udh }) => udh.filter(({ kind }) => kind.endsWith('Picture'))).length,
        entries: [gammuView(whole), ...textView(text)],
        submits,
      };
    });
    // Each column by itself too, without the announcement of the others.
    const columns = messages
      .filter(({ columns }) => columns > 1)
      .flatMap(({ submits }) =>
        submits.map((submit) => ({
          pdus: [hex(encodeSubmit({ ...submit, udh: submit.udh.filter(({ kind }) => kind !== 'userPrompt') }))],
          columns: 1,
          entries: [
            ...submit.udh
              .filter(({ kind }) => kind === 'variablePicture')
              .map((each) => gammuView(decodeEmsPicture(each).bitmap)),
            ...textView(submit.text ?? ''),
          ],
        })),
      );
    expect(columns.length).toBeGreaterThan(READ / 2);
    const animations = draw(
      fc.constantFrom(8, 16).chain((sidePx) => fc.array(exactly(sidePx, sidePx), { minLength: 4, maxLength: 4 })),
      READ / 4,
    ).map((frames) => ({
      pdus: [hex(encodeSubmit({ tpDa: NUMBER, udh: encodeEmsAnimation({ frames }), text: '' }))],
      columns: 0,
      entries: [['EMSAnimation', ...frames.map(pictureText)]],
    }));
    const all = [...messages, ...columns, ...animations];
    const { version, answers } = await gammuRead(all.map(({ pdus }) => ({ pdus })));
    judge(
      `gammu ${version}, EMS messages of ours`,
      GAMMU_EMS_READ_FAULTS,
      all.map(({ pdus, columns, entries }, index) => {
        const answer = answers[index]!;
        const shown = 'Entries' in answer ? answer.Entries.map(entryFields) : [];
        return {
          input: { columns },
          right: { entries },
          shown: 'Entries' in answer ? { entries: shown } : { ...answer },
          label: pdus.join(' '),
        };
      }),
    );
  });

  it(`${SENT} messages that gammu makes of a picture with a text behind, or of a sound, read by us`, async () => {
    const text = fc.string({ unit: fc.constantFrom(...'abc XYZ 019Ж中'), maxLength: 100 });
    const cases = draw(
      fc.record({ bitmap: fc.oneof(exactly(16, 16), exactly(24, 9), exactly(32, 32), exactly(64, 16)), text }),
      SENT,
    );
    const tunes = draw(
      tune({ everyLength: true, changes: false, mostNotes: 8 }).filter(({ notes }) => notes[0]?.pitch !== 'p'),
      SENT,
    );
    // In UCS-2 only: in GSM 7-bit gammu puts the wrong number of fill bits behind a header of more than seven octets.
    const { version, answers } = await gammuEncode(
      cases.map(({ bitmap, text }, index) => ({
        number: NUMBER,
        info: {
          Class: -1,
          Unicode: true,
          Entries: [
            index % 2 === 0
              ? {
                  ID: isFixed(bitmap) ? 'EMSFixedBitmap' : 'EMSVariableBitmap',
                  Bitmap: [toGammuBitmap(bitmap, 'PictureImage')],
                }
              : { ID: 'EMSSound10', Ringtone: gammuRingtone(tunes[index]!) },
            ...(text === '' || index % 2 === 1 ? [] : [{ ID: 'ConcatenatedTextLong', Buffer: text }]),
          ],
        },
      })),
    );
    judge(
      `gammu ${version}, EMS messages of its own`,
      [],
      cases.map(({ bitmap, text }, index) => {
        const pdus = pdusOf(answers[index]!);
        const { notes } = tunes[index]!;
        const content = readSubmits(pdus.map((pdu) => decodeSubmit(new Uint8Array(Buffer.from(pdu, 'hex')))));
        return {
          input: undefined,
          right: index % 2 === 0 ? { picture: pictureText(bitmap), text } : { notes: notes.map(noteText) },
          shown:
            content.kind === 'pictureMessage'
              ? { picture: pictureText(content.bitmap), text: content.text ?? '' }
              : content.kind === 'ringtone'
                ? { notes: plainTune(content.tune).notes.map(noteText) }
                : { ...content },
          label: pdus.join(' '),
        };
      }),
    );
  });

  it(`${ALCATEL} pictures that gammu makes in Alcatel's form are what we write, and we read them`, async () => {
    const cases = draw(picture(fc.integer({ min: 1, max: 101 }), fc.integer({ min: 1, max: 64 })), ALCATEL);
    const { version, answers } = await gammuEncode(
      cases.map((bitmap) => ({
        number: NUMBER,
        info: { Class: 1, Entries: [{ ID: 'AlcatelMonoBitmapLong', Bitmap: [toGammuBitmap(bitmap, 'PictureImage')] }] },
      })),
    );
    judge(
      `gammu ${version}, Alcatel pictures of its own`,
      [],
      cases.map((bitmap, index) => {
        const pdus = pdusOf(answers[index]!);
        const { element, data } = encodeAlcatelPicture({ bitmap });
        const room = 140 - encodeUdh([element]).length;
        const submits = pdus.map((pdu) => decodeSubmit(new Uint8Array(Buffer.from(pdu, 'hex'))));
        const theirs = submits.map(({ udh }) => udh.find(({ kind }) => kind === 'raw'));
        const whole = joined(submits);
        return {
          input: undefined,
          right: {
            dcs: submits.map(() => 0xf5),
            parts: data.length <= room ? 1 : Math.ceil(data.length / (room - 5)),
            elements: submits.map(() => hex(encodeUdh([element]))),
            data: hex(data),
            ...pictureFields(bitmap),
          },
          shown: {
            dcs: submits.map(({ tpDcs }) => tpDcs),
            parts: submits.length,
            elements: theirs.map((each) => hex(encodeUdh([each!]))),
            data: hex(whole),
            ...pictureFields(decodeAlcatelPicture(theirs[0]!, whole).bitmap),
          },
          label: pdus.join(' '),
        };
      }),
    );
  });

  it(`gammu joins ${OBJECTS} exchange objects of ours`, async () => {
    const cases = draw(
      fc.record({
        name: fc.string({ unit: fc.constantFrom(...'ABCxyz019'), minLength: 1, maxLength: 20 }),
        bitmap: picture(fc.integer({ min: 8, max: 101 }), fc.integer({ min: 1, max: 80 })),
        reference: fc.nat({ max: 65535 }),
      }),
      OBJECTS,
    );
    const files = cases.map(({ bitmap }) => encodeBmp(bitmap));
    const jobs = cases.map(({ name, reference }, index) => ({
      pdus: encodeSeo({ type: 'bmp', name, data: files[index]! }, { reference }).map((data) =>
        hex(encodeDeliver({ tpOa: NUMBER, tpDcs: 0xf5, tpScts: { at: new Date(Date.UTC(2026, 0)), offsetMinutes: 0 }, data })),
      ),
    }));
    const { version, answers } = await gammuRead(jobs);
    judge(
      `gammu ${version}, exchange objects of ours`,
      [],
      cases.map(({ name }, index) => {
        const answer = answers[index]!;
        const [entry] = 'Entries' in answer ? answer.Entries : [];
        return {
          input: undefined,
          right: { id: 'SiemensFile', name, data: hex(files[index]!) },
          shown: entry === undefined ? { ...answer } : { id: entry.ID, name: entry.File?.Name, data: entry.File?.Buffer.hex },
          label: jobs[index]!.pdus.join(' '),
        };
      }),
    );
    expect(jobs.filter(({ pdus }) => pdus.length > 1).length).toBeGreaterThan(OBJECTS / 2);
  });
});

/** What gammu is to make. */
function gammuEntry(input: EmsCase): Record<string, unknown> {
  switch (input.kind) {
    case 'format': {
      const { align, styles, size, text } = input.format;
      const words = [...styles, ...(size === '' ? [] : [size]), ...ALIGNMENTS[align].gammu];
      return { ID: 'ConcatenatedTextLong', Buffer: text, ...Object.fromEntries(words.map((word) => [word, true])) };
    }
    case 'predefinedSound':
      return { ID: 'EMSPredefinedSound', Number: input.number };
    case 'predefinedAnimation':
      return { ID: 'EMSPredefinedAnimation', Number: input.number };
    default: {
      const ids = {
        fixed: 'EMSFixedBitmap',
        variable: 'EMSVariableBitmap',
        columns: 'EMSVariableBitmapLong',
        animation: 'EMSAnimation',
      };
      const Bitmap = input.frames.map((bitmap) => toGammuBitmap(bitmap, 'PictureImage'));
      return { ID: ids[input.kind], Protected: input.isProtected, Bitmap };
    }
  }
}

/** TS 23.040 section 9.2.3.24.10.1.1. */
const ALIGNMENTS = {
  left: { mode: 0, gammu: ['Left'] },
  centre: { mode: 1, gammu: ['Center'] },
  right: { mode: 2, gammu: ['Right'] },
  language: { mode: 3, gammu: [] },
} as const;
const MODES = { Large: 4, Small: 8, Bold: 16, Italic: 32, Underlined: 64, Strikethrough: 128 } as const;

function modeOf({ align, styles, size }: EmsFormat): number {
  const sizes = size === '' ? 0 : MODES[size];
  return styles.reduce((mode, style) => mode | MODES[style], ALIGNMENTS[align].mode | sizes);
}

/** Our elements of an object. */
function elementsOf(input: EmsCase): InformationElement[] {
  switch (input.kind) {
    case 'format':
      return [{ kind: 'textFormatting', position: 0, length: input.format.text.length, mode: modeOf(input.format) }];
    case 'predefinedSound':
      return [{ kind: 'predefinedSound', position: 0, sound: input.number }];
    case 'predefinedAnimation':
      return [{ kind: 'predefinedAnimation', position: 0, animation: input.number }];
    default: {
      const front: InformationElement[] = input.isProtected ? [{ kind: 'objectDistribution', objects: 1, attributes: 1 }] : [];
      if (input.kind === 'animation') return [...front, ...encodeEmsAnimation({ frames: input.frames })];
      return [...front, ...encodeEmsPicture({ bitmap: placed(input) }, { form: input.kind === 'fixed' ? 'auto' : 'variable' })];
    }
  }
}

/** The picture that gammu puts into the object: in the middle of a fixed size, or cut to whole octets and to what an object holds. */
function placed(input: EmsCase & { readonly frames: readonly Bitmap[] }): Bitmap {
  const bitmap = input.frames[0]!;
  const { widthPx, heightPx } = bitmap;
  if (input.kind === 'fixed') return Math.max(widthPx, heightPx) > 16 ? centre(bitmap, 32, 32) : centre(bitmap, 16, 16);
  const width = Math.floor(widthPx / 8) * 8;
  if (input.kind === 'columns') return crop(bitmap, 0, 0, width, heightPx);
  return centre(bitmap, width, Math.min(heightPx, Math.floor((OBJECT_OCTETS * 8) / width)));
}

function rightHeader(input: EmsCase): Fields {
  if (input.kind === 'columns') {
    const bitmap = placed(input);
    const widest = Math.floor(OBJECT_OCTETS / bitmap.heightPx);
    const count = Math.ceil(bitmap.widthPx / 8 / widest);
    const octets = 3 + 5 * count + (bitmap.widthPx / 8) * bitmap.heightPx;
    return { headers: count, octets, prompt: count, read: [pictureText(bitmap)] };
  }
  const elements = elementsOf(input).map((element) => hex(encodeUdh([element]).subarray(1)));
  const octets = elements.join('').length / 2;
  return { headers: 1, octets, udhl: octets, elements, read: readOf(input) };
}

function readOf(input: EmsCase): unknown {
  switch (input.kind) {
    case 'format':
      return modeOf(input.format);
    case 'animation':
      return [0, 1, 2, 3].map((index) => pictureText(input.frames[index % input.frames.length]!));
    case 'predefinedSound':
    case 'predefinedAnimation':
      return input.number;
    default:
      return [pictureText(placed(input))];
  }
}

/** gammu's headers in the same fields, taken apart here where they are too long for a header. */
function readHeaders({ kind }: EmsCase, headers: readonly string[]): Fields {
  const octets = Uint8Array.from(Buffer.from(headers[0]!, 'hex'));
  const pieces: Uint8Array[] = [];
  for (let at = 1; at < octets.length; at += 2 + octets[at + 1]!) pieces.push(octets.slice(at, at + 2 + octets[at + 1]!));
  const elements = pieces.flatMap((piece) => decodeUdh(Uint8Array.of(piece.length, ...piece)).elements);
  const fields = { headers: headers.length, octets: octets.length - 1, udhl: octets[0] };
  if (kind === 'columns') {
    const prompt = elements.find((element) => element.kind === 'userPrompt')?.objects;
    return { ...fields, prompt, read: [pictureText(joinEmsPictures(elements).bitmap)] };
  }
  return { ...fields, elements: pieces.map(hex), read: readElement(elements.at(-1)!) };
}

function readElement(element: InformationElement): unknown {
  switch (element.kind) {
    case 'textFormatting':
      return element.mode;
    case 'predefinedSound':
      return element.sound;
    case 'predefinedAnimation':
      return element.animation;
    case 'largeAnimation':
    case 'smallAnimation':
      return decodeEmsAnimation(element).frames.map(pictureText);
    case 'raw':
      return ['raw'];
    default:
      return [pictureText(decodeEmsPicture(element).bitmap)];
  }
}

const isFixed = ({ widthPx, heightPx }: Bitmap) => widthPx === heightPx && (widthPx === 16 || widthPx === 32);

/** A picture as gammu has to show it. */
function gammuView(bitmap: Bitmap): unknown[] {
  return [isFixed(bitmap) ? 'EMSFixedBitmap' : 'EMSVariableBitmap', pictureText(bitmap)];
}

/** A text as gammu has to show it. */
function textView(text: string): unknown[][] {
  return text === '' ? [] : [['ConcatenatedTextLong', text]];
}

function entryFields({ ID, Bitmap, Buffer }: GammuEntry): unknown[] {
  return Bitmap === null ? [ID, Buffer] : [ID, ...Bitmap.map((each) => pictureText(fromGammuBitmap(each)))];
}

/** The data of all parts; those of several come in order. */
function joined(submits: readonly ReturnType<typeof decodeSubmit>[]): Uint8Array {
  const reassembler = new Reassembler();
  const results = submits.map((submit) => reassembler.add(submit, { from: NUMBER, at: 0 }));
  return results.at(-1)!.data!;
}
