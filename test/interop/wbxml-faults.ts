/**
 * Where libwbxml and tshark are wrong about WBXML of other types than SI, SL and CO, rule by rule (see ledger.ts).
 * @module
 */

import { toHex } from '../../src/bytes/index.js';
import type { WbxmlSample } from '../support/wbxml-documents.js';
import { withTexts, type XmlNode } from '../support/xml-trees.js';
import { type KnownFault, UNPREDICTABLE } from './ledger.js';

const LIBWBXML = 'libwbxml 0.11.8';

/** A tree with the names of its elements put through a function. */
function renamed(node: XmlNode, change: (name: string) => string): XmlNode {
  const children = node.children.map((child) => (typeof child === 'string' ? child : renamed(child, change)));
  return { ...node, name: change(node.name), children };
}

function holds({ name, children }: XmlNode, names: readonly string[]): boolean {
  return names.includes(name) || children.some((child) => typeof child !== 'string' && holds(child, names));
}

// ---- wbxml2xml ----

const wideEntity: KnownFault<WbxmlSample> = {
  id: 'wbxml2xml-wide-entity',
  oracle: LIBWBXML,
  fault: 'writes the entity of a character above U+FFFF as octets that are no UTF-8',
  // ENTITY 1F600.
  applies: ({ octets }) => toHex(octets).includes('0287EC00'),
  shows: () => ({ tree: UNPREDICTABLE, refused: UNPREDICTABLE }),
};

const oldestPages: KnownFault<WbxmlSample> = {
  id: 'wbxml2xml-wml-1.0',
  oracle: LIBWBXML,
  fault: 'reads WML 1.0 with the tokens of WML 1.3, of which some mean something else and some nothing',
  applies: ({ kind }) => kind === 'wml-1.0',
  shows: () => ({ tree: UNPREDICTABLE, refused: UNPREDICTABLE }),
};

const tetra: KnownFault<WbxmlSample> = {
  id: 'wbxml2xml-prov-tetra',
  oracle: LIBWBXML,
  fault: 'misspells TETRA-SDS and TETRA-PACKET',
  applies: ({ kind }) => kind === 'prov-1.0',
  shows: (_, { tree }) => ({
    tree: withTexts(tree as XmlNode, (text) => text.replace(/TETRA-(?=SDS|PACKET)/g, 'TRETRA-')),
  }),
};

const accessValues: KnownFault<WbxmlSample> = {
  id: 'wbxml2xml-prov-values',
  oracle: LIBWBXML,
  fault: 'has the values AAA and HA on page 0, and tshark on page 1, where the names are that they are values of',
  applies: ({ kind, octets }) => kind === 'prov-1.0' && /E[01]/.test(toHex(octets)),
  shows: (_, { tree }, shown) =>
    shown.refused === undefined ? { tree } : { tree: undefined, refused: 'wbxml2xml failed: Unknown Attribute Value\nexit 61' },
};

/** MetInf 1.2 as tshark has it. */
const FILTERS = ['FP', 'ID', 'IDContainer', 'IDPair'];

const filters: KnownFault<WbxmlSample> = {
  id: 'libwbxml-metinf-1.2',
  oracle: LIBWBXML,
  fault: 'lacks four elements of MetInf 1.2',
  applies: ({ kind, root }) => kind === 'syncml-1.2' && holds(root, FILTERS),
  shows: () => ({ tree: UNPREDICTABLE }),
};

const cspByNumber: KnownFault<WbxmlSample> = {
  id: 'wbxml2xml-csp-1.2-number',
  oracle: LIBWBXML,
  fault: 'does not know the number of CSP 1.2, 11, only its name',
  applies: ({ kind, octets }) => kind === 'wv-csp-1.2' && octets[1] === 0x11,
  shows: () => ({ tree: undefined, refused: 'wbxml2xml failed: Unknown Public ID\nexit 64' }),
};

/** Names of one table for CSP 1.1 and 1.2, where tshark has one for each. */
const MERGED: Readonly<Record<string, string>> = {
  ReferredContent: 'PreferredContent',
  ReferredvCard: 'PreferredvCard',
  'BlockUser-Request': 'BlockEntity-Request',
  ExtendedData: 'Extended-Data',
  'WV-CSP-NSDiscovery-Request': 'WV-CSP-VersionDiscovery-Request',
  'WV-CSP-NSDiscovery-Response': 'WV-CSP-VersionDiscovery-Response',
};

const cspNames: KnownFault<WbxmlSample> = {
  id: 'wbxml2xml-csp-names',
  oracle: LIBWBXML,
  fault: 'has one table for CSP 1.1 and 1.2, with other names for six codes',
  applies: ({ kind }) => kind.startsWith('wv-csp'),
  shows: (_, { tree }) => (tree === undefined ? {} : { tree: renamed(tree as XmlNode, (name) => MERGED[name] ?? name) }),
};

const cspValues: KnownFault<WbxmlSample> = {
  id: 'wbxml2xml-csp-1.2-values',
  oracle: LIBWBXML,
  fault: 'lacks two values of CSP 1.2, and leaves them out',
  applies: ({ kind }) => kind === 'wv-csp-1.2',
  shows: (_, { tree }) =>
    tree === undefined ? {} : { tree: withTexts(tree as XmlNode, (text) => text.replace(/SSMS|SHTTP/g, '')) },
};

