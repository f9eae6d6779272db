/**
 * `handset convert`: one file format to another, by extension.
 * @module
 */
import { type Command, Option } from 'commander';
import { extensionOf, type Session, UsageError } from './io.js';
import { readTune, TUNE_EXTENSIONS, type TuneOptions, writeTune } from './tunes.js';

export function addConvert(program: Command, session: Session): void {
  program
    .command('convert <input> <output>')
    .description(`convert between formats, by extension: ${TUNE_EXTENSIONS.join(' ')}`)
    .option('--to <extension>', 'format of the output, for stdout (-)')
    .option('--lenient', 'read input with faults, and report what was assumed')
    .addOption(new Option('--tempo <rule>', 'tempo between two of the format').choices(['nearest', 'up']).default('nearest'))
    .option('--cut-title', 'cut a title of more than 15 characters')
    .action(async (input: string, output: string, options: TuneOptions & { to?: string }) => {
      const extension = options.to === undefined ? extensionOf(output) : `.${options.to.replace(/^\./, '').toLowerCase()}`;
      if (!TUNE_EXTENSIONS.includes(extension)) {
        throw new UsageError(`no form for ${options.to ?? output}: known are ${TUNE_EXTENSIONS.join(', ')}`);
      }
      const tune = await readTune(session, input, options);
      session.write(writeTune(tune, extension, options), output);
      session.note(`${output}: ${JSON.stringify(tune.title)}, ${tune.notes.length} notes`);
    });
}
