/**
 * Pushes, what they carry, and multimedia messages with their parts.
 * @module
 */
import type { ByteReader, Field } from '../../bytes/index.js';
import { findFileKind } from '../../media/signatures.js';
import { MMS_PDU_TYPES, type MmsPdu } from '../../mms/binary.js';
import { isMmsType, isWbxmlType } from '../content-types.js';
import { beginsAsMms, describeMms, findMmsType, type MmsWithParts, readMmsWithParts, withParts } from '../mms.js';
import { announcedContent, nameDocument, type PushWithData, readPushWithData } from '../push-data.js';
import { openChildren } from '../trees.js';
import { smilTree, xmlTree } from '../xml-documents.js';
import { CARDS } from './cards.js';
import { NAMES } from './names.js';
import { octetPayload, octetRow, type Reads, type Source } from './octets.js';
import { PICTURES } from './pictures.js';
import { type Evidence, type Input, type Payload, payloadRow, type Row } from './row.js';
import { TUNES } from './tunes.js';
import { WBXML } from './wbxml.js';
import { sniffXml } from './xml.js';

/** Names of the formats here. */
export type PushFormat = 'wsp-push' | 'wbxml' | 'push-xml' | 'mms' | 'smil';

/** Records that only their keys open. */
export const SECURE_PUSH: Payload = /* @__PURE__ */ octetPayload({ root: 'WTLS records', read: readSecurePush });

/** The rows of pushes and multimedia messages. */
export const PUSHES: Readonly<Record<PushFormat, Row & Payload>> = /* @__PURE__ */ pushRows();

function pushRows() {
  return {
    'push-xml': payloadRow({
      label: 'service indication or loading in XML',
      ...NAMES['push-xml'],
      roots: ['push XML'],
      sniff: sniffXml('push-xml', 'XML of '),
      tree: (octets, start, end, bounds) => xmlTree('push-xml', octets, start, end, bounds),
    }),
    smil: payloadRow({
      label: 'presentation of a multimedia message',
      kind: 'document' as const,
      contentTypes: ['application/smil'],
      roots: ['SMIL'],
      sniff: sniffXml('smil', 'SMIL, '),
      tree: (octets, start, end, bounds) => smilTree(octets, start, end, bounds),
    }),
    wbxml: WBXML,
    'wsp-push': octetRow<PushWithData>(
      { label: 'WAP push', kind: 'message', sniff: sniffPush },
      { root: 'WSP push', read: readPushWithData, complete: withPushed, isMessage: true },
    ),
    mms: {
      ...octetRow<MmsWithParts>(
        { label: 'multimedia message', ...NAMES.mms, sniff: sniffMms },
        {
          root: 'MMS',
          read: readMmsWithParts,
          complete: (tree, message, source) => (message === undefined ? tree : withMessage(tree, message, source)),
          isMessage: true,
        },
      ),
      // A getter: the codec of multimedia messages is not loaded with the table.
      get roots() {
        return ['MMS', ...MMS_PDU_TYPES];
      },
    },
  };
}

// ---- Pushes ----

function readSecurePush(reader: ByteReader): void {
  if (reader.remaining > 0) reader.take(reader.remaining, 'octets');
  reader.trace?.mean('a push inside WTLS, which is not opened here');
}

function sniffPush(input: Input, { twice }: Reads<PushWithData>): Evidence | undefined {
  const { octets } = input;
  const type = octets[1];
  if (type !== 0x06 && type !== 0x07) return undefined;
  const { value, fault, refusal } = twice(input);
  if (value === undefined) {
    const content = announcedContent(octets);
    if (content === undefined) return undefined;
    return { confidence: 0.6, reason: `begins as a push of ${content}, but ${refusal?.message}` };
  }
  const { push, document, mms } = value;
  const faults = fault === undefined ? '' : `, with faults: ${fault.message}`;
  const content = document !== undefined ? nameDocument(document) : mms && `an ${mms.pdu.type}`;
  if (content !== undefined) return { confidence: faults === '' ? 0.98 : 0.95, reason: `a push of ${content}${faults}` };
  // Other contents are not read. A type by its name is hardly chance; one octet that encodes a type may be.
  const { contentType, body } = push;
  if (typeof contentType === 'number') return { confidence: 0.2, reason: `a push of content type ${contentType}` };
  const shown = contentType.slice(0, MAX_TYPE);
  const confidence = (isSpelt(octets, shown) ? 0.95 : 0.8) - (body.length === 0 || faults !== '' ? 0.3 : 0);
  return { confidence, reason: `a push of ${shown}${faults}` };
}

