/**
 * handset's readers and writers of settings, in the terms of the pack.
 * @module
 */
import { fromHex } from '../../../src/bytes/index.js';
import {
  decodeProvisioning,
  encodeProvisioning,
  type PROVISIONING_SECURITY,
  type Provisioning,
  type ProvisioningCharacteristic,
  type ProvisioningParm,
  parseProvisioning,
  provisioningMac,
} from '../../../src/push/index.js';
import { defined } from '../pack/read.js';
import type { JsonObject } from '../pack/shape.js';
import type { Adapters } from './adapter.js';

const ROOTS = { prov: 'wap-provisioningdoc', ota: 'CHARACTERISTIC-LIST' } as const;

/** A parameter or a group as the pack has it. */
type PlainItem =
  | { readonly parm: string; readonly value?: string }
  | { readonly characteristic: string; readonly value?: string; readonly items: readonly PlainItem[] };

/** A document as the pack has it. */
interface PlainSettings extends JsonObject {
  readonly document: string;
  readonly items: readonly PlainItem[] & JsonObject['items'];
}

function plainItem(item: ProvisioningCharacteristic | ProvisioningParm): JsonObject {
  if (item.kind === 'parm') return defined({ parm: item.name, value: item.value });
  return defined({ characteristic: item.type, value: item.value, items: item.items.map(plainItem) });
}

/** Settings by the names of their elements. */
export function plainSettings({ kind, version, items }: Provisioning): JsonObject {
  return defined({ document: ROOTS[kind], version, items: items.map(plainItem) });
}

function itemFrom(item: PlainItem): ProvisioningCharacteristic | ProvisioningParm {
  const value = item.value === undefined ? {} : { value: item.value };
  if ('parm' in item) return { kind: 'parm', name: item.parm, ...value };
  return { kind: 'characteristic', type: item.characteristic, ...value, items: item.items.map(itemFrom) };
}

/** The other way round. */
export function settingsFrom({ document, version, items }: JsonObject): Provisioning {
  const { items: list } = { items } as unknown as PlainSettings;
  return {
    kind: document === ROOTS.ota ? 'ota' : 'prov',
    ...(version !== undefined && { version: version as string }),
    items: list.map(itemFrom) as ProvisioningCharacteristic[],
  };
}

interface PlainMac {
  readonly wbxml: string;
  readonly SEC: keyof typeof PROVISIONING_SECURITY;
  readonly pin?: string;
  readonly imsi?: string;
}

export const provisioningAdapters: Adapters = {
  'provisioning-wbxml': {
    decode: (wire: Uint8Array, { lenient }) => plainSettings(decodeProvisioning(wire, { lenient })),
    encode: (value: JsonObject, { options }) => encodeProvisioning(settingsFrom(value), { version: options.version as '1.3' }),
  },
  'provisioning-xml': {
    decode: (wire: string, { lenient }) => plainSettings(parseProvisioning(wire, { lenient })),
  },
  'provisioning-mac': {
    encode: ({ wbxml, SEC, pin, imsi }: PlainMac): JsonObject => ({ MAC: provisioningMac(fromHex(wbxml), SEC, { pin, imsi }) }),
  },
};
