/**
 * What the subpaths export, held to a record: names, and their types. A change of either is then seen in a diff, and is a decision.
 * docs/api.md has the rules. `npx vitest run --config config/vitest.config.ts test/package/api.test.ts -u` records anew.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const record = fileURLToPath(new URL('api', import.meta.url));

/** The source of each subpath: `handset/sms` is src/sms/index.ts, `handset/smpp/node` src/smpp/node.ts. */
const sources = Object.keys(manifest.exports)
  .filter((subpath) => subpath !== './package.json')
  .map((subpath) => {
    const path = join(root, 'src', subpath);
    return { name: subpath.replace('.', 'handset'), file: existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts') };
  });

const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
const ambient = readdirSync(join(root, 'config'))
  .filter((name) => name.endsWith('.d.ts'))
  .map((name) => join(root, 'config', name));
const program = ts.createProgram({ rootNames: [...sources.map(({ file }) => file), ...ambient], options });
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });

const { NoTruncation, UseAliasDefinedOutsideCurrentScope, InTypeAlias, WriteArrowStyleSignature } = ts.TypeFormatFlags;
const AS_WRITTEN = NoTruncation | UseAliasDefinedOutsideCurrentScope;

/** The subpath that a symbol belongs to: the module with its declaration, or the first that exports it. */
const homes = new Map<ts.Symbol, string>();
const exported = sources.map(({ name, file }) => ({ name, symbols: exportsOf(file) }));
for (const { name, symbols } of [...exported].sort((a, b) => Number(a.name === 'handset') - Number(b.name === 'handset'))) {
  for (const symbol of symbols.values()) if (!homes.has(symbol) || isDeclaredIn(symbol, name)) homes.set(symbol, name);
}

describe('the record of the interface', () => {
  it.each(exported)('$name exports what is on record', async ({ name, symbols }) => {
    const entries = [...symbols].sort(([a], [b]) => (a < b ? -1 : 1));
    const lines = entries.map(([key, symbol]) => {
      const home = homes.get(symbol);
      return home === name ? inOrder(describeSymbol(key, symbol)) : `${key}: as in ${home}`;
    });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(record, fileOf(name)));
  });

  it('has a file for each subpath and no other', () => {
    expect(readdirSync(record).sort()).toEqual(sources.map(({ name }) => fileOf(name)).sort());
  });

  it('keeps every name of this major version', async () => {
    const list = join(root, 'test/package', `names-${manifest.version.split('.')[0]}.txt`);
    const kept = new Map(readFileSync(list, 'utf8').trim().split('\n').map(namesOfLine));
    const missing = [...kept].flatMap(([name, keys]) => {
      const symbols = exported.find((one) => one.name === name)?.symbols;
      return keys.filter((key) => symbols?.has(key) !== true).map((key) => `${name} ${key}`);
    });
    expect(missing).toEqual([]);
    // An update only adds names.
    const all = exported.map(({ name, symbols }) => {
      const keys = new Set([...(kept.get(name) ?? []), ...symbols.keys()]);
      return `${name}: ${[...keys].sort().join(' ')}\n`;
    });
    await expect(all.sort().join('')).toMatchFileSnapshot(list);
  });

  it('shows what it says it shows', () => {
    const text = (name: string) => {
      const [subpath, key] = name.split('#') as [string, string];
      return describeSymbol(key, exported.find((one) => one.name === subpath)?.symbols.get(key) as ts.Symbol);
    };
    expect(text('handset/bytes#fromSwappedBcd')).toMatch(/^function fromSwappedBcd\(\w+: number\): number$/);
    expect(text('handset#EncodeError')).toMatch(/^class EncodeError extends FormatError {\n/);
    expect(text('handset#EncodeError')).toContain('  static badValue(field: string, reason: string): EncodeError\n');
    expect(text('handset#FormatErrorCode')).toContain('"truncated" | "trailing-bytes"');
    expect(text('handset#DEFAULT_LIMITS')).toContain('readonly vobjectDepth: 8;');
    expect(text('handset/vobject#VCardFormat')).toMatch(/^interface VCardFormat extends OldTextOptions {\n/);
  });
});

/** The literals of unions in the order of the alphabet: the compiler's is that in which it met them anywhere. */
function inOrder(text: string): string {
  return text.replace(/(?:"[^"\n]*"|\b\d+)(?: \| (?:"[^"\n]*"|\d+\b))+/g, (union) => union.split(' | ').sort().join(' | '));
}

/** A line of names-1.txt: a subpath, and the names that it exports. */
function namesOfLine(line: string): [string, string[]] {
  const [name = '', names = ''] = line.split(': ');
  return [name, names.split(' ')];
}

function fileOf(name: string): string {
  return `${name.replace('handset/', '').replace('/', '-')}.txt`;
}

function exportsOf(file: string): ReadonlyMap<string, ts.Symbol> {
  const source = program.getSourceFile(file);
  const symbol = source && checker.getSymbolAtLocation(source);
  if (symbol === undefined) throw new Error(`${file} is not a module`);
  return membersOf(symbol);
}

function membersOf(module: ts.Symbol): ReadonlyMap<string, ts.Symbol> {
  return new Map(checker.getExportsOfModule(module).map((one) => [one.name, originalOf(one)]));
}

