/**
 * Messages of the connection and relay layers of our encoders, read by tshark: type, transaction, reference, addresses, causes, and the TPDU inside.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { inspect } from '../../src/inspect/index.js';
import {
  type CpMessage,
  encodeCommand,
  encodeCp,
  encodeDeliver,
  encodeDeliverReport,
  encodeRp,
  encodeStatusReport,
  encodeSubmit,
  encodeSubmitReport,
  type RpMessage,
} from '../../src/sms/index.js';
import { cpMessage, rpMessage } from '../support/arbitraries.js';
import { command, deliver, deliverReport, draw, SEED, statusReport, submit, submitReport } from './arbitraries.js';
import { dissectProtocols, tsharkVersion, walk } from './drivers/tshark.js';
import { hex, report } from './report.js';

const MESSAGES = 400;
const ALONE = 100;

/** TPDUs that go where the message goes. */
const TPDUS = {
  MO: fc.oneof(submit.map(encodeSubmit), command.map(encodeCommand)),
  MT: fc.oneof(deliver.map(encodeDeliver), statusReport.map(encodeStatusReport)),
};
const REPORTS = { MO: deliverReport.map(encodeDeliverReport), MT: submitReport.map(encodeSubmitReport) };

/** A message of the relay layer with a TPDU that fits it, in a CP-DATA. */
const carried = fc.tuple(rpMessage, fc.nat({ max: 127 }), fc.boolean()).chain(([message, ti, tiFlag]) => {
  const { type, direction } = message;
  const tpdu = type === 'RP-DATA' ? TPDUS[direction] : REPORTS[direction];
  return tpdu.map((rpUd) => {
    const rp = ('rpUd' in message && message.rpUd !== undefined ? { ...message, rpUd } : message) as RpMessage;
    return { rp, cp: { type: 'CP-DATA' as const, ti, tiFlag, cpUd: encodeRp(rp) } };
  });
});

/** What tshark shows of the fields of one name, in their order. */
type Found = Readonly<Record<string, readonly string[]>>;

async function shownOf(messages: readonly CpMessage[], direction: 'MO' | 'MT'): Promise<Found[]> {
  const frames = messages.map((message) => ({ octets: encodeCp(message), direction }));
  return (await dissectProtocols(frames, 'gsm_a_dtap')).map((protocols) => {
    const found: Record<string, string[]> = {};
    // The TPDU's own fields are compared elsewhere.
    for (const { name, show } of walk(protocols.filter((protocol) => protocol.name !== 'gsm_sms')))
      found[name] = [...(found[name] ?? []), show];
    return found;
  });
}

const number = (shown: string | undefined) => (shown === undefined ? undefined : Number(shown));

/** What is compared of a message, as tshark shows it. */
function fieldsOf(found: Found): object {
  const first = (name: string) => found[name]?.[0];
  return {
    type: number(first('gsm_a.dtap.msg_sms_type')),
    ti: number(first('gsm_a.dtap.tie') ?? first('gsm_a.dtap.tio')),
    tiFlag: first('gsm_a.dtap.ti_flag'),
    cpCause: number(first('gsm_a.dtap.cp_cause')),
    mti: number(first('gsm_a.rp.msg_type')),
    rpMr: number(first('gsm_a.rp.rp_message_reference')),
    rpCause: number(first('gsm_a.rp.cause')),
    diagnostic: first('gsm_a.rp.diagnostic_field')?.replaceAll(':', ''),
    rpUd: first('gsm_a.rp.tpdu')?.replaceAll(':', ''),
    ton: found['gsm_a.dtap.type_of_number']?.map(Number),
    npi: found['gsm_a.dtap.numbering_plan_id']?.map(Number),
    digits: found['gsm_a.dtap.cld_party_bcd_num'],
  };
}

const TYPES = { 'CP-DATA': 1, 'CP-ACK': 4, 'CP-ERROR': 16 } as const;
const RP_TYPES = ['RP-DATA', 'RP-ACK', 'RP-ERROR', 'RP-SMMA'];

