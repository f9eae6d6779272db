/** The rows of sms-ie, column by column: what is written and read of each, its limits, and the places of faults. */
import { describe, expect, it } from 'vitest';
import {
  type ArchiveLoss,
  type ArchiveMessage,
  type ArchivePart,
  encodeSmsIe,
  formatSmsIe,
  parseSmsIe,
  unpackArchive,
} from '../../src/archive/index.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';
import { GIF, MMS, octets, own, SMS, TEXT, wordsOf } from './android-samples.js';

const FOLDER = '/data/user_de/0/com.android.providers.telephony/app_parts/';

function write(...messages: readonly ArchiveMessage[]) {
  const losses: ArchiveLoss[] = [];
  const { text, files } = formatSmsIe(messages, { onLoss: (loss) => losses.push(loss) });
  return { text, files: [...files], losses };
}

describe('what is written', () => {
  const time = { ms: 1_109_950_210_000 };

  it.each<[fields: Partial<ArchiveMessage>, row: string]>([
    [{}, '{"type":"1","read":"1","body":""}'],
    [{ subject: '' }, '{"type":"1","read":"1","subject":"","body":""}'],
    [{ time: { ms: 0 } }, '{"type":"1","read":"1","body":""}'],
    [
      {
        ...{ state: 'unread', text: 'Hi', subject: 'a', serviceCentre: '+2', time, sentTime: { ms: 1_109_950_200_001 } },
        addresses: [{ role: 'from', address: '+1', name: 'Ada' }],
        rest: [own('_id', '7'), own('address_x', 'y')],
      },
      '{"address":"+1","date":"1109950210000","date_sent":"1109950200001","type":"1","read":"0","subject":"a","body":"Hi",' +
        '"service_center":"+2","_id":"7","address_x":"y","__display_name":"Ada"}',
    ],
    [
      { addresses: [{ role: 'from', address: '1', name: '' }], rest: [own('date', 'soon')] },
      '{"address":"1","type":"1","read":"1","body":"","date":"soon"}',
    ],
  ])('of an SMS: %j', (fields, row) => {
    expect(write({ ...SMS, ...fields })).toMatchObject({ text: `${row}\n`, files: [] });
  });

  it.each<[fields: Partial<ArchiveMessage>, row: string]>([
    [{}, '{"msg_box":"1","read":"1","__parts":[]}'],
    [
      {
        ...{ subject: 'ü', id: 'i', time, sentTime: { ms: 1_109_950_200_000 } },
        addresses: [
          { role: 'from', address: '1', name: 'Ada' },
          { role: 'to', address: '2', name: '' },
          { role: 'cc', address: '3' },
        ],
        rest: [own('m_type', '132')],
      },
      '{"date":"1109950210","date_sent":"1109950200","msg_box":"1","read":"1","sub":"Ã¼","m_id":"i","m_type":"132",' +
        '"__sender_address":{"address":"1","type":"137","charset":"106","__display_name":"Ada"},' +
        '"__recipient_addresses":[{"address":"2","type":"151","charset":"106"},{"address":"3","type":"130","charset":"106"}],' +
        '"__parts":[]}',
    ],
    [
      { addresses: [{ role: 'from', address: '1' }], rest: [own('date', 'soon'), own('sub_cs', '106')] },
      '{"msg_box":"1","read":"1","date":"soon","sub_cs":"106",' +
        '"__sender_address":{"address":"1","type":"137","charset":"106"},"__parts":[]}',
    ],
  ])('of a multimedia message: %j', (fields, row) => {
    expect(write({ ...MMS, ...fields }).text).toBe(`${row}\n`);
  });

  // A text in Unicode has the column `text`; any other part has a file, whose name `_data` ends in.
  it.each<[part: ArchivePart, row: string, file?: Uint8Array]>([
    [TEXT, '{"seq":"0","ct":"text/plain","chset":"106","text":"Hi"}'],
    [{ contentType: 'text/plain', data: octets('Hi') }, '{"seq":"0","ct":"text/plain","text":"Hi"}'],
    [
      { contentType: 'application/smil', data: octets('<a/>'), contentId: 's', location: 'l', name: 'n', fileName: 'f' },
      '{"seq":"-1","ct":"application/smil","name":"n","fn":"f","cid":"<s>","cl":"l","text":"<a/>"}',
    ],
    [GIF, `{"seq":"0","ct":"image/gif","_data":"${FOLDER}PART_1_0"}`, octets('GIF')],
    [{ ...TEXT, charset: 'us-ascii' }, `{"seq":"0","ct":"text/plain","chset":"3","_data":"${FOLDER}PART_1_0"}`, octets('Hi')],
    [
      { ...TEXT, data: Uint8Array.of(0xff) },
      `{"seq":"0","ct":"text/plain","chset":"106","_data":"${FOLDER}PART_1_0"}`,
      Uint8Array.of(0xff),
    ],
    [
      { ...TEXT, rest: [own('text', 'ä')] },
      `{"seq":"0","ct":"text/plain","chset":"106","_data":"${FOLDER}PART_1_0","text":"ä"}`,
      octets('Hi'),
    ],
    [
      { ...GIF, rest: [own('cd', 'inline'), own('seq', '3'), own('mid', '5')] },
      `{"seq":"3","ct":"image/gif","cd":"inline","_data":"${FOLDER}PART_1_0","mid":"5"}`,
      octets('GIF'),
    ],
    [
      { ...GIF, data: new Uint8Array(0), isMissing: true, rest: [own('_data', '/x/PART_9')] },
      '{"seq":"0","ct":"image/gif","_data":"/x/PART_9"}',
    ],
  ])('of the part %j', (part, row, file) => {
    const { text, files, losses } = write(SMS, { ...MMS, parts: [part] });
    expect(text.split('\n')[1]).toBe(`{"msg_box":"1","read":"1","__parts":[${row}]}`);
    expect(files).toEqual(file === undefined ? [] : [['data/PART_1_0', file]]);
    expect(losses).toEqual([]);
    // Reading it gives the part again.
    expect(parseSmsIe(text, { files: new Map(files) }).messages[1]?.parts).toEqual([part]);
  });

  it('as an archive is the rows, then the files in order', () => {
    const messages = [{ ...MMS, parts: [TEXT, GIF, { ...GIF, data: octets('G2') }] }];
    expect(unpackArchive(encodeSmsIe(messages)).map(({ name, data }) => [name, data])).toEqual([
      ['messages.ndjson', octets(write(...messages).text)],
      ['data/PART_0_1', octets('GIF')],
      ['data/PART_0_2', octets('G2')],
    ]);
  });
});

