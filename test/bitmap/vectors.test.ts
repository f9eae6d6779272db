import { describe, expect, it } from 'vitest';
import {
  type Bitmap,
  bitmapFromRows,
  bitmapToRows,
  decodeBmp,
  decodeGroupGraphic,
  decodeMultipartMessage,
  decodeNetworkCode,
  decodeNgg,
  decodeNlm,
  decodeNol,
  decodeNpm,
  decodeOperatorLogo,
  decodeOtaAnimation,
  decodeOtaBitmap,
  decodeOtb,
  decodePictureMessage,
  decodeWbmp,
  encodeBmp,
  encodeGroupGraphic,
  encodeNetworkCode,
  encodeNgg,
  encodeNlm,
  encodeNol,
  encodeNpm,
  encodeOperatorLogo,
  encodeOtaAnimation,
  encodeOtaBitmap,
  encodeOtb,
  encodePictureMessage,
  encodeWbmp,
  formatOtaHex,
  parseOtaHex,
} from '../../src/bitmap/index.js';
import { toHex } from '../../src/bytes/index.js';
import { submitDatagram } from '../../src/sms/build.js';
import { encodeUdh } from '../../src/sms/udh.js';
import { bitmapVectors, type GammuPart, vectorsWith } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { fixture } from '../support/vectors.js';

const { vectors, published } = bitmapVectors();

/** What this package sends to a port, in gammu's terms; `reference` is gammu's, which counts up from run to run. */
function partsTo(destinationPort: number, data: Uint8Array, parts: GammuPart[]): object[] {
  const udh = hex(parts[0]?.udh ?? '');
  const reference = udh.length > 7 ? (udh[9] as number) : 0;
  return submitDatagram({ destinationPort, data }, { to: '+123', reference }).map((submit) => {
    if (submit.data === undefined) throw new Error('a datagram has data');
    expect(submit.tpDcs).toBe(0xf5);
    return { udh: toHex(encodeUdh(submit.udh ?? [])), ud: toHex(submit.data), coding: '8bit', class: 1 };
  });
}

/** The user data of gammu's parts, joined. */
function joined(parts: GammuPart[]): string {
  return parts.map(({ ud }) => ud).join('');
}

describe('every field of the vectors is looked at here or with the EMS pictures', () => {
  it('no other field', () => {
    const known = new Set([
      ...['id', 'why', 'width', 'height', 'rows', 'otaContinuous', 'otaRowPadded', 'files', 'checks', 'mcc', 'mnc'],
      ...['networkCodeHex', 'cliIconGammu', 'operatorLogoGammu', 'operatorLogoNetpbm', 'nolNetpbm', 'groupGraphicNetpbm'],
      ...['nggGammu', 'nolGammuNoNetwork', 'nlmGammuOperator', 'nlmGammuPicture', 'text', 'pictureGammu'],
      ...['pictureGammuUnicode', 'pictureNetpbm', 'emsFixedGammu', 'emsVariableGammu', 'emsVariableGammuNote'],
    ]);
    expect(vectors.flatMap((vector) => Object.keys(vector)).filter((key) => !known.has(key))).toEqual([]);
    const files = vectors.flatMap((vector) => Object.keys(vector.files));
    expect(new Set(files)).toEqual(new Set(['otbImageMagick', 'wbmpImageMagick', 'wbmpNetpbm']));
  });
});

