/**
 * The forms for pictures on the page: files that are chosen or dropped, the preview, and the sizes of the handset.
 * @module
 */
import { type Bitmap, bitmapFromRows, bitmapToRows, invertBitmap, type Rectangle } from '../../bitmap/index.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { describeSize } from '../../content/facts.js';
import { KINDS } from '../../content/kinds.js';
import { FormatError } from '../../errors.js';
import type { App, ComposeForm, OpenForm } from '../app.js';
import { phoneHandset } from '../phone/profile.js';
import { bitmapCanvas } from '../ui/canvas-view.js';
import { fill, h, smallButton } from '../ui/dom.js';
import { octetsOf, pixelsOf, takeDrops } from '../ui/file-view.js';
import { FormView } from '../ui/form-view.js';
import { Work } from '../ui/pauses.js';
import { cropFrame } from './crop-view.js';
import { ditherCards } from './dither-view.js';
import type { Outcome } from './form.js';
import { KeptFiles, missingFile } from './kept-files.js';
import { readPictureFile, requireFileSize } from './picture-file.js';
import {
  bitmapOf,
  composeBitmap,
  countDrawn,
  initialPicture,
  type KeptPicture,
  makeBitmapOf,
  OTHER_SIZE,
  PICTURE_FORMS,
  type PictureForm,
  type PictureState,
  pictureRows,
  pictureShape,
  sourceOf,
  takenFrom,
  typedSize,
} from './picture-form.js';
import { formatCrop, type PictureSource, parseCrop, reduceSource, sourceSize } from './picture-render.js';
import { pictureSizes } from './picture-sizes.js';
import { type PixelEditorState, pixelEditor } from './pixel-editor-view.js';

/** Files that can be come back to: a photograph takes 50 MB. */
const MAX_KEPT = 4;

/** The files of all forms for pictures. */
const KEPT = new KeptFiles<KeptPicture>(MAX_KEPT);

export const pictureForms: readonly ComposeForm[] = PICTURE_FORMS.map((form) => ({
  id: form.id,
  title: KINDS[form.use].title,
  shape: pictureShape(form),
  build: (app, changed, saved) => buildForm(app, changed, form, (saved as PictureState | undefined) ?? initialPicture(form)),
}));

/** What says nothing of the bitmap, and what is typed of it, for which a pause is waited for. */
const BESIDES: readonly string[] = ['text', 'mcc', 'mnc'];
const TYPED: readonly string[] = ['otherSize', 'crop'];

