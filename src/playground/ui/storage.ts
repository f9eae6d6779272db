/**
 * What the browser keeps of the page's choices. A page opened as a file, or one whose storage is closed, has no place to keep them.
 * @module
 */

/** What is kept under a name; null for nothing. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name, or holds it until the page is closed. */
export function writeStored(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The choice holds until the page is closed.
  }
}
