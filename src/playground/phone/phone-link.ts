/**
 * What is on the phone in the address of the page, after the `#`, which browsers do not send.
 *
 *   #phone/AQo...?kind=sms&from=1234&on=nokia-3310     the messages that carry it, in base64url
 *   #phone/eNqr...?kind=mms&on=nokia-6300              the PDU of a multimedia message, in a zlib stream where that is shorter
 *   #phone/?on=nokia-3310                              a handset with nothing on it
 *
 *   messages: version (1) | length, TPDU | length, TPDU ...
 *
 * No DOM here.
 * @module
 */
import { toBase64Url } from '../../bytes/base64.js';
import { ByteReader } from '../../bytes/index.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { DecodeError, FormatError, LimitError } from '../../errors.js';
import { buildSubmits, type Content, PHONE_MAKES, readSubmits } from '../../message/index.js';
import { decodeMms, encodeMms } from '../../mms/binary.js';
import { type HandsetProfile, parseHandset } from '../../profile/index.js';
import { decodeSubmit, encodeSubmit } from '../../sms/index.js';
import { packOctets, readLinkOctets, unpackOctets } from '../compose/form-link.js';
import type { Shown } from '../composed.js';
import { MAX_LINK_OCTETS } from '../inspect/link.js';

/** The messages of a link begin with it, and so never as a zlib stream does. */
const VERSION = 1;

/** Parts of a message, and characters of an originator. */
const MAX_PARTS = 255;
const MAX_FROM = 40;

/** What a link holds. */
export interface PhoneLinked {
  /** Undefined: standby. */
  readonly shown: Shown | undefined;
  /** Undefined: the one that is chosen there. */
  readonly handset: HandsetProfile | undefined;
}

/**
 * What comes after `#phone/`.
 * @throws LimitError for more than 32 kB; EncodeError for content that goes into no message.
 */
export function writePhoneLink(shown: Shown | undefined, handset: HandsetProfile): string {
  const query = new URLSearchParams();
  let link = '';
  if (shown !== undefined) {
    const octets = packOctets(shown.kind === 'mms' ? encodeMms(shown.message) : writeMessages(shown.content));
    if (octets.length > MAX_LINK_OCTETS) {
      throw new LimitError('limit-exceeded', 'link', undefined, `${octets.length} octets, the limit is ${MAX_LINK_OCTETS}`);
    }
    link = toBase64Url(octets);
    query.set('kind', shown.kind === 'mms' ? 'mms' : 'sms');
    if (shown.kind === 'content' && shown.from !== undefined) query.set('from', shown.from.slice(0, MAX_FROM));
  }
  query.set('on', handset.id);
  return `${link}?${query}`;
}

/**
 * Reads what {@link writePhoneLink} writes; parameters that are not known are skipped.
 * @throws FormatError for what is not base64, messages that cannot be read, and a handset that is not known.
 */
export function readPhoneLink(rest: string): PhoneLinked {
  const [, link = '', search = ''] = /^([^?]*)(?:\?(.*))?$/s.exec(rest) as RegExpExecArray;
  const query = new URLSearchParams(search);
  const on = query.get('on');
  const handset = on === null ? undefined : parseHandset(on.slice(0, MAX_FROM));
  if (on !== null && handset === undefined) throw new DecodeError('bad-value', 'link/on', undefined, 'no handset has this id');
  if (link === '') return { shown: undefined, handset };
  const octets = unpackOctets(readLinkOctets(link));
  const from = query.get('from')?.slice(0, MAX_FROM) || undefined;
  if (query.get('kind') === 'mms') return { shown: { kind: 'mms', message: decodeMms(octets, { lenient: true }) }, handset };
  return { shown: { kind: 'content', content: readMessages(octets), ...(from !== undefined && { from }) }, handset };
}

/** The messages of a content, of the first make whose messages bring it unchanged. */
function writeMessages(content: Content): Uint8Array {
  const wanted = orderedJson(content);
  let fault: unknown;
  let first: Uint8Array | undefined;
  for (const make of PHONE_MAKES) {
    try {
      const octets = joinMessages(buildSubmits(content, { to: '1', make, anySize: true }).map(encodeSubmit));
      first ??= octets;
      if (orderedJson(tryDecode(() => readMessages(octets))) === wanted) return octets;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      fault ??= error;
    }
  }
  if (first === undefined) throw fault;
  return first;
}

/** JSON with the members of every object in one order. */
function orderedJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(byName))
      : each,
  );
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function joinMessages(tpdus: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from([VERSION, ...tpdus.flatMap((tpdu) => [tpdu.length, ...tpdu])]);
}

function readMessages(octets: Uint8Array): Content {
  const reader = new ByteReader(octets);
  const version = reader.u8('link/version');
  if (version !== VERSION) throw new DecodeError('bad-value', 'link/version', 0, `is ${version}, known: ${VERSION}`);
  const tpdus: Uint8Array[] = [];
  while (reader.remaining > 0 && tpdus.length < MAX_PARTS) tpdus.push(reader.take(reader.u8('link/length'), 'link/message'));
  return readSubmits(tpdus.map((tpdu) => decodeSubmit(tpdu)));
}
