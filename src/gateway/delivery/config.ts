/**
 * Deliveries by their settings, as a provisioning file has them under `delivery`:
 *
 *   "virtual"
 *   { "kind": "smpp", "host", "systemId", "password", "port", "tls", "systemType", "serviceType", "window", "packed", "submitIds", "receiptIds",
 *     "timeoutMs", "enquireLinkMs", "reconnectMs", "reconnectMaxMs", "throttleMs", "throttleMaxMs" }
 *   { "kind": "kannel", "url", "username", "password", "smsc", "dlrUrl", "window", "timeoutMs" }
 *
 * What the fields mean is told by SmppOptions and KannelDeliveryOptions.
 * @module
 */

import { type DeliverySettings, ProvisioningError } from '../settings/provision.js';
import type { Delivery } from './delivery.js';
import { type KannelDelivery, type KannelDeliveryOptions, type KannelEnvironment, kannelDelivery } from './kannel/kannel.js';
import { type SmppOptions, smppDelivery } from './smpp/smpp.js';

/** What deliveries need from outside. */
export interface DeliveriesEnvironment extends KannelEnvironment {
  /** Where Kannel brings receipts to when its settings do not say. */
  readonly dlrUrl?: string | undefined;
}

/** A way out that is opened: which one, since receipts of Kannel come in over HTTP. */
export type OpenedDelivery =
  | { readonly kind: 'virtual' }
  | { readonly kind: 'smpp'; readonly delivery: Delivery }
  | { readonly kind: 'kannel'; readonly delivery: KannelDelivery };

/**
 * The delivery of checked settings; it is not started.
 * @throws ProvisioningError with the path of the first fault, `$.delivery.port`. No value is shown.
 */
export function openDelivery(settings: DeliverySettings, environment: DeliveriesEnvironment): OpenedDelivery {
  const { kind, ...given } = settings;
  const fields = Object.fromEntries(Object.entries(given).map(([name, value]) => [RENAMED.get(name) ?? name, value]));
  switch (kind) {
    case 'virtual':
      check<Record<string, never>>(fields, {});
      return { kind };
    case 'smpp':
      return { kind, delivery: smppDelivery(check<SmppOptions>(fields, SMPP_FIELDS), environment) };
    case 'kannel': {
      const options = check<KannelDeliveryOptions>(fields, KANNEL_FIELDS);
      return { kind, delivery: kannelDelivery({ ...options, dlrUrl: options.dlrUrl ?? environment.dlrUrl }, environment) };
    }
    default:
      throw new ProvisioningError('$.delivery.kind', 'has to be virtual, smpp or kannel');
  }
}

/** A kind of value: whether one is of it, and what to say when not. */
interface Kind {
  readonly holds: (value: unknown) => boolean;
  readonly allowed: string;
  readonly isRequired: boolean;
}

type Check = Omit<Kind, 'isRequired'>;

function required(kind: Check): Kind {
  return { ...kind, isRequired: true };
}

function optional(kind: Check): Kind {
  return { ...kind, isRequired: false };
}

/** The specification allows fewer octets in some fields, and service centres more. */
function ascii(least: number, most: number): Check {
  const pattern = new RegExp(`^[\\x20-\\x7e]{${least},${most}}$`);
  return {
    holds: (value) => typeof value === 'string' && pattern.test(value),
    allowed: `${least} to ${most} characters of ASCII`,
  };
}

function whole(least: number, most: number): Check {
  return {
    holds: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    allowed: `a whole number from ${least} to ${most}`,
  };
}

const TRUTH: Check = { holds: (value) => typeof value === 'boolean', allowed: 'true or false' };
const URL_TEXT: Check = {
  holds: (value) => typeof value === 'string' && URL.canParse(value) && /^https?:/i.test(value),
  allowed: 'an http or https URL',
};
const ID_FORM: Check = {
  holds: (value) => typeof value === 'string' && ['text', 'decimal', 'hex'].includes(value),
  allowed: 'text, decimal or hex',
};
/** Up to a day. */
const MILLISECONDS = whole(1, 86_400_000);
/** A process that is told to stop waits for so long: it is less than the grace of its requests. */
const ANSWER_MS = whole(1, 25_000);
const WINDOW = whole(1, 1_000);

const SMPP_FIELDS: { readonly [K in keyof Required<SmppOptions>]: Kind } = {
  host: required(ascii(1, 253)),
  port: optional(whole(1, 65_535)),
  tls: optional(TRUTH),
  systemId: required(ascii(1, 64)),
  password: required(ascii(0, 64)),
  systemType: optional(ascii(0, 64)),
  serviceType: optional(ascii(0, 64)),
  window: optional(WINDOW),
  packed: optional(TRUTH),
  submitIds: optional(ID_FORM),
  receiptIds: optional(ID_FORM),
  timeoutMs: optional(ANSWER_MS),
  enquireLinkMs: optional(MILLISECONDS),
  reconnectMs: optional(MILLISECONDS),
  reconnectMaxMs: optional(MILLISECONDS),
  throttleMs: optional(MILLISECONDS),
  throttleMaxMs: optional(MILLISECONDS),
};

/** Former names, which files may still have. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['reconnectMostMs', 'reconnectMaxMs'],
  ['throttleMostMs', 'throttleMaxMs'],
]);

const KANNEL_FIELDS: { readonly [K in keyof Required<KannelDeliveryOptions>]: Kind } = {
  url: required(URL_TEXT),
  username: required(ascii(1, 64)),
  password: required(ascii(1, 64)),
  smsc: optional(ascii(1, 64)),
  dlrUrl: optional(URL_TEXT),
  window: optional(WINDOW),
  timeoutMs: optional(ANSWER_MS),
};

function check<T>(fields: Readonly<Record<string, unknown>>, kinds: Readonly<Record<string, Kind>>): T {
  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(kinds, name)) throw new ProvisioningError(`$.delivery.${name.slice(0, 40)}`, 'is no known field');
  }
  for (const [name, { holds, allowed, isRequired }] of Object.entries(kinds)) {
    const value = fields[name];
    if (value === undefined && !isRequired) continue;
    if (value === undefined) throw new ProvisioningError(`$.delivery.${name}`, 'is missing');
    if (!holds(value)) throw new ProvisioningError(`$.delivery.${name}`, `has to be ${allowed}`);
  }
  return fields as T;
}
