/**
 * What a trace shows of the header's elements: EMS pictures row by row, formatting and flags bit by bit, numbers with their names.
 *
 * An element is read the same with a trace as without one (see `readBody` in udh.ts); only the fields that the trace gets are made here.
 * Source: 3GPP TS 23.040 sections 9.2.3.24.2, 9.2.3.24.5, 9.2.3.24.6 and 9.2.3.24.10.1; Wireshark has the same bits and colours.
 * The extended object's header is from one source only.
 * @module
 */
import type { ByteReader, OctetLayout } from '../bytes/reader.js';
import { PREDEFINED_ANIMATIONS, PREDEFINED_SOUNDS } from './ems-names.js';

const SPEC = '23.040 9.2.3.24.10';

/** Formatting mode, from bit 7 down (9.2.3.24.10.1.1). */
const MODE: OctetLayout = {
  name: 'mode',
  spec: `${SPEC}.1.1`,
  bits: [
    { name: 'strikethrough', width: 1, values: ['off', 'on'] },
    { name: 'underlined', width: 1, values: ['off', 'on'] },
    { name: 'italic', width: 1, values: ['off', 'on'] },
    { name: 'bold', width: 1, values: ['off', 'on'] },
    { name: 'font size', width: 2, values: ['normal', 'large', 'small', 'reserved'] },
    { name: 'alignment', width: 2, values: ['left', 'centre', 'right', 'as the language has it'] },
  ],
};

const COLOURS = [
  ...['black', 'dark grey', 'dark red', 'dark yellow', 'dark green', 'dark cyan', 'dark blue', 'dark magenta'],
  ...['grey', 'white', 'bright red', 'bright yellow', 'bright green', 'bright cyan', 'bright blue', 'bright magenta'],
];

const COLOUR: OctetLayout = {
  name: 'colour',
  spec: `${SPEC}.1.1`,
  bits: [
    { name: 'background', width: 4, values: COLOURS },
    { name: 'foreground', width: 4, values: COLOURS },
  ],
};

/** Special SMS message indication (9.2.3.24.2); the extended types are those after `other`. */
const INDICATION: OctetLayout = {
  name: 'indication',
  spec: '23.040 9.2.3.24.2',
  bits: [
    { name: 'storage', width: 1, values: ['discard', 'store'] },
    { name: 'profile', width: 2, values: ['1', '2', '3', '4'] },
    { name: 'extended type', width: 3, values: ['none', 'videomail'] },
    { name: 'type', width: 2, values: ['voicemail', 'fax', 'email', 'other'] },
  ],
};

/** What the service centre is to report on (9.2.3.24.5). */
const PARAMETERS: OctetLayout = {
  name: 'parameters',
  spec: '23.040 9.2.3.24.5',
  bits: [
    { name: 'original header', width: 1, values: ['left out of the report', 'in the report'] },
    { name: 'cancel further reports', width: 1, values: ['no', 'yes'] },
    { name: 'reserved', width: 2 },
    { name: 'still trying', width: 1, values: ['no report', 'report'] },
    { name: 'given up', width: 1, values: ['no report', 'report'] },
    { name: 'failed', width: 1, values: ['no report', 'report'] },
    { name: 'completed', width: 1, values: ['no report', 'report'] },
  ],
};

/** Where a header came from (9.2.3.24.6), from 1 on. */
const SOURCES = ['', 'the sender', 'the receiver, in a status report', 'the service centre'];

const ATTRIBUTES: OctetLayout = {
  name: 'attributes',
  spec: `${SPEC}.1.14`,
  bits: [
    { name: 'reserved', width: 7 },
    { name: 'distribution', width: 1, values: ['may be forwarded', 'not to be forwarded'] },
  ],
};

/** Control octet of an extended object. */
const CONTROL: OctetLayout = {
  name: 'control',
  spec: `${SPEC}.1.11`,
  bits: [
    { name: 'reserved', width: 6 },
    { name: 'user prompt', width: 1, values: ['off', 'on'] },
    { name: 'distribution', width: 1, values: ['may be forwarded', 'not to be forwarded'] },
  ],
};

/** Types of an extended object. */
const OBJECT_TYPES = [
  ...['predefined sound', 'iMelody', 'black and white picture', '2-bit grey picture', '6-bit colour picture'],
  ...['predefined animation', 'black and white animation'],
];

/** Sides of what the elements of fixed size hold: frames of an animation, or one picture. */
const FIXED: Readonly<Record<string, { readonly frames: number; readonly sidePx: number } | undefined>> = {
  largeAnimation: { frames: 4, sidePx: 16 },
  smallAnimation: { frames: 4, sidePx: 8 },
  largePicture: { frames: 1, sidePx: 32 },
  smallPicture: { frames: 1, sidePx: 16 },
};

/** Reads one octet of an element, and says what it means. */
export function readTracedOctet(body: ByteReader, kind: string, name: string, field: string): number {
  if (name === 'mode') return body.octet(MODE, field);
  if (name === 'colour') return body.octet(COLOUR, field);
  if (name === 'attributes') return body.octet(ATTRIBUTES, field);
  if (name === 'indication') return body.octet(INDICATION, field);
  if (name === 'parameters') return body.octet(PARAMETERS, field);
  const value = body.u8(field);
  const meaning = describeValue(kind, name, value);
  if (meaning !== undefined) body.trace?.mean(meaning);
  return value;
}

