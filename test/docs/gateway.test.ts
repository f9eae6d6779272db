import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/cli/gateway/serve-settings.js';
import type { Session } from '../../src/cli/io.js';
import type { DeliveryKind } from '../../src/gateway/delivery/delivery.js';
import type { Door } from '../../src/gateway/http/app.js';
import { DEFAULT_GATEWAY_LIMITS, openDelivery, openMetrics, readProvisioning } from '../../src/gateway/index.js';
import { Operations, type Service } from '../../src/gateway/operations/operations.js';
import { handset } from '../cli/support.js';
import { outboundText } from '../gateway/outbound.js';
import { testGateway } from '../gateway/support.js';
import { temp } from '../support/cleanup.js';
import { openTestStore } from '../support/gateway-store.js';
import { blocksOf, patternOf } from './pages.js';

const page = readFileSync('docs/gateway.md', 'utf8');

/** Rules of the interface document that bind a server, by section: first and last of each run. */
const SERVER_RULES: Readonly<Record<string, readonly (readonly [first: number, last: number])[]>> = {
  GEN: [[1, 14]],
  AUTH: [[1, 7]],
  SMS: [[1, 16]],
  MMS: [
    [1, 6],
    [10, 16],
    [20, 25],
    [30, 36],
    [40, 44],
    [50, 54],
  ],
  SI: [[1, 8]],
  LIB: [[1, 2]],
  BOOK: [[1, 1]],
  RID: [[1, 1]],
  TIME: [[1, 1]],
  RES: [[1, 13]],
  QRY: [[1, 5]],
  MGT: [[1, 8]],
  SOAP: [[1, 12]],
  DLR: [[1, 3]],
  MO: [[1, 1]],
  // 01 and 04 are what a client makes of codes.
  ERR: [
    [2, 3],
    [5, 6],
  ],
};

/** Rules in a text that may name runs and lists of them: `G-SMS-01 to 03, 07`, `G-SI-01 to G-SI-05`. */
function rulesIn(text: string): string[] {
  const named = /G-([A-Z]+)-(\d\d(?: to (?:G-\1-)?\d\d)?(?:(?:, | and )\d\d(?!\d)(?: to \d\d)?)*)/g;
  return [...text.matchAll(named)].flatMap(([, section, numbers = '']) =>
    [...numbers.matchAll(/(\d\d)(?: to (?:G-[A-Z]+-)?(\d\d))?/g)].flatMap(([, first, last = first]) =>
      run(Number(first), Number(last)).map((number) => ruleOf(section as string, number)),
    ),
  );
}

const run = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const ruleOf = (section: string, number: number) => `G-${section}-${String(number).padStart(2, '0')}`;

const rows = [...page.matchAll(/^\| (G-[^|]+) \| [^|]+ \| `([^`]+)` \|$/gm)].map(([, rules = '', file = '']) => ({
  rules,
  file,
}));

/** Titles of a file's tests: comments name rules, too, and count for nothing. */
const titlesOf = (file: string) =>
  [...readFileSync(join('test', file), 'utf8').matchAll(/(['"`])((?:(?!\1)[^\n])*?G-[A-Z]+-\d\d(?:(?!\1)[^\n])*)\1/g)].map(
    ([, , title]) => title as string,
  );

describe('the table of rules', () => {
  it('has each rule that binds a server, once', () => {
    const rules = Object.entries(SERVER_RULES).flatMap(([section, runs]) =>
      runs.flatMap(([first, last]) => run(first, last).map((number) => ruleOf(section, number))),
    );
    expect(rows.flatMap((row) => rulesIn(row.rules)).sort()).toEqual(rules.sort());
  });

  it.each(rows)('$rules are named by tests of $file', ({ rules, file }) => {
    const tested = new Set(titlesOf(file).flatMap(rulesIn));
    expect(rulesIn(rules).filter((rule) => !tested.has(rule))).toEqual([]);
  });
});

