/**
 * The forms for pictures: picture message, operator logo, group graphic. A file or a sample becomes a bitmap of the size that a handset
 * takes, which can be mended pixel by pixel.
 * @module
 */
import type { Bitmap, Dither, Fit } from '../../bitmap/index.js';
import { encodeNetworkCode } from '../../bitmap/index.js';
import { FormatError } from '../../errors.js';
import type { App, ComposeForm } from '../app.js';
import type { Composed } from '../composed.js';
import { phoneHandset } from '../phone/profile.js';
import { sizeText } from '../phone/showing.js';
import { button, choice, field, fill, h } from '../ui/dom.js';
import { debounced, faultLine, TYPING_MS } from '../ui/fault-view.js';
import { octetsOf, pixelsOf } from '../ui/file-view.js';
import { type BitmapFile, PICTURE_ENDINGS, readPictureFile, requireRoom } from './picture-file.js';
import { pictureFiles } from './picture-files.js';
import { type PictureSource, parseCrop, parseSize, type RenderOptions, renderPicture, sourceSize } from './picture-render.js';
import { PICTURE_SAMPLES } from './picture-samples.js';
import { type PictureUse, pictureSizes } from './picture-sizes.js';
import { pixelEditor } from './pixel-editor-view.js';

export const pictureForm: ComposeForm = formFor('picture', 'Picture message', 'pictureMessage', 'hills');
export const logoForm: ComposeForm = formFor('logo', 'Operator logo', 'operatorLogo', 'name');
export const groupForm: ComposeForm = formFor('group', 'Group graphic', 'groupGraphic', 'heart');

const DITHERS: readonly (readonly [Dither | 'auto', string])[] = [
  ['auto', 'automatic'],
  ['none', 'none: logos, letters'],
  ['floyd-steinberg', 'Floyd-Steinberg: photographs'],
  ['atkinson', 'Atkinson: more contrast'],
  ['ordered', 'ordered: patterns'],
];

const FITS: readonly (readonly [Fit, string])[] = [
  ['contain', 'whole picture, white margins'],
  ['cover', 'fill, cut what hangs over'],
  ['stretch', 'stretch'],
];

const OTHER_SIZE = 'other';

/** Characters that handsets show below a picture. */
const MOST_TEXT = 120;

function formFor(id: string, title: string, use: PictureUse, sample: string): ComposeForm {
  return { id, title, build: (app, changed) => buildForm(app, changed, id, use, sample) };
}

