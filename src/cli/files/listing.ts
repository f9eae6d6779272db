/**
 * Listings of PDUs as files.
 * @module
 */
import type { Content } from '../../message/index.js';
import { readListing } from '../../show/listing.js';
import { inFile, inputName, type Session } from '../io.js';

/**
 * Contents of the messages of a listing; undefined for octets that are none. What is not a message, and parts that are missing, become
 * warnings.
 * @throws FormatError, FileError as the readers of messages and contents.
 */
export function openListing(session: Session, path: string, octets: Uint8Array, lenient: boolean): Content[] | undefined {
  const name = inputName(path);
  const placeOf = (index: number) => `${name}, line ${index + 1} of hex`;
  return readListing(octets, {
    lenient,
    onIssue: (message, index) => session.warn(`${index === undefined ? name : placeOf(index)}: ${message}`),
    inLine: (index, read) => inFile(placeOf(index), read),
  });
}
