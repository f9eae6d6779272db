/**
 * `handset convert`: one file format to another, by extension.
 * @module
 */

import { sep } from 'node:path';
import { type Command, Option } from 'commander';
import { pluralize } from '../../bytes/file-fields.js';
import type { TuneExtension } from '../../inspect/formats/tune-files.js';
import { encodeMms, writeStoredZip } from '../../mms/index.js';
import { describeMessage, describePart } from '../../show/facts.js';
import { describeKind, type FileKind, type FileType, findFileType } from '../../show/files.js';
import { PUSH_NAMES } from '../../show/shown.js';
import { extensionOf, inputName, type Session, UsageError, writeNewFolder } from '../io.js';
import { composeOf, severalOption } from './compose.js';
import {
  headersLeftOut,
  inForm,
  MESSAGE_FORMS,
  type MessageForm,
  manifestOf,
  messageOf,
  type PartFile,
  partFiles,
  readMms,
} from './mms.js';
import { addNetworkOptions, addPictureOptions, type PictureFileOptions } from './picture-options.js';
import { readPicture, writePicture } from './pictures.js';
import { lintPush, otherWbxmlToXml, readPushDocument, readSettings, writePushDocument, writeSettings } from './pushes.js';
import { extensionOption, type FileContent, notA, recogniseFile, unknownExtension } from './recognise.js';
import {
  addSoundOptions,
  addTuneOptions,
  deviceOption,
  readTune,
  type SoundOptions,
  type TuneOptions,
  writeTune,
} from './tunes.js';
import { describeVObject, OBJECT_VERSIONS, type ObjectVersion, readVObject, writeVObject } from './vobjects.js';

/** A file to convert, and what to make of it. */
interface Job {
  readonly session: Session;
  readonly content: FileContent;
  readonly extension: string;
  readonly options: Options;
}

/** The file that was made, and what it is in words. */
interface Converted {
  readonly file: string | Uint8Array;
  readonly words: string;
}

/** A family of formats: each of its files is converted to every other one of it. */
interface Family {
  /** What its files hold, with an article. */
  readonly noun: string;
  readonly kinds: readonly FileKind[];
  /** Options that no other family has. */
  readonly options: readonly string[];
  readonly convert: (job: Job) => Promise<Converted> | Converted;
}

/** The families; every format that is written is in one. */
const FAMILIES: readonly Family[] = [
  {
    noun: 'a picture',
    kinds: ['picture'],
    options: 'size crop fit scale dither strength threshold keepMargins invert mcc mnc text packing'.split(' '),
    convert: convertPicture,
  },
  { noun: 'a push document', kinds: ['push'], options: [], convert: convertPush },
  { noun: 'a card or calendar', kinds: ['card', 'calendar'], options: ['version'], convert: convertVObject },
  { noun: 'a message', kinds: ['mms', 'archive'], options: ['recipient'], convert: convertMessage },
  {
    noun: 'a tune',
    kinds: ['tune', 'sound'],
    options: 'tempo cutTitle patterns maxNotes maxSegments device wave rate'.split(' '),
    convert: convertTune,
  },
];

function findFamily(kind: FileKind): Family {
  return FAMILIES.find(({ kinds }) => kinds.includes(kind)) as Family;
}

interface Options extends TuneOptions, SoundOptions, PictureFileOptions {
  readonly as?: string;
  readonly to?: string;
  readonly version?: ObjectVersion;
  readonly recipient?: string[];
}

export function addConvert(command: Command, session: Session): void {
  command
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
  command.option(
    '--recipient <address>',
    'a recipient of the message, with --as send; may be given several times',
    severalOption,
  );
  command.optionsGroup('Tunes:');
  addTuneOptions(command).addOption(deviceOption('make it a tune that this device takes, spelled for it'));
  addSoundOptions(command).action(async (input: string, output: string, options: Options) => {
    const form = findForm(options.as);
    const as = form === undefined ? options.as : undefined;
    if (options.to === undefined && (output.endsWith('/') || output.endsWith(sep))) {
      if (form !== undefined) throw formOfOthers(form);
      refuseOptions(options, ['recipient']);
      return writeParts(session, recogniseFile(input, await session.read(input), as), output, options);
    }
    const extension = options.to ?? extensionOf(output);
    if (output === '-' && options.to === undefined)
      throw new UsageError('--to names the form of standard output: such as --to otb');
    const type = findFileType(extension);
    if (type === undefined) throw unknownExtension(options.to ?? output);
    if (!type.isWritten)
      throw new UsageError(`${extension} is read, not written: \`handset repurpose\` writes pictures with colours`);
    const content = recogniseFile(input, await session.read(input), as);
    const family = findFamily(type.kind);
    // A card is not made of a calendar, nor a calendar of a card.
    const isOther = family.noun === 'a card or calendar' && content.kind !== type.kind;
    if (isOther || !family.kinds.includes(content.kind)) throw otherFamily(content, type);
    if (form !== undefined && family.noun !== 'a message') throw formOfOthers(form);
    refuseOptions(options, family.options);
    const { file, words } = await family.convert({ session, content, extension, options });
    session.write(file, output);
    session.note(`${output}: ${words}`);
  });
}

