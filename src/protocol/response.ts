/**
 * Answers to a send, in the three forms that ResponseFormat asks for.
 *
 *   0   158 - Message Sent OK CR LF                                       one line for all recipients
 *   1   MessageIdentifier=<id>&Report=<code>&Text=<text>&Units=<n>        one value per tag: the last failure, else the last recipient
 *   3   MessageIdentifier=<id>,<id>&Report=<code>,<code>&Text=...         a value per recipient, in the order of the request
 *
 * `&LibraryNumber=<n>` follows in forms 1 and 3 when a file was submitted. A line may be the answer to any form: an invalid login above all.
 * Source: the gateway interface document, section 6 (G-RES-01 to 13) and section 12 (G-CLI-10 to 15).
 * @module
 */
import { percentEncode } from '../bytes/percent.js';
import { loneSurrogateIndex } from '../bytes/utf16.js';
import { EncodeError } from '../errors.js';
import { RESPONSE_FORMATS, type ResponseFormat, type Result } from './model.js';
import type { Mutable } from './parameters.js';
import { isAccepted, REPORT } from './reports.js';
import {
  type AnswerOptions,
  countValue,
  decodeValue,
  isOneLine,
  type LineAnswer,
  readAnswer,
  refused,
  reportValue,
  type Tag,
  type TagAnswer,
} from './tags.js';

/** Words of the line that says success; a public client looks for them. */
export const SUCCESS_TEXT = 'Message Sent OK';

/** Largest values of the tags (G-RES-05). */
const TEXT_CHARACTERS = 255;
const UNITS_MOST = 999;
const REPORT_LEAST = -99;
const REPORT_MOST = 999;

/** What is taken for an identifier; the document has fifteen letters and digits, or -1. */
const IDENTIFIER_CHARACTERS = 40;
const IDENTIFIER = /^[\w.-]+$/;

/** A result as the caller builds it, before its accepted is known to be true. */
type MutableResult = Mutable<Result>;

/**
 * Writes the answer to a send in a ResponseFormat (G-RES-01 to 13). A tag without any value is omitted; in a list, a missing value is an empty item.
 * @throws EncodeError `bad-value` or `too-long`, naming the tag: for no results, a report outside -99 to 999, an `accepted` that contradicts the report
 *   in that format, an identifier that is not 15 characters A-Z 0-9 or `-1`, a text of more than 255 characters or (format 0) one that a line
 *   cannot hold: control characters, markup, `&Report=`. TypeError for another format.
 * @example
 * ```ts
 * import { formatResponse } from 'handset/protocol';
 *
 * const refused = { messageIdentifier: '-1', report: 11, accepted: false, text: 'Bad number', units: 0 };
 * formatResponse([refused], 1); // -> 'MessageIdentifier=-1&Report=11&Text=Bad%20number&Units=0'
 * ```
 */
export function formatResponse(results: readonly Result[], format: ResponseFormat): string {
  checkFormat(format);
  if (results.length === 0) throw EncodeError.badValue('results', 'an answer has one result at least');
  for (const result of results) checkResult(result, format);
  if (format === 3) return formatTags(results);
  const result = decidingResult(results);
  return format === 1 ? formatTags([result]) : formatLine(result);
}

/**
 * Reads the answer to a send: a result for each recipient in format 3, otherwise one. A refusal is a result, not an error.
 *
 * Lists are matched by position with that of Report. If another list is shorter, the last recipients have no value; if Text, Units or
 * LibraryNumber is longer, no recipient has one (a single LibraryNumber applies to all). An empty Text is absent. These deviations go to `onWarning`.
 * @throws ProtocolError `status`, `empty`, `too-long`, or `unreadable`: neither a line nor tags, a report that is not an integer of at most six digits, more
 *   identifiers than reports, a repeated MessageIdentifier or Report. TypeError for another format.
 * @example
 * ```ts
 * import { parseResponse } from 'handset/protocol';
 *
 * parseResponse('MessageIdentifier=-1&Report=11&Text=Bad%20number&Units=0', 1);
 * // -> [{ messageIdentifier: '-1', report: 11, accepted: false, text: 'Bad number', units: 0 }]
 * ```
 */
export function parseResponse(body: string, format: ResponseFormat, options: AnswerOptions = {}): Result[] {
  checkFormat(format);
  const answer = readAnswer(body, options);
  if (answer.kind === 'line') return [lineResult(answer, 'line')];
  return format === 3 ? listResults(answer, body, options) : [tagResult(answer, body, options)];
}

/**
 * Returns the result that a line represents. In answers to queries and management 158 has no meaning, so they read their lines as `tags`.
 * @internal
 */
export function lineResult({ report, text }: LineAnswer, form: 'line' | 'tags'): Result {
  const result: MutableResult = { messageIdentifier: undefined, report, accepted: isAccepted(report, form) };
  if (text !== undefined) result.text = text;
  return result;
}

