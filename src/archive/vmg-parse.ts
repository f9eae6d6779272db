/**
 * Reads VMG files: messages as phones of Nokia, Sony Ericsson, Samsung and others exchange them (vMessage of IrMC).
 *
 *   BEGIN:VMSG                          BEGIN:VENV
 *   VERSION:1.1                         BEGIN:VCARD ... END:VCARD       whom it goes to
 *   X-IRMC-STATUS:READ                  BEGIN:VBODY
 *   X-IRMC-BOX:INBOX                    Date:04.03.2005 16:30:10
 *   X-NOK-DT:20050304T153010Z           the text, in lines
 *   X-MESSAGE-TYPE:DELIVER              END:VBODY
 *   BEGIN:VCARD ... END:VCARD           END:VENV
 *           whom it is from             END:VMSG
 *
 * The text is either plain lines, or the value of `TEXT`, `Subject` or `X-BODY-CONTENTS` with an encoding, or a plain `Subject` after `X-BOX`. Lines
 * that are a PDU in hex are read as one. `X-SS-DT` of Samsung phones is their `X-NOK-DT`.
 * Sources: IrMC 1.1 section 10; files of Nokia's, Samsung's and others' programs.
 * @module
 */
import { quote, shorten } from '../bytes/quote.js';
import { Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import type { RawParameter } from '../vobject/content-line.js';
import { decodeValue } from '../vobject/content-line.js';
import type { VObjectIssueCode } from '../vobject/issues.js';
import type {
  Archive,
  ArchiveAddress,
  ArchiveMessage,
  ArchiveOptions,
  ArchiveState,
  ArchiveTime,
  RestField,
  UnknownPiece,
} from './model.js';
import { readPduMessage } from './pdu.js';
import { Lines, requireText } from './text.js';
import { readCardAddress } from './vmg-card.js';
import { type DateOrder, findDateOrder, joinTimes, parseStamp, readClock } from './vmg-time.js';

/**
 * Parses all messages of a VMG file. Lines outside messages are kept in `unknown`, unknown fields in `rest`; so is a date whose day and month are
 * ambiguous, such as `03/04/2005`, if neither X-NOK-DT nor another date of the file decides: it is reported as a warning.
 *
 * Option `lenient`: report the faults below, and continue.
 * @throws DecodeError `truncated` for a missing END, `bad-value` for an END that closes nothing or a line that is not a property.
 * @throws LimitError `limit-exceeded` above `archiveOctets`, `archiveMessages`, `archiveFields` (lines of one message before its text),
 * `archiveDepth`.
 * @throws TypeError when `text` is not a string.
 * @example
 * ```ts
 * import { parseVmg } from 'handset/archive';
 *
 * const { messages } = parseVmg('BEGIN:VMSG\r\nBEGIN:VENV\r\nBEGIN:VBODY\r\nHello\r\nEND:VBODY\r\nEND:VENV\r\nEND:VMSG\r\n');
 * messages[0]?.text; // -> 'Hello'
 * ```
 */
export function parseVmg(text: string, options?: ArchiveOptions): Archive {
  const reading = Reading.of(options);
  requireText(text, reading);
  const lines = new Lines(text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text);
  const order = findDateOrder(text);
  const messages: ArchiveMessage[] = [];
  const unknown: UnknownPiece[] = [];
  let loose: { at: number; lines: string[] } | undefined;
  const keepLoose = () => {
    if (loose !== undefined) unknown.push({ name: 'line', at: loose.at, text: loose.lines.join('\n'), reason: OUTSIDE });
    loose = undefined;
  };
  for (let at = lines.at, line = lines.next(); line !== undefined; at = lines.at, line = lines.next()) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    if (/^BEGIN:VMSG$/i.test(trimmed)) {
      keepLoose();
      reading.limit('archiveMessages', messages.length + 1, 'VMSG', at);
      messages.push(new MessageReader(lines, reading, at, order).read());
      continue;
    }
    loose ??= { at, lines: [] };
    loose.lines.push(line);
  }
  keepLoose();
  if (messages.length === 0) reading.fault('bad-value', 'VMSG', 0, 'no BEGIN:VMSG');
  return { format: 'vmg', messages, cards: [], calendars: [], unknown, rest: [] };
}

