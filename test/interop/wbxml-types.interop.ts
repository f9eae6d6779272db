/**
 * WBXML of every document type: what wbxml2xml and we make of the same octets, what xml2wbxml makes of XML and we read, and every code as tshark
 * calls it.
 */
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, Trace } from '../../src/bytes/index.js';
import { wbxmlToXml as toXml } from '../../src/inspect/index.js';
import { readWbxmlTree } from '../../src/push/wbxml/tree.js';
import {
  ANY_CHARACTERS,
  codesOf,
  multiByte,
  type TableKind,
  WBXML_KINDS,
  type WbxmlSample,
  wbxmlDocument,
} from '../support/wbxml-documents.js';
import { parseXmlTree, withTexts, type XmlNode } from '../support/xml-trees.js';
import { draw, SEED } from './arbitraries.js';
import { dissectProtocols, type PdmlField, tsharkVersion, walk } from './drivers/tshark.js';
import { wbxmlToXml, xmlToWbxml } from './drivers/wbxml.js';
import { judge, readFile } from './judge.js';
import { hex } from './report.js';
import { type CodeCase, TSHARK_CODE_FAULTS, WBXML2XML_TYPE_FAULTS, XML2WBXML_TYPE_FAULTS } from './wbxml-faults.js';

const EACH = 120;

/** Without white space, which wbxml2xml writes as it is and an XML parser changes (push-faults.ts). */
const characters = ANY_CHARACTERS.filter((character) => !/\s/.test(character));

const kinds = Object.keys(WBXML_KINDS);
/** Types that libwbxml has no table for. */
const UNKNOWN_THERE = ['wv-csp-1.3', 'metinf-1.0'];

const drawn = (kind: string, hasLiterals: boolean): WbxmlSample[] =>
  draw(wbxmlDocument(kind, { characters, hasLiterals }), EACH);

const labelOf = ({ kind, octets }: WbxmlSample) => `${kind} ${hex(octets)}`;

describe(`libwbxml (seed ${SEED})`, () => {
  it(`shows the tree that we read, of ${EACH} documents of each type`, async () => {
    // Below an element by its name it leaves namespaces out: types that have some are drawn without.
    const cases = kinds
      .filter((kind) => !UNKNOWN_THERE.includes(kind))
      .flatMap((kind) => drawn(kind, WBXML_KINDS[kind]!.namespaces === undefined));
    const [settings, others] = [cases.filter(isOfSettings), cases.filter((one) => !isOfSettings(one))];
    const theirs = [
      ...(await wbxmlToXml(others.map(({ octets }) => octets))),
      // It knows no number for settings.
      ...(await wbxmlToXml(
        settings.map(({ octets }) => octets),
        { language: 'OTA' },
      )),
    ];
    judge(
      'wbxml2xml of every type',
      WBXML2XML_TYPE_FAULTS,
      [...others, ...settings].map((input, index) => ({
        input,
        right: { tree: parseXmlTree(toXml(input.octets)) },
        shown: readFile(theirs[index]!, (xml) => treeOf(Buffer.from(xml).toString('utf8'))),
        label: labelOf(input),
      })),
    );
  });

  it(`makes WBXML of ${EACH} XML documents of each type, which we read`, async () => {
    // DRM rights lose their prefixes there, and CSP its attributes, which are namespaces: of these two only the octets above are compared.
    const cases = kinds.filter((kind) => !/^(?:drmrel|wv-csp)/.test(kind)).flatMap((kind) => drawn(kind, false));
    const documents = cases.map((one, index) => ({ xml: xmlOf(one), version: `1.${1 + (index % 3)}` }));
    const theirs = await xmlToWbxml(documents, { table: true });
    judge(
      'xml2wbxml of every type',
      XML2WBXML_TYPE_FAULTS,
      cases.map((input, index) => ({
        input,
        right: { tree: input.root },
        shown: readFile(theirs[index]!, (octets) => {
          const contentType = isOfSettings(input) ? 'application/x-wap-prov.browser-settings' : undefined;
          return { tree: parseXmlTree(toXml(octets, { contentType })) };
        }),
        label: documents[index]!.xml,
      })),
    );
  });
});

function isOfSettings({ kind }: WbxmlSample): boolean {
  return kind === 'ota-settings';
}

