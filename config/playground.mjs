/**
 * Puts the playground together: one page with its style and its script in it, `dist/playground/index.html`. The content security policy
 * allows these two by their hashes and nothing from elsewhere; the page may talk to the server that it came from.
 *
 *   node config/playground.mjs      after tsup has left the script in dist/playground
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src', 'playground');
const target = join(root, 'dist', 'playground');

const SHEETS = ['ui/style.css', 'inspect/inspect.css', 'compose/compose.css', 'phone/phone.css', 'inbox/inbox.css'];

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const sheets = SHEETS.map((name) => readFileSync(join(source, name), 'utf8')).join('\n');
const style = transformSync(sheets, { loader: 'css', minify: true }).code.trim();
const built = join(target, 'main.global.js');
// An end tag in a text of the script would end the element.
const script = readFileSync(built, 'utf8').trim().replaceAll('</script', '<\\/script');
if (style.includes('</style')) throw new Error('the style holds an end tag');
const csp = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  'img-src data: blob:',
  'media-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const parts = { csp, style, script };
// By a function: `$&` in the script is no instruction.
const page = readFileSync(join(source, 'page.html'), 'utf8').replace(/\{\{(csp|style|script)\}\}/g, (_, name) => parts[name]);
writeFileSync(join(target, 'index.html'), page);
rmSync(built);
