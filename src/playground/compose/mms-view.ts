/**
 * The form for multimedia messages: slides of text, picture and sound, fitted to the handset of the tab Phone.
 * @module
 */
import { DEFAULT_LIMITS, EncodeError, FormatError, LimitError } from '../../errors.js';
import { buildNotification, encodeMms, formatMmsAddress, type MRetrieveConf, pictureSize } from '../../mms/binary.js';
import type { HandsetProfile } from '../../profile/index.js';
import { encodeMidi, parseRtttl } from '../../ringtone/index.js';
import { count } from '../../show/facts.js';
import { nameHandset } from '../../show/handset-screen.js';
import type { App, ComposeForm } from '../app.js';
import type { Composed, NamedFile } from '../composed.js';
import { phoneHandset } from '../phone/profile.js';
import { sizeText } from '../phone/showing.js';
import { button, choice, field, fill, h } from '../ui/dom.js';
import { debounced, faultLine, TYPING_MS } from '../ui/fault-view.js';
import { octetsOf } from '../ui/file-view.js';
import { type FilledSlide, type MediaFile, mediaFile, messageOf, pictureRoomOf, submissionOf, weigh } from './mms-parts.js';
import { type ChosenPicture, fitted, pictureOf, sampleOf } from './mms-picture-view.js';
import { PICTURE_SAMPLES } from './picture-samples.js';

/** Slides of a message: handsets of the time take no more. */
const MOST_SLIDES = 10;
const MESSAGE_TYPE = 'application/vnd.wap.mms-message';
const SAMPLE_TUNE = 'Fanfare:d=8,o=5,b=160:c,e,g,c6,4p,g,2c6';

/** A slide's controls, and what is made of them. */
interface SlideEditor {
  readonly element: HTMLElement;
  number(index: number, isOnly: boolean): void;
  /** Its content, pictures fitted. @throws FormatError whatever is wrong with it; its own line tells it */
  read(profile: HandsetProfile, quality: number): Promise<FilledSlide>;
}

export const mmsForm: ComposeForm = {
  id: 'mms',
  title: 'MMS',
  build(app, changed) {
    const handset = phoneHandset();
    const subject = h('input#mms-subject', { type: 'text', autocomplete: 'off', dir: 'auto', maxlength: 200 });
    subject.value = 'Weekend';
    const from = h('input#mms-from', { type: 'text', autocomplete: 'off' });
    from.value = '+447700900123';
    const to = h('input#mms-to', { type: 'text', autocomplete: 'off' });
    to.value = '+447700900456';
    const url = h('input#mms-url.wide', {
      type: 'text',
      inputmode: 'url',
      autocomplete: 'off',
      spellcheck: 'false',
    });
    url.value = 'http://mms.example.com/m/1';
    const quality = choice(
      { id: 'mms-quality' },
      [
        ['0.9', 'high'],
        ['0.75', 'medium'],
        ['0.5', 'low'],
      ],
      '0.75',
    );
    const list = h('div#mms-slides.stack');
    const weight = h('p#mms-weight.hint', { role: 'status' });
    const room = h('p.hint');
    const faults = { subject: faultLine(subject), url: faultLine(url), all: faultLine() };
    const editors: SlideEditor[] = [];
    const more = button('Another slide', () => add(undefined, ''), { id: 'mms-more', class: 'button small' });
    /** Made when nothing else was for a while; what an older turn finds is thrown away. */
    let turn = 0;

    const composeNow = async () => {
      const mine = ++turn;
      for (const line of Object.values(faults)) line.show(undefined);
      const profile = handset.get();
      const none = profile.mms === null ? `${nameHandset(profile)} is not known to take multimedia messages. ` : '';
      room.textContent = `${none}Pictures are made to fit ${sizeText(pictureRoomOf(profile))} (the handset of the tab Phone: ${nameHandset(profile)}).`;
      try {
        const slides = await Promise.all(editors.map((editor) => editor.read(profile, Number(quality.value))));
        if (mine !== turn) return;
        const message = messageOf({
          slides,
          subject: subject.value.trim(),
          from: addressOf(from.value, 'from'),
          date: wholeSecond(),
          profile,
        });
        weight.textContent = weightWords(message, profile);
        changed(composedOf(message, addressOf(to.value, 'to'), url.value.trim()));
      } catch (error) {
        if (mine !== turn) return;
        weight.textContent = '';
        const where = error instanceof FormatError ? error.field : '';
        // Slides tell their own faults.
        if (!(error instanceof SlideFault))
          (where === 'MMS/Subject' ? faults.subject : where.includes('Content-Location') ? faults.url : faults.all).show(error);
        changed(error instanceof FormatError ? error : undefined);
      }
    };
    const compose = debounced(() => void composeNow(), TYPING_MS);

    const draw = () => {
      fill(list, ...editors.map(({ element }) => element));
      for (const [i, editor] of editors.entries()) editor.number(i, editors.length === 1);
      more.hidden = editors.length >= MOST_SLIDES;
    };
    const add = (sample: string | undefined, words: string) => {
      const editor = slideEditor(app, sample, words, compose, () => {
        editors.splice(editors.indexOf(editor), 1);
        draw();
        more.focus();
        compose();
      });
      editors.push(editor);
      draw();
      compose();
    };
    add('hills', 'Two days in the hills, and not a cloud.');
    add('ball', 'The ball is in your court.');
    for (const control of [subject, from, to, url]) control.addEventListener('input', compose);
    quality.addEventListener('change', compose);
    handset.onChange(compose);

    return h(
      'div.stack',
      h('div.boxes', field('Subject', subject), field('From', from), field('To', to)),
      faults.subject.element,
      list,
      h('div.row', more, field('Quality of pictures', quality)),
      room,
      weight,
      field(
        'Where it is fetched',
        url,
        'The messages below are its notification (M-Notification.ind), which names this address. Empty: none.',
      ),
      faults.url.element,
      faults.all.element,
    );
  },
};

