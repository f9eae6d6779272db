/**
 * All families: those written for a format, and for every target of the fuzzing some that need no knowledge of it. The limits are the defaults: what
 * they cut off cannot grow.
 */
import type { ArchiveFormat } from '../../src/archive/index.js';
import { decodeMultipartMessage, decodePictureMessage, parseOtaHex } from '../../src/bitmap/index.js';
import { encodeUtf8 } from '../../src/bytes/index.js';
import { parseJson } from '../../src/bytes/json.js';
import { DEFAULT_LIMITS } from '../../src/errors.js';
import { descriptorOf } from '../../src/gateway/hosted/jad.js';
import { readProvisioning } from '../../src/gateway/index.js';
import { decodeImage, encodeJpeg, encodePng, probe } from '../../src/image/index.js';
import { identify, inspect, wbxmlToXml } from '../../src/inspect/index.js';
import { openPayloads } from '../../src/inspect/inspect.js';
import { LogReader } from '../../src/inspect/log.js';
import {
  decodeMms,
  encodeMms,
  parseManifest,
  parseSmil,
  readZip,
  resolveSlides,
  safeNames,
  writeStoredZip,
} from '../../src/mms/index.js';
import { readUnsolicited } from '../../src/modem/unsolicited.js';
import * as protocol from '../../src/protocol/index.js';
import * as push from '../../src/push/index.js';
import * as ringtone from '../../src/ringtone/index.js';
import { Reassembler } from '../../src/sms/index.js';
import { segmentText, transliterate } from '../../src/text/index.js';
import * as vobject from '../../src/vobject/index.js';
import { TARGETS } from '../fuzz/targets.js';
import { multiByte } from '../support/wbxml-documents.js';
import { LIMIT_FAMILIES } from './families-limits.js';
import { type Family, family, MOST, numbered, octetsOf, repeated, repeatedOctets } from './family.js';

const L = DEFAULT_LIMITS;

// ---- texts and messages ----

const texts = (): Family[] => [
  family('text.segmentText, GSM characters', (text: string) => segmentText(text), repeated('Hello {world} '), 30_000),
  family('text.segmentText, combining marks', (text: string) => segmentText(text), repeated('e\u0301\u0300'), 15_000),
  family('text.segmentText, one grapheme', (text: string) => segmentText(text), repeated('\u0301', 'e'), 15_000),
  family('text.transliterate, letters with marks', (text: string) => transliterate(text), repeated('Příliš žluťoučký ')),
  family('text.transliterate, marks alone', (text: string) => transliterate(text), repeated('\u0301', 'e')),
  family(
    'sms.Reassembler, messages that never end',
    (froms: string) => {
      const reassembler = new Reassembler();
      for (let i = 0; i < froms.length; i++) {
        reassembler.add(
          { udh: [{ kind: 'concat8', reference: 1, total: 2, sequence: 1 }], text: 'a' },
          { from: String(i), at: 0 },
        );
      }
    },
    repeated('a'),
    65_536,
  ),
];

// ---- tunes and pictures ----

const IMELODY = ['BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\nMELODY:', '\r\nEND:IMELODY\r\n'] as const;
const midi =
  (track: readonly number[], piece: readonly number[], end: readonly number[] = [0, 0xff, 0x2f, 0]) =>
  (size: number) => {
    const events = repeatedOctets(piece, track, end)(size - 22);
    const { length } = events;
    const head = [
      0x4d,
      0x54,
      0x68,
      0x64,
      0,
      0,
      0,
      6,
      0,
      0,
      0,
      1,
      0,
      96,
      0x4d,
      0x54,
      0x72,
      0x6b,
      length >>> 24,
      length >>> 16,
      length >>> 8,
      length,
    ];
    return Uint8Array.from([...head.map((octet) => octet & 0xff), ...events]);
  };
const tracks = (size: number) => {
  const track = [0x4d, 0x54, 0x72, 0x6b, 0, 0, 0, 11, 0, 0x90, 60, 64, 96, 60, 0, 0, 0xff, 0x2f, 0];
  const count = Math.min(65_535, Math.floor(size / track.length));
  return repeatedOctets(track, [0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 1, count >> 8, count & 0xff, 0, 96])(
    14 + count * track.length,
  );
};
const readMidi = (octets: Uint8Array) => ringtone.decodeMidi(octets, { lenient: true });
const lenientRtttl = (text: string) => ringtone.parseRtttl(text, { lenient: true });
const lint = (text: string) => ringtone.applyFixes(text, ringtone.lintRtttl(text).issues);
const tuneOf = (text: string) => ringtone.parseRtttl(text);
const surplus = [0, 0, 7, ...Array(7).fill(0x41)];

