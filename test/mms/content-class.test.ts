import { describe, expect, it } from 'vitest';
import {
  buildNotification,
  CONTENT_CLASSES,
  encodeMms,
  findContentClass,
  type MRetrieveConf,
  type MSendReq,
  mmsSize,
  type Part,
  toRetrieveConf,
  toSendReq,
} from '../../src/mms/index.js';

const text: Part = { name: 't.txt', contentType: 'text/plain', charset: 'utf-8', data: new TextEncoder().encode('Hi') };

function gif(widthPx: number, heightPx: number, length = 40): Part {
  const data = new Uint8Array(length);
  data.set([...'GIF89a'].map((character) => character.charCodeAt(0)));
  data.set([widthPx & 255, widthPx >> 8, heightPx & 255, heightPx >> 8], 6);
  return { name: 'a.gif', contentType: 'image/gif', data };
}

const part = (contentType: string, length = 4): Part => ({ name: 'x', contentType, data: new Uint8Array(length) });
const message = (...parts: Part[]): MRetrieveConf => ({ type: 'M-Retrieve.conf', mmsVersion: '1.2', date: new Date(0), parts });

describe('content classes', () => {
  // Symbian's MmsConformance.h after OMA-MMS-CONF 1.2 and 1.3; kB are 1024 octets.
  it('their sizes', () => {
    expect(
      CONTENT_CLASSES.map(({ name, maxOctets, maxWidthPx, maxHeightPx }) => [name, maxOctets, maxWidthPx, maxHeightPx]),
    ).toEqual([
      ['text', 30_720, 0, 0],
      ['image-basic', 30_720, 160, 120],
      ['image-rich', 102_400, 640, 480],
      ['video-basic', 102_400, 640, 480],
      ['video-rich', 307_200, 640, 480],
      ['megapixel', 614_400, 1600, 1200],
    ]);
  });

  it.each<[what: string, parts: Part[], contentClass: string | undefined]>([
    ['text', [text], 'text'],
    ['nothing', [], 'text'],
    ['a card rides along', [text, part('text/x-vCard'), part('text/x-vCalendar'), part('application/smil')], 'text'],
    ['a small picture', [text, gif(160, 120)], 'image-basic'],
    ['one pixel more', [gif(161, 120)], 'image-rich'],
    ['one line more', [gif(160, 121)], 'image-rich'],
    ['a picture of AMR sound beside it', [gif(8, 8), part('audio/amr')], 'image-basic'],
    ['SP-MIDI', [part('audio/sp-midi')], 'image-rich'],
    ['a film', [part('video/3gpp')], 'video-basic'],
    ['a large film', [part('video/3gpp', 103_000)], 'video-rich'],
    ['a large picture', [gif(1600, 1200)], 'megapixel'],
    ['a larger one', [gif(1601, 1200)], undefined],
    ['PNG is in none', [part('image/png')], undefined],
    ['other types neither', [part('application/pdf')], undefined],
    ['600 kB are the most', [gif(8, 8, 614_400)], undefined],
    ['parts inside of a part count', [{ ...part('application/vnd.wap.multipart.mixed'), parts: [gif(641, 8)] }], 'megapixel'],
  ])('%s', (_, parts, contentClass) => {
    expect(findContentClass(message(...parts))).toBe(contentClass);
  });

  it('the size is that of the encoded message', () => {
    const around = mmsSize(message({ ...text, data: new Uint8Array(30_000) })) - 30_000;
    const fits = message({ ...text, data: new Uint8Array(30_720 - around) });
    expect(encodeMms(fits)).toHaveLength(30_720);
    expect(findContentClass(fits)).toBe('text');
    expect(findContentClass(message({ ...text, data: new Uint8Array(30_721 - around) }))).toBe('image-rich');
  });

  it('a PDU without a body is of the smallest', () => {
    expect(findContentClass({ type: 'M-Acknowledge.ind', transactionId: 'T', mmsVersion: '1.2' })).toBe('text');
  });
});

