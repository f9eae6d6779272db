/** Families of inputs at and past a limit, or with very much of one small thing: what a reader has to look at once and no oftener. */
import { wrapText } from '../../src/bitmap/pixel-font.js';
import { encodeUtf8, toHex } from '../../src/bytes/index.js';
import { parseAtCommands } from '../../src/carrier/index.js';
import { run } from '../../src/cli/program.js';
import { DEFAULT_LIMITS } from '../../src/errors.js';
import { type Format, identify, inspect } from '../../src/inspect/index.js';
import { encodeMms } from '../../src/mms/index.js';
import { readInput } from '../../src/playground/inspect/input.js';
import { findHandset, parseHandset } from '../../src/profile/index.js';
import { encodePush, parsePap } from '../../src/push/index.js';
import { decodeMidi, encodeNokiaRingtone, parseImelody, parseRtttl, type Tune } from '../../src/ringtone/index.js';
import { drawPage } from '../../src/show/phone-screen.js';
import { withoutSecrets } from '../../src/show/report/secrets.js';
import { fitVCard, parseVCalendar, parseVCard } from '../../src/vobject/index.js';
import { noise } from '../support/noise.js';
import { type Family, family, MOST, octetsOf, repeated, repeatedOctets } from './family.js';

const input = (octets: Uint8Array) =>
  async function* (): AsyncGenerator<Uint8Array> {
    yield octets;
  };

const MEGABYTE = DEFAULT_LIMITS.inspectOctets;

/** A family for each piece. */
function eachPiece(
  name: string,
  run: (text: string) => unknown,
  pieces: readonly string[],
  { before = '', after = '', most = MOST } = {},
): Family[] {
  return pieces.map((piece) =>
    family(`${name}, ${JSON.stringify(before)} and many ${JSON.stringify(piece)}`, run, repeated(piece, before, after), most),
  );
}

// ---- tunes ----

const silently = { lenient: true, onIssue: () => {} } as const;
const RTTTL_FAULTS = [':', '::', '=', ' ', '\n', 'd=', '?,', 'c?', 'c ', '8', '.', '#', 'o=', 'c\n', ': ', 'b=1', ';', ','];
const IMELODY_PIECES = ['c2\r\n', '(c2@1)', 'ledon', '((((', '@', 'V', '*', '#'];

/** A tune whose passages nearly repeat. */
function repetitive(notes: number): Tune {
  const text = Array.from({ length: notes }, (_, i) => ['c', 'd', 'c', 'e'][(i * (i >> 5)) % 4]).join();
  return parseRtttl(`x:d=4,o=5,b=63:${text}`);
}

function midi(tracks: readonly (readonly number[])[]): Uint8Array {
  const u32 = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
  const head = [0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 1, tracks.length >> 8, tracks.length & 255, 0, 96];
  return Uint8Array.from([...head, ...tracks.flatMap((track) => [0x4d, 0x54, 0x72, 0x6b, ...u32(track.length), ...track])]);
}
const END_OF_TRACK = [0, 0xff, 0x2f, 0];
const METAS = [0, 0xff, 0x51, 3, 7, 0xa1, 0x20, 0, 0xf0, 0, 0, 0xff, 1, 3, 0x73, 0x3d, 0x4e];
const NOTES = [1, 0x90, 0x3c, 0x40, 0, 0x3d, 0x40, 1, 0x3c, 0, 0, 0x3d, 0];
const TRACK = [0, 0x90, 0x3c, 0x40, 0x60, 0x80, 0x3c, 0x40, ...END_OF_TRACK];

const tunes = (): Family[] => [
  ...['', 'x:', 'x::', 'x::c'].flatMap((before) =>
    eachPiece('ringtone.parseRtttl lenient', (text) => parseRtttl(text, silently), RTTTL_FAULTS, { before, most: 60_000 }),
  ),
  ...eachPiece('ringtone.parseImelody lenient', (text) => parseImelody(text, silently), IMELODY_PIECES, {
    before: 'BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\nMELODY:',
    after: '\r\nEND:IMELODY\r\n',
    most: 60_000,
  }),
  family(
    'ringtone.decodeMidi lenient, tempos, texts and notes',
    (octets: Uint8Array) => decodeMidi(octets, { lenient: true }),
    (size: number) => {
      const events = (piece: number[], octets: number) =>
        Array(Math.floor(octets / piece.length))
          .fill(piece)
          .flat();
      return midi([[...events(METAS, size / 2), ...events(NOTES, size / 2), ...END_OF_TRACK]]);
    },
    131_072,
  ),
  family(
    'ringtone.decodeMidi lenient, tracks of a note',
    (octets: Uint8Array) => decodeMidi(octets, { lenient: true }),
    (size: number) => midi(Array(Math.floor(size / (TRACK.length + 8))).fill(TRACK)),
    MOST,
  ),
  family(
    'ringtone.encodeNokiaRingtone with patterns, passages that nearly repeat',
    (text: string) => encodeNokiaRingtone(repetitive(text.length), { patterns: 'repeat' }),
    repeated('c'),
    4_000,
  ),
  ...eachPiece(
    'cli.lint, a tune of faulty lines',
    (text) =>
      run(['lint', '-'], {
        stdout: () => {},
        stderr: () => {},
        stdin: input(encodeUtf8(text)),
        env: {},
        color: false,
      }),
    [',\n'],
    { before: 'x:d=4,o=5,b=160:c', most: 16_000 },
  ),
];

