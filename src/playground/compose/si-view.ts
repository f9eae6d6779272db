/**
 * The form for service indications (WAP Push).
 * @module
 */
import { FormatError } from '../../errors.js';
import { encodeSi, lintSi, SI_ACTIONS } from '../../push/binary.js';
import type { ComposeForm } from '../app.js';
import { choice, field, fill, h } from '../ui/dom.js';
import { faultLine } from '../ui/fault-view.js';
import { INDICATION_BOXES, type IndicationBox, indicationOf } from './objects.js';

const ACTION_WORDS: Readonly<Record<(typeof SI_ACTIONS)[number], string>> = {
  'signal-none': 'signal-none: kept, not shown',
  'signal-low': 'signal-low: shown later',
  'signal-medium': 'signal-medium: shown when it does not disturb',
  'signal-high': 'signal-high: shown at once',
  delete: 'delete: removes the one with this id',
};

export const siForm: ComposeForm = {
  id: 'si',
  title: 'Service indication',
  build(_app, changed) {
    const time = (id: string) => h('input', { type: 'datetime-local', id, step: 1 });
    const inputs = {
      text: h('textarea#si-text', { rows: 2, dir: 'auto' }),
      href: h('input#si-href.wide', {
        type: 'text',
        inputmode: 'url',
        autocomplete: 'off',
        spellcheck: 'false',
      }),
      id: h('input#si-id', { type: 'text', autocomplete: 'off' }),
      action: choice(
        { id: 'si-action' },
        [['', 'none: signal-medium is meant'], ...SI_ACTIONS.map((action) => [action, ACTION_WORDS[action]] as const)],
        '',
      ),
      created: time('si-created'),
      expires: time('si-expires'),
    } as const satisfies Record<IndicationBox, HTMLElement>;
    inputs.text.value = 'You have 4 new messages';
    inputs.href.value = 'http://wap.example.com/n/1';
    inputs.id.value = 'n1@example.com';
    const warnings = h('ul#si-warnings.phone-warnings');
    const fault = faultLine();

    const compose = () => {
      fault.show(undefined);
      fill(warnings);
      try {
        const [text, href, id, action, created, expires] = INDICATION_BOXES.map((name) => inputs[name].value) as [
          string,
          string,
          string,
          string,
          string,
          string,
        ];
        const si = indicationOf({ text, href, id, action, created, expires });
        if (si === undefined) return changed(undefined);
        fill(warnings, ...lintSi(si).map(({ field: where, message }) => h('li.warning', `${where}: ${message}`)));
        const octets = encodeSi(si);
        const files = [
          { name: 'indication.sic', type: 'application/vnd.wap.sic', octets },
          { name: 'indication.wbxml', type: 'application/vnd.wap.sic', octets },
        ];
        changed({ content: { kind: 'serviceIndication', si }, files });
      } catch (error) {
        fault.show(error);
        changed(error instanceof FormatError ? error : undefined);
      }
    };
    for (const name of INDICATION_BOXES) for (const type of ['input', 'change']) inputs[name].addEventListener(type, compose);
    compose();
    return h(
      'div.stack',
      field('Text', inputs.text),
      field('Address (href)', inputs.href),
      h(
        'div.boxes',
        field('Id (si-id)', inputs.id, 'what a later one with the same id replaces'),
        field('Action', inputs.action),
      ),
      h('div.boxes', field('Created, UTC', inputs.created), field('Expires, UTC', inputs.expires)),
      warnings,
      fault.element,
    );
  },
};
