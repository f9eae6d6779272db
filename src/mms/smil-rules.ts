/**
 * What OMA's subset of SMIL has: its elements, where they may stand, and their attributes.
 *
 * Source: OMA-MMS-CONF 1.2 section 8, and what senders write beside it (see smil-parse.ts).
 * @module
 */
import { MEDIA_KINDS } from './smil.js';

/** Attributes that every element may have and that show nothing (SMIL 2.0, structure). */
export const CORE = new Set(['id', 'class', 'title', 'xml:lang', 'xml:id']);

/** Where an element stands, and what it has. */
export interface ElementRule {
  /** Elements that it stands in; none for the root. */
  readonly parents: readonly string[];
  /** Its attributes, besides {@link CORE}. */
  readonly attributes: readonly string[];
  /** Read where strict reading takes none. */
  readonly lenientAttributes?: readonly string[];
  /** A document has one at most. */
  readonly once?: true;
}

const MEDIA_RULE: ElementRule = {
  parents: ['par'],
  attributes: ['src', 'region', 'alt', 'begin', 'end'],
  lenientAttributes: ['dur'],
};

/** The rules by the names of elements. */
export const RULES: ReadonlyMap<string, ElementRule> = /* @__PURE__ */ new Map<string, ElementRule>([
  ['smil', { parents: [], attributes: [], once: true }],
  ['head', { parents: ['smil'], attributes: [], once: true }],
  ['meta', { parents: ['head'], attributes: ['name', 'content'] }],
  ['layout', { parents: ['head'], attributes: [], once: true }],
  ['root-layout', { parents: ['layout'], attributes: ['width', 'height', 'background-color', 'backgroundColor'], once: true }],
  ['region', { parents: ['layout'], attributes: ['id', 'left', 'top', 'width', 'height', 'fit'] }],
  ['body', { parents: ['smil'], attributes: [], once: true }],
  ['par', { parents: ['body'], attributes: ['dur'] }],
  ['img', MEDIA_RULE],
  ['text', MEDIA_RULE],
  ['audio', MEDIA_RULE],
  ['video', MEDIA_RULE],
  ['ref', MEDIA_RULE],
  ['param', { parents: MEDIA_KINDS, attributes: ['name', 'value'] }],
]);