const tunes = (): Family[] => [
  family('ringtone.parseRtttl, notes', tuneOf, repeated('8c#6,', 'x:d=4,o=5,b=63:', 'c'), L.tuneCharacters),
  family('ringtone.parseRtttl, title', tuneOf, repeated('x', '', ':d=4,o=5,b=63:c'), L.tuneCharacters),
  family('ringtone.parseRtttl, defaults', lenientRtttl, repeated('d=4,', 'x:', 'b=63:c'), L.tuneCharacters),
  family('ringtone.parseRtttl, blanks', tuneOf, repeated(' ', 'x:d=4,o=5,b=63:c,', 'c'), L.tuneCharacters),
  family('ringtone.parseRtttl lenient, junk', lenientRtttl, repeated('?,', 'x:d=4,o=5,b=63:c,', 'c'), L.tuneCharacters),
  family('ringtone.parseRtttl lenient, digits', lenientRtttl, repeated('9', 'x:d=4,o=5,b=63:', 'c'), L.tuneCharacters),
  family('ringtone.lintRtttl, issues to mend', lint, repeated('c4 , ', 'x:d=4,o=5,b=63:', 'c'), L.tuneCharacters),
  family('ringtone.lintRtttl, the same sign', lint, repeated(':', 'x:d=4,o=5,b=63', 'c'), L.tuneCharacters),
  family('ringtone.parseImelody, notes', ringtone.parseImelody, repeated('*4c3', ...IMELODY), L.tuneCharacters),
  family('ringtone.parseImelody, repeats', ringtone.parseImelody, repeated('(c3d3@2)', ...IMELODY), 40_000),
  family(
    'ringtone.parseImelody lenient, open brackets',
    (text: string) => ringtone.parseImelody(text, { lenient: true }),
    repeated('(', ...IMELODY),
    L.tuneCharacters,
  ),
  family('ringtone.parseImelody, folded lines', ringtone.parseImelody, repeated('c3\r\n ', ...IMELODY), L.tuneCharacters),
  family(
    'ringtone.parseImelody lenient, lines',
    (text: string) => ringtone.parseImelody(text, { lenient: true }),
    repeated('NAME:x\r\n', 'BEGIN:IMELODY\r\n', 'MELODY:c3'),
    L.tuneCharacters,
  ),
  family(
    'ringtone.parseEmelody lenient, notes',
    (text: string) => ringtone.parseEmelody(text, { lenient: true }),
    repeated('cp+d(', 'BEGIN:EMELODY\r\nMELODY:', '\r\nEND:EMELODY'),
    L.tuneCharacters,
  ),
  family(
    'ringtone.parseMotorola lenient, notes',
    (text: string) => ringtone.parseMotorola(text, { lenient: true }),
    repeated('C4&', 'L35&7&', '&&&9'),
    L.tuneCharacters,
  ),
  family('ringtone.decodeMidi, notes', readMidi, midi([], [0, 0x90, 60, 64, 24, 60, 0]), 98_304),
  family('ringtone.decodeMidi, notes that never end', readMidi, midi([], [1, 0x90, 60, 64, 0, 61, 64, 0, 62, 64]), 98_304),
  family('ringtone.decodeMidi, tempos', readMidi, midi([], [1, 0xff, 0x51, 3, 7, 0xa1, 0x20]), MOST),
  family('ringtone.decodeMidi, texts', readMidi, midi([], [0, 0xff, 1, 1, 0x41]), MOST),
  family('ringtone.decodeMidi, tracks', readMidi, tracks, MOST),
  family(
    'ringtone.fitTune, notes',
    (text: string) => ringtone.fitTune(tuneOf(text), { form: 'nokia', maxSegments: 1 }),
    repeated('8c#6,', 'x:d=4,o=5,b=63:', 'c'),
    65_000,
  ),
  family(
    'ringtone.encodeNokiaRingtone with patterns, notes that repeat',
    (text: string) => ringtone.encodeNokiaRingtone(tuneOf(text), { patterns: 'repeat' }),
    repeated('c,d,e,8f#,', 'x:d=4,o=5,b=63:', 'c'),
    2_000,
  ),
  family(
    'bitmap.parseOtaHex lenient, blanks',
    (text: string) => parseOtaHex(text, { lenient: true }),
    repeated(' ', '00480E01', '00'.repeat(126)),
  ),
  family(
    'bitmap.decodeMultipartMessage, items',
    (octets: Uint8Array) => decodeMultipartMessage(octets, { lenient: true }),
    repeatedOctets(surplus, [0x30]),
  ),
  family(
    'bitmap.decodePictureMessage lenient, surplus items',
    (octets: Uint8Array) => decodePictureMessage(octets, { lenient: true, onIssue: () => {} }),
    repeatedOctets(surplus, [0x30]),
  ),
];

// ---- documents ----

const CARD = ['BEGIN:VCARD\r\nVERSION:2.1\r\n', 'END:VCARD\r\n'] as const;
const CARD3 = ['BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nN:A\r\n', 'END:VCARD\r\n'] as const;
const CALENDAR = ['BEGIN:VCALENDAR\r\nVERSION:2.0\r\n', 'END:VCALENDAR\r\n'] as const;
const EVENT = [
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDTSTART:20260702T100000Z\r\n',
  '\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
] as const;
const ZONE =
  'BEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0000\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n';
const card = (text: string) => vobject.parseVCard(text, { lenient: true });
const cards = (text: string) => vobject.parseVCards(text, { lenient: true });
const calendar = (text: string) => vobject.parseVCalendar(text, { lenient: true });
const year = (i: number) => String(1 + (i % 9_998)).padStart(4, '0');

