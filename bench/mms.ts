/**
 * MMS: PDUs of ten parts and 300 kB, a size that carriers allow, and composing them. No package on npm writes or reads them with their
 * parts, or composes them; one copy of the finished octets is the bound of any writer.
 *
 * Composing is timed as in a program that has been running. The first message of a process takes several times as long: the XML packages
 * are loaded then, and nothing is compiled yet.
 * @module
 */
import JSZip from 'jszip';
import { type AwaitedTask, awaitedJob } from './awaited.js';
import { type GrowthResult, growthJob } from './growth.js';
import { type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { VARIANTS } from './inputs.js';
import type { Modules } from './modules.js';
import { hexOf } from './peers.js';

type Mms = NonNullable<Modules['mms']>;
type Pdu = Parameters<Mms['encodeMms']>[0];
type Part = NonNullable<Pdu['parts']>[number];
type Presentation = Parameters<Mms['formatSmil']>[0];

interface Sample {
  readonly pdu: Pdu;
  readonly octets: Uint8Array;
}

const PARTS = 10;
const PART_OCTETS = 30_000;
const NO_MMS = [{ name: 'npm', reason: 'no package found that writes or reads MMS PDUs with their parts' }];

const NO_COMPOSER = [{ name: 'npm', reason: 'no package found that composes messages, or writes or reads their SMIL' }];

/** Octets of part data, whether they are copied or left where they are. */
const THROUGHPUT = { against: 'clock', form: 'octets', unit: 'GB/s', must: 0.5, octets: PARTS * PART_OCTETS } as const;

/** Reading the headers of ten parts. */
const DECODING_MS = 0.2;

/** Composing a message of ten files and 300 kB: its time, and what it holds at once. */
const COMPOSING = [
  { against: 'clock', form: 'octets', unit: 'ms', must: 10 },
  { against: 'clock', form: 'octets', unit: 'x', must: 3, octets: PARTS * PART_OCTETS },
] as const;

export async function mmsTasks({ mms }: Modules): Promise<Job<TaskResult>[]> {
  if (mms === undefined) return [];
  const samples = Array.from({ length: VARIANTS }, (_, seed) => sampleOf(mms, seed));
  const files = Array.from({ length: VARIANTS }, (_, seed) => filesOf(seed));
  const stored = files.map((list) => mms.writeStoredZip(list));
  const deflated = await Promise.all(files.map(deflate));
  return [
    taskJob(encodeTask(mms, samples)),
    taskJob(decodeTask(mms, samples)),
    taskJob(notificationTask(mms)),
    awaitedJob(composeTask(mms, 'ten files', files, files)),
    awaitedJob(composeTask(mms, 'a stored ZIP', stored, files)),
    awaitedJob(composeTask(mms, 'a deflated ZIP', deflated, files)),
    taskJob(formatSmilTask(mms)),
    taskJob(parseSmilTask(mms)),
  ];
}

type Files = readonly { readonly name: string; readonly data: Uint8Array }[];

function composeTask<Source extends Uint8Array | Files>(
  { composeMms }: Mms,
  what: string,
  sources: readonly Source[],
  files: readonly Files[],
): AwaitedTask<number> {
  const namesAndSizes = (parts: readonly { readonly name: string; readonly data: Uint8Array }[]) =>
    parts.map(({ name, data }) => [name, data.length]);
  return {
    name: `compose an MMS of ${what}, 300 kB`,
    inputs: sources.map((_, i) => i),
    bytesPerOp: PARTS * PART_OCTETS,
    bytesOf: 'unpacked octets',
    expected: (i) => namesAndSizes(files[i]!),
    contenders: [
      {
        name: 'handset',
        role: 'handset',
        form: 'octets',
        run: (i) => composeMms(sources[i]!),
        view: ({ parts }: { parts: readonly Part[] }) => namesAndSizes(parts.slice(1)),
      },
    ],
    unable: NO_COMPOSER,
    targets: COMPOSING,
  };
}

function formatSmilTask({ formatSmil, parseSmil, buildPresentation, groupSlides }: Mms): Task<Presentation> {
  const inputs = Array.from({ length: VARIANTS }, (_, seed): Presentation => {
    const files = filesOf(seed).map((file) => ({ ...file, contentType: 'image/jpeg' }));
    return buildPresentation(groupSlides(files).slides, ({ name }) => `cid:${name}`);
  });
  return {
    name: 'write the SMIL of ten slides',
    inputs,
    bytesPerOp: formatSmil(inputs[0]!).length,
    bytesOf: 'characters',
    expected: (presentation) => presentation,
    contenders: [{ name: 'handset', role: 'handset', form: 'text', run: formatSmil, view: (xml: string) => parseSmil(xml) }],
    unable: NO_COMPOSER,
    targets: [],
  };
}

function parseSmilTask(mms: Mms): Task<string> {
  const { formatSmil, parseSmil } = mms;
  const inputs = formatSmilTask(mms).inputs.map(formatSmil);
  return {
    name: 'read the SMIL of ten slides',
    inputs,
    bytesPerOp: inputs[0]!.length,
    bytesOf: 'characters',
    expected: (xml) => xml,
    contenders: [
      {
        name: 'handset',
        role: 'handset',
        form: 'text',
        run: (xml) => parseSmil(xml),
        view: (read: Presentation) => formatSmil(read),
      },
    ],
    unable: NO_COMPOSER,
    targets: [],
  };
}

/** Pictures as cameras write them: a header, and data that hardly deflate. */
function filesOf(seed: number): Files {
  let state = seed + 1;
  const octet = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  return Array.from({ length: PARTS }, (_, index) => {
    const data = Uint8Array.from({ length: PART_OCTETS }, octet);
    data.set([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 120, 0, 160, 1, 1, 17, 0]);
    return { name: `photo${seed}${index}.jpg`, data };
  });
}

function deflate(files: Files): Promise<Uint8Array> {
  const zip = new JSZip();
  for (const { name, data } of files) zip.file(name, data);
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

function encodeTask({ encodeMms }: Mms, inputs: readonly Sample[]): Task<Sample> {
  return {
    name: 'encode an MMS of ten parts, 300 kB',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'octets',
    expected: ({ octets }) => hexOf(octets),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ pdu }) => encodeMms(pdu), view: hexOf },
      { name: 'one copy of the finished PDU', role: 'bound', form: 'octets', run: ({ octets }) => octets.slice(), view: hexOf },
    ],
    unable: NO_MMS,
    targets: [THROUGHPUT],
  };
}