/** A fault that a slide has told beside its control. */
class SlideFault extends EncodeError {}

function composedOf(message: MRetrieveConf, to: string | undefined, url: string): Composed {
  const files: NamedFile[] = [{ name: 'message.mms', type: MESSAGE_TYPE, octets: encodeMms(message) }];
  if (to !== undefined)
    files.push({ name: 'submission.mms', type: MESSAGE_TYPE, octets: encodeMms(submissionOf(message, [to])) });
  const shown = { kind: 'mms', message } as const;
  if (url === '') return { files, shown };
  const notification = buildNotification(message, { transactionId: 'handset-1', contentLocation: url });
  files.push({ name: 'notification.mms', type: MESSAGE_TYPE, octets: encodeMms(notification) });
  return { content: { kind: 'mmsNotification', notification }, files, shown };
}

function weightWords(message: MRetrieveConf, profile: HandsetProfile): string {
  const { octets, most, contentClass } = weigh(message, profile);
  const limit =
    most === undefined
      ? `how many ${nameHandset(profile)} takes is not known`
      : octets > most
        ? `${nameHandset(profile)} takes ${count(most, 'octet')}: too large for it, lower the quality`
        : `${nameHandset(profile)} takes ${count(most, 'octet')}`;
  return `${count(octets, 'octet')}; ${limit}; ${contentClass === undefined ? 'in no content class' : `content class ${contentClass}`}.`;
}

/** The box's address in the form of MMS; undefined when it is empty. */
function addressOf(typed: string, name: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const plain = /^\+?[\d ()-]{3,24}$/.test(text) ? text.replace(/[ ()-]/g, '') : text;
  if (/^\+?\d+(?:\/TYPE=PLMN)?$|^[^\s@]+@[^\s@]+$/.test(plain)) return formatMmsAddress(plain);
  throw new EncodeError(
    'bad-value',
    name,
    undefined,
    `is ${JSON.stringify(text)}, allowed: a number such as +447700900123, or an e-mail address`,
  );
}

function wholeSecond(): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000);
}

// ---- slides ----

