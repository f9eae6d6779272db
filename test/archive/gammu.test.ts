/** gammu's backups: every kind of entry, what is kept of messages, and what a backup cannot say. */
import { describe, expect, it } from 'vitest';
import {
  type ArchiveLoss,
  type ArchiveMessage,
  formatGammuBackup,
  joinMessages,
  parseGammuBackup,
} from '../../src/archive/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { refusal } from '../support/hostile.js';

const utc = (...time: [number, number, number, number, number]) =>
  new Date(Date.UTC(time[0], time[1] - 1, time[2], time[3], time[4]));
/** Lines of a section, its name first. */
const section = (name: string, ...lines: readonly string[]) => `[${name}]\n${lines.join('\n')}\n`;
const entries = (...all: readonly (readonly [type: string, value: string])[]) =>
  all.flatMap(([type, value], i) => [`Entry0${i}Type = ${type}`, `Entry0${i}Text = "${value}"`]);

describe('the address book', () => {
  const card = (name: string, ...lines: readonly string[]) =>
    parseGammuBackup(section(name, ...lines), { lenient: true }).cards[0];

  it('names, numbers and addresses by their types', () => {
    const lines = entries(
      ...([
        ['Name', 'Ada King'],
        ['LastName', 'King'],
        ['NumberMobileWork', '1'],
        ['NumberGeneral', '2'],
        ['Email', 'a@b.test'],
      ] as const),
      ...([
        ['Email2', 'c@d.test'],
        ['Address', 'Street 1'],
        ['WorkCity', 'Zürich'],
        ['City', 'Bern'],
        ['Date', '20050304T000000'],
      ] as const),
    );
    expect(card('PhonePBK001', ...lines)).toEqual({
      version: '2.1',
      formattedName: 'Ada King',
      family: 'King',
      tel: [
        { value: '1', types: ['CELL', 'WORK'] },
        { value: '2', types: [] },
      ],
      email: [{ value: 'a@b.test' }, { value: 'c@d.test' }],
      address: [
        { types: ['HOME'], street: 'Street 1', locality: 'Bern' },
        { types: ['WORK'], locality: 'Zürich' },
      ],
      birthday: '2005-03-04',
      other: [{ name: 'X-GAMMU-MEMORY', value: 'ME' }],
    });
  });

  it('what a card has once, or not at all, as properties of its own', () => {
    const lines = entries(
      ...([
        ['Name', 'Ada'],
        ['FormalName', 'Countess'],
        ['City', 'Bern'],
        ['City', 'Basel'],
        ['Date', 'soon'],
        ['NumberHome', ''],
        ['Email', ''],
      ] as const),
      ['constructor', 'x'],
    );
    expect(card('SIMPBK001', ...lines, 'Caller = 1', 'no value')).toEqual({
      version: '2.1',
      formattedName: 'Ada',
      address: [{ types: ['HOME'], locality: 'Bern' }],
      other: [
        { name: 'X-GAMMU-FORMALNAME', value: 'Countess' },
        { name: 'X-GAMMU-CITY', value: 'Basel' },
        { name: 'X-GAMMU-DATE', value: 'soon' },
        { name: 'X-GAMMU-NUMBERHOME', value: '' },
        { name: 'X-GAMMU-EMAIL', value: '' },
        { name: 'X-GAMMU-CONSTRUCTOR', value: 'x' },
        { name: 'X-GAMMU-CALLER', value: '1' },
        { name: 'X-GAMMU-LINE', value: 'no value' },
        { name: 'X-GAMMU-MEMORY', value: 'SM' },
      ],
    });
  });

  it('a photograph in lines, and a number without quotation marks', () => {
    const lines = [
      'Entry00Type = JPEGPhoto',
      'Entry00Data00 = "/9j/',
      'Entry00Data01 = 4AA="',
      'Entry01Type = Category',
      'Entry01Number = 5',
      'Entry02Type = Note',
    ];
    expect(card('PhonePBK001', ...lines)?.other).toEqual([
      {
        name: 'PHOTO',
        params: [
          { name: 'ENCODING', value: 'BASE64' },
          { name: 'TYPE', value: 'JPEG' },
        ],
        value: '/9j/4AA=',
      },
      { name: 'X-GAMMU-CATEGORY', value: '5' },
      { name: 'X-GAMMU-MEMORY', value: 'ME' },
    ]);
  });
});

