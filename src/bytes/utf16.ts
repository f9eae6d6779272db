/**
 * UTF-16 units of strings, fast.
 * @module
 */

/** UTF-16 units that {@link utf8Scratch} has room for. */
export const SCRATCH_UNITS = 1024;

let octetScratch: Uint8Array | undefined;
let wordScratch: DataView | undefined;
let textOctets: Uint8Array | undefined;
let views: (Uint8Array | undefined)[] | undefined;
let encoder: TextEncoder | undefined;
let decoder: TextDecoder | undefined;
/** The text that the scratch holds, and its octets there: who measures a text mostly writes it next. */
let heldText: string | undefined;
let heldOctets = 0;

/** Where {@link utf8ToScratch} writes, for reading alone; its next call overwrites it. */
export function utf8Scratch(): Uint8Array {
  octetScratch ??= new Uint8Array(3 * SCRATCH_UNITS);
  return octetScratch;
}

/** The same octets for a reader of four at a time, which takes a quarter less time than one of single octets. */
export function utf8Words(): DataView {
  wordScratch ??= new DataView(utf8Scratch().buffer);
  return wordScratch;
}

/**
 * Writes at most {@link SCRATCH_UNITS} units of text to the scratch as UTF-8 and returns how many octets that took. For more than a dozen
 * characters, one call of the platform's encoder and a loop over its octets is several times faster than asking the string for each unit.
 * A lone surrogate becomes U+FFFD.
 */
export function utf8ToScratch(text: string): number {
  if (text === heldText) return heldOctets;
  encoder ??= new TextEncoder();
  heldOctets = encoder.encodeInto(text, utf8Scratch()).written;
  heldText = text;
  return heldOctets;
}

/** The same for units `from` to `to` of a longer text, of which nothing is kept: an engine's piece of a text keeps the whole in memory. */
export function pieceToScratch(text: string, from: number, to: number): number {
  const written = utf8ToScratch(text.slice(from, to));
  heldText = undefined;
  return written;
}

/**
 * The character outside ASCII that begins at an octet of the scratch, which takes 2 octets below U+0800 and 3 from there on; U+FFFD
 * stands for all that takes 4.
 */
export function wideUnit(octets: Uint8Array, at: number): number {
  const lead = octets[at] as number;
  const second = (octets[at + 1] as number) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  return lead < 0xf0 ? ((lead & 15) << 12) | (second << 6) | ((octets[at + 2] as number) & 0x3f) : 0xfffd;
}

/** Writes a unit that is no surrogate as UTF-8 and returns where it ends. */
export function putUnit(octets: Uint8Array, at: number, unit: number): number {
  if (unit < 0x80) {
    octets[at] = unit;
    return at + 1;
  }
  if (unit < 0x800) {
    octets[at] = 0xc0 | (unit >> 6);
    octets[at + 1] = 0x80 | (unit & 0x3f);
    return at + 2;
  }
  octets[at] = 0xe0 | (unit >> 12);
  octets[at + 1] = 0x80 | ((unit >> 6) & 0x3f);
  octets[at + 2] = 0x80 | (unit & 0x3f);
  return at + 3;
}

/** Where the octets of a text are put together for {@link textOfScratch}: as many as {@link utf8Scratch} has, and others. */
export function textScratch(): Uint8Array {
  textOctets ??= new Uint8Array(3 * SCRATCH_UNITS);
  return textOctets;
}

/** Views of the lengths of messages are kept, since making one costs about as much as its text. */
function viewOfScratch(length: number): Uint8Array {
  if (length > 512) return textScratch().subarray(0, length);
  views ??= new Array<Uint8Array | undefined>(513).fill(undefined);
  let view = views[length];
  if (view === undefined) {
    view = textScratch().subarray(0, length);
    views[length] = view;
  }
  return view;
}

/** Text of the first octets of {@link textScratch}, which hold UTF-8. */
export function textOfScratch(length: number): string {
  decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(viewOfScratch(length));
}

/**
 * The unit at an index, as `charCodeAt`. In the loops over a text this call is worth four times its speed: V8 looks a method up anew on
 * every call once it has met more than four of its kinds of string at a place (flat or sliced, one or two octets a unit ...), and a
 * library meets them all. The same holds for `length`, which loops take once.
 */
export function unitAt(text: string, index: number): number {
  return String.prototype.charCodeAt.call(text, index);
}

/** Index of the first surrogate without its other half, or -1. */
export function loneSurrogateIndex(text: string): number {
  if (isWellFormed(text)) return -1;
  const length = text.length;
  for (let i = 0; i < length; i++) {
    const unit = unitAt(text, i);
    if ((unit & 0xf800) !== 0xd800) continue;
    if (unit >= 0xdc00 || i + 1 === length || (unitAt(text, i + 1) & 0xfc00) !== 0xdc00) return i;
    i++;
  }
  return -1;
}

/** Whether every surrogate has its other half. Engines of ECMAScript 2024 tell at the speed of a memory scan; false where they cannot. */
function isWellFormed(text: string): boolean {
  const { isWellFormed: native } = String.prototype as { isWellFormed?: (this: string) => boolean };
  return native?.call(text) === true;
}

/** A string of UTF-16 units, in pieces that fit on any engine's argument stack; a plain array is spread faster than a typed one. */
export function textOfUnits(units: ArrayLike<number>, length: number): string {
  let text = '';
  for (let from = 0; from < length; from += 1024) {
    const count = Math.min(1024, length - from);
    const piece: number[] = new Array(count);
    for (let i = 0; i < count; i++) piece[i] = units[from + i] as number;
    text += String.fromCharCode.apply(null, piece);
  }
  return text;
}
