/**
 * What a message does to the phone that gets it, as typed findings: each with its clause and with the field that causes it.
 *
 *   TP-PID 40          silent                       TP-DCS class 0     shown at once, not stored
 *   TP-PID 41 to 47    replaces an earlier message  TP-DCS class 2     stored on the SIM
 *   TP-PID 7F          goes to the SIM              TP-DCS C0 to EF    message waiting
 *   port 2948, by the content type of the push      opens a page, asks for settings, fetches a message
 *   any other port                                  hidden in a port
 *
 * The findings say what the specifications ask of a phone. Makes differ: many ask the user first, some ignore what they do not support.
 * Source: 3GPP TS 23.040 section 9.2.3, TS 23.038 section 4, and those that findings name.
 * @module
 */

import { requireObject } from '../bytes/check.js';
import { tryDecode } from '../bytes/try-decode.js';
import { decodePush, decodeSi, decodeSl, PUSH_PORTS } from '../push/binary.js';
import { type MessageClass, WAITING_KINDS, type WaitingKind } from '../sms/dcs.js';
import { decodeDcs, findConcat, findPorts, IEI, type InformationElement, messageClassOfDcs, parseSckl } from '../sms/index.js';
import { vobjectKindOfPort } from '../vobject/transport.js';
import { PORTS } from './ports.js';

/** Short descriptions of the effects of messages on a phone, by their ids. Ids do not change between versions. */
export const PHONE_EFFECTS = {
  /** TP-PID 40: acknowledged, never shown. */
  silent: 'silent',
  /** TP-PID 41 to 47 and 5F; a service indication that deletes another. */
  replaces: 'replaces an earlier message',
  /** TP-PID 5F, or callback_num of SMPP. */
  'calls-back': 'offers a call',
  /** TP-PID 48. */
  'triggers-device': 'triggers an application',
  /** TP-PID 7D. */
  'to-phone': 'data for the phone itself',
  /** TP-PID 7E. */
  unlocks: 'unlocks the phone from its network',
  /** TP-PID 7C and 7F, elements 70 to 7F of the header, dest_addr_subunit of SMPP. */
  'to-sim': 'data for the SIM',
  /** Class 0. */
  flash: 'shown at once, not stored',
  /** Class 1. */
  'stored-on-phone': 'stored on the phone',
  /** Class 2. */
  'stored-on-sim': 'stored on the SIM',
  /** Class 3. */
  'to-terminal': 'for a connected device',
  /** TP-DCS 40 to 7F. */
  'deleted-when-read': 'deleted when read',
  'message-waiting': 'message waiting',
  'waiting-cleared': 'no message waiting',
  /** Service indication. */
  'opens-page': 'opens a page',
  /** Service loading. */
  'opens-page-unasked': 'opens a page without asking',
  'clears-cache': 'clears the cache of the browser',
  'asks-for-settings': 'asks for settings',
  /** OMA device management. */
  'starts-management': 'starts a management session',
  /** SUPL. */
  'asks-for-position': 'asks for the position',
  'grants-rights': 'brings rights to protected content',
  /** Notification of a multimedia message or of mail. */
  'fetches-message': 'fetches a message',
  'offers-ringtone': 'offers a ringtone',
  'changes-logo': 'changes the logo',
  'offers-picture': 'offers a picture',
  'offers-card': 'offers a card',
  'offers-calendar': 'offers a calendar entry',
  'hidden-in-port': 'hidden in a port',
  /** Element 22 of the header. */
  'replies-elsewhere': 'replies go to another address',
  /** TP-RP. */
  'reply-path': 'replies go through the same service centre',
  /** Element 21 of the header. */
  'offers-link': 'offers a link',
  /** TP-SRR, TP-SRI, registered_delivery of SMPP. */
  'reports-delivery': 'tells the sender of its delivery',
  /** alert_on_message_delivery of SMPP. */
  alerts: 'alerts the user',
  /** Control characters in the text. */
  'control-characters': 'control characters in the text',
  /** Characters that set the direction of what follows them. */
  'reorders-text': 'shown in another order than written',
  empty: 'empty',
} as const;

/** The id of an effect. */
export type PhoneEffectId = keyof typeof PHONE_EFFECTS;

