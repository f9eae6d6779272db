/**
 * Paths of files as they are unpacked anywhere: below their folder, with names that every system takes, all different.
 * @module
 */

/** Names that are devices on Windows, whatever their extension. */
export const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Folders inside of each other, and characters of a name. */
const [MAX_DEPTH, MAX_NAME] = [32, 80];

/** Gives paths that no file has. */
export class SafePaths {
  /** Paths of files and of their folders in lower case: some systems know no case. */
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  /** By path without a number, the last one that was tried. */
  readonly #next = new Map<string, number>();

  /**
   * A path for a file: folders and name stay as far as systems take them, and get a number where they are there already.
   * @param path with `/` or `\` between folders, from anybody
   */
  file(path: string): string {
    const { stem, extension } = splitExtension(path);
    return this.files(stem, [extension])[0] as string;
  }

  /**
   * Paths for several files of one name, which stay together: all get the same number.
   * @param suffixes what follows the name: `.png`; `/index.html` of a folder, in which nothing else will be
   */
  files(path: string, suffixes: readonly string[]): string[] {
    const segments = safeSegments(path);
    const name = segments.pop() as string;
    const plain = `${this.#folderOf(segments)}${name}`;
    const found = this.#number(plain, suffixes.join(), (base) => suffixes.every((suffix) => this.#isFree(base, suffix)));
    for (const suffix of suffixes) {
      if (suffix.startsWith('/')) this.#folders.add(found.toLowerCase());
      this.#files.add(`${found}${suffix}`.toLowerCase());
    }
    return suffixes.map((suffix) => `${found}${suffix}`);
  }

  #isFree(base: string, suffix: string): boolean {
    const path = suffix.startsWith('/') ? base : `${base}${suffix.toLowerCase()}`;
    return !this.#files.has(path) && !this.#folders.has(path);
  }

  /** The path of folders, `/` at the end; one that is the name of a file gets a number. */
  #folderOf(segments: readonly string[]): string {
    let path = '';
    for (const segment of segments) {
      path = this.#number(`${path}${segment}`, '/', (free) => !this.#files.has(free));
      this.#folders.add(path.toLowerCase());
      path += '/';
    }
    return path;
  }

  #number(plain: string, what: string, isFree: (path: string) => boolean): string {
    if (isFree(plain.toLowerCase())) return plain;
    const key = `${plain.toLowerCase()} ${what}`;
    for (let number = this.#next.get(key) ?? 2; ; number++) {
      const numbered = `${plain}-${number}`;
      if (!isFree(numbered.toLowerCase())) continue;
      this.#next.set(key, number);
      return numbered;
    }
  }
}

/** The segments of a path that stay below where it begins; at least one. */
function safeSegments(path: string): string[] {
  const segments = path.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const kept = segments.length > MAX_DEPTH ? segments.slice(-MAX_DEPTH) : segments;
  return kept.length === 0 ? ['file'] : kept.map(safeSegment);
}

/** What systems refuse in names, or what turns the direction of writing around. */
const UNSAFE = /[\0-\x1f\x7f-\x9f<>:"|?*\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu;

function safeSegment(segment: string): string {
  // Windows drops blanks and dots at the end.
  const plain =
    segment
      .normalize('NFC')
      .replace(UNSAFE, '_')
      .replace(/[. ]+$/, '') || '_';
  const { stem, extension } = splitExtension(plain);
  const short = `${Array.from(stem).slice(0, MAX_NAME).join('')}${extension}`;
  return DEVICE_NAME.test(short) ? `_${short}` : short;
}

/** A path without its extension, and the extension with its dot. */
export function splitExtension(path: string): { readonly stem: string; readonly extension: string } {
  const [, stem = path, extension = ''] = /^(.*[^/\\])(\.[\w-]{1,8})$/s.exec(path) ?? [];
  return { stem, extension };
}
