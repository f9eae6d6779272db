/** VMG: what a message may say of its place, its time and its people, and what is kept or refused. */
import { describe, expect, it } from 'vitest';
import { type ArchiveLoss, type ArchiveMessage, formatVmg, parseVmg } from '../../src/archive/index.js';
import { joinTimes, readClock } from '../../src/archive/vmg-time.js';
import type { Issue } from '../../src/bytes/reading.js';
import { refusal } from '../support/hostile.js';

const CARD = ['BEGIN:VCARD', 'VERSION:2.1', 'TEL:1234', 'END:VCARD'];
/** A message with these lines outside of its body, and these in it. */
const vmg = (head: readonly string[], body: readonly string[] = ['Hi']) =>
  ['BEGIN:VMSG', ...head, 'BEGIN:VENV', 'BEGIN:VBODY', ...body, 'END:VBODY', 'END:VENV', 'END:VMSG', ''].join('\n');
const read = (head: readonly string[], body?: readonly string[]) => parseVmg(vmg(head, body)).messages[0] as ArchiveMessage;
const restOf = ({ rest }: ArchiveMessage) => rest?.map(({ name, value }) => `${name}:${value}`);

describe('the place of a message', () => {
  // IrMC 1.1 section 10.6: box, status and type.
  it.each<
    [
      head: readonly string[],
      direction: string | undefined,
      state: string | undefined,
      folder?: string | undefined,
      ...rest: string[],
    ]
  >([
    [['X-IRMC-BOX:INBOX', 'X-IRMC-STATUS:READ'], 'in', 'read'],
    [['X-IRMC-BOX:INBOX', 'X-IRMC-STATUS:UNREAD', 'X-MESSAGE-TYPE:DELIVER'], 'in', 'unread'],
    [['X-IRMC-BOX:INBOX', 'X-IRMC-STATUS:FOO'], 'in', undefined, undefined, 'X-IRMC-STATUS:FOO'],
    [['X-IRMC-BOX:Sent Items'], 'out', 'sent'],
    [['X-IRMC-BOX:OUTBOX', 'X-IRMC-STATUS:SENT'], 'out', 'outbox'],
    [['X-IRMC-BOX:DRAFT', 'X-IRMC-STATUS:FOO'], 'out', 'draft', undefined, 'X-IRMC-STATUS:FOO'],
    [['X-IRMC-BOX:Work', 'X-MESSAGE-TYPE:SUBMIT', 'X-IRMC-STATUS:SENT'], 'out', 'sent', 'Work'],
    [['X-IRMC-BOX:Work', 'X-MESSAGE-TYPE:SUBMIT', 'X-IRMC-STATUS:UNSENT'], 'out', 'outbox', 'Work'],
    [['X-MESSAGE-TYPE:SUBMIT', 'X-IRMC-STATUS:DRAFT'], 'out', 'draft'],
    [['X-MESSAGE-TYPE:SUBMIT'], 'out', undefined],
    [['X-IRMC-STATUS:SENT'], 'out', 'sent'],
    [['X-IRMC-STATUS:UNSENT'], 'out', 'outbox'],
    [['X-IRMC-STATUS:READ'], undefined, 'read'],
    [[], undefined, undefined],
    [['X-IRMC-BOX:SENT', 'X-MESSAGE-TYPE:DELIVER'], 'out', 'sent', undefined, 'X-MESSAGE-TYPE:DELIVER'],
    [
      ['X-IRMC-BOX:INBOX', 'X-IRMC-STATUS:READ', 'X-BOX:OUTBOX', 'X-READ:UNREAD'],
      'in',
      'read',
      undefined,
      'VBODY/X-BOX:OUTBOX',
      'VBODY/X-READ:UNREAD',
    ],
  ])('%j', (head, direction, state, folder, ...rest) => {
    const message = read(head);
    expect([message.direction, message.state, message.folder]).toEqual([direction, state, folder]);
    expect(restOf(message) ?? []).toEqual(rest);
  });

  it('what went out names its recipients, or writes its only card first', () => {
    expect(read(['X-IRMC-BOX:SENT', ...CARD]).addresses).toEqual([{ role: 'to', address: '1234' }]);
    const both = parseVmg(
      vmg(['X-IRMC-BOX:SENT', ...CARD]).replace(
        'BEGIN:VBODY',
        ['BEGIN:VCARD', 'VERSION:2.1', 'TEL:2', 'END:VCARD', 'BEGIN:VBODY'].join('\n'),
      ),
    );
    expect(both.messages[0]?.addresses.map(({ role, address }) => [role, address])).toEqual([
      ['from', '1234'],
      ['to', '2'],
    ]);
  });
});

