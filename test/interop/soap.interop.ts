/**
 * SOAP clients and a server of other programs on the WSDL of the gateway: what they send we read, what we answer they read.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import * as soap from '../../src/protocol/soap/index.js';
import { listParts } from '../../src/protocol/soap/schema.js';
import type * as types from '../../src/protocol/soap/types.js';
import { draw, SEED } from './arbitraries.js';
import {
  callWith,
  faultOfPhp,
  type Posted,
  SOAP_CLIENTS,
  type SoapClient,
  serveWithPhp,
  soapVersions,
} from './drivers/soap.js';

const CALLS = 120;
const NAMESPACE = 'urn:example:gateway';

const text = fc.oneof(
  fc.constantFrom(
    'x',
    'Grüße & <b>日本</b>',
    ' a  b ',
    'line\nline\ttab',
    ']]>',
    '&amp; "q" \'a\'',
    '😀 €',
    '007',
    '-1',
    '1e3',
  ),
  fc.string({ unit: fc.constantFrom(...'aB9 <>&"\'é日😀\n\t]'), minLength: 1, maxLength: 60 }),
);
const digits = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const hex = fc.string({ unit: fc.constantFrom('00', 'FF', '4A', '0D', 'C3'), minLength: 1, maxLength: 40 });
const time = fc.integer({ min: 0, max: 4_000_000_000 }).map((s) => `${new Date(s * 1000).toISOString().slice(0, 19)}Z`);
const number = fc.tuple(fc.constant('4477009'), digits(5)).map((pieces) => pieces.join(''));

const smart = fc.oneof(
  fc.record({ LibraryNumber: fc.integer({ min: 10_000, max: 99_999 }).map(String) }),
  fc.record({ Data: hex, Format: fc.constantFrom('FORMAT-UNDEFINED', 'RTTTL', 'OTA') }),
);
const action = fc.constantFrom('signal-medium', 'signal-none', 'signal-low', 'signal-high', 'signal-delete');
const info = fc
  .array(
    fc.record({
      item: fc.array(fc.record({ pcdata: text, class: fc.constantFrom('a', 'x-1') }), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .chain((lists) => fc.constantFrom(lists, [...lists, ...lists]));
const si = fc.record(
  {
    indication: fc.record(
      {
        href: fc.constantFrom('http://www.example.com/?a=1&b=2', 'http://a/'),
        'si-id': text,
        created: time,
        'si-expires': time,
        action,
        content: text,
      },
      { requiredKeys: ['href'] },
    ),
    info,
  },
  { requiredKeys: ['indication'] },
);
const message = fc.oneof(
  fc.record({ TextMessage: text }),
  fc.record({ FlashMessage: text }),
  ...(['Ringtone', 'OperatorLogo', 'PictureMessage', 'GroupGraphic'] as const).map((kind) => fc.record({ [kind]: smart })),
  fc.record({
    SmsSubmitPdu: fc.record({ DataCodingScheme: hex, ProtocolIdentifier: hex, UserDataHeader: hex, UserData: hex }),
  }),
  fc.record({
    WAPPush: fc.record({
      SimplePush: fc.record({ LibraryNumber: fc.constant('80001'), Message: text }, { requiredKeys: ['LibraryNumber'] }),
    }),
  }),
  fc.record({ WAPPush: fc.record({ si }) }),
);
const recipient = fc.record(
  {
    SendTo: fc.array(number, { minLength: 1, maxLength: 3 }).map((numbers) => numbers.join(',')),
    PhoneMake: fc.constantFrom('Nokia', 'Siemens'),
    PhoneModel: text,
    MCC: fc.constantFrom('234', '1'),
    MNC: fc.constantFrom('15', '0'),
    SendOptions: fc.oneof(
      fc.record({ SendTimeAbsolute: time }),
      fc.record({ SendTimeDelay: fc.integer({ min: 1, max: 10_080 }).map(String) }),
    ),
  },
  { requiredKeys: ['SendTo'] },
);
const credentials = { Username: fc.constantFrom('ANOther.12345', 'a'), PIN: fc.constantFrom('00123456', '9', 'aB9') };
const Report = fc.constantFrom('0', '-2', '14', '158');
const identifier = fc.constantFrom('', '-1', 'ABC123456789012');

const calls: { readonly [O in types.SoapOperation]: fc.Arbitrary<object> } = {
  SubmitMessage: fc.record({
    ...credentials,
    Recipient: recipient,
    Message: message,
    ReplyTo: fc.constantFrom('', '447700900001'),
    MessageIdentifier: fc.constant(''),
    Reserved: fc.constantFrom({}, { Field1: 'a', Field2: '', Field3: ' ', Field4: 'é' }),
  }),
  SubmitDeliveryReceipt: fc.record({ ...credentials, Timestamp1: time, SentTo: number, MessageIdentifier: identifier, Report }),
  DeliverMessage: fc.record({ ...credentials, Recipient: recipient, Message: message, ReplyTo: number }),
  AvailableMessages: fc.record(credentials),
  AvailableCredit: fc.record(credentials),
};
const reported = { MessageIdentifier: identifier, Report };
const Reserved = fc.constantFrom({ Field1: '', Field2: '', Field3: '', Field4: '' }, { Field1: 'x' });
const answers: { readonly [O in types.SoapOperation]: fc.Arbitrary<object> } = {
  SubmitMessage: fc.record({ ...reported, Text: text, Reserved }, { requiredKeys: ['MessageIdentifier', 'Report'] }),
  SubmitDeliveryReceipt: fc.record({ ...reported, Text: text }, { requiredKeys: ['MessageIdentifier', 'Report'] }),
  DeliverMessage: fc.record({ ...reported, Text: text }, { requiredKeys: ['MessageIdentifier', 'Report'] }),
  AvailableMessages: fc.record({ Messages: fc.constantFrom('0', '12345'), Reserved }, { requiredKeys: ['Messages'] }),
  AvailableCredit: fc.record(
    { Currency: fc.constantFrom('GBP', 'UKL'), Credit: fc.constantFrom('15.2345', '-0.5000', '0.0000'), Reserved },
    { requiredKeys: ['Currency', 'Credit'] },
  ),
};

interface Case {
  readonly operation: types.SoapOperation;
  readonly parts: object;
  readonly answer: object;
  /** In place of the answer. */
  readonly fault: types.SoapFault | undefined;
}

