/**
 * Payloads in the lines of a log: hex and base64 among other words, as modems, gateways and programs write it.
 *
 *   12:00:01 DEBUG PDU: 07911326040000F0040B... len=36       a payload that can hardly be anything else
 *   -> AT+CMGS=22        +CMGL: 1,1,,36      +CBM: 88        announce one, on this line or one of the next
 *   "pdu":"0011000B..."  short_message=0605...               names that say so; with esm_class and data_coding, user data
 *   data: 06 05 04 15 81 00 00 02 4a 3a   .......J:          a dump, a line for every 16 octets
 *   body=B5FygwEAEPUEC8hyOIgJ8f...               base64
 *   [flags:-1:1:-1:0:-1] [msg:16:024A3A59...] [udh:7:0605..] Kannel's access log
 *
 * Hashes, identifiers, addresses and times are hex too. A payload is what its decoder reads with confidence, which is hardly
 * ever one of those.
 * @module
 */
import { encodeUtf8, fromHex } from '../bytes/index.js';
import type { Direction } from '../sms/index.js';
import { readBase64 } from './base64.js';
import { type Format, fitsDirection, type Identification } from './formats.js';
import { findHex, type HexRun, readHexLine } from './hex-digits.js';
import { announcedOctets } from './hex-faults.js';
import { isPayloadName } from './hex-values.js';
import { readJson } from './json.js';
import { findAccessData } from './kannel.js';
import { type Announced, findAnnounced } from './modem-lines.js';
import type { Opening } from './nested-payloads.js';
import { findSmppMessages } from './smpp-json.js';
import { userDataOptions } from './smpp-messages.js';
import type { UserDataOptions } from './user-data.js';

/** A place in a text. */
export interface Place {
  /** From 1. */
  readonly line: number;
  /** UTF-16 units of the line before it. */
  readonly character: number;
}

/** A payload in a log. */
export interface Find {
  readonly from: Place;
  /** One past its last character. */
  readonly to: Place;
  readonly octets: Uint8Array;
  /** What it is read as; undefined for octets that nothing here reads, on a line of their own. */
  readonly format: Format | undefined;
  /** How it is read when it is user data without the PDU around it. */
  readonly userData?: UserDataOptions;
  /** Its digits; absent for JSON and base64. */
  readonly run?: HexRun;
  readonly isBase64?: boolean;
  readonly announced?: Announced | undefined;
}

/** What is looked for. */
export interface Wanted {
  readonly as?: Format | undefined;
  readonly direction?: Direction | undefined;
  /** Whether a line of nothing but hex is a payload whatever it holds. */
  readonly isListing?: boolean | undefined;
}

/** Octets of a payload that no name announces, at least. */
const MIN_OCTETS = 8;
/** Least confidence of a payload among other words, of one in a dump, and of one that a name or a command announces. */
const [SURE_ENOUGH, DUMPED, LIKELY] = [0.81, 0.6, 0.4];
/** Lines after which an announcement is forgotten, and the fields of an SMPP PDU. */
const [ANNOUNCED_LINES, FIELDS_LINES] = [8, 40];

