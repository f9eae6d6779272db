import { describe, expect, it } from 'vitest';
import { bitmapFromRows } from '../../src/bitmap/index.js';
import { fromHex, toHex } from '../../src/bytes/index.js';
import { EncodeError } from '../../src/errors.js';
import { decodeMms, encodeMms, type MRetrieveConf, writeStoredZip } from '../../src/mms/index.js';
import type { Tune } from '../../src/ringtone/index.js';
import type { SenderWarning } from '../../src/sender/options.js';
import { Sender } from '../../src/sender/sender.js';
import { decodeSubmit, encodeSubmit } from '../../src/sms/index.js';
import { gateway, untouchable } from '../support/gateway.js';
import { errorOf } from '../support/transports.js';

const ACCOUNT = { primary: 'https://gateway.example', username: 'ANOther.12345', pin: '01234567' };
const TO = { to: '447700900123' };
const NOKIA = { ...TO, make: 'Nokia' };

/** Parameters that every request of these tests begins with. */
const HEAD = [
  ['Username', 'ANOther.12345'],
  ['PIN', '01234567'],
  ['SendTo', '447700900123'],
  ['ResponseFormat', '3'],
];

const NOTE = { octave: 5, duration: 4, dots: 0 } as const;
const TUNE: Tune = {
  title: 'Fifths',
  tempoBpm: 63,
  style: 'N',
  loops: 0,
  notes: [
    { ...NOTE, pitch: 'c' },
    { ...NOTE, pitch: 'g#', octave: 6, duration: 8, dots: 1 },
    { pitch: null, octave: null, duration: 4, dots: 0 },
  ],
};

const picture = (widthPx: number, heightPx: number) =>
  bitmapFromRows(Array.from({ length: heightPx }, () => '#'.repeat(widthPx)));
const PICTURE = picture(72, 28);
const LOGO = picture(72, 14);
/** Infofield, width 72, height 28 or 14, one colour; 72 pixels are nine octets of black. */
const PICTURE_HEX = `00481C01${'FF'.repeat(9 * 28)}`;
const LOGO_HEX = `00480E01${'FF'.repeat(9 * 14)}`;

/** What a send puts on the wire, behind what all have, and what it warns of. */
async function sent(
  send: (sender: Sender) => Promise<unknown>,
): Promise<{ path: string; fields: string[][]; warnings: SenderWarning[] }> {
  const fake = gateway('MessageIdentifier=ABCDEFGHIJ12345&Report=-2&Units=1');
  const warnings: SenderWarning[] = [];
  await send(new Sender({ ...ACCOUNT, transport: fake.transport, onWarning: (warning) => warnings.push(warning) }));
  expect(fake.requests).toHaveLength(1);
  const fields = fake.fields();
  expect(fields.slice(0, HEAD.length)).toEqual(HEAD);
  return { path: new URL(fake.requests[0]!.url).pathname, fields: fields.slice(HEAD.length), warnings };
}

/** The error of a send of which nothing went out. */
async function refused(send: (sender: Sender) => Promise<unknown>): Promise<EncodeError> {
  const error = await errorOf(send(new Sender({ ...ACCOUNT, transport: untouchable })));
  expect(error).toBeInstanceOf(EncodeError);
  return error as EncodeError;
}

describe('texts', () => {
  it('G-SMS-05: a text goes to sendsms as Message', async () => {
    expect(await sent((sender) => sender.sendText('100 % & + ü €', TO))).toEqual({
      path: '/webservices/http/sendsms',
      fields: [['Message', '100 % & + ü €']],
      warnings: [],
    });
  });

  it('G-SMS-06: a flash text goes as FlashMessage', async () => {
    const { path, fields } = await sent((sender) => sender.sendFlash('now', TO));
    expect([path, fields]).toEqual(['/webservices/http/sendsms', [['FlashMessage', 'now']]]);
  });

  it('refuses an empty text and what is none', async () => {
    expect(await refused((sender) => sender.sendText('', TO))).toMatchObject({ field: 'Message' });
    expect(await refused((sender) => sender.sendFlash('', TO))).toMatchObject({ field: 'FlashMessage' });
    const sender = new Sender({ ...ACCOUNT, transport: untouchable });
    await expect(sender.sendText(5 as never, TO)).rejects.toThrow(TypeError);
  });
});

