/** `handset admin`: accounts and messages that an operator changes. */
import { userInfo } from 'node:os';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Store } from '../../src/gateway/index.js';
import { ACCOUNTS, accountsText, openTestStore, textJob } from '../support/gateway-store.js';
import { handset, temp, write } from './support.js';

const PARENT = 'ANOther.12345';
const BY = `cli:${userInfo().username}`;

let stores = 0;
let path: string;
/** The store as a gateway has it that runs meanwhile. */
let store: Store;
beforeEach(async () => {
  path = temp(`changes-${++stores}.db`);
  store = await openTestStore({ sqlite: path });
  onTestFinished(() => store.close());
});

const admin = (args: readonly string[], stdin = '') => handset(['admin', ...args, '--store', path], { stdin });

async function json(args: readonly string[], stdin = ''): Promise<Record<string, unknown>> {
  const { code, out, err } = await admin([...args, '--json'], stdin);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Record<string, unknown>;
}

async function refused(...args: string[]): Promise<string> {
  const { code, out, err } = await admin(args);
  expect([code, out]).toEqual([2, '']);
  return err.replace(/^handset: /, '').trimEnd();
}

describe('handset admin account', () => {
  it('shows one, in lines and as JSON, without secrets', async () => {
    const { out } = await admin(['account', 'Hook.1']);
    expect(out).toBe(
      [
        'username      Hook.1',
        'currency      GBP',
        'credit        9.0000',
        'pricePerPart  0.0450',
        'mayManage     no',
        'replyTo       ["447700900009"]',
        'callback      {"url":"http://127.0.0.1:9/receipts","form":"form","username":"me"}',
        'createdAt     2026-03-04T05:06:07Z',
        '',
      ].join('\n'),
    );
    expect(await json(['account', 'Kid.77'])).toEqual({
      ...{ username: 'Kid.77', parent: PARENT, type: 'TRANSFER', currency: 'GBP', credit: '1.0000', pricePerPart: '0.0500' },
      ...{ mayManage: false, replyTo: [], createdAt: '2026-03-04T05:06:07Z' },
    });
  });

  it('changes all that is asked for, while the gateway runs', async () => {
    const options = ['--price', '0.07', '--reply-to', 'Shop, 447700900777', '--callback', 'https://shop.example/r'];
    const moved = ['--debit', '5', '--top-up', '1.5', '--may-not-manage', '--disable'];
    expect(await json(['account', PARENT, ...options, ...moved])).toMatchObject({
      ...{ pricePerPart: '0.0700', replyTo: ['Shop', '447700900777'], credit: '11.7345', mayManage: false, disabled: true },
      callback: { url: 'https://shop.example/r', form: 'form' },
    });
    expect(await store.verify(PARENT, '0123456')).toBeUndefined();
    expect(await json(['account', PARENT, '--callback', 'smpp'])).toMatchObject({ callback: { form: 'smpp' } });
    expect(await json(['account', PARENT, '--enable', '--callback', '', '--reply-to', ''])).not.toHaveProperty('callback');
    expect(await store.verify(PARENT, '0123456')).toMatchObject({ replyTo: [], pricePerPart: 700 });
    const { out } = await admin(['audit', '--account', PARENT, '--json']);
    const entries = JSON.parse(out) as { by: string; changes: Record<string, unknown> }[];
    expect(entries.map(({ by }) => by)).toEqual(['provisioning', BY, BY, BY]);
    expect(entries[1]?.changes).toMatchObject({ credit: ['15.2345', '11.7345'], disabled: [false, true] });
    expect((await admin(['audit'])).out.split('\n')[0]).toMatch(/^time +by +action +username +message +changes$/);
  });

  it('a PIN comes from standard input, from an argument with a word of caution, or is made up and shown once', async () => {
    expect(await json(['account', PARENT, '--pin', '-'], 'FromStdin1\n')).not.toHaveProperty('pin');
    expect(await store.verify(PARENT, 'FromStdin1')).toBeDefined();
    const { code, err } = await admin(['account', PARENT, '--pin', 'FromArg1']);
    expect([code, err]).toEqual([0, expect.stringContaining('list of processes')]);
    expect(await store.verify(PARENT, 'FromArg1')).toBeDefined();
    const { pin } = await json(['account', PARENT, '--rotate-pin']);
    expect(await store.verify(PARENT, pin as string)).toBeDefined();
    expect(await store.verify(PARENT, 'FromArg1')).toBeUndefined();
    const { out } = await admin(['audit']);
    expect(out).not.toMatch(new RegExp(`FromStdin1|FromArg1|${pin}`));
  });

  it('a callback with a user name and PIN comes from standard input', async () => {
    const callback = { url: 'https://shop.example/r', form: 'soap', username: 'shop', pin: 'S3cret' };
    expect(await json(['account', PARENT, '--callback', '-'], JSON.stringify(callback))).toMatchObject({
      callback: { url: 'https://shop.example/r', form: 'soap', username: 'shop' },
    });
    expect((await store.account(PARENT))?.callback).toEqual(callback);
    const wrong = await handset(['admin', 'account', PARENT, '--callback', '-', '--store', path], { stdin: '{"url": S3cret' });
    expect(wrong.code).toBe(1);
    expect(wrong.err).not.toContain('S3cret');
  });

  it('creates one, with a PIN or a made-up one', async () => {
    const options = ['--create', '--credit', '5', '--price', '0.01', '--reply-to', 'Shop', '--may-manage'];
    const created = await json(['account', 'New.1', ...options]);
    expect(created).toMatchObject({
      username: 'New.1',
      credit: '5.0000',
      pricePerPart: '0.0100',
      mayManage: true,
      replyTo: ['Shop'],
    });
    expect(await store.verify('New.1', created.pin as string)).toBeDefined();
    const child = await json(
      ['account', 'New.2', '--create', '--pin', '-', '--parent', 'New.1', '--type', 'SHARED'],
      'Child99',
    );
    expect(child).toMatchObject({ username: 'New.2', parent: 'New.1', type: 'SHARED' });
    expect(await store.verify('New.2', 'Child99')).toBeDefined();
  });

  it('what is wrong is told by the option that says it', async () => {
    expect(await refused('account', 'Nobody.1')).toBe('there is no such account');
    expect(await refused('account', 'Nobody.1', '--disable')).toBe('there is no such account');
    expect(await refused('account', 'Kid.77', '--debit', '2')).toBe('--debit: the credit is 1.0000');
    expect(await refused('account', 'Sib.78', '--top-up', '2')).toContain('SHARED');
    expect(await refused('account', PARENT, '--price', 'cheap')).toMatch(/^--price has to be an amount of money/);
    expect(await refused('account', PARENT, '--disable', '--enable')).toBe('--disable and --enable cannot stand together');
    expect(await refused('account', PARENT, '--credit', '1')).toBe('--credit is for a new account alone: --create');
    expect(await refused('account', 'New.1', '--create', '--disable')).toBe('--disable is not for a new account');
    expect(await refused('account', PARENT, '--create')).toBe('the user name is taken');
    expect(await refused('account', 'New.1', '--create', '--type', 'SHARED')).toBe('--parent is missing beside a type');
    expect((await admin(['account', PARENT, '--pin', '123'])).err).toContain('--pin has to be 4 to 20 letters and digits');
    const { code, err } = await admin(['account', PARENT, '--pin', 'S3cret Pin']);
    expect([code, err]).toEqual([2, expect.stringContaining('--pin has to be')]);
    expect(err).not.toContain('S3cret');
    expect((await store.audit({})).entries.filter(({ by }) => by === BY)).toEqual([]);
  });
});

