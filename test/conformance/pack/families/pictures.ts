/**
 * Pictures of one bit: WBMP, OTA bitmaps and the messages that carry them, EMS. Sizes are around those at which a row, a size or a length
 * takes another octet, and no picture is the same turned round, mirrored or inverted.
 * @module
 */
import type { BareCase, JsonObject, Refusal } from '../shape.js';
import type { FamilyCase } from './family.js';
import { hexOf, latinHex, sizeOf, uintvar } from './wire.js';

const WBMP = 'WAP-190 (WAESpec) appendix A';
const OTA = 'Nokia Smart Messaging 3.0, OTA bitmap';
const SMART = 'Nokia Smart Messaging 3.0';
const EMS = '3GPP TS 23.040 section 9.2.3.24.10';

/** Black where a small product is odd in its middle: each row and each column is another. */
function rowsOf(width: number, height: number, seed = 1): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const value = (x + 3 * seed) * (y + 7) * 37 + x * x * 11 + y * 13 + seed;
      return (x === 0 && y === 0) || (value >> 2) % 3 === 0 ? '#' : '.';
    }).join(''),
  );
}

/** Bits to octets, zeros at the end. */
const bitsHex = (bits: string) =>
  (bits.match(/.{1,8}/g) ?? []).map((octet) => hexOf(Number.parseInt(octet.padEnd(8, '0'), 2))).join('');
const black = (row: string) => row.replaceAll('#', '1').replaceAll('.', '0');
const white = (row: string) => row.replaceAll('#', '0').replaceAll('.', '1');

/** Rows of whole octets, 1 is white. */
const wbmpHex = (rows: readonly string[]) =>
  `0000${uintvar(rows[0]!.length)}${uintvar(rows.length)}${rows.map((row) => bitsHex(white(row))).join('')}`;

/** A picture with its sizes in an octet each, 1 is black. */
function otaHex(rows: readonly string[], packing: 'padded' | 'continuous'): string {
  const pixels = packing === 'padded' ? rows.map((row) => bitsHex(black(row))).join('') : bitsHex(rows.map(black).join(''));
  return `00${hexOf(rows[0]!.length)}${hexOf(rows.length)}01${pixels}`;
}

const SIZES: readonly (readonly [width: number, height: number])[] = [
  ...[1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65].map((width) => [width, 3] as const),
  ...[1, 2, 9, 100].map((height) => [11, height] as const),
];

function of(
  format: string,
  id: string,
  title: string,
  hex: string,
  value: JsonObject,
  specification: string,
  more: { readonly options?: JsonObject; readonly direction?: BareCase['direction'] } = {},
): FamilyCase {
  return {
    id: `pictures/${id}`,
    format,
    title,
    direction: 'both',
    input: { hex },
    expected: { value },
    specification,
    ...more,
  };
}

function refused(
  format: string,
  id: string,
  title: string,
  hex: string,
  reason: Refusal['reason'],
  specification: string,
  options?: JsonObject,
): FamilyCase {
  return {
    ...{ id: `pictures/${id}`, format, title, direction: 'decode', ...(options !== undefined && { options }) },
    ...{ input: { hex }, expected: { refused: { reason } }, specification },
  };
}

