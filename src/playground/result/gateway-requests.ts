/**
 * What is composed as requests to the gateway, each a command for a shell. No DOM here.
 *
 * Where the interface has a request for the content, the gateway makes the messages; the same messages can go as raw PDUs, too.
 * @module
 */
import { toGatewayForm } from '../../carrier/index.js';
import { requestOf } from '../../content/index.js';
import { KINDS } from '../../content/kinds.js';
import { needsMake } from '../../protocol/content-fields.js';
import { PATHS } from '../../protocol/forms.js';
import { parametersOf } from '../../protocol/request.js';
import { curlCommand, type FileParameter, type Parameter } from '../../show/carrier.js';
import type { Submit } from '../../sms/index.js';
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
  const { content, files } = composed;
  const pdus = content && written(() => submits.map((submit) => pduCommand(submit, settings)).join('\n\n'));
  const message = files.find(({ name }) => /\.(?:mms|zip)$/i.test(name));
  if (message !== undefined && (content === undefined || content.kind === 'mmsNotification')) {
    return { request: written(() => messageCommand(message, settings)), why: '', pdus };
  }
  const why = whyNone(composed);
  return { request: why === '' ? written(() => requestCommand(composed, settings)) : undefined, why, pdus };
}

/** Why the interface has no request for it; empty where it has one. */
function whyNone({ content, build }: Composed): string {
  if (content === undefined) return 'Nothing here is for the gateway.';
  if (build?.encoding === 'ucs2' || build?.locking || build?.single) {
    return 'The request for texts leaves the alphabet to the gateway: this one goes as PDUs.';
  }
  if (content.kind === 'pdu') return 'User data as given goes as PDUs.';
  const { name, parameter } = KINDS[content.kind];
  if (parameter === undefined) return `The interface has no request for ${name}: it goes as PDUs.`;
  const hasText = 'bitmap' in content && 'text' in content && content.text !== '';
  return hasText ? `The request for a ${name} has no place for the text: the picture with it goes as PDUs.` : '';
}

function requestCommand({ content, build }: Composed, settings: Settings): string {
  if (content === undefined) return '';
  const { cardVersion, calendarVersion } = build ?? {};
  const handset = needsMake(content.kind) ? { make: settings.make, model: settings.model?.trim() || undefined } : {};
  const { sendTo, replyTo } = sendingBy(settings);
  const request = requestOf(content, { to: sendTo, replyTo, ...handset, cardVersion, calendarVersion });
  return command(PATHS[request.operation], parametersOf({ ...CREDENTIALS, ...request }), settings);
}

/** A multimedia message, whose octets the command takes from its file. */
function messageCommand({ name, octets }: Composed['files'][number], settings: Settings): string {
  const parameter = KINDS.mms.parameter as string;
  const content = { kind: 'mms', file: { name, data: octets } } as const;
  const parameters = parametersOf({ ...CREDENTIALS, ...sendingBy(settings), operation: 'sendMultimedia', content });
  const inCommand = parameters.filter(([each]) => each !== parameter);
  return command(PATHS.sendMultimedia, inCommand, settings, { parameter, file: name });
}

function sendingBy(settings: Settings) {
  const to = recipientOf(settings.to);
  // A short code is left as it was typed: that the interface takes none, its own rules tell.
  return { sendTo: [typeof to === 'string' ? to : settings.to], replyTo: settings.from?.trim() || undefined };
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
