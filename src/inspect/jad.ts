/**
 * Descriptors of Java programs (.jad), and manifests of the same names: a field for each line.
 *
 *   MIDlet-Name: Snake
 *   MIDlet-1: Snake, /icon.png, com.example.Snake
 *   MIDlet-Jar-Size: 30720
 *
 * Source: MIDP 2.0 (JSR 118), "MIDlet suite packaging".
 * @module
 */
import type { Field } from '../bytes/index.js';
import type { Bounds } from './call-limits.js';
import type { Identification } from './formats.js';
import { lineFields, unnamedLine } from './line-trees.js';
import { shorten } from './printable.js';
import { textTree } from './trees.js';

const ATTRIBUTE = /^([A-Za-z0-9][\w-]{0,69}):[ \t]*(.*)$/;
const OWN = /^(?:MIDlet|MicroEdition)-/i;

/** What a suite requires. */
const REQUIRED = ['MIDlet-Name', 'MIDlet-Version', 'MIDlet-Vendor'] as const;
/** A descriptor says where its archive is; a manifest is inside the archive. */
const REQUIRED_IN_DESCRIPTOR = [...REQUIRED, 'MIDlet-Jar-URL', 'MIDlet-Jar-Size'] as const;

const MEANINGS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map<string, string>([
  ['midlet-jar-url', 'where the archive is'],
  ['midlet-jar-size', 'octets of the archive'],
  ['midlet-install-notify', 'where the handset reports to'],
  ['microedition-configuration', 'the virtual machine that it needs'],
  ['microedition-profile', 'the profile that it needs'],
]);

/** Characters in which a descriptor shows itself. */
const LOOK = 8_192;

/** Undefined for a text without two lines that begin with an attribute of a suite. */
export function identifyJad(text: string): Identification | undefined {
  const names: string[] = [];
  let others = 0;
  for (const line of text.slice(0, LOOK).split(/\r\n|[\r\n]/)) {
    const [, name] = ATTRIBUTE.exec(line) ?? [];
    if (name !== undefined) names.push(name.toLowerCase());
    else if (line.trim() !== '' && !line.startsWith(' ')) others++;
  }
  const own = names.filter((name) => OWN.test(name)).length;
  const isManifest = /^\ufeff?\s*Manifest-Version:/i.test(text.slice(0, 64));
  if (own < 2 || others > names.length / 4) return undefined;
  const title = /^MIDlet-Name:[ \t]*(.*)$/im.exec(text.slice(0, LOOK))?.[1]?.trim();
  const suite = title === undefined ? 'a Java program' : `the Java program ${JSON.stringify(shorten(title, 40))}`;
  const hasRequired = REQUIRED.every((name) => names.includes(name.toLowerCase()));
  return {
    format: 'jad',
    confidence: hasRequired ? 0.98 : 0.92,
    reason: `${isManifest ? 'the manifest' : 'the descriptor'} of ${suite}`,
  };
}

/** The tree of a descriptor. */
export function jadTree(octets: Uint8Array, bounds: Bounds): Field {
  return textTree('JAD', octets, bounds, (text) => {
    const seen = new Set<string>();
    let last: string | undefined;
    const place = { name: 'JAD', start: 0, end: octets.length };
    const children = lineFields(text, place, bounds, [], ({ piece }) => {
      const line = piece.replace(/[\r\n]+$/, '');
      const [, name, value = ''] = ATTRIBUTE.exec(line) ?? [];
      if (name === undefined) return unnamedLine(line.trim(), line.startsWith(' ') ? last : undefined);
      last = name;
      const key = name.toLowerCase();
      const isRepeated = seen.has(key);
      seen.add(key);
      const meaning = MEANINGS.get(key) ?? wordsOfProgram(key, value);
      const shown = { name, value: value.trim(), ...(meaning !== undefined && { meaning }) };
      return isRepeated ? { ...shown, warnings: ['given twice; the first counts'] } : shown;
    });
    const isManifest = seen.has('manifest-version') && !seen.has('midlet-jar-url');
    const missing = (isManifest ? REQUIRED : REQUIRED_IN_DESCRIPTOR).filter((name) => !seen.has(name.toLowerCase()));
    return {
      value: undefined,
      ...(missing.length > 0 && { warnings: [`${missing.join(', ')} missing: handsets refuse it`] }),
      children,
    };
  });
}

/** `MIDlet-1: name, icon, class`. */
function wordsOfProgram(key: string, value: string): string | undefined {
  if (!/^midlet-\d+$/.test(key)) return undefined;
  const [title = '', icon = '', main = ''] = value.split(',').map((each) => each.trim());
  return `${shorten(title, 40)}${icon === '' ? '' : `, icon ${shorten(icon, 40)}`}${main === '' ? '' : `, class ${shorten(main, 60)}`}`;
}
