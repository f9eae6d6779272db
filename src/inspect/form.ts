/**
 * Form bodies and queries in a tree: a field for each pair, with its value decoded; payloads in hex are opened, and the user data that a request
 * spreads over several parameters is put together. Requests of the gateway and of Kannel are known by their parameters.
 * Source: the gateway interface document, sections 3 to 8; Kannel 1.4.5 User's Guide.
 * @module
 */

import { pluralize } from '../bytes/file-fields.js';
import { encodeUtf8, type Field, fromHex } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { decodeUdh, describeDcs, describePid } from '../sms/index.js';
import type { Bounds } from './call-limits.js';
import type { Identification } from './formats.js';
import { openedHex } from './hex-values.js';
import { type InspectedPart, withParts } from './join-parts.js';
import { isKannel, meaningOfKannel, userDataOfKannel } from './kannel.js';
import { type Pair, type PairLine, readPairLines } from './name-value-pairs.js';
import { type Inspected, type Opening, SURE } from './nested-payloads.js';
import { shorten } from './printable.js';
import { TextWalk } from './texts.js';
import { checkItems, textTree } from './trees.js';
import { type UserDataOptions, userDataTree } from './user-data.js';

/** Parameters of the gateway's requests and callbacks that nothing else has; lower case. */
const GATEWAY: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'sendto',
  'smssubmitpduuserdata',
  'smssubmitpduuserdataheader',
  'smssubmitpdudatacodingscheme',
  'smssubmitpduprotocolidentifier',
  'messageidentifier',
  'sendtimedelay',
  'sendtimeabsolute',
  'responseformat',
  'phonemake',
  'phonemodel',
  'librarynumber',
  'availablecredit',
  'availablemessages',
  'permittedreplyto',
  'deliveryserviceoption',
  'sentto',
  'replyto',
]);

const SECRETS: ReadonlySet<string> = /* @__PURE__ */ new Set(['pin', 'password', 'pass', 'pwd']);

/** Characters of a value in a meaning. */
const MAX_SHOWN = 120;

/** The formats that pairs may be; none for any other text. */
export function identifyPairs(text: string): Identification[] {
  const lines = tryDecode(() => readPairLines(text));
  if (lines === undefined) return [];
  const format = 'form';
  const [first] = lines as [PairLine];
  const { address, pairs } = first;
  const own = pairs.filter(({ name }) => name !== '');
  const words = pluralize(own.length, 'field');
  const requests = lines.filter((line) => line.pairs.length > 0).length;
  const more = requests === 1 ? '' : `, ${requests} lines of them`;
  if (isKannel(address, pairs)) {
    const reason = `a request to Kannel's sendsms${more}`;
    return [
      { format: 'kannel', confidence: 0.98, reason },
      { format, confidence: 0.7, reason: `${words}${more}` },
    ];
  }
  const names = pairs.map(({ name }) => name.toLowerCase());
  const known = new Set(names.filter((name) => GATEWAY.has(name)));
  const hasAccount = names.includes('username') && names.includes('pin');
  if (hasAccount || known.size > 1) {
    return [{ format, confidence: 0.98, reason: `a form of the gateway's interface, ${words}${more}` }];
  }
  const what = address === '' || address === '\ufeff' ? 'a form body' : 'an address with a query';
  // A setting or a formula is a pair too, but a lone one: a=b.
  const stated = own.filter(({ written }) => written !== '').length;
  const confidence = address.includes('?') ? 0.9 : stated > 2 ? 0.9 : stated > 1 ? 0.75 : known.size > 0 ? 0.6 : 0.15;
  return [{ format, confidence, reason: `${what}, ${words}${more}` }];
}

/** The tree of pairs. Parts of one message on several lines are joined. */
export function pairsTree(format: 'form' | 'kannel', octets: Uint8Array, bounds: Bounds, opening: Opening): Inspected {
  const parts: InspectedPart[] = [];
  let requests = 0;
  const field = textTree(format, octets, bounds, (text) => {
    const lines = readPairLines(text, bounds.formFields);
    if (lines === undefined) return { value: text, warnings: ['not pairs of a name and a value'], children: [] };
    const walker = new Walker(new TextWalk(text, 0, octets.length), format, bounds, opening, parts);
    requests = lines.filter(({ pairs }) => pairs.length > 0).length;
    if (requests === 1) return { value: undefined, children: lines.flatMap((line) => walker.line(line)) };
    const children: Field[] = [];
    for (const line of lines) {
      const inside = walker.line(line);
      const [{ start }, { end }] = [inside[0] as Field, inside.at(-1) as Field];
      checkItems(children.length, start, bounds);
      if (line.pairs.length === 0) children.push(...inside);
      else children.push({ name: 'request', value: undefined, start, end, children: inside });
    }
    return { value: undefined, children };
  });
  return withParts(field, parts, bounds, requests > 1);
}

/** Makes the fields of lines. */
class Walker {
  readonly #walk: TextWalk;
  readonly #format: 'form' | 'kannel';
  readonly #bounds: Bounds;
  readonly #opening: Opening;
  readonly #parts: InspectedPart[];

