/**
 * Sessions of accounts that are bound over SMPP: how many an account has, and who takes receipts and messages.
 * @module
 */
import { type SmppConnection, SmppNoAnswerError } from '../../smpp/node.js';
import { type SmppRequest, SmppSessionError } from '../../smpp/session.js';
import { statusNumber } from '../../smpp/status.js';
import type { NoAnswer } from './outgoing.js';

/** What of a connection is needed. */
export type AccountSession = Pick<SmppConnection, 'capacity' | 'ended' | 'isBound' | 'load' | 'request' | 'state'>;

/** Sessions by account. */
export class SmppSessions<Session extends AccountSession = AccountSession> {
  readonly #sessions = new Map<string, Set<Session>>();

  /** Called when an account that could receive nothing can. */
  onReceiver: (username: string) => void = () => undefined;

  /** Accounts that have a session. */
  get usernames(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  /** Adds a session that is bound; it leaves by itself when it ends. */
  add(username: string, session: Session): void {
    const isFirst = receives(session) && this.#receiversOf(username).length === 0;
    const sessions = this.#sessions.get(username) ?? new Set();
    this.#sessions.set(username, sessions.add(session));
    void session.ended.then(() => {
      sessions.delete(session);
      if (sessions.size === 0 && this.#sessions.get(username) === sessions) this.#sessions.delete(username);
    });
    if (isFirst) this.onReceiver(username);
  }

  /** Sessions of an account. */
  sessionsOf(username: string): readonly Session[] {
    return [...(this.#sessions.get(username) ?? [])];
  }

  /** Accounts that have a session here which is bound as receiver or transceiver. */
  receivers(): readonly string[] {
    return this.usernames.filter((username) => this.#receiversOf(username).length > 0);
  }

  /** How many PDUs the sessions of an account would send at once. */
  capacityOf(username: string): number {
    return this.#receiversOf(username).reduce((total, { capacity }) => total + capacity, 0);
  }

  /**
   * Sends a deliver_sm over the session with the most room, and gives the command_status of its answer, or that there was none. Where no session has room it
   * waits for one that has fewest waiting. A session that certainly did not send it, since it ends, leaves it to the next one; `unsent`: so did all.
   * @throws EncodeError for fields that cannot be written.
   */
  async deliver(username: string, request: SmppRequest): Promise<number | NoAnswer> {
    const tried = new Set<Session>();
    for (;;) {
      const [session] = this.#receiversOf(username)
        .filter((one) => !tried.has(one))
        .sort((one, other) => other.capacity - one.capacity || one.load.queued - other.load.queued);
      if (session === undefined) return 'unsent';
      tried.add(session);
      try {
        const { command, status } = await session.request('deliver_sm', request);
        return command === 'generic_nack' && status === 0 ? statusNumber('ESME_RUNKNOWNERR') : status;
      } catch (error) {
        if (error instanceof SmppNoAnswerError && error.isSent) return 'unanswered';
        if (!(error instanceof SmppNoAnswerError || error instanceof SmppSessionError)) throw error;
      }
    }
  }

  #receiversOf(username: string): Session[] {
    return [...(this.#sessions.get(username) ?? [])].filter(receives);
  }
}

function receives({ isBound, state }: AccountSession): boolean {
  return isBound && state !== 'bound_tx';
}
