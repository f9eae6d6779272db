/**
 * The tab Phone: a handset with a screen of its own size, and what is on it in words.
 * @module
 */

import type { Fact } from '../../content/facts.js';
import { findScreen, handsetFacts, nameHandset } from '../../show/handsets.js';
import { drawPage, type Frame, scrollStep } from '../../show/phone-screen.js';
import type { App, PhoneTab } from '../app.js';
import type { Shown } from '../composed.js';
import { button, copyButton, fill, h, smallButton } from '../ui/dom.js';
import { wordsOf } from '../ui/fault-view.js';
import { handsetField } from './handset-view.js';
import { PictureStore, paintFrame, wholeScale } from './phone-view.js';
import { mmsHandset, phoneHandset } from './profile.js';
import { PHONE_SAMPLES, type PhoneSample } from './sample-names.js';
import { type Showing, type ShownPage, standbyShowing } from './showing.js';
import { showingOf } from './shown.js';
import { PhoneSound } from './sound-view.js';

/** CSS pixels that the screen may take: what is left of a narrow window, and not so much that the keys are out of sight. */
const MAX_WIDTH = 400;
const MAX_HEIGHT = 420;

/** Room beside the screen: the case, and the card around it. */
const CASE_PX = 84;

/** How often the clock of standby is looked at. */
const CLOCK_MS = 15_000;

/** How long a slide stays that does not say it. */
const SLIDE_MS = 5_000;

/** The digits' keys, for the eye alone. */
const PAD = ['1', '2abc', '3def', '4ghi', '5jkl', '6mno', '7pqrs', '8tuv', '9wxyz', '*+', '0', '#'] as const;

