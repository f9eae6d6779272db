/**
 * Commands, written so that no argument can end one and begin another.
 * Source: ITU-T V.250 section 5.2 and 5.4; 3GPP TS 27.005, TS 27.007.
 * @module
 */
import { checkInteger } from '../bytes/check.js';
import { quote } from '../bytes/quote.js';
import { EncodeError } from '../errors.js';

/** Characters of a command line; V.250 wants modems to take 40 at least, and they take some hundred. */
const MAX_COMMAND = 512;

/** A value of a command: a number, a text, which is written in quotation marks, or undefined for an omitted value. */
export type CommandValue = number | string | undefined;

/**
 * Formats a command line without its end: `AT+CPMS="SM","SM"` (ITU-T V.250 section 5.4). No value can end the command.
 * @param name the command, such as `+CPMS`.
 * @throws EncodeError `bad-value` or `too-long` with the argument's field: `+CPMS[1]`.
 */
export function formatCommand(name: string, values: readonly CommandValue[] = []): string {
  if (!/^[+^*$%#&][A-Z][A-Z0-9]{0,15}$/.test(name)) {
    throw EncodeError.badValue('name', `${quote(name)} is not the name of a command, such as +CMGL`);
  }
  const written = values.map((value, index) => writeValue(value, `${name}[${index}]`));
  while (written.at(-1) === '') written.pop();
  return checkCommand(`AT${name}${written.length === 0 ? '' : `=${written.join(',')}`}`, name);
}

function writeValue(value: CommandValue, field: string): string {
  if (value === undefined) return '';
  if (typeof value === 'number') {
    checkInteger(value, field, 0, 0xffff_ffff);
    return String(value);
  }
  if (typeof value !== 'string') throw EncodeError.badValue(field, `${quote(value)} is not a number or a text`);
  const at = value.search(/[^\x20-\x7e]|"/);
  if (at < 0) return `"${value}"`;
  throw new EncodeError('bad-value', field, at, `${JSON.stringify(value[at])} cannot be in a value of a command`);
}

/**
 * A whole command line as a caller writes it.
 * @throws EncodeError `bad-value` for one that does not begin with AT, and for characters that would end it: CR, LF, Ctrl-Z,
 * ESC and all that is not ASCII; `too-long` past 512 characters.
 */
export function checkCommand(command: string, field = 'command'): string {
  if (typeof command !== 'string' || !/^AT/i.test(command))
    throw EncodeError.badValue(field, `${quote(command)} does not begin with AT`);
  const at = command.search(/[^\x20-\x7e]/);
  if (at >= 0) throw new EncodeError('bad-value', field, at, `${JSON.stringify(command[at])} cannot be in a command`);
  if (command.length > MAX_COMMAND) {
    throw new EncodeError('too-long', field, undefined, `${command.length} characters, limit is ${MAX_COMMAND}`);
  }
  return command;
}

/** A text that is dialled, such as `*100#`, or answered in a dialogue. @throws EncodeError `bad-value` with the field. */
export function checkUssd(text: string): string {
  if (typeof text === 'string' && /^[\x20-\x21\x23-\x7e]{1,182}$/.test(text)) return text;
  throw EncodeError.badValue('ussd', 'takes 1 to 182 characters of ASCII without quotation marks, such as *100#');
}

/** A PIN. Its digits are in no error. @throws EncodeError `bad-value` with the field. */
export function checkPin(pin: string): string {
  if (typeof pin === 'string' && /^\d{4,8}$/.test(pin)) return pin;
  throw EncodeError.badValue('pin', 'takes 4 to 8 digits');
}

/** A name of a storage, such as `SM`. @throws EncodeError `bad-value` with the field. */
export function checkMemory(memory: string, field = 'storage'): string {
  if (typeof memory === 'string' && /^[A-Z][A-Z_]{1,3}$/.test(memory)) return memory;
  throw EncodeError.badValue(field, `${quote(memory)} is not the name of a storage, such as SM, ME or MT`);
}
