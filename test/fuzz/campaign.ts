/**
 * The fuzzing of one target: its seeds first, then mutants of those that taught something. An input whose outcome has a new mark is kept in a pool
 * and mutated further. Seed and target decide everything, as long as no run is cut off.
 */
import { mutateOctets, type OctetDonors } from './mutate-octets.js';
import { mutateText, type TextDonors } from './mutate-text.js';
import { hashOf, Random } from './random.js';
import { octetsOf, PREFERRED, type Seed } from './seeds.js';
import type { Group, Input, Target } from './target.js';
import { type Allowance, type Fault, tryInput } from './trial.js';

/** Inputs that are kept at most; beyond it a new one takes the place of another. */
const MOST_KEPT = 600;
/** Octets or characters of a mutant at most. */
const MOST_LENGTH = 65_536;

/** What a campaign begins with. */
export interface Beginning {
  readonly target: Target;
  readonly group: Group;
  readonly seeds: readonly Seed[];
  readonly seed: number;
  /** Seeds that are tried at most; all by default. Those of the target itself always are. */
  readonly mostSeeds?: number;
  /** What an earlier campaign kept. */
  readonly kept?: readonly Input[];
  readonly allowance?: Allowance;
  /** Called with each input before it is run. */
  readonly onInput?: (input: Input) => void;
}

/** See the module. */
export class Campaign {
  readonly #target: Target;
  readonly #random: Random;
  readonly #allowance: Allowance | undefined;
  readonly #onInput: ((input: Input) => void) | undefined;
  /** Seeds that were not tried yet, the next one last. */
  readonly #waiting: Input[];
  readonly #octetDonors: OctetDonors;
  readonly #textDonors: TextDonors;
  readonly #pool: Input[] = [];
  readonly #marks = new Set<number>();
  /** Signatures that were reported. */
  readonly #reported = new Set<string>();
  executions = 0;

  constructor({ target, group, seeds, seed, mostSeeds, kept = [], allowance, onInput }: Beginning) {
    this.#target = target;
    this.#random = new Random(hashOf(`${seed} ${target.name}`));
    this.#allowance = allowance;
    this.#onInput = onInput;
    const isText = target.kind === 'text';
    const usable = isText ? seeds.filter(({ text }) => text !== undefined) : [...seeds];
    shuffle(usable, this.#random);
    // A stable sort: the order among equals stays shuffled.
    usable.sort((a, b) => Number(PREFERRED[group].test(a.origin)) - Number(PREFERRED[group].test(b.origin)));
    const inputs = usable.map(({ octets, text }) => (isText ? (text as string) : octets));
    const own = [...target.seeds(), ...kept];
    this.#waiting = [...inputs.slice(-(mostSeeds ?? inputs.length)), ...own];
    const donors = [...inputs, ...own];
    const words = target.words.map(octetsOf);
    this.#octetDonors = { inputs: isText ? [] : (donors as Uint8Array[]), words };
    this.#textDonors = { inputs: isText ? (donors as string[]) : [], words: target.words };
  }

  /** Inputs whose outcomes differ. */
  get keptCount(): number {
    return this.#marks.size;
  }

  /** Whether every seed was tried. */
  get isPastSeeds(): boolean {
    return this.#waiting.length === 0;
  }

  /** Runs the next input. @returns the input when it was kept, or its fault when that is new */
  async step(): Promise<{ readonly kept?: Input; readonly fault?: Fault; readonly input: Input }> {
    const input = this.#next();
    this.#onInput?.(input);
    const verdict = await tryInput(this.#target, input, this.#allowance);
    this.executions++;
    if (verdict.fault !== undefined) {
      if (this.#reported.has(verdict.fault.signature)) return { input };
      this.#reported.add(verdict.fault.signature);
      return { input, fault: verdict.fault };
    }
    if (this.#marks.has(verdict.mark)) return { input };
    this.#marks.add(verdict.mark);
    if (this.#pool.length < MOST_KEPT) this.#pool.push(input);
    else this.#pool[this.#random.below(MOST_KEPT)] = input;
    return { input, kept: input };
  }

  /** A seed that waits, or a mutant: every other time while there are both. */
  #next(): Input {
    const random = this.#random;
    if (this.#waiting.length > 0 && (this.#pool.length === 0 || random.oneIn(2))) return this.#waiting.pop() as Input;
    if (this.#pool.length === 0) return this.#target.kind === 'text' ? '' : new Uint8Array(0);
    // Every other time one of the latest: what they found is less trodden.
    const from = random.oneIn(2) ? Math.max(0, this.#pool.length - 20) : 0;
    const parent = this.#pool[from + random.below(this.#pool.length - from)] as Input;
    return typeof parent === 'string'
      ? mutateText(parent, random, this.#textDonors, MOST_LENGTH)
      : mutateOctets(parent, random, this.#octetDonors, MOST_LENGTH);
  }
}

function shuffle(list: unknown[], random: Random): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
}
