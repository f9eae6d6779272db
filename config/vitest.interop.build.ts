/** These tests run what is built: before the first of them a build that is older than its sources is made again. */
import { execFileSync } from 'node:child_process';

export default function build(): void {
  execFileSync(process.execPath, ['config/run.mjs', 'build', '--if-stale'], { stdio: 'inherit' });
}
