/** The data that the package's table is made of: what was collected, and what is put right or came later. */
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

/** A row over the collected record of its id: its groups' keys. */
export interface Correction {
  readonly id: string;
  readonly source: string;
  readonly [group: string]: unknown;
}

/** A record that is not among the collected ones; a generic one has an id, a model its make and name. */
export interface LaterHandset {
  readonly id?: string;
  readonly make?: string;
  readonly model?: string;
  readonly platform: string;
  readonly screen: { readonly width: number; readonly height: number };
  readonly uaPrefixes?: readonly string[];
  readonly source: string;
}

const later = new URL('../../fixtures/data/handset-corrections.json', import.meta.url);

export const { corrections, platforms, generic, models } = JSON.parse(readFileSync(later, 'utf8')) as {
  readonly corrections: readonly Correction[];
  readonly platforms: Readonly<Record<string, { readonly source: string; readonly [group: string]: unknown }>>;
  readonly generic: readonly LaterHandset[];
  readonly models: readonly LaterHandset[];
};
