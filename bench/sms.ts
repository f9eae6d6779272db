/**
 * SMS PDUs: from number and text to SMS-SUBMIT and back, against the npm encoders and against plain loops.
 * @module
 */
import { type GrowthResult, growthJob, type Length } from './growth.js';
import { type Contender, type Job, type Target, type Task, type TaskResult, taskJob } from './harness.js';
import { cyrillicTexts, plainTexts, stringKinds } from './inputs.js';
import type { Modules } from './modules.js';
import { bareHex, type Found, hexOf, type Message, readers, submitEncoders, usable, type Wire, wireOf } from './peers.js';
import { type SeriesResult, seriesJob } from './series.js';
import {
  asDeliver,
  boundConcatenated,
  boundReadDeliver,
  boundReadSubmit,
  boundSubmits,
  boundsOf,
  boundUcs2,
  boundUnwrap,
  boundWrap,
  CENTRE,
  DIGITS,
  SCTS_MS,
  TO,
  total,
} from './sms-bounds.js';

const NO_PDU = [
  { name: 'gsm7', reason: 'packs text only, knows no PDU' },
  { name: 'split-sms, sms-segments-calculator, @trt2/gsm-charset-utils', reason: 'count only, know no PDU' },
];

type Module = NonNullable<Modules['sms']>;
type Submit = Parameters<Module['encodeSubmit']>[0];

export function smsTasks({ sms, bytes }: Modules): Job<TaskResult>[] {
  if (sms === undefined) return [];
  return [
    taskJob(encodeTask(sms, bytes, 'encode SMS-SUBMIT, GSM 7-bit, 100 characters', 100, { must: 15, aim: 20 })),
    taskJob(
      encodeTask(sms, bytes, 'encode concatenated SMS-SUBMIT, GSM 7-bit, 500 characters, 4 parts', 500, { must: 11, aim: 15 }),
    ),
    taskJob(ucs2Task(sms, bytes)),
    taskJob(decodeTask(sms, bytes, 'submit')),
    taskJob(decodeTask(sms, bytes, 'deliver')),
    taskJob(wrapTask(sms)),
    taskJob(unwrapTask(sms)),
  ];
}

/** A TPDU in both of the layers that carry it, and the same in octets. */
interface Carried {
  readonly tpdu: Uint8Array;
  readonly octets: Uint8Array;
}

const carriedTpdus = (): Carried[] =>
  plainTexts(100).map((text) => {
    const [tpdu] = boundSubmits({ to: TO, text }) as [Uint8Array];
    return { tpdu, octets: boundWrap(tpdu) };
  });

const NO_LAYER = [{ name: 'all packages for SMS', reason: 'know no layer below the TPDU' }];

function wrapTask({ encodeCp, encodeRp }: Module): Task<Carried> {
  const inputs = carriedTpdus();
  return {
    name: 'encode RP-DATA in CP-DATA around an SMS-SUBMIT of 100 characters',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'octets',
    expected: ({ octets }) => hexOf(octets),
    contenders: [
      {
        ...{ name: 'handset', role: 'handset', form: 'octets', view: hexOf },
        run: ({ tpdu }) =>
          encodeCp({
            ...{ type: 'CP-DATA', ti: 1, tiFlag: false },
            cpUd: encodeRp({ type: 'RP-DATA', direction: 'MO', rpMr: 1, rpDa: CENTRE, rpUd: tpdu }),
          }),
      },
      { name: 'plain loop', role: 'bound', form: 'octets', run: ({ tpdu }) => boundWrap(tpdu), view: hexOf },
    ],
    unable: NO_LAYER,
    targets: [{ against: 'bound', form: 'octets', rivals: 'octets' }],
  };
}

