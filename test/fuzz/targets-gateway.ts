/** The gateway itself, asked without a port: whatever comes in, it answers, and never with a fault of its own. */
import fc from 'fast-check';
import { createGateway, type Gateway, readProvisioning, Store } from '../../src/gateway/index.js';
import { formatRequest, type GatewayRequest, isAccepted, PATHS, soap } from '../../src/protocol/index.js';
import * as requests from '../support/gateway-requests.js';
import { seedsFrom } from './seeds.js';
import { expectTrue, type Ran, type Target, textTarget } from './target.js';

const ACCOUNT = {
  username: 'ANOther.12345',
  pin: '012345',
  credit: '99999999999.0000',
  pricePerPart: '0.0000',
  mayManage: true,
  replyTo: ['447700900001', 'MyShop'],
  addressBooks: { Friends: { '': ['447700900201'], Team: ['447700900203', '447700900202'] } },
};
const CHILD = { username: 'Kid.77', pin: '5555', parent: ACCOUNT.username, type: 'TRANSFER', credit: '1.0000' };
const LOGO = `00480E01${'AA'.repeat(126)}`;
const GIF = '47494638396101000100800000000000FFFFFF21F90401000000002C00000000010001000002024401003B';

let opened: Promise<Gateway> | undefined;

/** One for all inputs; its store is in memory. */
async function open(): Promise<Gateway> {
  const clock = () => Date.UTC(2026, 10, 21);
  const store = await Store.open({ sqlite: ':memory:' }, { clock, pinCost: 1 });
  const library = [{ number: 10001, public: true, fileName: 'logo.otb', data: LOGO }];
  await store.provision(readProvisioning(JSON.stringify({ accounts: [ACCOUNT, CHILD], library })));
  // Receipts and what is delivered take no part.
  const callbacks = () => ({ wake: () => {}, close: async () => {} });
  return createGateway({
    store,
    clock,
    publicUrl: 'http://gw.example.net',
    callbacks,
    rate: { account: false, address: false },
  });
}

/** The report of an answer: in a line, a tag or an element. The answer to a query has none. */
const REPORT = /^(?<line>\d+) - |\bReport(?:=|>| [^<>]*>)(?<report>-?\d+)/;

/** The answer to a request that the gateway takes. */
async function ask(path: string, contentType: string, body: string): Promise<Ran> {
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
  const { line, report } = REPORT.exec(text)?.groups ?? {};
  const isRefused =
    line === undefined ? report !== undefined && !isAccepted(Number(report)) : !isAccepted(Number(line), 'line');
  return { value: status === 200 && !isRefused ? text : undefined };
}

const { username, pin } = ACCOUNT;
const login = `Username=${username}&PIN=${pin}&`;
const WORDS = [
  ...[
    'SendTo=',
    '447700900123',
    ',',
    '&Message=',
    '&FlashMessage=',
    '&ResponseFormat=1',
    '&ResponseFormat=3',
    '&ReplyTo=MyShop',
  ],
  ...['&SendTimeDelay=5', '&SendTimeAbsolute=2026-11-22T00:00:00', '&SendToAddressBook=Friends::Team', '&LibraryNumber=10001'],
  ...['&PhoneMake=Nokia', `&FileName=a.gif&FileData=${GIF}`, '&si-href=http://a/', 'BEGIN:VCARD', '%00', '%', '+'],
];

/** A request of the account, with an originator and an address book that it has. */
const byAccount = <T extends GatewayRequest>(request: T): T => ({
  ...request,
  username,
  pin,
  ...('replyTo' in request && { replyTo: 'MyShop' }),
  ...('sendToAddressBook' in request && { sendToAddressBook: 'Friends::Team' }),
});

/** Forms to a path, after the account's name and PIN. */
function formTarget(
  operation: Exclude<keyof typeof PATHS, 'soap'>,
  values: fc.Arbitrary<GatewayRequest>,
  seeds: readonly string[],
): Target {
  const contentType = 'application/x-www-form-urlencoded; charset=utf-8';
  const form = (request: GatewayRequest) => formatRequest(byAccount(request)).body.slice(login.length);
  return textTarget(`gateway.createGateway ${operation}`, (text) => ask(PATHS[operation], contentType, login + text), {
    words: WORDS,
    seeds: () => [...seeds, ...seedsFrom(values, form, 20)],
  });
}

export const GATEWAY: readonly Target[] = [
  formTarget('sendSms', requests.sendSms, [
    'SendTo=447700900123&Message=Hello',
    'SendTo=447700900123,447700900124&Message=Hello&ReplyTo=MyShop&ResponseFormat=3',
    'SendToAddressBook=Friends::Team&FlashMessage=Hello&SendTimeDelay=5',
  ]),
  formTarget('sendMultimedia', requests.sendMultimedia, [
    `SendTo=447700900123&PhoneMake=Nokia&MCC=234&MNC=15&OperatorLogo=${LOGO}`,
    'SendTo=447700900123&LibraryNumber=10001',
  ]),
  formTarget('queryAccount', requests.query, []),
  formTarget('manageAccount', fc.oneof(requests.createChildAccount, requests.deleteChildAccount, requests.transferFunds), [
    'TransferToAccountUsername=Kid.77&TransferCurrencyAmount=1.00',
  ]),
  formTarget('variant', fc.oneof(requests.sendSms, requests.query), []),
  textTarget('gateway.createGateway SOAP', (text) => ask(PATHS.soap[0], 'text/xml; charset=utf-8', text), {
    words: [
      ...['<SendTo>', '</SendTo>', '<Message>', '<Username>', '<PIN>', 'href="#a"', 'id="a"', 'xsi:nil="1"', '<![CDATA['],
      ...['&lt;', '<!DOCTYPE x>'],
    ],
    seeds: () =>
      seedsFrom(requests.soapSend, (request) => soap.formatCall('SubmitMessage', soap.callOf(byAccount(request)).parts), 30),
  }),
];
