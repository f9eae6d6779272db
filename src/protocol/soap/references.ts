/**
 * References between the elements of a body: `<anything href="#x"/>` means the element with that id.
 *
 * A reference can stand for much more than it takes, so elements, characters and levels are counted as if each reference were what it
 * stands for; counting is linear, for each element is counted once. Source: SOAP 1.1 section 5.
 * @module
 */
import { DecodeError, LimitError, type Limits } from '../../errors.js';
import { isBlank } from '../../xml/characters.js';
import { type Element, pathOf } from './element.js';

/**
 * Finds what each reference of the body means, and measures all of it.
 * @throws DecodeError `bad-value` for an id that is there twice, a reference to nothing, in a circle, or beside a content of its own;
 *   LimitError past `soapDepth`.
 */
export function linkReferences(body: Element, limits: Limits): void {
  const all: Element[] = [];
  const ids = new Map<string, Element>();
  const rest = [body];
  for (let element = rest.pop(); element !== undefined; element = rest.pop()) {
    all.push(element);
    const { children } = element;
    for (let i = children.length - 1; i >= 0; i--) rest.push(children[i] as Element);
    if (element.id === undefined) continue;
    if (ids.has(element.id))
      throw new DecodeError('bad-value', `${pathOf(element)}/id`, element.at, 'is that of another element');
    ids.set(element.id, element);
  }
  for (const element of all) {
    const { href } = element;
    if (href === undefined) continue;
    const target = href.startsWith('#') ? ids.get(href.slice(1)) : undefined;
    if (target === undefined) throw new DecodeError('bad-value', `${pathOf(element)}/href`, element.at, 'refers to no element');
    if (element.children.length > 0 || !isBlank(element.text)) {
      throw new DecodeError('bad-value', pathOf(element), element.at, 'refers to another element, and is not empty');
    }
    element.target = target;
    target.isTarget = true;
  }
  measure(body, 2, limits);
}

/** The element that an element is or refers to. */
export function meantBy(element: Element): Element {
  let meant = element;
  while (meant.target !== undefined) meant = meant.target;
  return meant;
}

/**
 * Requires that an element of the body is within the limits with all that it refers to.
 * @throws LimitError past `soapElements` and `soapCharacters`.
 */
export function checkExpansion(element: Element, { soapElements, soapCharacters }: Limits): void {
  const { at, elements, characters } = element;
  const isWithin = elements <= soapElements && characters <= soapCharacters;
  if (isWithin) return;
  const most = elements > soapElements ? `${soapElements} elements` : `${soapCharacters} characters`;
  throw new LimitError('limit-exceeded', pathOf(element), at, `more than ${most}, references followed`);
}

/** Stands for the levels of an element that is being measured. */
const MEASURING = -1;

/** Counts an element with all below, once; calls itself no deeper than levels are allowed. */
function measure(element: Element, level: number, limits: Limits): void {
  const { target, children, text, at } = element;
  const { soapDepth } = limits;
  if (level + Math.max(element.levels - 1, 0) > soapDepth) {
    throw new LimitError('limit-exceeded', pathOf(element), at, `more than ${soapDepth} levels, references followed`);
  }
  if (element.levels > 0) return;
  element.levels = MEASURING;
  let elements = 1;
  let characters = text.length;
  let levels = 0;
  const parts = target === undefined ? children : [target];
  for (const part of parts) {
    if (part.levels === MEASURING) throw new DecodeError('bad-value', `${pathOf(element)}/href`, at, 'leads back to itself');
    measure(part, level + 1, limits);
    elements += part.elements;
    characters += part.characters;
    levels = Math.max(levels, part.levels);
  }
  // Doubled at each level they would pass what a number holds exactly, but not what it can tell from a limit.
  element.elements = elements;
  element.characters = characters;
  element.levels = levels + 1;
}
