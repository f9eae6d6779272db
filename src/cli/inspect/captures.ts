/**
 * `handset inspect --capture`: the messages of files, as a capture that Wireshark opens.
 * @module
 */
import { identifyArchive } from '../../archive/index.js';
import { pluralize } from '../../bytes/file-fields.js';
import type { Field } from '../../bytes/index.js';
import { decodeCapture, encodeMessageCapture, findMessages, type MessageToCapture } from '../../capture/index.js';
import { beginsAsCapture } from '../../capture/read.js';
import { DEFAULT_LIMITS, DecodeError } from '../../errors.js';
import { fitsDirection, isMessageArchive, tpduForm } from '../../inspect/formats.js';
import { type Format, type InspectOptions, identify, inspect } from '../../inspect/index.js';
import { SmppSplitter } from '../../smpp/index.js';
import { isZip } from '../../zip/tree.js';
import { extensionOf, type Session } from '../io.js';

/** Octets that an input may have by its beginning: a capture or an archive of messages may be larger than others. */
export function maxOctets(head: Uint8Array): number {
  if (beginsAsCapture(head)) return DEFAULT_LIMITS.captureOctets;
  // What a ZIP holds is told at its end.
  const isArchive = isZip(head) || (head.length > DEFAULT_LIMITS.inspectOctets && isMessageArchive(identifyArchive(head)));
  return isArchive ? DEFAULT_LIMITS.archiveOctets : DEFAULT_LIMITS.inspectOctets;
}

/** How an input is inspected. */
export function limitsOf(octets: Uint8Array): Pick<InspectOptions, 'limits'> {
  if (octets.length <= DEFAULT_LIMITS.inspectOctets) return {};
  const isKnown = beginsAsCapture(octets) || isMessageArchive(identifyArchive(octets));
  return isKnown ? { limits: { inspectOctets: maxOctets(octets) } } : {};
}

/**
 * Writes a capture of the messages in octets.
 * @param path of the capture: one that ends with .pcap is in that format, all others are pcapng
 * @throws DecodeError when there is none
 */
export function writeCapture(
  session: Session,
  inputs: readonly Uint8Array[],
  options: Pick<InspectOptions, 'as' | 'direction'>,
  path: string,
): void {
  const messages = inputs.flatMap((octets) => messagesIn(octets, options));
  if (messages.length === 0) {
    throw new DecodeError('bad-value', 'input', undefined, 'holds no TPDU, no message of RP or CP and no PDU of SMPP');
  }
  const format = path !== '-' && extensionOf(path) === '.pcap' ? 'pcap' : 'pcapng';
  session.write(encodeMessageCapture(messages, { format }), path);
  session.note(`${path}: ${pluralize(messages.length, 'message')}`);
}

function messagesIn(octets: Uint8Array, { as, direction }: Pick<InspectOptions, 'as' | 'direction'>): MessageToCapture[] {
  if (beginsAsCapture(octets)) {
    return findMessages(decodeCapture(octets, { lenient: true })).messages.flatMap((message) => {
      const format = message.format ?? findFormat(message.octets, message.direction);
      return toMessages(message.octets, format).map((each) => ({ ...each, time: message.time }));
    });
  }
  const format = as ?? findFormat(octets, direction);
  const own = toMessages(octets, format);
  if (own.length > 0) return own;
  const found: MessageToCapture[] = [];
  const collect = (field: Field): void => {
    const inner = field.octets === undefined ? [] : toMessages(field.octets, findFormat(field.octets, direction));
    if (inner.length > 0) found.push(...inner);
    else field.children.forEach(collect);
  };
  collect(inspect(octets, { as, direction }));
  return found;
}

function findFormat(octets: Uint8Array, direction: InspectOptions['direction']): Format | undefined {
  return identify(octets).find(({ format }) => fitsDirection(format, direction))?.format;
}

/** Octets as messages, when a capture takes their format. */
function toMessages(octets: Uint8Array, format: Format | undefined): MessageToCapture[] {
  if (format === 'smpp') return [...new SmppSplitter().split(octets)].map((pdu) => ({ format, octets: pdu }));
  const isOther = format === undefined || (format !== 'rp' && format !== 'cp' && tpduForm(format) === undefined);
  return isOther ? [] : [{ format: format as MessageToCapture['format'], octets }];
}
