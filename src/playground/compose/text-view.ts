/**
 * The form for texts: the text with its marks, what it comes to, the ways to send it, and what it costs.
 * @module
 */
import { FormatError } from '../../errors.js';
import { type SegmentOptions, segmentText, type TextEncoding } from '../../text/index.js';
import type { App, ComposeForm, OpenForm } from '../app.js';
import { fill, h, smallButton } from '../ui/dom.js';
import type { Row } from '../ui/fields.js';
import { FormView } from '../ui/form-view.js';
import { debounced, TYPING_MS } from '../ui/pauses.js';
import { type Alternative, alternativesOf } from './alternatives.js';
import { alternativesTable } from './alternatives-view.js';
import { clustersOf } from './clusters.js';
import { clustersList } from './clusters-view.js';
import { formatCost, readPrice, readRecipients } from './cost.js';
import { figuresView } from './figures-view.js';
import type { Outcome } from './form.js';
import { glyphOf } from './glyphs.js';
import { Costs, marksOf } from './marks.js';
import { markedText, marksKey } from './marks-view.js';
import { wordsAt } from './place.js';
import { carriageOf, type Figures, figuresOf, type Offender, offendersOf, rulerOf } from './ruler.js';
import { rulerView } from './ruler-view.js';
import { TEXT_FORM, type TextState } from './text-form.js';

export const textForm: ComposeForm = { id: TEXT_FORM.id, title: TEXT_FORM.title, shape: TEXT_FORM, build: buildText };

/** Texts up to this length are measured whole with every key; of longer ones the marks come first, the rest when typing pauses. */
const MAX_AT_ONCE = 2_000;

/** A text as it is divided. */
interface Measured {
  /** How it is carried; undefined where it cannot be. */
  readonly build: SegmentOptions | undefined;
  readonly error: FormatError | undefined;
  /** Its messages; pieces of any size where it cannot be sent. */
  readonly parts: readonly string[];
  readonly isDivided: boolean;
  readonly costs: Costs;
  readonly encoding: TextEncoding;
}

/** Builds the form. @param rows those of the form in Compose, or of the page that counts */
export function buildText(
  app: Pick<App, 'announce'>,
  changed: (composed: Outcome) => void,
  saved?: object,
  rows: readonly Row<TextState>[] = TEXT_FORM.rows,
): OpenForm {
  const ruler = rulerView();
  const figures = figuresView();
  const offenders = h('div#compose-offenders.stack.tight');
  const clusters = h('div#compose-clusters');
  const cost = h('output#compose-cost.cost', { for: 'compose-price compose-recipients' });
  const caret = h('p#compose-caret.hint');
  const state: TextState = { ...TEXT_FORM.initial(new Date(), 0), ...(saved as Partial<TextState> | undefined) };
  const form = new FormView<TextState>(
    { prefix: 'compose', rows },
    state,
    (name) => (name === 'price' || name === 'recipients' ? drawCosts() : update()),
    {
      ...{ cost, clusters, bars: ruler.element },
      key: h('div', caret, marksKey()),
      count: h('div.stack.tight', figures.element, offenders),
    },
  );
  const control = form.control<HTMLTextAreaElement>('text');
  const marks = markedText(control);
  const alternativesPlace = h('div');
  const offendersPlace = h('div');
  offenders.append(alternativesPlace, offendersPlace);
  let measured = measure(form.state, undefined);
  let counted: Figures | undefined;
  let alternatives: readonly Alternative[] = [];

  const drawMarks = () => {
    const { parts, costs, isDivided } = measured;
    marks.show(parts, isDivided, (part) => marksOf(part, costs));
    drawCaret();
  };
  const drawCaret = () => {
    caret.textContent = wordsAt(form.state.text, { start: control.selectionStart, end: control.selectionEnd, ...measured });
  };
  const drawCounts = () => {
    const { text, alphabet, concat } = form.state;
    const { build, error, parts, isDivided } = measured;
    counted = build && figuresOf(text, build);
    const divided = build && counted && isDivided ? rulerOf(text, build, counted) : undefined;
    const found = offendersOf(text);
    form.showFault(error);
    figures.show(counted, divided, found, alphabet === 'ucs2');
    ruler.show(divided);
    fill(clusters, clustersList(clustersOf(text, isDivided ? parts : [])));
    alternatives = alternativesOf(text, concat === '16' ? 16 : 8);
    // The other alphabets have them.
    const isLacking = found.length > 0 && (alphabet === 'automatic' || alphabet === 'gsm7');
    fill(offendersPlace, isLacking && offenderList(found, form, replace));
    drawCosts();
  };
  const drawCosts = () => {
    const price = readField(form, 'price', readPrice);
    const recipients = readField(form, 'recipients', readRecipients);
    const total =
      price && recipients !== undefined ? (messages: number) => formatCost(price, messages * recipients) : undefined;
    const isInUse = (each: Alternative) => isUsed(each, measured);
    fill(alternativesPlace, alternatives.length > 0 && alternativesTable(alternatives, { cost: total, isInUse, use }));
    const messages = counted?.messages;
    cost.textContent =
      price && total && recipients !== undefined && messages !== undefined
        ? `${messages} × ${formatCost(price, 1)} × ${recipients.toLocaleString('en')} = ${total(messages)}`
        : '';
  };
  const drawLater = debounced(drawCounts, TYPING_MS);
  const update = () => {
    const composed = TEXT_FORM.compose(form.state);
    changed(composed);
    measured = measure(form.state, composed);
    drawMarks();
    if (form.state.text.length > MAX_AT_ONCE) drawLater();
    else drawCounts();
  };
  const replace = (part: Partial<TextState>, words: string) => {
    form.set(part);
    control.focus();
    update();
    app.announce(words);
  };
  const use = ({ apply, alphabet, title }: Alternative) =>
    replace({ text: apply(form.state.text), alphabet }, `${title}: in use`);

  for (const type of ['keyup', 'pointerup', 'select', 'focus'] as const) control.addEventListener(type, drawCaret);
  update();
  const set = (next: object) => {
    form.set(next);
    update();
  };
  return { element: form.element, state: () => form.state, set };
}

