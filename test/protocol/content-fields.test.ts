import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.js';
import { formatForm } from '../../src/protocol/form.js';
import type { MultimediaContent } from '../../src/protocol/model.js';
import { formatRequest, PATHS, parseRequest } from '../../src/protocol/request.js';
import { sendMultimedia } from '../support/gateway-requests.js';
import {
  bad,
  badModel,
  base,
  CALENDAR,
  CARD,
  content,
  DATA,
  type Fields,
  HEX,
  KINDS,
  missing,
  NOKIA,
  nokia,
  PDU,
  pdu,
  read,
  refusedRead,
  refusedWrite,
  SMALLEST,
  TUNE,
  who,
  write,
  written,
} from '../support/multimedia-fields.js';

/** One request of each kind, as parameters and as a model: the rows of section 4. */
const ROWS: readonly (readonly [string, Fields, MultimediaContent])[] = [
  ['G-MMS-10: PictureMessage, hex', { PictureMessage: HEX }, { kind: 'pictureMessage', data: DATA }],
  ['G-MMS-10: PictureMessage, number', { PictureMessage: '20000' }, { kind: 'pictureMessage', libraryNumber: 20_000 }],
  ['G-MMS-11: GroupGraphic, hex', { GroupGraphic: HEX }, { kind: 'groupGraphic', data: DATA }],
  ['G-MMS-11: GroupGraphic, number', { GroupGraphic: '19999' }, { kind: 'groupGraphic', libraryNumber: 19_999 }],
  [
    'G-MMS-12, 13: OperatorLogo with its network',
    { OperatorLogo: HEX, MCC: '234', MNC: '01' },
    { kind: 'operatorLogo', mcc: '234', mnc: '01', data: DATA },
  ],
  [
    'G-MMS-12, 13: OperatorLogo, number; a network code of three digits',
    { OperatorLogo: '10000', MCC: '310', MNC: '410' },
    { kind: 'operatorLogo', mcc: '310', mnc: '410', libraryNumber: 10_000 },
  ],
  ['G-MMS-14: Ringtone, RTTTL', { Ringtone: TUNE }, { kind: 'ringtone', text: TUNE }],
  ['G-MMS-14: Ringtone, number', { Ringtone: '30000' }, { kind: 'ringtone', libraryNumber: 30_000 }],
  ['G-MMS-15: vCard', { vCard: CARD }, { kind: 'vcard', text: CARD }],
  ['G-MMS-16: vCal', { vCal: CALENDAR }, { kind: 'vcalendar', text: CALENDAR }],
  ['G-MMS-20: MMSFileMMS', { MMSFileMMS: '80000' }, { kind: 'mms', libraryNumber: 80_000 }],
  [
    'G-MMS-21, 22: MMSNotificationFileName1 and Data1',
    { MMSNotificationFileName1: 'show.zip', MMSNotificationFileData1: '504B0506' },
    { kind: 'mms', file: { name: 'show.zip', data: Uint8Array.of(0x50, 0x4b, 5, 6) } },
  ],
  [
    'G-MMS-23, 24, 25: copies, their books, AddSMIL',
    {
      MMSFileMMS: '89999',
      SendCc: '447700900124,447700900125',
      SendBcc: '447700900126',
      SendCcAddressBook: 'Staff',
      SendBccAddressBook: 'Staff::Night',
      AddSMIL: '2',
    },
    {
      kind: 'mms',
      libraryNumber: 89_999,
      sendCc: ['447700900124', '447700900125'],
      sendBcc: ['447700900126'],
      sendCcAddressBook: 'Staff',
      sendBccAddressBook: 'Staff::Night',
      addSmil: 2,
    },
  ],
  ['G-MMS-30: MMSFileWAP', { MMSFileWAP: '80001' }, { kind: 'wapPush', libraryNumber: 80_001 }],
  [
    'G-MMS-31, 32: WAPPushFileName1 and Data1',
    { WAPPushFileName1: 'game.jar', WAPPushFileData1: '00FF' },
    { kind: 'wapPush', file: { name: 'game.jar', data: Uint8Array.of(0, 255) } },
  ],
  [
    'G-MMS-33 to 36: Message, ContentType, DisableRepurposing, DisableWalledGardenRule',
    { MMSFileMMS: '80000', Message: 'Hi', ContentType: 'image/jpeg', DisableRepurposing: '1', DisableWalledGardenRule: '0' },
    {
      kind: 'mms',
      libraryNumber: 80_000,
      message: 'Hi',
      contentType: 'image/jpeg',
      disableRepurposing: true,
      disableWalledGardenRule: false,
    },
  ],
  [
    'G-SI-01 to 05: a service indication',
    {
      'si-href': 'http://wap.example.com/n/1',
      'si-id': 'msg-0001',
      'si-content': 'New mail',
      'si-created': '2024-02-29T23:59:59',
      'si-expires': '2024-03-07T00:00:00',
      'si-action': 'signal-high',
      'si-info-pcdata': '10 p',
      'si-info-class': 'price',
    },
    {
      kind: 'serviceIndication',
      si: {
        href: 'http://wap.example.com/n/1',
        id: 'msg-0001',
        text: 'New mail',
        created: new Date('2024-02-29T23:59:59Z'),
        expires: new Date('2024-03-07T00:00:00Z'),
        action: 'signal-high',
        info: [{ pcdata: '10 p', class: 'price' }],
      },
    },
  ],
  ['G-MMS-40 to 43: a PDU', PDU, pdu],
  [
    'G-MMS-44: a PDU with Message',
    { ...PDU, SmsSubmitPduUserDataHeader: '', SmsSubmitPduUserData: undefined, Message: 'Hello' },
    { kind: 'pdu', dataCodingScheme: 0xf5, protocolIdentifier: 0, userDataHeader: new Uint8Array(0), message: 'Hello' },
  ],
];

const parametersOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<string, string>;

describe('G-MMS-52: the tables of the document, each kind by its own parameters', () => {
  it.each(ROWS)('%s', (_, fields, model) => {
    expect(content({ ...NOKIA, ...fields })).toStrictEqual(model);
    const { Username, PIN, SendTo, PhoneMake, ...own } = written(model, nokia);
    expect({ Username, PIN, SendTo, PhoneMake }).toEqual({ ...who, ...NOKIA });
    expect(own).toEqual(parametersOf(fields));
    expect(write(model, nokia).path).toBe('/webservices/http/sendmms');
  });

  it('the general parameters are those of a text message', () => {
    const general = {
      SendTo: '447700900123',
      SendToAddressBook: 'Staff',
      ReplyTo: '447700900199',
      SendTimeDelay: '5',
      ResponseFormat: '3',
      DeliveryServiceOption: 'Premier',
      PhoneMake: 'EMS',
      PhoneModel: 'T68',
    };
    const { content: picture, ...rest } = read({ ...general, PictureMessage: HEX });
    expect(rest).toStrictEqual({
      ...base,
      sendToAddressBook: 'Staff',
      replyTo: '447700900199',
      sendTimeDelay: 5,
      responseFormat: 3,
      deliveryServiceOption: 'Premier',
      phoneMake: 'EMS',
      phoneModel: 'T68',
    });
    expect(written(picture, rest)).toMatchObject(general);
    expect(refusedRead({ PictureMessage: HEX, ...NOKIA, SendTimeDelay: '0' })).toEqual(bad('SendTimeDelay'));
  });
});

