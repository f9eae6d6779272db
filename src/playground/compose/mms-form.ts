/**
 * The form for multimedia messages: slides of text, picture and sound, and what they come to on a handset. No DOM here.
 * @module
 */
import { EncodeError, FormatError } from '../../errors.js';
import { buildNotification, encodeMms, formatMmsAddress, type MRetrieveConf } from '../../mms/binary.js';
import type { HandsetProfile } from '../../profile/index.js';
import { encodeMidi, parseRtttl } from '../../ringtone/index.js';
import { count } from '../../show/facts.js';
import { nameHandset } from '../../show/handsets.js';
import type { Composed, NamedFile } from '../composed.js';
import { ADDRESS, field, optional, type Row, select } from '../ui/fields.js';
import { orFault } from './form.js';
import type { FormShape } from './form-state.js';
import type { KeptFiles } from './kept-files.js';
import { type FilledSlide, type MediaFile, messageOf, submissionOf, weigh } from './mms-parts.js';
import { sampleOptions } from './picture-form.js';

/** What the fields of a slide hold. */
export interface SlideState {
  readonly text: string;
  /** Id of the sample, or of the file, that is its picture; both empty for none. */
  readonly sample: string;
  readonly picture: string;
  readonly sound: '' | 'tune' | 'file';
  readonly tune: string;
  /** Id of the file that is its sound. */
  readonly soundFile: string;
  /** Milliseconds; empty for as long as it takes. */
  readonly duration: string;
}

/** What the form holds. */
export interface MmsState {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly url: string;
  /** Of pictures that are sent anew, 0 to 1. */
  readonly quality: string;
  readonly slides: readonly SlideState[];
}

/** A slide to begin with. */
export function newSlide(sample = '', words = ''): SlideState {
  const tune = 'Fanfare:d=8,o=5,b=160:c,e,g,c6,4p,g,2c6';
  return { text: words, sample, picture: '', sound: '', tune, soundFile: '', duration: '' };
}

export function initialMms(): MmsState {
  return {
    subject: 'Weekend',
    from: '+447700900123',
    to: '+447700900456',
    url: 'http://mms.example.com/m/1',
    quality: '0.75',
    slides: [newSlide('hills', 'Two days in the hills, and not a cloud.'), newSlide('ball', 'The ball is in your court.')],
  };
}

const QUALITIES = { '0.9': 'high', '0.75': 'medium', '0.5': 'low' };
const DURATIONS = { 3000: '3 s', 5000: '5 s', 8000: '8 s', 15000: '15 s' };
const SOUNDS = 'audio/*,.mid,.midi,.amr,.wav,.mp3,.imy';

export const MMS_ROWS: readonly Row<MmsState>[] = [
  {
    boxes: [
      field('subject', 'Subject', { attributes: { dir: 'auto', maxlength: 200 }, faults: /Subject$/ }),
      ...[field('from', 'From'), field('to', 'To')],
    ],
  },
  { slot: 'photos' },
  { slot: 'slides' },
  { row: [{ slot: 'more' }, select('quality', 'Quality of pictures', Object.entries(QUALITIES))] },
  { slot: 'room' },
  { slot: 'weight' },
  field('url', 'Where it is fetched', {
    attributes: ADDRESS,
    hint: 'The messages below are its notification (M-Notification.ind), which names this address. Empty: none.',
    faults: /Content-Location/,
  }),
  { slot: 'fault' },
];

export const SLIDE_ROWS: readonly Row<SlideState>[] = [
  field('text', 'Text', { control: 'textarea' }),
  {
    row: [
      field('picture', 'Picture', { control: 'file', attributes: { accept: 'image/*,.wbmp,.otb,.nol,.ngg' } }),
      select('sample', 'or a sample', sampleOptions('none, or a file')),
      { slot: 'clear' },
    ],
  },
  { row: [{ slot: 'thumbnail' }, { slot: 'about' }] },
  {
    row: [
      select('sound', 'Sound', optional('none', { tune: 'a tune, as MIDI', file: 'a file' })),
      {
        ...field('tune', 'Tune (RTTTL)', { attributes: { class: 'mono wide', spellcheck: 'false' } }),
        shownWhen: ({ sound }) => sound === 'tune',
      },
      {
        ...field('soundFile', 'Sound file', {
          control: 'file',
          attributes: { accept: SOUNDS },
          hint: 'MIDI, AMR and the like',
        }),
        shownWhen: ({ sound }) => sound === 'file',
      },
      select('duration', 'Shown for', optional('as long as it takes', DURATIONS)),
      { slot: 'earlier' },
      { slot: 'later' },
      { slot: 'remove' },
    ],
  },
  { slot: 'fault' },
];

