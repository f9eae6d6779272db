/**
 * A gateway for tests: in memory, on a free port of this machine, with a phone at every number.
 *
 *   program under test ─► url ─► gateway ─► phone(NUMBER).nextMessage()
 *                         callback ◄─────── phone(NUMBER).send(text)
 *
 * @module
 */
import { requireList, requireObject } from '../bytes/check.js';
import type { Content } from '../message/index.js';
import { parseNumber } from '../protocol/index.js';
import { Sender } from '../sender/index.js';
import type { Delivery, DeliveryEvents, DeliveryHost, OpenDelivery } from './delivery/delivery.js';
import { virtualDelivery } from './delivery/virtual/delivery.js';
import type { DiscardedEntry, HandsetMessage, IncompleteEntry } from './delivery/virtual/inbox.js';
import { readMessages } from './delivery/virtual/virtual.js';
import { createGateway, type Gateway, type GatewayOptions } from './gateway.js';
import { readProvisioning } from './settings/provision.js';
import { Store } from './store/store.js';

/** An account of a test gateway. */
export interface TestAccount {
  /** User name; by default `Test.1`, `Test.2` and so on. */
  readonly username?: string | undefined;
  /** PIN; `4711` by default. */
  readonly pin?: string | undefined;
  /** Credit in GBP; `1000.0000` by default. A part of a message costs 0.0450. */
  readonly credit?: string | undefined;
  /** Its two-way numbers and other originators; none by default. */
  readonly replyTo?: readonly string[] | undefined;
  /** URL of the program under test for receipts and incoming messages, as forms with these credentials; nowhere by default. */
  readonly callback?:
    | { readonly url: string; readonly username?: string | undefined; readonly pin?: string | undefined }
    | undefined;
}

/** Options of a test gateway. */
export interface TestGatewayOptions
  extends Pick<GatewayOptions, 'clock' | 'keywords' | 'limits' | 'log' | 'onIncoming' | 'rate' | 'walledGarden'> {
  /** Its accounts; one with the default values by default. */
  readonly accounts?: readonly TestAccount[] | undefined;
  /** Port number on the loopback interface; a free one by default. */
  readonly port?: number | undefined;
}

/** A message as a phone shows it. */
export interface TestMessage {
  /** The originator. */
  readonly from: string;
  /** The text of a text message; undefined for other content. */
  readonly text: string | undefined;
  /** The content, as `readContent` of `handset/message` returns it. */
  readonly content: Content;
  /** MessageIdentifier. */
  readonly messageIdentifier: string;
  /** When its last part arrived. */
  readonly receivedAt: Date;
  /** Its SMS-DELIVER TPDUs, in part order. */
  readonly parts: readonly Uint8Array[];
  /** How some handsets would treat it differently. */
  readonly warnings: readonly string[];
}

/** A virtual phone of a test gateway. */
export interface TestPhone {
  /** Digits with the country code. */
  readonly number: string;
  /**
   * Returns the next message, waiting until it is complete; each message is returned once, oldest first.
   * @throws NoMessageError if none arrives within `timeoutMs` milliseconds (5,000 by default), or the gateway closes; the signal's reason.
   */
  nextMessage(options?: {
    readonly timeoutMs?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  }): Promise<TestMessage>;
  /** Returns all messages on the phone, oldest first. */
  messages(): Promise<readonly TestMessage[]>;
  /**
   * Sends a text to a two-way number of an account; by default to the originator of the last message from {@link nextMessage}.
   * @throws TypeError if no account has that number.
   */
  send(text: string, to?: string): Promise<void>;
}

/** A gateway for tests. */
export interface TestGateway extends AsyncDisposable {
  /** URL of the server for the program under test, such as `http://127.0.0.1:40213`. */
  readonly url: string;
  /** A sender with the first account. */
  readonly sender: Sender;
  /** The gateway. */
  readonly gateway: Gateway;
  /** Its store. */
  readonly store: Store;
  /**
   * Returns the phone with a number, which may have `+` and separators; the same object each time.
   * @throws TypeError for a text that is not a number with country code.
   */
  phone(number: string): TestPhone;
  /** Closes gateway and store; nothing is kept. Pending calls of `nextMessage` reject. */
  close(): Promise<void>;
  /** Calls {@link TestGateway.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Thrown when no message arrives in time. */
export class NoMessageError extends Error {
  override readonly name = 'NoMessageError';
  /** Number of the phone, digits with the country code. */
  readonly number: string;
  /** Messages that the phone discarded, with reasons. */
  readonly discarded: readonly DiscardedEntry[];
  /** Messages with missing parts. */
  readonly incomplete: readonly IncompleteEntry[];

