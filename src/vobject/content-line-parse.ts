/**
 * Content lines and components out of a text: unfolded and in their tree, their values not yet decoded.
 *
 * The text is walked once, line by line. A line ends where no blank begins the next; the values that go on without one (soft breaks, BASE64
 * of some phones) take their further lines themselves. BEGIN and END make the tree, which is kept as a stack, without recursion.
 * Sources: as in content-line.ts.
 * @module
 */
import { quote } from '../bytes/quote.js';
import { Reading } from '../bytes/reading.js';
import { unitAt } from '../bytes/utf16.js';
import { CONTROLS, type Component, type ContentLine, findEncoding, NAME, type RawParameter, VERSIONS } from './content-line.js';
import { NOTHING, type VObjectIssueCode, type VObjectReading } from './issues.js';

type Kind = keyof typeof VERSIONS;

/** The objects of a text. */
export interface Objects<K extends Kind> {
  readonly components: Component[];
  /** That of the first VERSION: the older one when VERSION is missing, the newer one when it is unknown. */
  readonly version: (typeof VERSIONS)[K]['old' | 'new'];
  /** Whether the rules of vCard 2.1 and vCalendar 1.0 hold. */
  readonly old: boolean;
}

const TAB = 0x09;
const BLANK = 0x20;
const QUOTE = 0x22;
const HYPHEN = 0x2d;
const DOT = 0x2e;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const EQUALS = 0x3d;

/** What most texts begin with: a version in the second line, which the third does not continue. */
const USUAL_BEGIN = /^BEGIN:[A-Z]+\r?\nVERSION:(\d\.\d)\r?\n(?![ \t])/;

/** A control character, or a carriage return without its line feed. */
const UNCLEAN = /* @__PURE__ */ new RegExp(`${CONTROLS.source}|\\r(?!\\n)`);

/** The beginning of a line whose value is quoted-printable. */
const QUOTED = /^[^:]{0,200}[;=]QUOTED-PRINTABLE[;:]/i;

/**
 * Reads every object in a text.
 * @throws DecodeError, LimitError as the parsers of cards and calendars say.
 */
export function readObjects<K extends Kind>(text: string, reading: VObjectReading, kind: K): Objects<K> {
  reading.limit('vobjectCharacters', text.length, 'vObject', 0);
  const { old: older, new: newer } = VERSIONS[kind];
  const clean = cleanText(text, reading);
  const usual = USUAL_BEGIN.exec(clean)?.[1];
  const version = usual === older || usual === newer ? undefined : findVersion(clean);
  const found = version === undefined ? usual : version.value.trim();
  if (found === undefined) reading.note('missing-version', `${kind}/VERSION`, 0, 'no VERSION', { assumed: older });
  else if (found !== older && found !== newer) {
    const what = `version ${quote(found, 20)} is neither ${older} nor ${newer}`;
    reading.fault('unknown-version', `${kind}/VERSION`, version?.index ?? 0, what, { assumed: newer });
  }
  const old = found === undefined || found === older;
  const tree = new ComponentTree(reading, kind);
  const lines = new LineReader(clean, reading, old);
  for (let line = lines.next(); line !== undefined; line = lines.next()) tree.add(line);
  return { components: tree.finish(text.length), version: (old ? older : newer) as Objects<K>['version'], old };
}

/** The only object of a text; leniently the first, the others left out. @throws DecodeError `trailing-bytes` for a second. */
export function onlyObject(
  { components }: Pick<Objects<Kind>, 'components'>,
  reading: VObjectReading,
  kind: Kind,
): Component | undefined {
  const [root, second] = components;
  if (second !== undefined) {
    const noun = kind === 'VCARD' ? 'card' : 'calendar';
    reading.fault('junk', kind, second.index, `a second ${noun}`, { assumed: 'the first alone' }, 'trailing-bytes');
  }
  return root;
}

