/** `handset archive`: pages, archives in files, conversions, and what is told of them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ArchiveMessage, formatSmsBackupRestore, formatVmg, readArchive, unpackArchive } from '../../src/archive/index.js';
import { bitmapFromRows, encodeOtb } from '../../src/bitmap/index.js';
import { encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { parseVCalendar } from '../../src/vobject/index.js';
import { writeStoredZip } from '../../src/zip/write.js';
import { handset, readText, temp } from './support.js';

const octets = (text: string) => new TextEncoder().encode(text);
const ms = Date.UTC(2005, 2, 4, 15, 30, 10);

const SMS: ArchiveMessage = {
  kind: 'sms',
  direction: 'in',
  state: 'read',
  addresses: [{ role: 'from', address: '+447700900123', name: 'Ada </script><b>' }],
  time: { ms, offsetMinutes: 60 },
  text: 'Hello <script>alert(1)</script> & more',
  parts: [],
};
const logo = encodeOtb(bitmapFromRows(Array.from({ length: 14 }, () => '#..#'.repeat(18))));
const MMS: ArchiveMessage = {
  kind: 'mms',
  direction: 'out',
  state: 'sent',
  addresses: [{ role: 'to', address: '07700900123' }],
  time: { ms: ms + 1000 },
  subject: 'Tune',
  text: '',
  parts: [
    { contentType: 'text/plain', charset: 'utf-8', data: octets('for you') },
    {
      contentType: 'application/vnd.nokia.ringing-tone',
      name: '../tune.rng',
      data: encodeNokiaRingtone(parseRtttl('Bell:d=4,o=5,b=125:c,d,e')),
    },
    { contentType: 'image/x-ota-bitmap', name: 'logo.otb', data: logo },
    { contentType: 'image/gif', name: 'lost.gif', data: new Uint8Array(0), isMissing: true },
  ],
};

/** A folder with two archives, one of them in a ZIP, and a file that is none. */
function phone(name: string): string {
  const path = temp(name);
  mkdirSync(path);
  writeFileSync(join(path, 'a.vmg'), `junk\r\n${formatVmg([SMS])}`);
  writeFileSync(join(path, 'b.zip'), writeStoredZip([{ name: 'sms.xml', data: octets(formatSmsBackupRestore([MMS])) }]));
  writeFileSync(join(path, 'readme.txt'), 'Hello');
  return path;
}