describe('what is kept', () => {
  it.each<[head: readonly string[], body: readonly string[], rest: readonly string[]]>([
    [['VERSION:1.1'], ['Hi'], []],
    [['VERSION:2.0'], ['Hi'], ['VERSION:2.0']],
    [['VERSION:1.1', 'VERSION:1.2'], ['Hi'], ['VERSION:1.2']],
    [['X-NOK-DT:tonight'], ['Hi'], ['X-NOK-DT:tonight']],
    [['X-SS-DT:20051341T000000Z'], ['Hi'], ['X-SS-DT:20051341T000000Z']],
    [['X-NOK-DT:20050304T153010Z', 'X-SS-DT:20050304T153011Z'], ['Hi'], ['X-SS-DT:20050304T153011Z']],
    // Twenty minutes apart are two moments, and so are seventeen hours.
    [['X-NOK-DT:20050304T153010Z'], ['Date:04.03.2005 15:50:10', 'Hi'], ['VBODY/DATE:04.03.2005 15:50:10']],
    [['X-NOK-DT:20050304T153010Z'], ['Date:05.03.2005 08:30:10', 'Hi'], ['VBODY/DATE:05.03.2005 08:30:10']],
    [['X-NOK-DT:20050304T153010'], ['Date:04.03.2005 16:30:10', 'Hi'], ['VBODY/DATE:04.03.2005 16:30:10']],
    [[], ['X-TYPE:WAP', 'Hi'], ['VBODY/X-TYPE:WAP']],
    [[], ['X-TYPE:SMS', 'Hi'], []],
    [['X-A;CHARSET=UTF-8:b'], ['Hi'], ['X-A;CHARSET=UTF-8:b']],
  ])('%j %j', (head, body, rest) => {
    const message = read(head, body);
    expect(message.text).toBe('Hi');
    expect(restOf(message) ?? []).toEqual(rest);
  });

  it('a component of another kind, and a card that is too long', () => {
    const issues: Issue[] = [];
    const options = { onIssue: (issue: Issue) => issues.push(issue), limits: { vobjectProperties: 2 } };
    const text = vmg([
      'BEGIN:VNOTE',
      'BODY:x',
      'END:VNOTE',
      'BEGIN:VCARD',
      'VERSION:2.1',
      'TEL:1',
      'TEL:2',
      'TEL:3',
      'END:VCARD',
    ]);
    const [message] = parseVmg(text, options).messages;
    expect(message?.rest).toEqual([
      { family: 'vmg', name: 'BEGIN:VNOTE', value: 'BEGIN:VNOTE\nBODY:x\nEND:VNOTE' },
      { family: 'vmg', name: 'VCARD', value: 'BEGIN:VCARD\nVERSION:2.1\nTEL:1\nTEL:2\nTEL:3\nEND:VCARD' },
    ]);
    expect(issues.map(({ code, severity, field, offset }) => [code, severity, field, offset])).toEqual([
      ['bad-value', 'warning', 'VMSG', 11],
      ['bad-value', 'warning', 'VCARD', 40],
    ]);
  });

  it('a card that says more than name and number; of one that names nobody nothing', () => {
    const full = ['BEGIN:VCARD', 'VERSION:2.1', 'N:King;Ada', 'TEL:1', 'ORG:Engines', 'END:VCARD'];
    expect(read(full).addresses).toEqual([{ role: 'from', address: '1', name: 'Ada King', card: `${full.join('\n')}\n` }]);
    expect(read(['BEGIN:VCARD', 'VERSION:2.1', 'N:', 'EMAIL:a@b.test', 'END:VCARD']).addresses).toEqual([
      { role: 'from', address: 'a@b.test' },
    ]);
    expect(read(['BEGIN:VCARD', 'VERSION:2.1', 'N:Ada', 'END:VCARD']).addresses).toEqual([
      { role: 'from', address: '', name: 'Ada' },
    ]);
    expect(read(['BEGIN:VCARD', 'VERSION:2.1', 'N:', 'END:VCARD']).addresses).toEqual([]);
  });
});

