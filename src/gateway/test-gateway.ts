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

/** An account of a test gateway; omitted members have the value in brackets. */
export interface TestAccount {
  /** Its user name (`Test.1`). */
  readonly username?: string | undefined;
  /** Its PIN (`4711`). */
  readonly pin?: string | undefined;
  /** What it may spend (`1000.0000`); a part of a message costs 0.0450. */
  readonly credit?: string | undefined;
  /** Its two-way numbers and names, from which its messages come (none). */
  readonly replyTo?: readonly string[] | undefined;
  /** Where its receipts and incoming messages go (nowhere): the URL of the program under test, which answers to these credentials. */
  readonly callback?:
    | { readonly url: string; readonly username?: string | undefined; readonly pin?: string | undefined }
    | undefined;
}

/** Options of a test gateway. */
export interface TestGatewayOptions
  extends Pick<GatewayOptions, 'clock' | 'keywords' | 'limits' | 'log' | 'onIncoming' | 'rate' | 'walledGarden'> {
  /** Its accounts, one by default. */
  readonly accounts?: readonly TestAccount[] | undefined;
  /** The port; a free one by default. It is on the loopback interface alone. */
  readonly port?: number | undefined;
}

/** A message as a phone shows it. */
export interface TestMessage {
  /** Who it is from. */
  readonly from: string;
  /** What it says; undefined for what is no text. */
  readonly text: string | undefined;
  /** Text, tune, picture, card, push and so on, as `handset/message` reads it. */
  readonly content: Content;
  /** The gateway's identifier of the message. */
  readonly messageIdentifier: string;
  /** When its last part came. */
  readonly receivedAt: Date;
  /** Its SMS-DELIVER TPDUs, in part order. */
  readonly parts: readonly Uint8Array[];
  /** What is odd about it, in words. */
  readonly warnings: readonly string[];
}

/** A phone at a number. */
export interface TestPhone {
  /** Digits with the country code. */
  readonly number: string;
  /**
   * The next message that was not given yet, as soon as it is whole; each is given once, oldest first.
   * @throws NoMessageError when none comes in `timeoutMs` (5,000).
   */
  nextMessage(options?: {
    readonly timeoutMs?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  }): Promise<TestMessage>;
  /** All messages on the phone, oldest first, given or not. */
  messages(): Promise<readonly TestMessage[]>;
  /** Sends a text to a two-way number of an account; to where the last message that was given is from, when `to` is absent. @throws TypeError when no account has that number. */
  send(text: string, to?: string): Promise<void>;
}

/** A gateway for tests. */
export interface TestGateway extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40213`: the server for the program under test. */
  readonly url: string;
  /** Sends as the first account. */
  readonly sender: Sender;
  /** The gateway, for what else a test wants of it. */
  readonly gateway: Gateway;
  /** Its store. */
  readonly store: Store;
  /**
   * The phone at a number, `+` and separators or not; the same one each time.
   * @throws TypeError for what is no number.
   */
  phone(number: string): TestPhone;
  /** Ends it; nothing is kept. Whoever waits for a message is refused. */
  close(): Promise<void>;
  /** {@link TestGateway.close}, at the end of a block that holds it by `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Thrown when no message arrives in time. */
export class NoMessageError extends Error {
  override readonly name = 'NoMessageError';
  /** Digits with the country code. */
  readonly number: string;
  /** What the phone threw away, and why. */
  readonly discarded: readonly DiscardedEntry[];
  /** Parts that came without their others. */
  readonly incomplete: readonly IncompleteEntry[];

  /**
   * Of a phone and what it has.
   * @param why what ended the waiting, such as `within 5000 ms`
   */
  constructor(number: string, why: string, discarded: readonly DiscardedEntry[], incomplete: readonly IncompleteEntry[]) {
    const thrownAway = discarded.map(({ reason }) => reason).join(', ');
    const parts = incomplete.map(({ sequences, total }) => `${sequences.length} of ${total} parts came`).join(', ');
    super(
      [`no message at ${number} ${why}`, thrownAway && `the phone threw away: ${thrownAway}`, parts].filter(Boolean).join('; '),
    );
    this.number = number;
    this.discarded = discarded;
    this.incomplete = incomplete;
  }
}

const WAIT_MS = 5_000;

/**
 * Opens a gateway for tests on a free port of the loopback interface. Nothing is written to the disk.
 * @throws Error when the port is taken; ProvisioningError or DecodeError for an account that cannot be.
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
