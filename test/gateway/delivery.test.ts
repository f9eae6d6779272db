import { describe, expect, it } from 'vitest';
import { EncodeError } from '../../src/errors.js';
import { elementsOf, formatFault, submitOf } from '../../src/gateway/delivery/delivery.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { outboundText } from './outbound.js';

describe('why a part cannot be sent', () => {
  it('is told by code and field, never by what it holds', () => {
    expect(formatFault(new EncodeError('unencodable', 'text', 0, 'secret'))).toBe('unencodable in text');
    expect(formatFault(new TypeError('secret'))).toBe('it cannot be encoded');
    expect(formatFault('secret')).toBe('it cannot be encoded');
  });
});

describe('a part as SMS-SUBMIT', () => {
  const [part] = outboundText('x').parts;

  it('asks for a receipt when told so', () => {
    expect(submitOf(part!, '447700900123')).toMatchObject({ tpSrr: false, tpDa: { ton: 1, npi: 1, digits: '447700900123' } });
    expect(submitOf(part!, '447700900123', { receipt: true })).toMatchObject({ tpSrr: true, text: 'x', udh: [] });
  });

  it('has the elements of its header, or is refused with the place', () => {
    expect(elementsOf({ ...part!, udh: hex('0500032A0201') })).toEqual([
      { kind: 'concat8', reference: 42, total: 2, sequence: 1 },
    ]);
    expect(refusal(() => elementsOf({ ...part!, udh: hex('0500032A02') }))).toMatchObject({ code: 'truncated' });
  });
});
