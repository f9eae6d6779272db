import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { originatorAddress } from '../../src/gateway/delivery/delivery.js';
import { jsonOf } from '../../src/gateway/delivery/virtual/inbox.js';
import { type InboxView, readInbox, toDeliver } from '../../src/gateway/delivery/virtual/virtual.js';
import type { InboxMessage, OutboundMessage } from '../../src/gateway/store/types.js';
import { buildSubmits, type Content, readSubmits } from '../../src/message/index.js';
import type { ServiceIndication } from '../../src/push/binary.js';
import { decodeDeliver, type InformationElement, submitDatagram, submitText } from '../../src/sms/index.js';
import {
  calendarContent,
  cardContent,
  flashContent,
  groupGraphic,
  indication,
  loading,
  longPduData,
  nokiaLogo,
  nokiaPicture,
  notification,
  pduData,
  ringtoneContent,
  textContent,
} from '../support/contents.js';
import { hex } from '../support/hex.js';
import { damaged } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { arrivedAt, outbound, outboundOf, outboundText, partOf } from './outbound.js';

const NUMBER = '447700900123';
/** The clock of the examples: 2026-03-04T05:06:08Z. */
const NOW = Date.UTC(2026, 2, 4, 5, 6, 8);
const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** A message that has arrived, now unless told. */
const arrived = (message: OutboundMessage, receivedAt = NOW): InboxMessage => arrivedAt(receivedAt, message);

function inbox(messages: readonly InboxMessage[], now = NOW): InboxView {
  return readInbox(NUMBER, messages, { now });
}

/** MessageIdentifiers that are shown, and those that are not with the reason. */
function fates(view: InboxView): { shown: string[]; discarded: string[] } {
  return {
    shown: view.messages.map(({ messageIdentifier }) => messageIdentifier),
    discarded: (view.discarded ?? []).map(({ messageIdentifier, reason }) => `${messageIdentifier} ${reason}`),
  };
}

describe('SMS-DELIVER to a virtual handset', () => {
  it('is written octet by octet as TS 23.040 section 9.2.2.1 has it', () => {
    // 04: no more messages, no header. 07 D0: seven semi-octets of a name, packed 53 F4 1B 0E. Then PID, DCS, the time in zone 00, UDL and
    // "hello" packed.
    const [tpdu] = toDeliver(outboundText('hello', { originator: 'Shop' }), NOW);
    expect(toHex(tpdu!)).toBe('0407D053F41B0E00006230405060800005E8329BFD06');
  });

  it('has a number, a service code or a name as originator', () => {
    expect(originatorAddress('447700900001')).toEqual({ ton: 1, npi: 1, digits: '447700900001' });
    expect(originatorAddress('80123')).toEqual({ ton: 0, npi: 1, digits: '80123' });
    expect(originatorAddress('gw.example.')).toEqual({ ton: 5, npi: 0, text: 'gw.example.' });
    // Look-alikes first, what has none as a question mark, and never more than eleven septets: the brackets take two.
    expect(originatorAddress('Łódź-日本')).toEqual({ ton: 5, npi: 0, text: 'Lodz-??' });
    expect(originatorAddress('[[[[[[[[')).toEqual({ ton: 5, npi: 0, text: '[[[[[' });
    expect(originatorAddress('1'.repeat(21))).toEqual({ ton: 5, npi: 0, text: '1'.repeat(11) });
    expect(originatorAddress('')).toEqual({ ton: 5, npi: 0, text: '?' });
  });

  it('can be written whatever the originator and the time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 64 }),
        fc.integer({ min: -8.64e15, max: 8.64e15 }),
        (originator, at) => {
          const [tpdu] = toDeliver(outboundText('x', { originator }), at);
          expect(decodeDeliver(tpdu!).text).toBe('x');
        },
      ),
    );
  });

  it('says in TP-MMS whether more parts follow, and in TP-SCTS when it came', () => {
    const tpdus = toDeliver(outboundText('long '.repeat(80)), NOW + 400).map((tpdu) => decodeDeliver(tpdu));
    expect(tpdus.map(({ tpMms }) => tpMms)).toEqual([false, false, true]);
    for (const { tpScts } of tpdus) expect(tpScts).toEqual({ at: new Date(NOW), offsetMinutes: 0 });
  });
});