function buildForm(app: App, changed: (composed: Outcome) => void, kind: PictureForm, state: PictureState): OpenForm {
  const handset = phoneHandset();
  const work = new Work();
  let bitmap: Bitmap | undefined;
  let shown: PixelEditorState = { bitmap };
  let { sample } = state;
  /** Counts what was chosen: of files that are read, the last one chosen counts. */
  let turn = 0;

  const editor = pixelEditor(kind.id, {
    room: () => form.element.clientWidth,
    onEdit: (edited) => {
      // Another size would undo it.
      form.set({ isOwnSize: true, pixels: bitmapToRows(edited) });
      draw();
    },
    announce: (words) => app.announce(words),
  });
  const frame = cropFrame(kind.id, (part) => {
    form.set({ crop: formatCrop(part) });
    render();
  });
  const reason = h('p.hint');
  const another = smallButton('Another handset', () => app.select('phone'));
  const missing = h('p.hint', { hidden: true });
  const dithers = ditherCards(kind.id, (dither) => {
    form.set({ dither });
    render();
  });
  const resultPlace = h('div.picture-result', { id: `${kind.id}-result` });
  const result = h('div.field', resultPlace, h('p.hint', 'The result, which follows the level while you move it.'));
  const slots = {
    ...{ ...editor.elements, missing, frame: frame.element, result, reason, handset: another },
    dithers: dithers.element,
  };
  const form = new FormView<PictureState>({ prefix: kind.id, rows: pictureRows(kind) }, state, onChange, slots);
  form.element.classList.add('picture-form');
  const file = form.control('file');
  /** Whether something was typed: it is shown after a pause, unless something else is shown by then. */
  let isTyped = false;
  const renderLater = work.afterTyping(() => {
    if (isTyped) render();
  });

  function onChange(name: keyof PictureState): void {
    const [chosen] = file.files ?? [];
    if (name === 'file') {
      if (chosen !== undefined) work.during(loadFile(chosen));
    } else if (name === 'sample') chooseSample();
    else if (BESIDES.includes(name)) compose();
    else if (name === 'threshold' || TYPED.includes(name)) {
      if (name === 'threshold') drawSoon();
      isTyped = true;
      renderLater();
    } else if (name === 'invert' && form.state.pixels.length > 0) {
      form.set({ pixels: bitmapToRows(invertBitmap(bitmapFromRows(form.state.pixels))) });
      draw();
    } else {
      if (name === 'size') form.set({ isOwnSize: true });
      render();
    }
  }

  /** Puts a whole state in the place of the present one. */
  function set(next: PictureState): void {
    turn++;
    isTyped = false;
    file.value = '';
    sample = next.sample;
    form.mark('file', undefined);
    form.set(next);
    offerSizes();
    draw();
  }

  function chooseSample(): void {
    // No dialogue opens for a key that goes through the list.
    if (form.state.sample === '') {
      form.set({ sample });
      return;
    }
    turn++;
    file.value = '';
    show(form.state.sample, '');
  }

  /** Shows another picture in the place of what was there. */
  function show(nextSample: string, nextFile: string, taken: Partial<PictureState> = {}): void {
    form.mark('file', undefined);
    sample = nextSample;
    form.set({ sample, file: nextFile, ...taken });
    render();
  }

  /** @returns false for what is no picture */
  async function loadFile(chosen: File): Promise<boolean> {
    const mine = ++turn;
    const { name } = chosen;
    try {
      requireFileSize(chosen.size);
      const octets = await octetsOf(chosen);
      const found = readPictureFile(name, octets);
      const kept: KeptPicture =
        found.kind === 'bitmap'
          ? { name, octets, source: found, words: found.format }
          : {
              name,
              octets,
              source: { kind: 'pixels', pixels: await pixelsOf(octets, found.type) },
              words: `${name}, ${found.type}`,
            };
      if (mine !== turn) return true;
      const sizes = Array.from(form.control<HTMLSelectElement>('size').options, ({ value }) => value);
      show('', KEPT.keep(kept), takenFrom(found, kind, sizes));
      app.announce(`${name} read`);
      return true;
    } catch (error) {
      // The picture that was there stays, and so does what is made of it.
      if (mine === turn) form.mark('file', error);
      return mine !== turn;
    }
  }

  function offerSizes(): void {
    const { sizes, reason: why } = pictureSizes(kind.use, handset.get());
    const options = sizes.map(
      ({ widthPx, heightPx, words }) => [`${widthPx}x${heightPx}`, `${describeSize({ widthPx, heightPx })}: ${words}`] as const,
    );
    const all = [...options, [OTHER_SIZE, 'another size'] as const];
    const { size, isOwnSize } = form.state;
    const isOffered = all.some(([value]) => value === size);
    const kept = !isOwnSize ? all[0]?.[0] : isOffered ? size : OTHER_SIZE;
    // A size that somebody chose for another handset stays.
    if (isOwnSize && !isOffered) form.set({ otherSize: size });
    fill(form.control('size'), ...all.map(([value, words]) => h('option', { value, selected: value === kept }, words)));
    form.set({ size: kept ?? OTHER_SIZE });
    reason.textContent = `${why} (the handset of the tab Phone).`;
  }

  /** Makes the bitmap anew, without what was drawn on it. */
  function render(): void {
    isTyped = false;
    form.set({ pixels: [] });
    draw();
  }

  /** The source in few pixels, and what it was made of. */
  let small: { readonly of: PictureSource; readonly crop: string; readonly source: PictureSource } | undefined;

  /** What is made of few pixels of the picture by a state, without what was drawn; undefined for what cannot be made. */
  function preview(of: PictureState): Bitmap | undefined {
    const source = sourceOf(of, KEPT)?.source;
    if (source === undefined) return undefined;
    return tryDecode(() => {
      if (small?.of !== source || small.crop !== of.crop) {
        const part = parseCrop(of.crop);
        if (!isWithin(part, sourceSize(source))) return undefined;
        small = { of: source, crop: of.crop, source: reduceSource(source, part) };
      }
      return makeBitmapOf(of, small.source, undefined);
    });
  }

  /** Shows with the next frame what the level makes, while it is moved. */
  let frameId = 0;
  function drawSoon(): void {
    cancelAnimationFrame(frameId);
    frameId = requestAnimationFrame(() => {
      const live = preview(form.state);
      if (live === undefined) return;
      editor.show({ ...shown, bitmap: live, edits: 0 });
      showResult(live);
    });
  }

  function showResult(made: Bitmap | undefined): void {
    resultPlace.replaceChildren(...(made === undefined ? [] : [bitmapCanvas(made, 'The result')]));
  }

  function draw(): void {
    cancelAnimationFrame(frameId);
    form.showFault(undefined);
    dithers.show(form.state.dither, (dither) => preview({ ...form.state, dither }));
    try {
      const source = sourceOf(form.state, KEPT);
      bitmap = bitmapOf(form.state, KEPT);
      const from = source && `${source.words}, ${describeSize(sourceSize(source.source))}`;
      shown = { bitmap, from, edits: countDrawn(form.state, KEPT) };
      editor.show(shown);
      showResult(bitmap);
      frame.show(source?.source, parseCrop(form.state.crop), bitmap);
      missing.textContent = source === undefined && form.state.file !== '' ? missingFile(form.state.file) : '';
      missing.hidden = missing.textContent === '';
    } catch (error) {
      bitmap = undefined;
      shown = { bitmap };
      editor.show(shown);
      showResult(bitmap);
      refuse(error);
      return;
    }
    compose();
  }

  function compose(): void {
    const composed = composeBitmap(kind, form.state, bitmap);
    if (composed instanceof Error) refuse(composed);
    else {
      form.showFault(undefined);
      changed(composed);
    }
  }

  function refuse(error: unknown): void {
    const isFault = error instanceof FormatError;
    form.showFault(error, isFault && error.field === 'size' ? 'otherSize' : undefined);
    changed(isFault ? error : undefined);
  }

  handset.onChange(() => {
    const before = typedSize(form.state);
    offerSizes();
    if (typedSize(form.state) !== before) render();
  });
  window.addEventListener('paste', (event) => {
    const [pasted] = event.clipboardData?.files ?? [];
    if (pasted === undefined || !form.element.isConnected || form.element.offsetParent === null) return;
    event.preventDefault();
    work.during(loadFile(pasted));
  });
  takeDrops(file.closest('.drop') as HTMLElement, ([chosen]) => chosen && work.during(loadFile(chosen)));

  offerSizes();
  draw();
  // The preview has its size once it is on the page.
  new ResizeObserver(() => editor.draw()).observe(form.element);
  return {
    ...{ element: form.element, state: () => form.state, set: (next) => set(next as PictureState), work },
    stateForLink() {
      const { state: now } = form;
      // The size is the one that suits the handset here; a photograph does not go into a link, and what was made of it does.
      const pixels = now.sample === '' && bitmap !== undefined ? bitmapToRows(bitmap) : now.pixels;
      return { ...now, isOwnSize: true, pixels };
    },
  };
}

function isWithin(part: Rectangle | undefined, { widthPx, heightPx }: ReturnType<typeof sourceSize>): boolean {
  if (part === undefined) return true;
  const isReal = part.widthPx > 0 && part.heightPx > 0;
  return isReal && part.x + part.widthPx <= widthPx && part.y + part.heightPx <= heightPx;
}
