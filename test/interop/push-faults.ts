/**
 * Where libwbxml and Kannel are wrong about pushes, rule by rule (see ledger.ts).
 * @module
 */
import {
  encodePush,
  encodeSi,
  encodeSl,
  encodeWbxml,
  PUSH_CONTENT_TYPES,
  PUSH_PORTS,
  type PushDocument,
  type WbxmlVersion,
} from '../../src/push/index.js';
import { encodeUdh, submitDatagram } from '../../src/sms/index.js';
import type { KnownFault } from './ledger.js';
import { hex } from './report.js';

const LIBWBXML = 'libwbxml 0.11.8';

/** A document in XML, for libwbxml to make WBXML of. */
export interface XmlCase {
  readonly document: PushDocument;
  readonly version: WbxmlVersion;
  /** The text of the indication stands in a CDATA section. */
  readonly cdata: boolean;
}

/** A document of ours with every text of an element and of an attribute put through a function. */
export function withTexts(
  document: PushDocument,
  { element, attribute }: { element(text: string): string; attribute(text: string): string },
): PushDocument {
  if (document.kind === 'sl') return { ...document, sl: { ...document.sl, href: attribute(document.sl.href) } };
  if (document.kind === 'co') {
    const operations = document.co.operations.map((operation) => ({ ...operation, uri: attribute(operation.uri) }));
    return { ...document, co: { operations } };
  }
  const { href, id, text, info } = document.si;
  const si = {
    ...document.si,
    ...(href !== undefined && { href: attribute(href) }),
    ...(id !== undefined && { id: attribute(id) }),
    ...(text !== undefined && { text: element(text) }),
    ...(info !== undefined && {
      info: info.map((item) => ({ class: attribute(item.class), pcdata: element(item.pcdata) })),
    }),
  };
  return { ...document, si };
}

/** Octets of a string in hex. */
const utf8 = (text: string) => hex(Buffer.from(text, 'utf8'));

// ---- xml2wbxml ----

const charsetInVersion10: KnownFault<XmlCase> = {
  id: 'libwbxml-charset-in-1.0',
  oracle: LIBWBXML,
  fault: 'writes a charset in version 1.0, which has none',
  applies: ({ version }) => version === '1.0',
  shows: (_, { wbxml }) => ({ wbxml: `${String(wbxml).slice(0, 4)}6A${String(wbxml).slice(4)}`, read: undefined }),
};

const opaqueCdata: KnownFault<XmlCase> = {
  id: 'libwbxml-cdata',
  oracle: LIBWBXML,
  fault: 'makes opaque data of a CDATA section, which only dates are in these documents',
  applies: ({ cdata }) => cdata,
  shows: ({ document }, { wbxml }) => {
    const text = utf8((document.kind === 'si' && document.si.text) || '');
    const length = (text.length / 2).toString(16).padStart(2, '0').toUpperCase();
    const at = String(wbxml).lastIndexOf(`03${text}00`);
    return {
      wbxml: `${String(wbxml).slice(0, at)}C3${length}${text}${String(wbxml).slice(at + text.length + 4)}`,
      read: undefined,
    };
  },
};

/** What xml2wbxml gets wrong in documents that are valid. */
export const XML2WBXML_FAULTS: readonly KnownFault<XmlCase>[] = [charsetInVersion10, opaqueCdata];

// ---- wbxml2xml ----

const bareWhiteSpace: KnownFault<PushDocument> = {
  id: 'wbxml2xml-white-space',
  oracle: LIBWBXML,
  fault:
    'writes tab, line feed and carriage return as they are, of which an XML parser makes blanks in attributes and line feeds in text',
  applies: () => true,
  shows: (document) => ({
    document: withTexts(document, {
      element: (text) => text.replace(/\r\n?/g, '\n'),
      attribute: (text) => text.replace(/\r\n|[\t\r\n]/g, ' '),
    }),
  }),
};

/** What wbxml2xml gets wrong in documents of ours. */
export const WBXML2XML_FAULTS: readonly KnownFault<PushDocument>[] = [bareWhiteSpace];

