/** VMG: what a message may say of its place, its time and its people, and what is kept or refused. */
import { describe, expect, it } from 'vitest';
import { type ArchiveLoss, type ArchiveMessage, formatVmg, parseVmg } from '../../src/archive/index.js';
import { isBodyProperty } from '../../src/archive/vmg-parse.js';
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
    [['X-MESSAGE-TYPE:OTHER', 'X-IRMC-BOX:INBOX'], 'in', undefined, undefined, 'X-MESSAGE-TYPE:OTHER'],
    [['X-MESSAGE-TYPE:OTHER'], undefined, undefined, undefined, 'X-MESSAGE-TYPE:OTHER'],
    [['X-MESSAGE-TYPE:submit', 'X-IRMC-BOX:INBOX'], 'in', undefined, undefined, 'X-MESSAGE-TYPE:submit'],
    [['X-IRMC-STATUS:SENT'], 'out', 'sent'],
    [['X-IRMC-STATUS:UNSENT'], 'out', 'outbox'],
    [['X-IRMC-STATUS:READ'], undefined, 'read'],
    [['X-READ:READ'], undefined, 'read'],
    [['X-BOX:INBOX'], 'in', undefined],
    [['X-IRMC-BOX;CHARSET=UTF-8:INBOX'], undefined, undefined, undefined, 'X-IRMC-BOX;CHARSET=UTF-8:INBOX'],
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

describe('the sender and the recipients of a message', () => {
  const card = (number: number) => ['BEGIN:VCARD', 'VERSION:2.1', `TEL:${number}`, 'END:VCARD'];
  const inEnvelope = (...lines: readonly string[]) => ['BEGIN:VENV', ...lines, 'END:VENV'];

  it.each<[what: string, lines: readonly string[], ...addresses: string[]]>([
    ['a card outside of envelopes', card(1), 'from 1'],
    ['a second one', [...card(1), ...card(2)], 'from 1', 'to 2'],
    ['a card in an envelope', inEnvelope(...card(1)), 'to 1'],
    ['one outside, one inside', [...card(1), ...inEnvelope(...card(2))], 'from 1', 'to 2'],
    ['one inside, then two outside', [...inEnvelope(...card(1)), ...card(2), ...card(3)], 'to 1', 'from 2', 'to 3'],
    ['envelopes in envelopes', inEnvelope(...card(1), ...inEnvelope(...card(2)), ...card(3)), 'to 1', 'to 2', 'to 3'],
  ])('%s: %j', (_, lines, ...addresses) => {
    expect(read(lines).addresses.map(({ role, address }) => `${role} ${address}`)).toEqual(addresses);
  });
});

