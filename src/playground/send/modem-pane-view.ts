/**
 * Sending by a modem on a serial port of the browser: the port, the PIN of the SIM, and what becomes of each part.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { KINDS } from '../../content/kinds.js';
import { FormatError } from '../../errors.js';
import { type Modem, ModemError, openModem, type Report, type SentMessage } from '../../modem/index.js';
import { modemFacts } from '../../show/modem.js';
import type { App } from '../app.js';
import { submitsOf } from '../result/result.js';
import { button, copyButton, fill, h, settledButton } from '../ui/dom.js';
import { faultLine } from '../ui/fault-view.js';
import { field, type Row, same, select } from '../ui/fields.js';
import { FormView } from '../ui/form-view.js';
import { asksForPin, modemWords, NO_SERIAL, portWords, SPEEDS, USUAL_SPEED } from './modem-words.js';
import type { Sending } from './sending.js';
import { addRow, sentRows } from './sent-rows-view.js';
import { type BrowserSerial, findSerial, SerialStream } from './serial.js';

/** What the fields hold. */
interface PortState {
  readonly speed: string;
  /** Emptied once it was entered. */
  readonly simPin: string;
}

const PORT_ROWS: readonly Row<PortState>[] = [
  { row: [select('speed', 'Speed', Object.entries(same(SPEEDS))), { slot: 'choose' }, { slot: 'disconnect' }] },
];
const PIN_ROWS: readonly Row<PortState>[] = [
  {
    row: [
      field('simPin', 'PIN of the SIM', {
        attributes: { type: 'password', autocomplete: 'off', inputmode: 'numeric', size: 8, maxlength: 8 },
      }),
      { slot: 'enter' },
    ],
  },
];

