import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UnsignedSend } from '../../src/content/model.js';
import { ProtocolError } from '../../src/protocol/errors.js';
import { ConnectError, OutcomeUnknownError } from '../../src/sender/errors.js';
import type { SenderWarning } from '../../src/sender/options.js';
import { Sender } from '../../src/sender/sender.js';
import { SplitAbortedError, splitProgress, splitRequest } from '../../src/sender/split.js';
import { TransportFailure, type TransportRequest } from '../../src/sender/transport.js';
import { gateway, type Reply, untouchable } from '../support/gateway.js';
import { errorOf } from '../support/transports.js';

const ACCOUNT = { primary: 'https://one.example', username: 'ANOther.12345', pin: '01234567' };

/** So many numbers, each another one. */
const numbers = (count: number, first = 0) => Array.from({ length: count }, (_, i) => String(447_700_000_000 + first + i));

/** Answers each recipient with an identifier that ends with his number's last digits. */
function answering(extra = '') {
  return (fields: ReadonlyMap<string, string>): Reply => {
    const to = (fields.get('SendTo') as string).split(',');
    const identifiers = to.map((number) => `ABCDEF${number.slice(-9)}`).join(',');
    return `MessageIdentifier=${identifiers}&Report=${to.map(() => -2).join(',')}&Units=${to.map(() => 1).join(',')}${extra}`;
  };
}

function senderOver(...replies: Parameters<typeof gateway>) {
  const fake = gateway(...replies);
  const warnings: SenderWarning[] = [];
  const onWarning = (warning: SenderWarning) => warnings.push(warning);
  return { ...fake, warnings, sender: new Sender({ ...ACCOUNT, transport: fake.transport, onWarning }) };
}

/** Numbers of each request. */
const listsOf = (fake: { requests: TransportRequest[]; fields(i: number): [string, string][] }) =>
  fake.requests.map((_, i) => new Map(fake.fields(i)).get('SendTo')?.split(','));

describe('long lists', () => {
  it('G-GEN-09: 350 numbers go without a word, 351 with a warning and in one request', async () => {
    const over = senderOver(answering());
    expect(await over.sender.sendText('x', { to: numbers(350) })).toHaveLength(350);
    expect(over.warnings).toEqual([]);
    expect(await over.sender.sendText('x', { to: numbers(351) })).toHaveLength(351);
    expect(over.warnings).toEqual([expect.objectContaining({ code: 'many-recipients', field: 'SendTo' })]);
    expect(over.requests).toHaveLength(2);
  });

  it('G-CLI-08: are split when asked, and the results joined in order', async () => {
    const over = senderOver(answering());
    const to = numbers(800);
    const results = await over.sender.sendText('x', { to, split: true });
    expect(listsOf(over)).toEqual([to.slice(0, 350), to.slice(350, 700), to.slice(700)]);
    expect(results.map(({ messageIdentifier }) => messageIdentifier)).toEqual(to.map((number) => `ABCDEF${number.slice(-9)}`));
    expect(over.warnings).toEqual([]);
  });

  it('350 are one request with split, too', async () => {
    const over = senderOver(answering());
    await over.sender.sendText('x', { to: numbers(350), split: true });
    expect(over.requests).toHaveLength(1);
  });

  it('G-CLI-04: a fault anywhere in the list stops all of it', async () => {
    const sender = new Sender({ ...ACCOUNT, transport: untouchable });
    const to = [...numbers(700), 'Ann'];
    await expect(sender.sendText('x', { to, split: true })).rejects.toMatchObject({ name: 'EncodeError', field: 'SendTo' });
  });

  it('each request has a time of its own', async () => {
    const over = senderOver(answering());
    await over.sender.sendText('x', { to: numbers(360), split: true });
    expect(over.requests.map(({ timeoutMs }) => Math.round(timeoutMs / 1000))).toEqual([65, 31]);
  });

  it('a book and copies go with the last request', async () => {
    const over = senderOver(answering());
    const to = numbers(400);
    await over.sender.sendMms('80001', {
      ...{ to, toAddressBook: 'friends', cc: '447700900124', bcc: '447700900125', split: true },
      ...{ ccAddressBook: 'a', bccAddressBook: 'b', message: 'Subject' },
    });
    const names = over.requests.map((_, i) => over.fields(i).map(([name]) => name));
    const copies = ['SendToAddressBook', 'SendCc', 'SendBcc', 'SendCcAddressBook', 'SendBccAddressBook'];
    for (const name of copies) expect([names[0]?.includes(name), names[1]?.includes(name)]).toEqual([false, true]);
    for (const list of names) expect(list).toEqual(expect.arrayContaining(['MMSFileMMS', 'Message']));
  });

  it('parts of any request have all its numbers once, in order, and everything else as it was', () => {
    const request = (sendTo: string[]): UnsignedSend => ({ operation: 'sendSms', sendTo, message: 'x', replyTo: 'Shop' });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000 }), (count) => {
        const to = numbers(count);
        const parts = splitRequest(request(to));
        expect(parts.flatMap(({ sendTo }) => sendTo)).toEqual(to);
        expect(parts).toHaveLength(Math.max(1, Math.ceil(count / 350)));
        for (const part of parts) expect(part).toEqual(request([...(part.sendTo ?? [])]));
      }),
    );
  });
});

