/**
 * `handset lint`: what is wrong with a tune's text, where, and the text as it should be.
 * @module
 */
import type { Command } from 'commander';
import { decodeUtf8 } from '../bytes/index.js';
import { DecodeError } from '../errors.js';
import { type IssueCode, lintRtttl } from '../ringtone/index.js';
import { type Session, toJson } from './io.js';

interface Options {
  fix?: boolean;
  json?: boolean;
  output?: string;
}

export function addLint(program: Command, session: Session): void {
  program
    .command('lint <files...>')
    .description('check tunes (RTTTL, RTX): file:line:column, what was found, what a reader assumes')
    .option('--fix', 'write the canonical text back to the file, unless that would lose something')
    .option('--json', 'as JSON')
    .option('-o, --output <file>', 'write to a file')
    .action(async (files: string[], options: Options) => {
      const reports = [];
      for (const file of files) reports.push(await lintFile(session, file, options.fix === true));
      const text = reports.flatMap(({ file, issues }) =>
        issues.map(
          (issue) => `${file}:${issue.line}:${issue.column}: ${issue.message}; read as: ${issue.assumed} [${issue.code}]\n`,
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

/** Findings after which the canonical text lacks something that the file has: such a file is left to its owner. */
const DROPPING: ReadonlySet<IssueCode> = new Set<IssueCode>([
  'unknown-key',
  'unused-control',
  'missing-section',
  'repeated-key',
  'missing-value',
  'empty-command',
  'unknown-letter',
  'junk',
  'no-notes',
  'fatal',
]);

async function lintFile(session: Session, file: string, fix: boolean) {
  const text = decodeUtf8(await session.read(file), file);
  const { issues, tune, fixed } = lintRtttl(text);
  const lineStarts = startsOfLines(text);
  const placed = issues.map(({ code, index, message, assumed }) => {
    session.warnings.push(message);
    const line = lineOf(index, lineStarts);
    return { code, line, column: index - (lineStarts[line - 1] as number) + 1, index, message, assumed };
  });
  const isSafe = !placed.some(({ code }) => DROPPING.has(code));
  if (fix && isSafe && fixed !== undefined) session.write(`${fixed}\n`, file === '-' ? undefined : file);
  return { file, readable: tune !== undefined, isSafe, issues: placed, ...(fixed !== undefined && { fixed }) };
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
