/**
 * Pictures and ImageMagick, sharp (libvips) and tshark: files read alike, results that they read as meant, how good those look beside the
 * best that sharp makes, and messages with pictures.
 */
import { readdirSync } from 'node:fs';
import { beforeAll, describe, it } from 'vitest';
import { gradientLikeness } from '../../bench/image/dots.js';
import { FormatError } from '../../src/errors.js';
import {
  type DecodedImage,
  decodeImage,
  fitImagesFor,
  type Repurposed,
  type RepurposeOptions,
  repurpose,
} from '../../src/image/index.js';
import { composeMms, encodeMms } from '../../src/mms/index.js';
import type { HandsetProfile } from '../../src/profile/index.js';
import { encodePush } from '../../src/push/index.js';
import { handset, image, profileOf } from '../image/images.js';
import { rgbaOf } from '../support/rasters.js';
import { octetsOf } from './drivers/files.js';
import {
  type Reading,
  readByMagick,
  readBySharp,
  type Seen,
  type SeenByMagick,
  type SeenBySharp,
  seenOf,
} from './drivers/image-readers.js';
import { imageVersions, magick } from './drivers/images.js';
import { dissectProtocols, type PdmlField, tsharkVersion, walk } from './drivers/tshark.js';
import type { Fields } from './expected.js';
import { type FileCase, MAGICK_READ_FAULTS, SHARP_READ_FAULTS } from './image-faults.js';
import { judge } from './judge.js';
import { likeness, type Pixels, reference } from './likeness.js';
import {
  apart,
  besidesPicture,
  disc,
  drawing,
  meanOf,
  overWhite,
  photograph,
  writeAnimation,
  writeStill,
} from './picture-files.js';
import { crop, paint, pixelsOf, readPbm, writePbm } from './pictures.js';
import { report } from './report.js';

// ---- our readers ----

const folder = new URL('../../fixtures/images/', import.meta.url);

/** Every picture of fixtures/images but those that only limits refuse: other programs read them, at some expense. */
const files: readonly FileCase[] = ['', 'gif/', 'jpeg/', 'png/'].flatMap((path) =>
  readdirSync(new URL(path, folder))
    // Beside each JPEG is a PNG, which is what one of the programs made of it.
    .filter(
      (name) => /\.(jpg|png|gif|wbmp)$/.test(name) && !name.startsWith('bomb-') && !(path === 'jpeg/' && /png$/.test(name)),
    )
    .map((name) => ({ file: path + name, octets: image(path + name) })),
);