const fault = fc.record({ code: fc.constantFrom('Client', 'Server'), reason: text.map((reason) => reason.trim() || 'x') });
const oneCase = fc
  .oneof(
    { weight: 6, arbitrary: fc.constant('SubmitMessage' as const) },
    { weight: 4, arbitrary: fc.constantFrom(...soap.SOAP_OPERATIONS) },
  )
  .chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      parts: calls[operation],
      answer: answers[operation],
      fault: fc.option(fault, { freq: 7, nil: undefined }),
    }),
  );
const cases: readonly Case[] = draw(oneCase, CALLS);

const HEX = ['Data', 'DataCodingScheme', 'ProtocolIdentifier', 'UserDataHeader', 'UserData'];
const TIMES = ['Timestamp1', 'SendTimeAbsolute', 'created', 'si-expires'];
const WHOLE = ['MCC', 'MNC', 'SendTimeDelay', 'Report', 'LibraryNumber'];

/** A value as clients are told it: octets and times marked, numbers as numbers, every field of Reserved there. */
function told(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((each) => told(each, name));
  if (typeof value === 'string') {
    if (HEX.includes(name)) return { hex: value };
    if (TIMES.includes(name)) return { time: value };
    return WHOLE.includes(name) ? Number(value) : value;
  }
  const fields = Object.entries(value as object).map(([key, each]) => [key, told(each, key)]);
  const all = Object.fromEntries(fields);
  return name === 'Reserved' ? { Field1: null, Field2: null, Field3: null, Field4: null, ...all } : all;
}

/** A value in the one spelling that may be compared: times in UTC, hex in upper case, scalars as text, nothing that is null. */
function plain(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(each, name));
  if (value === null || typeof value !== 'object') {
    const written = String(value);
    if (TIMES.includes(name)) return new Date(written.replace(/(\d\d:\d\d:\d\d)$/, '$1Z')).toISOString();
    return HEX.includes(name) ? written.toUpperCase() : written;
  }
  if ('hex' in value) return (value as { hex: string }).hex;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null && each !== undefined)
      .map(([key, each]) => [key, plain(each, key)]),
  );
}

