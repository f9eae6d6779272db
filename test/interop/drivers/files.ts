/**
 * Programs that turn files into files: one shell works through a folder of them.
 * @module
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.js';
import { inTemporaryFolder } from './temporary.js';

/** What became of one file: its content, or what the program said. */
export type Converted = { readonly octets: Uint8Array } | { readonly error: string };

/** A folder of files `0.from`, `1.from`, ... and what to do with them. */
export interface FolderJob<Ending extends string> {
  readonly inputs: readonly (Uint8Array | string)[];
  /** The ending of the inputs' names. */
  readonly from: string;
  /** Endings of the files that `script` makes of each. */
  readonly to: readonly Ending[];
  /** For `sh`, started in the folder. */
  readonly script: string;
  /** Other files that the script needs, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Works through the folder. @returns for each ending one result an input, in order. */
export function convertFolder<Ending extends string>(job: FolderJob<Ending>): Promise<Record<Ending, Converted[]>> {
  const { inputs, from, to, script, files = {} } = job;
  return inTemporaryFolder(async (folder) => {
    await Promise.all([
      ...Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)),
      ...inputs.map((input, index) => writeFile(join(folder, `${index}.${from}`), input)),
    ]);
    const { stderr } = await run('sh', ['-c', script], { cwd: folder, env: { HOME: folder, XDG_CONFIG_HOME: folder } });
    const result = async (index: number, ending: string): Promise<Converted> => {
      try {
        return { octets: new Uint8Array(await readFile(join(folder, `${index}.${ending}`))) };
      } catch {
        const log = await readFile(join(folder, `${index}.log`), 'utf8').catch(() => stderr);
        return { error: log.trim() };
      }
    };
    const lists = to.map(
      async (ending) => [ending, await Promise.all(inputs.map((_, index) => result(index, ending)))] as const,
    );
    return Object.fromEntries(await Promise.all(lists)) as Record<Ending, Converted[]>;
  });
}

/** A script that runs `command` once for every number of an input, which stands in `$i`, and keeps what it says in `$i.log`. */
export function forEach(count: number, command: string): string {
  return `i=0; while [ $i -lt ${count} ]; do { ${command}; } > "$i.log" 2>&1 || echo "exit $?" >> "$i.log"; i=$((i+1)); done`;
}

/** The octets of a file that had to come about. @throws Error with the program's words. */
export function octetsOf(converted: Converted | undefined): Uint8Array {
  if (converted !== undefined && 'octets' in converted) return converted.octets;
  throw new Error(converted?.error ?? 'no such file');
}