  constructor(walk: TextWalk, format: 'form' | 'kannel', bounds: Bounds, opening: Opening, parts: InspectedPart[]) {
    this.#walk = walk;
    this.#format = format;
    this.#bounds = bounds;
    this.#opening = opening;
    this.#parts = parts;
  }

  line({ address, pairs, length }: PairLine): Field[] {
    const fields: Field[] = [];
    if (pairs.length === 0) return [this.#take('line', length, {})];
    if (address !== '') fields.push(this.#take('address', address.length, { value: address.trim() }));
    for (const pair of pairs) fields.push(this.#take(pair.name === '' ? 'empty' : pair.name, pair.length, this.#inside(pair)));
    const together = this.#format === 'kannel' ? this.#kannelData(pairs) : this.#gatewayData(pairs);
    if (together !== undefined) fields.push(together);
    return fields;
  }

  #take(name: string, characters: number, inside: Partial<Field>): Field {
    this.#bounds.fields.spend(this.#format, this.#walk.octet);
    const { start, end } = this.#walk.take(this.#walk.index + characters);
    return { name, value: undefined, children: [], ...inside, start, end };
  }

  #inside({ name, written, text, octets, isBroken }: Pair): Partial<Field> {
    const warnings = isBroken ? { warnings: ['a % without two digits of hex'] } : {};
    const value = { value: written, ...warnings };
    if (SECRETS.has(name.toLowerCase())) return value;
    if (text === undefined) return { ...value, meaning: `${pluralize(octets.length, 'octet')}, no text` };
    const opened = openedHex(name, text, this.#opening) ?? this.#openedText(name, text);
    if (opened !== undefined) return { ...value, octets: opened.octets, children: [opened.field] };
    const words = this.#format === 'kannel' ? meaningOfKannel(name, text) : meaningOfOctet(name, text);
    const meaning = words ?? (text === written ? undefined : shorten(text, MAX_SHOWN));
    return { ...value, ...(meaning !== undefined && { meaning }) };
  }

  /** A tune, a card, XML: content in a parameter that is more than words. */
  #openedText(name: string, text: string): { field: Field; octets: Uint8Array } | undefined {
    if (!CONTENT.test(name) || text.length < MIN_TEXT) return undefined;
    const octets = encodeUtf8(text);
    const [best] = this.#opening.identify(octets);
    if (best === undefined || best.confidence < SURE || best.format === 'hex') return undefined;
    return { field: this.#opening.inspect(octets, best.format).field, octets };
  }

  #kannelData(pairs: readonly Pair[]): Field | undefined {
    const found = userDataOfKannel(pairs);
    if (found === undefined) return undefined;
    const { udh, data, text, to } = found;
    if (data !== undefined) return this.#together(udh, data, { from: to });
    return this.#withText(udh, text ?? '', to);
  }

  #gatewayData(pairs: readonly Pair[]): Field | undefined {
    const findText = (name: string) => pairs.find((pair) => pair.name.toLowerCase() === name)?.text;
    const udh = readOctets(findText('smssubmitpduuserdataheader'));
    const data = readOctets(findText('smssubmitpduuserdata'));
    const to = findText('sendto') ?? '';
    if (udh === undefined || udh.length === 0) return undefined;
    if (data !== undefined) return this.#together(udh, data, { from: to });
    return this.#withText(udh, findText('message') ?? '', to);
  }

  /** A message whose header is octets and whose text is text: the header is shown, the text is joined. */
  #withText(udh: Uint8Array, text: string, to: string): Field | undefined {
    const field = this.#together(udh, new Uint8Array(0), { from: to });
    const { elements } = tryDecode(() => decodeUdh(udh)) ?? {};
    if (elements !== undefined) this.#parts[this.#parts.length - 1] = { udh: elements, text, from: to };
    return field;
  }

  /** The user data as it is sent: a field that has octets of its own and none of the input. */
  #together(udh: Uint8Array, data: Uint8Array, options: UserDataOptions): Field {
    const octets = new Uint8Array(udh.length + data.length);
    octets.set(udh);
    octets.set(data, udh.length);
    const hasHeader = udh.length > 0;
    const { field, part } = userDataTree(octets, 0, octets.length, this.#bounds, { ...options, hasHeader });
    if (part !== undefined) this.#parts.push(part);
    const at = this.#walk.octet;
    return { name: 'user data', value: undefined, start: at, end: at, octets, children: [field] };
  }
}

/** The two parameters of a raw PDU that are an octet in hex. */
function meaningOfOctet(name: string, value: string): string | undefined {
  if (!/^[0-9A-Fa-f]{2}$/.test(value)) return undefined;
  const octet = Number.parseInt(value, 16);
  if (/^SmsSubmitPduDataCodingScheme$/i.test(name)) return describeDcs(octet);
  return /^SmsSubmitPduProtocolIdentifier$/i.test(name) ? describePid(octet) : undefined;
}

const CONTENT = /^(?:message|text|data|body|ringtone|content|si|vcard|vcal|xml)$/i;
/** Characters of a text that is more than words. */
const MIN_TEXT = 12;

function readOctets(hex: string | undefined): Uint8Array | undefined {
  return hex === undefined ? undefined : tryDecode(() => fromHex(hex));
}
