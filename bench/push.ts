/**
 * WAP Push: Service Indications as models, WBXML and XML. No package on npm writes or reads these documents as WBXML, so plain loops
 * compare, and the XML parser alone beside the reading of XML.
 * @module
 */
import { SaxesParser } from 'saxes';
import { type GrowthResult, growthJob } from './growth.js';
import { type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { VARIANTS } from './inputs.js';
import type { Modules } from './modules.js';
import { hexOf } from './peers.js';

type Push = NonNullable<Modules['push']>;
type Si = Parameters<Push['encodeSi']>[0];

interface Sample {
  readonly si: Si;
  readonly octets: Uint8Array;
  readonly xml: string;
  /** User data of the one message that carries it. */
  readonly userData: string;
}

const NO_WBXML = [{ name: 'npm', reason: 'no package found that writes or reads SI as WBXML' }];
const [PUSH_PORT, WSP_PORT] = [2948, 9200];

export function pushTasks({ push, sms }: Modules): Job<TaskResult>[] {
  if (push === undefined || sms === undefined) return [];
  const samples = Array.from({ length: VARIANTS }, (_, seed) => sampleOf(seed));
  return [
    taskJob(encodeTask(push, samples)),
    taskJob(decodeTask(push, samples)),
    taskJob(parseTask(push, samples)),
    taskJob(sendTask(push, sms, samples)),
    taskJob(formatTask(push, samples)),
    taskJob(settingsTask(push, 'to WBXML')),
    taskJob(settingsTask(push, 'from WBXML')),
  ];
}

function encodeTask({ encodeSi }: Push, inputs: readonly Sample[]): Task<Sample> {
  const view = hexOf;
  return {
    name: 'encode an SI as WBXML',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'octets',
    expected: ({ octets }) => hexOf(octets),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ si }) => encodeSi(si), view },
      { name: 'plain loop', role: 'bound', form: 'octets', run: ({ si }) => boundEncode(si), view },
    ],
    unable: NO_WBXML,
    targets: [{ against: 'clock', form: 'octets', unit: '/s', must: 300_000 }],
  };
}

function decodeTask({ decodeSi }: Push, inputs: readonly Sample[]): Task<Sample> {
  return {
    name: 'decode an SI from WBXML',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'octets',
    expected: ({ si }) => si,
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ octets }) => decodeSi(octets), view: (si: Si) => si },
    ],
    unable: NO_WBXML,
    targets: [],
  };
}

function parseTask({ parseSi }: Push, inputs: readonly Sample[]): Task<Sample> {
  const parser = new SaxesParser({ position: false });
  return {
    name: 'parse an SI from XML',
    inputs,
    bytesPerOp: inputs[0]!.xml.length,
    bytesOf: 'characters',
    expected: ({ si }) => si,
    contenders: [
      { name: 'handset', role: 'handset', form: 'text', run: ({ xml }) => parseSi(xml), view: (si: Si) => si },
      {
        name: 'saxes alone, no handler',
        role: 'handset-part',
        form: 'text',
        run: ({ xml }) => parser.write(xml).close(),
        view: (_, { si }) => si,
      },
    ],
    targets: [],
  };
}

/** Transaction 1, a push, the content type of an SI and its charset, in the short form. Octets, since setting them from an array is slow. */
const PUSH_HEADER = Uint8Array.of(1, 6, 4, 3, 0xae, 0x81, 0xea);

/** What a gateway does with a push: XML in, user data of an SMS out. */
function sendTask(
  { parseSi, encodeSi }: Push,
  { submitDatagram }: NonNullable<Modules['sms']>,
  inputs: readonly Sample[],
): Task<Sample> {
  const run = ({ xml }: Sample): Uint8Array => {
    const body = encodeSi(parseSi(xml));
    const data = new Uint8Array(PUSH_HEADER.length + body.length);
    data.set(PUSH_HEADER);
    data.set(body, PUSH_HEADER.length);
    // Written out: to spread an object takes the engine longer than all that is done with the datagram.
    const datagram = { destinationPort: PUSH_PORT, sourcePort: WSP_PORT, data };
    return submitDatagram(datagram, { to: '447700900123' })[0]!.data as Uint8Array;
  };
  return {
    name: 'SI from XML to SMS user data',
    inputs,
    bytesPerOp: inputs[0]!.xml.length,
    bytesOf: 'characters',
    expected: ({ userData }) => userData,
    contenders: [{ name: 'handset', role: 'handset', form: 'octets', run, view: hexOf }],
    targets: [{ against: 'clock', form: 'octets', unit: '/s', must: 120_000 }],
  };
}

