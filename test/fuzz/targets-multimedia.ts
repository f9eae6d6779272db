/** Multimedia messages, archives, presentations, and pictures in colour. */
import fc from 'fast-check';
import { decodeImage, encodeJpeg, encodePng, identifyImage, probe, repurpose, repurposeAll } from '../../src/image/index.js';
import { readMms } from '../../src/mms/decode.js';
import * as mms from '../../src/mms/index.js';
import { parseHandset } from '../../src/profile/index.js';
import { encodeMidi, parseRtttl, renderWav } from '../../src/ringtone/index.js';
import { buildBmp } from '../support/bmp-files.js';
import { hex } from '../support/hex.js';
import { madeOf } from '../support/hostile.js';
import * as pdus from '../support/mms.js';
import { buildPng, plans } from '../support/png-files.js';
import { presentation } from '../support/presentations.js';
import { rasters } from '../support/rasters.js';
import { repairPng, repairZip } from './repair.js';
import { seedsFrom } from './seeds.js';
import {
  ANYWHERE,
  awaitedOutcomeOf,
  expectEqual,
  octetCodec,
  octetsTarget,
  outcomeOf,
  type Target,
  textCodec,
  textTarget,
} from './target.js';

/** Less than the defaults, so that a picture takes no more time and memory than any other input may. */
const limits = { imagePixels: 1_000_000, imageFramePixels: 2_000_000, imageFrames: 20 };
const profile = parseHandset('Nokia 6230') as NonNullable<ReturnType<typeof parseHandset>>;

const SMIL_WORDS = [
  ...[
    '<smil>',
    '</smil>',
    '<head>',
    '</head>',
    '<layout>',
    '</layout>',
    '<root-layout width="128" height="128"/>',
    '<region id="Image" left="0" top="0"',
  ],
  ...[
    'height="50%"',
    'fit="meet"',
    '<body>',
    '</body>',
    '<par dur="5000ms">',
    '</par>',
    '<img src="a.gif" region="Image"/>',
    '<text src="cid:t">',
    '</text>',
  ],
  ...[
    '<audio src="a.amr"/>',
    '<video src="v.3gp"/>',
    '<ref src="x"/>',
    '<param name="foreground-color" value="#ff0000"/>',
    'begin="0s"',
    'end="2.5s"',
    '<meta name="a" content="b"/>',
  ],
  ...[
    '<seq>',
    '</seq>',
    '<switch>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&lt;',
    '<!DOCTYPE smil PUBLIC "-//W3C//DTD SMIL 1.0//EN" "x">',
    '<?xml version="1.0"?>',
  ],
];
const smil =
  '<smil><head><layout><root-layout width="128" height="128"/><region id="Image" left="0" top="0" width="128" height="96" fit="meet"/>' +
  '<region id="Text" left="0" top="96" width="128" height="32"/></layout></head><body><par dur="5000ms"><img src="a.gif" region="Image"/>' +
  '<text src="cid:t" region="Text"><param name="foreground-color" value="#000000"/></text></par></body></smil>';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const tune = parseRtttl('A:d=32,o=5,b=240:c,p');
