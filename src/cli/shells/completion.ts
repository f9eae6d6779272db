/**
 * `handset completion` and `handset man`: what shells and readers of manuals take, made from the commands themselves.
 * @module
 */
import { Argument, type Command } from 'commander';
import { type Session, UsageError } from '../io.js';
import { VERSION } from '../package-version.js';
import type { WholeProgram } from '../whole.js';
import { bashCompletion } from './bash.js';
import { fishCompletion } from './fish.js';
import { manualPage } from './man.js';
import { readTree, type TreeCommand } from './tree.js';
import { zshCompletion } from './zsh.js';

const SHELLS: Readonly<Record<string, (tree: TreeCommand) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

const INSTALL = `
Install:
  bash   echo 'source <(handset completion bash)' >> ~/.bashrc
  zsh    handset completion zsh > "\${fpath[1]}/_handset"
  fish   handset completion fish > ~/.config/fish/completions/handset.fish
`;

/** Adds the script of completions. */
export function addCompletion(command: Command, session: Session, whole: WholeProgram): void {
  command
    .addArgument(new Argument('[shell]', 'whose completion it is').choices(Object.keys(SHELLS)))
    .usage('[options] <shell>')
    .option('-o, --output <file>', 'write to a file')
    .addHelpText('after', INSTALL)
    .action(async (shell: string | undefined, { output }: { output?: string }) => {
      if (shell === undefined) throw new UsageError('completion takes a shell: bash, zsh or fish');
      const script = SHELLS[shell] as (tree: TreeCommand) => string;
      session.write(script(readTree(await whole.load())), output);
    });
}

/** Adds the manual page. */
export function addMan(command: Command, session: Session, whole: WholeProgram): void {
  command.option('-o, --output <file>', 'write to a file').action(async ({ output }: { output?: string }) => {
    session.write(manualPage(readTree(await whole.load()), VERSION), output);
  });
}
