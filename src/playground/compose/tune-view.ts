/**
 * The form for tunes: RTTTL with its faults and their mending, tempo and style, the drawing, and the sound.
 * @module
 */
import { DecodeError, EncodeError, FormatError } from '../../errors.js';
import { counted } from '../../inspect/printable.js';
import {
  applyFixes,
  type FitChange,
  fitTune,
  formatRtttl,
  type Issue,
  lintRtttl,
  parseRtttl,
  type Style,
  type Tune,
} from '../../ringtone/index.js';
import { findRoll, noteAt, type Roll, STYLE_NAMES } from '../../show/roll.js';
import type { App, ComposeForm } from '../app.js';
import type { Composed } from '../composed.js';
import { button, choice, field, fill, h } from '../ui/dom.js';
import { debounced, faultLine, TYPING_MS } from '../ui/fault-view.js';
import { Player } from '../ui/player-view.js';
import { rollView } from './roll-view.js';
import { placeOf, styleOf, TEMPO, tempoOf, withStyle, withTempo } from './tune-edit.js';
import { SENT_AS, sizeIn, tuneFiles } from './tune-files.js';
import { TUNE_SAMPLES } from './tune-samples.js';

/** Issues and notes that are listed. */
const MOST_ISSUES = 40;
const MOST_NOTES = 1_000;

/** Limits that a tune can be fitted to. */
const FITS = [
  ['', 'As it is'],
  ...(['nokia', 'ems'] as const).flatMap((form) =>
    [1, 2, 3].map((n) => [`${form} ${n}`, `${form === 'nokia' ? 'Nokia' : 'EMS'}, ${counted(n, 'message')}`] as const),
  ),
] as const;

export const tuneForm: ComposeForm = {
  id: 'tune',
  title: 'Tune',
  build(app, changed) {
    return new TuneForm(app, changed).element;
  },
};

type Changed = (composed: Composed | FormatError | undefined) => void;

class TuneForm {
  readonly element: HTMLElement;
  readonly #app: App;
  readonly #changed: Changed;
  readonly #text = h('textarea#tune-text', { rows: 5, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' });
  readonly #name = h('input#tune-name', { size: 14, maxlength: 64, autocomplete: 'off' });
  readonly #tempo = h('input#tune-tempo', { type: 'range', min: TEMPO.slowest, max: TEMPO.usual, step: 1 });
  readonly #bpm = h('output.mono', { for: 'tune-tempo' });
  readonly #style = choice({ id: 'tune-style' }, Object.entries(STYLE_NAMES));
  readonly #repeats = choice({ id: 'tune-repeats' }, repeatChoices());
  readonly #fit = choice({ id: 'tune-fit' }, FITS, '');
  readonly #textFault = faultLine(this.#text);
  readonly #nameFault = faultLine(this.#name);
  readonly #fitFault = faultLine(this.#fit);
  readonly #playFault = faultLine();
  readonly #issues = h('div#tune-issues');
  readonly #changes = h('ul#tune-changes.plain-list');
  readonly #sizes = h('tbody');
  readonly #losses = h('ul.plain-list');
  readonly #lossList = h('details', h('summary', 'What files of this tune leave out'), this.#losses);
  readonly #notes = h('ol.tune-notes.mono', { tabindex: 0 });
  readonly #noteCount = h('span');
  readonly #now = h('p#tune-now.mono');
  readonly #play: HTMLButtonElement;
  readonly #stop: HTMLButtonElement;
  readonly #player: Player;
  readonly #roll = rollView();
  /** The text that was read last: what is typed waits for a pause. */
  #textRead = '';
  /** As it was read, and as it is sent. */
  #tune: Tune | undefined;
  #sent: Tune | undefined;
  #timeline: Roll | undefined;
  #sounding = -1;

