/** PDUs that are cut: every one of eight octets or more is known for what it is, and shown up to the cut. */
import smpp from 'smpp';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/bytes/index.js';
import { type Format, identify, inspect } from '../../src/inspect/index.js';
import { encodeDeliver, encodeServiceCentre, encodeSubmit, type Submit, submitText } from '../../src/sms/index.js';
import { payloadSpecimens } from '../support/corpus.js';
import { hex } from '../support/hex.js';
import { expectTiling } from '../support/tiling.js';

/** Octets from which on a cut PDU is known. */
const MIN_KNOWN = 8;

const every = (field: Field): Field[] => [field, ...field.children.flatMap(every)];
/** Fields with octets and without fields inside. */
const leaves = (field: Field): Field[] => {
  if (field.children.length > 0) return field.children.flatMap(leaves);
  return field.end > field.start ? [field] : [];
};
const named = (field: Field, name: string) => every(field).find((each) => each.name === name);
const withCentre = (tpdu: Uint8Array) => Uint8Array.of(...encodeServiceCentre('+447700900999'), ...tpdu);
const pdu = (command: string, fields: Readonly<Record<string, unknown>>) =>
  new Uint8Array((new smpp.PDU(command, fields) as unknown as { toBuffer(): Buffer }).toBuffer());

const FORMATS: readonly Format[] = ['tpdu-mo', 'tpdu-mt', 'pdu-mo', 'pdu-mt', 'wsp-push', 'wbxml', 'mms', 'smpp'];
const tpScts = { at: new Date('2026-11-01T12:00:00Z'), offsetMinutes: 0 };
const tpOa = '+447700900123';

/** PDUs of other programs, and what the vectors lack. */
const whole = [
  ...payloadSpecimens('fixtures/vectors').filter(({ group }) => group !== 'TPDUs cut or damaged'),
  ...[
    withCentre(encodeDeliver({ tpOa, tpScts, text: 'Your table is ready' })),
    withCentre(encodeDeliver({ tpOa, tpScts, tpDcs: 8, text: 'Ваш стол готов' })),
    withCentre(encodeDeliver({ tpOa, tpScts, tpDcs: 0xf5, data: Uint8Array.of(1, 2, 3, 4) })),
  ].map((octets, i) => ({ name: `deliver ${i}`, octets, expected: 'pdu-mt' as const })),
  ...(submitText('x'.repeat(300), { to: tpOa }) as Submit[]).map((each, i) => ({
    name: `submit ${i}`,
    octets: withCentre(encodeSubmit(each)),
    expected: 'pdu-mo' as const,
  })),
  ...[
    pdu('submit_sm', { destination_addr: '447700900123', short_message: Buffer.from('Hello'), data_coding: 0 }),
    pdu('deliver_sm', { source_addr: '447700900123', short_message: 'id:1 stat:DELIVRD', esm_class: 4 }),
    pdu('bind_transceiver', { system_id: 'me', password: 'secret' }),
    pdu('data_sm', { destination_addr: '4477', message_payload: { message: Buffer.from('Hello') }, data_coding: 3 }),
  ].map((octets, i) => ({ name: `SMPP ${i}`, octets, expected: 'smpp' as const })),
].filter(({ expected, octets }) => expected !== undefined && FORMATS.includes(expected) && octets.length < 700);

/** What says what it is only further in: a document by a name in its string table. */
const UNKNOWN = new Set(['d-pubid-str wbxml', 'd-pubid-str']);

const of = (format: Format) => whole.filter(({ expected }) => expected === format);