// ---- cards and calendars ----

const card = (version: string, before: string, piece: string, after = '', most = MOST) => [
  repeated(piece, `BEGIN:VCARD\r\nVERSION:${version}\r\n${before}`, `${after}\r\nEND:VCARD\r\n`),
  most,
];
const CARDS = {
  folds: card('3.0', 'NOTE:x', '\r\n y'),
  'soft breaks': card('2.1', 'NOTE;QUOTED-PRINTABLE:x=\r\n', '=\r\n', 'y'),
  'folds after a soft break': card('2.1', 'NOTE;QUOTED-PRINTABLE:x=', '\r\n y'),
  'BASE64 lines': card('2.1', 'PHOTO;BASE64:AAAA', '\r\nAAAA'),
  parameters: card('2.1', 'TEL', ';A', ':1'),
  parts: card('2.1', 'ORG:', ';', 'a'),
  escapes: card('3.0', 'NOTE:', '\\'),
  'blank lines': card('2.1', '', '\r\n'),
  'lines without a colon': card('2.1', '', 'VERSION\r\n', '', 65_536),
  quotes: card('2.1', 'TEL;A=', '""', ':1'),
};

const OBSERVANCE = 'BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0300\r\nTZOFFSETTO:+0230\r\n';
const RULED = `${OBSERVANCE}RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nEND:STANDARD\r\n`;
const NEVER = `${OBSERVANCE.replace('1970', '0001')}RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\nEND:STANDARD\r\n`;
const zone = (observances: string) => `BEGIN:VTIMEZONE\r\nTZID:Z\r\n${observances}END:VTIMEZONE\r\n`;
const calendar = (version: string, before: string, piece: string, after: string) =>
  repeated(piece, `BEGIN:VCALENDAR\r\nVERSION:${version}\r\n${before}`, `${after}END:VCALENDAR\r\n`);
const inEvent = (version: string, before: string, piece: string) =>
  calendar(version, `BEGIN:VEVENT\r\n${before}`, piece, '\r\nEND:VEVENT\r\n');
const DATE = '20260801T000000,';
const IN_ZONE = 'BEGIN:VEVENT\r\nEXDATE;TZID=Z:20260801T000000';
const CALENDARS: Readonly<Record<string, (size: number) => string>> = {
  'events in a zone with many dates': (size) =>
    calendar(
      '2.0',
      zone(`${OBSERVANCE}RDATE:${DATE.repeat(size / 64)}20260801T000000\r\nEND:STANDARD\r\n`),
      'BEGIN:VEVENT\r\nDTSTART;TZID=Z:20260702T100000\r\nEND:VEVENT\r\n',
      '',
    )(size),
  'times in a zone with as many rules as allowed': calendar(
    '2.0',
    `${zone(RULED.repeat(16))}${IN_ZONE}`,
    `,${DATE.slice(0, -1)}`,
    '\r\nEND:VEVENT\r\n',
  ),
  'times of many years in a zone whose rule never holds': calendar(
    '2.0',
    `${zone(NEVER)}${IN_ZONE}`,
    Array.from({ length: 100 }, (_, i) => `,${9999 - i * 90}0801T000000`).join(''),
    '\r\nEND:VEVENT\r\n',
  ),
  'rules of a zone that never hold': calendar(
    '2.0',
    `BEGIN:VTIMEZONE\r\nTZID:Z\r\n${OBSERVANCE}`,
    'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=9999\r\n',
    'END:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Z:20260702T100000\r\nEND:VEVENT\r\n',
  ),
  'positions of an old rule': inEvent('1.0', 'RRULE:MP1', ' 1+ 2- SU MO'),
  exceptions: inEvent('2.0', 'EXDATE:20260801T000000', `,${DATE.slice(0, -1)}`),
  categories: inEvent('1.0', 'CATEGORIES:', '\\;a;'),
};
const roomy = { vobjectProperties: 1e6, vobjectCharacters: 1e8, vobjectLineCharacters: 1e8 };

