/**
 * The layers that carry TPDUs, opened: a message of the connection layer, the message of the relay layer in it, and the TPDU in that.
 * @module
 */
import type { Field } from '../bytes/index.js';
import { type CpMessage, readCp } from '../sms/cp.js';
import { type RpMessage, readRp } from '../sms/rp.js';
import type { Bounds } from './call-limits.js';
import { type Decoding, octetTree } from './formats/octets.js';
import type { Inspected } from './nested-payloads.js';
import { openChildren } from './trees.js';
import { tpduTree } from './user-data.js';

/** How a message of the relay layer is read. */
export const RP_DECODING: Decoding<RpMessage> = /* @__PURE__ */ decoding('RP', (...call) => readRp(...call));

/** How a message of the connection layer is read. */
export const CP_DECODING: Decoding<CpMessage> = /* @__PURE__ */ decoding('CP', (...call) => readCp(...call));

function decoding<T extends RpMessage | CpMessage>(root: string, read: Decoding<T>['read']): Decoding<T> {
  return { root, read, describe: ({ type }) => type, isMessage: true };
}

/** The tree of a message of the relay layer, from `start` to `end`. */
export function rpTree(octets: Uint8Array, bounds: Bounds, start = 0, end = octets.length): Inspected {
  return carrying(RP_DECODING, octets, bounds, start, end, 'RP-UD', 'TPDU', ({ direction }, from, to) =>
    tpduTree(octets, { direction, smsc: false }, bounds, from, to),
  );
}

/** The tree of a message of the connection layer. */
export function cpTree(octets: Uint8Array, bounds: Bounds): Inspected {
  return carrying(CP_DECODING, octets, bounds, 0, octets.length, 'CP-UD', 'RP message', (_, from, to) =>
    rpTree(octets, bounds, from, to),
  );
}

/** The tree of a message, with what one of its fields carries in place of the field's octets. */
export function carrying<T>(
  decoded: Decoding<T>,
  octets: Uint8Array,
  bounds: Bounds,
  start: number,
  end: number,
  element: string | undefined,
  name: string,
  open: (message: T, from: number, to: number) => Inspected,
): Inspected {
  let message: T | undefined;
  const read: Decoding<T>['read'] = (reader, options) => {
    message = decoded.read(reader, options);
    return message;
  };
  let inner: Inspected | undefined;
  const complete = (tree: Field, value: T | undefined): Field => {
    const whole = value ?? message;
    if (whole === undefined) return tree;
    return openChildren(tree, element === undefined ? [] : [element], (child) => {
      if (child.name !== name || bounds.fields.isSpent) return undefined;
      inner = open(whole, child.start, child.end);
      return { ...child, value: undefined, children: [inner.field] };
    });
  };
  const field = octetTree({ ...decoded, read, complete }, { octets, bounds, isPart: false }, start, end);
  return inner?.part === undefined ? { field } : { field, part: inner.part };
}
