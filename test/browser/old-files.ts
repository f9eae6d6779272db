/** A folder of old files for the tests of the collection. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bitmapFromRows, encodeNol } from '../../src/bitmap/index.js';
import { SAMPLES } from '../../src/playground/inspect/samples.js';
import { encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { tempFolder } from '../support/cleanup.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** 200 files in folders: samples of each format, pictures and tunes that are made, and fixtures. @returns its path */
export function makeFolder(): string {
  const root = tempFolder('handset-files-');
  const made = join(root, 'old phones');
  for (const name of ['samples', 'logos', 'tunes', 'fixtures']) mkdirSync(join(made, name), { recursive: true });
  let count = 0;
  const write = (name: string, octets: Uint8Array | string) => {
    writeFileSync(join(made, name), octets);
    count++;
  };
  for (const { format, make } of SAMPLES) write(`samples/${format}.bin`, make());
  for (let i = 0; i < 60; i++) {
    const rows = Array.from({ length: 14 }, (_, y) =>
      Array.from({ length: 72 }, (_, x) => ((x * y + i) % 7 ? '.' : '#')).join(''),
    );
    write(`logos/logo ${i}.nol`, encodeNol({ mcc: '234', mnc: '10', bitmap: bitmapFromRows(rows) }));
  }
  for (let i = 0; i < 30; i++)
    write(`tunes/tune ${i}.ott`, encodeNokiaRingtone(parseRtttl(`Tune ${i}:d=8,o=5,b=125:c,d,e,${i % 2 ? 'f' : 'g'}`)));
  write(
    'cut.nol',
    encodeNol({ mcc: '234', mnc: '10', bitmap: bitmapFromRows(Array(14).fill('#.'.repeat(36))) }).subarray(0, 300),
  );
  write('unknown.dat', Uint8Array.of(0xde, 0xad, 0xbe, 0xef, 0x99, 0x12));
  write('drawing.rows', '#..#\n.##.\n');
  const fixtures = readdirSync(join(FIXTURES, 'images'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(FIXTURES, 'images', name))
    .filter((path) => statSync(path).isFile() && !path.endsWith('.zip'));
  for (const [i, path] of fixtures.entries()) {
    if (count === 200) break;
    write(`fixtures/${i}-${path.slice(path.lastIndexOf('/') + 1)}`, readFileSync(path));
  }
  return made;
}
