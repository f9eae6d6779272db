/** Every file and every payload of the fixtures is recognised; the count stands in docs/inspect.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, toHex } from '../../src/bytes/index.js';
import { type Format, identify, inspect } from '../../src/inspect/index.js';
import {
  type Counts,
  fileSpecimens,
  type Outcome,
  outcomeOf,
  payloadSpecimens,
  type Specimen,
  tableOf,
} from '../support/corpus.js';

const files = fileSpecimens('fixtures');
const payloads = payloadSpecimens('fixtures/vectors');

/** What is not recognised, and why it cannot be. A name that is recognised one day has to go from here. */
const MISSED: Readonly<Record<string, string>> = {
  'malformed-060 in.tpdu': 'one octet',
  // Both are headers of several hundred octets, whose length does not fit its octet; gammu's note says that they cannot be sent.
  'g19 emsVariableGammu 0': 'a header of 802 octets, which its length octet cannot say',
  'r23-two-parts EMSSound10Long 0': 'a header of 482 octets, which its length octet cannot say',
};

/** Octets that a text would not have: of the others hex and base64 are no other text than any. */
const isBinary = (octets: Uint8Array) =>
  octets.some((octet) => octet >= 0x80 || (octet < 0x20 && ![9, 10, 13].includes(octet)));

const lines = (octets: Uint8Array, digits: number) => toHex(octets).match(new RegExp(`.{1,${digits}}`, 'g')) ?? [];

/** As the program xxd writes it, which shows letters as they are and here dots for all of them. */
const dump = (octets: Uint8Array) =>
  lines(octets, 32)
    .map((line, i) => {
      const groups = line.toLowerCase().replace(/.{4}(?=.)/g, '$& ');
      return `${(16 * i).toString(16).padStart(8, '0')}: ${groups.padEnd(39)}  ${'.'.repeat(line.length / 2)}\n`;
    })
    .join('');

/** The forms that payloads are written down in. */
const WRITTEN: readonly { readonly group: string; readonly as: Format; readonly write: (octets: Uint8Array) => string }[] = [
  { group: 'payloads other than text, as a line of hex', as: 'hex', write: (octets) => toHex(octets) },
  { group: 'the same as a dump of xxd', as: 'hex', write: dump },
  { group: 'the same as base64', as: 'base64', write: (octets) => Buffer.from(octets).toString('base64') },
];

/** Whether a text is known by its form, and opened to exactly these octets. */
function writtenOutcome(octets: Uint8Array, text: string, as: Format): Outcome {
  const readings = identify(encodeUtf8(text));
  const tree = inspect(encodeUtf8(text));
  const opened = [tree, ...tree.children].find((field) => field.octets !== undefined)?.octets;
  const outcome = outcomeOf({ expected: as }, readings);
  return outcome === 'first' && (opened === undefined || toHex(opened) !== toHex(octets)) ? 'missed' : outcome;
}

const counted = new Map<string, Counts>();
const missed: string[] = [];
for (const specimen of [...files, ...payloads]) {
  const outcome = outcomeOf(specimen, identify(specimen.octets));
  count(counted, specimen.group, outcome);
  if (outcome !== 'first') missed.push(specimen.name);
}

const written = new Map<string, Counts>();
const missedAsHex: string[] = [];
for (const { group, as, write } of WRITTEN) {
  for (const { name, octets } of payloads.filter((payload) => isBinary(payload.octets))) {
    const outcome = writtenOutcome(octets, write(octets), as);
    count(written, group, outcome);
    if (as === 'hex' && outcome !== 'first') missedAsHex.push(name);
  }
}

function count(groups: Map<string, Counts>, group: string, outcome: Outcome): void {
  const counts = groups.get(group) ?? { first: 0, among: 0, missed: 0 };
  counts[outcome]++;
  groups.set(group, counts);
}

describe('the corpus', () => {
  it('has every file of the fixtures, and what their vectors hold', () => {
    expect(files.length).toBeGreaterThanOrEqual(315);
    expect(payloads.length).toBeGreaterThan(500);
  });

  it('source code and pages about all of these formats are text, some with payloads in it', () => {
    const pages = ['src', 'docs'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(({ name }) => /[.](?:ts|md)$/.test(name))
        .map(({ parentPath, name }) => join(parentPath, name)),
    );
    const others = pages.filter(
      (path) => !/^(?:text|log)$/.test(identify(new Uint8Array(readFileSync(path)))[0]?.format ?? ''),
    );
    expect(others).toEqual([]);
    const withPayloads = pages.filter((path) => identify(new Uint8Array(readFileSync(path)))[0]?.format === 'log');
    expect(withPayloads).toContain(join('docs', 'inspect.md'));
    expect(withPayloads.length).toBeLessThan(pages.length / 10);
  });

  it('is recognised, but for what is named here', () => {
    expect(missed.sort()).toEqual(Object.keys(MISSED).sort());
  });

  it('is recognised as hex and opened to the same octets, but for one octet: two digits are a number', () => {
    expect(missedAsHex).toEqual(['malformed-060 in.tpdu', 'malformed-060 in.tpdu']);
  });

  it('reads what is recognised without an error, but for what is damaged', () => {
    const isWhole = ({ group, name }: Specimen) => !/cut|damaged|hostile/.test(group) && !Object.hasOwn(MISSED, name);
    const errors = [...files, ...payloads].filter(isWhole).flatMap(({ name, octets }) => {
      const { error } = inspect(octets);
      return error === undefined ? [] : [name];
    });
    // A tune that gammu cut to fit one message, and vectors whose verdict is that a strict reader refuses them.
    expect(errors).toEqual(['r23-two-parts NokiaRingtone joined', 'd-trunc', 'd-opaque-over', 'w-appid']);
  });

  it('the page has this count', () => {
    const page = readFileSync('docs/inspect.md', 'utf8');
    const table = /<!-- count -->\n\n([\s\S]*?)\n\n<!-- end of count -->/.exec(page)?.[1];
    expect(table).toBe(tableOf(counted, written));
  });
});
