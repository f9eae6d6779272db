/** WAP pushes, cards and calendars, what the gateway's interface says, and what the gateway reads besides. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseJson } from '../../src/bytes/json.js';
import { decodeCapture, encodeCapture, findMessages } from '../../src/capture/index.js';
import { readCapture } from '../../src/capture/read.js';
import { contentOf } from '../../src/content/index.js';
import { EncodeError, FormatError, LimitError } from '../../src/errors.js';
import { readDeliverSm, readReceipt, readUserDataOf } from '../../src/gateway/delivery/smpp/deliver-sm.js';
import { formatMoney, ProvisioningError, parseMoney, readInbox, readProvisioning } from '../../src/gateway/index.js';
import { MAX_MONEY } from '../../src/gateway/store/money.js';
import { FormFields } from '../../src/protocol/form.js';
import * as protocol from '../../src/protocol/index.js';
import { listParts } from '../../src/protocol/soap/schema.js';
import * as push from '../../src/push/index.js';
import { readWbxml } from '../../src/push/wbxml/read.js';
import { readPush } from '../../src/push/wsp/push.js';
import { readSmppPdu } from '../../src/smpp/decode.js';
import {
  decodeSmppPdu,
  encodeSmppPdu,
  parseSmppTime,
  SmppSession,
  type SmppSessionEvent,
  SmppSplitter,
} from '../../src/smpp/index.js';
import { encodeDeliver } from '../../src/sms/index.js';
import * as vobject from '../../src/vobject/index.js';
import * as captures from '../support/captures.js';
import * as requests from '../support/gateway-requests.js';
import * as results from '../support/gateway-results.js';
import { hex } from '../support/hex.js';
import { madeOf } from '../support/hostile.js';
import * as pap from '../support/pap.js';
import { provisioning } from '../support/provisioning.js';
import {
  cacheOperation,
  date,
  pushDocument,
  serviceIndication,
  serviceLoading,
  style,
  writeInStyle,
} from '../support/push-documents.js';
import { smppPdu, smppTime, writeSmppTime } from '../support/smpp.js';
import { anyAnswer, anyCall, mutated, style as soapStyle, writeInStyle as writeEnvelope } from '../support/soap-envelopes.js';
import { fixture } from '../support/vectors.js';
import * as vobjects from '../support/vobjects.js';
import { push as wspPush } from '../support/wsp-pushes.js';
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
  type Reading,
  type Target,
  textCodec,
  textTarget,
  within,
} from './target.js';

const lines = (text: string) => text.replace(/\n/g, '\r\n');

// ---- pushes ----

const XML_WORDS = [
  ...[
    '<indication>',
    '<info>',
    ' href="a"',
    ' created="',
    '2024-01-01T00:00:00Z"',
    '&#',
    ';',
    '&x;',
    '<!DOCTYPE',
    ' [',
    '\ufeff',
  ],
  ...['\ud800', '<?', '?>', '<indication', '<sl', 'x', ' ', '\0', '😀', '>', '"'],
  ...[
    '<?xml version="1.0"?>',
    '<!DOCTYPE si PUBLIC "-//WAPFORUM//DTD SI 1.0//EN" "http://www.wapforum.org/DTD/si.dtd">',
    '<si>',
    '</si>',
  ],
  ...[
    '<indication href="',
    'si-id="',
    'created="2026-11-21T18:30:00Z"',
    'si-expires="',
    'action="signal-high"',
    '</indication>',
    '<info>',
  ],
  ...[
    '<item class="x">',
    '</item>',
    '<sl href="',
    '<co>',
    '<invalidate-object uri="',
    '<invalidate-service uri="',
    '/>',
    '&amp;',
    '&#10;',
  ],
  ...[
    'xmlns="',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<pap product-name="x">',
    '<push-message push-id="',
    '<address address-value="WAPPUSH=',
  ],
  ...[
    '/TYPE=PLMN@ppg.example"/>',
    '<quality-of-service priority="high"/>',
    '<push-response push-id="',
    '<response-result code="1001"',
  ],
  ...['<pap>', '</pap>', '<push-response push-id="a">', '<response-result code="1000"/>', '</push-response>'],
  ...[
    '<',
    '&#x;',
    '<resultnotification-message push-id="a" message-state="expired" code="1000">',
    '</resultnotification-message>',
  ],
];

const si = {
  href: 'http://wap.example.com/mail/new',
  text: 'You have 4 new mails',
  action: 'signal-high',
  id: 'a1@example.com',
  created: new Date('2026-11-21T18:30:00Z'),
  expires: new Date('2026-11-28T18:30:00Z'),
  info: [{ class: 'sender', pcdata: 'Anna' }],
} satisfies push.ServiceIndication;
const sl = { href: 'http://wap.example.com/menu', action: 'execute-low' } as const;

/** What begins as a push document in WBXML, and goes on with tokens. */
const likeWbxml = fc
  .tuple(
    fc.constantFrom(
      ...['02056A00', '000500', '0305876800', '0205040461006263', '02066A00', '02076A00', ''],
      ...['030B6A0045C655018707', '03016A0045C606018711'],
    ),
    fc.array(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.constantFrom(
            ...[0, 1, 2, 3, 4, 0x45, 0xc6, 0x86, 0x46, 0x47, 0xc8, 0x0b, 0x0c, 0x10, 0x11, 0x12, 0x61, 0x83, 0x85, 0xc3],
          ),
        },
        { weight: 1, arbitrary: fc.nat({ max: 255 }) },
      ),
      { maxLength: 60 },
    ),
  )
  .map(([start, rest]) => Uint8Array.of(...hex(start), ...rest));