function formatTask({ formatSi }: Push, inputs: readonly Sample[]): Task<Sample> {
  return {
    name: 'format an SI as XML',
    inputs,
    bytesPerOp: inputs[0]!.xml.length,
    bytesOf: 'characters',
    expected: ({ xml }) => xml,
    contenders: [{ name: 'handset', role: 'handset', form: 'text', run: ({ si }) => formatSi(si), view: (xml: string) => xml }],
    targets: [],
  };
}

/** Settings: XML, and the WBXML of it. */
interface Settings {
  readonly xml: string;
  readonly octets: Uint8Array;
}

function settingsTask(push: Push, way: 'to WBXML' | 'from WBXML'): Task<Settings> {
  const { parseProvisioning, encodeProvisioning, decodeProvisioning, formatProvisioning } = push;
  const inputs = Array.from({ length: VARIANTS }, (_, seed) => settingsOf(seed));
  const base = { inputs, unable: NO_WBXML, targets: [] };
  if (way === 'to WBXML') {
    const run = ({ xml }: Settings) => encodeProvisioning(parseProvisioning(xml));
    return {
      ...{
        ...base,
        name: 'settings from XML to WBXML, 20 parameters',
        bytesPerOp: inputs[0]!.xml.length,
        bytesOf: 'characters',
      },
      expected: ({ octets }) => hexOf(octets),
      contenders: [{ name: 'handset', role: 'handset', form: 'octets', run, view: hexOf }],
    };
  }
  const run = ({ octets }: Settings) => formatProvisioning(decodeProvisioning(octets));
  return {
    ...{ ...base, name: 'settings from WBXML to XML, 20 parameters', bytesPerOp: inputs[0]!.octets.length, bytesOf: 'octets' },
    expected: ({ xml }) => xml,
    contenders: [{ name: 'handset', role: 'handset', form: 'text', run, view: (xml: string) => xml }],
  };
}

/** Ten access points: the octets as xml2wbxml of libwbxml has them. */
function settingsOf(seed: number): Settings {
  const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
  const octets: number[] = [0x03, 0x0b, 0x6a, 0x00, 0x45];
  let xml =
    '<?xml version="1.0"?><!DOCTYPE wap-provisioningdoc PUBLIC "-//WAPFORUM//DTD PROV 1.0//EN" "http://www.wapforum.org/DTD/prov.dtd"><wap-provisioningdoc>';
  for (let i = 0; i < 10; i++) {
    const [name, address] = [`Network ${seed}${i}`, `apn${i}.net${seed}`];
    xml += `<characteristic type="NAPDEF"><parm name="NAME" value="${name}"/><parm name="NAP-ADDRESS" value="${address}"/></characteristic>`;
    octets.push(0xc6, 0x55, 0x01, 0x87, 0x07, 0x06, 0x03, ...ascii(name), 0, 0x01);
    octets.push(0x87, 0x08, 0x06, 0x03, ...ascii(address), 0, 0x01, 0x01);
  }
  octets.push(0x01);
  return { xml: `${xml}</wap-provisioningdoc>`, octets: Uint8Array.from(octets) };
}

