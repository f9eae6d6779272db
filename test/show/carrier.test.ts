import { describe, expect, it } from 'vitest';
import { toAtCommands, toSubmitSm } from '../../src/carrier/index.js';
import { buildSubmits } from '../../src/message/index.js';
import { formatSubmits, SUBMIT_FORMS } from '../../src/show/carrier.js';
import { formatJson } from '../../src/show/json.js';
import { decodeSubmit } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';

const submits = buildSubmits({ kind: 'text', text: 'On my way '.repeat(20) }, { to: '447700900123', reference: 7 });
const kannel = { baseUrl: 'http://127.0.0.1/sendsms', username: 'u', password: 'p' };

describe('messages as texts', () => {
  it('are the messages, a line or an object each', () => {
    const lines = formatSubmits(submits, 'pdu').trimEnd().split('\n');
    expect(lines.map((line) => decodeSubmit(hex(line)).udh)).toEqual(submits.map(({ udh }) => udh));
    expect(formatSubmits(submits, 'at', { smsc: '447700900000' })).toBe(
      toAtCommands(submits, { smsc: '447700900000' })
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect(formatSubmits(submits, 'smpp')).toBe(formatJson(submits.map((submit) => toSubmitSm(submit))));
  });

  it.each(SUBMIT_FORMS)('%s ends with a line break', (form) => {
    expect(formatSubmits(submits, form, { kannel })).toMatch(/[^\n]\n$/);
  });

  it('JSON has octets in hex and nothing that speaks to a terminal', () => {
    expect(formatJson({ a: Uint8Array.of(1, 0xab), b: '\u202e' })).toBe('{\n  "a": "01AB",\n  "b": "\\u202e"\n}\n');
  });
});
