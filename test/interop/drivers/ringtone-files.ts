/**
 * gammu and gnokii as converters of ringing tone files: one shell works through a folder of files.
 * @module
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.js';
import { inTemporaryFolder } from './temporary.js';

export type Converter = 'gammu' | 'gnokii';

/** What became of one file: its content, or what the program said. */
export type Converted = { readonly octets: Uint8Array } | { readonly error: string };

/** Without a phone: gammu takes this for its configuration, gnokii needs none. */
const GAMMU_RC = '[gammu]\nconnection=none\nmodel=dummy\n';

const COMMANDS: Readonly<Record<Converter, Readonly<Record<'toBinary' | 'toText', string>>>> = {
  gammu: {
    // The ending of the second name chooses the format, or a third argument; the first file's format is found by its content.
    toBinary: 'gammu -c gammurc copyringtone "$i.txt" "$i.ott" && mv "$i.ott" "$i.out"',
    toText: 'gammu -c gammurc copyringtone "$i.ott" "$i.out" RTTL',
  },
  gnokii: {
    // The endings of the names choose the formats.
    toBinary: 'gnokii --ringtoneconvert "$i.txt" "$i.ott" && mv "$i.ott" "$i.out"',
    toText: 'gnokii --ringtoneconvert "$i.ott" "$i.txt" && mv "$i.txt" "$i.out"',
  },
};

async function convert(
  program: Converter,
  to: 'toBinary' | 'toText',
  inputs: readonly (Uint8Array | string)[],
): Promise<Converted[]> {
  return inTemporaryFolder(async (folder) => {
    const ending = to === 'toBinary' ? 'txt' : 'ott';
    await writeFile(join(folder, 'gammurc'), GAMMU_RC);
    await Promise.all(inputs.map((input, index) => writeFile(join(folder, `${index}.${ending}`), input)));
    const script = `i=0; while [ $i -lt ${inputs.length} ]; do ${COMMANDS[program][to]} > "$i.log" 2>&1 || echo "exit $?" >> "$i.log"; i=$((i+1)); done`;
    await run('sh', ['-c', script], { cwd: folder, env: { HOME: folder, XDG_CONFIG_HOME: folder } });
    return Promise.all(
      inputs.map(async (_, index) => {
        try {
          return { octets: new Uint8Array(await readFile(join(folder, `${index}.out`))) };
        } catch {
          return { error: (await readFile(join(folder, `${index}.log`), 'utf8')).trim() };
        }
      }),
    );
  });
}

/**
 * RTTTL texts as Nokia ringing tones. gnokii reads a file into a buffer that it does not terminate, and takes what the stack held before
 * for more of the text: a NUL behind the text stops it.
 */
export function toBinary(program: Converter, texts: readonly string[]): Promise<Converted[]> {
  return convert(program, 'toBinary', program === 'gnokii' ? texts.map((text) => `${text}\0`) : texts);
}

/** Nokia ringing tones as RTTTL texts. */
export function toText(program: Converter, octets: readonly Uint8Array[]): Promise<Converted[]> {
  return convert(program, 'toText', octets);
}
