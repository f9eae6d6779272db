/**
 * Writes a message as mail: see eml-parse.ts for its form.
 * @module
 */
import { encodeLatin1 } from '../bytes/latin1.js';
import { encodeUtf8, utf8Fault } from '../bytes/utf8.js';
import { formatBox, restMap } from './android.js';
import { MODEL_HEADERS, SMSSYNC } from './eml-parse.js';
import { checkMessages, Losses } from './losses.js';
import { formatMailAddress } from './mail-address.js';
import { formatMailDate } from './mail-time.js';
import { encodeBase64Lines, encodeQuoted, encodeWords, formatParameter } from './mime.js';
import type { ArchiveAddress, ArchiveFormatOptions, ArchiveMessage, ArchivePart } from './model.js';

/** Neither base64 nor quoted-printable has it at the beginning of a line. */
const BOUNDARY = '=_handset';

/** Options of {@link encodeEml}. */
export interface EmlOptions extends ArchiveFormatOptions {
  /** The index to report losses with; 0 by default. */
  readonly index?: number | undefined;
}

/**
 * Encodes a message as a mail (RFC 5322, MIME), with lines that end in CRLF, in ASCII.
 *
 * Decoding it gives an equal message, except for what `onLoss` reports: a mail has one time, in whole seconds, and addresses in order of their roles.
 * @throws EncodeError `bad-value` for an invalid message or time.
 */
export function encodeEml(message: ArchiveMessage, options: EmlOptions = {}): Uint8Array {
  checkMessages([message]);
  const losses = new Losses(options);
  losses.index = options.index ?? 0;
  const { kind, addresses, time, subject, id, serviceCentre, text, parts } = message;
  for (const field of ['sentTime', 'folder', 'udh'] as const) losses.dropped(field, message[field]);
  const lines: string[] = ['MIME-Version: 1.0'];
  const put = (name: string, value: string | undefined) => {
    if (value !== undefined) lines.push(`${name}: ${value}`);
  };
  putAddresses(addresses, put, losses);
  if (time !== undefined) {
    if (time.isLocal === true) losses.lose('time', 'a local time, written as if its clock showed UTC');
    const date = formatMailDate(losses.wallClock(time, 'time'), time.offsetMinutes ?? 0);
    if (date === undefined) losses.lose('time', 'a year that mail has no form for');
    put('Date', date);
  }
  if (subject !== undefined) put('Subject', words(subject, 'subject', losses));
  if (id !== undefined) {
    if (!/^[!-;=?-~]+$/.test(id)) losses.lose('id', 'characters that a Message-ID does not have');
    put('Message-ID', `<${id.replace(/[^!-;=?-~]/g, '_')}>`);
  }
  const { box, read } = formatBox(message, 6, losses);
  put(`X-smssync-datatype`, kind.toUpperCase());
  put(`X-smssync-type`, box);
  put(`X-smssync-read`, read);
  if (serviceCentre !== undefined) put('X-smssync-service_center', words(serviceCentre, 'serviceCentre', losses));
  putRest(message, put, lines, losses);
  const written = text === '' ? parts : [textPart(message, losses), ...parts];
  if (kind === 'mms' && text !== '') losses.lose('text', 'becomes a part');
  if (kind === 'sms' && text === '' && parts[0]?.contentType === 'text/plain')
    losses.lose('parts[0]', 'becomes the text of the message');
  const [first] = written;
  if (first === undefined) return encodeLatin1(`${lines.join('\r\n')}\r\nContent-Type: text/plain\r\n\r\n`, 'mail');
  if (kind === 'sms' && text !== '' && parts.length === 0)
    return encodeLatin1(`${lines.join('\r\n')}\r\n${formatPart(first, 'text', losses)}`, 'mail');
  const type = written.some(({ contentType }) => contentType === 'application/smil') ? 'multipart/related' : 'multipart/mixed';
  const inner = written.map((part, i) => `--${BOUNDARY}\r\n${formatPart(part, `parts[${i}]`, losses)}\r\n`).join('');
  const head = `${lines.join('\r\n')}\r\nContent-Type: ${type}; boundary="${BOUNDARY}"\r\n\r\n`;
  return encodeLatin1(`${head}${inner}--${BOUNDARY}--\r\n`, 'mail');
}

/** A text as a header has it, which neither begins nor ends with a blank. */
function words(text: string, field: string, losses: Losses): string {
  return encodeWords(losses.wellFormed(text, field));
}

const ROLES = ['from', 'to', 'cc', 'bcc'] as const;
const NAMES = { from: 'From', to: 'To', cc: 'Cc', bcc: 'Bcc' } as const;

