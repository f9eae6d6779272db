/**
 * What is shown to tshark and to `inspect`: TPDUs of every kind, pushes and multimedia messages, drawn from a fixed seed, and the vectors.
 * @module
 */
import fc from 'fast-check';
import { encodeMms, type MmsPdu } from '../../src/mms/binary.js';
import {
  encodePush,
  encodeWbxml,
  PUSH_CONTENT_TYPES,
  PUSH_PORTS,
  type Push,
  type PushDocument,
  WBXML_VERSIONS,
} from '../../src/push/index.js';
import {
  encodeCommand,
  encodeDeliver,
  encodeDeliverReport,
  encodeStatusReport,
  encodeSubmit,
  encodeSubmitReport,
  type InformationElement,
  type Submit,
  submitDatagram,
} from '../../src/sms/index.js';
import { PDU_TYPES } from '../support/mms.js';
import { pushDocument, type Style, serviceIndication, style, writeInStyle } from '../support/push-documents.js';
import { fixture, smsVectors } from '../support/vectors.js';
import { command, deliver, deliverReport, draw, statusReport, submit, submitReport } from './arbitraries.js';
import type { Frame } from './drivers/tshark.js';
import { pushFields } from './push-fields.js';
import { messageOf, word } from './tame-messages.js';

const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

// ---- TPDUs ----

const SUBMITS = 300;
const DELIVERS = 200;
const REPORTS = 150;
const COMMANDS = 100;
const EMS = 100;

/** Ports on which another dissector takes the data: those of the pushes. */
const WAP_PORTS = [2948, 2949, 9200, 9201, 9202, 9203];

const isPlain = ({ udh = [] }: { readonly udh?: readonly InformationElement[] | undefined }): boolean =>
  !udh.some(
    (element) => element.kind === 'ports16' && (WAP_PORTS.includes(element.destination) || WAP_PORTS.includes(element.source)),
  );

const octets = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const position = fc.nat({ max: 255 });

/** The elements of EMS that are too long to stand beside others. */
const emsElement: fc.Arbitrary<InformationElement> = fc.oneof(
  fc.record({ kind: fc.constant('largePicture' as const), position, data: octets(128) }),
  fc.record({ kind: fc.constant('smallPicture' as const), position, data: octets(32) }),
  fc.record({ kind: fc.constant('largeAnimation' as const), position, data: octets(128) }),
  fc.record({ kind: fc.constant('smallAnimation' as const), position, data: octets(32) }),
  fc.tuple(position, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 15 })).chain(([at, widthOctets, heightPx]) =>
    fc.record({
      kind: fc.constant('variablePicture' as const),
      position: fc.constant(at),
      widthOctets: fc.constant(widthOctets),
      heightPx: fc.constant(heightPx),
      data: octets(widthOctets * heightPx),
    }),
  ),
);

/** SMS-COMMAND and the two reports that acknowledge, by hand. */
const BY_HAND: readonly { readonly tpdu: string; readonly direction: 'MO' | 'MT' }[] = [
  { tpdu: '2205000206049121 4303AABBCC', direction: 'MO' },
  { tpdu: '42050000060491214306030601 41DEAD', direction: 'MO' },
  ...['0000', '00D300', '40030000', '00077F0004D4E2940A', '00FF060402AABB'].map((tpdu) => ({ tpdu, direction: 'MO' as const })),
  ...['01006211129000 0080', '01C3016211129000 00807F', '410662111290000080040504 0402E200'].map((tpdu) => ({
    tpdu,
    direction: 'MT' as const,
  })),
];

/** TPDUs of all six types with every field drawn, EMS, and the vectors. */
export function tpdus(): Frame[] {
  const vectors = [
    ...smsVectors('submit').map(({ out }) => ({ tpdu: out.tpdu, direction: 'MO' })),
    ...smsVectors('concat').flatMap(({ out }) => out.tpdus.map((tpdu: string) => ({ tpdu, direction: 'MO' }))),
    ...smsVectors('decode').map((vector) => vector.in),
  ];
  return [
    ...draw(submit, SUBMITS)
      .filter(isPlain)
      .map((each) => ({ octets: encodeSubmit(each), direction: 'MO' as const })),
    ...draw(deliver, DELIVERS)
      .filter(isPlain)
      .map((each) => ({ octets: encodeDeliver(each), direction: 'MT' as const })),
    ...draw(statusReport, REPORTS)
      .filter(isPlain)
      .map((each) => ({ octets: encodeStatusReport(each), direction: 'MT' as const })),
    ...draw(command, COMMANDS).map((each) => ({ octets: encodeCommand(each), direction: 'MO' as const })),
    ...draw(deliverReport, REPORTS)
      .filter(isPlain)
      .map((each) => ({ octets: encodeDeliverReport(each), direction: 'MO' as const })),
    ...draw(submitReport, REPORTS)
      .filter(isPlain)
      .map((each) => ({ octets: encodeSubmitReport(each), direction: 'MT' as const })),
    ...draw(emsElement, EMS).map((element) => ({
      octets: encodeSubmit({ tpDa: '447700900123', udh: [element], text: '' }),
      direction: 'MO' as const,
    })),
    ...[...vectors, ...BY_HAND].map(({ tpdu, direction }) => ({ octets: fromHex(tpdu), direction })),
  ];
}

// ---- pushes ----

const PUSHES = 250;
const STYLED = 200;