/** Refuses the options of all families but those that are allowed. */
function refuseOptions(options: Options, allowed: readonly string[]): void {
  for (const { noun, options: names } of FAMILIES) {
    const given = names.find((name) => name in options && !allowed.includes(name));
    if (given === undefined) continue;
    throw new UsageError(`--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is an option of ${noun}`);
  }
}

function otherFamily({ path, kind: held }: FileContent, { extension, kind }: FileType): UsageError {
  const what = `${inputName(path)} holds ${describeKind(held)} and ${extension} ${describeKind(kind)}`;
  if (held === 'tune' && kind === 'picture') return new UsageError(`${what}; \`handset preview --png\` draws a tune`);
  if (kind === 'mms' || kind === 'archive') return new UsageError(`${what}; \`handset compose\` makes a message of files`);
  return new UsageError(`${what}: neither can be made of the other`);
}

// ---- Conversions ----

async function convertPicture({ session, content, extension, options }: Job): Promise<Converted> {
  const picture = await readPicture(session, content, options.lenient === true);
  const { file, bitmap } = writePicture(session, picture, extension, options);
  return { file, words: `${bitmap.widthPx}x${bitmap.heightPx}` };
}

function convertTune({ session, content, extension, options }: Job): Converted {
  const tune = readTune(session, content, options);
  const written = writeTune(session, tune, extension as TuneExtension, options);
  return { file: written.file, words: `${JSON.stringify(tune.title)}, ${pluralize(written.tune.notes.length, 'note')}` };
}

function convertPush({ session, content, extension, options }: Job): Converted {
  const lenient = options.lenient === true;
  const converted = (name: string, file: string | Uint8Array) => {
    return { file, words: `${name}, ${pluralize(Buffer.byteLength(file), 'octet')}` };
  };
  const other = extension === '.xml' ? otherWbxmlToXml(session, content, lenient) : undefined;
  if (other !== undefined) return converted(other.name, other.xml);
  const settings = readSettings(session, content, lenient);
  if (settings !== undefined) {
    const { name, file } = writeSettings(settings, extension, content.path);
    return converted(name, file);
  }
  const document = readPushDocument(session, content, lenient);
  for (const { field, message } of lintPush(document)) session.warn(`${inputName(content.path)}: ${field}: ${message}`);
  return converted(PUSH_NAMES[document.kind], writePushDocument(document, extension, content.path));
}

function convertVObject({ session, content, extension, options }: Job): Converted {
  const object = readVObject(session, content, options.lenient === true);
  return { file: writeVObject(session, object, extension, options.version), words: describeVObject(object) };
}

// ---- Multimedia messages ----

/** A message in the form that is asked for, of a message or an archive; or the archive of a message's parts. */
async function convertMessage({ session, content, extension, options }: Job): Promise<Converted> {
  const form = findForm(options.as);
  if (options.recipient !== undefined && form !== 'send') throw recipientOfOthers();
  if (extension === '.zip') {
    if (form !== undefined) throw formOfOthers(form);
    const files = unpack(session, content, options);
    return { file: writeStoredZip([manifestOf(files), ...files]), words: `${pluralize(files.length, 'file')} and a manifest` };
  }
  const pdu =
    content.kind === 'archive'
      ? await composeOf(session, content.path, content.octets, { as: MESSAGE_FORMS.retrieve })
      : readMms(session, content, options.lenient === true);
  if (form === undefined && pdu.parts === undefined) return { file: encodeMms(pdu), words: pdu.type };
  const held = messageOf(pdu, content.path);
  const message = form === undefined ? held : inForm(held, form, options.recipient);
  const file = encodeMms(message);
  return { file, words: describeMessage(message, file.length) };
}

/** The form of a message, which `--as` says too. */
function findForm(as: string | undefined): MessageForm | undefined {
  const name = as?.slice(1);
  return name !== undefined && Object.hasOwn(MESSAGE_FORMS, name) ? (name as MessageForm) : undefined;
}

/** What `--as send` says of an output that is no message. */
function formOfOthers(form: MessageForm): UsageError {
  return new UsageError(`--as ${form} goes with an .mms that is written`);
}

function recipientOfOthers(): UsageError {
  return new UsageError('--recipient goes with --as send');
}

/** Writes the parts of a message into a folder that is not there yet. */
function writeParts(session: Session, content: FileContent, folder: string, options: Options): void {
  if (options.recipient !== undefined) throw recipientOfOthers();
  const files = unpack(session, content, options);
  writeNewFolder(folder, files);
  for (const { name, part } of files) session.note(`${folder}${name}: ${describePart(part)}`);
}

function unpack(session: Session, content: FileContent, { lenient }: Options): readonly PartFile[] {
  if (content.kind !== 'mms') throw notA('a multimedia message', content);
  const message = messageOf(readMms(session, content, lenient === true), content.path);
  const left = headersLeftOut(message);
  if (left.length > 0) session.warn(`${inputName(content.path)}: not written: ${left.join(', ')}: only an .mms holds them`);
  return partFiles(message);
}
