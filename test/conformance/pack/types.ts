/**
 * The types of the values of each format, as a JSON Schema: what the members of all its cases are. A member is required where every case has it.
 * @module
 */
import type { BareCase, Json, JsonObject } from './shape.js';

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

const typeOf = (value: Json): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
};

/** What all these values are. */
export function schemaOf(values: readonly Json[]): JsonObject {
  const seen = new Set(values.map(typeOf));
  if (seen.has('number')) seen.delete('integer');
  const types = [...seen].sort();
  const lists = values.flatMap((value) => (Array.isArray(value) ? [value as readonly Json[]] : []));
  const objects = values.filter(isObject);
  return {
    type: types.length === 1 ? (types[0] as string) : types,
    ...(lists.some(({ length }) => length > 0) && { items: schemaOf(lists.flat()) }),
    ...(objects.length > 0 && membersOf(objects)),
  };
}

function membersOf(objects: readonly JsonObject[]): JsonObject {
  const names = [...new Set(objects.flatMap((each) => Object.keys(each)))].sort();
  const required = names.filter((name) => objects.every((each) => name in each));
  const properties = Object.fromEntries(
    names.map((name) => [name, schemaOf(objects.flatMap((each) => (name in each ? [each[name] as Json] : [])))]),
  );
  return { ...(required.length > 0 && { required }), properties, additionalProperties: false };
}

/** Every format with its values and its options, as values.json has them. */
export function valuesSchema(cases: readonly BareCase[]): JsonObject {
  const formats = [...new Set(cases.map(({ format }) => format))].sort();
  const definitions = formats.map((format) => {
    const own = cases.filter((each) => each.format === format);
    const values = own.flatMap(({ input, expected }) =>
      [input, expected].flatMap((form) => ('value' in form ? [form.value] : [])),
    );
    const options = own.flatMap((each) => (each.options === undefined ? [] : [each.options]));
    const of = {
      ...(values.length > 0 && { value: schemaOf(values) }),
      ...(options.length > 0 && { options: schemaOf(options) }),
    };
    return [format, { properties: of }] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'values.json',
    title: 'values and options of the handset conformance pack, by format',
    $defs: Object.fromEntries(definitions),
  };
}