/** Settings with their code, for a PIN of 1234. */
function signedSettings(): Uint8Array {
  const body = hex('030B6A0045C65501870706034E657400010101');
  const parameters = [
    { name: 'sec', value: 1 },
    { name: 'mac', value: push.provisioningMac(body, 'USERPIN', { pin: '1234' }) },
  ];
  return push.encodePush({ contentType: push.PROVISIONING_CONTENT_TYPES.prov.wbxml, parameters, body });
}

const styledSis = () => seedsFrom(fc.tuple(serviceIndication, style), ([one, how]) => writeInStyle(one, how));

/** A document without what its forms do not keep: white space at the ends of texts, and texts of nothing else. */
function essenceOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(essenceOf);
  const members = Object.entries(value).map(([name, member]) => [
    name,
    /^(?:text|pcdata)$/.test(name) ? trimmed(member) : essenceOf(member),
  ]);
  return Object.fromEntries(members.filter(([name, member]) => name !== 'text' || member !== ''));
}

const trimmed = (text: string) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

/** A post of PAP as octets: its header Content-Type, a line end, its body. */
const withType = ({ contentType, body }: { readonly contentType: string; readonly body: Uint8Array }) =>
  Uint8Array.of(...new TextEncoder().encode(`${contentType}\n`), ...body);

/** A type and a body, one of them made of pieces. */
const likePap = fc.oneof(
  fc
    .oneof(madeOf(14, 'multipart/related', ';', ' ', 'boundary', '=', '"', '\\', 'b', 'type=x'), fc.string())
    .map((type) => new TextEncoder().encode(`${type.replaceAll('\n', ' ')}\n${pap.FOREIGN}`)),
  fc
    .oneof(
      madeOf(20, '--boundary', '--boundary--', '\r\n', '\n', 'Content-Type: application/xml', 'a', ' ', '<pap>', '\0'),
      fc.string({ unit: 'binary-ascii' }),
    )
    .map((body) => new TextEncoder().encode(`multipart/related; boundary=boundary\n${body}`)),
);

/** Documents that wbxml2xml wrote. */
const publishedXml = fc.constantFrom(
  ...(fixture('vectors/wap-push.json') as { vectors: { op: string; xml: string }[] }).vectors.flatMap(({ op, xml }) =>
    op === 'encode' ? [xml] : [],
  ),
);

const pushes: readonly Target[] = [
  octetCodec(
    'push.decodeSi',
    { read: push.decodeSi, write: push.encodeSi, values: serviceIndication, essence: essenceOf, lenient: true },
    { seeds: () => [push.encodeSi(si), ...styledSis()] },
  ),
  octetCodec(
    'push.decodeSl',
    { read: push.decodeSl, write: push.encodeSl, values: serviceLoading, lenient: true },
    { seeds: () => [push.encodeSl(sl)] },
  ),
  octetCodec('push.decodeCo', { read: push.decodeCo, write: push.encodeCo, values: cacheOperation, lenient: true }),
  octetCodec(
    'push.decodeWbxml',
    {
      read: push.decodeWbxml,
      write: push.encodeWbxml,
      values: pushDocument,
      writers: push.WBXML_VERSIONS.map((version) => (one: push.PushDocument) => push.encodeWbxml(one, { version })),
      inputs: fc.oneof(
        fc.tuple(serviceIndication, style).map(([one, how]) => writeInStyle(one, how)),
        likeWbxml,
      ),
      trace: readWbxml,
      essence: essenceOf,
      lenient: true,
    },
    { seeds: () => [push.encodeSi(si), push.encodeSl(sl), ...styledSis()] },
  ),
  octetCodec('push.decodeProvisioning', {
    read: push.decodeProvisioning,
    write: (document) => push.encodeProvisioning(document),
    // A type of the older settings has a token, or cannot be written.
    unwritable: /^OTA\b.*\/TYPE$/,
    values: provisioning,
    inputs: likeWbxml,
    unplaced: ({ field }) => /^(?:PROV|OTA)\b/.test(field),
    lenient: true,
  }),
  textCodec(
    'push.parseProvisioning',
    {
      read: push.parseProvisioning,
      write: (document) => push.formatProvisioning(document),
      values: provisioning,
      lenient: true,
      consume: (document) => outcomeOf(ANYWHERE, () => push.encodeProvisioning(document)),
    },
    {
      words: [
        '<characteristic type="',
        '<parm name="',
        '" value="',
        '/>',
        '</characteristic>',
        '<PARM NAME="',
        '<CHARACTERISTIC TYPE="',
      ],
    },
  ),
  octetCodec(
    'push.decodePush',
    {
      read: push.decodePush,
      write: push.encodePush,
      values: wspPush,
      inputs: fc
        .tuple(fc.constantFrom('0106', '0107', ''), fc.uint8Array({ maxLength: 80 }))
        .map(([start, rest]) => Uint8Array.of(...hex(start), ...rest)),
      trace: readPush,
      lenient: true,
      consume: (read) => outcomeOf(ANYWHERE, () => push.checkProvisioningMac(read, { pin: '1234', imsi: '234150123456789' })),
    },
    {
      covers: ['push.checkProvisioningMac'],
      seeds: () => [push.encodePush({ contentType: 'application/vnd.wap.sic', body: push.encodeSi(si) }), signedSettings()],
    },
  ),
  textCodec(
    'push.parseSi',
    {
      read: (xml) => push.parseSi(xml),
      write: push.formatSi,
      values: serviceIndication,
      inputs: publishedXml,
      essence: essenceOf,
    },
    { words: XML_WORDS, seeds: () => [push.formatSi(si)] },
  ),
  textCodec(
    'push.parseSl',
    { read: (xml) => push.parseSl(xml), write: push.formatSl, values: serviceLoading, inputs: publishedXml },
    { words: XML_WORDS, seeds: () => [push.formatSl(sl)] },
  ),
  textCodec(
    'push.parseCo',
    { read: (xml) => push.parseCo(xml), write: push.formatCo, values: cacheOperation, inputs: publishedXml },
    {
      words: XML_WORDS,
      seeds: () => [
        '<co><invalidate-object uri="http://wap.example.com/a"/><invalidate-service uri="http://wap.example.com/"/></co>',
      ],
    },
  ),
  textCodec(
    'push.parsePushXml',
    {
      read: (xml) => push.parsePushXml(xml),
      write: push.formatPushXml,
      values: pushDocument,
      inputs: publishedXml,
      essence: essenceOf,
    },
    { words: XML_WORDS },
  ),
  textCodec(
    'push.parseDateTime',
    { read: (text) => push.parseDateTime(text), write: push.formatDateTime, values: date, isExact: true },
    { seeds: () => ['2026-11-21T18:30:00Z', '1999-06-25T15:23:15Z'] },
  ),
  octetCodec<push.PapMessage>(
    'push.parsePap',
    {
      read: (octets) => {
        const end = octets.indexOf(10);
        const contentType = new TextDecoder('latin1').decode(octets.subarray(0, Math.max(0, end)));
        const body = octets.slice(end + 1);
        return within(Math.max(contentType.length, body.length), () => push.parsePap({ contentType, body }));
      },
      values: pap.papMessage,
      writers: [push.formatPap, (one: push.PapMessage) => push.formatPap(one, { boundary: 'boundary' })].map(
        (format) => (one) => withType(format(one)),
      ),
      inputs: likePap,
      consume: ({ address }) => expectTrue(address.length > 0, 'a push is for somebody'),
    },
    {
      words: [
        ...XML_WORDS,
        '--b\r\n',
        '--b--',
        'Content-Type: application/xml',
        'multipart/related; boundary=b; type="application/xml"',
        '\r\n\r\n',
      ],
      seeds: () => [withType({ contentType: pap.FOREIGN_TYPE, body: new TextEncoder().encode(pap.FOREIGN) })],
    },
  ),
  textCodec<push.PapResponse>(
    'push.parsePapResponse',
    {
      read: (xml) => push.parsePapResponse(xml),
      values: pap.papResponse,
      writers: [(one) => push.formatPapResponse(one, { version: '2.0' })],
    },
    {
      words: XML_WORDS,
      seeds: () => [
        '<pap><push-response push-id="p1" reply-time="2026-11-21T18:30:00Z"><progress-note stage="x"/><response-result code="1001" desc="ok"/></push-response></pap>',
      ],
    },
  ),
  textCodec<push.PapResult>(
    'push.parsePapResult',
    { read: (xml) => push.parsePapResult(xml), values: pap.papResult, writers: [(one) => push.formatPapResult(one)] },
    {
      words: XML_WORDS,
      seeds: () => [
        '<pap><resultnotification-message push-id="p1" message-state="delivered" code="1000"><address address-value="WAPPUSH=4477/TYPE=PLMN@ppg"/></resultnotification-message></pap>',
      ],
    },
  ),
  textTarget('push.fromGatewayFields', (text) => outcomeOf(ANYWHERE, () => push.fromGatewayFields(fieldsOf(text))), {
    words: ['SiHref', 'SiText', 'SiAction', 'SiId', 'SiCreated', 'SiExpires'],
    seeds: () => [
      Object.entries(push.toGatewayFields(si))
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    ],
  }),
];

