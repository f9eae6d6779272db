/**
 * The tab Phone: a handset with a screen of its own size, keys that work, and what is on the screen in words.
 * @module
 */

import type { Fact } from '../../content/facts.js';
import { findScreen, handsetFacts, nameHandset } from '../../show/handsets.js';
import { drawPage, type Frame, scrollStep } from '../../show/phone-screen.js';
import type { App, PhoneTab } from '../app.js';
import { keepHandset } from '../compose/drafts-view.js';
import type { Shown } from '../composed.js';
import { copyButton, fill, h, smallButton } from '../ui/dom.js';
import { wordsOf } from '../ui/fault-view.js';
import { handsetField } from './handset-view.js';
import { keypadView } from './keypad-view.js';
import {
  endCall,
  findLeads,
  type Lead,
  leadTexts,
  type PhoneKey,
  type PhoneState,
  type Place,
  type Pressed,
  pressKey,
  softLabels,
} from './keys.js';
import { PictureStore, paintFrame, screenScale } from './phone-view.js';
import { showingOfPlace } from './places.js';
import { mmsHandset, phoneHandset } from './profile.js';
import { PHONE_SAMPLES, type PhoneSample } from './sample-names.js';
import { findShell, SHELL_NAMES } from './shells.js';
import { type Showing, type ShownPage, standbyShowing } from './showing.js';
import { showingOf } from './shown.js';
import { PhoneSound } from './sound-view.js';

/** CSS pixels that the screen may take: not so many that the keys are out of sight; a smartphone is nearly all screen. */
const MAX_WIDTH = 400;
const MAX_HEIGHT = 420;
const MAX_FINE_HEIGHT = 560;

/** How often the clock of standby is looked at. */
const CLOCK_MS = 15_000;

/** How long a slide stays that does not say it. */
const SLIDE_MS = 5_000;

/** How long a call is tried. */
const CALL_MS = 2_500;

/** Messages that are kept. */
const MAX_MESSAGES = 20;

const STANDBY: Place = { at: 'standby' };

