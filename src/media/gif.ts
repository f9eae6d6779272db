/**
 * GIF pictures block by block; no pixel is unpacked.
 *
 *   "GIF87a" or "GIF89a" | width(2) height(2) flags background aspect | global colours | blocks ... | 3B
 *   2C left(2) top(2) width(2) height(2) flags | local colours | pixel bits | data        low octets first
 *   21 label | data                                                                       an extension
 *   data: length(1) octets, again and again, up to the length 0
 *
 * Source: GIF89a specification, CompuServe 1990, sections 17 to 27; NETSCAPE2.0 was published by Netscape alone (1996).
 * @module
 */
import { brief, type FileSummary, latin1, opaque, pluralize, tracedReading, u16le } from '../bytes/file-fields.js';
import type { ByteReader, OctetLayout } from '../bytes/reader.js';
import type { DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { readColours } from './png.js';
import { isOfType } from './signatures.js';

const SIGNATURE_OCTETS = 6;
const [IMAGE, EXTENSION, TRAILER] = [0x2c, 0x21, 0x3b];
const [PLAIN_TEXT, CONTROL, COMMENT, APPLICATION] = [0x01, 0xf9, 0xfe, 0xff];

/** Identifiers under which loops are counted; the second is the same by another name. */
const LOOPS: readonly string[] = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

/** Extensions by their labels. */
const EXTENSIONS: ReadonlyMap<number, { readonly name: string; readonly spec: string }> = /* @__PURE__ */ new Map([
  [PLAIN_TEXT, { name: 'plain text', spec: 'GIF89a 25' }],
  [CONTROL, { name: 'graphic control', spec: 'GIF89a 23' }],
  [COMMENT, { name: 'comment', spec: 'GIF89a 24' }],
  [APPLICATION, { name: 'application', spec: 'GIF89a 26' }],
]);

const NO_YES = ['no', 'yes'] as const;

const TABLE_SIZES = ['2', '4', '8', '16', '32', '64', '128', '256'] as const;

const SCREEN_FLAGS: OctetLayout = {
  name: 'flags',
  bits: [
    { name: 'global table', width: 1, values: NO_YES },
    { name: 'colour resolution', width: 3 },
    { name: 'sorted', width: 1, values: NO_YES },
    { name: 'table size', width: 3, values: TABLE_SIZES },
  ],
};
const IMAGE_FLAGS: OctetLayout = {
  name: 'flags',
  bits: [
    { name: 'local table', width: 1, values: NO_YES },
    { name: 'interlaced', width: 1, values: NO_YES },
    { name: 'sorted', width: 1, values: NO_YES },
    { name: 'reserved', width: 2 },
    { name: 'table size', width: 3, values: TABLE_SIZES },
  ],
};
const CONTROL_FLAGS: OctetLayout = {
  name: 'flags',
  bits: [
    { name: 'reserved', width: 3 },
    { name: 'disposal', width: 3, values: ['not said', 'keep', 'clear', 'restore'] },
    { name: 'waits for the user', width: 1, values: NO_YES },
    { name: 'transparent', width: 1, values: NO_YES },
  ],
};

/** Sub-blocks of pixels that have a field each; those behind them have one together. */
const MAX_SUB_BLOCKS = 16;

/** What the blocks before have said. */
interface State {
  readonly reading: Reading;
  frames: number;
}

/**
 * Reads a GIF up to its trailer.
 * @throws DecodeError `bad-value` for other octets at the beginning and for a block that there is not, `truncated`.
 */
export function readGif(reader: ByteReader, options: DecodeOptions = {}): FileSummary {
  const { octets, offset: start } = reader;
  if (reader.remaining >= SIGNATURE_OCTETS && !isOfType(octets, 'image/gif', start)) {
    throw new DecodeError('bad-value', 'GIF/signature', start, 'bad GIF signature');
  }
  latin1(reader, SIGNATURE_OCTETS, 'GIF/signature');
  const state: State = { reading: tracedReading(reader, options), frames: 0 };
  const screen = readScreen(reader);
  for (;;) {
    passZeros(reader, state);
    const at = reader.offset;
    const kind = reader.remaining === 0 ? undefined : octets[at];
    if (kind === IMAGE) readImage(reader, state);
    else if (kind === EXTENSION) readExtension(reader, state);
    else if (kind === TRAILER) {
      reader.u8('GIF/trailer', 'GIF89a 27');
      break;
    } else if (kind === undefined) throw new DecodeError('truncated', 'GIF/trailer', at, 'is missing');
    else throw new DecodeError('bad-value', 'GIF/block', at, `is ${kind}, allowed: 33 (extension), 44 (image), 59 (trailer)`);
  }
  if (state.frames === 0) state.reading.note('bad-value', 'GIF', start, 'has no image');
  const words = `${screen}, ${pluralize(state.frames, 'frame')}`;
  return { words };
}

function readScreen(reader: ByteReader): string {
  reader.open('screen', 'GIF89a 18');
  const widthPx = u16le(reader, 'GIF/screen/width');
  const heightPx = u16le(reader, 'GIF/screen/height');
  const flags = reader.octet(SCREEN_FLAGS, 'GIF/screen/flags');
  reader.u8('GIF/screen/background');
  reader.u8('GIF/screen/aspect');
  reader.close();
  const size = `${widthPx}x${heightPx}`;
  reader.trace?.mean(size);
  return `${size}${readTable(reader, flags, 'global colours', 'GIF89a 19')}`;
}

/** Reads the table that flags announce; returns how many colours it has, in words. */
function readTable(reader: ByteReader, flags: number, name: string, spec: string): string {
  if (flags < 0x80) return '';
  const count = 2 << (flags & 7);
  reader.open(name, spec);
  readColours(reader, count, `GIF/${name}`);
  reader.close();
  reader.trace?.mean(pluralize(count, 'colour'));
  return `, ${pluralize(count, 'colour')}`;
}

/** Some programs end a block twice. */
function passZeros(reader: ByteReader, { reading }: State): void {
  const { octets, offset, end } = reader;
  let at = offset;
  while (at < end && octets[at] === 0) at++;
  if (at === offset) return;
  opaque(reader, at - offset, 'GIF/octets');
  reading.note('bad-value', 'GIF', offset, `${pluralize(at - offset, 'octet')} between the blocks`);
}

/** Where an image is on the screen, its size, and its flags (section 20). @throws DecodeError `truncated` */
export function readImageDescriptor(reader: ByteReader, field: string) {
  const left = u16le(reader, `${field}/left`);
  const top = u16le(reader, `${field}/top`);
  const widthPx = u16le(reader, `${field}/width`);
  const heightPx = u16le(reader, `${field}/height`);
  return { left, top, widthPx, heightPx, flags: reader.octet(IMAGE_FLAGS, `${field}/flags`) };
}

function readImage(reader: ByteReader, state: State): void {
  const field = `GIF/image ${state.frames + 1}`;
  reader.open(`image ${state.frames + 1}`, 'GIF89a 20');
  reader.u8(`${field}/separator`);
  const { left, top, widthPx, heightPx, flags } = readImageDescriptor(reader, field);
  readTable(reader, flags, 'local colours', 'GIF89a 21');
  reader.u8(`${field}/pixel-bits`, 'GIF89a 22');
  readPixels(reader, field);
  reader.close();
  reader.trace?.mean(`${widthPx}x${heightPx} at ${left},${top}`);
  state.frames++;
}

/** Sub-blocks of packed pixels, up to the one of length 0. */
function readPixels(reader: ByteReader, field: string): void {
  const { octets, end, trace } = reader;
  const first = reader.offset;
  let blocks = 0;
  let restAt = first;
  let at = first;
  while (at < end && octets[at] !== 0) {
    const next = at + 1 + (octets[at] as number);
    if (next > end) break;
    if (blocks < MAX_SUB_BLOCKS) {
      trace?.leaf('sub-block', undefined, at * 8, next * 8);
      trace?.mean(pluralize(next - at - 1, 'octet'));
      restAt = next;
    }
    blocks++;
    at = next;
  }
  if (at > restAt) {
    const more = blocks - MAX_SUB_BLOCKS;
    trace?.leaf('sub-blocks', undefined, restAt * 8, at * 8);
    trace?.mean(`${more} more, ${pluralize(at - restAt - more, 'octet')}`);
  }
  reader.skip(at - first, field);
  if (at < end && octets[at] !== 0) reader.skip(1 + (octets[at] as number), `${field}/sub-block`);
  reader.u8(`${field}/terminator`);
}

function readExtension(reader: ByteReader, state: State): void {
  const { name, spec } = extensionAt(reader);
  const field = `GIF/${name}`;
  reader.open(name, spec);
  reader.u8(`${field}/introducer`);
  const label = reader.u8(`${field}/label`);
  const words = readLabelled(reader, label, field, state);
  reader.close();
  if (words !== undefined) reader.trace?.mean(words);
}

/** The extension that begins here; of a file that ends behind its introducer there is no more to say. */
function extensionAt({ octets, offset, remaining }: ByteReader): { readonly name: string; readonly spec?: string } {
  if (remaining < 2) return { name: 'extension' };
  const label = octets[offset + 1] as number;
  return EXTENSIONS.get(label) ?? { name: `extension ${label}` };
}

function readLabelled(reader: ByteReader, label: number, field: string, state: State): string | undefined {
  const length = reader.octets[reader.offset];
  if (label === CONTROL && length === 4) return readControl(reader, field, state);
  if (label === APPLICATION && length === 11) return readApplication(reader, field);
  return readSubBlocks(reader, field, label === COMMENT);
}

/** How the image that follows is shown. */
function readControl(reader: ByteReader, field: string, state: State): string {
  reader.u8(`${field}/size`);
  const flags = reader.octet(CONTROL_FLAGS, `${field}/flags`);
  const delay = u16le(reader, `${field}/delay`);
  const ms = `${delay * 10} ms`;
  reader.trace?.mean(ms);
  const index = reader.u8(`${field}/transparent-colour`);
  if (reader.octets[reader.offset] !== 0) state.reading.note('bad-value', field, reader.offset, 'has more than one sub-block');
  readSubBlocks(reader, field, false);
  return (flags & 1) === 0 ? ms : `${ms}, colour ${index} is transparent`;
}

function readApplication(reader: ByteReader, field: string): string {
  reader.u8(`${field}/size`);
  const name = latin1(reader, 8, `${field}/identifier`) + latin1(reader, 3, `${field}/code`);
  const isLoops = LOOPS.includes(name) && reader.octets[reader.offset] === 3 && reader.octets[reader.offset + 1] === 1;
  if (!isLoops) {
    readSubBlocks(reader, field, false);
    return name;
  }
  reader.u8(`${field}/size`);
  reader.u8(`${field}/sub-id`);
  const loops = u16le(reader, `${field}/loops`);
  const words = loops === 0 ? 'without an end' : `${loops} times again`;
  reader.trace?.mean(words);
  readSubBlocks(reader, field, false);
  return `${name}, ${words}`;
}

/** Sub-blocks up to the one of length 0, which is the terminator; returns the text of a comment. */
function readSubBlocks(reader: ByteReader, field: string, isText: boolean): string | undefined {
  let text = '';
  for (;;) {
    const isLast = reader.octets[reader.offset] === 0;
    const length = reader.u8(`${field}/${isLast ? 'terminator' : 'size'}`);
    if (length === 0) break;
    if (isText) text += latin1(reader, length, `${field}/text`);
    else opaque(reader, length, `${field}/octets`);
  }
  return isText ? brief(text) : undefined;
}
