/**
 * libwbxml's two converters: WBXML to XML, and the XML of the value back.
 * @module
 */
import { toHex } from '../../../src/bytes/index.js';
import { FormatError } from '../../../src/errors.js';
import { decodeWbxml, formatPushXml, parsePushXml } from '../../../src/push/index.js';
import type { Converted } from '../../interop/drivers/files.js';
import { run } from '../../interop/drivers/run.js';
import { wbxmlToXml, xmlToWbxml } from '../../interop/drivers/wbxml.js';
import { wireOf } from '../adapters/index.js';
import { documentFrom, plainDocument } from '../adapters/push.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import type { Oracle, Shown } from './oracle.js';

/** What a file of a converter says; a file that nobody can read is a refusal too. */
function readBy(converted: Converted, read: (octets: Uint8Array) => JsonObject): Shown {
  if (!('octets' in converted)) {
    if (/without libiconv/i.test(converted.error)) return { cannot: 'built without character sets other than UTF-8' };
    return { refused: true };
  }
  try {
    return { shows: read(converted.octets) };
  } catch (error) {
    if (error instanceof FormatError) return { refused: true };
    throw error;
  }
}

const plainXml = (xml: Uint8Array) => plainDocument(parsePushXml(Buffer.from(xml).toString('utf8')));

/** Its XML of the octets; where the case goes both ways, its octets of the value as well. */
async function readWbxml(cases: readonly BareCase[]): Promise<Shown[]> {
  const both = cases.flatMap(({ direction, expected }) =>
    direction === 'both' && 'value' in expected ? [expected.value] : [],
  );
  const [read, written] = await Promise.all([
    wbxmlToXml(cases.map(({ input }) => wireOf(input) as Uint8Array)),
    xmlToWbxml(both.map((value) => ({ xml: formatPushXml(documentFrom(value as never)), version: '1.2' }))),
  ]);
  let next = 0;
  return cases.map(({ direction, expected }, index): Shown => {
    const shown = readBy(read[index]!, plainXml);
    if (direction !== 'both' || !('value' in expected)) return shown;
    const octets = written[next++]!;
    if (!('octets' in octets) || !('shows' in shown)) return { refused: true };
    return { shows: { ...shown.shows, $hex: toHex(octets.octets) } };
  });
}

async function readXml(cases: readonly BareCase[]): Promise<Shown[]> {
  const written = await xmlToWbxml(cases.map(({ input }) => ({ xml: wireOf(input) as string, version: '1.2' })));
  return written.map((converted) => readBy(converted, (octets) => plainDocument(decodeWbxml(octets))));
}

export const libwbxml: Oracle = {
  id: 'libwbxml',
  program: 'libwbxml: wbxml2xml -m 0, xml2wbxml -n -v 1.2',
  package: 'libwbxml2-utils',
  version: async () => {
    try {
      const { stdout, stderr } = await run('xml2wbxml', ['-h'], { accept: [0, 1] });
      await run('which', ['wbxml2xml']);
      return /libwbxml (\S+)\]/.exec(stdout + stderr)?.[1];
    } catch {
      return undefined;
    }
  },
  asks: [
    { formats: ['si-wbxml', 'sl-wbxml', 'co-wbxml'], ask: readWbxml },
    { formats: ['push-xml'], ask: readXml },
  ],
};
