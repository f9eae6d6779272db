/**
 * PDUs out of a stream that cuts them anywhere.
 * @module
 */
import { copyOctets, u32be } from '../bytes/octets.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { ByteWriter } from '../bytes/writer.js';
import { checkLength } from './decode.js';

/** Octets of command_length. */
const LENGTH_OCTETS = 4;

/**
 * Splits a stream of octets into PDUs, however the stream is cut. The command_length is checked before further octets are kept, and memory is used only for octets
 * that were received.
 */
export class SmppSplitter {
  readonly #reading: Reading;
  #held = new ByteWriter();
  /** command_length of the PDU that is held, once its four octets are there. */
  #length: number | undefined;
  /** Octets of the stream before the PDU that is held. */
  #offset = 0;

  /** Creates a splitter. @param options `smppOctets` of `limits` is the maximum of a PDU. */
  constructor(options?: DecodeOptions) {
    this.#reading = Reading.of(options);
  }

  /** Returns the number of octets that wait for the rest of their PDU. */
  get pending(): number {
    return this.#held.length;
  }

  /**
   * Yields the PDUs that end in the next octets of the stream, as copies. Consume all before the next call.
   * @throws DecodeError `bad-value` for a length below that of a header, after the PDUs before it; the rest of the stream cannot be split. The offset counts from the
   * beginning of the stream.
   * @throws LimitError above `smppOctets`.
   */
  *split(chunk: Uint8Array): Generator<Uint8Array, void> {
    let at = 0;
    while (at < chunk.length) {
      const whole = this.#held.length === 0 ? this.#wholeAt(chunk, at) : undefined;
      if (whole !== undefined) {
        at += whole.length;
        this.#offset += whole.length;
        yield whole;
        continue;
      }
      const end = Math.min(chunk.length, at + (this.#length ?? LENGTH_OCTETS) - this.#held.length);
      this.#held.bytes(chunk.subarray(at, end));
      at = end;
      if (this.#length === undefined && this.#held.length === LENGTH_OCTETS) {
        const length = u32be(this.#held.finish(), 0);
        checkLength(length, this.#offset, this.#reading);
        this.#length = length;
      } else if (this.#held.length === this.#length) {
        const pdu = this.#held.finish();
        this.#held = new ByteWriter();
        this.#offset += pdu.length;
        this.#length = undefined;
        yield pdu;
      }
    }
  }

  /** A PDU that the chunk has from its first octet to its last: most come so, and need not be put together. */
  #wholeAt(chunk: Uint8Array, at: number): Uint8Array | undefined {
    const left = chunk.length - at;
    if (left < LENGTH_OCTETS) return undefined;
    const length = u32be(chunk, at);
    checkLength(length, this.#offset, this.#reading);
    return length <= left ? copyOctets(chunk.subarray(at, at + length)) : undefined;
  }
}