describe('losses', () => {
  const half = '\ud83d';
  const REASON = 'half a surrogate pair, written as U+FFFD';
  it.each<[message: Partial<ArchiveMessage>, losses: readonly string[]]>([
    [
      { addresses: [{ role: 'from', address: half, name: half }], subject: half, text: `${half}a` },
      [`addresses: ${REASON}`, `subject: ${REASON}`, `text: ${REASON}`, `addresses: ${REASON}`],
    ],
    [
      { kind: 'mms', addresses: [{ role: 'from', address: half, name: half }], subject: half, text: half, id: half },
      ['text: becomes a part', ...['subject', 'id', 'addresses', 'addresses', 'text'].map((field) => `${field}: ${REASON}`)],
    ],
    [
      { kind: 'mms', parts: [{ ...GIF, name: half, location: half, contentId: half, fileName: half, rest: [own('x', half)] }] },
      ['parts[0].rest.x', 'parts[0].name', 'parts[0].fn', 'parts[0].cid', 'parts[0].cl'].map((field) => `${field}: ${REASON}`),
    ],
    [{ rest: [own(half, half)] }, [`rest: ${REASON}`, `rest.\ufffd: ${REASON}`]],
    [{ addresses: [{ role: 'from', address: '1', name: '' }] }, ['addresses: an empty name']],
    [
      { rest: [{ family: 'mail', name: 'X-A', value: 'b' }, own('body', 'c'), own('__proto__', 'd'), own('addr.x', 'e')] },
      [
        'rest.X-A: is a field of mail',
        'rest.body: is there already',
        'rest.__proto__: cannot be a column',
        'rest.addr.x: belongs to no address',
      ],
    ],
    [
      {
        kind: 'mms',
        rest: [{ family: 'vmg', name: 'X-A', value: 'b' }, own('__parts', 'c'), own('addr', 'd'), own('addrx', 'e')],
      },
      ['rest.X-A: is a field of vmg', 'rest.__parts: cannot be a column', 'rest.addr: belongs to no address'],
    ],
    [
      { kind: 'mms', time: { ms: 1_500 }, sentTime: { ms: 500, isLocal: true } },
      [
        'time: a part of a second',
        'sentTime: a local time, written as if its clock showed UTC',
        'sentTime: a part of a second',
        'sentTime: the first moment of 1970, which means none',
      ],
    ],
    [
      {
        kind: 'mms',
        parts: [
          { ...GIF, rest: [{ family: 'gammu', name: 'a', value: 'b' }, own('_data', 'c'), own('__proto__', 'd')] },
          { ...TEXT, rest: [own('_data', 'c')] },
        ],
      },
      [
        'parts[0].rest.a: is a field of gammu',
        'parts[0].rest._data: is there already',
        'parts[0].rest.__proto__: cannot be a column',
        'parts[1].rest._data: is there already',
      ],
    ],
  ])('of %j', (message, losses) => {
    expect(wordsOf(write({ ...SMS, ...message }).losses)).toEqual(losses);
  });
});

