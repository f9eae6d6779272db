/**
 * A plugin of typedoc: what needs no comment of its own because its type says all.
 *
 * - A property whose type is one literal, or undefined: it tells members of a union apart (`readonly kind: 'ports'`).
 * - A member of a type that stands inside of another one: the comment of the whole is where such members are told.
 */
import { Converter, ReflectionKind } from 'typedoc';

/** What it stands in, from the inside to the outside. */
function* around({ parent }) {
  for (let above = parent; above !== undefined; above = above.parent) yield above;
}

const isInside = (reflection) => [...around(reflection)].some((above) => above.kindOf(ReflectionKind.TypeLiteral));

/** typedoc does not ask about members of a parameter's type. */
const isAsked = (reflection) => ![...around(reflection)].some((above) => above.kindOf(ReflectionKind.Parameter));

const isSaid = ({ type }) => type?.type === 'literal' || (type?.type === 'intrinsic' && type.name === 'undefined');

export function load({ converter, options }) {
  converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    const names = project
      .getReflectionsByKind(ReflectionKind.Property)
      .filter((reflection) => !reflection.hasComment() && isAsked(reflection))
      .filter((reflection) => isInside(reflection) || isSaid(reflection))
      .map((reflection) => reflection.getFriendlyFullName());
    options.setValue('intentionallyNotDocumented', [...new Set(names)]);
  });
}
