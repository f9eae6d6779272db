/**
 * The gallery of samples. The build puts the finished list in the place of this file (config/gallery.mjs), so that the tab carries no codec.
 * @module
 */
import { type GalleryItem, makeGallery } from './gallery-maker.js';

/** Every sample, in the order of the page. */
export const GALLERY: readonly GalleryItem[] = makeGallery();
