/**
 * Completion for zsh, by its own system of completions (compinit).
 * @module
 */
import { inheritedOptions } from './bash.js';
import { flatten, type TreeCommand, type TreeOption, type Value } from './tree.js';

/** The script, for a folder of `$fpath` or to be sourced after compinit. */
export function zshCompletion(tree: TreeCommand): string {
  return `#compdef handset
# Completion of handset for zsh; made by: handset completion zsh

${flatten(tree)
  .map((command) => functionOf(tree, command))
  .join('\n')}
if [ "$funcstack[1]" = "_handset" ]; then
  _handset "$@"
else
  compdef _handset handset
fi
`;
}

function functionOf(tree: TreeCommand, command: TreeCommand): string {
  const options = command === tree ? command.options : [...command.options, ...inheritedOptions(tree)];
  const specs = options.map(optionSpec);
  const name = functionName(command.path);
  if (command.commands.length === 0) {
    return `${name}() {\n  _arguments -s -S \\\n    ${[...specs, ...command.arguments.map(argumentSpec)].join(' \\\n    ')}\n}\n`;
  }
  const names = command.commands.flatMap((child) =>
    child.names.map((word) => `    ${quoted(`${escaped(word)}:${child.words.replace(/\s+/g, ' ')}`)}`),
  );
  const cases = command.commands.map((child) => `        ${child.names.join('|')}) ${functionName(child.path)} ;;`);
  return `${name}() {
  local context state state_descr line
  local -A opt_args
  _arguments -C -S \\
    ${[...specs, "'1: :->command'", "'*:: :->rest'"].join(' \\\n    ')}
  case $state in
    command)
      local -a commands=(
${names.join('\n')}
      )
      _describe -t commands 'command' commands
      ;;
    rest)
      case $words[1] in
${cases.join('\n')}
      esac
      ;;
  esac
}
`;
}

/** `_handset_encode_text` */
function functionName(path: string): string {
  return ['_handset', ...path.split(' ').filter((name) => name !== '')].join('_');
}

/** An option as `_arguments` takes it. */
function optionSpec({ names, words, value, isRepeated }: TreeOption): string {
  const isAlone = names.length === 1;
  const others = isRepeated ? '*' : isAlone ? '' : `(${names.join(' ')})`;
  const rest = `[${bracketed(words)}]${value === undefined ? '' : `:${escaped(value.name)}:${actionOf(value)}`}`;
  if (isAlone) return quoted(`${others}${names[0]}${rest}`);
  return others === '' ? `{${names.join(',')}}${quoted(rest)}` : `${quoted(others)}{${names.join(',')}}${quoted(rest)}`;
}

function argumentSpec(argument: Value & { readonly isVariadic: boolean; readonly isRequired: boolean }): string {
  const { name, isVariadic, isRequired } = argument;
  return quoted(`${isVariadic ? '*' : ''}${isRequired || isVariadic ? ':' : '::'}${escaped(name)}:${actionOf(argument)}`);
}

/** What completes a value: a list, files, or nothing. */
function actionOf({ choices, isFile }: Value): string {
  if (choices.length > 0) return `(${choices.join(' ')})`;
  return isFile ? '_files' : ' ';
}

function bracketed(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&');
}

function escaped(text: string): string {
  return text.replace(/[\\:]/g, '\\$&');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
