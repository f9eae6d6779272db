/**
 * The upper part of the tab Inspect: what is pasted, dropped or chosen, how it is read, and what it may be.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { fromHex } from '../../bytes/index.js';
import { DecodeError } from '../../errors.js';
import { TABLE } from '../../inspect/formats/table.js';
import { FORMATS, type Format, type Identification } from '../../inspect/index.js';
import { readText } from '../../inspect/texts.js';
import type { Direction } from '../../sms/index.js';
import { readInspected } from '../files/limits.js';
import { announce, fill, h, smallButton } from '../ui/dom.js';
import { wordsOf } from '../ui/fault-view.js';
import { optional, type Row, select } from '../ui/fields.js';
import { FormView } from '../ui/form-view.js';
import { TYPING_MS } from '../ui/pauses.js';
import { inputOf, readInput, type TextReading } from './input.js';
import type { Entered } from './look.js';
import { FIRST_SAMPLE, SAMPLE_NAMES } from './sample-names.js';

/** Readings that are shown before the rest is asked for. */
const FIRST_READINGS = 4;

/** Octets that came from elsewhere: a file, a link, another tab. */
export interface Given {
  readonly octets: Uint8Array;
  readonly as?: Format | undefined;
  readonly direction?: Direction | undefined;
  readonly note?: string | undefined;
  /** Name of the file. */
  readonly name?: string | undefined;
}

/** What the choices below the input hold. */
interface InputState {
  readonly samples: string;
  readonly 'read-as': TextReading | 'octets';
  readonly format: string;
  readonly direction: Direction | '';
}

const BEGINNING: InputState = { samples: '', 'read-as': 'auto', format: '', direction: '' };

const READINGS: Readonly<Record<InputState['read-as'], string>> = {
  auto: 'auto',
  hex: 'hex: one payload',
  lines: 'hex: a PDU a line',
  base64: 'base64',
  text: 'text',
  octets: 'octets as they are',
};

const ROWS: readonly Row<InputState>[] = [
  {
    row: [
      select('samples', 'Sample', [
        ['', 'choose one of each format'],
        ...SAMPLE_NAMES.map(([format, name]) => [format, `${format}: ${name}`] as const),
      ]),
      { slot: 'file' },
    ],
    as: 'inspect-begin',
  },
  {
    row: [
      select('read-as', 'Read as', Object.entries(READINGS)),
      select('format', 'Format', [
        ['', 'auto: the likeliest'],
        ...FORMATS.map((format) => [format, `${format}: ${TABLE[format].label}`] as const),
      ]),
      select('direction', 'Direction', optional('auto', { MO: 'MO: from the handset', MT: 'MT: to the handset' })),
    ],
    as: 'inspect-controls',
  },
];

/** Windows that have room for all of it at once. */
const WIDE = '(min-width: 821px)';

/** The input. */
export class InputView {
  readonly element: HTMLElement;
  /** How the input is read: what it may be, and what somebody says of it. Folded where there is little room. */
  readonly reading: HTMLElement;
  readonly #onChange: (entered: Entered | undefined) => void;
  readonly #onFault: () => void;
  readonly #text: HTMLTextAreaElement;
  readonly #file = h('input#file.visually-hidden', { type: 'file', on: { change: () => this.#onFile() } });
  readonly #form: FormView<InputState>;
  readonly #understood = h('p#understood.inspect-understood');
  readonly #more = smallButton('Change', () => this.#expand(), { id: 'input-more', 'aria-label': 'Change the input' });
  readonly #error = h('p#input-error.error', { hidden: true });
  readonly #readings = h('ol#readings.readings', { 'aria-label': 'What it may be' });
  #given: Given | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what came, so that a file that is still being read does not replace what came after it. */
  #turn = 0;
  /** Whether the change that comes next is a paste, which is looked at without waiting for more. */
  #isPasted = false;

