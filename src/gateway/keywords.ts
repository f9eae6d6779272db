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

/** Actions on a message from a handset, on behalf of the account that has the two-way number. */
export interface IncomingActions {
  /** User name of that account; absent if no account has the number. Then the actions have no effect. */
  readonly username?: string | undefined;
  /**
   * Replies with a text from the two-way number, at the account's cost, also to a recipient who has opted out. It is sent once
   * the message is queued, so that a message that the network repeats is answered once. Nothing is sent for a disabled account.
   */
  reply(text: string): void;
  /** Records an opt-out: sends from that number to the handset are refused. If it rejects, the message is refused temporarily, and the network repeats it. */
  block(): Promise<void>;
  /** Removes the opt-out; rejects as {@link block}. */
  unblock(): Promise<void>;
}

/**
 * Called with each message from a handset before it is queued for the account. An exception in it is logged as a fault, and
 * the message is queued all the same.
 */
export type IncomingHook = (message: IncomingMessage, actions: IncomingActions) => Promise<void> | void;

/** The texts, of 1 to 640 characters, that answer keywords; a word without a text is not answered. */
export interface KeywordSettings {
  /** Answer to STOP, STOPALL, UNSUBSCRIBE, CANCEL, END and QUIT. */
  readonly stop?: string | undefined;
  /** Answer to START and UNSTOP. */
  readonly start?: string | undefined;
  /** Answer to HELP and INFO. */
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
