/**
 * Options of a sender, and of a single send.
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

/** The maximum number of recipients that the interface document advises for one request (G-GEN-09). */
export const ADVISED_RECIPIENTS = 350;

/** Options of {@link Sender} and {@link SoapSender}: the account, the servers, limits and listeners. */
export interface ConnectionOptions extends Credentials {
  /** URL of the primary server: http or https, without user, query and fragment, with a path if the service is below one (`https://example.com/base/`). */
  readonly primary: string;
  /** URL of the secondary server; it is tried only if no connection to the primary can be made (G-CLI-01). None by default. */
  readonly secondary?: string | undefined;
  /** Carries the requests; {@link nodeTransport} by default. */
  readonly transport?: Transport | undefined;
  /** Milliseconds for a whole exchange, both servers together; by default 30,000, plus 100 for each recipient. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for DNS, TCP and TLS together; 10,000 by default. With a secondary, the primary gets at most half of the remaining time. */
  readonly connectTimeoutMs?: number | undefined;
  /** Maximum octets of an answer; 1,048,576 by default. */
  readonly maxResponseOctets?: number | undefined;
  /** Whether connections stay open for the next request; false by default (G-GEN-02). */
  readonly keepAlive?: boolean | undefined;
  /** Whether the secondary is tried also when the TLS handshake with the primary fails; false by default. */
  readonly failOverOnTls?: boolean | undefined;
  /** The time in milliseconds since 1970; `Date.now` by default. */
  readonly clock?: (() => number) | undefined;
  /** Called after each attempt at a server. Exceptions in it are ignored, as in the other listeners. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
  /** Called before the secondary server is tried, with the origins of both and the reason of the failure. */
  readonly onFailover?:
    | ((failover: { readonly from: string; readonly to: string; readonly reason: string }) => void)
    | undefined;
  /** Called with warnings about requests that are sent anyway, and about answers that deviate from the format. */
  readonly onWarning?: ((warning: SenderWarning) => void) | undefined;
}

/** Options of a {@link Sender}. */
export interface SenderOptions extends ConnectionOptions {
  /** HTTP method of sends, `POST` by default. `GET` puts the whole send, PIN included, into the URL, which servers log: use it only if POST is blocked (G-CLI-03). */
  readonly method?: 'POST' | 'GET' | undefined;
}

/** Kinds of {@link SenderWarning}. */
export type SenderWarningCode =
  /** More than 350 recipients in one request. */
  | 'many-recipients'
  /** A service indication without an id: a second one with its href may vanish on the handset (G-SI-07). */
  | 'missing-si-id'
  /** The time of sending has passed: the gateway sends at once (G-TIME-01). */
  | 'past-time'
  /** The content is known to cause problems on handsets. */
  | 'content'
  /** The answer was read, but deviates from the format. */
  | 'response'
  /** The number of results differs from the number of recipients. */
  | 'result-count';

/** A warning, which does not prevent the request. It contains no PIN, text or number. */
export interface SenderWarning {
  /** The kind of warning. */
  readonly code: SenderWarningCode;
  /** Name of the parameter concerned. */
  readonly field?: string | undefined;
  /** A description with what was found. */
  readonly message: string;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call. If nothing was sent yet, the call rejects with the signal's reason, otherwise with an OutcomeUnknownError. */
  readonly signal?: AbortSignalLike | undefined;
  /** Milliseconds for this call, in place of {@link ConnectionOptions.timeoutMs}; with `split`, for each request. */
  readonly timeoutMs?: number | undefined;
  /** Called with warnings of this call, in addition to the sender's own listener. */
  readonly onWarning?: ((warning: SenderWarning) => void) | undefined;
}

/** Options of {@link Sender.send}. */
export interface RequestOptions extends CallOptions {
  /** Whether more than 350 recipients go in several requests, one after the other; by default in one, with a warning (G-CLI-08). */
  readonly split?: boolean | undefined;
}

/** Options of every send: recipients, time and delivery. */
export interface SendOptions extends SendingOptions, RequestOptions {}

/** Options of sends for one make of handset, such as ringtones. */
export type HandsetSendOptions = SendOptions & HandsetOptions;

/** Options of sends of pictures. */
export interface PictureSendOptions extends SendOptions, PictureOptions {}

/** Options of sends of operator logos. */
export interface OperatorLogoSendOptions extends SendOptions, OperatorLogoOptions {}

/** Options of sends of business cards. */
export interface VCardSendOptions extends HandsetSendOptions {
  /** Version of a card that is given as a model; 2.1 by default. */
  readonly version?: VCardVersion | undefined;
}

/** Options of sends of calendars. */
export interface VCalendarSendOptions extends HandsetSendOptions {
  /** Version of a calendar that is given as a model; 1.0 by default. */
  readonly version?: VCalendarVersion | undefined;
}

/** Options of sends of files. */
export interface FileSendOptions extends SendOptions, FileOptions {}

/** Options of sends of multimedia messages. */
export interface MmsSendOptions extends SendOptions, MmsOptions {}

/** A picture, or an object with it as `bitmap`. Octets and text (hex) are an OTA bitmap. */
export type PictureInput = BitmapInput | { readonly bitmap: Bitmap | Uint8Array | string };

/** A picture with the network whose name it replaces; the options may name the network instead. */
export type OperatorLogoInput = PictureInput & Partial<Network>;

/** Any request without credentials, which the sender adds. */
export type UnsignedRequest = WithoutCredentials<GatewayRequest>;

/** A request as it is sent: the result of {@link Sender.prepare}. */
export interface PreparedRequest {
  /** URL, including the query of a GET. */
  readonly url: string;
  /** HTTP method. */
  readonly method: 'POST' | 'GET';
  /** Headers by name, in the spelling in which they are sent. Content-Length is that of the unmasked body. */
  readonly headers: Readonly<Record<string, string>>;
  /** The form body; empty for a GET. */
  readonly body: string;
}

/** Options of {@link Sender.prepare}. */
export interface PrepareOptions {
  /** What is masked: the PIN (`pin`, the default), also numbers and texts (`all`), or nothing (`none`). */
  readonly mask?: 'pin' | 'all' | 'none' | undefined;
  /** Which server the URL is for; `primary` by default. */
  readonly server?: 'primary' | 'secondary' | undefined;
}
