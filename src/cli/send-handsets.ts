/**
 * `handset send ringtone`, `logo`, `picture`, `group-graphic`, `vcard`, `vcal`: contents that depend on the make of the handset.
 * @module
 */
import type { Command } from 'commander';
import type { Bitmap } from '../bitmap/index.js';
import type { LibraryReference } from '../content/model.js';
import { EncodeError } from '../errors.js';
import { type BuildOptions, type ContentKind, chooseForm, type FormChoice } from '../message/index.js';
import type { Tune } from '../ringtone/index.js';
import { type PictureKind, readBitmap, TUNE_FORMS } from './encode-handsets.js';
import {
  type CardOptions,
  cardOptions,
  readCalendar,
  readCard,
  type VObjectOptions,
  versionOption,
} from './encode-vobjects.js';
import { type Session, UsageError } from './io.js';
import { numberOption } from './options.js';
import { addNetworkOptions, addPictureOptions, type PictureFileOptions } from './picture-options.js';
import { networkOf } from './pictures.js';
import { type HandsetOptions, handsetOptions, type SendingOptions, sendingOptions } from './send-options.js';
import { sendRequest } from './send-request.js';
import { inputOptions } from './submits.js';
import { addLengthOptions, fittedTune, openTune, readTune, type TuneOptions } from './tunes.js';

interface Options extends SendingOptions, HandsetOptions, LibraryOptions {
  readonly as?: string;
  readonly lenient?: boolean;
}

/** Adds the commands. */
export function addSendForHandsets(send: Command, session: Session): void {
  addRingtone(send, session);
  addPicture(send, session, 'operatorLogo');
  addPicture(send, session, 'pictureMessage');
  addPicture(send, session, 'groupGraphic');
  addCard(send, session);
  addCalendar(send, session);
}

// ---- The library ----

/** An item of the gateway's library, in place of a file. */
export interface LibraryOptions {
  readonly libraryNumber?: number;
}

/** Adds what {@link LibraryOptions} holds. */
export function libraryOption(command: Command): Command {
  return command.option(
    '--library-number <number>',
    "in place of a file, an item of the gateway's library: five digits",
    numberOption('library-number', 10_000, 99_999),
  );
}

/** The item that the options name; undefined for none. @throws UsageError when there is a file, too. */
export function libraryItem(
  given: string | readonly string[] | undefined,
  { libraryNumber }: LibraryOptions,
): LibraryReference | undefined {
  if (libraryNumber === undefined) return undefined;
  if (given !== undefined && given.length > 0) throw new UsageError('either a file or --library-number');
  return { libraryNumber };
}

// ---- Ringtones ----

function addRingtone(send: Command, session: Session): void {
  const ringtone = send.command('ringtone [file]');
  ringtone.description('a tune, from any file of one that convert reads, or its RTTTL text; sent as RTTTL');
  handsetOptions(inputOptions(libraryOption(ringtone)), true);
  ringtone.optionsGroup('Tune:');
  sendingOptions(addLengthOptions(ringtone)).action(async (file: string | undefined, options: Options & TuneOptions) => {
    const content = libraryItem(file, options) ?? (await readRingtone(session, file, options));
    await sendRequest(session, options, {
      content: { kind: 'ringtone', tune: content },
      given: handsetOf(options),
      optionOf: 'libraryNumber' in content ? { Ringtone: '--library-number' } : {},
    });
  });
}

async function readRingtone(session: Session, file: string | undefined, options: Options & TuneOptions): Promise<Tune> {
  const content = await openTune(session, file, options.as);
  const form = TUNE_FORMS[formFor('ringtone', options)?.form ?? 'text'] ?? 'rtttl';
  return fittedTune(session, readTune(session, content, options), form, options);
}

// ---- Pictures ----

