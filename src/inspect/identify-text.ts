/**
 * What a text is: a listing of PDUs, a tune, a document of XML, a card or calendar.
 * @module
 */
import { DEFAULT_LIMITS, FormatError, type Limits } from '../errors.js';
import { parseRtttl } from '../ringtone/index.js';
import { decodeVObjectText, identifyVObject } from '../vobject/index.js';
import type { Identification } from './formats.js';
import { identifyDocuments, identifyXml } from './identify-documents.js';
import { identifyWrapped } from './identify-wrapped.js';
import { identifyJad } from './jad.js';
import { identifyLog } from './log.js';
import type { Opening } from './opening.js';
import { DOCUMENT_NAMES } from './push-data.js';
import { pushXmlOf } from './push-xml.js';
import { describeSmil, smilOf } from './smil.js';
import { linesOf, looseTextOf, textOf } from './texts.js';
import { readTuneText, type TuneTextFormat, tuneTextFormat } from './tune-texts.js';
import { readVObject } from './vobject-trees.js';

export function identifyText(
  octets: Uint8Array,
  limits: Partial<Limits> | undefined,
  identify: Opening['identify'],
): Identification[] {
  const text = textOf(octets);
  if (text === undefined) return identifyLatin(octets);
  const found: Identification[] = [{ format: 'text', confidence: 0.2, reason: 'printable UTF-8' }];
  const lines = linesOf(text);
  found.push(...identifyWrapped(text, lines, identify));
  if (lines.some((line) => AT_MESSAGE.test(line))) {
    const share = lines.filter((line) => AT_LINE.test(line.trim())).length / lines.length;
    const [confidence, where] = share >= 0.5 ? [0.96, ''] : [0.15, ' among other lines'];
    found.push({ format: 'at', confidence, reason: `AT commands or answers${where}` });
  }
  const xml = pushXmlOf(text);
  if (xml !== undefined) {
    const confidence = !xml.isCertain ? 0.5 : xml.isWhole ? 0.98 : 0.7;
    const reason = `XML of a ${DOCUMENT_NAMES[xml.kind]}${xml.isWhole ? '' : ', cut'}`;
    found.push({ format: 'push-xml', confidence, reason });
  }
  const smil = smilOf(text);
  if (smil !== undefined) {
    const reason = `SMIL, ${describeSmil(smil)}${smil.isWhole ? '' : ', cut'}`;
    found.push({ format: 'smil', confidence: smil.isWhole ? 0.98 : 0.7, reason });
  }
  found.push(...identifyDocuments(text, xml !== undefined || smil !== undefined));
  if (text.startsWith('//SCKL')) found.push({ format: 'sckl', confidence: 0.99, reason: 'begins with //SCKL' });
  if (text.length <= DEFAULT_LIMITS.tuneCharacters) {
    const form = tuneTextFormat(text);
    if (form !== undefined) found.push(identifyTuneText(form, text, limits));
    else if (/^[^:]*:[^:]*:/.test(text)) found.push(...identifyRtttl(text));
  }
  // What is known for a document, a listing or a tune is read as that.
  const isKnown = found.some(({ confidence }) => confidence >= 0.5);
  const log = isKnown ? undefined : identifyLog(text, identify);
  return log === undefined ? found : [...found, log];
}

/** A command or an answer that a PDU goes with. */
const AT_MESSAGE = /^[ \t]*(?:>[ \t]*)?(?:AT)?\+C(?:MGS|MGW|MGR|MGL|MT|DS)\b/i;
/** What else a session with a modem has: other commands and answers, results, PDUs and the end of a PDU. */
const AT_LINE = /^(?:>[ \t]*)?(?:AT\b.*|AT[+&^].*|\+C[A-Z]{2,4}\b.*|OK|ERROR|RING|(?:[\dA-F]{2})+\x1a?|\x1a|)$/i;