/** An effect of a message on a phone. */
export interface PhoneEffect {
  /** Id of the effect, a key of {@link PHONE_EFFECTS}. */
  readonly effect: PhoneEffectId;
  /** Specification and section. */
  readonly clause: string;
  /** The field that causes it, by its name in the specification; `UDH` for an element of the header. */
  readonly field: string;
  /** Index in `udh`, if an element of the header causes it. */
  readonly element?: number | undefined;
  /** Explanation, a sentence. */
  readonly explanation: string;
  /** The waiting messages; only of `message-waiting` and `waiting-cleared`. */
  readonly waiting?: WaitingMessages | undefined;
}

/** A message waiting indication. */
export interface WaitingMessages {
  /** The kind of waiting messages. */
  readonly kind: WaitingKind | 'video';
  /** The number of waiting messages; absent if the indication does not have it. */
  readonly count?: number | undefined;
  /** Whether the phone also stores the message with the indication. */
  readonly stored: boolean;
}

/** The input of {@link findPhoneEffects}: an SMS-SUBMIT, an SMS-DELIVER, or some of their fields. Absent fields have no effect. */
export interface EffectMessage {
  /** TP-PID, 0 to 255. */
  readonly tpPid?: number | undefined;
  /** TP-DCS, 0 to 255. */
  readonly tpDcs?: number | undefined;
  /** Elements of the user data header. */
  readonly udh?: readonly InformationElement[] | undefined;
  /** The text, if TP-DCS names a text coding. */
  readonly text?: string | undefined;
  /** The octets, if TP-DCS names another coding. */
  readonly data?: Uint8Array | undefined;
  /** TP-RP: a reply path is set. */
  readonly tpRp?: boolean | undefined;
  /** TP-SRI of an SMS-DELIVER: a status report will be returned. */
  readonly tpSri?: boolean | undefined;
  /** TP-SRR of an SMS-SUBMIT: a status report is requested. */
  readonly tpSrr?: boolean | undefined;
}

/**
 * Finds the effects of a message on the recipient's phone, in order of its fields (TS 23.040 section 9.2.3, TS 23.038 section 4, and the clauses
 * that the results name). For one part of a message, it finds what that part shows: the content type of a push is in the first part.
 * @example
 * ```ts
 * import { findPhoneEffects } from 'handset/message';
 *
 * findPhoneEffects({ tpPid: 0x40 }).map(({ effect, field }) => [effect, field]); // -> [['silent', 'TP-PID']]
 * ```
 */
export function findPhoneEffects(message: EffectMessage): PhoneEffect[] {
  requireObject(message, 'message');
  const { tpPid, tpDcs, udh = [], tpRp, tpSri, tpSrr } = message;
  const isStored = keepsMessage(tpDcs, udh);
  // A silent message is discarded, whatever it says of being shown or stored (9.2.3.9).
  const isSilent = tpPid === SILENT;
  return [
    ...(tpRp === true ? [REPLY_PATH] : []),
    ...(tpSri === true ? [reportOf('TP-SRI', '9.2.3.4')] : []),
    ...(tpSrr === true ? [reportOf('TP-SRR', '9.2.3.5')] : []),
    ...(tpPid === undefined ? [] : effectsOfPid(tpPid, tpDcs)),
    ...(tpDcs === undefined || isSilent ? [] : effectsOfDcs(tpDcs, tpPid, isStored)),
    ...udh.flatMap((element, i) => effectsOfElement(element, isStored).map((effect) => ({ ...effect, element: i }))),
    ...effectsOfPort(message, udh),
    ...(isSilent ? [] : effectsOfText(message, udh)),
  ];
}

const SMS = '3GPP TS 23.040';
const CODING = '3GPP TS 23.038';

const REPLY_PATH: PhoneEffect = {
  effect: 'reply-path',
  clause: '3GPP TS 23.040 9.2.3.17',
  field: 'TP-RP',
  explanation: 'A reply goes through the service centre of this message, whatever the phone is set to.',
};

function reportOf(field: string, section: string): PhoneEffect {
  return {
    effect: 'reports-delivery',
    clause: `${SMS} ${section}`,
    field,
    explanation: 'The service centre tells the sender when the phone has it, and so that the phone is on.',
  };
}

// ---- TP-PID ----

const SILENT = 0x40;
/** ANSI-136 R-DATA, (U)SIM data download. */
const SIM_DATA: readonly number[] = [0x7c, 0x7f];

