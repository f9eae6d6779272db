/**
 * Answers of SubmitMessage, SubmitDeliveryReceipt and DeliverMessage as results, and back.
 * Source: the gateway interface document, section 9 (G-SOAP-07, 08).
 * @module
 */
import { DecodeError, EncodeError } from '../../errors.js';
import { trim } from '../../xml/characters.js';
import type { Result } from '../model.js';
import { bad, missing } from '../parameters.js';
import { isAccepted } from '../reports.js';
import { decidingResult } from '../response.js';
import type { Answer, AnswerParts, ReportParts } from './types.js';

/** Fields without a value, as an answer has them (G-SOAP-08). */
export const EMPTY_RESERVED = { Field1: '', Field2: '', Field3: '', Field4: '' } as const;

/**
 * Returns the result in an answer to SubmitMessage, SubmitDeliveryReceipt or DeliverMessage.
 * @throws DecodeError `truncated` or `bad-value` when it has no report, or one that is no integer.
 */
export function resultOf(answer: Answer): Result {
  const { MessageIdentifier, Report, Text } = answer.parts as ReportParts;
  const identifier = trim(MessageIdentifier ?? '');
  const path = `${answer.operation}Response/Report`;
  if (Report === undefined) throw missing(DecodeError, path);
  const text = trim(Report);
  if (!/^[+-]?\d{1,10}$/.test(text)) throw bad(DecodeError, path, 'is no whole number');
  // A minus in front of nothing but zeros makes no other number.
  const report = Number(text) + 0;
  return {
    messageIdentifier: identifier === '' ? undefined : identifier,
    report,
    accepted: isAccepted(report),
    ...(Text === undefined ? {} : { text: Text }),
  };
}

/**
 * Parts of the one answer for all recipients: of the last that failed, else of the last (G-SOAP-07).
 * @throws EncodeError `bad-value` when there are no results.
 */
export function answerOf(results: readonly Result[]): AnswerParts['SubmitMessage'] {
  if (results.length === 0) throw EncodeError.badValue('results', 'an answer has one result at least');
  const { messageIdentifier = '-1', report, text = '' } = decidingResult(results);
  return { MessageIdentifier: messageIdentifier, Report: String(report), Text: text, Reserved: EMPTY_RESERVED };
}
