/**
 * The tests' own reading of TS 23.038: enough of the alphabets and of the packing to say, without the package under test, which
 * octets a text must become and what a reader without national tables makes of them.
 *
 * The national cells are a sample of each table (TS 23.038 annex A): characters that the default alphabet lacks, and in the locking
 * tables a few that it has elsewhere or not at all.
 * @module
 */

/** The default alphabet, TS 23.038 section 6.2.1; U+001B stands for the escape. */
export const DEFAULT_ALPHABET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** The extension table, section 6.2.1.1: code behind the escape to character. */
export const EXTENSION: Readonly<Record<number, string>> = {
  10: '\f',
  20: '^',
  40: '{',
  41: '}',
  47: '\\',
  60: '[',
  61: '~',
  62: ']',
  64: '|',
  101: '€',
};

const ESCAPE = 0x1b;

type Cell = readonly [code: number, codePoint: number];

interface NationalSample {
  readonly id: number;
  readonly language: string;
  readonly locking: readonly Cell[];
  /** Cells whose character the locking table of the same language lacks. */
  readonly single: readonly Cell[];
  /** Cells to use only where the default alphabet is the main table. */
  readonly singleAlone: readonly Cell[];
}

/** Sample cells of the 13 national tables. */
export const NATIONAL: readonly NationalSample[] = [
  {
    id: 1,
    language: 'Turkish',
    locking: [
      [0x04, 0x20ac],
      [0x07, 0x0131],
      [0x0b, 0x011e],
      [0x0c, 0x011f],
      [0x1c, 0x015e],
      [0x1d, 0x015f],
      [0x40, 0x0130],
      [0x60, 0x00e7],
      [0x20, 0x0020],
      [0x35, 0x0035],
      [0x61, 0x0061],
      [0x7a, 0x007a],
    ],
    single: [
      [0x14, 0x005e],
      [0x28, 0x007b],
      [0x29, 0x007d],
      [0x3c, 0x005b],
      [0x3d, 0x007e],
      [0x3e, 0x005d],
    ],
    singleAlone: [
      [0x47, 0x011e],
      [0x49, 0x0130],
      [0x63, 0x00e7],
      [0x65, 0x20ac],
      [0x69, 0x0131],
    ],
  },
  {
    id: 2,
    language: 'Spanish',
    locking: [],
    single: [
      [0x09, 0x00e7],
      [0x29, 0x007d],
      [0x3d, 0x007e],
      [0x41, 0x00c1],
      [0x55, 0x00da],
      [0x69, 0x00ed],
    ],
    singleAlone: [],
  },
  {
    id: 3,
    language: 'Portuguese',
    locking: [
      [0x04, 0x00ea],
      [0x08, 0x00f3],
      [0x0e, 0x00c1],
      [0x14, 0x00c0],
      [0x18, 0x20ac],
      [0x1d, 0x00e2],
      [0x40, 0x00cd],
      [0x60, 0x007e],
      [0x20, 0x0020],
      [0x35, 0x0035],
      [0x61, 0x0061],
      [0x7a, 0x007a],
    ],
    single: [
      [0x28, 0x007b],
      [0x29, 0x007d],
      [0x3c, 0x005b],
      [0x3e, 0x005d],
    ],
    singleAlone: [
      [0x05, 0x00ea],
      [0x0f, 0x00e1],
      [0x40, 0x007c],
      [0x5b, 0x00c3],
      [0x6f, 0x00f3],
    ],
  },
  {
    id: 4,
    language: 'Bengali and Assamese',
    locking: [
      [0x00, 0x0981],
      [0x08, 0x098a],
      [0x16, 0x0996],
      [0x22, 0x099f],
      [0x2d, 0x09a7],
      [0x44, 0x09b0],
      [0x51, 0x09bf],
      [0x5d, 0x09cb],
      [0x20, 0x0020],
      [0x35, 0x0035],
      [0x61, 0x0061],
      [0x7a, 0x007a],
    ],
    single: [
      [0x14, 0x005e],
      [0x1e, 0x09ea],
      [0x24, 0x09df],
      [0x29, 0x007d],
      [0x2f, 0x005c],
      [0x34, 0x09fa],
    ],
    singleAlone: [],
  },
  {
    id: 5,
    language: 'Gujarati',
    locking: [
      [0x00, 0x0a81],
      [0x09, 0x0a8b],
      [0x16, 0x0a96],
      [0x22, 0x0a9f],
      [0x2f, 0x0aa8],
      [0x47, 0x0ab3],
      [0x51, 0x0abf],
      [0x5b, 0x0ac9],
      [0x20, 0x0020],
      [0x35, 0x0035],
      [0x61, 0x0061],
      [0x7a, 0x007a],
    ],
    single: [
      [0x14, 0x005e],
      [0x1c, 0x0ae6],
      [0x20, 0x0aea],
      [0x23, 0x0aed],
      [0x29, 0x007d],
      [0x3d, 0x007e],
    ],
    singleAlone: [],
  },
  {
    id: 6,
    language: 'Hindi',
    locking: [
      [0x00, 0x0901],
      [0x0b, 0x090c],
      [0x16, 0x0916],
      [0x23, 0x0920],
      [0x3d, 0x092a],
      [0x48, 0x0934],
      [0x52, 0x0940],
      [0x5c, 0x094a],
      [0x20, 0x0020],
      [0x35, 0x0035],
      [0x61, 0x0061],
      [0x7a, 0x007a],
    ],
    single: [
      [0x14, 0x005e],
      [0x1f, 0x0969],
      [0x26, 0x0951],
      [0x2c, 0x0958],
      [0x33, 0x095e],
      [0x39, 0x0970],
    ],
    singleAlone: [],
  },
  {
    id: 7,
    language: 'Kannada',
    locking: [
      [0x01, 0x0c82],
      [0x0b, 0x0c8c],
      [0x17, 0x0c97],
      [0x23, 0x0ca0],
      [0x3d, 0x0caa],
      [0x47, 0x0cb3],
      [0x51, 0x0cbf],
      [0x5c, 0x0cca],
      [0x20, 0x0020],
      [0x35, 0x0035],
      [0x61, 0x0061],
      [0x7a, 0x007a],
    ],
    single: [
      [0x14, 0x005e],
      [0x1d, 0x0ce7],
      [0x21, 0x0ceb],
      [0x25, 0x0cef],
      [0x29, 0x007d],
      [0x3d, 0x007e],
    ],
    singleAlone: [],
  },
  {
    id: 8,
    language: 'Malayalam',
    locking: [
      [0x01, 0x0d02],
      [0x0b, 0x0d0c],
      [0x17, 0x0d17],
      [0x23, 0x0d20],
      [0x3d, 0x0d2a],
      [0x47, 0x0d33],
      [0x51, 0x0d3f],
      [0x5c, 0x0d4a],
      [0x20, 0x0020],
      [0x35, 0x0035],
      [0x61, 0x0061],
      [0x7a, 0x007a],
    ],
    single: [
      [0x14, 0x005e],
      [0x1e, 0x0d68],
      [0x24, 0x0d6e],
      [0x29, 0x007d],
      [0x2f, 0x005c],
      [0x34, 0x0d7f],
    ],
    singleAlone: [],
  },
  {
    id: 9,
    language: 'Oriya',
    locking: [
      [0x00, 0x0b01],
      [0x08, 0x0b0a],
      [0x17, 0x0b17],
      [0x22, 0x0b1f],
      [0x2f, 0x0b28],
      [0x47, 0x0b33],
      [0x50, 0x0b3e],
      [0x5d, 0x0b4b],
      [0x20, 0x0020],
      [0x35, 0x0035],
      [0x61, 0x0061],
      [0x7a, 0x007a],
    ],
    single: [
      [0x14, 0x005e],
      [0x1d, 0x0b67],
      [0x21, 0x0b6b],
      [0x26, 0x0b5c],
      [0x2a, 0x0b5f],
      [0x3c, 0x005b],
    ],
    singleAlone: [],
  },
  {
    id: 10,
    language: 'Punjabi',
    locking: [
      [0x00, 0x0a01],
      [0x07, 0x0a09],
      [0x17, 0x0a17],
      [0x22, 0x0a1f],
      [0x2d, 0x0a27],
      [0x44, 0x0a30],
      [0x50, 0x0a3e],
      [0x5e, 0x0a4c],
      [0x20, 0x0020],
      [0x35, 0x0035],
      [0x61, 0x0061],
      [0x7a, 0x007a],
    ],
    single: [
      [0x14, 0x005e],
      [0x1d, 0x0a67],
      [0x22, 0x0a6c],
      [0x26, 0x0a59],
      [0x2b, 0x0a5c],
      [0x3c, 0x005b],
    ],
    singleAlone: [],
  },
  {
    id: 11,
    language: 'Tamil',
    locking: [
      [0x01, 0x0b82],
      [0x07, 0x0b89],
      [0x14, 0x0b94],
      [0x26, 0x0ba3],
      [0x44, 0x0bb0],
      [0x4b, 0x0bb7],
      [0x54, 0x0bc2],
      [0x5f, 0x0bcd],
      [0x20, 0x0020],
      [0x35, 0x0035],
      [0x61, 0x0061],
      [0x7a, 0x007a],
    ],
    single: [
      [0x14, 0x005e],
      [0x1d, 0x0be7],
      [0x22, 0x0bec],
      [0x27, 0x0bf4],
      [0x2b, 0x0bf6],
      [0x3c, 0x005b],
    ],
    singleAlone: [],
  },
  {
    id: 12,
    language: 'Telugu',
    locking: [
      [0x00, 0x0c01],
      [0x09, 0x0c0b],
      [0x16, 0x0c16],
      [0x22, 0x0c1f],
      [0x2f, 0x0c28],
      [0x46, 0x0c32],
      [0x51, 0x0c3f],
      [0x5c, 0x0c4a],
      [0x20, 0x0020],
      [0x35, 0x0035],
      [0x61, 0x0061],
      [0x7a, 0x007a],
    ],
    single: [
      [0x14, 0x005e],
      [0x1f, 0x0c69],
      [0x24, 0x0c6e],
      [0x29, 0x007d],
      [0x2e, 0x0c7c],
      [0x3c, 0x005b],
    ],
    singleAlone: [],
  },
  {
    id: 13,
    language: 'Urdu',
    locking: [
      [0x00, 0x0627],
      [0x0b, 0x0679],
      [0x16, 0x0686],
      [0x23, 0x068d],
      [0x3d, 0x0633],
      [0x48, 0x06aa],
      [0x52, 0x06bc],
      [0x5c, 0x064d],
      [0x20, 0x0020],
      [0x35, 0x0035],
      [0x61, 0x0061],
      [0x7a, 0x007a],
    ],
    single: [
      [0x14, 0x005e],
      [0x1f, 0x06f3],
      [0x26, 0x060c],
      [0x2d, 0x0611],
      [0x34, 0x0640],
      [0x3b, 0x06cd],
    ],
    singleAlone: [],
  },
];

