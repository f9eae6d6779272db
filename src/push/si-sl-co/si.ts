/**
 * Service Indication: a text with an address to go to, and when it stops to matter.
 *
 *   <si>
 *     <indication href="http://wap.example.com/n/1" si-id="msg-0001" created="2024-02-29T23:59:59Z"
 *                 si-expires="2024-03-07T00:00:00Z" action="signal-high">New mail</indication>
 *     <info><item class="price">10 p</item></info>
 *   </si>
 *
 * Source: WAP-167-ServiceInd-20010731 sections 5 to 7. What handsets do with it is in docs/push.md.
 * @module
 */
import { requireObject } from '../../bytes/check.js';
import { DecodeError, EncodeError } from '../../errors.js';
import { SI } from '../wbxml/document-tokens.js';
import { checkDateTime } from './datetime.js';
import {
  addChoice,
  addText,
  type Element,
  findAttribute,
  findChoice,
  findText,
  requireContent,
  requireElement,
  requireText,
} from './xml-tree.js';

/** The actions of an SI (WAP-167 section 5.2): how much attention a handset draws to it, or that it deletes an earlier one. */
export const SI_ACTIONS = ['signal-none', 'signal-low', 'signal-medium', 'signal-high', 'delete'] as const;

/** One of {@link SI_ACTIONS}. */
export type SiAction = (typeof SI_ACTIONS)[number];

/** An item of information for the handset's own use (WAP-167 section 5); its classes are not standardised. */
export interface SiItem {
  /** Text of the item. */
  readonly pcdata: string;
  /** Class: letters, digits and `. - _ :` (an NMTOKEN). */
  readonly class: string;
}

/**
 * A Service Indication: a text and a URI that the user can open (WAP-167 section 5). All members are optional; `lintSi` says which ones handsets
 * need.
 */
export interface ServiceIndication {
  /** URI to open, without control characters. */
  readonly href?: string | undefined;
  /** `si-id`: identifies the SI on the handset; by default `href` does. */
  readonly id?: string | undefined;
  /** When it was created, to the second. Of two SIs with the same identity, the handset keeps the one created later. */
  readonly created?: Date | undefined;
  /** When it expires, to the second. */
  readonly expires?: Date | undefined;
  /** What the handset does; `signal-medium` if absent. */
  readonly action?: SiAction | undefined;
  /** The text for the user. White space at its ends is not written, and a text of white space only counts as absent. */
  readonly text?: string | undefined;
  /** Items for the handset's own use; none by default. */
  readonly info?: readonly SiItem[] | undefined;
}

/** A warning about a document that is valid but may fail on handsets. */
export interface PushWarning {
  /** The kind of warning. */
  readonly code: /** No `id`: a second SI with the same href may replace the first, or vanish. */
    | 'missing-id'
    /** `delete` without `id`: handsets delete by id alone. */
    | 'delete-without-id'
    /** No text: some handsets silently discard such an SI. */
    | 'empty-text'
    /** No `href`: the user cannot open anything. */
    | 'missing-href'
    /** The address is relative, or its scheme is not one of those expected. */
    | 'scheme'
    /** Expires when it is created, or before. */
    | 'expires-early';
  /** Path of the field, as in errors: `SI/indication/si-id`. */
  readonly field: string;
  /** The warning in words, with what was found. */
  readonly message: string;
}

/** Schemes of URIs that `lintSi` and `lintSl` accept without a warning by default. */
export const DEFAULT_SCHEMES: readonly string[] = ['http', 'https'];

/**
 * Lists what is valid in a Service Indication but may fail on handsets.
 * @param options.schemes schemes of URIs to accept without a warning; {@link DEFAULT_SCHEMES} by default.
 * @example
 * ```ts
 * import { lintSi } from 'handset/push';
 *
 * lintSi({ href: 'http://a.com/', text: 'Hi' }).map(({ code }) => code); // -> ['missing-id']
 * ```
 */
export function lintSi(si: ServiceIndication, options?: { readonly schemes?: readonly string[] | undefined }): PushWarning[] {
  requireObject(si, 'si');
  const warnings: PushWarning[] = [];
  const warn = (code: PushWarning['code'], name: string, message: string) => {
    warnings.push({ code, field: name === '' ? 'SI/indication' : `SI/indication/${name}`, message });
  };
  const { href, id, created, expires, action, text } = si;
  if (action === 'delete') {
    if (id === undefined) warn('delete-without-id', 'si-id', 'handsets delete by si-id, not by href');
  } else {
    if (id === undefined) warn('missing-id', 'si-id', 'a second SI with the same href may replace this one, or vanish');
    if (href === undefined) warn('missing-href', 'href', 'the text leads nowhere');
    if (text === undefined || !/[^ \t\r\n]/.test(text)) warn('empty-text', '', 'some handsets drop an SI without text');
  }
  const doubt = href === undefined ? undefined : doubtfulScheme(href, options?.schemes);
  if (doubt !== undefined) warn('scheme', 'href', doubt);
  if (created !== undefined && expires !== undefined && expires.getTime() <= created.getTime()) {
    warn('expires-early', 'si-expires', 'expires no later than it is created');
  }
  return warnings;
}

