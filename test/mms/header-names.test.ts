import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { decodeMms, encodeMms, MMS_PDU_TYPES, type MmsPdu } from '../../src/mms/binary.js';
import { fieldName } from '../../src/mms/headers.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

/** An acknowledgement, which any header may follow. */
const FRONT = '8C 85 98 54 00 8D 92';
const ack = (rest: Record<string, unknown>): MmsPdu =>
  ({ type: 'M-Acknowledge.ind', transactionId: 'T', mmsVersion: '1.2', ...rest }) as MmsPdu;
const wireOf = (rest: Record<string, unknown>) => toHex(encodeMms(ack(rest)).subarray(hex(FRONT).length));

/** Names of the header fields from code 01 on (MMS_ENC 1.3 table 25). */
const NAMES = [
  ...['Bcc', 'Cc', 'X-Mms-Content-Location', 'Content-Type', 'Date', 'X-Mms-Delivery-Report', 'X-Mms-Delivery-Time'],
  ...['X-Mms-Expiry', 'From', 'X-Mms-Message-Class', 'Message-ID', 'X-Mms-Message-Type', 'X-Mms-MMS-Version'],
  ...['X-Mms-Message-Size', 'X-Mms-Priority', 'X-Mms-Read-Report', 'X-Mms-Report-Allowed', 'X-Mms-Response-Status'],
  ...['X-Mms-Response-Text', 'X-Mms-Sender-Visibility', 'X-Mms-Status', 'Subject', 'To', 'X-Mms-Transaction-Id'],
  ...['X-Mms-Retrieve-Status', 'X-Mms-Retrieve-Text', 'X-Mms-Read-Status', 'X-Mms-Reply-Charging'],
  ...['X-Mms-Reply-Charging-Deadline', 'X-Mms-Reply-Charging-ID', 'X-Mms-Reply-Charging-Size'],
  ...['X-Mms-Previously-Sent-By', 'X-Mms-Previously-Sent-Date', 'X-Mms-Store', 'X-Mms-MM-State', 'X-Mms-MM-Flags'],
  ...['X-Mms-Store-Status', 'X-Mms-Store-Status-Text', 'X-Mms-Stored', 'X-Mms-Attributes', 'X-Mms-Totals'],
  ...['X-Mms-Mbox-Totals', 'X-Mms-Quotas', 'X-Mms-Mbox-Quotas', 'X-Mms-Message-Count', 'Content', 'X-Mms-Start'],
  ...['Additional-headers', 'X-Mms-Distribution-Indicator', 'X-Mms-Element-Descriptor', 'X-Mms-Limit'],
  ...['X-Mms-Recommended-Retrieval-Mode', 'X-Mms-Recommended-Retrieval-Mode-Text', 'X-Mms-Status-Text'],
  ...['X-Mms-Applic-ID', 'X-Mms-Reply-Applic-ID', 'X-Mms-Aux-Applic-Info', 'X-Mms-Content-Class', 'X-Mms-DRM-Content'],
  ...['X-Mms-Adaptation-Allowed', 'X-Mms-Replace-ID', 'X-Mms-Cancel-ID', 'X-Mms-Cancel-Status'],
];

describe('names of header fields', () => {
  it('are those of codes 01 to 3F', () => {
    expect(NAMES).toHaveLength(0x3f);
    const named = Array.from({ length: 128 }, (_, code) => fieldName(code));
    expect(named).toEqual([undefined, ...NAMES, ...new Array(64).fill(undefined)]);
  });

  it.each(NAMES.map((name, index) => [name, index + 1] as const))('%s in X-Mms-Attributes has the code %i', (name, code) => {
    const wire = `A8${toHex(Uint8Array.of(0x80 | code))}`;
    expect(wireOf({ attributes: [name] })).toBe(wire);
    expect(wireOf({ attributes: [name.toUpperCase()] })).toBe(wire);
    expect(wireOf({ attributes: [code] })).toBe(wire);
    expect(decodeMms(hex(`${FRONT} ${wire}`)).attributes).toEqual([name]);
  });

  it.each([
    [0, 'A880'],
    [0x40, 'A8C0'],
    [0x7f, 'A8FF'],
  ])('%i in X-Mms-Attributes has no name', (code, wire) => {
    expect(wireOf({ attributes: [code] })).toBe(wire);
    expect(decodeMms(hex(`${FRONT} ${wire}`)).attributes).toEqual([code]);
  });

  it.each([-1, 128, 0.5, ''])('%j in X-Mms-Attributes is refused', (attribute) => {
    expect(refusal(() => wireOf({ attributes: [1, attribute] }))).toEqual({
      code: 'bad-value',
      field: 'attributes[1]',
      offset: undefined,
    });
  });

  it.each(NAMES.map((name, index) => [name, index + 1] as const).filter(([, code]) => code !== 0x04 && code !== 0x0c))(
    '%s without its value is refused by that name',
    (name, code) => {
      const wire = hex(`${FRONT} ${toHex(Uint8Array.of(0x80 | code))}`);
      expect(refusal(() => decodeMms(wire))).toEqual({ code: 'truncated', field: `MMS/${name}`, offset: wire.length });
    },
  );
});

