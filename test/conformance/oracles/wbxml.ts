/**
 * libwbxml's two converters: WBXML to XML, and the XML of the value back.
 * @module
 */
import { toHex } from '../../../src/bytes/index.js';
import { FormatError } from '../../../src/errors.js';
import {
  decodeProvisioning,
  decodeWbxml,
  formatProvisioning,
  formatPushXml,
  parseProvisioning,
  parsePushXml,
} from '../../../src/push/index.js';
import type { Converted } from '../../interop/drivers/files.js';
import { run } from '../../interop/drivers/run.js';
import { wbxmlToXml, xmlToWbxml } from '../../interop/drivers/wbxml.js';
import { wireOf } from '../adapters/index.js';
import { plainSettings, settingsFrom } from '../adapters/provisioning.js';
import { documentFrom, plainDocument } from '../adapters/push.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import { xmlTree } from '../pack/xml-tree.js';
import type { Ask, Oracle, Shown } from './oracle.js';

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

/** A document type by which xml2wbxml knows the older settings. */
const named = (xml: string) =>
  xml.replace(/(?<=\?>)(?=<CHARACTERISTIC-LIST)/, '<!DOCTYPE CHARACTERISTIC-LIST SYSTEM "characteristic-list.dtd">');

/** Settings as its XML has them; those of the older kind do not say what they are. */
async function readSettings(cases: readonly BareCase[]): Promise<Shown[]> {
  const read = async (list: readonly BareCase[], options: { language?: string }): Promise<[BareCase, Shown][]> => {
    const converted = await wbxmlToXml(
      list.map(({ input }) => wireOf(input) as Uint8Array),
      options,
    );
    return list.map((bare, index) => [bare, readBy(converted[index]!, settingsOfXml)]);
  };
  const isOlder = ({ expected }: BareCase) => 'value' in expected && expected.value.document === 'CHARACTERISTIC-LIST';
  const decoded = cases.filter(({ direction }) => direction !== 'encode');
  const both = decoded.flatMap(({ expected }) => ('value' in expected ? [expected.value] : []));
  const [prov, ota, written] = await Promise.all([
    read(
      decoded.filter((bare) => !isOlder(bare)),
      {},
    ),
    read(decoded.filter(isOlder), { language: 'OTA' }),
    xmlToWbxml(both.map((value) => ({ xml: named(formatProvisioning(settingsFrom(value))), version: '1.3' }))),
  ]);
  const shown = new Map([...prov, ...ota]);
  let next = 0;
  return cases.map((bare): Shown => {
    const found = shown.get(bare);
    if (found === undefined) return { cannot: 'it is not asked to refuse a value' };
    if (!('value' in bare.expected)) return found;
    const octets = written[next++]!;
    if (!('octets' in octets) || !('shows' in found)) return { refused: true };
    return { shows: { ...found.shows, $hex: toHex(octets.octets) } };
  });
}

const settingsOfXml = (xml: Uint8Array) => plainSettings(parseProvisioning(Buffer.from(xml).toString('utf8')));

const readSettingsXml: Ask = async (cases) => {
  const documents = cases.map(({ input }) => ({ xml: wireOf(input) as string, version: '1.3' }));
  const written = await xmlToWbxml(documents);
  return written.map((converted) => readBy(converted, (octets) => plainSettings(decodeProvisioning(octets))));
};

/** Documents of any type as its XML has them. */
const readTrees: Ask = async (cases) => {
  const converted = await wbxmlToXml(cases.map(({ input }) => wireOf(input) as Uint8Array));
  return converted.map((one) => readBy(one, (xml) => ({ tree: xmlTree(Buffer.from(xml).toString('utf8')) })));
};

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
    { formats: ['wbxml-tree'], ask: readTrees },
    { formats: ['push-xml'], ask: readXml },
    { formats: ['provisioning-wbxml'], ask: readSettings },
    { formats: ['provisioning-xml'], ask: readSettingsXml },
  ],
};
