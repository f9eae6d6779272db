/** The collected data that the package's table is made of. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface CollectedHandset {
  readonly id: string;
  readonly kind: 'model' | 'generic';
  readonly make: string | null;
  readonly model: string | null;
  readonly uaPrefixes: readonly string[];
  readonly provenance: Readonly<Record<string, string>>;
  readonly sources: readonly string[];
  readonly [key: string]: unknown;
}

const file = new URL('../../fixtures/data/handsets.json.gz', import.meta.url);

export const collected: readonly CollectedHandset[] = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'));