describe('recipients', () => {
  it('G-MMS-01: SendTo is needed but for a book, and for copies of a multimedia message', () => {
    const none = { ...NOKIA, SendTo: undefined };
    for (const kind of KINDS) {
      expect(refusedRead({ ...none, ...SMALLEST[kind] })).toEqual(missing('SendTo'));
      expect(read({ ...none, ...SMALLEST[kind], SendToAddressBook: 'Staff' }).sendToAddressBook).toBe('Staff');
    }
    const mms = { ...none, MMSFileMMS: '80000' };
    for (const copy of ['SendCc', 'SendBcc', 'SendCcAddressBook', 'SendBccAddressBook']) {
      expect(read({ ...mms, [copy]: '447700900124' }).sendTo).toBeUndefined();
      expect(refusedRead({ ...mms, [copy]: '' })).toEqual(missing('SendTo'));
    }
    expect(refusedRead({ ...mms, SendCc: ' , ' })).toEqual(missing('SendTo'));
    const item = { kind: 'mms', libraryNumber: 80_000 };
    expect(written({ ...item, sendBcc: ['447700900124'] }, { sendTo: undefined }).SendBcc).toBe('447700900124');
    expect(refusedWrite(item, { sendTo: undefined })).toEqual(badModel('SendTo'));
    expect(refusedWrite({ ...item, sendCc: [] }, { sendTo: undefined }).field).toBe('SendTo');
  });

  it('G-MMS-23, 24: copies follow the rules of SendTo, and are lost on no other kind', () => {
    expect(content({ MMSFileMMS: '80000', SendCc: '+44 7700 900124,,x' })).toMatchObject({ sendCc: ['447700900124', 'x'] });
    expect(refusedWrite({ kind: 'mms', libraryNumber: 80_000, sendBcc: ['x'] })).toEqual(badModel('SendBcc'));
    expect(refusedRead({ MMSFileMMS: '80000', SendCcAddressBook: '::x' })).toEqual(bad('SendCcAddressBook'));
    expect(refusedWrite({ kind: 'mms', libraryNumber: 80_000, sendBccAddressBook: 'x::' }).field).toBe('SendBccAddressBook');
    for (const kind of KINDS.filter((other) => other !== 'mms')) {
      expect(refusedRead({ ...NOKIA, ...SMALLEST[kind], SendCc: '447700900124' })).toEqual(bad('SendCc'));
      expect(refusedRead({ ...NOKIA, ...SMALLEST[kind], SendBccAddressBook: 'x' })).toEqual(bad('SendBccAddressBook'));
    }
  });
});

describe('makes', () => {
  it('G-MMS-03: six kinds need a make, library items too', () => {
    for (const kind of KINDS) {
      const needsMake = !['mms', 'wapPush', 'serviceIndication', 'pdu'].includes(kind);
      if (needsMake) {
        expect(refusedRead(SMALLEST[kind])).toEqual(missing('PhoneMake'));
        expect(refusedWrite(content({ ...SMALLEST[kind], ...NOKIA }))).toEqual(badModel('PhoneMake'));
      } else {
        expect(read(SMALLEST[kind]).phoneMake).toBeUndefined();
        expect(read({ ...SMALLEST[kind], ...NOKIA }).phoneMake).toBe('Nokia');
      }
    }
  });

  it('G-MMS-03: seven makes, in any case', () => {
    for (const make of ['Alcatel', 'Ericsson', 'Motorola', 'Nokia', 'Sagem', 'Siemens', 'EMS']) {
      expect(read({ Ringtone: TUNE, PhoneMake: make.toUpperCase() }).phoneMake).toBe(make);
      expect(read({ Ringtone: TUNE, PhoneMake: make.toLowerCase() }).phoneMake).toBe(make);
      expect(written({ kind: 'ringtone', text: TUNE }, { phoneMake: make }).PhoneMake).toBe(make);
    }
    expect(refusedRead({ Ringtone: TUNE, PhoneMake: 'Sony' })).toEqual(bad('PhoneMake'));
    expect(refusedRead({ MMSFileMMS: '80000', PhoneMake: 'Sony' })).toEqual(bad('PhoneMake'));
    expect(refusedWrite({ kind: 'ringtone', text: TUNE }, { phoneMake: 'nokia' })).toEqual(badModel('PhoneMake'));
  });

  it('G-MMS-04: a group graphic is for Nokia', () => {
    expect(refusedRead({ GroupGraphic: HEX, PhoneMake: 'Siemens' })).toEqual(bad('PhoneMake'));
    expect(refusedWrite({ kind: 'groupGraphic', data: DATA }, { phoneMake: 'EMS' })).toEqual(badModel('PhoneMake'));
    expect(read({ GroupGraphic: HEX, PhoneMake: 'NOKIA' }).phoneMake).toBe('Nokia');
  });

  it('G-MMS-05: a model is any text', () => {
    expect(read({ MMSFileMMS: '80000', PhoneModel: 'SL 45i' }).phoneModel).toBe('SL 45i');
    expect(written({ kind: 'mms', libraryNumber: 80_000 }, { phoneModel: 'SL 45i' }).PhoneModel).toBe('SL 45i');
  });
});

