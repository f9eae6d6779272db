/** `handset account`: requests by --dry-run against the interface document's tables, answers from a gateway on loopback. */
import { describe, expect, it } from 'vitest';
import { asAccount, closedPort, closingServer, gateway, type Parameter, parameters } from './send-gateway.js';

const QUERY = '/webservices/http/queryaccount';
const MANAGE = '/webservices/http/manageaccount';
const CHILD = [
  'create-child',
  '--type',
  'transfer',
  '--email',
  'ann@example.com',
  '--country-code',
  '44',
  '--mobile',
  '447700900123',
];

const account = (url: string, ...args: string[]) => asAccount(['account', ...args, '--server', url]);

describe('requests (sections 7 and 8)', () => {
  it.each<[string, string[], string, Parameter[]]>([
    ['G-QRY-01, 02', ['credit'], QUERY, [['AvailableCredit', '']]],
    ['G-QRY-01, 03', ['messages'], QUERY, [['AvailableMessages', '']]],
    ['G-QRY-01, 04', ['reply-to'], QUERY, [['PermittedReplyTo', '']]],
    [
      'G-MGT-02: what is needed',
      CHILD,
      MANAGE,
      [
        ['CreateChildAccountType', 'TRANSFER'],
        ['CreateChildAccountEmail', 'ann@example.com'],
        ['CreateChildAccountTelephoneCountryCode', '44'],
        ['CreateChildAccountMobileNumber', '447700900123'],
      ],
    ],
    [
      'G-MGT-02: everything',
      [...CHILD, '--type', 'shared', '--given-name', 'Ann', '--family-name', 'Other', '--company', 'Example Ltd'],
      MANAGE,
      [
        ['CreateChildAccountType', 'SHARED'],
        ['CreateChildAccountEmail', 'ann@example.com'],
        ['CreateChildAccountTelephoneCountryCode', '44'],
        ['CreateChildAccountMobileNumber', '447700900123'],
        ['CreateChildAccountGivenName', 'Ann'],
        ['CreateChildAccountFamilyName', 'Other'],
        ['CreateChildAccountCompanyName', 'Example Ltd'],
      ],
    ],
    ['G-MGT-05', ['delete-child', 'AOther.54321'], MANAGE, [['DeleteChildAccountUsername', 'AOther.54321']]],
    [
      'G-MGT-06: an amount',
      ['transfer', '--to', 'AOther.54321', '--amount', '12.50'],
      MANAGE,
      [
        ['TransferToAccountUsername', 'AOther.54321'],
        ['TransferCurrencyAmount', '12.50'],
      ],
    ],
    [
      'G-MGT-06: messages',
      ['transfer', '--to', 'AOther.54321', '--messages', '100'],
      MANAGE,
      [
        ['TransferToAccountUsername', 'AOther.54321'],
        ['TransferMessagesAmount', '100'],
      ],
    ],
  ])('%s: %j', async (_, args, path, expected) => {
    expect(await parameters(['account', ...args])).toEqual({ path, sent: expected });
  });
});

