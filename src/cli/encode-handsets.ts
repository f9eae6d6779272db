/**
 * `handset encode ringtone`, `operator-logo`, `group-graphic`, `picture-message`: content whose form depends on the make of the handset.
 * @module
 */
import { type Command, Option } from 'commander';
import type { Bitmap } from '../bitmap/index.js';
import { nokiaOptions } from '../inspect/formats/tune-files.js';
import {
  type BuildOptions,
  type Content,
  chooseForm,
  MESSAGE_FORMS,
  type MessageForm,
  PHONE_MAKES,
  parsePhoneMake,
} from '../message/index.js';
import type { TuneForm } from '../ringtone/index.js';
import { TARGETS, type Target, toBitmaps } from './bitmaps.js';
import { isPicture, notA, recogniseFile } from './files.js';
import { type Session, UsageError } from './io.js';
import { addNetworkOptions, addPictureOptions, type PictureFileOptions, type PictureOptions } from './picture-options.js';
import { networkOf, type Picture, readPicture } from './pictures.js';
import { byOption, type CommonOptions, common, inputOptions, send } from './submits.js';
import { addTuneOptions, fittedTune, openTune, readTune, type TuneOptions, tellTempos } from './tunes.js';

interface HandsetOptions extends CommonOptions {
  make: string;
  model?: string;
  bearer?: MessageForm;
  as?: string;
  lenient?: boolean;
}

/** Adds the commands. */
export function addForHandsets(encode: Command, session: Session): void {
  addRingtone(encode, session);
  for (const kind of ['operatorLogo', 'groupGraphic', 'pictureMessage'] as const) addPicture(encode, session, kind);
}

function forHandset(command: Command): Command {
  return inputOptions(common(command))
    .requiredOption('--make <make>', `make of the handset: ${PHONE_MAKES.join(', ')}`)
    .option('--model <model>', 'model of the handset')
    .addOption(
      new Option('--bearer <form>', 'a form in place of the usual one of the make').choices(
        MESSAGE_FORMS.filter((form) => form !== 'text' && form !== 'pdu' && form !== 'wap-push'),
      ),
    );
}

function handsetOf({ make, model, bearer }: HandsetOptions): Pick<BuildOptions, 'make' | 'model' | 'form'> {
  if (parsePhoneMake(make) === undefined) throw new UsageError(`--make ${make} is none of ${PHONE_MAKES.join(', ')}`);
  return { make, model, form: bearer };
}

// ---- Ringtones ----

/** What a ringtone's length is measured as. */
export const TUNE_FORMS: Partial<Record<MessageForm, TuneForm>> = { 'smart-messaging': 'nokia', ems: 'ems', seo: 'midi' };

function addRingtone(encode: Command, session: Session): void {
  const ringtone = forHandset(encode.command('ringtone [file]')).description(
    'a tune, from any file of one that convert reads, or its RTTTL text',
  );
  ringtone.optionsGroup('Tune:');
  addTuneOptions(ringtone).action(async (file: string | undefined, options: HandsetOptions & TuneOptions) => {
    const handset = handsetOf(options);
    const content = await openTune(session, file, options.as);
    const form = TUNE_FORMS[byOption(() => chooseForm('ringtone', handset)).form];
    const tune = fittedTune(session, readTune(session, content, options), form, options);
    if (form === 'nokia') tellTempos(session, tune, options);
    if (form === 'ems' && tune.title !== '') session.warn('the title is not sent: it would cost notes');
    send(session, { kind: 'ringtone', tune }, options, { ...handset, ringtone: nokiaOptions(options) });
  });
}

// ---- Pictures ----

/** Contents that are a picture. */
export type PictureKind = keyof typeof TARGETS;

const COMMANDS: Readonly<Record<PictureKind, readonly [name: string, what: string]>> = {
  operatorLogo: ['operator-logo', "a picture in place of the network's name, from any picture file"],
  groupGraphic: ['group-graphic', 'a picture shown when somebody of a group of callers rings'],
  pictureMessage: ['picture-message', 'a picture with a text below'],
};

function addPicture(encode: Command, session: Session, kind: PictureKind): void {
  const [name, what] = COMMANDS[kind];
  const command = forHandset(encode.command(`${name} [file]`))
    .description(what)
    .option('--any-size', 'send a size that no handset is known to show');
  command.optionsGroup('Picture:');
  if (kind === 'operatorLogo') addNetworkOptions(command);
  if (kind === 'pictureMessage') command.option('--text <text>', 'the text below; by default that of an .npm');
  addPictureOptions(command).action(
    async (file: string | undefined, options: HandsetOptions & PictureFileOptions & { readonly anySize?: boolean }) => {
      const handset = handsetOf(options);
      const { form } = byOption(() => chooseForm(kind, handset));
      const { picture, bitmap } = await readBitmap(session, kind, file, form, options);
      const text = options.text ?? picture.text;
      const message: Content =
        kind === 'operatorLogo'
          ? { kind, ...networkOf(picture, options, 'an operator logo'), bitmap }
          : kind === 'groupGraphic'
            ? { kind, bitmap }
            : { kind, bitmap, text };
      send(session, message, options, { ...handset, anySize: options.anySize });
    },
  );
}

/** The picture of a file, and its bitmap at the size that handsets show which take this form. @param file standard input when left out */
export async function readBitmap(
  session: Session,
  kind: PictureKind,
  file: string | undefined,
  form: MessageForm | undefined,
  options: PictureOptions & { readonly as?: string; readonly anySize?: boolean },
): Promise<{ readonly picture: Picture; readonly bitmap: Bitmap }> {
  const path = file ?? '-';
  const content = recogniseFile(path, await session.read(path), options.as);
  if (!isPicture(content.extension)) throw notA('a picture', content);
  const picture = await readPicture(session, content, options.lenient === true);
  const target = options.anySize === true || form === undefined ? undefined : targetOf(kind, form);
  const bitmaps = toBitmaps(session, picture, options, target);
  if (bitmaps.length > 1) session.warn(`only the first of ${bitmaps.length} pictures is sent`);
  return { picture, bitmap: bitmaps[0] as Bitmap };
}

/** Screens of other makes than Nokia's differ: no size is usual, but what is larger than these is made smaller. */
const MOST: Partial<Record<MessageForm, readonly [widthPx: number, heightPx: number]>> = { ems: [96, 64], seo: [101, 80] };

function targetOf(kind: PictureKind, form: MessageForm): Target | undefined {
  if (form === 'smart-messaging')
    return { ...TARGETS[kind], ...(kind === 'groupGraphic' && { sizes: [[72, 14]] }), rule: 'exact' };
  const most = MOST[form];
  return most && { name: TARGETS[kind].name, sizes: [most], rule: 'limit' };
}