describe('an inbox', () => {
  it('is empty for a number that nothing came to', () => {
    expect(inbox([])).toEqual({ number: NUMBER, messages: [] });
  });

  it('shows a message as JSON: identifier, originator, time, TPDUs in hex, content', () => {
    const message = arrived(outboundText('Hello'));
    expect(inbox([message])).toEqual({
      number: NUMBER,
      messages: [
        {
          messageIdentifier: message.messageIdentifier,
          originator: 'MyShop',
          receivedAt: '2026-03-04T05:06:08Z',
          parts: message.parts.map(toHex),
          content: { kind: 'text', text: 'Hello' },
        },
      ],
    });
  });

  it('shows every content as the message room reads it, octets as hex', () => {
    const content = fc.oneof(
      ...[textContent, flashContent, ringtoneContent, nokiaLogo, groupGraphic, nokiaPicture, loading, notification],
      ...[cardContent, calendarContent, longPduData],
      // Whether it stays depends on its fields: those that stay are shown.
      indication.filter(({ si }) => si.action !== 'delete' && (si.expires?.getTime() ?? Infinity) > NOW),
    );
    fc.assert(
      fc.property(content, (each: Content) => {
        const submits = buildSubmits(each, { to: NUMBER, make: 'Nokia' });
        const view = inbox([arrived(outbound(submits.map(partOf)))]);
        const replaced = [...(view.messages ?? []), ...(view.discarded ?? [])];
        expect(replaced.map((entry) => entry.content)).toEqual([jsonOf(readSubmits(submits))]);
        // It is JSON: nothing is lost on the way to the reader.
        expect(JSON.parse(JSON.stringify(view))).toEqual(view);
      }),
      costly(300),
    );
  });

  it('shows the last messages alone, and how many there are before them', () => {
    const messages = ['one', 'two', 'three'].map((text) => arrived(outboundText(text)));
    const old = ['a', 'b', 'c'].map((text) =>
      arrived(outbound([{ ...partOf(submitText(text, { to: NUMBER })[0]!), tpPid: 0x40 }])),
    );
    const view = readInbox(NUMBER, [...messages, ...old], { now: NOW, last: 2 });
    expect(fates(view)).toEqual({
      shown: messages.slice(1).map(({ messageIdentifier }) => messageIdentifier),
      discarded: old.slice(1).map(({ messageIdentifier }) => `${messageIdentifier} type-0`),
    });
    expect([view.earlier, view.earlierDiscarded]).toEqual([1, 1]);
    const all = readInbox(NUMBER, [...messages, ...old], { now: NOW, last: 3 });
    expect(all).toEqual(readInbox(NUMBER, [...messages, ...old], { now: NOW }));
  });

  it('tells the time to the second, as TP-SCTS does', () => {
    expect(inbox([arrived(outboundText('Hello'), NOW + 999)]).messages[0]!.receivedAt).toBe('2026-03-04T05:06:08Z');
  });

  it('lists the oldest first, and parts in their order', () => {
    const message = arrived(outboundText('part by part '.repeat(30)));
    const backwards = { ...message, parts: [...message.parts].reverse() };
    const first = arrived(outboundText('first'), NOW - SECOND);
    const view = inbox([first, backwards]);
    expect(fates(view).shown).toEqual([first.messageIdentifier, message.messageIdentifier]);
    expect(view.messages[1]!.parts).toEqual(message.parts.map(toHex));
    expect(view.messages[1]!.content).toEqual({ kind: 'text', text: 'part by part '.repeat(30) });
  });

  it('shows equal messages each, though their parts have the same reference', () => {
    const [one, two] = [arrived(outboundText('same '.repeat(50))), arrived(outboundText('same '.repeat(50)))];
    expect(fates(inbox([one, two])).shown).toEqual([one.messageIdentifier, two.messageIdentifier]);
  });

  it('shows flash messages, which a phone would not keep', () => {
    expect(inbox([arrived(outboundOf({ kind: 'flash', text: 'Now!' }))]).messages[0]!.content).toEqual({
      kind: 'flash',
      text: 'Now!',
    });
  });

  it('leaves out what is undefined, and shows dates in UTC', () => {
    const created = new Date('2026-03-04T00:00:00Z');
    const at = new Date('2026-03-04T00:00:00.250Z');
    const value = { a: undefined, octets: hex('00FF'), created, at, list: [1, [null]], never: new Date(Number.NaN), on: true };
    expect(jsonOf(value)).toEqual({
      octets: '00FF',
      created: '2026-03-04T00:00:00Z',
      at: '2026-03-04T00:00:00.250Z',
      list: [1, [null]],
      never: null,
      on: true,
    });
  });

  it('reads so many messages and counts the others', () => {
    const messages = Array.from({ length: 5 }, (_, index) => arrived(outboundText(`${index}`)));
    const view = readInbox(NUMBER, messages, { now: NOW, limit: 3 });
    expect(view.messages).toHaveLength(3);
    expect(view.unread).toBe(2);
  });
});

