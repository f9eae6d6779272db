/**
 * Names of our encoder, and envelopes with messages, as tshark reads them: the four codings of a name, the items of an envelope, and the TPDU in it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { decodeEnvelope, describeEnvelope, ENVELOPE_TAGS, encodeAlpha } from '../../src/sim/index.js';
import { encodeDeliver } from '../../src/sms/index.js';
import { alpha } from '../support/sim-records.js';
import { deliver, draw, SEED } from './arbitraries.js';
import { dissectProtocols, type PdmlField, tsharkVersion, walk } from './drivers/tshark.js';
import { report } from './report.js';

const NAMES = 400;
const ENVELOPES = 200;
const ALPHA = 'etsi_cat.comp_tlv.alpha_id.string';

/** An item: its tag and its value after a length of one octet or two. */
const item = (tag: number, value: Uint8Array) => [tag, ...lengthOf(value.length), ...value];
const lengthOf = (length: number) => (length < 0x80 ? [length] : [0x81, length]);

/** The command ENVELOPE with items. */
function command(tag: number, ...items: readonly number[][]): Uint8Array {
  const body = items.flat();
  const data = [tag, ...lengthOf(body.length), ...body];
  return Uint8Array.from([0xa0, 0xc2, 0, 0, data.length, ...data]);
}

/** Octets of a name: those with a base, of which tshark 4.0 shows the first character again and again, a character each. */
function separately(octets: Uint8Array): Uint8Array[] {
  const [coding = 0, count = 0] = octets;
  const head = coding === 0x81 ? 3 : coding === 0x82 ? 4 : 0;
  if (head === 0) return [octets];
  return Array.from({ length: count }, (_, i) =>
    Uint8Array.of(coding, 1, ...octets.subarray(2, head), octets[head + i] as number),
  );
}

async function itemsOf(commands: readonly Uint8Array[]): Promise<PdmlField[][]> {
  const frames = commands.map((octets) => ({ octets, direction: 'MT' as const }));
  return (await dissectProtocols(frames, 'gsm_sim.command')).map((protocols) =>
    [...walk(protocols)].filter(({ name }) => name === 'etsi_cat.comp_tlv'),
  );
}

describe(`what goes to a SIM, read by tshark (seed ${SEED})`, () => {
  it(`names in their codings: ${NAMES}`, async () => {
    const names = draw(
      // tshark shows halves of a surrogate pair by themselves.
      alpha.filter((name) => name !== '' && !/[\ud800-\udfff]/.test(name)),
      NAMES,
    );
    const shown = await itemsOf(
      names.map((name) => command(0xd1, ...separately(encodeAlpha(name)).map((octets) => item(0x85, octets)))),
    );
    const failures: string[] = [];
    const codings = new Map<string, number>();
    names.forEach((name, index) => {
      const octets = encodeAlpha(name);
      const coding = (octets[0] as number) < 0x80 ? 'GSM 7-bit' : toHex(octets.subarray(0, 1));
      codings.set(coding, (codings.get(coding) ?? 0) + 1);
      const strings = [...walk(shown[index] ?? [])].filter((field) => field.name === ALPHA).map(({ show }) => show);
      const found = strings.join('');
      if (found !== name) failures.push(`${toHex(octets)}\n  ${JSON.stringify(name)}\n  ${JSON.stringify(found)}`);
    });
    report(failures);
    console.log(`tshark ${await tsharkVersion()}: ${NAMES} names, ${[...codings].map((each) => each.join(': ')).join(', ')}`);
    expect([...codings.keys()].sort()).toEqual(['80', '81', '82', 'GSM 7-bit']);
  });

  it(`envelopes with messages: ${ENVELOPES}`, async () => {
    const digits = fc
      .uint8Array({ minLength: 1, maxLength: 8 })
      .map((list) => list.map((octet) => (octet % 10) * 16 + ((octet >> 4) % 10)));
    const drawn = draw(fc.tuple(deliver.map(encodeDeliver), digits), ENVELOPES);
    const commands = drawn.map(([tpdu, number]) =>
      command(0xd1, item(0x82, Uint8Array.of(0x83, 0x81)), item(0x06, Uint8Array.of(0x91, ...number)), item(0x8b, tpdu)),
    );
    const failures: string[] = [];
    (await itemsOf(commands)).forEach((shown, index) => {
      const { tag, items } = decodeEnvelope(commands[index] as Uint8Array);
      const [wanted, found] = [items.map(({ value }) => toHex(value)), shown.map(({ value }) => value)];
      const hasTpdu = [...walk(shown)].some(({ name }) => name === 'gsm_sms');
      if (describeEnvelope(tag) !== 'SMS-PP download' || !hasTpdu || wanted.join() !== found.join())
        failures.push(`${toHex(commands[index] as Uint8Array)}\n  ${wanted}\n  ${found}`);
      expect(items[2]?.tag).toBe(ENVELOPE_TAGS.tpdu);
    });
    report(failures);
  });
});
