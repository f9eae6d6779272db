/**
 * What every file and every payload of `fixtures/` is, by who made it: the folder and the extension of a file, the field of a vector. Where
 * a name says something else than the file, a line here says what it is. Nothing of it comes from what `identify` says.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { encodeUtf8, fromHex } from '../../src/bytes/index.js';
import type { Format, Identification } from '../../src/inspect/index.js';

/** One file or payload, and what it is; undefined for what no format is. */
export interface Specimen {
  readonly group: string;
  readonly name: string;
  readonly octets: Uint8Array;
  readonly expected: Format | undefined;
}

// ---- files ----

const BY_EXTENSION: Readonly<Record<string, Format | undefined>> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.gif': 'gif',
  '.wbmp': 'wbmp',
  '.zip': 'zip',
  '.json': 'json',
  '.xml': 'soap',
  '.wsdl': 'xml',
  '.rtttl': 'rtttl',
  '.rtx': 'rtttl',
  '.emy': 'emelody',
  '.imy': 'imelody',
  '.ics': 'vcalendar',
  '.vcf': 'vcard',
  '.si': 'push-xml',
  '.sl': 'push-xml',
  '.txt': 'text',
  '.log': 'log',
  '.rows': 'text',
  '.md': 'text',
  '.sh': 'text',
  '.sql': 'text',
  '.py': 'text',
  '.c': 'text',
  '.crt': 'text',
  '.key': 'text',
  // Compressed, which is not opened here.
  '.gz': undefined,
  // Read for handsets by packages that have to be installed, not taken apart.
  '.heic': undefined,
  '.jp2': undefined,
};

/** Files that are not what their names say, or nothing at all. */
const BY_NAME: Readonly<Record<string, Format | undefined>> = {
  'images/jpeg-named.png': 'jpeg',
  'images/not-an-image.jpg': 'html',
  // Hashes, identifiers, addresses and times.
  'logs/decoys.log': 'text',
  // No octets.
  'images/empty.gif': undefined,
  // Type 1, of which nobody has seen a picture.
  'images/bad-type.wbmp': undefined,
  // Sizes that never end, and sizes of two thousand million pixels.
  'images/endless-mbi.wbmp': undefined,
  'images/huge-header.wbmp': undefined,
  // 96x65, and a tenth of the pixels: a WBMP has no mark, so that nothing is left to tell it by.
  'images/short.wbmp': undefined,
  'zip/not-a-zip.zip': 'jpeg',
};

/** What was cut, damaged or made to mislead. */
const HARMED =
  /^images\/(?:bad-|bomb-|empty|endless|huge|jpeg-named|not-an|short|truncated|zero-|jpeg\/appended|frame-outside)/;

function fileGroup(path: string, expected: Format | undefined): string {
  if (HARMED.test(path)) return 'pictures cut, damaged, misnamed or made to harm';
  if (expected === 'zip' || path.startsWith('zip/not')) return 'ZIP archives, most of them damaged or hostile';
  if (expected === 'png' || expected === 'jpeg' || expected === 'gif' || expected === 'wbmp')
    return 'PNG, JPEG, GIF and WBMP files';
  if (path.startsWith('images/foreign/')) return 'pictures of formats that handsets do not show';
  if (path.endsWith('.log')) return 'logs';
  if (path.startsWith('soap/') && expected !== 'json') return 'SOAP envelopes, a WSDL';
  if (path.startsWith('files/') && expected !== 'json' && expected !== 'text')
    return 'tunes, cards, calendars and pushes in files';
  return 'JSON, plain texts, scripts, keys, a gzip';
}

