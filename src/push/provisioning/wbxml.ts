/**
 * Settings as WBXML: the shortest tokens, UTF-8, no string table.
 *
 *   version | publicid | 6A (UTF-8) | 00 (no string table) | elements        publicid 0B of `prov`, 01 (unknown) of `ota`
 *
 * Names and values of PROV 1.1 are on a second code page: SWITCH_PAGE comes before the attribute that needs it. Elements stay on the first.
 * Sources: OMA-WAP-TS-ProvCont-V1_1 section 8; Over The Air Settings Specification 7.0; WAP-192-WBXML-20010725.
 * @module
 */
import { requireOctets } from '../../bytes/octets.js';
import { ByteReader } from '../../bytes/reader.js';
import { Reading } from '../../bytes/reading.js';
import { encodeUtf8 } from '../../bytes/utf8.js';
import { ByteWriter } from '../../bytes/writer.js';
import { EncodeError, LimitError } from '../../errors.js';
import { UNKNOWN_PUBLIC_ID } from '../wbxml/head.js';
import { FIRST_CODE, FIRST_VALUE, type WbxmlLanguage } from '../wbxml/language.js';
import { languageOfType, otaSettings } from '../wbxml/languages.js';
import { UTF8 } from '../wbxml/strings.js';
import { END, STR_I, SWITCH_PAGE, WBXML_VERSIONS, type WbxmlVersion, WITH_ATTRIBUTES, WITH_CONTENT } from '../wbxml/tokens.js';
import { readWbxmlTree, type WbxmlElement, type WbxmlTreeOptions } from '../wbxml/tree.js';
import { fromNode, type Node, type Provisioning, toNode } from './model.js';
import type { ProvisioningLimits } from './xml.js';

/** The content types of settings as XML and as WBXML; `otaBookmarks` are those of a document of `ota` with bookmarks only. */
export const PROVISIONING_CONTENT_TYPES = {
  prov: { xml: 'text/vnd.wap.connectivity-xml', wbxml: 'application/vnd.wap.connectivity-wbxml' },
  ota: { xml: 'text/x-wap-prov.browser-settings', wbxml: 'application/x-wap-prov.browser-settings' },
  otaBookmarks: { xml: 'text/x-wap-prov.browser-bookmarks', wbxml: 'application/x-wap-prov.browser-bookmarks' },
} as const;

/** Options of {@link encodeProvisioning}. */
export interface EncodeProvisioningOptions extends ProvisioningLimits {
  /** Version of WBXML; by default `1.3`, of `ota` `1.1`. Version 1.0 cannot name the charset. */
  readonly version?: Exclude<WbxmlVersion, '1.0'> | undefined;
}

/**
 * Encodes settings as WBXML (OMA-WAP-TS-ProvCont-V1_1 section 8; Over The Air Settings Specification 7.0).
 * @throws EncodeError `bad-value`, or `unencodable` for a type or a version that the tokens cannot express.
 * @throws LimitError `limit-exceeded`, see {@link ProvisioningLimits}.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeProvisioning } from 'handset/push';
 *
 * const items = [{ kind: 'characteristic', type: 'NAPDEF', items: [{ kind: 'parm', name: 'NAME', value: 'Net' }] }] as const;
 * toHex(encodeProvisioning({ kind: 'prov', items })); // -> '030B6A0045C65501870706034E657400010101'
 * ```
 */
export function encodeProvisioning(document: Provisioning, options?: EncodeProvisioningOptions): Uint8Array {
  const { limits } = Reading.of(options);
  const { names, root } = toNode(document, limits);
  const isOlder = names.kind === 'ota';
  const language = isOlder ? otaSettings() : (languageOfType(PROVISIONING_CONTENT_TYPES.prov.wbxml) as WbxmlLanguage);
  const version = options?.version ?? (isOlder ? '1.1' : '1.3');
  const number = WBXML_VERSIONS.indexOf(version);
  if (number < 1) throw EncodeError.badValue('version', `allowed: ${WBXML_VERSIONS.slice(1).join(', ')}`);
  const writer = new Writer(language);
  writer.out
    .u8(number)
    .uintvar(isOlder ? UNKNOWN_PUBLIC_ID : (language.publicId as number))
    .uintvar(UTF8)
    .u8(0);
  writer.element(root, names.field);
  if (writer.out.length > limits.wbxmlTreeOctets) {
    const reason = `${writer.out.length} octets, the limit is ${limits.wbxmlTreeOctets}`;
    throw new LimitError('limit-exceeded', names.field, undefined, reason);
  }
  return writer.out.finish();
}

