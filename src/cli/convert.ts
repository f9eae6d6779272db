/**
 * `handset convert`: one file format to another, by extension.
 * @module
 */
import { type Command, Option } from 'commander';
import {
  extensionOption,
  type FileContent,
  isPicture,
  isTune,
  type PictureExtension,
  recogniseFile,
  type TuneExtension,
  unknownExtension,
} from './files.js';
import { extensionOf, inputName, type Session, UsageError } from './io.js';
import { addNetworkOptions, addPictureOptions, type PictureFileOptions, readPicture, writePicture } from './pictures.js';
import { addSoundOptions, addTuneOptions, readTune, type SoundOptions, type TuneOptions, writeTune } from './tunes.js';

/** Options that say nothing of the other family. */
const OF_PICTURES = [
  'size',
  'crop',
  'fit',
  'scale',
  'dither',
  'strength',
  'threshold',
  'invert',
  'mcc',
  'mnc',
  'text',
  'packing',
];
const OF_TUNES = ['tempo', 'cutTitle', 'patterns', 'maxNotes', 'maxSegments', 'wave', 'rate'];

type Options = TuneOptions & SoundOptions & PictureFileOptions & { readonly as?: string; readonly to?: string };

export function addConvert(program: Command, session: Session): void {
  const command = program
    .command('convert <input> <output>')
    .description('convert a picture to a picture or a tune to a tune, by extension; - is stdin and stdout')
    .option('--as <extension>', 'format of the input, where neither its octets nor its name tell', extensionOption)
    .option('--to <extension>', 'format of the output, for stdout (-)', extensionOption)
    .option('--lenient', 'read input with faults, and report what was assumed');
  command.optionsGroup('Pictures:');
  addNetworkOptions(addPictureOptions(command))
    .option('--text <text>', 'text of an .npm')
    .addOption(new Option('--packing <how>', 'rows of an .otb or .hex').choices(['continuous', 'padded']));
  command.optionsGroup('Tunes:');
  addSoundOptions(addTuneOptions(command)).action(async (input: string, output: string, options: Options) => {
    const extension = options.to ?? extensionOf(output);
    if (output === '-' && options.to === undefined)
      throw new UsageError('--to names the form of standard output: such as --to otb');
    if (!isPicture(extension) && !isTune(extension) && extension !== '.wav') throw unknownExtension(options.to ?? output);
    const content = recogniseFile(input, await session.read(input), options.as);
    if (isPicture(extension)) convertPicture(session, content, output, extension, options);
    else convertTune(session, content, output, extension, options);
  });
}

function convertPicture(
  session: Session,
  content: FileContent,
  output: string,
  extension: PictureExtension,
  options: Options,
): void {
  if (!isPicture(content.extension)) {
    throw new UsageError(
      `${inputName(content.path)} holds a tune and ${extension} a picture; \`handset preview --png\` draws a tune`,
    );
  }
  refuse(options, OF_TUNES, 'a tune');
  const picture = readPicture(session, content, options.lenient === true);
  const { file, bitmap } = writePicture(session, picture, extension, options);
  session.write(file, output);
  session.note(`${output}: ${bitmap.widthPx}x${bitmap.heightPx}`);
}

function convertTune(
  session: Session,
  content: FileContent,
  output: string,
  extension: TuneExtension | '.wav',
  options: Options,
): void {
  if (!isTune(content.extension)) {
    throw new UsageError(
      `${inputName(content.path)} holds a picture and ${extension} a tune: neither can be made of the other`,
    );
  }
  refuse(options, OF_PICTURES, 'a picture');
  const { file, tune } = writeTune(session, readTune(session, content, options), extension, options);
  session.write(file, output);
  session.note(`${output}: ${JSON.stringify(tune.title)}, ${tune.notes.length} notes`);
}

function refuse(options: object, names: readonly string[], of: string): void {
  const given = names.find((name) => name in options);
  if (given === undefined) return;
  throw new UsageError(`--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is an option of ${of}`);
}
