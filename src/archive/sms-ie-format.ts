/**
 * Writes messages for SMS Import / Export (sms-ie): see sms-ie-parse.ts for their form.
 * @module
 */
import { decodeLatin1 } from '../bytes/latin1.js';
import { decodeUtf8, encodeUtf8, utf8Fault } from '../bytes/utf8.js';
import { writeStoredZip, type ZipInput } from '../zip/write.js';
import { formatBox, formatPart, formatRole, formatTime, hasTextColumn, OWNER, restMap, splitRecipients } from './android.js';
import { checkMessages, Losses } from './losses.js';
import type { ArchiveAddress, ArchiveFormatOptions, ArchiveMessage, ArchivePart } from './model.js';

/** The result of {@link formatSmsIe}. */
export interface SmsIeText {
  /** The content of `messages.ndjson`. */
  readonly text: string;
  /** The octets of parts, by paths such as `data/PART_0_0`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Formats messages as the Android app sms-ie (SMS Import / Export) has them: a line of JSON for each, and the octets of their parts as files.
 *
 * Parsing the result gives equal messages, except for what `onLoss` reports: an SMS has one address and no parts, and times are instants, of
 * multimedia messages in whole seconds.
 * @throws EncodeError `bad-value` for an invalid message or time.
 */
export function formatSmsIe(messages: readonly ArchiveMessage[], options: ArchiveFormatOptions = {}): SmsIeText {
  checkMessages(messages);
  const losses = new Losses(options);
  const files = new Map<string, Uint8Array>();
  const rows = messages.flatMap((message, index) => {
    losses.index = index;
    if (message.kind === 'mms') return [mmsRow(message, index, files, losses)];
    return splitRecipients(message, losses).map((each) => smsRow(each, losses));
  });
  return { text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''), files };
}

/**
 * Encodes messages as the ZIP archive that the Android app sms-ie (SMS Import / Export) imports: `messages.ndjson`, then the parts.
 * @throws EncodeError as {@link formatSmsIe}; `too-long` above 65,534 files or 4 GiB.
 */
export function encodeSmsIe(messages: readonly ArchiveMessage[], options: ArchiveFormatOptions = {}): Uint8Array {
  const { text, files } = formatSmsIe(messages, options);
  const parts = [...files].map(([name, data]): ZipInput => ({ name, data }));
  return writeStoredZip([{ name: 'messages.ndjson', data: encodeUtf8(text) }, ...parts]);
}

type Row = Record<string, unknown>;

function put(row: Row, column: string, value: unknown): void {
  if (value !== undefined) row[column] = value;
}

/** Fields that Android's tables have and the model has no place for; those of the model count more. */
function putRest(row: Row, rest: ReadonlyMap<string, string>, losses: Losses): void {
  for (const [name, value] of rest) {
    if (name === 'addr' || name.startsWith('addr.')) losses.lose(`rest.${name}`, 'belongs to no address');
    else if (name.startsWith('__')) losses.lose(`rest.${name}`, 'cannot be a column');
    else if (Object.hasOwn(row, name)) losses.lose(`rest.${name}`, 'is there already');
    else row[name] = value;
  }
}

function nameOf({ name, card }: ArchiveAddress, losses: Losses): string | undefined {
  if (name === '') losses.lose('addresses', 'an empty name');
  losses.dropped('addresses.card', card);
  return name === undefined || name === '' ? undefined : losses.wellFormed(name, 'addresses');
}

function smsRow(message: ArchiveMessage, losses: Losses): Row {
  for (const field of ['folder', 'id', 'udh'] as const) losses.dropped(field, message[field]);
  for (const [i, part] of message.parts.entries()) losses.dropped(`parts[${i}]`, part);
  const { box, read } = formatBox(message, 6, losses);
  const [address] = message.addresses;
  if (address !== undefined && address.role !== (message.direction === 'out' ? 'to' : 'from'))
    losses.lose('addresses', 'the role follows from the direction');
  const row: Row = {};
  put(row, 'address', address && losses.wellFormed(address.address, 'addresses'));
  put(row, 'date', formatTime(message.time, 'time', losses));
  put(row, 'date_sent', formatTime(message.sentTime, 'sentTime', losses));
  put(row, 'type', box);
  put(row, 'read', read);
  put(row, 'subject', message.subject === undefined ? undefined : losses.wellFormed(message.subject, 'subject'));
  row.body = losses.wellFormed(message.text, 'text');
  put(row, 'service_center', message.serviceCentre);
  putRest(row, restMap(losses.ownRest(message.rest, 'android'), losses), losses);
  put(row, '__display_name', address && nameOf(address, losses));
  return row;
}

