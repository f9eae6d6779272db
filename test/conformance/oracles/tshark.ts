/**
 * tshark over a capture of all cases at once: one with TPDUs, one with pushes.
 * @module
 */
import {
  type DissectedTime,
  type DissectedValidity,
  type Dissection,
  dissect,
  dissectProtocols,
  type Frame,
  type PdmlField,
  tsharkVersion,
  walk,
} from '../../interop/drivers/tshark.js';
import { shownPush } from '../../interop/push-shown.js';
import { wireOf } from '../adapters/index.js';
import { plainDocument } from '../adapters/push.js';
import { defined } from '../pack/read.js';
import type { BareCase, Json, JsonObject } from '../pack/shape.js';
import { askPackedSeptets, askSeptetTexts } from './alphabets.js';
import { askCaptures } from './captures.js';
import { askBroadcast, askUssd } from './cbs.js';
import { shownMmsPdu } from './mms.js';
import type { Oracle, Shown } from './oracle.js';
import { askSim } from './sim.js';
import { askParameters, askPhoneBook, askStored } from './sim-records.js';
import { askSmpp } from './smpp.js';
import { askLayers, fieldsOf, readsOnly } from './tshark-layers.js';
import { shownWsp } from './wsp.js';

/** Octets as an SMS-SUBMIT of 8-bit data with a header: what tshark reads of user data alone. */
function submitOf(userData: Uint8Array): Uint8Array {
  return Uint8Array.of(0x41, 0, 0x0b, 0x91, 0x72, 0x83, 0x01, 0x00, 0x10, 0xf5, 0, 0xf5, userData.length, ...userData);
}

/** Formats of TPDUs to the handset. */
const TO_HANDSET = ['sms-deliver', 'sms-status-report', 'sms-submit-report'];

/** The frames of a case: TPDUs as they are, headers and messages in a TPDU. */
function framesOf(bare: BareCase): Frame[] {
  const wire = wireOf(bare.input);
  const octets = wire instanceof Uint8Array ? [wire] : (wire as readonly Uint8Array[]);
  const isTpdu = bare.format.startsWith('sms-');
  const direction = TO_HANDSET.includes(bare.format) ? 'MT' : 'MO';
  return octets.map((each) => ({ octets: isTpdu ? each : submitOf(each), direction }));
}

const two = (value: number) => String(value).padStart(2, '0');

function plainTime({ year, month, day, hour, minutes, seconds, offsetMinutes: zone }: DissectedTime): string {
  const sign = zone < 0 ? '-' : '+';
  const offset = `${sign}${two(Math.floor(Math.abs(zone) / 60))}:${two(Math.abs(zone) % 60)}`;
  return `20${two(year)}-${two(month)}-${two(day)}T${two(hour)}:${two(minutes)}:${two(seconds)}${offset}`;
}

/** The enhanced format of a validity period: the single shot and the kind are bits of its first octet. */
function enhancedPeriod({ octets, minutes, seconds, clock }: DissectedValidity): JsonObject {
  const indicator = Number.parseInt(octets.slice(0, 2), 16);
  const kind = ['none', 'relative', 'seconds', 'time'][indicator & 7];
  const [hour = 0, minute = 0, second = 0] = clock ?? [];
  const period = { none: undefined, relative: 60 * (minutes ?? Number.NaN), seconds, time: 3600 * hour + 60 * minute + second }[
    kind as 'time'
  ];
  return defined({ format: 'enhanced', kind, singleShot: (indicator >> 6) & 1, seconds: period });
}

/** The fields of a TPDU. Text in which tshark's locale has no characters for what it shows is left out. */
function plainTpdu(shown: Dissection): JsonObject {
  const { address, vp, elements, udhl = -1, userData } = shown;
  const plain: JsonObject | undefined = address && { TON: address.ton, NPI: address.npi, address: address.text };
  const validity =
    shown.vpf === 1 && vp !== undefined
      ? enhancedPeriod(vp)
      : vp?.time
        ? { format: 'absolute', time: plainTime(vp.time) }
        : vp?.minutes
          ? { format: 'relative', seconds: vp.minutes * 60 }
          : undefined;
  const { number } = fieldsOf(shown.tree);
  const hasText = shown.text !== undefined && !shown.text.includes('\ufffd');
  return defined({
    'TP-MTI': shown.type?.replace(' REPORT', '-REPORT'),
    'TP-RD': shown.rd,
    'TP-SRR': shown.srr,
    'TP-RP': shown.rp,
    'TP-MMS': shown.mms,
    'TP-SRI': shown.sri,
    'TP-LP': shown.lp,
    'TP-SRQ': shown.srq,
    'TP-FCS': number('gsm_sms.tp-fcs'),
    'TP-PI': number('gsm_sms.tp.parameter_indicator'),
    'TP-CT': number('gsm_sms.tp.command_type'),
    'TP-MN': number('gsm_sms.tp.message_number'),
    'TP-MR': shown.mr,
    ...(address && { [`TP-${address.kind}`]: plain as JsonObject }),
    'TP-PID': shown.pid,
    'TP-DCS': shown.dcs,
    'TP-VP': validity,
    'TP-SCTS': shown.scts && plainTime(shown.scts),
    'TP-DT': shown.dt && plainTime(shown.dt),
    'TP-ST': shown.status,
    UDH: elements.length === 0 ? undefined : elements.map(({ iei, data }) => ({ IEI: iei, IED: data })),
    text: hasText ? shown.text : undefined,
    data: userData?.slice(2 * (udhl + 1)),
  });
}

