/**
 * Sending: each part by AT+CMGS, again where another try may help and cannot send twice.
 *
 *   AT+CMGS=21                  octets of the TPDU, without the service centre's address
 *   > 0001000C91...^Z           service centre's address and TPDU, at the prompt
 *   +CMGS: 5                    the reference that a report will have
 *
 * Source: 3GPP TS 27.005 sections 3.5.1, 3.5.6 and 4.3.
 * @module
 */
import { checkInteger } from '../bytes/check.js';
import { toHex } from '../bytes/hex.js';
import { EncodeError, FormatError, LimitError } from '../errors.js';
import { toAddress } from '../sms/address.js';
import { type AddressInput, encodeServiceCentre, encodeSubmit, formatAddress, type SubmitInput } from '../sms/index.js';
import { readReference } from './answers.js';
import { failureOf, type ModemChannel } from './channel.js';
import { formatCommand } from './commands.js';
import { ModemError } from './modem-error.js';
import type { ReportBook, SentMessage, SentPart } from './reports.js';
import { outlookOf } from './result-codes.js';
import type { ModemAnswer } from './session.js';

/** Options for sending a message. */
export interface ModemSendOptions {
  /** Number of the service centre; by default that of the SIM. */
  readonly smsc?: AddressInput | undefined;
  /** Maximum number of attempts for each part, 1 to 10; 3 by default. A part is tried again only if that may succeed and it was certainly not sent. */
  readonly tries?: number | undefined;
  /** The pause before the second attempt in milliseconds, doubled for each further one; 2,000 by default. */
  readonly retryMs?: number | undefined;
  /** Called when a part was sent, with the part, its index from 0, and the number of parts. */
  readonly onPart?: ((part: SentPart, index: number, count: number) => void) | undefined;
  /** Stops the message before its next part or attempt, such as an `AbortSignal`. */
  readonly signal?: { readonly aborted: boolean } | undefined;
}

/** Thrown when some parts of a message could not be sent. */
export class ModemSendError extends ModemError {
  override readonly name = 'ModemSendError';
  /** The message, with the parts that were sent before. */
  readonly sent: SentMessage;
  /** Index of the part that was not sent; with code `unclear` it may have been sent. */
  readonly part: number;

  /** Creates an error from that of a part. */
  constructor(error: ModemError | LimitError, sent: SentMessage, part: number) {
    const isModems = error instanceof ModemError;
    super(isModems ? error.code : 'refused', error.message, isModems ? error.result : undefined, { cause: error });
    this.sent = sent;
    this.part = part;
  }
}

/** How a part is tried. */
interface Trying {
  readonly tries: number;
  readonly retryMs: number;
  /** @throws ModemError where the caller wants no further try. */
  readonly goOn: () => void;
}

/** How long a network may take for a part, in milliseconds. */
const SEND_MS = 120_000;

/** Sends messages; one at a time each part, so that what comes meanwhile is fetched between them. */
export class Outbox {
  readonly #channel: ModemChannel;
  readonly #reports: ReportBook;
  /** Whether the modem knows AT+CMMS; undefined before it was asked. */
  #keepsLink: boolean | undefined;

  constructor(channel: ModemChannel, reports: ReportBook) {
    this.#channel = channel;
    this.#reports = reports;
  }

