/**
 * Picture files that other programs make of generated pictures, and what tells one picture from another.
 * @module
 */
import sharp from 'sharp';
import { withoutHidden } from '../support/rasters.js';

/** RGBA of a picture by a function of its pixels. */
function painted(
  widthPx: number,
  heightPx: number,
  colourAt: (x: number, y: number) => readonly [number, number, number, number],
): Uint8Array {
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let y = 0, at = 0; y < heightPx; y++) for (let x = 0; x < widthPx; x++, at += 4) rgba.set(colourAt(x, y), at);
  return new Uint8Array(rgba.buffer);
}

/** Like a photograph: sky, water with waves, a boat, grain. @param moved 0 to 1, how far the boat has come. */
export function photograph(widthPx: number, heightPx: number, moved = 0.4): Uint8Array {
  let state = 99_991;
  return painted(widthPx, heightPx, (x, y) => {
    const [u, v] = [x / widthPx, y / heightPx];
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const grain = (state >>> 28) - 7.5;
    const [du, dv] = [u - 0.15 - 0.7 * moved, v - 0.52];
    const isHull = Math.abs(du) < 0.1 - dv && dv > 0 && dv < 0.06;
    const isSail = dv < 0 && dv > -0.3 && du > -0.01 && du < (dv + 0.3) * 0.4;
    const wave = Math.sin(u * 60 + Math.sin(v * 90) * 3) * 14 + Math.sin(u * 160 - v * 210) * 8;
    const cloud = Math.sin(u * 9 + Math.sin(v * 14) * 2) * 16 + Math.sin(u * 37 - v * 29) * 9;
    if (isHull) return [110 + grain + wave, 62 + grain, 48 + grain, 255];
    if (isSail) return [238 + grain, 226 + grain - dv * 60, 205 + grain, 255];
    if (v > 0.5) return [40 + wave + grain, 85 + wave * 1.2 + 40 * v + grain, 120 + wave + grain, 255];
    return [110 + 120 * v + cloud + grain, 150 + 80 * v + cloud + grain, 225 + grain, 255];
  });
}

/** A drawing of four colours: a field of squares, a ring, lines. @param turned 0 to 1, where the ring is. */
export function drawing(widthPx: number, heightPx: number, turned = 0.25): Uint8Array {
  const angle = turned * 2 * Math.PI;
  return painted(widthPx, heightPx, (x, y) => {
    const [u, v] = [x / widthPx - 0.5 - 0.2 * Math.cos(angle), y / heightPx - 0.5 - 0.2 * Math.sin(angle)];
    const far = Math.hypot(u, v);
    if (far > 0.12 && far < 0.2) return [200, 20, 30, 255];
    if (y > heightPx * 0.85 && (x >> 4) % 2 === (y >> 4) % 2) return [20, 60, 160, 255];
    if (Math.abs(x - y) < 3) return [0, 0, 0, 255];
    return [255, 255, 255, 255];
  });
}

/** A disc of one colour with a soft edge; what is hidden outside of it is magenta. */
export function disc(widthPx: number, heightPx: number): Uint8Array {
  return painted(widthPx, heightPx, (x, y) => {
    const far = Math.hypot(x / widthPx - 0.5, y / heightPx - 0.5);
    if (far > 0.45) return [255, 0, 255, 0];
    return [30, 120 + 200 * (0.5 - far), 60, far < 0.35 ? 255 : ((0.45 - far) / 0.1) * 255];
  });
}

/** Formats of a still; `alpha` is a PNG that keeps its fourth channel, even where all of it is opaque. */
type Still = 'jpeg' | 'progressive' | 'png' | 'palette' | 'adam7' | 'gif' | 'alpha';

/** A still that sharp writes. */
export async function writeStill(rgba: Uint8Array, width: number, height: number, format: Still): Promise<Uint8Array> {
  const image = sharp(rgba, { raw: { width, height, channels: 4 } });
  if (format === 'alpha') return new Uint8Array(await image.png().toBuffer());
  image.removeAlpha();
  switch (format) {
    case 'jpeg':
    case 'progressive':
      return new Uint8Array(await image.jpeg({ quality: 90, progressive: format !== 'jpeg' }).toBuffer());
    case 'gif':
      return new Uint8Array(await image.gif().toBuffer());
    default:
      return new Uint8Array(await image.png({ palette: format === 'palette', progressive: format === 'adam7' }).toBuffer());
  }
}