describe('lines of a file', () => {
  const BARE = { kind: 'sms', addresses: [], text: 'Hi', parts: [], at: 0 };
  const FILE = { format: 'vmg', messages: [BARE], cards: [], calendars: [], unknown: [], rest: [] };

  it('a message that says nothing but its text has no other members', () => {
    expect(parseVmg(vmg([]))).toStrictEqual(FILE);
    expect(parseVmg(vmg(['X-IRMC-LUID:']))).toStrictEqual(FILE);
    expect(parseVmg('BEGIN:VMSG\nEND:VMSG')).toStrictEqual({ ...FILE, messages: [{ ...BARE, text: '' }] });
  });

  it('blanks around BEGIN and END, empty lines and the case of names do not count', () => {
    const head = [' begin:vmsg\t', '', 'x-irmc-luid: 7 ', ' \t', ' begin:venv '];
    const lines = [...head, ' begin:vbody ', 'Hi', '\tend:vbody ', '', ' end:venv', '  end:vmsg '];
    expect(parseVmg(lines.join('\n'))).toEqual({ ...FILE, messages: [{ ...BARE, id: '7' }] });
  });

  it('a byte order mark is not a part of the first line, and counts in offsets', () => {
    expect(parseVmg(`\ufeff${vmg([])}`).messages).toEqual([BARE]);
    const { messages, unknown } = parseVmg(`\ufeffnote\n${vmg([])}`);
    expect(messages).toEqual([{ ...BARE, at: 6 }]);
    expect(unknown.map(({ at, text }) => [at, text])).toEqual([[0, ' note']]);
  });

  it('a mark at the end of a file is a line of white space', () => {
    expect(parseVmg(`note\n${vmg([])}\ufeff`).unknown).toMatchObject([{ at: 0, text: 'note' }]);
  });

  it.each(['a BEGIN:VMSG', 'BEGIN:VMSGS', 'X:BEGIN:VMSG'])('%s begins no message', (line) => {
    expect(parseVmg(`${line}\n${vmg([])}`)).toMatchObject({
      messages: [{ at: line.length + 1 }],
      unknown: [{ at: 0, text: line }],
    });
  });

  it.each<[line: string, name: string, value: string]>([
    ['X-A:BEGIN:VMSG', 'X-A', 'BEGIN:VMSG'],
    ['X-A:END:VMSG', 'X-A', 'END:VMSG'],
    ['X-A:BEGIN:VNOTE', 'X-A', 'BEGIN:VNOTE'],
    ['BEGIN:VNOTE 2', 'BEGIN', 'VNOTE 2'],
    ['END:VMSG-2', 'END', 'VMSG-2'],
    ['BEGIN:VMSG-2', 'BEGIN', 'VMSG-2'],
  ])('%s within a message is a property', (line, name, value) => {
    expect(read([line])).toEqual({ ...BARE, rest: [{ family: 'vmg', name, value }] });
  });

  // Lines of a message before its text, its first not among them; a second envelope in the first; one after the other.
  it.each<[limits: object, text: string, field: string, at: string]>([
    [{ archiveFields: 2 }, vmg(['VERSION:1.1', 'X-A:1', 'X-B:2']), 'VMSG', 'X-B'],
    [{ archiveFields: 4 }, vmg(['VERSION:1.1'], ['X-A:1', 'X-B:2', 'Hi']), 'VMSG', 'X-B'],
    [{ archiveDepth: 1 }, vmg(['BEGIN:VENV', 'X-A:1']).replace('X-A:1\n', ' '), 'VENV', ' BEGIN:VENV'],
    [{ archiveMessages: 1 }, `${vmg([])} ${vmg([])}`, 'VMSG', ' BEGIN:VMSG'],
  ])('one more than %j is refused', (limits, text, field, at) => {
    const offset = text.indexOf(at);
    expect(refusal(() => parseVmg(text, { limits, lenient: true }))).toEqual({ code: 'limit-exceeded', field, offset });
  });

  it.each<[limits: object, text: string]>([
    [{ archiveFields: 6 }, vmg(['VERSION:1.1', 'X-A:1', 'X-B:2'])],
    [{ archiveFields: 3 }, `${vmg([])}${vmg([])}`],
    [{ archiveDepth: 2 }, vmg(['BEGIN:VENV', 'END:VENV', 'BEGIN:VENV'], ['Hi']).replace('END:VMSG', 'END:VENV\nEND:VMSG')],
    [{ archiveDepth: 1 }, vmg(['BEGIN:VENV', 'END:VENV'])],
    [{ archiveMessages: 2 }, `${vmg([])}${vmg([])}`],
  ])('as many as %j are read', (limits, text) => {
    expect(parseVmg(text, { limits }).messages[0]?.text).toBe('Hi');
  });
});