/**
 * Returns the one result that tags represent.
 * @throws ProtocolError `unreadable` without a report.
 * @internal
 */
export function tagResult({ values }: TagAnswer, body: string, options: AnswerOptions): Result {
  const report = reportValue(values.get('Report') ?? '');
  if (report === undefined) throw refused('unreadable', 'Report is no integer of a few digits', body, options);
  return resultOf(
    identifierValue(values.get('MessageIdentifier') ?? '', options),
    report,
    isAccepted(report),
    decodeValue(values.get('Text') ?? ''),
    countOf(values.get('Units') ?? '', 'Units', options),
    countOf(values.get('LibraryNumber') ?? '', 'LibraryNumber', options),
  );
}

function listResults(answer: TagAnswer, body: string, options: AnswerOptions): Result[] {
  const { values } = answer;
  const reports = (values.get('Report') ?? '').split(',');
  if (reports.length === 1 && !values.get('MessageIdentifier')?.includes(',')) return [tagResult(answer, body, options)];
  const count = reports.length;
  const identifiers = listOf('MessageIdentifier', answer, count, options);
  if (identifiers.length > count) {
    throw refused('unreadable', `the answer has ${identifiers.length} identifiers for ${count} reports`, body, options);
  }
  const texts = listOf('Text', answer, count, options);
  const units = listOf('Units', answer, count, options);
  const numbers = listOf('LibraryNumber', answer, count, options);
  const results: Result[] = new Array(count);
  // One look at the whole list is far cheaper than one at each item.
  const isPlain = /^[\w.,-]*$/.test(values.get('MessageIdentifier') ?? '');
  // Neighbours tend to have equal values, so each is read once.
  let rawReport: string | undefined;
  let report = 0;
  let accepted = false;
  let rawText = '';
  let text = '';
  let rawUnits = '';
  let unit: number | undefined;
  let rawNumber = '';
  let number: number | undefined;
  for (let i = 0; i < count; i++) {
    const raw = reports[i] as string;
    if (raw !== rawReport) {
      const value = reportValue(raw);
      if (value === undefined) throw refused('unreadable', `Report ${i + 1} is no integer of a few digits`, body, options);
      rawReport = raw;
      report = value;
      accepted = isAccepted(report);
    }
    const identifier = identifiers[i] ?? '';
    const isReady = isPlain && identifier !== '' && identifier.length <= IDENTIFIER_CHARACTERS;
    const messageIdentifier = isReady ? identifier : identifierValue(identifier, options);
    const piece = texts[i] ?? '';
    if (piece !== rawText) {
      rawText = piece;
      text = decodeValue(piece);
    }
    const charged = units[i] ?? '';
    if (charged !== rawUnits) {
      rawUnits = charged;
      unit = countOf(charged, 'Units', options);
    }
    const stored = (numbers.length === 1 ? numbers[0] : numbers[i]) ?? '';
    if (stored !== rawNumber) {
      rawNumber = stored;
      number = countOf(stored, 'LibraryNumber', options);
    }
    results[i] = resultOf(messageIdentifier, report, accepted, text, unit, number);
  }
  return results;
}

/** Without the keys that have no value. An object that is written at once is made several times faster than one that grows. */
function resultOf(
  messageIdentifier: string | undefined,
  report: number,
  accepted: boolean,
  text: string,
  units: number | undefined,
  libraryNumber: number | undefined,
): Result {
  if (text !== '' && units !== undefined && libraryNumber === undefined) {
    return { messageIdentifier, report, accepted, text, units };
  }
  const result: MutableResult = { messageIdentifier, report, accepted };
  if (text !== '') result.text = text;
  if (units !== undefined) result.units = units;
  if (libraryNumber !== undefined) result.libraryNumber = libraryNumber;
  return result;
}

/** Items of a list; none where they are more than the reports, but for identifiers, which the caller refuses. */
function listOf(tag: Tag, { values }: TagAnswer, count: number, { onWarning }: AnswerOptions): readonly string[] {
  const value = values.get(tag);
  if (value === undefined || value === '') return [];
  const items = value.split(',');
  if (items.length === count || (tag === 'LibraryNumber' && items.length === 1)) return items;
  if (items.length < count) {
    onWarning?.({ code: 'fewer-values', tag, message: `${tag} has ${items.length} values for ${count} reports` });
    return items;
  }
  if (tag === 'MessageIdentifier') return items;
  const message = `${tag} has ${items.length} values for ${count} reports: nobody gets one`;
  onWarning?.({ code: 'more-values', tag, message, ...(tag === 'Text' ? { text: decodeValue(value) } : {}) });
  return [];
}

