/**
 * `handset segment`: what a text costs, where it is cut, and which characters are to blame.
 * @module
 */

import type { Command } from 'commander';
import { pluralize } from '../bytes/file-fields.js';
import { printable } from '../inspect/printable.js';
import { countSegments, type SegmentOptions, segmentText } from '../text/index.js';

import { type Session, toJson } from './io.js';
import { alphabetOptions, concatOption, numberOption, transliterateOption } from './options.js';

interface Options extends SegmentOptions {
  json?: boolean;
  output?: string;
}

export function addSegment(command: Command, session: Session): void {
  alphabetOptions(command)
    .addOption(concatOption())
    .option('--header <octets>', 'octets of further header elements', numberOption('header', 0, 130));
  transliterateOption(command)
    .option('--json', 'as JSON')
    .option('-o, --output <file>', 'write to a file')
    .action(async (argument: string | undefined, options: Options & { header?: number }) => {
      const text = await session.readText(argument);
      const carried = { ...options, headerOctets: options.header };
      const count = countSegments(text, carried);
      const parts = segmentText(text, carried);
      if (count.encoding === 'ucs2' && options.encoding !== 'ucs2') session.warnings.push('the text needs UCS-2');
      session.write(options.json === true ? toJson({ ...count, parts }) : describe(count, parts), options.output);
    });
}

function describe(count: ReturnType<typeof countSegments>, parts: ReturnType<typeof segmentText>): string {
  const unit = count.encoding === 'gsm7' ? 'septet' : 'UTF-16 unit';
  const lines = [
    `encoding    ${count.encoding}`,
    `units       ${pluralize(count.units, unit)}`,
    `messages    ${count.segments}`,
    `left        ${pluralize(count.unitsLeft, unit)} in the last`,
  ];
  for (const { index, character } of count.forcedBy) {
    const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
    lines.push(`not GSM     ${JSON.stringify(character)} U+${code} at ${index}`);
  }
  for (const [i, part] of parts.entries())
    lines.push(`part ${String(i + 1).padEnd(6)} ${String(part.units).padStart(3)} ${JSON.stringify(part.text)}`);
  return printable(`${lines.join('\n')}\n`, true);
}