describe.each(vectors)('$id ($why)', ({ rows, width, height, otaContinuous, otaRowPadded, files, checks }) => {
  const bitmap = bitmapFromRows(rows);

  it('rows', () => {
    expect(bitmap).toMatchObject({ widthPx: width, heightPx: height });
    expect(bitmapToRows(bitmap)).toEqual(rows);
  });

  it('OTA bitmap, both packings', () => {
    expect(toHex(encodeOtaBitmap(bitmap))).toBe(otaContinuous);
    expect(toHex(encodeOtaBitmap(bitmap, { packing: 'padded' }))).toBe(otaRowPadded);
    expect(decodeOtaBitmap(hex(otaContinuous))).toEqual(bitmap);
    expect(decodeOtaBitmap(hex(otaRowPadded))).toEqual(bitmap);
    expect(decodeOtaBitmap(hex(otaRowPadded), { packing: 'padded' })).toEqual(bitmap);
    expect(otaContinuous === otaRowPadded).toBe(checks['continuous==rowPadded']);
    expect(toHex(encodeOtaAnimation({ frames: [bitmap] }))).toBe(otaContinuous);
    expect(decodeOtaAnimation(hex(otaRowPadded))).toEqual({ frames: [bitmap] });
  });

  it('hex', () => {
    expect(formatOtaHex(bitmap)).toBe(otaContinuous);
    expect(parseOtaHex(otaContinuous.toLowerCase())).toEqual({ form: 'bitmap', bitmap });
    expect(parseOtaHex(otaRowPadded)).toEqual({ form: 'bitmap', bitmap });
  });

  it('.otb of ImageMagick', () => {
    expect(toHex(encodeOtb(bitmap))).toBe(files.otbImageMagick);
    expect(decodeOtb(hex(files.otbImageMagick))).toEqual(bitmap);
    expect(decodeOtb(hex(otaContinuous))).toEqual(bitmap);
    expect(files.otbImageMagick === otaRowPadded).toBe(checks['otbImageMagick==otaRowPadded']);
  });

  it('WBMP of ImageMagick and netpbm', () => {
    expect(toHex(encodeWbmp(bitmap))).toBe(files.wbmpImageMagick);
    expect(decodeWbmp(hex(files.wbmpNetpbm))).toEqual(bitmap);
    expect(files.wbmpImageMagick === files.wbmpNetpbm).toBe(checks['wbmp agree']);
    expect(refusal(() => parseOtaHex(files.wbmpNetpbm)).code).toBe('bad-value');
  });
});

describe('operator logos', () => {
  const logos = vectorsWith('operatorLogoGammu').map(({ mcc = '', mnc = '', ...vector }) => ({ ...vector, mcc, mnc }));
  const logoOf = ({ mcc, mnc, rows }: { mcc: string; mnc: string; rows: string[] }) => ({
    mcc,
    mnc,
    bitmap: bitmapFromRows(rows),
  });

  it.each(logos)('$id: network code', ({ mcc, mnc, networkCodeHex = '' }) => {
    expect(toHex(encodeNetworkCode({ mcc, mnc }))).toBe(networkCodeHex);
    expect(decodeNetworkCode(hex(networkCodeHex))).toEqual({ mcc, mnc });
  });

  it.each(logos)('$id: the whole message of gammu', (vector) => {
    const octets = encodeOperatorLogo(logoOf(vector));
    expect(partsTo(0x1582, octets, vector.operatorLogoGammu)).toEqual(vector.operatorLogoGammu);
    expect(decodeOperatorLogo(hex(joined(vector.operatorLogoGammu)))).toEqual(logoOf(vector));
    expect(parseOtaHex(joined(vector.operatorLogoGammu))).toEqual({ form: 'operatorLogo', ...logoOf(vector) });
  });

  it.each(logos)('$id: the hex of netpbm, whose rows are padded', (vector) => {
    const { operatorLogoNetpbm = '' } = vector;
    const octets = encodeOperatorLogo(logoOf(vector), { packing: 'padded' });
    expect(`06050415820000${toHex(octets)}`).toBe(operatorLogoNetpbm);
    expect(parseOtaHex(operatorLogoNetpbm)).toEqual({ form: 'operatorLogo', ...logoOf(vector), port: 5506 });
  });

  it.each(logos)('$id: the .nol file of netpbm, but for its network, octet 18 and its end', (vector) => {
    const { nolNetpbm = '' } = vector;
    // It stores network 260 01 whatever it is told, 53 in the octet that gammu leaves 00, and more characters than pixels.
    expect(decodeNol(hex(nolNetpbm))).toEqual({ ...logoOf(vector), mcc: '260', mnc: '01' });
    const ours = toHex(encodeNol(logoOf(vector)));
    expect(ours.slice(0, 12)).toBe(nolNetpbm.slice(0, 12));
    expect(ours.slice(20, 36)).toBe(nolNetpbm.slice(20, 36));
    expect([ours.slice(36, 38), nolNetpbm.slice(36, 38)]).toEqual(['00', '53']);
    expect(nolNetpbm.slice(38)).toBe(`${ours.slice(38)}${'30'.repeat(8 - (vector.width % 8))}`);
  });

  it.each(logos)('$id: the hex of a group graphic of netpbm, whose rows are padded', (vector) => {
    const { groupGraphicNetpbm = '' } = vector;
    const { bitmap } = logoOf(vector);
    expect(`06050415830000${toHex(encodeGroupGraphic({ bitmap }, { packing: 'padded' }))}`).toBe(groupGraphicNetpbm);
    expect(parseOtaHex(groupGraphicNetpbm)).toEqual({ form: 'bitmap', bitmap, port: 5507 });
  });

  it.each(vectorsWith('nolGammuNoNetwork'))('$id: the .nol file of gammu without a network', ({ rows, nolGammuNoNetwork }) => {
    const logo = { mcc: '000', mnc: '00', bitmap: bitmapFromRows(rows) };
    expect(toHex(encodeNol(logo))).toBe(nolGammuNoNetwork);
    expect(decodeNol(hex(nolGammuNoNetwork))).toEqual(logo);
  });
});

