/**
 * An MMSC for tests: a gateway in memory with virtual handsets, and a number for each phone.
 *
 *   phone under test ─► http://127.0.0.1:PORT/mm1?msisdn=NUMBER ─► gateway ─► pushes(NUMBER): what its modem would hand to it
 *
 * Phones on this machine say themselves who they are, by X-MSISDN or in the address, which counts here and with `handset serve
 * --demo` alone.
 * @module
 */
import { requireList, requireObject, requireText } from '../../bytes/check.js';
import { decodeMms, MMS_CONTENT_TYPE, type MmsPdu } from '../../mms/index.js';
import { decodePush, PUSH_PORTS } from '../../push/index.js';
import { decodeDeliver, findPorts } from '../../sms/index.js';
import type { Gateway, GatewayOptions } from '../gateway.js';
import type { Store } from '../store/store.js';
import type { InboxMessage } from '../store/types.js';
import { openTestGateway } from '../test-gateway.js';

/** Options of {@link createTestMmsc}. */
export interface TestMmscOptions extends Pick<GatewayOptions, 'clock' | 'limits' | 'walledGarden' | 'log'> {
  /** Numbers of the phones that may send, digits with the country code; any number may receive. */
  readonly numbers: readonly string[];
  /** Credit of each phone's account in GBP; `1000.0000` by default. A part of a message costs 0.0450. */
  readonly credit?: string | undefined;
  /** Port number on the loopback interface; a free one by default. */
  readonly port?: number | undefined;
}

/** An MMSC for tests. */
export interface TestMmsc {
  /** URL of the gateway, such as `http://127.0.0.1:40213`. */
  readonly url: string;
  /** The gateway. */
  readonly gateway: Gateway;
  /** Its store; the accounts are `Phone.1`, `Phone.2` and so on, in the order of `numbers`. */
  readonly store: Store;
  /** Returns the URL to set as MMSC in the phone with this number. */
  addressFor(number: string): string;
  /**
   * Returns the PDUs that were pushed to a number, oldest first, waiting until there are `count` (1 by default).
   * @throws Error if there are fewer after five seconds.
   */
  pushes(number: string, count?: number): Promise<readonly MmsPdu[]>;
  /** Closes gateway and store; nothing is kept. */
  close(): Promise<void>;
}

const WAIT_MS = 5_000;
const LOOK_MS = 10;

/**
 * Starts an MMSC for tests, a gateway in memory, on a port of the loopback interface.
 * @throws Error if the port is in use; ProvisioningError or DecodeError for an invalid number, amount or limit; TypeError for options of a wrong type.
 */
export async function createTestMmsc(options: TestMmscOptions): Promise<TestMmsc> {
  requireObject(options, 'options');
  requireList(options.numbers, 'numbers', requireText);
  const { numbers, credit = '1000.0000', port = 0, ...more } = options;
  const accounts = numbers.map((number, index) => ({ username: `Phone.${index + 1}`, pin: '0000', credit, replyTo: [number] }));
  const wap = { wapGateways: ['127.0.0.1'], wapGatewayQuery: true };
  const open = await openTestGateway(accounts, port, { ...more, ...wap });
  return {
    ...open,
    addressFor: (number) => `${open.url}/mm1?msisdn=${encodeURIComponent(number)}`,
    pushes: (number, count = 1) => waitForPushes(open.store, number, count),
  };
}

async function waitForPushes(store: Store, number: string, count: number): Promise<readonly MmsPdu[]> {
  for (const deadline = performance.now() + WAIT_MS; ; ) {
    const pushes = (await store.inbox(number)).flatMap((message) => pushIn(message) ?? []);
    if (pushes.length >= count) return pushes;
    if (performance.now() > deadline) throw new Error(`${pushes.length} pushes at ${number}, expected ${count}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The PDU that a message holds; undefined for messages of other kinds. */
function pushIn({ parts }: InboxMessage): MmsPdu | undefined {
  const delivers = parts.map((part) => decodeDeliver(part));
  const ports = findPorts(delivers[0]?.udh ?? []);
  if (ports?.destination !== PUSH_PORTS.Push) return undefined;
  const data = Buffer.concat(delivers.map(({ data: octets }) => octets ?? new Uint8Array(0)));
  const { contentType, body } = decodePush(data);
  return contentType === MMS_CONTENT_TYPE ? decodeMms(body) : undefined;
}