describe('the calendar', () => {
  it('an event with all that it may have', () => {
    const text = section(
      ...([
        'Calendar001',
        'Type = Meeting',
        'Text = "Tea"',
        'Description = "with \\"cake\\"\\n"',
        'EventLocation = "Bern"',
      ] as const),
      ...['StartTime = 20050505T100000Z', 'StopTime = 20050505T110000', 'ToneAlarm = 20050505T094500Z', 'Contact = 7'],
    );
    expect(parseGammuBackup(text).calendars[0]?.events).toEqual([
      {
        ...{ summary: 'Tea', description: 'with "cake"\n', location: 'Bern', categories: ['MEETING'] },
        ...{ start: utc(2005, 5, 5, 10, 0), startKind: 'floating', end: utc(2005, 5, 5, 11, 0), endKind: 'floating' },
        ...{ alarm: utc(2005, 5, 5, 9, 45), alarmKind: 'floating', other: [{ name: 'X-GAMMU-CONTACT', value: '7' }] },
      },
    ]);
  });

  it('times that are none, and a type that says nothing', () => {
    const text = section('Calendar1', 'Type = 0', 'StartTime = soon', 'StopTime = 20051341T000000', 'none');
    expect(parseGammuBackup(text, { lenient: true }).calendars[0]?.events).toEqual([
      {
        other: [
          { name: 'X-GAMMU-STARTTIME', value: 'soon' },
          { name: 'X-GAMMU-STOPTIME', value: '20051341T000000' },
          { name: 'X-GAMMU-LINE', value: 'none' },
        ],
      },
    ]);
  });

  it.each<[lines: readonly string[], todo: object]>([
    [
      ['Priority = Medium', 'Completed = yes', 'DueTime = 20050505T100000'],
      { priority: 2, status: 'COMPLETED', due: utc(2005, 5, 5, 10, 0), dueKind: 'floating', other: [] },
    ],
    [['Priority = 3', 'Completed = no'], { priority: 3, other: [] }],
    [
      ['Priority = None', 'none'],
      {
        other: [
          { name: 'X-GAMMU-PRIORITY', value: 'None' },
          { name: 'X-GAMMU-LINE', value: 'none' },
        ],
      },
    ],
    [['Private = 1'], { other: [{ name: 'X-GAMMU-PRIVATE', value: '1' }] }],
  ])('a task: %j', (lines, todo) => {
    expect(parseGammuBackup(section('TODO001', ...lines), { lenient: true }).calendars[0]?.todos).toEqual([todo]);
  });
});

