/** Messages and archives in words, and by who they are with. */
import { describe, expect, it } from 'vitest';
import { describeArchive, describeMessage, describeTime, formatZone } from '../../src/archive/describe.js';
import {
  type Archive,
  type ArchiveAddress,
  type ArchiveMessage,
  archivePartText,
  groupConversations,
  messageText,
} from '../../src/archive/index.js';

const AT = Date.UTC(2005, 2, 4, 15, 30, 10);
const sms = (fields: Partial<ArchiveMessage> = {}): ArchiveMessage => ({
  ...{ kind: 'sms', addresses: [], text: '', parts: [] },
  ...fields,
});
const from = (address: string, name?: string): ArchiveAddress => ({
  role: 'from',
  address,
  ...(name !== undefined && { name }),
});
const to = (address: string, name?: string): ArchiveAddress => ({ ...from(address, name), role: 'to' });
const archive = (fields: Partial<Archive>): Archive => ({
  ...{ format: 'vmg', messages: [], cards: [], calendars: [], unknown: [], rest: [] },
  ...fields,
});

describe('a time', () => {
  it.each([
    [{ ms: AT, offsetMinutes: 60 }, '2005-03-04 16:30 +01:00'],
    [{ ms: AT, offsetMinutes: -210 }, '2005-03-04 12:00 -03:30'],
    [{ ms: AT }, '2005-03-04 15:30 UTC'],
    [{ ms: AT, isLocal: true }, '2005-03-04 15:30'],
  ] as const)('%j is %s', (time, words) => {
    expect(describeTime(time)).toBe(words);
  });

  it.each([
    [0, '+00:00'],
    [1, '+00:01'],
    [-1, '-00:01'],
    [60, '+01:00'],
    [345, '+05:45'],
    [-840, '-14:00'],
  ])('%d minutes from UTC are %s', (minutes, zone) => {
    expect(formatZone(minutes)).toBe(zone);
  });
});

describe('a message', () => {
  const long = 'x'.repeat(81);
  it.each<[ArchiveMessage, string]>([
    [
      sms({ direction: 'in', state: 'unread', addresses: [from('+447700900123', 'Ada')], time: { ms: AT, offsetMinutes: 60 } }),
      'SMS from Ada (+447700900123), 2005-03-04 16:30 +01:00, unread',
    ],
    [sms({ direction: 'in', state: 'read', addresses: [from('1', ''), to('2')] }), 'SMS from 1'],
    [sms({ direction: 'out', state: 'sent', addresses: [from('1'), to('2', '2')] }), 'SMS to 2'],
    [sms({ direction: 'out', addresses: [from('1')] }), 'SMS from 1'],
    [sms({ direction: 'in', addresses: [to('2')] }), 'SMS to 2'],
    [sms({ addresses: [from('1'), to('2')] }), 'SMS from 1'],
    [sms({ addresses: [to('2')] }), 'SMS to 2'],
    [sms(), 'SMS'],
    [sms({ direction: 'in', addresses: [from('', 'Ada')], subject: '' }), 'SMS from Ada'],
    [sms({ direction: 'in', addresses: [from(long, long)] }), `SMS from ${'x'.repeat(80)}…`],
    [sms({ direction: 'in', addresses: [from(long.slice(1), long.slice(1))] }), `SMS from ${'x'.repeat(80)}`],
    [sms({ direction: 'out', addresses: ['1', '2', '3', '4'].map((a) => to(a)) }), 'SMS to 1, 2, 3, 4'],
    [sms({ direction: 'out', addresses: ['1', '2', '3', '4', '5'].map((a) => to(a)) }), 'SMS to 1, 2, 3, 4 and 1 more'],
    [sms({ kind: 'mms', addresses: [from('1'), to('2')] }), 'Multimedia message from 1'],
    [
      sms({
        kind: 'mms',
        direction: 'out',
        state: 'draft',
        addresses: ['1', '2', '3', '4', '5', '6'].map((a) => to(a)),
        subject: 'Tea',
      }),
      'Multimedia message to 1, 2, 3, 4 and 2 more, draft, "Tea"',
    ],
  ])('%#: %s', (message, words) => {
    expect(describeMessage(message)).toBe(words);
  });
});

