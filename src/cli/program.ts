/**
 * The command line, as a function from arguments to an exit code.
 * @module
 */
import { Command, CommanderError } from 'commander';
import { EncodeError, FormatError } from '../errors.js';
import { printable } from '../inspect/printable.js';
import { addArchive } from './archive/archive.js';
import { addEncode } from './content/encode.js';
import { addSend } from './content/send.js';
import { addExamples } from './examples.js';
import { addCompose } from './files/compose.js';
import { addConvert } from './files/convert.js';
import { addLint } from './files/lint.js';
import { addPreview } from './files/preview.js';
import { addRepurpose } from './files/repurpose.js';
import { addAccount } from './gateway/account.js';
import { addAdmin } from './gateway/admin.js';
import { addInbox } from './gateway/inbox.js';
import { addRoute } from './gateway/route.js';
import { addServe } from './gateway/serve.js';
import { addHandsets } from './handsets.js';
import { addInspect } from './inspect/inspect.js';
import { EXIT, FileError, Session, type Streams, UsageError } from './io.js';
import { addModem } from './modem/modem.js';
import { addPlayground } from './playground.js';
import { addSegment } from './segment.js';
import { addSmsc } from './smsc.js';

/** Injected by the build; running from source shows that there is none. */
declare const HANDSET_VERSION: string | undefined;

/** Runs one command. Never throws for what a user can do wrong; the message is on stderr. */
export async function run(args: readonly string[], streams: Streams): Promise<number> {
  const session = new Session(streams);
  const program = new Command('handset')
    .description("Make, read, look at and send what a mobile handset's messaging takes.")
    .option('--strict', 'end with 3 when there were warnings')
    .exitOverride()
    .configureOutput({ writeOut: streams.stdout, writeErr: (text) => streams.stderr(printable(withoutText(text), true)) })
    // Long names of commands would leave no room for wrapping otherwise.
    .configureHelp({ minWidthToWrap: 24 })
    .showHelpAfterError('(add --help for the options and examples)');
  // Behind a command, --version is that command's own: which version of a card to write.
  const command = args.findIndex((arg) => !arg.startsWith('-'));
  if (command < 0 || !args.includes('--version', command)) {
    program.version(typeof HANDSET_VERSION === 'string' ? HANDSET_VERSION : 'unbuilt');
  }
  addInspect(program, session);
  addArchive(program, session);
  addConvert(program, session);
  addEncode(program, session);
  addCompose(program, session);
  addPreview(program, session);
  addLint(program, session);
  addSegment(program, session);
  addHandsets(program, session);
  addRepurpose(program, session);
  addSend(program, session);
  addAccount(program, session);
  addServe(program, session);
  addInbox(program, session);
  addRoute(program, session);
  addModem(program, session);
  addSmsc(program, session);
  addAdmin(program, session);
  addPlayground(program, session);
  addExamples(program);
  inheritOutput(program);
  try {
    await program.parseAsync(args, { from: 'user' });
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

/** Sub-commands print and end as the program does, and take --strict behind their own options too. */
function inheritOutput(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritOutput(child);
  }
}
