/** Texts of files, references that are no XML, and what a file is. */
import { describe, expect, it } from 'vitest';
import { identifyArchive, parseVmg, readArchive, unpackArchive } from '../../src/archive/index.js';
import { readArchiveAs } from '../../src/archive/read.js';
import { replaceReferences } from '../../src/archive/references.js';
import { octetCounter, readFileText } from '../../src/archive/text.js';
import { type Issue, Reading } from '../../src/bytes/reading.js';
import { writeStoredZip } from '../../src/zip/write.js';
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
  ])('%s', (_, file, text, encoding, markOctets) => {
    expect(readFileText(Uint8Array.from(file), strict)).toEqual({ text, encoding, markOctets });
  });

  it('half a unit of UTF-16 at the end', () => {
    const file = Uint8Array.of(0x41, 0, 0x42);
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

  it('is a string within its limit', () => {
    expect(() => parseVmg(octets('BEGIN:VMSG') as never)).toThrow(TypeError);
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
    ['&#0;&#1048641;', '\ufffd&#1048641;', '\ufffd&#1048641;'],
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
    ['sms-backup-restore', '<?xml version="1.0"?>\n<!-- a -->\n<smses>'],
    [undefined, '<?xml version="1.0"'],
    ['gammu-backup', '; comment\n[Backup]\n'],
    ['gammu-backup', '[TODO1]\n'],
    [undefined, '; comment alone'],
    ['sms-ie', '[{"_id":"1","address":"1","date":"1","body":""}]'],
    [undefined, '{"address":"1","date":"1","body":""}'],
    ['vcard', 'BEGIN:VCARD\r\nVERSION:3.0\r\n'],
    ['vcalendar', 'BEGIN:VCALENDAR\r\nVERSION:1.0\r\n'],
    ['eml', 'From: a@b.test\r\nDate: Fri, 4 Mar 2005 16:30:10 +0100\r\n\r\nHi'],
    ['eml', 'MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nHi'],
    [undefined, 'To: a@b.test\r\nSubject: x\r\n\r\nHi'],
    [undefined, 'From: a@b.test\r\nno header\r\n\r\nHi'],
    [undefined, 'From: a@b.test\r\nX-A: 1\r\n\r\nHi'],
    // The last of the lines that are looked at is cut: without it these are headers.
    ['eml', `From: a@b.test\r\nSubject: ${'x'.repeat(4_000)}\r\n${'Received-by-a-very-long-name'.repeat(9)}: b\r\n\r\nHi`],
  ])('%s', (format, text) => {
    expect(identifyArchive(octets(text))).toBe(format);
  });

  it('a ZIP with rows, one without, and octets that only begin as one', () => {
    const rows = octets('{"address":"1","type":"1","body":"Hi"}\n');
    const zip = writeStoredZip([{ name: 'messages.ndjson', data: rows }]);
    expect(identifyArchive(zip)).toBe('sms-ie');
    expect(readArchive(zip).messages).toMatchObject([{ text: 'Hi' }]);
    expect(unpackArchive(zip)).toEqual([{ name: 'messages.ndjson', data: rows }]);
    const other = writeStoredZip([{ name: 'a.txt', data: rows }]);
    expect(identifyArchive(other)).toBeUndefined();
    expect(refusal(() => readArchiveAs('sms-ie', other))).toEqual({ code: 'bad-value', field: 'archive', offset: 0 });
    expect(identifyArchive(Uint8Array.of(...zip.subarray(0, 40)))).toBeUndefined();
  });

  it('reads rows without a ZIP, an address book and a calendar', () => {
    expect(readArchive(octets('[{"_id":"1","address":"1","date":"1","type":"1","body":"Hi"}]')).messages).toMatchObject([
      { text: 'Hi' },
    ]);
    const card = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:King;Ada\r\nTEL:1\r\nEND:VCARD\r\n';
    expect(readArchive(octets(card))).toMatchObject({ format: 'vcard', cards: [{ family: 'King', given: 'Ada' }] });
    const event =
      'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nSUMMARY:Tea\r\nDTSTART:20050304T160000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
    expect(readArchive(octets(event))).toMatchObject({ format: 'vcalendar', calendars: [{ events: [{ summary: 'Tea' }] }] });
    const issues: Issue[] = [];
    // Two octets of ü come before the line that is none: offsets are those of the file.
    const faulty = octets('BEGIN:VCARD\r\nVERSION:2.1\r\nN:Kü\r\nnone\r\nTEL:1\r\nEND:VCARD\r\n');
    expect(readArchive(faulty, { lenient: true, onIssue: (issue) => issues.push(issue) }).cards).toHaveLength(1);
    expect(issues[0]?.offset).toBe(33);
  });

  it('errors of a limit stay errors of a limit, at the octet of the file', () => {
    const file = octets('BEGIN:VMSG\nEND:VMSG\nü\nBEGIN:VMSG\nEND:VMSG\n');
    expect(refusal(() => readArchive(file, { limits: { archiveMessages: 1 } }))).toEqual({
      code: 'limit-exceeded',
      field: 'VMSG',
      offset: 23,
    });
    expect(refusal(() => readArchive(octets('<smses><!DOCTYPE a></smses>')))).toMatchObject({ code: 'bad-value' });
  });
});