describe('a page', () => {
  it('shows a conversation with the media of today in it, and counts what was not understood', async () => {
    const page = temp('page.html');
    const { code, err } = await handset(['archive', phone('phone'), '-o', page]);
    expect(code).toBe(0);
    expect(err.replaceAll(temp(''), '')).toMatchInlineSnapshot(`
      "a.vmg: archive of VMG, 1 message; 1 piece not understood
      b.zip/sms.xml: archive of SMS Backup & Restore, 1 message
      warning: not understood: readme.txt: no archive of messages
      /page.html: 2 messages; 1 piece not understood, shown at the end of the page; 1 file not understood
      "
    `);
    const html = readText(page);
    expect(html).toContain('2 messages in 1 conversation');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('Hello &lt;script&gt;');
    expect(html).toContain('<time datetime="2005-03-04T16:30:10+01:00">2005-03-04 16:30 +01:00</time>');
    expect(html).toMatch(/<img src="data:image\/png;base64,/);
    expect(html).toMatch(/<audio controls preload="none" src="data:audio\/wav;base64,/);
    expect(html).toContain('lost.gif (image/gif) is not in the archive');
    expect(html.match(/https?:/g)).toBeNull();
  });
});

describe('an archive in files', () => {
  it('has the page, the media, and what was not understood', async () => {
    const zip = temp('out.zip');
    expect((await handset(['archive', phone('again'), '-o', zip])).code).toBe(0);
    const files = unpackArchive(readFileSync(zip));
    expect(files.map(({ name }) => name)).toEqual([
      'index.html',
      'media/tune.mid',
      'media/tune.wav',
      'media/logo.png',
      'not-understood/readme.txt',
      'not-understood/pieces.txt',
    ]);
    const folder = temp('out');
    expect((await handset(['archive', phone('third'), '-o', folder])).code).toBe(0);
    expect(existsSync(join(folder, 'media', 'tune.wav'))).toBe(true);
    expect((await handset(['archive', phone('fourth'), '-o', folder])).err).toContain(
      'there is something of that name already',
    );
  });
});

describe('another archive', () => {
  it('is written with a warning for each kind of loss', async () => {
    const path = temp('one.vmg');
    writeFileSync(path, formatVmg([SMS]));
    const target = temp('one.xml');
    const { code, err, out } = await handset(['archive', path, '--to', 'sms-backup-restore', '-o', target, '--json']);
    expect(code).toBe(0);
    expect(err).toContain('warning: in 1 message: time: the offset of its clock');
    expect(JSON.parse(out)).toMatchObject([{ format: 'vmg', messages: 1, unknown: 0 }]);
    expect(readArchive(readFileSync(target)).messages[0]?.text).toBe(SMS.text);
  });

  it('of mail is a folder with a file for each message', async () => {
    const path = temp('two.vmg');
    writeFileSync(path, formatVmg([SMS, SMS]));
    expect((await handset(['archive', path, '--to', 'eml', '-o', temp('mail')])).code).toBe(0);
    expect(readArchive(readFileSync(join(temp('mail'), '000002.eml'))).messages[0]?.text).toBe(SMS.text);
  });
});

describe('an address book and a calendar', () => {
  const BACKUP = `[PhonePBK001]
Entry00Type = NumberMobile
Entry00Text = "+447700900123"
Entry01Type = FirstName
Entry01Text = "Ada <b>"
[Calendar001]
Type = Meeting
Text = "Team & tea"
StartTime = 20050505T100000Z
StopTime = 20050505T110000Z
[TODO001]
Priority = High
Text = "Milk"
`;
  const OLD =
    'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nDTSTART:20050301T090000\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';

  it('are on the page, and in the ZIP in versions of today', async () => {
    const paths = [temp('full.backup'), temp('old.vcs')] as const;
    writeFileSync(paths[0], BACKUP);
    writeFileSync(paths[1], OLD);
    const zip = temp('objects.zip');
    const { code, err } = await handset(['archive', ...paths, '-o', zip]);
    expect(code).toBe(0);
    expect(err).toContain('full.backup: backup of gammu, 1 card, 2 calendar entries\n');
    expect(err).toContain('objects.zip: 1 card, 3 calendar entries\n');
    const files = new Map(unpackArchive(readFileSync(zip)).map(({ name, data }) => [name, new TextDecoder().decode(data)]));
    expect([...files.keys()]).toEqual(['index.html', 'address-book.vcf', 'calendar.ics', 'calendar-2.ics']);
    expect(files.get('address-book.vcf')).toContain('VERSION:3.0\r\nFN:Ada <b>\r\n');
    const calendar = parseVCalendar(files.get('calendar.ics') as string);
    expect(calendar).toMatchObject({ version: '2.0', events: [{ summary: 'Team & tea' }], todos: [{ summary: 'Milk' }] });
    expect(files.get('calendar-2.ics')).toContain('DTSTART:20050301T090000\r\n');
    const page = files.get('index.html') as string;
    expect(page).toContain(
      '<p><a href="#calendar">3 calendar entries</a>; <a href="#address-book">1 card</a>; <a href="#files">2 files</a></p>',
    );
    expect(page.match(/<h3 dir="auto">[^<]*/g)).toEqual(
      ['Dentist', 'Team &amp; tea', 'Milk', 'Ada &lt;b&gt;'].map((name) => `<h3 dir="auto">${name}`),
    );
    expect(page).toContain('<dt>From</dt><dd dir="auto">2005-05-05 10:00:00</dd>');
  });

  it('have no place in an archive of messages', async () => {
    const path = temp('again.backup');
    writeFileSync(path, BACKUP);
    const alone = await handset(['archive', path, '--to', 'vmg', '-o', temp('none.vmg')]);
    expect(alone.code).toBe(2);
    expect(alone.err).toContain('no message to write: cards and calendars go into a page or a ZIP');
    writeFileSync(path, `${BACKUP}[SMSBackup000]\nPDU = Deliver\nNumber = "1"\nText00 = 0041\n`);
    const { err } = await handset(['archive', path, '--to', 'vmg', '-o', temp('some.vmg')]);
    expect(err).toContain('warning: 1 card, 2 calendar entries not written: vmg has messages alone');
  });
});

it('shows how far it is, where stderr is a terminal', async () => {
  const shown: string[] = [];
  await handset(['archive', phone('shown'), '-o', temp('shown.html')], { progress: (line) => shown.push(line) });
  expect([shown[0], shown.at(-1)]).toEqual(['0 of 3 files', '']);
});

it('says when there is nothing to read', async () => {
  const path = temp('plain.txt');
  writeFileSync(path, 'Hello');
  const { code, err } = await handset(['archive', path, '-o', temp('none.html')]);
  expect(code).toBe(2);
  expect(err).toContain('no archive of messages among 1 file: see handset inspect');
  expect((await handset(['archive', temp('absent.vmg'), '-o', temp('none.html')])).err).toContain('there is no such file');
});