const gif = Uint8Array.from(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
const samples = Uint8Array.from({ length: 16 * 12 * 3 }, (_, i) => (i * 7) & 0xff);
const raster = { widthPx: 16, heightPx: 12, channels: 3, samples } as const;
const bmp = { header: 40, widthPx: 6, heightPx: 3, pixels: Array.from({ length: 18 }, (_, i) => (i >> 2) % 3) };
const palette = [0xff0000, 0x00ff00, 0x0000ff];
const bmps = [
  buildBmp({ ...bmp, depth: 2, palette }),
  buildBmp({ ...bmp, header: 12, depth: 4, palette }),
  buildBmp({ ...bmp, depth: 4, palette, hasRuns: true }),
  buildBmp({ ...bmp, header: 64, depth: 8, palette, hasRuns: true }),
  buildBmp({ ...bmp, header: 44, depth: 24, hasRuns: true }),
  buildBmp({ ...bmp, depth: 16, masks: [0xf800, 0x7e0, 0x1f, 0], isTopDown: true }),
  buildBmp({ ...bmp, header: 124, depth: 32, masks: [0x3ff00000, 0xffc00, 0x3ff, 0xc0000000] }),
];
const message = {
  type: 'M-Retrieve.conf',
  mmsVersion: '1.0',
  date: new Date('2026-11-21T18:30:00Z'),
  from: '+447700900123/TYPE=PLMN',
  subject: 'Grüße',
  contentType: 'application/vnd.wap.multipart.related',
  start: 'smil',
  parts: [
    { name: 'smil', contentType: 'application/smil', contentId: 'smil', data: new TextEncoder().encode(smil) },
    { name: 'a.gif', contentType: 'image/gif', contentLocation: 'a.gif', data: gif },
    { name: 't', contentType: 'text/plain', charset: 'utf-8', contentId: 't', data: new TextEncoder().encode('Hallo Jürgen') },
  ],
} as unknown as mms.MRetrieveConf;

/** What begins as a PDU, and goes on with any octets. */
const likeMms = fc
  .tuple(fc.constantFrom('', '8c80', '8c84', '8c82', '98008c80'), fc.uint8Array({ maxLength: 120 }))
  .map(([start, rest]) => Uint8Array.of(...hex(start), ...rest));

/** A number, a mail address, or any text that does not end as one with a type does. */
const addressValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('+447700900123', '7000', 'a/b', 'Jo <user@example.com>'),
  fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/\/type=\w+$/i.test(text)),
);

/** A box of an MP4 file, and clips of a frame, five seconds and a tune. */
const box = (type: string, ...content: readonly number[]) => [0, 0, 0, 8 + content.length, ...latin1(type), ...content];
const clips = () => [
  Uint8Array.of(...latin1('#!AMR\n'), 0x3c, ...new Uint8Array(31)),
  Uint8Array.from([
    ...box('ftyp', ...latin1('3gp4'), 0, 0, 0, 0),
    ...box('moov', ...box('mvhd', ...new Uint8Array(12), 0, 0, 0x03, 0xe8, 0, 0, 0x13, 0x88)),
  ]),
  encodeMidi(tune),
  renderWav(tune, { sampleRate: 8_000 }),
];

