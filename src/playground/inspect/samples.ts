/**
 * A small sample of every format, for those who have nothing at hand. No DOM here, and nothing is made before it is asked for.
 * @module
 */
import {
  bitmapFromRows,
  encodeBmp,
  encodeNgg,
  encodeNlm,
  encodeNol,
  encodeNpm,
  encodeOperatorLogo,
  encodeOtaBitmap,
  encodePictureMessage,
  encodeWbmp,
} from '../../bitmap/index.js';
import { encodeUtf8, fromHex, toHex } from '../../bytes/index.js';
import { toAtCommands, toGatewayForm, toKannelUrl, toSubmitSm } from '../../carrier/index.js';
import { encodeCbs, encodeUssdArgument } from '../../cbs/index.js';
import type { Format } from '../../inspect/index.js';
import { buildSubmits, type Content } from '../../message/index.js';
import { encodeMms } from '../../mms/binary.js';
import { encodePush, encodeSi, encodeSl, PUSH_CONTENT_TYPES } from '../../push/binary.js';
import {
  encodeAnyRtttl,
  encodeMidi,
  encodeNokiaRingtone,
  formatEmelody,
  formatImelody,
  formatMotorola,
  parseRtttl,
  renderWav,
} from '../../ringtone/index.js';
import { encodeAdn, encodeExt1, encodeSimSms, encodeSmsParameters } from '../../sim/index.js';
import {
  type DeliverInput,
  encodeCp,
  encodeDeliver,
  encodeRp,
  encodeSeo,
  encodeServiceCentre,
  encodeSubmit,
  formatSckl,
  type Submit,
  submitText,
} from '../../sms/index.js';
import { drawSample } from '../compose/picture-samples.js';
import { fromBase64 } from './base64.js';
import { FIRST_SAMPLE, SAMPLE_NAMES } from './sample-names.js';

/** Something to look at. */
export interface Sample {
  readonly format: Format;
  /** What it is, in a few words. */
  readonly name: string;
  make(): Uint8Array;
}

