/** Texts of files, references that are no XML, and the format of a file by its beginning. */
import { describe, expect, it } from 'vitest';
import { identifyArchive, parseVmg } from '../../src/archive/index.js';
import { replaceReferences } from '../../src/archive/references.js';
import { octetCounter, readFileText } from '../../src/archive/text.js';
import { type Issue, Reading } from '../../src/bytes/reading.js';
import { refusal } from '../support/hostile.js';

const octets = (text: string) => new TextEncoder().encode(text);
const strict = new Reading();

describe('the text of a file', () => {
  it.each<[what: string, file: readonly number[], text: string, encoding: string, markOctets: number]>([
    ['nothing', [], '', 'utf-8', 0],
    ['one octet', [0x41], 'A', 'utf-8', 0],
    ['UTF-8', [0xc3, 0xbc], 'ü', 'utf-8', 0],
    ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0x41], 'A', 'utf-8', 3],
    ['what is no UTF-8', [0x41, 0xfc], 'Aü', 'iso-8859-1', 0],
    ['UTF-16, the low octet first', [0x41, 0, 0xfc, 0], 'Aü', 'utf-16le', 0],
    ['UTF-16, the high octet first', [0, 0x41, 0, 0xfc], 'Aü', 'utf-16be', 0],
    ['UTF-16 with its mark', [0xff, 0xfe, 0x3d, 0xd8, 0, 0xde], '😀', 'utf-16le', 2],
    ['UTF-16 with its mark, the high octet first', [0xfe, 0xff, 0xd8, 0x3d, 0xde, 0], '😀', 'utf-16be', 2],
    ['two octets 0', [0, 0], '\0\0', 'utf-8', 0],
    ['one octet 0', [0], '\0', 'utf-8', 0],
    ['two octets of a mark', [0xef, 0xbb, 0x41], 'ï»A', 'iso-8859-1', 0],
    ['the last octet of a mark', [0x41, 0x42, 0xbf], 'AB¿', 'iso-8859-1', 0],
  ])('%s', (_, file, text, encoding, markOctets) => {
    expect(readFileText(Uint8Array.from(file), strict)).toEqual({ text, encoding, markOctets });
  });

  it('half a unit of UTF-16 at the end', () => {
    const file = Uint8Array.of(0x41, 0, 0x42);
    expect(() => readFileText(file, strict)).toThrow('the last UTF-16 unit has one octet');
    expect(refusal(() => readFileText(file, strict))).toEqual({ code: 'truncated', field: 'archive', offset: 2 });
    const issues: Issue[] = [];
    const lenient = new Reading({ lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(readFileText(file, lenient).text).toBe('A');
    expect(issues.map(({ code, offset }) => [code, offset])).toEqual([['truncated', 2]]);
  });

  it('octets of characters, forwards and back', () => {
    // Octets of UTF-8: a 1, ü 2, 😀 4 for its two units.
    const at = octetCounter({ text: 'aü😀b', encoding: 'utf-8', markOctets: 3 });
    expect([0, 1, 2, 3, 4, 5, 3, 1, 4, 0].map(at)).toEqual([3, 4, 6, 6, 10, 11, 6, 4, 10, 3]);
    expect([0, 3].map(octetCounter({ text: 'aüb', encoding: 'iso-8859-1', markOctets: 0 }))).toEqual([0, 3]);
    expect([0, 3].map(octetCounter({ text: 'aüb', encoding: 'utf-16be', markOctets: 2 }))).toEqual([2, 8]);
  });

  it('is of octets within their limit', () => {
    expect(() => readFileText('A' as never, strict)).toThrow(/^the archive/);
    const most = (archiveOctets: number) => readFileText(octets('ABC'), new Reading({ limits: { archiveOctets } }));
    expect(most(3).text).toBe('ABC');
    expect(refusal(() => most(2))).toEqual({ code: 'limit-exceeded', field: 'archive', offset: 0 });
  });

  it('is a string within its limit', () => {
    for (const other of [octets('BEGIN:VMSG'), 7, undefined])
      expect(() => parseVmg(other as never)).toThrow(/^the archive .*a string/);
    expect(parseVmg('END:VMSG', { lenient: true, limits: { archiveOctets: 8 } }).messages).toEqual([]);
    expect(refusal(() => parseVmg('BEGIN:VMSG', { limits: { archiveOctets: 9 } }))).toEqual({
      code: 'limit-exceeded',
      field: 'archive',
      offset: 0,
    });
  });
});