async function ourReading({ file, octets }: FileCase): Promise<DecodedImage | FormatError> {
  try {
    return await decodeImage(octets, { name: file });
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}

/** Times that an animation is played, 0 without an end. */
const plays = ({ loops }: DecodedImage) => (loops === undefined ? 1 : loops === 0 ? 0 : loops + 1);

/** Levels by which the mean of a colour may be off where inks are made lights in another way. */
const NEAR = 25;

function rightReading(ours: DecodedImage | FormatError): Fields {
  if (ours instanceof FormatError) return { refused: true };
  return {
    format: ours.format.toUpperCase(),
    size: `${ours.widthPx}x${ours.heightPx}`,
    delaysMs: ours.frames.map(({ delayMs }) => delayMs),
    pixels: 'equal',
    colours: 'near',
  };
}

function shownReading(ours: DecodedImage | FormatError, reading: Reading<Seen>): Fields {
  if ('error' in reading) return { refused: true };
  const { format, widthPx, heightPx, delaysMs, frames } = reading.seen;
  const rasters = ours instanceof FormatError ? [] : ours.frames.map(({ raster }) => rgbaOf(raster));
  const distances = new Set(rasters.map((raster, i) => apart(raster, frames[i])));
  const isNear = rasters.every((raster, i) => {
    const [one, other] = [meanOf(raster), meanOf(frames[i] ?? new Uint8Array(4))];
    return one.every((level, c) => Math.abs(level - other[c]!) <= NEAR) || distances.has('equal');
  });
  return {
    format,
    size: `${widthPx}x${heightPx}`,
    delaysMs,
    pixels: [...distances].sort().join(', '),
    colours: isNear ? 'near' : 'far',
  };
}

describe('picture files, read by us and by others', () => {
  let ours: (DecodedImage | FormatError)[];
  beforeAll(async () => {
    ours = [];
    for (const file of files) ours.push(await ourReading(file));
  });

  it(`${files.length} files of fixtures/images by ImageMagick`, async () => {
    const readings = await readByMagick(files.map(({ file, octets }) => ({ octets, isWbmp: file.endsWith('.wbmp') })));
    judge(
      `ImageMagick ${(await imageVersions()).imagemagick}, reading`,
      MAGICK_READ_FAULTS,
      files.map((input, i) => ({
        input,
        right: rightReading(ours[i]!),
        shown: shownReading(ours[i]!, readings[i]!),
        label: input.file,
      })),
    );
  });

  it('the same by sharp', async () => {
    const readings: Reading<SeenBySharp>[] = [];
    for (const { octets } of files) readings.push(await readBySharp(octets));
    judge(
      'sharp, reading',
      SHARP_READ_FAULTS,
      files.map((input, i) => {
        const [picture, reading] = [ours[i]!, readings[i]!];
        const isGif = input.file.endsWith('.gif');
        return {
          input,
          right: { ...rightReading(picture), ...(isGif && !(picture instanceof FormatError) && { plays: plays(picture) }) },
          shown: { ...shownReading(picture, reading), ...(isGif && 'seen' in reading && { plays: reading.seen.loops }) },
          label: input.file,
        };
      }),
    );
  });
});

// ---- what becomes of pictures ----

interface Source {
  readonly name: string;
  readonly octets: Uint8Array;
  readonly looks?: 'photograph' | 'drawing';
}

const HANDSETS: readonly HandsetProfile[] = [
  handset('Nokia', '6230'),
  handset('Motorola', 'V3 BLK'),
  handset('Siemens', 'A65'),
  handset('BenQ', 'Athena S830C'),
  handset('LG', 'G7000'),
  handset('Nokia', '3585i'),
  handset('Ericsson', 'R600'),
  handset('Nokia', '7110'),
];

const FIXTURES = [
  'photo-progressive.jpg',
  'gray.jpg',
  'cmyk.jpg',
  'exif-orientation-6.jpg',
  'exif-orientation-7.jpg',
  'comment-32k.jpg',
  'rgb16.png',
  'gray1.png',
  'interlaced.png',
  'palette-trns.png',
  'rgba-gradient.png',
  'logo-alpha.png',
  'one-pixel.png',
  'very-wide.png',
  'anim-full-frames.gif',
  'anim-disposal.gif',
  'gif87.gif',
  'frame-outside.gif',
  'gif/mixed.gif',
  'small.wbmp',
  'wide.wbmp',
];

/** Pictures that this folder paints and sharp or ImageMagick write, and some of fixtures/images. */
async function sources(): Promise<Source[]> {
  const [photo, draft] = [photograph(480, 360), drawing(320, 240)];
  const steps = Array.from({ length: 8 }, (_, i) => i / 8);
  const delays = [50, 100, 150, 200, 250, 300, 350, 1000];
  const [bmp] = (await magick([writePbm(paint(150, 90, (x, y) => Math.hypot(x - 75, y - 45) < 40))], 'pbm', ['bmp'])).bmp;
  const photos = (['jpeg', 'progressive', 'png', 'adam7', 'gif'] as const).map(async (format) => ({
    name: `photograph, ${format}`,
    octets: await writeStill(photo, 480, 360, format),
    // A GIF of a photograph has few colours, and may be taken for either.
    ...(format !== 'gif' && { looks: 'photograph' as const }),
  }));
  const drawings = (['png', 'palette', 'gif'] as const).map(async (format) => ({
    name: `drawing, ${format}`,
    octets: await writeStill(draft, 320, 240, format),
    looks: 'drawing' as const,
  }));
  return [
    ...FIXTURES.map((name) => ({ name, octets: image(name) })),
    ...(await Promise.all([...photos, ...drawings])),
    { name: 'photograph, idle alpha', octets: await writeStill(photo, 480, 360, 'alpha'), looks: 'photograph' },
    { name: 'disc over nothing', octets: await writeStill(disc(200, 150), 200, 150, 'alpha') },
    { name: 'bitmap', octets: 'octets' in bmp! ? bmp.octets : new Uint8Array() },
    {
      name: 'photographs in motion',
      octets: await writeAnimation(
        steps.map((moved) => photograph(200, 150, moved)),
        200,
        150,
        delays,
        0,
      ),
    },
    {
      name: 'drawings in motion, three times',
      octets: await writeAnimation(
        steps.map((turned) => drawing(160, 160, turned)),
        160,
        160,
        delays,
        3,
      ),
    },
  ];
}

interface Adapted {
  readonly source: Source;
  readonly profile: HandsetProfile;
  readonly result: Repurposed;
}

/** The size of a picture in the box of a handset: of its own ratio, rounded, and never larger than it is. */
function fitted({ widthPx, heightPx }: Seen, { imageArea, screen }: HandsetProfile): string {
  const [boxWidth, boxHeight] = [imageArea.width ?? screen.width!, imageArea.height ?? screen.height!];
  const scale = Math.min(1, boxWidth / widthPx, boxHeight / heightPx);
  return [widthPx, heightPx].map((side) => Math.max(1, Math.round(side * scale))).join('x');
}

const FORMAT_FLAGS = { JPEG: 'jpg', PNG: 'png', GIF: 'gif', WBMP: 'wbmp', BMP: 'bmp', BMP3: 'bmp' } as const;

/** Whether all dots of all frames are grey. */
const isGrey = ({ frames }: Seen) =>
  frames.every((rgba) => {
    for (let i = 0; i < rgba.length; i += 4) if (rgba[i] !== rgba[i + 1] || rgba[i] !== rgba[i + 2]) return false;
    return true;
  });

/** What handsets get of anything, where they do not take a file as it is. */
const ALWAYS: Readonly<Record<string, string>> = { G7000: 'GIF', '3585i': 'PNG', R600: 'GIF', '7110': 'WBMP' };

/** The formats that a result may have; undefined where that depends on more than is known here. */
function familyFor({ source, profile, result }: Adapted): string | undefined {
  if (!result.changed) return undefined;
  const always = ALWAYS[profile.model!];
  if (always !== undefined || source.looks === undefined || profile.screen.colors! <= 256) return always;
  return source.looks === 'photograph' ? 'JPEG' : 'PNG or GIF';
}

/** What a handset must get, by what ImageMagick sees in the source. */
function wanted(adapted: Adapted, seen: SeenByMagick): Fields {
  const { profile, result } = adapted;
  const family = familyFor(adapted);
  const isShownMoving = profile.images?.gifAnimated === true && seen.frames.length > 1;
  return {
    size: fitted(seen, profile),
    taken: true,
    delaysMs: isShownMoving ? seen.delaysMs : [0],
    colors: 'as many as are shown',
    greys: 'as the screen has',
    sampling: 'usual',
    interlace: 'None',
    orientation: 'upright',
    besides: [],
    pixels: 'equal',
    ...(family !== undefined && { family }),
    contentType: result.contentType,
  };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  JPEG: 'image/jpeg',
  PNG: 'image/png',
  GIF: 'image/gif',
  WBMP: 'image/vnd.wap.wbmp',
  BMP: 'image/bmp',
  BMP3: 'image/bmp',
};

async function got(adapted: Adapted, seen: SeenByMagick): Promise<Fields> {
  const { profile, result } = adapted;
  const { colors = null, bitsPerPixel } = profile.screen;
  const most = Math.min(256, colors ?? 256);
  const few = seen.format === 'JPEG' || seen.format.startsWith('BMP') || seen.colors <= most;
  const isUsual = !result.changed || ['', '2x2,1x1,1x1', '1x1'].includes(seen.sampling);
  const ours = await decodeImage(result.octets, { name: result.contentType });
  const distances = new Set(ours.frames.map(({ raster }, i) => apart(rgbaOf(raster), seen.frames[i])));
  return {
    size: `${seen.widthPx}x${seen.heightPx}`,
    taken: profile.images?.[FORMAT_FLAGS[seen.format as keyof typeof FORMAT_FLAGS]] === true,
    delaysMs: seen.delaysMs,
    colors: few ? 'as many as are shown' : `${seen.colors} of ${most}`,
    greys: !result.changed || (bitsPerPixel ?? 16) > 2 || isGrey(seen) ? 'as the screen has' : 'colours',
    sampling: isUsual ? 'usual' : seen.sampling,
    interlace: seen.interlace,
    orientation: ['Undefined', 'TopLeft'].includes(seen.orientation) ? 'upright' : seen.orientation,
    besides: [...seen.besides, ...besidesPicture(result.octets)],
    pixels: [...distances].sort().join(', '),
    ...(familyFor(adapted) !== undefined && {
      family: familyFor(adapted)?.includes(seen.format) === true ? familyFor(adapted) : seen.format,
    }),
    contentType: CONTENT_TYPES[seen.format],
  };
}

describe('pictures adapted to handsets', () => {
  let all: Source[];
  let before: SeenByMagick[];
  let adapted: Adapted[];

  beforeAll(async () => {
    all = await sources();
    before = (await readByMagick(all.map(({ name, octets }) => ({ octets, isWbmp: name.endsWith('.wbmp') })))).map(seenOf);
    adapted = [];
    for (const source of all) {
      for (const profile of HANDSETS) {
        adapted.push({ source, profile, result: await repurpose(source.octets, profile, { name: source.name, trim: false }) });
      }
    }
  });

  const label = ({ source, profile, result }: Adapted) =>
    `${source.name} for ${profile.make} ${profile.model}: ${result.contentType}, ${result.steps.join('; ')}`;
  const sourceOf = ({ source }: Adapted) => before[all.indexOf(source)]!;

  it('ImageMagick reads in each what it is to be', async () => {
    const isWbmp = ({ contentType }: Repurposed) => contentType === 'image/vnd.wap.wbmp';
    const readings = await readByMagick(adapted.map(({ result }) => ({ octets: result.octets, isWbmp: isWbmp(result) })));
    const shown: Fields[] = [];
    for (const [i, each] of adapted.entries()) {
      const reading = readings[i]!;
      shown.push('seen' in reading ? await got(each, reading.seen) : { refused: reading.error });
    }
    judge(
      `ImageMagick ${(await imageVersions()).imagemagick}, adapted pictures`,
      [],
      adapted.map((input, i) => ({ input, right: wanted(input, sourceOf(input)), shown: shown[i]!, label: label(input) })),
    );
  });

  it('sharp reads the same in each JPEG, PNG and GIF', async () => {
    const known = adapted.filter(({ result }) => ['image/jpeg', 'image/png', 'image/gif'].includes(result.contentType!));
    const cases = [];
    for (const input of known) {
      const reading = await readBySharp(input.result.octets);
      const ours = await decodeImage(input.result.octets);
      const isGif = ours.format === 'gif';
      cases.push({
        input,
        right: { ...rightReading(ours), besides: [], ...(isGif && { plays: plays(ours) }) },
        shown: {
          ...shownReading(ours, reading),
          ...('seen' in reading && { besides: reading.seen.besides, ...(isGif && { plays: reading.seen.loops }) }),
        },
        label: label(input),
      });
    }
    judge('sharp, adapted pictures', [], cases);
  });
});

// ---- how good they look ----

/** A figure that must reach a floor. */
interface Figure {
  readonly what: string;
  readonly value: number;
  readonly floor: number;
}

/** Fails with the figures below their floors; gives all of them to the log. */
function judgeFigures(title: string, figures: readonly Figure[]): void {
  const line = ({ what, value, floor }: Figure) => `${what}: ${value.toFixed(4)}, at least ${floor}`;
  console.log(`${title}:\n  ${figures.map(line).join('\n  ')}`);
  report(figures.filter(({ value, floor }) => !(value >= floor)).map(line));
}

/** The frames of a result, as ImageMagick has them, over white. */
async function framesOf({ octets, contentType }: Repurposed): Promise<Pixels[]> {
  const [reading] = await readByMagick([{ octets, isWbmp: contentType === 'image/vnd.wap.wbmp' }]);
  const { frames, widthPx, heightPx } = seenOf(reading);
  return frames.map((rgba) => ({ rgba: overWhite(rgba), widthPx, heightPx }));
}

/** Like the best reduction of the source, frame by frame. */
async function likenesses(source: Uint8Array, result: Repurposed, sigma = 0): Promise<number[]> {
  const values: number[] = [];
  for (const [page, frame] of (await framesOf(result)).entries()) {
    values.push(await likeness(frame, await reference(source, frame.widthPx, frame.heightPx, page), sigma));
  }
  return values;
}

const screen = (width: number, height: number, colors: number, images: object): HandsetProfile => {
  const none = { wbmp: false, gif: false, gifAnimated: false, jpg: false, png: false, bmp: false };
  return profileOf({
    screen: { width, height, colors, bitsPerPixel: Math.ceil(Math.log2(colors)), greyscale: false },
    imageArea: { width, height },
    images: { ...none, ...images },
    mms: null,
  });
};

/** The photograph of fixtures/images at a size, with the grain of a camera. */
async function grained(width: number, height: number): Promise<Uint8Array> {
  const { rgba } = await reference(image('photo-baseline.jpg'), width, height);
  let state = 12_345;
  for (let at = 0; at < rgba.length; at += 4) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    const grain = ((state >> 16) & 15) - 7.5;
    for (let i = at; i < at + 3; i++) rgba[i] = Math.max(0, Math.min(255, Math.round(rgba[i]! + grain)));
  }
  return rgba;
}

