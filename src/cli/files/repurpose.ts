/**
 * `handset repurpose`: pictures as a handset takes them, one or a folder at a time.
 * @module
 */

import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { pluralize } from '../../bytes/file-fields.js';
import { FormatError } from '../../errors.js';
import type { Colour, Repurposed, RepurposeOptions, RepurposeOutcome, RepurposeProgress } from '../../image/index.js';
import { type ChosenHandset, summarizeHandset } from '../../show/handsets.js';
import { chosenHandset } from '../handsets.js';
import { extensionOf, FileError, inputName, isFolder, type Session, toJson, UsageError } from '../io.js';
import { numberOption } from '../options.js';

interface Options
  extends Pick<
    RepurposeOptions,
    'use' | 'fullSize' | 'maxOctets' | 'format' | 'quality' | 'colors' | 'dither' | 'engine' | 'background' | 'lenient'
  > {
  handset?: string;
  profile?: string;
  maxWidth?: number;
  maxHeight?: number;
  keepMargins?: boolean;
  threads?: number;
  json?: boolean;
  output: string;
}

const MOST = 0x7fff_ffff;
const MAX_SIDE = 65_535;

export function addRepurpose(command: Command, session: Session): void {
  command
    .requiredOption('-o, --output <path>', 'the file to write; a folder when there are several')
    .option('--handset <name>', 'make and model, User-Agent, or UAProf address')
    .option('--profile <file>', 'a profile of your own, JSON')
    .addOption(new Option('--use <where>', 'where it will be seen (default: browser)').choices(['browser', 'mms']))
    .option('--full-size', 'in a message: as large as messages may hold, not as the screen shows')
    .addOption(
      new Option('--format <format>', 'a format in place of the one that fits best').choices([
        'jpeg',
        'gif',
        'png',
        'wbmp',
        'ota',
      ]),
    )
    .option('--max-octets <number>', 'octets of a picture', numberOption('max-octets', 1, MOST))
    .option('--max-width <pixels>', 'width of a picture', numberOption('max-width', 1, MAX_SIDE))
    .option('--max-height <pixels>', 'height of a picture', numberOption('max-height', 1, MAX_SIDE))
    .option('--quality <number>', 'quality of a JPEG that octets do not limit', numberOption('quality', 1, 100))
    .option('--colors <number>', 'colours of a PNG or GIF at most', numberOption('colors', 2, 256))
    .option('--background <rrggbb>', 'what lies under a picture that is not opaque (default: ffffff)', colourOption)
    .addOption(new Option('--dither <method>', 'how black and white are parted').choices(['floyd-steinberg', 'none']))
    .option('--keep-margins', 'reduce a logo in black and white with the even margins around it')
    .addOption(new Option('--engine <name>', 'who unpacks and reduces: sharp has to be installed').choices(['own', 'sharp']))
    .option('--threads <number>', 'pictures at a time; 0 is without threads', numberOption('threads', 0, 64))
    .option('--lenient', 'read pictures with faults as far as they go')
    .option('--json', 'what was done, as JSON')
    .action((files: string[], options: Options) => repurposeFiles(session, files, options));
}

function colourOption(value: string): Colour {
  const digits = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value);
  if (digits === null) throw new UsageError(`--background takes six hex digits such as ffffff, not ${JSON.stringify(value)}`);
  const [red, green, blue] = digits.slice(1).map((octet) => Number.parseInt(octet, 16)) as [number, number, number];
  return [red, green, blue];
}

/** Files that are in memory at a time. */
const AT_A_TIME = 16;

