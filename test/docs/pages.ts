/**
 * The pages of the documentation: which there are, the fenced blocks in them, and what a block of expected output stands for. The examples in doc
 * comments of the sources too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders that hold no page of ours. */
const FOREIGN = new Set(['node_modules', 'dist', 'coverage', 'reports', '.git', '.ci', '.stryker-tmp']);

/** Markdown files below a folder of the project, as paths from its root with `/`. */
function pagesBelow(folder: string, deep = true): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return deep && !FOREIGN.has(entry.name) ? pagesBelow(path) : [];
    return entry.name.endsWith('.md') ? [relative(root, path).replaceAll('\\', '/')] : [];
  });
}

/** Every page of the project, those beside the code too. */
export const allPages: readonly string[] = pagesBelow(root).sort();

/** The pages whose examples are run: those at the top, and `docs` with its folders. */
export const pages: readonly string[] = allPages.filter((page) => !page.includes('/') || page.startsWith('docs/'));

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** A fenced block. */
export interface Block {
  readonly page: string;
  /** Of the fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** What stands between the block before this one and this one. */
  readonly before: string;
}

/** Fenced blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const text = textOf(page);
  let end = 0;
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [whole, language = '', code = ''] = match;
    const before = text.slice(end, match.index);
    end = match.index + whole.length;
    return { page, line: text.slice(0, match.index).split('\n').length, language, code, before };
  });
}

/** A fenced block below an `@example`. */
interface SourceExample extends Block {
  /** The function or class that the comment is of; absent for a method or a property. */
  readonly name: string | undefined;
}

const DOC_COMMENT = /^( *)\/\*\*\n((?: *\*(?!\/).*\n)*?) *\*\/\n(?:export (?:async )?(?:function|class) (\w+))?/gm;

/** Blocks below each `@example` of the sources of the package's modules. One without a fence is a block without a language. */
export const sourceExamples: readonly SourceExample[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts') && !/^src\/(?:cli|playground)\//.test(file))
  .sort()
  .flatMap((page) => {
    const text = textOf(page);
    if (!text.includes('@example\n')) return [];
    return [...text.matchAll(DOC_COMMENT)].flatMap(({ 0: whole, 2: body = '', 3: name, index }) => {
      const lines = body.split('\n').map((line) => line.replace(/^ *\* ?/, ''));
      const start = lines.indexOf('@example');
      if (start === -1) return [];
      // The comment's first line is the one after its `/**`.
      const line = text.slice(0, index + whole.indexOf('\n') + 1).split('\n').length + start + 1;
      const [, language = '', code = ''] = /^```(\w+)\n([\s\S]*?)^```$/m.exec(lines.slice(start + 1).join('\n')) ?? [];
      return [{ page, line, language, code, before: '', name }];
    });
  });

/**
 * A pattern of output lines in which `...` leaves text or, alone on a line, any lines out. Four dots and more are dots, as rows of pixels have them:
 * dozens of gaps in a line would take the pattern for ever.
 */
export function patternOf(lines: readonly string[]): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const body = lines.map((line) =>
    line === '...'
      ? '(?:.*\\n)*'
      : `${line
          .split(/(?<!\.)\.{3}(?!\.)/)
          .map(literal)
          .join('.*')}\\n`,
  );
  return new RegExp(`^${body.join('')}$`);
}