const messages: readonly Target[] = [
  octetCodec(
    'mms.decodeMms',
    {
      read: mms.decodeMms,
      write: mms.encodeMms,
      outgrows: /^MMS\/X-Mms-Content-Location$/,
      values: pdus.pdu,
      inputs: likeMms,
      trace: readMms,
      essence: pdus.inFull,
      lenient: true,
    },
    { seeds: () => [mms.encodeMms(message)] },
  ),
  octetsTarget(
    'mms.resolveSlides',
    (octets) => {
      const outcome = outcomeOf(octets.length, () => mms.decodeMms(octets, { lenient: true }));
      const { value } = outcome;
      if (value === undefined || !('parts' in value) || value.parts === undefined) return { value: undefined };
      const read = value as mms.MRetrieveConf;
      const shown = mms.resolveSlides(read);
      return [
        outcome,
        shown.slides.length,
        // A message that was read without a recipient has no form to measure.
        outcomeOf(ANYWHERE, () => mms.findContentClass(value)),
        outcomeOf(ANYWHERE, () => mms.toRetrieveConf(read)),
        outcomeOf(ANYWHERE, () => mms.toSendReq(read, { transactionId: 't' })),
        outcomeOf(ANYWHERE, () => mms.buildNotification(read, { contentLocation: 'http://a/', transactionId: 't' } as never)),
        mms.safeNames(read.parts.map(({ name }) => name ?? '')).length,
        read.parts.map((part) => [mms.partText(part).length, mms.sniffMediaType(part.data), mms.clipMs(part.data)]),
      ];
    },
    {
      covers: ['mms.partText'],
      seeds: () => [mms.encodeMms(message), ...seedsFrom(pdus.pduOf('M-Retrieve.conf'), mms.encodeMms)],
    },
  ),
  textTarget('mms.parseManifest', (text) => outcomeOf(text.length, () => mms.parseManifest(text)), {
    words: ['\t', '\r\n', '#', 'image/gif', 'text/plain; charset=utf-8', '"', '='],
    seeds: () => ['a.gif=image/gif\r\nt.txt=text/plain\r\n'],
  }),
  textCodec(
    'mms.parseMmsAddress',
    {
      read: mms.parseMmsAddress,
      write: (address) => mms.formatMmsAddress(address),
      // An empty text is read as an empty address, which nobody writes.
      unwritable: /^address$/,
      values: fc.oneof(
        fc.record({ value: addressValue }),
        fc.record({ value: addressValue, type: fc.constantFrom('PLMN', 'IPv4', 'IPv6', 'X_1') }),
      ),
      inputs: madeOf(5, '+447700900123', 'a@example.com', '/TYPE=', '/type=', 'PLMN', 'IPv4', '/', ' '),
    },
    { seeds: () => ['+447700900123/TYPE=PLMN', 'a@example.com', '10.0.0.1/TYPE=IPv4', '::1/TYPE=IPv6'] },
  ),
  textCodec(
    'mms.parseSmil',
    {
      read: (xml, options) => mms.parseSmil(xml, options),
      values: presentation,
      writers: [(one) => mms.formatSmil(one)],
      lenient: true,
    },
    { words: SMIL_WORDS, seeds: () => [smil] },
  ),
  octetsTarget(
    'mms.sniffMediaType',
    (octets) => [
      { value: mms.sniffMediaType(octets) },
      mms.signatureType(octets),
      mms.clipMs(octets),
      ['image/gif', 'image/jpeg', 'image/png', 'image/vnd.wap.wbmp'].map((type) => mms.pictureSize(octets, type)),
    ],
    { covers: ['mms.pictureSize', 'mms.clipMs', 'mms.signatureType'], seeds: () => [...pictures(), ...clips()] },
  ),
  textTarget(
    'mms.plainType',
    (text) => [
      { value: mms.classifyMedia(text) },
      mms.plainType(text),
      mms.extensionsOfType(text),
      mms.mediaTypeOfName(text),
      mms.safeNames(text.split(',')),
    ],
    {
      covers: ['mms.mediaTypeOfName', 'mms.safeNames'],
      seeds: () => ['application/smil', 'image/vnd.wap.wbmp; name=a', 'Text/Plain;charset=utf-8', 'audio/x-amr', 'a.gif,a.gif'],
    },
  ),
];

/** What a message is composed of. */
const archive = mms.writeStoredZip([
  { name: 'message.smil', data: new TextEncoder().encode(smil.replace('cid:t', 't.txt')) },
  { name: 'a.gif', data: gif },
  { name: 't.txt', data: new TextEncoder().encode('Hallo') },
]);

const archives: readonly Target[] = [
  octetsTarget(
    'mms.readZip',
    async (octets) => {
      const outcome = await awaitedOutcomeOf(octets.length, () => mms.readZip(octets));
      if (outcome.refusal === undefined) {
        const entries = outcome.value.map(({ name, data }) => ({ name, data }));
        const again = await mms.readZip(mms.writeStoredZip(entries));
        expectEqual(
          again.map(({ name, data }) => ({ name, data })),
          entries,
          'files that are written are read again',
        );
      }
      return outcome;
    },
    {
      words: ['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', 'PK\x06\x06', 'PK\x07\x08', '\x01\0', '../', 'a\0b'],
      seeds: () => [archive],
      repair: repairZip,
    },
  ),
  octetsTarget(
    'mms.composeMms',
    async (octets) => {
      const outcome = await awaitedOutcomeOf(ANYWHERE, () =>
        mms.composeMms(octets, { date: new Date(0), profile, unknownTypes: 'carry' }),
      );
      if (outcome.refusal === undefined) {
        const again = mms.decodeMms(mms.encodeMms(outcome.value));
        expectEqual(
          'parts' in again && again.parts?.length,
          outcome.value.parts.length,
          'a composed message has its parts when it is read',
        );
      }
      return outcome;
    },
    { seeds: () => [archive], repair: repairZip },
  ),
];

