import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAtCommands, toAtCommands } from '../../src/carrier/index.js';
import { decodeSubmit } from '../../src/sms/index.js';
import { submit } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { smsVectors } from '../support/vectors.js';

const vectors = smsVectors('submit');

describe('published vectors', () => {
  it.each(vectors)('$id: length and line ($agreement)', ({ out }) => {
    expect(toAtCommands([decodeSubmit(hex(out.tpdu))])).toEqual(['AT+CMGF=0', `AT+CMGS=${out.cmgsLength}`, `${out.atPdu}\x1a`]);
    expect(parseAtCommands([`AT+CMGS=${out.cmgsLength}`, out.atPdu])).toEqual([decodeSubmit(hex(out.tpdu))]);
  });
});

const [{ out: first }] = vectors as [(typeof vectors)[0]];
const one = decodeSubmit(hex(first.tpdu));

describe('writing', () => {
  it('puts the service centre in front, which the length does not count', () => {
    const [, command, line] = toAtCommands([one], { smsc: '+447785016005' });
    expect(command).toBe(`AT+CMGS=${first.cmgsLength}`);
    expect(line).toBe(`0791447758100650${first.tpdu}\x1a`);
  });

  it('keeps the link on request, once', () => {
    expect(toAtCommands([one, one], { keepLink: true }).slice(0, 2)).toEqual(['AT+CMGF=0', 'AT+CMMS=1']);
    expect(toAtCommands([one, one], { keepLink: true })).toHaveLength(6);
    expect(toAtCommands([])).toEqual(['AT+CMGF=0']);
  });

  it('refuses a service centre that is none', () => {
    expect(refusal(() => toAtCommands([one], { smsc: 'x' }))).toMatchObject({ code: 'bad-value', field: 'smsc' });
  });
});

it('every message comes back from its script, with prompts, carriage returns and answers of the modem between', () => {
  fc.assert(
    fc.property(
      fc.array(submit, { maxLength: 3 }),
      fc.boolean(),
      fc.constantFrom(undefined, '+447785016005', '12'),
      (submits, noisy, smsc) => {
        const lines = toAtCommands(submits, { smsc });
        const script = noisy
          ? lines.flatMap((line) => [line.endsWith('\x1a') ? `> ${line}\r` : `  ${line.toLowerCase()} \r`, 'OK', '+CMGS: 12'])
          : lines;
        // An answer between the command and its PDU is not part of a script.
        const inOrder = noisy ? script.filter((line, i) => !(line === 'OK' || line === '+CMGS: 12') || i % 3 === 5) : script;
        expect(parseAtCommands(inOrder)).toEqual(submits);
      },
    ),
  );
});

describe('refusals', () => {
  it.each([
    ['a length that counts the service centre', [`AT+CMGS=${first.cmgsLength + 1}`, first.atPdu], 'bad-value', 0],
    ['a service centre that runs past the line', ['AT+CMGS=1', 'FF01'], 'bad-value', 0],
    ['a command at the end', ['AT+CMGS=1'], 'truncated', undefined],
    ['an empty line behind the command', ['AT+CMGS=1', '> \x1a'], 'truncated', undefined],
  ])('%s', (_, lines, code, offset) => {
    expect(refusal(() => parseAtCommands(lines))).toEqual({ code, field: 'AT+CMGS', offset });
  });

  it('characters that are no hex, counted in the line', () => {
    expect(refusal(() => parseAtCommands(['AT+CMGS=1', '000G']))).toMatchObject({ code: 'bad-value', offset: 3 });
    expect(refusal(() => parseAtCommands(['AT+CMGS=1', '> 000G']))).toMatchObject({ code: 'bad-value', offset: 5 });
  });

  it('a TPDU that cannot be read, counted in the line', () => {
    // TP-MTI 0 is no SMS-SUBMIT; the TPDU begins at character 2, behind the empty service centre.
    expect(refusal(() => parseAtCommands(['AT+CMGS=2', '000000']))).toMatchObject({
      code: 'bad-value',
      field: 'TP-MTI',
      offset: 2,
    });
  });
});

it('lines that only look like the command are passed over', () => {
  expect(parseAtCommands([`AT+CMGS?`, 'AT+CMGS=1x', 'echo AT+CMGS=1', first.atPdu])).toEqual([]);
});

it('a prompt may stand before the PDU or above it, with blanks', () => {
  for (const between of [['>'], [' > ', ''], ['\t', ' > > ']]) {
    expect(parseAtCommands([`at+cmgs = ${first.cmgsLength}`, ...between, ` \t>  ${first.atPdu} \x1a`])).toEqual([one]);
  }
});

it('an error is told by its place in the line behind prompt and service centre, with the error of the PDU as its cause', () => {
  // One octet of service centre; the TPDU, whose TP-MTI is no SMS-SUBMIT, begins at character 4 of the hex.
  expect(() => parseAtCommands(['AT+CMGS=2', ' >  01910000'])).toThrow(
    expect.objectContaining({ field: 'TP-MTI', offset: 8, cause: expect.objectContaining({ field: 'TP-MTI', offset: 0 }) }),
  );
});

it('arbitrary lines give messages or a FormatError', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom('AT+CMGS=1', 'AT+CMGS=22', first.atPdu, '> ', '0001'), fc.string())),
      (lines) => {
        try {
          expect(Array.isArray(parseAtCommands(lines))).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ name: 'DecodeError' });
        }
      },
    ),
  );
});