// ---- Kannel's push gateway ----

const KANNEL = 'Kannel 1.4.5';

/** An SI or SL that Kannel's gateway is asked to push. */
export interface PapCase {
  readonly document: PushDocument;
  readonly applicationId: 'wml.ua' | 'mms.ua' | undefined;
  /** What is for Kannel to choose, as it chose: TID and the reference of the parts. */
  readonly transactionId: number;
  readonly reference: number | undefined;
}

/** Octets of `<si><indication` or `<sl` with their head, in hex: what stands in front of the first attribute. */
const frontOf = ({ kind }: PushDocument) => (kind === 'sl' ? 10 : 12);

const hrefOf = (document: PushDocument) =>
  document.kind === 'si' ? document.si.href : document.kind === 'sl' ? document.sl.href : undefined;
const idOf = (document: PushDocument) => (document.kind === 'si' ? document.si.id : undefined);

/** The tokens that we write for an address or an identifier, in hex. */
function tokensOf(document: PushDocument, { href, id }: { href?: string | undefined; id?: string | undefined }): string {
  if (document.kind === 'sl') return hex(encodeSl({ href: href as string })).slice(frontOf(document), -2);
  return hex(encodeSi({ href, id })).slice(frontOf(document), -4);
}

/** A document in the wbxml, with the tokens at one place exchanged. */
function exchange(wbxml: unknown, at: number, ours: string, theirs: string): { wbxml: string } {
  const whole = String(wbxml);
  if (whole.slice(at, at + ours.length) !== ours) throw new Error(`${ours} is not at ${at} of ${whole}`);
  return { wbxml: whole.slice(0, at) + theirs + whole.slice(at + ours.length) };
}

/** Blanks as Kannel leaves them: the first one of a run is a blank, a second one stays as it is, three and more become one. */
const shrunk = (text: string) => text.replace(/[\t\n\r ]+/g, (run) => (run.length === 2 ? ` ${run[1]}` : ' '));

const whiteSpace: KnownFault<PapCase> = {
  id: 'kannel-white-space',
  oracle: KANNEL,
  fault: 'makes one blank of white space in text',
  applies: ({ document }) => document.kind === 'si',
  shows: ({ document }) => {
    const instead = withTexts(document, { element: shrunk, attribute: (text) => text });
    return { document: instead, wbxml: hex(encodeWbxml(instead)) };
  },
};

const plainId: KnownFault<PapCase> = {
  id: 'kannel-si-id-as-text',
  oracle: KANNEL,
  fault: 'uses no tokens in an si-id, and writes an empty one as an empty string; it means the same',
  applies: ({ document }) => idOf(document) !== undefined,
  shows: ({ document }, { wbxml }) => {
    const [href, id] = [hrefOf(document), idOf(document) as string];
    const ours = tokensOf(document, { id });
    const at = frontOf(document) + (href === undefined ? 0 : tokensOf(document, { href }).length);
    return exchange(wbxml, at, ours, `1103${utf8(id)}00`);
  },
};

/** Beginnings of an address for which Kannel has a token, in the order in which it tries them. */
const PREFIXES = {
  si: [
    ['https://www.', '0F'],
    ['http://www.', '0D'],
    ['https://', '0E'],
    ['http://', '0C'],
  ],
  sl: [
    ['http://', '09'],
    ['https://', '0B'],
  ],
} as const;
const SUFFIXES = [
  ['.com/', '85'],
  ['.edu/', '86'],
  ['.net/', '87'],
  ['.org/', '88'],
] as const;

/** Octets that Kannel cuts off an address without such a beginning. */
export const CUT_OFF = { si: 7, sl: 12 } as const;