/** A picture message of 72x28 in which a picture of 4:3 fills 37x28, by ImageMagick. */
async function otaFigure(source: Uint8Array): Promise<Figure> {
  const { octets } = await repurpose(source, screen(84, 48, 2, { wbmp: true }), { format: 'ota' });
  const [file] = (await magick([octets], 'otb', ['pbm'])).pbm;
  const isBlack = pixelsOf(crop(readPbm(octetsOf(file)), 17, 0, 37, 28));
  const rgba = Uint8Array.from({ length: 37 * 28 * 4 }, (_, i) =>
    (i & 3) < 3 && isBlack((i >> 2) % 37, Math.floor((i >> 2) / 37)) ? 0 : 255,
  );
  return dotsFigure('PNG to OTA bitmap of 72x28', source, { rgba, widthPx: 37, heightPx: 28 }, 0.9);
}

/** How the gradients of dots go with those of the source: their levels are spread, so that what is compared is where it gets lighter and darker. */
async function dotsFigure(
  what: string,
  source: Uint8Array,
  { rgba, widthPx, heightPx }: Pixels,
  floor: number,
): Promise<Figure> {
  const ink = Uint8Array.from({ length: widthPx * heightPx }, (_, i) => (rgba[i * 4]! < 128 ? 1 : 0));
  const value = await gradientLikeness(ink, await reference(source, widthPx, heightPx), widthPx, heightPx);
  return { what: `${what}, gradients`, value, floor };
}

