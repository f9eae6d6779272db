/** Tunes and one-bit pictures. */
import fc from 'fast-check';
import { readBmp } from '../../src/bitmap/bmp.js';
import { readGroupGraphic } from '../../src/bitmap/group-graphic.js';
import * as bitmaps from '../../src/bitmap/index.js';
import { readMultipartMessage } from '../../src/bitmap/multipart.js';
import { readNgg, readNlm, readNol, readNpm } from '../../src/bitmap/nokia-files.js';
import { readOperatorLogo } from '../../src/bitmap/operator-logo.js';
import { readOtaAnimation, readOtaBitmap, readOtb } from '../../src/bitmap/ota.js';
import { readPictureMessage } from '../../src/bitmap/picture-message.js';
import { readWbmp } from '../../src/bitmap/wbmp.js';
import { type ByteReader, toHex } from '../../src/bytes/index.js';
import { DecodeError } from '../../src/errors.js';
import { readAnyRtttl } from '../../src/ringtone/any-rtttl.js';
import { readBluejayMelody } from '../../src/ringtone/esc-melody.js';
import * as ringtone from '../../src/ringtone/index.js';
import { expectMidiEnd, readMidi } from '../../src/ringtone/midi.js';
import { expectSongEnd } from '../../src/ringtone/nokia-song.js';
import { decodeUdh, encodeUdh, type InformationElement } from '../../src/sms/index.js';
import { midiTune } from '../ringtone/midi-files.js';
import { ringtoneVectors } from '../ringtone/vectors.js';
import * as pictures from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import * as tunes from '../support/tunes.js';
import { seedsFrom } from './seeds.js';
import {
  ANYWHERE,
  Broken,
  type Codec,
  expectEqual,
  expectTrue,
  framed,
  framesOf,
  octetCodec,
  octetsTarget,
  outcomeOf,
  type Target,
  textCodec,
  textTarget,
} from './target.js';

const tune = ringtone.parseRtttl('Tune:d=4,o=5,b=120,s=S,l=2:c,8e,g.,p,32c6,c,e,g,8a,8b,2c6,b,16p,a#4.');
const picture = bitmaps.bitmapFromRows(Array.from({ length: 28 }, (_, y) => (y % 3 === 0 ? '##..' : '.#.#').repeat(18)));
const logo = bitmaps.bitmapFromRows(Array.from({ length: 14 }, (_, y) => (y % 3 === 0 ? '##..' : '.#.#').repeat(18)));
const square = bitmaps.bitmapFromRows(Array.from({ length: 16 }, () => '##..#...#####...'));
const tile = bitmaps.bitmapFromRows(Array.from({ length: 8 }, () => '##..#.#.'));

/** Pixels of a bitmap from a file, at most: one that takes no more memory than an input may. */
const limits = { bitmapPixels: 4_000_000 };

/** Songs that gammu, gnokii and others wrote. */
const { vectors, published } = ringtoneVectors();
const publishedSong = fc
  .constantFrom(
    ...vectors.flatMap(({ oracles: { gammu, gnokii } }) => [gammu, gnokii].flatMap((oracle) => oracle?.hex ?? [])),
    ...published.map((song) => song.hex),
  )
  .map(hex);

/** The first element of a header without its length: identifier, length, data. */
function elementOf(octets: Uint8Array): InformationElement {
  const piece = octets.subarray(0, 255);
  const header = Uint8Array.of(piece.length, ...piece);
  const element = outcomeOf(header.length, () => decodeUdh(header)).value?.elements[0];
  if (element === undefined) throw new DecodeError('bad-value', 'element', 0, 'cannot be read');
  return element;
}

const ofElement = (element: InformationElement) => encodeUdh([element]).subarray(1);

