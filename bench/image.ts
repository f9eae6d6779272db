/**
 * Pictures adapted to handsets, whole files in and out, beside jimp (with gifwrap for animations) and, for information, sharp.
 *
 * These take up to a second, and how much memory they need matters as much; so not the harness measures them, but a process of its own for
 * each contender and round, which says
 *
 *   - the processor time of its first run, with what V8 has not compiled yet, modules loaded and the file read beforehand;
 *   - the median processor time of further runs, as in a server: this is what ratios are of;
 *   - by how much the largest memory of the process exceeds that before the first run.
 *
 * Rounds of all contenders are interleaved; figures are medians. Nobody's output equals another's, so it is scored: octets, and likeness
 * (SSIM, as ssim.js says) to the same file unpacked in full and brought to the same size by sharp with Lanczos. One-bit pictures are
 * compared after both were blurred, as they are seen from afar.
 * @module
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ssim as Ssim } from 'ssim.js';
import type * as Image from '../src/image/index.js';
import type * as JpegEncode from '../src/image/jpeg-encode.js';
import type * as Profile from '../src/profile/index.js';

const ROUNDS = 3;
/** Runs of a process after its first, and the processor time after which there are no more. */
const MOST_RUNS = 200;
const LEAST_RUNS = 3;
const ENOUGH_MS = 1_500;

/** What a child process is given, and finds. */
interface Order {
  readonly task: string;
  readonly contender: string;
  readonly folder: string;
}
interface Found {
  readonly firstMs: number;
  readonly runMs: number;
  readonly peakBytes: number;
}

type Run = (file: Buffer) => Promise<Uint8Array>;

/** One contender of a task: `load` imports what it needs, outside of what is measured. */
interface ImageContender {
  readonly name: string;
  readonly load: (folder: string) => Promise<Run>;
}

/** What an output is worth. */
interface Score {
  readonly octets: number;
  readonly likeness?: number;
  readonly frames?: number;
}

interface ImageTask {
  readonly name: string;
  readonly source: () => Promise<Uint8Array>;
  readonly contenders: readonly ImageContender[];
  readonly score: (output: Uint8Array, source: Uint8Array) => Promise<Score>;
  readonly wanted: readonly Wanted[];
}

/** A line to reach: `must` is required, `aim` hoped for. */
interface Wanted {
  readonly what: string;
  readonly of: (rows: ReadonlyMap<string, ImageRow>) => number;
  readonly must: number;
  readonly aim?: number;
  /** Less is better. */
  readonly atMost?: boolean;
}

export interface ImageRow extends Found, Score {
  readonly name: string;
}

export interface ImageVerdict {
  readonly target: string;
  readonly measured: number;
  readonly must: number;
  readonly aim?: number;
  readonly outcome: 'PASS' | 'PASS, aim missed' | 'short';
}

export interface ImageResult {
  readonly name: string;
  readonly rows: readonly ImageRow[];
  readonly verdicts: readonly ImageVerdict[];
}

/** Measures the tasks whose names contain the filter. */
export async function imageResults(filter = ''): Promise<ImageResult[]> {
  const tasks = TASKS.filter(({ name }) => name.includes(filter));
  if (tasks.length === 0) return [];
  // Below the project, so that the packages which the room imports are found from there.
  const folder = mkdtempSync(fileURLToPath(new URL('../node_modules/.handset-bench-', import.meta.url)));
  try {
    await buildRooms(folder);
    const results: ImageResult[] = [];
    for (const task of tasks) results.push(await measured(task, folder));
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As text: a table and what was wanted. */
export function imageLines({ name, rows, verdicts }: ImageResult): string {
  const head = ['', 'first ms', 'ms', 'peak MB', 'octets', 'likeness', 'frames', 'ours'];
  const ours = rows.find((row) => row.name === OURS) as ImageRow;
  const cells = rows.map((row) => [
    row.name,
    row.firstMs.toFixed(1),
    row.runMs.toFixed(2),
    (row.peakBytes / 1e6).toFixed(1),
    row.octets > 0 ? String(row.octets) : '-',
    row.likeness?.toFixed(4) ?? '-',
    row.frames === undefined ? '-' : String(row.frames),
    row === ours
      ? ''
      : `${(row.runMs / ours.runMs).toFixed(1)} x the time, ${(row.peakBytes / ours.peakBytes).toFixed(1)} x the memory`,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((line) => line[column]!.length)));
  return [
    name,
    ...[head, ...cells].map(
      (line) => `  ${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')}`,
    ),
    ...verdicts.map((verdict) => `  ${imageVerdictLine(verdict)}`),
    '',
  ].join('\n');
}

export function imageVerdictLine({ target, measured, must, aim, outcome }: ImageVerdict): string {
  return `${outcome.padEnd(7)} ${target}: ${short(measured)}, wanted ${short(must)}${aim === undefined ? '' : ` (aim ${short(aim)})`}`;
}

function short(value: number): string {
  return value >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(4)));
}

