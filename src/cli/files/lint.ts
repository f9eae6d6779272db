/**
 * `handset lint`: what is wrong with a tune's text, where, and the text as it should be.
 * @module
 */
import type { Command } from 'commander';
import { decodeUtf8 } from '../../bytes/index.js';
import { DecodeError } from '../../errors.js';
import { printable } from '../../inspect/printable.js';
import {
  applyFixes,
  formatEmelody,
  formatFlipperMusic,
  formatImelody,
  lintRtttl,
  parseEmelody,
  parseFlipperMusic,
  parseImelody,
  type RtttlLint,
  type TuneDevice,
  type TuneIssue,
  type TuneIssueCode,
} from '../../ringtone/index.js';
import { lintText } from '../../ringtone/lint.js';
import { findTuneForm } from '../../show/files.js';
import { extensionOf, inFile, type Session, toJson, UsageError } from '../io.js';
import { numberOption } from '../options.js';
import { deviceOption } from './tunes.js';

interface Options {
  device?: TuneDevice;
  maxNotes?: number;
  fix?: boolean;
  json?: boolean;
  output?: string;
}

export function addLint(command: Command, session: Session): void {
  command
    .option('--fix', 'write the mended text back to the file, unless that would lose something')
    .option('--max-notes <number>', 'report more notes than a handset plays (RTTTL, RTX)', numberOption('max-notes', 1, 16_384))
    .addOption(deviceOption('say why this device refuses it, or what it plays instead (RTTTL, RTX)'))
    .option('--json', 'as JSON')
    .option('-o, --output <file>', 'write to a file')
    .action(async (files: string[], options: Options) => {
      const reports = [];
      for (const file of session.counted(files, 'files')) reports.push(await lintFile(session, file, options));
      const text = reports.flatMap(({ file, issues }) =>
        issues.map(
          ({ line, column, message, assumed, code }) =>
            `${printable(`${file}:${line}:${column}: ${message}; ${options.device ?? 'read as'}: ${assumed} [${code}]`)}\n`,
        ),
      );
      // With the fixed text of stdin on stdout, what was found goes where people look.
      if (options.fix === true && files.includes('-') && options.output === undefined) session.streams.stderr(text.join(''));
      else session.write(options.json === true ? toJson(reports) : text.join(''), options.output);
      const unreadable = reports.filter(({ readable }) => !readable).map(({ file }) => file);
      if (unreadable.length > 0) {
        throw new DecodeError('bad-value', unreadable.join(', '), undefined, 'cannot be read as a tune');
      }
      const unsafe = reports.filter(({ isSafe }) => options.fix === true && !isSafe).map(({ file }) => file);
      if (unsafe.length > 0) {
        throw new DecodeError(
          'bad-value',
          unsafe.join(', '),
          undefined,
          'not fixed: the fixed text would lack something that is there',
        );
      }
    });
}

/** Findings after which the mended text lacks something that the file has: such a file is left to its owner. */
const DROPPING: ReadonlySet<TuneIssueCode> = new Set<TuneIssueCode>([
  'unknown-key',
  'unused-control',
  'dropped',
  'approximated',
  'missing-section',
  'text-before',
  'text-after',
  'repeated-key',
  'missing-value',
  'empty-command',
  'unknown-letter',
  'junk',
  'control',
  'repeat',
  'no-notes',
  'fatal',
]);

/** The same for a text that is made for a device: it holds as much of the tune as the device takes. */
const CUTTING: ReadonlySet<TuneIssueCode> = new Set<TuneIssueCode>(['long-title', 'long-tune']);

async function lintFile(session: Session, file: string, { fix, maxNotes, device }: Options) {
  const octets = await session.read(file);
  const text = inFile(file, () => decodeUtf8(octets));
  const lint = linterOf(file, text, maxNotes, device);
  const { issues, tune, fixed: canonical } = lint(text);
  const fixed = canonical === undefined ? undefined : leastEdited(text, issues, lint, canonical);
  const lineStarts = startsOfLines(text);
  const placed = issues.map((issue) => {
    const { code, offset: index = 0, assumed = '' } = issue;
    const message = code === 'fatal' ? issue.message : issue.reason;
    session.warnings.push(message);
    const line = lineOf(index, lineStarts);
    return { code, line, column: index - (lineStarts[line - 1] as number) + 1, index, message, assumed };
  });
  const isSafe = !placed.some(({ code }) => DROPPING.has(code) || (device !== undefined && CUTTING.has(code)));
  if (fix === true && isSafe && fixed !== undefined) session.write(fixed, file === '-' ? undefined : file);
  return { file, readable: tune !== undefined, isSafe, issues: placed, ...(canonical !== undefined && { fixed: canonical }) };
}

type Lint = (text: string) => RtttlLint;

/** The check that fits a text: by its beginning, else by the file's name. */
function linterOf(file: string, text: string, maxNotes: number | undefined, device: TuneDevice | undefined): Lint {
  const form = findTuneForm(text, extensionOf(file));
  if (device !== undefined && form !== '.rtttl') {
    throw new UsageError(`--device: ${file} is no RTTTL; \`handset convert --device ${device}\` makes a tune for it`);
  }
  switch (form) {
    case '.imy':
      return (given) => lintText((options) => parseImelody(given, options), formatImelody);
    case '.emy':
      return (given) => lintText((options) => parseEmelody(given, options), formatEmelody);
    case '.fmf':
      return (given) => lintText((options) => parseFlipperMusic(given, options), formatFlipperMusic);
    default:
      return (given) => {
        const { fixed, ...found } = lintRtttl(given, {
          ...(maxNotes !== undefined && { maxNotes }),
          ...(device !== undefined && { device }),
        });
        return fixed === undefined ? found : { ...found, fixed: `${fixed}\n` };
      };
  }
}

/** The text with the edits of its findings, when nothing is left to find then; else the canonical text. */
function leastEdited(text: string, issues: readonly TuneIssue[], lint: Lint, canonical: string): string {
  const edited = applyFixes(text, issues);
  return lint(edited).issues.length === 0 ? edited : canonical;
}

function startsOfLines(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Number of the line, from 1, that holds the character. */
function lineOf(index: number, starts: readonly number[]): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= index) low = middle;
    else high = middle;
  }
  return low + 1;
}
