/**
 * What a modem is told before it is used, by what it supports.
 *
 *   AT, ATE0, AT+CMEE=1      awake, without echo, errors by number
 *   AT+CPIN?                 whether the SIM asks for a code; one is entered only when it is given, and once
 *   AT+CMGF=0                PDU mode
 *   AT+CSMS                  phase 2+: messages that are shown are acknowledged
 *   AT+CPMS                  storages
 *   AT+CNMI                  what is said of its own accord
 *
 * Source: 3GPP TS 27.005 sections 3.2.1 to 3.2.3 and 3.4.1, TS 27.007 sections 8.3 and 9.1.
 * @module
 */
import { readAllowed, readMessageService, readPinState, readStorages, type Storage } from './answers.js';
import { failureOf, type ModemChannel } from './channel.js';
import { checkMemory, checkPin, formatCommand } from './commands.js';
import { ModemError, NO_PIN } from './modem-error.js';

/** Options for setting up a modem. */
export interface StartOptions {
  /** PIN of the SIM. It is entered once, and only if the SIM asks for it, since three wrong PINs lock a SIM. */
  readonly pin?: string | undefined;
  /** Storage of messages, such as `SM` or `ME`; by default the modem's current one. */
  readonly storage?: string | undefined;
  /**
   * `stored` (default): the modem stores messages, and they are deleted when `onMessage` has accepted them, so that none is lost.
   * `shown`: the modem shows them at once, and they are acknowledged when `onMessage` has accepted them, if the modem supports phase 2+. Without
   * `onMessage` they are stored in both cases.
   */
  readonly incoming?: 'stored' | 'shown' | undefined;
  /** Whether the modem shows cell broadcast pages; false by default. */
  readonly broadcast?: boolean | undefined;
}

/** The result of setting up a modem. */
export interface Started {
  /** Whether messages and status reports that the modem shows must be acknowledged (phase 2+). */
  readonly isAcknowledged: boolean;
  /** Whether the modem reports new messages unasked; otherwise they are found by listing. */
  readonly isTold: boolean;
  /** The storages for reading, for writing, and for received messages; empty if the modem does not report them. */
  readonly storages: readonly Storage[];
}

/** A PIN as long as it may be entered: one that was not accepted never is again. */
export interface HeldPin {
  code: string | undefined;
}

/** How long a modem may take to wake up, to accept a code, and to be ready after it, in milliseconds. */
const [WAKE_MS, PIN_MS, READY_MS] = [2_000, 30_000, 1_000];
const TRIES = 3;
/** Answers to AT+CPIN? while a SIM is asked. */
const READY_TRIES = 10;
const SIM_BUSY: ReadonlySet<number | undefined> = /* @__PURE__ */ new Set([14, 314, 515]);

/**
 * Sets a modem up, also one that was set up before and has lost it.
 * @param hasReader whether somebody takes messages; without anybody they stay stored.
 * @throws ModemError; EncodeError for an option.
 */
export async function startModem(
  channel: ModemChannel,
  options: Omit<StartOptions, 'pin'>,
  pin: HeldPin,
  hasReader: boolean,
): Promise<Started> {
  const { storage, broadcast = false } = options;
  const incoming = hasReader ? (options.incoming ?? 'stored') : 'unread';
  if (pin.code !== undefined) checkPin(pin.code);
  if (storage !== undefined) checkMemory(storage);
  await wake(channel);
  await channel.try('ATE0');
  await channel.try('AT+CMEE=1');
  await unlock(channel, pin);
  const isPdu = await channel.try('AT+CMGF=0');
  if (!isPdu) throw new ModemError('unsupported', 'the modem does not know PDU mode (AT+CMGF=0)');
  if (incoming === 'shown') await channel.try('AT+CSMS=1');
  const service = await channel.read('AT+CSMS?', readMessageService);
  const storages = await chooseStorages(channel, storage);
  const isTold = await chooseIndications(channel, incoming, broadcast);
  return { isAcknowledged: service === 1, isTold, storages };
}

