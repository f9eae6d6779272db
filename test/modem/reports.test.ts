import { describe, expect, it } from 'vitest';
import { type Report, ReportBook, type SentMessage, type SentPart } from '../../src/modem/reports.js';
import { toAddress } from '../../src/sms/address.js';
import { type AddressInput, decodeStatusReport, encodeStatusReport, type StatusReport } from '../../src/sms/index.js';

const TO = '+447700900123';
const NOON = Date.UTC(2026, 10, 28, 12);

/** A number as it is dialled: without + it is not said whether it is international. */
const dialled = (number: string): AddressInput => (number.startsWith('+') ? number : { ton: 0, npi: 1, digits: number });

/** A report about a part with a reference, to a number, that the service centre had at a time. */
function report(tpMr: number, { tpSt = 0, to = TO, at = NOON } = {}): StatusReport {
  const time = { at: new Date(at), offsetMinutes: 0 };
  return decodeStatusReport(encodeStatusReport({ tpMr, tpRa: dialled(to), tpScts: time, tpDt: time, tpSt }));
}

/** A book, what it passes on, and messages that are sent with a wish for reports. */
function open(max = 10) {
  const reports: Report[] = [];
  const book = new ReportBook(max, (one) => void reports.push(one));
  const send = (references: readonly (number | undefined)[], { to = TO, sentAt = NOON } = {}): SentMessage => {
    const parts = references.map((reference): SentPart => ({ reference, sentAt, state: undefined }));
    const message = { to, parts };
    for (const index of parts.keys()) book.add(message, index, toAddress(dialled(to), 'to'));
    return message;
  };
  return { book, reports, send };
}

describe('a status report', () => {
  // TS 23.040 section 9.2.3.15: 00 to 1F completed, 20 to 3F still trying, 40 to 7F an error; what is reserved is an error.
  it.each([
    [0x00, 'delivered', 0],
    [0x02, 'delivered', 0],
    [0x1f, 'delivered', 0],
    [0x20, 'waiting', 1],
    [0x30, 'waiting', 1],
    [0x3f, 'waiting', 1],
    [0x40, 'failed', 0],
    [0x46, 'failed', 0],
    [0x60, 'failed', 0],
    [0x7f, 'failed', 0],
    [0x80, 'failed', 0],
    [0xff, 'failed', 0],
  ] as const)('with the status %i says that a part is %s', (tpSt, state, left) => {
    const { book, reports, send } = open();
    const message = send([7]);
    const said = report(7, { tpSt });
    book.take(said);
    expect(reports).toStrictEqual([{ report: said, state, message, part: 0, whole: state }]);
    expect([message.parts[0]?.state, book.size]).toEqual([state, left]);
    const other = report(8, { tpSt });
    book.take(other);
    expect(reports[1]).toStrictEqual({ report: other, state });
  });

  it.each([
    ['all are delivered', [0, 0, 0], ['waiting', 'waiting', 'delivered']],
    ['one is tried yet', [0, 0x20, 0], ['waiting', 'waiting', 'waiting']],
    ['the first has failed', [0x40, 0, 0], ['failed', 'failed', 'failed']],
    ['the last has failed', [0, 0, 0x40], ['waiting', 'waiting', 'failed']],
  ])('says how the whole message is: %s', (_, states, whole) => {
    const { book, reports, send } = open();
    const message = send([1, 2, 3]);
    for (const [i, tpSt] of states.entries()) book.take(report(i + 1, { tpSt }));
    expect(reports.map((one) => one.whole)).toEqual(whole);
    expect(reports.map(({ part }) => part)).toEqual([0, 1, 2]);
    for (const one of reports) expect(one.message).toBe(message);
  });

  it('of a part that waits yet may come again, and after the last no more', () => {
    const { book, reports, send } = open();
    send([7]);
    for (const tpSt of [0x30, 0x30, 0, 0]) book.take(report(7, { tpSt }));
    expect(reports.map(({ state, part }) => [state, part])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
      ['delivered', 0],
      ['delivered', undefined],
    ]);
  });

  it.each([
    ['+447700900123', '+447700900123', true],
    ['+447700900123', '447700900123', true],
    ['+447700900123', '07700900123', true],
    ['+447700900123', '007700900123', true],
    ['07700900123', '+447700900123', true],
    ['+447700900123', '0900123', false],
    ['+447700900123', '7900123', false],
    ['+441234567', '1234567', true],
    ['1234567', '+441234567', true],
    ['+44234567', '234567', false],
    ['234567', '+44234567', false],
    ['234567', '234567', true],
    ['12345', '012345', true],
    ['+447700900123', '+447700900124', false],
    ['+447700900123', '+4477009001230', false],
    ['+447700900123', '4770090012', false],
  ])('about a part to %s is of %s: %s', (to, recipient, isSame) => {
    const { book, reports, send } = open();
    const message = send([7], { to });
    book.take(report(7, { to: recipient }));
    expect(reports[0]?.message).toBe(isSame ? message : undefined);
  });

  it('is about the part with its reference', () => {
    const { book, reports, send } = open();
    const [first, second] = [send([1]), send([2])];
    for (const reference of [2, 1, 3]) book.take(report(reference));
    expect(reports.map(({ message }) => message)).toEqual([second, first, undefined]);
  });

  it.each([
    ['before', [-3_600_000, 60_000], 1],
    ['after', [60_000, 3_600_000], 0],
    ['before, and nearer', [-60_000, 3_600_000], 0],
    ['at the same time', [0, 60_000], 0],
    ['at the same distance: the later', [-60_000, 60_000], 1],
  ])('is about the part that was sent nearest to its time: %s', (_, times, nearest) => {
    const { book, reports, send } = open();
    const messages = times.map((ms) => send([7], { sentAt: NOON + ms }));
    book.take(report(7));
    expect(reports[0]?.message).toBe(messages[nearest]);
    // The other is left for the next report.
    book.take(report(7));
    expect(reports[1]?.message).toBe(messages[1 - nearest]);
  });

  it('without a time is about the part that was sent last', () => {
    const { book, reports, send } = open();
    const [, last] = [send([7]), send([7], { sentAt: NOON + 1 })];
    const said = report(7);
    book.take({ ...said, tpScts: { ...said.tpScts, at: new Date(Number.NaN) } });
    expect(reports[0]?.message).toBe(last);
  });
});

