import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Node, parse, walk } from '../support/syntax-tree.ts';
import { type Find, type Guard, RULES } from './guards.ts';

/** The position of a guard in the source, and its replacement in the mutant. */
export interface Site {
  /** From the repository's root. */
  readonly file: string;
  readonly line: number;
  readonly guard: Guard;
  readonly start: number;
  readonly end: number;
  readonly source: string;
  readonly replacement: string;
}

/** Guards that only the compiler needs, with the reason why they cannot fail. */
export const UNREACHABLE: Readonly<Record<string, string>> = {
  'shared/service/editing/base-version.ts isTombstone(named)':
    'it is older than a version that is no tombstone, and nothing is committed above a tombstone',
};

/** The sites of one file. */
export function sitesOf(file: string, source: string): Site[] {
  const text = ({ start, end }: Node): string => source.slice(start, end);
  const finds: Find[] = [];
  walk(parse(source), (node, ancestors) => {
    for (const rule of RULES) finds.push(...rule(node, ancestors, text));
  });
  return finds
    .filter(({ node }) => !Object.hasOwn(UNREACHABLE, `${file} ${text(node)}`))
    .map(({ guard, node, replacement }) => ({
      file,
      line: source.slice(0, node.start).split('\n').length,
      guard,
      start: node.start,
      end: node.end,
      source: text(node).replaceAll(/\s+/g, ' '),
      replacement,
    }));
}

/** All sites below a root folder, in the order of files and lines. */
export function findSites(root: string): Site[] {
  return ['shared/domain', 'shared/stores', 'shared/service', 'shared/http', 'functions']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .flatMap((file) => sitesOf(file, readFileSync(path.join(root, file), 'utf8')));
}
