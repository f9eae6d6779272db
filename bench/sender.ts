/**
 * The sender: a text message from call to result over loopback, as form and as SOAP, beside the bare exchange of the same octets by Node's
 * own http and by fetch. The server is a process of its own, so that its time is not counted. No package on npm speaks this interface.
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as send } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type AwaitedContender, awaitedJob } from './awaited.js';
import type { Job, TaskResult } from './harness.js';
import { plainTexts } from './inputs.js';
import type { Modules } from './modules.js';

const CREDENTIALS = { username: 'ANOther.12345', pin: '01234567' } as const;
const TO = '447700900123';
const RESULT = { messageIdentifier: 'ABCDEFGHIJK0001', report: -2, accepted: true, text: 'queued', units: 1 } as const;
const FORM = 'MessageIdentifier=ABCDEFGHIJK0001&Report=-2&Text=queued&Units=1';
const [HTTP, FETCH] = ['node:http, bare', 'fetch, bare'] as const;
const NO_SENDER = [{ name: 'npm', reason: 'no package found that sends through this interface' }];

/** What is sent, and the body that the bare exchanges send of it. */
interface Sample {
  readonly text: string;
  readonly form: string;
  readonly call: string;
}

export function senderTasks(modules: Modules): Job<TaskResult>[] {
  const { sender, protocol } = modules;
  if (sender === undefined || protocol === undefined) return [];
  const { soap } = protocol;
  const envelope = soap.formatAnswer('SubmitMessage', soap.answerOf([RESULT]));
  const inputs = plainTexts(120).map((text): Sample => {
    const request = { operation: 'sendSms', ...CREDENTIALS, sendTo: [TO], message: text } as const;
    const { operation, parts } = soap.callOf(request);
    return { text, form: protocol.formatRequest(request).body, call: soap.formatCall(operation, parts) };
  });
  const names = { form: 'sender: a text over loopback, as a form', soap: 'sender: a text over loopback, by SOAP' };
  return (['form', 'soap'] as const).map((kind) => ({
    name: names[kind],
    run: () =>
      withServer(envelope, (base) =>
        awaitedJob({
          name: names[kind],
          inputs,
          bytesPerOp: inputs[0]![kind === 'form' ? 'form' : 'call'].length,
          bytesOf: 'characters of body',
          expected: () => 'queued',
          contenders: kind === 'form' ? overForms(sender, base) : overSoap(sender, base),
          unable: NO_SENDER,
          targets: [],
        }).run(),
      ),
  }));
}

type Module = NonNullable<Modules['sender']>;

function overForms({ Sender, fetchTransport }: Module, primary: string): AwaitedContender<Sample>[] {
  const common = { ...CREDENTIALS, primary, keepAlive: true };
  const [ours, byFetch] = [new Sender(common), new Sender({ ...common, transport: fetchTransport() })];
  const view = ([result]: readonly { readonly text: string }[]): unknown => result?.text;
  const options = { to: TO } as const;
  return [
    {
      name: 'handset, node:http',
      role: 'handset',
      form: 'text',
      against: HTTP,
      run: ({ text }) => ours.sendText(text, options),
      view,
    },
    {
      name: 'handset, fetch',
      role: 'handset',
      form: 'text',
      against: FETCH,
      run: ({ text }) => byFetch.sendText(text, options),
      view,
    },
    ...bare(
      `${primary}/webservices/http/sendsms`,
      'application/x-www-form-urlencoded',
      ({ form }) => form,
      textIn(/Text=(\w+)/),
    ),
  ];
}

function overSoap({ SoapSender, fetchTransport }: Module, primary: string): AwaitedContender<Sample>[] {
  const common = { ...CREDENTIALS, primary, keepAlive: true };
  const [ours, byFetch] = [new SoapSender(common), new SoapSender({ ...common, transport: fetchTransport() })];
  const view = ({ text }: { readonly text: string }): unknown => text;
  const request = ({ text: message }: Sample) => ({ operation: 'sendSms', sendTo: [TO], message }) as const;
  return [
    {
      name: 'handset, node:http',
      role: 'handset',
      form: 'text',
      against: HTTP,
      run: (sample) => ours.submitMessage(request(sample)),
      view,
    },
    {
      name: 'handset, fetch',
      role: 'handset',
      form: 'text',
      against: FETCH,
      run: (sample) => byFetch.submitMessage(request(sample)),
      view,
    },
    ...bare(`${primary}/sendsms3`, 'text/xml; charset=utf-8', ({ call }) => call, textIn(/queued/)),
  ];
}

const textIn = (pattern: RegExp) => (answer: string) => {
  const [whole, text] = pattern.exec(answer) ?? [];
  return text ?? whole;
};

/** The exchange without form, checks and failover: a body that is there goes, the answer comes as text. */
function bare(
  url: string,
  contentType: string,
  bodyOf: (sample: Sample) => string,
  view: (answer: string) => unknown,
): AwaitedContender<Sample>[] {
  const headers = { 'content-type': contentType };
  const agent = new Agent({ keepAlive: true });
  const exchange = (body: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const length = Buffer.byteLength(body);
      const asked = send(url, { method: 'POST', agent, headers: { ...headers, 'content-length': length } }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
        response.on('error', reject);
      });
      asked.on('error', reject);
      asked.end(body);
    });
  const fetched = async (body: string): Promise<string> => (await fetch(url, { method: 'POST', headers, body })).text();
  return [
    { name: HTTP, role: 'bound', form: 'text', run: (sample) => exchange(bodyOf(sample)), view },
    { name: FETCH, role: 'bound', form: 'text', run: (sample) => fetched(bodyOf(sample)), view },
  ];
}

async function withServer<Result>(envelope: string, work: (base: string) => Result | Promise<Result>): Promise<Result> {
  const program = fileURLToPath(new URL('loopback.mjs', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [program, FORM, envelope], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(child.stdout!, 'data')) as [Buffer];
    return await work(`http://127.0.0.1:${Number(port.toString())}`);
  } finally {
    child.stdin!.end();
    await once(child, 'exit');
  }
}
