/**
 * PINs: salted scrypt hashes, checked at a cost that does not tell a wrong user from a wrong PIN (G-AUTH-04).
 *
 *   scrypt$<log2 N>$<r>$<p>$<salt>$<hash>      salt and hash in base64url
 *
 * A PIN that was right is known until a minute after its last use, so that a busy account costs one scrypt. What is kept is an HMAC under a key
 * that this process made up, over user name, PIN and hash: it is of no use to a reader of the memory's image, and a new PIN ends it.
 * @module
 */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { BoundedMap } from '../bounded-map.js';
import { type Caller, type TurnLimits, Turns } from '../turns.js';
import type { Pins } from './database.js';

/** log2 of scrypt's N: 2^14 takes 16 MiB and some 50 ms. */
const COST = 14;
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const SALT_OCTETS = 16;
const HASH_OCTETS = 32;

/** Node has four threads for scrypt and for names of hosts: one is left. */
const MAX_AT_ONCE = 3;

/** How PINs are checked when nothing else is said: with what waits at most, the last one waits some three seconds on two processors. */
const DEFAULT_TURNS: TurnLimits = {
  atOnce: Math.min(availableParallelism(), MAX_AT_ONCE),
  waiting: 128,
  waitingEach: 64,
};

/** Whoever asks without an address: this process itself. */
const INSIDE: Caller = { client: '', isKnown: true };

/** Characters of a PIN (G-AUTH-02). */
const MAX_PIN_CHARACTERS = 20;

/** How a {@link PinVerifier} works; every value has a default. */
export interface PinOptions {
  /** log2 of scrypt's N for new hashes, 14 by default; from 1. */
  readonly cost?: number | undefined;
  /** How long a right PIN is remembered after its last use, in milliseconds; a minute by default. */
  readonly keepMs?: number | undefined;
  /** How many are remembered at once, 10,000 by default; the oldest goes first. */
  readonly most?: number | undefined;
  /** A clock in milliseconds that never goes back. */
  readonly now?: (() => number) | undefined;
  /** How many hashes are made at once, and wait for it. */
  readonly turns?: Partial<TurnLimits> | undefined;
  /** Makes a hash; scrypt by default. */
  readonly derive?: typeof deriveKey | undefined;
}

/** Hashes PINs and checks them. */
export class PinVerifier implements Pins {
  readonly #cost: number;
  readonly #keepMs: number;
  readonly #now: () => number;
  readonly #key = randomBytes(32);
  /** When each right credential is forgotten. */
  readonly #known: BoundedMap<string, number>;
  readonly #running = new Map<string, Promise<boolean>>();
  readonly #turns: Turns;
  readonly #derive: typeof deriveKey;
  /** What unknown users are compared with. */
  readonly #nobody: string;

  constructor(options: PinOptions = {}) {
    const { cost = COST, keepMs = 60_000, most = 10_000, now = () => performance.now(), derive = deriveKey } = options;
    this.#cost = cost;
    this.#keepMs = keepMs;
    this.#known = new BoundedMap(most);
    this.#now = now;
    this.#derive = derive;
    this.#turns = new Turns({ ...DEFAULT_TURNS, ...omitUndefined(options.turns ?? {}) });
    this.#nobody = formatHash(cost, randomBytes(SALT_OCTETS), randomBytes(HASH_OCTETS));
  }

  /** A hash to store, under a new salt; without a caller it is not waited for a turn. @throws BusyError */
  async hash(pin: string, caller?: Caller): Promise<string> {
    const salt = randomBytes(SALT_OCTETS);
    const make = () => this.#derive(pin, salt, this.#cost, BLOCK_SIZE, PARALLEL, HASH_OCTETS);
    return formatHash(this.#cost, salt, await (caller === undefined ? make() : this.#turns.run(caller, make)));
  }

  /**
   * Whether a PIN is the user's; without a hash (no user whom it lets in) it takes as long to say no.
   * @throws BusyError when too many wait to be checked, or the caller is not welcome any more when it is his turn.
   */
  async verify(username: string, pin: string, hash: string | undefined, caller: Caller = INSIDE): Promise<boolean> {
    const expected = hash ?? this.#nobody;
    const entry = createHmac('sha256', this.#key)
      .update(JSON.stringify([username, pin, expected]))
      .digest('base64');
    const until = this.#known.get(entry);
    if (until !== undefined) {
      const now = this.#now();
      if (until <= now) this.#known.delete(entry);
      else {
        // The same PIN and the same hash would compare as they did: those who send all the time never wait for it again.
        if (until - now < this.#keepMs / 2) this.#known.set(entry, now + this.#keepMs);
        return true;
      }
    }
    // One client's check is no other's: it may wait longer, or be refused.
    const check = `${entry} ${caller.client}`;
    let running = this.#running.get(check);
    if (running === undefined) {
      const compare = () => this.#compare(pin, expected, hash !== undefined, entry);
      running = this.#turns.run(caller, compare).finally(() => this.#running.delete(check));
      this.#running.set(check, running);
    }
    return running;
  }

  /** Forgets every PIN, and waits for what is being checked. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running.values());
    this.#known.clear();
  }

  async #compare(pin: string, expected: string, isUser: boolean, entry: string): Promise<boolean> {
    // What is too long to be a PIN is as wrong as any other, and costs no more.
    const isEqual = await this.#matches(pin.slice(0, MAX_PIN_CHARACTERS), expected);
    if (!isEqual || !isUser || pin.length > MAX_PIN_CHARACTERS) return false;
    this.#known.set(entry, this.#now() + this.#keepMs);
    return true;
  }

  async #matches(pin: string, hash: string): Promise<boolean> {
    const [scheme, cost, blockSize, parallel, salt, key] = hash.split('$');
    if (scheme !== 'scrypt' || salt === undefined || key === undefined) throw new Error('a stored PIN hash is damaged');
    const expected = Buffer.from(key, 'base64url');
    const found = await this.#derive(
      pin,
      Buffer.from(salt, 'base64url'),
      Number(cost),
      Number(blockSize),
      Number(parallel),
      expected.length,
    );
    return timingSafeEqual(found, expected);
  }
}

function deriveKey(
  pin: string,
  salt: Buffer,
  cost: number,
  blockSize: number,
  parallel: number,
  octets: number,
): Promise<Buffer> {
  const N = 2 ** cost;
  const options = { N, r: blockSize, p: parallel, maxmem: 256 * N * blockSize + 1_048_576 };
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, octets, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

function formatHash(cost: number, salt: Buffer, key: Buffer): string {
  return ['scrypt', cost, BLOCK_SIZE, PARALLEL, salt.toString('base64url'), key.toString('base64url')].join('$');
}
