/** Which messages of an archive are the parts of one, and what the joined message has of them (3GPP TS 23.040 section 9.2.3.24.1). */
import { describe, expect, it } from 'vitest';
import { type ArchiveMessage, joinMessages } from '../../src/archive/index.js';

const WEEK = 7 * 24 * 60 * 60_000;
const SENDER = [{ role: 'from', address: '1' }] as const;

/** Part `sequence` of the two of reference 7. */
const part = (sequence: number, text: string, fields: Partial<ArchiveMessage> = {}): ArchiveMessage => ({
  ...{ kind: 'sms', direction: 'in', addresses: SENDER, text, parts: [] },
  udh: Uint8Array.of(5, 0, 3, 7, 2, sequence),
  ...fields,
});
const plain: ArchiveMessage = { kind: 'sms', addresses: [], text: 'plain', parts: [] };
const textsOf = (messages: readonly ArchiveMessage[]) => joinMessages(messages).map(({ text }) => text);

it('a joined message has the fields of its first part, and no header that is empty', () => {
  const first = part(1, 'a', { id: 'i', state: 'read', time: { ms: 5 }, at: 3 });
  expect(joinMessages([first, part(2, 'b')])).toStrictEqual([
    {
      ...{ kind: 'sms', direction: 'in', addresses: SENDER, text: 'ab', parts: [] },
      ...{ id: 'i', state: 'read', time: { ms: 5 }, at: 3 },
    },
  ]);
  expect(joinMessages([part(2, 'b'), first])).toMatchObject([{ text: 'ab', id: 'i', at: 3 }]);
});

it('a joined message takes the place of its first part', () => {
  expect(textsOf([plain, part(1, 'a'), plain, part(2, 'b'), plain])).toEqual(['plain', 'ab', 'plain', 'plain']);
});

it('parts are joined in order of time: a reference comes again', () => {
  const at = (ms: number) => ({ time: { ms } });
  expect(
    textsOf([part(1, 'c', at(5 * WEEK)), part(1, 'a', at(1)), part(2, 'b', at(2)), part(2, 'd', at(5 * WEEK + 1))]),
  ).toEqual(['cd', 'ab']);
});

it('a part without a time is as old as the message before it', () => {
  const parts = [part(1, 'a', { time: { ms: 9 * WEEK } }), part(2, 'b')];
  expect(textsOf(parts)).toEqual(['ab']);
  expect(textsOf([part(1, 'a'), part(2, 'b', { time: { ms: WEEK } })])).toEqual(['ab']);
  expect(textsOf([part(1, 'a'), part(2, 'b', { time: { ms: WEEK + 1 } })])).toEqual(['a', 'b']);
});

describe('messages that stay as they are', () => {
  it.each<[what: string, messages: readonly ArchiveMessage[]]>([
    ['none', []],
    ['an only part, of two', [part(1, 'a')]],
    ['an only part, of one', [part(1, 'a', { udh: Uint8Array.of(5, 0, 3, 7, 1, 1) })]],
    [
      'parts to addresses that are the same only when they are put together',
      ['12', '1'].map((first, i) =>
        part(i + 1, 'a', {
          direction: 'out',
          addresses: [
            { role: 'to', address: first },
            { role: 'to', address: i === 0 ? '3' : '23' },
          ],
        }),
      ),
    ],
    ['a part that was received and one that was sent', [part(1, 'a'), part(2, 'b', { direction: 'out' })]],
    ['parts with other references', [part(1, 'a'), part(2, 'b', { udh: Uint8Array.of(5, 0, 3, 8, 2, 2) })]],
    [
      'parts of as many messages as there are, none of them whole',
      [1, 2, 3, 4].map((reference) => part(1, 'a', { udh: Uint8Array.of(5, 0, 3, reference, 2, 1) })),
    ],
  ])('%s', (_, messages) => {
    expect(joinMessages(messages)).toStrictEqual(messages);
  });

  it('the first of many messages waits for its second part', () => {
    const open = [1, 2, 3, 4].map((reference) => part(1, `${reference}`, { udh: Uint8Array.of(5, 0, 3, reference, 2, 1) }));
    const end = part(2, '!', { udh: Uint8Array.of(5, 0, 3, 1, 2, 2) });
    expect(textsOf([...open, end])).toEqual(['1!', '2', '3', '4']);
  });
});

it.each<[messages: unknown, message: string]>([
  [5, 'messages is 5, not an array'],
  [[plain, 7], 'messages[1] is 7, not an object'],
])('joinMessages(%j) is a TypeError', (messages, message) => {
  expect(() => joinMessages(messages as never)).toThrow(new TypeError(message));
});
