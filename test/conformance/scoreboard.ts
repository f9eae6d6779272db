/**
 * docs/scoreboard.md, from the verdicts on record.
 * @module
 */
import { differences } from './compare.js';
import { FAULTS } from './faults.js';
import { NOT_ITS_FORMAT } from './live.js';
import { explainedBy, type Fault, factsOf, withPlainNotes } from './oracles/oracle.js';
import type { PackIndex } from './pack/build.js';
import type { Case, Json, JsonObject, Verdict } from './pack/shape.js';
import { octetDifferences } from './runner/judge.js';

export const SCOREBOARD = new URL('../../docs/scoreboard.md', import.meta.url);

/** Groups of formats, in the order of the columns. A format of none of them is in the last column. */
const GROUPS: readonly (readonly [name: string, formats: RegExp])[] = [
  ['Text', /^(?:gsm7-|sms-segmentation$|sms-concatenation$|percent-encoding$)/],
  ['SMS TPDUs', /^(?:sms-(?:submit|deliver|status|command)|at-cmgs$|udh$|smart-message$|sckl$)/],
  ['Relay, broadcast, USSD', /^(?:rp|cp|cbs-|etws-|ussd-|cusd$)/],
  ['SIM', /^sim-/],
  ['WAP, WBXML, settings', /^(?:si-|sl-|co-|push-|pap$|wbxml-|wsp-|provisioning-)/],
  ['MMS', /^(?:mms|smil)$/],
  ['Pictures', /^(?:picture|wbmp|bmp|ota-|operator-|network-|group-|nol|ngg|nlm|npm|alcatel-|ems-(?:picture|animation))/],
  ['Tunes', /^(?:rtttl|imelody|nokia-|any-|motorola-|ems-sound)/],
  ['Cards', /^(?:vcard|vcalendar)$/],
  ['SMPP', /^smpp/],
  ['Archives, captures', /^(?:vmg|sms-backup|sms-ie|gammu-backup|eml|capture|zip-)/],
  ['Others', /./],
];

const groupOf = (format: string): string => GROUPS.find(([, formats]) => formats.test(format))![0];

/** The verdict of a program that was asked. */
function verdictBy(each: Case, oracle: string): Verdict | undefined {
  const verdict = each.verdicts[oracle];
  return verdict !== undefined && 'why' in verdict && verdict.why === NOT_ITS_FORMAT ? undefined : verdict;
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const code = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``).replaceAll('|', '\\|');
const cut = (text: string, length = 60) => (text.length > length ? `${text.slice(0, length)}...` : text);
/** On one line of a table, every character visible. */
const plain = (text: string) =>
  text.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

function matrix(cases: readonly Case[], { oracles }: PackIndex): string {
  const groups = GROUPS.map(([name]) => name).filter((name) =>
    cases.some((each) => groupOf(each.format) === name && oracles.some(({ id }) => verdictBy(each, id))),
  );
  const score = (list: readonly Case[], id: string) => {
    const verdicts = list.flatMap((each) => verdictBy(each, id)?.verdict ?? []);
    const number = (kind: string) => verdicts.filter((one) => one === kind).length;
    return verdicts.length === 0 ? '' : `${number('agrees')} / ${number('differs')} / ${number('cannot')}`;
  };
  const rows = oracles.map(({ id, version }) =>
    row([
      `[${id}](#${id}) ${version}`,
      ...groups.map((name) =>
        score(
          cases.filter(({ format }) => groupOf(format) === name),
          id,
        ),
      ),
      score(cases, id),
    ]),
  );
  return [row(['program', ...groups, 'all']), row(['---', ...groups.map(() => '---'), '---']), ...rows].join('\n');
}