function fieldsOf(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const field of text.split('&')) {
    const equals = field.indexOf('=');
    if (equals > 0 && field.slice(0, equals) !== '__proto__') fields[field.slice(0, equals)] = field.slice(equals + 1);
  }
  return fields;
}

// ---- cards and calendars ----

const OBJECT_WORDS = [
  ...[
    'BEGIN:VCARD',
    'END:VCARD',
    'BEGIN:VCALENDAR',
    'END:VCALENDAR',
    'BEGIN:VEVENT',
    'END:VEVENT',
    'BEGIN:VTODO',
    'END:VTODO',
    'BEGIN:VALARM',
  ],
  ...[
    'END:VALARM',
    'BEGIN:VTIMEZONE',
    'END:VTIMEZONE',
    'BEGIN:STANDARD',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'TZID:Europe/London',
    'TZOFFSETFROM:+0000',
  ],
  ...[
    'TZOFFSETTO:+0100',
    'DTSTART:20260329T010000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'RRULE:MP1 1+ SU #0',
    'RRULE:W2 MO TU 20261231T000000',
  ],
  ...[
    'RDATE:20260102T030405Z',
    'EXDATE;TZID=Europe/London:20260102T030405',
    'DTEND:20260102',
    'DURATION:P1DT2H',
    'TRIGGER;RELATED=END:-PT15M',
  ],
  ...[
    'DALARM:20260102T030405Z;PT5M;2;Ring',
    'AALARM;TYPE=WAVE;VALUE=URL:',
    'VERSION:2.1',
    'VERSION:3.0',
    'VERSION:1.0',
    'VERSION:2.0',
    'N:Doe;Jane;;;',
  ],
  ...[
    'FN:',
    'TEL;TYPE=CELL,VOICE:',
    'TEL;CELL;PREF:',
    'EMAIL;INTERNET:',
    'ADR;HOME:;;Street;City;;1;',
    'ENCODING=QUOTED-PRINTABLE',
    'ENCODING=BASE64',
  ],
  ...[
    'ENCODING=b',
    'CHARSET=UTF-8',
    'CHARSET=ISO-8859-1',
    'PHOTO;ENCODING=b;TYPE=JPEG:',
    'item1.TEL:',
    '\r\n',
    '\r\n ',
    '=\r\n',
    '\\n',
    '\\,',
    '\\;',
    '^n',
    '"',
  ],
  ...vobjects.PIECES,
  ...vobjects.WORDS,
];

