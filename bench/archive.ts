/**
 * An archive as people kept them: files of many formats, no two of them equal, the same in each run. By itself it writes one into a folder:
 * `npx tsx bench/archive.ts FOLDER`.
 * @module
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Bitmap,
  bitmapFromRows,
  encodeBmp,
  encodeNgg,
  encodeNol,
  encodeNpm,
  encodeOperatorLogo,
  encodeOtaBitmap,
  encodeOtb,
  encodePictureMessage,
  encodeWbmp,
} from '../src/bitmap/index.js';
import { toHex } from '../src/bytes/index.js';
import { toAtCommands } from '../src/carrier/index.js';
import { buildSubmits, type Content } from '../src/message/index.js';
import { encodeMms } from '../src/mms/binary.js';
import { encodeSi } from '../src/push/binary.js';
import {
  encodeMidi,
  encodeNokiaRingtone,
  formatEmelody,
  formatImelody,
  formatRtttl,
  type Note,
  renderWav,
  type Tune,
} from '../src/ringtone/index.js';
import { encodeBitmapPng } from '../src/show/png.js';
import { encodeSubmit, type SubmitInput } from '../src/sms/index.js';
import { formatVCalendar, formatVCard } from '../src/vobject/index.js';

/** Files of the archive. */
export const FILES = 1_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const fixture = (name: string) => new Uint8Array(readFileSync(join(root, 'fixtures', name)));

/** Numbers below `end`, the same in each run: the generator of Park and Miller. */
export function numbers(seed: number): (end: number) => number {
  let state = seed % 2_147_483_647 || 1;
  return (end) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % end;
  };
}

type Numbers = (end: number) => number;

const WORDS = 'logo tone party home night call late again river summer blue train message please yes thanks tomorrow'.split(
  ' ',
);

function words(next: Numbers, count: number): string {
  return Array.from({ length: count }, () => WORDS[next(WORDS.length)]).join(' ');
}

function bitmap(next: Numbers, widthPx: number, heightPx: number): Bitmap {
  const row = () => Array.from({ length: widthPx }, () => (next(3) === 0 ? '#' : '.')).join('');
  return bitmapFromRows(Array.from({ length: heightPx }, row));
}

/** A tune as ringing tones are: some thirty notes, ten seconds. */
function tune(next: Numbers): Tune {
  const pitches = ['c', 'd', 'e', 'f', 'g', 'a', 'b'] as const;
  const durations = [4, 8, 8, 16] as const;
  const notes = Array.from({ length: 20 + next(20) }, (): Note => {
    const duration = durations[next(4)] ?? 8;
    const rest = { duration, dots: 0 } as const;
    if (next(8) === 0) return { pitch: null, octave: null, ...rest };
    return { pitch: pitches[next(7)] ?? 'c', octave: next(2) === 0 ? 5 : 6, ...rest };
  });
  return { title: `Tune ${next(100_000)}`, tempoBpm: 125, style: 'N', loops: 0, notes };
}

function submits(next: Numbers, content: Content) {
  return buildSubmits(content, { to: `+4477009${10_000 + next(90_000)}`, make: 'Nokia', reference: next(256) });
}

/** A picture file with something of its own behind its end. */
function numbered(octets: Uint8Array, next: Numbers): Uint8Array {
  return Uint8Array.from([...octets, ...Array.from({ length: 4 }, () => next(256))]);
}

const NETWORK = { mcc: '234', mnc: '10' } as const;
const text = (value: string) => new TextEncoder().encode(value);

