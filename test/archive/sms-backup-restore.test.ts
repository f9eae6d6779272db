/** The XML of SMS Backup & Restore, attribute by attribute: what is written and read of each element, its limits, and the places of faults. */
import { describe, expect, it } from 'vitest';
import {
  type ArchiveLoss,
  type ArchiveMessage,
  type ArchivePart,
  formatSmsBackupRestore,
  parseSmsBackupRestore,
} from '../../src/archive/index.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';
import { GIF, MMS, octets, own, SMS, TEXT, wordsOf } from './android-samples.js';

/** The attributes of the one `sms` that is written when nothing is known of it. */
const SMS_END = 'toa="null" sc_toa="null" service_center="null" read="1" status="-1" locked="0" date_sent="0"';
const MMS_TYPE = 'ct_t="application/vnd.wap.multipart.related"';

function write(...messages: readonly ArchiveMessage[]): { lines: readonly string[]; losses: readonly ArchiveLoss[] } {
  const losses: ArchiveLoss[] = [];
  const xml = formatSmsBackupRestore(messages, { onLoss: (loss) => losses.push(loss) });
  return { lines: xml.split('\n'), losses };
}
const HOLDS_NOT = 'characters that XML cannot hold, written as U+FFFD';

describe('what is written', () => {
  const time = { ms: 1_109_950_210_000 };

  it('of no messages is a root without elements', () => {
    expect(formatSmsBackupRestore([])).toBe(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<smses count="0">\n</smses>\n',
    );
  });

  it('counts the elements, one a line: an SMS for each recipient', () => {
    const addresses = [
      { role: 'to', address: '2' },
      { role: 'to', address: '3', name: 'Ada' },
    ] as const;
    const sms = (to: string, name: string) =>
      `  <sms protocol="0" address="${to}" date="0" type="2" subject="null" body="Hi" ${SMS_END} contact_name="${name}"/>`;
    expect(write({ ...SMS, direction: 'out', state: 'sent', addresses, text: 'Hi' }, SMS).lines).toEqual([
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
      '<smses count="3">',
      sms('2', '(Unknown)'),
      sms('3', 'Ada'),
      `  <sms protocol="0" address="null" date="0" type="1" subject="null" body="" ${SMS_END} contact_name="(Unknown)"/>`,
      '</smses>',
      '',
    ]);
  });

  it('of an SMS has every value in its attribute', () => {
    const { lines, losses } = write({
      ...{ ...SMS, direction: 'in', state: 'unread', text: 'a "b" <c>\n', subject: 'd', serviceCentre: '+2', time },
      sentTime: { ms: 1_109_950_200_000 },
      addresses: [{ role: 'from', address: '+1', name: 'Ada' }],
      rest: [own('readable_date', '1 Mar'), own('status', '0'), own('sc_toa', '145')],
    });
    expect(losses).toEqual([]);
    expect(lines[2]).toBe(
      '  <sms protocol="0" address="+1" date="1109950210000" type="1" subject="d" body="a &quot;b&quot; &lt;c&gt;&#10;" ' +
        'toa="null" sc_toa="145" service_center="+2" read="0" status="0" locked="0" date_sent="1109950200000" ' +
        'contact_name="Ada" readable_date="1 Mar"/>',
    );
  });

  it.each<[what: string, fields: Partial<ArchiveMessage>, line: string]>([
    [
      'received one',
      {
        ...{ subject: 'Tea', id: 'i', time, sentTime: { ms: 1_109_950_200_000 } },
        addresses: [
          { role: 'from', address: '1', name: 'Ada' },
          { role: 'to', address: '2' },
        ],
        rest: [own('tr_id', 'T'), own('address_x', 'y'), own('seen', '1')],
      },
      `<mms date="1109950210000" ${MMS_TYPE} msg_box="1" address="1" sub="Tea" read="1" m_id="i" m_type="132" ` +
        'date_sent="1109950200" contact_name="Ada" tr_id="T" address_x="y" seen="1"><parts/><addrs>' +
        '<addr address="1" type="137" charset="106"/><addr address="2" type="151" charset="106"/></addrs></mms>',
    ],
    [
      'sent one to several',
      {
        ...{ direction: 'out', state: 'sent' },
        addresses: [
          { role: 'from', address: '1' },
          { role: 'to', address: '2' },
          { role: 'cc', address: '3' },
          { role: 'bcc', address: '4' },
        ],
      },
      `<mms date="0" ${MMS_TYPE} msg_box="2" address="2~3~4" sub="null" read="1" m_id="null" m_type="128" date_sent="0" ` +
        'contact_name="(Unknown)"><parts/><addrs><addr address="1" type="137" charset="106"/>' +
        '<addr address="2" type="151" charset="106"/><addr address="3" type="130" charset="106"/>' +
        '<addr address="4" type="129" charset="106"/></addrs></mms>',
    ],
    [
      'one of nobody',
      {},
      `<mms date="0" ${MMS_TYPE} msg_box="1" address="null" sub="null" read="1" m_id="null" m_type="132" date_sent="0" ` +
        'contact_name="(Unknown)"><parts/><addrs/></mms>',
    ],
  ])('of a multimedia message has every value in its attribute: %s', (_, fields, line) => {
    expect(write({ ...MMS, ...fields })).toMatchObject({ losses: [], lines: { 2: `  ${line}` } });
  });

  // What a part has in the column `text` is a text in Unicode; any other has its octets as base64.
  it.each<[part: ArchivePart, attributes: string]>([
    [TEXT, 'seq="0" ct="text/plain" name="null" chset="106" cd="null" fn="null" cid="null" cl="null" text="Hi"'],
    [
      { contentType: 'text/plain', data: octets('Hi') },
      'seq="0" ct="text/plain" name="null" chset="null" cd="null" fn="null" cid="null" cl="null" text="Hi"',
    ],
    [
      { contentType: 'application/smil', data: octets('<smil/>'), contentId: 's', location: 's.xml', name: 'n', fileName: 'f' },
      'seq="-1" ct="application/smil" name="n" chset="null" cd="null" fn="f" cid="&lt;s&gt;" cl="s.xml" text="&lt;smil/&gt;"',
    ],
    [
      { ...TEXT, charset: 'us-ascii' },
      'seq="0" ct="text/plain" name="null" chset="3" cd="null" fn="null" cid="null" cl="null" text="null" data="SGk="',
    ],
    [
      { ...TEXT, data: octets('\0a') },
      'seq="0" ct="text/plain" name="null" chset="106" cd="null" fn="null" cid="null" cl="null" text="null" data="AGE="',
    ],
    [
      { ...TEXT, contentType: 'text/html' },
      'seq="0" ct="text/html" name="null" chset="106" cd="null" fn="null" cid="null" cl="null" text="null" data="SGk="',
    ],
    [
      { ...GIF, data: new Uint8Array(0), isMissing: true, rest: [own('data', '!')] },
      'seq="0" ct="image/gif" name="null" chset="null" cd="null" fn="null" cid="null" cl="null" text="null"',
    ],
    [
      { ...TEXT, rest: [own('data', '!'), own('ctt_s', '1')] },
      'seq="0" ct="text/plain" name="null" chset="106" cd="null" fn="null" cid="null" cl="null" ctt_s="1" text="Hi"',
    ],
    [
      { ...GIF, rest: [own('text', 'a'), own('ctt_s', '1'), own('data', '!'), own('cd', 'inline'), own('seq', '5')] },
      'seq="5" ct="image/gif" name="null" chset="null" cd="inline" fn="null" cid="null" cl="null" ctt_s="1" text="a" data="R0lG"',
    ],
  ])('of the part %j', (part, attributes) => {
    const { lines, losses } = write({ ...MMS, parts: [part] });
    expect(/<parts>(.*)<\/parts>/.exec(lines[2] as string)?.[1]).toBe(`<part ${attributes}/>`);
    expect(losses).toEqual([]);
  });

  // date_sent counts seconds, as the program has it; a number that is longer than ten digits is read as milliseconds.
  it.each([
    [9_999_999_999_000, '9999999999'],
    [10_000_000_000_000, '10000000000000'],
    [-1_000, '-1'],
    [-10_000_000_000_000, '-10000000000000'],
  ])('date_sent of a multimedia message sent at %d is %s', (ms, written) => {
    const { lines, losses } = write({ ...MMS, sentTime: { ms } });
    expect([/date_sent="(.*?)"/.exec(lines[2] as string)?.[1], losses]).toEqual([written, []]);
    expect(parseSmsBackupRestore(lines.join('\n')).messages[0]?.sentTime).toEqual({ ms });
  });

  it.each<[message: ArchiveMessage, name: string]>([
    [SMS, 'a'.repeat(64)],
    [MMS, 'a'.repeat(64)],
    [SMS, '_a-b.c1'],
  ])('an attribute with a name that XML has: %#', (message, name) => {
    const { lines, losses } = write({ ...message, rest: [own(name, 'b')] });
    expect([lines[2]?.includes(` ${name}="b"`), losses]).toEqual([true, []]);
  });

  it.each(['a'.repeat(65), '1a', 'a b', 'ä', 'a="'])('reports %j, which cannot be the name of an attribute', (name) => {
    const rest = [own(name, 'b')];
    expect(wordsOf(write({ ...SMS, rest }).losses)).toEqual([`rest.${name}: cannot be the name of an attribute`]);
    expect(wordsOf(write({ ...MMS, parts: [{ ...GIF, rest }] }).losses)).toEqual([
      `parts[0].rest.${name}: cannot be the name of an attribute`,
    ]);
  });
});

