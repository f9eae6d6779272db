/**
 * Sources by the statement: a plugin of esbuild, which otherwise splits a program by the file. What one tab of the page takes of a file is then
 * not loaded with what another takes of it.
 *
 * Each top-level declaration of a file becomes a module of its own, a piece, which imports the pieces that it names. Declarations that name each
 * other in a circle, or a variable that changes, stay together in their order. A file that does something when it is loaded stays whole.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';

const { SyntaxKind } = ts;

/** The name of a piece: its file and its number. */
const PIECE = /^(.*)\?(\d+)$/;

/**
 * The plugin.
 * @param root the folder of the sources
 * @param load the text of a file, where it is not the one on the disk
 * @param standIns by file: names of it that another file has a stand-in for, which everything takes that does not load the file by `import()`
 * @param also pieces that a file is loaded with besides its own: see {@link fewerFiles}
 */
export function piecesPlugin(root, { load = () => undefined, standIns = new Map(), also = new Map() } = {}) {
  const files = new Map();
  const read = (path) => {
    if (!files.has(path)) files.set(path, cutFile(path, load(path) ?? readFileSync(path, 'utf8')));
    return files.get(path);
  };
  /** Where a name of a file is declared, through the files that pass it on. */
  const find = (asked, name, isItself = false) => {
    const standIn = isItself ? undefined : standIns.get(asked);
    const path = standIn?.names.includes(name) ? standIn.path : asked;
    const file = path.startsWith('/') ? read(path) : undefined;
    if (file === undefined) return { path, name };
    const passed = file.passed.get(name);
    if (passed !== undefined) return passed.name === '*' ? passed : find(passed.path, passed.name, isItself);
    const local = file.exported.get(name);
    if (local === undefined) return file.all.map((each) => find(each, name)).find((found) => found !== undefined);
    const imported = file.imports.get(local);
    if (imported !== undefined) return imported.name === '*' ? imported : find(imported.path, imported.name);
    return { path: file.pieceOf.has(local) ? `${path}?${file.pieceOf.get(local)}` : path, name: local };
  };
  const importLine = (local, { path, name }) => {
    const from = JSON.stringify(path);
    if (name === '*') return `import * as ${local} from ${from};`;
    return `import { ${name === local ? local : `${name} as ${local}`} } from ${from};`;
  };
  const importsOf = (path, file, names, piece) =>
    [...names].flatMap((name) => {
      const imported = file.imports.get(name);
      if (imported !== undefined) {
        const found = imported.name === '*' ? imported : find(imported.path, imported.name);
        return [importLine(name, found ?? imported)];
      }
      const at = file.pieceOf.get(name);
      return at === undefined || at === piece ? [] : [importLine(name, { path: `${path}?${at}`, name })];
    });

  return {
    name: 'pieces',
    setup({ onResolve, onLoad }) {
      // Names of files that come of a build hold a hash of these: they have to be the same wherever the project is.
      const home = dirname(root);
      onResolve({ filter: /^\/.*\?\d+$/ }, ({ path }) => ({
        path: relative(home, path),
        namespace: 'piece',
        sideEffects: false,
      }));
      onResolve({ filter: /^\..*\.js$/ }, ({ path, resolveDir }) => {
        const source = resolve(resolveDir, path.replace(/\.js$/, '.ts'));
        return existsSync(source) ? { path: source, sideEffects: read(source).isWhole } : undefined;
      });
      onLoad({ filter: /./, namespace: 'piece' }, ({ path: id }) => {
        const [, path, at] = PIECE.exec(resolve(home, id));
        const file = read(path);
        const { text, names, declared } = file.pieces[Number(at)];
        const contents = [...importsOf(path, file, names, Number(at)), text, `export { ${declared.join(', ')} };`].join('\n');
        return { contents, loader: 'ts', resolveDir: dirname(path) };
      });
      onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        if (!path.startsWith(root)) return undefined;
        const file = read(path);
        const lines = file.isWhole ? [...file.bare, ...importsOf(path, file, file.names), file.text] : [];
        const outward = file.isWhole ? [] : [...file.exported.keys(), ...file.passed.keys()];
        for (const name of outward) {
          const { path: from, name: found } = find(path, name, true);
          lines.push(
            found === '*'
              ? `export * as ${name} from ${JSON.stringify(from)};`
              : `export { ${found} as ${name} } from ${JSON.stringify(from)};`,
          );
        }
        for (const [i, id] of (also.get(path) ?? []).entries()) {
          const [, from, at] = PIECE.exec(id);
          lines.unshift(`import { ${read(from).pieces[Number(at)].declared[0]} as also${i} } from ${JSON.stringify(id)};`);
        }
        for (const each of file.isWhole ? [] : file.all) lines.push(`export * from ${JSON.stringify(each)};`);
        return { contents: lines.join('\n'), loader: 'ts', resolveDir: dirname(path) };
      });
    },
  };
}

