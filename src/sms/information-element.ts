/**
 * Information elements: their identifiers, their shapes as objects, and how the data of each are laid out.
 * Source: 3GPP TS 23.040 section 9.2.3.24.
 * @module
 */
import { requireList, requireObject } from '../bytes/check.js';

/** Information element identifiers (TS 23.040 section 9.2.3.24), 0 to 255. */
export const IEI = {
  Concat8: 0x00,
  SpecialMessage: 0x01,
  Ports8: 0x04,
  Ports16: 0x05,
  SmscControl: 0x06,
  SourceIndicator: 0x07,
  Concat16: 0x08,
  /** Wireless Control Message Protocol (9.2.3.24.9); read as a `raw` element. */
  WirelessControl: 0x09,
  TextFormatting: 0x0a,
  PredefinedSound: 0x0b,
  UserSound: 0x0c,
  PredefinedAnimation: 0x0d,
  LargeAnimation: 0x0e,
  SmallAnimation: 0x0f,
  LargePicture: 0x10,
  SmallPicture: 0x11,
  VariablePicture: 0x12,
  UserPrompt: 0x13,
  ExtendedObject: 0x14,
  ReusedExtendedObject: 0x15,
  CompressionControl: 0x16,
  ObjectDistribution: 0x17,
  StandardWvg: 0x18,
  CharacterSizeWvg: 0x19,
  ExtendedObjectRequest: 0x1a,
  EmailHeaderLength: 0x20,
  Hyperlink: 0x21,
  /** Reply address, encoded as TP-OA (9.2.3.24.10.1.17); read as a `raw` element. */
  ReplyAddress: 0x22,
  /** Enhanced voice mail information (9.2.3.24.13); read as a `raw` element. */
  EnhancedVoiceMail: 0x23,
  SingleShift: 0x24,
  LockingShift: 0x25,
} as const;

/**
 * An element of the user data header (TS 23.040 section 9.2.3.24): one of the kinds below, or any other verbatim as `raw`. Numbers are 0 to 255
 * unless stated otherwise. `position` of an EMS element counts characters of the text of its own message.
 */
