/** Multimedia messages on the command line: compose, convert, preview, and their notification. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { readSubmits } from '../../src/message/index.js';
import {
  decodeMms,
  encodeMms,
  formatSmil,
  type MRetrieveConf,
  type MSendReq,
  type Part,
  type Presentation,
  readZip,
} from '../../src/mms/index.js';
import { decodeSubmit } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { handset, shared, temp, write } from './support.js';

const fixtures = (path: string) => fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url));
const zip = (name: string) => fixtures(`zip/${name}.zip`);
const octetsOf = (path: string) => new Uint8Array(readFileSync(path));
const textOctets = (text: string) => new TextEncoder().encode(text);
const retrieve = (path: string) => decodeMms(octetsOf(path)) as MRetrieveConf;
const photo = octetsOf(fixtures('images/photo-422.jpg'));

let count = 0;
/** A path that nothing has. */
const fresh = (extension: string) => temp(`new-${++count}${extension}`);

/** A message of parts. */
function message(parts: readonly Partial<Part>[], more: Partial<MRetrieveConf> = {}): string {
  const octets = encodeMms({
    type: 'M-Retrieve.conf',
    mmsVersion: '1.2',
    date: new Date('2026-11-21T18:30:00Z'),
    parts: parts.map((part, i) => ({ name: `${i}.txt`, contentType: 'text/plain', data: textOctets('x'), ...part })),
    ...more,
  });
  return write(`message-${++count}.mms`, octets);
}

const stamp = ['--date', '2026-11-21T18:30:00Z'];

