/**
 * The form door: the fields of a request to an operation, its outcome to the body of an answer.
 *
 *   POST /webservices/http/sendsms  sendmms  queryaccount  manageaccount
 *   POST /sendsms                                                            the same: text messages, account queries
 *   GET  on the paths of sends, parameters in the query                      discouraged
 *
 * What the answer says of a refusal has the form of the endpoint it was asked on:
 *
 *   sends           a line, or tags                  G-RES-01 to 11
 *   queryaccount    tags with an identifier of -1    G-RES-12, G-QRY-01
 *   manageaccount   tags without one                 G-RES-13
 * @module
 */
import { DecodeError, LimitError } from '../../errors.js';
import {
  credentialsOf,
  FormFields,
  formatCredit,
  formatManagement,
  formatMessageCount,
  formatPermittedReplyTo,
  formatResponse,
  type GatewayOperation,
  PATHS,
  parseForm,
  parseRequest,
  REPORT,
  type Result,
  responseFormatOf,
} from '../../protocol/index.js';
import type { Operations, OutcomeOf, RequestOf, RequestRecord } from '../operations/operations.js';
import { type Refusal, refusalResult } from '../operations/refusal.js';
import type { SendRequest } from '../operations/send.js';
import type { GatewayLimits } from '../settings/limits.js';
import type { Answer, Door } from './app.js';

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

/** Parts the fields of a form. */
const AMPERSAND = 0x26;

/** The body of the answer to each operation. */
const ANSWERS: { readonly [N in GatewayOperation]: (outcome: OutcomeOf<N>, request: RequestOf<N>) => string } = {
  sendSms: formatResults,
  sendMultimedia: formatResults,
  availableCredit: (credit) => formatCredit(credit),
  availableMessages: formatMessageCount,
  permittedReplyTo: formatPermittedReplyTo,
  createChildAccount: (issued) => formatManagement({ report: REPORT.success, ...issued }),
  deleteChildAccount: () => formatManagement({ report: REPORT.success }),
  transferFunds: () => formatManagement({ report: REPORT.success }),
};

function formatResults(results: readonly Result[], { responseFormat = 0 }: SendRequest): string {
  return formatResponse(results, responseFormat);
}

/** The paths of sends, and those of accounts. */
export function formDoors(operations: Operations, limits: GatewayLimits): readonly Door[] {
  const post = (record: RequestRecord, body: Uint8Array | string) => answerForm(record, body, operations, limits);
  const types = ['application/x-www-form-urlencoded'];
  return [
    { paths: [PATHS.sendSms, PATHS.sendMultimedia, PATHS.variant], types, allow: 'GET, POST', post, get: post },
    { paths: [PATHS.queryAccount, PATHS.manageAccount], types, allow: 'POST', post },
  ];
}

async function answerForm(
  record: RequestRecord,
  body: Uint8Array | string,
  operations: Operations,
  limits: GatewayLimits,
): Promise<Answer> {
  let fields: FormFields;
  let fault: unknown;
  try {
    fields = parseForm(body, { limits: { formOctets: limits.bodyOctets, formFields: limits.formFields } });
  } catch (error) {
    // Credentials count before what else is wrong (G-AUTH-04), and so does the form of answer that is asked for.
    fields = readableFields(body, error);
    fault = error;
  }
  let text: string;
  try {
    const { request, outcome } = await operations.perform<GatewayOperation>(record, {
      credentials: () => {
        // Past a limit nothing was read, credentials neither.
        if (fault instanceof LimitError) throw fault;
        return credentialsOf(fields);
      },
      request: () => {
        if (fault !== undefined) throw fault;
        return parseRequest(record.path, fields, { limits });
      },
    });
    text = ANSWERS[request.operation](outcome as never, request as never);
  } catch (error) {
    text = formatRefusal(record.path, fields, operations.refuse(record, error));
  }
  return { status: 200, body: text, headers: HTML };
}

/** The fields that can be read of a form in which one cannot; none of a form that is past a limit. */
function readableFields(body: Uint8Array | string, fault: unknown): FormFields {
  if (typeof body === 'string' || !(fault instanceof DecodeError)) return new FormFields();
  const readable: [name: string, value: string][] = [];
  for (let start = 0, end = 0; start < body.length; start = end + 1) {
    end = body.indexOf(AMPERSAND, start);
    if (end < 0) end = body.length;
    try {
      const field = parseForm(body.subarray(start, end), { limits: { formOctets: body.length } });
      for (const name of field.names()) readable.push([name, field.get(name) as string]);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
    }
  }
  return new FormFields(readable);
}

function formatRefusal(path: string, fields: FormFields, refusal: Refusal): string {
  if (path === PATHS.manageAccount) return formatManagement({ report: refusal.report, text: refusal.message });
  const { units: _units, ...result } = refusalResult(refusal);
  if (isQuery(path, fields)) return formatResponse([result], 1);
  const format = responseFormatOf(fields.get('ResponseFormat'));
  // A line is shown as HTML: what it quotes of the request must be no markup there, and no tags to a client.
  const text = format === 0 ? refusal.message.replace(/[<>&]/g, '?') : refusal.message;
  return formatResponse([{ ...result, text, units: 0 }], format);
}

function isQuery(path: string, fields: FormFields): boolean {
  if (path === PATHS.queryAccount) return true;
  return path === PATHS.variant && (fields.has('AvailableCredit') || fields.has('AvailableMessages'));
}
