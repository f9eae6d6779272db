import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { ByteReader } from '../../src/bytes/reader.js';
import type { Issue } from '../../src/bytes/reading.js';
import { type Field, Trace } from '../../src/bytes/trace.js';
import { DEFAULT_LIMITS } from '../../src/errors.js';
import { decodeMms, encodeMms, MMS_PDU_TYPES, type MmsPdu, type MmsPduType } from '../../src/mms/binary.js';
import { readMms } from '../../src/mms/decode.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { headersOf, PDU_NEEDS } from '../support/mms.js';

/** An acknowledgement, which any header may follow. */
const FRONT = '8C 85 98 54 00 8D 92';
const ack = (rest: Record<string, unknown>): MmsPdu =>
  ({ type: 'M-Acknowledge.ind', transactionId: 'T', mmsVersion: '1.2', ...rest }) as MmsPdu;
const ascii = (text: string) => toHex(new TextEncoder().encode(text));

/** One value of each header, and its octets by hand from the forms in MMS_ENC 1.3 section 7.3 and the codes of table 25. */
const HEADERS: readonly (readonly [property: string, value: unknown, wire: string])[] = [
  ['bcc', ['+447700900001/TYPE=PLMN'], `81 ${ascii('+447700900001/TYPE=PLMN')} 00`],
  ['cc', ['a@b.example', 'c@d.example'], `82 ${ascii('a@b.example')} 00 82 ${ascii('c@d.example')} 00`],
  ['contentLocation', 'http://m.example/1', `83 ${ascii('http://m.example/1')} 00`],
  ['date', new Date('2023-11-14T22:13:20Z'), '85 04 6553F100'],
  ['date', new Date(0), '85 01 00'],
  ['deliveryReport', true, '86 80'],
  ['deliveryReport', false, '86 81'],
  ['deliveryTime', { kind: 'relative', seconds: 86400 }, '87 05 81 03 015180'],
  ['deliveryTime', { kind: 'absolute', at: new Date('2023-11-14T23:13:20Z') }, '87 06 80 04 6553FF10'],
  ['expiry', { kind: 'relative', seconds: 60 }, '88 03 81 01 3C'],
  ['from', '+447700900009/TYPE=PLMN', `89 19 80 ${ascii('+447700900009/TYPE=PLMN')} 00`],
  ['from', 'Zoë <z@e.example>', `89 16 80 14 EA ${ascii('Zoë <z@e.example>')} 00`],
  ['messageClass', 'personal', '8A 80'],
  ['messageClass', 'auto', '8A 83'],
  ['messageClass', 'x-vip', `8A ${ascii('x-vip')} 00`],
  ['messageClass', 0xbf, '8A BF'],
  ['messageId', 'mid1@m.example', `8B ${ascii('mid1@m.example')} 00`],
  ['messageSize', 30720, '8E 02 7800'],
  ['messageSize', 5, '8E 01 05'],
  ['priority', 'low', '8F 80'],
  ['priority', 'high', '8F 82'],
  ['readReport', true, '90 80'],
  ['reportAllowed', false, '91 81'],
  ['responseStatus', 'ok', '92 80'],
  ['responseStatus', 'error-permanent-lack-of-prepaid', '92 EB'],
  ['responseStatus', 0xff, '92 FF'],
  ['responseText', 'No credit', `93 ${ascii('No credit')} 00`],
  ['senderVisibility', 'hide', '94 80'],
  ['status', 'retrieved', '95 81'],
  ['status', 'unreachable', '95 87'],
  ['subject', 'Grüße 你好', `96 10 EA ${ascii('Grüße 你好')} 00`],
  ['subject', 'über', `96 08 EA 7F ${ascii('über')} 00`],
  ['subject', '', '96 00'],
  ['to', ['7000/TYPE=PLMN'], `97 ${ascii('7000/TYPE=PLMN')} 00`],
  ['retrieveStatus', 'error-transient-message-not-found', '99 C1'],
  ['retrieveText', 'Gone', `9A ${ascii('Gone')} 00`],
  ['readStatus', 'deleted-without-being-read', '9B 81'],
  ['replyCharging', 'accepted-text-only', '9C 83'],
  ['replyChargingDeadline', { kind: 'relative', seconds: 0 }, '9D 03 81 01 00'],
  ['replyChargingId', 'r1', '9E 7231 00'],
  ['replyChargingSize', 100_000, '9F 03 0186A0'],
  ['previouslySentBy', [{ forwardedCount: 1, address: 'a@b.example' }], `A0 0D 81 ${ascii('a@b.example')} 00`],
  ['previouslySentDate', [{ forwardedCount: 2, date: new Date(1000) }], 'A1 03 82 01 01'],
  ['store', true, 'A2 80'],
  ['mmState', 'forwarded', 'A3 84'],
  [
    'mmFlags',
    [
      { action: 'add', keyword: 'pet' },
      { action: 'filter', keyword: 'é' },
    ],
    'A4 05 80 706574 00 A4 07 82 05 EA 7F C3A9 00',
  ],
  ['storeStatus', 'error-permanent-mmbox-full', 'A5 E4'],
  ['storeStatusText', 'Full', `A6 ${ascii('Full')} 00`],
  ['stored', false, 'A7 81'],
  ['attributes', ['Subject', 'Content', 0x50], 'A8 96 A8 AE A8 D0'],
  ['totals', true, 'A9 80'],
  [
    'mboxTotals',
    [
      { unit: 'messages', count: 7 },
      { unit: 'octets', count: 4096 },
    ],
    'AA 02 80 87 AA 04 81 02 1000',
  ],
  ['quotas', true, 'AB 80'],
  ['mboxQuotas', [{ unit: 'octets', count: 127 }], 'AC 02 81 FF'],
  ['messageCount', 128, 'AD 01 80'],
  ['startIndex', 0, 'AF 80'],
  ['distributionIndicator', false, 'B1 81'],
  ['elementDescriptor', [{ contentReference: 'c1' }], 'B2 03 6331 00'],
  [
    'elementDescriptor',
    [
      {
        contentReference: 'c',
        parameters: [
          { name: 'type', value: 'image/gif' },
          { name: 'x', value: 'application/smil' },
        ],
      },
    ],
    `B2 17 63 00 82 9D 78 00 ${ascii('application/smil')} 00`,
  ],
  ['limit', 20, 'B3 94'],
  ['recommendedRetrievalMode', 'manual', 'B4 80'],
  ['recommendedRetrievalModeText', 'Big', 'B5 426967 00'],
  ['statusText', 'ok', 'B6 6F6B 00'],
  ['applicId', 'app', 'B7 617070 00'],
  ['replyApplicId', 'app', 'B8 617070 00'],
  ['auxApplicInfo', 'é', 'B9 7F C3A9 00'],
  ['contentClass', 'image-basic', 'BA 81'],
  ['contentClass', 'content-rich', 'BA 87'],
  ['drmContent', false, 'BB 81'],
  ['adaptationAllowed', true, 'BC 80'],
  ['replaceId', 'r', 'BD 72 00'],
  ['cancelId', 'c', 'BE 63 00'],
  ['cancelStatus', 'request-corrupted', 'BF 81'],
  [
    'otherHeaders',
    [
      { name: 'X-Own', value: 'val' },
      { code: 0x2e, value: hex('81') },
    ],
    `${ascii('X-Own')} 00 76616C 00 AE 81`,
  ],
  [
    'otherHeaders',
    [
      { code: 0x70, value: hex('02 00FF') },
      { code: 0x7f, value: hex('00') },
    ],
    'F0 02 00FF FF 00',
  ],
];