function effectsOfPid(pid: number, dcs: number | undefined): PhoneEffect[] {
  const found = (effect: PhoneEffectId, explanation: string, more = ''): PhoneEffect => ({
    ...{ effect, clause: `${SMS} 9.2.3.9${more}`, field: 'TP-PID', explanation },
  });
  const replaces = found(
    'replaces',
    'It takes the place of the stored message with the same TP-PID, sender and service centre, if there is one.',
  );
  if (pid >= 0x41 && pid <= 0x47) return [replaces];
  const isClass2 = dcs !== undefined && messageClassOfDcs(dcs) === 2;
  switch (pid) {
    case SILENT:
      return [found('silent', 'The phone acknowledges it, shows nothing and stores nothing.')];
    case 0x48:
      return [found('triggers-device', 'An application of the device acts on it; no user is told.')];
    case 0x5f:
      return [replaces, found('calls-back', 'The phone says that the number of the sender can be called.')];
    case 0x7c:
    case 0x7f:
      return [
        found(
          'to-sim',
          isClass2
            ? 'The phone hands the whole message to the SIM, shows nothing and alerts nobody; the SIM may answer. One without this service stores it.'
            : 'The phone hands it to the SIM only when it has class 2, which this one has not.',
          ', TS 31.111 7.1.1',
        ),
      ];
    case 0x7d:
      return [found('to-phone', 'The phone takes the message for itself: its maker says what for.')];
    case 0x7e:
      return [found('unlocks', 'It removes the lock to a network or SIM when its keys are right.', ', TS 22.022')];
    default:
      return [];
  }
}

// ---- TP-DCS ----

const CLASSES: Readonly<Record<MessageClass, readonly [effect: PhoneEffectId, explanation: string]>> = [
  ['flash', 'Class 0: the phone shows it at once and does not store it.'],
  ['stored-on-phone', 'Class 1: the phone stores it in its own memory, where it can.'],
  ['stored-on-sim', 'Class 2: the phone acknowledges it only when the SIM has stored it.'],
  ['to-terminal', 'Class 3: the phone passes it to the device that is connected to it, where there is one.'],
];

/** Whether any indication of waiting messages says that the message is stored: then it is (9.2.3.24.2). */
function keepsMessage(tpDcs: number | undefined, udh: readonly InformationElement[]): boolean {
  const dcs = tpDcs === undefined ? undefined : decodeDcs(tpDcs);
  if (dcs?.group === 'waiting' && dcs.store) return true;
  return udh.some(
    (each) =>
      (each.kind === 'specialMessage' && each.indication >= 0x80) ||
      (each.kind === 'raw' && each.iei === IEI.EnhancedVoiceMail && ((each.data[0] ?? 0) & 0x11) === 0x10),
  );
}

function effectsOfDcs(tpDcs: number, tpPid: number | undefined, stored: boolean): PhoneEffect[] {
  const dcs = decodeDcs(tpDcs);
  const common = { clause: `${CODING} 4`, field: 'TP-DCS' };
  if (dcs.group === 'waiting') {
    const { waiting: kind, active } = dcs;
    return [{ ...common, ...waitingEffect({ kind, stored }, active) }];
  }
  const found: PhoneEffect[] = [];
  if (dcs.group === 'general' && dcs.autoDelete) {
    found.push({ ...common, effect: 'deleted-when-read', explanation: 'The phone may delete it once it is read.' });
  }
  // The SIM gets it as data, and stores it only when it does not know what that is.
  const messageClass = messageClassOfDcs(tpDcs);
  const isForSim = tpPid !== undefined && SIM_DATA.includes(tpPid) && messageClass === 2;
  if (messageClass === undefined || isForSim) return found;
  const [effect, explanation] = CLASSES[messageClass];
  found.push({ ...common, effect, explanation });
  return found;
}

const WAITING_NAMES: Readonly<Record<WaitingMessages['kind'], readonly [one: string, several: string]>> = {
  voicemail: ['voicemail message', 'voicemail messages'],
  fax: ['fax', 'faxes'],
  email: ['e-mail', 'e-mails'],
  video: ['video message', 'video messages'],
  other: ['other message', 'other messages'],
};

