/**
 * Repeated passages of a Nokia ringing tone as patterns.
 *
 *   verse refrain verse refrain coda     ->     A: verse   B: refrain   A again   B again   C: coda
 *   riff riff riff end                   ->     A: riff, 2 loops        B: end
 *
 * A pattern of n instructions takes 17 bits and their own; played again, by its loop or by naming it, nothing or 17 bits. A phone has
 * four patterns. What a passage needs that is not in force at every place where it begins (a scale, say) is at its beginning,
 * so that all of its uses sound the same.
 *
 * The search is a heuristic: it tries the passages that repeat and would save most, one after the other, and keeps what is
 * shortest. Phones' support for several patterns is unknown.
 *
 * Source: Nokia Smart Messaging, song pattern; the reuse of a defined pattern is confirmed by one source only.
 * @module
 */
import {
  HEADER_BITS,
  instructionBits,
  MAX_INSTRUCTIONS,
  patternBits,
  SCALE,
  STYLE,
  stateCode,
  TEMPO,
  VOLUME,
  type WirePattern,
} from './nokia-wire.js';

/** Patterns that can be defined: A to D. */
export const MAX_PATTERNS = 4;

/** What is in force, as codes; -1 for a volume or scale that nothing has set. */
export interface State {
  readonly tempo: number;
  readonly style: number;
  readonly volume: number;
  readonly scale: number;
}

/** A note or pause with what is in force when it is played. Before the first sounding note the scale is -1. */
export interface Step extends State {
  /** Its instruction. */
  readonly code: number;
  readonly sounds: boolean;
}

/** Notes among which repeats are looked for; the search takes time with their square. With so few, none is written as a surrogate. */
const MAX_STEPS = 4096;
/** Passages that are tried at each level, and arrangements that are pursued. */
const CANDIDATES = 40;
const BEAM = 4;
/** One play and 14 repeats. */
const MAX_PLAYS = 15;
/** The number of patterns is one octet. */
const MAX_SEQUENCE = 255;

/** A stretch of the steps, with a character for each: equal stretches have equal texts. */
interface Stretch {
  readonly from: number;
  readonly text: string;
}

interface Arrangement {
  readonly stretches: readonly Stretch[];
  readonly patterns: WirePattern[];
  readonly bits: number;
}

/**
 * The shortest arrangement found that takes fewer than `below` bits; undefined when there is none. The head is what has to be before
 * the first note whatever that note needs itself. Played once, the patterns give the steps, and no reader takes them for a shorter
 * tune that repeats as a whole.
 */
export function repeatedPatterns(
  head: readonly number[],
  start: State,
  steps: readonly Step[],
  below: number,
): WirePattern[] | undefined {
  if (steps.length < 2 || steps.length > MAX_STEPS) return undefined;
  const search = new Search(head, start, steps);
  return search.run(below);
}

/** Patterns after which the whole sequence repeats, 1 to 14 times; all of them when it does not. */
export function sequenceLength(patterns: readonly WirePattern[]): number {
  const total = patterns.length;
  const next = patterns.findIndex(({ codes }) => codes.length === 0);
  const repeats = total / next - 1;
  if (next < 1 || next > MAX_PATTERNS || !Number.isInteger(repeats) || repeats > 14) return total;
  for (let i = 0; i < total; i++) {
    const { id, loop, codes } = patterns[i] as WirePattern;
    if (loop !== 0 || id !== (patterns[i % next] as WirePattern).id || codes.length > 0 !== i < next) return total;
  }
  const ids = new Set(patterns.slice(0, next).map(({ id }) => id));
  return ids.size === next ? next : total;
}

class Search {
  readonly #head: readonly number[];
  readonly #start: State;
  readonly #steps: readonly Step[];
  /** A character for each step; equal steps have equal ones. */
  readonly #text: string;
  /** Bits of the steps before each one, as they would be in one pattern. */
  readonly #bitsBefore: Float64Array;

  constructor(head: readonly number[], start: State, steps: readonly Step[]) {
    this.#head = head;
    this.#start = start;
    this.#steps = steps;
    this.#bitsBefore = new Float64Array(steps.length + 1);
    const known = new Map<number, number>();
    const codes: number[] = [];
    const characters = steps.map((step, i) => {
      const name = nameStep(step);
      const character = known.get(name) ?? known.size;
      known.set(name, character);
      codes.length = 0;
      const { tempo, style, volume, scale } = this.#stateBefore(i);
      pushCodes(codes, step, tempo, style, volume, scale);
      const bits = codes.reduce((sum, code) => sum + instructionBits(code), 0);
      this.#bitsBefore[i + 1] = (this.#bitsBefore[i] as number) + bits;
      return character;
    });
    this.#text = String.fromCharCode(...characters);
  }

