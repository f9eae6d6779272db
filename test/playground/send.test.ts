/** Sending from the page: recipients, requests, answers in words, serial ports. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '../../src/bytes/index.js';
import { ModemError, ModemSendError, openModem, parseFinalResult } from '../../src/modem/index.js';
import type { Composed } from '../../src/playground/composed.js';
import { type GatewayPost, gatewayPosts } from '../../src/playground/result/gateway-requests.js';
import { submitsOf } from '../../src/playground/result/result.js';
import type { Settings } from '../../src/playground/result/settings.js';
import {
  bodyOf,
  faultWords,
  listingOf,
  lostWords,
  type Outcome,
  readOutcomes,
  readProgress,
} from '../../src/playground/send/gateway-answers.js';
import { askMessage, hasInboxes, postAll } from '../../src/playground/send/gateway-client.js';
import { asksForPin, modemWords, portWords } from '../../src/playground/send/modem-words.js';
import { MAX_RECIPIENTS, recipientsOf } from '../../src/playground/send/recipients.js';
import { type BrowserSerialPort, SerialStream } from '../../src/playground/send/serial.js';
import { ProtocolError, parseForm, parseRequest } from '../../src/protocol/forms.js';
import { submitText } from '../../src/sms/index.js';
import { ScriptedModem } from '../modem/scripted-modem.js';

const LOGIN = { username: 'Some.Body', pin: '0042' };
const SETTINGS: Settings = {
  to: '447700900123',
  make: 'Nokia',
  gatewayUrl: 'http://127.0.0.1:8080',
  kannelUrl: 'http://127.0.0.1/',
};

describe('recipients', () => {
  it.each([
    ['447700900123', ['447700900123']],
    ['+44 7700 900-123; 447700900124,\n447700900125\n', ['447700900123', '447700900124', '447700900125']],
    ['short:1234, 447700900123', ['short:1234', '447700900123']],
    ['447700900123, +44 7700 900123; 447700900124', ['447700900123', '447700900124']],
    ['short:1234, Short: 1234', ['short:1234']],
  ])('%j', (typed, expected) => {
    expect(recipientsOf(typed)).toEqual(expected);
  });

  it.each([
    [' ,;\n', 'recipients: no recipients'],
    ['0770', 'recipients: "0770" begins with 0, as no country code does'],
    ['447700900123, him', 'recipients: number 2 "him" takes at most 20 digits'],
    [
      Array(MAX_RECIPIENTS + 1)
        .fill('447700900123')
        .join(),
      'recipients: 101 numbers, the limit is 100',
    ],
  ])('%j is none', (typed, message) => {
    expect(() => recipientsOf(typed)).toThrow(message);
  });

  it('what is wrong is told in a line, however long it is', () => {
    expect(() => recipientsOf('x'.repeat(100_000))).toThrow(/^.{0,200}$/);
  });
});

describe('requests', () => {
  const posts = (composed: Composed, recipients?: string[]) =>
    gatewayPosts(composed, submitsOf(composed, SETTINGS), SETTINGS, recipients);
  const text: Composed = { content: { kind: 'text', text: 'Hello & goodbye' }, files: [] };

  it('are what the gateway reads: all recipients, and the login in place of the words for it', () => {
    const { request, pdus } = posts(text, ['447700900123', '447700900124']);
    const [post] = (request as { posts: GatewayPost[] }).posts;
    expect(parseRequest(post!.path, bodyOf(post!, LOGIN))).toMatchObject({
      ...{ operation: 'sendSms', ...LOGIN, sendTo: ['447700900123', '447700900124'] },
      ...{ message: 'Hello & goodbye', responseFormat: 3 },
    });
    const [pdu] = (pdus as { posts: GatewayPost[] }).posts;
    expect(parseForm(bodyOf(pdu!, LOGIN)).get('SendTo')).toBe('447700900123,447700900124');
  });

  it('show no PIN, and of a large file what it begins with', () => {
    const name = 'message.mms';
    const composed: Composed = { files: [{ name, type: 'application/vnd.wap.mms-message', octets: new Uint8Array(300_000) }] };
    const [post] = (posts(composed).request as { posts: GatewayPost[] }).posts;
    expect(parseForm(bodyOf(post!, LOGIN)).get('PIN')).toBe(LOGIN.pin);
    const shown = listingOf(post!, LOGIN.username);
    expect(shown).toContain('POST /webservices/http/sendmms\nUsername=Some.Body\nPIN=••••\n');
    expect(shown).toContain('… (600,000 characters)');
    expect(shown.length).toBeLessThan(1_500);
  });

  it('what cannot be sent says why', () => {
    expect(posts(text, ['12']).request).toMatchObject({ error: { field: 'SendTo' } });
  });
});

describe('answers', () => {
  const id = 'UVY897OZIRO0P6E';
  const answer = (ids: string, reports: string, texts: string, units: string) =>
    `MessageIdentifier=${ids}&Report=${reports}&Text=${texts}&Units=${units}`;

  it('a result for each recipient', () => {
    const body = answer(`${id},-1`, '-2,15', 'Accepted,Out%20of%20credit', '2,0');
    expect(readOutcomes(body, ['447700900123', '447700900124'])).toEqual([
      { recipient: '447700900123', id, words: 'accepted, 2 parts charged' },
      { recipient: '447700900124', id: undefined, words: 'refused, code 15 (out of credit)', field: 'username' },
    ]);
    expect(readOutcomes(answer(id, '99', 'Later', '1'), ['1234567'])[0]?.words).toBe('accepted for later, 1 part charged');
  });

  it.each([
    [answer('-1', '2', 'Invalid%20Login', '0'), 'refused, code 2 (invalid login)', 'pin'],
    ['171 - Invalid Login\r\n', 'refused, code 171 (invalid login, in a line): Invalid Login', 'pin'],
    [answer('-1', '11', 'Bad%20recipient%20number', '0'), 'refused, code 11 (bad recipient number)', 'recipients'],
    [answer('-1', '12', 'No', '0'), 'refused, code 12 (ReplyTo not permitted): No', 'from'],
    [answer('-1', '14', 'Bad Message', '0'), 'refused, code 14 (bad or missing parameter): Bad Message', undefined],
    [answer('-1', '77', 'Who knows', '0'), 'refused, code 77: Who knows', undefined],
  ])('%j is refused as a whole', (body, words, field) => {
    expect(readOutcomes(body, ['447700900123', '447700900124'])).toMatchObject([
      { recipient: '2 recipients', id: undefined, words, field },
    ]);
  });

  it.each(['', '<html>', 'Report=x', 'MessageIdentifier=A,B,C&Report=-2,-2'])('%j is none', (body) => {
    expect(() => readOutcomes(body, ['447700900123', '447700900124'])).toThrow(ProtocolError);
  });

  it('another status is told with what the gateway says of it', () => {
    expect(faultWords(404, 'Not found')).toContain('older than the page');
    expect(faultWords(409, '{"title":"Conflict","detail":"It has gone"}')).toBe('It has gone (status 409)');
    expect(faultWords(409, `{"detail":${JSON.stringify('x'.repeat(100_000))}}`).length).toBeLessThan(400);
    for (const body of ['null', '{"detail":5}', '[', '"x"']) expect(faultWords(500, body)).toBe('the gateway answers 500');
  });

  it('without one nobody knows', () => {
    expect(lostWords(new TypeError('Failed to fetch'))).toMatch(/^no answer: the gateway may have the message/);
    expect(lostWords(new DOMException('', 'AbortError'))).toMatch(/^stopped: the gateway may have the message/);
    expect(lostWords(new DOMException('', 'TimeoutError'))).toMatch(/^no answer in time/);
  });
});

describe('requests one after the other', () => {
  const [A, B, C] = ['447700900201', '447700900202', '447700900203'] as const;
  const PART = { path: '/webservices/http/sendmms', parameters: [['SendTo', `${A},${B},${C}`]] } satisfies GatewayPost;
  const accept = (refused: string) => (sendTo: string) => {
    const of = (yes: string, no: string) => sendTo.split(',').map((to) => (to === refused ? no : yes));
    const body = `MessageIdentifier=${of('UVY897OZIRO0P6E', '-1')}&Report=${of('-2', '15')}&Text=${of('OK', 'No')}&Units=${of('1', '0')}`;
    return new Response(body);
  };
  /** Posts three parts to three numbers. @returns to whom each went, and what became of all */
  const postThree = async (answer: (sendTo: string) => Response, signal = new AbortController().signal) => {
    const asked: string[] = [];
    const told: Outcome[] = [];
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      init.signal?.throwIfAborted();
      asked.push(parseForm(init.body as string).get('SendTo') as string);
      return answer(asked.at(-1) as string);
    });
    const onOutcomes = (outcomes: readonly Outcome[]) => void told.push(...outcomes);
    const became = await postAll([PART, PART, PART], LOGIN, [A, B, C], signal, { onStart() {}, onOutcomes });
    return { asked, told, became };
  };
  afterEach(() => void vi.unstubAllGlobals());

  it('go on for those who were accepted', async () => {
    const { asked, became } = await postThree(accept(C));
    expect(asked).toEqual([`${A},${B},${C}`, `${A},${B}`, `${A},${B}`]);
    expect(became).toEqual({ accepted: 6, isRefused: true, isLost: false, left: 0 });
  });

  it('end when nobody is left', async () => {
    const { asked, became } = await postThree(() => new Response('no', { status: 403 }));
    expect(asked).toHaveLength(1);
    expect(became).toEqual({ accepted: 0, isRefused: true, isLost: false, left: 2 });
  });

  it.each([500, 502, 503, 504])('after status %d nobody knows', async (status) => {
    const { told, became } = await postThree(() => new Response('', { status }));
    expect(became).toMatchObject({ accepted: 0, isLost: true, left: 2 });
    expect(told[0]?.words).toMatch(`the gateway answers ${status}: the gateway may have the message`);
  });

  it('are not posted once they are stopped', async () => {
    const { asked, became } = await postThree(accept(''), AbortSignal.abort());
    expect(asked).toEqual([]);
    expect(became).toEqual({ accepted: 0, isRefused: false, isLost: false, left: 3 });
    const stopping = new AbortController();
    const answer = (sendTo: string) => {
      stopping.abort();
      return accept('')(sendTo);
    };
    expect((await postThree(answer, stopping.signal)).became).toMatchObject({ accepted: 3, isLost: false, left: 2 });
  });
});