/** Where the answer and the expectation part. */
function partings(each: Case, shows: JsonObject, fault: Fault): string {
  const members = explainedBy(fault, shows);
  if (members.includes('refused')) {
    if (!('refused' in each.expected)) return 'refused; it is valid';
    return `accepted; it has to be refused as ${each.expected.refused.reason}`;
  }
  const facts = withPlainNotes(factsOf(each));
  const lines = members.flatMap((name) => {
    const [expected, shown] = [facts[name], shows[name]];
    if (name === '$hex' && typeof expected === 'string' && typeof shown === 'string') {
      return octetDifferences(expected, shown, 'written ');
    }
    return differences(shown as Json, expected, each.tolerance, name).map((line) => turned(line));
  });
  return code(plain(cut(lines[0] ?? `${members[0]} differs`, 160)));
}

/** `differences` was asked the other way round, since a program tells less than a case. */
const turned = (line: string) => line.replace(/^(.*?): (.*) in place of (.*)$/s, '$1: $3 where $2 is expected');

const inputOf = ({ input }: Case): string => {
  if ('hex' in input) return code(cut(input.hex));
  if ('hexList' in input) return code(cut(input.hexList.join(' ')));
  if ('text' in input) return code(plain(cut(input.text)));
  return code(plain(cut(JSON.stringify(input.value))));
};

/** A program's faults, each with its cases and the shortest of them. */
function section(cases: readonly Case[], { id, program, version, package: brought }: PackIndex['oracles'][number]): string {
  const head = `### ${id}\n\n${version}, ${program}. Installed by: ${brought}.`;
  const faults = FAULTS.filter(({ oracle }) => oracle === id);
  const rows = faults.flatMap((fault) => {
    const found = cases.flatMap((each) => {
      const verdict = each.verdicts[id];
      return verdict?.verdict === 'differs' && verdict.faults.includes(fault.id) ? [{ each, shows: verdict.shows }] : [];
    });
    const length = ({ each }: (typeof found)[number]) => JSON.stringify(each.input).length;
    const [first] = [...found].sort((one, other) => length(one) - length(other) || (one.each.id < other.each.id ? -1 : 1));
    if (first === undefined) return [];
    const { each, shows } = first;
    return [
      row([`${code(fault.id)}: ${fault.fault}`, found.length, code(each.id), inputOf(each), partings(each, shows, fault)]),
    ];
  });
  if (rows.length === 0) return `${head} It differs in no case.`;
  return [
    `${head}\n`,
    row(['difference', 'cases', 'example', 'input', 'result']),
    row(['---', '---', '---', '---', '---']),
    ...rows,
  ].join('\n');
}

/** The page. */
export function scoreboardPage(cases: readonly Case[], index: PackIndex): string {
  return `<!-- Written by \`npm run conformance -- --generate\` (test/conformance/scoreboard.ts): change that, not this. -->

# Scoreboard

The results of ${index.oracles.length} programs and libraries on the ${cases.length} cases of [the conformance pack](conformance.md) ${index.version}. A cell has three counts of cases:
agrees / differs / cannot. A program is asked only about formats that it claims to support; an empty cell means that it was not asked. *Cannot* means that the program has no
function, option or output for the case; it is not a fault. Some programs are asked only to read, and some answer only part of a case: only the members that they report are compared.
Compare the counts of two programs only where they were asked the same.

handset has no row: every case of the pack has to pass in its own tests, so its row would always be full.

${matrix(cases, index)}

## Reproduce

\`\`\`sh
npm ci
npm ci --prefix bench
npm run conformance                        # every installed program; missing Debian packages are named
npm run conformance -- --oracle gsm7       # one program
npm run conformance -- --record            # records the results, and writes this page
\`\`\`

The code that asks a program is in \`test/conformance/oracles\`. To run a program in another language, use [the runner](conformance-runner.md).

## Differences

Each difference has the number of its cases, and the shortest case with the result of the program. Those that begin with *no fault* are
choices that a specification allows. A row is about the recorded version; later versions may differ.

${index.oracles.map((oracle) => section(cases, oracle)).join('\n\n')}
`;
}
