/**
 * Cell broadcast and USSD as tshark shows them: pages as they are, messages of UMTS as the radio sends them, strings in a request of a handset.
 * @module
 */
import { dissectProtocols, type Frame, type Payload, type PdmlField } from '../../interop/drivers/tshark.js';
import { defined } from '../pack/read.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import type { Ask, Shown } from './oracle.js';
import { type Fields, fieldsOf, octetsOf, readsOnly } from './tshark-layers.js';

/** Octets with their bits the other way round, as the radio of UMTS has them and the dissector takes them. */
const reversed = (octets: Uint8Array) =>
  octets.map((octet) => Number.parseInt([...octet.toString(2).padStart(8, '0')].reverse().join(''), 2));

const plainHeader = ({ number }: Fields): JsonObject =>
  defined({
    ...{ GS: number('gsm_cbs.geographic_scope'), messageCode: number('gsm_cbs.message_code') },
    ...{ updateNumber: number('gsm_cbs.update_number'), messageIdentifier: number('gsm_cbs.message-identifier') },
  });

/** A text that has no language before it, which tshark leaves there, nor characters that its locale or PDML does not have. */
function plainText(shown: string | undefined, { options, expected }: BareCase): string | undefined {
  const value: JsonObject = 'value' in expected ? expected.value : {};
  const dcs = Number(options?.DCS ?? value.DCS);
  if (shown === undefined || value.text === undefined || dcs === 0x10 || dcs === 0x11) return undefined;
  if (/\ufffd|\\|<MISSING>/.test(shown) || /[\r\n]/.test(String(value.text))) return undefined;
  return shown.replace(/\r$/, '');
}

function shownBroadcast(bare: BareCase, protocols: readonly PdmlField[]): Shown {
  const fields = fieldsOf(protocols);
  const { all, number, show } = fields;
  const isMalformed = all.some(({ name }) => name === '_ws.malformed');
  const isMessage = bare.format !== 'cbs-message' || number('bmc.message_type') === 1;
  if (isMalformed || !isMessage || number('gsm_cbs.message-identifier') === undefined) return { refused: true };
  const header = plainHeader(fields);
  if (bare.format !== 'cbs-page')
    return 'refused' in bare.expected ? { cannot: 'it shows the header alone' } : { shows: header };
  const text = plainText(show('gsm_cbs.page_content'), bare);
  return { shows: defined({ ...header, page: number('gsm_cbs.current_page'), pages: number('gsm_cbs.total_pages'), text }) };
}

/** Dissects the cases of one payload, and gives the answers their places. */
async function dissectThese(
  cases: readonly BareCase[],
  payload: Payload,
  frameOf: (bare: BareCase) => Uint8Array,
): Promise<Map<BareCase, readonly PdmlField[]>> {
  if (cases.length === 0) return new Map();
  const frames = cases.map((bare): Frame => ({ octets: frameOf(bare), direction: 'MT' }));
  const shown = await dissectProtocols(frames, payload);
  return new Map(cases.map((bare, index) => [bare, shown[index]!]));
}

/** tshark on cases of `cbs-page`, `cbs-message` and `etws-primary`. */
export const askBroadcast: Ask = readsOnly(async (cases) => {
  const isMessage = ({ format }: BareCase) => format === 'cbs-message';
  const shown = new Map([
    ...(await dissectThese(
      cases.filter((bare) => !isMessage(bare)),
      'gsm_cbs',
      octetsOf,
    )),
    ...(await dissectThese(cases.filter(isMessage), 'bmc', (bare) => reversed(octetsOf(bare)))),
  ]);
  return cases.map((bare) => shownBroadcast(bare, shown.get(bare)!));
});

const lengthOf = (octets: Iterable<number>): number[] => {
  const { length } = [...octets];
  return length < 0x80 ? [length] : [0x81, length];
};
const element = (tag: number, octets: Iterable<number>) => [tag, ...lengthOf(octets), ...octets];

/** A request of a handset (TS 24.080) with the argument, or with one for the string. */
function requestOf(bare: BareCase): Uint8Array {
  const octets = octetsOf(bare);
  const argument =
    bare.format === 'ussd-argument'
      ? octets
      : element(0x30, [...element(0x04, [Number(bare.options?.DCS)]), ...element(0x04, octets)]);
  const component = element(0xa1, [...element(2, [3]), ...element(2, [0x3b]), ...argument]);
  return Uint8Array.of(0x0b, 0x7b, 0x1c, component.length, ...component, 0x7f, 1, 0);
}

function shownUssd(bare: BareCase, protocols: readonly PdmlField[]): Shown {
  const { all, show } = fieldsOf(protocols);
  const dcs = show('gsm_map.ss.ussd_DataCodingScheme');
  const isWrong = all.some(({ name }) => /^_ws\.malformed$|^ber\.error|^_ws\.ber/.test(name) || name.startsWith('ber.'));
  if (dcs === undefined || isWrong || show('gsm_map.ss.ussd_String') === undefined) return { refused: true };
  const text = plainText(show('gsm_map.ussd_string'), bare);
  return { shows: defined({ DCS: bare.format === 'ussd-argument' ? Number.parseInt(dcs, 16) : undefined, text }) };
}

/** tshark on cases of `ussd-string` and `ussd-argument`. */
export const askUssd: Ask = readsOnly(async (cases) => {
  const fits = (bare: BareCase) => requestOf(bare)[3] === requestOf(bare).length - 7;
  const shown = await dissectThese(cases.filter(fits), 'gsm_a_dtap', requestOf);
  return cases.map((bare): Shown => {
    const found = shown.get(bare);
    return found === undefined ? { cannot: 'longer than a request of a handset' } : shownUssd(bare, found);
  });
});