/** What wbxml2xml gets wrong in documents of any type. */
export const WBXML2XML_TYPE_FAULTS: readonly KnownFault<WbxmlSample>[] = [
  oldestPages,
  tetra,
  accessValues,
  filters,
  cspNames,
  cspValues,
  cspByNumber,
  wideEntity,
];

// ---- xml2wbxml ----

const namesOfXml: KnownFault<WbxmlSample> = {
  id: 'xml2wbxml-names-of-xml',
  oracle: LIBWBXML,
  fault: 'makes a literal of xml:lang and xml:space, with the address of their namespace in front, which is no name',
  applies: ({ root }) => / xml:/.test(names(root)),
  shows: () => ({ tree: undefined, refused: UNPREDICTABLE }),
};

function names({ attributes, children }: XmlNode): string {
  return `${Object.keys(attributes)
    .map((name) => ` ${name}`)
    .join('')}${children.map((child) => (typeof child === 'string' ? '' : names(child))).join('')}`;
}

const rootInside: KnownFault<WbxmlSample> = {
  id: 'xml2wbxml-root-inside',
  oracle: LIBWBXML,
  fault: 'takes a document of DevInf or DDF whose root has its like inside for one of a type that it does not know',
  applies: ({ kind, root }) =>
    /^(?:devinf|dmddf)-/.test(kind) && root.children.some((child) => typeof child !== 'string' && holds(child, [root.name])),
  shows: (_, { tree }, shown) =>
    shown.refused === undefined
      ? { tree }
      : { tree: undefined, refused: 'xml2wbxml failed: The XML language is unknown.\nexit 101' },
};

/** What xml2wbxml gets wrong in XML of any type. */
export const XML2WBXML_TYPE_FAULTS: readonly KnownFault<WbxmlSample>[] = [namesOfXml, rootInside, filters];

// ---- tshark ----

const TSHARK = 'tshark 4.0.17';

/** One code of a document type. */
export interface CodeCase {
  readonly kind: string;
  readonly what: 'tag' | 'start' | 'value' | 'extension';
  readonly page: number;
  readonly code: number;
  /** Where it is in the document. */
  readonly at: number;
}

/** What tshark says of a code that it does not know. */
const UNKNOWN = '(Requested token not defined for this content type)';

/** Codes that tshark calls otherwise. */
const OTHERWISE: readonly {
  readonly id: string;
  readonly fault: string;
  readonly kinds: RegExp;
  readonly what: CodeCase['what'];
  readonly page: number;
  readonly names: ReadonlyMap<number, string>;
}[] = [
  {
    id: 'tshark-wml-ordered',
    fault: 'has ordered=true and ordered=false the other way round',
    kinds: /^wml-1\.[123]$/,
    what: 'start',
    page: 0,
    names: new Map([
      [0x33, 'ordered=false'],
      [0x34, 'ordered=true'],
    ]),
  },
  {
    id: 'tshark-emn-values',
    fault: 'ends a domain with a slash, which the example of the specification does not: user@wapforum.org',
    kinds: /^emn-/,
    what: 'value',
    page: 0,
    names: new Map([
      [0x85, '.com/'],
      [0x86, '.edu/'],
      [0x87, '.net/'],
      [0x88, '.org/'],
    ]),
  },
  {
    id: 'tshark-prov-values',
    fault: 'misspells CDMA2000-1X, and has the values AAA and HA on page 1 alone, where the names are that they are values of',
    kinds: /^prov-/,
    what: 'value',
    page: 0,
    names: new Map([
      [0xb9, 'CDMA2000-IX-SIMPLE-IP'],
      [0xba, 'CDMA2000-IX-MOBILE-IP'],
      [0xe0, UNKNOWN],
      [0xe1, UNKNOWN],
    ]),
  },
  {
    id: 'tshark-prov-page-1-starts',
    fault: 'lacks name and value on page 1, which libwbxml has',
    kinds: /^prov-/,
    what: 'start',
    page: 1,
    names: new Map([
      [0x05, UNKNOWN],
      [0x06, UNKNOWN],
    ]),
  },
  {
    id: 'tshark-prov-page-1-values',
    fault: 'lacks values on page 1 that libwbxml has',
    kinds: /^prov-/,
    what: 'value',
    page: 1,
    names: new Map([
      [0x90, UNKNOWN],
      [0x91, UNKNOWN],
      [0x92, UNKNOWN],
      [0x93, UNKNOWN],
    ]),
  },
  {
    id: 'tshark-csp-1.2-quote',
    fault: 'writes a quotation mark too few',
    kinds: /^wv-csp-1\.2$/,
    what: 'start',
    page: 0,
    names: new Map([[0x0a, "xmlns http://www.openmobilealliance.org/DTD/WV-TRC'"]]),
  },
  {
    id: 'tshark-csp-1.3-group',
    fault: 'has another value for a number that is GROUP_ID in the versions before, where its neighbours are what they were',
    kinds: /^wv-csp-1\.3$/,
    what: 'extension',
    page: 0,
    names: new Map([[0x3d, 'History']]),
  },
];

/** What tshark calls otherwise. */
export const TSHARK_CODE_FAULTS: readonly KnownFault<CodeCase>[] = OTHERWISE.map(
  ({ id, fault, kinds, what, page, names: instead }) => ({
    id,
    oracle: TSHARK,
    fault,
    applies: (one: CodeCase) => kinds.test(one.kind) && one.what === what && one.page === page && instead.has(one.code),
    shows: ({ code }: CodeCase) => ({ means: instead.get(code) }),
  }),
);
