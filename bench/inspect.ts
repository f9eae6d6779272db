/**
 * The inspector: what a payload is, and its tree down to bits, for a file of each format that people kept. No package on npm does either
 * for these formats; beside the tree stands the identification alone, which is a part of it.
 * @module
 */
import { MAKERS, numbers } from './archive.js';
import { type GrowthResult, growthJob } from './growth.js';
import { type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { VARIANTS } from './inputs.js';
import type { Modules } from './modules.js';

type Module = NonNullable<Modules['inspect']>;
type Tree = ReturnType<Module['inspect']>;

/** What the inspector calls a file, where that is not the extension that it is kept under. */
const FORMAT_OF: Readonly<Record<string, string>> = {
  otb: 'ota-bitmap',
  ota: 'ota-bitmap',
  logo: 'operator-logo',
  picture: 'picture-message',
  jpg: 'jpeg',
  ott: 'nokia-ringtone',
  imy: 'imelody',
  emy: 'emelody',
  mid: 'midi',
  pdu: 'tpdu-mo',
  vcf: 'vcard',
  vcs: 'vcalendar',
  si: 'wbxml',
  b64: 'base64',
  txt: 'text',
};

const NO_INSPECTOR = [{ name: 'npm', reason: 'no package found that identifies or shows these formats' }];

export function inspectTasks({ inspect }: Modules): Job<TaskResult>[] {
  if (inspect === undefined) return [];
  return (
    Object.entries(MAKERS)
      // Octets at random are no format.
      .filter(([extension]) => extension !== 'bin')
      .map(([extension, make]) => {
        const inputs = Array.from({ length: VARIANTS }, (_, seed) => make(numbers(seed + 1)));
        return taskJob(inspectTask(inspect, FORMAT_OF[extension] ?? extension, extension, inputs));
      })
  );
}

/** The tree has to tile the file, whose format has to be the likeliest reading. */
function inspectTask(module: Module, format: string, extension: string, inputs: readonly Uint8Array[]): Task<Uint8Array> {
  const { identify, inspect } = module;
  return {
    name: `inspect: ${format}${format === extension ? '' : ` (.${extension})`}`,
    inputs,
    bytesPerOp: inputs[0]!.length,
    bytesOf: 'octets',
    expected: (octets) => octets.length,
    contenders: [
      {
        name: 'handset',
        role: 'handset',
        form: 'octets',
        run: (octets) => inspect(octets),
        view: (tree: Tree, octets) =>
          tree.error === undefined ? lengthOf(tree) : `${octets.length} octets: ${tree.error.message}`,
      },
      {
        name: 'handset, identify alone',
        role: 'handset-part',
        form: 'octets',
        run: (octets) => identify(octets),
        view: ([first]: ReturnType<Module['identify']>, octets) => (first?.format === format ? octets.length : first?.format),
      },
    ],
    unable: NO_INSPECTOR,
    targets: [],
  };
}

function lengthOf({ start, end }: Tree): number {
  return end - start;
}

export function inspectGrowth({ inspect: module }: Modules): Job<GrowthResult>[] {
  if (module === undefined) return [];
  const { inspect, identify } = module;
  const encode = (text: string) => new TextEncoder().encode(text);
  const limits = { inspectOctets: 1e7, inspectItems: 1e6, inspectFields: 1e7 };
  const lengths = (make: (count: number) => Uint8Array, counts = [10, 100, 1000, 4000]) =>
    counts.map((count) => {
      const input = make(count);
      return { parts: count, characters: input.length, input };
    });
  const cards = lengths((count) =>
    encode(`BEGIN:VCARD\r\nVERSION:2.1\r\nN:Other;Ann\r\n${'TEL:447700900123\r\n'.repeat(count)}END:VCARD\r\n`),
  );
  const pdu = MAKERS.pdu!(numbers(1));
  const line = Array.from(pdu, (octet) => octet.toString(16).padStart(2, '0')).join('');
  const lines = lengths((count) => encode(`00${line}\n`.repeat(count)), [4, 16, 64, 256]);
  const noise = lengths((count) => Uint8Array.from({ length: count * 16 }, (_, i) => 128 + ((i * 7919) % 128)));
  return [
    growthJob('inspect, a vCard by numbers', cards, (octets) => inspect(octets, { limits })),
    growthJob('inspect, hex by lines', lines, (octets) => inspect(octets, { limits })),
    growthJob('identify, octets of no format', noise, (octets) => identify(octets, limits)),
  ];
}