function waitingEffect(waiting: WaitingMessages, isActive: boolean): Pick<PhoneEffect, 'effect' | 'explanation' | 'waiting'> {
  const { kind, count, stored } = waiting;
  const [one, several] = WAITING_NAMES[kind];
  const shown = isActive
    ? `The phone shows that ${count === 1 ? `1 ${one} waits` : `${count === undefined ? '' : `${count} `}${several} wait`}`
    : `The phone takes away the sign that ${several} wait`;
  const explanation = `${shown}, and ${stored ? 'stores the message, too' : 'may throw the message away'}.`;
  return { effect: isActive ? 'message-waiting' : 'waiting-cleared', explanation, waiting };
}

// ---- elements of the header ----

function effectsOfElement(element: InformationElement, stored: boolean): PhoneEffect[] {
  const found = (effect: PhoneEffectId, section: string, explanation: string): PhoneEffect[] => [
    { effect, clause: `${SMS} 9.2.3.24${section}`, field: 'UDH', explanation },
  ];
  if (element.kind === 'specialMessage') {
    const { indication, count } = element;
    // Bits 4 to 2 extend the kind: 1 is video, of which the basic kind is `other`.
    const kind: WaitingMessages['kind'] = (indication & 0x1f) === 7 ? 'video' : (WAITING_KINDS[indication & 3] as WaitingKind);
    const waiting = { kind, count, stored };
    return [{ clause: `${SMS} 9.2.3.24.2`, field: 'UDH', ...waitingEffect(waiting, count > 0) }];
  }
  if (element.kind === 'hyperlink')
    return found('offers-link', '', 'A part of the text is the title of an address, which the phone opens.');
  if (element.kind !== 'raw') return [];
  const { iei, data } = element;
  if (iei >= 0x70 && iei <= 0x7f) {
    return found('to-sim', '.7, TS 31.115', 'What follows is secured data of the SIM toolkit, which the SIM reads.');
  }
  if (iei === IEI.ReplyAddress)
    return found('replies-elsewhere', '', 'A reply goes to the address in the header, not to the sender.');
  if (iei === IEI.EnhancedVoiceMail) return effectsOfVoiceMail(data, stored);
  return [];
}

/** Octets of a notification: bits, the address of the mailbox (its digits counted first), the number of messages. */
function effectsOfVoiceMail(data: Uint8Array, stored: boolean): PhoneEffect[] {
  const [bits = 1, digits = 0] = data;
  // Bit 0 is set in what a phone sends to confirm a deletion.
  if ((bits & 1) !== 0) return [];
  const count = data[3 + ((digits + 1) >> 1)];
  if (count === undefined) return [];
  const waiting = { kind: 'voicemail', count, stored } as const;
  return [{ clause: `${SMS} 9.2.3.24.13`, field: 'UDH', ...waitingEffect(waiting, count > 0) }];
}

// ---- ports ----

/** What a port or a content type does. */
type Row = readonly [effect: PhoneEffectId, clause: string, explanation: string];

const NOKIA = 'Nokia Smart Messaging 3.0';
const SETTINGS = 'The phone offers to save settings for its connections, and uses them from then on.';
const CALENDAR: Row = ['offers-calendar', 'WAP-259', 'The phone offers to save a calendar entry.'];
const CARD: Row = ['offers-card', 'WAP-259', 'The phone offers to save a card.'];

/** Port of settings that Nokia and Ericsson have: they come as pushes. */
const OTA_SETTINGS = 49999;

function isPushed(port: number): boolean {
  return port === PUSH_PORTS.Push || port === PUSH_PORTS.Source || port === OTA_SETTINGS;
}

const POSITION: Row = ['asks-for-position', 'OMA ULP 2.0', 'The phone tells a location server where it is.'];
const MANAGEMENT: Row = [
  'starts-management',
  'OMA DM 1.2',
  'The phone connects to a server, which can change settings and programs.',
];
const PROVISIONING: Row = ['asks-for-settings', 'OMA Client Provisioning 1.1', SETTINGS];
const BROWSER_SETTINGS: Row = ['asks-for-settings', 'OTA Settings 7.0', SETTINGS];
const RIGHTS: Row = ['grants-rights', 'OMA DRM 1.0', 'The phone stores a licence for content that it has or gets.'];
const SI: Row = ['opens-page', 'WAP-167', 'The phone shows a text and opens its address when the user agrees.'];
const SL: Row = [
  'opens-page-unasked',
  'WAP-168',
  'The phone loads the address and shows what is there, or asks first, as it is set.',
];
const CO: Row = ['clears-cache', 'WAP-175', 'The phone drops pages from the cache of its browser without a word.'];
const EMN: Row = ['fetches-message', 'OMA EMN 1.0', 'The phone says that mail is there, or fetches it.'];

