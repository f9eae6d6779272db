/**
 * The keys of the phone: one toolbar, whose buttons are one stop of the Tab key. The arrows move between them; digits, `*`, `#` and Escape are the
 * phone's own keys wherever the focus is in it, and on its screen the arrows and Enter too.
 * @module
 */
import { fill, h } from '../ui/dom.js';
import type { PhoneKey } from './keys.js';

/** The digits' keys, with their letters. */
const PAD = [
  ...(['1', '2 abc', '3 def', '4 ghi', '5 jkl', '6 mno', '7 pqrs', '8 tuv', '9 wxyz'] as const),
  ...(['* star', '0 +', '# hash'] as const),
];

/** How long 0 is held for a plus. */
const HOLD_MS = 600;

/** Keys of a keyboard beside those with the phone's own names. */
const ON_SCREEN: Readonly<Record<string, PhoneKey>> = {
  ...{ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' },
  ...{ Enter: 'soft', Backspace: 'back', Delete: 'back' },
};

/** The keys on the page. */
export interface KeypadView {
  readonly element: HTMLElement;
  /** Names the keys below the screen. @param hasC whether the right one is the C of a monochrome phone */
  label(soft: string, back: string, hasC: boolean): void;
  /** Takes keys of the keyboard while the focus is in the phone. */
  listen(phone: HTMLElement, screen: HTMLElement): void;
}

/** Makes the keys. */
export function keypadView(press: (key: PhoneKey) => void): KeypadView {
  let held: ReturnType<typeof setTimeout> | undefined;
  /** Whether the click of 0 that comes was a long one already. */
  let wasHeld = false;
  const key = (id: string, words: string, of: PhoneKey, kind = '') =>
    h('button', {
      ...{ id: `phone-${id}`, type: 'button', class: `phone-key ${kind}`, tabindex: -1, 'aria-label': words },
      on: {
        click: () => {
          if (!wasHeld || of !== '0') press(of);
          wasHeld = false;
        },
      },
    });
  const soft = key('soft', '', 'soft', 'soft');
  const back = key('clear', '', 'back', 'soft');
  const navi = (['up', 'left', 'right', 'down'] as const).map((way) => {
    const button = key(way, `Navi key ${way}`, way, `way ${way}`);
    button.textContent = { up: '▲', left: '◀', right: '▶', down: '▼' }[way];
    return button;
  });
  const call = key('call', 'Call', 'call', 'call');
  const end = key('end', 'End: back to standby', 'end', 'end');
  for (const each of [call, end]) fill(each, receiver());
  const pad = PAD.map((sign) => {
    const [digit = '', letters = ''] = sign.split(' ');
    const button = key(`key-${letters === 'star' || letters === 'hash' ? letters : digit}`, sign, digit as PhoneKey, 'digit');
    fill(button, `${digit} `, letters.length > 0 && !/star|hash/.test(letters) && h('small', letters));
    return button;
  });
  const zero = pad[10] as HTMLElement;
  const release = () => clearTimeout(held);
  zero.addEventListener('pointerdown', () => {
    wasHeld = false;
    held = setTimeout(() => {
      wasHeld = true;
      press('+');
    }, HOLD_MS);
  });
  zero.addEventListener('pointerup', release);
  for (const type of ['pointerleave', 'pointercancel'] as const) {
    zero.addEventListener(type, ({ buttons }) => {
      release();
      // No click comes after these; but a finger that was lifted leaves before its click.
      if (buttons !== 0 || type === 'pointercancel') wasHeld = false;
    });
  }
  zero.setAttribute('aria-label', '0, held: plus');

  const element = h(
    'div.phone-keys',
    { role: 'toolbar', 'aria-label': 'Keys of the phone', 'aria-orientation': 'vertical' },
    h('div.phone-row', h('div.phone-side', soft, call), h('div.phone-navi', ...navi), h('div.phone-side', back, end)),
    h('div.phone-pad', ...pad),
  );
  const buttons = [...element.querySelectorAll('button')];
  const makeStop = (stop: HTMLElement) => {
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  makeStop(soft);
  element.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLButtonElement) makeStop(target);
  });
  element.addEventListener('keydown', (event) => {
    const next = nextButton(buttons, event.target as HTMLElement, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });

  return {
    element,
    label(softWords, backWords, hasC) {
      soft.textContent = softWords;
      soft.setAttribute('aria-label', softWords === '' ? 'Left soft key' : softWords);
      back.textContent = hasC ? 'C' : backWords;
      back.setAttribute('aria-label', hasC ? 'C: clear, back' : backWords === '' ? 'Right soft key' : backWords);
    },
    listen(phone, screen) {
      phone.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const pressed = /^[0-9*#+]$/.test(event.key)
          ? (event.key as PhoneKey)
          : event.key === 'Escape'
            ? 'end'
            : event.target === screen
              ? ON_SCREEN[event.key]
              : undefined;
        if (pressed === undefined) return;
        event.preventDefault();
        press(pressed);
      });
      screen.addEventListener('pointerdown', () => screen.focus());
    },
  };
}

/** A receiver, as on the keys of calls. */
function receiver(): SVGElement {
  const name = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(name, 'svg');
  for (const [key, value] of Object.entries({ viewBox: '0 0 24 10', 'aria-hidden': 'true', width: '24', height: '10' })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(name, 'path');
  path.setAttribute('d', 'M1 6C1 1 23 1 23 6v2q0 1-1 1h-4q-1 0-1-1V6q-5-1.500-10 0v2q0 1-1 1H2q-1 0-1-1z');
  svg.append(path);
  return svg;
}

/** The button that an arrow leads to: the nearest one in its direction. */
function nextButton(buttons: readonly HTMLElement[], from: HTMLElement, arrow: string): HTMLElement | undefined {
  if (arrow === 'Home') return buttons[0];
  if (arrow === 'End') return buttons.at(-1);
  const ways: Readonly<Record<string, readonly [x: number, y: number]>> = {
    ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
  };
  const way = ways[arrow];
  if (way === undefined) return undefined;
  const [right, down] = way;
  const start = middleOf(from);
  let nearest: HTMLElement | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const button of buttons) {
    const { x, y } = middleOf(button);
    const ahead = (x - start.x) * right + (y - start.y) * down;
    const aside = Math.abs((x - start.x) * down) + Math.abs((y - start.y) * right);
    // What is more aside than ahead lies in another direction.
    if (ahead <= 2 || aside > ahead * 2) continue;
    const distance = ahead + aside * 2;
    if (distance < least) [nearest, least] = [button, distance];
  }
  // An arrow at the edge is taken all the same: the page does not scroll.
  return nearest ?? from;
}

function middleOf(element: HTMLElement): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
