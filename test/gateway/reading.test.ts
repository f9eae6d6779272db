/** Large requests: their login is judged before they are read, and threads read them as this one would. */
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { LimitError } from '../../src/errors.js';
import { findHeadFields } from '../../src/gateway/http/form-head.js';
import { findBuffers } from '../../src/gateway/reading/buffers.js';
import { readFormRequest } from '../../src/gateway/reading/read.js';
import { LARGE_OCTETS, RequestReader, type RequestThreadsOptions } from '../../src/gateway/reading/reader.js';
import { DEFAULT_GATEWAY_LIMITS } from '../../src/gateway/settings/limits.js';
import { BusyError, type Caller } from '../../src/gateway/turns.js';
import { PATHS, parseForm, soap } from '../../src/protocol/index.js';
import { findLogin } from '../../src/protocol/soap/login.js';
import { costly } from '../support/runs.js';
import { envelope, FORM, formOf, MANAGE, MMS, QUERY, SMS, TO, testGateway, WHO } from './support.js';

const worker = new URL('./source-worker.mjs', import.meta.url);
/** A thread that cannot be: whatever is read in it fails. */
const nowhere = { worker: new URL('./no-such-file.mjs', import.meta.url) };

const CUSTOMER: Caller = { client: '192.0.2.1', isKnown: true };
const octetsOf = (text: string) => new TextEncoder().encode(text);
const PADDING = 'x'.repeat(LARGE_OCTETS);
const NAMES = ['Username', 'UN', 'PIN', 'ResponseFormat', 'AvailableCredit', 'AvailableMessages'];

function reader(options: RequestThreadsOptions, limits = DEFAULT_GATEWAY_LIMITS): RequestReader {
  const opened = new RequestReader(limits, options);
  onTestFinished(() => opened.close());
  return opened;
}

/** What a promise comes to, errors by what an answer says of them. */
const outcome = (promise: Promise<unknown>) =>
  promise.catch(({ name, code, field, reason, offset }) => ({ name, code, field, reason, offset }));

describe('the fields of a form that count first', () => {
  const name = fc.constantFrom(...NAMES, 'username', '%50IN', 'pi%4e', 'PIN%FF', 'Message', '', '\ufeffPIN', 'PIN ', 'a=b');
  const value = fc.constantFrom('', '1', '%31', 'a+b', 'x', '%FF', '%', 'é', '%C3%A9', 'y'.repeat(2_000), '=', 'a=b');
  const field = fc.tuple(name, value, fc.boolean()).map(([left, right, isBare]) => (isBare ? left : `${left}=${right}`));

  it('are those that reading all of it gives', () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 12 }), fc.boolean(), (fields, isMarked) => {
        const body = octetsOf((isMarked ? '\ufeff' : '') + fields.join('&'));
        let all: ReturnType<typeof parseForm>;
        try {
          all = parseForm(body);
        } catch {
          fc.pre(false);
          return;
        }
        const head = findHeadFields(body, 1_000);
        for (const each of NAMES) {
          const expected = all.get(each);
          if (expected !== undefined && expected.length > 1_000) expect(head.get(each)?.length).toBeGreaterThan(1_000);
          else expect(head.get(each), each).toBe(expected);
        }
      }),
    );
  });

  it('are found although others cannot be read', () => {
    const head = findHeadFields(octetsOf(`a=%FF&PIN=%FF&Username=me&${PADDING}&%FF=1&PIN=1234&ResponseFormat=1`), 10);
    expect(head.names()).toEqual(['Username', 'PIN', 'ResponseFormat']);
    expect(head.get('PIN')).toBe('1234');
  });

  it('are bounded in number, as all fields are', () => {
    const body = octetsOf('&'.repeat(20));
    const thrown = (read: () => unknown) => {
      try {
        read();
      } catch (error) {
        const { field, reason, offset } = error as LimitError;
        return [error instanceof LimitError, field, reason, offset];
      }
      return undefined;
    };
    const expected = thrown(() => parseForm(body, { limits: { formFields: 20 } }));
    expect(expected?.[0]).toBe(true);
    expect(thrown(() => findHeadFields(body, 20))).toEqual(expected);
    expect(findHeadFields(body, 21).names()).toEqual([]);
  });
});

