/**
 * docs/conformance-runner.md as a project in Python, Go, Rust or PHP follows it: the runner as one file in a folder without packages, the
 * page's adapters, and those in test/conformance/programs, which are right in all that they claim to know.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACK, readPack } from '../conformance/pack/build.js';
import { bundleRunner } from '../conformance/runner/bundle.js';
import { run as runProgram } from './drivers/run.js';

const page = readFileSync(new URL('../../docs/conformance-runner.md', import.meta.url), 'utf8');
const programs = fileURLToPath(new URL('../conformance/programs/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'handset-adapters-'));
const { cases } = readPack();

beforeAll(async () => writeFileSync(join(folder, 'runner.mjs'), await bundleRunner()));
afterAll(() => rmSync(folder, { recursive: true }));

const LANGUAGES = [
  { language: 'Python', fence: 'python', suffix: 'py', formats: ['gsm7-packing', 'gsm7-text', 'network-code', 'udh', 'wbmp'] },
  { language: 'Go', fence: 'go', suffix: 'go', formats: ['gsm7-packing', 'udh', 'wbmp'] },
  { language: 'Rust', fence: 'rust', suffix: 'rs', formats: ['gsm7-packing', 'udh', 'wbmp'] },
  { language: 'PHP', fence: 'php', suffix: 'php', formats: ['gsm7-packing', 'percent-encoding', 'udh', 'wbmp'] },
] as const;

/** Compilers keep what they make and know where they are by the home folder; nothing is fetched. */
const env = { HOME: process.env.HOME ?? folder, GOCACHE: join(folder, 'go-cache'), GOFLAGS: '-mod=mod', GOPROXY: 'off' };

interface Report {
  readonly counts: Record<string, number>;
  readonly results: readonly { readonly id: string; readonly format: string; readonly result: string }[];
}

/** The commands of a section of the page, run with what stands in the folder as the adapter. */
async function follow(language: string, at: string): Promise<Report> {
  const section = page.slice(page.indexOf(`### ${language}\n`));
  const [, commands] = /```sh\n([\s\S]*?)```/.exec(section) as unknown as [string, string];
  const report = join(at, 'report.json');
  const here = commands
    .replace(
      'runner.mjs --pack fixtures/conformance',
      `${join(folder, 'runner.mjs')} --pack ${fileURLToPath(PACK)} --report ${report}`,
    )
    .replace(/^node /m, `${process.execPath} `);
  await runProgram('sh', ['-e', '-c', here], { cwd: at, env, timeoutMs: 240_000 });
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

const countsOf = ({ counts }: Report) => counts;
const expected = (passed: number, skipped: number) => ({ passed, failed: 0, refused: 0, crashed: 0, skipped });
const casesOf = (format: string) => cases.filter((each) => each.format === format);

describe.each(LANGUAGES)('$language', ({ language, fence, suffix, formats }) => {
  const folderFor = (name: string) => {
    const at = join(folder, `${fence}-${name}`);
    mkdirSync(at);
    if (fence === 'rust') copyFileSync(join(programs, 'json.rs'), join(at, 'json.rs'));
    return at;
  };

  it('passes gsm7-packing by the adapter on the page', async () => {
    const at = folderFor('page');
    const [, code] = new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\`\`\``).exec(page) as unknown as [string, string];
    writeFileSync(join(at, `adapter.${suffix}`), code);
    expect(countsOf(await follow(language, at))).toEqual(expected(casesOf('gsm7-packing').length, 0));
  });

  it('passes every case that its adapter does not skip', async () => {
    const at = folderFor('programs');
    copyFileSync(join(programs, `adapter.${suffix}`), join(at, `adapter.${suffix}`));
    const report = await follow(language, at);
    // The default alphabet alone: a case skipped is one with national tables.
    const tables = formats.includes('gsm7-text' as never)
      ? casesOf('gsm7-text').filter(({ options }) => options !== undefined)
      : [];
    const asked = formats.flatMap(casesOf).length;
    expect(countsOf(report)).toEqual(expected(asked - tables.length, tables.length));
    expect([...new Set(report.results.map(({ format }) => format))].sort()).toEqual(formats);
    const skipped = report.results.filter(({ result }) => result === 'skipped');
    expect(skipped.map(({ id }) => id)).toEqual(tables.map(({ id }) => id));
    console.log(`${language}: ${report.counts.passed} cases of ${formats.length} formats pass`);
  });
});
