/**
 * Tokens of WBXML itself, the same in every document type and on every code page. Those of SI, SL and CO are in document-tokens.ts.
 *
 * Source: WAP-192-WBXML-20010725 sections 5.4 and 5.8.
 * @module
 */

/** The document in references to its sections. */
export const SPEC = 'WAP-192';

/** The versions of WBXML, by their octet (WAP-192 section 5.4). */
export const WBXML_VERSIONS = ['1.0', '1.1', '1.2', '1.3'] as const;

/** A version of WBXML. */
export type WbxmlVersion = (typeof WBXML_VERSIONS)[number];

// Global tokens (section 5.8.4).

/** Turns to another page of codes, in the next octet. */
export const SWITCH_PAGE = 0x00;
/** Ends the attributes of a tag, or its content. */
export const END = 0x01;
/** A character by its code. */
export const ENTITY = 0x02;
/** A string up to its NUL. */
export const STR_I = 0x03;
/** A tag or attribute by its name in the string table. */
export const LITERAL = 0x04;
/** A processing instruction. */
export const PI = 0x43;
/** A string of the table, by its index. */
export const STR_T = 0x83;
/** A count, and that many octets. */
export const OPAQUE = 0xc3;

/** In a tag: attributes follow (section 5.8.2). */
export const WITH_ATTRIBUTES = 0x80;
/** In a tag: content follows. */
export const WITH_CONTENT = 0x40;

/** Names of global tokens, for messages and the tree. */
export const TOKEN_NAMES: Readonly<Record<number, string>> = {
  [SWITCH_PAGE]: 'SWITCH_PAGE',
  [END]: 'END',
  [ENTITY]: 'ENTITY',
  [STR_I]: 'STR_I',
  [LITERAL]: 'LITERAL',
  64: 'EXT_I_0',
  65: 'EXT_I_1',
  66: 'EXT_I_2',
  [PI]: 'PI',
  68: 'LITERAL_C',
  128: 'EXT_T_0',
  129: 'EXT_T_1',
  130: 'EXT_T_2',
  [STR_T]: 'STR_T',
  132: 'LITERAL_A',
  192: 'EXT_0',
  193: 'EXT_1',
  194: 'EXT_2',
  [OPAQUE]: 'OPAQUE',
  196: 'LITERAL_AC',
};