const calendar = lines(`BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//EN
BEGIN:VTIMEZONE
TZID:Europe/London
BEGIN:STANDARD
DTSTART:19961027T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19810329T010000
TZOFFSETFROM:+0000
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:1@example.com
SUMMARY:Team meeting
DTSTART;TZID=Europe/London:20260702T100000
DTEND;TZID=Europe/London:20260702T110000
RRULE:FREQ=WEEKLY;COUNT=10;BYDAY=TH
EXDATE;TZID=Europe/London:20260709T100000
BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:-PT15M
DESCRIPTION:Soon
END:VALARM
END:VEVENT
BEGIN:VTODO
SUMMARY:Write
DUE:20260705
PRIORITY:2
END:VTODO
END:VCALENDAR
`);

/** A reader of cards or calendars: lenient reading refuses nothing but what is over a limit. */
const takingAll =
  <V>(read: (text: string, options: vobject.VObjectOptions) => V) =>
  (text: string, options: Reading): V => {
    try {
      return read(text, options);
    } catch (error) {
      if (options.lenient && error instanceof FormatError && !(error instanceof LimitError))
        throw new Broken('lenient reading refuses a text', { cause: error });
      throw error;
    }
  };

/** Writes an object of a stranger: strict reading takes it, but for the fault that writing told of first. */
function requireFaultsTold(
  write: (options: { readonly onIssue: (issue: vobject.VObjectIssue) => void }) => string,
  read: (text: string) => unknown,
): unknown {
  const issues: vobject.VObjectIssue[] = [];
  const written = outcomeOf(ANYWHERE, () => write({ onIssue: (issue) => issues.push(issue) }));
  if (written.refusal !== undefined) {
    expectTrue(written.refusal instanceof EncodeError, 'writing throws another error than an EncodeError');
    return written;
  }
  const { refusal } = outcomeOf(written.value.length, () => read(written.value));
  const told = issues[0] && { field: issues[0].field, reason: issues[0].reason };
  const found = refusal instanceof FormatError ? { field: refusal.field, reason: refusal.reason } : refusal;
  expectEqual(found, told, 'strict reading finds another fault in what was written than writing told of');
  return written;
}

const cardWritten = (card: vobject.VCard) =>
  [{ version: '2.1' }, { version: '2.1', softBreaks: true }, { version: '3.0' }].map((format) =>
    requireFaultsTold(
      (options) => vobject.formatVCard(card, { ...format, ...options } as vobject.VCardFormat),
      vobject.parseVCard,
    ),
  );
const calendarWritten = (calendar: vobject.VCalendar) =>
  (['1.0', '2.0'] as const).map((version) =>
    requireFaultsTold((options) => vobject.formatVCalendar(calendar, { version, ...options }), vobject.parseVCalendar),
  );

const cardsOf = (version: '2.1' | '3.0') => seedsFrom(vobjects.card, (card) => vobject.formatVCard(card, { version }));
const cards = () => [...cardsOf('2.1'), ...cardsOf('3.0')];
const likeObject = fc.oneof(vobjects.objectLikeText, vobjects.wildText(40));

/** Messages of the text form, each after a NUL but the first, and what looks like them. */
const likeSckls = fc
  .array(fc.oneof(madeOf(8, '//SCKL', '23F4', '0000', '01', '02', ' ', '\r\n', 'x'), fc.string()), { maxLength: 3 })
  .map((messages) => messages.join('\0'));
const textOfSckl = fc
  .array(fc.constantFrom('a', 'Z', '\r\n', '€', '[', ' ', 'é', ':', '0'), { maxLength: 700, size: 'max' })
  .map((pieces) => pieces.join(''));

const objects: readonly Target[] = [
  octetsTarget('vobject.decodeVObjectText', (octets) => outcomeOf(octets.length, () => vobject.decodeVObjectText(octets)), {
    seeds: () => cards().map((card) => new TextEncoder().encode(card)),
  }),
  textTarget(
    'vobject.identifyVObject',
    (text) => [{ value: vobject.identifyVObject(text) }, outcomeOf(text.length, () => vobject.measureVObject(text))],
    { words: OBJECT_WORDS, seeds: () => [calendar, ...cards().slice(0, 2)] },
  ),
  textCodec<vobject.ParsedVCard>(
    'vobject.parseVCard',
    {
      read: takingAll(vobject.parseVCard),
      values: vobjects.versionedCard,
      writers: [{}, { softBreaks: true }, { encoding: 'none' } as const].map(
        (format) => (card) => vobject.formatVCard(card, { version: card.version, ...format }),
      ),
      inputs: likeObject,
      lenient: 'repairs',
      consume: cardWritten,
    },
    { words: OBJECT_WORDS, seeds: cards },
  ),
  textCodec<readonly vobject.ParsedVCard[]>(
    'vobject.parseVCards',
    {
      read: takingAll(vobject.parseVCards),
      // All are of the first one's version.
      values: fc
        .array(vobjects.versionedCard, { minLength: 1, maxLength: 3 })
        .map((some) => some.map((card) => ({ ...card, version: (some[0] as vobject.ParsedVCard).version }))),
      writers: [(some) => some.map((card) => vobject.formatVCard(card, { version: card.version })).join('')],
      inputs: likeObject,
      lenient: 'repairs',
      consume: (some) => some.map(cardWritten),
    },
    { words: OBJECT_WORDS, seeds: () => [cardsOf('2.1').join(''), cardsOf('3.0').join(''), cards().join('')] },
  ),
  textCodec<vobject.ParsedVCalendar>(
    'vobject.parseVCalendar',
    {
      read: takingAll(vobject.parseVCalendar),
      values: vobjects.versionedCalendar,
      writers: [(one) => vobject.formatVCalendar(one, { version: one.version })],
      inputs: fc.oneof(likeObject, vobjects.faultyCalendar),
      lenient: 'repairs',
      consume: calendarWritten,
    },
    { words: OBJECT_WORDS, seeds: () => [calendar] },
  ),
  textCodec<ReturnType<typeof vobject.parseVObjectSckl>>(
    'vobject.parseVObjectSckl',
    {
      read: (text, options) => {
        const messages = text.split('\0');
        return within(Math.max(...messages.map(({ length }) => length)), () =>
          vobject.parseVObjectSckl(messages.length === 1 ? text : messages, options),
        );
      },
      values: fc
        .tuple(fc.constantFrom('vcard' as const, 'vcalendar' as const), textOfSckl)
        .map(([kind, text]) => ({ kind, port: vobject.VOBJECT_PORTS[kind], text })),
      writers: [({ kind, port, text }) => vobject.formatVObjectSckl(text, { kind, port }).join('\0')],
      inputs: likeSckls,
      lenient: true,
    },
    {
      words: ['//SCKL23F4', '//SCKL00E2', '00010201', '\n', '\0'],
      seeds: () => vobject.formatVObjectSckl(calendar, { kind: 'vcard' }),
    },
  ),
];

