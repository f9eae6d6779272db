/**
 * Our pushes read by tshark: as PDUs of WSP, and as the short messages that carry them.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applicationOfCode,
  encodePush,
  encodeWbxml,
  PUSH_CONTENT_TYPES,
  PUSH_PORTS,
  type Push,
  type PushDocument,
} from '../../src/push/index.js';
import { encodeSubmit, submitDatagram } from '../../src/sms/index.js';
import { pushDocument, serviceIndication } from '../support/push-documents.js';
import { draw, SEED } from './arbitraries.js';
import { dissectProtocols, tsharkVersion, walk } from './drivers/tshark.js';
import type { Fields } from './expected.js';
import { judge } from './judge.js';
import { pushFields } from './push-fields.js';
import { shownPush } from './push-shown.js';
import { hex } from './report.js';

const PUSHES = 400;

/** A push with whatever header. */
interface PushCase {
  readonly document: PushDocument;
  readonly header: Omit<Push, 'contentType' | 'body' | 'applicationId'> & {
    readonly transactionId: number;
    readonly applicationId?: number | undefined;
  };
}

const pushCase: fc.Arbitrary<PushCase> = fc.record(
  {
    document: fc.oneof({ weight: 3, arbitrary: serviceIndication.map((si) => ({ kind: 'si' as const, si })) }, pushDocument),
    header: fc.record(pushFields, { requiredKeys: ['transactionId'] }),
  },
  { requiredKeys: ['document', 'header'] },
) as fc.Arbitrary<PushCase>;

const cases = draw(pushCase, PUSHES);
const bodies = cases.map(({ document }) => encodeWbxml(document));
const pushes = cases.map(({ document, header }, index) =>
  encodePush({ ...header, contentType: PUSH_CONTENT_TYPES[document.kind].wbxml, body: bodies[index]! }),
);

/** What we asked for, in the words of the dissector. */
function expectedPush({ document, header }: PushCase, index: number): Fields {
  const { transactionId, charset, applicationId, contentLength, pushFlag, date, expires, ...others } = header;
  const length = pushes[index]!.length - bodies[index]!.length;
  return {
    transactionId,
    type: 6,
    // The octets behind the length, which takes one octet below 128.
    headersLength: length - (length < 131 ? 3 : 4),
    contentType: PUSH_CONTENT_TYPES[document.kind].wbxml,
    ...(charset === undefined && { charset: 'UTF-8' }),
    ...(applicationId !== undefined && { applicationId: applicationOfCode(applicationId) }),
    ...(contentLength && { contentLength: bodies[index]!.length }),
    ...(pushFlag !== undefined && { pushFlag: [1, 2, 4].map((bit) => (pushFlag & bit ? 1 : 0)).join('') }),
    ...(date && { date: date.toISOString() }),
    ...(expires && { expires: expires.toISOString() }),
    ...others,
    malformed: false,
    document,
  };
}

describe(`WAP Push, read by tshark (seed ${SEED})`, () => {
  it(`${PUSHES} pushes as PDUs of WSP`, async () => {
    const protocols = await dissectProtocols(
      pushes.map((octets) => ({ octets, direction: 'MT' })),
      'wsp-cl',
    );
    judge(
      `tshark ${await tsharkVersion()}, WSP`,
      [],
      cases.map((input, index) => ({
        input,
        right: expectedPush(input, index),
        shown: shownPush(protocols[index]!),
        label: hex(pushes[index]!),
      })),
    );
  });

  it(`${PUSHES} pushes in short messages, those in several parts joined`, async () => {
    const submits = pushes.map((data, index) =>
      submitDatagram(
        { destinationPort: PUSH_PORTS.Push, sourcePort: PUSH_PORTS.Source, data },
        { to: `4477009${String(index).padStart(5, '0')}`, tpDcs: 0x04, reference: index & 255 },
      ),
    );
    const frames = submits.flat().map((submit) => ({ octets: encodeSubmit(submit), direction: 'MO' as const }));
    const protocols = await dissectProtocols(frames, 'gsm_sms', { reassemble: true });
    const ends = submits.map(() => 0);
    submits.reduce((before, parts, index) => (ends[index] = before + parts.length), 0);
    judge(
      'tshark, TPDUs',
      [],
      cases.map((input, index) => {
        const last = protocols[ends[index]! - 1]!;
        const port = (name: string) => Number([...walk(last)].find((field) => field.name === `gsm_sms.${name}`)?.show);
        return {
          input,
          right: { ...expectedPush(input, index), ports: [PUSH_PORTS.Push, PUSH_PORTS.Source] },
          shown: { ...shownPush(last), ports: [port('destination_port'), port('originator_port')] },
          label: submits[index]!.map((submit) => hex(encodeSubmit(submit))).join('\n'),
        };
      }),
    );
    expect(submits.filter((parts) => parts.length > 1).length).toBeGreaterThan(PUSHES / 10);
  });
});