function unwrapTask({ decodeCp, decodeRp }: Module): Task<Carried> {
  const inputs = carriedTpdus();
  return {
    name: 'decode CP-DATA, and RP-DATA in it, around an SMS-SUBMIT of 100 characters',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'octets',
    expected: ({ tpdu }) => hexOf(tpdu),
    contenders: [
      {
        ...{ name: 'handset', role: 'handset', form: 'octets', view: hexOf },
        run: ({ octets }) => {
          const cp = decodeCp(octets);
          const rp = cp.type === 'CP-DATA' ? decodeRp(cp.cpUd) : undefined;
          return rp?.type === 'RP-DATA' ? rp.rpUd : undefined;
        },
      },
      { name: 'plain loop', role: 'bound', form: 'octets', run: ({ octets }) => boundUnwrap(octets), view: hexOf },
    ],
    unable: NO_LAYER,
    targets: [{ against: 'bound', form: 'octets', rivals: 'octets' }],
  };
}

function encodeTask(sms: Module, bytes: Modules['bytes'], name: string, length: number, times: Lines): Task<Message> {
  const inputs = plainTexts(length).map((text) => ({ to: TO, text }));
  const bound = length > 160 ? boundConcatenated : boundSubmits;
  return {
    name,
    inputs,
    bytesPerOp: total(bound(inputs[0]!)),
    bytesOf: 'PDU octets',
    seenBefore: stringKinds(inputs[0]!.text).map((text) => ({ to: TO, text })),
    expected: (input) => bound(input).map(hexOf),
    contenders: [...ourEncoders(sms, bytes, inputs), ...submitEncoders('7bit'), ...boundsOf(bound)],
    unable: NO_PDU,
    targets: encodeTargets(times, length > 160 ? { must: 0.8 } : { must: 0.55, aim: 0.7 }),
  };
}

function ucs2Task(sms: Module, bytes: Modules['bytes']): Task<Message> {
  const inputs = cyrillicTexts(300).map((text) => ({ to: TO, text }));
  return {
    name: 'encode concatenated SMS-SUBMIT, UCS-2, 300 characters, 5 parts',
    inputs,
    bytesPerOp: total(boundUcs2(inputs[0]!)),
    bytesOf: 'PDU octets',
    seenBefore: stringKinds(inputs[0]!.text).map((text) => ({ to: TO, text })),
    expected: (input) => boundUcs2(input).map(hexOf),
    contenders: [...ourEncoders(sms, bytes, inputs), ...submitEncoders('16bit'), ...boundsOf(boundUcs2)],
    unable: NO_PDU,
    targets: encodeTargets({ must: 5, aim: 8 }, { must: 0.45, aim: 0.6 }),
  };
}

const BY_MODEL = 'handset, submitText and encodeSubmit';
const PART = 'handset, encodeSubmit alone';

/** Wanted, and hoped for. */
type Lines = { readonly must: number; readonly aim?: number };

function encodeTargets(times: Lines, ofBound?: Lines): Target[] {
  return [
    { against: 'peer', form: 'octets', rivals: 'own', ...times },
    { against: 'peer', form: 'hex', rivals: 'hex' },
    { against: 'peer', form: 'octets', rivals: 'own', part: BY_MODEL },
    { against: 'peer', form: 'octets', rivals: 'own', part: PART },
    { against: 'bound', form: 'octets', rivals: 'octets', ...ofBound },
    { against: 'bound', form: 'octets', rivals: 'octets', part: BY_MODEL },
    { against: 'bound', form: 'octets', rivals: 'octets', part: PART },
  ];
}

function ourEncoders(sms: Module, bytes: Modules['bytes'], messages: readonly Message[]): Contender<Message>[] {
  const { encodeSubmit, encodeSubmitText, submitText } = sms;
  const { toHex } = bytes;
  const options = { to: TO, concat: 8, reference: 0 } as const;
  const ready = new Map<Message, readonly Submit[]>(messages.map((message) => [message, submitText(message.text, options)]));
  return [
    {
      name: 'handset',
      role: 'handset',
      form: 'octets',
      run: ({ text, to }) => encodeSubmitText(text, { to, concat: 8, reference: 0 }),
      view: (parts: Uint8Array[]) => parts.map(hexOf),
    },
    {
      name: 'handset + toHex',
      role: 'handset',
      form: 'hex',
      run: ({ text, to }) => encodeSubmitText(text, { to, concat: 8, reference: 0 }).map((octets) => usable(toHex(octets))),
      view: bareHex,
    },
    {
      name: BY_MODEL,
      role: 'handset-part',
      form: 'octets',
      run: ({ text, to }) => submitText(text, { to, concat: 8, reference: 0 }).map((submit) => encodeSubmit(submit)),
      view: (parts: Uint8Array[]) => parts.map(hexOf),
    },
    {
      name: PART,
      role: 'handset-part',
      form: 'octets',
      run: (message) => ready.get(message)!.map((submit) => encodeSubmit(submit)),
      view: (parts: Uint8Array[]) => parts.map(hexOf),
    },
  ];
}

