/**
 * PDUs of SMPP as tshark, the package smpp of Node.js and Net::SMPP show them: the fields of a case by their names.
 * @module
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import smpp from 'smpp';
import { toHex } from '../../../src/bytes/index.js';
import { run } from '../../interop/drivers/run.js';
import { dissectProtocols, type PdmlField } from '../../interop/drivers/tshark.js';
import { defined } from '../pack/read.js';
import type { BareCase, Json, JsonObject } from '../pack/shape.js';
import { type Ask, type Oracle, type Shown, versionBy } from './oracle.js';
import { fieldsOf, octetsOf, readsOnly } from './tshark-layers.js';

/** Fields that a program shows bit by bit, or as times. */
const OTHERWISE = /^(?:esm_class|registered_delivery|replace_if_present_flag|final_date|.*_(?:time|period))$/;

/** Mandatory fields of a case with a value, and its parameters. */
function wanted({ expected }: BareCase): {
  readonly fields: readonly [string, Json][];
  readonly parameters: readonly JsonObject[];
} {
  const { fields = {}, parameters = [] } = ('value' in expected ? expected.value : {}) as {
    fields?: JsonObject;
    parameters?: readonly JsonObject[];
  };
  return { fields: Object.entries(fields).filter(([name]) => !OTHERWISE.test(name)), parameters };
}

/** The fields that `read` knows; undefined where a case has none. */
function readFields(bare: BareCase, read: (name: string, value: Json) => Json | undefined): JsonObject | undefined {
  const { fields } = wanted(bare);
  return fields.length === 0
    ? undefined
    : defined(Object.fromEntries(fields.map(([name, value]) => [name, read(name, value)])));
}

/** Parameters that are octets; the value of one is hex. */
const OCTETS = ['message_payload', 'broadcast_content_type_info', 'broadcast_service_group'];

/** What tshark calls fields of structures, and parameters that have another name there. */
const FIELDS: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  network_error_code: { network_type: 'network_error.type', error_code: 'network_error.code' },
  broadcast_content_type: { network_type: 'broadcast_content_type.nw', content_type: 'broadcast_content_type.type' },
  broadcast_frequency_interval: { unit: 'broadcast_frequency_interval.unit', count: 'broadcast_frequency_interval.value' },
  broadcast_area_identifier: { format: 'broadcast_area_identifier.format' },
  ms_validity: { behaviour: 'ms_validity' },
  alert_on_message_delivery: { alert: 'alert_on_message_delivery_type' },
  its_session_info: { session_number: 'its_session.number' },
  sc_interface_version: 'SC_interface_version',
  broadcast_content_type_info: 'broadcast_content_type.info',
  dest_addr_np_information: 'dest_addr_np_info',
};

const latin = (hex: string) => Buffer.from(hex, 'hex').toString('latin1').replace(/\0$/, '');

/** A parameter as tshark shows it; what it has no field for is left out. */
function parameterBy(all: readonly PdmlField[], { name, value }: JsonObject, before: number): Json | undefined {
  const other = FIELDS[name as string];
  const field = (known: string) => all.filter((each) => each.name === `smpp.${known}`)[before];
  if (value !== null && typeof value === 'object') {
    if (typeof other !== 'object') return undefined;
    const members = Object.entries(other).filter(([member]) => member in value);
    return defined(
      Object.fromEntries(
        members.map(([member, known]) => {
          const found = field(known);
          return [member, found && Number(found.show)];
        }),
      ),
    );
  }
  const found = field(typeof other === 'string' ? other : (name as string));
  if (found === undefined) return undefined;
  if (typeof value === 'number') return Number(found.show);
  return OCTETS.includes(name as string) ? found.value : latin(found.value);
}

