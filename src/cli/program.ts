/**
 * The command line, as a function from arguments to an exit code.
 * @module
 */
import { Command, CommanderError, Option } from 'commander';
import { EncodeError, FormatError } from '../errors.js';
import { printable } from '../inspect/printable.js';
import { COLOR_CHOICES, hasColors } from './colors.js';
import { COMMANDS, type CommandRow } from './commands.js';
import { examplesText, PROGRAM_TEXT } from './examples.js';
import { EXIT, FileError, Session, type Streams, UsageError } from './io.js';
import { VERSION } from './package-version.js';
import type { WholeProgram } from './whole.js';

/** Runs one command. Never throws for what a user can do wrong; the message is on stderr. */
export async function run(args: readonly string[], streams: Streams): Promise<number> {
  const session = new Session(streams);
  const program = new Command('handset')
    .description('Make, read, inspect and send messages for mobile handsets.')
    .option('--strict', 'end with 3 when there were warnings')
    .addOption(
      new Option(
        '--color <when>',
        'colours: auto, on a terminal unless NO_COLOR is set; FORCE_COLOR and CLICOLOR_FORCE have them elsewhere',
      )
        .choices(COLOR_CHOICES)
        .default('auto'),
    )
    .exitOverride()
    .configureOutput({ writeOut: streams.stdout, writeErr: (text) => streams.stderr(printable(withoutText(text), true)) })
    // Long names of commands would leave no room for wrapping otherwise.
    .configureHelp({ minWidthToWrap: 24, subcommandTerm: listedTerm })
    .showHelpAfterError('(add --help for the options and examples)');
  // Behind a command, --version is that command's own: which version of a card to write.
  const command = args.findIndex(isCommand);
  if (command < 0 || !args.includes('--version', command)) program.version(VERSION, '-v, --version', 'show the version');
  const words = withoutHelpCommand(args);
  addCommands(program, session, words[0]);
  program.addHelpText('after', () => PROGRAM_TEXT);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof UsageError) {
      streams.stderr(`handset: ${printable(error.message)}\n`);
      return EXIT.usage;
    }
    if (error instanceof FormatError || error instanceof FileError) {
      const { code } = error instanceof FileError ? error.format : error;
      streams.stderr(`handset: ${printable(error.message)}${hintOf(error)} [${code}]\n`);
      return EXIT.invalid;
    }
    throw error;
  }
  if (session.exit !== EXIT.ok) return session.exit;
  return program.opts().strict === true && session.warnings.length > 0 ? EXIT.warnings : EXIT.ok;
}

/** A message's text that begins with a hyphen is taken for an option, and so is `-p1234`: what is no plain name is not repeated. */
function withoutText(message: string): string {
  const [found, what] = /^error: unknown (option|command) '(?!(?:-[A-Za-z]|(?:--)?[a-z][a-z-]*)')/.exec(message) ?? [];
  return found === undefined ? message : `error: unknown ${what}; put -- before arguments that begin with a hyphen\n`;
}

/** What to do about a tune that is too long for its form. */
function hintOf(error: Error): string {
  if (!(error instanceof EncodeError) || error.code !== 'too-long') return '';
  return { title: '; --cut-title cuts it', notes: '; --max-notes cuts the end off' }[error.field] ?? '';
}

/** Adds the commands, or the one that is called by the first word; what is in one of them is loaded when it is called. */
function addCommands(program: Command, session: Session, first: string | undefined): void {
  const loaded = new Map<Command, () => Promise<void>>();
  const onLoad: (() => void)[] = [];
  const whole: WholeProgram = {
    load: async () => {
      for (const load of loaded.values()) await load();
      for (const add of onLoad) add();
      return program;
    },
    onLoad: (add) => void onLoad.push(add),
  };
  const called = COMMANDS.find((row) => nameOf(row) === first);
  const rows = called === undefined || called.showsAll === true ? COMMANDS : [called];
  for (const { usage, description, load } of rows) {
    const command = program.command(usage).description(description);
    const loadOnce = once(async () => {
      (await load())(command, session, whole);
      inheritOutput(command);
      addExamples(command);
    });
    loaded.set(command, loadOnce);
  }
  program.hook('preSubcommand', (_, command) => {
    const { color } = program.opts();
    const { env, color: isTerminal } = session.streams;
    session.color = { stdout: hasColors(color, env, isTerminal), files: color === 'always' };
    return loaded.get(command)?.();
  });
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/** A command in the list of commands: whether it has options is known only when it is loaded. */
function listedTerm(command: Command): string {
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...words].join(' ');
}

const nameOf = ({ usage }: CommandRow) => usage.split(' ')[0];

/** Whether this names a command. */
function isCommand(word: string): boolean {
  return COMMANDS.some((row) => nameOf(row) === word);
}

/** Puts examples below the options of a command, and of those below it; only help loads them. */
function addExamples(command: Command, path: string = command.name()): void {
  command.addHelpText('after', () => examplesText(path));
  for (const child of command.commands) addExamples(child, `${path} ${child.name()}`);
}

/** `help encode text` and `encode help text` are `encode text --help`, for which the command is loaded. */
function withoutHelpCommand(args: readonly string[]): readonly string[] {
  const [first = '', second = '', third] = args;
  if (first === 'help' && isCommand(second)) return [...args.slice(1), '--help'];
  return second === 'help' && third !== undefined && isCommand(first) ? [first, ...args.slice(2), '--help'] : args;
}

/** Sub-commands print and end as the program does, and take --strict behind their own options too. */
function inheritOutput(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritOutput(child);
  }
}
