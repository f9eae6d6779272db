import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError, FormatError } from '../../src/errors.js';
import { readInbox } from '../../src/gateway/delivery/virtual/virtual.js';
import { readHandset, readHandsets, readStoredInbox } from '../../src/show/inbox.js';
import { submitText } from '../../src/sms/index.js';
import { arrivedAt, outbound, outboundText, partOf } from '../gateway/outbound.js';

const NOW = Date.UTC(2026, 2, 4, 5, 6, 7);
const HANDSET = { number: '447700900123', messages: 2, lastArrival: '2026-03-04T05:06:07Z' };

describe('what the gateway says', () => {
  it('is read as it is: the list, a change', () => {
    const publicUrl = 'http://127.0.0.1:8080';
    expect(readHandsets({ publicUrl, handsets: [HANDSET] })).toEqual({ publicUrl, handsets: [HANDSET], more: false });
    expect(readHandsets({ publicUrl, handsets: [], more: true, later: 1 })).toEqual({ publicUrl, handsets: [], more: true });
    expect(readHandset(HANDSET)).toEqual(HANDSET);
  });

  it("an inbox of the gateway's own making", () => {
    const long = submitText('part by part '.repeat(30), { to: HANDSET.number, reference: 7 }).map(partOf);
    const messages = [
      ...['one', 'two', 'three'].map((text) => arrivedAt(NOW, outboundText(text))),
      arrivedAt(NOW, outbound([{ ...partOf(submitText('silent', { to: HANDSET.number })[0]!), tpPid: 0x40 }])),
      arrivedAt(NOW, outbound([long[1]!])),
    ];
    const json: unknown = JSON.parse(JSON.stringify(readInbox(HANDSET.number, messages, { now: NOW, last: 2 })));
    const inbox = readStoredInbox(json);
    expect(inbox.messages).toEqual(
      messages.slice(1, 3).map(({ messageIdentifier, originator, parts }) => ({
        ids: [messageIdentifier],
        from: originator,
        receivedAt: '2026-03-04T05:06:07Z',
        tpdus: parts,
        warnings: [],
      })),
    );
    expect([inbox.earlier, inbox.earlierDiscarded, inbox.unread]).toEqual([1, 0, 0]);
    expect(inbox.discarded).toMatchObject([{ ids: [messages[3]!.messageIdentifier], reason: 'type-0', by: undefined }]);
    expect(inbox.incomplete).toEqual([
      {
        ids: [messages[4]!.messageIdentifier],
        from: messages[4]!.originator,
        tpdus: messages[4]!.parts,
        warnings: [],
        sequences: [2],
        total: 3,
      },
    ]);
  });
});

describe('what else may answer', () => {
  it.each([
    ['$', null],
    ['$', '<!doctype html>'],
    ['$', []],
    ['$.publicUrl', { handsets: [] }],
    ['$.handsets', { publicUrl: '', handsets: {} }],
    ['$.handsets[1]', { publicUrl: '', handsets: [HANDSET, 7] }],
    ['$.handsets[0].number', { publicUrl: '', handsets: [{ ...HANDSET, number: '../../m' }] }],
    ['$.handsets[0].number', { publicUrl: '', handsets: [{ ...HANDSET, number: 447700900123 }] }],
    ['$.handsets[0].messages', { publicUrl: '', handsets: [{ ...HANDSET, messages: -1 }] }],
    ['$.handsets[0].lastArrival', { publicUrl: '', handsets: [{ ...HANDSET, lastArrival: undefined }] }],
  ])('is no list: %s', (field, json) => {
    expect(() => readHandsets(json)).toThrowError(expect.objectContaining({ code: 'bad-value', field }));
  });

  const ENTRY = { messageIdentifier: 'A', originator: 'B', receivedAt: '2026-03-04T05:06:07Z', parts: ['00'] };
  it.each([
    ['$.messages', {}],
    ['$.messages[0].originator', { messages: [{ ...ENTRY, originator: 5 }] }],
    ['$.messages[0].receivedAt', { messages: [{ ...ENTRY, receivedAt: 'C' }] }],
    ['$.messages[0].parts[0]', { messages: [{ ...ENTRY, parts: ['0'] }] }],
    ['$.messages[0].parts[1]', { messages: [{ ...ENTRY, parts: ['00', 'zz'] }] }],
    ['$.messages[0].warnings', { messages: [{ ...ENTRY, warnings: 'x' }] }],
    ['$.earlier', { messages: [], earlier: 1.5 }],
    ['$.discarded[0].reason', { messages: [], discarded: [ENTRY] }],
    ['$.discarded[0].by', { messages: [], discarded: [{ ...ENTRY, reason: 'x', by: 3 }] }],
    [
      '$.incomplete[0].sequences[0]',
      { messages: [], incomplete: [{ originator: '', messageIdentifiers: [], parts: [], sequences: ['1'], total: 2 }] },
    ],
    ['$.unread', { messages: [], unread: '7' }],
  ])('is no inbox: %s', (field, json) => {
    expect(() => readStoredInbox(json)).toThrowError(expect.objectContaining({ code: 'bad-value', field }));
  });

  it('is a value or a DecodeError, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        for (const read of [readHandsets, readHandset, readStoredInbox]) {
          try {
            read(json);
          } catch (error) {
            if (!(error instanceof FormatError)) throw error;
            expect(error).toBeInstanceOf(DecodeError);
          }
        }
      }),
    );
  });
});
