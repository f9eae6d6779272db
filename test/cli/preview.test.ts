import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Bitmap,
  bitmapFromPixels,
  bitmapFromRows,
  bitmapToText,
  encodeEmsAnimation,
  encodeEmsPicture,
  encodeMultipartMessage,
  encodeNlm,
  encodeNpm,
  invertBitmap,
  pixelAt,
} from '../../src/bitmap/index.js';
import { toHex } from '../../src/bytes/index.js';
import { toAtCommands } from '../../src/carrier/index.js';
import { type BuildOptions, buildSubmits, type Content } from '../../src/message/index.js';
import { encodeEmsSound, encodeNokiaRingtone, noteMidi, parseRtttl, renderWav } from '../../src/ringtone/index.js';
import { BORDER } from '../../src/show/canvas.js';
import { MARGIN } from '../../src/show/screens.js';
import { encodeDeliver, encodeSubmit, submitDatagram } from '../../src/sms/index.js';
import { image, pngPixels } from '../support/png-files.js';
import { handset, readText, shared, temp, write } from './support.js';

const rowsOf = (name: string) => readText(shared(name)).trimEnd().split('\n');
const logo = bitmapFromRows(rowsOf('zum-loewen.rows'));
const sailing = bitmapFromRows(rowsOf('sailing.rows'));
const heart = bitmapFromRows(rowsOf('heart.rows'));
const tune = parseRtttl('Siren:d=4,o=5,b=120:c,8e.,p,g6,2c');

const preview = (...args: string[]) => handset(['preview', ...args]);

/** A listing of the messages of a content. */
function listing(content: Content, options: Partial<BuildOptions> = {}): string {
  const submits = buildSubmits(content, { to: '447700900123', make: 'Nokia', ...options });
  return submits.map((submit) => `${toHex(encodeSubmit(submit))}\n`).join('');
}

/** Whether the pixel in the middle of each square is dark, from the left upper corner of a bitmap on. */
function squares(
  path: string,
  { widthPx, heightPx }: Bitmap,
  zoom: number,
  left = BORDER + MARGIN * zoom,
  top = left,
): string[] {
  const png = pngPixels(readFileSync(path));
  const isDark = (x: number, y: number) => (png.rgba[(y * png.widthPx + x) * 4] as number) < 0x40;
  const middle = zoom >> 1;
  return Array.from({ length: heightPx }, (_, y) =>
    Array.from({ length: widthPx }, (_, x) => (isDark(left + x * zoom + middle, top + y * zoom + middle) ? '#' : '.')).join(''),
  );
}

const rows = (bitmap: Bitmap) =>
  Array.from({ length: bitmap.heightPx }, (_, y) =>
    Array.from({ length: bitmap.widthPx }, (_, x) => (pixelAt(bitmap, x, y) === 1 ? '#' : '.')).join(''),
  );

