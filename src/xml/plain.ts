/**
 * Short documents that need little of a parser: elements, attributes and texts of characters that stand for themselves, without references, comments,
 * sections and instructions. They are read in a fourth of the time that saxes takes for them; all others, and all that is wrong, is left to saxes.
 *
 * Source: XML 1.0.
 * @module
 */
import { unitAt } from '../bytes/utf16.js';

/** What a document says next. `at` is one past it, as in `XmlHandler`. */
export interface PlainEvent {
  readonly kind: 'doctype' | 'open' | 'attribute' | 'opened' | 'text' | 'close';
  /** Of an element or an attribute. */
  readonly name: string;
  /** Of an attribute; a text. */
  readonly value: string;
  readonly at: number;
}

/** Longer documents are not worth the list of all that they say. */
const MAX_CHARACTERS = 8192;

/** What XML cannot hold, what begins a reference, a section or an internal subset, and carriage returns, which XML makes line feeds. */
const UNPLAIN = /[^\t\n\x20-\x25\x27-\x5a\x5c\x5e-\ufffd]/;
/** What XML makes a blank in the value of an attribute. */
const BREAK = /[\t\n]/;
/** The declaration, a document type, and white space. */
const PROLOG =
  /^(?:<\?xml version="1\.0"(?: encoding="[Uu][Tt][Ff]-8")?\?>)?[ \t\n]*(?:<!DOCTYPE([^<>"']*(?:(?:"[^"<>]*"|'[^'<>]*')[^<>"']*)*)>[ \t\n]*)?(?=<)/;

const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/** All that a well-formed document says, in order; undefined where saxes has to tell. Surrogates are not looked at. */
export function readPlain(xml: string): PlainEvent[] | undefined {
  if (xml.length > MAX_CHARACTERS || UNPLAIN.test(xml)) return undefined;
  const prolog = PROLOG.exec(xml);
  if (prolog === null) return undefined;
  const events: PlainEvent[] = [];
  const [before, doctype] = prolog;
  if (doctype !== undefined) {
    events.push({ kind: 'doctype', name: '', value: doctype, at: before.lastIndexOf('>') + 1 });
  }
  const open: string[] = [];
  // Most documents are one line, and no value of theirs has to be looked at for breaks.
  const hasBreaks = xml.includes('\n') || xml.includes('\t');
  let at = before.length;
  for (;;) {
    const next = xml.indexOf('<', at + 1);
    at = unitAt(xml, at + 1) === SLASH ? readEndTag(xml, at, open, events) : readTag(xml, at, open, events, hasBreaks);
    if (at < 0) return undefined;
    if (open.length === 0) return next < 0 && skipSpace(xml, at) === xml.length ? events : undefined;
    // Missing, or in the value of an attribute, where XML does not allow it.
    if (next < at) return undefined;
    if (next > at) events.push({ kind: 'text', name: '', value: xml.slice(at, next), at: next + 1 });
    at = next;
  }
}

/** The tag that ends the innermost element; returns where it ends, -1 for any other. */
function readEndTag(xml: string, start: number, open: string[], events: PlainEvent[]): number {
  const name = open.pop();
  if (name === undefined) return -1;
  const end = start + 2 + name.length;
  if (!xml.startsWith(name, start + 2) || unitAt(xml, end) !== GREATER) return -1;
  events.push({ kind: 'close', name, value: '', at: end + 1 });
  return end + 1;
}

/** A tag with its attributes; returns where it ends, -1 for one that is not plain. */
function readTag(xml: string, start: number, open: string[], events: PlainEvent[], hasBreaks: boolean): number {
  const nameEnd = skipName(xml, start + 1);
  if (nameEnd === start + 1) return -1;
  const name = xml.slice(start + 1, nameEnd);
  events.push({ kind: 'open', name, value: '', at: nameEnd + 1 });
  const first = events.length;
  for (let end = nameEnd; ; ) {
    const at = skipSpace(xml, end);
    const unit = unitAt(xml, at);
    const isEmpty = unit === SLASH;
    if (isEmpty || unit === GREATER) {
      end = isEmpty ? at + 2 : at + 1;
      if (unitAt(xml, end - 1) !== GREATER) return -1;
      events.push({ kind: 'opened', name, value: '', at: end });
      if (isEmpty) events.push({ kind: 'close', name, value: '', at: end });
      else open.push(name);
      return end;
    }
    if (at === end) return -1;
    end = readAttribute(xml, at, first, events, hasBreaks);
    if (end < 0) return -1;
  }
}

/** An attribute of an element whose others begin at `first`; returns where it ends, -1 for one that is not plain, or is given twice. */
function readAttribute(xml: string, start: number, first: number, events: PlainEvent[], hasBreaks: boolean): number {
  const nameEnd = skipName(xml, start);
  const quote = xml.charAt(nameEnd + 1);
  if (nameEnd === start || unitAt(xml, nameEnd) !== EQUALS || (quote !== '"' && quote !== "'")) return -1;
  const end = xml.indexOf(quote, nameEnd + 2);
  const name = xml.slice(start, nameEnd);
  const value = xml.slice(nameEnd + 2, end);
  if (end < 0 || (hasBreaks && BREAK.test(value))) return -1;
  for (let i = first; i < events.length; i++) if ((events[i] as PlainEvent).name === name) return -1;
  events.push({ kind: 'attribute', name, value, at: end + 1 });
  return end + 1;
}

/** Where a name of ASCII that begins at an index ends; the index itself where there is none. */
function skipName(xml: string, start: number): number {
  let at = start;
  for (;;) {
    const unit = unitAt(xml, at);
    const letter = unit | 0x20;
    const begins = (letter >= 0x61 && letter <= 0x7a) || unit === 0x5f || unit === 0x3a;
    // Digits, `-` and `.`, which do not begin a name.
    if (!begins && (at === start || !((unit >= 0x30 && unit <= 0x39) || unit === 0x2d || unit === 0x2e))) return at;
    at++;
  }
}

function skipSpace(xml: string, start: number): number {
  let at = start;
  for (;;) {
    const unit = unitAt(xml, at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x09) return at;
    at++;
  }
}
