/**
 * Files of today's kinds of what phones of then held: pictures as PNG, tunes as MIDI and WAV, cards as vCard 3.0, calendars as iCalendar,
 * texts as .txt, multimedia messages as a page with their parts beside it. They are the exhibits of a report, in full.
 * @module
 */
import { decodeUtf8, encodeUtf8 } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { FormatError, type Limits } from '../errors.js';
import { TABLE } from '../inspect/formats/table.js';
import { classifyMedia, decodeMms, type MmsPdu, type Part, partText } from '../mms/binary.js';
import { leafParts } from '../mms/content-class.js';
import { formatVCalendar } from '../vobject/vcalendar-format.js';
import { formatVCard } from '../vobject/vcard-format.js';
import { headerFacts } from './facts.js';
import { loadVObject } from './file-readers.js';
import { safe } from './html-page.js';
import { type Recognised, recognise } from './report/entries.js';
import { exhibit } from './report/exhibits.js';
import type { Exhibit } from './report/model.js';
import { SafePaths } from './safe-path.js';

/** A file that was made. */
export interface ModernFile {
  /** What follows the name of the file that it was made of: `.png`, `-2.png`, `/index.html`. */
  readonly suffix: string;
  readonly data: Uint8Array;
}

/** What became of a file. */
export interface Modernised {
  /**
   * - `converted`: `files` take its place.
   * - `kept`: programs of today read it as it is.
   * - `unknown`: nothing here makes anything of it, or not of all of it; it is kept as it is, beside what was made.
   */
  readonly outcome: 'converted' | 'kept' | 'unknown';
  readonly files: readonly ModernFile[];
  /** Why it is unknown, or what a conversion does not hold. */
  readonly reasons: readonly string[];
}

/** Formats that programs of today read. */
const OF_TODAY: ReadonlySet<string> = new Set('png jpeg gif wav midi text html xml json push-xml jad zip smil'.split(' '));

/** Messages in messages that are opened. */
const MAX_DEPTH = 3;

/** Texts of today that may carry something of then. */
const CARRIERS: ReadonlySet<string> = new Set('log form kannel soap smpp-json'.split(' '));

/**
 * Makes files of today of one of then.
 * @throws LimitError past the limits of `inspect`
 */
export function modernise(octets: Uint8Array, limits?: Partial<Limits>): Modernised {
  return moderniseAt(octets, limits, 0);
}

/** @param depth messages around it */
function moderniseAt(octets: Uint8Array, limits: Partial<Limits> | undefined, depth: number): Modernised {
  if (octets.length === 0) return { outcome: 'unknown', files: [], reasons: ['it is empty'] };
  const found = recognise(octets, limits);
  const { format, reason } = found;
  if (format === undefined) return { outcome: 'unknown', files: [], reasons: [reason] };
  if (OF_TODAY.has(format) && found.within.length === 0) return { outcome: 'kept', files: [], reasons: [] };
  try {
    const kind = format === 'rows' ? 'picture' : TABLE[format].kind;
    if (kind === 'card' || kind === 'calendar') return moderniseObject(found);
    if (kind === 'mms') return depth > MAX_DEPTH ? TOO_DEEP : moderniseMms(found, limits, depth);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { outcome: 'unknown', files: [], reasons: [error.message] };
  }
  const { exhibits, faults } = exhibit(format, found.octets, found.tree, { isWhole: true });
  const error = found.tree.error?.message;
  const reasons = [...(error === undefined ? [] : [error]), ...faults];
  if (CARRIERS.has(format))
    return { outcome: 'kept', files: filesOf(exhibits.filter(({ kind }) => kind !== 'text')), reasons: [] };
  const files = filesOf(exhibits);
  if (files.length === 0 && reasons.length === 0)
    return { outcome: 'unknown', files, reasons: ['there is nothing to show of it'] };
  return { outcome: reasons.length === 0 ? 'converted' : 'unknown', files, reasons };
}

