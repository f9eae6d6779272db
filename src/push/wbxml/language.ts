/**
 * A document type of WBXML: its names and what its tokens mean, page by page.
 *
 *   tag               a name
 *   attribute start   a name, often with the beginning of its value or all of it
 *   attribute value   a piece of a value
 *
 * Source: WAP-192-WBXML-20010725 sections 5.5, 5.8.1 and 5.8.3.
 * @module
 */

/** An attribute start token: the name, and what the value begins with. */
export interface AttributeStart {
  readonly name: string;
  readonly prefix: string;
}

/** What the tokens of a code page mean; a code without a meaning is undefined. */
export interface CodePage {
  /** Elements by tag code, from {@link FIRST_CODE} on. */
  readonly tags: readonly (string | undefined)[];
  /** By attribute start code, from {@link FIRST_CODE} on. */
  readonly starts: readonly (AttributeStart | undefined)[];
  /** By attribute value token, from {@link FIRST_VALUE} on. */
  readonly values: readonly (string | undefined)[];
  /** XML namespace of the page's elements. */
  readonly namespace?: string | undefined;
}

/** A document type with its tokens. */
export interface WbxmlLanguage {
  /** Such as `EMN 1.0`. */
  readonly name: string;
  /** The public identifier as a number; undefined for a type that has none. */
  readonly publicId: number | undefined;
  /** The public identifier as text. */
  readonly publicIdText: string | undefined;
  /** Another text of the same. */
  readonly publicIdAlias?: string | undefined;
  /** Where the DTD is. */
  readonly systemId: string | undefined;
  /** Name of the root element. */
  readonly root: string;
  /** Content types of its WBXML. */
  readonly contentTypes: readonly string[];
  /** By code page; tags and attributes turn pages apart. */
  readonly pages: readonly (CodePage | undefined)[];
  /** What extension tokens mean: variables of WML, or the value of each number after EXT_T_0; undefined when there are none. */
  readonly extensions?: 'variables' | readonly (string | undefined)[] | undefined;
}

/** The first code of a tag and of an attribute start: those below are global tokens. */
export const FIRST_CODE = 0x05;
/** The first attribute value token. */
export const FIRST_VALUE = 0x85;

/** The type of a public identifier, as a number or as text. */
export function findLanguage<T extends WbxmlLanguage>(languages: readonly T[], publicId: number | string): T | undefined {
  return languages.find((one) => one.publicId === publicId || one.publicIdText === publicId || one.publicIdAlias === publicId);
}
