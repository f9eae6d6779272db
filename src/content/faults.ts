/**
 * What is wrong with a content, under the name of its parameter, and what handsets are known to make trouble about.
 * @module
 */
import { EncodeError, FormatError } from '../errors.js';
import { buildSubmits, type Content, PHONE_MAKES, type PhoneMake, parsePhoneMake } from '../message/index.js';
import { requireText } from '../protocol/parameters.js';
import type { ContentOptions, ContentWarning } from './model.js';

/** A recipient for messages of which only the content is looked at. */
export const ANY_NUMBER = '447700900123';

/** Takes what is to be said of a content. */
export type Warn = (message: string) => void;

/** Warnings of one parameter. */
export function warnUnder(field: string, onWarning: ((warning: ContentWarning) => void) | undefined): Warn {
  return (message) => onWarning?.({ code: 'content', field, message });
}

/** A make that the interface names. @throws EncodeError `bad-value` with field `PhoneMake`; TypeError */
export function readMake(make: string | undefined): PhoneMake | undefined {
  if (make === undefined) return undefined;
  requireText(make, 'a make');
  const known = parsePhoneMake(make);
  if (known !== undefined) return known;
  const found = JSON.stringify(make.slice(0, 40));
  throw EncodeError.badValue('PhoneMake', `is ${found}, allowed: ${PHONE_MAKES.join(', ')}`);
}

/**
 * Warns of what `handset/message` says of a content and a handset. A size that no Nokia shows is refused as it is there; where that module has
 * no form for a handset, the gateway may have one.
 * @param field the parameter that carries it
 * @throws EncodeError `bad-value` with field `PhoneMake` for an unknown make, with `field` for such a size; TypeError
 */
export function adviseOnContent(content: Content, field: string, options: ContentOptions, warn: Warn): void {
  const make = readMake(options.make);
  if (make === undefined) return;
  const { model, anySize, cardVersion, calendarVersion } = options;
  try {
    buildSubmits(content, {
      ...{ to: ANY_NUMBER, make, model, anySize, cardVersion, calendarVersion },
      onChoice: ({ warnings }) => {
        for (const message of warnings) warn(message);
      },
    });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    if (error.field === 'content.bitmap') throw new EncodeError(error.code, field, undefined, error.reason);
    warn(withoutValues(error.reason));
  }
}

/** Faults of a content under the parameter's name. `isPersonal`: values stay out of the message; the path says where they are. */
export function inField<T>(field: string, make: () => T, isPersonal = false): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const reason = isPersonal ? withoutValues(error.reason) : error.reason;
    const cause = isPersonal ? undefined : { cause: error };
    throw new EncodeError(error.code, `${field}/${error.field}`, error.offset, reason, cause);
  }
}

/** A reason without what it quotes. */
function withoutValues(reason: string): string {
  return reason.replace(/"(?:[^"\\]|\\.)*"/g, 'a value');
}