async function buildRooms(folder: string): Promise<void> {
  const { build } = await import('tsup');
  const source = process.env.HANDSET_SRC ?? fileURLToPath(new URL('../src/', import.meta.url));
  await build({
    config: false,
    entry: {
      image: join(source, 'image/index.ts'),
      'jpeg-encode': join(source, 'image/jpeg-encode.ts'),
      profile: join(source, 'profile/index.ts'),
      // What child processes run: through tsx they would begin with its memory.
      bench: fileURLToPath(import.meta.url),
    },
    outDir: folder,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    splitting: true,
    treeshake: true,
    removeNodeProtocol: false,
    skipNodeModulesBundle: true,
    external: [/^node:/],
    outExtension: () => ({ js: '.mjs' }),
    dts: false,
    clean: false,
    silent: true,
  });
}

async function measured({ name, source, contenders, score, wanted }: ImageTask, folder: string): Promise<ImageResult> {
  const file = await source();
  writeFileSync(join(folder, 'source'), file);
  const found = new Map<string, Found[]>(contenders.map((contender) => [contender.name, []]));
  const outputs = new Map<string, Uint8Array>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [turn] of contenders.entries()) {
      const contender = contenders[(turn + round) % contenders.length]!.name;
      found.get(contender)!.push(inChild({ task: name, contender, folder }));
      outputs.set(contender, readFileSync(join(folder, 'output')));
    }
  }
  const rows: ImageRow[] = [];
  for (const contender of contenders) {
    const rounds = found.get(contender.name)!;
    rows.push({
      name: contender.name,
      firstMs: median(rounds.map(({ firstMs }) => firstMs)),
      runMs: median(rounds.map(({ runMs }) => runMs)),
      peakBytes: median(rounds.map(({ peakBytes }) => peakBytes)),
      ...(await score(outputs.get(contender.name)!, file)),
    });
  }
  const byName = new Map(rows.map((row) => [row.name, row]));
  const verdicts = wanted.map(({ what, of, must, aim, atMost = false }): ImageVerdict => {
    const value = of(byName);
    const reaches = (line: number): boolean => (atMost ? value <= line : value >= line);
    const outcome = !reaches(must) ? 'short' : aim === undefined || reaches(aim) ? 'PASS' : 'PASS, aim missed';
    return { target: what, measured: value, must, ...(aim !== undefined && { aim }), outcome };
  });
  return { name, rows, verdicts };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

function inChild(order: Order): Found {
  const options = { encoding: 'utf8', maxBuffer: 1 << 26 } as const;
  const child = spawnSync(process.execPath, [join(order.folder, 'bench.mjs'), CHILD, JSON.stringify(order)], options);
  if (child.status !== 0) throw new Error(`${order.task}, ${order.contender}: ${child.stderr}`);
  return JSON.parse(child.stdout.trim().split('\n').at(-1)!) as Found;
}

const CHILD = '--measure';

async function measureHere({ task, contender, folder }: Order): Promise<Found> {
  const run = await TASKS.find(({ name }) => name === task)!
    .contenders.find(({ name }) => name === contender)!
    .load(folder);
  const file = readFileSync(join(folder, 'source'));
  const before = process.memoryUsage.rss();
  const timed = async (): Promise<{ output: Uint8Array; ms: number }> => {
    const start = process.cpuUsage();
    const output = await run(file);
    const { user, system } = process.cpuUsage(start);
    return { output, ms: (user + system) / 1e3 };
  };
  forgetPeak();
  const first = await timed();
  const peakBytes = Math.max(0, peakMemory() - before);
  writeFileSync(join(folder, 'output'), first.output);
  const times: number[] = [];
  for (let spent = 0; times.length < LEAST_RUNS || (times.length < MOST_RUNS && spent < ENOUGH_MS); ) {
    const { ms } = await timed();
    times.push(ms);
    spent += ms;
  }
  return { firstMs: first.ms, runMs: median(times), peakBytes };
}

