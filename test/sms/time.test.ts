import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../src/bytes/index.js';
import { type Issue, Reading } from '../../src/bytes/reading.js';
import { decodeSubmit, encodeSubmit, formatTimestamp, type ValidityPeriod } from '../../src/sms/index.js';
import { readTimestamp, relativeMinutes, relativeOctet, writeTimestamp } from '../../src/sms/time.js';
import { RELATIVE_MINUTES, timestamp, validity } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { expectValueOrFormatError, refusal } from '../support/hostile.js';

const HOUR = 60;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const read = (octets: Uint8Array, lenient = false, onIssue?: (issue: Issue) => void) =>
  readTimestamp(new ByteReader(octets), 'TP-SCTS', new Reading({ lenient, onIssue }));

function write(iso: string, offsetMinutes: number): Uint8Array {
  const target = new Uint8Array(7);
  expect(writeTimestamp({ at: new Date(iso), offsetMinutes }, target, 0, 'tpScts')).toBe(7);
  return target;
}

const withValidity = (tpVp: ValidityPeriod) => encodeSubmit({ tpDa: { ton: 1, npi: 1, digits: '' }, tpVp, text: '' });
/** First octet, TP-MR, TP-DA without digits (2), TP-PID, TP-DCS: the validity period stands at octet 6. */
const validityOctets = (tpVp: ValidityPeriod) => withValidity(tpVp).slice(6, -1);

describe('arguments that callers without types pass', () => {
  it('a time that is no Date is named', () => {
    for (const at of [0, '2026-11-21T09:00:00Z', undefined]) {
      const timestamp = { at, offsetMinutes: 0 } as never;
      expect(() => writeTimestamp(timestamp, new Uint8Array(7), 0, 'tpScts')).toThrow(/^tpScts\.at is .*, not a Date$/);
      expect(() => formatTimestamp(timestamp)).toThrow(/^timestamp\.at is .*, not a Date$/);
    }
    for (const none of [undefined, null, 5]) {
      expect(() => writeTimestamp(none as never, new Uint8Array(7), 0, 'tpScts')).toThrow(/^tpScts is .*, not an object$/);
      expect(() => formatTimestamp(none as never)).toThrow(/^timestamp is .*, not an object$/);
    }
  });
});

describe('relative periods (sms-pdu.md section 4)', () => {
  it.each([
    [0x00, 5],
    [0x8f, 12 * HOUR],
    [0x90, 12.5 * HOUR],
    [0xa7, 24 * HOUR],
    [0xa8, 2 * DAY],
    [0xc4, 30 * DAY],
    [0xc5, 5 * WEEK],
    [0xff, 63 * WEEK],
  ])('%i is %i minutes', (octet, minutes) => {
    expect(relativeMinutes(octet)).toBe(minutes);
    expect(validityOctets({ kind: 'relative', minutes })).toEqual(Uint8Array.of(octet));
  });

  it('all 256 octets have the period of the table, and their period gives the octet back', () => {
    for (let octet = 0; octet < 256; octet++) {
      expect(relativeMinutes(octet)).toBe(RELATIVE_MINUTES[octet]);
      expect(relativeOctet(RELATIVE_MINUTES[octet] as number, 'tpVp')).toBe(octet);
    }
  });

  it('at every border: a minute more takes the next period, a minute less the same one', () => {
    for (let octet = 0; octet < 255; octet++) {
      const minutes = RELATIVE_MINUTES[octet] as number;
      expect(relativeOctet(minutes + 1, 'x')).toBe(octet + 1);
      expect(relativeOctet(minutes - 1, 'x')).toBe(octet);
    }
  });

  it('any wish gets the shortest period that covers it', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, minExcluded: true, max: 63 * WEEK, noNaN: true }), (minutes) => {
        expect(relativeOctet(minutes, 'x')).toBe(RELATIVE_MINUTES.findIndex((period) => period >= minutes));
      }),
    );
  });

  it.each([
    [0, 'bad-value'],
    [-5, 'bad-value'],
    [Number.NaN, 'bad-value'],
    [63 * WEEK + 1, 'too-long'],
    [Number.POSITIVE_INFINITY, 'too-long'],
  ])('%d minutes are refused', (minutes, code) => {
    const expected = { code, field: 'tpVp/minutes', offset: undefined };
    expect(refusal(() => withValidity({ kind: 'relative', minutes }))).toEqual(expected);
    expect(refusal(() => withValidity({ kind: 'enhanced', format: 'relative', singleShot: false, minutes }))).toEqual(expected);
  });
});

