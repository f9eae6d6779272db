/**
 * Accepting: a group of jobs is charged and queued in one transaction, with a fixed number of statements.
 * @module
 */

import { randomBytes } from 'node:crypto';
import { UNSORTED } from '../delivery/lanes.js';
import { type Accepted, isStale, writeAccepted } from './accepted.js';
import { inTransaction, type StoreContext } from './database.js';
import { type AcceptWork, claimKeys, keepAnswers, type WorkOutcome } from './kept-answers.js';
import { type Payer, payerOf, unitsOf } from './known-payers.js';
import { keepFile } from './library.js';
import { insertMms } from './multimedia.js';
import { readPayers } from './payers.js';
import type { Database } from './schema.js';
import type { AcceptedRecipient, AcceptJob, AcceptOutcome, HostedContent, SubmittedFile } from './types.js';

/** What a job comes to. */
interface Plan extends Omit<Accepted, 'identifiers' | 'libraryNumber'> {
  /** How many recipients the credit is enough for, from the first on. */
  readonly accepted: number;
}

/**
 * Charges and queues a group of requests; results in order. Recipients are charged in order until the credit ends.
 * @throws what the database throws: then nothing of the group was accepted, unless it is a CommitError.
 */
export async function acceptGroup(context: StoreContext, works: readonly AcceptWork[]): Promise<WorkOutcome[]> {
  try {
    return await chargeAndQueue(context, works, true);
  } catch (error) {
    if (!isStale(error)) throw error;
  }
  context.payers.forget();
  return chargeAndQueue(context, works, false);
}

/** @param isHopeful plan by what accounts are, or were lately, and find out when it is written whether they still are; else they are read and kept from others */
async function chargeAndQueue(context: StoreContext, works: readonly AcceptWork[], isHopeful: boolean): Promise<WorkOutcome[]> {
  const { engine, queues, payers: known } = context;
  const jobs = works.flatMap((work) => work.jobs);
  const early = isHopeful ? (known.recall(jobs) ?? (await readPayers(context.db, engine, jobs, false))) : undefined;
  const { found, paid, written, outcomes } = await inTransaction(context, async (tx) => {
    const now = context.clock();
    const found = early ?? (await readPayers(tx, engine, jobs, true));
    const { payers } = found;
    // This may be another try of the transaction.
    for (const payer of payers.values()) payer.credit = payer.openingCredit;
    const claims = await claimKeys(tx, works, (username) => payers.get(username)?.id, now);
    const plans = works.flatMap((work) =>
      work.jobs.map((job) => (claims.kept.has(work) ? undefined : planOf(job, payers, now))),
    );
    const paid = plans.filter((plan): plan is Plan => plan !== undefined && plan.accepted > 0);
    const libraryNumbers = await keepContents(tx, context, paid, now);
    const accepted = new Map(
      paid.map((plan): [Plan, Accepted] => {
        const { job, account, payer, units, dueAt, isLater } = plan;
        const [libraryNumber, identifiers] = [libraryNumbers.get(plan), newMessageIdentifiers(plan.accepted)];
        return [plan, { job, account, payer, units, dueAt, isLater, libraryNumber, identifiers }];
      }),
    );
    const all = plans.map((plan, index) => {
      if (plan === undefined) return { recipients: refusalsOf(jobs[index] as AcceptJob, 0, 2) };
      return outcomeOf(plan, accepted.get(plan));
    });
    let at = 0;
    const outcomes = works.map((work): WorkOutcome => {
      const own = all.slice(at, at + work.jobs.length);
      at += work.jobs.length;
      const kept = claims.kept.get(work);
      return kept === undefined ? { outcomes: own } : { kept };
    });
    await keepAnswers(tx, works, outcomes, claims);
    const written = await writeAccepted(tx, engine, found, [...accepted.values()], now);
    return { found, paid, written, outcomes };
  });
  const { ids } = written;
  known.keep({ ...found, lastSubmission: ids.at(-1) ?? found.lastSubmission });
  for (const [index, plan] of paid.entries()) if (!plan.isLater) remember(context, ids[index] as number, plan);
  for (const { job, payer, accepted, dueAt } of paid) {
    const { findLane = inNoLane, recipients } = job;
    for (const lane of new Set(recipients.slice(0, accepted).map(findLane))) queues.add(payer.id, lane, dueAt);
  }
  return outcomes;
}

const inNoLane = () => UNSORTED;

/** Keeps what the claim of its messages, which comes next, would have to read: they are due when they are accepted. */
function remember({ submissions, validityMs }: StoreContext, id: number, { job, dueAt }: Plan): void {
  const { username, originator, parts, contentKind, service } = job;
  const own = { originator, parts, acceptedAt: dueAt, dueAt, validUntil: dueAt + validityMs, username, contentKind };
  submissions.add(id, service === undefined ? own : { ...own, service });
}

