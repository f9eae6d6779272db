/** What Kannel does with a receipt, and with a message of a handset, that it cannot bring: nothing of ours is between it and the server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import smpp from 'smpp';
import { afterEach, expect, it } from 'vitest';
import { Centre } from '../gateway/smpp-centre.js';
import { startBoxes } from './drivers/kannel.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A server that fails the first request of each path in one of two ways; gives the paths as they were asked. */
async function failingServer(fault: 'breaks' | '500') {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] as string;
    asked.push(path);
    const isFirst = asked.indexOf(path) === asked.length - 1;
    if (isFirst && fault === 'breaks') request.socket.destroy();
    else response.writeHead(isFirst ? 500 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function bringThrough(fault: 'breaks' | '500', smsbox: Readonly<Record<string, number>>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'handset-kannel-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const { asked, url } = await failingServer(fault);
  const centre = await Centre.start();
  cleanUps.push(() => centre.close());
  centre.reply = (request) => {
    if (request.command !== 'submit_sm') return {};
    const text = 'id:7 sub:001 dlvrd:001 submit date:2603040506 done date:2603040507 stat:DELIVRD err:000 text:';
    const addresses = { source_addr: request.destination_addr, destination_addr: request.source_addr };
    setImmediate(() => centre.session.send(new smpp.PDU('deliver_sm', { ...addresses, esm_class: 4, short_message: text })));
    return { id: '7' };
  };
  const kannel = await startBoxes(folder, centre.port, `${url}/message`, smsbox);
  cleanUps.push(() => kannel.stop());
  const fields = { username: 'tester', password: 'secret', to: '447700900123', from: '1234', text: 'Hi' };
  const query = new URLSearchParams({ ...fields, 'dlr-mask': '1', 'dlr-url': `${url}/receipt` });
  expect((await fetch(`${kannel.url}?${query}`)).status).toBe(202);
  await expect.poll(() => asked).toContain('/receipt');
  const incoming = { source_addr: '447700900123', destination_addr: '1234', short_message: 'Hello' };
  expect(await centre.request('deliver_sm', incoming)).toMatchObject({ command_status: 0 });
  await expect.poll(() => asked).toContain('/message');
  await pause(4_000);
  return [...asked].sort();
}

it.each([
  ['a broken connection', 'breaks'],
  ['an answer of 500', '500'],
] as const)('after %s Kannel brings nothing again by itself, and all of it with http-request-retry', async (_, fault) => {
  expect(await bringThrough(fault, {})).toEqual(['/message', '/receipt']);
  const settings = { 'http-request-retry': 3, 'http-queue-delay': 1 };
  expect(await bringThrough(fault, settings)).toEqual(['/message', '/message', '/receipt', '/receipt']);
});