describe('what a handset cannot read', () => {
  it('is bounded: 50,000 parts are read, however few messages they make', () => {
    const parts = Array(1_000).fill(hex('FF')) as Uint8Array[];
    const messages = Array.from({ length: 60 }, (_, index) => ({
      messageIdentifier: `${index}`,
      originator: 'x',
      receivedAt: NOW,
      parts,
    }));
    const view = inbox(messages);
    expect(view.messages).toHaveLength(50);
    expect(view.unread).toBe(10);
  });

  const toPort = (destinationPort: number, data: Uint8Array) =>
    arrived(outbound(submitDatagram({ destinationPort, data }, { to: NUMBER, reference: 7 }).map(partOf)));

  it('is shown as user data, with a warning: content with a fault', () => {
    const [entry] = inbox([toPort(5505, hex('024A3A00'))]).messages;
    expect(entry!.content).toMatchObject({ kind: 'pdu', tpDcs: 0xf5, tpPid: 0, data: '024A3A00' });
    expect(entry!.warnings).toEqual([expect.stringContaining('the handset cannot read it: ')]);
  });

  it('is shown whole when it came in parts', () => {
    const data = new Uint8Array(300).fill(0x41);
    const [entry] = inbox([toPort(9204, data)]).messages;
    expect(entry!.content).toEqual({
      kind: 'pdu',
      tpDcs: 0xf5,
      tpPid: 0,
      udh: [{ kind: 'ports16', destination: 9204, source: 0 }],
      data: toHex(data),
    });
    expect(entry!.parts).toHaveLength(3);
  });

  it('is shown as user data, with a warning: a port that no application has', () => {
    const [entry] = inbox([toPort(16001, hex('CAFE'))]).messages;
    expect(entry!.content).toMatchObject({ kind: 'pdu', data: 'CAFE' });
    expect(entry!.warnings).toEqual(['nothing on the handset reads what came to port 16001']);
  });

  it('is shown as text where it is text', () => {
    const udh: InformationElement[] = [{ kind: 'ports16', destination: 9204, source: 0 }];
    const message = outbound([partOf({ ...submitText('no card', { to: NUMBER })[0]!, udh })]);
    const [entry] = inbox([arrived(message)]).messages;
    expect(entry!.content).toEqual({ kind: 'pdu', tpDcs: 0, tpPid: 0, udh, text: 'no card' });
  });

  it('never makes an inbox fail: octets that are no SMS-DELIVER', () => {
    const view = inbox([{ messageIdentifier: 'M', originator: 'x', receivedAt: NOW, parts: [hex('01020304')] }]);
    expect(view.messages).toEqual([
      {
        messageIdentifier: 'M',
        originator: 'x',
        receivedAt: '2026-03-04T05:06:08Z',
        parts: ['01020304'],
        content: { kind: 'pdu', tpDcs: 4, tpPid: 0, udh: [], data: '01020304' },
        warnings: [expect.stringContaining('no SMS-DELIVER: ')],
      },
    ]);
    expect(inbox([{ messageIdentifier: 'M', originator: 'x', receivedAt: NOW, parts: [] }]).messages).toHaveLength(1);
  });

  it('never makes an inbox fail: any octets, and messages with an octet changed, cut or added', () => {
    const any: fc.Arbitrary<Content> = fc.oneof(ringtoneContent, nokiaPicture, indication, notification, cardContent, pduData);
    const tpdu = any.map((content) => toDeliver(outboundOf(content), NOW)[0]!);
    const part = fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged(tpdu));
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 3 }), { maxLength: 4 }), (messages) => {
        const all = messages.map((parts, index) => ({
          messageIdentifier: `${index}`,
          originator: 'x',
          receivedAt: NOW,
          parts,
        }));
        const view = inbox(all);
        // Every message is shown, discarded or incomplete.
        const named = new Set([
          ...[...view.messages, ...(view.discarded ?? [])].map(({ messageIdentifier }) => messageIdentifier),
          ...(view.incomplete ?? []).flatMap(({ messageIdentifiers }) => messageIdentifiers),
        ]);
        expect(named.size).toBe(messages.length);
        expect(JSON.parse(JSON.stringify(view))).toEqual(view);
      }),
    );
  });
});

