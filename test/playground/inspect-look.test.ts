import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import { inspect } from '../../src/inspect/index.js';
import { readInput } from '../../src/playground/inspect/input.js';
import { type Entered, look, lookInSteps } from '../../src/playground/inspect/look.js';
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

describe('a long log', () => {
  const LINE = 'INFO pdu=07917283010010F5040BC87238880900F10000993092516195800AE8329BFD4697D9EC37\n';

  it.each([
    ['a log', LINE],
    ['a listing', LINE.slice(9)],
  ])('%s: the first payloads come before the others are read, and the last look is the whole', (_, line) => {
    const given = entered(encodeUtf8(line.repeat(40)));
    const steps = [...lookInSteps(given)].filter((looked) => looked !== undefined);
    expect(steps).toHaveLength(1);
    expect(steps[0]?.isPartial).toBe(true);
    expect(steps[0]?.root.field.children.filter(({ octets }) => octets !== undefined)).toHaveLength(8);
    const whole = look(given);
    expect(whole.isPartial).toBeUndefined();
    expect(whole.root.field).toEqual(inspect(given.octets));
    expect(whole.root.field.children.filter(({ octets }) => octets !== undefined)).toHaveLength(40);
  });

  it('a few payloads are looked at in one go', () => {
    const given = entered(encodeUtf8(LINE.repeat(7)));
    expect([...lookInSteps(given)].filter((looked) => looked !== undefined)).toEqual([]);
  });
});
