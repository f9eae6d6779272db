/**
 * Files of real programs that are easily refused, and files that are made to take long or to break a reader.
 */
import { describe, expect, it } from 'vitest';
import {
  type ArchiveLoss,
  type ArchiveMessage,
  decodeEml,
  formatGammuBackup,
  formatSmsBackupRestore,
  formatVmg,
  identifyArchive,
  joinMessages,
  parseGammuBackup,
  parseSmsBackupRestore,
  parseSmsIe,
  parseVmg,
  readArchive,
} from '../../src/archive/index.js';
import { LimitError } from '../../src/errors.js';

const octets = (text: string) => new TextEncoder().encode(text);

/** Far more than linear time needs, far less than any other takes. */
const QUICKLY_MS = 5_000;

describe('what a file is', () => {
  it('is told after a declaration, comments and a style sheet, as SMS Backup & Restore writes them', () => {
    const prolog = [
      "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>",
      '<!--File Created By SMS Backup & Restore v10.01.136-->',
      '<?xml-stylesheet type="text/xsl" href="sms.xsl"?>',
    ].join('\n');
    const file = octets(`${prolog}\n<smses count="1"><sms address="1" date="1" type="1" body="Hi" /></smses>`);
    expect(identifyArchive(file)).toBe('sms-backup-restore');
    expect(readArchive(file).messages[0]).toMatchObject({ text: 'Hi' });
    expect(identifyArchive(octets('; gammu\n\n  ; more\n# and more\n[SMSBackup000]\n'))).toBe('gammu-backup');
    expect(identifyArchive(octets('; gammu\na = b\n[SMSBackup000]\n'))).toBeUndefined();
  });

  it('is told quickly of a beginning that never ends', () => {
    const start = performance.now();
    for (const text of ['<!---->'.repeat(600), `;a\n${'\n'.repeat(4_000)}x`, '<?x?> '.repeat(700), `;${' \n'.repeat(2_000)}`])
      expect(identifyArchive(octets(text))).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(QUICKLY_MS);
  });
});

describe('faults', () => {
  it('have octets of the file, after characters of several octets, in any order', () => {
    const bad = 'BEGIN:VMSG\nEND:VENV\n';
    const places: (number | undefined)[] = [];
    readArchive(octets(`${bad}é😀\nEND:VMSG\n${bad}END:VMSG\n`), {
      lenient: true,
      onIssue: ({ offset }) => places.push(offset),
    });
    expect(places).toEqual([11, 20, 47]);
  });

  it('of a long file take linear time', () => {
    const start = performance.now();
    let count = 0;
    const file = octets('BEGIN:VMSG\nEND:VENV\nEND:VMSG\n'.repeat(30_000));
    readArchive(file, { lenient: true, onIssue: () => count++ });
    expect(count).toBe(30_000);
    expect(performance.now() - start).toBeLessThan(QUICKLY_MS);
  }, 120_000);
});

it('rows of sms-ie inside of each other have a limit', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  for (const text of [`{"body":"a","address":"1","type":"1","z":${deep}}`, deep])
    expect(() => parseSmsIe(text, { lenient: true })).toThrow(LimitError);
});

describe('a mail', () => {
  it('keeps a multipart without a boundary as a part', () => {
    const mail = 'From: a@b\nContent-Type: multipart/mixed; boundary=b\n\nHello\n';
    const [message] = decodeEml(octets(mail), { lenient: true }).messages;
    expect(message?.parts).toEqual([{ contentType: 'multipart/mixed', data: octets('Hello\n') }]);
  });

  it('looks for the parts of a part within it alone', () => {
    const start = performance.now();
    const part = (i: number) => `--b\nContent-Type: multipart/mixed; boundary=z${i}\n\n${'a'.repeat(2_000)}\n`;
    const mail = `From: a@b\nContent-Type: multipart/mixed; boundary=b\n\n${Array.from({ length: 1_000 }, (_, i) => part(i)).join('')}--b--\n`;
    expect(decodeEml(octets(mail), { lenient: true }).messages[0]?.parts).toHaveLength(1_000);
    expect(performance.now() - start).toBeLessThan(QUICKLY_MS);
  }, 120_000);

  it('reads a value in quotation marks of any length', () => {
    const mail = `From: a@b\nContent-Type: text/plain; name="${'a'.repeat(9_000_000)}"\n\nhi`;
    expect(decodeEml(octets(mail)).messages[0]?.parts[0]?.name).toHaveLength(9_000_002);
  });
});

describe('a VMG', () => {
  it('keeps text that looks like a property', () => {
    const body = (lines: string) => parseVmg(`BEGIN:VMSG\nBEGIN:VENV\nBEGIN:VBODY\n${lines}END:VBODY\nEND:VENV\nEND:VMSG\n`);
    const text = 'Date: tonight at 8\nX-ray: fine';
    const [message] = body(`Date:04.03.2005 16:30:10\nX-BOX:INBOX\n${text}\n`).messages;
    expect(message).toMatchObject({ text, direction: 'in', time: { ms: Date.UTC(2005, 2, 4, 16, 30, 10), isLocal: true } });
    expect(message?.rest).toBeUndefined();
    expect(body(`${text}\n`).messages[0]).toMatchObject({ text });
  });

  it('of a text of empty lines is written in linear time', () => {
    const start = performance.now();
    const text = `a${'\n'.repeat(100_000)}b`;
    const message = { kind: 'sms', text, addresses: [], parts: [] } as const;
    expect(parseVmg(formatVmg([message])).messages[0]?.text).toBe(text);
    expect(performance.now() - start).toBeLessThan(QUICKLY_MS);
  }, 120_000);
});