describe('what XML cannot hold', () => {
  it.each<[value: string, written: string]>([
    ['\0a', '\ufffda'],
    ['a\x1fb', 'a\ufffdb'],
    ['\uffff', '\ufffd'],
    ['\ud83d', '\ufffd'],
    ['a\ude00\x07', 'a\ufffd\ufffd'],
  ])('%j is written as %j', (value, written) => {
    const { lines, losses } = write({ ...SMS, text: value });
    expect(lines[2]).toContain(` body="${written}"`);
    expect(wordsOf(losses)).toEqual([`text: ${HOLDS_NOT}`]);
  });

  // A field that was kept counts more than what the model says, and is reported as the member that it is in place of.
  it.each<[kind: 'sms' | 'mms', column: string, field: string]>([
    ['sms', 'protocol', 'rest'],
    ['sms', 'address', 'addresses'],
    ['sms', 'date', 'time'],
    ['sms', 'type', 'state'],
    ['sms', 'subject', 'subject'],
    ['sms', 'body', 'text'],
    ['sms', 'toa', 'rest'],
    ['sms', 'sc_toa', 'rest'],
    ['sms', 'service_center', 'serviceCentre'],
    ['sms', 'read', 'state'],
    ['sms', 'status', 'rest'],
    ['sms', 'locked', 'rest'],
    ['sms', 'date_sent', 'sentTime'],
    ['sms', 'contact_name', 'addresses'],
    ['sms', 'other', 'rest.other'],
    ['mms', 'date', 'time'],
    ['mms', 'ct_t', 'rest'],
    ['mms', 'msg_box', 'state'],
    ['mms', 'address', 'addresses'],
    ['mms', 'sub', 'subject'],
    ['mms', 'read', 'state'],
    ['mms', 'm_id', 'id'],
    ['mms', 'm_type', 'rest'],
    ['mms', 'date_sent', 'sentTime'],
    ['mms', 'contact_name', 'addresses'],
    ['mms', 'other', 'rest.other'],
  ])('is reported of an %s: %s as %s', (kind, column, field) => {
    const { lines, losses } = write({ ...SMS, kind, rest: [own(column, 'a\x01')] });
    expect(losses).toEqual([{ index: 0, field, reason: HOLDS_NOT }]);
    expect(lines[2]).toContain(` ${column}="a\ufffd"`);
  });

  it.each<[part: Partial<ArchivePart>, field: string]>([
    [{ name: '\x01' }, 'parts[1].name'],
    [{ location: '\x01' }, 'parts[1].cl'],
    [{ contentId: '\x01' }, 'parts[1].cid'],
    [{ fileName: '\x01' }, 'parts[1].fn'],
    [{ rest: [own('seq', '\x01')] }, 'parts[1].seq'],
    [{ rest: [own('text', '\x01')] }, 'parts[1].rest.text'],
    [{ rest: [own('ctt_s', '\x01')] }, 'parts[1].rest.ctt_s'],
  ])('is reported of a part: %j', (part, field) => {
    const { losses } = write(SMS, { ...MMS, parts: [GIF, { ...GIF, ...part }] });
    expect(losses).toEqual([{ index: 1, field, reason: HOLDS_NOT }]);
  });

  it('is reported of an address, and of a text that becomes a part', () => {
    const { lines, losses } = write({ ...MMS, addresses: [{ role: 'to', address: '\x01' }], text: 'a\ud83d' });
    expect(wordsOf(losses)).toEqual([
      'text: becomes a part',
      'text: half a surrogate pair, written as U+FFFD',
      `addresses: ${HOLDS_NOT}`,
    ]);
    expect(lines[2]).toContain(' text="a\ufffd"/></parts><addrs><addr address="\ufffd" ');
  });
});

