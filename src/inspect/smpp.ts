/**
 * PDUs of SMPP in a row, read and named without a tree.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { readNextPdu } from '../smpp/decode.js';
import { commandName, type SmppFields, type SmppPdu } from '../smpp/pdus.js';

/** The whole input is bounded, and the fields of its tree are. */
const limits = { smppOctets: Number.POSITIVE_INFINITY, smppParameters: Number.POSITIVE_INFINITY };
const STRICT = /* @__PURE__ */ new Reading({ limits });

/**
 * Reads PDUs up to the end of the input, at least one. `pdus` gets each as it is read.
 * @throws DecodeError as `decodeSmppPdu`
 */
export function readSmpp(reader: ByteReader, options?: DecodeOptions, pdus: SmppPdu[] = []): SmppPdu[] {
  // Strict reading of SMPP has nothing to report.
  const reading = options?.lenient === true ? new Reading({ ...options, limits }) : STRICT;
  do pdus.push(readNextPdu(reader, reading));
  while (reader.remaining > 0);
  return pdus;
}

/** Names of the commands, each once, with their number: `submit_sm to 447700900123, 2 enquire_link`. */
export function describePdus(pdus: readonly SmppPdu[]): string {
  const counts = new Map<string, number>();
  for (const { command } of pdus) {
    const name = commandName(command);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [only] = pdus;
  if (pdus.length === 1 && only !== undefined) return `${commandName(only.command)}${addressWords(only)}`;
  const shown = [...counts].slice(0, MAX_COMMANDS).map(([command, count]) => (count === 1 ? command : `${count} ${command}`));
  return `${shown.join(', ')}${counts.size > MAX_COMMANDS ? ' and others' : ''}`;
}

/** Commands that are named. */
const MAX_COMMANDS = 6;

function addressWords(pdu: SmppPdu): string {
  const address = formatAddress(pdu);
  return address === '' ? '' : ` ${isFromHandset(pdu) ? 'from' : 'to'} ${address}`;
}

/** Whether a PDU is from a handset, by way of the service centre: a message, or word that it can be reached (4.6.1, 4.12.1). */
function isFromHandset({ command }: SmppPdu): boolean {
  return command === 'deliver_sm' || command === 'alert_notification';
}

/** The handset that a PDU is about: its recipient, or its sender where it comes from a handset. Empty where it names none. */
export function formatAddress(pdu: SmppPdu): string {
  const { fields = {} } = pdu;
  const items = (fields.dest_address ?? fields.unsuccess_sme ?? []) as readonly SmppFields[];
  if (items.length > 1 && fields.dest_address !== undefined) return `${items.length} recipients`;
  return String((isFromHandset(pdu) ? fields.source_addr : (items.at(-1) ?? fields).destination_addr) ?? '');
}
