import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeOtaBitmap } from '../../src/bitmap/index.js';
import { fromHex, toHex } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import type { SendRequest } from '../../src/gateway/operations/contents.js';
import { Refusal } from '../../src/gateway/operations/refusal.js';
import { type SendService, send as sendWith, WalledGarden } from '../../src/gateway/operations/send.js';
import type { AcceptJob, AcceptOutcome, Account, LibraryEntry, OutboundPart } from '../../src/gateway/store/types.js';
import { probe } from '../../src/image/index.js';
import { type Content, readContent } from '../../src/message/index.js';
import { composeMms, decodeMms, encodeMms, MMS_CONTENT_TYPE, type MRetrieveConf, writeStoredZip } from '../../src/mms/index.js';
import type { MultimediaContent, Result, SendMultimediaRequest, SendSmsRequest } from '../../src/protocol/index.js';
import { decodeUdh, Reassembler } from '../../src/sms/index.js';

const NOW = Date.parse('2026-03-04T05:06:07Z');
const LOGO = fromHex(`00480E01${'AA'.repeat(126)}`);

const account: Account = {
  id: 1,
  username: 'ANOther.12345',
  currency: 'GBP',
  credit: 152_345,
  pricePerPart: 450,
  mayManage: false,
  replyTo: ['447700900001', 'MyShop'],
};

/** A store that takes everything, but for what `lacksCredit` names, and remembers its jobs. */
function sending(
  limits: Partial<SendService['limits']> = {},
  library: readonly LibraryEntry[] = [],
  lacksCredit: readonly string[] = [],
) {
  const jobs: AcceptJob[] = [];
  const books: Record<string, string[]> = { Friends: ['447700900201', '447700900202'], 'Friends::Team': ['447700900202'] };
  const service: SendService = {
    store: {
      accept: async (job): Promise<AcceptOutcome> => {
        jobs.push(job);
        const report = job.dueAt === undefined ? -2 : 99;
        return {
          recipients: job.recipients.map((recipient, i) =>
            lacksCredit.includes(recipient)
              ? { recipient, messageIdentifier: '-1', report: 15, units: 0 }
              : { recipient, messageIdentifier: `ABCDEFGHIJKL${jobs.length}0${i}`, report, units: job.parts.length },
          ),
          ...(job.file !== undefined && { libraryNumber: 80_123 }),
        };
      },
      acceptOnce: () => Promise.reject(new Error('has no key')),
      findOptedOut: async () => new Set<string>(),
      addressBook: async (_, book, group) => books[group === undefined ? book : `${book}::${group}`],
      libraryItem: async (_, number) => library.find((item) => item.number === number),
    },
    clock: () => NOW,
    serviceDomain: 'gw.example.net',
    serviceName: 'Example',
    publicUrl: () => 'http://gw.example.net',
    newToken: () => 'TOKEN',
    newReference: () => 7,
    walledGarden: new WalledGarden(['44778']),
    limits: { recipients: 100, mmsOctets: 300_000, hostedMs: 86_400_000, ...limits },
  };
  return { send: (account: Account, request: SendRequest) => sendWith(service, account, request), jobs };
}

const sms = (fields: Partial<SendSmsRequest> = {}) =>
  ({ operation: 'sendSms', username: 'u', pin: 'p', sendTo: ['447700900123'], message: 'Hello', ...fields }) as SendSmsRequest;

const multimedia = (content: MultimediaContent, fields: Partial<SendMultimediaRequest> = {}): SendMultimediaRequest => ({
  operation: 'sendMultimedia',
  username: 'u',
  pin: 'p',
  sendTo: ['447700900123'],
  content,
  ...fields,
});

/** What a handset makes of the parts. */
function received(parts: readonly OutboundPart[]): Content {
  const reassembler = new Reassembler();
  for (const { tpDcs, tpPid, udh, userData } of parts) {
    const elements = udh.length === 0 ? [] : decodeUdh(udh).elements;
    const whole = reassembler.add({ udh: elements, tpDcs, ...userData }, { from: '1', at: 0 });
    if (whole !== undefined) return readContent(whole, tpDcs, tpPid);
  }
  throw new Error('the message is not whole');
}

async function refusalOf(work: Promise<readonly Result[]>): Promise<Refusal> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

