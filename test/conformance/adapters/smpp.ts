/**
 * handset's reader and writer of SMPP, in the terms of the pack: the fields by their names, octets in hex.
 * @module
 */
import { fromHex, toHex } from '../../../src/bytes/index.js';
import { decodeSmppPdu, encodeSmppPdu, findSmppStatus, type SmppPduInput } from '../../../src/smpp/index.js';
import { defined } from '../pack/read.js';
import type { Json, JsonObject } from '../pack/shape.js';
import type { Adapters } from './adapter.js';

/** Octets as hex, wherever they are. */
export function plainOctets(value: unknown): Json {
  if (value instanceof Uint8Array) return toHex(value);
  if (Array.isArray(value)) return value.map(plainOctets);
  if (value === null || typeof value !== 'object') return value as Json;
  return defined(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainOctets(each)])));
}

/** Members that are octets: fields, and those of structures. */
const OCTETS: ReadonlySet<string> = new Set(['short_message', 'subaddress', 'display', 'area', 'data', 'rest']);
/** Parameters that are octets; those without a name are, too. */
const OCTET_PARAMETERS: readonly unknown[] = [
  ...['message_payload', 'broadcast_content_type_info', 'broadcast_service_group'],
  undefined,
];

/** The other way round. */
function withOctets(value: Json): unknown {
  if (Array.isArray(value)) return value.map(withOctets);
  if (value === null || typeof value !== 'object') return value;
  const { name } = value as JsonObject;
  const isOctets = (member: string) =>
    OCTETS.has(member) || (member === 'value' && 'tag' in value && OCTET_PARAMETERS.includes(name));
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [member, isOctets(member) ? fromHex(each as string) : withOctets(each)]),
  );
}

export const smppAdapters: Adapters = {
  smpp: {
    decode: (wire: Uint8Array, { lenient }): JsonObject => {
      const pdu = decodeSmppPdu(wire, { lenient });
      return defined({ ...(plainOctets(pdu) as JsonObject), statusName: findSmppStatus(pdu.status) });
    },
    encode: ({ statusName: _, ...value }: JsonObject) => encodeSmppPdu(withOctets(value) as SmppPduInput),
  },
};
