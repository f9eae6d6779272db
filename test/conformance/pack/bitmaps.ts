/**
 * fixtures/vectors/bitmaps.json, bitmap-files.json, raster.json and jpeg-tables.json as cases. Rows of a picture are texts: # is black.
 * @module
 */
import { type Common, upper, vectorFile, withLevel } from './read.js';
import type { BareCase, Converted, Json, JsonObject } from './shape.js';

const PICTURES = 'vectors/bitmaps.json';
const FILES = 'vectors/bitmap-files.json';
const RASTER = 'vectors/raster.json';
const TABLES = 'vectors/jpeg-tables.json';

const OTA = 'Nokia Smart Messaging 3.0, OTA bitmap';
const EMS = '3GPP TS 23.040 section 9.2.3.24.10';

interface Part {
  readonly udh: string;
  readonly ud: string;
}

const joined = (parts: readonly Part[]): string => upper(parts.map(({ ud }) => ud).join(''));

/** Whole messages as gammu sends them, and what a receiver joins them to. */
function messageCase(id: string, port: number, parts: readonly Part[], common: Common): BareCase {
  return withLevel({
    id,
    format: 'smart-message',
    title: `to port ${port} in ${parts.length} messages of gammu`,
    direction: 'decode',
    input: { hexList: parts.map(({ udh, ud }) => upper(udh + ud)) },
    expected: { value: { destinationPort: port, originatorPort: 0, data: joined(parts) } },
    ...common,
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
function pictureCases(vector: any, programs: Record<string, string>): BareCase[] {
  const { id, why: title, rows, files, mcc, mnc, text } = vector;
  const by = {
    gammu: programs['Gammu fields'] as string,
    magick: `ImageMagick ${programs.ImageMagick}`,
    netpbm: programs.Netpbm as string,
    layout: 'computed from the layout, by hand',
  };
  const common = (specification: string, ...by: string[]): Common => ({
    source: { specification, programs: by },
    origin: { file: PICTURES, id },
  });
  const of = (variant: string, format: string, hex: string, value: JsonObject, source: Common, more: Partial<BareCase> = {}) =>
    withLevel({
      id: `bitmaps/${id}/${variant}`,
      format,
      title,
      direction: 'both',
      input: { hex: upper(hex) },
      expected: { value },
      ...source,
      ...more,
    });
  const padded = { options: { packing: 'padded' } };
  const continuous = { options: { packing: 'continuous' } };
  const cases = [
    of('ota', 'ota-bitmap', vector.otaContinuous, { rows }, common(OTA, by.layout), continuous),
    of('ota-padded', 'ota-bitmap', files.otbImageMagick, { rows }, common(OTA, by.magick), padded),
    of('wbmp', 'wbmp', files.wbmpImageMagick, { rows }, common('WAP-190 (WAESpec) appendix A', by.magick, by.netpbm)),
  ];
  if (files.wbmpImageMagick !== files.wbmpNetpbm) throw new Error(`${id}: two WBMPs`);
  const picture = text === undefined || text === '' ? { rows } : { rows, text };
  const has = (field: string, add: (found: never) => BareCase[]) => {
    if (vector[field] !== undefined) cases.push(...add(vector[field] as never));
  };
  const gammu = common('Nokia Smart Messaging 3.0', by.gammu);
  const netpbm = common('Nokia Smart Messaging 3.0', by.netpbm);
  has('networkCodeHex', (hex: string) => [
    of('network', 'network-code', hex, { MCC: mcc, MNC: mnc }, common('Nokia Smart Messaging 3.0, operator logo', by.layout)),
  ]);
  has('operatorLogoGammu', (parts: Part[]) => [
    messageCase(`bitmaps/${id}/operator-logo/message`, 5506, parts, gammu),
    of('operator-logo', 'operator-logo', joined(parts), { MCC: mcc, MNC: mnc, rows }, gammu, continuous),
  ]);
  has('operatorLogoNetpbm', (hex: string) => [
    of('operator-logo/netpbm', 'operator-logo', hex.slice(14), { MCC: mcc, MNC: mnc, rows }, netpbm, padded),
  ]);
  has('cliIconGammu', (parts: Part[]) => [
    messageCase(`bitmaps/${id}/group-graphic/message`, 5507, parts, gammu),
    of('group-graphic', 'group-graphic', joined(parts), { rows }, gammu, continuous),
  ]);
  has('groupGraphicNetpbm', (hex: string) => [
    of('group-graphic/netpbm', 'group-graphic', hex.slice(14), { rows }, netpbm, padded),
  ]);
  // netpbm stores network 260 01 whatever it is told, 53 in octet 18, and more characters than pixels: it is read, not written.
  has('nolNetpbm', (hex: string) => [
    of('nol/netpbm', 'nol', hex, { MCC: '260', MNC: '01', rows }, netpbm, { direction: 'decode' }),
  ]);
  has('nolGammuNoNetwork', (hex: string) => [of('nol', 'nol', hex, { MCC: '000', MNC: '00', rows }, gammu)]);
  has('nggGammu', (hex: string) => [of('ngg', 'ngg', hex, { rows }, gammu)]);
  has('nlmGammuOperator', (hex: string) => [of('nlm-operator', 'nlm', hex, { kind: 'operator-logo', frames: [rows] }, gammu)]);
  has('nlmGammuPicture', (hex: string) => [of('nlm-picture', 'nlm', hex, { kind: 'picture', frames: [rows] }, gammu)]);
  const latin = { options: { textEncoding: 'iso-8859-1', packing: 'continuous' } };
  has('pictureGammu', (parts: Part[]) => [
    messageCase(`bitmaps/${id}/picture-message/message`, 5514, parts, gammu),
    of('picture-message', 'picture-message', joined(parts), picture, gammu, latin),
  ]);
  has('pictureGammuUnicode', (parts: Part[]) => [
    messageCase(`bitmaps/${id}/picture-message-ucs2/message`, 5514, parts, gammu),
    of('picture-message-ucs2', 'picture-message', joined(parts), picture, gammu, {
      options: { textEncoding: 'ucs-2', packing: 'continuous' },
    }),
  ]);
  // netpbm leaves the version octet out.
  has('pictureNetpbm', (hex: string) => [
    of('picture-message/netpbm', 'picture-message', hex.slice(14), picture, netpbm, { direction: 'decode', level: 'lenient' }),
  ]);
  const ems = common(EMS, by.gammu);
  has('emsFixedGammu', ([part]: Part[]) => [
    of('ems-fixed', 'ems-picture', (part as Part).udh, { position: 0, rows }, ems, { options: { form: 'fixed' } }),
  ]);
  has('emsVariableGammu', ([part]: Part[]) =>
    vector.emsVariableGammuNote === undefined
      ? [of('ems-variable', 'ems-picture', (part as Part).udh, { position: 0, rows }, ems, { options: { form: 'variable' } })]
      : [],
  );
  return cases;
}

/** What two programs make of a whole picture. */
export function convertPictures(): Converted {
  const file = vectorFile(PICTURES);
  const gammu = (id: string, specification: string): Common => ({
    source: { specification, programs: [file.provenance['Gammu fields']] },
    origin: { file: PICTURES, id },
  });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const animations = file.animations.flatMap((vector: any): BareCase[] => {
    const { id, why: title, frames } = vector;
    if (vector.alcatelGammu !== undefined) {
      const [{ udh, ud }] = vector.alcatelGammu;
      const rest = { title, direction: 'both' as const, expected: { value: { rows: frames[0] } } };
      return [
        withLevel({
          id: `bitmaps/${id}`,
          format: 'alcatel-picture',
          ...rest,
          input: { hex: upper(udh + ud) },
          ...gammu(id, 'the source of gammu, which names documents of Alcatel'),
        }),
      ];
    }
    const hex = upper(vector.emsAnimationGammu[0].udh);
    // The specification has four frames; gammu writes as many as it is given.
    const direction = frames.length === 4 ? 'both' : 'decode';
    const expected = frames.length === 4 ? { value: { position: 0, frames } } : { refused: { reason: 'bad-value' as const } };
    return [
      withLevel({
        id: `bitmaps/${id}`,
        format: 'ems-animation',
        title,
        direction,
        input: { hex },
        expected,
        ...gammu(id, EMS),
      }),
    ];
  });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const published = file.published.map((vector: any): BareCase => {
    const { id, provenance, hex, mcc, mnc, networkCodeHex } = vector;
    const common: Common = { source: { specification: OTA, programs: [provenance] }, origin: { file: PICTURES, id } };
    const rest = { id: `bitmaps/${id}`, title: provenance, ...common };
    if (networkCodeHex !== undefined) {
      return withLevel({
        ...rest,
        format: 'network-code',
        direction: 'both',
        input: { hex: upper(networkCodeHex) },
        expected: { value: { MCC: mcc, MNC: mnc } },
      });
    }
    if (id === 'pub1') {
      // Its source describes the pixels in words: lines 1 and 3 black, line 5 has pixels 4 and 9 to 12, the last pixel of the last line.
      const white = '.'.repeat(72);
      const rows = [
        '#'.repeat(72),
        white,
        '#'.repeat(72),
        white,
        `...#....####${'.'.repeat(60)}`,
        ...Array(8).fill(white),
        `${'.'.repeat(71)}#`,
      ];
      return withLevel({
        ...rest,
        format: 'ota-bitmap',
        direction: 'both',
        options: { packing: 'continuous' },
        input: { hex: upper(hex) },
        expected: { value: { rows } },
      });
    }
    const value = { MCC: '206', MNC: '01', widthPx: 72, heightPx: 14 };
    return withLevel({
      ...rest,
      format: 'operator-logo',
      direction: 'decode',
      options: { packing: 'continuous' },
      input: { hex: upper(hex) },
      expected: { value },
    });
  });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const pictures = file.vectors.flatMap((vector: any) => pictureCases(vector, file.provenance));
  const ids = [...file.vectors, ...file.animations, ...file.published].map(({ id }: { id: string }) => id);
  return {
    file: PICTURES,
    vectors: ids,
    cases: [...pictures, ...animations, ...published],
    left: [
      {
        id: 'g19',
        why: 'emsVariableGammu alone: six objects in one header of 802 octets, whose length octet has wrapped; no handset can be sent it',
      },
    ],
  };
}

/** Small pictures as .bmp and .npm files. */
export function convertPictureFiles(): Converted {
  const file = vectorFile(FILES);
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const cases = file.vectors.flatMap((vector: any): BareCase[] => {
    const { id, rows, npmText: text, npmNetpbm } = vector;
    const of = (field: string, program: string, more: Partial<BareCase> = {}) =>
      withLevel({
        id: `bitmap-files/${id}/${field}`,
        format: 'bmp',
        title: `a bitmap of ${rows[0].length} by ${rows.length} pixels`,
        direction: 'decode',
        input: { hex: upper(vector[field]) },
        expected: { value: { rows } },
        source: { specification: 'Microsoft Windows device-independent bitmap', programs: [file.provenance[program]] },
        origin: { file: FILES, id },
        ...more,
      });
    const npm = withLevel({
      id: `bitmap-files/${id}/npm`,
      format: 'npm',
      title: 'a picture message with its text in a file',
      direction: 'both',
      input: { hex: upper(npmNetpbm) },
      expected: { value: { rows, text } },
      source: { specification: 'Nokia picture message file', programs: [file.provenance.Netpbm] },
      origin: { file: FILES, id },
    });
    return [
      of('bmpImageMagick', 'ImageMagick'),
      of('bmpCoreImageMagick', 'ImageMagick'),
      { ...of('bmpVersion4ImageMagick', 'ImageMagick'), level: 'lenient' },
      of('bmpNetpbm', 'Netpbm'),
      of('bmpCoreNetpbm', 'Netpbm'),
      npm,
    ];
  });
  return { file: FILES, vectors: file.vectors.map(({ id }: { id: string }) => id), cases, left: [] };
}

/** Pictures of many colours made black and white, and scaled. */
export function convertRaster(): Converted {
  const file = vectorFile(RASTER);
  const programs = ['ImageMagick', 'Netpbm'].map((name) => `${name} ${file.provenance[name]}`);
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const thresholds = file.threshold.map(({ id, widthPx, heightPx, threshold, rgb, rowsImageMagick, rowsNetpbm }: any) => {
    if (JSON.stringify(rowsImageMagick) !== JSON.stringify(rowsNetpbm)) throw new Error(`${id}: two pictures`);
    return withLevel({
      id: `raster/${id}`,
      format: 'picture-threshold',
      title: `black where the luma of Rec. 601 is below ${threshold}`,
      direction: 'encode',
      input: { value: { widthPx, heightPx, threshold, rgb: upper(rgb) } },
      expected: { value: { rows: rowsImageMagick } },
      source: { specification: 'ITU-R BT.601: 0.299 R + 0.587 G + 0.114 B', programs },
      origin: { file: RASTER, id },
    });
  });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const scaled = (filter: 'area' | 'lanczos') => (vector: any) => {
    const { id, from, to, grey, imageMagick } = vector;
    const greys: Json = imageMagick;
    // A reduction by many is done in two steps by some (the specification has none), and departs more.
    const tolerance = filter === 'area' ? 0.52 : from[0] >= 4 * to[0] ? 7 : 1.5;
    return withLevel({
      id: `raster/${filter}/${id.replaceAll(' ', '-')}`,
      format: 'picture-scale',
      title: `${filter} ${id}`,
      direction: 'encode',
      input: { value: { filter, widthPx: from[0], heightPx: from[1], grey: upper(grey), toWidthPx: to[0], toHeightPx: to[1] } },
      expected: { value: { grey: greys } },
      tolerance,
      source: { programs: filter === 'area' ? programs : [programs[0] as string] },
      origin: { file: RASTER, id: `${filter} ${id}` },
    });
  };
  const cases = [...thresholds, ...file.area.map(scaled('area')), ...file.lanczos.map(scaled('lanczos'))];
  return { file: RASTER, vectors: cases.map(({ origin }) => origin.id), cases, left: [] };
}

/** Constants of a specification, which are nothing to decode. */
export function convertTables(): Converted {
  const vectors = Object.entries(vectorFile(TABLES)).flatMap(([id, value]) => (Array.isArray(value) ? [id] : []));
  const why = 'a table of ITU-T T.81 that an encoder writes into its files, and no input or output of a codec';
  return { file: TABLES, vectors, cases: [], left: vectors.map((id) => ({ id, why })) };
}
