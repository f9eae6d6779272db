/**
 * Facts in lines and columns, and what multimedia messages say. The command line writes facts as lines, the page as a list, a phone's screen one
 * below the other.
 * @module
 */
import { pluralize } from '../bytes/file-fields.js';
import { tryDecode } from '../bytes/try-decode.js';
import { type Fact, formatAddress, formatInstant, formatMmsTime, pickFacts } from '../content/facts.js';
import { cutTo } from '../inspect/printable.js';
import {
  clipMs,
  findContentClass,
  type MmsHeaders,
  type MmsPdu,
  type MmsTime,
  type MRetrieveConf,
  type MSendReq,
  type Part,
  partText,
  pictureSize,
} from '../mms/binary.js';
import { leafParts } from '../mms/content-class.js';
import { type ResolvedMessage, type ResolvedSlide, resolveSlides } from '../mms/slides.js';

const COLUMN = 13;

/**
 * Facts as lines without a line end after the last one: names in a column, further lines of a value below its first one.
 * @param least the column where values begin, or further where a name is longer
 * @param gap blanks at least between a name and its value
 */
export function formatFacts(facts: readonly Fact[], least = COLUMN, gap = 1): string {
  const column = Math.max(least, ...facts.map((fact) => nameFact(fact).length + gap));
  const indent = `\n${' '.repeat(column)}`;
  return facts.map((fact) => `${nameFact(fact).padEnd(column)}${fact.value.replaceAll('\n', indent)}`).join('\n');
}

function nameFact({ name, isPart }: Fact): string {
  return `${isPart === true ? '  ' : ''}${name.toLowerCase()}`;
}

/** Rows in columns, two blanks between them. @param widths of the columns so far; they grow with the rows */
export function formatTable(rows: readonly (readonly string[])[], widths: number[] = []): string {
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] as number)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** A number of things, with commas: `8,120 octets`. */
export function count(number: number, thing: string): string {
  return `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
}

// ---- multimedia messages ----

/** What a message is, in a line: `M-Retrieve.conf, 8120 octets, class image-basic, 2 slides, 5 parts`. */
export function describeMessage(message: MRetrieveConf | MSendReq, sizeOctets: number): string {
  const slides = resolveSlides(message).slides.length;
  const parts = leafParts(message.parts).length;
  return `${describePdu(message, sizeOctets)}, ${pluralize(slides, 'slide')}, ${pluralize(parts, 'part')}`;
}

function describePdu(pdu: MmsPdu, sizeOctets: number): string {
  const contentClass = pdu.parts === undefined ? undefined : classOf(pdu);
  return `${pdu.type}, ${pluralize(sizeOctets, 'octet')}${contentClass === undefined ? '' : `, class ${contentClass}`}`;
}

/** The class of a message; undefined also for one with faults, which could not be written. */
function classOf(pdu: MmsPdu): string | undefined {
  return tryDecode(() => findContentClass(pdu));
}

/** Characters of a text that are shown. */
const SHOWN_TEXT = 2_000;

/** What a PDU of so many octets says; of a message its slides. */
export function mmsFacts(pdu: MmsPdu, sizeOctets: number, resolved: ResolvedMessage | undefined): Fact[] {
  const { slides = [], attachments = [] } = resolved ?? {};
  return [
    { name: 'Type', value: describePdu(pdu, sizeOctets) },
    ...headerFacts(pdu),
    ...slideFacts(slides),
    ...attachments.map((part) => ({ name: 'Attachment', value: describePart(part) })),
  ];
}

/** What there is on slides, each with its parts. @param formatText the text of a part as it is shown */
export function slideFacts(slides: readonly ResolvedSlide[], formatText = cutPartText): Fact[] {
  return slides.flatMap(({ durationMs, image, video, text, sound }, i) => {
    const parts = pickFacts([
      ['Picture', image && describePart(image)],
      ['Video', video && describePart(video)],
      ['Text', text && `${describePart(text)}\n${formatText(text)}`],
      ['Sound', sound && describePart(sound)],
    ]);
    const slide: Fact = { name: `Slide ${i + 1}`, value: `${durationMs / 1000} s` };
    return [slide, ...parts.map((fact) => ({ ...fact, isPart: true }) as const)];
  });
}

/** Name, type, size: `coast.jpg, image/jpeg, 160x120, 5866 octets`. */
export function describePart({ name, contentType, data }: Part): string {
  const size = pictureSize(data, contentType);
  const ms = size === undefined ? clipMs(data) : undefined;
  return [
    name,
    contentType,
    ...(size === undefined ? [] : [`${size.widthPx}x${size.heightPx}`]),
    ...(ms === undefined ? [] : [`${Math.round(ms / 100) / 10} s`]),
    pluralize(data.length, 'octet'),
  ].join(', ');
}

/** The text of a part as far as it is shown, with line feeds. */
export function cutPartText(part: Part): string {
  const plain = partText(part).replace(/\r\n?/g, '\n').trimEnd();
  return plain.length > SHOWN_TEXT ? `${cutTo(plain, SHOWN_TEXT)}...` : plain;
}

/** What describes the body, and has a line of its own or none. */
const NOT_SHOWN = ['type', 'parts', 'contentType', 'start', 'startType', 'charset', 'parameters', 'otherHeaders'];

/** What the headers of a PDU say. */
export function headerFacts(pdu: MmsPdu): Fact[] {
  const headers = Object.entries(pdu) as [keyof MmsHeaders, unknown][];
  const shown = headers.filter(([name, value]) => !NOT_SHOWN.includes(name) && value !== undefined);
  return shown.map(([name, value]) => ({ name: nameHeader(name), value: valueText(name, value) }));
}

/** `deliveryReport` as `Delivery report`. */
function nameHeader(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/^Mms\b/, 'MMS');
}

function valueText(name: keyof MmsHeaders, value: unknown): string {
  if (value instanceof Date) return formatInstant(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (ADDRESSES.includes(name)) return [value as string].flat().map(formatAddress).join(', ');
  if (typeof value === 'string' || typeof value === 'number')
    return name === 'messageSize' ? pluralize(Number(value), 'octet') : String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return isTime(value) ? formatMmsTime(value) : JSON.stringify(value);
}

/** Headers whose values are addresses. */
const ADDRESSES: readonly (keyof MmsHeaders)[] = ['from', 'to', 'cc', 'bcc'];

function isTime(value: unknown): value is MmsTime {
  const { kind } = value as { kind?: unknown };
  return kind === 'absolute' || kind === 'relative';
}