describe('files', () => {
  const FILE = { name: 'a.gif', data: '474946' };
  const file = ['WAPPushFileName1', 'WAPPushFileData1'];

  it('G-LIB-02: are uploaded once; later requests name the number, and every result tells it', async () => {
    const over = senderOver(answering('&LibraryNumber=80123'), answering());
    const results = await over.sender.sendWapPush(FILE, { to: numbers(800), split: true, message: 'A picture' });
    expect(over.fields(0).map(([name]) => name)).toEqual(expect.arrayContaining(file));
    for (const i of [1, 2]) {
      const fields = new Map(over.fields(i));
      expect(fields.get('MMSFileWAP')).toBe('80123');
      expect(fields.get('Message')).toBe('A picture');
      for (const name of file) expect(fields.has(name)).toBe(false);
    }
    expect(new Set(results.map(({ libraryNumber }) => libraryNumber))).toEqual(new Set([80_123]));
    expect(results).toHaveLength(800);
  });

  it.each([
    ['no number', ''],
    ['a number outside of the library', '&LibraryNumber=12345'],
    ['different numbers', `&LibraryNumber=${Array.from({ length: 350 }, (_, i) => 80_000 + i).join(',')}`],
  ])('are uploaded each time when the answer has %s', async (_, extra) => {
    const over = senderOver(answering(extra), answering());
    await over.sender.sendWapPush(FILE, { to: numbers(360), split: true });
    for (const i of [0, 1]) expect(over.fields(i).map(([name]) => name)).toEqual(expect.arrayContaining(file));
  });

  it('a number that was given stays', async () => {
    const over = senderOver(answering('&LibraryNumber=80999'));
    await over.sender.sendMms('80001', { to: numbers(360), split: true });
    for (const i of [0, 1]) expect(new Map(over.fields(i)).get('MMSFileMMS')).toBe('80001');
  });
});