function buildForm(
  app: App,
  changed: (composed: Composed | FormatError | undefined) => void,
  id: string,
  use: PictureUse,
  firstSample: string,
): HTMLElement {
  const handset = phoneHandset();
  let source: PictureSource | undefined;
  let sourceWords = '';
  let sampleId: string | undefined = firstSample;
  let bitmap: Bitmap | undefined;
  /** Counts what was chosen: of files that are read, the last one chosen counts. */
  let turn = 0;
  /** Whether somebody chose the size; else it is the one that suits the handset. */
  let isOwnSize = false;

  // ---- controls ----

  const file = h('input', { type: 'file', id: `${id}-file`, accept: `image/*,${PICTURE_ENDINGS}` });
  const samples = choice(
    { id: `${id}-sample` },
    [['', 'a file'], ...PICTURE_SAMPLES.map((one) => [one.id, one.words] as const)],
    firstSample,
  );
  const size = choice({ id: `${id}-size` }, []);
  const otherSize = h('input', { type: 'text', id: `${id}-other-size`, value: '72x28', size: 9, autocomplete: 'off' });
  const dither = choice({ id: `${id}-dither` }, DITHERS, 'auto');
  const fit = choice({ id: `${id}-fit` }, FITS, 'contain');
  const threshold = h('input', { type: 'range', id: `${id}-threshold`, min: 0, max: 255, step: 1, value: 128 });
  const thresholdBy = choice(
    { id: `${id}-threshold-by` },
    [
      ['default', 'as usual'],
      ['auto', 'found from the picture'],
      ['own', 'set here'],
    ],
    'default',
  );
  const invert = h('input', { type: 'checkbox', id: `${id}-invert` });
  const crop = h('input', { type: 'text', id: `${id}-crop`, size: 16, placeholder: 'all of it', autocomplete: 'off' });
  const text = h('textarea', { id: `${id}-text`, rows: 2, maxlength: 1000, dir: 'auto' });
  const code = (name: string, value: string) =>
    h('input', {
      ...{ type: 'text', id: `${id}-${name}`, value, size: 4, maxlength: 3 },
      ...{ inputmode: 'numeric', autocomplete: 'off' },
    });
  const mcc = code('mcc', '234');
  const mnc = code('mnc', '10');
  if (use === 'pictureMessage') text.value = 'Greetings from the hills!';

  const faults = {
    file: faultLine(file),
    size: faultLine(otherSize),
    crop: faultLine(crop),
    network: faultLine(mcc),
    all: faultLine(),
  };
  const editor = pixelEditor(id, {
    room: () => root.clientWidth,
    onEdit: (edited) => {
      bitmap = edited;
      // Another size would undo it.
      isOwnSize = true;
      compose();
    },
    onUndo: () => render(),
    announce: (words) => app.announce(words),
  });
  const sizeHint = h('p.hint');
  const otherField = field('Width x height', otherSize);

  // ---- what there is ----

  const offerSizes = () => {
    const { sizes, reason } = pictureSizes(use, handset.get());
    const before = size.value;
    const options = sizes.map(
      ({ widthPx, heightPx, words }) => [`${widthPx}x${heightPx}`, `${sizeText({ widthPx, heightPx })}: ${words}`] as const,
    );
    const all = [...options, [OTHER_SIZE, 'another size'] as const];
    const kept = isOwnSize && all.some(([value]) => value === before) ? before : all[0]?.[0];
    fill(size, ...all.map(([value, words]) => h('option', { value, selected: value === kept }, words)));
    sizeHint.textContent = `${reason} (the handset of the tab Phone).`;
  };

  const wantedSize = () => parseSize(size.value === OTHER_SIZE ? otherSize.value : size.value);

  const loadSample = () => {
    const found = PICTURE_SAMPLES.find((one) => one.id === sampleId);
    if (found === undefined) return;
    const wanted = wantedSize();
    source = { kind: 'pixels', pixels: found.draw(wanted.widthPx, wanted.heightPx) };
    sourceWords = 'sample';
  };

  const loadFile = async (chosen: File) => {
    const mine = ++turn;
    try {
      requireRoom(chosen.size);
      const octets = await octetsOf(chosen);
      const found = readPictureFile(chosen.name, octets);
      const pixels = found.kind === 'bitmap' ? undefined : await pixelsOf(octets, found.type);
      if (mine !== turn) return;
      if (found.kind === 'bitmap') takeBitmap(found);
      else if (pixels !== undefined) {
        source = { kind: 'pixels', pixels };
        sourceWords = `${chosen.name}, ${found.type}`;
      }
      sampleId = undefined;
      samples.value = '';
      faults.file.show(undefined);
      render();
      app.announce(`${chosen.name} read`);
    } catch (error) {
      // The picture that was there stays, and so does what is made of it.
      if (mine === turn) faults.file.show(error);
    }
  };

  const takeBitmap = (found: BitmapFile) => {
    source = { kind: 'bitmap', bitmap: found.bitmap };
    sourceWords = found.format;
    if (found.text !== undefined && use === 'pictureMessage') text.value = found.text;
    if (found.network !== undefined) [mcc.value, mnc.value] = [found.network.mcc, found.network.mnc];
    // A picture that has a size already keeps it, where one of that size is offered.
    const own = `${found.bitmap.widthPx}x${found.bitmap.heightPx}`;
    if (![...size.options].some(({ value }) => value === own)) return;
    size.value = own;
    isOwnSize = true;
  };

  const optionsOf = (): RenderOptions => ({
    ...wantedSize(),
    fit: fit.value as Fit,
    dither: dither.value as Dither | 'auto',
    threshold: { default: undefined, auto: 'auto' as const, own: Number(threshold.value) }[
      thresholdBy.value as 'default' | 'auto' | 'own'
    ],
    invert: invert.checked,
    enlarge: fit.value !== 'contain' || sampleId !== undefined,
    crop: parseCrop(crop.value),
  });

  /** Makes the bitmap anew; pixels that were turned over are gone. */
  const render = () => {
    for (const line of [faults.size, faults.crop, faults.all]) line.show(undefined);
    otherField.hidden = size.value !== OTHER_SIZE;
    threshold.disabled = thresholdBy.value !== 'own';
    try {
      if (sampleId !== undefined) loadSample();
      bitmap = source && renderPicture(source, optionsOf());
    } catch (error) {
      bitmap = undefined;
      const where = error instanceof FormatError ? error.field : '';
      const line = where === 'size' ? faults.size : where.startsWith('crop') ? faults.crop : faults.all;
      line.show(error);
      editor.show(undefined);
      changed(error instanceof FormatError ? error : undefined);
      return;
    }
    editor.show(bitmap, source && `${sourceWords}, ${sizeText(sourceSize(source))}`);
    compose();
  };

  const compose = () => {
    if (bitmap === undefined) return changed(undefined);
    const words = text.value;
    const network = { mcc: mcc.value.trim(), mnc: mnc.value.trim() };
    faults.network.show(undefined);
    if (use === 'operatorLogo') {
      try {
        encodeNetworkCode(network);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        faults.network.show(error);
        return changed(error);
      }
    }
    const build = { anySize: true };
    switch (use) {
      case 'operatorLogo':
        return changed({
          content: { kind: use, ...network, bitmap },
          build,
          files: pictureFiles(bitmap, { name: 'logo', network }),
        });
      case 'groupGraphic':
        return changed({ content: { kind: use, bitmap }, build, files: pictureFiles(bitmap, { name: 'group' }) });
      case 'pictureMessage': {
        const files = pictureFiles(bitmap, { name: 'picture', text: words });
        return changed({ content: { kind: use, bitmap, text: words }, build, files });
      }
    }
  };

  // ---- events ----

  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen !== undefined) void loadFile(chosen);
  });
  samples.addEventListener('change', () => {
    if (samples.value === '') {
      // No dialogue opens for a key that goes through the list.
      samples.value = sampleId ?? '';
      return;
    }
    turn++;
    sampleId = samples.value;
    file.value = '';
    faults.file.show(undefined);
    render();
  });
  const renderLater = debounced(render, TYPING_MS);
  size.addEventListener('change', () => {
    isOwnSize = true;
  });
  for (const control of [size, dither, fit, thresholdBy, invert]) control.addEventListener('change', render);
  for (const control of [otherSize, crop, threshold]) control.addEventListener('input', renderLater);
  for (const control of [text, mcc, mnc]) control.addEventListener('input', compose);
  handset.onChange(() => {
    const before = size.value;
    offerSizes();
    if (size.value !== before) render();
  });

  const drop = h(
    'div.drop',
    h(
      'div.row',
      field(
        'Picture',
        file,
        'PNG, JPEG, GIF, BMP, WebP; OTB, NOL, NGG, NPM, NLM, WBMP; hex, or rows of # and . — or drop it here',
      ),
      field('or a sample', samples),
    ),
  );
  for (const type of ['dragenter', 'dragover'] as const) {
    drop.addEventListener(type, (event) => {
      event.preventDefault();
      drop.classList.add('over');
    });
  }
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    const [chosen] = event.dataTransfer?.files ?? [];
    if (chosen !== undefined) void loadFile(chosen);
  });

  const root = h(
    'div.stack.picture-form',
    drop,
    faults.file.element,
    ...editor.elements,
    faults.all.element,
    h('div.row', field('Size', size), otherField, field('Greys', dither), field('Fit', fit)),
    h(
      'div.row',
      sizeHint,
      button('Another handset', () => app.select('phone'), { class: 'button small' }),
    ),
    faults.size.element,
    h(
      'details',
      h('summary', 'Threshold, inverting, a part of the picture'),
      h(
        'div.row',
        field('Black from white', thresholdBy),
        field('Level', threshold),
        h('label.check', invert, 'Invert'),
        field('Part', crop, 'width x height + left + top, such as 72x28+10+0'),
      ),
      faults.crop.element,
    ),
    use === 'pictureMessage' && field('Text below', text, `Handsets show about ${MOST_TEXT} characters.`),
    use === 'operatorLogo' &&
      h(
        'div.row',
        field('Country (MCC)', mcc, 'three digits: 234 is the United Kingdom'),
        field('Network (MNC)', mnc, 'two digits: the logo shows in this network alone'),
      ),
    use === 'operatorLogo' && faults.network.element,
  );
  offerSizes();
  otherSize.value = size.value;
  render();
  // The preview has its size once it is on the page.
  new ResizeObserver(() => editor.draw()).observe(root);
  return root;
}
