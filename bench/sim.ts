/**
 * Records of SIM cards. No package on npm writes or reads them.
 * @module
 */
import { type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { VARIANTS } from './inputs.js';
import type { Modules } from './modules.js';
import { hexOf } from './peers.js';

type Sim = NonNullable<Modules['sim']>;

/** A record of EF_ADN. */
interface Entry {
  readonly record: {
    readonly alpha: string;
    readonly number: { readonly ton: number; readonly npi: number; readonly digits: string };
  };
  readonly octets: Uint8Array;
}

interface Stored {
  readonly tpdu: Uint8Array;
  readonly octets: Uint8Array;
}

const NO_PACKAGE = [{ name: 'npm', reason: 'no package found for it' }];
const ALPHA_OCTETS = 18;

export function simTasks({ sim }: Modules): Job<TaskResult>[] {
  if (sim === undefined) return [];
  const entries = Array.from({ length: VARIANTS }, (_, seed) => entryOf(seed));
  const messages = Array.from({ length: VARIANTS }, (_, seed) => storedOf(seed));
  return [taskJob(encodeTask(sim, entries)), taskJob(decodeTask(sim, entries)), taskJob(messageTask(sim, messages))];
}

function encodeTask({ encodeAdn }: Sim, inputs: readonly Entry[]): Task<Entry> {
  const options = { alphaOctets: ALPHA_OCTETS };
  return {
    name: 'encode a record of EF_ADN',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'octets',
    expected: ({ octets }) => hexOf(octets),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ record }) => encodeAdn(record, options), view: hexOf },
    ],
    unable: NO_PACKAGE,
    targets: [],
  };
}

function decodeTask({ decodeAdn }: Sim, inputs: readonly Entry[]): Task<Entry> {
  return {
    name: 'decode a record of EF_ADN',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'octets',
    expected: ({ record }) => record,
    contenders: [
      {
        name: 'handset',
        role: 'handset',
        form: 'octets',
        run: ({ octets }) => decodeAdn(octets),
        view: (record: object) => record,
      },
    ],
    unable: NO_PACKAGE,
    targets: [],
  };
}

function messageTask({ decodeSimSms }: Sim, inputs: readonly Stored[]): Task<Stored> {
  return {
    name: 'decode a record of EF_SMS',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'octets',
    expected: ({ tpdu }) => hexOf(tpdu),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ octets }) => decodeSimSms(octets).tpdu, view: hexOf },
    ],
    unable: NO_PACKAGE,
    targets: [],
  };
}

/** A name of ASCII and an international number of twelve digits. */
function entryOf(seed: number): Entry {
  const alpha = `Kundendienst ${seed}`;
  const digits = `44770090010${seed}`;
  const octets = new Uint8Array(ALPHA_OCTETS + 14).fill(0xff);
  for (let i = 0; i < alpha.length; i++) octets[i] = alpha.charCodeAt(i);
  octets[ALPHA_OCTETS] = 7;
  octets[ALPHA_OCTETS + 1] = 0x91;
  for (let i = 0; i < 6; i++) octets[ALPHA_OCTETS + 2 + i] = Number(digits[2 * i]) | (Number(digits[2 * i + 1]) << 4);
  return { record: { alpha, number: { ton: 1, npi: 1, digits } }, octets };
}

/** A message of data that was read, without a service centre. */
function storedOf(seed: number): Stored {
  const data = Array.from({ length: 100 }, (_, i) => (i * 37 + seed) & 0xff);
  const time = [0x62, 0x11, 0x21, 0x21, 0x00, 0x00, 0x80];
  const tpdu = Uint8Array.of(0x04, 0x0c, 0x91, 0x44, 0x77, 0x00, 0x09, 0x10, 0x32, 0, 4, ...time, data.length, ...data);
  const octets = new Uint8Array(176).fill(0xff);
  octets.set([0x01, 0x00, ...tpdu]);
  return { tpdu, octets };
}