describe('each header by its octets', () => {
  it.each(HEADERS)('%s %j', (property, value, wire) => {
    const octets = hex(`${FRONT} ${wire}`);
    expect(toHex(encodeMms(ack({ [property]: value })))).toBe(toHex(octets));
    expect(decodeMms(octets)).toEqual(ack({ [property]: value }));
  });

  it('knows no header that stands in no row', () => {
    const rows = new Set(['transactionId', 'mmsVersion', ...HEADERS.map(([property]) => property)]);
    expect(headersOf('M-Acknowledge.ind').filter((property) => !rows.has(property))).toEqual([]);
  });

  it.each([
    ['1.0', '90'],
    ['1.3', '93'],
    ['2.14', 'AE'],
    ['1', '9F'],
  ])('version %s', (mmsVersion, octet) => {
    const wire = hex(`8C 85 98 54 00 8D ${octet}`);
    expect(decodeMms(wire)).toEqual(ack({ mmsVersion }));
    expect(encodeMms(ack({ mmsVersion }))).toEqual(wire);
  });

  it.each([
    [26, '1E'],
    [27, '1F 1F'],
    [123, '1F 7F'],
    [124, '1F 8100'],
  ])('a subject of %i characters and an é, whose length is %s', (count, length) => {
    const subject = `${'x'.repeat(count)}é`;
    const wire = hex(`${FRONT} 96 ${length} EA ${ascii(subject)} 00`);
    expect(decodeMms(wire)).toEqual(ack({ subject }));
    expect(encodeMms(ack({ subject }))).toEqual(wire);
  });

  it.each([
    [{ name: 'TYPE', value: 'image/gif' }, '82 9D', { name: 'type', value: 'image/gif' }],
    [{ name: 'type', value: 127 }, '82 FF', undefined],
    [{ name: 'type', value: 0 }, '82 80', { name: 'type', value: '*/*' }],
    // A type with a code of two octets, one without a code.
    [{ name: 'type', value: 'image/x-up-wpng' }, `82 ${ascii('image/x-up-wpng')} 00`, undefined],
    [{ name: 'type', value: 'audio/amr' }, `82 ${ascii('audio/amr')} 00`, undefined],
    [{ name: 'X-A', value: 5 }, `${ascii('X-A')} 00 85`, { name: 'x-a', value: 'text/x-ttml' }],
  ])('the parameter %j of an element', (parameter, octets, read) => {
    const length = hex(octets).length + 2;
    const wire = hex(`${FRONT} B2 ${length.toString(16).padStart(2, '0')} 63 00 ${octets}`);
    const element = (one: object) => ack({ elementDescriptor: [{ contentReference: 'c', parameters: [one] }] });
    expect(toHex(encodeMms(element(parameter)))).toBe(toHex(wire));
    expect(decodeMms(wire)).toEqual(element(read ?? parameter));
  });

  it('numbers the types of PDUs from 80 on', () => {
    expect(MMS_PDU_TYPES).toHaveLength(0x98 - 0x80);
    expect(decodeMms(hex('8C 97 98 54 00 8D 93 BF 80'))).toMatchObject({
      type: 'M-Cancel.conf',
      cancelStatus: 'request-received',
    });
    expect(decodeMms(hex('8C 86 8D 92 8B 6D 00 97 61 00 85 01 01 95 81'))).toEqual({
      type: 'M-Delivery.ind',
      mmsVersion: '1.2',
      messageId: 'm',
      to: ['a'],
      date: new Date(1000),
      status: 'retrieved',
    });
  });

  it('has counted and repeated fields in the PDUs for many messages', () => {
    const conf = hex('8C 95 98 54 00 8D 93 92 02 80 80 92 02 81 E4 93 05 81 6E6F7400 83 04 80 7531 00');
    const pdu: MmsPdu = {
      type: 'M-Delete.conf',
      transactionId: 'T',
      mmsVersion: '1.3',
      responseStatuses: [
        { statusCount: 0, value: 'ok' },
        { statusCount: 1, value: 'error-permanent-message-not-found' },
      ],
      responseTexts: [{ statusCount: 1, value: 'not' }],
      contentLocations: [{ statusCount: 0, value: 'u1' }],
    };
    expect(decodeMms(conf)).toEqual(pdu);
    expect(encodeMms(pdu)).toEqual(conf);
    const request = hex('8C 91 98 54 00 8D 92 83 61 00 83 62 00');
    expect(decodeMms(request)).toMatchObject({ type: 'M-Mbox-Delete.req', contentLocations: ['a', 'b'] });
  });
});

describe('the network mailbox', () => {
  it('looks for messages in many places and states', () => {
    const wire = hex(`8C 8D 98 54 00 8D 92 A3 82 A3 83 B3 85 83 61 00 83 62 00`);
    const pdu: MmsPdu = {
      type: 'M-Mbox-View.req',
      transactionId: 'T',
      mmsVersion: '1.2',
      mmStates: ['new', 'retrieved'],
      limit: 5,
      contentLocations: ['a', 'b'],
    };
    expect(decodeMms(wire)).toEqual(pdu);
    expect(encodeMms(pdu)).toEqual(wire);
    // In a store request there is one state.
    expect(refusal(() => decodeMms(hex('8C 8B 98 54 00 8D 92 A3 82 A3 83 83 61 00')))).toEqual({
      code: 'bad-value',
      field: 'MMS/X-Mms-MM-State',
      offset: 10,
    });
  });

  it('tells of a message without version and transaction, as Symbian writes it', () => {
    const wire = hex(`8C 93 8B 6D 00 A3 82 8E 02 7800 83 ${ascii('http://m.example/1')} 00`);
    const pdu: MmsPdu = {
      type: 'M-Mbox-Descr',
      messageId: 'm',
      mmState: 'new',
      messageSize: 30720,
      contentLocation: 'http://m.example/1',
    };
    expect(encodeMms(pdu)).toEqual(hex(`8C 93 8B 6D 00 8E 02 7800 A3 82 83 ${ascii('http://m.example/1')} 00`));
    expect(decodeMms(wire)).toEqual(pdu);
  });

  it('shows an empty mailbox with a body of any type', () => {
    const wire = hex('8C 8E 98 54 00 8D 92 92 80 AD 80 84 80');
    const pdu = decodeMms(wire);
    expect(pdu).toMatchObject({ messageCount: 0, contentType: '*/*', parts: [{ data: new Uint8Array(0) }] });
    expect(encodeMms(pdu)).toEqual(wire);
  });
});

