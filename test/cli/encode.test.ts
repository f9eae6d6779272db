import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  bitmapFromPixels,
  bitmapFromRows,
  encodeNlm,
  encodeNol,
  encodeNpm,
  encodeOtaBitmap,
  invertBitmap,
  placeBitmap,
} from '../../src/bitmap/index.js';
import { toHex } from '../../src/bytes/index.js';
import { toAtCommands, toGatewayForm, toKannelUrl, toSubmitSm } from '../../src/carrier/index.js';
import { buildSubmits, readSubmits } from '../../src/message/index.js';
import { encodeMidi, encodeNokiaRingtone, formatImelody, parseRtttl } from '../../src/ringtone/index.js';
import { decodeSubmit, encodeSubmit } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { image, pngPixels } from '../support/png-files.js';
import { smsVectors } from '../support/vectors.js';
import { handset, readText, shared, temp, write } from './support.js';

const TO = ['--to', '447700900123'];
const linesOf = (out: string) => out.trimEnd().split('\n');
const euro = 'Tickets from €5, tonight at 8';
const submits = buildSubmits({ kind: 'text', text: euro }, { to: '447700900123' });

describe('published vectors', () => {
  it.each(
    smsVectors('submit').filter(
      ({ in: given }) => Object.keys(given).every((key) => ['to', 'text', 'toa'].includes(key)) && given.toa === 145,
    ),
  )('$id', async ({ in: given, out }) => {
    const { code, out: printed } = await handset(['encode', 'text', '-', '--to', given.to], { stdin: given.text });
    expect([code, printed]).toEqual([0, `${out.tpdu}\n`]);
  });

  it.each(smsVectors('concat'))('$id', async ({ in: given, out }) => {
    const args = [
      'encode',
      'text',
      given.text,
      '--to',
      `+${given.to}`,
      '--reference',
      String(given.concatRef),
      '--mr',
      String(given.mrStart),
    ];
    expect(linesOf((await handset(args)).out)).toEqual(out.tpdus);
  });
});

describe('what is most likely not meant', () => {
  it('a byte order mark at the beginning of a file is not part of the text', async () => {
    const plain = await handset(['encode', 'text', 'Hello', ...TO]);
    const file = write('marked.txt', '\uFEFFHello\r\n');
    expect(await handset(['encode', 'text', file, ...TO])).toEqual(plain);
    expect(await handset(['encode', 'text', '-', ...TO], { stdin: '\uFEFFHello\n' })).toEqual(plain);
    expect((await handset(['segment', file])).out).toMatch(/^encoding +gsm7$/m);
    const rows = write('marked.rows', `\uFEFF#.\n.#\n`);
    expect((await handset(['preview', rows])).code).toBe(0);
  });

  it.each([
    ['little', [0xff, 0xfe, 0x48, 0]],
    ['big', [0xfe, 0xff, 0, 0x48]],
  ])('a file in %s-endian UTF-16 is told of', async (_, octets) => {
    const file = write('utf16.txt', Uint8Array.from(octets));
    const { code, err } = await handset(['encode', 'text', file, ...TO]);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('text at 0: begins with the byte order mark of UTF-16: save it as UTF-8'),
    ]);
  });

  it.each(['07700900123', '+07700900123'])('a number as it is written within its country, %s, is warned of', async (number) => {
    const { code, err } = await handset(['encode', 'text', 'Hi', '--to', number]);
    expect([code, err]).toEqual([0, expect.stringMatching(/^warning: --to begins with 0, which no country code does\n/)]);
    expect((await handset(['encode', 'text', 'Hi', '--to', number, '--strict'])).code).toBe(3);
  });

  it('a model that is not known is warned of', async () => {
    const call = (model: string) =>
      handset(['encode', 'ringtone', 'a:d=4,o=5,b=100:c', '--make', 'Nokia', '--model', model, ...TO]);
    expect((await call('33l0')).err).toContain('warning: Nokia 33l0 is not a known handset: its make decides the form\n');
    expect((await call('3310')).err).not.toContain('warning');
  });
});

