/**
 * Reading vectors, and the small things that all converters share.
 * @module
 */
import { readFileSync } from 'node:fs';
import type { BareCase, JsonObject } from './shape.js';

/** The folder that vectors, files and the pack stand in. */
export const FIXTURES = new URL('../../../fixtures/', import.meta.url);

/** A file of vectors; its shape is its own. */
// biome-ignore lint/suspicious/noExplicitAny: each file of vectors has a shape of its own
export function vectorFile(path: string): any {
  return JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8'));
}

/** Octets below fixtures/. */
export function fileOctets(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(path, FIXTURES)));
}

/** Hex as the pack writes it. */
export const upper = (hex: string): string => hex.replaceAll(/\s/g, '').toUpperCase();

/** The object without members that are undefined. */
export function defined(members: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** What most cases of a vector share. */
export type Common = Pick<BareCase, 'source' | 'origin'>;

/**
 * A case with its level. What says nothing is strict, or hostile: an input that has to be refused because it ends too early, or asks for more than a
 * reader should give, which is how attacks look.
 */
export function withLevel(rest: Omit<BareCase, 'level'> & { readonly level?: BareCase['level'] | undefined }): BareCase {
  const { direction, expected } = rest;
  const reason = direction === 'decode' && 'refused' in expected ? expected.refused.reason : undefined;
  const level = reason === 'truncated' || reason === 'limit' ? 'hostile' : 'strict';
  return { ...rest, level: rest.level ?? level };
}
