/**
 * Follows pages that are typed into a shell, to the letter, in a copy of the project such as a clone is: each `sh` block is what is entered, a `text`
 * block behind it what comes (`...` stands for any text or any lines). A block behind `<!-- second terminal -->` runs in a second shell, keeps
 * running, and is ended as by Ctrl-C at the end of the page.
 *
 * The pages' servers listen on 8080, and on 8081 for operators. Where one of them is taken, a free port stands in its place, and the title of the test
 * says so.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Block, blocksOf, patternOf, root, textOf } from './pages.js';

const PAGES = ['docs/tutorial.md', 'docs/how-to/gateway-operator.md'];
/** What goes wrong while a page's server runs, and the words that the page has for it. */
const FAILURES: Readonly<Record<string, readonly (readonly [command: string, words: string])[]>> = {
  'docs/tutorial.md': [
    ['npx handset serve --demo --operators-port 0', 'handset: listen EADDRINUSE: address already in use'],
    ['HANDSET_PIN=1 npx handset account credit', 'the gateway refused: report 2 (invalid login)'],
    ['HANDSET_SERVER= npx handset account credit', 'handset: no server is named'],
    ['npx handset account credit --server http://127.0.0.1:9', 'handset: no connection, nothing was sent'],
  ],
};
const SECOND_TERMINAL = '<!-- second terminal -->';
/** A step at most; the longest builds. */
const STEP_MS = 400_000;

// ---- Ports ----

/** Opens a port for a moment. @returns its number, undefined when it is taken */
async function portOf(wanted: number): Promise<number | undefined> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, '127.0.0.1', resolve));
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}

/** The ports that the pages name: the one that a server takes when it is told nothing, and the operators'. */
const NAMED_PORTS = [8080, 8081] as const;

// ---- Terminals ----

/** A shell with the project's copy as its folder. Blocks are sourced, so that what one exports holds for the next. */
class Terminal {
  #output = '';
  readonly #shell: ChildProcess;
  readonly #folder: string;
  #blocks = 0;

