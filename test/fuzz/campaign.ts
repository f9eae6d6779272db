/**
 * The fuzzing of one target: its seeds first, then mutants of those that taught something. An input that takes a new branch of the sources is kept in a
 * pool and mutated further; sources that tell nothing of their branches, as in a test, have everything kept. Seed and target decide everything, as long
 * as no run is cut off.
 */
import { Coverage, taken } from './coverage.js';
import { mutateOctets, type OctetDonors } from './mutate-octets.js';
import { mutateText, type TextDonors } from './mutate-text.js';
import { hashOf, Random } from './random.js';
import { octetsOf, PREFERRED, type Seed } from './seeds.js';
import type { Group, Input, Target } from './target.js';
import { type Allowance, type Fault, tryInput } from './trial.js';

/** Inputs that are kept at most in each pool; beyond it a new one takes the place of another. */
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

/** What came of one input. */
export interface Step {
  readonly input: Input;
  /** Whether it was made from another one. */
  readonly isMutant: boolean;
  /** Whether it was read, and not refused. */
  readonly isRead: boolean;
  /** Branches that none before it took. */
  readonly branches: readonly number[];
  /** Its fault, when that is new. */
  readonly fault?: Fault;
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
  /** What was kept: inputs that were read, and inputs that were refused. */
  readonly #read: Input[] = [];
  readonly #refused: Input[] = [];
  readonly #coverage = new Coverage();
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

  /** Runs the next input: a seed that waits, or a mutant; every other time while there are both. */
  async step(): Promise<Step> {
    const isMutant = this.#waiting.length === 0 || (this.#read.length + this.#refused.length > 0 && this.#random.oneIn(2));
    const input = isMutant ? this.#mutant() : (this.#waiting.pop() as Input);
    this.#onInput?.(input);
    taken.fill(0);
    const { fault, isRead = false } = await tryInput(this.#target, input, this.#allowance);
    this.executions++;
    const branches = this.#coverage.add();
    if (fault === undefined) {
      if (branches.length > 0 || this.#coverage.isEmpty) this.#keep(input, isRead ? this.#read : this.#refused);
    } else if (!this.#reported.has(fault.signature)) {
      this.#reported.add(fault.signature);
      return { input, isMutant, isRead, branches, fault };
    }
    return { input, isMutant, isRead, branches };
  }

  #keep(input: Input, pool: Input[]): void {
    if (pool.length < MOST_KEPT) pool.push(input);
    else pool[this.#random.below(MOST_KEPT)] = input;
  }

  #mutant(): Input {
    const random = this.#random;
    // Most often of what was read: of the rest most is refused again before it comes far.
    const isOfRefused = this.#read.length === 0 || (this.#refused.length > 0 && random.oneIn(4));
    const pool = isOfRefused ? this.#refused : this.#read;
    if (pool.length === 0) return this.#target.kind === 'text' ? '' : new Uint8Array(0);
    // Every other time one of the latest: what they found is less trodden.
    const from = random.oneIn(2) ? Math.max(0, pool.length - 20) : 0;
    const parent = pool[from + random.below(pool.length - from)] as Input;
    const mutant =
      typeof parent === 'string'
        ? mutateText(parent, random, this.#textDonors, MOST_LENGTH)
        : mutateOctets(parent, random, this.#octetDonors, MOST_LENGTH);
    const { repair } = this.#target;
    return repair !== undefined && random.oneIn(2) ? repair(mutant as never) : mutant;
  }
}

function shuffle(list: unknown[], random: Random): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
}
