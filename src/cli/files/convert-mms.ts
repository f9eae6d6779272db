/**
 * Multimedia messages in `handset convert`: composed of an archive, unpacked into an archive or a folder, or in their other form.
 * @module
 */
import { counted } from '../../inspect/printable.js';
import { encodeMms, writeStoredZip } from '../../mms/index.js';
import { describeMessage, describePart } from '../../show/mms-facts.js';
import { inputName, type Session, UsageError, writeNewFolder } from '../io.js';
import { composeOf } from './compose.js';
import {
  headersLeftOut,
  inForm,
  MESSAGE_FORMS,
  type Message,
  type MessageForm,
  manifestOf,
  messageOf,
  type PartFile,
  partFiles,
  readMms,
} from './mms.js';
import { type FileContent, notA } from './recognise.js';

/** How a message is read and written. */
interface MessageOptions {
  /** As the file has it when left out. */
  readonly form: MessageForm | undefined;
  /** Whom a message to send is for. */
  readonly recipients: readonly string[] | undefined;
  readonly lenient: boolean;
}

/** Writes a message, of a message or an archive, in the form that is asked for; or the archive of a message's parts. */
export async function convertMessage(
  session: Session,
  content: FileContent,
  output: string,
  extension: string,
  { form, recipients, lenient }: MessageOptions,
): Promise<void> {
  const { path, octets } = content;
  if (extension === '.zip') {
    if (form !== undefined) throw formOfOthers(form);
    const { files } = unpacked(session, content, lenient);
    session.write(writeStoredZip([manifestOf(files), ...files]), output);
    session.note(`${output}: ${counted(files.length, 'file')} and a manifest`);
    return;
  }
  if (content.extension === '.zip') {
    const message = await composeOf(session, path, octets, { as: MESSAGE_FORMS.retrieve });
    writeMessage(session, form === undefined ? message : inForm(message, form, recipients), output);
    return;
  }
  const pdu = readMms(session, content, lenient);
  if (form === undefined && pdu.parts === undefined) {
    session.write(encodeMms(pdu), output);
    session.note(`${output}: ${pdu.type}`);
    return;
  }
  const message = messageOf(pdu, path);
  writeMessage(session, form === undefined ? message : inForm(message, form, recipients), output);
}

/** What `--as send` says of an output that is no message. */
export function formOfOthers(form: MessageForm): UsageError {
  return new UsageError(`--as ${form} goes with an .mms that is written`);
}

function writeMessage(session: Session, message: Message, output: string): void {
  const file = encodeMms(message);
  session.write(file, output);
  session.note(`${output}: ${describeMessage(message, file.length)}`);
}

/** Unpacks a message into a folder that is not there yet. */
export function unpackMessage(session: Session, content: FileContent, folder: string, lenient: boolean): void {
  const { files } = unpacked(session, content, lenient);
  writeNewFolder(folder, files);
  for (const { name, part } of files) session.note(`${folder}${name}: ${describePart(part)}`);
}

function unpacked(session: Session, content: FileContent, lenient: boolean): { readonly files: readonly PartFile[] } {
  if (content.extension !== '.mms') throw notA('a multimedia message', content);
  const message = messageOf(readMms(session, content, lenient), content.path);
  const left = headersLeftOut(message);
  if (left.length > 0) session.warn(`${inputName(content.path)}: not written: ${left.join(', ')}: only an .mms holds them`);
  return { files: partFiles(message) };
}
