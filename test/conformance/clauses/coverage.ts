/**
 * Which cases and which code belong to a clause.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Field, type Format, inspect } from '../../../src/inspect/index.js';
import { wireOf } from '../adapters/index.js';
import type { Case, Form } from '../pack/shape.js';
import { type Clause, SPECIFICATIONS, type Specification } from './table.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What the inspector has to take the octets of a format for. */
const READ_AS: Readonly<Record<string, Format>> = {
  ...{ 'sms-submit': 'tpdu-mo', 'sms-command': 'tpdu-mo', 'sms-deliver-report': 'tpdu-mo', 'sms-concatenation': 'tpdu-mo' },
  ...{ 'sms-deliver': 'tpdu-mt', 'sms-status-report': 'tpdu-mt', 'sms-submit-report': 'tpdu-mt' },
  ...{ udh: 'udh', 'smart-message': 'udh', 'ems-sound': 'udh', 'ems-picture': 'udh', 'ems-animation': 'udh' },
  ...{ 'cbs-page': 'cbs', 'cbs-message': 'cbs', 'ussd-argument': 'ussd', sckl: 'sckl', rp: 'rp', cp: 'cp' },
  ...{ 'wsp-push': 'wsp-push', mms: 'mms' },
  ...{ 'si-wbxml': 'wbxml', 'sl-wbxml': 'wbxml', 'co-wbxml': 'wbxml', 'provisioning-wbxml': 'wbxml' },
  ...{ 'wbxml-tree': 'wbxml' },
  ...{ 'nokia-ringtone': 'nokia-ringtone', 'ota-bitmap': 'ota-bitmap', 'group-graphic': 'ota-bitmap' },
  ...{ 'operator-logo': 'operator-logo', 'picture-message': 'picture-message' },
};

/** What one case shows of the specifications. */
interface Touched {
  readonly id: string;
  readonly cited: Citations;
  readonly fields: ReadonlySet<string>;
  readonly elements: ReadonlySet<number>;
}

/** A clause with what belongs to it. */
export interface Coverage {
  readonly specification: Specification;
  readonly clause: Clause;
  /** Ids of cases. */
  readonly cases: readonly string[];
  /** Files below src that name it. */
  readonly code: readonly string[];
}

/** Every clause of the table. */
export function coverageOf(cases: readonly Case[]): Coverage[] {
  const touched = cases.map(touchedBy);
  const sources = sourcesOfCodecs();
  return SPECIFICATIONS.flatMap((specification) =>
    specification.clauses.map((clause) => ({
      specification,
      clause,
      cases: touched.filter((each) => touches(each, specification, clause)).map(({ id }) => id),
      code: sources.filter((source) => isCodeOf(source, specification, clause)).map(({ file }) => file),
    })),
  );
}

function touches({ cited, fields, elements }: Touched, specification: Specification, clause: Clause): boolean {
  if (clause.fields?.some((name) => fields.has(name)) === true) return true;
  if (clause.iei?.some((iei) => elements.has(iei)) === true) return true;
  return clause.isShared !== true && cited.has(specification, clause);
}

function isCodeOf({ text, cited }: Source, specification: Specification, clause: Clause): boolean {
  return cited.has(specification, clause) || clause.fields?.some((name) => text.includes(`'${name}'`)) === true;
}

/** Sections that texts name, by document: `TS 23.040 sections 9.2.2.1 and 9.2.2.3`, `WAP-192 5.7`, `Smart Messaging 3.0, ringing tone`. */
class Citations {
  readonly #sections = new Map<Specification, Set<string>>();

  add(text: string): void {
    for (const specification of SPECIFICATIONS) {
      for (const [section] of text.matchAll(specification.own ?? NEVER)) this.#of(specification).add(section);
      for (const name of specification.cited) {
        for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
          for (const section of sectionsIn(text.slice(at + name.length, at + name.length + SPAN)))
            this.#of(specification).add(section);
        }
      }
    }
  }

  /** Whether the section is named, or a part of it. */
  has(specification: Specification, { section }: Clause): boolean {
    return [...(this.#sections.get(specification) ?? [])].some((each) => each === section || each.startsWith(`${section}.`));
  }

  #of(specification: Specification): Set<string> {
    const found = this.#sections.get(specification) ?? new Set();
    this.#sections.set(specification, found);
    return found;
  }
}

const NEVER = /(?!)/g;

/** Characters in which the sections of a document stand behind its name. */
const SPAN = 120;

/** What follows a document's name: numbers of sections, or a title in words. */
function sectionsIn(rest: string): string[] {
  const [, numbers] =
    /^(?:-\w+)*[,: ]*(?:sections? )?(\d[\w.]*(?:(?:, | and | to )\.?\d[\w.]*)*)/.exec(rest.replaceAll(/\s+\*?\s*/g, ' ')) ?? [];
  const [, title] = /^(?: 3\.0)?, ([\w -]+)/.exec(rest) ?? [];
  const sections = numbers?.split(/, | and | to /).map((section) => section.replace(/\.$/, '')) ?? [];
  return title === undefined ? sections : [...sections, title.trim()];
}

function touchedBy({ id, format, source, input, expected }: Case): Touched {
  const cited = new Citations();
  const fields = new Set<string>();
  const elements = new Set<number>();
  const walk = (field: Field): void => {
    if (field.spec !== undefined) cited.add(field.spec);
    fields.add(field.name);
    if (field.name === 'IEI' && typeof field.value === 'number') elements.add(field.value);
    for (const child of field.children) walk(child);
  };
  const as = READ_AS[format];
  if (as !== undefined) for (const octets of octetsOf(input, expected)) walk(inspect(octets, { as }));
  if ('refused' in expected && expected.refused.field !== undefined) fields.add(expected.refused.field);
  cited.add(source.specification ?? '');
  return { id, cited, fields, elements };
}

function octetsOf(...forms: readonly (Form | object)[]): Uint8Array[] {
  const form = forms.find((each) => 'hex' in each || 'hexList' in each);
  return form === undefined ? [] : ([wireOf(form as Form)].flat() as Uint8Array[]);
}

/** Modules that write and read formats; what is around them names clauses that these follow. */
const CODECS = ['bitmap', 'bytes', 'cbs', 'mms', 'push', 'ringtone', 'sim', 'sms', 'text', 'wsp'];

interface Source {
  /** Below src. */
  readonly file: string;
  readonly text: string;
  readonly cited: Citations;
}

function sourcesOfCodecs(): Source[] {
  const files = CODECS.flatMap((module) =>
    readdirSync(join(ROOT, 'src', module), { recursive: true, encoding: 'utf8' }).map((name) => `${module}/${name}`),
  );
  return files
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(ROOT, 'src', file), 'utf8');
      const cited = new Citations();
      cited.add(text);
      return { file, text, cited };
    });
}
