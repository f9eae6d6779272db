import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError, FormatError, LimitError } from '../../src/errors.js';
import {
  type CentreRequest,
  type CentreRule,
  CentreRules,
  checkCentreScript,
  readCentreScript,
  seededRandom,
} from '../../src/smpp/centre-script.js';

describe('readCentreScript', () => {
  it('gives what createTestCentre takes', async () => {
    const script = {
      accounts: { a: 'b' },
      ids: { receipt: 'hex' },
      rules: [{ to: '44', status: 'ESME_RTHROTTLED', times: 2 }],
    };
    expect(readCentreScript(JSON.stringify(script))).toEqual(script);
  });

  it.each<[string, string]>([
    ['{"rule":[]}', '$.rule'],
    ['{"rules":{}}', '$.rules'],
    ['{"rules":[{"status":"ESME_NONE"}]}', '$.rules[0].status'],
    ['{"rules":[{},{"status":-1}]}', '$.rules[1].status'],
    ['{"rules":[{"probability":2}]}', '$.rules[0].probability'],
    ['{"rules":[{"nth":0}]}', '$.rules[0].nth'],
    ['{"rules":[{"commands":["unbind"]}]}', '$.rules[0].commands[0]'],
    ['{"rules":[{"receipts":[{"afterMs":1}]}]}', '$.rules[0].receipts[0].state'],
    ['{"rules":[{"receipts":[{"state":"DELIVERED"}]}]}', '$.rules[0].receipts[0].state'],
    ['{"rules":[{"answerAfterMs":1e12}]}', '$.rules[0].answerAfterMs'],
    ['{"receipts":[{"state":"DELIVRD","error":"27"}]}', '$.receipts[0].error'],
    ['{"accounts":{"shop":1}}', '$.accounts.shop'],
    ['{"incoming":[{"from":"1","to":""}]}', '$.incoming[0].to'],
    ['{"incoming":[{"from":"1","to":"2"}]}', '$.incoming[0].text'],
  ])('names the field of %s', (json, field) => {
    const refused = expect.objectContaining({ constructor: DecodeError, code: 'bad-value', field });
    expect(() => readCentreScript(json)).toThrow(refused);
    const own = expect.objectContaining({ code: 'bad-value', field: field.replace('$', 'script') });
    expect(() => checkCentreScript(JSON.parse(json))).toThrow(own);
  });

  it.each<[string, string]>([
    ['the lowest status', '{"rules":[{"status":0}]}'],
    ['the highest status', '{"rules":[{"status":4294967295}]}'],
    ['a status by name', '{"rules":[{"status":"ESME_ROK"}]}'],
    ['no chance', '{"rules":[{"probability":0}]}'],
    ['certainty', '{"rules":[{"probability":1}]}'],
    ['a week', '{"receipts":[{"state":"DELIVRD","afterMs":604800000}]}'],
    ['the lowest seed', '{"seed":0}'],
    ['the highest id', '{"firstId":4294967295}'],
  ])('takes %s', (_, json) => {
    expect(readCentreScript(json)).toEqual(JSON.parse(json));
  });

  it.each<[string, string]>([
    ['{"rules":[{"status":4294967296}]}', '$.rules[0].status'],
    ['{"rules":[{"status":1.5}]}', '$.rules[0].status'],
    ['{"rules":[{"status":true}]}', '$.rules[0].status'],
    ['{"rules":[{"status":"constructor"}]}', '$.rules[0].status'],
    ['{"rules":[{"probability":-0.1}]}', '$.rules[0].probability'],
    ['{"rules":[{"probability":"1"}]}', '$.rules[0].probability'],
    ['{"receipts":[{"state":"DELIVRD","afterMs":604800001}]}', '$.receipts[0].afterMs'],
    ['{"seed":-1}', '$.seed'],
    ['{"firstId":0}', '$.firstId'],
  ])('refuses %s at %s', (json, field) => {
    expect(() => readCentreScript(json)).toThrow(expect.objectContaining({ code: 'bad-value', field }));
  });

  it('takes a bounded number of values', () => {
    const rules = JSON.stringify({ rules: Array.from({ length: 1_000 }, () => ({ commands: Array(9).fill('submit_sm') })) });
    expect(readCentreScript(rules).rules).toHaveLength(1_000);
    const accounts = JSON.stringify({ accounts: Object.fromEntries(Array.from({ length: 100_001 }, (_, i) => [i, ''])) });
    expect(() => readCentreScript(accounts)).toThrow(LimitError);
  });

  it('takes a bounded number of rules', () => {
    const rules = (count: number) => `{"rules":[${Array(count).fill('{}')}]}`;
    expect(readCentreScript(rules(1_000)).rules).toHaveLength(1_000);
    expect(() => readCentreScript(rules(1_001))).toThrow(/^\$\.rules: .*a list of at most 1000/);
  });

  it('gives a typed error for any other text', () => {
    const value = fc.oneof(
      fc.json(),
      fc.string(),
      fc.record({ rules: fc.jsonValue(), incoming: fc.jsonValue() }).map((one) => JSON.stringify(one)),
    );
    fc.assert(
      fc.property(value, (json) => {
        try {
          readCentreScript(json);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('seededRandom', () => {
  // Computed by mulberry32 written in Python, whose integers do not wrap by themselves.
  it.each([
    [0, [1_144_304_738, 1_416_247, 958_946_056]],
    [1, [2_693_262_067, 11_749_833, 2_265_367_787]],
    [0xffff_ffff, [3_850_105_811, 813_802_916, 3_073_704_848]],
  ])('is mulberry32 with seed %d', (seed, expected) => {
    const random = seededRandom(seed);
    expect(expected.map(() => random() * 2 ** 32)).toEqual(expected);
  });
});

describe('rules', () => {
  const request: CentreRequest = { command: 'submit_sm', systemId: 'shop', from: 'Shop', to: '44700', atMs: 1_000 };
  const never = () => 1;
  /** Which of the requests a rule decides about. */
  const decided = (rule: CentreRule, requests: readonly Partial<CentreRequest>[], random = never) => {
    const rules = new CentreRules([rule], random);
    return requests.map((each) => rules.decide({ ...request, ...each }) === rule);
  };

  it.each<[string, CentreRule, Partial<CentreRequest>, boolean]>([
    ['without conditions: a message', {}, {}, true],
    ['without conditions: submit_multi', {}, { command: 'submit_multi' }, true],
    ['without conditions: data_sm', {}, { command: 'data_sm' }, true],
    ['without conditions: no query', {}, { command: 'query_sm' }, false],
    ['without conditions: no bind', {}, { command: 'bind_transceiver' }, false],
    ['commands: one of them', { commands: ['query_sm', 'cancel_sm'] }, { command: 'cancel_sm' }, true],
    ['commands: another', { commands: ['query_sm', 'cancel_sm'] }, {}, false],
    ['systemId: the same', { systemId: 'shop' }, {}, true],
    ['systemId: the beginning only', { systemId: 'sho' }, {}, false],
    ['to: the beginning', { to: '447' }, {}, true],
    ['to: the end only', { to: '700' }, {}, false],
    ['from: the beginning', { from: 'Sh' }, {}, true],
    ['from: the end only', { from: 'op' }, {}, false],
    ['afterMs: at that time', { afterMs: 1_000 }, {}, true],
    ['afterMs: before it', { afterMs: 1_001 }, {}, false],
    ['untilMs: before that time', { untilMs: 1_001 }, {}, true],
    ['untilMs: at it', { untilMs: 1_000 }, {}, false],
    ['two conditions of which one does not hold', { to: '447', from: 'Bank' }, {}, false],
  ])('%s', (_, rule, given, expected) => {
    expect(decided(rule, [given])).toEqual([expected]);
  });

  it.each<[string, CentreRule, readonly number[]]>([
    ['nth: that one alone', { nth: 3 }, [3]],
    ['every: each that the number divides', { every: 2 }, [2, 4, 6]],
    ['times: the first so many', { times: 2 }, [1, 2]],
    ['every with times', { every: 2, times: 2 }, [2, 4]],
    ['nth with every, which never agree', { nth: 3, every: 2 }, []],
  ])('count requests from 1: %s', (_, rule, expected) => {
    const requests = Array.from({ length: 6 }, () => ({}));
    expect(decided(rule, requests).flatMap((is, i) => (is ? [i + 1] : []))).toEqual(expected);
  });

  it('count only the requests that they are about', () => {
    expect(decided({ to: '447', nth: 2 }, [{}, { to: '33' }, {}])).toEqual([false, false, true]);
  });

  it('overPerSecond counts within each second of the clock', () => {
    const times = [1_000, 1_500, 1_999, 2_000, 2_001, 2_999, 5_000];
    expect(
      decided(
        { overPerSecond: 1 },
        times.map((atMs) => ({ atMs })),
      ),
    ).toEqual([false, true, true, false, true, true, false]);
  });

  it('the first request of the clock is the first of its second', () => {
    expect(decided({ overPerSecond: 1 }, [{ atMs: 0 }, { atMs: 999 }, { atMs: -1 }])).toEqual([false, true, false]);
  });

  it('hold by chance below their probability, and draw only where all else holds', () => {
    const draws = [0.49, 0.5, 0];
    const random = () => draws.shift() ?? 1;
    expect(decided({ probability: 0.5 }, [{}, { to: '4' }, {}], random)).toEqual([true, false, true]);
    expect(decided({ probability: 0.5, nth: 2 }, [{}, {}], () => 0)).toEqual([false, true]);
    const left = [0];
    decided({ nth: 2, probability: 1 }, [{}], () => left.pop() ?? 1);
    expect(left).toEqual([0]);
  });

  it('decide in order; those after it count on, and use none of their times', () => {
    const first: CentreRule = { nth: 1, status: 'ESME_RTHROTTLED' };
    const second: CentreRule = { times: 1, status: 'ESME_RSYSERR' };
    const third: CentreRule = { nth: 3, silent: true };
    const rules = new CentreRules([first, second, third], never);
    expect([1, 2, 3, 4].map(() => rules.decide(request))).toEqual([first, second, third, {}]);
  });
});
