/**
 * Writes gammu's backup of messages, which `gammu restoresms` takes: see gammu-parse.ts for its form.
 * @module
 */
import { toHex } from '../bytes/index.js';
import { restMap, splitRecipients } from './android.js';
import { GAMMU_DEFAULTS, usualFolder } from './gammu-parse.js';
import { formatUnicode, quoted, readUnicode, usualCoding } from './gammu-sections.js';
import { checkMessages, Losses } from './losses.js';
import { type ArchiveFormatOptions, type ArchiveMessage, messageText, type RestField } from './model.js';
import { formatStamp } from './vmg-time.js';

/** Units of UTF-16 in one line of a text. */
const LINE_UNITS = 50;

/**
 * Formats messages as a backup of gammu (`.smsbackup`), with lines that end in LF.
 *
 * Parsing it gives equal messages, except for what `onLoss` reports: gammu has no names, one time without a zone, and either a text or octets.
 * @throws EncodeError `bad-value` for an invalid message or time.
 */
export function formatGammuBackup(messages: readonly ArchiveMessage[], options: ArchiveFormatOptions = {}): string {
  checkMessages(messages);
  const losses = new Losses(options);
  const sections: string[] = [];
  messages.forEach((message, index) => {
    losses.index = index;
    for (const each of splitRecipients(message, losses))
      sections.push(losses.wellFormed(formatSection(each, sections.length, losses), 'message'));
  });
  return `; Messages of a phone, for gammu\n\n${sections.join('\n')}`;
}

function formatSection(message: ArchiveMessage, number: number, losses: Losses): string {
  const { kind, direction, time, addresses, serviceCentre, udh, folder } = message;
  if (kind === 'mms') losses.lose('kind', 'a multimedia message is written as the SMS of its text');
  for (const field of ['sentTime', 'subject', 'id'] as const) losses.dropped(field, message[field]);
  const rest = losses.ownRest(message.rest, 'gammu');
  const lines = [`[SMSBackup${String(number).padStart(3, '0')}]`];
  const put = (name: string, value: string | undefined) => {
    if (value !== undefined) lines.push(`${name} = ${value}`);
  };
  const putText = (name: string, text: string) => {
    put(name, quoted(text));
    put(`${name}Unicode`, formatUnicode(text));
  };
  const kept = (name: string) => rest.find((each) => each.name.toLowerCase() === name.toLowerCase())?.value;
  if (serviceCentre !== undefined && serviceCentre !== '') putText('SMSC', serviceCentre);
  else losses.dropped('serviceCentre', serviceCentre);
  put('PDU', kept('PDU') ?? (direction === undefined ? undefined : direction === 'in' ? 'Deliver' : 'Submit'));
  if (time !== undefined) {
    if (time.isLocal !== true) losses.lose('time', 'its zone: gammu keeps what the clock showed');
    const stamp = formatStamp(losses.wallClock(time, 'time'));
    if (stamp === undefined) losses.lose('time', 'a year that has not four digits');
    put('DateTime', stamp);
  }
  put('State', kept('State') ?? stateOf(message, losses));
  const [address] = addresses;
  if (address !== undefined && address.role !== (direction === 'out' ? 'to' : 'from'))
    losses.lose('addresses', 'the role follows from the direction');
  if (address?.address === '') losses.lose('addresses', 'is empty');
  losses.dropped('addresses.name', address?.name);
  losses.dropped('addresses.card', address?.card);
  putText('Number', address?.address ?? '');
  put('UDH', udh === undefined ? undefined : toHex(udh));
  putContent(message, put, rest, losses);
  if (folder === usualFolder(direction)) losses.lose('folder', 'is the usual one');
  put('Folder', folder === undefined ? usualFolder(direction) : oneLine(folder, losses));
  for (const [name, value] of GAMMU_DEFAULTS) put(NAMES.get(name) ?? name, kept(name) ?? value);
  const written = new Set(lines.map((line) => line.split(' = ', 1)[0]?.toLowerCase()));
  for (const [name, value] of restMap(rest, losses)) {
    if (PLACED.has(name.toLowerCase()) || GAMMU_DEFAULTS.has(name.toLowerCase()) || /^text\d+$/i.test(name)) continue;
    if (written.has(name.toLowerCase())) losses.lose(`rest.${name}`, 'is there already');
    else if (/^[A-Za-z][A-Za-z0-9_-]*$/.test(name) && !/[\r\n]/.test(value) && value === value.trim()) put(name, value);
    else losses.lose(`rest.${name}`, 'cannot be a line of a section');
  }
  return lines.map((line) => `${line}\n`).join('');
}

const PLACED: ReadonlySet<string> = /* @__PURE__ */ new Set(['pdu', 'state', 'coding', 'length']);

/** Names as gammu spells them. */
const NAMES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['class', 'Class'],
  ['replysmsc', 'ReplySMSC'],
  ['rejectduplicates', 'RejectDuplicates'],
  ['replacemessage', 'ReplaceMessage'],
  ['messagereference', 'MessageReference'],
]);

function oneLine(value: string, losses: Losses): string {
  const line = value.replace(/[\r\n]+/g, ' ').trim();
  if (line !== value) losses.lose('folder', 'line ends, and blanks at its ends');
  return line;
}

function stateOf({ direction, state }: ArchiveMessage, losses: Losses): string | undefined {
  if (state === undefined) return undefined;
  const isIn = state === 'read' || state === 'unread';
  if (direction !== (isIn ? 'in' : 'out')) {
    losses.lose('state', `${state} does not go with the direction`);
    return undefined;
  }
  if (isIn) return state === 'read' ? 'Read' : 'UnRead';
  if (state !== 'sent' && state !== 'draft') losses.lose('state', `${state} is written as unsent`);
  return state === 'sent' ? 'Sent' : 'UnSent';
}

/** The octets of a message that is not text, or its text in UTF-16. */
function putContent(
  message: ArchiveMessage,
  put: (name: string, value: string) => void,
  rest: readonly RestField[],
  losses: Losses,
): void {
  const { kind, parts } = message;
  const text = messageText(message);
  const data = kind === 'sms' && text === '' && parts.length === 1 ? parts[0]?.data : undefined;
  parts.forEach((part, i) => {
    if (data === undefined || part.contentType !== 'application/octet-stream' || Object.keys(part).length > 2)
      losses.lose(`parts[${i}]`, data === undefined ? 'has no place in the format' : 'its type and names');
  });
  const kept = (name: string) => rest.find((each) => each.name.toLowerCase() === name)?.value;
  const hex = data === undefined ? formatUnicode(text) : toHex(data);
  for (let i = 0; i * LINE_UNITS * 4 < hex.length; i++) {
    put(`Text${String(i).padStart(2, '0')}`, hex.slice(i * LINE_UNITS * 4, (i + 1) * LINE_UNITS * 4));
  }
  if (hex === '') put('Text00', '');
  const coding = kept('coding');
  const isText = coding === undefined || /^(?:Default|Unicode)_/i.test(coding);
  put(
    'Coding',
    coding !== undefined && isText === (data === undefined) ? coding : data === undefined ? usualCoding(text) : '8bit',
  );
  put('Length', String(data === undefined ? (readUnicode(hex)?.length ?? 0) : data.length));
}
