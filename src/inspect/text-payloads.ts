/**
 * Payloads that are the text of a message: a datagram of the text transport, a card or calendar, or a tune in Motorola's or an Ericsson form.
 * @module
 */

import { encodeUtf8, type Field } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { DecodeError } from '../errors.js';
import type { MessagePart } from '../sms/index.js';
import { identifyVObject, type VObjectKind } from '../vobject/index.js';
import type { Bounds } from './call-limits.js';
import { CARDS } from './formats/cards.js';
import { TUNES } from './formats/tunes.js';
import { mayBeginObject } from './object-start.js';
import { scklTree } from './sckl.js';
import { readTuneText, tuneTextFormat } from './tune-texts.js';

/** The tree of a payload, and the octets that it is of. */
export interface TextPayload {
  readonly field: Field;
  readonly octets: Uint8Array;
  /** When the text is one of several datagrams that belong together. */
  readonly part?: MessagePart;
}

/** The payload in a text; undefined for plain text, also when it only begins like something else. */
export function findTextPayload(text: string, bounds: Bounds): TextPayload | undefined {
  const format = tuneTextFormat(text);
  const isSckl = text.startsWith('//SCKL');
  const kind = mayBeginObject(text) ? identifyVObject(text) : undefined;
  if (format === undefined && kind === undefined && !isSckl) return undefined;
  // Four characters are little to know a tune by: its checksum has to come out.
  if (format === 'motorola' && readTuneText(format, text, bounds).fault !== undefined) return undefined;
  // A lone surrogate has no octets.
  const octets = tryDecode(() => encodeUtf8(text));
  if (octets === undefined) return undefined;
  const { length } = octets;
  const payload = format === undefined ? CARDS[kind as VObjectKind] : TUNES[format];
  const carried = isSckl ? scklTree(text, 0, length, bounds) : { field: payload.tree(octets, 0, length, bounds) };
  return carried.field.error instanceof DecodeError ? undefined : { ...carried, octets };
}