describe('forms that are read and not written', () => {
  const read = (wire: string): MmsPdu => decodeMms(hex(`${FRONT} ${wire}`));

  it.each([
    ['the type behind the transaction id', '98 54 00 8C 85 8D 92', ack({})],
    ['headers in another order', '8C 85 8D 92 96 4869 00 98 54 00', ack({ subject: 'Hi' })],
    ['ASCII with a charset', `${FRONT} 96 04 EA 4869 00`, ack({ subject: 'Hi' })],
    ['a length behind 1F', `${FRONT} 96 1F 04 EA 4869 00`, ack({ subject: 'Hi' })],
    ['ISO 8859-1', `${FRONT} 96 04 84 48E9 00`, ack({ subject: 'Hé' })],
    ['US-ASCII', `${FRONT} 96 04 83 4869 00`, ack({ subject: 'Hi' })],
    ['UCS-2 with one 00', `${FRONT} 96 08 02 03E8 0048 00E9 00`, ack({ subject: 'Hé' })],
    ['UCS-2 with two 00', `${FRONT} 96 09 02 03E8 0048 00E9 0000`, ack({ subject: 'Hé' })],
    ['UTF-16, low octet first', `${FRONT} 96 0A 02 03F7 FFFE 4800 E900 00`, ack({ subject: 'Hé' })],
    ['Shift JIS', `${FRONT} 96 04 91 82A0 00`, ack({ subject: 'あ' })],
    ['KOI8-R', `${FRONT} 96 06 02 0824 C1C2 00`, ack({ subject: 'аб' })],
    ['UTF-8 without a charset', `${FRONT} 96 7F C3A9 00`, ack({ subject: 'é' })],
    ['ISO 8859-1 without a charset', `${FRONT} 96 48E9 00`, ack({ subject: 'Hé' })],
    ['any charset', `${FRONT} 96 04 80 C3A9 00`, ack({ subject: 'é' })],
    ['a quote in front of ASCII', `${FRONT} 96 7F 4869 00`, ack({ subject: 'Hi' })],
    ['seconds as a short integer', `${FRONT} 88 02 81 BC`, ack({ expiry: { kind: 'relative', seconds: 60 } })],
    ['a class as text', `${FRONT} 8A ${ascii('Personal')} 00`, ack({ messageClass: 'personal' })],
    ['leading zeros', `${FRONT} 8E 04 00007800`, ack({ messageSize: 30720 })],
    ['UTF-16, high octet first, by its own number', `${FRONT} 96 08 02 03F5 0048 00E9 00`, ack({ subject: 'Hé' })],
    ['UTF-16, low octet first, by its own number', `${FRONT} 96 09 02 03F6 4800 E900 0000`, ack({ subject: 'Hé' })],
    ['an empty text with a charset', `${FRONT} 96 02 EA 00`, ack({ subject: '' })],
    ['an empty text in UTF-16', `${FRONT} 96 05 02 03F7 0000`, ack({ subject: '' })],
    ['From with a length after 1F', `${FRONT} 89 1F 03 80 61 00`, ack({ from: 'a' })],
    ['a date in the last second of all calendars', `${FRONT} 85 06 07DBA8218000`, ack({ date: new Date(8.64e15) })],
  ])('%s', (_, wire, pdu) => {
    expect(decodeMms(hex(wire))).toEqual(pdu);
    expect(decodeMms(encodeMms(pdu))).toEqual(pdu);
  });

  it('keeps an element whose parameter nobody names', () => {
    const value = hex('06 6300 85 6100 80');
    expect(read(`B2 ${toHex(value)}`)).toEqual(ack({ otherHeaders: [{ code: 0x32, value }] }));
    expect(encodeMms(read(`B2 ${toHex(value)}`))).toEqual(hex(`${FRONT} B2 ${toHex(value)}`));
  });
});

