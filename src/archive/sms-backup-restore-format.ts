/**
 * Writes the XML of SMS Backup & Restore: see sms-backup-restore-parse.ts for its form. What is written is XML throughout: characters outside of the
 * BMP are written as they are, and the few that XML cannot hold as U+FFFD.
 * @module
 */

import { toBase64 } from '../bytes/base64.js';
import { decodeUtf8, utf8Fault } from '../bytes/utf8.js';
import { toWellFormed } from '../bytes/utf16.js';
import { illegalIndex } from '../xml/characters.js';
import { formatElement } from '../xml/format.js';
import { formatBox, formatPart, formatRole, formatTime, hasTextColumn, OWNER, restMap, splitRecipients } from './android.js';
import { checkMessages, Losses } from './losses.js';
import type { ArchiveFormatOptions, ArchiveMessage, ArchivePart, RestField } from './model.js';
import { defaultType, MMS_TYPE, NO_NAME, otherParties, SMS_DEFAULTS } from './sms-backup-restore-parse.js';

/**
 * Formats messages as XML of the Android app SMS Backup & Restore, one element per line.
 *
 * Parsing it gives equal messages, except for what `onLoss` reports: an SMS has one address and no parts, only a single other person has a name, and
 * times are instants.
 * @throws EncodeError `bad-value` for an invalid message or time.
 * @example
 * ```ts
 * import { formatSmsBackupRestore, parseVmg } from 'handset/archive';
 *
 * const { messages } = parseVmg('BEGIN:VMSG\r\nBEGIN:VENV\r\nBEGIN:VBODY\r\nHello\r\nEND:VBODY\r\nEND:VENV\r\nEND:VMSG\r\n');
 * formatSmsBackupRestore(messages).includes('body="Hello"'); // -> true
 * ```
 */
