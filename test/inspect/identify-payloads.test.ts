import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBmp, encodeOperatorLogo, encodeOtaBitmap, encodePictureMessage, encodeWbmp } from '../../src/bitmap/index.js';
import { encodeUtf8 } from '../../src/bytes/index.js';
import { type Format, identify } from '../../src/inspect/index.js';
import { encodeDeliver, encodeSubmit } from '../../src/sms/index.js';
import { deliver, submit } from '../support/arbitraries.js';
import { bitmapVectors, type GammuPart, networkCode, noise } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { fixture } from '../support/vectors.js';

const { vectors, animations, published } = bitmapVectors();
const ringtones = fixture('vectors/ringtones.json') as {
  vectors: { id: string; gammuSms?: Record<string, GammuPart[]> }[];
  motorola: { id: string; text?: string; musicalData: string; checksumHighFirst: string }[];
  midi: { text: string; smf: string }[];
};

const first = (octets: Uint8Array) => identify(octets)[0]?.format;
const isHex = (value: unknown): value is string => typeof value === 'string' && /^(?:[0-9A-F]{2}){4,}$/.test(value);

/** What each field of the bitmap vectors holds, by its name. */
const FORMAT_OF: Readonly<Record<string, Format>> = {
  otaContinuous: 'ota-bitmap',
  otaRowPadded: 'ota-bitmap',
  otbImageMagick: 'ota-bitmap',
  hex: 'ota-bitmap',
  wbmpImageMagick: 'wbmp',
  wbmpNetpbm: 'wbmp',
  operatorLogoNetpbm: 'udh',
  groupGraphicNetpbm: 'udh',
  pictureNetpbm: 'udh',
  nolNetpbm: 'nol',
  nolGammuNoNetwork: 'nol',
  nggGammu: 'ngg',
  nlmGammuOperator: 'nlm',
  nlmGammuPicture: 'nlm',
};

/** What the user data of a message holds once its parts are joined. */
const CONTENT_OF: Readonly<Record<string, Format>> = {
  operatorLogoGammu: 'operator-logo',
  cliIconGammu: 'ota-bitmap',
  pictureGammu: 'picture-message',
  pictureGammuUnicode: 'picture-message',
  NokiaRingtone: 'nokia-ringtone',
  NokiaRingtoneLong: 'nokia-ringtone',
};

/**
 * Fields that are right to be unknown: gammu put all objects of a picture or a tune into one header of more than 255 octets, whose
 * first octet is the length modulo 256.
 */
const NOT_SENDABLE = new Set(['g19 emsVariableGammu', 'r23-two-parts EMSSound10Long']);

function checkMessages(id: string, key: string, messages: readonly GammuPart[]): void {
  if (NOT_SENDABLE.has(`${id} ${key}`)) return;
  for (const { udh, ud } of messages) {
    expect(first(hex(udh + ud)), `${id} ${key}`).toBe('udh');
    if (key !== 'alcatelGammu') expect(first(hex(udh)), `${id} ${key}`).toBe('udh');
  }
  const joined = messages.map(({ ud }) => ud).join('');
  if (joined !== '' && key !== 'alcatelGammu') expect(first(hex(joined)), `${id} ${key}`).toBe(CONTENT_OF[key]);
}

describe('published vectors: the first reading is the right one', () => {
  it.each([...vectors, ...animations, ...published] as ({ id: string; files?: object } & object)[])(
    '$id',
    ({ id, files, ...fields }) => {
      for (const [key, value] of Object.entries({ ...fields, ...files })) {
        if (Array.isArray(value) && typeof value[0]?.udh === 'string') checkMessages(id, key, value);
        else if (isHex(value)) {
          // A network code is a field, of three octets, and too short for isHex.
          const format = id === 'pub2' ? 'operator-logo' : FORMAT_OF[key];
          expect(format, `${key} has a format`).toBeDefined();
          expect(first(hex(value)), `${id} ${key}`).toBe(format);
        }
      }
    },
  );

  it.each(ringtones.vectors)('$id', ({ id, gammuSms = {} }) => {
    for (const [key, messages] of Object.entries(gammuSms)) checkMessages(id, key, messages);
  });

  it.each(ringtones.motorola)('Motorola $id', ({ text, musicalData, checksumHighFirst }) => {
    if (text !== undefined) expect(first(encodeUtf8(text))).toBe('motorola');
    expect(first(encodeUtf8(`L35&3 ${musicalData}&&${checksumHighFirst}`))).toBe('motorola');
  });

  it.each(ringtones.midi)('MIDI of $text', ({ smf }) => {
    expect(identify(hex(smf))[0]).toMatchObject({ format: 'midi', confidence: 0.99 });
  });
});