describe('what is refused', () => {
  const PLAIN = vmg([]);
  it.each<[code: string, field: string, offset: number, text: string, lenient: object]>([
    ['bad-value', 'VMSG', 11, vmg(['END:VENV']), { text: 'Hi' }],
    ['bad-value', 'VMSG', 11, vmg(['END:VNOTE']), { text: 'Hi' }],
    ['bad-value', 'VMSG', 11, vmg(['none']), { text: 'Hi', rest: [{ family: 'vmg', name: '', value: 'none' }] }],
    ['truncated', 'VMSG', PLAIN.indexOf('END:VMSG'), PLAIN.slice(0, PLAIN.indexOf('END:VMSG')), { text: 'Hi' }],
    ['truncated', 'VNOTE', 26, 'BEGIN:VMSG\nBEGIN:VNOTE\na:b', { rest: [{ name: 'BEGIN:VNOTE', value: 'BEGIN:VNOTE\na:b' }] }],
    [
      'truncated',
      'VBODY',
      vmg([], ['TEXT;ENCODING=QUOTED-PRINTABLE:a=']).indexOf('END:VBODY'),
      vmg([], ['TEXT;ENCODING=QUOTED-PRINTABLE:a=']),
      { text: 'a' },
    ],
  ])('%s %s at %i', (code, field, offset, text, lenient) => {
    expect(refusal(() => parseVmg(text))).toEqual({ code, field, offset });
    expect(parseVmg(text, { lenient: true }).messages[0]).toMatchObject(lenient);
  });

  it('an archive of lines alone', () => {
    expect(parseVmg('a\n\nb\n', { lenient: true })).toMatchObject({
      messages: [],
      unknown: [{ name: 'line', at: 0, text: 'a\nb', reason: 'is outside of any message' }],
    });
  });
});

describe('bodies', () => {
  it.each<[body: readonly string[], text: string]>([
    [[], ''],
    [['TEXT;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gr=C3=BC=', '=C3=9Fe', ''], 'Grüße'],
    [['TEXT;ENCODING=BASE64:SGk=', 'TEXT;ENCODING=BASE64:SGk='], 'Hi\nHi'],
    [['TEXT;QUOTED-PRINTABLE;CHARSET=UTF-8:a=3Db'], 'a=b'],
    [['X-BODY-CONTENTS;CHARSET=UTF-8:Hi'], 'Hi'],
    [['TEXT:Hi'], 'TEXT:Hi'],
    [['Date:4 Mar 2005 16:30', 'Hi'], 'Hi'],
    [['Date: tonight'], 'Date: tonight'],
    [['X-ray:fine'], 'X-ray:fine'],
    [['Hi', 'X-BOX:INBOX', 'Date:04.03.2005 16:30:10'], 'Hi\nX-BOX:INBOX\nDate:04.03.2005 16:30:10'],
  ])('%j', (body, text) => {
    expect(read([], body).text).toBe(text);
  });

  it('several, one after the other', () => {
    const text = vmg([]).replace('END:VBODY', 'END:VBODY\nBEGIN:VBODY\nyou\nEND:VBODY');
    expect(parseVmg(text).messages[0]?.text).toBe('Hi\nyou');
  });

  // 3GPP TS 23.040 9.2.2: a DELIVER of 8-bit data with ports, a SUBMIT, and a status report, which is not a message from a person.
  it.each<[hex: string, head: readonly string[], message: object]>([
    [
      '07917283010010F5440BC87238880900F10004993092516195800B0605041582000001020304',
      [],
      {
        direction: 'in',
        text: '',
        parts: [{ contentType: 'application/octet-stream', data: Uint8Array.of(1, 2, 3, 4) }],
        udh: Uint8Array.of(6, 5, 4, 0x15, 0x82, 0, 0),
        serviceCentre: '+27381000015',
        time: { ms: Date.UTC(1999, 2, 29, 13, 16, 59), offsetMinutes: 120 },
      },
    ],
    [
      '0001000B917283010010F500000AE8329BFD4697D9EC37',
      [],
      { direction: 'out', text: 'hellohello', addresses: [{ role: 'to', address: '+27381000015' }] },
    ],
    [
      '0001000B917283010010F500000AE8329BFD4697D9EC37',
      ['X-IRMC-BOX:INBOX', ...CARD],
      { direction: 'in', text: '0001000B917283010010F500000AE8329BFD4697D9EC37' },
    ],
    ['0006000B917283010010F52111219000000021112190000000', [], { text: '0006000B917283010010F52111219000000021112190000000' }],
    ['AB'.repeat(20), [], { text: 'AB'.repeat(20) }],
    [`${'AB'.repeat(20)}A`, [], { text: `${'AB'.repeat(20)}A` }],
    ['CAFE', [], { text: 'CAFE' }],
  ])('%s', (hex, head, message) => {
    expect(read(head, [hex])).toMatchObject(message);
  });
});

