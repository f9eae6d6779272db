import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/gateway/operations/refusal.js';
import { formatResponse, soap } from '../../src/protocol/index.js';

describe('refusals', () => {
  it.each([
    ['a pair of surrogates where it is cut', `${'x'.repeat(254)}😀`, `${'x'.repeat(254)}?`],
    ['a pair of surrogates', 'x😀', 'x😀'],
    ['control characters', 'a\r\n\u0000\u0085b', 'a????b'],
    ['what is no character', 'a\uFFFE\uFFFFb', 'a??b'],
  ])('have a text that every answer takes: %s', (_, text, message) => {
    const refusal = new Refusal(14, text);
    expect(refusal.message).toBe(message);
    const result = { messageIdentifier: '-1', report: 14, accepted: false, text: refusal.message, units: 0 };
    for (const format of [0, 1, 3] as const) expect(formatResponse([result], format)).toContain('14');
    expect(soap.formatAnswer('SubmitMessage', soap.answerOf([result]))).toContain('>14<');
  });
});
