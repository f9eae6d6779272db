/**
 * A process that works on a store until it is killed: it accepts, delivers, moves credit, and says on stdout what was promised.
 *
 *   accepted <message identifier>      the accept was answered
 */
import { Store } from '../../src/gateway/store/store.js';
import { textJob } from './gateway-store.js';

const [path = ''] = process.argv.slice(2);
const store = await Store.open({ sqlite: path });
const users = ['ANOther.12345', 'Kid.77', 'Sib.78', 'Stranger.1'];

async function accept(worker: number): Promise<never> {
  for (let i = 0; ; i++) {
    const recipients = Array.from({ length: 1 + ((i + worker) % 5) }, (_, k) => String(447700900100 + k));
    const file = i % 7 === 0 ? { fileName: 'a.gif', data: new Uint8Array(100) } : undefined;
    const outcome = await store.accept(textJob(users[(i + worker) % users.length] as string, recipients, { file }));
    const accepted = outcome.recipients.filter(({ report }) => report === -2);
    process.stdout.write(accepted.map(({ messageIdentifier }) => `accepted ${messageIdentifier}\n`).join(''));
  }
}

async function deliver(): Promise<never> {
  for (;;) {
    const claimed = await store.claim(20, 50);
    const failing = claimed.filter((_, index) => index % 10 === 9);
    await store.settle(failing.map((message) => ({ message, outcome: { kind: 'failed', reason: 'test' } })));
    await store.deliverVirtual(
      claimed.filter((message) => !failing.includes(message)),
      () => [Uint8Array.of(1, 2, 3)],
    );
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function moveCredit(): Promise<never> {
  for (;;) {
    await store.topUp('ANOther.12345', 500_000);
    await store.topUp('Stranger.1', 500_000);
    await store.transfer('ANOther.12345', 'Kid.77', 200_000);
    await store.transfer('Kid.77', 'ANOther.12345', 1);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

await Promise.all([...Array.from({ length: 16 }, (_, worker) => accept(worker)), deliver(), moveCredit()]);