describe('parts that were sent as messages of their own', () => {
  const text = 'A sender that cuts by himself and sends each part as a raw PDU. '.repeat(5);
  const parts = submitText(text, { to: NUMBER, reference: 0x42 }).map(partOf);
  const each = () => parts.map((part, index) => arrived(outbound([part]), NOW + index * SECOND));

  it('are joined by originator and reference, whatever their order, and shown when the last is there', () => {
    const [one, two, three] = each();
    const view = inbox([two!, three!, one!], NOW + 10 * SECOND);
    expect(view).toEqual({
      number: NUMBER,
      messages: [
        {
          messageIdentifier: one!.messageIdentifier,
          originator: 'MyShop',
          receivedAt: '2026-03-04T05:06:08Z',
          parts: [one, two, three].map((message) => toHex(message!.parts[0]!)),
          content: { kind: 'text', text },
        },
      ],
    });
  });

  it('are joined where they are octets, too, and one that comes again is shown as octets', () => {
    const data = new Uint8Array(200).fill(7);
    const [one, two] = submitDatagram({ destinationPort: 16001, data }, { to: NUMBER, reference: 7 }).map((part) =>
      arrived(outbound([partOf(part)])),
    );
    const view = inbox([two!, two!, one!]);
    expect(view.messages.map(({ content }) => content)).toEqual([expect.objectContaining({ kind: 'pdu', data: toHex(data) })]);
    expect(view.discarded).toEqual([expect.objectContaining({ reason: 'part-repeated' })]);
    expect(view.discarded![0]!.content).toMatchObject({ kind: 'pdu', data: expect.stringMatching(/^(?:07)+$/) });
  });

  it('may come beside a message that is whole by itself, which does not wait for the others', () => {
    const [one, two, three] = each().map(({ parts: [tpdu] }) => tpdu!);
    const [whole] = toDeliver(outboundText('whole'), NOW);
    const first = { messageIdentifier: 'A', originator: 'MyShop', receivedAt: NOW, parts: [one!, whole!] };
    const view = inbox([first, { ...first, messageIdentifier: 'B', parts: [three!, two!] }]);
    expect(view.messages.map(({ messageIdentifier, content }) => [messageIdentifier, content])).toEqual([
      ['A', { kind: 'text', text: 'whole' }],
      ['A', { kind: 'text', text }],
    ]);
    expect(view.incomplete).toBeUndefined();
  });

  it('are listed as incomplete until then', () => {
    const [one, , three] = each();
    expect(inbox([three!, one!])).toEqual({
      number: NUMBER,
      messages: [],
      incomplete: [
        {
          originator: 'MyShop',
          messageIdentifiers: [three!.messageIdentifier, one!.messageIdentifier],
          reference: 0x42,
          sequences: [1, 3],
          total: 3,
          parts: [one!, three!].map(({ parts: [tpdu] }) => toHex(tpdu!)),
        },
      ],
    });
  });

  it('are not joined over originators', () => {
    const [one, two, three] = each();
    const view = inbox([one!, { ...two!, originator: 'Other' }, three!]);
    expect(view.messages).toEqual([]);
    expect(view.incomplete!.map(({ sequences }) => sequences)).toEqual([[1, 3], [2]]);
  });

  it('are given up after a day', () => {
    const [one] = each();
    expect(fates(inbox([one!], NOW + DAY)).discarded).toEqual([]);
    expect(fates(inbox([one!], NOW + DAY + 1)).discarded).toEqual([`${one!.messageIdentifier} parts-expired`]);
  });

  it('are discarded when they come again, before the message is whole and after', () => {
    const [one, two, three] = each();
    const again = { ...one!, messageIdentifier: 'AGAIN' };
    expect(fates(inbox([one!, again, two!, three!]))).toEqual({
      shown: [one!.messageIdentifier],
      discarded: ['AGAIN part-repeated'],
    });
    expect(fates(inbox([one!, two!, three!, again]))).toEqual({
      shown: [one!.messageIdentifier],
      discarded: ['AGAIN part-repeated'],
    });
  });

  it('are given up when another message begins under their reference', () => {
    const [one] = each();
    const other = submitText('b'.repeat(400), { to: NUMBER, reference: 0x42 }).map(partOf);
    const [two, three, four] = other.map((part) => arrived(outbound([part]), NOW + SECOND));
    expect(fates(inbox([one!, two!, three!, four!]))).toEqual({
      shown: [two!.messageIdentifier],
      discarded: [`${one!.messageIdentifier} parts-replaced`],
    });
  });
});

