/**
 * Addresses as they count.
 * @module
 */
import { isIPv6 } from 'node:net';

/** An IPv4 address that a socket for both versions writes as one of IPv6. */
export function withoutMapping(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** What an address counts as: of IPv6 the first 64 bits, for who has one has them all; IPv4 inside of IPv6 as IPv4. */
export function clientOf(address: string): string {
  const plain = withoutMapping(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = (plain.split('%', 1)[0] as string).split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? 0 : tail.split(':').length;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...(tail ? tail.split(':') : [])];
  return `${all.slice(0, 4).join(':')}::/64`;
}

/** Connections by address, so that none has them all. */
export class AddressCounts {
  readonly #counts = new Map<string, number>();

  /** Counts one more of an address, and gives what takes it back; undefined when it has as many as it may. */
  add(address: string, max: number): (() => void) | undefined {
    const count = (this.#counts.get(address) ?? 0) + 1;
    if (count > max) return undefined;
    this.#counts.set(address, count);
    return () => {
      const left = (this.#counts.get(address) ?? 1) - 1;
      if (left > 0) this.#counts.set(address, left);
      else this.#counts.delete(address);
    };
  }
}
