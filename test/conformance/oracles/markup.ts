/**
 * Presentations and the Push Access Protocol as Python's readers of XML and multiparts show them: elements and attributes, in the terms of the pack.
 * @module
 */
import { type MarkupElement, readMarkup } from '../../interop/drivers/markup.js';
import { wireOf } from '../adapters/index.js';
import { defined } from '../pack/read.js';
import type { BareCase, Json, JsonObject } from '../pack/shape.js';
import type { Ask, Shown } from './oracle.js';

const textOf = ({ input }: BareCase) => wireOf(input) as string;

/** All elements of a name below one. */
const below = (element: MarkupElement, name: string): MarkupElement[] =>
  element.children.flatMap((child) => [...(child.tag === name ? [child] : []), ...below(child, name)]);

const pixels = (text: string | undefined) => (text === undefined ? undefined : Number(text.replace('px', '')));
const length = (text: string | undefined) => (text?.endsWith('%') ? text : pixels(text));

/** Factors of the units of a clock value; a number alone is seconds. */
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, min: 60_000, s: 1000, ms: 1, '': 1000 };

/** A clock value in milliseconds (SMIL 2.0): `1:30`, `01:00:07.5`, `1.5min`. */
function clock(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text.includes(':')) return Math.round(text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000);
  const [, number, unit = ''] = /^([\d.]+)(\D*)$/.exec(text) ?? [];
  return Math.round(Number(number) * (UNITS[unit] as number));
}

const list = <T extends Json>(items: readonly T[]): Json | undefined => (items.length === 0 ? undefined : items);

function mediaOf({ tag, attributes, children }: MarkupElement): JsonObject {
  const { src, region, alt, begin, end } = attributes;
  const params = children.map(({ attributes: { name, value } }) => defined({ name, value }));
  return defined({ kind: tag, src, region, alt, beginMs: clock(begin), endMs: clock(end), params: list(params) });
}

function presentation(root: MarkupElement): JsonObject {
  const [screen] = below(root, 'root-layout');
  const { width, height, 'background-color': backgroundColor } = screen?.attributes ?? {};
  const regions = below(root, 'region').map(({ attributes: { id, left, top, width: wide, height: high, fit } }) =>
    defined({ id, left: length(left), top: length(top), width: length(wide), height: length(high), fit }),
  );
  const slides = below(root, 'par').map(({ attributes: { dur }, children }) =>
    defined({ durationMs: clock(dur), media: children.map(mediaOf) }),
  );
  const meta = below(root, 'meta').map(({ attributes: { name, content } }) => defined({ name, content }));
  return defined({ widthPx: pixels(width), heightPx: pixels(height), backgroundColor, regions, slides, meta: list(meta) });
}

/** A code is a number. */
const withCode = ({ code, ...attributes }: Readonly<Record<string, string>>): JsonObject =>
  defined({ ...attributes, code: code === undefined ? undefined : Number(code) });

/** A message's control entity, an answer or a result. */
function entity(root: MarkupElement): JsonObject {
  const element = root.children[0] as MarkupElement;
  const named = (name: string) => element.children.filter(({ tag }) => tag === name);
  const addresses = named('address').map(({ attributes }) => attributes['address-value'] as string);
  const notes = named('progress-note').map(({ attributes }) => attributes);
  const isMessage = element.tag === 'push-message';
  return defined({
    element: element.tag,
    ...withCode({ ...element.attributes, ...named('response-result')[0]?.attributes }),
    ...(isMessage ? { addresses } : { address: addresses[0] }),
    'quality-of-service': named('quality-of-service')[0]?.attributes,
    'progress-notes': list(notes),
  });
}

/** An indication or a loading by its attributes. */
function documentOf(root: MarkupElement): JsonObject {
  const [first = root] = root.tag === 'si' ? root.children : [root];
  return defined({ document: root.tag, ...first.attributes, text: first.text === '' ? undefined : first.text });
}

const readsXml: Shown = { cannot: 'it reads XML, whatever the elements and values mean' };

/** Cases of `smil`. */
export const askSmil: Ask = async (cases) => {
  const answers = await readMarkup(cases.map((bare) => ({ text: textOf(bare) })));
  return answers.map((answer, index): Shown => {
    if (!('root' in answer)) return { refused: true };
    return 'refused' in cases[index]!.expected ? readsXml : { shows: presentation(answer.root) };
  });
};

/** Cases of `pap`. */
export const askPap: Ask = async (cases) => {
  const answers = await readMarkup(
    cases.map((bare) => ({
      text: textOf(bare),
      ...(bare.options?.contentType !== undefined && { contentType: bare.options.contentType as string }),
    })),
  );
  return answers.map((answer, index): Shown => {
    if ('error' in answer) return { refused: true };
    if ('refused' in cases[index]!.expected) return readsXml;
    if ('root' in answer) return { shows: entity(answer.root) };
    const [control, content] = answer.parts;
    if (control?.root === undefined || content === undefined) return { refused: true };
    const { type, text, root } = content;
    return {
      shows: {
        ...entity(control.root),
        content: { 'Content-Type': type, ...(root === undefined ? { text } : { document: documentOf(root) }) },
      },
    };
  });
};