const COMMANDS = {
  operatorLogo: {
    names: ['logo', 'operator-logo'],
    what: "a picture in place of the network's name",
    parameter: 'OperatorLogo',
  },
  pictureMessage: { names: ['picture', 'picture-message'], what: 'a picture message', parameter: 'PictureMessage' },
  groupGraphic: {
    names: ['group-graphic', 'group'],
    what: 'a picture shown when somebody of a group of callers rings; for Nokia alone',
    parameter: 'GroupGraphic',
  },
} as const satisfies { readonly [K in PictureKind]: { names: readonly [string, string]; what: string; parameter: string } };

type PictureSendingOptions = Options & PictureFileOptions & { readonly anySize?: boolean };

function addPicture(send: Command, session: Session, kind: PictureKind): void {
  const { names, what, parameter } = COMMANDS[kind];
  const command = send.command(`${names[0]} [file]`).alias(names[1]);
  command.description(`${what}, from any picture file`);
  handsetOptions(inputOptions(libraryOption(command)), true);
  command.optionsGroup('Picture:');
  command.option('--any-size', 'send a size that no handset is known to show');
  if (kind === 'operatorLogo') addNetworkOptions(command);
  sendingOptions(addPictureOptions(command)).action(async (file: string | undefined, options: PictureSendingOptions) => {
    const content = libraryItem(file, options) ?? (await readPictureFor(session, kind, file, options));
    const { anySize, mcc, mnc } = options;
    const picture = 'libraryNumber' in content ? { bitmap: content, mcc, mnc } : content;
    await sendRequest(session, options, {
      content: { kind, ...picture },
      given: { ...handsetOf(options), anySize },
      optionOf: 'libraryNumber' in content ? { [parameter]: '--library-number' } : {},
    });
  });
}

async function readPictureFor(
  session: Session,
  kind: PictureKind,
  file: string | undefined,
  options: PictureSendingOptions,
): Promise<{ readonly bitmap: Bitmap; readonly mcc?: string; readonly mnc?: string }> {
  const { picture, bitmap } = await readBitmap(session, kind, file, formFor(kind, options)?.form, options);
  if (picture.text !== undefined && picture.text !== '') session.warn('the text is not sent: the gateway takes pictures alone');
  return kind === 'operatorLogo' ? { ...networkOf(picture, options, 'an operator logo'), bitmap } : { bitmap };
}

// ---- Cards and calendars ----

function addCard(send: Command, session: Session): void {
  const command = cardOptions(versionOption(handsetOptions(inputOptions(send.command('vcard [file]')), true)));
  sendingOptions(command).action(async (file: string | undefined, options: Options & CardOptions) => {
    const { card, version } = await readCard(session, file, options);
    await sendRequest(session, options, {
      content: { kind: 'vcard', card },
      given: { ...handsetOf(options), cardVersion: version },
      optionOf: {},
    });
  });
}

function addCalendar(send: Command, session: Session): void {
  const command = versionOption(handsetOptions(inputOptions(send.command('vcal [file]')), true));
  command.description('appointments and tasks, from a .vcs or .ics');
  sendingOptions(command).action(async (file: string | undefined, options: Options & VObjectOptions) => {
    const { calendar, version } = await readCalendar(session, file, options);
    await sendRequest(session, options, {
      content: { kind: 'vcalendar', calendar },
      given: { ...handsetOf(options), calendarVersion: version },
      optionOf: {},
    });
  });
}

// ---- Handsets ----

function handsetOf({ make, model }: HandsetOptions): HandsetOptions {
  return { ...(make !== undefined && { make }), ...(model !== undefined && { model }) };
}

/** The form that the make takes: sizes go by it. The gateway may know forms for handsets that have none here. */
function formFor(kind: ContentKind, options: HandsetOptions): FormChoice | undefined {
  try {
    return chooseForm(kind, handsetOf(options) as Pick<BuildOptions, 'make' | 'model'>);
  } catch (error) {
    if (error instanceof EncodeError) return undefined;
    throw error;
  }
}