/** Slides of a message: handsets of the time take no more. */
export const MAX_SLIDES = 10;

/** What the state of the form may be. */
export const MMS_SHAPE: FormShape = {
  rows: MMS_ROWS,
  initial: initialMms,
  lists: { slides: { rows: SLIDE_ROWS, item: newSlide(), most: MAX_SLIDES } },
  files: ['picture', 'soundFile'],
};

/** What a message is made of besides the state of its form. */
export interface MmsMedia {
  /** The pictures of the slides, made to fit. */
  readonly images: readonly (MediaFile | undefined)[];
  readonly sounds: KeptFiles<MediaFile>;
  readonly profile: HandsetProfile;
  readonly date: Date;
}

/** The faults of tunes, by the numbers of their slides; in its own words the first of them. */
export class TuneFaults extends EncodeError {
  constructor(
    first: FormatError,
    readonly bySlide: ReadonlyMap<number, FormatError>,
  ) {
    super(first.code, first.field, first.offset, first.reason);
  }
}

/** The message, as it is submitted, and its notification. */
export const composeMms = orFault((state: MmsState, { images, sounds: files, profile, date }: MmsMedia): Composed => {
  const sounds = findSounds(state.slides, files);
  const message = messageOf({
    slides: state.slides.map(
      (slide, i): FilledSlide => ({
        text: slide.text,
        image: images[i],
        sound: sounds[i],
        durationMs: slide.duration === '' ? undefined : Number(slide.duration),
      }),
    ),
    subject: state.subject.trim(),
    from: addressOf(state.from, 'from'),
    date,
    profile,
  });
  const [to, url] = [addressOf(state.to, 'to'), state.url.trim()];
  const written: NamedFile[] = [];
  const add = (name: string, pdu: Parameters<typeof encodeMms>[0]) =>
    written.push({ name, type: 'application/vnd.wap.mms-message', octets: encodeMms(pdu) });
  add('message.mms', message);
  if (to !== undefined) add('submission.mms', submissionOf(message, [to]));
  const composed = { files: written, shown: { kind: 'mms', message }, size: weightWords(message, profile) } as const;
  if (url === '') return composed;
  const notification = buildNotification(message, { transactionId: 'handset-1', contentLocation: url });
  add('notification.mms', notification);
  return { ...composed, content: { kind: 'mmsNotification', notification } };
});

/** The sounds of slides. @throws TuneFaults that names every faulty tune */
function findSounds(slides: readonly SlideState[], files: KeptFiles<MediaFile>): (MediaFile | undefined)[] {
  const faults = new Map<number, FormatError>();
  const sounds = slides.map(({ sound, tune, soundFile }, i): MediaFile | undefined => {
    if (sound === 'file') return files.get(soundFile);
    if (sound === '') return undefined;
    try {
      return { name: 'tune.mid', contentType: 'audio/midi', data: encodeMidi(parseRtttl(tune, { lenient: true })) };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      faults.set(i, error);
      return undefined;
    }
  });
  const [first] = faults.values();
  if (first !== undefined) throw new TuneFaults(first, faults);
  return sounds;
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
  const address = typed.trim();
  if (address === '') return undefined;
  const plain = /^\+?[\d ()-]{3,24}$/.test(address) ? address.replace(/[ ()-]/g, '') : address;
  if (/^\+?\d+(?:\/TYPE=PLMN)?$|^[^\s@]+@[^\s@]+$/.test(plain)) return formatMmsAddress(plain);
  const allowed = 'a number such as +447700900123, or an e-mail address';
  throw EncodeError.badValue(name, `is ${JSON.stringify(address)}, allowed: ${allowed}`);
}
