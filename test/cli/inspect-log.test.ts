/** `handset inspect` of logs: read as they come, in bounded memory, and what is read whole instead. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { Session } from '../../src/cli/io.js';
import { run } from '../../src/cli/program.js';
import { DEFAULT_LIMITS } from '../../src/errors.js';
import { bundledProgram } from '../support/bundled.js';
import { handset, readText, temp, write } from './support.js';

// gammu and gnokii read the texts of these out of fixtures/logs.
const READY = '0791447700099099040C9144770009103200006211102100000013D9775D0EA287C5EC32283D07C9CB61721E';
const [PART_1, PART_2] = readFileSync('fixtures/logs/mixed.log', 'utf8').match(/(?<=both |and )[0-9A-F]{100,}/g) as [
  string,
  string,
];
const LINE = `2026-11-01 12:00:01 DEBUG PDU: ${READY} len=36`;

interface Entry {
  line: number;
  column?: number;
  endLine?: number;
  endColumn?: number;
  octets?: string;
  name: string;
  value?: string;
  error?: { message: string };
}
const entries = (out: string): Entry[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Pieces with a pause before each but the first. */
async function* slowly(pieces: readonly string[], ms = 700) {
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) await wait(ms);
    yield piece;
  }
}

describe('a log', () => {
  it('with --json is an object a line, with its place', async () => {
    const { code, out, err } = await handset(['inspect', '--json'], { stdin: `started\n${LINE}\n${LINE}\n` });
    expect([code, err]).toEqual([0, '']);
    expect(entries(out)).toMatchObject([
      { line: 2, column: 32, endColumn: 120, octets: READY, name: 'SMS-DELIVER' },
      { line: 3, column: 32, endColumn: 120, octets: READY, name: 'SMS-DELIVER' },
    ]);
  });

  it('has the tree of the payload, as it is without the log around it', async () => {
    const { out } = await handset(['inspect', '--json'], { stdin: `${LINE}\n` });
    const { line, column, endColumn, octets, ...tree } = JSON.parse(out);
    expect(tree).toEqual(JSON.parse((await handset(['inspect', '--json', '--hex', READY])).out));
    expect([line, column, endColumn, octets]).toEqual([1, 32, 120, READY]);
  });

  it('without --json is a tree for each payload after its place', async () => {
    const { out } = await handset(['inspect', '--depth', '0'], { stdin: `${LINE}\nx ${READY}\n` });
    expect(out).toBe(
      'line 1, columns 32-119:\n0-43          SMS-DELIVER\n                … 63 fields\n\n' +
        'line 2, columns 3-90:\n0-43          SMS-DELIVER\n                … 63 fields\n',
    );
    const painted = await handset(['inspect', '--depth', '0'], { stdin: `${LINE}\n`, color: true });
    expect(painted.out).toMatch(/^\x1b\[1mline 1, columns 32-119\x1b\[22m:\n/);
  });

  it('is the same from a file, from -, and with colours of a terminal in it', async () => {
    const { out } = await handset(['inspect', '--json'], { stdin: `${LINE}\n` });
    for (const args of [[write('modem.log', `${LINE}\n`)], ['-']])
      expect((await handset(['inspect', '--json', ...args], { stdin: `${LINE}\n` })).out).toBe(out);
    const coloured = await handset(['inspect', '--json'], { stdin: `\x1b[32mDEBUG\x1b[0m PDU: ${READY}\n` });
    expect(entries(coloured.out)).toMatchObject([{ line: 1, column: 21, octets: READY }]);
  });

  it('has joined messages where their last part is', async () => {
    const { out } = await handset(['inspect', '--json'], { stdin: `a: ${PART_1}\nb: ${PART_2}\nc\n` });
    expect(entries(out).map(({ line, name }) => [line, name])).toEqual([
      [1, 'SMS-DELIVER'],
      [2, 'SMS-DELIVER'],
      [2, 'joined from 2 parts'],
    ]);
    expect(entries(out)[2]?.value).toMatch(/^Your table for two .* tonight!$/);
  });

  it('tells what is missing and what is wrong, at the end', async () => {
    const stdin = `a: ${PART_1}\nb: ${READY.slice(0, -1)}\nc: ${READY.slice(0, -2)}\n`;
    const { code, err } = await handset(['inspect', '--json'], { stdin });
    expect(code).toBe(1);
    expect(err).toBe(
      'warning: line 1: 1 of 2 parts of a message\n2 payloads with errors; the first:\n' +
        'handset: standard input, line 2: hex at 89: 87 hex digits, an odd number: one is missing in TP-UD, octets 27 to 43 [truncated]\n',
    );
    expect((await handset(['inspect', '--strict'], { stdin: `a: ${PART_1}\n` })).code).toBe(3);
  });

  it('goes to a file, piece by piece', async () => {
    const path = write('entries.jsonl', 'an earlier one');
    const { out } = await handset(['inspect', '--json', '-o', path], { stdin: `${LINE}\n${LINE}\n` });
    expect(out).toBe('');
    expect(entries(readText(path)).map(({ line }) => line)).toEqual([1, 2]);
  });

  it('under --as and --direction has what can be that', async () => {
    const stdin = `x ${READY}\ny 0001000B917283010010F500000CE8329BFD066D789BF2C607\n`;
    const lines = async (...args: string[]) =>
      entries((await handset(['inspect', '--json', ...args], { stdin })).out).map(({ line }) => line);
    expect(await lines('--direction', 'MO')).toEqual([2]);
    expect(await lines('--as', 'pdu-mt')).toEqual([1]);
    expect(await lines('--as', 'log')).toEqual([1, 2]);
    expect((await handset(['inspect', '--as', 'text'], { stdin })).out).toMatch(/^0-\d+ +text = /);
  });
});

// Each waits for the half second after which input that is open is shown.
describe.concurrent('input that is still open', () => {
  it.each([
    ['a log', LINE],
    ['a listing', READY],
    ['JSON, an object a line', `{"pdu":"${READY}"}`],
  ])('is shown as it comes: %s', async (_, line) => {
    const seen: string[] = [];
    const pieces = async function* () {
      for (let i = 1; i <= 3; i++) {
        yield new TextEncoder().encode(`${line}\n`);
        // The next line does not come before this one has been shown.
        await vi.waitFor(() => expect(seen.length).toBe(i), { timeout: 20_000 });
      }
    };
    const code = await run(['inspect', '--json'], {
      stdout: (text) => void seen.push(String(text)),
      stderr: () => {},
      stdin: pieces,
      env: {},
      color: false,
    });
    expect(code).toBe(0);
    expect(entries(seen.join('')).map((entry) => entry.line)).toEqual([1, 2, 3]);
  });

  it('is read whole when it begins as a document, or ends without a payload', async () => {
    const [json, xml, text] = await Promise.all([
      handset(['inspect', '--json'], { stdin: slowly(['{\n', `"pdu": "${READY}"\n}`]) }),
      handset(['inspect'], { stdin: slowly(['<a>\n', '<b/>\n</a>']) }),
      handset(['inspect'], { stdin: slowly(['hello\n', 'world\n']) }),
    ]);
    expect(JSON.parse(json.out)).toMatchObject({ name: 'JSON', children: [{}, { name: 'hex: SMS-DELIVER' }, {}] });
    expect(xml.out).toMatch(/^0-\d+ +XML /);
    expect([text.code, text.out]).toEqual([0, '0-11          text = "hello\\nworld\\n"\n']);
  });

  it('is a listing when it ends soon', async () => {
    const { out } = await handset(['inspect', '--json'], { stdin: slowly([`${PART_1}\n`, `${PART_2}\n`], 10) });
    expect(JSON.parse(out)).toMatchObject({ name: 'hex', children: [{}, {}, { name: 'joined from 2 parts' }] });
  });
});

describe('input without an end', () => {
  it('is read line by line past the limits of what is read whole', async () => {
    const count = DEFAULT_LIMITS.inspectItems + 1;
    const listing = await handset(['inspect', '--json'], { stdin: `${READY}\n`.repeat(count) });
    expect([listing.code, entries(listing.out).length]).toEqual([0, count]);
    const before = 'nothing here\n'.repeat(100_000);
    const log = await handset(['inspect', '--json'], { stdin: `${before}${LINE}\n` });
    expect(entries(log.out).map(({ line }) => line)).toEqual([100_001]);
  });

  it('of other kinds is refused past them, and read no further', async () => {
    let read = 0;
    const binary = async function* () {
      for (; read < 100; read++) yield '\0\x01\x02\x03'.repeat(16_384);
    };
    const { code, err } = await handset(['inspect'], { stdin: binary() });
    expect([code, err]).toEqual([1, 'handset: standard input: input: more than 1048576 octets [limit-exceeded]\n']);
    expect(read).toBeLessThan(20);
    const nothing = await handset(['inspect'], { stdin: 'nothing here\n'.repeat(100_000) });
    expect([nothing.code, nothing.err]).toEqual([
      1,
      'handset: standard input: input: no payload in 100000 lines [bad-value]\n',
    ]);
  });

  it('may have lines of any length', async () => {
    const long = 'x'.repeat(DEFAULT_LIMITS.inspectOctets);
    const { out } = await handset(['inspect', '--json'], { stdin: `${LINE}\n${long}${long} ${READY}\n${LINE}\n` });
    expect(entries(out).map(({ line }) => line)).toEqual([1, 3]);
  });

  it('waits for a slow reader', async () => {
    // More than is read before the first line is shown.
    const first = Math.ceil(DEFAULT_LIMITS.inspectOctets / LINE.length);
    let [given, taken] = [0, 0];
    const lines = async function* () {
      yield new TextEncoder().encode(`${LINE}\n`.repeat(first));
      for (; given < 50; given++) yield new TextEncoder().encode(`${LINE}\n`);
    };
    const held: number[] = [];
    const session = {
      stdout: () => void taken++,
      stderr: () => {},
      stdin: lines,
      env: {},
      color: false,
      drained: async () => {
        if (taken > first) held.push(given - (taken - first));
        await Promise.resolve();
      },
    };
    expect(await run(['inspect', '--json'], session)).toBe(0);
    // No line is read before the last one has been taken.
    expect(Math.max(...held)).toBeLessThanOrEqual(1);
  });

  it('is cut short by a reader that has enough', async () => {
    const args = [await bundledProgram(new URL('../../src/cli/main.ts', import.meta.url)), 'inspect', '--json'];
    const program = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let err = '';
    program.stderr.on('data', (text) => {
      err += String(text);
    });
    program.stdin.on('error', () => {});
    const exit = new Promise<number | null>((resolve) => program.on('exit', resolve));
    let shown = '';
    program.stdout.once('data', (text) => {
      shown = String(text);
      program.stdout.destroy();
    });
    const piece = `${LINE}\n`.repeat(500);
    while (program.exitCode === null) {
      if (!program.stdin.write(piece))
        await Promise.race([new Promise((resolve) => program.stdin.once('drain', resolve)), exit]);
    }
    expect([await exit, err]).toEqual([0, '']);
    expect(shown).toMatch(/^\{"line":1,/);
  });
});

describe('hex as an argument', () => {
  it('is a payload where there is no file of that name', async () => {
    const { out } = await handset(['inspect', '--json', '--hex', READY]);
    const spaced = READY.replace(/(..)/g, '$1 ').trim();
    for (const argument of [READY, READY.toLowerCase(), spaced, spaced.replaceAll(' ', ':'), `0x${READY}`])
      expect(await handset(['inspect', '--json', argument])).toMatchObject({ code: 0, out });
  });

  it('of several arguments is several', async () => {
    const { out } = await handset(['inspect', '--json', PART_1, PART_2]);
    expect(JSON.parse(out)).toMatchObject({ name: 'hex', children: [{}, {}, { name: 'joined from 2 parts' }] });
  });

  it('lacks a digit, or has a letter for one', async () => {
    const odd = await handset(['inspect', READY.slice(0, -1), '--depth', '0']);
    expect([odd.code, odd.err]).toEqual([
      1,
      'handset: hex at 86: 87 hex digits, an odd number: one is missing in TP-UD, octets 27 to 43 [truncated]\n',
    ]);
    expect(odd.out).toMatch(/^0-42 +SMS-DELIVER\n/);
    const letter = await handset(['inspect', `${READY.slice(0, 8)}O${READY.slice(9)}`, '--depth', '0']);
    expect(letter).toMatchObject({ code: 1, err: 'handset: hex at 8: "O" is not a hex digit; read as 0 [bad-value]\n' });
    expect((await handset(['inspect', '--hex', READY.slice(0, -1), '--depth', '0'])).out).toBe(odd.out);
    const [first] = (await handset(['inspect', '--hex', PART_1, READY.slice(0, -1), '--depth', '0'])).err.split(':');
    expect(first).toBe('handset');
  });

  it('and files do not go together, and what is neither is told', async () => {
    const file = write('a.bin', 'x');
    expect(await handset(['inspect', file, READY])).toMatchObject({
      code: 2,
      err: `handset: give files or hex, not both: there is no file ${READY}\n`,
    });
    expect(await handset(['inspect', temp('no.bin')])).toMatchObject({
      code: 2,
      err: `handset: cannot read ${temp('no.bin')}: there is no such file, and it is not hex\n`,
    });
    expect((await handset(['inspect', 'deadbeef'])).err).toBe(
      'handset: input at 0: is nothing known here, and no file; --as or --direction shows how far a reading gets [bad-value]\n',
    );
  });

  it('a file whose name is hex too is read, and a note says how to ask for either', async () => {
    const program = await bundledProgram(new URL('../../src/cli/main.ts', import.meta.url));
    const cwd = dirname(write('0102cafe', READY));
    const inspected = (...args: string[]) => {
      const done = spawnSync(process.execPath, [program, 'inspect', ...args, '--depth', '0'], { cwd, encoding: 'utf8' });
      return { code: done.status, out: done.stdout, err: done.stderr };
    };
    const { out } = inspected('./0102cafe');
    const err = '0102cafe is read as a file; for hex: --hex 0102cafe, for the file without this note: ./0102cafe\n';
    expect(inspected('./0102cafe')).toEqual({ code: 0, out, err: '' });
    expect(inspected('0102cafe')).toEqual({ code: 0, out, err });
    expect(inspected('--hex', '0102cafe').out).not.toBe(out);
  });
});

describe('at a terminal', () => {
  it('somebody is told what to type', async () => {
    const { code, err } = await handset(['inspect', '--depth', '0'], { stdin: `${READY}\n`, isTyped: true });
    expect([code, err]).toEqual([
      0,
      'reading standard input: type or paste a PDU in hex, or anything else, and end it with Ctrl-D\n',
    ]);
    expect((await handset(['inspect', '--hex', READY], { isTyped: true })).err).toBe('');
  });

  it('of other commands too', async () => {
    const session = new Session({
      stdout: () => {},
      stderr: () => {},
      stdin: async function* () {
        yield Uint8Array.of(1);
        yield Uint8Array.of(2);
      },
      env: {},
      color: false,
    });
    expect(await session.read('-')).toEqual(Uint8Array.of(1, 2));
    await expect(session.read('-')).rejects.toThrow('standard input is asked for twice');
  });
});
