/**
 * Completion for fish.
 * @module
 */
import { spellings, type TreeCommand, type TreeOption, type Value } from './tree.js';

/** The script, for `~/.config/fish/completions/handset.fish`. */
export function fishCompletion(tree: TreeCommand): string {
  const paths = spellings(tree);
  const cases = [...paths].map(
    ([path, command]) => `            case ${quoted(path)}\n                set path ${quoted(command.path)}`,
  );
  const commands = [tree, ...new Set(paths.values())];
  return `# Completion of handset for fish; made by: handset completion fish

function __handset_path
    set -l words (commandline -opc)
    set -e words[1]
    set -l path ''
    for word in $words
        switch (string trim -- "$path $word")
${cases.join('\n')}
        end
    end
    echo $path
end

function __handset_at
    set -l path (__handset_path)
    test "$path" = "$argv[1]"
end

complete -c handset -f
${commands.flatMap((command) => linesOf(tree, command)).join('\n')}
`;
}

function linesOf(tree: TreeCommand, command: TreeCommand): string[] {
  const at = `complete -c handset -n ${quoted(`__handset_at ${quoted(command.path)}`)}`;
  const names = command.commands.flatMap((child) =>
    child.names.map((name) => `${at} -a ${quoted(name)} -d ${words(child.words)}`),
  );
  const options = command.options.map((option) => {
    // Options of the program go behind every command, too.
    const isInherited = command === tree && !option.names.includes('--version') && !option.names.includes('--help');
    return `${isInherited ? 'complete -c handset' : at} ${optionWords(option)}`;
  });
  const choices = command.arguments.flatMap((argument) => argument.choices);
  if (choices.length > 0) return [...names, ...options, `${at} -a ${quoted(choices.join(' '))}`];
  return [...names, ...options, ...(command.arguments.some(({ isFile }) => isFile) ? [`${at} -F`] : [])];
}

function optionWords({ names, words: text, value }: TreeOption): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  return [...flags, ...(value === undefined ? [] : [valueWords(value)]), `-d ${words(text)}`].join(' ');
}

function valueWords({ choices, isFile }: Value): string {
  if (choices.length > 0) return `-x -a ${quoted(choices.join(' '))}`;
  return isFile ? '-r -F' : '-x';
}

function words(text: string): string {
  return quoted(text.replace(/\s+/g, ' '));
}

/** A word of the shell: only the backslash and the quote are special between quotes. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