describe.each(FORMATS)('%s', (format) => {
  it('is among the readings, wherever it is cut', () => {
    const missed: string[] = [];
    for (const { name, octets } of of(format)) {
      if (UNKNOWN.has(name)) continue;
      for (let end = MIN_KNOWN; end < octets.length; end++) {
        if (!identify(octets.subarray(0, end)).some((reading) => reading.format === format)) missed.push(`${name} at ${end}`);
      }
    }
    expect(missed).toEqual([]);
  });

  it('shows the fields up to the cut, and one error', () => {
    const faults: string[] = [];
    for (const { name, octets } of of(format)) {
      const all = leaves(inspect(octets, { as: format }));
      for (let end = 1; end < octets.length; end++) {
        const tree = inspect(octets.slice(0, end), { as: format });
        expectTiling(tree);
        // A field that the cut goes through is there in part.
        const shown = leaves(tree).filter((leaf) => leaf.name !== 'undecoded' && leaf.end < end);
        const isSame = shown.every(({ name: leaf, value, start, end: to }, i) => {
          const other = all[i];
          return other?.name === leaf && other.value === value && other.start === start && other.end === to;
        });
        if (!isSame) faults.push(`${name} at ${end}: ${shown.map((leaf) => leaf.name).join(' ')}`);
        // Between two headers a multimedia message is not cut but lacks headers.
        if (tree.error === undefined) {
          if (named(tree, 'X-Mms-Message-Type') === undefined || tree.warnings === undefined)
            faults.push(`${name} at ${end}: no error`);
        } else if (tree.error.code !== 'truncated') faults.push(`${name} at ${end}: ${tree.error.message}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('what is there of a cut field', () => {
  const cut = (octets: Uint8Array, missing: number, as?: Format) =>
    inspect(octets.subarray(0, octets.length - missing), { as });
  const deliver = (text: string, more = {}) => encodeDeliver({ tpOa, tpScts, text, ...more });

  it('the characters of a text', () => {
    const tree = cut(deliver('Your table is ready'), 3);
    expect([tree.name, tree.error?.message]).toEqual(['SMS-DELIVER', 'TP-UD at 19: needs 17 octets, 14 left']);
    expect(named(tree, 'text')?.value).toBe('Your table is re');
    expect(named(cut(deliver('Ваш стол готов', { tpDcs: 8 }), 3), 'text')?.value).toBe('Ваш стол гот');
    // Behind a header, which fill bits follow.
    const [part] = submitText('x'.repeat(300), { to: tpOa }) as [Submit];
    expect(named(cut(encodeSubmit(part), 130), 'text')?.value).toBe('xxxx');
    // An escape whose character is missing.
    expect(named(cut(deliver('1234567€'), 1), 'text')?.value).toBe('1234567\u001b');
  });

  it('the elements of a header', () => {
    const udh = [{ kind: 'ports16', destination: 5505, source: 0 }] as const;
    const tree = cut(encodeDeliver({ tpOa, tpScts, tpDcs: 0xf5, udh, data: Uint8Array.of(1, 2) }), 4);
    expect(named(tree, 'destination')?.value).toBe(5505);
    expect(tree.error).toMatchObject({ code: 'truncated', field: 'TP-UD' });
  });

  it('the octets of a message of SMPP, as text', () => {
    const octets = pdu('submit_sm', { destination_addr: '4477', short_message: Buffer.from('Hello'), data_coding: 0 });
    const tree = cut(octets, 2);
    expect(named(tree, 'data')).toMatchObject({ value: '48656C', meaning: '"Hel"' });
    expect(tree).toMatchObject({
      meaning: 'submit_sm to 4477',
      error: { code: 'truncated', field: 'SMPP/command_length', offset: 0 },
    });
    const two = Uint8Array.of(...octets, ...octets);
    expect(cut(two, 2).children.map(({ name }) => name)).toEqual(['submit_sm', 'submit_sm']);
    expect(cut(octets, octets.length - 11, 'smpp').children[0]).toMatchObject({
      name: 'submit_sm',
      children: [{ value: octets.length }, { value: 4 }],
    });
  });

  it('letters that no field has', () => {
    const si = hex('02056A0045C60C037761702E6578616D706C650085110337000AC306202601020304010348690001');
    expect(cut(si, si.length - 16).children.at(-1)).toMatchObject({ name: 'undecoded', meaning: '"wap.exam"' });
  });

  it('what else it may be is told', () => {
    // Nothing but the address of a service centre: either way.
    const centre = withCentre(deliver('x')).subarray(0, 8);
    expect(inspect(centre).warnings).toEqual(['taken for pdu-mo; may also be pdu-mt']);
    expect(inspect(centre, { as: 'pdu-mt' }).warnings).toBeUndefined();
  });

  it('no part of a message is joined', () => {
    const [one, two] = submitText('x'.repeat(300), { to: tpOa }) as [Submit, Submit];
    const hexOf = (octets: Uint8Array) => Buffer.from(octets).toString('hex');
    const listing = `${hexOf(encodeSubmit(one))}\n${hexOf(encodeSubmit(two).slice(0, -2))}\n`;
    const tree = inspect(new TextEncoder().encode(listing));
    expect(tree.children.map(({ name }) => name)).toEqual(['hex: SMS-SUBMIT', 'hex: SMS-SUBMIT']);
    expect(tree.warnings).toEqual(['1 of 2 parts of a message']);
  });
});
