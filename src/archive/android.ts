/**
 * What Android's tables of messages and the formats made of them have in common: SMS Backup & Restore, sms-ie, and mail of SMS Backup+.
 *
 *   sms   type     1 inbox  2 sent  3 draft  4 outbox  5 failed  6 queued         read  0, 1
 *   mms   msg_box  1 to 5, the same                                               m_type  128 sent, 132 received
 *   addr  type     129 Bcc  130 Cc  137 From  151 To
 *
 * Source: Android's `Telephony` (android.provider), PduHeaders; OMA-TS-MMS_ENC for the numbers of types.
 * @module
 */
import { charsetMib, charsetName } from '../mms/charsets.js';
import type { Losses } from './losses.js';
import type { ArchiveAddress, ArchiveMessage, ArchivePart, ArchiveState, ArchiveTime, RestField } from './model.js';

/** A row of a table: values by the names of their columns. */
export type Columns = ReadonlyMap<string, string>;

const STATES = ['unread', 'sent', 'draft', 'outbox', 'failed', 'queued'] as const;

/** Direction and state by the number of a box and the column `read`; what they do not say goes into `rest`. */
export function readBox(
  columns: Columns,
  column: 'type' | 'msg_box',
  rest: RestField[],
): Pick<ArchiveMessage, 'direction' | 'state'> {
  const box = columns.get(column);
  const read = columns.get('read');
  const number = box === undefined || !/^[1-6]$/.test(box) ? 0 : Number(box);
  const keep = (name: string, value: string | undefined) => {
    if (value !== undefined) rest.push({ family: 'android', name, value });
  };
  if (number === 0) {
    keep(column, box);
    keep('read', read);
    return {};
  }
  if (number > 1) {
    if (read !== '1') keep('read', read);
    return { direction: 'out', state: STATES[number - 1] as ArchiveState };
  }
  if (read !== '0' && read !== '1') {
    keep('read', read);
    return { direction: 'in' };
  }
  return { direction: 'in', state: read === '0' ? 'unread' : 'read' };
}

/** The columns of direction and state. @param max the number of the last box */
export function formatBox({ direction, state }: ArchiveMessage, max: 5 | 6, losses: Losses): { box?: string; read?: string } {
  if (state === undefined) {
    if (direction === 'out') losses.lose('state', 'a message that went out has one; written as sent');
    return direction === undefined ? {} : direction === 'in' ? { box: '1' } : { box: '2', read: '1' };
  }
  const isIn = state === 'read' || state === 'unread';
  if (direction !== (isIn ? 'in' : 'out')) losses.lose('direction', `follows from the state, ${state}`);
  if (isIn) return { box: '1', read: state === 'read' ? '1' : '0' };
  const number = STATES.indexOf(state) + 1;
  if (number <= max) return { box: String(number), read: '1' };
  losses.lose('state', `${state} is written as outbox`);
  return { box: '4', read: '1' };
}

/** An SMS of a row of the table `sms`. @param times of its columns `date` and `date_sent` */
export function smsOfRow(
  columns: Columns,
  box: Pick<ArchiveMessage, 'direction' | 'state'>,
  name: string | undefined,
  [time, sentTime]: readonly [ArchiveTime | undefined, ArchiveTime | undefined],
  rest: readonly RestField[],
  at: number,
): ArchiveMessage {
  const [address, subject, serviceCentre] = ['address', 'subject', 'service_center'].map((column) => columns.get(column));
  const role = box.direction === 'out' ? 'to' : 'from';
  return {
    kind: 'sms',
    ...box,
    addresses: address === undefined ? [] : [{ role, address, ...(name !== undefined && { name }) }],
    ...(time !== undefined && { time }),
    ...(sentTime !== undefined && { sentTime }),
    ...(subject !== undefined && { subject }),
    text: columns.get('body') ?? '',
    parts: [],
    ...(serviceCentre !== undefined && { serviceCentre }),
    ...(rest.length > 0 && { rest }),
    at,
  };
}

/** The time of a column that counts milliseconds, or seconds; undefined for 0 and for what is no number. */
export function readTime(value: string | undefined, unitMs = 1): ArchiveTime | undefined {
  if (value === undefined || !/^-?\d{1,16}$/.test(value)) return undefined;
  const ms = Number(value) * unitMs;
  return ms === 0 || Math.abs(ms) > MAX_MS ? undefined : { ms };
}

const MAX_MS = 8_640_000_000_000_000;

/** The column of a time; undefined without one. */
export function formatTime(time: ArchiveTime | undefined, field: string, losses: Losses, unitMs = 1): string | undefined {
  const ms = losses.instant(time, field, unitMs);
  if (ms === 0) losses.lose(field, 'the first moment of 1970, which means none');
  return ms === undefined || ms === 0 ? undefined : String(ms / unitMs);
}

