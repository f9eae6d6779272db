/**
 * Recipients as somebody typed them, one or several. No DOM here.
 * @module
 */
import { EncodeError, FormatError, LimitError } from '../../errors.js';
import { recipientOf } from '../result/settings.js';

/** Recipients of a send from the page at most. */
export const MAX_RECIPIENTS = 100;

/**
 * Recipients, by commas, semicolons or lines; each once, as it goes into a message: digits, or `short:1234`.
 * @throws EncodeError `bad-value` with field `recipients` for none, or naming the one that is wrong; LimitError past {@link MAX_RECIPIENTS}
 */
export function recipientsOf(typed: string): string[] {
  const items = typed
    .split(/[,;\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length === 0) throw EncodeError.badValue('recipients', 'no recipients');
  if (items.length > MAX_RECIPIENTS) {
    throw new LimitError('limit-exceeded', 'recipients', undefined, `${items.length} numbers, the limit is ${MAX_RECIPIENTS}`);
  }
  const recipients = items.map((item, index) => {
    try {
      const address = recipientOf(item);
      return typeof address === 'string' ? address : item.toLowerCase().replaceAll(' ', '');
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const which = items.length === 1 ? '' : `number ${index + 1} `;
      throw EncodeError.badValue('recipients', `${which}${JSON.stringify(item.slice(0, 40))} ${error.reason}`);
    }
  });
  return [...new Set(recipients)];
}
