/**
 * `handset preview`: what a handset would show or play, in the terminal, as a picture, or as sound.
 * @module
 */

import { sep } from 'node:path';
import type { Command } from 'commander';
import { type Bitmap, bitmapToText } from '../../bitmap/index.js';
import { pluralize } from '../../bytes/file-fields.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { describeTune } from '../../content/facts.js';
import { printable } from '../../inspect/printable.js';
import { type MmsPdu, mmsSize, type ResolvedMessage } from '../../mms/index.js';
import type { Tune } from '../../ringtone/index.js';
import type { Canvas } from '../../show/canvas.js';
import { formatFacts, mmsFacts } from '../../show/facts.js';
import { encodeIndexedPng } from '../../show/png.js';
import { drawRoll, rollToText } from '../../show/roll.js';
import { drawScreens, screenZoom } from '../../show/screens.js';
import { namePicture, type Shown, shownContent, shownPicture, shownPush } from '../../show/shown.js';
import { deflate, inFile, inputName, type Session, UsageError, writeNewFolder } from '../io.js';
import { hexInput, numberOption } from '../options.js';
import { toBitmaps } from './bitmaps.js';
import { composeOf } from './compose.js';
import { openListing } from './listing.js';
import { readMms, resolveMessage } from './mms.js';
import { addPictureOptions, type PictureOptions } from './picture-options.js';
import { type Picture, readPicture } from './pictures.js';
import { lintPush, readPushDocument } from './pushes.js';
import { type FileContent, inputOptions, recogniseFile } from './recognise.js';
import { addSoundOptions, readTune, renderSound, type SoundOptions } from './tunes.js';
import { readVObject } from './vobjects.js';

interface Options extends PictureOptions, SoundOptions {
  readonly hex?: string[];
  readonly as?: string;
  readonly dark?: boolean;
  readonly png?: string;
  readonly zoom?: number;
  readonly wav?: string;
  readonly output?: string;
}

/** What the command shows: one screen, or a message with its slides. */
type Preview =
  | Shown
  | {
      readonly kind: 'message';
      readonly pdu: MmsPdu;
      readonly sizeOctets: number;
      readonly resolved: ResolvedMessage | undefined;
    };

/** Zoom of a piano roll. */
const ROLL_ZOOM = 2;

/** A colour picture is shown no larger than this, about the largest screen of one bit. */
const MAX_WIDTH = 132;
const MAX_HEIGHT = 176;

export function addPreview(command: Command, session: Session): void {
  command.option('--hex <octets...>', 'PDUs, or an OTA bitmap, in hex');
  inputOptions(command)
    .option('--dark', 'draw light where the picture is dark: for terminals with a dark ground')
    .option(
      '--png <file>',
      'draw into a PNG instead: a screen, slides, or the piano roll of a tune; slides one by one into a new folder/',
    )
    .option('--zoom <number>', 'size of a pixel in the PNG, 1 to 32', numberOption('zoom', 1, 32))
    .option('--wav <file>', 'play a tune into a WAV instead')
    .option('-o, --output <file>', 'write to a file');
  command.optionsGroup('Pictures:');
  addPictureOptions(command);
  command.optionsGroup('Sound:');
  addSoundOptions(command).action(async (file: string | undefined, options: Options) => {
    if (file !== undefined && options.hex !== undefined) throw new UsageError('give a file or --hex, not both');
    if (options.zoom !== undefined && options.png === undefined) throw new UsageError('--zoom goes with --png');
    const path = options.hex === undefined ? (file ?? '-') : '--hex';
    const octets = options.hex === undefined ? await session.read(path) : hexInput(options.hex);
    const shown = await read(session, path, octets, options).catch((error: unknown) => explainArchive(error, path, octets));
    if (options.png !== undefined) await writeDrawing(session, shown, options.png, options.zoom);
    if (options.wav !== undefined) writeSound(session, shown, options.wav, options);
    if (options.png === undefined && options.wav === undefined) {
      session.write(shown.map((one) => toText(one, options.dark === true)).join('\n'), options.output);
    }
  });
}

/** For a file that cannot be shown: an archive of messages is for another command. @throws */
async function explainArchive(error: unknown, path: string, octets: Uint8Array): Promise<never> {
  const { ARCHIVE_FORMATS, identifyArchive } = await import('../../archive/index.js');
  const format = tryDecode(() => identifyArchive(octets));
  if (!ARCHIVE_FORMATS.some((each) => each === format)) throw error;
  throw new UsageError(`${inputName(path)} is an archive of messages: handset archive shows them`);
}

async function read(session: Session, path: string, octets: Uint8Array, options: Options): Promise<Preview[]> {
  const lenient = options.lenient === true;
  const sized = (shown: Shown) => ofBitmaps(session, shown, options);
  const ofListing = () => openListing(session, path, octets, lenient)?.flatMap((content) => shownContent(content).map(sized));
  const messages = options.as === undefined ? inFile(path, ofListing) : undefined;
  if (messages !== undefined) return messages;
  const content = recogniseFile(path, octets, options.as);
  switch (content.kind) {
    case 'push': {
      const document = readPushDocument(session, content, lenient);
      for (const { field, message } of lintPush(document)) session.warn(`${field}: ${message}`);
      return [shownPush(document)];
    }
    case 'card':
    case 'calendar':
      return shownContent(readVObject(session, content, lenient));
    case 'mms':
    case 'archive':
      return [await ofMessage(session, content, lenient)];
    case 'picture':
      return [ofPicture(session, await readPicture(session, content, lenient), options)];
    default:
      return [{ kind: 'tune', tune: readTune(session, content, options) }];
  }
}