describe('every form', () => {
  it('pdu', async () => {
    const { code, out, err } = await handset(['encode', 'text', euro, ...TO]);
    expect([code, out]).toEqual([0, `${toHex(encodeSubmit(submits[0] as never))}\n`]);
    expect(err).toBe('text: 1 message, 30 septets of gsm7\n');
  });

  it('at', async () => {
    const { out } = await handset(['encode', 'text', euro, ...TO, '--format', 'at', '--smsc', '+447785016005']);
    expect(linesOf(out)).toEqual(toAtCommands(submits, { smsc: '+447785016005' }));
    expect(linesOf((await handset(['encode', 'text', euro, ...TO, '--format', 'at'])).out)).toEqual(toAtCommands(submits));
  });

  it('smpp', async () => {
    const { out } = await handset(['encode', 'text', euro, ...TO, '--format', 'smpp']);
    const fields = toSubmitSm(submits[0] as never);
    expect(JSON.parse(out)).toEqual([{ ...fields, short_message: toHex(fields.short_message) }]);
  });

  it('kannel, with the account of the environment', async () => {
    const env = { HANDSET_KANNEL_USERNAME: 'u', HANDSET_KANNEL_PASSWORD: 's3cret' };
    const args = ['encode', 'text', euro, ...TO, '--format', 'kannel', '--kannel-url', 'http://k/s', '--from', 'Shop'];
    const { out, err } = await handset(args, { env });
    expect(out).toBe(
      `${toKannelUrl(submits[0] as never, { baseUrl: 'http://k/s', from: 'Shop', username: 'u', password: 's3cret' })}\n`,
    );
    expect(err).not.toContain('s3cret');
    const without = await handset(args);
    expect(without.out).toContain('username=USERNAME&password=PASSWORD');
    expect(without.err).toContain('HANDSET_KANNEL_PASSWORD');
  });

  it.each(['pdu', 'at', 'smpp', 'form', 'json'])('%s tells nothing of the environment', async (format) => {
    const env = { HANDSET_KANNEL_USERNAME: 'us3r', HANDSET_KANNEL_PASSWORD: 's3cret', SECRET: 's3cret' };
    const { out, err } = await handset(['encode', 'text', 'x', ...TO, '--format', format], { env });
    expect(out + err).not.toMatch(/us3r|s3cret/);
  });

  it('form', async () => {
    const { out } = await handset(['encode', 'text', euro, ...TO, '--format', 'form']);
    expect(Object.fromEntries(new URLSearchParams(out.trim()))).toEqual(toGatewayForm(submits[0] as never));
  });

  it('json', async () => {
    const { out } = await handset(['encode', 'pdu', '--data', '024a3a', ...TO, '--format', 'json', '--udh', '06050415810000']);
    expect(JSON.parse(out)).toEqual([
      expect.objectContaining({
        tpDcs: 0xf5,
        data: '024A3A',
        udh: [{ kind: 'ports16', destination: 5505, source: 0 }],
        tpdu: expect.stringMatching(/^4100/),
      }),
    ]);
  });
});

