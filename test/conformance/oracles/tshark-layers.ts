/**
 * tshark on the layers around a TPDU: messages of the relay layer in a CP-DATA, and those of the connection layer.
 * @module
 */
import { dissectProtocols, type PdmlField, walk } from '../../interop/drivers/tshark.js';
import { wireOf } from '../adapters/index.js';
import { defined } from '../pack/read.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import type { Ask, Shown } from './oracle.js';

/** Asks about cases that are read; a dissector writes nothing. */
export const readsOnly =
  (ask: Ask): Ask =>
  async (cases) => {
    const read = cases.filter(({ direction }) => direction !== 'encode');
    const shown = read.length === 0 ? [] : await ask(read);
    return cases.map((bare) => shown[read.indexOf(bare)] ?? { cannot: 'it does not write' });
  };

/** Asks about those cases of which something can be made; the others have the reason. */
export async function askThose<T extends object>(
  cases: readonly BareCase[],
  prepare: (bare: BareCase) => T | string,
  ask: (prepared: readonly T[], asked: readonly BareCase[]) => Promise<readonly Shown[]>,
): Promise<Shown[]> {
  const prepared = cases.map(prepare);
  const asked = cases.filter((_, index) => typeof prepared[index] !== 'string');
  const shown = asked.length === 0 ? [] : await ask(prepared.filter((each) => typeof each !== 'string') as T[], asked);
  return cases.map((bare, index) => {
    const made = prepared[index] as T | string;
    return typeof made === 'string' ? { cannot: made } : (shown[asked.indexOf(bare)] as Shown);
  });
}

/** Values of fields by their names, in their order. */
export interface Fields {
  readonly all: readonly PdmlField[];
  readonly show: (name: string) => string | undefined;
  readonly number: (name: string) => number | undefined;
  readonly octets: (name: string) => string | undefined;
}

/** The fields below protocols. */
export function fieldsOf(protocols: readonly PdmlField[]): Fields {
  const all = [...walk(protocols)];
  const show = (name: string) => all.find((field) => field.name === name)?.show;
  const number = (name: string) => {
    const shown = show(name);
    return shown === undefined || shown === '' ? undefined : Number(shown);
  };
  return { all, show, number, octets: (name) => all.find((field) => field.name === name)?.value };
}

/** The octets of a case. */
export const octetsOf = ({ input }: BareCase) => wireOf(input) as Uint8Array;

const CP = ['gsm_a.dtap.missing_mandatory_element', 'gsm_a.dtap.message_elements', 'gsm_a.dtap.ti_not_valid'];
const RP = ['gsm_a.rp.missing_mandatory_element', 'gsm_a.rp.extraneous_data'];
const CP_TYPES: Readonly<Record<number, string>> = { 1: 'CP-DATA', 4: 'CP-ACK', 16: 'CP-ERROR' };
const RP_TYPES = ['RP-DATA', 'RP-ACK', 'RP-ERROR', 'RP-SMMA'];

/** Whether a layer is said to be wrong; what is in it is not looked at. */
function isRefused({ all }: Fields, faults: readonly string[], layer: RegExp): boolean {
  return all.some(({ name, showName }) => faults.includes(name) || (name === '_ws.malformed' && layer.test(showName)));
}

function plainRp({ all, number, octets }: Fields): JsonObject {
  const mti = number('gsm_a.rp.msg_type') as number;
  const shown = (name: string) => all.filter((field) => field.name === name).map(({ show }) => show);
  const [TON] = shown('gsm_a.dtap.type_of_number').map(Number);
  const [NPI] = shown('gsm_a.dtap.numbering_plan_id').map(Number);
  const [address = ''] = shown('gsm_a.dtap.cld_party_bcd_num');
  const centre = TON === undefined || NPI === undefined ? undefined : { TON, NPI, address };
  return defined({
    ...{ 'RP-MTI': RP_TYPES[mti >> 1], direction: mti % 2 === 0 ? 'MO' : 'MT' },
    'RP-MR': number('gsm_a.rp.rp_message_reference'),
    [mti % 2 === 0 ? 'RP-DA' : 'RP-OA']: centre,
    ...{ 'RP-Cause': number('gsm_a.rp.cause'), diagnostic: octets('gsm_a.rp.diagnostic_field') },
    'RP-UD': octets('gsm_a.rp.tpdu'),
  });
}

function plainCp({ number, octets, show }: Fields): JsonObject {
  return defined({
    message: CP_TYPES[number('gsm_a.dtap.msg_sms_type') as number],
    TI: number('gsm_a.dtap.tie') ?? number('gsm_a.dtap.tio'),
    'TI flag': Number(show('gsm_a.dtap.ti_flag')),
    ...{ 'CP-Cause': number('gsm_a.dtap.cp_cause'), 'CP-UD': octets('gsm_a.dtap.rpdu') },
  });
}

function shownLayer({ format }: BareCase, protocols: readonly PdmlField[]): Shown {
  const fields = fieldsOf(protocols.filter(({ name }) => name !== 'gsm_sms'));
  if (format === 'cp') {
    const type = CP_TYPES[fields.number('gsm_a.dtap.msg_sms_type') ?? 0];
    return type === undefined || isRefused(fields, CP, /DTAP/) ? { refused: true } : { shows: plainCp(fields) };
  }
  const mti = fields.number('gsm_a.rp.msg_type');
  return mti === undefined || mti > 6 || isRefused(fields, RP, /GSM RP/) ? { refused: true } : { shows: plainRp(fields) };
}

/** Cases of `rp`, in a CP-DATA, and of `cp`. */
export const askLayers: Ask = readsOnly(async (cases) => {
  const frames = cases.map((bare) => {
    const octets = octetsOf(bare);
    const isRp = bare.format === 'rp';
    const isToHandset = isRp && (octets[0] as number) % 2 === 1;
    return {
      octets: isRp ? Uint8Array.of(0x09, 0x01, octets.length, ...octets) : octets,
      direction: isToHandset ? ('MT' as const) : ('MO' as const),
    };
  });
  const shown = await dissectProtocols(frames, 'gsm_a_dtap');
  return cases.map((bare, index) => shownLayer(bare, shown[index]!));
});