describe('TP-PID', () => {
  const withPid = (tpPid: number, text: string, fields?: Partial<OutboundMessage>) =>
    arrived(outbound([{ ...partOf(submitText(text, { to: NUMBER })[0]!), tpPid }], fields));

  it('type 0 is acknowledged and not shown', () => {
    const message = withPid(0x40, 'ping');
    expect(fates(inbox([message]))).toEqual({ shown: [], discarded: [`${message.messageIdentifier} type-0`] });
  });

  it('of a replace type takes the place of the one from the same originator with the same type', () => {
    const [old, other, foreign, plain, now] = [
      withPid(0x41, 'old'),
      withPid(0x42, 'other type'),
      withPid(0x41, 'other originator', { originator: 'Else' }),
      withPid(0x00, 'no type'),
      withPid(0x41, 'new'),
    ];
    const view = inbox([old!, other!, foreign!, plain!, now!]);
    expect(fates(view).shown).toEqual([other!, foreign!, plain!, now!].map(({ messageIdentifier }) => messageIdentifier));
    expect(view.discarded).toEqual([
      expect.objectContaining({
        messageIdentifier: old!.messageIdentifier,
        reason: 'replaced',
        by: now!.messageIdentifier,
        content: { kind: 'pdu', tpDcs: 0, tpPid: 0x41, udh: [], text: 'old' },
      }),
    ]);
  });

  it('of a replace type replaces a message of several parts as a whole', () => {
    const long = submitText('old '.repeat(60), { to: NUMBER, tpPid: 0x47 }).map(partOf);
    const [old, now] = [arrived(outbound(long)), withPid(0x47, 'new')];
    expect(fates(inbox([old, now!])).shown).toEqual([now!.messageIdentifier]);
  });

  it('of a replace type does nothing in flash messages, which are not stored', () => {
    const flash = outbound([{ ...partOf(submitText('now', { to: NUMBER, flash: true })[0]!), tpPid: 0x41 }]);
    const stored = withPid(0x41, 'stored');
    expect(fates(inbox([stored, arrived(flash)])).shown).toEqual([stored.messageIdentifier, flash.id]);
    expect(fates(inbox([arrived(flash), stored])).shown).toEqual([flash.id, stored.messageIdentifier]);
  });
});

