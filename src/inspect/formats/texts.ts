/**
 * Text: by itself, as listings and logs of PDUs, and as a way to write other octets down.
 * @module
 */
import type { Field } from '../../bytes/index.js';
import { base64Tree, identifyBase64 } from '../base64.js';
import type { Format } from '../formats.js';
import { readHexLine } from '../hex-digits.js';
import { fileOfLines } from '../hex-dumps.js';
import { type InspectedPart, withJoined } from '../join-parts.js';
import { findField, identifyLog, openTextSteps } from '../log.js';
import { findStoredFormat } from '../log-lines.js';
import { type Announced, findAnnounced } from '../modem-lines.js';
import type { BoundedOpening } from '../nested-payloads.js';
import { scklTree } from '../sckl.js';
import { finishSteps, type Steps } from '../steps.js';
import { LINES, readText, splitLines, textPieces } from '../texts.js';
import { checkItems, notText, textSteps } from '../trees.js';
import type { Evidence, Input, Row } from './row.js';
import { sniffHex } from './wrapped.js';

/** Names of the formats here, but for logs. */
export type TextFormat = 'text' | 'hex' | 'base64' | 'at' | 'sckl';

/** The rows of texts, but for logs. */
export const TEXTS: Readonly<Record<TextFormat, Row>> = /* @__PURE__ */ textRows();

function textRows(): typeof TEXTS {
  return {
    text: {
      label: 'text',
      kind: 'text',
      sniff: ({ text }) => (text === undefined ? undefined : { confidence: 0.2, reason: 'printable UTF-8' }),
      inspect: (octets, { bounds }) => {
        const text = readText(octets);
        if (text === undefined) return { field: notText('text', octets, bounds) };
        return { field: { name: 'text', value: text, start: 0, end: octets.length, children: [] } };
      },
    },
    hex: {
      label: 'PDUs in hex, a line each',
      kind: 'listing',
      sniff: sniffHex,
      inspect: (octets, opening) => ({ field: finishSteps(hexSteps(octets, opening)) }),
      steps: hexSteps,
    },
    base64: {
      label: 'base64 of another format',
      kind: 'wrapper',
      sniff: ({ text, identify }) => (text === undefined ? undefined : identifyBase64(text, identify)),
      inspect: (octets, opening) => ({ field: base64Tree(octets, opening.bounds, opening) }),
    },
    at: {
      label: 'AT commands',
      kind: 'listing',
      sniff: sniffAt,
      inspect: (octets, opening) => ({ field: finishSteps(linesSteps('at', octets, opening)) }),
      steps: (octets, opening) => linesSteps('at', octets, opening),
    },
    sckl: {
      label: '//SCKL text',
      kind: 'message',
      sniff: ({ text }) =>
        text?.startsWith('//SCKL') === true ? { confidence: 0.99, reason: 'begins with //SCKL' } : undefined,
      inspect: (octets, opening) => ({ field: datagramsTree(octets, opening) }),
    },
  };
}

/** The row of logs: text with payloads among other words, which is asked after all other texts. */
export const LOG: Row = {
  label: 'log with PDUs among other words',
  kind: 'listing',
  sniff: ({ text, identify }, found) => {
    // What is known for a document, a listing or a tune is read as that.
    const isKnown = text === undefined || found.some(({ confidence }) => confidence >= 0.5);
    return isKnown ? undefined : identifyLog(text, identify);
  },
  inspect: (octets, opening) => ({ field: finishSteps(logSteps(octets, opening)) }),
  steps: logSteps,
};

function logSteps(octets: Uint8Array, opening: BoundedOpening): Steps<Field> {
  const { as, bounds, direction } = opening;
  const wanted = { as: as === 'log' ? undefined : as, direction };
  return textSteps('log', octets, bounds, (text) => openTextSteps(text, octets, opening, wanted));
}

/** A command or an answer that a PDU goes with. */
const AT_MESSAGE = /^[ \t]*(?:>[ \t]*)?(?:AT)?\+C(?:MGS|MGW|MGR|MGL|MT|DS)\b/i;
/** What else a session with a modem has: other commands and answers, results, PDUs and the end of a PDU. */
const AT_LINE = /^(?:>[ \t]*)?(?:AT\b.*|AT[+&^].*|\+C[A-Z]{2,4}\b.*|OK|ERROR|RING|(?:[\dA-F]{2})+\x1a?|\x1a|)$/i;

