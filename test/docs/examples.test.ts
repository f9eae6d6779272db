/**
 * Runs the examples of the pages at the top and in docs/ and those of doc comments (`@example`), and follows the links of all pages.
 *
 *   ```ts   type-checked, then run; a statement followed by `// -> value` (on its line or the next) has that value (`, ... }` leaves members out), one
 *           followed by `// throws NAME CODE FIELD at OFFSET` throws that. A comment goes on in lines of `//` and three blanks.
 *   ```sh   when it begins with `handset `: each command is run, its output follows (`...` stands for any text or any lines),
 *           then `# exit N` when that is not 0. Commands may be joined by ` | `, and be fed by `<<< 'text'`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/program.js';
import { FormatError } from '../../src/errors.js';
import { tempFolder } from '../support/cleanup.js';
import { allPages, type Block, blocksOf, pages, patternOf, root, sourceExamples, textOf } from './pages.js';

const blocks = pages.flatMap(blocksOf);
const snippets = [...blocks, ...sourceExamples].filter(({ language }) => language === 'ts');
const scripts = blocks.filter(({ language, code }) => language === 'sh' && code.startsWith('handset '));
const title = ({ page, line }: Block) => `${page}:${line}`;

// ---- TypeScript ----

const specifiers = /^handset(?:\/(\w+)(\/node|\/centre)?)?$/;
/** Packages that examples may use beside this one. */
const others: readonly string[] = ['fast-check'];
const fileOf = (specifier: string) => {
  const module = specifiers.exec(specifier);
  if (module === null) throw new Error(`examples import from handset, not from ${specifier}`);
  const [, name, part = '/index'] = module;
  return name === undefined ? 'src/index.ts' : `src/${name}${part}.ts`;
};

/** What a comment behind a statement says of it. */
const CLAIM = /^[ \t]*\n?[ \t]*\/\/ (->|throws) (.*(?:\n[ \t]*\/\/ {3,}.*)*)/;

/** The code with a check for each claim. */
function withChecks({ code }: Block): string {
  let checked = '';
  let from = 0;
  for (const statement of ts.createSourceFile('example.ts', code, ts.ScriptTarget.ES2022, true).statements) {
    const source = code.slice(from, statement.end);
    const own = code.slice(statement.getStart(), statement.end).replace(/;$/, '');
    const before = source.slice(0, source.length - (statement.end - statement.getStart()));
    const claim = CLAIM.exec(code.slice(statement.end));
    from = statement.end;
    if (claim === null) {
      checked += source;
      continue;
    }
    const [, verb, wrapped] = claim as unknown as [string, string, string];
    const said = JSON.stringify(wrapped.replace(/\n[ \t]*\/\/ +/g, ' '));
    const name = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0]?.name.getText() : undefined;
    if (name !== undefined) checked += `${source}\n;await check(${JSON.stringify(verb)}, () => (${name}), ${said});`;
    else checked += `${before};await check(${JSON.stringify(verb)}, async () => (${own}), ${said});`;
  }
  return checked + code.slice(from);
}

async function check(verb: '->' | 'throws', evaluate: () => unknown, said: string): Promise<void> {
  if (verb === '->') {
    const isPart = /, \.\.\. [}\]]$/.test(said);
    const expected: unknown = new Function(`return (${said.replace(/, \.\.\. ([}\]])$/, ' $1')});`)();
    if (isPart) expect(await evaluate()).toMatchObject(expected as object);
    else expect(await evaluate()).toEqual(expected);
    return;
  }
  let thrown: unknown;
  try {
    await evaluate();
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof FormatError)) throw new Error(`threw ${thrown}, not ${said}`);
  const { name, code, field, offset } = thrown;
  expect([name, code, field, ...(offset === undefined ? [] : ['at', offset])].join(' ')).toBe(said);
}