/** It says in the fields of a TPDU that some are malformed, such as `Short Data (?)`. */
const hasWarning = ({ tree }: Dissection) => [...walk(tree)].some(({ showName }) => showName === 'Group: Malformed');

function shownTpdus(bare: BareCase, shown: readonly Dissection[]): Shown {
  if (shown.some((each) => each.malformed || hasWarning(each))) return { refused: true };
  const [first] = shown as [Dissection];
  if (bare.format === 'sms-concatenation') {
    const fields = plainTpdu(first);
    const parts = shown.map((each) => plainTpdu(each).text);
    const reference = first.elements.find(({ iei }) => iei === 0)?.values['udh.mm.msg_id'];
    return {
      shows: defined({
        'TP-DA': fields['TP-DA'],
        'TP-MR': fields['TP-MR'],
        reference: reference === undefined ? undefined : Number(reference),
        text: parts.includes(undefined) ? undefined : parts.join(''),
      }),
    };
  }
  if (bare.format.startsWith('sms-')) return { shows: plainTpdu(first) };
  const ports = first.elements.findLast(({ values }) => values.destination_port !== undefined);
  return {
    shows: defined({
      portBits: ports?.iei === 4 ? 8 : 16,
      destinationPort: ports && Number(ports.values.destination_port),
      originatorPort: ports && Number(ports.values.originator_port),
      data: bare.format === 'udh' ? undefined : shown.map((each) => plainTpdu(each).data ?? '').join(''),
    }),
  };
}

/** Content types of the documents and of multimedia messages (WAP-230, assigned numbers), in front of a body. */
const TYPE_OCTETS: Readonly<Record<string, number>> = { 'si-wbxml': 0xae, 'sl-wbxml': 0xb0, 'co-wbxml': 0xb2, mms: 0xbe };

function pushOf(bare: BareCase): Uint8Array {
  const octets = wireOf(bare.input) as Uint8Array;
  const type = TYPE_OCTETS[bare.format];
  return type === undefined ? octets : Uint8Array.of(0x01, 0x06, 0x01, type, ...octets);
}

/** Without what the locale has no characters for. */
function printable<T extends Json>(value: T): Json | undefined {
  if (typeof value === 'string') return value.includes('\ufffd') ? undefined : value;
  if (Array.isArray(value)) {
    const list = value.map((each: Json) => printable(each));
    return list.includes(undefined) ? undefined : (list as Json[]);
  }
  if (value === null || typeof value !== 'object') return value;
  return defined(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, printable(each)])));
}

function shownPushed(bare: BareCase, protocols: readonly PdmlField[]): Shown {
  if (bare.format === 'wsp-push') return shownWsp(bare, protocols);
  if (bare.format === 'mms') {
    const answer = shownMmsPdu(bare, protocols);
    return 'shows' in answer ? { shows: printable(answer.shows) as JsonObject } : answer;
  }
  const all = [...walk(protocols)];
  if (all.some(({ name }) => name === '_ws.malformed')) return { refused: true };
  // What puts its account of the tokens together knows neither entities nor strings of the table.
  if (all.some(({ name }) => /^wbxml\.(?:entity|str_t)/.test(name)))
    return { cannot: 'entities and strings of the table are not compared' };
  const shown = shownPush(protocols);
  const { document } = shown as { document?: { kind?: string } };
  if (document?.kind === undefined) return { refused: true };
  try {
    return { shows: printable(plainDocument(document as never)) as JsonObject };
  } catch (error) {
    // A date that it could not read, in a document that it shows nevertheless.
    if (error instanceof RangeError) return { shows: { document: document.kind } };
    throw error;
  }
}

export const tshark: Oracle = {
  id: 'tshark',
  program: 'tshark, bare octets in a pcapng of link type USER0',
  package: 'tshark',
  version: async () => {
    try {
      return await tsharkVersion();
    } catch {
      return undefined;
    }
  },
  asks: [
    {
      formats: [
        ...['sms-submit', 'sms-deliver', 'sms-status-report', 'sms-command', 'sms-deliver-report', 'sms-submit-report'],
        ...['sms-concatenation', 'udh', 'smart-message'],
      ],
      ask: readsOnly(async (cases) => {
        const frames = cases.map(framesOf);
        const shown = await dissect(frames.flat());
        let at = 0;
        return cases.map((bare, index) => {
          const from = at;
          at += frames[index]!.length;
          return shownTpdus(bare, shown.slice(from, at));
        });
      }),
    },
    { formats: ['gsm7-packing'], ask: askPackedSeptets },
    { formats: ['gsm7-text'], ask: askSeptetTexts },
    { formats: ['rp', 'cp'], ask: askLayers },
    { formats: ['smpp'], ask: askSmpp },
    { formats: ['cbs-page', 'cbs-message', 'etws-primary'], ask: askBroadcast },
    { formats: ['ussd-string', 'ussd-argument'], ask: askUssd },
    { formats: ['sim-alpha', 'sim-envelope'], ask: askSim },
    { formats: ['sim-adn'], ask: askPhoneBook },
    { formats: ['sim-smsp'], ask: askParameters },
    { formats: ['sim-sms'], ask: askStored },
    { formats: ['capture'], ask: askCaptures },
    {
      formats: ['si-wbxml', 'sl-wbxml', 'co-wbxml', 'wsp-push', 'mms'],
      ask: async (cases) => {
        const shown = await dissectProtocols(
          cases.map((bare) => ({ octets: pushOf(bare), direction: 'MT' })),
          'wsp-cl',
        );
        return cases.map((bare, index) => shownPushed(bare, shown[index]!));
      },
    },
  ],
};