  /**
   * Creates an error.
   * @param why why the wait ended, such as `within 5000 ms`.
   */
  constructor(number: string, why: string, discarded: readonly DiscardedEntry[], incomplete: readonly IncompleteEntry[]) {
    const thrownAway = discarded.map(({ reason }) => reason).join(', ');
    const parts = incomplete.map(({ sequences, total }) => `${sequences.length} of ${total} parts came`).join(', ');
    super(
      [`no message at ${number} ${why}`, thrownAway && `the phone discarded: ${thrownAway}`, parts].filter(Boolean).join('; '),
    );
    this.number = number;
    this.discarded = discarded;
    this.incomplete = incomplete;
  }
}

const WAIT_MS = 5_000;

/**
 * Starts a gateway for tests on a port of the loopback interface, with a virtual phone at every number. Nothing is written to the disk; rates are not limited by default.
 * @throws Error if the port is in use; ProvisioningError or DecodeError for an invalid account or limit.
 * @example
 * ```ts
 * import { createTestGateway } from 'handset/gateway';
 *
 * const gateway = await createTestGateway();
 * await gateway.sender.sendText('On my way', { to: '+447700900123' }); // or the program under test does, by gateway.url
 * const { text } = await gateway.phone('447700900123').nextMessage();
 * text; // -> 'On my way'
 * await gateway.close();
 * ```
 */
export async function createTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  requireObject(options, 'options');
  const { accounts = [{}], port = 0, ...more } = options;
  requireList(accounts, 'accounts', requireObject);
  const complete = accounts.map((account, index) => ({
    ...account,
    username: account.username ?? `Test.${index + 1}`,
    pin: account.pin ?? '4711',
    credit: account.credit ?? '1000.0000',
  }));
  const phones = new Phones();
  const { close: end, ...open } = await openTestGateway(complete, port, { ...more, delivery: phones.delivery });
  const [{ username, pin } = { username: '', pin: '' }] = complete;
  const sender = new Sender({ primary: open.url, username, pin });
  const close = async () => {
    phones.close();
    await end();
  };
  return { ...open, sender, close, [Symbol.asyncDispose]: close, phone: (number) => phones.at(number) };
}