/** What makes the sample of each format. */
const MAKERS: Readonly<Record<Format, () => Uint8Array>> = {
  'tpdu-mo': () => fromHex('01000B917283010010F500000AE8329BFD4697D9EC37'),
  'tpdu-mt': () => encodeDeliver(deliver('Täglich 8–18 Uhr ☎', { tpDcs: 8 })),
  'pdu-mo': () => withCentre(encodeSubmit(only(submitText('hellohello', TO)))),
  'pdu-mt': () => withCentre(encodeDeliver(deliver(BOOKED))),
  rp: relayed,
  sip: message,
  cp: () => encodeCp({ type: 'CP-DATA', ti: 2, tiFlag: false, cpUd: relayed() }),
  'sim-sms': simMessages,
  'sim-adn': phoneBook,
  'sim-smsp': () => encodeSmsParameters({ alpha: 'Centre', smsc: CENTRE, validityMinutes: 4320 }, { alphaOctets: 16 }),
  'sim-ext1': () => encodeExt1({ kind: 'digits', digits: '90012345' }),
  'sim-envelope': () => fromHex(TO_CARD),
  cbs: () => encodeCbs(ALERT),
  ussd: () => encodeUssdArgument({ dcs: 15, text: 'Balance: 3.50 EUR. 1 Top up 2 Offers' }),
  hex: () => encodeUtf8(TWO_PARTS.map((part) => `${part}\n`).join('')),
  log: () => lines(MODEM_LOG),
  at: () => lines(toAtCommands(submitText(BOOKED, TO))),
  udh: () => fromHex(FIRST_SAMPLE.hex),
  'nokia-ringtone': () => encodeNokiaRingtone(parseRtttl(ODE)),
  rtttl: () => encodeUtf8(ODE),
  imelody: () => encodeUtf8(formatImelody(parseRtttl(ODE))),
  emelody: () => encodeUtf8(formatEmelody(parseRtttl(ODE))),
  motorola: () => encodeUtf8(formatMotorola(parseRtttl(ODE))),
  midi: () => encodeMidi(parseRtttl(ODE)),
  'flipper-music': () => encodeUtf8(FLIPPER),
  'arduino-melody': () => encodeUtf8(SKETCH),
  'bluejay-melody': () => fromHex(STARTUP_MELODY),
  'any-rtttl': () => encodeAnyRtttl(parseRtttl(ODE), { noteBits: 16 }),
  wav: () => renderWav(parseRtttl('Ode:d=32,o=5,b=125:e,e,f,g'), { sampleRate: 8000 }),
  'ota-bitmap': () => encodeOtaBitmap(letters()),
  'operator-logo': () => encodeOperatorLogo({ ...NETWORK, bitmap: letters() }),
  'picture-message': () => encodePictureMessage({ bitmap: hills(), text: 'Wish you were here' }),
  wbmp: () => encodeWbmp(hills()),
  bmp: () => encodeBmp(hills()),
  nol: () => encodeNol({ ...NETWORK, bitmap: letters() }),
  ngg: () => encodeNgg({ bitmap: letters() }),
  nlm: () => encodeNlm({ kind: 'startupLogo', frames: [hills()] }),
  npm: () => encodeNpm({ bitmap: hills(), text: 'Wish you were here' }),
  png: () => fromBase64(HEART_PNG),
  jpeg: () => fromBase64(HEART_JPEG),
  gif: () => fromBase64(HEART_GIF),
  seo: () => encodeSeo({ type: 'bmp', name: 'Heart', data: encodeBmp(heart()) })[0] as Uint8Array,
  'wsp-push': pushedIndication,
  wbxml: () => encodeSl({ href: 'http://wap.example.com/menu.wml', action: 'cache' }),
  'push-xml': () => encodeUtf8(INDICATION),
  mms: multimediaMessage,
  smil: () => encodeUtf8(SLIDES),
  vcard: () => encodeUtf8(CARD),
  vcalendar: () => encodeUtf8(APPOINTMENT),
  sckl: ringtoneAsText,
  smpp: () => fromHex(SUBMIT_SM),
  'smpp-json': () => encodeUtf8(fieldsOf(logoMessage())),
  kannel: () => encodeUtf8(kannelUrl(logoMessage())),
  form: () => encodeUtf8(formOf(logoMessage())),
  soap: () => encodeUtf8(ENVELOPE),
  jad: () => encodeUtf8(DESCRIPTOR),
  zip: () => fromHex(ARCHIVE),
  capture: () => fromBase64(CAPTURE),
  vmg: () => encodeUtf8(VMG),
  'sms-backup-restore': () => encodeUtf8(BACKUP),
  'gammu-backup': () => encodeUtf8(SECTIONS),
  'sms-ie': () => encodeUtf8(ROWS),
  eml: () => encodeUtf8(MAIL),
  base64: () => encodeUtf8(HEART_PNG),
  json: () => encodeUtf8('{"make":"Nokia","screen":[84,48],"colours":2}\n'),
  xml: () => encodeUtf8(DECK),
  html: () => encodeUtf8(PAGE),
  text: () => encodeUtf8('Hello, world\n'),
};

/** One sample of each format, in the order of the chooser. */
export const SAMPLES: readonly Sample[] = SAMPLE_NAMES.map(([format, name]) => ({ format, name, make: MAKERS[format] }));

/** The sample of a format. */
export function sampleOf(format: Format): Sample | undefined {
  return SAMPLES.find((sample) => sample.format === format);
}

// ---- messages ----

/** Numbers that are reserved for examples. */
const TO = { to: '447700900123' } as const;
const CENTRE = '447700900999';
const BOOKED = 'Your table for two is booked: 8 pm, 12 €.';
const ARRIVED = { at: new Date(Date.UTC(2026, 10, 21, 18, 30)), offsetMinutes: 60 };
/** The ode for a Flipper, in a sketch for an Arduino, and as octets of an ESC: what writes them comes later on the page. */
const FLIPPER = `${[
  'Filetype: Flipper Music Format',
  'Version: 0',
  'BPM: 125',
  'Duration: 4',
  'Octave: 5',
  'Notes: E, E, F, G, G, F, E, D, C, C, D, E, E., 8D, 2D',
].join('\n')}\n`;
const SKETCH = `${[
  '#define NOTE_C5 523',
  '#define NOTE_D5 587',
  '#define NOTE_E5 659',
  '#define NOTE_F5 698',
  '#define NOTE_G5 784',
  '',
  'int tempo = 125;',
  '',
  'int melody[] = {',
  '  NOTE_E5, 4, NOTE_E5, 4, NOTE_F5, 4, NOTE_G5, 4, NOTE_G5, 4, NOTE_F5, 4, NOTE_E5, 4, NOTE_D5, 4,',
  '  NOTE_C5, 4, NOTE_C5, 4, NOTE_D5, 4, NOTE_E5, 4, NOTE_E5, -4, NOTE_D5, 8, NOTE_D5, 2,',
  '};',
].join('\n')}\n`;
const STARTUP_MELODY =
  '007d0504ff2d3d2dff2d3d2dff2a502aff237923ff237923ff2a502aff2d3d2dff351b35fb3dfb3dff351b35ff2d3d2dff2ddc2d8d35ff35ff353635'.padEnd(
    256,
    '0',
  );

