/**
 * Clients of other people at a served gateway: curl with forms, PHP's SoapClient and zeep with the WSDL that the gateway gives them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from './drivers/daemons.js';
import { admin, endGateways, inboxOf, type Place, type ServedGateway, serveGateway } from './drivers/gateway.js';
import { run } from './drivers/run.js';

const ACCOUNTS = {
  serviceDomain: 'gw.example.net',
  serviceName: 'gw.example.net',
  accounts: [
    { username: 'ANOther.12345', pin: '0123456', credit: '15.2345', mayManage: true, replyTo: ['447700900001', 'MyShop'] },
  ],
};
const WHO = 'Username=ANOther.12345&PIN=0123456';
const FORM = ['-H', 'Content-Type: application/x-www-form-urlencoded; charset=utf-8'];
const ACCEPTED = /^MessageIdentifier=([A-Z0-9]{15})&Report=-2&Text=Accepted%20by%20gw\.example\.net%3A%20queued&Units=(\d+)$/;

const folder = mkdtempSync(join(tmpdir(), 'handset-clients-'));
const place: Place = { sqlite: join(folder, 'store.db') };
let gateway: ServedGateway;
beforeAll(async () => {
  gateway = await serveGateway(folder, place, ACCOUNTS);
});
afterAll(async () => {
  const code = await gateway.stop();
  await endGateways();
  rmSync(folder, { recursive: true });
  expect(code).toBe(0);
});

let lastNumber = 447700900100;
/** A handset that nobody wrote to before. */
const newNumber = () => String(++lastNumber);

/** Contents of an inbox once so many messages are there. */
async function contentsAt(number: string, count = 1): Promise<readonly unknown[]> {
  let contents: readonly unknown[] = [];
  await until(async () => {
    contents = (await inboxOf(gateway, number)).messages.map(({ content }) => content);
    return contents.length >= count;
  }, `${count} messages at ${number}`);
  return contents;
}

/** What curl wrote, and behind it version, status, type and connections that it made, of each transfer. */
async function curl(...args: readonly string[]): Promise<string> {
  const told = '\n%{http_version} %{response_code} %{content_type} %{num_connects}\n';
  return (await run('curl', ['--silent', '--show-error', '--max-time', '20', '-w', told, ...args])).stdout;
}

const sms = () => `${gateway.url}/webservices/http/sendsms`;

