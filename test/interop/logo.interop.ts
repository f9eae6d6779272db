/**
 * Pictures in messages of Smart Messaging, exchanged with gammu and gnokii.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bitmap,
  decodeMultipartMessage,
  encodeGroupGraphic,
  encodeMultipartMessage,
  encodeNgg,
  encodeNol,
  encodeOperatorLogo,
  encodePictureMessage,
} from '../../src/bitmap/index.js';
import { buildSubmits, type Content, readSubmits } from '../../src/message/index.js';
import {
  decodeSubmit,
  encodeSubmit,
  type ReassembledMessage,
  Reassembler,
  type Submit,
  submitDatagram,
} from '../../src/sms/index.js';
import { draw, SEED } from './arbitraries.js';
import { gammuEncode, gammuRead, pdusOf } from './drivers/gammu.js';
import { gnokiiLogos } from './drivers/logo-files.js';
import type { Fields } from './expected.js';
import { judge } from './judge.js';
import { GAMMU_PICTURE_FAULTS, GAMMU_PICTURE_READ_FAULTS, GNOKII_LOGO_FAULTS, type PictureCase } from './picture-faults.js';
import { centre, fromGammuBitmap, network, picture, pictureFields, side, toGammuBitmap } from './pictures.js';
import { hex } from './report.js';

const NUMBER = '+27381000015';
const BUILT = 200;
const READ = 160;
const SENT = 60;

/** Texts below a picture: ASCII, ISO 8859-1, and what needs UCS-2. */
const words = fc.oneof(
  fc.constant(''),
  fc.string({ unit: fc.constantFrom(...'ABC xyz 0189.,!?'), minLength: 1, maxLength: 120 }),
  fc.string({ unit: fc.constantFrom(...'AB xyz', ...'äöüéñß£'), minLength: 1, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'AB xyz', ...'äЖ中€'), minLength: 1, maxLength: 50 }),
);

const KINDS = ['operator', 'large operator', 'caller', 'picture', 'screen saver'] as const;

const SIZES = {
  operator: [72, 14],
  'large operator': [78, 21],
  caller: [72, 14],
  picture: [72, 28],
  'screen saver': [72, 28],
} as const;

const pictureCase = (bitmapOf: (kind: (typeof KINDS)[number]) => fc.Arbitrary<Bitmap>): fc.Arbitrary<PictureCase> =>
  fc
    .constantFrom(...KINDS)
    .chain((kind) =>
      fc.record({ kind: fc.constant(kind), bitmap: bitmapOf(kind), network, text: words, unicode: fc.boolean() }),
    );

/** Of just the size that the handsets show. */
const exact = pictureCase((kind) => picture(fc.constant(SIZES[kind][0]), fc.constant(SIZES[kind][1])));

/** Of any size up to what gammu keeps: it puts them into the middle. */
const anySize = pictureCase((kind) =>
  fc.oneof(picture(fc.constant(SIZES[kind][0]), fc.constant(SIZES[kind][1])), picture(side, fc.integer({ min: 1, max: 50 }))),
);