const objects = (): Family[] => [
  ...Object.entries(CARDS).map(([what, [make, most]]) =>
    family(
      `vobject.parseVCard lenient, limits off, ${what}`,
      (text: string) => parseVCard(text, { lenient: true, limits: roomy }),
      make as (size: number) => string,
      most as number,
    ),
  ),
  ...Object.entries(CALENDARS).map(([what, make]) =>
    family(`vobject.parseVCalendar, limits off, ${what}`, (text: string) => parseVCalendar(text, { limits: roomy }), make),
  ),
  family(
    'vobject.fitVCard, properties',
    (text: string) =>
      fitVCard({ family: 'x', other: [...text].map((_, i) => ({ name: 'X-A', value: `${i}` })) }, { version: '2.1' }),
    repeated('a'),
    8_000,
  ),
];

// ---- pushes ----

const BODIES: readonly (readonly [what: string, make: (size: number) => string])[] = [
  ['headers of a part', repeated('a: b\r\n', '--b\r\n')],
  ['one long header', repeated('a', '--b\r\n', '\r\n--b--')],
  ['line feeds', repeated('\n')],
  ['hyphens', repeated('--\n')],
  ['boundaries', repeated('--b\n')],
  ['folded headers', repeated(' c\r\n', '--b\r\na: b\r\n', '--b--')],
  ['elements', repeated('<a>', '--b\r\nContent-Type: application/xml\r\n\r\n<pap>', '\r\n--b\r\n\r\n--b--')],
  ['attributes', repeated('a=""\n', '--b\r\nContent-Type: application/xml\r\n\r\n<pap ', '/>\r\n--b\r\n\r\n--b--')],
  [
    'parts of a part',
    repeated('--c\r\n\r\n', '--b\r\nContent-Type: multipart/related; boundary=c\r\n\r\n', '--b\r\n\r\n--b--'),
  ],
];

const pushes = (): Family[] =>
  BODIES.map(([what, make]) =>
    family(
      `push.parsePap of a body, ${what}`,
      (body: string) => parsePap({ contentType: 'multipart/related; boundary=b', body }),
      make,
      1_000_000,
    ),
  );

// ---- the inspector ----

const inspected = (as?: Format) => (octets: Uint8Array) => inspect(octets, { as });
const inspectedAs =
  (...formats: Format[]) =>
  (octets: Uint8Array) => {
    identify(octets);
    for (const as of formats) inspect(octets, { as });
  };

/** Inputs that are nothing but small fields. */
const SMALL_FIELDS: Readonly<Record<string, (size: number) => Uint8Array>> = {
  // Programme changes under a running status: two octets, three fields.
  'MIDI events': (size) => midi([[0, 0xc0, 5, ...Array(size & ~1).fill(0), ...END_OF_TRACK]]),
  'empty items of a picture message': repeatedOctets([0, 0, 0], [0x30]),
  'ringtones in a picture message': repeatedOctets([3, 0, 1, 1], [0x30]),
  'EMS elements': octetsOf(repeated(`41000B917283010010F500048988${'0A020000'.repeat(34)}\n`)),
  septets: octetsOf(repeated(`01000B917283010010F50000A0${'41'.repeat(140)}\n`)),
  'lines of tunes': (size) => {
    const tune = toHex(encodeUtf8(`BEGIN:IMELODY\n${'\n'.repeat(90)}END:IMELODY`));
    const octet = (value: number) => toHex(Uint8Array.of(value));
    const sound = `0C${octet(tune.length / 2 + 1)}00${tune}`;
    return octetsOf(repeated(`41000B917283010010F50004${octet(sound.length / 2 + 1)}${octet(sound.length / 2)}${sound}\n`))(
      size,
    );
  },
};

