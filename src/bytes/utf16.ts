/**
 * UTF-16 units of strings, fast.
 * @module
 */

/**
 * The unit at an index, as `charCodeAt`. In the loops over a text this call is worth four times its speed: V8 looks a method up anew on
 * every call once it has met more than four of its kinds of string at a place (flat or sliced, one or two octets a unit ...), and a
 * library meets them all. The same holds for `length`, which loops take once.
 */
export function unitAt(text: string, index: number): number {
  return String.prototype.charCodeAt.call(text, index);
}

/** A text with U+FFFD for each surrogate without its other half, which no encoding has. */
export function toWellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
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
