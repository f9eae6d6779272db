/**
 * The names of MMS header fields by their codes.
 *
 * Source: OMA-TS-MMS_ENC-V1_3 section 7.4.
 * @module
 */

/** Names by code (7.4); those without a property carry no value that MMS describes, or are read apart. */
const FIELD_NAMES =
  'Bcc Cc X-Mms-Content-Location Content-Type Date X-Mms-Delivery-Report X-Mms-Delivery-Time X-Mms-Expiry From X-Mms-Message-Class ' +
  'Message-ID X-Mms-Message-Type X-Mms-MMS-Version X-Mms-Message-Size X-Mms-Priority X-Mms-Read-Report X-Mms-Report-Allowed ' +
  'X-Mms-Response-Status X-Mms-Response-Text X-Mms-Sender-Visibility X-Mms-Status Subject To X-Mms-Transaction-Id ' +
  'X-Mms-Retrieve-Status X-Mms-Retrieve-Text X-Mms-Read-Status X-Mms-Reply-Charging X-Mms-Reply-Charging-Deadline ' +
  'X-Mms-Reply-Charging-ID X-Mms-Reply-Charging-Size X-Mms-Previously-Sent-By X-Mms-Previously-Sent-Date X-Mms-Store X-Mms-MM-State ' +
  'X-Mms-MM-Flags X-Mms-Store-Status X-Mms-Store-Status-Text X-Mms-Stored X-Mms-Attributes X-Mms-Totals X-Mms-Mbox-Totals X-Mms-Quotas ' +
  'X-Mms-Mbox-Quotas X-Mms-Message-Count Content X-Mms-Start Additional-headers X-Mms-Distribution-Indicator ' +
  'X-Mms-Element-Descriptor X-Mms-Limit X-Mms-Recommended-Retrieval-Mode X-Mms-Recommended-Retrieval-Mode-Text X-Mms-Status-Text ' +
  'X-Mms-Applic-ID X-Mms-Reply-Applic-ID X-Mms-Aux-Applic-Info X-Mms-Content-Class X-Mms-DRM-Content X-Mms-Adaptation-Allowed ' +
  'X-Mms-Replace-ID X-Mms-Cancel-ID X-Mms-Cancel-Status';

let fieldNames: readonly string[] | undefined;

/** The name of a field's code (0 to 127), or undefined when it has none. */
export function fieldName(code: number): string | undefined {
  fieldNames ??= FIELD_NAMES.split(' ');
  return fieldNames[code - 1];
}

/** The code of a field by its name, whatever its letter case; undefined for a name of none. */
export function codeOfField(name: string): number | undefined {
  const wanted = name.toLowerCase();
  const index = FIELD_NAMES.toLowerCase().split(' ').indexOf(wanted);
  return index < 0 ? undefined : index + 1;
}