describe('references', () => {
  it.each<[xml: string, text: string, restored: string]>([
    ['none', 'none', 'none'],
    ['&#65;&#10;&#xe9;', '&#65;&#10;&#xe9;', '&#65;&#10;&#xe9;'],
    ['&#55357;&#56832;', '😀', '😀'],
    ['&#xD83D;&#xde00;', '😀', '😀'],
    ['&#55357;&#65;', '\u{10d83d}&#65;', '\ud83d&#65;'],
    // 57999 and DFFF..E000 lie around the end of the low surrogates, which is 57343.
    ['&#55357;&#57999;', '\u{10d83d}&#57999;', '\ud83d&#57999;'],
    ['&#56832;', '\u{10de00}', '\ude00'],
    ['&#0;&#xffff;&#65534;', '\u{100000}\u{10ffff}\u{10fffe}', '\0\uffff\ufffe'],
    // The last private plane is in use: no character is left to mark the place.
    ['&#0;\u{100041}', '\ufffd\u{100041}', '\ufffd\u{100041}'],
    ['\u{100041}&#0;', '\u{100041}\ufffd', '\u{100041}\ufffd'],
    ...['&#1048641;', '&#1100000;', '&#1114109;', '&#01048641;', '&#x100041;', '&#X10aBcD;', '&#x00100041;'].map(
      (other): [string, string, string] => [`&#0;${other}`, `\ufffd${other}`, `\ufffd${other}`],
    ),
    // Around the controls and the surrogates: these are XML.
    ...['&#9;', '&#13;', '&#32;', '&#55295;', '&#57344;', '&#65533;'].map((fine): [string, string, string] => [
      fine,
      fine,
      fine,
    ]),
    ['&#31;', '\u{10001f}', '\x1f'],
    // The first and the last of high and low surrogates.
    ['&#55296;', '\u{10d800}', '\ud800'],
    ['&#57343;', '\u{10dfff}', '\udfff'],
    ['&#55296;&#56320;', '\u{10000}', '\u{10000}'],
    ['&#56319;&#57343;', '\u{10ffff}', '\u{10ffff}'],
    ['&#55357;&#57344;', '\u{10d83d}&#57344;', '\ud83d&#57344;'],
    // Two that are not a pair: two high ones, two low ones, and a control.
    ['&#55357;&#56000;', '\u{10d83d}\u{10dac0}', '\ud83d\udac0'],
    ['&#56320;&#56832;', '\u{10dc00}\u{10de00}', '\udc00\ude00'],
    ['&#0;&#56832;', '\u{100000}\u{10de00}', '\0\ude00'],
  ])('%s', (xml, text, restored) => {
    const references = replaceReferences(xml);
    expect(references.text).toBe(text);
    expect(references.restore(references.text)).toBe(restored);
  });

  it('places before, between and after them', () => {
    const xml = 'a&#55357;&#56832;b&#0;c';
    const { text, place } = replaceReferences(xml);
    expect([...'abc'].map((letter) => place(text.indexOf(letter)))).toEqual([...'abc'].map((letter) => xml.indexOf(letter)));
    expect(replaceReferences('&#65;x').place(5)).toBe(5);
    expect(replaceReferences('x').place(1)).toBe(1);
  });
});