describe('clocks and stamps', () => {
  it.each<[text: string, order: 'day' | 'month' | undefined, clocks: readonly number[]]>([
    ['03/04/2005 16:30', 'day', [Date.UTC(2005, 3, 3, 16, 30)]],
    ['03/04/2005 16:30', 'month', [Date.UTC(2005, 2, 4, 16, 30)]],
    ['03/04/2005 16:30', undefined, [Date.UTC(2005, 3, 3, 16, 30), Date.UTC(2005, 2, 4, 16, 30)]],
    ['03/04/205 16:30', undefined, []],
    ['2005/13/04 16:30', undefined, []],
    ['4 Mar 05 16:30', undefined, [Date.UTC(2005, 2, 4, 16, 30)]],
    ['Mar 4, 2005 0:30 PM', undefined, []],
    ['none', undefined, []],
  ])('%s, %s', (text, order, clocks) => {
    expect(readClock(text, order)).toEqual(clocks);
  });

  it.each([
    [undefined, undefined, undefined],
    [undefined, 60_000, { ms: 60_000, isLocal: true }],
    [{ ms: 0 }, undefined, { ms: 0 }],
    [{ ms: 0 }, 0, { ms: 0 }],
    [{ ms: 0 }, 3_600_000, { ms: 0, offsetMinutes: 60 }],
    [{ ms: 0 }, 60_000, undefined],
    [{ ms: 0 }, 15 * 3_600_000, undefined],
    [{ ms: 0, isLocal: true }, 3_600_000, undefined],
  ] as const)('%j and %j give %j', (stamp, clock, time) => {
    expect(joinTimes(stamp, clock)).toEqual(time);
  });
});