describe('what is reported', () => {
  it('of a component with a name of any length, the beginning of that name', () => {
    const text = `BEGIN:VMSG\nBEGIN:${'X'.repeat(500)}\nEND:VMSG\n`;
    const field = `${'X'.repeat(40)}...`;
    expect(refusal(() => parseVmg(text))).toEqual({ code: 'truncated', field, offset: text.indexOf('END:VMSG') });
  });

  const issuesOf = (text: string) => {
    const issues: (string | number | undefined)[][] = [];
    parseVmg(text, {
      lenient: true,
      onIssue: ({ code, severity, field, offset }) => issues.push([code, severity, field, offset]),
    });
    return issues;
  };
  const CODED = 'TEXT;ENCODING=QUOTED-PRINTABLE:';

  it.each<[code: string, severity: string, field: string, at: string, text: string]>([
    ['bad-value', 'error', 'VMSG', '', 'note'],
    ['bad-value', 'error', 'VMSG', 'none', vmg(['X-A:1', 'none'])],
    ['bad-value', 'error', 'VMSG', 'END:VENV', vmg(['END:VENV'])],
    ['bad-value', 'error', 'VMSG', 'END:VNOTE', vmg(['BEGIN:VENV', 'END:VNOTE', 'END:VENV'])],
    ['truncated', 'error', 'VMSG', ' BEGIN:VMSG', `BEGIN:VMSG\n ${vmg([])}`],
    ['truncated', 'error', 'VBODY', 'END:VMSG', 'BEGIN:VMSG\nBEGIN:VBODY\nHi\nEND:VMSG\n'],
    ['truncated', 'error', 'VCARD', 'END:VMSG', 'BEGIN:VMSG\nBEGIN:VCARD\nTEL:1\nEND:VMSG\n'],
    ['truncated', 'error', 'VBODY', 'END:VBODY', vmg([], [`${CODED}a=`])],
    ['bad-value', 'error', 'VBODY', '=zz', vmg(['X-A:1'], [`${CODED}=zz`])],
    ['bad-value', 'warning', 'VBODY/Date', 'Date:', vmg([], ['Date:99.99.2005', 'X-BOX:INBOX', 'Hi'])],
    ['bad-value', 'warning', 'VBODY/Date', 'Date:', vmg([], ['X-BOX:INBOX', 'Date:03/04/2005 16:30', 'X-READ:READ', 'Hi'])],
  ])('%s, %s, %s at %j', (code, severity, field, at, text) => {
    expect(issuesOf(text)).toEqual([[code, severity, field, text.indexOf(at)]]);
    if (severity === 'error') expect(refusal(() => parseVmg(text))).toEqual({ code, field, offset: text.indexOf(at) });
  });

  it('of a file that ends after a soft line break the break, the body and the message', () => {
    const text = `BEGIN:VMSG\nBEGIN:VBODY\n${CODED}a=`;
    expect(issuesOf(text)).toEqual([
      ['truncated', 'error', 'VBODY', text.length],
      ['truncated', 'error', 'VBODY', text.length],
      ['truncated', 'error', 'VMSG', text.length],
    ]);
    expect(parseVmg(text, { lenient: true }).messages[0]?.text).toBe('a');
  });

  it('dates that a stamp or another date of the file decides are not reported', () => {
    expect(issuesOf(vmg(['X-NOK-DT:20050403T153000Z'], ['Date:03/04/2005 16:30', 'Hi']))).toEqual([]);
    expect(issuesOf(vmg([], ['Date:03/04/2005 16:30', 'Hi']) + vmg([], ['Date:13/04/2005 16:30', 'Hi']))).toEqual([]);
    expect(issuesOf(vmg(['X-NOK-DT:20050403T153000Z']))).toEqual([]);
  });
});