function shownBy(bare: BareCase, protocols: readonly PdmlField[]): Shown {
  const { all, show, number, octets } = fieldsOf(protocols);
  const command = all.find(({ name }) => name === 'smpp.command_id')?.showName ?? '';
  const isMalformed = all.some(({ name, showName }) => name === '_ws.malformed' && /SMPP/.test(showName));
  const [, words = ''] = /Operation: (.*) \(0x/.exec(command) ?? [];
  if (words === '' || words === 'Unknown' || isMalformed) return { refused: true };
  const tags = all.filter(({ name }) => name === 'smpp.opt_param_tag').map((field) => Number(field.show));
  const { parameters } = wanted(bare);
  const fields = readFields(bare, (name, value) => {
    if (name === 'short_message') return octets('smpp.message') ?? '';
    if (typeof value === 'number') return number(`smpp.${name}`);
    return typeof value === 'string' ? show(`smpp.${name}`)?.replace('(Default)', '') : undefined;
  });
  return {
    shows: defined({
      command: words.toLowerCase().replace(' - resp', '_resp'),
      status: number('smpp.command_status'),
      sequence: number('smpp.sequence_number'),
      fields,
      parameters: tags.map((tag, index): JsonObject => {
        const told = parameters[index] ?? {};
        const before = parameters.slice(0, index).filter(({ name }) => name === told.name).length;
        return defined({ tag, value: parameterBy(all, told, before) });
      }),
    }),
  };
}

/** tshark on cases of `smpp`. */
export const askSmpp: Ask = readsOnly(async (cases) => {
  const shown = await dissectProtocols(
    cases.map((bare) => ({ octets: octetsOf(bare), direction: 'MO' })),
    'smpp',
  );
  return cases.map((bare, index) => shownBy(bare, shown[index]!));
});

/** A value of the package: octets in hex, and what is in its place where there is none. */
function plainValue(value: unknown): Json | undefined {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (Buffer.isBuffer(value)) return toHex(value);
  return undefined;
}

/** Parameters under another name. */
const PACKAGE_NAMES: Readonly<Record<string, string>> = { destination_port: 'dest_port' };

/** Whether no parameter is there twice: programs that keep them by name or tag have the last one. */
const isEachOnce = (parameters: readonly JsonObject[]): boolean =>
  new Set(parameters.map(({ tag }) => tag)).size === parameters.length;

/** The values of a case's parameters, each of which it has once; no tags, and structures as octets. */
function parametersBy(bare: BareCase, pdu: Readonly<Record<string, unknown>>): JsonObject[] | undefined {
  const { parameters } = wanted(bare);
  if (!isEachOnce(parameters)) return undefined;
  return parameters.map(({ name, value }): JsonObject => {
    const shown = pdu[PACKAGE_NAMES[name as string] ?? (name as string)];
    const one: unknown = Array.isArray(shown) && shown.length === 1 ? shown[0] : shown;
    if (typeof value === 'number') return typeof one === 'number' ? { value: one } : {};
    if (typeof value === 'string') return defined({ value: plainText(one, OCTETS.includes(name as string)) });
    return {};
  });
}

/** It shows octets, which it may have decoded as text. */
function plainText(shown: unknown, asHex: boolean): string | undefined {
  if (typeof shown !== 'string' && !Buffer.isBuffer(shown)) return undefined;
  const octets = typeof shown === 'string' ? Buffer.from(shown, 'latin1') : shown;
  return asHex ? toHex(octets) : octets.toString('latin1');
}

const STATUS_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(smpp.errors as unknown as Readonly<Record<string, number>>).map(([name, number]) => [number, name]),
);

/** The reader of the package. */
interface Reader {
  fromBuffer(octets: Buffer): Readonly<Record<string, unknown>> | false;
}

