/** Arbitrary results, answers and callbacks of the gateway, in the form that parsing gives back. */
import fc from 'fast-check';
import {
  formatCredit,
  formatManagement,
  formatMessageCount,
  formatPermittedReplyTo,
  type ManagementAnswer,
} from '../../src/protocol/answers.js';
import type { Callback, Result } from '../../src/protocol/model.js';
import { isAccepted, REPORTS } from '../../src/protocol/reports.js';
import { formatResponse } from '../../src/protocol/response.js';

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** 15 characters A-Z 0-9. */
export const messageIdentifier: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(...capitals),
  minLength: 15,
  maxLength: 15,
});

/** Report codes of every kind: those that are known, and any that three characters hold. */
export const report: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...REPORTS.map(({ code }) => code)),
  fc.integer({ min: -99, max: 999 }),
);

/** Texts that may hold everything that separates values, but no lone surrogate. */
export const text: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(
      'Invalid Login',
      'Accepted by Example: queued',
      'a&Report=-2',
      '50% + 1, <b>é</b> €',
      '158 - Message Sent OK',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'aZ09 ,&=%+<>-é€\r\n'), minLength: 1, maxLength: 60 }),
  )
  .filter((value) => value.length <= 255);

/** Words of a line: no control character, no blank at an end, no markup. */
export const lineText: fc.Arbitrary<string> = fc
  .string({ unit: fc.constantFrom(...'aZ09 ,=%+-é€.:'), maxLength: 60 })
  .map((value) => value.trim());

/** Drops keys without a value. */
function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}

/** A result as tags carry it; `accepted` is what its report says. */
export const result: fc.Arbitrary<Result> = fc
  .record({
    messageIdentifier: fc.oneof(messageIdentifier, fc.constant('-1'), fc.constant(undefined)),
    report,
    text: fc.option(text, { nil: undefined }),
    units: fc.option(fc.integer({ min: 0, max: 999 }), { nil: undefined }),
    libraryNumber: fc.option(fc.integer({ min: 10_000, max: 99_999 }), { nil: undefined }),
  })
  .map(({ messageIdentifier: id, report: code, ...rest }) => ({
    messageIdentifier: id,
    report: code,
    accepted: isAccepted(code),
    ...compact(rest),
  }));

/** Results that are all refusals. */
export const refusals: fc.Arbitrary<Result[]> = fc.array(
  result.filter(({ accepted }) => !accepted),
  { minLength: 1, maxLength: 6 },
);

const credential = fc
  .string({ unit: fc.constantFrom(...'abcXYZ0189.'), minLength: 1, maxLength: 20 })
  .filter((value) => value !== 'NULL');
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 15 });
const moment = fc.integer({ min: 0, max: 253_402_300_799 }).map((seconds) => new Date(seconds * 1000));
const word = fc.string({ unit: fc.constantFrom(...'aZ09&=+%é€'), minLength: 1, maxLength: 15 });

/** A callback of either kind. */
export const callback: fc.Arbitrary<Callback> = fc
  .tuple(
    fc.record({ username: credential, pin: credential, timestamp: moment, messageIdentifier }, { requiredKeys: [] }),
    digits,
    fc.oneof(
      fc.record({ kind: fc.constant('receipt' as const), report }, { requiredKeys: ['kind'] }),
      fc.record({
        kind: fc.constant('message' as const),
        message: fc.string({ unit: 'binary' }),
        replyTo: fc.oneof(digits, word),
      }),
    ),
  )
  .map(([common, sendTo, rest]) => ({ ...common, sendTo, ...rest }));

/** A body that something on the way has spoiled: a character changed, cut or added, the end lost, a piece twice, another body behind it, a wrapping. */
export function spoiled(body: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    ...[
      '-2',
      '0',
      '99',
      '158',
      ',',
      '&',
      '=',
      ' - ',
      '%2D',
      '%',
      '+',
      '\r\n',
      '<br>',
      '>',
      '&Report=',
      'report=',
      '&Text=',
      '\uFEFF',
      '-',
      '1',
    ],
  );
  const how = fc.constantFrom('change', 'cut', 'add', 'end', 'beginning', 'twice', 'join', 'wrap');
  return fc
    .tuple(body, body, fc.array(fc.tuple(how, fc.nat(), piece), { minLength: 1, maxLength: 3 }))
    .map(([whole, other, steps]) => {
      let spoilt = whole;
      for (const [step, where, put] of steps) {
        const at = spoilt.length === 0 ? 0 : where % spoilt.length;
        const [before, after] = [spoilt.slice(0, at), spoilt.slice(at)];
        if (step === 'change') spoilt = before + put + after.slice(1);
        else if (step === 'cut') spoilt = before + after.slice(1 + (where % 5));
        else if (step === 'add') spoilt = before + put + after;
        else if (step === 'end') spoilt = before;
        else if (step === 'beginning') spoilt = after;
        else if (step === 'twice') spoilt += after;
        else if (step === 'join') spoilt += put + other;
        else spoilt = `<html><body>\r\n${spoilt}${put}</body></html>\r\n`;
      }
      return spoilt;
    });
}

// --- answers to queries and to management --------------------------------------------------------------------------------------------

const currency = fc.stringMatching(/^[A-Z]{3}$/);
const amount = fc.tuple(fc.boolean(), fc.nat(), fc.nat(9999)).map(([isOwed, whole, rest]) => {
  return `${isOwed ? '-' : ''}${whole}.${String(rest).padStart(4, '0')}`;
});
const replyTo = fc
  .oneof(text, fc.stringMatching(/^\d{7,15}$/), fc.constantFrom('example.com', 'a,b&Report=-2'))
  .map((value) => value.trim())
  .filter((value) => value !== '');

/** What the account may still spend: any amount with four decimals. */
export const credit = fc.record({ currency, amount });

export const messageCount = fc.record({ messages: fc.maxSafeNat() });

export const permitted = fc.record({ permittedReplyTo: fc.array(replyTo, { maxLength: 5 }) });

const account = fc.record({
  username: fc.stringMatching(/^[A-Za-z0-9.]{1,20}$/),
  pin: fc.stringMatching(/^[A-Za-z0-9]{1,20}$/),
});

/** An answer of account management, with a new account and without one. */
export const management: fc.Arbitrary<ManagementAnswer> = fc
  .tuple(report, fc.oneof(fc.record({ text }), fc.constant({})), fc.oneof(account, fc.constant({})))
  .map(([code, words, made]) => ({ report: code, accepted: isAccepted(code), ...words, ...made }));

/** An answer to any question. */
export const answer = fc.oneof(
  credit.map((one) => formatCredit(one)),
  messageCount.map(({ messages }) => formatMessageCount(messages)),
  permitted.map(({ permittedReplyTo }) => formatPermittedReplyTo(permittedReplyTo)),
  management.map(formatManagement),
  fc.array(result, { minLength: 1, maxLength: 4 }).map((some) => formatResponse(some, 3)),
  fc.constantFrom('MessageIdentifier=-1&Report=2&Text=Invalid Login', '171 - Invalid Login'),
);