describe('what is read', () => {
  it('of an archive is its messages, and the lines that are none', () => {
    const sms = '{"address":"1","date":"5","type":"1","body":"Hi","read":"1"}';
    const call = '{"address":"1","type":"2","duration":"3"}';
    const text = `\ufeff${sms}\n \t\n\n${call}\r\n{"address":"1"}\n{"type":"1"}\n`;
    expect(parseSmsIe(text)).toStrictEqual({
      ...{ format: 'sms-ie', cards: [], calendars: [], rest: [] },
      messages: [
        {
          ...{ kind: 'sms', direction: 'in', state: 'read', addresses: [{ role: 'from', address: '1' }] },
          ...{ time: { ms: 5 }, text: 'Hi', parts: [], at: 1 },
        },
      ],
      unknown: [call, '{"address":"1"}', '{"type":"1"}'].map((line) => ({
        ...{ name: 'line', at: text.indexOf(line), text: line, reason: 'is not a row of a message' },
      })),
    });
  });

  it.each(['[', ' \n[', '\ufeff[', '\ufeff\t[', `${'\n'.repeat(200)}[`])('of a list that begins with %j', (start) => {
    const { messages } = parseSmsIe(`${start}{"body":"a"},\n{"body":"b"}]`);
    const at = start.startsWith('\ufeff') ? 1 : 0;
    expect(messages.map((message) => [message.text, message.at])).toEqual([
      ['a', at],
      ['b', at],
    ]);
  });

  it.each<[what: string, row: object, message: Partial<ArchiveMessage>]>([
    ['a type alone', { m_type: '132' }, { rest: [own('m_type', '132')] }],
    ['parts alone', { __parts: [] }, {}],
    [
      'nothing but null',
      { msg_box: '1', read: '1', date: null, x: null, sub: null, sender_address: null },
      {
        ...{ direction: 'in', state: 'read' },
      },
    ],
    [
      'parts that are no list',
      { msg_box: '1', read: '1', __parts: 'x' },
      {
        ...{ direction: 'in', state: 'read', rest: [own('__parts', '"x"')] },
      },
    ],
    [
      'times, a subject and an identifier',
      { msg_box: '2', read: '1', date: '2', date_sent: '1', sub: 'GrÃ¼n', m_id: 'i' },
      { direction: 'out', state: 'sent', time: { ms: 2_000 }, sentTime: { ms: 1_000 }, subject: 'Grün', id: 'i' },
    ],
    [
      'addresses, some of which have no role or no address',
      {
        ...{ msg_box: '1', read: '1', __display_name: '' },
        sender_address: { address: '1', type: '137', display_name: '', _id: '1', msg_id: '2', contact_id: '3' },
        __recipient_addresses: [
          null,
          'x',
          { address: '2', type: '9' },
          { type: '151' },
          { address: '3', type: '151', charset: '106', x: '106', __display_name: 'Bob' },
        ],
      },
      {
        ...{ direction: 'in', state: 'read' },
        addresses: [
          { role: 'from', address: '1' },
          { role: 'to', address: '3', name: 'Bob' },
        ],
        rest: [
          own('addr', 'null'),
          own('addr', '"x"'),
          own('addr', '{"address":"2","type":"9"}'),
          own('addr', '{"type":"151"}'),
          own('addr.x', '106'),
        ],
      },
    ],
    [
      'parts, some of which are none',
      {
        ...{ msg_box: '1', read: '1' },
        parts: [
          null,
          7,
          { seq: 0, ct: 'text/plain', text: 'ä', mid: null },
          { seq: 0, ct: 'text/plain', text: 'ä', chset: 106 },
          { seq: 0, ct: 'text/plain', text: 'ä', chset: 4 },
          { seq: 0, ct: 'text/plain', chset: 4 },
        ],
      },
      {
        ...{ direction: 'in', state: 'read' },
        parts: [
          {
            ...{ contentType: 'application/octet-stream', data: new Uint8Array(0), isMissing: true },
            rest: [own('part', 'null')],
          },
          { contentType: 'application/octet-stream', data: new Uint8Array(0), isMissing: true, rest: [own('part', '7')] },
          { contentType: 'text/plain', data: octets('ä') },
          { contentType: 'text/plain', charset: 'utf-8', data: octets('ä') },
          { contentType: 'text/plain', charset: 'utf-8', data: octets('ä'), rest: [own('chset', '4')] },
          { contentType: 'text/plain', charset: 'iso-8859-1', data: new Uint8Array(0), isMissing: true },
        ],
      },
    ],
  ])('of a multimedia message: %s', (_, row, message) => {
    expect(parseSmsIe(JSON.stringify(row)).messages).toStrictEqual([
      { kind: 'mms', addresses: [], text: '', parts: [], at: 0, ...message },
    ]);
  });

  // RFC 4648 section 3.5: a decoder may accept pad bits that are not 0.
  it.each([
    ['QQ==', 'A'],
    ['QR==', 'A'],
    ['', ''],
  ])('octets of the base64 %j', (base64, text) => {
    const row = { msg_box: '1', read: '1', __parts: [{ ct: 'a/b', seq: '0', binary_data: base64 }] };
    expect(parseSmsIe(JSON.stringify(row)).messages[0]?.parts).toStrictEqual([{ contentType: 'a/b', data: octets(text) }]);
  });

  it.each([
    ['Tea', 'Tea'],
    ['Ã¼', 'ü'],
    ['\xfc', '\xfc'],
    ['Жü', 'Жü'],
    ['Ã¼Ж', 'Ã¼Ж'],
    ['â\x82¬5', '€5'],
  ])('of the subject %j is %j', (sub, subject) => {
    expect(parseSmsIe(JSON.stringify({ msg_box: '1', sub })).messages[0]?.subject).toBe(subject);
  });

  it('leniently are the faults, each at its line', () => {
    const { issues, options } = lenient();
    const rows = [
      '{"a"',
      '{"body":"","date":"x","date_sent":"1a"}',
      '{"msg_box":"1","date":"y","__parts":[{"binary_data":"R0!lG"}]}',
    ];
    parseSmsIe(rows.join('\n'), options);
    expect(issues).toEqual([
      ['bad-value', 'line', 0],
      ['bad-value', 'date', 5],
      ['bad-value', 'date_sent', 5],
      ['bad-value', 'date', 45],
      ['bad-value', 'binary_data', 45],
    ]);
    issues.length = 0;
    parseSmsIe('\ufeff[{"a"', options);
    expect(issues).toEqual([['bad-value', 'list', 1]]);
  });
});

