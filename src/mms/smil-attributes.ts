/**
 * The attributes of one SMIL element, each read as what it means. What strict reading does not take is reported, and lenient reading makes
 * of it what it can.
 * @module
 */
import { quote, shorten } from '../bytes/quote.js';
import { MAX_PIXELS, type RegionLength } from './smil.js';
import { CORE, type ElementRule, RULES } from './smil-rules.js';
import { clockMs, pixelsOf, shareOf } from './smil-values.js';

/** An attribute of the text. */
export interface Attribute {
  readonly name: string;
  /** Without its references to characters. */
  readonly value: string;
  /** Index after the closing quotation mark. */
  readonly end: number;
}

/** Called with a value that is not what it should be; throws in strict reading. */
export type Report = (field: string, reason: string) => void;

/** What an element says. */
export class Attributes {
  readonly #path: string;
  readonly #report: Report;
  /** Each known one under its name. */
  readonly #known = new Map<string, Attribute>();

  /**
   * @param name of the element, one of {@link RULES}. @param path that of the element, before the names of attributes.
   * @param given its attributes in their order.
   */
  constructor(name: string, path: string, given: readonly Attribute[], report: Report) {
    this.#path = path;
    this.#report = report;
    const { attributes, lenientAttributes = [] } = RULES.get(name) as ElementRule;
    for (const attribute of given) {
      const { name: written } = attribute;
      if (attributes.includes(written)) this.#known.set(written, attribute);
      else if (!CORE.has(written) && !/^xmlns(:|$)/.test(written)) {
        report(path, `<${name}> has no attribute ${shorten(written)}`);
        const lower = written.toLowerCase();
        const known = [...attributes, ...lenientAttributes].find((candidate) => candidate === lower);
        if (known !== undefined && !this.#known.has(known)) this.#known.set(known, attribute);
      }
    }
  }

  /** An attribute with its place. */
  get(name: string): Attribute | undefined {
    return this.#known.get(name);
  }

  /** Its value as it was written. */
  text(name: string): string | undefined {
    return this.#known.get(name)?.value;
  }

  /** A value that must be there and not be empty; undefined where lenient reading goes on without it. */
  required(name: string): string | undefined {
    const value = this.text(name);
    if (value !== undefined && value !== '') return value;
    this.#report(`${this.#path}/${name}`, value === undefined ? 'is missing' : 'is empty');
    return undefined;
  }

  /** Pixels of the screen, from 1 on; undefined for all that there are, too. */
  screenLength(name: string): number | undefined {
    const value = this.text(name)?.trim();
    // The whole of a screen that is not said is what nothing says too.
    if (value === undefined || value === '100%' || value === 'auto') return undefined;
    const pixels = pixelsOf(value);
    if (pixels !== undefined && pixels > 0) return pixels;
    this.#report(`${this.#path}/${name}`, `${quote(value)} is no number of pixels from 1 to ${MAX_PIXELS}`);
    return undefined;
  }

  /** A length of a region; of a value that is none, what it may mean. */
  regionLength(name: string): RegionLength | undefined {
    const value = this.text(name)?.trim();
    if (value === undefined || value === 'auto') return undefined;
    const length = pixelsOf(value) ?? shareOf(value);
    if (length !== undefined) return length;
    this.#report(`${this.#path}/${name}`, `${quote(value)} is neither pixels nor a share such as 50%`);
    const rough = Number.parseFloat(value);
    if (!Number.isFinite(rough)) return undefined;
    const whole = Math.min(Math.max(Math.round(rough), 0), MAX_PIXELS);
    return value.endsWith('%') ? `${whole}%` : whole;
  }

  /** Milliseconds; undefined for a time without an end, too. */
  time(name: string): number | undefined {
    const value = this.text(name)?.trim();
    if (value === undefined || value === 'indefinite') return undefined;
    const ms = clockMs(value);
    if (ms !== undefined) return ms;
    this.#report(`${this.#path}/${name}`, `${quote(value)} is no time such as 5000ms, 5s or 00:05`);
    return clockMs(value.toLowerCase().replace(/\s/g, ''));
  }
}