// ---- the gateway's interface ----

const FORM_WORDS = [
  ...[
    'Username=',
    'PIN=',
    'SendTo=',
    '447700900123',
    ',',
    'Message=',
    'ReplyTo=',
    'MessageType=',
    'CharacterSet=',
    'ResponseFormat=3',
    'UDH=',
  ],
  ...[
    'Data=',
    'Query=',
    'Operation=',
    'FileName=',
    'FileData=',
    'LibraryNumber=',
    'Href=',
    'Text=',
    'Report=',
    'MessageIdentifier=',
    'Units=',
    '%00',
    '+',
    '&',
  ],
  ...[
    'AvailableCredit=',
    'AvailableMessages=',
    'PermittedReplyTo=',
    'Currency=GBP',
    '158 - Message Sent OK',
    '<html>',
    '<br>',
    '\ufeff',
  ],
];
/** Envelopes of other programs. */
function publishedEnvelopes(): string[] {
  const { cases } = fixture('soap/index.json') as { cases: { file: string }[] };
  return cases.map(({ file }) => readFileSync(new URL(`../../fixtures/soap/${file}`, import.meta.url), 'utf8'));
}

const { soap: _, ...PATHS } = protocol.PATHS;
const refusals = [protocol.ProtocolError];

const SOAP_WORDS = [
  ...[
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">',
    '<soapenv:Body>',
    '</soapenv:Body>',
    '</soapenv:Envelope>',
  ],
  ...[
    'href="#id0"',
    'id="id0"',
    'xsi:type="xsd:string"',
    'xsi:nil="true"',
    'soapenc:arrayType="xsd:string[2]"',
    '<item>',
    '</item>',
    '<![CDATA[',
    '&#0;',
  ],
  ...[
    '<multiRef id="id0">',
    '</multiRef>',
    '<Username>',
    '<PIN>',
    '<SendTo>',
    '<Message>',
    '<soapenv:Fault>',
    '<faultcode>',
    'soapenv:root="0"',
    '<!DOCTYPE x [',
    '<!ENTITY a "b">',
  ],
  ...'<Username|<PIN| href="#id0"| id="id0"|<SubmitMessage>|</SubmitMessage>|</PIN>|>|/>|]]>|&amp;|&#|;|&x;|\ufeff|\ud800|<?xml version="1.0"?>|<!--|-->|x| |\0|😀|"|<soapenv:Header>| soapenv:mustUnderstand="1"'.split(
    '|',
  ),
];

// biome-ignore lint/suspicious/noExplicitAny: the union of operations does not tell which parts go with which
const formatCall = ({ operation, parts }: { operation: any; parts: any }) => protocol.soap.formatCall(operation, parts);
// biome-ignore lint/suspicious/noExplicitAny: as above
const formatAnswer = ({ operation, parts }: { operation: any; parts: any }) => protocol.soap.formatAnswer(operation, parts);

/** Forms that each path takes; that of the variant takes those of two others. */
const FORMS = {
  sendSms: requests.sendSms,
  sendMultimedia: requests.sendMultimedia,
  queryAccount: requests.query,
  manageAccount: fc.oneof(requests.createChildAccount, requests.deleteChildAccount, requests.transferFunds),
  variant: fc.oneof(requests.sendSms, requests.query),
} satisfies Record<keyof typeof PATHS, fc.Arbitrary<protocol.GatewayRequest>>;

const bodyOf = (request: protocol.GatewayRequest) => protocol.formatRequest(request).body;

/** Whether an error is of a field that is not there. */
const isMissing = ({ code }: FormatError) => code === 'truncated';

/** A reader of forms: it reads the same from text and from its octets. */
const fromBoth =
  <V>(read: (body: string | Uint8Array) => V) =>
  (text: string): V => {
    const value = read(text);
    expectEqual(read(new TextEncoder().encode(text)), value, 'a form reads the same from text and from octets');
    return value;
  };

/** Writing drops a leading 00, as reading does: of a number that has two, one after the other. */
const withoutPrefixes = (request: protocol.GatewayRequest): unknown =>
  'sendTo' in request ? { ...request, sendTo: request.sendTo?.map((number) => number.replace(/^(?:00)+/, '')) } : request;

