/**
 * A process is killed at any moment under load; the file is opened afterwards and has to keep every promise.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { Store } from '../../src/gateway/store/store.js';
import { bundledProgram } from '../support/bundled.js';
import { tempFolder } from '../support/cleanup.js';
import { expectLedgersAddUp, openTestStore } from '../support/gateway-store.js';

const CHILD = await bundledProgram(new URL('../support/gateway-crash-child.ts', import.meta.url));
/** Messages that each child has accepted before it is killed: more than a hundred together, however slow the machine. */
const ACCEPTED = [1, 5, 20, 40, 60] as const;
/** How far apart the moments of the kills may be from there, in milliseconds. */
const SPREAD_MS = 100;

const folder = tempFolder('crash');

/** Runs the child until it has accepted so many messages, and for a moment more, and kills it; gives the identifiers that it was promised. */
function killedAfter(path: string, accepted: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, path], { stdio: ['ignore', 'pipe', 'pipe'] });
    const promised: string[] = [];
    let errors = '';
    child.stderr.on('data', (data) => {
      errors += data;
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      // A line that the kill cut short promises nothing that can be checked.
      if (!/^accepted [A-Z0-9]{15}$/.test(line)) return;
      promised.push(line.slice(9));
      if (promised.length === accepted) setTimeout(() => child.kill('SIGKILL'), Math.random() * SPREAD_MS);
    });
    child.on('error', reject);
    child.on('close', (_, signal) => {
      if (signal === 'SIGKILL') resolve(promised);
      else reject(new Error(`the child ended by itself: ${errors}`));
    });
  });
}

it('a kill at any moment loses no accepted message, charges none twice and delivers none twice', async () => {
  const path = join(folder, 'store.db');
  await (await openTestStore({ sqlite: path })).close();
  const promised: string[] = [];
  for (const accepted of ACCEPTED) {
    promised.push(...(await killedAfter(path, accepted)));
    const store = await Store.open({ sqlite: path });
    await expectLedgersAddUp(store);
    const states = new Map<string, string>();
    for await (const { messageIdentifier, state } of store.messages()) states.set(messageIdentifier, state);
    expect(promised.filter((identifier) => !states.has(identifier))).toEqual([]);
    const shown: string[] = [];
    for (let number = 447700900100; number < 447700900105; number++) {
      for (const { messageIdentifier, parts } of await store.inbox(String(number))) {
        shown.push(messageIdentifier);
        expect(parts).toEqual([Uint8Array.of(1, 2, 3)]);
      }
    }
    const delivered = [...states].filter(([, state]) => state === 'delivered').map(([identifier]) => identifier);
    expect(shown.sort()).toEqual(delivered.sort());
    await store.close();
  }
  expect(promised.length).toBeGreaterThan(100);
  // What was in a claimer's hands when it died is given out again once its lease is over.
  const store = await Store.open({ sqlite: path });
  await new Promise((resolve) => setTimeout(resolve, 60));
  for (;;) {
    const claimed = await store.claim(500, 60_000);
    if (claimed.length === 0) break;
    await store.deliverVirtual(claimed, () => [Uint8Array.of(1, 2, 3)]);
  }
  expect(await store.nextDueAt()).toBeUndefined();
  await expectLedgersAddUp(store);
  await store.close();
});