/** Whatever is made of a tune that came from a stranger. */
function consume(read: ringtone.Tune): unknown {
  // Fitting looks for patterns many times. A few octets of MIDI can be hours of silence, which are thousands of pauses.
  const beginning = { ...read, notes: read.notes.slice(0, 500) };
  const writers: readonly (() => unknown)[] = [
    () => ringtone.formatRtttl(read),
    () => ringtone.formatRtx(read),
    () => ringtone.formatImelody(read, { lossy: true }),
    () => ringtone.formatEmelody(read),
    () => ringtone.formatMotorola(read),
    () => ringtone.encodeNokiaRingtone(read, { title: 'cut' }),
    () => ringtone.encodeNokiaRingtone(read, { title: 'cut', patterns: 'repeat' }),
    () => ringtone.encodeEmsSound(read),
    () => ringtone.encodeMidi(read),
    () => ringtone.renderWav(read, { sampleRate: 8_000, limits: { soundMs: 30_000 } }),
    () => ringtone.fitTune(beginning, { form: 'nokia', maxSegments: 1, patterns: 'repeat' }),
    () => ringtone.fitTune(beginning, { form: 'ems', maxSegments: 3 }),
    () => ringtone.measureTune(read, { form: 'imelody' }),
    () => ringtone.tuneDurationMs(read),
  ];
  return writers.map((write) => outcomeOf(ANYWHERE, write).refusal ?? true);
}

const MELODY_WORDS = [
  ...[
    'BEGIN:IMELODY',
    'VERSION:1.2',
    'FORMAT:CLASS1.0',
    'NAME:',
    'COMPOSER:',
    'BEAT:',
    'STYLE:S1',
    'VOLUME:V7',
    'MELODY:',
    'END:IMELODY',
  ],
  ...['*4', '&c', '#d', 'r3', '(', '@0)', '@12)', 'V+', 'V-', 'ledon', 'backoff', 'vibeon', '\r\n', '\r\n '],
  ...['BEGIN:EMELODY', 'END:EMELODY', 'FORMAT:EMELODY', 'L35&', 'p', '+', 'S'],
];
const RTTTL_WORDS = [
  ':',
  ',',
  'd=4',
  'o=5',
  'b=63',
  's=N',
  'l=15',
  'v=7',
  '32',
  '16',
  'c#',
  'p',
  '.',
  'h',
  '8e6',
  's=C',
  'l=0',
  'b=900',
  ' ',
];

/** For tunes that a text can hold: nothing of them is left out. */
const whole = {
  onIssue: ({ message }: ringtone.TuneIssue) => {
    throw new Broken(`a tune that the text can hold is changed: ${message}`);
  },
};

const lines = (text: string) => text.replace(/\n/g, '\r\n');

const rtttls = () => [
  ringtone.formatRtttl(tune),
  ringtone.formatRtx(tune),
  ...seedsFrom(tunes.textTune(), ringtone.formatRtttl, 4),
];

/** Tunes as the tables and files of devices hold them. */
const deviceTune = (device: ringtone.TuneDevice) =>
  tunes.textTune().map((one) => ({ ...ringtone.fitTune({ ...one, title: '' }, { device }), title: '' }));

