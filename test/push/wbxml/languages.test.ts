import { describe, expect, it } from 'vitest';
import { documentTypes } from '../../../src/push/wbxml/document-tokens.js';
import { FIRST_CODE, FIRST_VALUE, findLanguage, type WbxmlLanguage } from '../../../src/push/wbxml/language.js';
import { languageOfType, otaSettings, wbxmlLanguages } from '../../../src/push/wbxml/languages.js';
import { codesOf, type TableKind, WBXML_KINDS } from '../../support/wbxml-documents.js';

const kinds = Object.entries(WBXML_KINDS);

/** The language of a row of the table. */
function languageOf(kind: string): WbxmlLanguage {
  const { publicId, publicIdNumber } = WBXML_KINDS[kind]!;
  return findLanguage(wbxmlLanguages(), publicId ?? (publicIdNumber as number)) as WbxmlLanguage;
}

/** Every code means what the table says, and no other code means anything. */
function expectCodes(kind: string, table: TableKind): void {
  const { pages, extensions: own } = languageOf(kind);
  const { tags, starts, values } = codesOf(table);
  const [ours, theirs]: [string[], string[]] = [[], []];
  for (const { page, code, means } of tags) theirs.push(`${page} tag ${code} ${means}`);
  for (const { page, code, means } of starts) theirs.push(`${page} start ${code} ${means.name}=${means.value ?? ''}`);
  for (const { page, code, means } of values) theirs.push(`${page} value ${code} ${means}`);
  for (const [page, codes] of pages.entries()) {
    for (const [i, name] of codes?.tags.entries() ?? []) if (name) ours.push(`${page} tag ${i + FIRST_CODE} ${name}`);
    for (const [i, one] of codes?.starts.entries() ?? []) {
      if (one) ours.push(`${page} start ${i + FIRST_CODE} ${one.name}=${one.prefix}`);
    }
    for (const [i, text] of codes?.values.entries() ?? []) if (text) ours.push(`${page} value ${i + FIRST_VALUE} ${text}`);
    expect(codes?.namespace, kind).toBe(table.namespaces?.[page]);
  }
  expect(ours.sort(), kind).toEqual(theirs.sort());
  const extensions = Object.entries(table.extensionTokensT0 ?? {});
  const values0 = typeof own === 'object' ? own : [];
  expect(
    extensions.map(([code]) => values0[Number.parseInt(code, 16)]),
    kind,
  ).toEqual(extensions.map(([, text]) => text));
  expect(
    values0.filter((text) => text !== undefined),
    kind,
  ).toHaveLength(extensions.length);
}

describe('tables', () => {
  // One test for all: the tables are read once, when they are first asked for.
  it('there is a language for each document type of fixtures/data/wbxml-tables.json, and it is what the table says', () => {
    expect(wbxmlLanguages()).toHaveLength(kinds.length);
    expect(new Set(kinds.map(([kind]) => languageOf(kind))).size).toBe(kinds.length);
    expect(new Set(wbxmlLanguages().map(({ name }) => name)).size).toBe(kinds.length);
    for (const [kind, table] of kinds) {
      const { publicId, publicIdText, systemId, root, contentTypes } = languageOf(kind);
      expect({ publicId, publicIdText, systemId: systemId || undefined, root }, kind).toEqual({
        publicId: table.publicIdNumber ?? undefined,
        publicIdText: table.publicId ?? undefined,
        systemId: table.systemId || undefined,
        root: table.root,
      });
      const types = table.contentTypes.map(({ type }) => type);
      expect(types, kind).toEqual(expect.arrayContaining([...contentTypes]));
      expectCodes(kind, table);
    }
    const without = wbxmlLanguages().flatMap(({ name, contentTypes }) => (contentTypes.length === 0 ? [name] : []));
    expect(without).toEqual(['WTA-WML 1.2', 'MetInf 1.0', 'MetInf 1.1', 'MetInf 1.2']);
    // WML has variables, CSP has values, and others have no extension tokens.
    const extended = wbxmlLanguages().flatMap(({ name, extensions }) => (extensions === undefined ? [] : [name]));
    expect(extended).toEqual([
      'WML 1.0',
      'WML 1.1',
      'WML 1.2',
      'WML 1.3',
      'WTA-WML 1.2',
      'Wireless Village CSP 1.1',
      'Wireless Village CSP 1.2',
      'IMPS CSP 1.3',
    ]);
    expect(wbxmlLanguages().filter(({ extensions }) => extensions === 'variables')).toHaveLength(5);
  });

  it('SI, SL and CO are those of their codecs', () => {
    for (const type of documentTypes()) expect(wbxmlLanguages()).toContain(type);
  });

  it('variables are those of WML', () => {
    const names = wbxmlLanguages().flatMap(({ name, extensions }) => (extensions === 'variables' ? [name] : []));
    expect(names).toEqual(['WML 1.0', 'WML 1.1', 'WML 1.2', 'WML 1.3', 'WTA-WML 1.2']);
  });
});

describe('finding', () => {
  it.each([
    [0x0d, 'EMN 1.0'],
    ['-//WAPFORUM//DTD EMN 1.0//EN', 'EMN 1.0'],
    ['-//WIRELESSVILLAGE//DTD CSP 1.1//EN', 'Wireless Village CSP 1.1'],
    [0x12, 'IMPS CSP 1.3'],
    [0x1201, 'SyncML 1.2'],
    [0x01, undefined],
    ['', undefined],
  ])('public identifier %s: %s', (publicId, name) => {
    expect(findLanguage(wbxmlLanguages(), publicId)?.name).toBe(name);
  });

  it.each([
    ['application/vnd.wap.emn+wbxml', 'EMN 1.0'],
    ['Application/VND.WAP.connectivity-wbxml', 'PROV 1.0'],
    ['application/vnd.syncml+wbxml', 'SyncML 1.2'],
    ['application/vnd.syncml-devinf+wbxml', 'DevInf 1.2'],
    ['application/vnd.wap.wmlc', 'WML 1.3'],
    ['application/vnd.oma.drm.rights+wbxml', 'DRMREL 1.0'],
    ['application/x-wap-prov.browser-bookmarks', 'OTA settings'],
    ['application/vnd.wap.sic', 'SI 1.0'],
    // The XML of one.
    ['text/vnd.wap.wml', undefined],
    ['', undefined],
  ])('content type %s: %s', (type, name) => {
    expect(languageOfType(type)?.name).toBe(name);
  });

  it('settings', () => expect(otaSettings().name).toBe('OTA settings'));
});
