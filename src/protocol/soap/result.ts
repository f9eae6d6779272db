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

/** The part `Reserved` of an answer, with empty fields (G-SOAP-08). */
export const EMPTY_RESERVED = { Field1: '', Field2: '', Field3: '', Field4: '' } as const;

/**
 * Returns the result in an answer to SubmitMessage, SubmitDeliveryReceipt or DeliverMessage.
 * @throws DecodeError `truncated` without a report, `bad-value` for one that is not an integer.
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
 * Converts results to the parts of the one SOAP answer: those of the last failure, or else of the last recipient (G-SOAP-07).
 * @throws EncodeError `bad-value` for no results.
 */
export function answerOf(results: readonly Result[]): AnswerParts['SubmitMessage'] {
  if (results.length === 0) throw EncodeError.badValue('results', 'an answer has one result at least');
  const { messageIdentifier = '-1', report, text = '' } = decidingResult(results);
  return { MessageIdentifier: messageIdentifier, Report: String(report), Text: text, Reserved: EMPTY_RESERVED };
}