describe('an archive', () => {
  const dated = (year: number, address: string) =>
    sms({ direction: 'in', addresses: [from(address)], time: { ms: Date.UTC(year, 5) } });
  const card = { version: '2.1', formattedName: 'Ada' } as const;
  const unknown = { name: 'call', at: 0, text: '', reason: '' };
  const moment = new Date(AT);
  it.each<[string, Partial<Archive>]>([
    [
      '3 messages of 2 conversations, 1999 to 2001; 1 card',
      { messages: [dated(2001, '1'), dated(1999, '2'), dated(2000, '1')], cards: [card] },
    ],
    ['1 message of 1 conversation, 1999', { messages: [dated(1999, '1')] }],
    ['1 message of 1 conversation; 2 pieces not understood', { messages: [sms()], unknown: [unknown, unknown] }],
    ['2 cards; 1 calendar entry', { cards: [card, card], calendars: [{ events: [{ start: moment, other: [] }] }, {}] }],
    ['2 calendar entries', { calendars: [{ events: [{ start: moment, other: [] }], todos: [{ other: [] }] }] }],
    ['no messages', {}],
  ])('%s', (words, fields) => {
    expect(describeArchive(archive(fields))).toBe(words);
  });
});

describe('conversations', () => {
  it('are of the last nine digits, whatever else a phone writes of a number', () => {
    const messages = [
      sms({ direction: 'in', addresses: [from('+44 7700 900123')], text: 'b', time: { ms: 2 } }),
      sms({ direction: 'out', addresses: [to('(07700) 900-123')], text: 'c' }),
      sms({ direction: 'in', addresses: [from('07700900123', 'Ada')], text: 'a', time: { ms: 1 } }),
      sms({ direction: 'in', addresses: [from('Bank'), to('07700900999')], text: 'd', time: { ms: 3 } }),
      sms({ direction: 'in', addresses: [from(' bank ')], text: 'e', time: { ms: 4 } }),
    ];
    expect(
      groupConversations(messages).map(({ messages: own, ...rest }) => ({ ...rest, texts: own.map(({ text }) => text) })),
    ).toEqual([
      { key: 'bank', title: 'Bank', addresses: ['Bank'], texts: ['d', 'e'] },
      { key: '700900123', title: 'Ada', addresses: ['+44 7700 900123'], texts: ['a', 'b', 'c'] },
    ]);
  });

  it('are named by cards where the messages do not name them', () => {
    const cards = [
      {
        version: '3.0',
        given: 'Ada',
        family: 'King',
        tel: [{ value: '+447700900123' }],
        email: [{ value: 'ADA@mail.example' }],
      },
      { version: '3.0', formattedName: 'Later', tel: [{ value: '07700900123' }] },
      { version: '3.0', given: '', tel: [{ value: '5555' }] },
      { version: '3.0', formattedName: 'Nowhere' },
    ] as const;
    const titlesOf = (...addresses: ArchiveAddress[]) =>
      groupConversations([sms({ addresses })], cards).map(({ title }) => title);
    expect(titlesOf(from('07700900123'))).toEqual(['Ada King']);
    expect(titlesOf(from('07700900123', 'Mum'))).toEqual(['Mum']);
    expect(titlesOf(from('07700900123', ''))).toEqual(['Ada King']);
    expect(titlesOf(from('ada@mail.example'), from('5555'))).toEqual(['Ada King, 5555']);
    expect(titlesOf()).toEqual(['nobody named']);
  });

  it('are with the other side, or with all where the archive names no other', () => {
    const keysOf = (message: ArchiveMessage) => groupConversations([message])[0]?.key;
    expect(keysOf(sms({ direction: 'out', addresses: [from('1'), to('3'), to('2')] }))).toBe('2 3');
    expect(keysOf(sms({ direction: 'out', addresses: [from('1')] }))).toBe('1');
    expect(keysOf(sms({ addresses: [from('1'), to('2')] }))).toBe('1 2');
  });

  it('of a short number, with a plus or without one', () => {
    const keysOf = (...addresses: string[]) =>
      groupConversations(addresses.map((address) => sms({ addresses: [from(address)] }))).map(({ key }) => key);
    expect(keysOf('+1234', '1234', '12-34')).toEqual(['1234']);
    expect(keysOf('12345678 Ltd')).toEqual(['12345678 ltd']);
    expect(keysOf('Service-12345678')).toEqual(['service-12345678']);
    expect(keysOf('1234567890', '0234567890')).toEqual(['234567890']);
  });

  it('are named by the first message that names them', () => {
    const names = [undefined, 'Ada', 'Mum'].map((name) => sms({ addresses: [from('1', name)] }));
    expect(groupConversations(names).map(({ title }) => title)).toEqual(['Ada']);
  });

  it('are named by cards of one name', () => {
    const titleOf = (card: object) =>
      groupConversations([sms({ addresses: [from('1')] })], [{ version: '3.0', tel: [{ value: '1' }], ...card }])[0]?.title;
    expect(titleOf({ family: 'King' })).toBe('King');
    expect(titleOf({ given: '', family: 'King' })).toBe('King');
    expect(titleOf({ given: 'Ada', family: '' })).toBe('Ada');
    expect(titleOf({ formattedName: '', given: 'Ada' })).toBe('1');
  });

  it('have the one with the latest message first', () => {
    const at = (ms: number, address: string) => sms({ addresses: [from(address)], time: { ms } });
    const messages = [at(4, '2'), at(1, '1'), at(2, '1'), at(9, '1'), at(3, '2')];
    expect(groupConversations(messages).map(({ key, messages: own }) => [key, ...own.map(({ time }) => time?.ms)])).toEqual([
      ['1', 1, 2, 9],
      ['2', 3, 4],
    ]);
  });
});