/** Line ends without a lone carriage return, and blanks for control characters. Replacements keep the length, so that indexes hold. */
function cleanText(text: string, reading: VObjectReading): string {
  if (!UNCLEAN.test(text)) return text;
  const clean = text.replace(/\r(?!\n)/g, '\n');
  const control = clean.search(CONTROLS);
  if (control < 0) return clean;
  reading.fault('control-character', 'vObject', control, `control character ${JSON.stringify(clean[control])}`, {
    assumed: 'a blank',
  });
  return clean.replace(new RegExp(CONTROLS, 'g'), ' ');
}

/** For lines that are read again: reports nothing, and limits nothing but the text itself. */
const QUIET = /* @__PURE__ */ new Reading<VObjectIssueCode>({
  lenient: true,
  limits: { vobjectProperties: Number.POSITIVE_INFINITY, vobjectLineCharacters: Number.POSITIVE_INFINITY },
});

/**
 * The first VERSION of a text. It decides how lines are unfolded, so the search uses the rules of the newer versions, which alone may fold
 * inside a name; elsewhere the two differ by a blank. It is usually the second line.
 */
function findVersion(clean: string): ContentLine | undefined {
  const lines = new LineReader(clean, QUIET, false);
  let line = lines.next();
  while (line !== undefined && line.name !== 'VERSION') line = lines.next();
  return line;
}

/** Puts lines into the components that BEGIN and END make of them. */
class ComponentTree {
  readonly #reading: VObjectReading;
  readonly #kind: string;
  readonly #roots: Component[] = [];
  /** The open components, the innermost last. */
  readonly #stack: Component[] = [];

  constructor(reading: VObjectReading, kind: string) {
    this.#reading = reading;
    this.#kind = kind;
  }

  add(line: ContentLine): void {
    const { name } = line;
    const parent = this.#stack[this.#stack.length - 1];
    if (name === 'BEGIN') this.#begin(line, parent);
    else if (name === 'END') this.#end(line, parent);
    else if (parent !== undefined) parent.properties.push(line);
    else {
      const code = this.#roots.length === 0 ? 'bad-value' : 'trailing-bytes';
      this.#reading.fault('junk', this.#kind, line.index, 'a line outside any object', NOTHING, code);
    }
  }

  #begin(line: ContentLine, parent: Component | undefined): void {
    const { index } = line;
    const value = line.value.trim();
    const reading = this.#reading;
    const kind = this.#kind;
    const component = { name: value.toUpperCase(), index, properties: [], components: [] };
    reading.limit('vobjectDepth', this.#stack.length + 1, 'BEGIN', index);
    if (parent === undefined) {
      if (component.name === kind) this.#roots.push(component);
      else reading.fault('misplaced-component', 'BEGIN', index, `${quote(value)} instead of ${kind}`, NOTHING);
    } else if (parent.name !== 'VCARD') parent.components.push(component);
    else {
      const agent = parent.properties[parent.properties.length - 1];
      if (agent?.name === 'AGENT' && agent.value === '' && agent.component === undefined) agent.component = component;
      else reading.fault('misplaced-component', 'VCARD', index, 'a component that is not in AGENT', NOTHING);
    }
    this.#stack.push(component);
  }

  #end(line: ContentLine, parent: Component | undefined): void {
    const { index } = line;
    const value = line.value.trim();
    if (parent === undefined) this.#reading.fault('junk', 'END', index, 'END without BEGIN', NOTHING);
    else if (parent.name !== value.toUpperCase()) {
      const what = `${quote(value)} closes ${shortName(parent)}`;
      this.#reading.fault('wrong-end', 'END', index, what, { assumed: `END:${shortName(parent)}` });
    }
    this.#stack.pop();
  }

  /** The outermost components, once all lines of a text of this length were added. */
  finish(length: number): Component[] {
    const open = this.#stack[this.#stack.length - 1];
    const missing = (name: string, reason: string, assumed: string) =>
      this.#reading.fault('missing-end', name, length, reason, { assumed }, 'truncated');
    if (open !== undefined) missing(shortName(open), `the text ends without END:${shortName(open)}`, 'its end');
    if (this.#roots.length === 0) missing(this.#kind, `no BEGIN:${this.#kind}`, 'an empty object');
    return this.#roots;
  }
}