/** The address as Kannel begins it: the token, and what is left of the text. */
function begun(document: PushDocument): {
  readonly start: string;
  readonly rest: string;
  /** What the address is to Kannel where it is another one. */
  readonly instead?: string;
  readonly lost: boolean;
} {
  const kind = document.kind === 'sl' ? 'sl' : 'si';
  const href = hrefOf(document) as string;
  for (const [prefix, start] of PREFIXES[kind]) {
    if (href.startsWith(prefix)) return { start, rest: href.slice(prefix.length), lost: false };
    if (prefix.startsWith(href)) return { start, rest: '', instead: prefix, lost: false };
  }
  return {
    start: kind === 'si' ? '0B' : '08',
    rest: Buffer.from(href, 'utf8').subarray(CUT_OFF[kind]).toString('utf8'),
    lost: true,
  };
}

const hrefTokens: KnownFault<PapCase> = {
  id: 'kannel-href-tokens',
  oracle: KANNEL,
  fault:
    'has no token for http://www. and https://www. in an SL, and one for a single domain suffix, the first of .com/, .edu/, .net/, .org/ that occurs, with a string before and behind it, be it empty',
  applies: ({ document }) => hrefOf(document) !== undefined,
  shows: ({ document }, { wbxml }) => {
    const { start, rest } = begun(document);
    const found = SUFFIXES.find(([suffix]) => rest.includes(suffix));
    const string = (text: string) => `03${utf8(text)}00`;
    const at = found === undefined ? -1 : rest.indexOf(found[0]);
    const values = found === undefined ? string(rest) : string(rest.slice(0, at)) + found[1] + string(rest.slice(at + 5));
    return exchange(wbxml, frontOf(document), tokensOf(document, { href: hrefOf(document) }), start + values);
  },
};

/** A document with another address. */
function withHref(document: unknown, href: string): { document: PushDocument } {
  const shown = document as PushDocument;
  if (shown.kind === 'sl') return { document: { ...shown, sl: { ...shown.sl, href } } };
  if (shown.kind === 'si') return { document: { ...shown, si: { ...shown.si, href } } };
  return { document: shown };
}

const shortAddress: KnownFault<PapCase> = {
  id: 'kannel-short-address',
  oracle: KANNEL,
  fault:
    'takes an address that is only the beginning of http://www. or https://www. (in an SL: of http:// or https://) for the whole of it',
  applies: ({ document }) => hrefOf(document) !== undefined && begun(document).instead !== undefined,
  shows: ({ document }, expected) => withHref(expected.document, begun(document).instead as string),
};

const lostScheme: KnownFault<PapCase> = {
  id: 'kannel-lost-scheme',
  oracle: KANNEL,
  fault: 'cuts seven octets (in an SL twelve) off an address that begins neither with http:// nor with https://',
  applies: ({ document }) => hrefOf(document) !== undefined && begun(document).lost,
  shows: ({ document }, expected) => withHref(expected.document, begun(document).rest),
};

const moreHeaders: KnownFault<PapCase> = {
  id: 'kannel-headers',
  oracle: KANNEL,
  fault: 'adds Content-Length and Encoding-Version and leaves out the charset and the application wml.ua, which is the default',
  applies: () => true,
  shows: ({ applicationId, transactionId, reference, document }, { wbxml }) => {
    const body = new Uint8Array(Buffer.from(String(wbxml), 'hex'));
    const push = encodePush({
      contentType: PUSH_CONTENT_TYPES[document.kind].wbxml,
      charset: null,
      applicationId: applicationId === 'wml.ua' ? undefined : applicationId,
      contentLength: true,
      encodingVersion: '1.3',
      transactionId,
      body,
    });
    return { header: hex(push.subarray(0, push.length - body.length)), udh: headersOf(push, reference) };
  },
};

/** The user data headers of the messages that carry a push. */
export function headersOf(push: Uint8Array, reference: number | undefined): string[] {
  const datagram = { destinationPort: PUSH_PORTS.Push, sourcePort: PUSH_PORTS.Source, data: push };
  return submitDatagram(datagram, { to: '+447700900001', reference }).map(({ udh }) => hex(encodeUdh(udh ?? [])));
}

/** What Kannel's gateway makes otherwise out of our PAP. */
export const KANNEL_PUSH_FAULTS: readonly KnownFault<PapCase>[] = [
  whiteSpace,
  plainId,
  hrefTokens,
  shortAddress,
  lostScheme,
  moreHeaders,
];
