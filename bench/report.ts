/**
 * `npx tsx bench/report.ts`: how long `handset inspect --report` takes for an archive of 1,000 files of many formats, all different, the start of
 * Node and all writing included. Takes the command line as `npm run build` left it. Writes bench/results/report.json and report.md; with a folder
 * as its argument only the archive, there.
 * @module
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
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
import { encodeBitmapPng } from '../src/playground/picture-files.js';
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
import { encodeSubmit, type SubmitInput } from '../src/sms/index.js';
import { formatVCalendar, formatVCard } from '../src/vobject/index.js';

const FILES = 1_000;
const RUNS = 5;
/** Seconds that such an archive may take. */
const WANTED_S = 10;

const root = fileURLToPath(new URL('..', import.meta.url));
const fixture = (name: string) => new Uint8Array(readFileSync(join(root, 'fixtures', name)));

// ---- the archive ----

/** Numbers below `end`, the same in each run: the generator of Park and Miller. */
function numbers(seed: number): (end: number) => number {
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
const MAKERS: Readonly<Record<string, (next: Numbers) => Uint8Array>> = {
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
function writeArchive(folder: string): void {
  const makers = Object.entries(MAKERS);
  for (let i = 0; i < FILES; i++) {
    const [extension, make] = makers[i % makers.length] as (typeof makers)[number];
    const place = join(folder, `folder ${Math.floor(i / 100)}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, i % 3 === 0 ? `file ${i}` : `file ${i}.${extension}`), make(numbers(i + 1)));
  }
}

// ---- the measurement ----

const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] as number;

const [wanted] = process.argv.slice(2);
if (wanted === undefined) measure();
else writeArchive(wanted);

function measure(): void {
  const folder = mkdtempSync(join(tmpdir(), 'handset-report-'));
  try {
    const archive = join(folder, 'archive');
    writeArchive(archive);
    const load = loadavg()[0] as number;
    const runs = Array.from({ length: RUNS }, (_, i) => reported(archive, join(folder, `report-${i}.html`)));
    const { formats, octets } = runs[0] as Run;
    write(runs, formats, octets, load);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Run {
  readonly wallS: number;
  readonly processorS: number;
  /** Formats found. */
  readonly formats: number;
  /** Octets of the page and all files beside it. */
  readonly octets: number;
}

/** One report, in a process of its own. */
function reported(archive: string, page: string): Run {
  // The shell's own word for what its children took of the processors.
  const script = '"$@"; status=$?; times; exit $status';
  const command = [process.execPath, join(root, 'dist/cli.js'), 'inspect', archive, '--report', page];
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', ...command], { encoding: 'utf8' });
  const wallS = (performance.now() - from) / 1000;
  if (status !== 0) throw new Error(`handset inspect ended with ${status}: ${stderr}`);
  const times = [
    ...stdout
      .trimEnd()
      .slice(stdout.indexOf('\n') + 1)
      .matchAll(/(\d+)m([\d.]+)s/g),
  ];
  const beside = page.replace(/\.html$/, '_files');
  const index = JSON.parse(readFileSync(join(beside, 'index.json'), 'utf8'));
  if (index.counts.contents !== FILES) throw new Error(`${index.counts.contents} contents of ${FILES} files are different`);
  return {
    wallS,
    processorS: times.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0),
    formats: index.formats.length,
    octets: [page, ...readdirSync(beside).map((name) => join(beside, name))].reduce((sum, at) => sum + statSync(at).size, 0),
  };
}

function write(runs: readonly Run[], formats: number, octets: number, load: number): void {
  const [wallS, processorS] = [middle(runs.map((run) => run.wallS)), middle(runs.map((run) => run.processorS))];
  const judged = [
    { target: '1,000 files, s', wanted: `under ${WANTED_S}`, measured: wallS, holds: wallS < WANTED_S },
    { target: 'processor time of them, s', wanted: `under ${WANTED_S}`, measured: processorS, holds: processorS < WANTED_S },
  ];
  const environment = `${new Date().toISOString()}, Node ${process.version}, ${cpus()[0]?.model ?? ''} x ${cpus().length}, load before the run ${load.toFixed(2)}`;
  for (const { target, wanted: most, measured, holds } of judged) {
    console.log(`${holds ? 'PASS ' : 'short'} ${target}: ${measured.toFixed(1)}, wanted ${most}`);
  }
  const results = join(root, 'bench/results');
  const figures = JSON.stringify(
    { environment, formats, octets, runs, judged },
    (_, value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value),
    2,
  );
  writeFileSync(join(results, 'report.json'), `${figures}\n`);
  writeFileSync(
    join(results, 'report.md'),
    `# The report of an archive

${environment}. Written by \`npx tsx bench/report.ts\`. Times are the middle of ${RUNS} runs.

\`handset inspect --report\` on ${FILES} files, all different, that hold ${formats} formats: the start of Node, reading, converting and writing.

| Target | wanted | measured | |
|---|---:|---:|---|
${judged.map(({ target, wanted: most, measured, holds }) => `| ${target} | ${most} | ${measured.toFixed(1)} | ${holds ? 'PASS' : 'short'} |`).join('\n')}

The page and the files beside it have ${(octets / 1e6).toFixed(0)} MB, most of it sound.
`,
  );
}
