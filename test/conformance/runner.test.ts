import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACK } from './pack/build.js';
import { bundleRunner } from './runner/bundle.js';
import { judge, octetDifferences } from './runner/judge.js';
import { lineSplitter } from './runner/lines.js';
import { parseAnswer, parseHello } from './runner/protocol.js';
import { exitCodeOf, textReport } from './runner/report.js';
import { chooseCases, questionsOf, readCases, runPack } from './runner/run.js';
import { StartError } from './runner/session.js';

const all = readCases(PACK);
const choose = (formats: string[], cases: string[] = []) => chooseCases(all, { formats, levels: [], flags: [], cases });

/** An adapter that answers `gsm7-packing` from a table of right answers; `change` is the code that misbehaves. */
function adapter(change: string): string[] {
  const right = Object.fromEntries(
    choose(['gsm7-packing']).flatMap(({ id, input, expected }) => [
      [id, expected],
      [`${id}#encode`, input],
    ]),
  );
  const script = `
    const right = ${JSON.stringify(right)};
    const say = (line) => process.stdout.write(typeof line === 'string' ? line : JSON.stringify(line) + '\\n');
    const answer = ({ id }) => say({ id, ...right[id] });
    let onQuestion = answer;
    let hello = { name: 'table', version: '1', formats: ['gsm7-packing'] };
    ${change}
    say(hello);
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => onQuestion(JSON.parse(line)));
  `;
  return [process.execPath, '-e', script];
}

const LIMITS = { startMs: 10_000, caseMs: 5000, restarts: 20, window: 1 };
const RULES = { anyReason: false };
const run = (change: string, limits: Partial<typeof LIMITS> = {}) =>
  runPack(adapter(change), choose(['gsm7-packing', 'udh']), { limits: { ...LIMITS, ...limits }, rules: RULES });
const passedOf = ({ results }: { readonly results: readonly { readonly result: string }[] }) =>
  results.filter(({ result }) => result === 'passed').length;
const badOf = ({ results }: Awaited<ReturnType<typeof run>>) =>
  results.filter(({ result }) => result !== 'passed').map(({ id, result, reasons }) => [id, result, ...reasons]);
const COUNT = choose(['gsm7-packing']).length;
const SECOND = 'sms/pack-002';

describe('an adapter that works', () => {
  it('is asked about the formats that it knows, both ways', async () => {
    const done = await run('');
    expect([passedOf(done), done.restarts, badOf(done)]).toEqual([COUNT, 0, []]);
    expect(exitCodeOf(done.results)).toBe(0);
  });

  it('may answer out of order, and skip', async () => {
    const done = await run(
      `const held = [];
       onQuestion = (q) => { held.push(q); if (held.length === 2) while (held.length > 0) answer(held.pop()); };`,
      { window: 2 },
    );
    expect([passedOf(done), done.restarts]).toEqual([COUNT, 0]);
    const skips = await run(
      `onQuestion = (q) => q.direction === 'encode' ? say({ id: q.id, skip: 'reads only' }) : answer(q);`,
    );
    expect(skips.results.map(({ result, reasons }) => [result, ...reasons])).toEqual(
      Array(COUNT).fill(['skipped', 'encode: reads only']),
    );
    expect(exitCodeOf(skips.results)).toBe(0);
  });

  it('never sees an expectation', () => {
    for (const each of all) {
      for (const question of questionsOf(each)) {
        expect(Object.keys(question).sort()).toEqual(['direction', 'format', 'id', 'input', 'level', 'options']);
      }
    }
  });
});

