/**
 * Times of SMPP, `YYMMDDhhmmsstnnp`: absolute ones, and periods.
 * Source: SMPP Protocol Specification v3.4 section 7.1.1.
 * @module
 */

/** Zones reach 48 quarters of an hour. */
const MAX_OFFSET_MINUTES = 48 * 15;

/** A time; past the zones that can be written, as in New Zealand's summer, in UTC. */
export function formatAbsoluteTime(at: Date, zoneMinutes = 0): string {
  const offsetMinutes = Math.abs(zoneMinutes) > MAX_OFFSET_MINUTES ? 0 : zoneMinutes;
  const local = new Date(at.getTime() + offsetMinutes * 60_000).toISOString();
  const quarters = two(Math.abs(offsetMinutes) / 15);
  return `${local.slice(2, 19).replace(/\D/g, '')}0${quarters}${offsetMinutes < 0 ? '-' : '+'}`;
}

/** A period of more than 99 days is written with months of 30 days: two digits hold no more days. */
export function formatRelativeTime(wish: number): string {
  const seconds = Math.ceil(wish);
  const days = Math.floor(seconds / 86_400);
  const months = days > 99 ? Math.floor(days / 30) : 0;
  const years = Math.floor(months / 12);
  const rest = seconds % 86_400;
  const parts = [years, months % 12, days - months * 30, Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60];
  return `${parts.map(two).join('')}000R`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