/** The shift tables that a message names in its header. */
export interface Tables {
  readonly locking?: number | undefined;
  readonly single?: number | undefined;
}

const sampleOf = (id: number): NationalSample => {
  const sample = NATIONAL.find((each) => each.id === id);
  if (sample === undefined) throw new Error(`no sample of national table ${id}`);
  return sample;
};

const characters = (cells: readonly Cell[]) => cells.map(([, codePoint]) => String.fromCodePoint(codePoint));

/** Characters whose septets {@link septetsOf} knows under these tables. */
export function repertoire(tables: Tables): readonly string[] {
  const main =
    tables.locking === undefined
      ? [...DEFAULT_ALPHABET].filter((character) => character !== '\u001b')
      : characters(sampleOf(tables.locking).locking);
  if (tables.single === undefined) return tables.locking === undefined ? [...main, ...Object.values(EXTENSION)] : main;
  const sample = sampleOf(tables.single);
  if (tables.locking === undefined) return [...main, ...characters(sample.single), ...characters(sample.singleAlone)];
  return [...main, ...characters(sample.single)];
}

/** The tables that may stand together in a test message: none, one, or both of one language. */
export function tablePairs(): readonly Tables[] {
  return NATIONAL.flatMap(({ id, locking }) => [
    { single: id },
    ...(locking.length > 0 ? [{ locking: id }, { locking: id, single: id }] : []),
  ]);
}