describe('options', () => {
  const read = async (args: string[], stdin = '') => decodeSubmit(hex(linesOf((await handset(args, { stdin })).out)[0] ?? ''));

  it('set the fields of the message', async () => {
    const submit = await read(['encode', 'flash', 'hi', ...TO, '--mr', '7', '--pid', '0x41', '--validity', '60', '--report']);
    expect(submit).toMatchObject({
      tpMr: 7,
      tpPid: 0x41,
      tpDcs: 0x10,
      tpSrr: true,
      tpVp: { kind: 'relative', minutes: 60 },
      text: 'hi',
    });
    expect(await read(['encode', 'text', 'hi', '--to', 'short:12345'])).toMatchObject({
      tpDa: { ton: 0, npi: 1, digits: '12345' },
    });
    expect(await read(['encode', 'text', 'ğ', ...TO, '--locking', '1'])).toMatchObject({
      tpDcs: 0,
      udh: [{ kind: 'lockingShift', language: 1 }],
    });
    expect(await read(['encode', 'text', 'ğ', ...TO, '--single', '1'])).toMatchObject({
      tpDcs: 0,
      udh: [{ kind: 'singleShift', language: 1 }],
    });
    expect(await read(['encode', 'text', '„x“', ...TO, '--transliterate'])).toMatchObject({ tpDcs: 0, text: '"x"' });
    expect(await read(['encode', 'text', 'x', ...TO, '--encoding', 'ucs2'])).toMatchObject({ tpDcs: 8 });
    expect(await read(['encode', 'text', 'x'.repeat(161), ...TO, '--concat', '16', '--reference', '4660'])).toMatchObject({
      udh: [{ kind: 'concat16', reference: 0x1234, total: 2, sequence: 1 }],
    });
    expect(await read(['encode', 'pdu', ...TO, '--dcs', '08', '--pid', '7f'], 'Ж\n')).toMatchObject({
      tpDcs: 8,
      tpPid: 0x7f,
      text: 'Ж',
    });
  });

  it('name the characters that cost', async () => {
    expect((await handset(['encode', 'text', 'aЖb😀', ...TO])).err).toBe(
      'text: 1 message, 5 UTF-16 units of ucs2, which GSM 7-bit cannot carry for "Ж" "😀"\n',
    );
  });

  it('a text comes from a file, from stdin without its last line break, or from the argument', async () => {
    const file = write('text.txt', 'from a file\r\n');
    expect((await read(['encode', 'text', file, ...TO])).text).toBe('from a file');
    expect((await read(['encode', 'text', ...TO], 'from stdin\n\n')).text).toBe('from stdin\n');
    expect((await read(['encode', 'text', 'just text', ...TO])).text).toBe('just text');
    expect((await read(['encode', 'text', '', ...TO], 'not this')).text).toBe('');
  });

  it('-o writes to a file and nothing to stdout', async () => {
    const path = temp('out.txt');
    const { code, out } = await handset(['encode', 'text', 'x', ...TO, '-o', path]);
    expect([code, out]).toEqual([0, '']);
    expect(readText(path)).toMatch(/^[0-9A-F]+\n$/);
  });
});

describe('ringtones', () => {
  it.each(['fur-elise.rtttl', 'greensleeves.rtx', 'ode-to-joy.rtttl'])('%s comes back from its messages', async (name) => {
    const { code, out } = await handset(['encode', 'ringtone', shared(name), '--make', 'NOKIA', '--model', '3310', ...TO]);
    const tune = parseRtttl(readText(shared(name)));
    expect(code).toBe(0);
    expect(readSubmits(linesOf(out).map((line) => decodeSubmit(hex(line))))).toEqual(buildReadable(tune));
  });

  const buildReadable = (tune: ReturnType<typeof parseRtttl>) =>
    readSubmits(buildSubmits({ kind: 'ringtone', tune }, { to: '1', make: 'Nokia' }));

  it('an .ott from stdin, and a title cut on request', async () => {
    const ott = encodeNokiaRingtone(parseRtttl('x:d=4,o=5,b=160:c,d'));
    expect((await handset(['encode', 'ringtone', '--make', 'Nokia', ...TO], { stdin: ott })).out).toContain(toHex(ott));
    const long = 'a title of over fifteen:d=4,o=5,b=120:c';
    expect(
      (await handset(['encode', 'ringtone', '--make', 'Nokia', '--cut-title', '--tempo', 'up', ...TO], { stdin: long })).code,
    ).toBe(0);
  });

  it('warns on stderr of a tune for more than three messages', async () => {
    const { code, err } = await handset(['encode', 'ringtone', '--make', 'Nokia', ...TO], {
      stdin: `x:d=4,o=5,b=160:${Array(400).fill('c').join(',')}`,
    });
    expect(code).toBe(0);
    expect(err).toMatch(/warning: \d messages: most handsets/);
  });
});

