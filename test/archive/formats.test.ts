/**
 * Archives as phones and their programs write them; errors with their place.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ARCHIVE_FORMATS,
  type Archive,
  decodeEml,
  encodeEml,
  encodeSmsIe,
  formatArchive,
  formatVmg,
  identifyArchive,
  joinMessages,
  messageText,
  parseGammuBackup,
  parseSmsBackupRestore,
  parseSmsIe,
  parseVmg,
  readArchive,
} from '../../src/archive/index.js';
import type { Issue } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';

const octets = (text: string) => new TextEncoder().encode(text);

/** A message of a Nokia phone, with a time in UTC and one of its clock. */
const NOKIA = [
  'BEGIN:VMSG',
  'VERSION:1.1',
  'X-IRMC-STATUS:READ',
  'X-IRMC-BOX:INBOX',
  'X-NOK-DT:20050304T153010Z',
  'X-MESSAGE-TYPE:DELIVER',
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:',
  'TEL:+447700900123',
  'END:VCARD',
  'BEGIN:VENV',
  'BEGIN:VBODY',
  'Date:04.03.2005 16:30:10',
  'Hello',
  '',
  'there: ok',
  'END:VBODY',
  'END:VENV',
  'END:VMSG',
  '',
].join('\r\n');

/** What gammu 1.42 wrote for five messages, without what is the same in all. */
const GAMMU = `; This file format was designed for Gammu and is compatible with Gammu+
[SMSBackup000]
; part one
SMSC = "+447700900000"
SMSCUnicode = 002B003400340037003700300030003900300030003000300030
PDU = Deliver
DateTime = 20050304T153010Z
State = UnRead
Number = "ALPHA"
NumberUnicode = 0041004C005000480041
Name = ""
NameUnicode =${' '}
UDH = 050003AA0201
Text00 = 007000610072007400200031
Coding = Default_No_Compression
Folder = 1
Length = 6
Class = -1
ReplySMSC = False
RejectDuplicates = False
ReplaceMessage = 0
MessageReference = 0

[SMSBackup001]
PDU = Deliver
State = UnRead
Number = "ALPHA"
UDH = 050003AA0202
Text00 = D83DDE0000200073006D0069006C0065
Coding = Unicode_No_Compression
Length = 8
Folder = 1

[SMSBackup002]
PDU = Submit
DateTime = 20050304T153010Z
State = Sent
Number = "+447700900123"
Text00 = 3862697400FF
Coding = 8bit
Folder = 2
Length = 6
Class = 1
`;

function issuesOf(read: (onIssue: (issue: Issue) => void) => Archive): { archive: Archive; issues: string[] } {
  const issues: string[] = [];
  return { archive: read(({ message }) => issues.push(message)), issues };
}

