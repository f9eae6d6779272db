import { describe, expect, it } from 'vitest';
import {
  formatCredit,
  formatManagement,
  formatMessageCount,
  formatPermittedReplyTo,
  parseCredit,
  parseManagement,
  parseMessageCount,
  parsePermittedReplyTo,
} from '../../src/protocol/answers.js';
import { ProtocolError } from '../../src/protocol/errors.js';
import { refusal } from '../support/hostile.js';

const parsers = [parseCredit, parseMessageCount, parsePermittedReplyTo] as const;
function expectUnreadable(read: () => unknown): void {
  expect(read).toThrowError(expect.objectContaining({ name: 'ProtocolError', reason: 'unreadable' }));
}

describe('available credit', () => {
  it('G-QRY-02: currency and amount, in the current and in the older form', () => {
    expect(parseCredit('Currency=GBP&AvailableCredit=15.2345')).toEqual({ currency: 'GBP', amount: '15.2345' });
    expect(parseCredit('AvailableCredit=0.5000&Currency=EUR\r\n')).toEqual({ currency: 'EUR', amount: '0.5000' });
    for (const older of ['AvailableCredit=UKL 15.2345', 'AvailableCredit=UKL%2015.2345', 'availablecredit=UKL  15.2345\r\n']) {
      expect(parseCredit(older)).toEqual({ currency: 'UKL', amount: '15.2345' });
    }
  });

  it('G-QRY-02: money is written with four decimals, in either form', () => {
    expect(formatCredit({ currency: 'GBP', amount: '15.2345' })).toBe('Currency=GBP&AvailableCredit=15.2345');
    expect(formatCredit({ currency: 'GBP', amount: '7' })).toBe('Currency=GBP&AvailableCredit=7.0000');
    expect(formatCredit({ currency: 'UKL', amount: '-0.5' }, { form: 'older' })).toBe('AvailableCredit=UKL%20-0.5000');
  });

  it.each([
    'AvailableCredit=15.2345',
    'AvailableCredit=UKL+15.2345',
    'AvailableCredit=UKL 15.2345 6',
    'AvailableCredit=15.2345 UKL',
    'Currency=GBP&AvailableCredit=UKL 15.2345',
    'Currency=GBP&AvailableCredit=1,000.0000',
    'Currency=GBP&AvailableCredit=NaN',
    'Currency=GBP&AvailableCredit=1e9',
    'Currency=gbp&AvailableCredit=1.0',
    'Currency=GBP&AvailableCredit=',
    'Currency=GBP',
    'Currency=GBP&AvailableCredit=1.0&AvailableCredit=2.0',
    'Currency=&AvailableCredit=UKL 1.0',
    'AvailableMessages=3',
    'Report=0',
    '158 - Message Sent OK&Report=0',
    '0 - done',
  ])('%s is no credit', (body) => {
    expectUnreadable(() => parseCredit(body));
  });

  it('is not written in a form that would not be read', () => {
    expect(refusal(() => formatCredit({ currency: 'gbp', amount: '1' }))).toMatchObject({
      code: 'bad-value',
      field: 'Currency',
    });
    for (const value of ['1.23456', '', '.5', '1.', '+1', '1 000', 'x']) {
      expect(refusal(() => formatCredit({ currency: 'GBP', amount: value }))).toMatchObject({ field: 'AvailableCredit' });
    }
  });
});

describe('available messages', () => {
  it('G-QRY-03: a whole number, 0 when none', () => {
    expect(parseMessageCount('AvailableMessages=381')).toEqual({ messages: 381 });
    expect(parseMessageCount('availablemessages= 0 \r\n')).toEqual({ messages: 0 });
    expect(formatMessageCount(0)).toBe('AvailableMessages=0');
  });

  it('nothing else is one', () => {
    for (const value of ['', '-1', '1.5', '1,000', 'many', '99999999999999999', '9007199254740993']) {
      expectUnreadable(() => parseMessageCount(`AvailableMessages=${value}`));
    }
    expectUnreadable(() => parseMessageCount('Currency=GBP&AvailableCredit=1.0000'));
    for (const value of [-1, 1.5, Number.NaN, 2 ** 53]) {
      expect(refusal(() => formatMessageCount(value))).toMatchObject({ code: 'bad-value', field: 'AvailableMessages' });
    }
  });
});

describe('permitted originators', () => {
  it('G-QRY-04: a list, raw or percent-encoded', () => {
    expect(parsePermittedReplyTo('PermittedReplyTo=447700900123,example.com')).toEqual({
      permittedReplyTo: ['447700900123', 'example.com'],
    });
    expect(parsePermittedReplyTo('permittedreplyto=My%20Shop, a%2Cb,,example.com\r\n')).toEqual({
      permittedReplyTo: ['My Shop', 'a,b', 'example.com'],
    });
    expect(parsePermittedReplyTo('PermittedReplyTo=')).toEqual({ permittedReplyTo: [] });
    expect(formatPermittedReplyTo(['447700900123', 'A, B'])).toBe('PermittedReplyTo=447700900123,A%2C%20B');
  });

  it('refusals', () => {
    for (const item of ['', ' x', 'x ']) {
      expect(refusal(() => formatPermittedReplyTo(['a', item]))).toMatchObject({
        code: 'bad-value',
        field: 'PermittedReplyTo',
      });
    }
    expectUnreadable(() => parsePermittedReplyTo('AvailableMessages=3'));
  });
});

