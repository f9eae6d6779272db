/**
 * The gallery of the page's first tab, made at build time: the tab carries the finished samples and their pictures, and none of what makes them.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const maker = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'playground', 'start', 'gallery-maker.ts');

/** The file whose place the finished list takes. */
export const GALLERY_FILE = /[\\/]start[\\/]gallery\.ts$/;

/** Runs the maker. @returns the source that takes the place of {@link GALLERY_FILE} */
export async function makeGallerySource() {
  const { outputFiles } = await build({
    ...{ entryPoints: [maker], bundle: true, write: false, format: 'esm', platform: 'neutral', target: 'es2022' },
    ...{ mainFields: ['module', 'main'], logLevel: 'error' },
  });
  const { makeGallery } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
  return `export const GALLERY = ${JSON.stringify(makeGallery())};`;
}
