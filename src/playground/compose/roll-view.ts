/**
 * The drawing of a tune, in which it is edited: time to the right, pitch up, rests in a row below; the note that sounds and the chosen one are marked.
 * @module
 */
import { noteMidi, type Tune } from '../../ringtone/index.js';
import { findRoll, isBlackKey, nameNote, noteAt, type Roll, type RollNote } from '../../show/roll.js';
import { choice, h, labelled, smallButton } from '../ui/dom.js';
import {
  changeLength,
  insertNote,
  moveNote,
  NOTE_LENGTHS,
  noteOf,
  RANGE,
  removeNote,
  setPitch,
  setQuarters,
  toggleDot,
  transposeNote,
  transposeTune,
} from './tune-edit.js';

/** The drawing. Its text alternative is the list of notes beside it. */
export interface RollView {
  readonly element: HTMLElement;
  /** @param kept notes that fit into the messages; the others are hatched */
  show(tune: Tune | undefined, kept?: number): void;
  /** Marks where the tune is; undefined when it does not play. */
  mark(ms: number | undefined): void;
}

/** Who is told. */
export interface RollEvents {
  onEdit(tune: Tune): void;
  onPlay(from: number): void;
  /** What is chosen, in words. */
  onTell(words: string): void;
}

/** A quarter note is between so wide; the widest canvas that browsers make. */
const MIN_QUARTER = 26;
const MAX_QUARTER = 72;
const MAX_PIXELS = 16_000;

/** Heights of a lane and of the row for rests, space for the octaves' names, and lanes above and below the tune. */
const LANE = 10;
const RESTS = 18;
const KEYS = 30;
const BESIDE = 6;

/** How near the end of a note one changes its length. */
const EDGE = 7;

/** Pixels that a click may slip before it is a drag. */
const SLIP = 4;

/** What a new tune has; the range of a drawing without notes. */
const C5 = 72;

const WORDS = { 1: 'whole', 2: 'half', 4: 'quarter', 8: '8th', 16: '16th', 32: '32nd' } as const;

interface Measures {
  readonly roll: Roll;
  /** MIDI number of the highest lane, and how many there are. */
  readonly top: number;
  readonly lanes: number;
  readonly quarter: number;
  readonly width: number;
  readonly height: number;
}

interface Drag {
  readonly tune: Tune;
  readonly index: number;
  readonly isLength: boolean;
  readonly x: number;
  readonly y: number;
  preview: Tune | undefined;
  /** Where the note is in the preview. */
  at: number;
}