describe('pictures', () => {
  const rowsOf = (name: string) => readText(shared(name)).trimEnd().split('\n');
  const logo = bitmapFromRows(rowsOf('zum-loewen.rows'));
  const sailing = bitmapFromRows(rowsOf('sailing.rows'));
  const heart = bitmapFromRows(rowsOf('heart.rows'));
  const NETWORK = ['--mcc', '234', '--mnc', '10'];

  const encode = (...args: string[]) => handset(['encode', ...args, ...TO]);
  const contentOf = (out: string) => readSubmits(linesOf(out).map((line) => decodeSubmit(hex(line))));

  it('an operator logo', async () => {
    const { code, out, err } = await encode('operator-logo', shared('zum-loewen.rows'), '--make', 'Nokia', ...NETWORK);
    expect([code, contentOf(out)]).toEqual([0, { kind: 'operatorLogo', mcc: '234', mnc: '10', bitmap: logo }]);
    expect(err).toBe("operator logo: 1 message; smart-messaging to port 5506: Smart Messaging is Nokia's own form\n");
    const nol = write('logo.nol', encodeNol({ mcc: '262', mnc: '01', bitmap: logo }));
    expect(contentOf((await encode('operator-logo', nol, '--make', 'Nokia')).out)).toMatchObject({ mcc: '262', mnc: '01' });
    expect(contentOf((await encode('operator-logo', nol, '--make', 'Nokia', ...NETWORK)).out)).toMatchObject({ mcc: '234' });
  });

  it('a group graphic', async () => {
    const { out } = await encode('group-graphic', shared('zum-loewen.rows'), '--make', 'nokia', '--invert');
    expect(contentOf(out)).toEqual({ kind: 'groupGraphic', bitmap: invertBitmap(logo) });
  });

  it('a picture message, its text from the option or the file', async () => {
    const { out, err } = await encode('picture-message', shared('sailing.rows'), '--make', 'Nokia', '--text', 'Ahoi');
    expect(contentOf(out)).toEqual({ kind: 'pictureMessage', bitmap: sailing, text: 'Ahoi' });
    expect(err).toMatch(/^picture message: 3 messages; smart-messaging to port 5514: .*\n$/);
    const npm = write('ahoi.npm', encodeNpm({ bitmap: sailing, text: 'from the file' }));
    expect(contentOf((await encode('picture-message', npm, '--make', 'Nokia')).out)).toMatchObject({ text: 'from the file' });
    expect(contentOf((await encode('picture-message', npm, '--make', 'Nokia', '--text', '')).out)).not.toHaveProperty('text');
  });

  it.each(['pdu', 'at', 'smpp', 'form', 'json'])('as %s', async (format) => {
    const args = ['operator-logo', shared('zum-loewen.rows'), '--make', 'Nokia', ...NETWORK, '--format', format];
    const { code, out } = await encode(...args);
    expect(code).toBe(0);
    expect(out).toContain(toHex(encodeOtaBitmap(logo)).slice(0, 40));
  });

  it('a smaller picture in the middle, a larger one scaled', async () => {
    const small = await encode('operator-logo', shared('heart.rows'), '--make', 'Nokia', '--crop', '16x14+0+1', ...NETWORK);
    expect(small.err).toMatch(/^16x14 centred in 72x14, the size of an operator logo; use --size for another\n/);
    const cut = bitmapFromRows(rowsOf('heart.rows').slice(1, 15));
    expect(contentOf(small.out)).toMatchObject({ bitmap: placeBitmap(cut, { widthPx: 72, heightPx: 14 }) });
    const large = await encode('picture-message', image('logo-alpha.png'), '--make', 'Nokia');
    expect(large.err).toMatch(/^300x120 scaled to fit 72x28/);
    const options = { widthPx: 72, heightPx: 28, dither: 'none', threshold: 'auto' } as const;
    expect(contentOf(large.out)).toMatchObject({
      bitmap: bitmapFromPixels(pngPixels(readFileSync(image('logo-alpha.png'))), options),
    });
  });

  it('a size that no handset is known to show only on request', async () => {
    const args = ['group-graphic', shared('heart.rows'), '--make', 'Nokia', '--size', '16x16'];
    expect((await encode(...args)).code).toBe(1);
    const { code, out, err } = await encode(...args, '--any-size');
    expect([code, contentOf(out)]).toEqual([0, { kind: 'groupGraphic', bitmap: heart }]);
    expect(err).toMatch(/warning: 16x16/);
    const larger = await encode('operator-logo', shared('zum-loewen.rows'), '--make', 'Nokia', '--size', '78x21', ...NETWORK);
    expect([larger.code, larger.err]).toEqual([0, expect.stringMatching(/warning: 78x21 needs two messages/)]);
  });

  it('other makes take other forms, and the warnings say what is lost', async () => {
    const ems = await encode('operator-logo', shared('zum-loewen.rows'), '--make', 'EMS', ...NETWORK);
    expect(ems.err).toMatch(/^warning: MCC and MNC are not carried.*\noperator logo: 1 message; ems: EMS is the standard/);
    expect(contentOf(ems.out)).toEqual({ kind: 'pictureMessage', bitmap: logo });
    const siemens = await encode('picture-message', shared('sailing.rows'), '--make', 'Siemens', '--model', 'SL45');
    expect(siemens.err).toMatch(/picture message: \d messages; seo: /);
    expect(contentOf(siemens.out)).toEqual({ kind: 'pictureMessage', bitmap: sailing });
    const alcatel = await encode('picture-message', shared('heart.rows'), '--make', 'Alcatel', '--bearer', 'alcatel-picture');
    expect(alcatel.err).toMatch(/picture message: 1 message; alcatel-picture: asked for/);
    const photograph = await encode('picture-message', image('interlaced.png'), '--make', 'Ericsson');
    expect(photograph.err).toMatch(/^97x61 scaled to fit 96x64, the most for a picture message; use --size for another\n/);
    expect(contentOf(photograph.out)).toMatchObject({ kind: 'pictureMessage', bitmap: { widthPx: 96, heightPx: 60 } });
  });

  it('only the first picture of several', async () => {
    const nlm = write('frames.nlm', encodeNlm({ kind: 'operatorLogo', frames: [logo, invertBitmap(logo)] }));
    const { err, out } = await encode('operator-logo', nlm, '--make', 'Nokia', ...NETWORK);
    expect([err, contentOf(out)]).toEqual([
      expect.stringMatching(/warning: only the first of 2 pictures/),
      expect.objectContaining({ bitmap: logo }),
    ]);
  });

  it('from stdin, as --as says', async () => {
    const stdin = readText(shared('zum-loewen.rows'));
    const { out } = await handset(['encode', 'group-graphic', '--as', 'rows', '--make', 'Nokia', ...TO], { stdin });
    expect(contentOf(out)).toEqual({ kind: 'groupGraphic', bitmap: logo });
  });
});