/** A text in UTF-8; halves of characters, which UTF-8 does not have, as U+FFFD. */
function encodeText(text: string): Uint8Array {
  return encodeUtf8(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** The files of exhibits: those of one kind are numbered. */
function filesOf(exhibits: readonly Exhibit[]): ModernFile[] {
  const texts = exhibits.flatMap((one) => (one.kind === 'text' && one.text !== '' ? [one.text] : []));
  const made = exhibits.flatMap((one): (readonly [extension: string, data: Uint8Array])[] => {
    if (one.kind === 'picture') return one.frames.map(({ file, extension = '.png' }) => [extension, file]);
    if (one.kind === 'text') return [];
    return [
      ...(one.midi === undefined ? [] : [['.mid', one.midi] as const]),
      ...(one.wav === undefined ? [] : [['.wav', one.wav] as const]),
    ];
  });
  // The texts of one file are one.
  if (texts.length > 0) made.push(['.txt', encodeText(`${texts.join('\n\n')}\n`)]);
  const count = (extension: string) => made.filter(([other]) => other === extension).length;
  const numbers = new Map<string, number>();
  return made.map(([extension, data]) => {
    const number = (numbers.get(extension) ?? 0) + 1;
    numbers.set(extension, number);
    return { suffix: `${count(extension) > 1 ? `-${number}` : ''}${extension}`, data };
  });
}

/** A card as vCard 3.0, a calendar as iCalendar 2.0; what is of such a version stays as it is. */
function moderniseObject({ octets, format, within }: Recognised): Modernised {
  // Programs of today read UTF-8 alone.
  const utf8 = within.length === 0 ? tryDecode(() => decodeUtf8(octets)) : undefined;
  if (utf8 !== undefined && /^VERSION:(?:[34]\.0|2\.0)\s*$/im.test(utf8)) {
    return { outcome: 'kept', files: [], reasons: [] };
  }
  const reasons: string[] = [];
  const onIssue = ({ field, reason }: { readonly field: string; readonly reason: string }) =>
    reasons.push(`${field}: ${reason}`);
  const object = loadVObject(octets, format === 'vcard' ? '.vcf' : '.vcs', { lenient: true, onIssue });
  const text =
    object.kind === 'vcard'
      ? formatVCard(object.card, { version: '3.0', onIssue })
      : formatVCalendar(object.calendar, {
          version: '2.0',
          onIssue,
          onDrop: (path) => reasons.push(`${path} is not written: iCalendar has no place for it`),
        });
  const suffix = object.kind === 'vcard' ? '.vcf' : '.ics';
  return { outcome: reasons.length === 0 ? 'converted' : 'unknown', files: [{ suffix, data: encodeUtf8(text) }], reasons };
}

// ---- multimedia messages ----

/** A part on the page of its message. */
interface PagePart {
  readonly name: string;
  readonly media: 'text' | 'picture' | 'sound' | 'file';
  readonly text?: string;
}

/** A page, and the parts beside it in the forms of today. */
function moderniseMms({ octets, tree }: Recognised, limits: Partial<Limits> | undefined, depth: number): Modernised {
  const message = decodeMms(octets, { lenient: true });
  const reasons = tree.error === undefined ? [] : [tree.error.message];
  const files: ModernFile[] = [];
  const shown: PagePart[] = [];
  const paths = new SafePaths();
  const index = paths.file('index.html');
  const add = (name: string, data: Uint8Array, media: PagePart['media']) => {
    const path = paths.file(name.replace(/[/\\]/g, '_'));
    files.push({ suffix: `/${path}`, data });
    shown.push({ name: path, media });
  };
  for (const part of leafParts(message.parts ?? [])) {
    const { name, data, contentType } = part;
    if (classifyMedia(contentType) === 'presentation') files.push({ suffix: `/${paths.file(name || 'slides.smil')}`, data });
    else if (classifyMedia(contentType) === 'text') shown.push({ name, media: 'text', text: partText(part) });
    else addPart(part, limits, depth + 1, add, reasons);
  }
  const page = encodeText(pageOfMms(message, shown));
  return {
    outcome: reasons.length === 0 ? 'converted' : 'unknown',
    files: [{ suffix: `/${index}`, data: page }, ...files],
    reasons,
  };
}

const TOO_DEEP: Modernised = {
  ...{ outcome: 'unknown', files: [] },
  reasons: [`more than ${MAX_DEPTH} messages inside of each other`],
};

/** A picture or a sound in the form of today; anything else as it is. */
function addPart(
  { name, data, contentType }: Part,
  limits: Partial<Limits> | undefined,
  depth: number,
  add: (name: string, data: Uint8Array, media: PagePart['media']) => void,
  reasons: string[],
): void {
  const own = classifyMedia(contentType);
  const made = own === 'image' || own === 'sound' ? moderniseAt(data, limits, depth) : undefined;
  for (const { suffix, data: file } of made?.outcome === 'converted' ? made.files : []) {
    if (!/\.(?:png|wav|mid)$/.test(suffix)) continue;
    add(`${name}${suffix}`, file, suffix.endsWith('.png') ? 'picture' : suffix.endsWith('.wav') ? 'sound' : 'file');
  }
  if (made?.outcome === 'converted') return;
  add(name || 'part', data, own === 'image' ? 'picture' : own === 'sound' ? 'sound' : 'file');
  if (made?.outcome === 'unknown') reasons.push(`${name}: ${made.reasons[0] ?? contentType}`);
}

function pageOfMms(message: MmsPdu, parts: readonly PagePart[]): string {
  const facts = headerFacts(message).map(({ name, value }) => `<dt>${safe(name)}</dt><dd>${safe(value)}</dd>`);
  const items = parts.map(({ name, media, text = '' }) => {
    const address = safe(encodeURIComponent(name));
    if (media === 'text') return `<p dir="auto">${safe(text, true)}</p>`;
    if (media === 'picture') return `<p><img src="${address}" alt="${safe(name)}"></p>`;
    if (media === 'sound') return `<p><audio controls src="${address}" aria-label="${safe(name)}"></audio></p>`;
    return `<p><a href="${address}">${safe(name)}</a></p>`;
  });
  const title = safe(message.subject ?? message.type);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; media-src 'self' file:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
<dl>${facts.join('')}</dl>
${items.join('\n')}
</body>
</html>
`;
}