function putAddresses(addresses: readonly ArchiveAddress[], put: (name: string, value: string) => void, losses: Losses): void {
  let last = 0;
  for (const { role } of addresses) {
    const at = ROLES.indexOf(role);
    if (at < last) losses.lose('addresses', 'the order of roles');
    last = Math.max(last, at);
  }
  for (const role of ROLES) {
    const items = addresses
      .filter((address) => address.role === role)
      .flatMap((each) => {
        losses.dropped('addresses.card', each.card);
        if (each.name === '') losses.lose('addresses', 'an empty name');
        const name = each.name === undefined ? undefined : losses.wellFormed(each.name, 'addresses');
        const item = formatMailAddress({ address: each.address, name });
        if (item === undefined) losses.lose('addresses', `${JSON.stringify(each.address.slice(0, 40))} has no form in mail`);
        return item === undefined ? [] : [item];
      });
    if (items.length > 0) put(NAMES[role], items.join(',\r\n '));
  }
}

function putRest(message: ArchiveMessage, put: (name: string, value: string) => void, lines: string[], losses: Losses): void {
  const android = (message.rest ?? []).filter(({ family }) => family === 'android');
  for (const [name, value] of restMap(android, losses)) {
    const key = name.toLowerCase();
    const isOwn =
      ['datatype', 'type', 'read', 'service_center'].includes(key) &&
      lines.some((line) => line.startsWith(`X-smssync-${key}:`));
    if (/^[a-z0-9_]+$/.test(name) && !isOwn) put(`X-smssync-${name}`, words(value, `rest.${name}`, losses));
    else losses.lose(`rest.${name}`, 'cannot be a header');
  }
  const others = (message.rest ?? []).filter(({ family }) => family !== 'android');
  for (const { name, value } of losses.ownRest(others, 'mail')) {
    const key = name.toLowerCase();
    if (/^[!-9;-~]+$/.test(name) && !MODEL_HEADERS.has(key) && !key.startsWith(SMSSYNC)) put(name, encodeWords(value));
    else losses.lose(`rest.${name}`, 'cannot be a header');
  }
}

/** The text of an SMS, its lines as mail has them. */
function textPart({ text }: ArchiveMessage, losses: Losses): ArchivePart {
  if (text.includes('\r')) losses.lose('text', 'carriage returns');
  const lines = losses.wellFormed(text, 'text').replace(/\r\n?/g, '\n').replace(/\n/g, '\r\n');
  return { contentType: 'text/plain', charset: 'utf-8', data: encodeUtf8(lines) };
}

/** Headers of a part, an empty line, and its octets. */
function formatPart(part: ArchivePart, field: string, losses: Losses): string {
  const { contentType, charset, name, location, contentId, fileName, data, isMissing } = part;
  if (isMissing) losses.lose(field, 'is missing, and becomes empty');
  if (!/^[!#$%&'*+.^_`|~0-9a-z{}-]+\/[!#$%&'*+.^_`|~0-9a-z{}-]+$/.test(contentType) || contentType.startsWith('multipart/'))
    losses.lose(`${field}.contentType`, 'is not a media type of a part');
  const rest = losses.ownRest(part.rest, 'mail', `${field}.rest`);
  let type = `Content-Type: ${contentType.replace(/[^!-~]|;/g, '_')}`;
  if (charset !== undefined) type += formatParameter('charset', charset);
  if (name !== undefined) type += formatParameter('name', losses.wellFormed(name, `${field}.name`));
  const others: string[] = [];
  const keys = new Set(['charset', 'name', 'boundary']);
  for (const each of rest) {
    const [, key] = /^Content-Type\.([a-z0-9-]+)$/.exec(each.name) ?? [];
    if (key !== undefined && !keys.has(key)) {
      keys.add(key);
      type += formatParameter(key, each.value);
    } else if (/^[!-9;-~]+$/.test(each.name) && !/^content-|^body$/i.test(each.name)) {
      others.push(`${each.name}: ${encodeWords(each.value)}`);
    } else losses.lose(`${field}.rest.${each.name}`, 'cannot be a header of a part');
  }
  const lines = [type];
  if (contentId !== undefined) {
    if (!/^[!-;=?-~]+$/.test(contentId)) losses.lose(`${field}.contentId`, 'characters that a Content-ID does not have');
    lines.push(`Content-ID: <${contentId.replace(/[^!-;=?-~]/g, '_')}>`);
  }
  if (location !== undefined) lines.push(`Content-Location: ${words(location, `${field}.location`, losses)}`);
  if (fileName !== undefined)
    lines.push(
      `Content-Disposition: attachment${formatParameter('filename', losses.wellFormed(fileName, `${field}.fileName`))}`,
    );
  const isText =
    contentType === 'text/plain' && (charset === undefined || charset === 'utf-8') && utf8Fault(data) === undefined;
  lines.push(`Content-Transfer-Encoding: ${isText ? 'quoted-printable' : 'base64'}`, ...others);
  return `${lines.join('\r\n')}\r\n\r\n${isText ? encodeQuoted(data) : encodeBase64Lines(data)}`;
}
