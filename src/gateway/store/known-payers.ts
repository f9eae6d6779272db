/**
 * Accounts that pay, remembered from one group of requests to the next, so that a group reads none.
 *
 *   recalled, or read ──► planned: credit goes down ──► taken, if all is still what it was ──► remembered
 *
 * What is remembered may be old: an operator or another process may have changed the account, or added a submission. It is never trusted. A group for
 * which the credit is too small is planned by what is read; and the statement that takes the credit fails where an account has less than was planned,
 * another price, or is gone, or, on SQLite, where the last submission is another. Nothing of the group is kept then, and it is planned again.
 * @module
 */
import type { Tables } from './schema.js';
import type { AcceptJob } from './types.js';

/** An account as charging sees it; `credit` goes down while jobs are planned. */
export interface Payer {
  readonly id: number;
  readonly username: string;
  readonly parentId: number | null;
  readonly type: Tables['account']['type'];
  readonly pricePerPart: number;
  readonly isDeleted: boolean;
  openingCredit: number;
  credit: number;
}

/** Accounts of the jobs and of the parents that pay for them, by user name and by `#id`. */
export interface FoundPayers {
  readonly payers: ReadonlyMap<string, Payer>;
  /** Id of the last submission, on SQLite; 0 without accounts. Those of the group follow it. */
  readonly lastSubmission: number;
}

/** The key of an account by its id. */
export const idKey = (id: number | null) => `#${id}`;

/** How many parts a job costs for each recipient. */
export const unitsOf = ({ parts, unitsPerRecipient = parts.length }: AcceptJob) => unitsPerRecipient;

/** The account that pays for what another sends; undefined where there is none. */
export function payerOf(account: Payer, payers: ReadonlyMap<string, Payer>): Payer | undefined {
  return account.type === 'SHARED' ? payers.get(idKey(account.parentId)) : account;
}

/** Accounts that are remembered: a store may have a hundred thousand, of which few send at a time. */
const MAX_KNOWN = 10_000;

/** Accounts of the last groups, as these have left them. */
export class KnownPayers {
  /** By user name and by `#id`. */
  readonly #known = new Map<string, Payer>();
  #lastSubmission = 0;

  /** Who pays for jobs, as copies; undefined unless all of them are known, and have enough for every recipient. */
  recall(jobs: readonly AcceptJob[]): FoundPayers | undefined {
    const payers = new Map<string, Payer>();
    const costs = new Map<Payer, number>();
    for (const job of jobs) {
      const account = this.#copy(payers, job.username);
      if (account?.type === 'SHARED') this.#copy(payers, idKey(account.parentId));
      const payer = account && payerOf(account, payers);
      if (account === undefined || payer === undefined) return undefined;
      const cost = (costs.get(payer) ?? 0) + unitsOf(job) * account.pricePerPart * job.recipients.length;
      if (cost > payer.credit) return undefined;
      costs.set(payer, cost);
    }
    return { payers, lastSubmission: this.#lastSubmission };
  }

  /** Remembers accounts as a group has left them. */
  keep({ payers, lastSubmission }: FoundPayers): void {
    if (payers.size === 0) return;
    this.#lastSubmission = lastSubmission;
    for (const [key, payer] of payers) {
      if (payer.isDeleted) this.#known.delete(key);
      else this.#known.set(key, payer);
    }
    if (this.#known.size > 2 * MAX_KNOWN) this.forget();
  }

  /** Forgets all. */
  forget(): void {
    this.#known.clear();
  }

  /** The copy that is among those of a group, put there by its names. */
  #copy(payers: Map<string, Payer>, key: string): Payer | undefined {
    const own = payers.get(key);
    const known = this.#known.get(key);
    if (own !== undefined || known === undefined) return own;
    const copy = { ...known, openingCredit: known.credit };
    payers.set(known.username, copy);
    payers.set(idKey(known.id), copy);
    return copy;
  }
}