describe('losses', () => {
  it.each<[message: Partial<ArchiveMessage>, losses: readonly string[]]>([
    [{ serviceCentre: 'null' }, ['serviceCentre: is null, which means nothing here']],
    [{ rest: [own('x', 'null')] }, ['rest.x: is null, which means nothing here']],
    [{ rest: [{ family: 'mail', name: 'X-A', value: 'b' }] }, ['rest.X-A: is a field of mail']],
    [
      {
        kind: 'mms',
        rest: [{ family: 'gammu', name: 'a', value: 'b' }, own('addr', 'c'), own('addr.x', 'd'), own('addrx', 'e')],
      },
      ['rest.a: is a field of gammu', 'rest.addr: belongs to no address', 'rest.addr.x: belongs to no address'],
    ],
    [
      { kind: 'mms', parts: [{ ...GIF, rest: [{ family: 'vmg', name: 'a', value: 'b' }] }] },
      ['parts[0].rest.a: is a field of vmg'],
    ],
    [
      {
        kind: 'mms',
        addresses: [
          { role: 'from', address: '1', name: 'Ada', card: 'c' },
          { role: 'to', address: '2', name: 'Bob' },
        ],
      },
      ['addresses.card: has no place in the format', 'addresses: the name of one of several'],
    ],
    [
      {
        ...{ kind: 'mms', direction: 'out', state: 'sent' },
        addresses: [
          { role: 'to', address: '1', name: 'Ada' },
          { role: 'to', address: '2', name: 'Bob' },
        ],
      },
      ['addresses: the name of one of several', 'addresses: the name of one of several'],
    ],
    [
      { kind: 'mms', time: { ms: 0 }, sentTime: { ms: 5, offsetMinutes: 60 } },
      [
        'time: the first moment of 1970, which means none',
        'sentTime: the offset of its clock',
        'sentTime: a part of a second',
        'sentTime: the first moment of 1970, which means none',
      ],
    ],
    [{ kind: 'mms', addresses: [{ role: 'from', address: 'insert-address-token' }] }, ['addresses: stands for the owner']],
    [{ addresses: [{ role: 'from', address: '1', name: '' }] }, ['addresses: a name that means none']],
  ])('of %j', (message, losses) => {
    expect(wordsOf(write({ ...SMS, ...message }).losses)).toEqual(losses);
  });
});

