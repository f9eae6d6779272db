/** What operators are told of faults that come again and again. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { FaultsLog } from '../../src/gateway/faults-log.js';
import { SMS, TO, testGateway, WHO } from './support.js';

function keepLines() {
  const lines: { readonly message: string; readonly fields: Record<string, unknown> }[] = [];
  const add = (fields: object, message: string) => void lines.push({ message, fields: fields as Record<string, unknown> });
  return { lines, log: { debug: add, info: add, warn: add, error: add } };
}

const full = () => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

it('the first of a kind has its stack, later ones are counted once a minute, and one that comes again later is told anew', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { lines, log } = keepLines();
  const faults = new FaultsLog(log);
  for (let i = 0; i < 1_000; i++) faults.add(full());
  faults.add(new TypeError('x is undefined'));
  expect(lines).toMatchObject([
    { message: 'fault', fields: { code: 'SQLITE_FULL', stack: expect.any(Array) } },
    { message: 'fault', fields: { error: 'TypeError' } },
  ]);
  vi.advanceTimersByTime(60_000);
  const told = { message: 'faults', fields: { faults: 999, reasons: { 'SQLITE_FULL: database or disk is full': 999 } } };
  expect(lines.slice(2)).toEqual([told]);
  faults.add(full());
  vi.advanceTimersByTime(60_000);
  expect(lines.at(-1)).toMatchObject({ message: 'faults', fields: { faults: 1 } });
  vi.advanceTimersByTime(180_000);
  expect(lines).toHaveLength(4);
  faults.add(full());
  faults.close();
  expect(lines.at(-1)).toMatchObject({ message: 'fault', fields: { code: 'SQLITE_FULL' } });
  expect(lines).toHaveLength(5);
});

it('kinds without end are counted together', () => {
  const { lines, log } = keepLines();
  const faults = new FaultsLog(log);
  for (let i = 0; i < 500; i++) faults.add(new Error(`fault ${i}`));
  faults.close();
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toEqual({ message: 'faults', fields: { faults: 490, reasons: { other: 490 } } });
});

it('a store that takes nothing is one line for each kind of fault, and its return another, however many ask', async () => {
  const { lines, log } = keepLines();
  const { store, ask, gateway } = await testGateway({ log });
  const { accept, probe } = store;
  const refuse = () => Promise.reject(full());
  Object.assign(store, { accept: refuse, probe: refuse });
  const errors = () => lines.filter(({ message }) => message !== 'request').map(({ message }) => message);
  let asked = 0;
  // What the store said when it was opened counts for a second.
  while (asked < 50 || !errors().includes('store not writable')) {
    expect(await ask(SMS, { ...WHO, ...TO, Message: 'Hello' })).toContain('98');
    asked++;
  }
  expect(errors()).toEqual(['fault', 'store not writable']);
  Object.assign(store, { accept, probe });
  await expect.poll(errors, { timeout: 10_000 }).toContain('store writable again');
  expect(await ask(SMS, { ...WHO, ...TO, Message: 'Hello' })).toContain('158');
  await gateway.close();
  expect(errors().sort()).toEqual(['fault', 'faults', 'store not writable', 'store writable again']);
  expect(lines.find(({ message }) => message === 'faults')?.fields).toMatchObject({ faults: asked - 1 });
});