/** Characters of a content type that are looked at. */
const MAX_TYPE = 60;

/** Whether a push begins with its content type in letters. */
function isSpelt(octets: Uint8Array, contentType: string): boolean {
  const beginning = String.fromCharCode(...octets.subarray(0, 16 + MAX_TYPE));
  return beginning.toLowerCase().includes(contentType.toLowerCase());
}

/** Opens the message in the data of a push, and shows cards, calendars and XML in lines. */
function withPushed(tree: Field, value: PushWithData | undefined, source: Source): Field {
  if (value === undefined) return tree;
  const { push, mms } = value;
  const type = String(push.contentType).toLowerCase();
  const row = [CARDS.vcard, CARDS.vcalendar, PUSHES['push-xml']].find(({ contentTypes }) => contentTypes?.includes(type));
  if (mms === undefined && row === undefined) return tree;
  return openChildren(tree, [], (data) => {
    if (data.name !== 'Data') return undefined;
    if (row !== undefined) return { ...data, children: [row.tree(source.octets, data.start, data.end, source.bounds)] };
    return mms && data.children.length > 0 ? { ...data, children: [withMessage(data, mms, source)] } : undefined;
  });
}

// ---- Multimedia messages ----

/** The first two octets name the type of a message; all the fields that it requires follow. */
function sniffMms(input: Input, { twice }: Reads<MmsWithParts>): Evidence | undefined {
  const { octets } = input;
  const type = findMmsType(octets);
  if (type === undefined) return undefined;
  const { value, fault } = twice(input);
  if (value !== undefined && fault === undefined) {
    const words = describeMms(value);
    return { confidence: 0.98, reason: `a whole ${type}${words === '' ? '' : `: ${words}`}` };
  }
  // Lenient reading passes unknown fields, so that it says less than that of other formats: nothing where it found no other.
  if (value !== undefined && hasVersionOrParts(value)) {
    return { confidence: 0.85, reason: `an ${type} with faults: ${fault?.message}` };
  }
  return { confidence: beginsAsMms(octets) ? 0.6 : 0.3, reason: `begins as an ${type}, but ${fault?.message}` };
}

/** Every message has a version, and hardly anything else has parts. */
function hasVersionOrParts({ pdu, parts }: MmsWithParts): boolean {
  const { mmsVersion }: Partial<MmsPdu> = pdu;
  return mmsVersion !== undefined || parts.length > 0;
}

/** A message goes by the name of its type, and has its parts opened. */
function withMessage(tree: Field, message: MmsWithParts, { octets, bounds, isPart }: Source): Field {
  const words = describeMms(message);
  const shown = { ...tree, name: message.pdu.type, ...(words !== '' && { meaning: words }) };
  // A mailbox holds messages, and those might go on holding each other.
  return isPart ? shown : withParts(shown, message, octets, bounds, { byType: payloadOfType, byOctets: payloadOfFile });
}

/** What reads a part of this content type; files with a mark are known by that. @param type as `plainType` writes it */
function payloadOfType(type: string): Payload | undefined {
  if (isWbxmlType(type) && !type.startsWith('text/')) return WBXML;
  if (isMmsType(type)) return PUSHES.mms;
  const { wbmp, bmp } = PICTURES;
  const rows: readonly (Row & Payload)[] = [...Object.values(CARDS), PUSHES['push-xml'], ...Object.values(TUNES), wbmp, bmp];
  return rows.find(({ contentTypes }) => contentTypes?.includes(type));
}

/** What reads a file that begins with a mark. */
function payloadOfFile(octets: Uint8Array): Payload | undefined {
  const format = findFileKind(octets);
  return format && PICTURES[format];
}
