import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecodeError, EncodeError, FormatError } from '../../src/errors.js';
import { FormFields, parseForm } from '../../src/protocol/form.js';
import type { GatewayRequest, SendSmsRequest } from '../../src/protocol/model.js';
import { checkRequest, formatRequest, PATHS, parametersOf, parseRequest } from '../../src/protocol/request.js';
import { credentialsOf } from '../../src/protocol/sending.js';
import { gatewayRequest } from '../support/gateway-requests.js';
import { type Refusal, refusal } from '../support/hostile.js';

const who = { username: 'ANOther.12345', pin: '0012' };
const sms: SendSmsRequest = { operation: 'sendSms', ...who, sendTo: ['447700900123'], message: 'Hello' };

/** Parameters that make a request with those given; undefined takes one away. */
const smsFields = (given: Record<string, string | undefined> = {}): FormFields => {
  const all = { Username: who.username, PIN: who.pin, SendTo: '447700900123', Message: 'Hello', ...given };
  return new FormFields(Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
};

const read = (given?: Record<string, string | undefined>) => parseRequest(PATHS.sendSms, smsFields(given)) as SendSmsRequest;
const refusedRead = (given: Record<string, string | undefined>): Refusal => refusal(() => read(given));
const write = (given: object) => formatRequest({ ...sms, ...given } as GatewayRequest);
const refusedWrite = (given: object): Refusal => refusal(() => write(given));
/** The parameters of a request as it is written. */
const written = (given: object) => Object.fromEntries(new URLSearchParams(write(given).body));

/** Anything but a request or a FormatError, with an offset inside of the body or none, fails. */
function expectRequestOrFormatError(path: string, body: string | Uint8Array): GatewayRequest | FormatError {
  try {
    return parseRequest(path, body);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { offset } = error;
    expect(offset === undefined || (Number.isInteger(offset) && offset >= 0 && offset <= body.length)).toBe(true);
    return error;
  }
}

const FORM_PATHS = [PATHS.sendSms, PATHS.sendMultimedia, PATHS.queryAccount, PATHS.manageAccount, PATHS.variant];

describe('paths', () => {
  it('are those of the document', () => {
    expect(PATHS).toEqual({
      sendSms: '/webservices/http/sendsms',
      sendMultimedia: '/webservices/http/sendmms',
      queryAccount: '/webservices/http/queryaccount',
      manageAccount: '/webservices/http/manageaccount',
      variant: '/sendsms',
      soap: ['/sendsms2', '/sendsms3'],
    });
  });

  it('G-GEN-11: /sendsms takes a query when an operation is there, else a text message', () => {
    const login = 'Username=a&PIN=1';
    expect(parseRequest('/sendsms', `${login}&AvailableCredit=`).operation).toBe('availableCredit');
    expect(parseRequest('/sendsms', `${login}&availablemessages`).operation).toBe('availableMessages');
    expect(parseRequest('/sendsms', `${login}&SendTo=447700900123&Message=x`).operation).toBe('sendSms');
    expect(refusal(() => parseRequest('/sendsms', login)).field).toBe('SendTo');
  });

  it('G-CLI-05: the error of a path that is none does not show its query', () => {
    const pathOf = (path: string) => {
      try {
        return parseRequest(path, '');
      } catch (error) {
        return String(error);
      }
    };
    expect(pathOf('/sendsms?PIN=4711\n&x')).toBe('DecodeError: path at 0: "/sendsms" takes no form');
    expect(pathOf('/x#PIN=4711')).not.toContain('4711');
  });

  it('G-GEN-01, 12: no request has a version, or a character that a form escapes', () => {
    fc.assert(
      fc.property(gatewayRequest, (request) => {
        const { path, body } = formatRequest(request);
        expect([path, ...parseForm(body).names()].join()).not.toMatch(/version|\/v\d/i);
        expect(body).toMatch(/^[A-Za-z0-9._~%=&-]*$/);
      }),
    );
  });

  it('others are refused, those of SOAP too', () => {
    for (const path of ['/', '/sendsms2', '/webservices/http/SendSms', '/webservices/http/sendsms?x', '__proto__']) {
      expect(refusal(() => parseRequest(path, 'a=1'))).toEqual({ code: 'bad-value', field: 'path', offset: 0 });
    }
  });
});

describe('credentials', () => {
  it('G-AUTH-01, 02, G-SMS-01: 1 to 20 letters and digits, dots in the user name', () => {
    for (const username of ['a', 'ANOther.12345', 'A'.repeat(20), '.'.repeat(20)]) expect(write({ username })).toBeDefined();
    for (const username of ['', 'A'.repeat(21), 'a b', 'a-b', 'é', 'a\n']) {
      expect(refusedWrite({ username })).toEqual({ code: 'bad-value', field: 'Username', offset: undefined });
      expect(credentialsOf(smsFields({ Username: username }))).toBeUndefined();
    }
    for (const pin of ['', '1'.repeat(21), '1.2', '1 2']) {
      expect(refusedWrite({ pin })).toEqual({ code: 'bad-value', field: 'PIN', offset: undefined });
      expect(credentialsOf(smsFields({ PIN: pin }))).toBeUndefined();
    }
    expect(refusedRead({ Username: 'a b' })).toEqual({ code: 'bad-value', field: 'Username', offset: 0 });
    expect(refusedRead({ PIN: '1.2' })).toEqual({ code: 'bad-value', field: 'PIN', offset: 0 });
  });

  it('G-AUTH-03: missing credentials are none', () => {
    expect(credentialsOf(smsFields())).toEqual(who);
    expect(credentialsOf(smsFields({ PIN: undefined }))).toBeUndefined();
    expect(credentialsOf(smsFields({ Username: undefined }))).toBeUndefined();
    expect(refusedRead({ PIN: '' })).toEqual({ code: 'truncated', field: 'PIN', offset: undefined });
  });

  it('G-AUTH-02: case is kept', () => {
    expect(credentialsOf(smsFields({ Username: 'aNo.1', PIN: 'aB' }))).toEqual({ username: 'aNo.1', pin: 'aB' });
  });

  it('G-AUTH-04: credentials are looked at before anything else', () => {
    for (const path of FORM_PATHS) {
      expect(refusal(() => parseRequest(path, 'Username=a&SendTimeDelay=x&SendTo=x&Message=')).field).toBe('PIN');
    }
  });

  it('G-AUTH-05: leading zeros of a PIN count', () => {
    expect(written({ pin: '0001' }).PIN).toBe('0001');
    expect(read({ PIN: '0001' }).pin).toBe('0001');
  });

  it('UserName, and the short names UN, N and M', () => {
    expect(parseRequest(PATHS.sendSms, 'UserName=a&PIN=1&SendTo=447700900123&Message=x')).toMatchObject({ username: 'a' });
    expect(parseRequest('/sendsms', 'UN=a&PIN=1&N=447700900123&M=x&ResponseFormat=1')).toEqual({
      operation: 'sendSms',
      username: 'a',
      pin: '1',
      sendTo: ['447700900123'],
      message: 'x',
      responseFormat: 1,
    });
    // The full name counts when both are there.
    expect(read({ M: 'other', N: '1', UN: 'b' })).toEqual(sms);
    expect(read({ Message: '', M: 'other' }).message).toBe('other');
    expect(write({}).body).toMatch(/^Username=ANOther\.12345&PIN=0012&/);
  });
});

describe('recipients and originator', () => {
  it('G-SMS-02, 15: commas between numbers, empty items skipped, spelling dropped', () => {
    const given = ['+447700900123', '0044 7700-900 124', '447700900125'];
    expect(written({ sendTo: given }).SendTo).toBe('447700900123,447700900124,447700900125');
    expect(read({ SendTo: ',+447700900123,, 00447700900124 ,' }).sendTo).toEqual(['447700900123', '447700900124']);
    expect(read({ SendTo: '447700900123,447700900123' }).sendTo).toEqual(['447700900123', '447700900123']);
  });

  it('G-SMS-15: what is no number fails alone: it stays in the list', () => {
    expect(read({ SendTo: '447700900123,12,hello' }).sendTo).toEqual(['447700900123', '12', 'hello']);
    expect(refusedWrite({ sendTo: ['447700900123', 'hello'] })).toEqual({
      code: 'bad-value',
      field: 'SendTo',
      offset: undefined,
    });
  });

  it('G-SMS-15: SendTo is required unless there is an address book', () => {
    const missing = { code: 'truncated', field: 'SendTo', offset: undefined };
    expect(refusedRead({ SendTo: undefined })).toEqual(missing);
    expect(refusedRead({ SendTo: ' , ,' })).toEqual(missing);
    expect(refusedWrite({ sendTo: undefined })).toEqual({ code: 'bad-value', field: 'SendTo', offset: undefined });
    expect(refusedWrite({ sendTo: [] }).field).toBe('SendTo');
    expect(read({ SendTo: ',', SendToAddressBook: 'Staff' })).toEqual({
      operation: 'sendSms',
      ...who,
      sendToAddressBook: 'Staff',
      message: 'Hello',
    });
    expect(written({ sendTo: undefined, sendToAddressBook: 'Staff::Night' }).SendToAddressBook).toBe('Staff::Night');
  });

  it('G-SMS-03, G-BOOK-01: a book, or a book and a group', () => {
    for (const book of ['::', '::Night', 'Staff::']) {
      expect(refusedRead({ SendToAddressBook: book })).toEqual({ code: 'bad-value', field: 'SendToAddressBook', offset: 0 });
      expect(refusedWrite({ sendToAddressBook: book }).field).toBe('SendToAddressBook');
    }
    expect(read({ SendToAddressBook: 'a::b::c' }).sendToAddressBook).toBe('a::b::c');
  });

  it('G-SMS-04: ReplyTo goes as it is; empty it is absent', () => {
    expect(written({ replyTo: 'Shop & Co' }).ReplyTo).toBe('Shop & Co');
    expect(read({ ReplyTo: 'example.com' }).replyTo).toBe('example.com');
    expect(read({ ReplyTo: '' })).toEqual(sms);
    expect(written({ replyTo: '' })).toEqual(written({}));
  });

  it('G-GEN-09: long lists are taken, up to a limit', () => {
    const list = Array.from({ length: 10_000 }, (_, i) => String(447_700_000_000 + i));
    const request = { ...sms, sendTo: list };
    expect(parseRequest(PATHS.sendSms, formatRequest(request).body)).toEqual(request);
    const more = `${list.join(',')},447700900123`;
    expect(refusedRead({ SendTo: more })).toEqual({ code: 'limit-exceeded', field: 'SendTo', offset: 130_000 });
    const limits = { recipients: 1 };
    expect(() => parseRequest(PATHS.sendSms, smsFields({ SendTo: '447700900123,1' }), { limits })).toThrow(FormatError);
    expect(read({ SendTo: `${','.repeat(1_000_000)}447700900123` }).sendTo).toEqual(['447700900123']);
  });
});

describe('texts', () => {
  it('G-SMS-05, 06: Message or FlashMessage', () => {
    expect(written({})).toMatchObject({ Message: 'Hello' });
    const flash = { operation: 'sendSms', ...who, sendTo: sms.sendTo, flashMessage: 'Now' } as const;
    expect(formatRequest(flash).body).toBe('Username=ANOther.12345&PIN=0012&SendTo=447700900123&FlashMessage=Now');
    expect(read({ Message: undefined, FlashMessage: 'Now' })).toEqual(flash);
    expect(read({ Message: '', FlashMessage: 'Now' })).toEqual(flash);
    expect(read({ FlashMessage: '' })).toEqual(sms);
  });

  it('both are refused on both ends', () => {
    expect(refusedRead({ FlashMessage: 'Now' })).toEqual({ code: 'bad-value', field: 'FlashMessage', offset: 0 });
    expect(refusedWrite({ flashMessage: 'Now' })).toEqual({ code: 'bad-value', field: 'FlashMessage', offset: undefined });
  });

  it('none, or nothing in it, is refused', () => {
    expect(refusedRead({ Message: undefined })).toEqual({ code: 'truncated', field: 'Message', offset: undefined });
    expect(refusedRead({ Message: '' })).toEqual({ code: 'bad-value', field: 'Message', offset: 0 });
    expect(refusedRead({ Message: undefined, M: '' })).toEqual({ code: 'bad-value', field: 'Message', offset: 0 });
    expect(refusedWrite({ message: undefined })).toEqual({ code: 'bad-value', field: 'Message', offset: undefined });
    expect(refusedWrite({ message: '' })).toEqual({ code: 'bad-value', field: 'Message', offset: undefined });
    expect(refusedWrite({ message: undefined, flashMessage: '' }).field).toBe('FlashMessage');
  });

  it('G-SMS-11: each octet of UTF-8 is one escape', () => {
    expect(write({ message: 'Привет' }).body).toContain('Message=%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82');
    expect(parseRequest(PATHS.sendSms, write({ message: 'Привет' }).body)).toEqual({ ...sms, message: 'Привет' });
    expect(refusedWrite({ message: 'a\ud83d' })).toEqual({ code: 'unencodable', field: 'Message', offset: 1 });
  });

  it('G-SMS-12, 13: what does not fit in 255 parts of 153 septets or 67 UTF-16 units is refused', () => {
    // 153 septets a part; 67 UTF-16 units.
    for (const [character, most] of [
      ['a', 255 * 153],
      ['я', 255 * 67],
      // One of these takes two septets and is not split: 76 in a part.
      ['€', 255 * 76],
    ] as const) {
      const longest = character.repeat(most);
      expect(read({ Message: longest }).message).toBe(longest);
      expect(write({ message: longest })).toBeDefined();
      const longer = character.repeat(most + 1);
      expect(refusedRead({ Message: longer })).toEqual({ code: 'too-long', field: 'Message', offset: 0 });
      expect(refusedWrite({ message: undefined, flashMessage: longer })).toMatchObject({
        code: 'too-long',
        field: 'FlashMessage',
      });
    }
    const lone = `${'a'.repeat(20_000)}\ud800`;
    expect(refusedWrite({ message: lone })).toEqual({ code: 'unencodable', field: 'Message', offset: 20_000 });
    expect(refusedRead({ Message: lone })).toEqual({ code: 'bad-value', field: 'Message', offset: 20_000 });
  });
});

describe('when, and in what form', () => {
  it('G-SMS-07, G-TIME-01: whole minutes from 1 to 10080', () => {
    for (const [text, minutes] of [
      ['1', 1],
      ['10080', 10_080],
      ['0060', 60],
    ] as const) {
      expect(read({ SendTimeDelay: text }).sendTimeDelay).toBe(minutes);
    }
    for (const text of ['0', '10081', '-1', '+1', '1.0', '1e3', ' 1', '0x10', 'x', '9'.repeat(400)]) {
      expect(refusedRead({ SendTimeDelay: text })).toEqual({ code: 'bad-value', field: 'SendTimeDelay', offset: 0 });
    }
    expect(written({ sendTimeDelay: 10_080 }).SendTimeDelay).toBe('10080');
    for (const sendTimeDelay of [0, 10_081, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '60']) {
      expect(refusedWrite({ sendTimeDelay })).toEqual({ code: 'bad-value', field: 'SendTimeDelay', offset: undefined });
    }
  });

  it('G-SMS-08, G-TIME-01: UTC without an offset; a Z is taken, a past time too', () => {
    const sendTimeAbsolute = new Date('2001-02-03T04:05:06Z');
    expect(read({ SendTimeAbsolute: '2001-02-03T04:05:06' }).sendTimeAbsolute).toEqual(sendTimeAbsolute);
    expect(read({ SendTimeAbsolute: '2001-02-03T04:05:06Z' }).sendTimeAbsolute).toEqual(sendTimeAbsolute);
    expect(read({ SendTimeAbsolute: '2999-12-31T23:59:59' }).sendTimeAbsolute).toEqual(new Date('2999-12-31T23:59:59Z'));
    const bad = ['2001-02-03T04:05:06+00:00', '2001-02-03T04:05', '2001-02-29T00:00:00', '2001-02-03 04:05:06'];
    for (const text of [...bad, '2001-02-03T04:05:06ZZ', '2001-02-03T24:00:00', '2001-02-03T04:05:06.5', 'now']) {
      expect(refusedRead({ SendTimeAbsolute: text })).toEqual({ code: 'bad-value', field: 'SendTimeAbsolute', offset: 0 });
    }
    expect(written({ sendTimeAbsolute: new Date(sendTimeAbsolute.getTime() + 999) }).SendTimeAbsolute).toBe(
      '2001-02-03T04:05:06',
    );
    for (const date of [new Date(Number.NaN), '2001-02-03T04:05:06', new Date('+010000-01-01T00:00:00Z')]) {
      expect(refusedWrite({ sendTimeAbsolute: date }).field).toBe('SendTimeAbsolute');
    }
  });

  it('G-TIME-01: both times are refused on both ends', () => {
    const both = { SendTimeDelay: '5', SendTimeAbsolute: '2001-02-03T04:05:06' };
    expect(refusedRead(both)).toEqual({ code: 'bad-value', field: 'SendTimeAbsolute', offset: 0 });
    expect(refusedWrite({ sendTimeDelay: 5, sendTimeAbsolute: new Date(0) })).toEqual({
      code: 'bad-value',
      field: 'SendTimeAbsolute',
      offset: undefined,
    });
    expect(read({ SendTimeDelay: '5', SendTimeAbsolute: '' }).sendTimeDelay).toBe(5);
  });

  it('G-SMS-09, G-RES-09: response formats 0, 1 and 3; an unknown one is 0', () => {
    for (const format of [0, 1, 3] as const) {
      expect(read({ ResponseFormat: String(format) }).responseFormat).toBe(format);
      expect(written({ responseFormat: format }).ResponseFormat).toBe(String(format));
    }
    for (const unknown of ['2', '01', 'x']) expect(read({ ResponseFormat: unknown }).responseFormat).toBe(0);
    expect(read({ ResponseFormat: '' })).toEqual(sms);
    expect(refusedWrite({ responseFormat: 2 })).toEqual({ code: 'bad-value', field: 'ResponseFormat', offset: undefined });
  });

  it("G-SMS-10, G-MMS-02: delivery services in any case; an unknown one is the account's own", () => {
    expect(read({ DeliveryServiceOption: 'pREMIER' }).deliveryServiceOption).toBe('Premier');
    expect(read({ DeliveryServiceOption: 'economy' }).deliveryServiceOption).toBe('Economy');
    expect(read({ DeliveryServiceOption: 'default' }).deliveryServiceOption).toBe('Default');
    expect(read({ DeliveryServiceOption: 'fast' })).toEqual(sms);
    expect(written({ deliveryServiceOption: 'Economy' }).DeliveryServiceOption).toBe('Economy');
    expect(written({ deliveryServiceOption: 'economy' as 'Economy' }).DeliveryServiceOption).toBe('Economy');
    expect(refusedWrite({ deliveryServiceOption: 'fast' }).field).toBe('DeliveryServiceOption');
  });
});

describe('the form around it', () => {
  it('G-GEN-13: names without case, the first of equal ones, unknown ones passed over', () => {
    const body = 'USERNAME=ANOther.12345&pin=0012&sendto=447700900123&message=Hello&Message=Other&Colour=red&MCC=1';
    expect(parseRequest(PATHS.sendSms, body)).toEqual(sms);
    expect(parseRequest(PATHS.sendSms, new TextEncoder().encode(body))).toEqual(sms);
  });

  it('the example of a request reads as it is meant', () => {
    const { path, body } = formatRequest({ ...sms, replyTo: 'example.com', responseFormat: 3, message: 'Hi & bye, 50%' });
    expect(path).toBe('/webservices/http/sendsms');
    expect(body).toBe(
      'Username=ANOther.12345&PIN=0012&SendTo=447700900123&ReplyTo=example.com&ResponseFormat=3&Message=Hi%20%26%20bye%2C%2050%25',
    );
  });

  it('G-CLI-04: checkRequest refuses what formatRequest refuses', () => {
    expect(() => checkRequest(sms)).not.toThrow();
    expect(() => checkRequest({ ...sms, sendTimeDelay: 0 })).toThrow(EncodeError);
    expect(() => checkRequest({ ...sms, message: '\ud800' })).toThrow(EncodeError);
    expect(Object.fromEntries(parametersOf(sms))).toEqual(written({}));
  });

  it('G-CLI-05: neither PIN nor text nor number is in an error', () => {
    const secrets = ['S3cretPin', 'Geheimnis', '447700900999'];
    const calls = [
      () => write({ pin: 'S3cretPin!' }),
      () => read({ PIN: 'S3cretPin!' }),
      () => write({ message: 'Geheimnis', flashMessage: 'Geheimnis' }),
      () => read({ Message: 'Geheimnis', FlashMessage: 'Geheimnis' }),
      () => write({ message: `Geheimnis${'x'.repeat(40_000)}` }),
      () => write({ message: 'Geheimnis\ud800' }),
      () => write({ sendTo: ['447700900999999999'] }),
      () => parseRequest(PATHS.sendSms, 'Message=Geheimnis%FF'),
    ];
    for (const call of calls) {
      try {
        call();
        expect.fail('nothing was refused');
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        for (let one: Error | undefined = error; one !== undefined; one = one.cause as Error | undefined) {
          for (const secret of secrets) {
            expect(`${one.message} ${(one as DecodeError).reason} ${one.stack}`).not.toContain(secret);
          }
        }
      }
    }
  });

  it('values of another type are TypeErrors', () => {
    for (const bad of [null, undefined, 'x', 7]) expect(() => formatRequest(bad as never)).toThrow(TypeError);
    for (const bad of [
      { username: 1 },
      { pin: 1234 },
      { sendTo: '447700900123' },
      { sendTo: [447] },
      { sendTo: new Array(1) },
      { message: 1 },
    ]) {
      expect(() => write(bad)).toThrow(TypeError);
    }
    expect(() => write({ message: undefined, flashMessage: 1 })).toThrow(TypeError);
    expect(() => write({ replyTo: 1 })).toThrow(TypeError);
    expect(refusedWrite({ operation: 'sendFax' })).toEqual({ code: 'bad-value', field: 'operation', offset: undefined });
  });
});

describe('properties', () => {
  it('the order of parameters, the case of names and the way of escaping do not count', () => {
    fc.assert(
      fc.property(gatewayRequest, fc.nat(), (request, seed) => {
        const { path, body } = formatRequest(request);
        const pairs = [...new URLSearchParams(body)].map(([name, value], index) => {
          const other = ((seed >> (index % 20)) & 1) === 0 ? name.toUpperCase() : name.toLowerCase();
          return [other, value] as [string, string];
        });
        const turned = [...pairs.slice(seed % pairs.length), ...pairs.slice(0, seed % pairs.length)];
        expect(parseRequest(path, new URLSearchParams(turned).toString())).toStrictEqual(request);
      }),
    );
  });

  it('arbitrary octets give a FormatError or a request', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...FORM_PATHS), (octets, path) => {
        expectRequestOrFormatError(path, octets);
      }),
    );
  });
});

describe('limits', () => {
  it('of the form hold', () => {
    expect(refusal(() => parseRequest(PATHS.sendSms, '&'.repeat(1_000))).code).toBe('limit-exceeded');
    expect(refusal(() => parseRequest(PATHS.sendSms, 'a=12345', { limits: { formOctets: 6 } })).code).toBe('limit-exceeded');
    expect(parseForm('a=12345', { limits: { formOctets: 7 } }).get('a')).toBe('12345');
  });

  it('huge values are refused without being shown', () => {
    const huge = '9'.repeat(5_000_000);
    for (const name of ['SendTimeDelay', 'SendTimeAbsolute', 'Message', 'Username', 'PIN']) {
      try {
        read({ [name]: huge });
        expect.fail('nothing was refused');
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        expect(error.field).toBe(name);
        expect(error.message.length).toBeLessThan(200);
      }
    }
    expect(read({ SendTo: huge }).sendTo).toEqual([huge]);
  });
});
