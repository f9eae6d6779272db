/** Faults that occur again and again: what the log has of them. */
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

function fakeTime(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

/** Faults that are not alike: each is thrown at a place of its own. */
const thrownAt = (name: string) =>
  Object.assign(new Error('went wrong'), { stack: `Error: went wrong\n    at ${name} (x.js:1:1)` });

it('kinds without end are counted together', () => {
  const { lines, log } = keepLines();
  const faults = new FaultsLog(log);
  for (let i = 0; i < 500; i++) faults.add(thrownAt(`place${i}`));
  faults.close();
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toEqual({ message: 'faults', fields: { faults: 490, reasons: { other: 490 } } });
});

it('a new kind is logged with its stack, however many kinds go on', () => {
  fakeTime();
  const { lines, log } = keepLines();
  const faults = new FaultsLog(log);
  const addLasting = () => Array.from({ length: 10 }, (_, i) => faults.add(thrownAt(`place${i}`)));
  for (let minute = 0; minute < 3; minute++) {
    addLasting();
    vi.advanceTimersByTime(30_000);
    addLasting();
    vi.advanceTimersByTime(30_000);
  }
  const before = lines.length;
  faults.add(new TypeError('x is undefined'));
  expect(lines.slice(before)).toMatchObject([{ message: 'fault', fields: { error: 'TypeError', stack: expect.any(Array) } }]);
  expect(lines.filter(({ message }) => message === 'fault')).toHaveLength(11);
  expect(lines.filter(({ message }) => message === 'faults').map(({ fields }) => fields.faults)).toEqual([10, 20, 20]);
});

it('one kind whose words change takes one place', () => {
  const { lines, log } = keepLines();
  const faults = new FaultsLog(log);
  const words = ['a', 'b', 'c', 'd'];
  for (const word of words) faults.add(new Error(`no such account: ${word}`));
  const withoutStack = (text: string) => Object.assign(new Error(text), { stack: '' });
  for (let i = 0; i < 20; i++) faults.add(withoutStack(`port ${i} of 447${i} is taken`));
  faults.add(withoutStack('another'));
  faults.close();
  expect(lines.map(({ fields }) => fields.reason ?? fields.reasons)).toEqual([
    'no such account: a',
    'port 0 of 4470 is taken',
    'another',
    { 'Error: no such account: a': 3, 'Error: port 0 of 4470 is taken': 19 },
  ]);
});

it('a kind is new again two minutes after its last fault, whenever the first of all was', () => {
  fakeTime();
  const { lines, log } = keepLines();
  const faults = new FaultsLog(log);
  const told = () =>
    lines.filter(({ message }) => message === 'fault').map(({ fields }) => (fields.stack as string[])[0]?.slice(3, 6));
  faults.add(thrownAt('one'));
  vi.advanceTimersByTime(59_000);
  faults.add(thrownAt('two'));
  vi.advanceTimersByTime(2_000);
  faults.add(thrownAt('two'));
  expect(told()).toEqual(['one', 'two']);
  vi.advanceTimersByTime(58_000);
  expect(lines).toHaveLength(2);
  vi.advanceTimersByTime(2_000);
  expect(lines[2]).toMatchObject({ message: 'faults', fields: { faults: 1, reasons: { 'Error: went wrong': 1 } } });
  faults.add(thrownAt('two'));
  faults.add(thrownAt('one'));
  expect(told()).toEqual(['one', 'two', 'one']);
  vi.advanceTimersByTime(119_000);
  faults.add(thrownAt('two'));
  expect(told()).toHaveLength(3);
  vi.advanceTimersByTime(120_000);
  faults.add(thrownAt('two'));
  expect(told()).toEqual(['one', 'two', 'one', 'two']);
});

it('after it was closed nothing is logged', () => {
  fakeTime();
  const { lines, log } = keepLines();
  const faults = new FaultsLog(log);
  faults.add(full());
  faults.close();
  faults.add(full());
  faults.add(new TypeError('x is undefined'));
  vi.advanceTimersByTime(120_000);
  faults.close();
  expect(lines).toHaveLength(1);
});

it('a store that fails every write is one line for each kind of fault, and its return another, however many ask', async () => {
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
