import { describe, expect, it } from 'vitest';
import { classFault, contentClassNamed, leafParts, oversize } from '../../src/mms/content-class.js';
import {
  buildNotification,
  CONTENT_CLASSES,
  type ContentClass,
  type ContentClassName,
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

describe('why a class does not allow a part', () => {
  const fault = (name: ContentClassName, one: Part) => classFault(contentClassNamed(name) as ContentClass, one);

  it.each<[name: ContentClassName, types: string[]]>([
    ['text', ['text/plain']],
    ['image-basic', ['text/plain', 'image/jpeg', 'image/gif', 'image/vnd.wap.wbmp', 'audio/amr']],
    ['image-rich', ['audio/sp-midi', 'audio/midi', 'audio/amr']],
    ['video-basic', ['video/3gpp', 'audio/midi']],
    ['video-rich', ['video/3gpp']],
    ['megapixel', ['video/3gpp', 'Image/JPG; q=1', 'audio/x-midi']],
  ])('%s has %j', (name, types) => {
    const extra = ['application/smil', 'text/x-vCard', 'text/x-vCalendar', 'application/smil+xml'];
    for (const type of [...types, ...extra]) expect(fault(name, part(type))).toBeUndefined();
    for (const type of ['image/png', 'audio/mpeg', 'text/html', 'video/mp4']) {
      expect(fault(name, part(type))).toContain(`${type} is not in class ${name}`);
    }
  });

  it('a type of a larger class', () => {
    expect(fault('text', part('image/gif'))).toBe('image/gif is not in class text');
    expect(fault('image-basic', part('audio/midi'))).toBe('audio/midi is not in class image-basic');
    expect(fault('image-rich', part('video/3gpp'))).toBe('video/3gpp is not in class image-rich');
  });

  it('a picture that is too large; other parts, and pictures whose size cannot be read, are not', () => {
    expect(fault('image-basic', gif(160, 120))).toBeUndefined();
    expect(fault('image-basic', gif(161, 120))).toBe('a picture of 161x120; class image-basic has 160x120');
    expect(fault('image-basic', gif(160, 121))).toBe('a picture of 160x121; class image-basic has 160x120');
    expect(fault('image-basic', part('image/gif', 3))).toBeUndefined();
    const box = { maxWidthPx: 1, maxHeightPx: 1 };
    expect(oversize(gif(2, 1), box)).toBe('2x1');
    expect(oversize(gif(1, 2), box)).toBe('1x2');
    expect(oversize(gif(1, 1), box)).toBeUndefined();
    expect(oversize({ ...gif(2, 2), contentType: 'audio/amr' }, box)).toBeUndefined();
  });

  it('the class of a message of exactly its size', () => {
    const sized = (length: number) => message(part('text/plain', length));
    const least = mmsSize(sized(30_000));
    expect(findContentClass(sized(30_000 + 30_720 - least))).toBe('text');
    expect(findContentClass(sized(30_000 + 30_721 - least))).toBe('image-rich');
  });

  it('the parts of a multipart are in its place', () => {
    const [a, b, c] = [part('text/plain'), part('image/gif'), part('audio/amr')];
    const outer = { ...part('application/vnd.wap.multipart.mixed'), parts: [b, { ...b, parts: [c] }] };
    expect(leafParts([a, outer, a])).toEqual([a, b, c, a]);
    expect(leafParts([])).toEqual([]);
  });

  it.each<[name: string, call: () => unknown]>([
    ['pdu', () => findContentClass(5 as never)],
    ['pdu', () => mmsSize(5 as never)],
    ['pdu', () => encodeMms(5 as never)],
    ['message', () => buildNotification(5 as never, { transactionId: 'T', contentLocation: 'x' })],
    ['options', () => buildNotification(message(), 5 as never)],
    ['message', () => toSendReq(5 as never, { transactionId: 'T' })],
    ['options', () => toSendReq(message(), 5 as never)],
    ['message', () => toRetrieveConf(5 as never)],
  ])('takes no %s that is a number', (name, call) => {
    expect(call).toThrow(new TypeError(`${name} is 5, not an object`));
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

  it('a message that was fetched with a status as a submission', () => {
    const fetched: MRetrieveConf = { ...stored, retrieveStatus: 'ok', retrieveText: 'fine', transactionId: 'T1' };
    const { type: _type, messageId: _id, ...kept } = stored;
    expect(toSendReq(fetched, { transactionId: 'T2' })).toStrictEqual({ ...kept, type: 'M-Send.req', transactionId: 'T2' });
  });

  it('the time until a notified message is gone: as told, of the message, or three days', () => {
    const options = { transactionId: 'T1', contentLocation: 'x' };
    const day = { kind: 'relative', seconds: 86_400 } as const;
    const hour = { kind: 'relative', seconds: 3600 } as const;
    expect(buildNotification({ ...stored, expiry: day }, options).expiry).toEqual(day);
    expect(buildNotification({ ...stored, expiry: day }, { ...options, expiry: hour }).expiry).toEqual(hour);
    expect(buildNotification(stored, options).expiry).toEqual({ kind: 'relative', seconds: 3 * 86_400 });
    // What is not known is not a property.
    const { from: _from, subject: _subject, priority: _priority, ...bare } = stored;
    expect(Object.keys(buildNotification(bare, options)).sort()).toEqual([
      ...['contentLocation', 'expiry', 'messageClass', 'messageSize', 'mmsVersion', 'transactionId', 'type'],
    ]);
  });

  it('what is for the MMSC alone is not in what the recipient fetches', () => {
    const request: MSendReq = {
      ...{ type: 'M-Send.req', transactionId: 'T2', mmsVersion: '1.2', from: 'a@b.example', to: ['c@d.example'] },
      ...{ bcc: ['e@f.example'], expiry: { kind: 'relative', seconds: 60 }, deliveryTime: { kind: 'relative', seconds: 6 } },
      ...{ senderVisibility: 'show', store: true, deliveryReport: true, subject: 'Hi', date: new Date(1000), parts: [text] },
    } as MSendReq;
    const kept = {
      ...{ type: 'M-Retrieve.conf', mmsVersion: '1.2', from: 'a@b.example', to: ['c@d.example'], deliveryReport: true },
      ...{ subject: 'Hi', date: new Date(1000), parts: [text] },
    };
    expect(toRetrieveConf(request)).toStrictEqual(kept);
    const more = { transactionId: 'T3', messageId: 'm', from: 'x@y.example', date: new Date(2000) };
    expect(toRetrieveConf({ ...request, senderVisibility: 'hide' }, more)).toStrictEqual({ ...kept, ...more });
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