/** Complaints of the compiler about the examples, with the page and line. */
function typeErrors(): string[] {
  const options: ts.CompilerOptions = {
    ...ts.convertCompilerOptionsFromJson(JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')).compilerOptions, root)
      .options,
    noUnusedLocals: false,
  };
  const names = new Map(snippets.map((example, index) => [join(root, 'test/docs', `example-${index}.ts`), example]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => names.has(name) || fileExists(name);
  host.getSourceFile = (name, version) => {
    const example = names.get(name);
    // An example is a module even when it imports nothing.
    return example === undefined
      ? getSourceFile(name, version)
      : ts.createSourceFile(name, `${example.code}\nexport {};`, version);
  };
  host.resolveModuleNameLiterals = (literals, containing, _redirected, _options, file) =>
    literals.map((literal) => {
      const { text } = literal;
      if (specifiers.test(text)) {
        return { resolvedModule: { resolvedFileName: join(root, fileOf(text)), extension: ts.Extension.Ts } };
      }
      // Some of what Node's types import is CommonJS, where names of files have no extension.
      const mode = ts.getModeForUsageLocation(file, literal, options);
      return ts.resolveModuleName(text, containing, options, host, undefined, undefined, mode);
    });
  const program = ts.createProgram([...names.keys(), join(root, 'config/globals.d.ts')], options, host);
  return [...names].flatMap(([name, { page, line }]) => {
    const file = program.getSourceFile(name) as ts.SourceFile;
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ start, messageText }) => {
      const at = line + 1 + file.getLineAndCharacterOfPosition(start ?? 0).line;
      return `${page}:${at}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => (...args: unknown[]) => Promise<void>;

/** Code whose imports are taken from a map, so that it may run inside of a function, where it may wait. */
function withoutImports(code: string): string {
  return code
    .replace(/^import (\w+) from ("[^"]*");$/gm, 'const $1 = modules.get($2).default;')
    .replace(/^import \{([^}]*)\} from ("[^"]*");$/gm, (_, names: string, specifier: string) => {
      return `const {${names.replace(/ as /g, ': ')}} = modules.get(${specifier});`;
    });
}

describe('TypeScript', () => {
  it('type-checks', () => {
    expect(typeErrors()).toEqual([]);
    // A compiler on a busy machine.
  }, 240_000);

  it.each(snippets.map((example) => [title(example), example] as const))('%s', async (_, example) => {
    const modules = new Map<string, unknown>();
    for (const [, specifier = ''] of example.code.matchAll(/from '([^']+)'/g)) {
      modules.set(specifier, await import(others.includes(specifier) ? specifier : join(root, fileOf(specifier))));
    }
    const { code } = transformSync(withChecks(example), { loader: 'ts', format: 'esm', target: 'es2022' });
    await new AsyncFunction('modules', 'check', withoutImports(code))(modules, check);
  });
});

// ---- Doc comments ----

/** What readers look for first in each subpath: these have an example. */
const MAIN: Readonly<Record<string, string>> = {
  'handset/text':
    'countSegments segmentText transliterate encodeGsm7 decodeGsm7 packSeptets unpackSeptets encodeUcs2 decodeUcs2',
  'handset/bytes': 'fromHex toHex',
  'handset/sms':
    'encodeSubmitText submitText submitDatagram encodeSubmit decodeSubmit encodeDeliver decodeDeliver encodeStatusReport decodeStatusReport decodeTpdu Reassembler encodeUdh decodeUdh decodeDcs encodeDcs encodeRp decodeRp encodeCp decodeCp formatSckl parseSckl',
  'handset/cbs': 'encodeCbs decodeCbs encodeUssdString decodeUssdString',
  'handset/ringtone':
    'parseRtttl formatRtttl lintRtttl fitTune encodeNokiaRingtone decodeNokiaRingtone formatImelody parseImelody encodeEmsSound encodeMidi decodeMidi renderWav formatFlipperMusic formatArduinoTable encodeBluejayMelody',
  'handset/bitmap':
    'bitmapFromRows bitmapToRows bitmapFromPixels encodeOtaBitmap decodeOtaBitmap formatOtaHex parseOtaHex encodeOperatorLogo decodeOperatorLogo encodePictureMessage encodeEmsPicture encodeWbmp decodeWbmp',
  'handset/push': 'parseSi formatSi encodeSi decodeSi encodePush decodePush encodeProvisioning decodeProvisioning',
  'handset/vobject': 'parseVCard formatVCard fitVCard parseVCalendar formatVCalendar',
  'handset/mms': 'composeMms encodeMms decodeMms formatSmil parseSmil',
  'handset/image': 'repurpose decodeImage encodePng encodeJpeg bitmapFromImage',
  'handset/profile': 'findHandset parseHandset searchHandsets checkProfile',
  'handset/message': 'buildSubmits readSubmits chooseForm',
  'handset/carrier': 'toAtCommands parseAtCommands toSubmitSm toKannelUrl toGatewayForm',
  'handset/modem': 'openModem',
  'handset/smpp': 'encodeSmppPdu decodeSmppPdu',
  'handset/smpp/node': 'connectSmpp',
  'handset/smpp/centre': 'createTestCentre',
  'handset/capture': 'encodeMessageCapture findMessages decodeCapture encodeCapture',
  'handset/archive':
    'readArchive formatSmsBackupRestore parseGammuBackup parseVmg messageText parseSmsBackupRestore parseSmsIe identifyArchive formatArchive',
  'handset/sim': 'encodeSimSms decodeSimSms encodeSmsParameters decodeSmsParameters encodeAdn decodeAdn',
  'handset/inspect': 'inspect identify formatTree',
  'handset/content': 'requestOf contentOf',
  'handset/protocol': 'formatRequest parseRequest formatResponse parseResponse formatCallback parseCallback',
  'handset/sender': 'Sender sendMany verifyWebhook createReceiver',
  'handset/gateway': 'createGateway createTestGateway',
};

describe('doc comments', () => {
  const imports = ({ code }: Block) =>
    [...code.matchAll(/^import \{([^}]*)\} from '([^']+)';$/gm)].flatMap(([, names = '', specifier]) =>
      names.split(',').map((name) => `${specifier} ${name.trim()}`),
    );

  it('have an example for each main function', () => {
    const documented = new Set(
      sourceExamples.flatMap((example) => imports(example).filter((each) => each.endsWith(` ${example.name}`))),
    );
    const lacking = Object.entries(MAIN)
      .flatMap(([specifier, names]) => names.split(' ').map((name) => `${specifier} ${name}`))
      .filter((each) => !documented.has(each));
    expect(lacking).toEqual([]);
  });

  it('have examples in TypeScript that import what they are of and say what a statement gives', () => {
    const faulty = sourceExamples.filter((example) => {
      const isOfItself = example.name === undefined || imports(example).some((each) => each.endsWith(` ${example.name}`));
      return example.language !== 'ts' || !isOfItself || !withChecks(example).includes(';await check(');
    });
    expect(faulty.map(title)).toEqual([]);
  });
});

// ---- Command line ----

const folder = tempFolder('docs');

/** Words of a command line: blanks part them, single quotes keep them together. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
}

const FILE_NAME =
  /^[\w-]+\.(?:rtttl|rtx|txt|ott|rng|imy|emy|mid|wav|png|otb|nol|ngg|nlm|npm|wbmp|bmp|hex|rows|si|sl|xml|sic|slc|wbxml|vcf|vcs|ics|mms|zip|html|jpg|fmf|ino|bluejay|am32)$|^(?:parts|slides)\/$/;

/** Files that an example names without a folder, and folders that it makes, live in one of the test's own. */
const inFolder = (word: string) => (FILE_NAME.test(word) ? join(folder, word) : word);

async function runLine(line: string): Promise<{ output: string; exit: number }> {
  const [command = '', fed] = line.split(' <<< ');
  let input = fed === undefined ? '' : `${wordsOf(fed)[0]}\n`;
  let output = '';
  let exit = 0;
  const stages = command.split(' | handset ');
  for (const [index, stage] of stages.entries()) {
    const isLast = index === stages.length - 1;
    let piped = '';
    const given = new TextEncoder().encode(input);
    exit = await run(wordsOf(stage.replace(/^handset /, '')).map(inFolder), {
      stdout: (text) => {
        if (isLast) output += text;
        else piped += text;
      },
      stderr: (text) => {
        output += text;
      },
      stdin: async function* () {
        yield given;
      },
      env: {},
      color: false,
    });
    input = piped;
  }
  return { output: output.replaceAll(`${folder}/`, ''), exit };
}

describe('command line', () => {
  it.each(scripts.map((example) => [title(example), example] as const))('%s', async (_, { code }) => {
    const runs: { command: string; lines: string[]; exit: number }[] = [];
    for (const line of code.replace(/\n$/, '').split('\n')) {
      const exit = /^# exit (\d)$/.exec(line)?.[1];
      const last = runs.at(-1);
      if (line.startsWith('handset ')) runs.push({ command: line, lines: [], exit: 0 });
      else if (exit !== undefined && last !== undefined) last.exit = Number(exit);
      else last?.lines.push(line);
    }
    for (const { command, lines, exit } of runs) {
      const done = await runLine(command);
      // Ctrl-Z, which ends a PDU in AT scripts, is shown as people write it.
      const output = done.output.replaceAll('\x1a', '^Z');
      // A command without lines below it may print what it likes.
      if (lines.length > 0 && !patternOf(lines).test(output)) expect(output).toBe(`${lines.join('\n')}\n`);
      expect(done.exit, command).toBe(exit);
    }
  });
});

it('finds the examples', () => {
  expect(pages.length).toBeGreaterThan(8);
  expect(Math.min(snippets.length, scripts.length)).toBeGreaterThan(5);
});

describe('links', () => {
  /** Headings as GitHub makes anchors of them: the second of a name gets `-1`. */
  const anchorsOf = (page: string): Set<string> => {
    const seen = new Map<string, number>();
    const headings = proseOf(page).matchAll(/^#+ (.*?)\s*$/gm);
    return new Set(
      Array.from(headings, ([, heading = '']) => {
        const slug = heading
          .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
          .toLowerCase()
          .replace(/[^\p{L}\p{N}_ -]/gu, '')
          .replaceAll(' ', '-');
        const count = seen.get(slug) ?? 0;
        seen.set(slug, count + 1);
        return count === 0 ? slug : `${slug}-${count}`;
      }),
    );
  };
  const proseOf = (page: string) => textOf(page).replace(/^```[\s\S]*?^```$/gm, '');
  /** In a text, at the foot of a page, in HTML. */
  const LINKS = [/\]\(([^)\s]+)[^)]*\)/g, /^\[[^\]]+\]: (\S+)/gm, /\b(?:href|src)="([^"]+)"/g];
  const linksOf = (page: string) =>
    LINKS.flatMap((form) => [...proseOf(page).matchAll(form)].map(([, link]) => link as string))
      .filter((link) => !/^(?:https?|mailto):/.test(link))
      .map((link) => {
        const [path = '', anchor] = link.split('#');
        return { link, target: path === '' ? page : join(dirname(page), path).replaceAll('\\', '/'), anchor };
      });

  it('lead to files and headings that are there', () => {
    const broken = allPages.flatMap((page) =>
      linksOf(page)
        .filter(({ target, anchor }) => {
          if (!existsSync(join(root, target))) return true;
          return anchor !== undefined && !(target.endsWith('.md') && anchorsOf(target).has(anchor));
        })
        .map(({ link }) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('lead from the index to every page of docs, and from README.md to the index and the tutorial', () => {
    const targets = (page: string) => linksOf(page).map(({ target }) => target);
    const unnamed = pages.filter((page) => page.startsWith('docs/') && !targets('docs/README.md').includes(page));
    expect(unnamed).toEqual(['docs/README.md']);
    expect(targets('README.md')).toEqual(expect.arrayContaining(['docs/README.md', 'docs/tutorial.md']));
  });
});
