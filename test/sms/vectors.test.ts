import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { DecodeError } from '../../src/errors.js';
import {
  decodeSubmit,
  decodeTpdu,
  decodeUdh,
  encodeServiceCentre,
  encodeSubmit,
  encodeSubmitText,
  encodeUdh,
  formatAddress,
  type SubmitInput,
  submitDatagram,
  submitText,
} from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { smsVectors } from '../support/vectors.js';

/** A vector's fields in the shape of this package. */
// biome-ignore lint/suspicious/noExplicitAny: vectors are data
function submitOf(fields: any): SubmitInput {
  const toa = fields.toa as number;
  const udh = (fields.udh ?? []).flatMap(([iei, data]: [number, string]) => {
    const length = (data.length / 2).toString(16).padStart(2, '0');
    const element = `${iei.toString(16).padStart(2, '0')}${length}${data}`;
    return decodeUdh(hex(`${(element.length / 2).toString(16).padStart(2, '0')}${element}`)).elements;
  });
  return {
    tpMr: fields.mr ?? 0,
    tpDa: { ton: (toa >> 4) & 7, npi: toa & 15, digits: fields.to },
    tpPid: fields.pid ?? 0,
    tpDcs: fields.dcs ?? 0,
    tpSrr: fields.srr === 1,
    tpRd: fields.rd === 1,
    tpRp: fields.rp === 1,
    udh,
    ...(fields.vpf === 'rel' && { tpVp: { kind: 'relative', minutes: fields.vpRelSeconds / 60 } }),
    ...(fields.vpf === 'abs' && {
      tpVp: { kind: 'absolute', at: new Date(fields.vpAbs), offsetMinutes: offsetOf(fields.vpAbs) },
    }),
    ...(fields.data === undefined ? { text: fields.text } : { data: hex(fields.data) }),
  };
}

function offsetOf(iso: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(iso) ?? ['', '+', '0', '0'];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) || 0;
}

/** The messages of a text alone, in one of the codings that a text is given. */
function plainTexts() {
  return smsVectors('submit').filter((vector) => {
    const { text, udh = [], tpDcs = 0 } = submitOf(vector.in);
    return text !== undefined && udh.length === 0 && [0x00, 0x08, 0x10, 0x18].includes(tpDcs);
  });
}

describe('published vectors', () => {
  it.each(smsVectors('submit'))('$id: SMS-SUBMIT both ways ($agreement)', (vector) => {
    const submit = submitOf(vector.in);
    expect(toHex(encodeSubmit(submit))).toBe(vector.out.tpdu);
    for (const lenient of [false, true]) {
      expect(decodeSubmit(hex(vector.out.tpdu), { lenient })).toEqual(submit);
      const tpdu = decodeTpdu(hex(vector.out.atPdu), { direction: 'MO', smsc: true, lenient });
      expect(tpdu).toEqual({ type: 'SMS-SUBMIT', ...submit });
    }
    expect(toHex(encodeServiceCentre(undefined)) + toHex(encodeSubmit(submit))).toBe(vector.out.atPdu);
  });

  it.each(plainTexts())('$id: a text in one call ($agreement)', (vector) => {
    const { tpDa: to, tpDcs = 0, text = '', ...asked } = submitOf(vector.in);
    const options = { ...asked, to, flash: (tpDcs & 0x10) !== 0, encoding: (tpDcs & 8) === 0 ? 'gsm7' : 'ucs2' } as const;
    expect(encodeSubmitText(text, options).map(toHex)).toEqual([vector.out.tpdu]);
  });

  it.each(smsVectors('concat'))('$id: a text in several parts ($agreement)', (vector) => {
    const options = { to: vector.in.to, reference: vector.in.concatRef, tpMr: vector.in.mrStart };
    expect(submitText(vector.in.text, options).map((submit) => toHex(encodeSubmit(submit)))).toEqual(vector.out.tpdus);
    expect(encodeSubmitText(vector.in.text, options).map(toHex)).toEqual(vector.out.tpdus);
    const back = (vector.out.tpdus as string[]).map((tpdu) => decodeSubmit(hex(tpdu)).text).join('');
    expect(back).toBe(vector.in.text);
  });

  it.each(smsVectors('ports'))('$id: application ports ($agreement)', (vector) => {
    const { width, destination, source, data } = vector.in;
    const [submit, ...more] = submitDatagram(
      { destinationPort: destination, sourcePort: source, data: hex(data) },
      { to: '+27381000015', portBits: width },
    );
    expect(more).toEqual([]);
    expect(toHex(encodeUdh(submit?.udh ?? []))).toBe(vector.out.udh);
    expect(toHex(encodeSubmit(submit as SubmitInput))).toBe(vector.out.tpdu);
    expect(decodeSubmit(hex(vector.out.tpdu))).toEqual(submit);
  });

  it.each(smsVectors('decode'))('$id: $out.type ($agreement)', (vector) => {
    const { out } = vector;
    const read = decodeTpdu(hex(vector.in.tpdu), { direction: vector.in.direction });
    expect(read.type).toBe(out.type === 'SMS-STATUS REPORT' ? 'SMS-STATUS-REPORT' : out.type);
    if (read.type !== 'SMS-DELIVER' && read.type !== 'SMS-STATUS-REPORT') throw new Error('not a type of these vectors');
    const address = read.type === 'SMS-DELIVER' ? read.tpOa : read.tpRa;
    expect(formatAddress(address).replace('+', '')).toBe(out.address);
    expect([address.ton, address.npi]).toEqual([out.ton, out.npi]);
    expect(read.tpScts.at).toEqual(new Date(out.sctsIso));
    expect(read.tpScts.offsetMinutes).toBe(offsetOf(out.sctsIso));
    expect(read.tpMms).toBe(out.mms === 1);
    if (read.type === 'SMS-DELIVER') {
      expect([read.tpDcs, read.tpPid, read.text]).toEqual([out.dcs, out.pid, out.text]);
      expect([read.tpRp, read.tpSri]).toEqual([out.rp === 1, out.sri === 1]);
      if (out.udh !== undefined) {
        const [{ iei, data }] = out.udh;
        expect(toHex(encodeUdh(read.udh)).slice(2)).toBe(`0${iei}0${data.length / 2}${data}`);
      }
    } else {
      expect([read.tpMr, read.tpSt]).toEqual([out.mr, out.st]);
      expect(read.tpDt.at.getUTCSeconds()).toBe(Number(out.dt.seconds));
    }
  });

  it.each(smsVectors('malformed'))('$id: $in.why is refused ($agreement)', (vector) => {
    const octets = hex(vector.in.tpdu);
    const { direction } = vector.in;
    let refusal: unknown;
    try {
      decodeTpdu(octets, { direction });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(DecodeError);
    expect((refusal as DecodeError).offset).toBeLessThanOrEqual(octets.length);
    // What only one of three programs objects to is read by the lenient option, with the fault reported.
    const issues: Issue[] = [];
    const readLeniently = () => decodeTpdu(octets, { direction, lenient: true, onIssue: (issue) => issues.push(issue) });
    if (vector.out.verdict === 'lenient') {
      expect(readLeniently()).toMatchObject({ text: 'АЯ' });
      expect(issues.map(({ code, field }) => [code, field])).toEqual([['truncated', 'text']]);
    } else expect(readLeniently).toThrow(DecodeError);
  });
});
