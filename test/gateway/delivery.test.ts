import { describe, expect, it } from 'vitest';
import { EncodeError } from '../../src/errors.js';
import { elementsOf, formatFault, oncePerPart, submitOf } from '../../src/gateway/delivery/delivery.js';
import { toDeliver } from '../../src/gateway/delivery/virtual/virtual.js';
import { openTestStore, TEXT_PART, TestClock, textJob } from '../support/gateway-store.js';
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

describe('a part is written once', () => {
  it('whoever it goes to, and however often it is tried', async () => {
    const clock = new TestClock();
    const store = await openTestStore(undefined, clock);
    await store.accept(textJob('Stranger.1', ['447700900201', '447700900202']));
    await store.accept(textJob('Stranger.1', ['447700900203'], { parts: [{ ...TEXT_PART }] }));
    const [first] = await store.claim(1, 1_000);
    const [second, third] = await store.claim(2, 1_000);
    clock.now += 1_000;
    const again = await store.claim(3, 1_000);
    await store.close();
    let made = 0;
    const write = oncePerPart(() => ++made);
    const all = [first, second, ...again].filter((message) => message!.recipient !== third!.recipient);
    expect(all.map((message) => write(message!.parts[0]!))).toEqual([1, 1, 1, 1]);
    expect(write(third!.parts[0]!)).toBe(2);
    expect(again.map(({ recipient, attempt }) => [recipient, attempt])).toEqual(
      ['447700900201', '447700900202', '447700900203'].map((recipient) => [recipient, 2]),
    );
    expect(toDeliver(second!, clock.now)).toBe(toDeliver(first!, clock.now));
    expect(toDeliver(first!, clock.now + 1_000)).not.toEqual(toDeliver(first!, clock.now));
    expect(toDeliver({ ...first!, originator: 'Other' }, clock.now + 1_000)).not.toEqual(toDeliver(first!, clock.now + 1_000));
  });
});
