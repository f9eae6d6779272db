/**
 * Pictures adapted to the handset that fetches them, once for each content and handset (G-MMS-50).
 *
 * What is being adapted is not begun again for the next one who asks, and what was adapted is kept, as long as there is space. A picture that cannot be
 * read goes out as it came in: the handset may do better.
 * @module
 */
import { EncodeError } from '../../errors.js';
import {
  createRepurposer,
  fitImagesFor,
  type Repurposed,
  type RepurposeOptions,
  type Repurposer,
  type RepurposerOptions,
} from '../../image/index.js';
import { pictureBudget } from '../../mms/compose-limits.js';
import { leafParts } from '../../mms/content-class.js';
import { decodeMms, encodeMms, type Part, plainType } from '../../mms/index.js';
import { findHandset, type HandsetProfile } from '../../profile/index.js';
import type { NamedHandset } from '../store/types.js';
import { BusyError } from '../turns.js';

/** What a request says of the handset it comes from. */
export interface HandsetHeaders {
  readonly userAgent: string | undefined;
  /** X-Wap-Profile, or Profile. */
  readonly uaProf: string | undefined;
}

/** Octets of a picture or message, and their type where it is another one than before. */
export interface Adapted {
  readonly octets: Uint8Array;
  readonly contentType?: string | undefined;
}

/** Adapts one picture to a handset: `repurpose` of `handset/image`, or of a pool of threads. */
export type Repurpose = (octets: Uint8Array, profile: HandsetProfile, options: RepurposeOptions) => Promise<Repurposed>;

/** Threads that adapt pictures. Without the threads' own program, as in a bundle that leaves it out, pictures are adapted in the caller's thread. */
export function openImageThreads(options: RepurposerOptions = {}): Repurposer {
  try {
    return createRepurposer(options);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return createRepurposer({ threads: 0 });
  }
}

/** How content is adapted. */
export interface AdapterOptions {
  readonly repurpose: Repurpose;
  /** Octets of results that are kept. */
  readonly cacheOctets: number;
  /** Called with why something goes out as it came in. */
  readonly onUnadapted: (error: unknown) => void;
  /** Time for one piece of work, the wait for a thread included, in milliseconds; 20 seconds by default. */
  readonly timeMs?: number | undefined;
}

/** A result; none is for what goes out as it came in. */
interface Kept {
  readonly adapted: Adapted | undefined;
  /** When it is tried again, by a clock that only goes forward. */
  readonly until: number;
}

/** Extensions of pictures that are adapted, in any letter case. */
const ADAPTED_NAME = /[.](?:jpe?g|gif|png|wbmp)$/i;
/** The same as types, for parts of messages, whose names often have no extension. */
const ADAPTED_TYPES: readonly string[] = ['image/jpeg', 'image/gif', 'image/png', 'image/vnd.wap.wbmp'];

/** Things that are adapted at once, or wait for it. */
const MAX_AT_ONCE = 64;
const TIME_MS = 20_000;
/** What took too long may only have waited for others, so it is tried again after so many milliseconds; not at once, since it may be that large. */
const LATE_PAUSE_MS = 60_000;
/** What an entry takes besides its octets, roughly. */
const ENTRY_OCTETS = 300;
/** Octets that the headers of a part may grow by when its type and length change. */
const HEADER_SLACK = 24;

/** Whether a file is a picture that is adapted: its extension tells (G-MMS-50). */
export function isAdaptedName(fileName: string): boolean {
  return ADAPTED_NAME.test(fileName);
}

/**
 * The handset to adapt to: the one that fetches; else the one that the sender named, who may have meant another recipient's. Where the headers tell no
 * more than the make, and the sender has named a model of it, that counts. Undefined when nobody knows.
 */
export function handsetFor(headers: HandsetHeaders, named: NamedHandset): HandsetProfile | undefined {
  const fetching = findHandset(headers);
  if (fetching?.kind === 'model') return fetching;
  const meant = findHandset({ make: named.make, model: named.model });
  if (fetching === undefined) return meant;
  return meant?.kind === 'model' && meant.make === fetching.make ? meant : fetching;
}

/** Adapts and remembers. */
export class Adapter {
  readonly #options: AdapterOptions;
  /** In order of use. */
  readonly #kept = new Map<string, Kept>();
  readonly #inWork = new Map<string, Promise<Adapted | undefined>>();
  #octets = 0;

  constructor(options: AdapterOptions) {
    this.#options = options;
  }