/** Integers of several octets, and rows with each number of bits to fill. */
function wbmps(): FamilyCase[] {
  const large: readonly (readonly [number, number])[] = [
    ...[126, 127, 128, 129, 255, 256].map((width) => [width, 2] as const),
    ...[127, 128, 129, 300].map((height) => [3, height] as const),
  ];
  const whole = wbmpHex(rowsOf(12, 2));
  return [
    ...[...SIZES, ...large].map(([width, height]) =>
      of(
        'wbmp',
        `wbmp/${width}x${height}`,
        `${width} by ${height} pixels`,
        wbmpHex(rowsOf(width, height)),
        { rows: rowsOf(width, height) },
        WBMP,
      ),
    ),
    of(
      'wbmp',
      'wbmp/black',
      'all black',
      wbmpHex(Array(3).fill('#'.repeat(12))),
      { rows: Array(3).fill('#'.repeat(12)) },
      WBMP,
    ),
    of(
      'wbmp',
      'wbmp/white',
      'all white',
      wbmpHex(Array(3).fill('.'.repeat(12))),
      { rows: Array(3).fill('.'.repeat(12)) },
      WBMP,
    ),
    of(
      'wbmp',
      'wbmp/long-width',
      'a width in two octets that one would hold',
      `0000800C02${whole.slice(8)}`,
      { rows: rowsOf(12, 2) },
      WBMP,
      { direction: 'decode' },
    ),
    of(
      'wbmp',
      'wbmp/filler',
      'ones as filler at the ends of rows',
      `00000C01${bitsHex(`${white(rowsOf(12, 1)[0]!)}1111`)}`,
      { rows: rowsOf(12, 1) },
      WBMP,
      { direction: 'decode' },
    ),
    ...[1, 2, 3, 4, 5, 7].map((octets) =>
      refused('wbmp', `wbmp/cut-${octets}`, `ends after ${octets} octets of 8`, whole.slice(0, 2 * octets), 'truncated', WBMP),
    ),
    refused('wbmp', 'wbmp/type', 'type 1', `01${whole.slice(2)}`, 'bad-value', WBMP),
    refused('wbmp', 'wbmp/width-0', 'a width of 0', `00000002${whole.slice(8)}`, 'bad-value', WBMP),
    refused('wbmp', 'wbmp/height-0', 'a height of 0', '00000C00', 'bad-value', WBMP),
    refused('wbmp', 'wbmp/trailing', 'an octet after the last row', `${whole}00`, 'trailing', WBMP),
  ];
}

/** Rows that end with an octet, and rows that go on. */
function otas(): FamilyCase[] {
  const whole = otaHex(rowsOf(12, 3), 'padded');
  const large: readonly (readonly [number, number])[] = [
    [127, 2],
    [128, 2],
    [255, 2],
    [3, 127],
    [3, 128],
    [3, 255],
  ];
  return [
    ...[...SIZES, ...large].map(([width, height]) =>
      of(
        'ota-bitmap',
        `ota/${width}x${height}`,
        `${width} by ${height} pixels, rows of whole octets`,
        otaHex(rowsOf(width, height), 'padded'),
        { rows: rowsOf(width, height) },
        OTA,
        {
          options: { packing: 'padded' },
        },
      ),
    ),
    ...[1, 2, 3, 4, 5, 9].map((octets) =>
      refused(
        'ota-bitmap',
        `ota/cut-${octets}`,
        `ends after ${octets} octets of 10`,
        whole.slice(0, 2 * octets),
        'truncated',
        OTA,
        { packing: 'padded' },
      ),
    ),
    refused('ota-bitmap', 'ota/width-0', 'a width of 0', '00000301', 'bad-value', OTA, { packing: 'padded' }),
    refused('ota-bitmap', 'ota/height-0', 'a height of 0', '000C0001', 'bad-value', OTA, { packing: 'padded' }),
    refused('ota-bitmap', 'ota/depth', 'two bits a pixel', `000C0302${whole.slice(8)}`, 'bad-value', OTA, {
      packing: 'padded',
    }),
    refused('ota-bitmap', 'ota/trailing', 'an octet after the last row', `${whole}00`, 'trailing', OTA, { packing: 'padded' }),
  ];
}

/** Digits of a network, the two of an octet swapped. */
const networkHex = (mcc: string, mnc: string) => `${mcc[1]}${mcc[0]}F${mcc[2]}${mnc[1]}${mnc[0]}`;