const requestCodec = ([name, values]: [string, fc.Arbitrary<protocol.GatewayRequest>]): Target => {
  const path = PATHS[name as keyof typeof PATHS];
  return textCodec<protocol.GatewayRequest>(
    `protocol.parseRequest ${name}`,
    {
      read: fromBoth((body) => protocol.parseRequest(path, body)),
      write: (request) => {
        const form = protocol.formatRequest(request);
        expectTrue(form.path === path || name === 'variant', 'a request goes another way than it came');
        return form.body;
      },
      // Numbers that fail alone.
      unwritable: /^Send(?:To|Cc|Bcc)$/,
      essence: withoutPrefixes,
      values,
      inputs: fc.oneof(requests.gatewayRequest.map(bodyOf), requests.parameters),
      unplaced: isMissing,
    },
    { words: FORM_WORDS },
  );
};

/** A reader of answers: what it takes for a refusal is not accepted. */
const answerCodec = <V>(
  name: string,
  codec: Pick<Codec<string, V>, 'read' | 'values' | 'writers'>,
  seeds: () => readonly string[] = () => [],
): Target =>
  textCodec<V>(
    `protocol.${name}`,
    {
      ...codec,
      inputs: fc.oneof(results.answer, results.spoiled(results.answer)),
      refusals,
      consume: (value) => {
        const { refusal } = value as { refusal?: protocol.Result };
        expectTrue(refusal?.accepted !== true, 'a refusal is accepted');
      },
    },
    // A refusal is an answer to everything.
    {
      words: FORM_WORDS,
      seeds: () => [...seeds(), '158 - Message Sent OK', 'MessageIdentifier=-1&Report=2&Text=Invalid%20Login'],
    },
  );

const resultsOf = (form: protocol.ResponseFormat) => fc.array(results.result, { minLength: 1, maxLength: form === 3 ? 8 : 1 });

/** Envelopes that others wrote, or said in their ways, whole and with their elements disarranged. */
const envelopes = (() => {
  const styled = fc
    .oneof(
      anyCall.map(({ operation, parts }) => [operation, listParts(operation, 'call'), parts] as const),
      anyAnswer.map(({ operation, parts }) => [`${operation}Response`, listParts(operation, 'answer'), parts] as const),
    )
    .chain(([root, accessors, parts]) => soapStyle.map((how) => writeEnvelope(root, accessors, parts, how)));
  const whole = fc.oneof(fc.constantFrom(...publishedEnvelopes()), styled);
  return fc.oneof(whole, mutated(whole), mutated(mutated(whole)));
})();

/** A reader of envelopes: a fault can be written of whatever it refuses. */
const faulting =
  <V>(read: (xml: string) => V) =>
  (xml: string): V => {
    try {
      return read(xml);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const fault = protocol.soap.faultOf(error);
      expectEqual(protocol.soap.parseAnswer(protocol.soap.formatFault(fault)), { fault }, 'a fault that is written comes back');
      throw error;
    }
  };

