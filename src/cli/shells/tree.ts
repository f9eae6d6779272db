/**
 * The commands as data: what completions and the manual page are made of.
 * @module
 */
import type { Argument, Command, Option } from 'commander';

/** What a value or an argument takes, where that is known. */
export interface Value {
  /** As the help names it. */
  readonly name: string;
  /** The only values there are. */
  readonly choices: readonly string[];
  /** Whether names of files or folders are what it takes. */
  readonly isFile: boolean;
}

/** An option. */
export interface TreeOption {
  /** `-o`, `--output`: those that there are, the short one first. */
  readonly names: readonly string[];
  /** As the help shows it: `-o, --output <file>`. */
  readonly flags: string;
  readonly words: string;
  /** Undefined for an option without a value. */
  readonly value: Value | undefined;
  readonly isRepeated: boolean;
  readonly isRequired: boolean;
}

/** An argument. */
export interface TreeArgument extends Value {
  readonly isVariadic: boolean;
  readonly isRequired: boolean;
}

/** A command with what is below it. */
export interface TreeCommand {
  /** `encode text`; empty for the program. */
  readonly path: string;
  /** Its name, and the other names that it has. */
  readonly names: readonly string[];
  readonly words: string;
  readonly arguments: readonly TreeArgument[];
  readonly options: readonly TreeOption[];
  readonly commands: readonly TreeCommand[];
}

/** Placeholders that mean files; TEXT is a file where there is one of that name. */
const FILES = /^(?:files?|folder|page|path|inputs?|output|text)$/;

/** The commands below a program, all of which are loaded. */
export function readTree(command: Command, path = ''): TreeCommand {
  const commands = command.commands.map((child) => readTree(child, `${path} ${child.name()}`.trim()));
  return {
    path,
    names: [command.name(), ...command.aliases()],
    words: command.description(),
    arguments: command.registeredArguments.map(argumentOf),
    options: [...command.createHelp().visibleOptions(command)].map(optionOf),
    commands,
  };
}

/** All commands of a tree, groups before what is in them. */
export function flatten(tree: TreeCommand): TreeCommand[] {
  return [tree, ...tree.commands.flatMap(flatten)];
}

/** Paths by which a command can be called: each of its names below each of its group's. */
export function spellings(tree: TreeCommand, above: readonly string[] = ['']): Map<string, TreeCommand> {
  const found = new Map<string, TreeCommand>();
  for (const child of tree.commands) {
    const paths = above.flatMap((path) => child.names.map((name) => `${path} ${name}`.trim()));
    for (const path of paths) found.set(path, child);
    for (const [path, command] of spellings(child, paths)) found.set(path, command);
  }
  return found;
}

function argumentOf(argument: Argument): TreeArgument {
  return {
    ...readValue(argument.name(), argument.argChoices),
    isVariadic: argument.variadic,
    isRequired: argument.required,
  };
}

function optionOf(option: Option): TreeOption {
  const placeholder = /[<[]([^>\]]+?)(?:\.\.\.)?[>\]]/.exec(option.flags)?.[1];
  return {
    names: [option.short, option.long].filter((name) => name !== undefined),
    flags: option.flags,
    words: option.description,
    // A text that an option takes is no file: that of an argument may be one.
    value: placeholder === undefined ? undefined : readValue(placeholder === 'text' ? 'words' : placeholder, option.argChoices),
    isRepeated: option.variadic || option.parseArg !== undefined,
    isRequired: option.mandatory,
  };
}

function readValue(name: string, choices: readonly string[] | undefined): Value {
  return { name, choices: choices ?? [], isFile: choices === undefined && FILES.test(name) };
}
