import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Node, parse, walk } from '../support/syntax-tree.ts';

/** What a file imports, types included: files by their path from the root, packages by their name, Node's modules. */
export interface Imports {
  readonly files: readonly string[];
  readonly packages: readonly string[];
  readonly node: readonly string[];
}

const IMPORTS = /^(Import|ExportNamed|ExportAll)Declaration$|^(ImportExpression|TSImportType)$/;

/** The package of a specifier, without the path in it. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

function specifiersOf(file: string, source: string): string[] {
  const found: string[] = [];
  walk(parse(source, file.endsWith('.tsx') ? 'tsx' : 'ts'), (node) => {
    const from = (node.source ?? node.argument) as Node | null | undefined;
    if (IMPORTS.test(node.type) && typeof from?.value === 'string') found.push(from.value);
  });
  return found;
}

export function importsOf(file: string, source: string): Imports {
  const specifiers = specifiersOf(file, source);
  const bare = specifiers.filter((specifier) => !specifier.startsWith('.'));
  return {
    files: specifiers
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => path.posix.join(path.posix.dirname(file), specifier)),
    packages: bare.filter((specifier) => !specifier.startsWith('node:')).map(packageOf),
    node: bare.filter((specifier) => specifier.startsWith('node:')),
  };
}

/** The imports of every source file below the folders of a root. */
export function importGraph(root: string, folders: readonly string[]): Map<string, Imports> {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => path.posix.join(folder, name)),
  );
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(path.join(root, file), 'utf8'))]));
}