describe('the text of a message', () => {
  const part = (contentType: string, data: number[], charset?: string) => ({
    ...{ contentType, data: Uint8Array.from(data) },
    ...(charset !== undefined && { charset }),
  });
  const parts = [part('text/plain', [0x61]), part('text/html', [0x62]), part('text/plain', [0, 0x63], 'utf-16be')];

  it('of several parts has them in lines', () => {
    expect(messageText({ kind: 'mms', text: '', parts })).toBe('a\nc');
    expect(messageText({ kind: 'mms', text: 'Hi', parts })).toBe('Hi\na\nc');
    expect(messageText({ kind: 'sms', text: 'Hi', parts })).toBe('Hi');
    expect(messageText({ kind: 'mms', text: '', parts: [] })).toBe('');
  });

  it.each<[data: number[], charset: string | undefined, text: string]>([
    [[0xc3, 0xbc], undefined, 'ü'],
    [[0xfc], undefined, 'ü'],
    [[0xfc], 'x-other', 'ü'],
    [[0xc3, 0xbc], 'iso-8859-1', 'Ã¼'],
    [[0xb6], 'iso-8859-5', 'Ж'],
  ])('of the octets %j in %s is %j', (data, charset, text) => {
    expect(archivePartText(part('text/plain', data, charset))).toBe(text);
  });
});

it.each<[call: () => unknown, message: string]>([
  [() => groupConversations(5 as never), 'messages is 5, not an array'],
  [() => groupConversations([5] as never), 'messages[0] is 5, not an object'],
  [() => groupConversations([], 5 as never), 'cards is 5, not an array'],
  [() => messageText(5 as never), 'message is 5, not an object'],
  [() => messageText({ kind: 'mms', text: '', parts: 5 as never }), 'message.parts is 5, not an array'],
  [() => archivePartText(5 as never), 'part is 5, not an object'],
])('%s is a TypeError: %s', (call, message) => {
  expect(call).toThrow(new TypeError(message));
});