describe('refusals of queries', () => {
  it('G-RES-12: an invalid login, Text raw or percent-encoded', () => {
    for (const parse of parsers) {
      for (const words of ['Invalid Login', 'Invalid%20Login']) {
        expect(parse(`MessageIdentifier=-1&Report=2&Text=${words}`)).toEqual({
          refusal: { messageIdentifier: '-1', report: 2, accepted: false, text: 'Invalid Login' },
        });
      }
      expect(parse('171 - Invalid Login\r\n')).toMatchObject({
        refusal: { report: 171, accepted: false, text: 'Invalid Login' },
      });
    }
  });

  it('a refusal wins over a value, and a success is none without its value', () => {
    expect(parseMessageCount('Report=98&AvailableMessages=3')).toMatchObject({ refusal: { report: 98 } });
    expect(parseMessageCount('Report=0&AvailableMessages=3')).toEqual({ messages: 3 });
    for (const parse of parsers) {
      expectUnreadable(() => parse('Report=0'));
      expectUnreadable(() => parse('0 - done'));
      expectUnreadable(() => parse('Report=x&AvailableMessages=3'));
      expect(parse('158 - Message Sent OK')).toMatchObject({ refusal: { report: 158, accepted: false } });
    }
  });
});

describe('account management', () => {
  it('G-MGT-02: a new account, its PIN a text with leading zeros', () => {
    const body = 'Report=0&Username=JDoe.12345&PIN=01234567';
    const answer = { report: 0, accepted: true, username: 'JDoe.12345', pin: '01234567' };
    expect(parseManagement(body)).toEqual(answer);
    expect(formatManagement(answer)).toBe(body);
  });

  it('G-MGT-05, G-MGT-06: Report=0 alone', () => {
    expect(parseManagement('Report=0\r\n')).toEqual({ report: 0, accepted: true });
    expect(formatManagement({ report: 0 })).toBe('Report=0');
  });

  it('G-RES-13, G-MGT-07: an invalid login', () => {
    for (const body of ['Report=2&Text=Invalid Login', 'Report=2&Text=Invalid%20Login']) {
      expect(parseManagement(body)).toEqual({ report: 2, accepted: false, text: 'Invalid Login' });
    }
    expect(formatManagement({ report: 2, text: 'Invalid Login' })).toBe('Report=2&Text=Invalid%20Login');
    expect(parseManagement('171 - Invalid Login')).toEqual({ report: 171, accepted: false, text: 'Invalid Login' });
  });

  it('G-CLI-15: 158 is no success of management, in a line or in tags', () => {
    expect(parseManagement('158 - Message Sent OK')).toMatchObject({ report: 158, accepted: false });
    expect(parseManagement('Report=158')).toEqual({ report: 158, accepted: false });
  });

  it('refusals name the tag', () => {
    const refusalOf = (more: object) => refusal(() => formatManagement({ report: 0, ...more }));
    expect(refusalOf({ report: 1000 })).toMatchObject({ code: 'bad-value', field: 'Report' });
    expect(refusalOf({ text: 'x'.repeat(256) })).toEqual({ code: 'too-long', field: 'Text', offset: 255 });
    expect(refusalOf({ username: 'a' })).toMatchObject({ field: 'PIN' });
    expect(refusalOf({ pin: '1' })).toMatchObject({ field: 'Username' });
    expect(refusalOf({ username: 'a b', pin: '1' })).toMatchObject({ field: 'Username' });
    expect(refusalOf({ username: 'a', pin: '1&' })).toMatchObject({ field: 'PIN' });
    for (const body of ['Username=a&PIN=1', 'Report=0&PIN=1&PIN=2', 'Report=0&Username=a&Username=b', 'Report=ok']) {
      expectUnreadable(() => parseManagement(body));
    }
  });

  it('no PIN of a new account gets into an error', () => {
    try {
      parseManagement('Report=fine&Username=JDoe.12345&PIN=01234567');
      expect.fail('nothing was refused');
    } catch (error) {
      expect(error).toBeInstanceOf(ProtocolError);
      expect((error as ProtocolError).excerpt).toBe('Report=fine&Username=JDoe.12345&PIN=***');
    }
  });
});

describe('hostile answers', () => {
  it('a status other than 200 is refused whatever the body says', () => {
    for (const parse of [...parsers, parseManagement]) {
      expect(() => parse('Report=0&AvailableMessages=3', { status: 302 })).toThrowError(
        expect.objectContaining({ reason: 'status', status: 302 }),
      );
    }
  });
});
