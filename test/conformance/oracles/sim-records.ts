/**
 * Records of a SIM as programs for messages show what they hold: a number and a name as items of a command to the card, the fields of a message
 * in one that is sent, a message that is stored in the relay layer.
 * @module
 */
import { fromHex, toHex } from '../../../src/bytes/index.js';
import { gammuDecode } from '../../interop/drivers/gammu.js';
import { type Dissection, dissect, dissectProtocols } from '../../interop/drivers/tshark.js';
import { defined } from '../pack/read.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import type { Ask, Shown } from './oracle.js';
import { ALPHA, element, envelopeCommand, SMS_DOWNLOAD, UNUSED, used } from './sim.js';
import { askLayers, askThose, fieldsOf, octetsOf, readsOnly } from './tshark-layers.js';

// ---- EF_ADN ----

const ADDRESS = 0x86;
const [ADN_OCTETS, DIGIT_OCTETS] = [14, 10];

/** A command to the card with the name and the number of a record, as items. */
function commandOf(bare: BareCase): Uint8Array | string {
  const octets = octetsOf(bare);
  const at = octets.length - ADN_OCTETS;
  const length = octets[at] ?? 0;
  if (at < 0 || at > 100) return 'a command has no place for it';
  const hasNumber = length > 0 && length <= 1 + DIGIT_OCTETS;
  if (!hasNumber && length !== UNUSED) return 'it is asked about the number of a record, which counts its octets';
  const name = used(octets.subarray(0, at));
  if (!hasNumber && name.length === 0) return 'it shows no item that is empty';
  const items = [
    ...(name.length === 0 ? [] : element(ALPHA, name)),
    ...(hasNumber ? element(ADDRESS, octets.subarray(at + 1, at + 1 + length)) : []),
  ];
  return envelopeCommand(element(SMS_DOWNLOAD, items));
}

/** Names with a page or a base are those of `sim-alpha`. */
const isCoded = (bare: BareCase) => [0x81, 0x82].includes(octetsOf(bare)[0] as number);

/** tshark on cases of `sim-adn`. */
export const askPhoneBook: Ask = readsOnly((cases) =>
  askThose(
    cases,
    (bare) => {
      const command = commandOf(bare);
      return typeof command === 'string' ? command : { octets: command, direction: 'MT' as const };
    },
    async (frames, asked) => {
      const shown = await dissectProtocols(frames, 'gsm_sim.command');
      return shown.map((protocols, index): Shown => {
        const { all, number, show } = fieldsOf(protocols);
        if (all.some(({ name }) => name === '_ws.malformed')) return { refused: true };
        if ('refused' in asked[index]!.expected) return { cannot: 'it is asked about items, not records' };
        const TON = number('etsi_cat.comp_tlv.address.ton');
        // It shows the digits as characters of the default alphabet.
        const dialled = defined({ TON, NPI: number('etsi_cat.comp_tlv.address.npi') });
        const alpha = isCoded(asked[index]!) ? undefined : show('etsi_cat.comp_tlv.alpha_id.string');
        return { shows: defined({ alpha, number: TON === undefined ? undefined : dialled }) };
      });
    },
  ),
);

// ---- EF_SMSP ----

const [SMSP_OCTETS, SLOT_OCTETS] = [28, 12];
/** Where nothing else is said. */
const SOMEBODY = '0B917283010010F5';

interface Parameters {
  readonly submit: Uint8Array;
  readonly relayed: string;
  readonly has: (bit: number) => boolean;
}

/** An SMS-SUBMIT with the parameters of a record, and the RP-DATA that takes it to the service centre. */
function sentWith(bare: BareCase): Parameters | string {
  const octets = octetsOf(bare);
  const at = octets.length - SMSP_OCTETS;
  if (at < 0) return 'a message has fields of their own lengths';
  const indicators = octets[at] as number;
  const has = (bit: number) => (indicators & (1 << bit)) === 0;
  const hexFrom = (from: number, length: number) => toHex(octets.subarray(from, from + length));
  const [toDestination, toCentre] = [at + 1, at + 1 + SLOT_OCTETS];
  const destinationOctets = 2 + Math.ceil((octets[toDestination] as number) / 2);
  const centreOctets = 1 + (octets[toCentre] as number);
  if ((has(0) && destinationOctets > SLOT_OCTETS) || (has(1) && centreOctets > SLOT_OCTETS))
    return 'it is longer than its place';
  const [pid = '', dcs = '', validity = ''] = hexFrom(toCentre + SLOT_OCTETS, 3).match(/../g) ?? [];
  const fields = [
    `${has(4) ? '11' : '01'}00${has(0) ? hexFrom(toDestination, destinationOctets) : SOMEBODY}`,
    `${has(2) ? pid : '00'}${has(3) ? dcs : '00'}${has(4) ? validity : ''}00`,
  ].join('');
  const length = (fields.length / 2).toString(16).padStart(2, '0');
  const relayed = `000000${has(1) ? hexFrom(toCentre, centreOctets) : '00'}${length}${fields}`.toUpperCase();
  return { submit: fromHex(fields), relayed, has };
}

