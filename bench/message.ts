/**
 * Messages and carriers: from a content to SMS-SUBMITs and back, and from those to what modems and gateways take. No package on npm goes
 * the whole way; packages for its steps are compared in the modules of those steps.
 * @module
 */
import { type GrowthResult, growthJob } from './growth.js';
import { type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { plainTexts, VARIANTS } from './inputs.js';
import type { Modules } from './modules.js';
import { hexOf } from './peers.js';
import { tuneOf } from './tunes.js';

type MessageModule = NonNullable<Modules['message']>;
type SmsModule = NonNullable<Modules['sms']>;
type Content = Parameters<MessageModule['buildSubmits']>[0];
type Submit = ReturnType<MessageModule['buildSubmits']>[number];

const TO = '+447700900123';
const NO_BUILDER = [{ name: 'npm', reason: 'no package found that carries this content over SMS' }];
const NO_READER = [{ name: 'npm', reason: 'no package found that makes the content of the parts again' }];
const NO_CARRIER = [{ name: 'npm', reason: 'no package found that writes the messages in this form' }];

/** One content of each kind that a handset of the time took. */
const CONTENTS: Readonly<Record<string, (seed: number) => Content>> = {
  'a text of 300 characters': (seed) => ({ kind: 'text', text: plainTexts(300)[seed]! }),
  'a ringing tone of 40 notes': (seed) => ({ kind: 'ringtone', tune: tuneOf(seed, 40) }),
  'an operator logo of 72x14': (seed) => ({ kind: 'operatorLogo', mcc: '234', mnc: '10', bitmap: bitmapOf(72, 14, seed) }),
  'a picture message of 72x28': (seed) => ({ kind: 'pictureMessage', bitmap: bitmapOf(72, 28, seed), text: `Hello ${seed}` }),
  'a vCard': (seed) => ({
    kind: 'vcard',
    card: { given: 'Ann', family: `Other ${seed}`, tel: [{ value: `+44770090012${seed}`, types: ['CELL'] }] },
  }),
  'a service indication': (seed) => ({
    kind: 'serviceIndication',
    si: { text: `You have ${seed} new messages`, href: `http://wap.example.com/mail/${seed}` },
  }),
};

export function messageTasks({ message, sms }: Modules): Job<TaskResult>[] {
  if (message === undefined || sms === undefined) return [];
  return Object.entries(CONTENTS).flatMap(([name, make]) => {
    const contents = Array.from({ length: VARIANTS }, (_, seed) => make(seed));
    return [taskJob(buildTask(message, sms, name, contents)), taskJob(readTask(message, name, contents))];
  });
}

function build({ buildSubmits }: MessageModule, content: Content): Submit[] {
  return buildSubmits(content, { to: TO, make: 'Nokia', reference: 7 });
}

/** Both ways in one: what is sent is read again, and has to say the same in its second sending. */
function buildTask(
  module: MessageModule,
  { encodeSubmit }: SmsModule,
  name: string,
  inputs: readonly Content[],
): Task<Content> {
  const run = (content: Content): Uint8Array[] => build(module, content).map((submit) => encodeSubmit(submit));
  return {
    name: `message: ${name} to SMS-SUBMITs`,
    inputs,
    bytesPerOp: run(inputs[0]!).reduce((sum, { length }) => sum + length, 0),
    bytesOf: 'PDU octets',
    expected: (content) => run(module.readSubmits(build(module, content))).map(hexOf),
    contenders: [{ name: 'handset', role: 'handset', form: 'octets', run, view: (parts: Uint8Array[]) => parts.map(hexOf) }],
    unable: NO_BUILDER,
    targets: [],
  };
}

function readTask(module: MessageModule, name: string, contents: readonly Content[]): Task<readonly Submit[]> {
  const inputs = contents.map((content) => build(module, content));
  const kinds = new Map<readonly Submit[], string>(inputs.map((submits, i) => [submits, contents[i]!.kind]));
  return {
    name: `message: ${name} from SMS-SUBMITs`,
    inputs,
    bytesPerOp: inputs[0]!.reduce((sum, { data }) => sum + (data?.length ?? 0), 0) || 300,
    bytesOf: 'octets of user data',
    expected: (submits) => kinds.get(submits),
    contenders: [
      {
        name: 'handset',
        role: 'handset',
        form: 'octets',
        run: (submits) => module.readSubmits(submits),
        view: ({ kind }: Content) => kind,
      },
    ],
    unable: NO_READER,
    targets: [],
  };
}

export function carrierTasks({ message, carrier }: Modules): Job<TaskResult>[] {
  if (message === undefined || carrier === undefined) return [];
  const inputs = plainTexts(300).map((text) => build(message, { kind: 'text', text }));
  const kannel = { baseUrl: 'http://127.0.0.1:13013/cgi-bin/sendsms', username: 'u', password: 'p' };
  const { toAtCommands, parseAtCommands, toSubmitSm, toKannelUrl, toGatewayForm, parseGatewayForm } = carrier;
  const forms: readonly (readonly [string, (submits: readonly Submit[]) => unknown[]])[] = [
    ['AT commands', (submits) => toAtCommands(submits)],
    ['fields of SMPP', (submits) => submits.map((submit) => toSubmitSm(submit))],
    ["Kannel's URLs", (submits) => submits.map((submit) => toKannelUrl(submit, kannel))],
    ["the gateway's forms", (submits) => submits.map((submit) => toGatewayForm(submit))],
  ];
  const lines = inputs.map((submits) => toAtCommands(submits));
  const filled = inputs.map((submits) => submits.map((submit) => toGatewayForm(submit)));
  return [
    ...forms.map(([name, run]) =>
      taskJob(carrierTask(`carrier: a text of two parts to ${name}`, inputs, run, (out) => out.length)),
    ),
    taskJob(carrierTask('carrier: a text of two parts from AT commands', lines, (list) => parseAtCommands(list), sizes)),
    taskJob(
      carrierTask(
        "carrier: a text of two parts from the gateway's forms",
        filled,
        (list) => list.map((form) => parseGatewayForm(form)),
        sizes,
      ),
    ),
  ];
}

const sizes = (submits: readonly unknown[]): number => submits.length;

function carrierTask<Input extends readonly unknown[]>(
  name: string,
  inputs: readonly Input[],
  run: (input: Input) => unknown[],
  view: (output: readonly unknown[]) => number,
): Task<Input> {
  const count = new Map(inputs.map((input) => [input, view(run(input))]));
  return {
    name,
    inputs,
    bytesPerOp: 300,
    bytesOf: 'characters of text',
    expected: (input) => count.get(input),
    contenders: [{ name: 'handset', role: 'handset', form: 'text', run, view }],
    unable: NO_CARRIER,
    targets: [],
  };
}

export function messageGrowth({ message, carrier }: Modules): Job<GrowthResult>[] {
  if (message === undefined || carrier === undefined) return [];
  const lengths = [2, 5, 20, 100, 255].map((parts) => {
    const submits = build(message, { kind: 'text', text: plainTexts(153 * parts, 1)[0]! });
    return { parts, characters: 153 * parts, input: { submits, lines: carrier.toAtCommands(submits) } };
  });
  return [
    growthJob('readSubmits, by parts', lengths, ({ submits }) => message.readSubmits(submits)),
    growthJob('parseAtCommands, by parts', lengths, ({ lines }) => carrier.parseAtCommands(lines)),
  ];
}

/** Dots at random, the same in each run. */
function bitmapOf(widthPx: number, heightPx: number, seed: number): { widthPx: number; heightPx: number; rows: Uint8Array } {
  let state = seed + 1;
  const rows = Uint8Array.from({ length: ((widthPx + 7) >> 3) * heightPx }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
  return { widthPx, heightPx, rows };
}
