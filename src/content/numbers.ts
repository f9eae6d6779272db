/**
 * Recipients as callers give them.
 * @module
 */

/** Numbers of a list, or of a text with commas between them; empty ones are skipped, as the interface does (G-SMS-15). @throws TypeError */
export function readNumbers(given: string | readonly string[] | undefined, name: string): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const list = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(list)) throw new TypeError(`${name} is neither a string nor an array of them`);
  const numbers: string[] = [];
  for (const item of list as readonly unknown[]) {
    if (typeof item !== 'string') throw new TypeError(`${name} has an item that is not a string`);
    for (const number of item.split(',')) if (number.trim() !== '') numbers.push(number.trim());
  }
  return numbers;
}
