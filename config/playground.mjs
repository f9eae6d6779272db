/**
 * Puts the playground together, twice, in dist/playground, and the page that counts:
 *
 *   index.html       one page with its style and its script in it, which works as a file
 *   count.html       the form for texts by itself, likewise
 *   hosted/          for a web server: index.html, icon.svg, worker.js, assets/ with a file for what each tab takes by itself, and
 *                    count/index.html
 *
 * The policy of each page allows what it is made of and nothing from elsewhere: the one its style and script by their hashes, the other the files
 * beside it. Either may talk to the server that it came from.
 *
 *   node config/playground.mjs
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transformSync } from 'esbuild';
import { GALLERY_FILE, makeGallerySource } from './gallery.mjs';
import { noticeComment, packagesOf, writeNotices } from './notices.mjs';
import { CHANGES, pageSource, pageTables } from './page-tables.mjs';
import { fewerFiles, piecesPlugin } from './pieces.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src', 'playground');
const target = join(root, 'dist', 'playground');

const COUNT_SHEETS = ['ui/style.css', 'compose/compose.css', 'compose/text.css', 'count/count.css'];
const SHEETS = [
  'ui/style.css',
  'start/start.css',
  'inspect/inspect.css',
  'files/files.css',
  'compose/compose.css',
  'compose/text.css',
  'phone/phone.css',
  'inbox/inbox.css',
  'send/send.css',
];

const shared = { bundle: true, minify: true, target: 'es2022', platform: 'browser', write: false, legalComments: 'none' };

/** What removes more of a script than esbuild does: a twentieth of what goes over the wire. `npm start` in a clone without packages does without. */
const swc = await import('@swc/core').catch(({ code, message }) => {
  console.warn(`the page is larger than it could be: ${code === 'ERR_MODULE_NOT_FOUND' ? 'swc is not installed' : message}`);
});
const SWC_OPTIONS = { ecma: 2022, compress: { passes: 3 }, mangle: true };

const smaller = (script, isModule) => swc?.minifySync(script, { ...SWC_OPTIONS, module: isModule }).code ?? script.trim();

/** A comment that goes into the hash in a file's name, which comes before, and not into the file. */
const MADE_BY = `/* ${swc === undefined ? 'esbuild' : `swc ${swc.version} ${JSON.stringify(SWC_OPTIONS)}`} */`;

/** Octets of the smallest file, if it can be. */
const MIN_OCTETS = 4000;

const hashOf = (text, encoding = 'base64') => createHash('sha256').update(text).digest(encoding);
const byHash = (text) => `'sha256-${hashOf(text)}'`;
const shortHash = (text) => hashOf(text, 'hex').slice(0, 8);