const tuneTexts: readonly Target[] = [
  textCodec(
    'ringtone.parseFlipperMusic',
    {
      read: ringtone.parseFlipperMusic,
      values: deviceTune('flipper'),
      writers: [(one) => ringtone.formatFlipperMusic(one)],
      lenient: true,
      remarks: true,
    },
    {
      words: ['Filetype: ', 'Version: 0', 'BPM: ', 'Duration: ', 'Octave: ', 'Notes: ', '8C#5.', ', ', 'P', '_', '\n', '#'],
      seeds: () => [ringtone.formatFlipperMusic(tune)],
    },
  ),
  textCodec(
    'ringtone.parseArduinoTable',
    {
      read: ringtone.parseArduinoTable,
      values: deviceTune('arduino'),
      writers: [(one) => ringtone.formatArduinoTable(one)],
      lenient: true,
      remarks: true,
    },
    {
      words: [
        'int melody[] = {',
        'int noteDurations[] = {',
        'int tempo = 120;',
        'NOTE_FS4',
        ', ',
        '-8',
        'REST',
        '};',
        '//',
        '/*',
        '*/',
        '440',
      ],
      seeds: () => [
        ringtone.formatArduinoTable(tune),
        ringtone.formatArduinoTable(ringtone.parseRtttl('x:d=4,o=5,b=100:c,8p,d#'), { layout: 'arrays' }),
      ],
    },
  ),
  textCodec(
    'ringtone.parseRtttl',
    {
      read: ringtone.parseRtttl,
      write: ringtone.formatRtttl,
      values: tunes.textTune(),
      writers: [ringtone.formatRtx],
      inputs: tunes.tuneLikeText(),
      lenient: true,
      remarks: true,
    },
    { words: RTTTL_WORDS, seeds: rtttls },
  ),
  textCodec(
    'ringtone.parseImelody',
    {
      read: ringtone.parseImelody,
      values: tunes.melodyTune(),
      writers: [(one) => ringtone.formatImelody(one), (one) => ringtone.formatImelody(one, { version: '1.0', name: true })],
      inputs: tunes.likeImelody,
      lenient: true,
    },
    { words: MELODY_WORDS, seeds: () => [ringtone.formatImelody(tune, { lossy: true })] },
  ),
  textCodec(
    'ringtone.parseEmelody',
    {
      read: ringtone.parseEmelody,
      values: tunes.emelodyTune,
      writers: [(one) => ringtone.formatEmelody(one, whole)],
      inputs: tunes.likeEmelody,
      lenient: true,
    },
    {
      words: MELODY_WORDS,
      seeds: () => [
        ringtone.formatEmelody(tune),
        lines('BEGIN:EMELODY\nVERSION:1.0\nNAME:Doorbell\nMELODY:(c)+(e)GpA#\nEND:EMELODY\n'),
      ],
    },
  ),
  ...[['steps', 32] as const, ['fractions', 8] as const].map(([digits, longest]) =>
    textCodec(
      `ringtone.parseMotorola ${digits}`,
      {
        read: (text, options) => ringtone.parseMotorola(text, { ...options, digits }),
        values: tunes.motorolaTune(longest),
        writers: [(one) => ringtone.formatMotorola(one, { ...whole, digits })],
        inputs: tunes.likeMotorola,
        lenient: true,
        remarks: true,
      },
      { words: MELODY_WORDS, seeds: () => [ringtone.formatMotorola(tune, { digits })] },
    ),
  ),
  textTarget(
    'ringtone.lintRtttl',
    (text) => {
      const { issues, tune: read, fixed } = ringtone.lintRtttl(text, { maxNotes: 50 });
      ringtone.applyFixes(text, issues);
      if (fixed !== undefined) {
        const again = outcomeOf(fixed.length, () => ringtone.parseRtttl(fixed));
        expectTrue(again.refusal === undefined, 'the canonical text that a lint gives can be read');
        expectEqual(again.value, read, 'the canonical text that a lint gives holds the tune');
      }
      return { value: read };
    },
    { covers: ['ringtone.applyFixes'], words: RTTTL_WORDS, seeds: rtttls },
  ),
  textTarget(
    'ringtone.renderWav',
    (text) => {
      const read = outcomeOf(text.length, () => ringtone.parseRtttl(text, { lenient: true }));
      return read.refusal === undefined ? [read, consume(read.value)] : read;
    },
    { words: RTTTL_WORDS, seeds: rtttls },
  ),
];