/** Makes the drawing with its tools. */
export function rollView(events: RollEvents): RollView {
  const canvas = h('canvas#tune-roll', { role: 'img', 'aria-label': 'Piano roll of the tune; its notes are listed below' });
  const hintId = 'tune-roll-hint';
  const stage = h(
    'div#tune-grid.tune-roll',
    { tabindex: 0, role: 'application', 'aria-label': 'Piano roll: edit the notes', 'aria-describedby': hintId },
    canvas,
  );
  const limits = h('p#tune-limits.warning', { hidden: true });
  const chosenWords = h('p#tune-chosen.dim');
  const length = choice(
    { id: 'tune-new-length' },
    NOTE_LENGTHS.map(({ duration, dots }, i) => [String(i), `${WORDS[duration]}${dots === 1 ? ', dotted' : ''}`] as const),
    '6',
  );
  const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');
  let tune: Tune | undefined;
  let roll: Roll | undefined;
  let kept: number | undefined;
  let chosen = 0;
  let at: number | undefined;
  let drawn = '';
  let drag: Drag | undefined;
  /** Where a pointer went down on the drawing, until it goes up. */
  let pressed: { readonly id: number; readonly x: number; readonly y: number } | undefined;

  // ---- drawing ----

  const measure = (): Measures | undefined => {
    if (roll === undefined || stage.clientWidth === 0) return undefined;
    const top = Math.min(RANGE.high + 3, roll.high + BESIDE);
    const lanes = top - Math.max(RANGE.low - 3, roll.low - BESIDE) + 1;
    // Room to append a note.
    const quarters = roll.length + 2;
    const fits = Math.min(MAX_QUARTER, Math.max(MIN_QUARTER, (stage.clientWidth - KEYS) / quarters));
    const quarter = Math.min(fits, (MAX_PIXELS / 2 - KEYS) / quarters);
    const width = Math.max(stage.clientWidth, KEYS + quarters * quarter);
    return { roll, top, lanes, quarter, width, height: lanes * LANE + RESTS };
  };
  const draw = () => {
    const measures = measure();
    if (measures === undefined) return;
    const sounding = at === undefined ? -1 : noteAt(measures.roll, at);
    // Who wants no motion gets the note's mark without the line that runs.
    const line = at === undefined || stillness.matches ? undefined : at;
    const key = `${sounding} ${line}`;
    if (key === drawn) return;
    drawn = key;
    drawRoll(canvas, measures, { sounding, chosen: drag?.at ?? chosen, kept, line });
    const note = measures.roll.notes[sounding];
    if (note !== undefined) reveal(note, measures);
  };
  const reveal = ({ start }: RollNote, { quarter }: Measures) => {
    const x = KEYS + start * quarter;
    const { scrollLeft, clientWidth } = stage;
    if (x < scrollLeft + KEYS || x > scrollLeft + clientWidth - quarter) stage.scrollLeft = x - clientWidth / 4;
  };
  const redraw = () => {
    drawn = '';
    draw();
  };
  new ResizeObserver(redraw).observe(stage);
  // The theme is an attribute, or what the system says.
  new MutationObserver(redraw).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);

  // ---- choosing and editing ----

  const describe = () => {
    const note = roll?.notes[chosen];
    chosenWords.textContent = note === undefined ? '' : `Chosen: ${chosen + 1} of ${roll?.notes.length}, ${note.words}`;
  };
  const choose = (index: number) => {
    chosen = Math.max(0, Math.min((roll?.notes.length ?? 1) - 1, index));
    describe();
    redraw();
    const measures = measure();
    const note = roll?.notes[chosen];
    if (measures !== undefined && note !== undefined) reveal(note, measures);
    events.onTell(`${chosen + 1}: ${note?.words ?? ''}`);
  };
  /** Takes an edit, and chooses a note in it. */
  const edit = (next: Tune, index = chosen) => {
    if (tune === undefined) return;
    if (next === tune) {
      events.onTell('No further');
      return;
    }
    chosen = index;
    events.onEdit(next);
    choose(index);
  };
  const newLength = () => NOTE_LENGTHS[Number(length.value)] ?? { duration: 4, dots: 0 };
  const addAfter = (isRest: boolean) => {
    if (tune === undefined) return;
    const before = tune.notes[chosen];
    const midi = isRest ? null : ((before && noteMidi(before)) ?? roll?.low ?? C5);
    edit(insertNote(tune, chosen + 1, noteOf(midi, newLength())), chosen + 1);
  };
  const onTune = (change: (tune: Tune) => Tune, index?: number) => () => {
    if (tune !== undefined) edit(change(tune), index);
  };
  const remove = () => {
    if (tune !== undefined) edit(removeNote(tune, chosen), Math.min(chosen, tune.notes.length - 2));
  };
  const act = {
    longer: onTune((t) => changeLength(t, chosen, 1)),
    shorter: onTune((t) => changeLength(t, chosen, -1)),
    dot: onTune((t) => toggleDot(t, chosen)),
    up: onTune((t) => transposeNote(t, chosen, 1)),
    down: onTune((t) => transposeNote(t, chosen, -1)),
    octaveUp: onTune((t) => transposeNote(t, chosen, 12)),
    octaveDown: onTune((t) => transposeNote(t, chosen, -12)),
  };
  const KEYBOARD: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => choose(chosen - 1),
    ArrowRight: () => choose(chosen + 1),
    Home: () => choose(0),
    End: () => choose(Number.MAX_SAFE_INTEGER),
    ...{ ArrowUp: act.up, ArrowDown: act.down },
    ...{ ']': act.longer, '+': act.longer, '[': act.shorter, '-': act.shorter, '.': act.dot },
    ...{ Insert: () => addAfter(false), n: () => addAfter(false), r: () => addAfter(true), Delete: remove, Backspace: remove },
    ...{ Enter: () => events.onPlay(chosen), ' ': () => events.onPlay(chosen) },
  };
  stage.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || tune === undefined) return;
    const octave = event.shiftKey ? { ArrowUp: act.octaveUp, ArrowDown: act.octaveDown }[event.key] : undefined;
    const run = octave ?? KEYBOARD[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  });

  // ---- by pointer ----

  /** What is at a place: in quarters and pitch, and the note or rest that is drawn there. */
  const placeOf = (event: { readonly clientX: number; readonly clientY: number }, measures: Measures) => {
    const { left, top } = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const lane = Math.floor(y / LANE);
    const midi = lane < measures.lanes ? measures.top - lane : null;
    const quarters = (x - KEYS) / measures.quarter;
    const { notes } = measures.roll;
    const index = notes.findIndex(({ start, length: long }) => quarters >= start && quarters < start + long);
    const note = notes[index];
    // A finger is not as fine as a lane is high.
    const isHit =
      note !== undefined && ((note.midi ?? null) !== null) === (midi !== null) && Math.abs((note.midi ?? 0) - (midi ?? 0)) < 2;
    return { midi, quarters, index, note, isHit };
  };
  canvas.addEventListener('pointerdown', (event) => {
    const measures = measure();
    if (tune === undefined || measures === undefined || event.button !== 0 || drag !== undefined) return;
    const { index, note, isHit, quarters } = placeOf(event, measures);
    stage.focus({ preventScroll: true });
    pressed = { id: event.pointerId, x: event.clientX, y: event.clientY };
    // Wherever it goes up, this is told.
    canvas.setPointerCapture(event.pointerId);
    if (!isHit || note === undefined) return;
    choose(index);
    const isLength = (note.start + note.length - quarters) * measures.quarter <= EDGE;
    drag = { tune, index, isLength, x: event.clientX, y: event.clientY, preview: undefined, at: index };
  });
  canvas.addEventListener('pointermove', (event) => {
    const measures = measure();
    if (measures === undefined) return;
    if (drag === undefined) {
      const { note, isHit, quarters } = placeOf(event, measures);
      const isEdge = isHit && note !== undefined && (note.start + note.length - quarters) * measures.quarter <= EDGE;
      canvas.style.cursor = isEdge ? 'ew-resize' : isHit ? 'grab' : 'crosshair';
      return;
    }
    if (event.pointerId !== pressed?.id) return;
    const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
    if (drag.preview === undefined && Math.hypot(right, down) < SLIP) return;
    const before = findRoll(drag.tune);
    const note = before.notes[drag.index] as RollNote;
    if (drag.isLength) drag.preview = setQuarters(drag.tune, drag.index, note.length + right / measures.quarter);
    else {
      const moved = note.midi === undefined ? drag.tune : setPitch(drag.tune, drag.index, note.midi - Math.round(down / LANE));
      const middle = note.start + note.length / 2 + right / measures.quarter;
      const others = before.notes.filter((_, i) => i !== drag?.index);
      drag.at = others.filter((other) => other.start + other.length / 2 < middle).length;
      drag.preview = moveNote(moved, drag.index, drag.at);
    }
    roll = { ...findRoll(drag.preview), low: before.low, high: before.high };
    redraw();
  });
  const endDrag = (isTaken: boolean) => {
    const { tune: before, preview, at: index } = drag ?? {};
    drag = undefined;
    if (preview === undefined || before === undefined) return;
    roll = findRoll(before);
    if (isTaken) edit(preview, index);
    else redraw();
  };
  canvas.addEventListener('pointerup', (event) => {
    if (event.pointerId !== pressed?.id) return;
    const { x, y } = pressed;
    pressed = undefined;
    if (drag !== undefined) return endDrag(true);
    const measures = measure();
    if (tune === undefined || measures === undefined || Math.hypot(event.clientX - x, event.clientY - y) >= SLIP) return;
    const { midi, quarters, index, note, isHit } = placeOf(event, measures);
    if (isHit || quarters < 0) return;
    const isLater = note !== undefined && quarters > note.start + note.length / 2;
    const place = index < 0 ? tune.notes.length : index + (isLater ? 1 : 0);
    edit(insertNote(tune, place, noteOf(midi, newLength())), place);
  });
  canvas.addEventListener('pointercancel', ({ pointerId }) => {
    if (pointerId !== pressed?.id) return;
    pressed = undefined;
    endDrag(false);
  });
  // A finger on a note drags it, one beside it scrolls.
  canvas.addEventListener(
    'touchstart',
    (event) => {
      const measures = measure();
      const [touch] = event.touches;
      if (measures !== undefined && touch !== undefined && placeOf(touch, measures).isHit) event.preventDefault();
    },
    { passive: false },
  );

  const tool = (words: string, name: string, run: () => void) => smallButton(words, run, { 'aria-label': name, title: name });
  const whole = (by: number, words: string, name: string) =>
    tool(
      words,
      name,
      onTune((t) => transposeTune(t, by)),
    );
  const element = h(
    'div.stack',
    { role: 'group', 'aria-label': 'Piano roll' },
    h(
      'div.row',
      labelled('New notes', length),
      tool('+ Note', '+ Note after the chosen one', () => addAfter(false)),
      tool('+ Rest', '+ Rest after the chosen note', () => addAfter(true)),
      tool('▶ From here', '▶ From here: play from the chosen note', () => events.onPlay(chosen)),
    ),
    h(
      'div.row.tune-tools',
      h('span.hint', 'Note'),
      ...[tool('↑', 'Higher by a semitone', act.up), tool('↓', 'Lower by a semitone', act.down)],
      ...[
        tool('Shorter', 'Shorter', act.shorter),
        tool('Longer', 'Longer', act.longer),
        tool('Dotted', 'Dotted or plain', act.dot),
      ],
      ...[tool('Earlier', 'Earlier in the tune', onTuneMove(-1)), tool('Later', 'Later in the tune', onTuneMove(1))],
      tool('Delete', 'Delete the note', remove),
      ...[whole(-12, 'Tune −12', 'Tune −12: lower by an octave'), whole(-1, 'Tune −1', 'Tune −1: lower by a semitone')],
      ...[whole(1, 'Tune +1', 'Tune +1: higher by a semitone'), whole(12, 'Tune +12', 'Tune +12: higher by an octave')],
    ),
    stage,
    chosenWords,
    limits,
    h(
      'p.hint',
      { id: hintId },
      'Click a free place for a note, the lowest row for a rest; drag notes, and their right ends. Keys: left and right choose, up and down move by a semitone (Shift: an octave), [ and ] change the length, . dots, N adds a note, R a rest, Delete removes, Enter plays from here. Grey lanes are out of the range of phones, c4 to b7.',
    ),
  );
  function onTuneMove(by: 1 | -1): () => void {
    return () => {
      const to = chosen + by;
      if (tune !== undefined && to >= 0 && to < tune.notes.length) edit(moveNote(tune, chosen, to), to);
    };
  }

  return {
    element,
    show(next, fitting) {
      tune = next;
      roll = next && findRoll(next);
      kept = fitting;
      drag = undefined;
      chosen = Math.max(0, Math.min((roll?.notes.length ?? 1) - 1, chosen));
      element.hidden = next === undefined;
      const count = roll?.notes.length ?? 0;
      limits.hidden = kept === undefined || kept >= count;
      limits.textContent = `Hatched: ${count - (kept ?? 0)} of ${count} notes do not fit into the messages.`;
      describe();
      redraw();
    },
    mark(ms) {
      at = ms;
      draw();
    },
  };
}

