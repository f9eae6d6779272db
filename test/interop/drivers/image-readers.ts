/**
 * ImageMagick and sharp (libvips) as readers of picture files: what they say of a file, and its frames as RGBA.
 * @module
 */
import sharp from 'sharp';
import { type Converted, convertFolder, octetsOf } from './files.js';

/** A picture file as a program sees it: upright, its frames whole. */
export interface Seen {
  /** JPEG, PNG, GIF, WBMP, BMP. */
  readonly format: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGBA with straight alpha, a frame each. */
  readonly frames: readonly Uint8Array[];
  /** A frame each; 0 for a still. */
  readonly delaysMs: readonly number[];
  /** What the file has besides its picture, by the names that the program has for it. */
  readonly besides: readonly string[];
}

/** What ImageMagick alone tells. */
export interface SeenByMagick extends Seen {
  /** Different colours of the richest frame. */
  readonly colors: number;
  /** None, Line (PNG), JPEG (progressive). */
  readonly interlace: string;
  /** Such as 2x2,1x1,1x1; empty for other files than JPEG. */
  readonly sampling: string;
  /** Undefined, or a name such as RightTop. */
  readonly orientation: string;
}

/** What sharp alone tells. */
export interface SeenBySharp extends Seen {
  /** How often an animation is played again, 0 without an end; absent where the file says nothing. */
  readonly loops: number | undefined;
}

/** A file that was read, or why not. */
export type Reading<S extends Seen> = { readonly seen: S } | { readonly error: string };

/** What is asked of each frame as it is stored; the comment comes last, as it may hold anything. */
const ASKED = ['m', 'T', 'k', '[interlace]', '[jpeg:sampling-factor]', '[orientation]', '[EXIF:Orientation]', 'c'];

/** Files that one process reads. Most of the time of a process goes into its start. */
const AT_ONCE = 24;

/** A file, and what nothing in it tells: that it is a WBMP. */
interface ToRead {
  readonly octets: Uint8Array;
  readonly isWbmp?: boolean;
}

/** Lets ImageMagick read files: what it says of each frame as it is stored, then whole frames upright. */
export async function readByMagick(files: readonly ToRead[]): Promise<Reading<SeenByMagick>[]> {
  const steps = files.map(({ isWbmp = false }, i) =>
    [
      `${isWbmp ? 'wbmp:' : ''}${i}.img -format '${ASKED.map((name) => `%${name}`).join('|')}\\n' -write info:${i}.info`,
      // Turned last: a picture that was turned keeps its old canvas, to which -coalesce would cut it.
      `-coalesce -auto-orient +repage -colorspace sRGB -alpha on -depth 8`,
      `-format '%w %h\\n' -write info:${i}.size -write rgba:${i}.rgba`,
    ].join(' '),
  );
  const script = ['export MAGICK_THREAD_LIMIT=1'];
  for (let first = 0; first < steps.length; first += AT_ONCE) {
    const some = steps.slice(first, first + AT_ONCE);
    const ended = (i: number) => `${i}.info ${i}.size ${i}.rgba`;
    script.push(
      // A file that cannot be read leaves those behind it in disorder: then each is read by a process of its own.
      `if ! convert ${some.map((step) => `\\( ${step} +delete \\)`).join(' ')} xc: null: 2> all.log; then`,
      ...some.map((step, k) => {
        const i = first + k;
        return `rm -f ${ended(i)}; convert ${step} null: 2> ${i}.log || rm -f ${i}.rgba`;
      }),
      'fi',
    );
  }
  const inputs = files.map(({ octets }) => octets);
  // Longer than what a program may be given as an argument.
  const job = { inputs, from: 'img', to: ['info', 'size', 'rgba'] as const, files: { 'read.sh': script.join('\n') } };
  const { info, size, rgba } = await convertFolder({ ...job, script: 'sh read.sh || true' });
  return files.map((_, i) => magickSeen(info[i]!, size[i]!, rgba[i]!));
}

function magickSeen(info: Converted, size: Converted, rgba: Converted): Reading<SeenByMagick> {
  if ('error' in rgba) return { error: rgba.error };
  const text = (file: Converted) => Buffer.from(octetsOf(file)).toString('latin1').trimEnd();
  const [widthPx, heightPx] = text(size).split(/\s+/).map(Number) as [number, number];
  const octets = widthPx * heightPx * 4;
  if (octets === 0) return { error: 'reads no pixels' };
  const frames = Array.from({ length: rgba.octets.length / octets }, (_, i) =>
    rgba.octets.subarray(i * octets, (i + 1) * octets),
  );
  const rows = text(info)
    .split('\n')
    .map((row) => row.split('|'))
    .filter((row) => row.length >= ASKED.length);
  const [format = '', , , interlace = '', sampling = '', orientation = '', exif = '', comment = ''] = rows[0] ?? [];
  return {
    seen: {
      format,
      widthPx,
      heightPx,
      frames,
      delaysMs: frames.length === 1 ? [0] : rows.map((row) => Number(row[1]) * 10),
      besides: [...(exif === '' ? [] : ['exif']), ...(comment === '' ? [] : ['comment'])],
      colors: Math.max(...rows.map((row) => Number(row[2]))),
      interlace,
      sampling,
      orientation,
    },
  };
}

/** Lets sharp read a file. */
export async function readBySharp(octets: Uint8Array): Promise<Reading<SeenBySharp>> {
  try {
    const meta = await sharp(octets).metadata();
    const pages = meta.pages ?? 1;
    const frames: Uint8Array[] = [];
    let [widthPx, heightPx] = [0, 0];
    for (let page = 0; page < pages; page++) {
      const { data, info } = await sharp(octets, pages === 1 ? {} : { page })
        .autoOrient()
        .toColourspace('srgb')
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      [widthPx, heightPx] = [info.width, info.height];
      frames.push(new Uint8Array(data));
    }
    const besides = (['exif', 'icc', 'iptc', 'xmp', 'comments'] as const).filter((name) => meta[name] !== undefined);
    return {
      seen: {
        format: meta.format.toUpperCase(),
        widthPx,
        heightPx,
        frames,
        delaysMs: pages === 1 ? [0] : (meta.delay ?? []),
        besides,
        loops: meta.loop,
      },
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** What had to be read. @throws Error with the program's words. */
export function seenOf<S extends Seen>(reading: Reading<S> | undefined): S {
  if (reading !== undefined && 'seen' in reading) return reading.seen;
  throw new Error(reading?.error ?? 'no such file');
}
