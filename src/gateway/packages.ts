/**
 * Packages that only the gateway needs are optional: what is missing is named when it is asked for.
 * @module
 */

/** Whether an import failed because there is no such package. */
export function isNotFound(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

/**
 * A handler for a failed `import()`.
 * @throws Error that says which package to install, when that package is what was not found; else the error as it came.
 */
export function missingPackage(name: string, purpose: string): (error: unknown) => never {
  return (error) => {
    if (!isNotFound(error)) throw error;
    throw new Error(`${purpose} needs the package ${name}: npm install ${name}`, { cause: error });
  };
}
