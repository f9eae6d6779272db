/**
 * `handset convert`: one file format to another, by extension.
 * @module
 */
import { sep } from 'node:path';
import { type Command, Option } from 'commander';
import { counted } from '../inspect/printable.js';
import { severalOption } from './compose.js';
import { convertMessage, formOfOthers, unpackMessage } from './convert-mms.js';
import {
  extensionOption,
  type FileContent,
  holds,
  isFileExtension,
  isMessage,
  isPhoto,
  isPicture,
  isPush,
  isTune,
  isVObject,
  type MessageExtension,
  type ObjectExtension,
  type PictureExtension,
  type PushExtension,
  recogniseFile,
  type TuneExtension,
  unknownExtension,
  type WrittenExtension,
} from './files.js';
import { extensionOf, inputName, type Session, UsageError } from './io.js';
import { MESSAGE_FORMS, type MessageForm } from './mms.js';
import { addNetworkOptions, addPictureOptions, type PictureFileOptions } from './picture-options.js';
import { readPicture, writePicture } from './pictures.js';
import { lintPush, otherWbxmlToXml, PUSH_NAMES, readPushDocument, writePushDocument } from './pushes.js';
import { addSoundOptions, addTuneOptions, readTune, type SoundOptions, type TuneOptions, writeTune } from './tunes.js';
import { describeVObject, OBJECT_VERSIONS, type ObjectVersion, readVObject, writeVObject } from './vobjects.js';

/** Options that say nothing of the other families. */
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
const OF_OBJECTS = ['version'];
const OF_MESSAGES = ['recipient'];

interface Options extends TuneOptions, SoundOptions, PictureFileOptions {
  readonly as?: string;
  readonly to?: string;
  readonly version?: ObjectVersion;
  readonly recipient?: string[];
}

export function addConvert(program: Command, session: Session): void {
  const command = program
    .command('convert <input> <output>')
    .description(
      'convert a picture, tune, push document, card, calendar or message to another form of it, by extension; a message to a new folder by a / at its end; - is stdin and stdout',
    )
    .option(
      '--as <extension>',
      'format of the input, where neither its octets nor its name tell; send or retrieve: form of the .mms that is written',
      extensionOption,
    )
    .option('--to <extension>', 'format of the output, for stdout (-)', extensionOption)
    .option('--lenient', 'read input with faults, and report what was assumed');
  command.optionsGroup('Pictures:');
  addNetworkOptions(addPictureOptions(command))
    .option('--text <text>', 'text of an .npm')
    .addOption(new Option('--packing <how>', 'rows of an .otb or .hex').choices(['continuous', 'padded']));
  command.optionsGroup('Cards and calendars:');
  command.addOption(
    new Option('--version <version>', 'of a card 2.1 or 3.0, of a calendar 1.0 or 2.0').choices(OBJECT_VERSIONS),
  );
  command.optionsGroup('Multimedia messages:');
  command.option('--recipient <address>', 'whom a message is for, with --as send; may be given several times', severalOption);
  command.optionsGroup('Tunes:');
  addSoundOptions(addTuneOptions(command)).action(async (input: string, output: string, options: Options) => {
    const form = formOf(options.as);
    const as = form === undefined ? options.as : undefined;
    if (options.to === undefined && (output.endsWith('/') || output.endsWith(sep))) {
      if (form !== undefined) throw formOfOthers(form);
      refuseForMessage(options);
      refuse(options, OF_MESSAGES, 'a message that is written');
      unpackMessage(session, recogniseFile(input, await session.read(input), as), output, options.lenient === true);
      return;
    }
    const extension = options.to ?? extensionOf(output);
    if (output === '-' && options.to === undefined)
      throw new UsageError('--to names the form of standard output: such as --to otb');
    if (isPhoto(extension))
      throw new UsageError(`${extension} is read, not written: \`handset repurpose\` writes pictures with colours`);
    if (!isWritten(extension)) throw unknownExtension(options.to ?? output);
    const content = recogniseFile(input, await session.read(input), as);
    if (isMessage(extension)) return convertToMessage(session, content, output, extension, options);
    if (form !== undefined) throw formOfOthers(form);
    await convertTo(session, content, output, extension, options);
  });
}

type Written = WrittenExtension | '.wav';

function isWritten(extension: string): extension is Written {
  return (isFileExtension(extension) && !isPhoto(extension)) || extension === '.wav';
}