/** An animation that sharp writes. @param loop how often it plays, 0 without an end. */
export async function writeAnimation(
  frames: readonly Uint8Array[],
  width: number,
  height: number,
  delay: readonly number[],
  loop: number,
): Promise<Uint8Array> {
  const raw = { width, height: height * frames.length, channels: 4, pageHeight: height } as const;
  const image = sharp(Buffer.concat(frames), { raw });
  return new Uint8Array(await image.gif({ delay: [...delay], loop }).toBuffer());
}

/** How far two pictures are apart: 'equal', or by how many levels at most. */
export function apart(ours: Uint8Array, theirs: Uint8Array | undefined): string {
  if (theirs === undefined || ours.length !== theirs.length) return 'of different sizes';
  const [one, other] = [ours, withoutHidden(Uint8Array.from(theirs))];
  let most = 0;
  for (let i = 0; i < one.length; i++) most = Math.max(most, Math.abs(one[i]! - other[i]!));
  return most === 0 ? 'equal' : `apart by up to ${most}`;
}

/** A picture as it is seen on white paper. */
export function overWhite(rgba: Uint8Array): Uint8Array {
  return rgba.map((level, i) => {
    const alpha = rgba[i | 3]!;
    return (i & 3) === 3 ? 255 : Math.round((level * alpha + 255 * (255 - alpha)) / 255);
  });
}

/** The mean red, green, blue and alpha. */
export function meanOf(rgba: Uint8Array): readonly number[] {
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < rgba.length; i++) sums[i & 3]! += rgba[i]!;
  return sums.map((sum) => (sum * 4) / rgba.length);
}

/** What a file has besides its picture, octet by octet: segments of a JPEG, chunks of a PNG, blocks of a GIF. */
export function besidesPicture(octets: Uint8Array): string[] {
  if (octets[0] === 0xff) return besidesJpeg(octets);
  if (octets[0] === 0x89) return besidesPng(octets);
  return octets[0] === 0x47 ? besidesGif(octets) : [];
}

/** Segments before the first scan other than JFIF's head, tables, the frame, and what comes behind the scan. */
function besidesJpeg(octets: Uint8Array): string[] {
  const found: string[] = [];
  for (let at = 2; octets[at] === 0xff && octets[at + 1] !== 0xda; at += 2 + octets[at + 2]! * 256 + octets[at + 3]!) {
    const marker = octets[at + 1]!;
    if (![0xc0, 0xc4, 0xdb, 0xdd, 0xe0].includes(marker)) found.push(marker.toString(16));
  }
  if (octets.at(-2) !== 0xff || octets.at(-1) !== 0xd9) found.push('octets behind the end');
  return found;
}

function besidesPng(octets: Uint8Array): string[] {
  const found: string[] = [];
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  let type = '';
  let at = 8;
  while (at < octets.length && type !== 'IEND') {
    type = Buffer.from(octets.subarray(at + 4, at + 8)).toString('latin1');
    if (!['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type)) found.push(type);
    at += 12 + view.getUint32(at);
  }
  if (at !== octets.length) found.push('octets behind the end');
  return found;
}

/** Extensions other than those of an animation. */
function besidesGif(octets: Uint8Array): string[] {
  const found: string[] = [];
  const tableOctets = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + tableOctets(octets[10]!);
  const skipBlocks = () => {
    while (octets[at]! > 0) at += octets[at]! + 1;
    at++;
  };
  for (;;) {
    const introducer = octets[at++];
    if (introducer === 0x21) {
      const label = octets[at++]!;
      const name = Buffer.from(octets.subarray(at + 1, at + 12)).toString('latin1');
      if (label !== 0xf9 && !(label === 0xff && name === 'NETSCAPE2.0')) found.push(label.toString(16));
    } else if (introducer === 0x2c) {
      at += 9 + tableOctets(octets[at + 8]!) + 1;
    } else {
      if (at !== octets.length) found.push('octets behind the end');
      return found;
    }
    skipBlocks();
  }
}
