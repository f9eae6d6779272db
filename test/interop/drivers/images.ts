/**
 * ImageMagick and netpbm as converters of files of one bit a pixel; ImageMagick starts once for a whole folder.
 * @module
 */
import { type Converted, convertFolder, forEach } from './files.js';
import { run } from './run.js';

/** Endings: portable bitmap, OTA bitmap, WAP bitmap, Windows bitmap. */
export type ImageFile = 'pbm' | 'otb' | 'wbmp' | 'bmp';

/**
 * `+dither`: else it fills a table of 128 MiB for every picture that it makes one of two colours, though it had two before. For a Windows
 * bitmap, the header of 40 octets instead of a longer one, and one bit a pixel even where the picture has one colour.
 */
const SETTINGS = { otb: '', wbmp: '', pbm: '', bmp: '-type bilevel -define bmp:format=bmp3' } as const;

/** Lets ImageMagick convert files. It chooses the formats by the endings. */
export function magick<To extends ImageFile>(
  inputs: readonly Uint8Array[],
  from: ImageFile,
  to: readonly To[],
): Promise<Record<To, Converted[]>> {
  // 1: it refused some, and went on.
  const script = to
    .map((ending) => `mogrify +dither ${SETTINGS[ending]} -format ${ending} *.${from} || test $? -eq 1`)
    .join('; ');
  return convertFolder({ inputs, from, to, script });
}

/** A program of netpbm from file to file; `$i` in `program` is the number of the input. */
export async function netpbm(program: string, from: ImageFile, inputs: readonly Uint8Array[]): Promise<Converted[]> {
  const script = forEach(inputs.length, `${program} "$i.${from}" > "$i.out" || rm "$i.out"`);
  return (await convertFolder({ inputs, from, to: ['out'], script })).out;
}

/** Formats of `pbmtonokia`. */
export type NokiaFormat = 'HEX_NOL' | 'HEX_NGG' | 'HEX_NPM' | 'NOL' | 'NGG' | 'NPM';

/** What `pbmtonokia` makes of a picture in one of its formats. */
export interface NokiaJob {
  readonly pbm: Uint8Array;
  readonly format: NokiaFormat;
  /** The six hex digits of an operator. */
  readonly network?: string;
  /** Printable ASCII without a single quote. */
  readonly text?: string;
}

export async function pbmToNokia(jobs: readonly NokiaJob[]): Promise<Converted[]> {
  const command = ({ format, network, text }: NokiaJob, index: number) =>
    `pbmtonokia -fmt ${format}${network === undefined ? '' : ` -net ${network}`}${text === undefined ? '' : ` -txt '${text}'`} ` +
    `${index}.pbm > ${index}.out 2> ${index}.log || rm ${index}.out`;
  const inputs = jobs.map(({ pbm }) => pbm);
  return (await convertFolder({ inputs, from: 'pbm', to: ['out'], script: `${jobs.map(command).join('\n')}\ntrue` })).out;
}

/** The versions of both, for titles. */
export async function imageVersions(): Promise<{ readonly imagemagick: string; readonly netpbm: string }> {
  const [magick, pbm] = await Promise.all([run('mogrify', ['-version']), run('pbmtowbmp', ['--version'])]);
  const version = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? 'unknown';
  return {
    imagemagick: version(magick.stdout, /ImageMagick (\S+)/),
    netpbm: version(pbm.stdout + pbm.stderr, /Version: Netpbm (\S+)/),
  };
}