describe('how far a message has come', () => {
  it.each([
    [{ state: 'scheduled', dueAt: '2026-03-04T05:06:07Z' }, 'waits until 2026-03-04T05:06:07Z', false, true],
    [{ state: 'queued', reason: 'no network' }, 'in the queue: no network', false, true],
    [{ state: 'sent' }, 'sent, no receipt yet', false, false],
    [{ state: 'failed', reason: 'absent' }, 'failed: absent', true, false],
    [{ state: 'delivered' }, 'delivered', true, false],
    // A late receipt makes it delivered.
    [{ state: 'unconfirmed' }, 'sent, and no receipt came', false, false],
  ])('%j', (json, words, isFinal, isWaiting) => {
    expect(readProgress(json)).toEqual({ state: json.state, words, isFinal, isWaiting });
  });

  it.each([null, undefined, 5, {}, { state: 'toString' }, { state: 7 }])('%j is none', (json) => {
    expect(() => readProgress(json)).toThrow('state: unknown message state');
  });
});

describe('questions about a message', () => {
  const asked: { readonly path: string; readonly method: string | undefined; readonly login: string | null }[] = [];
  const ask = (answer: () => Response | Promise<Response>, cancel = false) => {
    asked.length = 0;
    vi.stubGlobal('fetch', async (path: string, { method, headers }: RequestInit) => {
      asked.push({ path, method, login: new Headers(headers).get('Handset-Account') });
      return answer();
    });
    return askMessage('a/7', LOGIN, { cancel });
  };
  afterEach(() => void vi.unstubAllGlobals());

  it('go with the login of the account', async () => {
    const sent = { progress: { state: 'sent', words: 'sent, no receipt yet', isFinal: false, isWaiting: false } };
    expect(await ask(() => Response.json({ state: 'sent' }))).toEqual(sent);
    const login = `Basic ${Buffer.from('Some.Body:0042').toString('base64')}`;
    expect(asked).toEqual([{ path: 'send/v1/messages/a%2F7', method: 'GET', login }]);
    expect(await ask(() => Response.json({ state: 'cancelled' }), true)).toMatchObject({ progress: { isFinal: true } });
    expect(asked[0]?.method).toBe('DELETE');
  });

  it.each([
    [404, '{"detail":"no such message"}', {}, { words: 'no such message (status 404)', isOver: true, isLoginRefused: false }],
    [401, '{"title":"Unauthorized"}', {}, { words: 'Unauthorized (status 401)', isOver: true, isLoginRefused: true }],
    [409, '{"detail":"it has left"}', {}, { words: 'it has left (status 409)', isOver: false, isLoginRefused: false }],
    [
      ...[429, '', { 'Retry-After': '3' }],
      { words: 'too many requests just now (status 429)', isOver: false, isLoginRefused: false, afterMs: 3_000 },
    ],
    [503, '', {}, { words: 'the gateway answers 503', isOver: false, isLoginRefused: false }],
  ] as const)('status %d %s', async (status, body, headers, expected) => {
    expect(await ask(() => new Response(body, { status, headers: { ...headers } }))).toEqual(expected);
  });

  it('without an answer that can be read may be asked again; faults of the page are not hidden', async () => {
    const silent = { words: 'the gateway does not answer', isOver: false };
    expect(await ask(() => Promise.reject(new TypeError('fetch failed')))).toEqual(silent);
    expect(await ask(() => new Response('<html>'))).toEqual(silent);
    expect(await ask(() => Response.json({ state: 'lost' }))).toEqual(silent);
    await expect(ask(() => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
  });

  it('virtual handsets', async () => {
    vi.stubGlobal('fetch', async () => Response.json([]));
    expect(await hasInboxes()).toBe(true);
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    expect(await hasInboxes()).toBe(false);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    expect(await hasInboxes()).toBe(false);
    vi.stubGlobal('fetch', () => Promise.reject(new Error('a fault')));
    await expect(hasInboxes()).rejects.toThrow('a fault');
  });
});

describe('modems in words', () => {
  const failed = (line: string) => parseFinalResult(line);

  it('a PIN that is asked for, and a wrong one', () => {
    expect(asksForPin(new ModemError('pin', 'the SIM asks for its PIN, and none is given'))).toBe(true);
    expect(asksForPin(new ModemError('refused', 'no', failed('+CME ERROR: 16')))).toBe(true);
    expect(asksForPin(new ModemError('refused', 'no', failed('+CME ERROR: 10')))).toBe(false);
    expect(asksForPin(new TypeError('no'))).toBe(false);
    for (const words of [
      'the SIM asks for SIM PUK',
      'the SIM asks for PH-SIM PIN',
      'the SIM asks for SIM PIN2',
      'the SIM is not ready',
    ])
      expect(asksForPin(new ModemError('pin', words))).toBe(false);
  });

  it('parts that went, and the one that did not', () => {
    const part = { reference: 1, sentAt: 0, state: undefined };
    const error = new ModemError('refused', 'AT+CMGS: +CMS ERROR: 38 (network out of order)');
    expect(modemWords(new ModemSendError(error, { to: '1', parts: [part, part] }, 2))).toBe(
      'Part 3 was not sent: AT+CMGS: +CMS ERROR: 38 (network out of order). 2 parts went before.',
    );
    const cancelled = new ModemError('cancelled', 'part 1 of 3 was not sent: cancelled');
    expect(modemWords(new ModemSendError(cancelled, { to: '1', parts: [] }, 0))).toBe('Cancelled before part 1.');
  });

  it('ports', () => {
    expect(portWords(new DOMException('', 'NotFoundError'))).toBe(undefined);
    for (const name of ['NetworkError', 'InvalidStateError', 'SecurityError', 'OtherError'])
      expect(portWords(new DOMException('words', name))).toMatch(/\S/);
  });
});

/** A port of the browser with a scripted modem behind it. */
function portOf(scripted: (say: (octets: Uint8Array) => void) => { receive(octets: Uint8Array): void }) {
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  const modem = scripted((octets) => queueMicrotask(() => out?.enqueue(octets)));
  const streams = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        out = controller;
      },
    });
  const port = {
    readable: null as ReadableStream<Uint8Array> | null,
    writable: null as WritableStream<Uint8Array> | null,
    isOpen: false,
    open: async () => {
      port.isOpen = true;
      port.readable = streams();
      port.writable = new WritableStream({ write: (octets) => modem.receive(octets) });
    },
    close: async () => {
      if (port.readable?.locked || port.writable?.locked) throw new TypeError('locked');
      port.isOpen = false;
    },
    /** A fault of the line, after which the browser gives another stream, or of the device. */
    fail(name: string, isFatal: boolean) {
      const before = out;
      port.readable = isFatal ? null : streams();
      before?.error(new DOMException('the port says so', name));
    },
  };
  return port;
}

