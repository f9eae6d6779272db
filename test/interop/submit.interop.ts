/**
 * SMS-SUBMITs of our encoders, read by tshark: every field is compared with what the message object asks for.
 */
import { describe, expect, it } from 'vitest';
import { decodeSubmit, encodeSubmit, type Submit, type SubmitInput, submitDatagram, submitText } from '../../src/sms/index.js';
import { datagramJob, draw, SEED, submit, textJob } from './arbitraries.js';
import { dissect, tsharkVersion } from './drivers/tshark.js';
import { alphabetOf, expectedSubmit } from './expected.js';
import { SUBMIT_FAULTS } from './known-faults.js';
import { Ledger } from './ledger.js';
import { hex, report } from './report.js';
import { shownFields } from './shown.js';

const PLAIN = 800;
const TEXTS = 150;
const DATAGRAMS = 60;

describe(`SMS-SUBMIT, read by tshark (seed ${SEED})`, () => {
  const ledger = new Ledger(SUBMIT_FAULTS);
  const failures: string[] = [];

  async function compare(submits: readonly (SubmitInput | Submit)[]): Promise<void> {
    const frames = submits.map((message) => ({ octets: encodeSubmit(message), direction: 'MO' as const }));
    const dissections = await dissect(frames);
    submits.forEach((message, index) => {
      const shown = shownFields(dissections[index]!);
      const right = expectedSubmit(message);
      // tshark cannot judge everything (national tables): our decoder has to give every field back as well.
      expect(expectedSubmit(decodeSubmit(frames[index]!.octets))).toEqual(right);
      const differences = ledger.compare(message, right, shown);
      if (differences.length > 0) failures.push(`${hex(frames[index]!.octets)}\n  ${differences.join('\n  ')}`);
    });
  }

  it(`encodeSubmit: ${PLAIN} messages with every field drawn`, async () => {
    const messages = draw(submit, PLAIN);
    checkVariety(messages);
    await compare(messages);
    report(failures);
    expect(ledger.compared).toBe(PLAIN);
  });

  it(`submitText: ${TEXTS} texts of one part and more`, async () => {
    const jobs = draw(textJob, TEXTS);
    const results = jobs.map(({ text, options }) => submitText(text, options));
    results.forEach((submits, index) => {
      const { text, options } = jobs[index]!;
      expect(submits.map((part) => part.text).join('')).toBe(text);
      submits.forEach((part, at) => {
        const concats = part.udh.filter(({ kind }) => kind === 'concat8' || kind === 'concat16');
        const concat = {
          kind: `concat${options.concat}`,
          reference: options.reference,
          total: submits.length,
          sequence: at + 1,
        };
        expect(concats).toEqual(submits.length > 1 ? [concat] : []);
        expect(part.tpMr).toBe((options.tpMr! + at) % 256);
        expect([part.tpVp, part.tpSrr, part.tpRd, part.tpRp]).toEqual([
          options.tpVp,
          options.tpSrr,
          options.tpRd,
          options.tpRp,
        ]);
      });
    });
    const before = ledger.compared;
    const all = results.flat();
    expect(all.length).toBeGreaterThan(1.5 * TEXTS);
    await compare(all);
    report(failures);
    expect(ledger.compared - before).toBe(all.length);
  });

  it(`submitDatagram: ${DATAGRAMS} datagrams of one part and more`, async () => {
    const jobs = draw(datagramJob, DATAGRAMS);
    const results = jobs.map(({ options, ...datagram }) => submitDatagram(datagram, options));
    results.forEach((submits, index) => {
      const { data, options } = jobs[index]!;
      expect(hex(Buffer.concat(submits.map((part) => part.data!)))).toBe(hex(data));
      const room = 140 - (options.portBits === 8 ? 5 : 7);
      const partRoom = room - (options.concat === 8 ? 5 : 6);
      expect(submits.length).toBe(data.length <= room ? 1 : Math.ceil(data.length / partRoom));
      for (const part of submits) expect(part.udh[0]?.kind).toBe(`ports${options.portBits}`);
    });
    const before = ledger.compared;
    const all = results.flat();
    await compare(all);
    report(failures);
    expect(ledger.compared - before).toBe(all.length);
  });

  it('compared at least 600 messages, and met every known fault', async () => {
    console.log(`tshark ${await tsharkVersion()}: ${ledger.compared} SMS-SUBMITs compared`, ledger.uses);
    expect(ledger.compared).toBeGreaterThanOrEqual(600);
    expect(ledger.idle).toEqual([]);
  });
});

/** The sample must hold what the comparison is about: a change of the generators must not thin it out in silence. */
function checkVariety(messages: readonly SubmitInput[]): void {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { tpDa, tpVp, tpDcs = 0, udh = [] } of messages) {
    count(`alphabet ${alphabetOf(tpDcs)}`);
    count(`coding group ${tpDcs >> 4}`);
    count(typeof tpDa === 'string' ? 'address as text' : `type of number ${tpDa.ton}`);
    if (tpVp === undefined) count('validity none');
    else if (tpVp.kind === 'relative') count('validity relative');
    else if (tpVp.kind === 'absolute') count(`validity absolute ${tpVp.offsetMinutes < 0 ? 'west' : 'east'}`);
    else count(`validity enhanced ${tpVp.format}`);
    for (const element of udh) {
      count(`element ${element.kind}`);
      if (element.kind === 'lockingShift' || element.kind === 'singleShift') count(`language ${element.language}`);
    }
  }
  const wanted = [
    ...['gsm7', 'ucs2', '8bit'].map((name) => `alphabet ${name}`),
    ...[0, 1, 4, 5, 12, 13, 14, 15].map((group) => `coding group ${group}`),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((ton) => `type of number ${ton}`),
    'address as text',
    ...['none', 'relative', 'absolute west', 'absolute east'].map((form) => `validity ${form}`),
    ...['none', 'relative', 'seconds', 'time'].map((form) => `validity enhanced ${form}`),
    ...['concat8', 'concat16', 'ports8', 'ports16', 'lockingShift', 'singleShift', 'specialMessage', 'raw'].map(
      (kind) => `element ${kind}`,
    ),
    ...Array.from({ length: 13 }, (_, index) => `language ${index + 1}`),
  ];
  expect(wanted.filter((name) => (counts.get(name) ?? 0) < 5)).toEqual([]);
}
