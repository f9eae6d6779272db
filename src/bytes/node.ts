/**
 * What a module takes of Node where it runs in Node. Elsewhere it does without, so nothing of Node is imported, and no bundler has to be told
 * of it.
 * @module
 */

/** A built-in module of Node, such as `zlib`; undefined elsewhere, and in versions of Node that do not give it this way. */
export function findNodeModule<T>(name: string): T | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.(`node:${name}`) as T | undefined;
}
