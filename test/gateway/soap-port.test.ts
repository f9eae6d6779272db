/** Rules of section 9, and of section 10 as far as they bind the gateway's own SOAP port. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { soap } from '../../src/protocol/index.js';
import { envelope, LOGO, TUNE, testGateway, WHO } from './support.js';

type Gateway = Awaited<ReturnType<typeof testGateway>>;

const LOGIN = `<Username>${WHO.Username}</Username><PIN>${WHO.PIN}</PIN>`;
const TEXT = '<Recipient><SendTo>447700900123</SendTo></Recipient><Message><TextMessage>Hello</TextMessage></Message>';

async function post({ fetch }: Gateway, body: string | Uint8Array, path = '/sendsms3', type = 'text/xml; charset=utf-8') {
  const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': type, SOAPAction: '""' }, body });
  return { status: answer.status, type: answer.headers.get('Content-Type'), xml: await answer.text() };
}

async function call(gateway: Gateway, operation: string, parts: string, namespace?: string) {
  const { xml } = await post(gateway, envelope(operation, parts, namespace));
  return soap.parseAnswer(xml);
}

/** Report of a SubmitMessage. */
async function reportOf(gateway: Gateway, recipient: string, message: string): Promise<number | string | undefined> {
  const parts = `${LOGIN}<Recipient><SendTo>447700900123</SendTo>${recipient}</Recipient><Message>${message}</Message>`;
  const answer = await call(gateway, 'SubmitMessage', parts);
  if (answer.operation !== 'SubmitMessage') throw new Error('a fault');
  return Number(answer.parts.Report);
}

