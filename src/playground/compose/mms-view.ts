/**
 * The form for multimedia messages on the page: its slides, whose pictures are fitted to the handset of the tab Phone.
 * @module
 */

import { pluralize } from '../../bytes/file-fields.js';
import { describeSize } from '../../content/facts.js';
import { DEFAULT_LIMITS, FormatError, LimitError } from '../../errors.js';
import { pictureSize } from '../../mms/binary.js';
import type { HandsetProfile } from '../../profile/index.js';
import { count } from '../../show/facts.js';
import { nameHandset } from '../../show/handsets.js';
import type { App, ComposeForm } from '../app.js';
import { mmsHandset, phoneHandset } from '../phone/profile.js';
import { h, labelled, smallButton } from '../ui/dom.js';
import { faultLine } from '../ui/fault-view.js';
import { octetsOf, takeDrops } from '../ui/file-view.js';
import { FormView, type ItemActions, type ListItem, listView } from '../ui/form-view.js';
import { Work } from '../ui/pauses.js';
import { type KeptFile, KeptFiles, missingFile } from './kept-files.js';
import {
  composeMms,
  initialMms,
  MAX_SLIDES,
  MMS_ROWS,
  MMS_SHAPE,
  type MmsState,
  newSlide,
  SLIDE_ROWS,
  type SlideState,
  TuneFaults,
} from './mms-form.js';
import { findPictureBox, fitInto, type MediaFile, mediaFile } from './mms-parts.js';
import { type ChosenPicture, fitted, pictureOf, sampleOf } from './mms-picture-view.js';
import { PICTURE_SAMPLES } from './picture-samples.js';

/** Files of each kind that are kept, of the present slides and of those that can be come back to. */
const MAX_KEPT = 2 * MAX_SLIDES;

/** Files that were chosen for slides. */
const PICTURES = new KeptFiles<ChosenPicture>();
const SOUNDS = new KeptFiles<MediaFile>();

/** A slide's controls, and what is made of them. */
interface SlideEditor extends ListItem<SlideState> {
  /** Its picture, made to fit, and told in words. */
  image(profile: HandsetProfile, quality: number): Promise<MediaFile | undefined>;
  showFault(error: unknown): void;
}

export const mmsForm: ComposeForm = {
  id: 'mms',
  title: 'MMS',
  shape: MMS_SHAPE,
  build(app, changed, saved) {
    const handset = phoneHandset();
    const work = new Work();
    const weight = h('p#mms-weight.hint', { role: 'status' });
    const room = h('p.hint');
    /** Made when nothing else was for a while; what an older turn finds is thrown away. */
    let turn = 0;

    const composeNow = async () => {
      const mine = ++turn;
      const chosen = handset.get();
      const profile = mmsHandset(chosen);
      const box = describeSize(findPictureBox(profile));
      room.textContent =
        profile === chosen
          ? `Pictures are made to fit ${box} (the handset of the tab Phone: ${nameHandset(profile)}).`
          : `${nameHandset(chosen)} takes no multimedia messages, as far as is known: pictures are made to fit ${box} of a ${nameHandset(profile)}.`;
      const { state } = form;
      try {
        const images = await Promise.all(slides.items.map((slide) => slide.image(profile, Number(state.quality))));
        if (mine !== turn) return;
        const date = new Date(Math.floor(Date.now() / 1000) * 1000);
        const composed = composeMms(state, { images, sounds: SOUNDS, profile, date });
        if (composed instanceof FormatError) throw composed;
        form.showFault(undefined);
        for (const slide of slides.items) slide.showFault(undefined);
        weight.textContent = composed?.size ?? '';
        changed(composed);
      } catch (error) {
        if (mine !== turn) return;
        weight.textContent = '';
        const tunes = error instanceof TuneFaults ? error.bySlide : undefined;
        for (const [i, slide] of slides.items.entries()) slide.showFault(tunes?.get(i));
        form.showFault(tunes === undefined ? error : undefined);
        changed(error instanceof FormatError ? error : undefined);
      }
    };
    const composeLater = work.afterTyping(composeNow);
    const compose = () => {
      form.set({ slides: slides.states() });
      composeLater();
    };

    const slides = listView<SlideState, SlideEditor>({
      more: smallButton('Another slide', () => slides.add(newSlide(), true), { id: 'mms-more' }),
      most: MAX_SLIDES,
      changed: () => compose(),
      make: (slide, actions) => slideEditor({ app, work }, slide, compose, actions),
    });
    const photos = photosField(work, (chosen) => takePhotos(chosen));
    /**
     * A slide for each photograph, in their order; the slides that the form begins with give way to them.
     * @returns false where some were left out
     */
    const takePhotos = async (chosen: readonly File[]): Promise<boolean> => {
      const room = MAX_SLIDES - (isBeginning(slides.states()) ? 0 : slides.items.length);
      photos.showFault(undefined);
      const faults: unknown[] = [];
      const read: ChosenPicture[] = [];
      for (const file of chosen.slice(0, room))
        await pictureOf(file).then(
          (picture) => read.push(picture),
          (error) => faults.push(error),
        );
      if (read.length > 0 && isBeginning(slides.states())) slides.set([]);
      for (const picture of read) slides.add({ ...newSlide(), picture: PICTURES.keep(picture) });
      compose();
      app.announce(`${pluralize(read.length, 'photograph')} read`);
      const left = chosen.length - room;
      const most = new LimitError(
        'limit-exceeded',
        'slides',
        undefined,
        `at most ${MAX_SLIDES}: ${pluralize(left, 'file')} left out`,
      );
      photos.showFault(faults[0] ?? (left > 0 ? most : undefined));
      return faults.length === 0 && left <= 0;
    };
    slides.element.id = 'mms-slides';
    slides.element.classList.remove('tight');
    const state = (saved as MmsState | undefined) ?? initialMms();
    const form = new FormView<MmsState>({ prefix: 'mms', rows: MMS_ROWS }, state, composeLater, {
      ...{ photos: photos.element, slides: slides.element, more: slides.more, room, weight },
    });
    slides.set(state.slides);
    handset.onChange(composeLater);
    composeLater();
    const set = (next: object) => {
      form.set(next);
      slides.set(form.state.slides);
      composeLater();
    };
    return {
      ...{ element: form.element, state: () => form.state, set, work },
      keepFiles(states) {
        const all = (states as readonly MmsState[]).flatMap((each) => each.slides);
        PICTURES.keepOnly(new Set(all.map(({ picture }) => picture)), MAX_KEPT);
        SOUNDS.keepOnly(new Set(all.map(({ soundFile }) => soundFile)), MAX_KEPT);
      },
    };
  },
};

