/**
 * What stops nothing about a request and should be known before it is sent.
 * @module
 */
import type { SendMultimediaRequest, SendSmsRequest } from '../protocol/model.js';
import { lintSi } from '../push/binary.js';
import { ADVISED_RECIPIENTS, type SenderWarning } from './options.js';

/**
 * Warnings about a request that was checked.
 * @param nowMs milliseconds since 1970
 * @param isSplit whether a long list goes in several requests
 */
export function adviseOn(request: SendSmsRequest | SendMultimediaRequest, nowMs: number, isSplit = false): SenderWarning[] {
  const warnings: SenderWarning[] = [];
  const { sendTo = [], sendTimeAbsolute } = request;
  if (sendTo.length > ADVISED_RECIPIENTS && !isSplit) {
    const message = `${sendTo.length} recipients in one request, advised are at most ${ADVISED_RECIPIENTS}`;
    warnings.push({ code: 'many-recipients', field: 'SendTo', message });
  }
  if (sendTimeAbsolute !== undefined && sendTimeAbsolute.getTime() < nowMs) {
    const message = 'is in the past: the message is sent at once';
    warnings.push({ code: 'past-time', field: 'SendTimeAbsolute', message });
  }
  if (request.operation === 'sendMultimedia' && request.content.kind === 'serviceIndication') {
    for (const { code, field, message } of lintSi(request.content.si)) {
      const isAboutId = code === 'missing-id' || code === 'delete-without-id';
      warnings.push({ code: isAboutId ? 'missing-si-id' : 'content', field: FIELD_OF_PATH[field] ?? field, message });
    }
  }
  return warnings;
}

/** Parameters by the paths of the push module. */
const FIELD_OF_PATH: Readonly<Record<string, string>> = {
  'SI/indication': 'si-content',
  'SI/indication/href': 'si-href',
  'SI/indication/si-id': 'si-id',
  'SI/indication/si-expires': 'si-expires',
};
