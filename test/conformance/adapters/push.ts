/**
 * handset's readers and writers of WAP pushes, in the terms of the pack.
 * @module
 */
import { fromHex, toHex } from '../../../src/bytes/index.js';
import { wbxmlToXml } from '../../../src/inspect/index.js';
import {
  decodePush,
  decodeWbxml,
  encodePush,
  encodeWbxml,
  type Push,
  type PushDocument,
  parsePushXml,
  type SiItem,
} from '../../../src/push/index.js';
import { defined } from '../pack/read.js';
import type { JsonObject } from '../pack/shape.js';
import { xmlTree } from '../pack/xml-tree.js';
import type { Adapters } from './adapter.js';

const seconds = (date: Date | undefined) => date?.toISOString().replace('.000Z', 'Z');

/** A document by the names of its attributes. */
export function plainDocument(document: PushDocument): JsonObject {
  if (document.kind === 'sl') return defined({ document: 'sl', ...document.sl });
  if (document.kind === 'co') {
    const operations = document.co.operations.map(({ kind, uri }) => ({ element: `invalidate-${kind}`, uri }));
    return { document: 'co', operations };
  }
  const { id, created, expires, ...rest } = document.si;
  return defined({ document: 'si', ...rest, 'si-id': id, created: seconds(created), 'si-expires': seconds(expires) });
}

interface PlainDocument extends JsonObject {
  readonly document: 'si' | 'sl' | 'co';
}

/** The other way round. */
export function documentFrom({ document, operations, ...value }: PlainDocument): PushDocument {
  if (document === 'sl') return { kind: 'sl', sl: value as never };
  if (document === 'co') {
    const list = (operations as unknown as { element: string; uri: string }[]).map(({ element, uri }) => ({
      kind: element.replace('invalidate-', '') as 'object',
      uri,
    }));
    return { kind: 'co', co: { operations: list } };
  }
  const { 'si-id': id, created, 'si-expires': expires, info, ...rest } = value;
  const date = (text: unknown) => (text === undefined ? undefined : new Date(text as string));
  const si = { ...rest, id, created: date(created), expires: date(expires), info: info as SiItem[] | undefined };
  return { kind: 'si', si: Object.fromEntries(Object.entries(si).filter(([, each]) => each !== undefined)) as never };
}

const wbxml = {
  decode: (wire: Uint8Array) => plainDocument(decodeWbxml(wire)),
  encode: (value: PlainDocument) => encodeWbxml(documentFrom(value)),
};

const instant = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

/** A header or a parameter with octets as hex. */
const plainValue = (item: object) =>
  defined(
    Object.fromEntries(Object.entries(item).map(([name, each]) => [name, each instanceof Uint8Array ? toHex(each) : each])),
  );

/** The other way round: what has a code has octets. */
const octetsFrom = (item: JsonObject) => ('code' in item ? { ...item, value: fromHex(item.value as string) } : item);

interface PlainPush {
  readonly body: string;
  readonly charset?: string;
  readonly date?: string;
  readonly expires?: string;
  readonly headers?: readonly JsonObject[];
  readonly parameters?: readonly JsonObject[];
}

export const pushAdapters: Adapters = {
  'wbxml-tree': { decode: (wire: Uint8Array): JsonObject => ({ tree: xmlTree(wbxmlToXml(wire)) }) },
  'si-wbxml': wbxml,
  'sl-wbxml': wbxml,
  'co-wbxml': wbxml,
  'push-xml': { decode: (wire: string) => plainDocument(parsePushXml(wire)) },
  'wsp-push': {
    decode: (wire: Uint8Array) => {
      const { body, charset, date, expires, headers, parameters, ...push } = decodePush(wire);
      // Where nothing stands there utf-8 is usual for these types: the reader says null when the header has none.
      const usual = /\.(sic|slc)$/.test(String(push.contentType)) ? 'utf-8' : undefined;
      return defined({
        ...push,
        ...{ charset: charset === null ? undefined : (charset ?? usual), body: toHex(body) },
        ...{ date: seconds(date), expires: seconds(expires) },
        parameters: parameters?.map(plainValue),
        headers: headers?.map((header) => plainValue('code' in header ? { page: 1, ...header } : header)),
      });
    },
    encode: ({ body, charset, date, expires, headers, parameters, ...push }: PlainPush) =>
      encodePush({
        ...push,
        ...{ body: fromHex(body), charset: charset ?? null },
        ...{ date: instant(date), expires: instant(expires) },
        parameters: parameters?.map(octetsFrom),
        headers: headers?.map(octetsFrom),
      } as unknown as Push),
  },
};
