/**
 * Changes the sources so that they tell coverage.ts of each branch that is taken: a plugin for esbuild. A branch is the body of a function or a loop,
 * a case, either side of a condition, the right side of a logical operator, a catch.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import ts from 'typescript';
import { MAX_BRANCHES } from './coverage.js';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
const COVERAGE = fileURLToPath(new URL('./coverage.ts', import.meta.url));

/** The plugin, and how many branches it has found once the bundle is made. */
export interface Instrumentation {
  readonly plugin: Plugin;
  branches: number;
}

/** An instrumentation of all files of `src` that a bundle is made of. */
export function instrumentation(): Instrumentation {
  const printer = ts.createPrinter({ removeComments: true });
  const done: Instrumentation = {
    plugin: {
      name: 'branches',
      setup: (build) =>
        build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
          if (!path.startsWith(SOURCES)) return undefined;
          const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
          const { transformed } = ts.transform(file, [(context) => (source) => instrument(source, context, nextBranch)]);
          const text = printer.printFile(transformed[0] as ts.SourceFile);
          return { contents: `import { taken as $taken } from ${JSON.stringify(COVERAGE)};\n${text}`, loader: 'ts' };
        }),
    },
    branches: 0,
  };
  const nextBranch = () => {
    if (done.branches === MAX_BRANCHES) throw new Error(`the sources have more than ${MAX_BRANCHES} branches`);
    return done.branches++;
  };
  return done;
}

/** A source in which each branch sets its place in `$taken` to 1. */
function instrument(file: ts.SourceFile, context: ts.TransformationContext, nextBranch: () => number): ts.SourceFile {
  const { factory } = context;
  const telling = () =>
    factory.createAssignment(
      factory.createElementAccessExpression(factory.createIdentifier('$taken'), nextBranch()),
      factory.createNumericLiteral(1),
    );
  const value = (expression: ts.Expression) =>
    factory.createParenthesizedExpression(factory.createComma(telling(), expression));
  const statements = (list: readonly ts.Statement[]) => [factory.createExpressionStatement(telling()), ...list];
  const block = (statement: ts.Statement | undefined) => {
    const list = statement === undefined ? [] : ts.isBlock(statement) ? statement.statements : [statement];
    return factory.createBlock(statements(list));
  };
  const visit = (original: ts.Node): ts.Node => {
    const node = ts.visitEachChild(original, visit, context);
    if (ts.isIfStatement(node)) {
      return factory.updateIfStatement(node, node.expression, block(node.thenStatement), block(node.elseStatement));
    }
    if (ts.isConditionalExpression(node)) {
      const { condition, questionToken, whenTrue, colonToken, whenFalse } = node;
      return factory.updateConditionalExpression(node, condition, questionToken, value(whenTrue), colonToken, value(whenFalse));
    }
    if (ts.isBinaryExpression(node) && LOGICAL.has(node.operatorToken.kind)) {
      return factory.updateBinaryExpression(node, node.left, node.operatorToken, value(node.right));
    }
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken, body } = node;
      return factory.updateArrowFunction(
        node,
        modifiers,
        typeParameters,
        parameters,
        type,
        equalsGreaterThanToken,
        value(body),
      );
    }
    if (ts.isBlock(node) && ts.isFunctionLike(original.parent)) return block(node);
    if (ts.isCaseClause(node)) return factory.updateCaseClause(node, node.expression, statements(node.statements));
    if (ts.isDefaultClause(node)) return factory.updateDefaultClause(node, statements(node.statements));
    if (ts.isCatchClause(node)) return factory.updateCatchClause(node, node.variableDeclaration, block(node.block));
    if (ts.isWhileStatement(node)) return factory.updateWhileStatement(node, node.expression, block(node.statement));
    if (ts.isDoStatement(node)) return factory.updateDoStatement(node, block(node.statement), node.expression);
    if (ts.isForStatement(node)) {
      return factory.updateForStatement(node, node.initializer, node.condition, node.incrementor, block(node.statement));
    }
    if (ts.isForOfStatement(node)) {
      return factory.updateForOfStatement(node, node.awaitModifier, node.initializer, node.expression, block(node.statement));
    }
    if (ts.isForInStatement(node)) {
      return factory.updateForInStatement(node, node.initializer, node.expression, block(node.statement));
    }
    return node;
  };
  return ts.visitNode(file, visit) as ts.SourceFile;
}

const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);