describe('handset admin messages, cancel, requeue', () => {
  it('finds them, takes one back and queues it again', async () => {
    const { recipients } = await store.accept(textJob(PARENT, ['447700900101', '447700900102']));
    const [first, second] = recipients.map(({ messageIdentifier }) => messageIdentifier) as [string, string];
    await store.settle(
      (await store.claim(1, 1_000)).map((message) => ({ message, outcome: { kind: 'failed', reason: 'no route' } })),
    );
    const failed = await admin(['messages', '--state', 'failed', '--account', PARENT]);
    expect(failed.out.split('\n')[1]).toMatch(new RegExp(`^${first} .* failed .* 1 +1 +- +no route$`));
    expect((await admin(['cancel', second])).out).toBe('cancelled\n');
    expect(await json(['requeue', first])).toEqual({ messageIdentifier: first, state: 'queued' });
    const found = (await admin(['messages', '--number', '447700900102', '--json'])).out;
    expect(JSON.parse(found)).toMatchObject([{ messageIdentifier: second, state: 'cancelled', attempts: 0 }]);
    expect(JSON.parse((await admin(['messages', '--limit', '1', '--json'])).out)).toHaveLength(1);
    expect(await refused('requeue', first)).toBe('the message is queued');
    expect(await refused('cancel', 'NOSUCHMESSAGE00')).toBe('there is no such message');
    expect(await refused('cancel', 'short')).toContain('15 characters');
    expect(await json(['requeue', '--state', 'cancelled', '--account', PARENT])).toEqual({ requeued: 1, unpaid: 0 });
    expect((await admin(['requeue', '--number', '447700900102'])).out).toBe('0 messages queued again\n');
    expect(await refused('requeue')).toContain('which messages are meant');
    expect(await refused('requeue', first, '--state', 'failed')).toContain('which messages are meant');
    expect(await refused('requeue', '--state', 'sent')).toContain('--state has to be');
    expect(await refused('cancel')).toContain('which messages are meant');
    expect(await refused('cancel', first, '--account', PARENT)).toContain('which messages are meant');
    expect(await refused('messages', '--state', 'lost')).toContain('--state has to be');
    expect(await refused('messages', '--from', 'yesterday')).toContain('--from has to be a time');
  });
});