describe('an adapter that misbehaves costs the case in work, and is started again', () => {
  it.each([1, 4])('crashes, with %i questions in work', async (window) => {
    const done = await run(`onQuestion = (q) => (q.id === '${SECOND}' ? process.exit(3) : answer(q));`, { window });
    expect(badOf(done)).toEqual([[SECOND, 'crashed', 'ended with code 3']]);
    expect(passedOf(done)).toBe(COUNT - 1);
  });

  it('is killed', async () => {
    const done = await run(`onQuestion = (q) => (q.id === '${SECOND}' ? process.kill(process.pid, 'SIGKILL') : answer(q));`);
    expect(badOf(done)).toEqual([[SECOND, 'crashed', 'was ended by SIGKILL']]);
  });

  it.each([1, 4])('hangs, with %i questions in work', async (window) => {
    const change = `onQuestion = (q) => { if (q.id === '${SECOND}') for (;;); answer(q); };`;
    const done = await run(change, { caseMs: 1500, window });
    expect(badOf(done)).toEqual([[SECOND, 'crashed', 'gave no answer within 1.5 s']]);
    expect(passedOf(done)).toBe(COUNT - 1);
  });

  it('writes rubbish', async () => {
    const done = await run(`onQuestion = (q) => { if (q.id === '${SECOND}') say('Segmentation fault\\n'); answer(q); };`);
    expect(badOf(done)).toEqual([[SECOND, 'crashed', 'wrote what is not in the protocol: not JSON: "Segmentation fault"']]);
  });

  it('answers what was not asked', async () => {
    const done = await run(`onQuestion = (q) => { if (q.id === '${SECOND}') say({ id: 'x', skip: '' }); answer(q); };`);
    expect(badOf(done)).toEqual([
      [SECOND, 'crashed', 'wrote what is not in the protocol: an answer to "x", which was not asked'],
    ]);
  });

  it('answers twice', async () => {
    const done = await run(`onQuestion = (q) => { answer(q); if (q.id === '${SECOND}') answer(q); };`);
    expect(badOf(done)).toEqual([[SECOND, 'failed', 'answered twice']]);
    expect(done.restarts).toBe(0);
  });

  it('answers twice to the last question', async () => {
    const last = choose(['gsm7-packing']).at(-1)!.id;
    const done = await run(`onQuestion = (q) => { answer(q); if (q.id === '${last}#encode') setTimeout(answer, 200, q); };`);
    expect(badOf(done)).toEqual([[last, 'failed', 'encode: answered twice']]);
  });

  it('answers without content', async () => {
    const done = await run(`onQuestion = (q) => (q.id === '${SECOND}' ? say({ id: q.id }) : answer(q));`);
    expect(badOf(done)).toEqual([
      [SECOND, 'failed', 'an answer has one of value, hex, hexList, text, refused, skip; this one has none'],
    ]);
  });

  it('writes 100 MB without a newline', async () => {
    const flood = `const block = 'x'.repeat(1 << 20); let left = 100; const pour = () => { if (left-- > 0) process.stdout.write(block, pour); };`;
    const done = await run(`${flood} onQuestion = (q) => (q.id === '${SECOND}' ? pour() : answer(q));`);
    expect(badOf(done)).toEqual([[SECOND, 'crashed', 'a line of more than 16777216 bytes']]);
  });

  it('does not end with its input', async () => {
    const started = Date.now();
    const done = await run('setInterval(() => {}, 1000);', { caseMs: 500 });
    expect(passedOf(done)).toBe(COUNT);
    expect(Date.now() - started).toBeLessThan(5000);
  });

  it('crashes too often', async () => {
    const done = await run('onQuestion = () => process.exit(1);', { restarts: 2 });
    const reasons = badOf(done).map(([, result, reason]) => [result, reason]);
    expect(reasons.slice(0, 2)).toEqual([
      ['crashed', 'ended with code 1'],
      ['crashed', 'ended with code 1'],
    ]);
    expect(reasons).toHaveLength(COUNT);
    expect(reasons.at(-1)).toEqual(['crashed', 'not asked: the adapter was started 3 times, and it ended with code 1']);
    expect(exitCodeOf(done.results)).toBe(1);
  });

  it.each<[what: string, change: string, says: RegExp]>([
    ['ends at once', 'process.exit(4);', /ended with code 4/],
    ['says nothing', 'for (;;);', /gave no answer within 1.5 s/],
    ['has no name', 'hello = { formats: [] };', /needs "name" and "version"/],
    ['has no formats', "hello = { name: 'a', version: '1' };", /needs "formats"/],
    ['is no JSON', "hello = 'hello\\n';", /not JSON: "hello"/],
  ])('is not run when its first line is missing or wrong: it %s', async (_, change, says) => {
    const failure = await run(change, { startMs: 1500 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect((failure as Error).message).toMatch(says);
  });

  it('is not there', async () => {
    const limits = { limits: LIMITS, rules: RULES };
    await expect(runPack(['/nowhere/adapter'], choose(['udh']), limits)).rejects.toThrow(/did not start: .*ENOENT/);
  });
});

describe('judging', () => {
  const refusal = { refused: { reason: 'truncated', field: 'TP-MR' } } as const;

  it('names the first octet in which two answers part', () => {
    expect(octetDifferences('0102', '0102')).toEqual([]);
    expect(octetDifferences('010281', '010291')).toEqual(['byte 2: 0x91 where 0x81 is expected']);
    expect(octetDifferences('010203', '01')).toEqual(['ends after 1 of 3 bytes; byte 1 should be 0x02']);
    expect(octetDifferences('01', '0102')).toEqual(['2 bytes where 1 are expected; the first one too many is 0x02']);
  });

  it.each<[what: string, args: Parameters<typeof judge>, result: string, reason: string | undefined]>([
    [
      'a member',
      [{ value: { a: '1' } }, { shown: { value: { a: '2' } } }, undefined, RULES],
      'failed',
      'value.a: "2" in place of "1"',
    ],
    ['a tolerance', [{ value: { a: 1 } }, { shown: { value: { a: 2 } } }, 1, RULES], 'passed', undefined],
    [
      'pieces',
      [{ hexList: ['01'] }, { shown: { hexList: ['02'] } }, undefined, RULES],
      'failed',
      'piece 0, byte 0: 0x02 where 0x01 is expected',
    ],
    [
      'another form',
      [{ hex: '01' }, { shown: { text: '' } }, undefined, RULES],
      'failed',
      'answered with text where hex is expected',
    ],
    ['a refusal', [refusal, { refused: { reason: 'truncated' } }, undefined, RULES], 'passed', undefined],
    [
      'its place',
      [refusal, { refused: { reason: 'truncated', field: 'x' } }, undefined, RULES],
      'failed',
      'refused at x where TP-MR is expected',
    ],
    [
      'its reason',
      [refusal, { refused: { reason: 'limit' } }, undefined, RULES],
      'failed',
      'refused as limit where truncated is expected',
    ],
    ['any reason', [refusal, { refused: { reason: 'other' } }, undefined, { anyReason: true }], 'passed', undefined],
    [
      'no refusal',
      [refusal, { shown: { value: {} } }, undefined, RULES],
      'failed',
      'accepted; it has to be refused as truncated at TP-MR',
    ],
    [
      'a wrong refusal',
      [{ hex: '' }, { refused: { reason: 'limit' } }, undefined, RULES],
      'refused',
      'refused as limit, and is valid',
    ],
  ])('%s', (_, args, result, reason) => {
    expect(judge(...args)).toEqual({ result, reasons: reason === undefined ? [] : [reason] });
  });

  it.each<[answer: Parameters<typeof parseAnswer>[0], says: RegExp]>([
    [{ hex: 'xy' }, /not in hex/],
    [{ hexList: 'AB' }, /not a list/],
    [{ value: [] }, /not an object/],
    [{ text: 1 }, /not a string/],
    [{ refused: true }, /needs a "reason"/],
    [{ hex: '', text: '' }, /has hex, text/],
  ])('refuses the answer %j', (answer, says) => {
    expect(() => parseAnswer(answer)).toThrow(says);
  });

  it('takes hex in lower case, and lines in pieces', () => {
    expect(parseAnswer({ hex: 'ab' })).toEqual({ shown: { hex: 'AB' } });
    const lines: string[] = [];
    const split = lineSplitter((line) => lines.push(line), 8);
    for (const piece of ['a', 'b\r\n\nc', 'd\n']) split(Buffer.from(piece));
    expect(lines).toEqual(['ab', 'cd']);
    expect(() => split(Buffer.from('123456789'))).toThrow('more than 8 bytes');
    expect(parseHello('{"name":"a","version":"1","formats":["udh"]}').formats).toEqual(['udh']);
  });
});

describe('the program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'handset-runner-'));
  const file = join(folder, 'runner.mjs');
  const pack = fileURLToPath(PACK);
  const start = (...args: string[]) => spawnSync(process.execPath, [file, ...args], { encoding: 'utf8', timeout: 60_000 });

  beforeAll(async () => writeFileSync(file, await bundleRunner()));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('prints a table and writes a report', () => {
    const report = join(folder, 'report.json');
    const change = `onQuestion = (q) => { console.error('asked ' + q.id); q.id === '${SECOND}#encode' ? say({ id: q.id, hex: '00' }) : answer(q); };`;
    const { status, stdout, stderr } = start('--pack', pack, '--report', report, '--', ...adapter(change));
    expect(status).toBe(1);
    expect(stdout).toContain(`failed: ${SECOND} (gsm7-packing)\n  encode: byte 0: 0x00 where 0xC8 is expected\n`);
    expect(stdout).toMatch(/^format +cases +passed +failed +refused wrongly +crashed +skipped$/m);
    expect(stdout).toMatch(new RegExp(`^gsm7-packing +${COUNT} +${COUNT - 1} +1 +0 +0 +0$`, 'm'));
    expect(stderr).toContain(`asked ${SECOND}`);
    const { adapter: hello, counts, results } = JSON.parse(readFileSync(report, 'utf8'));
    expect(hello.name).toBe('table');
    expect(counts).toEqual({ passed: COUNT - 1, failed: 1, refused: 0, crashed: 0, skipped: 0 });
    expect(results).toHaveLength(COUNT);
  });

  it('runs what is chosen', () => {
    const { status, stdout } = start('--pack', pack, '--case', SECOND, '--level', 'strict', '--', ...adapter(''));
    expect([status, /^all +(\d+)/m.exec(stdout)?.[1]]).toEqual([0, '1']);
  });

  it.each<[what: string, args: string[], says: RegExp]>([
    ['no program', ['--pack', pack], /no program to run/],
    ['no pack', ['--', 'true'], /no index\.json in .*--pack/],
    ['no case', ['--pack', pack, '--format', 'telex', '--', 'true'], /no case is chosen/],
    ['no format of the adapter', ['--pack', pack, '--format', 'udh', '--', ...adapter('')], /knows none of the formats/],
    ['a wrong number', ['--pack', pack, '--timeout', 'x', '--', 'true'], /--timeout takes a number of 0\.1 or more, not "x"/],
    ['an unknown option', ['--speed', '1'], /Unknown option '--speed'/],
    ['no first line', ['--pack', pack, '--', process.execPath, '-e', ''], /the adapter did not start: ended with code 0/],
  ])('exits with 2: %s', (_, args, says) => {
    const { status, stderr } = start(...args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(says)]);
  });

  it('shows what crashed', () => {
    const adapter = { name: 'a', version: '1', formats: [] };
    const results = [{ id: 'x', format: 'udh', result: 'crashed', reasons: ['ended with code 1'] }] as const;
    expect(textReport({ adapter, restarts: 1, results })).toContain(
      'crashed: x (udh)\n  ended with code 1\na 1, restarted 1 times\n',
    );
  });
});
