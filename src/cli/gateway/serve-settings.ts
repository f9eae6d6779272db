/**
 * The settings file of `handset serve`: what belongs to the machine and not to the accounts.
 *
 *   { "host", "port", "store", "postgres", "provision", "tls": { "cert", "key" }, "walledGarden": ["44778"], "log": "info", "metrics": true, "playground": true,
 *     "operators": { "host", "port", "token", "tls" }, "smpp": { "host", "port", "tls", "window", "deliveryWindow", "sessionsPerAccount" },
 *     "limits": { "bodyOctets", ... }, "rate": { "account": { "perSecond", "burst" }, "address": false },
 *     "logins": { "pair": { "failures", "firstMs", "maxMs", "forgetMs" }, "address": { ... }, "account": { ... }, "checks": { "atOnce", "waiting", "waitingEach" } },
 *     "keywords": { "stop", "start", "help" }, "trustedProxies": ["10.0.0.0/8"], "wapGateways": ["10.1.0.7"], "wapGatewayHeader": "X-MSISDN",
 *     "keep": { "messagesDays", ... } }
 *
 * Paths in it are relative to the file. Options of the command line count more. The address of a PostgreSQL database, which holds a password, is taken
 * from here or from HANDSET_POSTGRES, and the operators' token from here or from HANDSET_OPERATORS_TOKEN, never from the arguments.
 * @module
 */
import { dirname, resolve } from 'node:path';
import { decodeUtf8 } from '../../bytes/index.js';
import { parseJson } from '../../bytes/json.js';
import {
  fields,
  listOf,
  matching,
  nonEmpty,
  oneOf,
  otherwise,
  type Reader,
  required,
  truth,
  where,
  whole,
} from '../../bytes/json-fields.js';
import { isRange } from '../../gateway/http/proxies.js';
import { readKeywords } from '../../gateway/keywords.js';
import { DEFAULT_LOGIN_LIMITS, type FailureLimit } from '../../gateway/operations/logins.js';
import { isHeaderName, isToken, MIN_TOKEN } from '../../gateway/settings/hosts.js';
import { completeLimits, KEPT, type KeepOptions, LOG_LEVELS, MAX_KEEP_DAYS } from '../../gateway/settings/limits.js';
import { inFile, type Session } from '../io.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

const rate = fields({
  perSecond: required(where<number>((value) => typeof value === 'number' && value > 0, 'a number above 0')),
  burst: whole(1, 1_000_000),
});

/** False: none. */
const rateOrNone: Reader<ReturnType<typeof rate> | false> = (value, path) => (value === false ? false : rate(value, path));

const tls = fields({ cert: required(nonEmpty), key: required(nonEmpty) });

const failureLimit = (defaults: FailureLimit) =>
  fields({
    failures: otherwise(whole(1, 1_000_000), defaults.failures),
    firstMs: otherwise(whole(1, DAY_MS), defaults.firstMs),
    maxMs: otherwise(whole(1, DAY_MS), defaults.maxMs),
    forgetMs: otherwise(whole(1, 365 * DAY_MS), defaults.forgetMs),
  });

const addresses = listOf(
  where<string>(isRange, 'an address, or a range such as 10.0.0.0/8'),
  'a list of addresses and ranges of addresses',
);

/** Settings that are passed to `createGateway` unchanged, under the same names. */
const GATEWAY_FIELDS = {
  walledGarden: listOf(matching(/^\d{1,15}$/, 'the digits that numbers begin with'), 'a list of beginnings of numbers'),
  /** Whether operators find the playground. */
  playground: truth,
  limits: completeLimits,
  logins: fields({
    pair: failureLimit(DEFAULT_LOGIN_LIMITS.pair),
    address: failureLimit(DEFAULT_LOGIN_LIMITS.address),
    account: failureLimit(DEFAULT_LOGIN_LIMITS.account),
    checks: fields({ atOnce: whole(1, 64), waiting: whole(1, 100_000), waitingEach: whole(1, 100_000) }),
  }),
  rate: fields({ account: rateOrNone, address: rateOrNone }),
  trustedProxies: addresses,
  /** Texts that STOP, START and HELP are answered with; absent: they are texts like others. */
  keywords: readKeywords,
  /** Proxies that tell the numbers of phones. */
  wapGateways: addresses,
  /** The header in which they do. */
  wapGatewayHeader: where<string>((value) => typeof value === 'string' && isHeaderName(value), 'the name of a header'),
};

/** @throws DecodeError naming the place, never the value, which may be a password */
const readFields = fields({
  host: nonEmpty,
  port: whole(0, 65_535),
  store: nonEmpty,
  postgres: nonEmpty,
  provision: nonEmpty,
  tls,
  operators: fields({
    host: nonEmpty,
    port: whole(0, 65_535),
    token: where<string>(isToken, `at least ${MIN_TOKEN} characters of visible ASCII`),
    tls,
  }),
  /** Customers over SMPP; absent: no such port. */
  smpp: fields({
    host: nonEmpty,
    port: whole(0, 65_535),
    tls,
    window: whole(1, 10_000),
    deliveryWindow: whole(1, 10_000),
    sessionsPerAccount: whole(1, 10_000),
  }),
  log: oneOf(LOG_LEVELS, LOG_LEVELS.join(', ')),
  metrics: truth,
  ...GATEWAY_FIELDS,
  /** For how many days things are kept; what is absent for ever. */
  keep: fields(
    Object.fromEntries(KEPT.map((name) => [name, whole(1, MAX_KEEP_DAYS)])) as {
      readonly [K in keyof KeepOptions]-?: Reader<number>;
    },
  ),
});

/** What the file may say. */
export type ServeSettings = ReturnType<typeof readFields>;

/** Those of the settings that are options of the gateway. */
export function pickGatewaySettings(settings: ServeSettings): Pick<ServeSettings, keyof typeof GATEWAY_FIELDS> {
  return Object.fromEntries(Object.keys(GATEWAY_FIELDS).map((name) => [name, settings[name as keyof ServeSettings]]));
}

/**
 * Settings of a file.
 * @throws UsageError when it cannot be read; FileError with the JSON path for what is wrong in it.
 */
export async function readSettings(session: Session, path: string): Promise<ServeSettings> {
  const octets = await session.read(path);
  const settings = inFile(path, () => readFields(parseJson(decodeUtf8(octets)), '$'));
  const here = (name: string) => (path === '-' || name === ':memory:' ? name : resolve(dirname(path), name));
  const { store, provision, operators, smpp } = settings;
  const tlsHere = (tls: ServeSettings['tls']) => tls && { tls: { cert: here(tls.cert), key: here(tls.key) } };
  return {
    ...settings,
    ...(store !== undefined && { store: here(store) }),
    ...(provision !== undefined && { provision: here(provision) }),
    ...tlsHere(settings.tls),
    ...(operators !== undefined && { operators: { ...operators, ...tlsHere(operators.tls) } }),
    ...(smpp !== undefined && { smpp: { ...smpp, ...tlsHere(smpp.tls) } }),
  };
}