class Writer {
  readonly out = new ByteWriter(256);
  readonly #language: WbxmlLanguage;
  #page = 0;

  constructor(language: WbxmlLanguage) {
    this.#language = language;
  }

  /** Calls itself for children, as deep as the limit lets them be. */
  element({ name, attributes, children }: Node, path: string): void {
    const code = (this.#language.pages[0]?.tags ?? []).indexOf(name);
    const [hasAttributes, hasContent] = [attributes.length > 0, children.length > 0];
    this.out.u8((FIRST_CODE + code) | (hasAttributes ? WITH_ATTRIBUTES : 0) | (hasContent ? WITH_CONTENT : 0));
    for (const [attribute, value] of attributes) this.#attribute(attribute, value, `${path}/${attribute}`);
    if (hasAttributes) this.out.u8(END);
    if (!hasContent) return;
    for (const child of children) this.element(child, `${path}/${child.name}`);
    this.out.u8(END);
  }

  /** A start that is all of the attribute, on whichever page; otherwise one without a value, and the value after it. */
  #attribute(name: string, value: string, field: string): void {
    const whole = this.#find((page) => findStart(this.#language, page, name, value));
    if (whole !== undefined) {
      this.#put(whole.page, whole.code);
      return;
    }
    const bare = this.#find((page) => findStart(this.#language, page, name, ''));
    if (bare === undefined) throw new EncodeError('unencodable', field, undefined, `${JSON.stringify(value)} has no token`);
    this.#put(bare.page, bare.code);
    const token = this.#find((page) => (this.#language.pages[page]?.values ?? []).indexOf(value) + 1 || undefined);
    if (token !== undefined && value !== '') this.#put(token.page, FIRST_VALUE + token.code - 1);
    else if (value !== '') this.out.u8(STR_I).bytes(encodeUtf8(value)).u8(0);
  }

  /** What the first page has, or else another: handsets that know one page alone read all that is on it. */
  #find(find: (page: number) => number | undefined): { readonly page: number; readonly code: number } | undefined {
    for (const page of this.#language.pages.keys()) {
      const code = find(page);
      if (code !== undefined) return { page, code };
    }
    return undefined;
  }

  #put(page: number, code: number): void {
    if (page !== this.#page) this.out.u8(SWITCH_PAGE).u8(page);
    this.#page = page;
    this.out.u8(code);
  }
}

function findStart({ pages }: WbxmlLanguage, page: number, name: string, prefix: string): number | undefined {
  const index = pages[page]?.starts.findIndex((start) => start?.name === name && start.prefix === prefix) ?? -1;
  return index < 0 ? undefined : FIRST_CODE + index;
}

/**
 * Decodes settings from WBXML, of the kind that the root element names. A document with an unknown public identifier is read as `ota`, or as
 * `contentType` says.
 * @param options.lenient skip elements and attributes that settings do not have, and continue past unknown tokens.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes` with a field, and for invalid WBXML an octet.
 * @throws LimitError `limit-exceeded` above `wbxmlTreeOctets`, `wbxmlTreeCharacters`, `wbxmlTreeElements` or `wbxmlTreeDepth`.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeProvisioning } from 'handset/push';
 *
 * decodeProvisioning(fromHex('030B6A0045C65501870706034E657400010101')).items;
 * // -> [{ kind: 'characteristic', type: 'NAPDEF', items: [{ kind: 'parm', name: 'NAME', value: 'Net' }] }]
 * ```
 */
export function decodeProvisioning(octets: Uint8Array, options?: WbxmlTreeOptions): Provisioning {
  requireOctets(octets, 'a WBXML document');
  const reading = Reading.of(options);
  // A document of settings that does not say its type is one of the older ones.
  const { contentType = PROVISIONING_CONTENT_TYPES.ota.wbxml } = options ?? {};
  const { children } = readWbxmlTree(new ByteReader(octets), { ...options, contentType });
  return fromNode(nodeOf(children.find((child) => !child.isInstruction) as WbxmlElement), reading);
}

function nodeOf({ name, attributes, children }: WbxmlElement): Node {
  const elements = children.filter((child) => typeof child !== 'string' && !child.isInstruction) as WbxmlElement[];
  return {
    name,
    attributes: attributes.map((each) => [each.name, each.value] as const),
    children: elements.map(nodeOf),
    text: children.filter((child) => typeof child === 'string').join(''),
  };
}
