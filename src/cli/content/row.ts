/**
 * A row of the table of contents: what `handset encode KIND` and `handset send KIND` take and how a content is made of it.
 * @module
 */
import type { Command } from 'commander';
import { KINDS } from '../../content/kinds.js';
import type { AnyKind, ContentOptions, LibraryReference, SendContent } from '../../content/model.js';
import { EncodeError } from '../../errors.js';
import { type BuildOptions, type Content, chooseForm, type FormChoice } from '../../message/index.js';
import type { Session } from '../io.js';
import type { WholeProgram } from '../whole.js';
import { byOption } from './submits.js';

/** Which command: messages are written, or a gateway is asked to send. */
export type Door = 'encode' | 'send';

/** What there is to make a content of. */
export interface Given<Options> {
  readonly session: Session;
  readonly door: Door;
  /** Whether the messages go out at once, which nobody looks at before. */
  readonly isSent?: boolean;
  readonly argument: string | undefined;
  /** All arguments, of a command that takes several. */
  readonly files: readonly string[];
  readonly options: Options;
}

/** Options that rows may have of the doors: the handset, and an item of the library. */
export interface DoorOptions {
  readonly make?: string;
  readonly model?: string;
  readonly bearer?: BuildOptions['form'];
  readonly libraryNumber?: number;
  readonly as?: string;
  readonly lenient?: boolean;
}

/** A content, and how its messages are built, or what goes with it in a request. */
export interface Made {
  readonly content: Content | SendContent;
  readonly build?: Partial<BuildOptions>;
  readonly given?: ContentOptions;
}

/** A row of the table. */
export interface Row<Options = never> {
  readonly kind: AnyKind;
  /** The one command that has it; both when left out. */
  readonly door?: Door;
  readonly argument: '[text]' | '[file]' | '[files...]';
  /** What it is, where the summary of its kind would not do. */
  readonly what?: string;
  /** Where it comes from, after what it is. */
  readonly source: string;
  /** What else there is to say where a gateway is asked to send. */
  readonly sending?: string | undefined;
  readonly alias?: string;
  /** Whether `--as` and `--lenient` say how the file is read. */
  readonly isRead?: true;
  /** Whether its form depends on the make of the handset. */
  readonly isByMake?: true;
  /** Makes the content of an item of the gateway's library. */
  readonly ofLibrary?: (item: LibraryReference, options: Options) => SendContent;
  /** Title of the options that follow. */
  readonly group?: string;
  readonly options: (command: Command, door: Door) => unknown;
  readonly read: (given: Given<Options>) => Promise<Made> | Made;
  /** What goes with the content in a request, whether it is made here or of the library. */
  readonly given?: (given: Given<Options>) => ContentOptions;
  /** Options behind parameters that mean something else for other kinds. */
  readonly optionOf?: Readonly<Record<string, string>>;
  /** Of `encode`. */
  readonly examples?: readonly string[];
}

/** A row of the table, whatever its options. */
export function row<Options>(one: Row<Options & DoorOptions>): Row {
  return one as Row<never>;
}

function declare(parent: Command, row: Row, door: Door): Command {
  const { kind, argument, what, source, sending = '', alias, examples = [] } = row;
  const { commands, summary } = KINDS[kind];
  const words = `${what ?? summary}${source}${door === 'send' ? sending : ''}`;
  const command = parent.command(`${commands[0]} ${argument}`).description(words);
  for (const other of [...commands.slice(1), ...(alias === undefined ? [] : [alias])]) command.alias(other);
  if (door === 'encode' && examples.length > 0) {
    command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}\n`).join('')}`);
  }
  return command;
}

/** Adds the options and the action of a row to its command. */
type AddTo = (command: Command, row: Row) => void;

/**
 * Adds the commands of rows. Options and action of a command are added when it is called, because their choices come from modules that no other
 * command needs; where the whole program is shown, all are added.
 */
export function addRows(parent: Command, door: Door, rows: readonly Row[], whole: WholeProgram, add: AddTo): void {
  const adders = new Map<Command, () => void>();
  for (const one of rows) {
    const command = declare(parent, one, door);
    adders.set(command, () => add(command, one));
  }
  const addOnce = (command: Command) => {
    adders.get(command)?.();
    adders.delete(command);
  };
  parent.hook('preSubcommand', (_, command) => addOnce(command));
  whole.onLoad(() => {
    for (const command of adders.keys()) addOnce(command);
  });
}

/** What a command was given. @param args as commander passes them: the argument, the options, the command */
export function givenOf(session: Session, door: Door, args: readonly unknown[]): Given<never> {
  const [argument, options] = args as [string | string[] | undefined, never];
  const files = argument === undefined ? [] : [argument].flat();
  return { session, door, argument: files[0], files, options };
}

/** The form that the make takes: sizes go by it. Only a gateway may know forms for handsets that have none here. */
export function formFor(kind: Content['kind'], { door, options }: Given<DoorOptions>): FormChoice['form'] | undefined {
  const { make, model, bearer } = options;
  const handset = { make, model, form: bearer } as Pick<BuildOptions, 'make' | 'model' | 'form'>;
  try {
    return byOption(() => chooseForm(kind, handset)).form;
  } catch (error) {
    if (door === 'encode' || !(error instanceof EncodeError)) throw error;
    return undefined;
  }
}
