/**
 * SVG, drawn by sharp where a caller has installed it.
 *
 * A drawing has no pixels of its own: it is drawn so that its longer side has {@link SIDE} of them, whatever size it declares, which is more
 * than handsets show. Nothing that it refers to is fetched, and it may have nothing that unpacks to more than it is: no entities of its own,
 * no references but to itself, and pictures inside of it only as PNG, JPEG or GIF within the limits of pictures.
 *
 * Source: SVG 1.1 sections 5.1 and 7.2 to 7.10.
 * @module
 */
import { decodeBase64 } from '../../bytes/base64.js';
import { quote } from '../../bytes/quote.js';
import { DecodeError, LimitError } from '../../errors.js';
import { type ImageSource, type ProbeOptions, probe } from '../probe.js';
import type { EngineFormat } from './formats.js';
import { openBySharp } from './sharp.js';

/** Pixels of the longer side. */
const SIDE = 1_024;

/** Octets of a drawing: those that people send have some ten thousand. */
const MAX_OCTETS = 1_048_576;

/** Pictures inside of a drawing. */
const MAX_PICTURES = 16;

/** Opens an SVG; undefined without sharp. @throws DecodeError `bad-value` with a field that begins with SVG; LimitError */
export async function openSvg(
  octets: Uint8Array,
  format: EngineFormat,
  options: ProbeOptions,
): Promise<ImageSource | undefined> {
  const opened = await openBySharp(prepareSvg(octets, options), format, options);
  // What goes on is the file that was given.
  return opened && { ...opened, octets };
}

/** The drawing in the size that it is drawn in. */
export function prepareSvg(octets: Uint8Array, options: ProbeOptions): Uint8Array {
  if (octets.length > MAX_OCTETS) {
    throw new LimitError('limit-exceeded', 'SVG', MAX_OCTETS, `${octets.length} octets, at most ${MAX_OCTETS}`);
  }
  // An octet a character: what is looked for, and changed, is ASCII.
  let text = '';
  for (let at = 0; at < octets.length; at += 8_192) text += String.fromCharCode(...octets.subarray(at, at + 8_192));
  refuseDeclarations(text);
  refuseReferences(text, options);
  const drawn = withSize(text);
  return Uint8Array.from(drawn, (character) => character.charCodeAt(0));
}

const bad = (field: string, at: number, reason: string) => new DecodeError('bad-value', `SVG/${field}`, at, reason);

/** Entities, and style sheets outside of the file. */
function refuseDeclarations(text: string): void {
  const found = /<!ENTITY|<!DOCTYPE[^>]{0,512}\[|<\?xml-stylesheet|@import/i.exec(text);
  if (found !== null) throw bad('declaration', found.index, `${quote(found[0].slice(0, 16))} is not read`);
}

/** References of elements but links, which are not followed. */
const REFERENCES = /\b(?:href\s*=\s*(["'])(?!#)|url\(\s*(["']?)(?!["']?#))\s*([^"')]*)/gi;
const PICTURE = /^data:image\/(?:png|jpe?g|gif);base64,/i;

function refuseReferences(text: string, options: ProbeOptions): void {
  let pictures = 0;
  for (const found of text.matchAll(REFERENCES)) {
    const { index } = found;
    const to = (found[3] as string).trim();
    if (to === '' || isLink(text, index)) continue;
    const picture = PICTURE.exec(to);
    if (picture === null) throw bad('href', index, `${quote(to.slice(0, 40))} is outside of the file`);
    if (++pictures > MAX_PICTURES)
      throw new LimitError('limit-exceeded', 'SVG/image', index, `more than ${MAX_PICTURES} pictures`);
    const base64 = to.slice(picture[0].length).replace(/\s|&#(?:xA|xD|10|13);/gi, '');
    const onFault = (reason: string) => {
      throw bad('href', index, `a picture in base64: ${reason}`);
    };
    probe(decodeBase64(base64, { onFault }), { limits: options.limits });
  }
}

/** Whether the element about a place is a link, or what programs note of themselves. */
function isLink(text: string, at: number): boolean {
  const tag = text.slice(text.lastIndexOf('<', at), at);
  return /^<(?:\w+:)?a\s/.test(tag) || /^<(?:rdf|cc|dc|sodipodi):/.test(tag);
}

/** Units of lengths, in pixels (section 7.10). */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  ex: 8,
};

/** The drawing with the width and height that it is drawn in. */
function withSize(text: string): string {
  const found = /<((?:\w+:)?svg)(\s(?:[^>"']|"[^"]*"|'[^']*')*?)?(\/?)>/.exec(text);
  if (found === null) throw bad('svg', 0, 'has no root that is whole');
  const [tag, name, attributes = '', slash] = found;
  const read = (attribute: string) => new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const lengthOf = (attribute: string) => {
    const value = read(attribute);
    const [, number, unit = ''] =
      /^\s*\+?(\d{0,9}(?:\.\d{0,9})?(?:e[+-]?\d)?)\s*([a-z]*)\s*$/i.exec(value?.[1] ?? value?.[2] ?? '') ?? [];
    const length = Number(number || Number.NaN) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
    return length > 0 ? length : undefined;
  };
  const box = read('viewBox');
  const [, , boxWidth = 0, boxHeight = 0] = (box?.[1] ?? box?.[2] ?? '')
    .trim()
    .split(/[\s,]+/, 4)
    .map(Number);
  const hasBox = boxWidth > 0 && boxHeight > 0 && Number.isFinite(boxWidth * boxHeight);
  const width = lengthOf('width') ?? (hasBox ? boxWidth : undefined);
  const height = lengthOf('height') ?? (hasBox ? boxHeight : undefined);
  if (width === undefined || height === undefined) throw bad('svg', found.index, 'declares no size');
  const scale = SIDE / Math.max(width, height);
  const sides = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  const kept = attributes.replace(/\s(?:width|height|viewBox)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  const viewBox = hasBox ? (box?.[1] ?? box?.[2] ?? '') : `0 0 ${width} ${height}`;
  const root = `<${name}${kept} width="${sides[0]}" height="${sides[1]}" viewBox="${viewBox}"${slash}>`;
  return text.slice(0, found.index) + root + text.slice(found.index + tag.length);
}