/** Makes the tab. */
export function phoneTab(app: App): PhoneTab {
  const handset = phoneHandset();
  const pictures = new PictureStore();
  let shown: Shown | undefined;
  /** What stays when all else is cleared: an operator logo does. */
  let standby: Shown | undefined;
  let showing: Showing = standbyShowing();
  let pageIndex = 0;
  let scrollPx = 0;
  let frame: Frame | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const canvas = h('canvas#phone-screen', { role: 'img' });
  const make = h('p.phone-make', { 'aria-hidden': 'true' });
  const title = h('h2#phone-title');
  const facts = h('dl#phone-facts.facts');
  const warnings = h('ul#phone-warnings.phone-warnings');
  const hint = h('div#phone-hint.note.stack');
  const status = h('p#phone-status.dim');
  const fault = h('p.error', { role: 'alert', hidden: true });
  const about = h('div.stack');
  const sound = new PhoneSound({ onChange: () => drawKeys(), onFault: (words) => showFault(words) });
  const page = (): ShownPage => (showing.pages[pageIndex] ?? showing.pages[0]) as ShownPage;

  // ---- keys ----

  const press = (run: () => void) => () => guarded(run);
  const soft = button('', press(onSoftKey), { id: 'phone-soft', class: 'phone-key soft' });
  const key = (sign: string, name: string, words: string, run: () => void) =>
    button(sign, press(run), { id: `phone-${name}`, class: 'phone-key', 'aria-label': words });
  const up = key('▲', 'up', 'Scroll up', () => scroll(-1));
  const down = key('▼', 'down', 'Scroll down', () => scroll(1));
  const previous = key('◀', 'previous', 'Previous slide', () => turn(-1));
  const next = key('▶', 'next', 'Next slide', () => turn(1));
  const run = button('', press(toggleRun), { id: 'phone-run', class: 'phone-key wide' });
  const clear = key('C', 'clear', 'Clear: back to standby', toStandby);

  function onSoftKey(): void {
    const { sound: heard, note } = page();
    if (heard !== undefined) void sound.toggle(heard);
    else if (note === undefined) toStandby();
    else {
      tellStatus(note);
      app.announce(note);
    }
  }

  function scroll(lines: number): void {
    const from = frame?.scrollPx ?? 0;
    scrollPx = Math.max(0, Math.min(frame?.mostScrollPx ?? 0, from + lines * scrollStep(findScreen(handset.get()))));
    draw();
  }

  function turn(step: number): void {
    stopRun();
    goTo(pageIndex + step);
  }

  function goTo(index: number): void {
    sound.stop();
    pageIndex = Math.max(0, Math.min(showing.pages.length - 1, index));
    scrollPx = 0;
    draw();
  }

  // ---- slides by time ----

  function toggleRun(): void {
    if (timer !== undefined) stopRun();
    else startRun(pageIndex === showing.pages.length - 1 ? 0 : pageIndex);
  }

  function startRun(from: number): void {
    goTo(from);
    const step = () => {
      const { durationMs = SLIDE_MS } = page();
      timer = setTimeout(() => {
        if (pageIndex >= showing.pages.length - 1) return stopRun();
        goTo(pageIndex + 1);
        step();
      }, durationMs);
      drawKeys();
    };
    step();
  }

  function stopRun(): void {
    clearTimeout(timer);
    timer = undefined;
    drawKeys();
  }

  // ---- showing ----

  function show(next: Shown): void {
    guarded(() => {
      if (next.kind === 'content' && next.content.kind === 'operatorLogo') standby = next;
      // One that takes no such messages would show dots of it.
      if (next.kind === 'mms') handset.set(mmsHandset(handset.get()));
      put(next);
      app.announce(`${showing.title} on ${nameHandset(handset.get())}`);
      const isSlow = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (showing.pages.length > 1 && !isSlow) startRun(0);
    });
  }

  function toStandby(): void {
    put(standby);
  }

  /** Shows something from its beginning. */
  function put(next: Shown | undefined): void {
    stopRun();
    sound.stop();
    shown = next;
    pageIndex = 0;
    scrollPx = 0;
    refresh();
  }

  /** Lays out what is shown for the handset of now. */
  function refresh(): void {
    const profile = handset.get();
    showing = shown === undefined ? standbyShowing() : showingOf(shown, profile);
    title.textContent = showing.title;
    fill(facts, ...showing.facts.flatMap(factRow));
    fill(warnings, ...showing.warnings.map((warning) => h('li.warning', warning)));
    warnings.hidden = showing.warnings.length === 0;
    hint.hidden = shown !== undefined;
    copy.hidden = shown === undefined;
    make.textContent = profile.make ?? 'handset';
    fill(about, h('h2', nameHandset(profile)), h('dl.facts', ...handsetFacts(profile).flatMap(factRow)));
    draw();
  }

  function draw(): void {
    const screen = findScreen(handset.get());
    const clock = new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
    frame = drawPage(page(), screen, { scrollPx, clock });
    // Before it comes to the front, the panel has no width.
    const room = Math.min(MAX_WIDTH, (panel.clientWidth || MAX_WIDTH + CASE_PX) - CASE_PX);
    paintFrame(canvas, frame, screen, wholeScale(screen, room, MAX_HEIGHT), pictures);
    canvas.dataset.scale = String(canvas.width / frame.widthPx);
    const { images } = frame;
    void pictures.load(images).then((isNew) => isNew && guarded(draw));
    canvas.setAttribute('aria-label', `Screen of ${nameHandset(handset.get())}: ${showing.title}`);
    canvas.setAttribute('aria-describedby', 'phone-facts phone-status');
    const { mostScrollPx, scrollPx: at } = frame;
    const words = [
      showing.pages.length > 1 ? `slide ${pageIndex + 1} of ${showing.pages.length}` : '',
      mostScrollPx > 0 ? `${at === 0 ? 'scrolls down' : at === mostScrollPx ? 'scrolls up' : 'scrolls up and down'}` : '',
    ].filter((word) => word !== '');
    tellStatus(words.join(', '));
    drawKeys();
  }

  function drawKeys(): void {
    const { sound: heard, softKey } = page();
    soft.textContent = heard === undefined ? softKey : sound.isPlaying ? 'Stop' : 'Play';
    up.disabled = (frame?.scrollPx ?? 0) === 0;
    down.disabled = (frame?.scrollPx ?? 0) >= (frame?.mostScrollPx ?? 0);
    const isSlides = showing.pages.length > 1;
    for (const key of [previous, next, run]) key.hidden = !isSlides;
    previous.disabled = pageIndex === 0;
    next.disabled = pageIndex >= showing.pages.length - 1;
    run.textContent = timer === undefined ? 'Run slides' : 'Stop slides';
  }

  function tellStatus(words: string): void {
    status.textContent = words;
    status.hidden = words === '';
  }

  // ---- faults ----

  function showFault(words: string): void {
    fault.textContent = words;
    fault.hidden = false;
  }

  async function showSample(id: PhoneSample['id']): Promise<void> {
    try {
      const { makeSample } = await import('./samples.js');
      show(makeSample(id));
    } catch (error) {
      showFault(wordsOf(error));
    }
  }

  /** The page stays alive whatever was shown on it. */
  function guarded(run: () => void): void {
    fault.hidden = true;
    try {
      run();
    } catch (error) {
      showFault(wordsOf(error));
    }
  }

  const copy = copyButton('Copy as text', () => showing.facts.map(({ name, value }) => `${name}: ${value}`).join('\n'));

  fill(
    hint,
    h('p', 'Compose something and show it here, open a message of the inbox, or try:'),
    h('div.row', ...PHONE_SAMPLES.map(({ id, words }) => smallButton(words, () => void showSample(id)))),
  );

  const panel = h(
    'section',
    h(
      'div.phone-layout',
      h(
        'div.phone-case',
        h('div.phone-ear', { 'aria-hidden': 'true' }),
        make,
        h('div.phone-glass', canvas),
        h(
          'div.phone-keys',
          { role: 'group', 'aria-label': 'Keys' },
          h('div.phone-row', clear, soft, h('span.phone-rocker', up, down)),
          h('div.phone-row', previous, run, next),
        ),
        h('div.phone-pad', { 'aria-hidden': 'true' }, ...PAD.map((key) => h('span', key.charAt(0), h('small', key.slice(1))))),
      ),
      h(
        'div.stack',
        h('div.card.stack', handsetField('phone-handset', handset, 'Make and model; parts of names will do.'), about),
        h('div.card.stack', title, fault, hint, warnings, facts, status, h('div.row', copy)),
      ),
    ),
    sound.element,
  );

  handset.onChange(() => guarded(() => put(shown)));
  window.addEventListener('resize', () => {
    if (!panel.hidden) guarded(draw);
  });
  setInterval(() => {
    if (!panel.hidden && page().kind === 'standby') guarded(draw);
  }, CLOCK_MS);
  guarded(refresh);

  return {
    panel,
    show,
    opened: () => guarded(draw),
    closed: () => {
      stopRun();
      sound.stop();
    },
  };
}

function factRow({ name, value }: Fact): HTMLElement[] {
  return [h('dt', name), h('dd', { dir: 'auto' }, value)];
}