const OUTSIDE = 'is outside of any message';

/** A property: its name with parameters, and its value. */
const PROPERTY = /^([A-Za-z][A-Za-z0-9-]{0,63})((?:;[^:;]{0,200}){0,8}):(.*)$/s;

/**
 * Whether a line at the beginning of a body is a property: a date in digits, or a name in capitals with its value right after the colon.
 * `Date: tonight` and `X-ray: fine` are text.
 */
export function isBodyProperty(line: string): boolean {
  if (/^Date:/i.test(line)) return /^[\d\s.,:/TZ+-]*(?:[AP]M)?$/i.test(line.slice(5).trimEnd()) || isNamedDate(line.slice(5));
  return /^X-[A-Z0-9-]{1,60}:(?:\S|$)/.test(line);
}

/** A date with the name of its month, right after the colon. */
function isNamedDate(value: string): boolean {
  return value.length < 60 && /^\S/.test(value) && readClock(value).length > 0;
}

/** A text or what some makes put in its place: told from a line of text by its encoding. */
const BODY_TEXT = /^(?:TEXT|SUBJECT|X-BODY-CONTENTS);(?:[^:;]{0,200};){0,8}?(?:ENCODING|CHARSET)=[^:]{0,200}:/i;

/** Where a message ends or the next begins, even inside of a card or text that is cut off. */
const MESSAGE_EDGE = /^\s*(?:BEGIN|END):VMSG\s*$/i;

/** A parameter, `NAME=value` or a bare value. */
function paramOf(text: string): RawParameter {
  const equals = text.indexOf('=');
  return { name: text.slice(0, Math.max(0, equals)).trim().toUpperCase(), value: text.slice(equals + 1).trim() };
}

class MessageReader {
  readonly #lines: Lines;
  readonly #reading: Reading;
  readonly #at: number;
  readonly #order: DateOrder | undefined;
  #dateAt: number;
  readonly #addresses: ArchiveAddress[] = [];
  readonly #rest: RestField[] = [];
  readonly #fields = new Map<string, string>();
  #fieldCount = 0;
  #depth = 0;
  #text: string | undefined;
  #hasFirstCard = false;

  /** @param order of dates in the file */
  constructor(lines: Lines, reading: Reading, at: number, order: DateOrder | undefined) {
    this.#lines = lines;
    this.#reading = reading;
    this.#at = at;
    this.#order = order;
    this.#dateAt = at;
  }

  /** The message whose BEGIN was read, up to its END. */
  read(): ArchiveMessage {
    const lines = this.#lines;
    for (;;) {
      const at = lines.at;
      const line = lines.next();
      const trimmed = line?.trim();
      if (trimmed === undefined || /^BEGIN:VMSG$/i.test(trimmed)) {
        // The next message is not lost with the end of this one.
        lines.at = at;
        this.#reading.fault('truncated', 'VMSG', at, 'ends without END:VMSG');
        return this.#message();
      }
      if (trimmed === '') continue;
      if (/^END:VMSG$/i.test(trimmed)) return this.#message();
      this.#count(at);
      const [, edge, name = ''] = /^(BEGIN|END):([A-Z]+)$/i.exec(trimmed) ?? [];
      if (edge === undefined) this.#property(line as string, at, '');
      else if (edge.toUpperCase() === 'BEGIN') this.#begin(name.toUpperCase(), at);
      else if (name.toUpperCase() === 'VENV' && this.#depth > 0) this.#depth--;
      else this.#reading.fault('bad-value', 'VMSG', at, `${quote(trimmed)} closes nothing`);
    }
  }

  #count(at: number): void {
    this.#fieldCount++;
    this.#reading.limit('archiveFields', this.#fieldCount, 'VMSG', at);
  }