const tuneOctets: readonly Target[] = [
  octetCodec(
    'ringtone.decodeNokiaRingtone',
    {
      read: ringtone.decodeNokiaRingtone,
      values: tunes.nokiaTune(),
      writers: [(one) => ringtone.encodeNokiaRingtone(one)],
      inputs: tunes.likeNokiaSong,
      lenient: true,
    },
    { seeds: () => [ringtone.encodeNokiaRingtone(tune), ringtone.encodeNokiaRingtone(tune, { patterns: 'repeat' })] },
  ),
  octetCodec(
    'ringtone.decodeNokiaSong',
    {
      read: ringtone.decodeNokiaSong,
      write: ringtone.encodeNokiaSong,
      isExact: true,
      // Strict reading takes titles of one octet a character.
      values: tunes.nokiaSong().filter(({ titleEncoding }) => titleEncoding !== 'unicode'),
      inputs: fc.oneof(tunes.nokiaSong().map(ringtone.encodeNokiaSong), tunes.likeNokiaSong, publishedSong),
      trace: (reader, options) => {
        const song = ringtone.readNokiaSong(reader, options);
        expectSongEnd(reader, options);
        return song;
      },
      lenient: true,
    },
    { covers: ['ringtone.readNokiaSong'], seeds: () => [ringtone.encodeNokiaRingtone(tune, { patterns: 'repeat' })] },
  ),
  octetCodec(
    'ringtone.decodeMidi',
    {
      read: ringtone.decodeMidi,
      values: midiTune(),
      writers: [(one) => ringtone.encodeMidi(one)],
      trace: (reader, options) => {
        const read = readMidi(reader, options);
        expectMidiEnd(reader, options);
        return read;
      },
      lenient: true,
      remarks: true,
      consume,
    },
    {
      words: ['MThd', 'MTrk', '\0\0\0\x06', '\xff\x51\x03', '\xff\x2f\0'],
      seeds: () => [
        ringtone.encodeMidi(tune),
        ringtone.encodeMidi(tune, { repeats: 2, program: 80 }),
        ...seedsFrom(tunes.soundTune(), (one) => ringtone.encodeMidi(one)),
      ],
    },
  ),
  octetsTarget(
    'ringtone.decodeEmsSound',
    (octets) => {
      const elements = outcomeOf(octets.length, () => decodeUdh(octets)).value?.elements ?? [];
      return [
        outcomeOf(octets.length, () => ringtone.decodeEmsSound(elements)),
        outcomeOf(octets.length, () => ringtone.decodeEmsSound(elements, { lenient: true })),
      ];
    },
    {
      words: MELODY_WORDS,
      seeds: () => [
        encodeUdh(ringtone.encodeEmsSound(ringtone.parseRtttl('A:d=4,o=5,b=120:c,8e,g'))),
        ...seedsFrom(tunes.soundTune(5), (one) => encodeUdh(ringtone.encodeEmsSound(one))),
      ],
    },
  ),
  ...(['bluejay', 'am32'] as const).map((firmware) =>
    octetCodec(`ringtone.decodeBluejayMelody ${firmware}`, {
      read: (octets, options) => ringtone.decodeBluejayMelody(octets, { ...options, firmware }),
      trace: (reader, options) => readBluejayMelody(reader, { ...options, firmware }),
      writers: [(one) => ringtone.encodeBluejayMelody(one, { firmware })],
      values: tunes.steadyTune(180).map((one) => ({ ...ringtone.fitTune(one, { device: firmware }), title: '' })),
      lenient: true,
      remarks: true,
      consume,
    }),
  ),
  ...([10, 16] as const).map((noteBits) =>
    octetCodec(`ringtone.decodeAnyRtttl ${noteBits} bits`, {
      read: (octets, options) => ringtone.decodeAnyRtttl(octets, { ...options, noteBits }),
      trace: (reader, options) => readAnyRtttl(reader, { ...options, noteBits }),
      write: (one) => ringtone.encodeAnyRtttl(one, { ...whole, noteBits }),
      values: tunes.anyRtttlTune(),
      lenient: true,
      consume,
    }),
  ),
  textCodec(
    'ringtone.decodeEmsSound, objects',
    {
      read: (text, options) => {
        const sounds = text.split('\0').map((object): InformationElement => {
          const data = Uint8Array.from(object, (character) => character.charCodeAt(0) & 0xff);
          return { kind: 'userSound', position: 0, data };
        });
        const elements = sounds.length === 1 ? sounds : [{ kind: 'userPrompt' as const, objects: sounds.length }, ...sounds];
        return ringtone.decodeEmsSound(elements, options);
      },
      values: tunes.soundTune(),
      writers: ([8, 16] as const).map((concat) => (one: ringtone.Tune) => {
        const objects = ringtone
          .encodeEmsSound(one, { concat })
          .flatMap((element) => ('data' in element ? [element.data] : []));
        return objects.map((data) => String.fromCharCode(...data)).join('\0');
      }),
      lenient: true,
    },
    { words: [...MELODY_WORDS, '\0'] },
  ),
];