it('types of PDUs are numbered from 80 hex on (7.3.30)', () => {
  expect(MMS_PDU_TYPES).toEqual([
    ...['M-Send.req', 'M-Send.conf', 'M-Notification.ind', 'M-NotifyResp.ind', 'M-Retrieve.conf', 'M-Acknowledge.ind'],
    ...['M-Delivery.ind', 'M-Read-Rec.ind', 'M-Read-Orig.ind', 'M-Forward.req', 'M-Forward.conf', 'M-Mbox-Store.req'],
    ...['M-Mbox-Store.conf', 'M-Mbox-View.req', 'M-Mbox-View.conf', 'M-Mbox-Upload.req', 'M-Mbox-Upload.conf'],
    ...['M-Mbox-Delete.req', 'M-Mbox-Delete.conf', 'M-Mbox-Descr', 'M-Delete.req', 'M-Delete.conf', 'M-Cancel.req'],
    'M-Cancel.conf',
  ]);
});

/** All named values of a header, by the code of the first in a row. */
const VALUES: readonly (readonly [property: string, header: string, names: Readonly<Record<number, readonly string[]>>])[] = [
  ['messageClass', '8A', { 128: ['personal', 'advertisement', 'informational', 'auto'] }],
  ['priority', '8F', { 128: ['low', 'normal', 'high'] }],
  ['senderVisibility', '94', { 128: ['hide', 'show'] }],
  [
    'status',
    '95',
    {
      128: [...['expired', 'retrieved', 'rejected', 'deferred', 'unrecognised', 'indeterminate', 'forwarded'], 'unreachable'],
    },
  ],
  ['readStatus', '9B', { 128: ['read', 'deleted-without-being-read'] }],
  ['replyCharging', '9C', { 128: ['requested', 'requested-text-only', 'accepted', 'accepted-text-only'] }],
  ['mmState', 'A3', { 128: ['draft', 'sent', 'new', 'retrieved', 'forwarded'] }],
  ['recommendedRetrievalMode', 'B4', { 128: ['manual'] }],
  [
    'contentClass',
    'BA',
    {
      128: [
        ...['text', 'image-basic', 'image-rich', 'video-basic', 'video-rich', 'megapixel', 'content-basic'],
        'content-rich',
      ],
    },
  ],
  ['cancelStatus', 'BF', { 128: ['request-received', 'request-corrupted'] }],
  [
    'responseStatus',
    '92',
    {
      128: [
        ...['ok', 'error-unspecified', 'error-service-denied', 'error-message-format-corrupt'],
        ...['error-sending-address-unresolved', 'error-message-not-found', 'error-network-problem'],
        ...['error-content-not-accepted', 'error-unsupported-message'],
      ],
      192: [
        ...['error-transient-failure', 'error-transient-sending-address-unresolved'],
        ...['error-transient-message-not-found', 'error-transient-network-problem', 'error-transient-partial-success'],
      ],
      224: [
        ...['error-permanent-failure', 'error-permanent-service-denied', 'error-permanent-message-format-corrupt'],
        ...['error-permanent-sending-address-unresolved', 'error-permanent-message-not-found'],
        ...['error-permanent-content-not-accepted', 'error-permanent-reply-charging-limitations-not-met'],
        ...['error-permanent-reply-charging-request-not-accepted', 'error-permanent-reply-charging-forwarding-denied'],
        ...['error-permanent-reply-charging-not-supported', 'error-permanent-address-hiding-not-supported'],
        'error-permanent-lack-of-prepaid',
      ],
    },
  ],
  [
    'retrieveStatus',
    '99',
    {
      128: ['ok'],
      192: ['error-transient-failure', 'error-transient-message-not-found', 'error-transient-network-problem'],
      224: [
        ...['error-permanent-failure', 'error-permanent-service-denied', 'error-permanent-message-not-found'],
        'error-permanent-content-unsupported',
      ],
    },
  ],
  [
    'storeStatus',
    'A5',
    {
      128: ['success'],
      192: ['error-transient-failure', 'error-transient-network-problem'],
      224: [
        ...['error-permanent-failure', 'error-permanent-service-denied', 'error-permanent-message-format-corrupt'],
        ...['error-permanent-message-not-found', 'error-permanent-mmbox-full'],
      ],
    },
  ],
];

describe('named values (7.3)', () => {
  it.each(VALUES)('of %s', (property, header, values) => {
    const names = new Map(
      Object.entries(values).flatMap(([from, list]) => list.map((name, i) => [Number(from) + i, name] as const)),
    );
    const codes = Array.from({ length: 128 }, (_, i) => 128 + i);
    const read = codes.map((code) => {
      const pdu = decodeMms(hex(`${FRONT} ${header} ${toHex(Uint8Array.of(code))}`));
      return (pdu as unknown as Record<string, unknown>)[property];
    });
    expect(read).toEqual(codes.map((code) => names.get(code) ?? code));
    expect(read.map((value) => wireOf({ [property]: value }))).toEqual(
      codes.map((code) => `${header}${toHex(Uint8Array.of(code))}`),
    );
    for (const code of [0x7f, 0x100]) {
      expect(refusal(() => wireOf({ [property]: code }))).toEqual({ code: 'bad-value', field: property, offset: undefined });
    }
  });

  it('a class as text is in lower case where it is a known one, else as written', () => {
    const read = (text: string) => decodeMms(hex(`${FRONT} 8A ${toHex(new TextEncoder().encode(text))} 00`)).messageClass;
    expect(['AUTO', 'Advertisement', 'INFORMATIONAL', 'X-Vip', 'autos'].map(read)).toEqual([
      'auto',
      'advertisement',
      'informational',
      'X-Vip',
      'autos',
    ]);
  });
});