async function repurposeFiles(session: Session, files: readonly string[], options: Options): Promise<void> {
  const handset = await requireHandset(session, options);
  const paths = files.flatMap(filesIn);
  const isBatch = files.length > 1 || files.some(isFolder) || isFolder(options.output);
  if (paths.length === 0) throw new UsageError(`there is no file in ${files.join(', ')}`);
  if (isBatch) makeFolder(options.output);
  checkOutput(paths, options, isBatch);
  const { createRepurposer } = await import('../../image/index.js');
  const threads = options.threads ?? (paths.length === 1 ? 0 : Math.min(paths.length, availableParallelism(), MAX_THREADS));
  const pool = createRepurposer({ threads });
  const bar = paths.length === 1 ? undefined : session.streams.progress;
  const totals = { adapted: 0, unchanged: 0, octetsBefore: 0, octetsAfter: 0 };
  const batch: Batch = { session, options, handset, isBatch, taken: new Set(), reports: [], faults: [], unread: [], totals };
  try {
    for (let from = 0; from < paths.length; from += AT_A_TIME) {
      const some = paths.slice(from, from + AT_A_TIME);
      const files = await read(batch, some);
      const items = files.map(({ path, octets }) => ({
        octets,
        profile: handset.profile,
        options: { ...repurposeOptions(options), name: basename(path), svg: true },
      }));
      const before = from + some.length - files.length;
      const onProgress = ({ done }: RepurposeProgress) => bar?.(barOf(before + done, paths.length));
      const outcomes = await pool.repurposeAll(items, { onProgress });
      bar?.('');
      for (const [i, { path, octets }] of files.entries()) report(batch, path, octets, outcomes[i] as RepurposeOutcome);
    }
  } finally {
    await pool.close();
  }
  const { reports, faults, unread } = batch;
  if (isBatch && options.json !== true) session.note(describeTotals(batch, paths.length));
  if (options.json === true) session.write(toJson(isBatch ? reports : reports[0]), undefined);
  const missing = `${faults.length + unread.length} of ${pluralize(paths.length, 'file')}`;
  const [first] = faults;
  if (first === undefined) {
    if (unread.length > 0) throw new UsageError(`${missing}: cannot be read`);
    return;
  }
  if (!isBatch) throw first;
  throw new FormatError(first.format.code, missing, undefined, 'not written', { cause: first });
}

/** Reads files; of several those that can be read. */
async function read(
  { session, isBatch, reports, unread }: Batch,
  paths: readonly string[],
): Promise<{ readonly path: string; readonly octets: Uint8Array }[]> {
  const files = [];
  for (const path of paths) {
    try {
      files.push({ path, octets: await session.read(path) });
    } catch (error) {
      if (!isBatch || !(error instanceof UsageError)) throw error;
      session.note(error.message);
      unread.push(path);
      reports.push({ file: path, error: { message: error.message } });
    }
  }
  return files;
}

/** Nothing is written over what is read, whether under its own name or that of another picture. */
function checkOutput(paths: readonly string[], { output, json }: Options, isBatch: boolean): void {
  if (json === true && output === '-') throw new UsageError('--json goes to standard output: -o takes a file');
  if (output === '-' || !existsSync(output)) return;
  const target = realpathSync(output);
  for (const path of paths) {
    if (path === '-' || !existsSync(path)) continue;
    if (target !== realpathSync(isBatch ? dirname(path) : path)) continue;
    throw new UsageError(`${path} would be written over, or may be: -o takes another place`);
  }
}

/** What was done so far. */
interface Batch {
  readonly session: Session;
  readonly options: Options;
  readonly handset: ChosenHandset;
  readonly isBatch: boolean;
  /** Names in the folder that have been given away, in lower case. */
  readonly taken: Set<string>;
  readonly reports: object[];
  readonly faults: FileError[];
  /** Paths. */
  readonly unread: string[];
  /** Of the files that were written. */
  readonly totals: { adapted: number; unchanged: number; octetsBefore: number; octetsAfter: number };
}

/** `12 files: 10 adapted, 1 unchanged, 1 not written; 640,000 octets before, 52,000 after (92 % less)` */
function describeTotals({ totals }: Batch, files: number): string {
  const { adapted, unchanged, octetsBefore, octetsAfter } = totals;
  const missing = files - adapted - unchanged;
  const kinds = [`${adapted} adapted`, `${unchanged} unchanged`, ...(missing > 0 ? [`${missing} not written`] : [])];
  const percent = octetsBefore === 0 ? 0 : Math.round((Math.abs(octetsBefore - octetsAfter) / octetsBefore) * 100);
  const change = percent === 0 ? '' : ` (${percent} % ${octetsAfter < octetsBefore ? 'less' : 'more'})`;
  const octets = `${octetsBefore.toLocaleString('en')} octets before, ${octetsAfter.toLocaleString('en')} after${change}`;
  return `${pluralize(files, 'file')}: ${kinds.join(', ')}; ${octets}`;
}

function repurposeOptions(options: Options): Omit<RepurposeOptions, 'signal'> {
  const {
    use,
    fullSize,
    format,
    maxOctets,
    maxWidth,
    maxHeight,
    quality,
    colors,
    background,
    dither,
    keepMargins,
    engine,
    lenient,
  } = options;
  const sizes = { maxOctets, maxWidthPx: maxWidth, maxHeightPx: maxHeight };
  return { ...sizes, use, fullSize, format, quality, colors, background, dither, trim: keepMargins !== true, engine, lenient };
}

