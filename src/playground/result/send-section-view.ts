/**
 * The section of the result that sends. What it needs is loaded when it is opened first.
 * @module
 */
import type { App } from '../app.js';
import type { SendView } from '../send/send-view.js';
import type { Sendable } from '../send/sending.js';
import { fill, h } from '../ui/dom.js';
import { faultLine } from '../ui/fault-view.js';

/** Makes the section, folded. It keeps its place while there is nothing to send, with what was sent before. */
export function sendSection(app: App): SendView {
  let sendable: Sendable | undefined;
  let view: SendView | undefined;
  let isLoading = false;
  const fault = faultLine();
  const body = h('div.stack.tight', h('p.dim', 'Loading …'));
  const load = async () => {
    if (isLoading || view !== undefined) return;
    isLoading = true;
    try {
      const { sendView } = await import('../send/send-view.js');
      view = sendView(app);
      fill(body, view.element);
      view.show(sendable);
    } catch (error) {
      fill(body, fault.element);
      fault.show(error);
    } finally {
      isLoading = false;
    }
  };
  const element: HTMLDetailsElement = h(
    'details#result-send.result-form',
    { on: { toggle: () => element.open && void load() } },
    h('summary', h('span.result-title', 'Send'), ' ', h('span.dim', 'by a gateway or a modem')),
    body,
  );
  return {
    element,
    show(next) {
      sendable = next;
      view?.show(next);
    },
  };
}