/** Every file below a folder, by its path there. */
export function fileSpecimens(folder: string): Specimen[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    // Cases for the fuzzing, and the vectors as other projects take them: the same payloads once more, written down in JSON.
    .filter((path) => !/^(?:corpus|conformance)[/]/.test(path))
    .sort();
  return paths.map((name) => {
    const extension = extname(name);
    if (!Object.hasOwn(BY_NAME, name) && !Object.hasOwn(BY_EXTENSION, extension))
      throw new Error(`${name} has no row in the table`);
    const expected = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : BY_EXTENSION[extension];
    return { group: fileGroup(name, expected), name, octets: new Uint8Array(readFileSync(join(folder, name))), expected };
  });
}

// ---- payloads in the vectors ----

/** Everything in the vectors that is a payload, by the field that it stands in. */
export function payloadSpecimens(folder: string): Specimen[] {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  return [
    ...smsPayloads(read('sms')),
    ...bitmapPayloads(read('bitmaps')),
    ...bitmapFilePayloads(read('bitmap-files')),
    ...ringtonePayloads(read('ringtones')),
    ...pushPayloads(read('wap-push')),
    ...wbxmlPayloads(read('wbxml')),
    ...mmsPayloads(read('mms')),
    ...objectPayloads(read('vobjects')),
  ];
}

/** A list of specimens of one kind of vector. */
class Specimens {
  readonly list: Specimen[] = [];

  hex(group: string, name: string, expected: Format | undefined, hex: string | undefined): void {
    if (hex !== undefined) this.list.push({ group, name, octets: fromHex(hex), expected });
  }

  text(group: string, name: string, expected: Format, text: string | undefined): void {
    if (text !== undefined) this.list.push({ group, name, octets: encodeUtf8(text), expected });
  }
}

/** A header and what stands behind it, as gammu and Kannel give them. */
interface Segment {
  readonly udh: string;
  readonly ud?: string;
}

interface SmsVector {
  readonly id: string;
  readonly kind: string;
  readonly in: { readonly tpdu?: string; readonly direction?: 'MO' | 'MT'; readonly why?: string };
  readonly out: {
    readonly tpdu?: string;
    readonly atPdu?: string;
    readonly tpdus?: readonly string[];
    readonly udh?: string;
    readonly ud?: string;
  };
}

function smsPayloads({ vectors }: { readonly vectors: readonly SmsVector[] }): Specimen[] {
  const found = new Specimens();
  for (const { id, kind, in: given, out } of vectors) {
    // Packed septets and segments of text are no payloads: nothing in them says what they are.
    if (kind === 'pack' || kind === 'septets' || kind === 'segment') continue;
    const form = given.direction === 'MT' ? 'tpdu-mt' : 'tpdu-mo';
    const group = kind === 'malformed' ? 'TPDUs cut or damaged' : 'TPDUs and PDUs';
    found.hex(group, `${id} in.tpdu`, form, given.tpdu);
    found.hex('TPDUs and PDUs', `${id} out.tpdu`, 'tpdu-mo', out.tpdu);
    found.hex('TPDUs and PDUs', `${id} out.atPdu`, 'pdu-mo', out.atPdu);
    for (const [i, tpdu] of (out.tpdus ?? []).entries()) found.hex('TPDUs and PDUs', `${id} out.tpdus ${i}`, 'tpdu-mo', tpdu);
    if (kind !== 'ports') continue;
    found.hex('user data headers, with and without user data', `${id} out.udh`, 'udh', out.udh);
    found.hex('user data headers, with and without user data', `${id} out.ud`, 'udh', out.ud);
  }
  return found.list;
}

const UDH = 'user data headers, with and without user data';
const BITMAPS = 'bitmaps, logos, picture messages';
const LOGO_FILES = 'files of logo programs, BMP, WBMP';

/** Segments with their headers, and what their bodies are when they are put together. */
function addSegments(
  found: Specimens,
  name: string,
  segments: readonly Segment[] | undefined,
  group: string,
  joined: Format | undefined,
): void {
  if (segments === undefined) return;
  for (const [i, { udh, ud = '' }] of segments.entries()) found.hex(UDH, `${name} ${i}`, 'udh', `${udh}${ud}`);
  if (joined !== undefined) found.hex(group, `${name} joined`, joined, segments.map(({ ud }) => ud).join(''));
}

