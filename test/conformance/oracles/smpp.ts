/**
 * PDUs of SMPP as tshark and the package smpp of Node.js show them: the fields of a case by their names.
 * @module
 */
import { readFileSync } from 'node:fs';
import smpp from 'smpp';
import { toHex } from '../../../src/bytes/index.js';
import { dissectProtocols, type PdmlField } from '../../interop/drivers/tshark.js';
import { defined } from '../pack/read.js';
import type { BareCase, Json, JsonObject } from '../pack/shape.js';
import type { Ask, Oracle, Shown } from './oracle.js';
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
        const { name, value } = parameters[index] ?? {};
        return typeof value === 'number' ? defined({ tag, value: number(`smpp.${name}`) }) : { tag };
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

function readByPackage(bare: BareCase): Shown {
  try {
    const pdu = new smpp.PDU(Buffer.from(octetsOf(bare)) as never) as unknown as Record<string, unknown>;
    if (pdu.command === undefined || pdu.command === 'unknown') return { refused: true };
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
  program: 'the package smpp of Node.js',
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