function decodeTask({ decodeMms }: Mms, inputs: readonly Sample[]): Task<Sample> {
  const view = ({ parts }: Pdu): unknown => parts?.map(({ name, contentType, data }) => [name, contentType, data.length]);
  return {
    name: 'decode an MMS of ten parts, 300 kB',
    inputs,
    // The data of the parts are views: no octet of them is looked at.
    bytesPerOp: inputs[0]!.octets.length - PARTS * PART_OCTETS,
    bytesOf: 'octets of headers',
    expected: ({ pdu }) => view(pdu),
    contenders: [{ name: 'handset', role: 'handset', form: 'octets', run: ({ octets }) => decodeMms(octets), view }],
    unable: NO_MMS,
    targets: [THROUGHPUT, { against: 'clock', form: 'octets', unit: 'ms', must: DECODING_MS }],
  };
}

function notificationTask({ encodeMms, decodeMms }: Mms): Task<Pdu> {
  const inputs = Array.from({ length: VARIANTS }, (_, seed): Pdu => notificationOf(seed));
  const run = (pdu: Pdu): Pdu => decodeMms(encodeMms(pdu));
  return {
    name: 'encode and decode an MMS notification',
    inputs,
    bytesPerOp: encodeMms(inputs[0]!).length,
    bytesOf: 'octets',
    expected: (pdu) => pdu,
    contenders: [{ name: 'handset', role: 'handset', form: 'octets', run, view: (pdu: Pdu) => pdu }],
    unable: NO_MMS,
    targets: [],
  };
}

export function mmsGrowth({ mms }: Modules): Job<GrowthResult>[] {
  if (mms === undefined) return [];
  const { decodeMms, encodeMms } = mms;
  const limits = { mmsOctets: 1e7, mmsParts: 1e5, mmsHeaderOctets: 1e6, mmsHeaders: 1e6 };
  const lengths = [10, 100, 1000, 4000];
  const job = (name: string, make: (count: number) => Pdu) =>
    growthJob(
      `decodeMms, by ${name}`,
      lengths.map((count) => {
        const input = encodeMms(make(count));
        return { parts: count, characters: input.length, input };
      }),
      (octets: Uint8Array) => decodeMms(octets, { limits }),
    );
  const data = new Uint8Array(1);
  return [
    job('parts', (count) =>
      retrieveOf(Array.from({ length: count }, (_, i) => ({ name: `p${i}`, contentType: 'image/gif', data }))),
    ),
    job('recipients', (count) => ({
      ...retrieveOf([]),
      to: Array.from({ length: count }, (_, i) => `+4477009${i}/TYPE=PLMN`),
    })),
    job('length of the subject', (count) => ({ ...retrieveOf([]), subject: 'é'.repeat(count) })),
    job('headers without a model', (count) => ({
      ...retrieveOf([]),
      otherHeaders: Array.from({ length: count }, () => ({ code: 0x70, value: Uint8Array.of(2, 1, 2) })),
    })),
  ];
}

function retrieveOf(parts: readonly Part[]): Pdu & { readonly type: 'M-Retrieve.conf' } {
  return { type: 'M-Retrieve.conf', mmsVersion: '1.2', date: new Date(1_700_000_000_000), parts };
}

function notificationOf(seed: number): Pdu {
  return {
    type: 'M-Notification.ind',
    transactionId: `N${1000 + seed}`,
    mmsVersion: '1.2',
    from: `+4477009000${10 + seed}/TYPE=PLMN`,
    subject: `Holiday picture ${seed}`,
    messageClass: 'personal',
    messageSize: 30_000 + seed,
    expiry: { kind: 'relative', seconds: 604_800 },
    contentLocation: `http://mmsc.example.com/m/${4000 + seed}`,
  };
}

function sampleOf({ encodeMms }: Mms, seed: number): Sample {
  const parts = Array.from({ length: PARTS }, (_, index): Part => {
    const name = index === 0 ? 'slides.smil' : `picture${seed}${index}.jpg`;
    const data = Uint8Array.from({ length: PART_OCTETS }, (_octet, at) => (at * 31 + index * 7 + seed) & 0xff);
    const contentType = index === 0 ? 'application/smil' : 'image/jpeg';
    return { name, contentType, data, contentId: name, contentLocation: name, ...(index === 0 ? { charset: 'utf-8' } : {}) };
  });
  const pdu: Pdu = {
    ...retrieveOf(parts),
    messageId: `m${seed}@mmsc.example.com`,
    from: '+447700900001/TYPE=PLMN',
    to: ['+447700900002/TYPE=PLMN'],
    subject: 'Grüße',
    contentType: 'application/vnd.wap.multipart.related',
    start: 'slides.smil',
    startType: 'application/smil',
  };
  return { pdu, octets: encodeMms(pdu) };
}