describe('curl', () => {
  /** A way to post a form; the rest is the same for all. */
  const ways: Record<string, readonly string[]> = {
    'HTTP/1.1, Connection: close': [...FORM, '-H', 'Connection: close'],
    'HTTP/1.0': [...FORM, '--http1.0'],
    'its own Content-Type': [],
    'no Content-Type': ['-H', 'Content-Type:'],
    'a charset in quotes': ['-H', 'Content-Type: application/x-www-form-urlencoded; charset="utf-8"'],
    'a chunked body': [...FORM, '-H', 'Transfer-Encoding: chunked'],
    'Expect: 100-continue': [...FORM, '-H', 'Expect: 100-continue'],
  };
  it.each(Object.entries(ways))('G-GEN-01, G-GEN-02: posts a form by %s', async (_, args) => {
    const number = newNumber();
    const data = ['-d', `${WHO}&SendTo=${number}&ResponseFormat=1`, '--data-urlencode', 'Message=Grüße, 10 € [&=+]'];
    const [body, told] = (await curl(...args, ...data, sms())).split('\n');
    expect(body).toMatch(ACCEPTED);
    expect(told).toBe('1.1 200 text/html; charset=utf-8 1');
    expect(await contentsAt(number)).toEqual([{ kind: 'text', text: 'Grüße, 10 € [&=+]' }]);
  });

  it('G-GEN-04: asks by GET', async () => {
    const number = newNumber();
    const args = ['--get', '-d', `${WHO}&SendTo=${number}`, '--data-urlencode', 'Message=Привет'];
    expect(await curl(...args, sms())).toBe('158 - Message Sent OK\r\n\n1.1 200 text/html; charset=utf-8 1\n');
    expect(await contentsAt(number)).toEqual([{ kind: 'text', text: 'Привет' }]);
    const query = `${gateway.url}/webservices/http/queryaccount?${WHO}&AvailableCredit=`;
    expect(await curl(query)).toContain('\n1.1 405 ');
  });

  it('G-GEN-02, G-GEN-03: sends several over one connection', async () => {
    const number = newNumber();
    const one = (text: string) => [...FORM, '-d', `${WHO}&SendTo=${number}&ResponseFormat=1&Message=${text}`, sms()];
    const rest = ['-w', '\n%{num_connects}\n'];
    const { stdout } = await run('curl', [
      '-sS',
      ...rest,
      ...one('1'),
      '--next',
      '-sS',
      ...rest,
      ...one('2'),
      '--next',
      '-sS',
      ...rest,
      ...one('3'),
    ]);
    const lines = stdout.trim().split('\n');
    expect(lines.filter((_, i) => i % 2 === 1)).toEqual(['1', '0', '0']);
    for (const body of lines.filter((_, i) => i % 2 === 0)) expect(body).toMatch(ACCEPTED);
    expect(await contentsAt(number, 3)).toHaveLength(3);
  });

  it('G-GEN-07: is told of other types, paths and methods', async () => {
    expect(await curl('-F', 'Username=x', sms())).toContain('\n1.1 415 ');
    expect(await curl('-d', WHO, `${gateway.url}/webservices/http/nothing`)).toContain('\n1.1 404 ');
    expect(await curl('-X', 'PUT', '-d', WHO, sms())).toContain('\n1.1 405 ');
  });

  it('G-MMS-22, G-RES-04: uploads a picture from a file', async () => {
    const number = newNumber();
    const hex = '47494638396101000100800000000000FFFFFF21F90401000000002C00000000010001000002024401003B';
    const fields = `${WHO}&SendTo=${number}&ResponseFormat=1&WAPPushFileName1=dot.gif&WAPPushFileData1=${hex}&Message=A+dot`;
    const body = await curl(...FORM, '-d', fields, `${gateway.url}/webservices/http/sendmms`);
    expect(body).toMatch(/&Report=-2&.*&LibraryNumber=8\d{4}\n/);
    const [content] = (await contentsAt(number)) as [{ kind: string; si: { href: string } }];
    expect(content).toMatchObject({ kind: 'serviceIndication', si: { text: 'A dot' } });
    const fetched = await run('curl', ['-sS', '-D', '-', '-o', join(folder, 'dot.gif'), content.si.href]);
    expect(fetched.stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*^content-type: image\/gif\r$/im);
    const { stdout } = await run('od', ['-An', '-v', '-tx1', join(folder, 'dot.gif')]);
    expect(stdout.replace(/\s/g, '').toUpperCase()).toBe(hex);
  });

  it('G-GEN-05: over HTTPS', async () => {
    const own = mkdtempSync(join(folder, 'tls-'));
    const file = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));
    const secure = await serveGateway(own, { sqlite: ':memory:' }, ACCOUNTS, {
      tls: { cert: file('localhost.crt'), key: file('localhost.key') },
    });
    try {
      expect(secure.url).toMatch(/^https:/);
      const url = `${secure.url.replace('127.0.0.1', 'localhost')}/webservices/http/queryaccount`;
      const args = [
        '--resolve',
        `localhost:${new URL(url).port}:127.0.0.1`,
        '--cacert',
        file('localhost.crt'),
        ...FORM,
        '-d',
        `${WHO}&AvailableCredit=`,
      ];
      expect(await curl(...args, url)).toMatch(/^Currency=GBP&AvailableCredit=15\.2345\n/);
    } finally {
      await secure.stop();
    }
  });
});

// ---- SOAP ----

const TUNE = Buffer.from('Fifth:d=4,o=5,b=63:8P,8G,8G,8G,2D#').toString('hex');
const LOGO = `00480E01${'AA'.repeat(126)}`;
const PICTURE = `00481C01${'5A'.repeat(252)}`;
const UDH = '06050415810000';

/** What is sent, and the kind that has to be on the handset. */
const MESSAGES: readonly { readonly message: object; readonly content: object; readonly recipient?: object }[] = [
  { message: { TextMessage: 'Grüße & <b>10 €</b>' }, content: { kind: 'text', text: 'Grüße & <b>10 €</b>' } },
  { message: { TextMessage: 'x'.repeat(170) }, content: { kind: 'text', text: 'x'.repeat(170) } },
  { message: { FlashMessage: 'Now!' }, content: { kind: 'flash', text: 'Now!' } },
  {
    message: { Ringtone: { Data: { hex: TUNE }, Format: 'RTTTL' } },
    content: { kind: 'ringtone' },
    recipient: { PhoneMake: 'Nokia' },
  },
  {
    message: { OperatorLogo: { Data: { hex: LOGO }, Format: 'OTA' } },
    content: { kind: 'operatorLogo', mcc: '234', mnc: '10' },
    recipient: { PhoneMake: 'Nokia', MCC: 234, MNC: 10 },
  },
  {
    message: { PictureMessage: { Data: { hex: PICTURE }, Format: 'OTA' } },
    content: { kind: 'pictureMessage' },
    recipient: { PhoneMake: 'Nokia' },
  },
  {
    message: { GroupGraphic: { Data: { hex: LOGO }, Format: 'OTA' } },
    content: { kind: 'groupGraphic' },
    recipient: { PhoneMake: 'Nokia' },
  },
  {
    message: {
      SmsSubmitPdu: {
        ...{ DataCodingScheme: { hex: 'F5' }, ProtocolIdentifier: { hex: '00' } },
        ...{ UserDataHeader: { hex: UDH }, UserData: { hex: '024A3A5B' } },
      },
    },
    content: { kind: 'pdu', tpDcs: 0xf5, data: '024A3A5B' },
  },
  {
    message: {
      WAPPush: {
        si: {
          indication: {
            href: 'http://www.example.com/?a=1&b=2',
            'si-id': 'n-1',
            created: '2026-03-04T05:06:07Z',
            content: 'New mail',
          },
        },
      },
    },
    content: {
      kind: 'serviceIndication',
      si: { href: 'http://www.example.com/?a=1&b=2', id: 'n-1', created: '2026-03-04T05:06:07Z', text: 'New mail' },
    },
  },
];

