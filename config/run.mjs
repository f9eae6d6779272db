/**
 * The jobs behind the npm scripts. Plain Node without packages, because it installs them: each job works on a fresh clone.
 *
 *   node config/run.mjs start      the demonstration
 *   node config/run.mjs test       every check and test; the last line is `N passed, N failed`
 *   node config/run.mjs check      the same checks without the tests
 *   node config/run.mjs interop    tests against other programs, which it installs; the same last line
 *   node config/run.mjs pictures   the pictures of docs/pictures, in a browser;  with a folder: every tab of the playground
 *   node config/run.mjs build      dist, afresh;  with --if-stale only when a source is newer
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const environment = { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) };

const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`;

/** Runs a program without standard input. Output is shown as it comes, or kept when `quiet`. */
function run(program, args, { quiet = false, env = environment } = {}) {
  const stdio = ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'];
  const done = spawnSync(program, args, { env, stdio, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const output = `${done.stdout ?? ''}${done.stderr ?? ''}${done.error ? `${done.error.message}\n` : ''}`;
  return { ok: done.status === 0, output };
}

/** Every file and directory below `folder`, with the time of its last change in milliseconds. */
function* changes(folder) {
  yield { path: folder, time: statSync(folder).mtimeMs };
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* changes(path);
    else yield { path, time: statSync(path).mtimeMs };
  }
}

/** Why node_modules must be installed; undefined when it is up to date. */
function whyInstall() {
  const installed = join('node_modules', '.package-lock.json');
  if (!existsSync(installed)) return 'node_modules is missing';
  if (statSync('package-lock.json').mtimeMs > statSync(installed).mtimeMs)
    return 'node_modules is older than package-lock.json';
  return undefined;
}

function install() {
  const why = whyInstall();
  if (why === undefined) return;
  console.log(`${why}: npm ci`);
  if (!run('npm', ['ci', '--no-audit', '--no-fund']).ok) fail('npm ci failed');
}

/** Why dist must be built; undefined when it is up to date. */
function whyBuild() {
  if (!existsSync(join('dist', 'index.js')) || !existsSync(join('dist', 'cli.js'))) return 'dist is missing';
  const built = Math.min(
    ...Array.from(changes('dist'), ({ path, time }) => (path === 'dist' ? Number.POSITIVE_INFINITY : time)),
  );
  const settings = ['config/tsup.config.ts', 'config/playground.mjs'].map((path) => ({ path, time: statSync(path).mtimeMs }));
  const sources = [...changes('src'), ...settings];
  const newer = sources.find(({ time }) => time > built);
  return newer && `dist is older than ${newer.path}`;
}

/**
 * Builds into dist, then removes what an earlier build left. Each file gets the time at which the build began, so that a
 * source that was changed meanwhile counts as newer; after a failure there is no dist that could pass for a whole one.
 */
function build({ quiet = false } = {}) {
  const began = Date.now();
  const bundled = run('tsup', ['--config', 'config/tsup.config.ts'], { quiet });
  const result = bundled.ok ? run(process.execPath, ['config/playground.mjs'], { quiet }) : bundled;
  if (!result.ok) {
    rmSync('dist', { recursive: true, force: true });
    return result;
  }
  for (const { path, time } of [...changes('dist')]) {
    if (path === 'dist') continue;
    if (time < began - 2) rmSync(path, { recursive: true, force: true });
    else utimesSync(path, began / 1000, began / 1000);
  }
  return result;
}

function buildIfStale() {
  const why = whyBuild();
  if (why === undefined) return;
  console.log(`${why}: tsup`);
  const { ok, output } = build({ quiet: true });
  if (!ok) fail(`${output}\nThe build failed.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Runs vitest with its report on the terminal and counts from its JSON report. A file that does not load counts as one
 * failure, and so does an end with an error though every test passed (a coverage threshold, an error outside of tests).
 */
function vitest(config, ...options) {
  const folder = mkdtempSync(join(tmpdir(), 'handset-vitest-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { ok } = run('vitest', ['run', '--config', config, ...reporters, ...options]);
  const count = { passed: 0, failed: 0, skipped: 0 };
  if (existsSync(file)) {
    for (const suite of JSON.parse(readFileSync(file, 'utf8')).testResults) {
      for (const { status } of suite.assertionResults) count[status === 'passed' || status === 'failed' ? status : 'skipped']++;
      if (suite.status === 'failed' && !suite.assertionResults.some(({ status }) => status === 'failed')) count.failed++;
    }
  }
  rmSync(folder, { recursive: true, force: true });
  if (!ok && count.failed === 0) {
    console.log('vitest ended with an error though no test failed: see above');
    count.failed = 1;
  }
  return count;
}

function summarize({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const tool =
  (program, ...args) =>
  () =>
    run(program, args, { quiet: true });

/** The checks of `npm test` in their order; the tests themselves are the one without a tool. */
const checks = [
  ['types', tool('tsc', '-p', '.')],
  ['types of the pure rooms, without Node', tool('tsc', '-p', 'config/tsconfig.pure.json')],
  ['types of the playground', tool('tsc', '-p', 'config/tsconfig.playground.json')],
  ['types of the browser tests', tool('tsc', '-p', 'config/tsconfig.browser.json')],
  ['format and lint', tool('biome', 'check', '--config-path=config/biome.json', '--error-on-warnings', '.')],
  ['who imports whom', tool('depcruise', '--config', 'config/dependency-cruiser.cjs', 'src')],
  ['build', () => build({ quiet: true })],
  ['tests', undefined],
  ['package lint', tool('publint', '--strict')],
  ['types of the package', tool('attw', '--pack', '.', '--profile', 'node16', '--no-definitely-typed')],
  ['unused files, exports and dependencies', tool('knip', '--config', 'config/knip.json')],
  ['size', tool('size-limit')],
  ['API reference: every export has its comment', tool('typedoc', '--options', 'config/typedoc.json', '--emit', 'none')],
];

function test({ withTests = true } = {}) {
  install();
  const total = { passed: 0, failed: 0 };
  const outcomes = [];
  for (const [name, check] of checks) {
    if (check === undefined && !withTests) continue;
    const from = performance.now();
    if (check === undefined) {
      const count = vitest('config/vitest.config.ts', '--coverage');
      total.passed += count.passed;
      total.failed += count.failed;
      const skipped = count.skipped === 0 ? '' : `, ${count.skipped} skipped`;
      outcomes.push(
        `${count.failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${count.passed} passed, ${count.failed} failed${skipped} (${seconds(from)})`,
      );
    } else {
      const { ok, output } = check();
      total[ok ? 'passed' : 'failed']++;
      if (!ok) console.log(output.trimEnd());
      outcomes.push(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds(from)})`);
    }
    console.log(outcomes.at(-1));
  }
  console.log(`\n${outcomes.join('\n')}\n`);
  summarize(total);
}