async function wake(channel: ModemChannel): Promise<void> {
  for (let i = 1; ; i++) {
    const answer = await channel.run('AT', { timeoutMs: WAKE_MS });
    if (answer.ending.kind === 'ok') return;
    if (i === TRIES || answer.ending.kind === 'closed') throw failureOf(answer, 'AT');
  }
}

/** Enters a code, if the SIM asks for one. */
async function unlock(channel: ModemChannel, pin: HeldPin): Promise<void> {
  let isEntered = false;
  for (let i = 0; i < READY_TRIES; i++) {
    const answer = await channel.run('AT+CPIN?');
    const { ending, lines } = answer;
    if (ending.kind === 'ok') {
      // Lines of the answer begin with its name: they can be read.
      const [first] = lines;
      const state = first === undefined ? 'READY' : readPinState(first.line);
      if (state === 'READY') return;
      if (state !== 'SIM PIN') throw new ModemError('pin', `the SIM asks for ${state}`);
      const { code } = pin;
      if (code === undefined) throw new ModemError('pin', NO_PIN);
      if (!isEntered) {
        isEntered = true;
        pin.code = undefined;
        await channel.ask(formatCommand('+CPIN', [code]), PIN_MS);
        pin.code = code;
      }
    } else if (ending.kind === 'cme' || ending.kind === 'cms') {
      // Some modems do not know the command, and some have no SIM.
      if (ending.number === 3 || ending.number === 4) return;
      if (!SIM_BUSY.has(ending.number)) throw new ModemError('refused', failureOf(answer, 'AT+CPIN?').message, ending);
    } else if (ending.kind === 'error') {
      return;
    } else throw failureOf(answer, 'AT+CPIN?');
    await channel.pause(READY_MS);
  }
  throw new ModemError('pin', 'the SIM is not ready');
}

async function chooseStorages(channel: ModemChannel, storage: string | undefined): Promise<Storage[]> {
  if (storage !== undefined) {
    const isSet =
      (await channel.try(formatCommand('+CPMS', [storage, storage, storage]))) ||
      (await channel.try(formatCommand('+CPMS', [storage, storage]))) ||
      (await channel.try(formatCommand('+CPMS', [storage])));
    if (!isSet) throw new ModemError('unsupported', `the modem does not store messages in ${storage}`);
  }
  return (await channel.read('AT+CPMS?', readStorages)) ?? [];
}

/** Values of AT+CNMI, the best first; the first that the modem allows is taken. */
const MODES = [2, 1, 3, 0];

/**
 * The same of messages: 0 stores one, 1 tells its place too; 2 shows it in place of storing it, but for those of class 2; 3
 * shows those of class 3. What is shown and not read is lost.
 */
const MESSAGES = { stored: [1, 3, 2], shown: [2, 3, 1], unread: [1, 0] };

/** Chooses what the modem says of its own accord, and says whether that is anything. */
async function chooseIndications(channel: ModemChannel, incoming: keyof typeof MESSAGES, broadcast: boolean): Promise<boolean> {
  const wishes = [MODES, MESSAGES[incoming], broadcast ? [2, 3, 0] : [0], [1, 2, 0], [0, 1]];
  const allowed = (await channel.read('AT+CNMI=?', (line) => readAllowed(line, '+CNMI'))) ?? [];
  const values = wishes.map((wish, i) => {
    const set = allowed[i];
    if (set === undefined || set.length === 0) return wish[0] as number;
    return wish.find((value) => set.includes(String(value))) ?? (wish === MESSAGES.unread ? 0 : Number(set[0]));
  });
  const [mode, message, page, report] = values as [number, number, number, number, number];
  for (const tried of [
    values,
    [mode, message, page, report],
    [mode, message, 0, report],
    [mode, message, 0, 0, 0],
    [mode, message],
  ]) {
    if (await channel.try(formatCommand('+CNMI', tried))) return mode > 0 && message > 0;
  }
  return false;
}
