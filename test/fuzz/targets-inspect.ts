/** What takes any octets at all: recognising and showing; the profiles of handsets; what the command line and the page read. */

import smpp from 'smpp';
import type { Field } from '../../src/bytes/index.js';
import { fromHex, toHex } from '../../src/bytes/index.js';
import { encodeCapture, encodeMessageCapture } from '../../src/capture/index.js';
import { toKannelUrl, toSubmitSm } from '../../src/carrier/index.js';
import { openListing } from '../../src/cli/files/listing.js';
import { FileError, Session, UsageError } from '../../src/cli/io.js';
import { FORMATS, type Format, formatTree, identify, inspect, treeToJson, wbxmlToXml } from '../../src/inspect/index.js';
import { parseFragment } from '../../src/playground/inspect/link.js';
import { findHandset, handsets, parseHandset, parseProfile, searchHandsets } from '../../src/profile/index.js';
import { parseRtttl, renderWav } from '../../src/ringtone/index.js';
import { describeAnswer, listPayloads } from '../../src/show/answer.js';
import { identifyOne, openOne } from '../../src/show/readings.js';
import { exhibit } from '../../src/show/report/exhibits.js';
import { encodeSubmit, submitText } from '../../src/sms/index.js';
import * as frames from '../support/captures.js';
import { parseXmlTree } from '../support/xml-trees.js';
import { repairPng, repairZip } from './repair.js';
import { octetsOf } from './seeds.js';
import {
  ANYWHERE,
  expectEqual,
  type Input,
  type Outcome,
  octetsTarget,
  outcomeOf,
  type Ran,
  requireTiling,
  type Target,
  textTarget,
} from './target.js';
import { ARCHIVES } from './targets-archive.js';
import { DOCUMENTS } from './targets-documents.js';
import { MULTIMEDIA } from './targets-multimedia.js';
import { SIM } from './targets-sim.js';
import { TEXTS } from './targets-texts.js';
import { TUNES } from './targets-tunes.js';

/** Trees of more fields are not written out: they are bounded, and only slow. */
const limits = { inspectFields: 20_000 };

function show(octets: Uint8Array, as: Format | undefined, direction: 'MO' | 'MT' | undefined): Ran {
  const outcome = outcomeOf(octets.length, () => inspect(octets, { as, direction, limits }));
  const tree = outcome.value;
  if (tree === undefined) return outcome;
  requireTiling(tree, octets.length);
  formatTree(tree);
  JSON.stringify(treeToJson(tree));
  return faultless(tree);
}

/** A tree of what was read without a fault; a warning deeper in it may be about the content. */
const faultless = (tree: Field): Outcome<Field | undefined> => ({
  value: tree.warnings === undefined && !holdsError(tree) ? tree : undefined,
});
const holdsError = ({ error, children }: Field): boolean => error !== undefined || children.some(holdsError);

/** A PDU as the package smpp writes it. */
function smppPdu(command: string, fields: Readonly<Record<string, unknown>>): Uint8Array {
  const pdu = new smpp.PDU(command, fields) as unknown as { toBuffer(): Buffer };
  return new Uint8Array(pdu.toBuffer());
}

const submits = submitText('Hello. '.repeat(30), { to: '447700900123' });
const kannel = { baseUrl: 'http://127.0.0.1:13013/cgi-bin/sendsms', username: 'me', password: 'secret' };

/** A page of WML, mail that is there, settings of two makers, and a synchronisation with what the device says of itself. */
const WBXML = [
  '010a6a026e007fe75503610036035400016003486920004080000026010101',
  '030d6a008507037573657240776170666f72756d008805c306200204160640 01',
  '030b6a05415050310045c60001550187360000060377320001871006ab01870606830001 0101',
  '01016a0045c6060187124501871311033132332e33342e362e37000101860711036800010 1',
  '02000 06a1e2d2f2f53594e434d4c2f2f4454442053796e634d4c20312e312f2f454e006d6b604b03310001 5a00014c0339000101000012014fc30d039f546a004a5103 4d65000101 01010101',
  '03106a00494bc302021301 51c3061f4672da0d5a0161800b0101',
].map((digits) => fromHex(digits.replaceAll(' ', '')));

