/** Known-good cases in fixtures/vectors, each with the programs that agree on it. */
import { readFileSync } from 'node:fs';

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the vector's kind
export type Vector = { id: string; kind: string; in: any; out: any; agreement: string; note?: string };

export function fixture(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url), 'utf8'));
}

/** The vectors of fixtures/vectors/sms.json of one kind; never none. */
export function smsVectors(kind: string): Vector[] {
  const vectors = (fixture('vectors/sms.json') as { vectors: Vector[] }).vectors.filter((v) => v.kind === kind);
  if (vectors.length === 0) throw new Error(`no vectors of kind ${kind}`);
  return vectors;
}
