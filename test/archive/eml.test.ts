/** Messages as mail: what is read of it, kept, refused and written. */
import { describe, expect, it } from 'vitest';
import { type ArchiveLoss, type ArchiveMessage, type ArchivePart, decodeEml, encodeEml } from '../../src/archive/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { refusal } from '../support/hostile.js';

const octets = (text: string) => new TextEncoder().encode(text);
const mail = (...lines: readonly string[]) => octets(lines.join('\r\n'));
const FROM = 'From: a@b.test';
const restOf = (some: Pick<ArchiveMessage, 'rest'> | undefined) =>
  some?.rest?.map(({ family, name, value }) => `${family} ${name}=${value}`) ?? [];

describe('headers of the message', () => {
  const read = (...lines: readonly string[]) => decodeEml(mail(...lines), { lenient: true }).messages[0] as ArchiveMessage;

  it.each<[lines: readonly string[], message: object, rest: readonly string[]]>([
    [[FROM, 'Message-ID: <x@y>'], { id: 'x@y' }, []],
    [[FROM, 'Message-ID: <>'], {}, []],
    [[FROM, 'From: c@d.test'], { addresses: [{ role: 'from', address: 'a@b.test' }] }, ['mail From=c@d.test']],
    [
      ['Bcc: a@b.test', 'Cc: c@d.test'],
      {
        addresses: [
          { role: 'cc', address: 'c@d.test' },
          { role: 'bcc', address: 'a@b.test' },
        ],
      },
      [],
    ],
    [[FROM, 'Date: tonight'], {}, ['mail Date=tonight']],
    [
      [FROM, 'Content-Type: multipart/alternative; boundary=b', '', '--b', '', 'Hi', '--b--'],
      { parts: [{ contentType: 'text/plain', data: octets('Hi') }] },
      ['mail Content-Type=multipart/alternative'],
    ],
    [
      [FROM, 'X-smssync-type: 1', 'X-smssync-read: 0', 'X-smssync-type: 2'],
      { direction: 'in', state: 'unread' },
      ['mail X-smssync-type=2'],
    ],
    [[FROM, 'X-smssync-datatype: CALLLOG'], { kind: 'mms' }, ['android datatype=CALLLOG']],
    [
      [FROM, 'X-smssync-datatype: sms', 'X-smssync-service_center: +1', '', 'a', 'b'],
      { kind: 'sms', serviceCentre: '+1', text: 'a\nb', parts: [] },
      [],
    ],
    [['none', FROM], {}, ['mail =none']],
    [['Message-ID: a<x@y>'], { id: 'a<x@y>' }, []],
    [['Message-ID: <x@y> b'], { id: '<x@y> b' }, []],
    [[FROM, 'Content-Type: image/gif'], { parts: [{ contentType: 'image/gif', data: octets('') }] }, []],
    [[FROM, 'X-smssync-datatype: MMS', 'X-smssync-other: SMS'], { kind: 'mms' }, ['android other=SMS']],
    [[FROM, 'X-smssync-datatype: XSMS'], { kind: 'mms' }, ['android datatype=XSMS']],
    [[FROM, 'X-smssync-datatype: SMSX'], { kind: 'mms' }, ['android datatype=SMSX']],
  ])('%j', (lines, message, rest) => {
    const one = read(...lines);
    expect(one).toMatchObject(message);
    expect(restOf(one)).toEqual(rest);
  });

  it.each([
    ['no other header', []],
    ['an empty Message-ID', ['Message-ID: <>']],
  ])('a mail with %s has a sender alone', (_, lines) => {
    expect(decodeEml(mail(FROM, ...lines))).toStrictEqual({
      format: 'eml',
      messages: [{ kind: 'mms', addresses: [{ role: 'from', address: 'a@b.test' }], text: '', parts: [], at: 0 }],
      cards: [],
      calendars: [],
      unknown: [],
      rest: [],
    });
  });
});