describe(`pictures in messages (seed ${SEED})`, () => {
  it(`${BUILT} pictures that gammu puts into messages, reassembled and read by us, are what we write`, async () => {
    const cases = draw(anySize, BUILT).map((input) => ({
      ...input,
      bitmap: centre(input.bitmap, ...sizeOf(input)),
      original: input.bitmap,
    }));
    const { version, answers } = await gammuEncode(
      cases.map(({ kind, original, network: { mcc, mnc }, text, unicode }) => ({
        number: NUMBER,
        info: {
          Class: 1,
          Unicode: unicode,
          Entries: [
            {
              ID: GAMMU_IDS[kind],
              Bitmap: [
                toGammuBitmap(original, GAMMU_TYPES[kind], { Text: hasText(kind) ? text : '', NetworkCode: `${mcc} ${mnc}` }),
              ],
            },
          ],
        },
      })),
    );
    judge(
      `gammu ${version}, pictures in messages of its own`,
      GAMMU_PICTURE_FAULTS,
      cases.map((input, index) => {
        const pdus = pdusOf(answers[index]!);
        return { input, right: messageFields(input), shown: readMessage(pdus), label: `${input.kind} ${pdus.join(' ')}` };
      }),
    );
  });

  it(`gammu reads ${READ} pictures of ours`, async () => {
    const cases = draw(exact, READ);
    const messages = cases.map((input) => submitsOf(input).map((submit) => hex(encodeSubmit(submit))));
    const { version, answers } = await gammuRead(messages.map((pdus) => ({ pdus })));
    judge(
      `gammu ${version}, pictures in messages of ours`,
      GAMMU_PICTURE_READ_FAULTS,
      cases.map((input, index) => {
        const answer = answers[index]!;
        const label = `${input.kind} ${messages[index]!.join(' ')}`;
        const {
          kind,
          network: { mcc, mnc },
          text,
        } = input;
        const right: Fields = {
          id: GAMMU_IDS[kind],
          ...pictureFields(input.bitmap),
          network: kind.endsWith('operator') ? `${mcc} ${mnc}` : '',
          text: hasText(kind) ? text : '',
        };
        if ('error' in answer) return { input, right, shown: { refused: answer.error }, label };
        if ('unread' in answer) return { input, right, shown: { unread: true }, label };
        const [entry, ...more] = answer.Entries;
        expect(more).toEqual([]);
        const [bitmap, ...others] = entry!.Bitmap!;
        expect(others).toEqual([]);
        const shown = {
          id: entry!.ID,
          ...pictureFields(fromGammuBitmap(bitmap!)),
          network: bitmap!.NetworkCode,
          text: bitmap!.Text,
        };
        return { input, right, shown, label };
      }),
    );
  });

  it(`${SENT} NOL files and NGG files of ours that gnokii sends, read by us`, async () => {
    const cases = draw(
      exact.filter(({ kind }) => kind === 'operator'),
      SENT,
    );
    const operator = await gnokiiLogos(
      cases.map(({ network, bitmap }) => encodeNol({ ...network, bitmap })),
      'op',
      'nol',
      NUMBER,
    );
    const caller = await gnokiiLogos(
      cases.map(({ bitmap }) => encodeNgg({ bitmap })),
      'caller',
      'ngg',
      NUMBER,
    );
    const judged = (kind: 'operator' | 'caller', sent: typeof operator) =>
      cases.map((each, index) => {
        const input = { ...each, kind };
        const { pdus, said } = sent[index]!;
        return { input, right: messageFields(input), shown: readMessage(pdus), label: pdus.join(' ') || said };
      });
    judge('gnokii, sendlogo', GNOKII_LOGO_FAULTS, [...judged('operator', operator), ...judged('caller', caller)]);
  });
});

const GAMMU_IDS: Readonly<Record<PictureCase['kind'], string>> = {
  operator: 'NokiaOperatorLogo',
  'large operator': 'NokiaOperatorLogoLong',
  caller: 'NokiaCallerLogo',
  picture: 'NokiaPictureImageLong',
  'screen saver': 'NokiaScreenSaverLong',
};

const GAMMU_TYPES: Readonly<Record<PictureCase['kind'], string>> = {
  operator: 'OperatorLogo',
  'large operator': 'OperatorLogo',
  caller: 'CallerGroupLogo',
  picture: 'PictureImage',
  'screen saver': 'PictureImage',
};

const hasText = (kind: PictureCase['kind']) => kind === 'picture' || kind === 'screen saver';

/** The size that the picture gets in the message; a large operator logo of no more than 72x14 is a plain one. */
function sizeOf({ kind, bitmap: { widthPx, heightPx } }: PictureCase): readonly [number, number] {
  return kind === 'large operator' && widthPx <= 72 && heightPx <= 14 ? SIZES.operator : SIZES[kind];
}

