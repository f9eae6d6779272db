import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapFromRows, encodeWbmp } from '../../src/bitmap/index.js';
import { encodeUtf8 } from '../../src/bytes/index.js';
import { describeTune } from '../../src/content/facts.js';
import { readInbox, toDeliver } from '../../src/gateway/delivery/virtual/virtual.js';
import type { OutboundMessage } from '../../src/gateway/store/types.js';
import { inspect } from '../../src/inspect/index.js';
import { buildSubmits, type Content, readSubmits } from '../../src/message/index.js';
import { decodeMms, encodeMms } from '../../src/mms/binary.js';
import { hostedOf, type InboxItem, itemsOf } from '../../src/playground/inbox/model.js';
import { mmsItems } from '../../src/playground/ui/mms-items.js';
import { readStoredInbox, type StoredInbox } from '../../src/show/inbox.js';
import { submitText } from '../../src/sms/index.js';
import { arrivedAt, outbound, outboundOf, outboundText, partOf } from '../gateway/outbound.js';
import {
  calendarContent,
  cardContent,
  flashContent,
  groupGraphic,
  indication,
  loading,
  longPduData,
  nokiaLogo,
  nokiaPicture,
  notification,
  pduData,
  ringtoneContent,
  textContent,
} from '../support/contents.js';
import { costly } from '../support/runs.js';

const NOW = Date.UTC(2026, 2, 4, 5, 6, 7);
const NUMBER = '447700900123';
const URL = 'http://127.0.0.1:8080';
const TOKEN = 'BpWsESUaNEblnm-cvtvFwQ';

/** The inbox as the page gets it: through the gateway's JSON. */
function inboxOf(...messages: OutboundMessage[]): StoredInbox {
  const arrived = messages.map((message) => arrivedAt(NOW, message));
  return readStoredInbox(JSON.parse(JSON.stringify(readInbox(NUMBER, arrived, { now: NOW }))));
}

const items = (...messages: OutboundMessage[]) => itemsOf(inboxOf(...messages), URL, 50);
const itemOf = (content: Content): InboxItem => items(outboundOf(content)).messages[0]!;