/** A component's name for errors: the beginning of a long one, BEGIN for an empty one. */
function shortName({ name }: Component): string {
  return name.slice(0, 40) || 'BEGIN';
}

/** The name between two indexes, in capitals, blanks around it left out; undefined when there is none. */
function nameBetween(text: string, from: number, to: number): string | undefined {
  let at = from;
  while (at < to && isCapital(unitAt(text, at))) at++;
  if (at === to && to > from) return text.slice(from, to);
  const name = text.slice(from, to).trim();
  return NAME.test(name) ? name.toUpperCase() : undefined;
}

/** Of a name's characters those that most names are made of. */
function isCapital(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || unit === HYPHEN;
}

/** Splits a text into content lines; each step moves forward. */
class LineReader {
  readonly #text: string;
  readonly #reading: VObjectReading;
  readonly #old: boolean;
  readonly #maxProperties: number;
  readonly #maxCharacters: number;
  #at = 0;
  #count = 0;

  /** `text` as {@link cleanText} gives it. */
  constructor(text: string, reading: VObjectReading, old: boolean) {
    this.#text = text;
    this.#reading = reading;
    this.#old = old;
    this.#maxProperties = reading.limits.vobjectProperties;
    this.#maxCharacters = reading.limits.vobjectLineCharacters;
    if (text.startsWith('\ufeff')) {
      reading.note('byte-order-mark', 'vObject', 0, 'byte order mark', NOTHING);
      this.#at = 1;
    }
  }

  /** The next property; undefined at the end. */
  next(): ContentLine | undefined {
    while (this.#at < this.#text.length) {
      const index = this.#at;
      let logical = this.#take();
      if (logical === '' || (unitAt(logical, 0) <= BLANK && logical.trim() === '')) continue;
      const first = logical.length;
      // A blank after a soft break is not a fold.
      const quoted = this.#continues() && QUOTED.test(logical);
      let more = logical;
      while (this.#continues() && !(quoted && more.endsWith('='))) {
        more = this.#take();
        if (this.#old && more.trim() === '') break;
        logical += this.#old ? more : more.slice(1);
      }
      this.#count++;
      if (this.#count > this.#maxProperties) this.#reading.limit('vobjectProperties', this.#count, 'vObject', index);
      const { length } = logical;
      if (length > this.#maxCharacters) this.#reading.limit('vobjectLineCharacters', length, 'vObject', index);
      const line = this.#property(logical, index, first);
      if (line !== undefined) return line;
    }
    return undefined;
  }

  /** A physical line without its end. */
  #take(): string {
    const end = this.#text.indexOf('\n', this.#at);
    const from = this.#at;
    if (end < 0) {
      this.#at = this.#text.length;
      return this.#text.slice(from);
    }
    this.#at = end + 1;
    return this.#text.slice(from, end > from && unitAt(this.#text, end - 1) === 0x0d ? end - 1 : end);
  }

  #continues(): boolean {
    if (this.#at >= this.#text.length) return false;
    const unit = unitAt(this.#text, this.#at);
    return unit === BLANK || unit === TAB;
  }

  /** The property of a logical line that begins at `index` and whose first physical line has `first` characters. */
  #property(logical: string, index: number, first: number): ContentLine | undefined {
    const { length } = logical;
    let at = 0;
    let dot = -1;
    for (; at < length; at++) {
      const unit = unitAt(logical, at);
      if (unit === COLON || unit === SEMICOLON) break;
      if (unit === DOT && dot < 0) dot = at;
    }
    if (at === length) return this.#unreadable(index, 'a line without a colon');
    const group = dot < 0 ? undefined : logical.slice(0, dot).trim();
    const name = nameBetween(logical, dot + 1, at);
    if (name === undefined || (group !== undefined && !NAME.test(group))) {
      return this.#unreadable(index, `${quote(logical.slice(0, at))} is not a property name`);
    }
    const params: RawParameter[] = [];
    const colon = this.#parameters(params, logical, at, index, first);
    if (colon < 0) return undefined;
    const valueAt = colon < first ? index + colon + 1 : index;
    let value = logical.slice(colon + 1);
    const encoding = params.length === 0 ? undefined : findEncoding(params);
    if (encoding === 'QUOTED-PRINTABLE' && value.endsWith('=')) value = this.#softBreaks(value, name, index);
    else if (this.#old && (encoding === 'BASE64' || encoding === 'B')) value = this.#base64Lines(value, name, index);
    return { group, name, params, value, index, valueAt };
  }

  /** Reads the parameters from the semicolon at `start` on; returns the index of the colon, or -1 when the line is unreadable. */
  #parameters(params: RawParameter[], logical: string, start: number, index: number, first: number): number {
    const { length } = logical;
    let at = start;
    while (unitAt(logical, at) === SEMICOLON) {
      const from = at + 1;
      let equals = -1;
      for (at = from; at < length; at++) {
        const unit = unitAt(logical, at);
        if (unit === COLON || unit === SEMICOLON) break;
        if (unit === EQUALS && equals < 0) equals = at;
        else if (unit === QUOTE) {
          const close = logical.indexOf('"', at + 1);
          if (close < 0) {
            this.#unreadable(at < first ? index + at : index, 'a quotation mark that is not closed');
            return -1;
          }
          at = close;
        }
      }
      if (at >= length) {
        this.#unreadable(index, 'a line without a colon');
        return -1;
      }
      const param = equals < 0 ? '' : nameBetween(logical, from, equals);
      const value = logical.slice(equals < 0 ? from : equals + 1, at).trim();
      const place = from < first ? index + from : index;
      if (param === undefined) {
        this.#unreadable(place, `${quote(logical.slice(from, equals).trim())} is not a parameter name`);
        return -1;
      }
      if (equals < 0 && value === '') {
        this.#reading.note('empty-parameter', 'vObject', place, 'an empty parameter', NOTHING);
        continue;
      }
      if (equals < 0 && !this.#old) {
        this.#reading.note('bare-type', 'vObject', place, `parameter ${value.slice(0, 40)} without a name`, {
          assumed: 'TYPE, or ENCODING',
        });
      }
      params.push({ name: param, value });
    }
    return at;
  }

