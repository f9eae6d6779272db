/**
 * The command line, as a function from arguments to an exit code.
 * @module
 */
import { Command, CommanderError } from 'commander';
import { FormatError } from '../errors.js';
import { addConvert } from './convert.js';
import { addEncode } from './encode.js';
import { addInspect } from './inspect.js';
import { EXIT, Session, type Streams, UsageError } from './io.js';
import { addLint } from './lint.js';
import { addSegment } from './segment.js';

/** Injected by the build; running from source shows that there is none. */
declare const HANDSET_VERSION: string | undefined;

/** Runs one command. Never throws for what a user can do wrong; the message is on stderr. */
export async function run(args: readonly string[], streams: Streams): Promise<number> {
  const session = new Session(streams);
  const program = new Command('handset')
    .description("Encode and decode what a mobile handset's messaging stack takes.")
    .version(typeof HANDSET_VERSION === 'string' ? HANDSET_VERSION : 'unbuilt')
    .option('--strict', 'end with 3 when there were warnings')
    .exitOverride()
    .configureOutput({ writeOut: streams.stdout, writeErr: streams.stderr })
    .showHelpAfterError('(add --help for the options)');
  addInspect(program, session);
  addConvert(program, session);
  addEncode(program, session);
  addLint(program, session);
  addSegment(program, session);
  inheritOutput(program);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof UsageError) {
      streams.stderr(`handset: ${error.message}\n`);
      return EXIT.usage;
    }
    if (error instanceof FormatError) {
      streams.stderr(`handset: ${error.message} [${error.code}]\n`);
      return EXIT.invalid;
    }
    throw error;
  }
  return program.opts().strict === true && session.warnings.length > 0 ? EXIT.warnings : EXIT.ok;
}

/** Sub-commands print and end as the program does, and take --strict behind their own options too. */
function inheritOutput(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritOutput(child);
  }
}