describe('a message', () => {
  it('is what it was sent as, for a phone to show', () => {
    const content = fc.oneof(
      ...[textContent, flashContent, ringtoneContent, nokiaLogo, groupGraphic, nokiaPicture, loading, notification],
      ...[cardContent, calendarContent, longPduData, pduData],
      indication.filter(({ si }) => si.action !== 'delete' && (si.expires?.getTime() ?? Infinity) > NOW),
    );
    fc.assert(
      fc.property(content, (each: Content) => {
        const submits = buildSubmits(each, { to: NUMBER, make: 'Nokia' });
        const { messages, discarded } = items(outbound(submits.map(partOf)));
        const [item] = [...messages, ...discarded];
        expect(item!.content).toEqual(readSubmits(submits));
        // The inspector reads the same octets, all parts of them.
        const { octets, as } = item!.payload;
        const tree = inspect(octets, { as });
        expect(tree.error).toBeUndefined();
      }),
      costly(200),
    );
  });

  it('a text, of whom and when', () => {
    const message = outboundText('<b>Hello</b>');
    const [item] = items(message).messages;
    expect(item).toEqual({
      key: `kept ${message.id}`,
      title: 'Text message',
      from: 'MyShop',
      receivedAt: '2026-03-04T05:06:07Z',
      text: '<b>Hello</b>',
      facts: [],
      warnings: [],
      content: { kind: 'text', text: '<b>Hello</b>' },
      payload: {
        octets: toDeliver(message, NOW)[0],
        as: 'tpdu-mt',
        note: `Message ${message.id} of a virtual handset`,
      },
    });
  });

  it('of several parts is lines of hex for the inspector, which joins them', () => {
    const [item] = items(outboundText('part by part '.repeat(30))).messages;
    const { octets, as } = item!.payload;
    expect(new TextDecoder().decode(octets)).toMatch(/^(?:[0-9A-F]+\n){2}[0-9A-F]+$/);
    expect(JSON.stringify(inspect(octets, { as }))).toContain('part by part '.repeat(30));
  });

  it.each<[string, Content, Partial<InboxItem>]>([
    ['flash', { kind: 'flash', text: 'Now' }, { title: 'Flash message', text: 'Now' }],
    [
      'a picture',
      { kind: 'pictureMessage', bitmap: bitmapFromRows(Array.from({ length: 28 }, () => '#'.repeat(72))), text: 'Ahoi' },
      { title: 'Picture message', text: 'Ahoi', facts: [{ name: 'Picture', value: '72 x 28 pixels' }] },
    ],
    [
      'a logo',
      { kind: 'operatorLogo', mcc: '234', mnc: '10', bitmap: bitmapFromRows(Array.from({ length: 14 }, () => '.'.repeat(72))) },
      {
        title: 'Operator logo',
        facts: [
          { name: 'Network', value: '234 10' },
          { name: 'Picture', value: '72 x 14 pixels' },
        ],
      },
    ],
    [
      'a group graphic',
      { kind: 'groupGraphic', bitmap: bitmapFromRows(Array.from({ length: 14 }, () => '.'.repeat(72))) },
      { title: 'Group graphic' },
    ],
    [
      'a service indication that leads to the gateway',
      { kind: 'serviceIndication', si: { href: `${URL}/w/${TOKEN}/dot.gif`, text: 'A picture' } },
      { title: 'Service indication', text: 'A picture', hosted: { kind: 'file', path: `/w/${TOKEN}/dot.gif` } },
    ],
    [
      'one that leads elsewhere',
      { kind: 'serviceIndication', si: { href: 'http://www.example.com/', text: 'x' } },
      { title: 'Service indication', hosted: undefined },
    ],
    [
      'a service loading',
      { kind: 'serviceLoading', sl: { href: `${URL}/w/${TOKEN}/a.wml` } },
      {
        title: 'Service loading',
        facts: [
          { name: 'Address', value: `${URL}/w/${TOKEN}/a.wml` },
          { name: 'Action', value: 'execute-low (by default)' },
        ],
        hosted: { kind: 'file', path: `/w/${TOKEN}/a.wml` },
      },
    ],
    [
      'a notification',
      {
        kind: 'mmsNotification',
        notification: {
          type: 'M-Notification.ind',
          transactionId: 't',
          mmsVersion: '1.0',
          messageClass: 'personal',
          messageSize: 1_234,
          expiry: { kind: 'relative', seconds: 60 },
          contentLocation: `${URL}/m/${TOKEN}`,
          subject: 'Ahoi!',
        },
      },
      {
        title: 'MMS notification',
        text: 'Ahoi!',
        hosted: { kind: 'mms', path: `/m/${TOKEN}` },
      },
    ],
    [
      'a card',
      { kind: 'vcard', card: { formattedName: 'Anna Ohm', family: 'Ohm' } },
      { title: 'Business card', text: 'Anna Ohm' },
    ],
  ])('%s', (_, content, expected) => {
    expect(itemOf(content)).toMatchObject(expected);
  });

  it('a ringing tone by its name and length', () => {
    fc.assert(
      fc.property(ringtoneContent, (content) => {
        const item = itemOf(content);
        if (content.kind !== 'ringtone') throw new Error('no tune');
        expect(item.title).toBe('Ringtone');
        expect(item.facts[0]).toEqual({ name: 'Tune', value: describeTune(content.tune) });
      }),
      costly(20),
    );
  });

  it('user data that no application takes, with its coding', () => {
    const udh = [{ kind: 'ports16', destination: 7777, source: 0 }] as const;
    const content: Content = { kind: 'pdu', tpDcs: 0xf5, tpPid: 0x21, udh, data: Uint8Array.of(1, 2, 3) };
    const item = itemOf(content);
    expect(item).toMatchObject({
      title: 'User data',
      facts: [
        { name: 'Header', value: 'ports16' },
        { name: 'Data coding', value: 'F5' },
        { name: 'Protocol', value: '21' },
        { name: 'Octets', value: '01 02 03' },
      ],
    });
    expect(item.warnings).toEqual(['nothing on the handset reads what came to port 7777']);
  });

  it('that cannot be read says why, and can still be inspected', () => {
    const udh = Uint8Array.of(6, 5, 4, 0x15, 0x81, 0, 0);
    const message = outbound([{ tpDcs: 0xf5, tpPid: 0, udh, userData: { data: Uint8Array.of(2, 0x4a, 0x3a) } }]);
    const [item] = items(message).messages;
    expect(item).toMatchObject({ title: 'Unreadable message', facts: [], payload: { as: 'tpdu-mt' } });
    expect(item!.content).toBeUndefined();
    expect(item!.warnings).toEqual([expect.stringContaining('the handset cannot read it: ringing-tone')]);
    const silent = itemsOf({ ...inboxOf(message), messages: [{ ...inboxOf(message).messages[0]!, warnings: [] }] }, URL, 1);
    expect(silent.messages[0]!.warnings).toEqual([expect.stringMatching(/^ringing-tone/)]);
  });
});

