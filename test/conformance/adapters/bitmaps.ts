/**
 * handset's readers and writers of one-bit pictures, in the terms of the pack: rows of # and a dot.
 * @module
 */
import {
  type Bitmap,
  bitmapFromPixels,
  bitmapFromRows,
  bitmapToRows,
  decodeAlcatelPicture,
  decodeBmp,
  decodeEmsAnimation,
  decodeEmsPicture,
  decodeGroupGraphic,
  decodeNetworkCode,
  decodeNgg,
  decodeNlm,
  decodeNol,
  decodeNpm,
  decodeOperatorLogo,
  decodeOtaBitmap,
  decodePictureMessage,
  decodeWbmp,
  encodeAlcatelPicture,
  encodeEmsAnimation,
  encodeEmsPicture,
  encodeGroupGraphic,
  encodeNetworkCode,
  encodeNgg,
  encodeNlm,
  encodeNol,
  encodeNpm,
  encodeOperatorLogo,
  encodeOtaBitmap,
  encodePictureMessage,
  encodeWbmp,
  joinEmsPictures,
  type Packing,
  parseOtaHex,
} from '../../../src/bitmap/index.js';
import { fromHex, toHex } from '../../../src/bytes/index.js';
import { resize } from '../../../src/image/index.js';
import { decodeUdh, encodeUdh, type InformationElement } from '../../../src/sms/index.js';
import { defined } from '../pack/read.js';
import type { JsonObject } from '../pack/shape.js';
import type { Adapters, How } from './adapter.js';

type Rows = readonly string[];

const packingOf = ({ options }: How) => (options.packing === undefined ? {} : { packing: options.packing as Packing });

const rowsOf = ({ bitmap, ...rest }: { readonly bitmap: Bitmap } & Record<string, unknown>) =>
  defined({ ...rest, rows: bitmapToRows(bitmap) });

/** A network as the pack names it. */
const named = ({ mcc, mnc, bitmap }: { readonly mcc: string; readonly mnc: string; readonly bitmap: Bitmap }): JsonObject => ({
  MCC: mcc,
  MNC: mnc,
  rows: bitmapToRows(bitmap),
  widthPx: bitmap.widthPx,
  heightPx: bitmap.heightPx,
});

interface PlainLogo {
  readonly MCC: string;
  readonly MNC: string;
  readonly rows: Rows;
}

const logoFrom = ({ MCC: mcc, MNC: mnc, rows }: PlainLogo) => ({ mcc, mnc, bitmap: bitmapFromRows(rows) });
const pictureFrom = ({ rows, text }: { readonly rows: Rows; readonly text?: string }) => ({
  bitmap: bitmapFromRows(rows),
  ...(text !== undefined && { text }),
});

/** The kinds of .nlm files by the pack's names. */
const NLM = { 'operator-logo': 'operatorLogo', picture: 'picture' } as const;

