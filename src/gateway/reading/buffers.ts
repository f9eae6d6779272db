/**
 * The large buffers of a value, which can be handed from one thread to another.
 * @module
 */

/** Octets from which on a buffer is worth it. */
const MIN_OCTETS = 65_536;

/** Buffers of octets in a value of plain objects and lists. A part of a larger buffer stays: what is beside it belongs to others. */
export function findBuffers(value: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const look = (part: unknown): void => {
    if (part instanceof Uint8Array) {
      const { buffer } = part;
      const isWhole = buffer instanceof ArrayBuffer && part.length === buffer.byteLength;
      if (isWhole && part.length >= MIN_OCTETS) found.add(buffer);
    } else if (typeof part === 'object' && part !== null) Object.values(part).forEach(look);
  };
  look(value);
  return [...found];
}
