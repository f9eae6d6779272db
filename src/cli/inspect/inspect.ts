/**
 * `handset inspect`: any payload, field by field.
 * @module
 */

import { existsSync, statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import type { Field } from '../../bytes/index.js';
import { DecodeError, type FormatError } from '../../errors.js';
import { findForeignPicture } from '../../image/foreign/formats.js';
import { FORMATS, type Format, formatTree, type Identification, type RenderOptions, treeToJson } from '../../inspect/index.js';
import { isBinary } from '../../inspect/inspect.js';
import type { LogEntry } from '../../inspect/log.js';
import { printable } from '../../inspect/printable.js';
import { findEffects, formatEffects } from '../../show/effects.js';
import { identifyOne, type Opened, openOne } from '../../show/readings.js';
import { FileError, inFile, inFileAsync, inputName, isFolder, type Session, toJson, toJsonLine, UsageError } from '../io.js';
import { findDigits, hexInput, numberOption } from '../options.js';
import { limitsOf, maxOctets, writeCapture } from './captures.js';
import {
  describeEntry,
  entryToJson,
  MAX_OCTETS,
  noPayload,
  PiecewiseInput,
  readLog,
  recogniseLog,
  withEffects,
} from './log.js';
import { identifyAll, writeReport } from './report.js';

interface Options {
  hex?: string[];
  base64?: string;
  as?: Format;
  direction?: 'MO' | 'MT';
  identify?: boolean;
  spec?: boolean;
  depth?: number;
  json?: boolean;
  report?: string;
  output?: string;
  capture?: string;
}

export function addInspect(command: Command, session: Session): void {
  command
    .option('--hex <octets...>', 'the payload in hex; several are several PDUs')
    .option('--base64 <text>', 'the payload in base64')
    .addOption(new Option('--as <format>', 'take it for this').choices(FORMATS))
    .addOption(new Option('--direction <way>', 'of a TPDU: from the handset, or to it').choices(['MO', 'MT']))
    .option('--identify', 'only list what it may be, and why')
    .option('--spec', 'add where each field is specified')
    .option('--depth <levels>', 'show so many levels of the tree', numberOption('depth', 0, 99))
    .option('--json', 'the tree as JSON, of a log an object a line; with --report its index')
    .option(
      '--report <page>',
      'show files, and all files of folders, on a page of HTML, with their pictures and sounds beside it',
    )
    .option('--capture <file>', 'write the messages into a capture for Wireshark, .pcapng or .pcap, and show nothing')
    .option('-o, --output <file>', 'write to a file')
    .action(async (files: string[], options: Options) => {
      if (options.report !== undefined) return report(session, files, options.report, options);
      if (files.some(isFolder)) return listFolders(session, files, options);
      const inputs = await readInputs(session, files, options);
      if (inputs === undefined) return;
      if (options.capture !== undefined) {
        const octets = inputs.map((input) => input.octets);
        writeCapture(session, octets, options, options.capture);
        return;
      }
      const results = inputs.map(({ path, octets, from }) =>
        inFile(path, () => {
          // A word or a number may be hex too: whoever says so is believed.
          const written = from === 'hex' || from === 'argument' ? 'hex' : undefined;
          if (options.identify === true) return identifyOne(octets, written);
          return openOne(octets, { ...options, ...limitsOf(octets) }, written);
        }),
      );
      const shown = results.map((result) =>
        'tree' in result ? show(result, options, session) : listReadings(result, options),
      );
      const titled = shown.map((one, i) => (shown.length === 1 ? one : `${printable((inputs[i] as Input).path)}:\n${one}`));
      session.write(options.json === true ? toJson(shown.length === 1 ? shown[0] : shown) : titled.join('\n'), options.output);
      // All of them are judged before the first fault ends the command.
      const faults = results.flatMap((result, i) => {
        const input = inputs[i] as Input;
        const error = 'tree' in result ? judge(result.tree, session.warnings) : undefined;
        const isUnknown = 'tree' in result ? result.tree.name === 'unknown octets' : result.length === 0;
        const fault = error ?? (isUnknown ? nothingKnown(input) : undefined);
        return fault === undefined ? [] : [input.from === 'file' ? new FileError(input.path, fault) : fault];
      });
      for (const { message } of faults.slice(1)) session.note(message);
      if (faults[0] !== undefined) throw faults[0];
    });
}

/** Options that a report of many files has no use for. */
const NOT_REPORTED = ['hex', 'base64', 'as', 'direction', 'identify', 'spec', 'depth', 'capture'] as const;

async function report(session: Session, files: readonly string[], page: string, options: Options): Promise<void> {
  const given = NOT_REPORTED.find((name) => options[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} does not go with --report`);
  if (options.output !== undefined && options.json !== true) throw new UsageError('-o goes with --report and --json');
  const index = await writeReport(session, files.length === 0 ? ['-'] : files, page);
  if (options.json === true) session.write(toJson(index), options.output);
}

/** What the files of folders may be, a line each. */
async function listFolders(session: Session, files: readonly string[], options: Options): Promise<void> {
  if (options.identify !== true) {
    const folder = files.find(isFolder) as string;
    throw new UsageError(`${folder} is a folder: --report PAGE.html shows all files of it, --identify lists them`);
  }
  const found = await identifyAll(session, files);
  const lines = found.map(({ name, readings: [first] }) => {
    const reading = first === undefined ? '   -  unknown' : `${first.confidence.toFixed(2)}  ${first.format}`;
    return `${reading}  ${printable(name)}${first === undefined ? '' : `: ${printable(first.reason)}`}\n`;
  });
  session.write(options.json === true ? toJson(found) : lines.join(''), options.output);
}

/** Octets, and where they come from. */
interface Input {
  /** The file, or the option. */
  readonly path: string;
  readonly octets: Uint8Array;
  readonly from: 'file' | 'hex' | 'base64' | 'argument';
}

/** The inputs that are read whole; undefined when it was a log, which has been shown. */
async function readInputs(session: Session, files: readonly string[], options: Options): Promise<Input[] | undefined> {
  const sources = [files.length > 0, options.hex !== undefined, options.base64 !== undefined].filter((given) => given);
  if (sources.length > 1) throw new UsageError('give files, --hex or --base64, not several');
  if (options.hex !== undefined) return [{ path: '--hex', octets: hexInput(options.hex), from: 'hex' }];
  if (options.base64 !== undefined) {
    if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(options.base64)) throw new UsageError('--base64 is not base64');
    return [{ path: '--base64', octets: new Uint8Array(Buffer.from(options.base64, 'base64')), from: 'base64' }];
  }
  const missing = files.filter((path) => path !== '-' && !existsSync(path));
  const unreadable = missing.find((path) => findDigits(path) === undefined);
  if (unreadable !== undefined) throw new UsageError(`cannot read ${unreadable}: there is no such file, and it is not hex`);
  if (missing.length > 0 && missing.length < files.length)
    throw new UsageError(`give files or hex, not both: there is no file ${missing[0]}`);
  if (missing.length > 0) return [{ path: 'hex', octets: hexInput(files), from: 'argument' }];
  for (const name of files.filter((path) => path !== '-' && findDigits(path) !== undefined))
    session.note(`${name} is read as a file; for hex: --hex ${name}, for the file without this note: ./${name}`);
  const paths = files.length === 0 ? ['-'] : files;
  if (paths.length > 1 || options.identify === true || options.capture !== undefined)
    return Promise.all(paths.map(async (path) => ({ path, octets: await session.read(path), from: 'file' })));
  const [path] = paths as [string];
  const octets = await readOne(session, path, options);
  return octets && [{ path, octets, from: 'file' }];
}

/** Warnings of a log that are told one by one. */
const MAX_WARNINGS = 10;

/** Octets of a file or of standard input; undefined for a log, which is shown as it comes. */
async function readOne(session: Session, path: string, options: Options): Promise<Uint8Array | undefined> {
  const isOnDisk = path !== '-' && statSync(path).isFile();
  const input = new PiecewiseInput(session.open(path, 'a PDU in hex, or anything else'), !isOnDisk);
  const head = await input.readHead();
  const most = maxOctets(head.octets);
  if (most > MAX_OCTETS) return inFileAsync(path, () => input.readWhole(head, most));
  const { as } = options;
  const isEligible = as === undefined || as === 'log' || isBinary(as);
  const wanted = isEligible ? recogniseLog(head, options) : undefined;
  if (wanted === undefined) return inFileAsync(path, () => input.readWhole(head));
  // Until a payload is found, the text may be one that is shown whole.
  let { length } = head.octets;
  let held: Uint8Array[] | undefined = length > MAX_OCTETS ? undefined : [head.octets];
  const rest = async function* () {
    for await (const piece of input.rest()) {
      length += piece.length;
      if (length > MAX_OCTETS) held = undefined;
      held?.push(piece);
      yield piece;
    }
  };
  const output = session.openOutput(options.output);
  let missing = 0;
  const onMissing = (warning: string) => {
    if (++missing <= MAX_WARNINGS) session.warn(warning);
  };
  let isFirst = true;
  const showEntry = async (entry: LogEntry) => {
    held = undefined;
    const { field, octets = NO_OCTETS } = entry;
    const title = `${isFirst ? '' : '\n'}${session.isColored(options.output) ? paint('name', describeEntry(entry)) : describeEntry(entry)}:\n`;
    await output.write(
      options.json === true ? toJsonLine(entryToJson(entry)) : title + formatted(field, octets, options, session),
    );
    isFirst = false;
    const warnings: string[] = [];
    const error = judge(field, warnings);
    if (session.warnings.length === 0) session.warnings.push(...warnings.slice(0, 1));
    return error;
  };
  const { lines, payloads, error, faulty } = await readLog(head, rest(), wanted, showEntry, onMissing);
  if (missing > MAX_WARNINGS) session.note(`warning: and ${missing - MAX_WARNINGS} more messages with missing parts`);
  if (payloads === 0 && held !== undefined) return new Uint8Array(Buffer.concat(held));
  if (payloads === 0) throw new FileError(path, noPayload(lines));
  if (faulty > 1) session.note(`${faulty} payloads with errors; the first:`);
  if (error !== undefined) throw new FileError(`${inputName(path)}, line ${error.line}`, error.error);
  return undefined;
}

/** A joined message has none of its own. */
const NO_OCTETS = new Uint8Array(0);

function show({ tree, octets }: Pick<Opened, 'tree' | 'octets'>, options: Options, session: Session): unknown {
  return options.json === true
    ? withEffects(treeToJson(tree) as object, tree, octets)
    : formatted(tree, octets, options, session);
}

/** The tree, and after it what its messages do to a phone. */
function formatted(field: Field, octets: Uint8Array, options: Options, session: Session): string {
  const isColored = session.isColored(options.output);
  const tree = formatTree(field, { spec: options.spec, depth: options.depth, ...(isColored && { paint }) });
  const effects = formatEffects(findEffects(field, octets));
  if (effects === '') return tree;
  const title = 'On a phone:';
  return `${tree}\n${isColored ? paint('name', title) : title}\n${effects}`;
}

const COLORS = { range: 'dim', name: 'bold', value: 'cyan', meaning: 'green', warning: 'yellow' } as const;

const paint: NonNullable<RenderOptions['paint']> = (part, text) => pc.createColors(true)[COLORS[part]](text);

function listReadings(readings: readonly Identification[], options: Options): unknown {
  if (options.json === true) return readings;
  if (readings.length === 0) return 'unknown\n';
  return readings
    .map(({ format, confidence, reason }) => `${confidence.toFixed(2)}  ${format}: ${printable(reason)}\n`)
    .join('');
}

/** The first error anywhere in the tree, which makes the input invalid; `warnings`, which count under --strict, gets those of the tree. */
function judge(field: Field, warnings: string[]): FormatError | undefined {
  for (const warning of field.warnings ?? []) warnings.push(`${field.name}: ${warning}`);
  let first: FormatError | undefined;
  for (const child of field.children) {
    const error = judge(child, warnings);
    first ??= error;
  }
  return first ?? field.error;
}

function nothingKnown({ octets, from }: Input): DecodeError {
  if (octets.length === 0) return new DecodeError('truncated', 'input', 0, 'is empty');
  const format = findForeignPicture(octets)?.name;
  const reason =
    format === undefined
      ? `is nothing known here${from === 'argument' ? ', and no file' : ''}; --as or --direction shows how far a reading gets`
      : `is a ${format} picture: the inspector reads only its signature`;
  return new DecodeError('bad-value', 'input', 0, reason);
}
