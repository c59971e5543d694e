import { foldEffect } from '@codemirror/language';
import type { EditorState, StateEffect } from '@codemirror/state';

const TRACK = /^( *)"track": \[$/;

/** Folds the tracks of an indented document: they cannot be edited, and are most of its lines. */
export function foldTracks({ doc }: EditorState): StateEffect<unknown>[] {
  const folds: StateEffect<unknown>[] = [];
  /** End of the line that begins the track, and its indentation. */
  let open: { from: number; indent: string } | null = null;
  let at = 0;
  for (const line of doc.iterLines()) {
    const [, indent] = TRACK.exec(line) ?? [];
    if (indent !== undefined) open = { from: at + line.length, indent };
    else if (open !== null && line.startsWith(`${open.indent}]`)) {
      folds.push(foldEffect.of({ from: open.from, to: at + open.indent.length }));
      open = null;
    }
    at += line.length + 1;
  }
  return folds;
}