/** Why an address is not one of the expected schemes; undefined when it is. */
export function doubtfulScheme(href: string, schemes: readonly string[] = DEFAULT_SCHEMES): string | undefined {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(href)?.[1];
  if (scheme === undefined) return 'the address has no scheme';
  return schemes.includes(scheme.toLowerCase()) ? undefined : `the scheme is ${scheme}, expected: ${schemes.join(', ')}`;
}

/** The tree of an SI. @throws EncodeError `bad-value` or `unencodable` with a field such as `SI/indication/href`. */
export function siTree(si: ServiceIndication): Element {
  const [rootType, indicationType, infoType, itemType] = SI.elements;
  requireObject(si, 'si');
  const { href, id, created, expires, action, text, info } = si;
  const root = requireElement(rootType, 'SI');
  const indication = requireElement(indicationType, 'SI/indication');
  root.children.push(indication);
  addText(indication, 'href', href);
  addText(indication, 'si-id', id);
  addDate(indication, 'created', created);
  addDate(indication, 'si-expires', expires);
  addChoice(indication, 'action', action, SI_ACTIONS);
  if (text !== undefined) indication.text = requireContent(text, 'SI/indication');
  if (info === undefined) return root;
  if (!Array.isArray(info)) throw EncodeError.badValue('SI/info', 'is not a list of items');
  if (info.length === 0) return root;
  const list = requireElement(infoType, 'SI/info');
  root.children.push(list);
  for (let i = 0; i < info.length; i++) {
    const { pcdata, class: name } = info[i] as SiItem;
    const item = requireElement(itemType, `SI/info/item[${i}]`);
    addText(item, 'class', name);
    if (name === undefined || !isNameToken(name)) {
      throw EncodeError.badValue(`${item.path}/class`, 'is not an NMTOKEN: letters, digits, . - _ :');
    }
    item.text = requireContent(pcdata, item.path);
    list.children.push(item);
  }
  return root;
}

/** The SI of a tree. @throws DecodeError `bad-value` where an element or attribute is missing, out of order or out of its set. */
export function readSi(root: Element): ServiceIndication {
  const [indication, info, third] = root.children;
  if (indication?.type.name !== 'indication') {
    throw new DecodeError('bad-value', 'SI/indication', indication?.at ?? root.at, 'is missing, or not the first');
  }
  const extra = info !== undefined && info.type.name !== 'info' ? info : third;
  if (extra !== undefined) {
    throw new DecodeError('bad-value', extra.path, extra.at, 'an SI has one indication, then at most one info');
  }
  if (info?.children.length === 0) throw new DecodeError('bad-value', 'SI/info/item', info.at, 'info has no item');
  const href = findText(indication, 'href');
  const id = findText(indication, 'si-id');
  const created = findAttribute(indication, 'created');
  const expires = findAttribute(indication, 'si-expires');
  const action = findChoice(indication, 'action', SI_ACTIONS);
  // Filled one by one: spreading what may be missing takes a quarter of the time of all the reading.
  const si: { -readonly [K in keyof ServiceIndication]: ServiceIndication[K] } = {};
  if (href !== undefined) si.href = href;
  if (id !== undefined) si.id = id;
  if (created !== undefined) si.created = created.value as Date;
  if (expires !== undefined) si.expires = expires.value as Date;
  if (action !== undefined) si.action = action;
  if (indication.text !== '') si.text = indication.text;
  if (info !== undefined) si.info = info.children.map(readItem);
  return si;
}

function readItem(item: Element): SiItem {
  const name = requireText(item, 'class');
  if (!isNameToken(name)) {
    throw new DecodeError('bad-value', `${item.path}/class`, findAttribute(item, 'class')?.at, 'is not an NMTOKEN');
  }
  return { pcdata: item.text, class: name };
}

function addDate(element: Element, name: string, date: Date | undefined): void {
  if (date === undefined) return;
  element.attributes.push({ name, value: checkDateTime(date, element.path, name) });
}

/** NMTOKEN of XML 1.0, fifth edition, section 2.3 (its editions differ outside ASCII only). */
function isNameToken(text: string): boolean {
  return /^[-.0-9:A-Z_a-z\xb7\xc0-\xd6\xd8-\xf6\xf8-\u037d\u037f-\u1fff\u200c-\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]+$/u.test(
    text,
  );
}