describe('results', () => {
  it('G-RES-07, G-ERR-05: a message is queued, with identifier, units and the words of G-ERR-02', async () => {
    const { send } = sending();
    expect(await send(account, sms())).toEqual([
      {
        ...{ recipient: '447700900123', messageIdentifier: 'ABCDEFGHIJKL100', report: -2, accepted: true },
        ...{ text: 'Accepted by Example: queued', units: 1 },
      },
    ]);
  });

  it('G-SMS-15, G-GEN-10: a bad number fails alone, and order is kept', async () => {
    const { send, jobs } = sending();
    const results = await send(account, sms({ sendTo: ['447700900123', 'nobody', '+44 7700-900124', '447700900123'] }));
    expect(results.map(({ report, messageIdentifier }) => [report, messageIdentifier === '-1'])).toEqual([
      [-2, false],
      [11, true],
      [-2, false],
      [-2, false],
    ]);
    expect(jobs.map(({ recipients }) => recipients)).toEqual([['447700900123', '447700900124', '447700900123']]);
  });

  it('G-SMS-14: units of a recipient whom the credit did not reach are 0', async () => {
    const { send } = sending({}, [], ['447700900124']);
    const results = await send(account, sms({ sendTo: ['447700900123', '447700900124'], message: 'x'.repeat(161) }));
    expect(results.map(({ report, units, accepted }) => [report, units, accepted])).toEqual([
      [-2, 2, true],
      [15, 0, false],
    ]);
  });

  it('G-TIME-01: a delay and a time ahead are scheduled, a time that is past is now', async () => {
    const { send, jobs } = sending();
    const later = await send(account, sms({ sendTimeDelay: 30 }));
    await send(account, sms({ sendTimeAbsolute: new Date('2026-03-05T00:00:00Z') }));
    const now = await send(account, sms({ sendTimeAbsolute: new Date('2026-03-03T00:00:00Z') }));
    expect(later[0]?.report).toBe(99);
    expect(now[0]?.report).toBe(-2);
    expect(jobs.map(({ dueAt }) => dueAt)).toEqual([NOW + 30 * 60_000, Date.parse('2026-03-05T00:00:00Z'), undefined]);
  });
});

describe('recipients and originator', () => {
  it('G-BOOK-01: a book follows SendTo in order, a number in both is sent once per mention', async () => {
    const { send, jobs } = sending();
    await send(account, sms({ sendTo: ['447700900201'], sendToAddressBook: 'Friends' }));
    await send(account, sms({ sendTo: undefined, sendToAddressBook: 'Friends::Team' }));
    expect(jobs.map(({ recipients }) => recipients)).toEqual([
      ['447700900201', '447700900201', '447700900202'],
      ['447700900202'],
    ]);
    const { report } = await refusalOf(send(account, sms({ sendToAddressBook: 'Friends::Other' })));
    expect(report).toBe(14);
    expect(jobs).toHaveLength(2);
  });

  it('G-RID-01: permitted values and the domain; on air at most eleven characters', async () => {
    const { send, jobs } = sending();
    for (const replyTo of [undefined, '+447700900001', 'MyShop', 'gw.example.net']) await send(account, sms({ replyTo }));
    await send({ ...account, replyTo: [] }, sms());
    expect(jobs.map(({ originator }) => originator)).toEqual([
      '447700900001',
      '447700900001',
      'MyShop',
      'gw.example.',
      'gw.example.',
    ]);
    expect((await refusalOf(send(account, sms({ replyTo: 'Other' })))).report).toBe(12);
  });

  it('more recipients than are taken are refused, and nobody at all is', async () => {
    const { send, jobs } = sending({ recipients: 2 });
    expect((await refusalOf(send(account, sms({ sendTo: ['4477009001', '4477009002', '4477009003'] })))).report).toBe(11);
    expect((await refusalOf(send(account, sms({ sendTo: [] })))).report).toBe(14);
    expect(jobs).toEqual([]);
  });
});