/** Writes a result, and says what was done. */
function report(batch: Batch, path: string, octets: Uint8Array, outcome: RepurposeOutcome): void {
  const { session, options, handset, isBatch, taken, reports, faults, totals } = batch;
  if (!outcome.ok) {
    const { error } = outcome;
    if (!(error instanceof FormatError)) throw error;
    const fault = new FileError(path, error);
    faults.push(fault);
    if (isBatch) session.note(`${fault.message} [${error.code}]`);
    reports.push({ file: path, error: { code: error.code, field: error.field, message: error.message } });
    return;
  }
  const { value } = outcome;
  const target = isBatch ? join(options.output, freeName(path, value, taken)) : options.output;
  for (const warning of value.warnings) session.warn(`${inputName(path)}: ${warning}`);
  if (!isBatch) warnOfExtension(session, target, value);
  session.write(value.octets, target);
  totals[value.changed ? 'adapted' : 'unchanged']++;
  totals.octetsBefore += octets.length;
  totals.octetsAfter += value.octets.length;
  if (options.json !== true) session.note(`${inputName(path)}: ${summary(octets, value)}`);
  const { octets: made, ...done } = value;
  reports.push({ file: path, output: target, handset: summarizeHandset(handset), lengthOctets: made.length, ...done });
}

async function requireHandset(session: Session, options: Options): Promise<ChosenHandset> {
  const { handset, profile } = options;
  if ((handset === undefined) === (profile === undefined)) throw new UsageError('one of --handset and --profile is needed');
  return (await chosenHandset(session, options)) as ChosenHandset;
}

/** The files of a folder, and those that it links to, by name; those of folders in it are not taken. */
function filesIn(path: string): string[] {
  if (!isFolder(path)) return [path];
  const entries = readdirSync(path, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() || (entry.isSymbolicLink() && !isFolder(join(path, entry.name))));
  return files.map(({ name }) => join(path, name)).sort();
}

function makeFolder(path: string): void {
  if (path === '-') throw new UsageError('several pictures do not go to standard output: -o takes a folder');
  if (existsSync(path) && !isFolder(path))
    throw new UsageError(`-o ${path} is a file, and there are several pictures: it takes a folder`);
  mkdirSync(path, { recursive: true });
}

/** More threads than this do not help a folder. */
const MAX_THREADS = 8;

const BAR_WIDTH = 30;

function barOf(done: number, total: number): string {
  const filled = Math.round((done / total) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${done}/${total}`;
}

/** Extension of each content type that is written. */
const EXTENSIONS: Readonly<Record<string, readonly string[] | undefined>> = {
  'image/jpeg': ['.jpg', '.jpeg', '.jpe'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/vnd.wap.wbmp': ['.wbmp'],
  'image/bmp': ['.bmp'],
  'image/x-ota-bitmap': ['.otb', '.ota'],
};

/** The name of a result in a folder: the picture's own, with the extension of its format. */
function freeName(path: string, { contentType = '', changed }: Repurposed, taken: Set<string>): string {
  const extension = extname(path);
  const own = EXTENSIONS[contentType];
  const fitting = !changed || own === undefined || own.includes(extension.toLowerCase()) ? extension : (own[0] as string);
  const stem = basename(path, extension);
  let name = `${stem}${fitting}`;
  for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${stem}-${i}${fitting}`;
  taken.add(name.toLowerCase());
  return name;
}

function warnOfExtension(session: Session, target: string, { contentType = '' }: Repurposed): void {
  const own = EXTENSIONS[contentType];
  if (target === '-' || own === undefined || own.includes(extensionOf(target))) return;
  session.warn(`${target} holds ${contentType}, for which ${own[0]} is the extension`);
}

function summary(
  before: Uint8Array,
  { changed, contentType, source, widthPx, heightPx, octets, frames, steps }: Repurposed,
): string {
  if (!changed) return steps.join('; ');
  const from =
    source === undefined ? '' : `${source.format} ${source.widthPx}x${source.heightPx}, ${pluralize(before.length, 'octet')}`;
  const moving = frames > 1 ? `, ${frames} frames` : '';
  return `${from} -> ${contentType} ${widthPx}x${heightPx}${moving}, ${pluralize(octets.length, 'octet')}`;
}
