/**
 * The ways out by their names, as a provisioning file has them under `delivery`:
 *
 *   "virtual"
 *   { "kind": "smpp", "host", "systemId", "password", ... }      see SmppOptions
 *   { "kind": "kannel", "url", "username", "password", ... }     see KannelDeliveryOptions
 *   { "kind": "links", "links": { "a": { ... } }, "routes" }     several of them by name; see links/table
 *
 * A new one is a row here.
 * @module
 */
import { requireObject } from '../../bytes/check.js';
import { type DeliverySettings, ProvisioningError, provisioned } from '../settings/provision.js';
import type { DeliveryEnvironment, DeliveryKind, OpenDelivery } from './delivery.js';
import { kannel } from './kannel/kannel.js';
import { links } from './links/links.js';
import { KIND } from './links/table.js';
import { smpp } from './smpp/smpp.js';
import { virtual } from './virtual/delivery.js';

const KINDS: Readonly<Record<string, DeliveryKind>> = { virtual, smpp, kannel };
const DELIVERIES: Readonly<Record<string, DeliveryKind>> = { ...KINDS, [KIND]: links(KINDS) };

/**
 * Checks delivery settings, as in a provisioning file, and returns a function that creates the delivery: the option `delivery` of {@link createGateway}.
 * @throws ProvisioningError with the path of the first fault, such as `$.delivery.port`, and never a value.
 */
export function openDelivery(settings: DeliverySettings, environment: DeliveryEnvironment = {}): OpenDelivery {
  requireObject(settings, 'settings');
  const { kind, ...fields } = settings;
  const open = Object.hasOwn(DELIVERIES, kind) ? DELIVERIES[kind] : undefined;
  if (open !== undefined) return provisioned(() => open(fields, environment));
  const names = Object.keys(DELIVERIES);
  throw new ProvisioningError('$.delivery.kind', `has to be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
}