describe('what a thread hands back without a copy', () => {
  it('is every large buffer, once, and no part of one', () => {
    const data = new Uint8Array(LARGE_OCTETS);
    const large = new Uint8Array(2 * LARGE_OCTETS);
    const part = large.subarray(1);
    const small = new Uint8Array(LARGE_OCTETS - 1);
    const value = { value: { content: { file: { name: 'a', data } }, again: [data, part, small], at: new Date(), none: null } };
    expect(findBuffers(value)).toEqual([data.buffer]);
    expect(findBuffers({ value: { content: [{ data: large }] } })).toEqual([large.buffer]);
    expect(findBuffers(undefined)).toEqual([]);
  });

  it('is the file of a form', () => {
    const data = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251);
    const fields = { ...WHO, ...TO, WAPPushFileName1: 'a.bin', WAPPushFileData1: Buffer.from(data).toString('hex') };
    const read = readFormRequest(MMS, octetsOf(formOf(fields)), DEFAULT_GATEWAY_LIMITS);
    const [buffer] = findBuffers(read);
    expect(Buffer.from(buffer as ArrayBuffer).equals(data)).toBe(true);
  });
});

describe('the login at the beginning of an envelope', () => {
  const login = (parts: string, rest = '') => findLogin(octetsOf(envelope('SubmitMessage', parts + rest)));
  const PARTS = '<Username>a.1</Username><PIN>0042</PIN>';
  const FOUND = { operation: 'SubmitMessage', credentials: { username: 'a.1', pin: '0042' } };

  it('is that of the call', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '1', '.', '<', '&', 'é', '😀', ' '), maxLength: 22 });
    fc.assert(
      fc.property(fc.constantFrom(...soap.SOAP_OPERATIONS), text, text, (operation, username, pin) => {
        const xml = octetsOf(soap.formatCall(operation, { Username: username, PIN: pin } as never));
        const call = soap.parseCall(xml);
        const early = findLogin(xml);
        if (early === undefined) expect(soap.credentialsOf(call)).toBeUndefined();
        else expect(early).toEqual({ operation, credentials: soap.credentialsOf(call) });
      }),
    );
  });

  it.each([
    ['whatever comes after it', PARTS, `${PADDING}<not XML`],
    [
      'beside other parts',
      `<ReplyTo>1</ReplyTo><PIN xsi:type="xsd:int">0042</PIN><a><PIN>1</PIN></a><Username>a.1</Username>`,
      '',
    ],
    ['as CDATA', '<Username>a<![CDATA[.1]]></Username><PIN>&#48;042</PIN>', ''],
  ])('is found %s', (_, parts, rest) => {
    expect(login(parts, rest)).toEqual(FOUND);
  });

  it('is found after a header, a byte order mark, and where a character is cut at the end of what is looked at', () => {
    const plain = envelope('SubmitMessage', PARTS);
    const headed = plain.replace('<SOAP-ENV:Body>', '<SOAP-ENV:Header><PIN>9</PIN></SOAP-ENV:Header><SOAP-ENV:Body>');
    expect(findLogin(octetsOf(`\ufeff${headed}`))).toEqual(FOUND);
    for (let i = 0; i < 5; i++) expect(login(`${PARTS}${'x'.repeat(i)}`, 'é😀'.repeat(9_000))).toEqual(FOUND);
  });

  it('is wrong at once where no gateway could have issued it', () => {
    expect(login('<Username>a b</Username><PIN/>')).toEqual({ operation: 'SubmitMessage', credentials: undefined });
  });

  it.each([
    ['by reference', '<Username href="#a"/><PIN>1</PIN>'],
    ['as base64', '<Username xsi:type="xsd:base64Binary">YQ==</Username><PIN>1</PIN>'],
    ['nil', '<Username xsi:nil="true"/><PIN>1</PIN>'],
    ['there twice', '<Username>a</Username><Username>b</Username><PIN>1</PIN>'],
    ['an element', '<Username><a/></Username><PIN>1</PIN>'],
    ['below another part', `<a>${PARTS}</a>`],
    ['after more than is looked at', `<a>${PADDING}</a>${PARTS}`],
    ['half there', '<Username>a</Username>'],
    ['no XML', '<Username>a</Username><<PIN>1</PIN>'],
  ])('is left to whoever reads all of it when it is %s', (_, parts) => {
    expect(login(parts)).toBeUndefined();
  });

  it('is left to whoever reads all of it in what is no such envelope', () => {
    for (const text of [
      '',
      '<a/>',
      `<!DOCTYPE x>${envelope('SubmitMessage', PARTS)}`,
      envelope('Other', PARTS),
      envelope('SubmitMessage" id="1', PARTS).replace('</m:SubmitMessage" id="1>', '</m:SubmitMessage>'),
    ]) {
      expect(findLogin(octetsOf(text)), text).toBeUndefined();
    }
    expect(findLogin(Buffer.from(`\ufeff${envelope('SubmitMessage', PARTS)}`, 'utf16le'))).toBeUndefined();
    expect(findLogin(Uint8Array.of(0x3c, 0xff, 0xfe))).toBeUndefined();
  });
});