describe('lines at the beginning of a body', () => {
  it.each<[isProperty: boolean, line: string]>([
    [true, 'Date:04.03.2005 16:30:10'],
    [true, 'date:2005/03/04 04:30 pm'],
    [true, 'Date: 04.03.2005'],
    [true, 'Date:20050304T163010Z'],
    [true, 'Date:2005-03-04T16:30:10+01:00'],
    [true, 'Date:04.03.2005 PM \t'],
    [true, 'Date:'],
    [false, 'Date:04.03.2005 XM'],
    [false, 'Date:tonight'],
    [false, 'The Date:04.03.2005'],
    // A date with the name of its month, right after the colon, in less than 60 characters.
    [true, 'Date:4 March 2005 16:30'],
    [false, 'Date: 4 March 2005 16:30'],
    [false, 'Date:4 March'],
    [true, `Date:${'4 March 2005 16:30'.padEnd(59)}`],
    [false, `Date:${'4 March 2005 16:30'.padEnd(60)}`],
    // A name in capitals with its value right after the colon.
    [true, 'X-BOX:INBOX'],
    [true, 'X-BOX:'],
    [true, `X-${'A'.repeat(60)}:1`],
    [false, `X-${'A'.repeat(61)}:1`],
    [false, 'X-BOX: INBOX'],
    [false, 'X-box:INBOX'],
    [false, 'X-:INBOX'],
    [false, 'see X-BOX:INBOX'],
  ])('%s: %j', (isProperty, line) => {
    expect(isBodyProperty(line)).toBe(isProperty);
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
    [[], ['X-TYPE:', 'Hi'], []],
    [[], ['X-TYPE:XMMS', 'Hi'], ['VBODY/X-TYPE:XMMS']],
    [[], ['X-TYPE:MMSX', 'Hi'], ['VBODY/X-TYPE:MMSX']],
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
    [['TEXT;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=FC'], 'ü'],
    [['TEXT; CHARSET = ISO-8859-1 ; ;ENCODING=QUOTED-PRINTABLE:=FC'], 'ü'],
    [['text;encoding=base64:SGk=', ' \t'], 'Hi'],
    [['TEXT;ENCODING=QUOTED-PRINTABLE:the =', 'old END: of it'], 'the old END: of it'],
    [['TEXT;A;B;C;D;E;F;G;CHARSET=UTF-8;;I;J;K;ENCODING=BASE64:SGk='], 'Hi'],
    [['TEXT;CHARSET=UTF-8;BASE64:SGk='], 'Hi'],
    [['TEXT;ENCODING=8BIT:a:b;c=d'], 'a:b;c=d'],
    [['TEXT:Hi'], 'TEXT:Hi'],
    [['X-BOX:INBOX', 'Subject:Hi'], 'Hi'],
    [['X-BOX:INBOX', 'The subject:Hi'], 'The subject:Hi'],
    [['Subject:Hi'], 'Subject:Hi'],
    [['END:VBODYX', 'END:VBODY 2'], 'END:VBODYX\nEND:VBODY 2'],
    [['the END:VBODY'], 'the END:VBODY'],
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
    [
      '07917283010010F5440BC87238880900F10004993092516195800B0605041582000001020304',
      ['X-IRMC-STATUS:READ', 'X-MESSAGE-TYPE:DELIVER'],
      { direction: 'in', state: 'read', addresses: [{ role: 'from' }] },
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

  const NOBODY = ['BEGIN:VCARD', 'VERSION:2.1', 'N:', 'TEL:', 'END:VCARD'];
  const numbered = (number: number) => NOBODY.map((line) => (line === 'TEL:' ? `TEL:${number}` : line));
  const HEAD = ['BEGIN:VMSG', 'VERSION:1.1'];
  const body = (...lines: readonly string[]) => [
    'BEGIN:VENV',
    'BEGIN:VBODY',
    ...lines,
    'END:VBODY',
    'END:VENV',
    'END:VMSG',
    '',
  ];
  /** 4 March 2005, 15:30:10 UTC. */
  const ms = Date.UTC(2005, 2, 4, 15, 30, 10);

  it.each<[what: string, fields: Partial<ArchiveMessage>, lines: readonly string[]]>([
    ['nothing but a text', {}, [...HEAD, ...NOBODY, ...body('Hi')]],
    ['no text', { text: '' }, [...HEAD, ...NOBODY, ...body()]],
    ['a text in lines', { text: 'x\n\ny' }, [...HEAD, ...NOBODY, ...body('x', '', 'y')]],
    ['a multimedia message', { kind: 'mms' }, [...HEAD, ...NOBODY, ...body('X-TYPE:MMS', 'Hi')]],
    ['what came in', { direction: 'in' }, [...HEAD, 'X-IRMC-BOX:INBOX', 'X-MESSAGE-TYPE:DELIVER', ...NOBODY, ...body('Hi')]],
    [
      'an empty folder and number',
      { direction: 'in', folder: '', id: '' },
      [...HEAD, 'X-IRMC-BOX:INBOX', 'X-MESSAGE-TYPE:DELIVER', 'X-IRMC-LUID:', ...NOBODY, ...body('Hi')],
    ],
    ['what went out', { direction: 'out' }, [...HEAD, 'X-MESSAGE-TYPE:SUBMIT', ...NOBODY, ...body('Hi')]],
    [
      'a state',
      { direction: 'out', state: 'outbox' },
      [...HEAD, 'X-IRMC-STATUS:UNSENT', 'X-IRMC-BOX:OUTBOX', 'X-MESSAGE-TYPE:SUBMIT', ...NOBODY, ...body('Hi')],
    ],
    [
      'a folder and a number of its own, each in one line',
      { direction: 'in', folder: ' Work\r\n1 ', id: '\n7\r\n8' },
      [...HEAD, 'X-IRMC-BOX:Work 1', 'X-MESSAGE-TYPE:DELIVER', 'X-IRMC-LUID:7 8', ...NOBODY, ...body('Hi')],
    ],
    [
      'a status and a type that were kept, before those of the state',
      {
        direction: 'in',
        state: 'read',
        rest: [vmgRest('x-irmc-status', 'FOO'), vmgRest('x-message-type', 'BAR'), vmgRest('version', '2.0')],
      },
      [
        'BEGIN:VMSG',
        'VERSION:2.0',
        ...['X-IRMC-STATUS:FOO', 'X-IRMC-BOX:INBOX', 'X-MESSAGE-TYPE:BAR'],
        ...[...NOBODY, ...body('Hi')],
      ],
    ],
    [
      'an instant',
      { time: { ms } },
      [...HEAD, 'X-NOK-DT:20050304T153010Z', ...NOBODY, ...body('Date:04.03.2005 15:30:10', 'Hi')],
    ],
    [
      'an instant on a clock',
      { time: { ms, offsetMinutes: 60 } },
      [...HEAD, 'X-NOK-DT:20050304T153010Z', ...NOBODY, ...body('Date:04.03.2005 16:30:10', 'Hi')],
    ],
    ['what a clock showed', { time: { ms, isLocal: true } }, [...HEAD, ...NOBODY, ...body('Date:04.03.2005 15:30:10', 'Hi')]],
    [
      'an instant of the year 9999 on a clock of the next',
      { time: { ms: Date.UTC(9999, 11, 31, 23), offsetMinutes: 60 } },
      [...HEAD, ...NOBODY, ...body('Hi')],
    ],
    [
      'an instant of the year 10000 on a clock of the one before',
      { time: { ms: Date.UTC(10_000, 0), offsetMinutes: -60 } },
      [...HEAD, ...NOBODY, ...body('Hi')],
    ],
    [
      'a date that was kept, and another property of the body',
      { time: { ms, isLocal: true }, rest: [vmgRest('VBODY/Date', '03/04/2005 16:30'), vmgRest('VBODY/X-C', 'd')] },
      [...HEAD, ...NOBODY, ...body('Date:03/04/2005 16:30', 'X-C:d', 'Hi')],
    ],
    [
      'a property of the body, and the time',
      { time: { ms, isLocal: true }, rest: [vmgRest('VBODY/X-C', 'd')] },
      [...HEAD, ...NOBODY, ...body('X-C:d', 'Date:04.03.2005 15:30:10', 'Hi')],
    ],
    [
      'other lines, properties and components',
      {
        rest: [
          vmgRest('X-A;CHARSET=UTF-8', 'END:b'),
          vmgRest('', 'a BEGIN:b'),
          vmgRest('X-BEGIN', '1'),
          vmgRest('ENDING', '2'),
          vmgRest('VCARD', 'BEGIN:VCARD\r\nTEL:9\r\nEND:VCARD'),
          vmgRest('BEGIN:VNOTE', 'BEGIN:VNOTE\r\nEND:VNOTE'),
        ],
      },
      [
        ...[...HEAD, 'X-A;CHARSET=UTF-8:END:b', 'a BEGIN:b', 'X-BEGIN:1', 'ENDING:2', 'BEGIN:VCARD', 'TEL:9', 'END:VCARD'],
        ...['BEGIN:VNOTE', 'END:VNOTE', ...NOBODY, ...body('Hi')],
      ],
    ],
    [
      'an originator and two recipients, the second in an envelope of the first',
      {
        addresses: [
          { role: 'from', address: '1' },
          { role: 'to', address: '2' },
          { role: 'to', address: '3' },
        ],
      },
      [
        ...[...HEAD, ...numbered(1), 'BEGIN:VENV', ...numbered(2), 'BEGIN:VENV', ...numbered(3)],
        ...['BEGIN:VBODY', 'Hi', 'END:VBODY', 'END:VENV', 'END:VENV', 'END:VMSG', ''],
      ],
    ],
  ])('%s', (_, fields, lines) => {
    expect(write(fields).text.split('\r\n')).toEqual(lines);
  });

  it.each([
    ...[
      'Hi',
      'a END: b',
      'aEND:',
      'the BEGIN:VMSG',
      'BEGIN:VMS',
      'x\n\ny',
      'The Date:x',
      'Dates: x',
      'X-ray',
      'X-:a',
      'TEXTS:x',
    ],
    ...['a TEXT:b', 'CAFE au lait', 'au CAFE', 'x'],
  ])('%j is written in lines of its own', (text) => {
    expect(write({ text }).text.split('\r\n')).toEqual([...HEAD, ...NOBODY, ...body(...text.split('\n'))]);
  });

  it.each([
    ...['END:VBODY', ' end:x', 'a\n\tEND:x', 'BEGIN:VMSG', 'a\n BEGIN:VMSG', 'a\0b', 'a\n', 'Date:x', 'date;x', 'X-RAY:x'],
    ...['x-a;b', 'TEXT:x', 'Subject;x', 'CAFE', 'F', 'C\nA'],
  ])('%j is written with an encoding, and read as it was', (text) => {
    const written = write({ text });
    expect(written.text).toContain('\r\nBEGIN:VBODY\r\nTEXT;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:');
    expect([written.losses, written.message.text]).toEqual([[], text]);
  });

  it.each<[is: string, rest: { name: string; value: string }]>([
    ['written', { name: 'BEGIN:VNOTE', value: 'BEGIN:VNOTE\nX-A:END:VMSG\nEND:VMSGS\nEND:VNOTE' }],
    ['lost', { name: 'BEGIN:VNOTE', value: 'BEGIN:VNOTE\n\tend:vmsg \nEND:VNOTE' }],
    ['lost', { name: 'BEGIN:VNOTE', value: 'BEGIN:VNOTE\nEND:VMSG' }],
    ['lost', { name: 'BEGIN:VNOTE', value: 'X:BEGIN:VNOTE\nEND:VNOTE' }],
    ['lost', { name: 'X-A;B:C', value: 'd' }],
    ['lost', { name: 'X A', value: 'd' }],
    ['lost', { name: '', value: 'END:VENV' }],
    ['lost', { name: '', value: '  begin:vbody' }],
    ['lost', { name: 'end', value: 'VENV' }],
    ['lost', { name: 'VBODY/BEGIN', value: 'VENV' }],
    // It would be a line of the text.
    ['lost', { name: 'VBODY/', value: 'none' }],
    ['lost', { name: 'VBODY/Date', value: 'tonight' }],
  ])('%s: %j', (is, { name, value }) => {
    const { text, losses } = write({ rest: [vmgRest(name, value)] });
    expect(losses).toEqual(is === 'lost' ? [`rest.${name}`] : []);
    expect(text).toBe(is === 'lost' ? write({}).text : write({}).text.replace('BEGIN:VCARD', `${value}\r\nBEGIN:VCARD`));
  });

  const PDU = '0001000B917283010010F500000AE8329BFD4697D9EC37';
  it.each<[what: string, fields: Partial<ArchiveMessage>, lines: readonly string[], losses: readonly string[]]>([
    ['of the text', { text: 'hellohello', rest: [vmgRest('PDU', PDU)] }, [PDU], []],
    ['of another text', { rest: [vmgRest('PDU', PDU)], udh: Uint8Array.of(0) }, ['Hi'], ['udh']],
    ['that is not one', { rest: [vmgRest('PDU', 'zz')], serviceCentre: '1' }, ['Hi'], ['serviceCentre']],
    ['of the other direction', { text: 'hellohello', direction: 'in', rest: [vmgRest('PDU', PDU)] }, ['hellohello'], []],
    // Header and octets are in the PDU.
    [
      'with a header and a service centre',
      {
        text: 'hellohello',
        rest: [vmgRest('PDU', PDU)],
        udh: Uint8Array.of(0),
        serviceCentre: '1',
        parts: [{ contentType: 'a/b', data: Uint8Array.of(1) }],
      },
      [PDU],
      [],
    ],
  ])('the PDU %s', (_, fields, lines, losses) => {
    const written = write(fields);
    expect(written.text.split('\r\n').slice(-5 - lines.length)).toEqual(body(...lines).slice(1));
    expect(written.losses).toEqual(losses);
  });

  it.each<[kind: 'sms' | 'mms', contentType: string, reason: string]>([
    ['mms', 'text/plain', 'becomes the text of the message'],
    ['mms', 'image/gif', 'has no place in the format'],
    ['sms', 'text/plain', 'has no place in the format'],
  ])('a part of a %s, %s: %s', (kind, contentType, reason) => {
    const losses: ArchiveLoss[] = [];
    const parts = [{ contentType, data: Uint8Array.of(0x48) }];
    formatVmg([MESSAGE, { ...MESSAGE, kind, parts }], { onLoss: (loss) => losses.push(loss) });
    expect(losses).toEqual([{ index: 1, field: 'parts[0]', reason }]);
  });

  it.each<[field: string, fields: Partial<ArchiveMessage>]>([
    ['addresses', { addresses: [{ role: 'from', address: '1\ud83d' }] }],
    ['addresses', { addresses: [{ role: 'from', address: '1', name: 'a\ud83d' }] }],
    ['addresses', { addresses: [{ role: 'from', address: '' }] }],
    ['id', { id: '\ud83d' }],
    ['id', { id: ' 7' }],
    ['folder', { direction: 'in', folder: '\ud83d' }],
    ['message', { addresses: [{ role: 'from', address: '1', card: 'BEGIN:VCARD\r\nTEL:1\r\nNOTE:\ud83d\r\nEND:VCARD' }] }],
    ['time', { time: { ms: Date.UTC(9999, 11, 31, 23), offsetMinutes: 60 } }],
    ['time', { time: { ms: Date.UTC(10_000, 0), offsetMinutes: -60 } }],
  ])('what is lost of %s: %j', (field, fields) => {
    expect(write(fields).losses).toEqual([field]);
  });
});
