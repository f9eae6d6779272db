/**
 * Kannel's push gateway takes our PAP, and what reaches the service centre is the push that we make ourselves.
 */
import { describe, expect, it } from 'vitest';
import {
  decodePush,
  decodeWbxml,
  encodePush,
  encodeWbxml,
  formatPap,
  PUSH_CONTENT_TYPES,
  type PushDocument,
  parsePapResponse,
} from '../../src/push/index.js';
import { decodeUdh, findConcat } from '../../src/sms/index.js';
import { serviceIndication, serviceLoading } from '../support/push-documents.js';
import { draw, SEED } from './arbitraries.js';
import { type GatewayAnswer, type PushedMessage, type PushGateway, startPushGateway } from './drivers/push-gateway.js';
import { inTemporaryFolder } from './drivers/temporary.js';
import type { Fields } from './expected.js';
import { judge, readFile } from './judge.js';
import { CUT_OFF, headersOf, KANNEL_PUSH_FAULTS, type PapCase } from './push-faults.js';
import { hex } from './report.js';

const INDICATIONS = 300;
const LOADINGS = 60;

/** Kannel cuts octets off some addresses; what it leaves of them is UTF-8 only when no character is cut in two. */
const leavesCharacters =
  (kind: keyof typeof CUT_OFF) =>
  ({ href = '' }: { readonly href?: string | undefined }) =>
    !Buffer.from(href, 'utf8').subarray(CUT_OFF[kind]).toString('utf8').startsWith('\ufffd');

const documents: readonly PushDocument[] = [
  ...draw(serviceIndication.filter(leavesCharacters('si')), INDICATIONS).map((si) => ({ kind: 'si' as const, si })),
  ...draw(serviceLoading.filter(leavesCharacters('sl')), LOADINGS).map((sl) => ({ kind: 'sl' as const, sl })),
];
const APPLICATIONS = [undefined, 'wml.ua', 'mms.ua'] as const;
const applicationOf = (index: number) => APPLICATIONS[index % APPLICATIONS.length];

/** Each push goes to a number of its own, by which its messages are found. */
const numberOf = (index: number) => `+4477009${String(index).padStart(5, '0')}`;

/** Posts all, and waits until nothing more is to come. */
async function pushAll(gateway: PushGateway): Promise<{ answers: GatewayAnswer[]; messages: PushedMessage[][] }> {
  const answers = await Promise.all(
    documents.map((document, index) => {
      const content = document.kind === 'si' ? { si: document.si } : document.kind === 'sl' ? { sl: document.sl } : {};
      const applicationId = applicationOf(index);
      return gateway.post(formatPap({ pushId: `n-${index}`, address: numberOf(index), applicationId, ...content }));
    }),
  );
  const messages = documents.map((): PushedMessage[] => []);
  let read = 0;
  const isWhole = (parts: readonly PushedMessage[]) => parts.length > 0 && parts.length === totalOf(parts[0]!);
  await gateway.until(() => {
    for (; read < gateway.received.length; read++) {
      const message = gateway.received[read]!;
      messages[Number(message.to.slice(-5))]!.push(message);
    }
    return messages.every(isWhole);
  }, 'all parts of all pushes');
  // Kannel has several requests under way at a time.
  for (const parts of messages) parts.sort((a, b) => (partOf(a)?.sequence ?? 0) - (partOf(b)?.sequence ?? 0));
  return { answers, messages };
}

const partOf = ({ udh }: PushedMessage) => findConcat(decodeUdh(udh).elements);
const totalOf = (message: PushedMessage) => partOf(message)?.total ?? 1;

/** Everything that Kannel said and sent for one push. */
function shownFields(answer: GatewayAnswer, parts: readonly PushedMessage[]): Fields {
  const { pushId, code } = parsePapResponse(answer.body);
  const whole = new Uint8Array(Buffer.concat(parts.map(({ data }) => data)));
  const push = decodePush(whole);
  return {
    answer: { status: answer.status, contentType: answer.contentType, pushId, code },
    // 8-bit data in Kannel's own count.
    coding: [...new Set(parts.map(({ others }) => others.coding))],
    contentType: push.contentType,
    header: hex(whole.subarray(0, whole.length - push.body.length)),
    udh: parts.map(({ udh }) => hex(udh)),
    wbxml: hex(push.body),
    ...readFile({ octets: push.body }, (octets) => ({ document: decodeWbxml(octets) })),
  };
}

/** What we would send. */
function expectedFields({ document, applicationId, transactionId, reference }: PapCase, index: number): Fields {
  const contentType = PUSH_CONTENT_TYPES[document.kind].wbxml;
  const body = encodeWbxml(document);
  const push = encodePush({ contentType, body, applicationId, transactionId });
  return {
    answer: { status: 202, contentType: 'application/xml', pushId: `n-${index}`, code: 1001 },
    coding: ['1'],
    contentType,
    header: hex(push.subarray(0, push.length - body.length)),
    udh: headersOf(push, reference),
    wbxml: hex(body),
    document,
  };
}

/** Its refusals are answers of PAP too. */
async function refuses(gateway: PushGateway): Promise<void> {
  const si = { href: 'http://a.com/', id: '1', text: 'Hi' };
  const headers = [{ name: 'X-Foo', value: '1' }];
  const { status, body } = await gateway.post(formatPap({ pushId: 'refused', address: numberOf(0), si, headers }));
  expect([status, parsePapResponse(body)]).toMatchObject([202, { pushId: 'refused', code: 3006 }]);
}

/** A fault that leaves no trace in its answer: it accepts a message to two addresses and serves one of them. */
async function servesOneAddress(gateway: PushGateway): Promise<void> {
  const address = ['+447700990001', '+447700990002'];
  const si = { href: 'http://a.com/', id: '1', text: 'Hi' };
  const before = gateway.received.length;
  const { body } = await gateway.post(formatPap({ pushId: 'both', address, si }));
  expect(parsePapResponse(body)).toMatchObject({ pushId: 'both', code: 1001 });
  await gateway.post(formatPap({ pushId: 'later', address: '+447700990003', si }));
  await gateway.until(() => gateway.received.some(({ to }) => to === '+447700990003'), 'the later push');
  const numbers = gateway.received.slice(before).map(({ to }) => to);
  expect(numbers.filter((to) => address.includes(to))).toHaveLength(1);
}

describe(`Kannel's push gateway (seed ${SEED})`, () => {
  it(`pushes ${INDICATIONS} SIs and ${LOADINGS} SLs out of our PAP as we push them`, async () => {
    await inTemporaryFolder(async (folder) => {
      const gateway = await startPushGateway(folder);
      try {
        const { answers, messages } = await pushAll(gateway);
        judge(
          'Kannel, push gateway',
          KANNEL_PUSH_FAULTS,
          documents.map((document, index) => {
            const parts = messages[index]!;
            const reference = partOf(parts[0]!)?.reference;
            const input = { document, applicationId: applicationOf(index), transactionId: parts[0]!.data[0]!, reference };
            return {
              input,
              right: expectedFields(input, index),
              shown: shownFields(answers[index]!, parts),
              label: JSON.stringify(document),
            };
          }),
        );
        expect(messages.filter((parts) => parts.length > 1).length).toBeGreaterThan(20);
        await refuses(gateway);
        await servesOneAddress(gateway);
      } finally {
        await gateway.stop();
      }
    });
  }, 120_000);
});