describe('limits', () => {
  it.each<[limit: string, most: number, field: string, offset: number, rows: readonly string[]]>([
    ['archiveMessages', 2, 'line', 24, ['{"body":""}', '{"body":""}', '{"body":""}']],
    ['archiveMessages', 2, 'line', 4, ['1', '2', '3']],
    ['archiveMessages', 2, 'line', 14, ['{"body":""}', '2', '3']],
    ['archiveMessages', 2, 'line', 6, ['{"a', '2', '{"a']],
    ['archiveFields', 2, 'line', 2, ['1', '{"body":"","a":1,"b":2}']],
    ['archiveFields', 2, 'parts', 2, ['1', '{"__parts":[{"a":1,"b":2,"c":3}]}']],
    ['archiveParts', 2, 'parts', 2, ['1', '{"__parts":[1,2,3]}']],
    ['archiveParts', 2, 'addresses', 2, ['1', '{"__parts":[],"sender_address":1,"recipient_addresses":[2,3]}']],
    ['archiveDepth', 2, 'line', 2, ['1', '{"a":{"b":{"c":1}}}']],
  ])('%s of %d at %s', (limit, most, field, offset, rows) => {
    const text = rows.join('\n');
    expect(refusal(() => parseSmsIe(text, { lenient: true, limits: { [limit]: most } }))).toEqual({
      ...{ code: 'limit-exceeded', field, offset },
    });
    expect(() => parseSmsIe(text, { lenient: true, limits: { [limit]: most + 1 } })).not.toThrow();
  });

  it('of fields are for rows alone', () => {
    const text = '{"__parts":["abc","def"],"recipient_addresses":["ghi"]}';
    expect(parseSmsIe(text, { limits: { archiveFields: 2 } }).messages[0]?.parts).toHaveLength(2);
  });
});
