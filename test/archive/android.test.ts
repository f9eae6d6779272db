/** What Android's tables say of messages, in SMS Backup & Restore and in sms-ie, and what they have no place for. */
import { describe, expect, it } from 'vitest';
import {
  type ArchiveLoss,
  type ArchiveMessage,
  type ArchivePart,
  formatSmsBackupRestore,
  formatSmsIe,
  parseSmsBackupRestore,
  parseSmsIe,
} from '../../src/archive/index.js';
import { refusal } from '../support/hostile.js';

const octets = (text: string) => new TextEncoder().encode(text);
const restOf = (some: { readonly rest?: readonly { name: string; value: string }[] | undefined } | undefined) =>
  some?.rest?.map(({ name, value }) => `${name}=${value}`) ?? [];
const attributesOf = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns)
    .map(([name, value]) => ` ${name}="${value.replaceAll('<', '&lt;')}"`)
    .join('');
type Columns = Readonly<Record<string, string>>;

/** Reads an SMS or a multimedia message of the same columns from both formats. */
const READERS = {
  'SMS Backup & Restore': {
    sms: (columns: Columns) =>
      parseSmsBackupRestore(`<smses><sms${attributesOf(columns)} body=""/></smses>`, { lenient: true }).messages[0],
    part: (columns: Columns) =>
      parseSmsBackupRestore(`<smses><mms msg_box="1"><parts><part${attributesOf(columns)}/></parts></mms></smses>`, {
        lenient: true,
      }).messages[0]?.parts[0],
  },
  'sms-ie': {
    sms: (columns: Columns) => parseSmsIe(JSON.stringify({ ...columns, body: '' }), { lenient: true }).messages[0],
    part: (columns: Columns) =>
      parseSmsIe(JSON.stringify({ msg_box: '1', __parts: [columns] }), { lenient: true }).messages[0]?.parts[0],
  },
};