/**
 * What to load besides so that there are no small files: a small one goes into one that is loaded wherever it is, and a little oftener.
 * @param metafile of a build without it
 * @param isFirst whether a file that is loaded by `import()` may be the first: to others it costs nothing, what they need is there by then
 * @returns for {@link piecesPlugin}
 */
export function fewerFiles({ outputs }, root, minOctets, isFirst) {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  const users = new Map(Object.keys(outputs).map((name) => [name, new Set()]));
  const visit = (name, entry) => {
    if (users.get(name).has(entry)) return;
    users.get(name).add(entry);
    for (const { path, kind } of outputs[name].imports) if (kind === 'import-statement') visit(path, entry);
  };
  for (const [name] of entries) visit(name, name);
  const entryOf = new Map(entries.map(([name, { entryPoint }]) => [name, resolve(root, entryPoint)]));
  const also = new Map();
  const names = Object.keys(outputs).filter((name) => !entryOf.has(name));
  const closureOf = (name, found = new Set()) => {
    if (found.has(name)) return found;
    found.add(name);
    for (const { path, kind } of outputs[name].imports) if (kind === 'import-statement') closureOf(path, found);
    return found;
  };
  const isSmall = (name) => outputs[name].bytes < minOctets;
  for (const name of names.filter(isSmall)) {
    const own = users.get(name);
    const closure = [...closureOf(name)];
    /** Octets that are loaded where they were not. */
    const costOf = (other) => {
      const firsts = [...users.get(other)].filter((entry) => isFirst(outputs[entry].entryPoint));
      const more = firsts.flatMap((entry) => closure.filter((each) => !users.get(each).has(entry)));
      return more.reduce((sum, each) => sum + outputs[each].bytes, 0);
    };
    const holds = (other) => [...own].every((entry) => users.get(other).has(entry));
    const wider = names.filter((other) => !isSmall(other) && holds(other)).map((other) => ({ other, cost: costOf(other) }));
    const [best] = wider.sort((a, b) => a.cost - b.cost);
    if (best === undefined || best.cost > 5 * minOctets) continue;
    const into = best.other;
    const pieces = Object.keys(outputs[name].inputs);
    if (!pieces.every((id) => id.startsWith('piece:'))) continue;
    for (const entry of users.get(into)) {
      if (own.has(entry)) continue;
      const path = entryOf.get(entry);
      also.set(path, [...(also.get(path) ?? []), ...pieces.map((id) => resolve(root, id.replace('piece:', '')))]);
    }
  }
  return also;
}

/** What a file imports, passes on and declares. */
function cutFile(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const [imports, exported, passed, all, statements] = [new Map(), new Map(), new Map(), [], []];
  const target = (specifier) => {
    if (!specifier.startsWith('.')) return specifier;
    const found = resolve(dirname(path), specifier.replace(/\.js$/, '.ts'));
    return existsSync(found) ? found : resolve(dirname(path), specifier);
  };
  let isWhole = false;
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) readImport(statement, imports, target);
    else if (ts.isExportDeclaration(statement)) readExport(statement, { exported, passed, all, target });
    else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || isAmbient(statement)) continue;
    else {
      const declared = namesDeclared(statement);
      if (declared === undefined) isWhole = true;
      const isExported = statement.modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword) === true;
      if (isExported) for (const name of declared ?? []) exported.set(name, name);
      const changes = ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) === 0;
      statements.push({
        text: isExported ? withoutExport(statement, source) : statement.getFullText(source),
        declared,
        changes,
        names: namesUsed(statement),
      });
    }
  }
  const file = { imports, exported, passed, all, isWhole, pieces: [], pieceOf: new Map() };
  if (isWhole) {
    const whole = source.statements.filter((each) => !ts.isImportDeclaration(each));
    return {
      ...file,
      names: new Set(statements.flatMap(({ names }) => [...names])),
      bare: source.statements.filter(isBareImport).map((each) => each.getText(source)),
      text: whole.map((each) => each.getFullText(source)).join(''),
    };
  }
  for (const group of groupsOf(statements)) {
    const declared = group.flatMap((each) => each.declared);
    for (const name of declared) file.pieceOf.set(name, file.pieces.length);
    file.pieces.push({
      text: group.map((each) => each.text).join(''),
      declared,
      names: new Set(group.flatMap(({ names }) => [...names])),
    });
  }
  return file;
}

