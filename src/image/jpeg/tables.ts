/**
 * The tables in a JPEG, of quantization steps and of Huffman codes, and its restart interval.
 *
 * Source: ITU-T T.81 section B.2.4.
 * @module
 */
import type { Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import {
  readHuffmanCounts,
  readHuffmanId,
  readHuffmanSymbols,
  readQuantId,
  readQuantValues,
} from '../../media/jpeg-headers.js';
import type { JpegSegment } from '../../media/jpeg-segments.js';
import { requireEnd } from '../leniency.js';

/**
 * Quantization tables (B.2.4.1): each is put at its number, as 64 values in zigzag order.
 * @throws DecodeError `bad-value` for a table number over 3, a precision over 1 or a value of 0; `truncated`.
 */
export function readQuantTables({ body }: JpegSegment, tables: (Uint16Array | undefined)[]): void {
  do {
    const at = body.offset;
    const [precision, number] = readQuantId(body);
    if (precision > 1 || number > 3) {
      throw new DecodeError('bad-value', 'JPEG/DQT/table', at, `precision ${precision}, table ${number}: at most 1 and 3`);
    }
    const from = readQuantValues(body, precision);
    const { octets } = body;
    const table = new Uint16Array(64);
    for (let i = 0; i < 64; i++) {
      const where = precision === 0 ? from + i : from + i * 2;
      const high = octets[where] as number;
      const value = precision === 0 ? high : (high << 8) | (octets[where + 1] as number);
      if (value === 0) throw new DecodeError('bad-value', 'JPEG/DQT/values', where, 'a step of 0');
      table[i] = value;
    }
    tables[number] = table;
  } while (body.remaining > 0);
}

/** A Huffman table of a DHT segment (B.2.4.2). */
export interface HuffmanSpec {
  readonly isAc: boolean;
  /** 0 to 3. */
  readonly number: number;
  /** How many codes have 1 to 16 bits, at 0 to 15. */
  readonly counts: Uint8Array;
  /** Their symbols, shortest code first; at most 256. */
  readonly symbols: Uint8Array;
  /** Offset of the table in the file. */
  readonly at: number;
}

/**
 * Huffman tables, in their order.
 * @throws DecodeError `bad-value` for a class over 1, a number over 3, more codes than fit, or a DC symbol over 15;
 * `truncated`.
 */
export function readHuffmanSpecs({ body }: JpegSegment): HuffmanSpec[] {
  const specs: HuffmanSpec[] = [];
  do {
    const at = body.offset;
    const [tableClass, number] = readHuffmanId(body);
    if (tableClass > 1 || number > 3) {
      throw new DecodeError('bad-value', 'JPEG/DHT/table', at, `class ${tableClass}, table ${number}: at most 1 and 3`);
    }
    const counts = readHuffmanCounts(body);
    let total = 0;
    let room = 1;
    for (let i = 0; i < 16; i++) {
      const count = counts[i] as number;
      total += count;
      room = room * 2 - count;
      if (room < 0)
        throw new DecodeError('bad-value', 'JPEG/DHT/counts', at + 1 + i, `no room for ${count} codes of ${i + 1} bits`);
    }
    if (total > 256) throw new DecodeError('bad-value', 'JPEG/DHT/counts', at + 1, `${total} codes, at most 256`);
    const symbols = readHuffmanSymbols(body, total);
    if (tableClass === 0) {
      const wrong = symbols.findIndex((symbol) => symbol > 15);
      if (wrong >= 0)
        throw new DecodeError('bad-value', 'JPEG/DHT/symbols', at + 17 + wrong, `DC size ${symbols[wrong]}, at most 15`);
    }
    specs.push({ isAc: tableClass === 1, number, counts, symbols, at });
  } while (body.remaining > 0);
  return specs;
}

/** The restart interval in MCUs, 0 for none (B.2.4.4). @throws DecodeError `truncated`. */
export function readRestartInterval({ body }: JpegSegment, reading: Reading): number {
  const interval = body.u16('JPEG/DRI/interval');
  requireEnd(body, 'JPEG/DRI', reading);
  return interval;
}