describe('refusals', () => {
  const at = FRONT.split(' ').length;

  it.each([
    ['a date that is a short integer', '85 81', 'bad-value', 'MMS/Date', at + 1],
    ['a date past all calendars', '85 07 10000000000000', 'bad-value', 'MMS/Date', at + 1],
    ['a date of 31 octets', '85 1F', 'truncated', 'MMS/Date', at + 2],
    ['yes or no that is neither', '86 82', 'bad-value', 'MMS/X-Mms-Delivery-Report', at + 1],
    ['yes or no as a text', '86 61 00', 'bad-value', 'MMS/X-Mms-Delivery-Report', at + 1],
    ['a length of 32 to 127', '88 61 00', 'bad-value', 'MMS/X-Mms-Expiry/length', at + 1],
    ['a time of neither kind', '88 03 82 01 01', 'bad-value', 'MMS/X-Mms-Expiry/token', at + 2],
    ['a time without its seconds', '88 01 81', 'truncated', 'MMS/X-Mms-Expiry/seconds', at + 3],
    ['octets behind a time', '88 04 81 01 01 00', 'trailing-bytes', 'MMS/X-Mms-Expiry', at + 5],
    ['a priority as a text', '8F 61 00', 'bad-value', 'MMS/X-Mms-Priority', at + 1],
    ['a class that is no token', '8A 61 20 62 00', 'bad-value', 'MMS/X-Mms-Message-Class', at + 1],
    ['a size that is a short integer', '8E 85', 'bad-value', 'MMS/X-Mms-Message-Size', at + 1],
    ['a size that is a text', '8E 35 00', 'bad-value', 'MMS/X-Mms-Message-Size', at + 1],
    ['a subject that is an octet', '96 85', 'bad-value', 'MMS/Subject', at + 1],
    ['a subject without its 00', '96 61', 'truncated', 'MMS/Subject', at + 1],
    ['a control character', '96 61 0A 62 00', 'bad-value', 'MMS/Subject', at + 1],
    ['a control character in a charset', '96 04 EA 61 07 00', 'bad-value', 'MMS/Subject', at + 3],
    ['a charset without a text', '96 01 EA', 'truncated', 'MMS/Subject', at + 3],
    ['a charset whose text has no 00', '96 03 EA 61 62', 'truncated', 'MMS/Subject', at + 3],
    ['text behind the 00', '96 05 EA 61 00 62 00', 'trailing-bytes', 'MMS/Subject', at + 5],
    ['what UTF-8 does not allow', '96 04 EA 61 FF 00', 'bad-value', 'MMS/Subject', at + 3],
    ['a charset that nobody knows', '96 04 AB 61 62 00', 'bad-value', 'MMS/Subject', at + 3],
    ['a length past the end', '96 05 EA 61', 'truncated', 'MMS/Subject', at + 1],
    ['a subject twice', '96 61 00 96 62 00', 'bad-value', 'MMS/Subject', at + 4],
    ['the transaction id twice', '98 54 00', 'bad-value', 'MMS/X-Mms-Transaction-Id', at + 1],
    ['the type twice', '8C 85', 'bad-value', 'MMS/X-Mms-Message-Type', at + 1],
    ['an address to insert where nobody does', '89 01 81', 'bad-value', 'MMS/From', at + 1],
    ['From as a text', '89 61 00', 'bad-value', 'MMS/From/length', at + 1],
    ['From of neither kind', '89 01 85', 'bad-value', 'MMS/From/token', at + 2],
    ['octets behind an address to insert', '89 02 81 00', 'trailing-bytes', 'MMS/From', at + 3],
    ['an empty address', '97 00', 'bad-value', 'MMS/To', at + 1],
    ['From without its address', '89 02 80 00', 'bad-value', 'MMS/From', at + 1],
    ['a sender before without an address', 'A0 02 81 00', 'bad-value', 'MMS/X-Mms-Previously-Sent-By/address', at + 3],
    ['an attribute as a text', 'A8 61 00', 'bad-value', 'MMS/X-Mms-Attributes', at + 1],
    ['a flag without an action', 'A4 03 83 61 00', 'bad-value', 'MMS/X-Mms-MM-Flags/token', at + 2],
    [
      'an element with a nameless parameter',
      'B2 06 63 00 20 00 61 00',
      'bad-value',
      'MMS/X-Mms-Element-Descriptor/parameter/name',
      at + 4,
    ],
    [
      'an element whose parameter has no value',
      'B2 03 63 00 82',
      'truncated',
      'MMS/X-Mms-Element-Descriptor/parameter/value',
      at + 5,
    ],
    ['a quote and no text after a charset', '96 02 EA 7F', 'truncated', 'MMS/Subject', at + 4],
    ['a date one second past all calendars', '85 06 07DBA8218001', 'bad-value', 'MMS/Date', at + 1],
    ['a version below 90', '8D 8F', 'bad-value', 'MMS/X-Mms-MMS-Version', at + 1],
    ['a flag without its keyword', 'A4 01 80', 'truncated', 'MMS/X-Mms-MM-Flags/keyword', at + 3],
    ['a flag with octets after it', 'A4 04 80 61 00 00', 'trailing-bytes', 'MMS/X-Mms-MM-Flags', at + 5],
    ['a total of no unit', 'AA 02 82 80', 'bad-value', 'MMS/X-Mms-Mbox-Totals/token', at + 2],
    ['a quota without its count', 'AC 01 80', 'truncated', 'MMS/X-Mms-Mbox-Quotas/count', at + 3],
    ['a total that is a text', 'AA 03 80 61 00', 'bad-value', 'MMS/X-Mms-Mbox-Totals/count', at + 3],
    ['a sender before without a count', 'A0 00', 'truncated', 'MMS/X-Mms-Previously-Sent-By/count', at + 2],
    ['a date before that is no date', 'A1 02 81 85', 'bad-value', 'MMS/X-Mms-Previously-Sent-Date/date', at + 3],
    ['a relative time that is a text', '88 03 81 61 00', 'bad-value', 'MMS/X-Mms-Expiry/seconds', at + 3],
    ['a moment that is a short integer', '88 02 80 85', 'bad-value', 'MMS/X-Mms-Expiry/date', at + 3],
    ['a sender without an address', '89 01 80', 'truncated', 'MMS/From/address', at + 3],
    ['a sender whose address is an octet', '89 02 80 85', 'bad-value', 'MMS/From/address', at + 3],
    ['From without a token', '89 00', 'truncated', 'MMS/From/token', at + 2],
    ['From that is one octet', '89 80', 'bad-value', 'MMS/From/length', at + 1],
    ['an element without a reference', 'B2 00', 'truncated', 'MMS/X-Mms-Element-Descriptor/reference', at + 2],
    ['an element whose reference is an octet', 'B2 01 85', 'bad-value', 'MMS/X-Mms-Element-Descriptor/reference', at + 2],
    [
      'an element whose value has no 00',
      'B2 04 63 00 82 61 96 00',
      'truncated',
      'MMS/X-Mms-Element-Descriptor/parameter/value',
      at + 5,
    ],
    ['a charset that is a text', '96 03 61 00 00', 'bad-value', 'MMS/Subject/charset', at + 2],
    ['an octet that begins no header', '05', 'bad-value', 'MMS/header', at],
    ['the octet before those of names', '1F 00 61 00', 'bad-value', 'MMS/header', at],
    ['a quote that begins no header', '7F 61 00 62 00', 'bad-value', 'MMS/header', at],
    ['a 00 after the last header', '96 61 00 00', 'bad-value', 'MMS/header', at + 3],
    ['a name of a blank', '20 00 00', 'bad-value', 'MMS/header/name', at],
    ['a named header whose value is no text', '61 00 85 00', 'bad-value', 'MMS/header/value', at + 2],
    ['a name without a value', '61 00 62', 'truncated', 'MMS/header', at],
    ['a name that is none', '61 20 00 62 00', 'bad-value', 'MMS/header/name', at],
    ['a header without a value', '96', 'truncated', 'MMS/Subject', at + 1],
    ['a body where none may be', '84 83 61', 'bad-value', 'MMS/Content-Type', at],
  ])('%s', (_, wire, code, field, offset) => {
    expect(refusal(() => decodeMms(hex(`${FRONT} ${wire}`)))).toEqual({ code, field, offset });
  });

  it.each([
    ['nothing', '', 'truncated', 'MMS/X-Mms-Message-Type', 0],
    ['a type that is missing', '8C', 'truncated', 'MMS/X-Mms-Message-Type', 1],
    ['a type that MMS does not have', '8C 98', 'bad-value', 'MMS/X-Mms-Message-Type', 1],
    ['a type as a text', '8C 61 00', 'bad-value', 'MMS/X-Mms-Message-Type', 1],
    ['another header in front', '8D 92 8C 85 98 54 00', 'bad-value', 'MMS/X-Mms-Message-Type', 0],
    ['no type', '98 54 00', 'bad-value', 'MMS/X-Mms-Message-Type', 3],
    ['a version that is none', '8C 85 98 54 00 8D 85', 'bad-value', 'MMS/X-Mms-MMS-Version', 6],
    ['no version', '8C 85 98 54 00', 'bad-value', 'MMS/X-Mms-MMS-Version', 5],
    ['a header between transaction and type', '98 54 00 8D 92 8C 85', 'bad-value', 'MMS/X-Mms-Message-Type', 3],
    ['a transaction that is cut', '98 54', 'truncated', 'MMS/header', 1],
    ['a type before those of MMS', '8C 7F 00', 'bad-value', 'MMS/X-Mms-Message-Type', 1],
    ['a type that is cut after the transaction', '98 54 00 8C', 'truncated', 'MMS/X-Mms-Message-Type', 4],
    ['no transaction', '8C 85 8D 92', 'bad-value', 'MMS/X-Mms-Transaction-Id', 4],
  ])('%s', (_, wire, code, field, offset) => {
    expect(refusal(() => decodeMms(hex(wire)))).toEqual({ code, field, offset });
  });

  it.each([
    [{ date: new Date(-1) }, 'bad-value', 'date', undefined],
    [{ date: new Date(Number.NaN) }, 'bad-value', 'date', undefined],
    [{ expiry: { kind: 'never' } }, 'bad-value', 'expiry.kind', undefined],
    [{ expiry: { kind: 'relative', seconds: -1 } }, 'bad-value', 'expiry.seconds', undefined],
    [{ expiry: { kind: 'relative', seconds: 0.5 } }, 'bad-value', 'expiry.seconds', undefined],
    [{ messageSize: 2 ** 53 }, 'bad-value', 'messageSize', undefined],
    [{ messageSize: -1 }, 'bad-value', 'messageSize', undefined],
    [{ messageSize: 0.5 }, 'bad-value', 'messageSize', undefined],
    [{ limit: -1 }, 'bad-value', 'limit', undefined],
    [{ deliveryTime: { kind: 'absolute', at: new Date(-1) } }, 'bad-value', 'deliveryTime.at', undefined],
    [
      { previouslySentBy: [{ forwardedCount: -1, address: 'a' }] },
      'bad-value',
      'previouslySentBy[0].forwardedCount',
      undefined,
    ],
    [{ previouslySentBy: [{ forwardedCount: 1, address: '' }] }, 'bad-value', 'previouslySentBy[0].address', undefined],
    [
      { previouslySentDate: [{ forwardedCount: 0.5, date: new Date(0) }] },
      'bad-value',
      'previouslySentDate[0].forwardedCount',
      undefined,
    ],
    [{ previouslySentDate: [{ forwardedCount: 1, date: new Date(-1) }] }, 'bad-value', 'previouslySentDate[0].date', undefined],
    [{ mmFlags: [{ action: 'add', keyword: 'a\n' }] }, 'unencodable', 'mmFlags[0].keyword', 1],
    [{ mboxQuotas: [{ unit: 'kB', count: 1 }] }, 'bad-value', 'mboxQuotas[0].unit', undefined],
    [{ elementDescriptor: [{ contentReference: 'a\x1f' }] }, 'unencodable', 'elementDescriptor[0].contentReference', 1],
    [
      { elementDescriptor: [{ contentReference: 'c', parameters: [{ name: 'type', value: -1 }] }] },
      'bad-value',
      'elementDescriptor[0].parameters[0].value',
      undefined,
    ],
    [
      {
        elementDescriptor: [
          {
            contentReference: 'c',
            parameters: [
              { name: 'a', value: 1 },
              { name: 'b', value: 'x\x7f' },
            ],
          },
        ],
      },
      'unencodable',
      'elementDescriptor[0].parameters[1].value',
      1,
    ],
    [{ mmsVersion: '0.9' }, 'bad-value', 'mmsVersion', undefined],
    [{ priority: 'urgent' }, 'bad-value', 'priority', undefined],
    [{ priority: 'constructor' }, 'bad-value', 'priority', undefined],
    [{ priority: 2 }, 'bad-value', 'priority', undefined],
    [{ messageClass: 'two words' }, 'bad-value', 'messageClass', undefined],
    [{ mmsVersion: '8.0' }, 'bad-value', 'mmsVersion', undefined],
    [{ mmsVersion: '1.15' }, 'bad-value', 'mmsVersion', undefined],
    [{ subject: 'a\nb' }, 'unencodable', 'subject', 1],
    [{ subject: 'a\ud800' }, 'unencodable', 'subject', 1],
    [{ messageId: '\x7f' }, 'unencodable', 'messageId', 0],
    [{ to: [''] }, 'bad-value', 'to[0]', undefined],
    [{ to: ['a@b', 'c\t@d'] }, 'unencodable', 'to[1]', 1],
    [{ attributes: ['X-Nobody'] }, 'bad-value', 'attributes[0]', undefined],
    [{ attributes: [128] }, 'bad-value', 'attributes[0]', undefined],
    [{ mmFlags: [{ action: 'toggle', keyword: 'a' }] }, 'bad-value', 'mmFlags[0].action', undefined],
    [{ mboxTotals: [{ unit: 'messages', count: -1 }] }, 'bad-value', 'mboxTotals[0].count', undefined],
    [
      { elementDescriptor: [{ contentReference: 'c', parameters: [{ name: 'a b', value: 'x' }] }] },
      'bad-value',
      'elementDescriptor[0].parameters[0].name',
      undefined,
    ],
    [
      { elementDescriptor: [{ contentReference: 'c', parameters: [{ name: 'a', value: 128 }] }] },
      'bad-value',
      'elementDescriptor[0].parameters[0].value',
      undefined,
    ],
    [{ otherHeaders: [{ name: 'two words', value: '' }] }, 'bad-value', 'otherHeaders[0].name', undefined],
    [{ otherHeaders: [{ raw: hex('61 00 62') }] }, 'bad-value', 'otherHeaders[0].raw', undefined],
    [{ otherHeaders: [{ raw: hex('61 00 62 00 63 00') }] }, 'bad-value', 'otherHeaders[0].raw', undefined],
    [{ otherHeaders: [{ raw: hex('7F 61 00 62 00') }] }, 'bad-value', 'otherHeaders[0].raw', undefined],
    [{ otherHeaders: [{ raw: hex('00 00') }] }, 'bad-value', 'otherHeaders[0].raw', undefined],
    [{ otherHeaders: [{ raw: hex('84 00 00') }] }, 'bad-value', 'otherHeaders[0].raw', undefined],
    [{ otherHeaders: [{ code: 128, value: hex('80') }] }, 'bad-value', 'otherHeaders[0].code', undefined],
    [{ otherHeaders: [{ code: 0x70, value: hex('8080') }] }, 'bad-value', 'otherHeaders[0].value', undefined],
    [{ otherHeaders: [{ code: 0x70, value: hex('61') }] }, 'bad-value', 'otherHeaders[0].value', undefined],
    [{ otherHeaders: [{ code: 0x04, value: hex('83') }] }, 'bad-value', 'otherHeaders[0].code', undefined],
    [{ otherHeaders: [{ code: 0x0c, value: hex('83') }] }, 'bad-value', 'otherHeaders[0].code', undefined],
    [{ parts: [] }, 'bad-value', 'parts', undefined],
    [{ type: 'M-Nothing.req' }, 'bad-value', 'type', undefined],
  ])('writes no %j', (rest, code, field, offset) => {
    expect(refusal(() => encodeMms(ack(rest)))).toEqual({ code, field, offset });
  });

  it.each([
    [{ subject: 5 }, 'subject is'],
    [{ to: 'a@b' }, 'to is'],
    [{ to: [undefined] }, 'to[0] is'],
    [{ from: 5 }, 'from is'],
    [{ from: null }, 'from is'],
    [{ from: {} }, 'from is'],
    [{ store: 1 }, 'store is'],
    [{ date: 5 }, 'date is'],
    [{ date: '2023-11-14' }, 'date is'],
    [{ expiry: null }, 'expiry is'],
    [{ expiry: 86400 }, 'expiry is'],
    [{ expiry: { kind: 'absolute', at: '2023-11-14' } }, 'expiry.at is'],
    [{ mmsVersion: 1.0 }, 'mmsVersion is'],
    [{ previouslySentBy: [{ forwardedCount: 1 }] }, 'previouslySentBy[0].address is'],
    [{ otherHeaders: [{ code: 1, value: 'octets' }] }, 'otherHeaders[0].value is'],
    [{ otherHeaders: [{ raw: 'octets' }] }, 'otherHeaders[0].raw is'],
  ])('takes no value of the wrong type: %j', (rest, name) => {
    expect(() => encodeMms(ack(rest))).toThrow(TypeError);
    expect(() => encodeMms(ack(rest))).toThrow(name);
  });
});