/** Files and pages of the plans; those that several jobs of a request have in common are kept once. Gives the numbers of the files. */
async function keepContents(
  tx: Database,
  context: StoreContext,
  plans: readonly Plan[],
  now: number,
): Promise<Map<Plan, number>> {
  const numbers = new Map<Plan, number>();
  const files = new Map<SubmittedFile, number>();
  const pages = new Set<HostedContent>();
  for (const plan of plans) {
    const { file, hosted = [] } = plan.job;
    if (file !== undefined) {
      const number = files.get(file) ?? (await keepFile(tx, context, plan.account.id, file));
      files.set(file, number);
      numbers.set(plan, number);
    }
    for (const content of hosted) if (!pages.has(content)) await insertHosted(tx, plan.account.id, content);
    for (const content of hosted) pages.add(content);
    const { mms, mmsCopy, mmsPageOf } = plan.job;
    if ((mms ?? mmsCopy ?? mmsPageOf) !== undefined) await insertMms(tx, plan.account.id, plan.job, now);
  }
  return numbers;
}

/** Undefined when there is no such account any more. Takes the costs off the payer's credit. */
function planOf(job: AcceptJob, payers: ReadonlyMap<string, Payer>, now: number): Plan | undefined {
  const account = payers.get(job.username);
  if (account === undefined || account.isDeleted) return undefined;
  const payer = payerOf(account, payers);
  if (payer === undefined) return undefined;
  const units = unitsOf(job);
  const cost = units * account.pricePerPart;
  const count = job.recipients.length;
  const accepted = cost === 0 ? count : Math.min(count, Math.floor(payer.credit / cost));
  payer.credit -= accepted * cost;
  const isLater = job.dueAt !== undefined && job.dueAt > now;
  return { job, account, payer, units, accepted, dueAt: isLater ? Math.ceil(job.dueAt as number) : now, isLater };
}

async function insertHosted(tx: Database, accountId: number, content: NonNullable<AcceptJob['hosted']>[number]): Promise<void> {
  const { token, contentType, fileName = null, data, adaptation, expiresAt } = content;
  await tx
    .insertInto('hosted')
    .values({
      token,
      account_id: accountId,
      content_type: contentType,
      file_name: fileName,
      data,
      adaptation: adaptation === undefined ? null : JSON.stringify(adaptation),
      expires_at: expiresAt,
    })
    .execute();
}

function outcomeOf({ job, units, accepted, isLater }: Plan, written: Accepted | undefined): AcceptOutcome {
  const { identifiers = [], libraryNumber } = written ?? {};
  const recipients: AcceptedRecipient[] = identifiers.map((messageIdentifier, index) => ({
    recipient: job.recipients[index] as string,
    messageIdentifier,
    report: isLater ? 99 : -2,
    units,
  }));
  recipients.push(...refusalsOf(job, accepted, 15));
  return libraryNumber === undefined ? { recipients } : { recipients, libraryNumber };
}

function refusalsOf(job: AcceptJob, from: number, report: 15 | 2): AcceptedRecipient[] {
  return job.recipients.slice(from).map((recipient) => ({ recipient, messageIdentifier: '-1', report, units: 0 }));
}

// ---- Identifiers ----

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const IDENTIFIER_CHARACTERS = 15;

/** Octets from here on would favour some characters: 252 is the largest multiple of 36. */
const FAIR_BELOW = 252;

const POOL_OCTETS = 8_192;
let pool = new Uint8Array(0);
let used = 0;

/** Characters that all identifiers of a request begin with. */
const STEM_CHARACTERS = 4;

/** A new MessageIdentifier: 15 characters of A-Z and 0-9 (G-RES-07), 77 random bits. */
export function newMessageIdentifier(): string {
  return randomCharacters(IDENTIFIER_CHARACTERS);
}

/**
 * Identifiers of a request's messages. They begin alike, so that they are near each other in the index of a store with millions: a page of it for each
 * would be written to the disk otherwise. 56 random bits are left that differ.
 */
export function newMessageIdentifiers(count: number): string[] {
  const stem = randomCharacters(STEM_CHARACTERS);
  return Array.from({ length: count }, () => stem + randomCharacters(IDENTIFIER_CHARACTERS - STEM_CHARACTERS));
}

function randomCharacters(count: number): string {
  let text = '';
  while (text.length < count) {
    if (used === pool.length) {
      // One call for hundreds of identifiers: the call costs more than the octets.
      pool = randomBytes(POOL_OCTETS);
      used = 0;
    }
    const octet = pool[used++] as number;
    if (octet < FAIR_BELOW) text += CHARACTERS[octet % CHARACTERS.length];
  }
  return text;
}

/** Returns a new token for hosted content: 128 random bits as 22 characters of base64url. */
export function newToken(): string {
  return randomBytes(16).toString('base64url');
}