/**
 * The programs that test/interop runs: what proves that they are there, and the Debian package that brings them. The proof of a Python
 * module names the interpreter that Debian's packages belong to, whatever other one stands first in PATH.
 */
const programs = [
  { name: 'tshark', proof: ['tshark', '--version'] },
  { name: 'gammu', proof: ['gammu', '--version'] },
  { name: 'gnokii-cli', proof: ['gnokii', '--version'] },
  { name: 'python3-gammu', proof: ['/usr/bin/python3', '-c', 'import gammu'] },
  { name: 'python3-vobject', proof: ['/usr/bin/python3', '-c', 'import vobject'] },
  { name: 'libwbxml2-utils', proof: ['which', 'xml2wbxml', 'wbxml2xml'] },
  { name: 'kannel', proof: ['which', 'bearerbox', 'smsbox', 'wapbox'] },
  { name: 'libnet-smpp-perl', proof: ['/usr/bin/perl', '-MNet::SMPP', '-e', '1'] },
  { name: 'chromium', proof: ['chromium', '--version'] },
  { name: 'postgresql', proof: ['sh', '-c', 'ls /usr/lib/postgresql/*/bin/initdb'] },
  { name: 'curl', proof: ['curl', '--version'] },
  { name: 'php-cli', proof: ['/usr/bin/php', '--version'] },
  { name: 'php-soap', proof: ['/usr/bin/php', '-r', "exit(extension_loaded('soap') ? 0 : 1);"] },
  { name: 'python3-zeep', proof: ['/usr/bin/python3', '-c', 'import zeep'] },
  { name: 'libsoap-lite-perl', proof: ['/usr/bin/perl', '-MSOAP::Lite', '-MJSON::PP', '-e', '1'] },
  { name: 'imagemagick', proof: ['mogrify', '-version'] },
  { name: 'netpbm', proof: ['which', 'pbmtowbmp', 'wbmptopbm', 'ppmtobmp', 'bmptopnm', 'pbmtonokia'] },
  { name: 'abcmidi', proof: ['which', 'abc2midi', 'mftext'] },
  { name: 'sox', proof: ['which', 'sox', 'soxi'] },
  { name: 'timidity', proof: ['which', 'timidity'] },
  { name: 'timgm6mb-soundfont', proof: ['ls', '/usr/share/sounds/sf2/TimGM6mb.sf2'] },
];

