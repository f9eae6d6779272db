/** Rules of sections 3, 4 and 5 that bind the server: what goes on air. */
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes/index.js';
import { composeMms, encodeMms, writeStoredZip } from '../../src/mms/index.js';
import { decodeDeliver } from '../../src/sms/index.js';
import { GIF, LOGO, MMS, PICTURE, SMS, TO, TUNE, testGateway, WHO } from './support.js';

const CARD = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe;Jane\r\nTEL:+447700900123\r\nEND:VCARD\r\n';
const EVENT =
  'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nDTSTART:20260304T050607Z\r\nSUMMARY:Tea\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
const NOKIA = { PhoneMake: 'Nokia' };
const PDU = {
  SmsSubmitPduDataCodingScheme: 'F5',
  SmsSubmitPduProtocolIdentifier: '00',
  SmsSubmitPduUserDataHeader: '06050415811581',
};

type Given = Readonly<Record<string, string>>;

/** Report of a send, and what arrived. */
async function sent(path: string, fields: Given, options: Parameters<typeof testGateway>[0] = {}) {
  const { tags, inbox } = await testGateway(options);
  const answer = await tags(path, { ...WHO, ...TO, ...fields });
  const [message] = answer.Report === '-2' ? await inbox('447700900123') : [];
  const parts = (message?.parts ?? []).map((part) => decodeDeliver(fromHex(part)));
  return { answer, report: answer.Report, units: answer.Units, content: message?.content, parts };
}

/** Tries all at a time, each with a gateway of its own: most of the time of a send is the wait for its delivery. */
const each = <T>(all: readonly T[], attempt: (one: T) => Promise<void>) => Promise.all(all.map(attempt));

const reportOf = async (path: string, fields: Given) => (await sent(path, fields)).report;

describe('text messages', () => {
  it('G-SMS-01, G-SMS-02, G-SMS-05: a text to a number', async () => {
    expect((await sent(SMS, { Message: 'Hello' })).content).toEqual({ kind: 'text', text: 'Hello' });
    expect(await reportOf(SMS, {})).toBe('14');
    expect(await reportOf(SMS, { SendTo: '', Message: 'Hello' })).toBe('14');
  });

  it('G-SMS-06, G-SMS-16: a flash text is of class 0, in both alphabets; with a text it is refused', async () => {
    const latin = await sent(SMS, { FlashMessage: 'Now' });
    expect([latin.content, latin.parts[0]?.tpDcs]).toEqual([{ kind: 'flash', text: 'Now' }, 0x10]);
    expect((await sent(SMS, { FlashMessage: 'Сейчас' })).parts[0]?.tpDcs).toBe(0x18);
    expect(await reportOf(SMS, { FlashMessage: 'Now', Message: 'Later' })).toBe('14');
  });

  it('G-SMS-10: a delivery service in any case, an unknown one is the own', async () => {
    for (const service of ['Default', 'PREMIER', 'economy', 'other']) {
      expect(await reportOf(SMS, { Message: 'x', DeliveryServiceOption: service })).toBe('-2');
    }
  });

  it.each([
    [70, 'ж', '1'],
    [71, 'ж', '2'],
    [134, 'ж', '2'],
    [135, 'ж', '3'],
  ])('G-SMS-11, G-SMS-12: %i characters of UCS-2 (%s) are %s parts', async (count, character, units) => {
    const { units: charged, content } = await sent(SMS, { Message: character.repeat(count) });
    expect([charged, content]).toEqual([units, { kind: 'text', text: character.repeat(count) }]);
  });

  it.each([
    [160, 'a', '1'],
    [161, 'a', '2'],
    [306, 'a', '2'],
    [307, 'a', '3'],
    [80, '€', '1'],
    [81, '€', '2'],
    // 76 of two septets go into a part of 153.
    [152, '€', '2'],
    [153, '€', '3'],
  ])('G-SMS-13, G-SMS-14: %i characters of GSM (%s) are %s parts', async (count, character, units) => {
    const { units: charged, content } = await sent(SMS, { Message: character.repeat(count) });
    expect([charged, content]).toEqual([units, { kind: 'text', text: character.repeat(count) }]);
  });

  it('G-SMS-15: numbers as people write them, empty items, bad ones alone', async () => {
    const { tags } = await testGateway();
    const SendTo = ' +44 7700-900123,,00447700900124,123456,1234567890123456,447700900123, ,abc';
    expect((await tags(SMS, { ...WHO, SendTo, Message: 'x', ResponseFormat: '3' })).Report).toBe('-2,-2,11,11,-2,11');
  });
});

