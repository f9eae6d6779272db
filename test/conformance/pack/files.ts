/**
 * Cases that come as files: SOAP calls of four clients, ZIP archives, pictures. The pack has their octets.
 * @module
 */
import { toHex } from '../../../src/bytes/index.js';
import { type Common, defined, fileOctets, vectorFile, withLevel } from './read.js';
import type { BareCase, Converted, Form, JsonObject, Refusal } from './shape.js';

/** The octets of a file. */
const fileForm = (path: string): Form => ({ hex: toHex(fileOctets(path)) });

/** Clients by the beginning of the names of their envelopes. */
const CLIENTS: Readonly<Record<string, string>> = {
  axis1: 'Apache Axis 1',
  gsoap: 'gSOAP',
  php: 'SoapClient of PHP',
  zeep: 'zeep',
};

/** Envelopes that clients sent. */
export function convertSoap(): Converted {
  const file = 'soap/index.json';
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const list: any[] = vectorFile(file).cases;
  const cases = list.map(({ file: name, decoded }) =>
    withLevel({
      id: `soap/${name.replace(/\.xml$/, '')}`,
      format: 'gateway-soap',
      title: 'a call of the gateway as a client sends it',
      direction: 'decode',
      input: fileForm(`soap/${name}`),
      expected: { value: decoded },
      source: { specification: 'fixtures/soap/gateway.wsdl; SOAP 1.1', programs: [CLIENTS[name.split('-')[0]] as string] },
      origin: { file, id: name },
    }),
  );
  return { file, vectors: list.map(({ file: name }) => name), cases, left: [] };
}

/** Classes of refusals by the codes of the archives' index. */
const REASONS: Readonly<Record<string, Refusal['reason']>> = {
  truncated: 'truncated',
  'trailing-bytes': 'trailing',
  'bad-value': 'bad-value',
  'limit-exceeded': 'limit',
};

/** What the archives of the index are allowed to hold. */
const ARCHIVE_LIMITS = {
  maxEntries: 100,
  maxEntryOctets: 1_048_576,
  maxTotalOctets: 2_097_152,
  maxRatio: 100,
  maxNameCharacters: 50,
  maxPathCharacters: 255,
};

/** Archives with a slide show for a multimedia message, sound and hostile. */
export function convertArchives(): Converted {
  const file = 'zip/index.json';
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const list: any[] = vectorFile(file).cases;
  const cases = list.map(({ file: name, about, entries, error }): BareCase => {
    const common: Common = {
      source: {
        specification: 'PKWARE APPNOTE.TXT; what a gateway may take in: docs/zip.md',
        programs: ['written octet by octet for this project'],
      },
      origin: { file, id: name },
    };
    const expected =
      error === undefined
        ? // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
          { value: { entries: entries.map(({ name, octets, crc32 }: any) => ({ name, octets, crc32 })) } }
        : { refused: { reason: REASONS[error.code] as Refusal['reason'] } };
    return withLevel({
      id: `zip/${name.replace(/\.zip$/, '')}`,
      format: 'zip-archive',
      title: about,
      direction: 'decode',
      options: ARCHIVE_LIMITS,
      input: fileForm(`zip/${name}`),
      expected,
      ...common,
    });
  });
  return { file, vectors: list.map(({ file: name }) => name), cases, left: [] };
}

const PICTURE = {
  jpg: 'ITU-T T.81',
  png: 'W3C Portable Network Graphics (Second Edition)',
  gif: 'CompuServe GIF89a',
  wbmp: 'WAP-190 (WAESpec) appendix A',
} as const;

function pictureCase(
  index: string,
  folder: string,
  name: string,
  title: string,
  expected: BareCase['expected'],
  programs: string[],
): BareCase {
  const path = `${folder}${name}`;
  return withLevel({
    id: path.replace(/\.(\w+)$/, '-$1').replace('images/', index === 'images/pixels.json' ? 'pixels/' : 'images/'),
    format: 'picture',
    title,
    direction: 'decode',
    input: fileForm(path),
    expected,
    source: { specification: PICTURE[name.split('.').at(-1) as 'png'], programs },
    origin: { file: index, id: name },
  });
}

