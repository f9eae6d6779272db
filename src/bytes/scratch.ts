/**
 * Buffers that the codecs of texts share: UTF-8 is how an engine gives and takes the characters of a string fastest.
 *
 *   text to octets   utf8ToScratch(text)              then read from utf8Scratch()
 *   octets to text   write to textScratch()           then textOfScratch(length)
 *
 * The two are apart, and each is in use from its first to its last step only. A codec calls nothing in between that may come back here: before
 * it reports an issue, it takes its text so far out of the scratch.
 * @module
 */

/** UTF-16 units that {@link utf8Scratch} takes. */
export const SCRATCH_UNITS = 1024;

let octetScratch: Uint8Array | undefined;
let wordScratch: DataView | undefined;
let textOctets: Uint8Array | undefined;
let views: (Uint8Array | undefined)[] | undefined;
let septetOctets: Uint8Array | undefined;
let encoder: TextEncoder | undefined;
let decoder: TextDecoder | undefined;
/** The text that the scratch holds, and how many octets it takes: a text that is measured is mostly written next. */
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

/** The same for units `from` to `to` of a longer text. The piece is not kept: it would hold the whole text in memory. */
export function pieceToScratch(text: string, from: number, to: number): number {
  const written = utf8ToScratch(text.slice(from, to));
  heldText = undefined;
  return written;
}

/** The character that begins at an octet of the scratch, as a UTF-16 unit; U+FFFD for one outside the basic plane. */
export function unitAtOctet(octets: Uint8Array, at: number): number {
  const lead = octets[at] as number;
  if (lead < 0x80) return lead;
  const second = (octets[at + 1] as number) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  return lead < 0xf0 ? ((lead & 15) << 12) | (second << 6) | ((octets[at + 2] as number) & 0x3f) : 0xfffd;
}

/** Octets of the character that begins at an octet of the scratch. */
export function widthAtOctet(octets: Uint8Array, at: number): number {
  const lead = octets[at] as number;
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** Writes a unit that is not a surrogate as UTF-8 and returns where it ends. */
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

/** Where the octets of a text are put together for {@link textOfScratch}. */
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

/** Where the septets of a text are put together: each of {@link SCRATCH_UNITS} characters an escape and a code at most. */
export function septetScratch(): Uint8Array {
  septetOctets ??= new Uint8Array(2 * SCRATCH_UNITS);
  return septetOctets;
}
