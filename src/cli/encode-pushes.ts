/**
 * `handset encode si`, `sl`: WAP Push documents to messages.
 * @module
 */

import { type Command, Option } from 'commander';
import { omitUndefined } from '../bytes/omit-undefined.js';
import type { Content } from '../message/index.js';
import { type ServiceIndication, type ServiceLoading, SI_ACTIONS, type SiItem, SL_ACTIONS } from '../push/index.js';
import { PUSH_NAMES } from '../show/shown.js';
import { isPush, notA, recogniseFile } from './files.js';
import { type Session, UsageError } from './io.js';
import { dateOption, infoOption, readPushDocument } from './pushes.js';
import { type CommonOptions, common, inputOptions, send } from './submits.js';

interface DocumentOptions {
  href?: string;
  as?: string;
  lenient?: boolean;
}

interface PushOptions extends CommonOptions, DocumentOptions {
  applicationId?: string;
}

/** What a service indication is made of. */
export interface IndicationOptions extends DocumentOptions {
  id?: string;
  created?: Date;
  expires?: Date;
  action?: NonNullable<ServiceIndication['action']>;
  text?: string;
  info?: SiItem[];
}

interface LoadingOptions extends PushOptions {
  action?: NonNullable<ServiceLoading['action']>;
}

/** Adds the commands. */
export function addPushes(encode: Command, session: Session): void {
  indicationOptions(pushOptions(encode.command('si [file]'))).action(
    async (file: string | undefined, options: PushOptions & IndicationOptions) => {
      sendPush(session, { kind: 'serviceIndication', si: await readIndication(session, file, options) }, options);
    },
  );
  pushOptions(encode.command('sl [file]'))
    .description(
      'a service loading, from options or a file (.sl .xml .slc .wbxml); options count more; stdin when neither is given',
    )
    .addOption(new Option('--action <action>', 'what the handset does with the address').choices(SL_ACTIONS))
    .action(async (file: string | undefined, options: LoadingOptions) => {
      const given = omitUndefined({ href: options.href, action: options.action });
      const path = inputOf(file, given);
      const base = path === undefined ? undefined : await readKind(session, path, 'sl', options);
      const { href } = { ...base, ...given };
      if (href === undefined) throw new UsageError('a service loading is an address: --href is needed');
      sendPush(session, { kind: 'serviceLoading', sl: { ...base, ...given, href } }, options);
    });
}

/** Adds what {@link IndicationOptions} holds, but for the input and `--href`. */
export function indicationOptions(command: Command): Command {
  return command
    .description(
      'a service indication, from options or a file (.si .xml .sic .wbxml); options count more; stdin when neither is given',
    )
    .option('--id <id>', 'what identifies it on the handset')
    .option('--created <time>', 'when it was made, in UTC: 2026-11-21T18:30:00Z', dateOption('created'))
    .option('--expires <time>', 'when it stops to matter, in UTC', dateOption('expires'))
    .addOption(new Option('--action <action>', 'how much the handset makes of it').choices(SI_ACTIONS))
    .option('--text <text>', 'what the user reads')
    .option('--info <class=text>', 'further information for the handset; may be given several times', infoOption);
}

/** The service indication of a file and of options. */
export async function readIndication(
  session: Session,
  file: string | undefined,
  options: IndicationOptions,
): Promise<ServiceIndication> {
  const { href, id, created, expires, action, text, info } = options;
  const given = omitUndefined({ href, id, created, expires, action, text, info });
  const path = inputOf(file, given);
  const base = path === undefined ? undefined : await readKind(session, path, 'si', options);
  return { ...base, ...given };
}

/** Adds the address of a document. */
export function hrefOption(command: Command): Command {
  return command.option('--href <address>', 'where it leads');
}

function pushOptions(command: Command): Command {
  return hrefOption(inputOptions(common(command))).option(
    '--application-id <id>',
    'whom in the handset it is for: a number, a name such as wml.ua, or a URI',
  );
}

/** The file of the argument; standard input when nothing else is given. */
function inputOf(file: string | undefined, given: object): string | undefined {
  return file ?? (Object.keys(given).length === 0 ? '-' : undefined);
}

function readKind(session: Session, path: string, kind: 'si', options: DocumentOptions): Promise<ServiceIndication>;
function readKind(session: Session, path: string, kind: 'sl', options: DocumentOptions): Promise<ServiceLoading>;
async function readKind(session: Session, path: string, kind: 'si' | 'sl', { as, lenient }: DocumentOptions) {
  const content = recogniseFile(path, await session.read(path), as);
  if (!isPush(content.extension)) throw notA(`a ${PUSH_NAMES[kind]}`, content);
  const document = readPushDocument(session, content, lenient === true);
  if (document.kind === 'si' && kind === 'si') return document.si;
  if (document.kind === 'sl' && kind === 'sl') return document.sl;
  throw notA(`a ${PUSH_NAMES[kind]}`, content, `a ${PUSH_NAMES[document.kind]}`);
}

function sendPush(session: Session, content: Content, options: PushOptions): void {
  const { applicationId } = options;
  const isNumber = applicationId !== undefined && /^\d+$/.test(applicationId);
  send(session, content, options, {
    push: applicationId === undefined ? undefined : { applicationId: isNumber ? Number(applicationId) : applicationId },
  });
}
