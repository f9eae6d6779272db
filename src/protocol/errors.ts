/**
 * The error for an answer that does not follow the protocol.
 * @module
 */
import { percentEncode } from '../bytes/percent.js';
import { loneSurrogateIndex } from '../bytes/utf16.js';

/** The reason why an answer could not be read. */
export type ProtocolErrorReason =
  /** The status is not 200; a redirect above all, which is never followed. */
  | 'status'
  /** The answer is blank. */
  | 'empty'
  /** The answer is neither a line nor tags, or its tags contradict each other. */
  | 'unreadable'
  /** The answer has more characters than `answerOctets` of DEFAULT_LIMITS. */
  | 'too-long';

/** Details of a {@link ProtocolError}. */
export interface ProtocolErrorDetails {
  /** HTTP status. */
  readonly status?: number | undefined;
  /** The answer, verbatim: the error keeps its first 200 characters, without secrets. */
  readonly body?: string | undefined;
  /** Texts to blank out, such as the PIN and the message. */
  readonly secrets?: readonly string[] | undefined;
  /** The underlying error. */
  readonly cause?: unknown;
}

/** Thrown for an answer that cannot be read. Whether the gateway accepted the request is unknown. */
export class ProtocolError extends Error {
  /** The class name, the same in the ESM and the CJS build. */
  override readonly name = 'ProtocolError';
  /** Why the answer cannot be read. */
  readonly reason: ProtocolErrorReason;
  /** HTTP status; undefined if it is unknown. */
  readonly status: number | undefined;
  /** The first 200 characters of the answer, with secrets and anything like a PIN blanked out and numbers masked (G-CLI-14); undefined without an answer. */
  readonly excerpt: string | undefined;

  /** Creates an error; `message` must not contain secrets. */
  constructor(reason: ProtocolErrorReason, message: string, details: ProtocolErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.reason = reason;
    this.status = details.status;
    this.excerpt = details.body === undefined ? undefined : excerptOf(details.body, details.secrets);
  }
}

// ---- excerpts: without PIN, without message text, numbers masked, one short line; a faulty server may echo the request (G-CLI-05, G-CLI-14) ----

/** Characters of an excerpt at most. */
const EXCERPT_CHARACTERS = 200;

/** Characters that are looked at. */
const WINDOW_CHARACTERS = 65_536;

const HIDDEN = '***';

/** `PIN=1234`, `"pin": "1234"`, `PIN 1234`, `%26PIN%3D1234`, and the same for passwords. */
const PIN_FIELD = /((?:pin(?:code)?|pass(?:word)?|pwd)["']?\s{0,8}(?:%3D|%3A|[=:\s])\s{0,8}["']?)[^&\s<>"',;]+/gi;
/** `<PIN xsi:type="xsd:string">1234`, and elements that hold a text. */
const PRIVATE_ELEMENT = /(<(?:[\w.-]{1,64}:)?(?:PIN|TextMessage|FlashMessage|Message)(?:\s[^<>]*)?>)[^<]+/gi;
/** `Message=...` up to the next parameter, and its short name. */
const MESSAGE_FIELD = /((?:Message|(?:^|[&?]|%26)M)(?:=|%3D))[^&]+/gi;
/** Enough digits for a telephone number. */
const NUMBER = /\d{7,}/g;
/** Whatever could break a log's line or move a terminal's cursor. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** The first 200 characters of a text, with secrets in any usual spelling, fields of PINs and messages, and most digits of numbers blanked out. */
export function excerptOf(text: string, secrets: readonly string[] = []): string {
  const isCut = text.length > WINDOW_CHARACTERS;
  let shown = isCut ? text.slice(0, WINDOW_CHARACTERS) : text;
  // Longest first: a secret inside of another one would leave the other's rest.
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
  for (const spelling of spellings) shown = shown.replaceAll(spelling, HIDDEN);
  shown = shown
    .replace(PRIVATE_ELEMENT, `$1${HIDDEN}`)
    .replace(MESSAGE_FIELD, `$1${HIDDEN}`)
    .replace(PIN_FIELD, `$1${HIDDEN}`)
    .replace(NUMBER, masked)
    .replace(CONTROLS, ' ');
  // The end of the window may cut a secret in two, whose beginning is then still there.
  const unsure = isCut ? (spellings[0]?.length ?? 0) : 0;
  shown = shown.slice(0, Math.max(0, Math.min(EXCERPT_CHARACTERS, shown.length - unsure)));
  return /[\ud800-\udbff]$/.test(shown) ? shown.slice(0, -1) : shown;
}

function masked(digits: string): string {
  return digits.length < 10 ? '*****' : `${digits.slice(0, 4)}*****${digits.slice(-3)}`;
}

/** As itself, and as it would stand in a form, in HTML or in JSON. */
function spellingsOf(secret: string): string[] {
  if (secret === '') return [];
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const spellings = [secret, html, html.replaceAll('"', '&quot;'), JSON.stringify(secret).slice(1, -1)];
  if (loneSurrogateIndex(secret) < 0) {
    for (const encoded of [percentEncode(secret), encodeURIComponent(secret)]) {
      const lower = encoded.replace(/%../g, (octet) => octet.toLowerCase());
      spellings.push(encoded, lower, encoded.replaceAll('%20', '+'), lower.replaceAll('%20', '+'));
    }
  }
  return spellings;
}