const CARD_TEXTS: readonly (readonly [what: string, make: (size: number) => string])[] = [
  ['bare parameters', repeated(';A', 'BEGIN:VCARD\r\nVERSION:3.0\r\nTEL', ':1\r\nEND:VCARD\r\n')],
  ['lines', repeated('N:\r\n', 'BEGIN:VCARD\r\n')],
  ['empty lines', repeated('\n', 'BEGIN:VCARD\r\n')],
  ['folds', repeated('\r\n x', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX:')],
  ['components', repeated('BEGIN:VCALENDAR\r\n')],
  ['quoted octets', repeated('=41', 'BEGIN:VCARD\r\nN;ENCODING=QUOTED-PRINTABLE:', '\r\nEND:VCARD')],
];

const DOCUMENTS: readonly (readonly [what: string, make: (size: number) => Uint8Array])[] = [
  ['a content type that does not end', repeatedOctets([0x61], [0, 6, 0xbf, 0xff, 0x70], [0])],
  ['a push of octets', (size) => encodePush({ contentType: 'a/b', body: new Uint8Array(size) })],
  ['a document of nothing', repeatedOctets([0x45], [2, 5, 0x6a, 0])],
  ['XML of brackets', octetsOf(repeated('<', '<si>'))],
  ['XML of comments', octetsOf(repeated('<!--'))],
];

const shown = (): Family[] => [
  ...Object.entries(SMALL_FIELDS).map(([what, make]) => family(`inspect.inspect, ${what}`, inspected(), make, 65_536)),
  family('inspect.inspect, no pattern', inspected(), noise, MEGABYTE),
  family('inspect.inspect, zeros', inspectedAs(), (size: number) => new Uint8Array(size), MEGABYTE),
  family('inspect.inspect, the digit 0', inspected(), octetsOf(repeated('0')), MEGABYTE),
  family('inspect.inspect, letters of hex', inspected(), octetsOf(repeated('ab')), MEGABYTE),
  family('inspect.inspect as SCKL, line breaks', inspected('sckl'), octetsOf(repeated('\n', '//SCKL1581 ', 'x')), 400_000),
  ...(['imelody', 'emelody', 'motorola'] as const).map((as) =>
    family(
      `inspect.inspect as ${as}, line breaks`,
      inspected(as),
      octetsOf(repeated('\n', 'BEGIN:IMELODY\r\n')),
      DEFAULT_LIMITS.tuneCharacters + 20,
    ),
  ),
  ...eachPiece(
    'inspect.inspect as SMIL',
    (text) => inspect(encodeUtf8(text), { as: 'smil' }),
    ['<a>', '</a>', '<a ', '<a b="', ' ', 'a', '<par x ', '<!--'],
    { before: '<smil>', most: 131_072 },
  ),
  ...CARD_TEXTS.map(([what, make]) =>
    family(`inspect.inspect of cards, ${what}`, inspectedAs('vcard', 'vcalendar'), octetsOf(make), 524_288),
  ),
  ...DOCUMENTS.map(([what, make]) =>
    family(`inspect.inspect of pushes, ${what}`, inspectedAs('wsp-push', 'wbxml', 'push-xml'), make, MEGABYTE),
  ),
  ...['\n', ' ', '\t'].map((character) =>
    family(
      `inspect.identify, runs of ${JSON.stringify(character)} alone`,
      (octets: Uint8Array) => identify(octets),
      octetsOf(repeated(character)),
      MEGABYTE,
    ),
  ),
  family(
    'inspect.inspect, parts of a multimedia message',
    inspected(),
    (size: number) =>
      encodeMms({
        type: 'M-Retrieve.conf',
        mmsVersion: '1.2',
        date: new Date(0),
        contentType: 'application/vnd.wap.multipart.mixed',
        parts: Array.from({ length: Math.floor(size / 3030) }, () => ({
          name: 'x',
          contentType: 'text/plain',
          data: encodeUtf8('x'.repeat(3000)),
        })),
      }),
    600_000,
  ),
];

// ---- what stands around them ----

const SECRETS = ['<pin>', '<pin ', '<a name=', 'pin=', 'pin="', 'pin:[', '://a:', '<![CDATA[', 'authorization: ', '\\"'];
const PASTED = ['06 ', '0x06,', '\\x06', '%06', '\n', 'zz', '[', '{1,', '"'];
const HANDSETS = ['a', 'Nokia', '/', '-', 'http://nokia.com/', 'N1r100', '?a=,1', '(Nokia9;', 'R1'];
const SCREEN = { widthPx: 84, heightPx: 48, look: 'lcd', greys: 2, isAssumed: false } as const;

const others = (): Family[] => [
  family('bitmap.wrapText, one word', (text: string) => wrapText(text, 72, 24), repeated('x')),
  family('bitmap.wrapText, words', (text: string) => wrapText(text, 72, 24), repeated('x ')),
  family('carrier.parseAtCommands, blanks', (text: string) => parseAtCommands(['AT+CMGS=1', text]), repeated(' ', '0', 'x')),
  ...eachPiece('cli.withoutSecrets', withoutSecrets, SECRETS),
  ...eachPiece('playground.readInput', (text) => readInput(text), PASTED, { most: 200_000 }),
  family(
    'playground.drawPage, a long text',
    (words: string) =>
      drawPage({ kind: 'list', title: 'Title', blocks: [{ kind: 'text', text: words }], softKey: 'Options' }, SCREEN, {
        scrollPx: 1000,
      }),
    repeated('word '),
    131_072,
  ),
  ...eachPiece(
    'profile.findHandset and parseHandset',
    (text) => [parseHandset(text), findHandset({ make: text, model: text, userAgent: text, uaProf: text })],
    HANDSETS,
    { most: 1_000_000 },
  ),
];

/** All of them. */
export const LIMIT_FAMILIES = (): Family[] => [...tunes(), ...objects(), ...pushes(), ...shown(), ...others()];