describe('group graphics and logo files', () => {
  it.each(vectorsWith('cliIconGammu'))('$id: the whole message of gammu', ({ rows, cliIconGammu }) => {
    const bitmap = bitmapFromRows(rows);
    expect(partsTo(0x1583, encodeGroupGraphic({ bitmap }), cliIconGammu)).toEqual(cliIconGammu);
    expect(decodeGroupGraphic(hex(joined(cliIconGammu)))).toEqual({ bitmap });
  });

  it.each(vectorsWith('nggGammu'))('$id: .ngg', ({ rows, nggGammu }) => {
    const bitmap = bitmapFromRows(rows);
    expect(toHex(encodeNgg({ bitmap }))).toBe(nggGammu);
    expect(decodeNgg(hex(nggGammu))).toEqual({ bitmap });
  });

  it.each([
    ...vectorsWith('nlmGammuOperator').map(({ id, rows, nlmGammuOperator }) => [id, 'operatorLogo', rows, nlmGammuOperator]),
    ...vectorsWith('nlmGammuPicture').map(({ id, rows, nlmGammuPicture }) => [id, 'picture', rows, nlmGammuPicture]),
  ] as [string, 'operatorLogo' | 'picture', string[], string][])('%s: .nlm, %s', (_id, kind, rows, file) => {
    const logos = { kind, frames: [bitmapFromRows(rows)] };
    expect(toHex(encodeNlm(logos))).toBe(file);
    expect(decodeNlm(hex(file))).toEqual(logos);
  });
});

