/** PDUs of SMPP, read and written, beside the package smpp. */
import smpp from 'smpp';
import type { SmppCommand, SmppFields, SmppPdu } from '../src/smpp/pdus.js';
import { type Job, type Task, type TaskResult, taskJob } from './harness.js';
import type { Modules } from './modules.js';
import { hexOf } from './peers.js';

type Smpp = NonNullable<Modules['smpp']>;

/** The class of the package, which reads a PDU where a Buffer stands for the command. */
const PackagePdu = smpp.PDU as unknown as new (
  command: string | Buffer,
  fields?: object,
) => Record<string, unknown> & { toBuffer(): Buffer };

interface Sample {
  readonly pdu: SmppPdu;
  readonly fields: SmppFields;
  readonly octets: Uint8Array;
  /** The same for the package. */
  readonly packageFields: object;
  readonly buffer: Buffer;
}

const VARIANTS = 8;
/** Times the package's speed, both ways. */
const MUST = 8;

/** PDUs of a command; the fields of each are made by its number. */
function samples({ encodeSmppPdu }: Smpp, command: SmppCommand, fieldsOf: (variant: number) => SmppFields): Sample[] {
  return Array.from({ length: VARIANTS }, (_, i) => {
    const fields = fieldsOf(i);
    const pdu: SmppPdu = { command, status: 0, sequence: i + 1, fields, parameters: [] };
    const octets = encodeSmppPdu(pdu);
    const { short_message } = fields;
    const own = short_message instanceof Uint8Array ? { short_message: Buffer.from(short_message) } : {};
    return { pdu, fields, octets, packageFields: { ...fields, ...own, sequence_number: i + 1 }, buffer: Buffer.from(octets) };
  });
}

function messageFields(variant: number): SmppFields {
  return {
    ...{ service_type: '', source_addr_ton: 5, source_addr_npi: 0, source_addr: `Handset${variant}` },
    ...{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: `44770090012${variant}` },
    ...{ esm_class: 0, protocol_id: 0, priority_flag: 0, schedule_delivery_time: '', validity_period: '' },
    ...{ registered_delivery: 1, replace_if_present_flag: 0, data_coding: 4, sm_default_msg_id: 0 },
    short_message: Uint8Array.from({ length: 140 }, (_, at) => (at * 7 + variant) & 0xff),
  };
}

const answerFields = (variant: number): SmppFields => ({ message_id: `5F3A00${variant}1` });

/** What is timed: the two PDUs that carry messages, and their answers. */
const COMMANDS = [
  ['submit_sm', 'a submit_sm of 140 octets', messageFields],
  ['deliver_sm', 'a deliver_sm of 140 octets', messageFields],
  ['submit_sm_resp', 'a submit_sm_resp', answerFields],
  ['deliver_sm_resp', 'a deliver_sm_resp', answerFields],
] as const;

export function smppTasks({ smpp: module }: Modules): Job<TaskResult>[] {
  if (module === undefined) return [];
  return COMMANDS.flatMap(([command, words, fieldsOf]) => {
    const inputs = samples(module, command, fieldsOf);
    return [taskJob(writeTask(module, words, inputs)), taskJob(readTask(module, words, inputs))];
  });
}

function writeTask({ encodeSmppPdu }: Smpp, words: string, inputs: readonly Sample[]): Task<Sample> {
  return {
    ...{ name: `smpp: ${words} to octets`, inputs, bytesPerOp: inputs[0]!.octets.length, bytesOf: 'PDU octets' },
    expected: ({ octets }) => hexOf(octets),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ pdu }) => encodeSmppPdu(pdu), view: hexOf },
      {
        ...{ name: 'smpp', role: 'peer', form: 'octets', view: hexOf },
        run: ({ pdu, packageFields }) => new PackagePdu(String(pdu.command), packageFields).toBuffer(),
      },
    ],
    targets: [{ against: 'peer', form: 'octets', rivals: 'octets', must: MUST }],
  };
}

const VIEWS = { views: true } as const;

function readTask({ decodeSmppPdu }: Smpp, words: string, inputs: readonly Sample[]): Task<Sample> {
  const told = (fields: Readonly<Record<string, unknown>>, message: unknown) => [
    ...Object.keys(inputs[0]!.fields).flatMap((name) => (name === 'short_message' ? [] : [fields[name]])),
    message === undefined ? '' : hexOf(message as Uint8Array),
  ];
  const view = ({ fields = {} }: SmppPdu) => told(fields, fields.short_message);
  return {
    ...{ name: `smpp: ${words} from octets`, inputs, bytesPerOp: inputs[0]!.octets.length, bytesOf: 'PDU octets' },
    expected: ({ fields }) => told(fields, fields.short_message),
    contenders: [
      // The package gives a view of the message, too.
      { name: 'handset', role: 'handset', form: 'octets', run: ({ octets }) => decodeSmppPdu(octets, VIEWS), view },
      {
        name: 'handset, octets copied',
        role: 'handset-part',
        form: 'octets',
        run: ({ octets }) => decodeSmppPdu(octets),
        view,
      },
      {
        ...{ name: 'smpp', role: 'peer', form: 'octets', run: ({ buffer }) => new PackagePdu(buffer) },
        view: (pdu: Readonly<Record<string, unknown>>) =>
          told(pdu, (pdu.short_message as { message: Uint8Array } | undefined)?.message),
      },
    ],
    targets: [{ against: 'peer', form: 'octets', rivals: 'octets', must: MUST }],
  };
}