describe.each(Object.entries(READERS))('%s', (_, { sms, part }) => {
  // android.provider.Telephony.TextBasedSmsColumns: MESSAGE_TYPE_INBOX 1, SENT 2, DRAFT 3, OUTBOX 4, FAILED 5, QUEUED 6.
  it.each<[type: string, read: string, direction: string | undefined, state: string | undefined, ...rest: string[]]>([
    ['1', '0', 'in', 'unread'],
    ['1', '1', 'in', 'read'],
    ['1', '2', 'in', undefined, 'read=2'],
    ['2', '1', 'out', 'sent'],
    ['3', '1', 'out', 'draft'],
    ['4', '1', 'out', 'outbox'],
    ['5', '1', 'out', 'failed'],
    ['6', '0', 'out', 'queued', 'read=0'],
    ['0', '1', undefined, undefined, 'type=0', 'read=1'],
    ['7', '1', undefined, undefined, 'type=7', 'read=1'],
    ['12', '1', undefined, undefined, 'type=12', 'read=1'],
    ['21', '0', undefined, undefined, 'type=21', 'read=0'],
    ['1 ', '0', undefined, undefined, 'type=1 ', 'read=0'],
    ['x1', '0', undefined, undefined, 'type=x1', 'read=0'],
  ])('type %s, read %s', (type, read, direction, state, ...rest) => {
    const message = sms({ address: '1', type, read });
    expect([message?.direction, message?.state]).toEqual([direction, state]);
    expect(restOf(message)).toEqual(rest);
  });

  it('the columns of an SMS', () => {
    expect(
      sms({ address: '1', type: '2', date: '1109950210000', date_sent: '-1', subject: 'a', service_center: '+2' }),
    ).toMatchObject({
      ...{ addresses: [{ role: 'to', address: '1' }], time: { ms: 1_109_950_210_000 }, sentTime: { ms: -1 } },
      ...{ subject: 'a', serviceCentre: '+2' },
    });
    const none = sms({ type: '1', read: '1', date: '0' });
    expect(none).toMatchObject({ addresses: [], text: '' });
    expect(none).not.toHaveProperty('time');
  });

  it('an SMS has no fields but those that its columns say', () => {
    const bare = { kind: 'sms', direction: 'in', state: 'read', addresses: [], text: '', parts: [] };
    const { at: _, ...none } = sms({ type: '1', read: '1' }) as ArchiveMessage;
    expect(none).toStrictEqual(bare);
    const { at: __, ...one } = sms({ type: '1', read: '1', address: '1', date_sent: '0', x: 'y' }) as ArchiveMessage;
    const rest = [{ family: 'android', name: 'x', value: 'y' }];
    expect(one).toStrictEqual({ ...bare, addresses: [{ role: 'from', address: '1' }], rest });
  });

  // ECMA-262 21.4.1.1: a time is at most 8,640,000,000,000,000 milliseconds from 1970.
  it.each<[date: string, ms: number | undefined]>([
    ['1', 1],
    ['-1', -1],
    ['0001', 1],
    ['8640000000000000', 8_640_000_000_000_000],
    ['-8640000000000000', -8_640_000_000_000_000],
    ['8640000000000001', undefined],
    ['-8640000000000001', undefined],
    ['00000000000000001', undefined],
    ['1.5', undefined],
    ['1x', undefined],
    ['x1', undefined],
    ['--1', undefined],
    ['-', undefined],
    ['-0', undefined],
    ['', undefined],
  ])('a date of %j', (date, ms) => {
    const message = sms({ type: '1', read: '1', date });
    expect(message?.time).toEqual(ms === undefined ? undefined : { ms });
    expect(restOf(message)).toEqual(ms === undefined ? [`date=${date}`] : []);
  });

  it.each<[columns: Columns, part: object, ...rest: string[]]>([
    // A charset is a number of at most five digits, a Content-ID in angle brackets has none within.
    [{ ct: 'text/plain', chset: 'x' }, { contentType: 'text/plain' }, 'chset=x'],
    [{ ct: 'text/plain', chset: 'x4' }, { contentType: 'text/plain' }, 'chset=x4'],
    [{ ct: 'text/plain', chset: '4x' }, { contentType: 'text/plain' }, 'chset=4x'],
    [{ ct: 'text/plain', chset: '000106' }, { contentType: 'text/plain' }, 'chset=000106'],
    [
      { ct: 'text/plain', chset: '00106' },
      { contentType: 'text/plain', charset: 'utf-8' },
    ],
    [
      { ct: 'text/plain', chset: '99999' },
      { contentType: 'text/plain', charset: 'mib-99999' },
    ],
    [
      { ct: 'a/b', cid: '<>' },
      { contentType: 'a/b', contentId: '' },
    ],
    [{ ct: 'a/b', cid: 'x<a>' }, { contentType: 'a/b', contentId: 'x<a>' }, 'cid=x<a>'],
    [{ ct: 'a/b', cid: '<a>x' }, { contentType: 'a/b', contentId: '<a>x' }, 'cid=<a>x'],
    [{ ct: 'a/b', cid: '<a<b>' }, { contentType: 'a/b', contentId: '<a<b>' }, 'cid=<a<b>'],
    [{ ct: 'a/b', cid: '' }, { contentType: 'a/b', contentId: '' }, 'cid='],
    [{ ct: 'a/b' }, { contentType: 'a/b' }],
    [
      { ct: 'a/b', name: '', cl: '', fn: '' },
      { contentType: 'a/b', name: '', location: '', fileName: '' },
    ],
    [{ ct: 'application/smil', seq: '0' }, { contentType: 'application/smil' }, 'seq=0'],
    [{ ct: 'Application/SMIL', seq: '-1' }, { contentType: 'application/smil' }, 'ct=Application/SMIL'],
  ])('a part has no fields but those that its columns say: %j', (columns, expected, ...rest) => {
    const { data: _, isMissing: __, rest: kept, ...fields } = part({ seq: '0', ...columns }) as ArchivePart;
    expect(fields).toStrictEqual(expected);
    expect(kept ?? []).toStrictEqual(
      rest.map((each) => {
        const [, name, value] = /^(\w+)=(.*)$/.exec(each) ?? [];
        return { family: 'android', name, value };
      }),
    );
  });

  it.each<[columns: Columns, part: object, ...rest: string[]]>([
    [
      { ct: 'text/plain', chset: '106', text: 'ü' },
      { contentType: 'text/plain', charset: 'utf-8', data: octets('ü') },
    ],
    [{ ct: 'text/plain', chset: '4', text: 'ü' }, { charset: 'utf-8', data: octets('ü') }, 'chset=4'],
    [{ ct: 'text/plain', chset: 'x', text: 'a' }, { contentType: 'text/plain' }, 'chset=x'],
    [
      { ct: 'Image/GIF', seq: '2', cd: 'attachment' },
      { contentType: 'image/gif', isMissing: true },
      'ct=Image/GIF',
      'cd=attachment',
      'seq=2',
    ],
    [
      { ct: 'application/smil', seq: '-1', cid: '<a>', cl: 'b', name: 'c', fn: 'd' },
      { contentId: 'a', location: 'b', name: 'c', fileName: 'd' },
    ],
    [{ ct: 'image/gif', seq: '0', cid: 'a' }, { contentId: 'a' }, 'cid=a'],
    [{ seq: '0' }, { contentType: 'application/octet-stream' }],
  ])('a part: %j', (columns, expected, ...rest) => {
    const read = part({ seq: columns.ct === 'application/smil' ? '-1' : '0', ...columns });
    expect(read).toMatchObject(expected);
    expect(restOf(read).sort()).toEqual([...rest].sort());
  });
});

