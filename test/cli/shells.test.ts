/** Completions in the shells themselves, and the manual page in the programs that show it; where they are installed. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ARCHIVE_FORMATS } from '../../src/archive/index.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { FORMATS } from '../../src/inspect/index.js';
import { handset, temp, write } from './support.js';

const scriptOf = async (shell: string) => (await handset(['completion', shell])).out;
const isInstalled = (program: string) => spawnSync(program, ['--version'], { timeout: 20_000 }).error === undefined;
const names = COMMANDS.map(({ usage }) => usage.split(' ')[0] as string);

function runs(program: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd, timeout: 20_000 });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

/** Cases of all shells: the words so far, the last of them unfinished. */
const CASES: readonly (readonly [words: string[], found: readonly string[]])[] = [
  [[''], names],
  [['in'], ['inspect', 'inbox']],
  [['encode', 'op'], ['operator-logo']],
  [['encode', 'text', '--enc'], ['--encoding']],
  [
    ['encode', 'text', '--encoding', ''],
    ['gsm7', 'ucs2'],
  ],
  [['segment', '--encoding', 'u'], ['ucs2']],
  [['inspect', '--as', ''], FORMATS],
  [['archive', 'x', '--to', ''], ARCHIVE_FORMATS],
  [['send', 'logo', '--mc'], ['--mcc']],
  [
    ['admin', 'op'],
    ['opt-outs', 'opt-in'],
  ],
  [['segment', '--str'], ['--strict']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['inspect', '--depth', ''], []],
];

describe.runIf(isInstalled('bash'))('bash', async () => {
  const script = write('completion.bash', await scriptOf('bash'));
  const completed = (words: readonly string[], cwd?: string) => {
    const quoted = ['handset', ...words].map((word) => `'${word}'`).join(' ');
    const lines = `source ${script}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _handset; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return runs('bash', ['--norc', '-c', lines], cwd)
      .split('\n')
      .filter((word) => word !== '');
  };

  it.each(CASES)('handset %j', (words, found) => {
    expect(completed(words)).toEqual(found);
  });

  it('takes --option=value, which bash splits', () => {
    expect(completed(['segment', '--encoding', '=', 'u'])).toEqual(['ucs2']);
    expect(completed(['segment', '--encoding', '='])).toEqual(['gsm7', 'ucs2']);
  });

  it('completes files for arguments and options that take them, blanks in their names included', () => {
    write('a photo.jpg', '');
    const folder = temp('');
    for (const words of [
      ['inspect', 'a p'],
      ['convert', 'x', 'a p'],
      ['segment', '-o', 'a p'],
      ['compose', '--profile', 'a p'],
    ]) {
      expect(completed(words, folder), words.join(' ')).toEqual(['a photo.jpg']);
    }
    expect(completed(['handsets', 'a p'], folder)).toEqual([]);
  });

  it('is registered for the command', () => {
    expect(runs('bash', ['--norc', '-c', `source ${script}; complete -p handset`])).toBe('complete -F _handset handset\n');
  });
});

describe.runIf(isInstalled('fish'))('fish', async () => {
  const script = write('completion.fish', await scriptOf('fish'));

  it.each(CASES)('handset %j', (words, found) => {
    const line = ['handset', ...words].join(' ');
    const completed = runs('fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`], temp(''));
    const first = completed.split('\n').map((row) => row.split('\t')[0] as string);
    expect(first.filter((word) => word !== '').sort()).toEqual([...found].sort());
  });
});

describe.runIf(isInstalled('zsh'))('zsh', async () => {
  const script = write('_handset', await scriptOf('zsh'));

  it('reads the script, and each function of it is there', () => {
    const lines = `autoload -U compinit; compinit -D; source ${script}; print -l \${(k)functions} | grep '^_handset'; print $_comps[handset]`;
    const found = runs('zsh', ['-f', '-c', lines]).trim().split('\n');
    expect(found.at(-1)).toBe('_handset');
    expect(found).toEqual(expect.arrayContaining(names.map((name) => `_handset_${name}`)));
    expect(found).toContain('_handset_encode_text');
  });
});

describe('every shell', () => {
  it.each(['bash', 'zsh', 'fish'])('%s: the same script each time, in plain ASCII lines', async (shell) => {
    const script = await scriptOf(shell);
    expect(await scriptOf(shell)).toBe(script);
    expect(script).toContain(`handset completion ${shell}`);
    for (const name of names) expect(script).toContain(name);
  });

  it('another one is refused, and those that there are are named', async () => {
    const { code, err } = await handset(['completion', 'tcsh']);
    expect([code, err]).toEqual([2, expect.stringContaining('Allowed choices are bash, zsh, fish')]);
  });

  it('without a shell they are named', async () => {
    const { code, err } = await handset(['completion']);
    expect([code, err]).toEqual([2, 'handset: completion takes a shell: bash, zsh or fish\n']);
  });

  it('the help says how to install it', async () => {
    const { out } = await handset(['completion', '--help']);
    expect(out).toContain('handset completion fish > ~/.config/fish/completions/handset.fish');
  });
});

describe('the manual page', async () => {
  const { out: page } = await handset(['man']);

  it('has every command, every exit code, and no date', async () => {
    expect(page.split('\n')[0]).toMatch(/^\.TH HANDSET 1 "" "handset [\w.]+" "User Commands"$/);
    for (const name of names) expect(page).toContain(`.SS "handset ${name}`);
    expect(page).toContain('.SS "handset admin opt\\-outs [options]"');
    for (const code of [0, 1, 2, 3, 4, 5, 6]) expect(page).toContain(`\n.B ${code}\n`);
    expect((await handset(['man'])).out).toBe(page);
  });

  it('has nothing but ASCII, and no request in its texts', () => {
    expect(page).toMatch(/^[\x20-\x7e\n]*$/);
    const requests = new Set([...page.matchAll(/^[.'](\w*)/gm)].map(([, name]) => name));
    expect([...requests].sort()).toEqual(['B', 'I', 'PP', 'RI', 'SH', 'SS', 'TH', 'TP', 'fi', 'nf']);
  });

  it.runIf(isInstalled('groff'))('groff has nothing to warn of', () => {
    const file = write('handset.1', page);
    const shown = runs('groff', ['-man', '-Tutf8', '-ww', '-P-cbou', file]);
    expect(shown).toContain('handset encode text [options] [text]');
    expect(shown).toContain("handset segment 'Une leçon, ça va'");
  });
});
