/**
 * GIF pictures block by block; no pixel is unpacked.
 *
 * Source: GIF89a specification, CompuServe 1990, sections 17 to 27.
 * @module
 */
import { brief, type FileSummary, latin1, pluralize, tracedReading, u16le } from '../bytes/file-fields.js';
import { toHex } from '../bytes/hex.js';
import { decodeLatin1 } from '../bytes/latin1.js';
import type { ByteReader } from '../bytes/reader.js';
import type { DecodeOptions, Reading } from '../bytes/reading.js';
import {
  countColours,
  findBlock,
  findLoops,
  GIF_BLOCK,
  GIF_LABEL,
  readGifControl,
  readGifScreen,
  readGifSignature,
  readImageDescriptor,
  skipData,
} from './gif-blocks.js';
import { readColours } from './png.js';

/** Extensions by their labels. */
const EXTENSIONS: ReadonlyMap<number, { readonly name: string; readonly spec: string }> = /* @__PURE__ */ new Map([
  [0x01, { name: 'plain text', spec: 'GIF89a 25' }],
  [0xf9, { name: 'graphic control', spec: 'GIF89a 23' }],
  [0xfe, { name: 'comment', spec: 'GIF89a 24' }],
  [0xff, { name: 'application', spec: 'GIF89a 26' }],
]);

/** Parts of pixels that have a field each; those after them have one together. */
const MAX_SUB_BLOCKS = 16;

/** What the blocks before have said. */
interface State {
  readonly reading: Reading;
  frames: number;
}

/**
 * Reads a GIF up to its trailer.
 * @throws DecodeError `bad-value` for another signature and for a block that is not defined, `truncated`.
 */
export function readGif(reader: ByteReader, options: DecodeOptions = {}): FileSummary {
  const { offset: start } = reader;
  readGifSignature(reader);
  const state: State = { reading: tracedReading(reader, options), frames: 0 };
  const { widthPx, heightPx, flags } = readGifScreen(reader);
  const size = `${widthPx}x${heightPx}`;
  reader.trace?.mean(size);
  const colours = readTable(reader, flags, 'GIF/colours', 'global colours', 'GIF89a 19');
  for (;;) {
    const kind = findBlock(reader, state.reading, state.frames === 0 ? 'GIF/block' : 'GIF/trailer');
    if (kind === GIF_BLOCK.Image) readImage(reader, state);
    else if (kind === GIF_BLOCK.Extension) readExtension(reader, state);
    else break;
  }
  reader.u8('GIF/trailer', 'GIF89a 27');
  if (state.frames === 0) state.reading.note('bad-value', 'GIF', start, 'has no image');
  return { words: `${size}${colours}, ${pluralize(state.frames, 'frame')}` };
}

/** Reads the table that flags announce; returns how many colours it has, in words. */
function readTable(reader: ByteReader, flags: number, field: string, name: string, spec: string): string {
  const count = countColours(flags);
  if (count === 0) return '';
  reader.open(name, spec);
  readColours(reader, count, field);
  reader.close();
  reader.trace?.mean(pluralize(count, 'colour'));
  return `, ${pluralize(count, 'colour')}`;
}

function readImage(reader: ByteReader, state: State): void {
  const { trace } = reader;
  const number = ++state.frames;
  const field = `GIF/frame ${number}`;
  reader.open(`image ${number}`, 'GIF89a 20');
  reader.u8(`${field}/separator`);
  const { left, top, widthPx, heightPx, flags } = readImageDescriptor(reader, field);
  readTable(reader, flags, `${field}/colours`, 'local colours', 'GIF89a 21');
  reader.u8(`${field}/LZW`, 'GIF89a 22');
  let blocks = 0;
  let restAt = reader.offset;
  skipData(reader, `${field}/LZW`, (at, length) => {
    if (trace === undefined) return;
    const lengthAt = at - 1;
    if (length > 0 && blocks++ < MAX_SUB_BLOCKS) {
      restAt = at + length;
      trace.leaf('sub-block', undefined, lengthAt * 8, restAt * 8);
      trace.mean(pluralize(length, 'octet'));
    } else if (length === 0) {
      const more = blocks - MAX_SUB_BLOCKS;
      if (lengthAt > restAt) {
        trace.leaf('sub-blocks', undefined, restAt * 8, lengthAt * 8);
        trace.mean(`${more} more, ${pluralize(lengthAt - restAt - more, 'octet')}`);
      }
      trace.leaf('terminator', 0, lengthAt * 8, at * 8);
    }
  });
  reader.close();
  trace?.mean(`${widthPx}x${heightPx} at ${left},${top}`);
}

function readExtension(reader: ByteReader, state: State): void {
  const { octets, offset, remaining, trace } = reader;
  const known = EXTENSIONS.get(octets[offset + 1] as number);
  const name = known?.name ?? (remaining < 2 ? 'extension' : `extension ${octets[offset + 1]}`);
  reader.open(name, known?.spec);
  reader.u8('GIF/extension/introducer');
  const label = reader.u8('GIF/extension/label');
  const length = octets[reader.offset];
  let words: string | undefined;
  if (label === GIF_LABEL.Control && length === 4) words = readControl(reader, state);
  else if (label === GIF_LABEL.Application && length === 11) words = readApplication(reader);
  else words = readSubBlocks(reader, 'GIF/extension', label === GIF_LABEL.Comment);
  reader.close();
  if (words !== undefined) trace?.mean(words);
}

/** How the image that follows is shown. */
function readControl(reader: ByteReader, { reading }: State): string {
  const { flags, delay, index } = readGifControl(reader);
  if (reader.octets[reader.offset] !== 0) {
    reading.note('bad-value', 'GIF/control', reader.offset, 'has more than one sub-block');
  }
  readSubBlocks(reader, 'GIF/control', false);
  return `${delay * 10} ms${flags & 1 ? `, colour ${index} is transparent` : ''}`;
}

function readApplication(reader: ByteReader): string {
  const { octets, offset } = reader;
  const field = 'GIF/application';
  const loops = findLoops(octets, offset);
  reader.u8(`${field}/size`);
  const name = latin1(reader, 8, `${field}/identifier`) + latin1(reader, 3, `${field}/code`);
  if (loops === undefined || octets[reader.offset] !== 3) {
    readSubBlocks(reader, field, false);
    return name;
  }
  reader.u8(`${field}/size`);
  reader.u8(`${field}/sub-id`);
  u16le(reader, `${field}/loops`);
  const words = loops === 0 ? 'without an end' : `${loops} times again`;
  reader.trace?.mean(words);
  readSubBlocks(reader, field, false);
  return `${name}, ${words}`;
}

/** Sub-blocks up to the one of length 0, which is the terminator; returns the text of a comment. */
function readSubBlocks(reader: ByteReader, field: string, isText: boolean): string | undefined {
  const { octets, trace } = reader;
  let text = '';
  skipData(reader, field, (at, length) => {
    const part = octets.subarray(at, at + length);
    if (isText) text += decodeLatin1(part);
    if (trace === undefined) return;
    trace.leaf(length === 0 ? 'terminator' : 'size', length, (at - 1) * 8, at * 8);
    if (length === 0) return;
    trace.leaf(isText ? 'text' : 'octets', isText ? decodeLatin1(part) : toHex(part), at * 8, (at + length) * 8);
  });
  return isText ? brief(text) : undefined;
}
