/**
 * handset's readers of presentations and of the Push Access Protocol, in the terms of the pack.
 * @module
 */
import { type Presentation, parseSmil } from '../../../src/mms/index.js';
import {
  type ParsedPapMessage,
  type PushDocument,
  parsePap,
  parsePapResponse,
  parsePapResult,
} from '../../../src/push/index.js';
import { defined } from '../pack/read.js';
import type { JsonObject } from '../pack/shape.js';
import type { Adapters } from './adapter.js';
import { plainDocument } from './push.js';

const seconds = (date: Date) => date.toISOString().replace('.000Z', 'Z');

/** Attributes whose properties have other names. */
const NAMES: Readonly<Record<string, string>> = {
  deliverBefore: 'deliver-before-timestamp',
  deliverAfter: 'deliver-after-timestamp',
  notifyRequestedTo: 'ppg-notify-requested-to',
  description: 'desc',
};

const attributeOf = (property: string) =>
  NAMES[property] ?? property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Properties by the names of their attributes: flags are words, dates texts. */
function plainAttributes(model: object): JsonObject {
  const entries = Object.entries(model).map(([property, value]) => {
    const plain = value instanceof Date ? seconds(value) : typeof value === 'boolean' ? String(value) : value;
    return [attributeOf(property), plain];
  });
  return defined(Object.fromEntries(entries));
}

function plainContent({ si, sl, co, content }: ParsedPapMessage): JsonObject {
  if (content === undefined) {
    const kind = si !== undefined ? 'si' : sl !== undefined ? 'sl' : 'co';
    const document = { kind, [kind]: si ?? sl ?? co } as unknown as PushDocument;
    return { 'Content-Type': `text/vnd.wap.${kind}`, document: plainDocument(document) };
  }
  const { contentType, body } = content;
  return { 'Content-Type': contentType.split(';')[0] as string, text: new TextDecoder().decode(body) };
}

function plainMessage(message: ParsedPapMessage): JsonObject {
  const { address, qualityOfService, version, si, sl, co, content, applicationId, headers, capabilities, ...attributes } =
    message;
  return defined({
    element: 'push-message',
    version,
    ...plainAttributes(attributes),
    addresses: address,
    'quality-of-service': qualityOfService && plainAttributes(qualityOfService),
    content: plainContent({ si, sl, co, content } as ParsedPapMessage),
  });
}

function plainAnswer(text: string): JsonObject {
  if (/<resultnotification-message\b/.test(text))
    return { element: 'resultnotification-message', ...plainAttributes(parsePapResult(text)) };
  const { progressNotes, ...response } = parsePapResponse(text);
  return defined({
    element: response.pushId === undefined ? 'badmessage-response' : 'push-response',
    ...plainAttributes(response),
    'progress-notes': progressNotes?.map(plainAttributes),
  });
}

export const markupAdapters: Adapters = {
  smil: { decode: (wire: string, { lenient }): JsonObject => plainPresentation(parseSmil(wire, { lenient })) },
  pap: {
    decode: (wire: string, { options }): JsonObject =>
      options.contentType === undefined
        ? plainAnswer(wire)
        : plainMessage(parsePap({ contentType: options.contentType as string, body: wire })),
  },
};

const plainPresentation = ({ regions, slides, ...rest }: Presentation): JsonObject =>
  defined({
    ...rest,
    regions: regions.map((region) => defined({ ...region })),
    slides: slides.map((slide) => defined({ ...slide, media: slide.media.map((item) => defined({ ...item })) })),
  });
