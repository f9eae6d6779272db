/**
 * Parts of a message as the store keeps them: a JSON list with an entry per part.
 *
 *   [tpDcs, tpPid, "udh in hex", "text"]      or      [tpDcs, tpPid, "udh in hex", null, "data in hex"]
 * @module
 */
import type { OutboundPart } from './types.js';

type StoredPart = readonly [tpDcs: number, tpPid: number, udh: string, text: string | null, data?: string];

/** Parts as JSON. */
export function formatParts(parts: readonly OutboundPart[]): string {
  return JSON.stringify(
    parts.map(
      ({ tpDcs, tpPid, udh, userData }): StoredPart =>
        'text' in userData ? [tpDcs, tpPid, hexOf(udh), userData.text] : [tpDcs, tpPid, hexOf(udh), null, hexOf(userData.data)],
    ),
  );
}

/** Parts from JSON that {@link formatParts} wrote. */
export function parseParts(json: string): OutboundPart[] {
  return (JSON.parse(json) as StoredPart[]).map(([tpDcs, tpPid, udh, text, data = '']) => ({
    tpDcs,
    tpPid,
    udh: octetsOf(udh),
    userData: text === null ? { data: octetsOf(data) } : { text },
  }));
}

/** Octet strings as a JSON list of hex. */
export function formatOctets(list: readonly Uint8Array[]): string {
  return JSON.stringify(list.map(hexOf));
}

/** Octet strings from JSON that {@link formatOctets} wrote. */
export function parseOctets(json: string): Uint8Array[] {
  return (JSON.parse(json) as string[]).map(octetsOf);
}

function hexOf(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('hex').toUpperCase();
}

function octetsOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}
