import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { formatAnswer } from '../../src/protocol/soap/index.js';

it('bundles for a browser without a package of Node, and sends there over fetch', async () => {
  const entry = fileURLToPath(new URL('../../src/sender/index.ts', import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'sender',
    logLevel: 'silent',
  });
  const asked: string[] = [];
  const answers = [
    'MessageIdentifier=ABCDEFGHIJ12345&Report=-2',
    formatAnswer('AvailableCredit', { Currency: 'GBP', Credit: '1.0000' }),
  ];
  const fetch = async (url: string) => {
    asked.push(url);
    return new Response(answers.shift());
  };
  // What the language does not have and browsers do.
  const web = { TextEncoder, TextDecoder, URL, AbortController, performance, setTimeout, clearTimeout, fetch };
  const context = createContext({ ...web });
  new Script(outputFiles[0]?.text ?? '').runInContext(context);
  const program = `(async () => {
    const account = { primary: 'https://one.example', username: 'a.1', pin: '0123', transport: sender.fetchTransport() };
    const results = await new sender.Sender(account).sendText('Hi', { to: '447700900123' });
    const credit = await new sender.SoapSender(account).availableCredit();
    const { transport, ...without } = account;
    const refusal = await new sender.Sender(without).sendText('Hi', { to: '447700900123' }).catch((error) => error.message);
    return JSON.stringify([results[0].report, credit.amount, refusal]);
  })()`;
  const [report, amount, refusal] = JSON.parse(await new Script(program).runInContext(context));
  expect([report, amount]).toEqual([-2, '1.0000']);
  expect(refusal).toContain('fetchTransport()');
  expect(asked).toEqual(['https://one.example/webservices/http/sendsms', 'https://one.example/sendsms3']);
});