export const bitmapAdapters: Adapters = {
  'ota-bitmap': {
    decode: (wire: Uint8Array, how) => ({ rows: bitmapToRows(decodeOtaBitmap(wire, packingOf(how))) }),
    encode: ({ rows }: { rows: Rows }, how) => encodeOtaBitmap(bitmapFromRows(rows), packingOf(how)),
  },
  wbmp: {
    decode: (wire: Uint8Array) => ({ rows: bitmapToRows(decodeWbmp(wire)) }),
    encode: ({ rows }: { rows: Rows }) => encodeWbmp(bitmapFromRows(rows)),
  },
  bmp: { decode: (wire: Uint8Array, { lenient }) => ({ rows: bitmapToRows(decodeBmp(wire, { lenient })) }) },
  npm: {
    decode: (wire: Uint8Array) => rowsOf({ ...decodeNpm(wire) }),
    encode: (value: { rows: Rows; text?: string }) => encodeNpm(pictureFrom(value)),
  },
  'network-code': {
    decode: (wire: Uint8Array) => {
      const { mcc, mnc } = decodeNetworkCode(wire);
      return { MCC: mcc, MNC: mnc };
    },
    encode: ({ MCC: mcc, MNC: mnc }: { MCC: string; MNC: string }) => encodeNetworkCode({ mcc, mnc }),
  },
  'operator-logo': {
    decode: (wire: Uint8Array, how) => named(decodeOperatorLogo(wire, packingOf(how))),
    encode: (value: PlainLogo, how) => encodeOperatorLogo(logoFrom(value), packingOf(how)),
  },
  'group-graphic': {
    decode: (wire: Uint8Array, how) => ({ rows: bitmapToRows(decodeGroupGraphic(wire, packingOf(how)).bitmap) }),
    encode: ({ rows }: { rows: Rows }, how) => encodeGroupGraphic({ bitmap: bitmapFromRows(rows) }, packingOf(how)),
  },
  'picture-message': {
    decode: (wire: Uint8Array, { lenient }) => {
      if (!lenient) return rowsOf({ ...decodePictureMessage(wire) });
      const found = parseOtaHex(toHex(wire), { lenient });
      if (found.form !== 'pictureMessage') throw new Error(`${found.form} in a case of picture messages`);
      return rowsOf({ bitmap: found.bitmap, text: found.text });
    },
    encode: (value: { rows: Rows; text?: string }, { options }) =>
      encodePictureMessage(pictureFrom(value), { encoding: options.textEncoding === 'ucs-2' ? 'ucs2' : 'latin1' }),
  },
  nol: {
    decode: (wire: Uint8Array) => named(decodeNol(wire)),
    encode: (value: PlainLogo) => encodeNol(logoFrom(value)),
  },
  ngg: {
    decode: (wire: Uint8Array) => ({ rows: bitmapToRows(decodeNgg(wire).bitmap) }),
    encode: ({ rows }: { rows: Rows }) => encodeNgg({ bitmap: bitmapFromRows(rows) }),
  },
  nlm: {
    decode: (wire: Uint8Array): JsonObject => {
      const { kind, frames } = decodeNlm(wire);
      return { kind: kind === 'operatorLogo' ? 'operator-logo' : kind, frames: frames.map(bitmapToRows) };
    },
    encode: ({ kind, frames }: { kind: keyof typeof NLM; frames: readonly Rows[] }) =>
      encodeNlm({ kind: NLM[kind], frames: frames.map(bitmapFromRows) }),
  },
  'ems-picture': {
    decode: (wire: Uint8Array, { options }) => {
      const { elements } = decodeUdh(wire);
      return rowsOf({
        ...(options.form === 'variable' ? joinEmsPictures(elements) : decodeEmsPicture(elements[0] as InformationElement)),
      });
    },
    encode: ({ rows, position }: { rows: Rows; position: number }, { options }) =>
      encodeUdh(
        encodeEmsPicture({ bitmap: bitmapFromRows(rows), position }, options.form === 'variable' ? { form: 'variable' } : {}),
      ),
  },
  'ems-animation': {
    decode: (wire: Uint8Array): JsonObject => {
      const { frames, position } = decodeEmsAnimation(decodeUdh(wire).elements[0] as InformationElement);
      return { position, frames: frames.map(bitmapToRows) };
    },
    encode: ({ frames, position }: { frames: readonly Rows[]; position: number }) =>
      encodeUdh(encodeEmsAnimation({ frames: frames.map(bitmapFromRows), position })),
  },
  'alcatel-picture': {
    decode: (wire: Uint8Array) => {
      const { elements, lengthOctets } = decodeUdh(wire);
      return rowsOf({ ...decodeAlcatelPicture(elements[0] as InformationElement, wire.subarray(lengthOctets)) });
    },
    encode: ({ rows }: { rows: Rows }) => {
      const { element, data } = encodeAlcatelPicture({ bitmap: bitmapFromRows(rows) });
      return Uint8Array.of(...encodeUdh([element]), ...data);
    },
  },
  'picture-threshold': {
    encode: ({
      widthPx,
      heightPx,
      threshold,
      rgb,
    }: {
      widthPx: number;
      heightPx: number;
      threshold: number;
      rgb: string;
    }): JsonObject => {
      const octets = fromHex(rgb);
      const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
      for (let i = 0; i < widthPx * heightPx; i++) rgba.set(octets.subarray(i * 3, i * 3 + 3), i * 4);
      return { rows: bitmapToRows(bitmapFromPixels({ widthPx, heightPx, rgba }, { dither: 'none', threshold })) };
    },
  },
  'picture-scale': {
    encode: (value: {
      filter: 'area' | 'lanczos';
      widthPx: number;
      heightPx: number;
      grey: string;
      toWidthPx: number;
      toHeightPx: number;
    }): JsonObject => {
      const { filter, widthPx, heightPx, grey, toWidthPx, toHeightPx } = value;
      const raster = { widthPx, heightPx, channels: 1 as const, samples: fromHex(grey) };
      return { grey: [...resize(raster, toWidthPx, toHeightPx, { filter }).samples] };
    },
  },
};