/** Sequence 1; from and to numbers of the international kind; UDHI, data coding F5. */
const SUBMIT_SM = `000000550000000400000000000000010001013434373730303930303030300001013434373730303930303030310040000000000000F5001C${FIRST_SAMPLE.hex}`;

/** What a modem's driver writes. */
const MODEM_LOG = [
  '2026-11-01 12:00:01 GSM1: -> AT+CMGL=4',
  '2026-11-01 12:00:02 GSM1: <- +CMGL: 1,1,,28 0791447758100650040B917283010010F50000621112900000800AE8329BFD0689C3E335 OK',
  '2026-11-01 12:00:03 GSM1: 1 message, 19 free',
];

/** Two parts of one message from a name. */
const TWO_PARTS = [
  '00440BD0C2F49C2E7F030000621112900000401E050003070202D27390F8FD5E97C93A100E046FB340311968537601',
  '00440BD0C2F49C2E7F030000621112900000401A050003070201B2EFBA1C440F8BD96590F92D07D1EF6F10',
];

/** {@link TWO_PARTS} on the radio, in packets of GSMTAP, as a pcap file. */
const CAPTURE =
  '1MOyoQIABAAAAAAAAAAAAAAABABlAAAAAAAAAAAAAABDAAAAQwAAAEUAAEMAAEAAQBG2psAAAgLAAAIBEnkSeQAvAAACBAEAAAEAAAAAAAAIAA' +
  'AADwBTCQEzAQAAAC5EC9DC9JwufwMAAGIAAAAAAAAAAEMAAABDAAAARQAAQwABQABAEbalwAACAsAAAgESeRJ5AC8AAAIEAQAAAQAAAAAAAAgA' +
  'AAAPAlMREpAAAEAeBQADBwIC0nOQ+P1elwAAAAAAAAAAQwAAAEMAAABFAABDAAJAAEARtqTAAAICwAACARJ5EnkALwAAAgQBAAABAAAAAAAACA' +
  'AAAA8EOck6EA4Eb7NAMRloU3YBKysrKysrAAAAAAAAAABDAAAAQwAAAEUAAEMAA0AAQBG2o8AAAgLAAAIBEnkSeQAvAAACBAEAAAEAAAAAAAAI' +
  'AAAADwZTGQEvAQEAACpEC9DC9JwufwMAAGIAAAAAAAAAAEMAAABDAAAARQAAQwAEQABAEbaiwAACAsAAAgESeRJ5AC8AAAIEAQAAAQAAAAAAAA' +
  'gAAAAPCFMREpAAAEAaBQADBwIBsu+6HEQPiwAAAAAAAAAAQwAAAEMAAABFAABDAAVAAEARtqHAAAICwAACARJ5EnkALwAAAgQBAAABAAAAAAAA' +
  'CAAAAA8KKdllkPktB9HvbxArKysrKysrKysr';

function deliver(text: string, more?: Partial<DeliverInput>): DeliverInput {
  return { tpOa: '447700900456', tpScts: ARRIVED, text, ...more };
}

/** The one page of an alert that GSM sends. */
const ALERT = {
  kind: 'page',
  serialNumber: { geographicalScope: 'area', messageCode: 17, updateNumber: 0 },
  messageIdentifier: 4371,
  ...{ dcs: 1, page: 1, pages: 1, text: 'Severe storm until 21:00. Stay indoors and away from windows.' },
} as const;

/** As a centre of IMS sends it to a phone. */
function message(): Uint8Array {
  const body = relayed();
  const head = [
    'MESSAGE sip:+447700900123@ims.example SIP/2.0',
    'Via: SIP/2.0/UDP smsgw.ims.example;branch=z9hG4bK1',
    'From: <sip:smsgw.ims.example>;tag=1',
    'To: <sip:+447700900123@ims.example>',
    'Call-ID: 1@ims.example',
    'CSeq: 1 MESSAGE',
    'Content-Type: application/vnd.3gpp.sms',
    `Content-Length: ${body.length}`,
  ];
  return Uint8Array.of(...encodeUtf8(`${head.join('\r\n')}\r\n\r\n`), ...body);
}

