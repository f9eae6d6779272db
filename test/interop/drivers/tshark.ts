/**
 * Wireshark's gsm_sms dissector over bare TPDUs: one capture file, one tshark process for a whole batch.
 *
 * A TPDU becomes an Enhanced Packet Block of link type 147 (DLT_USER0), which a preference maps to `gsm_sms`. The
 * dissector tells SUBMIT from DELIVER by the packet's direction, carried in the option epb_flags (1 inbound: from the
 * handset; 2 outbound: to the handset). Reassembly is off, so every part is shown by itself.
 * @module
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.js';
import { inTemporaryFolder } from './temporary.js';

/** One TPDU to look at. MO: from the handset (SUBMIT); MT: to the handset (DELIVER, STATUS-REPORT). */
export interface Frame {
  readonly octets: Uint8Array;
  readonly direction: 'MO' | 'MT';
}

/** One line of the dissection tree. */
export interface PdmlField {
  readonly name: string;
  readonly showName: string;
  readonly show: string;
  /** The octets under the field in hex (for bit fields, the field's own value). */
  readonly value: string;
  readonly pos: number;
  readonly size: number;
  readonly children: readonly PdmlField[];
}

/** A time stamp's seven pairs as tshark reads them. */
export interface DissectedTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly offsetMinutes: number;
}

/** TP-VP as tshark reads it: the octets, and the one reading that the format has. */
export interface DissectedValidity {
  /** Hex in upper case. */
  readonly octets: string;
  readonly minutes: number | undefined;
  readonly seconds: number | undefined;
  /** Hours, minutes, seconds. */
  readonly clock: readonly number[] | undefined;
  readonly time: DissectedTime | undefined;
}

/** Element of the user data header. */
export interface DissectedElement {
  readonly iei: number;
  readonly length: number;
  /** Octets behind IEDL, hex in upper case. */
  readonly data: string;
  /** Values of the element's fields by their short names, such as `udh.mm.msg_id`. */
  readonly values: Readonly<Record<string, string>>;
}

/** What tshark says of one TPDU; a field that it did not show is undefined. */
export interface Dissection {
  /** `SMS-SUBMIT`, `SMS-DELIVER`, `SMS-STATUS REPORT`, ... */
  readonly type: string | undefined;
  readonly mti: number | undefined;
  readonly rd: number | undefined;
  readonly vpf: number | undefined;
  readonly srr: number | undefined;
  readonly udhi: number | undefined;
  readonly rp: number | undefined;
  readonly mms: number | undefined;
  readonly lp: number | undefined;
  readonly sri: number | undefined;
  readonly srq: number | undefined;
  readonly mr: number | undefined;
  readonly pid: number | undefined;
  readonly dcs: number | undefined;
  readonly udl: number | undefined;
  readonly udhl: number | undefined;
  readonly status: number | undefined;
  /** TP-DA, TP-OA or TP-RA. */
  readonly address:
    | { readonly kind: string; readonly length: number; readonly ton: number; readonly npi: number; readonly text: string }
    | undefined;
  readonly vp: DissectedValidity | undefined;
  readonly scts: DissectedTime | undefined;
  readonly dt: DissectedTime | undefined;
  readonly elements: readonly DissectedElement[];
  /** Octets of TP-UD, hex in upper case. */
  readonly userData: string | undefined;
  readonly text: string | undefined;
  /** Octets behind the header that tshark takes for 8-bit data. */
  readonly data: string | undefined;
  /** Whether the dissector ran out of octets or gave up. */
  readonly malformed: boolean;
  /** Dissectors that were called for the user data. */
  readonly payload: readonly string[];
  readonly tree: readonly PdmlField[];
}

