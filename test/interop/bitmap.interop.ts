/**
 * Bitmaps exchanged with ImageMagick, netpbm, gammu and gnokii: files both ways, and the messages of Smart Messaging.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bitmap,
  decodeBmp,
  decodeNgg,
  decodeNlm,
  decodeNol,
  decodeNpm,
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
  encodeOtb,
  encodePictureMessage,
  encodeWbmp,
  parseOtaHex,
} from '../../src/bitmap/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { FormatError } from '../../src/errors.js';
import { draw, SEED } from './arbitraries.js';
import { type Converted, octetsOf } from './drivers/files.js';
import { imageVersions, magick, type NokiaFormat, netpbm, pbmToNokia } from './drivers/images.js';
import { gammuLogos } from './drivers/logo-files.js';
import type { Fields } from './expected.js';
import { judge, readFile } from './judge.js';
import {
  GAMMU_LOGO_FILE_FAULTS,
  GAMMU_NLM_FAULTS,
  GAMMU_SIZES,
  GAMMU_WBMP_FAULTS,
  GAMMU_WRITE_FAULTS,
  type LogoCase,
  NETPBM_NOKIA_FAULTS,
  type NokiaCase,
} from './picture-faults.js';
import { logo, network, picture, pictureFields, pictureText, readPbm, readXpm, side, writePbm } from './pictures.js';
import { hex } from './report.js';

const IMAGES = 300;
const SECOND = 200;
const NOKIA_FILES = 240;
const LOGO_FILES = 100;
const WRITTEN = 120;

/** Pictures of any size up to some 130x130, and some whose sizes take two octets. */
const anyPicture = fc.oneof(
  { weight: 20, arbitrary: picture(side, side) },
  { weight: 1, arbitrary: picture(fc.constantFrom(255, 256, 300, 1000), fc.constantFrom(1, 2, 9)) },
  { weight: 1, arbitrary: picture(fc.constantFrom(1, 2, 9), fc.constantFrom(255, 256, 300, 1000)) },
);

interface Exchange {
  readonly pictures: readonly Bitmap[];
  readonly ours: readonly Uint8Array[];
  readonly theirs: readonly Converted[];
  /** Ours as portable bitmaps. */
  readonly readByThem: readonly Converted[];
  readonly decode: (octets: Uint8Array) => Bitmap;
  /** Whether both have to write the same octets. */
  readonly sameOctets: boolean;
}

/** Compares what each side reads in the other's files, and what both write. */
function compareFiles(title: string, { pictures, ours, theirs, readByThem, decode, sameOctets }: Exchange): void {
  judge(
    title,
    [],
    pictures.map((bitmap, index) => {
      const text = pictureText(bitmap);
      const file = octetsOf(theirs[index]);
      const shown = { theirs: pictureText(decode(file)), ours: pictureText(readPbm(octetsOf(readByThem[index]))) };
      return {
        input: undefined,
        right: { theirs: text, ours: text, ...(sameOctets && { octets: hex(ours[index]!) }) },
        shown: { ...shown, ...(sameOctets && { octets: hex(file) }) },
        label: text,
      };
    }),
  );
}

