/**
 * Files of what somebody dropped or chose: folders are gone through, as far as the limits of a collection go.
 * @module
 */
import type { Dropped } from '../ui/file-view.js';
import type { Source } from './collection.js';
import { COLLECTION_LIMITS } from './limits.js';

/** All files of a drop, in the order in which folders are gone through. */
export async function listSources({ files, entries }: Dropped): Promise<Source[]> {
  const sources: Source[] = [];
  if (entries.length === 0) {
    for (const file of files) sources.push({ path: file.webkitRelativePath || file.name, blob: file });
    return sources;
  }
  for (const entry of entries) await walk(entry, 0, sources);
  return sources;
}

/** One more than the limit says that there are too many; a folder without an end stops there. */
async function walk(entry: FileSystemEntry, depth: number, sources: Source[]): Promise<void> {
  if (sources.length > COLLECTION_LIMITS.files) return;
  const path = entry.fullPath.replace(/^\//, '');
  const refuse = (fault: string) => sources.push({ path, blob: new Blob([]), fault });
  if (depth > COLLECTION_LIMITS.depth) refuse(`more than ${COLLECTION_LIMITS.depth} folders inside of each other`);
  else if (entry.isFile) {
    const file = await new Promise<File | undefined>((resolve) => {
      (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined));
    });
    if (file === undefined) refuse('the browser cannot read it');
    else sources.push({ path, blob: file });
  } else {
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      // Browsers give a hundred at a time.
      const some = await new Promise<readonly FileSystemEntry[] | undefined>((resolve) => {
        reader.readEntries(resolve, () => resolve(undefined));
      });
      if (some === undefined) refuse('the browser cannot read this folder');
      if (some === undefined || some.length === 0 || sources.length > COLLECTION_LIMITS.files) return;
      for (const each of some) await walk(each, depth + 1, sources);
    }
  }
}