describe('VMG', () => {
  it('reads a message of a Nokia phone, whose two times tell the offset of its clock', () => {
    expect(parseVmg(NOKIA)).toMatchObject({
      messages: [
        {
          kind: 'sms',
          direction: 'in',
          state: 'read',
          addresses: [{ role: 'from', address: '+447700900123' }],
          time: { ms: Date.UTC(2005, 2, 4, 15, 30, 10), offsetMinutes: 60 },
          text: 'Hello\n\nthere: ok',
        },
      ],
      unknown: [],
    });
  });

  it.each(['utf-16le', 'utf-16be', 'utf-16le with mark', 'utf-8 with mark'])('reads a file in %s', (encoding) => {
    const text = encoding.endsWith('mark') ? `\ufeff${NOKIA}` : NOKIA;
    const file = encoding.startsWith('utf-8') ? octets(text) : new Uint8Array(2 * text.length);
    if (!encoding.startsWith('utf-8'))
      for (let i = 0; i < text.length; i++)
        new DataView(file.buffer).setUint16(2 * i, text.charCodeAt(i), !encoding.startsWith('utf-16be'));
    expect(identifyArchive(file)).toBe('vmg');
    expect(readArchive(file).messages[0]?.text).toBe('Hello\n\nthere: ok');
  });

  it('reads a text in quoted-printable, and names in cards, of other makes', () => {
    const { messages } = parseVmg(
      [
        'BEGIN:VMSG',
        'VERSION:1.1',
        'BEGIN:VCARD',
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;Zo=C3=AB',
        'TEL;CELL:+447700900123',
        'END:VCARD',
        'BEGIN:VENV',
        'BEGIN:VBODY',
        'X-BOX:SENDBOX',
        'X-READ:READ',
        'X-SIMID:0',
        'Date:2014/03/02 10:11:12',
        'Subject;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Gr=C3=BC=',
        '=C3=9Fe',
        'END:VBODY',
        'END:VENV',
        'END:VMSG',
      ].join('\n'),
    );
    expect(messages).toMatchObject([
      {
        direction: 'out',
        state: 'sent',
        addresses: [{ role: 'to', address: '+447700900123', name: 'Zoë' }],
        time: { ms: Date.UTC(2014, 2, 2, 10, 11, 12), isLocal: true },
        text: 'Grüße',
        rest: [{ family: 'vmg', name: 'VBODY/X-SIMID', value: '0' }],
      },
    ]);
  });

  const dated = (date: string, stamp = '') =>
    `BEGIN:VMSG\nX-IRMC-BOX:INBOX\n${stamp === '' ? '' : `X-NOK-DT:${stamp}\n`}BEGIN:VENV\nBEGIN:VBODY\nDate:${date}\nHi\nEND:VBODY\nEND:VENV\nEND:VMSG\n`;

  it.each([
    // Nokia PC Suite by the settings of its PC; MediaTek, ZTE and Lumia; vmgparser-lib.
    ['21-12-2005 11:24:50', [2005, 12, 21, 11, 24, 50]],
    ['03.09.2007 17:56:00', [2007, 9, 3, 17, 56, 0]],
    ['2016/04/06 09:13:21', [2016, 4, 6, 9, 13, 21]],
    ['2013.4.3.23.5.9', [2013, 4, 3, 23, 5, 9]],
    ['2009/03/12 10:15 AM', [2009, 3, 12, 10, 15, 0]],
    ['12-Mar-09 10:15:21 PM', [2009, 3, 12, 22, 15, 21]],
    ['12-Mar-09 12:00:00 AM', [2009, 3, 12, 0, 0, 0]],
    ['12 March 2009 12:05 p.m.', [2009, 3, 12, 12, 5, 0]],
    ['Mar 12, 2009 10:15', [2009, 3, 12, 10, 15, 0]],
    ['12/25/2009 1:05:00 PM', [2009, 12, 25, 13, 5, 0]],
    ['25/12/2009 13:05:00', [2009, 12, 25, 13, 5, 0]],
    ['12-25-2009 13:05:00', [2009, 12, 25, 13, 5, 0]],
    ['04/04/2009 13:05:00', [2009, 4, 4, 13, 5, 0]],
  ] as const)('reads the date %s', (date, [year, month, day, ...time]) => {
    const { archive, issues } = issuesOf((onIssue) => parseVmg(dated(date), { onIssue }));
    const [message] = archive.messages;
    expect(message).toMatchObject({ text: 'Hi', time: { ms: Date.UTC(year, month - 1, day, ...time), isLocal: true } });
    expect([message?.rest, issues]).toEqual([undefined, []]);
  });

  it('keeps a date of which day and month may be either, unless a stamp or another date of the file decides', () => {
    const { archive, issues } = issuesOf((onIssue) => parseVmg(dated('03/04/2009 10:15:00'), { onIssue }));
    expect(archive.messages[0]).toMatchObject({ text: 'Hi', rest: [{ name: 'VBODY/DATE', value: '03/04/2009 10:15:00' }] });
    expect(archive.messages[0]?.time).toBeUndefined();
    expect(issues).toEqual(['VBODY/Date at 51: "03/04/2009 10:15:00": day and month may be either']);
    expect(formatVmg(archive.messages)).toContain('\r\nDATE:03/04/2009 10:15:00\r\n');
    const stamped = parseVmg(dated('03/04/2009 10:15:00', '20090304T091500Z')).messages[0];
    expect(stamped?.time).toEqual({ ms: Date.UTC(2009, 2, 4, 9, 15), offsetMinutes: 60 });
    const april = { ms: Date.UTC(2009, 3, 3, 10, 15), isLocal: true };
    const march = { ms: Date.UTC(2009, 2, 4, 10, 15), isLocal: true };
    expect(parseVmg(dated('03/04/2009 10:15:00') + dated('13/04/2009 10:15:00')).messages[0]?.time).toEqual(april);
    expect(parseVmg(dated('03/04/2009 10:15:00') + dated('04/13/2009 10:15:00')).messages[0]?.time).toEqual(march);
    const both = dated('03/04/2009 10:15:00') + dated('13/04/2009 10:15:00') + dated('04/13/2009 10:15:00');
    expect(parseVmg(both).messages[0]?.time).toBeUndefined();
  });

  it.each(['12-Foo-09 10:15', '12-Mar-09 13:15 PM', '1/2/3 10:15', 'tonight at 8'])('takes %s for no date', (date) => {
    expect(parseVmg(dated(date)).messages[0]?.time).toBeUndefined();
  });

  it('reads the texts and times of other makes', () => {
    const samsung = [
      ...[
        'BEGIN:VMSG',
        'X-MESSAGE-TYPE:SMS',
        'X-IRMC-BOX:INBOX',
        'X-SS-DT:20100709T155811Z',
        'BEGIN:VBODY',
        'X-BODY-SUBJECT:Tea',
      ],
      ...[
        'X-BODY-CONTENTS;ENCODING=BASE64:SGVsbG8gdGhlcmU=',
        'END:VBODY',
        'BEGIN:VCARD',
        'VERSION:2.1',
        'TEL:1234',
        'END:VCARD',
        'END:VMSG',
      ],
    ];
    expect(parseVmg(samsung.join('\r\n')).messages).toMatchObject([
      {
        ...{
          text: 'Hello there',
          time: { ms: Date.UTC(2010, 6, 9, 15, 58, 11) },
          addresses: [{ role: 'from', address: '1234' }],
        },
        rest: [
          { name: 'VBODY/X-BODY-SUBJECT', value: 'Tea' },
          { name: 'X-MESSAGE-TYPE', value: 'SMS' },
        ],
      },
    ]);
    const plain = [
      'BEGIN:VMSG',
      'BEGIN:VBODY',
      'X-BOX:SENDBOX',
      'Date:2018/01/30 09:00:00',
      'Subject:plain text',
      'END:VBODY',
      'END:VMSG',
    ];
    expect(parseVmg(plain.join('\n')).messages).toMatchObject([{ text: 'plain text', direction: 'out', state: 'sent' }]);
    expect(parseVmg(plain.join('\n').replace('X-BOX:SENDBOX\n', '')).messages[0]?.text).toBe('Subject:plain text');
  });

  it('reads a PDU in the place of the text, and writes it again', () => {
    const hex = '07917283010010F5040BC87238880900F10000993092516195800AE8329BFD4697D9EC37';
    const file = NOKIA.replace('Hello\r\n\r\nthere: ok', hex);
    const { messages } = parseVmg(file);
    expect(messages).toMatchObject([{ text: 'hellohello', serviceCentre: '+27381000015', direction: 'in' }]);
    expect(formatVmg(messages)).toContain(`\r\n${hex}\r\n`);
  });

  it('keeps what it does not know, and goes on with the message after a cut one', () => {
    const cut = NOKIA.split('END:VBODY')[0] as string;
    const text = `junk\r\n${NOKIA.replace('X-MESSAGE', 'X-OTHER:1\r\nX-MESSAGE')}`;
    expect(parseVmg(text)).toMatchObject({
      messages: [{ rest: [{ name: 'X-OTHER', value: '1' }] }],
      unknown: [{ name: 'line', at: 0, text: 'junk' }],
    });
    expect(() => parseVmg(cut)).toThrow(`VBODY at ${cut.length}: ends without END:VBODY`);
    expect(parseVmg(cut, { lenient: true }).messages[0]?.text).toContain('there: ok');
    const head = 'BEGIN:VMSG\r\nVERSION:1.1\r\n';
    expect(parseVmg(`${head}${NOKIA}`, { lenient: true }).messages).toHaveLength(2);
    expect(() => parseVmg('Hello')).toThrow('VMSG at 0: no BEGIN:VMSG');
  });
});

