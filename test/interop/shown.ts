/**
 * A dissection in the field names of `expected.ts`.
 * @module
 */
import type { Dissection } from './drivers/tshark.js';
import type { Fields } from './expected.js';

/** The fields that tshark shows; what it does not show is left out. */
export function shownFields(dissection: Dissection): Fields {
  const { address, vp, elements } = dissection;
  const values = (...names: string[]) => {
    const found = elements.findLast((element) => names.every((name) => element.values[name] !== undefined));
    return found && names.map((name) => Number(found.values[name]));
  };
  const fields: Fields = {
    type: dissection.type,
    malformed: dissection.malformed,
    mti: dissection.mti,
    rd: dissection.rd,
    srr: dissection.srr,
    rp: dissection.rp,
    mms: dissection.mms,
    lp: dissection.lp,
    sri: dissection.sri,
    srq: dissection.srq,
    mr: dissection.mr,
    addressKind: address?.kind,
    addressLength: address?.length,
    ton: address?.ton,
    npi: address?.npi,
    address: address?.text,
    pid: dissection.pid,
    dcs: dissection.dcs,
    vpf: dissection.vpf,
    vpOctets: vp?.octets,
    vpMinutes: vp?.minutes,
    vpSeconds: vp?.seconds,
    vpClock: vp?.clock,
    vpTime: vp?.time,
    scts: dissection.scts,
    dt: dissection.dt,
    status: dissection.status,
    udhi: dissection.udhi,
    udl: dissection.udl,
    userData: dissection.userData,
    udhl: dissection.udhl,
    elements: elements.length > 0 ? elements.map(({ iei, length, data }) => ({ iei, length, data })) : undefined,
    concat: values('udh.mm.msg_id', 'udh.mm.msg_parts', 'udh.mm.msg_part'),
    ports: values('destination_port', 'originator_port'),
    // Behind a header without content the dissector shows an empty line.
    data: dissection.data === '' ? undefined : dissection.data,
    text: dissection.text === '' ? undefined : dissection.text,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
