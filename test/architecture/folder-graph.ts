import path from 'node:path';
import type { Imports } from './imports.ts';

/** Which folders of a part import from which others. */
export function folderGraph(graph: ReadonlyMap<string, Imports>, part: string): Map<string, string[]> {
  const isWithin = (file: string): boolean => file.startsWith(`${part}/`);
  const folders = new Map<string, Set<string>>();
  for (const [file, { files }] of graph) {
    if (!isWithin(file)) continue;
    const folder = path.posix.dirname(file);
    const others = files
      .filter(isWithin)
      .map(path.posix.dirname)
      .filter((other) => other !== folder);
    folders.set(folder, new Set([...(folders.get(folder) ?? []), ...others]));
  }
  return new Map([...folders].map(([folder, others]) => [folder, [...others]]));
}
