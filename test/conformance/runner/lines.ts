/**
 * Lines of a stream, each of a bounded length.
 * @module
 */

/** The most octets of a line: the longest answer of the pack needs far less than a tenth of it. */
export const MAX_LINE_OCTETS = 16 * 1024 * 1024;

/** Puts chunks together to lines. @throws Error from the returned function when a line exceeds the limit. */
export function lineSplitter(onLine: (line: string) => void, maxOctets = MAX_LINE_OCTETS): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let octets = 0;
  const add = (piece: Buffer) => {
    octets += piece.length;
    if (octets > maxOctets) throw new Error(`a line of more than ${maxOctets} bytes`);
    pieces.push(piece);
  };
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, end));
      const line = Buffer.concat(pieces).toString('utf8').trim();
      [pieces, octets, from] = [[], 0, end + 1];
      if (line !== '') onLine(line);
    }
    if (from < chunk.length) add(chunk.subarray(from));
  };
}
