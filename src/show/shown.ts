/**
 * What a handset would show or play of a content: pictures, tunes and texts, whatever form they came in.
 * @module
 */
import {
  type Bitmap,
  decodeEmsAnimation,
  decodeEmsPicture,
  decodeMultipartMessage,
  type MultipartItem,
} from '../bitmap/index.js';
import { toHex } from '../bytes/index.js';
import { type Fact, pushFacts } from '../content/facts.js';
import { describeContent, KINDS } from '../content/kinds.js';
import type { Format } from '../inspect/index.js';
import { type Content, type PduContent, PORTS, readContent } from '../message/index.js';
import type { PushDocument } from '../push/binary.js';
import { decodeEmsSound, decodeNokiaRingtone, type Tune } from '../ringtone/index.js';
import { findPorts, type InformationElement } from '../sms/index.js';
import { formatFacts } from './facts.js';

/** Something to read. */
export interface ShownText {
  readonly kind: 'text';
  readonly name: string;
  readonly text: string;
}

/** A picture, or the frames of an animation; a picture message has its text with it. */
export interface ShownPicture {
  readonly kind: 'picture';
  readonly name: string;
  readonly frames: readonly Bitmap[];
  readonly text?: string | undefined;
}

/** A tune to play. */
export interface ShownTune {
  readonly kind: 'tune';
  readonly tune: Tune;
}

/** Anything that one screen or buzzer does. */
export type Shown = ShownText | ShownPicture | ShownTune;

/** A picture by name. */
export function shownPicture(name: string, frames: readonly Bitmap[], text?: string): ShownPicture {
  return { kind: 'picture', name, frames, text };
}

// ---- contents ----

/** Data without the messages around it, as the application of a port reads it. */
const PORT_OF: { readonly [F in Format]?: number } = {
  'nokia-ringtone': PORTS.ringtone,
  'operator-logo': PORTS.operatorLogo,
  'picture-message': PORTS.pictureMessage,
  'wsp-push': PORTS.wapPush,
};

/** 8-bit data of class 1. */
export const DATA_DCS = 0xf5;

/** What the application of a port makes of data in a format; undefined for a format of no port. @throws FormatError */
export function readPortData(format: Format, data: Uint8Array): Content | undefined {
  const destination = PORT_OF[format];
  if (destination === undefined) return undefined;
  const ports = { destination, source: 0 };
  return readContent({ from: '', data, ports, udh: [], parts: 1 }, DATA_DCS, 0, { lenient: true });
}

/** What becomes of a message. @throws FormatError for elements of a header that hold no picture or sound. */
export function shownContent(content: Content): Shown[] {
  switch (content.kind) {
    case 'text':
      return [{ kind: 'text', name: 'text', text: content.text }];
    case 'flash':
      return [{ kind: 'text', name: 'flash text', text: content.text }];
    case 'ringtone':
      return [{ kind: 'tune', tune: content.tune }];
    case 'pdu':
      return shownUserData(content);
    default:
      return [shownDescription(content)];
  }
}

/** A picture, or facts. */
function shownDescription(content: Content): Shown {
  const { bitmap, facts, first } = describeContent(content);
  const name = content.kind === 'operatorLogo' ? nameLogo(content) : KINDS[content.kind].name;
  if (bitmap === undefined) return shownFacts(name, facts);
  return shownPicture(name, [bitmap], facts.find((fact) => fact.name === first)?.value);
}

/** What an operator logo is called: `operator logo 234-10`. */
export function nameLogo({ mcc, mnc }: { readonly mcc: string; readonly mnc: string }): string {
  return `${KINDS.operatorLogo.name} ${mcc}-${mnc}`;
}

/** What the picture of a file is called: an operator logo with its network, a picture message, a group graphic. */
export function namePicture(picture: {
  readonly extension: string;
  readonly network?: { readonly mcc: string; readonly mnc: string } | undefined;
  readonly text?: string | undefined;
}): string {
  const { extension, network, text } = picture;
  if (network !== undefined) return nameLogo(network);
  if (text !== undefined || extension === '.npm') return KINDS.pictureMessage.name;
  return extension === '.ngg' ? KINDS.groupGraphic.name : 'picture';
}

/** What the kinds of push document are called. */
export const PUSH_NAMES: Readonly<Record<PushDocument['kind'], string>> = {
  si: KINDS.serviceIndication.name,
  sl: KINDS.serviceLoading.name,
  co: 'cache operation',
};

/** A push document. */
export function shownPush(document: PushDocument): ShownText {
  return shownFacts(PUSH_NAMES[document.kind], pushFacts(document));
}

/** Facts in lines. */
function shownFacts(name: string, facts: readonly Fact[]): ShownText {
  return { kind: 'text', name, text: formatFacts(facts) };
}

/** An item of a Nokia multipart message. @throws FormatError for a ringing tone that is none. */
export function shownItem(item: MultipartItem): Shown {
  switch (item.kind) {
    case 'picture':
      return shownPicture('picture', [item.bitmap]);
    case 'screenSaver':
      return shownPicture('screen saver', [item.bitmap]);
    case 'ringtone':
      return { kind: 'tune', tune: decodeNokiaRingtone(item.data) };
    case 'text':
      return { kind: 'text', name: 'text', text: item.text };
    case 'profileName':
      return { kind: 'text', name: 'profile name', text: item.text };
    case 'raw':
      return { kind: 'text', name: `item of type ${item.type}`, text: toHex(item.data) };
  }
}

/** What the header's EMS elements show and play, then the text; or the items of a multipart message; or the octets. */
function shownUserData({ udh, text, data }: PduContent): Shown[] {
  if (data !== undefined) {
    const isMultipart = findPorts(udh)?.destination === PORTS.pictureMessage;
    if (isMultipart) return decodeMultipartMessage(data).map(shownItem);
    return [{ kind: 'text', name: 'user data', text: toHex(data) }];
  }
  const objects = udh.flatMap((element) => shownElement(element) ?? []);
  if (text === undefined || (text === '' && objects.length > 0)) return objects;
  return [...objects, { kind: 'text', name: 'text', text }];
}

function shownElement(element: InformationElement): Shown | undefined {
  switch (element.kind) {
    case 'smallAnimation':
    case 'largeAnimation':
      return shownPicture('EMS animation', decodeEmsAnimation(element).frames);
    case 'smallPicture':
    case 'largePicture':
    case 'variablePicture':
      return shownPicture('EMS picture', [decodeEmsPicture(element).bitmap]);
    case 'userSound':
      return { kind: 'tune', tune: decodeEmsSound([element]) };
    default:
      return undefined;
  }
}
