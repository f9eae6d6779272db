/** What the pure modules may take from the platform besides ECMAScript: the same in Node, browsers and workers. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: string;
  decode(octets?: Uint8Array, options?: { stream?: boolean }): string;
}
