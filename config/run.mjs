/**
 * The jobs behind the npm scripts. Plain Node without packages, because it installs them: each job works on a fresh clone.
 *
 *   node config/run.mjs start      the demonstration; where nothing is installed, with the few packages of config/start
 *   node config/run.mjs test       types, lint, boundaries and every test that needs no build, each property 25 times, with coverage
 *   node config/run.mjs verify     the other tests; each property 250 times; the package, its sizes and its reference; what takes longer
 *   node config/run.mjs check      the checks of both without the tests
 *   node config/run.mjs interop    tests against other programs, which it installs
 *   node config/run.mjs nightly    every test, each property 10,000 times; gateways that are killed; half an hour of fuzzing; mutation
 *   node config/run.mjs bench      bench/run.ts with the arguments that follow, beside the packages of bench/package.json
 *   node config/run.mjs pictures   the pictures of docs/pictures, in black and white and in a browser;  with a folder: every tab of the playground
 *   node config/run.mjs site       reports/site: docs, reference, search and playground as files for a web server
 *   node config/run.mjs build      dist, afresh;  with --if-stale only when a source is newer
 *
 * The last line of those that test is `N passed, N failed`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
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

/** The packages that `npm start` needs, in the versions of the whole lock: nothing of them is compiled. */
const START = join('config', 'start');
const MODULES = 'node_modules';

const nameIn = (lock) => JSON.parse(readFileSync(lock, 'utf8')).name;

/** Why the packages of a folder's lock have to be installed into `modules`; undefined when they are up to date. */
function whyInstall(folder, modules = join(folder, MODULES)) {
  const lock = join(folder, 'package-lock.json');
  const installed = join(modules, '.package-lock.json');
  if (!existsSync(installed)) return `${modules} is missing`;
  if (nameIn(installed) !== nameIn(lock)) return `${modules} has the packages of ${nameIn(installed)} alone`;
  if (statSync(lock).mtimeMs > statSync(installed).mtimeMs) return `${modules} is older than ${lock}`;
  return undefined;
}

function install(folder = '.') {
  const why = whyInstall(folder);
  if (why === undefined) return;
  console.log(`${why}: npm ci`);
  if (!run('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund']).ok) fail('npm ci failed');
}

