import { describe, expect, it } from 'vitest';
import {
  isAskedFor,
  isFinal,
  messageStateOf,
  RECEIPT_STATES,
  type ReceiptFacts,
  type ReceiptState,
  receiptBody,
} from '../../src/smpp/receipt.js';

const facts: ReceiptFacts = {
  state: 'DELIVRD',
  textId: '0123456789',
  answerId: '7B',
  submittedAt: new Date('2026-01-02T03:04:59Z'),
  doneAt: new Date('2026-11-28T23:59:00Z'),
  error: '000',
  form: 'both',
  text: 'Hi',
};
/** A receipt, whose members are there. */
const written = (change: Partial<ReceiptFacts> = {}) => {
  const { fields = {}, parameters = [] } = receiptBody({ ...facts, ...change });
  return { fields, parameters, text: Buffer.from(fields.short_message as Uint8Array).toString('latin1') };
};
const textOf = (change: Partial<ReceiptFacts>) => written(change).text;

/** SMPP 3.4 table 5-6: message_state; appendix B: the words for it. */
const STATES: [ReceiptState, number, boolean][] = [
  ['ENROUTE', 1, false],
  ['DELIVRD', 2, true],
  ['EXPIRED', 3, true],
  ['DELETED', 4, true],
  ['UNDELIV', 5, true],
  ['ACCEPTD', 6, false],
  ['UNKNOWN', 7, true],
  ['REJECTD', 8, true],
];

describe('states', () => {
  it.each(STATES)('%s is message_state %d, final: %s', (state, number, final) => {
    expect([messageStateOf(state), isFinal(state)]).toEqual([number, final]);
  });

  it('are all there', () => {
    expect(STATES.map(([state]) => state)).toEqual([...RECEIPT_STATES]);
  });

  // SMPP 3.4 5.2.17: bits 1 and 0 ask for the final receipt (01 always, 10 of a failure), bit 4 for one on the way; SMPP 5.0 4.7.21: 11 of success.
  it.each<[string, number, readonly ReceiptState[]]>([
    ['nothing', 0, []],
    ['the outcome', 1, ['DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'UNKNOWN', 'REJECTD']],
    ['failure', 2, ['EXPIRED', 'DELETED', 'UNDELIV', 'UNKNOWN', 'REJECTD']],
    ['success', 3, ['DELIVRD']],
    ['the way', 0x10, ['ENROUTE', 'ACCEPTD']],
    ['failure and the way', 0x12, ['ENROUTE', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD']],
    ['the acknowledgement of a person', 0x0c, []],
  ])('asked for %s, by %d', (_, registered, expected) => {
    expect(RECEIPT_STATES.filter((state) => isAskedFor(state, registered))).toEqual(expected);
  });
});

describe('a receipt', () => {
  it('has the text of appendix B, with times in minutes of UTC', () => {
    expect(textOf({})).toBe(
      'id:0123456789 sub:001 dlvrd:001 submit date:2601020304 done date:2611282359 stat:DELIVRD err:000 text:Hi',
    );
    expect(textOf({ state: 'UNDELIV', error: '027' })).toBe(
      'id:0123456789 sub:001 dlvrd:000 submit date:2601020304 done date:2611282359 stat:UNDELIV err:027 text:Hi',
    );
  });

  it('repeats 20 characters, with ? for all but printable ASCII', () => {
    expect(textOf({ text: 'x'.repeat(21) })).toMatch(/ text:x{20}$/);
    expect(textOf({ text: ' ~\x7f\n\u00e9\u0416a' })).toMatch(/ text: ~\?\?\?\?a$/);
  });

  it('has the id of the answer, the state and an error of GSM in parameters', () => {
    expect(written().parameters).toEqual([
      { name: 'receipted_message_id', value: '7B' },
      { name: 'message_state', value: 2 },
    ]);
    expect(written({ state: 'REJECTD', error: '027' }).parameters).toEqual([
      { name: 'receipted_message_id', value: '7B' },
      { name: 'message_state', value: 8 },
      { name: 'network_error_code', value: { network_type: 3, error_code: 27 } },
    ]);
  });

  it('is in the text alone, in parameters alone, or in both', () => {
    const parts = (form: ReceiptFacts['form']) => {
      const { text, parameters } = written({ form });
      return [text.length > 0, parameters.length];
    };
    expect([parts('text'), parts('parameters'), parts('both')]).toEqual([
      [true, 0],
      [false, 2],
      [true, 2],
    ]);
  });

  // SMPP 3.4 5.2.12: bits 5 to 2 are 0001 for a receipt, 1000 for a notification on the way.
  it.each(STATES)('of %s has the esm_class of what it is', (state, _, final) => {
    expect(written({ state }).fields.esm_class).toBe(final ? 0x04 : 0x20);
  });
});
