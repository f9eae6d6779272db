/** The gateway itself, asked without a port: whatever comes in, it answers, and never with a fault of its own. */
import { createGateway, type Gateway, readProvisioning, Store } from '../../src/gateway/index.js';
import { PATHS } from '../../src/protocol/index.js';
import { expectTrue, type Target, textTarget } from './target.js';

const ACCOUNT = { username: 'ANOther.12345', pin: '012345', credit: '99999999999.0000', pricePerPart: '0.0000' };
const LOGO = `00480E01${'AA'.repeat(126)}`;
const GIF = '47494638396101000100800000000000FFFFFF21F90401000000002C00000000010001000002024401003B';

let opened: Promise<Gateway> | undefined;

/** One for all inputs; its store is in memory. */
async function open(): Promise<Gateway> {
  const clock = () => Date.UTC(2026, 10, 21);
  const store = await Store.open({ sqlite: ':memory:' }, { clock, pinCost: 1 });
  const library = [{ number: 10001, public: true, fileName: 'logo.otb', data: LOGO }];
  await store.provision(readProvisioning(JSON.stringify({ accounts: [ACCOUNT], library })));
  // Receipts and what is delivered take no part.
  const callbacks = () => ({ wake: () => {}, close: async () => {} });
  return createGateway({ store, clock, publicUrl: 'http://gw.example.net', callbacks });
}

async function ask(path: string, contentType: string, body: string): Promise<unknown> {
  opened ??= open();
  const gateway = await opened;
  const request = new Request(`http://gw.example.net${path}`, {
    method: 'POST',
    headers: { 'Content-Type': contentType },
    body,
  });
  const answer = await gateway.fetch(request);
  const text = await answer.text();
  const { status } = answer;
  expectTrue(!/Internal error/i.test(text), 'the gateway answers with a fault of its own');
  expectTrue(status < 500 || (status === 500 && /Fault>/.test(text)), 'the gateway answers with a status of the 500s');
  expectTrue(text !== '', 'the gateway answers with nothing');
  return {
    kind: `${status} ${/^\d+|Report=[^&]*|<faultstring[^>]*>[^<]*|<[\w:-]*Response|<Report[^>]*>[^<]*/.exec(text)?.[0] ?? ''}`.slice(
      0,
      40,
    ),
  };
}

const login = `Username=${ACCOUNT.username}&PIN=${ACCOUNT.pin}&`;
const envelope = (parts: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><m:SubmitMessage xmlns:m="urn:x">${parts}</m:SubmitMessage></e:Body></e:Envelope>`;

export const GATEWAY: readonly Target[] = [
  textTarget(
    'gateway.createGateway, forms',
    async (text) => {
      const form = 'application/x-www-form-urlencoded; charset=utf-8';
      return [
        await ask(PATHS.sendSms, form, login + text),
        await ask(PATHS.sendMultimedia, form, login + text),
        await ask(PATHS.queryAccount, form, login + text),
      ];
    },
    {
      words: [
        ...[
          'SendTo=',
          '447700900123',
          ',',
          '&Message=',
          '&ResponseFormat=1',
          '&ResponseFormat=3',
          '&ReplyTo=',
          '&Flash=1',
          '&Operation=',
          '&SendAt=',
        ],
        ...[
          '&RtttlRingtone=',
          '&OtaBitmap=',
          '&LibraryNumber=10001',
          '&FileName=a.gif',
          `&FileData=${GIF}`,
          '&Href=http://a/',
          '&VCard=',
          '%00',
          '%',
          '+',
        ],
      ],
      seeds: () => [
        'SendTo=447700900123&Message=Hello',
        'SendTo=447700900123,447700900124&Message=Hello&ResponseFormat=3',
        `SendTo=447700900123&OtaBitmap=${LOGO}`,
        'SendTo=447700900123&LibraryNumber=10001',
        'Operation=QueryCredit',
      ],
    },
  ),
  textTarget('gateway.createGateway, SOAP', (text) => ask(PATHS.soap[0], 'text/xml; charset=utf-8', text), {
    words: [
      '<SendTo>',
      '</SendTo>',
      '<Message>',
      '<Username>',
      '<PIN>',
      'href="#a"',
      'id="a"',
      'xsi:nil="1"',
      '<![CDATA[',
      '&lt;',
      '<!DOCTYPE x>',
    ],
    seeds: () => [
      envelope(
        `<Username>${ACCOUNT.username}</Username><PIN>${ACCOUNT.pin}</PIN><SendTo>447700900123</SendTo><Message>Hello</Message>`,
      ),
    ],
  }),
];
