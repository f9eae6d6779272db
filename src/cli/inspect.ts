/**
 * `handset inspect`: any payload, field by field.
 * @module
 */
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import type { Field } from '../bytes/index.js';
import { DecodeError, type FormatError } from '../errors.js';
import { findForeignPicture } from '../image/foreign.js';
import { FORMATS, type Format, formatTree, type Identification, type RenderOptions, treeToJson } from '../inspect/index.js';
import { printable } from '../inspect/printable.js';
import { FileError, inFile, isFolder, type Session, toJson, UsageError } from './io.js';
import { hexInput, numberOption } from './options.js';
import { identifyOne, inspectOne } from './readings.js';
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
}

export function addInspect(program: Command, session: Session): void {
  program
    .command('inspect [files...]')
    .description('show what a payload is and every field of it; several PDUs in one input, a line each, are joined')
    .option('--hex <octets...>', 'the payload in hex; several are several PDUs')
    .option('--base64 <text>', 'the payload in base64')
    .addOption(new Option('--as <format>', 'take it for this').choices(FORMATS))
    .addOption(new Option('--direction <way>', 'of a TPDU: from the handset, or to it').choices(['MO', 'MT']))
    .option('--identify', 'only list what it may be, and why')
    .option('--spec', 'add where each field is specified')
    .option('--depth <levels>', 'show so many levels of the tree', numberOption('depth', 0, 99))
    .option('--json', 'the tree as JSON; with --report its index')
    .option(
      '--report <page>',
      'show files, and all files of folders, on a page of HTML, with their pictures and sounds beside it',
    )
    .option('-o, --output <file>', 'write to a file')
    .action(async (files: string[], options: Options) => {
      if (options.report !== undefined) return report(session, files, options.report, options);
      if (files.some(isFolder)) return listFolders(session, files, options);
      const inputs = await readInputs(session, files, options);
      // A word or a number may be hex too: whoever says so is believed.
      const written = options.hex === undefined ? undefined : 'hex';
      const results = inputs.map(({ path, octets }) =>
        inFile(path ?? (options.hex === undefined ? '--base64' : '--hex'), () =>
          options.identify === true ? identifyOne(octets, written) : inspectOne(octets, options, written),
        ),
      );
      const shown = results.map((result) =>
        'children' in result ? show(result, options, session) : listReadings(result, options),
      );
      const titled = shown.map((one, i) =>
        shown.length === 1 ? one : `${printable((inputs[i] as Input).path ?? '')}:\n${one}`,
      );
      session.write(options.json === true ? toJson(shown.length === 1 ? shown[0] : shown) : titled.join('\n'), options.output);
      // All of them are judged before the first fault ends the command.
      const faults = results.flatMap((result, i) => {
        const { path, octets } = inputs[i] as Input;
        const error = 'children' in result ? judge(result, session) : undefined;
        const isUnknown = 'children' in result ? result.name === 'unknown octets' : result.length === 0;
        const fault = error ?? (isUnknown ? nothingKnown(octets) : undefined);
        return fault === undefined ? [] : [path === undefined ? fault : new FileError(path, fault)];
      });
      for (const { message } of faults.slice(1)) session.note(message);
      if (faults[0] !== undefined) throw faults[0];
    });
}

/** Options that a report of many files has no use for. */
const NOT_REPORTED = ['hex', 'base64', 'as', 'direction', 'identify', 'spec', 'depth'] as const;

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

/** Octets, and the file that they come from, if any. */
interface Input {
  readonly path?: string;
  readonly octets: Uint8Array;
}

async function readInputs(session: Session, files: readonly string[], options: Options): Promise<Input[]> {
  const sources = [files.length > 0, options.hex !== undefined, options.base64 !== undefined].filter((given) => given);
  if (sources.length > 1) throw new UsageError('give files, --hex or --base64, not several');
  if (options.hex !== undefined) return [{ octets: hexInput(options.hex) }];
  if (options.base64 !== undefined) {
    if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(options.base64)) throw new UsageError('--base64 is not base64');
    return [{ octets: new Uint8Array(Buffer.from(options.base64, 'base64')) }];
  }
  const paths = files.length === 0 ? ['-'] : files;
  return Promise.all(paths.map(async (path) => ({ path, octets: await session.read(path) })));
}

function show(field: Field, options: Options, session: Session): unknown {
  if (options.json === true) return treeToJson(field);
  return formatTree(field, { spec: options.spec, depth: options.depth, ...(session.streams.color && { paint }) });
}

const paint: NonNullable<RenderOptions['paint']> = (part, text) => {
  const colors = pc.createColors(true);
  switch (part) {
    case 'range':
      return colors.dim(text);
    case 'name':
      return colors.bold(text);
    case 'value':
      return colors.cyan(text);
    case 'meaning':
      return colors.green(text);
    default:
      return colors.yellow(text);
  }
};

function listReadings(readings: readonly Identification[], options: Options): unknown {
  if (options.json === true) return readings;
  if (readings.length === 0) return 'unknown\n';
  return readings
    .map(({ format, confidence, reason }) => `${confidence.toFixed(2)}  ${format}: ${printable(reason)}\n`)
    .join('');
}

/** The first error anywhere in the tree, which makes the input invalid; warnings count under --strict. */
function judge(field: Field, session: Session): FormatError | undefined {
  for (const warning of field.warnings ?? []) session.warnings.push(`${field.name}: ${warning}`);
  let first: FormatError | undefined;
  for (const child of field.children) {
    const error = judge(child, session);
    first ??= error;
  }
  return first ?? field.error;
}

function nothingKnown(octets: Uint8Array): DecodeError {
  if (octets.length === 0) return new DecodeError('truncated', 'input', 0, 'is empty');
  const format = findForeignPicture(octets)?.name;
  const reason =
    format === undefined
      ? 'is nothing known here; --as or --direction shows how far a reading gets'
      : `begins as a ${format} picture, and no more of it can be read here`;
  return new DecodeError('bad-value', 'input', 0, reason);
}