export type InformationElement =
  /** Concatenation: part `sequence`, from 1, of `total` (9.2.3.24.1). */
  | { readonly kind: 'concat8'; readonly reference: number; readonly total: number; readonly sequence: number }
  /** The same with a reference of 0 to 65535 (9.2.3.24.8). */
  | { readonly kind: 'concat16'; readonly reference: number; readonly total: number; readonly sequence: number }
  /** Messages waiting: in `indication` the type and in bit 7 whether to store the message; `count` of messages (9.2.3.24.2). */
  | { readonly kind: 'specialMessage'; readonly indication: number; readonly count: number }
  /** Application ports of 8 bits (9.2.3.24.3). */
  | { readonly kind: 'ports8'; readonly destination: number; readonly source: number }
  /** Application ports of 16 bits, 0 to 65535 (9.2.3.24.4). */
  | { readonly kind: 'ports16'; readonly destination: number; readonly source: number }
  /** Bits that select the status reports that the sender wants, and whether they repeat the header (9.2.3.24.5). */
  | { readonly kind: 'smscControl'; readonly parameters: number }
  /** Origin of the elements that follow: 1 the sender, 2 the recipient, 3 the service centre (9.2.3.24.6). */
  | { readonly kind: 'sourceIndicator'; readonly source: number }
  /** EMS text formatting of `length` characters from `position` on (9.2.3.24.10.1.1). */
  | {
      readonly kind: 'textFormatting';
      readonly position: number;
      readonly length: number;
      readonly mode: number;
      readonly colour?: number;
    }
  /** A sound that handsets have built in, by its number (9.2.3.24.10.1.2). */
  | { readonly kind: 'predefinedSound'; readonly position: number; readonly sound: number }
  /** iMelody text of at most 128 octets (9.2.3.24.10.1.3). */
  | { readonly kind: 'userSound'; readonly position: number; readonly data: Uint8Array }
  /** An animation that handsets have built in, by its number (9.2.3.24.10.1.4). */
  | { readonly kind: 'predefinedAnimation'; readonly position: number; readonly animation: number }
  /** Four pictures of 16 by 16 pixels, 128 octets (9.2.3.24.10.1.5). */
  | { readonly kind: 'largeAnimation'; readonly position: number; readonly data: Uint8Array }
  /** Four pictures of 8 by 8 pixels, 32 octets (9.2.3.24.10.1.6). */
  | { readonly kind: 'smallAnimation'; readonly position: number; readonly data: Uint8Array }
  /** A picture of 32 by 32 pixels, 128 octets (9.2.3.24.10.1.7). */
  | { readonly kind: 'largePicture'; readonly position: number; readonly data: Uint8Array }
  /** A picture of 16 by 16 pixels, 32 octets (9.2.3.24.10.1.8). */
  | { readonly kind: 'smallPicture'; readonly position: number; readonly data: Uint8Array }
  /** A picture of 8 * `widthOctets` by `heightPx` pixels (9.2.3.24.10.1.9). */
  | {
      readonly kind: 'variablePicture';
      readonly position: number;
      readonly widthOctets: number;
      readonly heightPx: number;
      readonly data: Uint8Array;
    }
  /** The number of EMS objects after this element that belong together (9.2.3.24.10.1.10). */
  | { readonly kind: 'userPrompt'; readonly objects: number }
  /** Bit 0 of `attributes` forbids forwarding of the next `objects` EMS objects, 0 for all (9.2.3.24.10.1.14). */
  | { readonly kind: 'objectDistribution'; readonly objects: number; readonly attributes: number }
  /** Length of the e-mail header at the beginning of the text (9.2.3.24.11). */
  | { readonly kind: 'emailHeaderLength'; readonly lengthOctets: number }
  /** A link: position of its title in the text, 0 to 65535, and lengths of the title and of the URL after it (9.2.3.24.12). */
  | { readonly kind: 'hyperlink'; readonly position: number; readonly titleLength: number; readonly urlLength: number }
  /** National single shift table of this part: characters after an escape (9.2.3.24.15). */
  | { readonly kind: 'singleShift'; readonly language: number }
  /** National locking shift table of this part, in place of the default alphabet (9.2.3.24.16). */
  | { readonly kind: 'lockingShift'; readonly language: number }
  /** Any other element: its identifier and its data. */
  | { readonly kind: 'raw'; readonly iei: number; readonly data: Uint8Array };

/** A part of an element's data: its name, and one octet, two, a fixed number of octets, or all that is left. */
export interface Part {
  readonly name: string;
  readonly size: 'u8' | 'u16' | 'rest' | number;
  readonly optional?: true;
}

/** How an element's data are laid out. */
export interface Model {
  readonly kind: InformationElement['kind'];
  readonly parts: readonly Part[];
}

const position: Part = { name: 'position', size: 'u8' };
const u8 = (name: string): Part => ({ name, size: 'u8' });
const u16 = (name: string): Part => ({ name, size: 'u16' });

/** The elements that become objects, by identifier. */
export const MODELS: Readonly<Record<number, Model>> = /* @__PURE__ */ models();

