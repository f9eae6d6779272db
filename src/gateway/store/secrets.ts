/**
 * Names that nobody can guess (message identifiers, PINs, tokens), and PINs as they are kept: as salted scrypt hashes, checked at a cost that does
 * not tell a wrong user from a wrong PIN (G-AUTH-04).
 *
 *   scrypt$<log2 N>$<r>$<p>$<salt>$<hash>      salt and hash in base64url
 *
 * A PIN that was right is known for a minute, so that a busy account costs one scrypt a minute. What is kept is an HMAC under a key that
 * this process made up, over user name, PIN and hash: it is of no use to a reader of the memory's image, and a new PIN ends it.
 * @module
 */
import { createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const IDENTIFIER_CHARACTERS = 15;

/** Octets from here on would favour some characters: 252 is the largest multiple of 36. */
const FAIR_BELOW = 252;

const POOL_OCTETS = 8_192;
let pool = new Uint8Array(0);
let used = 0;

/** A new MessageIdentifier: 15 characters of A-Z and 0-9 (G-RES-07), 77 random bits. */
export function newMessageIdentifier(): string {
  let text = '';
  while (text.length < IDENTIFIER_CHARACTERS) {
    if (used === pool.length) {
      // One call for hundreds of identifiers: the call costs more than the octets.
      pool = randomBytes(POOL_OCTETS);
      used = 0;
    }
    const octet = pool[used++] as number;
    if (octet < FAIR_BELOW) text += CHARACTERS[octet % CHARACTERS.length];
  }
  return text;
}

/** A token for an address that only its receiver should know: 128 random bits, 22 characters of base64url. */
export function newToken(): string {
  return randomBytes(16).toString('base64url');
}

/** Random decimal digits. */
export function randomDigits(count: number): string {
  let text = '';
  while (text.length < count) text += randomInt(10);
  return text;
}

// ---- PINs ----

/** log2 of scrypt's N: 2^14 takes 16 MiB and some 50 ms. */
const COST = 14;
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const SALT_OCTETS = 16;
const HASH_OCTETS = 32;

/** Characters of a PIN (G-AUTH-02). */
const MOST_PIN_CHARACTERS = 20;

/** How a {@link PinVerifier} works; every value has a default. */
export interface PinOptions {
  /** log2 of scrypt's N for new hashes, 14 by default; from 1. */
  readonly cost?: number | undefined;
  /** How long a right PIN is remembered, in milliseconds; a minute by default. */
  readonly keepMs?: number | undefined;
  /** How many are remembered at once, 10,000 by default; the oldest goes first. */
  readonly most?: number | undefined;
  /** A clock in milliseconds that never goes back. */
  readonly now?: (() => number) | undefined;
}

/** Hashes PINs and checks them. */
export class PinVerifier {
  readonly #cost: number;
  readonly #keepMs: number;
  readonly #most: number;
  readonly #now: () => number;
  readonly #key = randomBytes(32);
  /** When each right credential is forgotten; oldest first. */
  readonly #known = new Map<string, number>();
  readonly #running = new Map<string, Promise<boolean>>();
  /** What unknown users are compared with. */
  readonly #nobody: string;

  constructor({ cost = COST, keepMs = 60_000, most = 10_000, now = () => performance.now() }: PinOptions = {}) {
    this.#cost = cost;
    this.#keepMs = keepMs;
    this.#most = most;
    this.#now = now;
    this.#nobody = formatHash(cost, randomBytes(SALT_OCTETS), randomBytes(HASH_OCTETS));
  }

  /** A hash to store, under a new salt. */
  async hash(pin: string): Promise<string> {
    const salt = randomBytes(SALT_OCTETS);
    return formatHash(this.#cost, salt, await derive(pin, salt, this.#cost, BLOCK_SIZE, PARALLEL, HASH_OCTETS));
  }

  /** Whether a PIN is the user's; without a hash (no such user) it takes as long to say no. */
  async verify(username: string, pin: string, hash: string | undefined): Promise<boolean> {
    const expected = hash ?? this.#nobody;
    const entry = createHmac('sha256', this.#key)
      .update(JSON.stringify([username, pin, expected]))
      .digest('base64');
    const until = this.#known.get(entry);
    if (until !== undefined) {
      if (until > this.#now()) return true;
      this.#known.delete(entry);
    }
    let running = this.#running.get(entry);
    if (running === undefined) {
      running = this.#compare(pin, expected, hash !== undefined, entry).finally(() => this.#running.delete(entry));
      this.#running.set(entry, running);
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
    const isEqual = await matches(pin.slice(0, MOST_PIN_CHARACTERS), expected);
    if (!isEqual || !isUser || pin.length > MOST_PIN_CHARACTERS) return false;
    if (this.#known.size >= this.#most) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    this.#known.set(entry, this.#now() + this.#keepMs);
    return true;
  }
}

async function matches(pin: string, hash: string): Promise<boolean> {
  const [scheme, cost, blockSize, parallel, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) throw new Error('a stored PIN hash is damaged');
  const expected = Buffer.from(key, 'base64url');
  const found = await derive(
    pin,
    Buffer.from(salt, 'base64url'),
    Number(cost),
    Number(blockSize),
    Number(parallel),
    expected.length,
  );
  return timingSafeEqual(found, expected);
}

function derive(pin: string, salt: Buffer, cost: number, blockSize: number, parallel: number, octets: number): Promise<Buffer> {
  const N = 2 ** cost;
  const options = { N, r: blockSize, p: parallel, maxmem: 256 * N * blockSize + 1_048_576 };
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, octets, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

function formatHash(cost: number, salt: Buffer, key: Buffer): string {
  return ['scrypt', cost, BLOCK_SIZE, PARALLEL, salt.toString('base64url'), key.toString('base64url')].join('$');
}