describe('ringtones', () => {
  it('G-MMS-14: a tune goes as RTTTL, with RTX keys where the tune needs them', async () => {
    const { path, fields } = await sent((sender) => sender.sendRingtone(TUNE, NOKIA));
    expect(path).toBe('/webservices/http/sendmms');
    expect(fields).toEqual([
      ['PhoneMake', 'Nokia'],
      ['Ringtone', 'Fifths:d=4,o=5,b=63:c,8g#6.,p'],
    ]);
    const rtx = await sent((sender) => sender.sendRingtone({ ...TUNE, style: 'S', loops: 2 }, NOKIA));
    expect(rtx.fields.at(-1)).toEqual(['Ringtone', 'Fifths:d=4,o=5,b=63,s=S,l=2:c,8g#6.,p']);
  });

  it('text goes as it is, with what readers of tunes say about it', async () => {
    const { fields, warnings } = await sent((sender) => sender.sendRingtone('a tune with a long title:d=4,o=5,b=63:c', NOKIA));
    expect(fields.at(-1)).toEqual(['Ringtone', 'a tune with a long title:d=4,o=5,b=63:c']);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'content', field: 'Ringtone' }));
  });

  it('G-MMS-53: a number of the library goes as five digits, given as a number or as a text', async () => {
    const number = await sent((sender) => sender.sendRingtone({ libraryNumber: 30_001 }, NOKIA));
    expect(number.fields.at(-1)).toEqual(['Ringtone', '30001']);
    const text = await sent((sender) => sender.sendRingtone('30001', NOKIA));
    expect(text.fields.at(-1)).toEqual(['Ringtone', '30001']);
  });

  it('the make is taken in any case, and the model as it is', async () => {
    const { fields } = await sent((sender) => sender.sendRingtone('30001', { ...TO, make: 'nOKIA', model: '3310' }));
    expect(fields.slice(0, 2)).toEqual([
      ['PhoneMake', 'Nokia'],
      ['PhoneModel', '3310'],
    ]);
  });

  it('warns of more messages than handsets take, and of a model without ringtones', async () => {
    const long = { ...TUNE, notes: Array.from({ length: 400 }, (_, i) => ({ ...NOTE, pitch: i % 2 ? 'c' : 'd#' }) as const) };
    const { warnings } = await sent((sender) => sender.sendRingtone(long, NOKIA));
    expect(warnings).toEqual([expect.objectContaining({ code: 'content', message: expect.stringMatching(/at most 3/) })]);
    const ericsson = await sent((sender) => sender.sendRingtone(TUNE, { ...TO, make: 'Ericsson', model: 'T28' }));
    expect(ericsson.warnings).toEqual([expect.objectContaining({ code: 'content', field: 'Ringtone' })]);
  });

  it('G-MMS-03: refuses a missing and an unknown make', async () => {
    expect(await refused((sender) => sender.sendRingtone(TUNE, TO))).toMatchObject({ field: 'PhoneMake' });
    const unknown = await refused((sender) => sender.sendRingtone(TUNE, { ...TO, make: 'Nokla' }));
    expect(unknown).toMatchObject({ code: 'bad-value', field: 'PhoneMake' });
    expect(unknown.message).toContain('Alcatel, Ericsson, Motorola, Nokia, Sagem, Siemens, EMS');
  });

  it('refuses what is no tune, and numbers outside of the library', async () => {
    const dotted = { ...TUNE, notes: [{ ...NOTE, pitch: 'c', dots: 2 }] } as Tune;
    expect(await refused((sender) => sender.sendRingtone(dotted, NOKIA))).toMatchObject({
      code: 'unencodable',
      field: 'Ringtone/notes[0].dots',
    });
    expect(await refused((sender) => sender.sendRingtone('no tune', NOKIA))).toMatchObject({
      field: expect.stringMatching(/^Ringtone\/RTTTL/),
    });
    expect(await refused((sender) => sender.sendRingtone('29999', NOKIA))).toMatchObject({ field: 'Ringtone' });
    expect(await refused((sender) => sender.sendRingtone({ libraryNumber: 1 }, NOKIA))).toMatchObject({ field: 'Ringtone' });
  });
});