describe('service indications (WAP-167 section 6.2)', () => {
  const at = (text: string) => new Date(`2026-03-${text}Z`);
  const href = 'http://wap.example.com/1';
  const si = (fields: ServiceIndication, receivedAt = NOW) =>
    arrived(outboundOf({ kind: 'serviceIndication', si: { text: 'New', ...fields } }), receivedAt);
  const ids = (...messages: readonly InboxMessage[]) => messages.map(({ messageIdentifier }) => messageIdentifier);

  it('of one si-id: the one created later takes the place of the other', () => {
    const older = si({ id: 'a', href, created: at('04T01:00:00') });
    const newer = si({ id: 'a', href: `${href}2`, created: at('04T02:00:00') });
    const view = inbox([older, newer]);
    expect(fates(view).shown).toEqual(ids(newer));
    expect(view.discarded).toMatchObject([
      { reason: 'si-replaced', by: newer.messageIdentifier, content: { si: { id: 'a' } } },
    ]);
  });

  it('of one si-id: one created earlier, or at the same time, is dropped in silence', () => {
    const newer = si({ id: 'a', href, created: at('04T02:00:00') });
    const older = si({ id: 'a', href, created: at('04T01:00:00') });
    const equal = si({ id: 'a', href, created: at('04T02:00:00') });
    expect(fates(inbox([newer, older, equal]))).toEqual({
      shown: ids(newer),
      discarded: [`${older.messageIdentifier} si-older`, `${equal.messageIdentifier} si-older`],
    });
  });

  it('G-SI-07: without si-id two of one href collide, and the second vanishes although it was delivered', () => {
    const first = si({ href, created: at('04T02:00:00') });
    const second = si({ href, created: at('04T02:00:00'), text: 'Something else' });
    expect(fates(inbox([first, second]))).toEqual({ shown: ids(first), discarded: [`${second.messageIdentifier} si-older`] });
    // An si-id each keeps both.
    const [one, two] = [si({ id: '1', href, created: at('04T02:00:00') }), si({ id: '2', href, created: at('04T02:00:00') })];
    expect(fates(inbox([one!, two!])).shown).toEqual(ids(one!, two!));
  });

  it('an si-id stands in for the href: one is the identity of the other', () => {
    const first = si({ href, created: at('04T01:00:00') });
    const second = si({ id: href, href: 'http://other.example/', created: at('04T02:00:00') });
    expect(fates(inbox([first, second])).shown).toEqual(ids(second));
  });

  it('without created both stay, and a warning tells of the handsets that drop the second', () => {
    const [one, two, dated] = [si({ href }), si({ href }), si({ href, created: at('04T01:00:00') })];
    const view = inbox([one!, two!, dated!]);
    expect(fates(view).shown).toEqual(ids(one!, two!, dated!));
    expect(view.messages.map(({ warnings }) => warnings?.length)).toEqual([undefined, 1, 1]);
    expect(inbox([dated!, one!]).messages.map(({ warnings }) => warnings?.length)).toEqual([undefined, 1]);
  });

  it('with neither si-id nor href have no identity: all stay until they expire', () => {
    const [one, two] = [si({ created: at('04T01:00:00') }), si({ created: at('04T01:00:00'), expires: at('05T00:00:00') })];
    expect(fates(inbox([one!, two!])).shown).toEqual(ids(one!, two!));
    expect(fates(inbox([one!, two!], NOW + DAY)).shown).toEqual(ids(one!));
  });

  it('action delete removes all of its si-id and is not shown itself', () => {
    const [dated, undated] = [si({ id: 'a', href, created: at('04T01:00:00') }), si({ id: 'a', href })];
    const other = si({ id: 'b', href });
    const del = si({ id: 'a', action: 'delete' });
    expect(fates(inbox([dated!, undated!, other, del]))).toEqual({
      shown: ids(other),
      discarded: [
        `${dated!.messageIdentifier} si-deleted`,
        `${undated!.messageIdentifier} si-deleted`,
        `${del.messageIdentifier} si-delete`,
      ],
    });
    // What comes afterwards is new.
    const later = si({ id: 'a', href, created: at('03T00:00:00') });
    expect(fates(inbox([dated!, del, later])).shown).toEqual(ids(later));
  });

  it('action delete without si-id removes nothing; one created before what is there does nothing either', () => {
    const stored = si({ href, created: at('04T02:00:00') });
    const byHref = si({ href, action: 'delete', created: at('04T03:00:00') });
    expect(fates(inbox([stored, byHref]))).toEqual({
      shown: ids(stored),
      discarded: [`${byHref.messageIdentifier} si-delete`],
    });
    const named = si({ id: 'a', href, created: at('04T02:00:00') });
    const late = si({ id: 'a', action: 'delete', created: at('04T01:00:00') });
    expect(fates(inbox([named, late]))).toEqual({ shown: ids(named), discarded: [`${late.messageIdentifier} si-older`] });
  });

  it('vanishes when it expires, by the clock of the gateway, and is dropped when it comes too late', () => {
    const message = si({ id: 'a', href, expires: new Date(NOW + 60 * SECOND) });
    expect(fates(inbox([message], NOW + 59 * SECOND)).shown).toEqual(ids(message));
    expect(fates(inbox([message], NOW + 60 * SECOND)).discarded).toEqual([`${message.messageIdentifier} si-expired`]);
    const late = si({ id: 'a', href, expires: at('03T00:00:00') });
    expect(fates(inbox([late])).discarded).toEqual([`${late.messageIdentifier} si-expired`]);
  });

  it('that has expired does not stand in the way of another, nor is it deleted', () => {
    const gone = si({ id: 'a', href, created: at('04T04:00:00'), expires: new Date(NOW + SECOND) });
    const older = si({ id: 'a', href, created: at('04T01:00:00') }, NOW + 2 * SECOND);
    expect(fates(inbox([gone, older], NOW + 2 * SECOND))).toEqual({
      shown: ids(older),
      discarded: [`${gone.messageIdentifier} si-expired`],
    });
    const undated = si({ id: 'a', href, expires: new Date(NOW + SECOND) });
    const del = si({ id: 'a', action: 'delete' }, NOW + 2 * SECOND);
    expect(fates(inbox([undated, del])).discarded[0]).toBe(`${undated.messageIdentifier} si-expired`);
  });

  it('signal-none is kept, without a word', () => {
    const message = si({ id: 'a', href, action: 'signal-none' });
    expect(inbox([message]).messages).toMatchObject([
      { content: { kind: 'serviceIndication', si: { action: 'signal-none' } } },
    ]);
  });

  it('that a replace type took away is not counted among those that are there', () => {
    const [first, second, third] = [
      outboundOf({ kind: 'serviceIndication', si: { id: 'a', href, text: 'x', created: at('04T04:00:00') } }),
      outboundOf({ kind: 'serviceIndication', si: { id: 'b', href, text: 'x' } }),
      outboundOf({ kind: 'serviceIndication', si: { id: 'a', href, text: 'x', created: at('04T01:00:00') } }),
    ].map((message, index) =>
      arrived({ ...message, parts: message.parts.map((part) => ({ ...part, tpPid: index < 2 ? 0x41 : 0 })) }),
    );
    expect(fates(inbox([first!, second!, third!])).shown).toEqual(ids(second!, third!));
  });
});