describe('contents of sendmms', () => {
  it('G-MMS-10, G-MMS-53, G-LIB-01: a picture from the library or as hex of any case', async () => {
    await each(['20001', PICTURE, PICTURE.toLowerCase()], async (PictureMessage) => {
      expect((await sent(MMS, { ...NOKIA, PictureMessage })).content).toMatchObject({ kind: 'pictureMessage' });
    });
    const wrong = ['2000', '10001', '30001', '0', `${PICTURE} `, `${PICTURE}0`, '00000001', ''];
    await each(wrong, async (PictureMessage) => {
      expect(await reportOf(MMS, { ...NOKIA, PictureMessage })).toBe('14');
    });
  });

  it('G-LIB-01: what is absent, or of another account, is report 20', async () => {
    expect(await reportOf(MMS, { ...NOKIA, PictureMessage: '20099' })).toBe('20');
    expect(await reportOf(MMS, { MMSFileWAP: '80001' })).toBe('20');
    const { tags } = await testGateway();
    const stranger = { Username: 'Stranger.9', PIN: '8888', ...TO, ...NOKIA };
    expect((await tags(MMS, { ...stranger, PictureMessage: '20001' })).Report).toBe('20');
  });

  it('G-MMS-11, G-MMS-04: a group graphic is for Nokia alone', async () => {
    for (const GroupGraphic of ['10001', LOGO]) {
      expect((await sent(MMS, { ...NOKIA, GroupGraphic })).content).toMatchObject({ kind: 'groupGraphic' });
      expect(await reportOf(MMS, { PhoneMake: 'Siemens', GroupGraphic })).toBe('14');
    }
  });

  it('G-MMS-12, G-MMS-13: a logo with the codes of its network', async () => {
    const logo = { ...NOKIA, OperatorLogo: LOGO, MCC: '234', MNC: '15' };
    expect((await sent(MMS, logo)).content).toMatchObject({ kind: 'operatorLogo', mcc: '234', mnc: '15' });
    expect(await reportOf(MMS, { ...logo, MCC: '' })).toBe('14');
    expect(await reportOf(MMS, { ...logo, MNC: 'x' })).toBe('14');
  });

  it('G-MMS-14: a tune as text or by number; G-MMS-03: a make of the list, in any case', async () => {
    for (const Ringtone of [TUNE, '30001']) {
      await each(['nokia', 'NOKIA', 'Ems', 'Sagem'], async (PhoneMake) => {
        expect((await sent(MMS, { PhoneMake, Ringtone })).report).toBe('-2');
      });
    }
    expect((await sent(MMS, { ...NOKIA, Ringtone: TUNE })).content).toMatchObject({ kind: 'ringtone' });
    for (const PhoneMake of ['Samsung', '']) expect(await reportOf(MMS, { PhoneMake, Ringtone: TUNE })).toBe('14');
    expect(await reportOf(MMS, { ...NOKIA, Ringtone: 'no tune' })).toBe('14');
  });

  it('G-MMS-03, G-MMS-05: the make is needed, a model is not, for items of the library too', async () => {
    const contents = [
      { PictureMessage: '20001' },
      { OperatorLogo: LOGO, MCC: '234', MNC: '15' },
      { GroupGraphic: '10001' },
      { Ringtone: '30001' },
      { vCard: CARD },
      { vCal: EVENT },
    ];
    await each(contents, async (content) => {
      expect(await reportOf(MMS, content as Given)).toBe('14');
      expect(await reportOf(MMS, { ...NOKIA, PhoneModel: '3310', ...content } as Given)).toBe('-2');
    });
  });

  it('G-MMS-15, G-MMS-16: a card and a calendar', async () => {
    expect((await sent(MMS, { ...NOKIA, vCard: CARD })).content).toMatchObject({ kind: 'vcard', card: { family: 'Doe' } });
    const { content } = await sent(MMS, { ...NOKIA, vCal: EVENT });
    expect(content).toMatchObject({ kind: 'vcalendar', calendar: { events: [{ summary: 'Tea' }] } });
  });

  it('G-MMS-06: just one kind of content', async () => {
    expect(await reportOf(MMS, {})).toBe('14');
    expect(await reportOf(MMS, { ...NOKIA, vCard: CARD, vCal: EVENT })).toBe('14');
    expect(await reportOf(MMS, { ...NOKIA, vCard: CARD, ...PDU, SmsSubmitPduUserData: '00' })).toBe('14');
  });

  it('G-MMS-02: a delivery service that nobody knows is the own', async () => {
    expect(await reportOf(MMS, { ...NOKIA, vCard: CARD, DeliveryServiceOption: 'gold' })).toBe('-2');
  });
});

