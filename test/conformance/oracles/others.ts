/**
 * The programs that know one or two formats: gnokii, ImageMagick, netpbm, python3-vobject.
 * @module
 */
import { createHash } from 'node:crypto';
import { bitmapFromRows, bitmapToRows } from '../../../src/bitmap/index.js';
import { toHex } from '../../../src/bytes/index.js';
import { cardAnswers } from '../../interop/drivers/cards.js';
import type { Converted } from '../../interop/drivers/files.js';
import { readByMagick } from '../../interop/drivers/image-readers.js';
import { type ImageFile, imageVersions, magick, netpbm } from '../../interop/drivers/images.js';
import { readPbm, writePbm } from '../../interop/pictures.js';
import { wireOf } from '../adapters/index.js';
import { defined } from '../pack/read.js';
import type { BareCase, Json, JsonObject } from '../pack/shape.js';
import { type Ask, type Oracle, type Shown, versionBy } from './oracle.js';
import { tuneAsks } from './tunes.js';

export const gnokii: Oracle = {
  id: 'gnokii',
  program: 'gnokii --ringtoneconvert',
  package: 'gnokii-cli',
  version: () => versionBy('gnokii', ['--version'], /Version (\S+)/i),
  asks: tuneAsks('gnokii'),
};

const octetsOf = ({ input }: BareCase) => wireOf(input) as Uint8Array;

function rowsBy(pbm: Converted, written?: Converted): Shown {
  if (!('octets' in pbm)) return { refused: true };
  const bitmap = readPbm(pbm.octets);
  if (bitmap.widthPx === 0 || bitmap.heightPx === 0) return { refused: true };
  const rows = bitmapToRows(bitmap);
  if (written === undefined) return { shows: { rows } };
  return 'octets' in written ? { shows: { rows, $hex: toHex(written.octets) } } : { refused: true };
}

const isBoth = ({ direction }: BareCase) => direction === 'both';

/** Portable bitmaps of the values of cases that go both ways. */
const pbmOf = ({ expected }: BareCase) =>
  writePbm(bitmapFromRows((expected as unknown as { value: { rows: string[] } }).value.rows));

const sha256 = (octets: Uint8Array) => createHash('sha256').update(octets).digest('hex');

/** Both ways, by files. */
const magickFiles =
  (format: ImageFile, both: boolean): Ask =>
  async (cases) => {
    const read = await magick(cases.map(octetsOf), format, ['pbm']);
    const toWrite = both ? cases.filter(isBoth) : [];
    const written = toWrite.length === 0 ? [] : (await magick(toWrite.map(pbmOf), 'pbm', [format]))[format];
    return cases.map((bare, index) => rowsBy(read.pbm[index]!, written[toWrite.indexOf(bare)]));
  };

/** ImageMagick writes OTB, with padded rows, and nothing else of the kind. */
const paddedOnly: Ask = async (cases) => {
  const padded = cases.filter(({ options }) => options?.packing === 'padded');
  const shown = await magickFiles('otb', true)(padded);
  return cases.map((bare) => {
    const index = padded.indexOf(bare);
    return index < 0 ? { cannot: 'its .otb files have padded rows' } : shown[index]!;
  });
};

/** RGBA in which a pixel that shines through wholly is 0 0 0 0. */
export function withoutHidden(rgba: Uint8Array): Uint8Array {
  const copy = rgba.slice();
  for (let i = 0; i < copy.length; i += 4) if (copy[i + 3] === 0) copy.fill(0, i, i + 3);
  return copy;
}

/** RGB laid over white: (c a + 255 (255 - a) + 127) div 255. */
export function overWhite(rgba: Uint8Array): Uint8Array {
  const rgb: number[] = [];
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3] as number;
    for (let c = 0; c < 3; c++) rgb.push(Math.floor(((rgba[i + c] as number) * alpha + 255 * (255 - alpha) + 127) / 255));
  }
  return Uint8Array.from(rgb);
}

/** Files that are limits of ours: reading them would take minutes and gigabytes. */
export const isBomb = ({ id }: BareCase) => id.includes('bomb');

const pictures: Ask = async (cases) => {
  // One that it refuses costs those in the same process a start each: they come last.
  const whole = (bare: BareCase) => 'value' in bare.expected;
  const some = cases.filter((bare) => !isBomb(bare));
  const asked = [...some.filter(whole), ...some.filter((bare) => !whole(bare))];
  const readings = await readByMagick(asked.map((bare) => ({ octets: octetsOf(bare), isWbmp: bare.id.endsWith('-wbmp') })));
  return cases.map((bare): Shown => {
    if (isBomb(bare)) return { cannot: 'reading a picture that is too large is not asked of it' };
    const reading = readings[asked.indexOf(bare)]!;
    if (!('seen' in reading)) return { refused: true };
    const { widthPx, heightPx, frames, delaysMs } = reading.seen;
    const wanted = 'value' in bare.expected ? bare.expected.value : {};
    return {
      shows: defined({
        widthPx,
        heightPx,
        delaysMs: frames.length > 1 ? delaysMs : undefined,
        ...(wanted.framesRgbaSha256 !== undefined && { framesRgbaSha256: frames.map((frame) => sha256(withoutHidden(frame))) }),
        ...(wanted.rgbOverWhiteSha256 !== undefined && { rgbOverWhiteSha256: sha256(overWhite(frames[0]!)) }),
      }),
    };
  });
};

