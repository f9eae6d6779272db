/**
 * Where inputs begin: every file of the fixtures, and every payload inside of the vectors, found without knowing what the vectors mean. A text of
 * hex or base64 is a payload in its own right beside the octets that it stands for.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { EncodeError } from '../../src/errors.js';
import { readCases } from './corpus.js';
import type { Group, Input } from './target.js';

/** An input, and the file that it comes from. */
export interface Seed {
  readonly octets: Uint8Array;
  /** The same as text, when it is UTF-8. */
  readonly text: string | undefined;
  readonly origin: string;
}

/** Folders of files that are seeds as they are. */
const FOLDERS = ['files', 'images', 'soap', 'zip'];
/** Octets of a seed at most. */
const MOST_OCTETS = 65_536;
/** Which seeds a group begins with; the others come after them. */
export const PREFERRED: Readonly<Record<Group, RegExp>> = {
  texts: /vectors\/(?:sms|wap-push|ringtones|bitmaps)/,
  tunes: /vectors\/(?:ringtones|bitmap)|files\/.*(?:rtttl|rtx|imy|emy)|[.]wbmp/,
  documents: /vectors\/(?:wap-push|vobjects)|soap\/|files\/.*(?:si|sl|vcf|ics|json)/,
  multimedia: /vectors\/mms|zip\/|images\//,
  inspect: /./,
};

/** All seeds, each once, in the order of their files. @param root the repository */
export function readSeeds(root: string): Seed[] {
  const seeds = new Map<string, Seed>();
  const add = (octets: Uint8Array, origin: string, text = textOf(octets)) => {
    if (octets.length === 0 || octets.length > MOST_OCTETS) return;
    const key = Buffer.from(octets).toString('latin1');
    if (!seeds.has(key)) seeds.set(key, { octets, text, origin });
  };
  const fixtures = join(root, 'fixtures');
  for (const folder of FOLDERS) {
    for (const path of filesBelow(join(fixtures, folder)))
      add(new Uint8Array(readFileSync(path)), path.slice(fixtures.length + 1));
  }
  for (const path of filesBelow(join(fixtures, 'vectors'))) {
    const origin = path.slice(fixtures.length + 1);
    for (const text of textsIn(JSON.parse(readFileSync(path, 'utf8')))) {
      for (const octets of payloadsOf(text)) add(octets, origin);
    }
  }
  for (const { input, file } of readCases(join(fixtures, 'corpus'))) {
    // A text may hold half a surrogate pair, which octets cannot.
    add(octetsOf(input), `corpus/${file}`, typeof input === 'string' ? input : undefined);
  }
  return [...seeds.values()];
}

/** The octets of an input: those of a text are its UTF-8. */
export const octetsOf = (input: Input) => (typeof input === 'string' ? new TextEncoder().encode(input) : input);

/** What a writer makes of some values of an arbitrary, the same ones each time. A value that it refuses gives no seed. */
export function seedsFrom<T, I>(values: fc.Arbitrary<T>, write: (value: T) => I, count = 12): I[] {
  return fc.sample(values, { seed: 1, numRuns: count }).flatMap((value) => {
    try {
      return [write(value)];
    } catch (error) {
      if (error instanceof EncodeError) return [];
      throw error;
    }
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Every text in a JSON value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) yield* textsIn(member);
}

function* payloadsOf(text: string): Generator<Uint8Array> {
  yield new TextEncoder().encode(text);
  const digits = text.replace(/\s+/g, '');
  if (/^(?:[0-9a-f]{2}){2,}$/i.test(digits)) yield new Uint8Array(Buffer.from(digits, 'hex'));
  else if (/^(?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(digits)) {
    yield new Uint8Array(Buffer.from(digits, 'base64'));
  }
}

function textOf(octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return undefined;
  }
}
