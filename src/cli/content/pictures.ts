/**
 * Operator logos, picture messages and group graphics.
 * @module
 */
import type { Bitmap } from '../../bitmap/index.js';
import { KINDS } from '../../content/kinds.js';
import type { PictureKind } from '../../message/content.js';
import type { Content, MessageForm } from '../../message/index.js';
import { type Target, targetOfKind, toBitmaps } from '../files/bitmaps.js';
import { addNetworkOptions, addPictureOptions, type PictureFileOptions } from '../files/picture-options.js';
import { networkOf, type Picture, readPicture } from '../files/pictures.js';
import { openFile } from '../files/recognise.js';
import { type DoorOptions, formFor, type Given, type Row, row } from './row.js';

interface Options extends PictureFileOptions {
  readonly anySize?: boolean;
}

/** What there is to say of a kind that a gateway is to send. */
const SENDING: Partial<Record<PictureKind, string>> = {
  groupGraphic: '; for Nokia alone',
  pictureMessage: '; a text below it goes with encode alone',
};

/** Contents that are a picture. */
export const PICTURES: readonly Row[] = [
  pictureRow('operatorLogo', 'logo.png --make Nokia --mcc 234 --mnc 10'),
  pictureRow('groupGraphic', 'logo.png --make Nokia'),
  pictureRow('pictureMessage', 'photo.png --text Ahoi! --make Ericsson'),
];

function pictureRow(kind: PictureKind, example: string): Row {
  return row<Options>({
    kind,
    argument: '[file]',
    source: ', from any picture file',
    sending: SENDING[kind],
    isRead: true,
    isByMake: true,
    ofLibrary: (bitmap, { mcc, mnc }) => ({ kind, bitmap, mcc, mnc }),
    group: 'Picture:',
    options(command, door) {
      command.option('--any-size', 'send a size that no handset is known to show');
      if (kind === 'operatorLogo') addNetworkOptions(command);
      if (kind === 'pictureMessage' && door === 'encode')
        command.option('--text <text>', 'the text below; by default that of an .npm');
      addPictureOptions(command);
    },
    async read(given) {
      const { session, door, options } = given;
      const { picture, bitmap } = await readBitmap(kind, given, formFor(kind, given));
      const network = kind === 'operatorLogo' && networkOf(picture, options, 'an operator logo');
      if (door === 'send' && picture.text) session.warn('the text is not sent: the gateway takes pictures alone');
      const text = kind === 'pictureMessage' && door === 'encode' && { text: options.text ?? picture.text };
      return { content: { kind, ...network, bitmap, ...text } as Content, build: { anySize: options.anySize } };
    },
    given: ({ options: { anySize } }) => ({ anySize }),
    examples: [`handset encode ${KINDS[kind].commands[0]} ${example} --to 447700900123`],
  });
}

/** The picture of a file, and its bitmap at the size that handsets show which take this form. */
async function readBitmap(
  kind: PictureKind,
  { session, argument: path = '-', options }: Given<Options & DoorOptions>,
  form: MessageForm | undefined,
): Promise<{ readonly picture: Picture; readonly bitmap: Bitmap }> {
  const content = await openFile(session, path, options.as, 'a picture', 'picture');
  const picture = await readPicture(session, content, options.lenient === true);
  const target = options.anySize === true || form === undefined ? undefined : targetOf(kind, form);
  const bitmaps = toBitmaps(session, picture, options, target);
  if (bitmaps.length > 1) session.warn(`only the first of ${bitmaps.length} pictures is sent`);
  return { picture, bitmap: bitmaps[0] as Bitmap };
}

/** Screens of other makes than Nokia's differ: no size is usual, but what is larger than these is made smaller. */
const MOST: Partial<Record<MessageForm, readonly [widthPx: number, heightPx: number]>> = { ems: [96, 64], seo: [101, 80] };

function targetOf(kind: PictureKind, form: MessageForm): Target | undefined {
  const target = targetOfKind(kind);
  if (form === 'smart-messaging') return { ...target, rule: 'exact' };
  const most = MOST[form];
  return most && { name: target.name, sizes: [most], rule: 'limit' };
}
