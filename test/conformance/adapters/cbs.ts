/**
 * handset's readers and writers of cell broadcast and USSD, in the terms of the pack.
 * @module
 */
import { fromHex, toHex } from '../../../src/bytes/index.js';
import {
  type CbsHeader,
  type CellBroadcast,
  decodeCbs,
  decodeUssdArgument,
  decodeUssdString,
  encodeCbs,
  encodeUssdArgument,
  encodeUssdString,
  GEOGRAPHICAL_SCOPES,
  type UssdString,
} from '../../../src/cbs/index.js';
import { formatUssdLine, parseUssdLine, USSD_STATES, type UssdCoding } from '../../../src/modem/index.js';
import { defined } from '../pack/read.js';
import type { JsonObject } from '../pack/shape.js';
import type { Adapter, Adapters } from './adapter.js';
import { bit } from './sms.js';

/** A value of the pack by its names. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the format
type Plain = Readonly<Record<string, any>>;

const hexOf = (octets: Uint8Array | undefined) => (octets === undefined ? undefined : toHex(octets));
const octetsFrom = (hex: string | undefined) => (hex === undefined ? undefined : fromHex(hex));

const plainHeader = ({ serialNumber, messageIdentifier }: CbsHeader) => ({
  GS: GEOGRAPHICAL_SCOPES.indexOf(serialNumber.geographicalScope),
  ...{ messageCode: serialNumber.messageCode, updateNumber: serialNumber.updateNumber, messageIdentifier },
});

const headerFrom = ({ GS, messageCode, updateNumber, messageIdentifier }: Plain): CbsHeader => ({
  serialNumber: {
    geographicalScope: GEOGRAPHICAL_SCOPES[GS] as (typeof GEOGRAPHICAL_SCOPES)[number],
    messageCode,
    updateNumber,
  },
  messageIdentifier,
});

const plainContent = ({ text, language, data }: UssdString) => ({ text, language, data: hexOf(data) });
const contentFrom = ({ text, language, data }: Plain): UssdString => ({
  ...(text !== undefined && { text }),
  ...(language !== undefined && { language }),
  ...(data !== undefined && { data: fromHex(data) }),
});

function plainBroadcast(broadcast: CellBroadcast): JsonObject {
  const header = plainHeader(broadcast);
  if (broadcast.kind === 'etws-primary') {
    const { warningType, emergencyUserAlert, popup, securityInformation } = broadcast;
    const flags = { warningType, emergencyUserAlert: bit(emergencyUserAlert), popup: bit(popup) };
    return defined({ ...header, ...flags, securityInformation: hexOf(securityInformation) });
  }
  const numbers = broadcast.kind === 'page' ? { page: broadcast.page, pages: broadcast.pages } : {};
  return defined({ ...header, DCS: broadcast.dcs, ...numbers, ...plainContent(broadcast) });
}

function broadcastFrom(kind: CellBroadcast['kind'], value: Plain): CellBroadcast {
  const header = headerFrom(value);
  if (kind === 'etws-primary') {
    const { warningType, emergencyUserAlert, popup, securityInformation } = value;
    const flags = { warningType, emergencyUserAlert: emergencyUserAlert === 1, popup: popup === 1 };
    return { kind, ...header, ...flags, securityInformation: octetsFrom(securityInformation) };
  }
  const content = { ...header, dcs: value.DCS, ...contentFrom(value) };
  return kind === 'page' ? { kind, ...content, page: value.page, pages: value.pages } : { kind, ...content };
}

const broadcast = (kind: CellBroadcast['kind']): Adapter => ({
  decode: (wire: Uint8Array, { lenient }) => plainBroadcast(decodeCbs(wire, { lenient })),
  encode: (value: Plain) => encodeCbs(broadcastFrom(kind, value)),
});

export const cbsAdapters: Adapters = {
  'cbs-page': broadcast('page'),
  'cbs-message': broadcast('message'),
  'etws-primary': broadcast('etws-primary'),
  'ussd-string': {
    decode: (wire: Uint8Array, { options, lenient }) =>
      defined(plainContent(decodeUssdString(wire, options.DCS as number, { lenient }))),
    encode: (value: Plain, { options }) => encodeUssdString(contentFrom(value), options.DCS as number),
  },
  'ussd-argument': {
    decode: (wire: Uint8Array, { lenient }): JsonObject => {
      const { dcs, others, ...string } = decodeUssdArgument(wire, { lenient });
      return defined({ DCS: dcs, ...plainContent(string), others: hexOf(others) });
    },
    encode: (value: Plain) => encodeUssdArgument({ dcs: value.DCS, ...contentFrom(value), others: octetsFrom(value.others) }),
  },
  cusd: {
    decode: (wire: string): JsonObject => {
      const { state, text, language, dcs } = parseUssdLine(wire);
      return defined({ m: USSD_STATES.indexOf(state), text, language, DCS: dcs });
    },
    encode: ({ m, text, DCS: dcs }: Plain, { options }) =>
      formatUssdLine({ state: USSD_STATES[m] as (typeof USSD_STATES)[number], text, dcs }, options.coding as UssdCoding),
  },
};
