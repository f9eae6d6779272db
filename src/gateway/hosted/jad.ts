/**
 * The descriptor of a Java program (.jad), made from the manifest in its archive (.jar).
 *
 *   MIDlet-Name: Snake            as in META-INF/MANIFEST.MF: what begins with MIDlet- or MicroEdition-
 *   ...
 *   MIDlet-Jar-URL: https://...   where the archive is
 *   MIDlet-Jar-Size: 30720        its octets
 *
 * Handsets of the time fetch the descriptor first: many refuse an archive that comes without one, or that is larger than it says. A manifest folds its
 * lines after 72 octets, a descriptor must not. What only a descriptor may say (address, size, signature) is not taken over from a manifest.
 * Source: MIDP 2.0 (JSR 118), "MIDlet suite packaging"; the JAR file specification for the lines of a manifest.
 * @module
 */
import { tryDecode } from '../../bytes/try-decode.js';
import { DEFAULT_LIMITS } from '../../errors.js';
import { readZipDirectory } from '../../zip/directory.js';
import { unpackEntry } from '../../zip/read.js';

/** The media type of a descriptor. */
export const JAD_TYPE = 'text/vnd.sun.j2me.app-descriptor';
const JAR_TYPE = 'application/java-archive';

const MANIFEST = 'meta-inf/manifest.mf';
const MANIFEST_OCTETS = 65_536;
const ATTRIBUTES = 256;

/** Without these a suite is none, in the manifest as in the descriptor. */
const REQUIRED = ['midlet-name', 'midlet-version', 'midlet-vendor'];

const TAKEN = /^(?:MIDlet|MicroEdition)-/i;
/** What the descriptor says for itself. */
const ITS_OWN = /^MIDlet-(?:Jar-|Certificate-)/i;

/** Nothing but the manifest is unpacked, so only that is bounded; programs have many files with long names. */
const LIMITS = {
  ...DEFAULT_LIMITS,
  zipOctets: Number.MAX_SAFE_INTEGER,
  zipEntries: 65_535,
  zipEntryOctets: Number.MAX_SAFE_INTEGER,
  zipTotalOctets: Number.MAX_SAFE_INTEGER,
  zipRatio: Number.MAX_SAFE_INTEGER,
  zipNameCharacters: 255,
  zipPathCharacters: 1_024,
};

/** Whether a file is a program, which has its descriptor beside it when it is whole. */
export function isProgram(fileName: string, contentType: string): boolean {
  return /[.]jar$/i.test(fileName) && contentType === JAR_TYPE;
}

/** Name of the descriptor of an archive: `snake.jar` has `snake.jad`. */
export function descriptorName(jarName: string): string {
  return `${jarName.replace(/[.]jar$/i, '')}.jad`;
}

/**
 * The descriptor of an archive.
 * @param jarUrl where handsets fetch it.
 * @returns undefined for what is no archive of a MIDlet suite.
 */
export function descriptorOf(jar: Uint8Array, jarUrl: string): string | undefined {
  const manifest = manifestOf(jar);
  if (manifest === undefined) return undefined;
  const attributes = attributesOf(manifest);
  if (!REQUIRED.every((name) => attributes.has(name))) return undefined;
  const lines = [...attributes.values()].filter(({ name }) => TAKEN.test(name) && !ITS_OWN.test(name));
  const own = [
    { name: 'MIDlet-Jar-URL', value: jarUrl },
    { name: 'MIDlet-Jar-Size', value: String(jar.length) },
  ];
  return [...lines, ...own].map(({ name, value }) => `${name}: ${value}\r\n`).join('');
}

function manifestOf(jar: Uint8Array): string | undefined {
  const records = tryDecode(() => readZipDirectory(jar, LIMITS)) ?? [];
  const record = records.find(({ name }) => name.toLowerCase() === MANIFEST);
  if (record === undefined || record.sizeOctets > MANIFEST_OCTETS) return undefined;
  const octets = tryDecode(() => unpackEntry(jar, record));
  return octets && new TextDecoder().decode(octets);
}

/** The main section, by name in lower case; of an attribute that comes twice, the first. */
function attributesOf(manifest: string): Map<string, { readonly name: string; readonly value: string }> {
  const attributes = new Map<string, { name: string; value: string }>();
  for (const line of unfolded(manifest)) {
    if (line === '' || attributes.size === ATTRIBUTES) break;
    const [, name = '', text = ''] = /^([A-Za-z0-9][\w-]{0,69}):(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    const value = text.trim();
    if (name !== '' && value !== '' && !attributes.has(key)) attributes.set(key, { name, value });
  }
  return attributes;
}

/** Lines of a manifest; one that begins with a blank goes on with the one before. */
function unfolded(manifest: string): string[] {
  return manifest.replace(/(?:\r\n|\r|\n) /g, '').split(/\r\n|\r|\n/);
}
