/**
 * What a content of an archive looks and sounds like: pictures as PNG, tunes as WAV and MIDI, everything else in words.
 *
 * A format has a converter, or its tree of fields is searched for payloads that have one: a form, a PDU or a capture may carry anything.
 * @module
 */
import { decodeGroupGraphic, decodeMultipartMessage } from '../../bitmap/index.js';
import { decodeUtf8, encodeUtf8, type Field, toHex } from '../../bytes/index.js';
import { describeTune } from '../../content/facts.js';
import { DEFAULT_LIMITS, FormatError } from '../../errors.js';
import { type BitmapExtension, PICTURE_FILES } from '../../inspect/formats/picture-files.js';
import type { Row } from '../../inspect/formats/row.js';
import { ROWS, TABLE } from '../../inspect/formats/table.js';
import { TUNE_FILES, type TuneExtension } from '../../inspect/formats/tune-files.js';
import { isMessageArchive } from '../../inspect/formats.js';
import { type Format, identify } from '../../inspect/index.js';
import { readText } from '../../inspect/texts.js';
import { type Content, readContent } from '../../message/index.js';
import { decodeMms, type MmsPdu } from '../../mms/binary.js';
import { clipMs } from '../../mms/clip-length.js';
import { leafParts } from '../../mms/content-class.js';
import { pictureSize } from '../../mms/picture-size.js';
import { resolveSlides } from '../../mms/slides.js';
import { encodeMidi, parseMotorola, renderWav, type Tune, tuneDurationMs } from '../../ringtone/index.js';
import { decodeUdh } from '../../sms/index.js';
import { formatFacts, mmsFacts } from '../facts.js';
import { loadPush, loadVObject } from '../file-readers.js';
import { type FileType, findFileType } from '../files.js';
import { readListing } from '../listing.js';
import { encodeBitmapPng, type Pack } from '../png.js';
import { namePicture, readPortData, type Shown, shownContent, shownItem, shownPicture, shownPush } from '../shown.js';
import type { Exhibit, ShownFormat } from './model.js';
import { withoutSecrets } from './secrets.js';
import { excerpt, LOOK, messagesOf, pairsOf, textOfField } from './words.js';

/** Samples a second of a tune's sound: enough for the highest note that there is, b of octave 7, 3951 Hz. */
export const SAMPLE_RATE = 11_025;

/** Sound of a tune that is written, in milliseconds: 2.6 MB. */
export const MAX_SOUND_MS = 120_000;

/** Things to show of one content. */
export const MAX_EXHIBITS = 32;

/** Pictures of one animation that are shown. */
const MAX_FRAMES = 16;

/** Pictures of one animation, and things of one content, where nothing is left out: as many payloads as a listing has. */
const MAX_WHOLE = 1_024;

/** Faults of one content that are told. */
const MAX_FAULTS = 8;

/** Messages in messages that are opened. */
const MAX_DEPTH = 3;

/** How exhibits are made. */
export interface ExhibitOptions {
  /** Makes the streams of PNGs; stored blocks by default. */
  readonly pack?: Pack | undefined;
  /** Texts in full, with what a report hides or leaves out. */
  readonly isWhole?: boolean | undefined;
}

const LENIENT = { lenient: true } as const;

/** What is shown of a content, and what could not be shown. */
export interface Exhibition {
  readonly exhibits: readonly Exhibit[];
  readonly faults: readonly string[];
}

/**
 * Exhibits of octets.
 * @param format what they are; undefined for unknown ones.
 * @param tree their fields.
 */
export function exhibit(
  format: ShownFormat | undefined,
  octets: Uint8Array,
  tree: Field,
  options: ExhibitOptions = {},
): Exhibition {
  const room = new Room(options);
  room.open(format, octets, tree, 0);
  return room;
}

/** Kinds whose files are read here. */
const READ_KINDS: readonly string[] = ['tune', 'picture', 'push', 'card', 'calendar'];

/** What is known of files that hold a format, where they are read here. */
function fileTypeOf(format: string): FileType | undefined {
  const [extension = ''] = (TABLE as Readonly<Record<string, Row>>)[format]?.extensions ?? [];
  const type = findFileType(extension);
  return type !== undefined && READ_KINDS.includes(type.kind) ? type : undefined;
}

