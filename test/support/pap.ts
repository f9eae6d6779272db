/** Messages, answers and results of the Push Access Protocol, and a message as another initiator writes it. */
import fc from 'fast-check';
import { encodeUtf8 } from '../../src/bytes/utf8.js';
import type { PapMessage, PapResponse, PapResult } from '../../src/push/index.js';

/** A message as another initiator writes it: lines of its own, in the order of the examples of WAP-247. */
export const FOREIGN = [
  'anything in front',
  '--asdlfkjiurwghasf',
  'Content-Type: application/xml; charset=UTF-8',
  '',
  '<?xml version="1.0"?>',
  '<!DOCTYPE pap PUBLIC "-//WAPFORUM//DTD PAP 2.0//EN" "http://www.wapforum.org/DTD/pap_2.0.dtd"',
  '  [<?wap-pap-ver supported-versions="2.0,1.*"?>]>',
  '<pap product-name="initiator">',
  '  <!-- one handset -->',
  '  <push-message push-id="9fjeo39jf084@pi.com" deliver-before-timestamp="2024-09-28T06:45:00Z"',
  '    deliver-after-timestamp="2024-02-28T06:45:00Z" ppg-notify-requested-to="http://pi.com/result?a=1&amp;b=2"',
  '    progress-notes-requested="false" source-reference="x">',
  '    <address address-value="WAPPUSH=+155519990730/TYPE=PLMN@ppg.carrier.com"/>',
  '    <quality-of-service priority="high" delivery-method="preferconfirmed" network="GSM" network-required="true" bearer="SMS" bearer-required="false"/>',
  '  </push-message>',
  '</pap>',
  '--asdlfkjiurwghasf',
  'content-type: text/vnd.wap.sl;',
  '\tcharset="UTF-8"',
  'X-WAP-Application-Id: x-wap-application:wml.ua',
  'X-Other: a',
  '',
  '<sl href="http://a.com/"/>',
  '--asdlfkjiurwghasf',
  'Content-Type: application/xml',
  '',
  '<rdf/>',
  '--asdlfkjiurwghasf--',
  'anything behind',
].join('\r\n');
export const FOREIGN_TYPE = 'Multipart/Related; type="application/xml"; boundary="asdlfkjiurwghasf";';

const line = fc.string({ unit: fc.constantFrom(...'abcXYZ019 .-_&<>"\'=;:/é€😀'), maxLength: 16 });
const word = line.filter((value) => value.trim() !== '').map((value) => value.trim());
const date = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1000));
const ascii = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019.-_ ='), minLength: 1, maxLength: 12 })
  .map((value) => `x${value.trim()}`);
const content = fc.oneof(
  fc.record({ si: fc.record({ href: word, id: word, text: word }, { requiredKeys: ['href'] }) }),
  fc.record({ sl: fc.record({ href: word }) }),
  fc.constant({ co: { operations: [{ kind: 'object' as const, uri: 'http://a/' }] } }),
  fc.record({
    content: fc.record({
      contentType: fc.constantFrom(
        'application/vnd.wap.mms-message',
        'application/x-foo; a="b c"',
        'text/plain; charset=us-ascii',
      ),
      body: fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom(encodeUtf8('\r\n--x\r\n'), encodeUtf8('--part-\n--'), encodeUtf8('\r'), encodeUtf8('\n\n')),
      ),
    }),
  }),
);
/** A push with everything that PAP says of one. */
export const papMessage: fc.Arbitrary<PapMessage> = fc
  .tuple(
    fc.record(
      {
        pushId: word,
        address: fc.array(
          word.map((value) => `WAPPUSH=${value}`),
          { minLength: 1, maxLength: 3 },
        ),
        version: fc.constantFrom('1.0', '2.0', '2.1'),
        deliverBefore: date,
        deliverAfter: date,
        sourceReference: line,
        notifyRequestedTo: line,
        progressNotesRequested: fc.boolean(),
        productName: line,
        qualityOfService: fc.record(
          {
            priority: fc.constantFrom('high', 'medium', 'low'),
            deliveryMethod: fc.constantFrom('confirmed', 'preferconfirmed', 'unconfirmed', 'notspecified'),
            network: line,
            networkRequired: fc.boolean(),
            bearer: line,
            bearerRequired: fc.boolean(),
          },
          { requiredKeys: [] },
        ),
        applicationId: fc.oneof(fc.nat({ max: 10 }), fc.constant('x-other:app.ua')),
        headers: fc.array(fc.record({ name: fc.constantFrom('X-A', 'Content-Language', 'Expires'), value: ascii }), {
          minLength: 1,
          maxLength: 3,
        }),
        capabilities: line,
      },
      { requiredKeys: ['pushId', 'address', 'version'] },
    ),
    content,
  )
  .map(([control, what]) => ({ ...control, ...what }) as PapMessage);

/** An answer of a push proxy gateway, as PAP 2.0 has it. */
export const papResponse: fc.Arbitrary<PapResponse> = fc.record(
  {
    pushId: line,
    code: fc.integer({ min: 1000, max: 99_999 }),
    description: line,
    senderAddress: line,
    senderName: line,
    replyTime: date,
    progressNotes: fc.array(fc.record({ stage: line, note: line, time: date }, { requiredKeys: ['stage'] }), {
      minLength: 1,
      maxLength: 3,
    }),
  },
  { requiredKeys: ['pushId', 'code'] },
);

/** How a push ended. */
export const papResult: fc.Arbitrary<PapResult> = fc.record(
  {
    pushId: line,
    address: line,
    messageState: fc.constantFrom('delivered', 'expired', 'aborted'),
    code: fc.integer({ min: 1000, max: 9999 }),
    description: line,
    senderAddress: line,
    senderName: line,
    receivedTime: date,
    eventTime: date,
  },
  { requiredKeys: ['pushId', 'address', 'messageState', 'code'] },
);
