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
import { encodeUtf8 } from '../../bytes/utf8.js';
import { LimitError } from '../../errors.js';
import {
  credentialsOf,
  FormFields,
  formatCredit,
  formatManagement,
  formatMessageCount,
  formatPermittedReplyTo,
  formatResponse,
  type GatewayOperation,
  type GatewayRequest,
  PATHS,
  parseForm,
  parseRequest,
  REPORT,
  type Result,
  responseFormatOf,
} from '../../protocol/index.js';
import type { SendRequest } from '../operations/contents.js';
import { findClient, type Operations, type OutcomeOf, type RequestOf, type RequestRecord } from '../operations/operations.js';
import { type Refusal, refusalResult } from '../operations/refusal.js';
import { LARGE_OCTETS, type RequestReader } from '../reading/reader.js';
import type { GatewayLimits } from '../settings/limits.js';
import type { Answer, Door } from './app.js';
import { findHeadFields } from './form-head.js';

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

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
export function formDoors(operations: Operations, limits: GatewayLimits, reader: RequestReader): readonly Door[] {
  const post = (record: RequestRecord, body: Uint8Array | string) =>
    answerForm(
      record,
      body.length > LARGE_OCTETS ? readHead(record, body, limits, reader) : readForm(record, body, limits),
      operations,
    );
  const types = ['application/x-www-form-urlencoded'];
  return [
    { paths: [PATHS.sendSms, PATHS.sendMultimedia, PATHS.variant], types, allow: 'GET, POST', post, get: post },
    { paths: [PATHS.queryAccount, PATHS.manageAccount], types, allow: 'POST', post },
  ];
}

/** What is known of a form before its login is judged. */
interface Form {
  /** All of them, or those that the login and the form of the answer are among. */
  readonly fields: FormFields;
  /** Past a limit nothing was read, credentials neither. */
  readonly pastLimit?: LimitError | undefined;
  /** @throws FormatError */
  readonly request: () => GatewayRequest | Promise<GatewayRequest>;
}

async function answerForm(record: RequestRecord, form: Form, operations: Operations): Promise<Answer> {
  let text: string;
  try {
    const { request, outcome } = await operations.perform<GatewayOperation>(record, {
      credentials: () => {
        if (form.pastLimit !== undefined) throw form.pastLimit;
        return credentialsOf(form.fields);
      },
      request: form.request,
    });
    text = ANSWERS[request.operation](outcome as never, request as never);
  } catch (error) {
    text = formatRefusal(record.path, form.fields, operations.refuse(record, error));
  }
  return { status: 200, body: text, headers: HTML };
}

/** A form that is read before its login is judged. */
function readForm({ path }: RequestRecord, body: Uint8Array | string, limits: GatewayLimits): Form {
  try {
    const fields = parseForm(body, { limits: { formOctets: limits.bodyOctets, formFields: limits.formFields } });
    return { fields, request: () => parseRequest(path, fields, { limits }) };
  } catch (error) {
    // Credentials count before what else is wrong (G-AUTH-04), and so does the form of answer that is asked for.
    const request = () => {
      throw error;
    };
    if (error instanceof LimitError) return { fields: new FormFields(), pastLimit: error, request };
    return { fields: typeof body === 'string' ? new FormFields() : findHeadFields(body, limits.formFields), request };
  }
}

/** A large form: looked through for its login, and read once that is good. */
function readHead(record: RequestRecord, body: Uint8Array | string, limits: GatewayLimits, reader: RequestReader): Form {
  const octets = typeof body === 'string' ? encodeUtf8(body) : body;
  const request = () => reader.form(record.path, octets, { client: findClient(record) ?? '', isKnown: true });
  try {
    return { fields: findHeadFields(octets, limits.formFields), request };
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return { fields: new FormFields(), pastLimit: error, request };
  }
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