describe('in the terminal', () => {
  it.each([
    ['zum-loewen.rows', logo],
    ['sailing.rows', sailing],
    ['heart.rows', heart],
  ])('%s in half blocks', async (name, bitmap) => {
    const { code, out, err } = await preview(shared(name));
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(`picture, ${bitmap.widthPx}x${bitmap.heightPx}\n${bitmapToText(bitmap)}`);
    expect((await preview('--dark', shared(name))).out).toContain(bitmapToText(bitmap, { invert: true }));
  });

  it.each([
    ['an operator logo', { kind: 'operatorLogo', mcc: '234', mnc: '10', bitmap: logo }, 'operator logo 234-10, 72x14\n', logo],
    ['a group graphic', { kind: 'groupGraphic', bitmap: logo }, 'group graphic, 72x14\n', logo],
    ['a picture message', { kind: 'pictureMessage', bitmap: sailing, text: 'Ahoi' }, 'picture message, 72x28\n', sailing],
  ] as [string, Content, string, Bitmap][])('%s of a listing of PDUs', async (_, content, title, bitmap) => {
    const given = listing(content);
    const { code, out } = await handset(['preview'], { stdin: given });
    expect([code, out]).toEqual([0, `${title}${bitmapToText(bitmap)}${'text' in content ? 'Ahoi\n' : ''}`]);
    expect((await preview('--hex', ...given.trimEnd().split('\n'))).out).toBe(out);
    expect((await preview(write('listing.hex', given.toLowerCase()))).out).toBe(out);
    const submits = buildSubmits(content, { to: '447700900123', make: 'Nokia' });
    expect((await handset(['preview'], { stdin: toAtCommands(submits).join('\r\n') })).out).toBe(out);
  });

  it('an EMS picture, read back as a picture message', async () => {
    const { out } = await handset(['preview'], {
      stdin: listing({ kind: 'pictureMessage', bitmap: heart, text: 'x' }, { make: 'EMS' }),
    });
    expect(out).toBe(`picture message, 16x16\n${bitmapToText(heart)}x\n`);
  });

  it('a picture for a Siemens, whose blocks number themselves', async () => {
    const { code, out } = await handset(['preview'], {
      stdin: listing({ kind: 'pictureMessage', bitmap: sailing }, { make: 'Siemens', model: 'SL45' }),
    });
    expect([code, out]).toEqual([0, `picture message, 72x28\n${bitmapToText(sailing)}`]);
  });

  it('EMS objects that stand somewhere in a text, and animations', async () => {
    const small = bitmapFromRows([
      '.##.##..',
      '#######.',
      '#######.',
      '.#####..',
      '..###...',
      '...#....',
      '........',
      '........',
    ]);
    const frames = [small, invertBitmap(small), small, small];
    const udh = [...encodeEmsAnimation({ frames, position: 2 }), ...encodeEmsSound(parseRtttl('x:d=4,o=5,b=125:c'))];
    const { code, out } = await handset(['preview'], { stdin: listing({ kind: 'pdu', tpDcs: 0, udh, text: 'Hi!' }) });
    expect(code).toBe(0);
    const [animation, ...rest] = out.split(/(?<=\n)\n(?="|text)/);
    expect(animation).toBe(`EMS animation, 8x8, 4 pictures\n${frames.map((frame) => bitmapToText(frame)).join('\n')}`);
    expect(rest[0]).toMatch(/^"", 125 bpm, 1 note,/);
    expect(rest.at(-1)).toBe('text\nHi!\n');
    const picture = encodeEmsPicture({ bitmap: heart, position: 1 });
    const within = await handset(['preview'], { stdin: listing({ kind: 'pdu', tpDcs: 0, udh: picture, text: 'ab' }) });
    expect(within.out).toBe(`EMS picture, 16x16\n${bitmapToText(heart)}\ntext\nab\n`);
  });

  it('the items of a multipart message', async () => {
    const data = encodeMultipartMessage([
      { kind: 'profileName', text: 'Quiet' },
      { kind: 'screenSaver', bitmap: sailing },
      { kind: 'ringtone', data: encodeNokiaRingtone(tune) },
      { kind: 'raw', type: 9, data: Uint8Array.of(1, 2) },
    ]);
    const submits = submitDatagram({ destinationPort: 5514, data }, { to: '447700900123' });
    const { out } = await handset(['preview'], { stdin: submits.map((submit) => `${toHex(encodeSubmit(submit))}\n`).join('') });
    expect(out).toMatch(/^profile name\nQuiet\n\nscreen saver, 72x28\n/);
    expect(out).toContain(bitmapToText(sailing));
    expect(out).toContain('"Siren", 125 bpm, 5 notes');
    expect(out).toMatch(/\nitem of type 9\n0102\n$/);
  });

  it('an OTA bitmap in hex', async () => {
    const { out } = await preview('--hex', '00080801FF818181818181FF');
    expect(out).toBe('picture, 8x8\n█▀▀▀▀▀▀█\n█      █\n█      █\n█▄▄▄▄▄▄█\n');
  });

  it('several messages, each by itself; missing parts and other lines are told', async () => {
    const text = listing({ kind: 'text', text: 'Hi\nthere' });
    const parts = listing({ kind: 'ringtone', tune }).trimEnd();
    const long = listing({ kind: 'text', text: 'x'.repeat(200) }, { reference: 9 }).split('\n')[0];
    const { code, out, err } = await handset(['--strict', 'preview'], { stdin: `${text}${parts}\n${long}\n0102\n` });
    expect(code).toBe(3);
    expect(out).toMatch(/^text\nHi\nthere\n\n"Siren", 125 bpm, 5 notes/);
    expect(err).toMatch(/line 4 of hex is no message/);
    expect(err).toMatch(/1 of 2 parts of a message/);
    expect((await handset(['preview'], { stdin: `${long}\n` })).code).toBe(1);
  });

  it('a PDU with faults where --lenient lets them pass, and says so', async () => {
    const pdu = `${listing({ kind: 'text', text: 'Hi there' }).trimEnd()}00`;
    const strict = await preview('--hex', pdu);
    expect([strict.code, strict.err]).toEqual([1, expect.stringContaining('[trailing-bytes]')]);
    const { code, out, err } = await preview('--lenient', '--hex', pdu);
    expect([code, out]).toEqual([0, 'text\nHi there\n']);
    expect(err).toMatch(/^warning: --hex, line 1 of hex: .*1 octet/);
  });

  it('texts and user data', async () => {
    expect((await handset(['preview'], { stdin: listing({ kind: 'flash', text: 'Fire!' }) })).out).toBe('flash text\nFire!\n');
    const pdu = { kind: 'pdu', tpDcs: 0xf5, udh: [], data: Uint8Array.of(1, 2, 255) } as const;
    expect((await handset(['preview'], { stdin: listing(pdu) })).out).toBe('user data\n0102FF\n');
    const deliver = encodeDeliver({
      tpOa: '447700900123',
      tpScts: { at: new Date(0x40000000 * 1000), offsetMinutes: 0 },
      tpDcs: 0,
      text: 'to you',
    } as Parameters<typeof encodeDeliver>[0]);
    expect((await preview('--hex', toHex(deliver))).out).toBe('text\nto you\n');
  });

  it('a tune: title, tempo, notes, playing time, and its roll', async () => {
    const { code, out, err } = await handset(['preview'], { stdin: 'Siren:d=4,o=5,b=120:c,8e.,p,g6,2c\n' });
    expect([code, err]).toEqual([0, expect.stringMatching(/^(warning: .*120.*\n)?$/)]);
    const [title, ...lines] = out.trimEnd().split('\n');
    expect(title).toBe('"Siren", 120 bpm, 5 notes, 2.9 s');
    expect(lines[0]).toMatch(/^ {2}g6 │ {22}▀{7} +$/);
    expect(lines.at(-1)).toMatch(/^ {2}c5 │([▄▀])\1{6} {23}\1{15}$/);
    for (const line of lines) expect(line).toMatch(/^.{4} │[ ▀▄█]*$/);
  });

  it('a long tune in strips, a silent one without notes', async () => {
    const { out } = await preview(shared('fur-elise.rtttl'));
    expect(out.split('\n\n')).toHaveLength(5);
    const silent = await handset(['preview'], { stdin: 'Hush:d=4,o=5,b=125:p,2p' });
    expect(silent.out).toMatch(/^"Hush", 125 bpm, 2 notes, 1\.4 s\n {2}c5 │ +\n$/);
    const endless = `x:d=1,o=5,b=25:${Array(3000).fill('c,c7').join(',')}`;
    const { out: drawn } = await handset(['preview'], { stdin: endless });
    expect(Math.max(...drawn.split('\n').map((line) => line.length))).toBeLessThan(75);
    expect(drawn.split('\n\n').length).toBeLessThanOrEqual(5);
  });

  it('lets nothing hostile through to the terminal', async () => {
    const evil = 'a\x1b[2Jb\u202ec\u0007';
    const message = await handset(['preview'], { stdin: listing({ kind: 'pictureMessage', bitmap: sailing, text: evil }) });
    const text = await handset(['preview'], { stdin: listing({ kind: 'text', text: `${evil}Ж\n2` }) });
    const title = await handset(['preview', '-', '--lenient'], { stdin: 'a\x1b[2Jb\x9bc:d=4,o=5,b=125:c,d' });
    for (const { code, out, err } of [message, text, title]) {
      expect(code).toBe(0);
      expect(out + err).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    }
    for (const { out } of [message, text]) expect(out).toContain('\\u001b');
    expect(title.out).toContain('\\u009b');
    const name = temp('n\x1b[2Jm.npm');
    expect((await preview(name)).err).not.toContain('\x1b');
  });

  it('-o takes what is shown', async () => {
    expect((await preview(shared('heart.rows'), '-o', temp('shown'))).out).toBe('');
    expect(readText(temp('shown'))).toBe(`picture, 16x16\n${bitmapToText(heart)}`);
  });
});

describe('as a PNG', () => {
  const drawn = async (stdin: string | Uint8Array, ...args: string[]) => {
    const path = temp('drawn.png');
    const outcome = await handset(['preview', '--png', path, ...args], { stdin });
    expect(outcome).toMatchObject({ code: 0, out: '' });
    const { widthPx, heightPx } = pngPixels(readFileSync(path));
    expect(outcome.err).toContain(`${path}: ${widthPx}x${heightPx}\n`);
    return path;
  };

  it.each([
    ['a logo', listing({ kind: 'operatorLogo', mcc: '234', mnc: '10', bitmap: logo }), logo],
    ['a group graphic', listing({ kind: 'groupGraphic', bitmap: invertBitmap(logo) }), invertBitmap(logo)],
    ['a picture message', listing({ kind: 'pictureMessage', bitmap: sailing, text: 'Ahoi, Žaneta!' }), sailing],
    ['an EMS picture', listing({ kind: 'pictureMessage', bitmap: heart }, { make: 'EMS' }), heart],
    ['a file', encodeNpm({ bitmap: sailing, text: 'Ahoi' }), sailing],
  ] as [string, string | Uint8Array, Bitmap][])('%s', async (_, stdin, bitmap) => {
    for (const zoom of [1, 3, 8]) {
      const path = await drawn(stdin, '--zoom', String(zoom));
      expect(squares(path, bitmap, zoom)).toEqual(rows(bitmap));
    }
  });

  it('the text of a picture message stands below it', async () => {
    const without = pngPixels(readFileSync(await drawn(encodeNpm({ bitmap: sailing }), '--zoom', '2')));
    const path = await drawn(encodeNpm({ bitmap: sailing, text: 'II' }), '--zoom', '2');
    const { heightPx } = pngPixels(readFileSync(path));
    expect(heightPx).toBe(without.heightPx + (MARGIN + 7) * 2);
    const text = squares(
      path,
      { widthPx: 7, heightPx: 7, rows: new Uint8Array(7) },
      2,
      BORDER + MARGIN * 2,
      BORDER + (28 + 2 * MARGIN) * 2,
    );
    expect(text).toEqual(['###.###', '.#...#.', '.#...#.', '.#...#.', '.#...#.', '.#...#.', '###.###']);
    // Long texts are broken, and very long ones cut.
    const long = pngPixels(
      readFileSync(await drawn(encodeNpm({ bitmap: sailing, text: 'wide words '.repeat(22) }), '--zoom', '1')),
    );
    expect(long.widthPx).toBe(2 * BORDER + 72 + 2 * MARGIN);
    expect(long.heightPx).toBeLessThan(2 * BORDER + 28 + 3 * MARGIN + 24 * 9 + 8);
  });

  it('the frames of an animation beside each other', async () => {
    const frames = [heart, invertBitmap(heart), heart];
    const path = await drawn(encodeNlm({ kind: 'startupLogo', frames }), '--zoom', '4');
    const step = (16 + 2 * MARGIN) * 4 + BORDER;
    for (const [i, frame] of frames.entries()) {
      expect(squares(path, frame, 4, BORDER + MARGIN * 4 + i * step, BORDER + MARGIN * 4)).toEqual(rows(frame));
    }
    const many = await drawn(encodeNlm({ kind: 'startupLogo', frames: Array(40).fill(sailing) }), '--zoom', '8');
    expect(pngPixels(readFileSync(many)).widthPx).toBeLessThan(1700);
  });

  it('a picture with colours by the same options as convert', async () => {
    const path = temp('colours.png');
    await preview(image('logo-alpha.png'), '--png', path, '--size', '72x28', '--zoom', '2');
    const bitmap = bitmapFromPixels(pngPixels(readFileSync(image('logo-alpha.png'))), {
      ...{ widthPx: 72, heightPx: 28, dither: 'none', threshold: 'auto' },
    });
    expect(squares(path, bitmap, 2)).toEqual(rows(bitmap));
    const { err } = await preview(image('logo-alpha.png'), '--png', path);
    expect(err).toMatch(/^300x120 scaled to fit 132x176/);
    expect(pngPixels(readFileSync(path)).widthPx).toBe(2 * BORDER + (132 + 2 * MARGIN) * 4);
  });

  it('a tune as a piano roll: every note a bar at its time and pitch', async () => {
    const [zoom, lane, quarter, keys] = [1, 4, 16, 24] as const;
    const path = await drawn('Siren:d=4,o=5,b=125:c,8e.,p,g6,2c', '--zoom', String(zoom));
    const png = pngPixels(readFileSync(path));
    const colorAt = (x: number, y: number) =>
      Array.from(png.rgba.subarray((y * png.widthPx + x) * 4, (y * png.widthPx + x) * 4 + 3));
    const head = 12 + 2 * 10 + 6;
    const bar = [0x2f, 0x6f, 0x4f];
    const top = noteMidi({ pitch: 'g', octave: 6, duration: 4, dots: 0 }) + 1;
    // Where each note begins and how long it is, in quarters, and its pitch; null is the pause.
    for (const [start, length, pitch] of [
      [0, 1, 72],
      [1, 0.75, 76],
      [1.75, 1, null],
      [2.75, 1, 91],
      [3.75, 2, 72],
    ] as const) {
      for (const share of [0.2, 0.5, 0.8]) {
        const x = 12 + keys + Math.round((start + length * share) * quarter);
        for (let midi = 71; midi <= 92; midi++) {
          const isBar = String(colorAt(x, head + (top - midi) * lane + 2)) === String(bar);
          expect([start, share, midi, isBar]).toEqual([start, share, midi, midi === pitch]);
        }
      }
    }
  });

  it('refuses a drawing that would be too large', async () => {
    const stdin = encodeNlm({ kind: 'startupLogo', frames: Array(64).fill(sailing) });
    const { code, err } = await handset(['preview', '--png', temp('large.png'), '--zoom', '32'], { stdin });
    expect(code).toBe(1);
    expect(err).toMatch(/smaller --zoom.*\[limit-exceeded]/);
    expect(existsSync(temp('large.png'))).toBe(false);
  });
});

describe('as sound', () => {
  it('a tune becomes a WAV', async () => {
    const path = temp('siren.wav');
    const stdin = listing({ kind: 'ringtone', tune });
    expect(await handset(['preview', '--wav', path, '--rate', '8000', '--wave', 'sine'], { stdin })).toMatchObject({
      code: 0,
      out: '',
    });
    const read = { ...tune, tempoBpm: 125 };
    expect(Buffer.compare(readFileSync(path), renderWav(read, { sampleRate: 8000, wave: 'sine' }))).toBe(0);
  });
});

describe('wrong command lines', () => {
  it.each([
    ['a file and hex', [shared('heart.rows'), '--hex', '00']],
    ['a zoom without a picture', [shared('heart.rows'), '--zoom', '2']],
    ['a zoom of 0', [shared('heart.rows'), '--png', temp('x.png'), '--zoom', '0']],
    ['sound of a picture', [shared('heart.rows'), '--wav', temp('x.wav')]],
    ['a picture of a text', ['--hex', listing({ kind: 'text', text: 'x' }).trim(), '--png', temp('x.png')]],
    ['a form that is none', [shared('heart.rows'), '--as', 'xcf']],
    ['no such file', ['/nowhere.otb']],
  ])('%s', async (_, args) => {
    const { code, out } = await preview(...args);
    expect([code, out]).toEqual([2, '']);
  });

  it('an archive of messages is for another command', async () => {
    const path = write('sms.xml', '<?xml version="1.0"?>\n<smses count="1"><sms address="+447700900123" body="Hi" /></smses>');
    const { code, err } = await preview(path);
    expect([code, err]).toEqual([2, `handset: ${path} is an archive of messages: handset archive shows them\n`]);
  });

  it('octets that are nothing known are invalid', async () => {
    expect((await preview('--hex', 'FFFF')).code).toBe(1);
    expect((await handset(['preview'], { stdin: Uint8Array.of(7, 8) })).code).toBe(1);
    expect((await handset(['preview'], { stdin: '' })).code).toBe(1);
  });
});