/** Formats that a browser shows or plays as they are. */
const OF_BROWSERS = {
  png: { type: 'image/png', extension: '.png' },
  jpeg: { type: 'image/jpeg', extension: '.jpg' },
  gif: { type: 'image/gif', extension: '.gif' },
} as const;

/** Messages, alone or in a listing. */
const MESSAGES: ReadonlySet<string> = new Set(['tpdu-mo', 'tpdu-mt', 'pdu-mo', 'pdu-mt', 'hex', 'at']);

/** Formats whose text is what it carries: of others a text in their tree is. */
const TEXT_INSIDE: ReadonlySet<string> = new Set([
  ...MESSAGES,
  'log',
  'capture',
  'udh',
  'seo',
  'rp',
  'cp',
  'sip',
  'sckl',
  'smpp',
  'smpp-json',
  'wsp-push',
  'base64',
]);

/** Texts that are shown behind what they carry. */
const DOCUMENTS: ReadonlySet<string> = new Set(['soap', 'xml', 'json', 'smpp-json', 'jad', 'log']);

const PUSH_XML = 'push XML';

let kinds: ReadonlyMap<string, string> | undefined;

/** The format of a payload by the name that its tree has. */
function kindOf(root: string): string | undefined {
  kinds ??= new Map<string, string>([
    ...ROWS.flatMap(([format, { roots = [] }]) => roots.map((name) => [name, format] as const)),
    ['group graphic', 'group-graphic'],
    ['UDH', 'header'],
  ]);
  return kinds.get(root);
}

/** What is said of a payload that an error keeps from being shown. */
export function faultOf(message: string): string {
  return `cannot be shown: ${message}`;
}

/** Collects the exhibits of one content. */
class Room implements Exhibition {
  readonly exhibits: Exhibit[] = [];
  readonly faults: string[] = [];
  /** Payloads that are shown. */
  readonly #met = new Set<string>();
  readonly #options: ExhibitOptions;

  constructor(options: ExhibitOptions) {
    this.#options = options;
  }

  /** Shows octets by their format, or what is found in their tree. */
  open(format: string | undefined, octets: Uint8Array, tree: Field, depth: number): void {
    const before = this.exhibits.length;
    const isShown = format !== undefined && this.#attempt(() => this.#convert(format, octets, depth));
    if (!isShown) this.#searchIn(tree, octets, format !== undefined && TEXT_INSIDE.has(format), depth);
    const isEmpty = this.exhibits.length === before;
    if (isMessageArchive(format as Format))
      this.#add({ kind: 'text', name: 'messages', text: withoutSecrets(messagesOf(tree)) });
    else if (format === 'form' || format === 'kannel') this.#add({ kind: 'text', name: 'fields', text: pairsOf(tree) });
    else if (isEmpty || (format !== undefined && DOCUMENTS.has(format))) {
      const text = readText(octets);
      if (text === undefined) return;
      const shown = this.#options.isWhole === true ? text : withoutSecrets(text.slice(0, LOOK));
      this.#add({ kind: 'text', name: 'text', text: shown });
    }
  }

