/**
 * The files of `handset serve` beside its settings: accounts, certificates.
 * @module
 */
import { readFileSync } from 'node:fs';
import { decodeUtf8 } from '../../bytes/index.js';
import { FormatError } from '../../errors.js';
import type { Provisioning } from '../../gateway/index.js';
import { inputName, type Session, UsageError } from '../io.js';
import type { ServeSettings } from './serve-settings.js';

/** The gateway, which is loaded where a command needs it: its packages are optional. */
export type GatewayModule = typeof import('../../gateway/index.js');

/**
 * What a provisioning file says; without one nothing.
 * @throws Error naming file and place; UsageError when it cannot be read.
 */
export async function loadProvisioning(
  session: Session,
  gatewayModule: GatewayModule,
  path: string | undefined,
): Promise<Provisioning> {
  if (path === undefined) return gatewayModule.NO_PROVISIONING;
  const octets = await session.read(path);
  try {
    return gatewayModule.readProvisioning(decodeUtf8(octets));
  } catch (error) {
    if (!(error instanceof gatewayModule.ProvisioningError) && !(error instanceof FormatError)) throw error;
    throw new Error(`${inputName(path)}: ${error.message}`);
  }
}

/** Certificate and key. @throws UsageError when one cannot be read */
export function readPems(tls: ServeSettings['tls']): { readonly cert: Buffer; readonly key: Buffer } | undefined {
  return tls === undefined ? undefined : { cert: readPem(tls.cert), key: readPem(tls.key) };
}

function readPem(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code ?? 'it cannot be opened'}`);
  }
}
