/**
 * To whom a request goes: numbers of its lists, then those of its address books, in order, each once per mention (G-SMS-15, G-BOOK-01).
 * @module
 */
import { parseAddressBook, parseNumber, REPORT, type Sending } from '../../protocol/index.js';
import { badParameter, Refusal } from './refusal.js';

/** Somebody who was named. What is no number fails alone. */
export interface NamedRecipient {
  /** Digits, or what was written. */
  readonly recipient: string;
  readonly isNumber: boolean;
}

/** How a recipient of a multimedia message was named. */
export interface RecipientLists extends Pick<Sending, 'sendTo' | 'sendToAddressBook'> {
  readonly sendCc?: readonly string[] | undefined;
  readonly sendBcc?: readonly string[] | undefined;
  readonly sendCcAddressBook?: string | undefined;
  readonly sendBccAddressBook?: string | undefined;
}

/** Recipients by how they were named; together they are the request's, in this order. */
export interface Recipients {
  readonly to: readonly NamedRecipient[];
  readonly cc: readonly NamedRecipient[];
  readonly bcc: readonly NamedRecipient[];
}

/** Numbers of a book of the account's, or of a group of it; undefined when there is none. */
export type FindBook = (book: string, group: string | undefined) => Promise<readonly string[] | undefined>;

/**
 * Recipients of a request.
 * @throws Refusal `badParameter` for a book or group that the account has not, or nobody at all; `badRecipient` for more recipients than are taken.
 */
export async function recipientsOf(lists: RecipientLists, findBook: FindBook, most: number): Promise<Recipients> {
  const gather = async (numbers: readonly string[] = [], book: string | undefined, field: string) => {
    const inBook = book === undefined ? [] : await numbersOfBook(book, findBook, field);
    return [...numbers, ...inBook].map(named);
  };
  const to = await gather(lists.sendTo, lists.sendToAddressBook, 'SendToAddressBook');
  const cc = await gather(lists.sendCc, lists.sendCcAddressBook, 'SendCcAddressBook');
  const bcc = await gather(lists.sendBcc, lists.sendBccAddressBook, 'SendBccAddressBook');
  const count = to.length + cc.length + bcc.length;
  if (count === 0) throw badParameter('SendTo', 'names nobody');
  if (count > most) throw new Refusal(REPORT.badRecipient, `${count} recipients, at most ${most} in one request`);
  return { to, cc, bcc };
}

async function numbersOfBook(name: string, findBook: FindBook, field: string): Promise<readonly string[]> {
  const { book, group } = parseAddressBook(name);
  const numbers = await findBook(book, group);
  if (numbers === undefined) throw badParameter(field, 'the account has no such address book or group');
  return numbers;
}

function named(written: string): NamedRecipient {
  const number = parseNumber(written);
  return number === undefined ? { recipient: written, isNumber: false } : { recipient: number, isNumber: true };
}