describe('compose', () => {
  it('of an archive, with headers', async () => {
    const output = fresh('.mms');
    const headers = ['--subject', 'The coast', '--from', '447700900001', '--to', '447700900123', '--to', 'a@example.com'];
    const { code, out, err } = await handset([
      'compose',
      zip('own-smil'),
      '-o',
      output,
      ...headers,
      '--cc',
      '+447700900124',
      ...stamp,
    ]);
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(/^\S+\.mms: M-Retrieve\.conf, \d+ octets, class image-rich, 2 slides, 4 parts\n$/);
    const { parts, ...pdu } = retrieve(output);
    expect(pdu).toMatchObject({
      type: 'M-Retrieve.conf',
      subject: 'The coast',
      from: '+447700900001/TYPE=PLMN',
      to: ['+447700900123/TYPE=PLMN', 'a@example.com'],
      cc: ['+447700900124/TYPE=PLMN'],
      date: new Date('2026-11-21T18:30:00Z'),
      start: 'show.smil',
    });
    expect(parts.map(({ name }) => name)).toEqual(['show.smil', 'coast.jpg', 'hello.txt', 'wave.gif']);
    expect(parts[1]?.data).toEqual(photo);
  });

  it('of files in their order, and of an archive on stdin', async () => {
    const output = fresh('.mms');
    const files = [fixtures('images/gif87.gif'), shared('invitation.txt'), fixtures('images/photo-422.jpg')];
    expect((await handset(['compose', ...files, '-o', output, '--smil', 'none'])).code).toBe(0);
    expect(retrieve(output).parts.map(({ name }) => name)).toEqual(['gif87.gif', 'invitation.txt', 'photo-422.jpg']);
    expect((await handset(['compose', '-', '-o', output, '--smil', 'add'], { stdin: octetsOf(zip('stored')) })).code).toBe(0);
    expect(retrieve(output).parts.map(({ name }) => name)).toEqual(['slides.smil', 'coast.jpg', 'coast.txt', 'coast.amr']);
  });

  it('to stdout', async () => {
    const chunks: (string | Uint8Array)[] = [];
    const { run } = await import('../../src/cli/program.js');
    const code = await run(['compose', zip('stored'), ...stamp], {
      stdout: (output) => chunks.push(output),
      stderr: () => {},
      stdin: async function* () {},
      env: {},
      color: false,
    });
    expect([code, chunks.length]).toEqual([0, 1]);
    expect(decodeMms(chunks[0] as Uint8Array)).toMatchObject({ type: 'M-Retrieve.conf' });
  });

  it('--as send, --order, --text-first, --carry-unknown', async () => {
    const output = fresh('.mms');
    const files = ['10.txt', '2.txt', '1.xyzzy'].map((name) =>
      write(name, name === '1.xyzzy' ? Uint8Array.of(0, 255, 1) : name),
    );
    const options = ['--as', 'send', '--to', '447700900123', '--order', 'natural', '--carry-unknown', '--text-first'];
    const { code, err } = await handset(['compose', ...files, '-o', output, ...options]);
    expect(code).toBe(0);
    expect(err).toContain('warning: 1.xyzzy: carried as application/octet-stream\n');
    const pdu = decodeMms(octetsOf(output)) as MSendReq;
    expect(pdu.type).toBe('M-Send.req');
    expect(pdu.parts.map(({ name }) => name)).toEqual(['slides.smil', '1.xyzzy', '2.txt', '10.txt']);
  });

  it('--handset and --class: what they do not take is a warning, which --strict counts', async () => {
    const output = fresh('.mms');
    const args = ['compose', zip('stored'), '-o', output, '--handset', 'Nokia 6230', '--class', 'image-basic', '--smil', 'add'];
    const { code, err } = await handset([...args, '--strict']);
    expect(code).toBe(3);
    expect(err).toContain('warning: coast.jpg: a picture of 200x150; class image-basic has 160x120\n');
    expect((await handset(args)).code).toBe(0);
    const xml = new TextDecoder().decode(retrieve(output).parts[0]!.data);
    expect(xml).toMatch(/root-layout width="128" height="128"/);
  });

  it('--fit-pictures makes them fit the handset, the class and the size', async () => {
    const output = fresh('.mms');
    const args = ['compose', zip('stored'), '-o', output, '--fit-pictures', '--class', 'image-basic', '--max-octets', '4000'];
    const { code, err } = await handset([...args, '--handset', 'Nokia 6230', '--strict']);
    expect([code, err]).toEqual([0, expect.stringMatching(/^coast\.jpg: 200x150 became 128x96, \d+ octets\n/)]);
    expect(octetsOf(output).length).toBeLessThanOrEqual(4000);
    const { out } = await handset(['handsets', '--show', 'Nokia 6230', '--json']);
    const own = write('own.json', out);
    expect(await handset([...args, '--profile', own])).toMatchObject({ code: 0, err });
    expect(await handset(args)).toMatchObject({ code: 2, err: expect.stringContaining('--fit-pictures goes with') });
  });

  it('a part on stdin', async () => {
    const output = fresh('.mms');
    expect((await handset(['compose', '-', '-o', output], { stdin: photo })).code).toBe(0);
    expect(retrieve(output).parts.map(({ name }) => name)).toEqual(['slides.smil', 'stdin.jpg']);
  });

  it('--json describes the message', async () => {
    const { code, out } = await handset(['compose', zip('own-smil'), '-o', fresh('.mms'), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      type: 'M-Retrieve.conf',
      octets: expect.any(Number),
      parts: [
        { name: 'show.smil', contentType: 'application/smil', octets: expect.any(Number) },
        { name: 'coast.jpg', contentType: 'image/jpeg', octets: photo.length },
        { name: 'hello.txt', contentType: 'text/plain', octets: 27 },
        { name: 'wave.gif', contentType: 'image/gif', octets: 1468 },
      ],
      slides: [
        { durationMs: 4000, picture: 'coast.jpg', text: 'hello.txt' },
        { durationMs: 5000, picture: 'wave.gif' },
      ],
      attachments: [],
      warnings: [],
    });
  });

  it.each([
    [
      'an attack',
      [zip('path-parent')],
      1,
      /path-parent\.zip: ZIP\/entry "\.\.\/\.\.\/etc\/x"\/name at \d+: leads out of the archive/,
    ],
    ['a bomb', [zip('lie-small')], 1, /ZIP\/entry "x\.jpg"\/size at \d+: is 10, it unpacks to more \[bad-value\]/],
    ['no files', [zip('empty')], 1, /no files in the archive \[bad-value\]/],
    ['too large a message', [zip('stored'), '--max-octets', '5000'], 1, /\[limit-exceeded\]/],
    [
      'a subject of 51 characters',
      [zip('stored'), '--subject', 'x'.repeat(51)],
      1,
      /51 characters, the limit is 50 \[limit-exceeded\]/,
    ],
    ['a file that is not there', [temp('nothing.zip')], 2, /cannot read/],
    ['a folder', [temp('')], 2, /it is a directory/],
    ['a handset that is none', [zip('stored'), '--handset', 'Banana 3000'], 2, /names no known handset/],
    ['two handsets', [zip('stored'), '--handset', 'Nokia 6230', '--profile', 'x.json'], 2, /either --handset or --profile/],
    ['a message to send to nobody', [zip('stored'), '--as', 'send'], 2, /--as send goes with --to/],
    ['a class that is none', [zip('stored'), '--class', 'large'], 2, /Allowed choices/],
  ] as [string, string[], number, RegExp][])('refuses %s', async (_, args, code, words) => {
    const output = fresh('.mms');
    const outcome = await handset(['compose', ...args, '-o', output]);
    expect(outcome.code).toBe(code);
    expect(outcome.err).toMatch(words);
    expect(existsSync(output)).toBe(false);
  });

  it('--json and the message do not share stdout', async () => {
    expect(await handset(['compose', zip('stored'), '--json'])).toMatchObject({ code: 2, out: '' });
    expect(await handset(['compose', zip('stored'), '--json', '-o', '-'])).toMatchObject({ code: 2, out: '' });
  });
});