/** By destination port. */
const PORT_ROWS = /* @__PURE__ */ portRows();

function portRows(): Readonly<Record<number, Row>> {
  return {
    5503: ['asks-for-settings', NOKIA, SETTINGS],
    [PORTS.ringtone]: ['offers-ringtone', NOKIA, 'The phone offers to save a ringtone.'],
    [PORTS.operatorLogo]: ['changes-logo', NOKIA, "The phone offers to show a picture in place of the network's name."],
    [PORTS.groupGraphic]: ['changes-logo', NOKIA, 'The phone offers to show a picture when a group of callers rings.'],
    [PORTS.pictureMessage]: ['offers-picture', NOKIA, 'The phone shows a picture, or offers a screen saver or a profile.'],
    7275: POSITION,
    49996: MANAGEMENT,
  };
}

/** By content type of a push. Written out, as those of other documents are: the codec of pushes is not needed to look one up. */
const PUSH_ROWS = /* @__PURE__ */ pushRows();

function pushRows(): ReadonlyMap<string | number, Row> {
  const rows: readonly (readonly [row: Row, ...types: string[]])[] = [
    [SI, 'application/vnd.wap.sic', 'text/vnd.wap.si'],
    [SL, 'application/vnd.wap.slc', 'text/vnd.wap.sl'],
    [CO, 'application/vnd.wap.coc', 'text/vnd.wap.co'],
    [PROVISIONING, 'application/vnd.wap.connectivity-wbxml', 'text/vnd.wap.connectivity-xml'],
    [BROWSER_SETTINGS, 'application/x-wap-prov.browser-settings', 'application/x-wap-prov.browser-bookmarks'],
    [MANAGEMENT, 'application/vnd.syncml.notification', 'application/vnd.syncml.dm.notification'],
    [MANAGEMENT, 'application/vnd.syncml.dm+wbxml', 'application/vnd.syncml.dm+xml'],
    [RIGHTS, 'application/vnd.oma.drm.rights+xml', 'application/vnd.oma.drm.rights+wbxml'],
    [RIGHTS, 'application/vnd.oma.drm.roap-trigger+wbxml'],
    [POSITION, 'application/vnd.omaloc-supl-init'],
    [EMN, 'application/vnd.wap.emn+wbxml', 'text/vnd.wap.emn+xml'],
  ];
  return new Map(rows.flatMap(([row, ...types]) => types.map((type) => [type, row] as const)));
}

const MMS_TYPE = 'application/vnd.wap.mms-message';

function effectsOfPort(message: EffectMessage, udh: readonly InformationElement[]): PhoneEffect[] {
  const ports = findPorts(udh);
  if (ports === undefined) return effectsOfSckl(message.text);
  const { destination } = ports;
  const element = udh.map(({ kind }) => kind === 'ports8' || kind === 'ports16').lastIndexOf(true);
  const place = { field: 'UDH', element };
  const own = rowOfPort(destination);
  if (own !== undefined) return [effectOf(own, place)];
  const hidden = effectOf(hiddenRow(destination, udh[element]?.kind === 'ports8'), place);
  if (!isPushed(destination)) return [hidden];
  const { sequence = 1 } = findConcat(udh) ?? {};
  const pushed = sequence === 1 && message.data !== undefined ? findPushEffects(message.data) : [];
  if (pushed.length > 0) return pushed;
  // What the settings port gets is settings, whatever they are written in.
  return destination === OTA_SETTINGS ? [effectOf(BROWSER_SETTINGS, place)] : [hidden];
}

/** Datagrams as text, which begin with their port. */
function effectsOfSckl(text: string | undefined): PhoneEffect[] {
  if (text?.startsWith('//SCKL') !== true) return [];
  const port = tryDecode(() => parseSckl(text))?.destinationPort;
  if (port === undefined) return [];
  const row = rowOfPort(port) ?? hiddenRow(port, false);
  return [effectOf(row, { field: 'TP-UD' })];
}