/** A policy by what differs between the pages. */
const policy = (script, style, { worker, connect = "'self'", pictures = '' }) =>
  [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${style}`,
    ...(worker === undefined ? [] : [`worker-src ${worker}`]),
    `connect-src ${connect}`,
    `img-src ${pictures}data: blob:`,
    'media-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** A page with its parts. */
function pageOf(parts, name = 'page.html') {
  // By a function: `$&` in the script is no instruction.
  return readFileSync(join(source, name), 'utf8').replace(
    /\{\{(csp|icon|style|script|full|count)\}\}/g,
    (_, part) => parts[part],
  );
}

/** What a page in one file is made of. */
function inline(outputFiles, style, icon, policies) {
  // An end tag in a text of the script would end the element; after a comment's beginning, a start tag keeps it from its end.
  const script = smaller(outputFiles[0].text, false).replaceAll('</script', '<\\/script').replaceAll('<script', '\\x3cscript');
  if (style.includes('</style')) throw new Error('the style holds an end tag');
  return {
    csp: policy(byHash(script), byHash(style), policies),
    icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
    style: `<style>${style}</style>`,
    script: `<script>${script}</script>`,
  };
}

/** A source as the page has it; undefined for one that is the same there. */
const sourceOf = (path) => (GALLERY_FILE.test(path) ? gallery : pageSource(path));

const finishedGallery = {
  name: 'gallery',
  setup({ onLoad }) {
    onLoad({ filter: GALLERY_FILE }, ({ path }) => ({ contents: sourceOf(path), loader: 'ts' }));
  },
};

/** What is loaded later elsewhere is there from the beginning in one file. */
const atOnce = {
  name: 'at-once',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]playground[\\/].*\.ts$/ }, ({ path }) => {
      const imports = [];
      const text = readFileSync(path, 'utf8').replace(/\bimport\(('[^']+')\)/g, (_, from) => {
        const name = `atOnce${imports.length}`;
        imports.push(`import * as ${name} from ${from};`);
        return `Promise.resolve(${name})`;
      });
      return { contents: `${imports.join('')}${text}`, loader: 'ts', resolveDir: dirname(path) };
    });
  },
};

/** Readers that `late-readers.ts` loads when they are asked for, and has stand-ins for. */
const LATE = {
  'vobject/vcalendar-parse.ts': ['parseVCalendar', 'readCalendar'],
  'vobject/vcalendar-format.ts': ['formatVCalendar'],
  'vobject/vcard-format.ts': ['formatVCard'],
  'inspect/cell-tree.ts': ['inspectCell', 'judgeCell', 'listCellFields', 'readCellText', 'refuseCell'],
  'zip/tree.ts': ['traceZip'],
  'inspect/archive-tree.ts': ['archiveSteps', 'judgeArchive', 'listArchiveFacts'],
  'inspect/capture-tree.ts': ['captureSteps', 'describeCapture', 'refuseCapture'],
  'media/png.ts': ['readPng'],
  'media/jpeg.ts': ['readJpeg'],
  'media/gif.ts': ['readGif'],
  'media/wav.ts': ['readWav'],
  'inspect/images-bmp.ts': ['readBmpFile'],
  'bitmap/nokia-files.ts': ['readNgg', 'readNlm', 'readNol', 'readNpm'],
  'ringtone/midi.ts': ['readMidi'],
  'ringtone/flipper-music.ts': ['formatFlipperMusic', 'parseFlipperMusic'],
  'ringtone/arduino-table.ts': ['formatArduinoTable', 'parseArduinoTable'],
  'ringtone/esc-melody.ts': ['decodeBluejayMelody', 'encodeBluejayMelody', 'measureEscMelody', 'readBluejayMelody'],
  'ringtone/device-lint.ts': ['findDeviceIssues'],
  'ringtone/device-fit.ts': ['fitToDevice'],
  'inspect/sim.ts': ['judgeSim', 'simTree', 'simRefusal', 'simMessage'],
  'sim/secured-packet.ts': ['readCommandPacket', 'readResponsePacket', 'describePacket'],
};
const standIns = new Map(
  Object.entries(LATE).map(([name, names]) => [join(root, 'src', name), { path: join(source, 'late-readers.ts'), names }]),
);

/** @returns the packages that are part of the page */
async function buildSingle(style, icon) {
  const entryPoints = [join(source, 'main.ts')];
  const { outputFiles, metafile } = await build({
    ...shared,
    entryPoints,
    ...{ format: 'iife', metafile: true, absWorkingDir: root },
    plugins: [pageTables, finishedGallery, atOnce],
    define: { 'import.meta.url': 'undefined' },
  });
  // A worker is the script of the page once more.
  const page = pageOf({ ...inline(outputFiles, style, icon, { worker: 'blob:' }), count: 'count.html' });
  const packages = packagesOf(metafile);
  const notice = noticeComment(packages, CHANGES);
  writeFileSync(
    join(target, 'index.html'),
    page.replace('\n', () => `\n${notice}\n`),
  );
  return packages;
}

/** The page that counts. @returns what it is by the address of the full page */
async function buildCount(style, icon) {
  const entryPoints = [join(source, 'count', 'count-view.ts')];
  const { outputFiles } = await build({ ...shared, entryPoints, format: 'iife', plugins: [atOnce] });
  const parts = inline(outputFiles, style, icon, { connect: "'none'" });
  return (full) => pageOf({ ...parts, full }, 'count/page.html');
}

async function buildHosted(style, icon, count) {
  const folder = join(target, 'hosted');
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['assets', 'count']) mkdirSync(join(folder, name), { recursive: true });
  const bundle = (also) =>
    build({
      ...shared,
      ...{ entryPoints: [join(source, 'hosted.ts')], outdir: join(folder, 'assets'), format: 'esm', splitting: true },
      ...{ entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]', metafile: true, absWorkingDir: root },
      // What is imported and not used is what a file is loaded with besides.
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      banner: { js: MADE_BY },
      plugins: [pageTables, piecesPlugin(join(root, 'src'), { load: sourceOf, standIns, also })],
    });
  const { metafile } = await bundle(new Map());
  const { outputFiles } = await bundle(fewerFiles(metafile, root, MIN_OCTETS, (entry) => /(?:hosted|-tab)\.ts$/.test(entry)));
  const files = new Map(outputFiles.map(({ path, text }) => [`assets/${basename(path)}`, smaller(text, true)]));
  const sheet = `assets/style-${shortHash(style)}.css`;
  files.set(sheet, style);
  files.set('icon.svg', icon);
  const script = [...files.keys()].find((name) => name.startsWith('assets/hosted-'));
  const page = pageOf({
    csp: policy("'self'", "'self'", { worker: "'self'", pictures: "'self' " }),
    icon: 'icon.svg',
    style: `<link rel="stylesheet" href="${sheet}" />`,
    script: `<script type="module" src="${script}"></script>`,
    count: 'count/',
  });
  const names = [...files.keys()].sort();
  const worker = await build({
    ...shared,
    ...{ entryPoints: [join(source, 'worker.ts')], format: 'iife' },
    define: { PAGE_BUILD: JSON.stringify(shortHash(page + count + names.join() + icon)), PAGE_FILES: JSON.stringify(names) },
  });
  files.set('index.html', page);
  files.set('count/index.html', count);
  files.set('worker.js', smaller(worker.outputFiles[0].text, false));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

mkdirSync(target, { recursive: true });
const styleOf = (sheets) => {
  const text = sheets.map((name) => readFileSync(join(source, name), 'utf8')).join('\n');
  return transformSync(text, { loader: 'css', minify: true }).code.trim();
};
const iconOf = (name) => readFileSync(join(source, name), 'utf8').trim();
const style = styleOf(SHEETS);
const gallery = await makeGallerySource();
const icon = iconOf('icon.svg');
const count = await buildCount(styleOf(COUNT_SHEETS), iconOf('count/icon.svg'));
writeFileSync(join(target, 'count.html'), count('index.html'));
const packages = await buildSingle(style, icon);
await buildHosted(style, icon, count('../'));
for (const folder of ['.', 'hosted']) writeNotices(join(target, folder, 'licenses.txt'), packages, CHANGES);
