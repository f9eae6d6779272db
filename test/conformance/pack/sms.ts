/**
 * fixtures/vectors/sms.json as cases: packing, alphabets, TPDUs, headers, parts, commands of a modem.
 * @module
 */
import { type Common, defined, upper, vectorFile, withLevel } from './read.js';
import type { BareCase, Converted, JsonObject } from './shape.js';

const FILE = 'vectors/sms.json';

/** The clause each kind of vector rests on. */
const CLAUSES: Readonly<Record<string, string>> = {
  pack: '3GPP TS 23.038 section 6.1.2.1.1',
  septets: '3GPP TS 23.038 section 6.2.1 and annex A',
  submit: '3GPP TS 23.040 section 9.2.2.2',
  decode: '3GPP TS 23.040 sections 9.2.2.1 and 9.2.2.3',
  segment: '3GPP TS 23.040 section 9.2.3.24.1',
  concat: '3GPP TS 23.040 section 9.2.3.24.1',
  ports: '3GPP TS 23.040 sections 9.2.3.24.3 and 9.2.3.24.4',
  malformed: '3GPP TS 23.040 section 9.2.2.2',
};

/** Fields that a vector leaves out are 0. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
function submitValue(given: any): JsonObject {
  const { toa, text, data } = given;
  const validity = {
    rel: { format: 'relative', seconds: given.vpRelSeconds },
    abs: { format: 'absolute', time: given.vpAbs },
  }[given.vpf as 'rel'];
  return defined({
    'TP-MTI': 'SMS-SUBMIT',
    'TP-RD': given.rd ?? 0,
    'TP-SRR': given.srr ?? 0,
    'TP-RP': given.rp ?? 0,
    'TP-MR': given.mr ?? 0,
    'TP-DA': { TON: (toa >> 4) & 7, NPI: toa & 15, address: given.to },
    'TP-PID': given.pid ?? 0,
    'TP-DCS': given.dcs ?? 0,
    'TP-VP': validity,
    UDH: given.udh?.map(([iei, ied]: [number, string]) => ({ IEI: iei, IED: upper(ied) })),
    text: data === undefined ? text : undefined,
    data: data === undefined ? undefined : upper(data),
  });
}

/** Every time has its zone in hours and minutes. */
const withZone = (iso: string) => iso.replace('Z', '+00:00');

/** The digits that a time stamp has on the wire carry a two-digit year; the pack has the instant with its zone. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
function receivedValue(out: any): JsonObject {
  const isReport = out.type === 'SMS-STATUS REPORT';
  const address = { TON: out.ton, NPI: out.npi, address: out.address };
  return defined({
    'TP-MTI': isReport ? 'SMS-STATUS-REPORT' : out.type,
    'TP-MMS': out.mms,
    ...(isReport ? { 'TP-MR': out.mr, 'TP-RA': address } : { 'TP-RP': out.rp, 'TP-SRI': out.sri, 'TP-OA': address }),
    'TP-PID': isReport ? undefined : out.pid,
    'TP-DCS': isReport ? undefined : out.dcs,
    'TP-SCTS': withZone(out.sctsIso),
    'TP-DT': isReport ? dischargeTime(out) : undefined,
    'TP-ST': out.st,
    UDH: out.udh?.map(({ iei, data }: { iei: number; data: string }) => ({ IEI: iei, IED: upper(data) })),
    text: out.text,
  });
}

/** The zone's sign is that of TP-SCTS: the vectors give quarters of an hour without it. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
function dischargeTime({ dt, sctsIso }: any): string {
  const two = (value: string) => value.padStart(2, '0');
  const day = `20${two(dt.year)}-${two(dt.month)}-${two(dt.day)}`;
  return `${day}T${two(dt.hour)}:${two(dt.minutes)}:${two(dt.seconds)}${withZone(sctsIso).slice(19)}`;
}

/** Where the vectors' decoder in Go stopped, in the words of the specification. */
const PLACES: Readonly<Record<string, string>> = {
  'SmsSubmit.mr': 'TP-MR',
  'SmsSubmit.da.addr': 'TP-DA',
  'SmsSubmit.ud.sm': 'TP-UD',
  'SmsSubmit.ud.udh.ie': 'UDH',
};

// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
function casesOf(vector: any): BareCase[] {
  const { id, kind, in: given, out, note } = vector;
  const common: Common = {
    source: { specification: CLAUSES[kind] as string, programs: vector.oracles },
    origin: { file: FILE, id },
  };
  const of = (format: string, rest: Pick<BareCase, 'title' | 'direction' | 'input' | 'expected'> & Partial<BareCase>) =>
    withLevel({ id: `sms/${id}`, format, ...rest, ...common });
  const number = { TON: 1, NPI: 1, address: '27381000015' };
  if (kind === 'pack') {
    const options = { septets: given.septets.length / 2, fillBits: given.fillBits };
    const value = { septets: upper(given.septets) };
    const title = `${JSON.stringify(given.text)} after ${given.fillBits} fill bits`;
    return [of('gsm7-packing', { title, direction: 'both', options, input: { hex: upper(out.octets) }, expected: { value } })];
  }
  if (kind === 'septets') {
    const { text, lock, shift } = given;
    const options = defined({ lockingShift: lock, singleShift: shift });
    const more = Object.keys(options).length > 0 ? { options } : {};
    const title = `text ${JSON.stringify(text)}`;
    if (out.encodable === false) {
      const expected = { refused: { reason: 'unencodable' as const } };
      return [of('gsm7-text', { title, direction: 'encode', ...more, input: { value: { text } }, expected })];
    }
    return [
      of('gsm7-text', { title, direction: 'both', ...more, input: { hex: upper(out.septets) }, expected: { value: { text } } }),
    ];
  }
  if (kind === 'submit') {
    const title = note ?? `text or data ${JSON.stringify(given.text ?? given.data)}, TP-DCS ${given.dcs ?? 0}`;
    const submit = of('sms-submit', {
      title,
      direction: 'both',
      input: { hex: upper(out.tpdu) },
      expected: { value: submitValue(given) },
    });
    const modem = of('at-cmgs', {
      id: `sms/${id}/at`,
      title: 'the command of a modem: its length leaves out the address of the service centre',
      direction: 'encode',
      input: { value: { tpdu: upper(out.tpdu) } },
      expected: { value: { length: out.cmgsLength, pdu: upper(out.atPdu) } },
      source: { specification: '3GPP TS 27.005 section 4.3', programs: vector.oracles },
    });
    return [submit, { ...modem, source: { specification: '3GPP TS 27.005 section 4.3', programs: vector.oracles } }];
  }
  if (kind === 'decode') {
    const format = out.type === 'SMS-DELIVER' ? 'sms-deliver' : 'sms-status-report';
    const title = note ?? `text ${JSON.stringify(out.text)}`;
    return [
      of(format, { title, direction: 'decode', input: { hex: upper(given.tpdu) }, expected: { value: receivedValue(out) } }),
    ];
  }
  if (kind === 'segment') {
    const value = { encoding: out.encoding, units: out.units, count: out.count, parts: out.parts };
    const title = note ?? `${out.units} units of ${out.encoding} in ${out.count}`;
    const options = { referenceBits: given.concatRefBits };
    return [
      of('sms-segmentation', {
        title,
        direction: 'encode',
        options,
        input: { value: { text: given.text } },
        expected: { value },
      }),
    ];
  }
  if (kind === 'concat') {
    const value = { 'TP-DA': number, 'TP-MR': given.mrStart, reference: given.concatRef, text: given.text };
    const title = `${out.tpdus.length} parts, ${note}`;
    return [
      of('sms-concatenation', { title, direction: 'both', input: { hexList: out.tpdus.map(upper) }, expected: { value } }),
    ];
  }
  if (kind === 'ports') {
    const { width, destination, source, data } = given;
    const title = `application ports of ${width} bits: ${destination}, ${source}`;
    const value = { portBits: width, destinationPort: destination, originatorPort: source };
    const fields = submitValue({
      to: number.address,
      toa: 145,
      dcs: out.dcs,
      udh: [[Number.parseInt(out.udh.slice(2, 4), 16), out.udh.slice(6)]],
      data,
    });
    return [
      of('udh', { title, direction: 'both', input: { hex: upper(out.udh) }, expected: { value } }),
      {
        ...of('sms-submit', { title, direction: 'both', input: { hex: upper(out.tpdu) }, expected: { value: fields } }),
        id: `sms/${id}/tpdu`,
      },
    ];
  }
  if (kind !== 'malformed') throw new Error(`no cases for vectors of kind ${kind}`);
  const input = { hex: upper(given.tpdu) };
  const [, place, octet] = /decoding (\S+) at octet (\d+)/.exec(out.oracleVerdicts.go) ?? [];
  const field = PLACES[place as string];
  if (field === undefined || octet === undefined) throw new Error(`no place in ${out.oracleVerdicts.go}`);
  const refusal = of('sms-submit', {
    title: given.why,
    direction: 'decode',
    input,
    expected: { refused: { reason: 'truncated', field } },
  });
  if (out.verdict !== 'lenient') return [refusal];
  // What one program alone objects to: the others read on, and so does a lenient reader. The text is gammu's.
  const text = JSON.parse(/text (".*")$/.exec(out.oracleVerdicts.gammu)?.[1] as string) as string;
  const value = { ...submitValue({ to: number.address, toa: 145, dcs: 8, text }) };
  return [
    refusal,
    {
      ...of('sms-submit', { title: given.why, direction: 'decode', input, expected: { value } }),
      id: `sms/${id}/lenient`,
      level: 'lenient',
    },
  ];
}

/** All of it. */
export function convertSms(): Converted {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const vectors: any[] = vectorFile(FILE).vectors;
  return { file: FILE, vectors: vectors.map(({ id }) => id), cases: vectors.flatMap(casesOf), left: [] };
}
