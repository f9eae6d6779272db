/**
 * SI, SL and CO against libwbxml, both ways: our XML made binary by it, our WBXML turned into XML by it, its WBXML read by us.
 */
import { describe, expect, it } from 'vitest';
import {
  decodeWbxml,
  encodeWbxml,
  formatPushXml,
  type PushDocument,
  parsePushXml,
  WBXML_VERSIONS,
} from '../../src/push/index.js';
import { pushDocument, serviceIndication } from '../support/push-documents.js';
import { draw, SEED } from './arbitraries.js';
import { wbxmlToXml, xmlToWbxml } from './drivers/wbxml.js';
import { judge, readFile } from './judge.js';
import { WBXML2XML_FAULTS, XML2WBXML_FAULTS, type XmlCase } from './push-faults.js';
import { hex } from './report.js';

const INDICATIONS = 300;
const DOCUMENTS = 150;
const TABLES = 150;

/** SIs, and documents of all three kinds. */
const documents: readonly PushDocument[] = [
  ...draw(serviceIndication, INDICATIONS).map((si) => ({ kind: 'si' as const, si })),
  ...draw(pushDocument, DOCUMENTS),
];

const cases: readonly XmlCase[] = documents.map((document, index) => ({
  document,
  version: WBXML_VERSIONS[index % WBXML_VERSIONS.length]!,
  // What would end the section, and what an XML parser changes in one.
  cdata: index % 10 === 0 && document.kind === 'si' && /^[^\r\]]+$/.test(document.si.text ?? ''),
}));

/** Our XML of a case. */
function xmlOf({ document, cdata }: XmlCase): string {
  const xml = formatPushXml(document);
  const text = document.kind === 'si' ? document.si.text : undefined;
  return cdata ? xml.replace(/>[^<]*<\/indication>/, () => `><![CDATA[${text}]]></indication>`) : xml;
}

describe(`libwbxml (seed ${SEED})`, () => {
  it(`makes of our XML of ${cases.length} documents the WBXML that we make, which we read`, async () => {
    const theirs = await xmlToWbxml(cases.map((each) => ({ xml: xmlOf(each), version: each.version })));
    judge(
      'xml2wbxml -n',
      XML2WBXML_FAULTS,
      cases.map((input, index) => ({
        input,
        right: { wbxml: hex(encodeWbxml(input.document, { version: input.version })), read: input.document },
        shown: readFile(theirs[index]!, (octets) => {
          const wbxml = hex(octets);
          // What the faults make is no document of these types.
          return input.version === '1.0' || input.cdata ? { wbxml } : { wbxml, read: decodeWbxml(octets) };
        }),
        label: xmlOf(input),
      })),
    );
  });

  it(`puts strings of ${TABLES} documents into a string table, which we read`, async () => {
    // Those that are there twice.
    const repeating = draw(serviceIndication, TABLES).map(({ text = 'no text', ...si }) => ({
      kind: 'si' as const,
      si: { ...si, text, info: [text, 'else', text].map((pcdata) => ({ class: 'twice', pcdata })) },
    }));
    const theirs = await xmlToWbxml(
      repeating.map((document, index) => ({ xml: formatPushXml(document), version: `1.${1 + (index % 3)}` })),
      { table: true },
    );
    judge(
      'xml2wbxml with a string table',
      [],
      repeating.map((document, index) => ({
        input: document,
        right: { document },
        shown: readFile(theirs[index]!, (octets) => ({ document: decodeWbxml(octets) })),
        label: formatPushXml(document),
      })),
    );
    // The length of the table stands behind version, public identifier and charset.
    const tables = theirs.filter((each) => 'octets' in each && each.octets[3] !== 0);
    expect(tables.length).toBeGreaterThan(TABLES / 2);
  });

  it(`reads our WBXML of ${cases.length} documents`, async () => {
    const octets = cases.map(({ document, version }) => encodeWbxml(document, { version }));
    const theirs = await wbxmlToXml(octets);
    judge(
      'wbxml2xml',
      WBXML2XML_FAULTS,
      documents.map((document, index) => ({
        input: document,
        right: { document },
        shown: readFile(theirs[index]!, (xml) => ({ document: parsePushXml(Buffer.from(xml).toString('utf8')) })),
        label: hex(octets[index]!),
      })),
    );
  });
});