function mmsRow(message: ArchiveMessage, index: number, files: Map<string, Uint8Array>, losses: Losses): Row {
  const { addresses, parts, text, subject, id } = message;
  for (const field of ['folder', 'udh', 'serviceCentre'] as const) losses.dropped(field, message[field]);
  if (text !== '') losses.lose('text', 'becomes a part');
  const { box, read } = formatBox(message, 5, losses);
  const row: Row = {};
  put(row, 'date', formatTime(message.time, 'time', losses, 1000));
  put(row, 'date_sent', formatTime(message.sentTime, 'sentTime', losses, 1000));
  put(row, 'msg_box', box);
  put(row, 'read', read);
  put(row, 'sub', subject === undefined ? undefined : encodeSubject(subject, losses));
  put(row, 'm_id', id === undefined ? undefined : losses.wellFormed(id, 'id'));
  const rest = restMap(losses.ownRest(message.rest, 'android'), losses);
  putRest(row, rest, losses);
  const froms = addresses.filter(({ role }) => role === 'from');
  const others = addresses.filter(({ role }) => role !== 'from');
  if (froms.length > 1) losses.lose('addresses', 'more than one originator');
  if (addresses[0]?.role !== 'from' && froms.length > 0) losses.lose('addresses', 'the originator comes first');
  const [from] = froms;
  if (from !== undefined) row.__sender_address = addressRow(from, losses);
  if (others.length > 0) row.__recipient_addresses = others.map((other) => addressRow(other, losses));
  const written = text === '' ? parts : [textPart(text, losses), ...parts];
  row.__parts = written.map((part, i) => partRow(part, `PART_${index}_${i}`, `parts[${i}]`, files, losses));
  return row;
}

function textPart(text: string, losses: Losses): ArchivePart {
  return { contentType: 'text/plain', charset: 'utf-8', data: encodeUtf8(losses.wellFormed(text, 'text')) };
}

function addressRow(address: ArchiveAddress, losses: Losses): Row {
  if (address.address === OWNER) losses.lose('addresses', 'stands for the owner');
  const row: Row = {
    address: losses.wellFormed(address.address, 'addresses'),
    type: formatRole(address.role),
    charset: '106',
  };
  put(row, '__display_name', nameOf(address, losses));
  return row;
}

function partRow(part: ArchivePart, file: string, field: string, files: Map<string, Uint8Array>, losses: Losses): Row {
  const { contentType, charset, data, isMissing } = part;
  const rest = restMap(losses.ownRest(part.rest, 'android', `${field}.rest`), losses, `${field}.rest`);
  const row: Row = {};
  for (const [column, value] of formatPart(part, rest, field, losses))
    row[column] = losses.wellFormed(value, `${field}.${column}`);
  const text = hasTextColumn(contentType) && (charset === undefined || charset === 'utf-8') && utf8Fault(data) === undefined;
  if (isMissing !== true) {
    if (text && !rest.has('text')) row.text = decodeUtf8(data);
    else {
      row._data = `/data/user_de/0/com.android.providers.telephony/app_parts/${file}`;
      files.set(`data/${file}`, data);
    }
  }
  for (const [name, value] of rest) {
    if (name === '_data' && isMissing !== true) losses.lose(`${field}.rest._data`, 'is there already');
    else if (name === '__proto__') losses.lose(`${field}.rest.__proto__`, 'cannot be a column');
    else row[name] = value;
  }
  return row;
}

/** The octets of UTF-8 as characters. */
function encodeSubject(subject: string, losses: Losses): string {
  return decodeLatin1(encodeUtf8(losses.wellFormed(subject, 'subject')));
}
