/**
 * What was typed in the forms, as the browser keeps it: one JSON text, of which each form, the settings and the handset have a part. No DOM here.
 *
 *   {"version":1,"forms":{"text":{"text":"Hi"}},"settings":{"to":"447700900123"},"handset":"nokia-3310"}
 *
 * @module
 */

/** The form of the text; others are ignored. */
const VERSION = 1;

/** Characters of a text that is read: browsers keep no more of a page. */
const MAX_CHARACTERS = 6_000_000;

/** What is kept. Each part is checked by those that it is for. */
export interface Drafts {
  /** Fields that are not as the form begins, by the id of the form. */
  readonly forms: Readonly<Record<string, unknown>>;
  readonly settings: unknown;
  /** Id of the handset. */
  readonly handset: string | undefined;
}

const NOTHING: Drafts = { forms: {}, settings: undefined, handset: undefined };

/** Reads what {@link writeDrafts} writes; what is not of this version, or damaged, holds nothing. */
export function readDrafts(text: string | null): Drafts {
  if (text === null || text.length > MAX_CHARACTERS) return NOTHING;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return NOTHING;
  }
  if (!isRecord(value) || value.version !== VERSION) return NOTHING;
  const { forms, settings, handset } = value;
  return {
    forms: isRecord(forms) ? forms : {},
    settings,
    handset: typeof handset === 'string' ? handset : undefined,
  };
}

/** The text of drafts; empty where there is nothing to keep. */
export function writeDrafts({ forms, settings, handset }: Drafts): string {
  const isEmpty = Object.keys(forms).length === 0 && settings === undefined && handset === undefined;
  return isEmpty ? '' : JSON.stringify({ version: VERSION, forms, settings, handset });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