describe('SMS Backup & Restore', () => {
  it('reads references that are no XML, and keeps the places after them', () => {
    const xml = `<smses count="1"><sms address="12" date="1109950210000" type="1" body="A&#55357;&#56832;B&#xD83D;&#xDE00;&#0;&#55357;&#10;" read="0" contact_name="(Unknown)" /><call a="1"><b/></call></smses>`;
    const { messages, unknown } = parseSmsBackupRestore(xml);
    expect(messages).toMatchObject([{ text: 'A😀B😀\0\ud83d\n', state: 'unread', addresses: [{ address: '12' }] }]);
    expect(unknown).toMatchObject([{ name: 'call', at: xml.indexOf('<call'), text: '<call a="1"><b/></call>' }]);
  });

  it('reads a multimedia message', () => {
    const xml = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<!--File Created By SMS Backup & Restore v10.19.017 on 01/01/2024-->
<smses count="1" backup_set="s" backup_date="1" type="full">
  <mms date="1360000000000" rr="129" sub="null" ct_t="application/vnd.wap.multipart.related" read="1" m_id="abc" msg_box="2" address="+1~+2" m_type="128" contact_name="A, B">
    <parts>
      <part seq="-1" ct="application/smil" name="null" chset="null" cd="null" fn="null" cid="&lt;smil&gt;" cl="smil.xml" ctt_s="null" ctt_t="null" text='&lt;smil/&gt;' />
      <part seq="0" ct="text/plain" name="null" chset="106" cd="null" fn="null" cid="&lt;t&gt;" cl="t.txt" ctt_s="null" ctt_t="null" text="Hi &#128512;" />
      <part seq="0" ct="image/gif" name="null" chset="null" cl="a.gif" text="null" data="R0lG" />
      <part seq="0" ct="image/png" cl="lost.png" text="null" />
    </parts>
    <addrs><addr address="insert-address-token" type="137" charset="106" /><addr address="+1" type="151" charset="106" /><addr address="+2" type="130" charset="106" /></addrs>
  </mms>
</smses>`.replace('Backup & Restore', 'Backup and Restore');
    const { messages, rest } = parseSmsBackupRestore(octets(xml));
    const [message] = messages;
    expect(message).toMatchObject({
      kind: 'mms',
      direction: 'out',
      state: 'sent',
      addresses: [
        { role: 'to', address: '+1' },
        { role: 'cc', address: '+2' },
      ],
      id: 'abc',
      rest: [
        { name: 'contact_name', value: 'A, B' },
        { name: 'rr', value: '129' },
      ],
    });
    expect(message?.parts).toMatchObject([
      { contentType: 'application/smil', contentId: 'smil', location: 'smil.xml' },
      { contentType: 'text/plain', charset: 'utf-8' },
      { contentType: 'image/gif', location: 'a.gif', data: octets('GIF') },
      { contentType: 'image/png', isMissing: true },
    ]);
    expect(message && messageText(message)).toBe('Hi 😀');
    expect(rest.map(({ name }) => name)).toEqual(['backup_set', 'backup_date', 'type']);
  });

  it('names the place of what is wrong', () => {
    expect(() => parseSmsBackupRestore('<calls/>')).toThrow('smses at 0: root "calls", expected smses');
    const bad = '<smses><sms date="x" body="" address="1" type="1"/></smses>';
    expect(() => parseSmsBackupRestore(bad)).toThrow('smses/sms/date at 7: "x" is no time in milliseconds');
    const { archive, issues } = issuesOf((onIssue) => parseSmsBackupRestore(bad, { lenient: true, onIssue }));
    expect(issues).toHaveLength(1);
    expect(archive.messages[0]?.rest).toEqual([{ family: 'android', name: 'date', value: 'x' }]);
  });
});

describe('gammu', () => {
  it('reads what gammu wrote, and joins the parts of a message', () => {
    const { messages } = parseGammuBackup(GAMMU);
    expect(messages).toHaveLength(3);
    expect(joinMessages(messages)).toMatchObject([
      {
        direction: 'in',
        state: 'unread',
        addresses: [{ role: 'from', address: 'ALPHA' }],
        time: { ms: Date.UTC(2005, 2, 4, 15, 30, 10), isLocal: true },
        text: 'part 1😀 smile',
        serviceCentre: '+447700900000',
      },
      {
        direction: 'out',
        state: 'sent',
        parts: [{ data: Uint8Array.of(0x38, 0x62, 0x69, 0x74, 0, 0xff) }],
        rest: [{ name: 'Class', value: '1' }],
      },
    ]);
  });

  it('reads the address book, the calendar and tasks, and keeps other sections', () => {
    const { cards, calendars, unknown, rest } = parseGammuBackup(`[Backup]
IMEI = "123"
[PhonePBK001]
Location = 001
Entry00Type = NumberMobile
Entry00Text = "+447700900123"
Entry01Type = FirstName
Entry01TextUnicode = 005A006F00EB
Entry02Type = RingtoneID
Entry02Number = 7
[Calendar001]
Type = Meeting
Text = "Meet; me"
StartTime = 20050505T100000Z
[TODO001]
Priority = High
Text = "todo"
[WAPBookmark001]
URL = "http://a.example/"
`);
    expect(cards).toMatchObject([
      {
        given: 'Zoë',
        tel: [{ value: '+447700900123', types: ['CELL'] }],
        other: [{ name: 'X-GAMMU-RINGTONEID', value: '7' }, {}, {}],
      },
    ]);
    expect(calendars).toMatchObject([
      {
        events: [{ summary: 'Meet; me', start: new Date(Date.UTC(2005, 4, 5, 10)), startKind: 'floating' }],
        todos: [{ summary: 'todo', priority: 1 }],
      },
    ]);
    expect(unknown).toMatchObject([{ name: 'WAPBookmark001', text: '[WAPBookmark001]\nURL = "http://a.example/"\n' }]);
    expect(rest).toEqual([{ family: 'gammu', name: 'Backup.IMEI', value: '123' }]);
  });

  it('names the place of what is wrong', () => {
    expect(() => parseGammuBackup('[SMSBackup000]\nText00 = 00\n')).toThrow('SMSBackup000/Text00 at 15: is not UTF-16 in hex');
    expect(() => parseGammuBackup('')).toThrow('section at 0: no section');
  });
});

describe('sms-ie', () => {
  const ROWS = [
    '{"_id":"1","address":"+447700900123","date":"1109950210000","date_sent":"0","read":"1","type":"1","body":"Hi","__display_name":"Ada"}',
    '{"_id":"2","date":"1109950210","msg_box":"1","read":"0","sub":"GrÃ¼Ã\u009fe","__sender_address":{"address":"+1","type":"137","charset":"106"},"__recipient_addresses":[{"address":"insert-address-token","type":"151"}],"__parts":[{"_id":"5","seq":"0","ct":"image/gif","_data":"/data/app_parts/PART_9"},{"ct":"text/plain","text":"x"}]}',
    '{"number":"+1","duration":"3","type":"2"}',
  ];

  it('reads rows, and the octets of parts beside them', () => {
    const { messages, unknown } = parseSmsIe(ROWS.join('\n'), { files: new Map([['data/PART_9', octets('GIF')]]) });
    expect(messages).toMatchObject([
      { kind: 'sms', state: 'read', text: 'Hi', addresses: [{ role: 'from', address: '+447700900123', name: 'Ada' }] },
      {
        kind: 'mms',
        state: 'unread',
        subject: 'Grüße',
        time: { ms: 1109950210000 },
        addresses: [{ role: 'from', address: '+1' }],
        parts: [
          { contentType: 'image/gif', data: octets('GIF') },
          { contentType: 'text/plain', data: octets('x') },
        ],
      },
    ]);
    expect(unknown).toMatchObject([{ text: ROWS[2], reason: 'is not a row of a message' }]);
    expect(parseSmsIe(ROWS[1] as string).messages[0]?.parts[0]?.isMissing).toBe(true);
  });

  it('reads the list of version 1', () => {
    const { messages } = parseSmsIe(
      '[{"address":"1","type":"2","body":"a"},{"msg_box":"2","parts":[{"ct":"image/gif","binary_data":"R0lG"}]}]',
    );
    expect(messages).toMatchObject([{ direction: 'out' }, { parts: [{ data: octets('GIF') }] }]);
    expect(() => parseSmsIe('{"a"')).toThrow('line at 0: is not JSON');
  });

  it('reads the ZIP archive that it writes', () => {
    const { messages } = parseSmsIe(ROWS.join('\n'), { files: new Map([['data/PART_9', octets('GIF')]]) });
    const zip = encodeSmsIe(messages);
    expect(identifyArchive(zip)).toBe('sms-ie');
    expect(readArchive(zip).messages[1]?.parts[0]?.data).toEqual(octets('GIF'));
  });
});

describe('EML', () => {
  const MAIL = [
    'From: =?iso-8859-1?Q?Zo=EB?= <+447700900123/TYPE=PLMN@mms.example>',
    'To: "O\'Hara, B." <b@mail.example>, c@mail.example (comment, x)',
    'Subject: =?UTF-8?B?R3LDvA==?=',
    ' =?UTF-8?B?w59l?=',
    'Date: Fri, 4 Mar 2005 16:30:10 +0100',
    'X-Mms-Priority: High',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    'preamble',
    '--b',
    'Content-Type: multipart/alternative; boundary=c',
    '',
    '--c',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Gr=FC=DFe =',
    'an alle',
    '--c--',
    '--b',
    "Content-Type: image/gif; name*=utf-8''%C3%A4.gif",
    'Content-Transfer-Encoding: base64',
    'Content-ID: <a@b>',
    '',
    'R0lG',
    '--b--',
    '',
  ].join('\r\n');

  it('reads a mail with parts inside of parts', () => {
    const { messages } = decodeEml(octets(MAIL));
    expect(messages).toMatchObject([
      {
        kind: 'mms',
        addresses: [
          { role: 'from', address: '+447700900123', name: 'Zoë' },
          { role: 'to', address: 'b@mail.example', name: "O'Hara, B." },
          { role: 'to', address: 'c@mail.example' },
        ],
        subject: 'Grüße',
        time: { ms: Date.UTC(2005, 2, 4, 15, 30, 10), offsetMinutes: 60 },
        parts: [
          { contentType: 'text/plain', charset: 'iso-8859-1' },
          { contentType: 'image/gif', name: 'ä.gif', contentId: 'a@b', data: octets('GIF') },
        ],
        rest: [{ family: 'mail', name: 'X-Mms-Priority', value: 'High' }],
      },
    ]);
    expect(messages[0] && messageText(messages[0])).toBe('Grüße an alle');
  });

  it('reads an SMS of SMS Backup+', () => {
    const { messages } = decodeEml(
      octets(
        'From: "+44" <+44.7700@unknown.email>\nX-smssync-datatype: SMS\nX-smssync-type: 2\nX-smssync-read: 1\nX-smssync-thread: 7\nContent-Type: text/plain; charset=utf-8\n\nHi',
      ),
    );
    expect(messages).toMatchObject([
      { kind: 'sms', direction: 'out', state: 'sent', text: 'Hi', rest: [{ family: 'android', name: 'thread', value: '7' }] },
    ]);
  });

  it('names the place of what is wrong', () => {
    const cut = MAIL.slice(0, MAIL.indexOf('--b--'));
    expect(() => decodeEml(octets(cut))).toThrow(/^mail at \d+: a multipart without its end$/);
    expect(decodeEml(octets(cut), { lenient: true }).messages[0]?.parts).toHaveLength(2);
    expect(() => decodeEml(octets('Hello'))).toThrow('mail at 0: "Hello" is not a header');
    const bomb = Array.from({ length: 40 }, (_, i) => `Content-Type: multipart/mixed; boundary=a${i}\n\n--a${i}\n`).join('');
    expect(() => decodeEml(octets(bomb), { lenient: true })).toThrow(/past archiveDepth/);
  });
});

it('each format is known by its beginning, and what is none is refused', () => {
  const { messages } = parseVmg(NOKIA);
  for (const format of ARCHIVE_FORMATS) {
    for (const { data } of formatArchive(format, messages)) {
      expect(identifyArchive(data)).toBe(format);
      expect(readArchive(data).messages[0]).toMatchObject({ text: 'Hello\n\nthere: ok' });
    }
  }
  expect(identifyArchive(octets('BEGIN:VCARD\r\nVERSION:2.1\r\n'))).toBe('vcard');
  for (const other of ['', 'Hello', '{}', '<a/>', '[x]\na=b', 'From: a'])
    expect(identifyArchive(octets(other))).toBeUndefined();
  expect(() => readArchive(octets('Hello'))).toThrow('archive at 0: is not an archive of messages');
  expect(() => encodeEml({} as never)).toThrow(/messages\[0\]\.kind/);
});

it('reads any octets leniently, or refuses them with an error of formats', () => {
  const readers = [
    parseVmg,
    parseGammuBackup,
    parseSmsIe,
    parseSmsBackupRestore,
    (text: string, options: object) => decodeEml(octets(text), options),
  ];
  const seeds = [
    NOKIA,
    GAMMU,
    '<smses><sms body="a"/></smses>',
    'From: a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...readers),
      fc.constantFrom(...seeds),
      fc.nat(),
      fc.string({ unit: 'binary', maxLength: 12 }),
      (read, seed, at, junk) => {
        const place = at % seed.length;
        try {
          read(`${seed.slice(0, place)}${junk}${seed.slice(place + (at % 7))}`, { lenient: true });
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
        }
      },
    ),
    { numRuns: 500 },
  );
});
