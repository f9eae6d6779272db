/** What is used of a package that has no types of its own. */
declare module 'bluejay-rtttl-parse' {
  interface Melody {
    readonly data: Uint8Array;
    /** Of each note: 0 for one that is written, 1 for one that is too high, 2 for one that there is no room for. */
    readonly errorCodes: readonly (0 | 1 | 2)[];
  }
  const Rtttl: {
    toBluejayStartupMelody(rtttl: string, octets?: number): Melody;
    fromBluejayStartupMelody(melody: Uint8Array, name?: string): string;
  };
  export default Rtttl;
}
