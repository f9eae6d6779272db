/**
 * How many messages a second leave a served gateway over SMPP, with a service centre that answers at once: with a receipt of each message, without,
 * and without by a table of one link. A part of `npm run bench`; by itself `npx tsx bench/delivery.ts`.
 *
 * The messages are queued before, so that nothing else is going on. The service centre shares the processors of this machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/interop/drivers/daemons.js';
import { admin, endGateways, serveGateway } from '../test/interop/drivers/gateway.js';
import { type CentreProcess, startCentre } from '../test/interop/drivers/smpp-centre.js';
import { EFFORT } from './effort.js';
import { buildProgram } from './program.js';
import { processorSeconds, runAlone, type System } from './system.js';

const MESSAGES = EFFORT.deliveryMessages;
const WINDOW = 100;
const IN_REQUEST = 1_000;
const FIRST = 447_700_000_000;
const ACCOUNT = { username: 'Load.1', pin: '01234567', credit: '9000000.0000', replyTo: ['MyShop'] };

interface Measured {
  readonly messagesPerSecond: number;
  /** Of the gateway, while the messages left. */
  readonly processorMicroseconds: number;
}

async function queue(url: string): Promise<void> {
  for (let sent = 0; sent < MESSAGES; sent += IN_REQUEST) {
    const to = Array.from({ length: IN_REQUEST }, (_, index) => FIRST + sent + index);
    const fields = { Username: ACCOUNT.username, PIN: ACCOUNT.pin, SendTo: to.join(), Message: 'Hello', ResponseFormat: '3' };
    const answer = await fetch(`${url}/webservices/http/sendsms`, { method: 'POST', body: new URLSearchParams(fields) });
    if (!(await answer.text()).includes('Report=-2')) throw new Error('not queued');
  }
}

/** Milliseconds from the first message to the last, and to the last receipt. */
async function drain(centre: CentreProcess, hasReceipts: boolean): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { numbers, receipts, ms } = await centre.counts();
    if (numbers === MESSAGES && (!hasReceipts || receipts === MESSAGES)) return ms;
    if (performance.now() - started > 600_000) throw new Error(`${numbers} messages, ${receipts} receipts`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function measure(folder: string, hasReceipts: boolean, isTable = false): Promise<Measured> {
  const place = { sqlite: join(folder, `${hasReceipts ? 'with' : 'without'}${isTable ? '-table' : ''}.db`) };
  const port = await freePort();
  const link = { kind: 'smpp', host: '127.0.0.1', port, systemId: 'a', password: 'b', window: WINDOW, reconnectMaxMs: 200 };
  const delivery = isTable ? { kind: 'links', links: { only: link }, routes: [{ to: ['only'] }] } : link;
  const gateway = await serveGateway(folder, place, { delivery, accounts: [ACCOUNT] });
  let centre: CentreProcess | undefined;
  try {
    await queue(gateway.url);
    const before = processorSeconds(gateway.child);
    centre = await startCentre(port, { hasReceipts });
    const ms = await drain(centre, hasReceipts);
    const used = processorSeconds(gateway.child) - before;
    const { repeated } = await centre.counts();
    if (repeated > 0) throw new Error(`${repeated} numbers got more than one message`);
    if ((await gateway.stop()) !== 0) throw new Error('the gateway did not end as it should');
    const listed = (await admin(place, 'messages')) as { state: string }[];
    const state = hasReceipts ? 'delivered' : 'sent';
    const others = listed.filter((message) => message.state !== state);
    if (others.length > 0) throw new Error(`${others.length} messages are not ${state}`);
    return { messagesPerSecond: (MESSAGES / ms) * 1_000, processorMicroseconds: (used / MESSAGES) * 1e6 };
  } finally {
    await gateway.stop();
    await centre?.stop();
  }
}

async function measured(): Promise<Readonly<Record<'receipts' | 'plain' | 'table', Measured>>> {
  const folder = mkdtempSync(join(tmpdir(), 'handset-bench-'));
  try {
    buildProgram();
    return {
      receipts: await measure(folder, true),
      plain: await measure(folder, false),
      table: await measure(folder, false, true),
    };
  } finally {
    await endGateways();
    rmSync(folder, { recursive: true });
  }
}

/** The way out, as a part of the whole run. */
export const system: System<'receipts' | 'plain'> = {
  name: 'delivery',
  wanted: {
    receipts: {
      target: 'messages a second over SMPP, a receipt of each',
      sense: 'at least',
      must: 5_000,
      aim: 10_000,
      unit: '/s',
    },
    plain: { target: 'messages a second over SMPP, without receipts', sense: 'at least', must: 3_000, unit: '/s' },
  },
  missing: () => undefined,
  measure: async () => {
    const record = await measured();
    const row = (name: string, { messagesPerSecond, processorMicroseconds }: Measured) =>
      `| ${name} | ${Math.round(messagesPerSecond).toLocaleString('en')} | ${Math.round(processorMicroseconds)} |`;
    return {
      figures: { receipts: record.receipts.messagesPerSecond, plain: record.plain.messagesPerSecond },
      record: { messages: MESSAGES, window: WINDOW, ...record },
      programs: {},
      markdown: (environment) => ({
        title: 'Messages on their way out',
        above: [
          environment,
          '',
          `${MESSAGES.toLocaleString('en')} text messages in a SQLite file, to a service centre that answers at once, a window of ${WINDOW}. Until the last answer, or receipt.`,
          '',
          '| | messages/s | microseconds of processor each |',
          '|---|---:|---:|',
          row('with a receipt of each', record.receipts),
          row('without receipts', record.plain),
          row('without receipts, by a table of one link', record.table),
        ].join('\n'),
        below: 'The service centre shares the processors. The processor time is that of the gateway alone, all threads.',
      }),
    };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await runAlone(system);