describe('multimedia messages', () => {
  const zip = toHex(writeStoredZip([{ name: 'a.txt', data: new TextEncoder().encode('Hello') }]));

  it('G-MMS-20, G-MMS-21, G-MMS-22, G-MMS-51: a ZIP is composed, kept, and can be sent again by its number', async () => {
    const { tags, inbox, store } = await testGateway();
    const file = { MMSNotificationFileName1: 'show.zip', MMSNotificationFileData1: zip };
    const first = await tags(MMS, { ...WHO, ...TO, ...file, Message: 'Subject' });
    expect(first).toMatchObject({ Report: '-2', LibraryNumber: expect.stringMatching(/^8\d{4}$/) });
    const [message] = await inbox('447700900123');
    expect(message?.content).toMatchObject({ kind: 'mmsNotification', notification: { subject: 'Subject' } });
    const kept = await store.libraryItem(WHO.Username, Number(first.LibraryNumber));
    expect(kept).toMatchObject({ fileName: 'show.mms', owner: WHO.Username });
    const again = await tags(MMS, { ...WHO, ...TO, MMSFileMMS: first.LibraryNumber as string });
    expect([again.Report, again.LibraryNumber]).toEqual(['-2', undefined]);
    const stranger = { Username: 'Stranger.9', PIN: '8888', ...TO };
    expect((await tags(MMS, { ...stranger, MMSFileMMS: first.LibraryNumber as string })).Report).toBe('20');
  });

  it('G-MMS-52, G-MMS-25: a ready message, and AddSMIL', async () => {
    const message = await composeMms([{ name: 'a.txt', data: new TextEncoder().encode('Hello') }], { smil: 'none' });
    const MMSNotificationFileData1 = toHex(encodeMms(message));
    expect(await reportOf(MMS, { MMSNotificationFileName1: 'a.mms', MMSNotificationFileData1 })).toBe('-2');
    for (const [AddSMIL, report] of Object.entries({ 0: '-2', 1: '-2', 2: '-2', 3: '14' })) {
      const fields = { MMSNotificationFileName1: 'a.zip', MMSNotificationFileData1: zip, AddSMIL };
      expect(await reportOf(MMS, fields)).toBe(report);
    }
  });

  it('G-MMS-01, G-MMS-23, G-MMS-24: copies alone do, and each has its result', async () => {
    const { tags, inbox } = await testGateway();
    const file = { MMSNotificationFileName1: 'a.zip', MMSNotificationFileData1: zip };
    const copies = {
      SendCc: '447700900124',
      SendBcc: '447700900125',
      SendCcAddressBook: 'Friends',
      SendBccAddressBook: 'Friends::Team',
    };
    const answer = await tags(MMS, { ...WHO, ...file, ...copies, ResponseFormat: '3' });
    expect(answer.Report).toBe('-2,-2,-2,-2,-2');
    for (const number of ['447700900124', '447700900125', '447700900201']) expect(await inbox(number)).toHaveLength(1);
    expect((await tags(MMS, { ...WHO, ...file })).Report).toBe('14');
  });

  it('G-MMS-54: a name without data, data without a name, either with a number', async () => {
    for (const [name, data, number] of [
      ['MMSNotificationFileName1', 'MMSNotificationFileData1', 'MMSFileMMS'],
      ['WAPPushFileName1', 'WAPPushFileData1', 'MMSFileWAP'],
    ] as const) {
      const file = { [name]: 'a.zip', [data]: zip };
      expect(await reportOf(MMS, { [name]: 'a.zip' })).toBe('14');
      expect(await reportOf(MMS, { [data]: zip })).toBe('14');
      expect(await reportOf(MMS, { ...file, [number]: '80000' })).toBe('14');
      expect(await reportOf(MMS, { [number]: '20001' })).toBe('14');
    }
  });

  it('G-MMS-36: walled-garden networks get a push in place of a message, unless that is off', async () => {
    const file = { MMSNotificationFileName1: 'a.zip', MMSNotificationFileData1: zip };
    const walledGarden = ['44770'];
    expect((await sent(MMS, file, { walledGarden })).content).toMatchObject({ kind: 'serviceIndication' });
    const off = { ...file, DisableWalledGardenRule: '1' };
    expect((await sent(MMS, off, { walledGarden })).content).toMatchObject({ kind: 'mmsNotification' });
    expect(await reportOf(MMS, { ...file, DisableWalledGardenRule: '2' })).toBe('14');
  });

  it('a message larger than the limit is refused', async () => {
    const large = toHex(writeStoredZip([{ name: 'a.amr', data: new Uint8Array(400_000) }]));
    expect(await reportOf(MMS, { MMSNotificationFileName1: 'a.zip', MMSNotificationFileData1: large })).toBe('14');
  });
});

