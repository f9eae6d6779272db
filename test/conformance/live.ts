/**
 * The programs themselves, asked about the pack.
 * @module
 */
import { FAULTS } from './faults.js';
import { perl } from './oracles/alphabets.js';
import { python } from './oracles/archives.js';
import { gammu } from './oracles/gammu.js';
import { icalJs, jimp, pngjs, rtttlParse, sharp } from './oracles/npm-files.js';
import { gsm7, gsmCharsetUtils, nodePdu, nodeSmsPdu, pdu, segmentsCalculator, splitSms } from './oracles/npm-sms.js';
import { type Oracle, verdictOf } from './oracles/oracle.js';
import { gnokii, imagemagick, netpbmOracle, vobject } from './oracles/others.js';
import { netSmpp, nodeSmpp } from './oracles/smpp.js';
import { tshark } from './oracles/tshark.js';
import { libwbxml } from './oracles/wbxml.js';
import type { OracleEntry } from './pack/build.js';
import type { BareCase, Verdict } from './pack/shape.js';

/** In the order of the tables. */
export const ORACLES: readonly Oracle[] = [
  gammu,
  tshark,
  libwbxml,
  gnokii,
  imagemagick,
  netpbmOracle,
  vobject,
  nodeSmpp,
  netSmpp,
  python,
  perl,
  nodePdu,
  nodeSmsPdu,
  pdu,
  gsm7,
  gsmCharsetUtils,
  splitSms,
  segmentsCalculator,
  rtttlParse,
  sharp,
  jimp,
  pngjs,
  icalJs,
];

/** Those that every case has a verdict of, if only that they cannot be asked. */
export const ALWAYS: readonly string[] = ['gammu', 'tshark', 'libwbxml'];

/** What one program says of the pack. */
export interface LiveRun {
  readonly oracle: OracleEntry;
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Members of answers that no fault explains, one line a case. */
  readonly unexplained: readonly string[];
}

/** Asks one program about all cases. @returns undefined when it is not installed. */
export async function askOracle(oracle: Oracle, cases: readonly BareCase[]): Promise<LiveRun | undefined> {
  const version = await oracle.version();
  if (version === undefined) return undefined;
  const verdicts = new Map<string, Verdict>();
  const unexplained: string[] = [];
  const faults = FAULTS.filter((fault) => fault.oracle === oracle.id);
  for (const { formats, ask } of oracle.asks) {
    const asked = cases.filter(({ format }) => formats.includes(format));
    if (asked.length === 0) continue;
    const shown = await ask(asked);
    if (shown.length !== asked.length) throw new Error(`${oracle.id} answered ${shown.length} of ${asked.length} cases`);
    asked.forEach((bare, index) => {
      const { verdict, unexplained: members } = verdictOf(bare, shown[index]!, faults);
      verdicts.set(bare.id, verdict);
      if (members.length > 0 && verdict.verdict === 'differs') {
        unexplained.push(`${bare.id} (${bare.format}): ${members.join(', ')}: ${JSON.stringify(verdict.shows)}`);
      }
    });
  }
  const { id, program, package: debian } = oracle;
  return { oracle: { id, program, version, package: debian }, verdicts, unexplained };
}

/** Why a program has nothing to say of a format. */
export const NOT_ITS_FORMAT = 'not a format that it is asked about';

/** The verdicts of a case: of all that were asked, and of the three that are always there, which need no run where it is not their format. */
export function verdictsFor(bare: BareCase, runs: readonly LiveRun[]): Record<string, Verdict> {
  const found: Record<string, Verdict> = {};
  for (const { id, asks } of ORACLES) {
    if (!ALWAYS.includes(id) || asks.some(({ formats }) => formats.includes(bare.format))) continue;
    found[id] = { verdict: 'cannot', why: NOT_ITS_FORMAT };
  }
  for (const { oracle, verdicts } of runs) {
    const verdict = verdicts.get(bare.id);
    if (verdict !== undefined) found[oracle.id] = verdict;
  }
  return found;
}
