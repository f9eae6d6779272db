/**
 * Writes VMG files: see vmg-parse.ts for their form.
 *
 * A text is written in lines of its own, as Nokia's phones do; one that would then be read as something else, such as a line `END:VBODY`, is written
 * as `TEXT` with an encoding.
 * @module
 */
import { encodeUtf8 } from '../bytes/utf8.js';
import { quotedPrintable } from '../vobject/encodings.js';
import { checkMessages, Losses } from './losses.js';
import { type ArchiveAddress, type ArchiveFormatOptions, type ArchiveMessage, messageText, type RestField } from './model.js';
import { readPduMessage } from './pdu.js';
import { formatCardAddress, readCardAddress } from './vmg-card.js';
import { isBodyProperty, isUsualBox, VERSION } from './vmg-parse.js';
import { formatClock, formatStamp } from './vmg-time.js';

/**
 * Formats messages as a VMG file, one after the other, with lines that end in CRLF.
 *
 * Parsing it gives equal messages, except for what `onLoss` reports: a VMG has one text, one time, one sender, and recipients.
 * @throws EncodeError `bad-value` for an invalid message or time.
 */
export function formatVmg(messages: readonly ArchiveMessage[], options: ArchiveFormatOptions = {}): string {
  checkMessages(messages);
  const losses = new Losses(options);
  const cards = new Map<string, string>();
  return messages
    .map((message, index) => {
      losses.index = index;
      return losses.wellFormed(formatMessage(message, losses, cards), 'message');
    })
    .join('');
}

/** Box, status and type of a state. */
const PLACES = {
  read: ['INBOX', 'READ', 'DELIVER'],
  unread: ['INBOX', 'UNREAD', 'DELIVER'],
  sent: ['SENT', 'SENT', 'SUBMIT'],
  draft: ['DRAFT', 'DRAFT', 'SUBMIT'],
  outbox: ['OUTBOX', 'UNSENT', 'SUBMIT'],
} as const;

function formatMessage(message: ArchiveMessage, losses: Losses, cards: Map<string, string>): string {
  const { kind, direction, time, folder, id, addresses, parts, serviceCentre, sentTime, subject, udh } = message;
  const rest = losses.ownRest(message.rest, 'vmg').filter((each) => isWritable(each, losses));
  const restOf = (name: string) => rest.find((each) => each.name.toUpperCase() === name);
  const hex = restOf('PDU')?.value;
  const isPdu = hex !== undefined && readPduMessage(hex, direction)?.text === message.text;
  if (!isPdu) {
    losses.dropped('serviceCentre', serviceCentre);
    losses.dropped('udh', udh);
    parts.forEach((part, i) => {
      if (kind === 'mms' && part.contentType === 'text/plain') losses.lose(`parts[${i}]`, 'becomes the text of the message');
      else losses.dropped(`parts[${i}]`, part);
    });
  }
  losses.dropped('sentTime', sentTime);
  losses.dropped('subject', subject);
  const lines = ['BEGIN:VMSG', `VERSION:${restOf('VERSION')?.value ?? VERSION}`, ...formatPlace(message, rest, losses)];
  const clock = time === undefined ? undefined : formatClock(losses.wallClock(time, 'time'));
  const stamp = time === undefined || time.isLocal === true ? clock : formatStamp(Math.floor(time.ms / 1000) * 1000);
  const isDated = clock !== undefined && stamp !== undefined;
  if (time !== undefined && !isDated) losses.lose('time', 'a year that has not four digits');
  if (isDated && time?.isLocal !== true) lines.push(`X-NOK-DT:${stamp}`);
  if (id !== undefined) lines.push(`X-IRMC-LUID:${oneLine(id, 'id', losses)}`);
  for (const { name, value } of rest) {
    if (name.startsWith('VBODY/') || PLACED.has(name.toUpperCase())) continue;
    if (name === 'VCARD' || name.startsWith('BEGIN:')) lines.push(value);
    else lines.push(name === '' ? value : `${name}:${value}`);
  }
  if (folder === '' || id === '') losses.lose(id === '' ? 'id' : 'folder', 'is empty');
  if (folder !== undefined && isUsualBox(folder)) losses.lose('folder', 'is one of the usual boxes');
  const froms = addresses.filter(({ role }) => role === 'from');
  const others = addresses.filter(({ role }) => role !== 'from');
  if (direction === 'out' && froms.length > 0 && others.length === 0)
    losses.lose('addresses', 'an originator without recipients');
  if (froms.length > 1) losses.lose('addresses', 'more than one originator');
  if (addresses.some(({ role }, i) => role === 'from' && addresses[i - 1] !== undefined && addresses[i - 1]?.role !== 'from'))
    losses.lose('addresses', 'the order of originator and recipients');
  let text = `${lines.join('\r\n')}\r\n${cardOf(froms[0], losses, cards)}`;
  for (const other of others) {
    if (other.role !== 'to') losses.lose('addresses', `a recipient as ${other.role}, written as any other`);
    text += `BEGIN:VENV\r\n${cardOf(other, losses, cards)}`;
  }
  const envelopes = Math.max(1, others.length);
  if (others.length === 0) text += 'BEGIN:VENV\r\n';
  text += `BEGIN:VBODY\r\n${formatBody(message, rest, isDated ? clock : undefined, isPdu ? hex : undefined, losses)}END:VBODY\r\n`;
  return `${text}${'END:VENV\r\n'.repeat(envelopes)}END:VMSG\r\n`;
}

