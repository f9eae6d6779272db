/**
 * The panel that sends what is composed: whom to, and by which way.
 * @module
 */
import type { App } from '../app.js';
import { h } from '../ui/dom.js';
import { field, type Row, select } from '../ui/fields.js';
import { FormView } from '../ui/form-view.js';
import { isFromGateway } from '../ui/gateway-view.js';
import { GatewayPane } from './gateway-pane-view.js';
import { ModemPane } from './modem-pane-view.js';
import { recipientsOf } from './recipients.js';
import type { Sendable, Sending } from './sending.js';
import { findSerial } from './serial.js';

/** The panel. */
export interface SendView {
  readonly element: HTMLElement;
  /** Takes what there is to send; undefined for nothing. */
  show(sendable: Sendable | undefined): void;
}

/** What its fields hold. */
interface SendState {
  readonly recipients: string;
  readonly by: 'gateway' | 'modem';
}

const ROWS: readonly Row<SendState>[] = [
  {
    row: [
      field('recipients', 'Recipients', {
        control: 'textarea',
        hint: 'One or several, by commas or lines',
        attributes: { rows: 1, inputmode: 'tel', spellcheck: 'false' },
      }),
      select('by', 'By', [
        ['gateway', 'the gateway of this page'],
        ['modem', 'a modem on a serial port'],
      ]),
    ],
    as: 'send-whom',
  },
];

/** Makes the panel. */
export function sendView(app: App): SendView {
  let sendable: Sendable | undefined;
  /** Whether somebody has typed recipients; until then it is the one of the result, and again when the field is left empty. */
  let isTyped = false;
  const by = isFromGateway() || findSerial() === undefined ? 'gateway' : 'modem';
  const form = new FormView<SendState>({ prefix: 'send', rows: ROWS, isTight: true }, { recipients: '', by }, (name) => {
    if (name === 'recipients') isTyped = true;
    update();
  });
  form.control('recipients').addEventListener('blur', () => {
    if (!isTyped || form.state.recipients.trim() !== '') return;
    isTyped = false;
    update();
  });
  const gateway = new GatewayPane(app, (error) => form.mark('recipients', error));
  const modem = new ModemPane(app);

  const update = () => {
    if (!isTyped && sendable !== undefined) form.set({ recipients: sendable.settings.to });
    gateway.element.hidden = form.state.by !== 'gateway';
    modem.element.hidden = form.state.by !== 'modem';
    const sending = sendingOf();
    gateway.show(sending);
    modem.show(sending);
  };
  const sendingOf = (): Sending | undefined => {
    try {
      const recipients = recipientsOf(form.state.recipients);
      form.mark('recipients', undefined);
      return sendable && { ...sendable, recipients };
    } catch (error) {
      form.mark('recipients', error);
      return undefined;
    }
  };
  return {
    element: h('div.stack.send', form.element, gateway.element, modem.element),
    show(next) {
      sendable = next;
      update();
    },
  };
}
