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
import { type Content, type PduContent, PORTS } from '../message/index.js';
import type { PushDocument } from '../push/index.js';
import { decodeEmsSound, decodeNokiaRingtone, type Tune } from '../ringtone/index.js';
import { findPorts, type InformationElement } from '../sms/index.js';
import { notificationToText, PUSH_NAMES, pushToText } from './pushes.js';
import { type VObject, vobjectToText } from './vobjects.js';

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

/** What becomes of a message. @throws FormatError for elements of a header that hold no picture or sound. */
export function shownContent(content: Content): Shown[] {
  switch (content.kind) {
    case 'text':
      return [{ kind: 'text', name: 'text', text: content.text }];
    case 'flash':
      return [{ kind: 'text', name: 'flash text', text: content.text }];
    case 'ringtone':
      return [{ kind: 'tune', tune: content.tune }];
    case 'operatorLogo':
      return [shownPicture(`operator logo ${content.mcc}-${content.mnc}`, [content.bitmap])];
    case 'groupGraphic':
      return [shownPicture('group graphic', [content.bitmap])];
    case 'pictureMessage':
      return [shownPicture('picture message', [content.bitmap], content.text)];
    case 'serviceIndication':
      return [shownPush({ kind: 'si', si: content.si })];
    case 'serviceLoading':
      return [shownPush({ kind: 'sl', sl: content.sl })];
    case 'mmsNotification':
      return [{ kind: 'text', name: 'MMS notification', text: notificationToText(content.notification) }];
    case 'vcard':
    case 'vcalendar':
      return [shownVObject(content)];
    case 'pdu':
      return shownUserData(content);
  }
}

/** A push document in plain words. */
export function shownPush(document: PushDocument): ShownText {
  return { kind: 'text', name: PUSH_NAMES[document.kind], text: pushToText(document) };
}

/** A card or calendar in plain words. */
export function shownVObject(object: VObject): ShownText {
  return { kind: 'text', name: object.kind === 'vcard' ? 'card' : 'calendar', text: vobjectToText(object) };
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