/** Septets of a text, one an element. @throws Error for a character outside the {@link repertoire}. */
export function septetsOf(text: string, tables: Tables): number[] {
  const codes = new Map<string, number[]>();
  if (tables.single === undefined) {
    for (const [code, character] of Object.entries(EXTENSION)) codes.set(character, [ESCAPE, Number(code)]);
  } else {
    const { single, singleAlone } = sampleOf(tables.single);
    for (const [code, codePoint] of [...single, ...singleAlone]) codes.set(String.fromCodePoint(codePoint), [ESCAPE, code]);
  }
  if (tables.locking === undefined) {
    [...DEFAULT_ALPHABET].forEach((character, code) => void (code === ESCAPE || codes.set(character, [code])));
  } else {
    for (const [code, codePoint] of sampleOf(tables.locking).locking) codes.set(String.fromCodePoint(codePoint), [code]);
  }
  return [...text].flatMap((character) => {
    const septets = codes.get(character);
    if (septets === undefined) throw new Error(`no sample cell for ${JSON.stringify(character)}`);
    return septets;
  });
}

/** What a reader that knows the default tables only shows for septets; `unknown` stands for a code that the extension table lacks. */
export function readPlainly(septets: readonly number[], unknown: (code: number) => string): string {
  let text = '';
  for (let i = 0; i < septets.length; i++) {
    const septet = septets[i] as number;
    if (septet !== ESCAPE || i + 1 === septets.length) text += DEFAULT_ALPHABET[septet] as string;
    else {
      const code = septets[++i] as number;
      text += EXTENSION[code] ?? unknown(code);
    }
  }
  return text;
}

/** Septets in octets, behind `fill` zero bits: septet n occupies bits fill + 7n and up of a little-endian number. */
export function pack(septets: readonly number[], fill: number): Uint8Array {
  let bits = 0n;
  septets.forEach((septet, index) => {
    bits |= BigInt(septet) << BigInt(fill + 7 * index);
  });
  return Uint8Array.from({ length: Math.ceil((fill + 7 * septets.length) / 8) }, (_, at) =>
    Number((bits >> BigInt(8 * at)) & 0xffn),
  );
}

/** Big-endian UTF-16. */
export function utf16be(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'utf16le').swap16());
}