describe('threads', () => {
  const here = () => new RequestReader(DEFAULT_GATEWAY_LIMITS, {});
  /** Two threads that read for many tests. */
  const there = new RequestReader(DEFAULT_GATEWAY_LIMITS, { worker, threads: 2 });
  afterAll(() => there.close());
  const tail = `&a=${PADDING}`;
  const forms: [path: string, body: string][] = [
    [PATHS.sendSms, `${formOf({ ...WHO, ...TO, Message: 'Hi' })}${tail}`],
    [PATHS.sendSms, `${formOf({ ...WHO, SendTo: 'nobody', ResponseFormat: '7', Message: 'Hi' })}${tail}`],
    [PATHS.sendSms, `${formOf(WHO)}&Message=%FF${tail}`],
    [PATHS.sendMultimedia, `${formOf({ ...WHO, ...TO, vCard: PADDING })}${tail}`],
    [PATHS.queryAccount, `${formOf({ ...WHO, AvailableCredit: '' })}${tail}`],
    [PATHS.manageAccount, `${formOf(WHO)}${tail}`],
  ];

  const padded = { name: 'a.txt', text: 'x'.repeat(LARGE_OCTETS) };
  it.each<[what: string, body: string]>([
    [
      'a send',
      JSON.stringify({ content: { kind: 'mms', parts: [padded] }, to: ['447700900123'], sendAt: '2026-03-05T00:00:00Z' }),
    ],
    ['a member that nobody knows', JSON.stringify({ content: { kind: 'mms', parts: [padded] }, x: 1 })],
    ['a file that is none', JSON.stringify({ content: { kind: 'mms', parts: [padded, padded] }, to: ['447700900123'] })],
    ['no JSON', `["${PADDING}"`],
  ])('read JSON as this one does: %s', async (_, body) => {
    const expected = await outcome(here().send(octetsOf(body), CUSTOMER));
    expect(await outcome(there.send(octetsOf(body), CUSTOMER))).toEqual(expected);
    expect(await outcome(reader(nowhere).send(octetsOf(body), CUSTOMER))).toMatchObject({ name: 'Error' });
  });

  it.each(forms)('read a form of %s as this one does', async (path, body) => {
    const expected = await outcome(here().form(path, octetsOf(body), CUSTOMER));
    expect(await outcome(there.form(path, octetsOf(body), CUSTOMER))).toEqual(expected);
  });

  it.each([
    [
      'a message',
      envelope('SubmitMessage', `<PIN>1</PIN><Recipient><SendTo>447700900123</SendTo></Recipient><a>${PADDING}</a>`),
    ],
    ['a question', envelope('AvailableCredit', `<Username>a</Username><PIN>1</PIN><a>${PADDING}</a>`)],
    ['a receipt', envelope('SubmitDeliveryReceipt', `<Username>a</Username><PIN>1</PIN><a>${PADDING}</a>`)],
    ['what is no envelope', `<a>${PADDING}</a>`],
    ['what is no XML', `<a>${PADDING}`],
  ])('read %s of SOAP as this one does', async (_, xml) => {
    const all = async (from: RequestReader) => {
      const { operation, credentials, request } = await from.call(octetsOf(xml), CUSTOMER);
      return { operation, credentials, request: await outcome((async () => request())()) };
    };
    expect(await outcome(all(there))).toEqual(await outcome(all(here())));
  });

  it('take the octets, and the limits of the gateway', async () => {
    const threads = reader({ worker }, { ...DEFAULT_GATEWAY_LIMITS, formFields: 3 });
    const body = octetsOf(`a=${PADDING}&b&c&d`);
    const error = await outcome(threads.form(SMS, body, CUSTOMER));
    expect(error).toMatchObject({ name: 'LimitError', field: 'form', reason: 'more than 3 fields' });
    expect(body.length).toBe(0);
  });

  it('read one after the other for whoever logged in first, and past what may wait none', async () => {
    const threads = reader({ worker, threads: 1 });
    const order: string[] = [];
    const read = (client: string, isKnown: boolean) =>
      threads.form(SMS, octetsOf(`${formOf({ ...WHO, ...TO, Message: 'Hi' })}${tail}`), { client, isKnown }).then(
        () => order.push(client),
        (error: unknown) => {
          expect(error).toBeInstanceOf(BusyError);
          order.push(`${client} refused`);
        },
      );
    await Promise.all([...Array.from({ length: 20 }, () => read('stranger', false)), read('customer', true)]);
    expect(order.slice(0, 5)).toEqual([...Array.from({ length: 3 }, () => 'stranger refused'), 'stranger', 'customer']);
    expect(order.filter((each) => each === 'stranger')).toHaveLength(17);
  });

  it('that fail take their request with them, and others go on', async () => {
    const body = () => octetsOf(`${formOf({ ...WHO, ...TO, Message: 'Hi' })}${tail}`);
    await expect(reader(nowhere).form(SMS, body(), CUSTOMER)).rejects.toThrow('no-such-file');
    const slow = reader({ worker, timeMs: 1, threads: 1 });
    await expect(slow.form(SMS, body(), CUSTOMER)).rejects.toThrow('not read in 1 ms');
    await expect(slow.form(SMS, body(), CUSTOMER)).rejects.toThrow('not read in 1 ms');
    const ended = reader({ worker: new URL('../image/exit-worker.mjs', import.meta.url), threads: 1 });
    await expect(ended.form(SMS, body(), CUSTOMER)).rejects.toThrow('ended with code');
  });

  it('end when there is nothing to read, and others take their place', async () => {
    const threads = reader({ worker: new URL('./counting-worker.mjs', import.meta.url), threads: 1, idleMs: 50 });
    const read = () => threads.form(SMS, octetsOf(`a=${PADDING}`), CUSTOMER);
    expect([await read(), await read()]).toEqual([1, 2]);
    // Its own time is over before this one is.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await read()).toBe(1);
  });

  it('end with the gateway', async () => {
    const idle = new URL('./idle-worker.mjs', import.meta.url);
    const closing = new RequestReader(DEFAULT_GATEWAY_LIMITS, { worker: idle, threads: 1 });
    const body = () => octetsOf(`${formOf({ ...WHO, ...TO, Message: 'Hi' })}${tail}`);
    const reading = closing.form(SMS, body(), CUSTOMER);
    const waiting = closing.form(SMS, body(), CUSTOMER);
    const both = Promise.allSettled([reading, waiting]);
    await new Promise((resolve) => setImmediate(resolve));
    await closing.close();
    for (const { status } of await both) expect(status).toBe('rejected');
  });
});