/** A text in two parts on the radio and in a link type for users, a message of SMPP, and one of MAP. */
const TRAFFIC = (['network', 'user'] as const).map((link) =>
  encodeMessageCapture(
    [
      ...submits.map((submit) => ({ format: 'tpdu-mo' as const, octets: encodeSubmit(submit) })),
      { format: 'smpp', octets: smppPdu('enquire_link', {}) },
    ],
    { link },
  ),
);
const ENDS = { from: 1, to: 2, fromPort: 2905, toPort: 2905 };
TRAFFIC.push(
  encodeCapture({
    format: 'pcap',
    packets: submits.map((submit, tsn) => ({
      linkType: 1,
      octets: frames.ethernet(
        frames.ipv4(
          132,
          frames.sctp([{ tsn, payload: frames.m3ua(frames.udt(frames.forwardSm(encodeSubmit(submit), 'MO'))) }], ENDS),
          ENDS,
        ),
      ),
    })),
  }),
);

/** The seeds of each format: those of the target that reads nothing else, or some of its own. For the others the fixtures do. */
const SEEDS: Partial<Record<Format, string | readonly Input[]>> = {
  'tpdu-mo': 'sms.decodeTpdu MO',
  'tpdu-mt': 'sms.decodeTpdu MT',
  'pdu-mo': 'sms.decodeTpdu MO behind a service centre',
  'pdu-mt': 'sms.decodeTpdu MT behind a service centre',
  rp: 'sms.decodeRp',
  cp: 'sms.decodeCp',
  sip: [
    'MESSAGE sip:a@b SIP/2.0\r\nVia: SIP/2.0/UDP c\r\n ;branch=1\r\nc: application/vnd.3gpp.sms\r\nl: 8\r\n\r\n0201 41020000',
    'MESSAGE tel:+447700900123 SIP/2.0\nContent-Type: text/plain\n\nHello',
  ],
  'sim-sms': 'sim.decodeSimSms',
  'sim-adn': 'sim.decodeAdn',
  'sim-smsp': 'sim.decodeSmsParameters',
  'sim-ext1': 'sim.decodeExt1',
  'sim-envelope': 'sim.decodeEnvelope',
  cbs: 'cbs.decodeCbs',
  ussd: 'cbs.decodeUssdArgument',
  udh: 'sms.decodeUdh',
  'nokia-ringtone': 'ringtone.decodeNokiaRingtone',
  'ota-bitmap': 'bitmap.decodeOtaBitmap continuous',
  'operator-logo': 'bitmap.decodeOperatorLogo continuous',
  'picture-message': 'bitmap.decodePictureMessage',
  wbmp: 'bitmap.decodeWbmp',
  nol: 'bitmap.decodeNol',
  ngg: 'bitmap.decodeNgg',
  nlm: 'bitmap.decodeNlm',
  npm: 'bitmap.decodeNpm',
  bmp: 'bitmap.decodeBmp',
  midi: 'ringtone.decodeMidi',
  seo: 'sms.decodeSeo',
  rtttl: ['Tune:d=4,o=5,b=125,s=S,l=2:c,8e,g.,p,32c6,16p,a#4.'],
  imelody: 'ringtone.parseImelody',
  emelody: 'ringtone.parseEmelody',
  motorola: 'ringtone.parseMotorola steps',
  'flipper-music': 'ringtone.parseFlipperMusic',
  'arduino-melody': 'ringtone.parseArduinoTable',
  'bluejay-melody': 'ringtone.decodeBluejayMelody bluejay',
  'any-rtttl': 'ringtone.decodeAnyRtttl 16 bits',
  'wsp-push': 'push.decodePush',
  wbxml: 'push.decodeWbxml',
  'push-xml': 'push.parsePushXml',
  mms: 'mms.decodeMms',
  smil: 'mms.parseSmil',
  zip: 'mms.readZip',
  capture: TRAFFIC,
  vmg: 'archive.parseVmg',
  'sms-backup-restore': 'archive.parseSmsBackupRestore',
  'gammu-backup': 'archive.parseGammuBackup',
  'sms-ie': 'archive.parseSmsIe',
  eml: 'archive.decodeEml',
  vcard: 'vobject.parseVCard',
  vcalendar: 'vobject.parseVCalendar',
  sckl: 'sms.parseSckl',
  png: 'image.decodeImage',
  jpeg: 'image.decodeImage',
  gif: 'image.decodeImage',
  form: 'carrier.parseGatewayForm',
  soap: 'protocol.soap.parseCall',
  xml: 'protocol.soap.parseCall',
  html: ['<html><body><p>Hello &amp; goodbye<br></body></html>'],
  hex: submitText('Hello', { to: '447700900123' }).map((submit) => toHex(encodeSubmit(submit))),
  base64: ['BgUEC4Qj8A=='],
  text: ['Hello'],
  json: 'gateway.parseJson',
  at: 'carrier.parseAtCommands',
  log: [submits.map((submit) => `2026-11-21 18:30:00 [7] DEBUG: PDU: 00${toHex(encodeSubmit(submit))}\n`).join('')],
  wav: [renderWav(parseRtttl('A:d=32,o=5,b=240:c,p'), { sampleRate: 8_000 })],
  jad: [
    'MIDlet-1: Snake, /icon.png, com.example.Snake\r\nMIDlet-Jar-Size: 30720\r\nMIDlet-Jar-URL: http://example.com/snake.jar\r\n' +
      'MIDlet-Name: Snake\r\nMIDlet-Vendor: Example\r\nMIDlet-Version: 1.0\r\n',
  ],
  kannel: submits.map((submit) => `${toKannelUrl(submit, kannel)}\n`),
  smpp: [
    ...submits.map((submit) => {
      const fields = toSubmitSm(submit);
      return smppPdu('submit_sm', { ...fields, short_message: Buffer.from(fields.short_message) });
    }),
    smppPdu('bind_transceiver', { system_id: 'me', password: 'secret', interface_version: 0x34, addr_npi: 1 }),
    smppPdu('deliver_sm', {
      source_addr: '4477',
      esm_class: 4,
      short_message: 'id:1 sub:001 dlvrd:001 submit date:2611211830 done date:2611211831 stat:DELIVRD err:000 text:',
      receipted_message_id: '1',
      message_state: 2,
    }),
  ],
  'smpp-json': [
    JSON.stringify(
      submits.map((submit) => toSubmitSm(submit)).map((fields) => ({ ...fields, short_message: toHex(fields.short_message) })),
    ),
  ],
};