describe('timestamps (sms-pdu.md section 4)', () => {
  it.each([
    // +02:00 is 8 quarters, 08 swapped 80; -05:30 is 22 quarters, 22 swapped 22, with the sign bit 2A.
    ['2026-11-21T09:00:00Z', 120, '62 11 12 11 00 00 80'],
    ['2026-11-21T09:00:00Z', -330, '62 11 12 30 03 00 2A'],
    ['2026-11-21T09:00:00Z', 0, '62 11 12 90 00 00 00'],
    // 79 quarters, 79 swapped 97, with the sign bit 9F: the farthest zones there are.
    ['2000-02-29T23:59:59Z', 79 * 15, '00 30 10 91 44 95 97'],
    ['2000-02-29T23:59:59Z', -79 * 15, '00 20 92 40 41 95 9F'],
    ['2024-02-29T00:00:00Z', 0, '42 20 92 00 00 00 00'],
    ['1990-01-01T00:00:00Z', 0, '09 10 10 00 00 00 00'],
    ['2089-12-31T23:59:59Z', 0, '98 21 13 32 95 95 00'],
    ['1999-12-31T23:45:00Z', 15, '00 10 10 00 00 00 10'],
  ])('%s at %i minutes is %s', (iso, offsetMinutes, octets) => {
    expect(write(iso, offsetMinutes)).toEqual(hex(octets));
    expect(read(hex(octets))).toEqual({ at: new Date(iso), offsetMinutes });
  });

  it('a zone of zero west of Greenwich is no zone of its own', () => {
    expect(Object.is(read(hex('62 11 12 90 00 00 08')).offsetMinutes, 0)).toBe(true);
  });

  it('shows local time with its zone', () => {
    expect(formatTimestamp({ at: new Date('2026-11-21T09:00:00Z'), offsetMinutes: 120 })).toBe('2026-11-21T11:00:00+02:00');
    expect(formatTimestamp({ at: new Date('2026-11-21T09:00:00Z'), offsetMinutes: -330 })).toBe('2026-11-21T03:30:00-05:30');
    expect(formatTimestamp({ at: new Date('2026-11-21T09:00:00Z'), offsetMinutes: 0 })).toMatch(
      /^2026-11-21T09:00:00(Z|\+00:00)$/,
    );
    expect(formatTimestamp({ at: new Date(Number.NaN), offsetMinutes: 0 })).toBe('no valid time');
  });

  it('a year of two digits is read as 1990 to 2089', () => {
    const yearOf = (octet: string) => read(hex(`${octet} 60 51 00 00 00 00`)).at.getUTCFullYear();
    expect(['09', '99', '00', '98'].map(yearOf)).toEqual([1990, 1999, 2000, 2089]);
  });

  it.each([
    ['month 0', '62 00 12 00 00 00 00'],
    ['month 13', '62 31 12 00 00 00 00'],
    ['day 0', '62 11 00 00 00 00 00'],
    ['31 November', '62 11 13 00 00 00 00'],
    ['29 February 2026', '62 20 92 00 00 00 00'],
    ['30 February 2024', '42 20 03 00 00 00 00'],
    ['29 February 1999', '99 20 92 00 00 00 00'],
    ['hour 24', '62 11 12 42 00 00 00'],
    ['minute 60', '62 11 12 00 06 00 00'],
    ['second 60', '62 11 12 00 00 06 00'],
    ['zeros', '00 00 00 00 00 00 00'],
  ])('%s is refused, and no time leniently', (_, octets) => {
    expect(refusal(() => read(hex(octets)))).toEqual({ code: 'bad-value', field: 'TP-SCTS', offset: 0 });
    const issues: string[] = [];
    const { at } = read(hex(octets), true, ({ code, field }) => issues.push(`${code} ${field}`));
    expect(at.getTime()).toBeNaN();
    expect(issues).toEqual(['bad-value TP-SCTS']);
  });

  it.each([
    ['a year', 'F2 11 12 00 00 00 00', '2020-11-21T00:00:00.000Z', 0],
    ['a decade', '6A 11 12 00 00 00 00', '2006-11-21T00:00:00.000Z', 0],
    ['a month', '62 1F 12 00 00 00 00', '2026-01-21T00:00:00.000Z', 0],
    ['an hour', '62 11 12 FF 00 00 00', '2026-11-21T00:00:00.000Z', 0],
    ['a minute', '62 11 12 90 A3 00 00', '2026-11-21T09:30:00.000Z', 0],
    ['a second', '62 11 12 90 00 4A 00', '2026-11-21T09:00:04.000Z', 0],
    ['a zone', '62 11 12 90 00 00 A0', '2026-11-21T09:00:00.000Z', 0],
    ['a zone west of Greenwich', '62 11 12 90 00 00 F9', '2026-11-21T11:30:00.000Z', -150],
  ])(
    '%s with a half octet above 9 is refused, and leniently counts as 0 (TS 23.040 9.2.3.11)',
    (_, octets, at, offsetMinutes) => {
      expect(refusal(() => read(hex(octets)))).toEqual({ code: 'bad-value', field: 'TP-SCTS', offset: 0 });
      const issues: string[] = [];
      const time = read(hex(octets), true, ({ code, field, offset }) => issues.push(`${code} ${field} ${offset}`));
      expect({ ...time, at: time.at.toISOString() }).toEqual({ at, offsetMinutes });
      expect(issues).toEqual(['bad-value TP-SCTS 0']);
    },
  );

  it('each octet that is missing is named', () => {
    const names = ['year', 'month', 'day', 'hour', 'minute', 'second', 'zone'];
    for (const [offset, name] of names.entries()) {
      const cut = hex('62 11 12 90 00 00 80').slice(0, offset);
      expect(refusal(() => read(cut))).toEqual({ code: 'truncated', field: `TP-SCTS/${name}`, offset });
    }
  });

  it.each([
    ['1989-12-31T23:59:59Z', 0, 'tpScts'],
    ['2090-01-01T00:00:00Z', 0, 'tpScts'],
    ['1990-01-01T00:00:00Z', -15, 'tpScts'],
    ['nonsense', 0, 'tpScts'],
    ['2026-01-01T00:00:00Z', 10, 'tpScts/zone'],
    ['2026-01-01T00:00:00Z', 80 * 15, 'tpScts/zone'],
    ['2026-01-01T00:00:00Z', Number.NaN, 'tpScts/zone'],
  ])('%s at %d minutes cannot be written', (iso, offsetMinutes, field) => {
    expect(refusal(() => write(iso, offsetMinutes))).toEqual({ code: 'bad-value', field, offset: undefined });
  });

  it('every time of a hundred years in every zone comes back, and the octets are what Date says', () => {
    fc.assert(
      fc.property(timestamp, (time) => {
        const target = new Uint8Array(7);
        writeTimestamp(time, target, 0, 'x');
        expect(read(target)).toEqual(time);
        const local = new Date(time.at.getTime() + time.offsetMinutes * 60_000).toISOString();
        const swapped = (two: string) => Number.parseInt(`${two[1]}${two[0]}`, 16);
        const digits = local.replace(/\D/g, '').slice(2, 14).match(/../g) as string[];
        expect([...target.subarray(0, 6)]).toEqual(digits.map(swapped));
      }),
    );
  });

  it('arbitrary octets are a time whose octets come back, but for a zone of minus zero, or a FormatError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 7, maxLength: 7 }), (octets) => {
        const result = expectValueOrFormatError(() => read(octets), 7);
        if (!('at' in result)) return;
        const target = new Uint8Array(7);
        writeTimestamp(result, target, 0, 'x');
        expect([...target]).toEqual([...octets.subarray(0, 6), octets[6] === 8 ? 0 : octets[6]]);
      }),
    );
  });
});

