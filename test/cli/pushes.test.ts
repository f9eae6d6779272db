/** WAP Push documents, cards and calendars on the command line: encode, convert, preview. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { describeVObject } from '../../src/cli/files/vobjects.js';
import { describeContent } from '../../src/content/kinds.js';
import { buildSubmits, readSubmits } from '../../src/message/index.js';
import { decodePush, decodeSi, encodeSi, encodeWbxml, formatCo, formatSi, parseSi, parseSl } from '../../src/push/index.js';
import { formatFacts } from '../../src/show/facts.js';
import { decodeSubmit, encodeSubmit } from '../../src/sms/index.js';
import { formatVCard, parseVCalendar, parseVCard } from '../../src/vobject/index.js';
import { hex } from '../support/hex.js';
import { handset, readText, shared, temp, write } from './support.js';

const TO = ['--to', '447700900123'];
const linesOf = (out: string) => out.trimEnd().split('\n');
const submitsOf = (out: string) => linesOf(out).map((line) => decodeSubmit(hex(line)));
const contentOf = (out: string) => readSubmits(submitsOf(out));
const encode = (...args: string[]) => handset(['encode', ...args, ...TO]);

const si = parseSi(readText(shared('new-mail.si')));
const sl = parseSl(readText(shared('menu.sl')));
const card = parseVCard(readText(shared('mueller.vcf')));
const calendar = parseVCalendar(readText(shared('meeting.ics')));

describe('encode si', () => {
  it('from options alone', async () => {
    const args = ['--href', 'http://a.com/', '--id', 'n-1', '--text', 'Hi', '--created', '2026-11-21T18:30:00Z'];
    const more = ['--expires', '2026-11-22T00:00:00', '--action', 'signal-high', '--info', 'price=10 p', '--info', 'a=b=c'];
    const { code, out, err } = await encode('si', ...args, ...more);
    expect([code, err]).toEqual([0, expect.stringMatching(/^service indication: 1 message; wap-push to port 2948: .*\n$/)]);
    expect(contentOf(out)).toEqual({
      kind: 'serviceIndication',
      si: {
        href: 'http://a.com/',
        id: 'n-1',
        text: 'Hi',
        created: new Date('2026-11-21T18:30:00Z'),
        expires: new Date('2026-11-22T00:00:00Z'),
        action: 'signal-high',
        info: [
          { class: 'price', pcdata: '10 p' },
          { class: 'a', pcdata: 'b=c' },
        ],
      },
    });
  });

  it('from a file of any form, from stdin, and with options that count more', async () => {
    const files = [
      shared('new-mail.si'),
      write('mail.xml', formatSi(si)),
      write('mail.sic', encodeSi(si)),
      write('mail.wbxml', encodeSi(si)),
      write('mail', encodeSi(si)),
    ];
    for (const file of files) expect(contentOf((await encode('si', file)).out)).toEqual({ kind: 'serviceIndication', si });
    const piped = await handset(['encode', 'si', ...TO], { stdin: formatSi(si) });
    expect(contentOf(piped.out)).toEqual({ kind: 'serviceIndication', si });
    const changed = await encode('si', shared('new-mail.si'), '--text', 'None', '--action', 'delete');
    expect(contentOf(changed.out)).toEqual({ kind: 'serviceIndication', si: { ...si, text: 'None', action: 'delete' } });
  });

  it('says what handsets may make of it, which --strict counts', async () => {
    const { code, err } = await encode('si', '--href', 'http://a.com/', '--text', 'x', '--strict');
    expect([code, err]).toEqual([3, expect.stringMatching(/^warning: SI\/indication\/si-id: a second SI with the same href/)]);
  });

  it.each([
    ['wml.ua', 2],
    ['4', 4],
    ['x-a:b', 'x-a:b'],
  ])('--application-id %s', async (given, applicationId) => {
    const { out } = await encode('si', '--href', 'http://a.com/', '--application-id', given);
    expect(decodePush(submitsOf(out)[0]?.data as Uint8Array)).toMatchObject({ applicationId });
  });

  it.each(['at', 'smpp', 'kannel', 'form', 'json'])('as %s', async (format) => {
    const { code, out } = await encode('si', shared('new-mail.si'), '--format', format);
    expect(code).toBe(0);
    if (format === 'kannel') expect(out).toContain('udh=%06%05%04%0B%84%23%F0');
    else expect(out).toContain(toHex(encodeSi(si)));
  });

  it('in several parts', async () => {
    const text = 'x'.repeat(300);
    const { out, err } = await encode('si', shared('new-mail.si'), '--text', text, '--reference', '7');
    expect(err).toMatch(/^service indication: 3 messages/);
    expect(contentOf(out)).toEqual({ kind: 'serviceIndication', si: { ...si, text } });
  });

  it.each<[string, string[], number, RegExp]>([
    [
      'a date of another form',
      ['--href', 'http://a', '--created', 'today'],
      1,
      /--created: takes a time in UTC .* not "today"/,
    ],
    ['29 February', ['--href', 'http://a', '--expires', '2026-02-29T00:00:00Z'], 1, /--expires/],
    ['another action', ['--href', 'http://a', '--action', 'shout'], 2, /signal-high/],
    ['info without a class', ['--href', 'http://a', '--info', '=x'], 2, /--info takes class=text/],
    ['a class with a blank', ['--href', 'http://a', '--info', 'a b=x'], 1, /SI\/info\/item\[0\]\/class/],
    ['a control character', ['--href', 'http://a\n'], 1, /--href at 8/],
    ['a loading', [shared('menu.sl')], 2, /menu.sl holds a service loading, not a service indication/],
    ['a tune', [shared('siren.imy')], 2, /siren.imy holds a tune, not a service indication/],
    ['broken XML', [write('broken.si', '<si><indication')], 1, /broken.si: .* at \d+: .*\[truncated\]/],
    ['an entity', [write('entity.xml', '<!DOCTYPE si [<!ENTITY x "y">]><si/>')], 1, /entity.xml: XML\/doctype/],
    ['no recipient', ['--href', 'http://a'], 2, /--to/],
  ])('refuses %s', async (name, args, exit, message) => {
    const { code, out, err } = await (name === 'no recipient' ? handset(['encode', 'si', ...args]) : encode('si', ...args));
    expect([code, out, err]).toEqual([exit, '', expect.stringMatching(message)]);
  });
});

describe('encode sl', () => {
  it('from options, from files, and both', async () => {
    const { out, err } = await encode('sl', '--href', sl.href, '--action', 'cache');
    expect([contentOf(out), err]).toEqual([
      { kind: 'serviceLoading', sl },
      expect.stringMatching(/^service loading: 1 message; wap-push/),
    ]);
    const slc = write('menu.slc', encodeWbxml({ kind: 'sl', sl }));
    for (const file of [shared('menu.sl'), slc])
      expect(contentOf((await encode('sl', file)).out)).toEqual({ kind: 'serviceLoading', sl });
    expect(contentOf((await encode('sl', slc, '--href', 'http://b.com/')).out)).toEqual({
      kind: 'serviceLoading',
      sl: { ...sl, href: 'http://b.com/' },
    });
  });

  it.each<[string, string[], number, RegExp]>([
    ['no address', ['--action', 'cache'], 2, /--href is needed/],
    ['an indication', [shared('new-mail.si')], 2, /holds a service indication, not a service loading/],
    [
      'a cache operation',
      [write('co.xml', formatCo({ operations: [{ kind: 'object', uri: 'http://a' }] }))],
      2,
      /holds a cache operation/,
    ],
  ])('refuses %s', async (_, args, exit, message) => {
    const { code, err } = await encode('sl', ...args);
    expect([code, err]).toEqual([exit, expect.stringMatching(message)]);
  });
});

describe('encode vcard and vcal', () => {
  it('a card, as octets and as text, in both versions', async () => {
    const { code, out, err } = await encode('vcard', shared('mueller.vcf'));
    expect([code, err]).toEqual([0, expect.stringMatching(/^card: 3 messages; smart-messaging to port 9204: .*\n$/)]);
    expect(contentOf(out)).toEqual({ kind: 'vcard', card: { ...card, version: '2.1' } });
    const text = await encode('vcard', shared('mueller.vcf'), '--bits', '7');
    expect(submitsOf(text.out)[0]).toMatchObject({ tpDcs: 0, text: expect.stringContaining('BEGIN:VCARD') });
    expect(contentOf(text.out)).toEqual({ kind: 'vcard', card: { ...card, version: '2.1' } });
    const newer = await encode('vcard', shared('mueller.vcf'), '--version', '3.0');
    expect(contentOf(newer.out)).toEqual({ kind: 'vcard', card });
  });

  it('a card that is made to fit', async () => {
    const { code, out, err } = await encode('vcard', shared('mueller.vcf'), '--max-parts', '1');
    expect([code, submitsOf(out).length]).toEqual([0, 1]);
    expect(err).toMatch(/^warning: note is left out, so that the card fits\n/);
    expect(contentOf(out)).toMatchObject({ card: { family: 'Müller', tel: [{ value: '+447700900124' }] } });
    const long = write('long.vcf', formatVCard({ family: 'x'.repeat(200) }, { version: '2.1' }));
    expect(await encode('vcard', long, '--max-parts', '1')).toMatchObject({ code: 1, err: expect.stringMatching(/too-long/) });
  });

  it('fits with references of 16 bits too', async () => {
    for (let length = 70; length < 100; length++) {
      const file = write('sized.vcf', formatVCard({ family: 'x'.repeat(length), note: '[]'.repeat(60) }, { version: '2.1' }));
      for (const bits of ['7', '8']) {
        const { out } = await encode('vcard', file, '--max-parts', '2', '--concat', '16', '--bits', bits);
        expect(submitsOf(out).length).toBeLessThanOrEqual(2);
      }
    }
  });

  it('a calendar, with what it loses', async () => {
    const { code, out, err } = await encode('vcal', shared('meeting.ics'));
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^warning: not carried: productId, events\[0\]\.uid, .*\ncalendar: 2 messages; .* to port 9205/),
    ]);
    const { uid: _, stamp: __, ...event } = calendar.events[0] as (typeof calendar.events)[0];
    expect(contentOf(out)).toMatchObject({
      kind: 'vcalendar',
      calendar: { version: '1.0', events: [{ ...event, rrule: 'FREQ=WEEKLY;COUNT=4' }] },
    });
    const newer = await encode('vcal', shared('meeting.ics'), '--version', '2.0');
    expect(contentOf(newer.out)).toEqual({ kind: 'vcalendar', calendar });
    const older = await encode('vcal', shared('meeting.ics'), '--port', '228');
    expect([submitsOf(older.out)[0]?.udh[0], older.err]).toEqual([
      { kind: 'ports16', destination: 228, source: 0 },
      expect.stringContaining('to port 228'),
    ]);
  });

  it.each<[string, string[], number, RegExp]>([
    ['a calendar as a card', ['vcard', shared('meeting.ics')], 2, /holds a calendar, not a card/],
    ['a card as a calendar', ['vcal', shared('mueller.vcf')], 2, /holds a card, not a calendar/],
    ['a picture', ['vcard', shared('heart.rows')], 2, /holds a picture, not a card or calendar/],
    [
      "a card in a calendar's version",
      ['vcard', shared('mueller.vcf'), '--version', '1.0'],
      2,
      /--version of a card is 2.1 or 3.0/,
    ],
    [
      "a calendar in a card's version",
      ['vcal', shared('meeting.ics'), '--version', '3.0'],
      2,
      /--version of a calendar is 1.0 or 2.0/,
    ],
    ['another version', ['vcard', shared('mueller.vcf'), '--version', '4.0'], 2, /Allowed choices/],
    ['another port', ['vcal', shared('meeting.ics'), '--port', '9204'], 2, /--port is 9205 or 228/],
    ['other bits', ['vcard', shared('mueller.vcf'), '--bits', '16'], 2, /--bits is 7 or 8/],
    [
      'a card cut short',
      ['vcard', write('cut.vcf', 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:x')],
      1,
      /cut.vcf: VCARD at 29: .*\[truncated\]/,
    ],
  ])('refuses %s', async (_, args, exit, message) => {
    const { code, out, err } = await encode(...args);
    expect([code, out, err]).toEqual([exit, '', expect.stringMatching(message)]);
  });

  it('--lenient reads a cut card, and says so', async () => {
    const { code, out, err } = await encode('vcard', write('cut2.vcf', 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Smith'), '--lenient');
    expect([code, err]).toEqual([0, expect.stringMatching(/^warning: .*cut2.vcf at 33: /)]);
    expect(contentOf(out)).toMatchObject({ card: { family: 'Smith' } });
  });
});

describe('convert', () => {
  it.each(['.si', '.xml', '.sic', '.wbxml'])('an indication to %s and back', async (extension) => {
    const path = temp(`converted${extension}`);
    const there = await handset(['convert', shared('new-mail.si'), path]);
    expect([there.code, there.err]).toEqual([0, expect.stringMatching(/: service indication, \d+ octets\n$/)]);
    const isBinary = extension === '.sic' || extension === '.wbxml';
    expect(isBinary ? decodeSi(readFileSync(path)) : parseSi(readText(path))).toEqual(si);
    const back = await handset(['convert', path, '-', '--to', 'xml']);
    expect(parseSi(back.out)).toEqual(si);
  });

  it.each(['.sl', '.xml', '.slc', '.wbxml'])('a loading to %s and back', async (extension) => {
    const path = temp(`loading${extension}`);
    await handset(['convert', shared('menu.sl'), path]);
    expect(parseSl((await handset(['convert', path, '-', '--to', 'sl'])).out)).toEqual(sl);
  });

  it('a cache operation', async () => {
    const xml = formatCo({ operations: [{ kind: 'object', uri: 'http://a.com/' }] });
    const { code, out, err } = await handset(['convert', '-', temp('co.wbxml')], { stdin: xml });
    expect([code, out, err]).toEqual([0, '', expect.stringContaining('cache operation')]);
    expect((await handset(['convert', temp('co.wbxml'), '-', '--to', 'xml'])).out).toBe(`${xml}\n`);
  });

  it('WBXML of version 1.0 goes by its name, with octets behind it leniently', async () => {
    const old = encodeWbxml({ kind: 'si', si }, { version: '1.0' });
    expect(parseSi((await handset(['convert', write('old.sic', old), '-', '--to', 'xml'])).out)).toEqual(si);
    const longer = write('longer.wbxml', Uint8Array.of(...encodeSi(si), 0));
    expect((await handset(['convert', longer, '-', '--to', 'xml'])).code).toBe(1);
    expect(await handset(['convert', longer, '-', '--to', 'xml', '--lenient'])).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^warning: .*longer.wbxml: /),
    });
  });

  it('WBXML of other types to XML, what is cut leniently, and to nothing else', async () => {
    // A text with two colons in it, which a tune would have.
    const octets = hex('030D6A00850703613A623A6300 05C3062002041606400 1'.replace(' ', ''));
    const path = write('mail.wbxml', octets);
    const xml = '<emn mailbox="mailat:a:b:c" timestamp="2002-04-16T06:40:00Z"/>\n';
    const head =
      '<?xml version="1.0"?><!DOCTYPE emn PUBLIC "-//WAPFORUM//DTD EMN 1.0//EN" "http://www.wapforum.org/DTD/emn.dtd">';
    expect(await handset(['convert', path, temp('mail.xml')])).toMatchObject({
      code: 0,
      err: expect.stringMatching(/mail\.xml: EMN 1\.0, \d+ octets\n$/),
    });
    expect(readText(temp('mail.xml'))).toBe(head + xml);
    expect(await handset(['convert', path, '-', '--to', 'sic'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('another document type'),
    });
    const cut = write('cut.wbxml', octets.subarray(0, 20));
    expect((await handset(['convert', cut, '-', '--to', 'xml'])).code).toBe(1);
    const lenient = await handset(['convert', cut, '-', '--to', 'xml', '--lenient']);
    expect(lenient).toMatchObject({ code: 0, err: expect.stringMatching(/^warning: .*cut\.wbxml: WBXML\/emn\/timestamp/) });
    expect(lenient.out).toBe(`${head}<emn mailbox="mailat:a:b:c"/>\n`);
    // A page under another name is what the user says that it is.
    const page = write('page.wmlc', hex('01046A007F67010 1'.replace(' ', '')));
    expect((await handset(['convert', page, '-', '--to', 'xml', '--as', 'wbxml'])).out).toContain('<wml><card/></wml>');
  });

  // WBXML that xml2wbxml of libwbxml makes of the XML.
  const NAPDEF = '<characteristic type="NAPDEF"><parm name="NAME" value="Net"/></characteristic>';
  const HOME = '<CHARACTERISTIC TYPE="URL" VALUE="http://a.example/"/>';
  it.each([
    [
      'PROV 1.0',
      `<?xml version="1.0"?><!DOCTYPE wap-provisioningdoc PUBLIC "-//WAPFORUM//DTD PROV 1.0//EN" "http://www.wapforum.org/DTD/prov.dtd"><wap-provisioningdoc>${NAPDEF}</wap-provisioningdoc>\n`,
      '030B6A0045C65501870706034E657400010101',
    ],
    [
      'OTA settings',
      `<?xml version="1.0"?><CHARACTERISTIC-LIST>${HOME}</CHARACTERISTIC-LIST>\n`,
      '01016A0045860711 03687474703A2F2F612E6578616D706C652F000101'.replace(' ', ''),
    ],
  ])('%s to WBXML and back', async (name, xml, octets) => {
    const path = temp('settings.wbxml');
    const there = await handset(['convert', write('settings.xml', xml), path]);
    expect(there).toMatchObject({ code: 0, err: expect.stringContaining(`: ${name}, `) });
    expect(toHex(readFileSync(path))).toBe(octets);
    expect((await handset(['convert', path, '-', '--to', 'xml'])).out).toBe(xml);
    await handset(['convert', path, temp('again.wbxml')]);
    expect(toHex(readFileSync(temp('again.wbxml')))).toBe(octets);
    expect((await handset(['convert', temp('settings.xml'), '-', '--to', 'xml'])).out).toBe(xml);
    expect(await handset(['convert', path, '-', '--to', 'sic'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`holds ${name}, and .sic is for a service indication: .xml and .wbxml take settings`),
    });
  });

  it('settings with a fault, leniently', async () => {
    const path = write('faulty.xml', `<wap-provisioningdoc>text${NAPDEF}</wap-provisioningdoc>`);
    const strict = await handset(['convert', path, '-', '--to', 'wbxml']);
    expect(strict).toMatchObject({ code: 1, err: expect.stringMatching(/faulty\.xml: PROV at 21: .*\[bad-value\]/) });
    const lenient = await handset(['convert', path, temp('faulty.wbxml'), '--lenient']);
    expect(lenient).toMatchObject({ code: 0, err: expect.stringMatching(/^warning: .*faulty\.xml: PROV/) });
    expect(toHex(readFileSync(temp('faulty.wbxml')))).toBe('030B6A0045C65501870706034E657400010101');
    const cut = write('cut-settings.wbxml', hex('030B6A0045C6550187'));
    expect((await handset(['convert', cut, '-', '--to', 'wbxml'])).code).toBe(1);
  });

  it('lint on the way', async () => {
    const { code, err } = await handset([
      'convert',
      write('no-id.xml', formatSi({ href: 'http://a' })),
      '-',
      '--to',
      'sic',
      '--strict',
    ]);
    expect([code, err]).toEqual([3, expect.stringContaining('no-id.xml: SI/indication/si-id: ')]);
  });

  it('a card to the older version unless told', async () => {
    const { out, err } = await handset(['convert', shared('mueller.vcf'), '-', '--to', 'vcf']);
    expect([out, err]).toEqual([formatVCard(card, { version: '2.1' }), '-: card of "Jürgen Müller"\n']);
    const newer = await handset(['convert', shared('mueller.vcf'), '-', '--to', 'vcf', '--version', '3.0']);
    expect(parseVCard(newer.out)).toEqual(card);
  });

  it('a value that was kept and is not valid, with a warning', async () => {
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:1',
      'RRULE:FREQ=X',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ];
    const { code, out, err } = await handset([
      'convert',
      write('kept.ics', lines.join('\r\n')),
      '-',
      '--to',
      'ics',
      '--lenient',
    ]);
    expect([code, out]).toEqual([0, expect.stringContaining('RRULE:FREQ=X\r\n')]);
    expect(err).toMatch(/^warning: .*kept.ics at 51: .*\nwarning: VEVENT\/RRULE is not valid: invalid frequency/);
  });

  it('a calendar by extension, or as told', async () => {
    const vcs = await handset(['convert', shared('meeting.ics'), temp('meeting.vcs')]);
    expect([vcs.code, vcs.err]).toEqual([0, expect.stringContaining('warning: events[0].uid is not written')]);
    expect(readText(temp('meeting.vcs'))).toContain('RRULE:W1 #4\r\n');
    const ics = await handset(['convert', temp('meeting.vcs'), '-', '--to', 'ics']);
    expect(ics.out).toContain('RRULE:FREQ=WEEKLY;COUNT=4\r\n');
    expect(ics.err).toBe('-: calendar of 1 event\n');
    expect((await handset(['convert', temp('meeting.vcs'), '-', '--to', 'vcs', '--version', '2.0'])).out).toContain(
      'VERSION:2.0',
    );
  });

  it.each<[string, string[], RegExp]>([
    [
      'an indication to .sl',
      [shared('new-mail.si'), temp('x.sl')],
      /holds a service indication, and .sl is for a service loading/,
    ],
    ['a loading to .sic', [shared('menu.sl'), temp('x.sic')], /holds a service loading, and .sic is for a service indication/],
    ['a card to a calendar', [shared('mueller.vcf'), temp('x.vcs')], /holds a card and .vcs a calendar: neither/],
    ['a calendar to a card', [shared('meeting.ics'), temp('x.vcf')], /holds a calendar and .vcf a card: neither/],
    ['a push document to a picture', [shared('menu.sl'), temp('x.png')], /holds a push document and .png a picture/],
    ['a card to a tune', [shared('mueller.vcf'), temp('x.mid')], /holds a card and .mid a tune/],
    ['a tune to a push document', [shared('siren.imy'), temp('x.si')], /holds a tune and .si a push document/],
    [
      '--version of a push document',
      [shared('menu.sl'), temp('x.xml'), '--version', '2.1'],
      /--version is an option of a card or calendar/,
    ],
    ['--size of a card', [shared('mueller.vcf'), temp('x.vcf'), '--size', '1x1'], /--size is an option of a picture/],
  ])('refuses %s', async (_, args, message) => {
    const { code, err } = await handset(['convert', ...args]);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('preview', () => {
  it('an indication', async () => {
    const { out, err } = await handset(['preview', shared('new-mail.si')]);
    expect([linesOf(out), err]).toEqual([
      [
        'service indication',
        'text         You have 4 new messages',
        'address      http://www.example.com/mail/1',
        'id           mail-0001',
        'created      2026-11-21 18:30:00 UTC',
        'expires      2026-11-28 00:00:00 UTC',
        'action       signal-high',
      ],
      '',
    ]);
  });

  it('what is not said has a default, and what is doubtful a warning', async () => {
    const xml = '<si><indication href="http://a">x</indication><info><item class="c">d</item></info></si>';
    const { out, err } = await handset(['preview'], { stdin: xml });
    expect(out).toContain('action       signal-medium (by default)\ninfo         c: d\n');
    expect(err).toMatch(/^warning: SI\/indication\/si-id/);
    expect((await handset(['preview'], { stdin: '<sl href="http://a"/>' })).out).toContain('execute-low (by default)');
    const co = await handset(['preview'], { stdin: formatCo({ operations: [{ kind: 'service', uri: 'http://a/' }] }) });
    expect(co.out).toBe('cache operation\nservice      http://a/\n');
  });

  it.each([
    ['si', 'new-mail.si'],
    ['sl', 'menu.sl'],
    ['vcard', 'mueller.vcf'],
  ])('the messages of encode %s look like their file', async (command, file) => {
    const { out } = await encode(command, shared(file));
    expect((await handset(['preview'], { stdin: out })).out).toBe((await handset(['preview', shared(file)])).out);
  });

  it('a card', async () => {
    const address = { street: '1 High St', locality: 'London', types: ['HOME'] };
    const whole = { ...card, title: 'Boss', role: 'Head', url: 'http://a', birthday: '1970-01-02', address: [address] };
    const vcf = formatVCard({ ...whole, other: [{ name: 'X-A', value: 'b' }] }, { version: '3.0' });
    const { out } = await handset(['preview', '--as', 'vcf'], { stdin: vcf });
    expect(linesOf(out)).toEqual([
      'card',
      'name         Jürgen Müller',
      'organization Example Ltd, Sales',
      'title        Boss',
      'role         Head',
      'telephone    +447700900124 (cell, pref)',
      'telephone    +442079460018 (work)',
      'e-mail       jm@example.com',
      'address      1 High St, London (home)',
      'url          http://a',
      'birthday     1970-01-02',
      'note         Speaks German, English and a little French',
      '             Back on Monday',
      'also         X-A',
    ]);
  });

  it('a calendar, its times as they are meant', async () => {
    const text = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'SUMMARY:Tea',
      'DTSTART:20260702T160000',
      'DTEND:20260702T150000Z',
      'CATEGORIES:MEETING,FUN',
      'DESCRIPTION:with cake',
      'END:VEVENT',
      'BEGIN:VTODO',
      'SUMMARY:Milk',
      'DUE;VALUE=DATE:20260703',
      'PRIORITY:1',
      'STATUS:NEEDS-ACTION',
      'END:VTODO',
      'END:VCALENDAR',
    ].join('\r\n');
    const { out } = await handset(['preview'], { stdin: text });
    expect(linesOf(out)).toEqual([
      'calendar',
      'event        Tea',
      'from         2026-07-02 16:00:00',
      'to           2026-07-02 15:00:00 UTC',
      'categories   MEETING, FUN',
      'description  with cake',
      'task         Milk',
      'due          2026-07-03',
      'priority     1',
      'status       NEEDS-ACTION',
    ]);
  });

  it('a model without lists', () => {
    const vobjectToText = (content: Parameters<typeof describeContent>[0]) => formatFacts(describeContent(content).facts);
    const whole = { family: 'Smith', tel: [{ value: '1' }], address: [{ street: 'High St' }], email: [{ value: 'a@b' }] };
    expect(vobjectToText({ kind: 'vcard', card: whole })).toBe(
      'name         Smith\ntelephone    1\ne-mail       a@b\naddress      High St',
    );
    expect(vobjectToText({ kind: 'vcard', card: { organization: 'X' } })).toBe('name         X\norganization X');
    expect(vobjectToText({ kind: 'vcalendar', calendar: { events: [{}], todos: [{}] } })).toBe(
      'event        without a name\ntask         without a name',
    );
    expect(describeVObject({ kind: 'vcard', card: {} })).toBe('card of ""');
    expect(describeVObject({ kind: 'vcalendar', calendar: {} })).toBe('empty calendar');
    expect(describeVObject({ kind: 'vcalendar', calendar: { events: [{}, {}], todos: [{}] } })).toBe(
      'calendar of 2 events and 1 task',
    );
    expect(vobjectToText({ kind: 'vcalendar', calendar: {} })).toBe('');
  });

  it('a push that is no document stays octets', async () => {
    const { out } = await handset(['encode', 'pdu', '--udh', '0605040B8423F0', '--data', '000604039481EA8C82', ...TO]);
    expect((await handset(['preview'], { stdin: out })).out).toContain('000604039481EA8C82');
  });

  it.each([
    [{ kind: 'relative', seconds: 86_400 }, '86400 seconds after it was sent'],
    [{ kind: 'absolute', at: new Date('2026-11-21T18:30:00Z') }, '2026-11-21 18:30:00 UTC'],
  ] as const)('a notification of a multimedia message, which expires %o', async (expiry, words) => {
    const notification = {
      type: 'M-Notification.ind',
      transactionId: 'T1',
      mmsVersion: '1.0',
      messageClass: 'personal',
      messageSize: 8000,
      from: '+447700900001/TYPE=PLMN',
      expiry,
      contentLocation: 'http://mmsc.example.com/1',
    } as const;
    const submits = buildSubmits({ kind: 'mmsNotification', notification }, { to: '+447700900123' });
    const stdin = submits.map((submit) => `${toHex(encodeSubmit(submit))}\n`).join('');
    const { code, out } = await handset(['preview'], { stdin });
    const shown = ['MMS notification', 'from         +447700900001', 'size         8000 octets', 'http://mmsc.example.com/1'];
    expect(code).toBe(0);
    for (const text of [...shown, words]) expect(out).toContain(text);
  });

  it('control characters are shown as escapes', async () => {
    const { out } = await handset(['preview', '--lenient'], {
      stdin: 'BEGIN:VCARD\r\nVERSION:2.1\r\nN;ENCODING=QUOTED-PRINTABLE:a=1B[2Jb\r\nEND:VCARD\r\n',
    });
    expect(out).not.toContain('\x1b');
  });
});

it('--version before a command is that of the program', async () => {
  expect((await handset(['--version'])).out).toBe('unbuilt\n');
  expect((await handset(['--help'])).out).toContain('--version');
});
