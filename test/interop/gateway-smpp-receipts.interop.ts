/**
 * Receipts and messages at sessions of clients that are not ours: the package smpp and Net::SMPP.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import smpp, { type PDU } from 'smpp';
import { expect, it, onTestFinished } from 'vitest';
import { Happenings } from '../gateway/smpp-centre.js';
import { SMS, TO, testGateway, WHO } from '../gateway/support.js';

type Fields = Readonly<Record<string, unknown>>;

const NUMBER = '447700900001';
const HANDSET = '447700900777';
const LONG = 'A text that two parts have to carry, since it is long. '.repeat(4);
const run = promisify(execFile);

async function open() {
  const test = await testGateway();
  await test.store.changeAccount(WHO.Username, { callback: { form: 'smpp' } }, 'test');
  const { port } = await test.gateway.listenSmpp({ port: 0 });
  const arrive = (text: string) => test.store.recordIncoming({ from: HANDSET, to: NUMBER, text, at: 1 });
  const waiting = async () => (await test.store.queue()).sessionCallbacks;
  return { ...test, port, arrive, waiting };
}

it('the package smpp gets a receipt, a message in UCS-2 and one in parts, and each once', async () => {
  const { port, tags, arrive, waiting } = await open();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  const session = new smpp.Session({ socket });
  const came = new Happenings<PDU & Fields>();
  session.on('pdu', (pdu: PDU & Fields) => {
    if (pdu.command === 'deliver_sm') session.send(pdu.response());
    if (pdu.command !== 'enquire_link') came.add(pdu);
  });
  session.send(new smpp.PDU('bind_receiver', { system_id: WHO.Username, password: WHO.PIN, interface_version: 0x34 }));
  expect((await came.first(({ command }) => command === 'bind_receiver_resp')).command_status).toBe(0);

  const answer = await tags(SMS, { ...WHO, ...TO, Message: 'Hello' });
  const receipt = await came.first(({ command }) => command === 'deliver_sm');
  expect(receipt).toMatchObject({
    ...{ esm_class: 4, source_addr: TO.SendTo, dest_addr_ton: 1, destination_addr: NUMBER, message_state: 2 },
    receipted_message_id: answer.MessageIdentifier ?? answer.MessageIdentifier1,
  });
  const textOf = ({ short_message }: Fields) => String((short_message as { readonly message: unknown }).message);
  expect(textOf(receipt)).toMatch(
    /^id:[A-Z0-9]{15} sub:001 dlvrd:001 submit date:2603040506 done date:26030405\d\d stat:DELIVRD err:000 text:$/,
  );

  await arrive('Привет @ £');
  const wide = await came.first(({ command, source_addr }) => command === 'deliver_sm' && source_addr === HANDSET);
  expect(textOf(wide)).toBe('Привет @ £');
  await arrive(LONG);
  const parts = () => came.all.filter(({ command, esm_class }) => command === 'deliver_sm' && esm_class === 0x40);
  await expect.poll(() => parts().length, { timeout: 10_000 }).toBe(2);
  // What the package reads as a header, and as a text of the default alphabet.
  const read = parts().map(
    ({ short_message }) => short_message as { readonly udh: readonly Uint8Array[]; readonly message: string },
  );
  expect(read.map(({ message }) => message).join('')).toBe(LONG);
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  expect(came.all.filter(({ command }) => command === 'deliver_sm')).toHaveLength(4);
});

it('Net::SMPP gets the same', async () => {
  const { port, tags, arrive, waiting } = await open();
  const answer = await tags(SMS, { ...WHO, ...TO, Message: 'Hello' });
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  await arrive('Привет');
  await arrive(LONG);
  const driver = fileURLToPath(new URL('drivers/smpp_receiver.pl', import.meta.url));
  const { stdout } = await run('perl', [driver, String(port), WHO.Username, WHO.PIN, '4'], { timeout: 30_000 });
  const said = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Fields);
  expect(said.at(0)).toMatchObject({ bind: 0, system_id: 'handset' });
  expect(said.at(-1)).toEqual({ unbind: 0 });
  const delivered = said.slice(1, -1).map((one) => one.delivered as Fields & { readonly short_message: string });
  const octets = delivered.map(({ short_message }) => Buffer.from(short_message, 'hex'));
  expect(delivered[0]).toMatchObject({
    ...{ command: 'deliver_sm', esm_class: 4, source_addr: TO.SendTo, destination_addr: NUMBER, message_state: 2 },
    receipted_message_id: answer.MessageIdentifier ?? answer.MessageIdentifier1,
  });
  expect(octets[0]?.toString('latin1')).toMatch(/^id:[A-Z0-9]{15} .* stat:DELIVRD err:000 text:$/);
  expect(delivered[1]).toMatchObject({ esm_class: 0, data_coding: 8, source_addr: HANDSET });
  expect(octets[1]?.swap16().toString('utf16le')).toBe('Привет');
  expect(delivered.slice(2).map(({ esm_class, data_coding }) => [esm_class, data_coding])).toEqual([
    [0x40, 0],
    [0x40, 0],
  ]);
  // Letters, blanks, commas and full stops have the same codes in ASCII.
  expect(
    octets
      .slice(2)
      .map((part) => part.subarray(6).toString('latin1'))
      .join(''),
  ).toBe(LONG);
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
});