/** Logos and icons as gammu reads them: at most one message, 72 pixels wide. */
function logos(): FamilyCase[] {
  const options = { packing: 'continuous' };
  const networks: readonly (readonly [mcc: string, mnc: string])[] = [
    ...['234', '001', '999', '310', '505', '208'].map((mcc) => [mcc, '10'] as const),
    ...['01', '07', '99', '00', '12', '21', '90', '09'].map((mnc) => [`${mnc}4`, mnc] as const),
  ];
  const rows = rowsOf(72, 14, 2);
  return [
    ...networks.map(([mcc, mnc]) =>
      of(
        'operator-logo',
        `logo/${mcc}-${mnc}`,
        `the network ${mcc} ${mnc}`,
        networkHex(mcc, mnc) + otaHex(rowsOf(72, 14), 'continuous'),
        { MCC: mcc, MNC: mnc, rows: rowsOf(72, 14) },
        SMART,
        { options },
      ),
    ),
    ...[3, 4].map((seed) =>
      of(
        'group-graphic',
        `icon/${seed}`,
        'an icon of 72 by 14 pixels',
        otaHex(rowsOf(72, 14, seed), 'continuous'),
        { rows: rowsOf(72, 14, seed) },
        SMART,
        { options },
      ),
    ),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((octets) =>
      refused(
        'operator-logo',
        `logo/cut-${octets}`,
        `a logo that ends after ${octets} octets`,
        (networkHex('234', '15') + otaHex(rows, 'continuous')).slice(0, 2 * octets),
        'truncated',
        SMART,
        options,
      ),
    ),
    refused('network-code', 'network/digit', 'a digit of the country above 9', '3AF401', 'bad-value', SMART),
    refused('network-code', 'network/filler', 'neither a digit nor the filler after the country', '32A401', 'bad-value', SMART),
    refused('network-code', 'network/mnc-digit', 'a digit of the network above 9', '32F4B1', 'bad-value', SMART),
    refused('network-code', 'network/cut', 'two octets', '32F4', 'truncated', SMART),
    refused('network-code', 'network/trailing', 'four octets', '32F40100', 'trailing', SMART),
  ];
}

/** Picture messages: texts of each length coding, sizes of the only picture that handsets show and of others. */
function messages(): FamilyCase[] {
  const rows = rowsOf(72, 28, 5);
  const picture = `02${hexOf(sizeOf(otaHex(rows, 'continuous')), 2)}${otaHex(rows, 'continuous')}`;
  const texts = ['a', 'Hello', 'Grüße', 'ÀÿÖ', 'x'.repeat(100), 'y'.repeat(121), '@$[]{}~^|'];
  const latin = texts.map((text, index) =>
    of(
      'picture-message',
      `message/latin-${index}`,
      `a text of ${text.length} characters in ISO-8859-1`,
      `30${picture}00${hexOf(text.length, 2)}${latinHex(text)}`,
      { rows, text },
      SMART,
      {
        options: { textEncoding: 'iso-8859-1', packing: 'continuous' },
      },
    ),
  );
  const wide = ['Ж', 'Привет', '我是', 'a€'].map((text, index) =>
    of(
      'picture-message',
      `message/ucs-2-${index}`,
      `a text of ${text.length} characters in UCS-2`,
      `30${picture}01${hexOf(2 * text.length, 2)}${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}`,
      { rows, text },
      SMART,
      {
        options: { textEncoding: 'ucs-2', packing: 'continuous' },
      },
    ),
  );
  const whole = `30${picture}00000548656C6C6F`;
  const options = { textEncoding: 'iso-8859-1', packing: 'continuous' };
  return [
    ...latin,
    ...wide,
    of(
      'picture-message',
      'message/text-first',
      'the text before the picture',
      `3000000548656C6C6F${picture}`,
      { rows, text: 'Hello' },
      SMART,
      { direction: 'decode', options },
    ),
    refused(
      'picture-message',
      'message/cut-text',
      'a text shorter than its length',
      whole.slice(0, -2),
      'truncated',
      SMART,
      options,
    ),
    refused(
      'picture-message',
      'message/cut-picture',
      'ends inside the picture',
      whole.slice(0, 200),
      'truncated',
      SMART,
      options,
    ),
    refused('picture-message', 'message/version', 'another version', `31${whole.slice(2)}`, 'bad-value', SMART, options),
    refused('picture-message', 'message/empty', 'the version alone', '30', 'truncated', SMART, options),
  ];
}

const header = (iei: number, data: string) => `${hexOf(2 + sizeOf(data))}${hexOf(iei)}${hexOf(sizeOf(data))}${data}`;
const pixelsHex = (rows: readonly string[]) => bitsHex(rows.map(black).join(''));

