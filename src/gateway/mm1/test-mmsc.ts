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

/** Options of a test MMSC. */
export interface TestMmscOptions extends Pick<GatewayOptions, 'clock' | 'limits' | 'walledGarden' | 'log'> {
  /** Numbers of phones that may send, digits with the country code; any number may receive. */
  readonly numbers: readonly string[];
  /** What each of them has, `1000.0000` by default; a part of a message costs `0.0450`. */
  readonly credit?: string | undefined;
  /** The port; a free one by default. It is on the loopback interface alone. */
  readonly port?: number | undefined;
}

/** An MMSC for tests. */
export interface TestMmsc {
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The gateway, for what else a test wants of it. */
  readonly gateway: Gateway;
  /** Its store: accounts are called `Phone.` and the place of their number, from 1 on. */
  readonly store: Store;
  /** The address to set as MMSC in the phone of a number. */
  addressFor(number: string): string;
  /**
   * PDUs that were pushed to a number, oldest first, once there are so many.
   * @throws Error when there are not within five seconds.
   */
  pushes(number: string, count?: number): Promise<readonly MmsPdu[]>;
  /** Ends it; nothing is kept. */
  close(): Promise<void>;
}

const WAIT_MS = 5_000;
const LOOK_MS = 10;

/**
 * Opens an MMSC for tests on a port of the loopback interface.
 * @throws Error when the port is taken; ProvisioningError or DecodeError for what is no number, or no amount.
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
