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

  it('a card without entries', () => {
    expect(card('PhonePBK001')).toStrictEqual({ version: '2.1', other: [{ name: 'X-GAMMU-MEMORY', value: 'ME' }] });
  });

  it.each<[what: string, lines: readonly string[], fields: object, ...other: object[]]>([
    ['numbers are one line', entries(['NumberHome', ' 1\\r\\n2\\n ']), { tel: [{ value: '1 2', types: ['HOME'] }] }],
    ['so are addresses', entries(['Email', '\\na@b.test ']), { email: [{ value: 'a@b.test' }] }],
    ['a text may have several', entries(['Note', ' 1\\r\\n2 ']), { note: ' 1\r\n2 ' }],
    ['an entry without a value is empty', ['Entry00Type = Note'], { note: '' }],
    [
      'a day of birth is there once',
      entries(['Date', '20050304T000000'], ['Date', '20060405']),
      { birthday: '2005-03-04' },
      { name: 'X-GAMMU-DATE', value: '20060405' },
    ],
    [
      'a day of birth begins with eight digits',
      entries(['Date', '2005-03-04'], ['Date', 'x20050304'], ['Date', '2005034']),
      {},
      { name: 'X-GAMMU-DATE', value: '2005-03-04' },
      { name: 'X-GAMMU-DATE', value: 'x20050304' },
      { name: 'X-GAMMU-DATE', value: '2005034' },
    ],
    ['eight digits of another type', entries(['Category', '20050304']), {}, { name: 'X-GAMMU-CATEGORY', value: '20050304' }],
    [
      'names and values fit a card',
      entries(['User_Label 1', 'a\\r\\n\tb']),
      {},
      { name: 'X-GAMMU-USER-LABEL-1', value: 'a b' },
    ],
  ])('%s: %j', (_, lines, fields, ...other) => {
    const memory = { name: 'X-GAMMU-MEMORY', value: 'ME' };
    expect(card('PhonePBK001', ...lines)).toEqual({ version: '2.1', ...fields, other: [...other, memory] });
  });

  it.each<[type: string, field: string]>([
    ['FirstName', 'given'],
    ['SecondName', 'additional'],
    ['LastName', 'family'],
    ['NamePrefix', 'prefix'],
    ['NameSuffix', 'suffix'],
    ['FormalName', 'formattedName'],
    ['Company', 'organization'],
    ['JobTitle', 'title'],
    ['URL', 'url'],
  ])('%s is the %s of a card', (type, field) => {
    expect(card('PhonePBK001', ...entries([type, 'a']))).toMatchObject({ [field]: 'a' });
  });

  it.each<[type: string, kind: string, field: string]>([
    ['State', 'HOME', 'region'],
    ['Zip', 'HOME', 'postalCode'],
    ['Country', 'HOME', 'country'],
    ['Postal', 'HOME', 'street'],
    ['WorkAddress', 'WORK', 'street'],
    ['WorkState', 'WORK', 'region'],
    ['WorkZip', 'WORK', 'postalCode'],
    ['WorkCountry', 'WORK', 'country'],
    ['WorkPostal', 'WORK', 'street'],
  ])('%s is of the address %s: its %s', (type, kind, field) => {
    expect(card('PhonePBK001', ...entries([type, 'a']))?.address).toEqual([{ types: [kind], [field]: 'a' }]);
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

  it('an event and a task without lines', () => {
    expect(parseGammuBackup('[Calendar1]\n[TODO1]\n').calendars).toStrictEqual([
      { events: [{ other: [] }], todos: [{ other: [] }] },
    ]);
  });

  it.each<[lines: readonly string[], alarm: Date, ...other: object[]]>([
    [['Alarm = 20050505T094500'], utc(2005, 5, 5, 9, 45)],
    [['ToneAlarm = 20050505T094500'], utc(2005, 5, 5, 9, 45)],
    [
      ['ToneAlarm = 20050505T094500', 'Alarm = 20050505T083000'],
      utc(2005, 5, 5, 8, 30),
      { name: 'X-GAMMU-TONEALARM', value: '20050505T094500' },
    ],
  ])('an alarm: %j', (lines, alarm, ...other) => {
    const event = { alarm, alarmKind: 'floating', other };
    expect(parseGammuBackup(section('Calendar1', ...lines)).calendars[0]?.events).toEqual([event]);
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
  const octets = (...data: number[]) => ({ contentType: 'application/octet-stream', data: Uint8Array.from(data) });
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
    [['UDH = g5'], {}, ['UDH=g5']],
    [['UDH = 5g'], {}, ['UDH=5g']],
    [['Text00 = 00', 'Coding = My_Default_Coding'], { parts: [octets(0)] }, ['Coding=My_Default_Coding']],
    [['Text00 = 0048', 'Coding = unicode_x', 'Length = 1'], { text: 'H' }, ['Coding=unicode_x']],
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

  it.each<[lines: readonly string[], fields: object]>([
    [[], {}],
    [['Length = 0', 'Coding = Default_No_Compression'], {}],
    [['Number = ""', 'Name = ""', 'SMSC = ""'], {}],
    [['SMSC = "+1"'], { serviceCentre: '+1' }],
    [['Folder = 1'], {}],
    [['PDU = Deliver', 'Folder = 1'], { direction: 'in' }],
    [['PDU = Deliver', 'Folder = 2'], { direction: 'in', folder: '2' }],
    [['PDU = Submit', 'Folder = 2'], { direction: 'out' }],
    [['PDU = Submit', 'State = Sent'], { direction: 'out', state: 'sent' }],
    [['Class = -1', 'ReplySMSC = False', 'RejectDuplicates = False', 'ReplaceMessage = 0', 'MessageReference = 0'], {}],
  ])('a message says no more than its lines: %j', (lines, fields) => {
    const whole = [
      ...(lines.some((line) => line.startsWith('Length')) ? [] : ['Coding = Default_No_Compression', 'Length = 0']),
      ...lines,
    ];
    expect(read(...whole)).toStrictEqual({ kind: 'sms', addresses: [], text: '', parts: [], at: 0, ...fields });
  });

  it('a file without a section', () => {
    const issues: Issue[] = [];
    const onIssue = (issue: Issue) => issues.push(issue);
    expect(parseGammuBackup('; a\n', { lenient: true, onIssue })).toStrictEqual({
      ...{ format: 'gammu-backup', messages: [], cards: [], calendars: [], unknown: [], rest: [] },
    });
    expect(issues).toMatchObject([{ code: 'bad-value', severity: 'error', field: 'section', offset: 0 }]);
    expect(refusal(() => parseGammuBackup(''))).toEqual({ code: 'bad-value', field: 'section', offset: 0 });
  });

  it.each<[name: string, is: 'messages' | 'cards' | 'calendars' | 'rest']>([
    ['SMSBackup', 'messages'],
    ['smsbackup12', 'messages'],
    ['PhonePBK', 'cards'],
    ['PHONEPBK1', 'cards'],
    ['SIMPBK001', 'cards'],
    ['Calendar', 'calendars'],
    ['calendar2', 'calendars'],
    ['TODO', 'calendars'],
    ['Todo3', 'calendars'],
    ['Backup', 'rest'],
    ['CHECKSUM', 'rest'],
  ])('a section %s is in %s, not so one whose name has more', (name, is) => {
    const { unknown, ...archive } = parseGammuBackup(section(name, 'a = 1'));
    expect([archive[is].length, unknown]).toEqual([1, []]);
    const others = [`X${name}`, `${name}X`];
    const text = others.map((other) => section(other, 'a = 1')).join('\n');
    const reason = 'a section without a place in the model';
    expect(parseGammuBackup(text)).toEqual({
      ...{ format: 'gammu-backup', messages: [], cards: [], calendars: [], rest: [] },
      unknown: others.map((other) => ({ name: other, at: text.indexOf(`[${other}]`), text: section(other, 'a = 1'), reason })),
    });
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

  /** What a section has whatever its message says. */
  const DEFAULTS = [
    'Class = -1',
    'ReplySMSC = False',
    'RejectDuplicates = False',
    'ReplaceMessage = 0',
    'MessageReference = 0',
  ];
  const HEAD = ['; Messages of a phone, for gammu', ''];
  const NUMBER = ['Number = ""', 'NumberUnicode = '];
  const HI = ['Text00 = 00480069', 'Coding = Default_No_Compression', 'Length = 2'];

  it.each<[what: string, fields: Partial<ArchiveMessage>, lines: readonly string[]]>([
    ['nothing but a text', {}, [...NUMBER, ...HI, 'Folder = 1', ...DEFAULTS]],
    [
      'no text',
      { text: '' },
      [...NUMBER, 'Text00 = ', 'Coding = Default_No_Compression', 'Length = 0', 'Folder = 1', ...DEFAULTS],
    ],
    [
      'all that it may say',
      {
        ...{ direction: 'out', state: 'sent', text: 'Ж', udh: Uint8Array.of(5, 0xab), serviceCentre: '+1', folder: ' a\r\nb ' },
        time: { ms: Date.UTC(2005, 2, 4, 15, 30, 10), isLocal: true },
        addresses: [{ role: 'to', address: '12' }],
      },
      [
        ...['SMSC = "+1"', 'SMSCUnicode = 002B0031', 'PDU = Submit', 'DateTime = 20050304T153010Z', 'State = Sent'],
        ...['Number = "12"', 'NumberUnicode = 00310032', 'UDH = 05AB', 'Text00 = 0416', 'Coding = Unicode_No_Compression'],
        ...['Length = 1', 'Folder = a b', ...DEFAULTS],
      ],
    ],
    [
      'what came in and is read',
      { direction: 'in', state: 'read' },
      ['PDU = Deliver', 'State = Read', ...NUMBER, ...HI, 'Folder = 1', ...DEFAULTS],
    ],
    [
      'what is not read',
      { direction: 'in', state: 'unread' },
      ['PDU = Deliver', 'State = UnRead', ...NUMBER, ...HI, 'Folder = 1', ...DEFAULTS],
    ],
    [
      'what was not sent',
      { direction: 'out', state: 'draft' },
      ['PDU = Submit', 'State = UnSent', ...NUMBER, ...HI, 'Folder = 2', ...DEFAULTS],
    ],
    [
      'octets',
      { text: '', parts: [octets] },
      [...NUMBER, 'Text00 = 0102', 'Coding = 8bit', 'Length = 2', 'Folder = 1', ...DEFAULTS],
    ],
    [
      'octets of a coding that was kept',
      { text: '', parts: [octets], rest: [own('Coding', 'My_Default_x')] },
      [...NUMBER, 'Text00 = 0102', 'Coding = My_Default_x', 'Length = 2', 'Folder = 1', ...DEFAULTS],
    ],
    [
      'values that were kept, in the places of those that they replace or at the end',
      {
        direction: 'in',
        rest: [
          ...[own('Note', 'Unicode_x'), own('pdu', 'Status_Report'), own('state', 'Sent'), own('replysmsc', 'True')],
          ...[own('aText1', 'a'), own('Text1a', 'b'), own('Text99', 'c')],
        ],
      },
      [
        ...['PDU = Status_Report', 'State = Sent', ...NUMBER, ...HI, 'Folder = 1', 'Class = -1', 'ReplySMSC = True'],
        ...[...DEFAULTS.slice(2), 'Note = Unicode_x', 'aText1 = a', 'Text1a = b'],
      ],
    ],
  ])('%s', (_, fields, lines) => {
    expect(write(fields).text.split('\n')).toEqual([...HEAD, '[SMSBackup000]', ...lines, '']);
  });

  it('sections have numbers, and an empty line between them', () => {
    const text = formatGammuBackup([MESSAGE, MESSAGE, { ...MESSAGE, direction: 'out' }]);
    const plain = [...NUMBER, ...HI, 'Folder = 1', ...DEFAULTS, ''];
    expect(text.split('\n')).toEqual([
      ...[...HEAD, '[SMSBackup000]', ...plain, '[SMSBackup001]', ...plain],
      ...['[SMSBackup002]', 'PDU = Submit', ...NUMBER, ...HI, 'Folder = 2', ...DEFAULTS, ''],
    ]);
  });

  it.each<[reason: string, fields: Partial<ArchiveMessage>]>([
    ['parts[0]: has no place in the format', { parts: [octets] }],
    ['parts[0]: its type and names', { text: '', parts: [{ ...octets, contentType: 'image/gif' }] }],
    ['parts[0]: its type and names', { text: '', parts: [{ ...octets, name: 'a' }] }],
    ['time: a part of a second', { time: { ms: 1, isLocal: true } }],
    ['time: its zone: gammu keeps what the clock showed', { time: { ms: 0 } }],
    ['folder: line ends, and blanks at its ends', { folder: ' a' }],
    ['folder: is the usual one', { direction: 'out', folder: '2' }],
    ['message: half a surrogate pair, written as U+FFFD', { folder: 'a\ud83d' }],
  ])('%s', (reason, fields) => {
    const losses: ArchiveLoss[] = [];
    formatGammuBackup([MESSAGE, { ...MESSAGE, ...fields }], { onLoss: (loss) => losses.push(loss) });
    expect(losses.map(({ index, field, reason: why }) => [index, `${field}: ${why}`])).toEqual([[1, reason]]);
  });

  it.each<[what: string, fields: Partial<ArchiveMessage>, losses: readonly string[]]>([
    ['a multimedia message', { kind: 'mms', parts: [octets] }, ['kind', 'parts[0]']],
    ['a message with two of them', { parts: [octets, octets] }, ['parts[0]', 'parts[1]']],
  ])('octets of %s are lost', (_, fields, losses) => {
    const written = write({ text: '', ...fields });
    expect(written.losses).toEqual(losses);
    expect(written.messages).toMatchObject([{ text: '', parts: [] }]);
  });

  it.each<[field: string, time: object]>([
    ['time.ms', { ms: Number.NaN, isLocal: true }],
    ['time.offsetMinutes', { ms: 0, offsetMinutes: 841 }],
  ])('a time with an invalid value is refused: %s', (field, time) => {
    const message = { ...MESSAGE, time: time as NonNullable<ArchiveMessage['time']> };
    expect(refusal(() => formatGammuBackup([message]))).toMatchObject({ code: 'bad-value', field });
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
