import { expect, it } from 'vitest';
import { KnownPayers, type Payer } from '../../src/gateway/store/known-payers.js';
import { textJob } from '../support/gateway-store.js';

const payer = (id: number, more: Partial<Payer> = {}): Payer => ({
  ...{ id, username: `U.${id}`, parentId: null, type: null, pricePerPart: 10, isDeleted: false },
  ...{ openingCredit: 100, credit: 100 },
  ...more,
});

/** As they are read. */
const found = (lastSubmission: number, ...payers: readonly Payer[]) => ({
  payers: new Map(payers.flatMap((one) => [[one.username, one] as const, [`#${one.id}`, one] as const])),
  lastSubmission,
});

function known(lastSubmission: number, ...payers: readonly Payer[]): KnownPayers {
  const all = new KnownPayers();
  all.keep(found(lastSubmission, ...payers));
  return all;
}

const job = (username: string, recipients = 1) => textJob(username, Array(recipients).fill('447700900100'));

it('an account is recalled by its name, with what it had left', () => {
  const payers = known(7, payer(1, { openingCredit: 100, credit: 40 }), payer(2));
  const recalled = payers.recall([job('U.1', 4)]);
  expect(recalled?.lastSubmission).toBe(7);
  const own = payer(1, { openingCredit: 40, credit: 40 });
  expect(recalled?.payers).toEqual(
    new Map([
      ['U.1', own],
      ['#1', own],
    ]),
  );
});

it('a child that shares is recalled with its parent, which pays', () => {
  const payers = known(
    7,
    payer(1),
    payer(2, { type: 'SHARED', parentId: 1, credit: 0 }),
    payer(3, { type: 'SHARED', parentId: 9 }),
  );
  expect([...(payers.recall([job('U.2', 10)])?.payers.keys() ?? [])]).toEqual(['U.2', '#2', 'U.1', '#1']);
  expect(payers.recall([job('U.2', 5), job('U.1', 6)])).toBeUndefined();
  expect(payers.recall([job('U.3')])).toBeUndefined();
});

it('none is recalled where an account is unknown, or has too little for all of its jobs', () => {
  const payers = known(7, payer(1), payer(2, { isDeleted: true }));
  expect(payers.recall([job('U.1', 10)])).toBeDefined();
  expect(payers.recall([job('U.1', 11)])).toBeUndefined();
  expect(payers.recall([job('U.1', 6), job('U.1', 5)])).toBeUndefined();
  expect(payers.recall([job('U.1'), job('U.2')])).toBeUndefined();
  expect(payers.recall([job('U.1'), job('U.3')])).toBeUndefined();
});

it('what is done with recalled accounts is remembered when they are kept', () => {
  const payers = known(7, payer(1));
  const first = payers.recall([job('U.1')]);
  (first?.payers.get('U.1') as Payer).credit = 30;
  expect(payers.recall([job('U.1')])?.payers.get('#1')?.credit).toBe(100);
  payers.keep({ payers: first?.payers ?? new Map(), lastSubmission: 8 });
  expect(payers.recall([job('U.1')])).toMatchObject({ lastSubmission: 8 });
  expect(payers.recall([job('U.1')])?.payers.get('#1')).toMatchObject({ openingCredit: 30, credit: 30 });
});

it('a group without an account says nothing about the last submission', () => {
  const payers = known(7, payer(1));
  payers.keep(found(0));
  expect(payers.recall([job('U.1')])?.lastSubmission).toBe(7);
});

it('an account that is deleted is forgotten, and all of them when told, or past ten thousand', () => {
  const payers = known(7, payer(1), payer(2));
  payers.keep(found(7, payer(2, { isDeleted: true })));
  expect([payers.recall([job('U.1')]), payers.recall([job('U.2')])]).toEqual([expect.anything(), undefined]);
  payers.forget();
  expect(payers.recall([job('U.1')])).toBeUndefined();
  const many = Array.from({ length: 10_000 }, (_, i) => payer(i + 1));
  payers.keep(found(7, ...many));
  expect(payers.recall([job('U.10000')])).toBeDefined();
  payers.keep(found(7, payer(10_001)));
  expect(payers.recall([job('U.10000')])).toBeUndefined();
});
