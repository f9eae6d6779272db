/** The part of omggif 1.0.10 that tests and benchmarks use; it comes without types. */
declare module 'omggif' {
  interface FrameOptions {
    palette?: number[];
    /** In hundredths of a second. */
    delay?: number;
    disposal?: number;
    transparent?: number;
  }
  export class GifWriter {
    constructor(target: Uint8Array, width: number, height: number, options?: { palette?: number[]; loop?: number });
    addFrame(x: number, y: number, width: number, height: number, indices: ArrayLike<number>, options?: FrameOptions): number;
    end(): number;
  }
  export class GifReader {
    constructor(octets: Uint8Array);
    readonly width: number;
    readonly height: number;
    numFrames(): number;
    loopCount(): number | null;
    frameInfo(index: number): {
      x: number;
      y: number;
      width: number;
      height: number;
      delay: number;
      disposal: number;
      transparent_index: number | null;
    };
    decodeAndBlitFrameRGBA(index: number, pixels: Uint8Array): void;
  }
}
