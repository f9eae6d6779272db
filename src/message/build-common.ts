/**
 * Contents of the same form for every make: pushes, cards and calendars, user data as given.
 *
 *   wap-push          8-bit: WBXML or an M-Notification.ind in a WSP push, to the port of pushes
 *   smart-messaging   cards and calendars: 8-bit class 1, or text of the default alphabet, to the port of their kind
 *   pdu               as given; data that does not fit one message is split
 *
 * @module
 */
import { checkChoice } from '../bytes/check.js';
import { encodeUtf8 } from '../bytes/index.js';
import { EncodeError } from '../errors.js';
import { encodeMms, MMS_CONTENT_TYPE, type MmsPdu } from '../mms/binary.js';
import { encodePush, encodeSi, encodeSl, lintSi, lintSl, PUSH_CONTENT_TYPES, PUSH_PORTS, type Push } from '../push/binary.js';
import { toAddress } from '../sms/address.js';
import { splitData } from '../sms/build.js';
import { isEmsElement } from '../sms/ems-element.js';
import {
  alphabetOfDcs,
  encodeSubmit,
  encodeUdh,
  findConcat,
  type Submit,
  type SubmitOptions,
  type SubmitTextOptions,
  submitDatagram,
  submitText,
} from '../sms/index.js';
import { findShiftTables } from '../sms/user-data.js';
import { formatVCalendar, formatVCard, type VObjectIssue } from '../vobject/index.js';
import type { BuildOptions, ContentOf, Warn } from './build-options.js';
import type { PduContent } from './content.js';
import { withinMost } from './most-parts.js';
import { lintNotification } from './notification.js';
import { PORTS } from './ports.js';

// ---- WAP Push ----

/** The push application of notifications, number 4 of the OMNA register. */
const MMS_APPLICATION = 'mms.ua';

type PushContent = ContentOf<'serviceIndication' | 'serviceLoading' | 'mmsNotification'>;

/** Messages of a push. @throws EncodeError as the content's encoder and `encodePush` do. */
export function submitPush(content: PushContent, tpDcs: number, options: BuildOptions, warn: Warn): Submit[] {
  const { findings, ...push } = makePush(content);
  for (const { field, message } of findings) warn(`${field}: ${message}`);
  const applicationId = options.push?.applicationId ?? push.applicationId;
  const data = encodePush({ ...options.push, ...push, applicationId });
  const datagram = { destinationPort: PORTS.wapPush, sourcePort: PUSH_PORTS.Source, data };
  const submits = submitDatagram(datagram, { ...options, tpDcs });
  return content.kind === 'mmsNotification' ? withinMost(submits, 'notification', warn) : submits;
}

/** A push with the findings on its content. */
interface PushToSend extends Push {
  readonly findings: readonly { readonly field: string; readonly message: string }[];
}

function makePush(content: PushContent): PushToSend {
  const { si, sl } = PUSH_CONTENT_TYPES;
  switch (content.kind) {
    case 'serviceIndication':
      return { contentType: si.wbxml, body: encodeSi(content.si), findings: lintSi(content.si) };
    case 'serviceLoading':
      return { contentType: sl.wbxml, body: encodeSl(content.sl), findings: lintSl(content.sl) };
    case 'mmsNotification': {
      const { notification } = content;
      if (notification.type !== 'M-Notification.ind') {
        const message = `is an ${(notification as MmsPdu).type}, allowed: M-Notification.ind`;
        throw EncodeError.badValue('content.notification', message);
      }
      const body = encodeMms(notification);
      return { contentType: MMS_CONTENT_TYPE, body, applicationId: MMS_APPLICATION, findings: lintNotification(notification) };
    }
  }
}

// ---- cards and calendars ----

/** Lost properties that a warning names. */
const MAX_LISTED = 8;

type ObjectContent = ContentOf<'vcard' | 'vcalendar'>;

/** Messages of a card or calendar. @throws EncodeError `bad-value` with field `bits` or `calendarPort`, and as the text's writer does. */
export function submitObject(content: ObjectContent, tpDcs: number, options: BuildOptions, warn: Warn): Submit[] {
  const { bits = 8, calendarPort = PORTS.vcalendar } = options;
  checkChoice(bits, 'bits', [7, 8]);
  checkChoice(calendarPort, 'calendarPort', [PORTS.vcalendar, PORTS.nokiaCalendar]);
  const destinationPort = content.kind === 'vcard' ? PORTS.vcard : calendarPort;
  const text = objectText(content, options, warn);
  const submits =
    bits === 8
      ? submitDatagram({ destinationPort, data: encodeUtf8(text) }, { ...options, tpDcs })
      : objectAsText(text, destinationPort, options);
  return withinMost(submits, content.kind === 'vcard' ? 'card' : 'calendar', warn);
}