export const imagemagick: Oracle = {
  id: 'imagemagick',
  program: 'ImageMagick: mogrify, convert',
  package: 'imagemagick',
  version: () => versionBy('mogrify', ['-version'], /ImageMagick (\S+)/),
  asks: [
    { formats: ['wbmp'], ask: magickFiles('wbmp', true) },
    { formats: ['ota-bitmap'], ask: paddedOnly },
    { formats: ['bmp'], ask: magickFiles('bmp', false) },
    { formats: ['picture'], ask: pictures },
  ],
};

/** A reader and, where there is one, a writer of netpbm. */
const netpbmFiles =
  (format: ImageFile, reader: string, writer?: string): Ask =>
  async (cases) => {
    const read = await netpbm(reader, format, cases.map(octetsOf));
    const toWrite = writer === undefined ? [] : cases.filter(isBoth);
    const written = toWrite.length === 0 ? [] : await netpbm(writer as string, 'pbm', toWrite.map(pbmOf));
    return cases.map((bare, index) => rowsBy(read[index]!, written[toWrite.indexOf(bare)]));
  };

export const netpbmOracle: Oracle = {
  id: 'netpbm',
  program: 'netpbm: wbmptopbm, pbmtowbmp, bmptopnm',
  package: 'netpbm',
  version: async () => {
    try {
      return (await imageVersions()).netpbm;
    } catch {
      return undefined;
    }
  },
  asks: [
    { formats: ['wbmp'], ask: netpbmFiles('wbmp', 'wbmptopbm', 'pbmtowbmp') },
    { formats: ['bmp'], ask: netpbmFiles('bmp', 'bmptopnm -quiet') },
  ],
};

/** Parts of an address in their order. */
const ADDRESS = ['postOfficeBox', 'extended', 'street', 'locality', 'region', 'postalCode', 'country'];

/** Parts of a text, without those that are empty. */
function partsBy(names: readonly string[], values: unknown): JsonObject {
  const list = Array.isArray(values) ? (values as unknown[]) : [];
  const part = (value: unknown) =>
    typeof value === 'string' && value !== '' ? value : Array.isArray(value) ? value : undefined;
  return defined(Object.fromEntries(names.map((name, index) => [name, part(list[index])])));
}

/** A card as python3-vobject reads it; it keeps no groups. */
function plainCard(answer: Readonly<Record<string, unknown>>): JsonObject {
  const [organization, ...units] = Array.isArray(answer.org) ? (answer.org as string[]) : [];
  const addresses = answer.adr as readonly { value: unknown; types: Json }[];
  const lines = (text: unknown) => (typeof text === 'string' ? text.replaceAll('\r\n', '\n') : undefined);
  return defined({
    version: answer.version,
    ...partsBy(['family', 'given', 'additional', 'prefix', 'suffix'], answer.n),
    formattedName: answer.fn,
    organization,
    organizationUnits: units.length === 0 ? undefined : units,
    ...{ title: answer.title, role: answer.role, url: answer.url, note: lines(answer.note) },
    birthday: typeof answer.bday === 'string' ? answer.bday.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : undefined,
    ...{ tel: answer.tel, email: answer.email },
    address: addresses.map(({ value, types }) => ({ ...partsBy(ADDRESS, value), types })),
  });
}

/** A calendar as python3-vobject reads it. */
function plainCalendar(answer: Readonly<Record<string, unknown>>): JsonObject {
  const { version, summary, description, location, dtstart, dtend, dalarm, categories } = answer;
  const extended = (basic: unknown) =>
    typeof basic === 'string' ? basic.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z') : undefined;
  const alarm = typeof dalarm === 'string' ? dalarm.split(';')[0] : undefined;
  const listed = typeof categories === 'string' ? categories.split(';') : categories;
  return defined({
    version,
    summary,
    description,
    location,
    categories: listed,
    start: extended(dtstart),
    end: extended(dtend),
    alarm: extended(alarm),
  });
}

const cards =
  (op: 'vobject-card' | 'vobject-calendar', plain: (answer: Readonly<Record<string, unknown>>) => JsonObject): Ask =>
  async (cases) => {
    const text = ({ input, expected }: BareCase) => ('text' in input ? input.text : (expected as { text: string }).text);
    const answers = await cardAnswers(cases.map((bare) => ({ op, text: text(bare) })));
    return answers.map((answer) => ('error' in answer ? { refused: true } : { shows: plain(answer) }));
  };

export const vobject: Oracle = {
  id: 'vobject',
  program: 'python3-vobject, allowQP: what is to be written is read by it',
  package: 'python3-vobject',
  version: () =>
    versionBy(
      '/usr/bin/python3',
      ['-c', "from importlib.metadata import version; print('vobject', version('vobject'))"],
      /vobject (\S+)/,
    ),
  asks: [
    { formats: ['vcard'], ask: cards('vobject-card', plainCard) },
    { formats: ['vcalendar'], ask: cards('vobject-calendar', plainCalendar) },
  ],
};