/** Pictures whose pixels an index has as a hash. */
export function convertPixels(): Converted[] {
  const pixels = vectorFile('images/pixels.json');
  const by = ['ImageMagick 6.9.11-60'];
  const overWhite: BareCase[] = [
    // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
    ...pixels.good.map(({ file, what, widthPx, heightPx, rgbOverWhite }: any) =>
      pictureCase(
        'images/pixels.json',
        'images/',
        file,
        what,
        { value: file === 'rgb16.png' ? { widthPx, heightPx } : { widthPx, heightPx, rgbOverWhiteSha256: rgbOverWhite } },
        by,
      ),
    ),
    // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
    ...pixels.bad.map(({ file, what, code }: any) =>
      pictureCase('images/pixels.json', 'images/', file, what, { refused: { reason: REASONS[code] as Refusal['reason'] } }, by),
    ),
  ];
  const ofFolder = (folder: string): Converted => {
    const file = `${folder}index.json`;
    // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
    const items: any[] = vectorFile(file).items;
    const cases = items.map(({ file: name, what, widthPx, heightPx, delaysMs, loops, rgba }) => {
      const value = defined({
        widthPx,
        heightPx,
        delaysMs: rgba.length > 1 ? delaysMs : undefined,
        loops,
        framesRgbaSha256: rgba,
      });
      return pictureCase(file, folder, name, what, { value }, by);
    });
    return { file, vectors: items.map(({ file: name }) => name), cases, left: [] };
  };
  return [
    {
      file: 'images/pixels.json',
      vectors: [...pixels.good, ...pixels.bad].map(({ file }: { file: string }) => file),
      cases: overWhite,
      left: [
        {
          id: 'rgb16.png',
          why: 'its pixels alone: ImageMagick cuts 16 bits to 8 where the specification rounds; the size is carried',
        },
      ],
    },
    ofFolder('images/gif/'),
    ofFolder('images/png/'),
  ];
}

/** Refusals that the index of pictures asks for in words. */
const REFUSED: Readonly<Record<string, Refusal['reason']>> = {
  'truncated.jpg': 'truncated',
  'truncated-header.jpg': 'truncated',
  'not-an-image.jpg': 'bad-value',
  'empty.gif': 'truncated',
  'bad-crc-or-data.png': 'bad-value',
  'truncated.png': 'truncated',
  'zero-width.png': 'bad-value',
  'bomb-pixels.png': 'limit',
  'bomb-declared.gif': 'limit',
  'truncated.gif': 'truncated',
  'bad-type.wbmp': 'bad-value',
};

/** Pictures for which the index leaves open whether they are read, or how they are refused. */
const OPEN: Readonly<Record<string, string>> = {
  'bomb-frames.gif': 'may be refused, or cut at the limit of frames',
  'frame-outside.gif': 'may be clipped or refused',
  'huge-header.wbmp': 'is refused for its size or its missing octets, as a reader likes',
  'endless-mbi.wbmp': 'is refused for the length of an integer or its value, as a reader likes',
  'short.wbmp': 'is refused as no picture at all or as a truncated one, as a reader likes',
  'cmyk.jpg': 'may be read or refused, and its colours are compared with a wide tolerance',
};

/** All pictures, of which this index has the size. */
export function convertImages(): Converted {
  const file = 'images/index.json';
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const items: any[] = vectorFile(file).items;
  const cases = items.flatMap(({ file: name, expect: words, width, height, delaysMs, composedSha256 }): BareCase[] => {
    if (OPEN[name] !== undefined) return [];
    const reason = REFUSED[name];
    const value: JsonObject = defined({
      widthPx: width,
      heightPx: height,
      delaysMs: delaysMs?.length > 1 ? delaysMs : undefined,
      framesRgbaSha256: composedSha256,
    });
    return [
      pictureCase(file, 'images/', name, words, reason === undefined ? { value } : { refused: { reason } }, [
        'made by a seeded program',
      ]),
    ];
  });
  const left = Object.entries(OPEN).map(([id, why]) => ({ id, why: `the picture ${why}` }));
  return { file, vectors: items.map(({ file: name }) => name), cases, left };
}
