/**
 * The cards in a VMG, which name whom a message is from and whom it goes to.
 *
 *   BEGIN:VCARD
 *   VERSION:2.1
 *   N:Ada
 *   TEL:+447700900123
 *   END:VCARD
 * @module
 */
import type { Limits } from '../errors.js';
import { escapeOldPart } from '../vobject/encodings.js';
import { formatOldText } from '../vobject/old-text.js';
import type { ParsedVCard } from '../vobject/vcard.js';
import { parseVCards } from '../vobject/vcard-parse.js';
import type { ArchiveAddress } from './model.js';

/** What a card says: whom it names, and the card itself where it says more than that. */
export type CardAddress = Pick<ArchiveAddress, 'address' | 'name' | 'card'>;

/** Whom a card names; undefined where it names nobody. @throws DecodeError, LimitError as the parser of cards does. */
export function readCardAddress(text: string, limits?: Limits): CardAddress | undefined {
  const [card] = parseVCards(text, { limits, lenient: true });
  if (card === undefined) return undefined;
  const address = card.tel[0]?.value ?? card.email[0]?.value ?? '';
  const name = nameOf(card);
  if (address === '' && name === undefined) return undefined;
  return { address, ...(name !== undefined && { name }), ...(saysMore(card) && { card: text }) };
}

function nameOf({ formattedName, given, additional, family }: ParsedVCard): string | undefined {
  const name = formattedName ?? [given, additional, family].filter((part) => part !== undefined && part !== '').join(' ');
  return name === '' ? undefined : name;
}

function saysMore({ tel, email, other, address, organization, title, note, url, birthday, role }: ParsedVCard): boolean {
  return (
    tel.length + email.length > 1 ||
    other.length + address.length > 0 ||
    [organization, title, note, url, birthday, role].some((value) => value !== undefined)
  );
}

/** The card of an address; an empty one without. @throws EncodeError for half a surrogate pair. */
export function formatCardAddress(address: CardAddress | undefined): string {
  if (address?.card !== undefined && /^BEGIN:VCARD\r?\n[\s\S]*\nEND:VCARD\s*$/i.test(address.card)) {
    return `${address.card.trim().replace(/\r?\n/g, '\r\n')}\r\n`;
  }
  const { address: number = '', name = '' } = address ?? {};
  const lines = [
    'BEGIN:VCARD',
    'VERSION:2.1',
    formatOldText('N', escapeOldPart(name), {}, 'name'),
    formatOldText('TEL', number, {}, 'address'),
    'END:VCARD',
  ];
  return `${lines.join('\r\n')}\r\n`;
}
