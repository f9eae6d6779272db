/**
 * Where a worker of the collection begins. In the page in files this file is the worker; in one file the worker runs the page's own script
 * once more, which does nothing else where there is no document.
 * @module
 */

/** The address of this file; undefined in one file. */
export const WORKER_URL: string | undefined = import.meta.url;

if (typeof document === 'undefined') {
  import('./work.js')
    .then(({ serve }) => serve())
    // The page does not hear of it otherwise.
    .catch((error) => postMessage({ error: String(error) }));
}
