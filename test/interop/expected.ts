/**
 * What an independent reader must show for a TPDU: worked out from the message object with this folder's own arithmetic
 * (TS 23.040 section 9.2), never from the octets that the package under test wrote.
 * @module
 */
import type {
  Address,
  AddressInput,
  DeliverInput,
  InformationElement,
  StatusReportInput,
  SubmitInput,
  Timestamp,
  ValidityPeriod,
} from '../../src/sms/index.js';
import { pack, septetsOf, type Tables, utf16be } from './alphabets.js';

/** Fields by name; a field that the TPDU does not have is left out. */
export type Fields = Record<string, unknown>;

export type Alphabet = 'gsm7' | '8bit' | 'ucs2';

const hex = (octets: Uint8Array) => Buffer.from(octets).toString('hex').toUpperCase();
const octet = (value: number) => hex(Uint8Array.of(value));
const bit = (flag: boolean | undefined) => (flag === true ? 1 : 0);

/** Alphabet of a data coding scheme, TS 23.038 section 4. */
export function alphabetOf(dcs: number): Alphabet {
  if (dcs < 0x80) return (['gsm7', '8bit', 'ucs2', 'gsm7'] as const)[(dcs >> 2) & 3] as Alphabet;
  if (dcs >= 0xf0) return (dcs & 4) !== 0 ? '8bit' : 'gsm7';
  return dcs >= 0xe0 ? 'ucs2' : 'gsm7';
}

/** Message class of a data coding scheme. */
export function classOf(dcs: number): number | undefined {
  return (dcs < 0x80 && (dcs & 0x10) !== 0) || dcs >= 0xf0 ? dcs & 3 : undefined;
}

/** The tables that a header's shift elements select. */
export function tablesOf(elements: readonly InformationElement[]): Tables {
  const locking = elements.find((element) => element.kind === 'lockingShift')?.language;
  const single = elements.find((element) => element.kind === 'singleShift')?.language;
  return { ...(locking !== undefined && { locking }), ...(single !== undefined && { single }) };
}

/** An element as identifier and data. */
export function elementOf(element: InformationElement): { iei: number; data: Uint8Array } {
  const of = (iei: number, ...data: number[]) => ({ iei, data: Uint8Array.from(data) });
  const behind = (iei: number, data: Uint8Array, ...front: number[]) => of(iei, ...front, ...data);
  const two = (value: number) => [value >> 8, value & 255];
  switch (element.kind) {
    case 'concat8':
      return of(0x00, element.reference, element.total, element.sequence);
    case 'specialMessage':
      return of(0x01, element.indication, element.count);
    case 'ports8':
      return of(0x04, element.destination, element.source);
    case 'ports16':
      return of(0x05, ...two(element.destination), ...two(element.source));
    case 'smscControl':
      return of(0x06, element.parameters);
    case 'sourceIndicator':
      return of(0x07, element.source);
    case 'concat16':
      return of(0x08, ...two(element.reference), element.total, element.sequence);
    case 'textFormatting':
      return of(
        0x0a,
        element.position,
        element.length,
        element.mode,
        ...(element.colour === undefined ? [] : [element.colour]),
      );
    case 'predefinedSound':
      return of(0x0b, element.position, element.sound);
    case 'userSound':
      return behind(0x0c, element.data, element.position);
    case 'predefinedAnimation':
      return of(0x0d, element.position, element.animation);
    case 'largeAnimation':
      return behind(0x0e, element.data, element.position);
    case 'smallAnimation':
      return behind(0x0f, element.data, element.position);
    case 'largePicture':
      return behind(0x10, element.data, element.position);
    case 'smallPicture':
      return behind(0x11, element.data, element.position);
    case 'variablePicture':
      return behind(0x12, element.data, element.position, element.widthOctets, element.heightPx);
    case 'userPrompt':
      return of(0x13, element.objects);
    case 'objectDistribution':
      return of(0x17, element.objects, element.attributes);
    case 'emailHeaderLength':
      return of(0x20, element.lengthOctets);
    case 'hyperlink':
      return of(0x21, ...two(element.position), element.titleLength, element.urlLength);
    case 'singleShift':
      return of(0x24, element.language);
    case 'lockingShift':
      return of(0x25, element.language);
    case 'raw':
      return { iei: element.iei, data: element.data };
  }
}

/** Octets of a header, UDHL included; empty without elements. */
export function headerOf(elements: readonly InformationElement[]): Uint8Array {
  if (elements.length === 0) return new Uint8Array();
  const body = elements.flatMap((element) => {
    const { iei, data } = elementOf(element);
    return [iei, data.length, ...data];
  });
  return Uint8Array.of(body.length, ...body);
}