export function formatSmsBackupRestore(messages: readonly ArchiveMessage[], options: ArchiveFormatOptions = {}): string {
  checkMessages(messages);
  const losses = new Losses(options);
  const lines = messages.flatMap((message, index) => {
    losses.index = index;
    if (message.kind === 'mms') return [formatMms(message, losses)];
    return splitRecipients(message, losses).map((each) => formatSms(each, losses));
  });
  const root = formatElement('smses', { count: lines.length }, `\n${lines.map((line) => `  ${line}\n`).join('')}`);
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${root}\n`;
}

/** A value of an attribute; `null` for none. */
function writeValue(value: string | undefined, field: string, losses: Losses, isText = false): string {
  if (value === undefined) return 'null';
  if (value === 'null' && !isText) losses.lose(field, 'is null, which means nothing here');
  if (illegalIndex(value) < 0) return value;
  losses.lose(field, 'characters that XML cannot hold, written as U+FFFD');
  return toWellFormed(value).replace(ILLEGAL, '\ufffd');
}

const ILLEGAL = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** Attributes in their order, those that are left over after the others. */
class Attributes {
  readonly #losses: Losses;
  readonly #rest: Map<string, string>;
  readonly #written: Record<string, string> = {};

  constructor(rest: readonly RestField[], losses: Losses) {
    this.#losses = losses;
    this.#rest = restMap(rest, losses);
  }

  put(name: string, value: string | undefined, field: string, isText = false): void {
    const kept = this.#rest.get(name);
    this.#rest.delete(name);
    this.#written[name] = writeValue(kept ?? value, field, this.#losses, isText);
  }

  /** All of them. */
  finish(): Readonly<Record<string, string>> {
    for (const [name, value] of this.#rest) {
      if (/^[A-Za-z_][\w.-]{0,63}$/.test(name)) this.#written[name] = writeValue(value, `rest.${name}`, this.#losses);
      else this.#losses.lose(`rest.${name}`, 'cannot be the name of an attribute');
    }
    return this.#written;
  }
}

function nameOrNone(name: string | undefined, losses: Losses): string {
  if (name === NO_NAME || name === '') losses.lose('addresses', 'a name that means none');
  return name ?? NO_NAME;
}

function formatSms(message: ArchiveMessage, losses: Losses): string {
  const { addresses, text, subject, serviceCentre } = message;
  for (const [field, value] of [
    ['folder', message.folder],
    ['id', message.id],
    ['udh', message.udh],
  ] as const) {
    losses.dropped(field, value);
  }
  for (const [i, part] of message.parts.entries()) losses.dropped(`parts[${i}]`, part);
  const attributes = new Attributes(losses.ownRest(message.rest, 'android'), losses);
  const { box, read } = formatBox(message, 6, losses);
  const [address] = addresses;
  if (address !== undefined && address.role !== (message.direction === 'out' ? 'to' : 'from'))
    losses.lose('addresses', 'the role follows from the direction');
  losses.dropped('addresses.card', address?.card);
  attributes.put('protocol', SMS_DEFAULTS.get('protocol'), 'rest');
  attributes.put('address', address?.address, 'addresses');
  attributes.put('date', formatTime(message.time, 'time', losses) ?? '0', 'time');
  attributes.put('type', box, 'state');
  attributes.put('subject', subject, 'subject');
  attributes.put('body', text, 'text', true);
  attributes.put('toa', undefined, 'rest');
  attributes.put('sc_toa', undefined, 'rest');
  attributes.put('service_center', serviceCentre, 'serviceCentre');
  attributes.put('read', read, 'state');
  attributes.put('status', SMS_DEFAULTS.get('status'), 'rest');
  attributes.put('locked', SMS_DEFAULTS.get('locked'), 'rest');
  attributes.put('date_sent', formatTime(message.sentTime, 'sentTime', losses) ?? '0', 'sentTime');
  attributes.put('contact_name', address === undefined ? NO_NAME : nameOrNone(address.name, losses), 'addresses');
  return formatElement('sms', attributes.finish());
}

function formatMms(message: ArchiveMessage, losses: Losses): string {
  const { addresses, parts, text, subject, id, direction } = message;
  for (const field of ['folder', 'udh', 'serviceCentre'] as const) losses.dropped(field, message[field]);
  if (text !== '') losses.lose('text', 'becomes a part');
  const rest = losses.ownRest(message.rest, 'android');
  const ofAddresses = rest.filter(({ name }) => name === 'addr' || name.startsWith('addr.'));
  for (const { name } of ofAddresses) losses.lose(`rest.${name}`, 'belongs to no address');
  const attributes = new Attributes(
    rest.filter((field) => !ofAddresses.includes(field)),
    losses,
  );
  const { box, read } = formatBox(message, 5, losses);
  const others = otherParties(message);
  const only = others.length === 1 ? others[0] : undefined;
  for (const each of addresses) {
    if (each.name !== undefined && each !== only) losses.lose('addresses', 'the name of one of several');
    losses.dropped('addresses.card', each.card);
  }
  attributes.put('date', formatTime(message.time, 'time', losses) ?? '0', 'time');
  attributes.put('ct_t', MMS_TYPE, 'rest');
  attributes.put('msg_box', box, 'state');
  attributes.put('address', others.length === 0 ? undefined : others.map(({ address }) => address).join('~'), 'addresses');
  attributes.put('sub', subject, 'subject');
  attributes.put('read', read, 'state');
  attributes.put('m_id', id, 'id');
  attributes.put('m_type', defaultType(direction), 'rest');
  const seconds = formatTime(message.sentTime, 'sentTime', losses, 1000) ?? '0';
  attributes.put('date_sent', /^-?\d{1,10}$/.test(seconds) ? seconds : `${seconds}000`, 'sentTime');
  attributes.put('contact_name', nameOrNone(only?.name, losses), 'addresses');
  const written = text === '' ? parts : [textPart(text, losses), ...parts];
  const partElements = written.map((part, i) => formatPartElement(part, `parts[${i}]`, losses)).join('');
  const addrElements = addresses.map(({ role, address }) => {
    if (address === OWNER) losses.lose('addresses', 'stands for the owner');
    return formatElement('addr', { address: writeValue(address, 'addresses', losses), type: formatRole(role), charset: '106' });
  });
  const inner = `${formatElement('parts', {}, partElements)}${formatElement('addrs', {}, addrElements.join(''))}`;
  return formatElement('mms', attributes.finish(), inner);
}

function textPart(text: string, losses: Losses): ArchivePart {
  const data = new TextEncoder().encode(losses.wellFormed(text, 'text'));
  return { contentType: 'text/plain', charset: 'utf-8', data };
}

function formatPartElement(part: ArchivePart, field: string, losses: Losses): string {
  const { contentType, charset, data, isMissing } = part;
  const rest = restMap(losses.ownRest(part.rest, 'android', `${field}.rest`), losses, `${field}.rest`);
  const columns = formatPart(part, rest, field, losses);
  const attributes: Record<string, string> = {};
  const extra = [...rest].filter(([name]) => !columns.has(name) && name !== 'text' && name !== 'data');
  for (const name of ['seq', 'ct', 'name', 'chset', 'cd', 'fn', 'cid', 'cl']) {
    attributes[name] = writeValue(columns.get(name), `${field}.${name}`, losses);
  }
  for (const [name, value] of extra) {
    if (/^[A-Za-z_][\w.-]{0,63}$/.test(name)) attributes[name] = writeValue(value, `${field}.rest.${name}`, losses);
    else losses.lose(`${field}.rest.${name}`, 'cannot be the name of an attribute');
  }
  if (isMissing) return formatElement('part', { ...attributes, text: 'null' });
  const text = hasTextColumn(contentType) && (charset === undefined || charset === 'utf-8') ? textOf(data) : undefined;
  if (text !== undefined) return formatElement('part', { ...attributes, text });
  return formatElement('part', {
    ...attributes,
    text: writeValue(rest.get('text'), `${field}.rest.text`, losses),
    data: toBase64(data),
  });
}

/** Octets that are a text which XML holds; undefined for others, and for the word that means nothing. */
function textOf(data: Uint8Array): string | undefined {
  if (utf8Fault(data) !== undefined) return undefined;
  const text = decodeUtf8(data);
  return illegalIndex(text) < 0 && text !== 'null' ? text : undefined;
}