describe('what a file is', () => {
  it.each<[format: string | undefined, text: string]>([
    ['vmg', '\ufeff\r\n  BEGIN:VMSG\r\n'],
    ['vmg', '\ufeff\ufeffBEGIN:VMSG\r\n'],
    ['vmg', 'X-A: 1\r\n\tbegin:vmsg\r\n'],
    ['eml', 'From: a@b.test\r\nSubject: BEGIN:VMSG\r\n\r\n'],
    ['sms-backup-restore', '<?xml version="1.0"?>\n<!-- a -->\n<smses>'],
    ['sms-backup-restore', '<smses count="1"><!-- a --></smses>'],
    ['sms-backup-restore', '<!-- a -->\n<?xml-stylesheet href="a"?> <smses/>'],
    [undefined, '<?xml version="1.0"'],
    [undefined, '<!-- <smses>'],
    [undefined, '<a><smses></smses></a>'],
    [undefined, '<smsesx>'],
    ['gammu-backup', '; comment\n[Backup]\n'],
    ['gammu-backup', '[TODO1]\n'],
    ...['SMSBackup000', 'Backup', 'PhonePBK', 'PhonePBK001', 'SIMPBK', 'SIMPBK012', 'Calendar12', 'TODO34'].map(
      (section): [string, string] => ['gammu-backup', `# comment\n \n  [${section}]\n`],
    ),
    ...['[Calendar]', '[CalendarX]', '[TODO]', '[Backup1]', 'a [Backup]'].map((line): [undefined, string] => [
      undefined,
      `; comment\n${line}\n`,
    ]),
    [undefined, '; comment alone'],
    ['sms-ie', '[{"_id":"1","address":"1","date":"1","body":""}]'],
    ['sms-ie', '{"_id":"1","thread_id":"1","msg_box":"1","read":"1"}'],
    ['sms-ie', '[\n{"address":"1","date":"1","type":"1","m_type":"1"}]'],
    // Of three columns one might be those of another program.
    [undefined, '{"address":"1","date":"1","body":""}'],
    [undefined, '{"_id":"1","type":"1","read":"1"}'],
    [undefined, '{"thread_id":"1","msg_box":"1","m_type":"1"}'],
    [undefined, 'rows = [{"_id":"1","address":"1","date":"1","body":""}]'],
    ['vcard', 'BEGIN:VCARD\r\nVERSION:3.0\r\n'],
    ['vcalendar', 'BEGIN:VCALENDAR\r\nVERSION:1.0\r\n'],
    ['eml', 'From: a@b.test\r\nDate: Fri, 4 Mar 2005 16:30:10 +0100\r\n\r\nHi'],
    ['eml', 'MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nHi'],
    ['eml', 'From: a@b.test\nDate: Fri, 4 Mar 2005 16:30:10 +0100\n\nHi there'],
    ...['To', 'Date', 'Subject', 'Message-ID', 'MIME-Version', 'Content-Type'].map((name): [string, string] => [
      'eml',
      `From: a@b.test\r\n\tb\r\n${name}: 1\r\n\r\nHi`,
    ]),
    [undefined, 'To: a@b.test\r\nSubject: x\r\n\r\nHi'],
    [undefined, 'From: a@b.test\r\nFrom: a@b.test\r\n\r\nHi'],
    [undefined, 'From: a@b.test\r\nDate: 1\r\nno header\r\n\r\nHi'],
    [undefined, 'From: a@b.test\r\nDate: 1\r\nno header: 1\r\n\r\nHi'],
    [undefined, 'From: a@b.test\r\nno header\r\n\r\nHi'],
    [undefined, 'From: a@b.test\r\nX-A: 1\r\n\r\nHi'],
    // The last of the lines that are looked at is cut: without it these are headers.
    ['eml', `From: a@b.test\r\nSubject: ${'x'.repeat(4_000)}\r\n${'Received-by-a-very-long-name'.repeat(9)}: b\r\n\r\nHi`],
  ])('%s', (format, text) => {
    expect(identifyArchive(octets(text))).toBe(format);
  });

  it('octets, also those of UTF-16 with half a unit at the end', () => {
    expect(
      identifyArchive(Uint8Array.from([...'BEGIN:VMSG\n'].flatMap((letter) => [letter.charCodeAt(0), 0]).concat(0x42))),
    ).toBe('vmg');
    expect(() => identifyArchive('BEGIN:VMSG' as never)).toThrow(/^the archive/);
  });
});