  run(below: number): WirePattern[] | undefined {
    const candidates = this.#repeats();
    let best: Arrangement | undefined;
    let beam: (readonly Stretch[])[] = [[{ from: 0, text: this.#text }]];
    for (let level = 1; level < MAX_PATTERNS && beam.length > 0; level++) {
      const found = new Map<string, Arrangement>();
      for (const stretches of beam) {
        for (const passage of candidates) {
          for (const divided of this.#divide(stretches, passage)) {
            const name = divided.map(({ from }) => from).join();
            if (found.has(name)) continue;
            const arrangement = this.#arrange(divided);
            if (arrangement !== undefined) found.set(name, arrangement);
          }
        }
      }
      const ranked = [...found.values()].sort((a, b) => a.bits - b.bits);
      const [first] = ranked;
      if (first !== undefined && first.bits < (best?.bits ?? below)) best = first;
      beam = ranked.slice(0, BEAM).map(({ stretches }) => stretches);
    }
    return best?.patterns;
  }

  #stateBefore(index: number): State {
    return index === 0 ? this.#start : (this.#steps[index - 1] as Step);
  }

  #stretch(from: number, length: number): Stretch {
    return { from, text: this.#text.slice(from, from + length) };
  }

  /** Passages that occur again, those first that would save most. */
  #repeats(): Stretch[] {
    const text = this.#text;
    const total = text.length;
    let ranked: { from: number; length: number; saved: number }[] = [];
    let least = HEADER_BITS;
    for (let shift = 1; shift < total; shift++) {
      let run = 0;
      for (let i = 0; i <= total - shift; i++) {
        if (i < total - shift && text.charCodeAt(i) === text.charCodeAt(i + shift)) {
          run++;
          continue;
        }
        if (run > 0) {
          const from = i - run;
          const length = Math.min(run, shift);
          const saved = this.#bits(from, length) * Math.floor(run / length);
          if (saved > least) ranked.push({ from, length, saved });
          run = 0;
        }
      }
      if (ranked.length > 20 * CANDIDATES) {
        ranked = ranked.sort((a, b) => b.saved - a.saved).slice(0, 10 * CANDIDATES);
        least = (ranked.at(-1) as { saved: number }).saved;
      }
    }
    const candidates = new Map<string, Stretch>();
    for (const { from, length } of ranked.sort((a, b) => b.saved - a.saved)) {
      const stretch = this.#stretch(from, length);
      if (!candidates.has(stretch.text)) candidates.set(stretch.text, stretch);
      if (candidates.size === CANDIDATES) break;
    }
    return [...candidates.values()];
  }

  #bits(from: number, length: number): number {
    return (this.#bitsBefore[from + length] as number) - (this.#bitsBefore[from] as number);
  }

  /** The stretches with a passage cut out of them: wherever it occurs, and where that leaves too many pieces, only twice. */
  #divide(stretches: readonly Stretch[], passage: Stretch): Stretch[][] {
    const places = findPlaces(stretches, passage.text);
    if (places.length < 2) return [];
    const all = this.#cut(stretches, passage, places);
    const distinct = new Set(all.map(({ text }) => text));
    if (distinct.size <= MAX_PATTERNS || places.length === 2) return [all];
    const variants = [this.#cut(stretches, passage, places.slice(0, 2)), this.#cut(stretches, passage, places.slice(-2))];
    const row = longestRow(places, passage.text.length);
    if (row.length > 2) variants.push(this.#cut(stretches, passage, row));
    return variants;
  }

  #cut(stretches: readonly Stretch[], { text }: Stretch, places: readonly number[]): Stretch[] {
    const pieces: Stretch[] = [];
    let next = 0;
    for (const stretch of stretches) {
      let at = stretch.from;
      const end = stretch.from + stretch.text.length;
      for (; next < places.length && (places[next] as number) < end; next++) {
        const place = places[next] as number;
        if (place > at) pieces.push(this.#stretch(at, place - at));
        pieces.push({ from: place, text });
        at = place + text.length;
      }
      if (at < end) pieces.push(this.#stretch(at, end - at));
    }
    return pieces;
  }

  #arrange(stretches: readonly Stretch[]): Arrangement | undefined {
    let patterns = this.#makePatterns(stretches, false);
    // As in "A, A again", which says that the tune repeats. With its head in a pattern of its own the sequence is another.
    if (patterns !== undefined && isRepeatedWhole(patterns)) patterns = this.#makePatterns(stretches, true);
    if (patterns === undefined || isRepeatedWhole(patterns)) return undefined;
    return { stretches, patterns, bits: patternBits(patterns) };
  }

  /** Undefined when they need more patterns, or more instructions in one, than there are. */
  #makePatterns(stretches: readonly Stretch[], hasHeadAlone: boolean): WirePattern[] | undefined {
    const patterns: WirePattern[] = [];
    const plays = countPlays(stretches);
    const ids = new Map<string, number>();
    let defined = 0;
    if (hasHeadAlone) patterns.push({ id: defined++, loop: 0, codes: this.#head });
    for (let i = 0; i < stretches.length; ) {
      const { text } = stretches[i] as Stretch;
      let again = 1;
      while (again < MAX_PLAYS && stretches[i + again]?.text === text) again++;
      const id = ids.get(text);
      if (id !== undefined) patterns.push({ id, loop: again - 1, codes: [] });
      else {
        const codes = this.#makeCodes(stretches, text, i === 0 && !hasHeadAlone);
        if (codes.length > MAX_INSTRUCTIONS && (plays.get(text) as number) > 1) return undefined;
        ids.set(text, defined);
        for (let from = 0; from < codes.length; from += MAX_INSTRUCTIONS) {
          patterns.push({ id: defined++, loop: again - 1, codes: codes.slice(from, from + MAX_INSTRUCTIONS) });
        }
        if (defined > MAX_PATTERNS) return undefined;
      }
      i += again;
    }
    return patterns.length > MAX_SEQUENCE ? undefined : patterns;
  }

  /** The instructions of a stretch, right wherever it is played. */
  #makeCodes(stretches: readonly Stretch[], text: string, withHead: boolean): number[] {
    const uses = stretches.filter((stretch) => stretch.text === text);
    const { from } = uses[0] as Stretch;
    const end = from + text.length;
    const steps = this.#steps;
    const first = steps[from] as Step;
    let firstSound = from;
    while (firstSound < end && !(steps[firstSound] as Step).sounds) firstSound++;
    const sound = firstSound < end ? (steps[firstSound] as Step) : undefined;
    // -2 is like nothing that can be in force, so that it has to be said.
    let { tempo, style, volume } = first;
    let scale = sound?.scale ?? -1;
    for (const use of uses) {
      const before = this.#stateBefore(use.from);
      if (!withHead || use.from === 0) {
        if (before.tempo !== first.tempo) tempo = -2;
        if (before.style !== first.style) style = -2;
      } else {
        // The head comes before here too, and has the tune's own tempo and perhaps its style.
        if (this.#start.tempo !== first.tempo) tempo = -2;
        if (this.#start.style !== first.style || before.style !== first.style) style = -2;
      }
      if (before.volume !== first.volume) volume = -2;
      if (sound !== undefined && before.scale !== sound.scale) scale = -2;
    }
    const codes = withHead ? [...this.#head] : [];
    let before: State = { tempo, style, volume, scale };
    for (let i = from; i < end; i++) {
      const step = steps[i] as Step;
      pushCodes(codes, step, before.tempo, before.style, before.volume, before.scale);
      // Up to the first sound the scale is as it was before the stretch.
      before = i < firstSound ? { ...step, scale } : step;
    }
    return codes;
  }
}

/** A number for all that makes a step sound as it does: its code of 12 bits, tempo of 5 and style of 2, 16 volumes or none, 4 scales or none. */
function nameStep({ code, tempo, style, volume, scale, sounds }: Step): number {
  // A pause sounds the same in every scale.
  return (((code * 32 + tempo) * 4 + style) * 17 + volume + 1) * 5 + (sounds ? scale : -1) + 1;
}

/** Adds a step's instruction, after those that it needs. */
function pushCodes(codes: number[], step: Step, tempo: number, style: number, volume: number, scale: number): void {
  if (step.tempo !== tempo) codes.push(stateCode(TEMPO, step.tempo));
  if (step.style !== style) codes.push(stateCode(STYLE, step.style));
  if (step.volume !== volume) codes.push(stateCode(VOLUME, step.volume));
  if (step.sounds && step.scale !== scale) codes.push(stateCode(SCALE, step.scale));
  codes.push(step.code);
}

function isRepeatedWhole(patterns: readonly WirePattern[]): boolean {
  const [only] = patterns;
  if (patterns.length === 1) return (only as WirePattern).loop > 0;
  return sequenceLength(patterns) < patterns.length;
}

function countPlays(stretches: readonly Stretch[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of stretches) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Where a passage begins inside stretches that are not repeats themselves; no two overlap. */
function findPlaces(stretches: readonly Stretch[], passage: string): number[] {
  const plays = countPlays(stretches);
  const places: number[] = [];
  for (const { from, text } of stretches) {
    if ((plays.get(text) as number) > 1) continue;
    for (let at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at + passage.length)) places.push(from + at);
  }
  return places;
}

/** The most places that follow one another without a gap. */
function longestRow(places: readonly number[], length: number): readonly number[] {
  let best: readonly number[] = [];
  let start = 0;
  for (let i = 1; i <= places.length; i++) {
    if (i < places.length && (places[i] as number) === (places[i - 1] as number) + length) continue;
    if (i - start > best.length) best = places.slice(start, i);
    start = i;
  }
  return best;
}
