/**
 * Values of options that several commands take, checked as they are read: a message names the option.
 * @module
 */
import { type Command, Option } from 'commander';
import { encodeUtf8, fromHex, toHex } from '../bytes/index.js';
import { DecodeError, EncodeError, FormatError } from '../errors.js';
import { readHexLine } from '../inspect/hex-digits.js';
import { UsageError } from './io.js';

/** An option's number. */
export function numberOption(name: string, least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new UsageError(`--${name} takes a number from ${least} to ${most}, not ${JSON.stringify(value)}`);
    }
    return number;
  };
}

/** One of an option's values, by the words for it. @param allowed as a message names them */
export function oneOf<T>(name: string, values: Readonly<Record<string, T>>, allowed: string): (value: string) => T {
  return (value) => {
    if (Object.hasOwn(values, value)) return values[value] as T;
    throw new UsageError(`--${name} is ${allowed}, not ${JSON.stringify(value)}`);
  };
}

/** `--concat`, which two commands take. */
export function concatOption(): Option {
  const bits = oneOf<8 | 16>('concat', { 8: 8, 16: 16 }, '8 or 16');
  return new Option('--concat <bits>', 'bits of the concatenation reference: 8 or 16').argParser(bits);
}

/** Adds which alphabet a text is in. */
export function alphabetOptions(command: Command): Command {
  return command
    .addOption(new Option('--encoding <name>', 'force an alphabet').choices(['gsm7', 'ucs2']))
    .option('--locking <language>', 'national locking shift table, 1 to 13', numberOption('locking', 0, 13))
    .option('--single <language>', 'national single shift table, 1 to 13', numberOption('single', 0, 13));
}

/** Adds whether a text may be changed for it. */
export function transliterateOption(command: Command): Command {
  return command.option('--transliterate', 'use look-alikes where that keeps the text in GSM 7-bit');
}

/** An option's octet in hex, with or without 0x. */
export function octetOption(name: string): (value: string) => number {
  return (value) => {
    const digits = /^(?:0x)?([0-9A-Fa-f]{1,2})$/.exec(value)?.[1];
    if (digits === undefined) throw new UsageError(`--${name} takes an octet in hex, not ${JSON.stringify(value)}`);
    return Number.parseInt(digits, 16);
  };
}

/** Octets of `--hex`, or of hex arguments: a listing, a line for each payload. */
export function hexInput(lines: readonly string[]): Uint8Array {
  if (lines.every((line) => line.trim() === '')) throw new UsageError('--hex needs octets');
  const written = lines.flatMap((line) => line.split('\n')).map((line) => findDigits(line) ?? toHex(hexOption('hex', line)));
  return encodeUtf8(written.map((line) => `${line}\n`).join(''));
}

/** The text without signs between its octets, for {@link readHexLine}; undefined for text that is not hex, and for a single octet. */
export function findDigits(text: string): string | undefined {
  const line = text.replace(/(?:0x|\\x|[\s,;:-])+/gi, ' ').trim();
  const run = readHexLine(line);
  if (run === undefined || run.octets.length < 2) return undefined;
  return run.faults.length === 0 && run.digits.length % 2 === 0 ? run.digits : line;
}

/** Octets of an option in hex, blanks between them allowed. @throws DecodeError that names the option */
export function hexOption(name: string, value: string): Uint8Array {
  return inOption(name, () => fromHex(value.replace(/\s/g, '')));
}

/** What reads an option's value: a fault in it then names the option. */
export function inOption<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormatError) throw new DecodeError(error.code, `--${name}`, error.offset, error.reason);
    throw error;
  }
}

/** Address of a service. */
export function urlOption(value: string): string {
  if (/^https?:\/\/./.test(value) && URL.canParse(value)) return value;
  throw new UsageError(`--kannel-url takes a URL such as http://127.0.0.1:13013/cgi-bin/sendsms, not ${JSON.stringify(value)}`);
}

/** A network's code: digits, which have to stay as they are written. */
export function codeOption(name: string, form: RegExp, allowed: string): (value: string) => string {
  return (value) => {
    if (form.test(value)) return value;
    throw EncodeError.badValue(`--${name}`, `takes ${allowed}, not ${JSON.stringify(value)}`);
  };
}

/** An error of a field under the option that stands behind it; other errors as they are. */
export function underOption(error: unknown, optionOf: Readonly<Record<string, string | undefined>>): unknown {
  const option = error instanceof EncodeError ? optionOf[error.field] : undefined;
  if (option === undefined) return error;
  const { code, offset, reason } = error as EncodeError;
  return new EncodeError(code, option, offset, reason, { cause: error });
}
