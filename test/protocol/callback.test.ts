import { describe, expect, it } from 'vitest';
import { formatCallback, parseCallback } from '../../src/protocol/callback.js';
import { parseForm } from '../../src/protocol/form.js';
import type { Callback } from '../../src/protocol/model.js';
import { refusal } from '../support/hostile.js';

const receipt: Callback = {
  kind: 'receipt',
  username: 'shop',
  pin: '0042',
  sendTo: '447700900123',
  timestamp: new Date('2024-03-07T12:30:59Z'),
  messageIdentifier: 'ABCDEFGHIJ12345',
  report: 0,
};
const message: Callback = {
  kind: 'message',
  sendTo: '447700900456',
  message: 'Ja & nein: 5€ + 10%',
  replyTo: '447700900123',
  timestamp: new Date('2024-03-07T12:30:59Z'),
  messageIdentifier: 'ABCDEFGHIJ12345',
};

describe('receipts', () => {
  it('G-DLR-02: the fields of a form post', () => {
    const body =
      'Username=shop&PIN=0042&SendTo=447700900123&Timestamp1=2024-03-07T12%3A30%3A59Z&MessageIdentifier=ABCDEFGHIJ12345&Report=0';
    expect(formatCallback(receipt)).toBe(body);
    expect(parseCallback(body)).toEqual(receipt);
  });

  it('G-DLR-01: NULL stands for credentials that are not set', () => {
    const bare: Callback = { kind: 'receipt', sendTo: '447700900123' };
    expect(formatCallback(bare)).toBe('Username=NULL&PIN=NULL&SendTo=447700900123');
    expect(parseCallback(formatCallback(bare))).toEqual(bare);
    expect(parseCallback('SendTo=447700900123')).toEqual(bare);
    expect(parseCallback('Username=&PIN=&SendTo=447700900123&Timestamp1=&MessageIdentifier=&Report=')).toEqual(bare);
    expect(parseCallback('Username=null&PIN=Null&SendTo=1')).toMatchObject({ username: 'null', pin: 'Null' });
  });

  it('G-DLR-01: sizes', () => {
    const refusalOf = (more: object) => refusal(() => formatCallback({ ...receipt, ...more } as Callback));
    expect(refusalOf({ username: 'x'.repeat(21) })).toEqual({ code: 'too-long', field: 'Username', offset: 20 });
    expect(refusalOf({ pin: 'x'.repeat(21) })).toEqual({ code: 'too-long', field: 'PIN', offset: 20 });
    expect(refusalOf({ messageIdentifier: 'x'.repeat(16) })).toEqual({
      code: 'too-long',
      field: 'MessageIdentifier',
      offset: 15,
    });
    for (const sendTo of ['', '1'.repeat(16), '+447700900123', 'me']) {
      expect(refusalOf({ sendTo })).toMatchObject({ code: 'bad-value', field: 'SendTo' });
    }
    expect(refusalOf({ username: '' })).toMatchObject({ code: 'bad-value', field: 'Username' });
    expect(refusalOf({ pin: 'NULL' })).toMatchObject({ code: 'bad-value', field: 'PIN' });
    expect(refusalOf({ messageIdentifier: '' })).toMatchObject({ code: 'bad-value', field: 'MessageIdentifier' });
    expect(refusalOf({ report: 1.5 })).toMatchObject({ code: 'bad-value', field: 'Report' });
    expect(refusalOf({ timestamp: new Date(Number.NaN) })).toMatchObject({ code: 'bad-value', field: 'Timestamp1' });
  });

  it('G-DLR-01: the time is UTC to the second, with or without a Z', () => {
    for (const time of ['2024-03-07T12:30:59Z', '2024-03-07T12:30:59', '2024-03-07T12%3a30%3a59Z']) {
      expect(parseCallback(`SendTo=1&Timestamp1=${time}`)).toMatchObject({ timestamp: new Date('2024-03-07T12:30:59Z') });
    }
    expect(formatCallback({ ...receipt, timestamp: new Date('2024-03-07T12:30:59.999Z') })).toBe(formatCallback(receipt));
    for (const time of ['2024-02-30T12:30:59Z', '2024-03-07 12:30:59', '2024-03-07T12:30:59+01:00', 'yesterday']) {
      expect(refusal(() => parseCallback(`SendTo=1&Timestamp1=${encodeURIComponent(time)}`))).toMatchObject({
        code: 'bad-value',
        field: 'Timestamp1',
      });
    }
  });

  it('the recipient may be called SentTo, and have a plus sign in front', () => {
    for (const field of ['SentTo=447700900123', 'sentto=%2B447700900123', 'SENDTO=+447700900123']) {
      expect(parseCallback(field)).toEqual({ kind: 'receipt', sendTo: '447700900123' });
    }
    expect(parseCallback('SentTo=2&SendTo=1')).toMatchObject({ sendTo: '1' });
  });
});