/** The version line of the installed tshark, for titles and for the list of known faults. */
export async function tsharkVersion(): Promise<string> {
  const { stdout } = await run('tshark', ['--version']);
  return /(\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? 'unknown';
}

/**
 * Dissects a batch.
 * @returns one dissection per frame, in order.
 * @throws Error when tshark fails or shows another number of packets.
 */
export async function dissect(frames: readonly Frame[]): Promise<Dissection[]> {
  return (await packetsOf(frames, 'gsm_sms')).map(read);
}

/**
 * Dissects a batch.
 * @param payload what the frames are: bare TPDUs, messages of the connection layer, commands to a SIM, cell broadcast, PDUs of the connectionless WSP,
 * documents of WBXML, or PDUs of SMPP.
 * @returns per frame, in order, the protocols that tshark saw in it.
 * @throws Error when tshark fails or shows another number of packets.
 */
export async function dissectProtocols(
  frames: readonly Frame[],
  payload: Payload,
  options?: { readonly reassemble: boolean },
): Promise<PdmlField[][]> {
  const packets = await packetsOf(frames, payload, options);
  return packets.map((packet) => packet.children.filter((node) => node.tag === 'proto').map(toField));
}

/** What tshark takes the frames for. */
export type Payload = 'gsm_sms' | 'gsm_a_dtap' | 'sip' | 'gsm_sim.command' | 'gsm_cbs' | 'bmc' | 'wsp-cl' | 'wbxml' | 'smpp';

async function packetsOf(frames: readonly Frame[], payload: Payload, { reassemble } = { reassemble: false }): Promise<Node[]> {
  const packets = await dissectNodes(capturing(frames), [
    '-o',
    `gsm_sms.reassemble:${reassemble ? 'TRUE' : 'FALSE'}`,
    '-o',
    `uat:user_dlts:"User 0 (DLT=147)","${payload}","0","","0",""`,
  ]);
  if (packets.length !== frames.length) {
    throw new Error(`tshark shows ${packets.length} packets of ${frames.length}`);
  }
  return packets;
}

/**
 * Dissects a capture as it is.
 * @param options of tshark, beside those that it always has
 * @returns per packet, in order, the protocols that tshark saw in it.
 */
export async function dissectCapture(capture: Uint8Array, options: readonly string[] = []): Promise<PdmlField[][]> {
  const packets = await dissectNodes(capture, options);
  return packets.map((packet) => packet.children.filter((node) => node.tag === 'proto').map(toField));
}

function dissectNodes(capture: Uint8Array, options: readonly string[]): Promise<Node[]> {
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, 'frames.pcapng');
    await writeFile(file, capture);
    const { stdout } = await run('tshark', ['-r', file, '-n', '-T', 'pdml', ...options], {
      env: { HOME: folder, XDG_CONFIG_HOME: folder },
    });
    return readPdml(stdout);
  });
}

// ---- the capture file (draft-ietf-opsawg-pcapng) ----

const LINK_TYPE_USER0 = 147;
const OPT_EPB_FLAGS = 2;

/** Section header, one interface, one packet per frame; little-endian. */
function capturing(frames: readonly Frame[]): Buffer {
  const words = (...values: number[]) => {
    const out = Buffer.alloc(4 * values.length);
    values.forEach((value, index) => void out.writeUInt32LE(value >>> 0, 4 * index));
    return out;
  };
  const block = (type: number, ...body: Buffer[]) => {
    const content = Buffer.concat(body);
    const total = content.length + 12;
    return Buffer.concat([words(type, total), content, words(total)]);
  };
  const blocks = [
    block(0x0a0d0d0a, words(0x1a2b3c4d, 0x0000_0001, 0xffffffff, 0xffffffff)),
    block(1, words(LINK_TYPE_USER0, 0)),
  ];
  for (const { octets, direction } of frames) {
    const padded = Buffer.alloc(Math.ceil(octets.length / 4) * 4);
    padded.set(octets);
    const option = words((4 << 16) | OPT_EPB_FLAGS, direction === 'MO' ? 1 : 2, 0);
    blocks.push(block(6, words(0, 0, 0, octets.length, octets.length), padded, option));
  }
  return Buffer.concat(blocks);
}

// ---- PDML: elements with attributes, nothing between them ----

interface Node {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return ENTITIES[name ?? ''] ?? whole;
  });
}

