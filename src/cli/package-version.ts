/**
 * The version of this package.
 * @module
 */

/** Injected by the build; running from source shows that there is none. */
declare const HANDSET_VERSION: string | undefined;

/** As package.json has it. */
export const VERSION = typeof HANDSET_VERSION === 'string' ? HANDSET_VERSION : 'unbuilt';
