/** Headers of mail: examples of the specifications, and what mail on its way becomes. */
import { describe, expect, it } from 'vitest';
import { formatMailAddress, readMailAddresses } from '../../src/archive/mail-address.js';
import { formatMailDate, readMailDate } from '../../src/archive/mail-time.js';
import {
  decodeQuoted,
  decodeWords,
  encodeBase64Lines,
  encodeQuoted,
  encodeWords,
  formatParameter,
  lenientBase64,
  readHead,
  readParameters,
} from '../../src/archive/mime.js';

const octets = (text: string) => new TextEncoder().encode(text);
const latin1 = (some: Uint8Array) => String.fromCharCode(...some);

describe('encoded words', () => {
  // RFC 2047 section 8, and RFC 2231 section 5.
  it.each([
    ['(=?ISO-8859-1?Q?a?=)', '(a)'],
    ['(=?ISO-8859-1?Q?a?= b)', '(a b)'],
    ['(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)', '(ab)'],
    ['(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)', '(ab)'],
    ['(=?ISO-8859-1?Q?a?=\r\n    =?ISO-8859-1?Q?b?=)', '(ab)'],
    ['(=?ISO-8859-1?Q?a_b?=)', '(a b)'],
    ['(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)', '(a b)'],
    ['=?US-ASCII?Q?Keith_Moore?= <moore@cs.utk.edu>', 'Keith Moore <moore@cs.utk.edu>'],
    ['=?ISO-8859-1?Q?Keld_J=F8rn_Simonsen?=', 'Keld Jørn Simonsen'],
    [
      '=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?= =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=',
      'If you can read this you understand the example.',
    ],
    ['=?US-ASCII*EN?Q?Keith_Moore?=', 'Keith Moore'],
    ['=?x-unknown?q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['a =? b', 'a =? b'],
    // Octets outside ASCII, as characters: UTF-8, or else ISO 8859-1.
    ['Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
    ['Gr\xfc\xdfe', 'Grüße'],
    ['\xc3\xbc', 'ü'],
    // Words of one charset are joined, so that a character may be in two of them; words of two charsets are not.
    ['=?UTF-8?Q?=C3?= =?utf-8*en?Q?=BC?=', 'ü'],
    ['=?ISO-8859-1?Q?=C3=BC?= =?UTF-8?Q?=C3=BC?=', 'Ã¼ü'],
    ['=?ISO-8859-1*en?Q?=C3=BC?=', 'Ã¼'],
    ['=?ISO-8859-1?Q?a?=-=?ISO-8859-1?Q?b?=', 'a-b'],
  ])('%j', (header, text) => {
    expect(decodeWords(header)).toBe(text);
  });

  it.each(['Tea', 'Grüße', ' a', 'a  b', '=?x', '', '😀'.repeat(40), 'a'.repeat(901)])(
    '%j is written in ASCII and read again',
    (text) => {
      const written = encodeWords(text);
      expect(written).toMatch(/^[\r\n -~]*$/);
      // RFC 2047 section 2: a word has 75 characters at most.
      for (const word of written.split('\r\n ')) expect(word === text || word.length <= 75).toBe(true);
      expect(decodeWords(written)).toBe(text);
    },
  );
});

describe('encoded words of a header', () => {
  it.each([
    ['', ''],
    ['Tea', 'Tea'],
    ['a b c', 'a b c'],
    ['a'.repeat(900), 'a'.repeat(900)],
    ['é'.repeat(21), `=?UTF-8?B?${'w6nDqcOp'.repeat(7)}?=`],
    ['é'.repeat(22), `=?UTF-8?B?${'w6nDqcOp'.repeat(7)}?=\r\n =?UTF-8?B?w6k=?=`],
    ['a\nb', '=?UTF-8?B?YQpi?='],
  ])('%j is written as %j', (text, written) => {
    expect(encodeWords(text)).toBe(written);
  });

  it('a line of ASCII has 900 characters at most', () => {
    expect(encodeWords('a'.repeat(901))).toMatch(/^=\?UTF-8\?B\?(?:YWFh){14}\?=\r\n =/);
  });
});

describe('base64', () => {
  // RFC 4648 sections 3.5 and 4: `QQ==` is A; the low bits of R are spare.
  it.each([
    ['QQ==', 'A', 0],
    ['QR==', 'A', 0],
    ['Q!Q==', 'A', 1],
    ['QUFBQ', 'AAA', 1],
  ])('%j', (text, decoded, faults) => {
    let count = 0;
    expect(latin1(lenientBase64(text, () => count++))).toBe(decoded);
    expect(count).toBe(faults);
    expect(latin1(lenientBase64(text))).toBe(decoded);
  });

  // RFC 2045 section 6.8: lines of 76 characters.
  it.each([
    [0, ''],
    [57, 'A'.repeat(76)],
    [58, `${'A'.repeat(76)}\r\nAA==`],
    [114, `${'A'.repeat(76)}\r\n${'A'.repeat(76)}`],
  ])('lines of %i octets', (count, written) => {
    expect(encodeBase64Lines(new Uint8Array(count))).toBe(written);
  });
});

describe('quoted-printable', () => {
  // RFC 2045 section 6.7: soft line breaks, white space before the end of a line, and what is no escape.
  it.each([
    ['Now=20is the=\r\n time', 'Now is the time', 0],
    ['soft=\n break', 'soft break', 0],
    ['soft= \t\r\n break', 'soft break', 0],
    ['padded \t\r\nline \nend', 'padded\r\nline\nend', 0],
    ['kept \rhere', 'kept \rhere', 0],
    ['last =', 'last ', 0],
    ['=3d=3D', '==', 0],
    ['100=zz', '100=zz', 1],
    ['=\rx', '=\rx', 1],
    ['=x\ny', '=x\ny', 1],
    ['=4z', '=4z', 1],
    ['=z4', '=z4', 1],
    ['tab\t\nend', 'tab\nend', 0],
    ['both\t \nend', 'both\nend', 0],
    ['a \t', 'a \t', 0],
    ['a b\nc', 'a b\nc', 0],
  ])('%j', (text, decoded, faults) => {
    let count = 0;
    expect(latin1(decodeQuoted(text, () => count++))).toBe(decoded);
    expect(count).toBe(faults);
    expect(latin1(decodeQuoted(text))).toBe(decoded);
  });

  it.each([
    ['a=b', 'a=3Db'],
    ['blank \r\nnext \n', 'blank=20\r\nnext =0A'],
    ['.\r\nFrom a', '=2E\r\n=46rom a'],
    ['tab\tü\r', 'tab=09=C3=BC=0D'],
    [' ', '=20'],
    [' \rx\n', ' =0Dx=0A'],
    [' x\ny', ' x=0Ay'],
    ['}~\x7f', '}~=7F'],
    ['a.F', 'a.F'],
    ['a'.repeat(77), `${'a'.repeat(75)}=\r\naa`],
  ])('%j is written as %j', (text, written) => {
    expect(encodeQuoted(octets(text))).toBe(written);
  });
});

describe('parameters', () => {
  // RFC 2231 sections 3, 4 and 4.1.
  it.each<[header: string, value: string, params: Record<string, string>]>([
    [
      'message/external-body; access-type=URL; URL*0="ftp://"; URL*1="cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar"',
      'message/external-body',
      { 'access-type': 'URL', url: 'ftp://cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar' },
    ],
    [
      "application/x-stuff; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A",
      'application/x-stuff',
      { title: 'This is ***fun***' },
    ],
    [
      `application/x-stuff; title*0*=us-ascii'en'This%20is%20even%20more%20; title*1*=%2A%2A%2Afun%2A%2A%2A%20; title*2="isn't it!"`,
      'application/x-stuff',
      { title: "This is even more ***fun*** isn't it!" },
    ],
    ['Text/Plain', 'text/plain', {}],
    ['text/plain; charset = "UTF\\-8"; charset=other', 'text/plain', { charset: 'UTF-8' }],
    ['text/plain; name="=?UTF-8?B?w6Q=?="', 'text/plain', { name: 'ä' }],
    ['text/plain; name*=%C3%A4=', 'text/plain', { name: 'ä=' }],
    ['text/plain; *=x; name*1=lost', 'text/plain', { '*': 'x', name: '' }],
    [' Text/Plain ; charset=UTF-8 ; format=flowed ', 'text/plain', { charset: 'UTF-8', format: 'flowed' }],
    ['a/b; name*1x=v; *name*=w; name*1000=x', 'a/b', { 'name*1x': 'v', '*name*': 'w', 'name*1000': 'x' }],
    [`a/b; ${Array.from('abcdefghijk', (letter, i) => `name*${i}=${letter}`).join('; ')}`, 'a/b', { name: 'abcdefghijk' }],
    // Only the first piece names a charset, and only when it is encoded.
    ["a/b; name*0=us'en'x; name*1*=a'b'c", 'a/b', { name: "us'en'xa'b'c" }],
    ["a/b; name*0*=utf-8''a%20; name*1=%41", 'a/b', { name: 'a %41' }],
    ["a/b; name*=ISO-8859-1''%C3%BC", 'a/b', { name: 'Ã¼' }],
    ["a/b; name*=''%FC; other*=%FC", 'a/b', { name: 'ü', other: 'ü' }],
  ])('%s', (header, value, params) => {
    const read = readParameters(header);
    expect([read.value, Object.fromEntries(read.params)]).toEqual([value, params]);
  });

  it.each(['a.jpg', 'say "a\\b"', 'ä.jpg', `${'ü'.repeat(60)}.jpg`, '=?x', 'a'.repeat(201), ''])(
    '%j is written and read again',
    (name) => {
      const written = formatParameter('name', name);
      for (const line of written.split('\r\n')) expect(line.length).toBeLessThan(230);
      expect(readParameters(`x/y${written.replaceAll('\r\n', '')}`).params.get('name')).toBe(name);
    },
  );
});

describe('a parameter that is written', () => {
  // RFC 2231 section 4; what is not ASCII, or long, is in pieces of 60 characters.
  it.each([
    ['', '="";'],
    ['a.jpg', '="a.jpg";'],
    ['a "b" \\', '="a \\"b\\" \\\\";'],
    ['a'.repeat(200), `="${'a'.repeat(200)}";`],
    ['=?x', "*=utf-8''%3D%3Fx;"],
    ['\t/09:@AZ[`az{', "*=utf-8''%09%2F09%3A%40AZ%5B%60az%7B;"],
    ['é'.repeat(10), `*=utf-8''${'%C3%A9'.repeat(10)};`],
    ['é'.repeat(11), `*0*=utf-8''${'%C3%A9'.repeat(10)};*1*=%C3%A9;`],
    ['a'.repeat(201), `*0*=utf-8''${'a'.repeat(60)};*1*=${'a'.repeat(60)};*2*=${'a'.repeat(60)};*3*=${'a'.repeat(21)};`],
  ])('%j', (value, written) => {
    const lines = written.split(/(?<=;)(?=\*|$)/).map((line) => `;\r\n name${line.slice(0, -1)}`);
    expect(formatParameter('name', value)).toBe(lines.join(''));
  });
});

it('a head ends with an empty line, the first one too, or where the text to read ends', () => {
  expect(readHead('\nbody', 0, 5, () => undefined)).toEqual({ headers: [], others: [], bodyAt: 1 });
  expect(readHead('A: 1\r\nB: 2\r\n', 0, 8, () => undefined)).toEqual({
    headers: [
      { name: 'A', value: '1', at: 0 },
      { name: 'B', value: '', at: 6 },
    ],
    others: [],
    bodyAt: 8,
  });
});

it('lines of a head: those that go on, those that are none, and the end', () => {
  const counts: [number, number][] = [];
  const mail = ' lost\r\nA: 1\r\n\t2\nno colon\n: no name\nB c: blank\nC :3\n\nbody';
  const head = readHead(mail, 0, mail.length, (count, at) => counts.push([count, at]));
  expect(head.headers).toEqual([
    { name: 'A', value: '1\t2', at: 7 },
    { name: 'C', value: '3', at: mail.indexOf('C :') },
  ]);
  expect(head.others).toEqual([' lost', 'no colon', ': no name', 'B c: blank']);
  expect(mail.slice(head.bodyAt)).toBe('body');
  expect(counts.map(([count]) => count)).toEqual([2, 3, 4, 5, 6]);
  const cut = readHead('A: 1\r\nB: 2', 0, 8, () => undefined);
  expect([cut.headers.map(({ name }) => name), cut.others, cut.bodyAt]).toEqual([['A', 'B'], [], 8]);
});

describe('dates', () => {
  const utc = (...time: [number, number, number, number, number, number?]) =>
    Date.UTC(time[0], time[1] - 1, time[2], time[3], time[4], time[5] ?? 0);
  // RFC 5322 appendices A.1, A.5 and A.6.2; sections 3.3 and 4.3.
  it.each<[text: string, ms: number, offsetMinutes: number | undefined]>([
    ['Fri, 21 Nov 1997 09:55:06 -0600', utc(1997, 11, 21, 15, 55, 6), -360],
    ['Tue, 1 Jul 2003 10:52:37 +0200', utc(2003, 7, 1, 8, 52, 37), 120],
    [
      'Thu,\r\n      13\r\n        Feb\r\n          1969\r\n      23:32\r\n               -0330 (Newfoundland Time)',
      utc(1969, 2, 14, 3, 2),
      -210,
    ],
    ['21 Nov 97 09:55:06 GMT', utc(1997, 11, 21, 9, 55, 6), undefined],
    ['21 Nov 49 09:55 Z', utc(2049, 11, 21, 9, 55), undefined],
    ['21 Nov 105 09:55', utc(2005, 11, 21, 9, 55), undefined],
    ['21 Nov 1997 09:55:06 EST', utc(1997, 11, 21, 14, 55, 6), -300],
    ['21 Nov 1997 09:55:06 pdt', utc(1997, 11, 21, 16, 55, 6), -420],
    ['31 Dec 1998 23:59:60 +0000', utc(1998, 12, 31, 23, 59, 59), undefined],
    ['21 November 1997 09:55:06 -0000', utc(1997, 11, 21, 9, 55, 6), undefined],
    ['21 Nov 1997 09:55:06 +2000', utc(1997, 11, 20, 13, 55, 6), undefined],
    ['21 Nov 1997 09:55:06 +1400', utc(1997, 11, 20, 19, 55, 6), 840],
    ['21 Nov 1997 09:55:06 -1400', utc(1997, 11, 21, 23, 55, 6), -840],
    ['  21 Nov 1997 09:55 ', utc(1997, 11, 21, 9, 55), undefined],
    ['21 Nov 50 09:55', utc(1950, 11, 21, 9, 55), undefined],
    ['21 Nov 049 09:55', utc(1949, 11, 21, 9, 55), undefined],
  ])('%j', (text, ms, offsetMinutes) => {
    expect(readMailDate(text)).toEqual({ ms, ...(offsetMinutes !== undefined && { offsetMinutes }) });
  });

  it.each(['', 'yesterday', '21 Foo 1997 09:55', '32 Nov 1997 09:55', '21 Nov 1997 25:00'])('%j is none', (text) => {
    expect(readMailDate(text)).toBeUndefined();
  });

  it.each([
    [utc(1997, 11, 21, 9, 55, 6), -360, 'Fri, 21 Nov 1997 09:55:06 -0600'],
    [utc(2003, 7, 1, 10, 52, 37), 120, 'Tue, 01 Jul 2003 10:52:37 +0200'],
    [utc(1969, 2, 13, 23, 32), -210, 'Thu, 13 Feb 1969 23:32:00 -0330'],
    [utc(1899, 12, 31, 0, 0), 0, undefined],
    [utc(1900, 1, 1, 0, 0), 0, 'Mon, 01 Jan 1900 00:00:00 +0000'],
    [utc(9999, 12, 31, 23, 59, 59), 0, 'Fri, 31 Dec 9999 23:59:59 +0000'],
    [utc(10_000, 1, 1, 0, 0), 0, undefined],
  ])('%i is written as %3$s', (clock, offset, text) => {
    expect(formatMailDate(clock, offset)).toBe(text);
  });
});

describe('addresses', () => {
  // RFC 5322 appendices A.1.2, A.1.3 and A.5; numbers as in OMA-TS-MMS_ENC section 8.
  it.each<[header: string, addresses: [address: string, name?: string][]]>([
    ['"Joe Q. Public" <john.q.public@example.com>', [['john.q.public@example.com', 'Joe Q. Public']]],
    [
      'Mary Smith <mary@x.test>, jdoe@example.org, Who? <one@y.test>',
      [['mary@x.test', 'Mary Smith'], ['jdoe@example.org'], ['one@y.test', 'Who?']],
    ],
    [
      '<boss@nil.test>, "Giant; \\"Big\\" Box" <sysservices@example.net>',
      [['boss@nil.test'], ['sysservices@example.net', 'Giant; "Big" Box']],
    ],
    [
      'A Group:Ed Jones <c@a.test>,joe@where.test,John <jdoe@one.test>;',
      [['c@a.test', 'Ed Jones'], ['joe@where.test'], ['jdoe@one.test', 'John']],
    ],
    ['Undisclosed recipients:;', []],
    ['Pete(A nice \\) chap) <pete@silly.test>, (a (nested) one) x@y.test', [['pete@silly.test', 'Pete'], ['x@y.test']]],
    ['+447700900123/TYPE=PLMN, <1234/type=plmn@mms.example>', [['+447700900123'], ['1234']]],
    ['<"a>b\\"c"@x.test>, "cut', [['"a>b\\"c"@x.test'], ['cut']]],
    ['<"quoted name">, <open@x.test', [['quoted name'], ['open@x.test']]],
    ['"ends in \\', [['ends in \\']]],
    [', ,', []],
    ['<>', []],
    ['Ada <>', [['', 'Ada']]],
    ['< a@b.test >', [['a@b.test']]],
    ['<x"y">, <"a\\"b">', [['x"y"'], ['a"b']]],
    ['"Ada"<a@b.test>, <c@d.test>', [['a@b.test', 'Ada'], ['c@d.test']]],
    ['Ada <a@b.test>: home', [['a@b.test', 'Ada : home']]],
  ])('%j', (header, addresses) => {
    expect(readMailAddresses(header)).toEqual(
      addresses.map(([address, name]) => ({ address, ...(name !== undefined && { name }) })),
    );
  });

  it.each([
    ['+447700900123', undefined, '<+447700900123/TYPE=PLMN>'],
    ['b@mail.example', 'Ada King', 'Ada King <b@mail.example>'],
    ['b@mail.example', "O'Hara, B.", '"O\'Hara, B." <b@mail.example>'],
    ['b@mail.example', 'a "b" \\', '"a \\"b\\" \\\\" <b@mail.example>'],
    ['b@mail.example', '', '<b@mail.example>'],
    ['Bank', 'Zoë', '=?UTF-8?B?Wm/Dqw==?= <"Bank">'],
    ['a "b"', '=?x', '=?UTF-8?B?PT94?= <"a \\"b\\"">'],
    ['b@mail.example', '.Ada', '".Ada" <b@mail.example>'],
    ['b@mail.example', '.', '"." <b@mail.example>'],
    ['112', undefined, '<112/TYPE=PLMN>'],
    ['x1', undefined, '<"x1">'],
    ['ada@mail.example', undefined, '<ada@mail.example>'],
    ['a b@mail.example', undefined, '<"a b@mail.example">'],
    ['b@mail.example c', undefined, '<"b@mail.example c">'],
    ['ëZ', undefined, undefined],
    ['1/TYPE=PLMN', undefined, undefined],
    ['Zoë', undefined, undefined],
    ['', undefined, undefined],
  ])('%j, %j is written as %j', (address, name, written) => {
    expect(formatMailAddress({ address, name })).toBe(written);
  });
});