const CLIENTS = {
  "PHP's SoapClient": ['/usr/bin/php', fileURLToPath(new URL('drivers/gateway_soap.php', import.meta.url))],
  zeep: ['/usr/bin/python3', fileURLToPath(new URL('drivers/gateway_soap.py', import.meta.url))],
} as const;

type Answer = { readonly parts?: Readonly<Record<string, unknown>>; readonly fault?: string };

describe.each(Object.entries(CLIENTS))('%s', (_, [program, script]) => {
  const call = async (jobs: readonly { operation: string; parts: object }[], port = 'sendsms3'): Promise<Answer[]> => {
    const input = JSON.stringify({ wsdl: `${gateway.url}/${port}?wsdl`, jobs });
    return JSON.parse((await run(program, [script], { input })).stdout);
  };
  const credentials = { Username: 'ANOther.12345', PIN: '0123456' };
  const Reserved = { Field1: '', Field2: '', Field3: '', Field4: '' };

  it('G-SOAP-03, G-SOAP-12: sends every kind of message by the WSDL that it is given', async () => {
    const numbers = MESSAGES.map(newNumber);
    const answers = await call(
      MESSAGES.map(({ message, recipient }, index) => ({
        operation: 'SubmitMessage',
        parts: {
          ...credentials,
          Recipient: { SendTo: numbers[index], ...recipient },
          Message: message,
          ReplyTo: 'MyShop',
          MessageIdentifier: '',
          Reserved,
        },
      })),
    );
    for (const [index, { parts, fault }] of answers.entries()) {
      expect(fault, `message ${index}`).toBeUndefined();
      expect(parts, `message ${index}`).toMatchObject({
        MessageIdentifier: expect.stringMatching(/^[A-Z0-9]{15}$/),
        Report: -2,
        Text: 'Accepted by gw.example.net: queued',
      });
      const { content } = MESSAGES[index]!;
      const [found] = await contentsAt(numbers[index]!);
      expect(found, `message ${index}`).toMatchObject(content);
    }
  });

  it('G-SOAP-03, G-SOAP-06: makes the other calls, on both ports', async () => {
    const queries = ['AvailableCredit', 'AvailableMessages'].map((operation) => ({ operation, parts: credentials }));
    const accounts = (await admin(place, 'accounts')) as { credit: string; pricePerPart: string }[];
    const { credit, pricePerPart } = accounts[0]!;
    for (const port of ['sendsms2', 'sendsms3']) {
      const answers = await call(
        [
          ...queries,
          {
            operation: 'SubmitDeliveryReceipt',
            parts: {
              ...credentials,
              ...{
                Timestamp1: '2026-03-04T05:06:07Z',
                SentTo: '447700900123',
                MessageIdentifier: 'ABCDEFGHIJK0001',
                Report: 0,
              },
            },
          },
          {
            operation: 'DeliverMessage',
            parts: {
              ...credentials,
              ...{ Recipient: { SendTo: '447700900001' }, Message: { TextMessage: 'Yes' }, ReplyTo: '447700900123' },
            },
          },
          { operation: 'AvailableCredit', parts: { ...credentials, PIN: '123456' } },
          {
            operation: 'SubmitMessage',
            parts: {
              ...{ ...credentials, PIN: 'no', Recipient: { SendTo: '447700900123' }, Message: { TextMessage: 'x' } },
              ...{ ReplyTo: '', MessageIdentifier: '', Reserved },
            },
          },
        ],
        port,
      );
      expect(answers).toMatchObject([
        { parts: { Currency: 'GBP', Credit: credit } },
        { parts: { Messages: String(Math.floor(Number(credit) / Number(pricePerPart))) } },
        { parts: { Report: 0 } },
        { parts: { Report: 0 } },
        { fault: 'Invalid Login' },
        { parts: { Report: 2, MessageIdentifier: '-1' } },
      ]);
    }
  });
});
