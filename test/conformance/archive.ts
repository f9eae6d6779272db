/**
 * The pack as one archive, which is the same octets wherever it is made: its files, the runner, adapters to begin with, and the checksums of all.
 * @module
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import JSZip from 'jszip';
import { PACK, type PackIndex } from './pack/build.js';
import { bundleRunner } from './runner/bundle.js';

/** Of every entry: the archive says nothing of when it was made. */
const DATE = new Date(Date.UTC(1980, 0, 1));

const PROGRAMS = new URL('programs/', import.meta.url);

const readMe = ({ version, cases }: PackIndex) => `# handset conformance pack ${version}

${cases} cases for programs that read or write handset formats, MIT licence. Nothing else is needed but Node 20 or later for the runner.

    sha256sum -c SHA256SUMS                        checks the files
    node runner.mjs -- python3 adapters/adapter.py      an adapter in Python on the formats that it knows
    node runner.mjs --help                         the options

cases/FORMAT.json has the cases of a format, schema.json their form, index.json the list of files, formats, known bugs (flags) and the programs whose results
are on record. To test a codec of your own, write an adapter: a program that answers one line of JSON for each line it reads. Begin with one in adapters/.
The pages docs/conformance.md and docs/conformance-runner.md of the project handset explain cases, values and the protocol.
`;

/** What is in the archive, by path; `SHA256SUMS` last. */
export async function archiveFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const inPack = (readdirSync(PACK, { recursive: true, encoding: 'utf8' }) as string[])
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.json$|^LICENSE$/.test(name));
  const index = JSON.parse(readFileSync(new URL('index.json', PACK), 'utf8')) as PackIndex;
  const files = new Map<string, Uint8Array>(inPack.map((name) => [name, readFileSync(new URL(name, PACK))]));
  for (const name of readdirSync(PROGRAMS)) files.set(`adapters/${name}`, readFileSync(new URL(name, PROGRAMS)));
  files.set('README.md', Buffer.from(readMe(index)));
  files.set('runner.mjs', Buffer.from(await bundleRunner()));
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const sums = sorted.map(([name, octets]) => `${createHash('sha256').update(octets).digest('hex')}  ${name}\n`);
  return new Map([...sorted, ['SHA256SUMS', Buffer.from(sums.join(''))]]);
}

/** The archive, and its name. */
export async function packArchive(): Promise<{ readonly name: string; readonly octets: Uint8Array }> {
  const files = await archiveFiles();
  const { version } = JSON.parse(Buffer.from(files.get('index.json') as Uint8Array).toString('utf8')) as PackIndex;
  const name = `handset-conformance-${version}`;
  const zip = new JSZip();
  for (const [path, octets] of files) zip.file(`${name}/${path}`, octets, { date: DATE, createFolders: false });
  const octets = await zip.generateAsync({
    type: 'uint8array',
    compression: 'DEFLATE',
    compressionOptions: { level: 9 },
    platform: 'DOS',
  });
  return { name: `${name}.zip`, octets };
}