describe('the SOAP port', () => {
  it('G-SOAP-01, G-SOAP-02, G-SOAP-03: both paths and all media types, with any action; answers are text/xml', async () => {
    const gateway = await testGateway();
    for (const path of ['/sendsms2', '/sendsms3']) {
      for (const type of ['text/soap; charset=utf-8', 'text/xml', 'application/xml', 'application/soap+xml']) {
        const { status, type: answered, xml } = await post(gateway, envelope('SubmitMessage', `${LOGIN}${TEXT}`), path, type);
        expect([status, answered]).toEqual([200, 'text/xml; charset=utf-8']);
        expect(soap.parseAnswer(xml)).toMatchObject({
          operation: 'SubmitMessage',
          parts: {
            MessageIdentifier: expect.stringMatching(/^[A-Z0-9]{15}$/),
            Report: '-2',
            Text: 'Accepted by gw.example.net: queued',
          },
        });
      }
    }
    expect(await gateway.inbox('447700900123', 8)).toHaveLength(8);
  });

  it('G-SOAP-03, G-SOAP-10: the two queries', async () => {
    const gateway = await testGateway();
    expect(await call(gateway, 'AvailableMessages', LOGIN)).toMatchObject({ parts: { Messages: '338' } });
    expect(await call(gateway, 'AvailableCredit', LOGIN)).toMatchObject({ parts: { Currency: 'GBP', Credit: '15.2345' } });
  });

  it('G-SOAP-04: envelopes of six toolkits are read', async () => {
    const gateway = await testGateway();
    const folder = new URL('../../fixtures/soap/', import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.xml'));
    expect(files.length).toBeGreaterThan(3);
    for (const name of files) {
      const { xml } = await post(gateway, new Uint8Array(readFileSync(new URL(name, folder))));
      const answer = soap.parseAnswer(xml);
      // Their credentials are not known here: they are read, and refused.
      if (answer.operation === undefined) expect(answer.fault.reason).toBe('Invalid Login');
      else expect(answer.parts).toMatchObject({ Report: '2', MessageIdentifier: '-1' });
    }
  });

  it('G-SOAP-05: cycles, DOCTYPEs, entities, depth and unknown operations are faults of the client, status 500', async () => {
    const gateway = await testGateway();
    const deep = `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`;
    for (const body of [
      envelope('SubmitMessage', '<Recipient id="a" href="#a"/>'),
      envelope('SubmitMessage', '<Recipient href="#nowhere"/>'),
      `<!DOCTYPE a [<!ENTITY e "x">]>${envelope('SubmitMessage', LOGIN)}`,
      envelope('SubmitMessage', `${LOGIN}<Message><TextMessage>&e;</TextMessage></Message>`),
      envelope('SubmitMessage', `${LOGIN}${deep}`),
      envelope('Nothing', LOGIN),
      'no xml',
      '',
    ]) {
      const { status, xml } = await post(gateway, body);
      expect(status).toBe(500);
      expect(soap.parseAnswer(xml)).toMatchObject({ fault: { code: 'Client' } });
    }
  });

  it('G-SOAP-06, G-AUTH-03: login errors are answers with report 2, and faults of the queries', async () => {
    const gateway = await testGateway();
    const wrong = `<Username>${WHO.Username}</Username><PIN>1</PIN>`;
    for (const parts of [wrong, '', LOGIN.replace(WHO.PIN, '12345')]) {
      const refused = await call(gateway, 'SubmitMessage', `${parts}${TEXT}`);
      expect(refused).toMatchObject({ parts: { MessageIdentifier: '-1', Report: '2', Text: 'Invalid Login' } });
      for (const operation of ['AvailableMessages', 'AvailableCredit']) {
        expect(await call(gateway, operation, parts)).toMatchObject({ fault: { code: 'Client', reason: 'Invalid Login' } });
      }
    }
  });

  it('G-SOAP-07: several recipients, and the report of the last that failed', async () => {
    const gateway = await testGateway();
    const submit = (to: string) =>
      call(
        gateway,
        'SubmitMessage',
        `${LOGIN}<Recipient><SendTo>${to}</SendTo></Recipient><Message><TextMessage>Hi</TextMessage></Message>`,
      );
    expect(await submit('447700900123,nobody,447700900124')).toMatchObject({
      parts: { Report: '11', MessageIdentifier: '-1' },
    });
    expect(await gateway.inbox('447700900124')).toHaveLength(1);
    expect(await submit('447700900123,447700900124')).toMatchObject({ parts: { Report: '-2' } });
  });

  it('G-SOAP-08: a MessageIdentifier is passed over, an empty ReplyTo is absent, Reserved comes back empty', async () => {
    const gateway = await testGateway();
    const parts = `${LOGIN}${TEXT}<ReplyTo></ReplyTo><MessageIdentifier>MINE</MessageIdentifier>`;
    const answer = await call(gateway, 'SubmitMessage', parts);
    expect(answer).toMatchObject({
      parts: {
        MessageIdentifier: expect.not.stringMatching(/MINE/),
        Reserved: { Field1: '', Field2: '', Field3: '', Field4: '' },
      },
    });
    expect((await gateway.inbox('447700900123'))[0]?.originator).toBe('447700900001');
  });

  it('G-SOAP-09, G-SOAP-11: kinds of messages and the rules of their makes', async () => {
    const gateway = await testGateway();
    const nokia = '<PhoneMake>Nokia</PhoneMake>';
    const rtttl = `<Data>${Buffer.from(TUNE).toString('hex')}</Data>`;
    const logo = `<OperatorLogo><Data>${LOGO}</Data><Format>OTA</Format></OperatorLogo>`;
    expect(await reportOf(gateway, nokia, `<Ringtone>${rtttl}<Format>RTTTL</Format></Ringtone>`)).toBe(-2);
    expect(await reportOf(gateway, nokia, `<Ringtone>${rtttl}</Ringtone>`)).toBe(-2);
    expect(await reportOf(gateway, nokia, '<Ringtone><LibraryNumber>30001</LibraryNumber></Ringtone>')).toBe(-2);
    expect(await reportOf(gateway, `${nokia}<MCC>234</MCC><MNC>15</MNC>`, logo)).toBe(-2);
    expect(await reportOf(gateway, nokia, logo)).toBe(14);
    expect(await reportOf(gateway, '', `<Ringtone>${rtttl}</Ringtone>`)).toBe(14);
    expect(await reportOf(gateway, nokia, `<TextMessage>a</TextMessage><FlashMessage>b</FlashMessage>`)).toBe(14);
    expect(await reportOf(gateway, nokia, `<Ringtone><LibraryNumber>30001</LibraryNumber>${rtttl}</Ringtone>`)).toBe(14);
    const graphic = `<GroupGraphic><Data>${LOGO}</Data></GroupGraphic>`;
    expect(await reportOf(gateway, nokia, graphic)).toBe(-2);
    expect(await reportOf(gateway, '<PhoneMake>Siemens</PhoneMake>', graphic)).toBe(14);
    expect(await reportOf(gateway, '', '')).toBe(14);
  });

  it('G-SI-08: the action signal-delete means delete', async () => {
    const gateway = await testGateway();
    const si = (action: string) =>
      `<WAPPush><si><indication><href>http://x.example/</href><si-id>1</si-id><action>${action}</action></indication></si></WAPPush>`;
    expect(await reportOf(gateway, '', si('signal-medium'))).toBe(-2);
    expect(await gateway.inbox('447700900123')).toHaveLength(1);
    expect(await reportOf(gateway, '', si('signal-delete'))).toBe(-2);
  });

  it('G-SOAP-10: a time with an offset is one of UTC', async () => {
    const gateway = await testGateway();
    const at = (time: string) => `<SendOptions><SendTimeAbsolute>${time}</SendTimeAbsolute></SendOptions>`;
    expect(await reportOf(gateway, at('2026-03-05T02:00:00+02:00'), '<TextMessage>x</TextMessage>')).toBe(99);
    expect(await reportOf(gateway, at('2026-03-05T00:00:00'), '<TextMessage>x</TextMessage>')).toBe(99);
    const due = [];
    for await (const { dueAt } of gateway.store.messages()) due.push(dueAt);
    expect(due).toEqual([Date.parse('2026-03-05T00:00:00Z'), Date.parse('2026-03-05T00:00:00Z')]);
  });

  it('G-SOAP-12, G-GEN-05: the WSDL, with the address of this gateway', async () => {
    const { fetch } = await testGateway({ publicUrl: 'https://sms.example.com' });
    for (const query of ['wsdl', 'WSDL', 'wsdl=1']) {
      const answer = await fetch(`/sendsms3?${query}`);
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/xml; charset=utf-8']);
      expect(await answer.text()).toContain('https://sms.example.com/sendsms3');
    }
    expect((await fetch('/sendsms3?other')).status).toBe(405);
  });

  it('G-DLR-03: receipts and incoming messages are checked, answered and kept', async () => {
    const gateway = await testGateway();
    const receipt =
      '<Timestamp1>2026-03-04T05:00:00Z</Timestamp1><SentTo>447700900123</SentTo><MessageIdentifier>ABCDEFGHIJKLMNO</MessageIdentifier><Report>0</Report>';
    expect(await call(gateway, 'SubmitDeliveryReceipt', `${LOGIN}${receipt}`)).toMatchObject({
      parts: { MessageIdentifier: 'ABCDEFGHIJKLMNO', Report: '0' },
    });
    expect(await call(gateway, 'DeliverMessage', `${LOGIN}${TEXT}<ReplyTo>447700900555</ReplyTo>`)).toMatchObject({
      parts: { Report: '0' },
    });
    expect(await call(gateway, 'SubmitDeliveryReceipt', receipt)).toMatchObject({ parts: { Report: '2' } });
    const kept = await gateway.store.posted(WHO.Username);
    expect(kept.map(({ callback }) => callback)).toMatchObject([
      { kind: 'receipt', sendTo: '447700900123', messageIdentifier: 'ABCDEFGHIJKLMNO' },
      { kind: 'message', sendTo: '447700900123', message: 'Hello', replyTo: '447700900555' },
    ]);
  });

  it('a fault of the gateway is report 98, or a fault of the server, without a word of what it was', async () => {
    const faults: unknown[] = [];
    const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => faults.push(fields) };
    const gateway = await testGateway({ log });
    gateway.store.accept = () => Promise.reject(new Error('disk full: secret'));
    expect(await call(gateway, 'SubmitMessage', `${LOGIN}${TEXT}`)).toMatchObject({
      parts: { Report: '98', Text: 'Internal error' },
    });
    gateway.store.verify = () => Promise.reject(new Error('secret'));
    const { xml } = await post(gateway, envelope('AvailableCredit', LOGIN));
    expect(soap.parseAnswer(xml)).toMatchObject({ fault: { code: 'Server', reason: 'Internal error' } });
    expect(xml).not.toContain('secret');
    expect(faults).toHaveLength(2);
  });
});