/** Pictures and animations in headers. */
function ems(): FamilyCase[] {
  const fixed = ([16, 32] as const).flatMap((side) => {
    const iei = side === 32 ? 0x10 : 0x11;
    return [0, 1, 2].map((seed) => {
      const rows = rowsOf(side, side, seed + 6);
      return of(
        'ems-picture',
        `ems/fixed-${side}-${seed}`,
        `a picture of ${side} by ${side} pixels at ${seed * 50}`,
        header(iei, hexOf(seed * 50) + pixelsHex(rows)),
        { position: seed * 50, rows },
        EMS,
        { options: { form: 'fixed' } },
      );
    });
  });
  const sizes: readonly (readonly [number, number])[] = [
    [8, 1],
    [8, 8],
    [8, 127],
    [8, 128],
    [16, 9],
    [16, 64],
    [24, 3],
    [32, 32],
    [40, 25],
    [64, 16],
    [128, 8],
    [72, 14],
  ];
  const variable = sizes.map(([width, height], index) => {
    const rows = rowsOf(width, height, index + 9);
    const hex = header(0x12, `${hexOf(index)}${hexOf(width / 8)}${hexOf(height)}${pixelsHex(rows)}`);
    return of(
      'ems-picture',
      `ems/variable-${width}x${height}`,
      `a variable picture of ${width} by ${height} pixels at ${index}`,
      hex,
      { position: index, rows },
      EMS,
      { options: { form: 'variable' } },
    );
  });
  const animations = ([8, 16] as const).flatMap((side) =>
    [0, 1].map((index) => {
      const frames = [0, 1, 2, 3].map((frame) => rowsOf(side, side, 20 + 4 * index + frame));
      return of(
        'ems-animation',
        `ems/animation-${side}-${index}`,
        `four pictures of ${side} by ${side} pixels at ${index * 160}`,
        header(side === 16 ? 0x0e : 0x0f, hexOf(index * 160) + frames.map(pixelsHex).join('')),
        { position: index * 160, frames },
        EMS,
      );
    }),
  );
  const small = { options: { form: 'fixed' } } as const;
  const bad: readonly (readonly [id: string, title: string, hex: string, reason?: Refusal['reason']])[] = [
    ['large-short', 'a picture of 32 by 32 pixels an octet short', header(0x10, `00${'5A'.repeat(127)}`)],
    ['small-long', 'a picture of 16 by 16 pixels an octet long', header(0x11, `00${'5A'.repeat(33)}`)],
    ['variable-width', 'a width of 0', header(0x12, '000008')],
    ['variable-height', 'a height of 0', header(0x12, '000100')],
    ['variable-short', 'fewer pixels than the sizes say', header(0x12, '000204A1B2C3'), 'truncated'],
    ['variable-long', 'more pixels than the sizes say', header(0x12, '000101A1B2'), 'trailing'],
  ];
  return [
    ...fixed,
    ...variable,
    ...animations,
    ...bad.map(([id, title, hex, reason = 'bad-value']) =>
      refused('ems-picture', `ems/${id}`, title, hex, reason, EMS, small.options),
    ),
    refused(
      'ems-animation',
      'ems/animation-short',
      'three pictures of 8 by 8 pixels',
      header(0x0f, `00${'5A'.repeat(24)}`),
      'bad-value',
      EMS,
    ),
    refused(
      'ems-animation',
      'ems/animation-long',
      'five pictures of 8 by 8 pixels',
      header(0x0f, `00${'5A'.repeat(40)}`),
      'bad-value',
      EMS,
    ),
  ];
}

/** Pictures in Alcatel's form, which gammu writes: columns of whole octets after width and height, their number in the header. */
function alcatel(): FamilyCase[] {
  const column = (rows: readonly string[], x: number) => bitsHex(rows.map((row) => black(row[x] as string)).join(''));
  const sizes: readonly (readonly [number, number])[] = [
    [8, 8],
    [16, 9],
    [9, 16],
    [24, 7],
    [32, 17],
    [96, 8],
    [1, 64],
  ];
  return sizes.map(([width, height], index) => {
    const rows = rowsOf(width, height, 30 + index);
    const data = `${hexOf(width)}${hexOf(height)}${Array.from({ length: width }, (_, x) => column(rows, x)).join('')}`;
    const hex = `0680040004${hexOf(sizeOf(data), 2)}${data}`;
    return of(
      'alcatel-picture',
      `alcatel/${width}x${height}`,
      `${width} by ${height} pixels`,
      hex,
      { rows },
      'the source of gammu, which names documents of Alcatel',
    );
  });
}

/** All of it. */
export function picturesFamily(): FamilyCase[] {
  return [...wbmps(), ...otas(), ...logos(), ...messages(), ...ems(), ...alcatel()];
}
