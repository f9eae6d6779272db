/**
 * SMS-SUBMITs exchanged with gammu, both ways: ours read by it, its own read by us.
 */
import { describe, expect, it } from 'vitest';
import {
  decodeSubmit,
  decodeTpdu,
  encodeSubmit,
  messageClassOfDcs,
  Reassembler,
  type Submit,
  submitText,
} from '../../src/sms/index.js';
import { segmentText } from '../../src/text/index.js';
import { draw, gammuText, SEED, submit } from './arbitraries.js';
import { type GammuError, type GammuMessage, gammuDecode, gammuEncode } from './drivers/gammu.js';
import { expectedForGammu, type Fields } from './expected.js';
import { GAMMU_DECODE_FAULTS, GAMMU_ENCODE_FAULTS, GAMMU_PART_FAULTS } from './known-faults.js';
import { Ledger } from './ledger.js';
import { hex, report } from './report.js';

const DECODED = 500;
const SPLIT = 120;
const ENCODED = 250;
const NUMBER = '+27381000015';

/** An answer in the field names of `expectedForGammu`. */
function shownFields(answer: GammuMessage | GammuError): Fields {
  if ('error' in answer) return { refused: answer.error };
  const { UDH, Text } = answer;
  const header = UDH.Text.hex;
  const reference = UDH.ID16bit >= 0 ? UDH.ID16bit : UDH.ID8bit;
  return {
    type: answer.Type,
    number: answer.Number,
    mr: answer.MessageReference,
    replace: answer.ReplaceMessage,
    coding: answer.Coding,
    class: answer.Class,
    ...(header !== '' && { header }),
    ...(UDH.AllParts > 0 && { concat: [reference, UDH.AllParts, UDH.PartNumber] }),
    ...(typeof Text === 'string' ? { text: Text } : { data: Text.hex }),
  };
}

describe(`gammu (seed ${SEED})`, () => {
  it(`reads ${DECODED} SMS-SUBMITs of ours`, async () => {
    const submits = draw(submit, DECODED);
    const octets = submits.map((message) => encodeSubmit(message));
    const { version, answers } = await gammuDecode(octets.map((each) => ({ pdu: hex(each) })));
    const ledger = new Ledger(GAMMU_DECODE_FAULTS);
    const failures: string[] = [];
    submits.forEach((message, index) => {
      const differences = ledger.compare(message, expectedForGammu(message), shownFields(answers[index]!));
      if (differences.length > 0) failures.push(`${hex(octets[index]!)}\n  ${differences.join('\n  ')}`);
    });
    report(failures);
    console.log(`gammu ${version}: ${ledger.compared} SMS-SUBMITs of ours`, ledger.uses);
    expect(ledger.compared).toBe(DECODED);
    expect(ledger.idle).toEqual([]);
  });

  it(`reads the parts of ${SPLIT} texts that submitText cut`, async () => {
    const texts = draw(gammuText, SPLIT);
    const messages = texts.map(({ text, concat, messageClass }, index) =>
      submitText(text, { to: NUMBER, concat, flash: messageClass === 0, reference: index }),
    );
    const parts = messages.flat();
    const { version, answers } = await gammuDecode(parts.map((part) => ({ pdu: hex(encodeSubmit(part)) })));
    const ledger = new Ledger(GAMMU_PART_FAULTS);
    const failures: string[] = [];
    parts.forEach((part, index) => {
      const differences = ledger.compare(part, expectedForGammu(part), shownFields(answers[index]!));
      if (differences.length > 0) failures.push(`${hex(encodeSubmit(part))}\n  ${differences.join('\n  ')}`);
    });
    report(failures);
    messages.forEach((message, index) => {
      expect(message.map(({ text }) => text).join('')).toBe(texts[index]!.text);
    });
    console.log(`gammu ${version}: ${ledger.compared} parts of ${SPLIT} texts of ours`, ledger.uses);
    expect(ledger.compared).toBe(parts.length);
    expect(parts.length).toBeGreaterThan(1.5 * SPLIT);
    expect(ledger.idle).toEqual([]);
  });

  it(`encodes ${ENCODED} texts into messages that we read and join; segmentText cuts as it does`, async () => {
    const texts = draw(gammuText, ENCODED);
    const { version, answers } = await gammuEncode(
      texts.map(({ text, encoding, concat, messageClass }) => ({
        number: NUMBER,
        info: {
          Class: messageClass,
          Unicode: encoding === 'ucs2',
          Entries: [{ ID: concat === 8 ? 'ConcatenatedTextLong' : 'ConcatenatedTextLong16bit', Buffer: text }],
        },
      })),
    );
    const ledger = new Ledger(GAMMU_ENCODE_FAULTS);
    const failures: string[] = [];
    let parts = 0;
    texts.forEach((input, index) => {
      const answer = answers[index]!;
      const right: Fields = {
        number: NUMBER,
        class: input.messageClass,
        whole: input.text,
        parts: segmentText(input.text, { concat: input.concat, encoding: input.encoding }).map(({ text }) => text),
      };
      if ('error' in answer) {
        failures.push(...ledger.compare(input, right, { refused: answer.error }));
        return;
      }
      parts += answer.parts.length;
      const shown = readMessage(answer.parts.map(({ pdu }) => pdu));
      const differences = ledger.compare(input, right, shown);
      if (differences.length > 0) failures.push(`${JSON.stringify(input.text)}\n  ${differences.join('\n  ')}`);
    });
    report(failures);
    console.log(`gammu ${version}: ${ledger.compared} texts in ${parts} messages of its own`, ledger.uses);
    expect(ledger.compared).toBe(ENCODED);
    expect(parts).toBeGreaterThan(1.5 * ENCODED);
    expect(ledger.idle).toEqual([]);
  });
});

/** What our decoders make of the PDUs of one message; gammu puts an empty service centre's address in front. */
function readMessage(pdus: readonly string[]): Fields {
  const reassembler = new Reassembler();
  const submits: Submit[] = pdus.map((pdu) => {
    const octets = new Uint8Array(Buffer.from(pdu, 'hex'));
    const { type, smsc, ...fields } = decodeTpdu(octets, { direction: 'MO', smsc: true });
    const submit = decodeSubmit(octets.subarray(2));
    expect(fields).toEqual(submit);
    expect([type, smsc]).toEqual(['SMS-SUBMIT', { ton: 0, npi: 1, digits: '' }]);
    return submit;
  });
  const whole = submits.toReversed().map((part) => reassembler.add(part, { from: NUMBER, at: 0 }));
  const [first] = submits;
  const address = first!.tpDa;
  return {
    number: 'digits' in address ? `+${address.digits}` : address.text,
    class: messageClassOfDcs(first!.tpDcs) ?? -1,
    whole: whole.at(-1)?.text,
    parts: submits.map(({ text }) => text),
  };
}