describe('messages', () => {
  const read = (...lines: readonly string[]) =>
    parseGammuBackup(section('SMSBackup000', ...lines), { lenient: true }).messages[0] as ArchiveMessage;
  const restOf = ({ rest }: ArchiveMessage) => rest?.map(({ name, value }) => `${name}=${value}`) ?? [];

  it.each<[lines: readonly string[], message: object, rest: readonly string[]]>([
    [['PDU = Status_Report', 'State = Read'], { direction: 'in', state: 'read' }, ['PDU=Status_Report']],
    [['PDU = Other', 'State = Read'], {}, ['PDU=Other', 'State=Read']],
    [['PDU = Submit', 'State = Read'], { direction: 'out' }, ['State=Read']],
    [['PDU = Submit', 'State = UnSent', 'Folder = 3'], { state: 'draft', folder: '3' }, []],
    [['PDU = Submit', 'Folder = 2'], { direction: 'out' }, []],
    [['DateTime = tonight'], {}, ['DateTime=tonight']],
    [['Number = ""', 'SMSC = ""', 'Name = "Ada"'], { addresses: [] }, ['Name=Ada']],
    [['Number = unquoted'], { addresses: [{ role: 'from', address: 'unquoted' }] }, []],
    [['NumberUnicode = 00zz', 'Number = "1"'], { addresses: [{ role: 'from', address: '1' }] }, ['NumberUnicode=00zz']],
    [['UDH = 0500'], { udh: Uint8Array.of(5, 0) }, []],
    [['UDH = 050'], {}, ['UDH=050']],
    [['Text00 = 0048', 'Text01 = 0069', 'Coding = Default_No_Compression', 'Length = 2'], { text: 'Hi' }, []],
    [
      ['Text00 = 0048', 'Coding = Unicode_No_Compression', 'Length = 9'],
      { text: 'H' },
      ['Coding=Unicode_No_Compression', 'Length=9'],
    ],
    [['Text00 = 0416'], { text: 'Ж' }, []],
    [['Text00 = zz'], { text: '', parts: [] }, ['Text00=zz']],
    [['Text00 = 00zz'], { text: '', parts: [] }, ['Text00=00zz']],
    [['Text00 = 00f', 'Coding = 8bit'], { text: '', parts: [] }, ['Text00=00f', 'Coding=8bit']],
    [
      ['Text00 = 00ff', 'Coding = Other', 'Length = 3'],
      { parts: [{ contentType: 'application/octet-stream', data: Uint8Array.of(0, 255) }] },
      ['Coding=Other', 'Length=3'],
    ],
    [['Class = -1', 'ReplySMSC = True'], {}, ['ReplySMSC=True']],
    [['a = 1', 'A = 2', '= 3'], {}, ['a=1', '=A = 2', '== 3']],
  ])('%j', (lines, message, rest) => {
    const one = read(...lines);
    expect(one).toMatchObject(message);
    expect(restOf(one)).toEqual(rest);
  });

  it.each<[field: string, offset: number, text: string]>([
    ['SMSBackup000/DateTime', 15, section('SMSBackup000', 'DateTime = tonight')],
    ['SMSBackup000/UDH', 15, section('SMSBackup000', 'UDH = 0')],
    ['SMSBackup000/Text00', 15, section('SMSBackup000', 'Text00 = 0', 'Coding = 8bit')],
    ['SMSBackup000/NumberUnicode', 15, section('SMSBackup000', 'NumberUnicode = 0')],
    ['SMSBackup000', 15, section('SMSBackup000', 'no value')],
    ['SMSBackup000', 21, section('SMSBackup000', 'a = 1', 'A = 2')],
    ['section', 0, 'no value\n'],
  ])('%s at %i', (field, offset, text) => {
    expect(refusal(() => parseGammuBackup(text))).toEqual({ code: 'bad-value', field, offset });
    const issues: Issue[] = [];
    parseGammuBackup(text, { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(issues.map((issue) => [issue.code, issue.field, issue.offset])).toEqual([['bad-value', field, offset]]);
  });

  it('comments, a byte order mark, values of the backup itself', () => {
    const text = `\ufeff; a\n# b\n\n${section('Checksum', 'MD5 = "aa"', 'none')}`;
    expect(parseGammuBackup(text, { lenient: true }).rest).toEqual([
      { family: 'gammu', name: 'Checksum.MD5', value: 'aa' },
      { family: 'gammu', name: 'Checksum.', value: 'none' },
    ]);
  });
});

describe('what is written', () => {
  const MESSAGE: ArchiveMessage = { kind: 'sms', addresses: [], text: 'Hi', parts: [] };
  const write = (fields: Partial<ArchiveMessage>) => {
    const losses: string[] = [];
    const text = formatGammuBackup([{ ...MESSAGE, ...fields }], { onLoss: ({ field }: ArchiveLoss) => losses.push(field) });
    return { text, losses, messages: parseGammuBackup(text).messages };
  };
  const own = (name: string, value: string) => ({ family: 'gammu' as const, name, value });
  const octets = { contentType: 'application/octet-stream', data: Uint8Array.of(1, 2) };

  it.each<[fields: Partial<ArchiveMessage>, losses: readonly string[], read: object]>([
    [{ direction: 'in', state: 'unread' }, [], { direction: 'in', state: 'unread' }],
    [{ direction: 'in', state: 'read' }, [], { state: 'read' }],
    [{ direction: 'out', state: 'draft' }, [], { state: 'draft' }],
    [{ direction: 'out', state: 'queued' }, ['state'], { state: 'draft' }],
    [{ direction: 'in', state: 'sent' }, ['state'], { direction: 'in' }],
    [{ direction: 'out', state: 'read' }, ['state'], { direction: 'out' }],
    [
      { kind: 'mms', text: '', parts: [{ contentType: 'text/plain', data: Uint8Array.of(0x48) }] },
      ['kind', 'parts[0]'],
      { text: 'H' },
    ],
    [{ text: '', parts: [octets] }, [], { text: '', parts: [octets] }],
    [{ text: '', parts: [{ ...octets, name: 'a' }] }, ['parts[0]'], { parts: [octets] }],
    [{ text: '', parts: [{ ...octets, contentType: 'image/gif' }] }, ['parts[0]'], { parts: [octets] }],
    [{ parts: [octets] }, ['parts[0]'], { text: 'Hi', parts: [] }],
    [{ text: '' }, [], { text: '', parts: [] }],
    [{ time: { ms: 1000, isLocal: true } }, [], { time: { ms: 1000, isLocal: true } }],
    [{ time: { ms: 0, offsetMinutes: 60 } }, ['time'], { time: { ms: 3_600_000, isLocal: true } }],
    [{ time: { ms: Date.UTC(10_000, 0), isLocal: true } }, ['time'], {}],
    [{ serviceCentre: '' }, ['serviceCentre'], {}],
    [{ serviceCentre: '+1' }, [], { serviceCentre: '+1' }],
    [{ folder: ' a\nb' }, ['folder'], { folder: 'a b' }],
    [{ folder: '1' }, ['folder'], {}],
    [{ direction: 'out', folder: '1' }, [], { folder: '1' }],
    [{ udh: Uint8Array.of(5, 0) }, [], { udh: Uint8Array.of(5, 0) }],
    [{ sentTime: { ms: 0 }, subject: 'a', id: 'b' }, ['sentTime', 'subject', 'id'], {}],
    [
      { addresses: [{ role: 'from', address: '1', name: 'Ada', card: 'x' }] },
      ['addresses.name', 'addresses.card'],
      { addresses: [{ role: 'from', address: '1' }] },
    ],
    [{ addresses: [{ role: 'to', address: '1' }] }, ['addresses'], { addresses: [{ role: 'from', address: '1' }] }],
    [{ addresses: [{ role: 'from', address: '' }] }, ['addresses'], { addresses: [] }],
    [
      {
        direction: 'in',
        addresses: [
          { role: 'from', address: '1' },
          { role: 'to', address: '2' },
        ],
      },
      ['addresses'],
      { addresses: [{ role: 'from', address: '1' }] },
    ],
    [{ rest: [own('PDU', 'Status_Report'), own('State', 'Sent')] }, [], { direction: 'in' }],
    [{ rest: [own('Class', '1'), own('Other', 'a')] }, [], { rest: [own('Class', '1'), own('Other', 'a')] }],
    [{ rest: [own('Other', 'a'), own('Other', 'b')] }, ['rest.Other'], { rest: [own('Other', 'a')] }],
    [{ rest: [own('a b', 'c'), own('c', ' d'), own('e', 'f\ng')] }, ['rest.a b', 'rest.c', 'rest.e'], {}],
    [
      { rest: [own('Coding', 'Unicode_Compression'), own('Text00', 'x')] },
      [],
      { text: 'Hi', rest: [own('Coding', 'Unicode_Compression')] },
    ],
    [{ rest: [own('Coding', '8bit')] }, [], { text: 'Hi' }],
    [{ rest: [own('Coding', 'Other')], text: '', parts: [octets] }, [], { parts: [octets], rest: [own('Coding', 'Other')] }],
    [{ rest: [{ family: 'android', name: 'x', value: 'y' }] }, ['rest.x'], {}],
  ])('%j', (fields, losses, message) => {
    const written = write(fields);
    expect(written.losses).toEqual(losses);
    expect(written.messages).toMatchObject([message]);
  });

  it('a message for each recipient, and a text in lines of 50 characters', () => {
    const { messages, losses, text } = write({
      direction: 'out',
      text: 'a'.repeat(101),
      addresses: [
        { role: 'to', address: '1' },
        { role: 'to', address: '2' },
      ],
    });
    expect([losses, messages.map(({ addresses, text: body }) => [addresses[0]?.address, body.length])]).toEqual([
      ['addresses'],
      [
        ['1', 101],
        ['2', 101],
      ],
    ]);
    expect(text.match(/^Text0\d = .*$/gm)?.map((line) => line.length)).toEqual([209, 209, 13, 209, 209, 13]);
  });
});

describe('parts of a message', () => {
  const part = (sequence: number, fields: Partial<ArchiveMessage>): ArchiveMessage => ({
    ...{ kind: 'sms', direction: 'in', addresses: [{ role: 'from', address: '1' }], text: '', parts: [] },
    udh: Uint8Array.of(5, 0, 3, 7, 2, sequence),
    ...fields,
  });
  const data = (...octets: number[]) => [{ contentType: 'application/octet-stream', data: Uint8Array.from(octets) }];

  it('of octets; those that share a header keep the rest of it', () => {
    const ports = [5, 4, 0x15, 0x82, 0, 0];
    const udh = (sequence: number) => Uint8Array.of(11, 0, 3, 7, 2, sequence, ...ports);
    const parts = [part(2, { parts: data(3), udh: udh(2) }), part(1, { parts: data(1, 2), udh: udh(1) })];
    expect(joinMessages(parts)).toEqual([
      {
        ...{ kind: 'sms', direction: 'in', addresses: [{ role: 'from', address: '1' }], text: '' },
        parts: data(1, 2, 3),
        udh: Uint8Array.of(6, ...ports),
      },
    ]);
  });

  it.each<[what: string, messages: readonly ArchiveMessage[]]>([
    ['one of which the other is missing', [part(1, { text: 'a' })]],
    ['multimedia messages', [part(1, { kind: 'mms' }), part(2, { kind: 'mms' })]],
    ['headers that cannot be read', [part(1, { udh: Uint8Array.of(9) }), part(2, { udh: Uint8Array.of(9) })]],
    ['headers without a reference', [part(1, { udh: Uint8Array.of(3, 0x24, 1, 1) })]],
    ['parts from different senders', [part(1, {}), part(2, { addresses: [{ role: 'from', address: '2' }] })]],
  ])('%s stay as they are', (_, messages) => {
    expect(joinMessages(messages)).toEqual(messages);
  });
});