describe('the JSON of the page', () => {
  const blocks = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, code]) => code as string);

  it('provisioning files are read, and their deliveries opened', () => {
    const files = blocks.filter((code) => code.includes('"accounts":'));
    expect(files).toHaveLength(4);
    const kinds = files.map((code) => {
      const { delivery } = readProvisioning(code);
      expect(openDelivery(delivery)).toBeTypeOf('function');
      return delivery.kind;
    });
    expect(kinds).toEqual(['virtual', 'smpp', 'kannel', 'links']);
  });

  it('routes of several links lead where the page says', async () => {
    const path = temp('gateway.json');
    writeFileSync(path, blocks.find((code) => code.includes('"kind": "links"')) as string);
    const [, command = '', shown = ''] = /^```text\nhandset (route .*)\n([\s\S]*?)^```$/m.exec(page) ?? [];
    const { code, out } = await handset(command.replace('gateway.json', path).split(' '));
    expect([code, out]).toEqual([0, shown]);
  });

  it('settings are read', async () => {
    const [settings, ...others] = blocks.filter((code) => !code.includes('"accounts":'));
    expect(others).toEqual([]);
    const path = temp('settings.json');
    writeFileSync(path, settings as string);
    const session = { read: async () => readFileSync(path) } as unknown as Session;
    expect(await readSettings(session, path)).toMatchObject({
      port: 8443,
      store: temp('gateway.db'),
      walledGarden: ['44778'],
    });
  });
});

describe('the JSON of the how-to page', () => {
  const howTo = readFileSync('docs/how-to/gateway-operator.md', 'utf8');
  const files = [...howTo.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, code]) => code as string);

  it('is read, and its deliveries opened', () => {
    const kinds = files
      .filter((code) => code.includes('"accounts":'))
      .map((code) => {
        const { delivery } = readProvisioning(code);
        expect(openDelivery(delivery)).toBeTypeOf('function');
        return delivery.kind;
      });
    expect(kinds).toEqual(['smpp', 'kannel']);
  });

  it('has settings, which are read', async () => {
    const settings = files.filter((code) => !code.includes('"accounts":'));
    expect(settings).toHaveLength(1);
    const path = temp('how-to.json');
    writeFileSync(path, settings[0] as string);
    const session = { read: async () => readFileSync(path) } as unknown as Session;
    expect(await readSettings(session, path)).toMatchObject({ host: '0.0.0.0', operators: { port: 8081 } });
  });

  it('names metrics that there are', async () => {
    const { body } = await (await openMetrics()).page();
    const named = [...howTo.matchAll(/\bhandset_[a-z_]+[a-z]/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !body.includes(`# TYPE ${name} `))).toEqual([]);
  });
});

/** The first block of commands of a page, with the answer to each. */
function curlSteps(path: string): { readonly command: string; readonly answer: string }[] {
  const block = blocksOf(path).find(({ language, code }) => language === 'sh' && code.startsWith('curl '))?.code ?? '';
  return [...block.matchAll(/^(curl (?:.*\\\n)*.*)\n((?!curl ).*)\n/gm)].map(([, command = '', answer = '']) => ({
    command,
    answer,
  }));
}

describe('the commands of the JSON door', () => {
  it('are four, and answered as the page says', async () => {
    const steps = curlSteps('docs/gateway-json.md');
    const { gateway } = await testGateway();
    const { url } = await gateway.listen({ port: 0 });
    expect(steps).toHaveLength(4);
    for (const { command, answer } of steps) {
      const { stdout } = await promisify(execFile)('bash', ['-c', command], { env: { ...process.env, GATEWAY: url } });
      expect(`${stdout}\n`, command).toMatch(patternOf([answer]));
    }
  });
});

describe('the commands of administration over HTTP', () => {
  const steps = curlSteps('docs/gateway.md');

  it('are four, and answered as the page says', async () => {
    const token = 'a-token-of-24-characters';
    const { gateway } = await testGateway();
    const { url } = await gateway.listenOperators({ token });
    expect(steps).toHaveLength(4);
    for (const { command, answer } of steps) {
      const { stdout } = await promisify(execFile)('bash', ['-c', command], {
        env: { ...process.env, TOKEN: token, OPERATORS: url },
      });
      expect(`${stdout}\n`, command).toMatch(patternOf([answer]));
    }
  });
});