  /**
   * Sends the parts of one message, in order.
   * @throws EncodeError for what cannot be written, and for parts to several recipients, before anything is sent; ModemSendError
   * for a part that is not sent.
   */
  async send(submits: readonly SubmitInput[], options: ModemSendOptions = {}): Promise<SentMessage> {
    const { smsc, tries = 3, retryMs = 2_000, onPart, signal } = options;
    checkInteger(tries, 'tries', 1, 10);
    checkInteger(retryMs, 'retryMs', 0, 600_000);
    if (submits.length === 0) throw new TypeError('submits are empty: submitText and buildSubmits make some');
    const prefix = toHex(encodeServiceCentre(smsc));
    const pdus = submits.map((submit) => {
      const tpdu = encodeSubmit(submit);
      return { length: tpdu.length, hex: prefix + toHex(tpdu) };
    });
    const [to = '', ...others] = submits.map(({ tpDa }, index) => formatAddress(toAddress(tpDa, `submits[${index}].tpDa`)));
    const other = others.findIndex((one) => one !== to);
    if (other >= 0)
      throw EncodeError.badValue(`submits[${other + 1}].tpDa`, 'is another recipient than that of the first part');
    const parts: SentPart[] = [];
    const sent: SentMessage = { to, parts };
    return this.#reports.whileSending(async () => {
      for (const [index, { length, hex }] of pdus.entries()) {
        let part: SentPart;
        try {
          if (index === 0 && pdus.length > 1) await this.#keepLink();
          const goOn = () => {
            if (signal?.aborted === true)
              throw new ModemError('cancelled', `part ${index + 1} of ${pdus.length} was not sent: cancelled`);
          };
          const reference = await this.#sendPart(length, hex, { tries, retryMs, goOn });
          part = { reference, sentAt: this.#channel.clock.now(), state: undefined };
          parts.push(part);
        } catch (error) {
          throw error instanceof ModemError || error instanceof LimitError ? new ModemSendError(error, sent, index) : error;
        }
        const submit = submits[index] as SubmitInput;
        if (submit.tpSrr === true) this.#reports.add(sent, index, toAddress(submit.tpDa, 'tpDa'));
        onPart?.(part, index, pdus.length);
      }
      return sent;
    });
  }

  /** Keeps the link to the network for the next part, if the modem can. */
  async #keepLink(): Promise<void> {
    if (this.#keepsLink === false) return;
    this.#keepsLink = await this.#channel.exclusive(() => this.#channel.try('AT+CMMS=1'));
  }

  async #sendPart(length: number, pdu: string, { tries, retryMs, goOn }: Trying): Promise<number | undefined> {
    for (let tried = 1; ; tried++) {
      goOn();
      const answer = await this.#channel.exclusive(() =>
        this.#channel.run(formatCommand('+CMGS', [length]), { pdu, timeoutMs: SEND_MS }),
      );
      const { ending, isSubmitted } = answer;
      if (ending.kind === 'ok' && isSubmitted) return referenceOf(answer);
      const error = errorOf(answer);
      // What was not submitted was not sent, whatever the modem said of it.
      if (tried === tries || error.code === 'unclear' || error.code === 'closed' || isPermanent(answer)) throw error;
      await this.#channel.pause(retryMs * 2 ** (tried - 1));
      // A modem that was switched off meanwhile is in text mode.
      if (!isSubmitted) await this.#channel.exclusive(() => this.#channel.try('AT+CMGF=0'));
    }
  }
}

/** Says that a length is no number of text mode: the modem is in that mode, and can be told. */
const TEXT_MODE = 305;

/** Whether another try will not succeed. */
function isPermanent({ ending, isSubmitted }: ModemAnswer): boolean {
  if (ending.kind !== 'cms' && ending.kind !== 'cme') return false;
  return outlookOf(ending) === 'permanent' && (isSubmitted || ending.number !== TEXT_MODE);
}

/** The error of a part; `unclear` where the network may have it. */
function errorOf(answer: ModemAnswer): ModemError {
  const { ending, isSubmitted } = answer;
  const error = failureOf(answer, 'AT+CMGS');
  if (!isSubmitted) return ending.kind === 'ok' ? new ModemError('damaged', 'AT+CMGS: no prompt', ending) : error;
  if (ending.kind === 'silent' || ending.kind === 'closed')
    return new ModemError('unclear', `${error.message}; it may be sent`);
  return outlookOf(ending) === 'unclear' ? new ModemError('unclear', `${error.message}; it may be sent`, ending) : error;
}

function referenceOf({ lines }: ModemAnswer): number | undefined {
  const line = lines.find((one) => one.line.startsWith('+CMGS'))?.line;
  try {
    return line === undefined ? undefined : readReference(line) & 0xff;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
