/**
 * fixtures/vectors/wap-push.json as cases: SI, SL and CO as XML and as WBXML, and the pushes that carry them.
 * @module
 */
import { type Common, defined, upper, vectorFile, withLevel } from './read.js';
import type { BareCase, Converted, Form, JsonObject } from './shape.js';

const FILE = 'vectors/wap-push.json';
const DOCUMENTS = {
  si: 'WAP-167-ServiceInd-20010731',
  sl: 'WAP-168-ServiceLoad-20010731',
  co: 'WAP-175-CacheOp-20010731',
} as const;
const WSP = 'WAP-230-WSP sections 8.2.4.3 and 8.4';

type Kind = keyof typeof DOCUMENTS;

/** The attributes by their names in the document type; an indication's content is `text`. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
function documentValue(kind: Kind, { content, invalidate, info, ...attributes }: any): JsonObject {
  return defined({
    document: kind,
    ...attributes,
    // xml2wbxml drops white space at the end of a text; wbxml2xml, tshark and Kannel show it without.
    text: content?.trimEnd(),
    info: info?.map((item: unknown) => item),
    operations: invalidate?.map(([element, uri]: [string, string]) => ({ element, uri })),
  });
}

/** The document that wbxml2xml wrote, of which the vectors have one kind that is enough here: an SI without further elements. */
function indicationOf(xml: string): JsonObject {
  const [, attributes, content] = /<indication ([^>]*?)\/?>(?:([^<]*)<\/indication>)?/.exec(xml) ?? [];
  if (attributes === undefined) throw new Error(`no indication in ${xml}`);
  const plain = (text: string) =>
    text
      .replaceAll(/&#x?([0-9a-f]+);/gi, (whole, code: string) =>
        String.fromCodePoint(Number.parseInt(code, whole.includes('x') ? 16 : 10)),
      )
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  const members = Object.fromEntries(
    [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name as string, plain(value as string)]),
  );
  return defined({ document: 'si', ...members, text: content === undefined ? undefined : plain(content) });
}

/** What a push says in front of its body. */
const PUSHES: Readonly<Record<string, JsonObject>> = {
  'w-min': { transactionId: 1, contentType: 'application/vnd.wap.sic' },
  'w-charset': { transactionId: 0x29, contentType: 'application/vnd.wap.sic', charset: 'utf-8', contentLength: 74 },
  'w-appid2': { transactionId: 0xdc, contentType: 'application/vnd.wap.sic', charset: 'utf-8', applicationId: 2 },
  'w-slc': { transactionId: 7, contentType: 'application/vnd.wap.slc' },
  'w-mms': { transactionId: 0x5a, contentType: 'application/vnd.wap.mms-message', applicationId: 4 },
};

/** The octets behind the header, whose length the third octet says. */
function pushValue(hex: string, head: JsonObject): JsonObject {
  return { ...head, body: upper(hex.slice(2 * (3 + Number.parseInt(hex.slice(4, 6), 16)))) };
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
function casesOf(vector: any): BareCase[] {
  const { id, op, kind, input, xml, hex, verdict, note, oracles, wbxmlHex } = vector;
  const origin = { file: FILE, id };
  const programs = (names: readonly string[]) => names.filter((name) => oracles[name] !== null && oracles[name] !== undefined);
  const common = (specification: string, ...names: string[]): Common => ({
    source: { specification, programs: programs(names) },
    origin,
  });
  const of = (
    variant: string,
    format: string,
    direction: BareCase['direction'],
    from: Form,
    expected: BareCase['expected'],
    source: Common,
  ) => withLevel({ id: `push/${id}${variant}`, format, title: note || id, direction, input: from, expected, ...source });
  if (op === 'encode') {
    const document = DOCUMENTS[kind as Kind];
    const value = documentValue(kind, input);
    const encoded = of(
      '',
      `${kind}-wbxml`,
      'both',
      { hex: upper(wbxmlHex) },
      { value },
      common(document, 'xml2wbxml 0.11.8 -n -v 1.2', 'wbxml2xml 0.11.8', 'tshark 4.0.17 wbxml'),
    );
    const text = of(
      '/xml',
      'push-xml',
      'decode',
      { text: xml },
      { value },
      common(`${document}, document type definition`, 'xml2wbxml 0.11.8 -n -v 1.2'),
    );
    const kannel = oracles['kannel 1.4.5 PPG'];
    const { segments = [] }: { segments?: { udh: string; ud: string }[] } = kannel ?? {};
    if (kannel?.sameMeaning !== true) return [encoded, text];
    // What Kannel sends is an encoding of its own of the same document.
    const whole = segments.map(({ ud }) => ud).join('');
    const data: JsonObject = { destinationPort: 2948, originatorPort: 9200, data: upper(whole) };
    const body = pushValue(whole, {}).body as string;
    return [
      encoded,
      text,
      of('/kannel', `${kind}-wbxml`, 'decode', { hex: body }, { value }, common(document, 'kannel 1.4.5 PPG')),
      of(
        '/kannel/message',
        'smart-message',
        'decode',
        { hexList: segments.map(({ udh, ud }) => upper(udh + ud)) },
        { value: data },
        common(WSP, 'kannel 1.4.5 PPG'),
      ),
    ];
  }
  if (op === 'decode') {
    const source = common(DOCUMENTS.si, 'wbxml2xml 0.11.8', 'tshark 4.0.17 wbxml');
    if (verdict === 'reject') {
      return [of('', 'si-wbxml', 'decode', { hex: upper(hex) }, { refused: { reason: 'truncated' } }, source)];
    }
    // wbxml2xml was built without ISO 8859-1: the text is what the note of the vector says its octets are.
    const read = oracles['wbxml2xml 0.11.8'].xml;
    const value = read === undefined ? { document: 'si', href: 'http://a.com/', text: '\u00e9t\u00e9' } : indicationOf(read);
    return [of('', 'si-wbxml', 'decode', { hex: upper(hex) }, { value }, source)];
  }
  if (op !== 'wsp-push-decode') throw new Error(`no cases for vectors of ${op}`);
  const source = common(WSP, 'tshark 4.0.17 wsp');
  if (verdict === 'reject')
    return [of('', 'wsp-push', 'decode', { hex: upper(hex) }, { refused: { reason: 'truncated' } }, source)];
  const head = PUSHES[id];
  if (head === undefined) throw new Error(`no header for ${id}`);
  return [of('', 'wsp-push', 'decode', { hex: upper(hex) }, { value: pushValue(hex, head) }, source)];
}

/** All of it. */
export function convertPushes(): Converted {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const vectors: any[] = vectorFile(FILE).vectors;
  return { file: FILE, vectors: vectors.map(({ id }) => id), cases: vectors.flatMap(casesOf), left: [] };
}

const TYPES_FILE = 'vectors/wbxml.json';

/** Documents of other types. Their value is a tree of XML, for which the pack has no form. */
export function convertDocumentTypes(): Converted {
  const vectors: readonly { readonly id: string }[] = vectorFile(TYPES_FILE).vectors;
  const why = 'its value is an XML document: two are compared as trees, for which no case has a form';
  return { file: TYPES_FILE, vectors: vectors.map(({ id }) => id), cases: [], left: vectors.map(({ id }) => ({ id, why })) };
}
