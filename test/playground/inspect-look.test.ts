import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.js';
import { readInput } from '../../src/playground/inspect/input.js';
import { type Entered, look } from '../../src/playground/inspect/look.js';
import { encodeSubmit } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';

const entered = (octets: Uint8Array, said: Partial<Entered> = {}): Entered => ({
  ...{ octets, words: '', as: undefined, direction: undefined, note: undefined },
  ...said,
});

const submit = encodeSubmit({ tpDa: '447700900123', text: 'hello' });

describe('what is entered', () => {
  it('is read as the likeliest of what it may be', () => {
    const { readings, format, root } = look(entered(submit));
    expect(format).toBe('tpdu-mo');
    expect(readings[0]?.format).toBe(format);
    expect(root.field.end).toBe(submit.length);
  });

  it('is read as what somebody says that it is', () => {
    expect(look(entered(submit, { as: 'udh', direction: 'MO' }))).toMatchObject({ format: 'udh', direction: 'MO' });
  });

  it('of a direction is no message of the other one', () => {
    expect(look(entered(submit, { direction: 'MO' })).format).toBe('tpdu-mo');
    expect(look(entered(submit, { direction: 'MT' })).format).not.toBe('tpdu-mo');
  });

  it('and known as nothing is the message of its direction, if one is said', () => {
    const unknown = hex('FE FD FC');
    expect(look(entered(unknown)).format).toBeUndefined();
    expect(look(entered(unknown, { direction: 'MO' })).format).toBe('tpdu-mo');
    expect(look(entered(unknown, { direction: 'MT' })).format).toBe('tpdu-mt');
    expect(look(entered(unknown, { direction: 'MT' })).root.field.error).toBeInstanceOf(FormatError);
  });

  it('of pasted text has the payloads in it, and names what is wrong with the digits', () => {
    const pdu = '0001000B917283010010F500000CE8329BFD066D789BF2C607';
    const pasted = (text: string) => look(entered((readInput(text) as { octets: Uint8Array }).octets));
    const log = pasted(`12:00:01 DEBUG PDU: ${pdu} ok`);
    expect([log.format, log.root.field.children.map(({ name }) => name)]).toEqual([
      'log',
      ['words', 'hex: SMS-SUBMIT', 'words'],
    ]);
    const odd = pasted(pdu.slice(0, -1));
    expect(odd.format).toBe('hex');
    expect(odd.root.field.children[0]?.error?.message).toContain('49 hex digits, an odd number: one is missing in TP-UD');
  });
});
