/**
 * What `config/release.mjs` decides, without files and programs.
 */
import { commandPackage } from './entries.mjs';

/** The address of a repository on the web: https, without `.git` and without a slash at its end. */
export function parseRepository(text) {
  const address = /^(?:git\+)?(https:\/\/[\w.-]+(?:\/[\w.~-]+)+)\/?$/.exec(text)?.[1]?.replace(/\.git$/, '');
  if (address === undefined) throw new Error(`expected https://host/owner/name, not ${text}`);
  return address;
}

/** The manifest with `repository`, `homepage` and `bugs` of a repository, after `author`. */
export function withRepository(manifest, address) {
  const fields = {
    homepage: `${address}#readme`,
    repository: { type: 'git', url: `git+${address}.git` },
    bugs: { url: `${address}/issues` },
  };
  const others = Object.entries(manifest).filter(([key]) => !(key in fields));
  const at = others.findIndex(([key]) => key === 'author') + 1;
  return Object.fromEntries([...others.slice(0, at), ...Object.entries(fields), ...others.slice(at)]);
}

/** Code, which stays; or a picture: its label, its target. */
const PICTURE = /`[^`]*`|(!\[[^[\]]*\])\(([^()\s]+)\)/g;
/** Code outside of labels, which stays; or a link: its label, in which a picture may be, its target. */
const LINK = /`[^`]*`(?!\])|!\[[^[\]]*\]\([^()\s]+\)(?!\])|(\[(?:[^[\]]|\[[^[\]]*\])*\])\(([^()\s]+)\)/g;

/**
 * A page of Markdown whose relative links lead to a repository: files to `blob`, pictures to `raw`. Addresses, anchors and code are left alone.
 * @param ref the tag or commit that the links show
 */
export function withAbsoluteLinks(markdown, address, ref) {
  const absolute = (whole, label, target) => {
    if (target === undefined || /^(?:[a-z][a-z+.-]*:|#|\/)/i.test(target)) return whole;
    return `${label}(${address}/${label.startsWith('!') ? 'raw' : 'blob'}/${ref}/${target.replace(/^\.\//, '')})`;
  };
  const lines = markdown.split('\n');
  let fence;
  return lines
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (mark !== undefined) {
        if (fence === undefined) fence = mark;
        else if (mark.startsWith(fence)) fence = undefined;
        return line;
      }
      if (fence !== undefined) return line;
      // Pictures first: a link may have one as its text.
      return [PICTURE, LINK].reduce((text, pattern) => text.replace(pattern, absolute), line);
    })
    .join('\n');
}

/** Relative links that are left in a page. */
export function relativeLinks(markdown) {
  const marked = withAbsoluteLinks(markdown, 'relative:', '');
  return [...marked.matchAll(/\]\(relative:\/(?:blob|raw)\/\/([^)]*)\)/g)].map(([, target]) => target);
}

/**
 * The manifest and the lock as they are without what only development needs, and without optional packages; with the one that is part of the files.
 * `npm sbom --omit=dev` leaves out too much: each package that one for development needs as well.
 */
export function ofProduction(manifest, lock) {
  const { devDependencies, peerDependencies: _, peerDependenciesMeta: __, ...own } = manifest;
  const dependencies = { [commandPackage]: devDependencies[commandPackage], ...own.dependencies };
  const isKept = ([path, { dev, peer, optional, devOptional }]) => path !== '' && !(dev || peer || optional || devOptional);
  const root = { name: own.name, version: own.version, license: own.license, dependencies };
  const path = `node_modules/${commandPackage}`;
  const { dev: ___, ...part } = lock.packages[path];
  const packages = { '': root, [path]: part, ...Object.fromEntries(Object.entries(lock.packages).filter(isKept)) };
  return { manifest: { ...own, dependencies }, lock: { ...lock, packages } };
}

/** A bill of materials without what differs between two runs: its number and its time. */
export function withoutRun({ serialNumber: _, ...bill }) {
  const { timestamp: __, ...metadata } = bill.metadata;
  return { ...bill, metadata };
}

/**
 * Why a version cannot be published; empty when it can.
 * @param changes lines of `git status --porcelain`
 */
export function findObstacles({ manifest, changelog, changes }) {
  const { version, repository, publishConfig } = manifest;
  const obstacles = [];
  if (changes.length > 0) obstacles.push(`the tree has changes: ${changes.slice(0, 3).join(', ')}`);
  const headings = [...changelog.matchAll(/^## \[?([^\]\s]+)/gm)].map(([, name]) => name);
  if (!headings.includes(version)) obstacles.push(`CHANGELOG.md has no section "## ${version}"`);
  if (repository === undefined) {
    obstacles.push('package.json has no repository: npm run release -- --set-repository https://host/owner/name');
  }
  if (publishConfig?.provenance !== true) obstacles.push('publishConfig.provenance of package.json is not true');
  return obstacles;
}