describe('pushes', () => {
  const push = { WAPPushFileName1: 'dot.gif', WAPPushFileData1: GIF };

  it('G-MMS-30, G-MMS-31, G-MMS-32, G-MMS-33, G-LIB-02: a file is kept, and its address sent', async () => {
    const { answer, content } = await sent(MMS, { ...push, Message: 'Look' });
    expect(answer.LibraryNumber).toMatch(/^8\d{4}$/);
    expect(content).toMatchObject({
      kind: 'serviceIndication',
      si: { text: 'Look', href: expect.stringMatching(/^http:\/\/gw\.example\.net\/w\/[\w-]{22}\/dot\.gif$/) },
    });
    expect((await sent(MMS, { MMSFileWAP: '80000' })).content).toMatchObject({ kind: 'serviceIndication' });
    expect(await reportOf(MMS, { ...push, WAPPushFileName1: `${'a'.repeat(47)}.gif` })).toBe('14');
    expect(await reportOf(MMS, { ...push, WAPPushFileName1: 'noextension' })).toBe('14');
    expect(await reportOf(MMS, { ...push, Message: 'x'.repeat(51) })).toBe('14');
    expect(await reportOf(MMS, { ...push, Message: 'ж'.repeat(25) })).toBe('14');
  });

  it('G-MMS-34, G-MMS-35: a type of its own, and no adaptation', async () => {
    const { tags, store } = await testGateway();
    const given = await tags(MMS, { ...WHO, ...TO, ...push, ContentType: 'image/x-own', DisableRepurposing: '1' });
    expect(await store.libraryItem(WHO.Username, Number(given.LibraryNumber))).toMatchObject({ contentType: 'image/x-own' });
    expect((await tags(MMS, { ...WHO, ...TO, ...push, DisableRepurposing: 'x' })).Report).toBe('14');
  });

  it('G-SI-01 to G-SI-05, G-SI-08: an indication with everything', async () => {
    const si = {
      'si-href': 'http://wap.example.com/',
      'si-id': 'one',
      'si-content': 'News',
      'si-created': '2026-03-04T05:00:00',
      'si-expires': '2026-03-05T05:00:00',
      'si-action': 'signal-high',
      'si-info-pcdata': 'more',
      'si-info-class': 'note',
    };
    expect((await sent(MMS, si)).content).toEqual({
      kind: 'serviceIndication',
      si: {
        href: 'http://wap.example.com/',
        id: 'one',
        text: 'News',
        created: '2026-03-04T05:00:00Z',
        expires: '2026-03-05T05:00:00Z',
        action: 'signal-high',
        info: [{ pcdata: 'more', class: 'note' }],
      },
    });
    expect(await reportOf(MMS, { ...si, 'si-action': 'signal-loud' })).toBe('14');
    expect(await reportOf(MMS, { ...si, 'si-created': 'today' })).toBe('14');
    // An indication that deletes is taken, and never shown.
    const { tags } = await testGateway();
    expect((await tags(MMS, { ...WHO, ...TO, ...si, 'si-action': 'delete' })).Report).toBe('-2');
  });

  it('G-SI-06: Message with an indication is refused; G-SI-07: no id is made up', async () => {
    expect(await reportOf(MMS, { 'si-href': 'http://x.example/', Message: 'Hi' })).toBe('14');
    const { content } = await sent(MMS, { 'si-href': 'http://x.example/', 'si-content': 'Hi' });
    expect(content).toMatchObject({ si: { href: 'http://x.example/', text: 'Hi' } });
    expect(content).not.toHaveProperty('si.id');
  });
});

describe('user data as given', () => {
  it('G-MMS-40, G-MMS-41, G-MMS-42, G-MMS-43: header and octets as they are', async () => {
    const { parts, units } = await sent(MMS, { ...PDU, SmsSubmitPduUserData: '0102FF' });
    expect(units).toBe('1');
    expect(parts[0]).toMatchObject({ tpDcs: 0xf5, tpPid: 0, udh: [{ kind: 'ports16', destination: 5505, source: 5505 }] });
    expect(toHex(parts[0]?.data as Uint8Array)).toBe('0102FF');
    // 133 octets beside a header of 7; a datagram of more goes in parts.
    expect((await sent(MMS, { ...PDU, SmsSubmitPduUserData: '00'.repeat(133) })).units).toBe('1');
    expect((await sent(MMS, { ...PDU, SmsSubmitPduUserData: '00'.repeat(134) })).units).toBe('2');
    for (const broken of [
      { SmsSubmitPduDataCodingScheme: '' },
      { SmsSubmitPduProtocolIdentifier: 'x' },
      { SmsSubmitPduUserDataHeader: '0605' },
      { SmsSubmitPduUserData: '0' },
      { SmsSubmitPduUserData: '00', Message: 'x' },
    ]) {
      expect(await reportOf(MMS, { ...PDU, SmsSubmitPduUserData: '00', ...broken } as Given)).toBe('14');
    }
  });

  it('G-MMS-44: a text as user data', async () => {
    const { parts } = await sent(MMS, { ...PDU, SmsSubmitPduDataCodingScheme: '00', Message: 'Hello' });
    expect(parts[0]?.text).toBe('Hello');
  });
});
