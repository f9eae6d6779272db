/**
 * SI, SL and CO as XML text, known by their beginning and shown tag by tag. Whether the document is right is for `handset/push` to say: its XML
 * parser is a package of its own, which a page that only inspects does without.
 * @module
 */
import { decodeUtf8, type Field } from '../bytes/index.js';
import { DecodeError, LimitError } from '../errors.js';
import type { Bounds } from './call-limits.js';
import { textPieces } from './texts.js';
import { beginningOf, endOf, TAGS } from './xml-text.js';

/** What a document is, from its beginning and its end. */
export interface PushXml {
  readonly kind: 'si' | 'sl' | 'co';
  /** Whether it names its type, or has an element or attribute that only its type has. */
  readonly isCertain: boolean;
  /** Whether it ends where its root does. */
  readonly isWhole: boolean;
}

const WORDS = { si: 'a service indication', sl: 'a service loading', co: 'a cache operation' } as const;

/** What only these documents have behind the name of their root. */
const OWN = { si: /<indication\b/, sl: /<sl\s[^>]*\bhref\s*=/, co: /<invalidate-(?:object|service)\b/ } as const;

/** Undefined for a text that does not begin as one. */
export function pushXmlOf(text: string): PushXml | undefined {
  const { prolog, root } = beginningOf(text);
  const kind = /^<(si|sl|co)(?=[\s/>])/.exec(root)?.[1] as PushXml['kind'] | undefined;
  if (kind === undefined) return undefined;
  const isNamed = prolog.includes(`-//WAPFORUM//DTD ${kind.toUpperCase()} `);
  const tail = endOf(text);
  const isWhole = /<\/\w+\s*>$/.exec(tail)?.[0].replace(/\s/g, '') === `</${kind}>` || (kind === 'sl' && tail.endsWith('/>'));
  return { kind, isCertain: isNamed || OWN[kind].test(root), isWhole };
}

/** The tree of a document that stands in `octets` from `start` to `end`; of what is no UTF-8, the octets. */
export function pushXmlTree(octets: Uint8Array, start: number, end: number, bounds: Bounds): Field {
  const own = octets.subarray(start, end);
  const place = { name: 'push XML', value: undefined, start, end };
  let text: string;
  try {
    text = decodeUtf8(own);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const { code, reason, offset = 0 } = error;
    return { ...place, error: new DecodeError(code, 'XML', start + offset, reason, { cause: error }), children: [] };
  }
  const children: Field[] = [];
  try {
    for (const { piece, start: from, end: to } of textPieces(text, TAGS, start, end)) {
      bounds.fields.spend('push XML', from);
      const name = piece.startsWith('<') ? 'tag' : 'text';
      children.push({ name, value: piece.trim(), start: from, end: to, children: [] });
    }
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return { ...place, error, children: [] };
  }
  const found = pushXmlOf(text);
  if (found === undefined) return { ...place, children, warnings: ['begins neither as <si> nor as <sl> or <co>'] };
  const cut = found.isWhole ? {} : { warnings: [`ends without </${found.kind}>`] };
  return { ...place, meaning: WORDS[found.kind], children, ...cut };
}