  /**
   * @param onChange called with what there is to inspect, undefined for nothing.
   * @param onFault called when the input cannot be read, which it says itself.
   */
  constructor(onChange: (entered: Entered | undefined) => void, onFault: () => void) {
    this.#onChange = onChange;
    this.#onFault = onFault;
    this.#text = h('textarea#input', {
      rows: 3,
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
      'aria-describedby': 'understood input-error input-hint',
      on: { input: () => this.#onInput(), paste: () => this.#onPaste() },
    });
    const file = h('div.file-choice', this.#file, h('label.button', { for: 'file' }, 'Choose a file'));
    const onForm = (name: keyof InputState) => (name === 'samples' ? this.#onSample() : this.#changed());
    this.#form = new FormView<InputState>({ prefix: '', rows: ROWS }, BEGINNING, onForm, { file });
    const hint = 'Hex in any notation, a hex dump, base64, or text. A PDU a line joins parts. Files can be dropped.';
    const [begin, controls] = Array.from(this.#form.element.children);
    this.element = h(
      'section.card.inspect-input',
      { 'aria-label': 'Input' },
      h(
        'div.field.inspect-enter',
        h('div.inspect-labels', h('label', { for: 'input' }, 'Payload'), this.#understood, this.#more),
        this.#text,
        this.#error,
        h('p#input-hint.hint', hint),
      ),
      begin,
    );
    this.reading = h(
      'details.card.inspect-reading',
      { open: window.matchMedia(WIDE).matches },
      h('summary', h('span.inspect-title', 'What it may be')),
      h('div.inspect-guess', this.#readings),
      controls,
    );
  }

  /** Takes octets from elsewhere, and what they are read as. */
  open(given: Given): void {
    this.#setCompact(true);
    this.#give(given);
  }

  /** Where there is little room, what was opened elsewhere leaves it to its answer. */
  #setCompact(isCompact: boolean): void {
    this.element.classList.toggle('compact', isCompact);
  }

  #expand(): void {
    this.#setCompact(false);
    this.#text.focus();
  }

  #give(given: Given): void {
    this.#turn++;
    this.#given = given;
    const shown = inputOf(given.octets);
    this.#text.value = shown ?? '';
    this.#text.placeholder = shown === undefined ? `${pluralize(given.octets.length, 'octet')}: too many to edit here` : '';
    this.#form.set({ 'read-as': 'octets', format: given.as ?? '', direction: given.direction ?? '', samples: '' });
    this.#changed();
  }

  /** Takes a text in the place of all that was there, as a paste does. */
  enter(text: string): void {
    this.#turn++;
    this.#given = undefined;
    this.#text.value = text;
    this.#text.placeholder = '';
    this.#form.set({ samples: '', 'read-as': 'auto', format: '', direction: '' });
    this.#setCompact(true);
    this.#changed();
  }

  /** Reads what is there once more. */
  readAgain(): void {
    this.#changed();
  }

  /** Opens the sample that the page begins with. */
  openFirst(): void {
    this.#give({ octets: fromHex(FIRST_SAMPLE.hex) });
    this.#form.set({ samples: FIRST_SAMPLE.format });
  }

  /** Opens a sample, unless something else came before it was there. */
  async openSample(format: Format): Promise<void> {
    const turn = ++this.#turn;
    const { sampleOf } = await import('./samples.js');
    const sample = sampleOf(format);
    if (sample === undefined || turn !== this.#turn) return;
    this.#give({ octets: sample.make() });
    this.#form.set({ samples: format });
  }

  /** Opens a file, however it came. */
  async openFile(file: File): Promise<void> {
    const turn = ++this.#turn;
    try {
      const octets = await readInspected(file, file.name);
      if (turn === this.#turn) this.open({ octets, name: file.name });
    } catch (error) {
      if (turn !== this.#turn) return;
      // Folders come as files that cannot be read.
      const isClosed = error instanceof DOMException;
      this.fail(
        isClosed ? new DecodeError('bad-value', file.name, undefined, 'a folder, or a file that cannot be read') : error,
      );
    }
  }

  /** Says beside the input what is wrong with it. */
  fail(error: unknown): void {
    const words = wordsOf(error);
    this.#error.textContent = words;
    this.#error.hidden = false;
    announce(words);
    this.#text.setAttribute('aria-invalid', 'true');
    this.#onFault();
  }

  /** Shows the readings, the one that is taken pressed. */
  showReadings(readings: readonly Identification[], taken: Format | undefined): void {
    const isHidden = readings.findIndex(({ format }) => format === taken) >= FIRST_READINGS;
    this.#fillReadings(readings, taken, isHidden || readings.length <= FIRST_READINGS + 1 ? readings.length : FIRST_READINGS);
  }

  /** Shows none, as there is nothing to read. */
  clearReadings(): void {
    fill(this.#readings);
  }

  #fillReadings(readings: readonly Identification[], taken: Format | undefined, count: number): void {
    if (readings.length === 0) {
      const words =
        taken === undefined ? 'Nothing that is known here. Choose a format, or a direction.' : `Read as ${taken}, as you said.`;
      fill(this.#readings, h('li.hint', words));
      return;
    }
    const more = readings.length - count;
    fill(
      this.#readings,
      ...readings.slice(0, count).map((reading) => h('li', this.#readingButton(reading, reading.format === taken))),
      more > 0 &&
        h(
          'li',
          smallButton(`${more} more`, () => this.#showMore(readings, taken, count)),
        ),
    );
  }

  /** Shows all, the focus on the first that was not there. */
  #showMore(readings: readonly Identification[], taken: Format | undefined, count: number): void {
    this.#fillReadings(readings, taken, readings.length);
    this.#readings.querySelectorAll('button')[count]?.focus();
  }

  #readingButton({ format, confidence, reason }: Identification, isTaken: boolean): HTMLButtonElement {
    const percent = Math.round(confidence * 100);
    const bar = h('span.reading-bar', { 'aria-hidden': 'true' }, h('span'));
    (bar.firstElementChild as HTMLElement).style.width = `${percent}%`;
    return h(
      'button.reading',
      {
        type: 'button',
        'aria-pressed': String(isTaken),
        'data-format': format,
        on: { click: () => this.#take(format) },
      },
      h('span.reading-mark', { 'aria-hidden': 'true' }, isTaken ? '●' : '○'),
      h('span.reading-format', format),
      bar,
      h('span.reading-percent', `${percent} %`),
      h('span.reading-reason', reason),
    );
  }

  #take(format: Format): void {
    this.#form.set({ format });
    this.#changed();
    this.#readings.querySelector<HTMLElement>(`[data-format="${format}"]`)?.focus();
  }

  /** Another payload in the place of all that was there is what it is, whatever the one before was said to be. */
  #onPaste(): void {
    this.#isPasted = true;
    const { selectionStart, selectionEnd, value } = this.#text;
    if (value === '' || selectionStart !== 0 || selectionEnd !== value.length) return;
    this.#form.set({ format: '', direction: '' });
  }

  #onInput(): void {
    this.#turn++;
    // What is typed is no longer the file, nor what somebody said of it.
    this.#given = undefined;
    this.#text.placeholder = '';
    const { 'read-as': reading } = this.#form.state;
    this.#form.set({ samples: '', 'read-as': reading === 'octets' ? 'auto' : reading });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed(), this.#isPasted ? 0 : TYPING_MS);
    this.#isPasted = false;
  }

  #onSample(): void {
    const format = FORMATS.find((each) => each === this.#form.state.samples);
    if (format !== undefined) void this.openSample(format);
  }

  #onFile(): void {
    const [file] = this.#file.files ?? [];
    // The same file may be chosen again.
    this.#file.value = '';
    if (file !== undefined) void this.openFile(file);
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#error.hidden = true;
    this.#error.textContent = '';
    this.#text.removeAttribute('aria-invalid');
    const { format, direction } = this.#form.state;
    const { options } = this.#form.control<HTMLSelectElement>('read-as');
    for (const option of options) if (option.value === 'octets') option.disabled = this.#given === undefined;
    try {
      const read = this.#read();
      this.#understood.textContent = read?.words ?? '';
      this.#onChange(
        read && {
          ...read,
          as: FORMATS.find((each) => each === format),
          direction: direction === '' ? undefined : direction,
          note: this.#given?.note,
        },
      );
    } catch (error) {
      this.#understood.textContent = '';
      this.fail(error);
    }
  }

  #read(): { readonly octets: Uint8Array; readonly words: string } | undefined {
    const given = this.#given;
    const { 'read-as': reading } = this.#form.state;
    if (given !== undefined && (reading === 'octets' || reading === 'auto')) {
      const { octets, name } = given;
      return { octets, words: `${pluralize(octets.length, 'octet')}${name === undefined ? '' : ` of ${name}`}` };
    }
    const text = given === undefined ? this.#text.value : (readText(given.octets) ?? inputOf(given.octets));
    if (text === undefined) throw new DecodeError('bad-value', 'input', undefined, 'these octets are no text to be read so');
    const understood = readInput(text, reading === 'octets' ? 'auto' : reading);
    return understood && { octets: understood.octets, words: understood.words };
  }
}
