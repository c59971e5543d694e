import { readdirSync } from 'node:fs';
import path from 'node:path';

const IGNORED = /^(node_modules|cdk\.out|\..*)$/;

/** Files and folders below a root, by their path from it. */
export function treeOf(root: string, folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !IGNORED.test(name))
    .flatMap((entry) => {
      const below = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? [below, ...treeOf(root, below)] : [below];
    });
}

/** The words of a Markdown document that stand in code spans and fenced blocks. */
const codeWords = (markdown: string): string[] =>
  [...markdown.matchAll(/```[\s\S]*?```|`(?:[^`\n]|\n(?!\n))+`/g)].flatMap(([code]) =>
    code.split(/[\s`'"()]+/),
  );

/**
 * The paths that a Markdown document names and the tree does not have. A path is a word of code that begins with one of
 * the tree's folders, or a name that ends in `.ts`, which may leave out the folders it lies in.
 */
export function missingPaths(markdown: string, tree: readonly string[]): string[] {
  const known = new Set(tree);
  const folders = new Set(tree.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
  return codeWords(markdown)
    .map((word) => word.replace(/[,.;]$/, '').replace(/(:\d+)+$|\/$/, ''))
    .filter((word) => /^[\w@][\w.@/-]*$/.test(word))
    .filter((word) => {
      if (known.has(word)) return false;
      if (word.endsWith('.ts')) return !tree.some((file) => file.endsWith(`/${word}`));
      return word.includes('/') && folders.has(word.split('/')[0]);
    });
}
