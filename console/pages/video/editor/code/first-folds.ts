import type { Text } from '@codemirror/state';

interface Fold {
  from: number;
  to: number;
}

const TRACK = /^( *)"track": \[$/;

/** A data URL that fills more than a few lines: its type, and what is not for people to read. */
const DATA_URL = /("data:[^",]{0,100},)([^"]{200,})"/g;

/**
 * What of an indented document is folded at first: tracks, which cannot be edited and are most of its lines, and the
 * content of long data URLs.
 */
export function firstFolds(doc: Text): Fold[] {
  const folds: Fold[] = [];
  /** End of the line that begins the track, and its indentation. */
  let open: { from: number; indent: string } | null = null;
  let at = 0;
  for (const line of doc.iterLines()) {
    const [, indent] = TRACK.exec(line) ?? [];
    if (indent !== undefined) open = { from: at + line.length, indent };
    else if (open !== null && line.startsWith(`${open.indent}]`)) {
      folds.push({ from: open.from, to: at + open.indent.length });
      open = null;
    }
    for (const { index, 1: head = '', 2: content = '' } of line.matchAll(DATA_URL)) {
      const from = at + index + head.length;
      folds.push({ from, to: from + content.length });
    }
    at += line.length + 1;
  }
  return folds;
}