function describeValue(kind: string, name: string, value: number): string | undefined {
  switch (name) {
    case 'source':
      return kind === 'sourceIndicator' ? SOURCES[value] || 'not defined' : undefined;
    case 'position':
      return value === 0 ? 'before the text' : `after character ${value}`;
    case 'sound':
      return PREDEFINED_SOUNDS[value] ?? 'not defined';
    case 'animation':
      return PREDEFINED_ANIMATIONS[value] ?? 'not defined';
    case 'widthOctets':
      return `${8 * value} pixels`;
    case 'objects':
      return kind === 'userPrompt'
        ? `the next ${value} objects are one`
        : value === 0
          ? 'all objects that follow'
          : `the next ${value} objects`;
    default:
      return undefined;
  }
}

/** Reads the octets of an object, a picture in its rows. */
export function readTracedData(body: ByteReader, kind: string, widthOctets: number, heightPx: number, field: string): void {
  const fixed = FIXED[kind];
  if (fixed !== undefined && body.remaining * 8 === fixed.frames * fixed.sidePx ** 2) {
    readFrames(body, fixed.frames, fixed.sidePx);
  } else if (kind === 'variablePicture' && widthOctets * heightPx === body.remaining) {
    body.open('data', SPEC);
    readRows(body, widthOctets, heightPx);
    body.close();
    body.trace?.mean(`${8 * widthOctets}x${heightPx}, # black`);
  } else {
    body.take(body.remaining, field);
    if (kind === 'variablePicture')
      body.trace?.warn(`a picture of ${8 * widthOctets}x${heightPx} needs ${widthOctets * heightPx} octets`);
  }
}

/** Reads what is kept verbatim; of elements whose layout is known in part, that part. */
export function readTracedRaw(body: ByteReader, iei: number, field: string): void {
  if (body.remaining === 0) return;
  if (iei === 0x14) readExtendedObject(body, field);
  else if ((iei === 0x0e || iei === 0x0f) && holdsFrames(body.remaining - 1, iei === 0x0e ? 16 : 8)) {
    // Four frames are asked for; gammu writes as many as it was given.
    const sidePx = iei === 0x0e ? 16 : 8;
    readTracedOctet(body, '', 'position', 'UDH/IE/position');
    readFrames(body, (body.remaining * 8) / (sidePx * sidePx), sidePx);
  } else body.take(body.remaining, field);
}

function holdsFrames(lengthOctets: number, sidePx: number): boolean {
  return lengthOctets > 0 && (lengthOctets * 8) % (sidePx * sidePx) === 0;
}

function readFrames(body: ByteReader, frames: number, sidePx: number): void {
  body.open('data', SPEC);
  for (let frame = 1; frame <= frames; frame++) {
    if (frames > 1) body.open(`frame ${frame}`);
    readRows(body, sidePx / 8, sidePx);
    if (frames > 1) body.close();
  }
  body.close();
  body.trace?.mean(`${frames === 1 ? '' : `${frames} frames of `}${sidePx}x${sidePx}, # black`);
}

function readRows(body: ByteReader, widthOctets: number, heightPx: number): void {
  for (let row = 0; row < heightPx && widthOctets > 0; row++) {
    const at = body.skip(widthOctets, 'UDH/IE/data');
    body.trace?.leaf('row', pixels(body.octets, at * 8, 8 * widthOctets), at * 8, body.offset * 8);
  }
}

/** A row as text, `#` for black. */
function pixels(octets: Uint8Array, fromBit: number, widthPx: number): string {
  let row = '';
  for (let bit = fromBit; bit < fromBit + widthPx; bit++) {
    row += ((octets[bit >> 3] as number) >> (7 - (bit & 7))) & 1 ? '#' : '.';
  }
  return row;
}

/** Only an object's first element has the header; anything else counts as a later element. */
function readExtendedObject(body: ByteReader, field: string): void {
  const { octets, offset } = body;
  const begins = body.remaining >= 7 && (octets[offset + 3] as number) < 4 && (octets[offset + 4] as number) < 0x20;
  if (!begins) {
    body.take(body.remaining, field);
    body.trace?.mean('goes on with an extended object');
    return;
  }
  const spec = `${SPEC}.1.11`;
  body.u8('UDH/IE/reference', spec);
  body.u16('UDH/IE/length', spec);
  body.octet(CONTROL, 'UDH/IE/control');
  const type = body.u8('UDH/IE/type', spec);
  body.trace?.mean(OBJECT_TYPES[type] ?? 'not known here');
  const position = body.u16('UDH/IE/position', spec);
  body.trace?.mean(describeValue('', 'position', position) as string);
  if (type === 2 && body.remaining >= 2) readBigPicture(body, spec);
  else if (body.remaining > 0) body.take(body.remaining, field);
}

/** Width, height, and rows without filler between them, as far as this element has them. */
function readBigPicture(body: ByteReader, spec: string): void {
  const widthPx = body.u8('UDH/IE/widthPx', spec);
  const heightPx = body.u8('UDH/IE/heightPx', spec);
  const lengthOctets = body.remaining;
  if (lengthOctets === 0) return;
  body.open('data', spec);
  const from = body.skip(lengthOctets, 'UDH/IE/data') * 8;
  const end = body.offset * 8;
  let bit = from;
  for (let row = 0; row < heightPx && widthPx > 0 && bit + widthPx <= end; row++, bit += widthPx) {
    body.trace?.leaf('row', pixels(body.octets, bit, widthPx), bit, bit + widthPx);
  }
  if (bit < end) body.trace?.leaf(end - bit < 8 ? 'filler' : 'rest', undefined, bit, end);
  body.close();
}
