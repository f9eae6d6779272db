/** The command line as the package ships it. */
import { execFileSync } from 'node:child_process';
import { ROOT } from './system.js';

/** Builds it where it is older than its sources. */
export function buildProgram(): void {
  execFileSync(process.execPath, ['config/run.mjs', 'build', '--if-stale'], { cwd: ROOT, stdio: 'inherit' });
}