/** Names of the message of an SMPP PDU. */
const MESSAGE = /^(?:short_?message|message_?payload|message|msg|sm)$/i;
/** Readings of hex that are not payloads: the text of a session, settings, words. */
const WORDS: ReadonlySet<Format> = /* @__PURE__ */ new Set<Format>([
  'text',
  'at',
  'hex',
  'log',
  'base64',
  'json',
  'html',
  'form',
  'jad',
]);
/** A name before a value, with the signs between them. */
const NAME = /([A-Za-z][\w-]{0,30})["'\]]?\s{0,3}(?:[:=]|->|=>)?\s{0,3}["'<[({]?(?:0x)?$/;

const ESM_CLASS = /\besm_?cl(?:as)?s["'\]]?\s{0,2}[:=[( ]\s{0,2}["'[]?(0x[\da-f]{1,8}|\d{1,3})\b/i;
const DATA_CODING = /\b(?:data_?coding|dcs)["'\]]?\s{0,2}[:=[( ]\s{0,2}["'[]?(0x[\da-f]{1,8}|\d{1,3})\b/i;
const ADDRESSES = /\b(?:source|destination)_addr["'\]]?\s{0,2}[:=]\s{0,2}["'[]?\+?(\w{1,20})/gi;

/** Fields of an SMPP PDU that a log has in lines of their own, or on one line. */
interface SmppFields {
  readonly esmClass?: number;
  readonly dataCoding?: number;
  /** Its addresses. */
  readonly from: string;
  /** Whether its message follows, as a dump. */
  readonly hasMessage: boolean;
  /** The last line on which they count. */
  readonly until: number;
}

/** Lines of a dump that belong together. */
interface Dump {
  readonly rows: HexRun[];
  readonly from: Place;
  to: Place;
  /** The text before the octets, every digit as 0. */
  readonly shape: string;
  readonly before: string;
  readonly fields: SmppFields | undefined;
}

/** Octets in a line of a dump; one of another length does not go on. */
const WIDTHS: readonly number[] = [8, 16, 32];
/** Lines of one dump. */
const MAX_ROWS = 4096;

/** Goes through a log line by line, with a memory of a few lines. */
export class LogScanner {
  readonly #identify: Opening['identify'];
  readonly #wanted: Wanted;
  #line = 0;
  #announced: { readonly announced: Announced; readonly line: number } | undefined;
  #fields: SmppFields | undefined;
  #dump: Dump | undefined;

  constructor(identify: Opening['identify'], wanted: Wanted = {}) {
    this.#identify = identify;
    this.#wanted = wanted;
  }

  /** The payloads that the next line completes: those of a dump when it goes on no more. @param line without its end */
  next(line: string): Find[] {
    this.#line++;
    const whole = this.#wanted.isListing === true ? readHexLine(line) : undefined;
    if (whole !== undefined) return [...this.#endDump(), this.#findLine(whole)];
    const other = this.#findJson(line) ?? this.#findAccess(line);
    if (other !== undefined) return [...this.#endDump(), other];
    this.#noteFields(line);
    // Of a dumped message the last line may have a single octet.
    const isRow = this.#fields?.hasMessage === true && /\bdata:/.test(line);
    // The last line of a dump may be short.
    const runs = findHex(line, isRow ? 1 : this.#dump === undefined ? MIN_OCTETS : 1);
    const finds: Find[] = [];
    let at = 0;
    for (const run of runs) {
      const before = line.slice(at, run.start);
      if (isRow && !/\bdata:\s+$/.test(before)) continue;
      // Few octets are the rest of a dump, or a time and other words.
      if (run.octets.length < MIN_OCTETS && !isRow && shapeOf(before) !== this.#dump?.shape) continue;
      this.#noteAnnounced(before);
      if (at === 0 && this.#takeRow(run, before, isRow, finds)) {
        at = run.end;
        continue;
      }
      if (at === 0) finds.push(...this.#endDump());
      at = run.end;
      const find = this.#judge(run, before, this.#fields, this.#place(run.start), this.#place(run.end));
      // A payload after a line that began a dump: they are found in the order of the text.
      if (find !== undefined) finds.push(...this.#endDump(), find);
    }
    if (at === 0) finds.push(...this.#endDump());
    this.#noteAnnounced(line.slice(at));
    return finds.length === 0 && this.#dump === undefined ? this.#findBase64(line) : finds;
  }

  /** What the end of the log completes. */
  end(): Find[] {
    return this.#endDump();
  }

  #place(character: number): Place {
    return { line: this.#line, character };
  }

  #findLine(run: HexRun): Find {
    const announced = this.#takeAnnounced();
    const readings = this.#readings(run.octets);
    const { as } = this.#wanted;
    const format = as ?? (announced === undefined ? readings[0]?.format : announcedFormat(announced, readings));
    return { from: this.#place(run.start), to: this.#place(run.end), octets: run.octets, format, run, announced };
  }

  #findJson(line: string): Find | undefined {
    if (!line.includes('short_message')) return undefined;
    const start = line.search(/[[{]/);
    const end = Math.max(line.lastIndexOf('}'), line.lastIndexOf(']')) + 1;
    const text = line.slice(start, end);
    const json = start < 0 ? undefined : readJson(text);
    if (json === undefined || findSmppMessages(json.value) === undefined) return undefined;
    return { from: this.#place(start), to: this.#place(end), octets: encodeUtf8(text), format: 'smpp-json' };
  }

  #findAccess(line: string): Find | undefined {
    const found = findAccessData(line);
    if (found === undefined) return undefined;
    const { start, end, octets, options } = found;
    return { from: this.#place(start), to: this.#place(end), octets, format: undefined, userData: options };
  }

  /** Notes the fields of an SMPP PDU that a line has: all of them, or one of several lines. */
  #noteFields(line: string): void {
    const isBegin = /\bSMPP PDU\b|\btype_name:/.test(line);
    if (isBegin || (this.#fields?.until ?? 0) < this.#line) this.#fields = undefined;
    const hasMessage = /\b(?:short_message|message_payload):\s*$/.test(line);
    if (!hasMessage && !/esm_?cl|data_?coding|\bdcs\b|_addr\b/i.test(line)) return;
    const esmClass = readOctet(ESM_CLASS.exec(line));
    const dataCoding = readOctet(DATA_CODING.exec(line));
    const addresses = Array.from(line.matchAll(ADDRESSES), ([, address]) => address).join(' ');
    const isWhole = esmClass !== undefined && dataCoding !== undefined;
    const isNext = esmClass !== undefined && this.#fields?.esmClass !== undefined;
    const { from = '', ...before } = isWhole || isNext ? {} : (this.#fields ?? {});
    this.#fields = {
      hasMessage,
      until: this.#line + FIELDS_LINES,
      ...before,
      ...(esmClass !== undefined && { esmClass }),
      ...(dataCoding !== undefined && { dataCoding }),
      ...(hasMessage && { hasMessage }),
      from: `${from} ${addresses}`.trim(),
    };
  }

  #noteAnnounced(text: string): void {
    const announced = findAnnounced(text);
    if (announced !== undefined) this.#announced = { announced, line: this.#line };
    else if ((this.#announced?.line ?? 0) < this.#line - ANNOUNCED_LINES) this.#announced = undefined;
  }

  #takeAnnounced(): Announced | undefined {
    const announced = this.#announced?.announced;
    this.#announced = undefined;
    return announced;
  }

  /** Takes a line of a dump, and says whether it is one. */
  #takeRow(run: HexRun, before: string, isRow: boolean, finds: Find[]): boolean {
    const { length } = run.octets;
    const shape = shapeOf(before);
    const dump = this.#dump;
    const width = dump?.rows[0]?.octets.length ?? 0;
    const goesOn =
      dump !== undefined &&
      dump.to.line === this.#line - 1 &&
      dump.shape === shape &&
      dump.rows.at(-1)?.octets.length === width &&
      length <= width &&
      dump.rows.length < MAX_ROWS;
    if (dump !== undefined && goesOn) {
      dump.rows.push(run);
      dump.to = this.#place(run.end);
      return true;
    }
    if (!run.isGrouped || !(isRow || WIDTHS.includes(length))) return false;
    finds.push(...this.#endDump());
    const [from, to] = [this.#place(run.start), this.#place(run.end)];
    this.#dump = { rows: [run], from, to, shape, before, fields: this.#fields };
    return true;
  }

  #endDump(): Find[] {
    const dump = this.#dump;
    if (dump === undefined) return [];
    this.#dump = undefined;
    const { rows, from, to, before, fields } = dump;
    // A digit that is left over ends the last line alone, if any.
    const last = rows.length - 1;
    const digits = rows.map((row, i) => (i === last ? row.digits : row.digits.slice(0, 2 * row.octets.length))).join('');
    const octets = fromHex(digits.slice(0, digits.length & ~1));
    const run: HexRun = { ...(rows[0] as HexRun), end: to.character, digits, octets };
    const find = this.#judge(run, before, fields, from, to) ?? this.#judgeDump(rows, run, from, to);
    if (this.#fields !== undefined) this.#fields = { ...this.#fields, hasMessage: false };
    return find === undefined ? [] : [find];
  }

  #readings(octets: Uint8Array): readonly Identification[] {
    const { direction } = this.#wanted;
    return this.#identify(octets).filter(({ format }) => fitsDirection(format, direction));
  }

  /** The payload of a run, if it is one. @param before the text before it on its line */
  #judge(run: HexRun, before: string, fields: SmppFields | undefined, from: Place, to: Place): Find | undefined {
    const { octets } = run;
    const found = { from, to, octets, run };
    const name = NAME.exec(before.slice(-MAX_NAME))?.[1] ?? '';
    const isMessage = fields?.hasMessage === true || (fields !== undefined && MESSAGE.test(name));
    if (isMessage && (fields.esmClass !== undefined || fields.dataCoding !== undefined)) {
      const userData = { ...userDataOptions(fields.esmClass ?? 0, fields.dataCoding ?? 0), from: fields.from };
      return { ...found, format: undefined, userData };
    }
    if (octets.length < MIN_OCTETS) return undefined;
    const { as } = this.#wanted;
    const readings = this.#readings(octets);
    const { announced, line = 0 } = this.#announced ?? {};
    if (announced !== undefined && isAnnounced(run, announced, readings, from.line - line)) {
      this.#announced = undefined;
      return { ...found, format: as ?? announcedFormat(announced, readings), announced };
    }
    if (as !== undefined) return readings.some(({ format }) => format === as) ? { ...found, format: as } : undefined;
    const format = findPayload(readings, name) ?? this.#judgeOdd(run, name);
    return format === undefined ? undefined : { ...found, format };
  }

  /** Octets that somebody dumped over several lines are hardly a hash or an identifier. */
  #judgeDump(rows: readonly HexRun[], run: HexRun, from: Place, to: Place): Find | undefined {
    const [best] = rows.length > 1 && this.#wanted.as === undefined ? this.#readings(run.octets) : [];
    const isPayload = best !== undefined && best.confidence >= DUMPED && !WORDS.has(best.format);
    return isPayload ? { from, to, octets: run.octets, run, format: best.format } : undefined;
  }

  /** What a run with an odd number of digits would be if its last octet were whole. */
  #judgeOdd({ digits }: HexRun, name: string): Format | undefined {
    return digits.length % 2 === 0 ? undefined : findPayload(this.#readings(fromHex(`${digits}0`)), name);
  }

  /** Payloads in base64, of lines that have none in hex. */
  #findBase64(line: string): Find[] {
    return Array.from(line.matchAll(BASE64)).flatMap(({ 0: word, index }) => {
      if (!/[a-z]/.test(word) || !/[A-Z]/.test(word) || !/\d/.test(word) || /^[\da-f]+$/i.test(word)) return [];
      const octets = readBase64(word)?.octets;
      if (octets === undefined) return [];
      const name = NAME.exec(line.slice(Math.max(0, index - MAX_NAME), index))?.[1] ?? '';
      const format = findPayload(this.#readings(octets), name);
      const [from, to] = [this.#place(index), this.#place(index + word.length)];
      return format === undefined ? [] : [{ from, to, octets, format, isBase64: true }];
    });
  }
}

/** Base64 of {@link MIN_OCTETS} and more. */
const BASE64 = /[\w+/-]{16,}={0,2}/g;

/** What a payload is, as far as readings and its name are sure of it. */
function findPayload([best]: readonly Identification[], name: string): Format | undefined {
  const least = isPayloadName(name) ? LIKELY : SURE_ENOUGH;
  return best !== undefined && best.confidence >= least && !WORDS.has(best.format) ? best.format : undefined;
}

/** A text with every digit as 0, those of an offset in hex too. */
function shapeOf(text: string): string {
  return text.replace(/\b[\da-f]{4,8}\b|\d/gi, (digits) => '0'.repeat(digits.length));
}

/** The number that a pattern found, as an octet. */
function readOctet(match: RegExpExecArray | null): number | undefined {
  return match === null ? undefined : Number(match[1]) & 0xff;
}

/** Characters that a name and its signs take. */
const MAX_NAME = 48;

/** Whether a run is as long as announced, give or take a digit, or a PDU of the kind on this line or the next. */
function isAnnounced(
  { octets, digits }: HexRun,
  announced: Announced,
  readings: readonly Identification[],
  linesLater: number,
): boolean {
  const wanted = announcedOctets(octets, announced);
  if (wanted !== undefined && Math.abs(digits.length - 2 * wanted) <= 1) return true;
  const wished = announcedFormat(announced, readings);
  return linesLater <= 1 && readings.some(({ format, confidence }) => format === wished && confidence >= LIKELY);
}

function announcedFormat({ isSent, isBroadcast }: Announced, readings: readonly Identification[]): Format {
  if (isBroadcast) return 'cbs';
  return isSent ? 'pdu-mo' : findStoredFormat(readings);
}

/** What a modem shows of its memory: with the service centre's address, received or to be sent. */
export function findStoredFormat(readings: readonly Identification[]): Format {
  return readings.find(({ format }) => format === 'pdu-mt' || format === 'pdu-mo')?.format ?? 'pdu-mt';
}