const interfaces: readonly Target[] = [
  octetCodec<readonly (readonly [string, string])[]>(
    'protocol.parseForm',
    {
      read: (octets) => {
        const fields = requests.entriesOf(protocol.parseForm(octets));
        const text = new TextDecoder('latin1').decode(octets);
        const fromText = outcomeOf(octets.length, () => requests.entriesOf(protocol.parseForm(text)));
        if (/^[\0-\x7f]*$/.test(text)) expectEqual(fromText.value, fields, 'a form reads the same from text and from octets');
        return fields;
      },
      write: (fields) => new TextEncoder().encode(protocol.formatForm(fields)),
      values: requests.formFields,
      inputs: requests.likeForm.map((text) => new TextEncoder().encode(text)),
      consume: (fields) => outcomeOf(ANYWHERE, () => protocol.credentialsOf(new FormFields(fields))),
    },
    {
      words: FORM_WORDS,
      covers: ['protocol.credentialsOf'],
      seeds: () => seedsFrom(requests.gatewayRequest, (request) => new TextEncoder().encode(bodyOf(request))),
    },
  ),
  ...Object.entries(FORMS).map(requestCodec),
  textCodec<unknown>(
    'content.contentOf',
    {
      read: (text) => contentOf(protocol.parseRequest(PATHS.sendMultimedia, text) as protocol.SendMultimediaRequest),
      inputs: requests.sendMultimedia.map(bodyOf),
      // Of a content its own codec says where: in its octets, not in the form.
      unplaced: () => true,
    },
    { words: FORM_WORDS, seeds: () => seedsFrom(requests.sendMultimedia, bodyOf, 24) },
  ),
  textCodec<protocol.Callback>(
    'protocol.parseCallback',
    {
      read: fromBoth(protocol.parseCallback),
      write: protocol.formatCallback,
      // What other gateways send is read, and not always written.
      unwritable: /./,
      values: results.callback,
      inputs: results.spoiled(results.callback.map(protocol.formatCallback)),
      unplaced: isMissing,
      consume: (read) => {
        expectTrue(/^\d{1,15}$/.test(read.sendTo), 'a recipient is digits');
        expectTrue(!Object.values(read).includes(undefined), 'what a callback does not say is no property');
      },
    },
    { words: FORM_WORDS },
  ),
  textTarget('protocol.parseNumber', (text) => [{ value: protocol.parseNumber(text) }, protocol.maskNumber(text)], {
    seeds: () => ['447700900123', '+44 (0)7700-900123', '0044 7700 900123'],
  }),
  textTarget('protocol.parseAddressBook', (text) => outcomeOf(text.length, () => protocol.parseAddressBook(text)), {
    seeds: () => ['Friends', 'Book/Group', '[Book]', 'Book:Group'],
  }),
  ...protocol.RESPONSE_FORMATS.map((form) =>
    answerCodec<readonly protocol.Result[]>(
      `parseResponse ${form}`,
      {
        read: (text, { onIssue }) => protocol.parseResponse(text, form, { ...(onIssue && { onWarning: onIssue }) }),
        // A line keeps only the words.
        ...(form !== 0 && { values: resultsOf(form), writers: [(some) => protocol.formatResponse(some, form)] }),
      },
      () => [
        'MessageIdentifier=A1B2C3D4E5F6G7H,B1B2C3D4E5F6G7H&Report=158,2&Text=OK,Invalid%20Login&Units=1,0',
        ...seedsFrom(resultsOf(3), (some) => protocol.formatResponse(some, form)),
      ],
    ),
  ),
  answerCodec<unknown>('parseCredit', {
    read: (text) => protocol.parseCredit(text),
    values: results.credit,
    writers: [
      (credit) => protocol.formatCredit(credit as never),
      (credit) => protocol.formatCredit(credit as never, { form: 'older' }),
    ],
  }),
  answerCodec<unknown>('parseMessageCount', {
    read: (text) => protocol.parseMessageCount(text),
    values: results.messageCount,
    writers: [(count) => protocol.formatMessageCount((count as { messages: number }).messages)],
  }),
  answerCodec<unknown>('parsePermittedReplyTo', {
    read: (text) => protocol.parsePermittedReplyTo(text),
    values: results.permitted,
    writers: [(list) => protocol.formatPermittedReplyTo((list as { permittedReplyTo: string[] }).permittedReplyTo)],
  }),
  answerCodec<protocol.ManagementAnswer>('parseManagement', {
    read: (text) => protocol.parseManagement(text),
    values: results.management,
    writers: [protocol.formatManagement],
  }),
  textCodec<protocol.SoapCall>(
    'protocol.soap.parseCall',
    {
      read: faulting((xml) => protocol.soap.parseCall(xml)),
      write: formatCall,
      // Values are read as texts, whatever their types.
      unwritable: /./,
      values: anyCall as fc.Arbitrary<protocol.SoapCall>,
      inputs: envelopes,
      consume: (call) => outcomeOf(ANYWHERE, () => protocol.soap.credentialsOf(call)),
    },
    { words: SOAP_WORDS },
  ),
  textTarget(
    'protocol.soap.requestOf',
    (xml) =>
      outcomeOf(ANYWHERE, () => {
        const call = protocol.soap.parseCall(xml);
        return call.operation === 'SubmitMessage' ? protocol.soap.requestOf(call as never) : undefined;
      }),
    {
      words: SOAP_WORDS,
      seeds: () => seedsFrom(requests.soapSend, (request) => formatCall(protocol.soap.callOf(request)), 30),
    },
  ),
  textTarget(
    'protocol.soap.callbackOf',
    (xml) =>
      outcomeOf(ANYWHERE, () => {
        const call = protocol.soap.parseCall(xml);
        const isCallback = call.operation === 'DeliverMessage' || call.operation === 'SubmitDeliveryReceipt';
        return isCallback ? protocol.soap.callbackOf(call as never) : undefined;
      }),
    {
      words: SOAP_WORDS,
      seeds: () => seedsFrom(results.callback, (callback) => formatCall(protocol.soap.callOfCallback(callback))),
    },
  ),
  textCodec<ReturnType<typeof protocol.soap.parseAnswer>>(
    'protocol.soap.parseAnswer',
    {
      read: (xml) => {
        const answer = protocol.soap.parseAnswer(xml);
        if (answer.fault === undefined) {
          const asked = protocol.soap.parseAnswer(xml, { operation: answer.operation });
          expectEqual(asked, answer, 'an answer is the same when it is asked for');
        }
        return answer;
      },
      write: (answer) => (answer.fault === undefined ? formatAnswer(answer) : protocol.soap.formatFault(answer.fault)),
      unwritable: /./,
      values: fc.oneof(anyAnswer, fc.constant({ fault: { code: 'Client', reason: 'Invalid Login' } })) as fc.Arbitrary<
        ReturnType<typeof protocol.soap.parseAnswer>
      >,
      inputs: envelopes,
      consume: (answer) => 'fault' in answer || outcomeOf(ANYWHERE, () => protocol.soap.resultOf(answer as never), refusals),
    },
    {
      words: SOAP_WORDS,
      covers: ['protocol.soap.resultOf'],
      seeds: () =>
        seedsFrom(fc.array(results.result, { minLength: 1 }), (some) =>
          protocol.soap.formatAnswer('SubmitMessage', protocol.soap.answerOf(some)),
        ),
    },
  ),
];

// ---- what the gateway reads besides ----

const deliver = encodeDeliver({
  tpOa: '447700900123',
  tpScts: { at: new Date(0x19e_0000_0000), offsetMinutes: 0 },
  text: 'Hello',
});

const account = { username: 'ANOther.12345', pin: '0123456', credit: '15.2345' };
const PROVISIONING = {
  serviceDomain: 'gw.example.net',
  publicUrl: 'http://gw.example.net/',
  clock: '2026-11-21T18:30:00Z',
  delivery: { kind: 'virtual' },
  accounts: [
    { ...account, mayManage: true, replyTo: ['447700900001'], addressBooks: { Friends: { Team: ['447700900203'] } } },
    { username: 'Kid.77', pin: '5555', parent: account.username, type: 'TRANSFER', credit: '1.0000', pricePerPart: '0.0500' },
    { username: 'Hook.1', pin: '8888', currency: 'EUR', callback: { url: 'http://127.0.0.1:9/', username: 'me', pin: 'mine' } },
  ],
  library: [
    { number: 20_001, owner: account.username, fileName: 'smile.otb', data: '00481C01' },
    { number: 30_000, public: true, fileName: 'dot.gif', contentType: 'image/gif', data: '4749' },
  ],
};