  /** Whether the format has a converter, and it could read the octets; what it says of a fault is kept. */
  #attempt(convert: () => boolean): boolean {
    const before = this.exhibits.length;
    try {
      return convert();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.exhibits.length = before;
      this.#fault(faultOf(error.message));
      return false;
    }
  }

  #convert(format: string, octets: Uint8Array, depth: number): boolean {
    if (format in OF_BROWSERS) return this.#addPicture(format as keyof typeof OF_BROWSERS, octets);
    const type = fileTypeOf(format);
    if (type !== undefined) return this.#convertFile(type, octets);
    if (MESSAGES.has(format)) return this.#convertMessages(format, octets);
    switch (format) {
      case 'rows':
        return this.#show([shownPicture('picture', PICTURE_FILES['.rows'].load(octets, LENIENT).frames)]);
      case 'group-graphic':
        return this.#show([shownPicture('group graphic', [decodeGroupGraphic(octets, { lenient: true }).bitmap])]);
      case 'picture-message':
        return this.#show(decodeMultipartMessage(octets, { lenient: true }).map(shownItem));
      case 'motorola':
        return this.#show([{ kind: 'tune', tune: parseMotorola(decodeUtf8(octets), { lenient: true }) }]);
      case 'mms':
        return this.#convertMms(decodeMms(octets, { lenient: true }), octets.length, depth);
      case 'operator-logo':
      case 'wsp-push': {
        const content = readPortData(format, octets) as Content;
        return content.kind !== 'pdu' && this.#show(shownContent(content));
      }
      case 'header': {
        const { elements } = decodeUdh(octets);
        const content = readContent({ from: '', text: '', udh: elements, parts: 1 }, 0, 0, { lenient: true });
        return this.#show(shownContent(content).filter((one) => one.kind !== 'text'));
      }
      case 'wav': {
        const ms = clipMs(octets);
        const description = ms === undefined ? 'WAV' : `WAV, ${(ms / 1000).toFixed(1)} s`;
        return this.#add({ kind: 'sound', name: 'sound', description, wav: octets });
      }
      default:
        return false;
    }
  }

  /** Reads octets as a file of this type. What its reader warns of is in the tree as well. */
  #convertFile({ extension, kind }: FileType, octets: Uint8Array): boolean {
    switch (kind) {
      case 'picture': {
        const picture = PICTURE_FILES[extension as BitmapExtension].load(octets, LENIENT);
        return this.#show([shownPicture(namePicture({ ...picture, extension }), picture.frames, picture.text)]);
      }
      case 'push':
        return this.#show([shownPush(loadPush(octets, extension, LENIENT))]);
      case 'card':
      case 'calendar':
        return this.#show(shownContent(loadVObject(octets, extension, LENIENT)));
      default: {
        const tune = TUNE_FILES[extension as TuneExtension].load(octets, LENIENT);
        // What the file has and the tune has not, such as other voices, stays in it.
        return this.#addTune(tune, extension === '.mid' ? octets : undefined);
      }
    }
  }

  /** Parts of a message are joined. Octets go through the listing's reader as the line that they would be. */
  #convertMessages(format: string, octets: Uint8Array): boolean {
    const listing = format === 'hex' || format === 'at' ? octets : encodeUtf8(toHex(octets));
    const contents = readListing(listing, LENIENT);
    return contents !== undefined && this.#show(contents.flatMap(shownContent));
  }

  /** A message's headers and slides in words, then its pictures and sounds. */
  #convertMms(pdu: MmsPdu, sizeOctets: number, depth: number): boolean {
    const { parts } = pdu;
    const resolved = parts === undefined ? undefined : resolveSlides({ parts, start: pdu.start });
    this.#add({ kind: 'text', name: pdu.type, text: formatFacts(mmsFacts(pdu, sizeOctets, resolved), 0, 2) });
    if (depth >= MAX_DEPTH) return true;
    for (const { data } of leafParts(parts ?? [])) {
      const [reading] = data.length > DEFAULT_LIMITS.inspectOctets ? [] : identify(data);
      // Texts stand in the words.
      if (reading !== undefined && !TEXTS.has(reading.format)) {
        this.#attempt(() => this.#convert(reading.format, data, depth + 1));
      }
    }
    return true;
  }

  /**
   * Payloads in a tree, in the order in which they stand there; one that cannot be shown is searched for others.
   * @param isOpened whether the field above opens octets of its own, as those of a parameter: then this is what they hold.
   */
  #search(field: Field, octets: Uint8Array, isOpened: boolean, withTexts: boolean, depth: number): void {
    const kind = isOpened || !isNamedByInput(field) ? kindOf(field.name) : undefined;
    const payload = octets.subarray(field.start, field.end);
    if (kind !== undefined && payload.length > 0 && this.#once(kind, payload, depth + 1)) return;
    const text = withTexts ? textOfField(field) : undefined;
    if (text !== undefined && text !== '') this.#add({ kind: 'text', name: 'text', text });
    this.#searchIn(field, octets, withTexts, depth);
  }

  /** The same payload may stand in a tree twice: where it is written, and put together. */
  #once(kind: string, payload: Uint8Array, depth: number): boolean {
    const key = `${kind} ${toHex(payload)}`;
    if (this.#met.has(key)) return true;
    const isShown = this.#attempt(() => this.#convert(kind, payload, depth));
    if (isShown) this.#met.add(key);
    return isShown;
  }

  #searchIn({ children, octets: own }: Field, octets: Uint8Array, withTexts: boolean, depth: number): void {
    for (const child of children) this.#search(child, own ?? octets, own !== undefined, withTexts, depth);
  }

  #show(shown: readonly Shown[]): boolean {
    for (const one of shown) {
      if (one.kind === 'tune') this.#addTune(one.tune, undefined);
      else if (one.kind === 'text') this.#add(one);
      else {
        const most = this.#options.isWhole === true ? MAX_WHOLE : MAX_FRAMES;
        const frames = one.frames.slice(0, most).map((bitmap) => {
          const { widthPx, heightPx } = bitmap;
          return { file: encodeBitmapPng(bitmap, this.#options.pack), extension: '.png', widthPx, heightPx } as const;
        });
        const { length } = one.frames;
        this.#add({ kind: 'picture', name: one.name, frames, isOneBit: true });
        if (length > most) this.#fault(`${most} of ${length} pictures are shown`);
        if (one.text !== undefined && one.text !== '') this.#add({ kind: 'text', name: 'text of the picture', text: one.text });
      }
    }
    return shown.length > 0;
  }

  /** @param midi the tune's own file, when it has one. */
  #addTune(tune: Tune, midi: Uint8Array | undefined): boolean {
    const wav = this.#sound(tune);
    const file = midi ?? this.#made(() => encodeMidi(tune));
    return this.#add({
      kind: 'sound',
      name: tune.title === '' ? 'tune without a title' : JSON.stringify(tune.title),
      description: describeTune(tune),
      ...(wav !== undefined && { wav }),
      ...(file !== undefined && { midi: file }),
    });
  }

  /** The sound of a tune, or of its beginning. */
  #sound(tune: Tune): Uint8Array | undefined {
    const heard = beginning(tune, MAX_SOUND_MS);
    if (heard.notes.length < tune.notes.length) this.#fault(`the sound is that of the first ${heard.notes.length} notes`);
    return heard.notes.length === 0 ? undefined : this.#made(() => renderWav(heard, { sampleRate: SAMPLE_RATE }));
  }

  #made(make: () => Uint8Array): Uint8Array | undefined {
    let made: Uint8Array | undefined;
    this.#attempt(() => {
      made = make();
      return true;
    });
    return made;
  }

  #addPicture(format: keyof typeof OF_BROWSERS, octets: Uint8Array): boolean {
    const { type, extension } = OF_BROWSERS[format];
    const size = pictureSize(octets, type);
    if (size === undefined) return false;
    const { widthPx, heightPx } = size;
    if (widthPx * heightPx > DEFAULT_LIMITS.sourcePixels) {
      this.#fault(`${widthPx}x${heightPx} pixels are not shown: at most ${DEFAULT_LIMITS.sourcePixels}`);
      return true;
    }
    const name = `${format.toUpperCase()} picture`;
    return this.#add({ kind: 'picture', name, frames: [{ file: octets, extension, widthPx, heightPx }], isOneBit: false });
  }

  #add(exhibit: Exhibit): boolean {
    const most = this.#options.isWhole === true ? MAX_WHOLE : MAX_EXHIBITS;
    if (this.exhibits.length === most) {
      this.#fault(`only the first ${most} things in it are shown`);
      return true;
    }
    const isCut = exhibit.kind === 'text' && this.#options.isWhole !== true;
    this.exhibits.push(isCut ? { ...exhibit, text: excerpt(exhibit.text) } : exhibit);
    return true;
  }

  /** The same fault many times is one, and a few say enough. */
  #fault(fault: string): void {
    if (this.faults.length < MAX_FAULTS && !this.faults.includes(fault)) this.faults.push(fault);
  }
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'smil']);

/**
 * Whether a field may have its name from the input: a parameter, a line, an element. It is no payload then, whatever it is called. A
 * document's root begins with a tag as its elements do, and has a name that no element can have.
 */
function isNamedByInput({ name, value, children }: Field): boolean {
  return value !== undefined || (children[0]?.name === 'tag' && name !== PUSH_XML);
}

/** The notes of a tune that end within a time. */
function beginning(tune: Tune, mostMs: number): Tune {
  const { notes } = tune;
  const first = (count: number): Tune => ({ ...tune, notes: notes.slice(0, count) });
  if (tuneDurationMs(tune) <= mostMs) return tune;
  let [fits, fitsNot] = [0, notes.length];
  while (fitsNot - fits > 1) {
    const middle = (fits + fitsNot) >> 1;
    if (tuneDurationMs(first(middle)) <= mostMs) fits = middle;
    else fitsNot = middle;
  }
  return first(fits);
}