function originalOf(symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

function isDeclaredIn(symbol: ts.Symbol, name: string): boolean {
  const path = relative(join(root, 'src'), symbol.declarations?.[0]?.getSourceFile().fileName ?? '').split(/[\\/]/);
  return name === (path.length === 1 ? 'handset' : `handset/${path[0]}`);
}

/** A symbol's declaration without bodies, comments and what is private. */
function describeSymbol(key: string, symbol: ts.Symbol): string {
  const parts: string[] = [];
  for (const declaration of symbol.declarations ?? []) {
    if (ts.isInterfaceDeclaration(declaration)) parts.push(describeInterface(declaration));
    else if (ts.isClassDeclaration(declaration)) parts.push(describeClass(declaration));
    else if (ts.isTypeAliasDeclaration(declaration)) parts.push(describeAlias(declaration, symbol));
  }
  if ((symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable)) !== 0) {
    const type = checker.getTypeOfSymbol(symbol);
    const isFunction = (symbol.flags & ts.SymbolFlags.Function) !== 0;
    if (isFunction) for (const one of type.getCallSignatures()) parts.push(`function ${key}${signature(one)}`);
    else parts.push(`const ${key}: ${typeText(type)}`);
  }
  if ((symbol.flags & ts.SymbolFlags.ValueModule) !== 0) {
    for (const [inner, one] of membersOf(symbol)) parts.push(describeSymbol(`${key}.${inner}`, one));
  }
  if (parts.length === 0) throw new Error(`${key} is of a kind that the record does not know`);
  return parts.join('\n');
}

function printed(node: ts.Node, file = node.getSourceFile()): string {
  return printer.printNode(ts.EmitHint.Unspecified, node, file).replace(/^ {4}/gm, '  ');
}

function typeText(type: ts.Type, flags = AS_WRITTEN): string {
  return checker.typeToString(type, undefined, flags);
}

function signature(one: ts.Signature): string {
  return checker.signatureToString(one, undefined, AS_WRITTEN & ~WriteArrowStyleSignature);
}

/** A type by what it is, so that a change of a list that it is made of is seen; a generic one by how it is written. */
function describeAlias(declaration: ts.TypeAliasDeclaration, symbol: ts.Symbol): string {
  const { name, typeParameters, type } = declaration;
  if (typeParameters !== undefined) return printed(declaration).replace(/^export /, '');
  const written = printed(type);
  const resolved = typeText(checker.getDeclaredTypeOfSymbol(symbol), AS_WRITTEN | InTypeAlias);
  return `type ${name.text} = ${/\btypeof\b|\bkeyof\b/.test(written) ? resolved : written}`;
}

/** An interface; one that is nothing but a type made of another one, by its members. */
function describeInterface(declaration: ts.InterfaceDeclaration): string {
  const written = printed(declaration).replace(/^export /, '');
  const [base] = declaration.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
  const type = base && (checker.getTypeAtLocation(base) as ts.ObjectType);
  if (declaration.members.length > 0 || type === undefined || (type.objectFlags & ts.ObjectFlags.Mapped) === 0) return written;
  const flags =
    ts.NodeBuilderFlags.NoTruncation | ts.NodeBuilderFlags.InTypeAlias | ts.NodeBuilderFlags.MultilineObjectLiterals;
  const members = printed(checker.typeToTypeNode(type, declaration, flags) as ts.Node, declaration.getSourceFile());
  return `${written.slice(0, written.lastIndexOf(' extends '))} ${members}`;
}

function describeClass(declaration: ts.ClassDeclaration): string {
  const { name, heritageClauses, typeParameters, members } = declaration;
  const generics = typeParameters === undefined ? '' : `<${typeParameters.map((one) => printed(one)).join(', ')}>`;
  const heritage = (heritageClauses ?? []).map((clause) => ` ${printed(clause).trim()}`).join('');
  const lines = members.flatMap((member) => describeMember(member) ?? []);
  return `class ${name?.text}${generics}${heritage} {\n${lines.map((line) => `  ${line}\n`).join('')}}`;
}

/** A public member; undefined for a private one. */
function describeMember(member: ts.ClassElement): string | undefined {
  const flags = ts.getCombinedModifierFlags(member);
  const { name } = member;
  if ((flags & ts.ModifierFlags.Private) !== 0 || (name !== undefined && ts.isPrivateIdentifier(name))) return undefined;
  if (ts.isConstructorDeclaration(member)) {
    const one = checker.getSignatureFromDeclaration(member);
    return `constructor${one === undefined ? '()' : signature(one).replace(/\): .*$/s, ')')}`;
  }
  const symbol = name && checker.getSymbolAtLocation(name);
  if (name === undefined || symbol === undefined) return undefined;
  const words = (ts.canHaveModifiers(member) ? (ts.getModifiers(member) ?? []) : [])
    .map(({ kind }) => ts.tokenToString(kind) as string)
    .filter((word) => word !== 'override' && word !== 'async')
    .map((word) => `${word} `)
    .join('');
  const key = `${words}${name.getText()}`;
  const type = checker.getTypeOfSymbol(symbol);
  if (ts.isMethodDeclaration(member)) {
    const one = checker.getSignatureFromDeclaration(member);
    return one && `${key}${signature(one)}`;
  }
  const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0 ? '?' : '';
  const accessor = ts.isGetAccessor(member) ? 'get ' : ts.isSetAccessor(member) ? 'set ' : '';
  return `${accessor}${key}${optional}: ${typeText(type)}`;
}
