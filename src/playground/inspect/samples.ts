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
import {
  type DeliverInput,
  encodeDeliver,
  encodeSeo,
  encodeServiceCentre,
  encodeSubmit,
  formatSckl,
  type Submit,
  submitText,
} from '../../sms/index.js';
import { drawSample } from '../compose/picture-samples.js';
import { fromBase64 } from './base64.js';

/** Something to look at. */
export interface Sample {
  readonly format: Format;
  /** What it is, in a few words. */
  readonly name: string;
  make(): Uint8Array;
}

/** One sample of each format, in the order of the chooser. */
export const SAMPLES: readonly Sample[] = [
  { format: 'tpdu-mo', name: 'text to be sent', make: () => fromHex('01000B917283010010F500000AE8329BFD4697D9EC37') },
  {
    format: 'tpdu-mt',
    name: 'text that arrives, in UCS-2',
    make: () => encodeDeliver(deliver('Täglich 8–18 Uhr ☎', { tpDcs: 8 })),
  },
  { format: 'pdu-mo', name: 'the same from a modem', make: () => withCentre(encodeSubmit(only(submitText('hellohello', TO)))) },
  {
    format: 'pdu-mt',
    name: 'text that arrives, with its service centre',
    make: () => withCentre(encodeDeliver(deliver(BOOKED))),
  },
  { format: 'hex', name: 'a long text in two messages', make: () => encodeUtf8(TWO_PARTS.map((part) => `${part}\n`).join('')) },
  { format: 'log', name: 'a log of a modem', make: () => lines(MODEM_LOG) },
  { format: 'at', name: 'AT commands that send a text', make: () => lines(toAtCommands(submitText(BOOKED, TO))) },
  { format: 'udh', name: 'operator logo for port 5506', make: () => fromHex(LOGO_FOR_PORT) },
  { format: 'nokia-ringtone', name: 'a ringing tone as phones take it', make: () => encodeNokiaRingtone(parseRtttl(ODE)) },
  { format: 'rtttl', name: 'the same tune as text', make: () => encodeUtf8(ODE) },
  { format: 'imelody', name: 'the same tune for EMS phones', make: () => encodeUtf8(formatImelody(parseRtttl(ODE))) },
  { format: 'emelody', name: 'the same tune for Ericsson phones', make: () => encodeUtf8(formatEmelody(parseRtttl(ODE))) },
  { format: 'motorola', name: 'the same tune for Motorola phones', make: () => encodeUtf8(formatMotorola(parseRtttl(ODE))) },
  { format: 'midi', name: 'the same tune as MIDI', make: () => encodeMidi(parseRtttl(ODE)) },
  {
    format: 'any-rtttl',
    name: 'the same tune for an Arduino board',
    make: () => encodeAnyRtttl(parseRtttl(ODE), { noteBits: 16 }),
  },
  {
    format: 'wav',
    name: 'its first notes as sound',
    make: () => renderWav(parseRtttl('Ode:d=32,o=5,b=125:e,e,f,g'), { sampleRate: 8000 }),
  },
  { format: 'ota-bitmap', name: 'picture of 72x14 pixels', make: () => encodeOtaBitmap(letters()) },
  {
    format: 'operator-logo',
    name: 'operator logo without its message',
    make: () => encodeOperatorLogo({ ...NETWORK, bitmap: letters() }),
  },
  {
    format: 'picture-message',
    name: 'picture with a text',
    make: () => encodePictureMessage({ bitmap: hills(), text: 'Wish you were here' }),
  },
  { format: 'wbmp', name: 'WAP bitmap', make: () => encodeWbmp(hills()) },
  { format: 'bmp', name: 'Windows bitmap', make: () => encodeBmp(hills()) },
  { format: 'nol', name: 'operator logo in a file', make: () => encodeNol({ ...NETWORK, bitmap: letters() }) },
  { format: 'ngg', name: 'group graphic in a file', make: () => encodeNgg({ bitmap: letters() }) },
  { format: 'nlm', name: 'logo manager file', make: () => encodeNlm({ kind: 'startupLogo', frames: [hills()] }) },
  { format: 'npm', name: 'picture message in a file', make: () => encodeNpm({ bitmap: hills(), text: 'Wish you were here' }) },
  { format: 'png', name: 'PNG of 16x16 pixels', make: () => fromBase64(HEART_PNG) },
  { format: 'jpeg', name: 'JPEG of 16x16 pixels', make: () => fromBase64(HEART_JPEG) },
  { format: 'gif', name: 'GIF of 16x16 pixels', make: () => fromBase64(HEART_GIF) },
  {
    format: 'seo',
    name: 'picture for Siemens phones',
    make: () => encodeSeo({ type: 'bmp', name: 'Heart', data: encodeBmp(heart()) })[0] as Uint8Array,
  },
  { format: 'wsp-push', name: 'push of a service indication', make: pushedIndication },
  {
    format: 'wbxml',
    name: 'service loading',
    make: () => encodeSl({ href: 'http://wap.example.com/menu.wml', action: 'cache' }),
  },
  { format: 'push-xml', name: 'service indication as XML', make: () => encodeUtf8(INDICATION) },
  { format: 'mms', name: 'multimedia message with text and picture', make: multimediaMessage },
  { format: 'smil', name: 'presentation of two slides', make: () => encodeUtf8(SLIDES) },
  { format: 'vcard', name: 'business card', make: () => encodeUtf8(CARD) },
  { format: 'vcalendar', name: 'appointment', make: () => encodeUtf8(APPOINTMENT) },
  { format: 'sckl', name: 'ringing tone in a text message', make: ringtoneAsText },
  { format: 'smpp', name: 'submit_sm with an operator logo', make: () => fromHex(SUBMIT_SM) },
  { format: 'smpp-json', name: 'the same as fields', make: () => encodeUtf8(fieldsOf(logoMessage())) },
  { format: 'kannel', name: 'the same for Kannel', make: () => encodeUtf8(kannelUrl(logoMessage())) },
  { format: 'form', name: 'the same for the gateway', make: () => encodeUtf8(formOf(logoMessage())) },
  { format: 'soap', name: 'request for the balance', make: () => encodeUtf8(ENVELOPE) },
  { format: 'jad', name: 'descriptor of a game', make: () => encodeUtf8(DESCRIPTOR) },
  { format: 'zip', name: 'archive of one file', make: () => fromHex(ARCHIVE) },
  { format: 'base64', name: 'base64 of a picture', make: () => encodeUtf8(HEART_PNG) },
  { format: 'json', name: 'settings', make: () => encodeUtf8('{"make":"Nokia","screen":[84,48],"colours":2}\n') },
  { format: 'xml', name: 'a WAP page', make: () => encodeUtf8(DECK) },
  { format: 'html', name: 'a page of the time', make: () => encodeUtf8(PAGE) },
  { format: 'text', name: 'plain text', make: () => encodeUtf8('Hello, world\n') },
];

/** The sample that the page begins with. */
export const FIRST_SAMPLE: Format = 'udh';

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
const LOGO_FOR_PORT = '0605041582000032F40100100701000045C844887C88448045C80000';
/** Sequence 1; from and to numbers of the international kind; UDHI, data coding F5. */
const SUBMIT_SM = `000000550000000400000000000000010001013434373730303930303030300001013434373730303930303030310040000000000000F5001C${LOGO_FOR_PORT}`;

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

function deliver(text: string, more?: Partial<DeliverInput>): DeliverInput {
  return { tpOa: '447700900456', tpScts: ARRIVED, text, ...more };
}

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