/** Linux lets a process forget its largest memory, which it has partly from its parent. */
function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Elsewhere figures are larger than they should be, for all alike.
  }
}

/** The largest memory of this process so far, in octets. */
function peakMemory(): number {
  try {
    const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'latin1')) as RegExpExecArray;
    return Number(kilobytes) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

// Contenders

const OURS = 'handset';

type Room = typeof Image & typeof Profile;

async function roomIn(folder: string): Promise<Room> {
  const load = (name: string): Promise<object> => import(pathToFileURL(join(folder, `${name}.mjs`)).href) as Promise<object>;
  return { ...(await load('image')), ...(await load('profile')) } as Room;
}

/** Our room, with a profile as JSON would have it. */
function ours(profile: object, options: Image.RepurposeOptions, name = OURS): ImageContender {
  return {
    name,
    load: async (folder) => {
      const { repurpose, checkProfile } = await roomIn(folder);
      const handset = checkProfile(profile);
      return async (file) => (await repurpose(file, handset, options)).octets;
    },
  };
}

type JimpImage = Awaited<ReturnType<typeof import('jimp')['Jimp']['fromBuffer']>>;

function jimp(work: (image: JimpImage) => Promise<Uint8Array> | Uint8Array, name = 'jimp'): ImageContender {
  return {
    name,
    load: async () => {
      const { Jimp } = await import('jimp');
      return async (file) => work((await Jimp.fromBuffer(file)) as JimpImage);
    },
  };
}

type SharpImage = ReturnType<typeof import('sharp')['default']>;

function sharp(work: (image: SharpImage) => Promise<Uint8Array>, options: object = {}): ImageContender {
  return {
    name: 'sharp (native)',
    load: async () => {
      const { default: open } = await import('sharp');
      return async (file) => work(open(file, options));
    },
  };
}

/** The dots of a grey picture of four octets a pixel; 1 is white. */
function packed(rgba: Uint8Array, widthPx: number, heightPx: number, header: readonly number[]): Uint8Array {
  const stride = (widthPx + 7) >> 3;
  const octets = new Uint8Array(header.length + stride * heightPx);
  octets.set(header);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 4) {
      if (rgba[at]! >= 128) octets[header.length + y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return octets;
}

function expand(grey: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: grey.length * 4 }, (_, i) => grey[i >> 2]!);
}