  #begin(name: string, at: number): void {
    if (name === 'VENV') {
      this.#depth++;
      this.#reading.limit('archiveDepth', this.#depth, 'VENV', at);
    } else if (name === 'VCARD') this.#card(at);
    else if (name === 'VBODY') this.#body();
    else this.#keepComponent(name, at);
  }

  /** The text up to END of a component, its BEGIN included. */
  #component(name: string, at: number): string {
    const lines = this.#lines;
    for (;;) {
      const before = lines.at;
      const trimmed = lines.next()?.trim().toUpperCase();
      if (trimmed === `END:${name}`) return lines.text.slice(at, lines.at);
      if (trimmed === undefined || MESSAGE_EDGE.test(trimmed)) {
        lines.at = before;
        const field = shorten(name);
        this.#reading.fault('truncated', field, before, `ends without END:${field}`);
        return lines.text.slice(at, before);
      }
    }
  }

  /** The first card outside of envelopes is the originator's, those inside are recipients'. */
  #card(at: number): void {
    const text = this.#component('VCARD', at);
    const role = this.#depth > 0 || this.#hasFirstCard ? 'to' : 'from';
    if (this.#depth === 0) this.#hasFirstCard = true;
    const found = tryDecode(() => [readCardAddress(text, this.#reading.limits)]);
    if (found === undefined) {
      this.#keep('VCARD', text.trim());
      this.#reading.note('bad-value', 'VCARD', at, 'a card that cannot be read');
    } else if (found[0] !== undefined) this.#addresses.push({ role, ...found[0] });
  }

  #keepComponent(name: string, at: number): void {
    this.#keep(`BEGIN:${name}`, this.#component(name, at).trim());
    this.#reading.note('bad-value', 'VMSG', at, `component ${quote(name)} is kept unread`);
  }

  #keep(name: string, value: string): void {
    this.#rest.push({ family: 'vmg', name, value });
  }

  /** A property outside of the text. @param place what its name begins with in `rest` */
  #property(line: string, at: number, place: '' | 'VBODY/'): void {
    const [, name, params = '', value = ''] = PROPERTY.exec(line) ?? [];
    if (name === undefined) {
      this.#reading.fault('bad-value', 'VMSG', at, `${quote(line)} is no property`);
      this.#keep(place, line);
      return;
    }
    const upper = name.toUpperCase();
    if (upper === 'DATE') this.#dateAt = at;
    if (params === '' && FIELDS.has(upper) && !this.#fields.has(upper)) this.#fields.set(upper, value.trim());
    else this.#keep(`${place}${name}${params}`, value);
  }

  #body(): void {
    const lines = this.#lines;
    let isProperty = true;
    const text: string[] = [];
    for (;;) {
      const before = lines.at;
      const line = lines.next();
      if (line === undefined || MESSAGE_EDGE.test(line)) {
        lines.at = before;
        this.#reading.fault('truncated', 'VBODY', before, 'ends without END:VBODY');
        break;
      }
      if (/^\s*END:VBODY\s*$/i.test(line)) break;
      if (isProperty && isBodyProperty(line)) {
        this.#count(before);
        this.#property(line, before, 'VBODY/');
        continue;
      }
      if (isProperty && BODY_TEXT.test(line)) {
        this.#addText(this.#encoded(line, before));
        continue;
      }
      if (isProperty && this.#fields.has('X-BOX') && /^SUBJECT:/i.test(line)) {
        this.#addText(line.slice('SUBJECT:'.length));
        continue;
      }
      // What follows an encoded text is not text: an empty line, as a rule.
      if (this.#text !== undefined && line.trim() === '') continue;
      isProperty = false;
      text.push(line);
    }
    if (text.length > 0) this.#addText(text.join('\n'));
    this.#text ??= '';
  }

  #addText(text: string): void {
    this.#text = this.#text === undefined ? text : `${this.#text}\n${text}`;
  }

  /** The text of a property with an encoding, its soft breaks joined. */
  #encoded(first: string, at: number): string {
    const colon = first.indexOf(':');
    const head = first.slice(0, colon);
    const start = first.slice(colon + 1);
    const [name = '', ...params] = head.split(';');
    const isQuoted = /QUOTED-PRINTABLE/i.test(head);
    const pieces: string[] = [];
    let piece = start;
    while (isQuoted && piece.endsWith('=')) {
      pieces.push(piece.slice(0, -1));
      const before = this.#lines.at;
      const next = this.#lines.next();
      if (next === undefined || /^END:/i.test(next)) {
        this.#lines.at = before;
        this.#reading.fault('truncated', 'VBODY', before, 'ends after a soft line break');
        piece = '';
        break;
      }
      piece = next;
    }
    pieces.push(piece);
    const value = pieces.join('');
    const { lenient, limits } = this.#reading;
    const onIssue = ({ offset, reason, severity }: { severity: string; offset: number | undefined; reason: string }) => {
      if (severity === 'error') this.#reading.fault('bad-value', 'VBODY', offset, reason);
    };
    const reading = new Reading<VObjectIssueCode>({ lenient, limits, onIssue });
    const line = {
      group: undefined,
      name,
      params: params.map(paramOf),
      value,
      index: at,
      valueAt: at + colon + 1,
    };
    return decodeValue(line, reading, 'VBODY');
  }

  #message(): ArchiveMessage {
    const fields = this.#fields;
    const rest = this.#rest;
    const keep = (name: string, place: '' | 'VBODY/' = '') => {
      const value = fields.get(name);
      if (value !== undefined) rest.push({ family: 'vmg', name: `${place}${name}`, value });
    };
    if (fields.get('VERSION') !== VERSION) keep('VERSION');

    const stampName = fields.has('X-NOK-DT') ? 'X-NOK-DT' : 'X-SS-DT';
    if (stampName === 'X-NOK-DT') keep('X-SS-DT');
    const stamp = parseStamp(fields.get(stampName) ?? '');
    const clock = this.#clock(fields.get('DATE') ?? '', stamp);
    const time = joinTimes(stamp, clock);
    if (stamp === undefined) keep(stampName);
    if (clock === undefined || time === undefined) keep('DATE', 'VBODY/');

    const { direction, state, folder } = this.#place(keep);
    const kind = /^MMS$/i.test(fields.get('X-TYPE') ?? '') ? 'mms' : 'sms';
    if (kind === 'sms' && !/^(?:SMS)?$/i.test(fields.get('X-TYPE') ?? '')) keep('X-TYPE', 'VBODY/');
    const id = fields.get('X-IRMC-LUID');
    const text = this.#text ?? '';
    const pdu = readPduMessage(text, direction);
    const message: ArchiveMessage = {
      kind,
      ...(direction !== undefined && { direction }),
      ...(state !== undefined && { state }),
      addresses: ownerLeftOut(this.#addresses, direction),
      ...((time ?? stamp) !== undefined && { time: time ?? stamp }),
      text,
      parts: [],
      ...(folder !== undefined && { folder }),
      ...(id !== undefined && id !== '' && { id }),
      ...(rest.length > 0 && { rest }),
      at: this.#at,
    };
    return pdu === undefined ? message : withPdu(message, pdu, text);
  }

  /** What the clock showed: of two readings the one that is of the same moment as the stamp; without a stamp either may be. */
  #clock(date: string, stamp: ArchiveTime | undefined): number | undefined {
    const readings = readClock(date, this.#order);
    const [only, ...others] = readings;
    if (others.length === 0) {
      if (only === undefined && date !== '')
        this.#reading.note('bad-value', 'VBODY/Date', this.#dateAt, `${quote(date)} is no date`);
      return only;
    }
    const fitting = readings.filter((clock) => joinTimes(stamp, clock) !== undefined);
    if (fitting.length === 1) return fitting[0];
    this.#reading.note('bad-value', 'VBODY/Date', this.#dateAt, `${quote(date)}: day and month may be either`);
    return undefined;
  }

  /** What box, status and type say together. */
  #place(keep: (name: string, place?: 'VBODY/') => void): Pick<ArchiveMessage, 'direction' | 'state' | 'folder'> {
    const fields = this.#fields;
    const boxName = fields.has('X-IRMC-BOX') ? 'X-IRMC-BOX' : 'X-BOX';
    const statusName = fields.has('X-IRMC-STATUS') ? 'X-IRMC-STATUS' : 'X-READ';
    if (boxName === 'X-IRMC-BOX') keep('X-BOX', 'VBODY/');
    if (statusName === 'X-IRMC-STATUS') keep('X-READ', 'VBODY/');
    const box = fields.get(boxName) ?? '';
    const status = (fields.get(statusName) ?? '').toUpperCase();
    const type = fields.get('X-MESSAGE-TYPE')?.toUpperCase();
    const boxState = stateOfBox(box);
    const byType = type === 'DELIVER' ? 'in' : type === 'SUBMIT' ? 'out' : undefined;
    const byBox = boxState === undefined ? undefined : boxState === 'in' ? 'in' : 'out';
    const direction = byBox ?? byType ?? (status === 'SENT' || status === 'UNSENT' ? 'out' : undefined);
    if (byType === undefined || (byBox !== undefined && byType !== byBox)) keep('X-MESSAGE-TYPE');
    const folder = boxState === undefined && box !== '' ? box : undefined;
    let state: ArchiveState | undefined;
    if (direction === 'out') {
      state = boxState === undefined || boxState === 'in' ? OUT_STATES.get(status) : boxState;
      if (!IMPLIED.has(status)) keep(statusName);
    } else {
      state = status === 'READ' ? 'read' : status === 'UNREAD' ? 'unread' : undefined;
      if (state === undefined) keep(statusName);
    }
    return { direction, state, folder };
  }
}

