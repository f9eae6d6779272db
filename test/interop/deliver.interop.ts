/**
 * SMS-DELIVERs and SMS-STATUS-REPORTs of our encoders, read by tshark: every field is compared with what the object asks for.
 */
import { describe, expect, it } from 'vitest';
import { decodeDeliver, decodeStatusReport, encodeDeliver, encodeStatusReport } from '../../src/sms/index.js';
import { deliver, draw, SEED, statusReport } from './arbitraries.js';
import { dissect, tsharkVersion } from './drivers/tshark.js';
import { expectedDeliver, expectedStatusReport } from './expected.js';
import { DELIVER_FAULTS, STATUS_REPORT_FAULTS } from './known-faults.js';
import { Ledger } from './ledger.js';
import { hex, report } from './report.js';
import { shownFields } from './shown.js';

const DELIVERS = 300;
const REPORTS = 200;

describe(`SMS-DELIVER and SMS-STATUS-REPORT, read by tshark (seed ${SEED})`, () => {
  it(`encodeDeliver: ${DELIVERS} messages with every field drawn`, async () => {
    const delivers = draw(deliver, DELIVERS);
    const octets = delivers.map((message) => encodeDeliver(message));
    const dissections = await dissect(octets.map((each) => ({ octets: each, direction: 'MT' })));
    const ledger = new Ledger(DELIVER_FAULTS);
    const failures: string[] = [];
    delivers.forEach((message, index) => {
      expect(expectedDeliver(decodeDeliver(octets[index]!))).toEqual(expectedDeliver(message));
      const differences = ledger.compare(message, expectedDeliver(message), shownFields(dissections[index]!));
      if (differences.length > 0) failures.push(`${hex(octets[index]!)}\n  ${differences.join('\n  ')}`);
    });
    report(failures);
    console.log(`tshark ${await tsharkVersion()}: ${ledger.compared} SMS-DELIVERs compared`, ledger.uses);
    expect(ledger.compared).toBe(DELIVERS);
    expect(ledger.idle).toEqual([]);
  });

  it(`encodeStatusReport: ${REPORTS} reports with every field drawn`, async () => {
    const reports = draw(statusReport, REPORTS);
    const octets = reports.map((each) => encodeStatusReport(each));
    const dissections = await dissect(octets.map((each) => ({ octets: each, direction: 'MT' })));
    const ledger = new Ledger(STATUS_REPORT_FAULTS);
    const failures: string[] = [];
    reports.forEach((each, index) => {
      expect(expectedStatusReport(decodeStatusReport(octets[index]!))).toEqual(expectedStatusReport(each));
      const differences = ledger.compare(each, expectedStatusReport(each), shownFields(dissections[index]!));
      if (differences.length > 0) failures.push(`${hex(octets[index]!)}\n  ${differences.join('\n  ')}`);
    });
    report(failures);
    console.log(`tshark ${await tsharkVersion()}: ${ledger.compared} SMS-STATUS-REPORTs compared`, ledger.uses);
    expect(ledger.compared).toBe(REPORTS);
    expect(ledger.idle).toEqual([]);
  });
});
