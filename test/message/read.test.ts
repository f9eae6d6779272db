import { describe, expect, it } from 'vitest';
import { buildSubmits, type Content, contentOf, readSubmits } from '../../src/message/index.js';
import { parseRtttl, type Tune } from '../../src/ringtone/index.js';
import { decodeSubmit, encodeSubmit, type Submit } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const to = '+447700900123';
const long = (letter: string, reference: number) => buildSubmits({ kind: 'text', text: letter.repeat(400) }, { to, reference });
const [a1, a2, a3] = long('a', 1) as [Submit, Submit, Submit];
const [b1, b2] = long('b', 2) as [Submit, Submit];

describe('reading', () => {
  it('a duplicate part changes nothing', () => {
    expect(readSubmits([a3, a1, a3, a2, a1])).toEqual({ kind: 'text', text: 'a'.repeat(400) });
  });

  it('what came over the wire is what was built', () => {
    const notes = parseRtttl('t:d=4,o=5,b=160:e,f,g').notes;
    const tune: Tune = {
      title: 't',
      tempoBpm: 160,
      style: 'N',
      loops: 0,
      notes: Array.from({ length: 150 }, (_, i) => notes[i % 3] as Tune['notes'][0]),
    };
    const submits = buildSubmits({ kind: 'ringtone', tune }, { to, make: 'Nokia' });
    expect(submits.length).toBeGreaterThan(1);
    expect(readSubmits(submits.map((submit) => decodeSubmit(encodeSubmit(submit))).reverse())).toEqual({
      kind: 'ringtone',
      tune,
    });
  });

  it.each([
    [0x10, 'flash'],
    [0x18, 'flash'],
    [0xf0, 'flash'],
    [0x00, 'text'],
    [0x08, 'text'],
    [0x11, 'text'],
  ])('TP-DCS %i is %s', (tpDcs, kind) => {
    expect(readSubmits([{ udh: [], text: 'x', tpDcs, tpPid: 0 }])).toEqual({ kind, text: 'x' });
  });

  it('a text in national tables is a text', () => {
    const content: Content = { kind: 'text', text: 'ğ'.repeat(200) };
    expect(readSubmits(buildSubmits(content, { to, locking: 1 }))).toEqual(content);
  });

  it('text to the port of ringtones is no ringtone', () => {
    const udh = [{ kind: 'ports16', destination: 5505, source: 0 }] as const;
    expect(readSubmits([{ udh, text: 'x', tpDcs: 0, tpPid: 0 }])).toEqual({ kind: 'pdu', tpDcs: 0, tpPid: 0, udh, text: 'x' });
  });

  it('a joined message reads as its parts do', () => {
    expect(contentOf({ from: '', udh: [], parts: 1, data: hex('0102') }, 4, 5)).toEqual({
      kind: 'pdu',
      tpDcs: 4,
      tpPid: 5,
      udh: [],
      data: hex('0102'),
    });
  });
});

describe('refusals', () => {
  it.each([
    ['no part at all', [], 'truncated'],
    ['a missing part', [a1, a3], 'truncated'],
    ['one part alone', [a2], 'truncated'],
    ['a part of another message too', [a1, b1, a2, a3], 'trailing-bytes'],
    ['a part of another message first', [b2, a1, a2, a3], 'trailing-bytes'],
    ['two whole messages', [...long('a', 1), ...long('b', 2)], 'trailing-bytes'],
    [
      'two single messages',
      [
        { ...a1, udh: [] },
        { ...a2, udh: [] },
      ],
      'trailing-bytes',
    ],
    ['a single message behind a whole one', [a1, a2, a3, { ...a2, udh: [] }], 'trailing-bytes'],
    ['a part twice with different texts', [{ ...a1, text: 'other' }, a1, a2, a3], 'trailing-bytes'],
  ] as [string, Submit[], string][])('%s', (_, parts, code) => {
    expect(refusal(() => readSubmits(parts))).toEqual({ code, field: 'parts', offset: undefined });
  });

  it('a ringtone that is none, with the place in its octets', () => {
    const udh = [{ kind: 'ports16', destination: 5505, source: 0 }] as const;
    expect(refusal(() => readSubmits([{ udh, data: hex('024A3A'), tpDcs: 0xf5, tpPid: 0 }]))).toMatchObject({
      code: 'truncated',
      offset: 2,
    });
    expect(refusal(() => readSubmits([{ udh, data: hex(''), tpDcs: 0xf5, tpPid: 0 }]))).toMatchObject({
      code: 'truncated',
      offset: 0,
    });
  });
});
