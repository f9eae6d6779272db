/**
 * What tshark shows of a push: the header of WSP, and the document put together from its account of the WBXML tokens.
 * @module
 */
import type { CacheOperation, PushDocument, ServiceIndication, SiItem } from '../../src/push/index.js';
import { type PdmlField, walk } from './drivers/tshark.js';
import type { Fields } from './expected.js';

/** An element as the tokens say it. */
interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

/** The fields of a push; what tshark does not show is left out. */
export function shownPush(protocols: readonly PdmlField[]): Fields {
  // Inside of a short message they stand below its own tree.
  const all = [...walk(protocols)];
  const wsp = all.find(({ name }) => name === 'wsp');
  const wbxml = all.find(({ name }) => name === 'wbxml');
  if (wsp === undefined || wbxml === undefined) return { protocols: protocols.map(({ name }) => name) };
  const headers = [...walk(wsp.children)];
  const shown = (name: string) => headers.find((field) => field.name === name)?.show;
  const number = (name: string) => (shown(name) === undefined ? undefined : Number(shown(name)));
  const fields: Fields = {
    transactionId: number('wsp.TID'),
    type: number('wsp.pdu_type'),
    headersLength: number('wsp.headers_length'),
    contentType: shown('wsp.header.content_type'),
    charset: shown('wsp.parameter.charset'),
    applicationId: shown('wsp.header.x_wap_application_id'),
    contentLength: number('wsp.header.content_length'),
    contentLocation: shown('wsp.header.content_location'),
    initiatorUri: shown('wsp.header.initiator_uri'),
    contentUri: shown('wsp.header.content_uri'),
    pushFlag: ['authenticated', 'trusted', 'last'].flatMap((bit) => shown(`wsp.header.push_flag.${bit}`) ?? []).join(''),
    date: instant(shown('wsp.header.date')),
    expires: instant(shown('wsp.header.expires')),
    encodingVersion: shown('wsp.header.encoding_version'),
    malformed: all.some(({ name }) => name === '_ws.malformed'),
    document: documentOf(rootOf(wbxml)),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

/** From a wording such as `Sep  9, 2001 01:46:40 UTC`. */
function instant(wording: string | undefined): string | undefined {
  return wording === undefined ? undefined : new Date(wording).toISOString();
}

/** The text of a token; for tokens of the dictionary, what stands in quotes. */
const quoted = (show: string) => /'(.*)'$/s.exec(show)?.[1] ?? '';

/** tshark shows what does not print as in C. */
function fromC(show: string): string {
  return show.replace(/\\(?:([tnr])|u([0-9A-F]{4})|U([0-9A-F]{8}))/g, (_, letter?: string, short?: string, long?: string) => {
    if (letter !== undefined) return { t: '\t', n: '\n', r: '\r' }[letter] as string;
    return String.fromCodePoint(Number.parseInt((short ?? long) as string, 16));
  });
}

/** Follows the tokens in their order. */
function rootOf(wbxml: PdmlField): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let attribute: string | undefined;
  const add = (text: string) => {
    const element = open.at(-1)!;
    if (attribute === undefined) element.text += text;
    else element.attributes[attribute] += text;
  };
  for (const { name, show, showName } of walk(wbxml.children)) {
    const parent = open.at(-1)!;
    if (name === 'wbxml.known_tag') {
      const element = { name: show, attributes: {}, children: [], text: '' };
      parent.children.push(element);
      // The column of the description says whether attributes or content follow: `(AC)`, `(A.)`, `(.C)`, `(..)`.
      if (!showName.includes('(..)')) open.push(element);
    } else if (name === 'wbxml.known_attrstart') {
      attribute = /^[^=]*/.exec(show)![0];
      parent.attributes[attribute] = quoted(show);
    } else if (name === 'wbxml.known_attrvalue') add(quoted(show));
    else if (name === 'wbxml.str_i') add(fromC(show));
    else if (name === 'wbxml.opaque_data') add(/%DateTime: (\S+)/.exec(showName)?.[1] ?? 'no date');
    else if (name === 'wbxml.end_attribute_list') attribute = undefined;
    else if (name === 'wbxml.end_known_tag') open.pop();
    else if (name === 'wbxml.end_known_tag.uint') {
      // The attributes of an element without content end.
      attribute = undefined;
      open.pop();
    }
  }
  return top.children[0] ?? top;
}

/** The document of a tree, with what is wrong in it where it does not fit. */
function documentOf(root: Element): PushDocument | Element {
  const { attributes, children, name } = root;
  if (name === 'sl') return { kind: 'sl', sl: attributes as never };
  if (name === 'co') {
    const operations = children.map((child) => ({
      kind: child.name.replace('invalidate-', ''),
      uri: child.attributes.uri,
    })) as unknown as CacheOperation['operations'];
    return { kind: 'co', co: { operations } };
  }
  const [indication, info] = children;
  if (name !== 'si' || indication?.name !== 'indication') return root;
  const { 'si-id': id, 'si-expires': expires, created, ...others } = indication.attributes;
  const items = info?.children.map((item) => ({ class: item.attributes.class, pcdata: item.text })) as SiItem[] | undefined;
  const si: Record<string, unknown> = {
    ...others,
    ...(id !== undefined && { id }),
    ...(created !== undefined && { created: new Date(created) }),
    ...(expires !== undefined && { expires: new Date(expires) }),
    ...(indication.text !== '' && { text: indication.text }),
    ...(items !== undefined && { info: items }),
  };
  return { kind: 'si', si: si as ServiceIndication };
}
