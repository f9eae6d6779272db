/**
 * Business cards: vCard 2.1, which phones with Smart Messaging take, and vCard 3.0. The model of a card, whatever the version.
 *
 *   BEGIN:VCARD                                              BEGIN:VCARD
 *   VERSION:2.1                                              VERSION:3.0
 *   N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller    FN:Müller
 *   TEL;CELL;PREF:+447700900123                              N:Müller;;;;
 *   END:VCARD                                                TEL;TYPE=CELL,PREF:+447700900123
 *                                                            END:VCARD
 *
 * Written by {@link formatVCard} (vcard-format), read by {@link parseVCard} and its neighbours (vcard-parse).
 *
 * Sources: vCard 2.1 (versit consortium, 1996), RFC 2426. Choices where they are silent: docs/vobjects.md.
 * @module
 */
import type { RawParameter, RawProperty } from './content-line.js';
import type { VObjectIssue } from './issues.js';
import type { OldTextOptions } from './old-text.js';

/** A telephone number or an e-mail address. */
export interface VCardEntry {
  /** The number or address, in one line. */
  readonly value: string;
  /** Types, such as CELL, HOME, WORK, PREF, VOICE, FAX; upper case when read. */
  readonly types?: readonly string[] | undefined;
  /** Group of properties that belong together, such as `item1`. */
  readonly group?: string | undefined;
  /** Parameters besides types and encodings, verbatim. */
  readonly params?: readonly RawParameter[] | undefined;
}

/** A postal address. */
export interface VCardAddress {
  /** Post office box. */
  readonly postOfficeBox?: string | undefined;
  /** Extended address, such as a floor. */
  readonly extended?: string | undefined;
  /** Street and number. */
  readonly street?: string | undefined;
  /** City. */
  readonly locality?: string | undefined;
  /** State or county. */
  readonly region?: string | undefined;
  /** Postal code. */
  readonly postalCode?: string | undefined;
  /** Country. */
  readonly country?: string | undefined;
  /** Types, such as HOME and WORK; upper case when read. */
  readonly types?: readonly string[] | undefined;
  /** The prefix of the property's name, before a dot. */
  readonly group?: string | undefined;
  /** Parameters besides types and encodings, verbatim. */
  readonly params?: readonly RawParameter[] | undefined;
}

/** A business card: vCard 2.1 (versit, 1996) or 3.0 (RFC 2426). A line end inside a text is `\n`. */
export interface VCard {
  /** The version it was read from, which the properties in `other` have; if absent, they have the version that is written. */
  readonly version?: VCardVersion | undefined;
  /** Family name. */
  readonly family?: string | undefined;
  /** Given name. */
  readonly given?: string | undefined;
  /** Additional names. */
  readonly additional?: string | undefined;
  /** Title before the name. */
  readonly prefix?: string | undefined;
  /** Title after the name. */
  readonly suffix?: string | undefined;
  /** FN: the name as one text. If a version requires it, it is made from the other names. */
  readonly formattedName?: string | undefined;
  /** ORG: the organization. */
  readonly organization?: string | undefined;
  /** Departments, the largest first. */
  readonly organizationUnits?: readonly string[] | undefined;
  /** TITLE: the job title. */
  readonly title?: string | undefined;
  /** ROLE: the function in the organization. */
  readonly role?: string | undefined;
  /** TEL: telephone numbers. */
  readonly tel?: readonly VCardEntry[] | undefined;
  /** EMAIL: mail addresses. */
  readonly email?: readonly VCardEntry[] | undefined;
  /** ADR: postal addresses. */
  readonly address?: readonly VCardAddress[] | undefined;
  /** URL: a web page. */
  readonly url?: string | undefined;
  /** NOTE: any text. */
  readonly note?: string | undefined;
  /** BDAY: the birthday as `YYYY-MM-DD`. One in another form is kept in `other`. */
  readonly birthday?: string | undefined;
  /** All other properties, verbatim and in order. */
  readonly other?: readonly RawProperty[] | undefined;
}

/** A parsed card: it has a version and all lists. */
export interface ParsedVCard extends VCard {
  readonly version: VCardVersion;
  /** TEL: telephone numbers; empty without any. */
  readonly tel: readonly VCardEntry[];
  /** EMAIL: mail addresses; empty without any. */
  readonly email: readonly VCardEntry[];
  /** ADR: postal addresses; empty without any. */
  readonly address: readonly VCardAddress[];
  readonly other: readonly RawProperty[];
}

/** A version of vCard. */
export type VCardVersion = '2.1' | '3.0';

/** Options of `formatVCard`. The options of {@link OldTextOptions} apply to version 2.1 only. */
export interface VCardFormat extends OldTextOptions {
  /** Version to write. */
  readonly version: VCardVersion;
  /**
   * Called with each value in the written text that strict reading rejects, because lenient reading kept it verbatim. Its offset is an index in the
   * written text. Without this option the text is not checked.
   */
  readonly onIssue?: ((issue: VObjectIssue) => void) | undefined;
}

/** The parts of N in their order (RFC 2426 section 3.1.2; the same in 2.1). */
export const NAME_PARTS = ['family', 'given', 'additional', 'prefix', 'suffix'] as const;
/** The parts of ADR in their order (RFC 2426 section 3.2.1; the same in 2.1). */
export const ADDRESS_PARTS = ['postOfficeBox', 'extended', 'street', 'locality', 'region', 'postalCode', 'country'] as const;