/** By way of +447700900099. */
function relayed(): Uint8Array {
  return encodeRp({ type: 'RP-DATA', direction: 'MT', rpMr: 1, rpOa: '447700900099', rpUd: encodeDeliver(deliver(BOOKED)) });
}

/** One that was read, one that was sent, and a free record. */
function simMessages(): Uint8Array {
  const tpdu = encodeSubmit(only(submitText('hellohello', TO)));
  const records = [
    encodeSimSms({ status: 'read', smsc: CENTRE, tpdu: encodeDeliver(deliver(BOOKED)) }),
    encodeSimSms({ status: 'sent', smsc: CENTRE, tpdu }),
    encodeSimSms({ status: 'free' }),
  ];
  return Uint8Array.from(records.flatMap((record) => [...record]));
}

function phoneBook(): Uint8Array {
  const entry = (alpha: string, digits: string) =>
    encodeAdn({ alpha, number: { ton: 1, npi: 1, digits } }, { alphaOctets: 14 });
  return Uint8Array.of(...entry('Mum', '447700900456'), ...entry('Анна', '447700900789'));
}

/** A secured packet for file management on a card, in the SMS that carries it. */
const TO_CARD =
  'D147820283818604001032548B3B400290217FF6227052000000002D02700000281516191212B0000127FA28A5BAC69D3C5E9DF2C7155DFDDE449C826B236215566530787B30E8BE5D';

function only([submit]: readonly Submit[]): Submit {
  return submit as Submit;
}

function withCentre(tpdu: Uint8Array): Uint8Array {
  return Uint8Array.of(...encodeServiceCentre(CENTRE), ...tpdu);
}

function lines(all: readonly string[]): Uint8Array {
  return encodeUtf8(all.map((line) => `${line}\r\n`).join(''));
}

function logoMessage(): Submit {
  const content: Content = { kind: 'operatorLogo', ...NETWORK, bitmap: letters() };
  return only(buildSubmits(content, { ...TO, make: 'Nokia' }));
}

/** As `handset encode --format smpp` prints it. */
function fieldsOf(submit: Submit): string {
  const { short_message, ...fields } = toSubmitSm(submit);
  return `${JSON.stringify([{ ...fields, short_message: toHex(short_message) }], null, 2)}\n`;
}

function kannelUrl(submit: Submit): string {
  const baseUrl = 'http://localhost:13013/cgi-bin/sendsms';
  return toKannelUrl(submit, { baseUrl, username: 'tester', password: 'example' });
}