function rowOfPort(port: number): Row | undefined {
  const kind = vobjectKindOfPort(port);
  if (kind === 'vcalendar') return CALENDAR;
  if (kind === 'vcard' || port === 226) return CARD;
  return PORT_ROWS[port];
}

function hiddenRow(port: number, isNarrow: boolean): Row {
  const who =
    port === PUSH_PORTS.SecurePush
      ? 'It is an encrypted push, which'
      : isPushed(port)
        ? 'It is a push or a part of one, which'
        : `An application that listens to port ${port} gets it; it`;
  return ['hidden-in-port', `${SMS} 9.2.3.24.${isNarrow ? 3 : 4}`, `${who} is not among the messages of the user.`];
}

function effectOf([effect, clause, explanation]: Row, place: Pick<PhoneEffect, 'field' | 'element'>): PhoneEffect {
  return { effect, clause, ...place, explanation };
}

/**
 * Finds the effects of a WAP push on the recipient's phone, by its content type: such as a Service Indication, settings, or the notification of a
 * multimedia message.
 * @param octets the push, or its beginning, as in the first part of a message in several parts.
 * @returns an empty list for octets that are not a push, and for content on which no phone acts by itself.
 */
export function findPushEffects(octets: Uint8Array): PhoneEffect[] {
  const push = tryDecode(() => decodePush(octets, { lenient: true }));
  if (push === undefined) return [];
  const { body } = push;
  const type = typeof push.contentType === 'string' ? push.contentType.toLowerCase() : push.contentType;
  const place = { field: 'TP-UD' };
  if (type === MMS_TYPE) {
    // X-Mms-Message-Type is the first header: 82 is M-Notification.ind.
    if (body[0] !== 0x8c || body[1] !== 0x82) return [];
    const explanation = 'The phone fetches a multimedia message from the address in it, at once or when the user agrees.';
    return [effectOf(['fetches-message', 'OMA MMS Encapsulation 6.2', explanation], place)];
  }
  const row = PUSH_ROWS.get(type);
  if (row === undefined) return [];
  if (row === SI && isDeletion(body)) {
    return [effectOf(['replaces', 'WAP-167', 'The phone deletes the service indication with the same id.'], place)];
  }
  if (row === SL && isForCache(body)) {
    return [effectOf([SL[0], SL[1], 'The phone loads the address into its cache without a word.'], place)];
  }
  return [effectOf(row, place)];
}

function isDeletion(body: Uint8Array): boolean {
  return tryDecode(() => decodeSi(body, { lenient: true }))?.action === 'delete';
}

function isForCache(body: Uint8Array): boolean {
  return tryDecode(() => decodeSl(body, { lenient: true }))?.action === 'cache';
}

// ---- text ----

/** Controls but for tab, line feed and carriage return. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;
/** Embeddings, overrides and isolates of bidirectional text. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;

function effectsOfText({ text, tpDcs }: EffectMessage, udh: readonly InformationElement[]): PhoneEffect[] {
  if (text === undefined) return [];
  const found = (effect: PhoneEffectId, section: string, explanation: string): PhoneEffect => ({
    ...{ effect, clause: section, field: 'TP-UD', explanation },
  });
  const control = CONTROLS.exec(text)?.[0];
  const isWaiting = tpDcs !== undefined && decodeDcs(tpDcs).group === 'waiting';
  const isEmpty = text === '' && udh.every(({ kind }) => SILENT_ELEMENTS.includes(kind)) && !isWaiting;
  return [
    ...(isEmpty ? [found('empty', `${SMS} 9.2.3.16`, 'The phone shows a message without a text.')] : []),
    ...(control === undefined
      ? []
      : [
          found(
            'control-characters',
            `${CODING} 6.2`,
            `The text has ${nameCharacter(control)}, which phones show in different ways.`,
          ),
        ]),
    ...(DIRECTIONS.test(text)
      ? [found('reorders-text', 'Unicode UAX #9', 'The text has characters that turn the direction of what follows.')]
      : []),
  ];
}

/** Elements that show nothing themselves. */
const SILENT_ELEMENTS: readonly InformationElement['kind'][] = ['concat8', 'concat16', 'singleShift', 'lockingShift'];

function nameCharacter(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