  constructor(app: App, changed: Changed) {
    this.#app = app;
    this.#changed = changed;
    this.#player = new Player({
      onPlaying: (isPlaying) => this.#showPlaying(isPlaying),
      onProgress: (ms) => this.#showProgress(ms),
    });
    this.#play = button('▶ Play', () => void this.#start(), { id: 'tune-play', class: 'button primary' });
    this.#stop = button('■ Stop', () => this.#player.stop(), { id: 'tune-stop', disabled: true });
    const sample = choice(
      { id: 'tune-sample' },
      TUNE_SAMPLES.map(({ name }, i) => [String(i), name] as const),
      '0',
    );
    const takeSample = () => this.#setText(TUNE_SAMPLES[Number(sample.value)]?.text ?? '');
    sample.addEventListener('change', takeSample);
    this.#listen();
    this.element = this.#layout(field('Sample', sample));
    takeSample();
  }

  #layout(sample: HTMLElement): HTMLElement {
    const tempo = h('div.row.tight', this.#tempo, this.#bpm);
    const sizes = h(
      'table.tune-sizes',
      h('thead', h('tr', ...['Sent as', 'Octets', 'Messages'].map((name) => h('th', { scope: 'col' }, name)))),
      this.#sizes,
    );
    return h(
      'div.stack',
      sample,
      field('RTTTL or RTX', this.#text),
      this.#textFault.element,
      this.#issues,
      h(
        'div.row',
        field('Name', this.#name),
        h('div.field', h('label', { for: 'tune-tempo' }, 'Tempo'), tempo),
        field('Style', this.#style),
        field('Repeats', this.#repeats),
        field('Fit into', this.#fit),
      ),
      this.#nameFault.element,
      this.#fitFault.element,
      this.#changes,
      h('div.row.tune-player', this.#play, this.#stop, this.#now),
      this.#playFault.element,
      this.#roll.element,
      h('details', h('summary', 'Notes as a list ', this.#noteCount), this.#notes),
      sizes,
      this.#lossList,
    );
  }

  #listen(): void {
    const read = debounced(() => this.#read(), TYPING_MS);
    this.#text.addEventListener('input', read);
    this.#fit.addEventListener('change', () => this.#compose());
    // What a control holds is taken first: reading what was typed in the text sets them all.
    this.#name.addEventListener('input', () => {
      const title = this.#name.value;
      this.#edit((tune) => ({ ...tune, title }), true);
    });
    this.#tempo.addEventListener('input', () => {
      const bpm = Number(this.#tempo.value);
      this.#edit((tune) => withTempo(tune, bpm));
    });
    this.#style.addEventListener('change', () => {
      const style = this.#style.value as Style;
      this.#edit((tune) => withStyle(tune, style));
    });
    this.#repeats.addEventListener('change', () => {
      const loops = Number(this.#repeats.value);
      this.#edit((tune) => ({ ...tune, loops }));
    });
  }

  #setText(text: string): void {
    this.#text.value = text;
    this.#read();
  }

  /** Changes the tune, and writes its text anew. A name that is being typed stays as it stands. */
  #edit(change: (tune: Tune) => Tune, isNaming = false): void {
    if (this.#text.value !== this.#textRead) this.#read(isNaming);
    const tune = this.#tune;
    if (tune === undefined) return;
    try {
      this.#text.value = formatRtttl(change(tune));
      this.#read(isNaming);
    } catch (error) {
      this.#nameFault.show(error);
    }
  }

  /** Reads the text, and shows what it is. */
  #read(isNaming = false): void {
    this.#player.stop();
    this.#nameFault.show(undefined);
    const text = this.#text.value;
    const isBlank = text.trim() === '';
    this.#textRead = text;
    const { issues, tune, fixed } = lintRtttl(text);
    this.#tune = tune !== undefined && tune.notes.length > 0 ? tune : undefined;
    this.#showIssues(text, isBlank ? [] : issues, fixed);
    const error = tune === undefined ? unreadable(text) : tune.notes.length === 0 ? noNotes(text) : undefined;
    this.#textFault.show(isBlank ? undefined : error);
    for (const control of [this.#name, this.#tempo, this.#style, this.#repeats]) control.disabled = this.#tune === undefined;
    if (this.#tune === undefined) {
      this.#show(undefined);
      this.#changed(isBlank ? undefined : error);
      return;
    }
    if (!isNaming) this.#name.value = this.#tune.title;
    const bpm = tempoOf(this.#tune);
    this.#tempo.max = String(Math.max(bpm, TEMPO.usual));
    this.#tempo.value = String(bpm);
    this.#bpm.textContent = `${bpm} bpm`;
    this.#tempo.setAttribute('aria-valuetext', `${bpm} beats a minute`);
    this.#style.value = styleOf(this.#tune);
    this.#repeats.value = String(this.#tune.loops);
    this.#compose();
  }

  /** Makes the tune fit, and hands it over. */
  #compose(): void {
    const tune = this.#tune;
    if (tune === undefined) return;
    this.#player.stop();
    const changes: FitChange[] = [];
    try {
      const sent = fitted(tune, this.#fit.value, (change) => changes.push(change));
      this.#fitFault.show(undefined);
      fill(this.#changes, ...changes.map(({ message }) => h('li', `Fitted: ${message}`)));
      this.#show(sent);
    } catch (error) {
      this.#fitFault.show(error);
      fill(this.#changes);
      this.#show(undefined);
      this.#changed(error instanceof FormatError ? error : undefined);
    }
  }

  #show(tune: Tune | undefined): void {
    this.#sent = tune;
    this.#timeline = tune === undefined ? undefined : findRoll(tune);
    this.#play.disabled = tune === undefined;
    this.#roll.show(this.#timeline);
    this.#showNow();
    if (tune === undefined || this.#timeline === undefined) {
      fill(this.#notes);
      fill(this.#sizes);
      this.#noteCount.textContent = '';
      this.#lossList.hidden = true;
      return;
    }
    const { notes } = this.#timeline;
    this.#noteCount.textContent = `(${notes.length})`;
    fill(this.#notes, ...notes.slice(0, MOST_NOTES).map(({ words }) => h('li', words)));
    fill(this.#sizes, ...SENT_AS.map(([form, words]) => sizeRow(words, sizeIn(tune, form))));
    const { files, losses } = tuneFiles(tune);
    this.#lossList.hidden = losses.length === 0;
    fill(this.#losses, ...losses.map((loss) => h('li', loss)));
    this.#changed({ content: { kind: 'ringtone', tune }, build: { ringtone: { title: 'cut' } }, files });
  }

  #showIssues(text: string, issues: readonly Issue[], fixed: string | undefined): void {
    const fixable = issues.filter(({ fix }) => fix !== undefined);
    const items = issues.slice(0, MOST_ISSUES).map((issue) => this.#issueItem(text, issue));
    const isRead = issues.every(({ code }) => code !== 'fatal');
    const mend = (next: string) => this.#mend(text, next, 'Mended');
    fill(
      this.#issues,
      issues.length > 0 &&
        h(
          'div.tune-issues',
          h('p', h('strong', isRead ? `Read, with ${counted(issues.length, 'remark')}` : 'Cannot be read')),
          h('ul', ...items),
          issues.length > items.length && h('p.hint', `… and ${issues.length - items.length} more`),
          h(
            'div.row.tight',
            fixable.length > 1 &&
              button(`Fix all ${fixable.length}`, () => mend(applyFixes(text, issues)), {
                id: 'tune-fix',
                class: 'button small',
              }),
            fixed !== undefined &&
              fixed !== text &&
              button('Write it anew', () => mend(fixed), { id: 'tune-canonical', class: 'button small' }),
          ),
        ),
    );
  }

  /** Puts a mended text in the place of the one that was read, unless something was typed since. */
  #mend(text: string, mended: string, words: string): void {
    this.#text.focus();
    if (this.#text.value !== text) return;
    this.#setText(mended);
    this.#app.announce(words);
  }

  #issueItem(text: string, issue: Issue): HTMLElement {
    const { code, index: at = 0, fix, assumed } = issue;
    const reason = code === 'fatal' ? issue.message : issue.reason;
    const { line, column } = placeOf(text, at);
    const place = `${line}:${column}`;
    const go = button(
      place,
      () => {
        this.#text.focus();
        this.#text.setSelectionRange(at, fix !== undefined && fix.end > at ? fix.end : at + 1);
      },
      { class: 'tune-place', 'aria-label': `${place}, go to line ${line}, column ${column}` },
    );
    const mend =
      fix !== undefined &&
      button('Fix', () => this.#mend(text, applyFixes(text, [issue]), `Fixed at ${place}`), {
        class: 'button small',
        'aria-label': `Fix at ${place}: ${reason}`,
      });
    const readAs = code === 'fatal' || !assumed ? '' : ` → ${assumed}`;
    return h('li', go, h('span', reason, h('span.dim', readAs)), mend);
  }

  // ---- sound ----

  async #start(): Promise<void> {
    if (this.#sent === undefined) return;
    try {
      this.#playFault.show(undefined);
      await this.#player.play(this.#sent);
    } catch (error) {
      this.#playFault.show(error);
    }
  }

  #showPlaying(isPlaying: boolean): void {
    // Focus does not stay on a button that is no longer there to be pressed.
    const hadFocus = document.activeElement === this.#stop;
    this.#stop.disabled = !isPlaying;
    if (hadFocus && !isPlaying) this.#play.focus();
    if (isPlaying) return;
    this.#sounding = -1;
    this.#roll.mark(undefined);
    this.#showNow();
  }

  #showProgress(ms: number): void {
    const roll = this.#timeline;
    if (roll === undefined) return;
    // Another form, or another tab, is in front: what cannot be seen could not be stopped either.
    if (this.element.getClientRects().length === 0) {
      this.#player.stop();
      return;
    }
    this.#roll.mark(ms);
    const index = noteAt(roll, ms);
    if (index === this.#sounding) return;
    this.#sounding = index;
    this.#showNow();
  }

  /** The note that sounds, else how long the tune is. */
  #showNow(): void {
    const roll = this.#timeline;
    const note = roll?.notes[this.#sounding];
    if (roll === undefined) this.#now.textContent = '';
    else if (note !== undefined) this.#now.textContent = `${this.#sounding + 1}/${roll.notes.length} ${note.words}`;
    else this.#now.textContent = `${counted(roll.notes.length, 'note')}, ${(roll.lengthMs / 1000).toFixed(1)} s`;
  }
}

function repeatChoices(): [string, string][] {
  return Array.from({ length: 16 }, (_, n) => [String(n), n === 0 ? 'none' : n === 15 ? 'without end' : `${n}×`]);
}

function fitted(tune: Tune, choice: string, onChange: (change: FitChange) => void): Tune {
  const [form, segments] = choice.split(' ');
  if (form !== 'nokia' && form !== 'ems') return tune;
  return fitTune(tune, { form, maxSegments: Number(segments), onChange });
}

/** The error that a reader gives. */
function unreadable(text: string): FormatError {
  try {
    parseRtttl(text, { lenient: true });
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return noNotes(text);
}

function noNotes(text: string): FormatError {
  return new DecodeError('truncated', 'RTTTL/notes', text.length, 'there is no note');
}

function sizeRow(words: string, size: ReturnType<typeof sizeIn>): HTMLElement {
  const cells =
    size instanceof EncodeError || size instanceof FormatError
      ? [h('td.dim', { colspan: 2 }, size.message)]
      : [h('td', size.octets), h('td', size.segments)];
  return h('tr', h('th', { scope: 'row' }, words), ...cells);
}