  constructor(folder: string) {
    this.#folder = folder;
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(?:HANDSET_|npm_|VITEST|NODE_)/.test(name)),
    );
    // What npm has to say of its own settings is no part of a page. Its cache gets a link to the folder, from which `npx handset` runs.
    const npm = {
      npm_config_loglevel: 'error',
      npm_config_update_notifier: 'false',
      npm_config_cache: join(folder, '.npm-cache'),
    };
    this.#shell = spawn('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      env: { ...env, ...npm, NO_COLOR: '1' },
      detached: true,
    });
    const keep = (octets: Buffer) => {
      this.#output += octets.toString();
    };
    this.#shell.stdout?.on('data', keep);
    this.#shell.stderr?.on('data', keep);
    this.#shell.stdin?.write('exec 2>&1\n');
  }

  /** Enters a block. @returns what is printed until `isDone`, without the mark of the end */
  async enter(code: string, isDone?: (output: string) => boolean): Promise<string> {
    const name = join(this.#folder, `.typed-${++this.#blocks}-${this.#shell.pid}`);
    writeFileSync(name, code);
    this.#output = '';
    const mark = `end-of-block-${this.#blocks}`;
    // Standard input of the commands is not that of the shell: a program that reads would take the lines behind it.
    this.#shell.stdin?.write(`. '${name}' < /dev/null; echo "${mark} $?"\n`);
    const end = new RegExp(`${mark} (\\d+)\\n$`);
    for (const deadline = performance.now() + STEP_MS; performance.now() < deadline; ) {
      const ended = end.exec(this.#output);
      if (ended !== null) {
        const output = this.#output.slice(0, ended.index);
        if (ended[1] !== '0' || isDone !== undefined) throw new Error(`${code}ended with ${ended[1]}:\n${output}`);
        return output;
      }
      if (isDone?.(this.#output)) return this.#output;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`${code}did not end; so far it printed\n${this.#output}`);
  }

  /** Ctrl-C, and the end of the shell: all that runs in it. */
  async close(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#shell;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const ended = once(this.#shell, 'close');
    const send = (signal: NodeJS.Signals) => {
      try {
        process.kill(-pid, signal);
      } catch {
        // All of them have ended.
      }
    };
    send('SIGINT');
    this.#shell.stdin?.end();
    const late = setTimeout(() => send('SIGKILL'), 20_000);
    await ended;
    clearTimeout(late);
  }
}

// ---- The copy ----

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, 120_000);

/**
 * The project as it stands in a clone, with its packages and, when there is one, its build. Times are kept, those of folders too: they say what is
 * stale. Packages are copied, not linked to as a folder: whatever is typed into the copy must not reach those of the project.
 */
function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'handset-session-'));
  folders.push(copy);
  const names = ['package.json', 'package-lock.json', 'tsconfig.json', 'config', 'fixtures', 'src', 'dist'];
  const there = names.map((name) => join(root, name)).filter((path) => existsSync(path));
  execFileSync('cp', ['-Rp', ...there, copy]);
  const packages = join(root, 'node_modules');
  // Without the caches, in which other tests are at work.
  const installed = readdirSync(packages).filter((name) => !/^\.(?!bin$|package-lock)/.test(name));
  const from = installed.map((name) => join(packages, name));
  const to = join(copy, 'node_modules');
  mkdirSync(to);
  try {
    // The files themselves under a second name, where the temporary folder is on the same disk.
    execFileSync('cp', ['-al', ...from, to], { stdio: 'ignore' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to);
    execFileSync('cp', ['-a', ...from, to]);
  }
  // Packages that look older than their list would be installed afresh.
  utimesSync(join(copy, 'package-lock.json'), 0, 0);
  return copy;
}

/** What is entered, where, and what comes. */
interface Step extends Block {
  readonly isSecond: boolean;
  readonly expected: readonly string[] | undefined;
}

const freePort = async (named: number) => (await portOf(named)) ?? ((await portOf(0)) as number);
const [port, operatorsPort] = [await freePort(NAMED_PORTS[0]), await freePort(NAMED_PORTS[1])];
const isAsNamed = port === NAMED_PORTS[0] && operatorsPort === NAMED_PORTS[1];
const title = isAsNamed
  ? 'runs as it stands'
  : `runs with ports ${port} and ${operatorsPort} in place of ${NAMED_PORTS.join(' and ')}, which are taken`;

const replaced = (text: string) =>
  text.replace(/8080|8081/g, (named) => String(Number(named) === NAMED_PORTS[0] ? port : operatorsPort));
/** Commands with the ports that are used. A server that is told nothing takes the port of the pages. */
const withPort = (code: string) =>
  port === NAMED_PORTS[0] ? replaced(code) : replaced(code).replace(/^(npx handset serve .*)$/m, `$1 --port ${port}`);

function stepsOf(page: string): Step[] {
  const blocks = blocksOf(page);
  return blocks.flatMap((block, index) => {
    if (block.language !== 'sh') return [];
    const next = blocks[index + 1];
    const expected = next?.language === 'text' ? replaced(next.code).replace(/\n$/, '').split('\n') : undefined;
    return [{ ...block, code: withPort(block.code), isSecond: block.before.includes(SECOND_TERMINAL), expected }];
  });
}

describe.each(PAGES)('%s', (page) => {
  const steps = stepsOf(page);

  it(
    title,
    async () => {
      const copy = copyOfProject();
      const first = new Terminal(copy);
      const second = new Terminal(copy);
      try {
        for (const { line, code, isSecond, expected } of steps) {
          const pattern = expected === undefined ? undefined : patternOf(expected);
          const isShown = (output: string) => pattern?.test(output) ?? true;
          const output = isSecond ? await second.enter(code, isShown) : await first.enter(code);
          // The pattern says little when it fails: show what came beside what the page has.
          if (!isShown(output)) expect(`${page}:${line}\n${output}`).toBe(`${page}:${line}\n${expected?.join('\n')}\n`);
        }
        for (const [command, words] of FAILURES[page] ?? []) {
          expect(textOf(page)).toContain(words);
          expect(await first.enter(`${withPort(command)} || true\n`)).toContain(words);
        }
        expect(await portOf(port), `port ${port} while the page runs`).toBeUndefined();
      } finally {
        await first.close();
        await second.close();
      }
      expect(await portOf(port), `port ${port} after Ctrl-C`).toBe(port);
    },
    STEP_MS + 200_000,
  );

  it('has commands with their output, and a server', () => {
    expect(steps.filter(({ expected }) => expected !== undefined).length).toBeGreaterThan(5);
    expect(steps.some(({ isSecond }) => isSecond)).toBe(true);
  });
});
