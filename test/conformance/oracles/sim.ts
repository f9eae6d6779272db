/**
 * What goes to a SIM card, as tshark shows it: envelopes, and names as an item of one.
 * @module
 */
import { dissectProtocols, type PdmlField } from '../../interop/drivers/tshark.js';
import { defined } from '../pack/read.js';
import type { BareCase } from '../pack/shape.js';
import type { Ask, Shown } from './oracle.js';
import { fieldsOf, octetsOf, readsOnly } from './tshark-layers.js';

/** Tags of an envelope, and of a name in it. */
export const [SMS_DOWNLOAD, ALPHA] = [0xd1, 0x85];
/** What fills the end of a record. */
export const UNUSED = 0xff;

const lengthOf = (length: number) => (length < 0x80 ? [length] : [0x81, length]);

/** An item: its tag, its length and its octets. */
export const element = (tag: number, octets: Iterable<number>): number[] => {
  const body = [...octets];
  return [tag, ...lengthOf(body.length), ...body];
};

/** The command that hands an envelope to the card. */
export const envelopeCommand = (envelope: readonly number[]): Uint8Array =>
  Uint8Array.of(0xa0, 0xc2, 0, 0, envelope.length, ...envelope);

/** Octets up to the last that is in use. */
export const used = (octets: Uint8Array): Uint8Array =>
  octets.subarray(0, octets.findLastIndex((octet) => octet !== UNUSED) + 1);

/** An item has no padding, as a field of a record does. */
function withoutPadding(bare: BareCase): Uint8Array {
  const octets = octetsOf(bare);
  return bare.options?.alphaOctets === undefined ? octets : used(octets);
}

/** The command that carries a case to the card. */
function commandOf(bare: BareCase): Uint8Array {
  const octets = withoutPadding(bare);
  const isCommand = bare.format === 'sim-envelope' && (octets[0] === 0xa0 || octets[0] === 0x80);
  if (isCommand) return octets;
  const envelope = bare.format === 'sim-envelope' ? [...octets] : element(SMS_DOWNLOAD, element(ALPHA, octets));
  return envelopeCommand(envelope);
}

const hasPair = ({ expected }: BareCase) => /[\ud800-\udfff]/.test(JSON.stringify(expected));

function shownItem(bare: BareCase, protocols: readonly PdmlField[]): Shown {
  const { format } = bare;
  const { all, number, show } = fieldsOf(protocols.filter(({ name }) => name !== 'gsm_sms'));
  const isMalformed = all.some(({ name, showName }) => name === '_ws.malformed' && /GSM SIM|ETSI CAT/.test(showName));
  const tag = number('gsm_sim.cat.ber_tlv_tag');
  if (tag === undefined || isMalformed) return { refused: true };
  if (format === 'sim-alpha') {
    const text = show('etsi_cat.comp_tlv.alpha_id.string');
    // It shows halves of a surrogate pair by themselves.
    const isShown = !hasPair(bare);
    return { shows: defined({ text: isShown ? text : undefined }) };
  }
  const items = all.filter(({ name }) => name === 'etsi_cat.comp_tlv').map(({ value }) => ({ value }));
  // It looks into some envelopes alone.
  return { shows: defined({ tag, items: tag === SMS_DOWNLOAD ? items : undefined }) };
}

/** tshark on cases of `sim-alpha` and `sim-envelope`. */
export const askSim: Ask = readsOnly(async (cases) => {
  // It has no item that is empty.
  const asked = cases.filter((bare) => withoutPadding(bare).length > 0);
  const frames = asked.map((bare) => ({ octets: commandOf(bare), direction: 'MT' as const }));
  const shown = await dissectProtocols(frames, 'gsm_sim.command');
  const answers = new Map(asked.map((bare, index) => [bare, shownItem(bare, shown[index]!)]));
  return cases.map((bare) => answers.get(bare) ?? { cannot: 'it shows no item that is empty' });
});