describe('from PDU to PDU', () => {
  const stored: MRetrieveConf = {
    type: 'M-Retrieve.conf',
    mmsVersion: '1.2',
    date: new Date(1_000_000_000_000),
    messageId: 'm@example.com',
    from: '+447700900001/TYPE=PLMN',
    subject: 'Hi',
    messageClass: 'advertisement',
    priority: 'high',
    parts: [text],
  };

  it('a notification of a message', () => {
    expect(buildNotification(stored, { transactionId: 'T1', contentLocation: 'http://mms.example.com/1' })).toEqual({
      type: 'M-Notification.ind',
      transactionId: 'T1',
      mmsVersion: '1.2',
      messageClass: 'advertisement',
      messageSize: encodeMms(stored).length,
      expiry: { kind: 'relative', seconds: 259_200 },
      contentLocation: 'http://mms.example.com/1',
      from: '+447700900001/TYPE=PLMN',
      subject: 'Hi',
      priority: 'high',
    });
  });

  it('with what the caller knows better', () => {
    const expiry = { kind: 'absolute', at: new Date(2_000_000_000_000) } as const;
    const { messageClass: _, ...plain } = stored;
    const notification = buildNotification(plain, {
      transactionId: 'T1',
      contentLocation: 'x',
      expiry,
      from: 'a@example.com',
      subject: 'Ho',
      messageSize: 5,
      deliveryReport: true,
    });
    expect(notification).toMatchObject({ expiry, from: 'a@example.com', subject: 'Ho', messageSize: 5, deliveryReport: true });
    expect(notification.messageClass).toBe('personal');
    expect(encodeMms(notification)[1]).toBe(0x82);
  });

  it('without a sender that wanted to stay hidden', () => {
    const hidden = { ...stored, from: '+447700900001/TYPE=PLMN', senderVisibility: 'hide' } as const;
    const options = { transactionId: 'T1', contentLocation: 'x' };
    expect(buildNotification(hidden, options)).not.toHaveProperty('from');
    expect(buildNotification(hidden, { ...options, from: 'a@example.com' }).from).toBe('a@example.com');
    expect(buildNotification({ ...hidden, senderVisibility: 'show' }, options).from).toBe('+447700900001/TYPE=PLMN');
  });

  it('a stored message as a submission', () => {
    const request = toSendReq(stored, { transactionId: 'T2', to: ['+447700900002'], subject: undefined });
    const { type: _type, messageId: _id, ...kept } = stored;
    expect(request).toEqual({ ...kept, type: 'M-Send.req', transactionId: 'T2', to: ['+447700900002'] });
    expect(encodeMms(request)[1]).toBe(0x80);
  });

  it('a submission as its recipient gets it', () => {
    const request: MSendReq = {
      type: 'M-Send.req',
      transactionId: 'T2',
      mmsVersion: '1.2',
      from: '+447700900001/TYPE=PLMN',
      to: ['+447700900002/TYPE=PLMN'],
      bcc: ['+447700900003/TYPE=PLMN'],
      expiry: { kind: 'relative', seconds: 60 },
      senderVisibility: 'show',
      parts: [text],
    };
    const date = new Date(1_000_000_000_000);
    const fetched = toRetrieveConf(request, { date, messageId: 'm' });
    expect(fetched).toEqual({
      type: 'M-Retrieve.conf',
      mmsVersion: '1.2',
      date,
      messageId: 'm',
      from: '+447700900001/TYPE=PLMN',
      to: ['+447700900002/TYPE=PLMN'],
      parts: [text],
    });
    expect(encodeMms(fetched)[1]).toBe(0x84);
    expect(toRetrieveConf({ ...request, senderVisibility: 'hide' }, { date })).not.toHaveProperty('from');
    expect(toRetrieveConf({ ...request, date })).toHaveProperty('date', date);
    expect(toRetrieveConf(request).date).toBeInstanceOf(Date);
  });
});