/** Files of every kind and form. */
const pictures = () => [
  ...[gif, encodePng(raster), encodeJpeg(raster), encodeJpeg(raster, { quality: 30 } as never), ...bmps],
  ...seedsFrom(plans, buildPng),
  ...seedsFrom(rasters, (one) => encodeJpeg(one), 4),
];

const images: readonly Target[] = [
  octetsTarget(
    'image.probe',
    (octets) => {
      const strict = outcomeOf(octets.length, () => probe(octets, { limits }));
      const lenient = outcomeOf(octets.length, () => probe(octets, { limits, lenient: true }));
      if (strict.refusal === undefined)
        expectEqual(lenient.value, strict.value, 'lenient reading gives another value than strict reading');
      return [strict, lenient, identifyImage(octets), identifyImage(octets, 'a.wbmp')];
    },
    { covers: ['image.identifyImage'], seeds: pictures, repair: repairPng },
  ),
  octetsTarget(
    'image.decodeImage',
    async (octets) => {
      const options = { limits, maxPixels: 100_000 } as object;
      const strict = await awaitedOutcomeOf(octets.length, () => decodeImage(octets, options));
      const lenient = await awaitedOutcomeOf(octets.length, () => decodeImage(octets, { ...options, lenient: true }));
      if (strict.refusal === undefined)
        expectEqual(lenient.value, strict.value, 'lenient reading gives another value than strict reading');
      return [strict, lenient];
    },
    {
      words: [
        'IHDR',
        'IDAT',
        'PLTE',
        'tRNS',
        'IEND',
        '\xff\xd8',
        '\xff\xc0',
        '\xff\xc2',
        '\xff\xc4',
        '\xff\xda',
        '\xff\xdb',
        '\xff\xdd',
        '\xff\xe1',
        '\xff\xd0',
        'GIF89a',
        '\x21\xf9\x04',
        '\x2c',
        'BM',
        '\x28\0\0\0',
        '\0\0',
        '\0\x01',
        '\0\x02\x01\x01',
      ],
      seeds: pictures,
      repair: repairPng,
    },
  ),
  octetsTarget(
    'image.repurpose',
    async (octets) => {
      const [first = 0] = octets;
      const format = ([undefined, 'jpeg', 'png', 'gif', 'wbmp', 'ota'] as const)[first % 6];
      return awaitedOutcomeOf(ANYWHERE, () =>
        repurpose(octets.subarray(1), profile, { limits, lenient: (first & 0x80) !== 0, format, allowUnknown: false }),
      );
    },
    {
      seeds: () =>
        [0, 1, 2, 3, 4, 5, 0x80].flatMap((first) =>
          [gif, encodePng(raster), encodeJpeg(raster), ...bmps].map((file) => Uint8Array.of(first, ...file)),
        ),
      repair: (octets) => Uint8Array.of(...octets.subarray(0, 1), ...repairPng(octets.subarray(1))),
    },
  ),
  octetsTarget(
    'image.repurposeAll',
    (octets) =>
      awaitedOutcomeOf(ANYWHERE, async () => {
        const budgets = [undefined, 2_000, 500].map((maxOctets) => ({ profile, options: { maxOctets } }));
        const outcomes = await repurposeAll(octets, budgets, { limits, allowUnknown: false });
        for (const outcome of outcomes) if (!outcome.ok) throw outcome.error;
        return outcomes;
      }),
    { seeds: () => [gif, encodePng(raster), encodeJpeg(raster), ...bmps], repair: repairPng },
  ),
];

export const MULTIMEDIA: readonly Target[] = [...messages, ...archives, ...images];
