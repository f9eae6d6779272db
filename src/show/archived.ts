/**
 * The messages in the tree of an archive.
 * @module
 */
import type { Field } from '../bytes/index.js';

/** A message, and the octets that its fields count in. */
export interface ArchivedMessage {
  readonly field: Field;
  readonly octets: Uint8Array;
}

/** Whether a field is a message of an archive: its value is the text, its meaning says who it is from. */
export function isMessageField({ name, meaning }: Field): boolean {
  return meaning !== undefined && /^message \d+$/.test(name);
}

/** The messages of an archive, or the one that a field is itself; a file in an archive may have them. */
export function messagesIn(field: Field, octets: Uint8Array): ArchivedMessage[] {
  if (isMessageField(field)) return [{ field, octets }];
  return field.children.flatMap((child) => {
    if (isMessageField(child)) return [{ field: child, octets }];
    const { octets: own } = child;
    return own === undefined ? [] : child.children.filter(isMessageField).map((each) => ({ field: each, octets: own }));
  });
}