/** Picture message of a picture in the middle of 72x28. */
function otaOf(rgba: Uint8Array, widthPx: number): Uint8Array {
  const octets = new Uint8Array(256);
  octets.set([0, 72, 28, 1]);
  const left = (72 - widthPx) >> 1;
  for (let y = 0, at = 0; y < 28; y++) {
    for (let x = left; x < left + widthPx; x++, at += 4) {
      if (rgba[at]! < 128) octets[4 + y * 9 + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return octets;
}

/** gifwrap unpacks and writes, jimp scales. */
const GIFWRAP: ImageContender = {
  name: 'jimp, gifwrap',
  load: async () => {
    const [{ Jimp }, { GifUtil, GifCodec, GifFrame, BitmapImage }] = await Promise.all([
      import('jimp'),
      import('gifwrap').then((m) => m.default),
    ]);
    return async (file) => {
      const gif = await GifUtil.read(file);
      const frames = gif.frames.map(({ bitmap, delayCentisecs }) => {
        const { width, height, data } = Jimp.fromBitmap(bitmap).resize({ w: 128, h: 96 }).bitmap;
        return new GifFrame(new BitmapImage({ width, height, data: data as Buffer }), { delayCentisecs });
      });
      GifUtil.quantizeWu(frames, 256);
      return (await new GifCodec().encodeGif(frames, { loops: gif.loops })).buffer;
    };
  },
};

// Scores

interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

async function likeness(one: Pixels, other: Pixels): Promise<number> {
  const { ssim } = (await import('ssim.js')) as unknown as { ssim: typeof Ssim };
  const imageOf = ({ data, width, height }: Pixels) => ({ data: new Uint8ClampedArray(data), width, height });
  return ssim(imageOf(one) as never, imageOf(other) as never).mssim;
}

/** A page of a file as RGBA, resized by Lanczos when a size is given, blurred when a radius is. */
async function pixelsOf(file: Uint8Array, to?: readonly [number, number], page = 0, blur = 0): Promise<Pixels> {
  const { default: open } = await import('sharp');
  const image = open(file, { page });
  if (to !== undefined) image.resize(...to, { kernel: 'lanczos3', fit: 'fill', fastShrinkOnLoad: false });
  if (blur > 0) image.toColourspace('b-w').blur(blur);
  const { data, info } = await image.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function stillScore(output: Uint8Array, source: Uint8Array): Promise<Score> {
  const found = await pixelsOf(output);
  const reference = await pixelsOf(source, [found.width, found.height]);
  return { octets: output.length, likeness: await likeness(found, reference) };
}

async function animationScore(output: Uint8Array, source: Uint8Array): Promise<Score> {
  const { default: open } = await import('sharp');
  const { pages: frames = 1 } = await open(output).metadata();
  let sum = 0;
  for (let page = 0; page < frames; page++) {
    const found = await pixelsOf(output, undefined, page);
    sum += await likeness(found, await pixelsOf(source, [found.width, found.height], page));
  }
  return { octets: output.length, likeness: sum / frames, frames };
}

/** WBMP: four octets of header, as sides are below 128. */
async function wbmpScore(output: Uint8Array, source: Uint8Array): Promise<Score> {
  const [, , width, height] = output as unknown as readonly [number, number, number, number];
  const grey = new Uint8Array(width * height);
  for (let i = 0; i < grey.length; i++) {
    const x = i % width;
    const octet = output[4 + Math.floor(i / width) * ((width + 7) >> 3) + (x >> 3)]!;
    grey[i] = (octet & (0x80 >> (x & 7))) > 0 ? 255 : 0;
  }
  const { default: open } = await import('sharp');
  const png = await open(grey, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const reference = await open((await pixelsOf(source, [width, height])).data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const [one, other] = [await pixelsOf(png, undefined, 0, 1.5), await pixelsOf(reference, undefined, 0, 1.5)];
  return { octets: output.length, likeness: await likeness(one, other) };
}

// Sources

/** A landscape in the way of a photograph: sky, textured hills, a sun, a house, grain. */
function landscape(widthPx: number, heightPx: number, shift = 0): Buffer {
  const rgb = Buffer.alloc(widthPx * heightPx * 3);
  let state = 12_345;
  const bumps = (u: number, v: number): number =>
    Math.sin(u * 31 + Math.sin(v * 23) * 2) * 0.5 +
    Math.sin(u * 73 - v * 57) * 0.3 +
    Math.sin(u * 151 + v * 173 + Math.sin(u * 90)) * 0.2;
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 3) {
      const [u, v] = [x / widthPx + shift, y / heightPx];
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      const grain = ((state >> 16) & 15) - 7.5;
      const isHill = v > 0.55 + 0.12 * Math.sin(u * 5) + 0.03 * Math.sin(u * 23);
      const isSun = Math.hypot(u - shift * 2 - 0.72, (v - 0.24) * 0.75) < 0.08;
      const isHouse = Math.abs(u - 0.3) < 0.07 && v > 0.45 && v < 0.75;
      const isWindow = isHouse && Math.abs(Math.abs(u - 0.3) - 0.035) < 0.015 && v > 0.52 && v < 0.62;
      const texture = bumps(u * 2, v * 2) * 45;
      const [r, g, b] = isSun
        ? [252, 240, 200]
        : isWindow
          ? [50, 60, 80]
          : isHouse
            ? [165 + texture * 0.4, 90 + texture * 0.3, 70]
            : isHill
              ? [85 + texture, 115 + texture * 0.8, 55 + texture * 0.5]
              : [120 + 90 * v + texture * 0.2, 165 + 50 * v + texture * 0.2, 240 - 40 * v];
      rgb[at] = level(r + grain);
      rgb[at + 1] = level(g + grain);
      rgb[at + 2] = level(b + grain);
    }
  }
  return rgb;
}

function level(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

/** The test photograph at another size. */
async function photograph(width: number, height: number): Promise<Buffer> {
  const { default: open } = await import('sharp');
  const file = fileURLToPath(new URL('../fixtures/images/photo-baseline.jpg', import.meta.url));
  return open(file).resize(width, height, { fit: 'fill' }).raw().toBuffer();
}

/** The same with the grain of a camera. */
async function grained(width: number, height: number): Promise<Buffer> {
  const rgb = await photograph(width, height);
  let state = 12_345;
  for (let at = 0; at < rgb.length; at += 3) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const grain = ((state >> 16) & 15) - 7.5;
    for (let i = at; i < at + 3; i++) rgb[i] = level(rgb[i]! + grain);
  }
  return rgb;
}

async function stillSource(width: number, height: number, format: 'jpeg' | 'png' | 'gif'): Promise<Uint8Array> {
  const { default: open } = await import('sharp');
  const image = open(await grained(width, height), { raw: { width, height, channels: 3 } });
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality: 90 }).toBuffer();
    case 'png':
      return image.png().toBuffer();
    case 'gif':
      return image.gif().toBuffer();
  }
}

/** Twenty whole frames: gifwrap does not compose partial ones. */
async function animationSource(): Promise<Uint8Array> {
  const { GifUtil, GifCodec, GifFrame, BitmapImage } = (await import('gifwrap')).default;
  const frames = Array.from({ length: 20 }, (_, i) => {
    const rgb = landscape(320, 240, i / 200);
    const data = Buffer.alloc(320 * 240 * 4, 255);
    for (let at = 0, to = 0; at < rgb.length; at += 3, to += 4) rgb.copy(data, to, at, at + 3);
    return new GifFrame(new BitmapImage({ width: 320, height: 240, data }), { delayCentisecs: 10 });
  });
  GifUtil.quantizeWu(frames, 256);
  return (await new GifCodec().encodeGif(frames, { loops: 0 })).buffer;
}

// Tasks

const times =
  (peer: string) =>
  (rows: ReadonlyMap<string, ImageRow>): number =>
    rows.get(peer)!.runMs / rows.get(OURS)!.runMs;
const octetsOf = (rows: ReadonlyMap<string, ImageRow>): number => rows.get(OURS)!.octets;
const octetShare = (peer: string) => (rows: ReadonlyMap<string, ImageRow>) => octetsOf(rows) / rows.get(peer)!.octets;
const memoryShare = (peer: string) => (rows: ReadonlyMap<string, ImageRow>) =>
  rows.get(OURS)!.peakBytes / rows.get(peer)!.peakBytes;
const likenessOf = (rows: ReadonlyMap<string, ImageRow>): number => rows.get(OURS)!.likeness!;

const screen = (width: number, height: number, colors: number, images: object): object => ({
  screen: { width, height, colors },
  imageArea: { width, height },
  images,
});

/** As a limit of octets is met by halving: sizes of all, the file of the last. */
const SIX = [85, 30, 57, 71, 78, 81];

/** Encoding alone, from pixels; the file is the raw picture. */
function encodings(width: number, height: number): ImageTask {
  const encoder = (name: string, qualities: readonly number[]): ImageContender => ({
    name,
    load: async (folder) => {
      const { JpegEncoder } = (await import(pathToFileURL(join(folder, 'jpeg-encode.mjs')).href)) as typeof JpegEncode;
      return async (file) => {
        const made = new JpegEncoder({ widthPx: width, heightPx: height, channels: 3, samples: file });
        for (const quality of qualities) made.size(quality);
        return made.encode(qualities.at(-1)!);
      };
    },
  });
  const six = 'six qualities';
  return {
    name: `image: JPEG of ${width}x${height} pixels at one quality (85) and at six`,
    source: () => photograph(width, height),
    contenders: [
      encoder(OURS, [85]),
      encoder(six, SIX),
      {
        name: 'jpeg-js, in jimp, one',
        load: async () => {
          const { Jimp } = await import('jimp');
          return async (rgb) => {
            const data = Buffer.alloc(width * height * 4, 255);
            for (let at = 0, to = 0; at < rgb.length; at += 3, to += 4) rgb.copy(data, to, at, at + 3);
            return Jimp.fromBitmap({ width, height, data }).getBuffer('image/jpeg', { quality: 85 });
          };
        },
      },
    ],
    score: async (output) => ({ octets: output.length }),
    wanted: [{ what: 'six qualities to one', of: times(six), must: 1.6, atMost: true }],
  };
}

const TASKS: readonly ImageTask[] = [
  {
    name: 'image: JPEG 1632x1224 to JPEG within 176x132 and 30000 octets',
    source: () => stillSource(1632, 1224, 'jpeg'),
    contenders: [
      ours(screen(176, 132, 65_536, { jpg: true, gif: true, png: true }), { maxOctets: 30_000 }),
      jimp((image) => image.scaleToFit({ w: 176, h: 132 }).getBuffer('image/jpeg', { quality: 85 })),
      sharp((image) => image.resize(176, 132, { fit: 'inside' }).jpeg({ quality: 85 }).toBuffer()),
    ],
    score: stillScore,
    wanted: [
      { what: 'times jimp', of: times('jimp'), must: 8, aim: 20 },
      { what: 'octets', of: octetsOf, must: 30_000, atMost: true },
      { what: 'likeness', of: likenessOf, must: 0.983 },
      { what: "share of jimp's memory", of: memoryShare('jimp'), must: 0.5, atMost: true },
    ],
  },
  {
    name: 'image: PNG 1024x768 to PNG of 256 colours, 128x96',
    source: () => stillSource(1024, 768, 'png'),
    contenders: [
      ours(screen(128, 96, 65_536, { png: true }), { format: 'png' }),
      jimp((image) => image.resize({ w: 128, h: 96 }).quantize({ colors: 256 }).getBuffer('image/png')),
      sharp((image) => image.resize(128, 96).png({ palette: true, colours: 256 }).toBuffer()),
    ],
    score: stillScore,
    wanted: [
      { what: 'times jimp', of: times('jimp'), must: 12, aim: 25 },
      { what: 'likeness', of: likenessOf, must: 0.955, aim: 0.97 },
      { what: "share of jimp's octets", of: octetShare('jimp'), must: 0.45, atMost: true },
    ],
  },
  {
    name: 'image: GIF 640x480 to WBMP within 96x65',
    source: () => stillSource(640, 480, 'gif'),
    contenders: [
      ours(screen(96, 65, 2, { wbmp: true }), {}),
      jimp((image) => {
        const { data } = image.resize({ w: 87, h: 65 }).greyscale().dither().bitmap;
        return packed(data, 87, 65, [0, 0, 87, 65]);
      }, 'jimp, packed here'),
      sharp(async (image) =>
        packed(expand(await image.resize(87, 65).toColourspace('b-w').raw().toBuffer()), 87, 65, [0, 0, 87, 65]),
      ),
    ],
    score: wbmpScore,
    wanted: [
      { what: 'times jimp', of: times('jimp, packed here'), must: 1.5, aim: 2.5 },
      { what: 'likeness, blurred', of: likenessOf, must: 0.91 },
    ],
  },
  {
    name: 'image: animated GIF, 20 frames of 320x240 to 128x96',
    source: animationSource,
    contenders: [
      ours(screen(128, 128, 65_536, { gif: true, gifAnimated: true }), {}),
      GIFWRAP,
      sharp((image) => image.resize(128, 96).gif().toBuffer(), { animated: true }),
    ],
    score: animationScore,
    wanted: [
      { what: 'times jimp and gifwrap', of: times('jimp, gifwrap'), must: 8, aim: 15 },
      { what: 'likeness', of: likenessOf, must: 0.95, aim: 0.97 },
      { what: "share of gifwrap's octets", of: octetShare('jimp, gifwrap'), must: 1, atMost: true },
      { what: 'frames', of: (rows) => rows.get(OURS)!.frames!, must: 20 },
    ],
  },
  {
    name: 'image: PNG 640x480 to an OTA bitmap of 72x28',
    source: () => stillSource(640, 480, 'png'),
    contenders: [
      ours(screen(84, 48, 2, { wbmp: true }), { format: 'ota' }),
      jimp((image) => otaOf(image.resize({ w: 37, h: 28 }).greyscale().dither().bitmap.data, 37), 'jimp, packed here'),
      sharp(async (image) => otaOf(expand(await image.resize(37, 28).toColourspace('b-w').raw().toBuffer()), 37)),
    ],
    score: async (output) => ({ octets: output.length }),
    wanted: [
      { what: 'times jimp', of: times('jimp, packed here'), must: 2.5, aim: 4 },
      { what: 'times sharp', of: times('sharp (native)'), must: 1 },
    ],
  },
  encodings(640, 480),
  encodings(176, 132),
];

if (process.argv[2] === CHILD) {
  // The result is the last line: packages may write to the console too.
  console.log(`\n${JSON.stringify(await measureHere(JSON.parse(process.argv[3]!) as Order))}`);
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const result of await imageResults(process.argv[2])) console.log(imageLines(result));
}