/** What clients make of an answer that says something else; the rest they read as it is. */
const READ_AS: { readonly [C in SoapClient]?: (operation: types.SoapOperation, answer: object) => object } = {
  // Empty texts are nothing to zeep 4.2.1, and a structure that is nil is one of nothing.
  zeep: (operation, answer) => {
    const hasReserved = listParts(operation, 'answer').some(({ name }) => name === 'Reserved');
    return withoutEmpty({ ...(hasReserved ? { Reserved: {} } : {}), ...answer });
  },
};

function withoutEmpty(struct: object): object {
  return Object.fromEntries(
    Object.entries(struct)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, typeof value === 'object' ? withoutEmpty(value as object) : value]),
  );
}

beforeAll(async () => {
  console.log(`SOAP: ${await soapVersions()}`);
});

describe(`clients (seed ${SEED})`, () => {
  it.each(Object.keys(SOAP_CLIENTS) as SoapClient[])(
    `%s: ${CALLS} calls of all operations, answers and faults`,
    async (client) => {
      const readAs = READ_AS[client] ?? ((_, answer) => answer);
      const posted = new Map<number, Posted>();
      const jobs = cases.map(({ operation, parts }) => ({
        operation,
        // Clients without WSDL are given names, the others the order of the WSDL.
        parts: listParts(operation, 'call').map(
          ({ name }) => [name, told((parts as Record<string, unknown>)[name], name)] as const,
        ),
      }));
      const read = await callWith(client, jobs, NAMESPACE, {
        wsdl: (address) => soap.wsdl({ address, namespace: NAMESPACE }),
        answer: (index, request) => {
          posted.set(index, request);
          const { operation, answer, fault: instead } = cases[index]!;
          return instead === undefined
            ? { status: 200, xml: soap.formatAnswer(operation, answer, { namespace: NAMESPACE }) }
            : { status: 500, xml: soap.formatFault(instead) };
        },
      });
      // What is special to a client is there.
      if (client === 'SOAP::Lite') expect([...posted.values()].some(({ body }) => body.includes('base64'))).toBe(true);
      if (client.startsWith('PHP') && !client.endsWith('arrays')) {
        // An item that is there twice is written once.
        expect([...posted.values()].filter(({ body }) => body.includes(' href="#ref')).length).toBeGreaterThan(0);
      }
      const seen = cases.map((_, index) => {
        const { body, contentType } = posted.get(index)!;
        const { operation, parts } = soap.parseCall(body);
        const { parts: answer, fault: refused } = read[index]!;
        return {
          index,
          contentType: contentType.replace(/;.*/, ''),
          operation,
          parts: plain(parts),
          ...(refused === undefined
            ? { answer: plain(answer) }
            : { fault: { ...refused, code: refused.code.replace(/^.*:/, '') } }),
        };
      });
      expect(seen).toEqual(
        cases.map(({ operation, parts, answer, fault: instead }, index) => ({
          index,
          contentType: 'text/xml',
          operation,
          parts: plain(parts),
          ...(instead === undefined ? { answer: readAs(operation, plain(answer) as object) } : { fault: instead }),
        })),
      );
    },
  );
});

describe(`PHP's SoapServer on our WSDL (seed ${SEED})`, () => {
  it(`${CALLS} calls, and its answers to them`, async () => {
    const wsdl = soap.wsdl({ address: 'http://127.0.0.1/', namespace: NAMESPACE });
    const jobs = cases.map(({ operation, parts, answer }) => ({
      call: soap.formatCall(operation, parts, { namespace: NAMESPACE }),
      answer: told(answer, '') as object,
    }));
    const served = await serveWithPhp(wsdl, jobs);
    const seen = served.map(({ operation, arguments: given, answer }) => {
      const named = listParts(operation as types.SoapOperation, 'call').map(({ name }, i) => [name, given[i]]);
      const read = soap.parseAnswer(answer);
      return { operation, parts: plain(Object.fromEntries(named)), answer: read.fault ?? plain(read.parts) };
    });
    expect(seen).toEqual(
      cases.map(({ operation, parts, answer }) => ({ operation, parts: plain(parts), answer: plain(answer) })),
    );
  });

  it('its faults', async () => {
    const wsdl = soap.wsdl({ address: 'http://127.0.0.1/', namespace: NAMESPACE });
    const call = soap.formatCall('AvailableCredit', {}, { namespace: NAMESPACE }).replaceAll('AvailableCredit', 'Nothing');
    const answer = soap.parseAnswer(await faultOfPhp(wsdl, call));
    expect(answer).toMatchObject({ fault: { reason: expect.stringContaining('Nothing') } });
  });
});
