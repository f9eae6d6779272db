/**
 * Service Loading: an address that the handset loads without asking, or puts into its cache.
 *
 *   <sl href="http://www.xyz.com/ppaid/123/abc.wml" action="execute-low"/>
 *
 * Source: WAP-168-ServiceLoad-20010731 sections 5 and 6.
 * @module
 */
import { requireObject } from '../../bytes/check.js';
import { EncodeError } from '../../errors.js';
import { SL } from '../wbxml/document-tokens.js';
import { doubtfulScheme, type PushWarning } from './si.js';
import { addChoice, addText, type Element, findChoice, requireElement, requireText } from './xml-tree.js';

/** The actions of an SL (WAP-168 section 5.2): load and show the content, with or without interrupting the user, or only cache it. */
export const SL_ACTIONS = ['execute-low', 'execute-high', 'cache'] as const;

/** One of {@link SL_ACTIONS}. */
export type SlAction = (typeof SL_ACTIONS)[number];

/** A Service Loading: a URI that the handset loads without asking the user (WAP-168 section 5). */
export interface ServiceLoading {
  /** URI to load, without control characters. */
  readonly href: string;
  /** What the handset does; `execute-low` if absent. */
  readonly action?: SlAction | undefined;
}

/**
 * Lists what is valid in a Service Loading but may fail on handsets.
 * @param options.schemes schemes of URIs to accept without a warning; `DEFAULT_SCHEMES` by default.
 */
export function lintSl(sl: ServiceLoading, options?: { readonly schemes?: readonly string[] | undefined }): PushWarning[] {
  requireObject(sl, 'sl');
  const message = doubtfulScheme(sl.href, options?.schemes);
  return message === undefined ? [] : [{ code: 'scheme', field: 'SL/href', message }];
}

/** The tree of an SL. @throws EncodeError `bad-value` or `unencodable` with a field such as `SL/href`. */
export function slTree(sl: ServiceLoading): Element {
  requireObject(sl, 'sl');
  const root = requireElement(SL.elements[0], 'SL');
  if (sl.href === undefined) throw EncodeError.badValue('SL/href', 'is missing');
  addText(root, 'href', sl.href);
  addChoice(root, 'action', sl.action, SL_ACTIONS);
  return root;
}

/** The SL of a tree. @throws DecodeError `bad-value` when href is missing, or action out of its set. */
export function readSl(root: Element): ServiceLoading {
  const action = findChoice(root, 'action', SL_ACTIONS);
  return { href: requireText(root, 'href'), ...(action !== undefined && { action }) };
}
