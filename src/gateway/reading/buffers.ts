/**
 * The large buffers of a value, which can be handed from one thread to another.
 * @module
 */

/** Smaller buffers are cheaper to copy. */
const MIN_OCTETS = 65_536;

/** Finds the large buffers in a value of plain objects and lists. Views of part of a buffer are left out, since other data may share that buffer. */
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