interface BitmapVector {
  readonly id: string;
  readonly otaContinuous: string;
  readonly otaRowPadded: string;
  readonly files: { readonly otbImageMagick: string; readonly wbmpImageMagick: string; readonly wbmpNetpbm: string };
  readonly operatorLogoNetpbm?: string;
  readonly groupGraphicNetpbm?: string;
  readonly pictureNetpbm?: string;
  readonly nolNetpbm?: string;
  readonly nolGammuNoNetwork?: string;
  readonly nggGammu?: string;
  readonly nlmGammuOperator?: string;
  readonly nlmGammuPicture?: string;
  readonly emsVariableGammu?: readonly Segment[];
  readonly emsFixedGammu?: readonly Segment[];
  readonly cliIconGammu?: readonly Segment[];
  readonly operatorLogoGammu?: readonly Segment[];
  readonly pictureGammu?: readonly Segment[];
  readonly pictureGammuUnicode?: readonly Segment[];
}

interface BitmapVectors {
  readonly vectors: readonly BitmapVector[];
  readonly animations: readonly {
    readonly id?: string;
    readonly emsAnimationGammu?: readonly Segment[];
    readonly alcatelGammu?: readonly Segment[];
  }[];
  readonly published: readonly { readonly id: string; readonly hex?: string }[];
}

function bitmapPayloads({ vectors, animations, published }: BitmapVectors): Specimen[] {
  const found = new Specimens();
  for (const vector of vectors) {
    const { id } = vector;
    found.hex(BITMAPS, `${id} otaContinuous`, 'ota-bitmap', vector.otaContinuous);
    found.hex(BITMAPS, `${id} otaRowPadded`, 'ota-bitmap', vector.otaRowPadded);
    found.hex(LOGO_FILES, `${id} otbImageMagick`, 'ota-bitmap', vector.files.otbImageMagick);
    found.hex(LOGO_FILES, `${id} wbmpImageMagick`, 'wbmp', vector.files.wbmpImageMagick);
    found.hex(LOGO_FILES, `${id} wbmpNetpbm`, 'wbmp', vector.files.wbmpNetpbm);
    found.hex(LOGO_FILES, `${id} nolNetpbm`, 'nol', vector.nolNetpbm);
    found.hex(LOGO_FILES, `${id} nolGammuNoNetwork`, 'nol', vector.nolGammuNoNetwork);
    found.hex(LOGO_FILES, `${id} nggGammu`, 'ngg', vector.nggGammu);
    found.hex(LOGO_FILES, `${id} nlmGammuOperator`, 'nlm', vector.nlmGammuOperator);
    found.hex(LOGO_FILES, `${id} nlmGammuPicture`, 'nlm', vector.nlmGammuPicture);
    // These three have the header in front.
    found.hex(UDH, `${id} operatorLogoNetpbm`, 'udh', vector.operatorLogoNetpbm);
    found.hex(UDH, `${id} groupGraphicNetpbm`, 'udh', vector.groupGraphicNetpbm);
    found.hex(UDH, `${id} pictureNetpbm`, 'udh', vector.pictureNetpbm);
    addSegments(found, `${id} emsVariableGammu`, vector.emsVariableGammu, BITMAPS, undefined);
    addSegments(found, `${id} emsFixedGammu`, vector.emsFixedGammu, BITMAPS, undefined);
    addSegments(found, `${id} cliIconGammu`, vector.cliIconGammu, BITMAPS, 'ota-bitmap');
    addSegments(found, `${id} operatorLogoGammu`, vector.operatorLogoGammu, BITMAPS, 'operator-logo');
    addSegments(found, `${id} pictureGammu`, vector.pictureGammu, BITMAPS, 'picture-message');
    addSegments(found, `${id} pictureGammuUnicode`, vector.pictureGammuUnicode, BITMAPS, 'picture-message');
  }
  for (const [i, { emsAnimationGammu, alcatelGammu }] of animations.entries()) {
    addSegments(found, `animation ${i} emsAnimationGammu`, emsAnimationGammu, BITMAPS, undefined);
    addSegments(found, `animation ${i} alcatelGammu`, alcatelGammu, BITMAPS, undefined);
  }
  // The second one is from a test of operator logos: a network stands in front of its bitmap.
  for (const { id, hex } of published) found.hex(BITMAPS, id, id === 'pub2' ? 'operator-logo' : 'ota-bitmap', hex);
  return found.list;
}