function sniffAt({ lines }: Input): Evidence | undefined {
  if (!lines.some((line) => AT_MESSAGE.test(line))) return undefined;
  const share = lines.filter((line) => AT_LINE.test(line.trim())).length / lines.length;
  const [confidence, where] = share >= 0.5 ? [0.96, ''] : [0.15, ' among other lines'];
  return { confidence, reason: `AT commands or answers${where}` };
}

/** Lines of hex: one file, or payloads of their own. */
function* hexSteps(octets: Uint8Array, opening: BoundedOpening): Steps<Field> {
  const text = readText(octets);
  const file = text === undefined ? undefined : fileOfLines(splitLines(text), opening);
  if (file === undefined) return yield* linesSteps('hex', octets, opening);
  const { as } = opening;
  const { field } = as !== undefined && opening.isBinary(as) ? opening.inspect(file, as) : opening.inspect(file);
  const place = { value: undefined, start: 0, end: octets.length };
  return { name: 'hex', ...place, children: [{ name: `hex: ${field.name}`, ...place, octets: file, children: [field] }] };
}

/** Lines of hex, alone or among AT commands: each is read for itself, then parts are joined. */
function* linesSteps(format: 'hex' | 'at', octets: Uint8Array, { bounds, beside }: BoundedOpening): Steps<Field> {
  const text = readText(octets);
  if (text === undefined) return notText(format, octets, bounds);
  const lines: Field[] = [];
  const parts: InspectedPart[] = [];
  const isAlone = splitLines(text).length === 1;
  let command = '';
  let number = 0;
  for (const { piece: line, start, end } of textPieces(text, LINES, 0, octets.length)) {
    number++;
    const run = readHexLine(line);
    const words = line.trim();
    if (run === undefined) lines.push({ name: 'line', value: words, start, end, children: [] });
    else {
      const announced = format === 'at' ? findAnnounced(command) : undefined;
      const find = { octets: run.octets, format: formatOfLine(run.octets, format, announced, beside), run, announced };
      const { field, part } = findField(find, start, end, beside, isAlone ? 'hex' : `line ${number}`);
      lines.push(field);
      if (part !== undefined) parts.push(part);
      yield lines;
    }
    // A modem that repeats what it gets puts an empty line between a command and its prompt.
    if (words !== '') command = words;
    checkItems(lines.length, end, bounds);
  }
  return withJoined({ name: format, value: undefined, start: 0, end: octets.length, children: lines }, parts, bounds);
}

/** What a line of hex is read as; in an AT script the command before it tells the direction, and that a service centre's address comes first. */
function formatOfLine(
  octets: Uint8Array,
  format: 'hex' | 'at',
  announced: Announced | undefined,
  { as, identify, isBinary, likeliest }: BoundedOpening,
): Format | undefined {
  if (format === 'hex') return as !== undefined && isBinary(as) ? as : likeliest(octets);
  return announced?.isSent === true ? 'pdu-mo' : findStoredFormat(identify(octets));
}

/** A message of the text transport, or several, each from the beginning of a line on. */
function datagramsTree(octets: Uint8Array, { bounds }: BoundedOpening): Field {
  const text = readText(octets);
  if (text === undefined) return notText('SCKL', octets, bounds);
  const messages = text.split(/(?<=[\r\n])(?=\/\/SCKL)/);
  checkItems(messages.length, octets.length, bounds);
  if (messages.length === 1) return scklTree(text, 0, octets.length, bounds).field;
  const children: Field[] = [];
  const parts: InspectedPart[] = [];
  for (const { piece: message, start, end } of textPieces(text, messages, 0, octets.length)) {
    const { field, part } = scklTree(message, start, end, bounds);
    children.push(field);
    if (part !== undefined) parts.push({ ...part, from: '' });
  }
  return withJoined({ name: 'sckl', value: undefined, start: 0, end: octets.length, children }, parts, bounds);
}