/** Fields that are written where the model's are. */
const PLACED: ReadonlySet<string> = /* @__PURE__ */ new Set(['VERSION', 'PDU', 'X-IRMC-STATUS', 'X-MESSAGE-TYPE']);

function isWritable({ name, value }: RestField, losses: Losses): boolean {
  const isComponent = name === 'VCARD' || name.startsWith('BEGIN:');
  const isLine = !/[\r\n]/.test(value) && /^(?:VBODY\/)?(?:[A-Za-z][A-Za-z0-9-]*(?:;[^:\r\n]*)?)?$/.test(name);
  const isEdge = /^(?:VBODY\/)?(?:BEGIN|END)$/i.test(name) || (name === '' && /^\s*(?:BEGIN|END):/i.test(value));
  const isRead = !name.startsWith('VBODY/') || isBodyProperty(`${name.slice('VBODY/'.length)}:${value}`);
  if (
    isComponent
      ? /^BEGIN:/i.test(value) && !/(?:^|\n)[^\S\n]*END:VMSG[^\S\n]*(?:\n|$)/i.test(value)
      : isLine && !isEdge && isRead
  )
    return true;
  losses.lose(`rest.${name}`, 'cannot be a line of a VMG');
  return false;
}

function formatPlace({ direction, state, folder }: ArchiveMessage, rest: readonly RestField[], losses: Losses): string[] {
  let known: keyof typeof PLACES | undefined;
  if (state === 'failed' || state === 'queued') {
    losses.lose('state', `${state} is written as outbox`);
    known = 'outbox';
  } else known = state;
  const place = known === undefined ? undefined : PLACES[known];
  const isIn = place === undefined ? direction === 'in' : place[2] === 'DELIVER';
  if (direction === undefined && place !== undefined) losses.lose('direction', 'follows from the state');
  else if (isIn !== (direction === 'in')) losses.lose('direction', `${direction} does not go with ${state}`);
  const lines: string[] = [];
  const kept = (name: string) => rest.find((each) => each.name.toUpperCase() === name)?.value;
  const status = kept('X-IRMC-STATUS') ?? place?.[1];
  if (status !== undefined) lines.push(`X-IRMC-STATUS:${status}`);
  const box =
    folder === undefined || folder === '' ? (place?.[0] ?? (isIn ? 'INBOX' : undefined)) : oneLine(folder, 'folder', losses);
  if (box !== undefined) lines.push(`X-IRMC-BOX:${box}`);
  const type = kept('X-MESSAGE-TYPE') ?? place?.[2] ?? (direction === undefined ? undefined : isIn ? 'DELIVER' : 'SUBMIT');
  if (type !== undefined) lines.push(`X-MESSAGE-TYPE:${type}`);
  return lines;
}

/** A value of a property, in one line without blanks at its ends. */
function oneLine(value: string, field: string, losses: Losses): string {
  const clean = losses.wellFormed(value, field);
  const line = clean.replace(/[\r\n]+/g, ' ').trim();
  if (line !== clean) losses.lose(field, 'line ends, and blanks at its ends');
  return line;
}

function cardOf(address: ArchiveAddress | undefined, losses: Losses, cards: Map<string, string>): string {
  if (address === undefined) return formatCardAddress(undefined);
  const clean = {
    address: oneLine(address.address, 'addresses', losses),
    ...(address.name !== undefined && { name: losses.wellFormed(address.name, 'addresses') }),
    ...(address.card !== undefined && { card: address.card }),
  };
  const key = JSON.stringify(clean);
  const known = cards.get(key);
  if (known !== undefined) return known;
  const text = formatCardAddress(clean);
  // A card has no empty names, and no blanks at the ends of some values.
  const read = readCardAddress(text);
  if (read?.address !== clean.address || read.name !== clean.name)
    losses.lose('addresses', 'a name or number that a card changes');
  else cards.set(key, text);
  return text;
}

function formatBody(
  message: ArchiveMessage,
  rest: readonly RestField[],
  clock: string | undefined,
  hex: string | undefined,
  losses: Losses,
): string {
  const own = rest.filter(({ name }) => name.startsWith('VBODY/'));
  const lines = own.map(({ name, value }) => `${name.slice('VBODY/'.length)}:${value}`);
  const hasDate = own.some(({ name }) => name.toUpperCase() === 'VBODY/DATE');
  if (message.kind === 'mms') lines.push('X-TYPE:MMS');
  if (clock !== undefined && !hasDate) lines.push(`Date:${clock}`);
  const head = lines.map((line) => `${line}\r\n`).join('');
  if (hex !== undefined) return `${head}${hex}\r\n`;
  const text = unixLines(losses.wellFormed(messageText(message), 'text'), losses);
  if (text === '') return head;
  if (isPlain(text)) return `${head}${text.replace(/\n/g, '\r\n')}\r\n`;
  const quoted = quotedPrintable(encodeUtf8(text.replace(/\n/g, '\r\n')));
  return `${head}TEXT;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${quoted}\r\n`;
}

function unixLines(text: string, losses: Losses): string {
  if (!text.includes('\r')) return text;
  losses.lose('text', 'carriage returns');
  return text.replace(/\r\n?/g, '\n');
}

/** Whether lines of text are read as they are: no line of them is an edge, a property or a PDU. */
function isPlain(text: string): boolean {
  return !(
    /(?:^|\n)[^\S\n]*(?:END:|BEGIN:VMSG)/i.test(text) ||
    /\0|\n$/.test(text) ||
    /^(?:Date|X-[A-Za-z0-9-]+|TEXT|SUBJECT)[;:]/i.test(text) ||
    /^[0-9A-Fa-f\n]+$/.test(text)
  );
}
