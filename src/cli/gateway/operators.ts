/**
 * What commands ask at a gateway's port for operators.
 * @module
 */
import { DecodeError } from '../../errors.js';
import { EXIT, type Session } from '../io.js';
import type { OperatorsAddress } from './credentials.js';

/** Why there is no answer, by status. */
const REASONS: Readonly<Record<number, string>> = {
  401: "it takes the operators' token: HANDSET_OPERATORS_TOKEN",
  403: 'operators ask by a name of its own machine, such as localhost',
};

/** How long the answer may take. */
const TIMEOUT_MS = 30_000;

/** What is asked for, in the words of errors. */
export interface Asked {
  readonly name: string;
  /** Why a gateway does not know the path. */
  readonly refused: string;
}

/** The answer's JSON; undefined when there is none, which was told. @throws DecodeError for an answer that is no JSON */
export async function askOperators(
  session: Session,
  { url, headers }: OperatorsAddress,
  path: string,
  { name, refused }: Asked,
): Promise<unknown> {
  let text: string;
  try {
    const response = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = await response.text();
    if (!response.ok) {
      session.note(`handset: the gateway refused: HTTP ${response.status}; ${REASONS[response.status] ?? refused}`);
      session.exit = EXIT.refused;
      return undefined;
    }
  } catch {
    session.note(`handset: no connection to ${new URL(url).host}`);
    session.exit = EXIT.unreachable;
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DecodeError('bad-value', name, 0, 'is no JSON', { cause });
  }
}
