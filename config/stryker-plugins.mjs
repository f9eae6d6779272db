/**
 * Two plugins of Stryker for config/mutation.mjs: which mutants are not made, and which are not run.
 */

/**
 * Functions and methods that take words for people: errors, issues passed over, warnings, meanings in a trace; and the reads of a cursor,
 * which are told the clause that they follow.
 */
const SPEAKERS = new Set(
  (
    'bad badField badNote badOption badValue error fault lose mean missing note passOver refuse report truncated unreadable warn wrong wrongArgument ' +
    'align leaf open read take u8 u16 uintvar'
  ).split(' '),
);

/** The name behind the last dot of what is called. */
function calledName(callee) {
  const { property = callee } = callee;
  return property.id?.name ?? property.name ?? '';
}

/** Whether a text has more than one word: codes ('bad-value') and paths of fields ('MMS/Content-Type') have one. */
function isSentence(node) {
  if (node.type === 'StringLiteral') return node.value.trim().includes(' ');
  return node.type === 'TemplateLiteral' && node.quasis.some(({ value }) => value.raw.includes(' '));
}

/**
 * The wording of messages. Tests check code, field and offset of an error, which are a contract, and seldom its words, which are not: a
 * mutant that only empties such a text says nothing about the tests.
 */
const wording = {
  shouldIgnore(path) {
    if (!isSentence(path.node)) return undefined;
    const call = path.findParent((parent) => parent.isCallExpression() || parent.isNewExpression() || parent.isStatement());
    if (call === null || call.isStatement()) return undefined;
    const name = calledName(call.node.callee);
    return name.endsWith('Error') || SPEAKERS.has(name) ? 'the wording of a message' : undefined;
  },
};

/** A number from 0 to 1 that looks random and is always the same for the same text (FNV-1a, its bits then mixed). */
function fractionOf(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * The sample: MUTATION_SAMPLE is the part of the mutants to run. Chance decides by file, place, mutator and replacement, so the same source
 * always gives the same sample. To Stryker those left out do not compile, which keeps them out of the score.
 */
class Sample {
  async init() {}

  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants) {
    const part = Number(process.env.MUTATION_SAMPLE ?? 1);
    return Object.fromEntries(
      mutants.map(({ id, fileName, mutatorName, replacement, location: { start, end } }) => {
        const place = [start.line, start.column, end.line, end.column].join(':');
        const file = fileName.slice(fileName.lastIndexOf('/src/'));
        const isDrawn = fractionOf([file, place, mutatorName, replacement].join(' ')) < part;
        return [id, isDrawn ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' }];
      }),
    );
  }
}

export const strykerPlugins = [
  { kind: 'Ignore', name: 'wording', value: wording },
  { kind: 'Checker', name: 'sample', injectableClass: Sample },
];