/** The same of a WBMP. */
async function wbmpFigure(what: string, source: Uint8Array, profile: HandsetProfile): Promise<Figure> {
  const [frame] = await framesOf(await repurpose(source, profile));
  return dotsFigure(what, source, frame!, 0.89);
}

const colour = screen(128, 96, 65_536, { jpg: true, gif: true, png: true });

describe('likeness of adapted pictures to what sharp makes of their sources', () => {
  /** The likeness of the result's first frame, or of the frame that is least like, with what was measured. */
  async function figure(
    what: string,
    source: Uint8Array,
    profile: HandsetProfile,
    options: RepurposeOptions,
    floors: readonly (readonly [floor: number, sigma: number])[],
  ): Promise<Figure[]> {
    const result = await repurpose(source, profile, options);
    const figures: Figure[] = [];
    for (const [floor, sigma] of floors) {
      const value = Math.min(...(await likenesses(source, result, sigma)));
      figures.push({ what: `${what}${sigma === 0 ? '' : `, out of focus by ${sigma}`}`, value, floor });
    }
    return figures;
  }

  it('every picture that sharp reads, for a colour screen', async () => {
    // Its lights of inks are others, and so is the screen of a GIF whose frame reaches out of it; some are too small to be measured.
    const inks = ['cmyk.jpg', 'frame-outside.gif'];
    const others = [...inks, 'small.wbmp', 'wide.wbmp', 'bitmap', 'one-pixel.png', 'very-wide.png'];
    const figures: Figure[] = [];
    for (const { name, octets } of (await sources()).filter((source) => !others.includes(source.name))) {
      figures.push(...(await figure(name, octets, handset('Nokia', '6230'), { name }, [[0.97, 1]])));
    }
    judgeFigures('pictures for Nokia 6230', figures);
  });

  it('a JPEG of quality 85, 256 colours, black and white, frames', async () => {
    const photo = await writeStill(photograph(480, 360), 480, 360, 'jpeg');
    const steps = Array.from({ length: 6 }, (_, i) => i / 12);
    const moving = await writeAnimation(
      steps.map((moved) => photograph(240, 180, moved)),
      240,
      180,
      steps.map(() => 100),
      0,
    );
    const figures: Figure[] = [];
    for (const [name, source] of [
      ['painted', photo],
      ['fixture', image('photo-baseline.jpg')],
      ['upright', image('exif-orientation-6.jpg')],
    ] as const) {
      figures.push(
        ...(await figure(`${name}, JPEG`, source, colour, { quality: 85 }, [[0.975, 0]])),
        ...(await figure(`${name}, PNG`, source, colour, { format: 'png' }, [
          [0.94, 0],
          [0.985, 1],
        ])),
        ...(await figure(`${name}, GIF`, source, colour, { format: 'gif' }, [
          [0.94, 0],
          [0.985, 1],
        ])),
        await wbmpFigure(`${name}, WBMP`, source, screen(96, 65, 2, { wbmp: true })),
      );
    }
    const animated = screen(128, 128, 65_536, { gif: true, gifAnimated: true });
    figures.push(...(await figure('frame that is least like', moving, animated, {}, [[0.95, 0]])));
    judgeFigures('likeness', figures);
  });

  it('the five tasks whose time is measured', async () => {
    const jpeg = await writeStill(await grained(1632, 1224), 1632, 1224, 'jpeg');
    const png = await writeStill(await grained(1024, 768), 1024, 768, 'png');
    const gif = await writeStill(await grained(640, 480), 640, 480, 'gif');
    const steps = Array.from({ length: 20 }, (_, i) => i / 20);
    const frames = steps.map((moved) => photograph(320, 240, moved));
    const animation = await writeAnimation(
      frames,
      320,
      240,
      steps.map(() => 100),
      0,
    );
    const [small, thumb] = [
      screen(176, 132, 65_536, { jpg: true, gif: true, png: true }),
      screen(128, 96, 65_536, { png: true }),
    ];
    const [old, moving] = [screen(96, 65, 2, { wbmp: true }), screen(128, 128, 65_536, { gif: true, gifAnimated: true })];
    judgeFigures('tasks', [
      ...(await figure('JPEG to JPEG of 176x132', jpeg, small, { maxOctets: 30_000 }, [[0.983, 0]])),
      ...(await figure('PNG to PNG of 128x96', png, thumb, { format: 'png' }, [[0.955, 0]])),
      await wbmpFigure('GIF to WBMP of 87x65', gif, old),
      ...(await figure('animation to 128x96', animation, moving, {}, [[0.95, 0]])),
      await otaFigure(await writeStill(await grained(640, 480), 640, 480, 'png')),
    ]);
  });
});

