/**
 * EMS in a tree: the iMelody text inside a sound's element, and what several elements make together, in one message or over its parts.
 * @module
 */
import { type Bitmap, type EmsPicture, joinEmsPictures } from '../bitmap/index.js';
import { readPixels } from '../bitmap/pixels.js';
import type { Field } from '../bytes/index.js';
import { DecodeError, FormatError } from '../errors.js';
import { decodeEmsSound } from '../ringtone/ems-sound.js';
import { isEmsElement } from '../sms/ems-element.js';
import { IEI, type InformationElement } from '../sms/index.js';
import type { Bounds } from './call-limits.js';
import { traceDecoder } from './trace-decoder.js';
import { openChildren } from './trees.js';
import { describeTune, tuneTextTree } from './tune-texts.js';

/** A tree with its user defined sounds as lines of iMelody. What is not iMelody is left as octets, with a warning. */
export function withSounds(field: Field, octets: Uint8Array, bounds: Bounds): Field {
  return openChildren(field, ['TP-UD', 'UDH'], (child) => {
    if (child.name !== 'IE' || child.children[0]?.value !== IEI.UserSound) return undefined;
    return openChildren(child, [], (data) => (data.name === 'data' ? asSound(data, octets, bounds) : undefined));
  });
}

function asSound(field: Field, octets: Uint8Array, bounds: Bounds): Field {
  const tree = tuneTextTree('imelody', octets, field.start, field.end, bounds);
  if (tree.error instanceof DecodeError) return { ...field, warnings: [`not iMelody: ${tree.error.message}`] };
  return { ...field, value: undefined, children: [tree] };
}

/** What came of joining: fields without octets of the input, each with octets of its own, and what could not be joined. */
export interface Joined {
  readonly fields: readonly Field[];
  readonly warnings: readonly string[];
}

/**
 * The objects that user prompt indicators hold together: a picture of its columns, a tune of its pieces.
 * @param at where the fields are placed: the end of the input.
 */
export function joinObjects(elements: readonly InformationElement[], at: number, bounds: Bounds): Joined {
  const fields: Field[] = [];
  const warnings: string[] = [];
  for (const group of promptedGroups(elements)) {
    try {
      const field = joinedField(group, at, bounds);
      if (field !== undefined) fields.push(field);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      warnings.push(error.message);
    }
  }
  return { fields, warnings };
}

/** A user prompt indicator with the objects that it announces, as many as there are. */
function promptedGroups(elements: readonly InformationElement[]): InformationElement[][] {
  const groups: InformationElement[][] = [];
  let wanted = 0;
  for (const element of elements) {
    if (element.kind === 'userPrompt') {
      groups.push([element]);
      wanted = element.objects;
    } else if (wanted > 0 && isEmsElement(element) && !NO_OBJECTS.has(element.kind)) {
      groups.at(-1)?.push(element);
      wanted--;
    }
  }
  return groups.filter(({ length }) => length > 2);
}

/** Elements of EMS other than pictures, animations and sounds. */
const NO_OBJECTS: ReadonlySet<InformationElement['kind']> = /* @__PURE__ */ new Set([
  'raw',
  'textFormatting',
  'userPrompt',
  'objectDistribution',
] as const);

function joinedField(group: readonly InformationElement[], at: number, bounds: Bounds): Field | undefined {
  const objects = group.slice(1);
  const count = objects.length;
  if (objects.every(({ kind }) => kind.endsWith('Picture'))) {
    return pictureField(`picture joined from ${count} columns`, joinEmsPictures(group), at, bounds);
  }
  const sounds = objects.flatMap((element) => (element.kind === 'userSound' ? [element.data] : []));
  if (sounds.length < count) return undefined;
  const tune = decodeEmsSound(group, { lenient: true, limits: bounds });
  return { ...soundField(`tune joined from ${count} sounds`, sounds, at, bounds), meaning: describeTune(tune) };
}

function pictureField(name: string, { bitmap }: EmsPicture, at: number, bounds: Bounds): Field {
  const { rows } = bitmap;
  const tree = traceDecoder(name, rows, 0, rows.length, bounds, (reader) => readRows(reader, bitmap));
  return { ...tree, start: at, end: at, octets: rows };
}

function readRows(reader: Parameters<typeof readPixels>[0], { widthPx, heightPx }: Bitmap): void {
  readPixels(reader, widthPx, heightPx, 'padded', 'pixels');
}

/** The pieces one after the other; each is an iMelody of its own. */
function soundField(name: string, pieces: readonly Uint8Array[], at: number, bounds: Bounds): Field {
  const octets = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  const children: Field[] = [];
  let end = 0;
  for (const piece of pieces) {
    octets.set(piece, end);
    end += piece.length;
    children.push(tuneTextTree('imelody', octets, end - piece.length, end, bounds));
  }
  return { name, value: undefined, start: at, end: at, octets, children };
}