interface BitmapFiles {
  readonly vectors: readonly ({ readonly id: string } & Readonly<Record<string, string>>)[];
}

function bitmapFilePayloads({ vectors }: BitmapFiles): Specimen[] {
  const found = new Specimens();
  for (const vector of vectors) {
    for (const [name, value] of Object.entries(vector)) {
      if (name.startsWith('bmp')) found.hex(LOGO_FILES, `${vector.id} ${name}`, 'bmp', value);
      if (name === 'npmNetpbm') found.hex(LOGO_FILES, `${vector.id} ${name}`, 'npm', value);
    }
  }
  return found.list;
}

interface Ringtones {
  readonly vectors: readonly {
    readonly id: string;
    readonly text: string;
    readonly oracles: Readonly<Record<'gammu' | 'gnokii', { readonly hex: string }>>;
    readonly gammuSms?: Readonly<Record<string, readonly Segment[]>>;
  }[];
  readonly published: readonly { readonly id?: string; readonly hex: string }[];
  readonly motorola: readonly { readonly id: string; readonly text?: string }[];
  readonly midi: readonly { readonly text: string; readonly smf: string }[];
}

function ringtonePayloads({ vectors, published, motorola, midi }: Ringtones): Specimen[] {
  const found = new Specimens();
  const [texts, tunes] = ['tunes as text', 'ringing tones, MIDI'];
  for (const { id, text, oracles, gammuSms = {} } of vectors) {
    found.text(texts, id, 'rtttl', text);
    found.hex(tunes, `${id} gammu`, 'nokia-ringtone', oracles.gammu.hex);
    found.hex(tunes, `${id} gnokii`, 'nokia-ringtone', oracles.gnokii.hex);
    for (const [kind, segments] of Object.entries(gammuSms)) {
      addSegments(found, `${id} ${kind}`, segments, tunes, kind.startsWith('Nokia') ? 'nokia-ringtone' : undefined);
    }
  }
  for (const [i, { hex }] of published.entries()) found.hex(tunes, `published ${i}`, 'nokia-ringtone', hex);
  for (const { id, text } of motorola) found.text(texts, id, 'motorola', text);
  for (const [i, { text, smf }] of midi.entries()) {
    found.text(texts, `midi ${i}`, 'rtttl', text);
    found.hex(tunes, `midi ${i} smf`, 'midi', smf);
  }
  return found.list;
}

interface Pushes {
  readonly vectors: readonly {
    readonly id: string;
    readonly op: string;
    readonly xml?: string;
    readonly wbxmlHex?: string;
    readonly hex?: string;
    readonly oracles: Readonly<
      Record<string, { readonly wbxmlHex?: string; readonly segments?: readonly Segment[] } | undefined>
    >;
  }[];
}

function pushPayloads({ vectors }: Pushes): Specimen[] {
  const found = new Specimens();
  const [documents, pushes] = ['pushed documents, as XML and WBXML', 'WSP pushes'];
  for (const { id, op, xml, wbxmlHex, hex, oracles } of vectors) {
    found.text(documents, `${id} xml`, 'push-xml', xml);
    found.hex(documents, `${id} wbxml`, 'wbxml', wbxmlHex);
    if (op === 'wsp-push-decode') found.hex(pushes, id, 'wsp-push', hex);
    else found.hex(documents, id, 'wbxml', hex);
    const kannel = oracles['kannel 1.4.5 PPG'];
    found.hex(documents, `${id} kannel wbxml`, 'wbxml', kannel?.wbxmlHex);
    addSegments(found, `${id} kannel`, kannel?.segments, pushes, 'wsp-push');
  }
  return found.list;
}