describe('what the page adds to the source', () => {
  const root = new URL('../../src/gateway/', import.meta.url);

  /** A file of the page, as if it stood where the page puts it. */
  async function added(path: string): Promise<Record<string, unknown>> {
    const after = page.slice(page.indexOf(`\`src/gateway/${path}\``));
    const code = /^```text\n([\s\S]*?)^```$/m.exec(after)?.[1] as string;
    const file = temp(path.replace(/.*\//, ''));
    const absolute = code.replace(
      /from '(\.[^']+)\.js'/g,
      (_, to) => `from '${new URL(`${to}.ts`, new URL(path, root)).pathname}'`,
    );
    writeFileSync(file, absolute);
    return import(/* @vite-ignore */ file);
  }

  it('is an endpoint: a door to an operation that there is', async () => {
    const { creditDoors } = (await added('http/credit.ts')) as { creditDoors: (operations: Operations) => readonly Door[] };
    const store = await openTestStore();
    const limits = DEFAULT_GATEWAY_LIMITS;
    const operations = new Operations({
      ...({ store, limits } as unknown as Service),
      onFault: () => {},
      onAccepted: () => {},
    });
    const ask = async (body: object) => {
      const [door] = creditDoors(operations);
      const asked = { header: () => undefined, parameter: () => undefined, query: () => undefined };
      return door?.post?.({ path: '/credit' }, new TextEncoder().encode(JSON.stringify(body)), asked);
    };
    const answer = await ask({ username: 'ANOther.12345', pin: '0123456' });
    expect(JSON.parse(String(answer?.body))).toEqual({ currency: 'GBP', amount: '15.2345' });
    expect((await ask({ username: 'ANOther.12345', pin: '1' }))?.body).toBe('{"report":2,"text":"Invalid Login"}');
    expect((await ask({ username: 'ANOther.12345' }))?.body).toContain('$.pin: is missing');
    await store.close();
  });

  it('is a delivery with settings', async () => {
    const { pager } = (await added('delivery/pager/pager.ts')) as { pager: DeliveryKind };
    const posted: unknown[] = [];
    let fault: Error | undefined;
    const fetch = (async (url: string, { body }: RequestInit) => {
      if (fault !== undefined) throw fault;
      posted.push(url, JSON.parse(String(body)));
      return new Response(null, { status: 202 });
    }) as typeof globalThis.fetch;
    const delivery = pager({ url: 'https://pager.example.net' }, { fetch })({} as never);
    expect([delivery.capacity, await delivery.deliver(outboundText('Hello'))]).toMatchObject([10, { kind: 'sent' }]);
    expect(posted).toEqual(['https://pager.example.net', { to: outboundText('Hello').recipient, text: 'Hello' }]);
    fault = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    expect(await delivery.deliver(outboundText('Hello'))).toEqual({ kind: 'unsent', reason: 'ECONNREFUSED' });
    expect(() => pager({ url: 'x' }, {})).toThrow('$.delivery.url: has to be an http or https URL');
    await delivery.close();
  });

  it('names files that there are', () => {
    const walk = page.slice(page.indexOf('## From the socket'), page.indexOf('### A new endpoint'));
    const files = [...walk.matchAll(/^ +((?:http|operations|store|delivery)\/[\w/-]+\.ts)/gm)].map(
      ([, file]) => file as string,
    );
    expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
    expect(files).toHaveLength(17);
  });
});

describe('the figures', () => {
  it('are those of the last run', () => {
    const run = readFileSync('bench/results/gateway.md', 'utf8')
      .replace(/^# .*\n\n/, '')
      .trim();
    expect(page.slice(page.indexOf('<!-- figures -->'), page.indexOf('<!-- end of figures -->'))).toContain(run);
  });
});

describe('the table of limits', () => {
  it('has every limit with its value, and no other', () => {
    const limits = page.slice(page.indexOf('| Limit |'));
    const found = [...limits.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| ([\d, ]+) \|/gm)].flatMap(([, names = '', values = '']) => {
      const numbers = values.split(', ');
      return [...names.matchAll(/`(\w+)`/g)].map(([, name], i) => [name, Number((numbers[i] as string).replaceAll(',', ''))]);
    });
    expect(Object.fromEntries(found)).toEqual(DEFAULT_GATEWAY_LIMITS);
  });
});
