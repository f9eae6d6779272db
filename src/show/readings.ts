/**
 * What octets are, and their fields. A text that is only the way to write octets down, such as a single line of hex or base64, counts as the
 * octets.
 * @module
 */

import type { Field } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { type Format, type Identification, type InspectOptions, identify, inspect } from '../inspect/index.js';
import { withFaults } from '../inspect/trees.js';

/** Formats that write other octets down. */
const WRAPPERS: readonly string[] = ['hex', 'base64'];

/** Wrappers inside of each other that are opened. */
const MAX_WRAPPERS = 4;

/** Octets behind the texts that they were written in. */
export interface Opened {
  readonly octets: Uint8Array;
  /** Their fields; for octets that nothing here reads, the field that says so. */
  readonly tree: Field;
  /** What they were written in, the outermost first. */
  readonly within: readonly Format[];
}

/** What octets may be: of a wrapped payload its readings first, then those of the text. @param written what the text is known to be */
export function identifyOne(octets: Uint8Array, written?: Format): Identification[] {
  const readings = identify(octets);
  const format = written ?? readings[0]?.format;
  if (format === undefined || !WRAPPERS.includes(format)) return readings;
  const inner = tryDecode(() => wrapped(inspect(octets, { as: format })));
  return inner === undefined ? readings : [...identify(inner.octets), ...readings];
}

/** Takes octets out of what they are written in, and reads them. */
export function openOne(octets: Uint8Array, options: InspectOptions = {}, written?: Format): Opened {
  let opened: Opened = { octets, tree: inspect(octets, { ...options, as: options.as ?? written }), within: [] };
  while (opened.tree.name !== options.as && opened.within.length < MAX_WRAPPERS) {
    const inner = wrapped(opened.tree);
    if (inner === undefined) break;
    const { warnings = [], name } = opened.tree;
    const tree = withFaults(inner.tree, undefined, warnings);
    opened = { octets: inner.octets, tree, within: [...opened.within, name as Format] };
  }
  return opened;
}

/** The one payload that a tree of a wrapper holds. */
function wrapped({ name, children }: Field): Pick<Opened, 'octets' | 'tree'> | undefined {
  const [only, ...others] = children.filter((child) => child.name !== 'line' || child.value !== '');
  if (!WRAPPERS.includes(name) || others.length > 0 || only?.octets === undefined || only.children.length !== 1)
    return undefined;
  return { octets: only.octets, tree: withFaults(only.children[0] as Field, only.error, only.warnings ?? []) };
}
