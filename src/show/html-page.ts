/**
 * A page in one file: the head, the policy and the style that the page of a report and that of an archive have in common. Nothing on such
 * a page comes from elsewhere, and the policy names the hashes of its style and script, so that no other runs on it.
 * @module
 */
import { toBase64 } from '../bytes/base64.js';
import { fromHex } from '../bytes/hex.js';
import { sha256Hex } from '../bytes/sha256.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { printable } from '../inspect/printable.js';

/** A page. */
export interface HtmlPage {
  /** As text. */
  readonly title: string;
  /** Rules after {@link BASE_STYLE}. */
  readonly style: string;
  readonly script: string;
  /** Whether pictures and sounds are in the page itself, as `data:`; else they are beside it, which for a file is `file:`. */
  readonly isAlone: boolean;
  /** Elements of the head, such as a mark of who made the page. */
  readonly head?: string;
  /** Where the link that skips to the content goes, and what it says. */
  readonly skip: { readonly id: string; readonly text: string };
  /** Everything between that link and the script, as HTML. */
  readonly body: string;
}

/** The page as HTML. */
export function htmlPage({ title, style, script, isAlone, head, skip, body }: HtmlPage): string {
  const rules = `${BASE_STYLE}${style}`;
  const places = isAlone ? 'data:' : "'self' file:";
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(rules)}'`,
    `img-src ${places}`,
    `media-src ${places}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${head === undefined ? '' : `${head}\n`}<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${safe(title)}</title>
<style>${rules}</style>
</head>
<body>
<a class="skip" href="#${skip.id}">${skip.text}</a>
${body}
<script>${script}</script>
</body>
</html>
`;
}

/** A browser that opens a page without HTTPS has nothing to make hashes with. */
function hashOf(text: string): string {
  return `sha256-${toBase64(fromHex(sha256Hex(encodeUtf8(text))))}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text between tags or in quotes, without what would control the page or turn the direction of writing around it. */
export function safe(text: string, lineBreaks = false): string {
  return printable(text, lineBreaks).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** Colours in light and in dark, and what both pages have. */
const BASE_STYLE = `
:root { color-scheme: light dark; --bg: #f6f7f8; --panel: #ffffff; --text: #1a2024; --dim: #55616a; --line: #d3d9dd; --accent: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --bg: #12171b; --panel: #1b2227; --text: #e6ebee; --dim: #a3b0b8; --line: #36424a; --accent: #7cbcff; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; padding: 1rem; background: var(--bg); color: var(--text); font: 1rem/1.45 system-ui, sans-serif; }
h1, h2, h3, p, figure, ul, ol, dl, pre { margin: 0; }
h1, h3 { overflow-wrap: anywhere; }
h3 { font-size: 1rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; background: var(--panel); padding: .5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; background: var(--panel); border: 1px solid var(--line); }
th, td { border-top: 1px solid var(--line); font-variant-numeric: tabular-nums; }
tbody th { font-weight: normal; }
pre { border: 1px solid var(--line); border-radius: 4px; padding: .5rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: .85rem/1.4 ui-monospace, monospace; }
form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; padding: .5rem 0; background: var(--bg); }
`;
