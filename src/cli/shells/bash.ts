/**
 * Completion for bash, of version 3.2 and later; it needs no package of completions.
 * @module
 */
import { spellings, type TreeCommand, type TreeOption, type Value } from './tree.js';

/** The script. */
export function bashCompletion(tree: TreeCommand): string {
  const paths = spellings(tree);
  const canonical = [...paths].map(([path, command]) => `    ${quoted(path)}) path=${quoted(command.path)} ;;`);
  const commands = [tree, ...new Set(paths.values())];
  const values = commands.flatMap((command) => command.options.flatMap((option) => valueLines(command, option)));
  return `# Completion of handset for bash; made by: handset completion bash

_handset_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
}

_handset_files() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
  compopt -o filenames 2>/dev/null
}

_handset() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path='' next i
  COMPREPLY=()
  # Bash takes --option=value for three words.
  if [[ $cur == = ]]; then
    cur=''
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    next=\${path:+$path }\${COMP_WORDS[i]}
    case $next in
${canonical.join('\n')}
    esac
  done
  case $path:$prev in
${values.join('\n')}
  esac
  case $path:$cur in
${commands.map((command) => `    ${quoted(command.path)}:-*) _handset_words ${quoted(optionsOf(tree, command).join(' '))} ;;`).join('\n')}
${commands.map((command) => `    ${quoted(command.path)}:*) ${argumentsOf(command)} ;;`).join('\n')}
  esac
}

complete -F _handset handset
`;
}

/** Options of the program go behind every command, too. */
export function optionsOf(tree: TreeCommand, command: TreeCommand): string[] {
  const inherited = command === tree ? [] : inheritedOptions(tree);
  return [...command.options, ...inherited].flatMap(({ names }) => names.slice(-1));
}

/** Options of the program that are taken behind a command. */
export function inheritedOptions(tree: TreeCommand): readonly TreeOption[] {
  return tree.options.filter(({ names }) => !names.includes('--help') && !names.includes('--version'));
}

function valueLines({ path }: TreeCommand, { names, value }: TreeOption): string[] {
  if (value === undefined) return [];
  // An option of the program is known by its name alone: it goes anywhere.
  const patterns = names.map((name) => (path === '' ? `*:${name}` : `${quoted(path)}:${name}`));
  return [`    ${patterns.join('|')}) ${completed(value)}; return ;;`];
}

function argumentsOf({ commands, arguments: taken }: TreeCommand): string {
  if (commands.length > 0) return `_handset_words ${quoted(commands.flatMap(({ names }) => names).join(' '))}`;
  const choices = taken.flatMap((argument) => argument.choices);
  if (choices.length > 0) return `_handset_words ${quoted(choices.join(' '))}`;
  return taken.some(({ isFile }) => isFile) ? '_handset_files' : ':';
}

function completed({ choices, isFile }: Value): string {
  if (choices.length > 0) return `_handset_words ${quoted(choices.join(' '))}`;
  return isFile ? '_handset_files' : ':';
}

/** A word of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
