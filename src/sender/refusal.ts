/**
 * Refusals as errors, and what errors must not show.
 * @module
 */
import { toHex } from '../bytes/hex.js';
import type { GatewayRequest, MultimediaContent, Result } from '../protocol/model.js';
import { excerptOf } from '../protocol/redact.js';
import { REPORT } from '../protocol/reports.js';
import { GatewayError, LoginError } from './errors.js';

/** Whether a report says that the user name or the PIN is wrong, in whatever form. */
export function isLoginReport(report: number): boolean {
  return report === REPORT.invalidLogin || report === REPORT.lineInvalidLogin;
}

/** The error of a refusal. The gateway's words may repeat what it was sent. */
export function refusalError(refusal: Pick<Result, 'report' | 'text'>, secrets: readonly string[]): GatewayError {
  const { report } = refusal;
  const text = refusal.text === undefined ? undefined : excerptOf(refusal.text, secrets);
  return isLoginReport(report) ? new LoginError(report, text) : new GatewayError(report, text);
}

/** What no error may show, should an answer repeat it. Numbers are masked in any case. */
export function secretsOf(request: GatewayRequest): string[] {
  return [request.pin, ...textsOf(request)].filter((secret) => secret !== undefined && secret !== '') as string[];
}

function textsOf(request: GatewayRequest): (string | undefined)[] {
  switch (request.operation) {
    case 'sendSms':
      return [request.message, request.flashMessage];
    case 'sendMultimedia':
      return contentTexts(request.content);
    case 'createChildAccount':
      return [request.email, request.givenName, request.familyName, request.companyName];
    default:
      return [];
  }
}

/** Pictures and files are none: what an error shows of an answer is too short for what they say. */
function contentTexts(content: MultimediaContent): (string | undefined)[] {
  switch (content.kind) {
    case 'vcard':
    case 'vcalendar':
    case 'ringtone':
      return [content.text];
    case 'mms':
    case 'wapPush':
      return [content.message];
    case 'pdu':
      return [content.message, ...hexOf(content.userData)];
    case 'serviceIndication': {
      const { text, href, info = [] } = content.si;
      return [text, href, ...info.map(({ pcdata }) => pcdata)];
    }
    default:
      return [];
  }
}

/** In either case, since hex may be echoed in either. */
function hexOf(octets: Uint8Array | undefined): string[] {
  if (octets === undefined) return [];
  const hex = toHex(octets);
  return [hex, hex.toLowerCase()];
}
