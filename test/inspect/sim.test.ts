/** Files of SIM cards, envelopes and packets in the inspector. Octets as in test/sim. */
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { type Format, identify, inspect } from '../../src/inspect/index.js';
import { describeAnswer, listPayloads } from '../../src/show/answer.js';
import { encodeAdn, encodeExt1, encodeSimSms, encodeSmsParameters } from '../../src/sim/index.js';
import { encodeDeliver, encodeSubmit } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { expectTiling } from '../support/tiling.js';

const join = (...records: readonly Uint8Array[]) => Uint8Array.from(records.flatMap((record) => [...record]));
const find = (root: Field, name: string): Field | undefined =>
  root.name === name ? root : root.children.map((child) => find(child, name)).find((found) => found !== undefined);
const answer = (octets: Uint8Array) => {
  const [best] = identify(octets);
  const payload = { octets, format: best?.format, field: inspect(octets) };
  expectTiling(payload.field);
  return {
    format: best?.format,
    sentence: describeAnswer(payload, best?.reason).sentence,
    each: listPayloads(payload, 9).map((found) => [found.where, describeAnswer(found).sentence]),
  };
};

const SMSC = '447785016005';
const tpScts = { at: new Date(Date.UTC(2026, 10, 21, 18, 30)), offsetMinutes: 0 };
const received = encodeSimSms({
  status: 'unread',
  smsc: SMSC,
  tpdu: encodeDeliver({ tpOa: '447700900456', tpScts, text: 'Hi' }),
});
const sent = encodeSimSms({ status: 'sent', tpdu: encodeSubmit({ tpDa: '447700900123', text: 'Hello' }) });
const free = encodeSimSms({ status: 'free' });
const entry = (alpha: string, digits: string, alphaOctets = 16) =>
  encodeAdn({ alpha, number: { ton: 1, npi: 1, digits } }, { alphaOctets });

describe('files of a SIM', () => {
  it('a record of EF_SMS says what its message does', () => {
    expect(answer(received)).toMatchObject({
      format: 'sim-sms',
      sentence: 'SMS from +447700900456, 21 Nov 2026 18:30 +00:00: Hi',
      each: [],
    });
  });

  it('a file of EF_SMS has each message in its record', () => {
    const { format, each } = answer(join(received, free, sent));
    expect(format).toBe('sim-sms');
    expect(each).toEqual([
      ['record 1 of 3', 'SMS from +447700900456, 21 Nov 2026 18:30 +00:00: Hi'],
      ['record 2 of 3', 'EF_SMS, empty'],
      ['record 3 of 3', 'SMS to +447700900123: Hello'],
    ]);
    expect(inspect(join(received, free, sent)).meaning).toBe('3 records, 2 in use');
  });

  it('of records whose length the card chooses, the length is found', () => {
    const blank = new Uint8Array(30).fill(0xff);
    const { format, sentence, each } = answer(join(blank, entry('Mum', '447700900456'), blank, entry('Анна', '447700900789')));
    expect([format, sentence]).toEqual(['sim-adn', 'Phone book of a SIM (EF_ADN), 4 records, 2 in use: Mum +447700900456']);
    expect(each.map(([, words]) => words)).toEqual([
      'EF_ADN, empty',
      'EF_ADN, Mum +447700900456',
      'EF_ADN, empty',
      'EF_ADN, Анна +447700900789',
    ]);
  });

  it.each<[Format, Uint8Array, string]>([
    ['sim-adn', entry('Mum', '447700900456', 4), 'Phone book of a SIM (EF_ADN): Mum +447700900456'],
    [
      'sim-smsp',
      encodeSmsParameters({ alpha: 'Centre', smsc: SMSC }, { alphaOctets: 12 }),
      'Message parameters on a SIM (EF_SMSP): Centre, service centre +447785016005',
    ],
    [
      'sim-ext1',
      join(encodeExt1({ kind: 'free' }), encodeExt1({ kind: 'digits', digits: '12345' })),
      'Extensions of a phone book (EF_EXT1), 2 records, 1 in use: 12345',
    ],
  ])('%s', (format, octets, sentence) => {
    expect(answer(octets)).toMatchObject({ format, sentence });
  });

  it('an empty record of EF_SMS is one; FF alone is nothing', () => {
    expect(identify(free)[0]).toMatchObject({ format: 'sim-sms', confidence: 0.6 });
    expect(identify(new Uint8Array(30).fill(0xff)).filter(({ format }) => format.startsWith('sim'))).toEqual([]);
  });

  it('is read in what programs write: a script of pySim, an answer to AT+CRSM', () => {
    const script = `select MF/DF.TELECOM/EF.SMS\nupdate_record 1 ${toHex(received).toLowerCase()}\nupdate_record 2 ${toHex(sent)}\n`;
    const modem = `AT+CRSM=178,28476,1,4,176\r\n+CRSM: 144,0,"${toHex(received)}"\r\n\r\nOK\r\n`;
    expect(answer(encodeUtf8(script)).each.map(([, words]) => words)).toEqual([
      'SMS from +447700900456, 21 Nov 2026 18:30 +00:00: Hi',
      'SMS to +447700900123: Hello',
    ]);
    expect(answer(encodeUtf8(modem)).sentence).toBe('SMS from +447700900456, 21 Nov 2026 18:30 +00:00: Hi');
  });

  it('shows where a record is wrong', () => {
    const damaged = Uint8Array.from(received);
    damaged[0] = 0x0b;
    const field = inspect(damaged, { as: 'sim-sms' });
    expectTiling(field);
    expect(field.warnings).toEqual(['status at 0: 0B is reserved']);
    expect(inspect(received.subarray(0, 100), { as: 'sim-sms' }).error?.code).toBe('truncated');
    expect(inspect(new Uint8Array(0), { as: 'sim-sms' }).error?.code).toBe('truncated');
  });

  it('has no more fields than the limit', () => {
    const file = join(...Array.from({ length: 40 }, () => received));
    const field = inspect(file, { limits: { inspectFields: 300 } });
    expectTiling(field);
    expect(field.children.at(-1)?.name).toBe('more records');
  });
});