describe('parts', () => {
  const part = (head: readonly string[], body = 'Hi') =>
    decodeEml(mail(FROM, 'Content-Type: multipart/mixed; boundary=b', '', '--b', ...head, '', body, '--b--'), { lenient: true })
      .messages[0]?.parts[0];

  it.each<[head: readonly string[], expected: object, rest: readonly string[]]>([
    [[], { contentType: 'text/plain' }, []],
    [['Content-Type: ; charset=UTF-8'], { contentType: 'text/plain', charset: 'utf-8' }, []],
    [
      ['Content-Type: image/gif; name=a; x=y', 'Content-Location: =?UTF-8?Q?=C3=A4?=', 'Content-ID: <c>'],
      { contentType: 'image/gif', name: 'a', location: 'ä', contentId: 'c' },
      ['mail Content-Type.x=y'],
    ],
    [['Content-ID: c'], { contentId: 'c' }, []],
    [['Content-ID: a<c>'], { contentId: 'a<c>' }, []],
    [['Content-ID: <c> d'], { contentId: '<c> d' }, []],
    [['Content-Disposition: attachment; filename="d"'], { fileName: 'd' }, []],
    [['Content-Disposition: inline'], {}, []],
    [['Content-Disposition: form-data', 'X-A: b'], {}, ['mail X-A=b', 'mail Content-Disposition=form-data']],
    [['Content-Transfer-Encoding: 8BIT'], { data: octets('Hi') }, []],
    [['Content-Transfer-Encoding: uuencode'], { data: octets('Hi') }, ['mail Content-Transfer-Encoding=uuencode']],
  ])('%j', (head, expected, rest) => {
    const one = part(head);
    expect(one).toMatchObject(expected);
    expect(restOf(one)).toEqual(rest);
  });

  it('a part without headers has a type and octets alone', () => {
    expect(part([])).toStrictEqual({ contentType: 'text/plain', data: octets('Hi') });
  });

  it.each([
    ['multipart/mixed', 'multipart/mixed; boundary=""'],
    ['multipart/mixed', 'multipart/mixed'],
    ['image/gif', 'image/gif; boundary=b'],
  ])('%s without a boundary of its own is one part: %s', (contentType, header) => {
    const file = mail(FROM, `Content-Type: ${header}`, '', '--b', '', 'Hi', '--b--');
    expect(decodeEml(file).messages[0]?.parts).toEqual([{ contentType, data: octets('--b\r\n\r\nHi\r\n--b--') }]);
  });

  it('the boundary at the end of the file needs no line end; what follows it makes it none', () => {
    const multipart = (...lines: readonly string[]) => mail(FROM, 'Content-Type: multipart/mixed; boundary=b', '', ...lines);
    const texts = (file: Uint8Array) =>
      decodeEml(file, { lenient: true }).messages[0]?.parts.map(({ data }) => new TextDecoder().decode(data));
    expect(texts(multipart('--b'))).toEqual(['']);
    expect(texts(multipart('--b', '', 'Hi', '--b--x'))).toEqual(['Hi\r\n--b--x']);
    expect(() => decodeEml(multipart('--b', '', 'Hi', '--b--x'))).toThrow('without its end');
    expect(() => decodeEml(multipart('Hi'))).toThrow('without a part');
  });

  it('bodies that are not what they say keep their text', () => {
    expect(part(['Content-Transfer-Encoding: base64'], 'ü')?.rest).toEqual([{ family: 'mail', name: 'body', value: 'ü' }]);
    expect(part(['Content-Transfer-Encoding: base64'], 'SGk=!')).toMatchObject({
      data: octets('Hi'),
      rest: [{ name: 'body', value: 'SGk=!' }],
    });
    expect(part(['Content-Transfer-Encoding: quoted-printable'], '=zz')).toMatchObject({
      data: octets('=zz'),
      rest: [{ name: 'body', value: '=zz' }],
    });
    const latin1 = Uint8Array.from([...mail(FROM, 'Content-Transfer-Encoding: quoted-printable', '', '=zz')], (octet) =>
      octet === 0x7a ? 0xfc : octet,
    );
    expect(decodeEml(latin1, { lenient: true }).messages[0]?.parts[0]?.rest).toEqual([
      { family: 'mail', name: 'body', value: '=\xfc\xfc' },
    ]);
  });

  it('lines that begin as a boundary and are none; one with blanks after it', () => {
    const text = ['--bc', ' --b', 'x--b', '--b x'].join('\r\n');
    const file = mail(
      FROM,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b  ',
      '',
      text,
      '--b--',
      'after',
      '--b',
      '',
      'not read',
    );
    expect(decodeEml(file).messages[0]?.parts).toEqual([{ contentType: 'text/plain', data: octets(text) }]);
    const empty = mail(FROM, 'Content-Type: multipart/mixed; boundary=b', '', '--b', '--b--');
    expect(decodeEml(empty).messages[0]?.parts.map(({ data }) => data.length)).toEqual([0]);
    const lines = octets('From: a@b.test\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHi\n--b--');
    expect(decodeEml(lines).messages[0]?.parts).toEqual([{ contentType: 'text/plain', data: octets('Hi') }]);
  });

  it('the text of an SMS is one without names, in any charset', () => {
    const sms = (type: string, body: string) =>
      decodeEml(
        mail('X-smssync-datatype: SMS', `Content-Type: ${type}`, 'Content-Transfer-Encoding: quoted-printable', '', body),
      ).messages[0];
    expect(sms('text/plain; charset=iso-8859-1', '=FC')).toMatchObject({ text: 'ü', parts: [] });
    expect(sms('text/plain; charset=x-other', '=C3=BC')).toMatchObject({ text: 'ü', parts: [] });
    expect(sms('text/plain; name=a', 'Hi')).toMatchObject({ text: '', parts: [{ name: 'a' }] });
    expect(sms('image/gif', 'Hi')).toMatchObject({ text: '', parts: [{ contentType: 'image/gif' }] });
  });
});