describe('convert', () => {
  it('a message to a folder and back', async () => {
    const [composed, again] = [fresh('.mms'), fresh('.mms')];
    await handset(['compose', zip('own-smil'), '-o', composed]);
    const folder = `${fresh('')}/`;
    const { code, err } = await handset(['convert', composed, folder]);
    expect(code).toBe(0);
    expect(err).toContain(`${folder}coast.jpg: coast.jpg, image/jpeg, 200x150, 5866 octets\n`);
    expect(readdirSync(folder).sort()).toEqual(['coast.jpg', 'hello.txt', 'show.smil', 'wave.gif']);
    expect(octetsOf(`${folder}coast.jpg`)).toEqual(photo);
    const files = readdirSync(folder).map((name) => folder + name);
    expect((await handset(['compose', ...files, '-o', again])).code).toBe(0);
    expect(retrieve(again).parts).toEqual(retrieve(composed).parts);
  });

  it('a message to an archive and back: the same parts', async () => {
    const [composed, archive, again] = [fresh('.mms'), fresh('.zip'), fresh('.mms')];
    await handset(['compose', zip('own-smil'), '-o', composed, '--subject', 'Hi']);
    const { code, err } = await handset(['convert', composed, archive, '--strict']);
    expect(code).toBe(3);
    expect(err).toContain('not written: subject: only an .mms holds them');
    expect((await readZip(octetsOf(archive))).map(({ name }) => name)).toEqual([
      'manifest',
      'show.smil',
      'coast.jpg',
      'hello.txt',
      'wave.gif',
    ]);
    expect((await handset(['convert', archive, again, '--strict'])).code).toBe(0);
    expect(retrieve(again).parts).toEqual(retrieve(composed).parts);
    execFileSync('python3', ['-c', 'import sys, zipfile; assert zipfile.ZipFile(sys.argv[1]).testzip() is None', archive]);
  });

  it('the forms of a message', async () => {
    const [composed, sent, fetched] = [fresh('.mms'), fresh('.mms'), fresh('.mms')];
    await handset(['compose', zip('stored'), '-o', composed, ...stamp]);
    const to = ['--recipient', '447700900123', '--recipient', 'a@example.com'];
    expect((await handset(['convert', composed, sent, '--as', 'send', ...to])).code).toBe(0);
    expect(decodeMms(octetsOf(sent))).toMatchObject({ type: 'M-Send.req', to: ['+447700900123/TYPE=PLMN', 'a@example.com'] });
    expect((await handset(['convert', sent, fetched, '--as', 'retrieve'])).code).toBe(0);
    expect(retrieve(fetched)).toMatchObject({ type: 'M-Retrieve.conf', parts: retrieve(composed).parts });
    expect((await handset(['convert', sent, fetched, '--as', 'send'])).code).toBe(0);
    expect(octetsOf(fetched)).toEqual(octetsOf(sent));
    expect((await handset(['convert', zip('stored'), sent, '--as', 'send', ...to])).code).toBe(0);
    expect(decodeMms(octetsOf(sent)).type).toBe('M-Send.req');
    expect((await handset(['convert', composed, fetched])).code).toBe(0);
    expect(octetsOf(fetched)).toEqual(octetsOf(composed));
  });

  it('names from the wire are labels: no path, no device, nothing twice, and an extension of the type', async () => {
    const names = [
      '../../etc/passwd',
      'C:\\x\\a.txt',
      'A.TXT',
      'a.txt',
      'con.txt',
      '/abs.txt',
      '.hidden',
      '-rf',
      'photo',
      '',
      'manifest',
    ];
    const path = message(names.map((name, i) => ({ name, data: textOctets(String(i)) })));
    const folder = `${fresh('')}/`;
    expect((await handset(['convert', path, folder])).code).toBe(0);
    const written = readdirSync(folder);
    expect(written).toHaveLength(names.length);
    expect(new Set(written.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of written) expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]*\.(txt|TXT)$/);
    expect(written).toContain('_con.txt');
    expect(existsSync(temp('passwd.txt'))).toBe(false);
  });

  it('never writes over what is there, nor makes folders above', async () => {
    const folder = `${fresh('')}/`;
    mkdirSync(folder);
    expect(await handset(['convert', message([{}]), folder])).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is something of that name already'),
    });
    expect(readdirSync(folder)).toEqual([]);
    expect(await handset(['convert', message([{}]), `${folder}deep/er/`])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no such directory'),
    });
    const taken = write('taken', 'x');
    expect((await handset(['convert', message([{}]), `${taken}/`])).code).toBe(2);
  });

  it('--lenient, with what was assumed', async () => {
    const whole = octetsOf(message([{ data: textOctets('hello') }]));
    const cut = write('cut.mms', whole.subarray(0, -2));
    expect(await handset(['convert', cut, fresh('.mms')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('[truncated]'),
    });
    const output = fresh('.mms');
    const { code, err } = await handset(['convert', cut, output, '--lenient']);
    expect([code, err]).toEqual([0, expect.stringContaining('warning: ')]);
    expect(new TextDecoder().decode(retrieve(output).parts[0]!.data)).toBe('hel');
  });

  it('a PDU without parts', async () => {
    const notification = write(
      'waiting.mms',
      encodeMms({
        type: 'M-Notification.ind',
        transactionId: 'T1',
        mmsVersion: '1.2',
        messageClass: 'personal',
        messageSize: 1000,
        expiry: { kind: 'relative', seconds: 60 },
        contentLocation: 'http://mms.example.com/1',
      }),
    );
    const output = fresh('.mms');
    expect(await handset(['convert', notification, output])).toMatchObject({ code: 0, err: `${output}: M-Notification.ind\n` });
    expect(octetsOf(output)).toEqual(octetsOf(notification));
    const refused = await handset(['convert', notification, fresh('.zip')]);
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('holds an M-Notification.ind, not a message with parts'),
    });
    const { code, out } = await handset(['preview', notification]);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'multimedia message',
        'type              M-Notification.ind, 45 octets',
        'transaction id    T1',
        'mms version       1.2',
        'message class     personal',
        'message size      1000 octets',
        'expiry            60 seconds after it was sent',
        'content location  http://mms.example.com/1',
        '',
      ].join('\n'),
    );
    expect((await handset(['preview', notification, '--png', fresh('.png')])).code).toBe(2);
  });

  it.each([
    ['an archive to a folder', [zip('stored'), 'out/'], /holds an archive, not a multimedia message/],
    ['an archive to an archive', [zip('stored'), 'out.zip'], /holds an archive, not a multimedia message/],
    ['a picture to a message', [shared('heart.rows'), 'out.mms'], /`handset compose` makes a message of files/],
    ['a message to a picture', [zip('stored'), 'out.png'], /holds an archive and \.png a picture/],
    ['a form of a picture', [shared('heart.rows'), 'out.png', '--as', 'send'], /--as send goes with an \.mms/],
    ['a form of an archive', ['MMS', 'out.zip', '--as', 'send'], /--as send goes with an \.mms/],
    ['a form of a folder', ['MMS', 'out/', '--as', 'retrieve'], /--as retrieve goes with an \.mms/],
    ['nobody to send to', ['MMS', 'out.mms', '--as', 'send'], /--recipient gives one/],
    ['recipients of a stored message', ['MMS', 'out.mms', '--recipient', '1'], /--recipient goes with --as send/],
    ['recipients of a picture', [shared('heart.rows'), 'out.png', '--recipient', '1'], /--recipient is an option of a message/],
    ['a size of a message', ['MMS', 'out.mms', '--size', '1x1'], /--size is an option of a picture/],
    ['a version of a folder', ['MMS', 'out/', '--version', '1.0'], /--version is an option of a card/],
  ] as [string, string[], RegExp][])('refuses %s', async (_, [input, output, ...options], words) => {
    const { code, err } = await handset([
      'convert',
      input === 'MMS' ? message([{}]) : (input as string),
      temp(output as string),
      ...options,
    ]);
    expect([code, err]).toEqual([2, expect.stringMatching(words)]);
    expect(existsSync(temp(output as string))).toBe(false);
  });
});