describe('what is written', () => {
  const MESSAGE: ArchiveMessage = { kind: 'sms', addresses: [], text: 'Hi', parts: [] };
  const write = (fields: Partial<ArchiveMessage>) => {
    const losses: string[] = [];
    const text = formatVmg([{ ...MESSAGE, ...fields }], { onLoss: ({ field }: ArchiveLoss) => losses.push(field) });
    return { text, losses, message: parseVmg(text, { lenient: true }).messages[0] as ArchiveMessage };
  };
  const vmgRest = (name: string, value: string) => ({ family: 'vmg' as const, name, value });

  it.each<[fields: Partial<ArchiveMessage>, losses: readonly string[], read: object]>([
    [{ direction: 'in', state: 'unread' }, [], { direction: 'in', state: 'unread' }],
    [{ direction: 'out', state: 'failed' }, ['state'], { state: 'outbox' }],
    [{ direction: 'out', state: 'queued' }, ['state'], { state: 'outbox' }],
    [{ state: 'sent' }, ['direction'], { direction: 'out', state: 'sent' }],
    [{ direction: 'in', state: 'draft' }, ['direction'], { direction: 'out', state: 'draft' }],
    [{ direction: 'in' }, [], { direction: 'in' }],
    [{ direction: 'out' }, [], { direction: 'out' }],
    [{ direction: 'in', folder: ' Work\n1 ' }, ['folder'], { folder: 'Work 1' }],
    [{ direction: 'in', folder: 'Inbox' }, ['folder'], { direction: 'in' }],
    [{ direction: 'in', folder: '' }, ['folder'], { direction: 'in' }],
    [{ id: '' }, ['id'], {}],
    [{ id: '7' }, [], { id: '7' }],
    [{ text: 'a\r\nb\rc' }, ['text'], { text: 'a\nb\nc' }],
    [{ text: 'END:VBODY' }, [], { text: 'END:VBODY' }],
    [{ text: 'CAFE' }, [], { text: 'CAFE' }],
    [{ text: 'half \ud83d' }, ['text'], { text: 'half \ufffd' }],
    [{ time: { ms: 1500 } }, ['time'], { time: { ms: 1000 } }],
    [{ time: { ms: Date.UTC(10_000, 0) } }, ['time'], {}],
    [
      { sentTime: { ms: 0 }, subject: 'a', udh: Uint8Array.of(0), serviceCentre: '1' },
      ['serviceCentre', 'udh', 'sentTime', 'subject'],
      {},
    ],
    [
      {
        addresses: [
          { role: 'from', address: '1' },
          { role: 'from', address: '2' },
        ],
      },
      ['addresses'],
      { addresses: [{ role: 'from', address: '1' }] },
    ],
    [
      {
        addresses: [
          { role: 'to', address: '1' },
          { role: 'from', address: '2' },
        ],
      },
      ['addresses'],
      {},
    ],
    [{ addresses: [{ role: 'cc', address: '1' }] }, ['addresses'], { addresses: [{ role: 'to', address: '1' }] }],
    [
      { direction: 'out', addresses: [{ role: 'from', address: '1' }] },
      ['addresses'],
      { addresses: [{ role: 'to', address: '1' }] },
    ],
    [{ addresses: [{ role: 'from', address: '1', name: '' }] }, ['addresses'], { addresses: [{ role: 'from', address: '1' }] }],
    [
      { kind: 'mms', text: '', parts: [{ contentType: 'text/plain', data: Uint8Array.of(0x48) }] },
      ['parts[0]'],
      { kind: 'mms', text: 'H' },
    ],
    [{ parts: [{ contentType: 'text/plain', data: Uint8Array.of(0x48) }] }, ['parts[0]'], { kind: 'sms', text: 'Hi' }],
    [{ rest: [{ family: 'gammu', name: 'Class', value: '1' }] }, ['rest.Class'], {}],
    [{ rest: [vmgRest('VERSION', '2.0'), vmgRest('X-A', 'b'), vmgRest('', 'none'), vmgRest('VBODY/X-C', 'd')] }, [], {}],
    [{ rest: [vmgRest('VBODY/X-c', 'd')] }, ['rest.VBODY/X-c'], {}],
    [
      { rest: [vmgRest('X-A', 'b\nc'), vmgRest('BEGIN', 'VENV'), vmgRest('', ' END:VMSG')] },
      ['rest.X-A', 'rest.BEGIN', 'rest.'],
      {},
    ],
    [{ rest: [vmgRest('BEGIN:VNOTE', 'BEGIN:VNOTE\na:b\nEND:VNOTE')] }, [], { rest: [{ name: 'BEGIN:VNOTE' }] }],
    [
      { rest: [vmgRest('BEGIN:VNOTE', 'BEGIN:VNOTE\nEND:VMSG\nEND:VNOTE'), vmgRest('VCARD', 'TEL:1')] },
      ['rest.BEGIN:VNOTE', 'rest.VCARD'],
      {},
    ],
    [
      { rest: [vmgRest('VBODY/DATE', '03/04/2005 16:30')], time: { ms: 0, isLocal: true } },
      [],
      { rest: [{ name: 'VBODY/DATE' }] },
    ],
  ])('%j', (fields, losses, message) => {
    const written = write(fields);
    expect(written.losses).toEqual(losses);
    expect(written.message).toMatchObject(message);
  });

  it('a card as it was, and the same card once more', () => {
    const card = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:King;Ada\r\nTEL:1\r\nORG:Engines\r\nEND:VCARD\r\n';
    const address = { role: 'to' as const, address: '1', name: 'Ada King', card };
    const { text, losses } = write({ direction: 'out', state: 'sent', addresses: [address, address] });
    expect([losses, text.split(card).length]).toEqual([[], 3]);
  });
});