function decodeTask(sms: Module, bytes: Modules['bytes'], kind: 'submit' | 'deliver'): Task<Wire> {
  const { decodeDeliver, decodeSubmit } = sms;
  const { fromHex } = bytes;
  const texts = plainTexts(100);
  const inputs = texts.map((text) => {
    const octets = boundSubmits({ to: TO, text })[0]!;
    return wireOf(kind === 'submit' ? octets : asDeliver(octets));
  });
  const textOf = new Map(inputs.map(({ hex }, i) => [hex, texts[i]!]));
  const expected = ({ hex }: Wire): Found => {
    const common = { digits: DIGITS, tpPid: 0, tpDcs: 0, text: textOf.get(hex)! };
    return kind === 'submit' ? { ...common, tpMr: 0 } : { ...common, atMs: SCTS_MS };
  };
  const view = (output: ReturnType<typeof decodeSubmit> | ReturnType<typeof decodeDeliver>): Found => {
    const address = 'tpDa' in output ? output.tpDa : output.tpOa;
    const digits = typeof address !== 'string' && 'digits' in address ? address.digits : '';
    const common = { digits, tpPid: output.tpPid, tpDcs: output.tpDcs, text: output.text ?? '' };
    return 'tpScts' in output ? { ...common, atMs: output.tpScts.at.getTime() } : { ...common, tpMr: output.tpMr };
  };
  return {
    name: `decode SMS-${kind.toUpperCase()}, GSM 7-bit, 100 characters`,
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'PDU octets',
    seenBefore: stringKinds(inputs[0]!.hex).map((hex) => ({ ...inputs[0]!, hex, hexSmsc: `00${hex}` })),
    expected,
    contenders: [
      kind === 'submit'
        ? { name: 'handset', role: 'handset', form: 'octets', run: ({ octets }) => decodeSubmit(octets), view }
        : { name: 'handset', role: 'handset', form: 'octets', run: ({ octets }) => decodeDeliver(octets), view },
      kind === 'submit'
        ? { name: 'fromHex + handset', role: 'handset', form: 'hex', run: ({ hex }) => decodeSubmit(fromHex(hex)), view }
        : { name: 'fromHex + handset', role: 'handset', form: 'hex', run: ({ hex }) => decodeDeliver(fromHex(hex)), view },
      ...readers(kind),
      {
        name: 'plain loop',
        role: 'bound',
        form: 'octets',
        run: kind === 'submit' ? ({ octets }) => boundReadSubmit(octets) : ({ octets }) => boundReadDeliver(octets),
        view: (found: Found) => found,
      },
    ],
    unable: [...NO_PDU, ...(kind === 'submit' ? [{ name: 'pdu', reason: 'reads SMS-DELIVER and status reports only' }] : [])],
    targets: [
      { against: 'peer', form: 'octets', rivals: 'own', must: 6 },
      { against: 'peer', form: 'hex', rivals: 'hex' },
      { against: 'bound', form: 'octets', rivals: 'octets' },
    ],
  };
}

/**
 * Texts of one part, and of whole parts of 153 characters. None fills its last octet: there a peer writes another one, and could not take part.
 */
const LENGTHS = [
  ...[10, 20, 42, 84, 158].map((characters) => ({ parts: 1, characters })),
  ...[2, 5, 10, 50, 255].map((parts) => ({ parts, characters: 153 * parts })),
];

