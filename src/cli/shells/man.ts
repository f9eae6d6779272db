/**
 * The manual page: `handset.1`, for man and mandoc.
 * @module
 */
import { EXIT_WORDS, examplesOf } from '../examples.js';
import { flatten, type TreeArgument, type TreeCommand, type TreeOption } from './tree.js';

/** The page, in the macros of man(7). It has no date: the same sources make the same page. */
export function manualPage(tree: TreeCommand, version: string): string {
  const commands = flatten(tree).slice(1);
  const lines = [
    `.TH HANDSET 1 "" ${quoted(`handset ${version}`)} "User Commands"`,
    '.SH NAME',
    `handset \\- ${text(summary(tree.words))}`,
    '.SH SYNOPSIS',
    '.B handset',
    '.RI [ options ]',
    '.I command',
    '.RI [ arguments ]',
    '.SH DESCRIPTION',
    ...paragraph(tree.words),
    'Results go to standard output, notes and warnings to standard error.',
    '.SH OPTIONS',
    ...tree.options.flatMap(optionLines),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...EXIT_WORDS.flatMap((words, code) => ['.TP', `.B ${code}`, text(words)]),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, words]) => ['.TP', `.B ${text(name)}`, text(words)]),
    '.SH EXAMPLES',
    ...commands.flatMap(({ path }) => examplesOf(path)).flatMap((line) => ['.PP', '.nf', text(line), '.fi']),
  ];
  return `${lines.join('\n')}\n`;
}

const ENVIRONMENT: readonly (readonly [name: string, words: string])[] = [
  ['NO_COLOR', 'turns colours off unless it is empty'],
  [
    'FORCE_COLOR, CLICOLOR_FORCE',
    'turn colours on even if standard output is not a terminal; 0 and an empty value are ignored',
  ],
  ['HANDSET_SERVER, HANDSET_SECONDARY, HANDSET_USERNAME, HANDSET_PIN', 'the gateway account that send and account use'],
  ['HANDSET_CONFIG', 'a file with the same settings'],
  ['HANDSET_KANNEL_USERNAME, HANDSET_KANNEL_PASSWORD', 'the account in URLs for Kannel'],
  ['HANDSET_OPERATORS, HANDSET_OPERATORS_TOKEN', "the address and the token of the gateway's port for operators"],
  ['HANDSET_POSTGRES', "the PostgreSQL database of the gateway's store"],
];

function commandLines({ path, words, arguments: taken, options, commands, names }: TreeCommand): string[] {
  const title = commands.length > 0 ? `handset ${path} COMMAND` : `handset ${path}`;
  const given = [...(options.length > 1 ? ['[options]'] : []), ...taken.map(argumentText)].join(' ');
  return [
    `.SS ${quoted(`${title} ${given}`.trim())}`,
    ...paragraph(words),
    ...(names.length > 1 ? ['.PP', text(`Other names: ${names.slice(1).join(', ')}.`)] : []),
    ...options.filter((option) => !option.names.includes('--help')).flatMap(optionLines),
  ];
}

function argumentText({ name, isRequired, isVariadic }: TreeArgument): string {
  const shown = `${name}${isVariadic ? '...' : ''}`;
  return isRequired ? `<${shown}>` : `[${shown}]`;
}

function optionLines({ flags, words, value, isRequired }: TreeOption): string[] {
  const choices = value === undefined || value.choices.length === 0 ? [] : [`One of ${value.choices.join(', ')}.`];
  const shown = `${capitalized(sentence(words))}${isRequired ? ' (required)' : ''}.`;
  return ['.TP', `.B ${text(flags)}`, ...[shown, ...choices].map(text)];
}

function paragraph(words: string): string[] {
  return ['.PP', text(`${capitalized(sentence(words))}.`)];
}

function capitalized(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Words of a help, without a full stop at their end. */
function sentence(words: string): string {
  return words.replace(/\s+/g, ' ').replace(/\.$/, '');
}

/** The words of the NAME section, which begin with a small letter. */
function summary(words: string): string {
  return `${words.slice(0, 1).toLowerCase()}${sentence(words).slice(1)}`;
}

/** A line of text: nothing in it is a request or an escape. */
function text(line: string): string {
  return line
    .replaceAll('\\', '\\e')
    .replace(/-/g, '\\-')
    .replace(
      /[^\x20-\x7e]/gu,
      (character) => `\\[u${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^(?=[.'])/, '\\&');
}

/** An argument of a macro. */
function quoted(words: string): string {
  return `"${text(words).replaceAll('"', '\\(dq')}"`;
}