const gateways: readonly Target[] = [
  textCodec(
    'gateway.parseMoney',
    {
      read: (text) => parseMoney(text),
      write: formatMoney,
      values: fc.integer({ min: 0, max: MAX_MONEY }),
      inputs: fc.stringMatching(/^[-+0-9.,e ]{0,20}$/),
      consume: (amount) => expectTrue(Number.isSafeInteger(amount), 'an amount is a whole number'),
      unplaced: () => true,
    },
    { seeds: () => ['15.2345', '0', '99999999999.9999'] },
  ),
  octetsTarget(
    'gateway.readInbox',
    (octets) => {
      const arrived = framesOf(octets).map((frame, i) => ({
        messageIdentifier: `M${i}`,
        originator: '4477',
        receivedAt: i * 1_000,
        parts: [frame],
      }));
      const inbox = readInbox('447700900123', arrived, { now: 1_800_000_000_000 });
      return { value: inbox.messages[0] };
    },
    { seeds: () => [framed([deliver, deliver])] },
  ),
  textTarget('gateway.readProvisioning', (text) => outcomeOf(ANYWHERE, () => readProvisioning(text), [ProvisioningError]), {
    words: [
      '{',
      '}',
      '[',
      ']',
      '"accounts":',
      '"username":',
      '"pin":',
      '"parent":',
      '"credit":"1.0000"',
      '"library":',
      '"data":',
      '"clock":',
      'null',
      'true',
      '\\u0000',
    ],
    seeds: () => [JSON.stringify(PROVISIONING)],
  }),
  textTarget('gateway.parseJson', (text) => outcomeOf(text.length, () => parseJson(text)), {
    words: ['{', '}', '[', ']', '":', '",', 'null', 'true', '1e9', '\\u0000', '\\"', '\\\\'],
    seeds: () => ['{"a": [1, -2.5e3, true, null, "x\\u00e9"], "b c": {"d": {}}}'],
  }),
  octetsTarget(
    'gateway.readDeliverSm',
    (octets) => {
      const outcome = outcomeOf(octets.length, () => readDeliverSm(octets));
      if (outcome.refusal !== undefined) return outcome;
      return [outcome, readReceipt(outcome.value), outcomeOf(octets.length, () => readUserDataOf(outcome.value))];
    },
    {
      words: ['id:1', 'stat:DELIVRD', 'sub:001', 'err:0', '\0', '\x04\x24', '\x00\x1e', '\x04\x27'],
      seeds: () => [
        Uint8Array.from([
          ...[
            0, 0, 0, 67, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0x34, 0x34, 0, 1, 1, 0x35, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0,
            25,
          ],
          ...new TextEncoder().encode('id:1 stat:DELIVRD err:000'),
          ...[0, 0x1e, 0, 2, 0x31, 0],
        ]),
      ],
      repair: withLength,
    },
  ),
];

// ---- SMPP ----

/** Octets with their number as command_length, where there is one. */
function withLength(octets: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(octets);
  if (copy.length >= 4) new DataView(copy.buffer).setUint32(0, copy.length);
  return copy;
}

/** Takes octets in one piece and cut in two, with every request answered: the events have to be the same, and nothing is thrown but for a reason. */
function runSession(octets: Uint8Array): readonly SmppSessionEvent[] {
  const middle = octets.length >> 1;
  const [whole, cut] = [[octets], [octets.subarray(0, middle), octets.subarray(middle)]].map((pieces) => {
    const session = new SmppSession({ role: 'mc' }, 0);
    const events = [BIND, ...pieces].flatMap((piece) => session.receive(piece.slice(), 0));
    for (const event of events) if (event.kind === 'request') session.respond(event.pdu);
    return [...events, ...session.tick(0)];
  });
  expectEqual(cut, whole, 'the events do not depend on how the stream is cut');
  return whole as readonly SmppSessionEvent[];
}

const BIND = encodeSmppPdu({ command: 'bind_transceiver', sequence: 1, fields: {} });

const packets: readonly Target[] = [
  octetCodec(
    'smpp.decodeSmppPdu',
    {
      read: decodeSmppPdu,
      write: encodeSmppPdu,
      values: smppPdu,
      trace: readSmppPdu,
      isExact: true,
      lenient: true,
    },
    { repair: withLength, words: ['\0', '\x04\x24', '\x00\x1e', '\x02\x0c', '\xff\xff', '\x80\0\0\x04', '\0\0\0\x21'] },
  ),
  textCodec(
    'smpp.parseSmppTime',
    { read: parseSmppTime, write: writeSmppTime, values: smppTime, lenient: true },
    {
      words: ['R', '+', '-', '000R', '000+', '48', '52', '29', '60'],
      seeds: () => ['020610233429000R', '160229235960952-', '261122060000'],
    },
  ),
  octetCodec(
    'capture.decodeCapture',
    {
      read: decodeCapture,
      write: encodeCapture,
      values: captures.capture,
      inputs: captures.likeCapture,
      essence: captures.essenceOf,
      // Times before 1970, and of no interface; packets that no tool takes; link types of no interface.
      unwritable: /time|linkType|octets/,
      trace: readCapture,
      lenient: true,
      consume: (capture) => findMessages(capture),
    },
    { covers: ['capture.findMessages'] },
  ),
  octetsTarget('smpp.SmppSplitter', (octets) => outcomeOf(octets.length, () => [...new SmppSplitter().split(octets)]), {
    seeds: () => seedsFrom(smppPdu, encodeSmppPdu),
  }),
  octetsTarget('smpp.SmppSession', (octets) => outcomeOf(octets.length, () => runSession(octets)), {
    seeds: () => seedsFrom(smppPdu, encodeSmppPdu),
    repair: withLength,
  }),
];

export const DOCUMENTS: readonly Target[] = [...pushes, ...objects, ...interfaces, ...packets, ...gateways];