/** Opens a gateway over a store in memory, on a port of the loopback interface. @param accounts as a provisioning file has them */
export async function openTestGateway(
  accounts: readonly object[],
  port: number,
  { rate = { account: false, address: false }, ...options }: Omit<GatewayOptions, 'store'>,
): Promise<Pick<TestGateway, 'url' | 'gateway' | 'store' | 'close'>> {
  const provisioning = readProvisioning(JSON.stringify({ accounts }));
  const store = await Store.open({ sqlite: ':memory:' }, { clock: options.clock, pinCost: 1 });
  let gateway: Gateway | undefined;
  const close = async () => {
    await gateway?.close();
    await store.close();
  };
  try {
    await store.provision(provisioning);
    gateway = createGateway({ store, rate, ...options });
    const { url } = await gateway.listen({ host: '127.0.0.1', port });
    return { url, gateway, store, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The phones of a gateway, and what delivers to them. */
class Phones {
  readonly #phones = new Map<string, Phone>();
  /** Given when the gateway is made, which is before anybody asks for a phone. */
  #host!: DeliveryHost;
  #events: DeliveryEvents | undefined;

  /** Delivery to virtual handsets, which tells the phones. */
  readonly delivery: OpenDelivery = (host): Delivery => {
    this.#host = host;
    const virtual = virtualDelivery(host);
    return {
      ...virtual,
      start: async (events) => {
        this.#events = events;
      },
      deliverInStore: async (messages) => {
        const settlements = (await virtual.deliverInStore?.(messages)) ?? [];
        for (const { recipient } of messages) this.#phones.get(recipient)?.look();
        return settlements;
      },
    };
  };

  at(given: string): Phone {
    const number = typeof given === 'string' ? parseNumber(given) : undefined;
    if (number === undefined)
      throw new TypeError(
        `number has to be digits with the country code, such as '+447700900123', not ${JSON.stringify(given)}`,
      );
    const phone =
      this.#phones.get(number) ??
      new Phone(number, {
        read: async () => readMessages(await this.#host.store.inbox(number), { now: this.#host.clock() }),
        send: async (text, to) => {
          if ((await this.#host.store.twoWayAccount(parseNumber(to) ?? to)) === undefined) {
            throw new TypeError(`to has to be a two-way number of an account (its replyTo), not ${JSON.stringify(to)}`);
          }
          await this.#events?.onIncoming({ from: number, to, text, at: this.#host.clock() });
        },
      });
    this.#phones.set(number, phone);
    return phone;
  }

  close(): void {
    for (const phone of this.#phones.values()) phone.close();
  }
}

/** What a phone needs of its gateway. */
interface Network {
  read(): Promise<ReturnType<typeof readMessages>>;
  send(text: string, to: string): Promise<void>;
}

class Phone implements TestPhone {
  readonly number: string;
  readonly #network: Network;
  /** Identifiers of the messages that were given. */
  readonly #given = new Set<string>();
  /** Those who wait, the first first. */
  readonly #waiting: { give(message: TestMessage): void; refuse(why: string): void }[] = [];
  #isLooking = false;
  #isDue = false;
  #lastFrom: string | undefined;

  constructor(number: string, network: Network) {
    this.number = number;
    this.#network = network;
  }

  nextMessage({ timeoutMs = WAIT_MS, signal }: Parameters<TestPhone['nextMessage']>[0] = {}): Promise<TestMessage> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        const at = this.#waiting.indexOf(waiter);
        if (at >= 0) this.#waiting.splice(at, 1);
      };
      const waiter = {
        give: (message: TestMessage) => {
          end();
          resolve(message);
        },
        refuse: (why: string) => {
          end();
          this.#network.read().then(
            ({ discarded, incomplete }) => reject(new NoMessageError(this.number, why, discarded, incomplete)),
            () => reject(new NoMessageError(this.number, why, [], [])),
          );
        },
      };
      const abort = () => {
        end();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => waiter.refuse(`within ${timeoutMs} ms`), timeoutMs);
      signal?.addEventListener('abort', abort);
      this.#waiting.push(waiter);
      if (signal?.aborted) abort();
      else this.look();
    });
  }

  async messages(): Promise<readonly TestMessage[]> {
    return (await this.#network.read()).messages.map(messageOf);
  }

  async send(text: string, to = this.#lastFrom): Promise<void> {
    if (to === undefined) throw new TypeError('to is absent, and no message was given that this could be an answer to');
    await this.#network.send(text, to);
  }

  /** Gives what is new to those who wait. What comes while it reads is looked at afterwards. */
  look(): void {
    this.#isDue = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#look();
  }

  async #look(): Promise<void> {
    while (this.#isDue && this.#waiting.length > 0) {
      this.#isDue = false;
      // A store that is closed meanwhile has nothing to give; who waits is refused by close() or in time.
      const messages = await this.#network.read().then(
        (inbox) => inbox.messages,
        () => [],
      );
      for (const message of messages) {
        if (this.#given.has(message.messageIdentifier)) continue;
        const waiter = this.#waiting[0];
        if (waiter === undefined) break;
        this.#given.add(message.messageIdentifier);
        this.#lastFrom = message.originator;
        waiter.give(messageOf(message));
      }
    }
    this.#isLooking = false;
  }

  close(): void {
    for (const waiter of [...this.#waiting]) waiter.refuse('before the gateway was closed');
  }
}

function messageOf({ originator, content, messageIdentifier, receivedAt, parts, warnings }: HandsetMessage): TestMessage {
  const text = content.kind === 'text' ? content.text : undefined;
  return { from: originator, text, content, messageIdentifier, receivedAt: new Date(receivedAt), parts, warnings };
}
