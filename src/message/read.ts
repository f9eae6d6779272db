/**
 * From the parts of one message back to its content.
 * @module
 */
import { DecodeError } from '../errors.js';
import { decodeNokiaRingtone } from '../ringtone/index.js';
import { concatOf, decodeDcs, type MessagePart, type ReassembledMessage, Reassembler } from '../sms/index.js';
import { isSamePart } from '../sms/reassembler.js';
import { type Content, PORTS } from './content.js';

/** A part as `decodeSubmit` or `decodeDeliver` reads it. */
export interface ReceivedPart extends MessagePart {
  readonly tpDcs: number;
  readonly tpPid: number;
}

/** How contents are read. */
export interface ReadOptions {
  /** Read contents with faults that leave a meaning; see `decodeNokiaRingtone`. */
  readonly lenient?: boolean | undefined;
}

/**
 * Content of one message, given all its parts in any order.
 * @throws DecodeError `truncated` when parts are missing, `trailing-bytes` when there are parts of another message too, and whatever the
 * content's decoder throws.
 */
export function readSubmits(submits: readonly ReceivedPart[], options?: ReadOptions): Content {
  const first = submits[0];
  if (first === undefined) throw new DecodeError('truncated', 'parts', undefined, 'there are none');
  const message = joinParts(submits);
  return contentOf(message, first.tpDcs, first.tpPid, options);
}

function joinParts(parts: readonly ReceivedPart[]): ReassembledMessage {
  const several = new DecodeError('trailing-bytes', 'parts', undefined, 'they are of several messages');
  const reassembler = new Reassembler({
    onDiscard: () => {
      throw several;
    },
  });
  let whole: ReassembledMessage | undefined;
  for (const [index, part] of parts.entries()) {
    if (concatOf(part.udh) !== undefined && parts.slice(0, index).some((other) => isSamePart(other, part))) continue;
    const message = reassembler.add(part, { from: '', at: 0 });
    if (message === undefined) continue;
    if (whole !== undefined) throw several;
    whole = message;
  }
  if (whole === undefined && reassembler.pending === 1) {
    const { total = 1 } = concatOf((parts[0] as ReceivedPart).udh) ?? {};
    const there = new Set(parts.map(({ udh }) => concatOf(udh)?.sequence));
    throw new DecodeError('truncated', 'parts', undefined, `${there.size} of ${total} parts`);
  }
  if (whole === undefined || reassembler.pending > 0) throw several;
  return whole;
}

/**
 * Content of a message that was joined before. Text is `text` or `flash` (class 0), but `pdu` where TP-PID or a waiting indication says
 * more. National tables and the other classes are not kept.
 * @throws DecodeError whatever the content's decoder throws.
 */
export function contentOf(message: ReassembledMessage, tpDcs: number, tpPid: number, options?: ReadOptions): Content {
  const { text, data, ports, udh } = message;
  if (ports?.destination === PORTS.ringtone && data !== undefined) {
    return { kind: 'ringtone', tune: decodeNokiaRingtone(data, { lenient: options?.lenient === true }) };
  }
  const hasPlainHeader = udh.every(({ kind }) => kind === 'lockingShift' || kind === 'singleShift');
  if (text !== undefined && hasPlainHeader && tpPid === 0) {
    const dcs = decodeDcs(tpDcs);
    const isPlain = (dcs.group === 'general' && !dcs.autoDelete) || dcs.group === 'class';
    if (isPlain) return { kind: dcs.messageClass === 0 ? 'flash' : 'text', text };
  }
  return { kind: 'pdu', tpDcs, tpPid, udh, ...(text === undefined ? { data } : { text }) };
}