describe('what a PDU must have', () => {
  const whole: Record<string, unknown> = {
    transactionId: 'T',
    mmsVersion: '1.2',
    date: new Date(1000),
    messageId: 'm',
    to: ['a@b.example'],
    from: 'c@d.example',
    status: 'retrieved',
    readStatus: 'read',
    responseStatus: 'ok',
    storeStatus: 'success',
    cancelId: 'c',
    cancelStatus: 'request-received',
    messageClass: 'personal',
    messageSize: 1,
    expiry: { kind: 'relative', seconds: 1 },
    contentLocation: 'u',
  };
  const body = { parts: [{ name: 'a', contentType: 'text/plain', data: new Uint8Array(1) }] };
  const many: Record<string, unknown> = {
    'M-Mbox-Delete.req': { contentLocations: ['u'] },
    'M-Delete.req': { contentLocations: ['u'] },
    'M-Mbox-Delete.conf': { responseStatuses: [{ statusCount: 0, value: 'ok' }] },
    'M-Delete.conf': { responseStatuses: [{ statusCount: 0, value: 'ok' }] },
  };
  const NAMES: Readonly<Record<string, string>> = {
    transactionId: 'X-Mms-Transaction-Id',
    mmsVersion: 'X-Mms-MMS-Version',
    date: 'Date',
    messageId: 'Message-ID',
    to: 'To',
    from: 'From',
    status: 'X-Mms-Status',
    readStatus: 'X-Mms-Read-Status',
    responseStatus: 'X-Mms-Response-Status',
    responseStatuses: 'X-Mms-Response-Status',
    storeStatus: 'X-Mms-Store-Status',
    cancelId: 'X-Mms-Cancel-ID',
    cancelStatus: 'X-Mms-Cancel-Status',
    messageClass: 'X-Mms-Message-Class',
    messageSize: 'X-Mms-Message-Size',
    expiry: 'X-Mms-Expiry',
    contentLocation: 'X-Mms-Content-Location',
    contentLocations: 'X-Mms-Content-Location',
  };
  const completeOf = (type: MmsPduType): Record<string, unknown> => {
    const { body: has } = PDU_NEEDS[type];
    return { type, ...whole, ...(many[type] as object), ...(has === 'always' ? body : {}) };
  };

  it.each(Object.entries(PDU_NEEDS).flatMap(([type, { needs }]) => needs.map((property) => [type, property] as const)))(
    '%s without %s',
    (type, property) => {
      const complete = completeOf(type as MmsPduType);
      const wire = encodeMms(complete as unknown as MmsPdu);
      const { [property]: _, ...rest } = complete;
      expect(refusal(() => encodeMms(rest as unknown as MmsPdu))).toEqual({
        code: 'bad-value',
        field: property,
        offset: undefined,
      });
      // The same octets without that field.
      const trace = new Trace('MMS');
      readMms(new ByteReader(wire, trace));
      const fields = trace.finish(wire.length).children;
      const cut = fields.filter((field: Field) => field.name === NAMES[property]);
      expect(cut.length).toBeGreaterThan(0);
      const octets = Uint8Array.from([...wire].filter((_octet, at) => !cut.some(({ start, end }) => at >= start && at < end)));
      const { code, field } = refusal(() => decodeMms(octets));
      expect({ code, field }).toEqual({ code: 'bad-value', field: `MMS/${NAMES[property]}` });
      const issues: Issue[] = [];
      const lenient = decodeMms(octets, { lenient: true, onIssue: (error) => issues.push(error) });
      expect(issues.map((issue) => issue.field)).toEqual([`MMS/${NAMES[property]}`]);
      expect(property in lenient).toBe(false);
    },
  );

  it.each([
    ['M-Delivery.ind', 'to'],
    ['M-Read-Rec.ind', 'to'],
    ['M-Mbox-Delete.req', 'contentLocations'],
    ['M-Delete.req', 'contentLocations'],
    ['M-Delete.conf', 'responseStatuses'],
    ['M-Send.req', 'to'],
    ['M-Forward.req', 'to'],
  ] as const)('%s with a member in the list %s', (type, property) => {
    const pdu = { ...completeOf(type), [property]: [] };
    expect(refusal(() => encodeMms(pdu as unknown as MmsPdu))).toEqual({
      code: 'bad-value',
      field: property,
      offset: undefined,
    });
  });

  it.each(Object.entries(PDU_NEEDS))('%s: a body where it may have one', (type, { body: has }) => {
    const { parts: _, ...rest } = completeOf(type as MmsPduType);
    const refused = { code: 'bad-value', field: 'parts', offset: undefined };
    const without = () => encodeMms(rest as unknown as MmsPdu);
    const withBody = () => encodeMms({ ...rest, ...body } as unknown as MmsPdu);
    if (has === 'always') expect(refusal(without)).toEqual(refused);
    else expect(decodeMms(without())).not.toHaveProperty('parts');
    if (has === undefined) expect(refusal(withBody)).toEqual(refused);
    else expect(decodeMms(withBody()).parts).toHaveLength(1);
  });

  it('a recipient, in a submission and a forward request', () => {
    for (const type of ['M-Send.req', 'M-Forward.req'] as const) {
      const { to: _, ...rest } = completeOf(type);
      expect(refusal(() => encodeMms(rest as unknown as MmsPdu))).toMatchObject({ field: 'to' });
      for (const property of ['cc', 'bcc']) encodeMms({ ...rest, [property]: ['a@b.example'] } as unknown as MmsPdu);
    }
    expect(refusal(() => decodeMms(hex('8C 80 98 54 00 8D 92 89 01 81 84 A3 00')))).toEqual({
      code: 'bad-value',
      field: 'MMS/To',
      offset: 10,
    });
  });

  it('who it is from, or the wish that the MMSC tells', () => {
    expect(refusal(() => decodeMms(hex('8C 80 98 54 00 8D 92 97 61 00 84 A3 00')))).toEqual({
      code: 'bad-value',
      field: 'MMS/From',
      offset: 10,
    });
    const asks = hex('8C 87 8D 92 8B 6D 00 89 01 81 97 61 00 9B 80');
    expect(decodeMms(asks)).not.toHaveProperty('from');
    expect(encodeMms(decodeMms(asks))).toEqual(asks);
    expect(refusal(() => decodeMms(hex('8C 87 8D 92 89 01 81 89 01 81')))).toMatchObject({ field: 'MMS/From', offset: 8 });
  });

  it('a body', () => {
    expect(refusal(() => decodeMms(hex('8C 84 8D 92 85 01 01')))).toEqual({
      code: 'bad-value',
      field: 'MMS/Content-Type',
      offset: 7,
    });
    expect(decodeMms(hex('8C 84 8D 92 85 01 01'), { lenient: true })).toMatchObject({
      type: 'M-Retrieve.conf',
      contentType: 'application/vnd.wap.multipart.mixed',
      parts: [],
    });
    const { parts: _, ...rest } = completeOf('M-Retrieve.conf');
    expect(refusal(() => encodeMms(rest as unknown as MmsPdu))).toMatchObject({ field: 'parts' });
  });
});