describe('a book of reports', () => {
  it('has as many parts as it may, the last ones', () => {
    const { book, reports, send } = open(2);
    expect(book.size).toBe(0);
    const messages = [1, 2, 3].map((reference) => send([reference]));
    expect(book.size).toBe(2);
    for (const reference of [1, 2, 3]) book.take(report(reference));
    expect(reports.map(({ message }) => message)).toEqual([undefined, messages[1], messages[2]]);
    expect(book.size).toBe(0);
  });

  it('has no part without a reference', () => {
    const { book, send } = open();
    send([undefined, 0]);
    expect(book.size).toBe(1);
  });

  it('keeps a report that comes while parts are sent until its part is noted', async () => {
    const { book, reports, send } = open();
    let message: SentMessage | undefined;
    await book.whileSending(async () => {
      book.take(report(1));
      expect(reports).toEqual([]);
      message = send([1]);
      expect(reports).toHaveLength(1);
    });
    expect(reports).toMatchObject([{ state: 'delivered', part: 0, whole: 'delivered' }]);
    expect(reports[0]?.message).toBe(message);
  });

  it('passes on what it kept when the last message is sent, also where that fails', async () => {
    const { book, reports } = open();
    await expect(
      book.whileSending(async () => {
        await book.whileSending(async () => book.take(report(1)));
        expect(reports).toEqual([]);
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(reports).toMatchObject([{ state: 'delivered', report: { tpMr: 1 } }]);
    expect(reports[0]).not.toHaveProperty('message');
    expect(await book.whileSending(async () => 5)).toBe(5);
  });

  it('passes on at once what is about a part that was noted, and what comes while nothing is sent', async () => {
    const { book, reports, send } = open();
    send([1]);
    await book.whileSending(async () => {
      book.take(report(1));
      expect(reports).toHaveLength(1);
    });
    book.take(report(1));
    expect(reports).toHaveLength(2);
  });

  it('keeps as many reports as it may', async () => {
    const { book, reports } = open(2);
    await book.whileSending(async () => {
      for (const reference of [1, 2, 3]) book.take(report(reference));
      expect(reports.map((one) => one.report.tpMr)).toEqual([3]);
    });
    expect(reports.map((one) => one.report.tpMr)).toEqual([3, 1, 2]);
  });
});
