/** PDUs of SMPP, read and written, beside the package smpp. */
import smpp from 'smpp';
import type { SmppFields, SmppPdu } from '../src/smpp/pdus.js';
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

function samples({ encodeSmppPdu }: Smpp): Sample[] {
  return Array.from({ length: VARIANTS }, (_, i) => {
    const short_message = Uint8Array.from({ length: 140 }, (_, at) => (at * 7 + i) & 0xff);
    const fields = {
      ...{ service_type: '', source_addr_ton: 5, source_addr_npi: 0, source_addr: `Handset${i}` },
      ...{
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        destination_addr: `44770090012${i}`,
        esm_class: 0,
        protocol_id: 0,
        priority_flag: 0,
      },
      ...{ schedule_delivery_time: '', validity_period: '', registered_delivery: 1, replace_if_present_flag: 0 },
      ...{ data_coding: 4, sm_default_msg_id: 0, short_message },
    };
    const pdu: SmppPdu = { command: 'submit_sm', status: 0, sequence: i + 1, fields, parameters: [] };
    const octets = encodeSmppPdu(pdu);
    const packageFields = { ...fields, short_message: Buffer.from(short_message), sequence_number: i + 1 };
    return { pdu, fields, octets, packageFields, buffer: Buffer.from(octets) };
  });
}

export function smppTasks({ smpp: module }: Modules): Job<TaskResult>[] {
  if (module === undefined) return [];
  const inputs = samples(module);
  return [taskJob(writeTask(module, inputs)), taskJob(readTask(module, inputs))];
}

function writeTask({ encodeSmppPdu }: Smpp, inputs: readonly Sample[]): Task<Sample> {
  return {
    ...{
      name: 'smpp: a submit_sm of 140 octets to octets',
      inputs,
      bytesPerOp: inputs[0]!.octets.length,
      bytesOf: 'PDU octets',
    },
    expected: ({ octets }) => hexOf(octets),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ pdu }) => encodeSmppPdu(pdu), view: hexOf },
      {
        ...{ name: 'smpp', role: 'peer', form: 'octets', view: hexOf },
        run: ({ packageFields }) => new PackagePdu('submit_sm', packageFields).toBuffer(),
      },
    ],
    targets: [{ against: 'peer', form: 'octets', rivals: 'octets' }],
  };
}

function readTask({ decodeSmppPdu }: Smpp, inputs: readonly Sample[]): Task<Sample> {
  const told = (fields: Readonly<Record<string, unknown>>, message: unknown) => [
    ...Object.keys(inputs[0]!.fields).flatMap((name) => (name === 'short_message' ? [] : [fields[name]])),
    hexOf(message as Uint8Array),
  ];
  return {
    ...{
      name: 'smpp: a submit_sm of 140 octets from octets',
      inputs,
      bytesPerOp: inputs[0]!.octets.length,
      bytesOf: 'PDU octets',
    },
    expected: ({ fields }) => told(fields, fields.short_message),
    contenders: [
      {
        ...{ name: 'handset', role: 'handset', form: 'octets', run: ({ octets }) => decodeSmppPdu(octets) },
        view: ({ fields = {} }: SmppPdu) => told(fields, fields.short_message),
      },
      {
        ...{ name: 'smpp', role: 'peer', form: 'octets', run: ({ buffer }) => new PackagePdu(buffer) },
        view: (pdu: Readonly<Record<string, unknown>>) => told(pdu, (pdu.short_message as { message: Uint8Array }).message),
      },
    ],
    targets: [{ against: 'peer', form: 'octets', rivals: 'octets' }],
  };
}
