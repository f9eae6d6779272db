import smpp from 'smpp';
import { describe, expect, it } from 'vitest';
import { decodeMessageText, describeDataCoding } from '../../src/smpp/data-coding.js';
import { describeStatus, findStatusName, type SmppStatus, statusNumber } from '../../src/smpp/status.js';
import { describeTime, describeVersion } from '../../src/smpp/values.js';
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

  it('is undefined where the platform lacks the table', () => {
    expect(decodeMessageText(hex('41'), 'x-no-such-table' as never, [])).toBeUndefined();
  });

  it('goes by the tables that the header selects', () => {
    expect(decodeMessageText(hex('1C'), 'gsm7', [{ kind: 'lockingShift', language: 1 }])?.text).not.toBe(
      decodeMessageText(hex('1C'), 'gsm7', [])?.text,
    );
  });
});

describe('times in words (section 7.1.1)', () => {
  it.each([
    ['020610233429000R', 'in 2 years 6 months 10 days 23 hours 34 minutes 29 seconds'],
    ['000000000000000R', 'now'],
    ['000000000000300R', 'now (tnn: 300 in a period, which has 000)'],
    ['261122060000004+', '2026-11-22T06:00:00+01:00'],
    ['261122060000948-', '2026-11-22T06:00:00.9-12:00'],
    ['261122060000003+', '2026-11-22T06:00:00+00:45'],
    // Without a zone it is UTC, and what is no time says why.
    ['261122060000', '2026-11-22T06:00:00+00:00 (p: no zone)'],
    ['261322060000000+', 'not a time (MM: 13, not 01 to 12)'],
    ['261122250000000+', 'not a time (hh: 25, not 00 to 23)'],
    ['soon', undefined],
    ['', undefined],
    ['2611220600000', undefined],
  ])('%j: %j', (text, words) => {
    expect(describeTime(text)).toBe(words);
  });
});

describe('other values in words', () => {
  it('interface_version (section 5.2.4)', () => {
    expect([0x00, 0x33, 0x34, 0x50].map(describeVersion)).toEqual(['3.3 or earlier', '3.3 or earlier', '3.4', '5.0']);
  });

  it('data_coding: the names of the table, and from 10 hex on those of a TP-DCS', () => {
    expect([0, 3, 8, 0x0e].map(describeDataCoding)).toEqual([
      expect.stringContaining('default'),
      expect.stringContaining('8859-1'),
      expect.stringContaining('UCS'),
      'KS C 5601',
    ]);
    expect(describeDataCoding(0xf5)).toContain('8-bit data');
  });
});