export function pushGrowth({ push }: Modules): Job<GrowthResult>[] {
  if (push === undefined) return [];
  const { decodeWbxml } = push;
  const limits = { wbxmlOctets: 1e6, pushCharacters: 1e6, pushHrefCharacters: 1e6, pushItems: 1e5 };
  // Up to 16 KiB: beyond, the collector's copying of what is alive shows, which is not linear.
  const lengths = [10, 100, 1000, 4000];
  const decode = (octets: Uint8Array) => decodeWbxml(octets, { limits });
  const job = (name: string, make: (count: number) => Uint8Array) =>
    growthJob(
      `decodeWbxml, by ${name}`,
      lengths.map((count) => {
        const input = make(count);
        return { parts: count, characters: input.length, input };
      }),
      decode,
    );
  return [
    job('length of a text', (count) => siOf(0x03, ...new Array<number>(count).fill(0x61), 0)),
    job('entities', (count) => siOf(...repeat(count, 0x02, 0x41))),
    job('strings', (count) => siOf(...repeat(count, 0x03, 0x61, 0x00))),
    job('references to the string table', (count) => siOf(...repeat(count, 0x83, 0x00))),
    job('switches of the page', (count) => siOf(...repeat(count, 0x00, 0x00))),
    job('operations', (count) => Uint8Array.of(0x02, 0x07, 0x6a, 0x00, 0x45, ...repeat(count, 0x86, 0x05, 0x85, 0x01), 0x01)),
  ];
}

/** WBXML of an SI with this in its text, and a string table of one short string. */
function siOf(...content: number[]): Uint8Array {
  return Uint8Array.of(0x02, 0x05, 0x6a, 0x02, 0x78, 0x00, 0x45, 0x46, ...content, 0x01, 0x01);
}

function repeat(count: number, ...octets: number[]): number[] {
  return Array.from({ length: count }, () => octets).flat();
}

function sampleOf(seed: number): Sample {
  const si = {
    href: `http://wap.example.com/news/${1000 + seed * 37}?ref=sms`,
    id: `msg-${4000 + seed}@example.com`,
    created: new Date(Date.UTC(2024, 1, 20 + seed, 23, 59, 59)),
    expires: new Date(Date.UTC(2024, 2, 7 + seed)),
    action: 'signal-high' as const,
    text: `You have ${seed + 2} new mails`,
  };
  const octets = boundEncode(si);
  const date = (value: Date): string => `${value.toISOString().slice(0, 19)}Z`;
  const xml =
    '<?xml version="1.0"?><!DOCTYPE si PUBLIC "-//WAPFORUM//DTD SI 1.0//EN" "http://www.wapforum.org/DTD/si.dtd"><si>' +
    `<indication href="${si.href}" si-id="${si.id}" created="${date(si.created)}" si-expires="${date(si.expires)}" ` +
    `action="signal-high">${si.text}</indication></si>`;
  return { si, octets, xml, userData: `010604${'03AE81EA'}${hexOf(octets)}` };
}

// The bound, for indications as made above: ASCII, one token inside the address, all attributes.

const scratch = new Uint8Array(256);

function boundEncode({ href, id, created, expires, text }: Si): Uint8Array {
  const target = scratch;
  target.set([0x02, 0x05, 0x6a, 0x00, 0x45, 0xc6, 0x0c]);
  const address = href as string;
  const dot = address.indexOf('.com/');
  let at = putText(target, 7, address, 7, dot);
  target[at++] = 0x85;
  at = putText(target, at, address, dot + 5, address.length);
  target[at++] = 0x11;
  at = putText(target, at, id as string, 0, (id as string).length);
  target[at++] = 0x0a;
  at = putDate(target, at, created as Date);
  target[at++] = 0x10;
  at = putDate(target, at, expires as Date);
  target[at++] = 0x08;
  target[at++] = 0x01;
  at = putText(target, at, text as string, 0, (text as string).length);
  target[at++] = 0x01;
  target[at++] = 0x01;
  return target.slice(0, at);
}

function putText(target: Uint8Array, at: number, text: string, from: number, to: number): number {
  target[at++] = 0x03;
  for (let i = from; i < to; i++) target[at++] = text.charCodeAt(i);
  target[at++] = 0;
  return at;
}

function putDate(target: Uint8Array, at: number, date: Date): number {
  const digits = date.toISOString();
  let last = 0;
  for (let i = 0; i < 7; i++) {
    const from = i < 2 ? 2 * i : 3 * i - 1;
    const octet = (digits.charCodeAt(from) - 48) * 16 + digits.charCodeAt(from + 1) - 48;
    target[at + 2 + i] = octet;
    if (octet !== 0) last = i + 1;
  }
  target[at] = 0xc3;
  target[at + 1] = last;
  return at + 2 + last;
}