/** A tree, or that what was shown is no XML. */
function treeOf(xml: string): { readonly tree: XmlNode } | { readonly refused: string } {
  try {
    return { tree: parseXmlTree(xml) };
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

/** A document with its type before it. */
function xmlOf({ kind, root }: WbxmlSample): string {
  const { publicId, systemId } = WBXML_KINDS[kind]!;
  const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const write = (node: XmlNode | string): string => {
    if (typeof node === 'string') return node;
    const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${value}"`);
    return `<${node.name}${attributes.join('')}>${node.children.map(write).join('')}</${node.name}>`;
  };
  const type = publicId === null ? '' : `<!DOCTYPE ${root.name} PUBLIC "${publicId}" "${systemId}">`;
  return `<?xml version="1.0"?>${type}${write(withTexts(root, escaped))}`;
}

describe('tshark', () => {
  it('calls every code what we call it', async () => {
    const version = await tsharkVersion();
    expect(version).toMatch(/^4\./);
    const known = kinds.filter((kind) => !/^(?:devinf|metinf|dmddf|conml|drmrel|wta|channel-1\.2)/.test(kind));
    const documents = known.map((kind) => everyCode(kind, WBXML_KINDS[kind]!));
    const packets = await dissectProtocols(
      documents.map(({ octets }) => ({ octets, direction: 'MO' as const })),
      'wbxml',
    );
    const cases = documents.flatMap(({ octets, codes }, index) => {
      const ours = meaningsOf(traceOf(octets));
      const theirs = renderingsOf(packets[index]!);
      expect(ours.size, known[index]).toBe(codes.length);
      return codes.map((input) => ({
        input,
        right: { means: ours.get(input.at) },
        shown: { means: theirs.get(input.at) },
        label: `${input.kind} ${input.what} ${input.page}:${input.code.toString(16)}`,
      }));
    });
    expect(cases.length).toBeGreaterThan(1500);
    judge('tshark, every code', TSHARK_CODE_FAULTS, cases);
  });
});

/** A document that has each tag, attribute start, value and extension of its type, with where they are in it. */
function everyCode(kind: string, table: TableKind): { readonly octets: Uint8Array; readonly codes: readonly CodeCase[] } {
  const { tags, starts, values } = codesOf(table);
  const root = tags.find(({ means }) => means === table.root)!;
  const octets = [0x03, ...multiByte(table.publicIdNumber as number), 0x6a, 0x00];
  const codes: CodeCase[] = [];
  const current = { tag: 0, attribute: 0 };
  const turn = (side: 'tag' | 'attribute', page: number) => {
    if (current[side] !== page) octets.push(0x00, page);
    current[side] = page;
  };
  const add = (
    what: CodeCase['what'],
    { page, code }: { readonly page: number; readonly code: number },
    ...written: number[]
  ) => {
    codes.push({ kind, what, page, code, at: octets.length });
    octets.push(...written);
  };
  add('tag', root, root.code | 0x40);
  for (const tag of tags) {
    turn('tag', tag.page);
    add('tag', tag, tag.code);
  }
  turn('tag', root.page);
  const withStart = (start: (typeof starts)[number]) => {
    add('tag', root, root.code | 0x80);
    turn('attribute', start.page);
    add('start', start, start.code);
  };
  for (const start of starts) {
    withStart(start);
    octets.push(0x01);
  }
  for (const value of values) {
    withStart(starts.find(({ page }) => page === value.page)!);
    add('value', value, value.code);
    octets.push(0x01);
  }
  for (const number of Object.keys(table.extensionTokensT0 ?? {})) {
    const code = Number.parseInt(number, 16);
    add('extension', { page: 0, code }, 0x80, ...multiByte(code));
  }
  return { octets: Uint8Array.from([...octets, 0x01]), codes };
}

/** The tree of our reader; that of SI, SL and CO asks for more than tokens. */
function traceOf(octets: Uint8Array): Field {
  const trace = new Trace('WBXML');
  readWbxmlTree(new ByteReader(octets, trace));
  return trace.finish(octets.length);
}

/** What our tree calls the codes of a document, by their offsets. */
function meaningsOf(tree: Field): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const look = ({ name, meaning = '', start, children }: Field): void => {
    if (name === 'tag') found.set(start, /^<([^>]+)>/.exec(meaning)?.[1] ?? '');
    else if (name === 'start') found.set(start, meaning.replace(/="(.*)"$/, '=$1'));
    else if (name === 'value' || name === 'EXT_T_0') found.set(start, meaning);
    children.forEach(look);
  };
  look(tree);
  return found;
}

/** The same of tshark. */
function renderingsOf(packet: readonly PdmlField[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { name, show, pos } of walk(packet)) {
    if (name === 'wbxml.known_tag') found.set(pos, show);
    else if (name === 'wbxml.known_attrstart')
      found.set(
        pos,
        show.replace(/=(?:'(.*)')?$/, (_, value) => (value === undefined ? '' : `=${value}`)),
      );
    else if (name === 'wbxml.known_attrvalue') found.set(pos, show.replace(/^'(.*)'$/, '$1'));
    else if (name === 'wbxml.ext_t') found.set(pos, show.replace(/^Common Value: '(.*)'$/, '$1'));
  }
  return found;
}
