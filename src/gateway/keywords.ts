/**
 * What handsets ask for by a word: to get nothing more from a number, to get messages again, to be told what this is.
 *
 *   STOP, STOPALL, UNSUBSCRIBE, CANCEL, END, QUIT     block: sends from that number to the handset are refused
 *   START, UNSTOP                                     unblock
 *   HELP, INFO                                        the text of help
 * @module
 */
import { fields, type Reader, where } from '../bytes/json-fields.js';
import { RateLimiter } from './operations/rates.js';
import type { Rate } from './settings/limits.js';
import type { IncomingMessage } from './store/types.js';

/** What may be done with a message from a handset, in the name of the account that has its two-way number. */
export interface IncomingActions {
  /** Name of that account; absent for a number that is nobody's: then nothing is done. */
  readonly username?: string | undefined;
  /**
   * Answers with a text, from the number that was written to, at the account's cost, also to who has opted out. It leaves once
   * the message is taken, so that one that the network brings again is answered once. A disabled account answers nothing.
   */
  reply(text: string): void;
  /** Refuses sends from that number to the handset from now on. Where it fails the message is not taken: it comes again. */
  block(): Promise<void>;
  /** Takes them again; the same where it fails. */
  unblock(): Promise<void>;
}

/**
 * Looks at each message from a handset, before it is queued for the account. What it throws of its own is told as a fault, and
 * the message goes on.
 */
export type IncomingHook = (message: IncomingMessage, actions: IncomingActions) => Promise<void> | void;

/** Texts that keywords are answered with; a word whose text is absent is answered by nothing. */
export interface KeywordSettings {
  /** After STOP and its like. */
  readonly stop?: string | undefined;
  /** After START. */
  readonly start?: string | undefined;
  /** After HELP. */
  readonly help?: string | undefined;
}

const MAX_TEXT = 640;
const TEXT = where<string>(
  (value) => typeof value === 'string' && value !== '' && value.length <= MAX_TEXT,
  `a text of 1 to ${MAX_TEXT} characters`,
);

/** Settings of keywords. */
export const readKeywords: Reader<KeywordSettings> = fields({ stop: TEXT, start: TEXT, help: TEXT });

const MEANINGS: Readonly<Record<string, keyof KeywordSettings>> = {
  ...{ STOP: 'stop', STOPALL: 'stop', UNSUBSCRIBE: 'stop', CANCEL: 'stop', END: 'stop', QUIT: 'stop' },
  ...{ START: 'start', UNSTOP: 'start', HELP: 'help', INFO: 'help' },
};

/** What a text asks for: it is one of the words alone, in any case, with blanks and marks around it. */
export function findKeyword(text: string | undefined): keyof KeywordSettings | undefined {
  // A word is short: a long text is not searched.
  const word =
    text === undefined || text.length > 40 ? undefined : /^[\s\p{P}]*([a-z]+)[\s\p{P}]*$/iu.exec(text)?.[1]?.toUpperCase();
  return word !== undefined && Object.hasOwn(MEANINGS, word) ? MEANINGS[word] : undefined;
}

/** Answers to one handset from one number: three at once, then one a minute. They cost the account. */
const ANSWERS: Rate = { perSecond: 1 / 60, burst: 3 };
/** Answers of one account, whatever numbers the messages say that they are from: anybody may write any number there. */
const ACCOUNT_ANSWERS: Rate = { perSecond: 1, burst: 30 };

/**
 * A hook that does what keywords ask for. It counts its own answers, so that a gateway has one for as long as it runs.
 * @param readTexts the texts of now; undefined while keywords are texts like others
 */
export function answerKeywords(readTexts: () => KeywordSettings | undefined): IncomingHook {
  const answers = new RateLimiter(ANSWERS);
  const accounts = new RateLimiter(ACCOUNT_ANSWERS);
  return async ({ text, from, to }, actions) => {
    const texts = readTexts();
    const { username } = actions;
    const keyword = findKeyword(text);
    if (texts === undefined || keyword === undefined || username === undefined) return;
    if (keyword === 'stop') await actions.block();
    if (keyword === 'start') await actions.unblock();
    const answer = texts[keyword];
    if (answer !== undefined && answers.admit(`${from} ${to}`) && accounts.admit(username)) actions.reply(answer);
  };
}