/** Makes the tab. */
export function phoneTab(app: App): PhoneTab {
  const handset = phoneHandset();
  keepHandset();
  const pictures = new PictureStore();
  let place: Place = STANDBY;
  /** What came, the newest first, and which of it is open. */
  let messages: readonly { readonly shown: Shown; readonly title: string }[] = [];
  let opened = 0;
  let leads: readonly Lead[] = [];
  let dialled: readonly string[] = [];
  /** What stays when all else is cleared: an operator logo does. */
  let standby: Shown | undefined;
  let showing: Showing = standbyShowing();
  let pageIndex = 0;
  let scrollPx = 0;
  let frame: Frame | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let callTimer: ReturnType<typeof setTimeout> | undefined;

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
  const run = smallButton('', () => guarded(toggleRun), { id: 'phone-run' });

  // ---- keys ----

  const keypad = keypadView((key) => guarded(() => press(key)));

  function state(): PhoneState {
    const { softKey, sound: heard, note } = page();
    const isMessage = place.at === 'message';
    return {
      ...{ place, dialled, messages: messages.map((message) => message.title), message: opened },
      leads,
      softKey: heard === undefined ? softKey : sound.isPlaying ? 'Stop' : 'Play',
      acts: isMessage && (heard !== undefined || note !== undefined),
      page: pageIndex,
      pages: showing.pages.length,
      canScrollUp: (frame?.scrollPx ?? 0) > 0,
      canScrollDown: (frame?.scrollPx ?? 0) < (frame?.mostScrollPx ?? 0),
    };
  }

  function press(key: PhoneKey): void {
    follow(pressKey(state(), key));
  }

  function follow({ place: next, dialled: numbers, effect }: Pressed): void {
    if (numbers !== undefined) dialled = numbers;
    if (next !== undefined && effect?.kind !== 'open') goTo(next);
    switch (effect?.kind) {
      case 'open':
        open(effect.message, next ?? place);
        break;
      case 'act':
        act();
        break;
      case 'scroll':
        scroll(effect.by);
        break;
      case 'turn':
        stopRun();
        turnTo(pageIndex + effect.by);
        break;
      case 'tell':
        tell(effect.words);
        break;
      case undefined:
        if (next !== undefined) app.announce(spoken());
    }
  }

  /** What the message's own key does. */
  function act(): void {
    const { sound: heard, note } = page();
    if (heard !== undefined) void sound.toggle(heard);
    else if (note !== undefined) tell(note);
  }

  function tell(words: string): void {
    tellStatus(words);
    app.announce(words);
  }

  /** What is on the screen, for those who do not see it. */
  function spoken(): string {
    if (place.at !== 'list') return [showing.title, showing.facts[0]?.value].filter(Boolean).join(': ');
    const { row } = place;
    const item = showing.facts[row]?.value;
    return item === undefined ? `${showing.title}: empty` : `${showing.title}: ${item}, ${row + 1} of ${showing.facts.length}`;
  }

  function scroll(lines: number): void {
    const from = frame?.scrollPx ?? 0;
    scrollPx = Math.max(0, Math.min(frame?.mostScrollPx ?? 0, from + lines * scrollStep(findScreen(handset.get()))));
    draw();
  }

  function turnTo(index: number): void {
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
    turnTo(from);
    const step = () => {
      const { durationMs = SLIDE_MS } = page();
      timer = setTimeout(() => {
        if (pageIndex >= showing.pages.length - 1) return stopRun();
        turnTo(pageIndex + 1);
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
      // One that takes no such messages would show dots of it.
      if (next.kind === 'mms') handset.set(mmsHandset(handset.get()));
      if (next.kind === 'content' && next.content.kind === 'operatorLogo') {
        standby = next;
        goTo(STANDBY);
      } else {
        const { title: named } = showingOf(next, handset.get());
        const from = next.kind === 'content' ? next.from : undefined;
        messages = [{ shown: next, title: from ?? named }, ...messages].slice(0, MAX_MESSAGES);
        open(0, { at: 'message', back: STANDBY });
      }
      app.announce(`${showing.title} on ${nameHandset(handset.get())}`);
    });
  }

  /** Opens a message of the list. */
  function open(index: number, next: Place): void {
    opened = index;
    goTo(next);
    app.announce(spoken());
    const isSlow = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (showing.pages.length > 1 && !isSlow) startRun(0);
  }

  /** Shows a place from its beginning. */
  function goTo(next: Place): void {
    stopRun();
    sound.stop();
    clearTimeout(callTimer);
    place = next;
    pageIndex = 0;
    scrollPx = 0;
    app.setFragment('phone', '');
    if (place.at === 'calling') callTimer = setTimeout(() => guarded(() => follow(endCall(state()))), CALL_MS);
    refresh();
  }

  /** What is on the screen, or below a menu. */
  function shownNow(): Shown | undefined {
    return place.at === 'message' ? messages[opened]?.shown : standby;
  }

  function showingOfNow(): Showing {
    const profile = handset.get();
    if (place.at !== 'standby' && place.at !== 'message') return showingOfPlace(place, state(), profile);
    const shown = shownNow();
    return shown === undefined ? standbyShowing() : showingOf(shown, profile);
  }

  /** Lays out what is shown for the handset of now. */
  function refresh(): void {
    const profile = handset.get();
    const shell = findShell(profile);
    showing = showingOfNow();
    if (place.at === 'message') leads = findLeads(leadTexts(showing.facts));
    const isShown = place.at === 'message' || (place.at === 'standby' && standby !== undefined);
    title.textContent = showing.title;
    fill(facts, ...showing.facts.flatMap(factRow));
    fill(warnings, ...showing.warnings.map((warning) => h('li.warning', warning)));
    warnings.hidden = showing.warnings.length === 0;
    hint.hidden = place.at !== 'standby' || isShown;
    copy.hidden = !isShown;
    make.textContent = profile.make ?? 'handset';
    phone.dataset.shell = shell;
    fill(
      about,
      h('h2', nameHandset(profile)),
      h('dl.facts', ...handsetFacts(profile).flatMap(factRow), ...factRow({ name: 'Drawn as', value: SHELL_NAMES[shell] })),
    );
    draw();
  }

  function draw(): void {
    const screen = findScreen(handset.get());
    const { soft, back } = softLabels(state());
    const clock = new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
    // A monochrome bar has one key below the screen, and C.
    const rightKey = phone.dataset.shell === 'bar' ? undefined : back;
    frame = drawPage({ ...page(), softKey: soft, rightKey }, screen, { scrollPx, clock });
    paintFrame(canvas, frame, screen, pictures, screenScale(screen, roomFor(), screen.isFine ? MAX_FINE_HEIGHT : MAX_HEIGHT));
    const { images } = frame;
    void pictures.load(images).then((isNew) => isNew && guarded(draw));
    canvas.setAttribute('aria-label', `Screen of ${nameHandset(handset.get())}: ${showing.title}`);
    canvas.setAttribute('aria-describedby', 'phone-facts phone-status');
    const { mostScrollPx, scrollPx: at } = frame;
    const isPaged = place.at === 'message' || place.at === 'about';
    const words = [
      showing.pages.length > 1 ? `slide ${pageIndex + 1} of ${showing.pages.length}` : '',
      isPaged && mostScrollPx > 0
        ? `${at === 0 ? 'scrolls down' : at === mostScrollPx ? 'scrolls up' : 'scrolls up and down'}`
        : '',
    ].filter((word) => word !== '');
    tellStatus(words.join(', '));
    drawKeys();
  }

  /** The width that the case leaves for the screen. Before it comes to the front, the panel has none. */
  function roomFor(): number {
    if (panel.clientWidth === 0) return MAX_WIDTH;
    const frames = [phone, phone.firstElementChild as HTMLElement, glass].reduce((sum, each) => {
      const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(each);
      return (
        sum + [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth].reduce((all, px) => all + Number.parseFloat(px), 0)
      );
    }, 0);
    return Math.min(MAX_WIDTH, panel.clientWidth - frames);
  }

  function drawKeys(): void {
    const { soft, back } = softLabels(state());
    keypad.label(soft, back, phone.dataset.shell === 'bar');
    run.hidden = showing.pages.length < 2;
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

  /** @returns undefined where there is none, which is told */
  async function linkOf(): Promise<string | undefined> {
    fault.hidden = true;
    try {
      const { writePhoneLink } = await import('./phone-link.js');
      return `${location.href.replace(/#.*$/s, '')}#phone/${writePhoneLink(shownNow(), handset.get())}`;
    } catch (error) {
      showFault(`There is no link to this: ${wordsOf(error)}`);
      return undefined;
    }
  }

  async function openLink(rest: string): Promise<void> {
    try {
      const { readPhoneLink } = await import('./phone-link.js');
      const linked = readPhoneLink(rest);
      if (linked.handset !== undefined) handset.set(linked.handset);
      if (linked.shown === undefined) goTo(STANDBY);
      else show(linked.shown);
      app.setFragment('phone', rest);
    } catch (error) {
      showFault(`This link cannot be opened: ${wordsOf(error)}`);
    }
  }

  const link = copyButton('Copy link', linkOf, { id: 'phone-link' });
  const copy = copyButton('Copy as text', () => showing.facts.map(({ name, value }) => `${name}: ${value}`).join('\n'));

  fill(
    hint,
    h('p', 'Compose something and show it here, open a message of the inbox, or try:'),
    h('div.row', ...PHONE_SAMPLES.map(({ id, words }) => smallButton(words, () => void showSample(id)))),
  );

  const glass = h(
    'div#phone-glass.phone-glass',
    { tabindex: 0, role: 'application', 'aria-label': 'Phone: digits, arrows, Enter and Escape are its keys' },
    canvas,
  );
  const phone = h(
    'div.phone-case',
    h('div.phone-upper', h('div.phone-ear', { 'aria-hidden': 'true' }), make, glass),
    h('div.phone-hinge', { 'aria-hidden': 'true' }),
    h('div.phone-lower', keypad.element),
  );
  keypad.listen(phone, glass);

  const panel = h(
    'section',
    h(
      'div.phone-layout',
      phone,
      h(
        'div.stack',
        h('div.card.stack', handsetField('phone-handset', handset, 'Make and model; parts of names will do.'), about),
        h('div.card.stack', title, fault, hint, warnings, facts, status, h('div.row', run, link, copy)),
      ),
    ),
    sound.element,
  );

  handset.onChange(() => guarded(() => goTo(place)));
  window.addEventListener('resize', () => {
    if (!panel.hidden) guarded(draw);
  });
  setInterval(() => {
    if (!panel.hidden && place.at === 'standby') guarded(draw);
  }, CLOCK_MS);
  guarded(refresh);

  return {
    panel,
    show,
    restore: (rest) => void openLink(rest),
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