const pushHeader = fc.record(
  {
    ...pushFields,
    confirmed: fc.boolean(),
    applicationId: fc.oneof(pushFields.applicationId, fc.constant('x-own:application')),
  },
  { requiredKeys: ['transactionId'] },
) as fc.Arbitrary<Omit<Push, 'contentType' | 'body'>>;

const pushed = (document: PushDocument, body: Uint8Array, header: Omit<Push, 'contentType' | 'body'>): Uint8Array =>
  encodePush({ ...header, contentType: PUSH_CONTENT_TYPES[document.kind].wbxml, body });

/** Documents that other writers made; of those that are to be refused there is none here. */
function vectorPushes(): Uint8Array[] {
  const { vectors } = fixture('vectors/wap-push.json') as {
    vectors: { readonly kind?: PushDocument['kind']; readonly wbxmlHex?: string }[];
  };
  return vectors.flatMap(({ kind, wbxmlHex }) =>
    kind === undefined || wbxmlHex === undefined
      ? []
      : [encodePush({ transactionId: 1, contentType: PUSH_CONTENT_TYPES[kind].wbxml, body: fromHex(wbxmlHex) })],
  );
}

/** SIs, SLs and COs in WBXML of every version, as PDUs of WSP with all headers, and the vectors. */
export function pushes(): Uint8Array[] {
  const drawn = draw(fc.tuple(pushDocument, pushHeader, fc.constantFrom(...WBXML_VERSIONS)), PUSHES);
  const own = drawn.map(([document, header, version]) => pushed(document, encodeWbxml(document, { version }), header));
  return [...own, ...vectorPushes()];
}

/** SIs of another writer: literal names, strings from a table, entities, any charset. */
export function styledPushes(): Uint8Array[] {
  const drawn: [Parameters<typeof writeInStyle>[0], Style][] = draw(fc.tuple(serviceIndication, style), STYLED);
  return drawn.map(([si, how]) => pushed({ kind: 'si', si }, writeInStyle(si, how), { transactionId: 1 }));
}

/** A push in its short messages, and the parts' octets joined. */
export interface PushedMessages {
  readonly joined: Uint8Array;
  readonly parts: readonly Uint8Array[];
}

/** Pushes for the port of WAP Push, those too long for one short message in several. */
export function pushMessages(): PushedMessages[] {
  return pushes().map((joined, index) => {
    // Both ports are those of pushes, and a handset may be asked for either.
    const { Push: port, Source: other } = PUSH_PORTS;
    const [destinationPort, sourcePort] = index % 4 === 3 ? [other, port] : [port, other];
    const options = { to: `4477009${String(index).padStart(5, '0')}`, tpDcs: 0x04, reference: index & 255 };
    const submits: readonly Submit[] = submitDatagram({ destinationPort, sourcePort, data: joined }, options);
    return { joined, parts: submits.map((part) => encodeSubmit(part)) };
  });
}

// ---- multimedia messages ----

/** Messages of each type. */
const OF_EACH = 12;
const PRESENTED = 40;

/** Texts that tshark prints as they are: in other ones it shows each octet by itself, which mms.interop.ts looks at. */
const tame = (text: string): string => text.replace(/[^ -~]|[\\"'<>&]/gu, 'x');

const media = fc
  .tuple(fc.constantFrom('img', 'text', 'audio', 'video', 'ref'), word)
  .map(([tag, name]) => `<${tag} src="${name}"${tag === 'img' || tag === 'text' ? ' region="Image"' : ''}/>`);
const slide = fc
  .tuple(fc.integer({ min: 100, max: 9999 }), fc.array(media, { minLength: 1, maxLength: 3 }))
  .map(([ms, all]) => `<par dur="${ms}ms">${all.join('')}</par>`);

/** Presentations, which both trees show element by element. */
const presentation = fc.tuple(fc.nat({ max: 640 }), fc.array(slide, { minLength: 1, maxLength: 5 })).map(([side, slides]) => {
  const region = `<region id="Image" width="${side}" height="${side}" left="0" top="0"/>`;
  const layout = `<layout><root-layout width="${side}" height="${side}"/>${region}</layout>`;
  return `<smil><head>${layout}</head><body>${slides.join('')}</body></smil>`;
});

const presented: fc.Arbitrary<MmsPdu> = presentation.map((smil) => ({
  type: 'M-Retrieve.conf',
  mmsVersion: '1.0',
  date: new Date(1e12),
  contentType: 'application/vnd.wap.multipart.related',
  start: 's',
  startType: 'application/smil',
  parts: [{ name: 's.smil', contentType: 'application/smil', contentId: 's', data: new TextEncoder().encode(smil) }],
}));

/** PDUs of all types, and the vectors, each behind the header of a push. */
export function multimediaMessages(): Uint8Array[] {
  const { vectors } = fixture('vectors/mms.json') as { vectors: { readonly verdict: string; readonly hex?: string }[] };
  const pdus = [
    ...PDU_TYPES.flatMap((type) => draw(messageOf(type, tame), OF_EACH).map((each) => encodeMms(each))),
    ...draw(presented, PRESENTED).map((each) => encodeMms(each)),
    ...vectors.flatMap(({ verdict, hex }) => (verdict === 'accept' && hex !== undefined ? [fromHex(hex)] : [])),
  ];
  return pdus.map((pdu) => encodePush({ transactionId: 1, contentType: 'application/vnd.wap.mms-message', body: pdu }));
}