const objects = (): Family[] => [
  family('vobject.parseVCard, properties', card, repeated('TEL;CELL:+44 7700 900123\r\n', ...CARD)),
  family(
    'vobject.parseVCard, properties nobody knows',
    card,
    numbered((i) => `X-P${i}:value\r\n`, ...CARD),
  ),
  family('vobject.parseVCard, parameters', card, repeated(';X=y', 'BEGIN:VCARD\r\nVERSION:3.0\r\nTEL', ':1\r\nEND:VCARD\r\n')),
  family(
    'vobject.parseVCard, types',
    card,
    repeated('HOME,', 'BEGIN:VCARD\r\nVERSION:3.0\r\nTEL;TYPE=', 'CELL:1\r\nEND:VCARD\r\n'),
  ),
  family(
    'vobject.parseVCard, quotation marks',
    card,
    repeated('"', 'BEGIN:VCARD\r\nVERSION:3.0\r\nTEL;X=', ':1\r\nEND:VCARD\r\n'),
  ),
  family(
    'vobject.parseVCard, folds',
    card,
    repeated('x\r\n ', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nNOTE:', '\r\nEND:VCARD\r\n'),
  ),
  family(
    'vobject.parseVCard, soft breaks',
    card,
    repeated('=C3=BC=\r\n', 'BEGIN:VCARD\r\nVERSION:2.1\r\nNOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:', '\r\nEND:VCARD\r\n'),
  ),
  family(
    'vobject.parseVCard, escapes',
    card,
    repeated('\\n\\,\\;', 'BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:', '\r\nEND:VCARD\r\n'),
  ),
  family('vobject.parseVCard, backslashes', card, repeated('\\', 'BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:', '\r\nEND:VCARD\r\n')),
  family('vobject.parseVCard, parts of a name', card, repeated('a;', 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:', '\r\nEND:VCARD\r\n')),
  family(
    'vobject.parseVCard, BASE64 lines',
    card,
    repeated('QUJDREVG\r\n ', 'BEGIN:VCARD\r\nVERSION:2.1\r\nPHOTO;ENCODING=BASE64;GIF:\r\n ', '\r\n\r\nEND:VCARD\r\n'),
  ),
  family('vobject.parseVCard, blanks', card, repeated(' ', 'BEGIN:VCARD\r\nVERSION:2.1\r\nNOTE:a', 'b\r\nEND:VCARD\r\n')),
  family('vobject.parseVCard, blank lines', card, repeated('\r\n', ...CARD)),
  family('vobject.parseVCard, lone carriage returns', card, repeated('\r', ...CARD3)),
  family('vobject.parseVCards, cards', cards, repeated('BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe;Jane\r\nTEL:1\r\nEND:VCARD\r\n')),
  family('vobject.parseVCards, agents', cards, repeated('AGENT:\r\nBEGIN:VCARD\r\nN:B\r\nEND:VCARD\r\n', ...CARD)),
  family(
    'vobject.parseVCalendar, events',
    calendar,
    repeated('BEGIN:VEVENT\r\nSUMMARY:x\r\nDTSTART:20260702T100000Z\r\nEND:VEVENT\r\n', ...CALENDAR),
  ),
  family(
    'vobject.parseVCalendar, events in one zone',
    calendar,
    numbered((i) => `BEGIN:VEVENT\r\nDTSTART;TZID=Z:${year(i)}0702T100000\r\nEND:VEVENT\r\n`, CALENDAR[0] + ZONE, CALENDAR[1]),
  ),
  family(
    'vobject.parseVCalendar, zones and events',
    calendar,
    numbered(
      (i) => `${ZONE.replace('TZID:Z', `TZID:Z${i}`)}BEGIN:VEVENT\r\nDTSTART;TZID=Z${i}:20260702T100000\r\nEND:VEVENT\r\n`,
      ...CALENDAR,
    ),
  ),
  family(
    'vobject.parseVCalendar, dates in one zone',
    calendar,
    numbered(
      (i) => `${year(i)}0702T100000,`,
      `${CALENDAR[0]}${ZONE}BEGIN:VEVENT\r\nDTSTART;TZID=Z:20260702T100000\r\nEXDATE;TZID=Z:`,
      `20260702T100000\r\nEND:VEVENT\r\n${CALENDAR[1]}`,
    ),
    131_072,
  ),
  family(
    'vobject.parseVCalendar, dates in a zone of the platform',
    calendar,
    numbered(
      (i) => `${year(i)}0702T100000,`,
      `${CALENDAR[0]}BEGIN:VEVENT\r\nDTSTART;TZID=Europe/London:20260702T100000\r\nEXDATE;TZID=Europe/London:`,
      `20260702T100000\r\nEND:VEVENT\r\n${CALENDAR[1]}`,
    ),
    65_536,
  ),
  family(
    'vobject.parseVCalendar, change-overs of a zone',
    calendar,
    numbered(
      (i) => `${year(i)}0702T100000,`,
      `${CALENDAR[0]}${ZONE.replace('RRULE', 'RDATE:20260101T000000,')}`.replace(
        ':FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n',
        '',
      ),
      `20260702T100000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Z:20260702T100000\r\nEND:VEVENT\r\n${CALENDAR[1]}`,
    ),
  ),
  family(
    'vobject.parseVCalendar, alarms',
    calendar,
    repeated('BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nACTION:AUDIO\r\nEND:VALARM\r\n', ...EVENT),
  ),
  family(
    'vobject.parseVCalendar, components inside of each other',
    calendar,
    repeated(`${'BEGIN:X\r\n'.repeat(6)}${'END:X\r\n'.repeat(6)}`, ...CALENDAR),
  ),
  family('vobject.parseVCalendar, categories', calendar, repeated('a,', `${EVENT[0]}CATEGORIES:`, EVENT[1])),
  family(
    'vobject.parseVCalendar, days of a rule',
    calendar,
    repeated('MO,', `${EVENT[0]}RRULE:FREQ=WEEKLY;BYDAY=`, `TU${EVENT[1]}`),
  ),
  family(
    'vobject.parseVCalendar, an old rule',
    calendar,
    repeated(
      ' 1+ 2- SU MO',
      'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nDTSTART:20260702T100000Z\r\nRRULE:MP1',
      EVENT[1],
    ),
  ),
  family('vobject.parseVCalendar, digits of a duration', calendar, repeated('9', `${EVENT[0]}DURATION:PT`, `M${EVENT[1]}`)),
];

const SI_XML = ['<?xml version="1.0"?><si><indication href="http://a/">', '</indication></si>'] as const;
const xml = push.parsePushXml;
const pap = (body: string) => push.parsePap({ contentType: 'multipart/related; boundary=b; type="application/xml"', body });
const PAP = [
  '--b\r\nContent-Type: application/xml\r\n\r\n<pap><push-message push-id="p"><address address-value="WAPPUSH=4477/TYPE=PLMN@ppg"/></push-message></pap>\r\n',
  '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--\r\n',
] as const;

const pushes = (): Family[] => [
  family('push.parsePushXml, text', xml, repeated('x', ...SI_XML), 4_000),
  family('push.parsePushXml, references', xml, repeated('&amp;', ...SI_XML), 16_000),
  family('push.parsePushXml, comments', xml, repeated('<!-- x -->', ...SI_XML), L.pushXmlCharacters),
  family('push.parsePushXml, open comment', xml, repeated('-', `${SI_XML[0]}<!--`), L.pushXmlCharacters),
  family(
    'push.parsePushXml, attributes',
    xml,
    numbered((i) => ` a${i}="x"`, '<si', '/>'),
    L.pushXmlCharacters,
  ),
  family('push.parsePushXml, blanks', xml, repeated(' ', '<si', '/>'), L.pushXmlCharacters),
  family(
    'push.parsePap, lines like the boundary',
    pap,
    repeated('--bb\r\n', PAP[0] + PAP[1].replace('x\r\n--b--\r\n', ''), '--b--\r\n'),
  ),
  family('push.parsePap, hyphens', pap, repeated('-', PAP[0] + PAP[1].replace('x\r\n--b--\r\n', ''), '\r\n--b--\r\n')),
  family('push.parsePap, preamble', pap, repeated('\r\n', '', PAP[0] + PAP[1])),
  family('push.parsePap, headers', pap, repeated('X-A: b\r\n', `${PAP[0]}--b\r\n`, PAP[1].slice(5)), 8_192),
  family(
    'push.parsePap, addresses',
    pap,
    repeated(
      '<address address-value="WAPPUSH=4477/TYPE=PLMN@ppg"/>',
      PAP[0].replace('</push-message></pap>\r\n', ''),
      `</push-message></pap>\r\n${PAP[1]}`,
    ),
    50_000,
  ),
  family(
    'push.parsePapResponse, progress notes',
    push.parsePapResponse,
    repeated(
      '<progress-note stage="x"/>',
      '<pap><push-response push-id="p">',
      '<response-result code="1001"/></push-response></pap>',
    ),
    26_000,
  ),
  family(
    'push.decodePush, headers',
    (octets: Uint8Array) => push.decodePush(octets),
    (size: number) => {
      const headers = repeatedOctets([0x58, 0x41, 0, 0x62, 0])(size);
      const length = headers.length + 1;
      return Uint8Array.from([1, 6, 0x80 | (length >> 14), 0x80 | ((length >> 7) & 0x7f), length & 0x7f, 0xae, ...headers]);
    },
  ),
  family(
    'push.decodePush, parameters',
    (octets: Uint8Array) => push.decodePush(octets),
    (size: number) => {
      const parameters = repeatedOctets([0x58, 0, 0x62, 0])(Math.min(size, 16_000));
      const length = parameters.length + 1;
      return Uint8Array.from([
        1,
        6,
        0x80 | ((length + 4) >> 14),
        0x80 | (((length + 4) >> 7) & 0x7f),
        (length + 4) & 0x7f,
        0x1f,
        0x80 | (length >> 14),
        0x80 | ((length >> 7) & 0x7f),
        length & 0x7f,
        0xae,
        ...parameters,
      ]);
    },
    16_000,
  ),
  family(
    'push.decodeSi, pieces of text',
    (octets: Uint8Array) => push.decodeSi(octets),
    repeatedOctets([3, 0x61, 0], [2, 5, 0x6a, 0, 0x45, 0xc6, 0x0c, 3, 0x61, 0, 1], [1, 1]),
    8_000,
  ),
  family(
    'inspect.wbxmlToXml, attributes of an element that nobody knows',
    (octets: Uint8Array) => wbxmlToXml(octets),
    // Each by another name, or an element could not have them.
    (size: number) => {
      const count = Math.floor(size / 10);
      const table = Array.from({ length: count }, (_, i) =>
        [...`a${i.toString(36).padStart(4, '0')}\0`].map((c) => c.charCodeAt(0)),
      );
      const starts = Array.from({ length: count }, (_, i) => [4, ...multiByte(6 * i)]);
      return Uint8Array.from([3, 0xa3, 0x34, 0x6a, ...multiByte(6 * count), ...table.flat(), 0x85, ...starts.flat(), 1]);
    },
    64_000,
  ),
  family(
    'inspect.wbxmlToXml, documents inside of a document',
    (octets: Uint8Array) => wbxmlToXml(octets),
    repeatedOctets([0xc3, 5, 3, 0x0d, 0x6a, 0, 5], [3, 0x0b, 0x6a, 0, 0x45], [1]),
    64_000,
  ),
  family(
    'inspect.wbxmlToXml, strings without an end in documents inside of a document',
    (octets: Uint8Array) => wbxmlToXml(octets),
    repeatedOctets([0xc3, 9, 2, 5, 0x6a, 1, 0x41, 0x45, 3, 0x41, 0x41], [3, 0x21, 0x6a, 0, 0x45], [1]),
    64_000,
  ),
  family(
    'push.decodeSi, references into the table',
    (octets: Uint8Array) => push.decodeSi(octets),
    (size: number) => {
      const half = size >> 1;
      return Uint8Array.from([
        2,
        5,
        0x6a,
        0x80 | (half >> 7),
        half & 0x7f,
        ...Array(half - 1).fill(0x20),
        0,
        0x45,
        0xc6,
        0x0c,
        3,
        0x61,
        0,
        1,
        ...Array(half >> 1)
          .fill([0x83, 1])
          .flat(),
        1,
        1,
      ]);
    },
    8_000,
  ),
];

const SOAP = [
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><SubmitMessage>',
  '</SubmitMessage></e:Body></e:Envelope>',
] as const;
const call = (text: string) => protocol.soap.parseCall(text);
const form = (text: string) => protocol.parseForm(text);
const request = (text: string) => protocol.parseRequest(protocol.PATHS.sendSms, text);
const response = (text: string) => protocol.parseResponse(text, 3);

const interfaces = (): Family[] => [
  family(
    'protocol.parseForm, fields',
    form,
    numbered((i) => `f${i}=x&`),
    9_000,
  ),
  family('protocol.parseForm, empty fields', form, repeated('&'), 1_000),
  family('protocol.parseForm, escapes', form, repeated('%C3%BC', 'Message='), 1_048_576),
  family('protocol.parseForm, per cent signs', form, repeated('%', 'Message='), 1_048_576),
  family('protocol.parseForm, plus signs', form, repeated('+', 'Message='), 1_048_576),
  family('protocol.parseForm, equals signs', form, repeated('=', 'Message='), 1_048_576),
  family(
    'protocol.parseForm of octets, letters with marks',
    (octets: Uint8Array) => protocol.parseForm(octets),
    octetsOf(repeated('ü', 'Message=')),
    1_048_576,
  ),
  family(
    'protocol.parseRequest, recipients',
    request,
    repeated('447700900123,', 'Username=a&PIN=1&Message=x&SendTo=', '447700900124'),
    120_000,
  ),
  family(
    'protocol.parseRequest, the same recipient',
    request,
    repeated('447700900123,', 'Username=a&PIN=1&Message=x&SendTo='),
    120_000,
  ),
  family('protocol.parseRequest, commas', request, repeated(',', 'Username=a&PIN=1&Message=x&SendTo='), 1_048_576),
  family(
    'protocol.parseRequest, blanks in numbers',
    request,
    repeated('+', 'Username=a&PIN=1&Message=x&SendTo=4477'),
    1_048_576,
  ),
  family('protocol.parseResponse, results', response, (size: number) => {
    const n = Math.floor(size / 30);
    return `MessageIdentifier=${Array(n).fill('A1B2C3D4E5F6G7H').join()}&Report=${Array(n).fill('158').join()}&Text=${Array(n).fill('OK').join()}&Units=${Array(n).fill('1').join()}`;
  }),
  family(
    'protocol.parseResponse, unknown tags',
    response,
    numbered((i) => `X${i}=y&`, '', 'Report=158&Text=OK'),
    L.answerOctets,
  ),
  family('protocol.parseResponse, ampersands', response, repeated('&', 'Report=158&Text='), L.answerOctets),
  family('protocol.parseResponse, markup', response, repeated('<br>', '', '158 - Message Sent OK'), L.answerOctets),
  family('protocol.parseResponse, open markup', response, repeated('<', '', '158 - Message Sent OK'), L.answerOctets),
  family('protocol.parseResponse, blanks', response, repeated(' ', '158', '- Message Sent OK'), L.answerOctets),
  family('protocol.parseResponse, line ends', response, repeated('\r\n', '', '158 - Message Sent OK'), L.answerOctets),
  family(
    'protocol.parseCallback, fields',
    (text: string) => protocol.parseCallback(text),
    numbered((i) => `f${i}=x&`, 'MessageIdentifier=A&Status=1&'),
    9_000,
  ),
  family('protocol.soap.parseCall, elements', call, repeated('<a>x</a>', ...SOAP), 75_000),
  family('protocol.soap.parseCall, text', call, repeated('x', `${SOAP[0]}<Message>`, `</Message>${SOAP[1]}`), 1_048_576),
  family(
    'protocol.soap.parseCall, references',
    call,
    repeated('&lt;', `${SOAP[0]}<Message>`, `</Message>${SOAP[1]}`),
    1_048_576,
  ),
  family(
    'protocol.soap.parseCall, attributes',
    call,
    numbered((i) => ` a${i}="x"`, `${SOAP[0]}<Message`, `>x</Message>${SOAP[1]}`),
  ),
  family(
    'protocol.soap.parseCall, names of namespaces',
    call,
    numbered((i) => ` xmlns:n${i}="u"`, `${SOAP[0]}<Message`, `>x</Message>${SOAP[1]}`),
  ),
  family(
    'protocol.soap.parseCall, comments',
    call,
    repeated('<!-- -->', `${SOAP[0]}<Message>`, `</Message>${SOAP[1]}`),
    1_048_576,
  ),
  family(
    'protocol.soap.parseCall, CDATA',
    call,
    repeated('<![CDATA[x]]>', `${SOAP[0]}<Message>`, `</Message>${SOAP[1]}`),
    1_048_576,
  ),
  family(
    'protocol.soap.parseCall, references to elements',
    call,
    numbered(
      (i) => `<a href="#i${i}"/><multiRef id="i${i}">x</multiRef>`,
      SOAP[0].replace('<SubmitMessage>', ''),
      '</e:Body></e:Envelope>',
    ),
    MOST,
  ),
  family(
    'protocol.soap.parseCall, a chain of references',
    call,
    numbered(
      (i) => `<m id="i${i}"><a href="#i${i + 1}"/></m>`,
      `${SOAP[0]}<Message href="#i0"/></SubmitMessage>`,
      '</e:Body></e:Envelope>',
    ),
    MOST,
  ),
  family('protocol.soap.parseCall, blanks', call, repeated(' ', SOAP[0], SOAP[1]), 1_048_576),
  family('gateway.parseJson, numbers', parseJson, repeated('1,', '[', '1]')),
  family(
    'gateway.parseJson, members',
    parseJson,
    numbered((i) => `"a${i}":1,`, '{', '"z":1}'),
  ),
  family('gateway.parseJson, backslashes', parseJson, repeated('\\\\', '["', '"]')),
  family('gateway.parseJson, escaped quotation marks', parseJson, repeated('\\"', '["', '"]')),
  family('gateway.parseJson, line ends', parseJson, repeated('\n', '[', ']')),
  family('gateway.parseJson, brackets', parseJson, repeated('[', '')),
  ...[
    ['blanks', repeated(' ', 'MIDlet-Name: a', 'b')],
    ['folds', repeated('\r\n ', 'MIDlet-Name: a', 'b')],
    ['attributes', numbered((i) => `A${i}: b\r\n`)],
  ].map(([name, make]) =>
    family(
      `gateway.descriptorOf, a manifest of ${name as string}`,
      (data: Uint8Array) => descriptorOf(writeStoredZip([{ name: 'META-INF/MANIFEST.MF', data }]), ''),
      octetsOf(make as (size: number) => string),
      65_536,
    ),
  ),
  family(
    'gateway.readProvisioning, accounts',
    readProvisioning,
    numbered(
      (i) => `{"username":"u${i}","pin":"1234${i}","credit":"1.0000"},`,
      '{"accounts":[',
      '{"username":"z","pin":"zzzz","credit":"1.0000"}]}',
    ),
  ),
];

// ---- multimedia ----

const parts = (n: number) =>
  Array.from({ length: n }, (_, i) => ({
    name: `p${i}.txt`,
    contentType: 'text/plain',
    charset: 'utf-8',
    contentLocation: `p${i}.txt`,
    data: encodeUtf8('x'),
  }));
const retrieved = (list: readonly object[]) =>
  encodeMms({
    type: 'M-Retrieve.conf',
    mmsVersion: '1.0',
    date: new Date(0),
    contentType: 'application/vnd.wap.multipart.mixed',
    parts: list,
  } as never);
const SMIL = ['<smil><head><layout><root-layout width="100" height="100"/></layout></head><body>', '</body></smil>'] as const;
const pixels = (widthPx: number, heightPx: number) =>
  ({
    widthPx,
    heightPx,
    channels: 3,
    samples: Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, i) => (i * 31) & 0xff),
  }) as const;
const png = encodePng(pixels(8, 8));
const jpeg = encodeJpeg(pixels(16, 16));
const gif = Uint8Array.from(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
/** The headers and two colours of a BMP of 256 columns, 8 bits a pixel. */
const bmpHead = (rows: number, compression: number) => [
  ...[
    0x42,
    0x4d,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    62,
    0,
    0,
    0,
    40,
    0,
    0,
    0,
    0,
    1,
    0,
    0,
    rows & 0xff,
    rows >> 8,
    0,
    0,
    1,
    0,
    8,
    0,
    compression,
  ],
  ...[...new Array<number>(15).fill(0), 2, ...new Array<number>(7).fill(0), 0, 0, 0, 0, 255, 255, 255, 0],
];
const inside = (file: Uint8Array, at: number, piece: readonly number[]) =>
  repeatedOctets(piece, [...file.subarray(0, at)], [...file.subarray(at)]);
const picture = (octets: Uint8Array) => decodeImage(octets, { lenient: true });
/** A chunk of text with nothing in it, its check sum included. */
const EMPTY_TEXT = [0, 0, 0, 2, 0x74, 0x45, 0x58, 0x74, 0x41, 0, 0x57, 0x44, 0x57, 0x22];

const multimedia = (): Family[] => [
  family(
    'mms.decodeMms, parts',
    (octets: Uint8Array) => decodeMms(octets),
    (size: number) => retrieved(parts(Math.min(256, Math.floor(size / 30)))),
    7_680,
  ),
  family(
    'mms.decodeMms, one large part',
    (octets: Uint8Array) => decodeMms(octets),
    (size: number) => retrieved([{ name: 'a', contentType: 'image/gif', data: new Uint8Array(size) }]),
    1_048_576,
  ),
  family(
    'mms.decodeMms lenient, headers',
    (octets: Uint8Array) => decodeMms(octets, { lenient: true }),
    repeatedOctets([0x58, 0x41, 0, 0x62, 0], [0x8c, 0x82, 0x98, 0x41, 0, 0x8d, 0x90, 0x97, 0x42, 0]),
    20_000,
  ),
  family(
    'mms.decodeMms lenient, recipients',
    (octets: Uint8Array) => decodeMms(octets, { lenient: true }),
    repeatedOctets([0x97, 0x34, 0x34, 0], [0x8c, 0x80, 0x98, 0x41, 0, 0x8d, 0x90], [0x84, 0xa3, 0]),
    16_000,
  ),
  family(
    'mms.resolveSlides, references',
    (octets: Uint8Array) => resolveSlides(decodeMms(octets) as never),
    (size: number) => {
      const n = Math.min(250, Math.floor(size / 50));
      const smil = SMIL[0] + Array.from({ length: n }, (_, i) => `<par><text src="p${i}.txt"/></par>`).join('') + SMIL[1];
      return retrieved([{ name: 's', contentType: 'application/smil', data: encodeUtf8(smil) }, ...parts(n)]);
    },
    12_500,
  ),
  family(
    'mms.parseSmil, slides',
    (text: string) => parseSmil(text, { lenient: true }),
    repeated('<par dur="5s"><img src="a"/></par>', ...SMIL),
    L.smilCharacters,
  ),
  family(
    'mms.parseSmil, attributes',
    (text: string) => parseSmil(text, { lenient: true }),
    numbered((i) => ` a${i}="x"`, `${SMIL[0]}<par`, `/>${SMIL[1]}`),
    L.smilCharacters,
  ),
  family(
    'mms.parseManifest, lines',
    (text: string) => parseManifest(text),
    numbered((i) => `f${i}.gif=image/gif\r\n`),
  ),
  family('mms.parseManifest, blanks', (text: string) => parseManifest(text), repeated(' ', 'a.gif', '=image/gif')),
  family('mms.parseManifest, folded lines', (text: string) => parseManifest(text), repeated('x\\\r\n', 'a.gif=')),
  family('mms.safeNames, the same name', (text: string) => safeNames(text.split('\n')), repeated('photo.jpg\n'), 60_000),
  family(
    'mms.safeNames, names that differ in case',
    (text: string) => safeNames(text.split('\n')),
    numbered((i) => (i % 2 === 0 ? 'Photo.JPG\n' : 'photo-2.jpg\n')),
    60_000,
  ),
  family(
    'mms.readZip, one large entry',
    (octets: Uint8Array) => readZip(octets),
    (size: number) => writeStoredZip([{ name: 'a.gif', data: new Uint8Array(size) }]),
    1_000_000,
  ),
  family(
    'mms.readZip, signatures of an end',
    (octets: Uint8Array) => readZip(octets),
    repeatedOctets([0x50, 0x4b, 5, 6]),
    1_048_576,
  ),
  family(
    'mms.readZip, signatures in the comment',
    (octets: Uint8Array) => readZip(octets),
    repeatedOctets([0x50, 0x4b, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  ),
  family('image.decodeImage, chunks of a PNG', picture, inside(png, 33, EMPTY_TEXT)),
  family('image.probe, chunks of a PNG', (octets: Uint8Array) => probe(octets, { lenient: true }), inside(png, 33, EMPTY_TEXT)),
  family(
    'image.decodeImage, empty data chunks of a PNG',
    picture,
    inside(png, 33, [0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0x35, 0xaf, 0x06, 0x1e]),
  ),
  family('image.decodeImage, pixels of a PNG', picture, (size: number) => encodePng(pixels(256, Math.max(1, size >> 9)))),
  family('image.decodeImage, pixels of a JPEG', picture, (size: number) => encodeJpeg(pixels(256, Math.max(8, size >> 8)))),
  family('image.decodeImage, comments of a JPEG', picture, inside(jpeg, 2, [0xff, 0xfe, 0, 3, 0x41])),
  family('image.decodeImage, fill octets of a JPEG', picture, inside(jpeg, 2, [0xff])),
  family('image.decodeImage, tables of a JPEG', picture, (size: number) => {
    const at = jpeg.findIndex((octet, i) => octet === 0xff && jpeg[i + 1] === 0xdb);
    const length = 2 + ((jpeg[at + 2] as number) << 8) + (jpeg[at + 3] as number);
    return inside(jpeg, at, [...jpeg.subarray(at, at + length)])(size);
  }),
  family('image.decodeImage, restart marks of a JPEG', picture, inside(jpeg, jpeg.length - 2, [0xff, 0xd0])),
  family('image.decodeImage, pixels of a BMP', picture, (size: number) => repeatedOctets([1], bmpHead(size >> 8, 0))(size)),
  family('image.decodeImage, runs of a BMP', picture, (size: number) =>
    repeatedOctets([255, 0, 1, 0, 0, 0], bmpHead(Math.ceil(size / 6), 1))(size),
  ),
  family('image.decodeImage, ends of rows of a BMP', picture, repeatedOctets([0, 0], bmpHead(16, 1))),
  family('image.decodeImage, moves in a BMP', picture, repeatedOctets([0, 2, 0, 0], bmpHead(16, 1))),
  family('image.decodeImage, comments of a GIF', picture, inside(gif, 19, [0x21, 0xfe, 1, 0x41, 0])),
  family('image.decodeImage, little blocks of a GIF', picture, inside(gif, gif.length - 5, [1, 0])),
  family('image.decodeImage, frames of a GIF', picture, inside(gif, 19, [...gif.subarray(19, gif.length - 1)]), 5_000),
];

// ---- what takes anything ----

const shown = (octets: Uint8Array) => inspect(octets);

/** Logs of many lines, and of one. */
const LOGS: Readonly<Record<string, (size: number) => string>> = {
  'PDUs in a log': repeated('12:00:01 PDU: 01000B917283010010F500000AE8329BFD4697D9EC37 len=22\n'),
  'PDUs on one line': repeated('12:00:01 PDU: 01000B917283010010F500000AE8329BFD4697D9EC37 len=22 '),
  'hashes in a log': repeated('sha=da39a3ee5e6b4b0d3255bfef95601890afd80709 '),
  'dumps in a log': repeated('rx 07 91 44 77 00 09 90 99 04 0C 91 44 77 00 09 10  ....\n'),
  'octets with colons': repeated('07:', 'x '),
  'answers of a modem': repeated('+CMGL: 1,1,,36 ', 'x '),
  'values of an answer': repeated('1,', 'x +CMGL: '),
  'access log on one line': repeated('[flags:0:1:0:0:0] [msg:1:00] [udh:0:] '),
  'fields of SMPP on one line': repeated('esm_class=64 data_coding=245 short_message=0605 ', 'x '),
  'letters for digits': repeated('O0I1l', '0791447758100650040B'),
  'digits one by one': repeated('0 '),
  'names and signs': repeated('pdu_"= [('),
};

/** A log as the command line reads it. */
const readLog = (text: string) => {
  const reader = new LogReader(
    () => openPayloads(),
    {},
    () => {},
  );
  for (const line of text.split('\n')) for (const _ of reader.next(line));
  for (const _ of reader.end());
};

const anything = (): Family[] => [
  ...Object.entries({
    'pairs of hex': repeated('00 '),
    'pairs of hex, one a line': repeated('41\n'),
    'lines of hex': repeated('01000B917283010010F500000AE8329BFD4697D9EC37\n'),
    base64: repeated('QUJDREVGR0hJSktM'),
    'lines of base64': repeated(`${'QUJDREVGR0hJSktM'.repeat(4)}\r\n`, 'data:image/gif;base64,'),
    'JSON lists': repeated('[1,{"a":"b"}],', '[', '1]'),
    'JSON brackets': repeated('['),
    'XML elements': repeated('<a b="c">d</a>', '<x>', '</x>'),
    'XML elements inside of each other': repeated('<a>'),
    'form fields': repeated('Username=a&PIN=1&', ''),
    'AT commands': repeated('AT+CMGS=18\r00010B917283010010F500000441E190\x1a\r\n'),
    'card properties': repeated('TEL:1\r\n', ...CARD),
    'RTTTL notes': repeated('c,', 'x:d=4,o=5,b=63:', 'c'),
    'iMelody notes': repeated('*4c3', ...IMELODY),
    'lines of words': repeated('Hello world, this is text.\r\n'),
    blanks: repeated(' '),
    'line ends': repeated('\n'),
    colons: repeated(':'),
    'quotation marks': repeated('"'),
    'angle brackets': repeated('<'),
    'equals signs': repeated('a=b\n'),
    ...LOGS,
  }).flatMap(([what, make]) => [
    family(`inspect.inspect, ${what}`, shown, octetsOf(make), 65_536),
    family(`inspect.identify, ${what}`, (octets: Uint8Array) => identify(octets), octetsOf(make), 65_536),
  ]),
  ...Object.entries(LOGS).map(([what, make]) => family(`inspect.LogReader, ${what}`, readLog, make, 65_536)),
  family(
    'modem.readUnsolicited, fillers of a page in text mode',
    (pdu: string) => readUnsolicited({ line: '+CBM: 16,50,72,1,1', pdu }),
    repeated('000D', '', '0041'),
    65_536,
  ),
  family(
    'inspect.inspect, a picture as hex dump',
    shown,
    octetsOf(
      numbered((i) => `${(16 * i).toString(16).padStart(8, '0')}: 0048 0e01 aaaa aaaa aaaa aaaa aaaa aaaa  .H..............\n`),
    ),
    65_536,
  ),
  family('inspect.inspect, chunks of a PNG', shown, inside(png, 33, EMPTY_TEXT), 65_536),
  family('inspect.inspect, comments of a JPEG', shown, inside(jpeg, 2, [0xff, 0xfe, 0, 3, 0x41]), 65_536),
  family(
    'inspect.inspect, entries of Exif',
    shown,
    (size: number) => {
      const entries = Math.floor(Math.min(size, 65_000) / 12);
      const tiff = [
        0x4d,
        0x4d,
        0,
        42,
        0,
        0,
        0,
        8,
        entries >> 8,
        entries & 0xff,
        ...Array.from({ length: entries }, () => [1, 0x0f, 0, 2, 0, 0, 0xff, 0, 0, 0, 0, 8]).flat(),
        0,
        0,
        0,
        0,
      ];
      const length = tiff.length + 8;
      return Uint8Array.from([
        0xff,
        0xd8,
        0xff,
        0xe1,
        length >> 8,
        length & 0xff,
        0x45,
        0x78,
        0x69,
        0x66,
        0,
        0,
        ...tiff,
        ...jpeg.subarray(2),
      ]);
    },
    64_000,
  ),
  family('inspect.inspect, sub-blocks of a GIF', shown, inside(gif, gif.length - 5, [1, 0]), 65_536),
  family('inspect.inspect, SMPP packets', shown, repeatedOctets([0, 0, 0, 16, 0, 0, 0, 0x15, 0, 0, 0, 0, 0, 0, 0, 1]), 16_000),
];

/** For every target of the fuzzing: runs of characters and octets that some format minds, and its own seeds again and again. */
function general(): Family[] {
  return TARGETS.flatMap(({ name, kind, seeds, run }) => {
    const most = name.startsWith('inspect.') ? 8_192 : 16_384;
    if (kind === 'text') {
      const runs = [' ', '\n', '\r\n ', '"', '(', '<a>', '&amp;', '=', ':', 'a,', '0', '\\', 'x=y&', '\ud83d\ude00'];
      const pieces = [...runs, ...(seeds() as string[]).slice(0, 2).filter((seed) => seed.length < 8_192)];
      return pieces.map((piece, i) =>
        family(
          `${name}, ${i < runs.length ? JSON.stringify(piece) : `seed ${i - runs.length}`} repeated`,
          run as never,
          repeated(piece),
          most,
        ),
      );
    }
    const runs = [[0x00], [0x01], [0x30], [0x80], [0xff], [0x81, 0x00], [0x0d, 0x0a]];
    const pieces = [
      ...runs,
      ...(seeds() as Uint8Array[])
        .slice(0, 2)
        .filter((seed) => seed.length < 8_192)
        .map((seed) => [...seed]),
    ];
    return pieces.map((piece, i) =>
      family(
        `${name}, ${i < runs.length ? piece.map((octet) => octet.toString(16).padStart(2, '0')).join(' ') : `seed ${i - runs.length}`} repeated`,
        run as never,
        repeatedOctets(piece),
        most,
      ),
    );
  });
}

/** All of them. */
// ---- archives of messages ----

const inspectArchive = (format: ArchiveFormat) => (octets: Uint8Array) => inspect(octets, { as: format });
const archiveOf = (format: ArchiveFormat, much: string, make: (size: number) => string): Family =>
  family(`inspect of an archive, ${format}: ${much}`, inspectArchive(format), octetsOf(make));

const VMG = ['BEGIN:VMSG\r\nBEGIN:VENV\r\nBEGIN:VBODY\r\n', '\r\nEND:VBODY\r\nEND:VENV\r\nEND:VMSG\r\n'] as const;

const archives = (): Family[] => [
  archiveOf('vmg', 'messages', repeated(VMG.join('hi'))),
  archiveOf('vmg', 'blanks in a date', repeated(' ', `${VMG[0]}Date:`, `x${VMG[1]}`)),
  archiveOf('vmg', 'lines', repeated('a\r\n', ...VMG)),
  archiveOf('sms-backup-restore', 'messages', repeated('<sms address="1" body="hi"/>', '<smses>', '</smses>')),
  archiveOf('sms-backup-restore', 'blanks between attributes', repeated(' ', '<smses><sms address="1"', ' body="x"/></smses>')),
  archiveOf('sms-backup-restore', 'references', repeated('&#55357;&#56832;', '<smses><sms body="', '"/></smses>')),
  archiveOf('gammu-backup', 'sections', repeated('[SMSBackup000]\nText00 = 0041\n')),
  archiveOf('gammu-backup', 'blanks in a value', repeated(' ', '[SMSBackup000]\nNumber = "1', '2"\nText00 = 0041\n')),
  archiveOf('sms-ie', 'rows', repeated('{"address":"1","body":"hi"}\n')),
  archiveOf('sms-ie', 'blanks in a value', repeated(' ', '{"address":"1","body":"', 'x"}\n')),
  archiveOf('sms-ie', 'commas in a value', repeated(',', '{"address":"1","body":"', 'x"}\n')),
  archiveOf('eml', 'folded lines', repeated(' a\r\n', 'From: 1\r\nSubject: x\r\n', '\r\nhi\r\n')),
  archiveOf('eml', 'words in another charset', repeated('=?utf-8?Q?x?= ', 'From: 1\r\nSubject: ', '\r\n\r\nhi\r\n')),
  archiveOf(
    'eml',
    'parts',
    repeated('--b\r\n\r\nx\r\n', 'From: 1\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n', '--b--'),
  ),
];

export const FAMILIES: readonly Family[] = [
  ...texts(),
  ...tunes(),
  ...objects(),
  ...pushes(),
  ...interfaces(),
  ...multimedia(),
  ...anything(),
  ...archives(),
  ...LIMIT_FAMILIES(),
  ...general(),
];