/** The packets of a PDML document. */
function readPdml(xml: string): Node[] {
  const root: Node = { tag: '', attributes: {}, children: [] };
  const open: Node[] = [root];
  // An attribute value holds no double quote, but may hold anything else (tshark leaves control characters in).
  const tags = /<(\/?)([a-z_.]+)((?:\s+[a-z_]+="[^"]*")*)\s*(\/?)>/gi;
  for (const [, closing, tag = '', list = '', empty] of xml.matchAll(tags)) {
    if (closing === '/') {
      open.pop();
      continue;
    }
    const attributes: Record<string, string> = {};
    for (const [, key = '', value = ''] of list.matchAll(/\s+([a-z_]+)="([^"]*)"/gi)) attributes[key] = unescapeXml(value);
    const node: Node = { tag, attributes, children: [] };
    open.at(-1)?.children.push(node);
    if (empty !== '/') open.push(node);
  }
  const packets: Node[] = [];
  const collect = (node: Node): void => {
    if (node.tag === 'packet') packets.push(node);
    else node.children.forEach(collect);
  };
  collect(root);
  return packets;
}

function toField(node: Node): PdmlField {
  const { name = '', showname = '', show = '', value = '', pos = '0', size = '0' } = node.attributes;
  const children = node.children.map(toField);
  return { name, showName: showname, show, value: value.toUpperCase(), pos: Number(pos), size: Number(size), children };
}

// ---- from the tree to typed fields ----

/** The fields and everything below them, in the order in which they are shown. */
export function* walk(fields: readonly PdmlField[]): Generator<PdmlField> {
  for (const field of fields) {
    yield field;
    yield* walk(field.children);
  }
}

function read(packet: Node): Dissection {
  const protocols = packet.children.filter((node) => node.tag === 'proto').map(toField);
  const sms = protocols.find((proto) => proto.name === 'gsm_sms');
  const all = [...walk(sms?.children ?? [])];
  const named = (name: string) => all.find((field) => field.name === name);
  const number = (name: string) => {
    const shown = named(name)?.show;
    return shown === undefined || shown === '' ? undefined : Number(shown);
  };
  const shownAs = (start: string) => all.find((field) => field.name === '' && field.show.startsWith(start));
  const times = all.filter((field) => field.children.some((child) => child.name === 'gsm_sms.scts.year'));
  const time = (start: string) => {
    const field = times.find((each) => each.show.startsWith(start));
    return field && readTime(field);
  };
  const address = all.find((field) => /^gsm_sms\.tp-(da|oa|ra)$/.test(field.name));
  const status = shownAs('TP-Status');
  return {
    type: /\) (SMS-.*)$/.exec(sms?.showName ?? '')?.[1],
    mti: number('gsm_sms.tp-mti'),
    rd: number('gsm_sms.tp-rd'),
    vpf: number('gsm_sms.tp-vpf'),
    srr: number('gsm_sms.tp-srr'),
    udhi: number('gsm_sms.tp-udhi'),
    rp: number('gsm_sms.tp-rp'),
    mms: number('gsm_sms.tp-mms'),
    lp: number('gsm_sms.tp-lp'),
    sri: number('gsm_sms.tp-sri'),
    srq: number('gsm_sms.tp-srq'),
    mr: number('gsm_sms.tp-mr'),
    pid: number('gsm_sms.tp-pid'),
    dcs: number('gsm_sms.tp-dcs'),
    udl: number('gsm_sms.tp.user_data_length'),
    udhl: number('gsm_sms.dis_field_udh.user_data_header_length'),
    status: status && Number.parseInt(status.value, 16),
    address: address && {
      kind: address.name.slice(-2).toUpperCase(),
      length: number('gsm_sms.dis_field_addr.length') ?? Number.NaN,
      ton: number('gsm_sms.dis_field_addr.num_type') ?? Number.NaN,
      npi: number('gsm_sms.dis_field_addr.num_plan') ?? Number.NaN,
      text: address.show,
    },
    vp: readValidity(all),
    scts: time('TP-Service-Centre-Time-Stamp'),
    dt: time('TP-Discharge-Time'),
    elements: all.filter((field) => field.show.startsWith('IE: ')).map(readElement),
    userData: shownAs('TP-User-Data')?.value,
    text: all.findLast((field) => field.name === 'gsm_sms.sms_text')?.show,
    data: all.findLast((field) => field.name === 'gsm_sms.sms_body')?.value,
    malformed: protocols.some((proto) => proto.showName.startsWith('[Malformed Packet: GSM SMS')),
    payload: protocols.map((proto) => proto.name).filter((name) => !FRAMING.has(name)),
    tree: sms?.children ?? [],
  };
}

/** Protocols that every packet shows, and the marks of a malformed one. */
const FRAMING = new Set(['geninfo', 'frame', 'user_dlt', 'gsm_sms', '_ws.malformed', '_ws.short', 'fake-field-wrapper']);

function readTime(field: PdmlField): DissectedTime {
  const part = (name: string) => Number(field.children.find((child) => child.name === `gsm_sms.scts.${name}`)?.show);
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minutes: part('minutes'),
    seconds: part('seconds'),
    offsetMinutes: offsetOf(field.children.find((child) => child.name === 'gsm_sms.scts.timezone')?.showName ?? ''),
  };
}

/** From a wording such as `Timezone: GMT - 5 hours 30 minutes`. */
function offsetOf(wording: string): number {
  const [, sign, hours, minutes] = /GMT ([+-]) (\d+) hours (\d+) minutes/.exec(wording) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  return sign === '-' && size > 0 ? -size : size;
}

function readValidity(all: readonly PdmlField[]): DissectedValidity | undefined {
  const field = all.find((each) => each.show.startsWith('TP-Validity-Period') || each.name === 'gsm_sms.vp.validity_period');
  if (field === undefined) return undefined;
  const within = [...walk([field])];
  const wording = within.find((each) => each.name === 'gsm_sms.vp.validity_period')?.showName ?? '';
  const unit = (pattern: RegExp) => Number(pattern.exec(wording)?.[1] ?? 0);
  const minutes =
    unit(/(\d+) minutes/) + 60 * unit(/(\d+) hours/) + 24 * 60 * unit(/(\d+) day/) + 7 * 24 * 60 * unit(/(\d+) week/);
  const seconds = /(\d+) seconds/.exec(wording)?.[1];
  const clock = within
    .filter((each) => /validity_period\.(hour|minutes|seconds)$/.test(each.name))
    .map((each) => Number(each.show));
  return {
    octets: field.value,
    minutes: minutes > 0 ? minutes : undefined,
    seconds: seconds === undefined ? undefined : Number(seconds),
    clock: clock.length > 0 ? clock : undefined,
    time: field.children.some((child) => child.name === 'gsm_sms.scts.year') ? readTime(field) : undefined,
  };
}

function readElement(field: PdmlField): DissectedElement {
  const values: Record<string, string> = {};
  for (const { name, show } of walk(field.children)) if (name !== '') values[name.replace(/^gsm_sms\./, '')] = show;
  return {
    iei: Number(values.ie_identifier),
    length: Number(values['dis_field_ud_iei.length']),
    data: field.value.slice(4),
    values,
  };
}
