/** Requests that mean harm: refused within limits, while other clients go on. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { writeStoredZip } from '../../src/mms/index.js';
import { costly } from '../support/runs.js';
import { jsonClient } from './json-support.js';
import { envelope, FORM, formOf, GIF, MMS, QUERY, SMS, TO, testGateway, WHO } from './support.js';

const HELLO = { ...WHO, ...TO, Message: 'Hello' };
const XML = { 'Content-Type': 'text/xml' };

/** A body of so many octets, without holding it. */
function endless(octets: number, piece: Uint8Array): ReadableStream<Uint8Array> {
  let left = octets;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) controller.close();
      else controller.enqueue(piece);
      left -= piece.length;
    },
  });
}

describe('hostile requests', () => {
  it('64 MB and more: read up to the limit, whatever was declared', async () => {
    const { fetch, ask } = await testGateway();
    const piece = new Uint8Array(1 << 20).fill(0x61);
    const headers = { 'Content-Type': FORM };
    const body = endless(80 * 1_048_576, piece);
    expect((await fetch(SMS, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)).status).toBe(413);
    const whole = endless(64 * 1_048_576, piece);
    const answer = await fetch(SMS, { method: 'POST', headers, body: whole, duplex: 'half' } as RequestInit);
    expect(await answer.text()).toBe('171 - Invalid Login\r\n');
    const declared = { ...headers, 'Content-Length': String(1e12) };
    expect((await fetch(SMS, { method: 'POST', headers: declared, body: 'x' })).status).toBe(413);
    expect(await ask(SMS, HELLO)).toBe('158 - Message Sent OK\r\n');
  });

  it('100,000 parameters are report 14', async () => {
    const { fetch } = await testGateway();
    const body = Array.from({ length: 100_000 }, (_, i) => `p${i}=1`).join('&');
    for (const path of [SMS, MMS]) {
      const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': FORM }, body });
      expect(await answer.text()).toMatch(/^14 - /);
    }
    const answer = await fetch(QUERY, { method: 'POST', headers: { 'Content-Type': FORM }, body });
    expect(await answer.text()).toMatch(/^MessageIdentifier=-1&Report=14&/);
  });

  it('names that objects have are names like others', async () => {
    const { fetch } = await testGateway();
    const body = `__proto__=1&constructor=2&toString=3&${formOf(HELLO)}&__proto__[x]=1`;
    const answer = await fetch(SMS, { method: 'POST', headers: { 'Content-Type': FORM }, body });
    expect(await answer.text()).toBe('158 - Message Sent OK\r\n');
  });

  it('XML without end: deep, wide, and references that multiply', { timeout: 30_000 }, async () => {
    const { fetch } = await testGateway();
    const deep = envelope('SubmitMessage', `${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`);
    const wide = envelope('SubmitMessage', '<a/>'.repeat(200_000));
    const laughs = Array.from({ length: 30 }, (_, i) => `<m id="m${i}">${`<x href="#m${i + 1}"/>`.repeat(10)}</m>`).join('');
    for (const body of [deep, wide, envelope('SubmitMessage', `<Message href="#m0"/>${laughs}<m id="m30">x</m>`)]) {
      expect((await fetch('/sendsms3', { method: 'POST', headers: XML, body })).status).toBe(500);
    }
  });

  it('archives that unpack to far more, or lie', async () => {
    const { tags } = await testGateway();
    const file = (data: Uint8Array) => ({ MMSNotificationFileName1: 'a.zip', MMSNotificationFileData1: toHex(data) });
    const stored = writeStoredZip([{ name: 'a.txt', data: new Uint8Array(100) }]);
    const bomb = await zipOf(60_000_000);
    expect(bomb.length).toBeLessThan(100_000);
    for (const data of [bomb, stored.subarray(0, -4), new Uint8Array(200), new TextEncoder().encode('PK\u0003\u0004')]) {
      expect((await tags(MMS, { ...WHO, ...TO, ...file(data) })).Report).toBe('14');
    }
  });

  it('a file that is a picture and a page at once stays a file, and a picture of the library that is none is refused', async () => {
    const { tags, store } = await testGateway();
    const polyglot = `${GIF}${Buffer.from('<script>alert(1)</script>').toString('hex').toUpperCase()}`;
    const kept = await tags(MMS, { ...WHO, ...TO, WAPPushFileName1: 'a.gif', WAPPushFileData1: polyglot });
    expect(kept.Report).toBe('-2');
    const item = await store.libraryItem(WHO.Username, Number(kept.LibraryNumber));
    expect(toHex(item?.data as Uint8Array)).toBe(polyglot);
    // As a picture message it is neither hex of a bitmap nor a number of its range.
    for (const PictureMessage of [polyglot, kept.LibraryNumber as string]) {
      expect((await tags(MMS, { ...WHO, ...TO, PhoneMake: 'Nokia', PictureMessage })).Report).toBe('14');
    }
  });

  it('JSON without end: deep, wide, long, and names that objects have', async () => {
    const gateway = await testGateway();
    const { send } = jsonClient(gateway);
    const text = { kind: 'text', text: 'Hi' };
    const wide = `{"to":[${'[],'.repeat(200_000)}[]]}`;
    for (const body of ['['.repeat(100_000), '{"a":'.repeat(100_000), wide, `"${'\\'.repeat(500_000)}`, '-'.repeat(100_000)]) {
      expect(await send(body), body.slice(0, 20)).toMatchObject({ status: 400 });
    }
    const names = '{"__proto__":{"to":["447700900123"]},"content":{"kind":"text","text":"Hi"}}';
    expect(await send(names)).toMatchObject({ status: 400, body: { field: '$.__proto__' } });
    const many = { content: text, to: Array.from({ length: 20_000 }, () => '447700900123') };
    expect(await send(many)).toMatchObject({ status: 422, body: { field: '$.to' } });
    const bomb = Buffer.from(await zipOf(60_000_000)).toString('base64');
    const file = { name: 'a.zip', data: bomb };
    expect(await send({ content: { kind: 'mms', file }, to: ['447700900123'] })).toMatchObject({ status: 422 });
    expect(await send({ content: text, to: ['447700900123'] })).toMatchObject({ status: 202 });
  });

  it('any JSON gets an answer that the document knows', async () => {
    const { send } = jsonClient(await testGateway());
    const member = fc.constantFrom(
      ...['content', 'to', 'kind', 'text', 'tune', 'bitmap', 'parts', 'originator', 'sendAt', 'handset', 'mms', 'ringtone'],
      ...['pdu', '447700900123', 'Nokia', 'userData', 'AAAA', '2026-03-05T00:00:00Z'],
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        member,
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('any'), { maxLength: 3 }),
        tie('object'),
      ),
      object: fc.dictionary(member, tie('any'), { maxKeys: 4 }),
    })).object;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          value.map((given) => JSON.stringify(given)),
          fc.string(),
          fc.uint8Array({ maxLength: 60 }),
        ),
        async (body) => {
          expect([202, 400, 402, 403, 422]).toContain((await send(body)).status);
        },
      ),
      costly(300),
    );
  });

  it('any body gets an answer, and the gateway lives on', async () => {
    const { fetch, ask } = await testGateway();
    const paths = [SMS, MMS, QUERY, '/webservices/http/manageaccount', '/sendsms', '/sendsms2', '/sendsms3'];
    const parameter = fc.constantFrom(
      ...['Username=ANOther.12345', 'PIN=012345', 'SendTo=447700900123', 'Message=x', 'vCard=', 'PhoneMake=Nokia', 'si-href='],
      ...['AvailableCredit=', 'MMSFileMMS=80000', 'Ringtone=a:b:c', 'ResponseFormat=3', 'SmsSubmitPduUserDataHeader=00'],
    );
    const body = fc.oneof(
      fc.array(parameter, { maxLength: 12 }).map((list) => new TextEncoder().encode(list.join('&'))),
      fc.uint8Array({ maxLength: 200 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), body, async (path, octets) => {
        const headers = path.startsWith('/sendsms') && path !== '/sendsms' ? XML : { 'Content-Type': FORM };
        const answer = await fetch(path, { method: 'POST', headers, body: octets as Uint8Array<ArrayBuffer> });
        expect([200, 500]).toContain(answer.status);
        expect(await answer.text()).not.toMatch(/Report=98|^98 - |Server/);
      }),
      costly(300),
    );
    expect(await ask(SMS, HELLO)).toBe('158 - Message Sent OK\r\n');
  });
});

/** A ZIP of one file of zeros, deflated. */
async function zipOf(octets: number): Promise<Uint8Array> {
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  zip.file('a.txt', new Uint8Array(octets));
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}