describe(`bitmap files (seed ${SEED})`, () => {
  it(`${IMAGES} pictures as OTB, WBMP and BMP: ImageMagick writes what we write, and each reads the other`, async () => {
    const pictures = draw(anyPicture, IMAGES);
    const { imagemagick } = await imageVersions();
    const theirs = await magick(pictures.map(writePbm), 'pbm', ['otb', 'wbmp', 'bmp']);
    const formats = [
      { ending: 'otb', encode: encodeOtb, decode: decodeOtb, sameOctets: true },
      { ending: 'wbmp', encode: encodeWbmp, decode: decodeWbmp, sameOctets: true },
      // The header has fields of no meaning here (dots per metre), and either colour may come first.
      { ending: 'bmp', encode: encodeBmp, decode: decodeBmp, sameOctets: false },
    ] as const;
    for (const { ending, encode, decode, sameOctets } of formats) {
      const ours = pictures.map((bitmap) => encode(bitmap));
      const readByThem = (await magick(ours, ending, ['pbm'])).pbm;
      compareFiles(`ImageMagick ${imagemagick}, ${ending}`, {
        pictures,
        ours,
        theirs: theirs[ending],
        readByThem,
        decode,
        sameOctets,
      });
    }
  });

  it(`${SECOND} pictures as WBMP and BMP: netpbm`, async () => {
    const pictures = draw(anyPicture, SECOND);
    const version = (await imageVersions()).netpbm;
    const formats = [
      { ending: 'wbmp', writer: 'pbmtowbmp', reader: 'wbmptopbm', encode: encodeWbmp, decode: decodeWbmp },
      { ending: 'bmp', writer: 'ppmtobmp -quiet -bpp=1', reader: 'bmptopnm -quiet', encode: encodeBmp, decode: decodeBmp },
    ] as const;
    for (const { ending, writer, reader, encode, decode } of formats) {
      const theirs = await netpbm(writer, 'pbm', pictures.map(writePbm));
      const ours = pictures.map((bitmap) => encode(bitmap));
      const readByThem = await netpbm(reader, ending, ours);
      const sameOctets = ending === 'wbmp';
      compareFiles(`netpbm ${version}, ${ending}`, { pictures, ours, theirs, readByThem, decode, sameOctets });
    }
  });

  it(`${NOKIA_FILES} pictures that pbmtonokia turns into messages and files, read by us`, async () => {
    const formats: NokiaFormat[] = ['HEX_NOL', 'HEX_NGG', 'HEX_NPM', 'NOL', 'NGG', 'NPM'];
    const text = fc.string({ unit: fc.constantFrom(...'ABC xyz 0189.,!?-+'), minLength: 1, maxLength: 120 });
    const cases: NokiaCase[] = draw(
      fc
        .record({
          bitmap: fc.oneof(logo(72, 14), logo(78, 21), logo(72, 28), picture(side, side)),
          network,
          text: fc.option(text, { nil: undefined }),
        })
        .map(({ text, ...rest }) => ({ ...rest, ...(text !== undefined && { text }) })),
      NOKIA_FILES,
    ).map((each, index) => ({ ...each, format: formats[index % formats.length]! }));
    const results = await pbmToNokia(
      cases.map(({ bitmap, format, network, text }) => ({
        pbm: writePbm(bitmap),
        format,
        network: hex(encodeNetworkCode(network)),
        ...(text !== undefined && { text }),
      })),
    );
    judge(
      `netpbm ${(await imageVersions()).netpbm}, pbmtonokia`,
      NETPBM_NOKIA_FAULTS,
      cases.map((input, index) => ({
        input,
        right: nokiaFile(input),
        shown: readFile(results[index]!, (octets) => readNokiaFile(input.format, octets)),
        label: `${input.format} ${pictureText(input.bitmap)}`,
      })),
    );
  });

  it(`${LOGO_FILES} NOL files, NGG files and NLM files of ours, read by gammu and written again`, async () => {
    const xpm = (octets: Uint8Array) => pictureFields(readXpm(Buffer.from(octets).toString('latin1')));
    const pictures = draw(fc.oneof({ weight: 4, arbitrary: logo(72, 14) }, { weight: 1, arbitrary: logo(78, 21) }), LOGO_FILES);
    const networks = draw(network, LOGO_FILES);
    const nol = pictures.map((bitmap, index) => encodeNol({ ...networks[index]!, bitmap }));
    const ngg = pictures.map((bitmap) => encodeNgg({ bitmap }));
    const animations = draw(animation, LOGO_FILES);
    const nlm = animations.map(({ kind, frames }) => encodeNlm({ kind: NLM_KINDS[kind], frames }));
    const single = (kind: LogoCase['kind']) => pictures.map((bitmap): LogoCase => ({ kind, frames: [bitmap] }));
    const jobs = [
      { ending: 'nol', type: 'OPERATOR', cases: single('operator'), files: nol, rules: GAMMU_LOGO_FILE_FAULTS },
      { ending: 'ngg', type: 'CALLER', cases: single('caller'), files: ngg, rules: GAMMU_LOGO_FILE_FAULTS },
      { ending: 'nlm', type: undefined, cases: animations, files: nlm, rules: GAMMU_NLM_FAULTS },
    ] as const;
    for (const { ending, type, cases, files, rules } of jobs) {
      const shown = await gammuLogos(files, ending, [ending, 'xpm'], type);
      judge(
        `gammu, ${ending}`,
        rules,
        cases.map((input, index) => ({
          input,
          right: { ...pictureFields(input.frames[0]!), octets: hex(files[index]!) },
          shown: {
            ...readFile(shown['out.xpm'][index]!, xpm),
            ...readFile(shown[`out.${ending}`][index]!, (octets) => ({ octets: hex(octets) })),
          },
          label: hex(files[index]!),
        })),
      );
    }
  });

  it(`${WRITTEN} BMP files of ours that gammu turns into NGG, NLM, BMP and WBMP, read by us`, async () => {
    const pictures = draw(logo(...GAMMU_SIZES.startup), WRITTEN);
    const kinds = [
      ['CALLER', 'groupGraphic'],
      ['OPERATOR', 'operatorLogo'],
      ['PICTURE', 'picture'],
      ['STARTUP', 'startupLogo'],
    ] as const;
    const cases = [];
    for (const [place, [type, kind]] of kinds.entries()) {
      const some = pictures.filter((_, index) => index % kinds.length === place);
      const files = await gammuLogos(
        some.map((bitmap) => encodeBmp(bitmap)),
        'bmp',
        ['ngg', 'nlm', 'bmp', 'wbmp'],
        type,
      );
      for (const [index, bitmap] of some.entries()) {
        const fields = pictureFields(bitmap);
        const nlm = decodeNlm(octetsOf(files['out.nlm'][index]));
        cases.push({
          input: bitmap,
          right: { ngg: fields, nlm: [kind, fields], bmp: fields, wbmp: fields },
          shown: {
            ngg: pictureFields(decodeNgg(octetsOf(files['out.ngg'][index])).bitmap),
            nlm: [nlm.kind, ...nlm.frames.map(pictureFields)],
            bmp: pictureFields(decodeBmp(octetsOf(files['out.bmp'][index]))),
            wbmp: pictureFields(decodeWbmp(octetsOf(files['out.wbmp'][index]))),
          },
          label: pictureText(bitmap),
        });
      }
    }
    judge('gammu, files of its own', GAMMU_WRITE_FAULTS, cases);
  });

  it(`${LOGO_FILES} WBMP files of ours, read by gammu`, async () => {
    const pictures = draw(picture(fc.integer({ min: 1, max: 96 }), fc.integer({ min: 1, max: 40 })), LOGO_FILES);
    const files = pictures.map((bitmap) => encodeWbmp(bitmap));
    const shown = await gammuLogos(files, 'wbmp', ['xpm']);
    judge(
      'gammu, wbmp',
      GAMMU_WBMP_FAULTS,
      pictures.map((input, index) => ({
        input,
        right: pictureFields(input),
        shown: readFile(shown['out.xpm'][index]!, (octets) => pictureFields(readXpm(Buffer.from(octets).toString('latin1')))),
        label: hex(files[index]!),
      })),
    );
  });
});

