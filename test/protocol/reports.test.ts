import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAccepted, REPORT, REPORTS, reportOf } from '../../src/protocol/reports.js';

describe('the codes of the document', () => {
  it('G-ERR-01: the acceptance codes and the error codes are all listed', () => {
    for (const code of [-3, -2, 99]) expect(reportOf(code)).toMatchObject({ code, outcome: 'accepted' });
    for (const code of [-1, 2, 3, 5, 6, 7, 8, 11, 12, 13, 14, 15, 20, 76, 98]) {
      expect(REPORTS).toContainEqual(expect.objectContaining({ code, outcome: 'refused' }));
      expect(isAccepted(code)).toBe(false);
      expect(isAccepted(code, 'line')).toBe(false);
    }
  });

  it('G-ERR-02: five codes have a meaning by the document', () => {
    const known = REPORTS.filter(({ knownFrom }) => knownFrom === 'document');
    expect(known.map(({ code }) => code)).toEqual([-2, 0, 2, 15, 171]);
    for (const { meaning } of known) expect(meaning).toMatch(/\w/);
  });

  it('G-ERR-03: 158 is known from clients, as the success of a line', () => {
    expect(reportOf(158)).toMatchObject({ outcome: 'accepted', knownFrom: 'clients' });
  });

  it('G-ERR-04: a code that nobody lists is a refusal with its number kept', () => {
    expect(reportOf(77)).toEqual({ code: 77, outcome: 'refused', knownFrom: 'unknown' });
    expect(reportOf(-2_000_000)).toEqual({ code: -2_000_000, outcome: 'refused', knownFrom: 'unknown' });
  });

  it('G-ERR-05: the codes that our own gateway gives have names and a meaning, and stand in the list of the document', () => {
    const given = { queued: -2, scheduled: 99, invalidLogin: 2, outOfCredit: 15, replyToNotPermitted: 12, notPermitted: 13 };
    expect(REPORT).toMatchObject({ ...given, badParameter: 14, badRecipient: 11, noLibraryItem: 20, internalError: 98 });
    for (const code of Object.values(REPORT)) expect(reportOf(code).meaning).toBeDefined();
    for (const code of [99, 12, 13, 14, 11, 20, 98]) expect(reportOf(code).knownFrom).toBe('own');
  });

  it('are in ascending order, each once', () => {
    const codes = REPORTS.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort((a, b) => a - b));
  });
});

describe('what is accepted', () => {
  it('G-CLI-15: -3, -2, 0 and 99 in either form, 158 in a line alone, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.integer({ min: -200, max: 200 }), fc.double()), (code) => {
        expect(isAccepted(code)).toBe([-3, -2, 0, 99].includes(code));
        expect(isAccepted(code, 'line')).toBe([-3, -2, 0, 99, 158].includes(code));
      }),
    );
    expect(isAccepted(158)).toBe(false);
    expect(isAccepted(158, 'line')).toBe(true);
  });

  it('agrees with the listed outcomes', () => {
    for (const { code, outcome } of REPORTS) expect(isAccepted(code, 'line')).toBe(outcome === 'accepted');
  });
});