describe('preview', () => {
  it('lists headers, slides and attachments', async () => {
    const output = fresh('.mms');
    const files = [...['jpg', 'amr', 'txt'].map((extension) => `coast.${extension}`), 'card.vcf'];
    const entries = await readZip(octetsOf(zip('stored')));
    const paths = files.map((name) =>
      write(name, entries.find((entry) => entry.name === name)?.data ?? octetsOf(shared('mueller.vcf'))),
    );
    await handset(['compose', ...paths, '-o', output, '--subject', 'The coast', '--from', '447700900001', ...stamp]);
    const { code, out } = await handset(['preview', output]);
    expect(code).toBe(0);
    expect(out.replace(/\d+ octets, class/, 'N octets, class')).toBe(
      [
        'multimedia message',
        'type           M-Retrieve.conf, N octets, class image-rich',
        'mms version    1.2',
        'date           2026-11-21 18:30:00 UTC',
        'from           +447700900001',
        'subject        The coast',
        'message class  personal',
        'slide 1        5 s',
        '  picture      coast.jpg, image/jpeg, 200x150, 5866 octets',
        '  text         coast.txt, text/plain, 27 octets',
        '               Greetings from the coast!',
        '  sound        coast.amr, audio/amr, 0.5 s, 331 octets',
        'attachment     card.vcf, text/x-vCard, 253 octets',
        '',
      ].join('\n'),
    );
    expect((await handset(['preview', zip('stored')])).out).toContain('slide 1        5 s\n');
  });

  it('what a sender wrote cannot leave its line or speak to the terminal', async () => {
    const parts = [{ name: 'a.txt', data: textOctets('one\r\nslide 9  x\u0007') }];
    const octets = octetsOf(message(parts, { subject: 'x|slide 8' }));
    octets[octets.indexOf(0x7c)] = 0x0a;
    const { out } = await handset(['preview', write('speaking.mms', octets), '--lenient']);
    expect(out).toMatch(/^subject +x slide 8\n/m);
    expect(out).toMatch(/^ {13}one\n {13}slide 9 {2}x/m);
    expect(out).not.toMatch(/^slide [89]/m);
    expect(out).not.toMatch(/[\u0007\u001b]/);
  });

  it('SMIL with faults, texts that are none, and headers of other kinds', async () => {
    const smil = '<smil><body><par dur="2s"><img src="gone.jpg"/><text src="0.txt"/></par></body></smil>';
    const parts = [
      { name: 's.smil', contentType: 'application/smil', data: textOctets(smil) },
      { name: '0.txt', charset: 'utf-8', data: Uint8Array.of(0xff) },
      { name: 'long.txt', data: textOctets('word '.repeat(1000)) },
    ];
    const more = { deliveryReport: true, readReport: false, to: ['1/TYPE=PLMN', '2/TYPE=PLMN'], messageId: 'M1' };
    const path = message(parts, {
      ...more,
      previouslySentBy: [{ forwardedCount: 1, address: '3/TYPE=PLMN' }],
      contentType: 'application/vnd.wap.multipart.related',
    });
    const { code, out, err } = await handset(['preview', path, '--strict']);
    expect(code).toBe(3);
    expect(err).toContain('"gone.jpg" is not a part of the message');
    expect(out).toMatch(/^delivery report +yes$/m);
    expect(out).toMatch(/^read report +no$/m);
    expect(out).toMatch(/^to +1, 2$/m);
    expect(out).toMatch(/^previously sent by +\[\{"forwardedCount":1,/m);
    expect(out).toMatch(/^slide 1 +2 s$/m);
    expect(out).toMatch(/^attachment +long\.txt, /m);
  });

  const pixel = ({ width, data }: PNG, x: number, y: number) => [
    ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
  ];
  const draw = async (path: string, ...args: string[]) => {
    const output = fresh('.png');
    const { code, err } = await handset(['preview', path, '--png', output, ...args]);
    expect(code).toBe(0);
    return { png: PNG.sync.read(readFileSync(output)), err, output };
  };

  it('draws the slides beside each other, and one by one into a new folder', async () => {
    const { png, err, output } = await draw(zip('own-smil'));
    expect(err).toBe(`${output}: 2 slides, 292x152\n`);
    expect([png.width, png.height]).toEqual([292, 152]);
    expect(pixel(png, 0, 0)).toEqual([0x33, 0x41, 0x4a]);
    const folder = `${fresh('')}/`;
    expect((await handset(['preview', zip('own-smil'), '--png', folder, '--zoom', '2'])).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['slide-1.png', 'slide-2.png']);
    const first = PNG.sync.read(readFileSync(`${folder}slide-1.png`));
    expect([first.width, first.height]).toEqual([256, 256]);
    expect((await handset(['preview', zip('own-smil'), '--png', folder])).code).toBe(2);
  });

  /** A red picture of 4x2 pixels. */
  const red = (() => {
    const png = new PNG({ width: 4, height: 2 });
    for (let at = 0; at < png.data.length; at += 4) png.data.set([255, 0, 0, 255], at);
    return new Uint8Array(PNG.sync.write(png));
  })();
  const show = (presentation: Presentation, parts: Partial<Part>[]) => {
    const smil = { name: 's.smil', contentType: 'application/smil', data: textOctets(formatSmil(presentation)) };
    return message([smil, ...parts], { contentType: 'application/vnd.wap.multipart.related' });
  };
  const region = { id: 'Image', left: 10, top: 0, width: 20, height: 20 } as const;
  const isRed = (png: PNG) => (x: number, y: number) => pixel(png, 12 + x, 12 + y).join() === '255,0,0';

  it.each([
    ['hidden', [18, 9], [21, 10], 8],
    ['meet', [18, 9], [21, 10], 8],
    ['fill', [10, 0], [29, 19], 400],
    ['slice', [10, 0], [29, 19], 400],
  ] as const)('a picture in a region, fit %s', async (fit, [left, top], [right, bottom], pixels) => {
    const slides = [{ media: [{ kind: 'img' as const, src: 'p.png', region: 'Image' }] }];
    const path = show({ widthPx: 40, heightPx: 30, regions: [{ ...region, fit }], slides }, [
      { name: 'p.png', contentType: 'image/png', data: red },
    ]);
    const { png } = await draw(path);
    expect([png.width, png.height]).toEqual([64, 54]);
    const at: [number, number][] = [];
    for (let y = 0; y < 30; y++) for (let x = 0; x < 40; x++) if (isRed(png)(x, y)) at.push([x, y]);
    expect([at[0], at.at(-1), at.length]).toEqual([[left, top], [right, bottom], pixels]);
  });

  it('text in its region and colour, shares of a screen, a background', async () => {
    const slides = [{ media: [{ kind: 'text' as const, src: 't.txt', region: 'Text' }] }];
    const regions = [{ id: 'Text', left: 0, top: '50%', width: '100%', height: '50%' } as const];
    const path = show({ widthPx: 40, heightPx: 40, backgroundColor: '#004', regions, slides }, [
      { name: 't.txt', data: textOctets('HHHH') },
    ]);
    const { png } = await draw(path);
    expect(pixel(png, 13, 13)).toEqual([0, 0, 0x44]);
    // The left stroke of an H, a pixel from the region's edge.
    expect(pixel(png, 12 + 1, 12 + 20 + 1)).toEqual([255, 255, 255]);
    expect(pixel(png, 12 + 1, 12 + 10)).toEqual([0, 0, 0x44]);
  });

  it('a background that is no colour is white, and text on it black', async () => {
    const slides = [{ media: [{ kind: 'text' as const, src: 't.txt', region: 'Text' }] }];
    const regions = [{ ...region, id: 'Text', left: 0 } as const];
    const path = show({ widthPx: 40, heightPx: 30, backgroundColor: 'constructor', regions, slides }, [
      { name: 't.txt', data: textOctets('HHHH') },
    ]);
    const { png } = await draw(path);
    expect(pixel(png, 12 + 39, 12 + 29)).toEqual([255, 255, 255]);
    expect(pixel(png, 12 + 1, 12 + 1)).toEqual([0, 0, 0]);
  });

  it('without regions of its own, a slide has those of its size; a colour has a name', async () => {
    const media = [
      { kind: 'img' as const, src: 'p.png' },
      { kind: 'text' as const, src: 't.txt' },
    ];
    const slides = [{ media }];
    const path = show({ widthPx: 40, heightPx: 40, backgroundColor: 'Blue', regions: [], slides }, [
      { name: 'p.png', contentType: 'image/png', data: red },
      { name: 't.txt', data: textOctets('H') },
    ]);
    const { png } = await draw(path);
    expect(pixel(png, 13, 13)).toEqual([0, 0, 255]);
    // In the middle of 40x20 above, and in 40x20 below.
    expect(isRed(png)(18, 9)).toBe(true);
    expect(pixel(png, 12 + 1, 12 + 20 + 1)).toEqual([255, 255, 255]);
  });

  it('many slides take several rows', async () => {
    const texts = Array.from({ length: 12 }, (_, i) => ({ name: `${i}.txt`, data: textOctets(`${i}`) }));
    const { png, err } = await draw(message(texts));
    expect(err).toContain(': 12 slides, ');
    expect(png.height).toBeGreaterThan(2 * 140);
  });

  it('a box for what cannot be drawn, with a warning where it is a picture', async () => {
    const film = message([{ name: 'f.3gp', contentType: 'video/3gpp', data: textOctets('x') }]);
    const { png, err } = await draw(film);
    expect(err).not.toContain('warning');
    expect(pixel(png, 12 + 80, 12 + 100)).toEqual([0xd0, 0xd4, 0xd8]);
    const broken = await draw(message([{ name: 'b.jpg', contentType: 'image/jpeg', data: textOctets('no picture') }]));
    expect(broken.err).toMatch(/^warning: b\.jpg: /);
  });

  it('sound alone, and no slide at all', async () => {
    const entries = await readZip(octetsOf(zip('stored')));
    const sound = message([{ name: 's.amr', contentType: 'audio/amr', data: entries[2]?.data ?? new Uint8Array(0) }]);
    const { png } = await draw(sound);
    expect(pixel(png, 12, 12)).toEqual([255, 255, 255]);
    const nothing = message([{ name: 'x.bin', contentType: 'application/octet-stream' }]);
    expect(await handset(['preview', nothing, '--png', fresh('.png')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no slide to draw'),
    });
  });

  it('refuses slides of too many pixels before drawing them', async () => {
    const slides = [{ media: [{ kind: 'text' as const, src: 't.txt' }] }];
    const path = show({ widthPx: 65_535, heightPx: 65_535, regions: [], slides }, [{ name: 't.txt' }]);
    expect(await handset(['preview', path, '--png', fresh('.png')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('[limit-exceeded]'),
    });
  });
});

describe('encode mms-notification', () => {
  const TO = ['--to', '447700900123'];
  const contentOf = (out: string) =>
    readSubmits(
      out
        .trimEnd()
        .split('\n')
        .map((line) => decodeSubmit(hex(line))),
    );

  it('of options, and by its other name', async () => {
    const options = [
      '--url',
      'http://mms.example.com/m/4711?x=1',
      '--size',
      '30000',
      '--sender',
      '+447700900001',
      '--subject',
      'Hi',
    ];
    const { code, out, err } = await handset([
      'encode',
      'mms-notification',
      ...options,
      '--expires-after',
      '3600',
      '--class',
      'informational',
      ...TO,
    ]);
    expect([code, err]).toEqual([0, expect.stringMatching(/^MMS notification: 1 message; wap-push to port 2948: /)]);
    const notification = {
      type: 'M-Notification.ind',
      transactionId: '4711',
      mmsVersion: '1.2',
      from: '+447700900001/TYPE=PLMN',
      subject: 'Hi',
      messageClass: 'informational',
      messageSize: 30000,
      expiry: { kind: 'relative', seconds: 3600 },
      contentLocation: 'http://mms.example.com/m/4711?x=1',
    };
    expect(contentOf(out)).toEqual({ kind: 'mmsNotification', notification });
    const again = await handset([
      'encode',
      'notification',
      '--url',
      'http://a.com/',
      '--size',
      '1',
      '--transaction-id',
      'T-1',
      '--expires',
      '2026-11-28T00:00:00Z',
      ...TO,
    ]);
    expect(contentOf(again.out)).toMatchObject({
      notification: { transactionId: 'T-1', expiry: { kind: 'absolute', at: new Date('2026-11-28T00:00:00Z') } },
    });
  });

  it('of the message itself', async () => {
    const path = message([{}], { from: '+447700900001/TYPE=PLMN', subject: 'Hi' });
    const { code, out } = await handset(['encode', 'mms-notification', path, '--url', 'http://a.com/m', ...TO]);
    expect(code).toBe(0);
    expect(contentOf(out)).toMatchObject({
      notification: {
        messageSize: octetsOf(path).length,
        from: '+447700900001/TYPE=PLMN',
        subject: 'Hi',
        transactionId: 'm',
        messageClass: 'personal',
      },
    });
    const more = await handset([
      'encode',
      'mms-notification',
      path,
      '--url',
      'http://a.com/m',
      '--subject',
      'Ho',
      '--size',
      '7',
      '--class',
      'advertisement',
      ...TO,
    ]);
    expect(contentOf(more.out)).toMatchObject({
      notification: { messageSize: 7, subject: 'Ho', messageClass: 'advertisement' },
    });
  });

  it.each([
    ['no size', ['--url', 'http://a.com/m'], /--size, or the \.mms itself/],
    ['no address', ['--size', '1'], /required option '--url/],
    [
      'two times',
      ['--url', 'http://a.com/m', '--size', '1', '--expires', '2026-11-28T00:00:00Z', '--expires-after', '5'],
      /either --expires/,
    ],
    ['another file', [zip('stored'), '--url', 'http://a.com/m'], /holds an archive, not a multimedia message/],
  ] as [string, string[], RegExp][])('refuses %s', async (_, args, words) => {
    expect(await handset(['encode', 'mms-notification', ...args, ...TO])).toMatchObject({
      code: 2,
      err: expect.stringMatching(words),
    });
  });
});
