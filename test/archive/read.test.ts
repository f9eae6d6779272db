/** Files of any format: ZIP, cards and calendars, limits, the places of errors, and the files that are written. */
import { describe, expect, it } from 'vitest';
import {
  type ArchiveFormat,
  type ArchiveLoss,
  type ArchiveMessage,
  encodeEml,
  encodeSmsIe,
  formatArchive,
  formatGammuBackup,
  formatSmsBackupRestore,
  formatVmg,
  identifyArchive,
  readArchive,
  unpackArchive,
} from '../../src/archive/index.js';
import { readArchiveAs } from '../../src/archive/read.js';
import type { Issue } from '../../src/bytes/reading.js';
import { writeStoredZip } from '../../src/zip/write.js';
import { refusal } from '../support/hostile.js';

const octets = (text: string) => new TextEncoder().encode(text);

describe('what is read', () => {
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

  it('what is not an archive, and what is not octets', () => {
    expect(refusal(() => readArchive(octets('Hello')))).toEqual({ code: 'bad-value', field: 'archive', offset: 0 });
    expect(() => readArchive('BEGIN:VMSG' as never)).toThrow(/^the archive/);
  });

  it('a file of a format that is known is read as that', () => {
    const zip = writeStoredZip([{ name: 'messages.ndjson', data: octets('') }]);
    expect(readArchiveAs('sms-ie', zip).format).toBe('sms-ie');
    expect(readArchiveAs('vmg', zip, { lenient: true }).format).toBe('vmg');
  });

  const FAULTY = octets('BEGIN:VCARD\r\nVERSION:2.1\r\nN:Kü\r\nnone\r\nTEL:1\r\nEND:VCARD\r\n');

  it('leniently without a listener', () => {
    expect(readArchive(FAULTY, { lenient: true }).cards).toHaveLength(1);
    expect(readArchive(octets('BEGIN:VMSG\nnone\n'), { lenient: true }).format).toBe('vmg');
  });

  it('an error of the listener is passed on as it is', () => {
    const stop = new Error('stop');
    const onIssue = () => {
      throw stop;
    };
    expect(() => readArchive(FAULTY, { lenient: true, onIssue })).toThrow(stop);
  });

  it('an address book of more characters and properties than a card in a message has', () => {
    const card = `BEGIN:VCARD\r\nVERSION:2.1\r\nN:King\r\nNOTE:${'a'.repeat(300)}\r\nEND:VCARD\r\n`;
    expect(readArchive(octets(card.repeat(4_000))).cards).toHaveLength(4_000);
    expect(refusal(() => readArchive(octets(card), { limits: { archiveMessages: 2 } })).code).toBe('limit-exceeded');
  });
});

describe('a ZIP', () => {
  it('is of octets', () => {
    expect(() => unpackArchive('PK' as never)).toThrow(/^the archive/);
  });

  it('gives its files, not those of operating systems', () => {
    const none = new Uint8Array(0);
    const zip = writeStoredZip(['data/a', 'Thumbs.db', '__MACOSX/data/a'].map((name) => ({ name, data: none })));
    expect(unpackArchive(zip).map(({ name }) => name)).toEqual(['data/a']);
  });

  it.each<[what: string, names: readonly string[], sizeOctets: number]>([
    ['files', Array.from({ length: 101 }, (_, i) => `data/${i}`), 0],
    ['characters of a name', ['a'.repeat(255)], 0],
    ['characters of a path', [`${`${'a'.repeat(100)}/`.repeat(3)}a`], 0],
    ['octets', ['data/a'], 2_400_000],
  ])('has more %s than other ZIP archives may have', (_, names, sizeOctets) => {
    const files = names.map((name) => ({ name, data: new Uint8Array(sizeOctets) }));
    const unpacked = unpackArchive(writeStoredZip(files));
    expect(unpacked.map(({ name, data }) => [name, data.length])).toEqual(names.map((name) => [name, sizeOctets]));
  });

  it('is within the limit of an archive', () => {
    const zip = writeStoredZip([{ name: 'a', data: octets('Hi') }]);
    const most = (archiveOctets: number) => unpackArchive(zip, { limits: { archiveOctets } });
    expect(most(zip.length)).toHaveLength(1);
    expect(refusal(() => most(zip.length - 1))).toEqual({ code: 'limit-exceeded', field: 'ZIP', offset: zip.length - 1 });
  });
});

describe('files that are written', () => {
  const message = (text: string): ArchiveMessage => ({
    kind: 'sms',
    direction: 'in',
    state: 'read',
    addresses: [{ role: 'from', address: '+447700900123' }],
    time: { ms: Date.UTC(2005, 2, 4, 15, 30, 10) },
    text,
    parts: [],
  });
  const messages = [message('Hello'), message('Grüße')];

  it.each<[format: ArchiveFormat, files: readonly [name: string, data: Uint8Array][]]>([
    ['vmg', [['messages.vmg', octets(formatVmg(messages))]]],
    ['sms-backup-restore', [['sms.xml', octets(formatSmsBackupRestore(messages))]]],
    ['gammu-backup', [['messages.smsbackup', octets(formatGammuBackup(messages))]]],
    ['sms-ie', [['messages.zip', encodeSmsIe(messages)]]],
    ['eml', messages.map((each, i): [string, Uint8Array] => [`00000${i + 1}.eml`, encodeEml(each)])],
  ])('of %s', (format, files) => {
    expect(formatArchive(format, messages)).toEqual(files.map(([name, data]) => ({ name, data })));
  });

  it('of an unknown format: none', () => {
    expect(refusal(() => formatArchive('fax' as never, messages))).toMatchObject({ code: 'bad-value', field: 'format' });
  });

  it('tell the losses of mail with the index of the message', () => {
    const losses: ArchiveLoss[] = [];
    formatArchive('eml', [message('Hello'), { ...message('Hello'), folder: 'a' }], { onLoss: (loss) => losses.push(loss) });
    expect(losses.map(({ index, field }) => [index, field])).toEqual([[1, 'folder']]);
  });
});
