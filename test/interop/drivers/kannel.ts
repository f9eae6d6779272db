/**
 * Kannel between two ends of ours: requests go in at smsbox, and a service centre that speaks just enough SMPP 3.4 takes what comes out.
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { accepts, end, freePort, type KannelGroup, kannelConfiguration, listen, until } from './daemons.js';

/** Fields of a submit_sm as they came over the wire. */
export interface ReceivedSubmitSm {
  readonly destination_addr: string;
  readonly dest_addr_ton: number;
  readonly dest_addr_npi: number;
  readonly esm_class: number;
  readonly protocol_id: number;
  readonly validity_period: string;
  readonly registered_delivery: number;
  readonly data_coding: number;
  readonly short_message: Uint8Array;
}

/** A running Kannel. */
export interface Kannel {
  /** Address of its sendsms service, for the account `tester` with the password `secret`. */
  readonly baseUrl: string;
  /** What has reached the service centre, in order. */
  readonly received: readonly ReceivedSubmitSm[];
  /** Waits until so many messages have come. */
  arrived(count: number): Promise<void>;
  stop(): Promise<void>;
}

const SUBMIT_SM = 0x04;
const RESPONSE = 0x80000000;

/** Starts the service centre, bearerbox and smsbox on free ports of the loopback interface; their files stay in `folder`. */
export async function startKannel(folder: string): Promise<Kannel> {
  const received: ReceivedSubmitSm[] = [];
  const centre = createServer((socket) => serve(socket, received));
  const boxes = await startBoxes(folder, await listen(centre)).catch((error) => {
    centre.close();
    throw error;
  });
  return {
    baseUrl: boxes.url,
    received,
    arrived: (count) => until(() => received.length >= count, `${count} messages at the service centre`),
    async stop() {
      await boxes.stop();
      centre.close();
    },
  };
}

/** Kannel's own programs. */
export interface Boxes {
  /** Address of the sendsms service, for the account `tester` with the password `secret`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts bearerbox and smsbox on free ports of the loopback interface, before a service centre that is there.
 * @param incomingUrl what is asked for each message of a handset, as `get-url` has it; without it nothing is.
 * @param smsbox more settings of smsbox, such as http-request-retry
 */
export async function startBoxes(
  folder: string,
  centrePort: number,
  incomingUrl?: string,
  smsbox: Omit<KannelGroup, 'group'> = {},
): Promise<Boxes> {
  const [admin, boxes, sendsms] = [await freePort(), await freePort(), await freePort()];
  const url = `http://127.0.0.1:${sendsms}/cgi-bin/sendsms`;
  const config = join(folder, 'kannel.conf');
  await writeFile(config, kannelConfiguration(configuration({ smpp: centrePort, admin, boxes, sendsms }, incomingUrl, smsbox)));
  const processes: ChildProcess[] = [];
  const stop = async () => {
    for (const child of [...processes].reverse()) await end(child);
  };
  try {
    processes.push(spawn('bearerbox', ['-v', '4', config], { stdio: 'ignore' }));
    await accepts(boxes, processes);
    processes.push(spawn('smsbox', ['-v', '4', config], { stdio: 'ignore' }));
    await accepts(sendsms, processes);
    // smsbox takes connections before it can answer them: the first ones may be closed.
    const answers = () =>
      fetch(url, { headers: { connection: 'close' } }).then(
        (answer) => answer.text(),
        () => undefined,
      );
    await until(async () => (await answers()) !== undefined, 'an answer of smsbox');
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** The groups of Kannel's configuration. */
function configuration(
  ports: { smpp: number; admin: number; boxes: number; sendsms: number },
  incomingUrl: string | undefined,
  smsbox: Omit<KannelGroup, 'group'>,
): KannelGroup[] {
  const groups: KannelGroup[] = [
    {
      group: 'core',
      'admin-port': ports.admin,
      'admin-interface': '127.0.0.1',
      'admin-password': 'secret',
      'smsbox-port': ports.boxes,
      'smsbox-interface': '127.0.0.1',
      'box-deny-ip': '*.*.*.*',
      'box-allow-ip': '127.0.0.1',
    },
    {
      group: 'smsc',
      smsc: 'smpp',
      host: '127.0.0.1',
      port: ports.smpp,
      'transceiver-mode': 'true',
      'smsc-username': 'handset',
      'smsc-password': 'secret',
      'system-type': 'test',
    },
    {
      group: 'smsbox',
      'bearerbox-host': '127.0.0.1',
      'bearerbox-port': ports.boxes,
      'sendsms-port': ports.sendsms,
      'sendsms-interface': '127.0.0.1',
      ...smsbox,
      // With global-sender, messages of handsets would all have come to that number.
      ...(incomingUrl === undefined && { 'global-sender': '1234' }),
    },
    { group: 'sendsms-user', username: 'tester', password: 'secret', 'max-messages': 1 },
  ];
  if (incomingUrl === undefined) return groups;
  const service = { keyword: 'default', 'catch-all': 'true', 'max-messages': 0, 'get-url': incomingUrl };
  return [...groups, { group: 'sms-service', ...service }];
}

/** The service centre's side: every request is answered with success, and submit_sm is kept. */
function serve(socket: Socket, received: ReceivedSubmitSm[]): void {
  let pending = Buffer.alloc(0);
  socket.on('error', () => undefined); // Kannel drops the connection when it ends
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 16 && pending.length >= pending.readUInt32BE(0)) {
      const pdu = pending.subarray(0, pending.readUInt32BE(0));
      pending = pending.subarray(pdu.length);
      const id = pdu.readUInt32BE(4);
      if (id >= RESPONSE) continue;
      if (id === SUBMIT_SM) received.push(parseSubmitSm(pdu.subarray(16)));
      const isEmpty = id === 0x15 || id === 0x06;
      const body = Buffer.from(isEmpty ? '' : `${received.length}\0`, 'latin1');
      const answer = Buffer.alloc(16 + body.length);
      answer.writeUInt32BE(answer.length, 0);
      answer.writeUInt32BE(id + RESPONSE, 4);
      answer.writeUInt32BE(pdu.readUInt32BE(12), 12);
      body.copy(answer, 16);
      socket.write(answer);
    }
  });
}

function parseSubmitSm(body: Buffer): ReceivedSubmitSm {
  let at = 0;
  const octet = () => body.readUInt8(at++);
  const text = () => {
    const end = body.indexOf(0, at);
    const value = body.toString('latin1', at, end);
    at = end + 1;
    return value;
  };
  text(); // service_type
  at += 2; // source_addr_ton, source_addr_npi
  text(); // source_addr
  const dest_addr_ton = octet();
  const dest_addr_npi = octet();
  const destination_addr = text();
  const esm_class = octet();
  const protocol_id = octet();
  octet(); // priority_flag
  text(); // schedule_delivery_time
  const validity_period = text();
  const registered_delivery = octet();
  octet(); // replace_if_present_flag
  const data_coding = octet();
  octet(); // sm_default_msg_id
  const length = octet();
  const short_message = Uint8Array.from(body.subarray(at, at + length));
  return {
    destination_addr,
    dest_addr_ton,
    dest_addr_npi,
    esm_class,
    protocol_id,
    validity_period,
    registered_delivery,
    data_coding,
    short_message,
  };
}