/** What TP-UD is made from. */
export interface Content {
  readonly tpDcs?: number | undefined;
  readonly udh?: readonly InformationElement[] | undefined;
  readonly text?: string | undefined;
  readonly data?: Uint8Array | undefined;
}

/** TP-UDL, TP-UD, and for GSM 7-bit the septets of the text. */
export function userDataOf(message: Content): {
  readonly udl: number;
  readonly octets: Uint8Array;
  readonly septets: readonly number[];
} {
  const header = headerOf(message.udh ?? []);
  const alphabet = alphabetOf(message.tpDcs ?? 0);
  if (alphabet === 'gsm7') {
    const septets = septetsOf(message.text ?? '', tablesOf(message.udh ?? []));
    const fill = (7 - ((8 * header.length) % 7)) % 7;
    const udl = Math.ceil((8 * header.length) / 7) + septets.length;
    const octets = new Uint8Array(Math.ceil((7 * udl) / 8));
    octets.set(header);
    if (septets.length > 0) octets.set(pack(septets, fill), header.length);
    return { udl, octets, septets };
  }
  const content = alphabet === 'ucs2' ? utf16be(message.text ?? '') : (message.data ?? new Uint8Array());
  const octets = Uint8Array.of(...header, ...content);
  return { udl: octets.length, octets, septets: [] };
}

/** A time as its pairs of digits say it: local, with a year of two digits, and the zone in minutes. */
export function timeOf({ at, offsetMinutes }: Timestamp): Fields {
  const local = new Date(at.getTime() + offsetMinutes * 60_000);
  return {
    year: local.getUTCFullYear() % 100,
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minutes: local.getUTCMinutes(),
    seconds: local.getUTCSeconds(),
    offsetMinutes: offsetMinutes === 0 ? 0 : offsetMinutes,
  };
}

const swapped = (value: number) => octet(((value % 10) << 4) | Math.floor(value / 10));

function timeOctets(time: Timestamp): string {
  const { year, month, day, hour, minutes, seconds } = timeOf(time) as Record<string, number>;
  const quarters = Math.abs(time.offsetMinutes) / 15;
  const zone = ((quarters % 10) << 4) | Math.floor(quarters / 10) | (time.offsetMinutes < 0 ? 8 : 0);
  return [year, month, day, hour, minutes, seconds].map((value) => swapped(value as number)).join('') + octet(zone);
}

/** TS 23.040 section 9.2.3.12.1, the other way round: the octet for minutes that the table has. */
export function relativeOctet(minutes: number): number {
  for (let value = 0; value < 256; value++) {
    if (value <= 143 && minutes === (value + 1) * 5) return value;
    if (value > 143 && value <= 167 && minutes === 720 + (value - 143) * 30) return value;
    if (value > 167 && value <= 196 && minutes === (value - 166) * 1440) return value;
    if (value > 196 && minutes === (value - 192) * 10080) return value;
  }
  throw new Error(`${minutes} minutes are not in the table`);
}

const VPF = { enhanced: 1, relative: 2, absolute: 3 } as const;

function validityOf(vp: ValidityPeriod | undefined): Fields {
  if (vp === undefined) return { vpf: 0 };
  const vpf = VPF[vp.kind];
  if (vp.kind === 'relative') return { vpf, vpOctets: octet(relativeOctet(vp.minutes)), vpMinutes: vp.minutes };
  if (vp.kind === 'absolute') return { vpf, vpOctets: timeOctets(vp), vpTime: timeOf(vp) };
  if (vp.format === 'raw') return { vpf, vpOctets: hex(vp.octets) };
  const single = vp.singleShot ? 0x40 : 0;
  const of = (format: number, ...rest: string[]) => ({
    vpf,
    vpOctets: (octet(single | format) + rest.join('')).padEnd(14, '0'),
  });
  if (vp.format === 'none') return of(0);
  if (vp.format === 'relative') return { ...of(1, octet(relativeOctet(vp.minutes))), vpMinutes: vp.minutes };
  if (vp.format === 'seconds') return { ...of(2, octet(vp.seconds)), vpSeconds: vp.seconds };
  return {
    ...of(3, swapped(vp.hours), swapped(vp.minutes), swapped(vp.seconds)),
    vpClock: [vp.hours, vp.minutes, vp.seconds],
  };
}

/** The address whatever form it was given in. */
export function addressFrom(input: AddressInput): Address {
  return typeof input === 'string' ? { ton: 1, npi: 1, digits: input.replace(/^\+/, '') } : input;
}

