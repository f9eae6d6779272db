/**
 * Whether output has colours: `--color`, else NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, else the terminal.
 * @module
 */

/** Values of `--color`. */
export const COLOR_CHOICES = ['auto', 'always', 'never'] as const;

/** One of {@link COLOR_CHOICES}. */
export type ColorChoice = (typeof COLOR_CHOICES)[number];

/**
 * Whether there are colours. NO_COLOR counts more than the variables that force them, as in most programs.
 * @param isTerminal whether the output is a terminal
 */
export function hasColors(
  choice: ColorChoice,
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (choice !== 'auto') return choice === 'always';
  const { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM } = env;
  if (isSet(NO_COLOR)) return false;
  if (isSet(FORCE_COLOR)) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (isSet(CLICOLOR_FORCE) && CLICOLOR_FORCE !== '0') return true;
  return isTerminal && TERM !== 'dumb' && CLICOLOR !== '0';
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