/** The way by a modem. */
export class ModemPane {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #port: FormView<PortState>;
  readonly #pin: FormView<PortState>;
  readonly #pinForm: HTMLFormElement;
  readonly #choose = button('Choose a port …', () => void this.#connect(), { id: 'send-port' });
  readonly #disconnect = button('Close the port', () => void this.#close('The port is closed.'), {
    id: 'send-disconnect',
    hidden: true,
  });
  readonly #facts = h('dl#send-modem.facts', { hidden: true });
  readonly #fault = faultLine();
  readonly #note = h('p.note', { hidden: true });
  readonly #send = settledButton('Send', () => void this.#sendAll(), {
    id: 'send-by-modem',
    class: 'button primary',
    disabled: true,
  });
  readonly #cancel = button('Cancel', () => this.#cancelling?.abort(), { id: 'send-cancel', hidden: true });
  readonly #status = h('p#send-modem-status', { role: 'status' });
  readonly #list = sentRows('send-modem-sent', 'Sent by the modem, the newest first');
  #sending: Sending | undefined;
  #stream: SerialStream | undefined;
  #modem: Modem | undefined;
  #cancelling: AbortController | undefined;
  #isBusy = false;
  #isClosing = false;
  /** What is told of a message that was sent with a status report. */
  readonly #reports = new WeakMap<SentMessage, (report: Report) => void>();
  /** The last report of a message that came before the message was sent as a whole. */
  readonly #early = new WeakMap<SentMessage, Report>();

  constructor(app: App) {
    this.#app = app;
    const state: PortState = { speed: USUAL_SPEED, simPin: '' };
    const slots = { choose: this.#choose, disconnect: this.#disconnect };
    this.#port = new FormView<PortState>({ prefix: 'send', rows: PORT_ROWS, isTight: true }, state, () => {}, slots);
    const enter = h('button#send-pin-enter.button', { type: 'submit' }, 'Enter it');
    this.#pin = new FormView<PortState>({ prefix: 'send', rows: PIN_ROWS, isTight: true }, state, () => {}, { enter });
    const onSubmit = (event: Event) => {
      event.preventDefault();
      void this.#enterPin();
    };
    this.#pinForm = h('form', { novalidate: true, hidden: true, on: { submit: onSubmit } }, this.#pin.element);
    const serial = findSerial();
    this.element = h('div.stack', serial === undefined ? noSerial() : this.#controls());
    // The browser lets go of a port with its page, in time; a modem that is in the middle of an answer is told no more.
    window.addEventListener('pagehide', () => this.#stream && void this.#close('The port is closed.'));
  }

  /** Takes what there is to send; undefined for nothing. */
  show(sending: Sending | undefined): void {
    this.#sending = sending;
    this.#update();
  }

  #controls(): HTMLElement {
    return h(
      'div.stack',
      this.#port.element,
      this.#facts,
      this.#pinForm,
      this.#fault.element,
      this.#note,
      h('div.row', this.#send, this.#cancel, this.#status),
      this.#list,
    );
  }

  #update(): void {
    const sending = this.#sending;
    const parts = sending?.result.submits.length ?? 0;
    const recipients = sending?.recipients.length ?? 0;
    const words = sending === undefined ? '' : noteOn(sending);
    this.#note.textContent = words;
    this.#note.hidden = words === '';
    this.#send.textContent =
      parts * recipients === 0 ? 'Send' : `Send ${pluralize(parts, 'message')} to ${pluralize(recipients, 'recipient')}`;
    this.#send.disabled = this.#modem === undefined || this.#cancelling !== undefined || parts * recipients === 0;
    this.#choose.disabled = this.#isBusy || this.#isClosing || this.#stream !== undefined;
    this.#disconnect.hidden = this.#stream === undefined;
    this.#port.control<HTMLInputElement>('speed').disabled = this.#stream !== undefined;
  }

  // ---- the port ----

  async #connect(): Promise<void> {
    if (this.#isBusy || this.#isClosing || this.#stream !== undefined) return;
    this.#isBusy = true;
    this.#fault.show(undefined);
    this.#say('Choosing a port …');
    this.#update();
    try {
      const port = await (findSerial() as BrowserSerial).requestPort();
      this.#say('Opening the port …');
      this.#stream = await SerialStream.open(port, Number(this.#port.state.speed));
      this.#update();
      this.#disconnect.focus();
    } catch (error) {
      const words = portWords(error);
      this.#say(words ?? 'No port was chosen.', words !== undefined);
    } finally {
      this.#isBusy = false;
      this.#update();
    }
    if (this.#stream !== undefined) await this.#start(undefined);
  }

  /** Sets the modem up. @param pin of the SIM; undefined before it is asked for */
  async #start(pin: string | undefined): Promise<void> {
    const stream = this.#stream;
    if (stream === undefined) return;
    this.#say('Setting the modem up …');
    try {
      const modem = await openModem(stream, {
        pin,
        onReport: (report) => this.#onReport(report),
      });
      if (this.#stream !== stream) return modem.close();
      void modem.closed.then((reason) => this.#onClosed(stream, reason));
      this.#modem = modem;
      this.#pinForm.hidden = true;
      this.#say('Asking the modem for its network …');
      this.#showFacts(await modem.status());
      this.#say('Ready.');
      this.#app.announce('The modem is ready');
    } catch (error) {
      if (this.#stream !== stream) return;
      if (!(error instanceof ModemError) && !(error instanceof FormatError)) throw error;
      if (asksForPin(error) || (error instanceof FormatError && pin !== undefined))
        this.#askPin(pin === undefined ? undefined : error);
      else await this.#close(modemWords(error), true);
    }
    this.#update();
  }

  #askPin(error: Error | undefined): void {
    this.#pinForm.hidden = false;
    this.#pin.set({ simPin: '' });
    this.#pin.mark('simPin', error instanceof FormatError ? error : undefined);
    const wrong =
      error === undefined || error instanceof FormatError ? '' : `${modemWords(error)} Three wrong ones lock the SIM. `;
    this.#say(`${wrong}The SIM asks for its PIN.`, wrong !== '');
    this.#pin.control('simPin').focus();
  }

  async #enterPin(): Promise<void> {
    const pin = this.#pin.state.simPin.trim();
    if (pin === '' || this.#isBusy) return;
    this.#isBusy = true;
    this.#pin.set({ simPin: '' });
    this.#pin.mark('simPin', undefined);
    try {
      await this.#start(pin);
    } finally {
      this.#isBusy = false;
      this.#update();
    }
    if (this.#modem !== undefined) (this.#send.disabled ? this.#disconnect : this.#send).focus();
  }

  #showFacts(status: Awaited<ReturnType<Modem['status']>>): void {
    fill(this.#facts, ...modemFacts(status).map(({ name, value }) => h('div', h('dt', name), h('dd', value))));
    this.#facts.hidden = this.#facts.childElementCount === 0;
  }

  /** The stream has ended by itself: a device that was unplugged. */
  #onClosed(stream: SerialStream, reason: string): void {
    if (this.#stream === stream) void this.#close(`The port is closed: ${reason}.`, true);
  }

  async #close(words: string, isFault = false): Promise<void> {
    const [stream, modem] = [this.#stream, this.#modem];
    this.#stream = undefined;
    this.#modem = undefined;
    this.#isClosing = true;
    this.#facts.hidden = true;
    this.#pinForm.hidden = true;
    const hadFocus = document.activeElement === this.#disconnect || this.#pinForm.contains(document.activeElement);
    this.#say(words, isFault);
    this.#update();
    modem?.close();
    await stream?.close();
    this.#isClosing = false;
    this.#update();
    if (hadFocus && document.activeElement === document.body) this.#choose.focus();
  }

  #say(words: string, isFault = false): void {
    this.#status.textContent = words;
    this.#status.className = isFault ? 'error' : '';
  }

  // ---- messages ----

  async #sendAll(): Promise<void> {
    const [modem, sending] = [this.#modem, this.#sending];
    if (modem === undefined || sending === undefined || this.#cancelling !== undefined) return;
    const sentByButton = document.activeElement === this.#send;
    this.#cancelling = new AbortController();
    this.#cancel.hidden = false;
    this.#update();
    const { composed, settings, recipients } = sending;
    let sent = 0;
    try {
      for (const to of recipients) {
        if (this.#cancelling.signal.aborted) break;
        const became = await this.#sendTo(modem, to, submitsOf(composed, { ...settings, to }));
        if (became === 'ended') break;
        if (became === 'sent') sent++;
      }
      const left = recipients.length - sent;
      if (this.#modem === modem) this.#say(left === 0 ? `Sent to ${pluralize(sent, 'recipient')}.` : notSent(left), left > 0);
    } finally {
      const { activeElement } = document;
      // A button that is disabled, as Send was, loses the focus.
      const hadFocus = activeElement === this.#cancel || (sentByButton && activeElement === document.body);
      this.#cancelling = undefined;
      this.#cancel.hidden = true;
      this.#update();
      if (hadFocus) (this.#send.disabled ? this.#choose : this.#send).focus();
    }
  }

  /** Sends the parts to one recipient. @returns `ended` where no other one has a turn */
  async #sendTo(modem: Modem, to: string, submits: Parameters<Modem['send']>[0]): Promise<'sent' | 'failed' | 'ended'> {
    const row = this.#row(to, submits.length);
    try {
      const signal = this.#cancelling?.signal;
      const message = await modem.send(submits, { signal, onPart: ({ reference }, index) => row.part(index, reference) });
      row.end('sent');
      this.#reports.set(message, row.report);
      const early = this.#early.get(message);
      if (early !== undefined) row.report(early);
      return 'sent';
    } catch (error) {
      if (!(error instanceof ModemError) && !(error instanceof FormatError)) throw error;
      const code = error instanceof ModemError ? error.code : 'refused';
      row.end(code === 'unclear' || code === 'cancelled' ? code : 'refused', modemWords(error));
      return code === 'cancelled' || code === 'closed' || this.#modem !== modem ? 'ended' : 'failed';
    }
  }

  #onReport(report: Report): void {
    const { message } = report;
    if (message === undefined) return;
    const show = this.#reports.get(message);
    if (show === undefined) this.#early.set(message, report);
    else show(report);
  }

  /** A line for a message, with a bar of its parts. */
  #row(to: string, count: number) {
    const state = h('span.chip', { 'data-state': 'sending' }, 'sending');
    const bar = h('progress', { max: count, value: 0, 'aria-label': `Parts sent to ${to}` });
    const parts = h('span.dim', `0 of ${pluralize(count, 'part')}`);
    const note = h('span.send-note');
    const references: string[] = [];
    addRow(this.#list, to, state, bar, parts, note);
    this.#say(`Sending to ${to} …`);
    const end = (words: string, why = '') => {
      state.dataset.state = words;
      state.textContent = words;
      note.textContent = why;
      bar.remove();
      this.#app.announce(`${to}: ${words}. ${why}`);
    };
    return {
      end,
      part(index: number, reference: number | undefined) {
        bar.value = index + 1;
        if (reference !== undefined) references.push(String(reference));
        const named = references.length === 0 ? '' : `, reference ${references.join(', ')}`;
        parts.textContent = `${index + 1} of ${pluralize(count, 'part')}${named}`;
      },
      report({ whole }: Report) {
        if (whole !== undefined && whole !== 'waiting') end(whole);
      },
    };
  }
}

/** What a modem does not send of what is composed. */
function noteOn({ composed, result }: Sending): string {
  if (result.submits.length === 0) return 'This does not go in short messages: a modem sends those alone.';
  if (composed.content?.kind !== 'mmsNotification') return '';
  return 'A modem sends the notification. The handset then fetches the message from the address above, where it has to be.';
}

function notSent(recipients: number): string {
  return `Not sent to ${pluralize(recipients, 'recipient')}.`;
}

/** In place of the controls where the browser has no serial ports. */
function noSerial(): HTMLElement {
  const command = `npx handset send ${KINDS.text.commands[0]} 'Hello' --to 447700900123 --modem /dev/ttyUSB0`;
  return h(
    'div.stack.tight',
    h('p', isSecureContext ? NO_SERIAL.browser : NO_SERIAL.insecure),
    h(
      'p',
      'Instead, use the command line, which sends every kind of content by a modem, or type the AT commands below into a terminal.',
    ),
    h(
      'p.row',
      h('code.mono', command),
      copyButton('Copy', () => command, { 'aria-label': 'Copy the command' }),
    ),
  );
}