/** Divides a text by what the form has composed of it. */
function measure({ text, alphabet, concat }: TextState, composed: Outcome): Measured {
  if (!(composed instanceof FormatError)) {
    const build = (composed?.build ?? {}) as SegmentOptions;
    const segments = text === '' ? [] : segmentText(text, build);
    const encoding = segments[0]?.encoding ?? 'gsm7';
    const parts = segments.map((segment) => segment.text);
    return { build, error: undefined, parts, isDivided: true, costs: new Costs(encoding, build), encoding };
  }
  const build = composed.code === 'too-long' ? carriageOf(text, alphabet, concat === '16' ? 16 : 8) : undefined;
  const encoding = build?.encoding ?? 'ucs2';
  const costs = new Costs(encoding, build);
  return { build, error: composed, parts: text.match(/.{1,500}/gsu) ?? [], isDivided: false, costs, encoding };
}

function isUsed({ encoding, tables, changes }: Alternative, { build, encoding: own, error }: Measured): boolean {
  if (error !== undefined || changes.length > 0 || encoding !== own) return false;
  return tables.single === build?.single && tables.locking === build?.locking;
}

/** What a field holds; undefined for what cannot be read, which is told below it. */
function readField<T>(form: FormView<TextState>, name: 'price' | 'recipients', read: (typed: string) => T): T | undefined {
  try {
    const value = read(form.state[name]);
    form.mark(name, undefined);
    return value;
  } catch (error) {
    form.mark(name, error);
    return undefined;
  }
}

/** Offenders that are listed before there are too many for anybody to read. */
const MAX_LISTED = 8;

/** Characters that GSM 7-bit lacks, folded; their buttons change what is in the text by then. */
function offenderList(
  found: readonly Offender[],
  form: FormView<TextState>,
  replace: (part: Partial<TextState>, words: string) => void,
): HTMLElement {
  const rows = found.slice(0, MAX_LISTED).map((offender) => {
    const { character, codePoint, count, replacement } = offender;
    const shown = replacement === '' ? 'nothing' : `“${replacement}”`;
    const words = `Replace by ${shown}`;
    return h(
      'li',
      h('span.offender.mono', glyphOf(character)),
      h('span', `${codePoint}${count > 1 ? `, ${count}×` : ''}`),
      replacement === undefined
        ? h('span.dim', 'no look-alike')
        : smallButton(
            words,
            () => replace({ text: form.state.text.replaceAll(character, replacement) }, `${codePoint} replaced`),
            { 'aria-label': `${words}: ${codePoint}` },
          ),
    );
  });
  return h(
    'details.offenders',
    h('summary', found.length === 1 ? 'One character is not in GSM 7-bit' : `${found.length} characters are not in GSM 7-bit`),
    h('ul', ...rows),
    found.length > MAX_LISTED && h('p.hint', `… and ${found.length - MAX_LISTED} more`),
  );
}
