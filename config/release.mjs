/**
 * A release: two builds of the commit in two folders, whose tarballs must be equal, and a bill of materials beside them in reports/release.
 *
 *   npm run release -- --dry-run                  does all of it, lists the obstacles, publishes nothing
 *   npm run release -- --publish                  the same, then npm publish, when there is no obstacle
 *   npm run release -- --set-repository https://host/owner/name     writes repository, homepage and bugs into package.json
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  findObstacles,
  ofProduction,
  parseRepository,
  withAbsoluteLinks,
  withoutRun,
  withRepository,
} from './release-parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'reports', 'release');
const USAGE = 'usage: npm run release -- --dry-run | --publish | --set-repository https://host/owner/name';
/** Pages of the tarball. */
const PAGES = ['README.md', 'CHANGELOG.md'];

/** Runs a program and gives its standard output; what it says goes into the error. */
function run(cwd, program, ...args) {
  const done = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (done.status === 0) return done.stdout;
  throw new Error(`${program} ${args.join(' ')}\n${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`);
}

/** What is installed with the package or part of its files, as CycloneDX. npm calls it by the name of its folder. */
function billOf(manifest) {
  const folder = join(out, manifest.name);
  mkdirSync(folder);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const production = ofProduction(manifest, lock);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(production.manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(production.lock));
  const text = run(folder, 'npm', 'sbom', '--sbom-format=cyclonedx', '--sbom-type=library', '--package-lock-only');
  rmSync(folder, { recursive: true });
  return withoutRun(JSON.parse(text));
}

/** SHA-256 of a file. */
function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** The commit in a folder of its own, built and packed. */
function pack(folder, manifest, commit) {
  mkdirSync(folder, { recursive: true });
  run(root, 'git', 'archive', '--format=tar', `--output=${join(folder, 'source.tar')}`, commit);
  run(folder, 'tar', '-xf', 'source.tar');
  rmSync(join(folder, 'source.tar'));
  // Hard links take no time; where the system has none, copies do.
  const linked = spawnSync('cp', ['-al', join(root, 'node_modules'), folder]).status === 0;
  if (!linked) cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  // Older than the packages, which are then not installed again.
  utimesSync(join(folder, 'package-lock.json'), 0, 0);
  run(folder, process.execPath, 'config/run.mjs', 'build');
  if (manifest.repository !== undefined) {
    const address = parseRepository(manifest.repository.url);
    for (const page of PAGES) {
      const path = join(folder, page);
      writeFileSync(path, withAbsoluteLinks(readFileSync(path, 'utf8'), address, `v${manifest.version}`));
    }
  }
  const [{ filename, unpackedSize, files }] = JSON.parse(run(folder, 'npm', 'pack', '--json', '--ignore-scripts'));
  const hashes = new Map(files.map(({ path }) => [path, hashOf(join(folder, path))]));
  const tarball = join(folder, filename);
  return { tarball, filename, hash: hashOf(tarball), hashes, size: statSync(tarball).size, unpackedSize, count: files.length };
}

function release(isPublished) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const changes = run(root, 'git', 'status', '--porcelain').split('\n').filter(Boolean);
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const obstacles = findObstacles({ manifest, changelog, changes });
  const commit = run(root, 'git', 'rev-parse', 'HEAD').trim();
  rmSync(out, { recursive: true, force: true });

  // Folders of different lengths: a path that gets into a file shows.
  const folders = [join(out, 'one'), join(out, 'the-second-one')];
  const [first, second] = folders.map((folder) => pack(folder, manifest, commit));
  if (first.hash !== second.hash) {
    const names = [...new Set([...first.hashes.keys(), ...second.hashes.keys()])];
    const different = names.filter((name) => first.hashes.get(name) !== second.hashes.get(name));
    const few = different.slice(0, 5).join(', ');
    obstacles.push(`two builds differ: ${different.length} files${few && ` (${few})`}; ${first.hash}, ${second.hash}`);
  }
  const tarball = join(out, first.filename);
  copyFileSync(first.tarball, tarball);
  const bill = billOf(manifest);
  const billName = `handset-${manifest.version}.cdx.json`;
  writeFileSync(join(out, billName), `${JSON.stringify(bill, null, 2)}\n`);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });

  console.log(`commit    ${commit}`);
  console.log(
    `tarball   reports/release/${first.filename}: ${first.size} bytes, ${first.count} files, ${first.unpackedSize} bytes unpacked`,
  );
  console.log(`SHA-256   ${first.hash}${first.hash === second.hash ? ', of two builds' : ''}`);
  console.log(`SBOM      reports/release/${billName}: ${bill.components.length} packages beside handset`);
  for (const obstacle of obstacles) console.log(`obstacle  ${obstacle}`);
  if (obstacles.length > 0) {
    process.exitCode = 1;
  } else if (isPublished) {
    console.log(run(root, 'npm', 'publish', tarball, '--provenance', '--access', 'public', '--ignore-scripts'));
  } else {
    console.log('no obstacles; nothing was published');
  }
}

function setRepository(text) {
  const path = join(root, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, `${JSON.stringify(withRepository(manifest, parseRepository(text)), null, 2)}\n`);
}

// npm packs files with the modes that they are made with, and the tarball is to be the same for everybody.
process.umask(0o022);
const [option, value, ...rest] = process.argv.slice(2);
if (!existsSync(join(root, 'node_modules'))) throw new Error('npm ci first: two builds need the packages');
if (option === '--set-repository' && value !== undefined && rest.length === 0) setRepository(value);
else if (option === '--dry-run' && value === undefined) release(false);
else if (option === '--publish' && value === undefined) release(true);
else {
  console.error(USAGE);
  process.exitCode = 2;
}