function ofPicture(session: Session, picture: Picture, options: Options): Shown {
  const size = options.size ?? shownSize(session, picture, options);
  const frames = toBitmaps(session, picture, size === undefined ? options : { ...options, size });
  return shownPicture(namePicture(picture), frames, picture.text);
}

/** One side is enough: the other follows. */
function shownSize(session: Session, { colours }: Picture, { crop }: Options): PictureOptions['size'] {
  if (colours === undefined) return undefined;
  const { widthPx, heightPx } = crop ?? colours[0];
  if (widthPx <= MAX_WIDTH && heightPx <= MAX_HEIGHT) return undefined;
  const isWide = widthPx * MAX_HEIGHT > heightPx * MAX_WIDTH;
  session.note(`${widthPx}x${heightPx} scaled to fit ${MAX_WIDTH}x${MAX_HEIGHT}; use --size for another`);
  return isWide ? { widthPx: MAX_WIDTH } : { heightPx: MAX_HEIGHT };
}

/** Pictures of messages take the options, too. */
function ofBitmaps(session: Session, shown: Shown, options: Options): Shown {
  if (shown.kind !== 'picture') return shown;
  return { ...shown, frames: toBitmaps(session, { frames: shown.frames }, options) };
}

/** Of an archive the message that would be composed of it. */
async function ofMessage(session: Session, content: FileContent, lenient: boolean): Promise<Preview> {
  const { path, octets, extension } = content;
  const pdu =
    extension === '.zip'
      ? await composeOf(session, path, octets, { as: 'M-Retrieve.conf' })
      : readMms(session, content, lenient);
  const resolved = pdu.parts === undefined ? undefined : resolveMessage(session, { parts: pdu.parts, start: pdu.start });
  return { kind: 'message', pdu, sizeOctets: extension === '.zip' ? mmsSize(pdu) : octets.length, resolved };
}

// ---- Terminal ----

/** What is shown, in lines for a terminal. @param dark whether light is drawn where a picture is dark */
export function toText(shown: Preview, dark: boolean): string {
  switch (shown.kind) {
    case 'text':
      return `${shown.name}\n${printable(shown.text, true)}\n`;
    case 'message':
      return `multimedia message\n${printable(formatFacts(mmsFacts(shown.pdu, shown.sizeOctets, shown.resolved), 0, 2), true)}\n`;
    case 'tune': {
      const { tune } = shown;
      return `${printable(JSON.stringify(tune.title))}, ${describeTune(tune)}\n${rollToText(tune)}`;
    }
    case 'picture': {
      const [first] = shown.frames as readonly [Bitmap];
      const count = shown.frames.length === 1 ? '' : `, ${shown.frames.length} pictures`;
      const pictures = shown.frames.map((frame) => bitmapToText(frame, { invert: dark })).join('\n');
      const text = shown.text === undefined || shown.text === '' ? '' : `${printable(shown.text, true)}\n`;
      return `${shown.name}, ${first.widthPx}x${first.heightPx}${count}\n${pictures}${text}`;
    }
  }
}

// ---- Files ----

/** All pictures beside each other, else the first tune; of a message its slides. */
async function writeDrawing(
  session: Session,
  shown: readonly Preview[],
  path: string,
  zoom: number | undefined,
): Promise<void> {
  const message = shown.find((one) => one.kind === 'message');
  if (message !== undefined) return writeSlides(session, message.resolved, path, zoom ?? 1);
  const canvas = drawingOf(shown, zoom);
  if (canvas === undefined) throw new UsageError('there is no picture and no tune to draw');
  session.write(encodeIndexedPng(canvas, deflate), path);
  session.note(`${path}: ${canvas.widthPx}x${canvas.heightPx}`);
}

async function writeSlides(session: Session, message: ResolvedMessage | undefined, path: string, zoom: number): Promise<void> {
  if (message === undefined) throw new UsageError('there is no slide to draw: the PDU has no parts');
  const [{ encodePng }, { besideEachOther, drawSlides, toRaster }] = await Promise.all([
    import('../../image/png/write.js'),
    import('./slides.js'),
  ]);
  const slides = await drawSlides(session, message, zoom);
  if (path.endsWith('/') || path.endsWith(sep)) {
    writeNewFolder(
      path,
      slides.map((slide, i) => ({ name: `slide-${i + 1}.png`, data: encodePng(toRaster(slide)) })),
    );
    for (const [i, { widthPx, heightPx }] of slides.entries())
      session.note(`${path}slide-${i + 1}.png: ${widthPx}x${heightPx}`);
    return;
  }
  const all = besideEachOther(slides);
  session.write(encodePng(toRaster(all)), path);
  session.note(`${path}: ${pluralize(slides.length, 'slide')}, ${all.widthPx}x${all.heightPx}`);
}

function drawingOf(shown: readonly Preview[], zoom: number | undefined): Canvas | undefined {
  const screens = shown.flatMap((one) =>
    one.kind === 'picture' ? one.frames.map((bitmap, i) => ({ bitmap, text: i === 0 ? one.text : undefined })) : [],
  );
  if (screens[0] !== undefined) return drawScreens(screens, zoom ?? screenZoom(screens[0].bitmap));
  const tune = firstTune(shown);
  return tune === undefined ? undefined : drawRoll(tune, zoom ?? ROLL_ZOOM);
}

function writeSound(session: Session, shown: readonly Preview[], path: string, options: SoundOptions): void {
  const tune = firstTune(shown);
  if (tune === undefined) throw new UsageError('there is no tune to play');
  const sound = renderSound(tune, options);
  session.write(sound, path);
  session.note(`${path}: ${JSON.stringify(tune.title)}, ${describeTune(tune)}`);
}

function firstTune(shown: readonly Preview[]): Tune | undefined {
  for (const one of shown) if (one.kind === 'tune') return one.tune;
  return undefined;
}