function readByPackage(bare: BareCase): Shown {
  try {
    // It waits for more where there are fewer octets than command_length says.
    const pdu = (smpp.PDU as unknown as Reader).fromBuffer(Buffer.from(octetsOf(bare)));
    if (pdu === false || pdu.command === undefined || pdu.command === 'unknown') return { refused: true };
    const message = pdu.short_message as { udh?: unknown; message?: Buffer | string } | Buffer | undefined;
    const fields = readFields(bare, (name, value) => {
      if (name === 'short_message') {
        const octets = message !== undefined && 'message' in message ? message.message : message;
        // It shows a text that it decoded by data_coding, and a header apart.
        const isApart = message !== undefined && 'udh' in message && message.udh !== undefined;
        return Buffer.isBuffer(octets) && !isApart ? toHex(octets) : undefined;
      }
      return Array.isArray(value) ? undefined : plainValue(pdu[name]);
    });
    return {
      shows: defined({
        command: pdu.command as string,
        ...{ status: pdu.command_status as number, sequence: pdu.sequence_number as number, fields },
        statusName: STATUS_NAMES.get(pdu.command_status as number),
        parameters: parametersBy(bare, pdu),
      }),
    };
  } catch {
    return { refused: true };
  }
}

const MANIFEST = new URL('../../../node_modules/smpp/package.json', import.meta.url);

/** The package smpp of Node.js. */
export const nodeSmpp: Oracle = {
  id: 'node-smpp',
  program: 'the package smpp of Node.js: PDU.fromBuffer',
  package: 'smpp, of npm',
  version: async () => {
    try {
      return (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }).version;
    } catch {
      return undefined;
    }
  },
  asks: [{ formats: ['smpp'], ask: readsOnly(async (cases) => cases.map(readByPackage)) }],
};

const PERL = '/usr/bin/perl';
const PERL_DRIVER = fileURLToPath(new URL('../../interop/drivers/smpp_pdus.pl', import.meta.url));

/** What the driver writes of a PDU: all fields as hex, numbers as the hex of their digits, parameters by their tags as well. */
type PerlPdu =
  | { readonly refused: true }
  | { readonly command: string; readonly fields: Readonly<Record<string, string>>; readonly left: number };

/** A parameter by its octets; a structure, which Net::SMPP does not take apart, is left out. */
function parameterOfOctets({ tag, name, value }: JsonObject, fields: Readonly<Record<string, string>>): JsonObject {
  const hex = fields[String(tag)];
  if (hex === undefined) return {};
  if (typeof value === 'number') return { tag: tag!, value: Number.parseInt(hex || '0', 16) };
  if (typeof value === 'string')
    return { tag: tag!, value: name === undefined || OCTETS.includes(name as string) ? hex : latin(hex) };
  return { tag: tag! };
}

function readByPerl(bare: BareCase, pdu: PerlPdu): Shown {
  if ('refused' in pdu || pdu.command.startsWith('Unknown')) return { refused: true };
  const { command, fields: found, left } = pdu;
  if (left > 0) return { cannot: 'reads a stream, in which another PDU may follow' };
  const number = (name: string) => (found[name] === undefined ? undefined : Number(latin(found[name])));
  const { parameters } = wanted(bare);
  return {
    shows: defined({
      command,
      ...{ status: number('status'), sequence: number('seq') },
      fields: readFields(bare, (name, value) => {
        const hex = found[name];
        if (typeof value === 'number') return number(name);
        if (typeof value !== 'string' || hex === undefined) return undefined;
        return name === 'short_message' ? hex : latin(hex);
      }),
      parameters: isEachOnce(parameters) ? parameters.map((parameter) => parameterOfOctets(parameter, found)) : undefined,
    }),
  };
}

/** Net::SMPP of Perl. */
export const netSmpp: Oracle = {
  id: 'net-smpp',
  program: 'Net::SMPP of Perl',
  package: 'libnet-smpp-perl',
  version: () => versionBy(PERL, ['-MNet::SMPP', '-e', 'print $Net::SMPP::VERSION'], /(\S+)/),
  asks: [
    {
      formats: ['smpp'],
      ask: readsOnly(async (cases) => {
        const input = cases.map((bare) => `${toHex(octetsOf(bare))}\n`).join('');
        const { stdout } = await run(PERL, [PERL_DRIVER], { input });
        const lines = stdout.trim().split('\n');
        return cases.map((bare, index) => readByPerl(bare, JSON.parse(lines[index]!) as PerlPdu));
      }),
    },
  ],
};