describe('incoming messages', () => {
  it('G-MO-01: a field Message makes it one, even when it is empty', () => {
    const body =
      'Username=NULL&PIN=NULL&SendTo=447700900456&Message=Ja%20%26%20nein%3A%205%E2%82%AC%20%2B%2010%25&ReplyTo=447700900123' +
      '&Timestamp1=2024-03-07T12%3A30%3A59Z&MessageIdentifier=ABCDEFGHIJ12345';
    expect(formatCallback(message)).toBe(body);
    expect(parseCallback(body)).toEqual(message);
    expect(parseCallback(new TextEncoder().encode(body))).toEqual(message);
    expect(parseCallback(parseForm(body))).toEqual(message);
    expect(parseCallback('SendTo=1&Message=&ReplyTo=2')).toEqual({ kind: 'message', sendTo: '1', message: '', replyTo: '2' });
  });

  it('G-MO-01: order is not fixed, names have no case, unknown fields are passed over', () => {
    const fields = formatCallback(message).split('&').reverse();
    expect(parseCallback(['NewTag=1', ...fields, 'Network=x'].join('&'))).toEqual(message);
    expect(parseCallback(fields.map((field) => field.replace(/^[^=]+/, (name) => name.toLowerCase())).join('&'))).toEqual(
      message,
    );
  });

  it('a text keeps its blanks and line ends, in both spellings of a blank', () => {
    expect(parseCallback('Message=+a+b%0D%0A&SendTo=1&ReplyTo=+2')).toEqual({
      kind: 'message',
      sendTo: '1',
      message: ' a b\r\n',
      replyTo: '2',
    });
  });

  it('refusals name field and place', () => {
    expect(refusal(() => parseCallback('Message=x&SendTo=1'))).toEqual({
      code: 'truncated',
      field: 'ReplyTo',
      offset: undefined,
    });
    expect(refusal(() => parseCallback('Message=x&SendTo=1&ReplyTo=%20'))).toMatchObject({
      code: 'truncated',
      field: 'ReplyTo',
    });
    expect(refusal(() => parseCallback(`Message=x&SendTo=1&ReplyTo=${'2'.repeat(65)}`))).toEqual({
      code: 'too-long',
      field: 'ReplyTo',
      offset: 64,
    });
    expect(refusal(() => formatCallback({ ...message, replyTo: '' }))).toMatchObject({ code: 'bad-value', field: 'ReplyTo' });
    expect(refusal(() => formatCallback({ ...message, replyTo: ' 1' }))).toMatchObject({ code: 'bad-value', field: 'ReplyTo' });
    expect(refusal(() => formatCallback({ ...message, message: 'a\udc00' }))).toMatchObject({
      code: 'unencodable',
      field: 'Message',
    });
  });
});

describe('refusals of both', () => {
  it.each([
    ['', 'truncated', 'SendTo', undefined],
    ['SentTo=', 'truncated', 'SentTo', undefined],
    ['SendTo=44x', 'bad-value', 'SendTo', 2],
    ['SendTo=%2B%2B44', 'bad-value', 'SendTo', 1],
    ['SendTo=1,2', 'bad-value', 'SendTo', 1],
    ['SendTo=+1234567890123456', 'too-long', 'SendTo', 16],
    [`SendTo=1&MessageIdentifier=${'x'.repeat(41)}`, 'too-long', 'MessageIdentifier', 40],
    ['SendTo=1&Report=OK', 'bad-value', 'Report', 0],
    ['SendTo=1&Report=00', 'bad-value', 'Report', 0],
    ['SendTo=1&Report=1,2', 'bad-value', 'Report', 0],
    ['SendTo=1&Message=%FF', 'bad-value', 'Message', 17],
  ] as const)('%s', (body, code, field, offset) => {
    expect(refusal(() => parseCallback(body))).toEqual({ code, field, offset });
  });
});
