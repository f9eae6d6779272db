/**
 * Choosing a row of the table of makes for a content and a handset.
 *
 * The first row that fits counts: one for the model, else the one for the make. A row on request only, because its sources are few or
 * disagree, is never chosen by itself. When the caller asks for a form that the usual row does not have, the first row of the make with it
 * is chosen; what it says of other models is then no promise for this one.
 * @module
 */
import { checkChoice, requireObject } from '../bytes/check.js';
import { quote } from '../bytes/quote.js';
import { EncodeError } from '../errors.js';
import { type ContentKind, nameWithArticle, PHONE_MAKES, type PhoneMake, parsePhoneMake } from './content.js';
import { MAKES, type MakeRow, MESSAGE_FORMS, type MessageForm } from './makes.js';

/** The form that {@link chooseForm} chose for a content and a handset. */
export interface FormChoice {
  /** The form. */
  readonly form: MessageForm;
  /** Destination port, if the form has one. */
  readonly port?: number;
  /** TP-DCS of the messages, 0 to 255. */
  readonly tpDcs: number;
  /** The reason for the choice, in words. */
  readonly reason: string;
  /** Whether the form is confirmed; see {@link MakeRow.confirmed}. */
  readonly confirmed: boolean;
  /** What is lost or may not work, in words. */
  readonly warnings: readonly string[];
}

/** The handset that receives a content. */
export interface Handset {
  /** Make, in any letter case. Required for content whose form depends on it. */
  readonly make?: PhoneMake | (string & {}) | undefined;
  /** Model, for the makes whose models differ. */
  readonly model?: string | undefined;
  /** A form to use instead of the usual one. It must be one of the make's, and does not count as confirmed. */
  readonly form?: MessageForm | undefined;
}

/**
 * Chooses the form in which a handset receives a content, from the rows of `MAKES`.
 * @throws EncodeError `unencodable` in the field `make` if a make is needed and none is given, or if it has no form for the content; in
 * `model` if the model has none; in `form` if the make does not have that form. `bad-value` for an unknown make or form.
 * @example
 * ```ts
 * import { chooseForm } from 'handset/message';
 *
 * chooseForm('pictureMessage', { make: 'Siemens', model: 'S45' }).form; // -> 'seo'
 * chooseForm('groupGraphic', { make: 'Siemens' }); // throws EncodeError unencodable make
 * ```
 */
export function chooseForm(kind: ContentKind, handset: Handset = {}): FormChoice {
  requireObject(handset, 'handset');
  const row = chooseRow(kind, handset);
  const { form, port, tpDcs, reason, confirmed, warning } = row;
  if (form === 'refused') {
    const field = row.modelPattern === undefined ? 'make' : 'model';
    const name = row.modelPattern === undefined ? row.make : `${row.make} ${handset.model?.trim()}`;
    throw new EncodeError('unencodable', field, undefined, `${nameWithArticle(kind)} has no form for ${name}: ${reason}`);
  }
  const base = { form, tpDcs: tpDcs[0] ?? 0, reason, confirmed, warnings: warning === undefined ? [] : [warning] };
  return port === undefined ? base : { ...base, port };
}

function chooseRow(kind: ContentKind, { make, model, form }: Handset): MakeRow {
  if (form !== undefined && !MESSAGE_FORMS.includes(form)) {
    throw EncodeError.badValue('form', `is ${quote(form)}, allowed: ${MESSAGE_FORMS.join(', ')}`);
  }
  const ofKind = MAKES.filter((row) => row.kind === kind);
  if (ofKind.length === 0) checkChoice<string>(kind, 'content.kind', [...new Set(MAKES.map((row) => row.kind))]);
  const all = ofKind[0]?.make === 'any' ? ofKind : ofMake(ofKind, kind, make);
  const usual = usualRow(all, plainModel(model, make));
  if (form === undefined || usual.form === form) return usual;
  const asked = all.find((row) => row.form === form);
  if (asked === undefined) {
    const name = usual.make === 'any' ? '' : ` for ${usual.make}`;
    throw new EncodeError('unencodable', 'form', undefined, `${nameWithArticle(kind)}${name} has no form ${form}`);
  }
  return asked.onRequest === true ? asked : againstTheTable(asked, usual);
}

/** The row when the caller does not ask for a form. */
function usualRow(rowsOfMake: readonly MakeRow[], name: string): MakeRow {
  const usual = rowsOfMake.filter((row) => row.onRequest !== true);
  const ofModel = usual.find((row) => row.modelPattern?.test(name));
  return ofModel ?? (usual.find((row) => row.modelPattern === undefined) as MakeRow);
}

/** A row meant for other models. */
function againstTheTable(asked: MakeRow, usual: MakeRow): MakeRow {
  const found =
    usual.form === 'refused' ? `there is no form: ${usual.reason}` : `the usual form is ${usual.form}: ${usual.reason}`;
  const warning = `for this handset ${found}`;
  return {
    ...asked,
    confirmed: false,
    reason: 'asked for',
    warning: asked.warning === undefined ? warning : `${asked.warning}; ${warning}`,
  };
}

function ofMake(rowsOfKind: readonly MakeRow[], kind: ContentKind, make: string | undefined): MakeRow[] {
  if (make === undefined) {
    throw new EncodeError(
      'unencodable',
      'make',
      undefined,
      `${nameWithArticle(kind)} differs from make to make: name the handset's`,
    );
  }
  const known = parsePhoneMake(make);
  if (known === undefined) {
    const message = `is ${quote(make)}, allowed: ${PHONE_MAKES.join(', ')}`;
    throw EncodeError.badValue('make', message);
  }
  return rowsOfKind.filter((row) => row.make === known);
}

/** A model without blanks, dashes and the make's name before it: `Siemens SL-45i` is `SL45I`. */
function plainModel(model = '', make = ''): string {
  const plain = model.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const name = make.trim().toUpperCase();
  return plain.startsWith(name) ? plain.slice(name.length) : plain;
}
