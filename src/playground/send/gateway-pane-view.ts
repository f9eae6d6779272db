/**
 * Sending by the gateway that the page came from: the login, the request, and what becomes of each message.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { EncodeError, FormatError } from '../../errors.js';
import type { App } from '../app.js';
import { type GatewayPost, gatewayPosts, type Posts } from '../result/gateway-requests.js';
import { button, copyButton, fill, h, whenSettled } from '../ui/dom.js';
import { faultLine } from '../ui/fault-view.js';
import { field, type Row, select } from '../ui/fields.js';
import { FormView } from '../ui/form-view.js';
import { gatewayAddress, isFromGateway } from '../ui/gateway-view.js';
import { type Login, listingOf, type Outcome } from './gateway-answers.js';
import { postAll } from './gateway-client.js';
import type { Sending } from './sending.js';
import { SentList } from './sent-list-view.js';

/** What the fields hold. They are kept nowhere else. */
interface LoginState extends Login {
  readonly as: 'request' | 'pdus';
}

const ROWS: readonly Row<LoginState>[] = [
  {
    row: [
      field('username', 'Account', {
        attributes: { autocomplete: 'username', spellcheck: 'false', autocapitalize: 'none', size: 16, maxlength: 40 },
      }),
      field('pin', 'PIN', { attributes: { type: 'password', autocomplete: 'current-password', size: 12, maxlength: 40 } }),
      select('as', 'As', [
        ['request', 'one request, the gateway makes the messages'],
        ['pdus', 'raw PDUs, a request each'],
      ]),
    ],
  },
];

const SERVE = 'npx handset serve --demo';

/** The way by the gateway. */
export class GatewayPane {
  readonly element: HTMLElement;
  readonly #onRecipients: (error: unknown) => void;
  readonly #app: App;
  readonly #form: FormView<LoginState>;
  readonly #note = h('p.note', { hidden: true });
  /** What keeps it from being sent, and what the gateway said when it was. */
  readonly #fault = faultLine();
  readonly #refusal = faultLine();
  readonly #request = h('pre#send-request.result-listing.mono', { tabindex: 0, 'aria-label': 'The request' });
  readonly #count = h('span.dim');
  readonly #send = h('button#send-now.button.primary', { type: 'submit' }, 'Send');
  readonly #stop = button('Stop', () => this.#stopping?.abort(), { id: 'send-stop', hidden: true });
  readonly #status = h('p#send-status', { role: 'status' });
  readonly #sent: SentList;
  #sending: Sending | undefined;
  #posts: readonly GatewayPost[] = [];
  #stopping: AbortController | undefined;