/** For plots: the encoders and the readers at growing lengths, each in the form that it gives and takes. */
export function smsSeries({ sms, bytes }: Modules): Job<SeriesResult>[] {
  if (sms === undefined) return [];
  const encoding = LENGTHS.map(({ parts, characters }) => {
    const inputs = plainTexts(characters, variants(parts)).map((text) => ({ to: TO, text }));
    const bound = parts > 1 ? boundConcatenated : boundSubmits;
    const contenders = [...ourEncoders(sms, bytes, inputs), ...submitEncoders('7bit'), ...boundsOf(bound)];
    const task: Task<Message> = {
      ...encodeTask(sms, bytes, `encode ${characters} characters`, characters, { must: 0 }),
      inputs,
      contenders: contenders.filter(({ name }) => !/hex|alone|and encodeSubmit/i.test(name)),
    };
    return { parts, characters, task };
  });
  const reading = LENGTHS.map(({ parts, characters }) => ({ parts, characters, task: readAllTask(sms, parts, characters) }));
  return [seriesJob('encode SMS-SUBMIT, GSM 7-bit', encoding), seriesJob('decode SMS-SUBMIT, GSM 7-bit', reading)];
}

const variants = (parts: number): number => (parts > 10 ? 2 : 8);

/** The text of all parts of a message, a reader at a time. */
function readAllTask({ decodeSubmit }: Module, parts: number, characters: number): Task<readonly Wire[]> {
  const bound = parts > 1 ? boundConcatenated : boundSubmits;
  const texts = plainTexts(characters, variants(parts));
  const inputs = texts.map((text) => bound({ to: TO, text }).map(wireOf));
  const expected = new Map<readonly Wire[], string>(inputs.map((wires, i) => [wires, texts[i]!]));
  const each = ({ run, view, ...rest }: Contender<Wire>): Contender<readonly Wire[]> => ({
    ...rest,
    run: (wires) => wires.map(run),
    view: (outputs: never[], wires) => outputs.map((output, i) => (view(output, wires[i]!) as Found).text).join(''),
  });
  return {
    name: `decode ${characters} characters`,
    inputs,
    bytesPerOp: characters,
    bytesOf: 'characters',
    expected: (wires) => expected.get(wires)!,
    contenders: [
      each({
        name: 'handset',
        role: 'handset',
        form: 'octets',
        run: ({ octets }) => decodeSubmit(octets),
        view: ({ text }: ReturnType<typeof decodeSubmit>) => ({ text }),
      }),
      ...readers('submit')
        .filter(({ name, form }) => form === 'octets' || name !== 'node-sms-pdu')
        .map(each),
      ...(parts > 1
        ? []
        : [
            each({
              name: 'plain loop',
              role: 'bound',
              form: 'octets',
              run: ({ octets }) => boundReadSubmit(octets),
              view: (found: Found) => found,
            }),
          ]),
    ],
    targets: [],
  };
}

/** Time against length, to show that it grows linearly. */
export function smsGrowth({ sms }: Modules): Job<GrowthResult>[] {
  if (sms === undefined) return [];
  const { encodeSubmit, submitText, decodeSubmit } = sms;
  const encode = (text: string) => submitText(text, { to: TO, concat: 8, reference: 0 }).map((submit) => encodeSubmit(submit));
  const parts = [1, 2, 5, 10, 50, 255];
  const texts = (single: number, part: number, make: typeof plainTexts): Length<string>[] =>
    parts.map((n) => {
      const [input, other] = make(n === 1 ? single : part * n, 2) as [string, string];
      return { parts: n, characters: input.length, input, other };
    });
  const plain = texts(160, 153, plainTexts);
  return [
    growthJob('submitText + encodeSubmit, GSM 7-bit', plain, encode),
    growthJob('submitText + encodeSubmit, UCS-2', texts(70, 67, cyrillicTexts), encode),
    growthJob(
      'decodeSubmit of every part, GSM 7-bit',
      plain.map(({ parts, characters, input }) => ({ parts, characters, input: encode(input) })),
      (wire) => wire.map((octets) => decodeSubmit(octets)),
    ),
  ];
}
