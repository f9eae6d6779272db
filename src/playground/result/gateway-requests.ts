/**
 * What is composed as requests to the gateway: each a command for a shell, or a form that the page posts. No DOM here.
 *
 * Where the interface has a request for the content, the gateway makes the messages; the same messages can go as raw PDUs, too.
 * @module
 */
import { toGatewayForm } from '../../carrier/index.js';
import { requestOf } from '../../content/index.js';
import { KINDS } from '../../content/kinds.js';
import { FormatError } from '../../errors.js';
import { needsMake } from '../../protocol/content-fields.js';
import { PATHS } from '../../protocol/forms.js';
import { parametersOf } from '../../protocol/request.js';
import { curlCommand, type FileParameter, type Parameter } from '../../show/carrier.js';
import type { Submit } from '../../sms/index.js';
import type { Composed } from '../composed.js';
import { addressOf, recipientOf, type Settings, type Written, written } from './settings.js';

/** Stand for the credentials, which whoever sends puts in. */
const CREDENTIALS = { username: 'USERNAME', pin: 'PIN' } as const;

/** A request of the interface, before anybody has signed it. */
export interface GatewayPost {
  /** Where it is posted, such as `/webservices/http/sendsms`. */
  readonly path: string;
  /** Its fields, `Username` and `PIN` with words in place of the credentials. */
  readonly parameters: readonly Parameter[];
  /** The field whose octets a command takes from a file. */
  readonly file?: FileParameter;
}

/** Requests, or why there are none. */
export type Posts = { readonly posts: readonly GatewayPost[] } | { readonly error: FormatError };

/** The requests that send something. */
export interface GatewayPosts {
  /** The request of the interface for this content; undefined where it has none, and why. */
  readonly request: Posts | undefined;
  readonly why: string;
  /** The same messages as raw PDUs, a request each; undefined for what does not go in short messages. */
  readonly pdus: Posts | undefined;
}

/** The same as commands. */
export interface GatewayCommands {
  readonly request: Written | undefined;
  readonly why: string;
  readonly pdus: Written | undefined;
}

/**
 * The requests that send what is composed.
 * @param submits its messages; none where it does not go in short messages
 * @param recipients numbers in place of the settings' own
 */
export function gatewayPosts(
  composed: Composed,
  submits: readonly Submit[],
  settings: Settings,
  recipients: readonly string[] = [numberOf(settings.to)],
): GatewayPosts {
  const { content, files } = composed;
  const pdus = content && tried(() => submits.map((submit) => pduPost(submit, settings, recipients)));
  const message = files.find(({ name }) => /\.(?:mms|zip)$/i.test(name));
  if (message !== undefined && (content === undefined || content.kind === 'mmsNotification')) {
    return { request: tried(() => [messagePost(message, settings, recipients)]), why: '', pdus };
  }
  const why = whyNone(composed);
  return { request: why === '' ? tried(() => [contentPost(composed, settings, recipients)]) : undefined, why, pdus };
}

/** The commands that send what is composed. */
export function gatewayCommands(composed: Composed, submits: readonly Submit[], settings: Settings): GatewayCommands {
  const { request, why, pdus } = gatewayPosts(composed, submits, settings);
  const commands = (posts: Posts | undefined) => posts && commandsOf(posts, settings);
  return { request: commands(request), why, pdus: commands(pdus) };
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

// ---- requests ----

function contentPost({ content, build }: Composed, settings: Settings, sendTo: readonly string[]): GatewayPost {
  if (content === undefined) throw new TypeError('a request has a content');
  const { cardVersion, calendarVersion } = build ?? {};
  const handset = needsMake(content.kind) ? { make: settings.make, model: settings.model?.trim() || undefined } : {};
  const replyTo = replyToOf(settings);
  const request = requestOf(content, { to: sendTo, replyTo, ...handset, cardVersion, calendarVersion });
  return { path: PATHS[request.operation], parameters: parametersOf({ ...CREDENTIALS, ...request }) };
}

/** A multimedia message, whose octets a command takes from its file. */
function messagePost({ name, octets }: Composed['files'][number], settings: Settings, sendTo: readonly string[]): GatewayPost {
  const parameter = KINDS.mms.parameter as string;
  const content = { kind: 'mms', file: { name, data: octets } } as const;
  const sending = { ...CREDENTIALS, sendTo, replyTo: replyToOf(settings) };
  const parameters = parametersOf({ ...sending, operation: 'sendMultimedia', content });
  return { path: PATHS.sendMultimedia, parameters, file: { parameter, file: name } };
}

function pduPost(submit: Submit, settings: Settings, recipients: readonly string[]): GatewayPost {
  const from = replyToOf(settings);
  const parameters: Parameter[] = [
    ['Username', CREDENTIALS.username],
    ['PIN', CREDENTIALS.pin],
    ...Object.entries({ ...toGatewayForm(submit), SendTo: recipients.join() }),
    ...(from === undefined ? [] : [['ReplyTo', from] as const]),
  ];
  return { path: PATHS.sendMultimedia, parameters };
}

/** A short code is left as it was typed: that the interface takes none, its own rules tell. */
function numberOf(typed: string): string {
  const to = recipientOf(typed);
  return typeof to === 'string' ? to : typed;
}

function replyToOf({ from }: Settings): string | undefined {
  return from?.trim() || undefined;
}

function tried(make: () => readonly GatewayPost[]): Posts {
  try {
    return { posts: make() };
  } catch (error) {
    if (error instanceof FormatError) return { error };
    throw error;
  }
}

// ---- commands ----

function commandsOf(found: Posts, settings: Settings): Written {
  return 'error' in found ? found : written(() => found.posts.map((post) => commandOf(post, settings)).join('\n\n'));
}

function commandOf({ path, parameters, file }: GatewayPost, { gatewayUrl }: Settings): string {
  const inCommand = file === undefined ? parameters : parameters.filter(([name]) => name !== file.parameter);
  return curlCommand(`${addressOf(gatewayUrl, 'gateway')}${path}`, inCommand, file);
}
