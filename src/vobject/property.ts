/**
 * Reads properties into a model, for cards and calendars alike: the text of one, what is dropped, and what is kept verbatim.
 * @module
 */
import { type ContentLine, decodeValue, furtherParams, type RawProperty, readTypes, toRaw } from './content-line.js';
import { unescapeText } from './encodings.js';
import { keepRaw, NOTHING, type VObjectReading } from './issues.js';

/**
 * A value that is one text; the older versions have no escapes, and leniently those of the newer are undone there too, unless that
 * puts a line end into a value of one line (`isLine`): lenient reading would refuse what strict reading takes.
 * @throws DecodeError `bad-value` or `truncated` for its transfer encoding or character set.
 */
export function readText(line: ContentLine, old: boolean, reading: VObjectReading, field: string, isLine = false): string {
  const text = decodeValue(line, reading, field);
  if (!old) return unescapeText(text);
  if (!reading.lenient || !/\\[,;nN]/.test(text)) return text;
  const undone = unescapeText(text);
  if (isLine && undone.includes('\n')) return text;
  reading.note('foreign-escape', field, line.valueAt, 'a backslash escape of vCard 3.0', {
    assumed: 'the character that it escapes',
  });
  return undone;
}

/**
 * Lets `read` put a property into a model. One that the model cannot hold (`read` gives false), or leniently one that it cannot read, is added
 * to `other` verbatim.
 * @returns whether the model took it.
 * @throws DecodeError in the strict mode, as `read` does.
 */
export function takeProperty(line: ContentLine, other: RawProperty[], reading: VObjectReading, read: () => boolean): boolean {
  let taken = false;
  try {
    taken = read();
  } catch (error) {
    keepRaw(error, reading, line.index, 'the property, unchanged');
  }
  if (!taken) other.push(toRaw(line));
  return taken;
}

/** Reports types, parameters and a group of a modelled property that the model cannot hold; `known` names the parameters that it can. */
export function noteDropped(line: ContentLine, reading: VObjectReading, known: readonly string[] = []): void {
  if (line.group === undefined && line.params.length === 0) return;
  const lost =
    line.group !== undefined ||
    readTypes(line).length > 0 ||
    furtherParams(line).some(({ name }) => name !== 'VALUE' && !known.includes(name));
  if (lost) reading.note('dropped-parameter', line.name, line.index, `group or parameters of ${line.name}`, NOTHING);
}