it('handset admin cancel takes all back that fit', async () => {
  // By the clock of the command.
  const now = await Store.open({ sqlite: path }, { pinCost: 1 });
  onTestFinished(() => now.close());
  await now.accept(
    textJob(
      PARENT,
      Array.from({ length: 30 }, (_, i) => String(447700900100 + i)),
    ),
  );
  await now.accept(textJob('Hook.1', ['447700900101']));
  await now.claim(4, 60_000);
  const { out } = await admin(['cancel', '--account', PARENT]);
  expect(out).toMatch(/^(?:27|28|29) messages cancelled, [123] are being handed over just now\n$/);
  expect(await json(['cancel', '--account', PARENT])).toEqual({ cancelled: 0, inHand: 30 - Number(out.slice(0, 2)) });
  expect((await admin(['cancel', '--number', '447700900101'])).out).toMatch(/^[01] messages? cancelled/);
});

it('handset admin provision names what the file has otherwise, by account and field', async () => {
  const [first, ...others] = ACCOUNTS.accounts;
  const file = { ...ACCOUNTS, accounts: [{ ...first, pin: 'S3cretPin', replyTo: ['Zzz'] }, ...others] };
  const { code, out, err } = await admin(['provision', write('differs.json', JSON.stringify(file))]);
  expect([code, out]).toEqual([0, '']);
  expect(err.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^warning: account ANOther\.12345: pin differs from the file, and the store's value stays/),
    expect.stringMatching(/^warning: account ANOther\.12345: replyTo differs from the file, and the store's value stays/),
  ]);
  expect(err).not.toMatch(/S3cretPin|Zzz|MyShop|0123456/);
  expect(await store.verify(PARENT, '0123456')).toBeDefined();
  const same = await admin(['provision', write('same.json', accountsText())]);
  expect(same).toEqual({ code: 0, out: '', err: '' });
});