/** What we call the kinds of an NLM file. */
const NLM_KINDS = { operator: 'operatorLogo', caller: 'groupGraphic', picture: 'picture', startup: 'startupLogo' } as const;

/** One to four pictures of one kind and size. */
const animation: fc.Arbitrary<LogoCase> = fc
  .record({
    kind: fc.constantFrom('operator' as const, 'caller' as const, 'picture' as const, 'startup' as const),
    widthPx: fc.oneof(fc.constantFrom(72, 78, 84, 96), fc.integer({ min: 1, max: 110 })),
    heightPx: fc.oneof(fc.constantFrom(14, 21, 28, 48, 65), fc.integer({ min: 1, max: 70 })),
  })
  .chain(({ kind, widthPx, heightPx }) =>
    fc
      .array(picture(fc.constant(widthPx), fc.constant(heightPx)), { minLength: 1, maxLength: 4 })
      .map((frames) => ({ kind, frames })),
  );

/** What `pbmtonokia` has to write, in the fields of {@link readNokiaFile}. */
function nokiaFile({ format, bitmap, network, text }: NokiaCase): Fields {
  const message = (port: string, octets: Uint8Array) => `060504${port}0000${hex(octets)}`;
  const fields = pictureFields(bitmap);
  const packing = 'padded';
  const words = text === undefined ? {} : { text };
  switch (format) {
    case 'HEX_NOL':
      return {
        ...fields,
        ...network,
        port: 5506,
        octets: message('1582', encodeOperatorLogo({ ...network, bitmap }, { packing })),
      };
    case 'HEX_NGG':
      return { ...fields, port: 5507, octets: message('1583', encodeGroupGraphic({ bitmap }, { packing })) };
    case 'HEX_NPM': {
      const octets = encodePictureMessage({ bitmap, ...words }, { packing, order: 'text-first' });
      return { ...fields, ...words, issues: [], octets: message('158A', octets) };
    }
    case 'NOL':
      return { ...fields, ...network, octets: masked(encodeNol({ ...network, bitmap }), 18) };
    case 'NGG':
      return { ...fields, octets: masked(encodeNgg({ bitmap }), 14) };
    case 'NPM':
      return { ...fields, ...words, octets: hex(encodeNpm({ bitmap, ...words })) };
  }
}

/** What we read in a file or the hex of a message that `pbmtonokia` wrote. */
function readNokiaFile(format: NokiaFormat, file: Uint8Array): Fields {
  const text = Buffer.from(file).toString('latin1').trim();
  const fieldsOf = ({ bitmap, ...rest }: { readonly bitmap: Bitmap }) => ({ ...pictureFields(bitmap), ...rest });
  switch (format) {
    case 'HEX_NOL':
    case 'HEX_NGG': {
      const { form, ...rest } = parseOtaHex(text);
      expect(form).toBe(format === 'HEX_NOL' ? 'operatorLogo' : 'bitmap');
      return { ...fieldsOf(rest), octets: text };
    }
    case 'HEX_NPM': {
      const issues: Issue[] = [];
      const octets = Uint8Array.from(Buffer.from(text.slice(14), 'hex'));
      try {
        const message = decodePictureMessage(octets, { lenient: true, onIssue: (issue) => issues.push(issue) });
        return { ...fieldsOf(message), issues: issues.map(({ field }) => field), octets: text };
      } catch (error) {
        if (error instanceof FormatError) return { refused: error.message, octets: text };
        throw error;
      }
    }
    case 'NOL':
      return { ...fieldsOf(decodeNol(file)), octets: masked(file, 18) };
    case 'NGG':
      return { ...fieldsOf(decodeNgg(file)), octets: masked(file, 14) };
    case 'NPM':
      return { ...fieldsOf(decodeNpm(file)), octets: hex(file) };
  }
}

/** Hex without an octet of a file's head whose meaning nobody knows. */
function masked(octets: Uint8Array, index: number): string {
  return hex(octets.with(index, 0));
}
