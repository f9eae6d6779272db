/** What other programs say of a PDU, made from the model: tshark's lines, the object of Android's PduParser, the headers of mms-decoder. */

import { MMS_PDU_TYPES, type MmsPdu, type MmsTime, type Part } from '../../src/mms/binary.js';
import { mibOfCharset } from '../../src/wsp/registers.js';

/** Each octet outside of ASCII as tshark prints it where its locale has no UTF-8. */
export function asPrinted(text: string): string {
  return [...new TextEncoder().encode(text)].map((octet) => (octet > 0x7f ? '\ufffd' : String.fromCharCode(octet))).join('');
}

/** Lines of tshark 4.0 on a PDU, in the order of the wire. */
export function tsharkLines(pdu: MmsPdu): string[] {
  const code = MMS_PDU_TYPES.indexOf(pdu.type) + 0x80;
  const name = pdu.type.replace('M-Mbox-Descr', 'M-Mbox-Descr.').toLowerCase().replace('.', '-').replace(/-$/, '');
  const lines = [`X-Mms-Message-Type: ${name} (0x${code.toString(16)})`];
  const add = (label: string, value: string | number | undefined): void => {
    if (value !== undefined) lines.push(`${label}: ${typeof value === 'string' ? asPrinted(value) : value}`);
  };
  const yesNo = (value: boolean | undefined) => (value === undefined ? undefined : value ? 'Yes (0x80)' : 'No (0x81)');
  add('X-Mms-Transaction-ID', pdu.transactionId);
  add('X-Mms-MMS-Version', pdu.mmsVersion);
  add('Message-Id', pdu.messageId);
  add('Date', pdu.date === undefined ? undefined : tsharkDate(pdu.date));
  add('From', pdu.from ?? (pdu.type === 'M-Send.req' ? '<insert address>' : undefined));
  for (const address of pdu.to ?? []) add('To', address);
  for (const address of pdu.cc ?? []) add('Cc', address);
  for (const address of pdu.bcc ?? []) add('Bcc', address);
  add('Subject', pdu.subject);
  add('X-Mms-Message-Class', withCode(pdu.messageClass, ['personal', 'advertisement', 'informational', 'auto']));
  add('X-Mms-Message-Size', pdu.messageSize);
  add('X-Mms-Expiry', tsharkTime(pdu.expiry));
  add('X-Mms-Delivery-Time', tsharkTime(pdu.deliveryTime));
  add('X-Mms-Priority', withCode(pdu.priority, ['low', 'normal', 'high']));
  add('X-Mms-Delivery-Report', yesNo(pdu.deliveryReport));
  add('X-Mms-Read-Report', yesNo(pdu.readReport));
  // Fields of MMS 1.3 that this version does not know.
  const unknown = (code: string, value: number) =>
    lines.push(`Unknown field (0x${code}): <Well-known value 0x${value.toString(16)}> (not decoded)`);
  if (pdu.contentClass !== undefined) unknown('ba', 0x80 + ['text', 'image-basic'].indexOf(String(pdu.contentClass)));
  if (pdu.drmContent !== undefined) unknown('bb', pdu.drmContent ? 0x80 : 0x81);
  if (pdu.adaptationAllowed !== undefined) unknown('bc', pdu.adaptationAllowed ? 0x80 : 0x81);
  add('X-Mms-Content-Location', pdu.contentLocation);
  if (pdu.parts !== undefined) {
    const { start, startType, contentType } = pdu;
    const parameters = [
      ...(start === undefined ? [] : [['Start', `<${start}>`]]),
      ...(startType === undefined ? [] : [['type', startType]]),
    ] as [string, string][];
    lines.push(`Content-Type: ${[contentType, ...parameters.map(([key, value]) => `${key}=${value}`)].join('; ')}`);
    for (const [key, value] of parameters) add(key === 'type' ? 'Type' : key, value);
    pdu.parts.forEach((part, index) => {
      lines.push(...partLines(part, index));
    });
  }
  return lines;
}