describe('SMS Backup & Restore', () => {
  const mms = (columns: string, inner = '') =>
    parseSmsBackupRestore(`<smses><mms${columns}>${inner}</mms></smses>`, { lenient: true }).messages[0] as ArchiveMessage;

  it.each<[columns: string, inner: string, message: object, rest: readonly string[]]>([
    // Without addrs the column says who it is.
    [
      ' msg_box="2" address="1~2"',
      '',
      {
        addresses: [
          { role: 'to', address: '1' },
          { role: 'to', address: '2' },
        ],
      },
      [],
    ],
    [
      ' msg_box="1" address="1~insert-address-token"',
      '',
      { addresses: [{ role: 'from', address: '1' }] },
      ['address=1~insert-address-token'],
    ],
    [' msg_box="1" address="1" contact_name="Ada"', '', { addresses: [{ role: 'from', address: '1', name: 'Ada' }] }, []],
    [' msg_box="2" m_type="128"', '', {}, []],
    [' msg_box="1" m_type="130" ct_t="a/b" x="y"', '', {}, ['m_type=130', 'ct_t=a/b', 'x=y']],
    [
      ' msg_box="1" sub="a" m_id="b" date_sent="1109950210" date="1109950210000"',
      '',
      { subject: 'a', id: 'b', time: { ms: 1_109_950_210_000 }, sentTime: { ms: 1_109_950_210_000 } },
      [],
    ],
    [' msg_box="1" date_sent="1109950210000"', '', { sentTime: { ms: 1_109_950_210_000 } }, []],
    [
      ' msg_box="1"',
      '<addrs><addr address="1" type="137" charset="4" x="y"/><addr address="2" type="9"/><addr type="151"/></addrs>',
      { addresses: [{ role: 'from', address: '1' }] },
      ['addr.x=y', 'addr.charset=4', 'addr=address=2 type=9', 'addr=type=151'],
    ],
  ])('<mms%s>%s', (columns, inner, message, rest) => {
    const read = mms(` read="1"${columns}`, inner);
    expect(read).toMatchObject(message);
    expect(restOf(read)).toEqual(rest);
  });

  it('octets beside a text, and base64 that is none', () => {
    const part = (columns: string) =>
      mms(' msg_box="1" read="1"', `<parts><part seq="0" ct="image/gif" ${columns}/></parts>`).parts[0];
    expect(part('data="R0lG" text="a"')).toMatchObject({ data: octets('GIF'), rest: [{ name: 'text', value: 'a' }] });
    expect(restOf(part('data="R0!lG" x="y"'))).toEqual(['x=y', 'data=R0!lG']);
    expect(part('data="null"')).toMatchObject({ data: new Uint8Array(0) });
    expect(part('')).toMatchObject({ isMissing: true });
  });

  it('a text that is null, elements in others, and text between elements', () => {
    const xml = '<smses><sms address="1" type="1" read="1" body="null"><x><y/></x></sms>tail<smses/></smses>';
    const { messages, unknown } = parseSmsBackupRestore(xml);
    expect(messages).toMatchObject([{ text: 'null' }]);
    expect(unknown.map(({ name, at, text }) => [name, at, text])).toEqual([
      ['x', xml.indexOf('<x>'), '<x><y/></x>'],
      ['text', xml.indexOf('tail'), 'tail'],
      ['smses', xml.indexOf('<smses/>'), '<smses/>'],
    ]);
    const pieces = '<smses>&#0;&amp;a<sms body=""/>b<![CDATA[c]]>d</smses>';
    expect(parseSmsBackupRestore(pieces).unknown.map(({ at, text }) => [at, text])).toEqual([
      [7, '\0&a'],
      [pieces.indexOf('b<'), 'b'],
      [pieces.indexOf('<!'), 'c'],
      [pieces.indexOf('d<'), 'd'],
    ]);
    const named = parseSmsBackupRestore('<smses><sms type="1" read="1" body="" contact_name="Ada"/></smses>').messages[0];
    expect(restOf(named)).toEqual(['contact_name=Ada']);
  });

  it.each<[field: string, offset: number, xml: string]>([
    ['smses', 0, '<sms/>'],
    ['smses/doctype', 16, '<!DOCTYPE smses><smses/>'],
    ['smses/mms/parts/part/data', 31, '<smses><mms msg_box="1"><parts><part data="!"/></parts></mms></smses>'],
    ['smses/mms/date', 7, '<smses><mms date="x"/></smses>'],
  ])('refuses %s', (field, offset, xml) => {
    expect(refusal(() => parseSmsBackupRestore(xml))).toEqual({ code: 'bad-value', field, offset });
  });
});

