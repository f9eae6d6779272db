/**
 * What a sender is made with, and what a single send takes.
 * @module
 */

import type { Bitmap } from '../bitmap/index.js';
import type { AbortSignalLike } from '../bytes/platform.js';
import type {
  BitmapInput,
  FileOptions,
  HandsetOptions,
  MmsOptions,
  Network,
  OperatorLogoOptions,
  PictureOptions,
  SendingOptions,
  WithoutCredentials,
} from '../content/model.js';
import type { Credentials, GatewayRequest } from '../protocol/model.js';
import type { VCalendarVersion, VCardVersion } from '../vobject/index.js';
import type { Attempt } from './errors.js';
import type { Transport } from './transport.js';

/** Recipients of one request, above which the interface document advises against more (G-GEN-09). */
export const ADVISED_RECIPIENTS = 350;

/** Options of both kinds of sender. */
export interface ConnectionOptions extends Credentials {
  /** Address of the primary server: http or https, with a path when the service lies below one (`https://example.com/base/`). */
  readonly primary: string;
  /** Address of the secondary server; asked only when no connection to the primary comes about (G-CLI-01). */
  readonly secondary?: string | undefined;
  /** What carries the requests; node:http and node:https when absent. */
  readonly transport?: Transport | undefined;
  /** Milliseconds for a whole exchange, both servers together; 30,000 and 100 for each recipient when absent. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds in which a connection has to come about. */
  readonly connectTimeoutMs?: number | undefined;
  /** Octets of an answer at most; 1 MiB when absent. */
  readonly maxResponseOctets?: number | undefined;
  /** Leave connections open for the next request; each is closed when absent (G-GEN-02). */
  readonly keepAlive?: boolean | undefined;
  /** Go to the secondary server when TLS with the primary fails, too. */
  readonly failOverOnTls?: boolean | undefined;
  /** Milliseconds since 1970; `Date.now` when absent. */
  readonly clock?: (() => number) | undefined;
  /** Called for each server that was tried. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
  /** Called when the secondary server is asked, and why. */
  readonly onFailover?:
    | ((failover: { readonly from: string; readonly to: string; readonly reason: string }) => void)
    | undefined;
  /** Called for what is sent and may fail all the same, and for answers that say less than they should. */
  readonly onWarning?: ((warning: SenderWarning) => void) | undefined;
}

/** Options of a {@link Sender}. */
export interface SenderOptions extends ConnectionOptions {
  /** `GET` puts sends in the address, PIN and all, which servers write to their logs: only when nothing else gets through (G-CLI-03). */
  readonly method?: 'POST' | 'GET' | undefined;
}

/** Kinds of {@link SenderWarning}. */
export type SenderWarningCode =
  /** More than 350 recipients in one request. */
  | 'many-recipients'
  /** A Service Indication without an id: a second one with its href may vanish on the handset (G-SI-07). */
  | 'missing-si-id'
  /** A time to send at that has passed: the gateway sends at once (G-TIME-01). */
  | 'past-time'
  /** Handsets are known to make trouble about the content. */
  | 'content'
  /** The answer was read, with doubts. */
  | 'response'
  /** An answer of another number of results than there were recipients. */
  | 'result-count';

/** Something to know that stops nothing. Messages hold no PIN, text or number. */
export interface SenderWarning {
  /** What is doubtful. */
  readonly code: SenderWarningCode;
  /** The parameter that it is about. */
  readonly field?: string | undefined;
  /** The same in words, with what was found. */
  readonly message: string;
}

/** Options for cancelling a call. */
export interface CallOptions {
  /** Ends the call. Before a request has left, the call rejects with the signal's reason; after, with an OutcomeUnknownError. */
  readonly signal?: AbortSignalLike | undefined;
  /** As {@link ConnectionOptions.timeoutMs}, for this call; with `split`, for each request of it. */
  readonly timeoutMs?: number | undefined;
  /** Called besides the sender's own. */
  readonly onWarning?: ((warning: SenderWarning) => void) | undefined;
}

/** Options of a whole request. */
export interface RequestOptions extends CallOptions {
  /** Send to more than 350 recipients in several requests, one after the other; with one request and a warning when absent (G-CLI-08). */
  readonly split?: boolean | undefined;
}

/** Recipients and time, the same for every kind of content. */
export interface SendOptions extends SendingOptions, RequestOptions {}

/** Sends of ringtones. */
export type HandsetSendOptions = SendOptions & HandsetOptions;

/** Sends of pictures. */
export interface PictureSendOptions extends SendOptions, PictureOptions {}

/** Sends of operator logos. */
export interface OperatorLogoSendOptions extends SendOptions, OperatorLogoOptions {}

/** Sends of cards. */
export interface VCardSendOptions extends HandsetSendOptions {
  /** 2.1 when absent. */
  readonly version?: VCardVersion | undefined;
}

/** Sends of calendars. */
export interface VCalendarSendOptions extends HandsetSendOptions {
  /** 1.0 when absent. */
  readonly version?: VCalendarVersion | undefined;
}

/** Sends of files. */
export interface FileSendOptions extends SendOptions, FileOptions {}

/** Sends of multimedia messages. */
export interface MmsSendOptions extends SendOptions, MmsOptions {}

/** A picture, by itself or as `bitmap` of an object. */
export type PictureInput = BitmapInput | { readonly bitmap: Bitmap | Uint8Array | string };

/** A picture with the network whose name it stands for; the options may name the network instead. */
export type OperatorLogoInput = PictureInput & Partial<Network>;

/** Any request, for a sender to put its credentials in. */
export type UnsignedRequest = WithoutCredentials<GatewayRequest>;

/** A request as it goes out. */
export interface PreparedRequest {
  /** Address, query included. */
  readonly url: string;
  /** How it is sent. */
  readonly method: 'POST' | 'GET';
  /** Names in the form in which they are sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body; empty for a GET. */
  readonly body: string;
}

/** Options of {@link Sender.prepare}. */
export interface PrepareOptions {
  /** `pin` (when absent) writes `******` for the PIN; `all` for numbers and texts too; `none` gives what is sent, PIN and all. */
  readonly mask?: 'pin' | 'all' | 'none' | undefined;
  /** Show the request to the secondary server. */
  readonly server?: 'primary' | 'secondary' | undefined;
}