function objectText(content: ObjectContent, options: BuildOptions, warn: Warn): string {
  const lost: string[] = [];
  const refused: string[] = [];
  const onDrop = (path: string) => lost.push(path);
  const onIssue = ({ field, reason }: VObjectIssue) => refused.push(`${field} (${reason})`);
  const text =
    content.kind === 'vcard'
      ? formatVCard(content.card, { version: options.cardVersion ?? '2.1', onIssue })
      : formatVCalendar(content.calendar, { version: options.calendarVersion ?? '1.0', onDrop, onIssue });
  if (lost.length > 0) warn(`not carried: ${listed(lost)}`);
  if (refused.length > 0) warn(`not valid, and refused by strict readers: ${listed(refused)}`);
  return text;
}

/** Names, the first ones of many. */
function listed(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return more <= 0 ? names.join(', ') : `${names.slice(0, MAX_LISTED).join(', ')} and ${more} more`;
}

function objectAsText(text: string, destination: number, options: BuildOptions): Submit[] {
  const udh = [{ kind: 'ports16', destination, source: 0 }] as const;
  return submitPdu({ kind: 'pdu', tpDcs: 0x00, tpPid: options.tpPid, udh, text }, options);
}

// ---- as given ----

/**
 * Messages of user data as given.
 * @throws EncodeError `bad-value` with field `content.data` or `content.text` where TP-DCS needs the other one, `too-long` for user data
 * with a part number or EMS elements of its own that does not fit in one message.
 */
export function submitPdu(content: PduContent, options: BuildOptions): Submit[] {
  const { tpDcs, udh, text, data } = content;
  const carried = { ...options, tpPid: content.tpPid ?? 0 };
  if (alphabetOfDcs(tpDcs) === '8bit') {
    if (data === undefined || text !== undefined) throw wrongContent('data');
    // With a part number of the caller's: one message, or none.
    if (findConcat(udh) === undefined) return splitData(data, udh, tpDcs, carried);
    return splitData(data, udh, tpDcs, carried).map((submit, _, all) => {
      if (all.length > 1) throw new EncodeError('too-long', 'data', undefined, `${data.length} octets do not fit in one part`);
      return submit;
    });
  }
  if (text === undefined || data !== undefined) throw wrongContent('text');
  if ((findConcat(udh)?.total ?? 1) > 1) return [textPart(text, content, carried)];
  const submits = submitText(text, { ...carried, ...textOptions(content) });
  if (submits.length > 1 && (findConcat(udh) !== undefined || udh.some(isEmsElement))) {
    // An EMS element counts characters of its own part: no other part may have it, and which one should is unknown here.
    throw new EncodeError('too-long', 'text', undefined, 'does not fit in one part');
  }
  return submits.map((submit) => ({
    ...submit,
    tpDcs,
    udh: [...udh, ...submit.udh.filter(({ kind }) => kind === 'concat8' || kind === 'concat16')],
  }));
}

/** A part that the caller has cut, perhaps inside of a character. */
function textPart(text: string, { tpDcs, udh }: PduContent, options: SubmitOptions): Submit {
  const { to, tpMr = 0, tpPid = 0, tpVp, tpSrr = false, tpRd = false, tpRp = false } = options;
  const validity = tpVp === undefined ? {} : { tpVp };
  const submit = { tpMr, tpDa: toAddress(to, 'to'), tpPid, tpDcs, ...validity, tpSrr, tpRd, tpRp, udh: [...udh], text };
  // It is written once to see that it can be.
  encodeSubmit(submit);
  return submit;
}

/** How `submitText` splits a text after the elements that the caller gives. */
function textOptions({ tpDcs, udh }: PduContent): Partial<SubmitTextOptions> & { headerOctets: number } {
  const isGsm7 = alphabetOfDcs(tpDcs) === 'gsm7';
  const { locking, single } = isGsm7 ? findShiftTables(udh) : {};
  // IEI, IEDL and the table's number, each.
  const shiftOctets = (locking === undefined ? 0 : 3) + (single === undefined ? 0 : 3);
  const headerOctets = encodeUdh(udh).length - 1 - shiftOctets;
  return { encoding: isGsm7 ? 'gsm7' : 'ucs2', locking, single, headerOctets };
}

function wrongContent(wanted: string): EncodeError {
  return EncodeError.badValue(`content.${wanted}`, `this TP-DCS needs ${wanted} and nothing else`);
}
