/**
 * Python's readers of XML and multiparts over a batch: one process, JSON in and out.
 * @module
 */
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

const PYTHON = '/usr/bin/python3';
const WORKER = fileURLToPath(new URL('markup_worker.py', import.meta.url));

/** An element. */
export interface MarkupElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly MarkupElement[];
}

/** A document, the parts of a multipart, or a refusal. */
export type MarkupAnswer =
  | { readonly root: MarkupElement }
  | { readonly parts: readonly { readonly type: string; readonly text: string; readonly root?: MarkupElement }[] }
  | { readonly error: string };

/** Reads documents, and multiparts where there is a content type. */
export async function readMarkup(
  jobs: readonly { readonly text: string; readonly contentType?: string }[],
): Promise<MarkupAnswer[]> {
  const { stdout } = await run(PYTHON, [WORKER], { input: JSON.stringify(jobs) });
  return JSON.parse(stdout) as MarkupAnswer[];
}
