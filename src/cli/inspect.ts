/**
 * `handset inspect`: any payload, field by field.
 * @module
 */
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import { decodeUtf8, type Field, fromHex } from '../bytes/index.js';
import { DecodeError, type FormatError } from '../errors.js';
import { FORMATS, type Format, formatTree, identify, inspect, type RenderOptions, treeToJson } from '../inspect/index.js';
import { printable } from '../inspect/printable.js';
import { fileFormatOf } from './files.js';
import { FileError, inFile, type Session, toJson, UsageError } from './io.js';
import { hexInput, numberOption } from './options.js';

interface Options {
  hex?: string[];
  base64?: string;
  as?: Format;
  direction?: 'MO' | 'MT';
  identify?: boolean;
  spec?: boolean;
  depth?: number;
  json?: boolean;
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
    .option('--json', 'the tree as JSON')
    .option('-o, --output <file>', 'write to a file')
    .action(async (files: string[], options: Options) => {
      const inputs = await readInputs(session, files, options);
      const results = inputs.map(({ path, octets }) =>
        inFile(path ?? '--hex', () => (options.identify === true ? identifyOne(octets) : inspectOne(octets, options))),
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

/** A single line of hex: what its octets are, too. */
function identifyOne(octets: Uint8Array): ReturnType<typeof identify> {
  const readings = identify(octets);
  if (readings[0]?.format !== 'hex') return readings;
  const [line = '', ...others] = decodeUtf8(octets)
    .trim()
    .split(/[\r\n]+/);
  return others.length > 0 ? readings : [...identify(fromHex(line.replace(/\s/g, ''))), ...readings];
}

/** A single line of hex is only the way to type octets: what counts is what they are. */
function inspectOne(octets: Uint8Array, options: Options): Field {
  const tree = inspect(octets, options);
  const [only] = tree.children;
  const isOneLine = tree.name === 'hex' && tree.children.length === 1 && options.as !== 'hex';
  return isOneLine && only?.octets !== undefined && only.children.length === 1
    ? { ...(only.children[0] as Field), ...(tree.warnings && { warnings: tree.warnings }) }
    : tree;
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

function listReadings(readings: ReturnType<typeof identify>, options: Options): unknown {
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
  const format = fileFormatOf(octets);
  const reason =
    format === undefined
      ? 'is nothing known here; --as or --direction shows how far a reading gets'
      : `is a ${format}, which only a part of a multimedia message is`;
  return new DecodeError('bad-value', 'input', 0, reason);
}
