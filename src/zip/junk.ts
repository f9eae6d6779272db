/**
 * What operating systems and build tools put into archives beside the files of their user.
 * @module
 */

const NAMES = new Set(['thumbs.db', 'desktop.ini']);
const FOLDERS = new Set(['__macosx', 'meta-inf']);

/** Whether a path (with `/`) belongs to no one: `__MACOSX/`, `META-INF/`, `Thumbs.db`, `desktop.ini`, names that begin with a dot. */
export function isJunkPath(path: string): boolean {
  const segments = path.toLowerCase().split('/');
  const name = segments.pop() as string;
  return NAMES.has(name) || name.startsWith('.') || segments.some((folder) => FOLDERS.has(folder) || folder.startsWith('.'));
}