describe('what goes wrong on the way', () => {
  const to = numbers(1_000);
  const options = { to, split: true };

  it('no connection: the results so far are kept, and the rest was not tried', async () => {
    const over = senderOver(answering(), new TransportFailure('connect', 'refused', false));
    const error = await errorOf(over.sender.sendText('secret text', options));
    expect(error).toBeInstanceOf(ConnectError);
    const progress = splitProgress(error);
    expect(progress).toMatchObject({ unknown: 0, notTried: 650 });
    expect(progress?.results).toHaveLength(350);
    expect((error as ConnectError).results).toBe(progress?.results);
    expect(String(error)).toContain('650 recipients were not tried');
    expect(over.requests).toHaveLength(2);
    for (const shown of [inspect(error, { depth: 9 }), JSON.stringify(error)]) {
      expect(shown).not.toMatch(/secret text|01234567|447700000\d{3}/);
    }
  });

  it('no answer: what became of the second request is unknown, the third is not sent', async () => {
    const over = senderOver(answering(), new TransportFailure('exchange', 'reset', true));
    const error = await errorOf(over.sender.sendText('x', options));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(splitProgress(error)).toMatchObject({ unknown: 350, notTried: 300 });
    expect(over.requests).toHaveLength(2);
  });

  it('an answer that is none', async () => {
    const over = senderOver(answering(), answering(), '<html></html>');
    const error = await errorOf(over.sender.sendText('x', options));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(splitProgress(error)).toMatchObject({ unknown: 300, notTried: 0 });
    expect(splitProgress(error)?.results).toHaveLength(700);
  });

  it('the first request already', async () => {
    const over = senderOver(new TransportFailure('dns', 'unknown-host', false));
    expect(splitProgress(await errorOf(over.sender.sendText('x', options)))).toEqual({
      results: [],
      unknown: 0,
      notTried: 1_000,
    });
    const whole = senderOver(new TransportFailure('dns', 'unknown-host', false));
    expect(splitProgress(await errorOf(whole.sender.sendText('x', { to })))).toBeUndefined();
    expect(splitProgress(undefined)).toBeUndefined();
  });

  it('G-CLI-07: a signal between two requests', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const over = senderOver((fields) => {
      controller.abort(reason);
      return answering()(fields);
    });
    const error = await errorOf(over.sender.sendText('x', { ...options, signal: controller.signal }));
    expect(error).toBeInstanceOf(SplitAbortedError);
    expect(error).toMatchObject({ name: 'AbortError', cause: reason, unknown: 0, notTried: 650 });
    expect(splitProgress(error)?.results).toHaveLength(350);
    expect(Object.keys(reason)).toEqual([]);
    expect(over.requests).toHaveLength(1);
  });

  it('G-CLI-02: a refused login ends it; as the first answer it is the only result', async () => {
    const over = senderOver('MessageIdentifier=-1&Report=2&Text=Invalid%20Login&Units=0');
    expect(await over.sender.sendText('x', options)).toEqual([expect.objectContaining({ report: 2 })]);
    expect(over.requests).toHaveLength(1);
  });

  it('G-CLI-02: a later refusal of a whole request stands for everybody from there on', async () => {
    const over = senderOver(answering(), '171 - Invalid Login');
    const results = await over.sender.sendText('x', options);
    expect(over.requests).toHaveLength(2);
    expect(results).toHaveLength(1_000);
    expect(results[349]).toMatchObject({ accepted: true });
    expect(new Set(results.slice(350).map(({ report }) => report))).toEqual(new Set([171]));
  });

  it.each<[what: string, reply: string, unmatched: number]>([
    ['fewer results', 'MessageIdentifier=A1,A2,A3&Report=-2,-2,11', 3],
    ['one result, an accepted one', 'MessageIdentifier=A1&Report=-2', 1],
    ['a line for all', '158 - Message Sent OK', 1],
    ['more results', `Report=${Array.from({ length: 351 }, () => -2).join(',')}`, 351],
  ])('G-CLI-10: %s than recipients: nobody gets the result of another one', async (_, reply, count) => {
    const over = senderOver(answering(), reply, answering());
    const error = await errorOf(over.sender.sendText('x', options));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(String(error)).toContain(`${count} results for 350 recipients`);
    const progress = splitProgress(error);
    expect(progress).toMatchObject({ unknown: 350, notTried: 300 });
    expect(progress?.results).toHaveLength(350);
    expect(progress?.unmatched).toHaveLength(count);
    // G-CLI-02: nor is anything sent again, or to the rest.
    expect(over.requests).toHaveLength(2);
    expect(over.warnings).toContainEqual(expect.objectContaining({ code: 'result-count' }));
  });

  it('G-CLI-10: fewer results for the last recipients leave the earlier ones in their places', async () => {
    const over = senderOver(answering(), 'MessageIdentifier=A1,A2&Report=-2,11');
    const results = await over.sender.sendText('x', { to: numbers(360), split: true });
    expect(results).toHaveLength(352);
    expect(results[349]?.messageIdentifier).toBe('ABCDEF700000349');
    expect(over.warnings).toContainEqual(expect.objectContaining({ code: 'result-count' }));
  });

  it('G-CLI-05: an error shows no words of the gateway that repeat what was sent', async () => {
    const repeating = (fields: ReadonlyMap<string, string>) => {
      const to = (fields.get('SendTo') as string).split(',');
      return `Report=${to.map(() => 14)}&Text=${to.map((number) => `no%20secret%20text%20${number}%20${ACCOUNT.pin}`)}`;
    };
    for (const last of [new TransportFailure('exchange', 'reset', true), 'Report=14,14&Text=a%20447700000001,secret%20text']) {
      const error = await errorOf(senderOver(repeating, last).sender.sendText('secret text', options));
      expect(splitProgress(error)?.results[0]).toMatchObject({ report: 14, text: 'no *** 4477*****000 ***' });
      for (const shown of [inspect(error, { depth: 9, maxArrayLength: null }), JSON.stringify(error)]) {
        expect(shown).not.toMatch(/secret text|01234567|447700000\d{3}/);
      }
    }
  });

  it('one refused recipient ends nothing', async () => {
    const refusing = () => 'MessageIdentifier=-1&Report=11&Text=&Units=0';
    const over = senderOver(answering(), refusing, answering());
    const results = await over.sender.sendText('x', { to: numbers(351), split: true });
    expect(results).toHaveLength(351);
    expect(results[350]).toMatchObject({ report: 11, accepted: false });
  });

  it('formats 0 and 1 give a result for each request', async () => {
    const over = senderOver('158 - Message Sent OK', '15 - Out of credit', '158 - Message Sent OK');
    const results = await over.sender.sendText('x', { ...options, responseFormat: 0 });
    expect(results.map(({ report }) => report)).toEqual([158, 15, 158]);
  });
});
