/**
 * Settings as XML. Sources: OMA-WAP-TS-ProvCont-V1_1 section 7; Over The Air Settings Specification 7.0.
 * @module
 */
import { type DecodeOptions, Reading } from '../../bytes/reading.js';
import type { Limits } from '../../errors.js';
import { formatElement, formatProlog } from '../../xml/format.js';
import { parseXml } from '../../xml/parse.js';
import { type XmlElement, XmlTree } from '../../xml/tree.js';
import { fromNode, type Node, type Provisioning, toNode } from './model.js';

/** Options of functions that write settings. */
export interface ProvisioningLimits {
  /** Values that replace `wbxmlTreeOctets`, `wbxmlTreeElements` and `wbxmlTreeDepth` of `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * Formats settings as XML in one line, for `prov` with a document type.
 * @throws EncodeError `bad-value` or `unencodable` with a field such as `PROV/characteristic/type`.
 * @throws LimitError `limit-exceeded`, see {@link ProvisioningLimits}.
 */
export function formatProvisioning(document: Provisioning, options?: ProvisioningLimits): string {
  const { names, root } = toNode(document, Reading.of(options).limits);
  const doctype = { publicId: '-//WAPFORUM//DTD PROV 1.0//EN', systemId: 'http://www.wapforum.org/DTD/prov.dtd' };
  return formatProlog(root.name, names.kind === 'prov' ? doctype : undefined) + formatNode(root);
}

/** Calls itself for children, as deep as the limit lets them be. */
function formatNode({ name, attributes, children }: Node): string {
  return formatElement(name, Object.fromEntries(attributes), children.map(formatNode).join(''));
}

/** Takes any document type; none is fetched, and none can declare anything that the parser takes. */
class Document extends XmlTree {
  override doctype(): void {}
}

/**
 * Parses settings in XML, of the kind that the root element names.
 * @param options.lenient skip elements, attributes and texts that settings do not have, and read a missing name or type as an empty one.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` with a field and the index in the text.
 * @throws LimitError `limit-exceeded` above `wbxmlTreeCharacters`, `wbxmlTreeElements` or `wbxmlTreeDepth`.
 */
export function parseProvisioning(xml: string, options?: DecodeOptions): Provisioning {
  if (typeof xml !== 'string') throw new TypeError('XML is a string');
  const reading = Reading.of(options);
  const document = new Document('PROV');
  parseXml(xml, document, reading, {
    characters: 'wbxmlTreeCharacters',
    elements: 'wbxmlTreeElements',
    depth: 'wbxmlTreeDepth',
  });
  return fromNode(nodeOf(document.root), reading);
}

function nodeOf({ name, at, attributes, children, text }: XmlElement): Node {
  return { name, at, attributes: [...attributes], children: children.map(nodeOf), text };
}
