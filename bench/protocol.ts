/**
 * The gateway's wire form: requests, answers, SOAP calls.
 *
 * Peers on forms are Node's own, URLSearchParams and querystring, which take pairs and check nothing. So the form alone is compared with them, and
 * the whole path, from request to body and back with every rule of the interface checked, is shown beside it. They write a blank as `+`, or leave other
 * characters as they are: what is compared is what the URL standard reads in a body.
 * @module
 */
import { parse, stringify } from 'node:querystring';
import { SaxesParser } from 'saxes';
import { type GrowthResult, growthJob } from './growth.js';
import { type Contender, type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { cyrillicTexts, plainTexts, VARIANTS } from './inputs.js';
import type { Modules } from './modules.js';

type Protocol = NonNullable<Modules['protocol']>;
type Request = Parameters<Protocol['formatRequest']>[0];
type Result = ReturnType<Protocol['parseResponse']>[number];
type Pairs = readonly (readonly [name: string, value: string | Uint8Array])[];

interface Sample {
  readonly request: Request;
  readonly pairs: Pairs;
  readonly path: string;
  readonly body: string;
  readonly octets: Uint8Array;
}

interface Answer {
  readonly results: readonly Result[];
  readonly body: string;
}

const CREDENTIALS = { username: 'ANOther.12345', pin: '01234567' } as const;
const SENDSMS = '/webservices/http/sendsms';
const SENDMMS = '/webservices/http/sendmms';
const RECIPIENTS = 350;
const FILE_OCTETS = 300_000;

const FORM_ALONE = 'handset, the form alone';
const WHOLE = 'handset, request and checks';

export function protocolTasks({ protocol }: Modules): Job<TaskResult>[] {
  if (protocol === undefined) return [];
  const seeds = Array.from({ length: VARIANTS }, (_, seed) => seed);
  const texts = [...plainTexts(120, VARIANTS / 2), ...cyrillicTexts(60, VARIANTS / 2)];
  const short = seeds.map((seed) => textSample(texts[seed]!, 1, seed));
  const many = seeds.map((seed) => textSample(texts[seed]!, RECIPIENTS, seed));
  const file = seeds.map(fileSample);
  const kinds = [
    ['a short text', short],
    [`a text to ${RECIPIENTS} recipients`, many],
    [`a file of ${FILE_OCTETS / 1000} kB`, file],
  ] as const;
  return [
    ...kinds.map(([name, samples]) => taskJob(formatTask(protocol, name, samples))),
    ...kinds.map(([name, samples]) => taskJob(parseTask(protocol, name, samples))),
    ...[1, RECIPIENTS].map((count) => taskJob(answerTask(protocol, count))),
    taskJob(soapFormatTask(protocol, short)),
    taskJob(soapParseTask(protocol, short)),
  ];
}

/** What a body says, by the URL standard. Hex of either case is the same. */
function saidBy(body: string): [name: string, value: string][] {
  const fields = [...new URLSearchParams(body)];
  return fields.map(([name, value]) => [name, name.includes('Data') ? value.toUpperCase() : value]);
}

function formatTask({ formatRequest, formatForm }: Protocol, what: string, inputs: readonly Sample[]): Task<Sample> {
  const view = (body: string) => saidBy(body);
  const textPairs = (pairs: Pairs) => pairs.map(([name, value]): [string, string] => [name, textOf(value)]);
  const contenders: Contender<Sample>[] = [
    {
      name: WHOLE,
      role: 'handset-part',
      form: 'text',
      run: ({ request }) => formatRequest(request).body,
      view,
    },
    { name: FORM_ALONE, role: 'handset', form: 'text', run: ({ pairs }) => formatForm(pairs), view },
    {
      name: 'URLSearchParams',
      role: 'peer',
      form: 'text',
      run: ({ pairs }) => new URLSearchParams(textPairs(pairs)).toString(),
      view,
    },
    {
      name: 'node:querystring',
      role: 'peer',
      form: 'text',
      run: ({ pairs }) => stringify(Object.fromEntries(textPairs(pairs))),
      view,
    },
  ];
  return {
    name: `gateway protocol: format ${what}`,
    inputs,
    bytesPerOp: inputs[0]!.body.length,
    bytesOf: 'characters',
    expected: ({ body }) => saidBy(body),
    contenders,
    targets: [{ against: 'peer', form: 'text', rivals: 'text' }],
  };
}

/** Octets as the hex that a peer's user would make of them; a Buffer over the same memory. */
function textOf(value: string | Uint8Array): string {
  return typeof value === 'string' ? value : Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex');
}

function parseTask(protocol: Protocol, what: string, inputs: readonly Sample[]): Task<Sample> {
  const { parseRequest, parseForm, formatRequest } = protocol;
  const contenders: Contender<Sample>[] = [
    {
      name: WHOLE,
      role: 'handset-part',
      form: 'text',
      run: ({ path, body }) => parseRequest(path, body),
      view: (request: Request) => saidBy(formatRequest(request).body),
    },
    {
      name: FORM_ALONE,
      role: 'handset',
      form: 'text',
      run: ({ body }) => parseForm(body),
      view: (fields: ReturnType<Protocol['parseForm']>) => fields.names().map((name) => [name, fields.get(name)]),
    },
    {
      name: `${FORM_ALONE}, from octets`,
      role: 'handset',
      form: 'octets',
      run: ({ octets }) => parseForm(octets),
      view: (fields: ReturnType<Protocol['parseForm']>) => fields.names().map((name) => [name, fields.get(name)]),
    },
    {
      name: 'URLSearchParams',
      role: 'peer',
      form: 'text',
      run: ({ body }) => new URLSearchParams(body),
      view: (fields: URLSearchParams) => [...fields],
    },
    {
      name: 'node:querystring',
      role: 'peer',
      form: 'text',
      run: ({ body }) => parse(body),
      view: (fields: Record<string, string>) => Object.entries(fields),
    },
  ];
  return {
    name: `gateway protocol: parse ${what}`,
    inputs,
    bytesPerOp: inputs[0]!.body.length,
    bytesOf: 'characters',
    expected: ({ body }) => saidBy(body),
    contenders,
    targets: [{ against: 'peer', form: 'text', rivals: 'text' }],
  };
}

function answerTask({ parseResponse }: Protocol, count: number): Task<Answer> {
  const inputs = Array.from({ length: VARIANTS }, (_, seed) => answerSample(count, seed));
  return {
    name: `gateway protocol: parse an answer for ${count === 1 ? 'one recipient' : `${count} recipients`}`,
    inputs,
    bytesPerOp: inputs[0]!.body.length,
    bytesOf: 'characters',
    expected: ({ results }) => results,
    contenders: [
      {
        name: 'handset',
        role: 'handset',
        form: 'text',
        run: ({ body }) => parseResponse(body, 3),
        view: (found: Result[]) => found,
      },
      {
        name: 'plain loop',
        role: 'bound',
        form: 'text',
        run: ({ body }) => boundAnswer(body),
        view: (found: Result[]) => found,
      },
    ],
    unable: [{ name: 'npm', reason: 'no package found that reads these answers' }],
    targets: [{ against: 'bound', form: 'text', rivals: 'text' }],
  };
}

const NO_SOAP = [{ name: 'npm', reason: 'no package of this kind is installed; tests compare with calls of six toolkits' }];

function soapFormatTask({ soap }: Protocol, inputs: readonly Sample[]): Task<Sample> {
  const run = ({ request }: Sample): string => {
    if (request.operation !== 'sendSms') throw new Error('not a text');
    const { operation, parts } = soap.callOf(request);
    return soap.formatCall(operation, parts);
  };
  const [first] = inputs;
  return {
    name: 'gateway protocol: format a SOAP call',
    inputs,
    bytesPerOp: run(first!).length,
    bytesOf: 'characters',
    expected: ({ request }) => request,
    contenders: [
      {
        name: 'handset',
        role: 'handset',
        form: 'text',
        run,
        view: (xml: string) => requestIn(soap, xml),
      },
    ],
    unable: NO_SOAP,
    targets: [],
  };
}

function soapParseTask({ soap }: Protocol, samples: readonly Sample[]): Task<{ request: Request; xml: string }> {
  const inputs = samples.map(({ request }) => {
    if (request.operation !== 'sendSms') throw new Error('not a text');
    const { operation, parts } = soap.callOf(request);
    return { request, xml: soap.formatCall(operation, parts) };
  });
  const parser = new SaxesParser({ xmlns: true, position: false });
  return {
    name: 'gateway protocol: parse a SOAP call',
    inputs,
    bytesPerOp: inputs[0]!.xml.length,
    bytesOf: 'characters',
    expected: ({ request }) => request,
    contenders: [
      {
        name: 'handset',
        role: 'handset',
        form: 'text',
        run: ({ xml }) => requestIn(soap, xml),
        view: (request: Request) => request,
      },
      {
        name: 'saxes alone, no handler',
        role: 'handset-part',
        form: 'text',
        run: ({ xml }) => parser.write(xml).close(),
        view: (_, { request }) => request,
      },
    ],
    unable: NO_SOAP,
    targets: [],
  };
}

function requestIn(soap: Protocol['soap'], xml: string): Request {
  const call = soap.parseCall(xml);
  if (call.operation !== 'SubmitMessage') throw new Error('another operation');
  return soap.requestOf(call);
}

export function protocolGrowth({ protocol }: Modules): Job<GrowthResult>[] {
  if (protocol === undefined) return [];
  const { parseForm, parseRequest, parseResponse, soap } = protocol;
  const limits = { formFields: 1e6, recipients: 1e6, soapElements: 1e6 };
  const job = (name: string, run: (input: string) => unknown, make: (count: number) => string, lengths: readonly number[]) =>
    growthJob(
      name,
      lengths.map((count) => {
        const input = make(count);
        return { parts: count, characters: input.length, input };
      }),
      run,
    );
  const form = (body: string) => parseForm(body, { limits });
  const head = 'Username=u&PIN=1&Message=Hi&SendTo=';
  const items = (count: number) =>
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><n:SubmitMessage xmlns:n="urn:x"><Message><WAPPush><si><info>' +
    '<item><pcdata>a</pcdata><class>b</class></item>'.repeat(count) +
    '</info></si></WAPPush></Message></n:SubmitMessage></e:Body></e:Envelope>';
  const lengths = [10, 100, 1000, 4000];
  return [
    job('gateway protocol, parseForm, by fields', form, (count) => 'a=b&'.repeat(count), lengths),
    job('gateway protocol, parseForm, by escapes', form, (count) => `a=${'%C3%BC'.repeat(count)}`, lengths),
    job('gateway protocol, parseForm, by broken escapes', form, (count) => `a=${'%'.repeat(count)}`, lengths),
    job(
      'gateway protocol, parseRequest, by recipients',
      (body) => parseRequest(SENDSMS, body, { limits }),
      (count) => head + numbersOf(count, 0).join('%2C'),
      lengths,
    ),
    job(
      'gateway protocol, parseResponse, by recipients',
      (body) => parseResponse(body, 3),
      (count) => answerSample(count, 0).body,
      lengths,
    ),
    job('gateway protocol, soap.parseCall, by items', (xml) => soap.parseCall(xml, { limits }), items, [200, 1000, 5000]),
  ];
}

function numbersOf(count: number, seed: number): string[] {
  return Array.from({ length: count }, (_, i) => String(447_700_900_000 + seed * 1000 + i));
}

function textSample(message: string, count: number, seed: number): Sample {
  const sendTo = numbersOf(count, seed);
  // A call of SOAP has no form of answer, so none is asked for here.
  const request: Request = { operation: 'sendSms', ...CREDENTIALS, sendTo, message };
  return sampleOf(request, SENDSMS, [
    ['Username', CREDENTIALS.username],
    ['PIN', CREDENTIALS.pin],
    ['SendTo', sendTo.join(',')],
    ['Message', message],
  ]);
}

function fileSample(seed: number): Sample {
  const data = Uint8Array.from({ length: FILE_OCTETS }, (_, i) => (i * 7919 + seed * 31) & 0xff);
  const sendTo = numbersOf(1, seed);
  const name = `picture-${seed}.jpg`;
  const request: Request = {
    operation: 'sendMultimedia',
    ...CREDENTIALS,
    sendTo,
    content: { kind: 'wapPush', file: { name, data } },
  };
  return sampleOf(request, SENDMMS, [
    ['Username', CREDENTIALS.username],
    ['PIN', CREDENTIALS.pin],
    ['SendTo', sendTo.join(',')],
    ['WAPPushFileName1', name],
    ['WAPPushFileData1', data],
  ]);
}

/** With a body that none of the contenders wrote. */
function sampleOf(request: Request, path: string, pairs: Pairs): Sample {
  const written = (value: string | Uint8Array) =>
    typeof value === 'string' ? encodeURIComponent(value) : textOf(value).toUpperCase();
  const body = pairs.map(([name, value]) => `${name}=${written(value)}`).join('&');
  return { request, pairs, path, body, octets: new TextEncoder().encode(body) };
}

function answerSample(count: number, seed: number): Answer {
  const results = Array.from({ length: count }, (_, i): Result => {
    const isRefused = (i + seed) % 50 === 49;
    return isRefused
      ? { messageIdentifier: '-1', report: 11, accepted: false, text: 'Bad number, sorry', units: 0 }
      : {
          messageIdentifier: `A${String(1e13 + seed * 1e6 + i).slice(1)}B`.padEnd(15, 'C').slice(0, 15),
          report: -2,
          accepted: true,
          text: 'Accepted by Example: queued',
          units: 1,
        };
  });
  const list = (read: (result: Result) => unknown) => results.map((result) => encodeURIComponent(String(read(result)))).join();
  const body =
    `MessageIdentifier=${list((result) => result.messageIdentifier)}&Report=${list((result) => result.report)}` +
    `&Text=${list((result) => result.text)}&Units=${list((result) => result.units)}`;
  return { results, body };
}

/** The bound, for answers as made above: all tags there, in order, all lists of one length, nothing to be doubted. */
function boundAnswer(body: string): Result[] {
  const values = body.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1).split(','));
  const [identifiers, reports, texts, units] = values as [string[], string[], string[], string[]];
  let raw = '';
  let text = '';
  return identifiers.map((messageIdentifier, i) => {
    if (texts[i] !== raw) {
      raw = texts[i]!;
      text = decodeURIComponent(raw);
    }
    const report = Number(reports[i]);
    return {
      messageIdentifier,
      report,
      accepted: report === -3 || report === -2 || report === 0 || report === 99,
      text,
      units: Number(units[i]),
    };
  });
}
