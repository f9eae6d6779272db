import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeOtaBitmap } from '../../src/bitmap/index.js';
import { toHex } from '../../src/bytes/hex.js';
import { DecodeError, EncodeError, FormatError, type FormatErrorCode } from '../../src/errors.js';
import type { MultimediaContent, Result, SendMultimediaRequest, SendSmsRequest } from '../../src/protocol/model.js';
import * as soap from '../../src/protocol/soap/index.js';
import type * as types from '../../src/protocol/soap/types.js';
import { decodeNokiaRingtone, encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { sendMultimedia, sendSms } from '../support/gateway-requests.js';
import { callback, result } from '../support/gateway-results.js';
import { refusal } from '../support/hostile.js';
import { anyCall } from '../support/soap-envelopes.js';

type Send = SendSmsRequest | SendMultimediaRequest;

const CREDENTIALS = { Username: 'ANOther.12345', PIN: '0012' };
const RECIPIENT = { SendTo: '447700900123' };
const REQUEST = { username: 'ANOther.12345', pin: '0012', sendTo: ['447700900123'] };
const TEXT = { Message: { TextMessage: 'x' } };
const ascii = (text: string) => toHex(Uint8Array.from(text, (c) => c.charCodeAt(0)));
const TUNE = 'a:d=4,o=5,b=160:c,d';
const BITMAP = toHex(encodeOtaBitmap({ widthPx: 8, heightPx: 1, rows: Uint8Array.of(0xa5) }));

const call = (parts: types.CallParts['SubmitMessage']): types.CallOf<'SubmitMessage'> => ({
  operation: 'SubmitMessage',
  parts: { ...CREDENTIALS, Recipient: RECIPIENT, ...parts },
});
const requestOf = (parts: types.CallParts['SubmitMessage']) => soap.requestOf(call(parts));
const contentOf = (message: types.SoapMessage, recipient: types.Recipient = {}): MultimediaContent => {
  const request = requestOf({ Message: message, Recipient: { ...RECIPIENT, PhoneMake: 'Nokia', ...recipient } });
  if (request.operation !== 'sendMultimedia') throw new Error('a text message');
  return request.content;
};

/** Requests that SOAP can carry: without books, service, form of answer and what it has no kind for. */
const CARRIED = ['pictureMessage', 'groupGraphic', 'operatorLogo', 'ringtone', 'wapPush', 'serviceIndication', 'pdu'];
function carried(request: Send): Send | undefined {
  const { sendToAddressBook, responseFormat, deliveryServiceOption, ...rest } = request;
  const base = { ...rest, sendTo: request.sendTo ?? ['447700900123'] } as Send;
  if (base.operation === 'sendSms') return base;
  const { content } = base;
  if (!CARRIED.includes(content.kind)) return undefined;
  if (content.kind === 'pdu') return content.userData === undefined ? undefined : base;
  if (content.kind === 'serviceIndication') return content.si.href?.trim() === content.si.href ? base : undefined;
  if (content.kind === 'ringtone') return /^[ -~]*$/.test(content.text ?? '') ? base : undefined;
  if (content.kind === 'wapPush') {
    const { libraryNumber, message } = content;
    if (libraryNumber === undefined) return undefined;
    return { ...base, content: { kind: 'wapPush', libraryNumber, ...(message === undefined ? {} : { message }) } };
  }
  return base;
}
const isThere = <T>(value: T | undefined): value is T => value !== undefined;
const soapRequest = fc.oneof<fc.Arbitrary<Send>[]>(sendSms, sendMultimedia).map(carried).filter(isThere);
const manyItems = fc.array(
  fc.record(
    { pcdata: fc.constantFrom('', 'p', 'ü & <'), class: fc.constantFrom('a', 'x-1', 'ns:b.c') },
    { noNullPrototype: true },
  ),
  { minLength: 1, maxLength: 5 },
);

describe('requests', () => {
  it('G-SOAP-03: calls of requests make the same requests again', () => {
    fc.assert(
      fc.property(soapRequest, manyItems, (request, info) => {
        const isSi = request.operation === 'sendMultimedia' && request.content.kind === 'serviceIndication';
        const whole = isSi
          ? ({ ...request, content: { ...request.content, si: { ...(request.content as { si: object }).si, info } } } as Send)
          : request;
        const made = soap.callOf(whole);
        expect(soap.requestOf(made)).toEqual(whole);
        try {
          const { operation, parts } = soap.parseCall(soap.formatCall('SubmitMessage', made.parts));
          expect({ operation, parts }).toEqual(made);
        } catch (error) {
          // A text may hold what XML does not.
          if (!(error instanceof EncodeError) || error.code !== 'unencodable') throw error;
        }
      }),
    );
  });

  it('any call makes a request, or a FormatError', () => {
    fc.assert(
      fc.property(anyCall, (any) => {
        try {
          if (any.operation === 'SubmitMessage') {
            const request = soap.requestOf(any);
            expect(soap.requestOf(soap.callOf(request))).toEqual(request);
          } else if (any.operation === 'SubmitDeliveryReceipt' || any.operation === 'DeliverMessage') soap.callbackOf(any);
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
        }
      }),
    );
  });

  it('texts', () => {
    expect(requestOf(TEXT)).toEqual({ operation: 'sendSms', ...REQUEST, message: 'x' });
    expect(requestOf({ Message: { FlashMessage: ' ü ', TextMessage: '' } })).toEqual({
      operation: 'sendSms',
      ...REQUEST,
      flashMessage: ' ü ',
    });
  });

  it('an empty ReplyTo or MessageIdentifier is absent', () => {
    expect(requestOf({ ...TEXT, ReplyTo: '', MessageIdentifier: '' })).toEqual(requestOf(TEXT));
    expect(requestOf({ ...TEXT, ReplyTo: '447700900001' }).replyTo).toBe('447700900001');
  });

  it('G-SOAP-08: MessageIdentifier and Reserved of a call say nothing', () => {
    expect(requestOf({ ...TEXT, MessageIdentifier: 'ABC123456789012', Reserved: { Field1: 'x' } })).toEqual(requestOf(TEXT));
  });

  it('G-SMS-15: numbers as in the form', () => {
    const recipients = { Recipient: { SendTo: ' +44 7700-900123,,00447700900124,nobody' } };
    expect(requestOf({ ...TEXT, ...recipients }).sendTo).toEqual(['447700900123', '447700900124', 'nobody']);
  });

  it.each([
    ['2026-03-04T05:06:07', '2026-03-04T05:06:07Z'],
    ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07Z'],
    ['2026-03-04T05:06:07.999Z', '2026-03-04T05:06:07Z'],
    ['2026-03-04T05:06:07+01:00', '2026-03-04T04:06:07Z'],
    ['2026-01-01T00:30:00+05:45', '2025-12-31T18:45:00Z'],
    ['2024-02-28T23:00:00-14:00', '2024-02-29T13:00:00Z'],
    ['2026-12-31T24:00:00', '2027-01-01T00:00:00Z'],
    ['2026-12-31T24:00:00.000+14:00', '2026-12-31T10:00:00Z'],
    ['\n 2026-03-04T05:06:07Z ', '2026-03-04T05:06:07Z'],
  ])('G-SOAP-10: %s is %s', (written, utc) => {
    const parts = { ...TEXT, Recipient: { ...RECIPIENT, SendOptions: { SendTimeAbsolute: written } } };
    expect(requestOf(parts).sendTimeAbsolute).toEqual(new Date(utc));
    const si = contentOf({ WAPPush: { si: { indication: { href: 'a', created: written, 'si-expires': written } } } });
    expect(si).toEqual({ kind: 'serviceIndication', si: { href: 'a', created: new Date(utc), expires: new Date(utc) } });
  });

  it.each([
    '2026-03-04',
    '2026-03-04T25:00:00',
    '2026-02-30T00:00:00',
    '2026-03-04T24:00:01',
    '2026-03-04T24:00:00.5',
    '2016-12-31T23:59:60Z',
    '2026-03-04T05:06:07+14:01',
    '9999-12-31T23:00:00-02:00',
    '-026-03-04T05:06:07',
    'now',
  ])('G-SOAP-10: %s is refused', (written) => {
    const parts = { ...TEXT, Recipient: { ...RECIPIENT, SendOptions: { SendTimeAbsolute: written } } };
    expect(refusal(() => requestOf(parts))).toEqual({ code: 'bad-value', field: 'SendTimeAbsolute', offset: 0 });
  });

  it('G-SOAP-04: what is laid out over several lines says the same', () => {
    const lines = (text: string) => `\n    ${text}\r\n\t`;
    const SendTo = '\n  447700900123,\n\t447700900124\n';
    expect(requestOf({ ...TEXT, Recipient: { SendTo } }).sendTo).toEqual(['447700900123', '447700900124']);
    const data = toHex(encodeOtaBitmap({ widthPx: 8, heightPx: 1, rows: Uint8Array.of(0xa5) }));
    const logo = contentOf(
      { OperatorLogo: { LibraryNumber: '\n', Data: lines(data), Format: lines('OTA') }, Ringtone: { Data: ' \n' } },
      { MCC: lines('234'), MNC: lines('15'), SendOptions: { SendTimeAbsolute: '\n', SendTimeDelay: '\n' } },
    );
    expect(logo).toMatchObject({ kind: 'operatorLogo', mcc: '234', mnc: '15' });
    const indication = { href: lines('http://a/'), action: lines('signal-low'), created: ' \n' };
    expect(contentOf({ WAPPush: { SimplePush: { LibraryNumber: ' ' }, si: { indication } } })).toEqual({
      kind: 'serviceIndication',
      si: { href: 'http://a/', action: 'signal-low' },
    });
    // In a text white space counts.
    expect(requestOf({ Message: { TextMessage: ' ' } })).toMatchObject({ message: ' ' });
  });

  it('a long row of blanks takes no longer than anything else', () => {
    const blanks = `x${' '.repeat(4_000_000)}x`;
    const parts = { ...TEXT, Recipient: { ...RECIPIENT, SendOptions: { SendTimeDelay: blanks } } };
    expect(refusal(() => requestOf(parts)).field).toBe('SendTimeDelay');
  });

  it('G-SMS-07: a delay as any integer is written', () => {
    for (const SendTimeDelay of ['30', '+30', '0030', ' 30\n']) {
      expect(requestOf({ ...TEXT, Recipient: { ...RECIPIENT, SendOptions: { SendTimeDelay } } }).sendTimeDelay).toBe(30);
    }
  });

  it('G-SOAP-09: networks of operator logos; integers get their digits back', () => {
    const logo = (MCC: string, MNC: string) => contentOf({ OperatorLogo: { Data: BITMAP } }, { MCC, MNC });
    expect(logo('234', '15')).toMatchObject({ kind: 'operatorLogo', mcc: '234', mnc: '15' });
    expect(logo('1', '1')).toMatchObject({ mcc: '001', mnc: '01' });
    expect(logo('+310', ' 015 ')).toMatchObject({ mcc: '310', mnc: '015' });
    expect(logo('0310', '0004')).toMatchObject({ mcc: '310', mnc: '04' });
    expect(refusal(() => contentOf({ OperatorLogo: { Data: BITMAP } }, { MCC: '234' })).field).toBe('MNC');
    expect(refusal(() => logo('-1', '15'))).toEqual({ code: 'bad-value', field: 'MCC', offset: 0 });
  });

  it('G-SOAP-11: a tune as RTTTL, as a Nokia ringtone, or as what it looks like', () => {
    const tune = parseRtttl(TUNE);
    const nokia = encodeNokiaRingtone(tune);
    const played = (data: string, Format?: string) => {
      const content = contentOf({ Ringtone: { Data: data, Format } });
      if (content.kind !== 'ringtone' || content.text === undefined) throw new Error('no tune');
      return parseRtttl(content.text);
    };
    for (const format of ['RTTTL', 'FORMAT-UNDEFINED', undefined, '']) expect(played(ascii(TUNE), format)).toEqual(tune);
    for (const format of ['OTA', 'FORMAT-UNDEFINED', undefined])
      expect(played(toHex(nokia), format)).toEqual(decodeNokiaRingtone(nokia));
    // A title with a colon would be the end of it in the text.
    expect(played(toHex(encodeNokiaRingtone({ ...tune, title: 'a:b' })), 'OTA').title).toBe('a b');
  });

  it('G-SOAP-11: bitmaps are binary whatever is said, but for RTTTL', () => {
    for (const Format of ['OTA', 'FORMAT-UNDEFINED', undefined]) {
      expect(contentOf({ PictureMessage: { Data: BITMAP.toLowerCase(), Format } })).toEqual({
        kind: 'pictureMessage',
        data: encodeOtaBitmap({ widthPx: 8, heightPx: 1, rows: Uint8Array.of(0xa5) }),
      });
    }
    expect(refusal(() => contentOf({ GroupGraphic: { Data: BITMAP, Format: 'RTTTL' } }))).toMatchObject({
      field: 'GroupGraphic',
    });
  });

  it('items of the library', () => {
    expect(contentOf({ Ringtone: { LibraryNumber: '30001' } })).toEqual({ kind: 'ringtone', libraryNumber: 30_001 });
    expect(contentOf({ PictureMessage: { LibraryNumber: '+020001', Data: '' } })).toEqual({
      kind: 'pictureMessage',
      libraryNumber: 20_001,
    });
    expect(contentOf({ WAPPush: { SimplePush: { LibraryNumber: '80001', Message: 'm' } } })).toEqual({
      kind: 'wapPush',
      libraryNumber: 80_001,
      message: 'm',
    });
  });

  it('G-SI-08: signal-delete is delete; items of several lists are one list', () => {
    const si = {
      indication: { href: 'http://a/', action: 'signal-delete', 'si-id': 'i', content: 'c' },
      info: [{ item: [{ pcdata: 'p', class: 'k' }, {}] }, {}, { item: [{ pcdata: '', class: ' l ' }] }],
    };
    expect(contentOf({ WAPPush: { si } })).toEqual({
      kind: 'serviceIndication',
      si: {
        href: 'http://a/',
        id: 'i',
        action: 'delete',
        text: 'c',
        info: [
          { pcdata: 'p', class: 'k' },
          { pcdata: '', class: 'l' },
        ],
      },
    });
  });

  it('PDUs: header and user data may be nil', () => {
    const octets = { DataCodingScheme: 'F5', ProtocolIdentifier: '00' };
    expect(contentOf({ SmsSubmitPdu: { ...octets, UserData: '4142' } })).toEqual({
      kind: 'pdu',
      dataCodingScheme: 0xf5,
      protocolIdentifier: 0,
      userDataHeader: new Uint8Array(),
      userData: Uint8Array.of(0x41, 0x42),
    });
    expect(contentOf({ SmsSubmitPdu: { ...octets, UserDataHeader: '06050415811581' } })).toMatchObject({
      userData: new Uint8Array(),
    });
  });

  it('G-AUTH-01, G-AUTH-05: credentials, before anything else is looked at', () => {
    const { operation } = call({});
    expect(soap.credentialsOf({ operation, parts: CREDENTIALS })).toEqual({ username: 'ANOther.12345', pin: '0012' });
    for (const parts of [{}, { Username: 'a' }, { PIN: '1' }, { Username: '', PIN: '1' }, { Username: 'a', PIN: 'a b' }]) {
      expect(soap.credentialsOf({ operation: 'AvailableCredit', parts })).toBeUndefined();
    }
  });
});

describe('answers', () => {
  const answer = (parts: types.AnswerParts['SubmitMessage']): types.Answer => ({ operation: 'SubmitMessage', parts });

  it('results', () => {
    expect(soap.resultOf(answer({ MessageIdentifier: 'ABC123456789012', Report: '-2', Text: 'queued' }))).toEqual({
      messageIdentifier: 'ABC123456789012',
      report: -2,
      accepted: true,
      text: 'queued',
    });
    expect(soap.resultOf(answer({ MessageIdentifier: '-1', Report: ' 2\n' }))).toEqual({
      messageIdentifier: '-1',
      report: 2,
      accepted: false,
    });
    expect(soap.resultOf(answer({ MessageIdentifier: '\n A1\n', Report: '99' }))).toMatchObject({ messageIdentifier: 'A1' });
    expect(soap.resultOf(answer({ MessageIdentifier: '', Report: '-0' }))).toEqual({
      messageIdentifier: undefined,
      report: 0,
      accepted: true,
    });
    expect(soap.resultOf(answer({ Report: '158' })).accepted).toBe(false);
    expect(refusal(() => soap.resultOf(answer({})))).toMatchObject({
      code: 'truncated',
      field: 'SubmitMessageResponse/Report',
    });
    expect(refusal(() => soap.resultOf(answer({ Report: 'ok' })))).toMatchObject({ code: 'bad-value' });
  });

  it('G-SOAP-07, G-SOAP-08: the last failure, else the last; Reserved with four empty fields', () => {
    const of = (report: number, messageIdentifier?: string): Result => ({ report, messageIdentifier, accepted: report < 0 });
    const Reserved = { Field1: '', Field2: '', Field3: '', Field4: '' };
    expect(soap.answerOf([of(11), of(15, 'B'), of(-2, 'C')])).toEqual({
      MessageIdentifier: 'B',
      Report: '15',
      Text: '',
      Reserved,
    });
    expect(soap.answerOf([of(-2, 'A'), of(-2, 'C')])).toEqual({ MessageIdentifier: 'C', Report: '-2', Text: '', Reserved });
    expect(soap.answerOf([of(2)])).toMatchObject({ MessageIdentifier: '-1' });
    expect(refusal(() => soap.answerOf([]))).toMatchObject({ code: 'bad-value' });
  });

  it('G-SOAP-06: a refused login is an answer, and a fault where there is no report', () => {
    const parts = soap.answerOf([{ messageIdentifier: '-1', report: 2, accepted: false, text: 'Invalid Login' }]);
    const read = soap.parseAnswer(soap.formatAnswer('SubmitMessage', parts));
    expect(read.fault === undefined && soap.resultOf(read)).toMatchObject({
      messageIdentifier: '-1',
      report: 2,
      accepted: false,
    });
    const fault = { code: 'Client', reason: 'Invalid Login' };
    expect(soap.parseAnswer(soap.formatFault(fault), { operation: 'AvailableCredit' })).toEqual({ fault });
  });

  it('of one result the answer says the same', () => {
    fc.assert(
      fc.property(result, (one) => {
        const { messageIdentifier = '-1', report, accepted, text = '' } = one;
        const read = soap.resultOf(answer(soap.answerOf([one])));
        expect(read).toEqual({ messageIdentifier, report, accepted, text });
      }),
    );
  });
});

describe('callbacks', () => {
  it('G-DLR-01, G-MO-01: calls of callbacks make the same callbacks again', () => {
    fc.assert(
      fc.property(callback, (one) => {
        const made = soap.callOfCallback(one);
        // DeliverMessage has no place for time and identifier.
        const { timestamp, messageIdentifier, ...message } = one;
        expect(soap.callbackOf(made)).toEqual(one.kind === 'message' ? message : one);
        try {
          const xml =
            made.operation === 'DeliverMessage'
              ? soap.formatCall(made.operation, made.parts)
              : soap.formatCall(made.operation, made.parts);
          expect(soap.parseCall(xml)).toEqual(made);
        } catch (error) {
          if (!(error instanceof EncodeError) || error.code !== 'unencodable') throw error;
        }
      }),
    );
  });

  it('G-DLR-01: a receipt', () => {
    const parts = {
      Username: 'cl',
      PIN: '9',
      Timestamp1: '2026-03-04T06:06:07+01:00',
      SentTo: '447700900123',
      MessageIdentifier: '',
      Report: '0',
    };
    expect(soap.callbackOf({ operation: 'SubmitDeliveryReceipt', parts })).toEqual({
      kind: 'receipt',
      username: 'cl',
      pin: '9',
      sendTo: '447700900123',
      timestamp: new Date('2026-03-04T05:06:07Z'),
      report: 0,
    });
  });

  it('G-MO-01: an incoming message', () => {
    const parts = { Recipient: { SendTo: '1' }, Message: { TextMessage: '' }, ReplyTo: '447700900123' };
    expect(soap.callbackOf({ operation: 'DeliverMessage', parts })).toEqual({
      kind: 'message',
      sendTo: '1',
      message: '',
      replyTo: '447700900123',
    });
  });

  it('G-DLR-01, G-MO-01: numbers on lines of their own', () => {
    const receipt = { SentTo: '\n 447700900123\n', Report: ' 0\n', MessageIdentifier: '\n', Timestamp1: '\n' };
    expect(soap.callbackOf({ operation: 'SubmitDeliveryReceipt', parts: receipt })).toEqual({
      kind: 'receipt',
      sendTo: '447700900123',
      report: 0,
    });
    const parts = { Recipient: { SendTo: '\n1 ' }, Message: { TextMessage: ' x ' }, ReplyTo: '\n447700900123\n' };
    expect(soap.callbackOf({ operation: 'DeliverMessage', parts })).toEqual({
      kind: 'message',
      sendTo: '1',
      message: ' x ',
      replyTo: '447700900123',
    });
  });

  it('G-MO-01: an incoming message of a toolkit that writes all kinds, and one of two kinds', () => {
    const deliver = (Message: types.SoapMessage) =>
      soap.callbackOf({
        operation: 'DeliverMessage',
        parts: { Recipient: { SendTo: '1' }, Message, ReplyTo: '447700900123' },
      });
    expect(deliver({ TextMessage: '', FlashMessage: 'f' })).toMatchObject({ message: 'f' });
    expect(deliver({ TextMessage: 't', FlashMessage: '' })).toMatchObject({ message: 't' });
    expect(refusal(() => deliver({ TextMessage: 't', FlashMessage: 'f' }))).toEqual({
      code: 'bad-value',
      field: 'Message',
      offset: 0,
    });
  });

  it('what is missing', () => {
    expect(refusal(() => soap.callbackOf({ operation: 'DeliverMessage', parts: {} }))).toMatchObject({
      code: 'truncated',
      field: 'Message',
    });
    expect(refusal(() => soap.callbackOf({ operation: 'SubmitDeliveryReceipt', parts: {} }))).toMatchObject({
      code: 'truncated',
      field: 'SendTo',
    });
  });
});

describe('refusals', () => {
  const smart = (Ringtone: types.SmartMessage) => () => contentOf({ Ringtone });
  it.each<[what: string, read: () => unknown, code: FormatErrorCode, field: string, offset: number | undefined]>([
    ['no credentials', () => requestOf({ ...TEXT, PIN: undefined }), 'truncated', 'PIN', undefined],
    ['no recipient', () => requestOf({ ...TEXT, Recipient: undefined }), 'truncated', 'SendTo', undefined],
    ['no message', () => requestOf({}), 'truncated', 'Message', undefined],
    [
      'an empty message',
      () => requestOf({ Message: { TextMessage: '', Ringtone: { Data: '' } } }),
      'truncated',
      'Message',
      undefined,
    ],
    ['G-SOAP-09: two kinds', () => requestOf({ Message: { TextMessage: 'a', FlashMessage: 'b' } }), 'bad-value', 'Message', 0],
    [
      'G-SOAP-09: two kinds of content',
      () => contentOf({ TextMessage: 'a', Ringtone: { Data: '00' } }),
      'bad-value',
      'Message',
      0,
    ],
    [
      'two kinds of push',
      () => contentOf({ WAPPush: { SimplePush: { LibraryNumber: '80001' }, si: { indication: { href: 'a' } } } }),
      'bad-value',
      'Message',
      0,
    ],
    ['G-SOAP-09: number and data', smart({ LibraryNumber: '30001', Data: '00' }), 'bad-value', 'Ringtone', 0],
    ['neither', smart({ Format: 'OTA' }), 'truncated', 'Ringtone', undefined],
    ['a number of other digits', smart({ LibraryNumber: '300011' }), 'bad-value', 'Ringtone', 0],
    ['a number in words', smart({ LibraryNumber: 'one' }), 'bad-value', 'Ringtone', 0],
    ['G-LIB-01: a number of another range', smart({ LibraryNumber: '20001' }), 'bad-value', 'Ringtone', 0],
    ['odd hex', smart({ Data: 'abc' }), 'truncated', 'Ringtone', 2],
    ['no hex', smart({ Data: '0g' }), 'bad-value', 'Ringtone', 1],
    ['an unknown format', smart({ Data: '00', Format: 'MIDI' }), 'bad-value', 'Ringtone', 0],
    ['RTTTL that is no text', smart({ Data: `${ascii('a:b')}E9`, Format: 'RTTTL' }), 'bad-value', 'Ringtone', 6],
    ['G-SOAP-11: text with one colon is no RTTTL', smart({ Data: ascii('a:b') }), 'bad-value', 'Ringtone', 0],
    ['RTTTL that looks like a number', smart({ Data: ascii('30001'), Format: 'RTTTL' }), 'bad-value', 'Ringtone', 0],
    ['a Nokia ringtone cut short', smart({ Data: '024A3A', Format: 'OTA' }), 'truncated', 'Ringtone', 4],
    [
      'G-SOAP-09, G-MMS-03: no make',
      () => requestOf({ Message: { Ringtone: { LibraryNumber: '30001' } } }),
      'truncated',
      'PhoneMake',
      undefined,
    ],
    [
      'G-SOAP-09, G-MMS-04: a make without group graphics',
      () => contentOf({ GroupGraphic: { Data: BITMAP } }, { PhoneMake: 'Siemens' }),
      'bad-value',
      'PhoneMake',
      0,
    ],
    [
      'G-TIME-01: both times',
      () =>
        requestOf({
          ...TEXT,
          Recipient: { ...RECIPIENT, SendOptions: { SendTimeDelay: '1', SendTimeAbsolute: '2026-03-04T05:06:07' } },
        }),
      'bad-value',
      'SendTimeAbsolute',
      0,
    ],
    [
      'a delay of nothing',
      () => requestOf({ ...TEXT, Recipient: { ...RECIPIENT, SendOptions: { SendTimeDelay: '0' } } }),
      'bad-value',
      'SendTimeDelay',
      0,
    ],
    [
      'a push without number',
      () => contentOf({ WAPPush: { SimplePush: { Message: 'm' } } }),
      'truncated',
      'MMSFileWAP',
      undefined,
    ],
    [
      'an SI without address',
      () => contentOf({ WAPPush: { si: { indication: { content: 'c' } } } }),
      'truncated',
      'si-href',
      undefined,
    ],
    [
      'an SI of nothing but info',
      () => contentOf({ WAPPush: { si: { info: [{ item: [{ pcdata: 'x' }] }] } } }),
      'truncated',
      'si-href',
      undefined,
    ],
    [
      'an item without class',
      () => contentOf({ WAPPush: { si: { indication: { href: 'a' }, info: [{ item: [{ pcdata: 'x' }] }] } } }),
      'truncated',
      'si-info-class',
      undefined,
    ],
    [
      'an item without text',
      () => contentOf({ WAPPush: { si: { indication: { href: 'a' }, info: [{ item: [{ class: 'x' }] }] } } }),
      'truncated',
      'si-info-pcdata',
      undefined,
    ],
    [
      'a class that is none',
      () => contentOf({ WAPPush: { si: { indication: { href: 'a' }, info: [{ item: [{ pcdata: '', class: 'a b' }] }] } } }),
      'bad-value',
      'si-info-class',
      0,
    ],
    [
      'an unknown action',
      () => contentOf({ WAPPush: { si: { indication: { href: 'a', action: 'x' } } } }),
      'bad-value',
      'si-action',
      0,
    ],
    [
      'a PDU without coding',
      () => contentOf({ SmsSubmitPdu: { UserData: '00' } }),
      'truncated',
      'SmsSubmitPduDataCodingScheme',
      undefined,
    ],
  ])('%s', (_, read, code, field, offset) => {
    expect(refusal(read)).toEqual({ code, field, offset });
    expect(read).toThrow(DecodeError);
  });

  const sms = { operation: 'sendSms', ...REQUEST, message: 'x' } as const;
  const multimedia = (content: MultimediaContent): Send => ({
    operation: 'sendMultimedia',
    ...REQUEST,
    phoneMake: 'Nokia',
    content,
  });
  it.each<[what: string, request: Send, code: FormatErrorCode, field: string]>([
    ['an address book', { ...sms, sendToAddressBook: 'b' }, 'unencodable', 'SendToAddressBook'],
    ['a delivery service', { ...sms, deliveryServiceOption: 'Premier' }, 'unencodable', 'DeliveryServiceOption'],
    ['a form of answer', { ...sms, responseFormat: 3 }, 'unencodable', 'ResponseFormat'],
    ['a card', multimedia({ kind: 'vcard', text: 'BEGIN:VCARD\r\nEND:VCARD\r\n' }), 'unencodable', 'Message'],
    ['a multimedia message', multimedia({ kind: 'mms', libraryNumber: 80_001 }), 'unencodable', 'Message'],
    [
      'a file',
      multimedia({ kind: 'wapPush', file: { name: 'a.jpg', data: new Uint8Array(2) } }),
      'unencodable',
      'WAPPushFileName1',
    ],
    [
      'options of a file',
      multimedia({ kind: 'wapPush', libraryNumber: 80_001, disableRepurposing: true }),
      'unencodable',
      'DisableRepurposing',
    ],
    [
      'a PDU of text',
      multimedia({ kind: 'pdu', dataCodingScheme: 0, protocolIdentifier: 0, userDataHeader: new Uint8Array(), message: 'x' }),
      'unencodable',
      'Message',
    ],
    ['a URI with a blank in front', multimedia({ kind: 'serviceIndication', si: { href: ' a' } }), 'unencodable', 'si-href'],
    ['a tune with an umlaut', multimedia({ kind: 'ringtone', text: 'ü:d=4,o=5,b=160:c' }), 'unencodable', 'Ringtone'],
    ['what the form refuses', { ...sms, sendTimeDelay: 0 }, 'bad-value', 'SendTimeDelay'],
    [
      'an item whose class is none',
      multimedia({ kind: 'serviceIndication', si: { href: 'a', info: [{ pcdata: '', class: 'a b' }] } }),
      'bad-value',
      'si-info-class',
    ],
  ])('to call with %s', (_, request, code, field) => {
    expect(refusal(() => soap.callOf(request))).toMatchObject({ code, field });
    expect(() => soap.callOf(request)).toThrow(EncodeError);
  });

  it('what a call has anyway may be asked for', () => {
    expect(soap.callOf({ ...sms, responseFormat: 0, deliveryServiceOption: 'Default' })).toEqual(soap.callOf(sms));
  });
});
