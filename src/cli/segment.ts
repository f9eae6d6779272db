/**
 * `handset segment`: what a text costs, where it is cut, and which characters are to blame.
 * @module
 */

import type { Command } from 'commander';
import pc from 'picocolors';
import { pluralize } from '../bytes/file-fields.js';
import { printable } from '../inspect/printable.js';
import { countSegments, encodeGsm7, type SegmentOptions, segmentText } from '../text/index.js';

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
      const isPainted = session.isColored(options.output);
      session.write(
        options.json === true ? toJson({ ...count, parts }) : describe(count, parts, options, isPainted),
        options.output,
      );
    });
}

function describe(
  count: ReturnType<typeof countSegments>,
  parts: ReturnType<typeof segmentText>,
  options: Options,
  isPainted: boolean,
): string {
  const unit = count.encoding === 'gsm7' ? 'septet' : 'UTF-16 unit';
  const lines = [
    `encoding    ${count.encoding}`,
    `units       ${pluralize(count.units, unit)}`,
    `messages    ${count.segments}`,
    `left        ${pluralize(count.unitsLeft, unit)} in the last`,
  ];
  for (const { index, character } of count.forcedBy) lines.push(`not GSM     ${named(character)} at ${index}`);
  const text = parts.map((part) => part.text).join('');
  const double = count.encoding === 'gsm7' ? findDouble(text, options) : new Map<string, number[]>();
  for (const [character, places] of double) lines.push(`2 septets   ${named(character)} ${placesOf(places)}`);
  const forcing = new Set(count.forcedBy.map(({ character }) => character));
  const { red, yellow } = pc.createColors(isPainted);
  for (const [i, part] of parts.entries()) {
    const painted = Array.from(part.text, (character) => {
      const letter = printable(JSON.stringify(character).slice(1, -1));
      if (forcing.has(character)) return red(letter);
      return double.has(character) ? yellow(letter) : letter;
    });
    lines.push(`part ${String(i + 1).padEnd(6)} ${String(part.units).padStart(3)} "${painted.join('')}"`);
  }
  return `${lines.join('\n')}\n`;
}

/** Places of a character that are listed. */
const MAX_PLACES = 5;

function placesOf(places: readonly number[]): string {
  const more = places.length - MAX_PLACES;
  return `at ${places.slice(0, MAX_PLACES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A character, quoted, with its code. */
function named(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
  return `${printable(JSON.stringify(character))} U+${code}`;
}

/** Characters that take two septets, with their places: those of the extension table. */
function findDouble(text: string, { locking, single }: Options): Map<string, number[]> {
  const found = new Map<string, number[]>();
  let index = 0;
  for (const character of text) {
    const places = found.get(character);
    if (places !== undefined) places.push(index);
    else if (encodeGsm7(character, { locking, single }).length === 2) found.set(character, [index]);
    index += character.length;
  }
  return found;
}