it.each(['TEL:1\n', 'Text 1\n', 'BEGIN:VBODY\n', 'END:VBODY\n', 'END:VENV\n'])(
  'a VMG cut after %j keeps the next messages',
  (cut) => {
    const message = (n: number) =>
      `BEGIN:VMSG\nBEGIN:VCARD\nVERSION:2.1\nTEL:${n}\nEND:VCARD\nBEGIN:VENV\nBEGIN:VBODY\nText ${n}\nEND:VBODY\nEND:VENV\nEND:VMSG\n`;
    const first = message(1);
    const text = `${first.slice(0, first.indexOf(cut) + cut.length)}${message(2)}${message(3)}`;
    expect(() => parseVmg(text)).toThrow(/ends without/);
    const { messages } = parseVmg(text, { lenient: true });
    expect(messages.map((each) => each.text).slice(1)).toEqual(['Text 2', 'Text 3']);
    expect(messages[1]?.addresses).toEqual([{ role: 'from', address: '2' }]);
  },
);

describe('what is not understood is kept', () => {
  const restOf = (line: string) =>
    parseSmsIe(line, { lenient: true }).messages[0]?.rest?.map(({ name, value }) => [name, value]);

  it('in rows of sms-ie', () => {
    expect(restOf('{"address":"1","type":"1","date":{"a":1},"body":["x"],"read":"1"}')).toEqual([
      ['date', '{"a":1}'],
      ['body', '["x"]'],
    ]);
    expect(restOf('{"msg_box":"2","read":"1","__display_name":"Ada","__sender_address":null,"__parts":{"a":1}}')).toEqual([
      ['__parts', '{"a":1}'],
      ['__display_name', 'Ada'],
    ]);
    const [message] = parseSmsIe(
      '{"msg_box":"2","read":"1","__parts":["abc",{"ct":"text/plain","text":"a","seq":"0","x":{"y":1}}]}',
    ).messages;
    expect(message?.parts.map(({ rest }) => rest?.at(-1))).toEqual([
      { family: 'android', name: 'part', value: '"abc"' },
      { family: 'android', name: 'x', value: '{"y":1}' },
    ]);
  });

  it('in sections of gammu', () => {
    const text =
      '[Backup]\nIMEI = "1"\njunk\n[SMSBackup000]\nPDU = Deliver\nState = Read\nNumberUnicode = 00x\nText00 = 0048\nCoding = Default_No_Compression\nLength = 1\n';
    const { rest, messages } = parseGammuBackup(text, { lenient: true });
    expect(rest.map(({ value }) => value)).toEqual(['1', 'junk']);
    expect(messages[0]?.rest).toEqual([{ family: 'gammu', name: 'NumberUnicode', value: '00x' }]);
    const losses: ArchiveLoss[] = [];
    const written = formatGammuBackup(messages, { onLoss: (loss) => losses.push(loss) });
    expect(parseGammuBackup(written).messages[0]).toMatchObject({ text: 'H' });
    expect(losses).toEqual([{ index: 0, field: 'rest.NumberUnicode', reason: 'is there already' }]);
  });
});

describe('times', () => {
  it('of more than four digits of a year are reported where a format has no place for them', () => {
    // Microseconds where milliseconds belong.
    const { messages } = parseSmsBackupRestore('<smses><sms address="1" date="1109950210000000" type="1" body="Hi" /></smses>');
    for (const format of [formatVmg, formatGammuBackup]) {
      const losses: ArchiveLoss[] = [];
      const written = format(messages, { onLoss: (loss) => losses.push(loss) });
      expect(losses).toContainEqual({ index: 0, field: 'time', reason: 'a year that has not four digits' });
      expect(written).not.toMatch(/undefined|date|X-NOK-DT/i);
    }
  });

  it('at which a multimedia message was sent count seconds in SMS Backup & Restore', () => {
    const { messages } = parseSmsBackupRestore(
      '<smses><mms date="1483210482000" date_sent="1483210481" msg_box="1" /></smses>',
    );
    expect(messages[0]).toMatchObject({ time: { ms: 1_483_210_482_000 }, sentTime: { ms: 1_483_210_481_000 } });
    expect(formatSmsBackupRestore(messages)).toContain('date_sent="1483210481"');
  });
});

it('parts of a message are joined only when they are of one week', () => {
  const part = (sequence: number, ms: number): ArchiveMessage => ({
    kind: 'sms',
    direction: 'in',
    time: { ms },
    text: `${sequence} of ${ms}. `,
    parts: [],
    addresses: [{ role: 'from', address: '1' }],
    udh: Uint8Array.of(5, 0, 3, 7, 2, sequence),
  });
  const year = 365 * 24 * 60 * 60_000;
  const textsOf = (...messages: ArchiveMessage[]) => joinMessages(messages).map(({ text }) => text.trim());
  expect(textsOf(part(1, 0), part(2, year))).toEqual(['1 of 0.', `2 of ${year}.`]);
  // The last of an early message is missing; a later one has its reference, and is the first in the archive.
  expect(textsOf(part(2, year + 1), part(1, year), part(1, 0))).toEqual([`1 of ${year}. 2 of ${year + 1}.`, '1 of 0.']);
  expect(textsOf(part(1, 5), part(2, 5), part(1, 5), part(2, 5))).toEqual(['1 of 5. 2 of 5.', '1 of 5. 2 of 5.']);
});