/** Octets that hold one element, an Alcatel picture's say, and the data behind it. */
const alcatel = bitmaps.encodeAlcatelPicture({ bitmap: logo, name: 'Logo' });

const PACKINGS = ['continuous', 'padded'] as const;

/** A codec in both packings, and in the one that is found when none is named, which is written as continuous. */
function otaTargets<V>(name: string, { read, trace, write, writers = [], inputs, values, ...rest }: OtaCodec<V>): Target[] {
  const ways = write === undefined ? writers : [write, ...writers];
  const inEither = values.chain((value) =>
    fc.constantFrom(...PACKINGS.flatMap((packing) => ways.map((way) => way(value, { packing })))),
  );
  return [{}, ...PACKINGS.map((packing) => ({ packing }))].map((how: bitmaps.OtaOptions) =>
    octetCodec<V>(`bitmap.${name} ${how.packing ?? ''}`.trimEnd(), {
      ...rest,
      read: (octets, options) => read(octets, { ...options, ...how }),
      trace: (reader, options) => trace(reader, { ...options, ...how }),
      write: write && ((value) => write(value, how)),
      writers: writers.map((one) => (value: V) => one(value, how)),
      values,
      inputs: inputs === undefined ? inEither : fc.oneof(inEither, inputs),
      lenient: true,
    }),
  );
}

interface OtaCodec<V> {
  read(octets: Uint8Array, options: bitmaps.OtaDecodeOptions): V;
  trace(reader: ByteReader, options: bitmaps.OtaDecodeOptions): V;
  readonly write?: (value: V, options: bitmaps.OtaOptions) => Uint8Array;
  readonly writers?: readonly ((value: V, options: bitmaps.OtaOptions) => Uint8Array)[];
  readonly values: fc.Arbitrary<V>;
  readonly inputs?: fc.Arbitrary<Uint8Array>;
}

const same = <V>(value: V): V => value;

/** The same with bits set behind its rows, which nobody writes. */
const dirty = <V extends { readonly bitmap: bitmaps.Bitmap }>(value: V): V => ({
  ...value,
  bitmap: pictures.withDirtyFiller(value.bitmap),
});

/** What begins as an OTA bitmap or animation, and goes on with any octets. */
const likeOta = fc
  .tuple(fc.constantFrom(0, 1, 0x10, 0x1f), fc.nat(40), fc.nat(40), fc.uint8Array({ maxLength: 60 }))
  .map(([infofield, width, height, rest]) => Uint8Array.of(infofield, width, height, 1, ...rest));
const likeMultipart = fc.uint8Array({ maxLength: 40 }).map((rest) => Uint8Array.of(0x30, ...rest));
const likeWbmp = fc.uint8Array({ maxLength: 40 }).map((rest) => Uint8Array.of(0, 0, ...rest));
const likeBmp = fc
  .uint8Array({ maxLength: 120 })
  .map((rest) => Uint8Array.of(...bitmaps.encodeBmp(tile).subarray(0, 18), ...rest));
const coreBmp = hex('424D2C00000000000000200000000C0000000D00030001000100000000FFFFFF00000000FFF800007FF00000');