const isBareImport = (statement) => ts.isImportDeclaration(statement) && statement.importClause === undefined;

function readImport({ importClause, moduleSpecifier }, imports, target) {
  if (importClause === undefined || importClause.isTypeOnly) return;
  const path = target(moduleSpecifier.text);
  if (importClause.name !== undefined) imports.set(importClause.name.text, { path, name: 'default' });
  const bindings = importClause.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) imports.set(bindings.name.text, { path, name: '*' });
  else
    for (const { isTypeOnly, name, propertyName } of bindings.elements)
      if (!isTypeOnly) imports.set(name.text, { path, name: (propertyName ?? name).text });
}

function readExport({ isTypeOnly, exportClause, moduleSpecifier }, { exported, passed, all, target }) {
  if (isTypeOnly) return;
  const path = moduleSpecifier === undefined ? undefined : target(moduleSpecifier.text);
  if (exportClause === undefined) all.push(path);
  else if (ts.isNamespaceExport(exportClause)) passed.set(exportClause.name.text, { path, name: '*' });
  else
    for (const { isTypeOnly: isType, name, propertyName } of exportClause.elements) {
      if (isType) continue;
      const own = (propertyName ?? name).text;
      if (path === undefined) exported.set(name.text, own);
      else passed.set(name.text, { path, name: own });
    }
}

/** Whether a statement says of what type something is that is there anyway. */
const isAmbient = ({ modifiers }) => modifiers?.some(({ kind }) => kind === SyntaxKind.DeclareKeyword) === true;

/** The names that a statement declares; undefined for one that does something. */
function namesDeclared(statement) {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.body === null ? [] : [statement.name.text];
  if (!ts.isVariableStatement(statement)) return undefined;
  const names = [];
  const visit = (name) => {
    if (ts.isIdentifier(name)) names.push(name.text);
    else for (const each of name.elements) if (each.name !== undefined) visit(each.name);
  };
  for (const { name } of statement.declarationList.declarations) visit(name);
  return names;
}

/** All names in a statement that could be of its file: too many do no harm. */
function namesUsed(statement) {
  const names = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isMember = (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
      if (!isMember) names.add(node.text);
    } else if (!ts.isTypeNode(node) || ts.isExpressionWithTypeArguments(node)) ts.forEachChild(node, visit);
  };
  visit(statement);
  return names;
}

function withoutExport(statement, source) {
  const word = statement.modifiers.find(({ kind }) => kind === SyntaxKind.ExportKeyword);
  const text = source.text;
  return text.slice(statement.getFullStart(), word.getStart(source)) + text.slice(word.end, statement.end);
}

/** Statements that must stay together, in the order of the file. */
function groupsOf(statements) {
  const at = new Map(statements.flatMap(({ declared }, i) => declared.map((name) => [name, i])));
  const reached = statements.map(({ names }) => new Set([...names].map((name) => at.get(name)).filter((i) => i !== undefined)));
  // What uses a variable that changes stays with it.
  for (const [i, { changes }] of statements.entries())
    if (changes) for (const [j, uses] of reached.entries()) if (uses.has(i)) reached[i].add(j);
  for (const from of reached) for (const next of from) for (const further of reached[next]) from.add(further);
  const groups = new Map();
  for (const [i, statement] of statements.entries()) {
    const first = statements.findIndex((_, j) => j === i || (reached[i].has(j) && reached[j].has(i)));
    groups.set(first, [...(groups.get(first) ?? []), statement]);
  }
  return groups.values();
}