/** Our own data for a picture. */
function dataOf({ kind, bitmap, network, text, unicode }: PictureCase): Uint8Array {
  switch (kind) {
    case 'operator':
    case 'large operator':
      return encodeOperatorLogo({ ...network, bitmap });
    case 'caller':
      return encodeGroupGraphic({ bitmap });
    case 'picture':
      return encodePictureMessage({ bitmap, text }, unicode ? { encoding: 'ucs2' } : {});
    case 'screen saver':
      return encodeMultipartMessage([{ kind: 'screenSaver', bitmap }, ...textItem(text, unicode)]);
  }
}

function textItem(text: string, unicode: boolean) {
  if (text === '') return [];
  return [{ kind: 'text' as const, text, ...(unicode && { encoding: 'ucs2' as const }) }];
}

const PORTS = { operator: 5506, 'large operator': 5506, caller: 5507, picture: 5514, 'screen saver': 5514 } as const;

/** Fields of a message in the names of {@link readMessage}. */
function messageFields(input: PictureCase): Fields {
  const { kind, bitmap, network, text } = input;
  const data = dataOf(input);
  const content = {
    ...(kind.endsWith('operator') && network),
    ...pictureFields(bitmap),
    ...(hasText(kind) && text !== '' && { text }),
  };
  // One message takes 133 octets behind the port, of several each takes 128; a picture message always has the header for several.
  const isLong = data.length > 133;
  const sizes = isLong
    ? Array.from({ length: Math.ceil(data.length / 128) }, (_, i) => Math.min(128, data.length - 128 * i))
    : [data.length];
  return { to: NUMBER, dcs: 0xf5, ports: [PORTS[kind], 0], sizes, data: hex(data), content };
}

/** What we read in the messages of one picture. */
function readMessage(pdus: readonly string[]): Fields {
  const submits = pdus.map((pdu) => decodeSubmit(new Uint8Array(Buffer.from(pdu, 'hex'))));
  const [first] = submits;
  if (first === undefined) return { refused: true };
  const { ports, data } = reassemble(submits);
  return {
    to: 'digits' in first.tpDa ? `+${first.tpDa.digits}` : first.tpDa.text,
    dcs: first.tpDcs,
    ports: [ports?.destination, ports?.source],
    sizes: submits.map((submit) => submit.data?.length),
    data: hex(data!),
    content: contentFields(submits, data!),
  };
}

function reassemble(submits: readonly Submit[]): ReassembledMessage {
  const reassembler = new Reassembler();
  const results = submits.toReversed().map((submit) => reassembler.add(submit, { from: NUMBER, at: 0 }));
  return results.at(-1)!;
}

/** Our own reading of the content: by the message module where that knows the kind, else by the codec of the multipart message. */
function contentFields(submits: readonly Submit[], data: Uint8Array): Fields {
  const content: Content = readSubmits(submits);
  if ('bitmap' in content) {
    const { kind, bitmap, ...rest } = content;
    return { ...rest, ...pictureFields(bitmap) };
  }
  const fields: Fields = {};
  for (const item of decodeMultipartMessage(data)) {
    if (item.kind === 'text') fields.text = item.text;
    else if (item.kind === 'screenSaver') Object.assign(fields, pictureFields(item.bitmap));
    else throw new Error(`an item ${item.kind}`);
  }
  return fields;
}

/** Our messages of a picture. */
function submitsOf({ kind, bitmap, network, text, unicode }: PictureCase): Submit[] {
  const options = { to: NUMBER, make: 'Nokia' };
  switch (kind) {
    case 'operator':
    case 'large operator':
      return buildSubmits({ kind: 'operatorLogo', ...network, bitmap }, options);
    case 'caller':
      return buildSubmits({ kind: 'groupGraphic', bitmap }, options);
    case 'picture':
      return buildSubmits({ kind: 'pictureMessage', bitmap, text }, options);
    case 'screen saver':
      return submitDatagram({ destinationPort: PORTS[kind], data: dataOf({ kind, bitmap, network, text, unicode }) }, options);
  }
}