describe('likelihood', () => {
  const seed = fc.integer();
  const usual = fc.constantFrom([72, 14], [72, 28], [78, 21], [84, 48], [96, 65]) as fc.Arbitrary<[number, number]>;

  it('a picture of a usual size is known first, whatever its pixels', () => {
    fc.assert(
      fc.property(usual, seed, networkCode(), ([widthPx, heightPx], pixels, network) => {
        const bitmap = noise(widthPx, heightPx, pixels);
        expect(first(encodeOtaBitmap(bitmap))).toBe('ota-bitmap');
        expect(first(encodeOtaBitmap(bitmap, { packing: 'padded' }))).toBe('ota-bitmap');
        expect(first(encodeOperatorLogo({ ...network, bitmap }))).toBe('operator-logo');
        expect(first(encodeOperatorLogo({ ...network, bitmap }, { form: 'version3' }))).toBe('operator-logo');
        expect(first(encodePictureMessage({ bitmap }))).toBe('picture-message');
        expect(first(encodeWbmp(bitmap))).toBe('wbmp');
        expect(first(encodeBmp(bitmap))).toBe('bmp');
      }),
    );
  });

  it('a message with a sound address is never taken for a picture, a tune or a file', () => {
    const messages = new Set<string>(['tpdu-mo', 'tpdu-mt', 'pdu-mo', 'pdu-mt', 'udh', 'text', 'hex']);
    const address = fc.record({
      ton: fc.constantFrom(0, 1),
      npi: fc.constantFrom(0, 1),
      digits: fc.stringMatching(/^[0-9]{3,15}$/),
    });
    fc.assert(
      fc.property(submit, deliver, address, (mo, mt, from) => {
        for (const tpdu of [encodeSubmit({ ...mo, tpDa: from }), encodeDeliver({ ...mt, tpOa: from })]) {
          expect(messages).toContain(first(tpdu));
          expect(messages).toContain(first(Uint8Array.of(0, ...tpdu)));
        }
      }),
    );
  });

  it.each([
    ['a picture whose pixels do not fill the octets', '00080101AA00'],
    ['a picture without pixels', '00080001'],
    ["a picture of gnokii's whose pixels do not fill the octets", '01080101AA00'],
    ['a WBMP of another type', '0100080100'],
    ['an operator logo without the filler', '32040100080101AA'],
    ['items of unknown types alone', '30070000'],
    ['a BMP in its letters only', '424D20697320612063617221'],
  ])('%s is none', (_, octets) => {
    const formats = identify(hex(octets)).map(({ format }) => format);
    expect(formats.filter((format) => /bitmap|wbmp|logo|picture|bmp/.test(format))).toEqual([]);
  });

  it.each([
    ['0001010180', 'ota-bitmap', 0.6],
    ['0108020155AA', 'ota-bitmap', 0.7],
    ['30000003414243', 'picture-message', 0.8],
    ['30020100 00481C01 FF', 'picture-message', 0.7],
    ['4E4F4C00 0100 0401 0100', 'nol', 0.7],
    ['424D 00000000 00000000 3E000000 28000000', 'bmp', 0.7],
    ['4D546864 00000006', 'midi', 0.7],
    ['2F2F53454F 01', 'seo', 0.7],
    ['034A443A4410BC040002450000', 'nokia-ringtone', 0.99],
    ['4E474700 0200 0100 0100 0100 0100 00 00 31', 'ngg', 0.95],
  ])('%s is %s by %f', (octets, format, confidence) => {
    expect(identify(hex(octets))[0]).toMatchObject({ format, confidence });
  });

  it.each([
    ['BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\nMELODY:c2d2\r\nEND:IMELODY\r\n', 'imelody', 0.98],
    ['BEGIN:IMELODY\nVERSION:1.2\nFORMAT:CLASS1.0\nMELODY:c2zzd2\nEND:IMELODY\n', 'imelody', expect.closeTo(0.78, 1)],
    ['BEGIN:IMELODY\r\n', 'imelody', 0.7],
    ['BEGIN:EMELODY\r\nNAME:x\r\nCOMPOSER:y\r\nVERSION:1.0\r\nMELODY:+f+a\r\nEND:EMELODY\r\n', 'emelody', 0.98],
    ['Filetype: Flipper Music Format\nVersion: 0\nBPM: 125\nDuration: 4\nOctave: 5\nNotes: C, D', 'flipper-music', 0.98],
    ['int tempo = 90;\nint melody[] = { NOTE_C4, 4, NOTE_D4, -8 };', 'arduino-melody', 0.98],
    ['L35&3 C4D4E4R2G8&&69', 'motorola', 0.98],
    ['L35&3 C4D4E4R2G8&&68', 'motorola', expect.closeTo(0.64, 2)],
    ['L35& is what I owe', 'text', 0.2],
    ['L35&3 costs A3 and B4', 'text', 0.2],
  ])('%j is %s by %f', (text, format, confidence) => {
    expect(identify(encodeUtf8(text))[0]).toMatchObject({ format, confidence });
  });
});