describe('validity periods on the wire', () => {
  it.each<[ValidityPeriod, string]>([
    [{ kind: 'absolute', at: new Date('2026-11-21T09:00:00Z'), offsetMinutes: 120 }, '62 11 12 11 00 00 80'],
    [{ kind: 'enhanced', format: 'none', singleShot: false }, '00 00 00 00 00 00 00'],
    [{ kind: 'enhanced', format: 'none', singleShot: true }, '40 00 00 00 00 00 00'],
    [{ kind: 'enhanced', format: 'relative', singleShot: false, minutes: 12 * HOUR }, '01 8F 00 00 00 00 00'],
    [{ kind: 'enhanced', format: 'seconds', singleShot: true, seconds: 255 }, '42 FF 00 00 00 00 00'],
    [{ kind: 'enhanced', format: 'time', singleShot: false, hours: 12, minutes: 34, seconds: 56 }, '03 21 43 65 00 00 00'],
    [{ kind: 'enhanced', format: 'raw', octets: hex('80 40 00 00 00 00 00') }, '80 40 00 00 00 00 00'],
    [{ kind: 'enhanced', format: 'raw', octets: hex('04 00 00 00 00 00 00') }, '04 00 00 00 00 00 00'],
    [{ kind: 'enhanced', format: 'raw', octets: hex('00 00 00 00 00 00 01') }, '00 00 00 00 00 00 01'],
    [{ kind: 'enhanced', format: 'time', singleShot: false, hours: 99, minutes: 59, seconds: 59 }, '03 99 95 95 00 00 00'],
    // 60 minutes, 60 seconds, and octets that are not two digits.
    ...['03 00 06 00', '03 00 00 06', '03 0A 00 00', '03 00 0A 00', '03 00 00 0A', '03 00 00 A0'].map(
      (time): [ValidityPeriod, string] => [
        { kind: 'enhanced', format: 'raw', octets: hex(`${time} 000000`) },
        `${time} 000000`,
      ],
    ),
  ])('%o is %s', (tpVp, octets) => {
    expect(validityOctets(tpVp)).toEqual(hex(octets));
    expect(decodeSubmit(withValidity(tpVp)).tpVp).toStrictEqual(tpVp);
  });

  it('TP-VPF is 0 none, 1 enhanced, 2 relative, 3 absolute, in bits 4 and 3', () => {
    const firsts = [
      encodeSubmit({ tpDa: '1', text: '' }),
      withValidity({ kind: 'enhanced', format: 'none', singleShot: false }),
      withValidity({ kind: 'relative', minutes: 5 }),
      withValidity({ kind: 'absolute', at: new Date('2026-11-21T09:00:00Z'), offsetMinutes: 0 }),
    ].map((octets) => octets[0]);
    expect(firsts).toEqual([0x01, 0x09, 0x11, 0x19]);
  });

  it('any seven octets of the enhanced format come back', () => {
    const likely = fc
      .tuple(
        fc.constantFrom(0, 1, 2, 3, 0x40, 0x41, 0x42, 0x43),
        fc.nat({ max: 255 }),
        fc.nat({ max: 255 }),
        fc.nat({ max: 255 }),
      )
      .map((four) => Uint8Array.of(...four, 0, 0, 0));
    fc.assert(
      fc.property(fc.oneof(likely, fc.uint8Array({ minLength: 7, maxLength: 7 })), (octets) => {
        const tpdu = Uint8Array.of(0x09, 0, 0, 0x91, 0, 0, ...octets, 0);
        expect(encodeSubmit(decodeSubmit(tpdu))).toEqual(tpdu);
      }),
    );
  });

  it('every period comes back', () => {
    fc.assert(
      fc.property(validity, (tpVp) => {
        expect(decodeSubmit(withValidity(tpVp)).tpVp).toStrictEqual(tpVp);
      }),
    );
  });

  it.each([
    [{ kind: 'forever' }, 'tpVp/kind'],
    [{ kind: 'enhanced', format: 'other', singleShot: false }, 'tpVp/format'],
    [{ kind: 'enhanced', format: 'seconds', singleShot: false, seconds: 256 }, 'tpVp/seconds'],
    [{ kind: 'enhanced', format: 'seconds', singleShot: false, seconds: -1 }, 'tpVp/seconds'],
    [{ kind: 'enhanced', format: 'seconds', singleShot: false, seconds: 0.5 }, 'tpVp/seconds'],
    [{ kind: 'enhanced', format: 'time', singleShot: false, hours: 100, minutes: 0, seconds: 0 }, 'tpVp/hours'],
    [{ kind: 'enhanced', format: 'time', singleShot: false, hours: 0, minutes: 60, seconds: 0 }, 'tpVp/minutes'],
    [{ kind: 'enhanced', format: 'time', singleShot: false, hours: 0, minutes: 0, seconds: 60 }, 'tpVp/seconds'],
    [{ kind: 'enhanced', format: 'raw', octets: new Uint8Array(6) }, 'tpVp/octets'],
    [{ kind: 'absolute', at: new Date(Number.NaN), offsetMinutes: 0 }, 'tpVp'],
  ])('%o is refused: %s', (tpVp, field) => {
    expect(refusal(() => withValidity(tpVp as unknown as ValidityPeriod))).toEqual({
      code: 'bad-value',
      field,
      offset: undefined,
    });
  });

  it('a period cut short', () => {
    expect(refusal(() => decodeSubmit(hex('11 00 00 91 00 00')))).toEqual({ code: 'truncated', field: 'TP-VP', offset: 6 });
    expect(refusal(() => decodeSubmit(hex('09 00 00 91 00 00 00 00')))).toEqual({
      code: 'truncated',
      field: 'TP-VP',
      offset: 6,
    });
    expect(refusal(() => decodeSubmit(hex('19 00 00 91 00 00 62 11')))).toEqual({
      code: 'truncated',
      field: 'TP-VP/day',
      offset: 8,
    });
  });
});

it('every month ends with its last day, in a leap year too', () => {
  const bcd = (value: number) => ((value % 10) << 4) | Math.floor(value / 10);
  for (const year of [2023, 2024]) {
    for (let month = 1; month <= 12; month++) {
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
      const octetsOf = (day: number) => Uint8Array.of(bcd(year % 100), bcd(month), bcd(day), 0, 0, 0, 0);
      expect(read(octetsOf(last))).toMatchObject({ at: new Date(Date.UTC(year, month - 1, last)) });
      expect(refusal(() => read(octetsOf(last + 1)))).toMatchObject({ code: 'bad-value' });
    }
  }
});