/** Documents and descriptors of the time are often in ISO 8859-1: they count when they begin as nothing else does. */
function identifyLatin(octets: Uint8Array): Identification[] {
  const beginning = String.fromCharCode(...octets.subarray(0, MAX_BEGINNING));
  if (!/^\s*<[!?A-Za-z]|^(?:MIDlet-|Manifest-Version:)/i.test(beginning)) return [];
  const found = looseTextOf(octets);
  if (found === undefined) return [];
  const jad = identifyJad(found.text);
  return [...identifyXml(found.text), ...(jad ? [jad] : [])];
}

/** The words in front of the Ericsson forms say enough; Motorola's four characters may begin any text, so that its notes have to speak. */
function identifyTuneText(format: TuneTextFormat, text: string, limits: Partial<Limits> | undefined): Identification {
  const { tune, error, issues } = readTuneText(format, text, limits);
  const isMarked = format !== 'motorola';
  if (tune === undefined) {
    return { format, confidence: isMarked ? 0.7 : 0.1, reason: `begins as a tune, but ${error?.message}` };
  }
  const count = `a tune of ${tune.notes.length} notes`;
  if (error === undefined) return { format, confidence: 0.98, reason: count };
  const share = tune.notes.length / (tune.notes.length + issues.length);
  const confidence = isMarked ? 0.7 + 0.2 * share : share < 0.5 ? 0.1 : 0.9 * share;
  return { format, confidence, reason: `${count} with faults: ${error.message}` };
}

function identifyRtttl(text: string): Identification[] {
  try {
    let hasUnknownKeys = false;
    const tune = parseRtttl(text, { onIssue: ({ code }) => (hasUnknownKeys ||= code === 'unknown-key') });
    // Readers ignore keys they do not know, so that any text with two colons and a few letters would pass.
    // Two colons and a note or two, with no default named, may be anything: std::a.
    const isBare = tune.notes.length < 3 && /^[^:]*:\s*:/.test(text);
    const confidence = hasUnknownKeys ? 0.15 : isBare ? 0.5 : 0.97;
    return [{ format: 'rtttl', confidence, reason: `a tune of ${tune.notes.length} notes` }];
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  try {
    let issues = 0;
    const tune = parseRtttl(text, { lenient: true, onIssue: () => issues++ });
    const share = tune.notes.length / (tune.notes.length + issues);
    if (tune.notes.length < 2 || share < 0.5) return [];
    // Of any text a few letters in a row are notes, and make no tune of it: a title is a line, and the rest is notes.
    const isTune = /^\s*[^:\r\n]*:/.test(text) && text.length <= MAX_TITLE + MAX_NOTE * (tune.notes.length + issues);
    if (!isTune) return [];
    return [{ format: 'rtttl', confidence: 0.8 * share, reason: `a tune of ${tune.notes.length} notes with ${issues} faults` }];
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

/** Characters of a title with the defaults behind it, and of a note with blanks and options. */
const [MAX_TITLE, MAX_NOTE] = [200, 16];

/** A card or a calendar says so in its first line; it may be in ISO 8859-1, which is no text of UTF-8. */
export function identifyVObjects(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const beginning = String.fromCharCode(...octets.subarray(0, MAX_BEGINNING));
  // A fold may cut the words anywhere.
  if (!/BEGIN:V/i.test(beginning.replace(/\s/g, ''))) return [];
  const text = decodeVObjectText(octets);
  const format = identifyVObject(text);
  if (format === undefined) return [];
  const { meaning, error } = readVObject(format, text, limits);
  if (meaning === undefined) return [{ format, confidence: 0.7, reason: `begins as one, but ${error?.message}` }];
  if (error === undefined) return [{ format, confidence: 0.98, reason: meaning }];
  return [{ format, confidence: 0.9, reason: `${meaning}, with faults: ${error.message}` }];
}

/** Octets in which an object begins: the blanks and lines before it are few. */
const MAX_BEGINNING = 128;