describe('serial ports', () => {
  const scripted = () => portOf((say) => new ScriptedModem({ onOutput: say }));

  it('carry a modem, and are free again when they are closed', async () => {
    const port = scripted();
    const stream = await SerialStream.open(port satisfies BrowserSerialPort, 115_200);
    const modem = await openModem(stream, { pollMs: 0 });
    const sent = await modem.send(submitText('On my way', { to: '+447700900123' }));
    expect(sent.parts.map(({ reference }) => reference)).toEqual([1]);
    modem.close();
    await stream.close();
    expect(port.isOpen).toBe(false);
  });

  it('end their modem when they are closed', async () => {
    const stream = await SerialStream.open(scripted(), 115_200);
    const modem = await openModem(stream, { pollMs: 0 });
    await stream.close();
    expect(await modem.closed).toBe('the stream has ended');
  });

  it('go on after a fault of the line', async () => {
    const port = scripted();
    const stream = await SerialStream.open(port, 115_200);
    const modem = await openModem(stream, { pollMs: 0 });
    port.fail('ParityError', false);
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect((await modem.status()).model).toBe('modem');
    modem.close();
    await stream.close();
  });

  it('that are lost end the modem with the reason, and are closed', async () => {
    const port = scripted();
    const stream = await SerialStream.open(port, 115_200);
    const modem = await openModem(stream, { pollMs: 0 });
    port.fail('NetworkError', true);
    expect(await modem.closed).toBe('the stream failed: the port says so');
    await stream.close();
    expect(port.isOpen).toBe(false);
  });

  it('with nothing but faults are given up', async () => {
    const port = scripted();
    const stream = await SerialStream.open(port, 115_200);
    const failed = new Promise<Error>((resolve) => stream.on('error', resolve as (value: never) => void));
    const timer = setInterval(() => port.fail('BreakError', false), 0);
    expect((await failed).message).toBe('the port says so');
    clearInterval(timer);
    await stream.close();
  });

  it('write in order, and nothing after their end', async () => {
    const written: string[] = [];
    const port = portOf(() => ({ receive: (octets) => void written.push(decodeUtf8(octets)) }));
    const stream = await SerialStream.open(port, 9_600);
    for (const text of ['a', 'b', 'c']) stream.write(encodeUtf8(text));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await stream.close();
    stream.write(encodeUtf8('d'));
    expect(written).toEqual(['a', 'b', 'c']);
  });
});