function identifierValue(raw: string, { onWarning }: AnswerOptions): string | undefined {
  const value = decodeValue(raw).trim();
  if (value.length <= IDENTIFIER_CHARACTERS && IDENTIFIER.test(value)) return value;
  if (value !== '') {
    const message = 'an identifier has other characters than letters and digits, or more than 40';
    onWarning?.({ code: 'bad-value', tag: 'MessageIdentifier', message });
  }
  return undefined;
}

function countOf(raw: string, tag: Tag, { onWarning }: AnswerOptions): number | undefined {
  const count = countValue(raw);
  if (count === undefined && raw !== '') onWarning?.({ code: 'bad-value', tag, message: `a value of ${tag} is no count` });
  return count;
}

/** The last failure if there is one, else the last of at least one result (G-SOAP-07 has the same rule). */
export function decidingResult(results: readonly Result[]): Result {
  for (let i = results.length - 1; i >= 0; i--) {
    const result = results[i] as Result;
    if (!result.accepted) return result;
  }
  return results[results.length - 1] as Result;
}

/** Success and login have numbers of their own in a line (G-ERR-06). */
function formatLine({ accepted, report, text }: Result): string {
  if (accepted) return `${REPORT.lineSuccess} - ${SUCCESS_TEXT}\r\n`;
  const code = report === REPORT.invalidLogin ? REPORT.lineInvalidLogin : report;
  return text ? `${code} - ${text}\r\n` : `${code} -\r\n`;
}

function formatTags(results: readonly Result[]): string {
  const tags = [
    tagOf('MessageIdentifier', results, (result) => result.messageIdentifier),
    `Report=${results.map((result) => result.report).join(',')}`,
    textTag(results),
    tagOf('Units', results, (result) => result.units),
    tagOf('LibraryNumber', results, (result) => result.libraryNumber),
  ];
  return tags.filter((tag) => tag !== '').join('&');
}

function tagOf(tag: Tag, results: readonly Result[], read: (result: Result) => string | number | undefined): string {
  const values = results.map(read);
  return values.every((value) => value === undefined) ? '' : `${tag}=${values.join(',')}`;
}

function textTag(results: readonly Result[]): string {
  const encoded = new Map<string | undefined, string>([[undefined, '']]);
  return tagOf('Text', results, ({ text }) => {
    if (text === undefined) return undefined;
    let value = encoded.get(text);
    if (value === undefined) {
      value = percentEncode(text);
      encoded.set(text, value);
    }
    return value;
  });
}

function checkFormat(format: ResponseFormat): void {
  if (!RESPONSE_FORMATS.includes(format)) throw new TypeError('format must be 0, 1 or 3');
}

function checkResult(
  { messageIdentifier, report, accepted, text, units, libraryNumber }: Result,
  format: ResponseFormat,
): void {
  checkReport(report);
  if (accepted !== isAccepted(report, format === 0 ? 'line' : 'tags')) {
    throw EncodeError.badValue('Report', `${report} does not say that the message is ${accepted ? 'accepted' : 'refused'}`);
  }
  if (messageIdentifier !== undefined && !/^(?:[A-Z0-9]{15}|-1)$/.test(messageIdentifier)) {
    throw EncodeError.badValue('MessageIdentifier', 'is neither 15 characters A-Z 0-9 nor -1');
  }
  checkText(text);
  if (format === 0 && text !== undefined && (!isOneLine(text) || /[\u0000-\u001f\u007f]/.test(text))) {
    throw EncodeError.badValue('Text', 'a line has no control characters, markup or tags');
  }
  checkCount(units, 'Units', 0, UNITS_MOST);
  checkCount(libraryNumber, 'LibraryNumber', 10_000, 99_999);
}

/**
 * Requires a report that the document's three characters hold.
 * @throws EncodeError `bad-value`
 * @internal
 */
export function checkReport(report: number): void {
  if (!Number.isInteger(report) || report < REPORT_LEAST || report > REPORT_MOST || Object.is(report, -0)) {
    throw EncodeError.badValue('Report', `is not an integer from ${REPORT_LEAST} to ${REPORT_MOST}`);
  }
}

/**
 * Requires a text that fits its tag.
 * @throws EncodeError `too-long` or `unencodable`
 * @internal
 */
export function checkText(text: string | undefined): void {
  if (text === undefined) return;
  if (text.length > TEXT_CHARACTERS) {
    throw new EncodeError('too-long', 'Text', TEXT_CHARACTERS, `${text.length} characters, at most ${TEXT_CHARACTERS}`);
  }
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) throw new EncodeError('unencodable', 'Text', lone, 'a lone surrogate has no UTF-8 form');
}

function checkCount(value: number | undefined, tag: Tag, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
  throw EncodeError.badValue(tag, `is not an integer from ${least} to ${most}`);
}