// ---- messages ----

const COMPOSED: readonly HandsetProfile[] = [handset('Nokia', '6230'), handset('Siemens', 'A65'), handset('Nokia', '3510')];

/** Whether a part of a message is a picture. */
const isPicture = ({ contentType }: { readonly contentType: string }) => contentType.startsWith('image/');

/** Sizes of pictures by the names that tshark's dissectors have for them; a width comes before or behind its height. */
const TSHARK_SIDES =
  /^(?:png\.ihdr\.(width|height)|image-gif\.screen\.(width|height)|image-jfif\.sof\.(samples_per_line|lines))$/;

/** What tshark says against a packet, the type of the message, and the sides of the pictures that it looks into. */
function tsharkShows(protocols: readonly PdmlField[]): Fields {
  const fields = [...walk(protocols)];
  const sides = fields.filter(({ name }) => TSHARK_SIDES.test(name)).map(({ show }) => Number(show));
  return {
    complaints: fields.filter(({ name }) => /malformed|_ws\.expert$/.test(name)).map(({ showName }) => showName),
    type: fields.find(({ name }) => name === 'mmse.message_type')?.show,
    sides,
  };
}

/** The sides as tshark has them: those of a JPEG begin with its lines; it looks into no WBMP. */
const sidesOf = ({ format, widthPx, heightPx }: Seen) =>
  format === 'WBMP' ? [] : format === 'JPEG' ? [heightPx, widthPx] : [widthPx, heightPx];

