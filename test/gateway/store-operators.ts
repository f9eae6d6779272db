/**
 * What operators do in a store, whatever database is behind it: registered for SQLite by store.test.ts, for PostgreSQL by its interoperation test.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UNSORTED } from '../../src/gateway/delivery/lanes.js';
import { readProvisioning } from '../../src/gateway/settings/provision.js';
import type { Store } from '../../src/gateway/store/store.js';
import type {
  AcceptOnce,
  AcceptOutcome,
  AuditEntry,
  MessageEntry,
  MessageFilter,
  Page,
  PageOptions,
  Settlement,
} from '../../src/gateway/store/types.js';
import { ACCOUNTS, accountsText, TEXT_PART, TestClock, textJob } from '../support/gateway-store.js';

const PARENT = 'ANOther.12345';
const BY = 'cli:root';
const to = (count: number, first = 447700900100) => Array.from({ length: count }, (_, i) => String(first + i));

/** Registers the tests; `open` gives a fresh store with the accounts of test/support/gateway-store.ts. */
export function describeOperators(open: (clock: TestClock, options: { validityMs?: number }) => Promise<Store>) {
  let clock: TestClock;
  let store: Store;
  beforeEach(async () => {
    clock = new TestClock();
    store = await open(clock, { validityMs: 3_600_000 });
  });
  afterEach(async () => {
    for (const { username, credit } of await store.accounts()) {
      const entries = (await store.ledger(username)) ?? [];
      expect(
        entries.reduce((sum, { amount }) => sum + amount, 0),
        `ledger of ${username}`,
      ).toBe(credit);
    }
    await store.close();
  });

  const creditOf = async (username: string) => (await store.account(username))?.credit;
  /** But for the accounts of the file. */
  const auditOf = async (username?: string) =>
    (await store.audit({ username })).entries.filter(({ by }) => by !== 'provisioning');
  const lastAudit = async () => (await auditOf()).at(-1) as AuditEntry;
  const send = async (username: string, count = 1, dueAt?: number) =>
    (await store.accept(textJob(username, to(count), { dueAt }))).recipients.map(({ messageIdentifier }) => messageIdentifier);
  const settle = async (outcome: Settlement['outcome']) =>
    store.settle((await store.claim(100, 1_000)).map((message) => ({ message, outcome })));
  const find = async (id: string) => {
    const { entries } = await store.searchMessages({});
    return entries.find(({ messageIdentifier }) => messageIdentifier === id);
  };

  describe('a request with a key', () => {
    const once = (more: Partial<AcceptOnce> = {}): AcceptOnce => ({
      ...{ username: PARENT, key: 'k1', fingerprint: 'f1', expiresAt: clock.now + 1_000 },
      answer: (outcomes) => JSON.stringify(outcomes),
      ...more,
    });
    const jobs = (count = 1) => [textJob(PARENT, to(count))];

    it('is accepted and charged once, together with what is kept of it', async () => {
      const first = await store.acceptOnce(jobs(2), once());
      expect(first).toMatchObject([{ recipients: [{ report: -2 }, { report: -2 }] }]);
      const credit = await creditOf(PARENT);
      const kept = { fingerprint: 'f1', answer: JSON.stringify(first) };
      expect(await store.acceptOnce(jobs(2), once({ fingerprint: 'f2' }))).toEqual(kept);
      expect(await store.keptAnswer(PARENT, 'k1')).toEqual(kept);
      expect(await store.keptAnswer('Hook.1', 'k1')).toBeUndefined();
      expect(await creditOf(PARENT)).toBe(credit);
      expect((await store.listOwn(PARENT, {})).entries).toHaveLength(2);
    });

    it('is new for another account, for another key, and when its time is over', async () => {
      await store.acceptOnce(jobs(), once());
      expect(await store.acceptOnce(jobs(), once({ key: 'k2' }))).toHaveLength(1);
      expect(await store.acceptOnce([textJob('Hook.1', to(1))], once({ username: 'Hook.1' }))).toHaveLength(1);
      clock.now += 1_000;
      expect(await store.keptAnswer(PARENT, 'k1')).toBeUndefined();
      expect(await store.acceptOnce(jobs(), once({ expiresAt: clock.now + 1_000 }))).toHaveLength(1);
      expect(await store.acceptOnce(jobs(), once())).toHaveProperty('fingerprint');
      clock.now += 1_000;
      await store.sweep();
      expect(await store.acceptOnce(jobs(), once({ expiresAt: clock.now + 1_000 }))).toHaveLength(1);
    });

    it('of which nothing was accepted is not kept', async () => {
      const tooMuch = [textJob(PARENT, to(1), { unitsPerRecipient: 100_000 })];
      expect(await store.acceptOnce(tooMuch, once())).toMatchObject([{ recipients: [{ report: 15 }] }]);
      expect(await store.acceptOnce(jobs(), once())).toHaveLength(1);
    });

    it('is accepted once when it comes many times at once, beside others', async () => {
      const many = await Promise.all([
        ...Array.from({ length: 20 }, () => store.acceptOnce(jobs(), once())),
        ...Array.from({ length: 20 }, () => store.accept(textJob(PARENT, to(1)))),
      ]);
      expect(many.filter((outcome) => Array.isArray(outcome))).toHaveLength(1);
      expect((await store.listOwn(PARENT, {})).entries).toHaveLength(21);
    });

    it('keeps the file that its jobs have in common once', async () => {
      const file = { fileName: 'a.gif', data: Uint8Array.of(1) };
      const both = [textJob(PARENT, to(1), { file }), textJob(PARENT, to(1), { file })];
      const [one, other] = (await store.acceptOnce(both, once())) as readonly AcceptOutcome[];
      expect(one?.libraryNumber).toBeDefined();
      expect(other?.libraryNumber).toBe(one?.libraryNumber);
    });
  });

  describe('who has opted out', () => {
    it('is found, listed page by page, and forgotten, with an entry in the audit where an operator does it', async () => {
      const from = '447700900001';
      for (const recipient of to(5)) await store.addOptOut(from, recipient);
      await store.addOptOut(from, to(1)[0] as string);
      await store.addOptOut('12345', to(1)[0] as string);
      expect([...(await store.findOptedOut(from, [...to(2), '447700900999']))].sort()).toEqual(to(2));
      expect((await store.findOptedOut('MyShop', to(5))).size).toBe(0);
      const first = await store.optOuts({ originator: from }, { limit: 3 });
      const second = await store.optOuts({ originator: from }, { limit: 3, after: first.next });
      expect([...first.entries, ...second.entries].map(({ recipient }) => recipient)).toEqual(to(5));
      expect(await store.removeOptOut(from, to(1)[0] as string)).toBe(true);
      expect(await store.removeOptOut(from, to(1)[0] as string)).toBe(false);
      expect((await store.optOuts({ recipient: to(1)[0] })).entries).toMatchObject([{ originator: '12345', at: clock.now }]);
      expect(await store.forgetOptOut('12345', to(1)[0] as string, BY)).toMatchObject({ originator: '12345' });
      await expect(store.forgetOptOut('12345', to(1)[0] as string, BY)).rejects.toMatchObject({ code: 'not-found' });
      expect(await lastAudit()).toMatchObject({ by: BY, action: 'removeOptOut' });
    });
  });

  describe('messages of an account', () => {
    it('are found and listed beside those of others, page by page', async () => {
      const ids: string[] = [];
      for (let round = 0; round < 3; round++) {
        ids.push(...(await send(PARENT, 2)));
        await send('Hook.1', 2);
      }
      const first = await store.listOwn(PARENT, {}, { limit: 4 });
      expect(first.entries.map(({ messageIdentifier }) => messageIdentifier)).toEqual(ids.slice(0, 4));
      const second = await store.listOwn(PARENT, {}, { limit: 4, after: first.next });
      expect(second.entries.map(({ messageIdentifier }) => messageIdentifier)).toEqual(ids.slice(4));
      expect(second.next).toBeUndefined();
      const some = await store.listOwn(PARENT, { recipient: to(2)[1], state: 'queued' }, { limit: 2 });
      expect(some.entries.map(({ messageIdentifier }) => messageIdentifier)).toEqual([ids[1], ids[3]]);
      expect(
        (await store.listOwn(PARENT, { state: 'queued', recipient: to(2)[1] }, { after: some.next })).entries,
      ).toHaveLength(1);
      expect(await store.findOwn(PARENT, ids[0] as string)).toEqual(first.entries[0]);
      expect(await store.findOwn('Hook.1', ids[0] as string)).toBeUndefined();
      expect(await store.listOwn('Nobody.1', {})).toEqual({ entries: [] });
      expect(await store.listOwn('Hook.1', {}, { after: ids[0] })).toEqual({ entries: [] });
    });

    it('that were queued again are listed once, with what became of them', async () => {
      const [id, other] = (await send(PARENT, 2)) as [string, string];
      await store.cancelOwn(PARENT, id);
      await store.requeue(id, BY);
      const { entries } = await store.listOwn(PARENT, {});
      expect(entries.map(({ messageIdentifier }) => messageIdentifier).sort()).toEqual([id, other].sort());
    });

    it('are of an account with a mark that changes with its PIN, and is none while nobody may log in', async () => {
      const marks = (...names: string[]) => store.loginMarks([...names, 'Nobody.1']);
      const before = await store.login(PARENT);
      expect(before?.account).toEqual(await store.account(PARENT));
      expect(await marks(PARENT)).toEqual(new Map([[PARENT, before?.mark]]));
      await store.changeAccount(PARENT, { pin: 'NewPin42' }, BY);
      const after = await store.login(PARENT);
      expect(after?.mark).not.toBe(before?.mark);
      expect((await marks(PARENT, 'Kid.77', 'Sib.78')).size).toBe(3);
      await store.changeAccount(PARENT, { disabled: true }, BY);
      expect([await store.login(PARENT), await store.login('Sib.78'), await store.login('Nobody.1')]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(await marks(PARENT, 'Kid.77', 'Sib.78')).toEqual(new Map());
    });

    it('that wait are taken back by both addresses, of their account alone', async () => {
      const own = await send(PARENT, 3);
      await send('Hook.1', 2);
      await send('Sib.78', 2);
      await store.cancelOwn(PARENT, own[0] as string);
      const { originator = '', recipient = '' } = (await store.findOwn(PARENT, own[1] as string)) ?? {};
      const cancel = (username: string, from = originator) => store.cancelWaitingOwn(username, { originator: from, recipient });
      expect(await cancel(PARENT, 'Somebody')).toBe(0);
      expect(await cancel('Nobody.1')).toBe(0);
      expect(await cancel(PARENT)).toBe(1);
      expect(await cancel(PARENT)).toBe(0);
      expect(await lastAudit()).toMatchObject({ by: `account:${PARENT}`, action: 'cancel', messageIdentifier: own[1] });
      expect([(await find(own[1] as string))?.state, (await find(own[2] as string))?.state]).toEqual(['cancelled', 'queued']);
      expect(await cancel('Sib.78')).toBe(1);
    });

    it('that wait are taken back in portions, all but what is in hand', async () => {
      await store.changeAccount(PARENT, { topUp: 1_000_000 }, BY);
      const [recipient = ''] = to(1);
      const { recipients } = await store.accept(
        textJob(
          PARENT,
          Array.from({ length: 503 }, () => recipient),
        ),
      );
      const { originator = '' } = (await store.findOwn(PARENT, recipients[0]?.messageIdentifier ?? '')) ?? {};
      expect(await store.claim(1, 60_000)).toHaveLength(1);
      expect(await store.cancelWaitingOwn(PARENT, { originator, recipient })).toBe(502);
      expect((await store.searchMessages({ state: ['queued'] })).entries).toHaveLength(1);
    });

    it('are cancelled by their account alone', async () => {
      const [id = ''] = await send('Hook.1', 1);
      await expect(store.cancelOwn(PARENT, id)).rejects.toMatchObject({ code: 'not-found' });
      expect(await store.cancelOwn('Hook.1', id)).toEqual({ messageIdentifier: id, state: 'cancelled' });
      await expect(store.cancelOwn('Hook.1', id)).rejects.toMatchObject({ code: 'conflict' });
      expect(await lastAudit()).toMatchObject({ by: 'account:Hook.1', action: 'cancel', messageIdentifier: id });
    });

    describe('get another content while they wait', () => {
      const textParts = (...texts: string[]) => texts.map((text) => ({ ...TEXT_PART, userData: { text } }));
      const short = { parts: textParts('short'), contentKind: 'text' };
      const long = { parts: textParts('one', 'two', 'three'), contentKind: 'picture' };
      const movements = async (username: string, id: string) =>
        ((await store.ledger(username)) ?? []).flatMap(({ kind, amount, units, messageIdentifier }) =>
          messageIdentifier === id ? [[kind, amount, units]] : [],
        );

      it('more parts are charged and fewer given back, at the price of before; what is delivered is the new content', async () => {
        const job = textJob(PARENT, to(1), { service: 'Premier', originator: 'MyShop' });
        const id = (await store.accept(job)).recipients[0]?.messageIdentifier ?? '';
        const { units = 0, acceptedAt } = (await store.findOwn(PARENT, id)) ?? {};
        await store.changeAccount(PARENT, { pricePerPart: 9_999 }, BY);
        const credit = (await creditOf(PARENT)) ?? 0;
        clock.now += 1_000;
        expect(await store.replaceOwn(PARENT, id, long)).toEqual({ messageIdentifier: id, state: 'queued' });
        expect(await creditOf(PARENT)).toBe(credit - (3 - units) * 450);
        expect(await lastAudit()).toEqual({
          ...{ at: clock.now, by: `account:${PARENT}`, action: 'replace', username: PARENT, messageIdentifier: id },
          changes: { content: ['text', 'picture'], units: [units, 3] },
        });
        expect(await store.findOwn(PARENT, id)).toMatchObject({
          ...{ units: 3, contentKind: 'picture', acceptedAt, originator: 'MyShop', service: 'Premier', state: 'queued' },
        });
        expect(await store.replaceOwn(PARENT, id, { ...short, units: 2 })).toMatchObject({ state: 'queued' });
        expect(await movements(PARENT, id)).toEqual([
          ['charge', -units * 450, units],
          ['charge', -(3 - units) * 450, 3 - units],
          ['refund', 450, 1],
        ]);
        const [claimed] = await store.claim(10, 1_000);
        expect(claimed).toMatchObject({ id, parts: short.parts, contentKind: 'text', originator: 'MyShop', acceptedAt });
        expect((await store.listOwn(PARENT, {})).entries.map(({ messageIdentifier }) => messageIdentifier)).toEqual([id]);
      });

      it('what is cancelled then gives back what it came to', async () => {
        const [id = ''] = await send(PARENT, 1, clock.now + 60_000);
        await store.replaceOwn(PARENT, id, long);
        await store.cancelOwn(PARENT, id);
        expect(await creditOf(PARENT)).toBe(152_345);
        await expect(store.replaceOwn(PARENT, id, short)).rejects.toMatchObject({
          ...{ code: 'conflict', field: 'messageIdentifier', reason: 'the message is cancelled' },
        });
      });

      it('keep their time, or get another', async () => {
        const [id = ''] = await send(PARENT, 1, clock.now + 60_000);
        expect(await store.replaceOwn(PARENT, id, short)).toMatchObject({ state: 'scheduled' });
        expect((await store.findOwn(PARENT, id))?.dueAt).toBe(clock.now + 60_000);
        expect(await store.nextDueAt()).toBe(clock.now + 60_000);
        expect(await store.replaceOwn(PARENT, id, { ...short, dueAt: clock.now + 90_000.5 })).toMatchObject({
          state: 'scheduled',
        });
        expect((await store.findOwn(PARENT, id))?.dueAt).toBe(clock.now + 90_001);
        clock.now += 60_000;
        expect(await store.claim(10, 1_000)).toEqual([]);
        expect(await store.replaceOwn(PARENT, id, { ...short, dueAt: clock.now - 5 })).toMatchObject({ state: 'queued' });
        expect(await store.claim(10, 1_000)).toMatchObject([{ id, dueAt: clock.now, parts: short.parts }]);
      });

      it('wait in the lane that they are given', async () => {
        const id =
          (await store.accept(textJob(PARENT, to(1), { findLane: () => '=a' }))).recipients[0]?.messageIdentifier ?? '';
        const claimBy = (name: string) => store.claim(1, 1_000, { name, lanes: new Set([`=${name}`]) });
        await store.replaceOwn(PARENT, id, { ...short, lane: '=b' });
        expect(await claimBy('a')).toEqual([]);
        expect(await claimBy('b')).toMatchObject([{ id, lane: '=b' }]);
      });

      it('nothing changes where the credit does not cover more parts', async () => {
        const [id = ''] = await send(PARENT, 1);
        const { units = 0 } = (await store.findOwn(PARENT, id)) ?? {};
        await store.changeAccount(PARENT, { debit: ((await creditOf(PARENT)) ?? 0) - 899 + (units - 1) * 450 }, BY);
        const before = [await store.findOwn(PARENT, id), await store.ledger(PARENT), await auditOf()];
        await expect(store.replaceOwn(PARENT, id, long)).rejects.toMatchObject({ code: 'conflict', field: 'credit' });
        expect([await store.findOwn(PARENT, id), await store.ledger(PARENT), await auditOf()]).toEqual(before);
        expect(await store.claim(10, 1_000)).toMatchObject([{ id, parts: [TEXT_PART] }]);
      });

      it("a SHARED child's are paid by its parent", async () => {
        const [id = ''] = await send('Sib.78', 1);
        const credit = (await creditOf(PARENT)) ?? 0;
        const { units = 0 } = (await store.findOwn('Sib.78', id)) ?? {};
        const price = (await store.account('Sib.78'))?.pricePerPart ?? 0;
        await store.replaceOwn('Sib.78', id, long);
        expect(await creditOf(PARENT)).toBe(credit - (3 - units) * price);
      });

      it('are refused of others, beside others of their request, and once a delivery was tried', async () => {
        const [id = ''] = await send('Hook.1', 1);
        await expect(store.replaceOwn(PARENT, id, short)).rejects.toMatchObject({ code: 'not-found' });
        await expect(store.replaceOwn('Hook.1', 'NONE', short)).rejects.toMatchObject({ code: 'not-found' });
        expect(() => store.replaceOwn('Hook.1', id, { ...short, parts: [] })).toThrow(TypeError);
        const [one = ''] = await send('Hook.1', 2, clock.now + 60_000);
        await expect(store.replaceOwn('Hook.1', one, short)).rejects.toMatchObject({
          ...{ code: 'conflict', reason: 'the request of the message had other recipients' },
        });
        const mms = (await store.accept(textJob('Hook.1', to(1), { contentKind: 'mms', dueAt: clock.now + 60_000 })))
          .recipients[0];
        await expect(store.replaceOwn('Hook.1', mms?.messageIdentifier ?? '', short)).rejects.toMatchObject({
          code: 'conflict',
        });
        const claimed = await store.claim(10, 1_000);
        const refusal = () => store.replaceOwn('Hook.1', id, short).catch(({ code, reason }) => [code, reason]);
        expect(await refusal()).toEqual(['conflict', 'the message is being handed over just now']);
        await store.settle(claimed.map((message) => ({ message, outcome: { kind: 'unsent', reason: 'the link is down' } })));
        expect(await refusal()).toEqual(['conflict', 'a delivery of the message was tried already']);
        await settle({ kind: 'retry', reason: 'busy', afterMs: 0 });
        expect(await refusal()).toEqual(['conflict', 'a delivery of the message was tried already']);
        await settle({ kind: 'sent', ids: ['7'] });
        expect(await refusal()).toEqual(['conflict', 'the message is sent']);
      });
    });
  });

  describe('accounts', () => {
    it('a new PIN counts at once, and the one before no longer; the audit has neither', async () => {
      expect(await store.verify(PARENT, '0123456')).toBeDefined();
      await store.changeAccount(PARENT, { pin: 'NewPin42' }, BY);
      expect(await store.verify(PARENT, '0123456')).toBeUndefined();
      expect(await store.verify(PARENT, 'NewPin42')).toBeDefined();
      expect(await auditOf()).toEqual([
        { at: clock.now, by: BY, action: 'changeAccount', username: PARENT, changes: { pin: 'changed' } },
      ]);
    });

    it('price, originators, callback and permission, with what they were', async () => {
      const callback = {
        url: 'https://shop.example/receipts?token=T0pSecret',
        form: 'soap',
        username: 'shop',
        pin: 'S3cret',
      } as const;
      const changes = { pricePerPart: 700, replyTo: ['447700900777', 'Shop'], callback, mayManage: false };
      expect(await store.changeAccount(PARENT, changes, BY)).toEqual({
        username: PARENT,
        currency: 'GBP',
        credit: 152_345,
        pricePerPart: 700,
        mayManage: false,
        replyTo: ['447700900777', 'Shop'],
        callback: { url: callback.url, form: 'soap', username: 'shop' },
        createdAt: clock.now,
      });
      expect(await store.account(PARENT)).toMatchObject({
        pricePerPart: 700,
        replyTo: changes.replyTo,
        callback,
        mayManage: false,
      });
      expect([await store.twoWayAccount('447700900001'), await store.twoWayAccount('447700900777')]).toEqual([
        undefined,
        PARENT,
      ]);
      const entry = await lastAudit();
      expect(entry.changes).toEqual({
        pricePerPart: ['0.0450', '0.0700'],
        replyTo: [
          ['447700900001', 'MyShop'],
          ['447700900777', 'Shop'],
        ],
        callback: [null, { url: 'https://shop.example/receipts', form: 'soap', username: 'shop' }],
        mayManage: [true, false],
      });
      await store.changeAccount(PARENT, { callback: { ...callback, pin: 'Other' } }, BY);
      expect((await lastAudit()).changes).toEqual({ callback: 'changed' });
      await store.changeAccount(PARENT, { callback: null }, BY);
      expect((await store.account(PARENT))?.callback).toBeUndefined();
    });

    it('what is so already is no change, and no entry', async () => {
      await store.changeAccount(PARENT, { pricePerPart: 450, mayManage: true, disabled: false, callback: null }, BY);
      expect(await auditOf()).toEqual([]);
    });

    it('a message that was accepted keeps its price', async () => {
      await send(PARENT);
      await store.changeAccount(PARENT, { pricePerPart: 900 }, BY);
      await settle({ kind: 'failed', reason: 'refused' });
      expect(await creditOf(PARENT)).toBe(152_345);
      await send(PARENT);
      expect(await creditOf(PARENT)).toBe(152_345 - 900);
    });

    it('G-AUTH-03: a disabled account is let in no more, nor are its children, whatever the PIN; what it sent goes on', async () => {
      await send(PARENT);
      await store.changeAccount(PARENT, { disabled: true }, BY);
      expect(await store.verify(PARENT, '0123456')).toBeUndefined();
      expect(await store.verify('Sib.78', '6666')).toBeUndefined();
      expect(await store.verify('Stranger.1', '7777')).toBeDefined();
      expect((await store.accounts()).flatMap(({ username, disabled }) => (disabled ? [username] : []))).toEqual([PARENT]);
      expect(await store.claim(10, 1_000)).toHaveLength(1);
      await store.changeAccount(PARENT, { disabled: false }, BY);
      expect(await store.verify(PARENT, '0123456')).toBeDefined();
      expect((await auditOf()).map(({ changes }) => changes)).toEqual([
        { disabled: [false, true] },
        { disabled: [true, false] },
      ]);
    });

    it('credit goes up and down, not below 0, and the ledger has both', async () => {
      await store.changeAccount('Kid.77', { topUp: 5_000 }, BY);
      expect((await store.changeAccount('Kid.77', { debit: 15_000 }, BY)).credit).toBe(0);
      expect((await store.ledger('Kid.77'))?.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['opening', 10_000],
        ['topUp', 5_000],
        ['debit', -15_000],
      ]);
      expect((await lastAudit()).changes).toEqual({ credit: ['1.5000', '0.0000'] });
      const refused = (changes: object) => expect(store.changeAccount('Kid.77', changes, BY)).rejects;
      await refused({ debit: 1 }).toMatchObject({ name: 'ChangeError', code: 'conflict', field: 'debit' });
      await store.changeAccount('Kid.77', { topUp: 1 }, BY);
      await refused({ topUp: 999_999_999_999_999 }).toMatchObject({ code: 'conflict', field: 'topUp' });
      for (const amount of [0, -1, 0.5, Number.NaN]) await refused({ debit: amount }).toThrow(RangeError);
    });

    it('all of a change is done, or nothing', async () => {
      await expect(store.changeAccount('Sib.78', { pricePerPart: 1, pin: 'Other99', topUp: 1 }, BY)).rejects.toMatchObject({
        code: 'conflict',
        field: 'topUp',
      });
      expect(await store.account('Sib.78')).toMatchObject({ pricePerPart: 450 });
      expect(await store.verify('Sib.78', '6666')).toBeDefined();
      await expect(store.changeAccount('Nobody', { pricePerPart: 1 }, BY)).rejects.toMatchObject({ code: 'not-found' });
      await store.deleteChild(PARENT, 'Kid.77');
      await expect(store.changeAccount('Kid.77', { disabled: false }, BY)).rejects.toMatchObject({ code: 'not-found' });
      expect(await auditOf()).toEqual([]);
    });

    it('debits at one time never take more than there is', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, () => store.changeAccount('Kid.77', { debit: 1_500 }, BY)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
      expect(await creditOf('Kid.77')).toBe(1_000);
    });

    it('a new account is as one of a file', async () => {
      const account = {
        username: 'New.1',
        pin: 'Pin99',
        credit: 5_000,
        mayManage: false,
        replyTo: ['60777'],
        addressBooks: new Map(),
      };
      const created = await store.createAccount({ ...account, parent: PARENT, type: 'TRANSFER' }, BY);
      expect(created).toMatchObject({ username: 'New.1', parent: PARENT, type: 'TRANSFER', credit: 5_000, pricePerPart: 450 });
      expect(await store.details('New.1')).toEqual(created);
      expect((await store.verify('New.1', 'Pin99'))?.username).toBe('New.1');
      expect(await store.twoWayAccount('60777')).toBe('New.1');
      const entry = await lastAudit();
      expect(entry).toMatchObject({ action: 'createAccount', username: 'New.1', changes: { credit: [null, '0.5000'] } });
      expect(JSON.stringify(entry)).not.toMatch(/Pin99|scrypt/);
      const refused = (more: object) => expect(store.createAccount({ ...account, ...more }, BY)).rejects;
      await refused({}).toMatchObject({ code: 'conflict', field: 'username' });
      await refused({ username: 'New.2', parent: 'Nobody', type: 'SHARED' }).toMatchObject({
        field: 'parent',
        reason: 'is no account',
      });
      await refused({ username: 'New.2', parent: 'Kid.77', type: 'SHARED' }).toMatchObject({ field: 'parent' });
      await store.deleteChild(PARENT, 'New.1');
      await refused({}).toMatchObject({ code: 'conflict', field: 'username' });
      expect(await auditOf('New.2')).toEqual([]);
    });

    it('a file that differs is told by account and field, never by value', async () => {
      const differences = async (text: string) => {
        const found: string[] = [];
        for await (const { username, field } of store.differences(readProvisioning(text))) found.push(`${username} ${field}`);
        return found;
      };
      expect(await differences(accountsText())).toEqual([]);
      const [first, kid, ...others] = ACCOUNTS.accounts;
      const changed = [
        { ...first, pin: '9999999', replyTo: ['Other'], mayManage: false, credit: '99.0000' },
        { ...kid, pricePerPart: '0.0600', callback: { url: 'http://127.0.0.1:9/' } },
        ...others.map((account) => ({ ...account, callback: undefined })),
        { username: 'New.1', pin: '123456' },
      ];
      expect(await differences(JSON.stringify({ accounts: changed }))).toEqual([
        `${PARENT} pin`,
        `${PARENT} replyTo`,
        `${PARENT} mayManage`,
        'Kid.77 pricePerPart',
        'Kid.77 callback',
        'Hook.1 callback',
      ]);
      const stopped = store.differences(readProvisioning(JSON.stringify({ accounts: changed })), {
        signal: AbortSignal.abort(),
      });
      expect(await stopped.next()).toEqual({ done: true, value: undefined });
    });
  });

  describe('messages', () => {
    it('one that waits is cancelled: its charge comes back, nothing leaves, and its owner hears that it failed', async () => {
      const [now, other] = await send('Hook.1', 2);
      const [later] = await send('Hook.1', 1, clock.now + 60_000);
      for (const id of [now, later])
        expect(await store.cancel(id as string, BY)).toEqual({ messageIdentifier: id, state: 'cancelled' });
      expect(await creditOf('Hook.1')).toBe(90_000 - 450);
      clock.now += 120_000;
      expect((await store.claim(10, 1_000)).map(({ id }) => id)).toEqual([other]);
      expect(await find(now as string)).toMatchObject({ state: 'cancelled', attempts: 0, reason: 'cancelled by the operator' });
      const receipts = await store.claimCallbacks(10, 1_000);
      expect(receipts.map(({ payload }) => payload)).toMatchObject([
        { messageIdentifier: now, state: 'failed' },
        { messageIdentifier: later, state: 'failed' },
      ]);
      expect(
        (await auditOf('Hook.1')).map(({ action, messageIdentifier, changes }) => [action, messageIdentifier, changes]),
      ).toEqual([
        ['cancel', now, { state: ['queued', 'cancelled'] }],
        ['cancel', later, { state: ['scheduled', 'cancelled'] }],
      ]);
    });

    it('one that is being handed over, or has gone, is not; one that waits for another try is', async () => {
      const [id = ''] = await send(PARENT);
      const [message] = await store.claim(1, 1_000);
      if (message === undefined) throw new Error('nothing was claimed');
      const refused = () => expect(store.cancel(id, BY)).rejects;
      await refused().toMatchObject({ code: 'conflict', reason: 'the message is being handed over just now' });
      await store.settle([{ message, outcome: { kind: 'retry', reason: 'busy', afterMs: 60_000 } }]);
      expect(await find(id)).toMatchObject({ state: 'queued', attempts: 1, reason: 'busy' });
      expect(await store.cancel(id, BY)).toMatchObject({ state: 'cancelled' });
      await refused().toMatchObject({ code: 'conflict', reason: 'the message is cancelled' });
      const [sent = ''] = await send(PARENT);
      await settle({ kind: 'sent', ids: ['1'] });
      await expect(store.cancel(sent, BY)).rejects.toMatchObject({ reason: 'the message is sent' });
      await expect(store.cancel('NOSUCHMESSAGE00', BY)).rejects.toMatchObject({ code: 'not-found' });
      expect(await creditOf(PARENT)).toBe(152_345 - 450);
    });

    it('all that wait and fit are cancelled in portions; what is in hand stays', async () => {
      await send('Hook.1', 1_200);
      await send(PARENT, 2);
      const claimed = await store.claim(3, 1_000);
      const mine = claimed.filter(({ originator }) => originator === 'MyShop').length;
      expect(mine).toBe(3);
      const before = await creditOf('Hook.1');
      const totals = { cancelled: 0, inHand: 0 };
      let portions = 0;
      for (let after: number | undefined = 0; after !== undefined; portions++) {
        const page = await store.cancelAll({ username: 'Hook.1' }, BY, { after });
        totals.cancelled += page.cancelled;
        totals.inHand += page.inHand;
        after = page.next;
      }
      expect(totals.cancelled + totals.inHand).toBe(200);
      expect(portions).toBeGreaterThan(0);
      expect(await creditOf('Hook.1')).toBe((before ?? 0) + totals.cancelled * 450);
      const states = (await store.searchMessages({ username: 'Hook.1', state: ['queued', 'cancelled'] }, { limit: 1_000 }))
        .entries;
      expect(states.filter(({ state }) => state === 'cancelled')).toHaveLength(totals.cancelled);
      const audited = (await store.audit({ username: 'Hook.1' }, { limit: 1_000 })).entries.filter(
        ({ action }) => action === 'cancel',
      );
      expect(audited).toHaveLength(totals.cancelled);
      expect((await store.searchMessages({ username: PARENT, state: 'cancelled' })).entries).toEqual([]);
      expect(await store.cancelAll({ username: 'Nobody' }, BY)).toEqual({ cancelled: 0, inHand: 0 });
    });

    it('one whose claimer died can be cancelled when its lease has ended', async () => {
      const [id = ''] = await send(PARENT);
      await store.claim(1, 1_000);
      clock.now += 1_001;
      expect(await store.cancel(id, BY)).toMatchObject({ state: 'cancelled' });
    });

    it('one that is queued again leaves what is accepted after it its own content', async () => {
      const link = { name: 'a', lanes: new Set([UNSORTED]) };
      const withText = (text: string) => ({ parts: [{ ...TEXT_PART, userData: { text } }] });
      const accepted = await store.accept(textJob(PARENT, to(1), withText('old')));
      const id = accepted.recipients[0]?.messageIdentifier as string;
      for (let i = 0; i < 2; i++) {
        const claimed = await store.claim(1, 1_000, link);
        await store.settle(claimed.map((message) => ({ message, outcome: { kind: 'failed', reason: 'refused' } })));
        await store.requeue(id, BY);
      }
      for (const text of ['new', 'newer']) await store.accept(textJob(PARENT, to(1, 447700900300), withText(text)));
      const claimed = await store.claim(9, 1_000, link);
      expect(claimed.map(({ recipient, parts }) => [recipient, parts[0]?.userData])).toEqual([
        ['447700900100', { text: 'old' }],
        ['447700900300', { text: 'new' }],
        ['447700900300', { text: 'newer' }],
      ]);
    });

    it('one that came to nothing is queued again, charged again, and has its whole time', async () => {
      const [id = '', other = ''] = await send(PARENT, 2);
      await settle({ kind: 'failed', reason: 'refused' });
      expect(await creditOf(PARENT)).toBe(152_345);
      clock.now += 2 * 3_600_000;
      expect(await store.requeue(id, BY)).toEqual({ messageIdentifier: id, state: 'queued' });
      expect(await creditOf(PARENT)).toBe(152_345 - 450);
      const claimed = await store.claim(10, 1_000);
      expect(claimed.map((message) => [message.id, message.dueAt])).toEqual([[id, clock.now]]);
      expect((await find(id))?.attempts).toBe(1);
      await store.settle(claimed.map((message) => ({ message, outcome: { kind: 'delivered' } })));
      expect([(await find(id))?.state, (await find(other))?.state]).toEqual(['delivered', 'failed']);
      await expect(store.requeue(id, BY)).rejects.toMatchObject({ code: 'conflict', reason: 'the message is delivered' });
      expect(await lastAudit()).toMatchObject({
        action: 'requeue',
        messageIdentifier: id,
        changes: { state: ['failed', 'queued'] },
      });
    });

    it('one whose sender wanted it for a shorter time is of use again', async () => {
      const job = textJob(PARENT, to(1), { validUntil: clock.now + 60_000 });
      const id = (await store.accept(job)).recipients[0]?.messageIdentifier ?? '';
      clock.now += 60_001;
      expect(await store.claim(1, 1_000)).toEqual([]);
      expect((await find(id))?.state).toBe('expired');
      await store.requeue(id, BY);
      expect(await store.claim(1, 1_000)).toMatchObject([{ id, validUntil: clock.now + 3_600_000 }]);
    });

    it('one that was handed over and failed then was paid for, and is not paid for twice', async () => {
      const [id = ''] = await send(PARENT);
      await settle({ kind: 'sent', ids: ['7'] });
      await store.recordReceipt('7', '447700900100', 'failed', clock.now);
      await store.requeue(id, BY);
      expect(await creditOf(PARENT)).toBe(152_345 - 450);
      await settle({ kind: 'sent', ids: ['8'] });
      await store.recordReceipt('8', '447700900100', 'delivered', clock.now);
      expect((await find(id))?.state).toBe('delivered');
    });

    it("one that is queued again is in nobody else's hand: what an older claim says of its try changes nothing", async () => {
      const [id = ''] = await send(PARENT);
      const [older] = await store.claim(1, 1_000);
      if (older === undefined) throw new Error('nothing was claimed');
      clock.now += 2_000;
      await store.cancel(id, BY);
      await store.requeue(id, BY);
      const stale = { message: older, outcome: { kind: 'failed', reason: 'refused' } } as const;
      await store.settle([stale]);
      expect(await find(id)).toMatchObject({ state: 'queued', attempts: 0 });
      const [newer] = await store.claim(1, 1_000);
      if (newer === undefined) throw new Error('nothing was claimed');
      await store.settle([stale]);
      expect(await find(id)).toMatchObject({ state: 'queued', attempts: 1 });
      expect(await creditOf(PARENT)).toBe(152_345 - 450);
      // Its pauses begin anew: a second, and no more.
      await store.settle([{ message: newer, outcome: { kind: 'retry', reason: 'busy' } }]);
      expect(await store.nextDueAt()).toBe(clock.now + 1_000);
    });

    it('a message that is queued again may go over any link', async () => {
      const [accepted] = (await store.accept(textJob(PARENT, to(1), { findLane: () => '=a' }))).recipients;
      const id = accepted?.messageIdentifier ?? '';
      const a = { name: 'a', lanes: new Set(['=a']) };
      await store.settle(
        (await store.claim(1, 1_000, a)).map((message) => ({ message, outcome: { kind: 'failed', reason: 'x' } })),
      );
      await store.requeue(id, BY);
      expect((await store.searchMessages({})).entries[0]).not.toHaveProperty('link');
      expect(await store.claim(1, 1_000, a)).toEqual([]);
      expect((await store.claim(1, 1_000, { name: 'b', lanes: new Set(['']) })).map(({ id }) => id)).toEqual([id]);
    });

    it('all that came to nothing and fit are queued again in portions, in order until the credit ends', async () => {
      const ids = await send('Hook.1', 200);
      const [other = ''] = await send(PARENT);
      await store.cancelAll({ username: 'Hook.1' }, BY);
      await store.cancel(other, BY);
      await store.changeAccount('Hook.1', { debit: 450 * 50 }, BY);
      expect(await creditOf('Hook.1')).toBe(450 * 150);
      clock.now += 3_600_000;
      expect(await store.requeueAll({ username: 'Hook.1', state: 'failed' }, BY)).toEqual({ requeued: 0, unpaid: 0 });
      const totals = { requeued: 0, unpaid: 0 };
      let portions = 0;
      for (let after: number | undefined = 0; after !== undefined; portions++) {
        const page = await store.requeueAll({ username: 'Hook.1' }, BY, { after, limit: 60 });
        totals.requeued += page.requeued;
        totals.unpaid += page.unpaid;
        after = page.next;
      }
      expect([totals, portions]).toEqual([{ requeued: 150, unpaid: 50 }, 4]);
      expect(await creditOf('Hook.1')).toBe(0);
      const queued = (await store.searchMessages({ state: 'queued' }, { limit: 1_000 })).entries;
      expect(queued.map(({ messageIdentifier }) => messageIdentifier)).toEqual(ids.slice(0, 150));
      expect((await store.searchMessages({ username: PARENT })).entries).toMatchObject([
        { messageIdentifier: other, state: 'cancelled' },
      ]);
      const ledger = (await store.ledger('Hook.1')) ?? [];
      expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      const audited = (await store.audit({ username: 'Hook.1' }, { limit: 1_000 })).entries;
      expect(audited.filter(({ action }) => action === 'requeue')).toHaveLength(150);
      const claimed = await store.claim(1_000, 1_000);
      expect(claimed).toHaveLength(150);
      expect(new Set(claimed.map(({ dueAt }) => dueAt))).toEqual(new Set([clock.now]));
    });

    it.each([500, 1])(
      'of different sizes each is charged in order that the credit still covers, %i at a time',
      async (limit) => {
        const ids: string[] = [];
        for (const unitsPerRecipient of [3, 6, 1]) {
          const job = textJob('Hook.1', ['447700900123'], { unitsPerRecipient });
          ids.push((await store.accept(job)).recipients[0]?.messageIdentifier as string);
        }
        await store.cancelAll({ username: 'Hook.1' }, BY);
        await store.changeAccount('Hook.1', { debit: 90_000 - 5 * 450 }, BY);
        const totals = { requeued: 0, unpaid: 0 };
        for (let after: number | undefined = 0; after !== undefined; ) {
          const page = await store.requeueAll({ username: 'Hook.1' }, BY, { after, limit });
          totals.requeued += page.requeued;
          totals.unpaid += page.unpaid;
          after = page.next;
        }
        expect(totals).toEqual({ requeued: 2, unpaid: 1 });
        expect(await Promise.all(ids.map(async (id) => (await find(id))?.state))).toEqual(['queued', 'cancelled', 'queued']);
        expect(await creditOf('Hook.1')).toBe(450);
      },
    );

    it('each goes with the text, the originator and the units of its own request, which others of the request keep', async () => {
      const texts = ['one', 'two', 'three'];
      for (const [index, text] of texts.entries()) {
        const parts = [{ ...TEXT_PART, userData: { text } }];
        const more = { parts, originator: `Shop${index}`, unitsPerRecipient: index + 1, service: 'x', contentKind: text };
        await store.accept(textJob(PARENT, to(2), more));
      }
      const before = await store.claim(10, 1_000);
      await store.settle(before.map((message) => ({ message, outcome: { kind: 'failed', reason: 'refused' } })));
      clock.now += 1_000;
      expect(await store.requeueAll({ recipient: to(1)[0] }, BY)).toEqual({ requeued: 3, unpaid: 0 });
      expect(await creditOf(PARENT)).toBe(152_345 - 6 * 450);
      const first = before.filter(({ recipient }) => recipient === to(1)[0]);
      const again = await store.claim(10, 1_000);
      const shown = ({ id, originator, parts, service, contentKind, username, acceptedAt }: (typeof again)[number]) => {
        return { id, originator, parts, service, contentKind, username, acceptedAt };
      };
      expect(again.map(shown)).toEqual(first.map(shown));
      expect(new Set(again.map(({ dueAt }) => dueAt))).toEqual(new Set([clock.now]));
      expect(await store.requeueAll({}, BY)).toEqual({ requeued: 3, unpaid: 0 });
      expect((await store.claim(10, 1_000)).map(({ originator }) => originator)).toEqual(['Shop0', 'Shop1', 'Shop2']);
    });

    it('of all that are queued again those that were handed over are paid for already', async () => {
      const [sent = '', unsent = ''] = await send(PARENT, 2);
      const outcomes: Settlement['outcome'][] = [
        { kind: 'sent', ids: ['7'] },
        { kind: 'failed', reason: 'refused' },
      ];
      const claimed = await store.claim(10, 1_000);
      await store.settle(claimed.map((message, index) => ({ message, outcome: outcomes[index] as Settlement['outcome'] })));
      await store.recordReceipt('7', '447700900100', 'failed', clock.now);
      expect(await creditOf(PARENT)).toBe(152_345 - 450);
      expect(await store.requeueAll({ state: 'failed' }, BY)).toEqual({ requeued: 2, unpaid: 0 });
      expect(await creditOf(PARENT)).toBe(152_345 - 900);
      expect([(await find(sent))?.state, (await find(unsent))?.state]).toEqual(['queued', 'queued']);
    });

    it('one that nobody can pay for is not queued again', async () => {
      const [id = ''] = await send('Kid.77');
      await store.cancel(id, BY);
      await store.changeAccount('Kid.77', { debit: 10_000 - 499 }, BY);
      await expect(store.requeue(id, BY)).rejects.toMatchObject({
        code: 'conflict',
        reason: expect.stringContaining('0.0500'),
      });
      await store.deleteChild(PARENT, 'Kid.77');
      await expect(store.requeue(id, BY)).rejects.toMatchObject({ code: 'conflict' });
      expect((await find(id))?.state).toBe('cancelled');
    });

    it('are found by number, state, account and time', async () => {
      const start = clock.now;
      await send(PARENT, 3);
      await settle({ kind: 'failed', reason: 'refused' });
      clock.now += 60_000;
      await send('Sib.78', 2);
      const found = async (filter: MessageFilter) =>
        (await store.searchMessages(filter)).entries.map(
          ({ username, recipient, state }) => `${username} ${recipient.slice(-3)} ${state}`,
        );
      expect(await found({ recipient: '447700900101' })).toEqual([`${PARENT} 101 failed`, 'Sib.78 101 queued']);
      expect(await found({ state: 'failed' })).toHaveLength(3);
      expect(await found({ username: 'Sib.78' })).toEqual(['Sib.78 100 queued', 'Sib.78 101 queued']);
      expect(await found({ from: start + 1 })).toHaveLength(2);
      expect(await found({ to: start + 1, recipient: '447700900102' })).toEqual([`${PARENT} 102 failed`]);
      expect(await found({ username: 'Sib.78', state: 'failed' })).toEqual([]);
    });
  });

  describe('lists, page by page', () => {
    async function pagesOf<T>(read: (page: PageOptions) => Promise<Page<T> | undefined>, limit: number): Promise<T[][]> {
      const pages: T[][] = [];
      for (let after: number | undefined = 0; after !== undefined; ) {
        const page: Page<T> | undefined = await read({ after, limit });
        pages.push([...(page?.entries ?? [])]);
        after = page?.next;
      }
      return pages;
    }

    it('hold each entry once, and the last page says that it is', async () => {
      await send(PARENT, 7);
      const messages = await pagesOf<MessageEntry>((page) => store.searchMessages({}, page), 3);
      expect(messages.map(({ length }) => length)).toEqual([3, 3, 1]);
      expect(messages.flat().map(({ recipient }) => recipient)).toEqual(to(7));
      expect((await pagesOf((page) => store.searchMessages({}, page), 7)).length).toBe(1);
      const ledger = await pagesOf((page) => store.pageLedger(PARENT, page), 4);
      expect(ledger.flat()).toEqual(await store.ledger(PARENT));
      expect(ledger.map(({ length }) => length)).toEqual([4, 4]);
      expect((await pagesOf((page) => store.pageAccounts(page), 2)).flat()).toEqual(await store.accounts());
      for (let i = 1; i <= 5; i++) await store.changeAccount(PARENT, { topUp: i }, BY);
      // Five accounts of the file, five changes.
      expect((await pagesOf((page) => store.audit({}, page), 4)).map(({ length }) => length)).toEqual([4, 4, 2]);
      expect(await store.pageLedger('Nobody')).toBeUndefined();
    });
  });
}