  /**
   * A picture for a handset.
   * @param key names the picture, for good.
   * @returns undefined when it goes out as it is.
   * @throws BusyError when too much is being adapted: the handset shall come again
   */
  picture(key: string, octets: Uint8Array, name: string, handset: HandsetProfile): Promise<Adapted | undefined> {
    return this.#once(`${key} ${handset.id}`, async (signal) => {
      const options = { name, allowUnknown: true, allowUnsupported: true, signal };
      const { changed, octets: result, contentType } = await this.#options.repurpose(octets, handset, options);
      return changed ? { octets: result, contentType } : undefined;
    });
  }

  /**
   * A multimedia message for a handset: its pictures as large as the handset takes them, all of it within the size that it takes. SMIL, names and
   * everything else stay.
   * @returns undefined when it goes out as it is.
   * @throws BusyError when too much is being adapted: the handset shall come again
   */
  message(key: string, octets: Uint8Array, handset: HandsetProfile): Promise<Adapted | undefined> {
    return this.#once(`${key} ${handset.id}`, (signal) => this.#message(octets, handset, signal));
  }

  async #message(octets: Uint8Array, handset: HandsetProfile, signal: AbortSignal): Promise<Adapted | undefined> {
    const message = decodeMms(octets, { limits: { mmsOctets: octets.length } });
    if (message.type !== 'M-Retrieve.conf') return undefined;
    const pictures = leafParts(message.parts).filter(isAdaptedPart);
    if (pictures.length === 0) return undefined;
    const most = handset.mms?.maxBytes ?? Number.POSITIVE_INFINITY;
    const inPictures = pictures.reduce((sum, { data }) => sum + data.length, 0);
    const left = most - (octets.length - inPictures) - pictures.length * HEADER_SLACK;
    // Pictures that fit as they are may stay as they are.
    const maxOctets = Math.max(octets.length <= most ? inPictures : 1, left);
    const fitImages = fitImagesFor(handset, { repurpose: this.#readable, signal });
    const fitted = await fitImages(pictures, { ...pictureBudget({ profile: handset }), maxOctets });
    const changes = new Map(pictures.map((picture, i) => [picture, fitted[i] as Part]));
    if (pictures.every((picture) => changes.get(picture) === picture)) return undefined;
    return { octets: encodeMms({ ...message, parts: exchanged(message.parts, changes) }) };
  }

  /** One picture of several: that it cannot be read does not matter to the others. */
  readonly #readable: Repurpose = async (octets, profile, options) => {
    try {
      return await this.#options.repurpose(octets, profile, options);
    } catch (error) {
      if (error instanceof EncodeError || options.signal?.aborted === true) throw error;
      this.#options.onUnadapted(error);
      return this.#options.repurpose(octets, profile, { disable: true });
    }
  };

  async #once(key: string, make: (signal: AbortSignal) => Promise<Adapted | undefined>): Promise<Adapted | undefined> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) this.#forget(key, kept);
    if (kept !== undefined && performance.now() < kept.until) {
      this.#keep(key, kept);
      return kept.adapted;
    }
    const inWork = this.#inWork.get(key);
    if (inWork !== undefined) return inWork;
    if (this.#inWork.size >= MAX_AT_ONCE) throw new BusyError();
    const time = AbortSignal.timeout(this.#options.timeMs ?? TIME_MS);
    let until = Number.POSITIVE_INFINITY;
    const work = make(time).catch((error: unknown) => {
      this.#options.onUnadapted(error);
      if (time.aborted) until = performance.now() + LATE_PAUSE_MS;
      return undefined;
    });
    this.#inWork.set(key, work);
    const adapted = await work;
    this.#inWork.delete(key);
    this.#keep(key, { adapted, until });
    return adapted;
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    this.#octets += sizeOf(kept);
    for (const [oldest, entry] of this.#kept) {
      if (this.#octets <= this.#options.cacheOctets) return;
      this.#forget(oldest, entry);
    }
  }

  #forget(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#octets -= sizeOf(kept);
  }
}

function sizeOf({ adapted }: Kept): number {
  return ENTRY_OCTETS + (adapted?.octets.length ?? 0);
}

/** Whether a part is a picture that is adapted: its type tells, else the extension of its name. */
export function isAdaptedPart({ name, contentType }: Part): boolean {
  return ADAPTED_TYPES.includes(plainType(contentType)) || isAdaptedName(name);
}

function exchanged(parts: readonly Part[], changes: ReadonlyMap<Part, Part>): Part[] {
  return parts.map((part) =>
    part.parts === undefined ? (changes.get(part) ?? part) : { ...part, parts: exchanged(part.parts, changes) },
  );
}
