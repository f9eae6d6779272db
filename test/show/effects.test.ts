/** What the messages of a payload do to a phone: where they are found in trees, and with which octets. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { withEffects } from '../../src/cli/inspect/log.js';
import { type Format, inspect } from '../../src/inspect/index.js';
import { SAMPLES } from '../../src/playground/inspect/samples.js';
import { encodePush, encodeSl } from '../../src/push/index.js';
import { distinctEffects, findEffects, formatEffects, type LocatedEffect } from '../../src/show/effects.js';
import { encodeSmppPdu } from '../../src/smpp/index.js';
import { encodeCp, encodeDeliver, encodeRp, encodeSubmit } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';

const SCTS = { at: new Date(Date.UTC(2026, 10, 21, 18, 30)), offsetMinutes: 60 };
const FLASH = encodeDeliver({ tpOa: '447700900456', tpScts: SCTS, tpDcs: 0x10, text: 'Fire drill' });
const SILENT = encodeDeliver({ tpOa: '447700900456', tpScts: SCTS, tpPid: 0x40, text: '' });
const LOADING = encodePush({ contentType: 'application/vnd.wap.slc', body: encodeSl({ href: 'http://wap.example/' }) });
const PUSHED = encodeSubmit({
  tpDa: '447700900123',
  tpDcs: 4,
  udh: [{ kind: 'ports16', destination: 2948, source: 9200 }],
  data: LOADING,
});

const LISTED: Field = { name: 'listing', value: undefined, start: 0, end: FLASH.length, children: [] };

const effectsIn = (octets: Uint8Array, as?: Format) => findEffects(inspect(octets, { as }), octets);
const told = (octets: Uint8Array, as?: Format) =>
  effectsIn(octets, as).map(({ effect, message, number, start, end }) => [effect, message, number, start, end]);

describe('findings are of', () => {
  it('a TPDU', () => {
    expect(told(FLASH, 'tpdu-mt')).toEqual([['flash', 'SMS-DELIVER', 1, 10, 11]]);
    expect(told(SILENT, 'tpdu-mt')).toEqual([['silent', 'SMS-DELIVER', 1, 9, 10]]);
  });

  it('one with the address of a service centre before it', () => {
    expect(told(Uint8Array.of(0, ...FLASH), 'pdu-mt')).toEqual([['flash', 'SMS-DELIVER', 1, 11, 12]]);
  });

  it('an element of its header', () => {
    const logo = encodeSubmit({
      tpDa: '447700900123',
      tpDcs: 0xf5,
      udh: [
        { kind: 'concat8', reference: 1, total: 2, sequence: 1 },
        { kind: 'ports16', destination: 5506, source: 0 },
      ],
      data: hex('01'),
    });
    const [, found] = effectsIn(logo, 'tpdu-mo');
    expect(found).toMatchObject({ effect: 'changes-logo', field: 'UDH', element: 1 });
    expect(toHex(logo.subarray(found?.start, found?.end))).toBe('050415820000');
  });

  it('one in the relay and the connection layer', () => {
    const rp = encodeRp({ type: 'RP-DATA', direction: 'MT', rpMr: 1, rpOa: '447700900099', rpUd: FLASH } as never);
    const at = rp.length - FLASH.length + 10;
    expect(told(rp, 'rp')).toEqual([['flash', 'SMS-DELIVER', 1, at, at + 1]]);
    const cp = encodeCp({ type: 'CP-DATA', ti: 1, tiFlag: false, cpUd: rp });
    expect(told(cp, 'cp')).toEqual([['flash', 'SMS-DELIVER', 1, at + 3, at + 4]]);
  });

  it('PDUs of SMPP in a row', () => {
    const pdu = (data_coding: number) =>
      encodeSmppPdu({
        ...{ command: 'submit_sm', sequence: 1 },
        ...{ fields: { data_coding, short_message: hex('48') } },
      } as never);
    const [one, two] = [pdu(0xf0), pdu(0xf2)];
    const row = Uint8Array.of(...one, ...two);
    expect(told(row, 'smpp')).toEqual([
      ['flash', 'submit_sm', 1, expect.any(Number), expect.any(Number)],
      ['stored-on-sim', 'submit_sm', 2, expect.any(Number), expect.any(Number)],
    ]);
    expect(effectsIn(row, 'smpp').map(({ start }) => row[start])).toEqual([0xf0, 0xf2]);
  });

  it('a dialogue of AT commands, a listing, a log and base64', () => {
    const line = toHex(Uint8Array.of(0, ...FLASH));
    const dialogue = encodeUtf8(`AT+CMGS=${PUSHED.length}\n00${toHex(PUSHED)}\x1a\n`);
    expect(told(dialogue, 'at')).toMatchObject([['opens-page-unasked', 'SMS-SUBMIT', 1, 14, PUSHED.length + 1]]);
    expect(told(encodeUtf8(`${line}\n00${toHex(SILENT)}\n`), 'hex')).toEqual([
      ['flash', 'SMS-DELIVER', 1, 11, 12],
      ['silent', 'SMS-DELIVER', 2, 10, 11],
    ]);
    expect(told(encodeUtf8(`12:00 got ${line} from the modem\n12:01 idle\n`), 'log')).toEqual([
      ['flash', 'SMS-DELIVER', 1, 11, 12],
    ]);
    expect(told(encodeUtf8(Buffer.from(FLASH).toString('base64')), 'base64')).toEqual([['flash', 'SMS-DELIVER', 1, 10, 11]]);
  });

  it('a push alone, user data alone, fields of SMPP as JSON, a request to Kannel', () => {
    expect(told(LOADING, 'wsp-push')).toEqual([['opens-page-unasked', 'WSP push', 1, 0, LOADING.length]]);
    const sample = (format: Format) => SAMPLES.find((each) => each.format === format)?.make() as Uint8Array;
    for (const format of ['udh', 'smpp-json', 'kannel', 'form'] as const) {
      expect(effectsIn(sample(format), format).length, format).toBeGreaterThan(0);
    }
  });

  it('a TPDU that is cut: its first fields', () => {
    expect(told(SILENT.subarray(0, 12), 'tpdu-mt')).toEqual([['silent', 'SMS-DELIVER', 1, 9, 10]]);
  });

  it('nothing else: not of a form whose parameters are named like a message', () => {
    expect(effectsIn(encodeUtf8('SMS-DELIVER=0411&user+data=1&WSP+push=2&PIN=1&Username=a'), 'form')).toEqual([]);
    expect(effectsIn(encodeUtf8('Ode:d=4,o=5,b=125:e,e,f,g'))).toEqual([]);
  });
});

describe('findings in words', () => {
  it('have their octets, field and clause', () => {
    expect(formatEffects(effectsIn(FLASH, 'tpdu-mt'))).toBe(
      '10            shown at once, not stored (TP-DCS): Class 0: the phone shows it at once and does not store it. [3GPP TS 23.038 4]\n',
    );
    expect(formatEffects([])).toBe('');
  });

  it('of several messages name the message', () => {
    const listing = encodeUtf8(`00${toHex(FLASH)}\n00${toHex(SILENT)}\n`);
    expect(formatEffects(effectsIn(listing, 'hex'))).toMatch(/\(SMS-DELIVER 1, TP-DCS\)[^\n]+\n.*\(SMS-DELIVER 2, TP-PID\)/);
  });

  it('the same finding of many messages is one', () => {
    const listing = encodeUtf8(`00${toHex(FLASH)}\n`.repeat(3));
    const found = effectsIn(listing, 'hex');
    expect(found).toHaveLength(3);
    expect(distinctEffects(found)).toEqual(found.slice(0, 1));
  });

  it('of very many are the first, and the others counted', () => {
    const [flash] = effectsIn(FLASH, 'tpdu-mt');
    const many = Array.from({ length: 1_012 }, (_, i) => ({ ...(flash as LocatedEffect), number: i + 1 }));
    const lines = formatEffects(many).trimEnd().split('\n');
    expect(lines).toHaveLength(1_001);
    expect(lines.at(-1)?.trim()).toBe('and 12 more');
    expect(formatEffects(many.slice(12))).not.toContain('more');
  });

  it('of a listing in JSON as well', () => {
    const json = (messages: number) => {
      const tree: Field = { ...LISTED, children: Array.from({ length: messages }, () => inspect(FLASH, { as: 'tpdu-mt' })) };
      return withEffects({ tree: 1 }, tree, FLASH);
    };
    expect(json(1_012)).toMatchObject({ tree: 1, effects: { length: 1_000 }, moreEffects: 12 });
    expect(json(1_000)).toMatchObject({ effects: { length: 1_000 } });
    expect(json(1_000)).not.toHaveProperty('moreEffects');
    expect(json(0)).toEqual({ tree: 1 });
  });
});

describe('any payload', () => {
  it('of any octets and format has findings within it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES), fc.nat(), fc.nat({ max: 255 }), ({ format, make }, at, octet) => {
        const octets = make();
        if (octets.length > 4_000) return;
        octets[at % octets.length] = octet;
        for (const { start, end, explanation } of effectsIn(octets, format)) {
          expect(start).toBeLessThanOrEqual(end);
          expect(explanation).not.toBe('');
        }
      }),
    );
  });

  it('with a tree of any depth and width takes bounded time', () => {
    const leaf: Field = { name: 'x', value: undefined, start: 0, end: 0, children: [] };
    const wide: Field = { ...leaf, children: Array.from({ length: 200_000 }, () => leaf) };
    expect(findEffects(wide, new Uint8Array(0))).toEqual([]);
  });
});