function slideEditor(
  app: App,
  sample: string | undefined,
  words: string,
  changed: () => void,
  removed: () => void,
): SlideEditor {
  const text = h('textarea', { rows: 2, dir: 'auto' });
  text.value = words;
  const file = h('input', { type: 'file', accept: 'image/*,.wbmp,.otb,.nol,.ngg' });
  const samples = choice(
    {},
    [['', 'none, or a file'], ...PICTURE_SAMPLES.map((one) => [one.id, one.words] as const)],
    sample ?? '',
  );
  const soundKind = choice(
    {},
    [
      ['', 'none'],
      ['tune', 'a tune, as MIDI'],
      ['file', 'a file'],
    ],
    '',
  );
  const tune = h('input.mono.wide', { type: 'text', spellcheck: 'false', autocomplete: 'off' });
  tune.value = SAMPLE_TUNE;
  const soundFile = h('input', { type: 'file', accept: 'audio/*,.mid,.midi,.amr,.wav,.mp3,.imy' });
  const duration = choice(
    {},
    [
      ['', 'as long as it takes'],
      ['3000', '3 s'],
      ['5000', '5 s'],
      ['8000', '8 s'],
      ['15000', '15 s'],
    ],
    '',
  );
  const about = h('p.hint');
  const legend = h('legend', '');
  const remove = button('Remove', removed, { class: 'button small' });
  const clearPicture = button('No picture', () => choosePicture(undefined), { class: 'button small' });
  const faults = { picture: faultLine(file), tune: faultLine(tune), sound: faultLine(soundFile) };
  const [tuneField, soundField] = [field('Tune (RTTTL)', tune), field('Sound file', soundFile, 'MIDI, AMR and the like')];
  let picture: ChosenPicture | undefined;
  let sound: MediaFile | undefined;
  /** Of files that are read, the last one chosen counts. */
  const turns = { picture: 0, sound: 0 };

  const choosePicture = (next: ChosenPicture | undefined) => {
    turns.picture++;
    if (next === undefined) {
      file.value = '';
      samples.value = '';
    }
    picture = next;
    changed();
  };
  /** Takes what is read of a file, or tells what is wrong with it, unless another was chosen meanwhile. */
  const take = async <T>(of: keyof typeof turns, read: () => Promise<T>, use: (value: T) => void) => {
    const mine = ++turns[of];
    faults[of].show(undefined);
    try {
      const value = await read();
      if (mine === turns[of]) use(value);
    } catch (error) {
      if (mine === turns[of]) faults[of].show(error);
    }
  };
  const chooseSample = () => {
    const found = PICTURE_SAMPLES.find(({ id }) => id === samples.value);
    file.value = '';
    faults.picture.show(undefined);
    choosePicture(found === undefined ? undefined : sampleOf(found));
  };

  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    const use = (found: ChosenPicture) => {
      samples.value = '';
      choosePicture(found);
      app.announce(`${chosen.name} read`);
    };
    void take('picture', () => pictureOf(chosen), use);
  });
  samples.addEventListener('change', chooseSample);
  soundFile.addEventListener('change', () => {
    const [chosen] = soundFile.files ?? [];
    if (chosen === undefined) return;
    const read = async () => {
      requireMessageRoom(chosen.size);
      return mediaFile(chosen.name, await octetsOf(chosen), 'sound');
    };
    const use = (found: MediaFile) => {
      sound = found;
      changed();
    };
    void take('sound', read, use);
  });
  /** Fitting takes a while: a key in a text is no reason for it. */
  let fittedLast: { readonly of: ChosenPicture; readonly key: string; readonly image: Promise<MediaFile> } | undefined;
  const fittedOnce = (profile: HandsetProfile, quality: number): Promise<MediaFile> | undefined => {
    if (picture === undefined) return undefined;
    const key = `${profile.id} ${quality}`;
    if (fittedLast?.of !== picture || fittedLast.key !== key)
      fittedLast = { of: picture, key, image: fitted(picture, profile, quality) };
    return fittedLast.image;
  };
  const soundChanged = () => {
    tuneField.hidden = soundKind.value !== 'tune';
    soundField.hidden = soundKind.value !== 'file';
  };
  soundKind.addEventListener('change', () => {
    soundChanged();
    changed();
  });
  duration.addEventListener('change', changed);
  for (const control of [text, tune]) control.addEventListener('input', changed);
  soundChanged();
  if (sample !== undefined)
    picture = sampleOf(PICTURE_SAMPLES.find(({ id }) => id === sample) as (typeof PICTURE_SAMPLES)[number]);

  return {
    element: h(
      'fieldset.stack.mms-slide',
      legend,
      field('Text', text),
      h('div.row', field('Picture', file), field('or a sample', samples), clearPicture),
      about,
      faults.picture.element,
      h('div.row', field('Sound', soundKind), tuneField, soundField, field('Shown for', duration), remove),
      faults.tune.element,
      faults.sound.element,
    ),
    number(index, isOnly) {
      legend.textContent = `Slide ${index + 1}`;
      remove.hidden = isOnly;
      remove.setAttribute('aria-label', `Remove slide ${index + 1}`);
    },
    async read(profile, quality) {
      faults.tune.show(undefined);
      clearPicture.hidden = picture === undefined;
      const image = await fittedOnce(profile, quality);
      about.textContent = picture === undefined || image === undefined ? '' : pictureWords(picture, image);
      const slide: FilledSlide = {
        text: text.value,
        image,
        durationMs: duration.value === '' ? undefined : Number(duration.value),
      };
      if (soundKind.value === 'file') return { ...slide, sound };
      if (soundKind.value !== 'tune') return slide;
      try {
        const data = encodeMidi(parseRtttl(tune.value, { lenient: true }));
        return { ...slide, sound: { name: 'tune.mid', contentType: 'audio/midi', data } };
      } catch (error) {
        faults.tune.show(error);
        if (!(error instanceof FormatError)) throw error;
        throw new SlideFault(error.code, error.field, error.offset, error.reason, { cause: error });
      }
    },
  };
}

function pictureWords(picture: ChosenPicture, image: MediaFile): string {
  const size = pictureSize(image.data, image.contentType);
  const sent = size === undefined || image === picture.original ? 'sent as it is' : `sent as ${sizeText(size)}`;
  return `${picture.name}, ${sizeText(picture)}; ${sent}, ${image.contentType}, ${count(image.data.length, 'octet')}`;
}

function requireMessageRoom(octets: number): void {
  const limit = DEFAULT_LIMITS.mmsOctets;
  if (octets > limit) throw new LimitError('limit-exceeded', 'sound', undefined, `${octets} octets, at most ${limit}`);
}
