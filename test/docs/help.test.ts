/** `handset --help` as somebody reads who sees it first: every command has examples, and the examples can be typed. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { handset } from '../cli/support.js';
import { tempFolder } from '../support/cleanup.js';

/** Names of the commands that a help lists. */
function commandsIn(help: string): string[] {
  const list = help.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '';
  return [...list.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name]) => name as string).filter((name) => name !== 'help');
}

const helpOf = async (path: readonly string[]) => (await handset([...path, '--help'])).out;

/** Every command, groups and what is in them. */
async function pathsBelow(path: readonly string[]): Promise<string[][]> {
  const names = commandsIn(await helpOf(path));
  const below = await Promise.all(names.map((name) => pathsBelow([...path, name])));
  return names.flatMap((name, index) => [[...path, name], ...(below[index] as string[][])]);
}

const paths = await pathsBelow([]);
const examplesIn = (help: string) =>
  [...(help.split('\nExamples:\n')[1] ?? '').matchAll(/^ {2}handset (.*)$/gm)].map(([, line]) => line as string);
/** Files that an example names are looked for in a folder where there are none: never among those of whoever runs the tests. */
const isFile = (word: string) => /^[\w-]+\.[a-z][a-z\d]*$|^(?:downloads|photos|adapted|site)$/.test(word);
const nowhere = tempFolder('help');
const wordsOf = (line: string) => [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));

it('lists all commands, exit codes and where to begin', async () => {
  const help = await helpOf([]);
  expect(paths.length).toBeGreaterThan(35);
  for (const word of ['Exit codes:', 'serve --demo', 'COMMAND --help']) expect(help).toContain(word);
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

describe.each(paths.map((path) => [path.join(' '), path] as const))('handset %s --help', (name, path) => {
  it('describes itself in words that begin alike, and no line is wider than a terminal', async () => {
    const help = await helpOf(path);
    expect(help.split('\n\n')[1]).toMatch(/^[a-z][^\n]/);
    const lines = help.split('\nExamples:\n')[0]?.split('\n') ?? [];
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('has examples, of the command or of what it belongs to', async () => {
    const examples = examplesIn(await helpOf(path));
    expect(examples.length).toBeGreaterThan(0);
    const group = path[0] as string;
    const own = group === 'send' || group === 'account' ? group : name;
    expect(examples.filter((line) => line !== own && !line.startsWith(`${own} `))).toEqual([]);
  });
});

describe('the examples', async () => {
  const lines = new Set((await Promise.all(paths.map(helpOf))).flatMap(examplesIn));
  // These would listen, and not end.
  const typed = [...lines].filter((line) => line !== 'serve --demo');

  it.each(typed)('handset %s', async (line) => {
    const { err } = await handset(wordsOf(line).map((word) => (isFile(word) ? join(nowhere, word) : word)));
    // The files in them are nobody's, and there is no server and no build; all else is as it should be.
    expect(err).not.toMatch(/^error: |--help|TypeError/m);
    expect(
      err === '' ||
        /there is no such file|the playground is not beside|needs the package|no (?:server|operators' port) is named|^[A-Za-z -]+: \d+ messages?|warning|MMS notification/.test(
          err,
        ),
      err,
    ).toBe(true);
  });
});