  #unreadable(index: number, what: string): undefined {
    this.#reading.fault('unreadable-line', 'vObject', index, what, NOTHING);
    return undefined;
  }

  /** Joins the lines of a quoted-printable value; without its soft breaks it is one line. */
  #softBreaks(value: string, name: string, index: number): string {
    const reading = this.#reading;
    const pieces: string[] = [];
    let characters = 0;
    let piece = value;
    for (;;) {
      const broken = piece.endsWith('=');
      pieces.push(broken ? piece.slice(0, -1) : piece);
      characters += piece.length;
      reading.limit('vobjectLineCharacters', characters, name, index);
      if (broken) {
        const next = this.#at;
        if (next >= this.#text.length || /^END:/i.test(this.#text.slice(next, next + 4))) {
          const assumed = 'the end of the value';
          reading.fault('missing-end', name, next, 'the text ends after a soft line break', { assumed }, 'truncated');
          break;
        }
      } else if (!this.#continues()) break;
      piece = this.#take();
    }
    return pieces.join('');
  }

  /** Joins the lines of a BASE64 value that some phones write without a leading blank. */
  #base64Lines(value: string, name: string, index: number): string {
    const pieces = [value];
    let characters = value.length;
    while (this.#at < this.#text.length) {
      const next = this.#at;
      const line = this.#take();
      if (!/^[A-Za-z0-9+/=]+[ \t]*$/.test(line)) {
        this.#at = next;
        break;
      }
      if (pieces.length === 1)
        this.#reading.note('unfolded-base64', name, next, 'BASE64 continues on a line without a leading blank', {
          assumed: 'one value',
        });
      pieces.push(line);
      characters += line.length;
      this.#reading.limit('vobjectLineCharacters', characters, name, index);
    }
    return pieces.join('').replace(/[ \t]+/g, '');
  }
}