describe('sms-ie', () => {
  const read = (row: object) => parseSmsIe(JSON.stringify(row), { lenient: true }).messages[0] as ArchiveMessage;

  it.each<[row: object, message: object, rest: readonly string[]]>([
    [{ body: 'a', type: 1, read: true, address: 5 }, { text: 'a', addresses: [{ address: '5' }] }, ['read=true']],
    [{ body: 'a', type: '1', read: '1', display_name: 'Ada' }, { addresses: [] }, ['__display_name=Ada']],
    [
      { body: 'a', type: '1', read: '1', address: '1', __display_name: '' },
      { addresses: [{ role: 'from', address: '1' }] },
      [],
    ],
    [{ address: '1', type: '1', read: '1' }, { text: '' }, []],
    [{ body: 'a', type: '1', read: '1', address: '1', date: 'x' }, {}, ['date=x']],
    [{ m_type: '132', read: '1', msg_box: '1' }, { kind: 'mms', parts: [] }, ['m_type=132']],
    [
      { msg_box: '1', read: '1', sub: 'a', m_id: 'b', date: '1109950210' },
      { subject: 'a', id: 'b', time: { ms: 1_109_950_210_000 } },
      [],
    ],
    [{ msg_box: '1', read: '1', sub: 'Ж\xfc' }, { subject: 'Ж\xfc' }, []],
    [{ msg_box: '1', read: '1', sub: '\xfc' }, { subject: '\xfc' }, []],
    [
      { msg_box: '1', read: '1', sender_address: { address: '1', type: 137, display_name: 'Ada' } },
      { addresses: [{ role: 'from', address: '1', name: 'Ada' }] },
      [],
    ],
    [
      { msg_box: '2', read: '1', recipient_addresses: { address: '1', type: '151', charset: '4', x: 'y' } },
      { addresses: [{ role: 'to', address: '1' }] },
      ['addr.charset=4', 'addr.x=y'],
    ],
    [
      { msg_box: '2', read: '1', __recipient_addresses: [7, { type: '151' }] },
      { addresses: [] },
      ['addr=7', 'addr={"type":"151"}'],
    ],
  ])('%j', (row, message, rest) => {
    const one = read(row);
    expect(one).toMatchObject(message);
    expect(restOf(one)).toEqual(rest);
  });

  it('octets of a part beside its text, without its file, in base64 that is none', () => {
    const part = (columns: object, files?: ReadonlyMap<string, Uint8Array>) =>
      parseSmsIe(JSON.stringify({ msg_box: '1', read: '1', __parts: [columns] }), { lenient: true, ...(files && { files }) })
        .messages[0]?.parts[0];
    const gif = { ct: 'image/gif', seq: '0' };
    expect(part({ ...gif, _data: 'x/PART_1', text: 'a' }, new Map([['data/PART_1', octets('GIF')]]))).toEqual({
      ...{ contentType: 'image/gif', data: octets('GIF'), rest: [{ family: 'android', name: 'text', value: 'a' }] },
    });
    expect(part({ ...gif, _data: 'PART_1' })).toEqual({
      ...{ contentType: 'image/gif', data: new Uint8Array(0), isMissing: true },
      rest: [{ family: 'android', name: '_data', value: 'PART_1' }],
    });
    expect(restOf(part({ ...gif, binary_data: '!' }))).toEqual(['binary_data=!']);
    expect(part({ ...gif, binary_data: 'R0lH' })?.rest).toBeUndefined();
  });

  it('lines and lists that are no rows', () => {
    const unknown = (text: string) =>
      parseSmsIe(text, { lenient: true }).unknown.map(({ at, text: piece, reason }) => [at, piece, reason]);
    expect(unknown('\n{"a"\n7\n[1]\n')).toEqual([
      [1, '{"a"', 'is not JSON'],
      [6, '7', 'is not a row of a message'],
      [8, '[1]', 'is not a row of a message'],
    ]);
    expect(unknown('\ufeff[{"x":1},null]')).toEqual([
      [1, '{"x":1}', 'is not a row of a message'],
      [1, 'null', 'is not a row of a message'],
    ]);
    expect(unknown('[{"x"')).toEqual([[0, '[{"x"', 'is not JSON']]);
    expect(refusal(() => parseSmsIe('[{"x"'))).toEqual({ code: 'bad-value', field: 'list', offset: 0 });
    expect(refusal(() => parseSmsIe('{"body":"","date":"x"}'))).toEqual({ code: 'bad-value', field: 'date', offset: 0 });
    expect(refusal(() => parseSmsIe('{"msg_box":"1","__parts":[{"binary_data":"!"}]}'))).toEqual({
      code: 'bad-value',
      field: 'binary_data',
      offset: 0,
    });
  });
});

