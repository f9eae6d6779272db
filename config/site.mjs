/**
 * The site: the pages of docs, the reference of all modules, the search over both, and the playground, as files for any web server in reports/site.
 * A link that leads nowhere fails it.
 */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';

const root = fileURLToPath(new URL('..', import.meta.url));
const site = join(root, 'reports', 'site');

const app = await Application.bootstrapWithPlugins({ options: join(root, 'config', 'typedoc.site.json') });
const project = await app.convert();
if (project === undefined) process.exit(1);
app.validate(project);
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);
cpSync(join(root, 'dist', 'playground', 'hosted'), join(site, 'page'), { recursive: true });

const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((path) => extname(path) === '.html');
const texts = new Map(pages.map((path) => [path, readFileSync(join(site, path), 'utf8')]));
/** Anchors of a page; none for what is no page. */
const anchors = new Map(
  [...texts].map(([path, text]) => [path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
);

const dead = [];
for (const [path, text] of texts) {
  if (path.startsWith('page')) continue; // made and tested by itself
  for (const [, link] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
    if (/^(?:[a-z]+:|#$|$)/.test(link)) continue;
    const [target, anchor] = link.replaceAll('&amp;', '&').split('#');
    const file = target === '' ? path : normalize(join(dirname(path), decodeURIComponent(target)));
    const isThere = existsSync(join(site, file));
    if (!isThere || (anchor && anchors.get(file)?.has(decodeURIComponent(anchor)) === false)) dead.push(`${path}: ${link}`);
  }
}
for (const line of dead) console.error(`leads nowhere: ${line}`);
console.log(`reports/site: ${pages.length} pages, ${dead.length} links that lead nowhere`);
if (dead.length > 0) process.exitCode = 1;