/** A few packages where npm has installed none; all of them, once installed, stay and are brought up to date. */
function installForStart() {
  const installed = join(MODULES, '.package-lock.json');
  if (existsSync(installed) && nameIn(installed) === nameIn('package-lock.json')) return install();
  const why = whyInstall(START, MODULES);
  if (why === undefined) return;
  console.log(`${why}: npm ci, for the demonstration alone (npm test installs the rest)`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
  if (!run('npm', ['ci', '--prefix', START, ...flags]).ok) fail('npm ci failed');
  rmSync(MODULES, { recursive: true, force: true });
  renameSync(join(START, MODULES), MODULES);
}

/** What is needed here, and the packages that only benchmarks compare with. */
function installWithPeers() {
  install();
  install('bench');
}

/** Why dist must be built; undefined when it is up to date. `npm start` builds what runs, and neither types nor CommonJS. */
function whyBuild(last) {
  if (!existsSync(join('dist', last))) return `dist has no ${last}`;
  const built = Math.min(
    ...Array.from(changes('dist'), ({ path, time }) => (path === 'dist' ? Number.POSITIVE_INFINITY : time)),
  );
  const builders = [
    'tsup.config.mjs',
    'tsconfig.declarations.json',
    'tsconfig.api.json',
    'entries.mjs',
    'late-requires.mjs',
    'commander.mjs',
    'notices.mjs',
    'bundle.mjs',
    'playground.mjs',
    'gallery.mjs',
    'page-tables.mjs',
    'pieces.mjs',
  ];
  const settings = builders.map((name) => ({ path: `config/${name}`, time: statSync(`config/${name}`).mtimeMs }));
  const sources = [...changes('src'), ...settings];
  const newer = sources.find(({ time }) => time > built);
  return newer && `dist is older than ${newer.path}`;
}

/** What the compiler declares of the sources, before it is put together. */
const DECLARATIONS = join('reports', 'declarations');
const PLAYGROUND = [process.execPath, 'config/playground.mjs'];

/** What makes dist, and the file by which one sees that it has all of it. */
const WHOLE = {
  steps: [
    // Without looking for faults, which is the task of the checks.
    ['tsc', '-p', 'config/tsconfig.declarations.json'],
    ['tsup', '--config', 'config/tsup.config.mjs'],
    [process.execPath, 'dist/cli.cjs', 'man', '-o', 'dist/handset.1'],
    PLAYGROUND,
  ],
  last: 'handset.1',
};
const RUNNING = { steps: [[process.execPath, 'config/bundle.mjs'], PLAYGROUND], last: 'cli.cjs' };

/**
 * Builds into dist, then removes what an earlier build left. Each file gets the time at which the build began, so that a
 * source that was changed meanwhile counts as newer; after a failure there is no dist that could pass for a whole one.
 */
function build({ quiet = false, steps = WHOLE.steps } = {}) {
  const began = Date.now();
  rmSync(DECLARATIONS, { recursive: true, force: true });
  let result = { ok: true, output: '' };
  for (const [program, ...args] of steps) if (result.ok) result = run(program, args, { quiet });
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

function buildIfStale({ steps, last } = WHOLE) {
  const why = whyBuild(last);
  if (why === undefined) return;
  console.log(`${why}: building`);
  const { ok, output } = build({ quiet: true, steps });
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
function vitest(config, env, ...options) {
  const folder = mkdtempSync(join(tmpdir(), 'handset-vitest-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { ok } = run('vitest', ['run', '--config', config, ...reporters, ...options], { env });
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

/** A check is a name and a command. */
const SOURCE_CHECKS = [
  ['types', 'tsc', '-p', '.'],
  ['types of the pure modules, without Node', 'tsc', '-p', 'config/tsconfig.pure.json'],
  ['types of the playground', 'tsc', '-p', 'config/tsconfig.playground.json'],
  ['types of the browser tests', 'tsc', '-p', 'config/tsconfig.browser.json'],
  ['format and lint', 'biome', 'check', '--config-path=config/biome.json', '--error-on-warnings', '.'],
  ['who imports whom', 'depcruise', '--config', 'config/dependency-cruiser.cjs', 'src'],
];

/** These need a build, and the packages of bench. */
const PACKAGE_CHECKS = [
  ['types of the benchmarks', 'tsc', '-p', 'config/tsconfig.bench.json'],
  ['package lint', 'publint', '--strict'],
  ['types of the package', 'attw', '--pack', '.', '--profile', 'node16', '--no-definitely-typed'],
  ['unused files, exports and dependencies', 'knip', '--config', 'config/knip.json'],
  ['size', 'size-limit'],
  ['the site: every export has its comment, every link leads somewhere', process.execPath, 'config/site.mjs'],
];

/** The same inputs every time, so that a failure is the change's: `npm run fuzz` and `npm run nightly` look for new ones. */
const SEED = '1';
const FUZZING = ['half a minute of fuzzing', 'tsx', 'test/fuzz/run.ts', '--minutes', '0.5', '--seed', SEED];

/** What was checked and tested, told as it comes and again at the end. */
class Report {
  #passed = 0;
  #failed = 0;
  #lines = [];

  add(name, from, { passed, failed, skipped = 0 }, isTest = false) {
    this.#passed += passed;
    this.#failed += failed;
    const counts = isTest ? `: ${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}` : '';
    const line = `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}${counts} (${seconds(from)})`;
    this.#lines.push(line);
    console.log(line);
  }

  end() {
    console.log(`\n${this.#lines.join('\n')}\n`);
    summarize({ passed: this.#passed, failed: this.#failed });
  }
}

/** Runs checks, as many at a time as there are processors. */
async function check(report, checks) {
  const waiting = [...checks];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, program, ...args] = next;
      const from = performance.now();
      const { ok, output } = await runBeside(program, args);
      if (!ok) console.log(output.trimEnd());
      report.add(name, from, ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}

/** Runs a program beside others: what it says is kept. */
function runBeside(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', ({ message }) => resolve({ ok: false, output: `${program}: ${message}` }));
    child.on('close', (status) => resolve({ ok: status === 0, output }));
  });
}

function testAll(report, name, { runs, seed }, ...options) {
  const from = performance.now();
  const env = { FC_SEED: seed, FC_RUNS: String(runs), ...environment };
  report.add(name, from, vitest('config/vitest.config.ts', env, ...options), true);
}

/** The tests that `npm test` runs. */
const NO_BUILD = ['--project', 'quick', '--project', 'isolated'];

/** The test files with properties: of the others a second run says nothing more. */
function withProperties() {
  const files = readdirSync('test', { recursive: true }).map((name) => join('test', name));
  const hasProperty = (file) => /from '(?:fast-check|\.\/laws\.js)'/.test(readFileSync(file, 'utf8'));
  return files.filter((file) => file.endsWith('.test.ts') && hasProperty(file));
}

function buildAndReport(report) {
  const from = performance.now();
  const { ok, output } = build({ quiet: true });
  if (!ok) console.log(output.trimEnd());
  report.add('build', from, ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

async function test() {
  install();
  const report = new Report();
  await check(report, SOURCE_CHECKS);
  testAll(report, 'tests', { runs: 25, seed: SEED }, ...NO_BUILD, '--coverage');
  report.end();
}

async function verify() {
  installWithPeers();
  const report = new Report();
  buildAndReport(report);
  // The longest take some minutes; a machine may have other work.
  const atLength = ['--testTimeout', '240000'];
  const inputs = { runs: 250, seed: SEED };
  testAll(report, 'the package, its docs, and growth', inputs, '--project', 'whole', ...atLength);
  testAll(report, 'properties', inputs, ...NO_BUILD, ...withProperties(), ...atLength);
  await check(report, [...PACKAGE_CHECKS, FUZZING]);
  // By itself, since it times: it prints what takes longer than before.
  const from = performance.now();
  const { ok } = run('tsx', ['bench/compare.ts']);
  report.add('the bench beside the commit before', from, ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  report.end();
}

async function checkAll() {
  installWithPeers();
  const report = new Report();
  await check(report, SOURCE_CHECKS);
  buildAndReport(report);
  await check(report, PACKAGE_CHECKS);
  report.end();
}

async function nightly() {
  install();
  installPrograms();
  const report = new Report();
  buildAndReport(report);
  testAll(report, 'tests', { runs: 10_000 }, '--testTimeout', '1800000');
  const from = performance.now();
  const crashes = vitest('config/vitest.interop.config.ts', environment, 'test/interop/gateway-crash.interop.ts');
  report.add('gateways that are killed', from, crashes, true);
  const soakFrom = performance.now();
  const million = { ...environment, SOAK_MESSAGES: '1000000' };
  const soak = vitest('config/vitest.interop.config.ts', million, 'test/interop/gateway-soak.interop.ts');
  report.add('a gateway with a million messages', soakFrom, soak, true);
  const linksFrom = performance.now();
  const hour = { ...environment, LINKS_MINUTES: '60' };
  const links = vitest('config/vitest.interop.config.ts', hour, 'test/interop/gateway-links.interop.ts');
  report.add('an hour of links that fail', linksFrom, links, true);
  await check(report, [['half an hour of fuzzing', 'tsx', 'test/fuzz/run.ts', '--minutes', '30']]);
  await check(report, [['mutation', process.execPath, 'config/mutation.mjs']]);
  report.end();
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
  { name: 'fail2ban', proof: ['fail2ban-regex', '--version'] },
  { name: 'php-cli', proof: ['/usr/bin/php', '--version'] },
  { name: 'php-soap', proof: ['/usr/bin/php', '-r', "exit(extension_loaded('soap') ? 0 : 1);"] },
  { name: 'golang-go', proof: ['go', 'version'] },
  { name: 'rustc', proof: ['rustc', '--version'] },
  { name: 'python3-zeep', proof: ['/usr/bin/python3', '-c', 'import zeep'] },
  { name: 'libsoap-lite-perl', proof: ['/usr/bin/perl', '-MSOAP::Lite', '-MJSON::PP', '-e', '1'] },
  { name: 'nginx-light', proof: ['sh', '-c', 'PATH=$PATH:/usr/sbin nginx -v'] },
  { name: 'haproxy', proof: ['sh', '-c', 'PATH=$PATH:/usr/sbin haproxy -v'] },
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
    installForStart();
    buildIfStale(RUNNING);
    if (!run(process.execPath, ['config/start.mjs']).ok) process.exitCode = 1;
  },
  test,
  verify,
  check: checkAll,
  nightly,
  interop() {
    install();
    installPrograms();
    const { passed, failed, skipped } = vitest('config/vitest.interop.config.ts', { FC_SEED: SEED, ...environment });
    // These tests exist to compare: one that did not run has not compared anything.
    if (skipped > 0) console.log(`${skipped} skipped, counted as failed`);
    summarize({ passed, failed: failed + skipped });
  },
  bench() {
    installWithPeers();
    if (!run('tsx', ['bench/run.ts', ...process.argv.slice(3)]).ok) process.exitCode = 1;
  },
  pictures() {
    install();
    if (process.argv.length === 3 && !run('tsx', ['bench/image/sheet.ts']).ok) process.exitCode = 1;
    buildIfStale();
    installPrograms('chromium');
    if (!run(process.execPath, ['config/pictures.mjs', ...process.argv.slice(3)]).ok) process.exitCode = 1;
  },
  site() {
    install();
    buildIfStale();
    if (!run(process.execPath, ['config/site.mjs']).ok) process.exitCode = 1;
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
await job();