describe('contents', () => {
  const item = (number: number, data: Uint8Array, fileName: string): LibraryEntry => ({ number, data, fileName, owner: 'x' });

  it('text and flash', async () => {
    const { send, jobs } = sending();
    await send(account, sms({ message: 'Grüße €' }));
    await send(account, { ...sms(), message: undefined, flashMessage: 'Now' } as SendRequest);
    expect(jobs.map(({ parts }) => received(parts))).toEqual([
      { kind: 'text', text: 'Grüße €' },
      { kind: 'flash', text: 'Now' },
    ]);
    expect(jobs[1]?.parts[0]?.tpDcs).toBe(0x10);
  });

  it.each([
    ['pictureMessage', 20_001, fromHex(`00481C01${'55'.repeat(252)}`)],
    ['groupGraphic', 10_001, LOGO],
    ['operatorLogo', 10_001, LOGO],
  ] as const)('%s: octets and an item of the library give the same', async (kind, libraryNumber, data) => {
    const { send, jobs } = sending({}, [item(libraryNumber, data, 'a.otb')]);
    const network = kind === 'operatorLogo' ? { mcc: '234', mnc: '15' } : {};
    for (const source of [{ data }, { libraryNumber }]) {
      await send(account, multimedia({ kind, ...network, ...source } as MultimediaContent, { phoneMake: 'Nokia' }));
    }
    const [first, second] = jobs.map(({ parts }) => received(parts));
    expect(first).toEqual(second);
    const { bitmap } = first as Extract<Content, { kind: 'groupGraphic' }>;
    expect(toHex(encodeOtaBitmap(bitmap))).toBe(toHex(data));
  });

  it('a picture in the library may be a file of another format', async () => {
    const png = new Uint8Array(readFileSync('fixtures/images/gray1.png'));
    const { send, jobs } = sending({}, [item(20_002, png, 'a.png')]);
    await send(account, multimedia({ kind: 'pictureMessage', libraryNumber: 20_002 }, { phoneMake: 'Nokia' }));
    const { bitmap } = received(jobs[0]?.parts ?? []) as Extract<Content, { kind: 'pictureMessage' }>;
    expect([bitmap.widthPx, bitmap.heightPx]).toEqual([72, 28]);
  });

  it('G-LIB-01: an item that is not there, or no picture, is report 20', async () => {
    const { send } = sending({}, [item(20_003, Uint8Array.of(1, 2, 3), 'a.bin')]);
    for (const libraryNumber of [20_000, 20_003]) {
      const request = multimedia({ kind: 'pictureMessage', libraryNumber }, { phoneMake: 'Nokia' });
      expect((await refusalOf(send(account, request))).report).toBe(20);
    }
  });

  it('a ringtone as text and from the library', async () => {
    const text = 'Beep:d=4,o=5,b=125:c,8e.,p';
    const { send, jobs } = sending({}, [item(30_001, new TextEncoder().encode(text), 'beep.rtttl')]);
    for (const source of [{ text }, { libraryNumber: 30_001 }]) {
      await send(account, multimedia({ kind: 'ringtone', ...source } as MultimediaContent, { phoneMake: 'Nokia' }));
    }
    const contents = jobs.map(({ parts }) => received(parts));
    expect(contents[0]).toEqual(contents[1]);
    expect(contents[0]).toMatchObject({
      kind: 'ringtone',
      tune: { title: 'Beep', notes: [{ pitch: 'c' }, { pitch: 'e' }, { pitch: null }] },
    });
  });

  it('card, calendar and indication', async () => {
    const { send, jobs } = sending();
    const card = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Smith;Jo\r\nTEL:+447700900123\r\nEND:VCARD\r\n';
    const calendar =
      'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nSUMMARY:Tea\r\nDTSTART:20260304T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
    await send(account, multimedia({ kind: 'vcard', text: card }, { phoneMake: 'Nokia' }));
    await send(account, multimedia({ kind: 'vcalendar', text: calendar }, { phoneMake: 'Nokia' }));
    await send(account, multimedia({ kind: 'serviceIndication', si: { href: 'http://www.example.com/', text: 'Hi' } }));
    expect(jobs.map(({ parts }) => received(parts))).toMatchObject([
      { kind: 'vcard', card: { family: 'Smith', given: 'Jo' } },
      { kind: 'vcalendar', calendar: { events: [{ summary: 'Tea' }] } },
      { kind: 'serviceIndication', si: { href: 'http://www.example.com/', text: 'Hi' } },
    ]);
  });

  it('G-MMS-40 to 44: user data goes as given', async () => {
    const { send, jobs } = sending();
    const udh = fromHex('06050415811581');
    const fields = { kind: 'pdu', protocolIdentifier: 0, userDataHeader: udh } as const;
    await send(account, multimedia({ ...fields, dataCodingScheme: 0xf5, userData: fromHex('024A3A') }));
    await send(account, multimedia({ ...fields, dataCodingScheme: 0x00, message: 'Hello' }));
    await send(account, multimedia({ ...fields, dataCodingScheme: 0x08, userData: fromHex('20AC') }));
    expect(jobs.map(({ parts }) => parts)).toEqual([
      [{ tpDcs: 0xf5, tpPid: 0, udh, userData: { data: fromHex('024A3A') } }],
      [{ tpDcs: 0x00, tpPid: 0, udh, userData: { text: 'Hello' } }],
      [{ tpDcs: 0x08, tpPid: 0, udh, userData: { text: '€' } }],
    ]);
    const gsm = multimedia({ ...fields, dataCodingScheme: 0x00, userData: fromHex('C8') });
    await expect(send(account, gsm)).rejects.toMatchObject({ name: 'DecodeError', field: 'SmsSubmitPduUserData' });
  });

  it('what the make has no form for is an error of the content', async () => {
    const { send, jobs } = sending();
    const request = multimedia({ kind: 'groupGraphic', data: LOGO }, { phoneMake: 'Siemens' });
    await expect(send(account, request)).rejects.toBeInstanceOf(FormatError);
    expect(jobs).toEqual([]);
  });
});