const OTHERS: readonly Target[] = [...ARCHIVES, ...TEXTS, ...SIM, ...TUNES, ...DOCUMENTS, ...MULTIMEDIA];

function seedsOf(as: Format): Uint8Array[] {
  const seeds = SEEDS[as] ?? [];
  return (typeof seeds === 'string' ? (OTHERS.find(({ name }) => name === seeds) as Target).seeds() : seeds).map(octetsOf);
}

/** Some of every format. */
const someOfEach = () => FORMATS.flatMap((as) => seedsOf(as).slice(0, 3));

const shown: readonly Target[] = [
  octetsTarget(
    'inspect.wbxmlToXml',
    (octets) => {
      const strict = outcomeOf(octets.length, () => wbxmlToXml(octets));
      const lenient = outcomeOf(octets.length, () => wbxmlToXml(octets, { lenient: true }));
      if (strict.refusal === undefined) expectEqual(lenient.value, strict.value, 'the XML of a document without faults');
      if (lenient.refusal === undefined) parseXmlTree(lenient.value);
      return strict;
    },
    { seeds: () => WBXML },
  ),
  octetsTarget('inspect.identify', (octets) => outcomeOf(octets.length, () => identify(octets)[0]), { seeds: someOfEach }),
  octetsTarget('inspect.inspect', (octets) => show(octets, undefined, undefined), { seeds: someOfEach }),
  ...(['MO', 'MT'] as const).map((direction) =>
    octetsTarget(`inspect.inspect ${direction}`, (octets) => show(octets, undefined, direction), {
      seeds: () => seedsOf(direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt'),
    }),
  ),
  ...FORMATS.map((as) =>
    octetsTarget(`inspect.inspect as ${as}`, (octets) => show(octets, as, undefined), {
      seeds: () => seedsOf(as),
      ...(as === 'png' && { repair: repairPng }),
      ...(as === 'zip' && { repair: repairZip }),
    }),
  ),
];

const profiles: readonly Target[] = [
  textTarget(
    'profile.parseProfile',
    (text) => {
      const outcome = outcomeOf(ANYWHERE, () => parseProfile(text));
      if (outcome.refusal === undefined)
        expectEqual(parseProfile(JSON.stringify(outcome.value)), outcome.value, 'a profile comes back');
      return outcome;
    },
    {
      words: [
        '"',
        '{',
        '}',
        ':',
        'null',
        '[]',
        '"screen"',
        '"images"',
        '"mms"',
        '"sms"',
        '"push"',
        '"__proto__"',
        '1e999',
        '-1',
      ],
      seeds: () =>
        handsets()
          .slice(0, 12)
          .map((profile) => JSON.stringify(profile)),
    },
  ),
  textTarget(
    'profile.parseHandset',
    (text) => [
      { value: parseHandset(text)?.make },
      findHandset({ userAgent: text })?.make,
      findHandset({ uaProf: text })?.make,
      findHandset({ make: text, model: text })?.make,
    ],
    {
      covers: ['profile.findHandset'],
      words: [
        'Nokia',
        '6230',
        'SonyEricsson',
        'K750i',
        'Mozilla/4.0',
        'Profile/MIDP-2.0',
        'UP.Browser/',
        'http://nds1.nds.nokia.com/uaprof/N6230r200.xml',
        '/',
        ';',
      ],
      seeds: () => [
        'Nokia 6230',
        'Nokia6230/2.0 (03.15) Profile/MIDP-2.0',
        'SonyEricssonK750i/R1CA Browser/SEMC-Browser/4.2',
        'SEC-SGHE700 UP.Browser/6.1',
      ],
    },
  ),
  textTarget('profile.searchHandsets', (text) => ({ value: searchHandsets(text, 5)[0] }), {
    seeds: () => ['nokia 62', 'sony ericsson k'],
  }),
];

const session = () => new Session({ stdin: async function* () {}, stdout: () => {}, stderr: () => {} } as never);

const others: readonly Target[] = [
  octetsTarget(
    'cli.openListing',
    (octets) => {
      const read = (isLenient: boolean) =>
        outcomeOf(ANYWHERE, () => openListing(session(), 'a.txt', octets, isLenient), [FileError, UsageError]);
      return [read(false), read(true)];
    },
    { seeds: () => [...seedsOf('tpdu-mo').map(toHex), ...seedsOf('at')].map(octetsOf) },
  ),
  octetsTarget(
    'cli.openOne',
    (octets) => {
      const opened = outcomeOf(octets.length, () => openOne(octets, { limits }));
      const identified = outcomeOf(octets.length, () => identifyOne(octets));
      return opened.value === undefined ? opened : [faultless(opened.value.tree), identified];
    },
    { seeds: someOfEach },
  ),
  octetsTarget(
    'cli.exhibit',
    (octets) =>
      outcomeOf(octets.length, () => {
        const opened = openOne(octets, { limits });
        return exhibit(identify(opened.octets)[0]?.format, opened.octets, opened.tree).exhibits[0];
      }),
    { seeds: someOfEach },
  ),
  octetsTarget(
    'show.describeAnswer',
    (octets) =>
      outcomeOf(octets.length, () => {
        const readings = identify(octets);
        const [best] = readings;
        const payload = { octets, format: best?.format, field: inspect(octets, { limits }) };
        return [describeAnswer(payload, best?.reason), ...listPayloads(payload, 10).map((found) => describeAnswer(found))];
      }),
    { covers: ['show.listPayloads', 'show.findCarried'], seeds: someOfEach },
  ),
  textTarget('playground.parseFragment', (text) => outcomeOf(text.length, () => parseFragment(text)), {
    words: ['#', '=', '&', 'tab=', 'inspect', 'hex=', 'text=', '%', '+'],
    seeds: () => ['#inspect/BgUEC4Qj8A', '#inspect/BgUEC4Qj8A?as=udh&direction=MO'],
  }),
];

export const INSPECT: readonly Target[] = [...shown, ...profiles, ...others];
