/**
 * The settings file of `handset serve`: what belongs to the machine and not to the accounts.
 *
 *   { "host", "port", "store", "postgres", "provision", "tls": { "cert", "key" }, "walledGarden": ["44778"], "log": "info", "metrics": true, "playground": true,
 *     "limits": { "bodyOctets", ... }, "rate": { "account": { "perSecond", "burst" }, "address": { ... } } }
 *
 * Paths in it are relative to the file. Options of the command line count more. The address of a PostgreSQL database, which holds a password, is taken
 * from here or from HANDSET_POSTGRES, never from the arguments.
 * @module
 */
import { dirname, resolve } from 'node:path';
import { decodeUtf8 } from '../bytes/index.js';
import { JsonObject, type JsonValue, parseJson } from '../bytes/json.js';
import { DecodeError } from '../errors.js';
import type { GatewayLimits, LogLevel, Rate } from '../gateway/index.js';
import { inFile, type Session } from './io.js';

/** What the file may say. */
export interface ServeSettings {
  readonly host?: string;
  readonly port?: number;
  readonly store?: string;
  readonly postgres?: string;
  readonly provision?: string;
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly walledGarden?: readonly string[];
  readonly log?: LogLevel;
  readonly metrics?: boolean;
  /** True: the playground for everybody, false: for nobody; by default for whoever sits at the machine. */
  readonly playground?: boolean;
  readonly limits?: Partial<GatewayLimits>;
  readonly rate?: { readonly account?: Rate; readonly address?: Rate };
}

/** Names of the limits; the values are whole numbers from 1. */
const LIMITS: { readonly [K in keyof GatewayLimits]: true } = {
  bodyOctets: true,
  heldOctets: true,
  bodySilenceMs: true,
  connections: true,
  idleMs: true,
  headersMs: true,
  requestMs: true,
  graceMs: true,
  formFields: true,
  soapCharacters: true,
  recipients: true,
  mmsOctets: true,
  hostedMs: true,
};

const LOG_LEVELS: readonly string[] = ['debug', 'info', 'warn', 'error', 'silent'];

/**
 * Settings of a file.
 * @throws UsageError when it cannot be read; FileError with the JSON path for what is wrong in it.
 */
export async function readSettings(session: Session, path: string): Promise<ServeSettings> {
  const octets = await session.read(path);
  const settings = inFile(path, () => settingsOf(parseJson(decodeUtf8(octets))));
  const here = (name: string) => (path === '-' || name === ':memory:' ? name : resolve(dirname(path), name));
  const { store, provision, tls } = settings;
  return {
    ...settings,
    ...(store !== undefined && { store: here(store) }),
    ...(provision !== undefined && { provision: here(provision) }),
    ...(tls !== undefined && { tls: { cert: here(tls.cert), key: here(tls.key) } }),
  };
}

/** Reads a value of one kind. */
type Reader = (value: JsonValue, path: string) => unknown;

/** @throws DecodeError naming the place, never the value, which may be a password */
function settingsOf(value: JsonValue): ServeSettings {
  return members(value, '$', {
    host: text,
    port: whole(0, 65_535),
    store: text,
    postgres: text,
    provision: text,
    tls: (pair, path) => all(members(pair, path, { cert: text, key: text }), path, ['cert', 'key']),
    walledGarden: prefixes,
    log: (level, path) => (LOG_LEVELS.includes(level as string) ? level : bad(path, LOG_LEVELS.join(', '))),
    metrics: truth,
    playground: truth,
    limits: (limits, path) =>
      members(limits, path, Object.fromEntries(Object.keys(LIMITS).map((name) => [name, whole(1, Number.MAX_SAFE_INTEGER)]))),
    rate: (rates, path) => members(rates, path, { account: rate, address: rate }),
  }) as ServeSettings;
}

function members(value: JsonValue, path: string, readers: Readonly<Record<string, Reader>>): Record<string, unknown> {
  if (!(value instanceof JsonObject)) return bad(path, 'an object');
  const read: Record<string, unknown> = {};
  for (const [name, member] of value.entries()) {
    const at = `${path}.${name.slice(0, 40)}`;
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (reader === undefined) throw new DecodeError('bad-value', at, undefined, 'is no known setting');
    read[name] = reader(member, at);
  }
  return read;
}

function all<T extends object>(value: T, path: string, names: readonly string[]): T {
  for (const name of names) if (!Object.hasOwn(value, name)) bad(`${path}.${name}`, 'there');
  return value;
}

const text: Reader = (value, path) => (typeof value === 'string' && value !== '' ? value : bad(path, 'a text'));

const truth: Reader = (value, path) => (typeof value === 'boolean' ? value : bad(path, 'true or false'));

const prefixes: Reader = (value, path) => {
  if (!Array.isArray(value)) return bad(path, 'a list of beginnings of numbers');
  return value.map((item: JsonValue, index) =>
    typeof item === 'string' && /^\d{1,15}$/.test(item) ? item : bad(`${path}[${index}]`, 'the digits that numbers begin with'),
  );
};

function whole(least: number, most: number): Reader {
  return (value, path) => {
    const isWhole = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
    return isWhole ? value : bad(path, `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`);
  };
}

const rate: Reader = (value, path) => {
  const positive: Reader = (number, at) => (typeof number === 'number' && number > 0 ? number : bad(at, 'a number above 0'));
  return all(members(value, path, { perSecond: positive, burst: whole(1, 1_000_000) }), path, ['perSecond']);
};

function bad(path: string, allowed: string): never {
  throw new DecodeError('bad-value', path, undefined, `has to be ${allowed}`);
}
