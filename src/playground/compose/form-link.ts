/**
 * The state of a form in the address of the page, after the `#`, which browsers do not send.
 *
 *   #compose/text/eyJ0ZXh0IjoiSGkifQ           {"text":"Hi"}: the fields that are not as the form begins, as JSON in base64url
 *   #compose/picture/eNqr...                   the same in a zlib stream, where that is shorter
 *   {"sample":"","leftOut":["photo.jpg"]}      names of files, whose octets do not go into links
 *
 * No DOM here.
 * @module
 */
import { toBase64Url } from '../../bytes/base64.js';
import { deflate } from '../../bytes/deflate.js';
import { decodeUtf8, encodeUtf8 } from '../../bytes/index.js';
import { InflateFault, Inflater } from '../../bytes/inflate.js';
import { listOf, wrong } from '../../bytes/json-fields.js';
import { DecodeError, LimitError } from '../../errors.js';
import { fromBase64 } from '../inspect/base64.js';
import { MAX_LINK_OCTETS } from '../inspect/link.js';
import { changesOf, type FormShape, type ReadState, readState, shortText, withoutFiles } from './form-state.js';
import { fileNameOf } from './kept-files.js';

/** Octets of JSON that a link comes to at most. */
const MAX_JSON_OCTETS = 256 * 1024;

/** Files that a link names, and characters of a name. */
const MAX_LEFT_OUT = 20;
const MAX_NAME = 100;

/** What a zlib stream begins with; JSON begins with `{`. */
const ZLIB = 0x78;

/** A link of a form. */
export interface FormLink {
  /** What comes after `#compose/ID/`; undefined for more than 32 kB. */
  readonly link: string | undefined;
  /** Names of files that it does not hold. */
  readonly leftOut: readonly string[];
}

/** The link of a state. */
export function writeFormLink(shape: FormShape, state: object): FormLink {
  const { state: bare, ids } = withoutFiles(shape, state);
  const leftOut = ids.slice(0, MAX_LEFT_OUT).map((id) => fileNameOf(id).slice(0, MAX_NAME));
  const octets = encodeUtf8(JSON.stringify({ ...changesOf(shape, bare), ...(leftOut.length > 0 && { leftOut }) }));
  if (octets.length > MAX_JSON_OCTETS) return { link: undefined, leftOut };
  const packed = packOctets(octets);
  return { link: packed.length > MAX_LINK_OCTETS ? undefined : toBase64Url(packed), leftOut };
}

/** What a link of a form holds. */
export interface ReadFormLink extends ReadState {
  readonly leftOut: readonly string[];
}

/**
 * Reads what {@link writeFormLink} writes.
 * @throws DecodeError `bad-value` or `truncated` with the field, and in base64 with the index in the text: for what is not base64 or not JSON,
 * and for values that the form's fields cannot have. LimitError `limit-exceeded` for a link of more than 32 kB.
 */
export function readFormLink(shape: FormShape, link: string): ReadFormLink {
  const json = parseObject(decodeUtf8(unpackOctets(readLinkOctets(link)), 'link'));
  const { leftOut = [], ...changes } = json;
  const names = listOf(shortText(MAX_NAME))(leftOut, 'link/leftOut');
  if (names.length > MAX_LEFT_OUT) wrong('link/leftOut', `has to be a list of at most ${MAX_LEFT_OUT}`);
  return { ...readState(shape, changes, 'link'), leftOut: names };
}

/** The octets of a link's text. @throws DecodeError, LimitError */
export function readLinkOctets(link: string): Uint8Array {
  const most = Math.ceil((MAX_LINK_OCTETS * 4) / 3);
  if (link.length > most) {
    throw new LimitError('limit-exceeded', 'link', undefined, `${link.length} characters, the limit is ${most}`);
  }
  return fromBase64(link, 'link');
}

/** Octets in a zlib stream where that is shorter. They must not begin with the octet 78. */
export function packOctets(octets: Uint8Array): Uint8Array {
  const packed = deflate(octets);
  return packed.length < octets.length ? packed : octets;
}

/** The octets that were packed. @throws DecodeError for a damaged stream; LimitError past 256 kB */
export function unpackOctets(octets: Uint8Array): Uint8Array {
  if (octets[0] !== ZLIB) return octets;
  try {
    const inflater = new Inflater(octets);
    const length = inflater.fill(MAX_JSON_OCTETS + 1);
    if (length > MAX_JSON_OCTETS) {
      throw new LimitError('limit-exceeded', 'link', undefined, `more than ${MAX_JSON_OCTETS} octets are packed in it`);
    }
    const from = inflater.take(length);
    const unpacked = inflater.octets.slice(from, from + length);
    if (!inflater.ends()) throw new InflateFault(false, inflater.position, 'it goes on');
    return unpacked;
  } catch (error) {
    if (!(error instanceof InflateFault)) throw error;
    throw new DecodeError(error.isTruncated ? 'truncated' : 'bad-value', 'link', undefined, `zlib: ${error.message}`);
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DecodeError('bad-value', 'link', undefined, 'is not JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) wrong('link', 'has to be an object');
  return value as Readonly<Record<string, unknown>>;
}
