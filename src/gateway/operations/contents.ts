/**
 * From what a request asks for to what goes on air.
 *
 *   text, card, tune, picture, SI, PDU    a Content of the message module
 *   file, .mms, .zip                      hosted here; a push or a notification with the address goes on air
 *
 * An item of the library takes the place of what a request may hold itself (G-MMS-10 to 32).
 * @module
 */
import { type Bitmap, decodeOtaBitmap } from '../../bitmap/index.js';
import { percentEncode } from '../../bytes/index.js';
import { KINDS } from '../../content/kinds.js';
import type { ReadContent, UnsignedSend } from '../../content/model.js';
import { contentOf } from '../../content/request.js';
import { FormatError } from '../../errors.js';
import { bitmapFromImage, identifyImage } from '../../image/index.js';
import type { Content } from '../../message/index.js';
import {
  buildNotification,
  composeMms,
  decodeMms,
  encodeMms,
  MMS_CONTENT_TYPE,
  type MNotificationInd,
  type MRetrieveConf,
  mediaTypeOfName,
  toRetrieveConf,
} from '../../mms/index.js';
import { findHandset, type HandsetProfile } from '../../profile/index.js';
import { type FileItem, type FileOptions, type MmsContent, REPORT } from '../../protocol/index.js';
import { parseRtttl } from '../../ringtone/index.js';
import { PictureConverter } from '../hosted/foreign.js';
import { descriptorName, descriptorOf, isProgram } from '../hosted/jad.js';
import type { SendContentRequest } from '../json/send-request.js';
import type { Account, HostedContent, LibraryEntry, SubmittedFile } from '../store/types.js';
import { badParameter, Refusal } from './refusal.js';

/** Requests that put something on air; whose they are is known by then. */
export type SendRequest = UnsignedSend | SendContentRequest;

type MultimediaRequest = Extract<SendRequest, { readonly operation: 'sendMultimedia' }>;

/** What the contents of requests are made with. */
export interface ContentSources {
  /** An item that the account may use. */
  readonly libraryItem: (number: number) => Promise<LibraryEntry | undefined>;
  /** Where handsets reach what this gateway hosts, without a slash at its end. */
  readonly publicUrl: string;
  readonly newToken: () => string;
  readonly now: number;
  /** How long hosted content can be fetched, in milliseconds. */
  readonly hostedMs: number;
  /** Octets of a multimedia message, at most. */
  readonly mmsOctets: number;
  readonly pictures: PictureConverter;
}

/** Who sends to whom, as a multimedia message shows it. */
export interface Envelope {
  readonly from: string;
  /** Empty when recipients are not to see each other. */
  readonly to: readonly string[];
  readonly cc: readonly string[];
}

/** What goes out for a request. */
export interface Outgoing {
  readonly content: Content;
  /** The same for networks that take no multimedia messages of others. */
  readonly inWalledGarden?: Content;
  /** Kept in the account's library. */
  readonly file?: SubmittedFile;
  readonly hosted?: HostedContent;
}

const MMS_SUFFIX = /[.]mms$/i;
const ZIP_SUFFIX = /[.]zip$/i;

/**
 * Builds what goes out for a request.
 * @throws Refusal `noLibraryItem`, `badParameter`; FormatError of the content's codec.
 */
export async function buildOutgoing(request: SendRequest, envelope: Envelope, sources: ContentSources): Promise<Outgoing> {
  if (request.operation === 'sendContent') return { content: request.content };
  if (request.operation === 'sendMultimedia') {
    const { content } = request;
    if (content.kind === 'wapPush') return pushOf(request, content, sources);
    if (content.kind === 'mms') return mmsOf(request, content, envelope, sources);
  }
  return { content: await fromLibrary(contentOf(request), sources) };
}

// ---- The library ----

/** @throws Refusal `noLibraryItem` */
async function itemOf(number: number, { libraryItem }: ContentSources): Promise<LibraryEntry> {
  const entry = await libraryItem(number);
  if (entry === undefined) throw new Refusal(REPORT.noLibraryItem, `The library has no item ${number} for this account`);
  return entry;
}

