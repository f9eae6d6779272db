/** Fields of package.json that a release looks at. */
export interface ReleaseManifest {
  readonly version: string;
  readonly repository?: { readonly url: string } | undefined;
  readonly publishConfig?: { readonly provenance?: boolean } | undefined;
}

interface Bill {
  readonly serialNumber?: string;
  readonly metadata: object;
}

export function parseRepository(text: string): string;
export function withRepository(manifest: object, address: string): object;
export function withAbsoluteLinks(markdown: string, address: string, ref: string): string;
export function relativeLinks(markdown: string): string[];
export function ofProduction<M extends object, L extends { readonly packages: Readonly<Record<string, object>> }>(
  manifest: M,
  lock: L,
): { readonly manifest: Partial<M>; readonly lock: L };
export function withoutRun(bill: Bill): object;
export function findObstacles(state: {
  readonly manifest: ReleaseManifest;
  readonly changelog: string;
  readonly changes: readonly string[];
}): string[];
