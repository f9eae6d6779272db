/**
 * What the gateway and the threads that read say to each other.
 * @module
 */
import type { SentError } from '../../bytes/sent-error.js';
import type { Credentials, GatewayRequest, SoapCall } from '../../protocol/index.js';
import type { ReadSend } from '../json/send-request.js';
import type { GatewayLimits } from '../settings/limits.js';
import type { CallRequest } from './read.js';

/** A request to read: JSON of a send, a form on a path, or an envelope. */
export interface ReadTask {
  readonly isJson?: true;
  readonly path?: string;
  readonly octets: Uint8Array;
  readonly limits: GatewayLimits;
}

/** What came of a part of the reading. */
export type Sent<T> = { readonly value: T } | { readonly error: SentError };

/** What a call says, and what it asks for. */
export interface SentCall {
  readonly operation: SoapCall['operation'];
  readonly credentials: Credentials | undefined;
  readonly request: Sent<CallRequest>;
}

/** What a thread answers. */
export type ReadAnswer = Sent<GatewayRequest> | Sent<SentCall> | Sent<ReadSend>;