/** The address that the relay layer shows. */
async function relayedBy(hex: readonly string[]): Promise<Shown[]> {
  const cases = hex.map(
    (each): BareCase => ({
      ...{ id: 'relayed', format: 'rp', title: '', direction: 'decode', level: 'strict', input: { hex: each } },
      ...{ expected: { value: {} }, source: { programs: [] }, origin: { file: '', id: '' } },
    }),
  );
  return [...(await askLayers(cases))];
}

function plainParameters(
  { has }: Parameters,
  { address, pid, dcs, vp }: Dissection,
  centre: JsonObject | undefined,
): JsonObject {
  return defined({
    'TP-DA': has(0) && address !== undefined ? { TON: address.ton, NPI: address.npi, address: address.text } : undefined,
    SMSC: has(1) ? centre : undefined,
    ...{ 'TP-PID': has(2) ? pid : undefined, 'TP-DCS': has(3) ? dcs : undefined },
    validityMinutes: has(4) ? vp?.minutes : undefined,
  });
}

/** tshark on cases of `sim-smsp`. */
export const askParameters: Ask = readsOnly((cases) =>
  askThose(cases, sentWith, async (prepared, asked) => {
    const submits = await dissect(prepared.map(({ submit }) => ({ octets: submit, direction: 'MO' })));
    const relayed = await relayedBy(prepared.map((each) => each.relayed));
    return prepared.map((each, index): Shown => {
      const [shown, around] = [submits[index]!, relayed[index]!];
      if (shown.malformed || !('shows' in around)) return { refused: true };
      if ('refused' in asked[index]!.expected) return { cannot: 'it is asked about messages, not records' };
      return { shows: plainParameters(each, shown, around.shows['RP-DA'] as JsonObject | undefined) };
    });
  }),
);

// ---- EF_SMS ----

/** A record without its status, and without the octets that are not in use: as a modem shows a message. */
const messageOf = (bare: BareCase): Uint8Array => used(octetsOf(bare).subarray(1));

const caseTpdu = ({ expected }: BareCase) => ('value' in expected ? expected.value.TPDU : undefined);
const isFree = (bare: BareCase) => 'value' in bare.expected && caseTpdu(bare) === undefined;

/** The message of a record in an RP-DATA of its direction. */
function relayOf(bare: BareCase): string | { readonly relayed: string } {
  const [status = 0] = octetsOf(bare);
  const message = messageOf(bare);
  const centreOctets = 1 + (message[0] ?? 0);
  if (isFree(bare)) return 'it is asked about messages';
  if ((status & 1) === 0) return 'the direction of what is left is not known';
  if (centreOctets === 1) return 'there is no service centre';
  if (message.length < centreOctets + 2) return 'there is no message';
  const isReceived = (status & 4) === 0;
  const centre = toHex(message.subarray(0, centreOctets));
  const tpdu = message.subarray(centreOctets);
  const addresses = isReceived ? `${centre}00` : `00${centre}`;
  const length = tpdu.length.toString(16).padStart(2, '0');
  return { relayed: `${isReceived ? '01' : '00'}00${addresses}${length}${toHex(tpdu)}`.toUpperCase() };
}

/** tshark on cases of `sim-sms`: it is not asked where the message ends. */
export const askStored: Ask = readsOnly((cases) =>
  askThose(cases, relayOf, async (prepared, asked) => {
    const relayed = await relayedBy(prepared.map((each) => each.relayed));
    return relayed.map((around, index): Shown => {
      if (!('shows' in around)) return { refused: true };
      if ('refused' in asked[index]!.expected) return { cannot: 'it is asked about messages, not records' };
      return { shows: defined({ SMSC: around.shows['RP-OA'] ?? around.shows['RP-DA'] }) };
    });
  }),
);

/** gammu on cases of `sim-sms`, which it reads as a modem would show them. */
export const askStoredByGammu: Ask = async (cases) =>
  askThose(
    cases,
    (bare) => {
      if (bare.direction === 'encode') return 'it is not asked to write records';
      if (isFree(bare)) return 'it is asked about messages';
      if ('refused' in bare.expected) return 'it is asked about messages, not records';
      if (String(caseTpdu(bare)).endsWith('FF')) return 'its data end as the record is filled';
      return { pdu: toHex(messageOf(bare)), smsc: true };
    },
    async (jobs) => {
      const { answers } = await gammuDecode(jobs);
      return answers.map((answer): Shown => {
        if ('error' in answer) return { refused: true };
        const { Number: number = '' } = (answer as unknown as { SMSC?: { Number?: string } }).SMSC ?? {};
        if (number === '') return { cannot: 'there is no service centre' };
        const SMSC = number.startsWith('+') ? { TON: 1, address: number.slice(1) } : { address: number };
        return { shows: { SMSC } };
      });
    },
  );