function addressOf(input: AddressInput): Fields {
  const address = addressFrom(input);
  const length = 'text' in address ? Math.ceil((septetsOf(address.text, {}).length * 7) / 4) : address.digits.length;
  const text = 'text' in address ? address.text : address.digits;
  return { addressLength: length, ton: address.ton, npi: address.npi, address: text };
}

function dataOf(message: Content): Fields {
  const { udl, octets } = userDataOf(message);
  const { udh = [], text = '', data = new Uint8Array() } = message;
  const elements = udh.map((element) => {
    const { iei, data } = elementOf(element);
    return { iei, length: data.length, data: hex(data) };
  });
  const concat = udh.findLast((element) => element.kind === 'concat8' || element.kind === 'concat16');
  const ports = udh.findLast((element) => element.kind === 'ports8' || element.kind === 'ports16');
  return {
    udhi: udh.length > 0 ? 1 : 0,
    udl,
    ...(octets.length > 0 && { userData: hex(octets) }),
    ...(udh.length > 0 && { udhl: headerOf(udh).length - 1, elements }),
    ...(concat !== undefined && { concat: [concat.reference, concat.total, concat.sequence] }),
    ...(ports !== undefined && { ports: [ports.destination, ports.source] }),
    ...(data.length > 0 && { data: hex(data) }),
    ...(text !== '' && { text }),
  };
}

/** Fields of an SMS-SUBMIT. */
export function expectedSubmit(submit: SubmitInput): Fields {
  return {
    type: 'SMS-SUBMIT',
    malformed: false,
    mti: 1,
    rd: bit(submit.tpRd),
    srr: bit(submit.tpSrr),
    rp: bit(submit.tpRp),
    mr: submit.tpMr ?? 0,
    addressKind: 'DA',
    ...addressOf(submit.tpDa),
    pid: submit.tpPid ?? 0,
    dcs: submit.tpDcs ?? 0,
    ...validityOf(submit.tpVp),
    ...dataOf(submit),
  };
}

/** Fields of an SMS-DELIVER. */
export function expectedDeliver(deliver: DeliverInput): Fields {
  return {
    type: 'SMS-DELIVER',
    malformed: false,
    mti: 0,
    mms: bit(deliver.tpMms ?? true),
    lp: bit(deliver.tpLp),
    sri: bit(deliver.tpSri),
    rp: bit(deliver.tpRp),
    addressKind: 'OA',
    ...addressOf(deliver.tpOa),
    pid: deliver.tpPid ?? 0,
    dcs: deliver.tpDcs ?? 0,
    scts: timeOf(deliver.tpScts),
    ...dataOf(deliver),
  };
}

/** Fields of an SMS-STATUS-REPORT. */
export function expectedStatusReport(report: StatusReportInput): Fields {
  const hasUserData = report.text !== undefined || report.data !== undefined;
  return {
    type: 'SMS-STATUS REPORT',
    malformed: false,
    mti: 2,
    mms: bit(report.tpMms ?? true),
    lp: bit(report.tpLp),
    srq: bit(report.tpSrq),
    mr: report.tpMr,
    addressKind: 'RA',
    ...addressOf(report.tpRa),
    scts: timeOf(report.tpScts),
    dt: timeOf(report.tpDt),
    status: report.tpSt,
    ...(report.tpPid !== undefined && { pid: report.tpPid }),
    ...(report.tpDcs !== undefined && { dcs: report.tpDcs }),
    ...(hasUserData ? dataOf(report) : { udhi: 0 }),
  };
}

/** What gammu must say of an SMS-SUBMIT. */
export function expectedForGammu(submit: SubmitInput): Fields {
  const { udh = [], tpDcs = 0, tpPid = 0 } = submit;
  const address = addressFrom(submit.tpDa);
  const number = 'text' in address ? address.text : `${address.ton === 1 && address.digits !== '' ? '+' : ''}${address.digits}`;
  const concat = udh.findLast((element) => element.kind === 'concat8' || element.kind === 'concat16');
  const alphabet = alphabetOf(tpDcs);
  return {
    type: 'Submit',
    number,
    mr: submit.tpMr ?? 0,
    replace: tpPid > 0x40 && tpPid < 0x48 ? tpPid - 0x40 : 0,
    coding: { gsm7: 'Default_No_Compression', ucs2: 'Unicode_No_Compression', '8bit': '8bit' }[alphabet],
    class: classOf(tpDcs) ?? -1,
    ...(udh.length > 0 && { header: hex(headerOf(udh)) }),
    ...(concat !== undefined && { concat: [concat.reference, concat.total, concat.sequence] }),
    ...(alphabet === '8bit' ? { data: hex(submit.data ?? new Uint8Array()) } : { text: submit.text }),
  };
}
