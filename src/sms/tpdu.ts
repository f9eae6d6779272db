/**
 * Any TPDU: the type follows from TP-MTI and the direction.
 *
 *   TP-MTI   from the handset (MO)      to the handset (MT)
 *   0        SMS-DELIVER-REPORT         SMS-DELIVER
 *   1        SMS-SUBMIT                 SMS-SUBMIT-REPORT
 *   2        SMS-COMMAND                SMS-STATUS-REPORT
 *
 * Source: 3GPP TS 23.040 section 9.2.3.1.
 * @module
 */

import { requireObject, wrongArgument } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import {
  type Command,
  type DeliverReport,
  readCommand,
  readDeliverReport,
  readSubmitReport,
  type SubmitReport,
} from './acknowledgements.js';
import { type Address, readServiceCentre } from './address.js';
import { type Deliver, readDeliver } from './deliver.js';
import { readStatusReport, type StatusReport } from './status-report.js';
import { readSubmit, type Submit } from './submit.js';
import { RESERVED_TYPE } from './tpdu-fields.js';

/** `MO` (mobile originated): from the handset; `MT` (mobile terminated): to the handset. */
export type Direction = 'MO' | 'MT';

/** A TPDU with its type. `smsc` is present when the octets began with the address of a service centre that was not empty. */
export type Tpdu = (
  | ({ readonly type: 'SMS-SUBMIT' } & Submit)
  | ({ readonly type: 'SMS-DELIVER' } & Deliver)
  | ({ readonly type: 'SMS-STATUS-REPORT' } & StatusReport)
  | ({ readonly type: 'SMS-COMMAND' } & Command)
  | ({ readonly type: 'SMS-DELIVER-REPORT' } & DeliverReport)
  | ({ readonly type: 'SMS-SUBMIT-REPORT' } & SubmitReport)
) & { readonly smsc?: Address };

/** Options of {@link decodeTpdu}. */
export interface TpduOptions extends DecodeOptions {
  /** From the handset (`MO`) or to it (`MT`): TP-MTI means different types in the two directions. */
  readonly direction: Direction;
  /** Whether the octets begin with the address of the service centre, as in AT commands; false by default. */
  readonly smsc?: boolean | undefined;
}

/**
 * Decodes a TPDU of any type (TS 23.040 section 9.2.2).
 * @param options.lenient continue past the faults that `decodeSubmit` accepts.
 * @throws DecodeError as `decodeSubmit`, and `bad-value` for the reserved type 3, which to a handset is leniently an SMS-DELIVER.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeTpdu } from 'handset/sms';
 *
 * // A line of `AT+CMGL` in PDU mode, with the service centre before the TPDU.
 * const line = '07911326040000F0040B911346610089F60000208062917314080CC8F71D14969741F977FD07';
 * const message = decodeTpdu(fromHex(line), { direction: 'MT', smsc: true });
 * message.type === 'SMS-DELIVER' && message.text; // -> 'How are you?'
 * ```
 */
export function decodeTpdu(octets: Uint8Array, options: TpduOptions): Tpdu {
  requireOctets(octets, 'octets');
  requireObject(options, 'options');
  return readTpdu(new ByteReader(octets), options);
}

/** {@link decodeTpdu} on a cursor, which is left at the end. */
export function readTpdu(reader: ByteReader, options: TpduOptions): Tpdu {
  const reading = Reading.of(options);
  const smsc = options.smsc === true ? readServiceCentre(reader, reading) : undefined;
  const tpdu = readByType(reader, options.direction, reading);
  return smsc === undefined ? tpdu : { ...tpdu, smsc };
}

function readByType(reader: ByteReader, direction: Direction, reading: Reading): Tpdu {
  if (reader.remaining === 0) throw new DecodeError('truncated', 'first octet', reader.offset, 'needs a TPDU, found no octets');
  const type = (reader.octets[reader.offset] as number) & 3;
  if (direction !== 'MO' && direction !== 'MT') throw wrongArgument(direction, 'direction', "'MO' or 'MT'");
  const fromHandset = direction === 'MO';
  switch (type) {
    case 0:
      return fromHandset
        ? { type: 'SMS-DELIVER-REPORT', ...readDeliverReport(reader, reading) }
        : { type: 'SMS-DELIVER', ...readDeliver(reader, reading) };
    case 1:
      return fromHandset
        ? { type: 'SMS-SUBMIT', ...readSubmit(reader, reading) }
        : { type: 'SMS-SUBMIT-REPORT', ...readSubmitReport(reader, reading) };
    case 2:
      return fromHandset
        ? { type: 'SMS-COMMAND', ...readCommand(reader, reading) }
        : { type: 'SMS-STATUS-REPORT', ...readStatusReport(reader, reading) };
    default:
      if (fromHandset) throw new DecodeError('bad-value', 'TP-MTI', reader.offset, RESERVED_TYPE);
      return { type: 'SMS-DELIVER', ...readDeliver(reader, reading) };
  }
}
