/**
 * Base64 as somebody pastes it: in either alphabet, padded or not, with blanks and line breaks.
 * @module
 */
import { type Base64Fault, decodeBase64 } from '../../bytes/base64.js';
import { quote } from '../../bytes/quote.js';
import { DecodeError } from '../../errors.js';

/**
 * Octets of a text in either alphabet, padded or not; white space between the digits is skipped.
 * @throws DecodeError `bad-value` at a character that is not a digit, at a digit after the padding, and at one whose bits belong to no
 * octet; `truncated` when one digit is left over.
 */
export function fromBase64(text: string, field = 'base64'): Uint8Array {
  const onFault = (fault: Base64Fault, index: number): never => {
    if (fault === 'truncated') throw new DecodeError('truncated', field, index, 'the last octet has one digit');
    const reason =
      fault === 'spare-bits' ? 'the last digit has bits past the last octet' : `${quote(text[index])} is not a digit here`;
    throw new DecodeError('bad-value', field, index, reason);
  };
  return decodeBase64(text, { url: true, onFault });
}