describe('one kind of content', () => {
  it('G-MMS-06: none is refused', () => {
    expect(refusedRead({})).toEqual(missing('content'));
    expect(refusedRead({ Message: 'Hello' })).toEqual(missing('content'));
    expect(refusedRead({ PictureMessage: '', MMSFileMMS: '' })).toEqual(missing('content'));
    expect(refusedWrite({ kind: 'fax' })).toEqual(badModel('kind'));
    expect(() => write(null as unknown as object)).toThrow(TypeError);
  });

  it('G-MMS-06: two are refused, whichever', () => {
    for (const [index, one] of KINDS.entries()) {
      for (const other of KINDS.slice(index + 1)) {
        expect(refusedRead({ ...NOKIA, ...SMALLEST[one], ...SMALLEST[other] }).code).toBe('bad-value');
        const { Username, PIN, SendTo, ...rest } = { ...who, ...SMALLEST[other] };
        // Empty, the other one is not there.
        const empty = Object.fromEntries(Object.keys(rest).map((name) => [name, '']));
        expect(content({ ...NOKIA, ...empty, ...SMALLEST[one] }).kind).toBe(one);
      }
    }
    expect(refusedRead({ ...NOKIA, PictureMessage: HEX, Ringtone: TUNE })).toEqual(bad('Ringtone'));
  });

  it('G-SI-06: Message together with si-href is refused', () => {
    expect(refusedRead({ 'si-href': 'http://a/', Message: 'Hello' })).toEqual(bad('Message'));
    expect(refusedRead({ 'si-href': 'http://a/', M: 'Hello' })).toEqual(bad('Message'));
    expect(content({ 'si-href': 'http://a/', Message: '' })).toEqual({ kind: 'serviceIndication', si: { href: 'http://a/' } });
    const withText = ['mms', 'wapPush', 'pdu'];
    for (const kind of KINDS.filter((other) => !withText.includes(other))) {
      expect(refusedRead({ ...NOKIA, ...SMALLEST[kind], Message: 'Hello' })).toEqual(bad('Message'));
    }
  });

  it('options of another kind are passed over', () => {
    const given = { ...NOKIA, PictureMessage: HEX, MCC: 'x', AddSMIL: '7', DisableRepurposing: 'x', ContentType: '?' };
    expect(content(given)).toEqual({ kind: 'pictureMessage', data: DATA });
  });
});

describe('properties', () => {
  it('a value in place of another gives a request or a FormatError that names a parameter', () => {
    const values = fc.oneof(
      fc.constantFrom('', '0', '20000', '80000', HEX, TUNE, CARD, 'a.zip', 'é', '2024-01-02T03:04:05', '447700900123', '::'),
      fc.string({ unit: 'binary', maxLength: 10 }),
    );
    fc.assert(
      fc.property(sendMultimedia, fc.nat(), values, (request, which, value) => {
        const pairs = [...new URLSearchParams(formatRequest(request).body)];
        const at = which % pairs.length;
        const name = pairs[at]?.[0] as string;
        pairs[at] = [name, value];
        try {
          const again = parseRequest(PATHS.sendMultimedia, formatForm(pairs));
          expect(again.operation).toBe('sendMultimedia');
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          expect(error.offset ?? 0).toBeLessThanOrEqual(Math.max(value.length, ...pairs.map(([, one]) => one.length)));
          expect(error.field).toMatch(/^[A-Za-z1-]+$/);
        }
      }),
    );
  });
});