it.each<[messages: unknown, field: string]>([
  [5, 'messages'],
  [[null], 'messages[0]'],
  [[{ kind: 'sms', text: '', addresses: [], parts: [] }, 'x'], 'messages[1]'],
  [[{ kind: 'fax', text: '', addresses: [], parts: [] }], 'messages[0].kind'],
  [[{ kind: 'sms', addresses: [], parts: [] }], 'messages[0].text'],
  [[{ kind: 'sms', text: '', addresses: {}, parts: [] }], 'messages[0].addresses'],
  [[{ kind: 'sms', text: '', addresses: ['1'], parts: [] }], 'messages[0].addresses'],
  [[{ kind: 'sms', text: '', addresses: [null], parts: [] }], 'messages[0].addresses'],
  [[{ kind: 'sms', text: '', addresses: [], parts: {} }], 'messages[0].parts'],
])('does not write %j', (messages, field) => {
  for (const format of [formatSmsBackupRestore, formatSmsIe])
    expect(refusal(() => format(messages as never))).toEqual({ code: 'bad-value', field, offset: undefined });
});

describe('what is written', () => {
  const MESSAGE: ArchiveMessage = { kind: 'sms', direction: 'in', state: 'read', addresses: [], text: '', parts: [] };
  const WRITERS = {
    xml: (message: ArchiveMessage, onLoss: (loss: ArchiveLoss) => void) =>
      parseSmsBackupRestore(formatSmsBackupRestore([message], { onLoss })).messages,
    ndjson: (message: ArchiveMessage, onLoss: (loss: ArchiveLoss) => void) => {
      const { text, files } = formatSmsIe([message], { onLoss });
      return parseSmsIe(text, { files }).messages;
    },
  };
  const own = (name: string, value: string) => ({ family: 'android' as const, name, value });
  const gif: ArchivePart = { contentType: 'image/gif', data: octets('GIF') };
  const text: ArchivePart = { contentType: 'text/plain', charset: 'utf-8', data: octets('Hi') };
  const mms = { kind: 'mms' } as const;

  describe.each(Object.entries(WRITERS))('%s', (format, roundTrip) => {
    const write = (fields: Partial<ArchiveMessage>) => {
      const losses: string[] = [];
      const messages = roundTrip({ ...MESSAGE, ...fields }, ({ field }) => losses.push(field));
      return { losses, messages };
    };

    it.each<[fields: Partial<ArchiveMessage>, losses: readonly string[], read: object]>([
      [{ state: 'unread' }, [], { direction: 'in', state: 'unread' }],
      [{ direction: 'out', state: 'sent' }, [], { direction: 'out', state: 'sent' }],
      [{ direction: 'out', state: 'queued' }, [], { state: 'queued' }],
      [{ ...mms, direction: 'out', state: 'queued' }, ['state'], { state: 'outbox' }],
      [{ ...mms, direction: 'out', state: 'failed' }, [], { state: 'failed' }],
      [{ direction: 'out', state: 'read' }, ['direction'], { direction: 'in', state: 'read' }],
      [{ direction: 'out', state: undefined }, ['state'], { direction: 'out', state: 'sent' }],
      [{ direction: 'in', state: undefined }, [], { direction: 'in' }],
      [{ direction: undefined, state: undefined }, [], {}],
      [{ time: { ms: 0 } }, ['time'], {}],
      [
        { time: { ms: 1, isLocal: true }, sentTime: { ms: 2, offsetMinutes: 60 } },
        ['time', 'sentTime'],
        { time: { ms: 1 }, sentTime: { ms: 2 } },
      ],
      [{ folder: 'a', id: 'b', udh: Uint8Array.of(0) }, ['folder', 'id', 'udh'], {}],
      [{ parts: [gif] }, ['parts[0]'], { parts: [] }],
      [{ subject: '', serviceCentre: '+1' }, [], { subject: '', serviceCentre: '+1' }],
      [{ addresses: [{ role: 'to', address: '1' }] }, ['addresses'], { addresses: [{ role: 'from', address: '1' }] }],
      [
        { addresses: [{ role: 'from', address: '1', name: '' }] },
        ['addresses'],
        { addresses: [{ role: 'from', address: '1' }] },
      ],
      [
        { addresses: [{ role: 'from', address: '1', name: 'Ada', card: 'c' }] },
        ['addresses.card'],
        { addresses: [{ role: 'from', address: '1', name: 'Ada' }] },
      ],
      [{ text: 'half \ud83d' }, format === 'xml' ? ['text'] : ['text'], { text: 'half \ufffd' }],
      [{ rest: [own('x', 'y'), own('x', 'z')] }, ['rest.x'], { rest: [own('x', 'y')] }],
      [
        { ...mms, text: 'Hi', folder: 'a', udh: Uint8Array.of(0), serviceCentre: '1' },
        ['folder', 'udh', 'serviceCentre', 'text'],
        { text: '', parts: [text] },
      ],
      [{ ...mms, subject: 'Grüße', id: 'a' }, [], { subject: 'Grüße', id: 'a' }],
      [{ ...mms, rest: [own('addr', 'a'), own('addr.x', 'b')] }, ['rest.addr', 'rest.addr.x'], {}],
      [{ ...mms, addresses: [{ role: 'from', address: 'insert-address-token' }] }, ['addresses'], { addresses: [] }],
      [{ ...mms, parts: [gif, text] }, [], { parts: [gif, text] }],
      [{ ...mms, parts: [{ ...gif, data: new Uint8Array(0), isMissing: true }] }, [], { parts: [{ isMissing: true }] }],
      [
        { ...mms, parts: [{ ...gif, contentType: 'Image/GIF', charset: 'x-other', contentId: 'a>b' }] },
        ['parts[0].contentType', 'parts[0].charset', 'parts[0].contentId'],
        { parts: [{ contentType: 'image/gif' }] },
      ],
      [
        { ...mms, parts: [{ ...gif, name: 'a', location: 'b', contentId: 'c', fileName: 'd', charset: 'us-ascii' }] },
        [],
        { parts: [{ name: 'a', location: 'b', contentId: 'c', fileName: 'd', charset: 'us-ascii' }] },
      ],
      [{ ...mms, parts: [{ ...text, charset: 'us-ascii' }] }, [], { parts: [{ ...text, charset: 'us-ascii' }] }],
      [{ ...mms, parts: [{ ...text, data: Uint8Array.of(0xff) }] }, [], { parts: [{ data: Uint8Array.of(0xff) }] }],
      [
        { ...mms, parts: [{ ...gif, rest: [own('text', 'a'), own('x', 'y'), own('seq', '5')] }] },
        [],
        { parts: [{ data: octets('GIF') }] },
      ],
      [
        { ...mms, parts: [{ ...gif, rest: [own('x', 'y'), own('x', 'z')] }] },
        ['parts[0].rest.x'],
        { parts: [{ rest: [own('x', 'y')] }] },
      ],
    ])('%j', (fields, losses, message) => {
      const written = write(fields);
      expect(written.losses).toEqual(losses);
      expect(written.messages).toMatchObject([message]);
    });

    const lossesOf = (fields: Partial<ArchiveMessage>) => {
      const losses: string[] = [];
      roundTrip({ ...MESSAGE, ...fields }, ({ field, reason }) => losses.push(`${field}: ${reason}`));
      return losses;
    };

    it.each<[part: Partial<ArchivePart>, ...losses: string[]]>([
      [{ contentType: 'Image/gif' }, 'contentType: capitals'],
      [{ charset: 'us-ascii' }],
      [{ charset: 'mib-99999' }],
      // Names that stand for another, and what has no number.
      [{ charset: 'latin1' }, 'charset: has no number'],
      [{ charset: 'UTF-8' }, 'charset: has no number'],
      [{ charset: 'x-other' }, 'charset: has no number'],
      [{ contentId: 'a>b' }, 'contentId: angle brackets'],
      [{ contentId: '<a' }, 'contentId: angle brackets'],
      [{ contentId: 'x<a>', rest: [own('cid', 'x<a>')] }],
      [{ contentId: 'a' }],
    ])('reports of a part what its columns cannot say: %j', (part, ...losses) => {
      expect(lossesOf({ ...mms, parts: [{ ...gif, ...part }] })).toEqual(losses.map((loss) => `parts[0].${loss}`));
    });

    const one = { role: 'from', address: '1' } as const;
    it.each<[fields: Partial<ArchiveMessage>, ...losses: string[]]>([
      [{ addresses: [one, { role: 'to', address: '2' }] }, 'addresses: the other side alone'],
      [{ addresses: [one, { role: 'from', address: '3' }] }, 'addresses: a message for each recipient'],
      [
        { direction: 'out', state: 'sent', addresses: [one, { role: 'to', address: '2' }, { role: 'cc', address: '3' }] },
        'addresses: the other side alone',
      ],
      [
        { direction: 'out', state: 'sent', addresses: [one, { role: 'from', address: '3' }] },
        'addresses: the other side alone',
        ...Array(2).fill('addresses: the role follows from the direction'),
      ],
      [{ addresses: [one] }],
      [{ state: undefined, direction: 'out' }, 'state: a message that went out has one; written as sent'],
      [{ state: 'draft' }, 'direction: follows from the state, draft'],
      [{ state: 'unread', direction: undefined }, 'direction: follows from the state, unread'],
      [{ ...mms, direction: 'out', state: 'queued' }, 'state: queued is written as outbox'],
      [{ rest: [own('x', 'y'), own('x', 'z')] }, 'rest.x: is there twice'],
      [
        { id: 'i', parts: [gif, gif] },
        ...['id', 'parts[0]', 'parts[1]'].map((field) => `${field}: has no place in the format`),
      ],
    ])('reports of %j', (fields, ...losses) => {
      expect(lossesOf(fields)).toEqual(losses);
    });

    it('an SMS for each recipient', () => {
      const addresses = [
        { role: 'from', address: '1' },
        { role: 'to', address: '2' },
        { role: 'to', address: '3' },
      ] as const;
      const { losses, messages } = write({ direction: 'out', state: 'sent', addresses });
      expect([losses, messages.map((each) => each.addresses)]).toEqual([
        ['addresses'],
        [[{ role: 'to', address: '2' }], [{ role: 'to', address: '3' }]],
      ]);
      expect(write({ addresses }).messages.map((each) => each.addresses)).toEqual([[{ role: 'from', address: '1' }]]);
      expect(write({ addresses: addresses.slice(1) }).messages).toHaveLength(2);
    });
  });

  const fieldsLost = (
    format: (messages: readonly ArchiveMessage[], options: { onLoss: (loss: ArchiveLoss) => void }) => unknown,
    fields: Partial<ArchiveMessage>,
  ) => {
    const losses: string[] = [];
    format([{ ...MESSAGE, ...fields }], { onLoss: ({ field }) => losses.push(field) });
    return losses;
  };

  it.each<[fields: Partial<ArchiveMessage>, losses: readonly string[]]>([
    [{ serviceCentre: 'null' }, ['serviceCentre']],
    [{ text: 'null' }, []],
    [{ text: 'a\0' }, ['text']],
    [{ addresses: [{ role: 'from', address: '1', name: '(Unknown)' }] }, ['addresses']],
    [{ rest: [own('1x', 'y'), own('a b', 'c')] }, ['rest.1x', 'rest.a b']],
    [
      {
        ...mms,
        addresses: [
          { role: 'from', address: '1', name: 'Ada' },
          { role: 'to', address: '2', name: 'Bob' },
        ],
      },
      ['addresses'],
    ],
    [{ ...mms, parts: [{ ...text, data: octets('a\0') }] }, []],
    [{ ...mms, parts: [{ ...text, data: octets('null') }] }, []],
    [{ ...mms, parts: [{ ...gif, rest: [own('a b', 'c')] }] }, ['parts[0].rest.a b']],
    [{ ...mms, sentTime: { ms: 20_000_000_000_000 } }, []],
  ])('as XML, of %j', (fields, losses) => {
    expect(fieldsLost(formatSmsBackupRestore, fields)).toEqual(losses);
  });

  it.each<[fields: Partial<ArchiveMessage>, losses: readonly string[]]>([
    [{ rest: [own('__x', 'y'), own('body', 'c'), own('addr', 'd')] }, ['rest.__x', 'rest.body', 'rest.addr']],
    [
      {
        ...mms,
        addresses: [
          { role: 'from', address: '1' },
          { role: 'from', address: '2' },
        ],
      },
      ['addresses'],
    ],
    [
      {
        ...mms,
        addresses: [
          { role: 'to', address: '1' },
          { role: 'from', address: '2' },
        ],
      },
      ['addresses'],
    ],
    [{ ...mms, time: { ms: 1500 } }, ['time']],
    [{ ...mms, parts: [{ ...gif, rest: [own('_data', 'x')] }] }, ['parts[0].rest._data']],
  ])('as rows, of %j', (fields, losses) => {
    expect(fieldsLost(formatSmsIe, fields)).toEqual(losses);
  });

  it('a text that a column of its own cannot hold has its octets', () => {
    for (const data of [octets('a\0'), octets('null')]) {
      const message = { ...MESSAGE, ...mms, parts: [{ ...text, data }] };
      expect(parseSmsBackupRestore(formatSmsBackupRestore([message])).messages[0]?.parts).toEqual([{ ...text, data }]);
    }
  });
});
