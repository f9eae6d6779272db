/**
 * What is composed, in every form that a modem, a service centre or a gateway takes. No DOM here.
 *
 * Each form comes from the function of this package that makes it. A form that cannot carry the messages says why, and the others stay.
 * @module
 */
import { encodeUtf8 } from '../../bytes/index.js';
import type { KannelOptions } from '../../carrier/index.js';
import { FormatError } from '../../errors.js';
import { type BuildOptions, buildSubmits, type FormChoice, readSubmits } from '../../message/index.js';
import { formatLines, formatSubmits } from '../../show/carrier.js';
import { decodeSubmit, type Submit } from '../../sms/index.js';
import type { Composed, NamedFile, Shown } from '../composed.js';
import { type GatewayCommands, gatewayCommands } from './gateway-requests.js';
import { type OnAir, onAir } from './on-air.js';
import { addressOf, recipientOf, referenceOf, type Settings, type Written, written } from './settings.js';

/** Media type of a TPDU as a file. */
export const PDU_TYPE = 'application/octet-stream';

/** Everything about what is composed. */
export interface Result {
  /** Empty when it does not go in short messages. */
  readonly submits: readonly Submit[];
  readonly messages: readonly OnAir[];
  /** The form that carries it, and why; undefined without messages. */
  readonly choice: FormChoice | undefined;
  readonly at: Written;
  readonly smpp: Written;
  readonly kannel: Written;
  readonly curl: GatewayCommands;
  readonly files: readonly NamedFile[];
  /** What a phone makes of the messages. */
  readonly shown: Shown | { readonly error: FormatError } | undefined;
}

/**
 * Puts what is composed into all forms.
 * @throws EncodeError, with field `to` or `reference` for a setting, `make`, `model` or `form` when the handset has no form for the content,
 * and whatever the content's encoder throws. A faulty address of a service (`gateway`, `kannel`) is told where its form would stand.
 */
export function resultOf(composed: Composed, settings: Settings): Result {
  const { content } = composed;
  let choice: FormChoice | undefined;
  const submits = submitsOf(composed, settings, (made) => {
    choice = made;
  });
  const messages = submits.map(onAir);
  return {
    submits,
    messages,
    choice,
    at: written(() => formatSubmits(submits, 'at')),
    smpp: written(() => formatSubmits(submits, 'smpp')),
    kannel: written(() => formatSubmits(submits, 'kannel', { kannel: kannelOf(settings) })),
    curl: gatewayCommands(composed, submits, settings),
    files: [...composed.files, ...messageFiles(messages)],
    shown: composed.shown ?? (content && readBack(messages)),
  };
}

/** The messages alone; none for what does not go in short messages. @throws EncodeError as {@link resultOf} */
export function submitsOf({ content, build }: Composed, settings: Settings, onChoice?: BuildOptions['onChoice']): Submit[] {
  const options: BuildOptions = {
    ...build,
    to: recipientOf(settings.to),
    make: settings.make,
    model: settings.model,
    form: settings.form,
    reference: referenceOf(settings.reference, build?.concat),
    ...(settings.report === true && { tpSrr: true }),
    onChoice,
  };
  return content === undefined ? [] : buildSubmits(content, options);
}

/** Messages in hex, a line each. */
export function listingOf(messages: readonly OnAir[]): string {
  return formatLines(messages.map(({ hex }) => hex));
}

function readBack(messages: readonly OnAir[]): Result['shown'] {
  try {
    return { kind: 'content', content: readSubmits(messages.map(({ octets }) => decodeSubmit(octets))) };
  } catch (error) {
    if (error instanceof FormatError) return { error };
    throw error;
  }
}

function messageFiles(messages: readonly OnAir[]): NamedFile[] {
  const [first] = messages;
  const listing = { name: 'pdus.txt', type: 'text/plain', octets: encodeUtf8(listingOf(messages)) };
  if (first === undefined) return [];
  return messages.length > 1 ? [listing] : [{ name: 'message.pdu', type: PDU_TYPE, octets: first.octets }, listing];
}

function kannelOf({ kannelUrl, from }: Settings): KannelOptions {
  // Placeholders: the account's own belong in no page.
  const account = { username: 'USERNAME', password: 'PASSWORD' };
  return { baseUrl: addressOf(kannelUrl, 'kannel'), ...account, from: from?.trim() || undefined };
}
