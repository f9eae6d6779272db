/**
 * What is composed, in all its forms: recipient and handset above, then the messages, and each form to look at, to copy and to save.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { encodeUtf8 } from '../../bytes/index.js';
import { FormatError } from '../../errors.js';
import { type ContentKind, MAKES, type MessageForm } from '../../message/index.js';
import type { App } from '../app.js';
import type { Composed } from '../composed.js';
import { fill, h, isShown, settledButton, whenSettled } from '../ui/dom.js';
import { faultLine, wordsOf } from '../ui/fault-view.js';
import { debounced } from '../ui/pauses.js';
import { ResultForms } from './forms-view.js';
import { listingOf, type Result, resultOf } from './result.js';
import { sendSection } from './send-section-view.js';
import { SettingsView } from './settings-view.js';

/** The panel under the forms. */
export interface ResultView {
  readonly element: HTMLElement;
  /** Shows what is composed; an error, or nothing yet. */
  show(composed: Composed | FormatError | undefined): void;
  /** Takes it to the phone, as the button does. */
  showOnPhone(): void;
}

/** How long nothing may change before it is said what came of it. */
const QUIET_MS = 900;

/** Makes the panel. */
export function resultView(app: App): ResultView {
  const controls = new SettingsView(() => render());
  let composed: Composed | FormatError | undefined;
  let result: Result | undefined;
  let said: string | undefined;

  const verdict = h('div#result-verdict.stack.tight');
  const fault = faultLine();
  const showOnPhone = () => {
    const shown = result?.shown;
    if (isShown(element) && shown !== undefined && !('error' in shown)) app.show(shown);
  };
  const toPhone = settledButton('Show on the phone', showOnPhone, { id: 'result-show', class: 'button primary' });
  const forms = new ResultForms(app);
  const send = sendSection(app);
  const inspectAll = settledButton('Inspect', () => isShown(element) && inspect(app, result), { id: 'result-inspect' });
  const say = debounced(() => {
    const words = fault.element.hidden ? (verdict.firstElementChild?.textContent ?? '') : (fault.element.textContent ?? '');
    if (words === said || !isShown(element)) return;
    // What is there from the beginning is no news.
    if (said !== undefined) app.announce(words);
    said = words;
  }, QUIET_MS);

  const clear = () => {
    forms.hide();
    send.show(undefined);
    fill(verdict);
    result = undefined;
    toPhone.disabled = true;
    inspectAll.disabled = true;
  };

  /** What is wrong is told at its control; the form has done so for what is composed. */
  const refuse = (error: unknown, isTold = false) => {
    clear();
    const isMarked = controls.showFault(isTold ? undefined : error);
    fault.show(isMarked || isTold ? undefined : error);
    if (isMarked || isTold) fill(verdict, h('p.dim', `No messages: ${wordsOf(error)}`));
  };

  const render = () => {
    try {
      say();
      if (composed === undefined) {
        clear();
        controls.showFault(undefined);
        fault.show(undefined);
        fill(verdict, h('p.dim', 'Nothing is composed yet.'));
        return;
      }
      if (composed instanceof FormatError) {
        refuse(composed, true);
        return;
      }
      result = resultOf(composed, controls.settings());
      controls.showFault(undefined);
      controls.showAddressFaults(result);
      fault.show(undefined);
      fill(verdict, ...verdictOf(result, composed.content?.kind));
      forms.show(result);
      send.show({ composed, result, settings: controls.settings() });
      toPhone.disabled = result.shown === undefined || 'error' in result.shown;
      inspectAll.disabled = result.messages.length === 0 && fileToInspect(result) === undefined;
    } catch (error) {
      refuse(error);
    }
  };

  const element = h(
    'section#result.card.stack',
    { 'aria-labelledby': 'result-heading' },
    h('h2#result-heading', 'Result'),
    controls.element,
    fault.element,
    verdict,
    h('div.row', toPhone, inspectAll),
    send.element,
    ...forms.elements,
  );
  return {
    element,
    show(next) {
      composed = next;
      render();
    },
    showOnPhone: () => void whenSettled(toPhone, showOnPhone),
  };
}

// ---- what came of it ----

const FORM_NAMES: Readonly<Record<MessageForm, string>> = {
  text: 'text',
  pdu: 'PDU as given',
  'smart-messaging': 'Smart Messaging',
  'wap-push': 'WAP Push',
  ems: 'EMS',
  seo: 'Siemens exchange object',
  'motorola-text': 'Motorola text',
  'alcatel-picture': 'Alcatel picture',
};

function verdictOf({ messages, choice: made, shown }: Result, kind: ContentKind | undefined): HTMLElement[] {
  const lines: HTMLElement[] = [];
  if (made === undefined || kind === undefined) lines.push(h('p', 'A file of its own: it does not go in short messages.'));
  else {
    const { form, port, tpDcs, reason, confirmed, warnings } = made;
    // Of a text and of user data there is nothing to choose.
    const isChosen = form !== 'text' && form !== 'pdu';
    const to = port === undefined ? '' : ` to port ${port}`;
    const dcs = tpDcs.toString(16).toUpperCase().padStart(2, '0');
    lines.push(
      h(
        'p.result-verdict',
        h('strong', pluralize(messages.length, 'message')),
        `, ${FORM_NAMES[form]}${to}, TP-DCS ${dcs}`,
        isChosen && h('span.dim', `: ${reason}${confirmed ? '' : ' (unconfirmed)'}`),
      ),
    );
    lines.push(...warnings.map((warning) => h('p.warning', `Warning: ${warning}`)));
    const row = isChosen ? MAKES.find((each) => each.kind === kind && each.form === form) : undefined;
    if (row !== undefined && row.limit !== '-') lines.push(h('p.hint', `Fits: ${row.limit}`));
  }
  if (shown !== undefined && 'error' in shown) {
    lines.push(h('p.warning', `Warning: read back, it is refused: ${shown.error.message}`));
  }
  return lines;
}

// ---- to the inspector ----

function inspect(app: App, result: Result | undefined): void {
  if (result === undefined) return;
  const { messages } = result;
  const [first] = messages;
  if (first === undefined) {
    const file = fileToInspect(result);
    if (file !== undefined) app.inspect(file.octets, { note: file.name });
  } else if (messages.length === 1) app.inspect(first.octets, { as: 'tpdu-mo', note: 'Composed message' });
  else {
    const listing = encodeUtf8(listingOf(messages));
    app.inspect(listing, { as: 'hex', note: `${messages.length} composed messages` });
  }
}

/** What stands for a content without messages: the message itself, where there are also its files. */
function fileToInspect({ files }: Result) {
  return files.find(({ name }) => /\.mms$/i.test(name)) ?? files[0];
}