describe('what goes to a card', () => {
  const ENVELOPE =
    'D147820283818604001032548B3B400290217FF6227052000000002D02700000281516191212B0000127FA28A5BAC69D3C5E9DF2C7155DFDDE449C826B236215566530787B30E8BE5D';

  it.each([
    ['an envelope', ENVELOPE],
    ['the command that has one', `80C2000049${ENVELOPE}`],
  ])('%s', (_, octets) => {
    const { format, sentence } = answer(hex(octets));
    expect(format).toBe('sim-envelope');
    expect(sentence).toBe(
      'SMS from +12, 25 Jul 2022 00:00 +00:00: command packet, remote file management: cryptographic checksum, ciphered, counter is higher, a response',
    );
    const field = inspect(hex(octets));
    expect(find(field, 'SMS-DELIVER')?.start).toBe(hex(octets).length - 59);
    expect(find(field, 'TAR')).toMatchObject({ value: 'B00001', meaning: 'remote file management' });
  });

  it('a response after its header', () => {
    const field = inspect(hex('027100001612B0001100000000000000B5BCD6353A421FAE016132'));
    expect(find(field, 'response packet')?.meaning).toBe('remote file management: no error');
    expect(identify(hex('027100001612B0001100000000000000B5BCD6353A421FAE016132'))[0]).toMatchObject({
      format: 'udh',
      confidence: 0.95,
    });
  });

  it('an envelope with a page of cell broadcast', () => {
    const text = `C8329BFD065DDF723619${'1A8D46A3D168'.repeat(12)}`;
    const page = `00000032000F11${text}`.padEnd(176, '0').slice(0, 176);
    const octets = hex(`D25E820283818C58${page}`);
    const field = inspect(octets);
    expectTiling(field);
    expect(find(field, 'cell broadcast')).toMatchObject({
      start: 8,
      end: 96,
      meaning: expect.stringContaining('Cell broadcast 50'),
    });
  });

  it('an envelope without a message', () => {
    expect(answer(hex('D30782020181900105'))).toMatchObject({ format: 'sim-envelope', sentence: 'Menu selection' });
  });
});