describe('limits', () => {
  // Type, transaction, version, and two more.
  const limits = { mmsHeaders: 5 };
  const front = hex(FRONT).length;

  it.each([
    ['recipients', '97 61 00 97 61 00 97 61 00', 'MMS/To', front + 7],
    ['headers without a model', 'F0 80 F0 80 F0 80', 'MMS/header', front + 5],
    ['headers with names', '61 00 62 00 61 00 62 00 61 00 62 00', 'MMS/header', front + 8],
    ['headers that do not fit', '86 82 86 82 86 82', 'MMS/X-Mms-Delivery-Report', front + 5],
    ['types', '8C 85 8C 85 8C 85', 'MMS/X-Mms-Message-Type', front + 5],
    ['parameters of an element', 'B2 06 61 00 82 9D 82 9E', 'MMS/X-Mms-Element-Descriptor', front + 1],
  ])('of headers: %s', (_, wire, field, offset) => {
    const octets = hex(`${FRONT} ${wire}`);
    const read = (most: number) => decodeMms(octets, { lenient: true, limits: { mmsHeaders: most } });
    expect(refusal(() => decodeMms(octets, { lenient: true, limits }))).toEqual({ code: 'limit-exceeded', field, offset });
    expect(read(6).type).toBe('M-Acknowledge.ind');
  });

  it('of headers, without being told', () => {
    const to = Array.from({ length: DEFAULT_LIMITS.mmsHeaders }, () => 'a@b.example');
    expect(refusal(() => decodeMms(encodeMms(ack({ to }))))).toMatchObject({ code: 'limit-exceeded', field: 'MMS/To' });
    expect(decodeMms(encodeMms(ack({ to: to.slice(3) }))).to).toHaveLength(to.length - 3);
  });
});

