import smpp from 'smpp';
import { describe, expect, it } from 'vitest';
import { decodeMessageText } from '../../src/smpp/data-coding.js';
import { describeStatus, findStatusName, type SmppStatus, statusNumber } from '../../src/smpp/status.js';
import { hex } from '../support/hex.js';

describe('command_status', () => {
  it('has the numbers of the package smpp', () => {
    for (const [name, number] of Object.entries(smpp.errors)) {
      expect(statusNumber(name as SmppStatus)).toBe(number);
      // Version 5 gave five of them other names.
      if (number < 0xc0 || number > 0xc4) expect(findStatusName(number)).toBe(name);
    }
    expect(findStatusName(0x09)).toBeUndefined();
    expect(findStatusName(0xc2)).toBe('ESME_RINVPARLEN');
    for (const name of ['ESME_RNONE', 'constructor']) expect(() => statusNumber(name as SmppStatus)).toThrow(TypeError);
    expect([describeStatus(0x58), describeStatus(0x400), describeStatus(0x500)]).toEqual([
      'ESME_RTHROTTLED: too many messages in this time',
      'an error of the service centre’s own',
      'reserved',
    ]);
  });
});

describe('text of a message', () => {
  it.each([
    ['gsm7', '0041', { text: '@A', warnings: [] }],
    ['gsm7', 'C441', { text: 'ÄA', warnings: ['not one septet per octet: read as ISO-8859-1'] }],
    ['ucs2', '20AC', { text: '€', warnings: [] }],
    ['ucs2', '20AC04', { text: '€', warnings: ['not well-formed UCS-2'] }],
    ['iso-8859-1', 'E9', { text: 'é', warnings: [] }],
    ['iso-8859-5', 'B6', { text: 'Ж', warnings: [] }],
    ['iso-8859-8', 'E0', { text: 'א', warnings: [] }],
  ] as const)('of %s', (coding, digits, expected) => {
    expect(decodeMessageText(hex(digits), coding, [])).toEqual(expected);
  });

  it('goes by the tables that the header selects', () => {
    expect(decodeMessageText(hex('1C'), 'gsm7', [{ kind: 'lockingShift', language: 1 }])?.text).not.toBe(
      decodeMessageText(hex('1C'), 'gsm7', [])?.text,
    );
  });
});