describe('picture messages', () => {
  const pictureOf = ({ rows, text }: { rows: string[]; text?: string }): { bitmap: Bitmap; text?: string } => {
    const bitmap = bitmapFromRows(rows);
    return text === undefined || text === '' ? { bitmap } : { bitmap, text };
  };

  it.each(vectorsWith('pictureGammu'))('$id: all parts of gammu', (vector) => {
    const octets = encodePictureMessage(pictureOf(vector));
    expect(partsTo(0x158a, octets, vector.pictureGammu)).toMatchObject(vector.pictureGammu.map(({ udh, ud }) => ({ udh, ud })));
    expect(vector.pictureGammu.map(({ ud }) => ud.length / 2)).toEqual([128, 128, octets.length - 256]);
    expect(decodePictureMessage(hex(joined(vector.pictureGammu)))).toEqual(pictureOf(vector));
    expect(parseOtaHex(joined(vector.pictureGammu))).toEqual({ form: 'pictureMessage', ...pictureOf(vector) });
  });

  it.each(vectorsWith('pictureGammuUnicode'))('$id: the same in UCS-2', (vector) => {
    const octets = encodePictureMessage(pictureOf(vector), { encoding: 'ucs2' });
    expect(partsTo(0x158a, octets, vector.pictureGammuUnicode)).toMatchObject(
      vector.pictureGammuUnicode.map(({ udh, ud }) => ({ udh, ud })),
    );
    expect(decodePictureMessage(hex(joined(vector.pictureGammuUnicode)))).toEqual(pictureOf(vector));
  });

  it.each(vectorsWith('pictureNetpbm'))('$id: the hex of netpbm, but for the version octet that it leaves out', (vector) => {
    const octets = encodePictureMessage(pictureOf(vector), { order: 'text-first' });
    expect(toHex(octets.subarray(0, 1))).toBe('30');
    expect(`060504158A0000${toHex(octets.subarray(1))}`).toBe(vector.pictureNetpbm);
    const error = { code: 'bad-value', field: 'multipart/version', offset: 14 };
    expect(refusal(() => parseOtaHex(vector.pictureNetpbm))).toEqual(error);
    const issues: object[] = [];
    const parsed = parseOtaHex(vector.pictureNetpbm, { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(parsed).toEqual({ form: 'pictureMessage', ...pictureOf(vector), port: 5514 });
    expect(issues).toMatchObject([error]);
    expect(parseOtaHex(vector.pictureNetpbm.slice(14), { lenient: true })).toMatchObject({ form: 'pictureMessage' });
    expect(decodeMultipartMessage(hex(vector.pictureNetpbm).subarray(7), { lenient: true })).toContainEqual({
      kind: 'picture',
      bitmap: pictureOf(vector).bitmap,
    });
  });
});

describe('published octets', () => {
  const [picture, logo, ...codes] = published;

  it('pub1: Forum Nokia describes its pixels in words', () => {
    const bitmap = decodeOtaBitmap(hex(picture?.hex ?? ''));
    const white = '.'.repeat(72);
    expect(bitmapToRows(bitmap)).toEqual([
      '#'.repeat(72),
      white,
      '#'.repeat(72),
      white,
      `...#....####${'.'.repeat(60)}`,
      ...Array.from({ length: 8 }, () => white),
      `${'.'.repeat(71)}#`,
    ]);
    expect(formatOtaHex(bitmap)).toBe(picture?.hex);
  });

  it('pub2: an operator logo of GSM::SMS for 206 01', () => {
    const decoded = decodeOperatorLogo(hex(logo?.hex ?? ''));
    expect(decoded).toMatchObject({ mcc: '206', mnc: '01', bitmap: { widthPx: 72, heightPx: 14 } });
    expect(toHex(encodeOperatorLogo(decoded))).toBe(logo?.hex);
  });

  it.each(codes)('$id: $mcc $mnc ($provenance)', ({ mcc = '', mnc = '', networkCodeHex = '' }) => {
    expect(toHex(encodeNetworkCode({ mcc, mnc }))).toBe(networkCodeHex);
    expect(decodeNetworkCode(hex(networkCodeHex))).toEqual({ mcc, mnc });
  });
});

describe('bitmap-files.json', () => {
  interface FileVector {
    id: string;
    rows: string[];
    bmpImageMagick: string;
    bmpVersion4ImageMagick: string;
    bmpCoreImageMagick: string;
    bmpNetpbm: string;
    bmpCoreNetpbm: string;
    npmText: string;
    npmNetpbm: string;
  }
  const files = (fixture('vectors/bitmap-files.json') as { vectors: FileVector[] }).vectors;

  it.each(files)('$id: .bmp', (vector) => {
    const bitmap = bitmapFromRows(vector.rows);
    // The palette of a picture of one colour is ImageMagick's own; its version 4 header is not what we write.
    if (vector.rows.join('').includes('.')) expect(toHex(encodeBmp(bitmap))).toBe(vector.bmpImageMagick);
    for (const file of [vector.bmpImageMagick, vector.bmpNetpbm, vector.bmpCoreImageMagick, vector.bmpCoreNetpbm]) {
      expect(decodeBmp(hex(file))).toEqual(bitmap);
    }
    expect(decodeBmp(hex(vector.bmpVersion4ImageMagick), { lenient: true })).toEqual(bitmap);
  });

  it.each(files)('$id: .npm', ({ rows, npmText, npmNetpbm }) => {
    const message = { bitmap: bitmapFromRows(rows), text: npmText };
    expect(toHex(encodeNpm(message))).toBe(npmNetpbm);
    expect(decodeNpm(hex(npmNetpbm))).toEqual(message);
  });
});
