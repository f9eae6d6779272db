/**
 * Service indications of a multimedia request: the fields of push/gateway-fields.ts under the rules of a form.
 *
 *   si-href si-id si-content si-created si-expires si-action si-info-pcdata si-info-class
 *
 * Source: the gateway interface document (G-SI-01 to 08).
 * @module
 */
import { DecodeError, EncodeError } from '../errors.js';
import { fromGatewayFields, SI_FIELDS, toGatewayFields } from '../push/si-sl-co/gateway-fields.js';
import { type ServiceIndication, type SiItem, siTree } from '../push/si-sl-co/si.js';
import type { FormFields } from './form.js';
import { type Fault, type Parameters, requiredOf } from './parameters.js';

/** Adds an indication. @throws EncodeError, TypeError */
export function addSi(parameters: Parameters, si: ServiceIndication): void {
  let values: ReturnType<typeof toGatewayFields>;
  try {
    values = toGatewayFields(si);
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    throw new EncodeError(error.code, siFieldOf(error.field), error.offset, error.reason, { cause: error });
  }
  for (const name of SI_FIELDS) {
    const value = values[name];
    if (value !== undefined) parameters.push([name, value]);
  }
}

/** Requires items that an indication can have; SOAP takes any number of them, the form one. @throws EncodeError, DecodeError */
export function checkSiItems(info: readonly SiItem[], Fault: Fault): void {
  try {
    siTree({ info });
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    const offset = error.offset ?? (Fault === DecodeError ? 0 : undefined);
    throw new Fault(Fault === DecodeError ? 'bad-value' : error.code, siFieldOf(error.field), offset, error.reason, {
      cause: error,
    });
  }
}

/** Where a field of the model goes, of which errors give the path, such as `SI/indication/href`. */
function siFieldOf(path: string): string {
  if (path.endsWith('/class')) return 'si-info-class';
  if (path.startsWith('SI/info')) return 'si-info-pcdata';
  if (path === 'SI/indication') return 'si-content';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.startsWith('si-') ? name : `si-${name}`;
}

/** Reads an indication. Empty values are left to the reader of the fields: a text may be empty, an id may not. @throws DecodeError */
export function readSi(fields: FormFields): ServiceIndication {
  requiredOf(fields, 'si-href');
  const values: Record<string, string> = {};
  for (const name of SI_FIELDS) {
    const value = fields.get(name);
    if (value !== undefined) values[name] = value;
  }
  return fromGatewayFields(values);
}