/** The version of IrMC, which says nothing of the message. */
export const VERSION = '1.1';

/** Properties that the model has a place for. */
const FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'VERSION',
  'X-IRMC-STATUS',
  'X-IRMC-BOX',
  'X-IRMC-LUID',
  'X-NOK-DT',
  'X-SS-DT',
  'X-MESSAGE-TYPE',
  'DATE',
  'X-BOX',
  'X-READ',
  'X-TYPE',
]);

/** Boxes by their names without blanks. */
const BOXES: ReadonlyMap<string, 'in' | ArchiveState> = /* @__PURE__ */ new Map<string, 'in' | ArchiveState>([
  ['INBOX', 'in'],
  ['SENT', 'sent'],
  ['SENTBOX', 'sent'],
  ['SENDBOX', 'sent'],
  ['SENTITEMS', 'sent'],
  ['OUTBOX', 'outbox'],
  ['DRAFT', 'draft'],
  ['DRAFTS', 'draft'],
  ['DRAFTBOX', 'draft'],
]);

function stateOfBox(box: string): 'in' | ArchiveState | undefined {
  return BOXES.get(box.toUpperCase().replace(/[\s_-]/g, ''));
}

/** Whether a folder is one that tells the state of its messages. */
export function isUsualBox(folder: string): boolean {
  return stateOfBox(folder) !== undefined;
}