describe('files', () => {
  const zip = writeStoredZip([
    { name: '1.txt', data: new TextEncoder().encode('Hello') },
    { name: '1.jpg', data: new Uint8Array(readFileSync('fixtures/images/gray.jpg')) },
  ]);

  it('a WAP push: kept, hosted, and told by an indication', async () => {
    const { send, jobs } = sending();
    const data = Uint8Array.of(1, 2, 3);
    const content = { kind: 'wapPush', file: { name: 'my dot.gif', data }, message: 'Look' } as const;
    const results = await send(account, multimedia(content, { phoneMake: 'Nokia', phoneModel: '6230' }));
    expect(results[0]?.libraryNumber).toBe(80_123);
    const [job] = jobs as [AcceptJob];
    expect(job.file).toEqual({ fileName: 'my dot.gif', data });
    expect(job.hosted).toEqual([
      {
        token: 'TOKEN',
        contentType: 'image/gif',
        fileName: 'my dot.gif',
        data,
        expiresAt: NOW + 86_400_000,
        adaptation: { make: 'Nokia', model: '6230' },
      },
    ]);
    expect(received(job.parts)).toMatchObject({
      kind: 'serviceIndication',
      si: { href: 'http://gw.example.net/w/TOKEN/my%20dot.gif', text: 'Look' },
    });
  });

  it('G-MMS-34, 35: a content type of the request counts, and adaptation can be switched off', async () => {
    const { send, jobs } = sending({}, [{ number: 80_001, data: Uint8Array.of(1), fileName: 'a.gif' }]);
    await send(
      account,
      multimedia({ kind: 'wapPush', libraryNumber: 80_001, contentType: 'image/png', disableRepurposing: true }),
    );
    expect(jobs[0]?.file).toBeUndefined();
    expect(jobs[0]?.hosted).toMatchObject([{ contentType: 'image/png', fileName: 'a.gif' }]);
    expect(jobs[0]?.hosted?.[0]).not.toHaveProperty('adaptation');
  });

  it('G-MMS-51: a ZIP becomes a message that is kept, hosted and told by a notification', async () => {
    const { send, jobs } = sending();
    await send(account, multimedia({ kind: 'mms', file: { name: 'show.zip', data: zip }, message: 'Ahoi' }));
    const [job] = jobs as [AcceptJob];
    expect(job.file).toMatchObject({ fileName: 'show.mms', contentType: MMS_CONTENT_TYPE });
    const message = decodeMms(job.file?.data as Uint8Array);
    if (message.type !== 'M-Retrieve.conf') throw new Error(message.type);
    expect([message.subject, message.from, message.to]).toEqual(['Ahoi', '+447700900001/TYPE=PLMN', undefined]);
    expect(message.parts.map(({ contentType }) => contentType)).toEqual(['application/smil', 'text/plain', 'image/jpeg']);
    expect(job.hosted).toMatchObject([{ token: 'TOKEN', contentType: MMS_CONTENT_TYPE, data: job.file?.data }]);
    expect(received(job.parts)).toMatchObject({
      kind: 'mmsNotification',
      notification: {
        transactionId: 'TOKEN',
        contentLocation: 'http://gw.example.net/m/TOKEN',
        messageSize: job.file?.data.length,
        subject: 'Ahoi',
        expiry: { kind: 'relative', seconds: 86_400 },
      },
    });
  });

  it('comes from the number of the account, however that is written there', async () => {
    const { send, jobs } = sending();
    const content = { kind: 'mms', file: { name: 'show.zip', data: zip } } as const;
    for (const replyTo of ['+44 7700 900001', 'MyShop']) await send({ ...account, replyTo: [replyTo] }, multimedia(content));
    const messages = jobs.map(({ file }) => decodeMms(file?.data as Uint8Array));
    expect(messages).toMatchObject([{ from: '+447700900001/TYPE=PLMN' }, { from: 'MyShop' }]);
    expect(jobs.map(({ originator }) => originator)).toEqual(['447700900001', 'MyShop']);
  });

  it('G-MMS-25: AddSMIL 2 adds none', async () => {
    const { send, jobs } = sending();
    await send(account, multimedia({ kind: 'mms', file: { name: 'show.ZIP', data: zip }, addSmil: 2 }));
    const message = decodeMms(jobs[0]?.file?.data as Uint8Array);
    expect(message.type === 'M-Retrieve.conf' && message.parts.map(({ contentType }) => contentType)).not.toContain(
      'application/smil',
    );
  });

  it('a ready message goes as it is, with the sender of this request and without its recipients', async () => {
    const ready = encodeMms(
      await composeMms([{ name: 'a.txt', data: 'Hi' }], {
        as: 'M-Send.req',
        to: ['+447700900999/TYPE=PLMN'],
        subject: 'Old',
        transactionId: 'x',
      }),
    );
    const { send, jobs } = sending();
    await send(account, multimedia({ kind: 'mms', file: { name: 'a.mms', data: ready } }));
    const message = decodeMms(jobs[0]?.file?.data as Uint8Array);
    expect(message).toMatchObject({ type: 'M-Retrieve.conf', subject: 'Old', from: '+447700900001/TYPE=PLMN' });
    expect(message).not.toHaveProperty('to');
    const damaged = multimedia({ kind: 'mms', file: { name: 'a.mms', data: ready.subarray(0, 9) } });
    await expect(send(account, damaged)).rejects.toBeInstanceOf(FormatError);
  });

  it('G-MMS-23: those who get a copy are shown to each other, blind copies are not', async () => {
    const { send, jobs } = sending();
    const content = {
      kind: 'mms',
      file: { name: 'show.zip', data: zip },
      sendCc: ['447700900124'],
      sendBcc: ['447700900125'],
    } as const;
    const results = await send(account, multimedia(content));
    expect(results).toHaveLength(3);
    expect(jobs[0]?.recipients).toEqual(['447700900123', '447700900124', '447700900125']);
    const message = decodeMms(jobs[0]?.file?.data as Uint8Array);
    expect(message).toMatchObject({ to: ['+447700900123/TYPE=PLMN'], cc: ['+447700900124/TYPE=PLMN'] });
    expect(message).not.toHaveProperty('bcc');
  });

  it('G-MMS-36: walled-garden networks get a push, unless that is switched off', async () => {
    const { send, jobs } = sending();
    const sendTo = ['447700900123', '447789000001', '447700900124'];
    const content = { kind: 'mms', file: { name: 'show.zip', data: zip } } as const;
    const results = await send(account, multimedia(content, { sendTo }));
    expect(results.map(({ messageIdentifier, libraryNumber }) => [messageIdentifier, libraryNumber])).toEqual([
      ['ABCDEFGHIJKL100', 80_123],
      ['ABCDEFGHIJKL200', 80_123],
      ['ABCDEFGHIJKL101', 80_123],
    ]);
    expect(jobs.map(({ recipients, file }) => [recipients, file !== undefined])).toEqual([
      [['447700900123', '447700900124'], true],
      [['447789000001'], false],
    ]);
    expect(received(jobs[1]?.parts ?? [])).toMatchObject({
      kind: 'serviceIndication',
      si: { href: 'http://gw.example.net/m/TOKEN/' },
    });
    await send(account, multimedia({ ...content, disableWalledGardenRule: true }, { sendTo }));
    expect(jobs[2]?.recipients).toEqual(sendTo);
  });

  it('G-MMS-50: pictures that few handsets show become JPEG, in messages and as files', async () => {
    const photo = new Uint8Array(await sharp('fixtures/images/photo-444.jpg').webp().toBuffer());
    const { send, jobs } = sending();
    await send(
      account,
      multimedia({ kind: 'mms', file: { name: 'a.zip', data: writeStoredZip([{ name: 'a.webp', data: photo }]) } }),
    );
    await send(account, multimedia({ kind: 'wapPush', file: { name: 'a.webp', data: photo }, contentType: 'image/webp' }));
    const as = { name: 'a.webp', contentType: 'image/webp', data: photo };
    const message = { ...(await composeMms([as], { unknownTypes: 'carry' })), parts: [as] };
    await send(account, multimedia({ kind: 'mms', file: { name: 'a.mms', data: encodeMms(message) } }));
    const inMessages = [0, 2].map((i) => decodeMms(jobs[i]?.hosted?.[0]?.data as Uint8Array) as MRetrieveConf);
    for (const { parts } of inMessages) {
      expect([parts.at(-1)?.contentType, probe(parts.at(-1)?.data as Uint8Array)]).toMatchObject([
        'image/jpeg',
        { format: 'jpeg', widthPx: 320, heightPx: 240 },
      ]);
    }
    expect(jobs[1]?.hosted).toMatchObject([{ contentType: 'image/jpeg', fileName: 'a.jpg' }]);
    expect(probe(jobs[1]?.hosted?.[0]?.data as Uint8Array)).toMatchObject({ format: 'jpeg', widthPx: 320 });
  });

  it('pictures are converted one after the other, within a number of pixels for the request, and for who can pay', async () => {
    const makeTiff = async (side: number) => {
      const picture = sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } });
      return new Uint8Array(await picture.tiff({ compression: 'lzw' }).toBuffer());
    };
    const [large, small] = [await makeTiff(4_000), await makeTiff(40)];
    const ask = async (of: Account, pictures: readonly Uint8Array[]) => {
      const { send, jobs } = sending();
      const files = pictures.map((data, i) => ({ name: `${i}.tif`, data }));
      const zip = multimedia({ kind: 'mms', file: { name: 'a.zip', data: writeStoredZip(files) } });
      const parts = files.map(({ name, data }) => ({ name, contentType: 'image/tiff', data }));
      const message = { ...(await composeMms(parts, { unknownTypes: 'carry' })), parts };
      const mms = multimedia({ kind: 'mms', file: { name: 'a.mms', data: encodeMms(message) } });
      const errors = [];
      for (const request of [zip, mms])
        errors.push(
          await send(of, request).then(
            () => undefined,
            (error: unknown) => error,
          ),
        );
      return { errors, jobs };
    };
    // Four of 16 megapixels are more than 50; three are not.
    const over = await ask(account, [large, large, large, large]);
    expect(over.errors).toEqual(
      [0, 1].map(() => expect.objectContaining({ name: 'LimitError', code: 'limit-exceeded', field: 'image' })),
    );
    expect(over.jobs).toEqual([]);
    const within = await ask(account, [large, small, large, small]);
    expect([within.errors, within.jobs.length]).toEqual([[undefined, undefined], 2]);
    const poor = await ask({ ...account, credit: 449 }, [large, large]);
    expect(poor.errors).toEqual([0, 1].map(() => expect.objectContaining({ name: 'Refusal', report: 15 })));
    const free = await ask({ ...account, credit: 0, pricePerPart: 0 }, [small]);
    expect(free.errors).toEqual([undefined, undefined]);
  });

  it('a picture that nothing installed reads is refused by name', async () => {
    const photo = new Uint8Array(readFileSync('fixtures/images/foreign/photo.jp2'));
    const refused = sending().send(account, multimedia({ kind: 'wapPush', file: { name: 'a.jpg', data: photo } }));
    await expect(refused).rejects.toMatchObject({
      field: 'image',
      reason: expect.stringContaining('is JPEG 2000: install sharp'),
    });
    const { send, jobs } = sending();
    await send(account, multimedia({ kind: 'wapPush', file: { name: 'a.jp2', data: photo }, disableRepurposing: true }));
    expect(jobs[0]?.hosted).toMatchObject([{ fileName: 'a.jp2', data: photo, contentType: 'image/jp2' }]);
  });

  it('a message that is too large is refused, a bad archive is an error of its reader', async () => {
    const { send } = sending({ mmsOctets: 100 });
    await expect(send(account, multimedia({ kind: 'mms', file: { name: 'show.zip', data: zip } }))).rejects.toBeInstanceOf(
      FormatError,
    );
    const bad = multimedia({ kind: 'mms', file: { name: 'show.zip', data: Uint8Array.of(80, 75) } });
    await expect(sending().send(account, bad)).rejects.toBeInstanceOf(FormatError);
  });
});
