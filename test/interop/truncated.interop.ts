/**
 * TPDUs that lack their last octet: our decoder and tshark both refuse them.
 */
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.js';
import { decodeTpdu, encodeDeliver, encodeStatusReport, encodeSubmit } from '../../src/sms/index.js';
import { deliver, draw, SEED, statusReport, submit } from './arbitraries.js';
import { dissect, tsharkVersion } from './drivers/tshark.js';
import { TRUNCATION_FAULTS } from './known-faults.js';
import { Ledger } from './ledger.js';
import { hex, report } from './report.js';

const COUNT = 150;

/** `refused` with the error's code, or `accepted`. */
function verdict(octets: Uint8Array, direction: 'MO' | 'MT'): string {
  try {
    decodeTpdu(octets, { direction });
    return 'accepted';
  } catch (error) {
    if (error instanceof FormatError) return error.code === 'truncated' ? 'refused' : `refused as ${error.code}`;
    throw error;
  }
}

describe(`TPDUs without their last octet (seed ${SEED})`, () => {
  it(`${3 * COUNT} of three types: our decoder and tshark refuse them`, async () => {
    const cases = [
      ...draw(submit, COUNT).map((message) => ({ message, octets: encodeSubmit(message), direction: 'MO' as const })),
      ...draw(deliver, COUNT).map((message) => ({ message, octets: encodeDeliver(message), direction: 'MT' as const })),
      ...draw(statusReport, COUNT).map((message) => ({
        message,
        octets: encodeStatusReport(message),
        direction: 'MT' as const,
      })),
    ];
    for (const { octets, direction } of cases) expect(verdict(octets, direction)).toBe('accepted');
    const short = cases.map(({ octets, direction }) => ({ octets: octets.slice(0, -1), direction }));
    const dissections = await dissect(short);
    const ledger = new Ledger(TRUNCATION_FAULTS);
    const failures: string[] = [];
    cases.forEach(({ message }, index) => {
      const { octets, direction } = short[index]!;
      const shown = { ours: verdict(octets, direction), tshark: dissections[index]!.malformed ? 'refused' : 'accepted' };
      const differences = ledger.compare(message, { ours: 'refused', tshark: 'refused' }, shown);
      if (differences.length > 0) failures.push(`${hex(octets)}\n  ${differences.join('\n  ')}`);
    });
    report(failures);
    console.log(`tshark ${await tsharkVersion()}: ${ledger.compared} truncated TPDUs`, ledger.uses);
    expect(ledger.compared).toBe(3 * COUNT);
    expect(ledger.idle).toEqual([]);
  });
});
