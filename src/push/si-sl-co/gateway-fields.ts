/**
 * A Service Indication as the fields of the gateway's form, one to one.
 *
 *   si-href        required              si-created, si-expires   YYYY-MM-DDThh:mm:ss, UTC without a Z
 *   si-id          advised               si-action                signal-medium when absent
 *   si-content     advised               si-info-pcdata, si-info-class     one pair, both or none
 *
 * The form writes `delete` where the SOAP interface writes `signal-delete`; both mean the action 09 of WBXML.
 * Source: the gateway interface document, multimedia request, SI kind.
 * @module
 */
import { requireObject } from '../../bytes/check.js';
import { DecodeError, EncodeError } from '../../errors.js';
import { formatDateTime, parseUtc } from './datetime.js';
import { lintSi, type PushWarning, type ServiceIndication, SI_ACTIONS, type SiAction, siTree } from './si.js';

/** The names of the form fields of a Service Indication, in the order of the gateway interface document. */
export const SI_FIELDS = [
  'si-href',
  'si-id',
  'si-content',
  'si-created',
  'si-expires',
  'si-action',
  'si-info-pcdata',
  'si-info-class',
] as const;

/** One of {@link SI_FIELDS}. */
export type SiField = (typeof SI_FIELDS)[number];

/** Form fields of a Service Indication: values by name. A field without a value is absent. */
export type SiFields = { readonly 'si-href': string } & { readonly [K in SiField]?: string };

/** Options of {@link toGatewayFields} and {@link fromGatewayFields}. */
export interface SiFieldsOptions {
  /** `soap` writes the action `delete` as `signal-delete`; both spellings are read. `http` by default. */
  readonly dialect?: 'http' | 'soap' | undefined;
  /** Called for each warning of `lintSi`: what is valid but may fail on handsets. */
  readonly onIssue?: ((warning: PushWarning) => void) | undefined;
}

/**
 * Writes a Service Indication as the form fields of a gateway request. Dates lose their milliseconds.
 * @throws EncodeError `bad-value` for no `href`, `unencodable` for more than one info item; otherwise as `encodeSi`.
 * @example
 * ```ts
 * import { toGatewayFields } from 'handset/push';
 *
 * toGatewayFields({ href: 'http://a.com/', id: 'a1', text: 'Hi' });
 * // -> { 'si-href': 'http://a.com/', 'si-id': 'a1', 'si-content': 'Hi' }
 * ```
 */
export function toGatewayFields(si: ServiceIndication, options?: SiFieldsOptions): SiFields {
  siTree(si);
  const { href, id, text, created, expires, action, info = [] } = si;
  if (href === undefined || href === '') throw EncodeError.badValue('si-href', 'is required');
  if (info.length > 1) {
    throw new EncodeError('unencodable', 'si-info-pcdata', undefined, `${info.length} items of info, the form takes one`);
  }
  warn(si, options);
  const fields: { -readonly [K in SiField]?: string } & { 'si-href': string } = { 'si-href': href };
  if (id) fields['si-id'] = id;
  if (text !== undefined) fields['si-content'] = text;
  if (created !== undefined) fields['si-created'] = dateField(created, 'si-created');
  if (expires !== undefined) fields['si-expires'] = dateField(expires, 'si-expires');
  if (action !== undefined) fields['si-action'] = action === 'delete' && options?.dialect === 'soap' ? 'signal-delete' : action;
  const [item] = info;
  if (item !== undefined) {
    fields['si-info-pcdata'] = item.pcdata;
    fields['si-info-class'] = item.class;
  }
  return fields;
}

/**
 * Reads a Service Indication from the form fields of a gateway request. Names match in any letter case; other fields are ignored, and so are empty
 * values except those of `si-content` and `si-info-pcdata`. A missing `si-action` stays absent: it means `signal-medium`.
 * @throws DecodeError `truncated` for a missing field, `bad-value` for an invalid value, with the index in it, or a field that is given twice.
 */
export function fromGatewayFields(fields: Readonly<Record<string, string>>, options?: SiFieldsOptions): ServiceIndication {
  requireObject(fields, 'fields');
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(fields)) {
    const field = name.toLowerCase();
    if (!(SI_FIELDS as readonly string[]).includes(field)) continue;
    if (values.has(field)) throw new DecodeError('bad-value', field, 0, 'is given twice');
    if (value !== '' || field === 'si-content' || field === 'si-info-pcdata') values.set(field, value);
  }
  const href = values.get('si-href');
  if (href === undefined) throw new DecodeError('truncated', 'si-href', 0, 'is missing');
  const id = values.get('si-id');
  const text = values.get('si-content');
  const created = readDate(values, 'si-created');
  const expires = readDate(values, 'si-expires');
  const action = readAction(values.get('si-action'));
  const info = readInfo(values);
  const si: ServiceIndication = {
    href,
    ...(id === undefined ? {} : { id }),
    ...(created === undefined ? {} : { created }),
    ...(expires === undefined ? {} : { expires }),
    ...(action === undefined ? {} : { action }),
    ...(text === undefined ? {} : { text }),
    ...(info === undefined ? {} : { info }),
  };
  checkModel(si);
  warn(si, options);
  return si;
}

function warn(si: ServiceIndication, options: SiFieldsOptions | undefined): void {
  if (options?.onIssue !== undefined) lintSi(si).forEach(options.onIssue);
}

function dateField(date: Date, field: SiField): string {
  return formatDateTime(date, field).slice(0, -1);
}

/** The document shows no zone; a Z is what other clients add. */
function readDate(values: ReadonlyMap<string, string>, field: SiField): Date | undefined {
  const value = values.get(field);
  if (value === undefined) return undefined;
  return parseUtc(value, field);
}

function readAction(value: string | undefined): SiAction | undefined {
  if (value === undefined) return undefined;
  if (value === 'signal-delete') return 'delete';
  if ((SI_ACTIONS as readonly string[]).includes(value)) return value as SiAction;
  throw new DecodeError(
    'bad-value',
    'si-action',
    0,
    `${JSON.stringify(value.slice(0, 40))}, allowed: ${SI_ACTIONS.join(', ')}`,
  );
}

function readInfo(values: ReadonlyMap<string, string>): ServiceIndication['info'] {
  const pcdata = values.get('si-info-pcdata');
  const name = values.get('si-info-class');
  if (!pcdata && name === undefined) return undefined;
  if (pcdata === undefined || name === undefined) {
    const missing = pcdata === undefined ? 'si-info-pcdata' : 'si-info-class';
    throw new DecodeError('truncated', missing, 0, 'si-info-pcdata and si-info-class come together');
  }
  return [{ pcdata, class: name }];
}

/** Where the model's fields come from. */
const FIELD_OF_PATH: readonly (readonly [path: string, field: SiField])[] = [
  ['SI/indication/href', 'si-href'],
  ['SI/indication/si-id', 'si-id'],
  ['SI/info/item[0]/class', 'si-info-class'],
  ['SI/info/item[0]', 'si-info-pcdata'],
  ['SI/indication', 'si-content'],
];

/** Requires what the writers of SI require. @throws DecodeError under the form field's name. */
function checkModel(si: ServiceIndication): void {
  try {
    siTree(si);
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    const field = FIELD_OF_PATH.find(([path]) => path === error.field)?.[1] ?? error.field;
    throw new DecodeError('bad-value', field, error.offset ?? 0, error.reason, { cause: error });
  }
}