describe('what is read', () => {
  const SMS_TAG = '<sms address="1" date="1109950210000" type="1" body="Hi" read="1" contact_name="Ada"';
  const read = (inner: string) => parseSmsBackupRestore(`<smses>${inner}</smses>`);

  it('of an archive is its messages, its own attributes and nothing else', () => {
    const xml = `<smses count="1" backup_set="s"><x>t<sms/><part a="b"/><y/></x>${SMS_TAG}/></smses>`;
    expect(parseSmsBackupRestore(xml)).toStrictEqual({
      ...{ format: 'sms-backup-restore', cards: [], calendars: [], rest: [own('backup_set', 's')] },
      messages: [
        {
          ...{ kind: 'sms', direction: 'in', state: 'read', addresses: [{ role: 'from', address: '1', name: 'Ada' }] },
          ...{ time: { ms: 1_109_950_210_000 }, text: 'Hi', parts: [], at: xml.indexOf(SMS_TAG) },
        },
      ],
      unknown: [
        {
          ...{ name: 'x', at: xml.indexOf('<x>'), text: '<x>t<sms/><part a="b"/><y/></x>' },
          reason: 'an element that the format does not have',
        },
      ],
    });
  });

  it('between elements is kept as text', () => {
    expect(read(`${SMS_TAG}/> tail`).unknown).toStrictEqual([
      { name: 'text', at: 7 + SMS_TAG.length + 2, text: ' tail', reason: 'text between elements' },
    ]);
  });

  it.each<[what: string, attributes: string, inner: string, message: Partial<ArchiveMessage>]>([
    ['nothing', '', '', {}],
    [
      'a sender with a name, and the type of what is received',
      'msg_box="1" read="0" address="1" contact_name="Ada" m_type="132" date_sent="0" sub="null" m_id="i"',
      '<addrs><addr address="1" type="137"/><addr address="insert-address-token" type="151"/><addr address="2" type="151"/></addrs>',
      {
        ...{ direction: 'in', state: 'unread', id: 'i' },
        addresses: [
          { role: 'from', address: '1', name: 'Ada' },
          { role: 'to', address: '2' },
        ],
      },
    ],
    [
      'a recipient with a name, and the type of what is sent',
      'msg_box="2" read="1" address="2" contact_name="Bob" m_type="128" sub="Tea" date="5"',
      '<addrs><addr address="1" type="137"/><addr address="2" type="151"/></addrs>',
      {
        ...{ direction: 'out', state: 'sent', subject: 'Tea', time: { ms: 5 } },
        addresses: [
          { role: 'from', address: '1' },
          { role: 'to', address: '2', name: 'Bob' },
        ],
      },
    ],
    [
      'a name without an address, and the type of what is sent',
      'msg_box="1" read="1" contact_name="Ada" m_type="128"',
      '',
      { direction: 'in', state: 'read', rest: [own('contact_name', 'Ada'), own('m_type', '128')] },
    ],
    [
      'the type of what is received in what was sent',
      'msg_box="2" read="1" contact_name="(Unknown)" m_type="132"',
      '',
      { direction: 'out', state: 'sent', rest: [own('m_type', '132')] },
    ],
    [
      'parts',
      'msg_box="1" read="1" contact_name=""',
      '<parts><part ct="image/gif" seq="0" data="R0lG"/>' +
        '<part ct="text/plain" chset="4" seq="0" data="R0lG" text="a"/>' +
        '<part ct="text/plain" chset="4" seq="0" text="ü"/>' +
        '<part ct="text/plain" chset="4" seq="0"/></parts>',
      {
        ...{ direction: 'in', state: 'read' },
        parts: [
          GIF,
          { contentType: 'text/plain', charset: 'iso-8859-1', data: octets('GIF'), rest: [own('text', 'a')] },
          { contentType: 'text/plain', charset: 'utf-8', data: octets('ü'), rest: [own('chset', '4')] },
          { contentType: 'text/plain', charset: 'iso-8859-1', data: new Uint8Array(0), isMissing: true },
        ],
      },
    ],
  ])('of a multimedia message: %s', (_, attributes, inner, message) => {
    const { messages } = read(`<mms ${attributes}>${inner}</mms>`);
    expect(messages).toStrictEqual([{ kind: 'mms', addresses: [], text: '', parts: [], at: 7, ...message }]);
  });

  // RFC 4648 section 3.5: a decoder may accept pad bits that are not 0.
  it.each([
    ['QQ==', 'A'],
    ['QR==', 'A'],
    ['QUF', 'AA'],
    ['', ''],
  ])('octets of the base64 %j', (base64, text) => {
    const { messages } = read(`<mms msg_box="1" read="1"><parts><part ct="a/b" seq="0" data="${base64}"/></parts></mms>`);
    expect(messages[0]?.parts).toStrictEqual([{ contentType: 'a/b', data: octets(text) }]);
  });

  it('leniently are the faults of values, each at the tag that has it', () => {
    const { issues, options } = lenient();
    const xml = '<smses><sms date="x" date_sent="1a"/><mms date="y"><parts><part data="R0!lG"/></parts></mms></smses>';
    const [first, second] = parseSmsBackupRestore(xml, options).messages;
    expect(issues).toEqual([
      ['bad-value', 'smses/sms/date', 7],
      ['bad-value', 'smses/sms/date_sent', 7],
      ['bad-value', 'smses/mms/parts/part/data', xml.indexOf('<part ')],
      ['bad-value', 'smses/mms/date', xml.indexOf('<mms')],
    ]);
    expect([first?.rest, second?.rest, second?.parts[0]?.data]).toEqual([
      [own('date', 'x'), own('date_sent', '1a')],
      [own('date', 'y')],
      octets('GIF'),
    ]);
  });
});

