/**
 * `handset archive`: what archives of old phones hold, as a page to read and search, as files of today, or as an archive of another format.
 * @module
 */
import { type Command, Option } from 'commander';
import { ARCHIVE_FORMATS } from '../../archive/model.js';
import type { Session } from '../io.js';
import type { Options } from './run.js';

export function addArchive(command: Command, session: Session): void {
  command
    .requiredOption(
      '-o, --output <path>',
      'a page (.html) with all media in it; a ZIP (.zip) or a new folder with the page, media of today and what was not understood; with --to the archive',
    )
    .addOption(new Option('--to <format>', 'write an archive of this format').choices(ARCHIVE_FORMATS))
    .option('--json', 'the counts, as JSON')
    .action(async (files: string[], options: Options) => {
      const { run } = await import('./run.js');
      await run(session, files, options);
    });
}