describe('a large request', () => {
  const XML = { 'Content-Type': 'text/xml' };
  const large = `<a>${PADDING}</a>`;
  const loginOf = (pin: string) => `<Username>${WHO.Username}</Username><PIN>${pin}</PIN>`;

  const doors = async (requests: RequestThreadsOptions | undefined) => {
    const { fetch } = await testGateway({ requests });
    const post = async (path: string, headers: Record<string, string>, body: string) => {
      const answer = await fetch(path, { method: 'POST', headers, body });
      return `${answer.status} ${await answer.text()}`;
    };
    return {
      form: (path: string, body: string) => post(path, { 'Content-Type': FORM }, body),
      soap: (body: string) => post('/sendsms3', XML, body),
    };
  };

  const wrong = formOf({ ...WHO, PIN: '999999', ...TO });
  it.each([
    ...[SMS, MMS, QUERY, MANAGE, '/sendsms'].map((path) => [path, wrong] as const),
    ...['0', '1', '2', '3', '%FF'].map((format) => [SMS, `${wrong}&ResponseFormat=${format}`] as const),
    ['/sendsms', `${wrong}&AvailableCredit=`] as const,
    [SMS, 'Message=%FF'] as const,
    [SMS, `${'a&'.repeat(1_001)}${wrong}`] as const,
    [SMS, `PIN=${'9'.repeat(3_000)}&${formOf(WHO)}`] as const,
  ])('to %s with a wrong login is answered as a small one, and not read: %s', async (path, fields) => {
    const { form } = await doors(nowhere);
    const expected = await form(path, fields);
    expect(expected).not.toContain('Internal error');
    expect(await form(path, `${fields}&a=${PADDING}`)).toBe(expected);
    // The login and the form of the answer may stand last.
    if (!fields.startsWith('a&')) expect(await form(path, `a=${PADDING}&${fields}`)).toBe(expected);
  });

  it.each(soap.SOAP_OPERATIONS)(
    'of SOAP, %s, with a wrong login is answered as a small one, and not read',
    async (operation) => {
      const gateway = await doors(nowhere);
      const expected = await gateway.soap(envelope(operation, loginOf('999999')));
      expect(expected).toContain('Invalid Login');
      expect(await gateway.soap(envelope(operation, loginOf('999999') + large))).toBe(expected);
      expect(await gateway.soap(envelope(operation, `${loginOf('999999')}${large}<`))).toBe(expected);
    },
  );

  it('with a right login is read, in a thread', async () => {
    const { form, soap: call } = await doors(nowhere);
    expect(await form(SMS, `${formOf({ ...WHO, ...TO, Message: 'Hi' })}&a=${PADDING}`)).toBe('200 98 - Internal error\r\n');
    expect(await call(envelope('AvailableCredit', loginOf(WHO.PIN) + large))).toContain('Internal error');
    expect(await call(envelope('AvailableCredit', large + loginOf('999999')))).toContain('Internal error');
  });

  it('is answered the same, whatever thread it is read in', async () => {
    const asked = async (requests: RequestThreadsOptions | undefined) => {
      const { form, soap: call } = await doors(requests);
      const to = '<Recipient><SendTo>447700900123</SendTo></Recipient>';
      const answers = [
        await form(SMS, `${formOf({ ...WHO, ...TO, Message: 'Hi', ResponseFormat: '1' })}&a=${PADDING}`),
        await form(SMS, `a=${PADDING}&${formOf({ ...WHO, ...TO, FlashMessage: PADDING, ResponseFormat: '2' })}`),
        await form(SMS, `${formOf({ ...WHO, ...TO })}&Message=%FF&a=${PADDING}`),
        await form(QUERY, `${formOf({ ...WHO, AvailableCredit: '' })}&a=${PADDING}`),
        await call(
          envelope('SubmitMessage', `${loginOf(WHO.PIN)}${to}<Message><TextMessage>Hi</TextMessage></Message>${large}`),
        ),
        await call(
          envelope('SubmitMessage', `${large}${to}<Message><FlashMessage>Hi</FlashMessage></Message>${loginOf(WHO.PIN)}`),
        ),
        await call(envelope('SubmitMessage', `${loginOf(WHO.PIN)}${to}${large}`)),
        await call(envelope('AvailableCredit', large + loginOf(WHO.PIN))),
        await call(envelope('AvailableCredit', large + loginOf('999999'))),
        await call(envelope('AvailableCredit', `${loginOf(WHO.PIN)}${large}<`)),
        await call(envelope('AvailableCredit', `${loginOf(WHO.PIN)}${large}<PIN>1</PIN>`)),
      ];
      return answers.map((answer) => answer.replace(/[0-9A-Z]{15}/g, 'ID'));
    };
    const [here, there] = [await asked(undefined), await asked({ worker })];
    expect(there).toEqual(here);
    expect(there.filter((answer) => answer.includes('Internal error'))).toEqual([]);
    expect(there[0]).toContain('Report=-2');
    expect(there[9]).toMatch(/^500 .*Client/s);
  });

  it('of SOAP whose beginning has another login than its call is refused', async () => {
    const { soap: call } = await doors(undefined);
    const first = `<m:AvailableCredit xmlns:m="urn:x">${loginOf(WHO.PIN)}</m:AvailableCredit>`;
    const root = `<m:AvailableCredit xmlns:m="urn:x" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" e:root="1">`;
    const second = `${root}<Username>Stranger.9</Username><PIN>1</PIN>${large}</m:AvailableCredit>`;
    const xml = envelope('x', '').replace(/<m:x.*<\/m:x>/, first + second);
    expect(await call(xml)).toContain('Invalid Login');
  });

  it('is judged the same as a small one, wherever its login stands', { timeout: 120_000 }, async () => {
    const { form } = await doors(undefined);
    const part = fc.constantFrom(
      'Username=ANOther.12345',
      'PIN=012345',
      'PIN=0',
      'AvailableCredit=',
      'ResponseFormat=1',
      'a=%FF',
      'UN=x',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), fc.nat(6), async (parts, at) => {
        const small = await form('/sendsms', parts.join('&'));
        const padded = [...parts.slice(0, at), `z=${PADDING}`, ...parts.slice(at)];
        expect(await form('/sendsms', padded.join('&'))).toBe(small);
      }),
      costly(30),
    );
  });
});