describe('answers', () => {
  it.each<[string, string, string[], string, object]>([
    ['G-QRY-02', 'Currency=GBP&AvailableCredit=15.2345', ['credit'], 'GBP 15.2345\n', { currency: 'GBP', amount: '15.2345' }],
    ['G-QRY-02, older', 'AvailableCredit=UKL 15.2345', ['credit'], 'UKL 15.2345\n', { currency: 'UKL', amount: '15.2345' }],
    ['G-QRY-03', 'AvailableMessages=304', ['messages'], '304\n', { messages: 304 }],
    [
      'G-QRY-04',
      'PermittedReplyTo=447700900999,sms.example.com',
      ['reply-to'],
      '447700900999\nsms.example.com\n',
      { permittedReplyTo: ['447700900999', 'sms.example.com'] },
    ],
    [
      'G-MGT-02, 04',
      'Report=0&Username=AOther.54321&PIN=01234567',
      CHILD,
      'username  AOther.54321\npin       01234567\n',
      { username: 'AOther.54321', pin: '01234567' },
    ],
    ['G-MGT-05', 'Report=0', ['delete-child', 'AOther.54321'], 'deleted\n', {}],
    ['G-MGT-06', 'Report=0', ['transfer', '--to', 'AOther.54321', '--messages', '9'], 'transferred\n', {}],
  ])('%s: %s', async (_, answer, args, text, values) => {
    const peer = await gateway(answer);
    expect(await account(peer.url, ...args)).toEqual({ code: 0, out: text, err: '' });
    const { code, out } = await account(peer.url, ...args, '--json');
    const attempts = [{ server: 'primary', origin: peer.url, phase: 'exchange', reason: 'answered' }];
    expect([code, JSON.parse(out)]).toEqual([0, { outcome: 'accepted', ...values, attempts, warnings: [] }]);
    expect(peer.asked.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });
});

describe('how it ends otherwise', () => {
  it.each([
    ['G-RES-12: a login error', ['credit'], 'MessageIdentifier=-1&Report=2&Text=Invalid Login', 2, 'invalid login'],
    ['G-MGT-07: the same of management', CHILD, 'Report=2&Text=Invalid Login', 2, 'invalid login'],
    ['G-AUTH-06: no permission', ['delete-child', 'Bob'], 'Report=13&Text=Not%20a%20parent', 13, 'not permitted'],
    ['G-MGT-06: not enough credit', ['transfer', '--to', 'Bob', '--amount', '1.00'], 'Report=15', 15, 'out of credit'],
  ])('4: %s', async (_, args, answer, report, meaning) => {
    const peer = await gateway(answer);
    const { code, out, err } = await account(peer.url, ...args);
    expect([code, out]).toEqual([4, '']);
    expect(err.startsWith(`handset: the gateway refused: report ${report} (${meaning})`)).toBe(true);
    const { code: again, out: json } = await account(peer.url, ...args, '--json');
    expect([again, JSON.parse(json)]).toEqual([4, expect.objectContaining({ outcome: 'refused', report, meaning })]);
  });

  it('4: what the gateway says is shown', async () => {
    const peer = await gateway('Report=13&Text=Not%20a%20parent');
    const { err } = await account(peer.url, 'delete-child', 'Bob');
    expect(err).toBe('handset: the gateway refused: report 13 (not permitted); it says "Not a parent"\n');
  });

  it('5: no connection', async () => {
    const url = await closedPort();
    const { code, out, err } = await account(url, 'credit', '--json');
    expect([code, JSON.parse(out)]).toEqual([5, expect.objectContaining({ outcome: 'unreachable' })]);
    expect(err).toMatch(/^handset: no connection, nothing was sent: /);
    expect((await account(url, 'credit')).out).toBe('');
  });

  it('6: no answer, and an answer that names no account', async () => {
    expect(await account(await closingServer(), ...CHILD)).toMatchObject({ code: 6, out: '' });
    const peer = await gateway('Report=0');
    const { code, err } = await account(peer.url, ...CHILD);
    expect([code, err]).toEqual([6, expect.stringContaining('the answer does not name it')]);
  });

  it.each([
    ['no type', ['create-child', '--email', 'a@b.c', '--country-code', '44', '--mobile', '447700900123'], 2, '--type'],
    ['another type', [...CHILD, '--type', 'gift'], 2, '--type is transfer or shared'],
    ['an address that is none', [...CHILD, '--email', 'ann'], 1, '--email: '],
    ['a code with a plus', [...CHILD, '--country-code', '+44'], 1, '--country-code: '],
    ['a number that is none', [...CHILD, '--mobile', 'me'], 1, '--mobile: '],
    ['nobody to remove', ['delete-child'], 2, 'username'],
    ['a name that no account has', ['delete-child', 'a b'], 1, 'USERNAME: '],
    ['nothing to transfer', ['transfer', '--to', 'Bob'], 2, 'either --amount or --messages'],
    [
      'G-MGT-06: two amounts',
      ['transfer', '--to', 'Bob', '--amount', '1.00', '--messages', '1'],
      2,
      'either --amount or --messages',
    ],
    ['G-MGT-06: an amount of three decimals', ['transfer', '--to', 'Bob', '--amount', '1.000'], 1, '--amount: '],
    ['no messages', ['transfer', '--to', 'Bob', '--messages', '0'], 2, '--messages takes a number from 1'],
  ] as [string, string[], number, string][])('refuses %s', async (_, args, exit, message) => {
    const { code, out, err } = await account('https://sms.example.com', ...args, '--dry-run');
    expect([code, out, err]).toEqual([exit, '', expect.stringContaining(message)]);
  });
});