describe('ringtones of other files, for other makes', () => {
  const text = 'Siren:d=4,o=5,b=125:c,8e,g,c6';

  it.each([
    ['an iMelody', formatImelody(parseRtttl(text))],
    ['a MIDI file', encodeMidi(parseRtttl(text))],
  ])('%s', async (_, stdin) => {
    const { out } = await handset(['encode', 'ringtone', '--make', 'Nokia', ...TO], { stdin });
    expect(readSubmits(linesOf(out).map((line) => decodeSubmit(hex(line))))).toEqual({
      kind: 'ringtone',
      tune: parseRtttl(text),
    });
  });

  it.each([
    ['EMS', 'ems'],
    ['Siemens', 'ems'],
  ])('for %s as %s', async (make, form) => {
    const { code, err, out } = await handset(['encode', 'ringtone', '--make', make, ...TO], { stdin: text });
    expect([code, err]).toEqual([0, expect.stringContaining(`ringtone: 1 message; ${form}: `)]);
    expect(readSubmits(linesOf(out).map((line) => decodeSubmit(hex(line))))).toMatchObject({
      kind: 'ringtone',
      tune: { notes: parseRtttl(text).notes },
    });
  });

  it('cut to fit', async () => {
    const args = ['encode', 'ringtone', shared('fur-elise.rtttl'), '--make', 'Nokia', ...TO, '--max-segments', '1'];
    const { code, out, err } = await handset(args);
    expect([code, linesOf(out).length]).toEqual([0, 1]);
    expect(err).toMatch(/^warning: /);
  });
});