/** The form of a message, which `--as` says too. */
function formOf(as: string | undefined): MessageForm | undefined {
  const name = as?.slice(1);
  return name !== undefined && Object.hasOwn(MESSAGE_FORMS, name) ? (name as MessageForm) : undefined;
}

function convertToMessage(
  session: Session,
  content: FileContent,
  output: string,
  extension: MessageExtension,
  options: Options,
): Promise<void> {
  if (!isMessage(content.extension)) throw otherFamily(content, extension);
  refuseForMessage(options);
  const form = formOf(options.as);
  if (options.recipient !== undefined && form !== 'send') throw new UsageError('--recipient goes with --as send');
  return convertMessage(session, content, output, extension, {
    form,
    recipients: options.recipient,
    lenient: options.lenient === true,
  });
}

function refuseForMessage(options: Options): void {
  refuse(options, OF_PICTURES, 'a picture');
  refuse(options, OF_TUNES, 'a tune');
  refuse(options, OF_OBJECTS, 'a card or calendar');
}

async function convertTo(
  session: Session,
  content: FileContent,
  output: string,
  extension: Exclude<Written, MessageExtension>,
  options: Options,
): Promise<void> {
  refuse(options, OF_MESSAGES, 'a message');
  if (isPicture(extension)) await convertPicture(session, content, output, extension, options);
  else if (isPush(extension)) convertPush(session, content, output, extension, options);
  else if (isVObject(extension)) convertVObject(session, content, output, extension, options);
  else convertTune(session, content, output, extension, options);
}

function convertPush(session: Session, content: FileContent, output: string, extension: PushExtension, options: Options): void {
  if (!isPush(content.extension)) throw otherFamily(content, extension);
  refuse(options, OF_PICTURES, 'a picture');
  refuse(options, OF_TUNES, 'a tune');
  refuse(options, OF_OBJECTS, 'a card or calendar');
  const other = extension === '.xml' ? otherWbxmlToXml(session, content, options.lenient === true) : undefined;
  if (other !== undefined) {
    session.write(other.xml, output);
    session.note(`${output}: ${other.name}, ${counted(Buffer.byteLength(other.xml), 'octet')}`);
    return;
  }
  const document = readPushDocument(session, content, options.lenient === true);
  for (const { field, message } of lintPush(document)) session.warn(`${inputName(content.path)}: ${field}: ${message}`);
  const file = writePushDocument(document, extension, content.path);
  session.write(file, output);
  session.note(`${output}: ${PUSH_NAMES[document.kind]}, ${counted(Buffer.byteLength(file), 'octet')}`);
}

function convertVObject(
  session: Session,
  content: FileContent,
  output: string,
  extension: ObjectExtension,
  options: Options,
): void {
  if (holds(content.extension) !== holds(extension)) throw otherFamily(content, extension);
  refuse(options, OF_PICTURES, 'a picture');
  refuse(options, OF_TUNES, 'a tune');
  const object = readVObject(session, content, options.lenient === true);
  session.write(writeVObject(session, object, extension, options.version), output);
  session.note(`${output}: ${describeVObject(object)}`);
}

function otherFamily({ path, extension: held }: FileContent, extension: Written): UsageError {
  const what = `${inputName(path)} holds ${holds(held)} and ${extension} ${holds(extension)}`;
  if (isTune(held) && isPicture(extension)) return new UsageError(`${what}; \`handset preview --png\` draws a tune`);
  if (isMessage(extension)) return new UsageError(`${what}; \`handset compose\` makes a message of files`);
  return new UsageError(`${what}: neither can be made of the other`);
}

async function convertPicture(
  session: Session,
  content: FileContent,
  output: string,
  extension: PictureExtension,
  options: Options,
): Promise<void> {
  if (!isPicture(content.extension)) throw otherFamily(content, extension);
  refuse(options, OF_TUNES, 'a tune');
  refuse(options, OF_OBJECTS, 'a card or calendar');
  const picture = await readPicture(session, content, options.lenient === true);
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
  if (!isTune(content.extension)) throw otherFamily(content, extension);
  refuse(options, OF_PICTURES, 'a picture');
  refuse(options, OF_OBJECTS, 'a card or calendar');
  const { file, tune } = writeTune(session, readTune(session, content, options), extension, options);
  session.write(file, output);
  session.note(`${output}: ${JSON.stringify(tune.title)}, ${counted(tune.notes.length, 'note')}`);
}

function refuse(options: object, names: readonly string[], of: string): void {
  const given = names.find((name) => name in options);
  if (given === undefined) return;
  throw new UsageError(`--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is an option of ${of}`);
}