function models(): Record<number, Model> {
  return {
    [IEI.Concat8]: { kind: 'concat8', parts: [u8('reference'), u8('total'), u8('sequence')] },
    [IEI.SpecialMessage]: { kind: 'specialMessage', parts: [u8('indication'), u8('count')] },
    [IEI.Ports8]: { kind: 'ports8', parts: [u8('destination'), u8('source')] },
    [IEI.Ports16]: { kind: 'ports16', parts: [u16('destination'), u16('source')] },
    [IEI.SmscControl]: { kind: 'smscControl', parts: [u8('parameters')] },
    [IEI.SourceIndicator]: { kind: 'sourceIndicator', parts: [u8('source')] },
    [IEI.Concat16]: { kind: 'concat16', parts: [u16('reference'), u8('total'), u8('sequence')] },
    [IEI.TextFormatting]: {
      kind: 'textFormatting',
      parts: [position, u8('length'), u8('mode'), { name: 'colour', size: 'u8', optional: true }],
    },
    [IEI.PredefinedSound]: { kind: 'predefinedSound', parts: [position, u8('sound')] },
    [IEI.UserSound]: { kind: 'userSound', parts: [position, { name: 'data', size: 'rest' }] },
    [IEI.PredefinedAnimation]: { kind: 'predefinedAnimation', parts: [position, u8('animation')] },
    [IEI.LargeAnimation]: { kind: 'largeAnimation', parts: [position, { name: 'data', size: 128 }] },
    [IEI.SmallAnimation]: { kind: 'smallAnimation', parts: [position, { name: 'data', size: 32 }] },
    [IEI.LargePicture]: { kind: 'largePicture', parts: [position, { name: 'data', size: 128 }] },
    [IEI.SmallPicture]: { kind: 'smallPicture', parts: [position, { name: 'data', size: 32 }] },
    [IEI.VariablePicture]: {
      kind: 'variablePicture',
      parts: [position, u8('widthOctets'), u8('heightPx'), { name: 'data', size: 'rest' }],
    },
    [IEI.UserPrompt]: { kind: 'userPrompt', parts: [u8('objects')] },
    [IEI.ObjectDistribution]: { kind: 'objectDistribution', parts: [u8('objects'), u8('attributes')] },
    [IEI.EmailHeaderLength]: { kind: 'emailHeaderLength', parts: [u8('lengthOctets')] },
    [IEI.Hyperlink]: { kind: 'hyperlink', parts: [u16('position'), u8('titleLength'), u8('urlLength')] },
    [IEI.SingleShift]: { kind: 'singleShift', parts: [u8('language')] },
    [IEI.LockingShift]: { kind: 'lockingShift', parts: [u8('language')] },
  };
}

/** Returns the name of an information element identifier, 0 to 255, such as `concat 8`; `reserved` without one. */
export function ieiName(iei: number): string {
  const known = Object.entries(IEI).find(([, value]) => value === iei)?.[0];
  if (known !== undefined) return known.replace(/(?<=[a-z])(?=[A-Z0-9])/g, ' ').toLowerCase();
  if (iei >= 0x70 && iei <= 0x7f) return 'SIM toolkit security header';
  if (iei >= 0x80 && iei <= 0x9f) return 'SME to SME specific';
  if (iei >= 0xc0 && iei <= 0xdf) return 'service centre specific';
  return 'reserved';
}

/** The concatenation element, with a reference of 8 or 16 bits. */
export type ConcatElement = Extract<InformationElement, { kind: 'concat8' | 'concat16' }>;

/** Receivers ignore an element with no parts, part 0, or a part past the last (9.2.3.24.1): it is not a concatenation. */
export function hasPlace({ sequence, total }: ConcatElement): boolean {
  return sequence >= 1 && sequence <= total;
}

/** Finds the concatenation element; of several the last one counts (TS 23.040 section 9.2.3.24). Undefined without one. */
export function findConcat(elements: readonly InformationElement[]): ConcatElement | undefined {
  requireList(elements, 'elements');
  for (let i = elements.length - 1; i >= 0; i--) {
    const element = elements[i] as InformationElement;
    requireObject(element, 'an element');
    if (element.kind === 'concat8' || element.kind === 'concat16') return element;
  }
  return undefined;
}

/** Finds the application ports, 0 to 65535; of several elements the last one counts (TS 23.040 section 9.2.3.24). Undefined without one. */
export function findPorts(
  elements: readonly InformationElement[],
): { readonly destination: number; readonly source: number } | undefined {
  requireList(elements, 'elements');
  for (let i = elements.length - 1; i >= 0; i--) {
    const element = elements[i] as InformationElement;
    if (element.kind === 'ports16' || element.kind === 'ports8') {
      return { destination: element.destination, source: element.source };
    }
  }
  return undefined;
}
