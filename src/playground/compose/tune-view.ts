/**
 * The form for tunes: RTTTL with its faults and their mending, tempo and style, the drawing, and the sound.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { FormatError } from '../../errors.js';
import { applyFixes, formatRtttl, type Tune, type TuneIssue } from '../../ringtone/index.js';
import { findRoll, noteAt, type Roll } from '../../show/roll.js';
import type { App, ComposeForm } from '../app.js';
import { button, fill, h, smallButton } from '../ui/dom.js';
import { FormView } from '../ui/form-view.js';
import { Work } from '../ui/pauses.js';
import { Player } from '../ui/player-view.js';
import type { Outcome } from './form.js';
import { rollView } from './roll-view.js';
import { sharedNotes, tuneFrom } from './tune-edit.js';
import { SENT_AS, sizeIn } from './tune-files.js';
import {
  controlsOf,
  placeOf,
  readTuneText,
  TEMPO,
  TUNE_EDITS,
  TUNE_FORM,
  TUNE_SAMPLES,
  type TuneControls,
  type TuneState,
} from './tune-form.js';

/** Issues and notes that are listed. */
const MAX_ISSUES = 40;
const MAX_NOTES = 1_000;

export const tuneForm: ComposeForm = {
  id: TUNE_FORM.id,
  title: TUNE_FORM.title,
  shape: TUNE_FORM,
  build(app, changed, saved) {
    const view = new TuneForm(app, changed, (saved as TuneState | undefined) ?? TUNE_FORM.initial(new Date(), 0));
    const { form, work } = view;
    return { element: form.element, state: () => form.state, set: (state) => view.set(state as TuneState), work };
  },
};

