/**
 * `handset/inspect`: identifies a payload and shows its fields, down to bits.
 * @module
 */

export type { BitOrder, BitRange, Field, FieldValue } from '../bytes/index.js';
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export type { WbxmlTreeOptions } from '../push/wbxml/tree.js';
export { wbxmlToXml } from '../push/wbxml/xml.js';
export { FORMATS, type Format, type Identification } from './formats.js';
export { identify } from './identify.js';
export { type InspectOptions, inspect } from './inspect.js';
export { formatTree, type RenderOptions, treeToJson } from './render.js';