/** @param only the one package that is needed; all by default */
function installPrograms(only) {
  const wanted = programs.filter(({ name }) => only === undefined || name === only);
  const missing = wanted.filter(({ proof: [program, ...args] }) => !run(program, args, { quiet: true }).ok);
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  const byHand = `This needs ${names.join(', ')} (names of Debian packages)`;
  if (spawnSync('apt-get', ['--version']).status !== 0) fail(`${byHand}; there is no apt-get here to install them with.`);
  if (process.getuid?.() !== 0) fail(`${byHand}; installing them takes root: apt-get install ${names.join(' ')}`);
  console.log(`${names.join(', ')} not found: apt-get install`);
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' };
  // tshark would ask whether users other than root may capture; nothing is captured here.
  spawnSync('debconf-set-selections', { env, input: 'wireshark-common wireshark-common/install-setuid boolean false\n' });
  const updated = run('apt-get', ['update', '-q'], { quiet: true, env });
  const installed = run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...names], { quiet: true, env });
  if (!installed.ok) fail(`${updated.output}\n${installed.output}\napt-get could not install ${names.join(', ')}`);
}

const jobs = {
  start() {
    install();
    buildIfStale();
    if (!run(process.execPath, ['config/start.mjs']).ok) process.exitCode = 1;
  },
  test: () => test(),
  check: () => test({ withTests: false }),
  interop() {
    install();
    buildIfStale();
    installPrograms();
    const { passed, failed, skipped } = vitest('config/vitest.interop.config.ts');
    // These tests exist to compare: one that did not run has not compared anything.
    if (skipped > 0) console.log(`${skipped} skipped, counted as failed`);
    summarize({ passed, failed: failed + skipped });
  },
  pictures() {
    install();
    buildIfStale();
    installPrograms('chromium');
    if (!run(process.execPath, ['config/pictures.mjs', ...process.argv.slice(3)]).ok) process.exitCode = 1;
  },
  build() {
    if (process.argv.includes('--if-stale')) return buildIfStale();
    install();
    if (!build().ok) process.exitCode = 1;
  },
};

/** An older Node fails later, and in words that do not say why. */
function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  fail(`This takes Node ${engines.node}; here is ${process.version}.`);
}

requireNode();
const job = jobs[process.argv[2]];
if (job === undefined) fail(`usage: node config/run.mjs ${Object.keys(jobs).join('|')}`);
job();