/** What stands for the owner of the phone. */
export const OWNER = 'insert-address-token';

const ROLES = { bcc: '129', cc: '130', from: '137', to: '151' } as const;
const ROLE_NAMES: ReadonlyMap<string, ArchiveAddress['role']> = /* @__PURE__ */ new Map([
  ['129', 'bcc'],
  ['130', 'cc'],
  ['137', 'from'],
  ['151', 'to'],
]);

/** The role of the type of an address; undefined for other types. */
export function readRole(type: string | undefined): ArchiveAddress['role'] | undefined {
  return ROLE_NAMES.get(type ?? '');
}

/** The type of an address. */
export function formatRole(role: ArchiveAddress['role']): string {
  return ROLES[role];
}

/** A part without its octets. @param text its text column, which is in Unicode whatever `chset` says */
export function readPart(columns: Columns, rest: RestField[]): Omit<ArchivePart, 'data'> {
  const contentType = (columns.get('ct') ?? 'application/octet-stream').toLowerCase();
  const keep = (name: string, value: string | undefined) => {
    if (value !== undefined) rest.push({ family: 'android', name, value });
  };
  if ((columns.get('ct') ?? contentType) !== contentType) keep('ct', columns.get('ct'));
  const chset = columns.get('chset');
  const isNumber = chset !== undefined && /^\d{1,5}$/.test(chset);
  if (!isNumber) keep('chset', chset);
  keep('cd', columns.get('cd'));
  const seq = columns.get('seq');
  if (seq !== defaultSequence(contentType)) keep('seq', seq);
  const cid = columns.get('cid');
  const [, contentId = cid] = /^<([^<>]*)>$/.exec(cid ?? '') ?? [];
  if (cid !== undefined && contentId === cid) keep('cid', cid);
  const [name, location, fileName] = [columns.get('name'), columns.get('cl'), columns.get('fn')];
  return {
    contentType,
    ...(isNumber && { charset: charsetName(Number(chset)).toLowerCase() }),
    ...(name !== undefined && { name }),
    ...(location !== undefined && { location }),
    ...(contentId !== undefined && { contentId }),
    ...(fileName !== undefined && { fileName }),
  };
}

/** The presentation comes before the numbered parts. */
export function defaultSequence(contentType: string): string {
  return contentType === 'application/smil' ? '-1' : '0';
}

/** The columns of a part but for its octets. */
export function formatPart(
  part: ArchivePart,
  rest: ReadonlyMap<string, string>,
  field: string,
  losses: Losses,
): Map<string, string> {
  const { contentType, charset, name, location, contentId, fileName } = part;
  if (contentType !== contentType.toLowerCase()) losses.lose(`${field}.contentType`, 'capitals');
  const mib = charset === undefined ? undefined : charsetMib(charset);
  if (charset !== undefined && (mib === undefined || charsetName(mib).toLowerCase() !== charset))
    losses.lose(`${field}.charset`, 'has no number');
  const columns = new Map<string, string>();
  const put = (column: string, value: string | undefined) => {
    const written = rest.get(column) ?? value;
    if (written !== undefined) columns.set(column, written);
  };
  put('seq', defaultSequence(contentType.toLowerCase()));
  put('ct', contentType);
  put('name', name);
  put('chset', mib === undefined ? undefined : String(mib));
  put('cd', undefined);
  put('fn', fileName);
  put('cid', contentId === undefined ? undefined : `<${contentId}>`);
  put('cl', location);
  if (contentId !== undefined && /[<>]/.test(contentId) && !rest.has('cid'))
    losses.lose(`${field}.contentId`, 'angle brackets');
  return columns;
}

/** Media types whose text Android keeps in a column of its own. */
export function hasTextColumn(contentType: string): boolean {
  return contentType === 'text/plain' || contentType === 'application/smil';
}

/** Fields by name, for formats in which a name is there once. */
export function restMap(rest: readonly RestField[], losses: Losses, field = 'rest'): Map<string, string> {
  const map = new Map<string, string>();
  for (const { name, value } of rest) {
    if (map.has(name)) losses.lose(`${field}.${name}`, 'is there twice');
    else map.set(name, value);
  }
  return map;
}

/** The message of each recipient: an SMS has one address in Android's table. */
export function splitRecipients(message: ArchiveMessage, losses: Losses): readonly ArchiveMessage[] {
  const { addresses, direction } = message;
  if (addresses.length < 2) return [message];
  const role = direction === 'in' ? 'from' : 'to';
  const parties = addresses.filter((address) => address.role === role);
  losses.lose('addresses', parties.length > 1 ? 'a message for each recipient' : 'the other side alone');
  return (parties.length === 0 ? addresses : parties).map((address) => ({ ...message, addresses: [address] }));
}
