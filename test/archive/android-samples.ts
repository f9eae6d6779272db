/** Messages and fields that the tests of Android's formats build on. */
import type { ArchiveLoss, ArchiveMessage, ArchivePart, RestField } from '../../src/archive/index.js';

export const octets = (text: string) => new TextEncoder().encode(text);
export const own = (name: string, value: string): RestField => ({ family: 'android', name, value });

export const SMS: ArchiveMessage = { kind: 'sms', direction: 'in', state: 'read', addresses: [], text: '', parts: [] };
export const MMS: ArchiveMessage = { ...SMS, kind: 'mms' };
export const GIF: ArchivePart = { contentType: 'image/gif', data: octets('GIF') };
export const TEXT: ArchivePart = { contentType: 'text/plain', charset: 'utf-8', data: octets('Hi') };

/** Losses as `field: reason`. */
export const wordsOf = (losses: readonly ArchiveLoss[]) => losses.map(({ field, reason }) => `${field}: ${reason}`);
