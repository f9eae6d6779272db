/**
 * The shape of a conformance case, as fixtures/conformance/schema.json has it and docs/conformance.md explains it.
 * @module
 */

/** Plain JSON: nothing undefined, numbers that every language holds exactly (or short decimals). */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** An object of JSON. */
export type JsonObject = { readonly [name: string]: Json };

/** One way to write something down: octets in upper-case hex, several pieces of them, text, or a value in the field's terms. */
export type Form =
  | { readonly hex: string }
  | { readonly hexList: readonly string[] }
  | { readonly text: string }
  | { readonly value: JsonObject };

/** Why an input has to be refused; `field` and `offset` only where a specification or an independent program fixes them. */
export interface Refusal {
  readonly reason: 'truncated' | 'trailing' | 'bad-value' | 'too-long' | 'unencodable' | 'limit';
  readonly field?: string;
  readonly offset?: number;
}

/** What has to come out. */
export type Expected = Form | { readonly refused: Refusal };

/** What a program made of a case when it was run. */
export type Verdict =
  | { readonly verdict: 'agrees' }
  | {
      readonly verdict: 'differs';
      /** Ids of the list of faults in index.json; together they explain all that it shows. */
      readonly faults: readonly string[];
      /**
       * The members in which it differs, as it has them. `$hex` is what it writes for the value; `refused` that it does not take the input.
       */
      readonly shows: JsonObject;
    }
  | { readonly verdict: 'cannot'; readonly why: string };

/** Where the expectation is from. */
export interface Source {
  /** Document and section. */
  readonly specification?: string;
  /** Programs with their versions that made it, or that agree on it. */
  readonly programs: readonly string[];
}

/** A case without its verdicts: what the vectors say. */
export interface BareCase {
  readonly id: string;
  readonly format: string;
  /** What the case is there for. */
  readonly title: string;
  /** decode: input is on the wire; encode: input is a value; both: from the wire to the value, and back octet by octet. */
  readonly direction: 'decode' | 'encode' | 'both';
  /** strict: any reader. lenient: one that is asked to pass over faults. hostile: any reader, which such an input must not stop or deceive. */
  readonly level: 'strict' | 'lenient' | 'hostile';
  /** What has to be known besides the input, in both directions. */
  readonly options?: JsonObject;
  readonly input: Form;
  readonly expected: Expected;
  /** Largest difference of a number in `expected`, where programs round differently. */
  readonly tolerance?: number;
  readonly source: Source;
  /** The vector behind it, below fixtures/. */
  readonly origin: { readonly file: string; readonly id: string };
}

/** A case as it is published. */
export interface Case extends BareCase {
  /** Ids of bugs that the case finds; of the list in index.json. Absent: none that is known. */
  readonly flags?: readonly string[];
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

/** A file of vectors turned into cases. */
export interface Converted {
  /** Below fixtures/. */
  readonly file: string;
  /** Vectors in the file. */
  readonly vectors: readonly string[];
  readonly cases: readonly BareCase[];
  /** Vectors, or parts of them, that no case carries, and why. */
  readonly left: readonly { readonly id: string; readonly why: string }[];
}