interface Marks {
  readonly sounding: number;
  readonly chosen: number;
  readonly kept: number | undefined;
  readonly line: number | undefined;
}

function drawRoll(canvas: HTMLCanvasElement, measures: Measures, { sounding, chosen, kept, line }: Marks): void {
  const { roll, top, lanes, quarter, width, height } = measures;
  const { notes } = roll;
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  // Asked for once: a tune has up to sixteen thousand notes, and is drawn for each frame.
  const [text, accent, grid, dim, bg, bad] = ['--text', '--accent', '--line', '--dim', '--bg', '--bad'].map(colour) as [
    ...[string, string, string, string, string, string],
  ];
  const scale = Math.min(window.devicePixelRatio, 2);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(scale, scale);
  const pitched = lanes * LANE;
  for (let lane = 0; lane < lanes; lane++) {
    const midi = top - lane;
    const isOutside = midi < RANGE.low || midi > RANGE.high;
    context.fillStyle = isOutside ? grid : bg;
    if (isOutside || isBlackKey(midi)) context.fillRect(0, lane * LANE, width, LANE);
  }
  context.fillStyle = bg;
  context.fillRect(0, pitched, width, RESTS);
  context.fillStyle = grid;
  const xOf = (quarters: number) => KEYS + quarters * quarter;
  for (let beat = 0; xOf(beat) < width; beat++) context.fillRect(xOf(beat), 0, beat % 4 === 0 ? 2 : 1, height);
  context.fillRect(0, pitched, width, 1);
  context.font = '10px monospace';
  context.textBaseline = 'middle';
  for (let lane = 0; lane < lanes; lane++) {
    const midi = top - lane;
    if (midi % 12 !== 0) continue;
    context.fillStyle = grid;
    context.fillRect(0, (lane + 1) * LANE - 1, width, 1);
    context.fillStyle = dim;
    context.fillText(nameNote(midi), 2, lane * LANE + LANE / 2);
  }
  context.fillStyle = dim;
  context.fillText('rest', 2, pitched + RESTS / 2);
  const first = kept === undefined ? undefined : notes[kept];
  if (first !== undefined) {
    // What does not fit: hatched, so that it is not by colour alone.
    context.strokeStyle = bad;
    context.globalAlpha = 0.35;
    context.beginPath();
    const from = xOf(first.start);
    for (let x = from - height; x < xOf(roll.length); x += 9) {
      const [low, high] = [Math.max(from, x), Math.min(xOf(roll.length), x + height)];
      context.moveTo(low, height - (low - x));
      context.lineTo(high, height - (high - x));
    }
    context.stroke();
    context.globalAlpha = 1;
  }
  for (const [i, note] of notes.entries()) {
    const y = note.midi === undefined ? pitched + 4 : (top - note.midi) * LANE + 1;
    const high = note.midi === undefined ? RESTS - 8 : LANE - 2;
    const x = xOf(note.start);
    const long = Math.max(1.5, note.length * quarter - 1);
    const sounds = Math.max(1.5, (note.midi === undefined ? note.length : note.sounding) * quarter - 1);
    context.fillStyle = i === sounding ? text : note.midi === undefined ? dim : kept !== undefined && i >= kept ? bad : accent;
    // The note that sounds is taller too: colour alone would not do.
    if (i === sounding) context.fillRect(x, y - 3, sounds, high + 6);
    else context.fillRect(x, y, sounds, high);
    if (i !== chosen) continue;
    context.strokeStyle = text;
    context.lineWidth = 2;
    context.strokeRect(x - 1, y - 2, long + 2, high + 4);
    context.lineWidth = 1;
  }
  if (line === undefined) return;
  const note = notes[noteAt(roll, Math.min(line, roll.lengthMs - 1))];
  if (note === undefined) return;
  context.fillStyle = text;
  const share = (line - note.startMs) / Math.max(1, note.endMs - note.startMs);
  context.fillRect(xOf(note.start + note.length * Math.min(1, share)), 0, 1, height);
}
