/**
 * Cell broadcast and USSD. No package on npm writes or reads either, so that the plain loop alone says what there is to gain.
 * @module
 */
import { type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { plainTexts } from './inputs.js';
import type { Modules } from './modules.js';
import { hexOf } from './peers.js';

type Cbs = NonNullable<Modules['cbs']>;

interface Sample {
  readonly text: string;
  readonly octets: Uint8Array;
}

const NO_PACKAGE = [{ name: 'npm', reason: 'no package found for it' }];
/** Code 2 in the network, an alert of level 2, GSM 7-bit, page 1 of 1. */
const HEADER = [0x40, 0x20, 0x11, 0x13, 0x0f, 0x11];
const PAGE = {
  kind: 'page',
  page: 1,
  pages: 1,
  dcs: 15,
  messageIdentifier: 4371,
  serialNumber: { geographicalScope: 'network', messageCode: 2, updateNumber: 0 },
} as const;

export function cbsTasks({ cbs }: Modules): Job<TaskResult>[] {
  if (cbs === undefined) return [];
  const pages = plainTexts(80).map((text) => ({ text, octets: boundPage(text) }));
  const strings = plainTexts(100).map((text) => ({ text, octets: boundArgument(text) }));
  return [taskJob(encodeTask(cbs, pages)), taskJob(decodeTask(cbs, pages)), taskJob(ussdTask(cbs, strings))];
}

function encodeTask({ encodeCbs }: Cbs, inputs: readonly Sample[]): Task<Sample> {
  return {
    name: 'encode a page of cell broadcast, 80 characters',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'octets',
    expected: ({ octets }) => hexOf(octets),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ text }) => encodeCbs({ ...PAGE, text }), view: hexOf },
      { name: 'plain loop', role: 'bound', form: 'octets', run: ({ text }) => boundPage(text), view: hexOf },
    ],
    unable: NO_PACKAGE,
    targets: [{ against: 'bound', form: 'octets', rivals: 'octets' }],
  };
}

function decodeTask({ decodeCbs }: Cbs, inputs: readonly Sample[]): Task<Sample> {
  return {
    name: 'decode a page of cell broadcast, 80 characters',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'octets',
    expected: ({ text }) => ({ ...PAGE, text }),
    contenders: [
      {
        name: 'handset',
        role: 'handset',
        form: 'octets',
        run: ({ octets }) => decodeCbs(octets),
        view: (page: object) => page,
      },
    ],
    unable: NO_PACKAGE,
    targets: [],
  };
}

function ussdTask({ decodeUssdArgument }: Cbs, inputs: readonly Sample[]): Task<Sample> {
  return {
    name: 'decode an argument of USSD, 100 characters',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'octets',
    expected: ({ text }) => text,
    contenders: [
      {
        ...{ name: 'handset', role: 'handset', form: 'text' },
        run: ({ octets }) => decodeUssdArgument(octets).text,
        view: (text: string) => text,
      },
    ],
    unable: NO_PACKAGE,
    targets: [],
  };
}

/** Septets of ASCII that is its own septet, packed; the inputs have no other characters but these. */
function pack(text: string, count: number, octets: Uint8Array, at: number): void {
  for (let i = 0, bits = 0; i < count; i++, bits += 7) {
    const code = i < text.length ? text.charCodeAt(i) : 0x0d;
    const septet = code === 0x24 ? 0x02 : code === 0x40 ? 0x00 : code === 0x5f ? 0x11 : code;
    const place = at + (bits >> 3);
    const value = septet << (bits & 7);
    octets[place] = (octets[place] as number) | value;
    if (place + 1 < octets.length) octets[place + 1] = value >> 8;
  }
}

/** 93 septets, those after the text CRs. */
function boundPage(text: string): Uint8Array {
  const octets = new Uint8Array(88);
  octets.set(HEADER);
  pack(text, 93, octets, 6);
  return octets;
}

/** 100 septets leave four bits over: no CR. */
function boundArgument(text: string): Uint8Array {
  const length = (text.length * 7 + 7) >> 3;
  const octets = new Uint8Array(7 + length);
  octets.set([0x30, 5 + length, 4, 1, 15, 4, length]);
  pack(text, text.length, octets, 7);
  return octets;
}