/** States of messages that went out, in no box that tells. */
const OUT_STATES: ReadonlyMap<string, ArchiveState> = /* @__PURE__ */ new Map<string, ArchiveState>([
  ['SENT', 'sent'],
  ['UNSENT', 'outbox'],
  ['DRAFT', 'draft'],
]);

/** Status of messages that went out which says nothing beside the box. */
const IMPLIED: ReadonlySet<string> = /* @__PURE__ */ new Set(['', 'READ', 'SENT', 'UNSENT', 'DRAFT']);

/** Of what went out, an originator without recipients is the other side: many programs write one card whatever the direction. */
function ownerLeftOut(addresses: readonly ArchiveAddress[], direction: ArchiveMessage['direction']): readonly ArchiveAddress[] {
  if (direction !== 'out' || addresses.some(({ role }) => role === 'to')) return addresses;
  return addresses.map((address) => ({ ...address, role: 'to' }));
}

/** What a PDU says counts where the message does not say it itself. */
function withPdu(message: ArchiveMessage, pdu: ArchiveMessage, hex: string): ArchiveMessage {
  const { kind: _, addresses, time, ...own } = pdu;
  return {
    ...message,
    ...own,
    direction: message.direction ?? pdu.direction,
    addresses: message.addresses.length > 0 ? message.addresses : addresses,
    ...((time ?? message.time) !== undefined && { time: time ?? message.time }),
    rest: [...(message.rest ?? []), { family: 'vmg', name: 'PDU', value: hex.replace(/\s/g, '') }],
  };
}
