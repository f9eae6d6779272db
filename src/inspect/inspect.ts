/**
 * Any payload, field by field. The tree comes from the decoders themselves, which read through a cursor that records (see `Trace`).
 * @module
 */
import type { Field } from '../bytes/index.js';
import { LimitError, type Limits } from '../errors.js';
import type { Direction } from '../sms/index.js';
import { type Bounds, makeBounds } from './call-limits.js';
import { TABLE } from './formats/table.js';
import { FORMATS, type Format, fitsDirection, type Identification } from './formats.js';
import { readHexLine } from './hex-digits.js';
import { fileOfLines } from './hex-dumps.js';
import { checkInput, identifyNested } from './identify.js';
import { type BoundedOpening, type Inspected, MAX_NESTING } from './nested-payloads.js';
import { finishSteps, type Steps } from './steps.js';
import { readText, splitLines } from './texts.js';
import { leafTree, withWarnings } from './trees.js';

/** Options of {@link inspect}. */
export interface InspectOptions {
  /** Format of the payload; by default the most likely one. */
  readonly as?: Format | undefined;
  /** Direction of a TPDU; by default the more likely one for its TP-MTI. */
  readonly direction?: Direction | undefined;
  /** Values that replace `inspectOctets`, `inspectItems` and `inspectFields` of `DEFAULT_LIMITS`, and the limits of the decoders. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * Returns the fields of a payload as a tree, down to bits. The children of a field cover it without gaps. Invalid octets do not throw:
 * the tree then ends with a field `undecoded`, and the root has the `error`. Several PDUs in a text (hex or AT commands, one per line, or
 * among the words of a log) give one tree; the parts of a message are joined and shown after them.
 * @throws LimitError `limit-exceeded` above `inspectOctets` or `inspectItems`.
 * @throws TypeError for an argument of the wrong type.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { inspect } from 'handset/inspect';
 *
 * const tree = inspect(fromHex('01000B917283010010F500000CE8329BFD066D789BF2C607'));
 * tree.children.map(({ name, start, end }) => `${name} ${start}-${end}`);
 * // -> ['first octet 0-1', 'TP-MR 1-2', 'TP-DA 2-10', 'TP-PID 10-11', 'TP-DCS 11-12', 'TP-UDL 12-13', 'TP-UD 13-24']
 * ```
 */
export function inspect(octets: Uint8Array, options?: InspectOptions): Field {
  return finishSteps(inspectInSteps(octets, options));
}

/** As {@link inspect}, with a step after each payload of a log or listing. @throws as it does, at the first step */
export function* inspectInSteps(octets: Uint8Array, options?: InspectOptions): Steps<Field> {
  const { as, direction, limits } = options ?? {};
  checkInput(octets, limits);
  if (as !== undefined && !FORMATS.includes(as)) throw new TypeError(`as is ${as}, which is not one of FORMATS`);
  if (direction !== undefined && direction !== 'MO' && direction !== 'MT')
    throw new TypeError(`direction is ${direction}, allowed: MO, MT`);
  const run = new Run(makeBounds(limits), as, direction);
  // Whoever says what a file of hex lines holds, or which way it went, means the octets, not their digits.
  if ((as === undefined ? direction !== undefined : isBinary(as)) && holdHex(octets, run))
    return yield* run.steps(octets, 'hex');
  if (as !== undefined) return yield* run.steps(octets, as);
  const [best, ...others] = run.readings(octets);
  const field = yield* run.steps(octets, best?.format ?? run.believed);
  return best === undefined || field.error === undefined ? field : withOtherReadings(field, best, others);
}

/** Opens payloads in a text as {@link inspect} would; with bounds of its own. */
export function openPayloads({ as, direction, limits }: InspectOptions = {}): BoundedOpening {
  return new Run(makeBounds(limits), as, direction);
}

/** How much less likely a reading may be than the one that is shown, to be named beside it. */
const NEAR = 0.15;

/** Confidence of a reading that is named. */
const MIN_NAMED = 0.25;

/** Octets that end too early may be several things. */
function withOtherReadings(field: Field, best: Identification, others: readonly Identification[]): Field {
  const near = others.filter(({ confidence }) => confidence >= MIN_NAMED && confidence >= best.confidence - NEAR);
  if (near.length === 0) return field;
  return withWarnings(field, [`taken for ${best.format}; may also be ${near.map(({ format }) => format).join(', ')}`]);
}

/** Whether a format is one of octets, which a listing of hex lines may hold. */
export function isBinary(format: Format): boolean {
  const { refusal, kind } = TABLE[format];
  return refusal !== undefined || kind === 'user data';
}

/** Whether octets are lines of hex, of faulty digits too, or a dump of them. */
function holdHex(octets: Uint8Array, run: Run): boolean {
  const lines = splitLines(readText(octets) ?? '');
  if (lines.length === 0) return false;
  return lines.every((line) => readHexLine(line) !== undefined) || fileOfLines(lines, run) !== undefined;
}

/** One call, at a depth: how payloads are shown there, and the way down into those that they hold. */
class Run implements BoundedOpening {
  readonly bounds: Bounds;
  readonly as: Format | undefined;
  readonly direction: Direction | undefined;
  readonly isBinary = isBinary;
  /** Payloads of text around the one that is shown. */
  readonly #depth: number;

  constructor(bounds: Bounds, as: Format | undefined, direction: Direction | undefined, depth = 0) {
    this.bounds = bounds;
    this.as = as;
    this.direction = direction;
    this.#depth = depth;
  }

  /** With a direction given, octets that nothing can read are taken for the TPDU that the caller believes them to be. */
  get believed(): Format | undefined {
    return this.direction === undefined ? undefined : this.direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt';
  }

  get beside(): BoundedOpening {
    return new Run(this.bounds, this.as, this.direction, this.#depth - 1);
  }

  /** The tree of octets at this depth. */
  show(octets: Uint8Array, format: Format | undefined): Inspected {
    if (format === undefined) return { field: leafTree('unknown octets', octets, this.bounds) };
    return TABLE[format].inspect(octets, this);
  }

  /** As {@link show}, in as many steps as the format has. */
  *steps(octets: Uint8Array, format: Format | undefined): Steps<Field> {
    const { steps = undefined } = format === undefined ? {} : TABLE[format];
    return steps === undefined ? this.show(octets, format).field : yield* steps(octets, this);
  }

  /** The readings that the direction leaves, at this depth. */
  readings(octets: Uint8Array): Identification[] {
    return identifyNested(octets, this.bounds, this.#depth).filter(({ format }) => fitsDirection(format, this.direction));
  }

  readonly identify = (octets: Uint8Array): Identification[] => identifyNested(octets, this.bounds, this.#depth + 1);

  readonly likeliest = (octets: Uint8Array): Format | undefined => this.#inner().readings(octets)[0]?.format ?? this.believed;

  readonly refusal: BoundedOpening['refusal'] = (octets, format) => {
    const { refusal } = TABLE[format];
    return refusal === undefined ? 'any' : refusal(octets, false, undefined);
  };

  inspect(octets: Uint8Array, as?: Format): Inspected {
    const inner = this.#inner();
    const { bounds } = this;
    if (inner.#depth > MAX_NESTING || bounds.fields.isSpent) return { field: leafTree('octets', octets, bounds) };
    try {
      return inner.show(octets, as ?? this.likeliest(octets));
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      return { field: { ...leafTree('octets', octets, bounds), error } };
    }
  }

  #inner(): Run {
    return new Run(this.bounds, undefined, this.direction, this.#depth + 1);
  }
}