describe('limits', () => {
  it.each<[limit: string, most: number, field: string, at: string, xml: string]>([
    ['archiveMessages', 1, 'smses/sms', '<sms b', '<smses><sms/><sms b=""/></smses>'],
    ['archiveMessages', 1, 'smses/mms', '<mms', '<smses><sms/><mms/></smses>'],
    ['archiveMessages', 2, 'smses/sms', '<sms/', '<smses><x/><y/><sms/></smses>'],
    ['archiveMessages', 0, 'smses', 'tail', '<smses>tail</smses>'],
    ['archiveMessages', 1, 'smses', 'tail', '<smses><sms/>tail</smses>'],
    ['archiveMessages', 1, 'smses/x', '<x>', '<smses><sms/><x><sms/></x></smses>'],
    ['archiveMessages', 0, `smses/${'x'.repeat(94)}`, '<x', `<smses><${'x'.repeat(200)}/></smses>`],
    ['archiveParts', 1, 'smses/mms/parts/part', '<part b', '<smses><mms><parts><part/><part b=""/></parts></mms></smses>'],
    [
      ...(['archiveParts', 1, 'smses/mms/addrs/addr', '<addr b'] as const),
      '<smses><mms><addrs><addr address="1" type="137"/><addr b=""/></addrs></mms></smses>',
    ],
    ['archiveParts', 2, 'smses/mms', '<mms', '<smses><mms address="1~2~3"/></smses>'],
  ])('%s of %d at %s', (limit, most, field, at, xml) => {
    expect(refusal(() => parseSmsBackupRestore(xml, { lenient: true, limits: { [limit]: most } }))).toEqual({
      ...{ code: 'limit-exceeded', field, offset: xml.indexOf(at) },
    });
    expect(() => parseSmsBackupRestore(xml, { limits: { [limit]: most + 1 } })).not.toThrow();
  });

  it('of messages counts none in an empty archive', () => {
    expect(parseSmsBackupRestore('<smses/>', { limits: { archiveMessages: 0 } }).messages).toEqual([]);
  });

  it('of attributes, but not of those of an element that is kept whole', () => {
    const limits = { archiveFields: 2 };
    expect(refusal(() => parseSmsBackupRestore('<smses><sms a="" b="" c=""/></smses>', { limits }))).toMatchObject({
      ...{ code: 'limit-exceeded', field: 'smses/sms' },
    });
    expect(parseSmsBackupRestore('<smses><sms a="" b=""/><x a="" b="" c=""/></smses>', { limits }).unknown).toHaveLength(1);
  });

  it('of depth', () => {
    const xml = '<smses><a><b/></a></smses>';
    expect(refusal(() => parseSmsBackupRestore(xml, { limits: { archiveDepth: 2 } })).code).toBe('limit-exceeded');
    expect(parseSmsBackupRestore(xml, { limits: { archiveDepth: 3 } }).unknown).toHaveLength(1);
    const deep = (depth: number) => `<smses>${'<a>'.repeat(depth - 1)}${'</a>'.repeat(depth - 1)}</smses>`;
    expect(parseSmsBackupRestore(deep(16)).unknown).toHaveLength(1);
    expect(refusal(() => parseSmsBackupRestore(deep(17))).code).toBe('limit-exceeded');
  });
});

describe('XML that is not well-formed is refused in the element that is open', () => {
  it.each<[field: string, xml: string]>([
    ['smses', ''],
    ['smses', 'a'],
    ['smses', '<smses>&x;</smses>'],
    ['smses', '<smses><sms/>&x;</smses>'],
    ['smses', '<smses/><smses/>'],
    ['smses/mms', '<smses><mms><parts></parts>&x;</mms></smses>'],
    ['smses/mms/parts', '<smses><mms><parts><part/>&x;</parts></mms></smses>'],
    ['smses/a', '<smses><a><mms/>&x;'],
    ['smses/a/b/c/d/e', '<smses><a><b><c><d><e><f><g>&x;'],
    ['smses/a/b/c/d/e', '<smses><a><b><c><d><e><f><g><h></h>&x;'],
    [`smses/${'a'.repeat(94)}`, `<smses><${'a'.repeat(95)}>&x;`],
    [`smses/${'a'.repeat(94)}`, `<smses><${'a'.repeat(95)}><b/>&x;`],
  ])('%s of %j', (field, xml) => {
    expect(refusal(() => parseSmsBackupRestore(xml)).field).toBe(field);
  });
});