class TuneForm {
  readonly form: FormView<TuneState>;
  readonly work = new Work();
  readonly #app: App;
  readonly #changed: (composed: Outcome) => void;
  readonly #issues = h('div#tune-issues');
  readonly #changes = h('ul#tune-changes.plain-list');
  readonly #sizes = h('tbody');
  readonly #losses = h('ul.plain-list');
  readonly #lossList = h('details', h('summary', 'What files of this tune leave out'), this.#losses);
  readonly #notes = h('ol.tune-notes.mono', { tabindex: 0 });
  readonly #noteCount = h('span');
  readonly #now = h('p#tune-now.mono');
  readonly #play = button('▶ Play', () => void this.#start(), { id: 'tune-play', class: 'button primary' });
  readonly #stop = button('■ Stop', () => this.#player.stop(), { id: 'tune-stop', disabled: true });
  readonly #player = new Player({
    onPlaying: (isPlaying) => this.#showPlaying(isPlaying),
    onProgress: (ms) => this.#showProgress(ms),
  });
  readonly #roll = rollView({
    onEdit: (tune) => this.#write(tune),
    onPlay: (from) => void this.#start(from),
    onTell: (words) => this.#app.announce(words),
  });
  /** The text that was read last: what is typed waits for a pause. */
  #textRead = '';
  /** As it was read, and as it is sent. */
  #tune: Tune | undefined;
  #sent: Tune | undefined;
  #timeline: Roll | undefined;
  #sounding = -1;
  /** Milliseconds of the tune before what plays. */
  #skippedMs = 0;

  constructor(app: App, changed: (composed: Outcome) => void, state: TuneState) {
    this.#app = app;
    this.#changed = changed;
    // A control that was used meanwhile has read it already, and its fault stays.
    const readLater = this.work.afterTyping(() => {
      if (this.form.state.text !== this.#textRead) this.#read();
    });
    const onChange = (name: keyof TuneState) => {
      if (name === 'text') readLater();
      else if (name === 'sample') this.#setText(TUNE_SAMPLES[Number(this.form.state.sample)]?.text ?? '');
      else if (name === 'fit') this.#compose();
      else this.#edit(name);
    };
    const heads = ['Sent as', 'Octets', 'Messages'].map((name) => h('th', { scope: 'col' }, name));
    this.form = new FormView<TuneState>({ prefix: 'tune', rows: TUNE_FORM.rows }, state, onChange, {
      issues: this.#issues,
      changes: this.#changes,
      player: h('div.row.tune-player', this.#play, this.#stop, this.#now),
      roll: this.#roll.element,
      notes: h('details', h('summary', 'Notes as a list ', this.#noteCount), this.#notes),
      sizes: h('table.tune-sizes', h('thead', h('tr', ...heads)), this.#sizes),
      losses: this.#lossList,
    });
    this.#read();
  }

  /** Puts another state in the place of this one. */
  set(state: TuneState): void {
    this.form.set(state);
    this.#read();
  }

  #setText(text: string): void {
    this.form.set({ text });
    this.#read();
  }

  /** Changes the tune as a control says, and writes its text anew. A name that is being typed stays as it stands. */
  #edit(name: keyof TuneControls): void {
    // What the control holds is taken first: reading what was typed in the text sets them all.
    const value = this.form.state[name];
    const isNaming = name === 'name';
    if (this.form.state.text !== this.#textRead) this.#read(isNaming);
    if (this.#tune === undefined) return;
    try {
      this.form.set({ text: formatRtttl(TUNE_EDITS[name](this.#tune, value)) });
      this.#read(isNaming);
    } catch (error) {
      this.form.mark('name', error);
    }
  }

  /** Writes the tune anew, as it was drawn. */
  #write(tune: Tune): void {
    // What was typed since goes first: the drawing is of an older text.
    if (this.form.state.text !== this.#textRead) {
      this.#read();
      return;
    }
    try {
      this.#setText(formatRtttl(tune));
    } catch (error) {
      this.form.showFault(error, 'text');
    }
  }

  /** Reads the text, and shows what it is. */
  #read(isNaming = false): void {
    const { text } = this.form.state;
    const { tune, issues, fixed, fault } = readTuneText(text);
    this.#player.stop();
    this.#textRead = text;
    this.#tune = tune;
    this.form.mark('name', undefined);
    this.#showIssues(text, issues, fixed);
    for (const name of Object.keys(TUNE_EDITS)) this.form.control(name as keyof TuneControls).disabled = tune === undefined;
    if (tune === undefined) {
      this.form.showFault(fault, 'text');
      fill(this.#changes);
      this.#show(undefined);
      this.#changed(fault);
      return;
    }
    const { name, ...controls } = controlsOf(tune);
    const range = this.form.control('tempo');
    range.max = String(Math.max(Number(controls.tempo), TEMPO.usual));
    range.setAttribute('aria-valuetext', `${controls.tempo} beats a minute`);
    this.form.set(isNaming ? controls : { name, ...controls });
    this.#compose();
  }

  /** Makes the tune fit, and hands it over. */
  #compose(): void {
    if (this.#tune === undefined) return;
    this.#player.stop();
    const composed = TUNE_FORM.compose(this.form.state);
    const isFaulty = composed instanceof FormatError;
    this.form.showFault(isFaulty ? composed : undefined, 'fit');
    const { content, remarks = [], losses = [] } = isFaulty ? {} : (composed ?? {});
    fill(this.#changes, ...remarks.map((words) => h('li', words)));
    this.#show(content?.kind === 'ringtone' ? content.tune : undefined);
    this.#lossList.hidden = losses.length === 0;
    fill(this.#losses, ...losses.map((loss) => h('li', loss)));
    this.#changed(composed);
  }

  #show(tune: Tune | undefined): void {
    const roll = tune && findRoll(tune);
    this.#sent = tune;
    this.#timeline = roll;
    this.#play.disabled = tune === undefined;
    this.#showRoll(tune);
    this.#showNow();
    this.#lossList.hidden = true;
    this.#noteCount.textContent = roll === undefined ? '' : `(${roll.notes.length})`;
    fill(this.#notes, ...(roll?.notes ?? []).slice(0, MAX_NOTES).map(({ words }) => h('li', words)));
    fill(this.#sizes, ...(tune === undefined ? [] : SENT_AS.map(([form, words]) => sizeRow(words, sizeIn(tune, form)))));
  }

  /** The tune as it is written, with what of it does not fit. */
  #showRoll(sent: Tune | undefined): void {
    const tune = this.#tune;
    const kept = tune !== undefined && sent !== undefined ? sharedNotes(tune, sent) : undefined;
    this.#roll.show(tune, kept);
  }

  #showIssues(text: string, issues: readonly TuneIssue[], fixed: string | undefined): void {
    const fixable = issues.filter(({ fix }) => fix !== undefined);
    const items = issues.slice(0, MAX_ISSUES).map((issue) => this.#issueItem(text, issue));
    const isRead = issues.every(({ code }) => code !== 'fatal');
    const mend = (next: string) => this.#mend(text, next, 'Mended');
    fill(
      this.#issues,
      issues.length > 0 &&
        h(
          'div.tune-issues',
          h('p', h('strong', isRead ? `Read, with ${pluralize(issues.length, 'remark')}` : 'Cannot be read')),
          h('ul', ...items),
          issues.length > items.length && h('p.hint', `… and ${issues.length - items.length} more`),
          h(
            'div.row.tight',
            fixable.length > 1 &&
              smallButton(`Fix all ${fixable.length}`, () => mend(applyFixes(text, issues)), { id: 'tune-fix' }),
            fixed !== undefined && fixed !== text && smallButton('Write it anew', () => mend(fixed), { id: 'tune-canonical' }),
          ),
        ),
    );
  }

  /** Puts a mended text in the place of the one that was read, unless something was typed since. */
  #mend(text: string, mended: string, words: string): void {
    this.form.control('text').focus();
    if (this.form.state.text !== text) return;
    this.#setText(mended);
    this.#app.announce(words);
  }

  #issueItem(text: string, issue: TuneIssue): HTMLElement {
    const { code, offset: at = 0, fix, assumed } = issue;
    const reason = code === 'fatal' ? issue.message : issue.reason;
    const { line, column } = placeOf(text, at);
    const place = `${line}:${column}`;
    const go = button(
      place,
      () => {
        const box = this.form.control<HTMLTextAreaElement>('text');
        box.focus();
        box.setSelectionRange(at, fix !== undefined && fix.end > at ? fix.end : at + 1);
      },
      { class: 'tune-place', 'aria-label': `${place}, go to line ${line}, column ${column}` },
    );
    const mend =
      fix !== undefined &&
      smallButton('Fix', () => this.#mend(text, applyFixes(text, [issue]), `Fixed at ${place}`), {
        'aria-label': `Fix at ${place}: ${reason}`,
      });
    const readAs = code === 'fatal' || !assumed ? '' : ` → ${assumed}`;
    return h('li', go, h('span', reason, h('span.dim', readAs)), mend);
  }

  // ---- sound ----

  /** @param from the note to begin with */
  async #start(from = 0): Promise<void> {
    if (this.#sent === undefined) return;
    try {
      this.form.showFault(undefined);
      this.#player.stop();
      const isWithin = from > 0 && this.#sent.notes[from] !== undefined;
      this.#skippedMs = isWithin ? (this.#timeline?.notes[from]?.startMs ?? 0) : 0;
      await this.#player.play(isWithin ? tuneFrom(this.#sent, from) : this.#sent);
    } catch (error) {
      this.form.showFault(error, 'play');
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

  #showProgress(playedMs: number): void {
    const ms = playedMs + this.#skippedMs;
    const roll = this.#timeline;
    if (roll === undefined) return;
    // Another form, or another tab, is in front: what cannot be seen could not be stopped either.
    if (this.form.element.getClientRects().length === 0) {
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
    else this.#now.textContent = `${pluralize(roll.notes.length, 'note')}, ${(roll.lengthMs / 1000).toFixed(1)} s`;
  }
}

function sizeRow(words: string, size: ReturnType<typeof sizeIn>): HTMLElement {
  const cells =
    size instanceof FormatError ? [h('td.dim', { colspan: 2 }, size.message)] : [h('td', size.octets), h('td', size.segments)];
  return h('tr', h('th', { scope: 'row' }, words), ...cells);
}