describe('pictures', () => {
  it('G-MMS-10: a picture message goes as an OTA bitmap in hex', async () => {
    const { path, fields, warnings } = await sent((sender) => sender.sendPictureMessage(PICTURE, NOKIA));
    expect(path).toBe('/webservices/http/sendmms');
    expect(fields).toEqual([
      ['PhoneMake', 'Nokia'],
      ['PictureMessage', PICTURE_HEX],
    ]);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['an object around the bitmap', { bitmap: PICTURE }],
    ['octets', fromHex(PICTURE_HEX)],
    ['a view of a larger buffer', Buffer.from(`ffff${PICTURE_HEX}`, 'hex').subarray(2)],
    ['hex in lower case', PICTURE_HEX.toLowerCase()],
    ['an object around hex', { bitmap: PICTURE_HEX }],
  ])('takes %s', async (_, content) => {
    const { fields } = await sent((sender) => sender.sendPictureMessage(content, NOKIA));
    expect(fields.at(-1)).toEqual(['PictureMessage', PICTURE_HEX]);
  });

  it('G-MMS-53: takes numbers of the library, which hex of five digits is never', async () => {
    const number = await sent((sender) => sender.sendPictureMessage({ libraryNumber: 20_000 }, NOKIA));
    expect(number.fields.at(-1)).toEqual(['PictureMessage', '20000']);
    expect((await sent((sender) => sender.sendPictureMessage('29999', NOKIA))).fields.at(-1)).toEqual([
      'PictureMessage',
      '29999',
    ]);
    expect(await refused((sender) => sender.sendPictureMessage('30000', NOKIA))).toMatchObject({ field: 'PictureMessage' });
  });

  it('G-MMS-11, G-MMS-04: a group graphic is for Nokia alone', async () => {
    const { fields } = await sent((sender) => sender.sendGroupGraphic(LOGO, NOKIA));
    expect(fields).toEqual([
      ['PhoneMake', 'Nokia'],
      ['GroupGraphic', LOGO_HEX],
    ]);
    expect((await sent((sender) => sender.sendGroupGraphic('10000', NOKIA))).fields.at(-1)).toEqual(['GroupGraphic', '10000']);
    expect(await refused((sender) => sender.sendGroupGraphic(LOGO, { ...TO, make: 'EMS' }))).toMatchObject({
      field: 'PhoneMake',
    });
  });

  it('G-MMS-12, G-MMS-13: an operator logo goes with the network of the content or of the options', async () => {
    const expected = [
      ['PhoneMake', 'Nokia'],
      ['OperatorLogo', LOGO_HEX],
      ['MCC', '234'],
      ['MNC', '15'],
    ];
    const network = { mcc: '234', mnc: '15' };
    expect((await sent((sender) => sender.sendOperatorLogo({ ...network, bitmap: LOGO }, NOKIA))).fields).toEqual(expected);
    expect((await sent((sender) => sender.sendOperatorLogo(LOGO, { ...NOKIA, ...network }))).fields).toEqual(expected);
    expect((await sent((sender) => sender.sendOperatorLogo(LOGO_HEX, { ...NOKIA, ...network }))).fields).toEqual(expected);
    const library = await sent((sender) => sender.sendOperatorLogo({ ...network, libraryNumber: 19_999 }, NOKIA));
    expect(library.fields[1]).toEqual(['OperatorLogo', '19999']);
  });

  it('refuses a logo without its network, with two, or with a wrong one', async () => {
    expect(await refused((sender) => sender.sendOperatorLogo(LOGO, NOKIA))).toMatchObject({ field: 'MCC' });
    expect(await refused((sender) => sender.sendOperatorLogo(LOGO, { ...NOKIA, mcc: '234' }))).toMatchObject({ field: 'MNC' });
    const twice = { bitmap: LOGO, mcc: '234', mnc: '15' };
    expect(await refused((sender) => sender.sendOperatorLogo(twice, { ...NOKIA, mcc: '262' }))).toMatchObject({ field: 'MCC' });
    const wrong = { bitmap: LOGO, mcc: '23', mnc: '15' };
    expect(await refused((sender) => sender.sendOperatorLogo(wrong, NOKIA))).toMatchObject({ field: 'MCC' });
  });

  it('a size that no Nokia shows is refused unless it is asked for; a large logo is a warning', async () => {
    const small = picture(10, 10);
    const error = await refused((sender) => sender.sendPictureMessage(small, NOKIA));
    expect(error).toMatchObject({ code: 'bad-value', field: 'PictureMessage' });
    expect(error.message).toContain('72x28');
    const { fields, warnings } = await sent((sender) => sender.sendPictureMessage(small, { ...NOKIA, anySize: true }));
    expect(fields.at(-1)?.[1]).toMatch(/^000A0A01/);
    expect(warnings).toHaveLength(1);
    const large = await sent((sender) => sender.sendOperatorLogo({ bitmap: picture(78, 21), mcc: '234', mnc: '15' }, NOKIA));
    expect(large.warnings).toEqual([expect.objectContaining({ code: 'content', message: expect.stringContaining('78x21') })]);
    expect((await sent((sender) => sender.sendPictureMessage(small, { ...TO, make: 'EMS' }))).fields.at(-1)?.[1]).toMatch(
      /^000A0A01/,
    );
  });

  it.each([
    ['hex of a PNG file', '89504E470D0A1A0A', /png/],
    ['a logo with its network', `32F451${LOGO_HEX}`, /whole message/],
    ['a header without pixels', '00481C01', /./],
    ['no hex', 'zz', /./],
  ])('refuses %s', async (_, content, message) => {
    const error = await refused((sender) => sender.sendPictureMessage(content, { ...NOKIA, anySize: true }));
    expect(error.field).toMatch(/^PictureMessage/);
    expect(error.message).toMatch(message);
  });

  it('refuses a text with a picture, which the interface has no place for', async () => {
    const content = { bitmap: PICTURE, text: 'hello' };
    const error = await refused((sender) => sender.sendPictureMessage(content, NOKIA));
    expect(error).toMatchObject({ code: 'unencodable', field: 'PictureMessage/text' });
    expect(error.message).not.toContain('hello');
  });
});