describe('what is refused', () => {
  const head = `${FROM}\r\n`;
  it.each<[code: string, field: string, offset: number, text: string]>([
    ['bad-value', 'mail', 0, ''],
    ['bad-value', 'mail', 0, `${head}none\r\n`],
    ['bad-value', 'mail/Date', 16, `${head}Date: tonight\r\n`],
    ['bad-value', 'mail', 50, `${head}Content-Transfer-Encoding: x-a\r\n\r\nHi`],
    ['bad-value', 'mail', 53, `${head}Content-Transfer-Encoding: base64\r\n\r\n!`],
    ['truncated', 'mail', 61, `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n`],
  ])('%s in %s at %i', (code, field, offset, text) => {
    expect(refusal(() => decodeEml(octets(text)))).toEqual({ code, field, offset });
    const issues: Issue[] = [];
    decodeEml(octets(text), { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(issues[0]).toMatchObject({ code, field, offset });
  });

  it('in a part, at the place of the part', () => {
    const text = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nnone\r\n\r\nHi\r\n--b--`;
    expect(refusal(() => decodeEml(octets(text)))).toEqual({
      code: 'bad-value',
      field: 'mail/part',
      offset: text.indexOf('none'),
    });
  });

  it('what is not octets', () => {
    expect(() => decodeEml('From: a' as never)).toThrow(/^the mail/);
  });

  const parts = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n1\r\n--b\r\n\r\n2\r\n--b--`;
  const nested = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\nHi\r\n--c--\r\n--b--`;
  const fields = `${FROM}\r\nTo: c@d.test\r\n\r\n`;
  it.each<[limit: string, text: string, most: number, field: string, offset: number]>([
    ['archiveOctets', head, head.length, 'mail', 0],
    ['archiveFields', fields, 2, 'mail', fields.indexOf('To')],
    ['archiveParts', parts, 2, 'mail/part', parts.indexOf('2\r\n--b--')],
    ['archiveParts', 'To: a@b.test, c@d.test', 2, 'mail', 0],
    ['archiveDepth', nested, 2, 'mail/part', nested.indexOf('--c')],
  ])('more than %s', (limit, text, most, field, offset) => {
    const read = (value: number) => decodeEml(octets(text), { limits: { [limit]: value } });
    expect(read(most).messages).toHaveLength(1);
    expect(refusal(() => read(most - 1))).toEqual({ code: 'limit-exceeded', field, offset });
  });

  it('parts of parts are in their order, with a warning', () => {
    const issues: Issue[] = [];
    const { messages } = decodeEml(octets(nested), { onIssue: (issue) => issues.push(issue) });
    expect(messages[0]?.parts).toEqual([{ contentType: 'text/plain', data: octets('Hi') }]);
    expect(issues.map(({ code, severity, field, offset }) => [code, severity, field, offset])).toEqual([
      ['bad-value', 'warning', 'mail/part', nested.indexOf('--c')],
    ]);
  });

  it('what is nothing has no message', () => {
    expect(decodeEml(new Uint8Array(0), { lenient: true }).messages).toEqual([]);
  });
});

describe('what is written', () => {
  const MESSAGE: ArchiveMessage = { kind: 'mms', addresses: [{ role: 'from', address: 'a@b.test' }], text: '', parts: [] };
  const gif: ArchivePart = { contentType: 'image/gif', data: octets('GIF') };
  const own = (name: string, value: string) => ({ family: 'mail' as const, name, value });
  const android = (name: string, value: string) => ({ family: 'android' as const, name, value });
  const write = (fields: Partial<ArchiveMessage>) => {
    const losses: ArchiveLoss[] = [];
    const file = encodeEml({ ...MESSAGE, ...fields }, { onLoss: (loss) => losses.push(loss), index: 7 });
    expect(losses.every(({ index }) => index === 7)).toBe(true);
    return { file, losses: losses.map(({ field }) => field), message: decodeEml(file).messages[0] as ArchiveMessage };
  };

  it.each<[fields: Partial<ArchiveMessage>, losses: readonly string[], read: object]>([
    [
      { time: { ms: 1000, offsetMinutes: 60 }, subject: 'Grüße', id: 'x@y' },
      [],
      { time: { ms: 1000, offsetMinutes: 60 }, subject: 'Grüße', id: 'x@y' },
    ],
    [{ time: { ms: 1000, isLocal: true } }, ['time'], { time: { ms: 1000 } }],
    [{ time: { ms: Date.UTC(1899, 0) } }, ['time'], {}],
    [{ id: 'a b' }, ['id'], { id: 'a_b' }],
    [{ sentTime: { ms: 0 }, folder: 'a', udh: Uint8Array.of(0) }, ['sentTime', 'folder', 'udh'], {}],
    [
      { direction: 'out', state: 'queued', serviceCentre: '+1' },
      [],
      { direction: 'out', state: 'queued', serviceCentre: '+1' },
    ],
    [
      {
        addresses: [
          { role: 'cc', address: 'c@d.test' },
          { role: 'to', address: 'a@b.test' },
        ],
      },
      ['addresses'],
      { addresses: [{ role: 'to' }, { role: 'cc' }] },
    ],
    [
      {
        addresses: [
          { role: 'from', address: 'Zoë' },
          { role: 'to', address: '1', name: '', card: 'x' },
        ],
      },
      ['addresses', 'addresses.card', 'addresses'],
      { addresses: [{ role: 'to', address: '1' }] },
    ],
    [{ text: 'Hi' }, ['text'], { text: '', parts: [{ contentType: 'text/plain', charset: 'utf-8', data: octets('Hi') }] }],
    [{ kind: 'sms', text: 'Hi\nyou' }, [], { kind: 'sms', text: 'Hi\nyou', parts: [] }],
    [{ kind: 'sms', text: 'a\rb' }, ['text'], { text: 'a\nb' }],
    [
      { kind: 'sms', text: '', parts: [{ contentType: 'text/plain', data: octets('Hi') }] },
      ['parts[0]'],
      { text: 'Hi', parts: [] },
    ],
    [{ kind: 'sms', text: 'Hi', parts: [gif] }, [], { text: 'Hi', parts: [gif] }],
    [
      { parts: [{ ...gif, isMissing: true, data: new Uint8Array(0) }] },
      ['parts[0]'],
      { parts: [{ contentType: 'image/gif' }] },
    ],
    [{ parts: [{ ...gif, contentType: 'no type' }] }, ['parts[0].contentType'], {}],
    [{ parts: [{ ...gif, contentType: 'multipart/mixed' }] }, ['parts[0].contentType'], {}],
    [
      { parts: [{ ...gif, charset: 'utf-8', name: 'ä', location: 'b', contentId: 'c', fileName: 'd' }] },
      [],
      { parts: [{ ...gif, charset: 'utf-8', name: 'ä', location: 'b', contentId: 'c', fileName: 'd' }] },
    ],
    [{ parts: [{ ...gif, contentId: 'a b' }] }, ['parts[0].contentId'], { parts: [{ contentId: 'a_b' }] }],
    [
      { parts: [{ contentType: 'text/plain', charset: 'us-ascii', data: octets('Hi') }] },
      [],
      { parts: [{ charset: 'us-ascii', data: octets('Hi') }] },
    ],
    [{ parts: [{ contentType: 'text/plain', data: Uint8Array.of(0xff) }] }, [], { parts: [{ data: Uint8Array.of(0xff) }] }],
    [
      { parts: [{ ...gif, rest: [own('Content-Type.x', 'y'), own('X-A', 'b')] }] },
      [],
      { parts: [{ rest: [own('X-A', 'b'), own('Content-Type.x', 'y')] }] },
    ],
    [
      { parts: [{ ...gif, rest: [own('Content-Type.x', 'y'), own('Content-Type.x', 'z')] }] },
      ['parts[0].rest.Content-Type.x'],
      { parts: [{ rest: [own('Content-Type.x', 'y')] }] },
    ],
    [
      { parts: [{ ...gif, rest: [own('Content-Foo', 'y'), own('body', 'z'), own('a b', 'c'), android('cd', 'd')] }] },
      ['parts[0].rest.cd', 'parts[0].rest.Content-Foo', 'parts[0].rest.body', 'parts[0].rest.a b'],
      { parts: [gif] },
    ],
    [
      { rest: [android('thread', '7'), android('Bad', 'x'), android('read', '5')] },
      ['rest.Bad'],
      { rest: [android('read', '5'), android('thread', '7')] },
    ],
    [{ direction: 'in', state: 'read', rest: [android('read', '5')] }, ['rest.read'], { state: 'read' }],
    [
      { rest: [own('X-A', 'b'), own('From', 'c'), own('X-smssync-x', 'd'), own('a b', 'e')] },
      ['rest.From', 'rest.X-smssync-x', 'rest.a b'],
      { rest: [own('X-A', 'b')] },
    ],
    [{ rest: [{ family: 'gammu', name: 'Class', value: '1' }] }, ['rest.Class'], {}],
    [
      { rest: [android('a-b', 'x'), android('a', 'y'), android('-c', 'z')] },
      ['rest.a-b', 'rest.-c'],
      { rest: [android('a', 'y')] },
    ],
    [{ rest: [android('datatype', 'CALLLOG')] }, ['rest.datatype'], { kind: 'mms' }],
    [{ direction: 'in', rest: [android('type', '5')] }, ['rest.type'], { direction: 'in' }],
    [{ serviceCentre: '+1', rest: [android('service_center', '+2')] }, ['rest.service_center'], { serviceCentre: '+1' }],
    [{ kind: 'sms', parts: [gif] }, [], { kind: 'sms', text: '', parts: [gif] }],
    [
      { kind: 'sms', text: 'Hi', parts: [{ contentType: 'text/plain', data: octets('you') }] },
      [],
      { text: 'Hi', parts: [{ contentType: 'text/plain', data: octets('you') }] },
    ],
    ...['image/gif x', 'x image/gif', 'image/gif;x', 'ä/gif'].map((contentType): [object, string[], object] => [
      { parts: [{ ...gif, contentType }] },
      ['parts[0].contentType'],
      { parts: [{ contentType: contentType.replace(/[ ;ä]/, '_') }] },
    ]),
    ...['Content-Type.charset', 'Content-Type.name', 'Content-Type.boundary', 'Content-Type.a b', 'Content-Type.A', 'BODY'].map(
      (name): [object, string[], object] => [{ parts: [{ ...gif, rest: [own(name, 'x')] }] }, [`parts[0].rest.${name}`], {}],
    ),
    ...['Content-Type.xy', 'X-Content-Type.a', 'X-Content-A', 'Body-A', 'X-Body'].map((name): [object, string[], object] => [
      { parts: [{ ...gif, rest: [own(name, 'x')] }] },
      [],
      { parts: [{ ...gif, rest: [own(name, 'x')] }] },
    ]),
  ])('%j', (fields, losses, message) => {
    const written = write(fields);
    expect(written.losses).toEqual(losses);
    expect(written.message).toMatchObject(message);
    expect(written.file.every((octet) => octet < 0x80)).toBe(true);
  });

  const HALF = 'a\ud83d';
  it.each<[field: string, fields: Partial<ArchiveMessage>]>([
    ['subject', { subject: HALF }],
    ['serviceCentre', { serviceCentre: HALF }],
    ['addresses', { addresses: [{ role: 'to', address: '1', name: HALF }] }],
    ['text', { kind: 'sms', text: HALF }],
    ['rest.x', { rest: [android('x', HALF)] }],
    ['rest.X-A', { rest: [own('X-A', HALF)] }],
    ['parts[0].name', { parts: [{ ...gif, name: HALF }] }],
    ['parts[0].location', { parts: [{ ...gif, location: HALF }] }],
    ['parts[0].fileName', { parts: [{ ...gif, fileName: HALF }] }],
    ['parts[0].rest.X-A', { parts: [{ ...gif, rest: [own('X-A', HALF)] }] }],
  ])('half a surrogate pair is lost in %s', (field, fields) => {
    const { losses, message } = write(fields);
    expect(losses).toEqual([field]);
    expect(JSON.stringify(message)).toContain('a\ufffd');
  });

  it.each<[what: string, fields: Partial<ArchiveMessage>, lines: readonly string[]]>([
    [
      'an SMS',
      { kind: 'sms', text: 'Grüße' },
      [
        'From: <a@b.test>',
        'X-smssync-datatype: SMS',
        'Content-Type: text/plain;',
        ' charset="utf-8"',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Gr=C3=BC=C3=9Fe',
      ],
    ],
    ['nothing', { addresses: [] }, ['X-smssync-datatype: MMS', 'Content-Type: text/plain', '', '']],
    [
      'addresses in order of their roles, of which one has no form',
      {
        addresses: [
          { role: 'from', address: 'Zoë' },
          { role: 'to', address: '1' },
          { role: 'to', address: '2', name: 'Ada' },
        ],
      },
      ['To: <1/TYPE=PLMN>,', ' Ada <2/TYPE=PLMN>', 'X-smssync-datatype: MMS', 'Content-Type: text/plain', '', ''],
    ],
    [
      'an SMS with a part',
      { kind: 'sms', text: 'Hi', addresses: [], parts: [gif] },
      [
        'X-smssync-datatype: SMS',
        'Content-Type: multipart/mixed; boundary="=_handset"',
        '',
        '--=_handset',
        'Content-Type: text/plain;',
        ' charset="utf-8"',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Hi',
        '--=_handset',
        'Content-Type: image/gif',
        'Content-Transfer-Encoding: base64',
        '',
        'R0lG',
        '--=_handset--',
        '',
      ],
    ],
  ])('the lines of %s', (_, fields, lines) => {
    expect(new TextDecoder().decode(write(fields).file)).toBe(['MIME-Version: 1.0', ...lines].join('\r\n'));
  });

  it.each<[kind: ArchiveMessage['kind'], text: string, count: number]>([
    ['sms', '', 1],
    ['mms', 'Hi', 1],
    ['mms', '', 1],
    ['sms', 'Hi', 2],
  ])('%s with the text %j and parts is a multipart', (kind, text, count) => {
    const { file } = write({ kind, text, parts: text !== '' && count === 1 ? [] : [gif] });
    const written = new TextDecoder().decode(file);
    expect(written).toContain('\r\nContent-Type: multipart/mixed; boundary="=_handset"\r\n');
    expect(written.match(/^--=_handset\r$/gm)).toHaveLength(count);
  });

  it.each<[encoding: string, contentType: string, charset: string | undefined, data: Uint8Array]>([
    ['quoted-printable', 'text/plain', undefined, octets('Grüße')],
    ['quoted-printable', 'text/plain', 'utf-8', octets('Grüße')],
    ['base64', 'text/plain', 'us-ascii', octets('Hi')],
    ['base64', 'text/plain', undefined, Uint8Array.of(0xfc)],
    ['base64', 'text/plain', 'utf-8', Uint8Array.of(0xfc)],
    ['base64', 'text/html', 'utf-8', octets('Hi')],
    ['base64', 'image/gif', undefined, octets('Hi')],
  ])('in %s: %s in %s', (encoding, contentType, charset, data) => {
    const { file } = write({ parts: [{ contentType, ...(charset !== undefined && { charset }), data }] });
    expect(new TextDecoder().decode(file)).toContain(`\r\nContent-Transfer-Encoding: ${encoding}\r\n`);
  });

  it('a presentation makes the parts related (RFC 2387)', () => {
    const smil = { contentType: 'application/smil', data: octets('<smil/>') };
    expect(new TextDecoder().decode(write({ parts: [smil, gif] }).file)).toContain(
      '\r\nContent-Type: multipart/related; boundary=',
    );
    expect(new TextDecoder().decode(write({ parts: [gif] }).file)).toContain('\r\nContent-Type: multipart/mixed; boundary=');
  });

  it.each([
    ['messages[0]', undefined],
    ['messages[0].kind', { ...MESSAGE, kind: 'fax' }],
    ['messages[0].text', { ...MESSAGE, text: 7 }],
    ['messages[0].addresses', { ...MESSAGE, addresses: 'a' }],
    ['messages[0].addresses', { ...MESSAGE, addresses: [null] }],
    ['messages[0].parts', { ...MESSAGE, parts: undefined }],
    ['time.ms', { ...MESSAGE, time: { ms: 0.5 } }],
    ['time.offsetMinutes', { ...MESSAGE, time: { ms: 0, offsetMinutes: 841 } }],
  ])('nothing for %s', (field, message) => {
    expect(refusal(() => encodeEml(message as never))).toMatchObject({ code: 'bad-value', field });
  });
});