function partLines(part: Part, index: number): string[] {
  const { contentType, charset, parameters = [{ name: 'name', value: part.name }] } = part;
  const shown = [
    ...(charset === undefined ? [] : [['charset', charset.toUpperCase()] as const]),
    ...parameters.flatMap((parameter) => ('name' in parameter ? [['Name', String(parameter.value)] as const] : [])),
  ];
  return [
    `Part: ${index + 1}, content-type: ${contentType}`,
    `Content-Type: ${[contentType, ...shown.map(([key, value]) => `${key}=${value}`)].join('; ')}`,
    ...shown.map(([key, value]) => `${key === 'charset' ? 'Charset' : key}: ${value}`),
    ...(part.contentId === undefined ? [] : [`Content-Id: "<${part.contentId}>"`]),
    ...(part.contentLocation === undefined ? [] : [`Content-Location: ${part.contentLocation}`]),
  ];
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function tsharkDate(date: Date): string {
  const day = String(date.getUTCDate()).padStart(2, ' ');
  return `${MONTHS[date.getUTCMonth()]} ${day}, ${date.getUTCFullYear()} ${date.toISOString().slice(11, 19)}.000000000 UTC`;
}

export function tsharkTime(time: MmsTime | undefined): string | undefined {
  if (time === undefined) return undefined;
  return time.kind === 'absolute' ? tsharkDate(time.at) : `${time.seconds}.000000000 seconds`;
}

/** A registered value as `High (0x82)`. */
function withCode(value: string | number | undefined, names: readonly string[]): string | undefined {
  if (typeof value !== 'string' || !names.includes(value)) return value === undefined ? undefined : String(value);
  return `${value.charAt(0).toUpperCase()}${value.slice(1)} (0x${(0x80 + names.indexOf(value)).toString(16)})`;
}

/** What the object of Android's PduParser holds of a PDU; a field that it lacks is undefined here. */
export function pduParserField(pdu: MmsPdu, field: string): unknown {
  const code = MMS_PDU_TYPES.indexOf(pdu.type) + 0x80;
  const text = (value: string | undefined) => (value === undefined ? null : { mib: 106, text: value });
  // It cuts the suffix /TYPE=PLMN off.
  const person = (value: string) => text(value.replace(/\/TYPE=.*$/, ''));
  const list = (values: readonly string[] | undefined) => values?.map(person) ?? null;
  const yesNo = (value: boolean | undefined) => (value === undefined ? 0 : value ? 0x80 : 0x81);
  const [major, minor] = (pdu.mmsVersion ?? '').split('.').map(Number) as [number, number];
  switch (field) {
    case 'class':
      return { 'M-Send.req': 'SendReq', 'M-Notification.ind': 'NotificationInd', 'M-Retrieve.conf': 'RetrieveConf' }[
        pdu.type as string
      ];
    case 'type':
      return code;
    case 'version':
      return major * 16 + minor;
    case 'from':
      return pdu.from === undefined ? (pdu.type === 'M-Send.req' ? text('insert-address-token') : null) : person(pdu.from);
    case 'subject':
      return text(pdu.subject);
    case 'to':
      return list(pdu.to);
    case 'cc':
      return list(pdu.cc);
    case 'bcc':
      return list(pdu.bcc);
    case 'date':
      return pdu.date === undefined ? -1 : pdu.date.getTime() / 1000;
    case 'priority':
      return pdu.priority === undefined ? 0 : 0x80 + ['low', 'normal', 'high'].indexOf(pdu.priority as string);
    case 'tid':
      return pdu.transactionId ?? null;
    case 'messageId':
      return pdu.messageId ?? null;
    case 'contentLocation':
      return pdu.contentLocation;
    case 'contentType':
      return pdu.parts === undefined ? undefined : pdu.contentType;
    case 'size':
      return pdu.messageSize;
    case 'expiry':
      if (pdu.expiry === undefined) return -1;
      return pdu.expiry.kind === 'absolute'
        ? pdu.expiry.at.getTime() / 1000
        : 'relative value turned into an absolute time by this parser';
    case 'deliveryReport':
      return yesNo(pdu.deliveryReport);
    case 'readReport':
      return yesNo(pdu.readReport);
    case 'messageClass':
      return pdu.messageClass ?? null;
    // The parser knows this field only in notifications, where none of these messages has it.
    case 'contentClass':
    case 'retrieveStatus':
      return 0;
    case 'parts':
      return pdu.parts?.map(pduParserPart);
    default:
      throw new Error(`nobody compares ${field} of PduParser`);
  }
}

function pduParserPart(part: Part): Record<string, unknown> {
  const { parameters = [{ name: 'name', value: part.name }] } = part;
  const name = parameters.find((parameter) => 'name' in parameter && parameter.name === 'name')?.value ?? null;
  return {
    contentType: part.contentType,
    charset: part.charset === undefined ? 0 : mibOfCharset(part.charset),
    contentId: part.contentId === undefined ? null : `<${part.contentId}>`,
    contentLocation: part.contentLocation ?? null,
    name,
    filename: part.disposition?.filename ?? null,
    disposition: part.disposition?.type ?? null,
    length: part.data.length,
  };
}

/** What mms-decoder, a PHP program of MMS 1.0, shows of a PDU; it keeps the last of several recipients. */
export function phpHeaders(pdu: MmsPdu): Record<string, unknown> {
  const [major, minor] = (pdu.mmsVersion ?? '').split('.').map(Number) as [number, number];
  const title = (value: unknown) => (typeof value === 'string' ? value.charAt(0).toUpperCase() + value.slice(1) : undefined);
  const yesNo = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));
  const all = {
    BCC: pdu.bcc?.at(-1),
    CC: pdu.cc?.at(-1),
    CONTENTLOCATION: pdu.contentLocation,
    CONTENTTYPE: pdu.parts === undefined ? undefined : pdu.contentType,
    DATE: pdu.date === undefined ? undefined : pdu.date.getTime() / 1000,
    DELIVERYREPORT: yesNo(pdu.deliveryReport),
    FROM: pdu.from ?? (pdu.type === 'M-Send.req' ? '' : undefined),
    MESSAGECLASS: title(pdu.messageClass),
    MESSAGEID: pdu.messageId,
    MESSAGESIZE: pdu.messageSize,
    MESSAGETYPE: MMS_PDU_TYPES.indexOf(pdu.type) + 0x80,
    MMSVERSIONMAJOR: major,
    MMSVERSIONMINOR: minor,
    PRIORITY: title(pdu.priority),
    READREPLY: yesNo(pdu.readReport),
    SUBJECT: pdu.subject === undefined ? undefined : asLatin1(pdu.subject),
    TO: pdu.to?.at(-1),
    TRANSACTIONID: pdu.transactionId,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** It turns UTF-8 into ISO 8859-1, `?` for the rest; what was recorded of that was read as UTF-8 again. */
function asLatin1(text: string): string {
  return [...text].map((character) => (character < '\x80' ? character : character < '\u0100' ? '\ufffd' : '?')).join('');
}
