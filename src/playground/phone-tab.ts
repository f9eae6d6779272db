/**
 * The tab Phone: a handset with a screen of its own size, and what is on it in words.
 * @module
 */
import type { Part } from '../mms/binary.js';
import type { App, PhoneTab } from './app.js';
import type { Shown } from './composed.js';
import { button, copyButton, fill, h } from './dom.js';
import { wordsOf } from './fault-view.js';
import { type Showing, type ShownPage, type Sound, showingOf, standbyShowing } from './phone-content.js';
import type { Fact } from './phone-facts.js';
import { handsetField } from './phone-handset-view.js';
import { describeScreen, nameOf, phoneHandset, screenOf } from './phone-profile.js';
import { PHONE_SAMPLES } from './phone-samples.js';
import { drawPage, type Frame, scrollStep } from './phone-screen.js';
import { PictureStore, paintFrame, wholeScale } from './phone-view.js';
import { Player } from './player-view.js';

/** CSS pixels that the screen may take: what is left of a narrow window, and not so much that the keys are out of sight. */
const MOST_WIDTH = 400;
const MOST_HEIGHT = 420;

/** Room beside the screen: the case, and the card around it. */
const CASE_PX = 84;

const CLOCK_MS = 15_000;

/** The digits' keys, for the eye alone. */
const PAD = [
  ...([
    ['1', ''],
    ['2', 'abc'],
    ['3', 'def'],
    ['4', 'ghi'],
    ['5', 'jkl'],
    ['6', 'mno'],
  ] as const),
  ...([
    ['7', 'pqrs'],
    ['8', 'tuv'],
    ['9', 'wxyz'],
    ['*', '+'],
    ['0', ''],
    ['#', ''],
  ] as const),
] as const;

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

  const canvas = h('canvas', { id: 'phone-screen', role: 'img' });
  const make = h('p', { class: 'phone-make', 'aria-hidden': 'true' });
  const title = h('h2', { id: 'phone-title' });
  const facts = h('dl', { class: 'facts', id: 'phone-facts' });
  const warnings = h('ul', { class: 'phone-warnings', id: 'phone-warnings' });
  const hint = h('div', { class: 'note stack', id: 'phone-hint' });
  const status = h('p', { class: 'dim', id: 'phone-status' });
  const fault = h('p', { class: 'error', role: 'alert', hidden: true });
  const about = h('div', { class: 'stack' });
  const audio = h('audio', {});

  const player = new Player({ onPlaying: () => drawKeys(), onProgress: () => undefined });
  const page = (): ShownPage => (showing.pages[pageIndex] ?? showing.pages[0]) as ShownPage;

  // ---- keys ----

  const press = (run: () => void) => () => guarded(run);
  const soft = button('', press(onSoftKey), { id: 'phone-soft', class: 'phone-key soft' });
  const up = button(
    '▲',
    press(() => scroll(-1)),
    { id: 'phone-up', class: 'phone-key', 'aria-label': 'Scroll up' },
  );
  const down = button(
    '▼',
    press(() => scroll(1)),
    { id: 'phone-down', class: 'phone-key', 'aria-label': 'Scroll down' },
  );
  const previous = button(
    '◀',
    press(() => turn(-1)),
    { id: 'phone-previous', class: 'phone-key', 'aria-label': 'Previous slide' },
  );
  const next = button(
    '▶',
    press(() => turn(1)),
    { id: 'phone-next', class: 'phone-key', 'aria-label': 'Next slide' },
  );
  const run = button('', press(toggleRun), { id: 'phone-run', class: 'phone-key wide' });
  const clear = button('C', press(toStandby), {
    id: 'phone-clear',
    class: 'phone-key',
    'aria-label': 'Clear: back to standby',
  });

  function onSoftKey(): void {
    const { sound, note } = page();
    if (sound !== undefined) void playOrStop(sound);
    else if (note === undefined) toStandby();
    else {
      tellStatus(note);
      app.announce(note);
    }
  }

  async function playOrStop(sound: Sound): Promise<void> {
    if (isPlaying()) return stopSound();
    try {
      if (sound.kind === 'tune') return await player.play(sound.tune);
      return await playFile(sound.part);
    } catch (error) {
      showFault(wordsOf(error));
    }
  }

  async function playFile({ data, contentType, name }: Part): Promise<void> {
    const url = URL.createObjectURL(new Blob([data.slice()], { type: contentType }));
    audio.src = url;
    try {
      await audio.play();
    } catch {
      // Stopped before it began, it was let go; what cannot be played is not paused by itself.
      if (audio.src !== url) return;
      letGo();
      showFault(`${name}: this browser does not play ${contentType}`);
    }
    drawKeys();
  }

  /** The file of a sound takes memory for as long as there is an address of it. */
  function letGo(): void {
    const { src } = audio;
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
    URL.revokeObjectURL(src);
  }

  function isPlaying(): boolean {
    return player.isPlaying || audio.hasAttribute('src');
  }

  function stopSound(): void {
    player.stop();
    if (audio.hasAttribute('src')) letGo();
    drawKeys();
  }

  audio.addEventListener('ended', stopSound);

  function scroll(lines: number): void {
    const from = frame?.scrollPx ?? 0;
    scrollPx = Math.max(0, Math.min(frame?.mostScrollPx ?? 0, from + lines * scrollStep(screenOf(handset.get()))));
    draw();
  }

  function turn(step: number): void {
    stopRun();
    goTo(pageIndex + step);
  }

  function goTo(index: number): void {
    stopSound();
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
      const { durationMs = 5000 } = page();
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
      stopRun();
      stopSound();
      shown = next;
      pageIndex = 0;
      scrollPx = 0;
      if (next.kind === 'content' && next.content.kind === 'operatorLogo') standby = next;
      refresh();
      app.announce(`${showing.title} on ${nameOf(handset.get())}`);
      const isSlow = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (showing.pages.length > 1 && !isSlow) startRun(0);
    });
  }

  function toStandby(): void {
    stopRun();
    stopSound();
    shown = standby;
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
    fill(warnings, ...showing.warnings.map((warning) => h('li', { class: 'warning' }, warning)));
    warnings.hidden = showing.warnings.length === 0;
    hint.hidden = shown !== undefined;
    copy.hidden = shown === undefined;
    make.textContent = profile.make ?? 'handset';
    drawAbout();
    draw();
  }

  function draw(): void {
    const screen = screenOf(handset.get());
    const clock = new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
    frame = drawPage(page(), screen, { scrollPx, clock });
    // Before it comes to the front, the panel has no width.
    const room = Math.min(MOST_WIDTH, (panel.clientWidth || MOST_WIDTH + CASE_PX) - CASE_PX);
    paintFrame(canvas, frame, screen, wholeScale(screen, room, MOST_HEIGHT), pictures);
    canvas.dataset.scale = String(canvas.width / frame.widthPx);
    const { images } = frame;
    void pictures.load(images).then((isNew) => isNew && guarded(draw));
    canvas.setAttribute('aria-label', `Screen of ${nameOf(handset.get())}: ${showing.title}`);
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
    const { sound, softKey } = page();
    soft.textContent = sound === undefined ? softKey : isPlaying() ? 'Stop' : 'Play';
    up.disabled = (frame?.scrollPx ?? 0) === 0;
    down.disabled = (frame?.scrollPx ?? 0) >= (frame?.mostScrollPx ?? 0);
    const isSlides = showing.pages.length > 1;
    for (const key of [previous, next, run]) key.hidden = !isSlides;
    previous.disabled = pageIndex === 0;
    next.disabled = pageIndex >= showing.pages.length - 1;
    run.textContent = timer === undefined ? 'Run slides' : 'Stop slides';
  }

  function drawAbout(): void {
    const profile = handset.get();
    const { sms, mms, push } = profile;
    const takes = [
      [sms?.nokiaRingtone, 'ringing tones'],
      [sms?.pictureMessage, 'picture messages'],
      [sms?.operatorLogo, 'operator logos'],
      [sms?.largeOperatorLogo, 'large operator logos'],
      [sms?.groupGraphic, 'group graphics'],
      [sms?.vcard, 'cards'],
      [sms?.vcalendar, 'calendar notes'],
      [sms?.ems, 'EMS'],
      [push?.si ?? push?.supported, 'WAP Push'],
      [mms?.receives, mms?.maxBytes ? `MMS of ${Math.round(mms.maxBytes / 1024)} kB` : 'MMS'],
    ] as const;
    const list = (value: boolean) =>
      takes
        .filter(([takes]) => takes === value)
        .map(([, words]) => words)
        .join(', ');
    fill(
      about,
      h('h2', {}, nameOf(profile)),
      h(
        'dl',
        { class: 'facts' },
        ...factRow({ name: 'Screen', value: describeScreen(screenOf(profile)) }),
        ...(list(true) === '' ? [] : factRow({ name: 'Takes', value: list(true) })),
        ...(list(false) === '' ? [] : factRow({ name: 'Does not take', value: list(false) })),
      ),
    );
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

  /** The page stays alive whatever was shown on it. */
  function guarded(run: () => void): void {
    fault.hidden = true;
    try {
      run();
    } catch (error) {
      showFault(wordsOf(error));
    }
  }

  const copy = copyButton('Copy as text', () => showing.facts.map(({ name, value }) => `${name}: ${value}`).join('\n'), {
    class: 'button small',
  });

  fill(
    hint,
    h('p', {}, 'Compose something and show it here, open a message of the inbox, or try:'),
    h(
      'div',
      { class: 'row' },
      ...PHONE_SAMPLES.map(({ words, shown: make }) => button(words, () => show(make()), { class: 'button small' })),
    ),
  );

  const panel = h(
    'section',
    {},
    h(
      'div',
      { class: 'phone-layout' },
      h(
        'div',
        { class: 'phone-case' },
        h('div', { class: 'phone-ear', 'aria-hidden': 'true' }),
        make,
        h('div', { class: 'phone-glass' }, canvas),
        h(
          'div',
          { class: 'phone-keys', role: 'group', 'aria-label': 'Keys' },
          h('div', { class: 'phone-row' }, clear, soft, h('span', { class: 'phone-rocker' }, up, down)),
          h('div', { class: 'phone-row' }, previous, run, next),
        ),
        h(
          'div',
          { class: 'phone-pad', 'aria-hidden': 'true' },
          ...PAD.map(([digit, letters]) => h('span', {}, digit, h('small', {}, letters))),
        ),
      ),
      h(
        'div',
        { class: 'stack' },
        h(
          'div',
          { class: 'card stack' },
          handsetField('phone-handset', handset, 'Make and model; parts of names will do.'),
          about,
        ),
        h('div', { class: 'card stack' }, title, fault, hint, warnings, facts, status, h('div', { class: 'row' }, copy)),
      ),
    ),
    audio,
  );

  handset.onChange(() =>
    guarded(() => {
      scrollPx = 0;
      pageIndex = 0;
      stopRun();
      stopSound();
      refresh();
    }),
  );
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
      stopSound();
    },
  };
}

function factRow({ name, value }: Fact): HTMLElement[] {
  return [h('dt', {}, name), h('dd', { dir: 'auto' }, value)];
}