describe('lenient reading', () => {
  it('keeps what does not fit its model, told of once, and writes it again', () => {
    const wire = hex(`${FRONT} 86 82 96 61 00 96 62 00 8E 85`);
    const issues: string[] = [];
    const pdu = decodeMms(wire, { lenient: true, onIssue: ({ field, offset }) => issues.push(`${field} ${offset}`) });
    expect(issues).toEqual(['MMS/X-Mms-Delivery-Report 8', 'MMS/Subject 13', 'MMS/X-Mms-Message-Size 16']);
    expect(pdu).toEqual(
      ack({
        subject: 'a',
        otherHeaders: [
          { code: 0x06, value: hex('82') },
          { code: 0x16, value: hex('6200') },
          { code: 0x0e, value: hex('85') },
        ],
      }),
    );
    expect(encodeMms(pdu)).toEqual(hex(`${FRONT} 96 61 00 86 82 96 62 00 8E 85`));
  });

  it('reads texts past what their charset allows', () => {
    const subject = (wire: string) => decodeMms(hex(`${FRONT} ${wire}`), { lenient: true }).subject;
    expect(subject('96 04 EA 61 FF 00')).toBe('a\ufffd');
    expect(subject('96 61 0A 62 00')).toBe('a b');
    expect(subject('96 04 EA 61 07 00')).toBe('a ');
    expect(subject('96 04 AB 61 62 00')).toBe('ab');
    expect(subject('96 05 AB C3 A9 62 00')).toBe('éb');
  });

  const issuesOf = (wire: string) => {
    const issues: string[] = [];
    const onIssue = ({ code, field, offset }: Issue) => issues.push(`${code} ${field} ${offset}`);
    return { pdu: decodeMms(hex(wire), { lenient: true, onIssue }), issues };
  };

  it.each<[what: string, wire: string, pdu: MmsPdu, ...issues: string[]]>([
    [
      ...(['two headers before the type', '8D 92 96 61 00 98 54 00 8C 85', ack({ subject: 'a' })] as const),
      'bad-value MMS/X-Mms-Message-Type 0',
    ],
    [
      ...(['a header between transaction and type', '98 54 00 8D 92 8C 85', ack({})] as const),
      'bad-value MMS/X-Mms-Message-Type 3',
    ],
    ['a second type', `${FRONT} 8C 80`, ack({}), 'bad-value MMS/X-Mms-Message-Type 8'],
    ['a second type that is a text', `${FRONT} 8C 61 00`, ack({}), 'bad-value MMS/X-Mms-Message-Type 8'],
    ['no version', '8C 85 98 54 00', { ...ack({}), mmsVersion: undefined } as never, 'bad-value MMS/X-Mms-MMS-Version 5'],
    ['a body where there is none', `${FRONT} 84 83 61`, ack({}), 'bad-value MMS/Content-Type 7'],
    [
      ...(['runs of octets between headers', `${FRONT} 05 7F 1F 96 61 00 00`, ack({ subject: 'a' })] as const),
      ...['bad-value MMS/header 7', 'bad-value MMS/header 13'],
    ],
    [
      ...(['From that is one octet', `${FRONT} 89 80`, ack({ otherHeaders: [{ code: 9, value: hex('80') }] })] as const),
      'bad-value MMS/From/length 8',
    ],
    ['From as a text', `${FRONT} 89 20 61 00`, ack({ from: ' a' }), 'bad-value MMS/From/length 8'],
    ['what UTF-8 does not allow', `${FRONT} 96 04 EA 61 FF 00`, ack({ subject: 'a\ufffd' }), 'bad-value MMS/Subject 10'],
    ['a control character', `${FRONT} 96 61 07 00`, ack({ subject: 'a ' }), 'bad-value MMS/Subject 8'],
    [
      ...([
        'a charset that is not known and a control character',
        `${FRONT} 96 04 AB 61 07 00`,
        ack({ subject: 'a ' }),
      ] as const),
      ...['bad-value MMS/Subject 10', 'bad-value MMS/Subject 10'],
    ],
    ['a last header that is cut', `${FRONT} 96 61`, ack({}), 'truncated MMS/Subject 8'],
    ['a last name that is cut', `${FRONT} 61 00 62`, ack({}), 'truncated MMS/header 7'],
  ])('reports %s', (_, wire, pdu, ...issues) => {
    expect(issuesOf(wire)).toEqual({ pdu, issues });
  });

  it('reports each recipient, sender and body that is missing', () => {
    expect(issuesOf('8C 80 98 54 00 8D 92').issues).toEqual([
      ...['bad-value MMS/From 7', 'bad-value MMS/To 7', 'bad-value MMS/Content-Type 7'],
    ]);
  });

  it('finds the type anywhere in front of the body, and leaves out a second one', () => {
    expect(decodeMms(hex('8D 92 61 00 62 00 98 54 00 8C 85'), { lenient: true })).toEqual(
      ack({ otherHeaders: [{ name: 'a', value: 'b' }] }),
    );
    expect(decodeMms(hex(`${FRONT} 8C 80`), { lenient: true })).toEqual(ack({}));
    expect(refusal(() => decodeMms(hex('8D 92 84 A3 8C 85'), { lenient: true }))).toMatchObject({
      field: 'MMS/X-Mms-Message-Type',
    });
  });

  it('takes From without the length and the token in front', () => {
    const wire = hex(`${FRONT} 89 ${ascii('+447700900001/TYPE=PLMN')} 00`);
    const issues: string[] = [];
    expect(decodeMms(wire, { lenient: true, onIssue: ({ message }) => issues.push(message) })).toEqual(
      ack({ from: '+447700900001/TYPE=PLMN' }),
    );
    expect(issues).toEqual(['MMS/From/length at 8: 43 is not a length']);
  });

  it.each([
    ['a name of a blank', '20 00 00', [{ raw: hex('20 00 00') }], ['MMS/header/name 7']],
    ['a name of two words', '61 20 62 00 63 00', [{ raw: hex('61 20 62 00 63 00') }], ['MMS/header/name 7']],
    [
      'a name with a control character',
      '61 07 00 62 00',
      [{ raw: hex('61 07 00 62 00') }],
      ['MMS/header/name 7', 'MMS/header/name 7'],
    ],
    ['a value that is no text', '61 00 85 00', [{ raw: hex('61 00 85 00') }], ['MMS/header/value 9']],
    ['a class of two words', '8A 61 20 62 00', [{ code: 10, value: hex('61 20 62 00') }], ['MMS/X-Mms-Message-Class 8']],
  ])('keeps %s, and writes it again', (_, header, otherHeaders, expected) => {
    const wire = hex(`${FRONT} ${header}`);
    const issues: string[] = [];
    const pdu = decodeMms(wire, { lenient: true, onIssue: ({ field, offset }) => issues.push(`${field} ${offset}`) });
    expect(pdu).toEqual(ack({ otherHeaders }));
    expect(issues).toEqual(expected);
    expect(encodeMms(pdu)).toEqual(wire);
  });

  const notification = '8C 82 98 54 00 8D 92 8A 80 8E 01 05 88 03 81 01 3C 83 75 00';
  it.each([
    ['one 00 more at the end', `${notification} 00`, 20, 'does not begin'],
    ['padding at the end', `${notification} 00 00 00`, 20, 'does not begin'],
    ['a second 00 after a text', notification.replace('54 00', '54 00 00'), 5, 'does not begin'],
    ['a last header that was cut', `${notification} 96 61 62`, 21, 'no 00'],
    ['a last header without its value', `${notification} 96`, 21, 'missing'],
    ['a last name without its value', `${notification} 61 00`, 20, 'a name and a text'],
  ])('reads a notification with %s', (_, wire, offset, reason) => {
    const whole = decodeMms(hex(notification));
    const issues: Issue[] = [];
    expect(decodeMms(hex(wire), { lenient: true, onIssue: (issue) => issues.push(issue) })).toEqual(whole);
    expect(issues).toMatchObject([{ offset, reason: expect.stringContaining(reason) }]);
    expect(refusal(() => decodeMms(hex(wire)))).toMatchObject({ offset });
  });

  it('looks for the type up to the end of its cursor', () => {
    const read = (wire: string, end: number) => refusal(() => readMms(new ByteReader(hex(wire), undefined, 0, end)));
    const field = 'MMS/X-Mms-Message-Type';
    expect(read('98 54 00 8C 85 8D 92', 3)).toEqual({ code: 'bad-value', field, offset: 3 });
    expect(read('8C 85 98 54 00 8D 92', 1)).toEqual({ code: 'truncated', field, offset: 1 });
    expect(read('8C 85 98 54 00 8D 92', 0)).toEqual({ code: 'truncated', field, offset: 0 });
  });

  it('leaves a body alone where none may be', () => {
    expect(decodeMms(hex(`${FRONT} 84 83 61`), { lenient: true })).toEqual(ack({}));
  });
});