const anyPicture = pictures.anyBitmap();
const anyLogo = fc
  .tuple(fc.oneof(pictures.networkCode(), fc.constant({ mcc: '031', mnc: '00' })), anyPicture)
  .map(([code, bitmap]) => ({ ...code, bitmap }));
const anyLatin1 = fc.array(fc.nat(255), { maxLength: 255 }).map((codes) => String.fromCharCode(...codes));
const withText = (text: fc.Arbitrary<string>): fc.Arbitrary<bitmaps.PictureMessage> =>
  fc.tuple(anyPicture, text).map(([bitmap, words]) => (words === '' ? { bitmap } : { bitmap, text: words }));
const frames = (maxCount: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: maxCount }))
    .map(([widthPx, heightPx, count]) => Array.from({ length: count }, (_, i) => pictures.noise(widthPx, heightPx, i)));

const fileCodec = <V>(
  name: string,
  read: (octets: Uint8Array, options: bitmaps.BitmapFileOptions) => V,
  trace: (reader: ByteReader, options: bitmaps.BitmapFileOptions) => V,
  rest: Pick<Codec<Uint8Array, V>, 'write' | 'writers' | 'values' | 'inputs'>,
) =>
  octetCodec<V>(`bitmap.${name}`, {
    ...rest,
    read: (octets, options) => read(octets, { ...options, limits }),
    trace: (reader, options) => trace(reader, { ...options, limits }),
    lenient: true,
  });

