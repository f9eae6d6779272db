/**
 * What a modem says of itself and of its network.
 * @module
 */
import { type Fact, pickFacts } from '../content/facts.js';
import type { ModemStatus } from '../modem/index.js';

/** Modem, network, signal, service centre and storage; what it does not say is left out. */
export function modemFacts(status: ModemStatus): Fact[] {
  const { manufacturer, model, operator, signalDbm, registration, serviceCentre, storages = [] } = status;
  const [storage] = storages;
  return pickFacts([
    ['Modem', joined([manufacturer, model], ' ')],
    ['Network', joined([operator, registration?.state], ', ')],
    ['Signal', signalDbm === undefined ? undefined : `${signalDbm} dBm`],
    ['Centre', serviceCentre],
    ['Stored', storage && `${storage.used} of ${storage.total} in ${storage.memory || 'the storage'}`],
  ]);
}

function joined(parts: readonly (string | undefined)[], separator: string): string | undefined {
  return parts.filter((part) => part !== undefined).join(separator) || undefined;
}