describe('an inbox', () => {
  it('has the newest in front, and so many of each list', () => {
    const messages = ['one', 'two', 'three'].map((text) => outboundText(text));
    const all = itemsOf(inboxOf(...messages), URL, 2);
    expect(all.messages.map(({ text }) => text)).toEqual(['three', 'two']);
    expect([all.older, all.olderDiscarded, all.moreIncomplete, all.unread]).toEqual([1, 0, 0, 0]);
    const more = itemsOf({ ...inboxOf(...messages), earlier: 10, earlierDiscarded: 5, unread: 3 }, URL, 2);
    expect([more.older, more.olderDiscarded, more.unread]).toEqual([11, 5, 3]);
  });

  it('says why something was thrown away', () => {
    const silent = outbound([{ ...partOf(submitText('x', { to: NUMBER })[0]!), tpPid: 0x40 }]);
    const replacing = ['a', 'b'].map((text) => outbound([{ ...partOf(submitText(text, { to: NUMBER })[0]!), tpPid: 0x41 }]));
    const { discarded, messages } = items(silent, ...replacing);
    expect(messages.map(({ text }) => text)).toEqual(['b']);
    expect(discarded.map(({ text, why }) => [text, why])).toEqual([
      ['a', `Thrown away: a later message of its replace type took its place (message ${replacing[1]!.id}).`],
      ['x', 'Thrown away: it was of type 0, which is acknowledged and not shown.'],
    ]);
  });

  it('shows a reason that it does not know as it came', () => {
    const inbox = inboxOf(outboundText('x'));
    const discarded = ['constructor', 'of a later gateway'].map((reason) => ({ ...inbox.messages[0]!, reason }));
    expect(itemsOf({ ...inbox, discarded }, URL, 5).discarded.map(({ why }) => why)).toEqual([
      'Thrown away: of a later gateway.',
      'Thrown away: constructor.',
    ]);
  });

  it('says which parts of a message are there', () => {
    const parts = submitText('part by part '.repeat(30), { to: NUMBER, reference: 7 }).map(partOf);
    const { incomplete } = items(outbound([parts[2]!]), outbound([parts[0]!]));
    expect(incomplete).toMatchObject([{ title: 'Incomplete message', why: 'Waiting: part 1, 3 of 3 are there.' }]);
    expect(new TextDecoder().decode(incomplete[0]!.payload.octets).split('\n')).toHaveLength(2);
    expect(items(outbound([parts[1]!])).incomplete[0]!.why).toBe('Waiting: part 2 of 3 is there.');
  });

  it('tells its items apart, also those of one message', () => {
    const parts = submitText('part by part '.repeat(30), { to: NUMBER, reference: 7 }).map(partOf);
    const again = outbound([parts[0]!, parts[0]!, parts[0]!]);
    const { messages, discarded, incomplete } = items(again, outboundText('x'));
    const keys = [...messages, ...discarded, ...incomplete].map(({ key }) => key);
    expect(discarded).toHaveLength(2);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('what an address leads to', () => {
  it.each([
    [`${URL}/m/${TOKEN}`, 'mms', `/m/${TOKEN}`],
    [`${URL}/m/${TOKEN}/`, 'file', `/m/${TOKEN}/`],
    [`${URL}/m/${TOKEN}/a%20b.jpg`, 'file', `/m/${TOKEN}/a%20b.jpg`],
    [`${URL}/w/${TOKEN}/dot.gif`, 'file', `/w/${TOKEN}/dot.gif`],
  ])('%s: on the gateway', (address, kind, path) => {
    expect(hostedOf(address, URL)).toEqual({ kind, path });
    expect(hostedOf(address, `${URL}/`)).toEqual({ kind, path });
  });

  it.each([
    undefined,
    '',
    'javascript:alert(1)',
    `http://127.0.0.1:80801/m/${TOKEN}`,
    `http://127.0.0.1:8080@example.com/m/${TOKEN}`,
    `${URL}//example.com/m/${TOKEN}`,
    `${URL}/virtual/handsets`,
    `${URL}/m/${TOKEN}/../../virtual/events`,
    `${URL}/m/${TOKEN}/%2E%2e/x`,
    `${URL}/m/${TOKEN}/..`,
    `${URL}/m/${TOKEN}/\\..\\x`,
    `${URL}/m/${TOKEN}\n`,
    `${URL}/m/short`,
    `${URL}/w/${TOKEN}/dot.gif?x`,
    `${URL}/w/${TOKEN}`,
  ])('%s: nothing of it', (address) => {
    expect(hostedOf(address, URL)).toBeUndefined();
  });

  it('is nothing when the gateway does not say where it is', () => {
    expect(hostedOf(`/m/${TOKEN}`, '')).toBeUndefined();
  });
});

describe('a multimedia message', () => {
  const part = (name: string, contentType: string, data: Uint8Array) => ({ name, contentType, data });
  const messageOf = (...parts: ReturnType<typeof part>[]) =>
    decodeMms(encodeMms({ type: 'M-Retrieve.conf', mmsVersion: '1.0', date: new Date(NOW), parts }));

  it('is its parts, but for the presentation: texts, pictures and sounds that browsers know, pixels', () => {
    const bitmap = bitmapFromRows(['#.', '.#']);
    const message = messageOf(
      part('a.smil', 'application/smil', encodeUtf8('<smil/>')),
      part('a.txt', 'text/plain', encodeUtf8('Grüße')),
      part('a.jpg', 'image/jpeg', Uint8Array.of(1)),
      part('a.mp3', 'audio/mpeg', Uint8Array.of(2)),
      part('a.amr', 'audio/amr', Uint8Array.of(3)),
      part('a.wbmp', 'image/vnd.wap.wbmp', encodeWbmp(bitmap)),
      part('b.wbmp', 'image/vnd.wap.wbmp', Uint8Array.of(9)),
      part('a.svg', 'image/svg+xml', encodeUtf8('<svg onload="alert(1)"/>')),
      part('a.html', 'text/html', encodeUtf8('<script>')),
    );
    expect(mmsItems(message).map(({ name, type, shown }) => [name, type, shown])).toEqual([
      ['a.txt', 'text/plain', { kind: 'text', text: 'Grüße' }],
      ['a.jpg', 'image/jpeg', { kind: 'picture' }],
      ['a.mp3', 'audio/mpeg', { kind: 'sound' }],
      ['a.amr', 'audio/amr', { kind: 'none' }],
      ['a.wbmp', 'image/vnd.wap.wbmp', { kind: 'bitmap', bitmap }],
      ['b.wbmp', 'image/vnd.wap.wbmp', { kind: 'none' }],
      ['a.svg', 'image/svg+xml', { kind: 'none' }],
      ['a.html', 'text/html', { kind: 'none' }],
    ]);
  });

  it('without parts is none of them', () => {
    expect(mmsItems({ type: 'M-NotifyResp.ind', transactionId: 't', mmsVersion: '1.0', status: 'retrieved' })).toEqual([]);
  });

  it('parts of a part are listed too', () => {
    const inner = { ...part('in.txt', 'text/plain', encodeUtf8('in')) };
    const outer = { ...part('out', 'application/vnd.wap.multipart.mixed', new Uint8Array(0)), parts: [inner] };
    const message = { type: 'M-Retrieve.conf', mmsVersion: '1.0', date: new Date(NOW), parts: [outer] } as const;
    expect(mmsItems(message).map(({ name }) => name)).toEqual(['in.txt']);
  });
});