// ---- slides ----

/** Whether slides are those that the form begins with. */
function isBeginning(slides: readonly SlideState[]): boolean {
  return JSON.stringify(slides) === JSON.stringify(initialMms().slides);
}

/** The field for many photographs at once, which are also dropped on it. */
function photosField(work: Work, onFiles: (files: readonly File[]) => Promise<boolean>) {
  const take = (files: Iterable<File>) => work.during(onFiles([...files]).finally(() => (input.value = '')));
  const input = h('input#mms-photos', {
    type: 'file',
    multiple: true,
    accept: 'image/*',
    on: { change: () => take(input.files ?? []) },
  });
  const fault = faultLine(input);
  const hint = 'a slide for each, in their order — or drop them here';
  const element = h('div.drop.stack.tight', labelled('Photographs', input, hint), fault.element);
  takeDrops(element, take);
  return { element, showFault: (error: unknown) => fault.show(error) };
}

function slideEditor(
  { app, work }: { readonly app: App; readonly work: Work },
  state: SlideState,
  changed: () => void,
  { remove: removed, move }: ItemActions,
): SlideEditor {
  const about = h('p.hint');
  const legend = h('legend');
  const remove = smallButton('Remove', () => {
    for (const name of ['picture', 'soundFile'] as const) turns[name]++;
    removed();
  });
  const clear = smallButton('No picture', () => choosePicture({ sample: '', picture: '' }));
  const earlier = smallButton('↑', () => go(-1, earlier));
  const later = smallButton('↓', () => go(1, later));
  const thumbnail = h('canvas.mms-thumbnail', { 'aria-hidden': 'true', hidden: true });
  const form = new FormView<SlideState>({ rows: SLIDE_ROWS }, state, onChange, {
    ...{ about, thumbnail, clear, earlier, later, remove },
  });
  /** Of files that are read, the last one chosen counts. */
  const turns = { picture: 0, soundFile: 0 };
  /** Fitting takes a while: a key in a text is no reason for it. */
  let last: { readonly key: string; readonly image: Promise<MediaFile> } | undefined;

  function onChange(name: keyof SlideState): void {
    if (name === 'sample') choosePicture({ picture: '' });
    else if (name === 'picture') {
      work.during(take(name, pictureOf, (picture) => ({ sample: '', picture: PICTURES.keep(picture) })));
    } else if (name === 'soundFile') {
      work.during(take(name, soundOf, (sound) => ({ soundFile: SOUNDS.keep(sound) })));
    } else changed();
  }

  /** The button goes with its slide, and keeps the focus as long as it can be used again. */
  function go(by: -1 | 1, pressed: HTMLButtonElement): void {
    move(by);
    (pressed.disabled ? (by === 1 ? earlier : later) : pressed).focus();
  }

  function choosePicture(chosen: Partial<SlideState>): void {
    turns.picture++;
    form.control('picture').value = '';
    form.mark('picture', undefined);
    form.set(chosen);
    changed();
  }

  /**
   * Keeps what is read of a file, or tells what is wrong with it, unless another was chosen meanwhile.
   * @returns false for what is wrong
   */
  async function take<T extends KeptFile>(
    name: keyof typeof turns,
    read: (file: File) => Promise<T>,
    keep: (taken: T) => Partial<SlideState>,
  ): Promise<boolean> {
    const [file] = form.control(name).files ?? [];
    if (file === undefined) return true;
    const mine = ++turns[name];
    form.mark(name, undefined);
    try {
      const taken = await read(file);
      if (mine !== turns[name]) {
        taken.close?.();
        return true;
      }
      form.set(keep(taken));
      changed();
      app.announce(`${file.name} read`);
      return true;
    } catch (error) {
      if (mine === turns[name]) form.mark(name, error);
      return mine !== turns[name];
    }
  }

  return {
    element: h('fieldset.stack.mms-slide', legend, form.element),
    state: () => form.state,
    set(next) {
      for (const name of ['picture', 'soundFile'] as const) {
        turns[name]++;
        form.control(name).value = '';
        form.mark(name, undefined);
      }
      form.set(next);
    },
    focus: () => form.control('text').focus(),
    number(index, count) {
      legend.textContent = `Slide ${index + 1}`;
      remove.hidden = count === 1;
      remove.setAttribute('aria-label', `Remove slide ${index + 1}`);
      earlier.disabled = index === 0;
      earlier.setAttribute('aria-label', `Slide ${index + 1} earlier`);
      later.disabled = index === count - 1;
      later.setAttribute('aria-label', `Slide ${index + 1} later`);
    },
    showFault: (error) => form.showFault(error, 'tune'),
    async image(profile, quality) {
      const { sample, picture: id } = form.state;
      const found = PICTURE_SAMPLES.find((each) => each.id === sample);
      const picture = found === undefined ? PICTURES.get(id) : sampleOf(found);
      clear.hidden = picture === undefined && id === '';
      thumbnail.hidden = picture === undefined;
      if (picture === undefined) {
        about.textContent = id === '' ? '' : missingFile(id);
        return undefined;
      }
      const key = `${sample} ${id} ${profile.id} ${quality}`;
      if (last?.key !== key) {
        last = { key, image: fitted(picture, profile, quality) };
        drawThumbnail(thumbnail, picture);
      }
      const image = await last.image;
      about.textContent = pictureWords(picture, image);
      return image;
    },
  };
}

/** CSS pixels of a slide's picture. */
const THUMBNAIL = { widthPx: 96, heightPx: 72 } as const;

function drawThumbnail(canvas: HTMLCanvasElement, picture: ChosenPicture): void {
  const { widthPx, heightPx } = fitInto(picture, THUMBNAIL);
  canvas.width = widthPx;
  canvas.height = heightPx;
  const context = canvas.getContext('2d');
  if (context !== null) picture.draw(context, widthPx, heightPx);
}

function pictureWords(picture: ChosenPicture, image: MediaFile): string {
  const size = pictureSize(image.data, image.contentType);
  const sent = size === undefined || image === picture.original ? 'sent as it is' : `sent as ${describeSize(size)}`;
  return `${picture.name}, ${describeSize(picture)}; ${sent}, ${image.contentType}, ${count(image.data.length, 'octet')}`;
}

/** A sound file that was chosen. @throws LimitError for one that no message holds */
async function soundOf(file: File): Promise<MediaFile> {
  const limit = DEFAULT_LIMITS.mmsOctets;
  if (file.size > limit) throw new LimitError('limit-exceeded', 'sound', undefined, `${file.size} octets, at most ${limit}`);
  return mediaFile(file.name, await octetsOf(file), 'sound');
}