describe('messages with pictures for a handset', () => {
  it('three handsets, with the octets that they take and with few', async () => {
    const parts = [
      { name: 'sea.jpg', data: await writeStill(await grained(1024, 768), 1024, 768, 'jpeg') },
      { name: 'sea.txt', data: 'The sea' },
      { name: 'turned.jpg', data: image('exif-orientation-6.jpg') },
      { name: 'logo.png', data: image('logo-alpha.png') },
      { name: 'moving.gif', data: image('anim-full-frames.gif') },
      { name: 'bye.txt', data: 'Bye' },
    ];
    const cases = [];
    const pushes: Uint8Array[] = [];
    for (const profile of COMPOSED) {
      for (const most of [profile.mms!.maxBytes!, 9000]) {
        const fitImages = fitImagesFor(profile);
        const options = { profile, maxOctets: most, fitImages, date: new Date(0), subject: 'Pictures' };
        const message = await composeMms(parts, options);
        const octets = encodeMms(message);
        pushes.push(encodePush({ transactionId: 1, contentType: 'application/vnd.wap.mms-message', body: octets }));
        const pictures = message.parts.filter(isPicture);
        const isWbmp = (type: string) => type === 'image/vnd.wap.wbmp';
        const seen = (
          await readByMagick(pictures.map(({ data, contentType }) => ({ octets: data, isWbmp: isWbmp(contentType) })))
        ).map(seenOf);
        const widthPx = Math.min(profile.screen.width!, profile.mms!.maxWidth!);
        const heightPx = Math.min(profile.screen.height!, profile.mms!.maxHeight!);
        cases.push({ profile, most, message, octets, pictures, seen, widthPx, heightPx });
      }
    }
    const protocols = await dissectProtocols(
      pushes.map((octets) => ({ octets, direction: 'MT' })),
      'wsp-cl',
    );
    judge(
      `ImageMagick ${(await imageVersions()).imagemagick} and tshark ${await tsharkVersion()}, messages`,
      [],
      cases.map(({ profile, most, octets, pictures, seen, widthPx, heightPx }, i) => ({
        input: profile,
        right: {
          pictures: 4,
          isInBox: true,
          types: pictures.map(({ contentType }) => contentType),
          isTaken: true,
          isWithin: true,
          besides: [],
          complaints: [],
          type: '0x84',
          sides: seen.flatMap(sidesOf),
        },
        shown: {
          pictures: pictures.length,
          isInBox: seen.every((each) => each.widthPx <= widthPx && each.heightPx <= heightPx),
          types: seen.map(({ format }) => CONTENT_TYPES[format]),
          isTaken: pictures.every(({ contentType }) => profile.mms!.types.includes(contentType)),
          isWithin: octets.length <= most,
          besides: pictures.flatMap(({ data }) => besidesPicture(data)),
          ...tsharkShows(protocols[i]!),
        },
        label: `${profile.make} ${profile.model}, ${octets.length} of ${most} octets: ${seen
          .map((each) => `${each.format} ${each.widthPx}x${each.heightPx}`)
          .join(', ')}`,
      })),
    );
  });
});