function formOf(submit: Submit): string {
  const fields = { Username: 'tester', PIN: '0000', ...toGatewayForm(submit) };
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

// ---- tunes ----

const ODE = 'OdeToJoy:d=4,o=5,b=125:e,e,f,g,g,f,e,d,c,c,d,e,e.,8d,2d';

function ringtoneAsText(): Uint8Array {
  const text = toHex(encodeNokiaRingtone(parseRtttl('Ode:d=4,o=5,b=125:e,e,f,g,g,f,e,d')));
  return encodeUtf8(formatSckl({ destinationPort: 5505, text }));
}

// ---- pictures ----

const NETWORK = { mcc: '234', mnc: '10' } as const;

/** Small enough for one message of Siemens' making. */
function heart() {
  return bitmapFromRows(['........', '.##.##..', '#######.', '#######.', '.#####..', '..###...', '...#....', '........']);
}

/** The name in letters, in the size of an operator logo. */
function letters() {
  return drawSample('name', 72, 14);
}

/** Hills and a sun, in the size of a picture message. */
function hills() {
  return drawSample('hills', 72, 28);
}

const HEART_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAAKElEQVQI12P4/58BiB62MxxgZmhgREFAESB6wM7wgZ/hhzzDv3qgSgCY2RCrRMg3twAAAABJRU5ErkJggg==';
const HEART_JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/wAALCAAQABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAgEAABAwQCAwAAAAAAAAAAAAACAQQSAAMFESExQVFx/9oACAEBAAA/AJO8s5B4Y21QQtlGOkXel80aZZybwBuKhBcKMdImtr4quVxhndJw3GUuTBO/qe6YrGGF1HDgYx5AF7+r6r//2Q==';
const HEART_GIF =
  'R0lGODlhEAAQAPABAAAAAP///yH5BAAAAAAAIf8LSW1hZ2VNYWdpY2sOZ2FtbWE9MC40NTQ1NDUALAAAAAAQABAAAAIgjI+pu+BgHkSyvmPz1DZy6X1OKGKl+SWpojFB53rxbBQAOw==';

// ---- pushes and multimedia messages ----

function pushedIndication(): Uint8Array {
  const body = encodeSi({
    href: 'http://wap.example.com/mail/1',
    id: 'mail-1',
    created: ARRIVED.at,
    action: 'signal-high',
    text: 'You have 4 new messages',
  });
  return encodePush({ contentType: PUSH_CONTENT_TYPES.si.wbxml, charset: 'utf-8', applicationId: 2, body });
}

const INDICATION = `<?xml version="1.0"?>
<!DOCTYPE si PUBLIC "-//WAPFORUM//DTD SI 1.0//EN" "http://www.wapforum.org/DTD/si.dtd">
<si>
  <indication href="http://wap.example.com/mail/1" si-id="mail-1" action="signal-high">You have 4 new messages</indication>
</si>
`;

const SLIDES = `<smil>
  <head>
    <layout>
      <root-layout width="128" height="128"/>
      <region id="Image" top="0" left="0" width="128" height="96" fit="meet"/>
      <region id="Text" top="96" left="0" width="128" height="32"/>
    </layout>
  </head>
  <body>
    <par dur="5000ms"><img src="heart.gif" region="Image"/><text src="hello.txt" region="Text"/></par>
  </body>
</smil>
`;

function multimediaMessage(): Uint8Array {
  const part = (name: string, contentType: string, data: Uint8Array) => ({
    name,
    contentType,
    data,
    contentId: name,
    contentLocation: name,
  });
  return encodeMms({
    type: 'M-Retrieve.conf',
    mmsVersion: '1.2',
    messageId: '1@mmsc.example.com',
    date: ARRIVED.at,
    from: '+447700900456/TYPE=PLMN',
    to: ['+447700900123/TYPE=PLMN'],
    subject: 'Hello',
    contentType: 'application/vnd.wap.multipart.related',
    start: 'slides.smil',
    startType: 'application/smil',
    parts: [
      { ...part('slides.smil', 'application/smil', encodeUtf8(SLIDES)), charset: 'utf-8' },
      part('heart.gif', 'image/gif', fromBase64(HEART_GIF)),
      { ...part('hello.txt', 'text/plain', encodeUtf8('Wish you were here')), charset: 'utf-8' },
    ],
  });
}

// ---- files of text ----

const crlf = (...all: readonly string[]) => all.map((line) => `${line}\r\n`).join('');

const CARD = /* @__PURE__ */ crlf(
  'BEGIN:VCARD',
  'VERSION:2.1',
  'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrgen',
  'TEL;CELL:+447700900124',
  'EMAIL:jm@example.com',
  'END:VCARD',
);

const APPOINTMENT = /* @__PURE__ */ crlf(
  'BEGIN:VCALENDAR',
  'VERSION:1.0',
  'BEGIN:VEVENT',
  'DTSTART:20261202T140000Z',
  'DTEND:20261202T150000Z',
  'SUMMARY:Team meeting',
  'LOCATION:Room 4',
  'END:VEVENT',
  'END:VCALENDAR',
);

// ---- archives of messages ----

const vmg = (box: string, status: string, time: string, card: readonly string[], clock: string, text: string) => [
  ...['BEGIN:VMSG', 'VERSION:1.1', `X-IRMC-STATUS:${status}`, `X-IRMC-BOX:${box}`, `X-NOK-DT:${time}`],
  ...(box === 'INBOX' ? ['BEGIN:VCARD', 'VERSION:2.1', ...card, 'END:VCARD', 'BEGIN:VENV'] : []),
  ...(box === 'INBOX' ? [] : ['BEGIN:VENV', 'BEGIN:VCARD', 'VERSION:2.1', ...card, 'END:VCARD']),
  ...['BEGIN:VENV', 'BEGIN:VBODY', `Date:${clock}`, text, 'END:VBODY', 'END:VENV', 'END:VENV', 'END:VMSG'],
];

const MUM = ['N:Mum', 'TEL:+447700900456'];

const VMG = /* @__PURE__ */ crlf(
  ...vmg('INBOX', 'READ', '20051224T173000Z', MUM, '24.12.2005 18:30:00', 'Are you on your way?'),
  ...vmg('SENT', 'READ', '20051224T173142Z', MUM, '24.12.2005 18:31:42', 'Ten minutes!'),
);

const BACKUP = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<smses count="3">
  <sms protocol="0" address="+447700900456" date="1135445400000" type="1" body="Are you on your way?" read="1" status="-1" contact_name="Mum" />
  <sms protocol="0" address="+447700900456" date="1135445502000" type="2" body="Ten minutes! &#55357;&#56832;" read="1" status="-1" contact_name="Mum" />
  <mms date="1146492000000" sub="Hello" read="0" msg_box="1" address="+447700900789" m_type="132" contact_name="Анна">
    <parts>
      <part seq="0" ct="text/plain" chset="106" cl="hello.txt" text="Wish you were here" />
      <part seq="1" ct="image/gif" cl="heart.gif" text="null" data="${HEART_GIF}" />
    </parts>
    <addrs>
      <addr address="+447700900789" type="137" charset="106" />
    </addrs>
  </mms>
</smses>
`;

const gammu = (number: number, udh: string, text: string) => [
  ...[`[SMSBackup${String(number).padStart(3, '0')}]`, 'PDU = Deliver', 'DateTime = 20061121T183000Z', 'State = Read'],
  ...['Number = "+447700900456"', `UDH = ${udh}`, `Text00 = ${unicode(text)}`, 'Coding = Default_No_Compression', ''],
];

const unicode = (text: string) =>
  [...text].map((each) => each.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')).join('');

const SECTIONS = /* @__PURE__ */ crlf(
  ...gammu(0, '050003070201', 'Your table for two '),
  ...gammu(1, '050003070202', 'is booked: 8 pm.'),
);

const ROWS = /* @__PURE__ */ [
  '{"_id":"1","address":"+447700900456","date":"1135445400000","read":"1","type":"1","body":"Are you on your way?","__display_name":"Mum"}',
  '{"_id":"2","address":"+447700900456","date":"1135445502000","read":"1","type":"2","body":"Ten minutes!","__display_name":"Mum"}',
  '',
].join('\n');

const MAIL = /* @__PURE__ */ crlf(
  'From: Mum <+447700900456/TYPE=PLMN@mms.example>',
  'To: +447700900123/TYPE=PLMN@mms.example',
  'Date: Sat, 24 Dec 2005 18:30:00 +0100',
  'Subject: Hello',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="next"',
  '',
  '--next',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Wish you were here',
  '--next',
  'Content-Type: image/gif; name="heart.gif"',
  'Content-Transfer-Encoding: base64',
  '',
  HEART_GIF,
  '--next--',
);

const DESCRIPTOR = /* @__PURE__ */ crlf(
  'MIDlet-Name: Snake',
  'MIDlet-Version: 1.0.0',
  'MIDlet-Vendor: Example Ltd',
  'MIDlet-1: Snake, /icon.png, com.example.snake.Game',
  'MIDlet-Jar-URL: http://wap.example.com/snake.jar',
  'MIDlet-Jar-Size: 24576',
  'MicroEdition-Configuration: CLDC-1.0',
  'MicroEdition-Profile: MIDP-1.0',
);

const ENVELOPE = `<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body>
    <AvailableCredit>
      <Username>tester</Username>
      <PIN>0000</PIN>
    </AvailableCredit>
  </soap:Body>
</soap:Envelope>
`;

const DECK = `<?xml version="1.0"?>
<!DOCTYPE wml PUBLIC "-//WAPFORUM//DTD WML 1.1//EN" "http://www.wapforum.org/DTD/wml_1.1.xml">
<wml><card id="menu" title="Menu"><p><a href="tones.wml">Tones</a></p></card></wml>
`;

const PAGE = `<!DOCTYPE html PUBLIC "-//WAPFORUM//DTD XHTML Mobile 1.0//EN" "http://www.wapforum.org/DTD/xhtml-mobile10.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Tones</title></head><body><p>Top ten</p></body></html>
`;

/** `hello.txt`, stored. */
const ARCHIVE =
  '504B0304140000000000C093755D1635963106000000060000000900000068656C6C6F2E74787448656C6C6F0A504B01021403140000000000C093755D16359631060000000600000009000000000000000000000080010000000068656C6C6F2E747874504B05060000000001000100370000002D0000000000';