/** A file of each format that people kept. */
export const MAKERS: Readonly<Record<string, (next: Numbers) => Uint8Array>> = {
  otb: (next) => encodeOtb(bitmap(next, 72, 28)),
  ota: (next) => encodeOtaBitmap(bitmap(next, 72, 14)),
  logo: (next) => encodeOperatorLogo({ ...NETWORK, bitmap: bitmap(next, 72, 14) }),
  nol: (next) => encodeNol({ ...NETWORK, bitmap: bitmap(next, 72, 14) }),
  ngg: (next) => encodeNgg({ bitmap: bitmap(next, 72, 14) }),
  npm: (next) => encodeNpm({ bitmap: bitmap(next, 72, 28), text: words(next, 5) }),
  picture: (next) => encodePictureMessage({ bitmap: bitmap(next, 72, 28), text: words(next, 5) }),
  wbmp: (next) => encodeWbmp(bitmap(next, 96, 65)),
  bmp: (next) => encodeBmp(bitmap(next, 101, 80)),
  png: (next) => encodeBitmapPng(bitmap(next, 128, 128)),
  jpg: (next) => numbered(fixture('images/photo-422.jpg'), next),
  gif: (next) => numbered(fixture('images/gif87.gif'), next),
  ott: (next) => encodeNokiaRingtone(tune(next)),
  rtttl: (next) => text(formatRtttl(tune(next))),
  imy: (next) => text(formatImelody(tune(next))),
  emy: (next) => text(formatEmelody(tune(next))),
  mid: (next) => encodeMidi(tune(next)),
  wav: (next) => renderWav({ ...tune(next), notes: tune(next).notes.slice(0, 8) }, { sampleRate: 8_000 }),
  pdu: (next) => encodeSubmit(submits(next, { kind: 'text', text: words(next, 12) })[0] as SubmitInput),
  hex: (next) =>
    text(
      submits(next, { kind: 'text', text: words(next, 60) })
        .map((submit) => `00${toHex(encodeSubmit(submit))}\n`)
        .join(''),
    ),
  at: (next) =>
    text(
      toAtCommands(submits(next, { kind: 'operatorLogo', ...NETWORK, bitmap: bitmap(next, 72, 14) }))
        .map((line) => `${line}\r\n`)
        .join(''),
    ),
  vcf: (next) =>
    text(
      formatVCard(
        { given: words(next, 1), family: words(next, 1), tel: [{ value: `+4477009${next(90_000)}` }] },
        { version: '2.1' },
      ),
    ),
  vcs: (next) => {
    const start = new Date(Date.UTC(2004, next(12), 1 + next(28), next(24)));
    return text(formatVCalendar({ events: [{ summary: words(next, 3), start, startKind: 'utc' }] }, { version: '1.0' }));
  },
  si: (next) => encodeSi({ text: words(next, 8), href: `http://wap.example.com/${next(1_000_000)}` }),
  mms: (next) =>
    encodeMms({
      ...{ type: 'M-Retrieve.conf', mmsVersion: '1.0', date: new Date(Date.UTC(2004, next(12), 1 + next(28))) },
      subject: words(next, 2),
      parts: [
        { name: 'photo.jpg', contentType: 'image/jpeg', data: numbered(fixture('images/photo-422.jpg'), next) },
        { name: 'words.txt', contentType: 'text/plain', charset: 'utf-8', data: text(words(next, 20)) },
      ],
    } as unknown as Parameters<typeof encodeMms>[0]),
  form: (next) =>
    text(
      `Username=jo.${next(1000)}&PIN=${next(10_000)}&SendTo=4477009${next(90_000)}&Message=${words(next, 6).replaceAll(' ', '+')}`,
    ),
  json: (next) => text(JSON.stringify({ id: next(1_000_000), text: words(next, 30) })),
  b64: (next) => text(Buffer.from(encodeOtb(bitmap(next, 72, 28))).toString('base64')),
  txt: (next) => text(`${words(next, 80)}\n`),
  bin: (next) => Uint8Array.from({ length: 400 }, () => 128 + next(128)),
};

/** Writes the archive: folders by tens of files, names without their extensions for each third. */
export function writeArchive(folder: string): void {
  const makers = Object.entries(MAKERS);
  for (let i = 0; i < FILES; i++) {
    const [extension, make] = makers[i % makers.length] as (typeof makers)[number];
    const place = join(folder, `folder ${Math.floor(i / 100)}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, i % 3 === 0 ? `file ${i}` : `file ${i}.${extension}`), make(numbers(i + 1)));
  }
}

const [, program, wanted] = process.argv;
if (program === fileURLToPath(import.meta.url) && wanted !== undefined) writeArchive(wanted);