describe('cards and calendars', () => {
  it('G-MMS-15: a card goes as vCard 2.1', async () => {
    const card = { family: 'Other', given: 'Ann', tel: [{ value: '+447700900123', types: ['CELL'] }], email: [] };
    const { fields, warnings } = await sent((sender) => sender.sendVCard(card, NOKIA));
    expect(fields).toEqual([
      ['PhoneMake', 'Nokia'],
      ['vCard', 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Other;Ann\r\nTEL;CELL:+447700900123\r\nEND:VCARD\r\n'],
    ]);
    expect(warnings).toEqual([]);
    const newer = await sent((sender) => sender.sendVCard(card, { ...NOKIA, version: '3.0' }));
    expect(newer.fields.at(-1)?.[1]).toContain('VERSION:3.0');
  });

  it('says that a card takes too many messages, in the version that is sent', async () => {
    // Quoted-printable makes six characters of one that is two octets in the newer version.
    const card = { family: 'ж'.repeat(60), tel: [], email: [] };
    const { warnings } = await sent((sender) => sender.sendVCard(card, NOKIA));
    expect(warnings).toEqual([expect.objectContaining({ code: 'content', field: 'vCard' })]);
    expect((await sent((sender) => sender.sendVCard(card, { ...NOKIA, version: '3.0' }))).warnings).toEqual([]);
  });

  it('G-MMS-16: a calendar goes as vCalendar 1.0', async () => {
    const start = new Date('2026-01-02T03:04:05Z');
    const { fields } = await sent((sender) => sender.sendVCalendar({ events: [{ summary: 'Tea', start }], todos: [] }, NOKIA));
    expect(fields).toEqual([
      ['PhoneMake', 'Nokia'],
      [
        'vCal',
        'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nSUMMARY:Tea\r\nDTSTART:20260102T030405Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      ],
    ]);
  });

  it('texts go as they are', async () => {
    const card = 'BEGIN:VCARD\nVERSION:2.1\nN:Other\nEND:VCARD\n';
    expect((await sent((sender) => sender.sendVCard(card, NOKIA))).fields.at(-1)).toEqual(['vCard', card]);
    const calendar = 'BEGIN:VCALENDAR\nVERSION:1.0\nEND:VCALENDAR\n';
    expect((await sent((sender) => sender.sendVCalendar(calendar, NOKIA))).fields.at(-1)).toEqual(['vCal', calendar]);
  });

  it('says what a calendar loses', async () => {
    const event = { summary: 'Tea', start: new Date(0), uid: 'a@b' };
    const calendar = { version: '2.0', events: [event], todos: [] } as const;
    const { warnings } = await sent((sender) => sender.sendVCalendar(calendar, NOKIA));
    expect(warnings).toEqual([expect.objectContaining({ code: 'content', field: 'vCal' })]);
    // In the version that has a place for it nothing is lost.
    const newer = await sent((sender) => sender.sendVCalendar(calendar, { ...NOKIA, version: '2.0' }));
    expect(newer.fields.at(-1)?.[1]).toContain('UID:a@b');
    expect(newer.warnings).toEqual([]);
  });

  it('refusals name the place and show nothing of a person', async () => {
    const card = { family: 'Other', tel: [{ value: 'private\u0000', types: ['two words'] }], email: [] };
    const error = await refused((sender) => sender.sendVCard(card, NOKIA));
    expect(error.field).toMatch(/^vCard\/tel\[0\]/);
    expect(error.message).not.toMatch(/two words|private/);
    expect(error.cause).toBeUndefined();
    expect(await refused((sender) => sender.sendVCard('no card', NOKIA))).toMatchObject({
      field: expect.stringMatching(/^vCard/),
    });
    expect(await refused((sender) => sender.sendVCalendar('none', NOKIA))).toMatchObject({
      field: expect.stringMatching(/^vCal/),
    });
    const calendar = { events: [{ start: 'then' as never }], todos: [] };
    expect(await refused((sender) => sender.sendVCalendar(calendar, NOKIA))).toMatchObject({
      field: expect.stringMatching(/^vCal\/events/),
    });
  });
});

describe('service indications', () => {
  it('G-SI-01 to G-SI-06: fields one to one', async () => {
    const { fields, warnings } = await sent((sender) =>
      sender.sendServiceIndication(
        {
          href: 'http://wap.example.com/n/1',
          id: 'msg-1',
          text: 'New mail',
          created: new Date('2024-02-29T23:59:59Z'),
          expires: new Date('2024-03-07T00:00:00Z'),
          action: 'delete',
          info: [{ pcdata: '10 p', class: 'price' }],
        },
        TO,
      ),
    );
    expect(fields).toEqual([
      ['si-href', 'http://wap.example.com/n/1'],
      ['si-id', 'msg-1'],
      ['si-content', 'New mail'],
      ['si-created', '2024-02-29T23:59:59'],
      ['si-expires', '2024-03-07T00:00:00'],
      ['si-action', 'delete'],
      ['si-info-pcdata', '10 p'],
      ['si-info-class', 'price'],
    ]);
    expect(warnings).toEqual([]);
  });

  it('G-SI-07: warns of a missing id, and makes none up', async () => {
    const { fields, warnings } = await sent((sender) =>
      sender.sendServiceIndication({ href: 'http://a.example/', text: 'x' }, TO),
    );
    expect(fields.map(([name]) => name)).toEqual(['si-href', 'si-content']);
    expect(warnings).toEqual([expect.objectContaining({ code: 'missing-si-id', field: 'si-id' })]);
    const empty = await sent((sender) => sender.sendServiceIndication({ href: 'wtai://wp/mc;1', id: 'a' }, TO));
    expect(empty.warnings.map(({ code, field }) => [code, field])).toEqual([
      ['content', 'si-content'],
      ['content', 'si-href'],
    ]);
  });

  it('refuses one without an address', async () => {
    expect(await refused((sender) => sender.sendServiceIndication({ text: 'x' }, TO))).toMatchObject({ field: 'si-href' });
  });
});

describe('files', () => {
  const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);

  it('G-MMS-31 to G-MMS-36: a WAP push has name, hex and options', async () => {
    const { fields } = await sent((sender) =>
      sender.sendWapPush(
        { name: 'photo.jpg', data: JPEG, contentType: 'image/jpeg' },
        { ...TO, message: 'A photo', disableRepurposing: true, disableWalledGardenRule: false },
      ),
    );
    expect(new Map(fields as [string, string][])).toEqual(
      new Map([
        ['WAPPushFileName1', 'photo.jpg'],
        ['WAPPushFileData1', 'FFD8FFE0'],
        ['Message', 'A photo'],
        ['ContentType', 'image/jpeg'],
        ['DisableRepurposing', '1'],
        ['DisableWalledGardenRule', '0'],
      ]),
    );
  });

  it('G-MMS-30: or a number of the library', async () => {
    expect((await sent((sender) => sender.sendWapPush({ libraryNumber: 80_000 }, TO))).fields).toEqual([
      ['MMSFileWAP', '80000'],
    ]);
    expect((await sent((sender) => sender.sendWapPush('89999', TO))).fields).toEqual([['MMSFileWAP', '89999']]);
    expect(await refused((sender) => sender.sendWapPush('90000', TO))).toMatchObject({ field: 'MMSFileWAP' });
  });

  it('takes hex, and refuses names that are too long or have no extension, and no octets', async () => {
    const hex = await sent((sender) => sender.sendWapPush({ name: 'a.gif', data: '474946' }, TO));
    expect(hex.fields).toEqual([
      ['WAPPushFileName1', 'a.gif'],
      ['WAPPushFileData1', '474946'],
    ]);
    const name = 'WAPPushFileName1';
    expect(await refused((sender) => sender.sendWapPush({ name: `${'a'.repeat(47)}.jpg`, data: JPEG }, TO))).toMatchObject({
      field: name,
    });
    expect(await refused((sender) => sender.sendWapPush({ name: 'photo', data: JPEG }, TO))).toMatchObject({ field: name });
    expect(await refused((sender) => sender.sendWapPush({ name: 'a.gif', data: '' }, TO))).toMatchObject({
      field: 'WAPPushFileData1',
    });
    expect(await refused((sender) => sender.sendWapPush({ name: 'a.gif', data: '4' }, TO))).toMatchObject({
      field: expect.stringMatching(/^WAPPushFileData1/),
    });
    expect(
      await refused((sender) => sender.sendWapPush({ name: 'a.gif', data: JPEG }, { ...TO, message: 'x'.repeat(51) })),
    ).toMatchObject({ code: 'too-long', field: 'Message' });
    const sender = new Sender({ ...ACCOUNT, transport: untouchable });
    await expect(sender.sendWapPush('photo.jpg', TO)).rejects.toThrow(TypeError);
    await expect(sender.sendWapPush({ data: JPEG } as never, TO)).rejects.toThrow(TypeError);
    await expect(sender.sendWapPush({ name: 'a.gif', data: [1] as never }, TO)).rejects.toThrow(TypeError);
  });

  const pdu = {
    type: 'M-Retrieve.conf',
    mmsVersion: '1.0',
    date: new Date('2024-03-07T12:30:00Z'),
    subject: 'Hello',
    contentType: 'application/vnd.wap.multipart.mixed',
    parts: [{ name: 'a.txt', contentType: 'text/plain', data: Uint8Array.of(0x68, 0x69) }],
  } as unknown as MRetrieveConf;

  it('G-MMS-21, G-MMS-22: a message goes as .mms', async () => {
    const { fields } = await sent((sender) => sender.sendMms(pdu, TO));
    const [[name, fileName], [dataName, hex]] = fields as [[string, string], [string, string]];
    expect([name, fileName, dataName]).toEqual(['MMSNotificationFileName1', 'message.mms', 'MMSNotificationFileData1']);
    // X-Mms-Message-Type: m-retrieve-conf.
    expect(hex).toMatch(/^8C84/);
    expect(decodeMms(fromHex(hex))).toMatchObject({ type: 'M-Retrieve.conf', subject: 'Hello' });
    const again = await sent((sender) => sender.sendMms(fromHex(hex), TO));
    expect(again.fields).toEqual(fields);
  });

  it('a message of an empty multipart goes, one without a body is refused', async () => {
    const message = encodeMms({ ...pdu, parts: [] });
    // Its body is the number of parts, 0, after Content-Type: application/vnd.wap.multipart.mixed.
    expect([...message.subarray(-3)]).toEqual([0x84, 0xa3, 0]);
    const { fields, warnings } = await sent((sender) => sender.sendMms(message, TO));
    expect(fields[1]).toEqual(['MMSNotificationFileData1', toHex(message)]);
    expect(warnings).toEqual([]);
    expect(await refused((sender) => sender.sendMms(message.subarray(0, -3), TO))).toMatchObject({
      code: 'bad-value',
      field: 'MMSNotificationFileData1',
      reason: 'is an MMS PDU without content',
    });
  });

  it('G-MMS-51: octets of a ZIP go as .zip, whatever their file is called', async () => {
    const zip = writeStoredZip([{ name: 'a.txt', data: Uint8Array.of(0x68, 0x69) }]);
    const hex = Buffer.from(zip).toString('hex').toUpperCase();
    expect((await sent((sender) => sender.sendMms(zip, TO))).fields).toEqual([
      ['MMSNotificationFileName1', 'message.zip'],
      ['MMSNotificationFileData1', hex],
    ]);
    expect((await sent((sender) => sender.sendMms({ name: 'show.zip', data: zip }, TO))).fields[0]).toEqual([
      'MMSNotificationFileName1',
      'show.zip',
    ]);
  });

  it('G-MMS-20, G-MMS-23 to G-MMS-25, G-MMS-33: number, copies and options', async () => {
    const { fields } = await sent((sender) =>
      sender.sendMms('80001', {
        ...TO,
        cc: '447700900124, 447700900125',
        bcc: ['+44 7700 900126'],
        ccAddressBook: 'friends',
        bccAddressBook: 'friends::best',
        addSmil: 1,
        message: 'Subject',
      }),
    );
    expect(new Map(fields as [string, string][])).toEqual(
      new Map([
        ['MMSFileMMS', '80001'],
        ['SendCc', '447700900124,447700900125'],
        ['SendBcc', '447700900126'],
        ['SendCcAddressBook', 'friends'],
        ['SendBccAddressBook', 'friends::best'],
        ['AddSMIL', '1'],
        ['Message', 'Subject'],
      ]),
    );
  });

  it('refuses what is no message: other octets, other PDUs, damaged ones', async () => {
    const field = 'MMSNotificationFileData1';
    expect(await refused((sender) => sender.sendMms(JPEG, TO))).toMatchObject({ code: 'bad-value', field, offset: 0 });
    expect(await refused((sender) => sender.sendMms({ name: 'a.mms', data: JPEG }, TO))).toMatchObject({ field });
    const zip = writeStoredZip([{ name: 'a.txt', data: Uint8Array.of(0x68, 0x69) }]);
    const name = 'MMSNotificationFileName1';
    expect(await refused((sender) => sender.sendMms({ name: 'a.mms', data: zip }, TO))).toMatchObject({ field: name });
    expect(await refused((sender) => sender.sendMms({ name: 'a.jpg', data: zip }, TO))).toMatchObject({ field: name });
    expect(await refused((sender) => sender.sendMms(Uint8Array.of(0x50, 0x4b, 3, 4), TO))).toMatchObject({
      field: expect.stringMatching(/^MMSNotificationFileData1\/ZIP/),
    });
    const indication = fromHex('8C86980031008D928B3132330097313233002B504C4D4E00850465E9B1F09581');
    expect(await refused((sender) => sender.sendMms(indication, TO))).toMatchObject({
      field: expect.stringMatching(/^MMSNotif/),
    });
    const ind = { type: 'M-NotifyResp.ind', version: '1.0', transactionId: '1', status: 'retrieved' } as never;
    const error = await refused((sender) => sender.sendMms(ind, TO));
    expect(error.message).toContain('M-Send.req, M-Retrieve.conf');
    expect(await refused((sender) => sender.sendMms(fromHex('8C84'), TO))).toMatchObject({ field });
    expect(await refused((sender) => sender.sendMms('80001', { ...TO, addSmil: 3 as never }))).toMatchObject({
      field: 'AddSMIL',
    });
  });
});

describe('user data', () => {
  const PORTS = { kind: 'ports16', destination: 5514, source: 0 } as const;

  it('G-MMS-40 to G-MMS-43: data goes as hex', async () => {
    const content = { kind: 'pdu', tpDcs: 0xf5, tpPid: 0x3f, udh: [PORTS], data: Uint8Array.of(0x30, 0x01) } as const;
    expect((await sent((sender) => sender.sendPdu(content, TO))).fields).toEqual([
      ['SmsSubmitPduDataCodingScheme', 'F5'],
      ['SmsSubmitPduProtocolIdentifier', '3F'],
      ['SmsSubmitPduUserDataHeader', '060504158A0000'],
      ['SmsSubmitPduUserData', '3001'],
    ]);
  });

  it('G-MMS-44: text goes as Message', async () => {
    const content = { kind: 'pdu', tpDcs: 0x00, udh: [PORTS], text: 'hi' } as const;
    expect((await sent((sender) => sender.sendPdu(content, TO))).fields).toEqual([
      ['SmsSubmitPduDataCodingScheme', '00'],
      ['SmsSubmitPduProtocolIdentifier', '00'],
      ['SmsSubmitPduUserDataHeader', '060504158A0000'],
      ['Message', 'hi'],
    ]);
  });

  it('of an SMS-SUBMIT the destination is the recipient, unless the options name others', async () => {
    const submit = decodeSubmit(encodeSubmit({ tpDa: '447700900123', tpDcs: 0xf5, udh: [PORTS], data: Uint8Array.of(1) }));
    expect((await sent((sender) => sender.sendPdu(submit, {}))).fields.at(-1)).toEqual(['SmsSubmitPduUserData', '01']);
    const input = { tpDa: '447700900999', tpDcs: 0xf5, udh: [PORTS], data: Uint8Array.of(1) };
    expect((await sent((sender) => sender.sendPdu(input, TO))).fields.at(-1)).toEqual(['SmsSubmitPduUserData', '01']);
  });

  it('takes the octets as the interface has them', async () => {
    const raw = {
      dataCodingScheme: 4,
      protocolIdentifier: 0,
      userDataHeader: fromHex('0605040B8423F0'),
      userData: Uint8Array.of(0xab),
    };
    const expected = [
      ['SmsSubmitPduDataCodingScheme', '04'],
      ['SmsSubmitPduProtocolIdentifier', '00'],
      ['SmsSubmitPduUserDataHeader', '0605040B8423F0'],
      ['SmsSubmitPduUserData', 'AB'],
    ];
    expect((await sent((sender) => sender.sendPdu(raw, TO))).fields).toEqual(expected);
    expect((await sent((sender) => sender.sendPdu({ ...raw, kind: 'pdu' }, TO))).fields).toEqual(expected);
  });

  it('refuses what does not fit, what has no parameter, and a destination that is no number', async () => {
    const long = { kind: 'pdu', tpDcs: 0xf5, udh: [], data: new Uint8Array(141) } as const;
    expect(await refused((sender) => sender.sendPdu(long, TO))).toMatchObject({
      code: 'too-long',
      field: expect.stringMatching(/^SmsSubmitPdu/),
    });
    const report = { tpDa: '447700900123', tpSrr: true, tpDcs: 0xf5, data: Uint8Array.of(1) };
    expect(await refused((sender) => sender.sendPdu(report, {}))).toMatchObject({
      code: 'unencodable',
      field: 'SmsSubmitPdu/tpSrr',
    });
    const named = { tpDa: { ton: 5, npi: 0, text: 'Shop' }, tpDcs: 0xf5, data: Uint8Array.of(1) } as const;
    expect(await refused((sender) => sender.sendPdu(named, {}))).toMatchObject({ field: 'SendTo' });
    const sender = new Sender({ ...ACCOUNT, transport: untouchable });
    await expect(sender.sendPdu('00' as never, TO)).rejects.toThrow(TypeError);
  });
});