interface WbxmlDocuments {
  readonly vectors: readonly { readonly id: string; readonly wbxmlHex: string }[];
}

function wbxmlPayloads({ vectors }: WbxmlDocuments): Specimen[] {
  const found = new Specimens();
  for (const { id, wbxmlHex } of vectors) found.hex('other documents as WBXML', id, 'wbxml', wbxmlHex);
  return found.list;
}

interface Messages {
  readonly vectors: readonly { readonly id: string; readonly hex?: string; readonly zlibBase64?: string }[];
}

function mmsPayloads({ vectors }: Messages): Specimen[] {
  const found = new Specimens();
  for (const { id, hex, zlibBase64 } of vectors) {
    found.hex('multimedia messages', id, 'mms', hex);
    if (zlibBase64 === undefined) continue;
    const octets = new Uint8Array(inflateSync(Buffer.from(zlibBase64, 'base64')));
    found.list.push({ group: 'multimedia messages', name: id, octets, expected: 'mms' });
  }
  return found.list;
}

interface Objects {
  readonly cases: readonly {
    readonly id: string;
    readonly kind: string;
    readonly input?: string | { readonly text?: string };
    readonly expectText?: string;
    readonly expect?: { readonly udh?: readonly string[]; readonly text?: string };
  }[];
}

function objectPayloads({ cases }: Objects): Specimen[] {
  const found = new Specimens();
  const group = 'cards, calendars, //SCKL texts';
  for (const { id, input, expectText, expect } of cases) {
    for (const text of [input, typeof input === 'object' ? input.text : undefined, expectText, expect?.text]) {
      if (typeof text !== 'string') continue;
      const expected = text.startsWith('//SCKL') ? 'sckl' : text.startsWith('BEGIN:VCARD') ? 'vcard' : 'vcalendar';
      found.text(group, id, expected, text);
    }
    for (const [i, udh] of (expect?.udh ?? []).entries()) found.hex(UDH, `${id} ${i}`, 'udh', udh);
  }
  return found.list;
}

// ---- the count ----

/** What comes of a specimen: its reading is the first one, another one, or none. */
export type Outcome = 'first' | 'among' | 'missed';

/** Below this a reading is a guess; what no format is may have guesses, and nothing more. */
const GUESS = 0.5;

/** Whether the first reading of a specimen is the right one. */
export function outcomeOf({ expected }: Pick<Specimen, 'expected'>, readings: readonly Identification[]): Outcome {
  const [first] = readings;
  if (expected === undefined) return first === undefined || first.confidence < GUESS ? 'first' : 'missed';
  if (first?.format === expected) return 'first';
  return readings.some(({ format }) => format === expected) ? 'among' : 'missed';
}

/** How many of a group came out how. */
export type Counts = Record<Outcome, number>;

/** The rows of a page's table, groups in the order in which they were counted; `written` are some of them once more in another form. */
export function tableOf(groups: ReadonlyMap<string, Counts>, written: ReadonlyMap<string, Counts>): string {
  const row = (name: string, { first, among, missed }: Counts) =>
    `| ${name} | ${first + among + missed} | ${first} | ${among} | ${missed} |`;
  const all = { first: 0, among: 0, missed: 0 };
  for (const counts of groups.values()) for (const key of ['first', 'among', 'missed'] as const) all[key] += counts[key];
  return [
    '| Group | Number | First reading right | Among the readings | Not recognised |',
    '|---|---:|---:|---:|---:|',
    ...[...groups].map(([name, counts]) => row(name, counts)),
    row('**all files and payloads**', all),
    ...[...written].map(([name, counts]) => row(name, counts)),
  ].join('\n');
}
