/**
 * The arguments of the command: a filter, `--quick`, `--into FOLDER`, `--redraw`.
 * @module
 */
export interface Options {
  /** What names have to contain; with one nothing is written. */
  readonly filter: string;
  readonly quick: boolean;
  /** Folder laid out as the project is; the project itself when absent. */
  readonly into: string | undefined;
  /** Measures nothing: page and pictures of the last run again. */
  readonly redraw: boolean;
}

/** @throws Error for what is none of these. */
export function readOptions(args: readonly string[]): Options {
  let filter = '';
  let into: string | undefined;
  let [quick, redraw] = [false, false];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--quick') quick = true;
    else if (arg === '--redraw') redraw = true;
    else if (arg === '--into') {
      into = args[++i];
      if (into === undefined || into === '') throw new Error('--into wants a folder');
    } else if (arg.startsWith('-'))
      throw new Error(`${arg} is no option; there are --quick, --into FOLDER, --redraw and a filter`);
    else if (filter !== '') throw new Error(`one filter, not ${filter} and ${arg}`);
    else filter = arg;
  }
  return { filter, quick, into, redraw };
}
