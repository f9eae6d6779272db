/**
 * What a store does, whatever database is behind it: registered for SQLite by store.test.ts, for PostgreSQL by its interoperation test.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProvisioning } from '../../src/gateway/settings/provision.js';
import type { Store, StoreOptions } from '../../src/gateway/store/store.js';
import type {
  AcceptJob,
  MessageEntry,
  MmsReport,
  OutboundMessage,
  Outcome,
  ReceiptStatus,
  Settlement,
} from '../../src/gateway/store/types.js';
import { expectLedgersAddUp, TEXT_PART, TestClock, textJob } from '../support/gateway-store.js';

const PARENT = 'ANOther.12345';
const to = (count: number, first = 447700900100) => Array.from({ length: count }, (_, i) => String(first + i));

/** Registers the tests; `open` gives a fresh store with the accounts of test/support/gateway-store.ts. */
export function describeStore(
  open: (clock: TestClock, options: Pick<StoreOptions, 'validityMs' | 'libraryHoldMs' | 'random'>) => Promise<Store>,
) {
  let clock: TestClock;
  let store: Store;
  /** What is left to chance: the longest pauses, unless a test says otherwise. */
  const random = { next: () => 1 };
  beforeEach(async () => {
    clock = new TestClock();
    random.next = () => 1;
    store = await open(clock, { validityMs: 3_600_000, libraryHoldMs: 1_000, random: () => random.next() });
  });
  afterEach(async () => {
    await expectLedgersAddUp(store);
    await store.close();
  });

  const creditOf = async (username: string) => (await store.account(username))?.credit;
  const statesOf = async () => (await messagesOf(store)).map(({ state }) => state);
  const settleAll = (messages: readonly OutboundMessage[], outcome: Settlement['outcome']) =>
    store.settle(messages.map((message) => ({ message, outcome })));

  describe('accounts', () => {
    it('an account as requests need it', async () => {
      expect(await store.account(PARENT)).toEqual({
        id: expect.any(Number),
        username: PARENT,
        currency: 'GBP',
        credit: 152_345,
        pricePerPart: 450,
        mayManage: true,
        replyTo: ['447700900001', 'MyShop'],
      });
      expect(await store.account('Kid.77')).toMatchObject({
        parent: PARENT,
        type: 'TRANSFER',
        credit: 10_000,
        pricePerPart: 500,
      });
      expect((await store.account('Hook.1'))?.callback).toEqual({
        url: 'http://127.0.0.1:9/receipts',
        form: 'form',
        username: 'me',
        pin: 'mine',
      });
      expect(await store.account('another.12345')).toBeUndefined();
    });

    it("G-QRY-05: a SHARED child sees its parent's credit, a TRANSFER child its own", async () => {
      expect(await creditOf('Sib.78')).toBe(152_345);
      expect(await creditOf('Kid.77')).toBe(10_000);
      expect((await store.accounts()).find(({ username }) => username === 'Sib.78')?.credit).toBe(0);
    });

    it('G-AUTH-04: verifies user name and PIN', async () => {
      expect((await store.verify(PARENT, '0123456'))?.username).toBe(PARENT);
      expect((await store.verify(PARENT, '0123456'))?.username).toBe(PARENT);
      expect(await store.verify(PARENT, '123456')).toBeUndefined();
      expect(await store.verify('Nobody', '0123456')).toBeUndefined();
      expect(await store.verify('ANOTHER.12345', '0123456')).toBeUndefined();
    });

    it('G-BOOK-01: a book is all of its groups in order; a group is its own numbers', async () => {
      const all = ['447700900201', '447700900203', '447700900202', '447700900204', '447700900205'];
      expect(await store.addressBook(PARENT, 'Friends')).toEqual(all);
      expect(await store.addressBook(PARENT, 'Friends', 'Team')).toEqual(['447700900203', '447700900202']);
      expect(await store.addressBook(PARENT, 'Empty')).toEqual([]);
      for (const [user, book, group] of [
        [PARENT, 'friends'],
        [PARENT, 'Friends', 'None'],
        ['Kid.77', 'Friends'],
      ] as const) {
        expect(await store.addressBook(user, book, group)).toBeUndefined();
      }
    });

    it('G-MGT-02 to 04: a child gets credentials, currency and tariff', async () => {
      const contact = { email: 'a@example.net', telephoneCountryCode: '44', mobileNumber: '447700900555' };
      const issued = await store.createChild(PARENT, {
        ...contact,
        type: 'TRANSFER',
        givenName: 'Zoë Ann',
        familyName: "O'Brien",
      });
      if (issued === 'not-permitted') throw new Error('not permitted');
      expect(issued.username).toMatch(/^ZAOBrien\.\d{5}$/);
      expect(issued.pin).toMatch(/^\d{8}$/);
      expect((await store.verify(issued.username, issued.pin))?.parent).toBe(PARENT);
      const child = await store.account(issued.username);
      expect(child).toMatchObject({
        type: 'TRANSFER',
        credit: 0,
        pricePerPart: 450,
        currency: 'GBP',
        mayManage: false,
        replyTo: [],
      });
      for (const names of [{ companyName: '株式会社' }, { familyName: 'A'.repeat(60) }, { companyName: 'Acme Ltd.' }]) {
        const other = await store.createChild(PARENT, { ...contact, type: 'SHARED', ...names });
        expect((other as { username: string }).username).toMatch(/^(Child|A{14}|AcmeLtd)\.\d{5}$/);
      }
    });

    it('G-MGT-08: a child creates no children, nor does nobody', async () => {
      const details = { type: 'SHARED', email: 'a@b.c', telephoneCountryCode: '44', mobileNumber: '447700900555' } as const;
      for (const parent of ['Kid.77', 'Sib.78', 'Nobody'])
        expect(await store.createChild(parent, details)).toBe('not-permitted');
    });

    it("G-MGT-05, G-AUTH-07: one's own child is deleted, and its credit comes back", async () => {
      expect(await store.deleteChild('Stranger.1', 'Kid.77')).toBe('not-own');
      expect(await store.deleteChild('Sib.78', 'Kid.77')).toBe('not-own');
      expect(await store.deleteChild(PARENT, PARENT)).toBe('not-own');
      expect(await store.deleteChild(PARENT, 'Kid.77')).toBe('ok');
      expect(await creditOf(PARENT)).toBe(162_345);
      expect(await store.account('Kid.77')).toBeUndefined();
      expect(await store.verify('Kid.77', '5555')).toBeUndefined();
      expect(await store.deleteChild(PARENT, 'Kid.77')).toBe('not-own');
      expect((await store.ledger('Kid.77'))?.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['opening', 10_000],
        ['transferOut', -10_000],
      ]);
      expect((await store.accept(textJob('Kid.77', to(2)))).recipients.map(({ report }) => report)).toEqual([2, 2]);
    });

    it('G-MGT-06: credit goes from parent to child and back, nowhere else', async () => {
      expect(await store.transfer(PARENT, 'Kid.77', 52_345)).toBe('ok');
      expect([await creditOf(PARENT), await creditOf('Kid.77')]).toEqual([100_000, 62_345]);
      expect(await store.transfer('Kid.77', PARENT, 2_345)).toBe('ok');
      expect([await creditOf(PARENT), await creditOf('Kid.77')]).toEqual([102_345, 60_000]);
      expect(await store.transfer(PARENT, 'Kid.77', 102_346)).toBe('no-credit');
      expect(await store.transfer(PARENT, 'Sib.78', 1)).toBe('shared');
      expect(await store.transfer('Sib.78', PARENT, 1)).toBe('shared');
      for (const [from, target] of [
        ['Kid.77', 'Sib.78'],
        ['Stranger.1', PARENT],
        [PARENT, PARENT],
        [PARENT, 'Nobody'],
      ] as const) {
        expect(await store.transfer(from, target, 1)).toBe('not-related');
      }
      for (const amount of [0, -1, 0.5, Number.NaN]) expect(() => store.transfer(PARENT, 'Kid.77', amount)).toThrow(RangeError);
    });

    it('transfers both ways at once wait for each other, and nothing is lost', async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          i % 2 ? store.transfer(PARENT, 'Kid.77', 7) : store.transfer('Kid.77', PARENT, 7),
        ),
      );
      expect([await creditOf(PARENT), await creditOf('Kid.77')]).toEqual([152_345, 10_000]);
    });

    it('top-ups', async () => {
      expect(await store.topUp(PARENT, 1_0000)).toBe('ok');
      expect(await creditOf('Sib.78')).toBe(162_345);
      expect((await store.audit({ username: PARENT })).entries.at(-1)).toMatchObject({
        ...{ by: 'program', action: 'changeAccount', changes: { credit: ['15.2345', '16.2345'] } },
      });
      expect(await store.topUp('Sib.78', 1)).toBe('shared');
      expect(await store.topUp('Nobody', 1)).toBe('unknown');
      expect(() => store.topUp(PARENT, 0)).toThrow(RangeError);
      await expect(store.topUp(PARENT, 999_999_999_999_999)).rejects.toThrow(RangeError);
      expect(await store.ledger('Nobody')).toBeUndefined();
    });
  });

  describe('accepting', () => {
    it('a result, a message and a charge per recipient, in order', async () => {
      const { recipients, libraryNumber } = await store.accept(
        textJob(PARENT, ['447700900123', '447700900122', '447700900123']),
      );
      expect(recipients.map(({ recipient, report, units }) => [recipient, report, units])).toEqual([
        ['447700900123', -2, 1],
        ['447700900122', -2, 1],
        ['447700900123', -2, 1],
      ]);
      expect(libraryNumber).toBeUndefined();
      const ids = recipients.map(({ messageIdentifier }) => messageIdentifier);
      expect(new Set(ids).size).toBe(3);
      for (const id of ids) expect(id, 'G-RES-07').toMatch(/^[A-Z0-9]{15}$/);
      expect(await creditOf(PARENT)).toBe(152_345 - 3 * 450);
      expect(await messagesOf(store)).toEqual(
        recipients.map(({ messageIdentifier, recipient }) => ({
          messageIdentifier,
          username: PARENT,
          recipient,
          state: 'queued',
          acceptedAt: clock.now,
          units: 1,
          attempts: 0,
        })),
      );
      expect((await store.ledger(PARENT))?.slice(1)).toEqual(
        recipients.map(({ messageIdentifier, recipient }) => ({
          at: clock.now,
          kind: 'charge',
          amount: -450,
          messageIdentifier,
          recipient,
          units: 1,
        })),
      );
    });

    it('charged in order until the credit ends, the rest get 15', async () => {
      const { recipients } = await store.accept(textJob('Stranger.1', to(5), { unitsPerRecipient: 6 }));
      expect(recipients.map(({ report, units, messageIdentifier }) => [report, units, messageIdentifier === '-1'])).toEqual([
        [-2, 6, false],
        [-2, 6, false],
        [-2, 6, false],
        [15, 0, true],
        [15, 0, true],
      ]);
      expect(await creditOf('Stranger.1')).toBe(2_000);
      const after = await store.accept(textJob('Stranger.1', to(3)));
      expect(after.recipients.map(({ report }) => report)).toEqual([-2, -2, 15]);
    });

    it('a SHARED child charges its parent, by its own tariff', async () => {
      await store.accept(textJob('Sib.78', to(2)));
      expect(await creditOf(PARENT)).toBe(152_345 - 900);
      expect(await store.ledger('Sib.78')).toEqual([]);
      expect((await messagesOf(store)).map(({ username }) => username)).toEqual(['Sib.78', 'Sib.78']);
    });

    it('jobs at one time are charged one after the other, in the order they came', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, (_, i) => store.accept(textJob(i % 3 ? 'Stranger.1' : 'Kid.77', to(1)))),
      );
      const reports = outcomes.flatMap(({ recipients }) => recipients.map(({ report }) => report));
      expect(reports.filter((report) => report === -2)).toHaveLength(30);
      const more = await Promise.all(Array.from({ length: 4 }, () => store.accept(textJob('Kid.77', to(4)))));
      expect(more.map(({ recipients }) => recipients.filter(({ report }) => report === -2).length)).toEqual([4, 4, 2, 0]);
    });

    it('a job that the database refuses takes no other down', async () => {
      const bad = store.accept(textJob(PARENT, [null as unknown as string]));
      const [refused, good] = await Promise.allSettled([bad, store.accept(textJob(PARENT, to(1)))]);
      expect([refused.status, good.status]).toEqual(['rejected', 'fulfilled']);
      expect(await creditOf(PARENT)).toBe(152_345 - 450);
    });

    it('G-SMS-07: a message for later is scheduled; one for the past goes at once', async () => {
      const later = await store.accept(textJob(PARENT, to(1), { dueAt: clock.now + 60_000 }));
      const past = await store.accept(textJob(PARENT, to(1), { dueAt: clock.now - 60_000 }));
      expect([later.recipients[0]?.report, past.recipients[0]?.report]).toEqual([99, -2]);
      const [first, second] = await messagesOf(store);
      expect([first?.state, first?.dueAt, second?.state, second?.dueAt]).toEqual([
        'scheduled',
        clock.now + 60_000,
        'queued',
        undefined,
      ]);
      expect((await store.claim(10, 1_000)).map(({ id }) => id)).toEqual([past.recipients[0]?.messageIdentifier]);
      clock.now += 60_000;
      const claimed = await store.claim(10, 1_000);
      expect(claimed.map(({ id }) => id)).toContain(later.recipients[0]?.messageIdentifier);
    });

    it('nothing is accepted for nobody, and nothing by a closed store', async () => {
      expect(await store.accept(textJob(PARENT, []))).toEqual({ recipients: [] });
      const other = await open(clock, {});
      await other.close();
      await expect(other.accept(textJob(PARENT, to(1)))).rejects.toThrow('closed');
    });
  });

  describe('library and hosted content', () => {
    const file = (fileName = 'a.gif') => ({ fileName, contentType: 'image/gif', data: Uint8Array.of(1, 2, 0, 255) });

    it('G-LIB-01: public items and own ones', async () => {
      expect(await store.libraryItem('Stranger.1', 80_000)).toEqual({
        number: 80_000,
        fileName: 'dot.gif',
        contentType: 'image/gif',
        data: Uint8Array.of(0x47, 0x49),
      });
      expect(await store.libraryItem(PARENT, 20_001)).toMatchObject({ owner: PARENT, fileName: 'smile.otb' });
      expect(await store.libraryItem('Stranger.1', 20_001)).toBeUndefined();
      expect(await store.libraryItem(PARENT, 20_002)).toBeUndefined();
      expect(new TextDecoder().decode((await store.libraryItem(PARENT, 30_000))!.data)).toBe('x:d=4,o=5,b=160:c');
    });

    it('G-LIB-02: a submitted file gets one free number, its own account only', async () => {
      const outcomes = await Promise.all(
        ['a.gif', 'b.gif'].map((name) => store.accept(textJob(PARENT, to(3), { file: file(name) }))),
      );
      expect(outcomes.map(({ libraryNumber }) => libraryNumber)).toEqual([80_001, 80_002]);
      expect(await store.libraryItem(PARENT, 80_002)).toEqual({ number: 80_002, owner: PARENT, ...file('b.gif') });
      expect(await store.libraryItem('Kid.77', 80_002)).toBeUndefined();
    });

    it('no file is kept for a job that nobody was accepted of', async () => {
      const outcome = await store.accept(textJob('Stranger.1', to(1), { file: file(), unitsPerRecipient: 255 }));
      expect(outcome).toEqual({ recipients: [{ recipient: to(1)[0], messageIdentifier: '-1', report: 15, units: 0 }] });
      expect(await store.libraryItem('Stranger.1', 80_001)).toBeUndefined();
    });

    it('hosted content is there under its token until it expires', async () => {
      const content = {
        token: 'T0ken',
        contentType: 'text/html',
        data: Uint8Array.of(60, 0, 200),
        expiresAt: clock.now + 1_000,
      };
      await store.accept(textJob(PARENT, to(1), { hosted: [content, { ...content, token: 'b', fileName: 'b.html' }] }));
      expect(await store.hosted('T0ken')).toEqual({ ...content, username: PARENT });
      expect((await store.hosted('b'))?.fileName).toBe('b.html');
      expect(await store.hosted('t0ken')).toBeUndefined();
      clock.now += 1_000;
      expect(await store.hosted('T0ken')).toBeUndefined();
      await store.sweep();
      clock.now -= 1_000;
      expect(await store.hosted('T0ken')).toBeUndefined();
    });
  });

  describe('outbox', () => {
    it('messages are claimed with their parts, earliest first, once', async () => {
      const part = { tpDcs: 0xf5, tpPid: 1, udh: Uint8Array.of(2, 0x70, 0), userData: { data: Uint8Array.of(0, 128, 255) } };
      const odd = { ...TEXT_PART, userData: { text: 'a\ud800"\u0000\\ß' } };
      await store.accept(textJob(PARENT, to(2), { parts: [part, odd] }));
      await store.accept(textJob('Sib.78', to(1, 447700900300)));
      const acceptedAt = clock.now;
      clock.now += 500;
      const claimed = await store.claim(2, 1_000);
      expect(claimed.map(({ id, ...rest }) => rest)).toEqual(
        to(2).map((recipient) => ({
          recipient,
          username: 'ANOther.12345',
          contentKind: 'text',
          originator: 'MyShop',
          parts: [part, odd],
          attempt: 1,
          acceptedAt,
          dueAt: acceptedAt,
          validUntil: acceptedAt + 3_600_000,
        })),
      );
      expect((await store.claim(10, 2_000)).map(({ recipient }) => recipient)).toEqual(['447700900300']);
      expect(await store.claim(10, 1_000)).toEqual([]);
      expect(await store.nextDueAt()).toBe(clock.now + 1_000);
    });

    it('a link claims from its own lanes, whatever waits in others, and is noted with what it takes', async () => {
      const lanes = (lane: string) => ({ findLane: () => lane });
      await store.accept(textJob(PARENT, to(30), lanes('a')));
      await store.accept(textJob(PARENT, to(2, 447700900300), lanes('a,b')));
      await store.accept(textJob('Hook.1', to(3, 447700900400), lanes('b')));
      expect(await store.nextDueAt(new Set(['c']))).toBeUndefined();
      expect(await store.nextDueAt(new Set(['b']))).toBe(clock.now);
      const b = { name: 'b', lanes: new Set(['b', 'a,b']) };
      const claimed = await store.claim(4, 1_000, b);
      expect(claimed.map(({ recipient, lane }) => [recipient, lane]).sort()).toEqual([
        ...[
          ['447700900300', 'a,b'],
          ['447700900301', 'a,b'],
          ['447700900400', 'b'],
          ['447700900401', 'b'],
        ],
      ]);
      expect((await store.claim(9, 2_000, b)).map(({ recipient }) => recipient)).toEqual(['447700900402']);
      expect(await store.claim(9, 1_000, b)).toEqual([]);
      expect(await store.nextDueAt(b.lanes)).toBe(clock.now + 1_000);
      expect((await store.queue()).due).toBe(30);
      // What it gives back waits where it says.
      await store.settle(claimed.map((message) => ({ message, outcome: { kind: 'unsent', reason: 'x' }, lane: '=b' })));
      expect(await store.claim(9, 1_000, b)).toEqual([]);
      expect((await store.claim(9, 1_000, { name: 'b', lanes: new Set(['=b']) })).length).toBe(4);
      const { entries } = await store.searchMessages({ username: 'Hook.1' });
      expect(entries.map(({ link }) => link)).toEqual(['b', 'b', 'b']);
      expect((await store.searchMessages({ username: PARENT }, { limit: 1 })).entries[0]).not.toHaveProperty('link');
    });

    it('what waits goes into other lanes, portion by portion, and what is of a link alone stays', async () => {
      await store.topUp(PARENT, 200_000);
      await store.accept(textJob(PARENT, to(600), { findLane: (number) => (number < '447700900200' ? 'old' : '') }));
      await store.accept(textJob('Hook.1', to(2, 447700900900), { findLane: () => '=a', contentKind: 'flash' }));
      const seen = new Set<string>();
      await store.sortIntoLanes(({ recipient, username, contentKind }, lane) => {
        seen.add(`${username} ${contentKind} ${lane}`);
        return lane === '=a' ? lane : Number(recipient) % 2 === 0 ? 'even' : 'odd';
      });
      expect([...seen].sort()).toEqual(['ANOther.12345 text ', 'ANOther.12345 text old', 'Hook.1 flash =a']);
      const claim = async (lane: string) => (await store.claim(1_000, 1_000, { name: 'x', lanes: new Set([lane]) })).length;
      expect([await claim('old'), await claim(''), await claim('even'), await claim('odd'), await claim('=a')]).toEqual([
        ...[0, 0, 300, 300, 2],
      ]);
    });

    it('a receipt counts for the message of its link, and for one that went over none', async () => {
      for (const lane of ['a', 'b', '']) await store.accept(textJob(PARENT, to(1), { findLane: () => lane }));
      const sent: Settlement[] = [];
      const take = (messages: readonly OutboundMessage[]) =>
        sent.push(...messages.map((message) => ({ message, outcome: { kind: 'sent', ids: ['7'] } as const })));
      for (const name of ['a', 'b']) take(await store.claim(1, 1_000, { name, lanes: new Set([name]) }));
      await store.settle(sent.splice(0));
      const states = async () => (await store.searchMessages({})).entries.map(({ state }) => state);
      expect(await store.recordReceipt('7', '447700900100', 'failed', clock.now, undefined, 'c')).toBe(false);
      expect(await store.recordReceipt('7', '447700900100', 'failed', clock.now, undefined, 'a')).toBe(true);
      expect(await store.recordReceipt('7', '447700900100', 'delivered', clock.now, undefined, 'b')).toBe(true);
      expect(await states()).toEqual(['failed', 'delivered', 'queued']);
      // The receipt of c waits for its message, whichever others of this id there are.
      await store.sweep();
      take(await store.claim(1, 1_000));
      await store.settle(sent);
      expect(await states()).toEqual(['failed', 'delivered', 'failed']);
    });

    it('a message went over the link that sent it, also where another has claimed it since', async () => {
      await store.accept(textJob(PARENT, to(1), { findLane: () => 'a,b' }));
      const lanes = new Set(['a,b']);
      const [late] = await store.claim(1, 1_000, { name: 'a', lanes });
      clock.now += 1_001;
      const [newer] = await store.claim(1, 1_000, { name: 'b', lanes });
      if (late === undefined || newer === undefined) throw new Error('nothing was claimed');
      const settle = (message: OutboundMessage, outcome: Outcome, link: string) =>
        store.settle([{ message, outcome, link, lane: 'a,b' }]);
      const entry = async () => (await store.searchMessages({})).entries[0];
      // What comes too late to count says nothing of the link either.
      await settle(late, { kind: 'retry', reason: 'busy' }, 'a');
      expect(await entry()).toMatchObject({ state: 'queued', link: 'b' });
      expect(await store.recordReceipt('77', '447700900100', 'delivered', clock.now, undefined, 'a')).toBe(false);
      await settle(late, { kind: 'sent', ids: ['77'] }, 'a');
      expect(await entry()).toMatchObject({ state: 'delivered', link: 'a' });
    });

    it('what expires while no link takes it keeps the link that had it last', async () => {
      await store.accept(textJob(PARENT, to(1), { findLane: () => 'a' }));
      await store.claim(1, 1_000, { name: 'a', lanes: new Set(['a']) });
      clock.now += 2 * 3_600_000;
      await store.sweep();
      expect((await store.searchMessages({})).entries[0]).toMatchObject({ state: 'expired', link: 'a' });
    });

    it('a claim is shared out among those who pay, whoever came first and however much he has', async () => {
      await store.accept(textJob('Hook.1', to(100)));
      clock.now += 5;
      await store.accept(textJob('Stranger.1', to(2, 447700900300)));
      // The parent pays for both.
      await store.accept(textJob('Sib.78', to(3, 447700900400)));
      await store.accept(textJob(PARENT, to(3, 447700900500)));
      const claimed = await store.claim(9, 60_000);
      const numbers = claimed.map(({ recipient }) => recipient);
      const [hook, stranger, family] = [to(100), to(2, 447700900300), [...to(3, 447700900400), ...to(3, 447700900500)]].map(
        (own) => numbers.filter((number) => own.includes(number)),
      );
      // Of each in turn, of one in order; what one has no use for another gets.
      expect(stranger).toEqual(to(2, 447700900300));
      expect([hook?.length, family?.length].sort()).toEqual([3, 4]);
      expect(hook).toEqual(to(hook?.length ?? 0));
      expect(family?.slice(0, 3)).toEqual(to(3, 447700900400));
      expect(new Set(numbers.slice(0, 3).map((number) => number.slice(0, 10))).size).toBe(3);
      const rest = (await store.claim(200, 60_000)).map(({ recipient }) => recipient);
      expect([...numbers, ...rest].sort()).toEqual([
        ...to(100),
        ...to(2, 447700900300),
        ...to(3, 447700900400),
        ...to(3, 447700900500),
      ]);
      expect(await store.claim(1, 60_000)).toEqual([]);
    });

    it('small claims go around', async () => {
      for (const [username, first] of [
        ['Hook.1', 447700900100],
        ['Stranger.1', 447700900300],
        [PARENT, 447700900500],
      ] as const) {
        await store.accept(textJob(username, to(3, first)));
      }
      const numbers: string[] = [];
      for (let round = 0; round < 9; round++) {
        numbers.push(...(await store.claim(1, 60_000)).map(({ recipient }) => recipient));
      }
      for (let round = 0; round < 9; round += 3) {
        expect(new Set(numbers.slice(round, round + 3).map((number) => number.slice(0, 10))).size).toBe(3);
      }
      expect(new Set(numbers).size).toBe(9);
    });

    it('what is accepted for later, or tried again, has its turn when its time comes', async () => {
      await store.accept(textJob('Hook.1', to(100)));
      await store.accept(textJob('Stranger.1', to(1, 447700900300), { dueAt: clock.now + 5_000 }));
      await store.accept(textJob(PARENT, to(1, 447700900500)));
      const claimed = await store.claim(4, 60_000);
      expect(claimed.map(({ recipient }) => recipient)).toContain('447700900500');
      await settleAll(claimed, { kind: 'retry', reason: 'busy', afterMs: 5_000 });
      expect((await store.claim(2, 60_000)).map(({ recipient }) => recipient)).toEqual(to(2, 447700900103));
      expect(await store.nextDueAt()).toBe(clock.now);
      clock.now += 5_000;
      const again = (await store.claim(6, 60_000)).map(({ recipient }) => recipient);
      expect(again).toEqual(expect.arrayContaining(['447700900300', '447700900500']));
    });

    it('a lease that runs out is claimed again', async () => {
      await store.accept(textJob(PARENT, to(1)));
      const [first] = await store.claim(1, 1_000);
      clock.now += 999;
      expect(await store.claim(1, 1_000)).toEqual([]);
      clock.now += 1;
      const [second] = await store.claim(1, 1_000);
      expect(second).toEqual({ ...first, attempt: 2 });
    });

    it('claimers at one time get different messages', async () => {
      await store.accept(textJob(PARENT, to(60)));
      const claimed = (await Promise.all(Array.from({ length: 6 }, () => store.claim(10, 1_000)))).flat();
      expect(new Set(claimed.map(({ id }) => id)).size).toBe(60);
      await settleAll(claimed, { kind: 'delivered' });
      expect(new Set(await statesOf())).toEqual(new Set(['delivered']));
      expect(await store.nextDueAt()).toBeUndefined();
    });

    it('virtual delivery puts the parts of a message into an inbox once', async () => {
      await store.accept(textJob(PARENT, ['447700900123', '447700900123']));
      const claimed = await store.claim(10, 1_000);
      const built: string[] = [];
      const build = ({ id }: OutboundMessage) => {
        built.push(id);
        return [Uint8Array.of(0, 1), Uint8Array.of(0xff)];
      };
      clock.now += 20;
      await Promise.all([store.deliverVirtual(claimed, build), store.deliverVirtual(claimed, build)]);
      await store.deliverVirtual([...claimed, ...claimed], build);
      await store.deliverVirtual([], build);
      expect(new Set(built).size).toBe(2);
      const inbox = claimed.map(({ id }) => ({
        messageIdentifier: id,
        originator: 'MyShop',
        receivedAt: clock.now,
        parts: [Uint8Array.of(0, 1), Uint8Array.of(0xff)],
      }));
      expect(await store.inbox('447700900123')).toEqual(inbox);
      expect(await store.inbox('447700900124')).toEqual([]);
      expect(await statesOf()).toEqual(['delivered', 'delivered']);
      await store.clearInbox('447700900123');
      expect(await store.inbox('447700900123')).toEqual([]);
      clock.now += 10_000;
      expect(await store.claim(10, 1_000)).toEqual([]);
    });

    it('what is claimed to be delivered in the store arrives once, scheduled or not, as its first attempt', async () => {
      await store.accept(textJob(PARENT, to(1), { dueAt: clock.now + 1_000 }));
      await store.accept(textJob(PARENT, to(1)));
      clock.now += 1_000;
      const claimed = await store.claim(10, 'in-store');
      expect(claimed).toHaveLength(2);
      const build = () => [Uint8Array.of(1)];
      expect(await store.deliverVirtual(claimed, build)).toHaveLength(2);
      expect(await store.deliverVirtual(claimed, build)).toEqual([]);
      expect(await store.claim(10, 'in-store')).toEqual([]);
      expect(await messagesOf(store)).toMatchObject(Array(2).fill({ state: 'delivered', attempts: 1 }));
      expect(await store.inbox(to(1)[0] as string)).toHaveLength(2);
    });

    it('keeps account of which inboxes have messages, and when they changed', async () => {
      const [a, b, c] = to(3) as [string, string, string];
      const begin = clock.now;
      const deliver = async (recipients: readonly string[]) => {
        await store.accept(textJob(PARENT, recipients));
        const claimed = await store.claim(10, 1_000);
        await store.deliverVirtual(claimed, () => [Uint8Array.of(1)]);
        // A second time it is nothing new.
        await store.deliverVirtual(claimed, () => [Uint8Array.of(1)]);
      };
      const changed = async (from: number, limit = 10) =>
        (await store.changedHandsets({ from, to: clock.now }, limit)).map(({ number, messages, changes }) => [
          number,
          messages,
          changes,
        ]);
      expect(await store.handsets(10)).toEqual([]);
      await store.clearInbox(a);
      await deliver([b, a]);
      clock.now += 1_000;
      await deliver([b]);
      expect(await store.handsets(10)).toEqual([
        { number: b, messages: 2, arrivedAt: begin + 1_000, changes: 2 },
        { number: a, messages: 1, arrivedAt: begin, changes: 1 },
      ]);
      expect(await store.handsets(1)).toHaveLength(1);
      expect(await changed(begin)).toEqual([
        [b, 2, 2],
        [a, 1, 1],
      ]);
      expect(await changed(begin + 1)).toEqual([[b, 2, 2]]);
      clock.now += 1_000;
      await store.clearInbox(b);
      await store.clearInbox(b);
      expect(await store.handsets(10)).toMatchObject([{ number: a, messages: 1 }]);
      expect(await changed(clock.now)).toEqual([[b, 0, 3]]);
      await deliver([c, b]);
      expect(await changed(clock.now)).toEqual([
        [b, 1, 4],
        [c, 1, 1],
      ]);
      expect(await changed(begin, 1)).toEqual([[b, 1, 4]]);
      expect((await store.changedHandsets({ from: begin, to: begin }, 10)).map(({ number }) => number)).toEqual([a]);
    });

    it('counts what arrives while an inbox is emptied', async () => {
      const [number] = to(1) as [string];
      for (let round = 0; round < 5; round++) {
        await store.accept(textJob(PARENT, [number, number, number]));
        const claimed = await store.claim(10, 1_000);
        await Promise.all([
          ...claimed.map((message) => store.deliverVirtual([message], () => [Uint8Array.of(1)])),
          store.clearInbox(number),
        ]);
        const [handset] = await store.handsets(10);
        expect(handset?.messages ?? 0).toBe((await store.inbox(number)).length);
      }
    });

    it('a message that cannot be built fails alone, and is given back', async () => {
      await store.accept(textJob(PARENT, to(3)));
      const claimed = await store.claim(10, 1_000);
      const build = ({ recipient }: OutboundMessage) => {
        if (recipient === to(3)[1]) throw new Error('no');
        return [Uint8Array.of(1)];
      };
      const settlements = await store.deliverVirtual(claimed, build);
      expect(settlements.map(({ message, outcome }) => [message.id, outcome.kind])).toEqual([
        [claimed[0]?.id, 'delivered'],
        [claimed[2]?.id, 'delivered'],
        [claimed[1]?.id, 'failed'],
      ]);
      expect(await store.deliverVirtual(claimed, build), 'a second time').toEqual([]);
      expect(await statesOf()).toEqual(['delivered', 'failed', 'delivered']);
      expect(await store.inbox(to(3)[0] as string)).toHaveLength(1);
      expect(await store.inbox(to(3)[1] as string)).toEqual([]);
      expect(await creditOf(PARENT)).toBe(152_345 - 2 * 450);
      expect(await store.nextDueAt()).toBeUndefined();
    });

    it('what failed for good is given back', async () => {
      await store.accept(textJob('Sib.78', to(2), { unitsPerRecipient: 3 }));
      await settleAll(await store.claim(10, 1_000), { kind: 'failed', reason: 'no such number' });
      expect(await creditOf(PARENT)).toBe(152_345);
      expect(await statesOf()).toEqual(['failed', 'failed']);
      expect((await store.ledger(PARENT))?.slice(-2).map(({ kind, amount, units }) => [kind, amount, units])).toEqual([
        ['refund', 1_350, 3],
        ['refund', 1_350, 3],
      ]);
    });

    it('what failed after its payer was deleted is given back to the parent', async () => {
      await store.accept(textJob('Kid.77', to(1)));
      const claimed = await store.claim(10, 1_000);
      await store.deleteChild(PARENT, 'Kid.77');
      await settleAll(claimed, { kind: 'failed', reason: 'x' });
      expect(await creditOf(PARENT)).toBe(162_345);
      const own = await store.ledger('Kid.77');
      expect(own?.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    });

    it('another try comes after a pause; an older claim puts nothing off', async () => {
      await store.accept(textJob(PARENT, to(1)));
      const first = await store.claim(1, 1_000);
      clock.now += 1_000;
      const second = await store.claim(1, 1_000);
      await settleAll(first, { kind: 'retry', reason: 'old', afterMs: 500_000 });
      expect(await store.nextDueAt()).toBe(clock.now + 1_000);
      await settleAll(second, { kind: 'retry', reason: 'busy' });
      expect(await store.nextDueAt()).toBe(clock.now + 2_000);
      clock.now += 2_000;
      const third = await store.claim(1, 1_000);
      expect(third[0]?.attempt).toBe(3);
      await settleAll(third, { kind: 'retry', reason: 'busy', afterMs: 7_000 });
      expect(await store.nextDueAt()).toBe(clock.now + 7_000);
    });

    it('messages that were refused together are tried again one by one', async () => {
      await store.accept(textJob(PARENT, to(20)));
      random.next = Math.random;
      await settleAll(await store.claim(20, 1_000), { kind: 'retry', reason: 'busy' });
      const times: number[] = [];
      for (;;) {
        const next = await store.nextDueAt();
        if (next === undefined || next > clock.now + 1_000) break;
        times.push(next - clock.now);
        const before = clock.now;
        clock.now = next;
        await settleAll(await store.claim(20, 60_000), { kind: 'sent', ids: [String(next)] });
        clock.now = before;
      }
      expect(times.length).toBeGreaterThan(10);
      expect([Math.min(...times) >= 500, Math.max(...times) <= 1_000]).toEqual([true, true]);
    });

    it('a failure that an older claim tells of gives nothing back: a newer one may have sent it', async () => {
      await store.accept(textJob(PARENT, to(1)));
      const first = await store.claim(1, 1_000);
      clock.now += 1_000;
      const second = await store.claim(1, 1_000);
      await settleAll(first, { kind: 'failed', reason: 'late' });
      expect(await statesOf()).toEqual(['queued']);
      await settleAll(second, { kind: 'sent', ids: ['s1'] });
      expect(await statesOf()).toEqual(['sent']);
      expect(await creditOf(PARENT)).toBe(152_345 - 450);
    });

    it('a clock that is put back keeps nothing waiting but what is scheduled', async () => {
      const { recipients } = await store.accept(textJob(PARENT, to(2)));
      await store.accept(textJob(PARENT, to(1), { dueAt: clock.now + 60_000 }));
      const dueAt = clock.now + 60_000;
      const [leased] = await store.claim(1, 1_000);
      await store.recordIncoming({ from: '447700900777', to: '447700900009', text: 'hi', at: clock.now });
      clock.now -= 3_600_000;
      await store.sweep();
      expect(await store.nextCallbackAt()).toBe(clock.now);
      expect((await store.claim(10, 1_000)).map(({ id }) => id)).toEqual([recipients[1]?.messageIdentifier]);
      clock.now += 300_000;
      expect((await store.claim(10, 900_000)).map(({ id }) => id)).toContain(leased?.id);
      clock.now = dueAt - 1;
      expect((await store.claim(10, 1)).filter(({ acceptedAt }) => acceptedAt === dueAt).length).toBe(0);
      expect((await statesOf())[2]).toBe('scheduled');
      clock.now += 1;
      await store.claim(10, 1_000);
      expect((await statesOf())[2]).toBe('queued');
    });

    it('times with fractions, and pauses that are none, are taken', async () => {
      clock.now += 0.25;
      await store.accept(textJob(PARENT, to(1), { dueAt: clock.now + 10.5 }));
      await store.accept(textJob(PARENT, to(1)));
      const [now] = await store.claim(10, 1_000);
      await settleAll([now as OutboundMessage], { kind: 'retry', reason: 'busy', afterMs: 1.5 });
      clock.now += 11;
      const claimed = await store.claim(10, 1_000);
      expect(claimed.map(({ dueAt, attempt }) => [Number.isInteger(dueAt), attempt])).toEqual([
        [true, 2],
        [true, 1],
      ]);
      await settleAll(claimed, { kind: 'retry', reason: 'busy', afterMs: Number.NaN });
      expect(await store.nextDueAt()).toBe(Math.floor(clock.now) + 1_000);
      expect(await store.recordReceipt('early', to(1)[0] as string, 'delivered', clock.now)).toBe(false);
      for (const { at } of (await store.ledger(PARENT)) ?? []) expect(Number.isInteger(at)).toBe(true);
      clock.now = Math.floor(clock.now);
    });

    it('tries end with the validity, and the charge is given back', async () => {
      await store.accept(textJob(PARENT, to(1)));
      clock.now += 3_600_000;
      await settleAll(await store.claim(1, 1_000), { kind: 'retry', reason: 'busy' });
      expect(await statesOf()).toEqual(['expired']);
      expect(await creditOf(PARENT)).toBe(152_345);
    });

    it('a message that was not handed over is due again at once, before others, and the attempt does not count', async () => {
      await store.accept(textJob(PARENT, to(1)));
      const [first] = await store.claim(1, 1_000);
      await settleAll([first as OutboundMessage], { kind: 'retry', reason: 'busy', afterMs: 5_000 });
      clock.now += 5_000;
      await store.accept(textJob(PARENT, to(1)));
      const [second, third] = await store.claim(2, 1_000);
      expect([second?.id, second?.attempt, third?.attempt]).toEqual([first?.id, 2, 1]);
      await settleAll([second, third] as OutboundMessage[], { kind: 'unsent', reason: 'not connected' });
      const [fourth] = await store.claim(1, 1_000);
      expect([fourth?.id, fourth?.attempt]).toEqual([first?.id, 2]);
      // Told once more by the claim before, it does not touch the one that is.
      await settleAll([first as OutboundMessage], { kind: 'unsent', reason: 'not connected' });
      expect((await store.claim(10, 1_000)).map(({ id, attempt }) => [id, attempt])).toEqual([[third?.id, 1]]);
    });

    it('a lease is renewed, unless the message was claimed anew or settled', async () => {
      await store.accept(textJob(PARENT, to(3)));
      const claimed = await store.claim(3, 1_000);
      const [lost, settled, kept] = claimed as [OutboundMessage, OutboundMessage, OutboundMessage];
      await store.renew([], 2_000);
      await settleAll([settled], { kind: 'sent', ids: ['s1'] });
      clock.now += 500;
      await store.renew([settled, kept], 2_000);
      clock.now += 500;
      const [again] = await store.claim(10, 1_000);
      expect([again?.id, again?.attempt]).toEqual([lost.id, 2]);
      await store.renew([lost], 60_000);
      clock.now += 1_000;
      expect((await store.claim(10, 1_000)).map(({ id }) => id)).toEqual([lost.id]);
      expect(await statesOf()).toEqual(['queued', 'sent', 'queued']);
      clock.now += 500;
      expect((await store.claim(10, 1_000)).map(({ id }) => id)).toEqual([kept.id]);
    });

    it('what is due and not claimed is counted', async () => {
      await store.accept(textJob(PARENT, to(3)));
      await store.accept(textJob(PARENT, to(1), { dueAt: clock.now + 60_000 }));
      expect((await store.queue()).due).toBe(3);
      await store.claim(1, 1_000);
      expect((await store.queue()).due).toBe(2);
      clock.now += 60_000;
      expect((await store.queue()).due).toBe(4);
    });

    it('a queue is counted up to ten thousand, and its oldest message is told however long it is', async () => {
      await store.topUp(PARENT, 100_000_000);
      await store.topUp('Stranger.1', 100_000_000);
      const first = clock.now;
      for (let i = 0; i < 3; i++) {
        clock.now += 1_000;
        await store.accept(textJob('Stranger.1', to(2_000, 447700900100 + i * 2_000)));
        await store.accept(textJob(PARENT, to(2_000, 447700900100 + i * 2_000)));
      }
      expect(await store.queue()).toEqual({ due: 10_000, oldestDueAt: first + 1_000, callbacks: 0, sessionCallbacks: 0 });
    });

    it('what nobody claims ends with the validity, claimed too late or not at all, and the charge is given back', async () => {
      await store.accept(textJob('Hook.1', to(2)));
      clock.now += 1;
      await store.accept(textJob('Hook.1', to(1)));
      await store.accept(textJob('Hook.1', to(1), { dueAt: clock.now + 3_600_000 }));
      clock.now += 3_599_999;
      await store.sweep();
      expect(await statesOf()).toEqual(['queued', 'queued', 'queued', 'scheduled']);
      clock.now += 1;
      expect(await store.claim(1, 1_000)).toEqual([]);
      expect(await statesOf()).toEqual(['expired', 'queued', 'queued', 'scheduled']);
      await store.sweep();
      expect(await statesOf()).toEqual(['expired', 'expired', 'queued', 'scheduled']);
      expect(await creditOf('Hook.1')).toBe(90_000 - 2 * 450);
      expect((await store.claimCallbacks(10, 1_000)).map(({ payload }) => 'state' in payload && payload.state)).toEqual([
        'expired',
        'expired',
      ]);
      // What was scheduled for then is due, and what is valid for another moment.
      expect(await store.claim(10, 1_000)).toHaveLength(2);
    });

    it('a message that is of use for a shorter time ends with that: claimed too late, tried too late, or not at all', async () => {
      const validUntil = clock.now + 60_000;
      for (let i = 0; i < 3; i++) await store.accept(textJob('Hook.1', to(1), { validUntil }));
      await store.accept(textJob('Hook.1', to(1)));
      const claimed = await store.claim(1, 1_000);
      expect(claimed).toMatchObject([{ validUntil }]);
      await settleAll(claimed, { kind: 'retry', reason: 'busy', afterMs: 60_001 });
      expect(await statesOf()).toEqual(['expired', 'queued', 'queued', 'queued']);
      clock.now += 60_000;
      await store.sweep();
      expect(await statesOf()).toEqual(['expired', 'queued', 'queued', 'queued']);
      clock.now += 1;
      expect(await store.claim(1, 1_000)).toEqual([]);
      expect(await statesOf()).toEqual(['expired', 'expired', 'queued', 'queued']);
      await store.sweep();
      expect(await statesOf()).toEqual(['expired', 'expired', 'expired', 'queued']);
      expect(await creditOf('Hook.1')).toBe(90_000 - 450);
    });

    it('what is in hand when its time is over may still go out', async () => {
      const validUntil = clock.now + 60_000;
      await store.accept(textJob(PARENT, to(1), { validUntil }));
      const claimed = await store.claim(1, 120_000);
      clock.now += 60_001;
      await store.sweep();
      expect(await statesOf()).toEqual(['queued']);
      await settleAll(claimed, { kind: 'sent', ids: ['v'] });
      expect(await statesOf()).toEqual(['sent']);
    });

    it('what is settled stays settled', async () => {
      await store.accept(textJob(PARENT, to(1)));
      const claimed = await store.claim(1, 1_000);
      await settleAll(claimed, { kind: 'sent', ids: ['s1'] });
      await settleAll([...claimed, ...claimed], { kind: 'failed', reason: 'late' });
      await settleAll(claimed, { kind: 'sent', ids: ['s2'] });
      await store.settle([]);
      expect(await statesOf()).toEqual(['sent']);
      expect(await creditOf(PARENT)).toBe(152_345 - 450);
    });
  });

  describe('receipts of an SMSC', () => {
    async function sent(ids: readonly string[], username = 'Hook.1') {
      await store.accept(textJob(username, to(1), { unitsPerRecipient: ids.length }));
      const claimed = await store.claim(1, 1_000);
      await settleAll(claimed, { kind: 'sent', ids });
      return claimed[0] as OutboundMessage;
    }
    const number = to(1)[0] as string;

    it('a message is delivered with the last of its parts', async () => {
      const { id } = await sent(['a', 'b']);
      expect(await store.recordReceipt('a', number, 'delivered', 1_000)).toBe(true);
      expect(await statesOf()).toEqual(['sent']);
      expect(await store.recordReceipt('b', number, 'delivered', 2_000)).toBe(true);
      expect(await statesOf()).toEqual(['delivered']);
      expect(await store.recordReceipt('b', number, 'failed', 3_000)).toBe(true);
      expect(await statesOf()).toEqual(['delivered']);
      expect((await store.claimCallbacks(10, 1_000)).map(({ payload }) => payload)).toEqual([
        { kind: 'receipt', messageIdentifier: id, recipient: number, state: 'delivered', at: 2_000 },
      ]);
    });

    it('a message is lost with any of its parts, and stays charged', async () => {
      await sent(['a', 'b']);
      await store.recordReceipt('b', number, 'failed', 1_000);
      expect(await statesOf()).toEqual(['failed']);
      expect(await creditOf('Hook.1')).toBe(90_000 - 900);
      await sent(['c']);
      await store.recordReceipt('c', number, 'expired', 1_000);
      expect(await statesOf()).toEqual(['failed', 'expired']);
    });

    it('a receipt that comes too early waits for its message', async () => {
      expect(await store.recordReceipt('a', number, 'delivered', clock.now)).toBe(false);
      await sent(['a']);
      expect(await statesOf()).toEqual(['delivered']);
    });

    it('a receipt for a number that no message of its id went to waits for the one that does', async () => {
      await sent(['5']);
      const sentTo = async (recipient: string) => {
        await store.accept(textJob('Hook.1', [recipient]));
        await settleAll(await store.claim(1, 1_000), { kind: 'sent', ids: ['5'] });
      };
      // Of the next message with this id: the service centre counts from the start again, and its receipt is faster than its answer.
      expect(await store.recordReceipt('5', '447700900777', 'expired', clock.now)).toBe(false);
      await store.sweep();
      expect(await statesOf()).toEqual(['sent']);
      await sentTo('447700900777');
      expect(await statesOf()).toEqual(['sent', 'expired']);
      expect(await store.recordReceipt('5', number, 'delivered', clock.now)).toBe(true);
      expect(await statesOf()).toEqual(['delivered', 'expired']);
      // The same when the first message has ended.
      expect(await store.recordReceipt('5', '447700900778', 'failed', clock.now)).toBe(false);
      await sentTo('447700900778');
      expect(await statesOf()).toEqual(['delivered', 'expired', 'failed']);
    });

    it('a receipt with the national form of a number is for an open message alone, and one without a number for the latest', async () => {
      const other = '447701111111';
      await store.accept(textJob('Hook.1', [other]));
      await settleAll(await store.claim(1, 1_000), { kind: 'sent', ids: ['5'] });
      await sent(['5']);
      const national = `0${number.slice(2)}`;
      for (const unlike of ['1', '0100', '00100', '4477009', `${number}0`, '%', '_______', "'"]) {
        expect(await store.recordReceipt('5', unlike, 'failed', clock.now)).toBe(false);
      }
      await store.sweep();
      expect(await statesOf()).toEqual(['sent', 'sent']);
      expect(await store.recordReceipt('5', national, 'delivered', clock.now)).toBe(true);
      expect(await statesOf()).toEqual(['sent', 'delivered']);
      expect(await store.recordReceipt('5', national, 'failed', clock.now)).toBe(false);
      // The same number has the id again.
      await sent(['5']);
      expect(await statesOf()).toEqual(['sent', 'delivered', 'failed']);
      expect(await store.recordReceipt('5', '', 'expired', clock.now)).toBe(true);
      expect(await statesOf()).toEqual(['expired', 'delivered', 'failed']);
    });

    it('an open message is meant before one that has ended', async () => {
      await sent(['5']);
      await sent(['5']);
      expect(await store.recordReceipt('5', number, 'delivered', clock.now)).toBe(true);
      expect(await statesOf()).toEqual(['sent', 'delivered']);
      const together = ['expired', 'failed'] as const;
      expect(await Promise.all(together.map((status) => store.recordReceipt('5', number, status, clock.now)))).toEqual([
        true,
        true,
      ]);
      expect(await statesOf()).toEqual(['expired', 'delivered']);
    });

    it('receipts that wait are found by the last digits of their number, and one of another number is left alone', async () => {
      await sent(['5']);
      await sent(['6']);
      // They came while their messages were being marked.
      await store.recordReceipt('5', '447700900777', 'failed', clock.now);
      await store.recordReceipt('6', `00${number}`, 'delivered', clock.now);
      await store.sweep();
      expect(await statesOf()).toEqual(['sent', 'delivered']);
    });

    it('receipts without a message are forgotten after a day', async () => {
      await store.recordReceipt('a', number, 'delivered', clock.now);
      await store.sweep();
      clock.now += 86_400_001;
      await store.sweep();
      await sent(['a']);
      expect(await statesOf()).toEqual(['sent']);
    });

    it('a message whose receipt is overdue is marked; one that comes all the same counts', async () => {
      await sent(['a']);
      await sent(['b', 'c']);
      await store.recordReceipt('b', number, 'delivered', clock.now);
      await sent(['d']);
      await store.recordReceipt('d', number, 'delivered', clock.now);
      // An hour of validity, and one more.
      clock.now += 2 * 3_600_000;
      await store.sweep();
      expect(await statesOf()).toEqual(['sent', 'sent', 'delivered']);
      clock.now += 1;
      await store.sweep();
      expect(await statesOf()).toEqual(['unconfirmed', 'unconfirmed', 'delivered']);
      // It was handed over, so it is paid for, and nobody is told what nobody knows.
      expect(await creditOf('Hook.1')).toBe(90_000 - 4 * 450);
      expect((await store.claimCallbacks(10, 1_000)).map(({ payload }) => 'state' in payload && payload.state)).toEqual([
        'delivered',
      ]);
      await store.recordReceipt('c', number, 'delivered', clock.now);
      await store.recordReceipt('a', number, 'expired', clock.now);
      expect(await statesOf()).toEqual(['expired', 'delivered', 'delivered']);
      await store.sweep();
      expect(await statesOf()).toEqual(['expired', 'delivered', 'delivered']);
    });

    it('receipts that come together are taken in their order, each for its own message', async () => {
      const [one, two, three] = [await sent(['a']), await sent(['b', 'c']), await sent(['d', 'e'])];
      const receipts = [
        ['b', 'delivered'],
        ['a', 'delivered'],
        ['a', 'failed'],
        ['early', 'delivered'],
        ['d', 'delivered'],
        ['d', 'failed'],
        ['c', 'delivered'],
      ] as const;
      const taken = await Promise.all(receipts.map(([id, status]) => store.recordReceipt(id, number, status, clock.now)));
      expect(taken).toEqual([true, true, true, false, true, true, true]);
      expect(await statesOf()).toEqual(['delivered', 'delivered', 'failed']);
      const told = (await store.claimCallbacks(10, 1_000)).map(({ payload }) => [
        payload.messageIdentifier,
        'state' in payload && payload.state,
      ]);
      expect(told.sort()).toEqual(
        [
          [one.id, 'delivered'],
          [two.id, 'delivered'],
          [three.id, 'failed'],
        ].sort(),
      );
      await sent(['early']);
      expect((await statesOf()).at(-1)).toBe('delivered');
    });

    it('a part whose receipt came before another commit is remembered', async () => {
      await sent(['a', 'b', 'c']);
      await store.recordReceipt('a', number, 'delivered', clock.now);
      await store.recordReceipt('c', number, 'delivered', clock.now);
      expect(await statesOf()).toEqual(['sent']);
      await store.recordReceipt('b', number, 'delivered', clock.now);
      expect(await statesOf()).toEqual(['delivered']);
    });

    it('receipts that are overdue by the thousand are marked, too', async () => {
      const { recipients } = await store.accept(textJob('Stranger.1', to(1)));
      expect(recipients).toHaveLength(1);
      await store.topUp('Hook.1', 5_000_000 as never);
      await store.accept(textJob('Hook.1', to(1_100)));
      const claimed = await store.claim(1_101, 60_000);
      await store.settle(claimed.map((message) => ({ message, outcome: { kind: 'sent', ids: [message.id] } })));
      clock.now += 2 * 3_600_000 + 1;
      await store.sweep();
      expect(new Set(await statesOf())).toEqual(new Set(['unconfirmed']));
    });

    it('an id that came again means the latest message where the receipt has no number', async () => {
      await sent(['a']);
      await sent(['a']);
      await store.recordReceipt('a', '', 'delivered', 1_000);
      expect(await statesOf()).toEqual(['sent', 'delivered']);
    });
  });

  it('texts with NUL, which PostgreSQL does not have, name nothing and fail nothing', async () => {
    const nul = 'a\u0000b';
    expect(await store.verify(nul, '1')).toBeUndefined();
    expect(await store.addressBook(PARENT, nul)).toBeUndefined();
    expect(await store.addressBook(PARENT, 'Friends', nul)).toBeUndefined();
    expect(await store.transfer(PARENT, nul, 1)).toBe('not-related');
    expect(await store.deleteChild(PARENT, nul)).toBe('not-own');
    expect(await store.hosted(nul)).toBeUndefined();
    expect(await store.inbox(nul)).toEqual([]);
    const file = { fileName: nul, contentType: nul, data: Uint8Array.of(0) };
    const page = { ...file, token: 't', expiresAt: clock.now + 1_000 };
    const { recipients } = await store.accept(textJob(PARENT, to(1), { file, hosted: [page], service: nul, originator: nul }));
    expect(recipients[0]?.report).toBe(-2);
    await settleAll(await store.claim(1, 1_000), { kind: 'sent', ids: [nul] });
    expect(await store.recordReceipt(nul, to(1)[0] as string, 'delivered', clock.now)).toBe(true);
  });

  describe('callbacks', () => {
    it('a message that ends is told to accounts that want it, at once for virtual delivery', async () => {
      await store.accept(textJob('Hook.1', to(2)));
      await store.accept(textJob(PARENT, to(1)));
      const claimed = await store.claim(10, 1_000);
      clock.now += 5;
      await store.deliverVirtual(claimed, () => [Uint8Array.of(1)]);
      expect(await store.nextCallbackAt()).toBe(clock.now);
      const callbacks = await store.claimCallbacks(10, 1_000);
      expect(callbacks.map(({ username, payload, attempt }) => [username, payload.kind, attempt])).toEqual([
        ['Hook.1', 'receipt', 1],
        ['Hook.1', 'receipt', 1],
      ]);
      expect(callbacks[0]?.target.url).toBe('http://127.0.0.1:9/receipts');
      expect(await store.claimCallbacks(10, 1_000)).toEqual([]);
      for (const callback of callbacks) expect(await store.settleCallback(callback, 'done')).toBe('done');
      expect(await store.nextCallbackAt()).toBeUndefined();
    });

    it('G-DLR-03: pauses grow, up to 24 hours in all', async () => {
      expect(await store.recordIncoming({ from: '447700900777', to: '447700900009', text: 'hi', at: clock.now })).toBe(true);
      const start = clock.now;
      const pauses: number[] = [];
      let result = 'later';
      while (result === 'later') {
        const [callback] = await store.claimCallbacks(1, 1_000);
        if (callback === undefined) throw new Error('no callback is due');
        result = await store.settleCallback(callback, 'failed');
        const next = await store.nextCallbackAt();
        if (next === undefined) break;
        pauses.push(next - clock.now);
        clock.now = next;
      }
      expect(result).toBe('given-up');
      expect(pauses.slice(0, 4)).toEqual([10_000, 20_000, 40_000, 80_000]);
      expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
      expect(Math.max(...pauses)).toBe(3_600_000);
      expect(clock.now - start).toBeLessThanOrEqual(86_400_000);
      expect(clock.now - start).toBeGreaterThan(86_400_000 - 3_600_000);
      expect(await store.nextCallbackAt()).toBeUndefined();
    });

    it('an older claim puts nothing off', async () => {
      await store.recordIncoming({ from: '1234567', to: '447700900009', data: Uint8Array.of(0xab), at: 0 });
      const [first] = await store.claimCallbacks(1, 1_000);
      clock.now += 1_000;
      const [second] = await store.claimCallbacks(1, 1_000);
      // Nothing was posted in between.
      expect(second).toMatchObject({ attempt: 1, payload: { kind: 'message', from: '1234567', text: 'AB' } });
      await store.settleCallback(first!, 'failed');
      expect(await store.settleCallback(first!, 'refused')).toBe('given-up');
      expect(await store.nextCallbackAt()).toBe(clock.now + 1_000);
      await store.settleCallback(second!, 'failed');
      clock.now += 10_000;
      expect(await store.claimCallbacks(1, 1_000)).toMatchObject([{ attempt: 2 }]);
    });

    it('what is claimed again and again and never posted is dropped after 24 hours, and counted', async () => {
      const start = clock.now;
      for (const text of ['a', 'b']) await store.recordIncoming({ from: '1', to: '447700900009', text, at: 0 });
      const givenUp: number[] = [];
      const claim = () => store.claimCallbacks(10, 3_600_000, (callbacks) => givenUp.push(callbacks));
      for (; clock.now <= start + 86_400_000; clock.now += 3_600_000) {
        expect((await claim()).map(({ attempt }) => attempt)).toEqual([1, 1]);
      }
      expect(givenUp).toEqual([]);
      expect(await claim()).toEqual([]);
      expect([givenUp, await store.nextCallbackAt()]).toEqual([[2], undefined]);
    });

    it.each([
      ['less than the pause', 3_000, 10_000],
      ['more', 90_000, 90_000],
      ['too much', 86_400_000, 3_600_000],
    ])('a server that asks for %s', async (_, afterMs, pause) => {
      await store.recordIncoming({ from: '1', to: '447700900009', text: 'x', at: 0 });
      const [callback] = await store.claimCallbacks(1, 1_000);
      expect(await store.settleCallback(callback!, 'failed', afterMs)).toBe('later');
      expect(await store.nextCallbackAt()).toBe(clock.now + pause);
    });

    it('what is refused for good is given up at once', async () => {
      await store.recordIncoming({ from: '1', to: '447700900009', text: 'x', at: 0 });
      const [callback] = await store.claimCallbacks(1, 1_000);
      expect(await store.settleCallback(callback!, 'refused')).toBe('given-up');
      expect(await store.nextCallbackAt()).toBeUndefined();
    });

    it('G-MO-01: an incoming message goes to the account with the two-way number', async () => {
      expect(await store.twoWayAccount('447700900001')).toBe(PARENT);
      expect(await store.twoWayAccount('447700900009')).toBe('Hook.1');
      expect(await store.twoWayAccount('MyShop')).toBeUndefined();
      expect(await store.recordIncoming({ from: '1', to: '447700900001', text: 'x', at: 0 }), 'without a URL').toBe(false);
      expect(await store.recordIncoming({ from: '1', to: '447700900002', text: 'x', at: 0 }), 'of nobody').toBe(false);
    });

    it('a number is two-way however it is written, and so is a short code', async () => {
      const account = {
        username: 'Two.1',
        pin: '1111',
        replyTo: ['+44 7700-900555', '0044 7700 900556', '60777', 'MyShop', '1'.repeat(16)],
      };
      await store.provision(readProvisioning(JSON.stringify({ accounts: [account] })));
      for (const number of ['447700900555', '447700900556', '60777']) expect(await store.twoWayAccount(number)).toBe('Two.1');
      // No network has numbers of 16 digits.
      for (const text of ['+44 7700-900555', 'MyShop', '1'.repeat(16)]) expect(await store.twoWayAccount(text)).toBeUndefined();
    });

    it('a deleted account is told nothing more', async () => {
      const child = {
        username: 'Kid.99',
        pin: '1111',
        parent: PARENT,
        type: 'TRANSFER',
        credit: '1.0000',
        callback: { url: 'http://127.0.0.1:9/' },
      };
      await store.provision(readProvisioning(JSON.stringify({ accounts: [child] })));
      await store.accept(textJob('Kid.99', to(2)));
      const claimed = await store.claim(2, 1_000);
      await store.deliverVirtual(claimed.slice(0, 1), () => [Uint8Array.of(1)]);
      expect(await store.nextCallbackAt()).toBe(clock.now);
      await store.deleteChild(PARENT, 'Kid.99');
      await store.deliverVirtual(claimed.slice(1), () => [Uint8Array.of(1)]);
      expect(await store.claimCallbacks(10, 1_000)).toEqual([]);
      expect(await store.nextCallbackAt()).toBeUndefined();
    });

    it('what is posted to the gateway itself is kept', async () => {
      expect(await store.keepPosted(PARENT, { kind: 'receipt', sendTo: '1' })).toBe(true);
      expect(await store.keepPosted('Nobody', {})).toBe(false);
      expect(await store.posted(PARENT)).toEqual([{ at: clock.now, callback: { kind: 'receipt', sendTo: '1' } }]);
    });

    it('of what is posted, which is free, an account keeps the last thousand; a deleted one gets no more', async () => {
      await store.keepPosted('Hook.1', -1);
      for (let i = 0; i < 1_003; i++) await store.keepPosted('Kid.77', i);
      expect((await store.posted('Kid.77')).map(({ callback }) => callback)).toEqual(
        Array.from({ length: 1_000 }, (_, i) => i + 3),
      );
      expect(await store.posted('Hook.1')).toHaveLength(1);
      await store.deleteChild(PARENT, 'Kid.77');
      expect(await store.keepPosted('Kid.77', {})).toBe(false);
      expect(await store.posted('Kid.77')).toHaveLength(1_000);
    });
  });

  it('tells whose message a receipt has brought to its end', async () => {
    await store.accept(textJob('Hook.1', ['447700900100', '447700900101']));
    const claimed = await store.claim(2, 1_000);
    await store.settle(claimed.map((message) => ({ message, outcome: { kind: 'sent', ids: [`smsc-${message.recipient}`] } })));
    const ended: unknown[] = [];
    const keep = (message: unknown) => ended.push(message);
    const receive = (recipient: string, status: ReceiptStatus) =>
      store.recordReceipt(`smsc-${recipient}`, recipient, status, clock.now, keep);
    await Promise.all([
      receive('447700900100', 'delivered'),
      receive('447700900101', 'expired'),
      receive('447700900999', 'failed'),
    ]);
    await receive('447700900100', 'failed');
    expect(ended).toEqual(['delivered', 'expired'].map((state) => ({ username: 'Hook.1', contentKind: 'text', state })));
  });

  describe('multimedia messages of phones', () => {
    const token = (n: number) => `token-of-a-recipient-${n}`;

    /** A message to so many, with a copy each. */
    function mmsJobs(id: string, count: number, more: { wantsDelivery?: boolean; wantsRead?: boolean; key?: string } = {}) {
      const { wantsDelivery = true, wantsRead = true, key = id } = more;
      const hosted = {
        ...{ token: `hosted-${id}`, contentType: 'application/vnd.wap.mms-message', data: new Uint8Array([1, 2]) },
        expiresAt: clock.now + 3_600_000,
      };
      const mms = { id, sender: '447700900001', requestKey: key, hostedToken: hosted.token, wantsDelivery, wantsRead };
      return Array.from({ length: count }, (_, i) =>
        textJob(PARENT, to(1, 447700900100 + i), {
          mmsCopy: { token: `${id}-${token(i)}`, messageId: id, expiresAt: hosted.expiresAt },
          ...(i === 0 && { mms, hosted: [hosted] }),
        }),
      );
    }

    it('are charged and written together, and known by their key for a day', async () => {
      const outcomes = await store.acceptAll(mmsJobs('A', 3));
      expect(outcomes.map(({ recipients }) => recipients[0]?.report)).toEqual([-2, -2, -2]);
      expect(await creditOf(PARENT)).toBe(152_345 - 3 * 450);
      expect(await store.findSentMms('A')).toEqual({ id: 'A', accepted: 3 });
      expect(await store.findSentMms('B')).toBeUndefined();
      expect(await store.mmsCopy(`A-${token(1)}`)).toEqual({
        ...{ token: `A-${token(1)}`, messageId: 'A', username: PARENT, sender: '447700900001', recipient: '447700900101' },
        ...{ hostedToken: 'hosted-A', wantsRead: true, expiresAt: clock.now + 3_600_000 },
      });
      expect(await store.hosted('hosted-A')).toMatchObject({ username: PARENT });
      // The second of two is refused, with all that came with it; what else came is accepted.
      const [again, other] = await Promise.allSettled([
        store.acceptAll(mmsJobs('C', 2, { key: 'A' })),
        store.acceptAll(mmsJobs('D', 1)),
      ]);
      expect([again.status, other.status]).toEqual(['rejected', 'fulfilled']);
      expect(await store.mmsCopy(`C-${token(0)}`)).toBeUndefined();
      expect(await creditOf(PARENT)).toBe(152_345 - 4 * 450);
      clock.now += 24 * 3_600_000;
      await store.sweep();
      expect(await store.findSentMms('A')).toBeUndefined();
      await store.acceptAll(mmsJobs('E', 1, { key: 'A' }));
    });

    it('have one end, and a report of it that is given out until it was made', async () => {
      await store.acceptAll(mmsJobs('A', 3));
      const [first, second, third] = [0, 1, 2].map((n) => `A-${token(n)}`) as [string, string, string];
      expect(await store.nextMmsReportAt()).toBe(clock.now + 3_600_000);
      expect(await store.claimMmsReports(10, 1_000)).toEqual([]);
      expect(await store.recordMmsStatus(first, 'deferred', true)).toBe(true);
      expect(await store.recordMmsStatus(first, 'retrieved', true)).toBe(true);
      const retrievedAt = clock.now;
      for (const status of ['rejected', 'deferred', 'retrieved'] as const) {
        expect(await store.recordMmsStatus(first, status, true)).toBe(false);
      }
      expect(await store.recordMmsStatus(second, 'rejected', false)).toBe(true);
      expect(await store.recordMmsStatus('nobody-has-this-token', 'retrieved', true)).toBe(false);
      const [report, ...none] = await store.claimMmsReports(10, 1_000);
      expect(none).toEqual([]);
      expect(report).toMatchObject({ kind: 'delivery', status: 'retrieved', at: retrievedAt, copy: { token: first } });
      expect(await store.claimMmsReports(10, 1_000)).toEqual([]);
      clock.now += 1_000;
      expect(await store.claimMmsReports(10, 1_000)).toEqual([report]);
      await store.removeMmsReport(report as MmsReport);
      clock.now += 3_600_000;
      expect(await store.claimMmsReports(10, 1_000)).toMatchObject([{ status: 'expired', copy: { token: third } }]);
      expect(await store.recordMmsStatus(third, 'retrieved', true)).toBe(false);
      expect((await store.mmsCopy(third))?.status).toBe('expired');
    });

    it('are read once, when somebody wants to know; reports of both kinds are apart', async () => {
      await store.acceptAll([...mmsJobs('A', 1), ...mmsJobs('B', 1, { wantsDelivery: false, wantsRead: false })]);
      const [asked, quiet] = [`A-${token(0)}`, `B-${token(0)}`];
      const read = await Promise.all(['read', 'read', 'read'].map((status) => store.recordMmsRead(asked, status)));
      expect(read.filter(Boolean)).toHaveLength(1);
      expect(await store.recordMmsRead(quiet, 'read')).toBe(false);
      await store.recordMmsStatus(asked, 'retrieved', true);
      await store.recordMmsStatus(quiet, 'retrieved', true);
      const reports = await store.claimMmsReports(10, 1_000);
      expect(reports.map(({ kind, status, copy }) => [kind, status, copy.token]).sort()).toEqual([
        ['delivery', 'retrieved', asked],
        ['read', 'read', asked],
      ]);
      for (const report of reports) await store.removeMmsReport(report);
      expect(await store.nextMmsReportAt()).toBeUndefined();
    });

    it('are forgotten a month after their expiry, with what waits for them', async () => {
      await store.acceptAll(mmsJobs('A', 2));
      clock.now += 3_600_000 + 30 * 24 * 3_600_000 - 1;
      await store.sweep();
      expect(await store.mmsCopy(`A-${token(0)}`)).toBeDefined();
      clock.now += 1;
      await store.sweep();
      expect(await store.mmsCopy(`A-${token(0)}`)).toBeUndefined();
      expect(await store.nextMmsReportAt()).toBeUndefined();
      await store.acceptAll(mmsJobs('A', 1));
    });

    it('count those who get a page; without copies they are forgotten with their key', async () => {
      const asPages = (id: string) => mmsJobs(id, 2).map(({ mmsCopy: _copy, ...job }) => ({ ...job, mmsPageOf: id }));
      const [page, ...none] = mmsJobs('B', 2);
      await store.acceptAll([
        ...asPages('A'),
        page as AcceptJob,
        ...none.map((job) => ({ ...job, mmsCopy: undefined, mmsPageOf: 'B' })),
      ]);
      expect(await store.findSentMms('A')).toEqual({ id: 'A', accepted: 2 });
      expect(await store.findSentMms('B')).toEqual({ id: 'B', accepted: 2 });
      clock.now += 24 * 3_600_000 - 1;
      await store.sweep();
      expect(await store.findSentMms('A')).toEqual({ id: 'A', accepted: 2 });
      clock.now += 1;
      await store.sweep();
      // Its Message-ID may come again; that of a message with a copy may not.
      await store.acceptAll(asPages('A'));
      expect(await store.mmsCopy(`B-${token(0)}`)).toMatchObject({ messageId: 'B' });
      await expect(store.acceptAll(asPages('B'))).rejects.toThrow();
    });
  });

  it('a store that takes writes says so, and what waits in it', async () => {
    await store.probe();
    await store.probe();
    expect(await store.queue()).toEqual({ due: 0, callbacks: 0, sessionCallbacks: 0 });
    const first = clock.now;
    await store.accept(textJob('Hook.1', ['447700900100']));
    clock.now += 60_000;
    await store.accept(textJob('Hook.1', ['447700900101', '447700900102']));
    await store.accept(textJob('Hook.1', ['447700900103'], { dueAt: clock.now + 60_000 }));
    expect(await store.queue()).toEqual({ due: 3, oldestDueAt: first, callbacks: 0, sessionCallbacks: 0 });
    const [message] = await store.claim(1, 1_000);
    expect(await store.queue()).toEqual({ due: 2, oldestDueAt: first + 60_000, callbacks: 0, sessionCallbacks: 0 });
    await store.settle([{ message: message as OutboundMessage, outcome: { kind: 'delivered' } }]);
    expect(await store.queue()).toMatchObject({ due: 2, callbacks: 1 });
  });
}

async function messagesOf(store: Store): Promise<MessageEntry[]> {
  const messages: MessageEntry[] = [];
  for await (const message of store.messages()) messages.push(message);
  return messages;
}