/** A content with what the library has in place of a number. */
async function fromLibrary(content: ReadContent, sources: ContentSources): Promise<Content> {
  if (content.kind === 'ringtone' && 'libraryNumber' in content.tune) {
    const { data } = await itemOf(content.tune.libraryNumber, sources);
    return { kind: content.kind, tune: parseRtttl(Buffer.from(data).toString('latin1'), { lenient: true }) };
  }
  if ('bitmap' in content && 'libraryNumber' in content.bitmap) {
    const [size] = KINDS[content.kind].sizes as [[number, number]];
    return { ...content, bitmap: await bitmapOf(content.bitmap.libraryNumber, size, sources) } as Content;
  }
  return content as Content;
}

/** A picture of the library. Other formats than OTA bitmaps are reduced to the usual size of their kind. */
async function bitmapOf(
  libraryNumber: number,
  [widthPx, heightPx]: readonly [number, number],
  sources: ContentSources,
): Promise<Bitmap> {
  const { data } = await itemOf(libraryNumber, sources);
  try {
    return decodeOtaBitmap(data);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  if (identifyImage(data) === undefined) throw new Refusal(REPORT.noLibraryItem, `Item ${libraryNumber} is no picture`);
  return bitmapFromImage(data, { widthPx, heightPx });
}

// ---- Files ----

/** A file that a handset fetches from here, and the indication that tells it. */
async function pushOf(request: MultimediaRequest, content: FileOptions & FileItem, sources: ContentSources): Promise<Outgoing> {
  const submitted = content.libraryNumber === undefined ? submittedOf(content, content.contentType) : undefined;
  const given = submitted ?? (await itemOf(content.libraryNumber as number, sources));
  const shown = content.disableRepurposing === true ? given : await sources.pictures.convert(given);
  const file = shown === given ? given : { ...shown, fileName: `${given.fileName.replace(/[.]\w+$/, '')}.jpg` };
  const contentType =
    (shown === given ? content.contentType : undefined) ??
    file.contentType ??
    mediaTypeOfName(file.fileName) ??
    'application/octet-stream';
  const hosted = hostedOf(file.fileName, contentType, file.data, request, content, sources);
  const text = content.message ?? file.fileName;
  return {
    content: indication(addressOf('w', hosted, sources, nameToFetch(file.fileName, hosted)), text, sources),
    hosted,
    ...(submitted !== undefined && { file: submitted }),
  };
}

/** What handsets are to fetch first: of a program its descriptor, which says where the program is (G-MMS-52). */
function nameToFetch(fileName: string, { contentType, data }: HostedContent): string {
  const hasDescriptor = isProgram(fileName, contentType) && descriptorOf(data, '') !== undefined;
  return hasDescriptor ? descriptorName(fileName) : fileName;
}

function submittedOf(
  { file }: FileItem & { readonly libraryNumber?: undefined },
  contentType: string | undefined,
): SubmittedFile {
  return { fileName: file.name, data: file.data, ...(contentType !== undefined && { contentType }) };
}

/** A message that handsets fetch from here, the notification of it, and for walled gardens an indication with its page. */
async function mmsOf(
  request: MultimediaRequest,
  content: MmsContent,
  envelope: Envelope,
  sources: ContentSources,
): Promise<Outgoing> {
  const isSubmitted = content.libraryNumber === undefined;
  const source = isSubmitted
    ? { fileName: content.file.name, data: content.file.data }
    : await itemOf(content.libraryNumber, sources);
  const message = await messageOf(source, request, content, envelope, sources);
  const data = encodeMms(message);
  if (data.length > sources.mmsOctets) {
    throw badParameter('MMSNotificationFileData1', `a message of ${data.length} octets, at most ${sources.mmsOctets}`);
  }
  const fileName = source.fileName.replace(ZIP_SUFFIX, '.mms');
  const hosted = hostedOf(fileName, MMS_CONTENT_TYPE, data, request, content, sources);
  const address = addressOf('m', hosted, sources);
  const notification: MNotificationInd = buildNotification(message, {
    transactionId: hosted.token,
    contentLocation: address,
    messageSize: data.length,
    expiry: { kind: 'relative', seconds: Math.floor(sources.hostedMs / 1000) },
  });
  return {
    content: { kind: 'mmsNotification', notification },
    ...(content.disableWalledGardenRule !== true && {
      inWalledGarden: indication(`${address}/`, message.subject ?? fileName, sources),
    }),
    hosted,
    ...(isSubmitted && { file: { fileName, data, contentType: MMS_CONTENT_TYPE } }),
  };
}

/** The message that a file holds, or is composed of; what it says of sender and recipients is the request's. */
async function messageOf(
  { fileName, data }: Pick<SubmittedFile, 'fileName' | 'data'>,
  request: MultimediaRequest,
  { message: subject, addSmil, disableRepurposing }: MmsContent,
  { from, to, cc }: Envelope,
  sources: ContentSources,
): Promise<MRetrieveConf> {
  const date = new Date(sources.now);
  const people = {
    from,
    ...(to.length > 0 && { to }),
    ...(cc.length > 0 && { cc }),
    ...(subject !== undefined && { subject }),
  };
  if (MMS_SUFFIX.test(fileName)) {
    const message = decodeMms(data);
    if (message.type !== 'M-Retrieve.conf' && message.type !== 'M-Send.req') {
      throw badParameter('MMSNotificationFileData1', `holds an ${message.type}, no message`);
    }
    const { to: _to, cc: _cc, bcc: _bcc, ...kept } = toRetrieveConf(message, { date });
    const parts = disableRepurposing === true ? kept.parts : await sources.pictures.convertParts(kept.parts);
    return { ...kept, ...people, parts };
  }
  const profile = profileOf(request);
  return composeMms(ZIP_SUFFIX.test(fileName) ? data : [{ name: fileName, data }], {
    ...people,
    date,
    smil: SMIL[addSmil ?? 0],
    maxOctets: sources.mmsOctets,
    fitImages: (images) => sources.pictures.convertAll(images),
    ...(profile !== undefined && { profile }),
  });
}

/** Converts the pictures of an account's request; that takes time, and is for none that cannot pay for one part. */
export function picturesOf({ credit, pricePerPart }: Pick<Account, 'credit' | 'pricePerPart'>): PictureConverter {
  return new PictureConverter(() => {
    if (credit < pricePerPart) throw new Refusal(REPORT.outOfCredit, 'Out of credit');
  });
}

/** Values of AddSMIL. */
const SMIL = ['auto', 'add', 'none'] as const;

/** The handset that a request names; undefined when it names none. */
function profileOf({ phoneMake, phoneModel }: MultimediaRequest): HandsetProfile | undefined {
  return phoneMake === undefined && phoneModel === undefined ? undefined : findHandset({ make: phoneMake, model: phoneModel });
}

function hostedOf(
  fileName: string,
  contentType: string,
  data: Uint8Array,
  { phoneMake, phoneModel }: MultimediaRequest,
  { disableRepurposing }: FileOptions,
  { newToken, now, hostedMs }: ContentSources,
): HostedContent {
  return {
    token: newToken(),
    contentType,
    fileName,
    data,
    expiresAt: now + hostedMs,
    ...(disableRepurposing !== true && {
      adaptation: {
        ...(phoneMake !== undefined && { make: phoneMake }),
        ...(phoneModel !== undefined && { model: phoneModel }),
      },
    }),
  };
}

/** Address of hosted content: `m` of messages, `w` of files; a file's name is in it, for handsets that go by the extension. */
function addressOf(kind: 'm' | 'w', { token }: HostedContent, { publicUrl }: ContentSources, fileName?: string): string {
  const address = `${publicUrl}/${kind}/${token}`;
  return fileName === undefined ? address : `${address}/${percentEncode(fileName)}`;
}

/** The address tells the indication from others: nothing else has to. */
function indication(href: string, text: string, { now }: ContentSources): Content {
  return { kind: 'serviceIndication', si: { href, text, created: new Date(Math.floor(now / 1000) * 1000) } };
}