/** The same of what was written. */
function expected(cp: CpMessage, rp?: RpMessage): object {
  const addresses = rp?.type === 'RP-DATA' ? [rp.rpOa, rp.rpDa].filter((each) => each !== undefined) : [];
  const some = <T>(values: readonly T[]) => (values.length === 0 ? undefined : values);
  const digits = addresses.flatMap((each) => ('digits' in each && each.digits !== '' ? [each.digits] : []));
  return {
    ...{ type: TYPES[cp.type], ti: cp.ti, tiFlag: cp.tiFlag ? '1' : '0' },
    cpCause: cp.type === 'CP-ERROR' ? cp.cpCause : undefined,
    mti: rp && 2 * RP_TYPES.indexOf(rp.type) + (rp.direction === 'MT' ? 1 : 0),
    rpMr: rp?.rpMr,
    rpCause: rp?.type === 'RP-ERROR' ? rp.rpCause : undefined,
    diagnostic: rp?.type === 'RP-ERROR' && rp.diagnostic !== undefined ? toHex(rp.diagnostic).toLowerCase() : undefined,
    rpUd: rp && 'rpUd' in rp && rp.rpUd !== undefined ? toHex(rp.rpUd).toLowerCase() : undefined,
    ton: some(addresses.map(({ ton }) => ton)),
    npi: some(addresses.map(({ npi }) => npi)),
    digits: some(digits),
  };
}

describe(`the layers that carry TPDUs, read by tshark (seed ${SEED})`, () => {
  it(`CP-DATA: ${MESSAGES} with messages of the relay layer`, async () => {
    const all = draw(carried, MESSAGES);
    const failures: string[] = [];
    let compared = 0;
    for (const direction of ['MO', 'MT'] as const) {
      const messages = all.filter(({ rp }) => rp.direction === direction);
      const shown = await shownOf(
        messages.map(({ cp }) => cp),
        direction,
      );
      messages.forEach(({ rp, cp }, index) => {
        const [found, wanted] = [fieldsOf(shown[index]!), expected(cp, rp)];
        if (JSON.stringify(found) === JSON.stringify(wanted)) compared++;
        else failures.push(`${hex(encodeCp(cp))}\n  ${JSON.stringify(wanted)}\n  ${JSON.stringify(found)}`);
      });
    }
    report(failures);
    console.log(`tshark ${await tsharkVersion()}: ${compared} CP-DATA compared`);
    expect(compared).toBe(MESSAGES);
  });

  it(`requests of SIP: ${ALONE}`, async () => {
    const messages = draw(carried, ALONE).map(({ rp }) => rp);
    const requests = messages.map((rp, i) => {
      const body = encodeRp(rp);
      const head = [
        `MESSAGE sip:+4477009${i}@ims.example SIP/2.0`,
        'Via: SIP/2.0/UDP a.example;branch=z9hG4bK1',
        ' ;rport',
        `i: ${i}@a.example`,
        'c: application/vnd.3gpp.sms',
        `Content-Length: ${body.length}`,
      ];
      return Uint8Array.of(...encodeUtf8(`${head.join('\r\n')}\r\n\r\n`), ...body);
    });
    const frames = requests.map((octets, i) => ({ octets, direction: messages[i]!.direction }));
    const shown = (await dissectProtocols(frames, 'sip')).map((protocols) => {
      const first = (name: string) => [...walk(protocols)].find((field) => field.name === name)?.show;
      return {
        ...{ uri: first('sip.r-uri'), callId: first('sip.Call-ID'), length: Number(first('sip.Content-Length')) },
        ...{ mti: number(first('gsm_a.rp.msg_type')), rpMr: number(first('gsm_a.rp.rp_message_reference')) },
      };
    });
    const ours = requests.map((octets) => {
      const tree = inspect(octets);
      const find = (name: string, fields: readonly Field[] = tree.children) => fields.find((field) => field.name === name);
      const [rp] = find('body')?.children ?? [];
      return {
        ...{
          uri: tree.meaning?.slice('MESSAGE to '.length),
          callId: find('i')?.value,
          length: Number(find('Content-Length')?.value),
        },
        ...{ mti: find('RP-MTI', rp?.children)?.value, rpMr: find('RP-MR', rp?.children)?.value },
      };
    });
    expect(ours).toEqual(shown);
  });

  it(`CP-ACK and CP-ERROR: ${ALONE}`, async () => {
    const messages = draw(
      cpMessage.filter(({ type }) => type !== 'CP-DATA'),
      ALONE,
    );
    const shown = await shownOf(messages, 'MT');
    expect(shown.map(fieldsOf)).toEqual(messages.map((message) => expected(message)));
  });
});
