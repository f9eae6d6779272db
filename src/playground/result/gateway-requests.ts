/**
 * What is composed as requests to the gateway, each a command for a shell. No DOM here.
 *
 * Where the interface has a request for the content, the gateway makes the messages; the same messages can go as raw PDUs, too.
 * @module
 */
import { encodeOtaBitmap } from '../../bitmap/index.js';
import { toGatewayForm } from '../../carrier/index.js';
import type { Content } from '../../message/index.js';
import { type MultimediaContent, PATHS, type Sending } from '../../protocol/forms.js';
import { parametersOf } from '../../protocol/request.js';
import { formatRtttl } from '../../ringtone/index.js';
import { curlCommand, type FileParameter, type Parameter } from '../../show/curl.js';
import type { Submit } from '../../sms/index.js';
import { formatVCalendar, formatVCard } from '../../vobject/index.js';
import type { Composed } from '../composed.js';
import { addressOf, recipientOf, type Settings, type Written, written } from './settings.js';

/** Stand for the credentials, which the command takes from variables. */
const CREDENTIALS = { username: 'USERNAME', pin: 'PIN' } as const;

/** Commands for the gateway. */
export interface GatewayCommands {
  /** The request of the interface for this content; undefined where it has none, and why. */
  readonly request: Written | undefined;
  readonly why: string;
  /** The same messages as raw PDUs, a request each; undefined for what does not go in short messages. */
  readonly pdus: Written | undefined;
}

/**
 * The commands that send what is composed.
 * @param submits its messages; none where it does not go in short messages
 */
export function gatewayCommands(composed: Composed, submits: readonly Submit[], settings: Settings): GatewayCommands {
  const found = gatewayContent(composed);
  const pdus =
    composed.content === undefined
      ? undefined
      : written(() => submits.map((submit) => pduCommand(submit, settings)).join('\n\n'));
  if (typeof found === 'string') return { request: undefined, why: found, pdus };
  return { request: written(() => requestCommand(found, settings)), why: '', pdus };
}

type GatewayContent =
  | { readonly operation: 'sendSms'; readonly message: string }
  | { readonly operation: 'sendSms'; readonly flashMessage: string }
  | { readonly operation: 'sendMultimedia'; readonly content: () => MultimediaContent; readonly file?: FileParameter };

/** What the interface has for it, or why it has nothing. */
function gatewayContent({ content, build, files }: Composed): GatewayContent | string {
  const message = files.find(({ name }) => /\.(?:mms|zip)$/i.test(name));
  if (message !== undefined && (content === undefined || content.kind === 'mmsNotification')) {
    const file = { parameter: 'MMSNotificationFileData1', file: message.name };
    const make = () => ({ kind: 'mms', file: { name: message.name, data: message.octets } }) as const;
    return { operation: 'sendMultimedia', content: make, file };
  }
  if (content === undefined) return 'Nothing here is for the gateway.';
  switch (content.kind) {
    case 'text':
    case 'flash':
      if (build?.encoding === 'ucs2' || build?.locking || build?.single) {
        return 'The request for texts leaves the alphabet to the gateway: this one goes as PDUs.';
      }
      if (content.kind === 'text') return { operation: 'sendSms', message: content.text };
      return { operation: 'sendSms', flashMessage: content.text };
    case 'pictureMessage':
      if (content.text) return 'The request for picture messages has no place for the text: the picture with it goes as PDUs.';
      return multimedia(content, build);
    case 'serviceLoading':
      return 'The interface has no request for service loading: it goes as PDUs.';
    case 'mmsNotification':
      return 'The interface has no request for a notification: it goes as PDUs.';
    case 'pdu':
      return 'User data as given goes as PDUs.';
    default:
      return multimedia(content, build);
  }
}

type AsMultimedia = Exclude<Content, { readonly kind: 'text' | 'flash' | 'serviceLoading' | 'mmsNotification' | 'pdu' }>;

function multimedia(content: AsMultimedia, build: Composed['build']): GatewayContent {
  return { operation: 'sendMultimedia', content: () => multimediaOf(content, build) };
}

function multimediaOf(content: AsMultimedia, build: Composed['build']): MultimediaContent {
  switch (content.kind) {
    case 'ringtone':
      return { kind: 'ringtone', text: formatRtttl(content.tune) };
    case 'operatorLogo':
      return { kind: 'operatorLogo', mcc: content.mcc, mnc: content.mnc, data: encodeOtaBitmap(content.bitmap) };
    case 'vcard':
      return { kind: 'vcard', text: formatVCard(content.card, { version: build?.cardVersion ?? '2.1' }) };
    case 'vcalendar':
      return { kind: 'vcalendar', text: formatVCalendar(content.calendar, { version: build?.calendarVersion ?? '1.0' }) };
    case 'serviceIndication':
      return { kind: 'serviceIndication', si: content.si };
    default:
      return { kind: content.kind, data: encodeOtaBitmap(content.bitmap) };
  }
}

function requestCommand(content: GatewayContent, settings: Settings): string {
  const { make, model } = settings;
  const from = settings.from?.trim();
  const to = recipientOf(settings.to);
  // A short code is left as it was typed: that the interface takes none, its own rules tell.
  const sendTo = [typeof to === 'string' ? to : settings.to];
  const sending: Sending = { ...CREDENTIALS, sendTo, ...(from ? { replyTo: from } : {}) };
  if (content.operation === 'sendSms') {
    return command(PATHS.sendSms, parametersOf({ ...sending, ...content }), settings);
  }
  const made = content.content();
  const needsMake = made.kind !== 'mms' && made.kind !== 'serviceIndication';
  const handset = needsMake ? { phoneMake: make, ...(model?.trim() && { phoneModel: model.trim() }) } : {};
  const parameters = parametersOf({ ...sending, operation: 'sendMultimedia', ...handset, content: made });
  const { file } = content;
  const inCommand = parameters.filter(([name]) => name !== file?.parameter);
  return command(PATHS.sendMultimedia, inCommand, settings, file);
}

function pduCommand(submit: Submit, settings: Settings): string {
  const from = settings.from?.trim();
  const parameters: Parameter[] = [
    ['Username', CREDENTIALS.username],
    ['PIN', CREDENTIALS.pin],
    ...Object.entries(toGatewayForm(submit)),
    ...(from ? [['ReplyTo', from] as const] : []),
  ];
  return command(PATHS.sendMultimedia, parameters, settings);
}

function command(path: string, parameters: readonly Parameter[], { gatewayUrl }: Settings, file?: FileParameter): string {
  return curlCommand(`${addressOf(gatewayUrl, 'gateway')}${path}`, parameters, file);
}