  /** @param onRecipients told what the gateway says of the recipients; undefined takes it back */
  constructor(app: App, onRecipients: (error: unknown) => void) {
    this.#app = app;
    this.#onRecipients = onRecipients;
    const state: LoginState = { username: '', pin: '', as: 'request' };
    this.#form = new FormView<LoginState>({ prefix: 'send', rows: ROWS, isTight: true }, state, (name) => {
      if (name !== 'as') this.#form.mark(name, undefined);
      this.#update();
    });
    this.#sent = new SentList(app);
    this.element = isFromGateway() ? this.#formElement() : noGateway();
  }

  /** Takes what there is to send; undefined for nothing. */
  show(sending: Sending | undefined): void {
    this.#sending = sending;
    this.#refusal.show(undefined);
    this.#update();
  }

  #formElement(): HTMLElement {
    const onSubmit = (event: Event) => {
      event.preventDefault();
      void whenSettled(this.#send, () => void this.#submit());
    };
    return h(
      'form.stack',
      { novalidate: true, on: { submit: onSubmit } },
      this.#form.element,
      !isSecureContext && h('p.warning', 'This page came over plain HTTP: the PIN can be read on its way to the gateway.'),
      this.#note,
      this.#fault.element,
      this.#refusal.element,
      h('details', h('summary', 'What is sent: ', this.#count), this.#request),
      h('div.row', this.#send, this.#stop, this.#status),
      this.#sent.element,
    );
  }

  /** What is sent follows from what is composed, and how it goes. */
  #update(): void {
    const found = this.#sending && this.#find(this.#sending);
    this.#posts = found !== undefined && 'posts' in found ? found.posts : [];
    this.#fault.show(found !== undefined && 'error' in found ? found.error : undefined);
    this.#request.textContent = this.#posts.map((post) => listingOf(post, this.#form.state.username)).join('\n\n');
    const count = this.#sending?.recipients.length ?? 0;
    this.#count.textContent = this.#posts.length === 0 ? 'nothing' : pluralize(this.#posts.length, 'request');
    this.#send.textContent = `Send to ${pluralize(count, 'recipient')}`;
    this.#send.disabled = this.#posts.length === 0 || count === 0 || this.#stopping !== undefined;
  }

  #find({ composed, result, settings, recipients }: Sending): Posts | undefined {
    const { request, why, pdus } = gatewayPosts(composed, result.submits, settings, recipients);
    const hasBoth = request !== undefined && pdus !== undefined;
    const as = this.#form.control<HTMLSelectElement & HTMLInputElement>('as');
    (as.closest('.field') as HTMLElement).hidden = !hasBoth;
    const other = settings.gatewayUrl.trim().replace(/\/+$/, '') !== gatewayAddress();
    const words = other
      ? `The address in Gateway is not ${gatewayAddress()}: the policy of this page lets it ask no server but its own. Copy the curl command for the other one.`
      : request === undefined
        ? why
        : '';
    this.#note.textContent = words;
    this.#note.hidden = words === '';
    if (other) return undefined;
    return hasBoth && this.#form.state.as === 'pdus' ? pdus : (request ?? pdus);
  }

  async #submit(): Promise<void> {
    const [sending, posts] = [this.#sending, this.#posts];
    if (sending === undefined || posts.length === 0 || this.#stopping !== undefined) return;
    const { username, pin } = this.#form.state;
    const login = { username: username.trim(), pin };
    const missing = (['username', 'pin'] as const).filter((name) => login[name] === '');
    for (const name of ['username', 'pin'] as const) {
      this.#form.mark(name, missing.includes(name) ? EncodeError.badValue(name, 'is empty') : undefined);
    }
    const [first] = missing;
    if (first !== undefined) {
      this.#form.control(first).focus();
      return;
    }
    this.#onRecipients(undefined);
    this.#refusal.show(undefined);
    const sentByButton = document.activeElement === this.#send;
    this.#stopping = new AbortController();
    this.#stop.hidden = false;
    this.#update();
    try {
      await this.#post(posts, login, sending.recipients, this.#stopping.signal);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#refusal.show(error);
      this.#status.textContent = 'Nothing was sent.';
    } finally {
      this.#stopping = undefined;
      const { activeElement } = document;
      // A button that is disabled, as Send was, loses the focus.
      const hadFocus = activeElement === this.#stop || (sentByButton && activeElement === document.body);
      this.#stop.hidden = true;
      this.#update();
      if (hadFocus) this.#send.focus();
    }
  }

  async #post(posts: readonly GatewayPost[], login: Login, recipients: readonly string[], signal: AbortSignal): Promise<void> {
    const which = (index: number) => `message ${index + 1} of ${posts.length}`;
    const { accepted, isRefused, isLost, left } = await postAll(posts, login, recipients, signal, {
      onStart: (index) => {
        this.#status.textContent = posts.length === 1 ? 'Sending …' : `Sending ${which(index)} …`;
      },
      onOutcomes: (outcomes, index) => {
        const before = posts.length === 1 ? '' : `${which(index)}, `;
        for (const outcome of outcomes) this.#sent.add({ ...outcome, words: `${before}${outcome.words}` }, login);
        this.#markRefused(outcomes);
      },
    });
    const rest = left === 0 ? '' : ` ${pluralize(left, 'message')} after it ${left === 1 ? 'was' : 'were'} not sent.`;
    const words = isLost
      ? 'Nobody knows whether it was accepted.'
      : isRefused
        ? accepted > 0
          ? 'Refused in part.'
          : 'Refused.'
        : left > 0
          ? 'Stopped.'
          : `Accepted: ${pluralize(accepted, 'message')}.`;
    this.#status.textContent = `${words}${rest}`;
  }

  /** Marks the field that a refusal is about. */
  #markRefused(outcomes: readonly Outcome[]): void {
    const refused = outcomes.find(({ field }) => field !== undefined);
    if (refused === undefined) return;
    const { field, words, recipient } = refused;
    if (field === 'recipients') this.#onRecipients(EncodeError.badValue('recipients', `${recipient} is ${words}`));
    else if (field === 'from') this.#refusal.show(EncodeError.badValue('from', `the originator is ${words}`));
    else if (field !== undefined) this.#form.mark(field, EncodeError.badValue(field, words));
    this.#app.announce(`Refused: ${words}`);
  }
}

/** In place of the form where no gateway has served the page. */
function noGateway(): HTMLElement {
  const element = h('div.stack.tight');
  fill(
    element,
    h(
      'p',
      'This page did not come from a gateway, and its policy lets it ask no other server. Start a gateway, and open the page that it serves:',
    ),
    h(
      'p.row',
      h('code.mono', SERVE),
      copyButton('Copy', () => SERVE, { 'aria-label': 'Copy the command' }),
    ),
    h('p.hint', 'Or copy a curl command below: it sends to the gateway at any address.'),
  );
  return element;
}
