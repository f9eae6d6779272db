/**
 * Octet strings as arguments and results.
 * @module
 */

/** A fresh copy. Not `slice`: on a Node Buffer that is a view, and what was returned would change with the caller's buffer. */
export function copyOf(octets: Uint8Array): Uint8Array {
  return new Uint8Array(octets);
}

/**
 * Requires octets, of whatever realm they are; a string or a plain array would be read as garbage.
 * @throws TypeError
 */
export function requireOctets(value: unknown, name: string): asserts value is Uint8Array {
  if (!ArrayBuffer.isView(value) || (value as Uint8Array).BYTES_PER_ELEMENT !== 1) {
    throw new TypeError(`${name} is not a Uint8Array; fromHex makes one of hex`);
  }
}
