/** All targets, in the groups that are fuzzed together. A module that exports another reader gets another target here: a test looks for it. */
import type { Group, Target } from './target.js';
import { ARCHIVES } from './targets-archive.js';
import { DOCUMENTS } from './targets-documents.js';
import { GATEWAY } from './targets-gateway.js';
import { INSPECT } from './targets-inspect.js';
import { MULTIMEDIA } from './targets-multimedia.js';
import { SIM } from './targets-sim.js';
import { TEXTS } from './targets-texts.js';
import { TUNES } from './targets-tunes.js';
import type { Grouped } from './worker.js';

const GROUPED: Readonly<Record<Group, readonly Target[]>> = {
  texts: [...TEXTS, ...SIM],
  tunes: TUNES,
  documents: [...DOCUMENTS, ...GATEWAY, ...ARCHIVES],
  multimedia: MULTIMEDIA,
  inspect: INSPECT,
};

/** Names that every object has: what looks a word of the input up in one finds them. */
const OBJECT_NAMES = ['constructor', '__proto__', 'toString', 'valueOf'];

export const TARGETS: readonly Grouped[] = Object.entries(GROUPED).flatMap(([group, targets]) =>
  targets.map((target) => ({ ...target, words: [...target.words, ...OBJECT_NAMES], group: group as Group })),
);