describe('cost', () => {
  it('stays linear: messages of 255 parts that all name messages of 255 parts', () => {
    const parts = Array.from({ length: 255 }, (_, reference) => {
      const udh: InformationElement[] = [{ kind: 'concat8', reference, total: 255, sequence: 1 }];
      return toDeliver(outbound([partOf({ ...submitText('x', { to: NUMBER })[0]!, udh })]), NOW)[0]!;
    });
    const messages = Array.from({ length: 40 }, (_, index) => ({
      messageIdentifier: `${index}`,
      originator: `${index}`,
      receivedAt: NOW,
      parts,
    }));
    const { incomplete = [], discarded = [] } = inbox(messages);
    expect(incomplete).toHaveLength(1_000);
    expect(discarded).toHaveLength(40 * 255 - 1_000);
  });

  it('stays linear: ten thousand indications of one identity without created, then one that deletes them', () => {
    const [one] = [arrived(outboundOf({ kind: 'serviceIndication', si: { id: 'a', href: 'http://a.example/', text: 'x' } }))];
    const many = Array.from({ length: 9_999 }, (_, index) => ({ ...one!, messageIdentifier: `${index}` }));
    const del = arrived(outboundOf({ kind: 'serviceIndication', si: { id: 'a', action: 'delete' } }));
    const view = inbox([...many, del]);
    expect(view.messages).toEqual([]);
    expect(view.discarded).toHaveLength(10_000);
  });
});