const bitmapTargets: readonly Target[] = [
  ...otaTargets('decodeOtaBitmap', {
    read: bitmaps.decodeOtaBitmap,
    trace: readOtaBitmap,
    write: bitmaps.encodeOtaBitmap,
    values: fc.oneof(pictures.largeBitmap(), anyPicture),
    inputs: likeOta,
  }),
  ...otaTargets('decodeGroupGraphic', {
    read: bitmaps.decodeGroupGraphic,
    trace: readGroupGraphic,
    write: bitmaps.encodeGroupGraphic,
    values: anyPicture.map((bitmap) => ({ bitmap })),
  }),
  ...otaTargets('decodeOperatorLogo', {
    read: bitmaps.decodeOperatorLogo,
    trace: readOperatorLogo,
    writers: [
      (value, options) => bitmaps.encodeOperatorLogo(value, { ...options, form: 'short' }),
      (value, options) => bitmaps.encodeOperatorLogo(value, { ...options, form: 'version3' }),
    ],
    values: anyLogo,
  }),
  octetCodec(
    'bitmap.decodePictureMessage',
    {
      read: (octets, options) => bitmaps.decodePictureMessage(octets, options),
      trace: readPictureMessage,
      writers: (['picture-first', 'text-first'] as const).map(
        (order) => (value: bitmaps.PictureMessage) => bitmaps.encodePictureMessage(value, { order }),
      ),
      values: withText(fc.oneof(anyLatin1, fc.string({ unit: 'grapheme', maxLength: 8 }))),
      inputs: likeMultipart,
      lenient: true,
    },
    {
      seeds: () => [
        bitmaps.encodePictureMessage({ bitmap: picture, text: 'Look' }),
        bitmaps.encodePictureMessage({ bitmap: picture, text: 'Жду' }, { encoding: 'ucs2', order: 'text-first' }),
      ],
    },
  ),
  octetCodec(
    'bitmap.decodeMultipartMessage',
    {
      read: (octets, options) => bitmaps.decodeMultipartMessage(octets, options),
      trace: readMultipartMessage,
      writers: [(items) => bitmaps.encodeMultipartMessage(items)],
      values: pictures.multipartItems,
      inputs: likeMultipart,
      lenient: true,
    },
    { seeds: () => [bitmaps.encodePictureMessage({ bitmap: picture, text: 'Look' })] },
  ),
  ...otaTargets('decodeOtaAnimation', {
    read: bitmaps.decodeOtaAnimation,
    trace: readOtaAnimation,
    writers: [bitmaps.encodeOtaAnimation],
    // Strict reading takes one frame.
    values: frames(1).map((several) => ({ frames: several })),
    inputs: fc.oneof(
      fc
        .tuple(frames(16), fc.constantFrom(...PACKINGS))
        .map(([several, packing]) => bitmaps.encodeOtaAnimation({ frames: several }, { packing })),
      likeOta,
    ),
  }),
  octetCodec('bitmap.decodeNetworkCode', {
    read: (octets) => bitmaps.decodeNetworkCode(octets),
    write: (code) => bitmaps.encodeNetworkCode(code),
    values: pictures.networkCode(),
  }),
  fileCodec('decodeBmp', bitmaps.decodeBmp, readBmp, {
    write: bitmaps.encodeBmp,
    values: pictures.anyBitmap(70, 8),
    inputs: fc.oneof(likeBmp, fc.constant(coreBmp)),
  }),
  fileCodec('decodeWbmp', bitmaps.decodeWbmp, readWbmp, {
    write: bitmaps.encodeWbmp,
    values: fc.oneof(pictures.largeBitmap(), anyPicture),
    inputs: likeWbmp,
  }),
  fileCodec('decodeOtb', bitmaps.decodeOtb, readOtb, {
    write: (bitmap) => bitmaps.encodeOtb(bitmap),
    values: fc.oneof(pictures.largeBitmap(), anyPicture),
    inputs: fc.oneof(
      anyPicture.map((bitmap) => bitmaps.encodeOtb(bitmap, { packing: 'continuous' })),
      likeOta,
    ),
  }),
  fileCodec('decodeNol', bitmaps.decodeNol, readNol, {
    write: bitmaps.encodeNol,
    writers: [(value) => bitmaps.encodeNol(dirty(value))],
    values: anyLogo,
  }),
  fileCodec('decodeNgg', bitmaps.decodeNgg, readNgg, {
    write: bitmaps.encodeNgg,
    values: anyPicture.map((bitmap) => ({ bitmap })),
  }),
  fileCodec<bitmaps.NokiaLogos>('decodeNlm', bitmaps.decodeNlm, readNlm, {
    write: bitmaps.encodeNlm,
    writers: [(value) => bitmaps.encodeNlm({ ...value, frames: value.frames.map(pictures.withDirtyFiller) })],
    values: frames(5).map((several) => ({ kind: 'startupLogo', frames: several })),
    inputs: anyPicture.map((bitmap) => bitmaps.encodeNlm({ kind: 'picture', frames: [bitmap, bitmap] })),
  }),
  fileCodec('decodeNpm', bitmaps.decodeNpm, readNpm, {
    writers: [bitmaps.encodeNpm, (value) => bitmaps.encodeNpm(dirty(value))],
    values: withText(anyLatin1),
  }),
  textCodec<bitmaps.OtaHex>(
    'bitmap.parseOtaHex',
    {
      read: (text, options) => bitmaps.parseOtaHex(text, options),
      values: fc.oneof(
        anyPicture.map((bitmap) => ({ form: 'bitmap' as const, bitmap })),
        anyLogo.map((one) => ({ form: 'operatorLogo' as const, ...one })),
        withText(fc.string()).map((one) => ({ form: 'pictureMessage' as const, ...one })),
      ),
      writers: (['short', 'version3'] as const).map((form) => (value) => {
        if (value.form === 'bitmap') return bitmaps.formatOtaHex(value.bitmap);
        if (value.form === 'operatorLogo') return toHex(bitmaps.encodeOperatorLogo(value, { form }));
        return toHex(bitmaps.encodePictureMessage(value));
      }),
      inputs: fc.oneof(
        fc
          .tuple(fc.constantFrom('', '32F401', '3032F4010A', '06050415820000', '060504158A0000', '30'), anyPicture)
          .map(([start, bitmap]) => start + bitmaps.formatOtaHex(bitmap)),
        fc.uint8Array({ maxLength: 60 }).map(toHex),
      ),
      lenient: true,
    },
    { words: [' ', '0', 'F', 'x', '\n'], seeds: () => [bitmaps.formatOtaHex(logo)] },
  ),
  octetCodec<bitmaps.EmsPicture>(
    'bitmap.decodeEmsPicture',
    {
      read: (octets) => {
        const elements = framesOf(octets).map(elementOf);
        for (const element of elements) outcomeOf(octets.length, () => bitmaps.decodeEmsPicture(element));
        return bitmaps.joinEmsPictures(elements);
      },
      // The width is filled up to whole octets.
      values: fc
        .tuple(fc.integer({ min: 1, max: 37 }), fc.integer({ min: 1, max: 125 }), fc.integer(), fc.nat({ max: 255 }))
        .map(([octets, heightPx, seed, position]) => ({ bitmap: pictures.noise(8 * octets, heightPx, seed), position })),
      writers: [{}, { form: 'variable' }, { concat: 16 } as const].map(
        (options) => (one) => framed(bitmaps.encodeEmsPicture(one, options as bitmaps.EmsPictureOptions).map(ofElement)),
      ),
      inputs: fc.array(pictures.emsElement, { maxLength: 4 }).map((some) => framed(some.map(ofElement))),
      unplaced: () => true,
    },
    {
      covers: ['bitmap.joinEmsPictures'],
      seeds: () => [square, tile, logo].map((bitmap) => framed(bitmaps.encodeEmsPicture({ bitmap }).map(ofElement))),
    },
  ),
  octetCodec<bitmaps.EmsAnimation>(
    'bitmap.decodeEmsAnimation',
    {
      read: (octets) => bitmaps.decodeEmsAnimation(elementOf(octets)),
      values: fc.tuple(fc.constantFrom(8, 16), fc.integer(), fc.nat({ max: 255 })).map(([sidePx, seed, position]) => ({
        frames: Array.from({ length: 4 }, (_, i) => pictures.noise(sidePx, sidePx, seed + i)),
        position,
      })),
      writers: [(one) => ofElement(bitmaps.encodeEmsAnimation(one)[0] as InformationElement)],
      inputs: pictures.emsElement.map(ofElement),
      unplaced: () => true,
    },
    { seeds: () => bitmaps.encodeEmsAnimation({ frames: [tile, tile, tile, tile] }).map(ofElement) },
  ),
  octetCodec(
    'bitmap.decodeExtendedObject',
    {
      read: (octets) => bitmaps.decodeExtendedObject(elementOf(octets)),
      inputs: pictures.emsElement.map(ofElement),
      unplaced: () => true,
    },
    { seeds: () => [Uint8Array.of(0x14, 9, 1, 0, 2, 0, 2, 0, 0, 0xff, 0xff)] },
  ),
  octetCodec<bitmaps.AlcatelPicture>(
    'bitmap.decodeAlcatelPicture',
    {
      read: (octets, options) => {
        const [header = new Uint8Array()] = framesOf(octets);
        return bitmaps.decodeAlcatelPicture(elementOf(header), octets.slice(1 + header.length), options);
      },
      values: fc.tuple(anyPicture, pictures.alcatelName).map(([bitmap, name]) => (name === '' ? { bitmap } : { bitmap, name })),
      writers: [same, dirty].map((drawn) => (value) => {
        const { element, data } = bitmaps.encodeAlcatelPicture(drawn(value));
        return Uint8Array.of(...framed([ofElement(element)]), ...data);
      }),
      lenient: true,
    },
    { seeds: () => [Uint8Array.of(...framed([ofElement(alcatel.element)]), ...alcatel.data)] },
  ),
];

export const TUNES: readonly Target[] = [...tuneTexts, ...tuneOctets, ...bitmapTargets];
